package ask

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A crowd answers a group in its own order, changes answers, and leaves after a number of them.
type crowd struct {
	answers map[string]int // by ID
	order   func(n int) []int
	leave   int // after so many answers; 0: never
	twice   bool
	groups  [][]string // the people asked in each group
}

func (c *crowd) Ask(q Question) (Answer, error) {
	if v, ok := c.answers[q.ID]; ok {
		return One(v), nil
	}
	return Answer{}, ErrQuit
}

func (c *crowd) Gather(qs []Question, got Got) error {
	var open []int
	var ids []string
	for k, q := range qs {
		if !q.In {
			open, ids = append(open, k), append(ids, q.ID)
		}
	}
	c.groups = append(c.groups, ids)
	for n, i := range c.order(len(open)) {
		if c.leave > 0 && n == c.leave {
			return ErrQuit
		}
		if c.twice { // the second answer counts
			if err := got(open[i], One(0)); err != nil {
				return err
			}
		}
		if err := got(open[i], One(c.answers[qs[open[i]].ID])); err != nil {
			return err
		}
	}
	return nil
}

var people = Head{ID: "v", Secret: true, People: []int{3, 1, 2}, Names: []string{"Davi", "Bia", "Caio"}}

func vote(a Asker) ([]int, error) {
	first, err := Put(a, Head{ID: "card"}, Number{Hi: 9})
	if err != nil {
		return nil, err
	}
	votes, err := InTurn(a, people, Number{Hi: 9}, nil)
	if err != nil {
		return nil, err
	}
	last, err := Put(a, Head{ID: "red"}, Number{Hi: 9})
	return append([]int{first, last}, votes...), err
}

var votes = map[string]int{"card": 5, "v.3": 3, "v.1": 1, "v.2": 2, "red": 7}

// Whatever order the answers come in, changed or not, interrupted anywhere and resumed from the draft, the
// event is the same, and nobody is asked again whose answer was stored.
func TestAnyOrderOfArrivalIsTheSameEvent(t *testing.T) {
	want := []int{5, 7, 3, 1, 2}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var kept Draft
		for {
			c := &crowd{answers: votes, order: r.Perm, leave: 1 + r.IntN(4), twice: r.IntN(2) == 0}
			d := &Dialog{Draft: kept, At: len(kept.Entries)}
			got, err := RunDialog(Asker(c), d, func(now Draft) error { kept = now; return nil }, vote)
			if err == nil {
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d: %v", seed, got)
				}
				break
			}
			if !errors.Is(err, ErrQuit) {
				t.Fatal(err)
			}
			for _, id := range slices.Concat(c.groups...) {
				if n := len(slices.DeleteFunc(slices.Clone(kept.Entries), func(e Entry) bool { return e.ID != id })); n > 1 {
					t.Fatalf("seed %d: %s is kept %d times", seed, id, n)
				}
			}
		}
		if len(kept.Entries) != 5 {
			t.Fatalf("seed %d: %d answers", seed, len(kept.Entries))
		}
	}
}

// A person with an answer from an earlier group is not asked, but may change it, wherever the dialog is
// interrupted and resumed.
func TestAskedOnceMore(t *testing.T) {
	again := func(a Asker) ([]int, error) {
		var qs []Alone[int]
		for k := range people.People {
			qs = append(qs, Alone[int]{Head: people.To(k), Kind: Number{Hi: 9}})
		}
		all := make([]int, len(qs))
		got := func(k, n int) error { all[k] = n; return nil }
		if _, err := All(a, qs, got); err != nil {
			return nil, err
		}
		qs[0].In = true
		_, err := All(a, qs, got)
		return all, err
	}
	for leave := range 4 {
		for _, changed := range []bool{false, true} {
			var kept Draft
			keep := func(now Draft) error { kept = now; return nil }
			for group := 0; ; {
				said := 0
				s := &scene{gather: func(qs []Question, got Got) error {
					if !qs[0].In || kept.Entries != nil && len(kept.Entries) < 3 {
						return InOrder(&crowd{answers: votes}, qs, got)
					}
					if group++; qs[0].Suggest != nil && !changed {
						t.Error("an answer of this group is told")
					}
					if changed {
						if err := got(0, One(9)); err != nil {
							return err
						}
					}
					for k := range qs[1:] {
						if said++; said > leave && group == 1 {
							return ErrQuit
						}
						if err := got(k+1, One(5+k)); err != nil {
							return err
						}
					}
					return nil
				}}
				d := &Dialog{Draft: kept, At: len(kept.Entries)}
				all, err := RunDialog(Asker(s), d, keep, again)
				if errors.Is(err, ErrQuit) && group == 1 {
					continue
				}
				want := []int{3, 5, 6}
				if changed {
					want[0] = 9
				}
				if err != nil || !reflect.DeepEqual(all, want) {
					t.Errorf("left after %d, changed %v: %v, %v, want %v", leave, changed, all, err, want)
				}
				break
			}
		}
	}
}

