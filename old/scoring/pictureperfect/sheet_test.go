package pictureperfect

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

var timeOfNoGame time.Time

// Every fault of a sheet names its place and what is allowed.
func TestSheetFaults(t *testing.T) {
	const start = `{"game":"picture-perfect","players":["Ana","Bia"],`
	const three = `{"game":"picture-perfect","players":["Ana","Bia","Caio"],"guests":[{"name":"G","fulfilled":{"Ana":1,"Bia":1,"Caio":0}}],"envelopes":{"Ana":2,"Bia":2},`
	guest := func(rest string) string { return start + `"guests":[{"name":"G","fulfilled":{"Ana":1}` + rest + `}]}` }
	for _, c := range []struct{ sheet, want string }{
		{`{"game":"chess"}`, "game: the text “chess” is not one of: picture-perfect"},
		{`{"players":["Ana","Bia"]}`, "game: this key is missing"},
		{`{"game":"picture-perfect"}`, "players: this key is missing"},
		{`{"game":"picture-perfect","players":["Ana"],"guests":[]}`, "players: 1 player: Picture Perfect is for 2 to 6"},
		{`{"game":"picture-perfect","players":["Ana"," ANA "],"guests":[]}`, "players[1]: “ANA” is there twice"},
		{`{"game":"picture-perfect","players":["Ana",7],"guests":[]}`, "players[1]: expected text, not the number 7"},
		{start + `"x":1,"guests":[]}`, "x: unknown key"},
		{start + `"auction":1,"guests":[]}`, "auction: expected true or false, not the number 1"},
		{start + `"guests":null}`, "guests: expected a list, not null"},
		{start + `"guests":[],"over":null}`, "over: expected true or false, not null"},
		{start + `"guests":[],"setup":null}`, "setup: expected an object with keys, not null"},
		{start + `"guests":[],"played":"yesterday"}`, "played: “yesterday” is not a date and time"},
		{start + `"auction":true,"guests":[]}`, "decorations: this key is missing"},
		{start + `"auction":true,"guests":[],"decorations":{"Ana":3}}`, "decorations.Bia: every player's number is needed here"},
		{start + `"guests":[],"decorations":{"Ana":11,"Bia":10}}`, "decorations: 21 decorations in all: there are only 20"},
		{start + `"guests":[],"decorations":{"Ana":1,"Bia":-1}}`, "decorations.Bia: -1 is out of range"},
		{start + `"guests":[],"envelopes":{"Caio":1}}`, "envelopes.Caio: “Caio” is not at the table; at the table are: Ana and Bia"},
		{start + `"guests":[],"envelopes":{"Ana":1.0}}`, "envelopes.Ana: expected a whole number"},
		{start + `"guests":[],"envelopes":{"Ana":1e0}}`, "envelopes.Ana: expected a whole number"},
		{start + `"guests":[],"envelopes":{"Ana":true}}`, "envelopes.Ana: expected a whole number"},
		{start + `"guests":[],"envelopes":{"Ana":99999999999}}`, "envelopes.Ana: 99999999999 is out of range"},
		{start + `"guests":[],"photo_votes":{"Ana":"Caio"}}`, "photo_votes.Ana: “Caio” is not at the table"},
		{start + `"guests":[],"photo_counts":{"Caio":1}}`, "photo_counts.Caio: “Caio” is not at the table"},
		{start + `"guests":[],"photo_counts":{"Ana":-1}}`, "photo_counts.Ana: -1 is out of range"},
		{start + `"guests":[],"photo_counts":{"Ana":true}}`, "photo_counts.Ana: expected a whole number"},
		{start + `"guests":[],"photo_counts":null}`, "photo_counts: expected an object with keys, not null"},
		{start + `"guests":[],"photo_counts":{"Ana":1},"photo_votes":{"Ana":"Ana"}}`, "photo_counts: photo_votes is there too: a sheet has one of the two"},
		{three + `"photo_counts":{"Bia":1,"Caio":0}}`, "photo_counts.Caio: Caio's photo is not among the tied ones: Ana and Bia"},
		{start + `"guests":[],"photo_votes":{"ana":"Bia"}}`, "photo_votes.ana: “ana” is not at the table"},
		{guest(`,"vips":3`), "guests[0].vips: 3 is out of range: from 0 to 2"},
		{guest(`,"vips":-1`), "guests[0].vips: -1 is out of range"},
		{guest(`,"vips":null`), "guests[0].vips: expected a whole number"},
		{guest(`,"vip":1`), "guests[0].vip: unknown key; the keys known here are: fulfilled, name, vips"},
		{start + `"guests":[{"name":"G","fulfilled":{"Ana":4}}]}`, "guests[0].fulfilled.Ana: 4 is out of range: from 0 to 3"},
		{start + `"guests":[{"name":"G","fulfilled":{"Zoe":1}}]}`, "guests[0].fulfilled.Zoe: “Zoe” is not at the table"},
		{start + `"guests":[{"fulfilled":{}}]}`, "guests[0].name: this key is missing"},
		{start + `"guests":[{"name":"G"}]}`, "guests[0].fulfilled: this key is missing"},
		{start + `"guests":[{"name":" ","fulfilled":{}}]}`, "guests[0].name: a name is missing"},
		{start + `"guests":[` + strings.TrimSuffix(strings.Repeat(`{"name":"G","fulfilled":{}},`, 15), ",") + `]}`, "guests: 15 guests: 0 to 14 are possible"},
		{start + `"guests":[],"guests":[]}`, "duplicate key “guests”"},
	} {
		_, err := scoring.ReadSheet([]byte(c.sheet), []scoring.Game{Game})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n  %v\n  want %s", c.sheet, err, c.want)
		}
	}
}

