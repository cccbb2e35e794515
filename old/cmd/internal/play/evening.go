package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// An Evening is the loop of one game. Its rules:
//
//   - It asks for the next event until the game is over, prints what that paid, and asks again.
//     The questions are the game's business; the log is the session's.
//   - Anything else (standings, undo, a correction, the rules, stopping) is an aside: possible at
//     every question, and afterward the same question stands there again.
//   - However it ends, the last line says how to come back.
type Evening struct {
	at    *sitting
	fix   corrections
	seats Seating // asks for the table of a new game, with any choices already made
	once  bool    // leave after the first event: setting up only

	reading int    // the ID of the item being read again, once that was announced
	leave   func() // gives up the seat at the game; nil: none is taken
}

// New returns an evening of one game, new or resumed. This is where the askers are chained, and every question goes
// through them, from the first to the last.
func New(where Setting, s *session.Session) *Evening {
	c := &clocks{in: where, s: s}
	at := &sitting{in: where, s: s, clocks: c}
	now := prepared{
		next: c, where: at.above, people: where.Store.People.Names, last: at.lastPeople, joined: where.Phones.joined,
		tables: earlierTables{s.Log.Game(), where.Store.History.Choices, where.Named}, voice: where.Voice,
	}
	past := now
	past.next, past.joined = ask.Func(c.played), nil
	at.now, at.past = now, past
	e := &Evening{at: at, once: s.Log.Purpose() == OnlySetUp && len(s.Log.Events()) == 0}
	e.seats = Seating{Game: s.Log.Game(), Phoned: where.Phones.covers, Last: at.lastTime, Brief: where.Clear == nil}
	e.fix = corrections{at, e.handle}
	if s.Log.Purpose() == OnlyScore {
		e.seats.Was.Origin = setup.AfterTheFact
	}
	return e
}

func (e *Evening) menu() menu { return menu{e.at, e.fix} }

// sitDown takes a seat at the game as soon as it has an id, and warns if another window has one too.
func (e *Evening) sitDown() {
	if e.leave != nil || e.at.s.Log.ID() == "" {
		return
	}
	others, leave, err := e.at.in.Store.Sit(e.at.s.Log.ID())
	e.leave = leave
	if err == nil && others { // if the notes cannot be written, people still play
		e.at.say(alsoOpen)
	}
}

func (e *Evening) standUp() {
	e.at.clocks.cede()
	if e.leave != nil {
		e.leave()
	}
	e.leave = nil
}

var (
	alsoOpen  = lang.Msg("play.also-open", "This game is open in another window too. What is entered there shows up here with the next answer.")
	ComeBack  = lang.Msg("play.come-back", "Everything is kept. To come back:")
	keptAs    = lang.Msg("play.kept-as", "The game is kept as {id}. To see it again, and to correct it:")
	resumed   = lang.Msg("play.resumed", "{game}: {names}")
	notStored = lang.Msg("play.not-stored", "Not done: {why}")
)

// farewell prints the last line: how to come back. err is Run's result.
func (e *Evening) farewell(err error) {
	id, quit := e.at.s.Log.ID(), errors.Is(err, ask.ErrQuit)
	if !quit && (id == "" || e.at.dropped) { // the game was dropped in favor of the one before, and that was said
		return
	}
	if id != "" {
		fmt.Fprintln(e.at.in.Out)
	}
	switch {
	case id == "", e.at.dropped:
		e.at.say(nothingBegun)
		return
	case e.at.isDeleted():
		e.at.sayDeleted()
		return
	case e.at.finishedAlready() && (err == nil || quit):
		e.at.advise(keptAs.With("id", id), []string{"show", id}, []string{"resume", id})
		return
	case e.at.untouched() && quit && e.at.in.Store.Log.DeleteUntouched(id) == nil:
		e.at.say(nothingBegun)
		return
	}
	again := []string{"resume", id}
	if e.at.in.Phones.On() {
		again = append(again, "--share")
	}
	e.at.advise(ComeBack, again)
}

