package browsers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// hands are the windows of phones: two that stand, one that lies, and one on which everything is twice as large.
var hands = []look{{wide: 390, high: 844}, {wide: 320, high: 568}, {wide: 844, high: 390}, {wide: 195, high: 422}}

// pages opens a phone whose pages are measured.
func (l *laptop) opens(t *testing.T, name string) *screen {
	t.Helper()
	s := open(t, name, l.link(), look{390, 844, false, "en"})
	s.reads("Who are you?")
	return s
}

// Every kind of page is measured in every window, light and dark, and its figures are printed: contrast, edges, targets, the
// size of text, what sticks out, the order of focus, motion.
func TestEveryPageOfDixit(t *testing.T) {
	data := t.TempDir()
	l := start(t, data, "play", "dixit")
	l.waits("Who plays?")
	ana := l.opens(t, "Ana")
	ana.everywhere("join-new", hands...)
	ana.run(chromedp.SendKeys("input", "Ana", chromedp.ByQuery))
	ana.tap("Come in")
	ana.reads("Welcome, Ana!")
	ana.everywhere("lobby", hands...)
	l.types("Ana, Bia, Caio, Davi", "t", "6", "", "")
	late := l.opens(t, "late")
	late.reads("Davi")
	late.everywhere("join", hands...)
	var all []*player
	for i, n := range []string{"Bia", "Caio", "Davi"} {
		all = append(all, comes(t, l.link(), n, i+1))
	}
	l.waits("Who thought of a clue first?")
	ana.reads("It was me")
	ana.everywhere("first", hands...)
	l.types("Ana")
	ana.until("asks for the own card", `document.querySelectorAll('.mine .digits button').length > 2`)
	ana.everywhere("own-card", hands...)
	ana.tap("1")
	ana.until("is in", `document.querySelector('.given')`)
	ana.everywhere("in", hands...)
	for i, p := range all {
		p.says(strconv.Itoa(i + 2))
	}
	ana.reads("Everybody votes")
	ana.everywhere("waits", hands...)
	for i, p := range all {
		p.says([]string{"1", "1", "3"}[i])
	}
	ana.until("tells the turn", `document.querySelector('.told')`)
	ana.everywhere("reveal", hands...)
	ana.until("goes on", `!document.querySelector('.run')`)
	ana.everywhere("told", hands...)
	ana.tap("More")
	ana.tap("Rules")
	ana.until("has the rules", `document.querySelector('input[data-k="find"]')`)
	ana.everywhere("rules", hands...)
	ana.run(chromedp.Evaluate(`history.back()`, nil))
	l.types("?phones")
	l.waits("What about the phones?")
	l.types("2")
	l.waits("It keeps the score")
	l.types("1")
	ana.until("keeps the score", `document.querySelector('.lead')`)
	ana.unfolds()
	ana.everywhere("scorekeeper", hands...)
	for i, p := range all {
		if i > 0 {
			p.says(strconv.Itoa(i + 2))
		}
	}
	l.types("?end")
	l.waits("End the game now?")
	l.types("1")
	l.waits("The game is over.")
	l.types("1")
	ana.until("shows the end", `document.querySelector('.moment')`)
	ana.unfolds()
	ana.everywhere("end", hands...)
	l.types("?leave")
	ana.until("shows the last page", `document.querySelector('[data-k=bye]').textContent`)
	ana.everywhere("bye", hands...)
	ana.sent(t, data)
}

// sent measures the page to send, as a file.
func (s *screen) sent(t *testing.T, data string) {
	t.Helper()
	out, err := exec.Command(os.Getenv("TABLEMATE"), "export", "--data", data, "--format", "html").Output()
	file := filepath.Join(t.TempDir(), "page.html")
	if err != nil || os.WriteFile(file, bytes.TrimSpace(out), 0o600) != nil {
		t.Fatal(err)
	}
	p := open(t, "page", "file://"+file, look{390, 844, false, "en"})
	p.unfolds()
	p.everywhere("to-send", append(hands, look{wide: 1280, high: 800})...)
}

// The clock, a card, an accusation, a vote, places to choose from.
func TestEveryPageOfSpyfall(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall")
	l.types("Ana, Bia, Caio", "c", "2", "")
	l.waits("laid out?")
	ana := l.opens(t, "Ana")
	ana.tap("Ana")
	var all []*player
	for i, n := range []string{"Bia", "Caio"} {
		all = append(all, comes(t, l.link(), n, i+1))
	}
	ana.everywhere("laid-out", hands...)
	l.types("", "")
	ana.until("has a card", `document.querySelector('.hold')`)
	ana.unfolds()
	ana.everywhere("card", hands...)
	l.types("")
	ana.until("has the clock", `document.querySelector('.clock')`)
	ana.everywhere("clock", hands...)
	ana.tap("I accuse somebody")
	ana.tap("Sure? I accuse somebody")
	ana.reads("Who do you accuse?")
	ana.everywhere("accuses", hands...)
	ana.tap("Bia")
	ana.tap("Sure? Bia")
	ana.reads("You accuse Bia")
	ana.everywhere("accused", hands...)
	all[1].says("no")
	ana.until("tells the accusation", `document.querySelector('.told')`)
	ana.everywhere("accusation", hands...)
	l.types("v")
	ana.reads("Who is the spy, do you think?")
	ana.everywhere("vote", hands...)
}

// Bids, a guest, numbers to type, rows of the scorekeeper, and every page of one sentence.
func TestEveryPageOfOthers(t *testing.T) {
	l := start(t, t.TempDir(), "play", "picture-perfect")
	l.types("Ana, Bia, Caio", "1", "a", "2", "d", "2", "", "")
	l.waits("which card is turned over?")
	ana := l.opens(t, "Ana")
	ana.tap("Ana")
	bia := comes(t, l.link(), "Bia", 1)
	l.types("b")
	ana.reads("everybody bids in secret")
	ana.everywhere("sells", hands...)
	bia.says("2")
	l.types("3", "1")
	ana.until("asks for a bid", `document.querySelector('.mine')`)
	ana.everywhere("bid", hands...)
	l.kill()
	ana.until("misses the laptop", `document.querySelector('#net').textContent`)
	ana.everywhere("no-connection", hands...)

	l = start(t, t.TempDir(), "play", "pad", "--addr", "192.168.77.1:8099")
	l.types("Ana, Bia, Caio", "")
	l.waits("points?")
	pad := l.opens(t, "pad")
	pad.tap("Ana")
	pad.until("asks for points", `document.querySelector('.mine input')`)
	pad.everywhere("number", hands...)
	pad.keeps(l)
	pad.unfolds()
	pad.everywhere("rows", hands...)
	host := strings.Join(strings.Split(l.link(), "/")[:3], "/")
	for path, says := range map[string]string{"/": "Scan the code", "/a/b/c": "nothing here", "/AAAAAAAAAA": "old one", "/?in": "no cookies"} {
		s := open(t, "stranger", "about:blank", look{390, 844, false, "en"})
		s.run(chromedp.Navigate(host + path))
		s.reads(says)
		s.everywhere("refused-"+strings.Fields(says)[0], hands...)
	}
}
