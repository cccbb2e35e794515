package cmd

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tablemate/tablemate/old/cmd/internal/machine"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

func TestMain(m *testing.M) {
	parlor.Opens(".", Main, Run, Catalogs)
	testscript.Main(laws.InMemory{M: m}, map[string]func(){"tablemate": func() { os.Exit(Main(os.Args[1:])) }})
}

// The scripts are evenings on plain lines: the input, the output, and the exit code. "exits" runs the program in this
// process, with the script's streams, variables and folder; "exec" starts it as a shell does.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	parlor.Check(t, err)
	if laws.UnderRace() { // the others have nothing concurrent
		scripts = []string{"testdata/script/clock.txtar", "testdata/script/evening.txtar", "testdata/script/timer.txtar", "testdata/script/turns.txtar"}
	}
	testscript.RunT(inTurn{t}, testscript.Params{
		Files: scripts, UpdateScripts: ttytest.Update(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("TABLEMATE_DATA", e.WorkDir+"/data")
			e.Setenv("LANG", "en_US.UTF-8")
			e.Setenv("TZ", "UTC")
			e.Values["typed"] = new(string)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"typed": types, "exits": exits, "id": firstID, "cut": cut},
	})
}

// inTurn runs scripts one after the other, since a process has one working directory.
type inTurn struct{ *testing.T }

func (inTurn) Parallel() {}

func (inTurn) Verbose() bool { return testing.Verbose() }

func (t inTurn) Run(name string, script func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { script(inTurn{t}) })
}

// types sets the input of the next command: typed FILE.
func types(ts *testscript.TestScript, _ bool, args []string) {
	*ts.Value("typed").(*string) = ts.ReadFile(args[0])
}

// listedID matches an id at the beginning of a line of CSV.
var listedID = regexp.MustCompile(`(?m)^([a-z]{4,8}),`)

// firstID puts the first listed id into a variable: id GAME.
func firstID(ts *testscript.TestScript, _ bool, args []string) {
	found := listedID.FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("no id is listed")
	}
	ts.Setenv(args[0], found[1])
}

// exits runs a command line that must end with an exit code: exits 3 tablemate score -.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	read := ts.Value("typed").(*string)
	env := Env{
		In: strings.NewReader(*read), Out: ts.Stdout(), Err: ts.Stderr(), Size: func() (int, int) { return 80, 24 },
		Now: time.Now, Random: machine.System().Random, Getenv: ts.Getenv, Locale: machine.System().Locale,
	}
	*read = ""
	back, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	code := Run(context.Background(), env, args[2:])
	ts.Check(os.Chdir(back))
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// cut truncates a file to its first bytes: cut games.db 9000.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}
