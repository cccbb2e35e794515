package phones

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// Who keeps the score and is asked in person has the tools of who keeps the score at that question too.
func TestToolsInPerson(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia", "Caio-")
	for _, want := range []string{"back", "menu", "now", "stays", "o"} {
		for seat, name := range []string{"Ana", "Bia"} {
			k := newKeyboard()
			q := ask.Question{
				Head:   ask.Head{ID: "card", Text: lang.Literal("Which card?"), People: []int{seat}, Names: []string{name}, Suggest: given2([]int{2}), Phone: ask.Phone{One: lang.Literal("Yours?"), Others: lang.Literal("Ana tells.")}},
				Shape:  ask.Each{Lo: 1, Hi: 4},
				Place:  "g/1/" + want,
				Keys:   []ask.Key{{Letter: "o", Text: lang.Literal("somebody else")}},
				Stands: true,
			}
			both := tb.both(k)
			both.Told = func(ask.Question, ask.Answer) {
				if want != "stays" && want != "o" {
					t.Error(want, "is told as an answer")
				}
			}
			done := later(func() (ask.Answer, error) { return both.Ask(q) })
			p[seat].waits("open")
			waitFor(t, func() bool { return seat == 1 || p[0].sees().Slips[0].Tools != "" }) // the keeper's own question comes first
			own := p[seat].sees().Slips[0]
			if seat == 1 { // who does not keep it has none of them
				if own.Tools != "" || own.Stays || len(own.Keys) > 0 || own.Text != "Yours?" {
					t.Errorf("%+v", own)
				}
				tb.leaves(k, done)
				continue
			}
			if now := p[1].sees().Now; now != "Ana tells." {
				t.Errorf("who is not asked reads %q", now)
			}
			body := p[0].page()
			form := url.Values{"no": {own.Tools}}
			switch want {
			case "stays":
				form.Set("line", "")
			case "o":
				form.Set("line", "o")
			default:
				form.Set("want", want)
				if !strings.Contains(body, `name=want value=`+want) {
					t.Error("no button", want)
				}
			}
			if own.Tools == own.No || !own.Stays || own.Text != "Yours?" || !strings.Contains(body, "somebody else") {
				t.Errorf("%+v", own)
			}
			for range 2 { // pressed twice
				p[0].posted(200, "/say", form)
			}
			o := tb.ends(done)
			if got := fmt.Sprint(o.a.Key, " ", o.a.Same, " ", o.err); got != map[string]string{"back": " false ask: one question back", "now": " false ask: forward to what is not answered yet", "menu": " false ask: something else first", "stays": " true <nil>", "o": "o false <nil>"}[want] {
				t.Errorf("%s: %s", want, got)
			}
		}
	}
}

// Who keeps the score answers with one tap for who has no phone, and may change it as that person could; nobody else does,
// not for who has a phone, and never what is secret.
func TestAnswersForThoseWithoutAPhone(t *testing.T) {
	tb, p, k := setUp(t, "Ana+", "Bia", "Caio-")
	done := tb.asks(k, agree)
	p[0].leads(WhoIsIn)
	rest := p[0].sees().Rest
	if len(rest) != 1 || rest[0].Who != "Caio" || len(p[1].sees().Rest) != 0 {
		t.Fatalf("%+v", rest)
	}
	bias := p[1].waits("open")
	for who, c := range []struct {
		no   string
		code int
	}{{bias, 409}, {rest[0].No, 409}} {
		if code, _ := p[who].posts("/say", url.Values{"no": {c.no}, "line": {"1"}}); code != c.code {
			t.Error(who, code)
		}
	}
	for _, line := range []string{"1", "0"} { // and changed
		p[0].posted(200, "/say", url.Values{"no": {rest[0].No}, "line": {line}})
		now := p[0].sees().Rest[0]
		given := slices.IndexFunc(now.Choices, func(c choice) bool { return c.Given })
		if now.State != slipKept || given < 0 || now.Choices[given].Value != line {
			t.Errorf("%+v", now)
		}
	}
	p[0].say(p[0].waits("open"), "1")
	p[1].say(bias, "1")
	if o := tb.ends(done); o.err != nil || fmt.Sprint(o.a.Values) != "[[1] [1] [0]]" {
		t.Error(o)
	}
	done = tb.gathers(k, voters(), nil)
	l := p[0].leads(WhoIsIn)
	if len(p[0].sees().Rest) != 0 || len(l.Choices) != 1 || l.Choices[0].Text != "For Caio alone: hand over the phone" {
		t.Errorf("what is secret is answered openly: %+v", l)
	}
	tb.hub.mu.Lock()
	no := tb.hub.slips[2].no
	tb.hub.mu.Unlock()
	p[0].says(409, no, "1") // nobody votes for somebody else
	tb.leaves(k, done)
}

// A switch that is off answers the question behind it along with this one, once, and nothing else.
func TestAnsweredAlong(t *testing.T) {
	first := ask.Question{Head: ask.Head{ID: "gives", Text: lang.Literal("Who gets it?"), Phone: ask.Phone{Along: ask.Along{ID: "out", Text: lang.Literal("Somebody is out")}}}, Shape: ask.Pick{Options: lang.Names([]string{"Ana", "Bia"})}, Place: "g/1"}
	out := ask.Question{Head: ask.Head{ID: "out", Suggest: given2([]int{0, 0})}, Shape: ask.Many{Options: lang.Names([]string{"Ana", "Bia"})}, Place: "g/2"}
	stands, other := out, out
	stands.Stands, other.ID = true, "another"
	for _, c := range []struct {
		name  string
		along string
		next  ask.Question
		asked bool
	}{{"off", "", out, false}, {"on", "1", out, true}, {"it is read again", "", stands, true}, {"another question", "", other, true}} {
		tb, p, k := setUp(t, "Ana+", "Bia-", "Caio-")
		b := tb.both(k)
		var told []string
		b.Told = func(q ask.Question, _ ask.Answer) { told = append(told, q.ID) }
		done := later(func() (ask.Answer, error) { return b.Ask(first) })
		form := url.Values{"no": {p[0].leads("gives").No}, "line": {"2"}}
		if !strings.Contains(p[0].page(), "Somebody is out") {
			t.Error("there is no switch")
		}
		if c.along != "" {
			form.Set("along", c.along)
		}
		p[0].posts("/say", form)
		tb.answers(done, 1)
		done = later(func() (ask.Answer, error) { return b.Ask(c.next) })
		if c.asked {
			p[0].leads(c.next.ID)
			k.fails(ask.ErrQuit)
		}
		if o := tb.ends(done); (o.err != nil) != c.asked || !c.asked && (fmt.Sprint(o.a.Values) != "[[0 0]]" || !slices.Contains(told, "out")) {
			t.Errorf("%s: %+v %v", c.name, o, told)
		}
		done = later(func() (ask.Answer, error) { return b.Ask(out) }) // later it is asked
		p[0].leads("out")
		tb.leaves(k, done)
	}
}
