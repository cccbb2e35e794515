package laws

import (
	"flag"
	"os"
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
		if dir, err := os.MkdirTemp("/dev/shm", "tablemate"); err == nil {
			defer func() { _ = os.RemoveAll(dir) }()
			_ = os.Chmod(dir, 0o1777) // some tests are somebody else for a while
			_ = os.Setenv("TMPDIR", dir)
		}
	}
	return m.M.Run()
}

// gateTimes is how many times as much as on a commit the gate plays and looks at: .ci/run says GATE in the environment.
const gateTimes = 4

// Evenings returns how many random evenings of each game a test plays: usual, gateTimes as many in the gate, a sixth under the
// race detector, or what EVENINGS says in the environment.
func Evenings(tb testing.TB, usual int) int {
	tb.Helper()
	switch {
	case UnderRace():
		usual = (usual + 5) / 6
	case InGate():
		usual *= gateTimes
	}
	return fromEnv(tb, "EVENINGS", usual)
}

// Sparsely returns of how many things that are kept a test looks at one: usual, of gateTimes as many in the gate, or every single
// one where EVENINGS is said.
func Sparsely(tb testing.TB, usual int) int {
	switch {
	case os.Getenv("EVENINGS") != "":
		return 1
	case InGate():
		return max(1, usual/gateTimes)
	}
	return usual
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
