//go:build unix

package ttytest

import (
	"fmt"
	"html"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// A picture is the screen as an SVG, once for light and once for dark pages: what a document shows is what the
// program prints, or a test says so.

// Where things are in a picture, in its units.
const (
	cellWide, cellHigh = 8.4, 17.0
	margin             = 14.0
	letters            = 14.0
	baseline           = 12.6 // from the top of a line
)

// A theme is how a terminal with light or dark windows draws.
type theme struct {
	name         string
	back, fore   string
	frame, faint string
	basic        [16]string
}

var themes = []theme{
	{
		"light", "#ffffff", "#1f2328", "#d0d7de", "#59636e",
		[16]string{
			"#24292f", "#cf222e", "#116329", "#7d4e00", "#0550ae", "#8250df", "#1b7c83", "#59636e",
			"#57606a", "#a40e26", "#1a7f37", "#633c01", "#0969da", "#6639ba", "#3192aa", "#8c959f",
		},
	},
	{
		"dark", "#0d1117", "#e6edf3", "#3d444d", "#9198a1",
		[16]string{
			"#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
			"#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
		},
	},
}

// Picture waits until the screen, from the first line on that holds a text, is the one in DIR/NAME-light.svg and
// DIR/NAME-dark.svg, and fails with what is seen when it is not. With -update it writes the files.
func (x *Terminal) Picture(dir, name, from string) {
	x.t.Helper()
	if *update {
		x.settle()
		if err := os.MkdirAll(dir, 0o777); err != nil {
			x.t.Fatal(err)
		}
		for _, th := range themes {
			x.mu.Lock()
			svg := x.svg(th, from)
			x.mu.Unlock()
			if err := os.WriteFile(filepath.Join(dir, name+"-"+th.name+".svg"), []byte(svg), 0o666); err != nil {
				x.t.Fatal(err)
			}
		}
		return
	}
	for _, th := range themes {
		b, err := os.ReadFile(filepath.Join(dir, name+"-"+th.name+".svg"))
		if err != nil {
			x.t.Fatal(err)
		}
		same := func() bool { return x.svg(th, from) == string(b) }
		if !x.reaches(same, 5*time.Second) {
			x.mu.Lock()
			late := same()
			x.mu.Unlock()
			if !late {
				x.t.Errorf("%s-%s.svg is not what is seen (-update draws it anew):\n%s", name, th.name, frame(x.Screen()))
			}
		}
	}
}

// svg draws the screen from the first line on that holds a text down to the last one that is not empty; the lock is
// held.
func (x *Terminal) svg(th theme, from string) string {
	first, rows := x.part(from, "")
	wide, high := across(x.vt.Width()), down(rows)
	var b strings.Builder
	opens(&b, wide, high)
	th.window(&b, 0, 0, wide, high)
	for y := range rows {
		x.drawLine(&b, th, first+y, y)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// part returns where the first line stands that holds a text, from the top if none does, and how many lines there are up to the next one
// that holds another text, to the end if that is empty; the lock is held.
func (x *Terminal) part(from, until string) (first, rows int) {
	all := strings.Split(x.screen(), "\n")
	first = max(0, slices.IndexFunc(all, func(line string) bool { return strings.Contains(line, from) }))
	rows = len(all) - first
	if until != "" {
		rows = max(1, slices.IndexFunc(all[first:], func(line string) bool { return strings.Contains(line, until) }))
	}
	return first, rows
}

// across and down return how wide and how high a window is, margins and all.
func across(cols int) float64 { return float64(cols)*cellWide + 2*margin }

func down(rows int) float64 { return float64(rows)*cellHigh + 2*margin }

// opens begins a picture.
func opens(b *strings.Builder, wide, high float64) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f" width="%.0f" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%.0f">`+"\n", wide, high, wide, letters)
}

// window draws an empty window.
func (th theme) window(b *strings.Builder, left, top, wide, high float64) {
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="8" fill="%s" stroke="%s"/>`+"\n", left+.5, top+.5, wide-1, high-1, th.back, th.frame)
}

// A run are cells that are drawn in one go.
type run struct {
	col, wide int
	text      strings.Builder
	style     uv.Style
}

// drawLine draws a line of the screen as a line of the picture.
func (x *Terminal) drawLine(b *strings.Builder, th theme, line, y int) {
	var now *run
	var drawn outlines
	flush := func() {
		if now != nil {
			now.draw(b, th, y)
		}
		now = nil
	}
	for col := 0; col < x.vt.Width(); {
		c := x.vt.CellAt(col, line)
		if c == nil || c.Content == "" {
			flush()
			col++
			continue
		}
		wide := max(1, c.Width)
		lines := shapes(c.Content)
		if now != nil && (!now.style.Equal(&c.Style) || lines != nil || wide > 1) {
			flush()
		}
		if lines != nil {
			drawn.add(b, lines, col, y, th.paint(c.Style))
			col += wide
			continue
		}
		if now == nil {
			now = &run{col: col, style: c.Style}
		}
		now.text.WriteString(c.Content)
		now.wide += wide
		col += wide
		if wide > 1 {
			flush()
		}
	}
	flush()
	drawn.draw(b)
}

// draw draws a run: what lies behind it, and its letters, stretched to their cells.
func (r *run) draw(b *strings.Builder, th theme, y int) {
	p := th.paint(r.style)
	left, top := margin+float64(r.col)*cellWide, margin+float64(y)*cellHigh
	if p.back != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", left, top, float64(r.wide)*cellWide, cellHigh, p.back)
	}
	text := r.text.String()
	bare := strings.TrimSpace(text)
	if bare == "" {
		return
	}
	skip := len(text) - len(strings.TrimLeft(text, " "))
	wide := ansi.StringWidth(bare)
	bold := ""
	if r.style.Attrs&uv.AttrBold != 0 {
		bold = ` font-weight="700"`
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s"%s xml:space="preserve">%s</text>`+"\n",
		left+float64(skip)*cellWide, top+baseline, float64(wide)*cellWide, p.fore, bold, html.EscapeString(bare))
}

