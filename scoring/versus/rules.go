package versus

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The events.
type (
	// Slap: By was the first to slap on two equal cards, keeps one gem and gives the other to Gives. Out are people who had
	// no cards left and leave the game with it; Gives may be one of them.
	Slap struct {
		By    scoring.Name   `json:"by"`
		Gives scoring.Name   `json:"gives"`
		Out   []scoring.Name `json:"out,omitempty"`
	}
	// WrongSlap: By slapped without two equal cards, and drew this penalty.
	WrongSlap struct {
		By      scoring.Name `json:"by"`
		Penalty string       `json:"penalty" sheet:"hand-behind-back|eye-closed|cards-for-everyone|two-in-a-row"`
	}
	// Amulet: the slap right before it does not count.
	Amulet struct{}
)

func (Slap) Kind() string      { return "slap" }
func (WrongSlap) Kind() string { return "wrong_slap" }
func (Amulet) Kind() string    { return "amulet" }

// A State is a game of Versus. Its points are gems.
type State struct {
	scoring.Frame
	Past   []scoring.Event
	Now    Moment
	Before Moment // as of the last slap, for an amulet
}

// A Moment is how the game stands between two slaps.
type Moment struct {
	Out     []scoring.Name
	Penalty *WrongSlap // in force, or nil
}

// ---- O jogo

var atGame = lang.T("Versus rulebook, The game")

// gemsASlap is how many gems a slap takes off the pile: one is kept, one is given away.
const gemsASlap = 2

// Play returns the state after an event.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	past := append(slices.Clip(s.Past), e)
	var err error
	switch e := e.(type) {
	case Slap:
		s, err = s.slap(e)
	case WrongSlap:
		s, err = s.wrong(e)
	case Amulet:
		s, err = s.amulet()
	}
	s.Past = past
	return s, err
}

// The headings under which gems are summed up. An amulet takes a gem back under the heading that it came under.
var firstToSlap, fromOthers = lang.T("First to slap"), lang.T("Gems from others")

// slap gives the two top gems of the pile away.
func (s State) slap(e Slap) (State, error) {
	if err := s.inPlay(e.By, "by"); err != nil {
		return s, err
	}
	if e.Gives == e.By {
		return s, fault.New(lang.T("{name} slapped, and gives the second gem to somebody else").With("name", e.By), "gives")
	}
	// A house reading: the text says “any other player”.
	if err := s.inPlay(e.Gives, "gives"); err != nil {
		return s, err
	}
	s.BeginNumbered(lang.T("Slap {n}").With("n", s.slaps()+1))
	s.Pay(scoring.Line{Row: scoring.Row(e.By), Points: 1, Where: atGame, Head: firstToSlap,
		Why: lang.T("first to slap, and kept one gem"), Short: lang.T("slapped")})
	s.Pay(scoring.Line{Row: scoring.Row(e.Gives), Points: 1, Where: atGame, Head: fromOthers,
		Why: lang.T("got the second gem from {name}").With("name", e.By), Short: lang.T("from {name}").With("name", e.By)})
	s.Before, s.Now.Penalty = s.Now, nil
	return s.goOut(e)
}

// slaps returns how many slaps count so far.
func (s State) slaps() (n int) {
	for _, e := range s.Past {
		switch e.(type) {
		case Slap:
			n++
		case Amulet:
			n--
		}
	}
	return n
}

// pile returns how many gems are left.
func (s State) pile() int { return gems - gemsASlap*s.slaps() }

// Ended reports whether the gems are gone or only two are left in play.
func (s State) Ended() bool { return s.pile() < gemsASlap || len(s.in()) <= 2 }

// ---- Fica pra próxima

var atOut = lang.T("Versus rulebook, Better luck next time")

// goOut takes people out who had played their last card, and were not the one to slap.
func (s State) goOut(e Slap) (State, error) {
	for i, n := range e.Out {
		at := []string{"out", fault.Index(i)}
		if n == e.By {
			return s, fault.New(lang.T("{name} slapped, and so stays in the game").With("name", n), at...)
		}
		if err := s.inPlay(n, at...); err != nil {
			return s, err
		}
		s.Pay(scoring.Line{Row: scoring.Row(n), Where: atOut, Short: lang.T("out"),
			Why: lang.T("out: no Versus card left, and {name} was the one to slap").With("name", e.By)})
	}
	s.Now.Out = slices.Concat(s.Now.Out, e.Out)
	return s, nil
}

// in returns the people in play, in seat order.
func (s State) in(but ...scoring.Name) []scoring.Name {
	return slices.DeleteFunc(slices.Clone(s.Table.Players), func(n scoring.Name) bool {
		return slices.Contains(s.Now.Out, n) || slices.Contains(but, n)
	})
}

// Fixed says why nobody comes or leaves.
func (s State) Fixed() lang.Text {
	return lang.T("All the cards are dealt, so nobody can join any more. Anyone who has to go is out with the next slap: name them at the end of its line.")
}

// inPlay refuses a person who is out.
func (s State) inPlay(n scoring.Name, at ...string) error {
	if slices.Contains(s.Now.Out, n) {
		return fault.New(lang.T("{name} is out of the game; in play are {names}").With("name", n, "names", lang.Names(s.in())), at...)
	}
	return nil
}

// ---- Penalidades

