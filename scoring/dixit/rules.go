package dixit

import (
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

type (
	name = scoring.Name
	row  = scoring.Row
)

// A Turn is one story: an event, a line of the log, a round of a score sheet.
type Turn struct {
	Storyteller name          `json:"storyteller"`
	Card        int           `json:"storyteller_card,omitempty" sheet:"1..12"`
	Cards       map[int]row   `json:"cards,omitempty" sheet:"1..12"` // owners by card; a card without votes may be missing
	Red         int           `json:"red,omitempty" sheet:"1..12"`   // the storyteller's second vote in Party
	Votes       map[row][]int `json:"votes" sheet:"1..12"`
	scoring.Absent
	Clue string `json:"clue,omitempty"` // the storyteller's words, if somebody wrote them down
}

func (Turn) Kind() string { return "turn" }

const clueLength = 200

// cardsOf returns the cards that a row laid, ascending.
func (t Turn) cardsOf(r row) []int {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(t.Cards)), func(card int) bool { return t.Cards[card] != r })
}

// votersFor returns the rows that voted for a card, of some rows in their order.
func (t Turn) votersFor(card int, of []row) []row {
	return slices.DeleteFunc(slices.Clone(of), func(r row) bool { return !slices.Contains(t.Votes[r], card) })
}

// A State is a game after some turns.
type State struct {
	scoring.Frame
	Turns []Turn
}

// Play takes a Turn.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	t := e.(Turn)
	if why := s.Fixed(); t.Away != nil && !why.Empty() {
		return nil, fault.New(why, "away")
	}
	if err := s.check(t); err != nil {
		return nil, err
	}
	s.Turns = append(slices.Clip(s.Turns), t)
	s.BeginNumbered(lang.T("Turn {n} ({who})").With("n", len(s.Turns), "who", t.Storyteller))
	if s.mode() == Party {
		s.payParty(t)
	} else {
		s.payStory(t)
	}
	return s, nil
}

// check refuses a turn that is against the rules. The path is that of a round in a sheet.
func (s State) check(t Turn) error {
	if t.Clue != "" {
		if err := setup.CheckText(t.Clue, clueLength); err != nil {
			return fault.Under(err, "clue")
		}
	}
	if s.mode() == Party {
		return s.checkParty(t)
	}
	if t.Red != 0 {
		return fault.New(lang.T("there is a red vote only in Dixit Party"), "red")
	}
	if err := s.checkCards(t); err != nil {
		return err
	}
	return s.checkVotes(t)
}

// seated returns names in seat order.
func (s State) seated(names []name) (order []name) {
	for _, n := range s.Table.Players {
		if slices.Contains(names, n) {
			order = append(order, n)
		}
	}
	return order
}

// began returns the people who began a turn. The turn goes by their number, and belongs to those who stay to its end: a house
// reading, since the rulebook is silent.
func (s State) began(t Turn) []name {
	return slices.DeleteFunc(slices.Clone(s.Table.Players), func(n name) bool {
		return slices.Contains(t.Away, n) && !slices.Contains(t.Midway, n)
	})
}

// people returns how many began a turn.
func (s State) people(t Turn) int { return len(s.began(t)) }

// Fixed tells why nobody may come late or leave early; empty in the base game.
func (s State) Fixed() lang.Text {
	switch s.mode() {
	case Party:
		return lang.T("in Dixit Party everybody tells once a lap, so nobody joins or leaves: end the game here, and begin another one")
	case Team:
		return lang.T("Team Dixit is played in pairs, so nobody joins or leaves: end the game here, and begin another one")
	}
	return lang.Text{}
}

// O Narrador; Fim do turno: the first storyteller is the person who thought of a clue first, then always the neighbor to the left.

// storyteller returns the next storyteller, or "" before the first turn if the table did not name one.
func (s State) storyteller() name {
	if len(s.Turns) == 0 {
		return s.Table.First
	}
	return s.Left(s.Turns[len(s.Turns)-1].Storyteller)
}

// due returns the next storyteller as if nobody had left in the middle of the turn.
func (s State) due() name {
	s.Away = slices.DeleteFunc(slices.Clone(s.Away), func(n name) bool { return slices.Contains(s.Midway, n) })
	return s.storyteller()
}

// Begins returns the storyteller after the last one.
func (s State) Begins() name { return s.storyteller() }

// Entrega das cartas ao narrador; Partida com 3 Jogadores; Dixit em Times, Entrega das cartas ao narrador.

