package dixit

import (
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	seatsStep  = lang.Msg("dixit.lay.seats", "Partners sit opposite each other.")
	oneTeam    = lang.Msg("dixit.lay.one-team", "{team}: {first} and {second}")
	trackStep  = lang.Msg("dixit.lay.track", "Open the score track in the middle of the table.")
	rabbits    = lang.Msg("dixit.lay.rabbits", "Everybody takes a voting board and puts the rabbit of its color on 0.")
	teamRabbit = lang.Msg("dixit.lay.team-rabbits", "Every team takes one voting board and puts the rabbit of its color on 0.")
	onePeg     = lang.Msg("dixit.lay.one-peg", "Everybody takes one voting peg, of any color.")
	twoPegs    = lang.Msg("dixit.lay.two-pegs", "Everybody takes two voting pegs, of any color.")
	secondPeg  = lang.Msg("dixit.lay.second-peg", "The second one is for a second card, for anybody who wants to vote for two.")
	greenPeg   = lang.Msg("dixit.lay.green-peg", "Everybody takes one green voting peg.")
	redPeg     = lang.Msg("dixit.lay.red-peg", "The first storyteller also takes a red one, and passes it on to the next storyteller.")
	teamPeg    = lang.Msg("dixit.lay.team-peg", "Every team takes one voting peg.")
	dealStep   = lang.Msg("dixit.lay.deal", "Shuffle the {all} image cards and deal {each} to everybody.")
	pileNote   = lang.Msg("dixit.lay.pile", "The other {rest} are the draw pile.")
	handNote   = lang.Msg("dixit.lay.hand", "Nobody shows their cards, please.")
	placesStep = lang.Msg("dixit.lay.places", "In every turn the cards lie face up on the spaces 1 to {last} of the track.")
	threeNote  = lang.Msg("dixit.lay.three", "The storyteller hands in one card, the two others hand in two each.")
	partner    = lang.Msg("dixit.lay.partner", "If the storyteller and the partner both hand in a card, space {next} is used as well.")
	firstStep  = lang.Msg("dixit.lay.first", "The first person to think of a clue for one of their cards says so, and is the first storyteller.")
	partyFirst = lang.Msg("dixit.lay.party-first", "The first person to think of a clue says so, and is the first storyteller.")
	freeClue   = lang.Msg("dixit.lay.free-clue", "The clue comes before the cards: it need not fit any of them.")
)

// Steps returns the checklist before the first turn, in order (Preparação da Partida of each mode).
func Steps(t setup.Table) []setup.Step {
	l, _ := Lay(t)
	var steps []setup.Step
	if l.Mode == Team {
		steps = append(steps, setup.Step{Text: seatsStep, Notes: pairs(t)})
	}
	boards := rabbits
	if l.Mode == Team {
		boards = teamRabbit
	}
	return append(steps,
		setup.Step{Text: trackStep},
		setup.Step{Text: boards},
		pegs(l),
		setup.Step{
			Text:  dealStep.With("all", Images, "each", l.CardsEach),
			Notes: []lang.Text{pileNote.With("rest", Images-l.CardsEach*l.Players), handNote},
		},
		places(l),
		Begin(t),
	)
}

// pairs names the teams, once there are any.
func pairs(t setup.Table) []lang.Text {
	var notes []lang.Text
	for _, team := range t.Teams {
		notes = append(notes, oneTeam.With("team", team.Name, "first", t.Players[team.Seats[0]], "second", t.Players[team.Seats[1]]))
	}
	return notes
}

func pegs(l Laid) setup.Step {
	switch {
	case l.Mode == Team:
		return setup.Step{Text: teamPeg}
	case l.Mode == Party:
		return setup.Step{Text: greenPeg, Notes: []lang.Text{redPeg}}
	case l.VotesEach == 2:
		return setup.Step{Text: twoPegs, Notes: []lang.Text{secondPeg}}
	}
	return setup.Step{Text: onePeg}
}

func places(l Laid) setup.Step {
	s := setup.Step{Text: placesStep.With("last", l.CardsShown)}
	switch {
	case l.Mode == Team:
		s.Notes = []lang.Text{partner.With("next", l.CardsShown+1)}
	case l.Players == 3:
		s.Notes = []lang.Text{threeNote}
	}
	return s
}

// Begin returns the last step: once everybody has seen their cards, somebody tells first. Walk leaves it out,
// since the game asks for that player.
func Begin(t setup.Table) setup.Step {
	if Mode(t) == Party {
		return setup.Step{Text: partyFirst, Notes: []lang.Text{freeClue}}
	}
	return setup.Step{Text: firstStep}
}

// OnPaper returns the layout and the checklist. Nothing is drawn: the table shuffles. A mode that does not fit is
// a fault at "mode" or "players".
func OnPaper(t setup.Table, _ ask.Asker) (setup.Layout, error) {
	l, err := Lay(t)
	if err != nil {
		return setup.Layout{}, err
	}
	return setup.Layout{Facts: l, Steps: Steps(t)}, nil
}

var checkEach = lang.Msg("dixit.lay.check", "To check: {each} cards in every hand, {rest} in the draw pile, the spaces 1 to {last} free, every rabbit on 0.")

// Walk shows the checklist without Begin.
func Walk(a ask.Asker, t setup.Table) error {
	l, err := Lay(t)
	if err != nil {
		return err
	}
	steps := Steps(t)
	check := checkEach.With("each", l.CardsEach, "rest", Images-l.CardsEach*l.Players, "last", l.CardsShown)
	return setup.Walk(a, t, "dixit.", steps[:len(steps)-1], check)
}
