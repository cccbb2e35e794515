package ask

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The notation of an answer on one line, for every Asker that reads lines:
//
//   - One value: its number. Options are numbered from 1.
//   - Values of several people, in the order of People. If the line has a blank or a comma, these separate, as
//     in 3 2 - 0; otherwise each character is a value (32-0) where that makes sense. Where values go up to 10,
//     11 or 12, these are also a, b and c. Larger numbers may be run together if all have the same number of
//     digits: 12051807.
//   - Options of several people may also be typed by the beginning of their names: Ana Bia - Caio.
//   - Points and counts may be sums: 12+5 3*4 -10*3+2, if something separates them or one person is asked.
//   - "-" means no answer from a person. Several values of one person: 3+5 or 3.5, and 35 if every value is one
//     digit and people are separated: 35 2 13.
//   - +1 at the end of the line, if the question allows it, is Plus. +1 +1 is +2.
//   - Options with counts (Many): "3" toggles option 3, "3=2" takes two copies of it.
//   - A Key: its letter alone.

// Read turns a typed line into an answer. If the line does not fit, the error is a *fault.Fault that names the
// person, the value and the values allowed; for a secret, the allowed values only.
func (q Question) Read(line string) (Answer, error) {
	a, err := q.read(line)
	return a, q.unseen(err)
}

// unseen replaces a refusal that would repeat a secret.
func (q Question) unseen(err error) error {
	var f *fault.Fault
	if !q.Secret || !errors.As(err, &f) || f.Say.Args["typed"] == nil && f.Say.Args["rest"] == nil {
		return err
	}
	say := noSecret
	if len(q.List().Options) > 0 {
		say = noSecretOption
	}
	lo, hi := q.Bounds()
	return fault.New(say.With("lo", lo, "hi", hi))
}

func (q Question) read(line string) (Answer, error) {
	line = strings.TrimSpace(line)
	a := Answer{By: Scorekeeper}
	if len(q.People) == 1 {
		a.By = q.People[0]
	}
	switch {
	case line != "":
	case q.Stands && q.Secret:
		return Answer{By: a.By, Same: true}, nil
	case q.Suggest != nil && q.Fits(*q.Suggest):
		return *q.Suggest, nil
	}
	if k, ok := q.Keyed(line); ok {
		a.Key = k.Letter
		return a, nil
	}
	if line == "" && (Is[Pick](q.Shape) || Is[Number](q.Shape)) {
		return a, fault.New(noWords)
	}
	switch s := q.Shape.(type) {
	case Show: // any line means the same as Enter
		if q.Suggest != nil && q.Fits(*q.Suggest) && q.Suggest.Key == "" {
			return *q.Suggest, nil
		}
	case Words:
		if line == "" && !s.Blank {
			return a, fault.New(noWords)
		}
		a.Text = line
	case Pick, Watch:
		n, err := q.List().option(line)
		if err != nil {
			return a, err
		}
		a.Values = [][]int{{n}}
	case Number:
		n, err := s.read(line)
		if err != nil {
			return a, err
		}
		a.Values = [][]int{{n}}
		a = q.noted(a, 0, line)
	case Many:
		return s.read(a, line, q.Suggest)
	case Each:
		return everyone{q, s}.read(a, line)
	}
	return a, nil
}

// Keyed returns the key that a line names.
func (q Question) Keyed(line string) (key Key, ok bool) {
	for _, k := range q.Keys {
		if strings.EqualFold(k.Letter, strings.TrimSpace(line)) {
			return k, true
		}
	}
	return key, false
}

