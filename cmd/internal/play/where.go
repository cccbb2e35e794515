package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Where the table is, said when it comes back to a question: after coming back to a game,
// after everything that was asked in between, and at every question of a correction.

var (
	leads      = lang.Plural("play.leads", "{names} leads with {points}", "{names} lead with {points}")
	correcting = lang.Msg("play.correcting", "Correcting: {where}")
	puttingIn  = lang.Msg("play.putting-in", "Put in before: {where}")
	readingIt  = lang.Msg("play.reading", "Reading again: {where}")
	theTable   = lang.Msg("play.the-table", "the table")
)

// A reminder shows where the table is, and what was answered already of this part, before
// the next question is put. What the table does first is said only where something new is
// asked: in a part that happened it was done long ago.
type reminder struct {
	ask.Asker
	e *Evening
}

func (r reminder) Ask(q ask.Question) (ask.Answer, error) {
	if r.e.lost && q.Kind != ask.Draw {
		r.e.lost = false
		r.e.remind()
	}
	head := r.e.corrects()
	switch {
	case q.Kind == ask.Draw:
	case !head.Empty():
		q.Notes = append([]lang.Text{head}, q.Notes...)
	case !q.Stands:
		q.Notes = slices.Concat(q.Todo, q.Notes)
	}
	q.Todo = nil
	return r.Asker.Ask(q)
}

// Gather says it before the whole group.
func (r reminder) Gather(qs []ask.Question, got ask.Got) error {
	if r.e.lost {
		r.e.lost = false
		r.e.remind()
	}
	if head := r.e.corrects(); !head.Empty() {
		qs = slices.Clone(qs)
		for k := range qs {
			qs[k].Notes = append([]lang.Text{head}, qs[k].Notes...)
		}
	}
	return r.Asker.Gather(qs, got)
}

// remind says where the table is, and what was answered already of this part; of a game
// that is over nothing goes on.
func (e *Evening) remind() {
	if e.seatedDown() && e.corrects().Empty() {
		if where := e.where(); where != "" {
			printed := e.clocks.printed
			e.say(lang.Literal(where))
			e.clocks.printed = printed // a clock says it too
		}
	}
	if e.finishedAlready() && e.corrects().Empty() {
		return
	}
	e.Host.Recap(recalled(e.s.Given()))
}

// where is how far the game is, and who is ahead; "" once it is over.
func (e *Evening) where() string {
	where := e.s.Game().Where(e.s.State())
	if where.Empty() {
		return ""
	}
	parts := []string{e.Voice.Say(where)}
	if r := e.s.State().Result(); len(r.Parts) > 0 {
		if first := scoring.Leaders(r.Ranks); len(first) < len(r.Rows) {
			parts = append(parts, e.Voice.Say(leads.With("n", len(first), "names", scoring.Whos(r.Rows, first), "points", strconv.Itoa(r.Points[first[0]]))))
		}
	}
	return strings.Join(parts, " · ")
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
	if where := e.s.WhereOf(e.s.Items(), it); !where.Empty() {
		return where
	}
	return theTable
}
