package laws

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
)

// Anybody gives random answers, always ones that the question allows. All random tests play with it.
type Anybody struct {
	*rand.Rand
	Asked  []string // IDs of all questions so far
	Photos []string // IDs of the pictures that people give; nil: of pictures that do not exist
}

// New returns a player who gives the same answers for the same two numbers.
func New(seed, n uint64) *Anybody { return &Anybody{Rand: rand.New(rand.NewPCG(seed, n))} }

// tooMany is more questions than any game asks.
const tooMany = 20_000

// Ask answers at random. It fails on a question that is wrong in itself.
func (a *Anybody) Ask(q ask.Question) (ask.Answer, error) {
	a.Asked = append(a.Asked, q.ID)
	if len(a.Asked) > tooMany {
		return ask.Answer{}, errors.New("the questions never end: " + strings.Join(a.Asked[tooMany-5:], ", "))
	}
	if what := Wrong(q); what != "" {
		return ask.Answer{}, errors.New(what)
	}
	return a.Answer(q), nil
}

// Wrong says what is wrong with a question, whatever its answer would be; "" if nothing is.
func Wrong(q ask.Question) string {
	switch {
	case q.Suggest != nil && !q.Fits(*q.Suggest):
		return fmt.Sprintf("%s suggests what it cannot have: %+v", q.ID, *q.Suggest)
	case len(q.Names) != len(q.People): // a person who changes seats is known only by name
		return fmt.Sprintf("%s is put to %d people, %q", q.ID, len(q.People), q.Names)
	}
	return ""
}

