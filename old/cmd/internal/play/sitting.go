package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/handbook"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A sitting is one game at one table: the state that the loop, the corrections and the commands share. It prints, and
// says where the table is; it decides nothing.
type sitting struct {
	in        Setting
	s         *session.Session
	clocks    *clocks
	now       ask.Asker     // for the present: prepared, clocks, host
	past      ask.Asker     // for the past, read again or added later: prepared, the past's clocks, host
	before    string        // the game before, if a single key led from it to this one
	next      *after        // what the table wants to play next; nil: nothing
	toldTo    int           // the line of the log up to which phones know everybody's name; 0: none
	toldAs    int           // the number of renames that they know
	broken    *session.Item // the item being asked again because a correction breaks it
	deleted   bool          // another window deleted the game, and the table knows
	dropped   bool          // the game is gone, since nothing was entered
	looked    bool          // the table looked at something longer than the result, which is then not printed again
	colored   []string      // the table for which all colors are kept
	coloredTo int           // the line of the log at that time
	lost      bool          // the next question must say where the table is
}

// An after is the table's wish after a game: a new one, the one before it, or a rematch.
type after struct {
	Choice
	back  string // the game before, which this one replaced by a slip
	again bool
	moved bool // the next person in turn begins; otherwise the table is asked
}

// stopped reports whether the table ended the game by hand.
func (at *sitting) stopped() bool {
	return slices.ContainsFunc(at.s.Log.Events(), func(ev scoring.Event) bool { return ev == scoring.Event(scoring.Stop{}) })
}

func (at *sitting) seatedDown() bool { _, ok := at.s.Log.Table(); return ok }

// finishedAlready reports whether the game is over and lacks no fact.
func (at *sitting) finishedAlready() bool {
	return at.seatedDown() && at.s.Log.State().Result().Finished()
}

func (at *sitting) about(it session.Item) lang.Text { return at.s.Log.About(at.s.Log.Items(), it) }

// fixed says why nobody may come or go at this table, or returns an empty text.
func (at *sitting) fixed(t setup.Table) lang.Text {
	if at.s.Log.Game().Fixed == nil {
		return lang.Text{}
	}
	return at.s.Log.Game().Fixed(t)
}

// goesOnAs says that the event under way goes on with the people who began it.
func (at *sitting) goesOnAs() {
	if at.s.Drafts.Begun() {
		at.say(goesOnAs)
	}
}

var goesOnAs = lang.Msg("play.goes-on-as", "What is under way goes on with everybody who began it.")

// unplayed reports whether nothing was entered but the table, and that everything is laid out.
func (at *sitting) unplayed() bool {
	told := func(it session.Item) bool {
		_, laid := it.Event.(scoring.Laid)
		return !laid
	}
	return at.seatedDown() && !slices.ContainsFunc(at.s.Log.Items()[1:], told) && !at.s.Drafts.Begun()
}

// untouched reports whether this is a rematch that came with one key and was never begun.
func (at *sitting) untouched() bool { return at.before != "" && at.unplayed() }

func (at *sitting) say(t lang.Text) {
	at.clocks.printed = true
	fmt.Fprintln(at.in.Out, layout.Wrap(at.in.Voice.Say(t), at.in.Width()))
}

// advise prints a sentence and commands below it, each in one piece, so that it can be copied.
func (at *sitting) advise(t lang.Text, commands ...[]string) {
	at.say(t)
	for _, words := range commands {
		fmt.Fprintln(at.in.Out, "  "+at.in.Command(words...))
	}
}

// excuse prints a *fault.Failed, and the table goes on. It returns any other error.
func (at *sitting) excuse(err error) error {
	var could *fault.Failed
	if !errors.As(err, &could) {
		return err
	}
	at.say(could.Say)
	return nil
}

// printPart shows what the last part paid, in the views of its game. The reasons come after the track, which is long
// with many people and would push them off the screen.
func (at *sitting) printPart() error {
	views := at.s.Log.Game().Views
	if slices.Contains(views, scoring.Track) {
		if err := at.print(results.Track(at.s.Log.State().Result(), Colors(at.in.Store))); err != nil {
			return err
		}
	}
	if slices.Contains(views, scoring.Reasons) {
		if err := at.print(results.Reasons(at.s.Log.State())); err != nil {
			return err
		}
	}
	if slices.Contains(views, scoring.Summary) {
		at.summary()
	}
	return nil
}

