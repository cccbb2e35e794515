package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// After a panic the terminal is in order, since its packages see to that. A sentence says how to come back, and a file
// beside the games says what went wrong.

var (
	itFailed = lang.Msg("cmd.failed", "Something went wrong inside the program, and it has to stop. Everything answered so far is kept.")
	noTrace  = lang.Msg("cmd.no-trace", "What went wrong cannot be written to a file ({why}), so here it is:")
)

// caught turns a panic into an exit code, and says how to come back.
func caught(a *app, v any) int {
	trace := debug.Stack()
	fmt.Fprintln(a.Err, a.voice.Say(problem.With("what", itFailed)))
	if file, err := a.writeTrace(v, trace); err == nil {
		fmt.Fprintln(a.Err, a.voice.Say(play.TraceIsThere.With("file", file)))
	} else {
		fmt.Fprintln(a.Err, a.voice.Say(noTrace.With("why", fault.Why(err))))
		fmt.Fprintf(a.Err, "%v\n%s", v, trace)
	}
	if a.at != nil && a.at.Playing != nil && a.at.Playing.Log.ID() != "" {
		fmt.Fprintln(a.Err, a.voice.Say(play.ComeBack)) // unwrapped: the width may be what failed
		fmt.Fprintln(a.Err, "  "+a.kept.Command("resume", a.at.Playing.Log.ID()))
	}
	return exitFailed
}

func (a *app) writeTrace(v any, trace []byte) (string, error) {
	dir := a.kept.Dir()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	file := filepath.Join(dir, "failed-"+a.Now().Format("20060102-150405")+".txt")
	text := fmt.Sprintf("tablemate %s\n%v\n\n%s", cmdline.Build(debug.ReadBuildInfo()), v, trace)
	return file, os.WriteFile(file, []byte(text), 0o600)
}
