package evenings

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// The leak law: until all have answered, the answers of others, in secret or before a part is told, change not one byte of what I
// see on my phone or of what the laptop shows.

// A glance is a table with phones at which one person looks at their own.
type glance struct {
	*shared
	quiet
	names []string

	mu     sync.Mutex
	laptop []string
	goOn   int // how many photos the laptop waits for
	types  int // the seat of the person who answers at the laptop; -1: nobody
	line   string
}

func newGlance(t *testing.T, names []string) *glance {
	g := &glance{shared: newShared(t, names), names: names, types: -1}
	g.hub.Show(append(names, "nobody's"), nil, "", phones.Board{})
	return g
}

// page returns what the phone of a seat shows.
func (g *glance) page(seat int) string { return g.looks("/", g.names[seat], "en").Body.String() }

var inEnglish = lang.NewLocalizer("en", cmd.Catalogs()...)

// AskUntil acts as the laptop. At most one person types there, before all others, and the result is noted.
func (g *glance) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	if g.types >= 0 && q.ID != phones.WhoIsIn {
		a, err := q.Read(g.line)
		parlor.Check(g.t, err)
		g.types = -1
		g.shows(prompt.Answered(inEnglish, ask.Answered{Question: q, Entry: ask.Entry{ID: q.ID, Answer: a}}))
		return a, nil
	}
	if q.ID != "phones.who-is-in" || len(q.List().Barred) > 0 { // how often an empty list is drawn is chance
		g.shows(fmt.Sprint(q.ID, q.Text, q.List().Options, q.List().Barred, q.Suggest, q.Fault))
	}
	for i := range q.List().Options { // the line that only the scorekeeper can answer
		if q.List().Mark(i) == "0" && q.ID == "phones.who-is-in" && !strings.HasPrefix(q.List().Options[i].String(), "✓") {
			return ask.One(i), nil
		}
	}
	if g.types >= 0 {
		return q.Read(strconv.Itoa(g.types + 1))
	}
	there := 0
	for _, name := range g.names {
		there += strings.Count(fmt.Sprint(q.Notes), name)
	}
	if g.goOn > 0 && there == g.goOn { // all photos are in
		return ask.Answer{By: ask.Scorekeeper}, nil
	}
	<-done
	return ask.Answer{}, ask.ErrYielded
}

func (g *glance) shows(s string) { g.mu.Lock(); defer g.mu.Unlock(); g.laptop = append(g.laptop, s) }

var number = regexp.MustCompile(`data-no="([^"]*)" data-state="open"`)

// see returns what one person sees while the others answer in an order, up to the last one, and what the laptop shows.
func (g *glance) see(me int, order []int, lines map[int]string, put func(*phones.Both) error) (mine []string, laptop string) {
	return g.watch(me, order, put, func(seat int, no string) *httptest.ResponseRecorder {
		return g.sends("/say", g.names[seat], url.Values{"no": {no}, "line": {lines[seat]}})
	})
}

// watch is see with another way to answer.
func (g *glance) watch(me int, order []int, put func(*phones.Both) error, say func(seat int, no string) *httptest.ResponseRecorder) (mine []string, laptop string) {
	g.laptop = nil
	over := make(chan error, 1)
	both := &phones.Both{Keyboard: g, Hub: g.hub, Say: func(t lang.Text) { g.shows(t.String()) }}
	typist := g.types
	go func() { over <- put(both) }()
	for typist >= 0 && len(order) > 0 && !strings.Contains(g.page(typist), `data-state="kept"`) {
		time.Sleep(200 * time.Microsecond)
	}
	for i, seat := range order {
		no := g.waits(seat)
		mine = append(mine, g.settled(me, len(order)-i))
		w := say(seat, no)
		if w.Code != http.StatusOK {
			g.t.Fatalf("%s says: %d %s", g.names[seat], w.Code, w.Body)
		}
		if seat == me && i < len(order)-1 && me != keeper { // also the verdict on my own answer, unless it is the last: that may be gone already
			mine = append(mine, w.Body.String())
		}
	}
	parlor.Check(g.t, <-over)
	g.mu.Lock()
	defer g.mu.Unlock()
	return mine, strings.Join(slices.Compact(g.laptop), "\n") // how often it is drawn is chance
}

// keeper is the seat of the person who keeps the score on a phone.
const keeper = 0

// settled returns the page of one person; that of the scorekeeper once its list shows how many are missing.
func (g *glance) settled(me, missing int) string {
	for range 50_000 {
		page := g.page(me)
		list := leadList.FindString(page)
		if g.goOn > 0 && me == keeper {
			there := 0
			for _, name := range g.names {
				there += strings.Count(photosThere.FindString(page), name)
			}
			if there == g.goOn-missing && list != "" {
				return page
			}
			continue
		}
		if me != keeper || strings.Count(list, ">… ") == missing && list != "" && (!strings.Contains(list, "VIP card") || strings.Contains(list, `class="given">No VIP`)) {
			return page
		}
		time.Sleep(200 * time.Microsecond)
	}
	g.t.Fatal("who is missing is never listed: ", missing, g.page(me))
	return ""
}

