package counted

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
)

// Limits of a file.
const (
	mostBytes  = 64 << 10
	mostPeople = 12
	mostPoints = 99_999 // told of one person, positive or negative
	mostMark   = 999_999
	mostNumber = 9_999 // in a form
	mostNames  = 30    // in a list
	mostTitle  = 80    // characters
)

// A File is a game as its file describes it. It is never changed.
type File struct {
	Version   int           `json:"game_file" sheet:"1..1"`
	ID        string        `json:"id"`
	Name      Words         `json:"name"`
	Players   People        `json:"players"`
	Wins      string        `json:"wins,omitempty" sheet:"most|fewest|together|word"`
	Start     ByPeople[int] `json:"start,omitzero" sheet:"-99999..99999"`
	Deals     bool          `json:"deals,omitempty"`
	EachRound Fields        `json:"each_round,omitempty"`
	Ends      End           `json:"ends,omitzero" sheet:"word"`
	AtEnd     Fields        `json:"at_end,omitempty"`
	Ties      []Tie         `json:"ties,omitempty"`
	Setup     []Step        `json:"setup,omitempty"`
	Rules     Rules         `json:"rules,omitempty"`
	Source    Words         `json:"source,omitzero"`

	doc  sheet.Value
	asks Fields // the numbers that ties may ask for
}

// The ways to win.
const (
	Most     = "most"
	Fewest   = "fewest"
	Together = "together" // the table against the game, and the table says which of them won
	ByWord   = "word"     // the table names the winners
)

// A Field is one thing that is told of everybody. It has one form at most.
type Field struct {
	Name Words `json:"name"`
	Plain
	Each  *int        `json:"each,omitempty" sheet:"-9999..9999"`
	Per   int         `json:"per,omitempty" sheet:"1..9999"`
	Table map[int]int `json:"table,omitempty" sheet:"-9999..9999"`
	Steps bool        `json:"steps,omitempty"`
	Times []Words     `json:"times,omitempty"`
	Sets
	Places
	Bid    *Bid     `json:"bid,omitempty"`
	One    *int     `json:"one,omitempty" sheet:"-9999..9999"`
	Yes    *int     `json:"yes,omitempty" sheet:"-9999..9999"`
	Of     []string `json:"of,omitempty"`
	Source Words    `json:"source,omitzero"`

	form string // isPlain, or the key of its form
}

type (
	// Plain is a field without a form: the number itself. Sum and Whole also stand beside a Bid.
	Plain struct {
		From  int              `json:"from,omitempty" sheet:"-99999..99999"`
		To    int              `json:"to,omitempty" sheet:"-99999..99999"`
		Sum   *ByPeople[Sum]   `json:"sum,omitempty" sheet:"-999999..999999,round"`
		Whole *ByPeople[[]int] `json:"whole,omitempty" sheet:"-9999..9999"` // points of the person with all of Sum, and of each other one
	}
	// Sets are numbers of several things.
	Sets struct {
		Names  []Words `json:"sets,omitempty"`
		Square bool    `json:"square,omitempty"`
		Set    int     `json:"set,omitempty" sheet:"-9999..9999"`
	}
	// Places pay by rank: the most, the second most; or the least.
	Places struct {
		Most  *ByPeople[[]int] `json:"most,omitempty" sheet:"-9999..9999"`
		Least *ByPeople[[]int] `json:"least,omitempty" sheet:"-9999..9999"`
		Level string           `json:"level,omitempty" sheet:"all|split|pool"`
		Same  string           `json:"same,omitempty" sheet:"none"`
	}
	// Bid pays tricks that were bid. Miss is for each trick too many or too few.
	Bid struct {
		Made  int `json:"made" sheet:"-9999..9999"`
		Trick int `json:"trick" sheet:"-9999..9999"`
		Miss  int `json:"miss" sheet:"-9999..9999"`
	}
)

// The forms, by their key.
const (
	isPlain = ""
	isEach  = "each"
	isTable = "table"
	isTimes = "times"
	isSets  = "sets"
	isMost  = "most"
	isBid   = "bid"
	isOne   = "one"
	isYes   = "yes"
)

var forms = []string{isEach, isTable, isTimes, isSets, isMost, isBid, isOne, isYes}

// key returns the name of a field in score sheets.
func (f *Field) key() string { return f.Name.Key }

// derived reports whether a field is counted from others, and nothing is told.
func (f *Field) derived() bool { return f.Of != nil }

// Fields are the fields of every round, or of the count at the end.
type Fields []*Field

// told returns the fields that are told.
func (all Fields) told() Fields { return slices.DeleteFunc(slices.Clone(all), (*Field).derived) }

// find returns a field by its key, or nil.
func (all Fields) find(key string) *Field {
	for _, f := range all {
		if f.key() == key {
			return f
		}
	}
	return nil
}

