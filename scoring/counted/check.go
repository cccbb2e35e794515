package counted

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// Read reads a game file, YAML or JSON. A fault has its line, column and path.
func Read(raw []byte) (*File, error) {
	doc, err := sheet.Parse(raw)
	if err != nil {
		return nil, err
	}
	f, err := ReadIn(doc)
	return f, doc.Placed(err)
}

// ReadIn reads the game file in a score sheet or a log. A fault has its path in the file.
func ReadIn(doc sheet.Value) (*File, error) {
	_, id := doc.Key("id")
	_, game := doc.Key("game")
	if game && !id {
		return nil, fault.New(lang.T("this is a score sheet, not a game file: “tablemate score” scores it"))
	}
	if text, err := doc.MarshalJSON(); err == nil && len(text) > mostBytes {
		return nil, fault.New(lang.T("a game file has {most} kB at most").With("most", mostBytes>>10))
	}
	f := &File{Wins: Most, doc: doc}
	if err := doc.Read(f); err != nil {
		return nil, err
	}
	return f, f.check(doc)
}

// counts reports whether points are counted.
func (f *File) counts() bool { return f.Wins == Most || f.Wins == Fewest }

var nameTwice = lang.T("“{it}” is there already: each name only once, please")

// check refuses faults that tags cannot express.
func (f *File) check(doc sheet.Value) error {
	var err error
	switch {
	case !isID(f.ID):
		err = fault.New(lang.T("“{it}” is not an id: 2 to 40 small letters (a to z), digits and hyphens, a letter first").With("it", f.ID), "id")
	case !f.counts():
		for _, key := range []string{"each_round", "at_end", "ends", "ties", "start"} {
			if _, there := doc.Key(key); there && err == nil {
				err = fault.New(lang.T("with wins: {it} no points are counted, so this has no place here").With("it", f.Wins), key)
			}
		}
	case f.EachRound == nil && f.AtEnd == nil:
		err = fault.New(lang.T("nothing is counted: each_round, at_end or both are needed"))
	}
	taken := map[string]bool{}
	return cmp.Or(fault.Under(f.Name.unique(mostTitle, map[string]bool{}), "name"), err,
		fault.Under(f.Start.check(f.Players, nil), "start"),
		fault.Under(f.checkFields(f.EachRound, taken, true), "each_round"),
		fault.Under(f.checkEnds(doc), "ends"),
		fault.Under(f.checkFields(f.AtEnd, taken, false), "at_end"),
		fault.Under(f.checkTies(), "ties"), f.checkTexts())
}

// checkFields refuses a list of fields. taken has the names of earlier ones.
func (f *File) checkFields(fields Fields, taken map[string]bool, rounds bool) error {
	if fields != nil && len(fields) == 0 {
		return fault.New(lang.T("at least one field is needed here"))
	}
	for i, it := range fields {
		var comma error
		for _, name := range it.Name.in {
			if strings.Contains(name, ",") {
				comma = fault.New(lang.T("“{it}” has a comma: commas stand between names").With("it", name))
			}
		}
		err := cmp.Or(fault.Under(cmp.Or(it.Name.unique(setup.NameLength, taken), comma), "name"), it.check(f.Players, rounds), it.checkOf(fields[:i]))
		if err != nil {
			return fault.Under(err, fault.Index(i))
		}
	}
	return nil
}

// unique refuses a text that is no name in any of its languages, or that is taken.
func (w Words) unique(most int, taken map[string]bool) error {
	for _, name := range w.in {
		if err := setup.CheckText(name, most); err != nil {
			return err
		}
	}
	if taken[lang.Alike(w.Key)] {
		return fault.New(nameTwice.With("it", w.Key))
	}
	taken[lang.Alike(w.Key)] = true
	return nil
}

// check refuses keys and numbers that a field's form cannot have.
func (f *Field) check(p People, rounds bool) error {
	switch {
	case f.From > f.To:
		return fault.New(lang.T("there is nothing from {from} to {to}").With("from", f.From, "to", f.To), "from")
	case f.Table != nil && len(f.Table) == 0:
		return fault.New(lang.T("an entry is missing, for example {entry}").With("entry", "{0: 5}"), isTable)
	case f.Times != nil:
		return fault.Under(checkNames(f.Times, 2, 2), isTimes)
	case f.Names != nil:
		return fault.Under(checkNames(f.Names, 1, mostNames), isSets)
	case f.Sum != nil && !rounds:
		return fault.New(lang.T("only a field of each_round adds up for everybody"), "sum")
	}
	return cmp.Or(fault.Under(f.Sum.check(p, f.checkSum), "sum"), fault.Under(f.Whole.check(p, f.checkWhole), "whole"),
		fault.Under(f.Most.check(p, tooMany), isMost), fault.Under(f.Least.check(p, tooMany), "least"))
}

// tooMany refuses a long list of places.
func tooMany(_ int, places []int) error {
	if n := len(places); n > mostNames {
		return fault.New(lang.N("{n} entry: {most} at most", "{n} entries: {most} at most").With("n", n, "most", mostNames))
	}
	return nil
}

