// Package pad is what a table agrees on before it plays a game that the program does not know:
// what is counted, who wins and when it ends. It counts nothing itself.
package pad

import (
	"cmp"
	"embed"
	"slices"
	"strings"

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

var (
	notOneOf   = lang.Msg("pad.not-one-of", "“{it}” is not one of: {allowed}")
	badNumber  = lang.Msg("pad.bad-number", "“{it}” is not a whole number from 1 to {most}")
	needed     = lang.Msg("pad.needed", "this key is missing")
	notHere    = lang.Msg("pad.not-here", "this does not go with the rest: {key} is “{it}”")
	noCategory = lang.Msg("pad.no-category", "a category is missing: 1 to {most}, please")
	withComma  = lang.Msg("pad.with-comma", "“{it}” has a comma: commas stand between categories")
	noTie      = lang.Msg("pad.no-tie", "“{it}” is not one of the categories: {names}")
)

// Check refuses what no table can have agreed on, with a fault at the key of a score sheet.
func Check(t setup.Table) *fault.Fault {
	if name := t.Choices[Name]; name != "" {
		if f := setup.CheckName(name); f != nil {
			return f.Under(Name)
		}
	}
	for _, c := range []struct {
		id      string
		allowed []string
	}{{Uncounted, []string{"", ByWord, ByAll}}, {Style, []string{ByRounds, ByCategories}}, {Wins, []string{High, Low}}, {Ends, []string{AtWord, AfterRounds, AtTarget}}, {Told, []string{PerCategory, PerPerson}}, {Clock, Clocks}} {
		if it := t.Choice(c.id, c.allowed[0]); !slices.Contains(c.allowed, it) {
			return fault.New(notOneOf.With("it", it, "allowed", strings.Join(c.allowed, ", ")), c.id)
		}
	}
	switch {
	case t.Choices[Uncounted] != "":
		return foreign(t, Uncounted, t.Choices[Uncounted], Style, Categories, Told, Tie, Ends, Target, Planned, Wins, Clock)
	case t.Choices[Style] == ByCategories:
		return cmp.Or(foreign(t, Style, ByCategories, Ends, Target, Planned, Clock), checkCounted(t))
	}
	return cmp.Or(foreign(t, Style, ByRounds, Categories, Told, Tie), checkEnd(t, AtTarget, Target, MostTarget), checkEnd(t, AfterRounds, Planned, MostRounds))
}

// checkEnd refuses a number that belongs to one way to end the rounds, where it is missing, wrong, or of another way.
func checkEnd(t setup.Table, way, id string, most int) *fault.Fault {
	ends := t.Choice(Ends, AtWord)
	it, there := t.Choices[id]
	switch n := t.Int(id, 0); {
	case ends != way && there:
		return fault.New(notHere.With("key", Ends, "it", ends), id)
	case ends == way && !there:
		return fault.New(needed, id)
	case there && (n < 1 || n > most):
		return fault.New(badNumber.With("it", it, "most", most), id)
	}
	return nil
}

// checkCounted refuses wrong categories, and a tie that is settled by none of them.
func checkCounted(t setup.Table) *fault.Fault {
	names := Split(t.Choices[Categories])
	if f := CheckCategories(names); f != nil {
		return f.Under(Categories)
	}
	if it, there := t.Choices[Tie]; there && !slices.Contains(names, it) {
		return fault.New(noTie.With("it", it, "names", lang.Names(names)), Tie)
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
	switch c := t.Choices; {
	case len(c) == 0 || Check(t) != nil:
		return lang.Text{}
	case c[Name] != "":
		return lang.Literal(c[Name])
	case c[Uncounted] == ByWord:
		return whoWon
	case c[Uncounted] == ByAll:
		return allOrNone
	case c[Style] == ByCategories:
		return lang.Literal(Join(Split(c[Categories])))
	case c[Ends] == AtTarget:
		return toTarget.With("n", t.Int(Target, 0))
	case c[Ends] == AfterRounds:
		return someRounds.With("n", t.Int(Planned, 0))
	}
	return byRounds
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "pad", Files: files}
