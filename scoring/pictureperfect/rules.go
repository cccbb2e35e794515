// Package pictureperfect is the whole of Picture Perfect (Foto Perfeita): from the
// laid table over the six exchange cards and the photos to the winner. It scores
// what the table judged; it never looks into an envelope.
//
// Source: Picture Perfect handbook, English and Portuguese.
package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pictureperfect"
)

// What happens at the table, in this order. Seats are counted from 0.
type (
	// Laid: everything lies on the table. Deck is the exchange deck, top card first,
	// where the program drew it; nil where the table shuffled by hand. Alone: the table
	// plays the six rounds without the program.
	Laid struct {
		Deck  []string `json:"deck,omitempty"`
		Alone bool     `json:"alone,omitempty"`
	}
	// Turned: the round of one exchange card is over. An auction among them was run
	// without the program. To says, for Gifts, whom each seat gave a single envelope
	// to, Unknown for who gave two or none; nil where nobody had to choose.
	Turned struct {
		Card  string `json:"card"`
		To    []int  `json:"to,omitempty"`
		Order []int  `json:"order,omitempty"` // the seats clockwise as people sat in this round; nil: as they are numbered
	}
	// Photos: everybody has taken a valid photo. Pictures are the ids of those that are kept,
	// by seat, "" for who gave none; nil where nobody gave any.
	Photos struct {
		Pictures []string `json:"pictures,omitempty"`
	}
	// Guest: one envelope was opened and judged. VIPs is how many VIP cards were in it,
	// Fulfilled what each seat fulfilled, 0 to 3, or NotPlaced. Name may be empty.
	Guest struct {
		Name      string `json:"name,omitempty"`
		VIPs      int    `json:"vips,omitempty"`
		Fulfilled []int  `json:"fulfilled"`
	}
	// NoMoreGuests: nobody placed any of the guests that were not judged.
	NoMoreGuests struct{}
	// Decorations: what each seat still owns at the end.
	Decorations struct {
		Left []int `json:"left"`
	}
	// Envelopes: how many each seat holds at the end, Unknown for who was not asked.
	Envelopes struct {
		Held []int `json:"held"`
	}
	// Vote: which seat's photo each seat voted for, Unknown for who did not vote. Secret says
	// that it is told as counts only: votes in secret were kept so before there were VoteCounts.
	Vote struct {
		For    []int `json:"for"`
		Secret bool  `json:"secret,omitempty"`
	}
	// VoteCounts: how many votes the photo of each seat got in a vote that was secret,
	// Unknown for a photo that was not up for it. Nobody can say who voted for which.
	VoteCounts struct {
		Votes []int `json:"votes"`
	}
)

// MinPlayers and MaxPlayers players, five and six with the expansion. Source: handbook, setup.
const (
	MinPlayers = 2
	MaxPlayers = 6
)

// NotPlaced is a guest that a player left out of the photo: 0 points, always.
const NotPlaced = -1

// Unknown is a fact that was not asked, or an answer not given.
const Unknown = -1

func (Laid) Kind() string         { return "laid" }
func (Turned) Kind() string       { return "turned" }
func (Photos) Kind() string       { return "photos" }
func (Guest) Kind() string        { return "guest" }
func (NoMoreGuests) Kind() string { return "no-more-guests" }
func (Decorations) Kind() string  { return "decorations" }
func (Envelopes) Kind() string    { return "envelopes" }
func (Vote) Kind() string         { return "vote" }
func (VoteCounts) Kind() string   { return "vote-counts" }

// Closes says in the sheet that no more guests are scored.
func (NoMoreGuests) Closes() {}

// How a tie for first place was settled.
const (
	ByPlaced    scoring.Decision = "placed_guests"
	ByEnvelopes scoring.Decision = "envelopes"
	ByPhotoVote scoring.Decision = "photo_vote"
)

// Worth is what a placed guest pays for 0, 1, 2 and 3 fulfilled preference cards.
// Source: handbook, Scoring (p. 8; Portuguese p. 9).
var Worth = [4]int{-3, 1, 3, 6}

// Points are what a guest pays one player: its worth, and as much again for every
// VIP card in the envelope, whoever put it there. A guest left out pays nothing.
func Points(fulfilled, vips int) int {
	if fulfilled == NotPlaced {
		return 0
	}
	return Worth[fulfilled] * (1 + vips)
}

