package pictureperfect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

// A counter counts keys as a window needs them: one for a choice from a list and for a letter in place of an answer; else
// the typed line and Enter, but for a number that can only be one.
type counter struct {
	*laws.Hand
	keys int
}

func (c *counter) Put(g ask.Group, got ask.Got) error {
	if line := g.Line() || len(g.Asked) == 1; line && len(c.Refused) == 0 {
		c.keys += presses(g, c.Lines[0])
	}
	return c.Hand.Put(g, got)
}

func presses(g ask.Group, typed string) int {
	for _, q := range g.Asked {
		for _, k := range q.Keys {
			if k.Key == typed {
				return 1
			}
		}
	}
	if len(g.Asked) == 1 {
		switch s := g.Asked[0].Shape.(type) {
		case ask.Pick:
			return 1
		case ask.Number:
			if len(typed) == 1 && s.Hi <= 9 && s.Lo >= 0 {
				return 1
			}
		}
	}
	return len(typed) + 1
}

// A told line is an event as it is typed.
type told struct {
	keys  string
	want  string // the event
	shows string // part of the notes or the text of a question
	why   string // part of a refusal on the way
}

// evening plays told lines one after the other, and returns the state and the keys.
func evening(t *testing.T, s scoring.State, lines []told) (scoring.State, int) {
	t.Helper()
	c := &counter{Hand: &laws.Hand{}}
	for _, line := range lines {
		c.Hand = &laws.Hand{Lines: strings.Split(line.keys, "|")}
		var e scoring.Event
		e, err := ask.Run(c, &ask.Dialog{}, func(a ask.Asker) (scoring.Event, error) { return Game.Next(s, a, nil) })
		if err != nil || len(c.Lines) > 0 {
			t.Fatalf("%s: %v; left %q, refused %q, asked %q", line.keys, err, c.Lines, c.Refused, c.Shown)
		}
		raw, _ := json.Marshal(e)
		if got := e.Kind() + " " + string(raw); line.want != "" && got != line.want {
			t.Errorf("%s: %s, not %s", line.keys, got, line.want)
		}
		if shown := strings.ReplaceAll(strings.Join(c.Shown, "\n"), "\u00a0", " "); !strings.Contains(shown, line.shows) {
			t.Errorf("%s: %q was not shown: %s", line.keys, line.shows, shown)
		}
		if refused := strings.Join(c.Refused, "; "); !strings.Contains(refused, line.why) || line.why == "" && refused != "" {
			t.Errorf("%s: refused %q, not %q", line.keys, refused, line.why)
		}
		if s, err = Game.Apply(s, e); err != nil {
			t.Fatalf("%s: %s: %v", line.keys, raw, err)
		}
	}
	return s, c.keys
}

