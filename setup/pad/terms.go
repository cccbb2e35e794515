// Package pad is what a table agrees on before it plays a game that the program does not know:
// what is counted, who wins and when it ends. It counts nothing itself.
package pad

import (
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
	noChoice   = lang.Msg("pad.no-choice", "the table cannot have agreed on this: “{it}”")
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
	if counted(t) {
		if f := checkCounted(t); f != nil {
			return f
		}
	}
	t.Players = make([]string, 2) // a person alone is not asked about ties, but a sheet may say how they are settled
	for _, o := range Options() {
		it, there := t.Choices[o.ID]
		switch applies := o.Applies == nil || o.Applies(t); {
		case there && !(applies && o.May(t, it)), !there && applies && o.Lo > 0: // no number is left out
			return fault.New(noChoice.With("it", it), o.ID)
		}
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
