package dixit

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// A Turn is one story: who told it, who played which card, and who voted for what. A row is a line of the
// standings: a seat, or in Team the index of a team.
type Turn struct {
	Storyteller int         `json:"storyteller"`     // seat
	Card        int         `json:"card,omitempty"`  // number of the storyteller's card, 1 to 12; base and team
	Red         int         `json:"red,omitempty"`   // number of the card with the red vote; party
	Cards       map[int]int `json:"cards,omitempty"` // the row that played each card, by number; cards without votes may be missing
	Votes       [][]int     `json:"votes"`           // by row: the cards voted for; nil for a row that does not vote
	Away        []int       `json:"away,omitempty"`  // base: the seats that were away, ascending
}

func (Turn) Kind() string { return "turn" }

func (t Turn) clone() Turn {
	t.Cards, t.Votes, t.Away = maps.Clone(t.Cards), slices.Clone(t.Votes), scoring.Ascending(t.Away)
	for i := range t.Votes {
		t.Votes[i] = slices.Clone(t.Votes[i])
	}
	return t
}

// cardsOf returns the cards that a row played, ascending.
func (t Turn) cardsOf(row int) []int {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(t.Cards)), func(card int) bool { return t.Cards[card] != row })
}

// A State is a game of Dixit after some turns.
type State struct {
	scoring.Frame

	mode         string
	target, laps int
	bonus        string
	rows         []string // players, or teams
	rowOf        []int    // by seat
	turns        scoring.Past[Turn]
	totals       []int // by row
	again        *Turn // the turn that is asked about once more; nil: a new one is
}

// Play takes a Turn. The path of its *Fault is that of a round in a sheet: ["votes", "Bia"], ["cards", "3"].
func (s State) Play(e scoring.Event) (scoring.State, error) {
	t := e.(Turn)
	if f := s.check(t); f != nil {
		return nil, f
	}
	s.totals = slices.Clone(s.totals)
	for _, l := range s.pay(s.turns.Len(), t) {
		s.totals[l.Row] += l.Points
	}
	s.turns = s.turns.And(t.clone())
	return s, nil
}

// Ended reports whether the game has ended: the base game with the turn in which a player reaches the target (Fim
// da Partida; all of that turn counts), Party and Team when everybody has told as often as agreed (Dixit Party and
// Dixit em Times, Fim da Partida).
func (s State) Ended() bool {
	if s.mode == lay.Base {
		return slices.Max(s.totals) >= s.target
	}
	return s.turns.Len() >= s.laps*len(s.Table.Players)
}

// Storyteller returns the seat that tells next: first the player who thought of a clue first, then always the next
// player on the left (Fim do turno) who is here.
func (s State) Storyteller() int {
	if s.again != nil {
		return s.again.Storyteller
	}
	seat := s.Table.First
	if last, ok := s.turns.Last(); ok {
		seat = last.Storyteller + 1
	}
	return scoring.NextPresent(len(s.Table.Players), s.Away, seat)
}

// Before returns the state in which a turn is asked about once more: its storyteller and its players stand.
func (s State) Before(e scoring.Event) scoring.State {
	if t, is := e.(Turn); is && scoring.CheckSeat(s.Table.Players, t.Storyteller) == nil {
		t = t.clone()
		s.again, s.Away = &t, t.Away
	}
	return s
}

// A payslip collects what one turn pays.
type payslip struct {
	s     State
	t     Turn
	part  int
	where lang.Text
	lines []scoring.Line
}

func (p *payslip) pay(row, points int, why, short lang.Text) {
	p.lines = append(p.lines, scoring.Line{Row: row, Part: p.part, Points: points, Why: why, Short: short, Where: p.where})
}

var (
	whereBase  = lang.Msg("dixit.where-base", "Dixit Odyssey, “Contagem de pontos”")
	whereSeven = lang.Msg("dixit.where-seven", "Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”")
	whereParty = lang.Msg("dixit.where-party", "Dixit Odyssey, Dixit Party, “Contagem de Pontos”")
	whereTeam  = lang.Msg("dixit.where-team", "Dixit Odyssey, Dixit em Times, “Votação e Contagem de Pontos”")
)

// pay returns every point of a turn, first those of the storyteller, then by row. A line of 0 points tells why a
// row got none where it might have expected some.
func (s State) pay(part int, t Turn) []scoring.Line {
	p := &payslip{s: s, t: t, part: part, where: whereBase}
	switch {
	case s.mode == lay.Party:
		p.where = whereParty
		p.party()
		return p.lines
	case s.mode == lay.Team:
		p.where = whereTeam
	case s.twoVotes(t):
		p.where = whereSeven
	}
	p.story()
	return p.lines
}

// The points for a turn of the base game and of Team (Contagem de pontos).
const (
	missedPays = 2 // to the others, when all or none found the card
	foundPays  = 3 // to the storyteller and the finders, otherwise
	mostVotes  = 3 // votes on a card that count for its owner
	lonePays   = 1 // more for a single vote that found it, from seven players on
)

