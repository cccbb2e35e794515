// Package machine gathers everything impure in one value that a test replaces: streams, the window, clocks, chance,
// environment variables, where folders are, the network. Beside it, store touches the disk, tty keys and signals, and
// phones the network.
package machine

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	"golang.org/x/term"

	"github.com/tablemate/tablemate/internal/lang"
)

// An Env is the machine that a run of the program sees.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	Keyboard *os.File // In if it is a terminal, else nil
	Screen   bool     // Out is a terminal
	Size     func() (columns, rows int)
	Now      func() time.Time
	Random   func() uint64
	Getenv   func(string) string
	Locale   func() string // the language of the system, for when no variable says; "" if it does not either
	Home     string        // the folder for data, if nobody says another; "" if there is none
	Cache    string        // the folder for files that can be made again
	Build    string        // tells this very executable from any other
	Program  string        // how the program was started, as a command line says it
	Awake    func(why string) (release func())

	Addresses func() []netip.Addr   // where phones may reach this machine, likeliest first
	Holds     func(netip.Addr) bool // whether an address is this machine's now, reached or not
	Listen    func(network, address string) (net.Listener, error)
}

// System returns the machine that the program was started on.
func System() Env {
	e := Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Screen: term.IsTerminal(int(os.Stdout.Fd())),
		Size: func() (columns, rows int) {
			// Where there is no window, the error leaves both at 0.
			columns, rows, _ = term.GetSize(int(os.Stdout.Fd()))
			return columns, rows
		},
		Now: time.Now, Random: random, Getenv: os.Getenv, Locale: systemLocale, Awake: Awake, Addresses: addresses, Holds: holds, Listen: net.Listen,
		Home: below(xdg.DataHome, "XDG_DATA_HOME"), Cache: below(xdg.CacheHome, "XDG_CACHE_HOME"),
		Build: build(), Program: program(os.Executable()),
	}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		e.Keyboard = os.Stdin
	}
	return e
}

// homeVariable names the variable that holds the user's home folder.
var homeVariable = map[bool]string{true: "USERPROFILE", false: "HOME"}[runtime.GOOS == "windows"]

// below returns the program's folder below one of the system's for this user. It returns "" if that hangs on a home folder
// that no variable names by a whole path: it would lie at the root of the disk, or wherever the program was started.
func below(dir, variable string) string {
	if runtime.GOOS != "windows" && !filepath.IsAbs(os.Getenv(homeVariable)) && !filepath.IsAbs(os.Getenv(variable)) {
		return ""
	}
	return filepath.Join(dir, "tablemate")
}

// program returns how a command line starts the executable at a path: by its name, or with go run where the Go toolchain
// built it into a folder that is gone afterwards.
func program(executable string, err error) string {
	parts := strings.Split(filepath.ToSlash(executable), "/")
	built := slices.ContainsFunc(parts, func(dir string) bool { return strings.HasPrefix(dir, "go-build") })
	if n := len(parts); err == nil && built && n > 1 && parts[n-2] == "exe" {
		return "go run ./cmd/tablemate"
	}
	return "tablemate"
}

// random returns a number that nobody can guess.
func random() uint64 {
	var b [8]byte
	// Read never returns an error: the runtime would crash first.
	_, _ = rand.Read(b[:])
	return binary.NativeEndian.Uint64(b[:])
}

// Errors of Data.
var (
	ErrNoHome    = errors.New("the user has no home folder")
	ErrOtherHome = errors.New("the home folder of somebody else")
)

// Data returns the folder for games: wish (the value of --data, or ""), else TABLEMATE_DATA, else Home. A shell leaves ~
// alone behind a “=”, and in a file of variables: it is the user's home folder here too. That of another user is not
// guessed. A path that no system would take is an error of the system.
func (e Env) Data(wish string) (string, error) {
	dir := cmp.Or(wish, e.Getenv("TABLEMATE_DATA"))
	if dir == "" {
		if e.Home == "" {
			return "", ErrNoHome
		}
		return e.Home, nil
	}
	if whose, rest, _ := strings.Cut(filepath.ToSlash(dir), "/"); strings.HasPrefix(whose, "~") {
		home := e.Getenv(homeVariable)
		switch {
		case whose != "~":
			return "", ErrOtherHome
		case !filepath.IsAbs(home):
			return "", ErrNoHome
		}
		dir = filepath.Join(home, filepath.FromSlash(rest))
	}
	if _, err := os.Lstat(dir); errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.EINVAL) {
		return "", err
	}
	return dir, nil
}

// Language returns the language to speak: wish (the value of --lang, or ""), else that of the variables, else the
// system. LANGUAGE is a list, and counts where another variable names a language.
func (e Env) Language(wish string) lang.Lang {
	said := cmp.Or(e.Getenv("LC_ALL"), e.Getenv("LC_MESSAGES"), e.Getenv("LANG"))
	if base, _, _ := strings.Cut(said, "."); wish == "" && base != "" && base != "C" && base != "POSIX" {
		for w := range strings.SplitSeq(e.Getenv("LANGUAGE"), ":") {
			if l, known := lang.Known(w); known {
				return l
			}
		}
	}
	if wish == "" && said == "" {
		said = e.Locale()
	}
	return lang.Match(wish, said)
}

// Width returns the columns of the window, from 40 to 200; 80 if there is none.
func (e Env) Width() int {
	columns, _ := e.Size()
	if columns <= 0 {
		columns = 80
	}
	return min(max(columns, 40), 200)
}

// Plain reports whether sentences take the place of tables and pictures: the line asks for them (wished), a screen reader
// listens, or the terminal understands no codes. A pipe that no variable speaks of has tables all the same, since a file
// or a program is behind it; but somebody who plays through a pipe hears.
func (e Env) Plain(wished, playing bool) bool {
	speaks := !slices.Contains([]string{"", "0", "false"}, e.Getenv("ACCESSIBLE"))
	kind := e.Getenv("TERM")
	deaf := kind == "dumb" || kind == "" && e.Screen && runtime.GOOS != "windows"
	return wished || speaks || deaf || playing && !e.Screen
}

// Color reports whether colors are wanted. plain: the line asks for sentences.
func (e Env) Color(plain bool) bool {
	return e.Screen && e.Getenv("NO_COLOR") == "" && !e.Plain(plain, false)
}

// Few reports whether a terminal has no more than sixteen colors, as far as it says.
func (e Env) Few() bool {
	return runtime.GOOS != "windows" && e.Getenv("COLORTERM") == "" && !strings.Contains(e.Getenv("TERM"), "256")
}

// An Output keeps the first error, as most printing ignores errors.
type Output struct {
	To  io.Writer
	Err error
}

// Write writes until there was an error.
func (o *Output) Write(b []byte) (n int, err error) {
	if o.Err == nil {
		n, o.Err = o.To.Write(b)
	}
	return n, o.Err
}
