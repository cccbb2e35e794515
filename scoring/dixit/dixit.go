// Package dixit is Dixit Odyssey: the base game, the rules for seven and more, Dixit Party and Team Dixit. It judges no
// clue, and knows a card by its number on the track.
package dixit

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
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

// What is in the box, and how many may play.
const (
	images    = 84 // image cards
	spaces    = 12 // numbered spaces on the track
	minPeople = 3
	maxPeople = 12
)

// Game is Dixit Odyssey.
var Game = scoring.Define[State](scoring.Game{
	ID: "dixit", Name: lang.T("Dixit Odyssey"), Min: minPeople, Max: maxPeople,
	Options: []setup.Option{mode, target, laps, lone, secret},
	Kinds:   []scoring.Kind{{Event: Turn{}}},
	Teams:   func(t setup.Table) bool { return modeOf(t) == Team },
	New:     begin, Layout: layout,
	Handbook: handbook,
	Paper:    &paper{},
	Events: func(p any, _ setup.Table, _ *bool) ([]scoring.Placed, error) {
		return scoring.Listed("rounds", p.(*paper).Rounds), nil
	},
})

//go:embed handbook
var handbook embed.FS

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// Options, in the order of the screen on which the table agrees.
var (
	mode = setup.Option{
		ID: "mode", Sheet: "mode", Key: lang.Key("m", "m"), Ask: lang.T("Which way do you play?"), Line: lang.T("{it}"),
		Values: modes, Applies: func(t setup.Table) bool { return len(modes(t)) > 1 }, Loose: true, Lays: true,
	}
	target = setup.Option{
		ID: "target", Sheet: "target", Key: lang.Key("t", "t"), Ask: lang.T("How many points end the game?"),
		Line: lang.N("To {n} point", "To {n} points"), Lo: 1, Default: 30, // where the score track ends (Fim da Partida)
		Applies: func(t setup.Table) bool { return modeOf(t) == Base }, Later: true,
	}
	laps = setup.Option{
		ID: "laps", Sheet: "laps", Key: lang.Key("r", "r"), Ask: lang.T("How many times is everybody the storyteller?"),
		Line: lang.N("Everybody is the storyteller once", "Everybody is the storyteller {n} times"), Lo: 1, Default: 1,
		Applies: func(t setup.Table) bool { return modeOf(t) != Base }, Later: true,
	}
	lone = setup.Option{
		ID: "lone_vote_bonus", Sheet: "lone_vote_bonus", Key: lang.Key("u", "u"),
		Ask:  lang.T("Everybody found the card: is a single correct vote still worth 1 point more?"),
		Line: lang.T("A point more for a single correct vote: {it}"),
		Values: setup.OneOf(setup.Value{ID: Always, Text: lang.T("always, as the rulebook has it")},
			setup.Value{ID: UnlessAllFound, Text: lang.T("only if somebody missed the card")}),
		Applies: func(t setup.Table) bool { return modeOf(t) == Base && len(t.Players) >= 7 }, Loose: true,
	}
	secret = setup.Option{
		ID: "secret", Key: lang.Key("v", "v"), Ask: lang.T("How are the votes given?"), Line: lang.T("Votes: {it}"),
		Values: setup.OneOf(setup.Value{ID: setup.No, Text: lang.T("all at once, on the voting boards")},
			setup.Value{ID: setup.Yes, Text: lang.T("in secret, everybody alone")}),
		Later: true,
	}
)

// ways has the ways to play, with for how many people they are.
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

// A Clue is what the storyteller said; "" if nobody wrote it down.
type Clue string

const clueLength = 200

var errClue = fault.New(lang.T("a clue has 1 to {most} characters, none of them a control character").With("most", clueLength))

// ReadSheet reads a clue, which is left out rather than empty.
func (c *Clue) ReadSheet(v sheet.Value) error {
	if err := v.Read((*string)(c)); err != nil {
		return err
	}
	if *c == "" {
		return errClue
	}
	return c.check()
}

// votes reports whether a clue is numbers only, as a line of votes is.
func (c Clue) votes() bool {
	return strings.ContainsFunc(string(c), unicode.IsDigit) && strings.Trim(string(c), "0123456789 ,;+-") == ""
}

func (c Clue) check() error {
	if utf8.RuneCountInString(string(c)) > clueLength || strings.ContainsFunc(string(c), unicode.IsControl) {
		return errClue
	}
	return nil
}

// A paper is the game's own part of a score sheet.
type paper struct {
	Rounds []Turn `json:"rounds"`
}

// Paper returns the turns.
func (s State) Paper() scoring.Paper { return paper{slices.Concat([]Turn{}, s.Turns)} }

// Decide says who wins: a tie at the end is a shared victory.
func (s State) Decide(r scoring.Result) scoring.Result {
	r.Readings, r.Missing = s.readings(r), s.missing(r)
	return r
}

