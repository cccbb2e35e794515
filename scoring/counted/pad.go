package counted

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// padID is the ID of the score pad, which is no name for a file on the shelf.
const padID = "pad"

// The options of the pad, by ID.
const (
	padName       = "name"
	padCounts     = "counts" // points, together or word
	padStyle      = "style"
	padCategories = "categories"
	padEnds       = "ends"
	padRounds     = "rounds"
	padTarget     = "target"
	padWins       = "wins"
	padTie        = "tie"

	byPoints     = "points"
	byRounds     = "rounds"
	byCategories = "categories"
	shared       = "shared"
)

// Pad is the score pad for any game that the program does not know. The table's options make a game file of it, from its
// first round on.
var Pad = scoring.Define[State](scoring.Game{
	Latest: thisRound,
	ID:     padID, Name: lang.T("Score pad"), Min: 1, Max: mostPeople, Options: padOptions(), Kinds: kinds(),
	New: func(t setup.Table) (scoring.State, error) {
		f, err := PadFile(t, padID, "")
		if err != nil {
			return nil, err
		}
		s := f.begin(t)
		s.pad = true
		return s, nil
	},
	Handbook: padBook, Paper: &noPaper{},
	Events: func(any, setup.Table, *bool) ([]scoring.Placed, error) { return nil, nil },
})

//go:embed handbook/*.md
var padBook embed.FS

// noPaper refuses the sheet of a pad without its file.
type noPaper struct{}

// ReadSheet refuses everything.
func (*noPaper) ReadSheet(sheet.Value) error {
	return fault.New(lang.T("this key is missing: a sheet of the score pad has its game file in it"), "game_file")
}

// Agreed makes the pad's game file anew, from the options that the table has now.
func (s State) Agreed() scoring.State {
	if f, err := PadFile(s.Table, padID, ""); s.pad && err == nil {
		s.file = f
	}
	return s
}

// PadFile returns the game file that a table at the pad agreed on, with an ID and a name; "" is the name that they gave it.
func PadFile(t setup.Table, id, name string) (*File, error) {
	type words map[string]string
	type field struct {
		Name any `json:"name"`
	}
	f := struct {
		Version   int            `json:"game_file"`
		ID        string         `json:"id"`
		Name      any            `json:"name"`
		Players   string         `json:"players"`
		Wins      string         `json:"wins,omitempty"`
		EachRound []field        `json:"each_round,omitempty"`
		Ends      map[string]int `json:"ends,omitempty"`
		AtEnd     []field        `json:"at_end,omitempty"`
		Ties      []any          `json:"ties,omitempty"`
	}{Version: 1, ID: id, Name: words{"en": "Score pad", "pt-BR": "Bloco de pontos"}, Players: "1-12"}
	if called := cmp.Or(name, t.Choices[padName]); called != "" {
		f.Name = called
	}
	f.Wins = t.Choice(padWins, Most)
	points := []field{{words{"en": "points", "pt-BR": "pontos"}}}
	switch {
	case !pointed(t):
		f.Wins = t.Choices[padCounts]
	case categories(t):
		for _, it := range setup.Split(t.Choices[padCategories]) {
			f.AtEnd = append(f.AtEnd, field{it})
		}
		if f.AtEnd == nil {
			f.AtEnd = points
		}
		if tie := t.Choice(padTie, shared); tie != shared {
			f.Ties = []any{map[string]string{"field": strings.TrimPrefix(tie, tieOf), "wins": f.Wins}}
		}
	default:
		f.EachRound = points
		switch t.Choices[padEnds] {
		case padRounds:
			f.Ends = map[string]int{"after": t.Int(padRounds, usualRounds)}
		case padTarget:
			f.Ends = map[string]int{"at": t.Int(padTarget, usualTarget)}
		}
	}
	raw, err := sheet.Write(f)
	if err != nil {
		return nil, err
	}
	return Read(raw)
}

const (
	usualRounds = 10
	usualTarget = 100
	tieOf       = "of " // before a category, which may be called like another choice
)

func pointed(t setup.Table) bool    { return t.Choice(padCounts, byPoints) == byPoints }
func categories(t setup.Table) bool { return pointed(t) && t.Choices[padStyle] == byCategories }
func inRounds(t setup.Table) bool   { return pointed(t) && !categories(t) }

