// Package layout lays out text in the columns of a window: it wraps, cuts and joins, and never prints, translates or
// sanitizes.
//
//   - Columns are those of whole characters as they are seen, so wide and composed ones count right. Escape codes take
//     none.
//   - No line is wider than asked, but for a single character that is wider than the window.
//   - No wrapped line ends in a blank.
package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Dot stands between the parts of a line that are not broken inside.
const Dot = " · "

// Width returns how many columns one line takes.
func Width(s string) int { return ansi.StringWidth(s) }

// Lines wraps text to lines of at most width columns, between words where it can. Line breaks of the text stay.
func Lines(s string, width int) []string {
	width = max(1, width)
	if len(s) <= width && !strings.ContainsFunc(s, unicode.IsControl) { // no character takes more columns than bytes
		return []string{strings.TrimRightFunc(s, unicode.IsSpace)}
	}
	s = trimmed(loose.Replace(ansi.Wrap(glued(s), width, ""))) // a blank that hangs over is no line of its own, a hyphen is
	return strings.Split(trimmed(ansi.Hardwrap(s, width, true)), "\n")
}

// trimmed is text without the blanks at the ends of its lines.
var (
	afterName  = regexp.MustCompile(`(?m) (-?[0-9]+(?:[,;.]| ·|$))`)
	beforeName = regexp.MustCompile(`(?m)(^|[:·] )([0-9]+\.?) `)
	hyphens    = regexp.MustCompile(`(?m)(^|[ \x{e0a0}])-+[^ -]`)
	loose      = strings.NewReplacer("\ue0a0", " ", "\ue0a1", "-")
)

// glued returns a text in which a number stays with the name on its left or right, and a minus with its number, as dashes do
// with their word: for a while no blank and no hyphen is there.
func glued(s string) string {
	s = afterName.ReplaceAllString(s, "\ue0a0$1")
	s = beforeName.ReplaceAllString(s, "$1$2\ue0a0")
	return hyphens.ReplaceAllStringFunc(s, func(m string) string { return strings.ReplaceAll(m, "-", "\ue0a1") })
}

func trimmed(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(l, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}

// Wrap is Lines as one text.
func Wrap(s string, width int) string { return strings.Join(Lines(s, width), "\n") }

// Hang wraps text under a hanging indent: every line leaves room for it, and all but the first begin with it.
func Hang(s string, width int, indent string) string {
	return trimmed(strings.Join(Lines(s, width-Width(indent)), "\n"+indent))
}

// Flow wraps a text that has dots behind a dot only, and inside a part only where the part alone is too wide. All lines
// but the first begin with the indent.
func Flow(s string, width int, indent string) string {
	return Join(strings.Split(s, Dot), width, indent)
}

// Join is Flow for parts that may have dots of their own, which are not broken at.
func Join(parts []string, width int, indent string) string {
	lines := []string{parts[0]}
	for _, p := range parts[1:] {
		last := &lines[len(lines)-1]
		wrapped := hung(*last, width, indent)
		if Width(tail(wrapped)+Dot+p)+2 > width { // room for a dot that may follow
			*last = dotted(*last, width, indent)
			lines = append(lines, indent+p)
			continue
		}
		*last = wrapped + Dot + p
	}
	last := &lines[len(lines)-1]
	*last = hung(*last, width, indent)
	return Wrap(strings.Join(lines, "\n"), width)
}

// dotted returns a wrapped line with a dot behind it, which never stands alone where a word can stand before it.
func dotted(line string, width int, indent string) string {
	const dot = " ·"
	wrapped := hung(line, width, indent)
	if width > 2 && Width(tail(wrapped)+dot) > width {
		wrapped = hung(line, width-2, indent)
	}
	return wrapped + dot
}

// tail returns the last line of a text.
func tail(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// hung returns a line that is wrapped under the indent, if it has to be.
func hung(line string, width int, indent string) string {
	if !slices.ContainsFunc(strings.Split(line, "\n"), func(l string) bool { return Width(l) > width }) {
		return trimmed(line)
	}
	return Hang(line, width, indent)
}

// Pack sets parts side by side, a dot between them, each on the first line that has room. A part that is too wide is cut.
func Pack(parts []string, width int) []string {
	var lines []string
next:
	for _, p := range parts {
		p = Cut(p, width)
		for i, l := range lines {
			if Width(l+Dot+p) <= width {
				lines[i] += Dot + p
				continue next
			}
		}
		lines = append(lines, p)
	}
	return lines
}

// Cut truncates a line to width columns. An ellipsis stands for what is gone.
func Cut(line string, width int) string { return ansi.Truncate(line, width, "…") }

// OneLine returns text with blanks in place of its line breaks.
func OneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// Paint sets text in an SGR code, "" for none. It holds for one line: a wrapped text is painted line by line.
func Paint(code, s string) string {
	if code == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
