package spyfall

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The answers in place of a name.
const (
	accuse  = "accuse"
	reveal  = "reveal"
	early   = "early"
	list    = "list"
	unnoted = "unnoted"
	all     = "all"
	notAll  = "not all"
)

// A roundDialog asks for the events of a round.
type roundDialog struct {
	State
	a ask.Asker
}

// Next asks for the next event. Until a round is over it asks nothing that the spy alone, or the others alone, could
// answer.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	t := roundDialog{s, a}
	if s.Now == nil && !s.Table.Played {
		old, _ := was.(Deal)
		return t.askDeal(old)
	}
	return t.askRound()
}

// round returns the round under way. A game that was played already has no deals, and so begins a new one.
func (s State) round() Round {
	if s.Now == nil {
		return Round{Absent: scoring.Absent{Away: s.Away}}
	}
	return *s.Now
}

// ---- The deal

// askDeal leads the table through the deal: the first one together with the laying out. Its answer means that everybody has
// looked at their card. A deal that is asked about once more stays as it was dealt.
func (t roundDialog) askDeal(was Deal) (scoring.Event, error) {
	e := Deal{Dealer: t.Dealer()}
	// Asked about once more, the deal stays: people have seen their cards.
	if was.Dealer != "" {
		e.Dealer, e.Dealt = was.Dealer, was.Dealt
	} else if onPhones(t.Table) {
		e.Dealt = t.draw()
	}
	if !t.Laid {
		l, err := layout(t.Table)
		if err == nil {
			err = setup.LayOut(t.a, l, t.Table.Again)
		}
		if err != nil || e.Dealt == nil {
			return e, err
		}
	}
	text := lang.T("Everybody has looked at their card? Then the clock starts.")
	if e.Dealt != nil {
		text = lang.T("Shall the phones show everybody their card?")
	}
	for n := 1; ; n++ {
		q := ask.Question{ID: "spyfall.deal " + strconv.Itoa(n), Text: text, Suggest: setup.Yes,
			Keys:  []ask.Option{{ID: list, Key: "l", Text: lang.T("the possible locations")}},
			Shape: setup.Confirm(lang.T("Yes"))}
		v, err := ask.Put(t.a, q, nil, t.dealing(e)...)
		if err != nil || v.Key == "" {
			return e, err
		}
		if err := t.showPlaces(n); err != nil {
			return nil, err
		}
	}
}

// dealing names the dealer and says how to deal, in full when everything was laid out. Where the phones deal, the dealer is who
// asks first.
func (s State) dealing(e Deal) []lang.Text {
	says := [3]lang.Text{lang.T("{name} deals."), lang.T("{name} was the spy, and deals now."),
		lang.T("{spy} was the spy and is away: {name}, next on the left, deals.")}
	if onPhones(s.Table) {
		says = [3]lang.Text{lang.T("{name} asks first."), lang.T("{name} was the spy, and asks first now."),
			lang.T("{spy} was the spy and is away: {name}, next on the left, asks first.")}
	}
	who := says[0]
	if n := len(s.Rounds); n > 0 {
		spy := s.Rounds[n-1].Spy
		who = says[1]
		if spy != e.Dealer {
			who = says[2].With("spy", spy)
		}
	}
	notes := []lang.Text{lang.T("Round {n} of {all}.").With("n", len(s.Rounds)+1, "all", s.planned()), who.With("name", e.Dealer)}
	if e.Dealt == nil && len(s.Rounds) > 0 {
		notes = append(notes, lang.T("A new bag: {n} cards from the top, shuffled, one for everybody.").With("n", len(s.here(e.Dealer))))
	}
	return append(notes, s.crossed()...)
}

// crossed lists the places that were played.
func (s State) crossed() []lang.Text {
	if _, played := s.split(); len(played) > 0 {
		return []lang.Text{lang.T("Crossed off: {names}.").With("names", placeNames(played))}
	}
	return nil
}

