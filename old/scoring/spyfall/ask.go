package spyfall

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

// Next asks for the next thing that happened. Until a round is over it asks nothing that only the spy, or only the
// others, could answer.
func (s State) Next(a ask.Asker) (scoring.Event, error) {
	if s.now == nil {
		return asking{s, a}.askDeal()
	}
	return asking{s, a}.askRound()
}

// asking is the dialog of a match: its state, and the asker.
type asking struct {
	State
	a ask.Asker
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

// askDeal leads the table through the deal of one round.
func (t asking) askDeal() (scoring.Event, error) {
	if t.withoutCards() {
		return t.askDealt()
	}
	dealer := t.Dealer()
	who := firstDealer
	if len(t.rounds) > 0 {
		who = nextDealer
		if spy := t.BeginsNext(); spy != dealer {
			who = leftDealer.With("spy", t.Table.Players[spy])
		}
	}
	notes := []lang.Text{who.With("name", t.Table.Players[dealer])}
	if t.Table.Played() { // nobody told who dealt, and no clock runs
		return Deal{Dealer: Unknown, Away: scoring.Away(t.State)}, ask.Tell(t.a, "spyfall.deal", scoreRound.With("n", t.Round(), "all", t.planned))
	}
	notes = append(notes, lay.Deal(t.Table.Players[dealer], len(t.here(0)))...)
	return Deal{Dealer: dealer, Away: scoring.Away(t.State)}, t.tellDeal(notes)
}

// tellDeal tells the table how to deal. After the first round the locations are behind a key: they would push the
// points of the last round out of a small window, and a listener has heard them already.
func (t asking) tellDeal(notes []lang.Text) error {
	h, keys := ask.Head{ID: "spyfall.deal", Text: startClock, Notes: append(notes, t.locationNotes()...)}, []ask.Key(nil)
	if len(t.rounds) > 0 {
		h.Notes, keys = append(notes, t.crossedNotes()...), []ask.Key{{Letter: "l", Text: allOpen}}
	}
	for {
		r, err := ask.Put(t.a, h, ask.Or(ask.Show{}, keys...))
		if err != nil || r.Key == "" {
			return err
		}
		if err := ask.Tell(t.a, "spyfall.locations", onToDeal, t.locationNotes()...); err != nil {
			return err
		}
	}
}

// locationNotes lists the locations that are left, and those that are crossed off.
func (s State) locationNotes() []lang.Text {
	var notes []lang.Text
	if open, _ := s.split(); len(open) > 0 {
		notes = append(notes, stillOpen.With("names", lang.Sorted(locationNames(open))))
	}
	return append(notes, s.crossedNotes()...)
}

// crossedNotes lists the locations that are crossed off.
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
	someAccuses = lang.Msg("spyfall.somebody-accuses", "Somebody accuses …")
	spyReveals  = lang.Msg("spyfall.the-spy-shows", "The spy shows the card")
	onceARound  = lang.Msg("spyfall.once-a-round", "everybody accuses once in a round, and you have")
	onlySpyCard = lang.Msg("spyfall.only-spy-card", "your card is not the spy's")
	toVote      = lang.Msg("spyfall.to-vote", "Vote now")
	toClose     = lang.Msg("spyfall.to-close", "Time is up")
)

// askRound runs the clock until somebody stops it or time is up. A failed accusation does not reset it: the same
// clock runs on.
func (t asking) askRound() (scoring.Event, error) {
	limit, _ := lay.Clock(t.Table) // begin has checked it
	may := t.MayAccuse()
	clock := ask.Watch{Part: "round-" + strconv.Itoa(t.Round()), Limit: limit, Early: toVote, Cards: t.cards(t.now.dealt)}
	if t.closing() {
		clock.Early = toClose
	}
	if len(may) > 0 {
		clock.Options, clock.May, clock.Table, clock.Why = []lang.Text{toAccuse}, [][]int{may}, []lang.Text{someAccuses}, []lang.Text{onceARound}
	}
	var spyCard []int // the seats whose phones may show the card, which must stay a secret; nil: printed cards, so any
	if d := t.now.dealt; d != nil {
		open, _ := t.split()
		clock.Strike, spyCard = locationNames(open), []int{ask.Scorekeeper, d.Spy}
	}
	reveals := len(clock.Options)
	clock.Options, clock.May = append(clock.Options, toReveal), append(clock.May, spyCard)
	clock.Table, clock.Why = append(clock.Table, spyReveals), append(clock.Why, onlySpyCard)
	runs := roundRuns.With("n", t.Round(), "all", t.planned, "name", t.Table.Players[t.Dealer()])
	for {
		end, err := ask.Accept(t.a, ask.Head{ID: "spyfall.clock", Text: runs, Notes: t.roundNotes(may)}, clock, func(end ask.Ended) (ask.Ended, error) {
			return end, t.mayReveal(end, reveals).Err()
		})
		switch {
		case err != nil:
			return nil, err
		case end.Option < 0:
			return t.askTimeUp(end.Early)
		case end.Option < reveals:
			return t.askAccusation(may, end.By)
		}
		shows, err := t.spyShows(end.By)
		switch {
		case err != nil:
			return nil, err
		case shows:
			return t.askGuess(end.By)
		}
	}
}

