package dixit

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A turn costs few keys. Aloud: the storyteller's card, all votes in one line, then who laid the cards with votes, unless
// that follows from the votes. In secret: everybody's own card, so that nobody can vote for it, then the votes. The first
// storyteller is asked for once the cards are dealt, since nobody has a clue before; afterwards it is the neighbor to the
// left, unless the table names another one.

// Next asks for the next turn.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	q := turnDialog{State: s, a: a, t: Turn{Storyteller: s.storyteller()}}
	if q.was, q.again = was.(Turn); q.again {
		q.t.Storyteller, q.Away, q.Midway = q.was.Storyteller, s.seated(slices.Concat(s.Away, q.was.Away)), q.was.Midway
	}
	q.t.Away, q.t.Midway = q.Away, q.Midway
	steps := []func() error{q.story, q.votes, q.owners}
	switch secret := s.Table.On("secret"); {
	case secret && s.mode() == Party:
		steps = []func() error{q.votes, q.story}
	case secret:
		steps = []func() error{q.mine, q.votes}
	case s.mode() == Party:
		steps = steps[:2]
	}
	whose := func(text, own lang.Text) {
		steps = append([]func() error{func() error { return q.teller(text, own) }}, steps...)
	}
	switch due := s.due(); {
	case q.again:
	case len(s.Turns) == 0 && s.Table.First == "":
		whose(lang.T("Who thought of a clue first?"), scoring.ItWasMe)
	// The turn stands, so the table had named somebody else before this person left.
	case slices.Contains(s.Midway, due):
		q.named = append(q.named, due)
		whose(whoTells, itIsMe)
	}
	for len(steps) > 0 {
		switch err := steps[0](); err {
		case nil:
			steps = steps[1:]
		case errOther:
			q.named = append(q.named, q.t.Storyteller)
			if err := q.teller(whoTells, itIsMe); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
	return q.t, nil
}

// A turnDialog asks for one turn, answer by answer.
type turnDialog struct {
	State
	a     ask.Asker
	t     Turn
	was   Turn   // the turn that is put right, if again
	again bool   // a turn is put right; else this is a new one
	begun bool   // the first group of the turn is answered
	named []name // earlier storytellers of this turn, before the table named somebody else
}

// errOther says that somebody else is the storyteller.
var errOther = errors.New("dixit: somebody else is the storyteller")

// other is the key that says so.
const other = "o"

// The question for a storyteller, and the answer on their own phone.
var (
	whoTells = lang.T("Who is the storyteller?")
	itIsMe   = lang.T("It is me")
)

// id returns the ID of a question to or about the storyteller. If the table came back to a storyteller whom it had named
// before, a number tells the questions apart.
func (q *turnDialog) id(what, about string) string {
	before := slices.DeleteFunc(slices.Clone(q.named), func(n name) bool { return n != q.t.Storyteller })
	return numbered(what, len(before), about)
}

func numbered(what string, before int, about string) string {
	id := "dixit." + what
	if before > 0 {
		id += " " + strconv.Itoa(before+1)
	}
	return strings.TrimSpace(id + " " + about)
}

// put puts a group. take returns the turn with the answers given so far; a turn that cannot be is refused.
func (q *turnDialog) put(g ask.Group, take func(Turn, []ask.Value) (Turn, error)) error {
	teller := max(0, slices.IndexFunc(g.Asked, func(one ask.Question) bool { return one.Who == string(q.t.Storyteller) }))
	if !q.begun {
		g.Notes = append(q.notes(), g.Notes...)
	}
	if len(q.Midway) > 0 {
		gone := lang.T("What {names} laid is off the track: whoever voted for it votes once more.").With("names", lang.Names(q.Midway))
		g.Notes = append(g.Notes, gone)
	}
	// Another storyteller can be named until the first answer: afterwards all answers are about this story.
	if !q.begun && !q.again {
		g.Asked[teller].Keys = []ask.Option{{ID: other, Key: "o", Text: lang.T("somebody else is the storyteller")}}
	}
	// q keeps its turn until the whole group is in: the check runs after every answer, on values that may still change.
	t := q.t
	v, err := ask.All(q.a, g, func(v []ask.Value) error {
		told, err := take(q.t, v)
		if err == nil {
			t = told
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case v[teller].Key == other:
		return errOther
	}
	q.t, q.begun = t, true
	return nil
}

// teller asks for the storyteller.
func (q *turnDialog) teller(text, own lang.Text) error {
	here := ask.Pick{Options: ask.Names(q.Present())}
	v, err := ask.Put(q.a, ask.Question{
		ID: numbered("teller", len(q.named), ""), Text: text, Own: own, Suggest: string(q.t.Storyteller), Shape: here,
	}, nil)
	if err == nil {
		q.t.Storyteller = name(v.Line)
	}
	return err
}

// notes tells the table its next steps: in full in the first round, later in a line. They cost no key.
func (q *turnDialog) notes() []lang.Text {
	var say lang.Text
	party, team, n := q.mode() == Party, q.mode() == Team, len(q.Turns)
	switch {
	case q.again || q.Table.Played:
		return nil
	case n == 0 && party:
		say = lang.T("{who} says something. Everybody hands in a card that fits, {who} too; shuffled, they lie on the track from 1 on.")
	case n == 0 && team:
		say = lang.T("{who} says something. {partner} hands over a card that fits, and so does one of each other pair; shuffled, they lie on the track from 1 on.")
	case n == 0:
		say = lang.T("{who} says something about a card. The others hand in cards that fit; shuffled, all lie on the track from 1 on.")
	case n == 1 && party:
		say = lang.T("Discard the cards that were played. Everybody draws back up to {n} and passes the whole hand, face down, to the left. {who} gets the red peg.")
	case n == 1:
		say = lang.T("Discard the cards that were played. Everybody draws back up to {n} cards.")
	case party:
		say = lang.T("Draw back up to {n} cards, pass the hand to the left, and the red peg to {who}.")
	default:
		say = lang.T("Draw back up to {n} cards.")
	}
	notes := []lang.Text{say.With("n", q.layout().CardsEach, "who", q.t.Storyteller, "partner", q.partner())}
	if q.reshuffles() {
		notes = append(notes, lang.T("The draw pile does not last for everybody: shuffle the discarded cards into a new one."))
	}
	if n == 0 && !q.Table.On("secret") {
		notes = append(notes, lang.T("The clue may stand behind the number: 4 monday morning."))
	}
	return notes
}

// reshuffles reports whether the draw pile runs out when everybody draws now. Once people came or left it says no, since
// nobody knows what became of their hands.
func (q *turnDialog) reshuffles() (now bool) {
	if len(q.Away)+len(q.Late) > 0 || slices.ContainsFunc(q.Turns, func(t Turn) bool { return len(t.Away) > 0 }) {
		return false
	}
	l := q.layout()
	pile, discarded := images-l.Players*l.CardsEach, 0
	for range q.Turns {
		discarded += l.CardsShown
		if now = pile < l.CardsShown; now {
			pile, discarded = pile+discarded, 0
		}
		pile -= l.CardsShown
	}
	return now
}

// layout returns the layout for those who began the turn.
func (q *turnDialog) layout() layoutData {
	return lay(setup.Table{Players: q.began(q.t), Choices: q.Table.Choices})
}

// cards returns the shape of a question for least to most of the cards on the track.
func (q *turnDialog) cards(least, most int) ask.Number {
	last := q.layout().CardsShown
	// In Team the storyteller's partner may hand in a card as well.
	if q.mode() == Team {
		last++
	}
	// The turn that is put right may come out of a sheet, with gaps between its cards.
	for card := range q.was.Cards {
		last = max(last, card)
	}
	return ask.Number{Lo: 1, Hi: last, Least: least, Most: most, Cards: true}
}

// suggest returns a line of numbers out of the turn that is put right, or "".
func suggest(nums ...int) string {
	nums = slices.DeleteFunc(slices.Clone(nums), func(n int) bool { return n == 0 })
	return strings.Trim(fmt.Sprint(nums), "[]")
}

// story asks the storyteller for their card, in Party for the one that gets the red vote. Aloud the clue may stand behind it.
func (q *turnDialog) story() error {
	who, secret := string(q.t.Storyteller), q.Table.On("secret")
	text, own := lang.T("{who} tells. After the votes: which card was it?"), lang.T("You tell. After the votes: which card was it?")
	if q.mode() == Party {
		text = lang.T("{who} tells. After the votes: which card got the red vote?")
		own = lang.T("You tell. After the votes: which card got your red vote?")
	}
	// In secret nobody waits for the votes: the phone keeps the answer to itself until all have voted.
	if secret {
		own = lang.T("You tell. Which card gets your red vote?")
	}
	g := ask.Group{Text: text.With("who", q.t.Storyteller)}
	g.Asked = append(g.Asked, ask.Question{
		ID: q.id("card", ""), Who: who, Text: g.Text, Own: own, Rest: q.tells(), Secret: secret, Shape: q.cards(1, 1),
		Suggest: suggest(q.was.Card, q.was.Red),
	})
	if !secret {
		g.Asked = append(g.Asked, ask.Question{
			ID: q.id("clue", who), Text: lang.T("And the clue?"), Suggest: q.was.Clue,
			Shape: ask.Words{Blank: true, Max: clueLength},
		})
	}
	return q.put(g, func(t Turn, v []ask.Value) (Turn, error) {
		// A hasty hand types the votes behind the card: a clue of numbers is refused, unless it was the clue before.
		if len(v) > 1 {
			if t.Clue = v[1].Line; onlyNumbers(t.Clue) && t.Clue != q.was.Clue {
				return t, fault.New(lang.T("the votes come next; the clue is words"))
			}
		}
		if t.Red = v[0].One(); q.mode() != Party {
			t.Red, t.Card, t.Cards = 0, v[0].One(), map[int]row{v[0].One(): q.RowOf(t.Storyteller)}
		}
		return t, q.checkSoFar(t)
	})
}

// onlyNumbers reports whether a clue reads like a line of votes.
func onlyNumbers(clue string) bool {
	return strings.ContainsFunc(clue, unicode.IsDigit) && strings.Trim(clue, "0123456789 ,;+-") == ""
}

func (q *turnDialog) tells() lang.Text { return lang.T("{who} tells.").With("who", q.t.Storyteller) }

// votes asks for all votes: on one line, or in secret one after the other.
func (q *turnDialog) votes() error {
	text, own := lang.T("The votes for {who}'s story, in this order?"), lang.T("Which card do you think is {who}'s?")
	most := 1
	switch {
	case q.mode() == Party:
		text, own = lang.T("The green votes for {who}'s story, in this order?"), lang.T("Which card gets your green vote?")
	case q.mode() == Team:
		text, own = lang.T("The teams' votes for {who}'s story, in this order?"), lang.T("Which card does your team vote for?")
	case q.twoVotes(q.t):
		text, most = lang.T("The votes for {who}'s story, one or two each (3 or 3+5), in this order?"), 2
	}
	secret, voters := q.Table.On("secret"), q.voters(q.t)
	// Aloud, the vote lies on a voting board already.
	if !secret {
		own = lang.T("Where is your vote?")
	}
	g := ask.Group{Text: text.With("who", q.t.Storyteller)}
	for _, r := range voters {
		// Aloud, the owners are asked after the votes; in secret everybody named their own card first, and cannot vote for it.
		cards := q.cards(1, most)
		if secret && q.mode() != Party {
			cards.Barred = q.barred(r)
		}
		g.Asked = append(g.Asked, ask.Question{
			ID: q.id("vote", string(q.t.Storyteller)), Who: string(r), Text: lang.T("{who}, your vote, please").With("who", r),
			Own: own.With("who", q.t.Storyteller), Rest: lang.T("Everybody votes on {who}'s story.").With("who", q.t.Storyteller),
			Secret: secret, Suggest: suggest(q.was.Votes[r]...), Shape: cards,
		})
	}
	return q.put(g, func(t Turn, v []ask.Value) (Turn, error) {
		t.Votes = map[row][]int{}
		for k, r := range voters {
			if v[k].Given() {
				t.Votes[r] = v[k].Nums
			}
		}
		return t, q.checkSoFar(t)
	})
}

// barred tells a row which cards it cannot vote for, once all cards are known.
func (q *turnDialog) barred(r row) map[int]lang.Text {
	barred := map[int]lang.Text{}
	for card := 1; card <= q.cards(1, 1).Hi; card++ {
		switch owner, there := q.t.Cards[card]; {
		case !there:
			barred[card] = lang.T("card {card} is not on the table").With("card", card)
		case owner == r:
			barred[card] = ownCard(r, card)
		}
	}
	return barred
}

// checkSoFar refuses votes that cannot be, as far as the cards are known.
func (q *turnDialog) checkSoFar(t Turn) error {
	if green := t.Votes[q.RowOf(t.Storyteller)]; q.mode() == Party && slices.Contains(green, t.Red) {
		return errRedOnGreen(t)
	}
	_, open, card := q.settle(t)
	switch {
	case card > 0:
		say := lang.T("nobody can have laid card {card}: look at the votes for it, and at the storyteller's card")
		return fault.New(say.With("card", card), "cards", strconv.Itoa(card))
	case !q.owned(t):
		say := lang.T("one of cards {cards} is nobody's: look at the votes for it")
		return fault.New(say.With("cards", numbers(slices.Sorted(maps.Keys(open)))), "cards")
	}
	return nil
}

// owned reports whether all cards with votes can have owners at once. Each of them alone may, and all together not, where
// somebody left in the middle of the turn: their card lies there, and nobody has said which it is.
func (s State) owned(t Turn) bool {
	known, open, nobodys := s.settle(t)
	if nobodys > 0 || len(open) == 0 {
		return nobodys == 0
	}
	card := slices.Min(slices.Collect(maps.Keys(open)))
	return slices.ContainsFunc(open[card], func(r row) bool {
		t.Cards = maps.Clone(known)
		t.Cards[card] = r
		return s.owned(t)
	})
}

// settle finds the owners of the cards with votes: known has the cards whose owner was named or follows from the votes,
// open the others with everybody who may have laid them, and nobodys a card that nobody can have laid, or 0. Nobody votes
// for their own card, and nobody lays more cards than they may.
func (s State) settle(t Turn) (known map[int]row, open map[int][]row, nobodys int) {
	if s.mode() == Party {
		return nil, nil, 0
	}
	// Each owner found may bar that row from another card, so the search starts anew until it finds nothing more.
	t.Cards = maps.Clone(t.Cards)
	for again := true; again; {
		again, open = false, map[int][]row{}
		for card := 1; card <= spaces; card++ {
			// A card without votes pays nobody, so its owner does not matter.
			against := t.votersFor(card, s.voters(t))
			if _, is := t.Cards[card]; is || len(against) == 0 {
				continue
			}
			may := slices.DeleteFunc(s.Rows(), func(r row) bool {
				return slices.Contains(t.Away, name(r)) || slices.Contains(against, r) || len(t.cardsOf(r)) >= s.mayLay(t, r)
			})
			switch len(may) {
			case 0:
				return nil, nil, card
			case 1:
				t.Cards[card], again = may[0], true
			default:
				open[card] = may
			}
		}
	}
	return t.Cards, open, 0
}

// owners asks for the owners of those cards with votes that the votes do not settle.
func (q *turnDialog) owners() error {
	known, open, _ := q.settle(q.t)
	q.t.Cards = known
	cards := slices.Sorted(maps.Keys(open))
	if len(cards) == 0 {
		return nil
	}
	text := lang.N("Who laid card {cards}?", "Who laid cards {cards}, in this order?")
	g := ask.Group{Text: text.With("n", len(cards), "cards", numbers(cards)), Example: q.example(cards)}
	for _, card := range cards {
		g.Asked = append(g.Asked, ask.Question{
			ID: q.id("owner "+strconv.Itoa(card), string(q.t.Storyteller)), As: lang.Literal("#" + strconv.Itoa(card)),
			Text: text.With("n", 1, "cards", card), Suggest: string(q.was.Cards[card]), Shape: q.whose(card, open),
		})
	}
	return q.put(g, func(t Turn, v []ask.Value) (Turn, error) {
		t.Cards = maps.Clone(t.Cards)
		for k, card := range cards {
			if v[k].Given() {
				t.Cards[card] = row(v[k].Line)
			}
		}
		return t, q.checkCards(t)
	})
}

// example returns owners of the open cards that could be, or nil: if possible nobody whose number is that of the card, since
// the line would look like the cards.
func (q *turnDialog) example(cards []int) (lines []string) {
	for _, like := range []bool{false, true} {
		if lines = q.someOwners(cards, like); lines != nil {
			break
		}
	}
	return lines
}

// someOwners returns owners of the open cards that could be, or nil. like: somebody's number may be that of their card.
func (q *turnDialog) someOwners(cards []int, like bool) (lines []string) {
	t := q.t
	for _, card := range cards {
		known, open, nobodys := q.settle(t)
		if nobodys > 0 {
			return nil
		}
		t.Cards = known
		if may := open[card]; len(may) > 0 {
			other := slices.IndexFunc(may, func(r row) bool { return like || slices.Index(q.Rows(), r)+1 != card })
			t.Cards[card] = may[max(0, other)]
		}
		lines = append(lines, string(t.Cards[card]))
	}
	return lines
}

// whose lists everybody who may have laid an open card, and bars those who cannot have laid this one. All lists of a turn
// are alike, and have a key a line.
func (q *turnDialog) whose(card int, open map[int][]row) (pick ask.Pick) {
	for i, r := range q.Rows() {
		if !slices.ContainsFunc(slices.Collect(maps.Values(open)), func(may []row) bool { return slices.Contains(may, r) }) {
			continue
		}
		o := ask.Option{ID: string(r), No: i + 1, Who: string(r), Text: lang.Literal(string(r))}
		if !slices.Contains(open[card], r) {
			o.Why = lang.T("card {card} cannot be {who}'s: {who} voted for it").With("who", r, "card", card)
		}
		pick.Options = append(pick.Options, o)
	}
	return pick
}

// An ownCards is the question of one person for the cards that they laid. A row may be asked through two people.
type ownCards struct {
	ask.Question
	owner row
	cards []int
}

// mine asks everybody in secret which card is theirs, in Team the storyteller's partner too. No answer is refused for
// another one, since a refusal would say what somebody else laid: once all are in, a card that was named twice is nobody's,
// the table hears who named it, and they are asked again.
func (q *turnDialog) mine() error {
	all := q.everyCard()
	var notes []lang.Text
	for n, again := 0, all; len(again) > 0; n++ {
		if err := q.putCards(q.mineID(n), again, notes); err != nil {
			return err
		}
		again, notes = clashes(all)
	}
	t := q.t
	t.Card, t.Cards = all[0].cards[0], map[int]row{}
	for _, one := range all {
		for _, card := range one.cards {
			t.Cards[card] = one.owner
		}
	}
	q.t = t
	return nil
}

// everyCard returns the questions for all cards on the track, the storyteller's first.
func (q *turnDialog) everyCard() (all []*ownCards) {
	teller := q.t.Storyteller
	add := func(who string, owner row, text, own lang.Text, cards ask.Number) {
		// In Team the storyteller and the partner share a row: the story is suggested to one, the other card to the other.
		was := slices.DeleteFunc(q.was.cardsOf(owner), func(card int) bool { return card == q.was.Card })
		if len(all) == 0 {
			was = []int{q.was.Card}
		}
		one := ask.Question{Who: who, Text: text.With("who", who), Own: own, Rest: q.tells()}
		one.Secret, one.Suggest, one.Shape = true, suggest(was...), cards
		if q.again && cards.Blank && one.Suggest == "" {
			one.Suggest = "-"
		}
		all = append(all, &ownCards{Question: one, owner: owner})
	}
	own := lang.T("You tell. Which card is yours?")
	add(string(teller), q.RowOf(teller), lang.T("Storyteller {who}, which card is yours?"), own, q.cards(1, 1))
	for _, r := range q.voters(q.t) {
		n := q.mayLay(q.t, r)
		own := lang.N("{teller} tells. Which card is yours?", "{teller} tells. Which two cards are yours?").With("n", n, "teller", teller)
		add(string(r), r, lang.N("{who}, which card is yours?", "{who}, which two cards are yours?").With("n", n), own, q.cards(n, n))
	}
	if partner := q.partner(); partner != "" {
		cards, own := q.cards(1, 1), lang.T("Which card is yours, if you laid one?")
		cards.Blank = true
		add(string(partner), q.RowOf(teller), lang.T("{who}, your card, if you laid one?"), own, cards)
	}
	return all
}

// mineID returns the ID of the question for somebody's own card, asked so often before. Put right, the last cards of all are asked
// for together: the rejected ones before them are no answers any more.
func (q *turnDialog) mineID(before int) string {
	id := func(what string) string { return q.id(what, string(q.t.Storyteller)) }
	const mine, more, together = "mine", "mine once more ", "mine together"
	switch {
	case before > 0:
		return id(more + strconv.Itoa(before))
	case q.again && (ask.Kept(q.a, id(more+"1")) || ask.Kept(q.a, id(together))):
		return id(together)
	}
	return id(mine)
}

// putCards asks some people for their cards, by a question with an ID.
func (q *turnDialog) putCards(id string, of []*ownCards, notes []lang.Text) error {
	g := ask.Group{Text: lang.T("Which card did each of them lay?"), Notes: notes}
	for _, one := range of {
		one.ID = id
		g.Asked = append(g.Asked, one.Question)
	}
	return q.put(g, func(t Turn, v []ask.Value) (Turn, error) {
		for k, one := range of {
			one.cards = v[k].Nums
		}
		// What happened is no secret any more, so a refusal tells nobody anything.
		if _, clash := clashes(of); q.again && len(clash) > 0 {
			return t, fault.New(clash[0])
		}
		return t, nil
	})
}

// clashes returns the questions whose card is in another answer as well, and a note for each such card. The note leaves the
// card's number out: everybody hears it, and where the storyteller is among them it would tell the voters which card the
// story may be.
func clashes(all []*ownCards) (again []*ownCards, notes []lang.Text) {
	by := map[int][]*ownCards{}
	for _, one := range all {
		for _, card := range one.cards {
			by[card] = append(by[card], one)
		}
	}
	for _, card := range slices.Sorted(maps.Keys(by)) {
		if len(by[card]) < 2 {
			continue
		}
		var names []string
		for _, one := range by[card] {
			names = append(names, one.Who)
			if !slices.Contains(again, one) {
				again = append(again, one)
			}
		}
		notes = append(notes, lang.T("{names} named the same card: once more, please.").With("names", lang.Names(names)))
	}
	return again, notes
}

// partner returns the storyteller's partner in Team, or "".
func (q *turnDialog) partner() name {
	for _, team := range q.Table.Teams {
		if i := slices.Index(team.Players, q.t.Storyteller); i >= 0 {
			return team.Players[1-i]
		}
	}
	return ""
}

// Tell says a turn in one line: the story, all votes, and the owners of the cards.
func (s State) Tell(e scoring.Event) lang.Text {
	t, is := e.(Turn)
	if !is {
		return lang.Text{}
	}
	story := lang.T("{who}'s story")
	if t.Clue != "" {
		story = lang.T("{who}'s story “{clue}”").With("clue", t.Clue)
	}
	var votes, cards []string
	for _, r := range s.Rows() {
		if v := t.Votes[r]; len(v) > 0 {
			votes = append(votes, string(r)+" "+strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", "+"), "[]"))
		}
	}
	for _, card := range slices.Sorted(maps.Keys(t.Cards)) {
		if card != t.Card {
			cards = append(cards, strconv.Itoa(card)+" "+string(t.Cards[card]))
		}
	}
	say, card, voted := lang.T("Turn {n}: {story} was card {card}"), t.Card, lang.T("the votes: {votes}")
	if s.mode() == Party {
		say, card, voted = lang.T("Turn {n}: {story}, with the red vote on card {card}"), t.Red, lang.T("the green votes: {votes}")
	}
	told := []lang.Text{
		say.With("n", len(s.Turns)+1, "story", story.With("who", t.Storyteller), "card", card), voted.With("votes", strings.Join(votes, ", ")),
	}
	if len(cards) > 0 {
		told = append(told, lang.T("the other cards: {cards}").With("cards", strings.Join(cards, ", ")))
	}
	return lang.Join("; ", told)
}

// Reveal turns the cards on the track over: each with its owner and its voters, the story last. In Party
// nobody names the owner of a card, and the one with the red vote comes last.
func (s State) Reveal(e scoring.Event) (tiles []scoring.Tile) {
	t, is := e.(Turn)
	if !is {
		return nil
	}
	// A turn has either of the two: the red vote stands for the story in Party.
	story := max(t.Card, t.Red)
	shown := max(lay(setup.Table{Players: s.began(t), Choices: s.Table.Choices}).CardsShown, story)
	for card := range t.Cards {
		shown = max(shown, card)
	}
	for card := 1; card <= shown; card++ {
		tile := scoring.Tile{Face: lang.Literal(strconv.Itoa(card)), Of: t.Cards[card], On: t.votersFor(card, s.Rows()), Last: card == story}
		if card == t.Red {
			tile.Note = lang.T("the red vote")
		}
		tiles = append(tiles, tile)
	}
	return tiles
}
