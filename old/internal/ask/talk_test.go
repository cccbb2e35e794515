package ask

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var errKilled = errors.New("kill -9")

// line answers with its words; "<" goes back, "?" is an aside, and at the end the process dies.
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
	case ">":
		return Answer{}, ErrNow
	case "=":
		return q.Read("")
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
		said, err := Accept(a, Head{ID: id}, Words{}, func(said string) (string, error) {
			if id == "b" && said == "bad" {
				return "", fault.New(lang.Literal("not bad"))
			}
			return said, nil
		})
		if err != nil {
			return nil, err
		}
		n, err := Toss(a, 1000)
		if err != nil {
			return nil, err
		}
		out = append(out, said, fmt.Sprint(n))
	}
	return out, nil
}

func keepNothing(Draft) error { return nil }

// talked runs the dialog of three, and returns its state.
func talked(a Asker, d Draft, keep func(Draft) error) ([]string, *Dialog, error) {
	dialog := &Dialog{Draft: d, At: len(d.Entries)}
	out, err := RunDialog(a, dialog, keep, three)
	return out, dialog, err
}

func TestTalkSurvivesBeingKilled(t *testing.T) {
	story := []string{"1", "bad", "2", "3"}
	want, _, err := talked(&line{say: story}, Draft{Seed: 7}, keepNothing)
	if err != nil {
		t.Fatal(err)
	}
	for die := range story {
		disk := Draft{Seed: 7}
		keep := func(d Draft) error { disk = d; return nil }
		if _, _, err := talked(&line{say: story[:die]}, disk, keep); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		left := story[len(disk.Entries):]
		if len(disk.Entries) > 0 {
			left = story[len(disk.Entries)+1:] // a refused answer was neither stored nor acknowledged
		}
		if die < 2 {
			left = story[die:]
		}
		again := &line{say: left}
		got, _, err := talked(again, disk, keep)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("killed after %d: %v, %v, want %v", die, got, err, want)
		}
	}
}

// A refused answer is never stored.
func TestRefusedAnswersAreNotKept(t *testing.T) {
	var kept []string
	keep := func(d Draft) error { kept = append(kept, d.Entries[len(d.Entries)-1].Answer.Text); return nil }
	if _, _, err := talked(&line{say: []string{"1", "bad", "bad", "2", "3"}}, Draft{}, keep); err != nil || fmt.Sprint(kept) != "[1 2 3]" {
		t.Fatal(kept, err)
	}
}

// Going back is reading: nothing is stored or lost until an answer is changed.
func TestTalkGoesBack(t *testing.T) {
	said := Draft{Seed: 7, Entries: []Entry{{"a", Answer{Text: "1"}}, {"b", Answer{Text: "2"}}}}
	keeps := 0
	keep := func(Draft) error { keeps++; return nil }
	l := &line{say: []string{"<", "<", "1", "<", "1", "2"}}
	_, d, err := talked(l, said, keep)
	if !errors.Is(err, errKilled) || keeps != 0 || !reflect.DeepEqual(d.Draft, said) || d.At != 2 {
		t.Fatal(err, keeps, d)
	}
	var asked []string
	for _, q := range l.seen {
		text := q.ID
		if q.Stands {
			text += "=" + q.Suggest.Text
		}
		asked = append(asked, text)
	}
	if got := fmt.Sprint(asked); got != "[c b=2 a=1 b=2 a=1 b=2 c]" {
		t.Error(got)
	}
	straight, _, _ := talked(&line{say: []string{"one", "2", "3"}}, Draft{Seed: 7}, keepNothing)
	l = &line{say: []string{"<", "<", "one", "2", "3"}}
	got, d, err := talked(l, said, keep)
	if err != nil || !reflect.DeepEqual(got, straight) || len(d.Entries) != 3 || keeps != 3 {
		t.Fatal(got, err, keeps, "want", straight)
	}
	if q := l.seen[3]; q.Stands || q.Suggest == nil || q.Suggest.Text != "2" {
		t.Errorf("b behind another a: %+v", q)
	}
	if _, _, err := talked(&line{say: []string{"<"}}, Draft{}, keepNothing); !errors.Is(err, ErrBack) {
		t.Error(err)
	}
	if _, d, err := talked(&line{say: []string{"<", "<", "<"}}, said, keepNothing); !errors.Is(err, ErrBack) || d.At != 0 || len(d.Entries) != 2 {
		t.Error(d, err)
	}
	if _, d, err := talked(&line{say: []string{"<", ">"}}, said, keepNothing); !errors.Is(err, ErrNow) || d.At != 1 {
		t.Error(d, err)
	}
}

func TestTalkAsideKeepsTheDraft(t *testing.T) {
	var aside *Aside
	_, d, err := talked(&line{say: []string{"1", "bad", "?"}}, Draft{}, keepNothing)
	if !errors.As(err, &aside) || len(d.Entries) != 1 || d.Asked != "b" || d.Waits {
		t.Fatal(d, err)
	}
}

