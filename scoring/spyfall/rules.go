package spyfall

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The events of a round.
type (
	// Deal: everybody who is there has a card. The dealer may be unknown.
	Deal struct {
		Dealer scoring.Name `json:"dealer,omitempty"`
		scoring.Absent
		Dealt *Dealt `json:"dealt,omitempty"` // nil with printed cards
	}
	// Dealt holds the cards that phones show in place of printed ones. Nobody else may learn them before the round is over.
	Dealt struct {
		Spy   scoring.Name `json:"spy"`
		Place string       `json:"place"` // an ID
	}
	// Accusation: one that failed, while the clock ran. Agree are those who agreed, without the accuser.
	Accusation struct {
		Accuser scoring.Name   `json:"accuser"`
		Suspect scoring.Name   `json:"suspect"`
		Agree   []scoring.Name `json:"agree"`
	}
	// End: a round is over, and the cards come to light.
	End struct {
		Spy      scoring.Name `json:"spy"`
		Location string       `json:"location,omitempty"` // where everybody was: a place's ID or any text
		Ending   Ending       `json:"ending"`
	}
	// An Ending is how a round ended.
	Ending struct {
		Type    string                        `json:"type" sheet:"time_up|accusation|spy_guess|accusations_at_time_up"`
		Votes   map[scoring.Name]scoring.Name `json:"votes" when:"time_up"`
		Accuser scoring.Name                  `json:"accuser" when:"accusation" may:"accusations_at_time_up"`
		Suspect scoring.Name                  `json:"suspect" when:"accusation" may:"accusations_at_time_up"`
		Correct bool                          `json:"correct" when:"spy_guess"`
		Guess   string                        `json:"guess" may:"spy_guess"`
	}
)

func (Deal) Kind() string { return "deal" }

// Opens makes an accusation something that all hear of.
func (Accusation) Opens() {}

func (Accusation) Kind() string { return "accusation" }
func (End) Kind() string        { return "end" }

// Anyone lets a deal name absent people: the rules refuse it, in words that tell nobody's card.
func (Deal) Anyone() {}

// The endings (rulebook, Final da Rodada; the last one: English edition).
const (
	timeUp    = "time_up"                // everybody voted
	convicted = "accusation"             // all but the suspect agreed while the clock ran
	guessed   = "spy_guess"              // the spy showed the card and named a location
	closing   = "accusations_at_time_up" // one after the other accused when time was up
)

// A State is a match.
type State struct {
	scoring.Frame
	Rounds []Round
	Now    *Round // under way; nil between two rounds
}

// A Round is all that happened since its deal, as a sheet has it.
type Round struct {
	Dealer scoring.Name `json:"dealer,omitempty"`
	scoring.Absent
	Spy      scoring.Name `json:"spy"`
	Location string       `json:"location,omitempty"`
	Failed   []Accusation `json:"failed_accusations,omitempty"`
	Ending   Ending       `json:"ending"`
	Dealt    *Dealt       `json:"-"` // nil with printed cards
}

// Play returns the state after an event.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	if deal, is := e.(Deal); is {
		return s.deal(deal)
	}
	r := Round{Absent: scoring.Absent{Away: s.Away}}
	switch {
	case s.Now != nil:
		r = *s.Now
	// A game that was played already is told without its deals.
	case !s.Table.Played:
		return s, fault.New(lang.T("nobody has dealt the cards of this round yet"))
	}
	if a, is := e.(Accusation); is {
		if err := s.failed(r, a); err != nil {
			return s, err
		}
		r.Failed = append(slices.Clip(r.Failed), a)
		s.Now = &r
		return s, nil
	}
	return s.end(r, e.(End))
}

// ---- Início da Rodada

// Dealer returns the dealer of the next round, or of the round under way: the spy of the last round, at first the person who
// looks most suspicious. If they are away, the next person on their left deals.
func (s State) Dealer() scoring.Name {
	dealer := s.Table.First
	switch n := len(s.Rounds); {
	case s.Now != nil && s.Now.Dealer != "":
		return s.Now.Dealer
	case n > 0:
		dealer = s.Rounds[n-1].Spy
	case dealer == "":
		dealer = s.Table.Players[0]
	}
	if slices.Contains(s.Away, dealer) {
		return s.Left(dealer)
	}
	return dealer
}

