package tty

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/report"
)

// wrap returns the lines of a text, none of more columns than width: a path is cut, too, where a question is drawn anew.
func wrap(s string, width int) []string {
	return strings.Split(ansi.Hardwrap(report.Wrap(s, width), width, true), "\n")
}

// dots joins parts with dots. Lines are broken between them, and in a part only if it does not fit in a narrow window.
func dots(parts ...string) string {
	whole := make([]string, len(parts))
	for i, p := range parts {
		if whole[i] = p; ansi.StringWidth(p) < narrow {
			whole[i] = strings.ReplaceAll(p, " ", report.Glue)
		}
	}
	return strings.Join(whole, report.Glue+"· ")
}

// narrow is the width of a narrow window.
const narrow = 39

// cut shortens a line to width columns.
func cut(s string, width int) string { return ansi.Truncate(s, width, "…") }