// mayLay returns how many cards a row may have on the board: one, but two of the others at a table of three; in Team
// the card of the storyteller's partner may lie there too.
func (s State) mayLay(t Turn, r row) int {
	tells := r == s.RowOf(t.Storyteller)
	if s.mode() == Team && tells || s.mode() == Base && s.people(t) == 3 && !tells {
		return 2
	}
	return 1
}

// checkCards refuses a turn without the storyteller's card, and cards that are too many.
func (s State) checkCards(t Turn) error {
	switch {
	case t.Card == 0:
		return fault.New(lang.T("the card of {who} is missing").With("who", t.Storyteller), "storyteller_card")
	case t.Cards == nil:
		return fault.New(lang.T("the cards, and who laid them, are missing"), "cards")
	}
	for _, card := range slices.Sorted(maps.Keys(t.Cards)) {
		owner := t.Cards[card]
		// Only cards up to this one are counted, so that the refusal names the first card that is one too many.
		laid := slices.DeleteFunc(t.cardsOf(owner), func(c int) bool { return c > card })
		if most := s.mayLay(t, owner); len(laid) > most {
			say := lang.N("{who} plays only one card, not {cards}", "{who} plays {n} cards at most, not {cards}")
			return fault.New(say.With("n", most, "who", owner, "cards", numbers(laid)), "cards", strconv.Itoa(card))
		}
	}
	teller := s.RowOf(t.Storyteller)
	switch owner, there := t.Cards[t.Card]; {
	case !there:
		say := lang.T("card {card}, the one of {who}, is missing from the cards")
		return fault.New(say.With("card", t.Card, "who", teller), "storyteller_card")
	case owner != teller:
		say := lang.T("card {card} is {owner}'s, so it cannot be the story of {who}")
		return fault.New(say.With("card", t.Card, "owner", owner, "who", teller), "storyteller_card")
	}
	return nil
}

// Encontrar a carta do narrador: a votação; with 7 people or more; Dixit em Times, Votação e Contagem de Pontos.

// voters returns the rows that vote: everybody there but the storyteller, all teams but theirs, in Party everybody.
func (s State) voters(t Turn) []row {
	return slices.DeleteFunc(s.Rows(), func(r row) bool {
		return s.mode() == Base && slices.Contains(t.Away, name(r)) || s.mode() != Party && r == s.RowOf(t.Storyteller)
	})
}

// twoVotes reports whether everybody may vote for a second card.
func (s State) twoVotes(t Turn) bool { return s.mode() == Base && s.people(t) >= 7 }

// checkVotes refuses votes of people who have none, for a card that does not lie there, and for one's own.
func (s State) checkVotes(t Turn) error {
	teller := s.RowOf(t.Storyteller)
	if _, votes := t.Votes[teller]; votes {
		say := lang.T("{who} is the storyteller in this turn, and does not vote")
		return fault.New(say.With("who", teller), "votes", string(teller))
	}
	for _, r := range s.voters(t) {
		if err := s.checkBallot(t, r); err != nil {
			return err
		}
		for _, card := range t.Votes[r] {
			owner, there := t.Cards[card]
			if !there {
				say := lang.T("{who}: card {card} is not on the table, only {cards}").With("who", r, "card", card)
				return fault.New(say.With("cards", numbers(slices.Sorted(maps.Keys(t.Cards)))), "votes", string(r))
			}
			if owner == r {
				return fault.New(ownCard(r, card), "votes", string(r))
			}
		}
	}
	return nil
}

func ownCard(r row, card int) lang.Text {
	return lang.T("card {card} is {who}'s own").With("card", card, "who", r)
}

// checkBallot refuses too few or too many votes of a row, and two for the same card.
func (s State) checkBallot(t Turn, r row) error {
	votes := t.Votes[r]
	var say lang.Text
	switch two := s.twoVotes(t); {
	case len(votes) == 0:
		say = lang.T("the vote of {who} is missing")
	case len(votes) == 1:
		return nil
	case !two && s.mode() == Base:
		say = lang.T("{who} has one vote; there is a second one only with 7 players or more")
	case !two:
		say = lang.T("{who} has only one vote")
	case len(votes) > 2:
		say = lang.T("{who} has two votes at most")
	case votes[0] == votes[1]:
		say = lang.T("{who} has put both votes on card {card}: they go on two different cards").With("card", votes[0])
	default:
		return nil
	}
	return fault.New(say.With("who", r), "votes", string(r))
}

// Contagem de pontos; with 7 people or more; Dixit em Times, Votação e Contagem de Pontos.

const (
	missedPays = 2 // to the others, when all or none found the card
	foundPays  = 3 // to the storyteller and the finders, otherwise
	mostVotes  = 3 // votes on a card that count for its owner
	lonePays   = 1 // more for a single vote that found it, from seven people on
)

