//go:build unix

package ttytest

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Film is a moving picture of a window and of a phone beside it: an SVG with a style sheet, which runs in any browser and stands
// still, at its last scene, where motion is reduced. As a picture does, it shows what the program says, or a test says so.
type Film struct {
	x    *Terminal
	file string
	rows int
	old  map[string]string // by theme: what the file holds
	made map[string]*reel  // by theme
	ends []float64         // when each scene ends, in seconds
}

// A reel is what a film draws for one theme: each different window and each different phone once, and in which scenes it is seen.
type reel struct {
	layers []string
	seen   [][]int
}

// A Phone is what a page shows on a phone, from the top down; what is empty is not drawn.
type Phone struct {
	Mark        string // a letter
	Ground, Ink string // colors of the letter's sign
	Name, Where string
	Asks        string // a question; or
	Says        string // that nothing is asked
	Buttons     []string
	Pressed     int // which button a finger is on; -1: none
	In          string
	Told        []string
	Places      []string // names, by rank
	Points      []string
	Heading     string // above the places
}

// Film begins a film, DIR/NAME-light.svg and DIR/NAME-dark.svg, of windows with at most so many rows.
func (x *Terminal) Film(dir, name string, rows int) *Film {
	x.t.Helper()
	f := &Film{x: x, file: filepath.Join(dir, name), rows: rows, old: map[string]string{}, made: map[string]*reel{}}
	for _, th := range themes {
		f.made[th.name] = &reel{}
		b, err := os.ReadFile(f.path(th))
		if err != nil && !*update {
			x.t.Fatal(err)
		}
		f.old[th.name] = string(b)
	}
	return f
}

func (f *Film) path(th theme) string { return f.file + "-" + th.name + ".svg" }

// Scene adds what the window shows for some seconds, from a line that holds a text up to one that holds another, with a phone beside
// it. Unless pictures are written, it waits until the window is as the file has it.
func (f *Film) Scene(seconds float64, from, until string, p Phone) {
	f.x.t.Helper()
	if *update {
		f.x.settle()
	}
	drawn := func(th theme) string {
		var b strings.Builder
		first, rows := f.x.part(from, until)
		for y := range min(rows, f.rows) {
			f.x.drawLine(&b, th, first+y, y)
		}
		return b.String()
	}
	last := 0.0
	if len(f.ends) > 0 {
		last = f.ends[len(f.ends)-1]
	}
	scene := len(f.ends)
	f.ends = append(f.ends, last+seconds)
	for _, th := range themes {
		is := func() bool { return strings.Contains(f.old[th.name], drawn(th)) }
		if !*update && !f.x.reaches(is, 5*time.Second) {
			f.x.t.Errorf("scene %d of %s is not what is seen (-update draws it anew):\n%s", scene, f.path(th), frame(f.x.Screen()))
		}
		f.x.mu.Lock()
		f.made[th.name].add(scene, drawn(th))
		f.x.mu.Unlock()
		f.made[th.name].add(scene, f.phone(th, p))
	}
}

// add notes that a layer is seen in a scene.
func (r *reel) add(scene int, layer string) {
	at := slices.Index(r.layers, layer)
	if at < 0 {
		at, r.layers, r.seen = len(r.layers), append(r.layers, layer), append(r.seen, nil)
	}
	r.seen[at] = append(r.seen[at], scene)
}

// Ends fails unless the film is the one in its files. With -update it writes them.
func (f *Film) Ends() {
	f.x.t.Helper()
	for _, th := range themes {
		svg := f.svg(th)
		if *update {
			if err := os.WriteFile(f.path(th), []byte(svg), 0o666); err != nil {
				f.x.t.Fatal(err)
			}
		} else if svg != f.old[th.name] {
			f.x.t.Errorf("%s is not what is seen (-update draws it anew)", f.path(th))
		}
	}
}

// How large the phone is, and how far from the window.
const (
	phoneWide = 196.0
	phoneGap  = 14.0
)

