package screen

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Letters of a name that is read from the other side of the room, as high as the digits. A
// name with a sign that is not among them is never drawn: nobody's name is spelt wrong.

var letters = map[rune][high]string{
	'A': {" # ", "# #", "###", "# #", "# #"},
	'B': {"## ", "# #", "## ", "# #", "## "},
	'C': {" ##", "#  ", "#  ", "#  ", " ##"},
	'D': {"## ", "# #", "# #", "# #", "## "},
	'E': {"###", "#  ", "## ", "#  ", "###"},
	'F': {"###", "#  ", "## ", "#  ", "#  "},
	'G': {" ###", "#   ", "# ##", "#  #", " ###"},
	'H': {"# #", "# #", "###", "# #", "# #"},
	'I': {"#", "#", "#", "#", "#"},
	'J': {"  #", "  #", "  #", "# #", " # "},
	'K': {"# #", "# #", "## ", "# #", "# #"},
	'L': {"#  ", "#  ", "#  ", "#  ", "###"},
	'M': {"#   #", "## ##", "# # #", "#   #", "#   #"},
	'N': {"#  #", "## #", "# ##", "#  #", "#  #"},
	'O': {" ## ", "#  #", "#  #", "#  #", " ## "},
	'P': {"## ", "# #", "## ", "#  ", "#  "},
	'Q': {" ## ", "#  #", "#  #", "# ##", " ###"},
	'R': {"## ", "# #", "## ", "# #", "# #"},
	'S': {" ##", "#  ", " # ", "  #", "## "},
	'T': {"###", " # ", " # ", " # ", " # "},
	'U': {"# #", "# #", "# #", "# #", "###"},
	'V': {"# #", "# #", "# #", "# #", " # "},
	'W': {"#   #", "#   #", "# # #", "## ##", "#   #"},
	'X': {"# #", "# #", " # ", "# #", "# #"},
	'Y': {"# #", "# #", " # ", " # ", " # "},
	'Z': {"###", "  #", " # ", "#  ", "###"},
	' ': {"  ", "  ", "  ", "  ", "  "},
	'-': {"  ", "  ", "##", "  ", "  "},
	'.': {" ", " ", " ", " ", "#"},
	'!': {"#", "#", "#", " ", "#"},
}

// marks stand above a letter, the cedilla below it.
var marks = map[rune]string{
	'\u0300': "#  ", // grave
	'\u0301': "  #", // acute
	'\u0302': " # ", // circumflex
	'\u0303': "###", // tilde
	'\u0308': "# #", // diaeresis
	'\u030a': " # ", // ring
	'\u0327': " # ", // cedilla
}

const cedilla = '\u0327'

// lettered is a name in cells, a row each: those of the letters, and one above or below where a
// letter has a mark there; ok is false where a sign of it is not known.
func lettered(name string) (rows []string, ok bool) {
	const rowsWithMarks = high + 2
	rows = make([]string, rowsWithMarks)
	for _, r := range norm.NFD.String(strings.ToUpper(name)) {
		if mark, is := marks[r]; is && rows[1] != "" {
			at := 0
			if r == cedilla {
				at = rowsWithMarks - 1
			}
			rows[at] = over(rows[at], mark)
			continue
		}
		cells, is := glyphs[r]
		if !is || !unicode.IsDigit(r) {
			cells, is = letters[r]
		}
		if !is {
			return nil, false
		}
		for i := range rows {
			cell := strings.Repeat(" ", len(cells[0]))
			if i > 0 && i <= high {
				cell = cells[i-1]
			}
			if rows[i] != "" {
				cell = " " + cell
			}
			rows[i] += cell
		}
	}
	return slices.DeleteFunc(rows, func(row string) bool { return strings.TrimSpace(row) == "" }), strings.TrimSpace(name) != ""
}

// over puts a mark at the end of a row, as far as the last letter goes.
func over(row, mark string) string {
	return row[:max(0, len(row)-len(mark))] + mark[max(0, len(mark)-len(row)):]
}

// drawn are rows of cells at a scale.
func drawn(rows []string, s scale) []string {
	var lines []string
	for _, row := range rows {
		var b strings.Builder
		for _, cell := range row {
			sign := " "
			if cell == '#' {
				sign = "█"
			}
			b.WriteString(strings.Repeat(sign, s.cols))
		}
		for range s.rows {
			lines = append(lines, b.String())
		}
	}
	return lines
}
