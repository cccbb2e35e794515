package ask

import "slices"

// Fits reports whether an answer is possible for this question as it is put now: its options, range, people and
// number of values. A stored or suggested answer may be to an earlier form of the question, when people sat
// elsewhere or a list was longer. This is the one place where that is checked; further objections of a game are
// up to its Check.
func (q Question) Fits(a Answer) bool {
	if len(a.Pictures) > 0 && !q.pictured(a.Pictures) || !a.reckoned(q) {
		return false
	}
	if a.Key != "" {
		return slices.ContainsFunc(q.Keys, func(k Key) bool { return k.Letter == a.Key })
	}
	switch s := q.Shape.(type) {
	case Show:
		return len(a.Values) == 0
	case Words:
		return a.Text != "" || s.Blank
	case Pick:
		return single(a, 0, len(s.Options)-1)
	case Watch:
		return len(a.Values) == 0 || single(a, 0, len(s.Options)-1)
	case Number:
		return single(a, s.Lo, s.Hi)
	case Many:
		return len(a.Values) == 1 && len(a.Values[0]) == len(s.Options) && within(a.Values[0], 0, max(1, s.Most))
	case Each:
		return a.Plus >= 0 && a.Plus <= s.Plus && len(a.Values) == len(q.People) && !slices.ContainsFunc(a.Values, s.unfit) && s.Adds(a.Values) == nil
	}
	return false
}

// pictured reports whether these can be the pictures of the question's people.
func (q Question) pictured(ids []string) bool {
	return As[Show](q).Pictures && len(ids) == len(q.People)
}

// unfit reports whether a row is not a possible answer of one person.
func (s Each) unfit(row []int) bool {
	if len(row) == 0 {
		return !s.Blank
	}
	lo, hi := s.Lo, s.Hi
	if len(s.Options) > 0 {
		lo, hi = 0, len(s.Options)-1
	}
	return len(row) > max(1, s.Most) || len(row) < s.Least || !within(row, lo, hi) || len(slices.Compact(slices.Sorted(slices.Values(row)))) < len(row)
}

func single(a Answer, lo, hi int) bool {
	return len(a.Values) == 1 && len(a.Values[0]) == 1 && within(a.Values[0], lo, hi)
}

func within(row []int, lo, hi int) bool {
	return !slices.ContainsFunc(row, func(n int) bool { return n < lo || n > hi })
}

// Fitted returns the question without a suggestion that does not fit.
func (q Question) Fitted() Question {
	if q.Suggest != nil && !q.Fits(*q.Suggest) {
		q.Suggest = nil
	}
	return q
}
