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

// The evening's loop. Its rules:
//
//   - It asks for the next thing until the game is over, prints what that paid, and
//     asks again. What is asked is the game's business; what is stored, the session's.
//   - Anything else (standings, undo, a correction, the rules, stopping) is an aside:
//     possible at every question, and afterward the same question stands there again.
//   - Whatever ends it, the last line says how to come back.
type Evening struct {
	Setting
	s      *session.Session
	clocks *clocks
	now    ask.Asker   // what is told now: prepared, then clocks, then host
	past   ask.Asker   // what is read again or put in later: prepared, then clocks that ran long ago, then host
	seated setup.Table // what is settled before the first question: walk or not
	known  bool        // who plays a new game
	begins bool        // and who begins
	once   bool        // leave after the first event: setting up only
	again  rematch     // whether the table wants to play again with the same people
	anew   bool        // the table came with one key, from the game before …
	before string      // … and that is its id
	other  *Choice     // the game that the table wants to play next; nil: none

	reading   int           // the part that is read again, once that was said
	toldTo    int           // the line up to which phones know who is called what; 0: nothing yet
	broken    *session.Item // that a correction breaks and that is told again just now; nil: none
	deleted   bool          // by another window, as was said
	looked    bool          // at something longer than the end of the game, which is not shown again below it
	colored   []string      // everybody of the table, once all have a color that is kept
	coloredTo int           // the line up to which they have
	evening   *asOf         // the evening that ended last; nil: nobody asked for it yet
	lost      bool          // the table has to be told where it is, before the next question
	leave     func()        // the seat at the game, once it is taken
}

// New is an evening of one game, begun or carried on. This is where the askers are
// chained: whatever is asked goes through them, from the first to the last.
func New(where Setting, s *session.Session) *Evening {
	c := &clocks{Setting: where, s: s}
	e := &Evening{
		Setting: where, s: s, clocks: c,
		once: s.Log.Purpose() == OnlySetUp && len(s.Log.Events()) == 0,
	}
	now := prepared{
		next: c, where: e.above, people: where.Store.People, last: e.lastPeople, joined: where.Phones.joined,
		tables: earlierTables{s.Log.Game(), where.Store.Choices, where.Named}, voice: where.Voice,
	}
	past := now
	past.next, past.joined = played(c), nil
	e.now, e.past = now, past
	if s.Log.Purpose() == OnlyScore {
		e.seated.Origin = setup.AfterTheFact
	}
	return e
}

// sitDown takes a seat at the game as soon as it has an id, and says whether another
// window sits there too.
func (e *Evening) sitDown() {
	if e.leave != nil || e.s.Log.ID() == "" {
		return
	}
	others, leave, err := e.Store.Sit(e.s.Log.ID())
	e.clocks.lead.take(e.Store, e.s.Log.ID())
	if e.leave = leave; err == nil && others { // a folder for notes that cannot be written keeps nobody from playing
		e.say(alsoOpen)
	}
}

func (e *Evening) standUp() {
	e.clocks.lead.give()
	if e.leave != nil {
		e.leave()
	}
	e.leave = nil
}

var (
	alsoOpen  = lang.Msg("play.also-open", "This game is open in another window too. What is entered there shows up here with the next answer.")
	ComeBack  = lang.Msg("play.come-back", "Everything is kept. To come back:")
	kept      = lang.Msg("play.kept-as", "The game is kept as {id}. To see it again, and to correct it:")
	resumed   = lang.Msg("play.resumed", "{game}: {names}")
	notStored = lang.Msg("play.not-stored", "Not done: {why}")
)

// Farewell is the last line: how to come back. err is what Run returned.
func (e *Evening) Farewell(err error) {
	if e.other != nil && e.other.ID != "" {
		return
	}
	if e.s.Log.ID() == "" {
		if errors.Is(err, ask.ErrQuit) {
			e.say(NothingBegun)
		}
		return
	}
	fmt.Fprintln(e.Out)
	if e.isDeleted() {
		e.sayDeleted()
		return
	}
	if e.finishedAlready() && (err == nil || errors.Is(err, ask.ErrQuit)) {
		e.isKept()
		return
	}
	if e.untouched() && errors.Is(err, ask.ErrQuit) && e.Store.DeleteUntouched(e.s.Log.ID()) == nil {
		fmt.Fprintln(e.Out, e.Voice.Say(NothingBegun))
		return
	}
	fmt.Fprintln(e.Out, e.Voice.Say(ComeBack))
	again := []string{"resume", e.s.Log.ID()}
	if e.Phones.On() {
		again = append(again, "--share")
	}
	fmt.Fprintln(e.Out, "  "+e.Command(again...)) // in one piece, so that it can be copied
}

