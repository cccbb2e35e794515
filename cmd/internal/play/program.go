package play

import (
	"errors"
	"fmt"

	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Program is the program at one table: its menu, and the games that are begun or carried on with, one after the other.
type Program struct {
	Setting
	Kept  *kept.File
	Share bool                              // phones may come
	Kind  func(word string) (string, error) // the kind of kept games that a word names
	Begun func()                            // is told before the first game

	// What the menu offers besides games.
	Clock, Turns, Sheet func() error

	Playing *session.Session // the game that is played just now
}

var (
	noneOver = lang.Msg("play.none-over", "no such game is finished yet; tablemate play begins a new one")
	noneOpen = lang.Msg("play.none-open", "there is no unfinished game; tablemate play begins a new one")
)

// Menu asks what shall be done, on one screen, and does it. Back from what it asks next shows it again.
func (p *Program) Menu() error {
	for {
		c, err := p.Setting.Choose()
		if err != nil {
			if open, _ := p.Unfinished(1); len(open) > 0 {
				return BeforeAll(err)
			}
			return p.quietly(err)
		}
		err = p.does(c)
		if !errors.Is(err, ask.ErrBack) {
			return BeforeAll(err)
		}
	}
}

// does does what the table chose.
func (p *Program) does(c Choice) error {
	switch {
	case c.Purpose == OnceMore:
		return p.Repeat(c.ID, false, false)
	case c.ID != "":
		return p.Resume(c.ID)
	case c.Purpose == StoodClock:
		return p.Turns()
	case c.Purpose == OnlyClock:
		return p.Clock()
	case c.Purpose == FromSheet:
		return p.Sheet()
	}
	return p.choose(c.Purpose)
}

// Choose asks which game, and plays it.
func (p *Program) Choose(purpose string) error { return p.quietly(p.choose(purpose)) }

func (p *Program) choose(purpose string) error {
	c, err := p.ChooseGame(purpose)
	if err != nil {
		return err
	}
	return p.Begin(c)
}

// Begin plays a new game.
func (p *Program) Begin(c Choice) error {
	p.Named = c.Named
	return p.spend(session.Start(p.Store, c.Game, c.Purpose, p.Now, p.Random))
}

// Repeat plays a game once more, which a word finds as played does; next: whose turn it is to begin begins. only: it has been played
// already, and is only scored.
func (p *Program) Repeat(word string, next, only bool) error {
	was, err := p.played(word)
	if err != nil {
		return err
	}
	purpose := was.Log.Purpose()
	if only {
		purpose = OnlyScore
	}
	return p.evenings(p.Rematch(was, purpose, next))
}

// played returns a kept game at which people sat down: the one with an id or, by the name of a game, the one of
// those that was finished last; of all games where no word is said.
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

// Resume carries on with a game; id "" is the unfinished one that was changed last.
func (p *Program) Resume(id string) error {
	if id == "" {
		open, err := p.Unfinished(1)
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
	return p.spend(s)
}

// spend plays one game until it is over or the table leaves.
func (p *Program) spend(s *session.Session) error { return p.evenings(New(p.Setting, s), s) }

// evenings plays a game, and those that the table wants after it.
func (p *Program) evenings(e *Evening, s *session.Session) error {
	p.Begun()
	p.Playing = s
	if err := e.Welcome(p.Share); err != nil {
		return err
	}
	for e != nil {
		err := e.Run()
		p.Host.Restore()
		e.Farewell(err)
		if err != nil {
			return err
		}
		e, p.Playing = e.Again()
	}
	return nil
}

// quietly says in a line that there is nothing to go back to at the very first question.
func (p *Program) quietly(err error) error {
	if err != nil && BeforeAll(err) == nil {
		p.Host.Restore()
		fmt.Fprintln(p.Out, p.Voice.Say(NothingBegun))
	}
	return BeforeAll(err)
}

// BeforeAll returns no error where there is nothing to go back to.
func BeforeAll(err error) error {
	if errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow) {
		return nil
	}
	return err
}
