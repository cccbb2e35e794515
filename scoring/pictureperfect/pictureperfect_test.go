package pictureperfect

import (
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

func TestRules(t *testing.T) { laws.Rules(t, Game, "rules.txt") }

func TestLaws(t *testing.T) {
	laws.Check(t, Game)
	g := Game // with auctions, unless the table says otherwise
	g.Options = slices.Clone(g.Options)
	usual := auctions.Values
	g.Options[0].Values = func(t setup.Table) []setup.Value { v := usual(t); return []setup.Value{v[1], v[0]} }
	laws.Check(t, g)
}

// Some facts can only come out of a sheet.
func TestSheets(t *testing.T) {
	find := func(string, *sheet.Value) (scoring.Game, error) { return Game, nil }
	for _, c := range []struct{ own, refused string }{
		{`"auction":true,"over":false`, ""},
		{`"auction":true`, "decorations.Ana: every player's number is needed here"},
		{`"decorations":{"Ana":1}`, "decorations.Bia: every player's number is needed here"},
		{`"decorations":{"Ana":11,"Bia":10}`, "decorations: 21 decorations in all"},
		{`"auction":true,"decorations":{"Ana":22,"Bia":10}`, ""},
		{`"photo_votes":{},"photo_counts":{"Ana":1}`, ""},
		{`"photo_votes":{"Ana":"Bia"},"photo_counts":{"Ana":1}`, "photo_counts: photo_votes is there too"},
	} {
		_, err := scoring.ReadSheet(find, []byte(`{"game":"picture-perfect","players":["Ana","Bia"],"guests":[],`+c.own+`}`))
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %v", c.own, err)
		}
	}
	s, _ := Game.Fold(table(t, nil, "Ana", "Bia"), []scoring.Event{Guest{}, Guest{Name: "Guest 1"}})
	if doc, _ := sheet.Write(s.Paper()); !strings.Contains(string(doc), `"name":"Guest 1*"`) {
		t.Errorf("%s", doc)
	}
}

// Books add up after every event of 3,000 random auction evenings (30 without GATE=1), and after offers that are made up:
// 14 envelopes, all decorations, nobody below 0.
func TestBooks(t *testing.T) {
	evenings := 30
	if os.Getenv("GATE") == "1" {
		evenings = 3000
	}
	made, legal := 0, 0
	for no := range evenings {
		r := rand.New(rand.NewPCG(uint64(no), 41))
		players := []name{"Ana", "Ben", "Cleo", "Dan", "Eva", "Fabi"}[:2+r.IntN(5)]
		s, err := Game.Begin(setup.Table{Players: players, Choices: map[string]string{"auction": "yes", "deck": []string{"hand", "program"}[r.IntN(2)]}})
		if err != nil {
			t.Fatal(err)
		}
		for !s.(State).posed() && len(s.(State).Cards) <= rounds {
			for range 3 {
				e := madeUp(r, s.(State))
				made++
				if next, err := Game.Apply(s, e); err == nil {
					legal++
					addUp(t, s.(State), e, next.(State))
				} else if !fault.Is(err) {
					t.Fatal(err)
				}
			}
			e, err := ask.Run(laws.Player{Rand: r}, &ask.Dialog{Seed: uint64(no)}, func(a ask.Asker) (scoring.Event, error) { return Game.Next(s, a, nil) })
			if err != nil {
				t.Fatalf("%d: %v", no, err)
			}
			next, err := Game.Apply(s, e)
			if err != nil {
				t.Fatalf("%d: %+v: %v", no, e, err)
			}
			if _, moves := e.(Count); !moves {
				addUp(t, s.(State), e, next.(State))
			}
			s = next
		}
	}
	if legal*10 < made {
		t.Errorf("%d of %d offers were legal", legal, made)
	}
}

// madeUp returns an offer that may be legal.
func madeUp(r *rand.Rand, s State) Offer {
	any := func() name { return s.Table.Players[r.IntN(len(s.Table.Players))] }
	e := Offer{By: s.auction().active()}
	if r.IntN(9) == 0 {
		e.By = any()
	}
	switch s.Open {
	case fixedAuction:
		e.Price, e.Looks = r.IntN(9), []name{any()}
	case secretAuction, unfairAuction:
		e.Bids = map[name]int{}
		for _, n := range s.Table.Players {
			if n != e.By || r.IntN(30) == 0 {
				e.Bids[n] = r.IntN(8) / 2
			}
		}
		if top := s.Books.highest(e.By, e.Bids); len(top) > 1 {
			e.Again = map[name]int{}
			for _, n := range top {
				e.Again[n] = e.Bids[n] + r.IntN(3)
			}
		}
	default:
		e.To, e.Price = any(), r.IntN(14)
		if s.Open == sharedAuction && r.IntN(2) == 0 {
			e.To, e.Bidder = e.By, any()
		}
	}
	return e
}

func addUp(t *testing.T, before State, e scoring.Event, after State) {
	t.Helper()
	for _, n := range after.Table.Players {
		if after.Books.Envelopes[n] < 0 || after.Books.Decorations[n] < 0 {
			t.Fatalf("%+v leads to %+v", e, after.Books)
		}
	}
	if after.Books.middle() < 0 || after.Books.aside() != before.Books.aside() || len(after.Books.Envelopes) != len(after.Table.Players) {
		t.Fatalf("%+v leads to %+v", e, after.Books)
	}
	moved := before.Books.middle() - after.Books.middle() // out of the middle
	o, offer := e.(Offer)
	round, _ := e.(Round)
	switch {
	case before.Open == sharedAuction && offer && o.To != "" && moved == 1:
	case round.Card == sharedAuction && moved <= 0 && moved >= -len(after.Table.Players):
	case moved != 0 || offer && before.Open == fixedAuction && !maps.Equal(before.Books.Envelopes, after.Books.Envelopes):
		t.Fatalf("%+v leads from %+v to %+v", e, before.Books, after.Books)
	}
}

