package phones

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// drawn returns a scorekeeper's form in short: its buttons and fields, with suggestions in brackets and unavailable
// choices in parentheses.
func drawn(l *slipView) string {
	row := func(all []choice) string {
		var out []string
		for _, c := range all {
			s := c.Value + ":" + c.Text
			switch {
			case c.On:
				s = "[" + s + "]"
			case c.Dim:
				s = "(" + s + ")"
			}
			out = append(out, s)
		}
		return strings.Join(out, " ")
	}
	out := l.Kind
	if l.Value != "" {
		out += " =" + l.Value
	}
	if l.Kind == "number" {
		out += fmt.Sprintf(" %d-%d", l.Lo, l.Hi)
	}
	if all := slices.Concat(l.Choices, l.Keys); len(all) > 0 {
		out += " " + row(all)
	}
	for _, p := range l.Rows {
		out += " | " + p.Name + " " + p.Field + strings.TrimRight(" ="+p.Value+" "+row(p.Choices), " ")
	}
	return strings.TrimSpace(out)
}

func given2(values ...[]int) *ask.Answer { return &ask.Answer{By: ask.Scorekeeper, Values: values} }

// A letter that was pressed in place of a line, or of a list to be ticked, is read again as a form without suggestions.
func TestALetterReadAgain(t *testing.T) {
	was, keys := &ask.Answer{By: ask.Scorekeeper, Key: "e"}, []ask.Key{{Letter: "e", Text: lang.Literal("it ends here")}}
	who := ask.Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Suggest: was}
	v := &voice{v: lang.NewLocalizer("en")}
	rows := drawn(v.slip(&slip{seat: scorekeeper, q: ask.Question{Head: who, Shape: ask.Each{Hi: 999}, Keys: keys}}))
	if want := "rows =e e:it ends here | Ana line-0 = | Bia line-1 ="; rows != want {
		t.Errorf("%s, want %s", rows, want)
	}
	many := ask.Question{Head: ask.Head{Suggest: was}, Shape: ask.Many{Options: lang.Names([]string{"Ana"})}, Keys: keys}
	if got := drawn(v.slip(&slip{seat: scorekeeper, q: many})); strings.Contains(got, "[") {
		t.Error(got)
	}
}

