//go:build unix

package cmd

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
)

// Games are played to their end without a key at the laptop: people answer on their phones, and one phone keeps the score.
func TestTheLaptopIsNotTouched(t *testing.T) {
	for _, c := range []struct {
		name string
		play []string
		keys []string // until the table has begun
		asks string
	}{
		{"dixit", []string{"dixit"}, []string{"Ana, Bia, Caio, Davi", "", ""}, "clue first"},
		{"auctions", []string{"picture-perfect"}, []string{"Ana, Bia, Caio, Davi", "1", "a", "2", ""}, "laid out|card is turned over|Step by step|exchange"},
		{"spyfall", []string{"spyfall"}, []string{"Ana, Bia, Caio, Davi", ""}, "laid out|phones show"},
		{"versus", []string{"versus"}, []string{"Ana, Bia, Caio, Davi", ""}, "laid out|Who slapped"},
		{"hearts", []string{"hearts"}, []string{"Ana, Bia, Caio, Davi", "", ""}, "Round 1"},
		{"pad", []string{"pad"}, []string{"Ana, Bia, Caio, Davi", ""}, "points"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := start(t, t.TempDir(), append(append([]string{"play"}, c.play...), "--addr", "127.0.0.1:0")...)
			l.types(c.keys...)
			link := l.waits(`http://127[\d.:]+/\w+`)
			l.waits(c.asks)
			e := &untouched{TB: t, rand: rand.New(rand.NewPCG(7, uint64(len(c.name))))}
			for _, n := range []string{"Ana", "Bia", "Caio", "Davi"} {
				e.all = append(e.all, join(t, link, n))
			}
			l.types("?phones")
			l.waits("What about the phones")
			l.types("2")
			l.waits("It keeps the score")
			l.types("1")
			e.plays()
		})
	}
}

// An untouched evening is played on phones alone. The first one keeps the score.
type untouched struct {
	testing.TB
	rand *rand.Rand
	all  []*phone
	ends bool // the scorekeeper has chosen to end the game, after a while
}

// plays answers what is asked, until everybody has read how it ended for them.
func (e *untouched) plays() {
	keeper := e.all[0]
	began := time.Now()
	for steps := 0; time.Since(began) < 60*time.Second; steps++ {
		answered := false
		for _, p := range e.all {
			p.v = ""
			p.look("/doc?v=")
			for _, f := range p.doc.Mine {
				if !f.In {
					answered = e.answers(p, f) || answered
				}
			}
		}
		keeper.v = ""
		if keeper.look("/doc?v="); keeper.doc.Board.Over {
			for _, p := range e.all {
				p.until("reads how it ended", func(d phones.Doc) bool { return d.You != "" })
			}
			return
		}
		if steps > 60 && !e.ends && optionIn(keeper.doc.Menu, "?end") {
			e.ends = keeper.post("/say", map[string]string{"token": keeper.doc.Wants, "want": "?end"}) == http.StatusOK
		}
		if !answered {
			e.keeps(keeper)
		}
		time.Sleep(10 * time.Millisecond)
	}
	e.Fatalf("nothing goes on without the laptop: %+v, lead %+v", keeper.doc, keeper.doc.Lead)
}

// keeps does what is left to the scorekeeper's phone besides its own answers.
func (e *untouched) keeps(p *phone) {
	switch d := p.doc; {
	case d.Clock != nil && d.Clock.Token != "":
		for _, o := range append(d.Clock.Winds, d.Clock.Options...) {
			if o.Line == phones.WindStart {
				p.post("/say", map[string]string{"token": d.Clock.Token, "want": o.Line})
				return
			}
		}
		if options := d.Clock.Options; len(options) > 0 {
			p.post("/say", map[string]string{"token": d.Clock.Token, "line": options[len(options)-1].Line})
		}
	case d.Lead == nil || d.Lead.Fold:
	default:
		e.answers(p, d.Lead)
	}
}

func optionIn(menu []phones.Option, line string) bool {
	for _, o := range menu {
		if o.Line == line && o.Why == "" {
			return true
		}
	}
	return false
}

// answers sends some answer to a question.
func (e *untouched) answers(p *phone, f *phones.Form) bool {
	line := e.line(f)
	if i := slices.Index(e.all, p); f.Cards && f.Secret && strings.Contains(f.Text, "yours") { // everybody's own card, once each
		line = strconv.Itoa(i + 1)
	}
	if f.Kind == "rows" {
		var lines []string
		for _, r := range f.Rows {
			if lines = append(lines, ""); !r.In {
				lines[len(lines)-1] = e.line(r)
			}
		}
		raw, _ := json.Marshal(lines)
		line = string(raw)
	}
	if p.post("/say", map[string]string{"token": f.Token, "line": line}) == http.StatusOK {
		return true
	}
	// In a round of Hearts all points together are 26.
	return f.Kind == "rows" && p.post("/say", map[string]string{"token": f.Token, "line": `["26","0","0","0"]`}) == http.StatusOK
}

func (e *untouched) line(f *phones.Form) string {
	switch f.Kind {
	case "pick":
		if optionIn(f.Options, "yes") { // so that the game ends when the scorekeeper wants that
			return "yes"
		}
		for range 50 {
			if o := f.Options[e.rand.IntN(len(f.Options))]; o.Why == "" {
				return o.Line
			}
		}
	case "many":
		return "[]"
	case "words":
		return f.Suggest
	}
	n := max(1, f.Least)
	var all []string
	for len(all) < n {
		one := strconv.Itoa(f.Lo + e.rand.IntN(min(6, f.Hi-f.Lo+1)))
		if !strings.Contains(strings.Join(all, " "), one) {
			all = append(all, one)
		}
	}
	return strings.Join(all, " ")
}