var (
	noWords    = lang.Msg("ask.no-words", "type something, please")
	noNumber   = lang.Msg("ask.no-number", "“{typed}” is not a whole number from {lo} to {hi}")
	oneNumber  = lang.Msg("ask.one-number", "“{typed}” does not fit: it can only be {lo}")
	noMark     = lang.Msg("ask.no-mark", "“{typed}” is not on the list: type the number or letter in front of a line, or how the line begins")
	noOption   = lang.Msg("ask.no-option", "“{typed}” is not on the list: type a number from 1 to {hi}, or how a line begins")
	noSwitch   = lang.Msg("ask.no-switch", "“{typed}” does not fit: type 3 to switch line 3")
	twoFit     = lang.Msg("ask.two-fit", "“{typed}” fits more than one line: type more of it, or its number")
	noCopies   = lang.Msg("ask.no-copies", "“{typed}” does not fit: type 3 to switch line 3, or 3=2 for two of it ({most} at most)")
	tooFew     = lang.Plural("ask.too-few", "an answer for {who}, please", "{who} is missing: {given} of {n} answers")
	tooMany    = lang.Plural("ask.too-many", "“{rest}” is left over: just one answer for {who}, please", "“{rest}” is left over after {who}: {n} answers, please")
	noValue    = lang.Msg("ask.no-value", "{who}: “{typed}” is not a number from {lo} to {hi}")
	noneListed = lang.Msg("ask.none-listed", "{who}: “{typed}” is not on the list: {all}")
	noSpaces   = lang.Msg("ask.no-spaces", "“{typed}” cannot be read: {lo} to {hi} each, with spaces between the numbers, please")
	noBlank    = lang.Msg("ask.no-blank", "{who} needs an answer: from {lo} to {hi}, please")
	noMost     = lang.Plural("ask.no-most", "{who}: only one answer each, please", "{who}: {n} answers at most, please")
	twice      = lang.Msg("ask.twice", "{who}: {typed} is entered twice")
	noneFor    = lang.Msg("ask.none-for", "{who}: {why}")
	noPlus     = lang.Msg("ask.no-plus", "“{typed}” does not fit: +{hi} at most at the end of the line")
	noPlusNow  = lang.Msg("ask.no-plus-now", "“{typed}” does not fit: nothing is added at the end of this line")
	noLeast    = lang.Msg("ask.no-least", "{who}: {least} answers, please, for example {example}")

	noSecret       = lang.Msg("ask.no-secret", "that does not fit: from {lo} to {hi}, please")
	noSecretOption = lang.Msg("ask.no-secret-option", "that does not fit: a number from {lo} to {hi}, or the beginning of a name, please")
)

// Mark returns the key of an option in a list: its own, or its number.
func (l List) Mark(option int) string {
	if option < len(l.Marks) {
		return l.Marks[option].Other
	}
	return strconv.Itoa(option + 1)
}

// marked returns the option with a key. barred is the reason why it cannot be picked, if any. ok is false if no
// line has the key.
func (l List) marked(key string) (option int, barred *fault.Fault, ok bool) {
	for i := range l.Options {
		if strings.EqualFold(l.Mark(i), key) {
			return i, nil, true
		}
	}
	for _, b := range l.Barred {
		if strings.EqualFold(b.Mark.Other, key) {
			return 0, fault.New(b.Why), true
		}
	}
	return 0, nil, false
}

func (l List) option(line string) (int, error) {
	if i, barred, ok := l.marked(line); ok {
		return i, barred.Err()
	}
	none := noOption.With("typed", line, "hi", len(l.Options))
	if l.Marks != nil {
		none = noMark.With("typed", line)
	}
	if _, err := strconv.Atoi(line); err == nil {
		return 0, fault.New(none)
	}
	switch i, fit := l.beginning(line); fit {
	case 1:
		return i, nil
	case 0:
		typed := lang.Plain(line)
		for _, b := range l.Barred {
			if typed != "" && strings.HasPrefix(lang.Plain(b.Text.Other), typed) {
				none = b.Why
				break
			}
		}
		return 0, fault.New(none)
	}
	return 0, fault.New(twoFit.With("typed", line))
}

// beginning returns the option that begins with a line, and how many there are. Accents matter only if an option matches
// with them: “fatima” is Fátima.
func (l List) beginning(line string) (option, fit int) {
	for _, like := range []func(string) string{strings.ToLower, lang.Plain} {
		typed := like(line)
		for i, o := range l.Options {
			if typed != "" && strings.HasPrefix(like(o.Other), typed) {
				option, fit = i, fit+1
			}
		}
		if fit > 0 {
			break
		}
	}
	return option, fit
}

