package screen

import "strings"

// These digits can be read from the other side of the table, and the letters spell what is shouted there. Each
// is five cells high; a cell is drawn as several columns and rows.

const high = 5

var glyphs = map[rune][high]string{
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
	'-': {"  ", "  ", "##", "  ", "  "},
	'E': {"###", "#  ", "## ", "#  ", "###"},
	'I': {"#", "#", "#", "#", "#"},
	'M': {"#   #", "## ##", "# # #", "#   #", "#   #"},
	'O': {" ## ", "#  #", "#  #", "#  #", " ## "},
	'P': {"## ", "# #", "## ", "#  ", "#  "},
	'T': {"###", " # ", " # ", " # ", " # "},
	'!': {"#", "#", "#", " ", "#"},
}

// A scale is the number of columns and rows of a cell.
type scale struct{ cols, rows int }

// scales, from the largest. A cell of the usual terminal is twice as high as wide. The steps are small, so that
// any window is filled, even on a television.
var scales = []scale{
	{36, 18}, {32, 16}, {28, 14}, {24, 12}, {22, 11}, {20, 10}, {18, 9}, {16, 8}, {14, 7}, {12, 6}, {10, 5}, {8, 4}, {6, 3}, {4, 2}, {3, 2}, {2, 1}, {1, 1},
}

// big draws a face in lines of blocks.
func big(face string, s scale) []string {
	var lines []string
	for row := range high {
		var b strings.Builder
		for i, r := range face {
			if i > 0 {
				b.WriteString(strings.Repeat(" ", s.cols))
			}
			for _, cell := range glyphs[r][row] {
				sign := " "
				if cell == '#' {
					sign = "█"
				}
				b.WriteString(strings.Repeat(sign, s.cols))
			}
		}
		for range s.rows {
			lines = append(lines, b.String())
		}
	}
	return lines
}

// bar draws the part of the whole that is left, in width columns.
func bar(left, whole, width int) string {
	full := 0
	if whole > 0 {
		full = (left*width + whole - 1) / whole
	}
	full = min(max(full, 0), width)
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}