// The scorekeeper has a form for every kind of question, as at the keyboard, and what the form says is the answer.
func TestFormsOfTheScore(t *testing.T) {
	names := lang.Names([]string{"Ana", "Bia"})
	each := func(line ask.Each, was *ask.Answer, keys ...ask.Key) ask.Question {
		return ask.Question{Head: ask.Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Suggest: was}, Shape: line, Keys: keys}
	}
	pairRows := "pairs =3x2 |  pair-0 = 3:squares 2:crowns"
	for k := 1; k < mostPairs; k++ {
		pairRows += fmt.Sprintf(" |  pair-%d = :squares :crowns", k)
	}
	const four = "rows | Ana line-0 = 1:1 2:2 3:3 4:4 | Bia line-1 = 1:1 2:2 3:3 4:4"
	noVIP, aVIP := lang.Literal("no VIP"), lang.Literal("a VIP")
	for _, c := range []struct {
		name string
		q    ask.Question
		want string
		form url.Values
		got  string // "" if it is refused
	}{
		{"show", ask.Question{Shape: ask.Show{}}, "show", url.Values{"line": {""}}, "[]"},
		{"show with a key", ask.Question{Shape: ask.Show{}, Keys: []ask.Key{{Letter: "x", Text: lang.Literal("nobody")}}}, "show x:nobody", url.Values{"line": {"x"}}, "[]x"},
		{"pick", ask.Question{Shape: ask.Pick{Options: names}}, "choose 1:Ana 2:Bia", url.Values{"line": {"2"}}, "[[1]]"},
		{"pick, suggested", ask.Question{Head: ask.Head{Suggest: given2([]int{1})}, Shape: ask.Pick{Options: names}}, "choose =2 1:Ana [2:Bia]", url.Values{"line": {"1"}}, "[[0]]"},
		{"pick, suggested what cannot be", ask.Question{Head: ask.Head{Suggest: given2([]int{2})}, Shape: ask.Pick{Options: names}}, "choose 1:Ana 2:Bia", url.Values{"line": {""}}, ""},
		{"pick, marked and barred", ask.Question{Shape: ask.Pick{Options: names, Marks: lang.Names([]string{"a", "c"}), Barred: []ask.Barred{
			{Before: 1, Mark: lang.Literal("b"), Text: lang.Literal("Zé"), Why: lang.Literal("Zé is out")}, {Before: 2, Mark: lang.Literal("d"), Text: lang.Literal("Davi"), Why: lang.Literal("no")}}}},
			"choose a:Ana (b:Zé) c:Bia (d:Davi)", url.Values{"line": {"c"}}, "[[1]]"},
		{"pick, long and barred", ask.Question{Shape: ask.Pick{Options: lang.Names(strings.Split("abcdefghijklm", "")), Barred: []ask.Barred{{Mark: lang.Literal("b"), Text: lang.Literal("Zé")}}}}, "choose 1:a 2:b 3:c 4:d 5:e 6:f 7:g 8:h 9:i 10:j 11:k 12:l 13:m", url.Values{"line": {"13"}}, "[[12]]"},
		{"pick, barred", ask.Question{Shape: ask.Pick{Options: names, Barred: []ask.Barred{{Mark: lang.Literal("b"), Text: lang.Literal("Zé"), Why: lang.Literal("Zé is out")}}}}, "choose (b:Zé) 1:Ana 2:Bia", url.Values{"line": {"b"}}, ""},
		{"pick, another one stands out", ask.Question{Head: ask.Head{Suggest: given2([]int{0}), Phone: ask.Phone{Best: 2}}, Shape: ask.Pick{Options: names}}, "choose =1 1:Ana [2:Bia]", url.Values{"line": {"1"}}, "[[0]]"},
		{"number, pass", ask.Question{Shape: ask.Number{Hi: 4, Least: 3, Zero: lang.Literal("pass")}}, "choose 3:3 4:4 0:pass", url.Values{"line": {"0"}}, "[[0]]"},
		{"each, one row", ask.Question{Head: ask.Head{People: []int{-1}, Names: []string{"#3"}}, Shape: ask.Each{Options: names}}, "choose 1:Ana 2:Bia", url.Values{"line": {"2"}}, "[[1]]"},
		{"pick, keys", ask.Question{Shape: ask.Pick{Options: names}, Keys: []ask.Key{{Letter: "n", Text: lang.Literal("nobody")}}}, "choose 1:Ana 2:Bia n:nobody", url.Values{"line": {"n"}}, "[]n"},
		{"many", ask.Question{Shape: ask.Many{Options: names}}, "many | Ana many-1 = 1:1 | Bia many-2 = 1:1", url.Values{"many-1": {"0"}, "many-2": {"0", "1"}}, "[[0 1]]"},
		{"many, copies", ask.Question{Head: ask.Head{Suggest: given2([]int{2, 1})}, Shape: ask.Many{Options: names, Most: 2}}, "many | Ana many-1 = 0:0 1:1 [2:2] | Bia many-2 = 0:0 [1:1] 2:2", url.Values{"many-1": {"2"}, "many-2": {"0"}}, "[[2 0]]"},
		{"many, too many", ask.Question{Shape: ask.Many{Options: names}}, "many | Ana many-1 = 1:1 | Bia many-2 = 1:1", url.Values{"many-1": {"2"}}, ""},
		{"number", ask.Question{Head: ask.Head{Suggest: given2([]int{3})}, Shape: ask.Number{Lo: 2, Hi: 4}}, "choose =3 2:2 [3:3] 4:4", url.Values{"line": {"4"}}, "[[4]]"},
		{"number, the last that is a button", ask.Question{Shape: ask.Number{Lo: 1, Hi: mostButtons}, Keys: []ask.Key{{Letter: "p", Text: lang.Literal("passes")}}},
			"choose 1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9 10:10 11:11 12:12 13:13 14:14 15:15 16:16 p:passes", url.Values{"line": {"p"}}, "[]p"},
		{"number, long", ask.Question{Shape: ask.Number{Hi: mostButtons}}, "number 0-16", url.Values{"line": {" 16 "}}, "[[16]]"},
		{"number, above", ask.Question{Shape: ask.Number{Hi: mostButtons}}, "number 0-16", url.Values{"line": {"17"}}, ""},
		{"words", ask.Question{Head: ask.Head{Suggest: &ask.Answer{Text: "x, y"}}, Shape: ask.Words{}}, "words =x, y", url.Values{"line": {" a  b "}}, "[]a  b"},
		{"words, pairs", ask.Question{Head: ask.Head{Suggest: &ask.Answer{Text: "3x2"}, Phone: ask.Phone{Pair: lang.Names([]string{"squares", "crowns"})}}, Shape: ask.Words{}}, pairRows, url.Values{"pair-0": {"12", "2"}, "pair-1": {"", ""}, "pair-2": {"4", "1"}}, "[]12x2 4x1"},
		{"words, no pair", ask.Question{Head: ask.Head{Suggest: &ask.Answer{Text: "3x2"}, Phone: ask.Phone{Pair: lang.Names([]string{"squares", "crowns"})}}, Shape: ask.Words{}}, pairRows, url.Values{"pair-0": {"", ""}}, "[]0"},
		{"words, and names to tap", ask.Question{Head: ask.Head{Suggest: &ask.Answer{Text: "Zé, Bia"}, Phone: ask.Phone{Known: []string{"Ana", "Bia"}}}, Shape: ask.Words{}}, "words =Zé, Bia :Ana [:Bia]", url.Values{"line": {"Bia, Ana"}}, "[]Bia, Ana"},
		{"words that no keyboard types", ask.Question{Shape: ask.Words{}}, "words", url.Values{"line": {"a\x1b[2J\u202e,\r\nb\tc\x00\n"}}, "[]a[2J, b c"},
		{"words, none", ask.Question{Shape: ask.Words{}}, "words", url.Values{"line": {" "}}, ""},
		{"each, numbers", each(ask.Each{Lo: 1, Hi: 2}, nil), "rows | Ana line-0 = 1:1 2:2 | Bia line-1 = 1:1 2:2", url.Values{"line-0": {"2"}, "line-1": {"1"}}, "[[2] [1]]"},
		{"each, none", each(ask.Each{Hi: 1, Blank: true}, nil), "rows | Ana line-0 = 1:Yes 0:No -:– | Bia line-1 = 1:Yes 0:No -:–", url.Values{"line-0": {"-"}, "line-1": {"-"}}, "[[] []]"},
		{"each, suggested", each(ask.Each{Hi: 1, Blank: true}, given2([]int{1}, []int{})), "rows =1 - | Ana line-0 =1 [1:Yes] 0:No -:– | Bia line-1 =- 1:Yes 0:No [-:–]", url.Values{"line-0": {"-"}, "line-1": {"0"}}, "[[] [0]]"},
		{"each, options", each(ask.Each{Options: names, Marks: lang.Names([]string{"3", "5"})}, given2([]int{1}, []int{0})), "rows =5 3 | Ana line-0 =5 3:Ana [5:Bia] | Bia line-1 =3 [3:Ana] 5:Bia", url.Values{"line-0": {"3"}, "line-1": {"5"}}, "[[0] [1]]"},
		{"each, two of them", each(ask.Each{Lo: 1, Hi: 4, Most: 2}, nil), four, url.Values{"line-0": {"1", "3"}, "line-1": {"4"}}, "[[1 3] [4]]"},
		{"each, more than buttons", each(ask.Each{Lo: 1, Hi: mostButtons + 1}, nil), "rows | Ana line-0 = | Bia line-1 =", url.Values{"line-0": {"17"}, "line-1": {"9"}}, "[[17] [9]]"},
		{"each, one is missing", each(ask.Each{Lo: 1, Hi: 4, Most: 2}, nil), four, url.Values{"line-0": {""}, "line-1": {"13"}}, ""},
		{"each, +", each(ask.Each{Hi: 1, Plus: 2, NoPlus: noVIP, OnePlus: aVIP}, nil), "rows | Ana line-0 = 1:Yes 0:No | Bia line-1 = 1:Yes 0:No |  plus = [0:no VIP] 1:a VIP 2:2", url.Values{"line-0": {"1"}, "line-1": {"0"}, "plus": {"2"}}, "[[1] [0]]+2"},
		{"each, + that stands", each(ask.Each{Hi: 1, Plus: 1, NoPlus: noVIP, OnePlus: aVIP}, &ask.Answer{Values: [][]int{{1}, {0}}, Plus: 1}), "rows =1 0 +1 | Ana line-0 =1 [1:Yes] 0:No | Bia line-1 =0 1:Yes [0:No] |  plus = 0:no VIP [1:a VIP]", url.Values{"line-0": {"1"}, "line-1": {"1"}, "plus": {"0"}}, "[[1] [1]]"},
		{"each, + that is not asked for", each(ask.Each{Hi: 1, Plus: 1}, nil), "rows | Ana line-0 = 1:Yes 0:No | Bia line-1 = 1:Yes 0:No", url.Values{"line-0": {""}, "line-1": {""}, "plus": {"1"}}, ""},
		{"each, a key", each(ask.Each{Hi: 1}, nil, ask.Key{Letter: "n", Text: lang.Literal("none")}), "rows n:none | Ana line-0 = 1:Yes 0:No | Bia line-1 = 1:Yes 0:No", url.Values{"line": {"n"}}, "[]n"},
		{"secret", ask.Question{Head: ask.Head{Secret: true, People: []int{1}, Names: []string{"Bia"}, Suggest: given2([]int{1})}, Shape: ask.Number{Hi: 2}}, "choose 0:0 1:1 2:2", url.Values{"line": {""}}, ""},
		{"number, of somebody without a phone", ask.Question{Head: ask.Head{People: []int{1}, Names: []string{"Bia"}}, Shape: ask.Number{Hi: 2}}, "choose 0:0 1:1 2:2", url.Values{"line": {"2"}}, "[[2]]"},
		{"secret, given", ask.Question{Head: ask.Head{Secret: true, People: []int{1}, Names: []string{"Bia"}}, Shape: ask.Number{Hi: 2}}, "choose 0:0 1:1 2:2", url.Values{"line": {"2"}}, "[[2]]"},
		{"secret, read again", ask.Question{Head: ask.Head{Secret: true, People: []int{1}, Names: []string{"Bia"}}, Shape: ask.Number{Hi: 2}, Stands: true}, "choose 0:0 1:1 2:2", url.Values{"line": {""}}, "[]same"},
		{"read again", ask.Question{Head: ask.Head{Suggest: given2([]int{1})}, Shape: ask.Number{Hi: 2}, Stands: true}, "choose =1 0:0 [1:1] 2:2", url.Values{"line": {""}}, "[[1]]"},
	} {
		tb := newTable(t, "Ana", "Bia", "Caio")
		p, k := tb.sits("Caio")[0], newKeyboard()
		tb.keeps(p)
		c.q.ID, c.q.Place, c.q.Text = "q", "x", lang.Literal("What is it?")
		done := tb.asks(k, c.q)
		l := p.leads("q")
		if got := drawn(l); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		if l.Stays != c.q.Stands || l.Text != map[bool]string{false: "What is it?", true: "Bia: What is it?"}[len(c.q.Names) == 1 && c.q.Names[0] == "Bia" && !c.q.Secret] || (l.Cover != "") != c.q.Secret {
			t.Errorf("%s: %+v", c.name, l)
		}
		body := p.page()
		for _, one := range l.Rows {
			if !strings.Contains(body, `name="`+one.Field+`"`) {
				t.Errorf("%s: no field %s", c.name, one.Field)
			}
		}
		c.form.Set("no", l.No)
		code, _ := p.posts("/say", c.form)
		if (code == 200) != (c.got != "") || code != 200 && code != 422 {
			t.Errorf("%s: %d", c.name, code)
		}
		if code != 200 {
			k.fails(ask.ErrQuit)
		}
		o := tb.ends(done)
		got := fmt.Sprint(o.a.Values) + o.a.Key + o.a.Text
		if o.a.Plus > 0 {
			got += fmt.Sprint("+", o.a.Plus)
		}
		if o.a.Same {
			got += "same"
		}
		if c.got != "" && got != c.got {
			t.Errorf("%s: %s, want %s", c.name, got, c.got)
		}
	}
}