// DecorationPoints are paid with auctions only: one for every two still owned.
func DecorationPoints(left int) int { return left / 2 }

// State is a game of Picture Perfect in progress.
type State struct {
	table     setup.Table
	phase     phase
	alone     bool     // the table plays the rounds without the program
	deck      []string // top card first, where the program drew it
	turned    int      // rounds that are over
	starter   int      // of the round under way, or of the next one
	cards     []string // that lie open: of those rounds, and of an auction under way
	holdings  Holdings
	known     bool   // the books are right: no card was played without the program since they were counted
	opened    Opened // the auction card that lies open, while bidding
	taken     int    // turns of it that are over, in turn order
	helped    []Rescue
	won       []int // auctions, by seat; nil: none yet
	guests    []Guest
	left      []int    // decorations, by seat; nil until they are counted
	envelopes []int    // by seat; Unknown for a player who was not asked
	votes     []int    // for the photo of each seat, Unknown for one that was not up for it; nil until the table votes
	voters    []int    // the seat that each seat voted for, Unknown for who did not vote; nil where the vote was secret
	pictures  []string // of the photos that are kept, by seat; nil: none is
}

// A phase is how far the evening has come. Auctions go to and fro between turning and
// bidding, and a sheet's word that the table is still at it leads from done to unfinished;
// otherwise it only ever goes on.
type phase int

const (
	laying     phase = iota // the table is being laid
	turning                 // the next exchange card is turned over
	bidding                 // an auction card lies open, and somebody has an envelope to offer
	posing                  // the cards are through: the photos are taken
	judging                 // one envelope after the other is opened
	counting                // the decorations that are left, with auctions
	unfinished              // all is told, but a sheet says that the table is still at it
	done                    // every point is paid; a tie may still wait for its facts
)

// New starts the game. A table that was played already has everything behind it
// and only scores.
func New(t setup.Table) (scoring.State, error) {
	if f := scoring.CheckPlayers(t, MinPlayers, MaxPlayers, players); f != nil {
		return nil, f
	}
	s := State{table: t.Clone(), envelopes: unknown(len(t.Players)), known: true, starter: t.First}
	s.holdings = openBooks(lay.Lay(len(t.Players), s.auction()))
	if t.Played() {
		s.phase = judging
	}
	return s, nil
}

func unknown(n int) []int { return slices.Repeat([]int{Unknown}, n) }

func (s State) auction() bool { return s.table.On(lay.Auction) }

// photographed reports that the photos are taken: from then on nothing moves.
func (s State) photographed() bool { return s.phase >= judging }

// judged is the phase after the last guest: with auctions the decorations still count.
func (s State) judged() phase {
	if s.auction() && s.left == nil {
		return counting
	}
	return done
}

// vipsLeft is how many VIP cards may still turn up: everybody has one.
func (s State) vipsLeft() int {
	n := len(s.table.Players)
	for _, g := range s.guests {
		n -= g.VIPs
	}
	return n
}

// Apply is the next state. A score taken before the table was laid counts as a table
// that had played already.
func (s State) Apply(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case Laid:
		return s.lay(e), nil
	case Turned:
		return s.turn(e)
	case Opened:
		return s.begin(e)
	case Offer:
		next, _, err := s.offer(e)
		return next, err
	case Counted:
		return s.recount(e)
	case Photos:
		return s.photograph(e)
	case Guest:
		return s.judge(e)
	case Decorations:
		return s.count(e)
	case Envelopes:
		return s.hold(e)
	case Vote:
		return s.vote(e)
	case VoteCounts:
		return s.countVotes(e)
	case NoMoreGuests:
		s.phase = s.judged()
		return s, nil
	case scoring.Stop:
		return s.stop(), nil
	case scoring.Playing:
		if s.phase >= counting {
			s.phase = unfinished
		}
		return s, nil
	case scoring.Here:
		return s, fault.New(fixed)
	}
	return s, scoring.ErrUnknown
}

