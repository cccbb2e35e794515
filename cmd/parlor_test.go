package cmd

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

	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/scoring/laws"
)

// A parlor is where whole evenings are played within this process: on plain lines, in
// English, in a folder of its own. Nothing in it depends on the hour, and its chance is
// the same every time. It is not for several goroutines.
type parlor struct {
	dir  string // TABLEMATE_DATA
	seed uint64
	vars map[string]string // of the environment besides; nil: none
	late time.Duration     // what time it is behind parlorTime
}

// heard is what one command line came to.
type heard struct {
	code      int // -1: it panicked
	out, errs string
	crash     string // where and why it panicked
}

// parlorTime stands still: a clock that runs in a parlor never comes nearer to its end.
var parlorTime = time.Date(2031, 5, 4, 20, 0, 0, 0, time.UTC)

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

// run runs one command line with what is typed.
func (p *parlor) run(typed string, args ...string) (h heard) {
	var out, errs endless
	defer func() {
		if v := recover(); v != nil {
			h = heard{code: -1, crash: crashed(v)}
		}
	}()
	code := Run(context.Background(), p.env(strings.NewReader(typed), &out, &errs), append([]string{"--plain"}, args...))
	return heard{code: code, out: out.String(), errs: errs.String()}
}

// env returns the machine of a parlor.
func (p *parlor) env(in io.Reader, out, errs io.Writer) Env {
	return Env{
		In: in, Out: out, Err: errs,
		Size: func() (int, int) { return 80, 24 }, Now: func() time.Time { return parlorTime.Add(p.late) },
		Random: p.random, Getenv: p.variable, Locale: func() string { return "en" }, Home: p.dir,
	}
}

func (p *parlor) random() uint64 {
	p.seed = p.seed*6364136223846793005 + 1442695040888963407 // Knuth's
	return p.seed
}

func (p *parlor) variable(name string) string {
	if v, ok := p.vars[name]; ok {
		return v
	}
	return map[string]string{"TABLEMATE_DATA": p.dir, "LANG": "en"}[name]
}

// crashed is a panic in one line that is the same wherever and whenever it happens: why,
// without its numbers, and the innermost lines of ours. It is called while it panics.
func crashed(v any) string {
	var at []string
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for f, more := frames.Next(); len(at) < 3; f, more = frames.Next() {
		if strings.HasPrefix(f.Function, module) && !strings.HasSuffix(f.File, "_test.go") {
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

// check ends a test without something that it needs.
func check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// oneByOne is for a test in which nothing happens at once: under the race detector it would only take its time.
func oneByOne(t *testing.T) {
	t.Helper()
	if laws.UnderRace() {
		t.Skip("nothing happens at once in it")
	}
}

// pastAFile is what a system says of a path that goes through a file; Windows sees no more than that it leads nowhere.
var pastAFile = map[bool]string{true: "there is no such file or folder", false: "it is not a folder"}[runtime.GOOS == "windows"]

// typed is lines as they come from a keyboard.
func typed(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// expected are the failures that there may be: nobody sat down, or nobody has to go on.
var expected = []string{"no game is kept yet", "Nobody sits at the table yet", "there is no unfinished game"}

// fault is what is wrong about how a command ended; "": nothing. A crash is the same
// whichever command comes upon it.
func (h heard) fault(args []string) string {
	if h.crash != "" {
		return "it panics: " + h.crash
	}
	if strings.Contains(h.out, play.CannotGoOn.Other[:40]) {
		return "a conversation makes the program fail"
	}
	if h.code == exitDone || h.code == exitFailed && slices.ContainsFunc(expected, func(e string) bool { return strings.Contains(h.errs, e) }) {
		return ""
	}
	return fmt.Sprintf("%q ends with %d: %s", strings.Join(args, " "), h.code, strings.TrimSpace(h.errs))
}

// firstChange is the first line that two texts do not share.
func firstChange(before, after string) string {
	was, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	n := 0
	for n < min(len(was), len(now)) && was[n] == now[n] {
		n++
	}
	line := func(all []string) string { return strings.Join(all[n:min(n+1, len(all))], "") }
	return fmt.Sprintf("line %d was %q, and is %q", n+1, line(was), line(now))
}
