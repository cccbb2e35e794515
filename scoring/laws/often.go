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

func init() { debug.SetGCPercent(400) } // tests keep little, and throw much away

// InMemory runs the tests of a package, whose folders are in memory where the system has room there: every answer waits for the disk
// otherwise. The programs that the tests run end soon, and collect no garbage. Benchmarks, which measure both, have the disk and
// programs as they are.
type InMemory struct{ *testing.M }

// Run runs them and returns the exit code.
func (m InMemory) Run() int {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		_ = os.Setenv("GOGC", "off")
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(1 << 29)
		if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
			_ = atOnce.Value.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0))) // most of what runs beside others waits
		}
		if dir, err := os.MkdirTemp("/dev/shm", "tablemate"); err == nil {
			defer func() { _ = os.RemoveAll(dir) }()
			_ = os.Chmod(dir, 0o1777) // some tests are somebody else for a while
			_ = os.Setenv("TMPDIR", dir)
		}
	}
	return m.M.Run()
}

// gateTimes is how many times as much as on a commit the gate plays and looks at: .ci/run says GATE in the environment.
const gateTimes = 8

// Evenings returns how many random evenings of each game a test plays: so many in the gate, an eighth of them on a commit, a third of
// those under the race detector, or what EVENINGS says in the environment.
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

// oneOf returns one part of n in so many, rounded up.
func oneOf(n, parts int) int { return (n + parts - 1) / parts }

// Sparsely returns of how many things that are kept a test looks at one: so many in the gate, gateTimes as many on a commit, or every
// single one where EVENINGS is said.
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

// InGate reports whether the gate plays, which has more time than a commit.
func InGate() bool { return os.Getenv("GATE") != "" }

// Seed returns the number that all chance of the tests comes from: 1, or SEED in the environment.
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

// UnderRace reports whether the race detector watches.
func UnderRace() bool {
	build, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// A failing is what a test ends by: testing.TB, and what stands for one where values are drawn.
type failing interface {
	Helper()
	Fatal(args ...any)
}

// Need ends a test without something that it needs.
func Need(t failing, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
