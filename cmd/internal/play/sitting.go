package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A sitting is one game at one table: what the loop, the corrections and the commands share of it. It shows
// things, and says where the table is; it decides nothing.
type sitting struct {
	in        Setting // where it is played
	s         *session.Session
	clocks    *clocks
	now       ask.Asker     // for the present: prepared, then clocks, then host
	past      ask.Asker     // for parts read again or put in later: prepared, then clocks that ran long ago, then host
	before    string        // the game before, where the table came from it with one key; "": it did not
	next      *after        // the game that the table wants to play next; nil: none
	toldTo    int           // the line up to which phones know who is called what; 0: nothing yet
	toldAs    int           // the renames up to which they know it
	broken    *session.Item // that a correction breaks and that is told again just now; nil: none
	deleted   bool          // by another window, as was said
	dropped   bool          // nothing was told of the game, and it is gone
	looked    bool          // at something longer than the end of the game, which is not shown again below it
	colored   []string      // everybody of the table, once all have a color that is kept
	coloredTo int           // the line up to which they have
	lost      bool          // the table has to be told where it is, before the next question
}

// An after is what the table wants after a game: a new one, the one before it, or the same once more.
type after struct {
	Choice
	back  string // the game that this one took the place of, by a slip
	again bool
	moved bool // … and whose turn it is begins; else the table is asked for the first player
}

// stopped reports whether somebody ended the game by hand.
func (at *sitting) stopped() bool {
	return slices.ContainsFunc(at.s.Log.Events(), func(ev scoring.Event) bool { return ev == scoring.Event(scoring.Stop{}) })
}

func (at *sitting) seatedDown() bool { _, ok := at.s.Log.Table(); return ok }

// finishedAlready reports whether the game is over, and no fact of it is open.
func (at *sitting) finishedAlready() bool {
	return at.seatedDown() && at.s.Log.State().Result().Finished()
}

// about says an item in one line.
func (at *sitting) about(it session.Item) lang.Text { return at.s.Log.About(at.s.Log.Items(), it) }

// fixed says why nobody may come or go at this table; empty where they may.
func (at *sitting) fixed(t setup.Table) lang.Text {
	if at.s.Log.Game().Fixed == nil {
		return lang.Text{}
	}
	return at.s.Log.Game().Fixed(t)
}

// goesOnAs says that what is half told goes on with whoever began it.
func (at *sitting) goesOnAs() {
	if at.s.Drafts.Begun() {
		at.say(goesOnAs)
	}
}

var goesOnAs = lang.Msg("play.goes-on-as", "What is under way goes on with everybody who began it.")

// unplayed reports whether nothing was told yet but who sits here, and that everything is laid out.
func (at *sitting) unplayed() bool {
	told := func(it session.Item) bool {
		_, laid := it.Event.(scoring.Laid)
		return !laid
	}
	return at.seatedDown() && !slices.ContainsFunc(at.s.Log.Items()[1:], told) && !at.s.Drafts.Begun()
}

// untouched reports whether this is a rematch that nobody began: its table came with one key.
func (at *sitting) untouched() bool { return at.before != "" && at.unplayed() }

func (at *sitting) say(t lang.Text) {
	at.clocks.printed = true
	fmt.Fprintln(at.in.Out, layout.Wrap(at.in.Voice.Say(t), at.in.Width()))
}

// advise says something, and prints commands below it, each in one piece, so that it can be copied.
func (at *sitting) advise(t lang.Text, commands ...[]string) {
	at.say(t)
	for _, words := range commands {
		fmt.Fprintln(at.in.Out, "  "+at.in.Command(words...))
	}
}

// excuse says what could not be done, and the table goes on; any other error it returns.
func (at *sitting) excuse(err error) error {
	var could *fault.Failed
	if !errors.As(err, &could) {
		return err
	}
	at.say(could.Say)
	return nil
}

// printPart shows what the last part paid, as the game likes to be shown: the reasons
// behind the track, which is long where many play and would push them off the screen.
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

// longer returns the same table with an end that comes later, in the words of its game; empty
// where there is none, and where the table itself ended the game.
func (at *sitting) longer() (lang.Text, setup.Table) {
	t, _ := at.s.Log.Table()
	if at.s.Log.Game().Longer == nil || at.stopped() {
		return lang.Text{}, t
	}
	return at.s.Log.Game().Longer(t)
}

// NothingBegun is said where the table leaves at the very first question.
var NothingBegun = lang.Msg("play.nothing-begun", "Nothing was begun.")
