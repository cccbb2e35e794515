package cmd

import (
	"context"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// Days in scripts and documents are those of UTC, wherever the tests run.
func init() { time.Local = time.UTC }

// The scripts are command lines with their output and exit codes, run in this process.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TABLEMATE_DATA", e.WorkDir+"/data")
			e.Setenv("LANG", "en_US.UTF-8")
			e.Setenv("TERM", "xterm")
			e.Values["typed"] = new(string)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"typed": types, "exits": exits, "keep": keep, "damage": damage, "window": opens},
	})
}

// types sets the input of the next command: typed FILE.
func types(ts *testscript.TestScript, _ bool, args []string) {
	*ts.Value("typed").(*string) = ts.ReadFile(args[0])
}

// exits runs a command line that must end with an exit code: exits 3 tablemate score -. Files are named by their paths
// from the script's folder on.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	typed := ts.Value("typed").(*string)
	env := environment(strings.NewReader(*typed), ts.Stdout(), ts.Stderr())
	env.Getenv = ts.Getenv
	*typed = ""
	line := args[2:]
	for i, arg := range line {
		if strings.TrimSpace(arg) == "" { // Windows takes the name “ ” for the folder
			continue
		}
		if _, err := os.Stat(ts.MkAbs(arg)); err == nil {
			line[i] = ts.MkAbs(arg)
		}
	}
	if code := Run(context.Background(), env, line); code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// environment returns a machine without a terminal or variables.
func environment(in io.Reader, out, err io.Writer) Env {
	return Env{
		In: in, Out: out, Err: err, Size: func() (int, int) { return 0, 0 }, Now: time.Now, Random: func() uint64 { return 1 },
		Getenv: func(string) string { return "" }, Locale: func() string { return "" }, Awake: func(string) func() { return func() {} },
	}
}

// keep keeps a game with an ID, from a score sheet: keep kobe sheet.yaml.
func keep(ts *testscript.TestScript, _ bool, args []string) {
	sheet, err := scoring.ReadSheet(shelf.Find, []byte(ts.ReadFile(args[1])))
	ts.Check(err)
	f := store.Folder{Data: ts.Getenv("TABLEMATE_DATA")}
	at := time.Date(2026, 11, 22, 20, 30, 0, 0, time.Local)
	now := func() time.Time { at = at.Add(time.Minute); return at }
	s, err := session.Create(f.Game(args[0]), shelf.Find, session.Head{ID: args[0], GameID: sheet.Game.ID, Seed: 1}, now)
	ts.Check(err)
	ts.Check(s.Do(sheet.Table))
	for _, e := range sheet.Events {
		ts.Check(s.Do(e))
	}
	if len(args) > 2 { // the last event was undone
		ts.Check(s.Undo())
	}
	ts.Check(s.Close())
}

// damage changes a byte near the end of a kept game.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	path := filepath.Join(ts.Getenv("TABLEMATE_DATA"), "games", args[0]+".jsonl")
	raw := []byte(ts.ReadFile(path))
	raw[len(raw)-40] ^= 1
	ts.Check(os.WriteFile(path, raw, 0o600))
}

// opens opens a kept game in another window until the script ends: window kobe.
func opens(ts *testscript.TestScript, _ bool, args []string) {
	f := store.Folder{Data: ts.Getenv("TABLEMATE_DATA")}
	s, err := session.Open(f.Game(args[0]), shelf.Find, time.Now)
	ts.Check(err)
	ts.Defer(func() { _ = s.Close() })
}

// Every question of a shell has an answer, and nothing but that.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"":                             "play\tBegins",
		"setup ":                       "dixit\tDixit",
		"setup dixit --mode ":          "party",
		"play v":                       "versus\tVersus",
		"play my":                      "json\nyaml\nyml\n:8",
		"rules ./o":                    "json\nyaml\nyml\n:8",
		"setup my":                     "json\nyaml\nyml\n:8",
		"shelf show ~/":                "json\nyaml\nyml\n:8",
		"stats --game my":              "json\nyaml\nyml\n:8",
		"play dixit ":                  ":4",
		"setup d":                      "dixit\tDixit",
		"games --most ":                ":4",
		"play --addr ":                 "192.168.1.5",
		"score --format j":             "json",
		"--lang p":                     "pt-BR",
		"score --lang pt-BR --format ": "table",
	} {
		var out strings.Builder
		env := environment(strings.NewReader(""), &out, &out)
		env.Addresses = func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.1.5")} }
		words := append([]string{"__complete"}, strings.Split(line, " ")...)
		if code := Run(context.Background(), env, words); code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%q: exit code %d, no %q in\n%s", line, code, want, out.String())
		}
	}
}

// While a clock runs alone, the machine is kept awake, and no longer.
func TestTimerKeepsAwake(t *testing.T) {
	for _, line := range []string{"timer 1s", "timer 10m --turns Ana,Bia"} {
		var out, story strings.Builder
		env := environment(strings.NewReader(""), &out, &out)
		env.Awake = func(string) func() {
			story.WriteString("held ")
			return func() { story.WriteString("released") }
		}
		Run(context.Background(), env, append(strings.Fields(line), "--data", t.TempDir()))
		if got := story.String(); got != "held released" {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// A result that cannot be printed is not done.
func TestOutputThatCannotBeWritten(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, line := range []string{"--help", "--version", "rules", "setup dixit --players 6", "setup versus --players 3 --format json", "play dixit", "timer 1s"} {
		var said strings.Builder
		env := environment(strings.NewReader(""), full, &said)
		env.Home = t.TempDir()
		if code := Run(context.Background(), env, strings.Fields(line)); code != 1 || !strings.Contains(said.String(), "the disk is full") {
			t.Errorf("%s: exit code %d, %s", line, code, said.String())
		}
	}
}