// Once somebody has answered, only the others are asked. The question of the first is marked In, with the same
// place as before.
func TestWhoIsInIsNotAskedAgain(t *testing.T) {
	inOrder := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}
	var kept Draft
	seen := &placeSeer{crowd: crowd{answers: votes, order: inOrder, leave: 1}}
	keep := func(now Draft) error { kept = now; return nil }
	_, err := RunDialog(Asker(seen), &Dialog{}, keep, vote)
	if !errors.Is(err, ErrQuit) || len(kept.Entries) != 2 {
		t.Fatal(err, kept)
	}
	again := &placeSeer{crowd: crowd{answers: votes, order: inOrder}}
	if _, err = RunDialog(Asker(again), &Dialog{Draft: kept, At: 2}, keep, vote); err != nil {
		t.Fatal(err)
	}
	if want := [][]string{{"v.1", "v.2"}}; !reflect.DeepEqual(again.groups, want) {
		t.Error(again.groups)
	}
	if !reflect.DeepEqual(seen.places, again.places) || seen.places[0] != "1" {
		t.Error(seen.places, again.places)
	}
}

type placeSeer struct {
	crowd
	places []string
}

func (p *placeSeer) Gather(qs []Question, got Got) error {
	for _, q := range qs {
		p.places = append(p.places, q.Place)
	}
	return p.crowd.Gather(qs, got)
}

// ErrBackAll goes back to the question before the group, however many have answered.
func TestBackFromAGroup(t *testing.T) {
	asked, group := []string{}, 0
	a := &scene{ask: func(q Question) (Answer, error) {
		asked = append(asked, q.ID)
		return One(votes[q.ID]), nil
	}, gather: func(qs []Question, got Got) error {
		if group++; group > 1 {
			return InOrder(&crowd{answers: votes}, qs, got)
		}
		if err := got(1, One(1)); err != nil {
			return err
		}
		return ErrBackAll
	}}
	got, err := RunDialog(Asker(a), &Dialog{}, func(Draft) error { return nil }, vote)
	if err != nil || !slices.Equal(got, []int{5, 7, 3, 1, 2}) {
		t.Fatal(got, err)
	}
	if want := []string{"card", "card", "v.1", "red"}; !slices.Equal(asked, want) {
		t.Errorf("%v, want %v", asked, want)
	}
}

// Asked is always a question that nobody has answered.
func TestAskedOfAGroup(t *testing.T) {
	d := &Dialog{}
	var asked []string
	a := &scene{gather: func(_ []Question, got Got) error {
		for _, k := range []int{0, 2} {
			if err := got(k, One(1)); err != nil {
				return err
			}
			asked = append(asked, d.Asked)
		}
		return ErrQuit
	}}
	_, err := RunDialog(Asker(a), d, func(Draft) error { return nil }, func(a Asker) ([]int, error) { return InTurn(a, people, Number{Hi: 9}, nil) })
	if !errors.Is(err, ErrQuit) || !slices.Equal(asked, []string{"v.1", "v.1"}) {
		t.Error(err, asked)
	}
}