func table(t *testing.T, choices map[string]string, players ...name) scoring.State {
	t.Helper()
	s, err := Game.Begin(setup.Table{Players: players, First: players[0], Choices: choices})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var byHand = map[string]string{"auction": "yes", "deck": "hand"}

// Six auctions with 22 offers, three guests, and a vote: at most 95 keys.
func TestAuctionEvening(t *testing.T) {
	s, keys := evening(t, table(t, byHand, "Ana", "Ben", "Cleo", "Dan"), []told{
		{"", `laid {}`, "3 normal exchange cards and 3 auction cards", ""},
		{"7", `round {"card":"open-auction"}`, "Round 1 of 6, Ana starts", ""},
		{"25", `offer {"by":"Ana","to":"Ben","price":5}`, "Open Auction: Ana puts up 1 envelope of 3. Who gets it, and for how much?", ""},
		{"n", `offer {"by":"Ben"}`, "Ben has the highest bid: pays 5 decorations to Ana and takes the envelope.", ""},
		{"43", `offer {"by":"Cleo","to":"Dan","price":3}`, "Ben keeps the envelope.", ""},
		{"ana:8", `offer {"by":"Dan","to":"Ana","price":8}`, "Dan puts up 1 envelope of 3. Who gets it, and for how much?", ""}, // not the one just bought
		{"9", `round {"card":"single-round-auction"}`, "Then Ben takes the reference card", ""},
		{"314|35", `offer {"by":"Ben","to":"Cleo","price":5}`, "In this order: Ben, Cleo, Dan and Ana.", "Cleo holds only 13"},
		{"14", `offer {"by":"Cleo","to":"Ana","price":4}`, "", ""},
		{"-", "", "", ""}, {"n", "", "", ""},
		{"8", `round {"card":"shared-auction"}`, "", ""},
		{"32|1", `offer {"by":"Cleo","to":"Cleo","price":2,"bidder":"Ana"}`, "Who had the highest bid, and is paid?", ""},
		{"n", `offer {"by":"Dan"}`, "Cleo buys for as much as the highest bid: pays 2 decorations to Ana", ""},
		{"28", `offer {"by":"Ana","to":"Ben","price":8}`, "The envelope stays in the middle.", ""},
		{"42", `offer {"by":"Ben","to":"Dan","price":2}`, "", ""},
		{"a", `round {"card":"fixed-price-auction"}`, "", ""},
		{"215|131", `offer {"by":"Dan","price":1,"looks":["Ana","Cleo"]}`, "Who pays and looks inside, and how much each?", "Ben holds only 4"},
		{"22", `offer {"by":"Ana","price":2,"looks":["Ben"]}`, "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"b", `round {"card":"secret-auction"}`, "", ""},
		{"2 1 0", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"c", `round {"card":"unfair-secret-auction"}`, "", ""},
		{"3 3 0|3 4", "", "Tied at 3: Cleo and Dan bid once more", ""}, {"n", "", "", ""}, {"n", "", "", ""}, {"n", "", "", ""},
		{"", `photos {}`, "All photos valid?", ""},
		{"3210", `guest {"name":"","fulfilled":{"Ana":3,"Ben":2,"Cleo":1,"Dan":0}}`, "Guest 1: how many of the 3 cards does each photo fulfill? (1 of 14)", ""},
		{"3-10+1", "", "", ""}, {"1111", "", "", ""}, {"r|2|r|1", "closed {}", "Did nobody place any of the 11 guests that are left?", ""},
		{"", "", "There are 40 in the game.", ""},
	})
	if keys > 95 {
		t.Errorf("%d keys", keys)
	}
	if r := Game.Result(s); !r.Over || r.Points["Ana"] != 6+12+1+8 {
		t.Errorf("over: %v, with %v", r.Over, r.Points)
	}
	if b := s.(State).Books; b.Decorations["Ben"] != 5 {
		t.Errorf("the books are %v", b)
	}
}

// Who goes straight to the photos in the middle has the decorations of the books suggested all the same.
func TestStraightKeepsTheBooks(t *testing.T) {
	evening(t, table(t, byHand, "Ana", "Ben", "Cleo"), []told{
		{"", "", "", ""}, {"1", "", "", ""}, {"f|1|", "photos {}", "", ""}, {"r|1", "closed {}", "", ""},
		{"", `decorations {"Ana":10,"Ben":10,"Cleo":10}`, "How many decorations does everybody still own", ""},
	})
}

// Somebody who has nothing would make a look free for all who look with them: they are not on the list.
func TestFixedPrice(t *testing.T) {
	start, _ := evening(t, table(t, byHand, "Ana", "Ben", "Cleo"), []told{
		{"", "", "", ""},
		{"x|4 4 4|0 10 20", `count {"envelopes":{"Ana":4,"Ben":4,"Cleo":4},"decorations":{"Ana":0,"Ben":10,"Cleo":20}}`, "", ""},
		{"a", `round {"card":"fixed-price-auction"}`, "", ""},
		{"n", `offer {"by":"Ana"}`, "", ""},
	})
	evening(t, start, []told{{"Ana 5|Cleo|cleo 21|cleo5", `offer {"by":"Ben","price":5,"looks":["Cleo"]}`, "Ben puts up 1 envelope of 4. Who pays and looks inside",
		"“Ana” is not on the list: type a line's number or letter, or how it begins; What does Ben get from each?; nobody has more than 20"}})
	evening(t, table(t, byHand, "Ana", "Ben", "Cleo"), []told{
		{"", "", "", ""}, {"x|4 4 4|30 0 0", "", "", ""}, {"a", "", "", ""},
		{"23", `offer {"by":"Ana","looks":["Ben","Cleo"]}`, "Who looks inside? Nobody has a decoration to pay with.", ""},
	})
}

// A guest of four is a line of 5 keys, with a VIP card 7; it may have a name.
func TestGuests(t *testing.T) {
	start, _ := evening(t, table(t, map[string]string{"deck": "hand"}, "Ana", "Ben", "Cleo", "Dan"), []told{
		{"", "", "6 at random", ""}, {"f||f|1|", `photos {}`, "A photo that breaks a rule is taken again.", ""},
	})
	for keys, want := range map[string]int{"3210": 5, "3-10+1": 7, "1 - - 3": 8} {
		if _, n := evening(t, start, []told{{keys, "", "0–3 fulfilled · - not placed · +1 VIP card (4 left)", ""}}); n != want {
			t.Errorf("%s: %d keys", keys, n)
		}
	}
	s, _ := evening(t, start, []told{
		{"n|Lady in yellow|3--0", `guest {"name":"Lady in yellow","fulfilled":{"Ana":3,"Dan":0}}`, "Lady in yellow: how many of the 3 cards", ""},
		{"n|lady in yellow|Dog|1111+5|1111+3", `guest {"name":"Dog","vips":3,"fulfilled":{"Ana":1,"Ben":1,"Cleo":1,"Dan":1}}`,
			"Dog: how many of the 3 cards", "guest 1 is already called “Lady in yellow”; +: “5” is not a whole number from 0 to 4"},
		{"1111+2|1111+1", "", "(1 left)", "+: “2” is not a whole number from 0 to 1"},
		{"3333+1|3333", "", "0–3 fulfilled · - not placed", "all of them have turned up already"},
		{"r|1", "closed {}", "Guest 5", ""},
	})
	if r := Game.Result(s); !r.Over || r.Points["Ana"] != 6+4+2+6 {
		t.Errorf("%+v", r)
	}
	again := scoring.Recalled(s)
	known, err := Game.Begin(again)
	if err != nil || !strings.Contains(again.Choices["guests"], "Lady in yellow") {
		t.Fatal(err, again)
	}
	evening(t, known, []told{{"", "", "", ""}, {"f|1|", "", "", ""},
		{"n|2|1111", `guest {"name":"Dog","fulfilled":{"Ana":1,"Ben":1,"Cleo":1,"Dan":1}}`, "Which guest is it?", ""},
		{"n|1|1111", `guest {"name":"Lady in yellow","fulfilled":{"Ana":1,"Ben":1,"Cleo":1,"Dan":1}}`, "", ""},
		{"n|Boy|1111", "", "", ""},
	})
}

// A guest's name may stand behind its row, and stays when the row is corrected.
func TestGuestNamedBehindTheRow(t *testing.T) {
	start, _ := evening(t, table(t, map[string]string{"deck": "hand"}, "Ana", "Ben", "Cleo", "Dan"), []told{
		{"", "", "6 at random", ""}, {"f||f|1|", `photos {}`, "", ""},
	})
	s, _ := evening(t, start, []told{
		{"3 2 - 0 +1 lady in yellow", `guest {"name":"lady in yellow","vips":1,"fulfilled":{"Ana":3,"Ben":2,"Dan":0}}`, "The guest's name may stand behind the row", ""},
		{"1111 Lady in Yellow|1111 dog", `guest {"name":"dog","fulfilled":{"Ana":1,"Ben":1,"Cleo":1,"Dan":1}}`, "", "guest 1 is already called “lady in yellow”"},
	})
	was := s.(State).Guests[0]
	for keys, want := range map[string]string{
		"":              `{"name":"lady in yellow","vips":1,"fulfilled":{"Ana":3,"Ben":2,"Dan":0}}`,
		"3 2 - 1":       `{"name":"lady in yellow","vips":1,"fulfilled":{"Ana":3,"Ben":2,"Dan":1}}`,
		"3 2 - 1 queen": `{"name":"queen","vips":1,"fulfilled":{"Ana":3,"Ben":2,"Dan":1}}`,
		"3 2 - 1 +0":    `{"name":"lady in yellow","fulfilled":{"Ana":3,"Ben":2,"Dan":1}}`,
	} {
		hand := &laws.Hand{Lines: []string{keys}}
		e, err := ask.Run(hand, &ask.Dialog{}, func(a ask.Asker) (scoring.Event, error) { return Game.Next(start, a, was) })
		if raw, _ := json.Marshal(e); err != nil || string(raw) != want {
			t.Errorf("%q: %s, %v, %q", keys, raw, err, hand.Refused)
		}
	}
}

// People who have placed a guest by phone keep its points when the table says that nobody placed the rest.
func TestRestOfAGuest(t *testing.T) {
	start, _ := evening(t, table(t, map[string]string{"deck": "hand"}, "Ana", "Ben", "Cleo"), []told{{"", "", "6 at random", ""}, {"f|1|", `photos {}`, "", ""}})
	for _, c := range []struct {
		in   []ask.Answer
		want string
	}{
		{[]ask.Answer{{To: 1, Line: "2"}}, `guest {"name":"","fulfilled":{"Ben":2}}`},
		{[]ask.Answer{{To: 0, Line: "-"}, {To: 2, Line: "0"}}, `guest {"name":"","fulfilled":{"Cleo":0}}`},
		{[]ask.Answer{{To: 1, Line: "-"}}, `closed {}`},
		{nil, `closed {}`},
	} {
		e, err := Game.Next(start, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
			if g.Asked[0].ID == "pp.rest" {
				return got(ask.Answer{Line: setup.Yes})
			}
			for _, one := range append(c.in, ask.Answer{To: len(g.Asked) - 1, Key: keyRest}) {
				if err := got(one); err != nil {
					return err
				}
			}
			return nil
		}), nil)
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := json.Marshal(e)
		if got := e.Kind() + " " + string(raw); got != c.want {
			t.Errorf("%v: %s", c.in, got)
		}
	}
}

