package browsers

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// come opens phones, and takes a name on each.
func come(t *testing.T, l *laptop, names ...string) (phones []*screen, board *screen) {
	t.Helper()
	link := l.link()
	for i, name := range names {
		s := open(t, name, link, looks[i%len(looks)])
		s.reads(name)
		if i == 0 {
			s.look("join")
		}
		s.tap(name)
		s.reads(name + " ·")
		phones = append(phones, s)
	}
	large := look{1920, 1080, false, "en"}
	if os.Getenv("TALL") != "" {
		large = look{800, 1280, true, "pt-BR"}
	}
	return phones, open(t, "board", link+"/board", large)
}

// begins begins a game with keys at the laptop, up to a question, and has people come in on their phones.
func begins(t *testing.T, game, asks string, keys []string, names ...string) (l *laptop, phones []*screen, board *screen) {
	t.Helper()
	l = start(t, t.TempDir(), append([]string{"play"}, strings.Fields(game)...)...)
	l.types(keys...)
	l.waits(asks)
	phones, board = come(t, l, names...)
	return l, phones, board
}

// Everybody scans while the first question stands already, and is asked at once.
func TestDixitInSecret(t *testing.T) {
	data := t.TempDir()
	l := start(t, data, "play", "dixit")
	l.types("Ana, Bia, Caio, Davi", "", "")
	l.waits("Who thought of a clue first?")
	all, board := come(t, l, "Ana", "Bia", "Caio", "Davi")
	ana, bia, caio, davi := all[0], all[1], all[2], all[3]
	secure := ana.is("isSecureContext")
	if secure {
		t.Error("this is no page of a Wi-Fi: it proves nothing")
	}
	board.look("waiting")
	ana.look("first")
	l.types("Ana")
	for _, s := range all {
		s.until("asks for the own card", `document.querySelectorAll('.mine .digits button').length > 2`)
	}
	ana.look("own")
	bia.look("own")
	for i, s := range all {
		s.tap([]string{"1", "2", "3", "4"}[i])
		if i < 3 {
			s.until("is in", `document.querySelector('.given')`)
		}
		if i == 0 {
			// A second tap of the same finger does not open the question again.
			if s.is(`(document.querySelector('.mine .given ~ button.quiet').click(), !document.querySelector('.mine .given'))`) {
				t.Error("a second tap opens the question again:", s.text())
			}
			s.look("in")
			board.look("asked")
		}
	}
	bia.until("asks for the vote", `document.querySelector('.mine .digits')`)
	bia.look("vote")
	caio.offline(true)
	caio.tap("1")
	caio.reads("Ainda") // not sent yet
	caio.look("offline")
	bia.tap("1")
	bia.until("is in", `document.querySelector('.given')`)
	caio.offline(false)
	caio.until("is in", `document.querySelector('.given')`)
	l.kill()
	bia.until("sees that the laptop is gone", `document.querySelector('#net').textContent`)
	bia.look("lost")
	l = start(t, data, "resume")
	l.waits("Waiting for Davi")
	began := time.Now()
	bia.until("is back", `!document.querySelector('#net').textContent && document.querySelector('.given')`)
	t.Logf("back after %v", time.Since(began).Round(10*time.Millisecond))
	caio.until("is back", `!document.querySelector('#net').textContent && document.querySelector('.given')`)
	davi.tap("3")
	for _, s := range append(all, board) {
		s.until("shows what was revealed", `document.querySelector('.told')`)
	}
	for _, s := range append(all, board) {
		s.look("told")
	}
	l.kill()
}

// One phone keeps the score for all; the laptop is not touched.
func TestKeeper(t *testing.T) {
	l := start(t, t.TempDir(), "play", "versus")
	l.types("Ana, Bia, Caio, Davi", "", "")
	l.waits("Who slapped?")
	all, board := come(t, l, "Ana")
	ana := all[0]
	ana.keeps(l)
	ana.look("slap")
	ana.tap("Menu")
	ana.tap("Bia")
	ana.reads("second gem")
	if ana.is(`document.querySelector('[data-k^=menu][open]')`) {
		t.Error("the menu stays open on the next page")
	}
	ana.look("gift")
	ana.tap("Caio")
	ana.until("has slapped", `document.querySelector('.told')`)
	if ana.taps > 3 { // one is for the menu
		t.Errorf("a slap costs %d taps", ana.taps)
	}
	ana.look("slapped")
	board.look("slapped")
	l.kill()
}

