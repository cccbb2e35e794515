package ask

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Called returns how a line of several calls a question.
func (q Question) Called() lang.Text {
	switch {
	case q.Plus:
		return lang.Literal("+")
	case q.As.Empty() && q.Who != "":
		return lang.Literal(q.Who)
	}
	return q.As
}

// Numbers returns the number of each person who answers a line, if all of them are chosen from, and nobody else: then one list
// shows both. Otherwise the numbers are empty.
func (g Group) Numbers() []string {
	none, of := make([]string, len(g.Asked)), make([]string, len(g.Asked))
	for _, q := range g.Asked {
		pick, is := q.Shape.(Pick)
		if !is || len(pick.Options) != len(g.Asked) {
			return none
		}
		for k, mark := range pick.Marks() {
			i := slices.IndexFunc(g.Asked, func(other Question) bool { return other.Who != "" && other.Who == pick.Options[k].Who })
			if i < 0 {
				return none
			}
			of[i] = mark
		}
	}
	return of
}

// Line reports whether a group can be answered by one line, a word or number a question.
func (g Group) Line() bool {
	for i, q := range g.Asked {
		if q.Secret {
			return false
		}
		switch s := q.Shape.(type) {
		case Pick, Number:
		case Many:
			if i < len(g.Asked)-1 && !g.manyFor() {
				return false
			}
		case Words:
			if s.List || i < len(g.Asked)-1 {
				return false
			}
		default:
			return false
		}
	}
	return len(g.Asked) > 1
}

// pickFor reports whether a group asks for one of a list and a number: “2 3”.
func (g Group) pickFor() bool {
	if len(g.Asked) != 2 {
		return false
	}
	_, who := g.Asked[0].Shape.(Pick)
	_, number := g.Asked[1].Shape.(Number)
	return who && number
}

// manyFor reports whether a group asks for several people and a number: “2 4 3”.
func (g Group) manyFor() bool {
	if len(g.Asked) != 2 {
		return false
	}
	_, many := g.Asked[0].Shape.(Many)
	_, number := g.Asked[1].Shape.(Number)
	return many && number
}