// padOptions returns the options of the pad: the game, and how it is counted.
func padOptions() []setup.Option {
	return []setup.Option{
		{
			ID: padName, Key: "g", Ask: lang.T("What do you play?"), Line: lang.T("What you play: {it}"), Names: 1,
			Values: typed(padName, lang.T("no name"), true),
		},
		{
			ID: padCounts, Key: "c", Ask: lang.T("What counts?"), Line: lang.T("What counts: {it}"),
			Values: setup.OneOf(setup.Value{ID: byPoints, Text: lang.T("points")}, setup.Value{ID: ByWord, Text: lang.T("only who has won")},
				setup.Value{ID: Together, Text: lang.T("whether all won, against the game")}),
		},
		{
			ID: padStyle, Key: "a", Ask: lang.T("What is written down?"), Line: lang.T("Written down: {it}"), Applies: pointed,
			Values: setup.OneOf(setup.Value{ID: byRounds, Text: lang.T("points, round by round")},
				setup.Value{ID: byCategories, Text: lang.T("categories, at the end")}),
		},
		{
			ID: padCategories, Key: "t", Ask: lang.T("Which categories? With commas between them: birds, bonus cards, eggs."),
			Line: lang.T("Categories: {it}"), Names: mostNames, Applies: categories,
			Values: typed(padCategories, lang.T("points"), false),
		},
		{
			ID: padEnds, Key: "f", Ask: lang.T("When does the game end?"), Line: lang.T("The end: {it}"), Applies: inRounds,
			Values: setup.OneOf(setup.Value{ID: "word", Text: lang.T("when we say so")}, setup.Value{ID: padRounds, Text: lang.T("after a number of rounds")},
				setup.Value{ID: padTarget, Text: lang.T("at a number of points")}),
		},
		{
			ID: padRounds, Key: "r", Ask: lang.T("How many rounds?"), Line: lang.N("{n} round", "{n} rounds"),
			Lo: 1, Hi: 99, Default: usualRounds, Later: true,
			Applies: func(t setup.Table) bool { return inRounds(t) && t.Choices[padEnds] == padRounds },
		},
		{
			ID: padTarget, Key: "o", Ask: lang.T("Up to how many points? (The round is played out.)"),
			Line: lang.N("To {n} point", "To {n} points"), Lo: 1, Hi: mostMark, Default: usualTarget, Later: true,
			Applies: func(t setup.Table) bool { return inRounds(t) && t.Choices[padEnds] == padTarget },
		},
		{
			ID: padWins, Key: "v", Ask: lang.T("Who wins?"), Line: lang.T("The winner: {it}"), Applies: pointed,
			Values: setup.OneOf(setup.Value{ID: Most, Text: lang.T("the person with the most points")},
				setup.Value{ID: Fewest, Text: lang.T("the person with the fewest points")}),
		},
		{
			ID: padTie, Key: "e", Ask: lang.T("And if there is a tie?"), Line: lang.T("A tie: {it}"), Values: padTies,
			Applies: func(t setup.Table) bool { return categories(t) && len(t.Players) > 1 },
		},
	}
}

// typed returns the values of a choice that is typed: nothing, or the names that the table typed before. tagged says
// whether they stand behind the game's name.
func typed(id string, nothing lang.Text, tagged bool) func(setup.Table) []setup.Value {
	return func(t setup.Table) []setup.Value {
		all := []setup.Value{{Text: nothing}}
		if it := t.Choices[id]; it != "" {
			all = append(all, setup.Value{ID: it, Text: lang.Literal(it)})
			if tagged {
				all[1].Tag = lang.Literal(it)
			}
		}
		return all
	}
}

// padTies returns how the table may settle a tie: by sharing, or by one of its categories.
func padTies(t setup.Table) []setup.Value {
	all := []setup.Value{{ID: shared, Text: lang.T("they share the victory")}}
	for _, it := range setup.Split(t.Choices[padCategories]) {
		all = append(all, setup.Value{ID: tieOf + it, Text: lang.T("{most} in “{it}” wins").With("most", most(t.Choices[padWins]), "it", it)})
	}
	return all
}

// ShelfID returns an ID for a game's name that is not taken: “seven-duels”.
func ShelfID(name string, taken []string) string {
	words := strings.FieldsFunc(lang.Plain(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	base := strings.TrimLeft(strings.Join(words, "-"), "0123456789-")
	base = strings.Trim(base[:min(len(base), 36)], "-")
	if len(base) < 2 {
		base = "our-game"
	}
	id := base
	for n := 2; id == padID || slices.Contains(taken, id); n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	return id
}
