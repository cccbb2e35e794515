package counted

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
)

// Limits of a file.
const (
	MaxPlayers = 12
	MostPoints = 99_999  // entered for one person, positive or negative
	mostMark   = 999_999 // points that may end a game
	mostRounds = 999     // number of rounds that may end a game
	mostNumber = 9_999   // in a form
	mostNames  = 30      // in Sets
	mostBytes  = 64 << 10
)

var (
	tooLong    = lang.Msg("counted.too-long", "a game file has {most} kB at most")
	isSheet    = lang.Msg("counted.is-sheet", "this is a score sheet, and no game file: “tablemate import” takes it in, and “tablemate score” scores it")
	badID      = lang.Msg("counted.bad-id", "“{it}” is not an id: 2 to 40 small letters (a to z), digits and hyphens, a letter first")
	badPeople  = lang.Msg("counted.bad-people", "“{it}” is not a number of people: 4, or 3-7; 1 to {most}")
	badTag     = lang.Msg("counted.bad-tag", "“{it}” is not a language: en or pt-BR, for example")
	noText     = lang.Msg("counted.no-text", "text is missing here")
	badText    = lang.Msg("counted.bad-text", "there is a control character in this text ({code})")
	withComma  = lang.Msg("counted.with-comma", "“{it}” has a comma: commas stand between names")
	nameTwice  = lang.Msg("counted.name-twice", "“{it}” is there already: each name only once, please")
	badKey     = lang.Msg("counted.bad-number", "“{it}” is not a whole number from {lo} to {hi}")
	notFor     = lang.Msg("counted.not-for", "the game is not for {n} people")
	lacksFor   = lang.Plural("counted.lacks-for", "the entry for {n} person is missing", "the entry for {n} people is missing")
	noFields   = lang.Msg("counted.no-fields", "nothing is counted: each_round, at_end or both are needed")
	notCounted = lang.Msg("counted.not-counted", "with wins: {it} no points are counted, so this has no place here")
	noRounds   = lang.Msg("counted.no-rounds", "a game without each_round has no rounds that could end")
	wrongWay   = lang.Msg("counted.wrong-way", "there is nothing from {from} to {to}")
	twoForms   = lang.Msg("counted.two-forms", "a field has one form at most, and this one has {one} and {other}")
	ofNothing  = lang.Msg("counted.of-nothing", "of needs each, table or most beside it")
	noField    = lang.Msg("counted.no-field", "no field “{it}” stands before this one in its list")
	noTieField = lang.Msg("counted.no-tie-field", "there is no field “{it}”")
	notAbove   = lang.Msg("counted.not-above", "{at} is not above the start, {start}")
	sumAtEnd   = lang.Msg("counted.sum-at-end", "only a field of each_round adds up for everybody")
	noEntry    = lang.Msg("counted.no-entry", "an entry is missing, for example {0: 5}")
	badClock   = lang.Msg("counted.bad-clock", "“{it}” is not a length of time: 3m or 90s, for example")
)

// Read reads a game file, YAML or JSON. A fault has its line, column and path.
func Read(b []byte) (*File, *fault.Fault) {
	if len(b) > mostBytes {
		return nil, fault.New(tooLong.With("most", mostBytes>>10))
	}
	return Kept(b)
}

// Kept reads the Text of a file, which may be longer than the file itself may be.
func Kept(b []byte) (*File, *fault.Fault) {
	o, f := sheet.OpenPlaced(b)
	if f != nil {
		return nil, f
	}
	if !o.Has("id") && o.Has("game") {
		return nil, fault.New(isSheet)
	}
	file := readFile(o)
	errors.As(o.Err(), &f)
	return file, f
}

// ReadIn reads the game file inside a score sheet. It reports faults to the sheet.
func ReadIn(it sheet.Item) *File {
	if len(it.JSON()) > mostBytes {
		it.Fail(tooLong.With("most", mostBytes>>10))
	}
	return readFile(it.Object())
}

