// Package digits draws a time and a bar in blocks, to be read from the other side of the table. It knows no clock.
package digits

import "strings"

// Rows is how many cells a digit is high.
const Rows = 5

var glyphs = map[rune][Rows]string{
	'0': {"###", "# #", "# #", "# #", "###"},
	'1': {" # ", "## ", " # ", " # ", "###"},
	'2': {"###", "  #", "###", "#  ", "###"},
	'3': {"###", "  #", " ##", "  #", "###"},
	'4': {"# #", "# #", "###", "  #", "  #"},
	'5': {"###", "#  ", "###", "  #", "###"},
	'6': {"###", "#  ", "###", "# #", "###"},
	'7': {"###", "  #", "  #", "  #", "  #"},
	'8': {"###", "# #", "###", "# #", "###"},
	'9': {"###", "# #", "###", "  #", "###"},
	':': {" ", "#", " ", "#", " "},
	'!': {"#", "#", "#", " ", "#"},
	'E': {"###", "#  ", "## ", "#  ", "###"},
	'I': {"#", "#", "#", "#", "#"},
	'M': {"#   #", "## ##", "# # #", "#   #", "#   #"},
	'O': {" ## ", "#  #", "#  #", "#  #", " ## "},
	'P': {"## ", "# #", "## ", "#  ", "#  "},
	'T': {"###", " # ", " # ", " # ", " # "},
}

// Big draws a face in blocks, as large as columns and rows allow. A cell of the usual window is twice as high as wide.
// Where even the smallest is too large, the face stands as it is.
func Big(face string, columns, rows int) []string {
	wide := -1
	for _, r := range face {
		wide += len(glyphs[r][0]) + 1
	}
	scale := min(columns/max(1, wide), rows/Rows*2)
	if scale < 1 || rows < Rows {
		return []string{face}
	}
	if scale > 1 {
		scale -= scale % 2
	}
	high := max(1, scale/2)
	var lines []string
	for row := range Rows {
		var b strings.Builder
		for i, r := range face {
			if i > 0 {
				b.WriteString(strings.Repeat(" ", scale))
			}
			for _, cell := range glyphs[r][row] {
				sign := " "
				if cell == '#' {
					sign = "█"
				}
				b.WriteString(strings.Repeat(sign, scale))
			}
		}
		for range high {
			lines = append(lines, b.String())
		}
	}
	return lines
}

// Bar draws the part of the whole that is left, in width columns.
func Bar(left, whole, width int) string {
	full := 0
	if whole > 0 {
		full = min((left*width+whole-1)/whole, width)
	}
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}
