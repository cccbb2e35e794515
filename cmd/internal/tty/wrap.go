package tty

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/report"
)

// wrap returns the lines of a text, none of more columns than width.
func wrap(s string, width int) []string { return strings.Split(report.Wrap(s, width), "\n") }

// dots joins parts with dots, and lines are broken between them only.
func dots(parts ...string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.Join(parts, "\n"), " ", report.Glue), "\n", report.Glue+"· ")
}

// cut shortens a line to width columns.
func cut(s string, width int) string { return ansi.Truncate(s, width, "…") }
