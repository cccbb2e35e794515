package tty

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// wrap lays out a text in lines of at most width columns. Its own line breaks stay; lines that fit are left as they
// are, so that tables keep their blanks.
func wrap(s string, width int) (lines []string) {
	for _, line := range strings.Split(s, "\n") {
		if ansi.StringWidth(line) > width {
			line = unglued.Replace(ansi.Hardwrap(ansi.Wrap(glued(line), width, ""), width, true))
		}
		for _, l := range strings.Split(line, "\n") {
			lines = append(lines, strings.TrimRight(l, " "))
		}
	}
	return lines
}

var (
	afterName = regexp.MustCompile(` (-?[0-9]+(?:[,;.]| ·|$))`)
	unglued   = strings.NewReplacer("\ue0a0", " ")
)

// glued keeps a number on the line of the name before it.
func glued(s string) string { return afterName.ReplaceAllString(s, "\ue0a0$1") }

// cut shortens a line to width columns.
func cut(s string, width int) string { return ansi.Truncate(s, width, "…") }
