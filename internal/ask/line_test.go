package ask

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

// each returns a group with one question for each of these people.
func each(s Shape, who ...string) Group {
	g := Group{Text: lang.T("each?")}
	for _, w := range who {
		g.Asked = append(g.Asked, Question{ID: "each", Who: w, Shape: s})
	}
	return g
}

func TestLines(t *testing.T) {
	cards := each(Number{Lo: 1, Hi: 12, Cards: true}, "Ana", "Bia", "Caio")
	few := each(Number{Lo: 0, Hi: 3, Blank: true}, "Ana", "Bia", "Caio", "Duda")
	two := each(Number{Lo: 1, Hi: 9, Least: 1, Most: 2, Cards: true}, "Ana", "Bia", "Caio")
	points := each(Number{Lo: -99, Hi: 99}, "Ana", "Bia")
	guest := each(Number{Lo: 0, Hi: 3, Blank: true}, "Ana", "Bia", "Caio")
	guest.Asked = append(guest.Asked, Question{Plus: true, Suggest: "0", Shape: Number{Hi: 2}})
	named := each(Number{Lo: 0, Hi: 3, Blank: true}, "Ana", "Bia", "Caio")
	named.Asked = append(named.Asked, Question{Plus: true, Suggest: "0", Shape: Number{Hi: 2, Label: 20}, Keys: []Option{{ID: "rest", Key: "r", Text: lang.T("the rest")}}})
	agree := each(Pick{Options: Names([]string{"yes", "no"})}, "Ana", "Bia")
	for i := range agree.Asked {
		agree.Asked[i].Keys = []Option{{ID: "all", Key: "a", Text: lang.Literal("everybody agrees"), Table: true}}
	}
	gift := Group{Asked: []Question{{Text: lang.Literal("Who gets it?"), Shape: Pick{Options: Names([]string{"Ana", "Bia"})}}, {Shape: Number{Hi: 9}}}}
	gift.Asked[1].As = lang.Literal("gems")
	adds := each(Number{Lo: 0, Hi: 26}, "Ana", "Bia", "Caio")
	adds.Sum = 26
	people := Names([]string{"Ana", "Bia", "Caio", "Ana Maria"})
	owners := each(Pick{Options: people}, "", "", "")
	for i, n := range []string{"#3", "#5", "#6"} {
		owners.Asked[i].As = lang.Literal(n)
	}
	clue := Group{Text: lang.T("card and clue?"), Asked: []Question{
		{As: lang.Literal("card"), Shape: Number{Lo: 1, Hi: 12, Cards: true}}, {As: lang.Literal("clue"), Shape: Words{Blank: true}},
	}}
	price := Question{Joined: lang.Literal("for"), Text: lang.Literal("For how much?"), Shape: Number{Lo: 1, Hi: 9, Beyond: lang.Literal("nobody has more than 9")}}
	sale := Group{Text: lang.Literal("Who gets it, for how much?"), Asked: []Question{gift.Asked[0], price}}
	price.Shape = Number{Hi: 40}
	looks := Group{Text: sale.Text, Asked: []Question{{Text: sale.Text, Keys: []Option{{ID: "none", Key: "n", None: true, Text: lang.Literal("nobody")}}, Shape: Many{Options: people}}, price}}
	round := each(Number{Lo: -99, Hi: 99}, "Ana", "Bia", "Caio")
	round.Text = lang.Literal("Round 2: how many points?")
	for i := range round.Asked {
		round.Asked[i].Text = lang.Literal(round.Text.String() + " (" + round.Asked[i].Who + ")")
	}
	story := Group{Text: lang.Literal("Which card was it?"), Asked: clue.Asked}
	story.Asked = slices.Clone(story.Asked)
	story.Asked[0].As, story.Asked[0].Text = lang.Text{}, story.Text
	gives := each(Pick{Options: people}, "")
	gives.Asked[0].As = lang.Literal("to")
	gives.Asked = append(gives.Asked, Question{As: lang.Literal("out"), Shape: Many{Options: people[:3]}})
	usual := each(Number{Lo: 0, Hi: 3}, "Ana", "Bia")
	usual.Asked[0].Suggest, usual.Asked[1].Suggest = "1", "2"
	none := each(Number{Lo: 0, Hi: 3}, "Ana", "Bia")
	none.Asked[1].Keys = []Option{{ID: "away", Key: "w", Text: lang.T("away")}, {ID: "late", Key: "l", Why: lang.T("nobody is late")}}
	same := each(Pick{Options: Names([]string{"Ana", "Maria", "Ana Maria"})}, "A", "B")
	more := each(Pick{Options: Names([]string{"Bia", "Iara", "Ana", "Ana Maria", "Maria"})}, "A", "B", "C")
	twins := each(Number{Lo: 0, Hi: 3}, "Luis", "Luís")
	scripts := each(Number{Lo: 0, Hi: 3}, "กิ", "กี", "ばば", "はは")
	for _, c := range []struct {
		g           Group
		typed, want string // the answers heard, then "…" if some are missing, or "!" and the fault
	}{
		{few, "3 2 - 0", "Ana 3, Bia 2, Caio –, Duda 0"},
		{few, "32-0", "Ana 3, Bia 2, Caio –, Duda 0"},
		{few, "3,2; -,0", "Ana 3, Bia 2, Caio –, Duda 0"},
		{few, "Bia 2, ana 3; duda 0, Caio -", "Bia 2, Ana 3, Duda 0, Caio –"},
		{few, "Duda 0, Ana 3", "Duda 0, Ana 3…answers are missing: Bia and Caio"},
		{few, "Ana 3, Bia 9", "!Bia: “9” is not a whole number from 0 to 3"},
		{few, "Ana 3, Ana 2", "!Ana: “Ana” is not a whole number from 0 to 3"},
		{few, "Anna 3, Bia 2", "!Ana: “Anna” is not a whole number from 0 to 3"},
		{adds, "Caio 12, Ana 13", "Caio 12, Ana 13, Bia 1"},
		{two, "Bia 1, Caio 2+4, Ana 3 5", "Bia 1, Caio 2+4, Ana 3+5"},
		{few, "32", "Ana 3, Bia 2…answers are missing: Caio and Duda"},
		{few, "", "…answers are missing: Ana, Bia, Caio and Duda"},
		{agree, "a", "everybody agrees"},
		{agree, "1a", "everybody agrees"},
		{gift, "", "…type something, please"},
		{gift, "2 3 4", "Bia, gems 3!“4” is left over after gems: 2 answers, please"},
		{sale, "", "…type something, please"},
		{sale, "2", "Bia…For how much?"},
		{sale, "2 3", "Bia, for 3"},
		{sale, "2 3 4", "Bia, for 3!“4” is left over: 2 answers, please"},
		{sale, "2 12", "Bia!nobody has more than 9"},
		{sale, "2 zeca", "Bia!“zeca” is not a whole number from 1 to 9"},
		{looks, "", "…type something, please"},
		{looks, "2 3", "Bia, for 3"},
		{looks, "23", "Bia, for 3"},
		{looks, "bia3", "Bia, for 3"},
		{looks, "2 1 14", "Ana and Bia, for 14"},
		{looks, "ana maria e bia 3", "Bia and Ana Maria, for 3"},
		{looks, "bia caio", "Bia and Caio…For how much?"},
		{looks, "bia 3+1", "Bia, for 3+1 = 4"},
		{looks, "bia 3 zeca", "Bia and Caio!“zeca” is not a whole number from 0 to 40"},
		{looks, "-", "nobody"},
		{round, "12 5", "Ana 12, Bia 5…an answer is missing: Caio"},
		{story, "", "…type something, please"},
		{few, "3 2 4 0", "Ana 3, Bia 2!Caio: “4” is not a whole number from 0 to 3"},
		{few, "32-01", "Ana 3, Bia 2, Caio –, Duda 0!“1” is left over after Duda: 4 answers, please"},
		{cards, "1bc", "Ana 1, Bia 11, Caio 12"},
		{cards, "10 2 c", "Ana 10, Bia 2, Caio 12"},
		{cards, "12", "Ana 1, Bia 2…an answer is missing: Caio"},
		{cards, "10", "Ana 10…answers are missing: Bia and Caio"},
		{two, "35 1 2+4", "Ana 3+5, Bia 1, Caio 2+4"},
		{two, "12 45", "Ana 1+2, Bia 4+5…an answer is missing: Caio"},
		{two, "125", "Ana 1, Bia 2, Caio 5"},
		{two, "12+54", "Ana 1, Bia 2+5, Caio 4"},
		{points, "12+5 -3*2", "Ana 12+5 = 17, Bia -3*2 = -6"},
		{points, "12-5", "Ana 12-5 = 7…an answer is missing: Bia"},
		{guest, "3210+1", "Ana 3, Bia 2, Caio 1!“0” is left over after Caio: 3 answers, please"},
		{guest, "3 2 -+1", "Ana 3, Bia 2, Caio –, +1"},
		{guest, "32- +1 +1", "Ana 3, Bia 2, Caio –, +1+1 = 2"},
		{guest, "32-", "Ana 3, Bia 2, Caio –"},
		{guest, "32-+7", "Ana 3, Bia 2, Caio –!+: “7” is not a whole number from 0 to 2"},
		{named, "3 2 - +1 lady in yellow", "Ana 3, Bia 2, Caio –, +1 lady in yellow"},
		{named, "32- +1 +1 lady in yellow", "Ana 3, Bia 2, Caio –, +1+1 = 2 lady in yellow"},
		{named, "3 2 - lady in yellow", "Ana 3, Bia 2, Caio –, lady in yellow"},
		{named, "32-+1", "Ana 3, Bia 2, Caio –, +1"},
		{named, "321 Ótima 2, a", "Ana 3, Bia 2, Caio 1, Ótima 2, a"},
		{named, "Bia 2, Ana 3, Caio -", "Bia 2, Ana 3, Caio –"},
		{named, "3 2 lady", "Ana 3, Bia 2, lady…an answer is missing: Caio"},
		{named, "32-+7 lady", "Ana 3, Bia 2, Caio –!+: “7” is not a whole number from 0 to 2"},
		{named, "321 a lady whose name is much too long", "Ana 3, Bia 2, Caio 1!+: 20 characters at most, please"},
		{named, "3 2 r", "Ana 3, Bia 2!Caio: “r” is not a whole number from 0 to 3"},
		{named, "r", "the rest"},
		{adds, "13 12 1", "Ana 13, Bia 12, Caio 1"},
		{adds, "13 12", "Ana 13, Bia 12, Caio 1"},
		{adds, "13", "Ana 13…answers are missing: Bia and Caio"},
		{adds, "10 10 3", "Ana 10, Bia 10, Caio 3!that makes 23, not 26: 3 missing"},
		{adds, "20 7", "Ana 20, Bia 7!that makes 27, not 26: 1 too many"},
		{owners, "2 bi c", "#3 Bia, #5 Bia, #6 Caio"},
		{owners, "213", "#3 Bia, #5 Ana, #6 Caio"},
		{owners, "caio", "#3 Caio…answers are missing: #5 and #6"},
		{owners, "ana maria bia ana", "#3 Ana Maria, #5 Bia, #6 Ana"},
		{owners, "ana 4 ana m", "#3 Ana, #5 Ana Maria, #6 Ana Maria"},
		{owners, "ana zeca", "#3 Ana!#5: “zeca” is not on the list"},
		{clue, "4 monday morning", "card 4, clue monday morning"},
		{clue, "4", "card 4"},
		{gives, "2", "to Bia"},
		{gives, "bia caio, 1", "to Bia, out Ana and Caio"},
		{gives, "ana maria 2", "to Ana Maria, out Bia"},
		{gives, "zeca", "!to: “zeca” is not on the list"},
		{gives, "21", "to Bia, out Ana"},
		{gives, "2 zeca", "to Bia!out: “zeca” is not on the list"},
		{usual, "", "Ana 1, Bia 2"},
		{usual, "3", "Ana 3…an answer is missing: Bia"},
		{none, "2w", "Ana 2, Bia away"},
		{none, "W", "away"},
		{none, "2 w 3", "Ana 2, Bia away!“3” is left over after Bia: 2 answers, please"},
		{none, "l", "!Ana: “l” is not a whole number from 0 to 3"},
		{none, "2 l", "Ana 2!Bia: nobody is late"},
		{same, "ana maria", "A Ana, B Maria"},
		{more, "ana maria", "A Ana Maria…answers are missing: B and C"},
		{twins, "Luís 2, luis 1", "Luís 2, Luis 1"},
		{twins, "LUÍS 2, Luis 1", "Luís 2, Luis 1"},
		{scripts, "กี 2, กิ 1, はは 0, ばば 3", "กี 2, กิ 1, はは 0, ばば 3"},
		{more, "bia", "A Bia…answers are missing: B and C"},
	} {
		heard := c.g.Heard(lang.English, c.typed)
		_, err := c.g.Read(lang.English, c.typed)
		on, short := c.g.Short(lang.English, c.typed)
		got := heard
		switch {
		case short:
			got += "…" + err.Error()
			if again := c.g.Heard(lang.English, on); again != heard {
				t.Errorf("%q is typed on from %q: %s", c.typed, on, again)
			}
		case err != nil:
			got += "!" + err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(c.want, "!") || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%q:\n got %s\nwant %s", c.typed, got, c.want)
		}
		if !c.g.Line() {
			t.Errorf("%q cannot be typed as a line", c.typed)
		}
	}
	for typed, want := range map[string]string{"": "", "3": "3 ", " 32": "32", "3 2": "3 2 ", "3,2 ": "3,2 "} {
		if on, short := few.Short(lang.English, typed); on != want || !short {
			t.Errorf("%q is typed on from %q, %v", typed, on, short)
		}
	}
	secret := few
	secret.Asked = slices.Clone(few.Asked)
	secret.Asked[2].Secret = true
	if secret.Line() || secret.Heard(lang.English, "32-0") != "" || each(Words{}, "Ana", "Bia").Line() {
		t.Error("a line cannot hold secrets, or words but the last")
	}
}

