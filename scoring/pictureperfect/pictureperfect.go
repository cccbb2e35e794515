// Package pictureperfect is Picture Perfect (Foto Perfeita): the laid table, six exchange cards, the auctions, the photos,
// the guests, and the winner. It scores what the table judged, and never looks into an envelope.
package pictureperfect

import (
	"embed"
	"encoding/json"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

type (
	name = scoring.Name
	row  = scoring.Row
)

// How many may play; five and six need the expansion.
const (
	minPeople = 2
	maxPeople = 6
)

// Game is Picture Perfect.
var Game = scoring.Define[State](scoring.Game{
	ID: "picture-perfect", Name: lang.T("Picture Perfect"), Min: minPeople, Max: maxPeople,
	Options: []setup.Option{auctions, deck, box, secret, guestNames},
	First:   &setup.Opening{Ask: lang.T("Who took the latest selfie?"), Line: lang.T("{name} is the starting player"), Key: lang.Key("f", "f"), Must: true},
	Kinds: []scoring.Kind{
		{Event: Round{}}, {Event: Offer{}}, {Event: Count{}}, {Event: Photos{}}, {Event: Guest{}}, {Event: Closed{}},
		{Event: Decorations{}, Late: true}, {Event: Envelopes{}, Late: true}, {Event: Votes{}, Late: true}, {Event: Counts{}, Late: true},
	},
	New: begin, Layout: layout, Draw: Draw, Walk: walk,
	Show:     func(s scoring.State) []lang.Text { return s.(State).notes() },
	Handbook: handbook,
	Paper:    &paper{}, Events: read,
})

//go:embed handbook/*.md
var handbook embed.FS

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// The events of an evening, in this order. What is asked next follows from them.
type (
	// Round is an exchange card: a whole round, or the beginning of an auction. To says who got a single envelope under Gifts.
	Round struct {
		Card string        `json:"card"`
		To   map[name]name `json:"to,omitempty"`
	}
	// Offer is what became of one turn of an auction. Without To and Looks nobody bid.
	Offer struct {
		By     name         `json:"by"`               // the active player
		To     name         `json:"to,omitempty"`     // who gets the envelope
		Price  int          `json:"price,omitempty"`  // what is paid for it, or for a look
		Bidder name         `json:"bidder,omitempty"` // under a Shared Auction that By won: who had the highest bid, and is paid
		Looks  []name       `json:"looks,omitempty"`  // who pays the fixed price and looks inside
		Bids   map[name]int `json:"bids,omitempty"`   // secret ones, of everybody but By
		Again  map[name]int `json:"again,omitempty"`  // the second ones, of those who were tied
	}
	// Count is what the table counted, since the numbers were wrong. Over: an auction went on without the program, and is over.
	Count struct {
		Envelopes   map[name]int `json:"envelopes"`
		Decorations map[name]int `json:"decorations,omitempty"`
		Over        bool         `json:"over,omitempty"`
	}
	// Photos says that everybody has taken a valid photo.
	Photos struct{}
	// Guest is an opened envelope. Who is not among Fulfilled, or nil there, has not placed the guest. Name may be empty.
	Guest struct {
		Name      string        `json:"name"`
		VIPs      int           `json:"vips,omitempty" sheet:"0..6"`
		Fulfilled map[name]*int `json:"fulfilled" sheet:"0..3,null"`
	}
	// Closed says that nobody placed any of the guests that are left.
	Closed struct{}
	// Decorations are how many everybody owns at the end.
	Decorations map[name]int
	// Envelopes are how many people hold at the end.
	Envelopes map[name]int
	// Votes say who voted for whose photo. They come out of sheets alone.
	Votes map[name]name
	// Counts are how many votes each photo got.
	Counts map[name]int
)

func (Round) Kind() string       { return "round" }
func (Offer) Kind() string       { return "offer" }
func (Count) Kind() string       { return "count" }
func (Photos) Kind() string      { return "photos" }
func (Guest) Kind() string       { return "guest" }
func (Closed) Kind() string      { return "closed" }
func (Decorations) Kind() string { return "decorations" }
func (Envelopes) Kind() string   { return "envelopes" }
func (Votes) Kind() string       { return "votes" }
func (Counts) Kind() string      { return "counts" }

// A State is a game after some events.
type State struct {
	scoring.Frame
	Starter name     // starting player of the round
	Cards   []string // turned over so far, with that of an auction under way
	Open    string   // the auction card under way, or ""
	Turns   int      // turns of that auction that are over
	Books   Books
	Posed   bool // the photos are taken
	Guests  opened
	Closed  bool
	Left    Decorations // at the end; nil until they are counted
	Held    Envelopes   // at the end; nil until somebody asks
	Votes   Votes
	Counts  Counts
	Said    []lang.Text // what the last event means for the table
}

func begin(t setup.Table) (scoring.State, error) {
	s := State{Starter: t.First, Books: opening(t)}
	if s.Starter == "" {
		s.Starter = t.Players[0]
	}
	return s, nil
}

func (s State) auctions() bool { return s.Table.On(auctions.ID) }

// Play takes an event of the game's own.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	s.Said, s.Going = nil, false
	switch e := e.(type) {
	case Round:
		return s.round(e)
	case Offer:
		return s.offer(e)
	case Count:
		return s.count(e)
	case Photos:
		s.Posed = true
		return s, nil
	case Guest:
		return s.judge(e)
	case Closed:
		s.Posed, s.Closed = true, true
		return s, nil
	case Decorations:
		return s.decorate(e)
	case Envelopes:
		return s.hold(e)
	case Votes:
		return s.vote(e, nil)
	}
	return s.vote(nil, e.(Counts))
}

