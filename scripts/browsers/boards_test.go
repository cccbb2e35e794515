package browsers

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// televisions are the windows of boards: a large one, a small one, one that stands on its side.
var televisions = []look{{wide: 1920, high: 1080}, {wide: 1280, high: 720}, {wide: 800, high: 1280}}

// long are twelve names of forty letters: one of them has no place where it could break.
var long = func() (names []string) {
	for i, rest := range []string{"na Wilhelmina Maximiliana Figueiredo-Sá", "ia Aparecida dos Santos Albuquerque Reis", "onaudampfschifffahrtsgesellschaftsmütze"} {
		for _, first := range []string{"A", "B", "C", "D"} {
			names = append(names, string([]rune(first + strconv.Itoa(i) + rest)[:40]))
		}
	}
	return names
}()

// seats has people come in on phones that nobody looks at, and opens a board.
func seats(t *testing.T, l *laptop, names ...string) (all []*player, board *screen) {
	t.Helper()
	link := l.link()
	for i, n := range names {
		all = append(all, comes(t, link, n, i))
	}
	return all, open(t, "board", link+"/board", look{1280, 720, false, "en"})
}

// Nothing on a board is cut, lies on something else or outside the window: with twelve people of forty letters each, in the
// lobby, while it waits, in a reveal, and at the end.
func TestBoardsOfTwelve(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit")
	l.waits("Who plays?")
	all, board := seats(t, l, long...)
	board.reads(long[11])
	board.everywhere("12-lobby", televisions...)
	l.types(strings.Join(long, ", "), "t", "3", "", "", "")
	l.waits("Who thought of a clue first?")
	board.until("has rows", `document.querySelectorAll('.rows li').length === 12`)
	board.everywhere("12-first", televisions...)
	l.types("1")
	for i, p := range all {
		if i == 7 {
			board.until("has seven who are in", `document.querySelectorAll('.people .in').length === 7`)
			board.everywhere("12-waits", televisions...)
		}
		p.says(strconv.Itoa(i + 1))
	}
	for i, p := range all[1:] { // everybody's own card is i+2
		p.says(fmt.Sprint([]int{1, 1, (i+5)%11 + 2}[i%3], (i+3)%11+2))
	}
	board.until("reveals the turn", `document.querySelector('.told')`)
	board.everywhere("12-reveal", televisions...)
	l.waits("The game is over.")
	l.types("1")
	board.until("shows the end", `document.querySelector('.podium')`)
	board.everywhere("12-end", televisions...)
	all[3].send("/again", struct{}{})
	board.until("has one for another game", `document.querySelector('.again .in')`)
	board.everywhere("12-again", televisions...)
}

// With two people there is room, and it is used.
func TestBoardsOfTwo(t *testing.T) {
	l := start(t, t.TempDir(), "play", "pad")
	l.types("Ana, Zé", "")
	l.waits("points?")
	all, board := seats(t, l, "Ana", "Zé")
	board.until("has rows", `document.querySelectorAll('.rows li').length === 2`)
	board.everywhere("2-first", televisions...)
	for round, n := range []int{12, 7} {
		all[0].says(strconv.Itoa(n))
		all[1].says(strconv.Itoa(-n + 1))
		board.until("tells the round", fmt.Sprintf(`[...document.querySelectorAll('.gain')].some(e => e.textContent === '+%d')`, n))
		board.everywhere(fmt.Sprint("2-round-", round), televisions...)
	}
	l.types("?end")
	l.waits("End the game now?")
	l.types("1")
	l.waits("The game is over.")
	l.types("1")
	board.until("shows the end", `document.querySelector('.podium')`)
	board.everywhere("2-end", televisions...)
}

// Before anybody has points the board of Picture Perfect shows what people hold; bids turn over on it.
func TestBoardsOfAuctions(t *testing.T) {
	l := start(t, t.TempDir(), "play", "picture-perfect")
	l.types("Ana, Bia, Caio, "+long[9], "1", "a", "2", "d", "2", "", "")
	l.waits("which card is turned over?")
	all, board := seats(t, l, "Ana", "Bia", "Caio", long[9])
	board.reads("3 envelopes, 10 decorations")
	board.everywhere("auction-first", televisions...)
	l.types("b")
	board.reads("everybody bids in secret")
	all[2].says("4")
	board.until("has one who is in", `document.querySelector('.people .in')`)
	board.everywhere("auction-waits", televisions...)
	all[1].says("2")
	all[3].says("10")
	board.until("turns the bids over", `document.querySelector('.tile.last')`)
	board.everywhere("auction-reveal", televisions...)
}

// The clock, an accusation, votes and the spy.
func TestBoardsOfSpyfall(t *testing.T) {
	names := append([]string{"Ana", "Bia"}, long[:6]...)
	l := start(t, t.TempDir(), "play", "spyfall")
	l.types(strings.Join(names, ", "), "r", "2", "")
	l.waits("laid out?")
	all, board := seats(t, l, names...)
	board.everywhere("spyfall-first", televisions...)
	l.types("")
	l.waits("left")
	board.until("has the clock", `document.querySelector('.clock')`)
	board.everywhere("spyfall-clock", televisions...)
	l.types("a")
	l.waits("Who accuses?")
	l.types("1")
	l.waits("Who does Ana accuse?")
	board.reads("Who does Ana accuse?")
	board.everywhere("spyfall-accuses", televisions...)
	l.types("2")
	l.waits("Who agrees?")
	all[2].says("yes")
	board.until("has one who is in", `document.querySelector('.people .in')`)
	board.everywhere("spyfall-accused", televisions...)
	for _, p := range all[3:] {
		p.says("no")
	}
	board.until("tells the accusation", `document.querySelector('.tile')`)
	board.everywhere("spyfall-failed", televisions...)
	l.types("v")
	for i, p := range all {
		p.says(names[(i+1)%len(names)])
	}
	l.waits("Who was the spy?")
	l.types("1", "beach")
	board.until("tells the round", `document.querySelectorAll('.tile').length > 4`)
	board.everywhere("spyfall-round", televisions...)
}
