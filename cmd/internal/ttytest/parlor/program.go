package parlor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/cmd/internal/machine"
	"github.com/tablemate/tablemate/scoring/laws"
)

// run is cmd.Run.
var run func(context.Context, machine.Env, []string) int

// asProgram in the environment makes a program of tests the one that they test.
const asProgram = "TABLEMATE_AS_PROGRAM"

// itself is this program of tests, whatever folder it is in.
var itself, _ = os.Executable()

// Main runs the tests of a folder of cmd/tests, in the folder of package cmd, where all lies that they read.
func Main(m *testing.M, main func([]string) int, runs func(context.Context, machine.Env, []string) int) {
	Opens(filepath.Join("..", ".."), main, runs)
	laws.InMemory{M: m}.Run()
}

// Opens is handed where package cmd lies, its Main and its Run, before any test runs. A process that Program started ends here, as the program.
func Opens(folder string, main func([]string) int, runs func(context.Context, machine.Env, []string) int) {
	keyboard.Burst = 0 // tests need no time to read
	if os.Getenv(asProgram) == "1" {
		os.Exit(main(os.Args[1:]))
	}
	run = runs
	if err := os.Chdir(folder); err != nil {
		panic(err)
	}
	time.Local = time.UTC // as in all programs that the tests run
	if bin, err := filepath.Abs("testdata/bin"); err == nil {
		_ = os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH")) // of all programs that the tests run
	}
}

// Program returns the real binary with its own folder of data.
func Program(t *testing.T, data, language string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(itself, args...)
	c.Env = []string{
		asProgram + "=1", "TABLEMATE_DATA=" + data, "LANG=" + language, "TERM=xterm-256color", "TZ=UTC",
		"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), Covered(),
	}
	return c
}

// Covered is where a child of a test says what it ran; it would print a warning if it had nowhere to say so.
func Covered() string {
	dir := os.Getenv("GOCOVERDIR")
	if dir == "" {
		dir = os.TempDir()
	}
	return "GOCOVERDIR=" + dir
}