func (s State) roundNotes(may []int) []lang.Text {
	var notes []lang.Text
	for _, f := range s.now.failed {
		notes = append(notes, didNotAgree.With("accuser", s.now.name(f.Accuser), "suspect", s.now.name(f.Suspect)))
	}
	if len(may) > 0 {
		notes = append(notes, mayAccuse.With("names", s.names(may)))
	}
	return notes
}

// OnTable lists the failed accusations of the round, and the players who may still accuse.
func (s State) OnTable() []lang.Text {
	if s.now == nil || scoring.IsOver(s) {
		return nil
	}
	return s.roundNotes(s.MayAccuse())
}

var (
	whoAccuses = lang.Msg("spyfall.who-accuses", "Who accuses?")
	whomAccuse = lang.Msg("spyfall.whom", "Whom does {name} accuse?")
	whoAgrees  = lang.Msg("spyfall.who-agrees", "{accuser} accuses {suspect}. Who agrees? 1 yes, 0 no")
	accuseWhom = lang.Msg("spyfall.accuse-whom", "Whom do you accuse?")
	someAccuse = lang.Msg("spyfall.some-accuse", "{name} accuses somebody.")
	areAccused = lang.Msg("spyfall.are-accused", "{accuser} accuses {suspect}. Who agrees?")
	youAgree   = lang.Msg("spyfall.you-agree", "{accuser} accuses {suspect}. Do you agree?")
	othersSay  = lang.Msg("spyfall.others-say", "{accuser} accuses {suspect}. The others say whether they agree.")
	noArguing  = lang.Msg("spyfall.no-arguing", "{suspect} has no say. Do not argue now: that might give the location away.")
	allHands   = lang.Msg("spyfall.all-hands", "all hands are up: everybody agrees")

	notAllHands = lang.Msg("spyfall.not-all-hands", "not everybody agrees")
)

// askAccusation takes an accusation while the clock stands still. by is the player who pressed the key, if the
// program knows, and counts only if that player may still accuse.
func (t asking) askAccusation(may []int, by int) (scoring.Event, error) {
	var err error
	if !slices.Contains(may, by) {
		by, err = t.pick(ask.Head{ID: "spyfall.accuser", Text: whoAccuses}, ask.Pick{Quick: true}, may, Unknown)
		if err != nil {
			return nil, err
		}
	}
	suspect, err := t.pick(t.to(by, "spyfall.suspect", whomAccuse, ask.Phone{One: accuseWhom, Others: someAccuse}), ask.Pick{Quick: true}, t.except(by, Unknown), by)
	if err != nil {
		return nil, err
	}
	agree, convicted, err := t.askAgree(by, suspect)
	switch {
	case err != nil:
		return nil, err
	case !convicted:
		return Accusation{Accuser: by, Suspect: suspect, Agree: agree}, nil
	}
	return t.askReveal(Ending{How: ByAccusation, Accuser: by, Suspect: suspect})
}

var nobodyKey = lang.Msg("spyfall.nobody-key", "n")

// pick asks for one of several people and returns the seat. by is the accuser, or Unknown if the question is who
// accuses or who the spy is.
func (t asking) pick(h ask.Head, pick ask.Pick, seats []int, by int) (int, error) {
	return scoring.PickSeat(t.a, h, pick, scoring.Among{Players: t.Table.Players, Seats: seats, Why: func(seat int) lang.Text {
		say := hasAccused
		switch {
		case seat == by:
			say = ownAccusation
		case slices.Contains(t.now.away, seat):
			say = isAway
		}
		return say.With("name", t.now.name(seat))
	}})
}

// to returns a question to one person, whose name fills the question and the text for the others.
func (t asking) to(seat int, id string, text lang.Text, phone ask.Phone) ask.Head {
	name := t.now.name(seat)
	phone.Others = phone.Others.With("name", name)
	return ask.Head{ID: id, Text: text.With("name", name), People: []int{seat}, Names: []string{name}, Phone: phone}
}

