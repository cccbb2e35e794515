package spyfall

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/spyfall"
)

// next asks for the next thing that happened. Until a round is over it asks nothing
// whose answer only the spy, or only the others, could know.
func (s State) next(a ask.Asker) (scoring.Event, error) {
	switch {
	case s.over():
		return nil, fault.New(scoring.Over)
	case !s.laid:
		return Laid{}, lay.Walk(a, s.table)
	case s.now == nil:
		return s.askDeal(a)
	}
	return s.askRound(a)
}

var (
	firstDealer = lang.Msg("spyfall.first-dealer", "{name} deals.")
	leftDealer  = lang.Msg("spyfall.left-dealer", "{spy} was the spy and is away: {name}, next on the left, deals.")
	nextDealer  = lang.Msg("spyfall.next-dealer", "{name} was the spy, and deals now.")
	stillOpen   = lang.Msg("spyfall.still-open", "Possible locations: {names}.")
	crossedOff  = lang.Plural("spyfall.crossed-off", "Crossed off: {names}.", "Crossed off: {names}.")
	allOpen     = lang.Msg("spyfall.all-open", "the possible locations")
	onToDeal    = lang.Msg("spyfall.on-to-deal", "Back to the deal")
	scoreRound  = lang.Msg("spyfall.score-round", "Round {n} of {all} is scored now.")
	startClock  = lang.Msg("spyfall.start-clock", "Everybody has looked? Then the clock starts.")
)

// askDeal walks through the dealing of one round.
func (s State) askDeal(a ask.Asker) (scoring.Event, error) {
	if s.withoutCards() {
		return s.askDealt(a)
	}
	dealer := s.Dealer()
	who := firstDealer
	if len(s.rounds) > 0 {
		who = nextDealer
		if spy := s.chosen(); spy != dealer {
			who = leftDealer.With("spy", s.table.Players[spy])
		}
	}
	notes := []lang.Text{who.With("name", s.table.Players[dealer])}
	if s.table.Played() { // played already: who dealt was not told, no clock runs
		return Deal{Dealer: Unknown, Away: s.Away()}, ask.Tell(a, "spyfall.deal", scoreRound.With("n", s.Round(), "all", s.planned))
	}
	notes = append(notes, lay.Deal(s.table.Players[dealer], len(s.here(0)))...)
	return Deal{Dealer: dealer, Away: s.Away()}, s.tellDeal(a, notes)
}

// tellDeal tells how a round is dealt. Behind the first one the locations are a key away: they would push the points of
// the round before out of a small window, and who listens has heard them.
func (s State) tellDeal(a ask.Asker, notes []lang.Text) error {
	q := ask.Question{ID: "spyfall.deal", Shape: ask.Show{}, Text: startClock, Notes: append(notes, s.locationNotes()...)}
	if len(s.rounds) > 0 {
		q.Notes, q.Keys = append(notes, s.crossedNotes()...), []ask.Key{{Letter: "l", Text: allOpen}}
	}
	for {
		r, err := a.Ask(q)
		if err != nil || r.Key == "" {
			return err
		}
		if err := ask.Tell(a, "spyfall.locations", onToDeal, s.locationNotes()...); err != nil {
			return err
		}
	}
}

// locationNotes are the thirty locations, those already played apart.
func (s State) locationNotes() []lang.Text {
	var notes []lang.Text
	if open, _ := s.split(); len(open) > 0 {
		notes = append(notes, stillOpen.With("names", lang.Sorted(locationNames(open))))
	}
	return append(notes, s.crossedNotes()...)
}

// crossedNotes are the locations that were played.
func (s State) crossedNotes() []lang.Text {
	_, crossed := s.split()
	if len(crossed) == 0 {
		return nil
	}
	return []lang.Text{crossedOff.With("n", len(crossed), "names", lang.Sorted(locationNames(crossed)))}
}

var (
	roundRuns   = lang.Msg("spyfall.round-runs", "Round {n} of {all}. {name} asks the first question.")
	didNotAgree = lang.Msg("spyfall.did-not-agree", "{accuser} accused {suspect}; not everybody agreed.")
	mayAccuse   = lang.Msg("spyfall.may-accuse", "Can still accuse: {names}.")
	toAccuse    = lang.Msg("spyfall.to-accuse", "Accuse somebody")
	toReveal    = lang.Msg("spyfall.to-reveal", "Spy shows the card")
	toVote      = lang.Msg("spyfall.to-vote", "Vote now")
	toClose     = lang.Msg("spyfall.to-close", "Time is up")
)

