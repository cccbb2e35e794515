// Package spyfall implements Spyfall: rounds, accusations, endings, points. It learns who the spy was, and where
// everybody was, only when a round is over, unless it dealt the round itself; nothing it asks or shows before that
// gives them away.
//
// Source: Spyfall rulebook, Brazilian edition (headings, no page numbers); for tables that choose its closing
// accusations, the English edition.
package spyfall

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

// The events of a match. Seats are counted from 0.
type (
	// Deal: everybody who is here has a card, and the clock may start. Dealer is a seat, or Unknown; Away are the
	// seats that miss this round, ascending; Dealt is the draw of the program, nil with printed cards.
	Deal struct {
		Dealer int    `json:"dealer"`
		Away   []int  `json:"away,omitempty"`
		Dealt  *Dealt `json:"dealt,omitempty"`
	}
	// Dealt is what the cards say: the seat of the spy, and the location of everybody else, an ID of Locations.
	// Nobody may learn it before the round is over.
	Dealt struct {
		Spy      int    `json:"spy"`
		Location string `json:"location"`
	}
	// Accusation: a failed one, while the clock ran. Agree are the seats that agreed, without the accuser; of all
	// but the suspect, at least one did not.
	Accusation struct {
		Accuser int   `json:"accuser"`
		Suspect int   `json:"suspect"`
		Agree   []int `json:"agree"`
	}
	// Ending: how a round ended, and what came to light. How decides which of the other fields count. Location is
	// empty if nobody noted it.
	Ending struct {
		How      How    `json:"how"`
		Spy      int    `json:"spy"`
		Location string `json:"location,omitempty"` // an ID of Locations, or any text
		Votes    []int  `json:"votes,omitempty"`    // ByVotes: the seat that each seat named, Unknown for players who are away
		Accuser  int    `json:"accuser"`            // ByAccusation; ClosingAccusations, Unknown if nobody was convicted
		Suspect  int    `json:"suspect"`            // as Accuser
		Correct  bool   `json:"correct,omitempty"`  // ByGuess
		Guess    string `json:"guess,omitempty"`    // ByGuess: what the spy named; may be empty
	}
)

func (Deal) Kind() string       { return "deal" }
func (Accusation) Kind() string { return "accusation" }
func (Ending) Kind() string     { return "ending" }

// Unknown stands for a seat that nobody named.
const Unknown = -1

// How names a way to end a round, in the words of the score sheet.
type How string

// The endings. Source: rulebook, Final da Rodada; the last one: English edition.
const (
	ByVotes            How = "time_up"                // time was up, and everybody voted
	ByAccusation       How = "accusation"             // all but the suspect agreed while the clock ran
	ByGuess            How = "spy_guess"              // the spy revealed the spy card and named a location
	ClosingAccusations How = "accusations_at_time_up" // time was up, and the players accused one after the other
)

// minPlayers and maxPlayers limit the table. A house reading: the rulebook names no limits, but a bag has eight
// cards.
const (
	minPlayers = 3
	maxPlayers = 8
)

// A State is a match of Spyfall in progress.
type State struct {
	scoring.Frame

	planned int    // rounds
	now     *round // under way; nil between two rounds
	rounds  []round
	again   *oldDeal // the event that is asked about once more; nil: something new is
}

// A round is all that happened since its deal.
type round struct {
	people []string // at the table, by seat
	dealer int
	away   []int  // seats, ascending
	dealt  *Dealt // nil with printed cards
	failed []Accusation
	ending Ending // once the round is over
}

// begin starts a match of 1 to 30 rounds.
func begin(t setup.Table) (scoring.State, error) {
	planned := t.Int(lay.Rounds, lay.DefaultRounds)
	if planned < 1 || planned > lay.Bags {
		return nil, fault.New(rounds.With("n", planned, "hi", lay.Bags), "rounds_planned")
	}
	if _, f := lay.Clock(t); f != nil {
		return nil, f
	}
	return State{planned: planned}, nil
}

var (
	rounds        = lang.Plural("spyfall.rounds", "{n} round: 1 to {hi} are possible, a location each", "{n} rounds: 1 to {hi} are possible, a location each")
	dealtAlready  = lang.Msg("spyfall.dealt-already", "the cards of this round have already been dealt")
	notDealt      = lang.Msg("spyfall.not-dealt", "nobody has dealt the cards of this round yet")
	hasAccused    = lang.Msg("spyfall.has-accused", "{name} has already accused somebody in this round: once each")
	ownAccusation = lang.Msg("spyfall.own-accusation", "{name} cannot be both the accuser and the suspect")
	suspectAgrees = lang.Msg("spyfall.suspect-agrees", "{name} is the suspect, and has no say here")
	accuserAgrees = lang.Msg("spyfall.accuser-agrees", "{name} is the accuser: name only the others who agreed")
	allAgreed     = lang.Msg("spyfall.all-agreed", "everybody but the suspect agreed: so the accusation did not fail, it ended the round")
	isAway        = lang.Msg("spyfall.is-away", "{name} is away in this round, and takes no part in it")
	noVote        = lang.Msg("spyfall.no-vote", "{name} has not voted: everybody does")
	ownVote       = lang.Msg("spyfall.own-vote", "{name} cannot vote for {name}")
	tooManyVotes  = lang.Plural("spyfall.too-many-votes", "{n} vote for {players} players", "{n} votes for {players} players")
	noEnding      = lang.Msg("spyfall.no-ending", "“{it}” is not a way to end a round; choose one of: {all}")
	onlyOne       = lang.Msg("spyfall.only-one", "an accuser and a suspect, or neither of them")
	playedBefore  = lang.Msg("spyfall.played-before", "“{it}” was already played in round {n}: each location is played only once in a match")
)