// untouched reports whether this is a rematch that nobody began: its table came with one key.
func (e *Evening) untouched() bool { return e.anew && len(e.s.Log.Items()) == 1 && !e.s.Begun() }

// isKept says how to come back to a game that is over, with each command in one piece, so that it can be copied.
func (e *Evening) isKept() {
	id := e.s.Log.ID()
	fmt.Fprintln(e.Out, layout.Wrap(e.Voice.Say(kept.With("id", id)), e.Width()))
	fmt.Fprintf(e.Out, "  %s\n  %s\n", e.Command("show", id), e.Command("resume", id))
}

func (e *Evening) say(t lang.Text) {
	e.clocks.printed = true
	fmt.Fprintln(e.Out, layout.Wrap(e.Voice.Say(t), e.Width()))
}

// Run plays until the game is over or the table leaves: then the error is an ask.ErrQuit.
func (e *Evening) Run() error {
	defer e.standUp()
	defer e.Host.Above("", "")
	if t, ok := e.s.Log.Table(); ok {
		e.say(resumed.With("game", e.s.Log.Game().Title(t), "names", lang.Names(t.Players)))
		e.summary()
		e.clocks.came = true
		e.clocks.printed = false // a clock that waits is seen at once
		e.lost = true
	}
	for {
		e.sitDown()
		over, err := e.step()
		if err == nil && over {
			return nil
		}
		if err = e.handle(err); err != nil {
			return err
		}
	}
}

// handle answers what is no reason to stop: an aside is served, a refusal is said.
func (e *Evening) handle(err error) error {
	for {
		var aside *ask.Aside
		var refused *fault.Fault
		var broken *session.Broken
		switch {
		case err == nil:
			return nil
		case errors.As(err, &aside):
			e.clocks.rest()
			err = e.aside(aside.Want)
			e.lost = true
		case errors.Is(err, ask.ErrBack):
			e.clocks.rest()
			err = e.backAtStart()
		case errors.Is(err, ask.ErrNow):
			e.s.ToNow()
			return nil
		case errors.Is(err, session.ErrFirst):
			e.say(session.Explain(err))
			return nil
		case errors.As(err, &broken):
			err = e.mend(broken)
		case errors.As(err, &refused):
			e.say(notStored.With("why", refused.Say)) // and the same question stands there again
			return nil
		case errors.Is(err, session.ErrMoved):
			e.Host.Forget()
			e.say(session.Explain(err))
			if e.seatedDown() {
				e.summary()
			}
			e.lost = true
			return nil
		default:
			return err
		}
	}
}

// step asks for one thing. over: nothing more is to be done.
func (e *Evening) step() (over bool, err error) {
	if e.other != nil {
		return true, nil
	}
	e.giveColors()
	e.tellPhones()
	if _, ok := e.s.Log.Table(); !ok {
		return false, e.s.Begin(e.now, e.seating().Sit)
	}
	if it, ok := e.s.PuttingIn(); ok {
		p, err := e.s.Insert(e.past, it.ID)
		return false, e.corrected(p, err)
	}
	if it, ok := e.s.Reading(); ok {
		e.turnsTo(it)
		p, err := e.s.Part(e.past, func(a ask.Asker, t setup.Table) (setup.Table, error) {
			return Seating{Game: e.s.Log.Game(), Was: t, Phoned: e.phoned, Known: true, Begins: true, Brief: e.Clear == nil}.Sit(a)
		})
		return false, e.corrected(p, err)
	}
	if e.reading != 0 {
		e.lost = true // it was somewhere else
	}
	e.reading = 0
	if h, ok := e.s.Unfinished(); ok {
		return false, e.takeUp(h)
	}
	if e.finishedAlready() {
		return e.finished()
	}
	return e.next()
}

// seating asks for the table of a new game. At a rematch who plays and what was agreed is known.
func (e *Evening) seating() Seating {
	return Seating{Game: e.s.Log.Game(), Was: e.seated, Phoned: e.Phones.covers, Last: e.lastTime, Known: e.known, Begins: e.begins, Brief: e.Clear == nil}
}

// turnsTo says which part is read, once.
func (e *Evening) turnsTo(it session.Item) {
	if e.reading != it.ID {
		e.say(readAgain.With("what", e.about(it)))
	}
	e.reading = it.ID
}

var readAgain = lang.Msg("play.read-again", "As it was entered: {what}")

// next asks what happened next, and shows what it paid.
func (e *Evening) next() (over bool, err error) {
	before := len(e.s.Log.State().Result().Parts)
	if _, err := e.s.Next(e.now); err != nil {
		return false, err
	}
	e.clocks.dealt()
	if len(e.s.Log.State().Result().Parts) > before {
		return e.once, e.printPart()
	}
	return e.once, nil
}