// names reports whether a field names the people who have a share in its part.
func (f *Field) names() bool { return f.One == nil && !f.derived() }

// companions says beside which forms a key may stand.
var companions = map[string][]string{
	"from": {isPlain}, "to": {isPlain}, "sum": {isPlain, isBid}, "whole": {isPlain}, "per": {isEach}, "steps": {isTable},
	"square": {isSets}, "set": {isSets}, "least": {isMost}, "level": {isMost}, "same": {isMost}, "of": {isEach, isTable, isMost},
}

// ReadSheet reads a field, and refuses a second form and keys of another one.
func (f *Field) ReadSheet(v sheet.Value) error {
	type read Field
	*f = Field{Plain: Plain{From: -mostPoints, To: mostPoints}, Per: 1, Places: Places{Level: "all"}}
	if err := v.Read((*read)(f)); err != nil {
		return err
	}
	for _, key := range v.Keys() {
		switch {
		case !slices.Contains(forms, key):
		case f.form != isPlain:
			return fault.New(lang.T("a field has one form at most, and this one has {one} and {other}").With("one", f.form, "other", key), key)
		default:
			f.form = key
		}
	}
	for _, key := range v.Keys() {
		if beside := companions[key]; beside != nil && !slices.Contains(beside, f.form) {
			say := lang.T("{key} needs {forms} beside it")
			if beside[0] == isPlain {
				say = lang.T("{key} belongs to a field without a form")
			}
			return fault.New(say.With("key", key, "forms", strings.Join(beside, ", ")), key)
		}
	}
	return nil
}

// A ByPeople is a value for tables of any size, or one for each number of people.
type ByPeople[T any] struct {
	all T
	by  map[int]T // nil: all is for every number
}

// of returns the value for a number of people.
func (b *ByPeople[T]) of(people int) (none T) {
	switch {
	case b == nil:
		return none
	case b.by == nil:
		return b.all
	}
	return b.by[people]
}

// varies reports whether the value depends on the number of people.
func (b *ByPeople[T]) varies() bool { return b != nil && b.by != nil }

// ReadSheet reads a value, or an object with a value for each number of people.
func (b *ByPeople[T]) ReadSheet(v sheet.Value) error {
	if v.Kind() == sheet.Object {
		return v.Read(&b.by)
	}
	return v.Read(&b.all)
}

// check refuses a map that is not for exactly the numbers of people who may play, and a value that may refuses for one of
// them; may may be nil.
func (b *ByPeople[T]) check(p People, may func(people int, it T) error) error {
	if b == nil {
		return nil
	}
	for _, n := range slices.Sorted(maps.Keys(b.by)) {
		if n < p.Lo || n > p.Hi {
			return fault.New(lang.N("the game is not for {n} person", "the game is not for {n} people").With("n", n), strconv.Itoa(n))
		}
	}
	for n := p.Lo; n <= p.Hi; n++ {
		var at []string
		if b.by != nil {
			at = []string{strconv.Itoa(n)}
		}
		if _, there := b.by[n]; at != nil && !there {
			return fault.New(lacksFor.With("n", n))
		}
		if may == nil {
			continue
		}
		if err := may(n, b.of(n)); err != nil {
			return fault.Under(err, at...)
		}
	}
	return nil
}

var lacksFor = lang.N("the entry for {n} person is missing", "the entry for {n} people is missing")

// A Sum is the total of everybody's numbers: the number of the round, a number, or one of several.
type Sum struct {
	Round bool
	List  bool
	Of    []int
}

// ReadSheet reads “round”, a number or a list.
func (s *Sum) ReadSheet(v sheet.Value) error {
	switch v.Kind() {
	case sheet.Text:
		s.Round = true
		return v.Read(new(string))
	case sheet.List:
		s.List = true
		return v.Read(&s.Of)
	}
	s.Of = make([]int, 1)
	return v.Read(&s.Of[0])
}

// in returns the sums that a round may have.
func (s Sum) in(round int) []int {
	if s.Round {
		return []int{round}
	}
	return s.Of
}

// An End says when the rounds are over: at the table's word if nothing else is there.
type End struct {
	At      *ByPeople[int] `json:"at,omitempty" sheet:"-999999..999999"`
	After   *ByPeople[int] `json:"after,omitempty" sheet:"1..999"`
	Exactly *int           `json:"exactly,omitempty" sheet:"-999999..999999"`
	Past    *overshoot     `json:"past,omitempty" sheet:"-999999..999999,stay"`
}

// ReadSheet reads “word”, or an object with another end of the rounds.
func (e *End) ReadSheet(v sheet.Value) error {
	type read End
	if v.Kind() == sheet.Text {
		return v.Read(new(string))
	}
	err := v.Read((*read)(e))
	switch ends := v.Without("past").Keys(); {
	case err != nil:
		return err
	case len(ends) != 1:
		return fault.New(lang.T("one of these is needed: {these}").With("these", "at, after, exactly"))
	case (e.Past != nil) != (e.Exactly != nil):
		return fault.New(lang.T("exactly and past need each other"))
	}
	return nil
}