// thousands returns a number of random tries: a hundredth of it if GATE is not set.
func thousands(n int) int {
	if os.Getenv("GATE") == "" {
		return n / 100
	}
	return n
}

// TestLinesOfNames holds the law of lines: places mean what stands there, and so do whole names with commas between them.
func TestLinesOfNames(t *testing.T) {
	random := rand.New(rand.NewPCG(52, 1))
	for range thousands(20_000) {
		names := tables[random.IntN(len(tables))]
		g := each(Pick{Options: Names(names)}, names...)
		var places, whole, want []string
		clear := true
		for range names {
			i := random.IntN(len(names))
			places, whole, want = append(places, string(rune('1'+i))), append(whole, names[i]), append(want, names[i])
			clear = clear && !strings.ContainsAny(names[i], ",0123456789")
		}
		said(t, g, strings.Join(places, " "), want)
		said(t, g, strings.Join(places, ""), want)
		if clear {
			said(t, g, strings.Join(whole, ", "), want)
		}
	}
}

func said(t *testing.T, g Group, typed string, want []string) {
	t.Helper()
	answers, err := g.Read(lang.Portuguese, typed)
	if len(g.Asked) == 1 || err != nil || len(answers) != len(want) {
		t.Fatalf("%q: %v, %v", typed, answers, err)
	}
	for i, a := range answers {
		if a.To != i || a.Line != want[i] {
			t.Fatalf("%q: %v, want %q", typed, answers, want)
		}
	}
}

