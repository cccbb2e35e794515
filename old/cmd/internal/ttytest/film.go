//go:build unix

package ttytest

import (
	"cmp"
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

// A Film is a moving picture of a window with a phone next to it: an SVG for light pages and one for dark ones,
// which differ in their style sheets alone. It runs in any browser, and stays at its last scene where motion is
// reduced. A test fails if a document shows something that the program does not.
type Film struct {
	x      *Terminal
	file   string
	old    string    // the content of the light file
	rows   int       // of the window
	phones bool      // there is room for a phone
	layers []string  // each different window and phone, once
	seen   [][]int   // the scenes in which each layer is seen
	ends   []float64 // the end of each scene, in seconds
}

// A Phone is the page on a phone, from the top down. Empty fields are not drawn.
type Phone struct {
	Mark        string // a letter
	Ground, Ink string // the colors of the letter's sign
	Name, Where string
	Asks        string // a question; or
	Says        string // that there is none
	Buttons     []string
	Pressed     int // the button under a finger; -1: none
	In          string
	Told        []string
	Places      []string // names, by rank
	Points      []string
	Heading     string // above the places
}

// The layout of a picture, in its units.
const (
	cellWide, cellHigh = 8.4, 17.0
	margin             = 14.0
	letters            = 14.0
	baseline           = 12.6 // from the top of a line
	phoneWide          = 196.0
	phoneGap           = 14.0 // between the window and the phone
)

// paints holds the names of colors: those of the window, and the sixteen that a terminal has by number.
var paints = strings.Fields("back fore frame faint c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15")

// themes holds these colors for light and dark windows.
var themes = map[string][]string{
	"light": strings.Fields("#ffffff #1f2328 #d0d7de #59636e #24292f #cf222e #116329 #7d4e00 #0550ae #8250df #1b7c83 #59636e #57606a #a40e26 #1a7f37 #633c01 #0969da #6639ba #3192aa #8c959f"),
	"dark":  strings.Fields("#0d1117 #e6edf3 #3d444d #9198a1 #484f58 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4 #6e7681 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff"),
}

// Picture waits until the screen, from the first line with a text on, equals DIR/NAME-light.svg and
// DIR/NAME-dark.svg, and fails with the screen if it does not. With -update it writes the files.
func (x *Terminal) Picture(dir, name, from string) {
	x.t.Helper()
	f := x.Film(dir, name, 0)
	f.Scene(1, from, "", Phone{})
	f.Ends()
}

// Film starts a film, DIR/NAME-light.svg and DIR/NAME-dark.svg, of windows with at most so many rows; 0: as
// many as the first has.
func (x *Terminal) Film(dir, name string, rows int) *Film {
	f := &Film{x: x, file: filepath.Join(dir, name), rows: rows}
	f.old = f.read("light")
	return f
}

func (f *Film) path(theme string) string { return f.file + "-" + theme + ".svg" }

// read returns the file of a theme. It may be missing if it is to be written.
func (f *Film) read(theme string) string {
	f.x.t.Helper()
	b, err := os.ReadFile(f.path(theme))
	if err != nil && !*update {
		f.x.t.Fatal(err)
	}
	return string(b)
}

// Scene shows the window for some seconds, from a line with one text up to a line with another, and the phone
// if it has a name. Unless files are written, it waits until the window is as in the file.
func (f *Film) Scene(seconds float64, from, until string, p Phone) {
	f.x.t.Helper()
	window, limit := "", f.rows
	asFiled := func() bool {
		window, f.rows = f.window(from, until, limit)
		return *update || strings.Contains(f.old, ">\n"+window+"</g>")
	}
	if *update {
		f.x.settle()
	}
	if !f.x.reaches(asFiled, 5*time.Second) {
		f.x.t.Errorf("scene %d of %s is not what is seen (-update draws it anew):\n%s", len(f.ends), f.file, frame(f.x.Screen()))
	}
	f.add(window)
	if p.Name != "" {
		f.phones = true
		f.add(f.phone(p))
	}
	f.ends = append(f.ends, append([]float64{0}, f.ends...)[len(f.ends)]+seconds)
}

// add puts a layer into the current scene.
func (f *Film) add(layer string) {
	at := slices.Index(f.layers, layer)
	if at < 0 {
		at, f.layers, f.seen = len(f.layers), append(f.layers, layer), append(f.seen, nil)
	}
	f.seen[at] = append(f.seen[at], len(f.ends))
}

// Ends fails unless the film equals its files. With -update it writes them.
func (f *Film) Ends() {
	f.x.t.Helper()
	for theme, colors := range themes {
		svg := f.svg(colors)
		if *update {
			if err := os.WriteFile(f.path(theme), []byte(svg), 0o666); err != nil {
				f.x.t.Fatal(err)
			}
		} else if svg != f.read(theme) {
			f.x.t.Errorf("%s is not what is seen (-update draws it anew)", f.path(theme))
		}
	}
}

// svg returns the film in some colors. Without its style sheet, or where motion is reduced, it shows the last
// scene.
func (f *Film) svg(colors []string) string {
	wide, high := f.across(), float64(f.rows)*cellHigh+2*margin
	room := wide
	if f.phones {
		room += phoneGap + phoneWide
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f" width="%.0f" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%.0f">`+"\n<style>", room, high, room, letters)
	for i, color := range colors {
		fmt.Fprintf(&b, ".%s{fill:%s}", paints[i], color)
	}
	fmt.Fprintf(&b, ".w{fill:%s;stroke:%s}.b{stroke:%s;stroke-width:2}", colors[0], colors[2], colors[4+4])
	if len(f.ends) > 1 {
		f.animate(&b)
	}
	fmt.Fprintf(&b, "</style>\n"+`<rect class="w" x="0.5" y="0.5" width="%.1f" height="%.1f" rx="8"/>`+"\n", wide-1, high-1)
	for i, layer := range f.layers {
		class := ""
		if !slices.Contains(f.seen[i], len(f.ends)-1) {
			class = "s "
		}
		fmt.Fprintf(&b, `<g class="%sa%d">`+"\n%s</g>\n", class, i, layer)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// animate writes when each layer is visible.
func (f *Film) animate(b *strings.Builder) {
	length := f.ends[len(f.ends)-1]
	b.WriteString(".s{visibility:hidden}@media(prefers-reduced-motion:no-preference){")
	for i, scenes := range f.seen {
		fmt.Fprintf(b, ".a%d{animation:a%d %.1fs step-end infinite}@keyframes a%d{", i, i, length, i)
		begins := 0.0
		for scene, ends := range f.ends {
			if is := slices.Contains(scenes, scene); scene == 0 || is != slices.Contains(scenes, scene-1) {
				fmt.Fprintf(b, "%.2f%%{visibility:%s}", 100*begins/length, map[bool]string{true: "visible", false: "hidden"}[is])
			}
			begins = ends
		}
		b.WriteString("}")
	}
	b.WriteString("}")
}

// across returns the width of the window with its margins.
func (f *Film) across() float64 { return float64(f.x.vt.Width())*cellWide + 2*margin }

// window draws the lines of the screen from the first with one text up to the next with another, or all if
// there is none, and at most limit, if that is not 0; the caller holds the lock. rows is the room for them.
func (f *Film) window(from, until string, limit int) (drawn string, rows int) {
	all := strings.Split(f.x.screen(), "\n")
	first := max(0, slices.IndexFunc(all, func(line string) bool { return strings.Contains(line, from) }))
	all = all[first:]
	if until != "" {
		all = all[:max(1, slices.IndexFunc(all, func(line string) bool { return strings.Contains(line, until) }))]
	}
	rows = cmp.Or(limit, len(all))
	var b strings.Builder
	for y := range min(len(all), rows) {
		f.drawLine(&b, first+y, y)
	}
	return b.String(), rows
}

// drawLine draws a line of the screen, in runs of cells of the same style.
func (f *Film) drawLine(b *strings.Builder, line, y int) {
	cols := f.x.vt.Width()
	for col := 0; col < cols; {
		c := f.x.vt.CellAt(col, line)
		if c == nil || c.Content == "" {
			col++
			continue
		}
		text, end := c.Content, col+max(1, c.Width)
		for end < cols && c.Width == 1 {
			next := f.x.vt.CellAt(end, line)
			if next == nil || next.Width != 1 || !next.Style.Equal(&c.Style) || (shapes[next.Content] == nil) != (shapes[c.Content] == nil) {
				break
			}
			text += next.Content
			end++
		}
		drawRun(b, text, c.Style, col, end-col, y)
		col = end
	}
}

// drawRun draws the background of a run, and its letters, stretched to their cells, or its shapes.
func drawRun(b *strings.Builder, text string, style uv.Style, col, cols, y int) {
	fore, back := painted(style)
	left, top := margin+float64(col)*cellWide, margin+float64(y)*cellHigh
	if back != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" %s/>`+"\n", left, top, float64(cols)*cellWide, cellHigh, back)
	}
	bare := strings.TrimSpace(text)
	if first, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth); shapes[first] != nil {
		fmt.Fprintf(b, `<path %s shape-rendering="crispEdges" d="`, fore)
		for i, sign := range []rune(text) {
			for _, s := range shapes[string(sign)] {
				const w, h = cellWide / 8, cellHigh / 8
				fmt.Fprintf(b, "M%.2f %.2fh%.2fv%.2fh%.2fz", left+float64(i)*cellWide+s[0]*w, top+s[1]*h, s[2]*w, s[3]*h, -s[2]*w)
			}
		}
		b.WriteString(`"/>` + "\n")
	} else if bare != "" {
		left += cellWide * float64(len(text)-len(strings.TrimLeft(text, " ")))
		bold := ""
		if style.Attrs&uv.AttrBold != 0 {
			bold = ` font-weight="700"`
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" %s%s xml:space="preserve">%s</text>`+"\n",
			left, top+baseline, float64(ansi.StringWidth(bare))*cellWide, fore, bold, html.EscapeString(bare))
	}
}

