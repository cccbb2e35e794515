// Package pictureperfect implements Picture Perfect (Foto Perfeita), from the laid table over the six exchange
// cards and the photos to the winner. It scores what the table judged, and never looks into an envelope.
//
// Source: Picture Perfect handbook, English and Portuguese.
package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// The events of an evening, in this order. Seats are counted from 0.
type (
	// Laid: everything is laid out. Deck is the exchange deck, top card first, nil unless the program drew it.
	// Alone: the table plays the six rounds without the program.
	Laid struct {
		Deck  []string `json:"deck,omitempty"`
		Alone bool     `json:"alone,omitempty"`
	}
	// Turned: the round of one exchange card is over, also that of an auction without the program. To tells, for
	// Gifts, to whom each seat gave a single envelope, Unknown if it gave two or none; nil if nobody had to
	// choose.
	Turned struct {
		Card  string `json:"card"`
		To    []int  `json:"to,omitempty"`
		Order []int  `json:"order,omitempty"` // the seats clockwise, as people sat; nil: in their own order
	}
	// Photos: everybody has taken a valid photo. Pictures are the ids of the photos that are kept, by seat, "" for
	// a player without one; nil if there are none.
	Photos struct {
		Pictures []string `json:"pictures,omitempty"`
	}
	// Guest: an envelope was opened and judged. VIPs is the number of VIP cards in it; Fulfilled is by seat, 0 to
	// 3 or NotPlaced. Name may be empty.
	Guest struct {
		Name      string `json:"name,omitempty"`
		VIPs      int    `json:"vips,omitempty"`
		Fulfilled []int  `json:"fulfilled"`
	}
	// NoMoreGuests: nobody placed any of the remaining guests.
	NoMoreGuests struct{}
	// Decorations: how many each seat still owns at the end.
	Decorations struct {
		Left []int `json:"left"`
	}
	// Envelopes: how many each seat holds at the end, Unknown for players who were not asked.
	Envelopes struct {
		Held []int `json:"held"`
	}
	// Vote: the seat whose photo each seat voted for, Unknown for players who did not vote. Secret: only the
	// counts are told; secret votes were stored like this before there were VoteCounts.
	Vote struct {
		For    []int `json:"for"`
		Secret bool  `json:"secret,omitempty"`
	}
	// VoteCounts: how many votes each photo got in a secret vote, Unknown for a photo that was not up for it.
	// Nobody can tell who voted for which.
	VoteCounts struct {
		Votes []int `json:"votes"`
	}
)

// minPlayers and maxPlayers limit the table; five and six need the expansion. Source: handbook, setup.
const (
	minPlayers = 2
	maxPlayers = 6
)

// NotPlaced stands for a guest that a player left out of the photo: always 0 points.
const NotPlaced = -1

// Unknown stands for a fact that was not asked for, or an answer not given.
const Unknown = -1

func (Laid) Kind() string         { return "laid" }
func (Turned) Kind() string       { return "turned" }
func (Opened) Kind() string       { return "opened" }
func (Offer) Kind() string        { return "offer" }
func (Counted) Kind() string      { return "counted" }
func (Photos) Kind() string       { return "photos" }
func (Guest) Kind() string        { return "guest" }
func (NoMoreGuests) Kind() string { return "no-more-guests" }
func (Decorations) Kind() string  { return "decorations" }
func (Envelopes) Kind() string    { return "envelopes" }
func (Vote) Kind() string         { return "vote" }
func (VoteCounts) Kind() string   { return "vote-counts" }

// Closes tells a sheet that no more guests are scored.
func (NoMoreGuests) Closes() {}

// The ways to settle a tie for first place.
const (
	ByPlaced    scoring.Decision = "placed_guests"
	ByEnvelopes scoring.Decision = "envelopes"
	ByPhotoVote scoring.Decision = "photo_vote"
)

// worth is what a placed guest pays for 0, 1, 2 and 3 fulfilled preference cards. Source: handbook, Scoring (p. 8;
// Portuguese p. 9).
var worth = [4]int{-3, 1, 3, 6}

// guestPoints returns what a guest pays one player: its worth, and as much again for every VIP card in the envelope,
// whoever put it there. A guest left out pays nothing.
func guestPoints(fulfilled, vips int) int {
	if fulfilled == NotPlaced {
		return 0
	}
	return worth[fulfilled] * (1 + vips)
}

// decorationPoints returns what decorations pay with auctions: one point for every two still owned.
func decorationPoints(left int) int { return left / 2 }

// State is a game of Picture Perfect in progress.
type State struct {
	scoring.Frame

	phase    phase
	rounds   rounds
	pictures []string // the photos that are kept, by seat; nil: none
	guests   guests
	left     []int // decorations, by seat; nil until they are counted
	tie      tie
}

// A phase is how far the evening has come. Auctions alternate between turning and bidding, and a sheet that says
// the table still plays goes back from done to unfinished; otherwise phases only advance.
type phase int