// TestSorted checks that a list by name is in the order of each language, and a place in it means what stands there.
func TestSorted(t *testing.T) {
	said := func(en, pt string) lang.Text {
		return lang.Of(map[lang.Lang]string{lang.English: en, lang.Portuguese: pt})
	}
	places := []Option{{ID: "beach", Text: said("Beach", "Praia")}, {ID: "ship", Text: said("Ship", "Navio")}, {ID: "bank", Text: said("Bank", "Érea")}}
	g := Group{Asked: []Question{{Shape: Pick{Options: places, Sorted: true}}, {Shape: Pick{Options: places}}}}
	for l, want := range map[lang.Lang]string{lang.English: "bank beach", lang.Portuguese: "bank beach"} {
		answers, err := Sorted(l, g).Read(l, "1 1")
		if err != nil || answers[0].Line+" "+answers[1].Line != want {
			t.Errorf("%s: %v, %v", l, answers, err)
		}
	}
	if answers, err := Sorted(lang.Portuguese, g).Read(lang.Portuguese, "2 2"); err != nil || answers[0].Line != "ship" {
		t.Error(answers, err)
	}
}

// FuzzTyped checks that nothing typed breaks anything, that translated lines can be read, and that a line that was read or
// only lacks answers is heard.
func FuzzTyped(f *testing.F) {
	for i, s := range []string{"3 2 - 0", "12+5", "32-0+1", "ana maria, 2", `["Ana"]`, "-10*3", "\xff\x00", "c 3+5", "w"} {
		f.Add(s, uint64(i))
	}
	f.Fuzz(func(t *testing.T, typed string, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		var g Group
		for range r.IntN(9) + 1 {
			names := Names(tables[r.IntN(len(tables))])
			names[0].Key, names[len(names)-1].Why = "k", lang.T("no")
			shapes := []Shape{
				Pick{Options: names}, Many{names, r.IntN(3)}, Words{r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(3), r.IntN(9)}, Watch{Options: names},
				Number{Lo: -r.IntN(3), Hi: r.IntN(30), Blank: r.IntN(2) == 0, Cards: r.IntN(2) == 0},
				Number{Hi: r.IntN(14), Least: r.IntN(3), Most: r.IntN(4)},
			}
			q := Question{Who: names[0].ID, Shape: shapes[r.IntN(len(shapes))], Secret: r.IntN(5) == 0, Suggest: []string{"", "1"}[r.IntN(2)]}
			if r.IntN(4) == 0 {
				q.Keys = []Option{{ID: "key", Key: "w"}}
			}
			g.Asked = append(g.Asked, q)
			if a, err := q.Typed(lang.Portuguese, typed); err == nil {
				if _, err := q.value(a); err != nil {
					t.Fatalf("%#v: %q was taken as %q: %v", q, typed, a.Line, err)
				}
			}
			if v, err := q.Read(typed); err == nil && !v.Given() {
				t.Fatalf("%#v: %q was read, and is not given", q, typed)
			}
			q.Say(lang.English, typed)
		}
		if r.IntN(3) == 0 {
			g.Asked[len(g.Asked)-1].Plus = true
		}
		if r.IntN(2) == 0 {
			g.Sum = r.IntN(40)
		}
		answers, err := g.Read(lang.English, typed)
		if _, wrong := g.values(given(answers)); err == nil && wrong != nil {
			t.Fatalf("%q was taken as %v: %v", typed, answers, wrong)
		}
		if _, short := g.Short(lang.English, typed); err == nil && (short || len(answers) != len(g.Asked) && !given(answers).keyed()) {
			t.Fatalf("%q was read, and is short", typed)
		}
		g.Heard(lang.English, typed)
	})
}