var photosThere = regexp.MustCompile(`<p>Photos: [^<]*</p>`)

var leadList = regexp.MustCompile(`(?s)<section class="card lead.*?</section>`)

func (g *glance) waits(seat int) string {
	for range 50_000 {
		if m := number.FindStringSubmatch(g.page(seat)); m != nil {
			return m[1]
		}
		time.Sleep(200 * time.Microsecond)
	}
	g.t.Fatalf("%s is never asked", g.names[seat])
	return ""
}

// A peeper answers anything. If several people answer, it looks twice: the second time the others give other answers in the same
// order.
type peeper struct {
	*laws.Anybody
	t     *testing.T
	names []string
	looks int
	sides [2]*glance // the table as it was, and with other answers
}

func (p *peeper) Gather(qs []ask.Question, got ask.Got) error {
	if slices.ContainsFunc(qs, func(q ask.Question) bool { return q.In }) { // a second round: cmd/internal/phones tests that
		return p.Anybody.Gather(qs, got)
	}
	first, second := p.lists(qs, got), p.lists(qs, got)
	put := func(b *phones.Both) error { return b.Gather(p.placed(qs), func(int, ask.Answer) error { return nil }) }
	p.compare(qs, first, second, put)
	for k := range qs { // the evening goes on with the first answers
		r, err := qs[k].Read(first[qs[k].People[0]])
		if err != nil {
			return err
		}
		if err := got(k, r); err != nil {
			return err
		}
	}
	return nil
}

func (p *peeper) Ask(q ask.Question) (ask.Answer, error) {
	if draw, ok := q.Shape.(ask.Draw); ok {
		return ask.One(p.IntN(draw.Hi + 1)), nil
	}
	if !ask.Is[ask.Each](q.Shape) || len(q.People) == 0 || q.People[0] < 0 || q.Fault != nil || len(q.People) == 1 && !phones.Hides(q) {
		return p.Anybody.Ask(q)
	}
	alone := q // a line that adds up tells the last person what the others gave, on purpose: without Sum it does not
	asktest.Reshape(&alone, func(each *ask.Each) { each.Sum = nil })
	var qs []ask.Question
	for k := range q.People {
		one := alone.To(k)
		one.Keys, one.Suggest = nil, nil
		asktest.Reshape(&one, func(each *ask.Each) { each.Plus = 0 })
		qs = append(qs, one)
	}
	yes := func(int, ask.Answer) error { return nil }
	p.compare(qs, p.lists(qs, yes), p.lists(qs, yes), func(b *phones.Both) error {
		_, err := b.Ask(p.placed([]ask.Question{alone})[0])
		return err
	})
	return p.Anybody.Ask(q)
}

// placed returns questions as they are put this time.
func (p *peeper) placed(qs []ask.Question) []ask.Question {
	out := make([]ask.Question, len(qs))
	for k, q := range qs {
		q.Place, q.In, q.Suggest, q.Stands = fmt.Sprint("game/1/next/", p.looks), false, nil, false
		out[k] = q
	}
	return out
}

// lists returns answers that the game accepts, by seat, as they are typed.
func (p *peeper) lists(qs []ask.Question, got ask.Got) map[int]string {
	lines := map[int]string{}
	err := p.Anybody.Gather(qs, func(k int, r ask.Answer) error {
		if q := qs[k]; ask.As[ask.Each](q).Own && q.List().Options[r.Values[0][0]].String() == q.Names[0] {
			r = ask.Answer{Values: [][]int{{(r.Values[0][0] + 1) % len(q.List().Options)}}}
			lines[q.People[0]] = q.Write(r)
			return nil
		}
		lines[qs[k].People[0]] = qs[k].Write(r)
		return got(k, r)
	})
	parlor.Check(p.t, err)
	return lines
}

func (p *peeper) compare(qs []ask.Question, first, second map[int]string, put func(*phones.Both) error) {
	p.looks++
	order := make([]int, len(qs))
	for i, k := range p.Perm(len(qs)) {
		order[i] = qs[k].People[0]
	}
	me, typist := order[p.IntN(len(order))], -1
	if len(order) == 1 || p.IntN(2) == 0 { // the first one has no phone at hand
		typist, order = order[0], order[1:]
	}
	if p.IntN(3) == 0 {
		me = p.IntN(len(p.names)) // perhaps somebody who is not asked
	}
	if mine, asked := first[me]; asked {
		second[me] = mine
	}
	if p.sides[0] == nil {
		p.sides = [2]*glance{newGlance(p.t, p.names), newGlance(p.t, p.names)}
	}
	p.sides[0].types, p.sides[1].types = typist, typist
	p.sides[0].line, p.sides[1].line = first[typist], second[typist]
	a, laptopA := p.sides[0].see(me, order, first, put)
	b, laptopB := p.sides[1].see(me, order, second, put)
	for i := range a {
		if a[i] != b[i] {
			p.t.Fatalf("%s sees what others answer to %s:\n%s\n---\n%s", p.names[me], qs[0].ID, a[i], b[i])
		}
	}
	if laptopA != laptopB {
		p.t.Fatalf("the laptop shows what was answered to %s:\n%s\n---\n%s", qs[0].ID, laptopA, laptopB)
	}
}