// planned returns how many rounds are agreed.
func (s State) planned() int { return s.Table.Int(rounds.ID, rounds.Default) }

// Ended reports whether the agreed rounds are played (Final da partida).
func (s State) Ended() bool { return len(s.Rounds) >= s.planned() }

// Fixed keeps everybody at the table as long as they have a card.
func (s State) Fixed() (why lang.Text) {
	if s.Now != nil {
		why = lang.T("the cards of this round are dealt: people come and go when it is over")
	}
	return why
}

func (s State) deal(e Deal) (State, error) {
	if s.Now != nil {
		return s, fault.New(lang.T("the cards of this round have already been dealt"))
	}
	r := Round{Dealer: e.Dealer, Absent: e.Absent}
	if e.Dealer != "" {
		if err := r.there(e.Dealer, "dealer"); err != nil {
			return s, err
		}
	}
	if e.Dealt != nil {
		open, _ := s.split()
		fits := slices.ContainsFunc(open, func(p place) bool { return p.id == e.Dealt.Place })
		if !fits || r.there(e.Dealt.Spy) != nil {
			return s, fault.New(lang.T("the deal of this round no longer fits: deal again"), "dealt")
		}
		r.Dealt = e.Dealt
	}
	s.Now = &r
	return s, nil
}

// there refuses people who are away in a round.
func (r Round) there(n scoring.Name, at ...string) error {
	if slices.Contains(r.Away, n) {
		return fault.New(lang.T("{name} is away in this round, and takes no part in it").With("name", n), at...)
	}
	return nil
}

// here returns the people of the round under way, or of the next one, clockwise from somebody on.
func (s State) here(first scoring.Name) []scoring.Name {
	away := s.Away
	if s.Now != nil {
		away = s.Now.Away
	}
	return slices.DeleteFunc(s.Table.Turn(first), func(n scoring.Name) bool { return slices.Contains(away, n) })
}

// ---- Quando um jogador fica desconfiado

// mayAccuse returns the people who have not accused in this round yet: a failed accusation counts.
func (s State) mayAccuse() []scoring.Name {
	return slices.DeleteFunc(s.here(s.Dealer()), func(n scoring.Name) bool { return s.Now != nil && s.Now.accused(n) })
}

func (r Round) accused(n scoring.Name) bool {
	return slices.ContainsFunc(r.Failed, func(a Accusation) bool { return a.Accuser == n })
}

// failed refuses an accusation that cannot have failed.
func (s State) failed(r Round, a Accusation) error {
	if err := r.accuses(a.Accuser, a.Suspect); err != nil {
		return err
	}
	for i, n := range a.Agree {
		at := []string{"agree", fault.Index(i)}
		switch n {
		case a.Suspect:
			return fault.New(lang.T("{name} is the suspect, and has no say here").With("name", n), at...)
		case a.Accuser:
			return fault.New(lang.T("{name} is the accuser: name only the others who agreed").With("name", n), at...)
		}
		if err := r.there(n, at...); err != nil {
			return err
		}
	}
	// Two of the people there are not asked: the accuser agrees, and the suspect has no say.
	if len(a.Agree) == len(s.Table.Players)-len(r.Away)-2 {
		return fault.New(lang.T("everybody but the suspect agreed: so the accusation did not fail, it ended the round"), "agree")
	}
	return nil
}

// accuses refuses an accusation that may not be made while the clock runs.
func (r Round) accuses(accuser, suspect scoring.Name) error {
	if err := r.pair(accuser, suspect); err != nil {
		return err
	}
	if r.accused(accuser) {
		return fault.New(lang.T("{name} has already accused somebody in this round: once each").With("name", accuser), "accuser")
	}
	return nil
}

func (r Round) pair(accuser, suspect scoring.Name) error {
	if err := r.there(accuser, "accuser"); err != nil {
		return err
	}
	if accuser == suspect {
		return fault.New(lang.T("{name} cannot be both the accuser and the suspect").With("name", accuser), "suspect")
	}
	return r.there(suspect, "suspect")
}

