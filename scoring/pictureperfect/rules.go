package pictureperfect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The events of an evening, in this order. The next question follows from them.
type (
	// Round is an exchange card: a whole round, or the beginning of an auction. To has the receivers of single envelopes under
	// Gifts, by giver.
	Round struct {
		Card string        `json:"card"`
		To   map[name]name `json:"to,omitempty"`
	}
	// Offer is the outcome of one turn of an auction. Without To and Looks nobody bid.
	Offer struct {
		By     name         `json:"by"`               // the active player
		To     name         `json:"to,omitempty"`     // the new owner of the envelope
		Price  int          `json:"price,omitempty"`  // the decorations paid for it, or for a look
		Bidder name         `json:"bidder,omitempty"` // under a Shared Auction that By won: the highest bidder; they are paid
		Looks  []name       `json:"looks,omitempty"`  // the people who pay the fixed price and look inside
		Bids   map[name]int `json:"bids,omitempty"`   // secret ones, of everybody but By
		Again  map[name]int `json:"again,omitempty"`  // the second ones, of those who were tied
	}
	// Count has the table's own counts, given when the numbers were wrong. Over: an auction went on without the program, and
	// is over.
	Count struct {
		Envelopes   map[name]int `json:"envelopes"`
		Decorations map[name]int `json:"decorations,omitempty"`
		Over        bool         `json:"over,omitempty"`
	}
	// Photos says that everybody has taken a valid photo.
	Photos struct{}
	// Guest is an opened envelope. People who are not in Fulfilled, or nil there, have not placed the guest. Name may be empty.
	Guest struct {
		Name      string        `json:"name"`
		VIPs      int           `json:"vips,omitempty" sheet:"0..6"`
		Fulfilled map[name]*int `json:"fulfilled" sheet:"0..3,null"`
	}
	// Closed says that nobody placed any of the guests that are left.
	Closed struct{}
	// Decorations are everybody's numbers at the end.
	Decorations map[name]int
	// Envelopes are people's numbers at the end.
	Envelopes map[name]int
	// Votes are voters with the owners of the photos they voted for. They come out of sheets alone.
	Votes map[name]name
	// Counts are the votes for each photo.
	Counts map[name]int
)

func (Round) Kind() string { return "round" }

// Sales and votes are turned over for all.
func (Offer) Opens()  {}
func (Votes) Opens()  {}
func (Counts) Opens() {}

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
	Guests  guestList
	Closed  bool
	Left    Decorations // at the end; nil until they are counted
	Held    Envelopes   // at the end; nil until somebody asks
	Votes   Votes
	Counts  Counts
	Said    []lang.Text // the meaning of the last event for the table
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
	s.Said = nil
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

// Ended reports whether every point is paid, though a tie may still wait for its facts.
func (s State) Ended() bool { return s.judged() && (!s.auctions() || s.Left != nil) }

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

// worth has the points of a placed guest for 0, 1, 2 and 3 fulfilled preference cards (Scoring).
var worth = [4]int{-3, 1, 3, 6}

// perPoint is how many decorations pay a point (Auctions, “Scoring”).
const perPoint = 2

// A guestList has the guests of the envelopes that were opened so far.
type guestList []Guest

// vips returns the number of VIP cards in their envelopes.
func (opened guestList) vips() (n int) {
	for _, g := range opened {
		n += g.VIPs
	}
	return n
}

// mayName refuses an invalid name of a guest, or that of another one; it may also have none.
func (opened guestList) mayName(guest string) error {
	if guest == "" {
		return nil
	}
	if err := setup.CheckName(guest); err != nil {
		return err
	}
	if i := slices.IndexFunc(opened, func(g Guest) bool { return lang.Alike(g.Name) == lang.Alike(guest) }); i >= 0 {
		return fault.New(lang.T("guest {n} is already called “{name}”").With("n", i+1, "name", opened[i].Name))
	}
	return nil
}

// papers returns the guests as a sheet has them: a guest without a name gets its number, with a mark if another one is
// called so.
func (opened guestList) papers() []Guest {
	all := append([]Guest{}, opened...)
	for i, g := range all {
		for name := fmt.Sprint("Guest ", i+1); g.Name == ""; name += "*" {
			if opened.mayName(name) == nil {
				all[i].Name = name
				break
			}
		}
		all[i].Fulfilled = maps.Clone(g.Fulfilled)
		maps.DeleteFunc(all[i].Fulfilled, func(_ name, k *int) bool { return k == nil })
	}
	return all
}

