package phones

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

func (p *phone) eval(js string, into any) { p.t.Helper(); p.run(chromedp.Evaluate(js, into)) }

// until waits until a script returns true on the page.
func (p *phone) until(what, js string) {
	p.t.Helper()
	p.looks(what, func() (ok bool) { return p.try(chromedp.Evaluate(js, &ok)) == nil && ok })
}

// opens unfolds a line of the page.
func (p *phone) opens(label string) {
	p.t.Helper()
	p.clicks(fmt.Sprintf(`//main//details[not(@open)]/summary[normalize-space()=%q]`, label))
	p.run(chromedp.WaitReady(fmt.Sprintf(`//main//details[@open]/summary[normalize-space()=%q]`, label), chromedp.BySearch))
}

// reads reports whether the page shows a phrase without anything being unfolded.
func (p *phone) reads(phrase string) bool { return strings.Contains(p.body(), phrase) }

// waitsHere waits for a phrase without reloading the page.
func (p *phone) waitsHere(phrase string) {
	p.t.Helper()
	p.looks("reads "+phrase, func() bool { return p.reads(phrase) })
}

// asks has the phone ask to keep the score.
func (p *phone) asks() {
	p.t.Helper()
	p.opens("This phone")
	p.press("Keep the score on this phone")
	p.waits("You asked to keep the score")
	p.shot("asked-" + p.shotName())
}

// Phones keep the score with and without scripts. The laptop allows the first, and that one the second.
func TestKeepsTheScore(t *testing.T) {
	l, url := shares(t, t.TempDir(), "dixit", "--score-only")
	ana := newPhone(t, "Ana", 390, false, true)
	bia := newPhone(t, "Bia", 320, true, true)
	long := newPhone(t, "Maximiliana-Guadalupe Wolfeschlegelstein", 1280, true, false)
	allJoin(url, ana, bia, long)
	l.types("g")
	l.waits("Who plays?")
	bia.asks()
	l.waits("Bia asks to keep the score on the phone")
	l.types("y")
	bia.waits("Who plays?")
	bia.shot("lead-words-" + bia.shotName())
	if ana.reads("Who plays?") {
		t.Error("Ana keeps no score")
	}
	line := func() (s string) { bia.eval(`document.querySelector('input[name=line]').value`, &s); return s }
	bia.press("Bia") // is taken out, and put last
	bia.press("Bia")
	if got := line(); got != "Ana, Maximiliana-Guadalupe Wolfeschlegelstein, Bia" {
		t.Error(got)
	}
	bia.shot("lead-taps-" + bia.shotName())
	bia.press("Maximiliana-Guadalupe Wolfeschlegelstein")
	bia.press("Bia")
	bia.press("Bia")
	bia.press("Maximiliana-Guadalupe Wolfeschlegelstein")
	bia.press("Send")
	bia.waits("as you want it?")
	bia.shot("lead-pick-" + bia.shotName())
	bia.press("← Back")
	bia.waits("Who plays?")
	bia.press("Send")
	bia.waits("as you want it?")
	bia.press("Change something")
	bia.press("To 30 points")
	bia.waits("How many points")
	bia.shot("lead-number-" + bia.shotName())
	long.asks()
	bia.waits("asks to keep the score")
	bia.shot("petition-" + bia.shotName())
	bia.press("Yes")
	long.waits("How many points")
	long.shot("lead-" + long.shotName())
	long.press("Send") // 30 points
	bia.waits("as you want it?")
	bia.press("Change something")
	bia.press("Votes: in secret, everybody by themselves")
	bia.waits("all at once, with the boards on the table")
	bia.press("Change something")
	bia.press("First who played which card, then the votes")
	bia.waits("the votes, then who played the cards that got them")
	bia.press("Yes, begin")
	bia.waits("Answer for Ana") // Ana is asked on a phone of her own
	bia.shot("lead-instead-" + bia.shotName())
	long.waits("Answer for Ana")
	long.press("Menu …")
	bia.waits("What would you like to do?")
	bia.shot("lead-menu-" + bia.shotName())
	long.waits("What would you like to do?")
	long.press("Go on")
	bia.waits("Answer for Ana")
	l.types("?leave")
}

