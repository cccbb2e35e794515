package spyfall

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The counts that are kept for each player, over the rounds in which they were there.
const (
	countEscaped = "escaped" // rounds as the spy that they won
	countSpy     = "spy"     // rounds as the spy
	countCaught  = "caught"  // rounds against the spy that they won
	countHunted  = "hunted"  // rounds against the spy
	countAccused = "accused" // accusations by all that they led against the spy
)

var tallies = []scoring.Tally{
	{ID: countEscaped, Of: countSpy, Say: lang.Msg("spyfall.tally-escaped", "Won as the spy")},
	{ID: countCaught, Of: countHunted, Say: lang.Msg("spyfall.tally-caught", "Won against the spy")},
	{ID: countAccused, Say: lang.Msg("spyfall.tally-accused", "Led the accusation of the spy")},
}

func (s State) Count() []scoring.Count {
	out := scoring.Counts(len(s.Table.Players))
	for part, r := range s.rounds {
		spy := r.ending.Spy
		escaped := slices.ContainsFunc(r.pays(part), func(l scoring.Line) bool { return l.Row == spy })
		for _, seat := range r.here() {
			played, won, count := countHunted, countCaught, !escaped
			if seat == spy {
				played, won, count = countSpy, countEscaped, escaped
			}
			out[seat][played]++
			if count {
				out[seat][won]++
			}
		}
		if led := r.ending.How == ByAccusation || r.ending.How == ClosingAccusations; led && !escaped && r.ending.Accuser != Unknown {
			out[r.ending.Accuser][countAccused]++
		}
	}
	return out
}