// An empty field is reported with its person's name, and nobody else's answer takes its place.
func TestAFieldLeftEmpty(t *testing.T) {
	for _, c := range []struct{ form, line string }{
		{"line-0=&line-1=10", "? 10"}, {"line-0=10&line-1=", "10 ?"}, {"line-0=+&line-1=+", "? ?"}, {"line-0=&line-1=2&plus=1", "? 2 +1"}, {"line-0=&line-1=&plus=1", "? ? +1"},
		{"line-0=1&line-1=2&plus=0", "1 2"}, {"line-0=1&line-1=2&plus=", "1 2"}, {"line-1=2", ""}, {"line-0=1&line-2=2", "1"}, {"line=&line-0=1", ""}, {"line=a&line=b", "a+b"}, {"line=&line=p", "p"}, {"line=3&line=-", "-"},
		{"line-0=1&line-0=3&line-1=2", "1+3 2"}, {"line-0=1&line-0=-&line-1=2", "- 2"}, {"many-b=1&many-a=2&other=3", "a=2 b=1"}, {"many-a=0&many-a=1&many-b=0", "a=1 b=0"}, {"", ""},
	} {
		form, err := url.ParseQuery(c.form)
		laws.Need(t, err)
		if got := lineOf(form); got != c.line {
			t.Errorf("%s: %q, want %q", c.form, got, c.line)
		}
	}
	v := &voice{v: lang.NewLocalizer("en", ask.Texts)}
	q := ask.Question{Head: ask.Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}}, Shape: ask.Each{Hi: 12}}
	if _, err := v.read(q, "? 10"); err == nil || !strings.HasPrefix(v.aloud(err), "Ana: ") {
		t.Error(err)
	}
}