func TestTalkSuggestsWhatWas(t *testing.T) {
	_, was, _ := talked(&line{say: []string{"1", "2", "3"}}, Draft{}, keepNothing)
	answered, e, whole := Replay(was.Draft, three)
	if !whole || len(e) != 6 || len(answered) != 3 || answered[1].Question.ID != "b" {
		t.Fatal(answered, e, whole)
	}
	l := &line{say: []string{"1", "2", "3"}}
	_, _ = RunDialog(l, &Dialog{Was: answered}, keepNothing, three)
	for i, q := range l.seen {
		if q.Suggest == nil || q.Suggest.Text != fmt.Sprint(i+1) {
			t.Errorf("question %d suggests %v", i, q.Suggest)
		}
	}
	if _, _, whole := Replay(Draft{Entries: was.Entries[:2]}, three); whole {
		t.Error("two answers are not three")
	}
	if _, _, whole := Replay(Draft{Entries: append(slices.Clone(was.Entries), Entry{ID: "d"})}, three); whole {
		t.Error("nobody asks for a fourth")
	}
}

func TestTalkDiskRefuses(t *testing.T) {
	full := fault.New(lang.Literal("the disk is full"))
	n := 0
	l := &line{say: []string{"1", "2", "2", "3"}}
	got, _, err := talked(l, Draft{}, func(Draft) error {
		if n++; n == 2 {
			return full
		}
		return nil
	})
	if err != nil || got[2] != "2" || !errors.Is(l.seen[2].Fault, full) || l.seen[2].Suggest.Text != "2" {
		t.Fatal(got, err, l.seen[2])
	}
	gone := errors.New("another window")
	_, d, err := talked(&line{say: []string{"1", "2"}}, Draft{}, func(Draft) error { return gone })
	if !errors.Is(err, gone) || len(d.Entries) != 0 {
		t.Fatal(d, err)
	}
}

// A secret is never shown again: when it is read again, Enter leaves it as it is.
func TestSecretIsNeverSuggested(t *testing.T) {
	vote := func(a Asker) ([]string, error) {
		return InTurn(a, Head{ID: "v", Secret: true, People: []int{2, 0}, Names: []string{"Caio", "Ana"}}, Words{}, func(_ int, said string) error {
			if said == "bad" {
				return fault.New(lang.Literal("no"))
			}
			return nil
		})
	}
	l := &line{say: []string{"x", "bad", "<", "=", "z"}}
	d := &Dialog{}
	got, err := RunDialog(l, d, keepNothing, vote)
	if err != nil || d.Entries[0].Answer.Text != "x" || d.Entries[1].Answer.Text != "z" {
		t.Fatal(got, d, err)
	}
	for i, q := range l.seen {
		if q.Suggest != nil {
			t.Errorf("question %d shows %v", i, q.Suggest)
		}
	}
	if q := l.seen[3]; q.ID != "v.2" || !q.Stands {
		t.Error(q)
	}
	was, _, _ := Replay(d.Draft, vote) // asked anew, the earlier answer may also stay
	l, d = &line{say: []string{"=", "y"}}, &Dialog{Was: was}
	if _, err := RunDialog(l, d, keepNothing, vote); err != nil || d.Entries[0].Answer.Text != "x" || d.Entries[1].Answer.Text != "y" || !l.seen[0].Stands || l.seen[0].Suggest != nil {
		t.Error(d, l.seen, err)
	}
}

// A check works outside of a dialog too, and the asker at the edge never sees it.
func TestAccept(t *testing.T) {
	typed := []int{7, 9, 2}
	var faults []string
	edge := Func(func(q Question) (Answer, error) {
		if q.Fault != nil {
			faults = append(faults, q.Fault.Error())
		}
		r := One(typed[0])
		typed = typed[1:]
		return r, nil
	})
	small := func(n int) (int, error) {
		if n > 3 {
			return 0, fault.New(lang.Literal("{n} is too much").With("n", n))
		}
		return n, nil
	}
	r, err := Accept(edge, Head{ID: "n"}, Number{Hi: 9}, small)
	if err != nil || r != 2 || len(faults) != 2 || !strings.Contains(faults[1], "9 is too much") {
		t.Errorf("%+v %v %v", r, err, faults)
	}
	inside := Func(func(q Question) (Answer, error) {
		if q.check != nil {
			t.Error("a check at the edge")
		}
		return One(1), nil
	})
	if _, err := RunDialog(inside, &Dialog{}, func(Draft) error { return nil }, func(a Asker) (int, error) {
		return Accept(a, Head{ID: "n"}, Number{Hi: 9}, small)
	}); err != nil {
		t.Error(err)
	}
}

func (l *line) Gather(qs []Question, got Got) error { return InOrder(l, qs, got) }
