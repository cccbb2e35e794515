package dixit

import (
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// The questions of a turn are made to cost few keys:
//
//   - The first storyteller is asked for once the cards are dealt, since nobody can have thought of a clue
//     before (O Narrador), and the turn records who it was. Older tables were asked before the deal: then
//     Table.First is suggested.
//   - After that the storyteller is the player on the left, without a question; "o" names another one.
//   - Players who are away are neither asked nor offered.
//   - All votes go on one line, in seat order.
//   - The owner of a card is asked for only if the card got a vote and the votes do not settle whose it is.
//   - What the table does between two turns is shown above the first question of the next one.
//   - In secret the votes come first, and no card is named before everybody has voted; or each player first
//     says in secret which card is theirs, and then votes.

// Next asks for the next turn.
func (s State) Next(a ask.Asker) (scoring.Event, error) {
	t := Turn{Storyteller: s.Storyteller(), Votes: make([][]int, len(s.rows)), Away: scoring.Away(s)}
	q := &asking{s, a, t, s.between()}
	for _, step := range q.steps() {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return q.t, nil
}

// asking is a turn that is being told.
type asking struct {
	State
	a    ask.Asker
	t    Turn
	todo []lang.Text // what the table does before the first question
}

// opening returns what the table does before the first question, only once.
func (q *asking) opening() []lang.Text {
	todo := q.todo
	q.todo = nil
	return todo
}

// steps returns the questions of the turn, in the order in which the table likes to answer.
func (q *asking) steps() []func() error {
	secret, ownersFirst := q.Table.On(Secret), q.Table.Choice(Order, VotesFirst) == OwnersFirst
	steps := []func() error{q.tellerAndCard, q.votes, q.owners}
	switch {
	case q.mode == lay.Party && secret:
		steps = []func() error{q.votes, q.red}
	case q.mode == lay.Party:
		steps = []func() error{q.tellerAndCard, q.votes}
	case secret && ownersFirst:
		steps = []func() error{q.ownCards, q.votes}
	case secret:
		steps = []func() error{q.votes, q.card, q.owners}
	case ownersFirst:
		steps = []func() error{q.tellerAndCard, q.everyCard, q.votes}
	}
	switch {
	case q.turns.Len() == 0 && !q.Table.Played():
		steps = slices.Insert(steps, 0, q.firstTeller)
	case secret:
		steps = slices.Insert(steps, 0, q.teller)
	}
	return steps
}

var (
	whoTells    = lang.Msg("dixit.who-tells", "Who is the storyteller?")
	whichCard   = lang.Msg("dixit.which-card", "Storyteller {who}: which card was it?")
	whichRed    = lang.Msg("dixit.which-red", "Storyteller {who}: which card gets the red vote?")
	otherTeller = lang.Msg("dixit.other-teller", "somebody else is the storyteller")

	youTell  = lang.Msg("dixit.you-tell", "You tell the story. Which card is yours?")
	yourRed  = lang.Msg("dixit.your-red", "Which card gets your red vote?")
	someTell = lang.Msg("dixit.tells", "{who} tells the story.")
)

// other is the key that names another storyteller.
const other = "o"

// shown returns the highest number of a card: cards lie on the spaces from 1 on, in Team with one more for the
// partner's card.
func (s State) shown(t Turn) int {
	l, err := lay.Lay(s.around(t))
	if err != nil {
		return lay.Spaces
	}
	if s.mode == lay.Team {
		return l.CardsShown + 1
	}
	return l.CardsShown
}

// put asks for a part of the turn until the rules accept it. with adds an answer to the turn.
func (q *asking) put(h ask.Head, cards ask.Each, with func(Turn, ask.Line) (Turn, *scoring.Fault)) error {
	t, err := ask.Accept(q.a, h, cards, func(l ask.Line) (Turn, error) {
		t, f := with(q.t.clone(), l)
		return t, f.Err()
	})
	if err == nil {
		q.t = t
	}
	return err
}

// teller asks for the storyteller, and nothing else.
func (q *asking) teller() error {
	return q.pickTeller(ask.Head{ID: whoTells.ID, Text: whoTells, Todo: q.opening()}, ask.Pick{}, true)
}

// firstTeller asks for the first storyteller. Unless the table named one before the deal, nobody is suggested: the
// Enter after the last step of the deal would book them.
func (q *asking) firstTeller() error {
	begin := lay.Begin(q.Table)
	notes := append([]lang.Text{begin.Text}, begin.Notes...)
	return q.pickTeller(ask.Head{ID: "dixit.first-teller", Text: first, Notes: notes}, ask.Pick{Quick: true}, q.Table.First > 0 || q.again != nil)
}

func (q *asking) pickTeller(h ask.Head, pick ask.Pick, suggested bool) error {
	here := scoring.Present(len(q.Table.Players), q.t.Away)
	if suggested {
		h.Suggest = ask.Usual(slices.Index(here, q.Storyteller()))
	}
	seat, err := scoring.PickSeat(q.a, h, pick, scoring.Among{Players: q.Table.Players, Seats: here})
	if err == nil {
		q.t.Storyteller = seat
	}
	return err
}

// toTeller returns a question to the storyteller for a card, as the table hears it and as the storyteller's own
// phone asks it.
func (q *asking) toTeller(text, mine lang.Text) ask.Head {
	seat := q.t.Storyteller
	name := q.Table.Players[seat]
	return ask.Head{
		ID: text.ID, Text: text.With("who", name), People: []int{seat}, Names: []string{name},
		Phone: ask.Phone{One: mine, Others: someTell.With("who", name)},
	}
}

// cards returns the shape of a question for a card number.
func (q *asking) cards() ask.Each { return ask.Each{Lo: 1, Hi: q.shown(q.t), Cards: true} }

// tellerAndCard asks the storyteller for their card, in Party for the one that gets the red vote, and offers to name
// another storyteller.
func (q *asking) tellerAndCard() error {
	text, mine := whichCard, youTell
	if q.mode == lay.Party {
		text, mine = whichRed, yourRed
	}
	for {
		h := q.toTeller(text, mine)
		h.Todo = q.opening()
		r, err := ask.Put(q.a, h, ask.Or(q.cards(), ask.Key{Letter: other, Text: otherTeller}))
		switch {
		case err != nil:
			return err
		case r.Key != other && q.mode == lay.Party:
			q.t.Red = r.Value.One()
			return nil
		case r.Key != other:
			q.t = q.withStory(q.t, r.Value.One())
			return nil
		}
		if err := q.teller(); err != nil {
			return err
		}
	}
}

// withStory returns a turn with the storyteller's card on the board.
func (q *asking) withStory(t Turn, card int) Turn {
	t.Card, t.Cards = card, map[int]int{card: q.rowOf[t.Storyteller]}
	return t
}

// card asks for the storyteller's card after secret votes.
func (q *asking) card() error {
	return q.put(q.toTeller(whichCard, youTell), q.cards(), func(t Turn, l ask.Line) (Turn, *scoring.Fault) {
		t = q.withStory(t, l.One())
		return t, q.possible(t)
	})
}

// red asks for the red vote after the secret green ones.
func (q *asking) red() error {
	h := q.toTeller(whichRed, yourRed)
	h.Secret = true
	return q.put(h, q.cards(), func(t Turn, l ask.Line) (Turn, *scoring.Fault) {
		t.Red = l.One()
		return t, q.check(t)
	})
}

var (
	theirVotes = lang.Msg("dixit.their-votes", "The votes, in this order, for {who}'s story?")
	greenVotes = lang.Msg("dixit.green-votes", "The green votes, in this order, for {who}'s story?")
	teamVotes  = lang.Msg("dixit.team-votes", "The teams' votes, in this order, for {who}'s story?")
	secretVote = lang.Msg("dixit.secret-vote", "{who}, your vote, please")

	whoVoted  = lang.Msg("dixit.who-voted", "Who voted for which card?")
	yourVote  = lang.Msg("dixit.your-vote", "Which card do you think is {who}'s?")
	yourGreen = lang.Msg("dixit.your-green", "Which card gets your green vote?")
	yourTeam  = lang.Msg("dixit.your-team", "Which card does your team vote for?")
	allVote   = lang.Msg("dixit.all-vote", "Everybody votes on {who}'s story.")
)

// votes takes all votes: on one line, or in secret one after the other.
func (q *asking) votes() error {
	voters, cards := q.voters(q.t), q.cards()
	cards.Most = 1
	if q.twoVotes(q.t) {
		cards.Most = 2
	}
	h := ask.Head{ID: theirVotes.ID, Text: theirVotes, People: q.seats(voters), Names: setup.Named(q.rows, voters)}
	who := q.Table.Players[q.t.Storyteller]
	h.Phone = ask.Phone{Text: whoVoted, One: yourVote.With("who", who), Others: allVote.With("who", who)}
	switch q.mode {
	case lay.Party:
		h.ID, h.Text, h.Phone.One = greenVotes.ID, greenVotes, yourGreen
	case lay.Team:
		h.Text, h.Phone.One = teamVotes, yourTeam
	}
	if q.Table.On(Secret) {
		return q.secretVotes(voters, h, cards)
	}
	h.Text = h.Text.With("who", who)
	cards.Example = q.anyVotes(voters)
	return q.put(h, cards, func(t Turn, l ask.Line) (Turn, *scoring.Fault) {
		for k, row := range voters {
			t.Votes[row] = l.Row(k)
		}
		return t, q.checkVoted(t)
	})
}

// anyVotes returns votes that the rules accept, if every card has an owner already; else nil.
func (q *asking) anyVotes(voters []int) (votes [][]int) {
	for k := range voters {
		cards := q.t.cardsOf(voters[(k+1)%len(voters)])
		if len(cards) == 0 {
			return nil
		}
		votes = append(votes, cards[:1])
	}
	return votes
}

// secretVotes asks each player alone, and stores each answer by itself. If every card has an owner already, nobody
// can vote for their own.
func (q *asking) secretVotes(voters []int, h ask.Head, cards ask.Each) error {
	h.ID, h.Secret, h.Phone.Text = secretVote.ID, true, lang.Text{}
	qs := make([]ask.Alone[ask.Line], len(voters))
	for k, row := range voters {
		one := h.To(k)
		one.Text = secretVote.With("who", q.rows[row])
		cards.Barred = q.barOwn(row)
		qs[k] = ask.Alone[ask.Line]{Head: one, Kind: cards}
	}
	votes, err := ask.All(q.a, qs, func(k int, vote ask.Line) error {
		f := q.checkBallot(q.t, voters[k], vote.Row(0))
		if f == nil && len(q.t.Cards) > 0 {
			f = q.checkSeen(q.t, voters[k], vote.Row(0))
		}
		return f.Err()
	})
	for k, row := range voters {
		q.t.Votes[row] = votes[k].Row(0)
	}
	return err
}

// barOwn bars the cards of a row, as far as they are known, from its votes.
func (q *asking) barOwn(row int) (out []ask.Barred) {
	for _, card := range q.t.cardsOf(row) {
		out = append(out, ask.Barred{Mark: lang.Literal(strconv.Itoa(card)), Why: ownCard.With("card", card, "who", q.rows[row])})
	}
	return out
}

// checkVoted refuses votes as far as the cards are known.
func (q *asking) checkVoted(t Turn) *scoring.Fault {
	if q.mode == lay.Party || len(t.Cards) > 1 { // every card has an owner already
		return q.check(t)
	}
	for _, row := range q.voters(t) {
		if f := q.checkBallot(t, row, t.Votes[row]); f != nil {
			return f
		}
	}
	return q.possible(t)
}

var nobodys = lang.Msg("dixit.nobodys", "nobody can have played card {card}: check the votes on it, and the storyteller's card")

// possible refuses votes that leave a card nobody can have played. It names no other card, since the votes may
// still change.
func (s State) possible(t Turn) *scoring.Fault {
	if _, _, card := s.deduceOwners(t); card != 0 {
		return fault.New(nobodys.With("card", card), "cards", strconv.Itoa(card))
	}
	return nil
}

var (
	whoseCards = lang.Plural("dixit.whose-cards", "Who played card {cards}?", "Who played cards {cards}, in this order?")
	whoseThese = lang.Plural("dixit.whose-these", "Who played card {cards}?", "Who played which card?")
)

// owners asks who played the cards that got votes, unless the votes settle it, and offers only players who may
// have played one.
func (q *asking) owners() error {
	known, open, _ := q.deduceOwners(q.t)
	maps.Copy(q.t.Cards, known)
	if len(open) == 0 {
		return nil
	}
	cards := slices.Sorted(maps.Keys(open))
	may := slices.Compact(scoring.Ascending(slices.Concat(slices.Collect(maps.Values(open))...)))
	h := ask.Head{ID: "dixit.owners", Text: whoseCards.With("n", len(cards), "cards", numbers(cards))}
	h.Phone.Text = whoseThese.With("n", len(cards), "cards", numbers(cards))
	for _, card := range cards {
		h.People = append(h.People, ask.Scorekeeper)
		h.Names = append(h.Names, "#"+strconv.Itoa(card))
	}
	among := scoring.Among{Players: q.rows, Seats: may}
	return q.put(h, scoring.At(ask.Each{}, among), func(t Turn, l ask.Line) (Turn, *scoring.Fault) {
		for k, owner := range l.Each(scoring.Gone) {
			t.Cards[cards[k]] = among.Seat(owner)
		}
		return t, q.check(t)
	})
}

var (
	everyCard   = lang.Plural("dixit.every-card", "Which card did each of them play?", "Which two cards did each of them play?")
	partnerCard = lang.Msg("dixit.partner-card", "{who}'s other card, if there is one?")
	youPlayed   = lang.Plural("dixit.you-played", "Which card did you play?", "Which two cards did you play?")
	teamOther   = lang.Msg("dixit.team-other", "Your team's other card, if there is one?")
	allSay      = lang.Msg("dixit.all-say", "Everybody says which card they played.")
	twoOwners   = lang.Msg("dixit.two-owners", "card {card} cannot be both {who}'s and {other}'s")
)

// everyCard asks before the votes which card each player played. At a table of three the two others always play
// two each (Partida com 3 Jogadores).
func (q *asking) everyCard() error {
	others := q.voters(q.t)
	teller := q.rowOf[q.t.Storyteller]
	cards := q.cards()
	cards.Most = q.mayLay(q.t, others[0])
	cards.Least = cards.Most
	h := ask.Head{
		ID: everyCard.ID, Text: everyCard.With("n", cards.Most), People: q.seats(others), Names: setup.Named(q.rows, others),
		Phone: ask.Phone{One: youPlayed.With("n", cards.Most), Others: allSay},
	}
	if err := q.put(h, cards, q.onBoard(others)); err != nil || q.mode != lay.Team {
		return err
	}
	h = ask.Head{
		ID: partnerCard.ID, Text: partnerCard.With("who", q.rows[teller]),
		People: q.seats([]int{teller}), Names: []string{q.rows[teller]}, Suggest: ask.UsualRow(),
		Phone: ask.Phone{One: teamOther, Others: allSay},
	}
	cards = q.cards()
	cards.Blank = true
	return q.put(h, cards, q.onBoard([]int{teller}))
}

var (
	myCard     = lang.Plural("dixit.my-card", "{who}, which card is yours?", "{who}, which two cards are yours?")
	myStory    = lang.Msg("dixit.my-story", "Storyteller {who}, which card is yours?")
	isMine     = lang.Plural("dixit.is-mine", "Which card is yours?", "Which two cards are yours?")
	namedAlike = lang.Msg("dixit.named-alike", "Somebody else named the same card. Which one is yours?")
)

// ownCards asks each player in secret which card is theirs, the storyteller included, so that no owner has to be
// asked for after the votes. Players who name the same card are asked again, and do not learn who the other one
// is.
func (q *asking) ownCards() error {
	qs := q.ownQuestions()
	lines := make([]ask.Line, len(qs))
	for again := true; again; {
		_, err := ask.All(q.a, qs, func(k int, l ask.Line) error { lines[k] = l; return nil })
		if err != nil {
			return err
		}
		named := map[int]int{}
		for _, l := range lines {
			for _, card := range l.Row(0) {
				named[card]++
			}
		}
		again = false
		for k, l := range lines {
			same := slices.ContainsFunc(l.Row(0), func(card int) bool { return named[card] > 1 })
			qs[k].In, qs[k].Notes, again = !same, nil, again || same
			if same {
				qs[k].Notes = []lang.Text{namedAlike}
			}
		}
	}
	q.t = q.withStory(q.t.clone(), lines[0].One())
	for k, l := range lines[1:] {
		for _, card := range l.Row(0) {
			q.t.Cards[card] = q.rowOf[qs[k+1].People[0]]
		}
	}
	return nil
}

// ownQuestions returns the questions for everybody's own card: to the storyteller, to the others, and in Team to
// the storyteller's partner, who may have played one too.
func (q *asking) ownQuestions() []ask.Alone[ask.Line] {
	story := q.toTeller(myStory, youTell)
	story.Secret, story.Phone.Others = true, allSay
	qs := []ask.Alone[ask.Line]{{Head: story, Kind: q.cards()}}
	others := q.voters(q.t)
	to := func(seat int, name string, text, mine lang.Text, card ask.Each) ask.Alone[ask.Line] {
		card.Lo, card.Hi, card.Cards = 1, q.shown(q.t), true
		one := ask.Head{ID: text.ID, Text: text.With("who", name), Secret: true, People: []int{seat}, Names: []string{name}, Phone: ask.Phone{One: mine, Others: allSay}}
		return ask.Alone[ask.Line]{Head: one.To(0), Kind: card}
	}
	for k, seat := range q.seats(others) {
		most := q.mayLay(q.t, others[k])
		qs = append(qs, to(seat, q.rows[others[k]], myCard.With("n", most), isMine.With("n", most), ask.Each{Most: most, Least: most}))
	}
	if seat := q.partner(q.t.Storyteller); seat >= 0 {
		qs = append(qs, to(seat, q.Table.Players[seat], partnerCard, teamOther, ask.Each{Blank: true}))
	}
	return qs
}

// partner returns the other seat of a team, or scoring.Gone outside Team.
func (q *asking) partner(seat int) int {
	for other, row := range q.rowOf {
		if other != seat && row == q.rowOf[seat] {
			return other
		}
	}
	return scoring.Gone
}

// onBoard puts the cards of several rows on the board, each with one owner.
func (q *asking) onBoard(rows []int) func(Turn, ask.Line) (Turn, *scoring.Fault) {
	return func(t Turn, l ask.Line) (Turn, *scoring.Fault) {
		for k, row := range rows {
			for _, card := range l.Row(k) {
				if before, twice := t.Cards[card]; twice {
					return t, fault.New(twoOwners.With("card", card, "who", q.rows[before], "other", q.rows[row]), "cards", strconv.Itoa(card))
				}
				t.Cards[card] = row
			}
		}
		return t, q.checkCards(t)
	}
}

// seats returns the seats that answer for rows: in Team the first one of each team.
func (q *asking) seats(rows []int) []int {
	out := make([]int, len(rows))
	for k, row := range rows {
		out[k] = slices.Index(q.rowOf, row)
	}
	return out
}
