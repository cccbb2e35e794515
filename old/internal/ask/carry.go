package ask

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// An Answered is an answer with its question.
type Answered struct {
	Question
	Entry
}

// SameAs reports whether a question offers the same people the same choices as one that was answered, so that
// the answer stands as it is. renamed maps old names to new ones.
func (q Question) SameAs(old Answered, renamed map[string]string) bool {
	return q.ID == old.ID && q.Secret == old.Secret && q.sameKind(old.Question) && q.samePeople(old.Question, renamed) && q.Fits(old.Answer) &&
		slices.Equal(said(q.List().Options, nil), said(old.List().Options, renamed))
}

// sameKind reports whether two questions have the same kind of answer.
func (q Question) sameKind(old Question) bool {
	return reflect.TypeOf(q.Shape) == reflect.TypeOf(old.Shape)
}

// samePeople reports whether the same people answer in the same order. People are compared by name, wherever
// they sit now; seats matter only if nobody is named.
func (q Question) samePeople(old Question, renamed map[string]string) bool {
	if len(q.Names) == 0 || len(old.Names) == 0 {
		return slices.Equal(q.People, old.People)
	}
	return slices.Equal(q.Names, now(old.Names, renamed))
}

func said(options []lang.Text, renamed map[string]string) []string {
	return now(each(options, lang.Text.String), renamed)
}

// now returns the current names of people.
func now(names []string, renamed map[string]string) []string {
	return each(names, func(n string) string { return cmp.Or(renamed[n], n) })
}

// Carry turns an answer to an earlier question into one to this question: the same options under their numbers
// here, the same people in their order here. ok is false if the old answer says nothing about this question.
// renamed maps old names to new ones.
func (q Question) Carry(old Answered, renamed map[string]string) (a Answer, ok bool) {
	is, was := q.List().Options, old.List().Options
	if stem(old.ID) != stem(q.ID) || !q.sameKind(old.Question) || old.Secret != q.Secret || len(was) > 0 != (len(is) > 0) {
		return a, false
	}
	if len(q.People) == 1 && len(old.People) == 1 && !q.samePeople(old.Question, renamed) {
		return a, false // somebody else gave it
	}
	a, ok = old.Answer, true
	to := places(said(was, renamed), said(is, nil))
	switch {
	case a.Key != "":
	case Is[Show](q.Shape) && q.Secret:
		ok = false // they all look again, or the ones who need not would stand out
	case Is[Words](q.Shape) && q.Text.String() != old.Text.String():
		ok = false // the name of something else
	case Is[Show](q.Shape):
		a.Pictures = q.pictures(old, renamed)
	case Is[Pick](q.Shape), Is[Watch](q.Shape):
		if len(a.Values) > 0 {
			a.Values = [][]int{moved(a.Values[0], to)}
		}
	case Is[Many](q.Shape) && len(a.Values) == 1 && len(a.Values[0]) == len(to):
		row := make([]int, len(is))
		for i, n := range a.Values[0] {
			if to[i] >= 0 {
				row[to[i]] = n
			} else if n > 0 {
				return a, false
			}
		}
		a.Values = [][]int{row}
	case Is[Each](q.Shape):
		a.Values, ok = q.people(old, to, renamed)
		a.Typed = nil
		for were, k := now(old.Names, renamed), 0; k < len(q.Names); k++ {
			a = q.noted(a, k, old.Answer.sum(slices.Index(were, q.Names[k])))
		}
	}
	return a, ok && q.Fits(a)
}

// people returns the rows of an Each answer in the order of this question's people.
func (q Question) people(old Answered, to []int, renamed map[string]string) ([][]int, bool) {
	were := now(old.Names, renamed)
	var out [][]int
	for _, name := range q.Names {
		k := slices.Index(were, name)
		if k < 0 || k >= len(old.Answer.Values) {
			return nil, false
		}
		row := old.Answer.Values[k]
		if len(q.List().Options) > 0 {
			row = moved(row, to)
		}
		if row == nil {
			return nil, false
		}
		out = append(out, row)
	}
	return out, true
}

// pictures returns the pictures of a Show answer in the order of this question's people, or nil if none of them
// gave any.
func (q Question) pictures(old Answered, renamed map[string]string) []string {
	were, some := now(old.Names, renamed), false
	out := make([]string, len(q.People))
	for k, name := range q.Names {
		if i := slices.Index(were, name); i >= 0 && i < len(old.Answer.Pictures) && As[Show](q).Pictures {
			out[k] = old.Answer.Pictures[i]
			some = some || out[k] != ""
		}
	}
	if !some {
		return nil
	}
	return out
}

// places returns the new index of each old option, or -1. A new option in the place of one that is gone is
// taken for the same one, renamed.
func places(old, new []string) []int {
	to := make([]int, len(old))
	for i, text := range old {
		to[i] = slices.Index(new, text)
		if to[i] < 0 && i < len(new) && !slices.Contains(old, new[i]) {
			to[i] = i
		}
	}
	return to
}

// moved returns a row of option indexes at their new places, or nil if one is gone.
func moved(row, to []int) []int {
	out := make([]int, 0, len(row))
	for _, i := range row {
		if i < 0 || i >= len(to) || to[i] < 0 {
			return nil
		}
		out = append(out, to[i])
	}
	return out
}

// stem returns an ID without the seat that InTurn appends.
func stem(id string) string {
	i := strings.LastIndexByte(id, '.')
	if i < 0 || strings.Trim(id[i+1:], "0123456789") != "" {
		return id
	}
	return id[:i]
}

// CarryAll carries a whole dialog over to another one: it answers the questions of f with the old answers, as
// far as they apply. fits is how many of them, from the start, answered the very same questions.
func CarryAll[E any](seed uint64, old []Answered, renamed map[string]string, f func(Asker) (E, error)) (out []Answered, fits int) {
	c := &carrier{old: slices.Clone(old), renamed: renamed, fits: true}
	_, _ = RunDialog(c, &Dialog{Draft: Draft{Seed: seed}}, func(Draft) error { return nil }, f)
	return c.out, c.n
}

type carrier struct {
	old     []Answered
	renamed map[string]string
	out     []Answered
	fits    bool
	n       int
}

func (c *carrier) Ask(q Question) (Answer, error) {
	if q.Fault != nil {
		return Answer{}, errSilent
	}
	for i, was := range c.old {
		a, ok := q.Carry(was, c.renamed)
		if !ok {
			continue
		}
		c.fits = c.fits && i == 0 && q.SameAs(was, c.renamed)
		if c.fits {
			c.n++
		}
		c.old = slices.Delete(c.old, i, i+1)
		c.out = append(c.out, Answered{q, Entry{q.ID, a}})
		return a, nil
	}
	return Answer{}, errSilent
}

// Gather answers in the order in which the old answers came.
func (c *carrier) Gather(qs []Question, got Got) error {
	qs = slices.Clone(qs)
	for range qs {
		next := func(q Question) bool {
			if q.In || len(c.old) == 0 {
				return false
			}
			_, ok := q.Carry(c.old[0], c.renamed)
			return ok
		}
		k := slices.IndexFunc(qs, next)
		if k < 0 {
			k = slices.IndexFunc(qs, func(q Question) bool { return !q.In })
		}
		if k < 0 {
			return nil
		}
		if err := InOrder(c, qs[k:k+1], func(_ int, r Answer) error { return got(k, r) }); err != nil {
			return err
		}
		qs[k].In = true
	}
	return nil
}