// Said returns the question in the words of a voice: its text with a capital, since it may begin with the
// table's own name for something; its options, so that a typed beginning is compared with what is on the
// screen; and its names, sanitized.
func (q Question) Said(v *lang.Localizer) Question {
	l, say := q.List(), func(t lang.Text) lang.Text { return lang.Literal(v.Say(t)) }
	q.Text = say(lang.Capital(q.Text))
	l.Options, l.Marks = each(l.Options, say), each(l.Marks, say)
	l.Barred = each(l.Barred, func(b Barred) Barred { return Barred{b.Before, say(b.Mark), say(b.Text), say(b.Why)} })
	q = q.With(l)
	q.Names = each(q.Names, lang.Sanitize)
	return q
}

func each[A, B any](values []A, f func(A) B) (all []B) {
	for _, v := range values {
		all = append(all, f(v))
	}
	return all
}

// read toggles lines of a list, starting from those suggested.
func (s Many) read(a Answer, line string, suggested *Answer) (Answer, error) {
	row := make([]int, len(s.Options))
	if suggested != nil && len(suggested.Values) == 1 {
		copy(row, suggested.Values[0])
	}
	for _, w := range strings.FieldsFunc(line, separates) {
		left, right, counted := strings.Cut(w, "=")
		i, barred, ok := Lines(s).marked(left)
		switch {
		case !ok:
			return a, s.noChange(w)
		case barred != nil:
			return a, barred
		}
		n := 1 - min(row[i], 1)
		if counted {
			var err error
			n, err = strconv.Atoi(right)
			if err != nil || n < 0 || n > max(1, s.Most) {
				return a, s.noChange(w)
			}
		}
		row[i] = n
	}
	a.Values = [][]int{row}
	return a, nil
}

// noChange refuses an entry that changes nothing in the list.
func (s Many) noChange(typed string) *fault.Fault {
	if s.Most <= 1 {
		return fault.New(noSwitch.With("typed", typed))
	}
	return fault.New(noCopies.With("typed", typed, "most", s.Most))
}

// Bounds returns the range of values that may be typed: the numbers of the options, or Lo to Hi.
func (q Question) Bounds() (lo, hi int) {
	l := q.List()
	switch s := q.Shape.(type) {
	case Number:
		return s.Lo, s.Hi
	case Each:
		lo, hi = s.Lo, s.Hi
	}
	if len(l.Options) == 0 {
		return lo, hi
	}
	lo, hi = len(l.Options), 0
	for i := range l.Options {
		n, _ := strconv.Atoi(l.Mark(i))
		lo, hi = min(lo, n), max(hi, n)
	}
	return lo, hi
}

// OneKey reports whether every value of an Each question can be typed with one key: digits, and a, b, c for 10,
// 11 and 12.
func (q Question) OneKey() bool {
	_, hi := q.Bounds()
	return hi <= 12
}

// everyone reads the line of an Each question.
type everyone struct {
	Question
	Each
}

func (q everyone) read(a Answer, line string) (Answer, error) {
	r := q.reading(line)
	a.Plus = r.plus
	if r.wrong != nil {
		return a, r.wrong
	}
	if lo, hi := q.Bounds(); !q.OneKey() && len(q.People) > 1 && len(r.items) == 1 && len(r.items[0].text) > 2 && q.Comes(r.items[0].text) == "" {
		return a, fault.New(noSpaces.With("typed", r.items[0].text, "lo", lo, "hi", hi))
	}
	left := -1 // the person who gets the remainder
	for k, it := range r.items {
		if k >= len(q.People) {
			return a, fault.New(tooMany.With("rest", r.behind(k), "n", len(q.People), "who", q.Names[k-1]))
		}
		if it.text == open && q.Sum != nil && left < 0 {
			left, a.Values = k, append(a.Values, nil)
			continue
		}
		row, err := q.person(k, it.text)
		if err != nil {
			return a, err
		}
		a.Values = append(a.Values, row)
		a = q.noted(a, k, it.text)
	}
	k := len(a.Values)
	if n, ok := q.Left(a.Values); ok && left < 0 && k == len(q.People)-1 {
		a.Values, k = append(a.Values, []int{n}), k+1
	} else if ok && left >= 0 && k == len(q.People) {
		a.Values[left] = []int{n}
	}
	if f := q.Adds(a.Values); f != nil && k >= len(q.People)-1 {
		return a, f
	}
	if left >= 0 && a.Values[left] == nil { // the others make up the total, and the rest is not a possible answer
		_, err := q.person(left, open)
		return a, err
	}
	if k < len(q.People) {
		return a, fault.New(tooFew.With("who", q.Names[k], "given", k, "n", len(q.People)))
	}
	return a, nil
}

