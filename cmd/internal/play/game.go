package play

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// An Evening is one game at the table, from its names to its end, with everything that is remembered between two
// questions. It is the asker that the game gets. The deeds of each part stand in the part's own file.
type Evening struct {
	room *Room
	game *session.Session
	was  setup.Table                         // suggested when the table agrees
	ctx  context.Context                     // of questions that wait: Put has no other place for it
	puts int                                 // how many groups were put
	fail int                                 // puts when something could not be stored; -1 before
	book func() (*handbook.Reference, error) // opened when something is looked up: that takes longer than all look-ups after it

	fix    corrections
	clock  besideClock
	end    finish
	phones audience
}

// corrections is the asker of the dialogs in which something earlier is put right or read back, and says above each
// question what it is about.
type corrections struct {
	ev *Evening
	task
	asker ask.Asker
	now   bool           // the last question was left for where the game is now
	out   session.ItemID // an item about which the table is asked whether it is taken out; 0: none
}

// A task is something asked about an item besides the next turn, as session.Half has it; the zero task is none. It stays
// while the table is in the menu.
type task struct {
	session.Half
	last bool // read from its last answer back
	walk bool // the table reads back: the next item is read after it
}

// A besideClock is the clock beside a game. It goes on while the table is in the menu.
type besideClock struct {
	ev *Evening
	clockOwner
	held  bool           // an option stopped it
	left  bool           // the table went to the menu from it
	since session.ItemID // the last event when phones saw it
	clock timer.Clock
	now   func() timer.Moment
}

// A clockOwner is the question that has a clock. The clock is another one when the question or its event is.
type clockOwner struct {
	Of    string         `json:"of"`              // the question
	Since session.ItemID `json:"since,omitempty"` // of a question that keeps its clock: the last event before it began
}

// A finish is the end of a game: its result, and the next game.
type finish struct {
	ev      *Evening
	asker   ask.Asker
	told    session.LineNo // mark of the game when its result was shown; 0 while it goes on
	aloud   bool           // its result is being read out: phones and the board wait for the end of that
	shelved bool           // the rules of the pad are on the shelf
	next    plan           // the game after this one
}

// A plan is a game to begin, or to go on with.
type plan struct {
	id     string       // of a game that is kept; "": a new one
	game   scoring.Game // of a new one, as all that follows
	was    setup.Table  // suggested
	after  string       // ID of the game before it at this table
	atOnce bool         // the table is as suggested, without a question
}

// An audience is the people with phones, and the board: their view of the game, and the newcomers among them.
type audience struct {
	ev    *Evening
	met   map[setup.Name]bool // newcomers with a phone about whom the table was asked
	dealt string              // the deal that was shown last to those who have no phone

	happened bool // something did since phones were told
}

// newEvening returns the evening of a game.
func newEvening(ctx context.Context, r *Room, g *session.Session, was setup.Table) *Evening {
	e := &Evening{room: r, game: g, was: was, ctx: ctx, fail: -1}
	e.book = sync.OnceValues(func() (*handbook.Reference, error) { return handbook.Open(e.game.Game()) })
	e.fix.ev, e.clock.ev, e.end.ev = e, e, e
	e.phones = audience{ev: e, met: map[setup.Name]bool{}}
	return e
}

// close closes the game. One without a turn leaves no file.
func (e *Evening) close() error {
	gone := e.untold()
	if b := e.room.shared; b != nil {
		b.Hub.Tick(nil)
	}
	err := e.game.Close()
	if gone {
		if removed := os.Remove(e.game.Path()); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}
	return err
}

// untold reports whether nothing of the game itself was told: no turn and no part of one, no deck that was drawn or
// chosen, and no clock that runs. Names, options and seats come back from the game before, and the cards lie on the table
// anyway.
func (e *Evening) untold() bool {
	s := e.game
	if s.State() == nil {
		return true
	}
	if _, undone := s.ToRedo(); undone || s.Begun() || s.Dropped() || len(s.Half()) > 0 || s.Head().Sheet {
		return false
	}
	for _, it := range s.Items() {
		laid, lays := it.Event.(scoring.Laid)
		_, stops := it.Event.(scoring.Stop)
		if s.Game().Owns(it.Event) || stops || lays && len(laid.Deck) > 0 {
			return false
		}
	}
	_, err := os.Stat(e.clock.file())
	return err != nil
}

// put asks a question of the game.
func (e *Evening) put(g ask.Group, got ask.Got) error {
	b := e.room.shared
	g.First = e.first(g)
	if b == nil {
		return e.room.Keys.Put(g, got)
	}
	if e.game.State() == nil {
		g = e.withArrivals(g)
	}
	e.clock.pass()
	return b.Game(e.place(g), g, got)
}

