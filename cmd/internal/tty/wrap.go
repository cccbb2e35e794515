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

// dots joins parts with dots, and lines are broken between them only.
func dots(parts ...string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.Join(parts, "\n"), " ", report.Glue), "\n", report.Glue+"· ")
}

// cut shortens a line to width columns.
func cut(s string, width int) string { return ansi.Truncate(s, width, "…") }
