package dixit

import (
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

var (
	onlyBase   = lang.Msg("dixit.only-base", "only the base game is played to a target; Party and Team count laps")
	notBase    = lang.Msg("dixit.not-base", "only Party and Team count laps; the base game is played to a target")
	onlyTeam   = lang.Msg("dixit.only-team", "only Team Dixit has teams")
	cardNumber = lang.Msg("dixit.card-number", "“{it}” is not the number of a card: 1 to {most}, without leading zeros")
)

// read reads the game's own part of a sheet. It checks what a Turn cannot hold: the shape, the names, and how
// numbers are written; the rules check the rest.
func read(o *sheet.Object, t *setup.Table) (turns []scoring.Located) {
	t.Origin, t.Choices = setup.Live, map[string]string{Mode: o.OneOfOr(Mode, lay.Base, lay.Party, lay.Team)}
	readLength(o, *t)
	if o.Has(SingleVote) {
		t.Choices[SingleVote] = o.Get(SingleVote).OneOf(Always, UnlessAllFound)
	}
	rows := t.Players
	if lay.Mode(*t) == lay.Team {
		rows = nil
		for _, it := range o.Get("teams").List(0, sheet.MaxInt) {
			team := readTeam(it.Object(), t.Players)
			t.Teams, rows = append(t.Teams, team), append(rows, team.Name)
		}
	} else if it, there := o.Maybe("teams"); there {
		it.Fail(onlyTeam)
	}
	if o.Err() == nil { // an impossible table explains more than its rounds do
		if f := check(*t); f != nil {
			o.Report(f)
		}
	}
	for i, it := range o.Get("rounds").List(0, sheet.MaxInt) {
		turn := readTurn(it.Object(), lay.Mode(*t), t.Players, rows)
		turns = append(turns, scoring.Located{Event: turn, At: []string{"rounds", fault.Index(i)}})
	}
	return turns
}

// readLength reads the target of the base game, or the laps of the other modes.
func readLength(o *sheet.Object, t setup.Table) {
	key, other, wrong := Target, Laps, notBase
	if lay.Mode(t) != lay.Base {
		key, other, wrong = Laps, Target, onlyBase
	}
	if it, there := o.Maybe(other); there {
		it.Fail(wrong)
	}
	if it, there := o.Maybe(key); there {
		t.Choices[key] = strconv.Itoa(it.Int(1, sheet.MaxInt))
	}
}

func readTeam(o *sheet.Object, players []string) setup.Team {
	team := setup.Team{Name: o.Get("name").Text()}
	team.Seats = scoring.SeatList(o.Get("players"), players)
	o.Done()
	return team
}

func readTurn(o *sheet.Object, mode string, players, rows []string) Turn {
	t := Turn{Storyteller: scoring.Seat(o.Get("storyteller"), players)}
	highest := lay.Spaces
	if mode == lay.Party {
		highest = len(players)
		t.Red = o.Get("red").Int(1, highest)
	} else {
		if mode == lay.Base {
			t.Away = scoring.Seats(o, "away", players)
		}
		t.Card = o.Get("storyteller_card").Int(1, highest)
		t.Cards = map[int]int{}
		for _, f := range o.Get("cards").Fields() {
			t.Cards[readNumber(f)] = scoring.Seat(f.Item, rows)
		}
	}
	t.Votes = scoring.ByName(o.Get("votes"), rows, nil, func(f sheet.Field) []int {
		votes := []int{}
		for _, it := range f.List(0, sheet.MaxInt) {
			votes = append(votes, it.Int(1, highest))
		}
		return votes
	})
	o.Done()
	return t
}

// readNumber returns the card number in a key: "1" to "12", never "01".
func readNumber(f sheet.Field) int {
	n, err := strconv.Atoi(f.Key)
	if err != nil || strconv.Itoa(n) != f.Key || n < 1 || n > lay.Spaces {
		f.Fail(cardNumber.With("it", f.Key, "most", lay.Spaces))
	}
	return n
}

type own struct {
	Mode   string     `json:"mode"`
	Teams  []ownTeam  `json:"teams,omitempty"`
	Target int        `json:"target,omitempty"`
	Laps   int        `json:"laps,omitempty"`
	Lone   string     `json:"lone_vote_bonus,omitempty"`
	Rounds []ownRound `json:"rounds"`
}

type ownTeam struct {
	Name    string   `json:"name"`
	Players []string `json:"players"`
}

type ownRound struct {
	Storyteller string          `json:"storyteller"`
	Away        []string        `json:"away,omitempty"`
	Card        int             `json:"storyteller_card,omitempty"`
	Cards       scoring.Ordered `json:"cards,omitempty"`
	Red         int             `json:"red,omitempty"`
	Votes       scoring.Ordered `json:"votes"`
}

// Write fills the game's own part of its sheet, without how the table set up and likes to answer.
func (s State) Write(func(lang.Text) string) any {
	t := s.Table
	o := own{Mode: s.mode, Rounds: []ownRound{}}
	if s.mode == lay.Base {
		o.Target = s.target
	} else {
		o.Laps = s.laps
	}
	if _, chosen := t.Choices[SingleVote]; chosen || lay.TwoVotes(t) {
		o.Lone = s.bonus
	}
	if s.mode == lay.Team {
		for _, team := range t.Teams {
			o.Teams = append(o.Teams, ownTeam{team.Name, setup.Named(t.Players, team.Seats)})
		}
	}
	for _, turn := range s.turns.All() {
		o.Rounds = append(o.Rounds, s.round(turn))
	}
	return o
}

func (s State) round(t Turn) ownRound {
	r := ownRound{Storyteller: s.Table.Players[t.Storyteller], Away: setup.Named(s.rows, t.Away), Card: t.Card, Red: t.Red}
	for _, card := range slices.Sorted(maps.Keys(t.Cards)) {
		r.Cards = append(r.Cards, scoring.Pair{Key: strconv.Itoa(card), Value: s.rows[t.Cards[card]]})
	}
	for row, votes := range t.Votes {
		if votes != nil {
			r.Votes = append(r.Votes, scoring.Pair{Key: s.rows[row], Value: votes})
		}
	}
	return r
}
