package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// A tie is told step by step: who had how much of what, and who drops out.

var (
	stepPoints    = lang.Plural("pp.step-points", "Level with {n} point: {names}.", "Level with {n} points: {names}.")
	stepPlaced    = lang.Msg("pp.step-placed", "Guests in the photo: {counts}.")
	stepEnvelopes = lang.Msg("pp.step-envelopes", "Envelopes at the end: {counts}.")
	stepVote      = lang.Msg("pp.step-vote", "Votes for the best photo: {counts}.")
	stepOut       = lang.Plural("pp.step-out", "{step} {names} is out.", "{step} {names} are out.")
	stepLevel     = lang.Msg("pp.step-level", "{step} Still level.")

	atTie = lang.Msg("pp.at-tie", "Picture Perfect handbook, Scoring, p. 10")
)

var (
	wonByPoints    = lang.Plural("pp.won-points", "{name} wins with {n} point.", "{name} wins with {n} points.")
	wonByPlaced    = lang.Plural("pp.won-placed", "Tied on points: {tied}. {name} wins with {n} guest in the photo, more than the others.", "Tied on points: {tied}. {name} wins with {n} guests in the photo, more than the others.")
	wonByEnvelopes = lang.Plural("pp.won-envelopes", "Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelope in hand, more than the others.", "Tied on points and on guests in the photo: {tied}. {name} wins with {n} envelopes in hand, more than the others.")
	wonByVote      = lang.Plural("pp.won-vote", "Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} vote.", "Tied on everything: {tied}. {name} wins the vote for the best photo, with {n} votes.")
	shared         = lang.Msg("pp.shared-victory", "Tied even in the vote for the best photo: {names} share the victory.")
	needEnvelopes  = lang.Msg("pp.need-envelopes", "Tied on points and on guests in the photo: {tied}. Now the most envelopes win.")
	needVote       = lang.Msg("pp.need-vote", "Tied on points, guests in the photo and envelopes: {tied}. Now the table votes for the best photo.")
)

// A tie for first place goes down the printed chain: guests placed, envelopes held, a vote on the photos. This
// holds the facts that are known so far.
type tie struct {
	people    people
	envelopes []int // by seat; Unknown for players who were not asked
	votes     []int // by seat, for its photo; Unknown if it was not up for the vote; nil before the vote
	voters    []int // the seat that each seat voted for, Unknown for players who did not vote; nil after a secret vote
}

// hold takes the envelopes of the tied players; earlier answers stay.
func (t tie) hold(e Envelopes) (tie, *fault.Fault) {
	if f := t.people.every(len(e.Held)); f != nil {
		return t, f.Under("envelopes")
	}
	held := slices.Clone(t.envelopes)
	for seat, n := range e.Held {
		if n != Unknown {
			held[seat] = n
		}
	}
	if f := t.people.sum(held, Unknown, lay.Guests, envelopes); f != nil {
		return t, f.Under("envelopes")
	}
	t.envelopes = held
	return t, nil
}

// vote takes the votes for the best photo, by voter.
func (t tie) vote(v Vote, up []int) (tie, *fault.Fault) {
	if f := t.people.every(len(v.For)); f != nil {
		return t, f.Under("photo_votes")
	}
	for voter, c := range v.For {
		at := []string{"photo_votes", t.people[voter]}
		switch {
		case c == Unknown:
			continue
		case !t.people.has(c):
			return t, fault.New(scoring.NoSeat, at...)
		case !slices.Contains(up, c):
			return t, fault.New(notTied.With("name", t.people[c], "tied", t.people.names(up)), at...)
		}
	}
	if !slices.ContainsFunc(v.For, t.people.has) {
		return t, fault.New(nobodyVoted, "photo_votes")
	}
	t.votes, t.voters = t.people.perPhoto(v.For), slices.Clone(v.For)
	if v.Secret {
		t.voters = nil
	}
	return t, nil
}

// photoVotes returns the votes for each photo; nil before the vote.
func (t tie) photoVotes() []int {
	votes := slices.Clone(t.votes)
	for seat, n := range votes {
		votes[seat] = max(n, 0)
	}
	return votes
}