// askRound lets the clock run until somebody stops it, or time is up. After a failed
// accusation it is the same clock, so it goes on where it was.
func (s State) askRound(a ask.Asker) (scoring.Event, error) {
	limit, f := lay.Clock(s.table)
	if f != nil {
		return nil, f
	}
	may := s.MayAccuse()
	clock := ask.Watch{Part: "round-" + strconv.Itoa(s.Round()), Limit: limit, Early: toVote, Cards: s.cards(s.now.dealt)}
	if s.closes() {
		clock.Early = toClose
	}
	if len(may) > 0 {
		clock.Options, clock.May = []lang.Text{toAccuse}, [][]int{may}
	}
	reveals := len(clock.Options)
	clock.Options, clock.May = append(clock.Options, toReveal), append(clock.May, s.holdsSpyCard())
	r, err := ask.Put(a, ask.Question{
		ID: "spyfall.clock", Shape: clock,
		Text: roundRuns.With("n", s.Round(), "all", s.planned, "name", s.table.Players[s.Dealer()]), Notes: s.roundNotes(may),
	}, s.mayReveal(reveals))
	switch pressed := r.Value(); {
	case err != nil:
		return nil, err
	case pressed < 0:
		return s.askTimeUp(a, r.Left > 0)
	case pressed < reveals:
		return s.askAccusation(a, may, r.By)
	}
	return s.askGuess(a, r.By)
}

func (s State) roundNotes(may []int) []lang.Text {
	var notes []lang.Text
	for _, f := range s.now.failed {
		notes = append(notes, didNotAgree.With("accuser", s.name(f.Accuser), "suspect", s.name(f.Suspect)))
	}
	if len(may) > 0 {
		notes = append(notes, mayAccuse.With("names", s.names(may)))
	}
	return notes
}

// onTable is what a round has come to so far: who accused whom in vain, and who still may.
func (s State) onTable() []lang.Text {
	if s.now == nil || s.over() {
		return nil
	}
	return s.roundNotes(s.MayAccuse())
}

var (
	whoAccuses = lang.Msg("spyfall.who-accuses", "Who accuses?")
	whomAccuse = lang.Msg("spyfall.whom", "Whom does {name} accuse?")
	whoAgrees  = lang.Msg("spyfall.who-agrees", "{accuser} accuses {suspect}. Who agrees? 1 yes, 0 no")
	noArguing  = lang.Msg("spyfall.no-arguing", "{suspect} has no say. Do not argue now: that might give the location away.")
	allHands   = lang.Msg("spyfall.all-hands", "all hands are up: everybody agrees")

	notAllHands = lang.Msg("spyfall.not-all-hands", "not everybody agrees")
)

// askAccusation is asked while the clock stands. by is who pressed, where that is
// known and this person may still accuse.
func (s State) askAccusation(a ask.Asker, may []int, by int) (scoring.Event, error) {
	var err error
	if !slices.Contains(may, by) {
		if by, err = s.pick(a, ask.Question{ID: "spyfall.accuser", Shape: ask.Pick{Quick: true}, Text: whoAccuses}, may, Unknown); err != nil {
			return nil, err
		}
	}
	suspect, err := s.pick(a, ask.Question{ID: "spyfall.suspect", Shape: ask.Pick{Quick: true}, People: []int{by}, Names: []string{s.name(by)}, Text: whomAccuse.With("name", s.name(by))}, s.but(by, Unknown), by)
	if err != nil {
		return nil, err
	}
	agree, convicted, err := s.askAgree(a, by, suspect)
	switch {
	case err != nil:
		return nil, err
	case !convicted:
		return Accusation{Accuser: by, Suspect: suspect, Agree: agree}, nil
	}
	return s.askReveal(a, Ending{How: ByAccusation, Accuser: by, Suspect: suspect})
}

var nobodyKey = lang.Msg("spyfall.nobody-key", "n")

// pick asks for one of several people, and returns the seat. by is who accuses, Unknown
// where it is asked who does, or who the spy is.
func (s State) pick(a ask.Asker, q ask.Question, seats []int, by int) (int, error) {
	return scoring.PickSeat(a, q, s.table.Players, seats, func(seat int) lang.Text {
		say := hasAccused
		switch {
		case seat == by:
			say = ownAccusation
		case slices.Contains(s.now.away, seat):
			say = isAway
		}
		return say.With("name", s.name(seat))
	})
}