// A phone's keys and words are in its own language, whatever the laptop speaks.
func TestTheScoreInTwoLanguages(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia+", "Caio-")
	p[0].lang = "pt-BR"
	k := newKeyboard()
	q := ask.Question{Head: ask.Head{ID: "let", Text: letThem, Notes: []lang.Text{notNow}}, Shape: ask.Pick{Options: []lang.Text{letThem, notNow}, Marks: []lang.Text{keyLet, keyNotNow}}, Place: "x"}
	for _, c := range []struct {
		p          *phone
		line, want string
		code       int
	}{{p[0], "s", "choose s:Sim n:Não", 200}, {p[1], "y", "choose y:Yes n:No", 200}, {p[0], "y", "choose s:Sim n:Não", 422}} {
		done := tb.asks(k, q)
		l := c.p.leads("let")
		if got := drawn(l); got != c.want {
			t.Error(got)
		}
		code, body := c.p.posts("/say", url.Values{"no": {l.No}, "line": {c.line}})
		if code != c.code {
			t.Error(c.line, code)
		}
		if code == 422 {
			if !strings.Contains(body, "não está na lista") {
				t.Error(body)
			}
			k.fails(ask.ErrQuit)
		}
		if o := tb.ends(done); code == 200 && o.a.Value() != 0 {
			t.Error(o)
		}
	}
	tb.keeps()
	p[1].posts("/keep", url.Values{"keep": {"0"}})
	p[1].posts("/keep", url.Values{"keep": {"1"}})
	if got := p[0].sees().Slips[0].Text; got != "Bia pede para marcar os pontos no celular." {
		t.Error(got)
	}
}

