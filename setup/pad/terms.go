// Package pad is what a table agrees on before it plays a game that the program does not know:
// what is counted, who wins and when it ends. It counts nothing itself.
package pad

import (
	"embed"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Limits of a pad.
const (
	MinPlayers = 1 // many games are played alone for points
	MaxPlayers = 12

	MostPoints     = 99_999  // of one person in one round or category, above and below zero
	MostTarget     = 999_999 // points that may end a game
	MostRounds     = 99      // that may be agreed on
	MostCategories = 30
)

// What a table agrees on: the IDs of Table.Choices, and the keys of a score sheet.
const (
	Name       = "name"           // of what is played; missing: it has none
	Uncounted  = "uncounted"      // ByWord or ByAll; missing: points are counted
	Style      = "style"          // ByRounds or ByCategories
	Wins       = "wins"           // High or Low
	Ends       = "ends"           // AtWord, AfterRounds or AtTarget; of rounds only
	Target     = "target"         // points, 1 to MostTarget; AtTarget only
	Planned    = "rounds_planned" // 1 to MostRounds; AfterRounds only
	Clock      = "clock"          // minutes, as 3m, that are offered at each round; of rounds only; missing: none
	Categories = "categories"     // their names, joined with a comma; ByCategories only
	Told       = "told"           // PerCategory or PerPerson; ByCategories only
	Tie        = "tie"            // the name of a category; missing: a tie is shared
)

// What a choice may be, the default first.
const (
	ByRounds     = "rounds"
	ByCategories = "categories"
	ByWord       = "word"     // no points: the table says who has won
	ByAll        = "together" // the same, of all against the game

	High = "high"
	Low  = "low"

	AtWord      = "word"
	AfterRounds = "rounds"
	AtTarget    = "target"

	PerCategory = "category"
	PerPerson   = "person"
)

// Clocks are how long a clock beside a round may run.
var Clocks = []string{"1m", "2m", "3m", "5m", "10m"}

// Terms are the choices of a table, read.
type Terms struct {
	Name       string
	Categories []string      // in the order in which they are counted; nil: rounds are
	Uncounted  string        // ByWord or ByAll; "": points are counted
	Low        bool          // the fewest points win
	Target     int           // the game ends with the round in which somebody has so many points; 0: points do not end it
	Clock      time.Duration // that is offered at each round; 0: none
	Rounds     int           // it ends after so many; 0: their number does not end it
	PerPerson  bool          // categories are told one line a person
	Tie        int           // the category that settles a tie; -1: none
}

var (
	notOneOf   = lang.Msg("pad.not-one-of", "“{it}” is not one of: {allowed}")
	badNumber  = lang.Msg("pad.bad-number", "“{it}” is not a whole number from 1 to {most}")
	needed     = lang.Msg("pad.needed", "this key is missing")
	notHere    = lang.Msg("pad.not-here", "this does not go with the rest: {key} is “{it}”")
	noCategory = lang.Msg("pad.no-category", "a category is missing: 1 to {most}, please")
	withComma  = lang.Msg("pad.with-comma", "“{it}” has a comma: commas stand between categories")
	noTie      = lang.Msg("pad.no-tie", "“{it}” is not one of the categories: {names}")
)

// Of reads what a table agreed on. A wrong choice is a fault at the key of a score sheet.
func Of(t setup.Table) (Terms, *fault.Fault) {
	m := Terms{Name: t.Choices[Name], Tie: -1}
	if m.Name != "" {
		if f := setup.CheckName(m.Name); f != nil {
			return m, f.Under(Name)
		}
	}
	for _, c := range []struct {
		id      string
		allowed []string
	}{{Uncounted, []string{"", ByWord, ByAll}}, {Style, []string{ByRounds, ByCategories}}, {Wins, []string{High, Low}}, {Ends, []string{AtWord, AfterRounds, AtTarget}}, {Told, []string{PerCategory, PerPerson}}, {Clock, Clocks}} {
		if it := t.Choice(c.id, c.allowed[0]); !slices.Contains(c.allowed, it) {
			return m, fault.New(notOneOf.With("it", it, "allowed", strings.Join(c.allowed, ", ")), c.id)
		}
	}
	m.Low = t.Choices[Wins] == Low
	m.Clock, _ = time.ParseDuration(t.Choices[Clock])
	m.Uncounted = t.Choices[Uncounted]
	switch {
	case m.Uncounted != "":
		return m, foreign(t, Uncounted, m.Uncounted, Style, Categories, Told, Tie, Ends, Target, Planned, Wins, Clock)
	case t.Choices[Style] == ByCategories:
		return m, m.categories(t)
	}
	return m, m.rounds(t)
}

// rounds reads how a game of rounds ends.
func (m *Terms) rounds(t setup.Table) *fault.Fault {
	if f := foreign(t, Style, t.Choice(Style, ByRounds), Categories, Told, Tie); f != nil {
		return f
	}
	ends := t.Choice(Ends, AtWord)
	for _, c := range []struct {
		ends, id string
		most     int
		put      *int
	}{{AtTarget, Target, MostTarget, &m.Target}, {AfterRounds, Planned, MostRounds, &m.Rounds}} {
		it, there := t.Choices[c.id]
		switch n := t.Int(c.id, 0); {
		case ends != c.ends && there:
			return fault.New(notHere.With("key", Ends, "it", ends), c.id)
		case ends != c.ends:
		case !there:
			return fault.New(needed, c.id)
		case n < 1 || n > c.most:
			return fault.New(badNumber.With("it", it, "most", c.most), c.id)
		default:
			*c.put = n
		}
	}
	return nil
}

// categories reads the categories and how a tie is settled.
func (m *Terms) categories(t setup.Table) *fault.Fault {
	if f := foreign(t, Style, ByCategories, Ends, Target, Planned, Clock); f != nil {
		return f
	}
	m.Categories, m.PerPerson = Split(t.Choices[Categories]), t.Choices[Told] == PerPerson
	if f := CheckCategories(m.Categories); f != nil {
		return f.Under(Categories)
	}
	if it, there := t.Choices[Tie]; there {
		m.Tie = slices.Index(m.Categories, it)
		if m.Tie < 0 {
			return fault.New(noTie.With("it", it, "names", lang.Names(m.Categories)), Tie)
		}
	}
	return nil
}

// foreign refuses choices that have no sense because of what a key is.
func foreign(t setup.Table, key, it string, ids ...string) *fault.Fault {
	for _, id := range ids {
		if _, there := t.Choices[id]; there {
			return fault.New(notHere.With("key", key, "it", it), id)
		}
	}
	return nil
}

// CheckCategories refuses names of categories that are missing, too many, wrong or alike; a fault
// stands at the index of the name.
func CheckCategories(names []string) *fault.Fault {
	if n := len(names); n == 0 || n > MostCategories {
		return fault.New(noCategory.With("most", MostCategories))
	}
	for i, it := range names {
		if strings.ContainsAny(it, ",;") {
			return fault.New(withComma.With("it", it), fault.Index(i))
		}
	}
	return setup.CheckNames(names)
}

// Split cuts a line into names of categories.
func Split(line string) []string {
	var out []string
	for _, it := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' }) {
		it = strings.TrimSpace(it)
		if it != "" {
			out = append(out, it)
		}
	}
	return out
}

// Join returns names of categories as the choice that Split reads.
func Join(names []string) string { return strings.Join(names, ", ") }

var (
	whoWon     = lang.Msg("pad.called-word", "only who won")
	allOrNone  = lang.Msg("pad.called-together", "all against the game")
	byRounds   = lang.Msg("pad.called-rounds", "rounds of points")
	toTarget   = lang.Msg("pad.called-target", "rounds up to {n} points")
	someRounds = lang.Plural("pad.called-planned", "{n} round", "{n} rounds")
)

// Called returns what a table plays, by its name, or by what is counted where it has none; empty
// where nothing was agreed on.
func Called(t setup.Table) lang.Text {
	m, f := Of(t)
	switch {
	case f != nil || len(t.Choices) == 0:
		return lang.Text{}
	case m.Name != "":
		return lang.Literal(m.Name)
	case m.Uncounted == ByWord:
		return whoWon
	case m.Uncounted == ByAll:
		return allOrNone
	case m.Categories != nil:
		return lang.Literal(Join(m.Categories))
	case m.Target > 0:
		return toTarget.With("n", m.Target)
	case m.Rounds > 0:
		return someRounds.With("n", m.Rounds)
	}
	return byRounds
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "pad", Files: files}