// stop decides the game as it stands. Decorations that nobody counted are those of the
// ledger, where the program kept it to the end, and otherwise pay nothing.
func (s State) stop() State {
	if s.auction() && s.left == nil {
		s.left = make([]int, len(s.table.Players))
		if s.followed() {
			s.left = slices.Clone(s.holdings.Decorations)
		}
	}
	s.phase = done
	return s
}

// Ending returns what ends the game here. Where nobody knows how many decorations are left they are asked for first.
func (s State) Ending() (e scoring.Event, why lang.Text) {
	switch {
	case s.judged() != counting || s.followed():
		return scoring.Stop{}, why
	case s.phase >= counting:
		return nil, endsByCount
	}
	return NoMoreGuests{}, why
}

var endsByCount = lang.Msg("pp.ends-by-count", "The game is over as soon as the decorations are counted.")

var (
	players     = lang.Plural("pp.players", "{n} player: 2 to 6 can play, five and six with the expansion", "{n} players: 2 to 6 can play, five and six with the expansion")
	wrongCard   = lang.Msg("pp.wrong-card", "{card} is not the next card of the deck")
	noSuchCard  = lang.Msg("pp.no-such-card", "“{it}” is not an exchange card")
	noAuctions  = lang.Msg("pp.no-auctions", "{card} is an auction card, and this table plays without auctions")
	fixed       = lang.Msg("pp.nobody-joins", "The envelopes were laid out for this number of people, so nobody can join any more. Whoever has to go gets “-” at every guest.")
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

// photograph closes the rounds. Pictures that were given before stay where none are given now.
func (s State) photograph(e Photos) (scoring.State, error) {
	if e.Pictures != nil {
		if f := s.everySeat(len(e.Pictures)); f != nil {
			return s, f.Under("pictures")
		}
		s.pictures = slices.Clone(e.Pictures)
	}
	s.phase = max(s.phase, judging)
	return s, nil
}

// Pictures are the ids of the photos that are kept, by seat, "" for who gave none; nil where
// nobody gave any.
func (s State) Pictures() []string { return slices.Clone(s.pictures) }

// given are pictures, nil where there is none among them.
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
	if g.Name != "" {
		if f := setup.CheckName(g.Name); f != nil {
			return s, f.Under("name")
		}
		for i, other := range s.guests {
			if other.Name != "" && setup.Alike(other.Name) == setup.Alike(g.Name) {
				return s, fault.New(sameGuest.With("n", i+1, "name", other.Name), "name")
			}
		}
	}
	if left := s.vipsLeft(); g.VIPs < 0 || g.VIPs > left {
		say := manyVIPs.With("vips", g.VIPs, "n", left)
		if left == 0 {
			say = noVIPs.With("n", g.VIPs)
		}
		return s, fault.New(say, "vips")
	}
	if f := s.everySeat(len(g.Fulfilled)); f != nil {
		return s, f.Under("fulfilled")
	}
	for seat, n := range g.Fulfilled {
		if n != NotPlaced && (n < 0 || n > 3) {
			return s, fault.New(fulfilled.With("it", n), "fulfilled", s.table.Players[seat])
		}
	}
	g.Fulfilled = slices.Clone(g.Fulfilled)
	s.guests = append(slices.Clip(s.guests), g)
	if s.phase = judging; len(s.guests) == lay.Guests {
		s.phase = s.judged()
	}
	return s, nil
}

// everySeat refuses a list of n values that is not one a player.
func (s State) everySeat(n int) *scoring.Fault {
	if n != len(s.table.Players) {
		return fault.New(seats.With("n", n, "players", len(s.table.Players)))
	}
	return nil
}

// sum adds what each seat has; below lowest is refused, together above most too.
func (s State) sum(values []int, lowest, most int, tooMany lang.Text) *scoring.Fault {
	if f := s.everySeat(len(values)); f != nil {
		return f
	}
	total := 0
	for seat, n := range values {
		if n < lowest {
			return fault.New(negative.With("it", n), s.table.Players[seat])
		}
		if n = max(n, 0); n > most { // or several such numbers could come out as a small one
			return fault.New(tooMany.With("n", n, "most", most))
		}
		total += n
	}
	if total > most {
		return fault.New(tooMany.With("n", total, "most", most))
	}
	return nil
}