// TestOnePutRight checks that where all was answered one answer is changed by its name, and the others stay.
func TestOnePutRight(t *testing.T) {
	numbers, picks := each(Number{Hi: 9}, "Ana", "Bia", "Edu"), each(Pick{Options: Names([]string{"Ana", "Bia", "Edu"})}, "Ana", "Bia", "Edu")
	for i := range numbers.Asked {
		numbers.Asked[i].Suggest, picks.Asked[i].Suggest = "1", "Bia"
	}
	for typed, want := range map[string][]string{"edu 4": {"1", "1", "4"}, "ed 4": {"1", "1", "4"}, "Bia: 3, ana 2": {"2", "3", "1"}, "234": {"2", "3", "4"}} {
		said(t, numbers, typed, want)
	}
	for typed, want := range map[string][]string{"edu ana": {"Bia", "Bia", "Ana"}, "edu: 3": {"Bia", "Bia", "Edu"}, "131": {"Ana", "Edu", "Ana"}} {
		said(t, picks, typed, want)
	}
	numbers.Asked[0].Suggest = ""
	if _, err := numbers.Read(lang.English, "edu 4"); err == nil {
		t.Error("Ana's answer is missing")
	}
}

// TestWhoIsRefused checks that a refusal names the person whose answer it is about, where each letter is an answer.
func TestWhoIsRefused(t *testing.T) {
	people := strings.Fields("Edu Fabi Ana Bia Caio Duda")
	g := each(nil, people...)
	for i := range g.Asked {
		options := Names(people)
		options[i].Why = lang.T("nobody votes for themselves")
		g.Asked[i].Shape = Pick{Options: options}
	}
	if _, err := g.Read(lang.English, "aaebaa"); err == nil || err.Error() != "Bia: nobody votes for themselves" {
		t.Error(err)
	}
}