// The scorekeeper's phone never shows another person's secret, which is at the laptop. A question to a person with a
// phone is covered there, and shows no more than a stranger may know.
func TestSecretsAndTheScore(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio-")
	card := ask.Question{
		Head:  ask.Head{ID: "card", Secret: true, People: []int{2}, Names: []string{"Caio"}, Text: lang.Literal("You are the spy"), Notes: lang.Names([]string{"hush"}), Todo: lang.Names([]string{"eyes shut"})},
		Shape: ask.Show{}, Place: "x", Keys: []ask.Key{{Letter: "k", Text: lang.Literal("killer")}},
	}
	done := tb.asks(k, card)
	l := p[0].leads("card")
	body := p[0].page()
	for _, word := range []string{"spy", "hush", "eyes shut", "killer"} {
		if strings.Contains(body, word) || strings.Contains(fmt.Sprintf("%+v", l), word) {
			t.Errorf("%q is in the page of who keeps the score", word)
		}
	}
	if l.Kind != "" || l.Text != "This is shown at the laptop only." {
		t.Error(l.Kind)
	}
	k.line("")
	tb.ends(done)
	bid := ask.Question{
		Head:  ask.Head{ID: "bid", Secret: true, People: []int{1}, Names: []string{"Bia"}, Text: lang.Literal("Your bid?"), Todo: lang.Names([]string{"first"}), Notes: lang.Names([]string{"second"})},
		Shape: ask.Number{Hi: 9}, Place: "y",
	}
	done = tb.asks(k, bid)
	l = p[0].leads("bid")
	if l.Cover != "Answer for Bia" || !slices.Equal(l.Notes, []string{"first", "second"}) {
		t.Errorf("%+v", l)
	}
	p[0].posted(200, "/say", url.Values{"no": {l.No}, "line": {"7"}})
	if o := tb.ends(done); o.a.Value() != 7 || o.a.By != 1 {
		t.Error(o)
	}
	bid.People, bid.Names = []int{0}, []string{"Ana"}
	done = tb.asks(k, bid)
	no := p[0].waits("open")
	if v := p[0].sees(); v.Lead != nil || len(v.Slips) != 1 {
		t.Errorf("it lies there twice: %+v", v.Lead)
	}
	p[0].say(no, "3")
	if o := tb.ends(done); o.a.Value() != 3 || p[0].sees().Lead != nil {
		t.Error(o, p[0].sees().Lead)
	}
}

