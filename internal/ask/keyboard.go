package ask

import (
	"cmp"
	"errors"
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
)

// Rest returns a group with only its open questions, and the Got that fits it. A note lists the answers that are in.
// A group that is read back comes back as it is.
func Rest(l lang.Lang, g Group, got Got) (Group, Got) {
	var in lang.List
	var places []int
	rest := g
	rest.Asked = nil
	for i, q := range g.Asked {
		if !q.In {
			rest.Asked, places = append(rest.Asked, q), append(places, i)
			continue
		}
		who := l.Say(q.Called())
		if v, err := q.Read(q.Suggest); err == nil && q.Suggest != "" && !q.Secret {
			rest.Sum -= v.One()
			who += " " + q.Say(l, q.Suggest)
		}
		in = append(in, who)
	}
	if g.Sum == 0 {
		rest.Sum = 0
	}
	if g.Again || len(in) == 0 {
		return g, got
	}
	rest.Notes = append(slices.Clip(g.Notes), lang.T("In already: {who}").With("who", in))
	return rest, func(answers ...Answer) error {
		answers = slices.Clone(answers)
		for i, a := range answers {
			if a.To >= 0 && a.To < len(places) {
				answers[i].To = places[a.To]
			}
		}
		return got(answers...)
	}
}

// InOrder asks the questions of a group one by one, for keyboards; answered questions are to be left out of it (Rest).
// put asks one of them and hands every answer to its got; its error ends the whole, and so does a Key. Back leads to the
// question before in the group, from the first one out of it.
func InOrder(g Group, got Got, put func(Question, func(Answer) error) error) error {
	qs := slices.Clone(g.Asked)
	ended := false
	for i := 0; i < len(qs) && !ended; i++ {
		err := put(qs[i], func(a Answer) error {
			a.To = i
			err := got(a)
			if err == nil {
				ended, qs[i] = a.Key != "", qs[i].Answered(a)
			}
			return err
		})
		switch {
		case errors.Is(err, Back) && i > 0:
			// The loop adds one: this leads to the question before.
			i -= 2
		case err != nil:
			return err
		}
	}
	return nil
}

// Sorted returns a group whose lists are in the order in which they are shown in a language: options with a letter stand last.
func Sorted(l lang.Lang, g Group) Group {
	g.Asked = slices.Clone(g.Asked)
	for i, q := range g.Asked {
		if s, is := q.Shape.(Pick); is && s.Sorted {
			s.Options = slices.SortedFunc(slices.Values(s.Options), func(a, b Option) int {
				if (a.Key == "") != (b.Key == "") {
					return cmp.Compare(a.Key, b.Key)
				}
				return cmp.Compare(lang.Plain(a.Name(l)), lang.Plain(b.Name(l)))
			})
			g.Asked[i].Shape = s
		}
	}
	return g
}
