package report

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Nobody knows how wide text in a picture will be, since every reader has other fonts. These widths are a little more than
// those of wide fonts.

// wide returns the width of a line at a font size, in the unit of that size.
func wide(s string, size float64) float64 {
	sum := 0.0
	for s != "" {
		c, columns := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(c):]
		sum += em(c, columns)
	}
	return sum * size
}

// em returns the width of a character as a fraction of the font size.
func em(c string, columns int) float64 {
	switch {
	case columns == 0:
		return 0
	case columns > 1:
		return 1.3
	case strings.Contains("ijlI.,:;'|! ()", c):
		return 0.42
	case strings.Contains("mwMWQ@%—…", c):
		return 1.02
	case strings.ToLower(c) != c, len(c) > 1:
		return 0.8
	}
	return 0.66
}

// cut shortens a line to a width, with an ellipsis in place of the rest.
func cut(s string, room, size float64) string {
	if wide(s, size) <= room {
		return s
	}
	out := ""
	for s != "" {
		c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if wide(out+c+"…", size) > room {
			break
		}
		out, s = out+c, s[len(c):]
	}
	return strings.TrimRight(out, " ") + "…"
}

// wrap breaks a text into lines of a width.
func wrap(s string, room, size float64) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if n := len(lines); n > 0 && wide(lines[n-1]+" "+word, size) <= room {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, cut(word, room, size))
	}
	return lines
}
