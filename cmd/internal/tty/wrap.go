package tty

import (
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// What stands for a blank and a hyphen at which no line is broken.
const (
	glue   = "\ue0a0"
	hyphen = "\ue0a1"
)

var (
	// afterName finds numbers, which stay on the line of their name. It is compiled when it is first needed: most runs of
	// the program wrap nothing.
	afterName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` (-?[0-9]+(?:[,;.]| ·|$))`) })
	unglue    = strings.NewReplacer(glue, " ", hyphen, "-")
)

// wrap lays out a text in lines of at most width columns, broken between words: an ID and a minus stay whole. Its own line
// breaks stay; lines that fit are left as they are, so that tables keep their blanks.
func wrap(s string, width int) (lines []string) {
	for line := range strings.SplitSeq(s, "\n") {
		if ansi.StringWidth(line) > width {
			line = strings.ReplaceAll(afterName().ReplaceAllString(line, glue+"$1"), "-", hyphen)
			line = ansi.Hardwrap(ansi.Wrap(line, width, ""), width, true)
		}
		for l := range strings.SplitSeq(unglue.Replace(line), "\n") {
			lines = append(lines, strings.TrimRight(l, " "))
		}
	}
	return lines
}

// dots joins parts with dots, and lines are broken between them only.
func dots(parts ...string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.Join(parts, "\n"), " ", glue), "\n", glue+"· ")
}

// cut shortens a line to width columns.
func cut(s string, width int) string { return ansi.Truncate(s, width, "…") }
