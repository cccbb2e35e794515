// Package machine is all that is impure, as one value: the streams, the clocks, chance, the window, the variables, the network. Nothing
// else of the program names the machine, and a test gives it another one.
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

	"github.com/tablemate/tablemate/cmd/internal/awake"
	"github.com/tablemate/tablemate/cmd/internal/output"
	"github.com/tablemate/tablemate/cmd/internal/phones"
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

	Interfaces func() []phones.Interface                           // the ways out of the machine
	Listen     func(network, address string) (net.Listener, error) // for phones

	Awake awake.Hold // keeps the machine from falling asleep; nil where nobody may

	Browse func(url string) error // opens a page where somebody looks at this machine; nil where nobody does
}

// Language returns the language to speak: the flag, else LC_ALL, LC_MESSAGES, LANG, else
// the system's. wish is what --lang says, "" if nothing.
func (e Env) Language(wish string) string {
	wishes := []string{wish, e.Getenv("LC_ALL"), e.Getenv("LC_MESSAGES"), e.Getenv("LANG")}
	if strings.Join(wishes, "") == "" {
		wishes = append(wishes, e.Locale())
	}
	return lang.Match(wishes...)
}

// Width returns how wide a page is: the window, kept between 40 and 200 columns.
func (e Env) Width() int {
	columns, _ := e.Size()
	if columns <= 0 {
		columns = 80
	}
	return min(max(columns, 40), 200)
}

// Aloud reports whether somebody hears what is printed: a screen reader (ACCESSIBLE=1).
func (e Env) Aloud() bool {
	said := e.Getenv("ACCESSIBLE")
	return said != "" && said != "0" && said != "false"
}

// Dumb reports whether the terminal knows no codes: TERM says so, or nothing where it always says something.
func (e Env) Dumb() bool {
	term := e.Getenv("TERM")
	return term == "dumb" || term == "" && runtime.GOOS != "windows"
}

// ASCIIOnly reports whether nothing but ASCII can be shown.
func (e Env) ASCIIOnly() bool { return output.LocaleOf(e.Getenv).OnlyASCII() }

// Homely returns the folder where games are kept if nobody names another, as people write it.
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
