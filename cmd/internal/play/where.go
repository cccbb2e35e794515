package play

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Where the table is: one line above every question, of a correction what is corrected.

var (
	leads      = lang.Plural("play.leads", "{names} leads with {points}", "{names} lead with {points}")
	correcting = lang.Msg("play.correcting", "Correcting: {where}")
	puttingIn  = lang.Msg("play.putting-in", "Put in before: {where}")
	readingIt  = lang.Msg("play.reading", "Reading again: {where}")
	theTable   = lang.Msg("play.the-table", "the table")
)

var isDeleted = lang.Msg("play.is-deleted", "Another window deleted this game. What is entered here is kept with it; to have it back:")

// notice says, once, that another window deleted the game.
func (e *Evening) notice() {
	was := e.deleted
	e.deleted = e.isDeleted()
	if e.deleted && !was {
		e.sayDeleted()
	}
}

func (e *Evening) isDeleted() bool {
	if e.s.Log.ID() == "" {
		return false
	}
	g, err := e.Store.Game(e.s.Log.ID())
	return err == nil && !g.Deleted.IsZero()
}

func (e *Evening) sayDeleted() {
	e.say(isDeleted)
	fmt.Fprintln(e.Out, "  "+e.Command("undelete", e.s.Log.ID())) // in one piece, so that it can be copied
}

// above tells the host where the table is, and where the table was lost also what was answered
// already of this part; of a game that is over nothing goes on. It returns what is corrected,
// put in or read again, which stands among the notes of a question instead.
func (e *Evening) above() lang.Text {
	e.notice()
	lost := e.lost
	e.lost = false
	head := e.corrects()
	if !head.Empty() || !e.seatedDown() {
		e.Host.Above("", "")
	} else {
		e.Host.Above(e.where())
	}
	if lost && (!head.Empty() || !e.finishedAlready()) {
		e.Host.Recap(recalled(e.s.Given()))
	}
	return head
}

// where is how far the game is, "" once it is over, and who is ahead, "" where nobody is.
func (e *Evening) where() (where, ahead string) {
	at := e.s.Log.Game().Where(e.s.Log.State())
	if at.Empty() {
		return "", ""
	}
	if r := e.s.Log.State().Result(); len(r.Parts) > 0 {
		if first := scoring.Leaders(r.Ranks); len(first) < len(r.Rows) {
			ahead = e.Voice.Say(leads.With("n", len(first), "names", scoring.Whos(r.Rows, first), "points", strconv.Itoa(r.Points[first[0]])))
		}
	}
	return e.Voice.Say(at), ahead
}

// corrects is the part that is corrected, put in or read again; empty at now.
func (e *Evening) corrects() lang.Text {
	if e.broken != nil {
		return correcting.With("where", e.whereOf(*e.broken))
	}
	if it, ok := e.s.PuttingIn(); ok {
		return puttingIn.With("where", e.whereOf(it))
	}
	it, ok := e.s.Reading()
	if !ok {
		return lang.Text{}
	}
	say := readingIt
	if e.s.Correcting() {
		say = correcting
	}
	return say.With("where", e.whereOf(it))
}

// heads are those of a question's notes that say what is corrected, put in or read again.
func heads(notes []lang.Text) []lang.Text {
	return slices.DeleteFunc(slices.Clone(notes), func(n lang.Text) bool {
		return n.ID != puttingIn.ID && n.ID != correcting.ID && n.ID != readingIt.ID
	})
}

// whereOf is where the game was when an item happened.
func (e *Evening) whereOf(it session.Item) lang.Text {
	if where := e.s.Log.WhereOf(e.s.Log.Items(), it); !where.Empty() {
		return where
	}
	return theTable
}
