package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// drop forgets a game with nothing entered. After a rematch begun by a slip, the table is back at the end of the game
// before.
func drop(at *sitting) error {
	err := at.s.Drafts.Discard()
	if at.seatedDown() {
		err = at.in.Store.Log.DeleteUntouched(at.s.Log.ID())
	}
	if errors.Is(err, store.ErrPlayed) { // something was entered once and undone, and could be restored
		err = at.in.Store.History.Delete(at.s.Log.ID(), at.in.Now())
	}
	if err != nil {
		return err
	}
	at.dropped = true
	if at.before == "" {
		return ask.ErrQuit
	}
	at.say(nothingBegun)
	at.next = &after{back: at.before}
	return nil
}

func showStandings(at *sitting) error {
	at.clocks.printed = true
	return at.print(results.Result(at.s.Log.State(), Colors(at.in.Store)))
}

func showReasons(at *sitting) error {
	at.clocks.printed, at.looked = true, at.finishedAlready()
	return at.print(results.Why(at.s.Log.State()))
}

var whichWord = lang.Msg("play.which-word", "Which rule, card or word?")

// lookUp finds a word in the game's reference, and asks for one if it got none. An Enter lists the entries; a second
// Enter leaves.
func lookUp(at *sitting, word string) error {
	for asked, listed := word == "", false; ; {
		if asked {
			typed, err := ask.Put(at.now, ask.Head{ID: "play.which-word", Text: whichWord}, ask.Words{Blank: true})
			if err != nil {
				return leaveCommand(err)
			}
			word = strings.TrimSpace(typed)
		}
		at.clocks.printed = true
		if word == "" {
			if listed {
				return nil
			}
			listed = true
			if err := at.book().Contents(at.s.Log.Game()); err != nil {
				return err
			}
			continue
		}
		err := at.book().LookUp(at.s.Log.Game(), word)
		var unknown *fault.Fault
		if !errors.As(err, &unknown) {
			return err
		}
		at.say(unknown.Say)
		if !asked {
			return nil
		}
	}
}

var (
	reallyEnd = lang.Msg("play.really-end", "End the game now? The score stands as it is.")
	yesEnd    = lang.Msg("play.yes-end", "Yes, end it")
	noEnd     = lang.Msg("play.no-end", "No, go on")
)

func endHere(at *sitting) error {
	k, err := ask.PickOne(at.now, "play.really-end", reallyEnd, []lang.Text{noEnd, yesEnd}, 0)
	if err != nil {
		return leaveCommand(err)
	}
	if k == 1 {
		end, _ := at.s.Log.State().Ending()
		return at.s.Do(end)
	}
	return nil
}

// changeTable asks about the table again: a corrected name, another target, one more round.
func changeTable(at *sitting) error {
	at.s.Place.Open(at.s.Log.Items()[0].ID)
	return nil
}

func playOther(at *sitting) error {
	c, err := at.in.chooseGame(at.s.Log.Purpose())
	if err != nil {
		return leaveCommand(err)
	}
	at.next = &after{Choice: c}
	return nil
}

// The other games of the same evening.

var firstTonight = lang.Msg("play.first-tonight", "No game of this evening is over yet.")

func showEvening(at *sitting) error {
	at.clocks.printed = true
	all, isIn, err := at.tonight()
	switch {
	case err != nil:
		return err
	case len(all.Games) == 0, at.in.Now().Sub(all.Ended) >= history.Pause && !isIn:
		at.say(firstTonight)
		return nil
	}
	at.looked = at.finishedAlready()
	return at.print(at.in.Reporter().Evening(all))
}

// tonight returns the latest evening, which has no games if there is none, and whether this game belongs to it.
func (at *sitting) tonight() (all history.Evening, isIn bool, err error) {
	all, err = history.Find(at.in.Store, at.in.Games, time.Time{}, 0)
	if errors.Is(err, history.ErrNone) {
		err = nil
	}
	return all, slices.ContainsFunc(all.Games, func(g history.Game) bool { return g.ID == at.s.Log.ID() }), err
}

// soFar says who won how many games of this evening, unless this was the first.
func (at *sitting) soFar() error {
	all, isIn, err := at.tonight()
	if err != nil || !isIn {
		return err
	}
	if line := at.printer().Glance(at.in.Reporter().SoFar(all)); line != "" {
		fmt.Fprintln(at.in.Out, "\n"+line)
	}
	return nil
}