// A question typed at the laptop for one person is on the scorekeeper's phone too, even if that person is the
// scorekeeper. A line belongs to nobody in particular.
func TestTypedAtTheLaptop(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio-")
	done := tb.gathers(k, voters(), nil)
	p[0].leads(WhoIsIn)
	k.line("1")
	if l := p[0].leads("vote.0"); l.Cover != "Answer for Ana" {
		t.Errorf("%+v", l)
	}
	k.fails(&ask.Aside{})
	tb.ends(done)
	p[0].waits("open") // it rests
	done = tb.asks(k, ask.Question{Head: ask.Head{ID: "who", People: []int{0}, Names: []string{"Ana"}}, Shape: ask.Pick{Options: lang.Names([]string{"Ana"})}})
	if l := p[0].leads("who"); l.Cover != "Answer for Ana" {
		t.Errorf("%+v", l)
	}
	tb.leaves(k, done)
	done = tb.asks(k, agree)
	p[0].leads(WhoIsIn)
	k.line("l")
	if l := p[0].leads("agree"); l.Cover != "" || len(l.Rows) != 3 {
		t.Errorf("%+v", l)
	}
	tb.leaves(k, done)
}

// As many numbers as fit are buttons. The suggestion is marked even if keyboards have a letter for it, and a phone
// never says how to write a line.
func TestTheLongestRow(t *testing.T) {
	v := &voice{v: lang.NewLocalizer("en", ask.Texts)}
	for hi, want := range map[int]int{mostButtons - 1: mostButtons, mostButtons: 0} {
		l := v.slip(&slip{seat: scorekeeper, q: ask.Question{Head: ask.Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}}, Shape: ask.Each{Hi: hi, How: lang.Literal("like this")}}})
		if n := len(l.Rows[0].Choices); n != want || l.Hint != "" {
			t.Errorf("0 to %d: %d buttons, want %d", hi, n, want)
		}
	}
	l := v.slip(&slip{seat: scorekeeper, q: ask.Question{Head: ask.Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Suggest: ask.Usual(10, 3)}, Shape: ask.Each{Hi: 12}}})
	if !l.Rows[0].Choices[10].On || !l.Rows[1].Choices[3].On {
		t.Errorf("%+v", l.Rows)
	}
}

// For a line that has to add up, the scorekeeper may leave one field empty, and the page says so. A number that was
// typed as a sum is shown as it was typed.
func TestTheFormOfALineThatAddsUp(t *testing.T) {
	q := ask.Question{
		Head:  ask.Head{ID: "points", Text: lang.Literal("How many points?"), People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}},
		Shape: ask.Each{Hi: 26, Sum: []int{26, 78}},
	}
	q.Suggest = &ask.Answer{By: ask.Scorekeeper, Values: [][]int{{17}, {9}, {0}}, Typed: []string{"12+5", "", ""}}
	v := &voice{v: lang.NewLocalizer("en", Texts, ask.Texts)}
	p := v.slip(&slip{q: q, seat: scorekeeper, state: slipOpen})
	if p.Hint != "26 or 78 in all: a field that is left empty gets the rest." || len(p.Rows) != 3 || p.Rows[0].Value != "12+5" || p.Rows[1].Value != "9" {
		t.Errorf("%+v", p)
	}
	for form, want := range map[string]string{"line-0=&line-1=9&line-2=0": "[[17] [9] [0]]", "line-0=2*3&line-1=&line-2=0": "[[6] [20] [0]]", "line-0=&line-1=&line-2=0": "Bia: “?” is not a number from 0 to 26"} {
		fields, err := url.ParseQuery(form)
		laws.Need(t, err)
		a, err := v.read(q, lineOf(fields))
		got := fmt.Sprint(a.Values)
		if err != nil {
			got = v.aloud(err)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", form, got, want)
		}
	}
}
