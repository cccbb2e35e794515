package pictureperfect

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// worth is what a placed guest pays for 0, 1, 2 and 3 fulfilled preference cards (Scoring).
var worth = [4]int{-3, 1, 3, 6}

// perPoint is how many decorations pay a point (Auctions, “Scoring”).
const perPoint = 2

// judge scores a guest: its worth, and as much again for every VIP card in the envelope, whoever put it there. A guest
// left out of a photo pays nothing.
func (s State) judge(g Guest) (scoring.State, error) {
	if err := s.checkGuest(g); err != nil {
		return nil, err
	}
	g.Fulfilled = maps.Clone(g.Fulfilled)
	title := s.guestName(len(s.Guests), g.Name)
	if g.VIPs > 0 {
		title = lang.T("{guest} (+{n})").With("guest", title, "n", g.VIPs)
	}
	s.Guests = append(slices.Clip(s.Guests), g)
	s.Begin(title)
	part := &s.Parts[len(s.Parts)-1]
	part.There = nil
	for _, n := range s.Table.Players {
		if g.Fulfilled[n] != nil {
			part.There = append(part.There, row(n))
		}
	}
	for _, n := range s.Table.Players {
		s.payGuest(n, g)
	}
	return s, nil
}

func (s *State) payGuest(n name, g Guest) {
	l := scoring.Line{Row: row(n), Where: lang.T("Picture Perfect handbook, Scoring, p. 8"), Why: lang.T("not in the photo")}
	if g.Fulfilled[n] == nil {
		s.Pay(l)
		return
	}
	k := *g.Fulfilled[n]
	l.Points, l.Why, l.Head = worth[k], lang.T("{n} of 3 preference cards fulfilled").With("n", k), lang.T("Guests")
	if k == 0 {
		l.Why = lang.T("placed, but none of the 3 preference cards fulfilled")
	}
	s.Pay(l)
	if g.VIPs > 0 {
		why := lang.N("the guest counts once more: a VIP card in the envelope", "the guest counts {n} times more: {n} VIP cards in the envelope")
		l.Points, l.Why, l.Where, l.Head = worth[k]*g.VIPs, why.With("n", g.VIPs), lang.T("Picture Perfect handbook, VIP Cards, p. 11, and Scoring, p. 8"), lang.T("VIP cards")
		s.Pay(l)
	}
}

// checkGuest refuses a guest too many, a name that another guest has, and VIP cards that nobody has left.
func (s State) checkGuest(g Guest) error {
	left := s.vipsLeft()
	switch {
	case len(s.Guests) == guests:
		return fault.New(lang.T("all {n} guests have already been scored").With("n", guests))
	case s.Closed:
		return fault.New(lang.T("the table said that nobody placed the rest: no more guests are scored"))
	case g.VIPs < 0 || g.VIPs > left && left == 0:
		return fault.New(lang.N("a VIP card in this envelope: all of them have turned up already, one per player",
			"{n} VIP cards in this envelope: all of them have turned up already, one per player").With("n", g.VIPs), "vips")
	case g.VIPs > left:
		return fault.New(lang.N("{vips} VIP cards in this envelope: only one is left, one per player",
			"{vips} VIP cards in this envelope: only {n} are left, one per player").With("vips", g.VIPs, "n", left), "vips")
	}
	for _, n := range s.Table.Players {
		if k := g.Fulfilled[n]; k != nil && (*k < 0 || *k > 3) {
			return fault.New(lang.T("{it} fulfilled cards: 0 to 3 are possible, or the guest was not placed").With("it", *k), "fulfilled", string(n))
		}
	}
	return fault.Under(s.mayName(g.Name), "name")
}

// mayName refuses an invalid name of a guest, or that of another one; it may also have none.
func (s State) mayName(guest string) error {
	if guest == "" {
		return nil
	}
	if err := setup.CheckName(guest); err != nil {
		return err
	}
	for i, other := range s.Guests {
		if setup.Alike(other.Name) == setup.Alike(guest) {
			return fault.New(lang.T("guest {n} is already called “{name}”").With("n", i+1, "name", other.Name))
		}
	}
	return nil
}

// guestName returns the name of a guest, or its number.
func (s State) guestName(i int, name string) lang.Text {
	if name != "" {
		return lang.Literal(name)
	}
	return lang.T("Guest {n}").With("n", i+1)
}

