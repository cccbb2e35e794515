package counted

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

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
	badID      = lang.Msg("counted.bad-id", "“{it}” is no id: 2 to 40 small letters (a to z), digits and hyphens, a letter first")
	badPeople  = lang.Msg("counted.bad-people", "“{it}” is no number of people: 4, or 3-7; 1 to {most}")
	badTag     = lang.Msg("counted.bad-tag", "“{it}” is no language, like en or pt-BR")
	noText     = lang.Msg("counted.no-text", "a text is missing here")
	badText    = lang.Msg("counted.bad-text", "there is a control character in this text ({code})")
	withComma  = lang.Msg("counted.with-comma", "“{it}” has a comma: commas stand between names")
	nameTwice  = lang.Msg("counted.name-twice", "“{it}” is there already: every name once")
	badKey     = lang.Msg("counted.bad-number", "“{it}” is not a whole number from {lo} to {hi}")
	notFor     = lang.Msg("counted.not-for", "the game is not for {n} people")
	lacksFor   = lang.Plural("counted.lacks-for", "the entry for {n} person is missing", "the entry for {n} people is missing")
	noFields   = lang.Msg("counted.no-fields", "nothing is counted: each_round, at_end or both are needed")
	notCounted = lang.Msg("counted.not-counted", "with wins: {it} no points are counted, so this has no place here")
	noRounds   = lang.Msg("counted.no-rounds", "a game without each_round has no rounds that could end")
	wrongWay   = lang.Msg("counted.wrong-way", "from {from} to {to} there is nothing")
	twoForms   = lang.Msg("counted.two-forms", "a field has one form at most, and this one has {one} and {other}")
	ofNothing  = lang.Msg("counted.of-nothing", "of needs each, table or most beside it")
	noField    = lang.Msg("counted.no-field", "no field “{it}” stands before this one in its list")
	noTieField = lang.Msg("counted.no-tie-field", "there is no field “{it}”")
	notAbove   = lang.Msg("counted.not-above", "{at} is not above the start, {start}")
	badClock   = lang.Msg("counted.bad-clock", "“{it}” is no length of time, like 3m or 90s")
)

// Read reads a game file, YAML or JSON. What is wrong has its line, its column and its path.
func Read(b []byte) (*File, *fault.Fault) {
	if len(b) > mostBytes {
		return nil, fault.New(tooLong.With("most", mostBytes>>10))
	}
	o, f := sheet.OpenPlaced(b)
	if f != nil {
		return nil, f
	}
	file := readFile(o)
	errors.As(o.Err(), &f)
	return file, f
}

// ReadIn reads the game file that stands in a score sheet. What is wrong is reported to the sheet.
func ReadIn(it sheet.Item) *File {
	if len(it.JSON()) > mostBytes {
		it.Fail(tooLong.With("most", mostBytes>>10))
	}
	return readFile(it.Object())
}

// readFile reads a file key by key.
func readFile(o *sheet.Object) *File {
	f := &File{Ends: End{By: AtWord}}
	o.Get("game_file").Int(1, 1)
	id := o.Get("id")
	f.ID = id.Text()
	if !isID().MatchString(f.ID) {
		id.Fail(badID.With("it", f.ID))
	}
	f.Name = readName(o.Get("name"), mostTitle)
	f.MinPlayers, f.MaxPlayers = readPeople(o.Get("players"))
	f.Wins = Way(o.OneOfOr("wins", string(Most), string(Fewest), string(Together), string(Word)))
	f.Deals = o.BoolOr("deals", false)
	for _, key := range []string{"each_round", "at_end", "ends", "ties", "start"} {
		if it, there := o.Maybe(key); there && !f.Counts() {
			it.Fail(notCounted.With("it", string(f.Wins)))
		}
	}
	f.readCounted(o)
	f.readRest(o)
	o.Done()
	return f
}

// readCounted reads what is counted, and when that ends.
func (f *File) readCounted(o *sheet.Object) {
	if it, there := o.Maybe("start"); there {
		f.Start = readBy(f, it, func(it sheet.Item) int { return it.Int(-MostPoints, MostPoints) })
	}
	taken := map[string]bool{}
	if it, there := o.Maybe("each_round"); there {
		f.EachRound = f.readFields(it, taken, true)
	}
	if it, there := o.Maybe("at_end"); there {
		f.AtEnd = f.readFields(it, taken, false)
	}
	if f.Counts() && f.EachRound == nil && f.AtEnd == nil {
		o.Fail(noFields)
	}
	if it, there := o.Maybe("ends"); there {
		if f.EachRound == nil {
			it.Fail(noRounds)
		}
		f.Ends = f.readEnd(it)
	}
	if it, there := o.Maybe("ties"); there {
		f.readTies(it)
	}
}

