package play

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A Program is one run of the program at a table: its menu, and the games that are begun or resumed, one after the
// other.
type Program struct {
	Setting
	Kept  *kept.File
	Share bool                              // phones may come
	Kind  func(word string) (string, error) // returns the kind of kept games that a word names
	Begun func()                            // is called before each game

	// Besides games, the menu offers these.
	Turns, Sheet func() error

	Playing *session.Session // the game being played
}

var (
	noneOver = lang.Msg("play.none-over", "no such game is finished yet; tablemate play begins a new one")
	noneOpen = lang.Msg("play.none-open", "there is no unfinished game; tablemate play begins a new one")
)

var (
	welcome   = lang.Msg("play.welcome", "What shall we do?")
	carryOn   = lang.Msg("play.carry-on", "Carry on: {what}")
	onceMore  = lang.Msg("play.once-more", "Again: {game} · {names}")
	newGame   = lang.Msg("play.new-game", "New game")
	onlyClock = lang.Msg("play.only-clock", "Only a clock")
	setUpOnly = lang.Msg("play.set-up-only", "Only set up a game")
	scoreOnly = lang.Msg("play.score-only", "Score a game already played")
	fromSheet = lang.Msg("play.from-sheet", "Score a sheet: a file")
)

// mostOpen limits the unfinished games offered at the start.
const mostOpen = 3

// Menu asks what to do, on one screen, and does it. A step back from the next question shows the menu again.
func (p *Program) Menu() error {
	for {
		do, err := p.wish()
		if err != nil {
			if open, _ := p.unfinished(1); len(open) > 0 {
				return BeforeAll(err)
			}
			return err
		}
		err = do()
		if !errors.Is(err, ask.ErrBack) {
			return BeforeAll(err)
		}
	}
}

// wish asks what to do, and returns a function that does it. The letters of the lines are the same in all languages.
// The error is ask.ErrQuit, or ask.ErrBack for a step back.
func (p *Program) wish() (do func() error, err error) {
	open, err := p.unfinished(mostOpen)
	if err != nil {
		return nil, err
	}
	var list ask.Menu[func() error]
	told := p.Reporter()
	offer := func(key string, text lang.Text, do func() error) { list.Add(lang.Literal(key), text, do) }
	begin := func(purpose string) func() error { return func() error { return p.Choose(purpose) } }
	for i, g := range open {
		offer(strconv.Itoa(i+1), carryOn.With("what", told.Row(told.Read(g))), func() error { return p.Resume(g.ID) })
	}
	if all, err := p.stood(); err == nil && len(all) > 0 { // unreadable clocks are not offered
		offer("c", stoodOn.With("names", lang.Names(all[0].Turns.People)), p.Turns)
	}
	last := p.lastOver()
	if g, known := scoring.Listed(p.Games, last.Kind, last.Choices); known && len(last.People) > 0 {
		t := setup.Table{Players: last.People, Choices: last.Choices}
		say := onceMore.With("game", setup.Tagged(g.Title(t), setup.Tags(g.Options, t)), "names", lang.Names(last.People))
		offer("a", say, func() error { return p.Repeat(last.ID, false, false) })
	}
	offer("n", newGame, begin(ToPlay))
	offer("t", onlyClock, p.clockAlone)
	offer("s", setUpOnly, begin(OnlySetUp))
	offer("p", scoreOnly, begin(OnlyScore))
	offer("f", fromSheet, p.Sheet)
	return ask.Put(p.Asker(), ask.Head{ID: "play.welcome", Text: welcome, Suggest: ask.Usual(0)}, list)
}

// Choose asks which game, and plays it. A step back from its first question asks again.
func (p *Program) Choose(purpose string) error {
	for {
		c, err := p.chooseGame(purpose)
		if err != nil {
			return err
		}
		err = p.Begin(c)
		if !errors.Is(err, ask.ErrBack) {
			return err
		}
	}
}

// Begin plays a new game.
func (p *Program) Begin(c Choice) error {
	p.Named = c.Named
	return p.playGame(session.Start(p.Store, c.Game, c.Purpose, p.Now, p.Random))
}

// BeginNamed plays a new game that a word named. A step back from its first question asks which game.
func (p *Program) BeginNamed(c Choice) error {
	err := p.Begin(c)
	if errors.Is(err, ask.ErrBack) {
		return p.Choose(c.Purpose)
	}
	return err
}

// Repeat plays a game again, which a word names as for played. With next set, the next person in turn begins; with only
// set, the game has been played already and is just scored.
func (p *Program) Repeat(word string, next, only bool) error {
	was, err := p.played(word)
	if err != nil {
		return err
	}
	purpose := was.Log.Purpose()
	if only {
		purpose = OnlyScore
	}
	return p.playOn(p.rematch(was, purpose, next))
}

// played returns a kept game that has a table: the game with an id or, for the name of a game, the one of that kind
// finished last. Without a word it is the game finished last.
func (p *Program) played(word string) (*session.Session, error) {
	id, kind := word, ""
	if its, err := p.Kind(word); err == nil && word != "" {
		if _, err := p.Kept.Find(p.Store, word, 0); errors.Is(err, store.ErrNone) {
			id, kind = "", its
		}
	}
	if id == "" {
		last, err := p.Store.History.LastOver(kind)
		switch {
		case err != nil:
			return nil, err
		case last == "":
			return nil, &fault.Failed{Say: noneOver}
		}
		id = last
	}
	return p.Kept.Seated(p.Store, id, 0)
}

// Resume resumes a game. Without an id it is the unfinished game changed last.
func (p *Program) Resume(id string) error {
	if id == "" {
		open, err := p.unfinished(1)
		switch {
		case err != nil:
			return err
		case len(open) == 0:
			return &fault.Failed{Say: noneOpen}
		}
		id = open[0].ID
	}
	s, err := p.Kept.Find(p.Store, id, 0)
	if err == nil {
		err = p.Kept.NotDeleted(p.Store, s.Log.ID())
	}
	if err != nil {
		return err
	}
	return p.playGame(s)
}

// playGame plays one game until it is over or the table leaves.
func (p *Program) playGame(s *session.Session) error { return p.playOn(New(p.Setting, s), s) }

// playOn plays a game, and then those that the table wants after it.
func (p *Program) playOn(e *Evening, s *session.Session) error {
	p.Begun()
	p.Playing = s
	if err := e.greet(p.Share && !p.Phones.On()); err != nil {
		return err
	}
	for e != nil {
		err := e.Run()
		p.Host.Restore()
		e.farewell(err)
		if err != nil {
			return err
		}
		e, p.Playing = e.Again()
	}
	return nil
}

// Do does something at the table. If it is left at its very first question, a line says that nothing was begun.
func (p *Program) Do(do func(*Program) error) error {
	err := do(p)
	if err != nil && BeforeAll(err) == nil {
		p.Host.Restore()
		fmt.Fprintln(p.Out, p.Voice.Say(nothingBegun))
	}
	return BeforeAll(err)
}

// BeforeAll drops errors that lead back to before the first question.
func BeforeAll(err error) error {
	if errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow) {
		return nil
	}
	return err
}
