// Package browsers plays evenings with phones and a board in Chromium: of several sizes, light and dark, in both
// languages. Every page is measured: contrast, what a finger has to hit, the size of text, what sticks out.
//
// It needs a network of its own, without the internet and with an address that is not loopback:
//
//	scripts/browsers/run
package browsers

import (
	"bufio"
	"context"
	_ "embed"
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
	read int // up to where waits has read
}

func start(t *testing.T, data string, args ...string) *laptop {
	t.Helper()
	if os.Getenv("TABLEMATE") == "" {
		t.Skip("scripts/browsers/run runs this")
	}
	l := &laptop{t: t}
	l.cmd = exec.Command(os.Getenv("TABLEMATE"), append(args, "--share", "--addr", "192.168.77.1", "--plain", "--data", data)...)
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
	t.Cleanup(func() { _ = l.cmd.Process.Kill(); _ = l.cmd.Wait() })
	go func() {
		for r := bufio.NewReader(out); ; {
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

func (l *laptop) text() string { l.mu.Lock(); defer l.mu.Unlock(); return l.said.String() }

// waits waits until the program says a phrase, after what was waited for before.
func (l *laptop) waits(phrase string) {
	l.t.Helper()
	for range 3000 {
		if i := strings.Index(l.text()[l.read:], phrase); i >= 0 {
			l.read += i + len(phrase)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	l.t.Fatalf("the laptop never says %q:\n%s", phrase, l.text()[l.read:])
}

func (l *laptop) types(lines ...string) {
	for _, s := range lines {
		if _, err := io.WriteString(l.in, s+"\n"); err != nil {
			l.t.Fatal(err)
		}
	}
}

var address = regexp.MustCompile(`http://[\d.:]+/\w+`)

// link returns the address that phones open.
func (l *laptop) link() (link string) {
	l.t.Helper()
	for range 3000 {
		if link = address.FindString(l.text()); link != "" {
			return link
		}
		time.Sleep(10 * time.Millisecond)
	}
	l.t.Fatalf("the laptop never shows an address:\n%s", l.text())
	return ""
}

// kill ends the program as a power cut does.
func (l *laptop) kill() { _ = l.cmd.Process.Kill(); _ = l.cmd.Wait() }

// A screen is a phone or a board: a window with cookies of its own.
type screen struct {
	t    *testing.T
	ctx  context.Context
	name string
	taps int
}

// A look is how large a screen is, its colors and its language.
type look struct {
	wide, high int64
	dark       bool
	lang       string
}

var looks = []look{{390, 844, false, "en"}, {320, 568, true, "pt-BR"}, {390, 844, true, "pt-BR"}, {320, 568, false, "en"}}

// open starts a browser of its own, with cookies of its own.
func open(t *testing.T, name, url string, l look) *screen {
	t.Helper()
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute))...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithBrowserOption(chromedp.WithDialTimeout(time.Minute)))
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, ctx: ctx, name: name}
	s.run(append(l.actions(), chromedp.Navigate(url))...)
	return s
}

func (l look) actions() []chromedp.Action {
	colors := map[bool]string{false: "light", true: "dark"}[l.dark]
	return []chromedp.Action{
		emulation.SetDeviceMetricsOverride(l.wide, l.high, 1, l.wide < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colors}}),
		network.Enable(), network.SetExtraHTTPHeaders(network.Headers{"Accept-Language": l.lang}),
	}
}

func (s *screen) run(actions ...chromedp.Action) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		s.t.Fatalf("%s: %v", s.name, err)
	}
}

// is evaluates a condition.
func (s *screen) is(js string) (yes bool) {
	s.t.Helper()
	s.run(chromedp.Evaluate("!!("+js+")", &yes))
	return yes
}

func (s *screen) text() (text string) {
	s.t.Helper()
	s.run(chromedp.Evaluate("document.body.innerText", &text))
	return text
}

// until waits for a condition.
func (s *screen) until(what, js string) {
	s.t.Helper()
	for range 1000 {
		if s.is(js) {
			return
		}
		time.Sleep(30 * time.Millisecond)
	}
	s.t.Fatalf("%s never %s:\n%s", s.name, what, s.text())
}

// reads waits for a phrase.
func (s *screen) reads(phrase string) {
	s.t.Helper()
	s.until("reads "+phrase, fmt.Sprintf("document.body.innerText.includes(%q)", phrase))
}