// Cards are dealt on phones, and the spy guesses in the strike-out grid.
func TestSpyfall(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall")
	l.waits("Who plays?")
	link := l.link()
	var all []*screen
	for i, name := range []string{"Ana", "Bia", "Caio"} {
		s := open(t, name, link, looks[i])
		s.until("has a field", `document.querySelector('input')`)
		s.run(chromedp.SendKeys("input", name, chromedp.ByQuery))
		s.tap([]string{"Come in", "Entrar", "Entrar"}[i])
		s.reads(name)
		time.Sleep(300 * time.Millisecond)
		s.look("welcome")
		all = append(all, s)
	}
	l.types("Ana, Bia, Caio")
	l.waits("is this right?")
	l.types("c", "2", "", "")
	l.waits("the phones show everybody their card?")
	l.types("")
	l.waits("Everybody has looked at their card?")
	var spy *screen
	board := open(t, "board", link+"/board", look{800, 1280, true, "pt-BR"})
	for _, s := range all {
		s.until("has a card", `document.querySelector('.hold')`)
		s.look("card")
		if s.is(`/spy|espi/i.test(document.querySelector('.hold b').textContent)`) {
			spy = s
		}
	}
	if spy == nil {
		t.Fatal("nobody is the spy")
	}
	l.types("")
	l.waits("left")
	spy.until("has the clock", `document.querySelector('.clock')`)
	spy.look("clock")
	board.look("clock")
	tap := func(which string) {
		for range 2 { // the second time it says “Sure?”
			time.Sleep(500 * time.Millisecond)
			spy.until("can tap "+which, "(e => e && (e.click(), true))("+which+")")
		}
	}
	tap(`[...document.querySelectorAll('.clock ~ .grid button')].at(-1)`)
	spy.until("guesses", `document.querySelector('.mine .strike')`)
	spy.look("guess")
	tap(`document.querySelector('.mine .strike button')`)
	for _, s := range append(all, board) {
		s.until("is told", `document.querySelector('.told')`)
		s.look("guessed")
	}
	l.kill()
}

// A guest of Picture Perfect costs a tap a person and one to send. At the end everybody reads how it went for them.
func TestPicturePerfect(t *testing.T) {
	l := start(t, t.TempDir(), "play", "picture-perfect", "--score-only")
	l.types("Ana, Bia, Caio, Davi", "1", "")
	l.waits("Guest 1")
	all, board := come(t, l, "Ana", "Bia")
	ana, bia := all[0], all[1]
	ana.look("guest-own")
	ana.keeps(l)
	ana.look("guest")
	for i, name := range []string{"Ana", "Bia", "Caio", "Davi"} {
		ana.row(name, []string{"2", "–", "0", "3"}[i])
	}
	ana.look("guest-tapped")
	ana.tap("Send")
	board.until("tells the guest", `document.querySelector('.told')`)
	if ana.taps > 5 {
		t.Errorf("a guest costs %d taps", ana.taps)
	}
	bia.look("guest-told")
	board.look("guest-told")
	for _, s := range []*screen{bia, board} {
		if broken := `[...document.querySelectorAll('.plate, .tile b')].some(e => e.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(e).lineHeight))`; s.is(broken) {
			t.Errorf("%s breaks a name or the stars:\n%s", s.name, s.text())
		}
	}
	l.types("?end")
	l.waits("End the game now?")
	l.types("1")
	l.waits("The game is over.")
	board.look("over")
	l.types("1")
	for _, s := range append(all, board) {
		s.until("shows the end", `document.querySelector('.moment')`)
		s.look("end")
	}
	ana.reads("came second")
	l.types("?leave")
	ana.until("shows the last page", `document.querySelector('[data-k=bye]').textContent`)
	ana.look("bye")
	// The laptop is gone now, as it said: no connection is missed.
	time.Sleep(4 * time.Second)
	for _, s := range append(all, board) {
		if !s.is(`document.querySelector('[data-k=bye], [data-k=you]').textContent && !document.querySelector('#net').textContent`) {
			t.Errorf("%s misses the laptop that has closed the table:\n%s", s.name, s.text())
		}
	}
}