// showPlaces lists the possible locations until an Enter, for the n-th time in this deal.
func (t roundDialog) showPlaces(n int) error {
	open, _ := t.split()
	q := ask.Question{ID: "spyfall.places " + strconv.Itoa(n), Text: lang.T("Back to the deal"), Suggest: setup.Yes,
		Shape: setup.Confirm(lang.T("Yes"))}
	notes := append([]lang.Text{lang.T("Possible locations: {names}.").With("names", placeNames(open))}, t.crossed()...)
	_, err := ask.Put(t.a, q, nil, notes...)
	return err
}

// draw deals a round: anybody who is there is the spy, and the others are at any place that was not played. It draws from
// all thirty, so that a correction of another round rarely changes it.
func (t roundDialog) draw() *Dealt {
	here := t.here(t.Table.Players[0])
	d := &Dealt{Spy: here[ask.Toss(t.a, len(here))]}
	open, _ := t.split()
	for {
		d.Place = places[ask.Toss(t.a, len(places))].id
		if slices.ContainsFunc(open, func(p place) bool { return p.id == d.Place }) {
			return d
		}
	}
}

// Card returns the card that somebody's phone shows in a round that was dealt without cards; false if none. Nobody else may
// see it. The rulebook names no roles, so a card has none.
func (s State) Card(name scoring.Name) (text lang.Text, dealt bool) {
	switch {
	case s.Now == nil || s.Now.Dealt == nil || !slices.Contains(s.here(name), name):
		return lang.Text{}, false
	case name == s.Now.Dealt.Spy:
		return lang.T("You are the spy!"), true
	}
	return lang.T("You are at: {place}").With("place", placeName(s.Now.Dealt.Place)), true
}

// Places returns the locations that a card may name.
func (s State) Places() (names []lang.Text) {
	open, _ := s.split()
	for _, p := range open {
		names = append(names, p.name)
	}
	return names
}

// ---- The clock

// askRound lets the clock run until somebody stops it or time is up. A failed accusation does not reset it; once everybody has
// accused, that letter is not offered any more.
func (t roundDialog) askRound() (scoring.Event, error) {
	r, may := t.round(), t.mayAccuse()
	// Cards dealt on phones are looked at now; printed ones were looked at during the deal.
	if r.Dealt != nil && len(r.Failed) == 0 {
		text := lang.T("Everybody has looked at their card? Then the clock starts.")
		q := ask.Question{ID: "spyfall.ready", Text: text, Suggest: setup.Yes, Shape: setup.Confirm(lang.T("Yes"))}
		if _, err := ask.Put(t.a, q, nil); err != nil {
			return nil, err
		}
	}
	var options []ask.Option
	if len(may) > 0 {
		options = append(options, ask.Option{ID: accuse, Key: "a", Text: lang.T("Somebody accuses"), Own: lang.T("I accuse somebody")})
		for _, n := range may {
			options[0].By = append(options[0].By, string(n))
		}
	}
	options = append(options, ask.Option{ID: reveal, Key: "s", Text: lang.T("The spy shows the card"), Own: lang.T("I am the spy: I name the location")})
	last := ask.Option{ID: early, Key: "v", Text: lang.T("Vote now (early: a house rule)"), Table: true}
	if t.closes() {
		last.Key, last.Text = "c", lang.T("Closing accusations now (early: a house rule)")
	}
	text := lang.T("Round {n} of {all}. {name} asks the first question.").With("n", len(t.Rounds)+1, "all", t.planned(), "name", t.Dealer())
	if t.Table.Played {
		text = lang.T("Round {n} of {all}: what happened?").With("n", len(t.Rounds)+1, "all", t.planned())
	}
	q := ask.Question{ID: "spyfall.clock " + strconv.Itoa(len(t.Rounds)+1), Text: text,
		Shape: ask.Watch{Options: append(options, last), Limit: clock(t.Table), Keeps: true}}
	v, err := ask.Put(t.a, q, func(v ask.Value) error {
		if v.Up && (v.Line == accuse || v.Line == reveal) {
			return fault.New(lang.T("time is up: that counts only while the clock runs"))
		}
		// The refusal stays on their own phone.
		if d := r.Dealt; d != nil && v.Line == reveal && v.Who != "" && v.Who != string(d.Spy) {
			return fault.New(lang.T("You are not the spy: the round goes on."))
		}
		return nil
	}, t.roundNotes(may)...)
	switch {
	case err != nil:
		return nil, err
	case v.Line == accuse:
		return t.askAccusation(may, scoring.Name(v.Who))
	case v.Line == reveal:
		return t.askGuess(scoring.Name(v.Who))
	case t.closes():
		return t.askClosing()
	}
	return t.askVotes()
}