// Ended reports whether the agreed rounds are played. Source: rulebook, Final da partida.
func (s State) Ended() bool { return len(s.rounds) >= s.planned }

// Round returns the number of the round under way, or of the next one, from 1.
func (s State) Round() int { return len(s.rounds) + 1 }

// Dealer returns the seat that deals the next round, or dealt the one under way: the spy of the last round, or in
// the first round the player who looks most suspicious. If they have left, the next player on their left deals.
// Source: rulebook, Início da Rodada and Carta de Espião.
func (s State) Dealer() int {
	if s.now != nil && s.now.dealer != Unknown {
		return s.now.dealer
	}
	return scoring.NextPresent(len(s.Table.Players), s.absent(), s.BeginsNext())
}

// BeginsNext returns the seat that deals next, in this match or the next one, whether it is away or not.
func (s State) BeginsNext() int {
	if s.again != nil && s.again.dealer >= 0 {
		return s.again.dealer
	}
	if n := len(s.rounds); n > 0 {
		return s.rounds[n-1].ending.Spy
	}
	return s.Table.First
}

// MayAccuse returns the seats that have not accused in this round yet; failed accusations count. Source: rulebook,
// Quando um jogador fica desconfiado.
func (s State) MayAccuse() []int {
	return slices.DeleteFunc(s.here(0), func(seat int) bool { return s.now != nil && s.now.accused(seat) })
}

func (r round) accused(seat int) bool {
	return slices.ContainsFunc(r.failed, func(a Accusation) bool { return a.Accuser == seat })
}

// Play returns the next state. A round under way when the table stops is not scored.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case Deal:
		return s.deal(e)
	case Accusation:
		return s.accusation(e)
	}
	return s.end(e.(Ending))
}

func (s State) deal(e Deal) (scoring.State, error) {
	if s.now != nil {
		return s, fault.New(dealtAlready)
	}
	if f := scoring.CheckAway(s.Table.Players, e.Away, minPlayers); f != nil {
		return s, f.Under("away")
	}
	dealt := &round{people: s.Table.Players, dealer: e.Dealer, away: scoring.Ascending(e.Away)}
	if e.Dealer != Unknown {
		if f := dealt.mustPlay(e.Dealer, "dealer"); f != nil {
			return s, f
		}
	}
	if f := s.judgeDealt(dealt, e.Dealt); f != nil {
		return s, f
	}
	s.now = dealt
	return s, nil
}

func (r round) here() []int { return scoring.Present(len(r.people), r.away) }

// mustPlay refuses a seat that is not here.
func (r round) mustPlay(seat int, at ...string) *scoring.Fault {
	if f := scoring.CheckSeat(r.people, seat, at...); f != nil {
		return f
	}
	if slices.Contains(r.away, seat) {
		return fault.New(isAway.With("name", r.people[seat]), at...)
	}
	return nil
}

// accusation records a failed accusation: the round goes on, and the accuser has none left in it. Source:
// rulebook, Quando um jogador fica desconfiado.
func (s State) accusation(e Accusation) (scoring.State, error) {
	if s.now == nil {
		return s, fault.New(notDealt)
	}
	if f := s.now.judgeAccuser(e.Accuser, e.Suspect); f != nil {
		return s, f
	}
	if f := s.now.judgeAgree(e); f != nil {
		return s, f
	}
	e.Agree = slices.Clone(e.Agree)
	next := *s.now
	next.failed = append(slices.Clip(next.failed), e)
	s.now = &next
	return s, nil
}

// judgeAccuser refuses an accusation that may not be made while the clock runs.
func (r round) judgeAccuser(accuser, suspect int) *scoring.Fault {
	if f := r.judgePair(accuser, suspect); f != nil {
		return f
	}
	if r.accused(accuser) {
		return fault.New(hasAccused.With("name", r.people[accuser]), "accuser")
	}
	return nil
}

func (r round) judgePair(accuser, suspect int) *scoring.Fault {
	if f := r.mustPlay(accuser, "accuser"); f != nil {
		return f
	}
	if f := r.mustPlay(suspect, "suspect"); f != nil {
		return f
	}
	if accuser == suspect {
		return fault.New(ownAccusation.With("name", r.people[accuser]), "suspect")
	}
	return nil
}