// fulfilled lists what everybody fulfilled of a guest: Ana 3, Bia –.
func (s State) fulfilled(g Guest) lang.Text {
	var list []lang.Text
	for _, n := range s.Table.Players {
		if k := g.Fulfilled[n]; k != nil {
			list = append(list, fact(n, *k))
			continue
		}
		list = append(list, lang.T("{name}\u00a0–").With("name", n))
	}
	return inRow(list)
}

// vipsLeft returns how many VIP cards may still turn up: everybody has one.
func (s State) vipsLeft() int {
	n := len(s.Table.Players)
	for _, g := range s.Guests {
		n -= g.VIPs
	}
	return n
}

// decorate takes the decorations that are left. Without auctions they pay nothing.
func (s State) decorate(e Decorations) (scoring.State, error) {
	if err := cmp.Or(s.everybody(e), s.fewDecorations(e)); err != nil {
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
			Why: lang.N("{n} decoration left, 1 point for every 2", "{n} decorations left, 1 point for every 2").With("n", k),
		})
	}
}

// hold takes the envelopes of some people; earlier answers of others stay.
func (s State) hold(e Envelopes) (scoring.State, error) {
	held := Envelopes{}
	maps.Copy(held, s.Held)
	maps.Copy(held, e)
	if err := s.fewEnvelopes(held); err != nil {
		return nil, err
	}
	s.Held = held
	return s, nil
}

var nobodyVoted = lang.T("nobody has voted yet: one vote at least, please")

// vote takes the votes for the best photo, by voter.
func (s State) vote(e Votes) (scoring.State, error) {
	if len(e) == 0 {
		return nil, fault.New(nobodyVoted)
	}
	up := s.upForVote()
	for _, n := range s.Table.Players {
		if to, voted := e[n]; voted && !slices.Contains(up, to) {
			return nil, fault.New(notTied(to, up), string(n))
		}
	}
	s.Votes, s.Counts = maps.Clone(e), nil
	return s, nil
}

// countVotes takes the votes for the best photo, by candidate: one a person at most.
func (s State) countVotes(e Counts) (scoring.State, error) {
	most, up := len(s.Table.Players), s.upForVote()
	if err := s.atMost(e, most, lang.N("{n} vote in all: one per player, so {most} at most",
		"{n} votes in all: one per player, so {most} at most")); err != nil {
		return nil, err
	}
	for _, n := range s.Table.Players {
		if _, named := e[n]; named && !slices.Contains(up, n) {
			return nil, fault.New(notTied(n, up), string(n))
		}
	}
	if sum(e) == 0 {
		return nil, fault.New(nobodyVoted)
	}
	s.Votes, s.Counts = nil, maps.Clone(e)
	return s, nil
}

func notTied(n name, up []name) lang.Text {
	return lang.T("{name}'s photo is not among the tied ones: {tied}").With("name", n, "tied", lang.Names(up))
}

// upForVote returns whose photos may get votes: if a tie comes down to the vote, only those of the tied people.
func (s State) upForVote() []name {
	s.Votes, s.Counts = nil, nil
	if tied := s.settle(); tied.needs == byVote && scoring.Over(s) {
		return names(tied.level)
	}
	return s.Table.Players
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
	r.Readings = s.legend()
	if !r.Over {
		r.Missing = s.missing()
		return r
	}
	t := s.settle()
	switch {
	case t.by == scoring.ByPoints:
		return r
	case t.needs != "":
		r = r.Need(t.needs, t.level)
	default:
		r = r.Break(t.by, t.level)
	}
	if t.by == scoring.Shared {
		r.Readings = append(r.Readings, lang.T("A tied vote for the best photo is a shared victory: the handbook does not say."))
	}
	r.Reason, r.Steps = t.reason, t.steps
	return r
}

// missing says how much is still to be scored.
func (s State) missing() (say lang.Text) {
	switch {
	case !s.posed():
		return lang.N("{n} round to go, then the photos", "{n} rounds to go, then the photos").With("n", rounds-s.number()+1)
	case !s.judged():
		return lang.N("{n} guest to go", "{n} guests to go").With("n", guests-len(s.Guests))
	case s.auctions() && s.Left == nil:
		say = lang.T("The decorations are not counted yet")
	}
	return say
}