// The exchange deck is drawn from the cards that fit, three normal ones and three auctions, or six normal ones; no card is
// drawn more often than it is there.
func TestDraw(t *testing.T) {
	four := setup.Table{Players: []name{"1", "2", "3", "4"}}
	for _, c := range []struct {
		have, auction, want string
		normal              int
	}{
		{"", "no", "", 6},
		{"", "yes", "", 3},
		{"dance, Dance,theft,open auction,Leilão Secreto,UNFAIR-secret-auction", "yes", "dance dance open-auction secret-auction theft unfair-secret-auction", 3},
		{"dance,gifts", "no", "4 normal exchange cards are missing: the deck takes 6, 2 show this number of players", 0},
		{"dance,gifts,rumors,theft,open-auction,shared-auction", "yes", "one auction card is missing: the deck takes 3, 2 show", 0},
		{"dance,tango", "no", "“tango” is not an exchange card; choose from: dance, gifts", 0},
	} {
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 1))
			l, err := Draw(four.With("auction", c.auction), c.have, r.IntN)
			if c.normal == 0 {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v", c.have, err)
				}
				continue
			}
			deck := slices.Clone(l.Data.(layoutData).Deck)
			normal := slices.DeleteFunc(slices.Clone(deck), func(id string) bool { c, _ := cardOf(id); return c.auction })
			slices.Sort(deck)
			if err != nil || len(deck) != rounds || len(normal) != c.normal {
				t.Errorf("%s: %v has %d normal cards, %v", c.have, deck, len(normal), err)
			}
			if c.want != "" && strings.Join(deck, " ") != c.want {
				t.Errorf("%s: %v, not %s", c.have, deck, c.want)
			}
			if c.want == "" && len(slices.Compact(deck)) != rounds {
				t.Errorf("%s: a kind is drawn twice: %v", c.have, deck)
			}
		}
	}
}

// The layout goes by the number of people; a drawn deck gives nothing away.
func TestLayout(t *testing.T) {
	for _, c := range []struct {
		players int
		auction string
		say     []string
	}{
		{2, "yes", []string{"3 into each of the 14", "Deal 5 envelopes", "other 4 envelopes", "14 guest figures and 10 decorations", "12 more decorations", "3 normal exchange cards and 3 auction cards"}},
		{2, "no", []string{"6 at random"}},
		{4, "no", []string{"Deal 3 envelopes", "other 2 envelopes"}},
		{6, "no", []string{"6 players: you need the expansion", "Deal 2 envelopes", "other 2 envelopes"}},
	} {
		t1 := setup.Table{Choices: map[string]string{"auction": c.auction}}
		for i := range c.players {
			t1.Players = append(t1.Players, name(rune('A'+i)))
		}
		l, err := Game.Layout(t1)
		said := ""
		for _, s := range l.Steps {
			said += lang.English.Say(s.Text) + "\n"
		}
		for _, part := range c.say {
			if err != nil || !strings.Contains(said, part) {
				t.Errorf("%d, %s: %q is not in %s", c.players, c.auction, part, said)
			}
		}
		if strings.Contains(said, "12 more") != (c.players == 2 && c.auction == "yes") || strings.Contains(said, "expansion") != (c.players > 4) {
			t.Errorf("%d, %s: the supply, the expansion: %s", c.players, c.auction, said)
		}
	}
	h := &laws.Hand{Lines: []string{"101000" + "111111", "111111" + "111111", ""}}
	four := setup.Table{Players: []name{"1", "2", "3", "4"}, Choices: map[string]string{"auction": "yes", "box": "some"}}
	deck, err := ask.Run(h, &ask.Dialog{}, func(a ask.Asker) ([]string, error) { return walk(a, four) })
	if err != nil || len(deck) != rounds {
		t.Errorf("%v, %v", deck, err)
	}
	if !strings.Contains(strings.Join(h.Refused, ""), "one normal exchange card is missing") {
		t.Errorf("refused: %q", h.Refused)
	}
	if strings.Contains(strings.Join(h.Shown, ""), "exchange deck") {
		t.Errorf("a drawn deck is built once more: %q", h.Shown)
	}
}

// A deck that was drawn before the table agreed on auctions is drawn anew.
func TestDeckOfAnotherTable(t *testing.T) {
	plain := []string{gifts, dance, theft, partner, partner, gifts}
	bids := []string{gifts, dance, theft, openAuction, fixedAuction, sharedAuction}
	for _, c := range []struct {
		auction, deck string
		laid          []string
		fits          bool
	}{
		{"no", "program", plain, true}, {"no", "program", bids, false}, {"no", "program", nil, false},
		{"yes", "program", plain, false}, {"yes", "program", bids, true}, {"yes", "hand", nil, true}, {"no", "hand", plain, false},
	} {
		table := setup.Table{Players: []name{"Ana", "Bia", "Caio"}, Choices: map[string]string{"auction": c.auction, "deck": c.deck}}
		s, err := Game.Begin(table)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Game.Apply(s, scoring.Laid{Deck: c.laid}); (err == nil) != c.fits {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