// A tie is asked down to the vote: aloud, or in secret, and then no sheet names the voters.
func TestTie(t *testing.T) {
	start, _ := evening(t, table(t, map[string]string{"deck": "hand"}, "Ana", "Ben", "Cleo"), []told{
		{"", "", "", ""}, {"f|1|", "", "", ""}, {"22-", "", "", ""}, {"r|1", "", "", ""},
	})
	start, _ = evening(t, start, []told{{"9 6|4 4", `envelopes {"Ana":4,"Ben":4}`, "Now the most envelopes win.", "15 envelopes in all: there are only 14"}})
	aloud, _ := evening(t, start, []told{{"22|12", `counts {"Ana":1,"Ben":2}`, "How many hands for each photo?", "4 votes in all: one per player, so 3 at most"}})
	hidden, _ := evening(t, start, []told{{"s|2|2|4", `counts {"Ana":0,"Ben":2}`, "Whose photo is the best?", ""}})
	evening(t, start, []told{{"s|4|4|4|1|4|4", `counts {"Ana":1,"Ben":0}`, "Nobody voted for any photo: everybody once more", ""}})
	for _, s := range []scoring.State{aloud, hidden} {
		if r := Game.Result(s); r.DecidedBy != byVote || r.Winners[0] != "Ben" {
			t.Errorf("decided by %s for %v", r.DecidedBy, r.Winners)
		}
		doc, err := sheet.Write(s.Paper())
		if err != nil || !strings.Contains(string(doc), `"photo_counts":{"Ana":`) {
			t.Errorf("%v: the sheet has %s", err, doc)
		}
	}
}