// Run plays until the game is over or the table leaves. Its error is ask.ErrQuit, or ask.ErrBack if the table wants
// another game before it has answered anything.
func (e *Evening) Run() error {
	defer e.standUp()
	defer e.at.in.Host.Above("", "")
	if t, ok := e.at.s.Log.Table(); ok {
		e.at.say(resumed.With("game", e.at.s.Log.Game().Title(t), "names", lang.Names(t.Players)))
		e.at.summary()
		e.at.clocks.came = true
		e.at.clocks.printed = false // a paused clock is shown at once
		e.at.lost = true
	}
	for {
		e.sitDown()
		over, err := e.step()
		if err == nil && over {
			return nil
		}
		if err := e.handle(err); err != nil {
			return err
		}
	}
}

// handle deals with errors that do not end the evening: it serves an aside and reports a refusal.
func (e *Evening) handle(err error) error {
	for {
		var aside *ask.Aside
		var refused *fault.Fault
		var broken *session.Broken
		switch {
		case err == nil:
			return nil
		case errors.As(err, &aside):
			e.at.clocks.ran = false
			err = e.menu().aside(aside.Want)
			e.at.lost = true
		case errors.Is(err, ask.ErrBack) && e.nothingSaid():
			return err
		case errors.Is(err, ask.ErrBack):
			e.at.clocks.ran = false
			err = e.backAtStart()
		case errors.Is(err, ask.ErrNow):
			e.at.s.Place.ToNow()
			return nil
		case errors.Is(err, session.ErrFirst):
			e.at.say(session.Explain(err))
			return nil
		case errors.As(err, &broken):
			err = e.fix.mend(broken)
		case errors.As(err, &refused):
			e.at.say(notStored.With("why", refused.Say)) // and the same question stands there again
			return nil
		case errors.Is(err, session.ErrMoved):
			e.at.in.Host.Forget()
			e.at.say(session.Explain(err))
			if e.at.seatedDown() {
				e.at.summary()
			}
			e.at.lost = true
			return nil
		default:
			return err
		}
	}
}

// step asks for one thing. over is true when nothing is left to do.
func (e *Evening) step() (over bool, err error) {
	if e.at.next != nil {
		return true, nil
	}
	e.at.giveColors()
	e.at.tellPhones()
	if _, ok := e.at.s.Log.Table(); !ok {
		return false, e.at.s.Begin(e.at.now, e.seats.Sit)
	}
	switch h, ok := e.at.s.Place.At(); {
	case ok && h.PutIn:
		p, err := e.at.s.Insert(e.at.past, h.Item.ID)
		return false, e.fix.corrected(p, err)
	case ok:
		if e.reading != h.Item.ID {
			e.at.say(readAgain.With("what", e.at.about(h.Item)))
		}
		e.reading = h.Item.ID
		p, err := e.at.s.Part(e.at.past, func(a ask.Asker, t setup.Table) (setup.Table, error) {
			again := e.seats
			again.Was, again.Phoned, again.Last, again.Known, again.Begins = t, e.at.phoned, nil, true, true
			again.Played = len(e.at.s.Log.Items()) > 1
			return again.Sit(a)
		})
		return false, e.fix.corrected(p, err)
	}
	if e.reading != 0 {
		e.at.lost = true // the table comes from another place
	}
	e.reading = 0
	if h, ok := e.at.s.Drafts.Unfinished(); ok {
		return false, e.fix.takeUp(h)
	}
	if e.at.finishedAlready() {
		return e.finished()
	}
	return e.next()
}

var readAgain = lang.Msg("play.read-again", "As it was entered: {what}")

// next asks for the next event, and shows what it paid.
func (e *Evening) next() (over bool, err error) {
	before := len(e.at.s.Log.State().Result().Parts)
	if _, err := e.at.s.Next(e.at.now); err != nil {
		return false, err
	}
	e.at.clocks.dealt()
	e.at.printTurned()
	if len(e.at.s.Log.State().Result().Parts) > before {
		return e.once, e.at.printPart()
	}
	return e.once, nil
}

var (
	playAgain = lang.Msg("play.again", "Again, with the same people")
	keyDone   = lang.Msg("play.key-done", "d")
	keyAgain  = lang.Msg("play.key-again", "a")
	keyMore   = lang.Msg("play.key-more", "m")
	keyElse   = lang.Msg("play.key-else", "s")
	keyOnward = lang.Msg("play.key-onward", "n")
	goodNight = lang.Msg("play.good-night", "That's all for today")
	somethng  = lang.Msg("play.something", "Something else: copy, correct, read aloud …")
)

