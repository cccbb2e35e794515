package ask

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

// tables are lists of names that people might have.
var tables = [][]string{
	{"Ana", "Bia", "Caio"},
	{"3", "1", "2"},
	{"n", "-", "?", "<", ">", "+", "+1"},
	{"Ana 2", "Ana", "2", "an"},
	{"a, b", "a", "b", "[]", `"`},
	{"Ana & Bia", "Ana", "Ana Maria", "Maria", "ana"},
	{"Fátima", "Fa\u0301bio", "Fabio", "Zoë", "zoe", "ZOÉ"},
	{strings.Repeat("👩‍👩‍👧‍👦", 40), strings.Repeat("🎲", 40), "❤️", "❤"},
	{"12+5", "1 2", "null", "Å", "ß", "ss", "İ"},
	{"Luís", "Luis", "Luísa", "LUÍZA"},
	{"กิ", "กี", "कि", "की", "はは", "ばば", "Андрей", "Андреи"},
}

// TestTypedNames holds the law of names: letters of the question win, then places, then names as lang.Meant has it; and
// whatever was typed, the kept line means what was chosen.
func TestTypedNames(t *testing.T) {
	for _, names := range tables {
		q := Question{ID: "who", Shape: Pick{Options: Names(names)}}
		keyed := q
		keyed.Keys = []Option{{ID: "nobody", Key: "n"}}
		for i, name := range names {
			means(t, q, strconv.Itoa(i+1), name)
			if at, err := strconv.Atoi(name); err != nil || at < 1 || at > len(names) {
				means(t, q, name, name)
				means(t, q, "  "+name+" ", name)
			}
			if a, err := keyed.Typed(lang.English, "N"); err != nil || a.Key != "nobody" || a.Line != "" {
				t.Errorf("%q: the letter n gives %v, %v", names, a, err)
			}
			many := Question{Shape: Many{Options: Names(names)}}
			means(t, many, strconv.Itoa(i+1), writeList([]string{name}))
			for n := range name {
				beginning(t, names, q, name[:n])
			}
		}
	}
}

// means checks what a hand typed.
func means(t *testing.T, q Question, typed, want string) {
	t.Helper()
	a, err := q.Typed(lang.English, typed)
	if err != nil || a.Line != want || a.Key != "" {
		t.Errorf("%T: %q is %q, %v, want %q", q.Shape, typed, a.Line, err, want)
		return
	}
	if v, err := q.Read(a.Line); err != nil || !v.Given() {
		t.Errorf("%q was typed and cannot be read: %v", a.Line, err)
	}
}

// beginning checks that a beginning means the one name that fits best, and nobody where several do.
func beginning(t *testing.T, names []string, q Question, typed string) {
	t.Helper()
	typed = strings.TrimSpace(typed)
	a, err := q.Typed(lang.English, typed)
	if at, no := strconv.Atoi(typed); no == nil && at >= 1 && at <= len(names) {
		return
	}
	for _, has := range []func(name string) bool{
		func(n string) bool { return joined(n) == typed },
		func(n string) bool { return lang.Alike(n) == lang.Alike(typed) },
		func(n string) bool { return strings.HasPrefix(lang.Alike(n), lang.Alike(typed)) },
		func(n string) bool { return lang.Plain(n) == lang.Plain(typed) },
		func(n string) bool { return strings.HasPrefix(lang.Plain(n), lang.Plain(typed)) },
	} {
		fit := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !has(n) })
		switch {
		case typed == "" || len(fit) == 0:
			continue
		case len(fit) > 1 && err == nil:
			t.Errorf("%q of %q is %q, though %q fit equally well", typed, names, a.Line, fit)
		case len(fit) == 1 && (err != nil || a.Line != fit[0]):
			t.Errorf("%q of %q is %q, %v, not %q", typed, names, a.Line, err, fit[0])
		}
		return
	}
	if err == nil {
		t.Errorf("%q of %q is %q, and nobody is called so", typed, names, a.Line)
	}
}