// An item is the part of a line that belongs to one person, and its position there.
type item struct {
	text     string
	from, to int
}

// A reading is the line of an Each question, cut into items.
type reading struct {
	body  string // the line without the +n at its end
	items []item
	plus  int   // the +n
	wrong error // why the +n is refused
}

// behind returns the items from the k-th on, as they were typed.
func (r reading) behind(k int) string {
	return strings.TrimSpace(r.body[r.items[k].from:r.items[len(r.items)-1].to])
}

func (q everyone) reading(line string) (r reading) {
	r.body, r.plus, r.wrong = q.cutPlus(line)
	r.items = q.items(r.body)
	return r
}

func separates(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }

// items cuts a line into one item per person. If the line has separators, nothing else is cut.
func (q everyone) items(line string) []item {
	people := len(q.People)
	whole := trimmed(item{line, 0, len(line)})
	if whole.text == "" {
		return nil
	}
	if _, fit := q.List().beginning(whole.text); people == 1 && fit == 1 { // a name may have blanks
		return []item{whole}
	}
	var out []item
	switch {
	case strings.ContainsFunc(whole.text, separates):
		out = cut(line, separates)
		if len(out) != people*q.Least {
			return out
		}
	case q.width(whole.text) > 0:
		out = glued(whole, q.width(whole.text))
	default:
		return []item{whole}
	}
	if q.Least < 2 || strings.ContainsAny(line, "+.") {
		return out
	}
	var each []item // 1245 and 1 2 4 5 mean 12 45
	for part := range slices.Chunk(out, q.Least) {
		one := item{part[0].text, part[0].from, part[len(part)-1].to}
		for _, it := range part[1:] {
			one.text += "+" + it.text
		}
		each = append(each, one)
	}
	return each
}

// width returns how many characters make a value in a line without separators, or 0 if the line is one value:
// one if each value has its own key. Numbers are cut into equal lengths if the line is too long to be one of
// them, or if there are as many digits as people, whose values have at most two.
func (q everyone) width(line string) int {
	_, hi := q.Bounds()
	people := len(q.People)
	switch {
	case people < 2, q.Reckons() && strings.ContainsAny(line, "+*×xX"): // a minus there means that somebody sits out
		return 0
	case q.OneKey():
		return 1
	case q.Most > 1, len(q.List().Options) > 0, len(line)%people > 0, strings.Trim(line, "0123456789") != "":
		return 0
	case len(line) > len(strconv.Itoa(hi)), len(line) == people && hi <= 99:
		return len(line) / people
	}
	return 0
}

func trimmed(it item) item {
	left := strings.TrimLeftFunc(it.text, unicode.IsSpace)
	it.from += len(it.text) - len(left)
	it.text = strings.TrimRightFunc(left, unicode.IsSpace)
	it.to = it.from + len(it.text)
	return it
}

// cut returns the items between separators, except blank ones.
func cut(line string, separates func(rune) bool) []item {
	var out []item
	from := 0
	for i, r := range line + "," {
		if !separates(r) {
			continue
		}
		if it := trimmed(item{line[from:i], from, i}); it.text != "" {
			out = append(out, it)
		}
		from = i + utf8.RuneLen(r)
	}
	return out
}

