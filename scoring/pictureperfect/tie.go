package pictureperfect

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A tie is told as it is settled, step by step: who had how much of what, and who is out.

var (
	stepPoints    = lang.Plural("pp.step-points", "Level with {n} point: {names}.", "Level with {n} points: {names}.")
	stepPlaced    = lang.Msg("pp.step-placed", "Guests in the photo: {counts}.")
	stepEnvelopes = lang.Msg("pp.step-envelopes", "Envelopes at the end: {counts}.")
	stepVote      = lang.Msg("pp.step-vote", "Votes for the best photo: {counts}.")
	stepOut       = lang.Plural("pp.step-out", "{step} {names} is out.", "{step} {names} are out.")
	stepLevel     = lang.Msg("pp.step-level", "{step} Still level.")

	atTie = lang.Msg("pp.at-tie", "Picture Perfect handbook, Scoring, p. 10")
)

// step is one step of the chain: what everybody has who was level, the most first, and
// who of them is out.
func (s State) step(say lang.Text, of, level, tied []int) scoring.Step {
	order := slices.SortedStableFunc(slices.Values(level), func(a, b int) int { return of[b] - of[a] })
	say = say.With("counts", s.countsOf(of, order))
	if len(tied) == len(level) {
		return scoring.Step{Say: stepLevel.With("step", say), Where: atTie}
	}
	out := slices.DeleteFunc(slices.Clone(level), func(seat int) bool { return slices.Contains(tied, seat) })
	return scoring.Step{Say: stepOut.With("step", say, "names", s.names(out), "n", len(out)), Where: atTie}
}

// countsOf are the numbers of some of the people, of numbers by seat.
func (s State) countsOf(of, seats []int) lang.List {
	counts := make(lang.List, len(seats))
	for i, seat := range seats {
		counts[i] = lang.Literal("{name} {n}").With("name", s.table.Players[seat], "n", of[seat])
	}
	return counts
}

// lacks is what a sheet says of a fact that a tie waits for, with the numbers and votes
// left open: who is tied holds envelopes, and everybody may vote.
func (s State) lacks(by scoring.Decision, tied []int) string {
	key, seats := "envelopes", tied
	if by == ByPhotoVote {
		key, seats = "photo_votes", scoring.Present(len(s.table.Players), nil)
	}
	names := make([]string, len(seats))
	for i, seat := range seats {
		name, _ := json.Marshal(s.table.Players[seat]) // a text always can be
		names[i] = string(name) + ": …"
	}
	return `"` + key + `": {` + strings.Join(names, ", ") + "}"
}