// Tell says a turn in one line: the story, all votes, and who laid which card.
func (s State) Tell(e scoring.Event) lang.Text {
	t, is := e.(Turn)
	if !is {
		return lang.Text{}
	}
	story := lang.T("{who}'s story")
	if t.Clue != "" {
		story = lang.T("{who}'s story “{clue}”").With("clue", string(t.Clue))
	}
	var votes, cards []string
	for _, r := range s.Rows() {
		if v := t.Votes[r]; len(v) > 0 {
			votes = append(votes, string(r)+" "+strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", "+"), "[]"))
		}
	}
	for _, card := range slices.Sorted(maps.Keys(t.Cards)) {
		if card != t.Card {
			cards = append(cards, strconv.Itoa(card)+" "+string(t.Cards[card]))
		}
	}
	say, card := lang.T("Turn {n}: {story} was card {card}; the votes: {votes}"), t.Card
	switch {
	case s.mode() == Party:
		say, card = lang.T("Turn {n}: {story}, with the red vote on card {card}; the green votes: {votes}"), t.Red
	case len(cards) > 0:
		say = lang.T("Turn {n}: {story} was card {card}; the votes: {votes}; the other cards: {cards}")
	}
	return say.With("n", len(s.Turns)+1, "story", story.With("who", t.Storyteller), "card", card,
		"votes", strings.Join(votes, ", "), "cards", strings.Join(cards, ", "))
}

// missing tells what is missing to the end.
func (s State) missing(r scoring.Result) lang.Text {
	switch best := slices.MaxFunc(r.Rows, func(a, b row) int { return r.Points[a] - r.Points[b] }); {
	case r.Over:
		return lang.Text{}
	case s.mode() != Base:
		return lang.N("{n} turn to go", "{n} turns to go").With("n", s.turnsLeft())
	case r.Points[best] <= 0:
		return lang.N("{n} point ends the game", "{n} points end the game").With("n", s.target())
	default:
		who := slices.DeleteFunc(slices.Clone(r.Rows), func(of row) bool { return r.Points[of] < r.Points[best] })
		say := lang.T("{who} needs {more} more")
		if len(who) > 1 {
			say = lang.T("{who} need {more} more")
		}
		return say.With("who", lang.Names(who), "more", s.target()-r.Points[best])
	}
}

// readings tells how the rulebook was read where it leaves a choice that mattered.
func (s State) readings(r scoring.Result) (out []lang.Text) {
	any := func(in func(Turn) bool) bool { return slices.ContainsFunc(s.Turns, in) }
	if s.mode() == Party {
		out = append(out, lang.T("The storyteller's red and green vote go on two different cards (a house reading)."))
	}
	if any(func(t Turn) bool { return s.onPartners(t) > 0 }) {
		out = append(out, lang.T("Votes on the card of the storyteller's partner pay nobody."))
	}
	if any(s.twoVotes) && s.loneBonus() == UnlessAllFound {
		out = append(out, lang.T("A single correct vote pays 1 point more, but not when everybody found the card."))
	} else if any(s.twoVotes) {
		out = append(out, lang.T("A single correct vote pays 1 point more, even when everybody found the card."))
	}
	if any(func(t Turn) bool { return len(t.Away) > 0 }) {
		out = append(out, lang.T("–: was not there, and so got no points (a house reading)."))
	}
	if r.Over && len(r.Winners) > 1 {
		out = append(out, lang.T("A tie at the end is a shared victory."))
	}
	return out
}

// A laid table is the layout as the contract has it.
type laid struct {
	Players    int    `json:"players"`
	Mode       string `json:"mode"`
	CardsEach  int    `json:"cards_each"`           // in every hand
	VotesEach  int    `json:"votes_each"`           // pegs of a person, or of a team, without the red one of Party
	CardsShown int    `json:"cards_shown"`          // on the track in every turn; in Team the partner's may be one more
	LapTurns   int    `json:"laps_turns,omitempty"` // turns until everybody has told once; Party and Team
}

// lay counts what is laid out (Preparação da Partida of each mode; Partida com 3 Jogadores).
func lay(t setup.Table) laid {
	n := len(t.Players)
	l := laid{Players: n, Mode: modeOf(t), CardsEach: 6, VotesEach: 1, CardsShown: n}
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
		pegs = step(lang.T("Every team takes one voting peg."))
		both := lang.T("If the storyteller and the partner both hand in a card, space {next} is used as well.")
		cards.Notes = []lang.Text{both.With("next", l.CardsShown+1)}
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

func seats(t setup.Table) setup.Step {
	s := setup.Step{Text: lang.T("Partners sit opposite each other.")}
	for _, team := range t.Teams {
		s.Notes = append(s.Notes, team.Said())
	}
	return s
}