// Wrong numbers are counted anew, with those of the books suggested; the table may go on alone.
func TestCounting(t *testing.T) {
	start, _ := evening(t, table(t, byHand, "Ana", "Ben", "Cleo"), []told{{"", "", "", ""}})
	for _, line := range []told{
		{"x||12 10 8", `count {"envelopes":{"Ana":4,"Ben":4,"Cleo":4},"decorations":{"Ana":12,"Ben":10,"Cleo":8}}`, "Envelopes in hand", ""},
		{"x|6 4 4|", `count {"envelopes":{"Ana":6,"Ben":4,"Cleo":4},"decorations":{"Ana":10,"Ben":10,"Cleo":10}}`, "The rest of the 14", ""},
		{"x|5 5 5|1 2 3|10 10 11|1 2 3", `count {"envelopes":{"Ana":1,"Ben":2,"Cleo":3},"decorations":{"Ana":1,"Ben":2,"Cleo":3}}`, "Of the 30 in the game", "15 envelopes in all: there are only 14; 31 decorations"},
	} {
		evening(t, start, []told{line})
	}
	s, _ := evening(t, start, []told{
		{"b", "", "", ""},
		{"p||9 9 9", `count {"envelopes":{"Ana":4,"Ben":4,"Cleo":4},"decorations":{"Ana":9,"Ben":9,"Cleo":9},"over":true}`, "", ""},
		{"2", `round {"card":"gifts"}`, "Round 2 of 6, Ben starts", ""},
	})
	if got := s.(State); len(got.Cards) != 2 || got.Books.aside() != 3 {
		t.Errorf("%+v", got.Books)
	}
}