// readFile reads a whole file.
func readFile(o *sheet.Object) *File {
	f, taken := &File{Wins: Most, Ends: End{By: AtWord}}, map[string]bool{}
	from(1, 1)(o.Get("game_file"))
	f.ID = readID(o.Get("id"))
	f.Name = name(mostTitle)(o.Get("name"))
	f.Players = readPeople(o.Get("players"))
	may(o, "wins", &f.Wins, oneOf(Most, Fewest, Together, Word))
	if !f.Counts() {
		for _, key := range []string{"each_round", "at_end", "ends", "ties", "start"} {
			refuse(o, key, o.Has(key), notCounted.With("it", string(f.Wins)))
		}
	}
	may(o, "start", &f.Start, by(f, from(-MostPoints, MostPoints)))
	may(o, "deals", &f.Deals, sheet.Item.Bool)
	may(o, "each_round", &f.EachRound, f.fields(taken, true))
	may(o, "ends", &f.Ends, f.readEnd)
	may(o, "at_end", &f.AtEnd, f.fields(taken, false))
	if f.Counts() && f.EachRound == nil && f.AtEnd == nil {
		o.Fail(noFields)
	}
	refuse(o, "ends", f.EachRound == nil && o.Has("ends"), noRounds)
	may(o, "ties", &f.Ties, f.readTies)
	may(o, "setup", &f.Setup, list(0, sheet.MaxInt, f.readLine))
	may(o, "clock", &f.Clock, readClock)
	may(o, "rules", &f.Rules, readRules)
	may(o, "source", &f.Source, readText)
	o.Done()
	text, _ := json.Marshal(json.RawMessage(o.JSON())) // marshaling JSON cannot fail
	f.Text = string(text)
	return f
}

// Counts reports whether points are counted.
func (f *File) Counts() bool { return f.Wins == Most || f.Wins == Fewest }

// forms lists all forms that have a key: all but Plain.
var forms = []Form{Each, Table, Times, Sets, Places, Bid, One, Yes}

// read reads one field of a list.
func (l fieldList) read(o *sheet.Object) Field {
	f, number := plain(), from(-mostNumber, mostNumber)
	f.Name, f.Form = l.readName(o.Get("name")), readForm(o)
	var form sheet.Item
	if f.Form != Plain {
		form = o.Get(string(f.Form))
	}
	switch f.Form {
	case Plain:
		may(o, "from", &f.From, from(-MostPoints, MostPoints))
		may(o, "to", &f.To, from(-MostPoints, MostPoints))
		refuse(o, "name", f.From > f.To, wrongWay.With("from", f.From, "to", f.To))
		refuse(o, "sum", !l.rounds && o.Has("sum"), sumAtEnd)
		may(o, "sum", &f.Sum, by(l.file, readSums))
	case Each:
		f.Points = number(form)
		may(o, "per", &f.Per, from(1, mostNumber))
	case Table:
		f.Table = numbered(-mostNumber, mostNumber, number)(form)
		refuse(o, "table", len(f.Table) == 0, noEntry)
		may(o, "steps", &f.Steps, sheet.Item.Bool)
	case Times:
		f.Names = names(2, 2)(form)
	case Sets:
		f.Names = names(1, mostNames)(form)
		may(o, "square", &f.Square, sheet.Item.Bool)
		may(o, "set", &f.Points, number)
	case Places:
		prizes := by(l.file, list(0, mostNames, number))
		f.Most = prizes(form)
		may(o, "least", &f.Least, prizes)
		may(o, "level", &f.Level, oneOf("all", "split", "pool"))
		may(o, "same", &f.Same, oneOf("none"))
	case Bid:
		b := form.Object()
		f.Made, f.Trick, f.Miss = number(b.Get("made")), number(b.Get("trick")), number(b.Get("miss"))
		b.Done()
	case One, Yes:
		f.Points = number(form)
	}
	refuse(o, "of", f.Form != Each && f.Form != Table && f.Form != Places && o.Has("of"), ofNothing)
	may(o, "of", &f.Of, l.readOf)
	may(o, "source", &f.Source, readText)
	o.Done()
	return f
}

// readForm reads which form a field has.
func readForm(o *sheet.Object) (one Form) {
	for _, form := range forms {
		switch {
		case o.Has(string(form)) && one != Plain:
			o.Get(string(form)).Fail(twoForms.With("one", string(one), "other", string(form)))
		case o.Has(string(form)):
			one = form
		}
	}
	return one
}

// A fieldList is the context of a field while it is read: the names taken so far, and the fields before it in its list.
type fieldList struct {
	file   *File
	taken  map[string]bool
	rounds bool
	before []Field
}

// fields returns a reader for a list of fields.
func (f *File) fields(taken map[string]bool, rounds bool) func(sheet.Item) []Field {
	return func(it sheet.Item) []Field {
		l := fieldList{f, taken, rounds, nil}
		for _, it := range it.List(1, sheet.MaxInt) {
			l.before = append(l.before, l.read(it.Object()))
		}
		return l.before
	}
}