// glued cuts a line without separators into items of a fixed width: 32-0, 35+71.
func glued(whole item, width int) []item {
	var out []item
	join := false
	for i, r := range whole.text {
		at, last := whole.from+i, len(out)-1
		_, size := utf8.DecodeRuneInString(whole.text[i:])
		joins := join || r == '+' || r == '.'
		if last < 0 || !joins && len(out[last].text) >= width {
			out = append(out, item{string(r), at, at + size})
			continue
		}
		out[last].text, out[last].to = out[last].text+string(r), at+size
		join = joins && !join
	}
	return out
}

// Typed returns what Enter would book for each person of an Each question, from a line that may be unfinished:
// options by their names, "" for an answer that is missing or cannot be read. It returns nil if the line has
// more items than there are people.
func (q Question) Typed(line string) (each []string, plus int) {
	e := everyone{q, As[Each](q)}
	r := e.reading(line)
	if body := strings.TrimLeftFunc(r.body, unicode.IsSpace); len(r.items) < len(q.People) && len(cut(body, separates)) == 1 && strings.TrimRightFunc(body, separates) != body {
		r.items = cut(r.body, separates) // the blank at the end separates
	}
	if len(r.items) > len(q.People) {
		return nil, 0
	}
	each = make([]string, len(q.People))
	for k, it := range r.items {
		if row, err := e.person(k, it.text); err == nil {
			each[k] = joined(row, e.called)
		}
	}
	return each, r.plus
}

// called returns a value as it is shown: an option by its name.
func (q everyone) called(n int) string {
	if len(q.Options) > 0 {
		return q.Options[n].Other
	}
	return strconv.Itoa(n)
}

// joined returns the values of one person, each written by say.
func joined(row []int, say func(int) string) string {
	if len(row) == 0 {
		return "-"
	}
	return strings.Join(each(row, say), "+")
}

// cutPlus takes the +n off the end of a line if the question allows one.
func (q everyone) cutPlus(line string) (string, int, error) {
	i := strings.LastIndexByte(line, '+')
	if i < 0 || q.Most > 1 || q.Plus == 0 && q.Lo < 0 { // where numbers may be negative, +5 is a number
		return line, 0, nil
	}
	if q.Plus == 0 && i > 0 && !unicode.IsSpace(rune(line[i-1])) {
		return line, 0, nil // a second value of one person; the fault names that person
	}
	if q.Plus == 0 {
		return line, 0, fault.New(noPlusNow.With("typed", "+"+strings.TrimSpace(line[i+1:])))
	}
	line, pluses, _ := strings.Cut(line, "+")
	sum := 0
	for typed := range strings.SplitSeq(pluses, "+") { // +1 +1 is +2
		typed = strings.TrimSpace(typed)
		n, err := strconv.Atoi(typed)
		sum += n
		if err != nil || n < 0 || n > q.Plus || sum > q.Plus {
			return line, 0, fault.New(noPlus.With("typed", "+"+typed, "hi", q.Plus))
		}
	}
	return line, sum, nil
}

func (q everyone) person(k int, token string) ([]int, error) {
	who := q.Names[k]
	lo, hi := q.Bounds()
	if slices.Contains(minus, token) {
		if !q.Blank {
			return nil, fault.New(noBlank.With("who", who, "lo", lo, "hi", q.name(hi)))
		}
		return []int{}, nil
	}
	if sum := reckon(token); sum != nil && q.Reckons() {
		n, ok := inBounds(sum, lo, hi)
		if !ok {
			return nil, fault.New(outsideOf.With("who", who, "typed", token, "sum", sum.String(), "lo", lo, "hi", hi))
		}
		return []int{n}, nil
	}
	parts := q.parts(token)
	switch {
	case len(parts) > max(1, q.Most):
		return nil, fault.New(noMost.With("who", who, "n", max(1, q.Most)))
	case len(parts) < q.Least:
		return nil, fault.New(noLeast.With("who", who, "least", q.Least, "example", q.Several()))
	}
	row := []int{}
	for _, p := range parts {
		n, barred, ok := q.value(p)
		switch {
		case barred != nil:
			return nil, fault.New(noneFor.With("who", who, "why", barred.Say))
		case !ok && len(q.List().Options) > 0:
			return nil, fault.New(noneListed.With("who", who, "typed", p, "all", lang.List(q.List().Options)))
		case !ok:
			return nil, fault.New(noValue.With("who", who, "typed", p, "lo", lo, "hi", q.name(hi)))
		}
		if slices.Contains(row, n) {
			return nil, fault.New(twice.With("who", who, "typed", p))
		}
		row = append(row, n)
	}
	return row, nil
}