// ---- Final da Rodada

// end closes a round, and pays.
func (s State) end(r Round, e End) (State, error) {
	if err := r.there(e.Spy, "spy"); err != nil {
		return s, err
	}
	for i, was := range s.Rounds {
		if e.Location != "" && lang.Alike(was.Location) == lang.Alike(e.Location) {
			return s, fault.New(lang.T("“{it}” was already played in round {n}: each location is played only once in a match").
				With("it", placeName(e.Location), "n", i+1), "location")
		}
	}
	if err := s.ending(r, e.Ending); err != nil {
		return s, fault.Under(err, "ending")
	}
	if d := r.Dealt; d != nil {
		as := e.Spy == d.Spy && e.Location == d.Place
		if !as || e.Ending.Type == guessed && e.Ending.Correct != (e.Ending.Guess == d.Place) {
			return s, fault.New(lang.T("this is not how the round was dealt"))
		}
	}
	r.Spy, r.Location, r.Ending = e.Spy, e.Location, e.Ending
	// The part of the ledger belongs to the people of the deal, and Begin leaves out everybody in Away.
	s.Rounds, s.Now, s.Away = append(slices.Clip(s.Rounds), r), nil, r.Away
	s.pay(r)
	return s, nil
}

func (s State) ending(r Round, e Ending) error {
	switch e.Type {
	case timeUp:
		return s.votes(r, e.Votes)
	case convicted:
		return r.accuses(e.Accuser, e.Suspect)
	// People who accused while the clock ran may accuse once more, so accused is not asked here.
	case closing:
		if (e.Accuser == "") != (e.Suspect == "") {
			return fault.New(lang.T("an accuser and a suspect, or neither of them"))
		}
		if e.Accuser != "" {
			return r.pair(e.Accuser, e.Suspect)
		}
	}
	return nil
}

// votes refuses a vote in which somebody there names nobody, themselves, or an absent person (Passaram-se oito minutos).
func (s State) votes(r Round, votes map[scoring.Name]scoring.Name) error {
	for _, n := range s.Table.Players {
		named, voted := votes[n]
		at := []string{"votes", string(n)}
		if away := r.there(n, at...); away != nil {
			if voted {
				return away
			}
			continue
		}
		switch {
		case !voted:
			return fault.New(lang.T("{name} has not voted: everybody does").With("name", n), at...)
		case named == n:
			return fault.New(lang.T("nobody votes for themselves"), at...)
		}
		if err := r.there(named, at...); err != nil {
			return err
		}
	}
	return nil
}

// ---- Pontuação

const (
	spyPays      = 2 // to a spy who was not found out
	spyBonus     = 2 // more, for the right location, or for an innocent whom all accused
	othersPay    = 1 // to each of the others when the spy loses
	accuserBonus = 1 // more, to the accuser of the spy
)

var (
	atSpy     = lang.T("Spyfall rulebook, Scoring: the spy wins")
	atOthers  = lang.T("Spyfall rulebook, Scoring: the others win")
	atClosing = lang.T("Spyfall rulebook (English edition), Time up")
)

// pay pays a round. Unless the spy named a location, the person whom all accused decides it.
func (s *State) pay(r Round) {
	s.BeginNumbered(lang.T("Round {n}").With("n", len(s.Rounds)))
	e, accused, caught, hidden := r.Ending, r.Ending.Suspect, lang.T("{name}, the spy, was accused by all"), atClosing
	switch e.Type {
	case guessed:
		if e.Correct {
			s.spyWins(r.Spy, lang.T("named the location"), lang.T("the spy, and named the location"), atSpy)
		} else {
			s.othersWin(r, lang.T("{name}, the spy, named a wrong location"))
		}
		return
	case timeUp:
		accused, caught, hidden = r.accusedByAll(), lang.T("everybody but the spy named {name}, the spy"), atSpy
	}
	switch accused {
	case r.Spy:
		s.othersWin(r, caught)
	case "":
		s.spyWins(r.Spy, lang.Text{}, lang.T("the spy, and not found out"), hidden)
	default:
		s.spyWins(r.Spy, lang.T("an innocent accused"), lang.T("the spy, and everybody accused {name}, who was innocent").With("name", accused), atSpy)
	}
}