var (
	atPenalties = lang.T("Versus rulebook, Penalties")
	atAmulet    = lang.T("Versus rulebook, Penalties: Amulet")
)

// A card is a penalty in the words of the table.
type card struct {
	id         string
	name, does lang.Text
	note       lang.Text // a house reading, where the card cannot be read
}

var cards = []card{
	{id: "hand-behind-back", name: lang.T("Hand behind back"), does: lang.T("One hand stays behind your back.")},
	{id: "eye-closed", name: lang.T("Eye closed"), does: lang.T("One eye stays shut while you play. If it will not, cover it with a hand.")},
	{id: "cards-for-everyone", name: lang.T("Cards for everyone"), does: lang.T("Give one of your Versus cards to every other player."),
		note: lang.T("Too few cards? Give what you have, the nearest on your left first. (The end of this card cannot be read: a house reading.)")},
	{id: "two-in-a-row", name: lang.T("Two in a row"), does: lang.T("On your turn, open two cards, one right after the other.")},
}

func cardOf(id string) card {
	return cards[max(0, slices.IndexFunc(cards, func(c card) bool { return c.id == id }))]
}

// wrong gives a penalty, until somebody slaps again, rightly or wrongly.
func (s State) wrong(e WrongSlap) (State, error) {
	if err := s.inPlay(e.By, "by"); err != nil {
		return s, err
	}
	s.Now.Penalty = &e
	s.Begin(lang.T("{name} made a wrong slap: {card}").With("name", e.By, "card", cardOf(e.Penalty).name))
	s.Parts[len(s.Parts)-1].Aside = true
	s.Pay(scoring.Line{Row: scoring.Row(e.By), Where: atPenalties, Short: cardOf(e.Penalty).name,
		Why: lang.T("slapped without two equal cards: {card}").With("card", cardOf(e.Penalty).name)})
	return s, nil
}

// amulet takes the slap right before it back: gems, people, and the penalty that was in force.
func (s State) amulet() (State, error) {
	last, ok := s.last()
	if !ok {
		return s, fault.New(lang.T("an amulet takes back the slap right before it, and there is none"))
	}
	if s.Stopped {
		return s, fault.New(lang.T("the last slap counts: the game is over"))
	}
	s.Begin(lang.T("Amulet"))
	back := scoring.Line{Row: scoring.Row(last.By), Points: -1, Where: atAmulet, Head: firstToSlap, Short: lang.T("amulet"),
		Why: lang.T("an amulet: the slap does not count, and the gem goes back")}
	s.Pay(back)
	back.Row, back.Head = scoring.Row(last.Gives), fromOthers
	s.Pay(back)
	for _, n := range last.Out {
		s.Pay(scoring.Line{Row: scoring.Row(n), Where: atAmulet, Short: lang.T("in again"),
			Why: lang.T("an amulet: the slap does not count, so {name} is in play again").With("name", n)})
	}
	// The slap is the last event, so nothing has happened since the moment before it.
	s.Now = s.Before
	return s, nil
}

// last returns the slap that an amulet would take back, if a slap was the last event.
func (s State) last() (slap Slap, ok bool) {
	if len(s.Past) > 0 {
		slap, ok = s.Past[len(s.Past)-1].(Slap)
	}
	return slap, ok
}

// ---- Fim do jogo

// Decide ranks people in play before those who are out. A tie is a shared victory: a house reading, the rulebook is silent.
func (s State) Decide(r scoring.Result) scoring.Result {
	for _, n := range s.Now.Out {
		r.Last = append(r.Last, scoring.Row(n))
	}
	r = r.Rank()
	if !r.Over {
		n := s.pile() / gemsASlap
		r.Missing = lang.N("At most {n} slap more, fewer if only two are left in play.", "At most {n} slaps more, fewer if only two are left in play.").With("n", n)
		return r
	}
	_, slapped := s.last()
	r.Open = slapped && !s.Stopped
	r.Reason = lang.T("{end} {won}").With("end", s.ending(), "won", won(r))
	for _, row := range r.Last {
		if n := r.Points[row]; n >= r.Points[r.Winners[0]] && n > 0 {
			r.Readings = append(r.Readings, lang.N("{name} has {n} gem, but is out: only those still in play can win.",
				"{name} has {n} gems, but is out: only those still in play can win.").With("name", row, "n", n))
		}
	}
	if len(r.Winners) > 1 {
		r.Readings = append(r.Readings, lang.T("The rulebook does not settle ties: the victory is shared."))
	}
	return r
}

// ending says how the game ended.
func (s State) ending() lang.Text {
	in := s.in()
	switch {
	case !s.Ended():
		return lang.T("The game was stopped here.")
	case s.pile() < gemsASlap:
		return lang.T("All gems are taken.")
	}
	return lang.N("Only {names} is still in play.", "Only {names} are still in play.").With("names", lang.Names(in), "n", len(in))
}

func won(r scoring.Result) lang.Text {
	n := r.Points[r.Winners[0]]
	if len(r.Winners) == 1 {
		return lang.N("{name} wins with {n} gem.", "{name} wins with {n} gems.").With("name", r.Winners[0], "n", n)
	}
	return lang.N("{names} share the victory with {n} gem each.", "{names} share the victory with {n} gems each.").
		With("names", lang.Names(r.Winners), "n", n)
}
