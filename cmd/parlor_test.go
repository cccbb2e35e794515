package cmd

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"runtime"
	"strings"
	"time"
)

// A parlor is where whole evenings are played within this process: on plain lines, in
// English, in a folder of its own. Nothing in it depends on the hour, and its chance is
// the same every time. It is not for several goroutines.
type parlor struct {
	dir  string // TABLEMATE_DATA
	seed uint64
	vars map[string]string // of the environment besides; nil: none
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
	env := Env{
		In: strings.NewReader(typed), Out: &out, Err: &errs,
		Size: func() (int, int) { return 80, 24 }, Now: func() time.Time { return parlorTime },
		Random: p.random, Getenv: p.variable, Locale: func() string { return "en" }, Home: p.dir,
	}
	code := Run(context.Background(), env, append([]string{"--plain"}, args...))
	return heard{code: code, out: out.String(), errs: errs.String()}
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
