package cmd

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/intake"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// Progress is a single line, appears only if the work takes long, and is gone at the end.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := parlor.Time
	machine := func(term, accessible string) func(string) string {
		return func(name string) string { return map[string]string{"TERM": term, "ACCESSIBLE": accessible}[name] }
	}
	a := &app{Env: Env{Err: &out, Progress: true, Now: func() time.Time { return now }, Size: func() (int, int) { return 40, 24 }, Getenv: machine("xterm", "")}, voice: parlor.Voices()[1]}
	line, read := a.progress(), 0
	reading := func() string { return a.voice.Say((&intake.Intake{In: read}).Reading()) }
	for range 30 {
		now = now.Add(50 * time.Millisecond)
		read += 999
		line.Show(reading)
	}
	line.Clear()
	drawn := strings.Split(out.String(), "\r")
	if want := "19.980 súmulas lidas"; drawn[0] != want || len(drawn) != 13 || drawn[1] != strings.Repeat(" ", 20) || drawn[12] != "" {
		t.Errorf("%d %q", len(drawn), drawn)
	}
	dumb, aloud := a.Env, a.Env
	dumb.Getenv, aloud.Getenv = machine("dumb", ""), machine("xterm", "1")
	for _, quiet := range []*app{{Env: a.Env, plain: true}, {Env: dumb}, {Env: aloud}, {Env: Env{Err: &out, Now: a.Now, Size: a.Size, Getenv: a.Getenv}}} {
		quiet.voice = a.voice
		out.Reset()
		line := quiet.progress()
		now = now.Add(time.Minute)
		line.Show(reading)
		line.Clear()
		if out.Len() > 0 {
			t.Errorf("%q", out.String())
		}
	}
}
