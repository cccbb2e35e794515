package cmd

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/tablemate/tablemate/cmd/internal/output"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/internal/lang"
)

// Env is all that is impure, built once: the only place that knows the machine.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	Keyboard *os.File // In, where it is a terminal; nil otherwise
	Screen   bool     // Out is a terminal
	Progress bool     // Err is one
	Size     func() (columns, rows int)
	Now      func() time.Time
	Random   func() uint64
	Getenv   func(string) string
	Locale   func() string // what the system speaks, where no variable says so
	Home     string        // the folder for data where nobody names another

	Until func(ctx context.Context, drawn bool) context.Context // a context that ends with a signal, on a terminal that is drawn on or not; nil where none comes

	Owes func(codes string) // told what would put back what stands around a window; nil where nobody would

	Interfaces func() []phones.Interface                           // the ways out of the machine
	Listen     func(network, address string) (net.Listener, error) // for phones

	Browse func(url string) error // opens a page where somebody looks at this machine; nil where nobody does
}

// Main runs the program on this machine and returns its exit code.
func Main(args []string) int {
	cobra.MousetrapHelpText = "" // a double click in a file manager starts the program too
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
		Interfaces: phones.Interfaces, Listen: net.Listen, Browse: browse,
	}
	tidy := func(bool) {}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		var around atomic.Pointer[string]
		env.Owes = func(codes string) { around.Store(&codes) }
		env.Keyboard, tidy = os.Stdin, prompt.Tidy(os.Stdin, os.Stdout, &around)
	}
	env.Screen = term.IsTerminal(int(os.Stdout.Fd()))
	env.Progress = term.IsTerminal(int(os.Stderr.Fd()))
	env.Until = func(ctx context.Context, drawn bool) context.Context {
		ctx, _ = prompt.Until(ctx, func() { tidy(drawn) }) // to the end of the program
		return ctx
	}
	return Run(context.Background(), env, args)
}

// browse opens a page in the browser of this machine. Whoever came over the network, or has no windows, has none here.
func browse(url string) error {
	opener := []string{"setsid", "xdg-open", url} // Ctrl-C here ends no browser
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

// random is a seed that nobody can guess.
func random() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: it would end the program
	return binary.NativeEndian.Uint64(b[:])
}

// language is the language to speak: the flag, else LC_ALL, LC_MESSAGES, LANG, else
// the system's. wish is what --lang says, "" if nothing.
func (e Env) language(wish string) string {
	wishes := []string{wish, e.Getenv("LC_ALL"), e.Getenv("LC_MESSAGES"), e.Getenv("LANG")}
	if strings.Join(wishes, "") == "" {
		wishes = append(wishes, e.Locale())
	}
	return lang.Match(wishes...)
}

// width is how wide a page is: the window, kept between 40 and 200 columns.
func (e Env) width() int {
	columns, _ := e.Size()
	if columns <= 0 {
		columns = 80
	}
	return min(max(columns, 40), 200)
}

// aloud reports whether somebody hears what is printed: a screen reader (ACCESSIBLE=1).
func (e Env) aloud() bool {
	said := e.Getenv("ACCESSIBLE")
	return said != "" && said != "0" && said != "false"
}

// dumb reports whether the terminal knows no codes: TERM says so, or nothing where it always says something.
func (e Env) dumb() bool {
	term := e.Getenv("TERM")
	return term == "dumb" || term == "" && runtime.GOOS != "windows"
}

// asciiOnly reports whether nothing but ASCII can be shown.
func (e Env) asciiOnly() bool { return output.LocaleOf(e.Getenv).OnlyASCII() }