// open marks a person whose field was left empty.
const open = "?"

// minus holds the signs that keyboards and pasted text have for a minus.
var minus = []string{"-", "–", "−"}

// parts splits the values of one person: 1+3 or 1.3, and 13 if every value is one digit.
func (q everyone) parts(token string) []string {
	if q.Most > 1 {
		token = strings.ReplaceAll(token, ".", "+")
	}
	if _, hi := q.Bounds(); q.Most > 1 && hi <= 9 && strings.Trim(token, "0123456789") == "" {
		return strings.Split(token, "")
	}
	if q.Lo < 0 { // +5 is 5
		token = strings.TrimPrefix(token, "+")
	}
	if q.Reckons() { // it is not a sum, or it would have been reckoned
		return []string{token}
	}
	return strings.Split(token, "+")
}

// value returns a number within its bounds, or the index of an option by its number or the beginning of its
// name. barred is the reason why the option cannot be named, if any.
func (q everyone) value(s string) (n int, barred *fault.Fault, ok bool) {
	for _, sign := range minus {
		if rest, below := strings.CutPrefix(s, sign); below {
			s = "-" + rest
			break
		}
	}
	n, err := strconv.Atoi(s)
	if q.OneKey() && len(s) == 1 && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'c' {
		n, err = int(s[0]|0x20-'a')+10, nil
	}
	if len(q.List().Options) == 0 {
		return n, nil, err == nil && n >= q.Lo && n <= q.Hi
	}
	if err == nil {
		if i, barred, ok := q.List().marked(strconv.Itoa(n)); ok {
			return i, barred, true
		}
	}
	i, fit := q.List().beginning(s)
	return i, nil, fit == 1
}

// Several returns an example of several values of one person.
func (q Question) Several() string {
	lo, _ := q.Bounds()
	return strconv.Itoa(lo) + "." + strconv.Itoa(lo+1)
}

func (q everyone) name(n int) string {
	if q.OneKey() && n > 9 {
		return strconv.Itoa(n) + " (" + string(rune('a'+n-10)) + ")"
	}
	return strconv.Itoa(n)
}

// Write returns the line that Read reads as this answer: the text in the prompt, to be accepted or edited.
func (q Question) Write(a Answer) string {
	if a.Key != "" {
		return a.Key
	}
	switch s := q.Shape.(type) {
	case Words:
		return a.Text
	case Pick, Watch:
		if v := a.Value(); v >= 0 {
			return q.List().Mark(v)
		}
	case Number:
		if v := a.Value(); len(a.Values) > 0 {
			return cmp.Or(a.sum(0), strconv.Itoa(v))
		}
	case Each:
		var out []string
		for k, row := range a.Values {
			out = append(out, cmp.Or(a.sum(k), joined(row, everyone{q, s}.written)))
		}
		if a.Plus > 0 {
			out = append(out, "+"+strconv.Itoa(a.Plus))
		}
		return strings.Join(out, " ")
	}
	return ""
}

// written returns a value as it is typed, with one key if it has one.
func (q everyone) written(n int) string {
	s := strconv.Itoa(n)
	if len(q.Options) > 0 {
		s = q.List().Mark(n)
		n, _ = strconv.Atoi(s) // a letter is itself
	}
	if q.OneKey() && n > 9 {
		return string(rune('a' + n - 10))
	}
	return s
}