const (
	laying     phase = iota // the table is being laid
	turning                 // the next exchange card is turned over
	bidding                 // an auction card is open, and somebody has an envelope to offer
	posing                  // the cards are played, and the photos are taken
	judging                 // the envelopes are opened, one after the other
	counting                // with auctions, the decorations are counted
	unfinished              // everything is told, but a sheet says that the table still plays
	done                    // every point is paid, though a tie may still wait for its facts
)

// begin starts the game; a table that was played already starts with the scoring.
func begin(t setup.Table) (scoring.State, error) {
	t = t.Clone()
	s := State{tie: tie{people: t.Players, envelopes: unknown(len(t.Players))}}
	s.rounds = rounds{people: t.Players, auctions: t.On(lay.Auction), known: true, starter: t.First}
	s.rounds.holdings = openBooks(lay.Lay(len(t.Players), s.rounds.auctions))
	if t.Played() {
		s = s.enter(judging)
	}
	return s, nil
}

func unknown(n int) []int { return slices.Repeat([]int{Unknown}, n) }

func (s State) people() people { return s.Table.Players }

// enter moves on to a phase. Once the photos are taken the rounds are closed.
func (s State) enter(p phase) State {
	s.phase, s.rounds.closed = p, p >= judging
	return s
}

// play moves on with the rounds as they are after an event.
func (s State) play(next rounds, err error) (scoring.State, error) {
	if err != nil {
		return s, err
	}
	s.rounds = next
	return s.enter(next.phase()), nil
}

// judged returns the phase after the last guest: with auctions the decorations still count.
func (s State) judged() phase {
	if s.rounds.auctions && s.left == nil {
		return counting
	}
	return done
}

// Ended reports whether every point is paid.
func (s State) Ended() bool { return s.phase == done }

// Play returns the next state. A score taken before the table was laid means that the game was played already.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case Laid:
		return s.lay(e)
	case Turned:
		return s.play(s.rounds.turn(e))
	case Opened:
		return s.play(s.rounds.begin(e))
	case Offer:
		next, _, err := s.rounds.offer(e)
		return s.play(next, err)
	case Counted:
		return s.play(s.rounds.recount(e))
	case Photos:
		return s.photograph(e)
	case Guest:
		return s.judge(e)
	case Decorations:
		return s.count(e)
	case Envelopes:
		return s.settle(s.tie.hold(e))
	case Vote:
		return s.settle(s.tie.vote(e, s.upForVote()))
	case VoteCounts:
		return s.settle(s.tie.countVotes(e, s.upForVote()))
	}
	return s.enter(s.judged()), nil // NoMoreGuests
}

// GoOn takes the word of a sheet that the table still plays, even if everything is told.
func (s State) GoOn() scoring.State {
	if s.phase >= counting {
		s.phase = unfinished
	}
	return s
}

// lay begins the rounds, or replaces the deck of a table that was laid already. A deck for a table without
// auctions does not fit one with them, or the other way round, and has to be built anew.
func (s State) lay(e Laid) (scoring.State, error) {
	bids := slices.ContainsFunc(e.Deck, func(id string) bool { c, _ := lay.CardByID(id); return c.Auction })
	s.rounds.laid, s.rounds.alone, s.rounds.deck = e.Deck == nil || bids == s.rounds.auctions, e.Alone, slices.Clone(e.Deck)
	if s.rounds.closed {
		return s, nil
	}
	return s.play(s.rounds, nil)
}

// settle takes the facts of a tie for first place.
func (s State) settle(next tie, f *fault.Fault) (scoring.State, error) {
	s.tie = next
	return s, f.Err()
}

// upForVote returns the seats whose photos may get votes: if the tie comes down to the vote, only those of the
// tied players.
func (s State) upForVote() []int {
	s.tie.votes = nil
	if r := s.Result(); r.Needs == ByPhotoVote {
		return r.Tied
	}
	return s.people().all()
}

// Stop decides the game as it stands. Decorations that were not counted pay what the books say, if the program
// kept them to the end, and otherwise nothing.
func (s State) Stop() scoring.State {
	if s.rounds.auctions && s.left == nil {
		s.left = make([]int, len(s.Table.Players))
		if s.rounds.followed() {
			s.left = slices.Clone(s.rounds.holdings.Decorations)
		}
	}
	return s.enter(done)
}

// Ending returns the event that ends the game here. Decorations that are in no book are asked for first.
func (s State) Ending() (e scoring.Event, why lang.Text) {
	switch {
	case s.judged() != counting || s.rounds.followed():
		return scoring.Stop{}, why
	case s.phase >= counting:
		return nil, endsByCount
	}
	return NoMoreGuests{}, why
}

var endsByCount = lang.Msg("pp.ends-by-count", "The game is over as soon as the decorations are counted.")