// readRest reads what no point depends on.
func (f *File) readRest(o *sheet.Object) {
	if it, there := o.Maybe("setup"); there {
		for _, it := range it.List(0, sheet.MaxInt) {
			f.Setup = append(f.Setup, f.readLine(it))
		}
	}
	if it, there := o.Maybe("clock"); there {
		c := it.Object()
		it := c.Get("round")
		length, ok := timer.Read(it.Scalar())
		if !ok {
			it.Fail(badClock.With("it", it.Scalar()))
		}
		f.Clock = length
		c.Done()
	}
	if it, there := o.Maybe("rules"); there {
		for _, r := range it.Fields() {
			checkText(r.Item, r.Key)
			f.Rules = append(f.Rules, Rule{r.Key, readText(r.Item)})
		}
	}
	f.Source = readSource(o)
}

// Counts reports whether points are counted.
func (f *File) Counts() bool { return f.Wins == Most || f.Wins == Fewest }

var isID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9-]{1,39}$`) }) // most runs read none

var isTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`) })

// readText reads a text in one language, or one in each.
func readText(it sheet.Item) lang.Text {
	if !it.IsObject() {
		t := lang.Literal(it.Text())
		checkText(it, t.Other)
		return t
	}
	by := map[string]string{}
	for _, f := range it.Fields() {
		if !isTag().MatchString(f.Key) {
			f.Fail(badTag.With("it", f.Key))
		}
		by[f.Key] = f.Text()
		checkText(f.Item, by[f.Key])
	}
	if len(by) == 0 {
		it.Fail(noText)
		return lang.Text{}
	}
	return lang.Of(by)
}

// checkText refuses a text that says nothing, and one that does something where it is printed.
func checkText(it sheet.Item, text string) {
	if strings.TrimSpace(text) == "" {
		it.Fail(noText)
	}
	for _, r := range text {
		if unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' {
			it.Fail(badText.With("code", setup.CodeOf(r)))
		}
	}
}

// mostTitle is how many characters the name of a game may have.
const mostTitle = 80

// readName reads a name, which is checked as all names are, in each language.
func readName(it sheet.Item, most int) lang.Text {
	t := readText(it)
	for _, name := range spoken(t) {
		if f := setup.CheckNameOf(name, most); f != nil {
			it.Report(f)
		}
	}
	return t
}

// spoken returns a text in all of its languages.
func spoken(t lang.Text) []string {
	out := []string{t.Other}
	for _, tag := range slices.Sorted(maps.Keys(t.In)) {
		out = append(out, t.In[tag])
	}
	return out
}

// readNames reads names of which no two are the same.
func readNames(it sheet.Item, lo, hi int) (out []lang.Text) {
	taken := map[string]bool{}
	for _, it := range it.List(lo, hi) {
		name := readName(it, setup.NameLength)
		takeName(it, name.Other, taken)
		out = append(out, name)
	}
	return out
}

// takeName refuses a name that is there already.
func takeName(it sheet.Item, name string, taken map[string]bool) {
	if taken[setup.Alike(name)] {
		it.Fail(nameTwice.With("it", name))
	}
	taken[setup.Alike(name)] = true
}

func readSource(o *sheet.Object) (t lang.Text) {
	if it, there := o.Maybe("source"); there {
		t = readText(it)
	}
	return t
}

// readPeople reads how many people: a number, or from one to another.
func readPeople(it sheet.Item) (lo, hi int) {
	if !it.IsText() {
		lo = it.Int(1, MaxPlayers)
		return lo, lo
	}
	from, to, _ := strings.Cut(it.Text(), "-")
	lo, okLo := whole(from)
	hi, okHi := whole(to)
	if !okLo || !okHi || lo < 1 || hi > MaxPlayers || lo > hi {
		it.Fail(badPeople.With("it", it.Text(), "most", MaxPlayers))
	}
	return lo, hi
}

// whole returns a whole number that is written in the only way.
func whole(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && strconv.Itoa(n) == s
}