// title returns a guest's name, or its number, with how many VIP cards were in the envelope.
func (g Guest) title(number int) lang.Text {
	title := lang.T("Guest {n}").With("n", number)
	if g.Name != "" {
		title = lang.Literal(g.Name)
	}
	if g.VIPs == 0 {
		return title
	}
	return lang.T("{guest} (+{n})").With("guest", title, "n", g.VIPs)
}

// line lists the preference cards of a guest that each person fulfilled: Ana 3, Bia –.
func (g Guest) line(of []name) lang.Text {
	var list []lang.Text
	for _, n := range of {
		had := any("–")
		if k := g.Fulfilled[n]; k != nil {
			had = *k
		}
		list = append(list, scoring.Has(n, had))
	}
	return lang.Join(", ", list)
}

// vipsLeft returns the number of VIP cards that may still turn up: everybody has one.
func (opened guestList) vipsLeft(people int) int { return people - opened.vips() }

// judge scores a guest: its worth, and as much again for every VIP card in the envelope, anybody's. A guest left out of a
// photo pays nothing.
func (s State) judge(g Guest) (scoring.State, error) {
	if err := s.checkGuest(g); err != nil {
		return nil, err
	}
	g.Fulfilled = maps.Clone(g.Fulfilled)
	s.Guests = append(slices.Clip(s.Guests), g)
	s.Begin(g.title(len(s.Guests)))
	part := &s.Parts[len(s.Parts)-1]
	// A guest is a matter of the people who placed it, and not of everybody at the table.
	part.There = nil
	for _, n := range s.Table.Players {
		if g.Fulfilled[n] != nil {
			part.There = append(part.There, row(n))
		}
		for _, l := range g.pays(n) {
			s.Pay(l)
		}
	}
	return s, nil
}

// pays returns the lines of the ledger that a guest brings somebody.
func (g Guest) pays(n name) []scoring.Line {
	l := scoring.Line{Row: row(n), Why: lang.T("not in the photo"), Where: lang.T("Picture Perfect handbook, Scoring, p. 8")}
	if g.Fulfilled[n] == nil {
		return []scoring.Line{l}
	}
	k := *g.Fulfilled[n]
	l.Short = lang.T("{n} of 3").With("n", k)
	l.Points, l.Why, l.Head = worth[k], lang.T("{n} of 3 preference cards fulfilled").With("n", k), lang.T("Guests")
	if k == 0 {
		l.Why = lang.T("placed, but none of the 3 preference cards fulfilled")
	}
	if g.VIPs == 0 {
		return []scoring.Line{l}
	}
	more, why := l, lang.N("the guest counts once more: a VIP card in the envelope", "the guest counts {n} times more: {n} VIP cards in the envelope")
	more.Points, more.Why, more.Head = worth[k]*g.VIPs, why.With("n", g.VIPs), lang.T("VIP cards")
	more.Short = lang.N("VIP card", "{n} VIP cards").With("n", g.VIPs)
	more.Where = lang.T("Picture Perfect handbook, VIP Cards, p. 11, and Scoring, p. 8")
	return []scoring.Line{l, more}
}

var noVIPs = lang.N("a VIP card in this envelope: all of them have turned up already, one per player",
	"{n} VIP cards in this envelope: all of them have turned up already, one per player")

// checkGuest refuses a guest too many, a name that another guest has, and VIP cards of which none is left.
func (s State) checkGuest(g Guest) error {
	left := s.Guests.vipsLeft(len(s.Table.Players))
	switch {
	case len(s.Guests) == guests:
		return fault.New(lang.T("all {n} guests have already been scored").With("n", guests))
	case s.Closed:
		return fault.New(lang.T("the table said that nobody placed the rest: no more guests are scored"))
	case g.VIPs < 0 || g.VIPs > left && left == 0:
		return fault.New(noVIPs.With("n", g.VIPs), "vips")
	case g.VIPs > left:
		return fault.New(lang.N("{vips} VIP cards in this envelope: only one is left, one per player",
			"{vips} VIP cards in this envelope: only {n} are left, one per player").With("vips", g.VIPs, "n", left), "vips")
	}
	for _, n := range s.Table.Players {
		if k := g.Fulfilled[n]; k != nil && (*k < 0 || *k > 3) {
			return fault.New(lang.T("{it} fulfilled cards: 0 to 3 are possible, or the guest was not placed").With("it", *k), "fulfilled", string(n))
		}
	}
	return fault.Under(s.Guests.mayName(g.Name), "name")
}