// TestNobodySeesAnother plays evenings of every game; EVENINGS sets how many of each.
func TestNobodySeesAnother(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	evenings, seed := laws.Evenings(t, 4), laws.Seed(t)
	for _, g := range parlor.EveryGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			looks := 0
			for n := range evenings {
				r := rand.New(rand.NewPCG(seed, uint64(n)))
				tb := laws.Table(t, g, &laws.Anybody{Rand: r})
				s, err := g.New(tb)
				parlor.Check(t, err)
				p := &peeper{Anybody: &laws.Anybody{Rand: r}, t: t, names: tb.Players}
				playsOn(g, s, p, 12, func(scoring.State) {})
				looks += p.looks
			}
			t.Log(looks, "looks") // none if the game never asks several people
		})
	}
}

// A card shows on no page but its owner's, and on no laptop: unless I am the spy it makes no difference which of the others is, and
// if I am the spy it makes none where everybody else is.
func TestDealtCardsAreSeenByNobodyElse(t *testing.T) {
	t.Parallel()
	names := []string{"Ana", "Bia", "Caio", "Davi"}
	deal := func(put, spy int, place string) []ask.Question {
		var qs []ask.Question
		for seat, name := range names {
			q := ask.Question{Head: ask.Head{ID: fmt.Sprint("card.", seat), Secret: true, People: []int{seat}, Names: []string{name}, Text: lang.Literal("You are at: " + place)}, Shape: ask.Show{}, Place: fmt.Sprint("g/1/", put)}
			if seat == spy {
				q.Text = lang.Literal("You are the spy")
			}
			qs = append(qs, q)
		}
		return qs
	}
	put := 0
	for me := range names {
		for _, c := range []struct {
			spyA, spyB     int
			placeA, placeB string
		}{{me, me, "School", "Zoo"}, {(me + 1) % 4, (me + 2) % 4, "School", "School"}, {(me + 2) % 4, (me + 3) % 4, "Zoo", "Zoo"}} {
			put++
			order := rand.New(rand.NewPCG(1, uint64(put))).Perm(4)
			look := func(spy int, place string) ([]string, string) {
				qs := deal(put, spy, place)
				return newGlance(t, names).see(me, order, map[int]string{}, func(b *phones.Both) error { return b.Gather(qs, func(int, ask.Answer) error { return nil }) })
			}
			a, laptopA := look(c.spyA, c.placeA)
			b, laptopB := look(c.spyB, c.placeB)
			if !slices.Equal(a, b) || laptopA != laptopB {
				t.Errorf("%s sees what others hold: %v", names[me], c)
			}
		}
	}
}

// The photos of others change nothing that I see before the table goes on.
func TestPhotosInTheDark(t *testing.T) {
	t.Parallel()
	names := []string{"Ana", "Bia", "Caio", "Davi"}
	shot := func(shade int) []byte {
		var b bytes.Buffer
		m := image.NewGray(image.Rect(0, 0, 16, 16))
		draw.Draw(m, m.Bounds(), image.NewUniform(color.Gray{uint8(shade)}), image.Point{}, draw.Src)
		parlor.Check(t, jpeg.Encode(&b, m, nil))
		return b.Bytes()
	}
	look := func(me, shade int) ([]string, string) {
		g := newGlance(t, names)
		g.goOn = len(names)
		q := ask.Question{Head: ask.Head{ID: "photos", People: []int{0, 1, 2, 3}, Names: names, Text: lang.Literal("All taken?")}, Shape: ask.Show{Pictures: true}, Place: "g/1/0"}
		return g.watch(me, []int{2, 0, 3, 1}, func(b *phones.Both) error { _, err := b.Ask(q); return err }, func(seat int, no string) *httptest.ResponseRecorder {
			mine := shade + 10*seat
			if seat == me {
				mine = 200
			}
			return g.upload(seat, no, shot(mine))
		})
	}
	for me := range names {
		a, laptopA := look(me, 1)
		b, laptopB := look(me, 5)
		if !slices.Equal(a, b) || laptopA != laptopB {
			t.Errorf("%s sees the photos of others:\n%v\n%v", names[me], a, b)
		}
	}
}

// upload sends a photo as a form does.
func (g *glance) upload(seat int, no string, body []byte) *httptest.ResponseRecorder {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	_ = form.WriteField("no", no)
	part, err := form.CreateFormFile("photo", "photo.jpg")
	parlor.Check(g.t, err)
	_, _ = part.Write(body)
	_ = form.Close()
	return g.posts("/photo", g.names[seat], form.FormDataContentType(), &b)
}