// svg returns the film. Without a style sheet, or where motion is reduced, the layers of the last scene are seen.
func (f *Film) svg(th theme) string {
	r, wide, high := f.made[th.name], across(f.x.vt.Width()), down(f.rows)
	var b strings.Builder
	opens(&b, wide+phoneGap+phoneWide, high)
	length := f.ends[len(f.ends)-1]
	b.WriteString("<style>.s{visibility:hidden}.z{visibility:visible}@media(prefers-reduced-motion:no-preference){")
	for i, scenes := range r.seen {
		fmt.Fprintf(&b, ".a%d{animation:a%d %.1fs step-end infinite}@keyframes a%d{", i, i, length, i)
		for scene := range f.ends {
			begins := 0.0
			if scene > 0 {
				begins = f.ends[scene-1]
			}
			if is := slices.Contains(scenes, scene); scene == 0 || is != slices.Contains(scenes, scene-1) {
				fmt.Fprintf(&b, "%.2f%%{visibility:%s}", 100*begins/length, map[bool]string{true: "visible", false: "hidden"}[is])
			}
		}
		b.WriteString("}")
	}
	b.WriteString("}</style>\n")
	th.window(&b, 0, 0, wide, high)
	for i, layer := range r.layers {
		class := "s"
		if slices.Contains(r.seen[i], len(f.ends)-1) {
			class = "z"
		}
		fmt.Fprintf(&b, `<g class="%s a%d">`+"\n%s</g>\n", class, i, layer)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// A sheet is a phone while it is being drawn, from the top down.
type sheet struct {
	strings.Builder
	th   theme
	left float64
	y    float64
}

// phone draws a phone.
func (f *Film) phone(th theme, p Phone) string {
	s := &sheet{th: th, left: across(f.x.vt.Width()) + phoneGap + 12, y: 26}
	high := down(f.rows)
	fmt.Fprintf(s, `<g font-family="system-ui,sans-serif" font-size="11"><rect x="%.1f" y="1.5" width="%.1f" height="%.1f" rx="20" fill="%s" stroke="%s" stroke-width="3"/>`+"\n",
		s.left-10.5, phoneWide-3, high-3, th.back, th.frame)
	fmt.Fprintf(s, `<rect x="%.1f" y="%.1f" width="15" height="16" rx="4" fill="%s"/><text x="%.1f" y="%.1f" text-anchor="middle" font-weight="700" fill="%s">%s</text>`+"\n", s.left, s.y-12, p.Ground, s.left+7.5, s.y, p.Ink, p.Mark)
	fmt.Fprintf(s, `<text x="%.1f" y="%.1f" font-size="10.5" fill="%s"><tspan font-weight="700">%s</tspan> %s</text>`+"\n", s.left+20, s.y, th.fore, html.EscapeString(p.Name), html.EscapeString(p.Where))
	s.y += 12
	if p.Asks != "" {
		s.write(p.Asks, 13, 24, th.fore, ` font-weight="700"`)
		s.buttons(p)
	}
	if p.Says != "" {
		s.write(p.Says, 11, 30, th.faint, "")
	}
	if p.In != "" {
		s.write(p.In, 11, 28, th.basic[2], ` font-weight="700"`)
	}
	for _, told := range p.Told {
		s.write("• "+told, 10.5, 31, th.fore, "")
	}
	s.places(p)
	s.WriteString("</g>\n")
	return s.String()
}

// write writes a paragraph, so many letters a line.
func (s *sheet) write(text string, size float64, letters int, fill, more string) {
	s.y += 4
	line := ""
	flush := func() {
		s.y += size + 3
		fmt.Fprintf(s, `<text x="%.1f" y="%.1f" font-size="%g" fill="%s"%s>%s</text>`+"\n", s.left, s.y, size, fill, more, html.EscapeString(line))
		line = ""
	}
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line+" "+word)) > letters {
			flush()
		}
		line = strings.TrimSpace(line + " " + word)
	}
	flush()
}

// buttons draws the buttons of a question, two in a row; the one that is pressed is filled.
func (s *sheet) buttons(p Phone) {
	const wide, high, gap = 82.0, 40.0, 8.0
	s.y += 10
	for i, text := range p.Buttons {
		left, top := s.left+float64(i%2)*(wide+gap), s.y+float64(i/2)*(high+gap)
		back, fore := s.th.back, s.th.fore
		if i == p.Pressed {
			back, fore = s.th.basic[4], s.th.back
		}
		fmt.Fprintf(s, `<rect x="%.1f" y="%.1f" width="%g" height="%g" rx="7" fill="%s" stroke="%s" stroke-width="2"/><text x="%.1f" y="%.1f" font-size="15" text-anchor="middle" fill="%s">%s</text>`+"\n",
			left, top, wide, high, back, s.th.basic[4], left+wide/2, top+high/2+5, fore, html.EscapeString(text))
	}
	s.y += float64((len(p.Buttons)+1)/2) * (high + gap)
}

// places draws the standings.
func (s *sheet) places(p Phone) {
	if len(p.Places) == 0 {
		return
	}
	s.write(p.Heading, 11, 30, s.th.fore, ` font-weight="700"`)
	for i, name := range p.Places {
		s.y += 17
		fmt.Fprintf(s, `<path d="M%.1f %.1fh172" stroke="%s"/><text x="%.1f" y="%.1f" fill="%s">%s</text><text x="%.1f" y="%.1f" text-anchor="end" fill="%s">%s</text>`+"\n",
			s.left, s.y-12, s.th.frame, s.left, s.y, s.th.fore, html.EscapeString(name), s.left+172, s.y, s.th.fore, html.EscapeString(p.Points[i]))
	}
}
