package laws

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
)

func init() { debug.SetGCPercent(400) } // tests keep little and throw much away

// InMemory runs the tests of a package with temporary folders in memory, if the system has room there, because every answer waits for
// the disk otherwise. Programs started by tests are short-lived and do not collect garbage. Benchmarks, which measure both, run as
// usual.
type InMemory struct{ *testing.M }

// Run runs the tests and returns the exit code.
func (m InMemory) Run() int {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		_ = os.Setenv("GOGC", "off")
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(1 << 29)
		if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
			_ = atOnce.Value.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0))) // most parallel tests wait
		}
		if dir, err := os.MkdirTemp("/dev/shm", "tablemate"); err == nil {
			defer func() { _ = os.RemoveAll(dir) }()
			_ = os.Chmod(dir, 0o1777) // some tests drop their privileges
			_ = os.Setenv("TMPDIR", dir)
		}
	}
	return m.M.Run()
}

// gateTimes is how many times more the gate plays than a commit does. .ci/run sets GATE in the environment.
const gateTimes = 8

// Evenings returns how many random evenings of each game a test plays: inGate in the gate, an eighth of that on a commit, a third
// of those under the race detector, or the value of EVENINGS.
func Evenings(tb testing.TB, inGate int) int {
	tb.Helper()
	usual := inGate
	switch {
	case UnderRace():
		usual = oneOf(inGate, 3*gateTimes)
	case !InGate():
		usual = oneOf(inGate, gateTimes)
	}
	return fromEnv(tb, "EVENINGS", usual)
}

// oneOf divides n by parts and rounds up.
func oneOf(n, parts int) int { return (n + parts - 1) / parts }

// Sparsely returns n if a test is to look at every n-th of many stored things: inGate in the gate, gateTimes as many on a commit, 1 with
// EVENINGS set.
func Sparsely(tb testing.TB, inGate int) int {
	tb.Helper()
	switch {
	case os.Getenv("EVENINGS") != "":
		return 1
	case InGate():
		return inGate
	}
	return inGate * gateTimes
}

// InGate reports whether the gate runs, which has more time than a commit.
func InGate() bool { return os.Getenv("GATE") != "" }

// Seed returns the seed of all random tests: 1, or SEED in the environment.
func Seed(tb testing.TB) uint64 { tb.Helper(); return uint64(fromEnv(tb, "SEED", 1)) }

func fromEnv(tb testing.TB, name string, usual int) int {
	tb.Helper()
	said := os.Getenv(name)
	if said == "" {
		return usual
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		tb.Fatalf("%s=%s: %v", name, said, err)
	}
	return n
}

// UnderRace reports whether the race detector is on.
func UnderRace() bool {
	build, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// A failing is a testing.TB, or what replaces one in property tests.
type failing interface {
	Helper()
	Fatal(args ...any)
}

// Need ends a test on an error.
func Need(t failing, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