// Sheets with keys that may be missing or null, and a sheet in YAML.
func TestSheetsThatAreRight(t *testing.T) {
	for _, sheet := range []string{
		`{"game":"picture-perfect","players":["Ana","Bia"],"guests":[]}`,
		`{"game":"picture-perfect","players":["Ana","Bia"],"guests":[{"name":"G","fulfilled":{"Ana":null,"Bia":3}}],"photo_votes":{},"envelopes":{},"setup":{"x":null,"y":[1.5]}}`,
		`{"game":"picture-perfect","players":["Ana","Bia"],"auction":true,"guests":[],"over":false}`,
		`{"game":"picture-perfect","players":["Ana","Bia"],"guests":[],"over":true,"played":"2026-11-21T21:04:05-03:00"}`,
		// with over false no tie-break is read: a vote for anybody at the table is fine
		`{"game":"picture-perfect","players":["Ana","Bia","Caio"],"guests":[{"name":"G","fulfilled":{"Ana":1,"Bia":1}}],"over":false,"envelopes":{"Ana":1,"Bia":1},"photo_votes":{"Ana":"Caio"}}`,
		// and so it is if the tie does not come down to the vote
		`{"game":"picture-perfect","players":["Ana","Bia","Caio"],"guests":[{"name":"G","fulfilled":{"Ana":1,"Bia":2}}],"photo_votes":{"Ana":"Caio"}}`,
		`{"game":"picture-perfect","players":["Ana","Bia","Caio"],"guests":[{"name":"G","fulfilled":{"Ana":1,"Bia":2}}],"photo_votes":{},"photo_counts":{"Caio":3}}`,
		`{"game":"picture-perfect","players":["Ana","Bia"],"guests":[],"photo_votes":{"Ana":"Bia"},"photo_counts":{}}`,
		"game: picture-perfect\nplayers: [Ana, Bia]\nguests:\n  - name: G\n    vips: 1\n    fulfilled: {Ana: 3, Bia: ~}\n",
	} {
		if _, err := scoring.ReadSheet([]byte(sheet), []scoring.Game{Game}); err != nil {
			t.Errorf("%s\n  %v", sheet, err)
		}
	}
}

// A guest that a player did not place is null or missing, and pays nothing.
func TestSheetOfAGuestLeftOut(t *testing.T) {
	s, err := scoring.ReadSheet([]byte(`{"game":"picture-perfect","players":["Ana","Bia","Caio"],"guests":[{"name":"G","vips":1,"fulfilled":{"Bia":0,"Caio":null}}]}`), []scoring.Game{Game})
	laws.Need(t, err)
	if r := s.State.Result(); !slices.Equal(r.Points, []int{0, -6, 0}) || !slices.Equal(r.Parts[0].Cells, []string{"–", "", "–"}) || r.Parts[0].Mark != "+1" {
		t.Errorf("%+v", r)
	}
}

func TestExportNamesGuests(t *testing.T) {
	tb := table("no", "Ana", "Bia")
	events := []scoring.Event{Guest{Name: "Guest 2", Fulfilled: []int{1, NotPlaced}}, Guest{Fulfilled: []int{1, 0}}}
	s := play(t, tb, events...)
	got, err := Game.WriteSheet(tb, events, s, timeOfNoGame, func(t lang.Text) string { return t.String() })
	laws.Need(t, err)
	for _, want := range []string{`"name": "Guest 2"`, `"name": "Guest 2*"`, `"over": false`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// After a secret vote the sheet has counts and no voters, and they decide as the votes would.
func TestSheetOfASecretVote(t *testing.T) {
	tb := table("no", "Ana", "Bia", "Caio")
	tie := []scoring.Event{Guest{Fulfilled: []int{1, 1, 0}}, NoMoreGuests{}, Envelopes{[]int{2, 2, Unknown}}}
	for _, vote := range []scoring.Event{VoteCounts{[]int{1, 2, Unknown}}, Vote{For: []int{1, 0, 1}, Secret: true}} {
		events := append(slices.Clone(tie), vote)
		s := play(t, tb, events...)
		if r := s.Result(); r.DecidedBy != ByPhotoVote || !slices.Equal(r.Winners, []int{1}) {
			t.Errorf("%+v", r)
		}
		got, err := Game.WriteSheet(tb, events, s, timeOfNoGame, func(t lang.Text) string { return t.String() })
		if err != nil || strings.Contains(string(got), "photo_votes") {
			t.Fatalf("%v\n%s", err, got)
		}
		back, err := scoring.ReadSheet(got, []scoring.Game{Game})
		if err != nil || !slices.Equal(back.State.(State).tie.votes, []int{1, 2, Unknown}) {
			t.Errorf("%v\n%s", err, got)
		}
		if turned := s.Turned(vote); turned != nil {
			t.Error("a secret vote is turned over:", turned)
		}
		if turned := fmt.Sprint(s.Turned(Vote{For: []int{1, 0}})); turned != "[Ana votes for Bia's photo. Bia votes for Ana's photo.]" {
			t.Error(turned)
		}
		if told := Game.Tell(s, vote).String(); told != "Votes for the best photo: Ana 1, Bia 2" {
			t.Error(told)
		}
	}
}
