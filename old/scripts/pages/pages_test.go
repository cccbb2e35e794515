// Package pages opens the exported pages and pictures in a browser, and measures what no other test can: that nothing
// sticks out or overlaps, that everything can be read, and how many sheets of paper it takes.
//
//	scripts/pages/run
package pages

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A browser notes what a page requests and complains about.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu   sync.Mutex
	said []string
}

func start(t *testing.T) *browser {
	alloc, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			if u := ev.Request.URL; !strings.HasPrefix(u, "file:///") && !strings.HasPrefix(u, "data:image/jpeg") {
				b.notes("asks for " + u)
			}
		case *runtime.EventConsoleAPICalled:
			b.notes("says " + string(ev.Type))
		case *runtime.EventExceptionThrown:
			b.notes("fails: " + ev.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			b.notes("complains: " + ev.Entry.Text)
		case *page.EventJavascriptDialogOpening:
			b.notes("runs what somebody is called: " + ev.Message)
		}
	})
	b.run(network.Enable(), log.Enable())
	return b
}

func (b *browser) notes(s string) { b.mu.Lock(); defer b.mu.Unlock(); b.said = append(b.said, s) }

func (b *browser) run(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// opens shows a file in a window of a width.
func (b *browser) opens(file string, wide int64, scheme string) {
	b.t.Helper()
	b.run(
		emulation.SetDeviceMetricsOverride(wide, 800, 1, wide < 600),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		chromedp.Navigate("file://"+file),
	)
}

// faults reports what a script finds wrong, one line each.
func (b *browser) faults(about, script string) {
	b.t.Helper()
	var found []string
	b.run(chromedp.Evaluate(script, &found))
	b.mu.Lock()
	found, b.said = append(found, b.said...), nil
	b.mu.Unlock()
	for _, f := range found {
		b.t.Errorf("%s: %s", about, f)
	}
}

// shot keeps a picture of the whole page, if asked to.
func (b *browser) shot(name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	var png []byte
	b.run(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// shared is code for both scripts: how well one color reads on another.
const shared = `
const rgb = c => c.match(/[\d.]+/g).map(Number);
const light = c => { const [r,g,b] = rgb(c).slice(0,3).map(v => { v/=255; return v<=.03928 ? v/12.92 : ((v+.055)/1.055)**2.4 }); return .2126*r+.7152*g+.0722*b };
const ratio = (a,b) => { const [x,y] = [light(a),light(b)].sort((p,q)=>q-p); return (x+.05)/(y+.05) };
`

// onPage checks that nothing sticks out unless it scrolls sideways, that everything can be read, and that tables and
// pictures make sense to people who only hear them.
const onPage = `(() => {` + shared + `
const out = [], wide = document.documentElement.clientWidth;
document.querySelectorAll('details').forEach(d => d.open = true);
if (document.documentElement.scrollWidth > wide) out.push('the page is ' + document.documentElement.scrollWidth + ' wide');
const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (rgb(c)[3] !== 0) return c } return 'rgb(255,255,255)' };
for (const e of document.querySelectorAll('body *')) {
  const r = e.getBoundingClientRect(), text = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  if (r.width && (r.right > wide + 1 || r.left < -1) && !e.closest('.scroll')) out.push(e.tagName + ' sticks out: ' + e.textContent.slice(0, 40));
  if (!text || ['TITLE','DESC','title','desc'].includes(e.tagName)) continue;
  const s = getComputedStyle(e), svg = e.namespaceURI.endsWith('svg'), n = ratio(svg ? s.fill : s.color, behind(e));
  if (n < 4.5) out.push(e.tagName + ' has a contrast of ' + n.toFixed(2) + ': ' + e.textContent.slice(0, 40));
  if (!svg && parseFloat(s.fontSize) < 12) out.push(e.tagName + ' is ' + s.fontSize + ' high');
}
const texts = [...document.querySelectorAll('svg text')], box = document.querySelector('svg')?.getBoundingClientRect();
for (const t of texts) { const r = t.getBoundingClientRect(); if (r.right > box.right + .5 || r.left < box.left - .5 || r.bottom > box.bottom + .5) out.push('the chart has no room for ' + t.textContent); if (r.height < 9) out.push('letters of ' + r.height) }
for (const l of document.querySelectorAll('polyline')) if (ratio(getComputedStyle(l).stroke, behind(document.body)) < 3) out.push('a line cannot be seen');
if (document.querySelectorAll('script,iframe,object,embed,link,form').length) out.push('there is more than a page needs');
for (const th of document.querySelectorAll('th')) if (!th.scope) out.push('a head of nothing');
for (const t of document.querySelectorAll('table')) if (!t.caption) out.push('a table without a name');
for (const i of document.querySelectorAll('img')) if (!i.alt || !i.naturalWidth) out.push('a photo without words, or broken');
for (const s of document.querySelectorAll('svg')) if (s.getAttribute('aria-labelledby').split(' ').some(id => !document.getElementById(id)?.textContent)) out.push('a picture without words');
if (!/^(en|pt-BR)$/.test(document.documentElement.lang)) out.push('no language');
return out })()`

// onPaper checks that everything is within the edges, that folded parts are left out, and that text is dark.
const onPaper = `(() => {` + shared + `
const out = [], wide = document.documentElement.clientWidth;
for (const e of document.querySelectorAll('body *')) {
  const r = e.getBoundingClientRect(), s = getComputedStyle(e);
  if (r.width && (r.right > wide + 1 || r.left < -1)) out.push(e.tagName + ' sticks out: ' + e.textContent.slice(0, 40));
  if (e.tagName === 'DETAILS' && r.height) out.push('what is folded takes ' + r.height);
  if (r.width && light(s.color) > .3) out.push('light letters: ' + e.textContent.slice(0, 40));
}
return out })()`

// inPicture checks that all letters are within the picture, and do not overlap.
const inPicture = `(() => {` + shared + `
const out = [], svg = document.documentElement, all = svg.getBoundingClientRect(), texts = [...document.querySelectorAll('text')].map(t => [t, t.getBoundingClientRect()]);
for (const [t, r] of texts) {
  if (r.left < all.left || r.right > all.right || r.top < all.top || r.bottom > all.bottom) out.push('no room for ' + t.textContent);
  const own = t.previousElementSibling, ground = own?.tagName === 'rect' ? getComputedStyle(own).fill : 'rgb(242,244,248)';
  if (ratio(getComputedStyle(t).fill, ground) < 4.5) out.push('faint: ' + t.textContent);
  for (const [u, q] of texts) if (t !== u && r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 4 && q.top < r.bottom - 4) out.push(t.textContent + ' lies on ' + u.textContent);
}
return out })()`

func TestPages(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("PAGES"), "*.html"))
	if len(files) < 16 {
		t.Fatalf("only %d pages: %v", len(files), files)
	}
	b := start(t)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		for i, wide := range []int64{390, 1280} {
			for k, scheme := range []string{"light", "dark"} {
				if os.Getenv("SHOTS") == "" && (i == k) == strings.HasSuffix(name, "en") {
					continue // each language gets the other half
				}
				b.opens(file, wide, scheme)
				b.shot(fmt.Sprintf("%s-%d-%s", name, wide, scheme))
				b.faults(fmt.Sprint(name, " ", wide, " ", scheme), onPage)
			}
		}
		most := 2
		if strings.Contains(name, "-six-") {
			most = 1
		}
		if n := b.sheets(file, name); n == 0 || n > most {
			t.Errorf("%s takes %d sheets of paper, not %d", name, n, most)
		}
	}
}