// readName reads the name of a field, which must be unique and without a comma.
func (l fieldList) readName(it sheet.Item) lang.Text {
	t := name(setup.NameLength)(it)
	takeName(it, t.Other, l.taken)
	for _, name := range spoken(t) {
		if strings.Contains(name, ",") {
			it.Fail(withComma.With("it", name))
		}
	}
	return t
}

// readOf reads the names of the earlier fields that a field counts.
func (l fieldList) readOf(it sheet.Item) (of []string) {
	for _, it := range it.List(1, sheet.MaxInt) {
		switch {
		case indexOf(l.before, it.Text()) < 0:
			it.Fail(noField.With("it", it.Text()))
		case slices.Contains(of, it.Text()):
			it.Fail(nameTwice.With("it", it.Text()))
		}
		of = append(of, it.Text())
	}
	return of
}

// readSums reads what everybody's numbers add up to: one sum, or a list of possible ones.
func readSums(it sheet.Item) []int {
	sum := from(-mostMark, mostMark)
	if !it.IsList() {
		return []int{sum(it)}
	}
	return list(1, mostNames, sum)(it)
}

// readEnd reads when the rounds are over.
func (f *File) readEnd(it sheet.Item) (e End) {
	if it.IsText() {
		return End{By: oneOf(AtWord)(it)}
	}
	o, points := it.Object(), from(-mostMark, mostMark)
	switch {
	case o.Has(string(At)):
		e = End{By: At, N: by(f, points)(o.Get(string(At)))}
		for n := f.Players.Lo; n <= f.Players.Hi; n++ {
			at, start := e.N.Of(n), f.Start.Of(n)
			refuse(o, string(At), at <= start, notAbove.With("at", at, "start", start))
		}
	case o.Has(string(After)):
		e = End{By: After, N: by(f, from(1, mostRounds))(o.Get(string(After)))}
	default:
		e = End{By: Exactly, N: By[int]{all: points(o.Get(string(Exactly)))}, Past: readPast(o.Get("past"))}
	}
	o.Done()
	return e
}

// readPast reads what people have instead of points past the mark.
func readPast(it sheet.Item) Past {
	if it.IsText() {
		return Past{Stays: it.OneOf("stay") != ""}
	}
	return Past{Points: it.Int(-mostMark, mostMark)}
}

// readTies reads what settles a tie, in order.
func (f *File) readTies(it sheet.Item) (all []Tie) {
	asked := map[string]bool{}
	for _, it := range it.List(0, sheet.MaxInt) {
		t := Tie{Wins: Most}
		if it.IsText() {
			t.Field = f.readField(it)
			all = append(all, t)
			continue
		}
		o := it.Object()
		if o.Has("ask") {
			t.Ask = name(mostTitle)(o.Get("ask"))
			takeName(o.Get("ask"), t.Ask.Other, asked)
		} else {
			t.Field = f.readField(o.Get("field"))
		}
		may(o, "wins", &t.Wins, oneOf(Most, Fewest))
		o.Done()
		all = append(all, t)
	}
	return all
}

// readField reads the name of an existing field.
func (f *File) readField(it sheet.Item) string {
	if at, _ := f.field(it.Text()); at < 0 {
		it.Fail(noTieField.With("it", it.Text()))
	}
	return it.Text()
}

// readLine reads a line of the checklist: a text, or what to do, for how many people, and with which number.
func (f *File) readLine(it sheet.Item) Line {
	l := Line{For: anybody}
	if !it.IsObject() || !it.Object().Has("do") && !it.Object().Has("for") {
		l.Do = readText(it)
		return l
	}
	o := it.Object()
	may(o, "for", &l.For, readPeople)
	l.Do = readText(o.Get("do"))
	may(o, "n", &l.N, numbered(1, MaxPlayers, from(-mostNumber, mostNumber)))
	for n := max(l.For.Lo, f.Players.Lo); n <= min(l.For.Hi, f.Players.Hi); n++ {
		_, there := l.N[n]
		refuse(o, "n", l.N != nil && !there, lacksFor.With("n", n))
	}
	o.Done()
	return l
}

// readClock reads the length of a clock that is offered at every round.
func readClock(it sheet.Item) time.Duration {
	o := it.Object()
	round := o.Get("round")
	length, ok := timer.Read(round.Scalar())
	if !ok {
		round.Fail(badClock.With("it", round.Scalar()))
	}
	o.Done()
	return length
}

// readRules reads the entries of the handbook.
func readRules(it sheet.Item) (rules []Rule) {
	for _, r := range it.Fields() {
		checkText(r.Item, r.Key)
		rules = append(rules, Rule{r.Key, readText(r.Item)})
	}
	return rules
}