// AllDecorations is how many decorations are in the game: ten a player, and the
// supply of twelve with two players and auctions.
func (s State) AllDecorations() int {
	return lay.Lay(len(s.table.Players), s.auction()).AllDecorations()
}

func (s State) count(d Decorations) (scoring.State, error) {
	if f := s.sum(d.Left, 0, s.AllDecorations(), decorations); f != nil {
		return s, f.Under("decorations")
	}
	s.left = slices.Clone(d.Left)
	if s.phase == counting {
		s.phase = done
	}
	return s, nil
}

// hold takes what the tied players hold at the end; answers that were given before stay.
func (s State) hold(e Envelopes) (scoring.State, error) {
	if f := s.everySeat(len(e.Held)); f != nil {
		return s, f.Under("envelopes")
	}
	held := slices.Clone(s.envelopes)
	for seat, n := range e.Held {
		if n != Unknown {
			held[seat] = n
		}
	}
	if f := s.sum(held, Unknown, lay.Guests, envelopes); f != nil {
		return s, f.Under("envelopes")
	}
	s.envelopes = held
	return s, nil
}

// vote takes the votes for the best photo, by voter.
func (s State) vote(v Vote) (scoring.State, error) {
	if f := s.everySeat(len(v.For)); f != nil {
		return s, f.Under("photo_votes")
	}
	for voter, c := range v.For {
		at := []string{"photo_votes", s.table.Players[voter]}
		switch {
		case c == Unknown:
			continue
		case !s.seat(c):
			return s, fault.New(scoring.NoSeat, at...)
		case !s.upForVote(c):
			return s, s.outside(c).Under(at...)
		}
	}
	if !slices.ContainsFunc(v.For, s.seat) {
		return s, fault.New(nobodyVoted, "photo_votes")
	}
	s.votes, s.voters = s.perPhoto(v.For), slices.Clone(v.For)
	if v.Secret {
		s.voters = nil
	}
	return s, nil
}

// perPhoto returns how many of the votes each photo has, Unknown for one that has none.
func (s State) perPhoto(voters []int) []int {
	votes := unknown(len(s.table.Players))
	for _, c := range voters {
		if s.seat(c) {
			votes[c] = max(votes[c], 0) + 1
		}
	}
	return votes
}

// photoVotes returns how many votes each photo has, nil where nobody has voted.
func (s State) photoVotes() []int {
	votes := slices.Clone(s.votes)
	for seat, n := range votes {
		votes[seat] = max(n, 0)
	}
	return votes
}

// countVotes takes the votes for the best photo, by candidate.
func (s State) countVotes(v VoteCounts) (scoring.State, error) {
	most := len(s.table.Players)
	f := s.sum(v.Votes, Unknown, most, manyVotes)
	if f != nil {
		return s, f.Under("photo_counts")
	}
	for c, n := range v.Votes {
		if n != Unknown && !s.upForVote(c) {
			return s, s.outside(c).Under("photo_counts", s.table.Players[c])
		}
	}
	if !slices.ContainsFunc(v.Votes, func(n int) bool { return n > 0 }) {
		return s, fault.New(nobodyVoted, "photo_counts")
	}
	s.votes, s.voters = slices.Clone(v.Votes), nil
	return s, nil
}

// upForVote reports whether the photo of a seat may have votes: where the tie comes down to
// them, only those of the tied players.
func (s State) upForVote(seat int) bool {
	s.votes = nil
	r := s.Result()
	return r.Needs != ByPhotoVote || slices.Contains(r.Tied, seat)
}

// outside says that the photo of a seat is not one of those that are voted for.
func (s State) outside(seat int) *fault.Fault {
	s.votes = nil
	return fault.New(notTied.With("name", s.table.Players[seat], "tied", s.names(s.Result().Tied)))
}

// names are the people at several seats, as they are said.
func (s State) names(seats []int) lang.List { return scoring.Whos(s.table.Players, seats) }

// placed is how many guests each seat has in the photo.
func (s State) placed() []int {
	out := make([]int, len(s.table.Players))
	for _, g := range s.guests {
		for seat, n := range g.Fulfilled {
			if n != NotPlaced {
				out[seat]++
			}
		}
	}
	return out
}

