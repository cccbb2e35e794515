package counted

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

var (
	sumAtEnd = lang.Msg("counted.sum-at-end", "only a field of each_round adds up for everybody")
	noEntry  = lang.Msg("counted.no-entry", "an entry is missing: {0: 5}, say")
)

// forms are the keys of all forms but Plain, which has none.
var forms = []Form{Each, Table, Times, Sets, Places, Bid, One, Yes}

// levels are what level may say, the default first.
var levels = []string{"all", "split", "pool"}

// readFields reads a list of fields. taken are the names that are there already, in both lists.
func (f *File) readFields(it sheet.Item, taken map[string]bool, rounds bool) (all []Field) {
	for _, it := range it.List(1, sheet.MaxInt) {
		o := it.Object()
		one := Field{Name: readName(o.Get("name"), setup.NameLength), Per: 1}
		takeName(o.Get("name"), one.Key(), taken)
		for _, name := range spoken(one.Name) {
			if strings.Contains(name, ",") {
				o.Get("name").Fail(withComma.With("it", name))
			}
		}
		for _, form := range forms {
			if !o.Has(string(form)) {
				continue
			}
			if one.Form != Plain {
				o.Get(string(form)).Fail(twoForms.With("one", string(one.Form), "other", string(form)))
			}
			one.Form = form
		}
		f.readForm(&one, o, rounds)
		readOf(&one, o, all)
		one.Source = readSource(o)
		o.Done()
		all = append(all, one)
	}
	return all
}

// number reads a number of a form.
func number(it sheet.Item) int { return it.Int(-mostNumber, mostNumber) }

// numbers reads a list of them.
func numbers(it sheet.Item) []int {
	out := []int{}
	for _, it := range it.List(0, mostNames) {
		out = append(out, number(it))
	}
	return out
}

// readForm reads how a field comes to its points.
func (f *File) readForm(one *Field, o *sheet.Object, rounds bool) {
	switch it := o.Get("name"); one.Form {
	case Plain:
		one.From, one.To = o.IntOr("from", -MostPoints, MostPoints, -MostPoints), o.IntOr("to", -MostPoints, MostPoints, MostPoints)
		if one.From > one.To {
			it.Fail(wrongWay.With("from", one.From, "to", one.To))
		}
		if sum, there := o.Maybe("sum"); there && rounds {
			one.Sum = readBy(f, sum, readSums)
		} else if there {
			sum.Fail(sumAtEnd)
		}
	case Each:
		one.Points, one.Per = number(o.Get("each")), o.IntOr("per", 1, mostNumber, 1)
	case Table:
		one.Table, one.Steps = readMap(o.Get("table"), -mostNumber, mostNumber, number), o.BoolOr("steps", false)
		if len(one.Table) == 0 {
			o.Get("table").Fail(noEntry)
		}
	case Times:
		one.Names = readNames(o.Get("times"), 2, 2)
	case Sets:
		one.Names, one.Square, one.Points = readNames(o.Get("sets"), 1, mostNames), o.BoolOr("square", false), o.IntOr("set", -mostNumber, mostNumber, 0)
	case Places:
		one.Most = readBy(f, o.Get("most"), numbers)
		if least, there := o.Maybe("least"); there {
			one.Least = readBy(f, least, numbers)
		}
		one.Level = o.OneOfOr("level", levels...)
		one.SameNone = o.Has("same") && o.Get("same").OneOf("none") == "none"
	case Bid:
		b := o.Get("bid").Object()
		one.Made, one.Trick, one.Miss = number(b.Get("made")), number(b.Get("trick")), number(b.Get("miss"))
		b.Done()
	case One, Yes:
		one.Points = number(o.Get(string(one.Form)))
	}
}

// readSums reads what the numbers of all add up to: one sum, or one of several.
func readSums(it sheet.Item) []int {
	sum := func(it sheet.Item) int { return it.Int(-mostMark, mostMark) }
	if !it.IsList() {
		return []int{sum(it)}
	}
	var out []int
	for _, it := range it.List(1, mostNames) {
		out = append(out, sum(it))
	}
	return out
}

// readOf reads which fields a field counts in place of what is told.
func readOf(one *Field, o *sheet.Object, before []Field) {
	it, there := o.Maybe("of")
	if !there {
		return
	}
	if one.Form != Each && one.Form != Table && one.Form != Places {
		it.Fail(ofNothing)
	}
	one.Of = []int{}
	for _, it := range it.List(1, sheet.MaxInt) {
		at := slices.IndexFunc(before, func(other Field) bool { return other.Key() == it.Text() })
		switch {
		case at < 0:
			it.Fail(noField.With("it", it.Text()))
		case slices.Contains(one.Of, at):
			it.Fail(nameTwice.With("it", it.Text()))
		}
		one.Of = append(one.Of, at)
	}
}