// finished shows the final table and asks what comes next.
func (e *Evening) finished() (over bool, err error) {
	state, colors := e.at.s.Log.State(), Colors(e.at.in.Store)
	if !e.at.looked {
		if slices.Contains(e.at.s.Log.Game().Views, scoring.Chart) {
			err = e.at.print(results.Course(state, colors))
		}
		if err == nil { // last, so that the winner stays in a low window
			err = e.at.print(results.Result(state, colors))
		}
		if err == nil {
			err = e.at.soFar()
		}
		if err != nil {
			return false, err
		}
		e.at.in.Host.Deafen() // one Enter too many after the last points would end the evening
	}
	e.at.looked = false
	fmt.Fprintln(e.at.in.Out)
	return e.whatNow()
}

// whatNow asks what comes after the end of a game, one key each.
func (e *Evening) whatNow() (over bool, err error) {
	list := ask.Menu[func() (over bool, err error)]{Pick: ask.Pick{Quick: true}}
	list.Add(keyDone, goodNight, func() (bool, error) { return true, nil })
	list.Add(keyAgain, playAgain, func() (bool, error) { e.at.next = &after{again: true}; return true, nil })
	if say := e.at.onward(); !say.Empty() {
		list.Add(keyOnward, say, func() (bool, error) { e.at.next = &after{again: true, moved: true}; return true, nil })
	}
	if say, more := e.at.longer(); !say.Empty() {
		list.Add(keyMore, say, func() (bool, error) {
			p, err := e.at.s.Reseat(more, nil)
			if err != nil {
				return false, err
			}
			e.at.lost = true
			return false, e.at.s.Make(p)
		})
	}
	if name, file := e.at.unshelved(); file != "" {
		list.Add(keyShelve, shelveIt.With("name", name), func() (bool, error) { e.at.looked = true; return false, e.at.shelve(file) })
	}
	list.Add(keyElse, somethng, func() (bool, error) { return false, &ask.Aside{} })
	does, err := ask.Put(e.at.now, ask.Head{ID: "play.what-now", Text: isOver, Suggest: ask.Usual(0), Phone: ask.Phone{Best: 2}}, list)
	if err != nil {
		return false, err
	}
	return does()
}

// nothingSaid reports whether this is a new game of which nothing is kept.
func (e *Evening) nothingSaid() bool { return e.at.s.Log.ID() == "" && e.at.before == "" }

// backAtStart opens the part before, for reading. Before a rematch with nothing entered yet lies the end of the game
// before it.
func (e *Evening) backAtStart() error {
	switch {
	case e.at.seatedDown():
		return e.at.s.Place.Back()
	case e.at.s.Log.ID() == "":
		return drop(e.at)
	}
	return ask.ErrQuit
}

// greet opens an evening before the first question. If the table shares, phones may come; if it resumes a game without
// sharing, it hears whether there were any. Screen-reader users hear of the keys once.
func (e *Evening) greet(share bool) error {
	if e.at.in.Voice.Aloud {
		e.at.say(heardKeys)
	}
	switch {
	case share:
		return e.Share()
	case e.at.s.Log.ID() != "" && phones.Were(e.at.in.Store.Phones.Evening, e.at.in.Now()): // and nobody has brought them back
		e.at.say(wereHere)
	}
	return nil
}

// Share opens the table to phones before the first question. If they cannot come, it says why, and the table plays
// without them.
func (e *Evening) Share() error {
	err := e.at.in.Phones.begin()
	if err == nil {
		e.at.tellPhones()
		players := e.seats.Was.Players // a rematch knows who sits down
		if t, ok := e.at.s.Log.Table(); ok {
			players = setup.Named(t.Players, scoring.Present(len(t.Players), scoring.Away(e.at.s.Log.State())))
		}
		err = e.at.in.Phones.welcome(players)
	}
	if errors.Is(err, ask.ErrBack) {
		return nil
	}
	return e.at.excuse(err)
}

var wereHere = lang.Msg("play.phones-were-here", "Phones were at this table: “?phones” brings them back.")