func TestTyped(t *testing.T) {
	people := Names([]string{"Ana", "Bia", "Beto", "Zoé"})
	people[1].Why = lang.T("Bia is away")
	people[3].Key = "z"
	cards := Number{Lo: 1, Hi: 12, Cards: true, Barred: map[int]lang.Text{4: lang.T("that is your own card")}}
	two := Number{Lo: 1, Hi: 9, Least: 1, Most: 2, Cards: true}
	wide := Number{Lo: 1, Hi: 12, Least: 1, Most: 2, Cards: true}
	points := Number{Lo: -50, Hi: 60}
	for _, c := range []struct {
		s           Shape
		typed, want string // the line, or "!" and the fault
	}{
		{Pick{Options: people}, "z", "Zoé"},
		{Pick{Options: people}, "zoe", "Zoé"},
		{Pick{Options: people}, "4", "!“4” is not on the list"},
		{Pick{Options: people}, "bi", "!Bia is away"},
		{Pick{Options: people}, "b", "Beto"}, // who is away is not meant
		{Pick{Options: people}, "", "!type something"},
		{Pick{Options: people[:1]}, "\u0301", "!“\u0301” is not on the list"},
		{Many{Options: people[:1]}, "", "[]"},
		{Many{Options: Names([]string{"Ana", "-"})}, "-", `["-"]`},
		{Many{Options: people}, "beto, 1 1", `["Ana","Beto"]`},
		{Many{Options: people}, "-", "[]"},
		{Many{Options: people, Most: 1}, "1 3", "!1 at most"},
		{Many{Options: Names([]string{"Ana", "Ana Maria"})}, "ana maria", `["Ana Maria"]`},
		{Many{Options: Names([]string{"Ana", "Ana Maria"})}, "ana ana maria", `["Ana","Ana Maria"]`},
		{cards, "c", "12"},
		{Number{Lo: 1, Hi: 10, Least: 1, Most: 2, Cards: true}, "10", "10"}, // one card, and not 1 and 0
		{cards, "4", "!that is your own card"},
		{cards, "1+1", "!“1+1” is not a whole number from 1 to 12"},
		{two, "35", "3 5"},
		{two, "3+5", "3 5"},
		{two, "3 5", "3 5"},
		{two, "3", "3"},
		{two, "33", "!“3” is there twice"},
		{two, "357", "!2 numbers at most"},
		{wide, "12", "12"},
		{wide, "1+c", "1 12"},
		{points, "12+5", "12+5"},
		{points, "3*4+2", "3*4+2"},
		{points, "–10×3", "-10×3"},
		{points, "12+50", "!“12+50” is 62: from -50 to 60"},
		{points, "99999999999999999999", "!“99999999999999999999” is not a whole number"},
		{points, "1000000*1000000*1000000", "!“1000000*1000000*1000000” is not"},
		{points, "4*4611686018427387904", "!“4*4611686018427387904” is not"},
		{points, "65536*65536", "!“65536*65536” is not"}, // 0 in 32 bits
		{points, "1000000000+1000000000+1000000000+1000000000+294967296", "!“1000000000+1000000000+1000000000+1000000000+294967296” is 4294967296"},
		{points, "-1000000000-1000000000-1000000000-1000000000-294967291", "!“-1000000000-1000000000-1000000000-1000000000-294967291” is -4294967291"},
		{points, "4294967301", "!“4294967301” is not a whole number from -50 to 60"},
		{Number{Lo: math.MinInt32, Hi: math.MaxInt32 - 1}, "x", "!“x” is not a whole number"},
		{points, "-", "!“-” is not"},
		{Number{Lo: -1, Hi: 12}, "a", "!“a” is not"},
		{points, "1 2", "!just one number"},
		{Number{Lo: 0, Hi: 3, Blank: true}, "−", "-"},
		{Number{Hi: 9, Most: 2}, "-", "-"},
		{Number{Lo: 1, Hi: math.MaxInt32}, "x", "!“x” is not a whole number from 1 on"},
		{Number{Lo: -99999, Hi: 99999}, "100000", "!“100000” is not a whole number from -99999 to 99999"},
		{Number{Hi: 9, Least: 2, Most: 2}, "1", "!2 numbers, please: 0+1"},
		{Words{}, "-", "-"},
		{Words{Blank: true}, "-", ""},
		{Words{Max: 3}, "éééé", "!3 characters at most"},
		{Words{List: true}, "Ana, Bia & Caio", `["Ana","Bia & Caio"]`},
		{Words{List: true}, "Ana,,Bia", "!a name is missing beside a comma"},
		{Words{List: true, Least: 2}, " Ana  Bia", `["Ana","Bia"]`},
		{Words{List: true, Least: 2}, "Ana Maria, Bia", `["Ana Maria","Bia"]`},
		{Words{List: true, Least: 2}, "Ana e Bia", `["Ana","Bia"]`},
		{Words{List: true, Least: 2}, "Zé; Rô, Ana Maria and Bia", `["Zé","Rô","Ana Maria","Bia"]`},
		{Words{List: true, Least: 2}, "Ana, E and", `["Ana","E and"]`},
		{Words{List: true}, "nests and eggs, cards", `["nests and eggs","cards"]`},
		{Words{List: true}, "cards, nests and eggs", `["cards","nests and eggs"]`},
		{Words{List: true, Least: 1}, "Ana Maria", `["Ana Maria"]`},
		{Words{List: true}, "Ana, Ana", "!“Ana” is there twice"},
		{Watch{Options: []Option{{ID: "accuse", Key: "a"}}}, "a", "accuse"},
	} {
		a, err := Question{Shape: c.s}.Typed(lang.English, c.typed)
		why, refused := strings.CutPrefix(c.want, "!")
		switch {
		case refused && (err == nil || !strings.HasPrefix(err.Error(), why)), !refused && (err != nil || a.Line != c.want):
			t.Errorf("%T: %q is %q, %v; want %q", c.s, c.typed, a.Line, err, c.want)
		}
	}
	if _, err := (Question{Shape: Number{Lo: -99999, Hi: 99999}}).Typed(lang.English, "x"); err == nil || err.Error() != "“x” is not a whole number" {
		t.Errorf("a word where the bounds say nothing: %v", err)
	}
}