// countVotes takes the votes for the best photo, by candidate.
func (t tie) countVotes(v VoteCounts, up []int) (tie, *fault.Fault) {
	most := len(t.people)
	f := t.people.sum(v.Votes, Unknown, most, manyVotes)
	if f != nil {
		return t, f.Under("photo_counts")
	}
	for c, n := range v.Votes {
		if n != Unknown && !slices.Contains(up, c) {
			return t, fault.New(notTied.With("name", t.people[c], "tied", t.people.names(up)), "photo_counts", t.people[c])
		}
	}
	if !slices.ContainsFunc(v.Votes, func(n int) bool { return n > 0 }) {
		return t, fault.New(nobodyVoted, "photo_counts")
	}
	t.votes, t.voters = slices.Clone(v.Votes), nil
	return t, nil
}

// settle takes a tie for first place down the chain, as far as its facts are known.
func (t tie) settle(r scoring.Result, tied, placed []int) scoring.Result {
	r.Steps = []scoring.Step{{Say: stepPoints.With("names", t.people.names(tied), "n", r.Points[tied[0]]), Where: atTie}}
	for _, step := range []struct {
		by             scoring.Decision
		of             []int // by seat; the most wins
		say, need, won lang.Text
	}{
		{by: ByPlaced, of: placed, say: stepPlaced, won: wonByPlaced},
		{ByEnvelopes, t.envelopes, stepEnvelopes, needEnvelopes, wonByEnvelopes},
		{ByPhotoVote, t.photoVotes(), stepVote, needVote, wonByVote},
	} {
		level := tied
		if !t.knows(step.by, level) {
			r.Over, r.Needs, r.Tied, r.Lacks = true, step.by, level, t.lacks(step.by, level)
			r.Reason = step.need.With("tied", t.people.names(level))
			return r
		}
		tied = best(level, step.of)
		r.Steps = append(r.Steps, t.step(step.say, step.of, level, tied))
		if len(tied) == 1 {
			r = r.Break(step.by, tied)
			r.Reason = step.won.With("name", r.Rows[tied[0]], "tied", t.people.names(level), "n", step.of[tied[0]])
			return r
		}
	}
	r = r.Break(scoring.Shared, tied)
	r.Reason, r.Readings = shared.With("names", t.people.names(tied)), append(r.Readings, readingShared)
	return r
}

// knows reports whether the facts of a step are known for all tied players. Votes about another tie do not count:
// a guest was corrected since, and the table votes again.
func (t tie) knows(by scoring.Decision, tied []int) bool {
	switch by {
	case ByEnvelopes:
		return !slices.ContainsFunc(tied, func(seat int) bool { return t.envelopes[seat] == Unknown })
	case ByPhotoVote:
		for seat, n := range t.votes {
			if n != Unknown && !slices.Contains(tied, seat) {
				return false
			}
		}
		return t.votes != nil
	}
	return true // the photos are judged
}

// best returns those of the seats that have the most of something.
func best(seats, of []int) []int {
	most := slices.MaxFunc(seats, func(a, b int) int { return of[a] - of[b] })
	return slices.DeleteFunc(slices.Clone(seats), func(seat int) bool { return of[seat] < of[most] })
}

// step tells one step of the chain: what each of the tied players has, the most first, and who drops out.
func (t tie) step(say lang.Text, of, level, tied []int) scoring.Step {
	order := slices.SortedStableFunc(slices.Values(level), func(a, b int) int { return of[b] - of[a] })
	say = say.With("counts", t.people.each(of, order))
	if len(tied) == len(level) {
		return scoring.Step{Say: stepLevel.With("step", say), Where: atTie}
	}
	out := slices.DeleteFunc(slices.Clone(level), func(seat int) bool { return slices.Contains(tied, seat) })
	return scoring.Step{Say: stepOut.With("step", say, "names", t.people.names(out), "n", len(out)), Where: atTie}
}

// lacks returns what a sheet has to say for a tie to be settled, with the numbers and votes left open: the tied
// players hold envelopes, and everybody may vote.
func (t tie) lacks(by scoring.Decision, tied []int) string {
	key, seats := "envelopes", tied
	if by == ByPhotoVote {
		key, seats = "photo_votes", t.people.all()
	}
	return scoring.Lacking(key, setup.Named(t.people, seats))
}