// checkSum refuses a sum that the form cannot have.
func (f *Field) checkSum(_ int, sum Sum) error {
	switch {
	case sum.Round && f.Bid == nil:
		return fault.New(lang.T("round as a sum belongs beside bid"))
	case f.Bid != nil && (sum.List || !sum.Round && sum.Of[0] < 0):
		return fault.New(lang.T("beside bid the sum is one number, 0 or more, or round"))
	case sum.List && (len(sum.Of) == 0 || len(sum.Of) > mostNames):
		return fault.New(lang.T("{n} sums: 1 to {most} are needed").With("n", len(sum.Of), "most", mostNames))
	}
	return nil
}

// checkWhole refuses points for the whole where a field has no whole, or where they are not two numbers.
func (f *Field) checkWhole(people int, pays []int) error {
	switch {
	case f.Sum == nil || f.Sum.of(people).List:
		return fault.New(lang.T("whole needs a sum beside it that is one number"))
	case len(pays) != 2:
		return fault.New(lang.T("two numbers are needed: what the whole pays whoever has it, and what it pays each of the others"))
	}
	return nil
}

// checkOf refuses the names of fields that do not stand before this one in its list.
func (f *Field) checkOf(before Fields) error {
	if f.Of != nil && len(f.Of) == 0 {
		return fault.New(lang.T("at least one field is needed here"), "of")
	}
	for i, name := range f.Of {
		if before.find(name) == nil {
			return fault.New(lang.T("no field “{it}” stands before this one in its list").With("it", name), "of", fault.Index(i))
		}
		if slices.Contains(f.Of[:i], name) {
			return fault.New(nameTwice.With("it", name), "of", fault.Index(i))
		}
	}
	return nil
}

// field returns a field of either list by its key, or nil.
func (f *File) field(key string) *Field { return slices.Concat(f.EachRound, f.AtEnd).find(key) }

// checkEnds refuses an end of rounds where there are none, and one that is there before they begin.
func (f *File) checkEnds(doc sheet.Value) error {
	if _, there := doc.Key("ends"); there && f.EachRound == nil {
		return fault.New(lang.T("a game without each_round has no rounds that could end"))
	}
	above := func(people, at int) error {
		if start := f.Start.of(people); at <= start {
			return fault.New(lang.T("{at} is not above the start, {start}").With("at", at, "start", start))
		}
		return nil
	}
	return cmp.Or(fault.Under(f.Ends.At.check(f.Players, above), "at"),
		fault.Under(f.Ends.After.check(f.Players, nil), "after"))
}

// checkTies refuses a field that is not there, and a name that is asked for twice.
func (f *File) checkTies() (err error) {
	asked := map[string]bool{}
	for i, t := range f.Ties {
		switch {
		case t.Ask.Key != "":
			f.asks = append(f.asks, &Field{Name: t.Ask, Plain: Plain{From: -mostPoints, To: mostPoints}})
			err = fault.Under(t.Ask.unique(mostTitle, asked), "ask")
		case f.field(t.Field) == nil:
			err = fault.New(lang.T("there is no field “{it}”").With("it", t.Field))
		}
		if err != nil {
			return fault.Under(err, fault.Index(i))
		}
	}
	return nil
}

// checkTexts refuses a checklist with numbers missing, and empty titles.
func (f *File) checkTexts() error {
	for i, s := range f.Setup {
		at := []string{"setup", fault.Index(i), "n"}
		for n := range s.N {
			if n < 1 || n > mostPeople {
				return fault.New(lang.T("{n} is out of range: {lo} to {hi}").With("n", n, "lo", 1, "hi", mostPeople), append(at, strconv.Itoa(n))...)
			}
		}
		for n := max(s.For.Lo, f.Players.Lo); n <= min(s.For.Hi, f.Players.Hi); n++ {
			if _, there := s.N[n]; s.N != nil && !there {
				return fault.New(lacksFor.With("n", n), at...)
			}
		}
	}
	for _, r := range f.Rules {
		if err := checkText(r.Title); err != nil {
			return fault.Under(err, "rules", r.Title)
		}
	}
	return nil
}

// checkNames refuses a list with a bad name, or one that is there twice.
func checkNames(names []Words, least, most int) error {
	if n := len(names); n < least || n > most {
		return fault.New(lang.N("{n} name: {least} to {most} are needed", "{n} names: {least} to {most} are needed").With("n", n, "least", least, "most", most))
	}
	taken := map[string]bool{}
	for i, w := range names {
		if err := w.unique(setup.NameLength, taken); err != nil {
			return fault.Under(err, fault.Index(i))
		}
	}
	return nil
}

var noText = lang.T("text is missing here")

// checkText refuses a blank text, and one with control characters.
func checkText(text string) error {
	if strings.TrimSpace(text) == "" {
		return fault.New(noText)
	}
	return setup.CheckText(strings.NewReplacer("\n", " ", "\t", " ").Replace(text), mostBytes)
}

// The patterns are compiled at their first use, since most runs of the program read no file.
var (
	idPattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9-]{1,39}$`) })
	tagPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`) })
)

func isID(s string) bool  { return idPattern().MatchString(s) }
func isTag(s string) bool { return tagPattern().MatchString(s) }
