// Package play is an evening at the table: the start menu, choosing and seating, the loop of a game, its menu, and
// corrections. Whatever the table wants unwinds to the loop of the evening, and the question under way comes back from
// the disk.
package play

import (
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A Setting is what an evening is given: the keyboard, and where games are kept.
type Setting struct {
	Lang    lang.Lang
	Keys    tty.Keyboard
	Print   report.Printer
	Folder  store.Folder
	Cache   string // folder for what can be made again
	Build   string // of the program, as history.Games has it
	Games   []scoring.Game
	Find    scoring.Find
	Now     func() time.Time
	Seed    func() uint64
	Score   func(file string) (scoring.Game, scoring.State, error) // scores the sheet in a file
	Awake   func(why string) (release func())                      // keeps the machine from falling asleep
	Command func(words ...string) string                           // a command line that can be copied
	Shelve  func(t setup.Table, name string) (scoring.Game, error) // puts the rules of a score pad on the shelf
}

// A Wish is what the command line says about a game to begin.
type Wish struct {
	Game      string // its ID; "": the table chooses
	Again     bool   // once more the game finished last, or the last Game
	Next      bool   // with Again: the next person begins, without a question
	ScoreOnly bool   // it was played already
}

// errLeft means that the table left by a menu.
var errLeft = errors.New("play: the table left")

// left returns the error of a run that is over.
func left(err error) error {
	switch err {
	case errLeft, ask.Back, ask.Now:
		return nil
	}
	return err
}

// Play begins a game. It returns nil when the table left by the menu, and ask.Leave after Ctrl-C and at the end of the
// input. So do Menu and Resume.
func (s Setting) Play(ctx context.Context, w Wish) error {
	if w.Again {
		kept, _ := s.kept() // what cannot be read was not finished here
		p, err := s.again(w, kept)
		if err != nil {
			return err
		}
		return left(s.play(ctx, p))
	}
	return left(s.begin(ctx, w.Game, w.ScoreOnly))
}

// Resume goes on with a game: by its ID or the beginning of it, or the latest, unfinished ones before all others. Of the
// latest it passes over those that cannot be read, and says so.
func (s Setting) Resume(ctx context.Context, word string) error {
	if word == "" {
		word = s.latest()
	}
	id, err := s.Folder.Find(word)
	if err != nil {
		return err
	}
	return left(s.play(ctx, plan{id: id}))
}

// latest returns the ID of the game to go on with if nobody says which; "" if there is none. What cannot be read is said.
func (s Setting) latest() string {
	kept, broken := s.kept()
	for _, err := range broken {
		s.Keys.Say(fault.Said(s.Lang, err))
	}
	if len(kept) == 0 {
		return ""
	}
	open := slices.IndexFunc(kept, func(g history.Row) bool { return g.Waits })
	return kept[max(open, 0)].ID
}

// A plan is a game to begin, or to go on with.
type plan struct {
	id     string       // of a game that is kept; "": a new one
	game   scoring.Game // of a new one, as all that follows
	was    setup.Table  // suggested
	after  string       // ID of the game before it at this table
	atOnce bool         // the table is as suggested, without a question
}

// play plays games, one after the other, until the table leaves. The error is ask.Back if it did not begin the first.
func (s Setting) play(ctx context.Context, p plan) error {
	for {
		e, err := s.evening(ctx, p)
		if err != nil {
			return err
		}
		err = e.Run()
		next := e.finish.next
		if closed := e.close(); closed != nil {
			return closed
		}
		switch {
		case err == errNext && next.game.ID == "":
			next, err = s.other(next)
			if err != nil {
				return err
			}
		case err == ask.Back && p.after != "": // the rematch was not begun
			next = plan{id: p.after}
		case err != errNext:
			return err
		}
		p = next
	}
}

// other returns the plan of another game that the table chooses, for the same people; of the one before if it goes back.
func (s Setting) other(p plan) (plan, error) {
	g, err := s.choose("")
	if err == ask.Back {
		return plan{id: p.after}, nil
	}
	t := s.lastTable(g)
	if !slices.Equal(t.Players, p.was.Players) {
		t.Players, t.First, t.Teams = p.was.Players, "", nil
	}
	p.game, p.was = g, t
	return p, err
}

// evening opens the game of a plan.
func (s Setting) evening(ctx context.Context, p plan) (*Evening, error) {
	if p.id != "" {
		g, err := s.open(p.id)
		if err != nil {
			return nil, err
		}
		e := newEvening(ctx, &match{s, g}, setup.Table{})
		e.greet()
		e.greetPhones()
		return e, nil
	}
	g, err := s.create(p)
	if err != nil {
		return nil, err
	}
	e := newEvening(ctx, &match{s, g}, p.was)
	if p.atOnce {
		if err := g.Do(p.was); err != nil && !fault.Is(err) { // who does not fit is asked about
			return nil, err
		}
		e.greetPhones()
	}
	return e, nil
}

// create makes the file of a new game.
func (s Setting) create(p plan) (*session.Session, error) {
	chance := rand.New(rand.NewPCG(s.Seed(), s.Seed()))
	for {
		id := s.Folder.NewID(chance.IntN)
		h := session.Head{ID: id, GameID: p.game.ID, Seed: s.Seed(), File: p.game.File, After: p.after}
		g, err := session.Create(s.Folder.Game(id), s.Find, h, s.Now)
		if !errors.Is(err, fs.ErrExist) {
			return g, err
		}
	}
}

// open opens a game to go on with. Of a damaged one the table decides.
func (s Setting) open(id string) (*session.Session, error) {
	path := s.Folder.Where(id)
	g, err := session.Open(path, s.Find, s.Now)
	var damaged *store.Damaged
	switch {
	case err == nil:
		return g, nil
	case errors.Is(err, store.ErrBusy):
		say := lang.T("Another window has this game. It can be looked at: {command}").With("command", s.Command("show", id))
		return nil, &fault.Failed{Say: say, Err: err}
	case g == nil || g.State() == nil || !errors.As(err, &damaged):
		return nil, err
	}
	s.say(lang.T("Line {line} of this game's file is damaged, so it ends before that. A copy of the whole file is kept if you go on from there.").
		With("line", damaged.Line))
	s.Keys.Say(s.standings(g.Game(), g.State()))
	if err := s.sure(lang.T("Go on from there?")); err != nil {
		return nil, err
	}
	copied, err := store.Mend(path, s.Now())
	if err != nil {
		return nil, err
	}
	s.say(lang.T("The copy: {file}").With("file", copied))
	return session.Open(path, s.Find, s.Now)
}

// say prints a sentence.
func (s Setting) say(t lang.Text) { s.Keys.Say(s.Lang.Say(t)) }

// show prints a report.
func (s Setting) show(d report.Doc) { s.Keys.Say(s.text(d)) }

// standings returns who has how many points, and what is missing to the end.
func (s Setting) standings(g scoring.Game, st scoring.State) string {
	return s.text(results.Standings(s.Lang, g, st))
}

// text returns a report as it fits the window now.
func (s Setting) text(d report.Doc) string {
	p := s.Print
	p.Width = s.Keys.Width() - 1
	return p.Text(d)
}

// ask asks one question of the table's, apart from any game.
func (s Setting) ask(q ask.Question, check func(ask.Value) error, notes ...lang.Text) (ask.Value, error) {
	return ask.Put(apart{s}, q, check, notes...)
}

// An apart asks the table apart from any game. Where there is no game, there is no menu but the question.
type apart struct{ Setting }

// Put asks once more in place of the menu, and returns errLeft if the table leaves by it.
func (a apart) Put(g ask.Group, got ask.Got) error {
	g.NoMenu = true
	for {
		err := a.Keys.Put(g, got)
		move, moves := err.(ask.Move)
		switch {
		case moves && move != ask.Leave && (move == ask.Now || a.command("leave", move)):
			return errLeft
		case !moves || !strings.HasPrefix(string(move), "?"):
			return err
		}
	}
}

// command reports whether a move is a word of the menu, or its letter.
func (s Setting) command(word string, move ask.Move) bool {
	c, found := s.named(string(move))
	return found && c.word == word
}

// sure asks a question whose answer is yes; anything else is ask.Back.
func (s Setting) sure(text lang.Text, notes ...lang.Text) error {
	v, err := s.ask(ask.Question{Text: text, Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}, nil, notes...)
	if err == nil && v.Line != setup.Yes {
		err = ask.Back
	}
	return err
}
