// Package parlor has what the tests of the whole program share, which stand in package cmd and in the folders of cmd/tests: evenings that
// are played within a process, and the program as one of its own. It knows package cmd only by what it is handed (Opens), since that one's
// tests use it too.
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

	"github.com/tablemate/tablemate/cmd/internal/machine"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/scoring/laws"
)

// Module is what the paths of all packages of the house begin with.
const Module = "github.com/tablemate/tablemate/"

// The codes with which a command ends.
const (
	Done    = 0
	Failed  = 1
	Usage   = 2
	Sheet   = 3
	Stopped = 130
)

// A Home is where whole evenings are played within this process: on plain lines, in
// English, in a folder of its own. Nothing in it depends on the hour, and its chance is
// the same every time. It is not for several goroutines.
type Home struct {
	Dir  string // TABLEMATE_DATA
	Seed uint64
	Vars map[string]string // of the environment besides; nil: none
	Late time.Duration     // what time it is behind Time
}

// Heard is what one command line came to.
type Heard struct {
	Code      int // -1: it panicked
	Out, Errs string
	Crash     string // where and why it panicked
}

// Time stands still: a clock that runs in a home never comes nearer to its end.
var Time = time.Date(2031, 5, 4, 20, 0, 0, 0, time.UTC)

// endless is an output that does not wait for the end of what has none: a program that
// goes round and round and asks nobody is a crash too.
type endless struct {
	bytes.Buffer
	last string
	same int // how often the last was written, one time after the other
}

const (
	mostSame  = 100     // far more than anybody is told one thing without being asked
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

// Run runs one command line with what is typed.
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

// Random returns the same numbers every time.
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

// QuietEnv returns a machine without a terminal, whose games are in a folder.
func QuietEnv(columns int, home string, out, errs io.Writer) machine.Env {
	return machine.Env{
		In: strings.NewReader(""), Out: out, Err: errs, Home: home,
		Size: func() (int, int) { return columns, 24 }, Now: func() time.Time { return time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC) },
		Random: func() uint64 { return 4 }, Getenv: func(string) string { return "" }, Locale: func() string { return "en" },
		Interfaces: func() []phones.Interface { return nil },
	}
}

// Line runs a command line, and returns what it prints.
func Line(columns int, home string, words ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = run(context.Background(), QuietEnv(columns, home, &o, &e), words)
	return o.String(), e.String(), code
}

// Crashed says a panic in one line that is the same wherever and whenever it happens: why,
// without its numbers, and the innermost lines of ours. It is called while it panics.
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

// Check ends a test without something that it needs.
func Check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// OneByOne skips a test in which nothing happens at once under the race detector, where it would only take its time.
func OneByOne(t *testing.T) {
	t.Helper()
	if laws.UnderRace() {
		t.Skip("nothing happens at once in it")
	}
}

// expected are the failures that there may be: nobody sat down, or nobody has to go on.
var expected = []string{"no game is kept yet", "Nobody sits at the table yet", "there is no unfinished game"}

// Fault returns what is wrong about how a command ended; "": nothing. A crash is the same
// whichever command comes upon it.
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

// FirstChange returns the first line that two texts do not share.
func FirstChange(before, after string) string {
	was, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	n := 0
	for n < min(len(was), len(now)) && was[n] == now[n] {
		n++
	}
	line := func(all []string) string { return strings.Join(all[n:min(n+1, len(all))], "") }
	return fmt.Sprintf("line %d was %q, and is %q", n+1, line(was), line(now))
}

// Must returns what is there if nothing goes wrong.
func Must[T any](v T, _ error) T { return v }
