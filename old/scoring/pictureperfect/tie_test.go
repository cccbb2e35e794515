package pictureperfect

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A tie is told along its chain as far as its facts go: who had how much, who drops out, and what the sheet lacks.
func TestStepsOfATie(t *testing.T) {
	tb := table(setup.No, "Ana", "Bia", "Caio", `D"`)
	guests := []scoring.Event{ // 6 points each, but fewer guests for Ana and Bia
		Guest{Fulfilled: []int{3, 3, 2, 2}}, Guest{Fulfilled: []int{NotPlaced, NotPlaced, 2, 2}}, NoMoreGuests{},
	}
	start := []string{
		`Level with 6 points: Ana, Bia, Caio and D".`,
		`Guests in the photo: Caio 2, D" 2, Ana 1 and Bia 1. Ana and Bia are out.`,
	}
	for _, c := range []struct {
		more         []scoring.Event
		steps, lacks string
		by           scoring.Decision
	}{
		{nil, "", `"envelopes": {"Caio": …, "D\"": …}`, ""},
		{[]scoring.Event{Envelopes{[]int{9, -1, 2, 3}}}, `Envelopes at the end: D" 3 and Caio 2. Caio is out.`, "", ByEnvelopes},
		{[]scoring.Event{Envelopes{[]int{-1, -1, 2, 2}}}, `Envelopes at the end: Caio 2 and D" 2. Still level.`, `"photo_votes": {"Ana": …, "Bia": …, "Caio": …, "D\"": …}`, ""},
		{
			[]scoring.Event{Envelopes{[]int{-1, -1, 2, 2}}, Vote{For: []int{2, 2, 3, -1}}},
			`Envelopes at the end: Caio 2 and D" 2. Still level.|Votes for the best photo: Caio 2 and D" 1. D" is out.`, "", ByPhotoVote,
		},
		{
			[]scoring.Event{Envelopes{[]int{-1, -1, 2, 2}}, Vote{For: []int{2, 3, -1, -1}}},
			`Envelopes at the end: Caio 2 and D" 2. Still level.|Votes for the best photo: Caio 1 and D" 1. Still level.`, "", scoring.Shared,
		},
	} {
		s, _, err := Game.Fold(tb, append(guests[:3:3], c.more...))
		if err != nil {
			t.Fatal(err)
		}
		want := start
		if c.steps != "" {
			want = append(start[:2:2], strings.Split(c.steps, "|")...)
		}
		r := s.Result()
		var got []string
		for _, step := range r.Steps {
			got = append(got, step.Say.String())
			if step.Where.String() != "Picture Perfect handbook, Scoring, p. 10" {
				t.Errorf("%s: %s", step.Say, step.Where)
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") || r.Lacks != c.lacks || r.DecidedBy != c.by {
			t.Errorf("%q lacks %s, by %q\nwant %q, %s, %q", got, r.Lacks, r.DecidedBy, want, c.lacks, c.by)
		}
	}
}

// If points decide there is nothing to tell.
func TestNoStepsWithoutATie(t *testing.T) {
	s, _, err := Game.Fold(table(setup.No, "Ana", "Bia"), []scoring.Event{Guest{Fulfilled: []int{3, 2}}, NoMoreGuests{}})
	if r := s.Result(); err != nil || len(r.Steps) > 0 || r.Lacks != "" {
		t.Error(r.Steps, r.Lacks, err)
	}
	pt := lang.NewLocalizer("pt-BR", Texts, lang.Texts)
	tied, _, _ := Game.Fold(table(setup.No, "Ana", "Bia"), []scoring.Event{Guest{Fulfilled: []int{1, 1}}, NoMoreGuests{}})
	if got := pt.Say(tied.Result().Steps[0].Say); got != "Empate com 1 ponto: Ana e Bia." {
		t.Error(got)
	}
}
