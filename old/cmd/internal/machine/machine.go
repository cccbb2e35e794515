// Package machine gathers everything impure in one value: streams, clocks, chance, the window, environment variables, the
// network. No other package touches the machine, and a test replaces it.
package machine

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/awake"
	"github.com/tablemate/tablemate/old/cmd/internal/output"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// An Env is the machine that a run of the program sees.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	Keyboard *os.File // In if it is a terminal, else nil
	Screen   bool     // Out is a terminal
	Progress bool     // Err is a terminal
	Size     func() (columns, rows int)
	Now      func() time.Time
	Random   func() uint64
	Getenv   func(string) string
	Locale   func() string // the language of the system, for when no variable says
	Home     string        // the default folder for data

	Until func(ctx context.Context, drawn bool) context.Context // returns a context that ends with a signal, on a terminal that is drawn on or not; nil if no signal can come

	Interfaces func() []phones.Interface                           // network interfaces
	Listen     func(network, address string) (net.Listener, error) // for phones

	Awake awake.Hold // keeps the machine awake; nil if nobody may

	Browse func(url string) error // opens a page in the browser of a person at this machine; nil if there is none
}

// Language returns the language to speak: wish (the value of --lang, or ""), else LC_ALL, LC_MESSAGES or LANG, else the
// system's.
func (e Env) Language(wish string) string {
	wishes := []string{wish, e.Getenv("LC_ALL"), e.Getenv("LC_MESSAGES"), e.Getenv("LANG")}
	if strings.Join(wishes, "") == "" {
		wishes = append(wishes, e.Locale())
	}
	return lang.Match(wishes...)
}

// Width returns the width of the window, clamped to 40 to 200 columns.
func (e Env) Width() int {
	columns, _ := e.Size()
	if columns <= 0 {
		columns = 80
	}
	return min(max(columns, 40), 200)
}

// Aloud reports whether a screen reader is listening (ACCESSIBLE=1).
func (e Env) Aloud() bool {
	said := e.Getenv("ACCESSIBLE")
	return said != "" && said != "0" && said != "false"
}

// Dumb reports whether the terminal understands no escape codes: TERM is dumb, or empty where it never should be.
func (e Env) Dumb() bool {
	term := e.Getenv("TERM")
	return term == "dumb" || term == "" && runtime.GOOS != "windows"
}

// ASCIIOnly reports whether only ASCII can be shown.
func (e Env) ASCIIOnly() bool { return output.LocaleOf(e.Getenv).OnlyASCII() }

// Homely returns the default folder for games, with ~ for the home folder.
func (e Env) Homely() string {
	if e.Home == "" {
		return ""
	}
	mine := e.Getenv("HOME")
	if rest, ok := strings.CutPrefix(e.Home, mine+string(filepath.Separator)); ok && mine != "" {
		return filepath.Join("~", rest)
	}
	return e.Home
}