func (r round) judgeAgree(e Accusation) *scoring.Fault {
	for i, seat := range e.Agree {
		at := []string{"agree", fault.Index(i)}
		if f := r.mustPlay(seat, at...); f != nil {
			return f
		}
		var say lang.Text
		switch seat {
		case e.Suspect:
			say = suspectAgrees
		case e.Accuser:
			say = accuserAgrees
		default:
			continue
		}
		return fault.New(say.With("name", r.people[seat]), at...)
	}
	if f := scoring.CheckSeats(r.people, e.Agree); f != nil {
		return f.Under("agree")
	}
	if len(e.Agree) == len(r.here())-2 {
		return fault.New(allAgreed, "agree")
	}
	return nil
}

// end closes the round: the spy card and the location come to light. Source: rulebook, Final da Rodada.
func (s State) end(e Ending) (scoring.State, error) {
	if s.now == nil {
		return s, fault.New(notDealt)
	}
	if f := s.now.mustPlay(e.Spy, "spy"); f != nil {
		return s, f
	}
	if n := s.playedIn(e.Location); n > 0 {
		return s, fault.New(playedBefore.With("it", e.Location, "n", n), "location")
	}
	if f := s.now.judgeEnding(e); f != nil {
		return s, f.Under("ending")
	}
	if d := s.now.dealt; d != nil && !d.cameToLight(e) {
		return s, fault.New(notAsDealt)
	}
	e.Votes = slices.Clone(e.Votes)
	over := *s.now
	over.ending = e
	s.rounds, s.now = append(slices.Clip(s.rounds), over), nil
	return s, nil
}

// playedIn returns the round, from 1, in which a location was played, or 0. It compares locations as names are
// compared.
func (s State) playedIn(location string) int {
	if strings.TrimSpace(location) == "" {
		return 0
	}
	for i, r := range s.rounds {
		if setup.Alike(r.ending.Location) == setup.Alike(location) {
			return i + 1
		}
	}
	return 0
}

func (r round) judgeEnding(e Ending) *scoring.Fault {
	if f := r.judgeSeats(e); f != nil {
		return f
	}
	switch e.How {
	case ByVotes:
		return r.judgeVotes(e.Votes)
	case ByAccusation:
		return r.judgeAccuser(e.Accuser, e.Suspect)
	case ByGuess:
		return nil
	case ClosingAccusations: // players who accused while the clock ran get another chance
		if e.Accuser == Unknown && e.Suspect == Unknown {
			return nil
		}
		if e.Accuser == Unknown || e.Suspect == Unknown {
			return fault.New(onlyOne)
		}
		return r.judgePair(e.Accuser, e.Suspect)
	}
	return fault.New(noEnding.With("it", string(e.How), "all", strings.Join(endings, ", ")), "type")
}

// judgeSeats refuses a seat that is not at the table or is away, even in a field that the ending does not use: logs are
// read strictly.
func (r round) judgeSeats(e Ending) *scoring.Fault {
	if e.Accuser != Unknown {
		if f := r.mustPlay(e.Accuser, "accuser"); f != nil {
			return f
		}
	}
	if e.Suspect != Unknown {
		if f := r.mustPlay(e.Suspect, "suspect"); f != nil {
			return f
		}
	}
	for voter, named := range e.Votes {
		if voter >= len(r.people) || named == Unknown {
			continue
		}
		if f := r.mustPlay(named, "votes", r.people[voter]); f != nil {
			return f
		}
	}
	return nil
}

var endings = []string{string(ByVotes), string(ByAccusation), string(ByGuess), string(ClosingAccusations)}

// judgeVotes refuses a vote in which somebody names nobody or themselves. Source: rulebook, Passaram-se oito minutos.
func (r round) judgeVotes(votes []int) *scoring.Fault {
	if n := len(r.people); len(votes) > n {
		return fault.New(tooManyVotes.With("n", len(votes), "players", n), "votes")
	}
	for voter, name := range r.people {
		named := Unknown
		if voter < len(votes) {
			named = votes[voter]
		}
		switch away := slices.Contains(r.away, voter); {
		case away && named != Unknown:
			return fault.New(isAway.With("name", name), "votes", name)
		case away:
			continue
		case named == Unknown:
			return fault.New(noVote.With("name", name), "votes", name)
		case named == voter:
			return fault.New(ownVote.With("name", name), "votes", name)
		}
	}
	return nil
}

// Result ranks by points once the agreed rounds are played; a tie is shared, as the rulebook does not settle it.
// Source: rulebook, Final da partida.
func (s State) Result() scoring.Result {
	r := scoring.Result{Game: id, Rows: slices.Clone(s.Table.Players), Points: scoring.Points(s), Parts: s.parts(), Readings: s.readings()}
	r.Ranks = scoring.Ranks(r.Points)
	if !scoring.IsOver(s) {
		return r
	}
	r = r.Decide()
	r.Reason = r.Won(wonPoints, sharedPoints)
	if len(r.Winners) > 1 {
		r.Readings = append(r.Readings, readTie)
	}
	return r
}