// except returns the players who are here, clockwise from the left of one, without that player and another.
func (s State) except(one, another int) []int {
	return slices.DeleteFunc(s.here(one+1), func(seat int) bool { return seat == one || seat == another })
}

// askAgree asks everybody but the accuser and the suspect, on one line or by a show of hands. It returns those who
// agree, and whether all do. If the table just says that not all do, nobody is named: the names do not matter.
func (t asking) askAgree(accuser, suspect int) (agree []int, all bool, err error) {
	people := t.except(accuser, suspect)
	say := func(it lang.Text) lang.Text {
		return it.With("accuser", t.now.name(accuser), "suspect", t.now.name(suspect))
	}
	r, err := ask.Put(t.a, ask.Head{
		ID: "spyfall.agree", People: people, Names: setup.Named(t.Table.Players, people),
		Text:  say(whoAgrees),
		Phone: ask.Phone{Text: say(areAccused), One: say(youAgree), Others: say(othersSay)},
		Notes: []lang.Text{noArguing.With("suspect", t.now.name(suspect))},
	}, ask.Or(ask.Each{Hi: 1}, ask.Key{Letter: "a", Text: allHands}, ask.Key{Letter: "n", Text: notAllHands}))
	switch {
	case err != nil:
		return nil, false, err
	case r.Key == "a":
		return people, true, nil
	case r.Key == "n":
		return nil, false, nil
	}
	agree = ask.Counts(r.Value.Each(0)).Of(people)
	return agree, len(agree) == len(people), nil
}

var (
	whoIsSpy    = lang.Msg("spyfall.who-is-spy", "Cards on the table! Who was the spy?")
	whichPlace  = lang.Msg("spyfall.which-place", "Where was everybody?")
	notNoted    = lang.Msg("spyfall.not-noted", "We do not note it")
	whoSteps    = lang.Msg("spyfall.who-steps", "Who shows the spy card?")
	spyNames    = lang.Msg("spyfall.spy-names", "Which location does {name} guess?")
	youGuess    = lang.Msg("spyfall.you-guess", "Which location do you guess?")
	someGuess   = lang.Msg("spyfall.some-guess", "{name} is the spy, and names a location.")
	isItRight   = lang.Msg("spyfall.is-it-right", "Is that where everybody is?")
	itIsRight   = lang.Msg("spyfall.it-is-right", "Yes, right")
	itIsWrong   = lang.Msg("spyfall.it-is-wrong", "No, wrong")
	noMoreGuess = lang.Msg("spyfall.no-more-guess", "Time is up: the spy cannot name a location any more.")
	voteBegan   = lang.Msg("spyfall.vote-began", "The vote has begun: the spy cannot name a location any more.")
)

// askReveal asks for the spy and the location once a round is over.
func (t asking) askReveal(e Ending) (scoring.Event, error) {
	if d := t.now.dealt; d != nil {
		return t.reveal(*d, e)
	}
	var err error
	e.Spy, err = t.pick(ask.Head{ID: "spyfall.spy", Text: whoIsSpy}, ask.Pick{}, t.here(0), Unknown)
	if err != nil {
		return nil, err
	}
	e.Location, err = t.askLocation(ask.Head{ID: "spyfall.location", Text: whichPlace}, "")
	return e, err
}

// askLocation offers the locations that are not crossed off, except one. It returns an ID, or "" if the table does
// not note the location, which is not offered for a round that the program dealt.
func (t asking) askLocation(h ask.Head, but string) (string, error) {
	open, _ := t.split()
	open = slices.DeleteFunc(open, func(l Location) bool { return l.ID == but })
	places := ask.Pick{Options: locationNames(open), Sorted: len(open)}
	if t.now.dealt == nil {
		places.Options = append(places.Options, notNoted)
	}
	k, err := ask.Put(t.a, h, places)
	if err != nil || k == len(open) {
		return "", err
	}
	return open[k].ID, nil
}

// askGuess ends a round in the spy's own way: the spy shows the card and names a location. by is the player who
// pressed the key, if the program knows. Source: rulebook, A pedido do espião.
func (t asking) askGuess(by int) (scoring.Event, error) {
	if d := t.now.dealt; d != nil {
		return t.askDealtGuess(*d)
	}
	spy := by
	var err error
	if !slices.Contains(t.here(0), by) {
		spy, err = t.pick(ask.Head{ID: "spyfall.steps", Text: whoSteps}, ask.Pick{}, t.here(0), Unknown)
		if err != nil {
			return nil, err
		}
	}
	e := Ending{How: ByGuess, Spy: spy, Accuser: Unknown, Suspect: Unknown}
	e.Guess, err = t.askNamed(spy)
	if err != nil {
		return nil, err
	}
	right, err := ask.PickOne(t.a, "spyfall.right", isItRight, []lang.Text{itIsRight, itIsWrong}, Unknown)
	if err != nil {
		return nil, err
	}
	e.Correct = right == 0
	if e.Correct && e.Guess != "" {
		e.Location = e.Guess
		return e, nil
	}
	e.Location, err = t.askLocation(ask.Head{ID: "spyfall.location", Text: whichPlace}, e.Guess)
	return e, err
}