var (
	wrongCard   = lang.Msg("pp.wrong-card", "{card} is not the next card of the deck")
	noSuchCard  = lang.Msg("pp.no-such-card", "“{it}” is not an exchange card")
	noAuctions  = lang.Msg("pp.no-auctions", "{card} is an auction card, and this table plays without auctions")
	fixed       = lang.Msg("pp.nobody-joins", "The envelopes were laid out for this number of people, so nobody can join any more. Anyone who has to go gets “-” at every guest.")
	allJudged   = lang.Msg("pp.all-judged", "all {n} guests have already been scored")
	noMore      = lang.Msg("pp.no-more", "the table said that nobody placed the rest: no more guests are scored")
	sameGuest   = lang.Msg("pp.same-guest", "guest {n} is already called “{name}”")
	manyVIPs    = lang.Plural("pp.many-vips", "{vips} VIP cards in this envelope: only one is left, one per player", "{vips} VIP cards in this envelope: only {n} are left, one per player")
	noVIPs      = lang.Plural("pp.no-vips", "a VIP card in this envelope: all of them have turned up already, one per player", "{n} VIP cards in this envelope: all of them have turned up already, one per player")
	fulfilled   = lang.Msg("pp.fulfilled", "{it} fulfilled cards: 0 to 3 are possible, or the guest was not placed")
	seats       = lang.Plural("pp.seats", "{n} value for {players} players", "{n} values for {players} players")
	decorations = lang.Msg("pp.decorations", "{n} decorations in all: there are only {most} in the game")
	negative    = lang.Msg("pp.negative", "{it}: there cannot be fewer than 0")
	envelopes   = lang.Msg("pp.envelopes", "{n} envelopes in all: there are only {most}")
	notTied     = lang.Msg("pp.not-tied", "{name}'s photo is not among the tied ones: {tied}")
	manyVotes   = lang.Plural("pp.many-votes", "{n} vote in all: one per player, so {most} at most", "{n} votes in all: one per player, so {most} at most")
	nobodyVoted = lang.Msg("pp.nobody-voted", "nobody has voted yet: one vote at least, please")
)

// photograph closes the rounds. Photos given before stay unless others are given now.
func (s State) photograph(e Photos) (scoring.State, error) {
	if e.Pictures != nil {
		if f := s.people().every(len(e.Pictures)); f != nil {
			return s, f.Under("pictures")
		}
		s.pictures = slices.Clone(e.Pictures)
	}
	return s.enter(max(s.phase, judging)), nil
}

// TakesPictures reports that people are asked for photos.
func (s State) TakesPictures() bool { return true }

// Pictures returns the ids of the photos that are kept, by seat, "" for a player without one; nil if there are
// none.
func (s State) Pictures() []string { return slices.Clone(s.pictures) }

// given returns pictures; nil if there is none among them.
func given(pictures []string) []string {
	if !slices.ContainsFunc(pictures, func(id string) bool { return id != "" }) {
		return nil
	}
	return slices.Clone(pictures)
}

// judge scores one guest.
func (s State) judge(g Guest) (scoring.State, error) {
	switch {
	case len(s.guests) == lay.Guests:
		return s, fault.New(allJudged.With("n", lay.Guests))
	case s.phase > judging:
		return s, fault.New(noMore)
	}
	if f := s.guests.mayName(g.Name); f != nil {
		return s, f.Under("name")
	}
	if left := s.guests.vipsLeft(s.people()); g.VIPs < 0 || g.VIPs > left {
		say := manyVIPs.With("vips", g.VIPs, "n", left)
		if left == 0 {
			say = noVIPs.With("n", g.VIPs)
		}
		return s, fault.New(say, "vips")
	}
	if f := s.people().every(len(g.Fulfilled)); f != nil {
		return s, f.Under("fulfilled")
	}
	for seat, n := range g.Fulfilled {
		if n != NotPlaced && (n < 0 || n > 3) {
			return s, fault.New(fulfilled.With("it", n), "fulfilled", s.Table.Players[seat])
		}
	}
	g.Fulfilled = slices.Clone(g.Fulfilled)
	s.guests = append(slices.Clip(s.guests), g)
	if len(s.guests) == lay.Guests {
		return s.enter(s.judged()), nil
	}
	return s.enter(judging), nil
}

// count takes the decorations that are left.
func (s State) count(d Decorations) (scoring.State, error) {
	if f := s.people().sum(d.Left, 0, s.rounds.allDecorations(), decorations); f != nil {
		return s, f.Under("decorations")
	}
	s.left = slices.Clone(d.Left)
	if s.phase == counting {
		s.phase = done
	}
	return s, nil
}

// Result ranks by points. A tie for first place goes down the printed chain: guests placed, envelopes held, a vote
// on the photos. A tied vote is shared, as the handbook does not settle it. Source: handbook, Scoring (p. 10).
func (s State) Result() scoring.Result {
	r := scoring.Result{Game: id, Rows: slices.Clone(s.Table.Players), Points: scoring.Points(s), Parts: s.parts()}
	r.Ranks = scoring.Ranks(r.Points)
	r.Readings = s.guests.legend()
	if s.phase != done {
		return r
	}
	tied := scoring.Leaders(r.Ranks)
	if len(tied) == 1 {
		r = r.Decide()
		r.Reason = wonByPoints.With("name", r.Rows[tied[0]], "n", r.Points[tied[0]])
		return r
	}
	return s.tie.settle(r, tied, s.guests.placed(s.people()))
}