// Gather answers in random order, and often so that no two people give the same number: only then can a game tell whose card is
// whose.
func (a *Anybody) Gather(qs []ask.Question, got ask.Got) error {
	apart, order := a.IntN(2) == 0, a.Perm(len(qs))
	all := a.Perm(100)
	for _, k := range order {
		q := qs[k]
		if q.In {
			continue
		}
		err := ask.InOrder(a, []ask.Question{q}, func(_ int, r ask.Answer) error {
			each, ok := q.Shape.(ask.Each)
			least := max(each.Least, 1)
			if own := fit(all, each); apart && ok && len(own) >= least {
				r.Values, r.Typed = [][]int{own[:least]}, nil
				all = slices.DeleteFunc(all, func(n int) bool { return slices.Contains(r.Values[0], n) })
			}
			return got(k, r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fit returns the numbers that a question allows.
func fit(all []int, q ask.Each) []int {
	return slices.DeleteFunc(slices.Clone(all), func(n int) bool { return n < q.Lo || n > q.Hi || len(q.Options) > 0 })
}

// Answer returns any answer that the question allows; the game may still refuse it.
func (a *Anybody) Answer(q ask.Question) ask.Answer {
	r := ask.Answer{By: ask.Scorekeeper}
	if len(q.Keys) > 0 && a.IntN(12) == 0 {
		r.Key = q.Keys[a.IntN(len(q.Keys))].Letter
		return r
	}
	switch s := q.Shape.(type) {
	case ask.Show:
		r.Pictures = a.pictures(q)
	case ask.Pick:
		r.Values = [][]int{{a.IntN(len(s.Options))}}
	case ask.Many:
		row := make([]int, len(s.Options))
		for i := range row {
			row[i] = a.IntN(max(1, s.Most) + 1)
		}
		r.Values = [][]int{row}
	case ask.Draw:
		r.Values = [][]int{{a.IntN(s.Hi + 1)}}
	case ask.Number:
		lo := max(s.Lo, -2)
		r.Values = [][]int{{lo + a.IntN(min(s.Hi-lo, 119)+1)}} // points that an evening may come to
	case ask.Words:
		r.Text = a.words()
	case ask.Each:
		a.each(s, len(q.People), &r)
		a.addUp(s, r.Values)
	case ask.Watch:
		if k := a.IntN(len(s.Options) + 1); k < len(s.Options) {
			r.Values, r.Left = [][]int{{k}}, time.Duration(a.Int64N(int64(s.Limit)+1))
		} else if a.IntN(2) == 0 { // called early
			r.Left = time.Duration(a.Int64N(int64(s.Limit) + 1))
		}
	}
	if q.Reckons() && !q.Secret && a.IntN(3) == 0 {
		a.reckon(q, &r)
	}
	return r
}

// reckon writes an answer's number as a sum.
func (a *Anybody) reckon(q ask.Question, r *ask.Answer) {
	k := a.IntN(len(r.Values))
	if len(r.Values[k]) == 0 {
		return
	}
	r.Typed = make([]string, max(1, len(q.People)))
	n, by := r.Values[k][0], 1+a.IntN(9)
	r.Typed[k] = []string{fmt.Sprintf("%d+%d", n-by, by), fmt.Sprintf("%d−%d", n+by, by), fmt.Sprintf("%d×%d+%d", n/by, by, n%by+20) + "-20"}[a.IntN(3)]
}

// addUp changes numbers so that they add up to what a question requires.
func (a *Anybody) addUp(q ask.Each, rows [][]int) {
	if q.Sum == nil {
		return
	}
	left := q.Sum[a.IntN(len(q.Sum))]
	for k := range rows {
		behind := len(rows) - 1 - k
		lo, hi := max(q.Lo, left-behind*q.Hi), min(q.Hi, left-behind*q.Lo)
		n := lo + a.IntN(max(1, hi-lo+1))
		rows[k], left = []int{n}, left-n
	}
}

// words returns a name, a length of time, a list, or pairs of numbers.
func (a *Anybody) words() string {
	switch a.IntN(4) {
	case 0:
		return []string{"7:30", "90s", "12", "8m30", "soon"}[a.IntN(5)]
	case 1:
		return strings.Join([]string{"birds", "bonus cards", "eggs", "ovos"}[:1+a.IntN(4)], ",")
	case 2:
		return []string{"3x2 4x1", "0", "12*1+0×7"}[a.IntN(3)]
	}
	return fmt.Sprint("word ", a.IntN(1000))
}

// pictures returns pictures of some people, or none.
func (a *Anybody) pictures(q ask.Question) []string {
	if !ask.As[ask.Show](q).Pictures || a.IntN(2) == 0 {
		return nil
	}
	out := make([]string, len(q.People))
	for k := range out {
		if a.IntN(3) > 0 {
			out[k] = fmt.Sprintf("%064x", a.IntN(20))
			if a.Photos != nil {
				out[k] = a.Photos[a.IntN(len(a.Photos))]
			}
		}
	}
	return out
}

// each answers for several people, now and then without two alike.
func (a *Anybody) each(q ask.Each, people int, r *ask.Answer) {
	lo, hi := q.Lo, q.Hi
	if len(q.Options) > 0 {
		lo, hi = 0, len(q.Options)-1
	}
	if hi > 20 { // decorations, points of a pad: small numbers fit together
		lo, hi = max(lo, -2), 8
	}
	apart, all := a.IntN(2) == 0 && people <= hi-lo+1, a.Perm(hi-lo+1)
	for k := range people {
		row := []int{}
		if apart {
			row = append(row, lo+all[k])
		} else if !q.Blank || a.IntN(5) > 0 {
			row = append(row, lo+a.IntN(hi-lo+1))
		}
		for len(row) > 0 && len(row) < q.Least {
			if next := lo + a.IntN(hi-lo+1); !slices.Contains(row, next) {
				row = append(row, next)
			}
		}
		if second := lo + a.IntN(hi-lo+1); q.Least == 0 && !apart && q.Most > 1 && len(row) == 1 && second != row[0] && a.IntN(2) == 0 {
			row = append(row, second)
		}
		r.Values = append(r.Values, row)
	}
	if q.Plus > 0 && a.IntN(4) == 0 {
		r.Plus = a.IntN(q.Plus + 1)
	}
}