// paint is what a style is drawn with; back "": nothing lies behind it.
type paint struct{ fore, back string }

func (th theme) paint(s uv.Style) paint {
	p := paint{th.of(s.Fg, th.fore), th.of(s.Bg, "")}
	if s.Attrs&uv.AttrFaint != 0 && s.Fg == nil {
		p.fore = th.faint
	}
	if s.Attrs&uv.AttrReverse != 0 {
		if p.back == "" {
			p.back = th.back
		}
		p.fore, p.back = p.back, p.fore
	}
	return p
}

// of returns a color as a page writes it; the basic ones are the theme's own.
func (th theme) of(c color.Color, none string) string {
	switch c := c.(type) {
	case nil:
		return none
	case ansi.BasicColor:
		return th.basic[c%16]
	case ansi.IndexedColor:
		if c < 16 {
			return th.basic[c]
		}
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// A shape is a filled part of a cell, in eighths of it: from the left, from the top, wide, high.
type shape [4]float64

// shapes returns the signs that have to meet those beside them: they are drawn, whatever font there is.
func shapes(sign string) []shape {
	const thin = .7
	left, right := shape{0, 4 - thin/2, 4 + thin/2, thin}, shape{4 - thin/2, 4 - thin/2, 4 + thin/2, thin}
	up, down := shape{4 - thin, 0, 2 * thin, 4 + thin/2}, shape{4 - thin, 4 - thin/2, 2 * thin, 4 + thin/2}
	switch sign {
	case "─":
		return []shape{left, right}
	case "│":
		return []shape{up, down}
	case "╭", "┌":
		return []shape{right, down}
	case "╮", "┐":
		return []shape{left, down}
	case "╰", "└":
		return []shape{right, up}
	case "╯", "┘":
		return []shape{left, up}
	case "├":
		return []shape{up, down, right}
	case "┤":
		return []shape{up, down, left}
	case "┬":
		return []shape{left, right, down}
	case "┴":
		return []shape{left, right, up}
	case "┼":
		return []shape{left, right, up, down}
	case "█":
		return []shape{{0, 0, 8, 8}}
	case "▀":
		return []shape{{0, 0, 8, 4}}
	case "▐":
		return []shape{{4, 0, 4, 8}}
	}
	if n := eighth("▁▂▃▄▅▆▇", sign); n > 0 {
		return []shape{{0, 8 - n, 8, n}}
	}
	if n := eighth("▏▎▍▌▋▊▉", sign); n > 0 {
		return []shape{{0, 0, n, 8}}
	}
	return nil
}

// eighth returns which of seven signs one is, from 1; 0: none.
func eighth(signs, sign string) float64 {
	for k, s := range []rune(signs) {
		if string(s) == sign {
			return float64(k + 1)
		}
	}
	return 0
}

// outlines are the shapes of a line of the screen, a path for each color, in the order in which the colors came.
type outlines struct {
	fores []string
	paths map[string]*strings.Builder
}

// add adds the shapes of a cell; what lies behind them is drawn at once.
func (o *outlines) add(b *strings.Builder, all []shape, col, y int, p paint) {
	left, top := margin+float64(col)*cellWide, margin+float64(y)*cellHigh
	const w, h = cellWide / 8, cellHigh / 8
	if p.back != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", left, top, cellWide, cellHigh, p.back)
	}
	if o.paths == nil {
		o.paths = map[string]*strings.Builder{}
	}
	if o.paths[p.fore] == nil {
		o.fores, o.paths[p.fore] = append(o.fores, p.fore), &strings.Builder{}
	}
	for _, s := range all {
		fmt.Fprintf(o.paths[p.fore], "M%.2f %.2fh%.2fv%.2fh%.2fz", left+s[0]*w, top+s[1]*h, s[2]*w, s[3]*h, -s[2]*w)
	}
}

// draw draws all that was added.
func (o *outlines) draw(b *strings.Builder) {
	for _, fore := range o.fores {
		fmt.Fprintf(b, `<path d="%s" fill="%s" shape-rendering="crispEdges"/>`+"\n", o.paths[fore], fore)
	}
}