// payStory pays a turn of the base game or of Team.
func (s *State) payStory(t Turn) {
	teller, voters := s.RowOf(t.Storyteller), s.voters(t)
	finders := t.votersFor(t.Card, voters)
	all := len(finders) == len(voters)
	var told, found, missed line
	switch {
	case all:
		told = line{Why: lang.T("everybody found the card"), Short: lang.T("everybody found it")}
		found = line{Points: missedPays, Why: lang.T("everybody found {teller}'s card"), Short: lang.T("everybody found it")}
	case len(finders) == 0:
		told = line{Why: lang.T("nobody found the card"), Short: lang.T("nobody found it")}
		missed = line{Points: missedPays, Why: lang.T("nobody found {teller}'s card"), Short: lang.T("nobody found it")}
	default:
		told = line{Points: foundPays, Head: lang.T("Told"), Why: lang.T("found only by {who}").With("who", lang.Names(finders))}
		found = line{Points: foundPays, Why: lang.T("found {teller}'s card"), Short: lang.T("found it")}
	}
	// Such votes found neither the story nor a rival's card: without this line the table would miss their points.
	if n := s.onPartners(t); n > 0 {
		also := lang.N("{why}; {n} vote on the partner's card pays nobody", "{why}; {n} votes on the partner's card pay nobody")
		told.Why, told.Short = also.With("why", told.Why, "n", n), lang.Text{}
	}
	s.pay(t, teller, told)
	found.Head = lang.T("Found")
	for _, r := range voters {
		l := missed
		if slices.Contains(finders, r) {
			l = found
		}
		if l.Points > 0 {
			l.Why = l.Why.With("teller", teller)
			s.pay(t, r, l)
		}
		s.payLone(t, r, all)
		s.payVotes(t, r)
	}
}

type line = scoring.Line

// pay pays a row, under the heading of the rulebook.
func (s *State) pay(t Turn, r row, l line) {
	l.Row, l.Where = r, lang.T("Dixit Odyssey, “Contagem de pontos”")
	switch {
	case s.mode() == Party:
		l.Where = lang.T("Dixit Odyssey, Dixit Party, “Contagem de Pontos”")
	case s.mode() == Team:
		l.Where = lang.T("Dixit Odyssey, Dixit em Times, “Votação e Contagem de Pontos”")
	case s.twoVotes(t):
		l.Where = lang.T("Dixit Odyssey, “Contagem de pontos com 7 jogadores ou mais”")
	}
	s.Pay(l)
}

// payLone pays the point for a single vote that found the card. The rulebook pays it even if everybody found it; the
// table may agree otherwise.
func (s *State) payLone(t Turn, r row, all bool) {
	if s.twoVotes(t) && slices.Equal(t.Votes[r], []int{t.Card}) && !(all && s.loneBonus() == UnlessAllFound) {
		why := lang.T("found it with a single vote")
		s.pay(t, r, line{Points: lonePays, Head: lang.T("Found"), Why: why, Short: lang.T("single vote")})
	}
}

// payVotes pays a row for the votes on its cards. The storyteller's row gets none, in Team not for the partner's card
// either.
func (s *State) payVotes(t Turn, r row) {
	var fooled []row
	for _, card := range t.cardsOf(r) {
		fooled = append(fooled, t.votersFor(card, s.voters(t))...)
	}
	why := lang.T("fooled {who}")
	if len(fooled) > mostVotes {
		why = lang.T("fooled {who}: {votes} votes, {most} of them count").With("votes", len(fooled), "most", mostVotes)
	}
	if n := min(len(fooled), mostVotes); n > 0 {
		s.pay(t, r, line{Points: n, Head: lang.T("Fooled"), Why: why.With("who", lang.Names(fooled)), From: fooled})
	}
}

// onPartners returns how many votes fell on the card of the storyteller's partner, in Team.
func (s State) onPartners(t Turn) (n int) {
	for _, card := range t.cardsOf(s.RowOf(t.Storyteller)) {
		if card != t.Card {
			n += len(t.votersFor(card, s.voters(t)))
		}
	}
	return n
}

// Fim da Partida; Dixit Party and Dixit em Times, Fim da Partida.

// Ended reports whether somebody reached the target with the last turn, which counts whole; or whether everybody told
// as often as agreed.
func (s State) Ended() bool {
	if s.mode() == Base {
		return slices.Max(slices.Collect(maps.Values(s.Points()))) >= s.target()
	}
	return s.turnsLeft() <= 0
}