// Given holds the answers as they were last changed while the next question waits, and none of a group that was
// left.
func TestGivenOfAGroup(t *testing.T) {
	var given []int
	d := &Dialog{}
	a := &scene{ask: func(q Question) (Answer, error) {
		for _, g := range d.Given {
			given = append(given, g.Answer.Value())
		}
		return Answer{}, ErrQuit
	}, gather: func(qs []Question, got Got) error {
		return errors.Join(got(0, One(1)), got(1, One(2)), got(2, One(3)), got(0, One(4)))
	}}
	f := func(a Asker) (int, error) {
		if _, err := InTurn(a, people, Number{Hi: 9}, nil); err != nil {
			return 0, err
		}
		_, err := a.Ask(Question{Head: Head{ID: "red"}, Shape: Number{Hi: 9}})
		return 0, err
	}
	keep := func(Draft) error { return nil }
	if _, err := RunDialog(Asker(a), d, keep, f); !errors.Is(err, ErrQuit) || !slices.Equal(given, []int{4, 2, 3}) {
		t.Error(err, given)
	}
	a.gather = func(_ []Question, got Got) error { return errors.Join(got(0, One(1)), ErrBackAll) }
	d = &Dialog{}
	if _, err := RunDialog(Asker(a), d, keep, f); !errors.Is(err, ErrBack) || len(d.Given) != 0 {
		t.Error(err, d.Given)
	}
}

type scene struct {
	ask    func(Question) (Answer, error)
	gather func([]Question, Got) error
}

func (s *scene) Ask(q Question) (Answer, error)      { return s.ask(q) }
func (s *scene) Gather(qs []Question, got Got) error { return s.gather(qs, got) }

// An answer refused by the game or the disk goes back to its person, and is not stored.
func TestRefusedInAGroup(t *testing.T) {
	full := fault.New(lang.Literal("full"))
	for _, c := range []struct {
		name  string
		check func(k, n int) error
		keep  func(Draft) error
	}{
		{"by the game", func(_, n int) error {
			if n == 9 {
				return full
			}
			return nil
		}, nil},
		{"by the disk", nil, func(d Draft) error {
			if d.Entries[len(d.Entries)-1].Answer.Value() == 9 {
				return full
			}
			return nil
		}},
	} {
		var refused error
		a := &scene{gather: func(qs []Question, got Got) error {
			refused = got(1, One(9))
			for k := range qs {
				if err := got(k, One(k)); err != nil {
					return err
				}
			}
			return nil
		}}
		var kept Draft
		out, err := RunDialog(Asker(a), &Dialog{}, func(d Draft) error {
			if c.keep != nil {
				if err := c.keep(d); err != nil {
					return err
				}
			}
			kept = d
			return nil
		}, func(a Asker) ([]int, error) { return InTurn(a, people, Number{Hi: 9}, c.check) })
		if err != nil || !errors.Is(refused, full) || len(kept.Entries) != 3 || out[1] != 1 {
			t.Errorf("%s: %v, %v, %v, %v", c.name, refused, out, kept, err)
		}
	}
}

// A rethinker changes an answer, and looks at the question that was put.
type rethinker struct{ crowd }

func (c *rethinker) Gather(qs []Question, got Got) error {
	k := slices.IndexFunc(qs, func(q Question) bool { return q.In })
	was := qs[k].Suggest.Value()
	if err := got(k, One(was+1)); err != nil {
		return err
	}
	if now := qs[k].Suggest.Value(); now != was {
		return errors.New("the question that was put changes under whoever reads it")
	}
	return ErrQuit
}

// A question does not change after it was put: phones read it while answers change.
func TestAQuestionThatWasPutStays(t *testing.T) {
	d := &Dialog{Draft: Draft{Entries: []Entry{{ID: "card", Answer: One(5)}, {ID: "v.1", Answer: One(1)}}}, At: 2}
	_, err := RunDialog(&rethinker{crowd{answers: votes}}, d, func(Draft) error { return nil }, vote)
	if !errors.Is(err, ErrQuit) || d.Entries[1].Answer.Value() != 2 {
		t.Error(err, d.Entries)
	}
}