// fits makes sure that the board shows everything, large enough, on every kind of screen.
func (p *phone) fits(people int, when string) {
	p.t.Helper()
	for _, size := range [][2]int64{{1280, 720}, {1920, 1080}, {800, 1280}, {390, 844}} {
		p.run(emulation.SetDeviceMetricsOverride(size[0], size[1], 1, false), chromedp.Sleep(700*time.Millisecond))
		var out, dim []string
		p.eval(`[...document.querySelectorAll('.rows li, .board header, .told li, .moment')].filter(e => { const r = e.getBoundingClientRect(); return r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.top < 0; }).map(e => e.textContent)`, &out)
		p.eval(contrast, &dim)
		var names, any float64
		p.eval(`Math.min(...[...document.querySelectorAll('.rows b, .rows .sum, figcaption')].map(e => parseFloat(getComputedStyle(e).fontSize)))`, &names)
		p.eval(`Math.min(...[...document.querySelectorAll('main *')].filter(e => e.textContent.trim()).map(e => parseFloat(getComputedStyle(e).fontSize)))`, &any)
		p.t.Logf("%d people, %d x %d: names %.1f px, all %.1f px, out of sight: %q", people, size[0], size[1], names, any, out)
		if far := size[0] > size[1]; len(out)+len(dim) > 0 || any < 13.99 || far && names < 20 || far && people < 8 && names < 28 {
			p.t.Errorf("not all of it can be read: %q %q", out, dim)
		}
		p.keep(fmt.Sprint("board-", people, "-", when, "-", size[0], "-", p.name))
	}
	p.run(emulation.SetDeviceMetricsOverride(1280, 720, 1, false))
}

// If several people share a phone, a secret of one of them is covered.
func TestSharedPhone(t *testing.T) {
	for _, script := range []bool{true, false} {
		t.Run(fmt.Sprint("script ", script), func(t *testing.T) {
			l, url := shares(t, t.TempDir(), "dixit", "--score-only")
			ana := newPhone(t, "Ana", map[bool]int64{true: 320, false: 390}[script], !script, script)
			bia := newPhone(t, "Bia", 390, false, true)
			ana.join(url)
			bia.join(url)
			l.types("g", "Ana, Bia, Caio", "") // as suits phones: in secret, cards first
			l.waits("Who is the storyteller?")
			ana.waits("Standings")
			ana.opens("This phone")
			ana.shot("seats-" + ana.shotName())
			ana.press("Caio")
			ana.waits("Ana · Caio")
			l.types("2")
			ana.waits("For Caio alone: hand over the phone")
			ana.shot("covers-" + ana.shotName())
			if script {
				ana.until("is covered", `[...document.querySelectorAll('details.cover')].length === 2 && [...document.querySelectorAll('details.cover button')].every(b => !b.checkVisibility())`)
			}
			ana.opens("For Caio alone: hand over the phone")
			ana.shot("cover-open-" + ana.shotName())
			bia.press("1") // the page is redrawn beneath the open cover
			bia.waits("In. It can be changed")
			if script {
				ana.until("stays open", `document.querySelectorAll('details.cover[open]').length === 1`)
			}
			ana.ticks("2", "3") // with three people, each plays two cards
			ana.waits("In. It can be changed")
			ana.opens("For Ana alone: hand over the phone")
			ana.ticks("4", "5")
			ana.waits("For Caio alone: hand over the phone") // now the votes
			if script {
				ana.until("is covered anew", `[...document.querySelectorAll('details.cover')].every(d => !d.open)`)
			}
			l.types("?leave")
		})
	}
}

// ticks ticks boxes of the open form, and sends it.
func (p *phone) ticks(labels ...string) {
	p.t.Helper()
	for _, s := range labels {
		p.clicks(fmt.Sprintf(`//main//label[normalize-space()=%q and not(ancestor::details[not(@open)])]`, s))
	}
	p.press("Send")
}

