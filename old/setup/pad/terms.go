// Package pad is what a table agrees on before it plays a game that the program does not know: what is counted, who wins
// and when it ends. It counts nothing itself.
package pad

import (
	"embed"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// Limits of a pad.
const (
	MinPlayers = 1 // many games are played alone for points
	MaxPlayers = 12

	MostPoints     = 99_999  // of one person in one round or category, positive or negative
	MostTarget     = 999_999 // points that may end a game
	MostRounds     = 99      // in an agreed number of rounds
	MostCategories = 30
)

// IDs of Table.Choices, which are also the keys of a score sheet.
const (
	Name       = "name"           // of the game; may be missing
	Uncounted  = "uncounted"      // ByWord or ByAll; missing if points are counted
	Style      = "style"          // ByRounds or ByCategories
	Wins       = "wins"           // High or Low
	Ends       = "ends"           // AtWord, AfterRounds or AtTarget; only with ByRounds
	Target     = "target"         // points, 1 to MostTarget; only with AtTarget
	Planned    = "rounds_planned" // 1 to MostRounds; only with AfterRounds
	Clock      = "clock"          // minutes like 3m, offered at each round; only with ByRounds; missing if there is no clock
	Categories = "categories"     // their names, joined with commas; only with ByCategories
	Told       = "told"           // PerCategory or PerPerson; only with ByCategories
	Tie        = "tie"            // name of a category; missing if a tie is shared
)

// Values of the choices, the default first.
const (
	ByRounds     = "rounds"
	ByCategories = "categories"
	ByWord       = "word"     // no points: the table says who won
	ByAll        = "together" // the same, for all against the game

	High = "high"
	Low  = "low"

	AtWord      = "word"
	AfterRounds = "rounds"
	AtTarget    = "target"

	PerCategory = "category"
	PerPerson   = "person"
)

// Clocks lists the lengths of a clock beside a round.
var Clocks = []string{"1m", "2m", "3m", "5m", "10m"}

var (
	noChoice   = lang.Msg("pad.no-choice", "the table cannot have agreed on this: “{it}”")
	noCategory = lang.Msg("pad.no-category", "a category is missing: 1 to {most}, please")
	withComma  = lang.Msg("pad.with-comma", "“{it}” has a comma: commas stand between categories")
	noTie      = lang.Msg("pad.no-tie", "“{it}” is not one of the categories: {names}")
)

// Check refuses choices that no table can have made. The fault is at the key of the score sheet.
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
		case there && !(applies && o.May(t, it)), !there && applies && o.Lo > 0: // numbers have no default here
			return fault.New(noChoice.With("it", it), o.ID)
		}
	}
	return nil
}

// checkCounted refuses invalid categories, and a tie that none of them settles.
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

// CheckCategories refuses category names that are missing, too many, invalid or alike. A fault about one name is at its
// index.
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

// Split cuts a line into the names of categories.
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

// Join returns names of categories as one choice, which Split reads.
func Join(names []string) string { return strings.Join(names, ", ") }

var (
	whoWon     = lang.Msg("pad.called-word", "only who won")
	allOrNone  = lang.Msg("pad.called-together", "all against the game")
	byRounds   = lang.Msg("pad.called-rounds", "rounds of points")
	toTarget   = lang.Msg("pad.called-target", "rounds up to {n} points")
	someRounds = lang.Plural("pad.called-planned", "{n} round", "{n} rounds")
)

// Called returns what a table plays: its name, or else what is counted; empty if nothing was agreed on.
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

// Texts holds the translations of this package.
var Texts = lang.Catalog{Prefix: "pad", Files: files}