// but are the seats from the left of one on, clockwise, without it and another, and
// without who is away.
func (s State) but(one, another int) []int {
	return slices.DeleteFunc(s.here(one+1), func(seat int) bool { return seat == one || seat == another })
}

// askAgree asks everybody but the accuser and the suspect, in one line or by hands
// up, and returns who agrees and whether that is all of them. Where the table only says that
// it is not all, nobody is named: who they are is no matter.
func (s State) askAgree(a ask.Asker, accuser, suspect int) (agree []int, all bool, err error) {
	people := s.but(accuser, suspect)
	r, err := a.Ask(ask.Question{
		ID: "spyfall.agree", Shape: ask.Each{Lo: 0, Hi: 1}, People: people, Names: setup.Named(s.table.Players, people),
		Text:  whoAgrees.With("accuser", s.name(accuser), "suspect", s.name(suspect)),
		Notes: []lang.Text{noArguing.With("suspect", s.name(suspect))},
		Keys:  []ask.Key{{Letter: "a", Text: allHands}, {Letter: "n", Text: notAllHands}},
	})
	switch {
	case err != nil:
		return nil, false, err
	case r.Key == "a":
		return people, true, nil
	case r.Key == "n":
		return nil, false, nil
	}
	for k, row := range r.Values {
		if row[0] == 1 {
			agree = append(agree, people[k])
		}
	}
	return agree, len(agree) == len(people), nil
}

var (
	whoIsSpy    = lang.Msg("spyfall.who-is-spy", "Cards on the table! Who was the spy?")
	whichPlace  = lang.Msg("spyfall.which-place", "Where was everybody?")
	notNoted    = lang.Msg("spyfall.not-noted", "(we do not note it)")
	whoSteps    = lang.Msg("spyfall.who-steps", "Who shows the spy card?")
	spyNames    = lang.Msg("spyfall.spy-names", "Which location does {name} guess?")
	isItRight   = lang.Msg("spyfall.is-it-right", "Is that where everybody is?")
	itIsRight   = lang.Msg("spyfall.it-is-right", "Yes, right")
	itIsWrong   = lang.Msg("spyfall.it-is-wrong", "No, wrong")
	noMoreGuess = lang.Msg("spyfall.no-more-guess", "Time is up: the spy cannot name a location any more.")
	voteBegan   = lang.Msg("spyfall.vote-began", "The vote has begun: the spy cannot name a location any more.")
)

// askReveal asks for what comes to light when a round is over.
func (s State) askReveal(a ask.Asker, e Ending) (scoring.Event, error) {
	if d := s.now.dealt; d != nil {
		return s.reveal(a, *d, e)
	}
	var err error
	if e.Spy, err = s.pick(a, ask.Question{ID: "spyfall.spy", Text: whoIsSpy}, s.here(0), Unknown); err != nil {
		return nil, err
	}
	if e.Location, err = s.askLocation(a, ask.Question{ID: "spyfall.location", Text: whichPlace}, ""); err != nil {
		return nil, err
	}
	return e, nil
}

// askLocation offers the locations that are not crossed off, and but is none of them;
// the answer is an ID, or empty where the table does not note it. Where the program dealt, it
// has to be known.
func (s State) askLocation(a ask.Asker, q ask.Question, but string) (string, error) {
	open, _ := s.split()
	open = slices.DeleteFunc(open, func(l Location) bool { return l.ID == but })
	places := ask.Pick{Options: locationNames(open), Sorted: len(open)}
	if s.now.dealt == nil {
		places.Options = append(places.Options, notNoted)
	}
	q.Shape = places
	r, err := a.Ask(q)
	if err != nil || r.Value() == len(open) {
		return "", err
	}
	return open[r.Value()].ID, nil
}

// askGuess is the spy's own way to end a round: the card shown, a location named.
// Source: rulebook, A pedido do espião.
// by is who pressed, where that is known.
func (s State) askGuess(a ask.Asker, by int) (scoring.Event, error) {
	if d := s.now.dealt; d != nil {
		return s.askDealtGuess(a, *d)
	}
	spy := by
	var err error
	if !slices.Contains(s.here(0), by) {
		if spy, err = s.pick(a, ask.Question{ID: "spyfall.steps", Text: whoSteps}, s.here(0), Unknown); err != nil {
			return nil, err
		}
	}
	e := Ending{How: ByGuess, Spy: spy, Accuser: Unknown, Suspect: Unknown}
	if e.Guess, err = s.askNamed(a, spy); err != nil {
		return nil, err
	}
	right, err := ask.PickOne(a, "spyfall.right", isItRight, []lang.Text{itIsRight, itIsWrong}, Unknown)
	if err != nil {
		return nil, err
	}
	e.Correct = right == 0
	if e.Correct && e.Guess != "" {
		e.Location = e.Guess
		return e, nil
	}
	if e.Location, err = s.askLocation(a, ask.Question{ID: "spyfall.location", Text: whichPlace}, e.Guess); err != nil {
		return nil, err
	}
	return e, nil
}