// A turn of four, votes aloud.
func TestDixitAloud(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit")
	l.types("Ana, Bia, Caio, Davi", "v", "2", "", "", "Ana")
	l.waits("which card was it?")
	all, board := come(t, l, "Bia")
	bia := all[0]
	bia.keeps(l)
	bia.look("story")
	bia.tap("3")
	bia.reads("The votes")
	bia.look("votes")
	for _, name := range []string{"Bia", "Caio", "Davi"} {
		bia.row(name, map[string]string{"Bia": "3", "Caio": "1", "Davi": "1"}[name])
	}
	bia.tap("Send")
	time.Sleep(time.Second)
	bia.look("owners")
	if bia.taps > 9 {
		t.Errorf("a turn costs %d taps", bia.taps)
	}
	board.look("owners")
}

// A game in a file: numbers are typed, or stepped.
func TestHearts(t *testing.T) {
	l := start(t, t.TempDir(), "play", "hearts")
	l.types("Ana, Bia, Caio, Davi", "", "")
	l.waits("Round 1")
	all, board := come(t, l, "Ana")
	ana := all[0]
	ana.keeps(l)
	for i, n := range []string{"0", "13", "0", "13"} {
		ana.run(chromedp.SendKeys(fmt.Sprintf(".row:nth-of-type(%d) input", i+1), n, chromedp.ByQuery))
	}
	ana.look("hearts")
	ana.tap("Send")
	board.until("tells the round", `document.querySelector('.gain')`)
	if !board.is(`[...document.querySelectorAll('.gain')].every(e => getComputedStyle(e).color === getComputedStyle(document.body).color)`) {
		t.Error("26 points look like a gain")
	}
	ana.until("tells the round", `document.querySelector('.told')`)
	ana.look("hearts-told")
	board.look("hearts-told")
	second := open(t, "Ana's second tab", "about:blank", looks[1]) // people scan twice
	second.run(chromedp.ActionFunc(func(ctx context.Context) error {
		for _, c := range ana.cookies() {
			if err := network.SetCookie(c.Name, c.Value).WithURL(l.link()).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}), chromedp.Navigate(l.link()))
	second.reads("Ana · Hearts")
	second.until("has the round", `document.querySelectorAll('.row').length === 4`)
	second.look("second")
	ana.tap("Menu")
	ana.look("menu")
	ana.tap("More")
	ana.tap("Rules")
	ana.reads("How it is counted")
	ana.look("rules")
}

// A pad is a game in a file from its first round.
func TestPad(t *testing.T) {
	l := start(t, t.TempDir(), "play", "pad")
	l.types("Ana, Bia", "")
	l.waits("points?")
	all, board := come(t, l, "Ana", "Bia")
	all[0].keeps(l)
	all[0].tap("Answer for somebody else")
	for i, n := range []string{"7+5", "-4"} {
		all[0].run(chromedp.SendKeys(fmt.Sprintf(".row:nth-of-type(%d) input", i+1), n, chromedp.ByQuery))
	}
	all[0].tap("Send")
	for _, s := range append(all, board) {
		s.until("has the sum", `[...document.querySelectorAll('.gain')].some(g => g.textContent === '+12')`)
		s.look("pad")
	}
}

// Bids are hidden on phones. The laptop answers for Davi, who has none.
func TestHiddenBids(t *testing.T) {
	l := start(t, t.TempDir(), "play", "picture-perfect")
	l.types("Ana, Bia, Caio, Davi", "1", "a", "2", "d", "2", "", "")
	l.waits("which card is turned over?")
	all, board := come(t, l, "Ana", "Bia", "Caio")
	l.types("b")
	for _, s := range all[1:] {
		s.until("asks for a bid", `document.querySelector('.mine input, .mine .digits button')`)
		// The rules of the card are folded: the question has nothing but its own lines above its numbers.
		if !s.is(`document.querySelector('.mine details:not([open])') && ![...document.querySelectorAll('.mine p:not(.status)')].some(e => e.checkVisibility())`) {
			t.Errorf("%s has lines above the question:\n%s", s.name, s.text())
		}
		s.look("bid")
	}
	all[0].look("sells")
	board.look("bids")
	for i, s := range all[1:] {
		s.answers([]string{"3", "1"}[i])
		s.until("is in", `document.querySelector('.given')`)
	}
	l.waits("Davi")
	l.types("2")
	for _, s := range append(all, board) {
		s.until("tells the offer", `/3 (decora)/.test(document.body.textContent)`)
		s.look("offer")
	}
	l.kill()
}

// A tie down to the photos, whose vote is secret, on everybody's phone; then everybody reads how it went for them.
func TestPhotoVote(t *testing.T) {
	l := start(t, t.TempDir(), "play", "picture-perfect", "--score-only")
	l.types("Ana, Bia, Caio", "1", "a", "2", "", "22-", "r", "1", "9 9 4")
	l.waits("How many envelopes")
	all, board := come(t, l, "Ana", "Bia", "Caio")
	l.types("4 4") // and nobody chooses how the vote is taken
	for i, s := range all {
		s.until("asks for a photo", `document.querySelector('.mine .grid button')`)
		s.look("photo")
		s.tap([]string{"Bia", "Ana", "Bia"}[i])
		if i < 2 {
			s.until("is in", `document.querySelector('.given')`)
		}
	}
	board.until("tells the vote", `document.querySelector('.told')`)
	board.look("photo-told")
	l.waits("The game is over.")
	l.types("1")
	for i, s := range all {
		s.until("shows the end", `document.querySelector('.moment')`)
		s.reads([]string{"second", "venceu", "3"}[i])
		s.look("photo-end")
	}
	board.look("photo-end")
}

// A game that ends by its rules: the winner reads so, and may take the play to BG Stats.
func TestWon(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit")
	l.types("Ana, Bia, Caio, Davi", "v", "2", "t", "3", "", "", "Ana")
	l.waits("which card was it?")
	all, board := come(t, l, "Ana", "Bia")
	l.types("3", "3 1 1")
	l.waits("The game is over.")
	board.until("reveals the last turn", `document.querySelector('.tile')`)
	board.look("won-over")
	l.types("1")
	all[1].reads("Você venceu")
	for _, s := range append(all, board) {
		s.until("shows the end", `document.querySelector('.moment')`)
		s.look("won")
	}
	l.types("?leave")
	all[0].until("has the link", `document.querySelector('a[href*=bgstats]')`)
	all[0].look("won-bye")
	all[1].look("won-bye")
}

// A phone accuses; the clock stands still meanwhile, and the others answer on theirs or at the laptop.
func TestAccusation(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall")
	l.types("Ana, Bia, Caio", "")
	l.waits("laid out?")
	all, board := come(t, l, "Ana", "Bia", "Caio")
	l.types("")
	l.waits("left")
	ana := all[0]
	ana.until("has the clock", `document.querySelector('.clock')`)
	ana.look("running")
	accuse := `[...document.querySelectorAll('.clock ~ .grid button')].find(b => !b.disabled)`
	ana.until("asks whether Ana is sure", "(e => e && (e.matches('.sure') || (e.click(), false)))("+accuse+")")
	// A document that comes meanwhile, with the clock or without it, changes nothing about that.
	ana.run(chromedp.Evaluate(`(now => { for (const clock of [now.clock, null, {...now.clock, notes: ['Somebody came.', 'Two lines.']}, now.clock]) take({v: version, doc: {...now, clock}}); })(doc)`, nil))
	if !ana.is(accuse + ".matches('.sure')") {
		t.Error("a document takes “Sure?” back")
	}
	ana.until("asks no more", "!"+accuse+".matches('.sure')") // “Sure?” does not stay for ever
	for range 20 {                                            // a tap right after something moved counts for nothing
		if ana.is(accuse + "?.click(), document.querySelector('.mine')") {
			break
		}
		time.Sleep(500 * time.Millisecond)
	}
	l.waits("Who does Ana accuse?")
	for _, s := range append(all, board) {
		s.until("sees how much time is left", `/^\d+:\d\d$/.test(document.querySelector('.clock').textContent)`)
		s.look("accuses")
	}
	l.types("2")
	l.waits("Bia")
	ana.reads("You accuse Bia")
	for _, s := range append(all, board) {
		s.look("accused")
	}
}
