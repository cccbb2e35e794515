package dixit

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The ways to play.
const (
	Base  = "base"  // 3 to 12 people; two votes from 7 on
	Party = "party" // 6 to 12
	Team  = "team"  // 3 to 6 pairs
)

// The choices about the point for a single vote that found the card, the default first.
const (
	Always         = "always"
	UnlessAllFound = "unless_all_found"
)

// The numbers of the box and of its players.
const (
	images    = 84 // image cards
	spaces    = 12 // numbered spaces on the track
	minPeople = 3
	maxPeople = 12
)

// Options, in the order of the screen on which the table agrees.
var (
	mode = setup.Option{
		ID: "mode", Sheet: "mode", Key: "m", Ask: lang.T("Which way do you play?"), Line: lang.T("{it}"),
		Values: modes, Applies: func(t setup.Table) bool { return len(modes(t)) > 1 }, Loose: true, Lays: true,
	}
	target = setup.Option{
		ID: "target", Sheet: "target", Key: "t", Ask: lang.T("How many points end the game?"),
		Line: lang.N("To {n} point", "To {n} points"), Lo: 1, Default: 30, // where the score track ends (Fim da Partida)
		Applies: func(t setup.Table) bool { return modeOf(t) == Base }, Later: true,
	}
	laps = setup.Option{
		ID: "laps", Sheet: "laps", Key: "r", Ask: lang.T("How many times is everybody the storyteller?"),
		Line: lang.N("Everybody is the storyteller once", "Everybody is the storyteller {n} times"), Lo: 1, Default: 1,
		Applies: func(t setup.Table) bool { return modeOf(t) != Base }, Later: true,
	}
	lone = setup.Option{
		ID: "lone_vote_bonus", Sheet: "lone_vote_bonus", Key: "u",
		Ask:  lang.T("Everybody found the card: is a single correct vote still worth 1 point more?"),
		Line: lang.T("A point more for a single correct vote: {it}"),
		Values: setup.OneOf(setup.Value{ID: Always, Text: lang.T("always, as the rulebook has it")},
			setup.Value{ID: UnlessAllFound, Text: lang.T("only if somebody missed the card")}),
		Applies: func(t setup.Table) bool { return modeOf(t) == Base && len(t.Players) >= 7 }, Loose: true,
	}
	secret = setup.Option{
		ID: "secret", Secret: true, Key: "v", Ask: lang.T("How are the votes given?"), Line: lang.T("Votes: {it}"),
		Values: setup.OneOf(setup.Value{ID: setup.No, Text: lang.T("all at once, on the voting boards")},
			setup.Value{ID: setup.Yes, Text: lang.T("in secret, one by one")}),
		Later: true,
	}
)

// ways lists the ways to play, each with the number of people that it takes.
var ways = []struct {
	id          string
	min         int
	pairs       bool
	tag         lang.Text
	text, wrong lang.Text
}{
	{Base, 3, false, lang.Text{}, lang.T("Base: find the storyteller's card"),
		lang.N("{n} player: the base game is for 3 to 12", "{n} players: the base game is for 3 to 12")},
	{Party, 6, false, lang.T("Party"), lang.T("Party: vote for the favorite card"),
		lang.N("{n} player: Dixit Party is for 6 to 12", "{n} players: Dixit Party is for 6 to 12")},
	{Team, 6, true, lang.In("way to play", "Team"), lang.T("Team: the base game in pairs"),
		lang.N("{n} player: Team Dixit is for 6, 8, 10 or 12", "{n} players: Team Dixit is for 6, 8, 10 or 12")},
}

// modes returns the ways that a table can play.
func modes(t setup.Table) (values []setup.Value) {
	for _, w := range ways {
		if n := len(t.Players); n >= w.min && (!w.pairs || n%2 == 0) {
			values = append(values, setup.Value{ID: w.id, Text: w.text, Tag: w.tag})
		}
	}
	return values
}

func modeOf(t setup.Table) string { return t.Choice("mode", Base) }

func (s State) mode() string      { return modeOf(s.Table) }
func (s State) target() int       { return s.Table.Int("target", target.Default) }
func (s State) laps() int         { return s.Table.Int("laps", laps.Default) }
func (s State) loneBonus() string { return s.Table.Choice("lone_vote_bonus", Always) }

// begin refuses a mode that does not fit the number of people.
func begin(t setup.Table) (scoring.State, error) {
	if err := checkMode(t); err != nil {
		return nil, err
	}
	return State{}, nil
}

func checkMode(t setup.Table) error {
	mode := modeOf(t)
	if slices.ContainsFunc(modes(t), func(v setup.Value) bool { return v.ID == mode }) {
		return nil
	}
	for _, w := range ways {
		if w.id == mode {
			return fault.New(w.wrong.With("n", len(t.Players)), "players")
		}
	}
	return fault.New(lang.T("“{mode}” is not a way to play Dixit; choose base, party or team").With("mode", mode), "mode")
}