// decorate takes the decorations that are left. Without auctions they pay nothing.
func (s State) decorate(e Decorations) (scoring.State, error) {
	if err := cmp.Or(s.Books.everybody(e), s.Books.fewDecorations(e)); err != nil {
		return nil, err
	}
	if s.Left != nil {
		return nil, fault.New(lang.T("the decorations are counted already"))
	}
	s.Left = maps.Clone(e)
	if s.auctions() {
		s.payDecorations()
	}
	return s, nil
}

func (s *State) payDecorations() {
	s.Begin(lang.T("Decorations"))
	for _, n := range s.Table.Players {
		k := s.Left[n]
		s.Pay(scoring.Line{
			Row: row(n), Points: k / perPoint, Head: lang.T("Decorations"), Where: lang.T("Picture Perfect handbook, Auctions: Scoring, p. 3"),
			Why:   lang.N("{n} decoration left, 1 point for every 2", "{n} decorations left, 1 point for every 2").With("n", k),
			Short: lang.N("{n} decoration left", "{n} decorations left").With("n", k),
		})
	}
}

// hold takes the envelopes of some people; earlier answers of others stay.
func (s State) hold(e Envelopes) (scoring.State, error) {
	held := Envelopes{}
	maps.Copy(held, s.Held)
	maps.Copy(held, e)
	s.Held = held
	return s, s.Books.fewEnvelopes(held)
}

// vote takes the votes for the best photo, by voter or by photo: one a person at most, and if a tie comes down to it, only
// for the photos of the tied people.
func (s State) vote(votes Votes, counts Counts) (scoring.State, error) {
	// Without the votes that were told before, the tie is open again, and names the people with a photo to vote for.
	s.Votes, s.Counts = nil, nil
	up, most := s.Table.Players, len(s.Table.Players)
	if r := Game.Result(s); r.Needs == byVote {
		up = names(r.Tied)
	}
	if err := s.Books.atMost(counts, most, lang.N("{n} vote in all: one per player, so {most} at most",
		"{n} votes in all: one per player, so {most} at most")); err != nil {
		return nil, err
	}
	for _, n := range s.Table.Players {
		to, voted := votes[n]
		if _, named := counts[n]; named {
			to, voted = n, true
		}
		if voted && !slices.Contains(up, to) {
			say := lang.T("{name}'s photo is not among the tied ones: {tied}")
			return nil, fault.New(say.With("name", to, "tied", lang.Names(up)), string(n))
		}
	}
	s.Votes, s.Counts = maps.Clone(votes), maps.Clone(counts)
	if sum(photoVotes(s.Votes, s.Counts)) == 0 {
		return nil, fault.New(lang.T("nobody has voted yet: one vote at least, please"))
	}
	return s, nil
}

// photoVotes returns the number of votes for each photo, given by voter or by photo.
func photoVotes(by Votes, counts Counts) map[name]int {
	votes := map[name]int{}
	maps.Copy(votes, counts)
	for _, to := range by {
		votes[to]++
	}
	return votes
}

func names(rows []row) []name {
	all := make([]name, len(rows))
	for i, r := range rows {
		all[i] = name(r)
	}
	return all
}

// The ways to decide a tie for first place, as the contract calls them.
const (
	byPlaced    = "placed_guests"
	byEnvelopes = "envelopes"
	byVote      = "photo_vote"
)

// Decide takes a tie for first place down the printed chain: guests placed, envelopes held, a vote on the photos. A tied
// vote is a shared victory, which the handbook does not settle (Scoring, continued).
func (s State) Decide(r scoring.Result) scoring.Result {
	if slices.ContainsFunc(s.Parts, func(p scoring.Part) bool { return len(p.There) < len(s.Table.Players) }) {
		r.Readings = append(r.Readings, lang.T("–: not in the photo."))
	}
	if s.Guests.vips() > 0 {
		r.Readings = append(r.Readings, lang.T("+1: VIP cards in the envelope."))
	}
	switch {
	case !r.Over:
		r.Missing = missing(s)
	case len(r.Winners) > 1:
		r = s.breakTie(r)
	}
	return r
}