// TestEnter checks that Enter takes the suggestion as long as that can be the answer.
func TestEnter(t *testing.T) {
	for suggest, want := range map[string]string{"Bia": "Bia", "": "!type something, please", "Davi": "!type something, please"} {
		a, err := Question{Suggest: suggest, Shape: Pick{Options: Names([]string{"Ana", "Bia"})}}.Typed(lang.English, " ")
		if err != nil {
			a.Line = "!" + err.Error()
		}
		if a.Line != want {
			t.Errorf("%q is suggested: %q, want %q", suggest, a.Line, want)
		}
	}
}

// TestNamedTwice checks that a list typed in place of a key says what is wrong with it before Enter, and no line of a file.
func TestNamedTwice(t *testing.T) {
	names := Words{List: true, Least: 2}
	g := Group{Asked: []Question{{Keys: []Option{{ID: "names", Key: "n", Words: &names}}, Shape: Pick{Options: Names([]string{"yes"})}}}}
	for typed, want := range map[string]string{"Ana Bia Ana": "“Ana” is there twice", "Ana, Bia": "Ana and Bia"} {
		if got := g.Heard(lang.English, typed); got != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
}

// TestSecretFaults checks that a refusal does not repeat a secret.
func TestSecretFaults(t *testing.T) {
	for _, s := range []Shape{
		Pick{Options: Names([]string{"Ana", "Bia"})}, Many{Options: Names([]string{"Ana", "Bia"})}, Words{List: true},
		Number{Lo: 1, Hi: 6}, Number{Lo: 1, Hi: 6, Cards: true}, Number{Lo: 1, Hi: 6, Least: 1, Most: 2, Cards: true},
	} {
		for _, typed := range []string{"77,77", "77", "7+7"} {
			q := Question{Secret: true, Shape: s}
			_, err := q.Typed(lang.English, typed)
			_, sent := q.Read(typed)
			for _, err := range []error{err, sent} {
				if err != nil && (strings.Contains(err.Error(), "7") || strings.Contains(err.Error(), "14")) {
					t.Errorf("%T: %v", s, err)
				}
			}
		}
	}
}

func TestSay(t *testing.T) {
	people := Pick{Options: Names([]string{"Ana", "Bia"})}
	for _, c := range []struct {
		s              Shape
		line, en, ptBR string
	}{
		{people, "Bia", "Bia", "Bia"},
		{Many{Options: people.Options}, `["Bia","Ana"]`, "Ana and Bia", "Ana e Bia"},
		{Many{Options: people.Options}, `[]`, "–", "–"},
		{Number{Hi: 60}, "12+5", "12+5 = 17", "12+5 = 17"},
		{Number{Hi: 60}, "7", "7", "7"},
		{Number{Hi: 9, Least: 1, Most: 2}, "3 5", "3+5", "3+5"},
		{Number{Blank: true}, "-", "–", "–"},
		{Words{Blank: true}, "", "–", "–"},
		{Words{}, "on\u202e a hill", "on a hill", "on a hill"},
		{Words{List: true}, `["Ana","Bia"]`, "Ana and Bia", "Ana e Bia"},
		{Watch{}, "", "time is up", "o tempo acabou"},
	} {
		q := Question{Shape: c.s}
		if en, pt := q.Say(lang.English, c.line), q.Say(lang.Portuguese, c.line); en != c.en || pt != c.ptBR {
			t.Errorf("%T: %q is said %q, %q", c.s, c.line, en, pt)
		}
	}
}
