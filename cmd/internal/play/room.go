// Package play is an evening at the table: the start menu, choosing and seating, the loop of a game, its menu, and
// corrections. Every wish of the table unwinds to the loop of the evening, and the question under way comes back from
// the disk.
package play

import (
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A Room is where evenings take place: the keyboard and the phones, the games that may be played, and the folder that
// keeps them. It is the asker of questions that belong to no game.
type Room struct {
	Lang    lang.Lang
	Keys    tty.Keyboard // the laptop's
	Print   report.Printer
	Folder  store.Folder
	Cache   string // folder for files that can be made again
	Build   string // of the program, as history.Games has it
	Games   []scoring.Game
	Find    scoring.Find
	Now     func() time.Time
	Seed    func() uint64
	Score   func(file string) (scoring.Game, scoring.State, error) // scores the sheet in a file
	Awake   func(why string) (release func())                      // keeps the machine from falling asleep
	Command func(words ...string) string                           // a command line that can be copied
	Shelve  func(t setup.Table, name string) (scoring.Game, error) // puts the rules of a score pad on the shelf

	shared *phones.Both // asks the keyboard and the phones; nil without phones
	shares []string     // the flags with which phones came in
	direct bool         // the command line chose the game: before its first question lies nothing
	told   int          // how many sentences and reports were shown
}

// Share lets phones in beside the keyboard, as flags of the command line say. Options about secrecy then begin with the
// choice that keeps secrets, if the table does not say otherwise.
func (r *Room) Share(h *phones.Hub, flags ...string) {
	find := r.Find
	r.shares = flags
	r.Keys.Skip(func() { h.SkipReveal() })
	r.shared = &phones.Both{Keyboard: r.Keys, Hub: h, Lang: r.Lang, Code: func() { r.showCode(h) }}
	r.Find = func(id string, file *sheet.Value) (scoring.Game, error) {
		g, err := find(id, file)
		g.Options = slices.Concat(g.Options, g.Phones)
		for i, o := range g.Options {
			if o.Secret {
				g.Options[i].Values = func(t setup.Table) []setup.Value {
					values := slices.Clone(o.Values(t))
					slices.Reverse(values)
					return values
				}
			}
		}
		return g, err
	}
}

// showCode shows the code and the addresses for phones and the board.
func (r *Room) showCode(h *phones.Hub) {
	if !r.Print.Plain {
		r.Keys.Say(strings.TrimRight(reach.Picture(h.Address(), r.Print.Color), "\n"))
	}
	r.sayAddress(h)
}

// sayAddress says where phones come in, and that the menu has other addresses if there are any.
func (r *Room) sayAddress(h *phones.Hub) {
	r.say(lang.T("Phones come in at {address}").With("address", h.Address()))
	r.say(lang.T("The board for a large screen: {address}").With("address", h.Address()+"/board"))
	if len(h.Others()) > 0 {
		r.say(lang.T("This computer is in several networks: ? f shows the code of the next one."))
	}
}

// asker returns the asker of questions beside a game: the keyboard, and with phones the scorekeeper's too.
func (r *Room) asker() ask.Asker {
	if r.shared != nil {
		return r.shared
	}
	return r.Keys
}

// Put asks the table apart from any game. There is no menu there: its sign has the question asked once more, and its word
// for leaving, like the wish to go on, is errLeft.
func (r *Room) Put(g ask.Group, got ask.Got) error {
	g.NoMenu = true
	for {
		err := r.asker().Put(g, got)
		switch to, _ := follow(err); {
		case to == goesOn, to == opensMenu && isLeave(r.Lang, wordOf(err)):
			return errLeft
		case to != opensMenu:
			return err
		}
	}
}

// isLeave reports whether a word is the menu's for leaving, in a language or in English, or its letter.
func isLeave(l lang.Lang, word string) bool {
	word = lang.Plain(word)
	if word == leaveKey {
		return true
	}
	leave := []string{leaveWord, lang.Plain(l.Say(lang.T("Leave")))}
	return len(word) > 1 && slices.ContainsFunc(leave, func(w string) bool { return strings.HasPrefix(w, word) })
}

// The word and the letter of the menu for leaving.
const (
	leaveWord = "leave"
	leaveKey  = "q"
)

// ask asks one question apart from any game.
func (r *Room) ask(q ask.Question, check func(ask.Value) error, notes ...lang.Text) (ask.Value, error) {
	return ask.Put(r, q, check, notes...)
}

// sure asks a question whose answer is yes; anything else is ask.Back.
func (r *Room) sure(text lang.Text, notes ...lang.Text) error {
	v, err := r.ask(ask.Question{Text: text, Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil, notes...)
	if err == nil && v.Line != setup.Yes {
		err = ask.Back
	}
	return err
}

// say prints a sentence.
func (r *Room) say(t lang.Text) {
	r.told++
	r.Keys.Say(r.Lang.Say(t))
}

// show prints a report, as it fits the window.
func (r *Room) show(d report.Doc) {
	r.told++
	r.Keys.Show(func(columns int) string {
		p := r.Print
		p.Width = columns - 1
		return p.Text(d)
	})
}

// notDone says why something was not done.
func (r *Room) notDone(why error) {
	r.say(lang.T("Not done: {why}").With("why", lang.Literal(fault.Aloud(r.Lang, why))))
}

// standings prints the points of a game, and how far its end is.
func (r *Room) standings(g scoring.Game, st scoring.State) { r.show(results.Standings(r.Lang, g, st)) }

// games looks into the games that are kept.
func (r *Room) games() history.Games {
	return history.Games{Folder: r.Folder, Cache: r.Cache, Build: r.Build, Find: r.Find, Lang: r.Lang, Now: r.Now}
}

// kept returns the games that are kept.
func (r *Room) kept() history.Listing {
	l, err := r.games().Look()
	if err != nil {
		l.Broken = append(l.Broken, err)
	}
	return l
}