// tap taps a button, as a finger does: something has to be there, and nothing above it.
func (s *screen) tap(label string) {
	s.t.Helper()
	s.taps++
	time.Sleep(400 * time.Millisecond) // what came under a finger a moment ago takes no tap
	s.until("can tap "+label, fmt.Sprintf(`(() => {
		const e = [...document.querySelectorAll('main button, main summary')].find(b => (b.textContent.trim() === %q || b.dataset.label === %[1]q) && b.checkVisibility() && !b.disabled);
		if (!e) return false;
		e.scrollIntoView({block: 'nearest'});
		const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		if (!e.contains(top)) return false;
		for (const kind of ['pointerdown', 'pointerup']) e.dispatchEvent(new PointerEvent(kind, {bubbles: true}));
		e.click();
		return true;
	})()`, label))
}

//go:embed measure.js
var measure string

// look measures the page, and keeps a picture of it if asked to.
func (s *screen) look(name string) {
	s.t.Helper()
	s.until("stands still", `!document.querySelector('.run') && document.getAnimations().every(a => a.playState === 'finished')`)
	s.measures(name)
}

// least has the smallest figures of a page: how far text and edges stand out, the shorter side of what is tapped, the size of
// text.
type least struct {
	Contrast, Edge, Target, Text float64
}

func (l *least) and(o least) {
	*l = least{min(l.Contrast, o.Contrast), min(l.Edge, o.Edge), min(l.Target, o.Target), min(l.Text, o.Text)}
}

func (l least) String() string {
	return fmt.Sprintf("contrast %.1f, edges %.1f, targets %.0f px, text %.1f px", l.Contrast, l.Edge, l.Target, l.Text)
}

// measures measures the page as it is.
func (s *screen) measures(name string) least {
	s.t.Helper()
	var found struct {
		Bad   []string
		Least least
	}
	s.run(chromedp.Evaluate(measure, &found))
	for _, what := range found.Bad {
		s.t.Errorf("%s, %s: %s", s.name, name, what)
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		var png []byte
		s.run(chromedp.FullScreenshot(&png, 100))
		if err := os.WriteFile(filepath.Join(dir, name+"-"+s.name+".png"), png, 0o600); err != nil {
			s.t.Error(err)
		}
	}
	return found.Least
}

// everywhere measures a page in windows of several sizes, light and dark, without motion, while nothing new comes to it.
func (s *screen) everywhere(name string, sizes ...look) {
	s.t.Helper()
	all := least{99, 99, 999, 99}
	s.run(chromedp.Evaluate(`typeof listen === 'function' && (round++, stop?.abort())`, nil))
	for _, l := range sizes {
		for _, colors := range []string{"light", "dark"} {
			s.run(emulation.SetDeviceMetricsOverride(l.wide, l.high, 1, l.wide < 600), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: colors}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
			s.run(chromedp.Evaluate(`new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn, 50)))`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
				return p.WithAwaitPromise(true)
			}))
			if s.is(`document.getAnimations().length`) {
				s.t.Errorf("%s, %s: something moves where motion is reduced", s.name, name)
			}
			all.and(s.measures(fmt.Sprintf("%s-%dx%d-%s", name, l.wide, l.high, colors)))
		}
	}
	s.t.Logf("%s, %s: %s", s.name, name, all)
	s.run(chromedp.Evaluate(`typeof listen === 'function' && (version = '', void listen())`, nil))
}

func (s *screen) offline(off bool) { s.run(network.EmulateNetworkConditions(off, 0, -1, -1)) }

// row taps a button of the row of somebody, for whom the scorekeeper answers.
func (s *screen) row(who, label string) {
	s.t.Helper()
	s.taps++
	time.Sleep(400 * time.Millisecond)
	s.until("can tap "+label+" for "+who, fmt.Sprintf(`(() => {
		const row = [...document.querySelectorAll('.row')].find(r => r.dataset.k === %q);
		const e = row && [...row.querySelectorAll('button')].find(b => b.textContent === %q && !b.disabled);
		e?.click();
		return e;
	})()`, who, label))
}

// answers types or taps a number, and sends it.
func (s *screen) answers(n string) {
	s.t.Helper()
	if !s.is(`!!document.querySelector('.mine input')`) {
		s.tap(n)
		return
	}
	s.run(chromedp.SendKeys(".mine input", n, chromedp.ByQuery))
	s.run(chromedp.SendKeys(".mine input", "\r", chromedp.ByQuery))
}

// keeps has a phone keep the score.
func (s *screen) keeps(l *laptop) {
	s.t.Helper()
	l.types("?phones")
	l.waits("What about the phones?")
	l.types("2")
	l.waits("It keeps the score")
	l.types("1")
	s.until("keeps the score", `document.querySelector('.lead')`)
	s.taps = 0
}

// cookies returns what a phone is known by.
func (s *screen) cookies() (all []*network.Cookie) {
	s.t.Helper()
	s.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		all, err = network.GetCookies().Do(ctx)
		return err
	}))
	return all
}
