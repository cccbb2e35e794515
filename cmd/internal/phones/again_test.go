package phones

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Once a game is over people say on their phones that they are in for another one, and may take it back: all see it, the
// laptop hears it, and it is forgotten when the next game begins.
func TestAnotherGame(t *testing.T) {
	h, tokens := newHub(pair)
	ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
	nobody := phone{T: t, to: ana.to, cookie: &http.Cookie{Name: cookie(host), Value: tokens[""]}}
	taps := func(p phone) int { return p.send(http.MethodPost, "/again", "{}").Code }
	if taps(ana) != http.StatusConflict || ana.doc().Again != nil {
		t.Error("the game goes on")
	}
	over := Scene{Table: pair, Begun: true, Over: true, Board: func(lang.Lang) Board {
		return Board{Over: true, Where: "Ana wins.", Rows: []Row{{Rank: 1, Name: "Ana", Points: 3, Won: true, Best: "Your best: 3", Often: "Fooled most: Bia, 2 times"}, {Rank: 2, Name: "Bia"}}}
	}}
	h.Show(over)
	h.post("1", ask.Group{Text: lang.Literal("What now?"), Asked: []ask.Question{{Shape: ask.Pick{Options: []ask.Option{{ID: "a"}}}}}})
	if d := ana.doc(); len(d.Again) != 2 || d.Again[0].In || d.Now != "" || d.Best != "Your best: 3" || d.Often == "" {
		t.Errorf("the last page: %+v, %q", d.Ending, d.Now)
	}
	if taps(nobody) != http.StatusConflict || taps(ana) != http.StatusOK {
		t.Error("who may say so")
	}
	board := h.view(guest{}, true, lang.English)
	if again := fmt.Sprint(board.Again); again != "[{Ana true false} {Bia false false}]" || board.Often != "" {
		t.Errorf("the board: %s", again)
	}
	if news := h.takeNews(); len(news) != 1 || lang.English.Say(news[0]) != "Ana is in for another game." {
		t.Errorf("the laptop: %v", news)
	}
	if !slices.Equal(h.Again(), []setup.Name{"Ana"}) {
		t.Error(h.Again())
	}
	if taps(ana); h.Again() != nil || h.takeNews() != nil {
		t.Error("it is taken back")
	}
	taps(ana)
	h.Show(Scene{})
	h.Show(over)
	if h.Again() != nil {
		t.Error("it is remembered in the next game")
	}
	over.Away = []setup.Name{"Bia"}
	h.Show(over)
	if again := fmt.Sprint(ana.doc().Again); again != "[{Ana false false}]" {
		t.Errorf("Bia went home: %s", again)
	}
	h.Close()
	if d := ana.doc(); d.Again != nil || d.Bye == "" || taps(ana) != http.StatusConflict {
		t.Errorf("the table is closed: %+v", d.Ending)
	}
}

// The envelope that is sold is shown as long as its sale is asked about, on phones and the board; a key at the laptop ends a reveal
// and reports whether there was one.
func TestWhatLiesOnTheTable(t *testing.T) {
	h, _, doc, show := toldTable(t)
	h.post("1", ask.Group{About: ask.Thing{Face: "✉", Of: "Ana"}, Asked: []ask.Question{{ID: "bid", Who: "Bia", Secret: true, Shape: ask.Number{Hi: 9}}}})
	for _, d := range []Doc{doc("Ana", false), doc("Bia", false), doc("", true)} {
		if d.About == nil || d.About.Of != "Ana" {
			t.Errorf("%+v", d.About)
		}
	}
	show("game one 7", 5, nil)
	if !h.SkipReveal() || h.SkipReveal() || doc("Ana", false).Reveal.Fresh || doc("Ana", false).Board.Where != "25 more" {
		t.Error("the reveal goes on")
	}
}
