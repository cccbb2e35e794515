package play

import (
	"context"
	"errors"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// An Evening is one game at the table, from who plays to its end. It is the asker that the game gets.
type Evening struct {
	*match
	fix    corrections
	clock  besideClock
	finish finish

	ctx  context.Context     // of what waits: Put has no other place for it
	was  setup.Table         // suggested when the table agrees
	puts int                 // how many groups were put
	fail int                 // puts when something could not be stored; -1 before
	met  map[setup.Name]bool // who came with a phone, and was asked about

	book  *handbook.Reference // nil until something is looked up
	dealt string              // what was dealt last, and shown to those who have no phone

	happened bool // something did since phones were told
}

// newEvening returns the evening of a game.
func newEvening(ctx context.Context, m *match, was setup.Table) *Evening {
	return &Evening{match: m, ctx: ctx, was: was, fix: corrections{match: m}, clock: besideClock{match: m}, finish: finish{match: m}, fail: -1, met: map[setup.Name]bool{}}
}

// errNext means that the table goes on to another game.
var errNext = errors.New("play: the next game")

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

// step asks for what comes next.
func (e *Evening) step() error {
	e.reveal()
	if err := e.newcomers(); err != nil {
		return err
	}
	st := e.S.State()
	switch {
	case st == nil:
		err := e.S.Begin(e, e.was)
		if err == nil {
			e.greetPhones()
		}
		return err
	case e.fix.underWay():
		return e.fix.run(e)
	case len(e.S.Half()) > 0:
		return e.fix.goOn(e.S.Half()[0])
	case !e.S.Game().Waits(st):
		e.clock.unwind()
		return e.finish.run(e)
	}
	e.finish.told = 0
	if err := e.handOut(); err != nil {
		return err
	}
	err := e.S.Next(e)
	if err == nil {
		e.happened = true
		e.tell(st)
	}
	if err == nil && e.S.Game().SettingUp(st) { // the list has pushed it off the screen
		e.greetPhones()
	}
	return err
}

// tell says what the last turn paid. The end of the game gives nothing away yet.
func (e *Evening) tell(before scoring.State) {
	g, now := e.S.Game(), e.S.State()
	if !g.Waits(now) || parts(now) <= parts(before) {
		return
	}
	d := results.Turn(e.Lang, g, before, now)
	switch {
	case g.Show != nil: // what lies on the table stands above the next question
		d = results.Paid(e.Lang, g, before, now)
	case e.S.Table().On("secret"): // nobody has heard the others' votes
		e.say(e.view(false).last)
	}
	e.show(d)
}

// handle follows what the table wanted in place of an answer. It returns the error that ends the evening.
func (e *Evening) handle(err error) error {
	move, moves := err.(ask.Move)
	switch {
	case err == nil:
		return nil
	case err == errLeft, err == errNext, move == ask.Leave, move == ask.Gone:
		return err
	case move == phones.Newcomer:
		return nil
	case move == ask.Back && e.S.State() == nil:
		return ask.Back
	case move == ask.Back:
		return e.fix.back()
	case move == ask.Now:
		return e.fix.drop()
	case moves && strings.HasPrefix(string(move), "?"):
		return e.handle(e.menu(string(move[1:])))
	}
	return e.refused(err)
}

// refused says why something was not done. A disk that refuses again, before anybody was asked, has the table asked
// whether to try once more.
func (e *Evening) refused(err error) error {
	if e.fail != e.puts || fault.Is(err) {
		e.say(lang.T("Not done: {why}").With("why", lang.Literal(fault.Aloud(e.Lang, err))))
		e.fail = e.puts
		return nil
	}
	_, err = e.ask(ask.Question{Text: lang.T("Try again?"), Suggest: setup.Yes, Shape: ask.Pick{Options: []ask.Option{
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
	st := e.S.State()
	if st == nil {
		return
	}
	e.say(said(e.S))
	if e.S.Game().Waits(st) && parts(st) > 0 {
		e.Keys.Say(e.standings(e.S.Game(), st))
	}
}

// farewell says how to come back, or where everything is if another program took the game's file away.
func (e *Evening) farewell(err error) {
	id, lost := e.S.Head().ID, e.S.Kept()
	switch st := e.S.State(); {
	case lost != nil && st != nil:
		e.say(lang.T("Take care: {why}.").With("why", lang.Literal(fault.Aloud(e.Lang, lost))))
	case err == errNext:
	case st == nil:
		e.say(lang.T("Nothing was begun."))
	case e.S.Game().Waits(st):
		e.say(lang.T("All is kept. To come back:"))
		words := []string{"resume", id}
		if e.phones() != nil {
			words = append(words, "--share")
		}
		e.Keys.Say("  " + e.Command(words...))
	default:
		e.say(lang.T("The game is kept as {id}. To see it again:").With("id", id))
		e.Keys.Say("  " + e.Command("show", id))
	}
}
