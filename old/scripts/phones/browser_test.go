// Package phones plays a turn of Dixit in real browsers: on four phones of different sizes, light and dark, one without
// scripts, and one with markup for a name. One loses its network during the vote, one reloads, and the laptop is killed
// and resumed.
//
// It needs Chromium and a network of its own, without the internet and with an address that is not loopback, because on
// loopback a page may do what it may not in a Wi-Fi:
//
//	scripts/phones/run
package phones

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A laptop is the program on plain lines.
type laptop struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	mu   sync.Mutex
	said strings.Builder
}

func start(t *testing.T, data string, args ...string) *laptop {
	l := &laptop{t: t}
	l.cmd = exec.Command(os.Getenv("TABLEMATE"), append(args, "--plain", "--data", data, "--addr", os.Getenv("ADDRESS"))...)
	l.cmd.Env = append(os.Environ(), "LC_ALL=en_US.UTF-8")
	var err error
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	l.cmd.Stderr = os.Stderr
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.cmd.Process.Kill() })
	go func() {
		r := bufio.NewReader(out)
		for {
			b, err := r.ReadByte()
			if err != nil {
				return
			}
			l.mu.Lock()
			l.said.WriteByte(b)
			l.mu.Unlock()
		}
	}()
	return l
}

// shares starts a game with phones, and returns the address that they open.
func shares(t *testing.T, data string, game ...string) (l *laptop, link string) {
	if os.Getenv("TABLEMATE") == "" {
		t.Skip("scripts/phones/run runs this")
	}
	l = start(t, data, append([]string{"play", "--share"}, game...)...)
	return l, address.FindString(l.waits("Go on"))
}

func (l *laptop) text() string { l.mu.Lock(); defer l.mu.Unlock(); return l.said.String() }

// waits waits until the program has said a phrase, and returns everything it has said.
func (l *laptop) waits(phrase string) string {
	l.t.Helper()
	for range 1000 {
		if s := l.text(); strings.Contains(s, phrase) {
			return s
		}
		time.Sleep(10 * time.Millisecond)
	}
	l.t.Fatalf("the laptop never says %q:\n%s", phrase, l.text())
	return ""
}

func (l *laptop) types(lines ...string) {
	for _, s := range lines {
		if _, err := io.WriteString(l.in, s+"\n"); err != nil {
			l.t.Fatal(err)
		}
	}
}

// A phone is a browser of its own.
type phone struct {
	t      *testing.T
	ctx    context.Context
	name   string
	script bool
	wide   int64
}

func newPhone(t *testing.T, name string, wide int64, dark, script bool) *phone {
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	p := &phone{t, ctx, name, script, wide}
	p.run(
		emulation.SetDeviceMetricsOverride(wide, 800, 2, wide < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: map[bool]string{false: "light", true: "dark"}[dark]}}),
		emulation.SetScriptExecutionDisabled(!script),
		network.Enable(),
	)
	return p
}