// layoutData is the JSON of `tablemate setup`, by the keys of the contract.
type layoutData struct {
	Players    int    `json:"players"`
	Mode       string `json:"mode"`
	CardsEach  int    `json:"cards_each"`           // in every hand
	VotesEach  int    `json:"votes_each"`           // pegs of a person, or of a team, without the red one of Party
	CardsShown int    `json:"cards_shown"`          // on the track in every turn; in Team the partner's may be one more
	LapTurns   int    `json:"laps_turns,omitempty"` // turns until everybody has told once; Party and Team
}

// lay counts what is laid out (Preparação da Partida of each mode; Partida com 3 Jogadores).
func lay(t setup.Table) layoutData {
	n := len(t.Players)
	l := layoutData{Players: n, Mode: modeOf(t), CardsEach: 6, VotesEach: 1, CardsShown: n}
	switch {
	case l.Mode == Party:
		l.CardsEach, l.LapTurns = 5, n
	case l.Mode == Team:
		l.CardsEach, l.CardsShown, l.LapTurns = 4, n/2, n
	case n == 3:
		l.CardsEach, l.CardsShown = 7, 5
	case n >= 7:
		l.VotesEach = 2
	}
	return l
}

// layout returns the checklist before the first turn.
func layout(t setup.Table) (setup.Layout, error) {
	if err := checkMode(t); err != nil {
		return setup.Layout{}, err
	}
	l := lay(t)
	step := func(text lang.Text, notes ...lang.Text) setup.Step { return setup.Step{Text: text, Notes: notes} }
	board := step(lang.T("Everybody takes a voting board and puts the rabbit of its color on 0."))
	pegs := step(lang.T("Everybody takes one voting peg, of any color."))
	cards := step(lang.T("In every turn the cards lie face up on the spaces 1 to {last} of the track.").With("last", l.CardsShown))
	first := step(lang.T("The first person to think of a clue for one of their cards says so, and is the first storyteller."))
	switch {
	case l.Mode == Team:
		board = step(lang.T("Every team takes one voting board and puts the rabbit of its color on 0."))
		pegs = step(lang.T("Every team takes one voting peg (a house reading: the book names only the board)."))
		hand := lang.T("The storyteller's partner hands over a card, and so does one of each other pair.")
		both := lang.T("If the storyteller and the partner both hand in a card, space {next} is used as well.")
		cards.Notes = []lang.Text{hand, both.With("next", l.CardsShown+1)}
	case l.Mode == Party:
		pegs = step(lang.T("Everybody takes one green voting peg."),
			lang.T("The first storyteller also takes a red one, and passes it on to the next storyteller."))
		first = step(lang.T("The first person to think of a clue says so, and is the first storyteller."),
			lang.T("The clue comes before the cards: it need not fit any of them."))
	case l.VotesEach == 2:
		pegs = step(lang.T("Everybody takes two voting pegs, of any color."),
			lang.T("The second one is for a second card, for anybody who wants to vote for two."))
	case l.Players == 3:
		cards.Notes = []lang.Text{lang.T("The storyteller hands in one card, the two others hand in two each.")}
	}
	steps := []setup.Step{
		step(lang.T("Open the score track in the middle of the table.")), board, pegs,
		step(lang.T("Shuffle the {all} image cards and deal {each} to everybody.").With("all", images, "each", l.CardsEach),
			lang.T("The other {rest} are the draw pile.").With("rest", images-l.CardsEach*l.Players),
			lang.T("Nobody shows their cards, please.")),
		cards, first,
	}
	if l.Mode == Team {
		steps = append([]setup.Step{seats(t)}, steps...)
	}
	return setup.Layout{Data: l, Steps: steps}, nil
}

// seats returns the step in which partners sit down opposite each other.
func seats(t setup.Table) setup.Step {
	s := setup.Step{Text: lang.T("Partners sit opposite each other.")}
	for _, team := range t.Teams {
		s.Notes = append(s.Notes, team.Said())
	}
	if order := opposite(t); !slices.Equal(order, t.Players) {
		s.Notes = append(s.Notes, lang.T("As you sit now, some are not opposite. The book's order, clockwise: {names}.").With("names", lang.Names(order)))
	}
	return s
}

// opposite returns the seat order in which partners sit opposite each other; that of the table where they do.
func opposite(t setup.Table) []name {
	half := len(t.Teams)
	seat := func(n name) int { return slices.Index(t.Players, n) }
	if !slices.ContainsFunc(t.Teams, func(team setup.Team) bool {
		return (seat(team.Players[0])-seat(team.Players[1])+2*half)%(2*half) != half
	}) {
		return t.Players
	}
	order := make([]name, 2*half)
	for i, team := range t.Teams {
		order[i], order[i+half] = team.Players[0], team.Players[1]
	}
	return order
}