// snapshot makes a JPEG of a size, with noise if it has to be heavy.
func snapshot(t *testing.T, name string, w, h int, noise uint32, c color.RGBA) string {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	seed := uint32(1)
	for i := 0; i < len(img.Pix); i += 4 {
		seed = seed*1664525 + 1013904223
		n := uint8(seed >> 24 * noise >> 8)
		x, y := i/4%w, i/4/w
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = c.R/2+uint8(x*100/w)+n/4, c.G/2+uint8(y*100/h)+n/4, c.B/2+n/4, 255
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d x %d, %d KB", name, w, h, b.Len()>>10)
	return kept(t, name, b.Bytes())
}

func kept(t *testing.T, name string, body []byte) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// bomb returns a PNG of a few bytes that claims to have 30000 x 30000 pixels.
func bomb() []byte {
	chunk := func(kind string, data ...byte) []byte {
		b := append([]byte(kind), data...)
		n, sum := len(data), crc32.ChecksumIEEE(b)
		return append(append([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, b...), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
	}
	b := []byte("\x89PNG\r\n\x1a\n")
	b = append(b, chunk("IHDR", 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 1, 0, 0, 0, 0)...)
	b = append(b, chunk("IDAT", 0x78, 0x9c, 0x03, 0, 0, 0, 0, 1)...)
	return append(b, chunk("IEND")...)
}

// takes gives the phone a photo, and sends it by hand if there are no scripts.
func (p *phone) takes(file string) {
	p.t.Helper()
	p.run(chromedp.SetUploadFiles(`input[type=file]`, []string{file}, chromedp.ByQuery))
	if !p.script {
		p.press("Send")
	}
}

func TestPhotos(t *testing.T) {
	data := t.TempDir()
	l, url := shares(t, data, "picture-perfect")
	ana := newPhone(t, "Ana", 390, false, true)
	bia := newPhone(t, "Bia", 320, true, true)
	caio := newPhone(t, "Caio", 390, true, false)
	all := []*phone{ana, bia, caio}
	allJoin(url, all...)
	l.types("g", "", "1", "c", "d", "3", "") // the names that came, the selfie's owner, no guide up to the photos
	for !strings.Contains(l.text(), "All photos taken?") {
		l.types("")
		time.Sleep(500 * time.Millisecond)
	}
	for _, p := range all {
		p.waits("Take the photo")
		p.shot("photo-" + p.shotName())
	}
	// none of these is a picture
	for name, body := range map[string][]byte{
		"text.jpg": []byte(strings.Repeat("this is no picture\n", 99)), "page.jpg": []byte("<!doctype html><script>alert(1)</script>"), "bomb.png": bomb(),
	} {
		for _, p := range []*phone{ana, caio} {
			p.takes(kept(t, name, body))
			want := "cannot be read: a whole JPEG"
			if name == "bomb.png" {
				want = "30000"
			}
			p.waitsHere(want)
			if p == ana {
				p.shot("photo-refused-" + p.shotName())
			} else {
				p.run(chromedp.Navigate(url), chromedp.WaitReady("main", chromedp.ByQuery))
			}
		}
		ana.run(chromedp.Reload(), chromedp.WaitReady("main", chromedp.ByQuery))
	}
	caio.takes(snapshot(t, "large.jpg", 1800, 1600, 256, color.RGBA{200, 40, 40, 255}))
	caio.waitsHere("KB: a smaller one")
	caio.shot("photo-large-" + caio.shotName())
	caio.run(chromedp.Navigate(url), chromedp.WaitReady("main", chromedp.ByQuery))
	ana.takes(snapshot(t, "twelve.jpg", 4000, 3000, 128, color.RGBA{40, 40, 200, 255}))
	ana.waits("In. It can be changed")
	ana.until("shows its own", `(i => i && i.complete && i.naturalWidth > 0)(document.querySelector('section img'))`)
	var kb, wide float64
	ana.eval(`performance.getEntriesByType('resource').filter(e => e.name.includes('/photo/')).at(-1).decodedBodySize / 1024`, &kb)
	ana.eval(`document.querySelector('section img').naturalWidth`, &wide)
	t.Logf("kept: %.0f wide, %.0f KB", wide, kb)
	if kb >= 500 || kb == 0 || wide < 800 {
		t.Errorf("%.0f KB, %.0f wide", kb, wide)
	}
	ana.shot("photo-in-" + ana.shotName())
	var src string
	ana.eval(`document.querySelector('section img').src`, &src)
	var code int
	bia.run(chromedp.Evaluate(`fetch(`+fmt.Sprintf("%q", src)+`).then(r => r.status)`, &code, await))
	var pictures int
	bia.eval(`document.images.length`, &pictures)
	if code != http.StatusNotFound || pictures != 0 {
		t.Errorf("Bia gets %d and sees %d pictures before the table goes on", code, pictures)
	}
	caio.takes(snapshot(t, "small.jpg", 640, 800, 0, color.RGBA{200, 40, 40, 255}))
	caio.waits("In. It can be changed")
	caio.shot("photo-in-" + caio.shotName())
	bia.takes(snapshot(t, "bia.jpg", 1200, 900, 64, color.RGBA{40, 160, 40, 255}))
	bia.waits("In. It can be changed")
	l.types("")
	l.waits("Whose answer is typed here?")
	l.types("r") // nobody placed anybody, so the photos decide the tie
	for _, p := range all {
		p.press("4")
	}
	l.waits("vote")
	l.types("")
	ana.waits("Whose photo is the best?")
	ana.run(chromedp.Navigate(url[:strings.LastIndex(url, "/")] + "/board"))
	ana.fits(3, "album")
	for _, p := range all {
		p.run(chromedp.Navigate(url), chromedp.WaitReady("main", chromedp.ByQuery))
		p.shot("vote-" + p.shotName())
		p.press(map[*phone]string{ana: "B Bia", bia: "A Ana", caio: "A Ana"}[p])
	}
	ana.waits("wins")
	_ = l.cmd.Process.Signal(os.Interrupt)
	for _, p := range []*phone{ana, bia} {
		p.waitsHere("That was it for today.")
		p.shot("end-" + p.shotName())
	}
}

// Spyfall's cards are seen while they are held, and the scorekeeper has the clock's keys.
func TestPeek(t *testing.T) {
	l, url := shares(t, t.TempDir(), "spyfall")
	ana := newPhone(t, "Ana", 390, false, true)
	bia := newPhone(t, "Bia", 320, true, true)
	caio := newPhone(t, "Caio", 320, false, false)
	all := []*phone{ana, bia, caio}
	allJoin(url, all...)
	l.types("g", "", "c", "c", "", "") // the names that came, cards on phones, all laid out
	for _, p := range all {
		p.waits("Your card")
		p.shot("card-" + p.shotName())
	}
	for _, p := range []*phone{ana, bia} {
		p.peeks("main .peek")
	}
	caio.opens("Hold to look") // without scripts it is a tap
	caio.waits("You are")
	caio.run(chromedp.Navigate(url))
	for _, p := range all {
		p.press("I have looked")
	}
	l.waits("Everybody has looked?")
	ana.asks()
	l.waits("Ana asks to keep the score")
	l.types("y")
	ana.waits("Everybody has looked?")
	ana.press("Go on")
	for _, p := range all {
		p.waits("asks the first question")
		p.shot("clock-" + p.shotName())
	}
	for _, p := range []*phone{ana, bia} {
		p.peeks("main .peek")
	}
	left := func() (s float64) {
		bia.eval(`Number(document.querySelector('.clock').dataset.left) / 1000`, &s)
		return s
	}
	ana.press("Stop the clock")
	bia.waits("The clock is paused.")
	before := left()
	ana.press("+0:30")
	bia.until("has half a minute more", fmt.Sprintf(`Number(document.querySelector('.clock').dataset.left) / 1000 > %f`, before+29))
	ana.press("−0:30")
	bia.until("has half a minute less", fmt.Sprintf(`Number(document.querySelector('.clock').dataset.left) / 1000 < %f`, before+1))
	ana.shot("clock-stands-" + ana.shotName())
	ana.press("Let it run")
	bia.until("runs", `document.querySelector('.clock').dataset.runs === 'true'`)
	if bia.reads("Stop the clock") {
		t.Error("Bia keeps no score")
	}
	bia.opens("Accuse somebody")
	bia.shot("clock-press-" + bia.shotName())
	bia.press("Yes, now")
	bia.waits("Whom do you accuse?")
	bia.press("C Caio")
	ana.press("No")
	ana.opens("Vote now")
	ana.press("Yes, now")
	for _, p := range all {
		p.waits("Who is the spy, do you think?")
		p.shot("suspects-" + p.shotName())
	}
	l.types("?leave")
}

// peeks holds a card and lets it go: with a mouse, off its edge, from the keyboard, and with a finger.
func (p *phone) peeks(where string) {
	p.t.Helper()
	seen := fmt.Sprintf(`document.querySelector(%q).checkVisibility() && document.querySelector(%[1]q).getBoundingClientRect().height > 10`, where+" .secret")
	shows := func(want bool, when string) {
		p.t.Helper()
		time.Sleep(50 * time.Millisecond)
		var got bool
		if p.eval(seen, &got); got != want {
			p.t.Errorf("%s, %s: the card is seen: %v", p.name, when, got)
		}
	}
	layout := func() (s string) {
		p.eval(`JSON.stringify([document.documentElement.scrollHeight, ...[...document.querySelectorAll('main button, main summary, main table')].map(b => Math.round(b.getBoundingClientRect().top + scrollY))])`, &s)
		return s
	}
	var at []float64
	p.eval(fmt.Sprintf(`(r => [r.left + r.width / 2, r.top + r.height / 2, r.left + r.width / 2, r.bottom + 300])((s => (s.scrollIntoView({block: 'center'}), s.getBoundingClientRect()))(document.querySelector(%q)))`, where+" > summary"), &at)
	shows(false, "before it is held")
	before := layout()
	p.mouse(input.MousePressed, at[0], at[1])
	shows(true, "held")
	if during := layout(); during != before {
		p.t.Errorf("%s: the page jumps:\n%s\n%s", p.name, before, during)
	}
	p.shot("peek-" + p.shotName())
	p.run(chromedp.Evaluate(`show('<main>' + main().innerHTML.replace(/ open=""/g, '') + '</main>')`, nil)) // something arrives in between
	shows(true, "held, and drawn anew")
	p.mouse(input.MouseReleased, at[0], at[1])
	shows(false, "let go")
	p.mouse(input.MousePressed, at[0], at[1])
	p.mouse(input.MouseMoved, at[2], at[3])
	shows(true, "held, the finger elsewhere")
	p.mouse(input.MouseReleased, at[2], at[3])
	shows(false, "let go elsewhere")
	p.eval(fmt.Sprintf(`document.querySelector(%q).focus()`, where+" > summary"), nil)
	p.run(chromedp.KeyEvent("\r"))
	shows(true, "after Enter")
	p.run(chromedp.KeyEvent("\r"))
	shows(false, "after Enter again")
	p.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}))
	shows(true, "under a finger")
	p.run(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	shows(false, "after the finger")
}

func await(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

func (p *phone) mouse(kind input.MouseType, x, y float64) {
	p.t.Helper()
	p.run(input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithClickCount(1))
}

// A board for a television shows everything, and can be read from three meters.
func TestBoard(t *testing.T) {
	for _, n := range []int{4, 12} {
		t.Run(fmt.Sprint(n, " people"), func(t *testing.T) {
			l, url := shares(t, t.TempDir(), "dixit", "--score-only")
			who := []string{"Ana", "Maximiliana-Guadalupe", "Caio", "Davi", "Eva", "Fabio", "Gabriela", "Hugo", "Wolfeschlegelstein", "João Pedro", "Karina", "Lu"}[:n]
			var tvs []*phone
			for i, script := range []bool{true, true, false} {
				p := newPhone(t, fmt.Sprint("tv", i), 1280, i != 1, script)
				p.run(emulation.SetDeviceMetricsOverride(1280, 720, 1, false), chromedp.Navigate(url), chromedp.Click(`button[name=board]`, chromedp.ByQuery), chromedp.WaitReady("main", chromedp.ByQuery))
				tvs = append(tvs, p)
			}
			calm := tvs[1]
			calm.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: "light"}}))
			l.types("g", strings.Join(who, ", "), "c", "v", "c", "o", "") // all at once, votes first
			for turn := range 3 {
				if turn == 0 {
					l.types("1")
				} else {
					l.types("")
				}
				l.waits("The votes, in this order")
				votes := make([]string, n-1)
				for i := range votes {
					votes[i] = fmt.Sprint(i%2 + 1 + i/(n/2))
				}
				l.types(strings.Join(votes, " "))
				time.Sleep(300 * time.Millisecond)
			}
			for _, p := range tvs[:2] {
				p.until("shows everybody", `document.querySelectorAll('.rows li').length === `+fmt.Sprint(n))
				if n == 4 { // with more people, it is still being asked whose the cards are
					p.until("shows what the turn brought", `[...document.querySelectorAll('.gain')].some(e => e.textContent)`)
				}
				p.fits(n, "turn")
			}
			l.types("?end", "2")
			tvs[0].until("has not come to the winner", `document.querySelector('.veiled') && !document.querySelector('.won')`)
			for _, p := range tvs[:2] { // the places come one by one, and nothing may move then either
				p.until("shows who won", `!document.querySelector('.veiled') && document.querySelectorAll('.rows li').length === `+fmt.Sprint(n)+` && document.querySelector('.moment').textContent.includes('points')`)
				p.fits(n, "end")
			}
		})
	}
}
