package pad

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// Title is the name of the pad.
var Title = lang.Msg("pad.name", "Score pad")

var (
	oneMore  = lang.Msg("pad.one-more-round", "Play on: one more round")
	whatGame = lang.Msg("pad.what", "What do you play?")
	whatNote = lang.Msg("pad.what-note", "A name to find it again by. Enter: no name.")
	whatName = lang.Msg("pad.what-name", "A name to find it again by, if you like.")
	lineName = lang.Msg("pad.line-name", "What you play: {it}")

	howCounted = lang.Msg("pad.style", "What is written down?")
	lineStyle  = lang.Msg("pad.line-style", "Written down: {it}")
	eachRound  = lang.Msg("pad.style-rounds", "points, round by round")
	whatCounts = lang.Msg("pad.uncounted", "What counts?")
	lineCounts = lang.Msg("pad.line-uncounted", "What counts: {it}")
	pointsDo   = lang.Msg("pad.uncounted-points", "points")
	onlyWho    = lang.Msg("pad.uncounted-word", "only who has won")
	onlyAll    = lang.Msg("pad.uncounted-together", "whether all have won, against the game")
	atTheEnd   = lang.Msg("pad.style-categories", "categories, at the end of the game")

	howEnds   = lang.Msg("pad.ends", "When does the game end?")
	lineEnds  = lang.Msg("pad.line-ends", "The end: {it}")
	endsWord  = lang.Msg("pad.ends-word", "when we say so")
	endsAfter = lang.Msg("pad.ends-rounds", "after a number of rounds")
	endsAt    = lang.Msg("pad.ends-target", "when somebody reaches a number of points")
	howMany   = lang.Msg("pad.how-many-rounds", "How many rounds?")
	lineMany  = lang.Plural("pad.line-rounds", "{n} round", "{n} rounds")
	howFar    = lang.Msg("pad.how-many-points", "Up to how many points? (The round is finished.)")
	lineFar   = lang.Plural("pad.line-points", "To {n} point", "To {n} points")

	whichCats = lang.Msg("pad.which-categories", "Which categories?")
	catsNote  = lang.Msg("pad.categories-note", "With commas between them: birds, bonus cards, eggs.")
	lineCats  = lang.Msg("pad.line-categories", "Categories: {it}")
	howTold   = lang.Msg("pad.told", "How will you count them?")
	lineTold  = lang.Msg("pad.line-told", "Counted: {it}")
	perCat    = lang.Msg("pad.told-category", "one category after the other, everybody’s points")
	perPerson = lang.Msg("pad.told-person", "one person after the other, all of their categories")

	whatClock = lang.Msg("pad.clock", "A clock at each round?")
	lineClock = lang.Msg("pad.line-clock", "A clock: {it}")
	noClock   = lang.Msg("pad.clock-none", "none")
	someClock = lang.Msg("pad.clock-each", "{it} a round")

	whoWins  = lang.Msg("pad.wins", "Who wins?")
	lineWins = lang.Msg("pad.line-wins", "The winner: {it}")
	mostWins = lang.Msg("pad.wins-high", "the person with the most points")
	fewWins  = lang.Msg("pad.wins-low", "the person with the fewest points")
	howTie   = lang.Msg("pad.tie", "And if there is a tie?")
	lineTie  = lang.Msg("pad.line-tie", "A tie: {it}")
	shareTie = lang.Msg("pad.tie-shared", "they share the victory")
	mostOf   = lang.Msg("pad.tie-most", "the most in “{it}” wins")
	fewestOf = lang.Msg("pad.tie-fewest", "the fewest in “{it}” wins")
)

// Defaults for numbers.
const (
	usualRounds = 10
	usualTarget = 100
)