// askNamed asks the spy for the location.
func (t asking) askNamed(spy int) (string, error) {
	return t.askLocation(t.to(spy, "spyfall.guess", spyNames, ask.Phone{One: youGuess, Others: someGuess}), "")
}

var (
	everyVote   = lang.Msg("spyfall.every-vote", "Everybody names a suspect, from the dealer on, clockwise")
	youSuspect  = lang.Msg("spyfall.you-suspect", "Who is the spy, do you think?")
	whoSuspects = lang.Msg("spyfall.who-suspects", "Who suspects whom?")
	voteOrder   = lang.Msg("spyfall.vote-order", "Voting in this order:")
	voteNote    = lang.Msg("spyfall.vote-note", "Talk it over first, if you like. The spy only loses if everybody else names the spy.")
	closingNote = lang.Msg("spyfall.closing-note", "From the dealer on, one person after the other may accuse. If all but the suspect agree, that is it; if nobody is convicted, the spy wins.")
	mayNow      = lang.Msg("spyfall.may-now", "{name} may accuse now.")
	nobodyNow   = lang.Msg("spyfall.nobody", "Nobody")
)

// closing reports whether players accuse one after the other when time is up, as in the English edition.
func (s State) closing() bool { return s.Table.Choice(lay.TimeUp, lay.Votes) == lay.Accusations }

// askTimeUp takes the vote of the Brazilian edition, or the closing accusations of the English one. early says
// that the vote was called before time was up.
func (t asking) askTimeUp(early bool) (scoring.Event, error) {
	if t.closing() {
		return t.askClosing()
	}
	begun := noMoreGuess
	if early {
		begun = voteBegan
	}
	people, here := t.here(t.Dealer()), t.here(0)
	among := scoring.Among{Players: t.Table.Players, Seats: here, Why: func(seat int) lang.Text { return isAway.With("name", t.now.name(seat)) }}
	h := ask.Head{
		ID: "spyfall.votes", Text: everyVote, Notes: []lang.Text{begun, voteNote}, People: people, Names: setup.Named(t.Table.Players, people),
		Phone: ask.Phone{Text: whoSuspects, One: youSuspect},
	}
	suspects := scoring.At(ask.Each{Order: voteOrder, Example: anyVotes(people, here), Own: true}, among)
	votes, err := ask.Accept(t.a, h, suspects, func(l ask.Line) ([]int, error) {
		votes := slices.Repeat([]int{Unknown}, len(t.Table.Players))
		for k, suspect := range l.Each(Unknown) {
			votes[people[k]] = among.Seat(suspect)
		}
		return votes, t.now.judgeVotes(votes).Err()
	})
	if err != nil {
		return nil, err
	}
	return t.askReveal(Ending{How: ByVotes, Votes: votes, Accuser: Unknown, Suspect: Unknown})
}

// anyVotes returns a vote that the rules accept, as indexes of options: everybody names the next player in turn.
func anyVotes(people, here []int) [][]int {
	votes := make([][]int, len(people))
	for k := range people {
		votes[k] = []int{slices.Index(here, people[(k+1)%len(people)])}
	}
	return votes
}

// askClosing lets one player after the other accuse until somebody is convicted, even players who accused while
// the clock ran. Source: English edition, time up.
func (t asking) askClosing() (scoring.Event, error) {
	e := Ending{How: ClosingAccusations, Accuser: Unknown, Suspect: Unknown}
	for _, by := range t.here(t.Dealer()) {
		h := t.to(by, "spyfall.closing", whomAccuse, ask.Phone{One: accuseWhom, Others: mayNow})
		h.Notes = []lang.Text{noMoreGuess, closingNote}
		suspect, err := t.pick(h, ask.Pick{Quick: true, Options: []lang.Text{nobodyNow}, Marks: []lang.Text{nobodyKey}}, t.except(by, Unknown), by)
		convicted := false
		if err == nil && suspect != scoring.Gone { // somebody is accused
			_, convicted, err = t.askAgree(by, suspect)
		}
		if err != nil {
			return nil, err
		}
		if convicted {
			e.Accuser, e.Suspect = by, suspect
			break
		}
	}
	return t.askReveal(e)
}
