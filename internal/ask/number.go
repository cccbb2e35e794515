package ask

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// blank stands in place of a number: none.
const blank = "-"

// several reports whether more than one number may be given. Then a plus stands between them.
func (s Number) several() bool { return s.Most > 1 }

// reckons reports whether sums may be typed.
func (s Number) reckons() bool { return !s.Cards && !s.several() }

// keys reports whether each number can be typed with one key: digits, and a, b, c for 10, 11, 12.
func (s Number) keys() bool { return s.Lo >= 0 && s.Hi <= 12 }

func (s Number) read(line string) (Value, error) {
	if strings.TrimSpace(line) == blank && (s.Blank || s.Most > 0 && s.Least == 0) {
		return Value{}, nil
	}
	v := Value{Line: line}
	if s.Label > 0 {
		number, label := labeled(line)
		words := Words{Max: s.Label, Blank: true}
		s.Label = 0
		v, err := s.read(number)
		if err == nil {
			v.Name, err = words.entry(label, true)
		}
		v.Line = line
		return v, err
	}
	for _, w := range strings.Fields(line) {
		n, err := s.number(w)
		if err != nil {
			return v, err
		}
		if slices.Contains(v.Nums, n) {
			return v, fault.New(twice.With("typed", w))
		}
		v.Nums = append(v.Nums, n)
	}
	least, most := max(1, s.Least), max(1, s.Most)
	switch n := len(v.Nums); {
	case n == 0:
		return v, fault.New(empty)
	case n > most:
		return v, fault.New(lang.N("just one number, please", "{n} numbers at most, please").With("n", most))
	case n < least:
		return v, fault.New(lang.T("{n} numbers, please: {lo}+{hi}, for example").With("n", least, "lo", s.Lo, "hi", s.Lo+1))
	}
	return v, nil
}

// labeled returns a number, and the words behind it.
func labeled(line string) (number, label string) {
	for _, f := range fields(line) {
		if r, _ := utf8.DecodeRuneInString(line[f.from:]); unicode.IsLetter(r) {
			return strings.TrimSpace(line[:f.from]), strings.TrimSpace(line[f.from:])
		}
	}
	return line, ""
}

// wide is from how many numbers on a word is not told the bounds.
const wide = 10_000

// number reads one number or sum.
func (s Number) number(typed string) (int, error) {
	say := lang.T("“{typed}” is not a whole number from {lo} to {hi}")
	if n, err := strconv.Atoi(typed); err == nil && n > s.Hi && s.Cards && s.Lo == 1 {
		say = lang.T("there are {hi} cards on the table: {lo} to {hi}")
	}
	// MaxInt32 stands for no bound, and is not said.
	if s.Hi == math.MaxInt32 {
		say = lang.T("“{typed}” is not a whole number from {lo} on")
	}
	n, err := strconv.ParseInt(minus.Replace(typed), 10, 64)
	ok := err == nil
	if !ok && s.reckons() {
		n, ok = reckon(typed)
		if ok {
			say = lang.T("“{typed}” is {sum}: from {lo} to {hi}, please").With("sum", n)
		}
	}
	lo, hi := int64(s.Lo), int64(s.Hi)
	if !ok && hi < math.MaxInt32 && hi-lo > wide {
		say = lang.T("“{typed}” is not a whole number")
	}
	if ok && n > hi && !s.Beyond.Empty() {
		return 0, fault.New(s.Beyond)
	}
	if !ok || n < lo || n > hi {
		return 0, fault.New(say.With("typed", typed, "lo", s.Lo, "hi", s.Hi))
	}
	if why, barred := s.Barred[int(n)]; barred {
		return 0, fault.New(why)
	}
	return int(n), nil
}

// minus has the signs that keyboards and pasted text have for a minus; times those for a product.
var (
	minus = strings.NewReplacer("–", "-", "−", "-")
	times = strings.NewReplacer("×", "*", "x", "*", "X", "*")
)

// largest is more than any sum at a table: a number beyond it cannot be read.
const largest = 1_000_000_000

// reckon returns the value of a sum, difference or product. Products come first. It counts in 64 bits, so that two factors
// of at most largest, or a line of such terms, never wrap around.
func reckon(typed string) (sum int64, ok bool) {
	if len(typed) > 120 {
		return 0, false
	}
	terms := strings.ReplaceAll(strings.ReplaceAll(times.Replace(minus.Replace(typed)), "-", "+-"), "*+-", "*-")
	for term := range strings.SplitSeq(strings.TrimPrefix(terms, "+"), "+") {
		product := int64(1)
		for factor := range strings.SplitSeq(term, "*") {
			n, err := strconv.ParseInt(factor, 10, 64)
			if err != nil || n < -largest || n > largest {
				return 0, false
			}
			product *= n
			if max(product, -product) > largest {
				return 0, false
			}
		}
		sum += product
	}
	return sum, true
}

// typed returns numbers with blanks between several, and cards a, b, c as 10, 11, 12.
func (s Number) typed(l lang.Lang, typed string) (string, error) {
	if number, label := labeled(typed); s.Label > 0 && label != "" {
		s.Label = 0
		line, err := s.typed(l, cmp.Or(number, "0"))
		return line + " " + label, err
	}
	typed = minus.Replace(typed)
	words := []string{typed}
	if s.several() && typed != blank {
		words = strings.FieldsFunc(typed, func(r rune) bool { return separates(r) || r == '+' })
		if s.Hi <= 9 && len(words) == 1 && strings.Trim(typed, "0123456789") == "" {
			words = strings.Split(typed, "")
		}
	}
	for i, w := range words {
		// “-0” is kept as 0, so that it is read back as 0.
		if len(w) > 1 && w[0] == '-' && strings.Trim(w[1:], "0") == "" {
			words[i] = "0"
		}
		if n, is := cardOf(w); is && s.keys() {
			words[i] = strconv.Itoa(n)
		}
	}
	return strings.Join(words, " "), nil
}

// cardOf returns the number that a, b or c stands for where each character is an answer: 10, 11 or 12.
func cardOf(letter string) (n int, is bool) {
	if len(letter) != 1 {
		return 0, false
	}
	n = int(letter[0]|0x20-'a') + 10
	return n, n >= 10 && n <= 12
}

func (s Number) say(l lang.Lang, v Value) string {
	if v.Name != "" {
		number, _ := labeled(v.Line)
		return strings.TrimPrefix(s.say(l, Value{Line: number, Nums: v.Nums})+" "+v.Name, "0 ")
	}
	switch _, err := strconv.Atoi(v.Line); {
	case len(v.Nums) == 0:
		return none
	case len(v.Nums) == 1 && err != nil:
		return strings.TrimSpace(v.Line) + " = " + strconv.Itoa(v.One())
	}
	return strings.Join(strings.Fields(v.Line), "+")
}
