// Package layout lays out text in the columns of a window: it wraps, cuts and joins, and never prints,
// translates or sanitizes.
//
//   - Columns are counted by whole characters as they appear, so wide and combined ones count right. Escape
//     codes take none.
//   - No line is wider than requested, except for a single character that is wider than the window.
//   - No wrapped line ends in a blank.
package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Dot separates the parts of a line, which are not broken inside.
const Dot = " · "

// Width returns the number of columns of a line.
func Width(s string) int { return ansi.StringWidth(s) }

// Lines wraps text to lines of at most width columns, between words if possible. It keeps the line breaks of
// the text.
func Lines(s string, width int) []string {
	width = max(1, width)
	if len(s) <= width && !strings.ContainsFunc(s, unicode.IsControl) { // no character takes more columns than bytes
		return []string{strings.TrimRightFunc(s, unicode.IsSpace)}
	}
	s = trimmed(loose.Replace(ansi.Wrap(glued(s), width, ""))) // a blank left over makes no line of its own, a hyphen does
	return strings.Split(trimmed(ansi.Hardwrap(s, width, true)), "\n")
}

var (
	afterName  = regexp.MustCompile(`(?m) (-?[0-9]+(?:[,;.]| ·|$))`)
	beforeName = regexp.MustCompile(`(?m)(^|[:·] )([0-9]+\.?) `)
	hyphens    = regexp.MustCompile(`(?m)(^|[ \x{e0a0}])-+[^ -]`)
	loose      = strings.NewReplacer("\ue0a0", " ", "\ue0a1", "-")
)

// glued keeps a number on the same line as the name next to it, a minus with its number, and dashes with their
// word, by replacing the blank or hyphen between them for a while.
func glued(s string) string {
	s = afterName.ReplaceAllString(s, "\ue0a0$1")
	s = beforeName.ReplaceAllString(s, "$1$2\ue0a0")
	return hyphens.ReplaceAllStringFunc(s, func(m string) string { return strings.ReplaceAll(m, "-", "\ue0a1") })
}

// trimmed removes the blanks at the ends of lines.
func trimmed(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(l, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}

// Wrap joins the result of Lines.
func Wrap(s string, width int) string { return strings.Join(Lines(s, width), "\n") }

// Hang wraps text with a hanging indent: every line leaves room for it, and all but the first begin with it.
func Hang(s string, width int, indent string) string {
	return trimmed(strings.Join(Lines(s, width-Width(indent)), "\n"+indent))
}

// Flow wraps a text with dots after a dot only, and inside a part only if the part alone is too wide. All lines
// but the first begin with the indent.
func Flow(s string, width int, indent string) string {
	return Join(strings.Split(s, Dot), width, indent)
}

// Join is Flow for parts that may contain dots of their own, at which nothing is broken.
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

// dotted wraps a line and appends a dot, which never stands alone if a word can precede it.
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

// hung wraps a line with the indent, if it is too wide.
func hung(line string, width int, indent string) string {
	if !slices.ContainsFunc(strings.Split(line, "\n"), func(l string) bool { return Width(l) > width }) {
		return trimmed(line)
	}
	return Hang(line, width, indent)
}

// Pack sets parts side by side with dots between them, each on the first line that has room. It cuts a part
// that is too wide.
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

// Cut truncates a line to width columns. An ellipsis marks the cut.
func Cut(line string, width int) string { return ansi.Truncate(line, width, "…") }

// OneLine replaces line breaks by blanks.
func OneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// Paint sets text in an SGR code, or leaves it if the code is "". The code holds for one line, so wrapped text
// is painted line by line.
func Paint(code, s string) string {
	if code == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