// best are those of the seats that have the most of something.
func best(seats, of []int) []int {
	most := slices.MaxFunc(seats, func(a, b int) int { return of[a] - of[b] })
	return slices.DeleteFunc(slices.Clone(seats), func(seat int) bool { return of[seat] < of[most] })
}

// Result is where the game stands. A tie for first place goes down the printed
// chain: guests placed, envelopes held, a vote on the photos; a tied vote is shared
// (the handbook is silent). Source: handbook, Scoring (p. 10).
func (s State) Result() scoring.Result {
	n := len(s.table.Players)
	r := scoring.Result{
		Game: id, Rows: slices.Clone(s.table.Players),
		Points: scoring.Totals(s.Ledger(), n), Parts: s.parts(),
	}
	r.Ranks = scoring.Ranks(r.Points)
	r.Readings = s.legend()
	if s.phase != done {
		return r
	}
	tied := scoring.Leaders(r.Ranks)
	if len(tied) == 1 {
		r = r.Decide()
		r.Reason = wonByPoints.With("name", r.Rows[tied[0]], "n", r.Points[tied[0]])
		return r
	}
	return s.settle(r, tied)
}

// settle takes a tie for first place down the chain, as far as its facts are told.
func (s State) settle(r scoring.Result, tied []int) scoring.Result {
	r.Steps = []scoring.Step{{Say: stepPoints.With("names", s.names(tied), "n", r.Points[tied[0]]), Where: atTie}}
	for _, step := range []struct {
		by             scoring.Decision
		of             []int // by seat: the most of it wins
		say, need, won lang.Text
	}{
		{by: ByPlaced, of: s.placed(), say: stepPlaced, won: wonByPlaced},
		{ByEnvelopes, s.envelopes, stepEnvelopes, needEnvelopes, wonByEnvelopes},
		{ByPhotoVote, s.photoVotes(), stepVote, needVote, wonByVote},
	} {
		level := tied
		if !s.knows(step.by, level) {
			r.Over, r.Needs, r.Tied, r.Lacks = true, step.by, level, s.lacks(step.by, level)
			r.Reason = step.need.With("tied", s.names(level))
			return r
		}
		tied = best(level, step.of)
		r.Steps = append(r.Steps, s.step(step.say, step.of, level, tied))
		if len(tied) == 1 {
			r = r.Break(step.by, tied)
			r.Reason = step.won.With("name", r.Rows[tied[0]], "tied", s.names(level), "n", step.of[tied[0]])
			return r
		}
	}
	r = r.Break(scoring.Shared, tied)
	r.Reason, r.Readings = shared.With("names", s.names(tied)), append(r.Readings, readingShared)
	return r
}

// knows reports whether a step of the chain has its facts about all who are tied. Votes
// about another tie are none: a guest was corrected since, and the table votes again.
func (s State) knows(by scoring.Decision, tied []int) bool {
	switch by {
	case ByEnvelopes:
		return !slices.ContainsFunc(tied, func(seat int) bool { return s.envelopes[seat] == Unknown })
	case ByPhotoVote:
		for seat, n := range s.votes {
			if n != Unknown && !slices.Contains(tied, seat) {
				return false
			}
		}
		return s.votes != nil
	}
	return true // which guests are in the photos is known
}

var (
	wonByPoints    = lang.Plural("pp.won-points", "{name} wins with {n} point.", "{name} wins with {n} points.")
	wonByPlaced    = lang.Plural("pp.won-placed", "Tied on points: {tied}. {name} wins with {n} guest in the photo, more than the others.", "Tied on points: {tied}. {name} wins with {n} guests in the photo, more than the others.")
	wonByEnvelopes = lang.Plural("pp.won-envelopes", "Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelope in hand, more than the others.", "Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelopes in hand, more than the others.")
	wonByVote      = lang.Plural("pp.won-vote", "Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} vote.", "Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} votes.")
	shared         = lang.Msg("pp.shared-victory", "Tied even in the vote for the best photo: {names} share the victory.")
	needEnvelopes  = lang.Msg("pp.need-envelopes", "Tied on points and on guests in the photo: {tied}. Now the most envelopes win.")
	needVote       = lang.Msg("pp.need-vote", "Tied on points, guests in the photo and envelopes: {tied}. Now the table votes for the best photo.")
)