// byTable reports whether rounds end at the table's word.
func (f *File) byTable() bool { return f.Ends == End{} }

// An overshoot is the score that replaces points past the mark.
type overshoot struct {
	stay bool // the points before the round
	has  int
}

// ReadSheet reads “stay”, or a number.
func (p *overshoot) ReadSheet(v sheet.Value) error {
	if p.stay = v.Kind() == sheet.Text; p.stay {
		return v.Read(new(string))
	}
	return v.Read(&p.has)
}

// A Tie settles a tie for first place, or a part of it: by a field, or by a number that is asked for.
type Tie struct {
	Field string `json:"field,omitempty"`
	Ask   Words  `json:"ask,omitzero"`
	Wins  string `json:"wins,omitempty" sheet:"most|fewest"`
}

// ReadSheet reads the name of a field, or an object with a field or a number to ask for.
func (t *Tie) ReadSheet(v sheet.Value) error {
	type read Tie
	t.Wins = Most
	if v.Kind() == sheet.Text {
		t.Field = v.Text()
		return nil
	}
	err := v.Read((*read)(t))
	if err == nil && (t.Field == "") == (t.Ask.Key == "") {
		err = fault.New(lang.T("one of these is needed: {these}").With("these", "field, ask"))
	}
	return err
}

// A Step is a line of the checklist, for some numbers of people. N has the number that replaces {n}, for each size of table.
type Step struct {
	For People      `json:"for,omitzero"`
	Do  Words       `json:"do"`
	N   map[int]int `json:"n,omitempty" sheet:"-9999..9999"`
}

// ReadSheet reads a text, or an object with the text under “do”.
func (s *Step) ReadSheet(v sheet.Value) error {
	type read Step
	s.For = People{1, mostPeople}
	_, does := v.Key("do")
	_, some := v.Key("for")
	if does || some {
		return v.Read((*read)(s))
	}
	return v.Read(&s.Do)
}

// People is a range of numbers of people.
type People struct{ Lo, Hi int }

// ReadSheet reads a number, or a range like 3-7.
func (p *People) ReadSheet(v sheet.Value) error {
	from, to, ranged := strings.Cut(v.Text(), "-")
	if !ranged {
		to = from
	}
	// Atoi alone would also take zeros and a plus in front.
	number := func(s string, lo int) (n int, ok bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil && strconv.Itoa(n) == s && n >= lo && n <= mostPeople
	}
	lo, okLo := number(from, 1)
	hi, okHi := number(to, lo)
	if k := v.Kind(); !okLo || !okHi || k != sheet.Text && k != sheet.Number {
		return fault.New(lang.T("{it} is not a number of people: 4, or 3-7; 1 to {most}").With("it", v.Found(), "most", mostPeople))
	}
	*p = People{lo, hi}
	return nil
}

// Rules are the entries of the reference, in the order of the file.
type Rules []Rule

// A Rule is an entry of the reference.
type Rule struct {
	Title string
	Text  Words
}

// ReadSheet reads an object of texts.
func (r *Rules) ReadSheet(v sheet.Value) error {
	var all map[string]Words
	if err := v.Read(&all); err != nil {
		return err
	}
	for _, title := range v.Keys() {
		*r = append(*r, Rule{title, all[title]})
	}
	return nil
}

// Words are a text in one language, or in several. Key is the English one, or else that of the first tag.
type Words struct {
	Key string
	lang.Text
	in []string // in every language
}

// ReadSheet reads a text, or an object with a text for each language. Where one is missing, the text is that of Key: no
// catalog translates it.
func (w *Words) ReadSheet(v sheet.Value) error {
	by, many := map[lang.Lang]string{lang.English: v.Text()}, v.Kind() == sheet.Object
	into := any(new(string))
	if many {
		into = &by
	}
	if err := v.Read(into); err != nil {
		return err
	}
	tags := slices.Sorted(maps.Keys(by))
	for _, tag := range tags {
		if !isTag(string(tag)) {
			return fault.New(lang.T("“{it}” is not a language: en or pt-BR, for example").With("it", tag), string(tag))
		}
		err := checkText(by[tag])
		if many {
			err = fault.Under(err, string(tag))
		}
		if err != nil {
			return err
		}
		w.in = append(w.in, by[tag])
	}
	if len(tags) == 0 {
		return fault.New(noText)
	}
	en, there := by[lang.English]
	if w.Key = en; !there {
		w.Key = by[tags[0]]
	}
	w.Text = lang.Of(map[lang.Lang]string{lang.English: w.Key, lang.Portuguese: cmp.Or(by[lang.Portuguese], w.Key)})
	return nil
}