// last returns the last event, or 0 before the first.
func (e *Evening) last() session.ItemID {
	items := e.game.Items()
	if len(items) == 0 {
		return 0
	}
	return items[len(items)-1].ID
}

// first reports whether nothing lies before a group: it is the first one of the table, and no other game led here.
func (e *Evening) first(g ask.Group) bool {
	return g.After == 0 && (e.game.State() == nil && e.alone() || e.fix.walk && e.fix.place(e.fix.ID) == 0)
}

// alone reports whether nothing led to the game: no menu, no choice of a game, and no game before.
func (e *Evening) alone() bool { return e.room.direct && e.game.Head().After == "" }

// place says where in the game a group is asked.
func (e *Evening) place(g ask.Group) string {
	return fmt.Sprint(e.game.Head().ID, " ", e.game.Place(g.After))
}

// withArrivals returns a question of a table that has not agreed yet, as it is with phones: names that came with a phone
// are suggested, and phones may choose among the names that the table said.
func (e *Evening) withArrivals(g ask.Group) ask.Group {
	b := e.room.shared
	all := b.Hub.Phones()
	g.Asked = slices.Clone(g.Asked)
	q := &g.Asked[0]
	if w, is := q.Shape.(ask.Words); is && w.List && strings.HasPrefix(q.ID, setup.AskPlayers) && !q.In {
		g.Notes = append(slices.Clip(g.Notes), lang.T("Phones come in at {address}").With("address", b.Hub.Address()))
		var names []setup.Name
		if v, err := q.Read(q.Suggest); err == nil && e.game.Head().After != "" {
			for _, n := range v.IDs {
				names = append(names, setup.Name(n))
			}
		}
		for _, p := range all {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
		if len(all) > 0 {
			q.Suggest = setup.Listed(names)
		}
	}
	if names := setup.Named(q.Names); len(names) > 0 {
		b.Hub.Expect(names)
		out := slices.DeleteFunc(b.Hub.Newcomers(), func(n setup.Name) bool { return slices.Contains(names, n) })
		if len(out) > 0 {
			say := lang.N("{names} is here with a phone, and not in the game.", "{names} are here with a phone, and not in the game.")
			g.Notes = append(slices.Clip(g.Notes), say.With("n", len(out), "names", lang.Names(out)))
		}
	}
	return g
}

// do puts an event that nobody was asked for, and says it.
func (e *Evening) do(event scoring.Event) error {
	say := e.game.Game().Tell(e.game.State(), event)
	if err := e.game.Do(event); err != nil {
		return err
	}
	e.room.say(lang.T("{what}.").With("what", say))
	return nil
}

// standing shows the standings of a game that goes on, if there are any.
func (e *Evening) standing() {
	if parts(e.game.State()) > 0 && e.game.Game().Waits(e.game.State()) {
		e.room.standings(e.game.Game(), e.game.State())
	}
}

// tells says an event: as it stands in the game, or as it would come next.
func (e *Evening) tells(it session.Item) lang.Text {
	before := e.game.Before(it.ID)
	if before == nil {
		before = e.game.State()
	}
	return e.game.Game().Tell(before, it.Event)
}

// deed names the event or the answers that a step takes back or brings back. Answers may be secret, so that only their
// people are named.
func (e *Evening) deed(st session.Step) lang.Text {
	switch {
	case len(st.Items) > 0 && len(st.Dropped) > 0:
		it := st.Items[0]
		// A corrected event is told from the state in which it will stand, not as if it came next.
		if before := e.game.Before(st.Dropped[0].ID); before != nil {
			return lang.T("the correction: {what}").With("what", e.game.Game().Tell(before, it.Event))
		}
		return lang.T("the correction: {what}").With("what", e.tells(it))
	case len(st.Items) > 0:
		var all []lang.Text
		for _, it := range st.Items {
			all = append(all, e.tells(it))
		}
		return lang.Join("; ", all)
	case len(st.Dropped) > 0:
		return lang.T("taken out: {what}").With("what", e.tells(st.Dropped[0]))
	}
	var who []string
	for _, a := range st.Answers {
		if a.Who != "" && a.Key == "" && !slices.Contains(who, a.Who) {
			who = append(who, a.Who)
		}
	}
	if len(who) == 0 {
		return lang.T("the last answer")
	}
	return lang.T("the last answer, by {names}").With("names", lang.Names(who))
}

// parts returns how many pieces of a game have paid.
func parts(st scoring.State) int { return len(scoring.FrameOf(st).Parts) }

// said says a game: “Dixit Odyssey: Ana, Bia and Caio”.
func said(g *session.Session) lang.Text {
	say := lang.T("{game}: {names}")
	if g.State() == nil {
		say = lang.T("{game}, not begun")
	}
	return say.With("game", g.Game().Name, "names", lang.Names(g.Table().Players))
}