// Read translates a line typed for all of a group, “3 2 - 0”, to answers. A line with fewer answers than questions is a
// fault that names the people whose answers are missing. An empty line takes the suggestions. The letter of a Key ends
// the line.
func (g Group) Read(l lang.Lang, typed string) ([]Answer, error) {
	r := g.reading(l, typed)
	if r.err == nil {
		r.err = g.lacks(g.open(r.answers))
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.answers, nil
}

// Short reports whether a typed line is right so far and only lacks answers. Then it is typed on from the text it returns: with
// a blank behind it, unless each character is an answer.
func (g Group) Short(l lang.Lang, typed string) (on string, short bool) {
	r := g.reading(l, typed)
	on = strings.TrimSpace(typed)
	if n := len(fields(on)); n > 0 && len(r.answers) <= n {
		on += " "
	}
	return on, r.err == nil && len(g.open(r.answers)) > 0
}

// Heard returns the answers of a typed line, by name, to be shown before Enter: “Ana 3, Bia 2, Caio –”; "" if nothing yet.
// For an empty line they are the answers that Enter takes.
func (g Group) Heard(l lang.Lang, typed string) string {
	if near := g.Asked[0].Near; near != nil && typed != "" {
		return near(l, typed)
	}
	return g.Said(l, g.reading(l, typed).answers...)
}

// Said returns answers by name; "" of secrets.
func (g Group) Said(l lang.Lang, in ...Answer) string {
	var said []string
	for _, a := range in {
		q := g.Asked[a.To]
		it := q.Say(l, a.Line)
		if a.Key != "" {
			k, _ := Options(q.Keys).with(a.Key)
			it = k.Name(l)
			if k.Words != nil && a.Line != "" {
				words := Question{Shape: *k.Words}
				if _, err := words.Read(a.Line); err != nil {
					return fault.Aloud(l, err)
				}
				return words.Say(l, a.Line)
			}
			// The letter ends the group in place of all answers: it is nobody's own.
			if k.Table || len(in) == 1 {
				return it
			}
		}
		_, number := q.Shape.(Number)
		switch {
		case q.Secret:
			return ""
		case len(g.Asked) == 1:
			return it
		// An answer that may be left out is left out of the echo too if it is nothing.
		case q.Plus:
			switch r, _ := utf8.DecodeRuneInString(it); {
			case unicode.IsDigit(r) && it != "0":
				said = append(said, "+"+it)
			case it != "0":
				said = append(said, it)
			}
		// A choice without an answer may only be missing at the end of the line.
		case it != none || number:
			said = append(said, strings.TrimSpace(cmp.Or(l.Say(q.Called()), l.Say(q.Joined))+" "+it))
		}
	}
	return strings.Join(said, ", ")
}

// Write returns the line that a hand would type for these answers, one a question: an example, or the answers of before.
// It is "" if they do not fit.
func (g Group) Write(l lang.Lang, lines ...string) string {
	between := []string{"", " "}
	// A person and a number behind it stand apart: “12” would read as one number.
	if g.pickFor() || g.manyFor() {
		between = between[1:]
	}
	for _, between := range between {
		words := make([]string, len(lines))
		for i := range min(len(lines), len(g.Asked)) {
			words[i] = g.Asked[i].write(lines[i], between == "")
		}
		typed := strings.TrimSpace(strings.Join(words, between))
		answers, err := g.Read(l, typed)
		fits := len(answers) == len(lines)
		for i, a := range answers {
			fits = fits && i < len(lines) && a.Key == "" && a.Line == lines[a.To]
		}
		if err == nil && fits {
			return typed
		}
	}
	return ""
}

// write returns the part of a typed line that answers one question; with one, in one character where it can.
func (q Question) write(line string, one bool) string {
	switch s := q.Shape.(type) {
	case Pick:
		if at := slices.IndexFunc(s.Options, func(o Option) bool { return o.ID == line }); at >= 0 {
			line = s.Marks()[at]
			if no := s.Options[at].No; one && no >= 10 && no <= 12 {
				line = string(rune('a' + no - 10))
			}
		}
	case Number:
		line = strings.ReplaceAll(line, " ", "+")
	case Many:
		chosen, _ := readList(line)
		marks := make([]string, len(chosen))
		for i, id := range chosen {
			marks[i] = Question{Shape: Pick{Options: s.Options}}.write(id, false)
		}
		line = strings.Join(marks, " ")
	}
	if q.Plus {
		line = "+" + line
	}
	return line
}

// A reading is the meaning of a typed line so far.
type reading struct {
	answers given
	err     error // the refusal
}

func (g Group) reading(l lang.Lang, typed string) reading {
	typed = strings.TrimSpace(Tidy(typed))
	n := len(g.Asked)
	for i, q := range g.Asked {
		if k, ok := lettered(q.Keys, typed); ok && k.Why.Empty() {
			return reading{answers: []Answer{{To: i, Key: k.ID}}}
		}
	}
	switch {
	case n == 1:
		a, err := g.Asked[0].Typed(l, typed)
		if err != nil {
			return reading{err: err}
		}
		return g.filled(reading{answers: []Answer{a}})
	case typed == "":
		return g.filled(enter(l, g.Asked, 0, true))
	case n > 0 && g.Asked[n-1].Plus:
		return g.added(l, typed)
	}
	// The order of the questions is the usual meaning. Where all was answered before, a name in front tells which answer is
	// put right, though the same words may also be the first two answers.
	r := g.line(l, typed)
	short := len(g.open(r.answers)) > 0
	if r.err == nil && !g.putRight() && !(g.manyFor() && short) {
		return r
	}
	if byName, are := g.named(l, typed); are && (r.err != nil || short) {
		return byName
	}
	// A name and a number without a blank come last, so that they change no line that means something else. “23” may be two
	// people, and is one of them and a number.
	for _, other := range g.glued(typed) {
		again := g.line(l, other)
		if again.err == nil && (r.err != nil || g.manyFor() && short && len(g.open(again.answers)) == 0) {
			return again
		}
	}
	return r
}

// line reads a line in the order of the questions.
func (g Group) line(l lang.Lang, typed string) reading {
	p := parser{l: l, asked: g.Asked, line: typed}
	return g.filled(p.read())
}

// glued returns the possible meanings of a line in which a name and a number stand together: “b3”, “Bia:3”, and “114” for
// number 1 and 14.
func (g Group) glued(typed string) (lines []string) {
	digit := strings.IndexFunc(typed, unicode.IsDigit)
	switch {
	case !g.pickFor() && !g.manyFor() || digit < 0:
		return nil
	case digit > 0:
		return []string{strings.TrimRight(typed[:digit], " :=") + " " + typed[digit:]}
	}
	for n := 1; n <= min(2, len(typed)-1); n++ {
		lines = append(lines, typed[:n]+" "+strings.TrimLeft(typed[n:], " :="))
	}
	return lines
}

// putRight reports whether the group has an answer to everything, or a suggestion: then one of them can be told alone.
func (g Group) putRight() bool {
	return !slices.ContainsFunc(g.Asked, func(q Question) bool { return q.Suggest == "" && !q.Plus })
}

// named reads a line with a name in front of each number, as it is said: “Ana 2, Bia 1”, in any order; where all was
// answered before, also one of a choice: “Ana: Bia”. Answers that are not told stay as they were. It reports whether the
// line is one.
func (g Group) named(l lang.Lang, typed string) (r reading, are bool) {
	named := map[int]bool{}
	for piece := range strings.FieldsFuncSeq(typed, func(c rune) bool { return c == ',' || c == ';' }) {
		words := strings.Fields(strings.ReplaceAll(piece, ":", " "))
		i, n := g.whose(words)
		if i < 0 || named[i] {
			return reading{}, false
		}
		named[i] = true
		q := g.Asked[i]
		a, err := q.Typed(l, strings.Join(words[n:], " "))
		if err != nil {
			return reading{err: q.under(err)}, true
		}
		a.To = i
		r.answers = append(r.answers, a)
	}
	if !g.putRight() {
		return g.filled(r), len(named) > 0
	}
	for i, q := range g.Asked {
		if _, err := q.Read(q.Suggest); !named[i] && err == nil {
			r.answers = append(r.answers, Answer{To: i, Line: q.Suggest})
		}
	}
	slices.SortFunc(r.answers, func(a, b Answer) int { return a.To - b.To })
	return g.filled(r), len(named) > 0
}

// whose returns the question of the person named in front of the last words, and the number of words in the name; -1 if
// nobody's does, or that of several.
func (g Group) whose(words []string) (question, long int) {
	names := make([]string, len(g.Asked))
	for i, q := range g.Asked {
		_, number := q.Shape.(Number)
		if _, pick := q.Shape.(Pick); number || pick && g.putRight() {
			names[i] = q.Who
		}
	}
	// The longest name comes first: “Ana Maria 3” is not about Ana.
	for n := len(words) - 1; n > 0; n-- {
		if fit := lang.Meant(names, strings.Join(words[:n], " ")); len(fit) == 1 {
			return fit[0], n
		}
	}
	return -1, 0
}

// added reads a line whose last question stands behind a plus.
func (g Group) added(l lang.Lang, typed string) reading {
	last := len(g.Asked) - 1
	q := g.Asked[last]
	typed, label := g.label(typed)
	line, plus, _ := strings.Cut(typed, "+")
	g.Asked = g.Asked[:last]
	r := g.reading(l, line)
	if r.err != nil || r.answers.keyed() {
		return r
	}
	// The text behind the plus may be a sum with blanks: “+1 +1” is +2.
	plus = strings.Join(strings.Fields(plus), "")
	if plus == "" && label != "" {
		plus, _ = labeled(q.Suggest)
	}
	a, err := q.Typed(l, strings.TrimSpace(plus+" "+label))
	if err != nil {
		r.err = q.under(err)
		return r
	}
	a.To = last
	r.answers = append(r.answers, a)
	return r
}

// label returns a line without the words at its end that its last question takes: “3 2 - 0 +1 lady in yellow”. A name in front
// of a number is none, and nor is the letter of a key.
func (g Group) label(typed string) (line, label string) {
	s, is := g.Asked[len(g.Asked)-1].Shape.(Number)
	line, label = labeled(typed)
	for _, q := range g.Asked {
		if _, key := lettered(q.Keys, label); key {
			return typed, ""
		}
	}
	if !is || s.Label == 0 || line == "" {
		return typed, ""
	}
	return line, label
}

// enter returns the meaning of Enter alone for the questions from the i-th on: for all, or for those at the end of a line
// that may be missing there.
func enter(l lang.Lang, asked []Question, i int, all bool) (r reading) {
	for ; i < len(asked); i++ {
		a, err := asked[i].Typed(l, "")
		switch asked[i].Shape.(type) {
		case Many:
			// Nobody is what a list at the end may mean, and none in front of a number.
			if i < len(asked)-1 && asked[i].Suggest == "" {
				continue
			}
		case Words, Watch:
		default:
			if !all {
				continue
			}
		}
		if err == nil {
			a.To = i
			r.answers = append(r.answers, a)
		}
	}
	return r
}

// filled returns a reading with the last number where the sum is known.
func (g Group) filled(r reading) reading {
	open := g.open(r.answers)
	if g.Sum == 0 || r.err != nil || len(open) > 1 || r.answers.keyed() {
		return r
	}
	sum, values := 0, make([]Value, len(g.Asked))
	for _, a := range r.answers {
		v, _ := g.Asked[a.To].value(a)
		values[a.To] = v
		sum += v.One()
	}
	if len(open) == 1 {
		// The missing number counts only if its question would take it. Else the sum itself is refused, with how much is missing.
		a := Answer{To: open[0], Line: strconv.Itoa(g.Sum - sum)}
		if v, err := g.Asked[a.To].Read(a.Line); err == nil && v.One() == g.Sum-sum {
			return reading{answers: append(r.answers, a)}
		}
	}
	r.err = g.adds(values, sum)
	return r
}

// under returns a fault behind the name of the person whose answer it refuses.
func (q Question) under(err error) error {
	var f *fault.Fault
	if !errors.As(err, &f) || q.Called().Empty() {
		return err
	}
	return fault.New(lang.At(q.Called(), f.Say))
}

// A parser reads a line, an answer a question.
type parser struct {
	l      lang.Lang
	asked  []Question
	line   string
	fields []field
	open   bool // fewer answers are enough
	each   bool // each character is an answer
	known  map[[2]int]reading
}

// A field is a piece of a line between blanks or commas.
type field struct{ from, to int }

func separates(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }

func fields(line string) (all []field) {
	from := 0
	for i, r := range line + " " {
		if !separates(r) {
			continue
		}
		if i > from {
			all = append(all, field{from, i})
		}
		from = i + utf8.RuneLen(r)
	}
	return all
}

// read reads the line: a character each where that can say all, else a field each. A field is better where it is a name,
// or a number that is typed on.
func (p *parser) read() reading {
	p.fields = fields(p.line)
	each := *p
	each.fields, each.each = p.characters(), true
	if each.fields == nil {
		return p.from(0, 0)
	}
	// Digits alone are an answer each: “32” says 3 and 2. Where people are among the answers, a name or a number of two digits may
	// be meant, so the reading by fields goes first; and a word that is no name is refused whole, not by its first letter.
	byEach, byField := each.from(0, 0), p.from(0, 0)
	options := slices.ContainsFunc(p.asked, func(q Question) bool { _, is := q.Shape.(Pick); return is })
	word := strings.IndexFunc(p.line, unicode.IsLetter) == 0 && len(each.fields) != len(p.asked)
	if byField.err == nil && (byEach.err != nil || options) || options && word && byEach.err != nil {
		return byField
	}
	return byEach
}

// characters returns a field for each character of a line without blanks, or nil if that cannot say all. A plus keeps
// two cards of one person together.
func (p *parser) characters() (all []field) {
	if len(p.fields) != 1 {
		return nil
	}
	several := false
	for _, q := range p.asked {
		switch s := q.Shape.(type) {
		case Number:
			// A number that takes two keys, or a sum, cannot be cut into characters.
			if !s.keys() || s.reckons() && strings.ContainsAny(p.line, "+*xX×") {
				return nil
			}
			several = several || s.several()
		case Pick, Many:
		default:
			return nil
		}
	}
	joins := false
	for i, r := range p.line {
		to := i + utf8.RuneLen(r)
		if plus := r == '+' && several; (plus || joins) && len(all) > 0 {
			all[len(all)-1].to, joins = to, plus
			continue
		}
		all = append(all, field{i, to})
	}
	return all
}

// from reads the questions from the i-th on out of the fields from the j-th on. Where a name may have blanks, the
// longest one counts with which the line says all.
func (p *parser) from(i, j int) (best reading) {
	switch {
	case j == len(p.fields):
		return enter(p.l, p.asked, i, false)
	case i == len(p.asked):
		return reading{err: p.over(i-1, j)}
	}
	if r, known := p.known[[2]int{i, j}]; known {
		return r
	}
	// A line that says all is worth most, then one that is right and too short. Of wrong ones it is the one of which most can be
	// read, since its fault is about the word that is really wrong.
	worth := -1
	for _, k := range p.lengths(i, j) {
		r := p.one(i, j, k)
		w := len(r.answers)
		switch whole := p.open || w == len(p.asked)-i || r.answers.keyed(); {
		case r.err == nil && whole:
			w = math.MaxInt
		case r.err == nil:
			w = math.MaxInt - 1
		}
		if w > worth {
			best, worth = r, w
		}
	}
	// The same rest of a line comes up for each way to read the names before it. Without this memory the time would double
	// with each name.
	if p.known == nil {
		p.known = map[[2]int]reading{}
	}
	p.known[[2]int{i, j}] = best
	return best
}

// lengths returns how many fields the answer to the i-th question may have, in the order in which they are tried.
func (p *parser) lengths(i, j int) []int {
	most := len(p.fields) - j
	switch s := p.asked[i].Shape.(type) {
	case Words, Many:
		if i < len(p.asked)-1 && most > 1 {
			return []int{most - 1, most}
		}
		return []int{most}
	case Pick:
		longest := 1
		for _, o := range s.Options {
			longest = max(longest, len(fields(o.Name(p.l))))
		}
		var all []int
		for k := min(longest, most); k > 0; k-- {
			all = append(all, k)
		}
		return all
	}
	return []int{1}
}

// one reads k fields as the answer to the i-th question, and the rest of the line.
func (p *parser) one(i, j, k int) (r reading) {
	a, err := p.typed(p.asked[i], p.line[p.fields[j].from:p.fields[j+k-1].to])
	if err != nil {
		return reading{err: p.asked[i].under(err)}
	}
	a.To = i
	switch {
	case a.Key == "":
		r = p.from(i+1, j+k)
	case j+k < len(p.fields):
		r.err = p.over(i, j+k)
	}
	r.answers = append([]Answer{a}, r.answers...)
	return r
}

// typed translates what was typed to one question. Where each character is an answer, people 10, 11 and 12 are a, b and c.
func (p *parser) typed(q Question, typed string) (Answer, error) {
	if s, is := q.Shape.(Pick); is && p.each {
		if no, lettered := cardOf(typed); lettered {
			i := slices.IndexFunc(s.Options, func(o Option) bool { return o.No == no && o.Key == "" })
			if i >= 0 {
				typed = strconv.Itoa(no)
			}
		}
	}
	return q.Typed(p.l, typed)
}

// over refuses the fields from the j-th on, which are left over after the i-th question.
func (p *parser) over(i, j int) error {
	say := lang.N("“{rest}” is left over after {who}: one answer, please", "“{rest}” is left over after {who}: {n} answers, please")
	if p.asked[i].Called().Empty() {
		say = lang.N("“{rest}” is left over: one answer, please", "“{rest}” is left over: {n} answers, please")
	}
	return fault.New(say.With("n", i+1, "who", p.asked[i].Called(), "rest", p.line[p.fields[j].from:]))
}