// readMap reads an object whose keys are whole numbers from lo to hi.
func readMap[T any](it sheet.Item, lo, hi int, read func(sheet.Item) T) map[int]T {
	out := map[int]T{}
	for _, f := range it.Fields() {
		n, ok := whole(f.Key)
		if !ok || n < lo || n > hi {
			f.Fail(badKey.With("it", f.Key, "lo", lo, "hi", hi))
		}
		out[n] = read(f.Item)
	}
	return out
}

// readBy reads a value, or one for each number of people that may play, and no other.
func readBy[T any](f *File, it sheet.Item, read func(sheet.Item) T) By[T] {
	if !it.IsObject() {
		return By[T]{all: read(it)}
	}
	by := readMap(it, 1, MaxPlayers, read)
	for n := 1; n <= MaxPlayers; n++ {
		_, there := by[n]
		switch plays := n >= f.MinPlayers && n <= f.MaxPlayers; {
		case plays && !there:
			it.Fail(lacksFor.With("n", n))
		case !plays && there:
			it.Fail(notFor.With("n", n), strconv.Itoa(n))
		}
	}
	return By[T]{by: by}
}

// readEnd reads when the rounds are over.
func (f *File) readEnd(it sheet.Item) (e End) {
	if it.IsText() {
		return End{By: Limit(it.OneOf(string(AtWord)))}
	}
	o := it.Object()
	points := func(it sheet.Item) int { return it.Int(-mostMark, mostMark) }
	switch {
	case o.Has(string(At)):
		e = End{By: At, N: readBy(f, o.Get(string(At)), points)}
		for n := f.MinPlayers; n <= f.MaxPlayers; n++ {
			if at, start := e.N.Of(n), f.Start.Of(n); at <= start {
				o.Get(string(At)).Fail(notAbove.With("at", at, "start", start))
			}
		}
	case o.Has(string(After)):
		e = End{By: After, N: readBy(f, o.Get(string(After)), func(it sheet.Item) int { return it.Int(1, mostRounds) })}
	default:
		e = End{By: Exactly, N: By[int]{all: points(o.Get(string(Exactly)))}}
		past := o.Get("past")
		e.PastNow = past.IsText() && past.OneOf(stay) == stay
		if !e.PastNow {
			e.Past = points(past)
		}
	}
	o.Done()
	return e
}

// readTies reads what settles a tie, in order.
func (f *File) readTies(it sheet.Item) {
	asked := map[string]bool{}
	for _, it := range it.List(0, sheet.MaxInt) {
		if it.IsText() {
			f.Ties = append(f.Ties, f.tieOf(it))
			continue
		}
		o, t := it.Object(), Tie{Field: -1}
		if o.Has("ask") {
			ask := o.Get("ask")
			t.Ask = readName(ask, mostTitle)
			takeName(ask, t.Ask.Other, asked)
		} else {
			t = f.tieOf(o.Get("field"))
		}
		t.Fewest = o.OneOfOr("wins", string(Most), string(Fewest)) == string(Fewest)
		f.Ties = append(f.Ties, t)
		o.Done()
	}
}

// tieOf returns the tie that a field settles.
func (f *File) tieOf(it sheet.Item) Tie {
	is := func(one Field) bool { return one.Key() == it.Text() }
	t := Tie{Field: slices.IndexFunc(f.EachRound, is)}
	if t.Field < 0 {
		t.AtEnd, t.Field = true, slices.IndexFunc(f.AtEnd, is)
	}
	if t.Field < 0 {
		it.Fail(noTieField.With("it", it.Text()))
	}
	return t
}

// readLine reads a line of the checklist: a text, or what is to be done, for whom, and how many.
func (f *File) readLine(it sheet.Item) Line {
	l := Line{Lo: 1, Hi: MaxPlayers}
	if !it.IsObject() || !it.Object().Has("do") && !it.Object().Has("for") {
		l.Do = readText(it)
		return l
	}
	o := it.Object()
	l.Do = readText(o.Get("do"))
	if it, there := o.Maybe("for"); there {
		l.Lo, l.Hi = readPeople(it)
	}
	if it, there := o.Maybe("n"); there {
		l.N = readMap(it, 1, MaxPlayers, func(it sheet.Item) int { return it.Int(-mostNumber, mostNumber) })
		for n := max(l.Lo, f.MinPlayers); n <= min(l.Hi, f.MaxPlayers); n++ {
			if _, there := l.N[n]; !there {
				it.Fail(lacksFor.With("n", n))
			}
		}
	}
	o.Done()
	return l
}
