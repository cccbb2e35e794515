package evenings

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

// How often a thumb has to tap until an event is told.

// A still keyboard is a laptop that nobody touches.
type still struct{ quiet }

func (still) AskUntil(done <-chan struct{}, _ ask.Question) (ask.Answer, error) {
	<-done
	return ask.Answer{}, ask.ErrYielded
}

var aSection = regexp.MustCompile(`(?s)<section class="[^"]*"[^>]*data-no="([^"]*)" data-state="([^"]*)">.*?</section>`)

// taps answers on a phone the question that shows some words. It returns the number of taps: one for each button and each field of a
// form.
func (r *reader) taps(name, words, answer string) int {
	for range 5000 {
		body := r.looks("/", name, "en").Body.String()
		for _, m := range aSection.FindAllStringSubmatch(body, -1) {
			if !strings.Contains(m[0], words) || m[2] == "kept" {
				continue
			}
			form, err := url.ParseQuery(answer)
			parlor.Check(r.t, err)
			n := 0
			for field, values := range form {
				for _, v := range values {
					offered := regexp.MustCompile(`name="?` + field + `"? value="` + regexp.QuoteMeta(v) + `"`)
					if !offered.MatchString(m[0]) {
						r.t.Fatalf("%s cannot tap %s=%s in %s", name, field, v, m[0])
					}
					n++
				}
			}
			if !form.Has("line") { // and the button that sends it
				n++
			}
			form.Set("no", m[1])
			if w := r.sends("/say", name, form); w.Code != http.StatusOK {
				r.t.Fatalf("%s answers %s: %d %s", name, words, w.Code, w.Body)
			}
			return n
		}
		time.Sleep(time.Millisecond)
	}
	r.t.Fatalf("%s never sees %q", name, words)
	return 0
}

// TestTaps tells a turn, a guest and a slap: from one phone that keeps the score of a table where nobody else has one, and from the
// phones of all, where only what the scorekeeper taps besides their own answer counts.
func TestTaps(t *testing.T) {
	four := []string{"Ana", "Bia", "Caio", "Davi"}
	guests := setup.Table{Players: four, Origin: setup.AfterTheFact}
	cards := setup.Table{Players: four}.With(dixit.Secret, setup.Yes).With(dixit.Order, dixit.OwnersFirst)
	for _, c := range []struct {
		name, game string
		table      setup.Table
		phones     int
		before     int      // events that come first
		steps      []string // words | answer | player, unless it is the scorekeeper
		most       int
	}{
		{"dixit, one phone, who keeps the score tells", "dixit", setup.Table{Players: four}, 1, 1, []string{"first|line=1", "You tell the story|line=1", "Who voted|line-0=1&line-1=2&line-2=3", "Who played which|line-0=2&line-1=3"}, 9},
		{"dixit, one phone, somebody else tells", "dixit", setup.Table{Players: four}, 1, 1, []string{"first|line=2", "Storyteller Bia|line=1", "do you think is|line=2", `data-who="Caio"|line=1`, `data-who="Davi"|line=3`, "Who played which|line-0=4&line-1=1"}, 9},
		{"dixit, phones for all", "dixit", cards, 4, 1, []string{"first|line=1", "You tell the story|line=1|Ana", "Which card is yours|line=2|Bia", "Which card is yours|line=3|Caio", "Which card is yours|line=4|Davi", "do you think is|line=1|Bia", "do you think is|line=1|Caio", "do you think is|line=2|Davi"}, 1},
		{"a guest, one phone", "picture-perfect", guests, 1, 0, []string{"does your photo fulfill|line=2", `data-who="Bia"|line=3`, `data-who="Caio"|line=-`, `data-who="Davi"|line=0`, "VIP card|line=0"}, 5},
		{"a guest, phones for all", "picture-perfect", guests, 4, 0, []string{"does your photo fulfill|line=2|Ana", "does your photo fulfill|line=3|Bia", "does your photo fulfill|line=-|Caio", "does your photo fulfill|line=0|Davi", "Was there a VIP card?|line=0"}, 1},
		{"a slap", "versus", setup.Table{Players: four}, 1, 1, []string{"Who slapped|line=1", "Who gets the second gem|line=2"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := scoring.GameOf(shelf.Games, c.game)
			if !err {
				t.Fatal(c.game)
			}
			s, e := g.New(c.table)
			if e != nil {
				t.Fatal(e)
			}
			for range c.before { // the table is laid
				s, e = g.Apply(s, scoring.Laid{})
				if e != nil {
					t.Fatal(e)
				}
			}
			r := newReader(t, append(four[:c.phones:c.phones], "nobody"), &laws.Anybody{Rand: rand.New(rand.NewPCG(1, 1))})
			r.hub.Show(four, nil, "game", phones.Board{ID: g.ID, Play: "game"})
			told := make(chan error, 1)
			asker := &placedAsker{Both: phones.Both{Keyboard: still{}, Hub: r.hub, Say: func(lang.Text) {}}}
			go func() { _, err := g.Next(asker, s); told <- err }()
			n := 0
			for _, step := range c.steps {
				how := append(strings.Split(step, "|"), "")
				who := how[2]
				if who == "" {
					n += r.taps("Ana", how[0], how[1])
				} else {
					r.taps(who, how[0], how[1])
				}
			}
			select {
			case err := <-told:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(time.Minute):
				t.Fatal("it is not told yet")
			}
			if t.Log(n, "taps"); n > c.most {
				t.Errorf("%d taps, at most %d", n, c.most)
			}
		})
	}
}
