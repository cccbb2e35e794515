package versus

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/versus"
)

var (
	partSlap   = lang.Msg("versus.part-slap", "Slap {n}")
	partWrong  = lang.Msg("versus.part-wrong", "Wrong slap")
	partAmulet = lang.Msg("versus.part-amulet", "Amulet")

	whyKept     = lang.Msg("versus.why-kept", "first to slap, and kept one gem")
	whyGiven    = lang.Msg("versus.why-given", "got the second gem from {name}")
	whyOut      = lang.Msg("versus.why-out", "out: no Versus card left, and {name} was the one to slap")
	whyPenalty  = lang.Msg("versus.why-penalty", "slapped without two equal cards: {card}")
	whyBackKept = lang.Msg("versus.why-back-kept", "an amulet: the slap does not count, and the gem goes back")
	whyBackIn   = lang.Msg("versus.why-back-in", "an amulet: the slap does not count, so {name} is in play again")

	atGame      = lang.Msg("versus.at-game", "Versus rulebook, The game")
	atOut       = lang.Msg("versus.at-out", "Versus rulebook, Better luck next time")
	atPenalties = lang.Msg("versus.at-penalties", "Versus rulebook, Penalties")
	atAmulet    = lang.Msg("versus.at-amulet", "Versus rulebook, Penalties: Amulet")
)

// Ledger returns every gem, event by event. An amulet takes gems back, so its lines are negative. Players who went
// out or drew a penalty get a line of 0 points that says so.
func (s State) Ledger() []scoring.Line {
	var lines []scoring.Line
	events := s.events.All()
	for part, e := range events {
		switch e := e.(type) {
		case Slap:
			lines = append(lines, s.slapLines(part, e)...)
		case WrongSlap:
			card, _ := e.Penalty.Card()
			lines = append(lines, scoring.Line{Row: e.By, Part: part, Why: whyPenalty.With("card", card.Name), Where: atPenalties})
		case Amulet:
			lines = append(lines, s.amuletLines(part, events[part-1].(Slap))...)
		}
	}
	return lines
}

func (s State) slapLines(part int, e Slap) []scoring.Line {
	by := s.Table.Players[e.By]
	lines := []scoring.Line{
		{Row: e.By, Part: part, Points: 1, Why: whyKept, Where: atGame},
		{Row: e.Gives, Part: part, Points: 1, Why: whyGiven.With("name", by), Where: atGame},
	}
	for _, seat := range e.Out {
		lines = append(lines, scoring.Line{Row: seat, Part: part, Why: whyOut.With("name", by), Where: atOut})
	}
	return lines
}

func (s State) amuletLines(part int, e Slap) []scoring.Line {
	var lines []scoring.Line
	for _, seat := range []int{e.By, e.Gives} {
		lines = append(lines, scoring.Line{Row: seat, Part: part, Points: -1, Why: whyBackKept, Where: atAmulet})
	}
	for _, seat := range e.Out {
		lines = append(lines, scoring.Line{Row: seat, Part: part, Why: whyBackIn.With("name", s.Table.Players[seat]), Where: atAmulet})
	}
	return lines
}

// parts returns one part per event. A slap that an amulet took back is marked, and its number goes to the next
// slap; players who were already out get a dash, not a 0.
func (s State) parts() []scoring.Part {
	events := s.events.All()
	parts := make([]scoring.Part, len(events))
	var out, before []int // seats that are out: now, and before the last slap
	slaps := 0
	for i, e := range events {
		if _, amulet := e.(Amulet); amulet {
			out = before
		}
		parts[i].Cells = scoring.Dashes(len(s.Table.Players), out)
		switch e := e.(type) {
		case Slap:
			slaps++
			parts[i].Name = partSlap.With("n", slaps)
			before, out = out, slices.Concat(out, e.Out)
		case WrongSlap:
			parts[i].Name = partWrong
		case Amulet:
			slaps--
			parts[i].Name, parts[i-1].Mark = partAmulet, "×"
		}
	}
	return parts
}

var (
	endStopped = lang.Msg("versus.end-stopped", "The game was stopped here.")
	endGems    = lang.Msg("versus.end-gems", "All gems are taken.")
	endTwo     = lang.Plural("versus.end-two", "Only {names} is still in play.", "Only {names} are still in play.")
	endAndWon  = lang.Msg("versus.reason", "{end} {won}")
	wonGems    = lang.Plural("versus.won", "{name} wins with {n} gem.", "{name} wins with {n} gems.")
	sharedGems = lang.Plural("versus.shared", "{names} share the victory with {n} gem each.", "{names} share the victory with {n} gems each.")
	notPlaying = lang.Plural("versus.not-playing", "{name} has {n} gem, but is out: only those still in play can win.", "{name} has {n} gems, but is out: only those still in play can win.")
	tieShared  = lang.Msg("versus.tie-shared", "A tie is a shared victory: the rulebook does not say.")
)

// reason tells what ended the game and who won.
func (s State) reason(r scoring.Result) lang.Text {
	in := s.inPlay(-1)
	end := endStopped
	switch {
	case s.Ended() && s.pile() < gemsASlap:
		end = endGems
	case s.Ended():
		end = endTwo.With("names", s.names(in), "n", len(in))
	}
	return endAndWon.With("end", end, "won", r.Won(wonGems, sharedGems))
}

// readings explains why a player with as many gems as the winner did not win, and how a tie is read.
func (s State) readings(winners []int) []lang.Text {
	var out []lang.Text
	most := s.now.gems[winners[0]]
	for seat, gone := range s.now.out {
		if n := s.now.gems[seat]; gone && n >= most && n > 0 {
			out = append(out, notPlaying.With("name", s.Table.Players[seat], "n", n))
		}
	}
	if len(winners) > 1 {
		out = append(out, tieShared)
	}
	return out
}

// gemsLine lists everybody's gems: “Ana 3, Bia 1 and Caio 2 (out)”.
func (s State) gemsLine() lang.List {
	var out lang.List
	for seat, n := range s.now.gems {
		text := holds
		if s.now.out[seat] {
			text = holdsOut
		}
		out = append(out, text.With("name", s.Table.Players[seat], "n", n))
	}
	return out
}

var (
	holds    = lang.Msg("versus.holds", "{name}\u00a0{n}") // the no-break space keeps name and number on one line
	holdsOut = lang.Msg("versus.holds-out", "{name}\u00a0{n} (out)")
)

// OnTable returns the gems, the pile and the penalty in force.
func (s State) OnTable() []lang.Text {
	lines := []lang.Text{
		statusGems.With("gems", s.gemsLine()),
		statusPile.With("pile", s.pile(), "all", lay.Gems, "slaps", s.pile()/gemsASlap),
	}
	if p := s.now.penalty; p != nil {
		card, _ := p.Penalty.Card()
		lines = append(lines, statusPenalty.With("name", s.Table.Players[p.By], "card", card.Name, "does", card.Does))
	}
	return lines
}

var (
	statusGems    = lang.Msg("versus.status-gems", "Gems: {gems}")
	statusPile    = lang.Msg("versus.status-pile", "On the pile: {pile} of {all}. Slaps left: {slaps} at most")
	statusPenalty = lang.Msg("versus.status-penalty", "{name}: {card}. {does} Until the next slap.")
)