// legend explains the signs in the table.
func (s State) legend() (lines []lang.Text) {
	if slices.ContainsFunc(s.Parts, func(p scoring.Part) bool { return len(p.There) < len(s.Table.Players) }) {
		lines = append(lines, lang.T("–: not in the photo."))
	}
	if slices.ContainsFunc(s.Guests, func(g Guest) bool { return g.VIPs > 0 }) {
		lines = append(lines, lang.T("+1: VIP cards in the envelope."))
	}
	return lines
}

// A verdict is how a tie for first place stands: decided by something, or in need of a fact.
type verdict struct {
	by, needs string
	level     []row // who wins, or is still tied
	steps     []lang.Text
	reason    lang.Text
}

// A criterion is one step of the chain: the most of it wins.
type criterion struct {
	by              string
	known           bool
	of              map[name]int
	step, need, won lang.Text
}

func (s State) settle() verdict {
	points := s.Points()
	v := verdict{by: scoring.ByPoints, level: most(s.Rows(), func(r row) int { return points[r] })}
	if len(v.level) == 1 {
		return v
	}
	say := lang.N("Level with {n} point: {names}.", "Level with {n} points: {names}.")
	v.steps = []lang.Text{say.With("names", lang.Names(v.level), "n", points[v.level[0]])}
	for _, c := range s.chain(v.level) {
		tied := lang.Names(v.level)
		if !c.known {
			v.by, v.needs, v.reason = "", c.by, c.need.With("tied", tied)
			return v
		}
		best := most(v.level, func(r row) int { return c.of[name(r)] })
		v.steps = append(v.steps, c.tell(v.level, best))
		if v.level = best; len(best) == 1 {
			v.by, v.reason = c.by, c.won.With("name", best[0], "tied", tied, "n", c.of[name(best[0])])
			return v
		}
	}
	v.by, v.reason = scoring.Shared, lang.T("Tied even in the vote for the best photo: {names} share the victory.").With("names", lang.Names(v.level))
	return v
}

// chain returns the criteria, with whether their facts are known. Facts about another tie do not count.
func (s State) chain(level []row) []criterion {
	placed := map[name]int{}
	for _, g := range s.Guests {
		for n, k := range g.Fulfilled {
			if k != nil {
				placed[n]++
			}
		}
	}
	best := most(level, func(r row) int { return placed[name(r)] })
	held := !slices.ContainsFunc(best, func(r row) bool { _, known := s.Held[name(r)]; return !known })
	return []criterion{
		{byPlaced, true, placed, lang.T("Guests in the photo: {counts}."), lang.Text{},
			lang.N("Tied on points: {tied}. {name} wins with {n} guest in the photo, more than the others.",
				"Tied on points: {tied}. {name} wins with {n} guests in the photo, more than the others.")},
		{byEnvelopes, held, s.Held, lang.T("Envelopes at the end: {counts}."),
			lang.T("Tied on points and on guests in the photo: {tied}. Now the most envelopes win."),
			lang.N("Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelope in hand, more than the others.",
				"Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelopes in hand, more than the others.")},
		{byVote, s.Votes != nil || s.Counts != nil, s.votes(), lang.T("Votes for the best photo: {counts}."),
			lang.T("Tied on points, guests in the photo and envelopes: {tied}. Now the table votes for the best photo."),
			lang.N("Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} vote.",
				"Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} votes.")},
	}
}

// votes returns how many votes each photo got.
func (s State) votes() map[name]int {
	if s.Votes == nil {
		return s.Counts
	}
	votes := map[name]int{}
	for _, to := range s.Votes {
		votes[to]++
	}
	return votes
}

// most returns the rows that have the most of something.
func most(rows []row, of func(row) int) []row {
	top := of(slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(of(a), of(b)) }))
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return of(r) < top })
}

// tell tells a step of the chain: what each of the tied people has, the most first, and who drops out.
func (c criterion) tell(level, best []row) lang.Text {
	order := slices.SortedStableFunc(slices.Values(level), func(a, b row) int { return c.of[name(b)] - c.of[name(a)] })
	var counts []lang.Text
	for _, r := range order {
		counts = append(counts, fact(r, c.of[name(r)]))
	}
	step := c.step.With("counts", inRow(counts))
	if len(best) == len(level) {
		return lang.T("{step} Still level.").With("step", step)
	}
	out := slices.DeleteFunc(slices.Clone(level), func(r row) bool { return slices.Contains(best, r) })
	return lang.N("{step} {names} is out.", "{step} {names} are out.").With("step", step, "names", lang.Names(out), "n", len(out))
}
