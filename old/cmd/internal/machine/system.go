package machine

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/adrg/xdg"
	"golang.org/x/term"

	"github.com/tablemate/tablemate/old/cmd/internal/awake"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
)

// System returns the machine that the program was started on.
func System() Env {
	env := Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Size: func() (int, int) {
			columns, rows, err := term.GetSize(int(os.Stdout.Fd()))
			if err != nil {
				return 80, 24
			}
			return columns, rows
		},
		Now: time.Now, Random: random, Getenv: os.Getenv, Locale: systemLocale,
		Home:       filepath.Join(xdg.DataHome, "tablemate"),
		Interfaces: phones.Interfaces, Listen: net.Listen, Browse: browse, Awake: awake.System,
	}
	tidy := func(bool) {}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		env.Keyboard, tidy = os.Stdin, prompt.Tidy(os.Stdin, os.Stdout)
	}
	env.Screen = term.IsTerminal(int(os.Stdout.Fd()))
	env.Progress = term.IsTerminal(int(os.Stderr.Fd()))
	env.Until = func(ctx context.Context, drawn bool) context.Context {
		ctx, _ = prompt.Until(ctx, func() { tidy(drawn) }) // lasts to the end of the program
		return ctx
	}
	return env
}

// browse opens a page in the browser of this machine. There is none for a person who came over the network, or without a
// graphical desktop.
func browse(url string) error {
	opener := []string{"setsid", "xdg-open", url} // in its own session, so that Ctrl-C here does not end the browser
	switch runtime.GOOS {
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	case "darwin":
		opener = []string{"open", url}
	default:
		if os.Getenv("DISPLAY")+os.Getenv("WAYLAND_DISPLAY") == "" {
			return exec.ErrNotFound
		}
	}
	if os.Getenv("SSH_CONNECTION") != "" {
		return exec.ErrNotFound
	}
	return exec.Command(opener[0], opener[1:]...).Start()
}

// random returns a seed that nobody can guess.
func random() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never returns an error: the runtime would crash first
	return binary.NativeEndian.Uint64(b[:])
}
