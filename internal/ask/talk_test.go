package ask

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

var errKilled = errors.New("kill -9")

// line answers with its words; "<" goes back, "?" aside; when it ends the process dies.
type line struct {
	say  []string
	n    int
	seen []Question
}

func (l *line) Ask(q Question) (Answer, error) {
	l.seen = append(l.seen, q)
	if l.n == len(l.say) {
		return Answer{}, errKilled
	}
	l.n++
	switch s := l.say[l.n-1]; s {
	case "<":
		return Answer{}, ErrBack
	case "?":
		return Answer{}, &Aside{}
	default:
		return Answer{Text: s}, nil
	}
}

// three asks a, b and c, draws a card between them, and refuses "bad" for b.
func three(a Asker) ([]string, error) {
	var out []string
	for _, id := range []string{"a", "b", "c"} {
		r, err := Put(a, Question{ID: id, Kind: Words}, func(r Answer) error {
			if id == "b" && r.Text == "bad" {
				return lang.Wrong(lang.As("not bad"))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		n, err := Toss(a, 1000)
		if err != nil {
			return nil, err
		}
		out = append(out, r.Text, fmt.Sprint(n))
	}
	return out, nil
}

func keepNothing(Draft) error { return nil }

func TestTalkSurvivesBeingKilled(t *testing.T) {
	story := []string{"1", "bad", "2", "3"}
	want, _, err := Talk(&line{say: story}, Draft{Seed: 7}, Draft{}, keepNothing, three)
	if err != nil {
		t.Fatal(err)
	}
	for die := range story {
		disk := Draft{Seed: 7}
		keep := func(d Draft) error { disk = d; return nil }
		if _, _, err := Talk(&line{say: story[:die]}, disk, Draft{}, keep, three); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		again := &line{say: story[die:]}
		got, _, err := Talk(again, disk, Draft{}, keep, three)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("killed after %d: %v, %v, want %v", die, got, err, want)
		}
		if len(again.seen) != len(story)-die {
			t.Errorf("killed after %d: asked %d times", die, len(again.seen))
		}
	}
}

func TestTalkGoesBack(t *testing.T) {
	l := &line{say: []string{"1", "2", "<", "<", "one", "two", "3"}}
	straight, _, _ := Talk(&line{say: []string{"one", "two", "3"}}, Draft{Seed: 7}, Draft{}, keepNothing, three)
	got, d, err := Talk(l, Draft{Seed: 7}, Draft{}, keepNothing, three)
	if err != nil || !reflect.DeepEqual(got, straight) {
		t.Fatal(got, err, "want", straight)
	}
	if len(d.Said) != 3 {
		t.Error(d)
	}
	if s := l.seen[3].Suggest; s == nil || s.Text != "2" {
		t.Errorf("back at b: %v is suggested", s)
	}
	if s := l.seen[4].Suggest; s == nil || s.Text != "1" {
		t.Errorf("back at a: %v is suggested", s)
	}
	if _, _, err := Talk(&line{say: []string{"<"}}, Draft{}, Draft{}, keepNothing, three); !errors.Is(err, ErrBack) {
		t.Error(err)
	}
}

func TestTalkAsideKeepsTheDraft(t *testing.T) {
	var aside *Aside
	_, d, err := Talk(&line{say: []string{"1", "bad", "?"}}, Draft{}, Draft{}, keepNothing, three)
	if !errors.As(err, &aside) || len(d.Said) != 1 {
		t.Fatal(d, err)
	}
}

func TestTalkEditSuggests(t *testing.T) {
	_, was, _ := Talk(&line{say: []string{"1", "2", "3"}}, Draft{}, Draft{}, keepNothing, three)
	l := &line{say: []string{"1", "2", "3"}}
	_, _, _ = Talk(l, Draft{}, was, keepNothing, three)
	for i, q := range l.seen {
		if q.Suggest == nil || q.Suggest.Text != fmt.Sprint(i+1) {
			t.Errorf("question %d suggests %v", i, q.Suggest)
		}
	}
}

func TestTalkDiskRefuses(t *testing.T) {
	full := lang.Wrong(lang.As("the disk is full"))
	n := 0
	l := &line{say: []string{"1", "2", "2", "3"}}
	got, _, err := Talk(l, Draft{}, Draft{}, func(Draft) error {
		if n++; n == 2 {
			return full
		}
		return nil
	}, three)
	if err != nil || got[2] != "2" || !errors.Is(l.seen[2].Fault, full) || l.seen[2].Suggest.Text != "2" {
		t.Fatal(got, err, l.seen[2])
	}
	gone := errors.New("another window")
	_, d, err := Talk(&line{say: []string{"1", "2"}}, Draft{}, Draft{}, func(Draft) error { return gone }, three)
	if !errors.Is(err, gone) || len(d.Said) != 0 {
		t.Fatal(d, err)
	}
}

func TestSecretIsNeverSuggested(t *testing.T) {
	vote := func(a Asker) (Answer, error) {
		return InTurn(a, Question{ID: "v", Kind: Words, Secret: true, People: []int{2, 0}, Names: []string{"Caio", "Ana"}}, func(seat int, r Answer) error {
			if r.Text == "bad" {
				return lang.Wrong(lang.As("no"))
			}
			return nil
		})
	}
	l := &line{say: []string{"x", "bad", "<", "y", "z"}}
	if _, _, err := Talk(l, Draft{}, Draft{}, keepNothing, vote); err != nil {
		t.Fatal(err)
	}
	for i, q := range l.seen {
		if q.Suggest != nil {
			t.Errorf("question %d shows %v", i, q.Suggest)
		}
	}
	if l.seen[3].ID != "v.2" {
		t.Error(l.seen[3].ID)
	}
}
