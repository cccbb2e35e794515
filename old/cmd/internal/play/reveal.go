package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The result, read aloud: a key for each place, from the last one up, or a key for each part. Anything that would give
// it away moves out of sight first.

var (
	revealHow    = lang.Msg("play.reveal-how", "How shall it be read?")
	revealPlaces = lang.Msg("play.reveal-places", "From the last place up")
	revealParts  = lang.Msg("play.reveal-parts", "Part by part, from {first} on")
	revealPlace  = lang.Msg("play.reveal-place", "Place {rank}: {who}")
	revealWho    = lang.Msg("play.reveal-who", "{name} with {n}")
	revealPart   = lang.Msg("play.reveal-part", "{part}: {gains}")
	revealNow    = lang.Msg("play.reveal-now", "So far: {totals}")
)

// A moment is read at once, the notes first.
type moment struct {
	notes []lang.Text
	say   lang.Text
}

func reveal(at *sitting) error {
	r := at.s.Log.State().Result()
	moments := places(r)
	if len(r.Parts) > 1 {
		how, err := ask.PickOne(at.now, "play.reveal-how", revealHow, []lang.Text{revealPlaces, revealParts.With("first", r.Parts[0].InWords())}, 0)
		switch {
		case err != nil:
			return leaveCommand(err)
		case how == 1:
			moments = append(parts(r, at.s.Log.State().Ledger()), moments[len(moments)-1])
		}
	}
	if at.in.Clear != nil {
		at.in.Clear()
	}
	for i := 0; i < len(moments); i++ {
		err := ask.Tell(at.now, fmt.Sprint("play.reveal-", i), moments[i].say, moments[i].notes...)
		switch {
		case errors.Is(err, ask.ErrBack) && i > 0:
			i -= 2
		case err != nil:
			return leaveCommand(err)
		case at.in.Clear != nil && i+1 < len(moments): // plain lines have printed it already
			at.say(moments[i].say)
		}
	}
	return nil
}

// places returns the ranks from the last one up. The first place comes with what decided it.
func places(r scoring.Result) []moment {
	var out []moment
	for _, rank := range slices.Backward(slices.Compact(slices.Sorted(slices.Values(r.Ranks)))) { // equal ranks at once
		var who lang.List
		for _, s := range r.Standings() {
			if s.Rank == rank {
				who = append(who, revealWho.With("name", s.Name, "n", s.Points))
			}
		}
		out = append(out, moment{say: revealPlace.With("rank", rank, "who", who)})
	}
	last := &out[len(out)-1]
	last.notes, last.say = []lang.Text{last.say}, results.Outcome(r)
	for _, step := range r.Steps {
		last.notes = append(last.notes, step.Say)
	}
	return out
}

// parts returns what each part paid, with the totals after it.
func parts(r scoring.Result, ledger []scoring.Line) []moment {
	sums := make([]int, len(r.Rows))
	var out []moment
	for k, paid := range scoring.Paid(ledger, len(r.Parts), len(r.Rows)) {
		var gains, totals lang.List
		for row, name := range r.Rows {
			sums[row] += paid[row]
			gain := fmt.Sprintf("%+d", paid[row])
			if cells := r.Parts[k].Cells; row < len(cells) && cells[row] != "" {
				gain = cells[row]
			}
			gains = append(gains, lang.Literal(name+" "+gain))
			totals = append(totals, lang.Literal(fmt.Sprint(name, " ", sums[row])))
		}
		out = append(out, moment{[]lang.Text{revealPart.With("part", r.Parts[k].InWords(), "gains", gains)}, revealNow.With("totals", totals)})
	}
	return out
}