// TestGlued checks that a person and a number may stand together.
func TestGlued(t *testing.T) {
	g := Group{Asked: []Question{{Keys: []Option{{ID: "none", Key: "n", None: true}}, Shape: Pick{Options: Names([]string{"Ana", "Bia", "Caio"})}}, {As: lang.T("for"), Shape: Number{Lo: 1, Hi: 30}}}}
	for typed, want := range map[string][]string{
		"2 3": {"Bia", "3"}, "Bia 3": {"Bia", "3"}, "b3": {"Bia", "3"}, "Bia:3": {"Bia", "3"}, "bia: 14": {"Bia", "14"}, "114": {"Ana", "14"}, "3-12+15": nil,
	} {
		if want != nil {
			said(t, g, typed, want)
		}
	}
	// “23” would read as one number.
	if typed := g.Write(lang.English, "Bia", "3"); typed != "2 3" {
		t.Errorf("an example is %q", typed)
	}
	if got := g.Heard(lang.English, "b3"); got != "Bia, for 3" {
		t.Error(got)
	}
	for _, none := range []string{"-", "–", "n"} {
		if in, err := g.Read(lang.English, none); err != nil || in[0].Key != "none" {
			t.Error(none, in, err)
		}
	}
}

// TestNumbers checks that a person has one number in all lists, by order of coming: gaps where somebody cannot be the
// answer, “nobody” behind all people, two digits from the tenth on, for which a line also takes a, b and c.
func TestNumbers(t *testing.T) {
	people := strings.Fields("Ana Bia Caio Davi Eva Fabi Gil Hugo Iris Jana Kai Lia")
	marks := func(people []string, o Options) string {
		return strings.Join(o.Numbered(people).Marks(), " ")
	}
	nobody := Option{ID: "nobody", Text: lang.T("nobody")}
	for want, got := range map[string]string{
		"1 2 3":      marks(people[:3], Names(people[:3])),
		"1 3 4":      marks(people[:3], append(Options{nobody}, Names([]string{"Caio", "Ana"})...)),
		"2 11 n":     marks(people, append(Options{{ID: "n", Key: "n"}}, Names([]string{"Kai", "Bia"})...)),
		"1 2 ":       marks(people, Options{{ID: "a"}, {ID: "b"}}) + " ",
		"5 9 10 1":   strings.Join(Options{{No: 5}, {No: 9}, {}, {Key: "1"}}.Marks(), " "),
		"1 2 3 4 13": marks(people, append(Options{nobody}, Names(people[:4])...)),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	_, _ = All(Numbered(AskerFunc(func(g Group, _ Got) error {
		said(t, g, "139ac", []string{"Ana", "Caio", "Iris", "Jana", "Lia"})
		said(t, g, "1 3 9 10 12", []string{"Ana", "Caio", "Iris", "Jana", "Lia"})
		said(t, g, "ana caio iris ja li", []string{"Ana", "Caio", "Iris", "Jana", "Lia"})
		if typed := g.Write(lang.English, "Ana", "Caio", "Iris", "Jana", "Lia"); typed != "139ac" {
			t.Error(typed)
		}
		return Leave
	}), people), each(Pick{Options: Names(people)}, people[:5]...), nil)
}