func (p *phone) run(actions ...chromedp.Action) {
	p.t.Helper()
	if err := p.try(actions...); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

func (p *phone) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(p.ctx, 20*time.Second)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

// body returns the text of the page, or "" while it reloads.
func (p *phone) body() (s string) {
	if p.try(chromedp.Text("main", &s, chromedp.ByQuery)) != nil {
		return ""
	}
	return s
}

// waits waits for a phrase. A page without scripts reloads by itself every five seconds, which would take too long here.
func (p *phone) waits(phrase string) {
	p.t.Helper()
	p.looks("reads "+phrase, func() bool {
		there := p.reads(phrase)
		if !there && !p.script {
			_ = p.try(chromedp.Reload()) // the laptop may be away
		}
		return there
	})
}

// looks looks at the page again and again until it is as it should be.
func (p *phone) looks(what string, right func() bool) {
	p.t.Helper()
	for range 200 {
		if right() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("%s never %s: %s", p.name, what, p.body())
}

// press presses the button with a label.
func (p *phone) press(label string) {
	p.t.Helper()
	p.clicks(fmt.Sprintf(`//main//button[normalize-space()=%q and not(ancestor::details[not(@open)])]`, label))
	if !p.script {
		p.run(chromedp.WaitReady("main", chromedp.ByQuery))
	}
}

// clicks waits until something can be clicked, and clicks it at once, since a page redrawn in between would take it
// away.
func (p *phone) clicks(where string) {
	p.t.Helper()
	p.until("finds "+where, fmt.Sprintf(`(e => {
		if (!e) return false;
		e.scrollIntoView({block: 'nearest'});
		const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		if (!e.contains(top)) return false;
		e.click();
		return true;
	})(document.evaluate(%q, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue)`, where))
}

// contrast finds text that stands out too little: less than 4.5 to 1, or 3 to 1 if it is large.
const contrast = `(() => {
	document.getAnimations().forEach(a => a.finish()); // somebody may just have said something
	const parts = c => { const n = c.match(/[\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
	const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3]));
	const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
	const behind = e => { const up = []; for (; e; e = e.parentElement) up.unshift(parts(getComputedStyle(e).backgroundColor)); return up.reduce((b, a) => over(a, b), matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255]); };
	const texts = [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()));
	return texts.filter(e => {
		const s = getComputedStyle(e), back = behind(e), c = parts(s.color);
		for (let x = e; x; x = x.parentElement) c[3] *= Number(getComputedStyle(x).opacity);
		const a = light(over(c, back)), b = light(back), px = parseFloat(s.fontSize);
		return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < (px >= 24 || px >= 18.66 && s.fontWeight >= 700 ? 3 : 4.5);
	}).map(e => e.textContent.trim().slice(0, 40));
})()`

// shot checks the page: nothing sticks out at the side, everything has a name and can be read and tapped. It also keeps
// a picture of it, if asked to.
func (p *phone) shot(name string) {
	p.t.Helper()
	var wide, over int64
	if p.script {
		p.until("stands still", `document.getAnimations().every(a => a.playState === 'finished')`)
		p.run(chromedp.Evaluate(`document.documentElement.scrollWidth`, &over), chromedp.Evaluate(`document.documentElement.clientWidth`, &wide))
		if over > wide {
			p.t.Errorf("%s, %s: the page is %d wide in a window of %d", p.name, name, over, wide)
		}
		p.run(
			chromedp.Evaluate(`document.documentElement.style.fontSize = '225%'`, nil), // text at 200 %
			chromedp.Evaluate(`document.documentElement.scrollWidth`, &over),
			chromedp.Evaluate(`document.documentElement.style.fontSize = ''`, nil),
		)
		if over > wide {
			t := "with large text the page is %d wide in a window of %d"
			p.t.Errorf("%s, %s: "+t, p.name, name, over, wide)
		}
		for what, finds := range map[string]string{
			"a screen reader has no name for": `[...document.querySelectorAll('input:not([type=hidden]), select')].filter(i => !i.ariaLabel && ![...i.labels].some(l => l.textContent.trim())).map(i => i.outerHTML).concat([...document.querySelectorAll('button')].filter(b => !b.textContent.trim()).map(b => b.outerHTML))`,
			"too small for a finger":          `[...document.querySelectorAll('button, summary, select, footer a, .more a, input:not([type=hidden])')].filter(b => b.offsetParent && b.type !== 'checkbox' && b.getBoundingClientRect().height < 48).map(b => b.outerHTML)`,
			"hard to read":                    contrast,
			"loaded from elsewhere":           `performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin))`,
		} {
			var found []string
			p.run(chromedp.Evaluate(finds, &found))
			if len(found) > 0 {
				p.t.Errorf("%s, %s: %s: %q", p.name, name, what, found)
			}
		}
	}
	p.keep(name)
}

// keep keeps a picture of the page, and one in the other language.
func (p *phone) keep(name string) {
	p.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	var png []byte
	p.run(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		p.t.Error(err)
	}
	if !strings.HasPrefix(name, "peek-") && !strings.HasPrefix(name, "end-") { // a finger holds that page, and another tab would take it away; after the last page there is none
		p.other(filepath.Join(dir, name+"-pt.png"))
	}
}

// other keeps a picture of the same page in a second tab: in the other language and colors, on the narrowest phone.
func (p *phone) other(file string) {
	p.t.Helper()
	var at string
	dark := false
	var high int64
	wide := min(p.wide, 320)
	p.run(chromedp.Location(&at), chromedp.Evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`, &dark), chromedp.Evaluate(`innerHeight`, &high))
	if strings.HasSuffix(at, "/board") {
		p.run(chromedp.Evaluate(`innerWidth`, &wide))
	}
	ctx, stop := chromedp.NewContext(p.ctx)
	defer stop()
	var png []byte
	if err := chromedp.Run(ctx,
		network.Enable(), network.SetExtraHTTPHeaders(network.Headers{"Accept-Language": "pt-BR"}),
		emulation.SetDeviceMetricsOverride(wide, high, 2, wide < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: map[bool]string{false: "dark", true: "light"}[dark]}, {Name: "prefers-reduced-motion", Value: "reduce"}}),
		chromedp.Navigate(at), chromedp.WaitReady("main", chromedp.ByQuery), chromedp.FullScreenshot(&png, 100),
	); err != nil {
		p.t.Error(err)
	} else if err := os.WriteFile(file, png, 0o600); err != nil {
		p.t.Error(err)
	}
}

func (p *phone) offline(off bool) {
	p.run(network.EmulateNetworkConditions(off, 0, -1, -1))
}

func (p *phone) join(url string) {
	p.t.Helper()
	p.run(chromedp.Navigate(url), chromedp.WaitVisible("#typed", chromedp.ByQuery))
	p.shot("join-" + fmt.Sprint(p.wide))
	p.run(chromedp.SendKeys("#typed", p.name, chromedp.ByQuery), chromedp.Click(`#typed + button`, chromedp.ByQuery), chromedp.WaitVisible("header", chromedp.ByQuery))
}

func allJoin(url string, all ...*phone) {
	for _, p := range all {
		p.join(url)
	}
}

var address = regexp.MustCompile(`http://[\d.:]+/\w+`)

func TestATurnInBrowsers(t *testing.T) {
	data := t.TempDir()
	l, url := shares(t, data, "dixit", "--score-only")
	ana := newPhone(t, "Ana", 390, false, true)
	bia := newPhone(t, "Bia", 320, true, true)
	caio := newPhone(t, "Caio", 1280, false, false)
	evil := newPhone(t, "<script>alert(1)</script>", 390, true, true)
	all := []*phone{ana, bia, caio, evil}
	allJoin(url, all...)
	var secure bool
	ana.run(chromedp.Evaluate(`isSecureContext`, &secure))
	if secure {
		t.Error("this is no page of a Wi-Fi: it proves nothing")
	}
	l.types("g", "", "", "2") // the names that came; as suits phones; Bia tells
	for i, p := range all {
		p.waits("card is yours?")
		p.shot("own-" + p.shotName())
		p.press(fmt.Sprint(i + 1))
	}
	for _, p := range []*phone{ana, caio, evil} {
		p.waits("do you think is")
	}
	ana.press("1")
	ana.waits("nobody votes for their own card")
	ana.shot("refused-" + ana.shotName())
	ana.offline(true)
	ana.press("2")
	time.Sleep(300 * time.Millisecond)
	ana.offline(false)
	ana.waits("In. It can be changed")
	ana.shot("in-" + ana.shotName())
	ana.run(chromedp.Reload())
	ana.waits("In. It can be changed")
	var back float64 // a phone that slept has a dead stream and does not know it
	ana.run(chromedp.Evaluate(`stream.close(); new Promise(done => {
		const begun = performance.now();
		dispatchEvent(new Event('online'));
		const look = setInterval(() => { if (stream.readyState === 1) { clearInterval(look); done(performance.now() - begun); } }, 5);
	})`, &back, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	t.Logf("awake again in %.0f ms", back)
	caio.press("2")
	caio.waits("In. It can be changed")

	killed := time.Now()
	if err := l.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = l.cmd.Wait()
	time.Sleep(500 * time.Millisecond)
	l = start(t, data, "resume", "--share")
	l.waits("Whose answer is typed here?")
	evil.waits("do you think is")
	ana.run(chromedp.WaitVisible(`#net:empty, #net`, chromedp.ByQuery))
	t.Log("back", time.Since(killed).Round(10*time.Millisecond), "after the kill")
	ana.waits("In. It can be changed")
	evil.press("3")
	for _, p := range all {
		p.waits("Turn 2") // the votes are unveiled only then
		p.waits("Standings")
		p.shot("after-" + p.shotName())
	}
	bia.waits("found by Ana and Caio, not by all")
	if body := evil.body(); !strings.Contains(body, "<script>alert(1)</script>") {
		t.Error(body)
	}
	l.types("?leave")
}

// The program is left during a game and resumed. The phones come back by themselves, and one that slept does so when it
// is looked at.
func TestLeftAndResumed(t *testing.T) {
	data := t.TempDir()
	l, url := shares(t, data, "dixit", "--score-only")
	ana, bia := newPhone(t, "Ana", 390, false, true), newPhone(t, "Bia", 320, true, true)
	all := []*phone{ana, bia, newPhone(t, "Caio", 390, false, true)}
	allJoin(url, all...)
	l.types("g", "", "", "2") // the names that came; as suits phones; Bia tells
	for _, p := range all {
		p.waits("yours?")
	}
	_ = l.cmd.Process.Signal(os.Interrupt)
	_ = l.cmd.Wait()
	for _, p := range all {
		p.waits("The table has stopped here")
		p.until("says that it tries", `net.textContent.includes('Trying again')`)
		p.shot("end-stopped-" + p.shotName())
		p.press("Try again")
	}
	ana.waits("The table has stopped here") // tapping the button takes nothing away
	bia.eval(`Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true}); document.dispatchEvent(new Event('visibilitychange'))`, nil)
	l = start(t, data, "resume", "--share")
	l.waits("Whose answer is typed here?")
	back := time.Now()
	ana.waitsHere("yours?")
	t.Log("back", time.Since(back).Round(10*time.Millisecond), "after the laptop")
	if !bia.reads("The table has stopped here") {
		t.Error("a phone that sleeps hears nothing")
	}
	bia.eval(`delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))`, nil)
	bia.waitsHere("yours?")
	l.types("?leave")
}

func (p *phone) shotName() string {
	return fmt.Sprint(strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, p.name), " "), "-", p.wide)
}