// posed reports whether the photos are taken: nothing moves any more.
func (s State) posed() bool { return s.Posed || s.Table.Played || len(s.Guests) > 0 }

// judged reports whether no more guests are scored.
func (s State) judged() bool { return s.Closed || len(s.Guests) == guests }

// Ended reports whether every point is paid, though a tie may still wait for its facts. A sheet may say that the table still
// plays, even if it tells everything.
func (s State) Ended() bool { return !s.Going && s.judged() && (!s.auctions() || s.Left != nil) }

// Fixed says why nobody comes or leaves.
func (s State) Fixed() lang.Text {
	return lang.T("The envelopes were laid out for this number of people, so nobody can join any more. Anyone who has to go gets “-” at every guest.")
}

// Stop ends the game at the table's word. Decorations that were not counted pay what the books say.
func (s State) Stop() scoring.State {
	if s.auctions() && s.Left == nil {
		s.Left = maps.Clone(s.Books.Decorations)
		s.payDecorations()
	}
	return s
}

// Recall returns the names of the guests, those of this evening first, for the next game.
func (s State) Recall() map[string]string {
	var all []string
	for _, g := range s.Guests {
		if g.Name != "" {
			all = append(all, g.Name)
		}
	}
	all = append(all, s.namesLeft()...)
	line, _ := json.Marshal(all[:min(len(all), guests)]) // names are text
	return map[string]string{guestNames.ID: string(line)}
}

// namesLeft returns the names of the last game that no guest has yet.
func (s State) namesLeft() (left []string) {
	if json.Unmarshal([]byte(s.Table.Choice(guestNames.ID, "[]")), &left) != nil {
		return nil
	}
	return slices.DeleteFunc(left, func(n string) bool { return n == "" || s.Guests.mayName(n) != nil })
}

// Tell says an event in one line.
func (s State) Tell(e scoring.Event) (say lang.Text) {
	switch e := e.(type) {
	case Round:
		say = lang.T("Round {n}: {card}").With("n", len(s.Cards)+1, "card", cardName(e.Card))
	case Offer:
		say = lang.T("Round {n}: {name} offers an envelope")
		if _, deal, err := s.outcome(e); err == nil {
			say = lang.T("Round {n}: {name} offers. {deal}").With("deal", lang.Join(" ", deal))
		}
		say = say.With("n", len(s.Cards), "name", e.By)
	case Count:
		say = lang.T("Counted: envelopes {line}")
		if e.Decorations != nil {
			say = lang.T("Counted: envelopes {line}; decorations {decorations}").With("decorations", s.Books.line(e.Decorations))
		}
		say = say.With("line", s.Books.line(e.Envelopes))
	case Guest:
		say = lang.T("{guest}: {line}").With("guest", e.title(len(s.Guests)+1), "line", e.line(s.Table.Players))
	case Photos:
		say = lang.T("The photos were taken")
	case Closed:
		say = lang.T("Nobody placed the rest")
	case Decorations:
		say = lang.T("Decorations left: {it}").With("it", s.Books.line(e))
	case Envelopes:
		say = lang.T("Envelopes in hand: {it}").With("it", s.Books.line(e))
	case Votes:
		s.Votes, s.Counts = e, nil
		say = lang.T("Votes for the best photo: {it}").With("it", s.Books.line(s.votes()))
	case Counts:
		say = lang.T("Votes for the best photo: {it}").With("it", s.Books.line(e))
	}
	return say
}

// A paper is the game's own part of a score sheet.
type paper struct {
	Guests      []Guest     `json:"guests"`
	Decorations Decorations `json:"decorations,omitempty" sheet:"0.."`
	Envelopes   Envelopes   `json:"envelopes,omitempty" sheet:"0.."`
	Votes       Votes       `json:"photo_votes,omitempty"`
	Counts      Counts      `json:"photo_counts,omitempty" sheet:"0.."`
}

// read returns the events of a sheet.
func read(own any, t setup.Table, over *bool) (placed []scoring.Placed, _ error) {
	p, going := own.(*paper), over != nil && !*over
	switch {
	case len(p.Guests) > guests:
		return nil, fault.New(lang.T("{n} guests: 0 to {most} are possible").With("n", len(p.Guests), "most", guests), "guests")
	case len(p.Votes) > 0 && len(p.Counts) > 0:
		return nil, fault.New(lang.T("photo_votes is there too: a sheet has one of the two"), "photo_counts")
	}
	for i, g := range p.Guests {
		if err := setup.CheckName(g.Name); err != nil {
			return nil, fault.Under(err, "guests", fault.Index(i), "name")
		}
	}
	add := func(there bool, e scoring.Event, at string) {
		if there {
			placed = append(placed, scoring.Placed{Event: e, At: []string{at}})
		}
	}
	placed = scoring.Listed("guests", p.Guests)
	add(!going && len(p.Guests) < guests, Closed{}, "over")
	add(p.Decorations != nil || t.On(auctions.ID) && !going, p.Decorations, "decorations")
	add(p.Envelopes != nil, p.Envelopes, "envelopes")
	add(len(p.Votes) > 0, p.Votes, "photo_votes")
	add(len(p.Counts) > 0, p.Counts, "photo_counts")
	return placed, nil
}

// Paper returns the game's own part of a sheet. Guests without a name go by their number.
func (s State) Paper() scoring.Paper {
	return paper{Guests: s.Guests.papers(), Decorations: s.Left, Envelopes: s.Held, Votes: s.Votes, Counts: s.Counts}
}