// missing says how much is still to be scored.
func missing(s State) (say lang.Text) {
	switch {
	case !s.posed():
		return lang.N("{n} round to go, then the photos.", "{n} rounds to go, then the photos.").With("n", rounds-s.number()+1)
	case !s.judged():
		return lang.N("{n} guest to go.", "{n} guests to go.").With("n", guests-len(s.Guests))
	case s.auctions() && s.Left == nil:
		say = lang.T("The decorations are not counted yet.")
	}
	return say
}

// A criterion is one step of the chain: the most of it wins.
type criterion struct {
	by              string
	of              map[name]int // the count of each person, where it is known
	step, need, won lang.Text
}

// breakTie takes a tie for first place down the chain, as far as the facts go.
func (s State) breakTie(r scoring.Result) scoring.Result {
	level := r.Winners
	say := lang.N("Level with {n} point: {names}.", "Level with {n} points: {names}.")
	r.Steps = []lang.Text{say.With("names", lang.Names(level), "n", r.Points[level[0]])}
	for _, c := range chain(s) {
		if slices.ContainsFunc(level, func(r row) bool { _, known := c.of[name(r)]; return !known }) {
			r.Reason = c.need.With("tied", lang.Names(level))
			return r.Need(c.by, level)
		}
		best := scoring.Best(level, func(r row) int { return c.of[name(r)] })
		r.Steps = append(r.Steps, c.tell(level, best))
		if len(best) == 1 {
			r.Reason = c.won.With("name", best[0], "tied", lang.Names(level), "n", c.of[name(best[0])])
			return r.Break(c.by, best)
		}
		level = best
	}
	r.Reason = lang.T("Tied even in the vote for the best photo: {names} share the victory.").With("names", lang.Names(level))
	r.Readings = append(r.Readings, lang.T("The handbook does not settle a tied vote for the best photo: the victory is shared."))
	return r.Break(scoring.Shared, level)
}

// chain returns the criteria of a tie, with the facts known for each.
func chain(s State) []criterion {
	placed, votes := map[name]int{}, photoVotes(s.Votes, s.Counts)
	for _, n := range s.Table.Players {
		placed[n] = 0
		for _, g := range s.Guests {
			if g.Fulfilled[n] != nil {
				placed[n]++
			}
		}
		if len(votes) > 0 {
			votes[n] += 0
		}
	}
	return []criterion{
		{byPlaced, placed, lang.T("Guests in the photo: {counts}."), lang.Text{},
			lang.N("Tied on points: {tied}. {name} wins with {n} guest in the photo, more than the others.",
				"Tied on points: {tied}. {name} wins with {n} guests in the photo, more than the others.")},
		{byEnvelopes, s.Held, lang.T("Envelopes at the end: {counts}."),
			lang.T("Tied on points and on guests in the photo: {tied}. Now the most envelopes win."),
			lang.N("Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelope in hand, more than the others.",
				"Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelopes in hand, more than the others.")},
		{byVote, votes, lang.T("Votes for the best photo: {counts}."),
			lang.T("Tied on points, guests in the photo and envelopes: {tied}. Now the table votes for the best photo."),
			lang.N("Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} vote.",
				"Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} votes.")},
	}
}

// tell tells a step of the chain: the count of each of the tied people, the highest first, and those who drop out.
func (c criterion) tell(level, best []row) lang.Text {
	order := slices.SortedStableFunc(slices.Values(level), func(a, b row) int { return c.of[name(b)] - c.of[name(a)] })
	var counts []lang.Text
	for _, r := range order {
		counts = append(counts, scoring.Has(r, c.of[name(r)]))
	}
	step := c.step.With("counts", lang.Join(", ", counts))
	if len(best) == len(level) {
		return lang.T("{step} Still level.").With("step", step)
	}
	out := slices.DeleteFunc(slices.Clone(level), func(r row) bool { return slices.Contains(best, r) })
	return lang.N("{step} {names} is out.", "{step} {names} are out.").With("step", step, "names", lang.Names(out), "n", len(out))
}
