package report

import (
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// What stands for a blank and a hyphen at which no line is broken.
const (
	Glue   = "\u00a0"
	hyphen = "\ue0a1"
)

var (
	// afterName finds numbers, which stay on the line of their name. It is compiled when it is first needed: most runs of
	// the program wrap nothing.
	afterName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` (-?[0-9]+(?:[,;.]| ·|$))`) })
	unglue    = strings.NewReplacer(Glue, " ", hyphen, "-")
)

// Wrap breaks the lines of a text between words, so that none has more columns than width; longer words are cut. An ID and
// a minus stay whole, and a line goes on as far in as it begins. Lines that fit keep their blanks, as tables need them.
func Wrap(s string, width int) string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if ansi.StringWidth(line) > width {
			text := strings.TrimLeft(line, " ")
			lead := line[:len(line)-len(text)]
			text = strings.ReplaceAll(afterName().ReplaceAllString(text, Glue+"$1"), "-", hyphen)
			room := max(width-len(lead), 1)
			line = lead + strings.ReplaceAll(ansi.Hardwrap(ansi.Wrap(text, room, ""), room, true), "\n", "\n"+lead)
		}
		for l := range strings.SplitSeq(unglue.Replace(line), "\n") {
			out = append(out, strings.TrimRight(l, " "))
		}
	}
	return strings.Join(out, "\n")
}
