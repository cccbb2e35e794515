package session

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// What happened, in words. An item is described by the state before it.

var (
	logChanged  = lang.Msg("session.log-changed", "corrected: {old} → {what}")
	logRemoved  = lang.Msg("session.log-removed", "removed: {old}")
	logInserted = lang.Msg("session.log-inserted", "added later: {what}")
	logUndone   = lang.Msg("session.log-undone", "undone: line {of}")
	logRedone   = lang.Msg("session.log-redone", "redone: line {of}")
)

// Told describes an entry of the log in a sentence.
func (log *Log) Told(e Entry) lang.Text {
	say := lang.Literal("{what}")
	switch {
	case e.Kind == Undone:
		say = logUndone
	case e.Kind == Redone:
		say = logRedone
	case len(e.Dropped) > 0 && len(e.Put) > 0:
		say = logChanged
	case len(e.Dropped) > 0:
		say = logRemoved
	case e.Before != 0:
		say = logInserted
	}
	old, what := log.Describe(e)
	return say.With("what", what, "old", old, "of", e.Of)
}

// About describes one of all items in a line, as a person would. all starts with the table.
func (log *Log) About(all []Item, it Item) lang.Text {
	i := indexOf(all, it.ID)
	if i < 0 {
		return lang.Literal(it.Event.Kind())
	}
	return log.Abouts(all[:i+1])[i] // as people sat there
}

// told describes an item after a state as a person would, with the sums that were typed for its numbers.
func (it Item) told(g scoring.Game, state scoring.State) lang.Text {
	say := g.Tell(state, it.Event)
	if sums := it.sums(); len(sums) > 0 {
		say = lang.Literal("{what} ({sums})").With("what", say, "sums", strings.Join(sums, ", "))
	}
	return say
}

// before returns the game before an item, as people sat there. It is nil for the table, and if the rules refuse an
// earlier item.
func before(g scoring.Game, all []Item, it Item) scoring.State {
	i := indexOf(all, it.ID)
	if i <= 0 {
		return nil
	}
	state, refused, err := play(g, all[:i])
	if err != nil || len(refused) > 0 {
		return nil
	}
	return state
}

// Turned describes the last event in lines that are said one after the other; nil if there is none.
func (log *Log) Turned() []lang.Text {
	all := log.Items()
	if len(all) < 2 {
		return nil
	}
	last := all[len(all)-1]
	if state := before(log.g, all, last); state != nil {
		if lines := state.Turned(last.Event); lines != nil {
			return lines
		}
	}
	return []lang.Text{log.About(all, last)}
}

// Abouts describes all items as About does. It replays the game once, however many there are.
func (log *Log) Abouts(all []Item) []lang.Text {
	out := make([]lang.Text, len(all))
	var state scoring.State
	for i, it := range all {
		var err error
		switch t, is := it.Event.(setup.Table); {
		case is:
			out[i] = sayTable.With("names", lang.Names(t.Players))
			state, err = log.g.New(t.Clone())
		case state == nil:
			out[i] = lang.Literal(it.Event.Kind())
		default:
			out[i] = it.told(log.g, state)
			state, err = log.g.Apply(state, it.Event)
		}
		if err != nil {
			state = nil
		}
	}
	return out
}

// WhereOf returns where the game was when an item happened; empty for the table.
func (log *Log) WhereOf(all []Item, it Item) (where lang.Text) {
	if state := before(log.g, all, it); state != nil {
		where = log.g.Where(scoring.Before(state, it.Event))
	}
	return where
}

// Describe describes what an entry of the log replaced, and by what; of a table only what differs.
func (log *Log) Describe(e Entry) (old, now lang.List) {
	if len(e.Dropped) == 1 && len(e.Put) == 1 {
		before, ok := e.Dropped[0].Event.(setup.Table)
		after, too := e.Put[0].Event.(setup.Table)
		if ok && too && slices.Equal(before.Players, after.Players) {
			return choices(log.g, before, after), choices(log.g, after, before)
		}
	}
	old, now = log.tellAll(e.Was, e.Dropped), log.tellAll(e.Now, e.Put)
	for _, is := tablePut(e.Put); is && len(now) > 1; { // what latecomers start with
		now = append(lang.List{withRest(now[0], now[1])}, now[2:]...)
	}
	if len(old) == 1 && len(now) == 1 {
		was, is := rest(log.g, e.Was, e.Dropped[0]), rest(log.g, e.Now, e.Put[0])
		if was.String() != is.String() {
			old[0], now[0] = withRest(old[0], was), withRest(now[0], is)
		}
	}
	return old, now
}

// rest returns the details that About leaves out.
func rest(g scoring.Game, all []Item, it Item) lang.Text {
	if state := before(g, all, it); state != nil {
		return state.Rest(it.Event)
	}
	return lang.Text{}
}

// withRest appends such details to a line.
func withRest(line, rest lang.Text) lang.Text {
	if rest.Empty() {
		return line
	}
	return lang.Literal("{line}; {rest}").With("line", line, "rest", rest)
}

// Last returns the latest entry of the log.
func (log *Log) Last() Entry {
	return log.entry(len(log.lines) - 1)
}

func (log *Log) tellAll(all, some []Item) lang.List {
	var out lang.List
	for _, it := range some {
		out = append(out, log.About(all, it))
	}
	return out
}

// choices describes what a table agreed on that another one did not.
func choices(g scoring.Game, t, other setup.Table) lang.List {
	was := agreements(g, other)
	out := slices.DeleteFunc(agreements(g, t), func(it lang.Text) bool {
		return slices.ContainsFunc(was, func(w lang.Text) bool { return w.String() == it.String() })
	})
	if len(out) == 0 {
		out = append(out, sayTable.With("names", lang.Names(t.Players)))
	}
	return out
}

// agreements describes everything that a table agreed on, in the words of the questions that it answered.
func agreements(g scoring.Game, t setup.Table) lang.List {
	var out lang.List
	for _, o := range g.Options {
		if t.Choices[o.ID] != "" && (o.Applies == nil || o.Applies(t)) {
			out = append(out, o.Said(t))
		}
	}
	if len(t.Players) > t.First && !g.First.Empty() {
		out = append(out, sayChoice.With("question", g.First, "answer", t.Players[t.First]))
	}
	if g.Seat != nil {
		_, _ = g.Seat(ask.Func(func(q ask.Question) (ask.Answer, error) {
			r, say, err := suggested(q)
			if !say.Empty() {
				out = append(out, say)
			}
			return r, err
		}), t.Clone())
	}
	return out
}

// suggested answers a question about the table with what the table has agreed on already. It also returns the question
// with its answer in words, empty if that says nothing.
func suggested(q ask.Question) (r ask.Answer, say lang.Text, err error) {
	switch {
	case q.Suggest != nil:
		r = *q.Suggest
	case !ask.As[ask.Words](q).Blank:
		return r, say, ask.ErrQuit
	}
	answer := lang.Literal(r.Text)
	switch v, pick := r.Value(), ask.As[ask.Pick](q); {
	case v >= 0 && v < len(pick.Options):
		answer = pick.Options[v]
	case ask.Is[ask.Number](q.Shape):
		answer = lang.Literal("{n}").With("n", v)
	}
	if answer.String() != "" {
		say = sayChoice.With("question", q.Text, "answer", answer)
	}
	return r, say, nil
}