// turnsLeft counts at most a million laps: an int may have 32 bits.
func (s State) turnsLeft() int { return min(s.laps(), 1_000_000)*len(s.Table.Players) - len(s.Turns) }

// Dixit Party, Encontrar a carta mais popular: a votação.

// checkParty refuses votes that Dixit Party does not have. The red and the green vote of the storyteller go on two
// cards: a house reading.
func (s State) checkParty(t Turn) error {
	most := len(s.Table.Players)
	noSpace := lang.T("{card} is not a space on the track: the cards lie on 1 to {most}").With("most", most)
	switch {
	case t.Cards != nil:
		return fault.New(lang.T("in Dixit Party nobody says whose a card was"), "cards")
	case t.Card != 0:
		return fault.New(lang.T("in Dixit Party nobody says whose a card was"), "storyteller_card")
	case t.Red == 0:
		return fault.New(lang.T("the red vote of {who} is missing").With("who", t.Storyteller), "red")
	case t.Red > most:
		return fault.New(noSpace.With("card", t.Red), "red")
	}
	for _, r := range s.voters(t) {
		if err := s.checkBallot(t, r); err != nil {
			return err
		}
		if card := t.Votes[r][0]; card > most {
			return fault.New(noSpace.With("card", card), "votes", string(r))
		}
	}
	if slices.Contains(t.Votes[s.RowOf(t.Storyteller)], t.Red) {
		return errRedOnGreen(t)
	}
	return nil
}

func errRedOnGreen(t Turn) error {
	return fault.New(lang.T("the red vote and the green vote of {who} go on two different cards").With("who", t.Storyteller), "red")
}

// Dixit Party, Contagem de Pontos.

const partyMost = 5 // points for a turn of Party

// payParty pays everybody as many points as there are votes on their card, their own included; nothing to a lone voter,
// and nothing for the card with the red vote.
func (s *State) payParty(t Turn) {
	for _, r := range s.voters(t) {
		card := t.Votes[r][0]
		n := len(t.votersFor(card, s.voters(t)))
		l := line{Points: n, Why: lang.T("{votes} votes on card {card}")}
		switch {
		case card == t.Red && n == 1:
			l = line{Why: lang.T("the only vote on card {card}, which has the red vote")}
		case card == t.Red:
			l = line{Why: lang.T("card {card} has the red vote")}
		case n == 1:
			l = line{Why: lang.T("the only vote on card {card}")}
		case n > partyMost:
			l = line{Points: partyMost, Why: lang.T("{votes} votes on card {card}, {most} points at most").With("most", partyMost)}
		}
		l.Why = l.Why.With("card", card, "votes", n)
		s.pay(t, r, l)
	}
}

// numbers lists cards: 1, 2 and 4.
func numbers(cards []int) lang.List {
	l := make(lang.List, len(cards))
	for i, c := range cards {
		l[i] = c
	}
	return l
}

// Decide leaves a tie at the end as a shared victory.
func (s State) Decide(r scoring.Result) scoring.Result {
	r.Readings, r.Missing = s.readings(r), s.missing(r)
	if s.mode() == Base {
		r.Mark = s.target()
	}
	return r
}

// missing tells the distance to the end.
func (s State) missing(r scoring.Result) lang.Text {
	best := scoring.Best(r.Rows, func(of row) int { return r.Points[of] })
	switch n := r.Points[best[0]]; {
	case r.Over:
		return lang.Text{}
	case s.mode() != Base:
		return lang.N("{n} turn to go.", "{n} turns to go.").With("n", s.turnsLeft())
	case n <= 0:
		return lang.N("{n} point ends the game.", "{n} points end the game.").With("n", s.target())
	default:
		say := lang.N("{who} needs {n} more.", "{who} needs {n} more.")
		if len(best) > 1 {
			say = lang.N("{who} need {n} more.", "{who} need {n} more.")
		}
		return say.With("n", s.target()-n, "who", lang.Names(best))
	}
}

// readings tells how the rulebook was read where it leaves a choice that mattered.
func (s State) readings(r scoring.Result) (out []lang.Text) {
	any := func(in func(Turn) bool) bool { return slices.ContainsFunc(s.Turns, in) }
	if s.mode() == Party {
		out = append(out, lang.T("The storyteller's red and green vote go on two different cards (a house reading)."))
	}
	if any(func(t Turn) bool { return s.onPartners(t) > 0 }) {
		out = append(out, lang.T("Votes on the card of the storyteller's partner pay nobody (a house reading)."))
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
		out = append(out, lang.T("A tie at the end is a shared victory, as the English book has it."))
	}
	return out
}
