package phones

import (
	"html"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// line is a line of the standings.
func line(rank int, name string, points int, winner bool, m color.Mark) report.Standing {
	return report.Standing{Standing: scoring.Standing{Rank: rank, Name: name, Points: points, Winner: winner}, Mark: m}
}

// board is the page of the board.
func (p *phone) board() string {
	p.tb.t.Helper()
	w := p.do("GET", "/board", nil)
	if w.Code == 500 {
		p.tb.t.Fatal("page.html cannot draw the board: ", w.Body)
	}
	return w.Body.String()
}

// The board shows what Show gave and who is waited for: no form, and nothing of what anybody has
// answered, is asked alone, or may see alone.
func TestTheBoard(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	p := tb.sits("Ana", "Bia", "")
	tb.keeps(p[0])
	tv := p[2]
	if w := (&phone{tb: tb}).do("GET", "/board", nil); w.Code != 401 || strings.Contains(w.Body.String(), "Ana") {
		t.Error(w.Code, w.Body)
	}
	if w := (&phone{tb: tb, cookie: "AAAA"}).do("GET", "/board", nil); w.Code != 401 {
		t.Error(w.Code)
	}
	tb.hub.Show([]string{"Ana", "Bia", "Caio"}, nil, "g/1/", Board{
		ID: "dixit", Game: lang.Literal("Dixit"), Where: lang.Literal("Turn 3"), Goal: 30, Rows: []report.Standing{line(1, "Ana", 12, false, color.Mark{Letter: "A", Color: 3}), line(2, "<b>Bia", 7, false, color.Mark{Letter: "B"})},
		OnTable: []lang.Text{lang.Literal("five cards")}, Events: []lang.Text{lang.Literal("Ana told")}, Play: "g", Photos: []Photo{{"deadbeef", "Ana"}},
	})
	tb.hub.Print("what the laptop printed")
	qs := voters()
	for i := range qs {
		qs[i].Text, qs[i].Notes = lang.Literal("the secret question"), []lang.Text{lang.Literal("a secret note")}
		qs[i] = qs[i].With(ask.List{Options: lang.Names([]string{"xylophone", "yacht", "zebra"})})
	}
	k := newKeyboard()
	done := later(func() (ask.Answer, error) {
		return ask.Answer{}, tb.both(k).Gather(qs, func(i int, _ ask.Answer) error {
			if i == 1 {
				return fault.New(lang.Literal("not your own"))
			}
			return nil
		})
	})
	p[0].say(p[0].waits("open"), "3")
	p[1].say(p[1].waits("open"), "2")
	board := func(p *phone) string { return html.UnescapeString(p.board()) }
	for i, one := range p { // whoever looks, the board is the same
		page := board(one)
		for _, want := range []string{"Dixit", "Turn 3", "Ana", "12", "<b>Bia", `<i class="k k3" aria-hidden=true>A</i> Ana`, "five cards", "Ana told", "Waiting for: Bia and Caio"} {
			if !strings.Contains(page, want) {
				t.Errorf("%d: no %q", i, want)
			}
		}
		for _, never := range []string{"<form", "<button", "<input", "method=post", "secret", "xylophone", "zebra", "yacht", "own", "what the laptop printed", tb.hub.slips[0].no, "keep=", p[0].cookie} {
			if strings.Contains(page, never) {
				t.Errorf("%d: %q is on the board", i, never)
			}
		}
		if page != board(tv) {
			t.Errorf("%d: another board", i)
		}
	}
	for i, chips := range []string{`<i class="k k3" aria-hidden=true>A</i> <b>Ana</b>`, `<b>Bia</b>`, `<b></b>`} { // whoever is at the table has theirs beside their name
		if page := p[i].do("GET", "/", nil).Body.String(); !strings.Contains(page, "<header>"+chips) {
			t.Errorf("%d: no %s in %s", i, chips, page)
		}
	}
	if raw := tv.board(); strings.Contains(raw, "<b>Bia") {
		t.Error("a name is markup")
	}
	k.fails(ask.ErrQuit)
	tb.ends(done)
}

// The clock is on the board, without anything to press and without anybody's card.
func TestTheClockOnTheBoard(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana")
	tb.keeps(p[0])
	stop := tb.hub.Watch(Clock{
		Place: "g/2", Text: lang.Literal("Round 2"), Notes: []lang.Text{lang.Literal("nobody has accused")}, Early: lang.Literal("End it"),
		Options: []lang.Text{lang.Literal("Accuse")}, Cards: lang.Names([]string{"the beach", "the spy"}),
	}, func(int, string) bool { return true })
	tb.hub.Tick(90*time.Second, true)
	tb.pass(30 * time.Second)
	page := p[0].board()
	for _, want := range []string{"Round 2", "nobody has accused", `data-left="60000" data-runs="true"`, "1:00"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	for _, never := range []string{"Accuse", "the beach", "the spy", "End it", "<form"} {
		if strings.Contains(page, never) {
			t.Errorf("%q is on the board", never)
		}
	}
	stop()
	if strings.Contains(p[0].board(), "timer") {
		t.Error("the clock is there still")
	}
}

// Once it is over the board says who won and why, in the language of who looks.
func TestTheBoardAtTheEnd(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana")[0]
	b := Board{Game: lang.Literal("Dixit"), Rows: []report.Standing{line(1, "Ana", 30, true, color.Mark{}), line(1, "Bia", 30, true, color.Mark{})}, Over: true, Reason: lang.Literal("thirty points")}
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", b)
	if page := p.board(); !strings.Contains(page, "Ana and Bia win!") || !strings.Contains(page, "thirty points") {
		t.Error(page)
	}
	p.lang = "pt-BR"
	if page := p.board(); !strings.Contains(page, "Ana e Bia venceram!") {
		t.Error(page)
	}
	b.Over = false
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", b)
	if page := p.board(); strings.Contains(page, "venceram") {
		t.Error(page)
	}
}

// Where there is nothing but boards everybody who reaches the address sees the board, and nothing else.
func TestABoardWithoutADoor(t *testing.T) {
	tb := newTable(t, "Ana")
	tb.h = (&Server{Hub: tb.hub, Host: host, Voices: map[string]*lang.Localizer{"en": lang.NewLocalizer("en")}, Boards: true}).Handler()
	tb.hub.Show([]string{"Ana"}, nil, "", Board{Game: lang.Literal("Dixit"), Rows: []report.Standing{line(1, "Ana", 30, false, color.Mark{})}, Fault: lang.Literal("the disk is away")})
	p := &phone{tb: tb}
	if page := p.board(); !strings.Contains(page, "Ana") || !strings.Contains(page, "the disk is away") || strings.Contains(page, "<form") {
		t.Error(page)
	}
	for _, path := range []string{"GET /", "GET /rules", "GET /photo/x", "POST /sit", "POST /say", "POST /keep"} {
		method, path, _ := strings.Cut(path, " ")
		if w := p.do(method, path, nil); w.Code != 404 && w.Code != 405 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