var aSheet = regexp.MustCompile(`/Type\s*/Page\b`)

// sheets returns how many sheets of A4 a page takes as it opens, and reports faults on paper.
func (b *browser) sheets(file, name string) int {
	b.opens(file, 1280, "dark")
	var pdf []byte
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	b.run(emulation.SetDeviceMetricsOverride(710, 1040, 1, false), emulation.SetEmulatedMedia().WithMedia("print"))
	b.shot(name + "-print")
	b.faults(name+" on paper", onPaper)
	b.run(emulation.SetEmulatedMedia().WithMedia(""))
	return len(aSheet.FindAll(pdf, -1))
}

func TestPictures(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("PAGES"), "*.svg"))
	if len(files) < 16 {
		t.Fatalf("only %d pictures: %v", len(files), files)
	}
	b := start(t)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".svg")
		b.opens(file, 1600, "dark")
		b.faults(name+".svg", inPicture)
		b.drawn(file, name)
	}
}

// drawn keeps a picture of the SVG on a dark page.
func (b *browser) drawn(file, name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	svg, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	show := `<body style="background:#222;margin:20px"><img src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(svg) + `">`
	var png []byte
	b.run(chromedp.Navigate("data:text/html;base64,"+base64.StdEncoding.EncodeToString([]byte(show))), chromedp.FullScreenshot(&png, 100))
	b.mu.Lock()
	b.said = nil
	b.mu.Unlock()
	if err := os.WriteFile(filepath.Join(dir, name+"-svg.png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