// Options returns what a table agrees on: the game, and how it is counted.
func Options() []setup.Option {
	return []setup.Option{
		{ID: Name, Key: "n", Ask: whatGame, Line: lineName, Choose: askName},
		{
			ID: Uncounted, Key: "v", Ask: whatCounts, Line: lineCounts,
			Values: []setup.Value{{Text: pointsDo}, {ID: ByWord, Text: onlyWho}, {ID: ByAll, Text: onlyAll}},
		},
		{
			ID: Style, Key: "f", Ask: howCounted, Line: lineStyle,
			Values:  []setup.Value{{ID: ByRounds, Text: eachRound}, {ID: ByCategories, Text: atTheEnd}},
			Applies: pointed,
		},
		{ID: Categories, Key: "c", Ask: whichCats, Line: lineCats, Choose: askCategories, Needed: true, Applies: counted},
		{
			ID: Told, Key: "o", Ask: howTold, Line: lineTold,
			Values:  []setup.Value{{ID: PerCategory, Text: perCat}, {ID: PerPerson, Text: perPerson}},
			Applies: func(t setup.Table) bool { return counted(t) && len(t.Players) > 1 },
		},
		{
			ID: Ends, Key: "e", Ask: howEnds, Line: lineEnds,
			Values:  []setup.Value{{ID: AtWord, Text: endsWord}, {ID: AfterRounds, Text: endsAfter}, {ID: AtTarget, Text: endsAt}},
			Applies: inRounds,
		},
		{
			ID: Planned, Key: "r", Ask: howMany, Line: lineMany, Lo: 1, Hi: MostRounds, Default: usualRounds,
			Applies: func(t setup.Table) bool { return t.Choices[Ends] == AfterRounds },
		},
		{
			ID: Target, Key: "t", Ask: howFar, Line: lineFar, Lo: 1, Hi: MostTarget, Default: usualTarget,
			Applies: func(t setup.Table) bool { return t.Choices[Ends] == AtTarget },
		},
		{
			ID: Clock, Key: "k", Ask: whatClock, Line: lineClock, Among: clocks,
			Applies: inRounds,
		},
		{
			ID: Wins, Key: "w", Ask: whoWins, Line: lineWins,
			Values:  []setup.Value{{ID: High, Text: mostWins}, {ID: Low, Text: fewWins}},
			Applies: pointed,
		},
		{
			ID: Tie, Key: "d", Ask: howTie, Line: lineTie, Among: ties,
			Applies: func(t setup.Table) bool { return counted(t) && len(t.Players) > 1 },
		},
	}
}

// Longer returns the offer of one more round, if the number of rounds was agreed on.
func Longer(t setup.Table) (lang.Text, setup.Table) {
	rounds := t.Int(Planned, MostRounds)
	if rounds == MostRounds || Check(t) != nil {
		return lang.Text{}, t
	}
	return oneMore, t.With(Planned, strconv.Itoa(rounds+1))
}

// pointed reports whether points are counted.
func pointed(t setup.Table) bool { return t.Choices[Uncounted] == "" }

// inRounds reports whether points are counted round by round.
func inRounds(t setup.Table) bool { return pointed(t) && t.Choice(Style, ByRounds) == ByRounds }

// counted reports whether categories are counted at the end.
func counted(t setup.Table) bool { return t.Choices[Style] == ByCategories }

// askName asks what is played: a name, or everything that an earlier table agreed on. It suggests nothing, so Enter means no name.
func askName(a ask.Asker, t setup.Table) (string, error) {
	h := ask.Head{ID: setup.AsksEarlier, Text: whatGame, Written: []lang.Text{whatNote}, Phone: ask.Phone{Notes: []lang.Text{whatName}}}
	return ask.Accept(a, h, ask.Words{Blank: true}, func(it string) (string, error) {
		if choices, ok := setup.ReadChosen(it); ok {
			return it, Check(setup.Table{Players: t.Players, Choices: choices}).Plain().Err()
		}
		if it == "" {
			return it, nil
		}
		return it, setup.CheckName(it).Err()
	})
}

// askCategories asks which categories are counted.
func askCategories(a ask.Asker, t setup.Table) (string, error) {
	h := ask.Head{ID: whichCats.ID, Text: whichCats, Notes: []lang.Text{catsNote}}
	if it := t.Choices[Categories]; it != "" {
		h.Suggest = ask.UsualWords(it)
	}
	return ask.Accept(a, h, ask.Words{}, func(line string) (string, error) {
		names := Split(line)
		return renamedTie(t, names), CheckCategories(names).Plain().Err()
	})
}

// renamedTie returns the choice of categories. If the category that settles ties was renamed in place, it returns
// all of the table's choices, with the tie renamed as well.
func renamedTie(t setup.Table, now []string) string {
	was, tie := Split(t.Choices[Categories]), t.Choices[Tie]
	at := slices.Index(was, tie)
	if at < 0 || len(was) != len(now) || slices.Contains(now, tie) || slices.Contains(was, now[at]) {
		return Join(now)
	}
	return setup.Chosen(t.With(Categories, Join(now)).With(Tie, now[at]).Choices)
}

// clocks returns the clocks that a table may have for each round.
func clocks(setup.Table) []setup.Value {
	all := []setup.Value{{Text: noClock}}
	for _, it := range Clocks {
		all = append(all, setup.Value{ID: it, Text: someClock.With("it", it)})
	}
	return all
}

// ties returns how the table may settle a tie: by sharing, or by one of its categories.
func ties(t setup.Table) []setup.Value {
	say := mostOf
	if t.Choices[Wins] == Low {
		say = fewestOf
	}
	all := []setup.Value{{Text: shareTie}}
	for _, it := range Split(strings.TrimSpace(t.Choices[Categories])) {
		all = append(all, setup.Value{ID: it, Text: say.With("it", it)})
	}
	return all
}