func (at *sitting) printer() report.Printer {
	return report.Printer{Out: at.in.Out, Voice: at.in.Voice, Width: at.in.Width(), Ink: at.in.Ink}
}

// print shows a report as the table sees or hears it.
func (at *sitting) print(d report.Doc) error { return at.printer().Print(d, report.Table) }

func (at *sitting) book() handbook.Printer {
	return handbook.Printer{Out: at.in.Out, Voice: at.in.Voice, Width: at.in.Width()}
}

func (at *sitting) summary() {
	if line := at.printer().Glance(results.Glance(at.s.Log.State())); line != "" {
		fmt.Fprintln(at.in.Out, line)
	}
}

// longer returns the game's words for playing on, and the table with a later end. The text is empty if there is none,
// or if the table ended the game itself.
func (at *sitting) longer() (lang.Text, setup.Table) {
	t, _ := at.s.Log.Table()
	if at.s.Log.Game().Longer == nil || at.stopped() {
		return lang.Text{}, t
	}
	return at.s.Log.Game().Longer(t)
}

// nothingBegun is said if the table leaves at the very first question.
var nothingBegun = lang.Msg("play.nothing-begun", "Nothing was begun.")

// The place of the table: one line above every question, or what is being corrected.

var (
	leads    = lang.Plural("play.leads", "{names} leads with {points}", "{names} lead with {points}")
	theTable = lang.Msg("play.the-table", "the table")
)

var isDeleted = lang.Msg("play.is-deleted", "Another window deleted this game. What is entered here is kept with it; to have it back:")

// noticeDeletion says once that another window deleted the game.
func (at *sitting) noticeDeletion() {
	was := at.deleted
	at.deleted = at.isDeleted()
	if at.deleted && !was {
		at.sayDeleted()
	}
}

func (at *sitting) isDeleted() bool {
	if at.s.Log.ID() == "" {
		return false
	}
	g, err := at.in.Store.History.Game(at.s.Log.ID())
	return err == nil && !g.Deleted.IsZero()
}

func (at *sitting) sayDeleted() {
	at.advise(isDeleted, []string{"undelete", at.s.Log.ID()})
}

// above tells the host where the table is and, after an aside or a break, which answers this part has so far. It
// returns what is corrected, inserted or read again, which is a note of the question instead.
func (at *sitting) above() lang.Text {
	at.noticeDeletion()
	lost := at.lost
	at.lost = false
	head := at.heading()
	if !head.Empty() || !at.seatedDown() {
		at.in.Host.Above("", "")
	} else {
		at.in.Host.Above(at.where())
	}
	if lost && (!head.Empty() || !at.finishedAlready()) {
		turned := false
		at.in.Host.Recap(forRecap(slices.DeleteFunc(at.s.Drafts.Given(), func(a ask.Answered) bool {
			if ask.As[ask.Pick](a.Question).Screen { // the screen shows by now what it was turned to, and the answers behind it
				turned = a.Answer.Key != "" || a.Answer.Value() > 0
			}
			return turned
		})))
	}
	return head
}

// where returns the progress of the game, "" once it is over, and the leaders, "" without any.
func (at *sitting) where() (where, ahead string) {
	is := at.s.Log.Game().Where(at.s.Log.State())
	if is.Empty() {
		return "", ""
	}
	if r := at.s.Log.State().Result(); len(r.Parts) > 0 {
		if first := scoring.Leaders(r.Ranks); len(first) < len(r.Rows) {
			ahead = at.in.Voice.Say(leads.With("n", len(first), "names", scoring.Whos(r.Rows, first), "points", strconv.Itoa(r.Points[first[0]])))
		}
	}
	return at.in.Voice.Say(is), ahead
}

// heading returns the part that is corrected, inserted or read again, or an empty text in the present.
func (at *sitting) heading() lang.Text {
	if at.broken != nil {
		return correcting.With("where", at.whereOf(*at.broken))
	}
	h, ok := at.s.Place.At()
	say := readingIt
	switch {
	case !ok:
		return lang.Text{}
	case h.PutIn:
		say = puttingIn
	case at.s.Place.Correcting():
		say = correcting
	}
	return say.With("where", at.whereOf(h.Item))
}

func (at *sitting) whereOf(it session.Item) lang.Text {
	if where := at.s.Log.WhereOf(at.s.Log.Items(), it); !where.Empty() {
		return where
	}
	return theTable
}