// closes reports whether people accuse one after the other when time is up, as in the English edition.
func (s State) closes() bool { return s.Table.Choice(ending.ID, Votes) == Accusations }

func (s State) roundNotes(may []scoring.Name) (notes []lang.Text) {
	for _, f := range s.round().Failed {
		notes = append(notes, lang.T("{accuser} accused {suspect}; not everybody agreed.").With("accuser", f.Accuser, "suspect", f.Suspect))
	}
	if len(may) > 0 {
		notes = append(notes, lang.T("Can still accuse: {names}.").With("names", lang.Names(may)))
	}
	return notes
}

// ---- An accusation

var takeBack = lang.T("Nobody: I take it back")

// askAccusation takes an accusation while the clock stands. by is the person whose phone stopped it, "" if none did.
func (t roundDialog) askAccusation(may []scoring.Name, by scoring.Name) (scoring.Event, error) {
	if !slices.Contains(may, by) {
		v, err := t.pick("spyfall.accuser", lang.T("Who accuses?"), scoring.ItWasMe, may, "")
		if err != nil {
			return nil, err
		}
		by = v
	}
	v, err := ask.Put(t.a, ask.Question{ID: "spyfall.suspect", Who: string(by), Text: lang.T("Who does {name} accuse?").With("name", by),
		Own: lang.T("Who do you accuse?"), Shape: ask.Pick{Options: ask.Names(t.but(by))}, Final: true,
		Back: takeBack}, nil)
	if err != nil {
		return nil, err
	}
	suspect := scoring.Name(v.Line)
	agree, whole, err := t.askAgree(by, suspect)
	switch {
	case err != nil:
		return nil, err
	case !whole:
		return Accusation{Accuser: by, Suspect: suspect, Agree: agree}, nil
	}
	return t.askSpy(Ending{Type: convicted, Accuser: by, Suspect: suspect})
}

// pick asks for one of several people.
func (t roundDialog) pick(id string, text, own lang.Text, of []scoring.Name, suggest scoring.Name) (scoring.Name, error) {
	v, err := ask.Put(t.a, ask.Question{ID: id, Text: text, Own: own, Suggest: string(suggest), Shape: ask.Pick{Options: ask.Names(of)}}, nil)
	return scoring.Name(v.Line), err
}

// but returns the people who are there, without some, clockwise from the first of those on.
func (s State) but(not ...scoring.Name) []scoring.Name {
	return slices.DeleteFunc(s.here(not[0]), func(n scoring.Name) bool { return slices.Contains(not, n) })
}

// askAgree asks everybody but the accuser and the suspect. If the table just says that not all agree, nobody is named.
func (t roundDialog) askAgree(accuser, suspect scoring.Name) (agree []scoring.Name, whole bool, err error) {
	text := lang.T("{accuser} accuses {suspect}. Who agrees?").With("accuser", accuser, "suspect", suspect)
	own := lang.T("{accuser} accuses {suspect}. Do you agree?").With("accuser", accuser, "suspect", suspect)
	rest := lang.T("{accuser} accuses {suspect}. The others say whether they agree.").With("accuser", accuser, "suspect", suspect)
	g := ask.Group{Text: text, Notes: []lang.Text{
		lang.T("{suspect} has no say. Do not argue now: that might give the location away.").With("suspect", suspect)},
		Retract: ask.Retraction{Who: string(accuser), Back: takeBack,
			Text: lang.T("You accuse {suspect}. The others say whether they agree.").With("suspect", suspect)}}
	others := t.but(accuser, suspect)
	for _, n := range others {
		alone := lang.T("{name}: {accuser} accuses {suspect}. Do you agree?").With("name", n, "accuser", accuser, "suspect", suspect)
		g.Asked = append(g.Asked, ask.Question{ID: "spyfall.agree", Who: string(n), Text: alone, Own: own, Rest: rest,
			Keys: []ask.Option{{ID: all, Key: "a", Text: lang.T("all hands are up: everybody agrees"), Table: true},
				{ID: notAll, Key: "n", Text: lang.T("not everybody agrees"), Table: true}},
			Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))})
	}
	v, err := ask.All(t.a, g, nil)
	if err != nil {
		return nil, false, err
	}
	agree = []scoring.Name{}
	for i, n := range others {
		switch {
		case v[i].Key == all:
			return others, true, nil
		case v[i].Key == notAll:
			return []scoring.Name{}, false, nil
		case v[i].Line == setup.Yes:
			agree = append(agree, n)
		}
	}
	return agree, len(agree) == len(others), nil
}