// painted returns the attributes for the letters and their background; "" means no background.
func painted(s uv.Style) (fore, back string) {
	fore, back = colored(s.Fg, `class="fore"`), colored(s.Bg, "")
	if s.Attrs&uv.AttrFaint != 0 && s.Fg == nil {
		fore = `class="faint"`
	}
	if s.Attrs&uv.AttrReverse != 0 {
		fore, back = colored(s.Bg, `class="back"`), fore
	}
	return fore, back
}

// colored returns the attribute for a color. Colors that a terminal has by number are those of the theme.
func colored(c color.Color, none string) string {
	switch c := c.(type) {
	case nil:
		return none
	case ansi.BasicColor:
		return fmt.Sprintf(`class="c%d"`, c%16)
	case ansi.IndexedColor:
		if c < 16 {
			return fmt.Sprintf(`class="c%d"`, c)
		}
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf(`fill="#%02x%02x%02x"`, r>>8, g>>8, b>>8)
}

// A shape is a filled part of a cell, in eighths: from the left, from the top, width, height.
type shape [4]float64

// Lines from the middle of a cell to its sides.
var (
	left  = shape{0, 3.65, 4.35, .7}
	right = shape{3.65, 3.65, 4.35, .7}
	up    = shape{3.3, 0, 1.4, 4.35}
	down  = shape{3.3, 3.65, 1.4, 4.35}
)

// shapes holds the signs that must touch their neighbors, and are drawn without a font.
var shapes = map[string][]shape{
	"─": {left, right}, "│": {up, down}, "╭": {right, down}, "╮": {left, down}, "╰": {right, up}, "╯": {left, up},
	"├": {up, down, right}, "┤": {up, down, left}, "┬": {left, right, down}, "┴": {left, right, up}, "┼": {left, right, up, down},
	"█": {{0, 0, 8, 8}}, "▀": {{0, 0, 8, 4}}, "▄": {{0, 4, 8, 4}},
}

// A column is a phone being drawn, from the top down.
type column struct {
	strings.Builder
	left, y float64
}

// phone draws a phone.
func (f *Film) phone(p Phone) string {
	s := &column{left: f.across() + phoneGap + 12, y: 26}
	fmt.Fprintf(s, `<g font-family="system-ui,sans-serif"><rect class="w" x="%.1f" y="1.5" width="%.1f" height="%.1f" rx="20" stroke-width="3"/>`+"\n",
		s.left-10.5, phoneWide-3, float64(f.rows)*cellHigh+2*margin-3)
	fmt.Fprintf(s, `<rect x="%.1f" y="%.1f" width="15" height="16" rx="4" fill="%s"/><text x="%.1f" y="%.1f" font-size="11" text-anchor="middle" font-weight="700" fill="%s">%s</text>`+"\n",
		s.left, s.y-12, p.Ground, s.left+7.5, s.y, p.Ink, p.Mark)
	fmt.Fprintf(s, `<text x="%.1f" y="%.1f" font-size="10.5" class="fore"><tspan font-weight="700">%s</tspan> %s</text>`+"\n", s.left+20, s.y, html.EscapeString(p.Name), html.EscapeString(p.Where))
	s.y += 12
	s.write(p.Asks, 13, 24, `class="fore" font-weight="700"`)
	s.buttons(p)
	s.write(p.Says, 11, 30, `class="faint"`)
	s.write(p.In, 11, 28, `class="c2" font-weight="700"`)
	for _, told := range p.Told {
		s.write("• "+told, 10.5, 31, `class="fore"`)
	}
	s.write(p.Heading, 11, 30, `class="fore" font-weight="700"`)
	for i, name := range p.Places {
		s.y += 17
		fmt.Fprintf(s, `<path class="w" d="M%.1f %.1fh172"/><text x="%.1f" y="%.1f" font-size="11" class="fore">%s</text><text x="%.1f" y="%.1f" font-size="11" text-anchor="end" class="fore">%s</text>`+"\n",
			s.left, s.y-12, s.left, s.y, html.EscapeString(name), s.left+172, s.y, html.EscapeString(p.Points[i]))
	}
	s.WriteString("</g>\n")
	return s.String()
}

// write draws a paragraph with so many letters a line.
func (s *column) write(text string, size float64, letters int, look string) {
	if text == "" {
		return
	}
	s.y += 4
	for line := range strings.SplitSeq(ansi.Wordwrap(text, letters, ""), "\n") {
		s.y += size + 3
		fmt.Fprintf(s, `<text x="%.1f" y="%.1f" font-size="%g" %s>%s</text>`+"\n", s.left, s.y, size, look, html.EscapeString(line))
	}
}

// buttons draws the buttons of a question, two in a row; a pressed one is filled.
func (s *column) buttons(p Phone) {
	const wide, high, gap = 82.0, 40.0, 8.0
	if len(p.Buttons) > 0 {
		s.y += 10
	}
	for i, text := range p.Buttons {
		left, top := s.left+float64(i%2)*(wide+gap), s.y+float64(i/2)*(high+gap)
		back, fore := "back", "fore"
		if i == p.Pressed {
			back, fore = "c4", "back"
		}
		fmt.Fprintf(s, `<rect class="%s b" x="%.1f" y="%.1f" width="%g" height="%g" rx="7"/><text x="%.1f" y="%.1f" font-size="15" text-anchor="middle" class="%s">%s</text>`+"\n",
			back, left, top, wide, high, left+wide/2, top+high/2+5, fore, html.EscapeString(text))
	}
	s.y += float64((len(p.Buttons)+1)/2) * (high + gap)
}
