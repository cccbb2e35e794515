// Package parlor holds what the tests of the whole program share, in package cmd and the folders of cmd/tests:
// evenings played within a process, and the program as a process of its own. It is handed the parts of package
// cmd that it needs (Opens), since the tests of that package use it too.
package parlor

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/machine"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// Module begins the paths of all packages.
const Module = "github.com/tablemate/tablemate/old/"

// The exit codes of commands.
const (
	Done    = 0
	Failed  = 1
	Usage   = 2
	Sheet   = 3
	Stopped = 130
)

// A Home is where whole evenings are played within this process: on plain lines, in English, in a folder of its
// own. Nothing in it depends on the time of day, and its chance is always the same. It is not safe for
// concurrent use.
type Home struct {
	Dir  string // TABLEMATE_DATA
	Seed uint64
	Vars map[string]string // more environment variables; nil: none
	Late time.Duration     // added to Time
}

// Heard is the result of one command line.
type Heard struct {
	Code      int // -1: it panicked
	Out, Errs string
	Crash     string // where and why it panicked
}

// Time stands still: a clock that runs in a home never gets nearer to its end.
var Time = time.Date(2031, 5, 4, 20, 0, 0, 0, time.UTC)

// endless is an output that panics if there is no end to it: a program that goes round in circles and asks
// nobody counts as crashed.
type endless struct {
	bytes.Buffer
	last string
	same int // how many times in a row the last text was written
}

const (
	mostSame  = 100     // far more than anything is said in a row
	mostHeard = 2 << 20 // bytes; far more than an evening of some hundred lines prints
)

func (e *endless) Write(p []byte) (int, error) {
	if e.same++; e.last != string(p) {
		e.last, e.same = string(p), 1
	}
	if e.same > mostSame || e.Len() > mostHeard {
		panic("it never stops")
	}
	return e.Buffer.Write(p)
}

// Run runs one command line with typed input.
func (p *Home) Run(typed string, args ...string) (h Heard) {
	var out, errs endless
	defer func() {
		if v := recover(); v != nil {
			h = Heard{Code: -1, Crash: Crashed(v)}
		}
	}()
	code := run(context.Background(), p.Env(strings.NewReader(typed), &out, &errs), append([]string{"--plain"}, args...))
	return Heard{Code: code, Out: out.String(), Errs: errs.String()}
}

// Env returns the machine of a home.
func (p *Home) Env(in io.Reader, out, errs io.Writer) machine.Env {
	return machine.Env{
		In: in, Out: out, Err: errs,
		Size: func() (int, int) { return 80, 24 }, Now: func() time.Time { return Time.Add(p.Late) },
		Random: p.Random, Getenv: p.variable, Locale: func() string { return "en" }, Home: p.Dir,
	}
}

// Random returns the same sequence every time.
func (p *Home) Random() uint64 {
	p.Seed = p.Seed*6364136223846793005 + 1442695040888963407 // Knuth's
	return p.Seed
}

func (p *Home) variable(name string) string {
	if v, ok := p.Vars[name]; ok {
		return v
	}
	return map[string]string{"TABLEMATE_DATA": p.Dir, "LANG": "en"}[name]
}

// QuietEnv returns a machine without a terminal, with its games in a folder.
func QuietEnv(columns int, home string, out, errs io.Writer) machine.Env {
	return machine.Env{
		In: strings.NewReader(""), Out: out, Err: errs, Home: home,
		Size: func() (int, int) { return columns, 24 }, Now: func() time.Time { return time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC) },
		Random: func() uint64 { return 4 }, Getenv: func(string) string { return "" }, Locale: func() string { return "en" },
		Interfaces: func() []phones.Interface { return nil },
	}
}

// Line runs a command line, and returns its output.
func Line(columns int, home string, words ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = run(context.Background(), QuietEnv(columns, home, &o, &e), words)
	return o.String(), e.String(), code
}

// Crashed describes a panic in one line that is the same wherever and whenever it happens: its reason without
// numbers, and the innermost lines of this module. It must be called while panicking.
func Crashed(v any) string {
	var at []string
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for f, more := frames.Next(); len(at) < 3; f, more = frames.Next() {
		if strings.HasPrefix(f.Function, Module) && !strings.HasSuffix(f.File, "_test.go") && !strings.Contains(f.Function, "/ttytest/") {
			at = append(at, fmt.Sprintf("%s %s:%d", path.Base(f.Function), path.Base(f.File), f.Line))
		}
		if !more {
			break
		}
	}
	why := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || r == '-' {
			return -1
		}
		return r
	}, fmt.Sprint(v))
	return why + " @ " + strings.Join(at, " < ")
}

// Check ends the test if there is an error.
func Check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// OneByOne skips a test without concurrency under the race detector, where it would only take time.
func OneByOne(t *testing.T) {
	t.Helper()
	if laws.UnderRace() {
		t.Skip("nothing happens at once in it")
	}
}

// expected holds the failures that are allowed.
var expected = []string{"no game is kept yet", "Nobody sits at the table yet", "there is no unfinished game"}

// Fault returns what is wrong about the end of a command, or "". A crash reads the same for any command.
func (h Heard) Fault(args []string) string {
	if h.Crash != "" {
		return "it panics: " + h.Crash
	}
	if strings.Contains(h.Out, play.CannotGoOn.Other[:40]) {
		return "a conversation makes the program fail"
	}
	if h.Code == Done || h.Code == Failed && slices.ContainsFunc(expected, func(e string) bool { return strings.Contains(h.Errs, e) }) {
		return ""
	}
	return fmt.Sprintf("%q ends with %d: %s", strings.Join(args, " "), h.Code, strings.TrimSpace(h.Errs))
}

// FirstChange returns the first line in which two texts differ.
func FirstChange(before, after string) string {
	was, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	n := 0
	for n < min(len(was), len(now)) && was[n] == now[n] {
		n++
	}
	line := func(all []string) string { return strings.Join(all[n:min(n+1, len(all))], "") }
	return fmt.Sprintf("line %d was %q, and is %q", n+1, line(was), line(now))
}

// Must returns a value that a test cannot do without.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