var (
	allFoundIt  = lang.Msg("dixit.all-found-it", "everybody found the card")
	noneFoundIt = lang.Msg("dixit.none-found-it", "nobody found the card")
	someFound   = lang.Msg("dixit.some-found", "found by {who}, not by all")
	found       = lang.Msg("dixit.found", "found {teller}'s card")
	allFound    = lang.Msg("dixit.all-found", "everybody found {teller}'s card")
	noneFound   = lang.Msg("dixit.none-found", "nobody found {teller}'s card")
	loneVote    = lang.Msg("dixit.lone-vote", "found it with a single vote")
	fooled      = lang.Msg("dixit.fooled", "fooled {who}")

	partnersOwn = lang.Plural("dixit.partners-own", "{why}; {n} vote on the partner's card pays nobody", "{why}; {n} votes on the partner's card pay nobody")

	shortFound = lang.Msg("dixit.short-found", "found it")
	shortAll   = lang.Msg("dixit.short-all", "everybody found it")
	shortNone  = lang.Msg("dixit.short-none", "nobody found it")
	shortLone  = lang.Msg("dixit.short-lone", "single vote")
	fooledMost = lang.Msg("dixit.fooled-most", "fooled {who}: {votes} votes, {most} of them count")
)

// story pays a turn of the base game or of Team.
func (p *payslip) story() {
	teller := p.s.rowOf[p.t.Storyteller]
	voters := p.s.voters(p.t)
	finders := slices.DeleteFunc(slices.Clone(voters), func(row int) bool { return !slices.Contains(p.t.Votes[row], p.t.Card) })
	all, none := len(finders) == len(voters), len(finders) == 0
	who := lang.Literal(p.s.rows[teller])
	switch {
	case all:
		p.pay(teller, 0, allFoundIt, shortAll)
	case none:
		p.pay(teller, 0, noneFoundIt, shortNone)
	default:
		p.pay(teller, foundPays, someFound.With("who", p.s.names(finders)), lang.Text{})
	}
	if n := p.onPartners(); n > 0 {
		told := &p.lines[0]
		told.Why, told.Short = partnersOwn.With("why", told.Why, "n", n), lang.Text{}
	}
	for _, row := range voters {
		switch foundIt := slices.Contains(finders, row); {
		case all:
			p.pay(row, missedPays, allFound.With("teller", who), shortAll)
		case none:
			p.pay(row, missedPays, noneFound.With("teller", who), shortNone)
		case foundIt:
			p.pay(row, foundPays, found.With("teller", who), shortFound)
		}
		if p.lone(row, all) {
			p.pay(row, lonePays, loneVote, shortLone)
		}
		p.votes(row)
	}
}

// lone reports whether a row gets the extra point for a single correct vote. The rulebook pays it even if
// everybody found the card; the table may agree otherwise.
func (p *payslip) lone(row int, all bool) bool {
	return p.s.twoVotes(p.t) && len(p.t.Votes[row]) == 1 && p.t.Votes[row][0] == p.t.Card &&
		!(all && p.s.bonus == UnlessAllFound)
}

// votes pays a row for the votes on its cards. The storyteller's row gets none, in Team not for the partner's card
// either.
func (p *payslip) votes(row int) {
	var fell []int
	for voter, cards := range p.t.Votes {
		for _, card := range cards {
			if owner, known := p.t.Cards[card]; known && owner == row {
				fell = append(fell, voter)
			}
		}
	}
	switch n := len(fell); {
	case n > mostVotes:
		p.pay(row, mostVotes, fooledMost.With("who", p.s.names(fell), "votes", n, "most", mostVotes), lang.Text{})
	case n > 0:
		p.pay(row, n, fooled.With("who", p.s.names(fell)), lang.Text{})
	}
}

// onPartners returns how many votes fell on the card of the storyteller's partner, in Team.
func (p *payslip) onPartners() (n int) {
	for _, cards := range p.t.Votes {
		for _, card := range cards {
			if row, known := p.t.Cards[card]; known && card != p.t.Card && row == p.s.rowOf[p.t.Storyteller] {
				n++
			}
		}
	}
	return n
}

const partyMost = 5 // points for a turn of Dixit Party

var (
	together  = lang.Msg("dixit.together", "{votes} votes on card {card}")
	partyCap  = lang.Msg("dixit.party-cap", "{votes} votes on card {card}, {most} points at most")
	alone     = lang.Msg("dixit.alone", "the only vote on card {card}")
	underRed  = lang.Msg("dixit.under-red", "card {card} has the red vote")
	underBoth = lang.Msg("dixit.under-both", "the only vote on card {card}, which has the red vote")
)

// party pays each player as many points as there are votes on the card they chose, their own included; a lone
// voter and a card with the red vote get nothing (Dixit Party, Contagem de Pontos).
func (p *payslip) party() {
	votes := map[int]int{}
	for _, v := range p.t.Votes {
		votes[v[0]]++
	}
	for row, v := range p.t.Votes {
		card, n := v[0], votes[v[0]]
		switch {
		case card == p.t.Red && n == 1:
			p.pay(row, 0, underBoth.With("card", card), lang.Text{})
		case card == p.t.Red:
			p.pay(row, 0, underRed.With("card", card), lang.Text{})
		case n == 1:
			p.pay(row, 0, alone.With("card", card), lang.Text{})
		case n > partyMost:
			p.pay(row, partyMost, partyCap.With("votes", n, "card", card, "most", partyMost), lang.Text{})
		default:
			p.pay(row, n, together.With("votes", n, "card", card), lang.Text{})
		}
	}
}

// voters returns the rows that vote: in the base game everybody there except the storyteller, in Team all teams
// except the storyteller's, in Party everybody.
func (s State) voters(t Turn) []int {
	return slices.DeleteFunc(scoring.Present(len(s.rows), t.Away), func(row int) bool {
		return s.mode != lay.Party && row == s.rowOf[t.Storyteller]
	})
}

func (s State) names(rows []int) lang.List { return scoring.Whos(s.rows, rows) }