// accusedByAll returns the person for whom everybody else voted, or "". A spy named by all the others is caught: the spy's
// own vote does not count. For an innocent person all other votes are needed, the spy's among them: a house reading.
func (r Round) accusedByAll() scoring.Name {
	for n := range r.Ending.Votes {
		all := true
		for voter, named := range r.Ending.Votes {
			all = all && (voter == n || named == n)
		}
		if all {
			return n
		}
	}
	return ""
}

// spyWins pays the spy, and the extra points for what earns them; empty if nothing does.
func (s *State) spyWins(spy scoring.Name, bonus, why, where lang.Text) {
	s.Pay(scoring.Line{Row: scoring.Row(spy), Points: spyPays, Why: why, Where: where, Short: lang.T("the spy"), Head: lang.T("Won as the spy")})
	if !bonus.Empty() {
		s.Pay(scoring.Line{Row: scoring.Row(spy), Points: spyBonus, Why: lang.T("the extra points for that"), Where: where,
			Short: bonus, Head: lang.T("Won as the spy")})
	}
}

// othersWin pays everybody who was there but the spy, and the accuser once more. A vote or a wrong guess has no accuser.
func (s *State) othersWin(r Round, why lang.Text) {
	why = why.With("name", r.Spy)
	for _, n := range s.Table.Players {
		if n != r.Spy && !slices.Contains(r.Away, n) {
			s.Pay(scoring.Line{Row: scoring.Row(n), Points: othersPay, Why: why, Where: atOthers,
				Short: lang.T("against the spy"), Head: lang.T("Won against the spy")})
		}
	}
	s.Pay(scoring.Line{Row: scoring.Row(r.Spy), Why: lang.T("the spy, and lost"), Where: atOthers, Short: lang.T("the spy")})
	where := atOthers
	if r.Ending.Type == closing {
		where = atClosing
	}
	if r.Ending.Accuser != "" {
		s.Pay(scoring.Line{Row: scoring.Row(r.Ending.Accuser), Points: accuserBonus, Why: lang.T("the accuser's extra point"), Where: where,
			Short: lang.T("accused the spy"), Head: lang.T("Accused the spy")})
	}
}

// Decide ranks by points; a tie is a shared victory.
func (s State) Decide(r scoring.Result) scoring.Result {
	if !r.Over {
		r.Missing = lang.T("Rounds played: {n} of {all}.").With("n", len(s.Rounds), "all", s.planned())
	}
	r.Readings = s.readings()
	if len(r.Winners) > 1 {
		r.Readings = append(r.Readings, lang.T("The rulebook does not settle ties: the victory is shared."))
	}
	return r
}

// readings returns the house readings, and choices of the table, that mattered in any round.
func (s State) readings() (out []lang.Text) {
	for _, reading := range []struct {
		say  lang.Text
		used func(Round) bool
	}{
		{lang.T("When time was up, everybody but the accused named the same innocent: that counts as accused by all, and the spy gets 4 (a house reading)."),
			func(r Round) bool { a := r.accusedByAll(); return a != "" && a != r.Spy }},
		{lang.T("When time was up, people accused one after the other, as in the English edition."),
			func(r Round) bool { return r.Ending.Type == closing }},
		{lang.T("A spy who had been accused named the location later, while the clock ran: allowed in the English edition; the Brazilian note, read strictly, forbids it."),
			func(r Round) bool {
				return r.Ending.Type == guessed && slices.ContainsFunc(r.Failed, func(a Accusation) bool { return a.Suspect == r.Spy })
			}},
		{lang.T("–: was not there, and so got no points (a house reading)."), func(r Round) bool { return len(r.Away) > 0 }},
	} {
		if slices.ContainsFunc(s.Rounds, reading.used) {
			out = append(out, reading.say)
		}
	}
	return out
}