// ---- Time is up

var noMore = lang.T("From now on the spy cannot name a location.")

// askVotes asks for everybody's vote, in a line from the dealer on.
func (t roundDialog) askVotes() (scoring.Event, error) {
	people := t.here(t.Dealer())
	text := lang.T("Who does each of you suspect, from the dealer on, clockwise?")
	if onPhones(t.Table) {
		text = lang.T("Who does each of you suspect, from {name} on, clockwise?").With("name", people[0])
	}
	g := ask.Group{Text: text, Notes: []lang.Text{noMore,
		lang.T("Talk it over first, if you like. The spy only loses if everybody else names the spy.")}}
	for i, n := range people {
		options := ask.Names(people)
		options[i].Why = lang.T("nobody votes for themselves")
		g.Asked = append(g.Asked, ask.Question{ID: "spyfall.vote", Who: string(n), Text: lang.T("Who does {name} suspect?").With("name", n),
			Own: lang.T("Who is the spy, do you think?"), Rest: lang.T("Who suspects whom?"), Shape: ask.Pick{Options: options}})
		g.Example = append(g.Example, string(people[(i+1)%len(people)]))
	}
	v, err := ask.All(t.a, g, nil)
	if err != nil {
		return nil, err
	}
	votes := map[scoring.Name]scoring.Name{}
	for i, n := range people {
		votes[n] = scoring.Name(v[i].Line)
	}
	return t.askSpy(Ending{Type: timeUp, Votes: votes})
}

