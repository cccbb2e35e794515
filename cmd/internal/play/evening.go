package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/board"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Run plays the game until the table leaves, or goes on to another game (errNext). The error is ask.Back if the table did
// not agree to begin.
func (e *Evening) Run() error {
	for {
		err := e.handle(e.step())
		if err != nil {
			e.farewell(err)
			return err
		}
	}
}

// step does the next thing that the evening waits for: newcomers, the table, a correction, the end, or a turn.
func (e *Evening) step() error {
	e.phones.reveal()
	if err := e.phones.newcomers(); err != nil {
		return err
	}
	st := e.game.State()
	switch {
	case st == nil:
		err := e.game.Begin(e, e.was)
		if err == nil {
			err = e.phones.welcome()
		}
		return err
	case e.fix.out != 0:
		return unlessBack(e.fix.takeOut())
	case e.fix.underWay():
		return e.fix.run(e)
	case len(e.game.Half()) > 0:
		return e.fix.goOn(e.game.Half()[0])
	case !e.game.Game().Waits(st):
		e.clock.unwind()
		return e.end.run(e)
	}
	// The game goes on, so that its end is announced once more when it comes.
	e.end.told = 0
	if err := e.phones.handOut(); err != nil {
		return err
	}
	err := e.game.Next(e)
	if err == nil {
		e.phones.happened = true
		e.tell(st)
	}
	if err == nil && e.game.Game().SettingUp(st) {
		e.phones.remind()
	}
	return err
}

// tell shows the points of the last turn. The end of the game gives nothing away yet.
func (e *Evening) tell(before scoring.State) {
	g, now := e.game.Game(), e.game.State()
	if !playedOn(g, now) || parts(now) <= parts(before) {
		return
	}
	d := results.Turn(e.room.Lang, g, before, now)
	switch {
	case g.Show != nil: // the state of the table stands above the next question
		d = results.Paid(e.room.Lang, g, before, now)
	case e.secret(): // nobody has heard the others' votes
		e.room.say(board.Of(e.game, false).Last)
	}
	e.room.show(d)
}

// secret reports whether the table gives its answers in secret.
func (e *Evening) secret() bool {
	return slices.ContainsFunc(e.game.Game().Options, func(o setup.Option) bool { return o.Secret && e.game.Table().On(o.ID) })
}

// playedOn reports whether a game has not ended, or waits for more than a word about people who left.
func playedOn(g scoring.Game, st scoring.State) bool { return g.Waits(st) && len(g.Leaving(st)) == 0 }

// handle follows what the table wanted in place of an answer. It returns the error that ends the evening.
func (e *Evening) handle(err error) error {
	switch to, _ := follow(err); to {
	case stays:
		return nil
	case goesBack:
		if e.game.State() == nil && !e.alone() {
			return err
		}
		return e.fix.back()
	case goesOn:
		return e.fix.drop()
	case opensMenu:
		return e.handle(e.menu(wordOf(err)))
	case fails:
		return e.refused(err)
	}
	return err
}

// refused says why something was not done. A disk that refuses again, before anybody was asked, has the table asked
// whether to try once more.
func (e *Evening) refused(err error) error {
	// As long as somebody was asked in between, the next question shows that nothing is lost. Without one the loop would say
	// the same for ever.
	if e.fail != e.puts || fault.Is(err) {
		e.room.notDone(err)
		e.fail = e.puts
		return nil
	}
	_, err = e.room.ask(ask.Question{Text: lang.T("Try again?"), Suggest: setup.Yes, Shape: ask.Pick{Options: []ask.Option{
		{ID: setup.Yes, Text: lang.T("Yes, try again")},
	}}}, nil)
	if err == ask.Back {
		err = nil
	}
	return err
}

// Put asks the table. A clock is shown as one.
func (e *Evening) Put(g ask.Group, got ask.Got) error {
	e.puts++
	if w, is := g.Asked[0].Shape.(ask.Watch); is {
		return e.clock.watch(e.ctx, g, w, got)
	}
	return e.put(g, got)
}

// greet says which game goes on.
func (e *Evening) greet() {
	st := e.game.State()
	if st == nil {
		return
	}
	e.room.say(said(e.game))
	if playedOn(e.game.Game(), st) && parts(st) > 0 {
		e.room.standings(e.game.Game(), st)
	}
}

// farewell says how to come back, or where everything is if another program took the game's file away.
func (e *Evening) farewell(err error) {
	id, lost := e.game.Head().ID, e.game.Kept()
	switch st := e.game.State(); {
	case lost != nil && st != nil:
		e.room.say(lang.T("Take care: {why}.").With("why", lang.Literal(fault.Aloud(e.room.Lang, lost))))
	case err == errNext:
	case e.untold():
		e.room.say(lang.T("Nothing was begun."))
	case e.game.Game().Waits(st):
		e.room.say(lang.T("All is kept. To come back:"))
		e.room.Keys.Say("  " + e.room.Command(append([]string{"resume", id}, e.room.shares...)...))
	default:
		e.room.say(lang.T("The game is kept as {id}. To see it again:").With("id", id))
		e.room.Keys.Say("  " + e.room.Command("show", id))
	}
}