// A person with a single envelope chooses its receiver; a drawn deck turns its cards over by Enter.
func TestRounds(t *testing.T) {
	s, err := Game.Fold(table(t, nil, "Ana", "Ben", "Cleo"), []scoring.Event{
		scoring.Laid{Deck: []string{gifts, dance, dance, dance, dance, dance}},
		Count{Envelopes: map[name]int{"Ana": 1, "Ben": 1, "Cleo": 4}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, keys := evening(t, s, []told{
		{"|21", `round {"card":"gifts","to":{"Ana":"Cleo","Ben":"Cleo"}}`, "Gifts: Ana and Ben have a single envelope each.", ""},
		{"", `round {"card":"dance"}`, "Turn the card over?", ""},
	})
	if keys != 5 {
		t.Errorf("%d keys", keys)
	}
	one, err := Game.Apply(s, Count{Envelopes: map[name]int{"Ana": 1, "Ben": 2, "Cleo": 4}})
	if err != nil {
		t.Fatal(err)
	}
	evening(t, one, []told{{"|1", `round {"card":"gifts","to":{"Ana":"Ben"}}`, "Gifts: Ana has a single envelope. Who gets it?", ""}})
}

// In the Shared Auction the last decoration is enough to buy one's own envelope; without any that is not on the list.
func TestSharedAuction(t *testing.T) {
	for left, on := range map[int]bool{0: false, 1: true} {
		s, err := Game.Fold(table(t, byHand, "Ana", "Ben", "Cleo"), []scoring.Event{scoring.Laid{},
			Count{Envelopes: map[name]int{"Ana": 4, "Ben": 4, "Cleo": 4}, Decorations: map[name]int{"Ana": left, "Ben": 9, "Cleo": 9}},
			Round{Card: sharedAuction}})
		if err != nil {
			t.Fatal(err)
		}
		sale, _ := groupOf(t, s).Asked[0].Shape.(ask.Pick)
		if got := slices.ContainsFunc(sale.Options, func(o ask.Option) bool { return o.ID == "Ana" }); got != on {
			t.Errorf("with %d decorations Ana may buy: %v", left, got)
		}
	}
}

// Bids that everybody gives alone are secret, and have no letters; people without decorations are not asked.
func TestHiddenBids(t *testing.T) {
	s := table(t, map[string]string{"auction": "yes", "deck": "hand", "secret": "yes"}, "Ana", "Ben", "Cleo", "Dan")
	s, err := Game.Fold(s, []scoring.Event{scoring.Laid{}, Count{
		Envelopes: map[name]int{"Ana": 3, "Ben": 3, "Cleo": 3, "Dan": 3}, Decorations: map[name]int{"Ana": 9, "Ben": 0, "Cleo": 9, "Dan": 3}},
		Round{Card: secretAuction}})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range groupOf(t, s).Asked {
		if !q.Secret || len(q.Keys) > 0 || q.Who == "Ben" || q.Suggest != "" {
			t.Errorf("%+v", q)
		}
	}
	evening(t, s, []told{{"3|3|4", `offer {"by":"Ana","bids":{"Ben":0,"Cleo":3,"Dan":3},"again":{"Cleo":4,"Dan":3}}`, "Dan has only 3 and stays at 3.", ""}})
}

// Each phone, and the laptop, names the seller of an envelope and, after a tie, the bid; once all hands are open everybody hears losing bids too.
func TestBidsSayWhatTheyAreAbout(t *testing.T) {
	s := table(t, map[string]string{"auction": "yes", "deck": "hand", "secret": "yes"}, "Ana", "Ben", "Cleo", "Dan")
	s, err := Game.Fold(s, []scoring.Event{scoring.Laid{}, Round{Card: secretAuction}})
	if err != nil {
		t.Fatal(err)
	}
	var own, rest, text []string
	kept := []ask.Entry{{ID: "pp.bid Ana", Who: "Ben", Line: "3"}, {ID: "pp.bid Ana", Who: "Cleo", Line: "3"}, {ID: "pp.bid Ana", Who: "Dan", Line: "1"}}
	for _, d := range []*ask.Dialog{{}, {Kept: kept}} {
		_, err := ask.Run(ask.AskerFunc(func(g ask.Group, _ ask.Got) error {
			own, rest = append(own, g.Asked[0].Own.String()), append(rest, g.Asked[0].Rest.String())
			text = append(text, g.Asked[0].Text.String())
			return ask.Leave
		}), d, func(a ask.Asker) (scoring.Event, error) { return Game.Next(s, a, nil) })
		if err != ask.Leave {
			t.Fatal(err)
		}
	}
	if want := []string{"Ana's envelope. You have 10: your bid, from 0 to 10?", "Ana's envelope, tied at 3: once more, from 3 to 10?"}; !slices.Equal(own, want) {
		t.Errorf("%q", own)
	}
	if want := []string{"Ana's envelope. Ben, your bid, 0 to 10?", "Ana's envelope, tied at 3. Ben, once more, 3 to 10?"}; !slices.Equal(text, want) {
		t.Errorf("%q", text)
	}
	if want := []string{"Ana's envelope: everybody bids in secret.", "Ana's envelope, tied at 3: Ben and Cleo bid once more."}; !slices.Equal(rest, want) {
		t.Errorf("%q", rest)
	}
	offer := Offer{By: "Ana", Bids: map[name]int{"Ben": 3, "Cleo": 3, "Dan": 1}, Again: map[name]int{"Ben": 3, "Cleo": 5}}
	if told := strings.ReplaceAll(Game.Tell(s, offer).String(), "\u00a0", " "); !strings.Contains(told, "The bids: Ben 3, Cleo 3, Dan 1.") || !strings.Contains(told, "Tied, and bid once more: Ben 3, Cleo 5.") {
		t.Error(told)
	}
}

// groupOf returns the first group that is asked.
func groupOf(t *testing.T, s scoring.State) (g ask.Group) {
	t.Helper()
	_, err := Game.Next(s, ask.AskerFunc(func(put ask.Group, _ ask.Got) error {
		g = put
		return ask.Leave
	}), nil)
	if err != ask.Leave {
		t.Fatal(err)
	}
	return g
}

// Earlier answers are suggested when an event is asked about once more.
func TestAskedAgain(t *testing.T) {
	three := 3
	open, _ := evening(t, table(t, byHand, "Ana", "Ben", "Cleo"), []told{{"", "", "", ""}})
	in := func(card string) scoring.State {
		s, err := Game.Apply(open, Round{Card: card})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	posed, _ := Game.Apply(open, Photos{})
	closed, _ := Game.Apply(posed, Closed{})
	for _, c := range []struct {
		s   scoring.State
		was scoring.Event
	}{
		{open, Round{Card: rumors}},
		{open, Photos{}},
		{in(openAuction), Offer{By: "Ana", To: "Cleo", Price: 4}},
		{in(sharedAuction), Offer{By: "Ana", To: "Ana", Bidder: "Cleo", Price: 4}},
		{in(fixedAuction), Offer{By: "Ana", Looks: []name{"Ben", "Cleo"}, Price: 4}},
		{in(secretAuction), Offer{By: "Ana", Bids: map[name]int{"Ben": 3, "Cleo": 3}, Again: map[name]int{"Ben": 3, "Cleo": 5}}},
		{in(secretAuction), Count{Envelopes: map[name]int{"Ana": 1, "Ben": 2, "Cleo": 3}, Decorations: map[name]int{"Ana": 1, "Ben": 2, "Cleo": 3}, Over: true}},
		{posed, Guest{Name: "Dog", VIPs: 2, Fulfilled: map[name]*int{"Cleo": &three}}},
		{closed, Decorations{"Ana": 1, "Ben": 2, "Cleo": 3}},
	} {
		got, err := ask.Run(&laws.Hand{Lines: make([]string, 9)}, &ask.Dialog{}, func(a ask.Asker) (scoring.Event, error) { return Game.Next(c.s, a, c.was) })
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(c.was)
		if err != nil || string(a) != string(b) {
			t.Errorf("%s, not %s: %v", a, b, err)
		}
	}
}

// A key of the table is nobody's own answer: no name stands before it, and no person's phone has it.
func TestKeysOfTheTable(t *testing.T) {
	s := table(t, byHand, "Ana", "Ben", "Cleo")
	for _, e := range []scoring.Event{scoring.Laid{}, Round{Card: secretAuction}} {
		s, _ = Game.Apply(s, e)
	}
	judging, _ := Game.Apply(table(t, byHand, "Ana", "Ben", "Cleo"), Photos{})
	for _, c := range []struct {
		s         scoring.State
		key, want string
	}{{s, "n", "all hands are empty"}, {s, "x", "the numbers are wrong: count"}, {judging, "r", "nobody placed the rest"}} {
		_, _ = Game.Next(c.s, ask.AskerFunc(func(g ask.Group, _ ask.Got) error {
			if heard := g.Heard(lang.English, c.key); heard != c.want {
				t.Errorf("%s: heard as %q", c.key, heard)
			}
			return ask.Leave
		}), nil)
	}
}

// With a single bidder the offer, and the tie, stand above the question, which a window then asks by its own text.
func TestSingleBidder(t *testing.T) {
	shows := func(want string, s scoring.State, keys string) {
		h := &laws.Hand{Lines: strings.Split(keys, "|")}
		var notes []string
		_, _ = Game.Next(s, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
			if len(g.Asked) == 1 {
				notes = append(notes, lang.English.All(g.Notes)...)
			}
			return h.Put(g, got)
		}), nil)
		if !strings.HasSuffix(strings.Join(notes, "\n"), want) {
			t.Errorf("%q is not shown last: %q", want, notes)
		}
	}
	begun := func(e scoring.Event, players ...name) scoring.State {
		s, err := Game.Fold(table(t, byHand, players...), []scoring.Event{scoring.Laid{}, e, Round{Card: secretAuction}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	all := Count{Envelopes: map[name]int{"Ana": 4, "Ben": 4, "Cleo": 4}, Decorations: map[name]int{"Ana": 10, "Ben": 2, "Cleo": 10}}
	shows("Tied at 2: Ben and Cleo bid once more, at least as high. The bids? Tied again, Ana keeps the envelope.\nBen has only 2 and stays at 2.", begun(all, "Ana", "Ben", "Cleo"), "2 2|5")
	two := Count{Envelopes: map[name]int{"Ana": 5, "Ben": 5}, Decorations: map[name]int{"Ana": 10, "Ben": 10}}
	shows("Secret Auction: Ana puts up 1 envelope of 5. All open their hands: the bids?", begun(two, "Ana", "Ben"), "3")
}
