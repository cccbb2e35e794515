package counted

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// Limits of a file.
const (
	MaxPlayers = 12
	MostPoints = 99_999  // told of one person, above and below zero
	mostMark   = 999_999 // points that may end a game
	mostRounds = 999     // that may end one
	mostNumber = 9_999   // in a form
	mostNames  = 30      // in sets
	mostBytes  = 64 << 10
)

var (
	tooLong    = lang.Msg("counted.too-long", "a game file has {most} kB at most")
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

// Read reads a game file, YAML or JSON. A fault has its line, its column and its path.
func Read(b []byte) (*File, *fault.Fault) {
	if len(b) > mostBytes {
		return nil, fault.New(tooLong.With("most", mostBytes>>10))
	}
	o, f := sheet.OpenPlaced(b)
	if f != nil {
		return nil, f
	}
	file := &File{}
	readKeys(o, file, file.keys)
	errors.As(o.Err(), &f)
	return file, f
}

// ReadIn reads the game file that stands in a score sheet. A fault is reported to the sheet.
func ReadIn(it sheet.Item) *File {
	if len(it.JSON()) > mostBytes {
		it.Fail(tooLong.With("most", mostBytes>>10))
	}
	file := &File{}
	readKeys(it.Object(), file, file.keys)
	return file
}

// Text returns the file in its one canonical form, JSON with the keys in the contract's order: what a kept game holds. Reading it
// gives the same file.
func (f *File) Text() []byte {
	text, _ := json.Marshal(writeKeys(f.keys)) // of texts and numbers, which cannot fail
	return text
}

// keys describes a whole file.
func (f *File) keys(k *keys) {
	version, taken := 1, map[string]bool{}
	need(k, "game_file", &version, from(1, 1))
	need(k, "id", &f.ID, readID)
	need(k, "name", &f.Name, name(mostTitle))
	need(k, "players", &f.Players, readPeople)
	may(k, "wins", &f.Wins, Most, oneOf(Most, Fewest, Together, Word))
	for _, key := range []string{"each_round", "at_end", "ends", "ties", "start"} {
		k.refuse(key, !f.Counts() && k.says(key, false), notCounted.With("it", string(f.Wins)))
	}
	may(k, "start", &f.Start, By[int]{}, by(f, from(-MostPoints, MostPoints)))
	may(k, "deals", &f.Deals, false, sheet.Item.Bool)
	may(k, "each_round", &f.EachRound, nil, f.fields(taken, true))
	may(k, "ends", &f.Ends, End{By: AtWord}, f.readEnd)
	may(k, "at_end", &f.AtEnd, nil, f.fields(taken, false))
	if k.in != nil && f.Counts() && f.EachRound == nil && f.AtEnd == nil {
		k.in.Fail(noFields)
	}
	k.refuse("ends", f.EachRound == nil && k.says("ends", false), noRounds)
	may(k, "ties", &f.Ties, nil, f.readTies)
	may(k, "setup", &f.Setup, nil, list(0, sheet.MaxInt, f.readLine))
	if k.says("clock", f.Clock > 0) {
		k.object("clock", func(k *keys) { need(k, "round", &f.Clock, readLength) })
	}
	may(k, "rules", &f.Rules, nil, readRules)
	may(k, "source", &f.Source, lang.Text{}, readText)
}

// Counts reports whether points are counted.
func (f *File) Counts() bool { return f.Wins == Most || f.Wins == Fewest }

// forms are the keys of all forms but Plain, which has none.
var forms = []Form{Each, Table, Times, Sets, Places, Bid, One, Yes}

// levels are what level may say, the default first.
var levels = []string{"all", "split", "pool"}

// keys describes a field, which stands in a list of them.
func (f *Field) keys(k *keys, l fieldList) {
	need(k, "name", &f.Name, l.readName)
	if k.in != nil {
		f.Form = readForm(k.in)
	}
	number := from(-mostNumber, mostNumber)
	switch f.Form {
	case Plain:
		may(k, "from", &f.From, -MostPoints, from(-MostPoints, MostPoints))
		may(k, "to", &f.To, MostPoints, from(-MostPoints, MostPoints))
		k.refuse("name", f.From > f.To, wrongWay.With("from", f.From, "to", f.To))
		k.refuse("sum", !l.rounds && k.says("sum", false), sumAtEnd)
		may(k, "sum", &f.Sum, By[[]int]{}, by(k.file, readSums))
	case Each:
		need(k, "each", &f.Points, number)
		may(k, "per", &f.Per, 1, from(1, mostNumber))
	case Table:
		need(k, "table", &f.Table, numbered(-mostNumber, mostNumber, number))
		k.refuse("table", len(f.Table) == 0, noEntry)
		may(k, "steps", &f.Steps, false, sheet.Item.Bool)
	case Times:
		need(k, "times", &f.Names, names(2, 2))
	case Sets:
		need(k, "sets", &f.Names, names(1, mostNames))
		may(k, "square", &f.Square, false, sheet.Item.Bool)
		may(k, "set", &f.Points, 0, number)
	case Places:
		prizes := by(k.file, func(it sheet.Item) []int { return append([]int{}, list(0, mostNames, number)(it)...) })
		need(k, "most", &f.Most, prizes)
		may(k, "least", &f.Least, By[[]int]{}, prizes)
		may(k, "level", &f.Level, levels[0], oneOf(levels...))
		may(k, "same", &f.Same, "", oneOf("none"))
	case Bid:
		k.object("bid", func(k *keys) {
			need(k, "made", &f.Made, number)
			need(k, "trick", &f.Trick, number)
			need(k, "miss", &f.Miss, number)
		})
	case One, Yes:
		need(k, string(f.Form), &f.Points, number)
	}
	k.refuse("of", f.Form != Each && f.Form != Table && f.Form != Places && k.says("of", false), ofNothing)
	may(k, "of", &f.Of, nil, l.readOf)
	may(k, "source", &f.Source, lang.Text{}, readText)
}

// MarshalJSON writes a field, key by key.
func (f Field) MarshalJSON() ([]byte, error) {
	return json.Marshal(writeKeys(func(k *keys) { f.keys(k, fieldList{}) }))
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

// A fieldList is what a field that is read has to fit: the names that are taken, and what stands before it in its list.
type fieldList struct {
	taken  map[string]bool
	rounds bool
	before []Field
}

// fields returns the reader of a list of fields.
func (f *File) fields(taken map[string]bool, rounds bool) func(sheet.Item) []Field {
	return func(it sheet.Item) []Field {
		l := fieldList{taken, rounds, nil}
		for _, it := range it.List(1, sheet.MaxInt) {
			one := Field{Per: 1}
			readKeys(it.Object(), f, func(k *keys) { one.keys(k, l) })
			l.before = append(l.before, one)
		}
		return l.before
	}
}

// readName reads the name of a field, which no other has and which has no comma.
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

// readOf reads which fields a field counts in place of what is told.
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

// readSums reads what the numbers of all add up to: one sum, or one of several.
func readSums(it sheet.Item) []int {
	sum := from(-mostMark, mostMark)
	if !it.IsList() {
		return []int{sum(it)}
	}
	return list(1, mostNames, sum)(it)
}

// keys describes when the rounds are over, where the table's word does not end them.
func (e *End) keys(k *keys) {
	points := from(-mostMark, mostMark)
	switch f := k.file; {
	case k.says(string(At), e.By == At):
		e.By = At
		need(k, string(At), &e.N, by(f, points))
		for n := f.Players.Lo; n <= f.Players.Hi; n++ {
			at, start := e.N.Of(n), f.Start.Of(n)
			k.refuse(string(At), at <= start, notAbove.With("at", at, "start", start))
		}
	case k.says(string(After), e.By == After):
		e.By = After
		need(k, string(After), &e.N, by(f, from(1, mostRounds)))
	default:
		e.By = Exactly
		need(k, string(Exactly), &e.N, func(it sheet.Item) By[int] { return Always(points(it)) })
		need(k, "past", &e.Past, readPast)
	}
}

// MarshalJSON writes when the rounds are over, key by key.
func (e End) MarshalJSON() ([]byte, error) { return json.Marshal(writeKeys(e.keys)) }

// readEnd reads when the rounds are over.
func (f *File) readEnd(it sheet.Item) (e End) {
	if it.IsText() {
		return End{By: oneOf(AtWord)(it)}
	}
	readKeys(it.Object(), f, e.keys)
	return e
}

// stay is what past says where somebody keeps what they had.
const stay = "stay"

// readPast reads what somebody has whose points would go past the mark.
func readPast(it sheet.Item) Past {
	if it.IsText() {
		return Past{Stays: it.OneOf(stay) == stay}
	}
	return Past{Points: it.Int(-mostMark, mostMark)}
}

// MarshalJSON writes the points, or that they stay.
func (p Past) MarshalJSON() ([]byte, error) {
	if p.Stays {
		return json.Marshal(stay)
	}
	return json.Marshal(p.Points)
}

// keys describes what settles a tie.
func (t *Tie) keys(k *keys) {
	if k.says("ask", t.Field == "") {
		need(k, "ask", &t.Ask, name(mostTitle))
	} else {
		need(k, "field", &t.Field, k.file.readField)
	}
	may(k, "wins", &t.Wins, Most, oneOf(Most, Fewest))
}

// MarshalJSON writes what settles a tie: a field of which the most wins by its name, anything else key by key.
func (t Tie) MarshalJSON() ([]byte, error) {
	if t.Field != "" && t.Wins == Most {
		return json.Marshal(t.Field)
	}
	return json.Marshal(writeKeys(t.keys))
}

// readTies reads what settles a tie, in order.
func (f *File) readTies(it sheet.Item) (all []Tie) {
	asked := map[string]bool{}
	for _, it := range it.List(0, sheet.MaxInt) {
		t := Tie{Wins: Most}
		if it.IsText() {
			t.Field = f.readField(it)
		} else {
			readKeys(it.Object(), f, t.keys)
		}
		if t.Field == "" {
			takeName(it.Object().Get("ask"), t.Ask.Other, asked)
		}
		all = append(all, t)
	}
	return all
}

// readField reads the name of a field that is there.
func (f *File) readField(it sheet.Item) string {
	if at, _ := f.field(it.Text()); at < 0 {
		it.Fail(noTieField.With("it", it.Text()))
	}
	return it.Text()
}

// keys describes a line of the checklist.
func (l *Line) keys(k *keys) {
	f := k.file
	may(k, "for", &l.For, anybody, readPeople)
	need(k, "do", &l.Do, readText)
	may(k, "n", &l.N, nil, numbered(1, MaxPlayers, from(-mostNumber, mostNumber)))
	for n := max(l.For.Lo, f.Players.Lo); n <= min(l.For.Hi, f.Players.Hi); n++ {
		_, there := l.N[n]
		k.refuse("n", l.N != nil && !there, lacksFor.With("n", n))
	}
}

// MarshalJSON writes a line of the checklist: one for any number of people as its text, any other key by key.
func (l Line) MarshalJSON() ([]byte, error) {
	if l.For == anybody && l.N == nil {
		return json.Marshal(plain(l.Do))
	}
	return json.Marshal(writeKeys(l.keys))
}

// readLine reads a line of the checklist: a text, or what is to be done, for whom, and how many.
func (f *File) readLine(it sheet.Item) (l Line) {
	if !it.IsObject() || !it.Object().Has("do") && !it.Object().Has("for") {
		return Line{Do: readText(it), For: anybody}
	}
	readKeys(it.Object(), f, l.keys)
	return l
}

// readLength reads a length of time.
func readLength(it sheet.Item) time.Duration {
	length, ok := timer.Read(it.Scalar())
	if !ok {
		it.Fail(badClock.With("it", it.Scalar()))
	}
	return length
}

// readRules reads the entries of the reference.
func readRules(it sheet.Item) (rules []Rule) {
	for _, r := range it.Fields() {
		checkText(r.Item, r.Key)
		rules = append(rules, Rule{r.Key, readText(r.Item)})
	}
	return rules
}