// printPart shows what the last part paid, as the game likes to be shown: the reasons
// behind the track, which is long where many play and would push them off the screen.
func (e *Evening) printPart() error {
	views := e.s.Log.Game().Views
	if slices.Contains(views, scoring.Track) {
		if err := e.print(results.Track(e.s.Log.State().Result(), Colors(e.Store))); err != nil {
			return err
		}
	}
	if slices.Contains(views, scoring.Reasons) {
		if err := e.print(results.Reasons(e.s.Log.State())); err != nil {
			return err
		}
	}
	if slices.Contains(views, scoring.Summary) {
		e.summary()
	}
	return nil
}

func (e *Evening) printer() report.Printer {
	return report.Printer{Out: e.Out, Voice: e.Voice, Width: e.Width(), Ink: e.Ink}
}

// print shows a report as the table sees or hears it.
func (e *Evening) print(d report.Doc) error { return e.printer().Print(d, report.Table) }

func (e *Evening) book() handbook.Printer {
	return handbook.Printer{Out: e.Out, Voice: e.Voice, Width: e.Width()}
}

func (e *Evening) summary() {
	if line := e.printer().Glance(results.Glance(e.s.Log.State())); line != "" {
		fmt.Fprintln(e.Out, line)
	}
}

var (
	whatNow   = lang.Msg("play.what-now", "The game is over.")
	playAgain = lang.Msg("play.again", "Again, with the same people")
	keyDone   = lang.Msg("play.key-done", "d")
	keyAgain  = lang.Msg("play.key-again", "a")
	keyMore   = lang.Msg("play.key-more", "m")
	keyElse   = lang.Msg("play.key-else", "s")
	keyOnward = lang.Msg("play.key-onward", "n")
	goodNight = lang.Msg("play.good-night", "That's all for today")
	somethng  = lang.Msg("play.something", "Something else: copy, correct, read aloud …")
)

// finished shows the final table and asks whether all is well.
func (e *Evening) finished() (over bool, err error) {
	if e.looked {
		e.looked = false
		fmt.Fprintln(e.Out)
		return e.whatNow()
	}
	if err := e.print(results.Result(e.s.Log.State(), Colors(e.Store))); err != nil {
		return false, err
	}
	if slices.Contains(e.s.Log.Game().Views, scoring.Chart) {
		if err := e.print(results.Course(e.s.Log.State(), Colors(e.Store))); err != nil {
			return false, err
		}
	}
	if err := e.soFar(); err != nil {
		return false, err
	}
	fmt.Fprintln(e.Out)
	return e.whatNow()
}

// whatNow asks what comes after the end of a game, one key each.
func (e *Evening) whatNow() (over bool, err error) {
	enter := ask.One(0)
	q := ask.Question{ID: "play.what-now", Shape: ask.Pick{Quick: true}, Text: whatNow, Suggest: &enter}
	var list ask.Menu[func() (over bool, err error)]
	list.Add(keyDone, goodNight, func() (bool, error) { return true, nil })
	list.Add(keyAgain, playAgain, func() (bool, error) { e.again = sameAgain; return true, nil })
	if say := e.onward(); !say.Empty() {
		list.Add(keyOnward, say, func() (bool, error) { e.again = movedOn; return true, nil })
	}
	if say, more := e.longer(); !say.Empty() {
		list.Add(keyMore, say, func() (bool, error) { return false, e.goOnTo(more) })
	}
	list.Add(keyElse, somethng, func() (bool, error) { return false, &ask.Aside{} })
	r, err := e.now.Ask(q.With(list.List))
	if err != nil {
		return false, err
	}
	return list.Of(r)()
}

// longer is the same table with an end that comes later, in the words of its game; empty
// where there is none, and where the table itself ended the game.
func (e *Evening) longer() (lang.Text, setup.Table) {
	t, _ := e.s.Log.Table()
	if e.s.Log.Game().Longer == nil || e.stopped() {
		return lang.Text{}, t
	}
	return e.s.Log.Game().Longer(t)
}

// goOnTo plays on at a table whose end comes later.
func (e *Evening) goOnTo(t setup.Table) error {
	p, err := e.s.Reseat(t, nil)
	if err != nil {
		return err
	}
	e.lost = true
	return e.s.Make(p)
}

// playOther is the command for another game, once this one is over.
func (e *Evening) playOther(string) error {
	c, err := e.ChooseGame(e.s.Log.Purpose())
	if err != nil {
		return e.orNothing(err)
	}
	e.other = &c
	return nil
}

// NothingBegun is said where the table leaves at the very first question.
var NothingBegun = lang.Msg("play.nothing-begun", "Nothing was begun.")

// backAtStart is "one back" at the first question of an event: the part before it is
// opened, to be read.
func (e *Evening) backAtStart() error {
	if _, ok := e.s.Log.Table(); ok {
		return e.s.Back()
	}
	return ask.ErrQuit
}
