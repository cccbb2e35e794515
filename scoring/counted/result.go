package counted

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Decisions besides points, in the words of a score sheet.
const (
	byCategory = "category" // a field settled a tie
	byAsked    = "asked"    // a number that was asked for
)

// Decide ranks by points, the most or the fewest, and takes a tie for first place down the chain of the file. People who
// are in no round and no count come last; people who are level to the end share the victory.
func (s State) Decide(r scoring.Result) scoring.Result {
	if !s.file.counts() {
		return s.byWord(r)
	}
	sign := 1
	if s.file.Wins == Fewest {
		sign, r.Fewest = -1, true
		r.Readings = []lang.Text{lang.T("The fewest points win.")}
	}
	if at := s.file.Ends.At; at != nil {
		r.Mark = at.of(len(r.Rows))
	}
	r = r.Rank(func(row scoring.Row) int { return s.told(row) }, func(row scoring.Row) int { return sign * r.Points[row] })
	switch {
	case !r.Over:
		r.Missing = s.missing(r)
		return r
	case len(s.Rows()) == 1:
		r.Reason = lang.N("{name} has {n} point.", "{name} has {n} points.").With("name", r.Rows[0], "n", r.Points[r.Rows[0]])
		return r
	}
	var out lang.List
	for _, f := range s.file.AtEnd.told() {
		if _, told := s.Count[f.key()]; !told {
			out = append(out, f.Name.Text)
		}
	}
	if out != nil {
		r.Readings = append(r.Readings, lang.T("Not counted: {fields}.").With("fields", out))
	}
	return s.breakTie(r)
}

// told ranks people who are in no round and no count behind all others: 0 for them, 1 for everybody else, and 1 for all where
// no field names people.
func (s State) told(row scoring.Row) int {
	n := scoring.Name(row)
	told := slices.Contains(s.Played, n) || slices.Contains(s.Counted, n)
	for _, it := range s.Count {
		told = told || it.Who != nil && *it.Who == n
	}
	if told || !slices.ContainsFunc(slices.Concat(s.file.EachRound, s.file.AtEnd), (*Field).names) {
		return 1
	}
	return 0
}

// missing says the distance to the end of the rounds.
func (s State) missing(r scoring.Result) (say lang.Text) {
	e, people := s.file.Ends, len(r.Rows)
	switch {
	case s.counting():
	case e.After != nil:
		say = lang.N("{n} round to go.", "{n} rounds to go.").With("n", e.After.of(people)-len(s.Rounds))
	case e.At != nil:
		mark, best := e.At.of(people), slices.MaxFunc(r.Rows, func(a, b scoring.Row) int { return r.Points[a] - r.Points[b] })
		say = lang.N("It ends at {mark}: {name} has {n} to go.", "It ends at {mark}: {name} has {n} to go.").
			With("mark", mark, "name", best, "n", mark-r.Points[best])
	}
	return say
}

// byWord returns the result of a game in which the table names the winners.
func (s State) byWord(r scoring.Result) scoring.Result {
	said := Won{}
	if s.Won != nil {
		said = *s.Won
	}
	r = r.Rank(func(scoring.Row) int { return 0 })
	winners := slices.DeleteFunc(slices.Clone(r.Rows), func(row scoring.Row) bool { return !slices.Contains(said.Winners, scoring.Name(row)) })
	if r = r.Break(scoring.ByWord, winners); r.Over {
		said.Winners = nil
		for _, row := range r.Winners {
			said.Winners = append(said.Winners, scoring.Name(row))
		}
		r.Reason = lang.T("{it}.").With("it", s.word(said))
	}
	return r
}

// word says the winners by the word of the table.
func (s State) word(e Won) lang.Text {
	together, n := s.file.Wins == Together, len(e.Winners)
	switch {
	case n == 0 && together:
		return lang.T("The game has won")
	case n == 0:
		return lang.T("Nobody has won")
	case together:
		return lang.T("All have won, against the game")
	}
	return lang.N("{names} has won", "{names} have won").With("names", lang.Names(e.Winners), "n", n)
}

// breakTie takes a tie for first place down the chain, as far as its facts are known.
func (s State) breakTie(r scoring.Result) scoring.Result {
	tied, all := r.Winners, r.Winners
	var by string
	for _, t := range s.file.Ties {
		if len(tied) < 2 {
			break
		}
		name, has, known := s.facts(t, tied)
		switch {
		case !known && t.Field != "":
			// The table ended the game before this field was counted: the next step decides.
			continue
		case !known:
			r.Reason = lang.T("{tied} are level: now {most} in “{it}” wins.").With("tied", lang.Names(tied), "most", most(t.Wins), "it", name)
			return r.Need(byAsked, tied)
		}
		r.Steps = append(r.Steps, lang.T("“{it}”: {points}").With("it", name, "points", has.list(tied)))
		best := has.best(tied, t.Wins)
		if len(best) == len(tied) {
			continue
		}
		tied = best
		if by = byCategory; t.Field == "" {
			by = byAsked
		}
		r.Reason = lang.N("{tied} are level; {names} has {most} in “{it}”, {v}, and wins.", "{tied} are level; {names} have {most} in “{it}”, {v}, and win.").
			With("n", len(tied), "tied", lang.Names(all), "names", lang.Names(tied), "most", most(t.Wins), "it", name, "v", has[scoring.Name(tied[0])])
	}
	switch {
	case len(tied) == len(all):
		return r
	case len(tied) > 1:
		by = scoring.Shared
	}
	return r.Break(by, tied)
}

// most says whether the most or the fewest points win.
func most(wins string) lang.Text {
	if wins == Fewest {
		return lang.T("the fewest")
	}
	return lang.T("the most")
}

// facts returns the name of a tie's criterion, everybody's number, and whether it is known for all who are level.
func (s State) facts(t Tie, tied []scoring.Row) (name lang.Text, has tally, known bool) {
	if t.Field != "" {
		has = s.Amounts[t.Field]
		return s.file.field(t.Field).Name.Text, has, has != nil || s.file.AtEnd.find(t.Field) == nil
	}
	has = tally{}
	for _, row := range tied {
		n := scoring.Name(row)
		if r, err := s.file.asks.find(t.Ask.Key).read(s.Asked[t.Ask.Key].By[n]); err == nil {
			has[n] = r[0]
		}
	}
	return t.Ask.Text, has, len(has) == len(tied)
}

// best returns those who have the most, or the fewest.
func (h tally) best(rows []scoring.Row, wins string) []scoring.Row {
	sign := 1
	if wins == Fewest {
		sign = -1
	}
	return scoring.Best(rows, func(row scoring.Row) int { return sign * h[scoring.Name(row)] })
}

// list says everybody's number: “Ana 3 and Bia 1”.
func (h tally) list(rows []scoring.Row) (out lang.List) {
	for _, row := range rows {
		out = append(out, scoring.Has(row, h[scoring.Name(row)]))
	}
	return out
}