// askClosing asks, in a line, for the accuser and the suspect of the accusation on which all but the suspect agreed: from
// the dealer on everybody may accuse, also those who did while the clock ran.
func (t roundDialog) askClosing() (scoring.Event, error) {
	people := t.here(t.Dealer())
	text := lang.T("Who accused whom, and everybody agreed?")
	none := []ask.Option{{ID: setup.Nobody, Key: "n", Text: lang.T("nobody was convicted")}}
	g := ask.Group{Text: text, Notes: []lang.Text{noMore,
		lang.T("One after the other may accuse: {names}. If all but the suspect agree, that is it; if nobody is convicted, the spy wins.").
			With("names", lang.Names(people))},
		Asked: []ask.Question{
			{ID: "spyfall.closing", Text: lang.T("Who accused?"), Keys: none, Shape: ask.Pick{Options: ask.Names(people)}},
			{ID: "spyfall.closing suspect", Text: lang.T("Who was accused?"), Shape: ask.Pick{Options: ask.Names(people)}},
		}, Example: []string{string(people[0]), string(people[1])}}
	v, err := ask.All(t.a, g, func(v []ask.Value) error {
		if v[0].Given() && v[1].Given() {
			return t.round().pair(scoring.Name(v[0].Line), scoring.Name(v[1].Line))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	e := Ending{Type: closing}
	if v[0].Key == "" {
		e.Accuser, e.Suspect = scoring.Name(v[0].Line), scoring.Name(v[1].Line)
	}
	return t.askSpy(e)
}

// ---- Cards on the table

// askSpy asks for the spy, and where everybody was.
func (t roundDialog) askSpy(e Ending) (scoring.Event, error) {
	// The program dealt, so it knows the spy and the place.
	if d := t.round().Dealt; d != nil {
		return End{d.Spy, d.Place, e}, nil
	}
	spy, err := t.pick("spyfall.spy", lang.T("Cards on the table! Who was the spy?"), scoring.ItWasMe, t.here(t.Dealer()), e.Suspect)
	if err != nil {
		return nil, err
	}
	at, err := t.askWhere("")
	return End{spy, at, e}, err
}

// askWhere asks where everybody was, unless this was the last round: it only matters for places that are still to come.
func (t roundDialog) askWhere(not string) (string, error) {
	if len(t.Rounds)+1 >= t.planned() {
		return "", nil
	}
	return t.askPlace("spyfall.location", lang.T("Where was everybody?"), "", not)
}

// askPlace asks for a place that was not played yet, other than not; a beginning of its name will do. A named person
// answers alone; the table, asked with "" for a name, need not tell: then it returns "".
func (t roundDialog) askPlace(id string, text lang.Text, who scoring.Name, not string) (string, error) {
	open, _ := t.split()
	pick := ask.Pick{Sorted: true}
	for _, p := range open {
		if p.id != not {
			pick.Options = append(pick.Options, ask.Option{ID: p.id, Text: p.name})
		}
	}
	q := ask.Question{ID: id, Who: string(who), Text: text, Final: who != "", Shape: pick}
	if q.Own = lang.T("Which location do you guess?"); who == "" {
		q.Own = lang.Text{}
		q.Keys = []ask.Option{{ID: unnoted, Key: "x", Text: lang.T("we do not note it")}}
	}
	// The letter for “we do not note it” leaves the line empty.
	v, err := ask.Put(t.a, q, nil)
	return v.Line, err
}

// askGuess ends a round in the spy's own way (A pedido do espião). by is the person whose phone asked for it, "" if none did.
func (t roundDialog) askGuess(by scoring.Name) (scoring.Event, error) {
	if d := t.round().Dealt; d != nil {
		return t.askDealtGuess(*d, by)
	}
	spy := by
	if !slices.Contains(t.here(t.Dealer()), by) {
		v, err := t.pick("spyfall.steps", lang.T("Who shows the spy card?"), scoring.ItWasMe, t.here(t.Dealer()), "")
		if err != nil {
			return nil, err
		}
		spy = v
	}
	e := Ending{Type: guessed}
	guess, err := t.askPlace("spyfall.guess", lang.T("Which location does {name} guess?").With("name", spy), "", "")
	if err != nil {
		return nil, err
	}
	right, err := ask.Put(t.a, ask.Question{ID: "spyfall.right", Text: lang.T("Is that where everybody is?"),
		Shape: setup.YesOrNo(lang.T("Yes, right"), lang.T("No, wrong"))}, nil)
	if err != nil {
		return nil, err
	}
	e.Guess, e.Correct = guess, right.Line == setup.Yes
	if e.Correct && guess != "" {
		return End{spy, guess, e}, nil
	}
	at, err := t.askWhere(guess)
	return End{spy, at, e}, err
}

// askDealtGuess asks the spy for the place. A key at the laptop may be a slip, and would give the spy away: nothing is
// suggested there, and a “no” leads back to the clock.
func (t roundDialog) askDealtGuess(d Dealt, by scoring.Name) (scoring.Event, error) {
	if by != d.Spy {
		_, err := ask.Put(t.a, ask.Question{ID: "spyfall.shows", Text: lang.T("Has the spy shown the card? Then everybody learns who it is."),
			Shape: setup.YesOrNo(lang.T("Yes, and now names a location"), lang.T("No, the round goes on"))}, func(v ask.Value) error {
			if v.Line == setup.No {
				return ask.Back
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	guess, err := t.askPlace("spyfall.guess", lang.T("Which location does {name} guess?").With("name", d.Spy), d.Spy, "")
	return End{d.Spy, d.Place, Ending{Type: guessed, Guess: guess, Correct: guess == d.Place}}, err
}

// ---- What happened

// Tell says an event in one line. A deal gives nobody's card away.
func (s State) Tell(e scoring.Event) (say lang.Text) {
	switch e := e.(type) {
	case Deal:
		say = lang.T("Round {n}: everybody has a card")
		if e.Dealer != "" && !onPhones(s.Table) {
			say = lang.T("{name} dealt round {n}").With("name", e.Dealer)
		}
	case Accusation:
		say = lang.T("Round {n}: {name} accused {other}; not everybody agreed").With("name", e.Accuser, "other", e.Suspect)
	case End:
		told := s.tellEnd(e)
		if e.Location != "" {
			told = append(told, lang.T("the location: {place}").With("place", placeName(e.Location)))
		}
		told[0] = told[0].With("n", len(s.Rounds)+1)
		return lang.Join("; ", told)
	default:
		return say
	}
	return say.With("n", len(s.Rounds)+1)
}

// tellEnd says how a round ended, and names the spy.
func (s State) tellEnd(e End) []lang.Text {
	say, spy := lang.T("Round {n}: time was up, and nobody was convicted"), lang.T("the spy was {spy}").With("spy", e.Spy)
	switch {
	case e.Ending.Type == timeUp:
		var votes lang.List
		for _, n := range s.here(s.Dealer()) {
			if named := e.Ending.Votes[n]; named != "" {
				votes = append(votes, lang.T("{voter} for {named}").With("voter", n, "named", named))
			}
		}
		return []lang.Text{lang.T("Round {n}: everybody voted"), lang.Only(votes), spy}
	case e.Ending.Type == guessed && e.Ending.Correct:
		say = lang.T("Round {n}: {spy}, the spy, named the right location")
	case e.Ending.Type == guessed && e.Ending.Guess == "":
		say = lang.T("Round {n}: {spy}, the spy, named a wrong location")
	case e.Ending.Type == guessed:
		say = lang.T("Round {n}: {spy}, the spy, named a wrong location, {guess}").With("guess", placeName(e.Ending.Guess))
	case e.Ending.Accuser != "":
		say = lang.T("Round {n}: {name} accused {other}, and all agreed").With("name", e.Ending.Accuser, "other", e.Ending.Suspect)
	}
	if e.Ending.Type == guessed {
		return []lang.Text{say.With("spy", e.Spy)}
	}
	return []lang.Text{say, spy}
}

// Reveal shows everybody who was named, with those who named them, and last the spy and the place of all others.
func (s State) Reveal(e scoring.Event) (tiles []scoring.Tile) {
	switch e := e.(type) {
	case Accusation:
		return []scoring.Tile{{Of: scoring.Row(e.Suspect), On: []scoring.Row{scoring.Row(e.Accuser)},
			Note: lang.T("not everybody agreed")}}
	case End:
		tiles = s.named(e)
		if e.Ending.Guess != "" && !e.Ending.Correct {
			tiles = append(tiles, scoring.Tile{Face: placeName(e.Ending.Guess), Note: lang.T("a wrong guess")})
		}
		if e.Location != "" {
			place := scoring.Tile{Face: placeName(e.Location), Note: lang.T("the location"), Last: true, Late: true}
			if e.Ending.Correct {
				place.Note, place.Late = lang.T("guessed right"), false
			}
			tiles = append(tiles, place)
		}
	}
	return tiles
}

// named returns a tile for everybody who was named at the end of a round, and for the spy. A spy whom nobody has named comes after
// all others.
func (s State) named(e End) (tiles []scoring.Tile) {
	var unnamed []scoring.Tile
	on := map[scoring.Name][]scoring.Row{}
	for _, n := range s.Table.Players {
		if to := e.Ending.Votes[n]; to != "" {
			on[to] = append(on[to], scoring.Row(n))
		}
	}
	if e.Ending.Accuser != "" {
		on[e.Ending.Suspect] = []scoring.Row{scoring.Row(e.Ending.Accuser)}
	}
	for _, n := range s.Table.Players {
		spy := n == e.Spy
		if !spy && len(on[n]) == 0 {
			continue
		}
		tile := scoring.Tile{Of: scoring.Row(n), On: on[n], Note: lang.T("not the spy"), Last: spy}
		if spy {
			tile.Note = lang.T("the spy")
		}
		if spy && len(on[n]) == 0 && len(on) > 0 {
			tile.Late = true
			unnamed = append(unnamed, tile)
			continue
		}
		tiles = append(tiles, tile)
	}
	return append(tiles, unnamed...)
}