// askNamed asks the spy for the location.
func (s State) askNamed(a ask.Asker, spy int) (string, error) {
	return s.askLocation(a, ask.Question{ID: "spyfall.guess", Text: spyNames.With("name", s.name(spy)), People: []int{spy}, Names: []string{s.name(spy)}}, "")
}

var (
	everyVote   = lang.Msg("spyfall.every-vote", "Everybody names a suspect, from the dealer on, clockwise")
	voteOrder   = lang.Msg("spyfall.vote-order", "Voting in this order:")
	voteNote    = lang.Msg("spyfall.vote-note", "Talk it over first, if you like. The spy only loses if everybody else names the spy.")
	closingNote = lang.Msg("spyfall.closing-note", "One after the other, from the dealer on, may accuse. If all but the suspect agree, that is it; if nobody is convicted, the spy wins.")
	nobodyNow   = lang.Msg("spyfall.nobody", "(nobody)")
)

// closes reports whether one accuses after the other when time is up, as in the English
// edition.
func (s State) closes() bool { return s.table.Choice(lay.TimeUp, lay.Votes) == lay.Accusations }

// askTimeUp is the vote of the Brazilian edition, or the closing accusations of the
// English one. early: somebody called the vote while there was time.
func (s State) askTimeUp(a ask.Asker, early bool) (scoring.Event, error) {
	if s.closes() {
		return s.askClosing(a)
	}
	begun := noMoreGuess
	if early {
		begun = voteBegan
	}
	people, here := s.here(s.Dealer()), s.here(0)
	votes, err := scoring.Put(a, scoring.AtSeats(ask.Question{
		ID: "spyfall.votes", Shape: ask.Each{Order: voteOrder, Example: anyVotes(people, here), Own: true}, Text: everyVote, Notes: []lang.Text{begun, voteNote},
		People: people, Names: setup.Named(s.table.Players, people),
	}, s.table.Players, here, func(seat int) lang.Text { return isAway.With("name", s.name(seat)) }), func(r ask.Answer) ([]int, error) {
		votes := slices.Repeat([]int{Unknown}, len(s.table.Players))
		for k, voter := range people {
			votes[voter] = here[r.Values[k][0]]
		}
		return votes, s.judgeVotes(votes).Err()
	})
	if err != nil {
		return nil, err
	}
	return s.askReveal(a, Ending{How: ByVotes, Votes: votes, Accuser: Unknown, Suspect: Unknown})
}

// anyVotes is a vote that the rules take, as options of the question: everybody names
// the next one in turn.
func anyVotes(people, here []int) [][]int {
	votes := make([][]int, len(people))
	for k := range people {
		votes[k] = []int{slices.Index(here, people[(k+1)%len(people)])}
	}
	return votes
}

// askClosing lets one after the other accuse, who did so before too, until somebody
// is convicted. Source: English edition, time up.
func (s State) askClosing(a ask.Asker) (scoring.Event, error) {
	e := Ending{How: ClosingAccusations, Accuser: Unknown, Suspect: Unknown}
	for _, by := range s.here(s.Dealer()) {
		suspect, err := s.pick(a, ask.Question{
			ID: "spyfall.closing", Shape: ask.Pick{Quick: true, Options: []lang.Text{nobodyNow}, Marks: []lang.Text{nobodyKey}}, People: []int{by}, Names: []string{s.name(by)}, Notes: []lang.Text{noMoreGuess, closingNote},
			Text: whomAccuse.With("name", s.name(by)),
		}, s.but(by, Unknown), by)
		convicted := false
		if err == nil && suspect != scoring.Gone { // or nobody
			_, convicted, err = s.askAgree(a, by, suspect)
		}
		if err != nil {
			return nil, err
		}
		if convicted {
			e.Accuser, e.Suspect = by, suspect
			break
		}
	}
	return s.askReveal(a, e)
}
