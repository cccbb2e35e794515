package play

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The place of the table: one line above every question, or what is being corrected.

var (
	leads    = lang.Plural("play.leads", "{names} leads with {points}", "{names} lead with {points}")
	theTable = lang.Msg("play.the-table", "the table")
)

var isDeleted = lang.Msg("play.is-deleted", "Another window deleted this game. What is entered here is kept with it; to have it back:")

// notice says once that another window deleted the game.
func (at *sitting) notice() {
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

// above tells the host where the table is and, after an aside or a break, which answers this part has so
// far. It returns what is corrected, inserted or read again, which is a note of the question instead.
func (at *sitting) above() lang.Text {
	at.notice()
	lost := at.lost
	at.lost = false
	head := at.corrects()
	if !head.Empty() || !at.seatedDown() {
		at.in.Host.Above("", "")
	} else {
		at.in.Host.Above(at.where())
	}
	if lost && (!head.Empty() || !at.finishedAlready()) {
		turned := false
		at.in.Host.Recap(recalled(slices.DeleteFunc(at.s.Drafts.Given(), func(a ask.Answered) bool {
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

// corrects returns the part that is corrected, inserted or read again, or an empty text in the present.
func (at *sitting) corrects() lang.Text {
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
