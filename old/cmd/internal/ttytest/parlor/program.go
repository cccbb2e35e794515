package parlor

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/machine"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// run and catalogs are cmd.Run and cmd.Catalogs.
var (
	run      func(context.Context, machine.Env, []string) int
	catalogs func() []lang.Catalog
)

// asProgram in the environment turns a test binary into the program that it tests.
const asProgram = "TABLEMATE_AS_PROGRAM"

// itself is the path of this test binary.
var itself, _ = os.Executable()

// Main runs the tests of a folder of cmd/tests in the folder of package cmd, where their files are.
func Main(m *testing.M, main func([]string) int, runs func(context.Context, machine.Env, []string) int, says func() []lang.Catalog) {
	Opens(filepath.Join("..", ".."), main, runs, says)
	laws.InMemory{M: m}.Run()
}

// Opens takes the folder of package cmd, its Main, its Run and its Catalogs, before any test runs. A process
// started by Program or PlainProgram ends here, as the program.
func Opens(folder string, main func([]string) int, runs func(context.Context, machine.Env, []string) int, says func() []lang.Catalog) {
	keyboard.Burst = 0 // tests need no time to read
	if os.Getenv(asProgram) == "1" {
		os.Exit(main(os.Args[1:]))
	}
	run, catalogs = runs, says
	if err := os.Chdir(folder); err != nil {
		panic(err)
	}
	time.Local = time.UTC // as in all programs that the tests run
	if bin, err := filepath.Abs("testdata/bin"); err == nil {
		_ = os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH")) // for all programs that the tests run
	}
}

// Program returns the real program with a data folder of its own.
func Program(t *testing.T, data, language string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(itself, args...)
	c.Env = []string{
		asProgram + "=1", "TABLEMATE_DATA=" + data, "LANG=" + language, "TERM=xterm-256color", "TZ=UTC",
		"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), Covered(),
	}
	return c
}

// PlainProgram returns the real program on pipes.
func PlainProgram(data string, args ...string) *exec.Cmd {
	c := exec.Command(itself, args...)
	c.Env = append(os.Environ(), asProgram+"=1", "TABLEMATE_DATA="+data, "HOME="+data, "XDG_DATA_HOME="+data, "LC_ALL=en_US.UTF-8", Covered())
	return c
}

// Talks starts a program, and returns its input and output.
func Talks(t *testing.T, c *exec.Cmd) (io.Writer, *bufio.Reader) {
	t.Helper()
	in, err := c.StdinPipe()
	Check(t, err)
	out, err := c.StdoutPipe()
	Check(t, err)
	Check(t, c.Start())
	return in, bufio.NewReader(out)
}

// Covered tells a child process where to write its coverage; without a place it would print a warning.
func Covered() string {
	dir := os.Getenv("GOCOVERDIR")
	if dir == "" {
		dir = os.TempDir()
	}
	return "GOCOVERDIR=" + dir
}
