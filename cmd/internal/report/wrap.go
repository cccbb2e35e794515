package report

import (
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// The signs for a blank and a hyphen at which no line is broken.
const (
	Glue   = "\u00a0"
	hyphen = "\ue0a1"
)

var (
	// afterName finds numbers, which stay on the line of their name. It is compiled when it is first needed, like the others:
	// most runs of the program wrap nothing.
	afterName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` (-?[0-9]+(?:[,;.]| ·|$))`) })
	// quoted finds paths in quotes, as a shell wants those with blanks; path finds all, and addresses.
	quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\B"[^"]*[/\\][^"]*"|\B'[^']*[/\\][^']*'`) })
	path   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\S*[/\\]\S*`) })
	unglue = strings.NewReplacer(Glue, " ", hyphen, "-")
)

// Wrap breaks the lines of a text between words, so that none has more columns than width; longer words are cut, but a path
// stays whole, since it is there to be copied. An ID and a minus stay whole, and a line goes on as far in as it begins.
// Lines that fit keep their blanks, as tables need them.
func Wrap(s string, width int) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if ansi.StringWidth(line) > width {
			text := strings.TrimLeft(line, " ")
			lead := line[:len(line)-len(text)]
			text = strings.ReplaceAll(afterName().ReplaceAllString(text, Glue+"$1"), "-", hyphen)
			text = quoted().ReplaceAllStringFunc(text, func(p string) string { return strings.ReplaceAll(p, " ", Glue) })
			room := max(width-len(lead), 1)
			line = lead + strings.ReplaceAll(breakText(text, room), "\n", "\n"+lead)
		}
		for l := range strings.SplitSeq(unglue.Replace(line), "\n") {
			out = append(out, strings.TrimRight(l, " "))
		}
	}
	return strings.Join(out, "\n")
}

// breakText breaks a text into lines. A path that is too long for one has it alone.
func breakText(text string, room int) string {
	var lines []string
	rest := 0
	for _, at := range path().FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		if ansi.StringWidth(word) <= room {
			continue
		}
		if before := strings.TrimSpace(text[rest:at[0]]); before != "" {
			lines = append(lines, cutText(before, room))
		}
		lines = append(lines, word)
		rest = at[1]
	}
	if after := strings.TrimLeft(text[rest:], " "); after != "" || rest == 0 {
		lines = append(lines, cutText(after, room))
	}
	return strings.Join(lines, "\n")
}

func cutText(text string, room int) string {
	return ansi.Hardwrap(ansi.Wrap(text, room, ""), room, true)
}
