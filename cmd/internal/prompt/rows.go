package prompt

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A picker is one from which is picked: where the cursor is, and what stands in
// its rows. promptui keeps a cursor of its own, which is led here step by step.
type picker struct {
	names   []string
	options int    // the rows that are numbered; behind them the keys of the question may stand
	at      int    // the row of the cursor
	page    int    // rows of a page
	typed   string // the digits of a number that may go on
	quick   bool   // a digit or letter that means one row takes it
	undo    bool   // Backspace undoes the last thing; not while something is only read again
	moved   bool   // Enter takes a row: one was suggested, or the cursor was moved
	keys    string // letters that answer in place of a row
	letter  string // the one of them that was pressed

	mu    sync.Mutex // promptui draws on a goroutine of its own
	marks []int      // copies of each row that are taken; nil where one row is picked
	most  int        // of one row
}

func (l *picker) press(k key) (string, outcome) {
	if k.kind != character || k.r < '0' || k.r > '9' {
		l.typed = ""
	}
	switch k.kind {
	case enter:
		if l.marks == nil && !l.moved { // an Enter too many books nothing
			return "", goesOn
		}
		return "", taken
	case endOfInput:
		return "", atEnd
	case up:
		return l.move(l.at - 1), goesOn
	case down:
		return l.move(l.at + 1), goesOn
	case home:
		return l.move(0), goesOn
	case end:
		return l.move(len(l.names) - 1), goesOn
	case pageUp:
		return l.move(l.at - l.page), goesOn
	case pageDown:
		return l.move(l.at + l.page), goesOn
	case left:
		return l.add(-1), goesOn
	case right:
		return l.add(1), goesOn
	case backspace:
		if l.undo {
			return "", undoes
		}
	case character:
		return l.write(k.r)
	}
	return "", goesOn
}

// move leads both cursors to a row.
func (l *picker) move(to int) string {
	to = min(max(to, 0), len(l.names)-1)
	step, n := uiDown, to-l.at
	if n < 0 {
		step, n = uiUp, -n
	}
	l.at, l.moved = to, true
	return strings.Repeat(step, n)
}

func (l *picker) write(r rune) (string, outcome) {
	switch {
	case r == '<':
		return "", wentBack
	case r == '>':
		return "", wentNow
	case r == '?':
		return "", aside
	case r == ' ' && l.marks != nil:
		return l.flip(), goesOn
	case r == '+':
		return l.add(1), goesOn
	case r == '-':
		return l.add(-1), goesOn
	case r >= '0' && r <= '9' && l.most > 1:
		return l.set(int(r - '0')), goesOn
	case r >= '0' && r <= '9':
		return l.number(r)
	case strings.ContainsRune(l.keys, unicode.ToLower(r)):
		l.letter = string(unicode.ToLower(r))
		return "", taken
	}
	return l.begins(r)
}

// number jumps to a row; where more rows than nine are numbered, a second digit
// behind the first makes one number with it.
func (l *picker) number(r rune) (string, outcome) {
	typed := l.typed + string(r)
	n, _ := strconv.Atoi(typed)
	if n < 1 || n > l.options {
		typed = string(r)
		n = int(r - '0')
	}
	if n < 1 || n > l.options {
		l.typed = ""
		return "", goesOn
	}
	l.typed = typed
	keys := l.move(n - 1)
	if l.quick && l.marks == nil && n*10 > l.options {
		return keys, taken
	}
	return keys, goesOn
}

// begins jumps to the next row that begins with a letter, accents aside.
func (l *picker) begins(r rune) (string, outcome) {
	want, found, next := letterOf(string(r)), 0, -1
	if want == 0 {
		return "", goesOn
	}
	for i := 1; i <= len(l.names); i++ {
		row := (l.at + i) % len(l.names)
		if row >= l.options || letterOf(l.names[row]) != want {
			continue
		}
		found++
		if next < 0 {
			next = row
		}
	}
	if next < 0 {
		return "", goesOn
	}
	keys := l.move(next)
	if l.quick && l.marks == nil && found == 1 {
		return keys, taken
	}
	return keys, goesOn
}

// letterOf is the first letter of a name, small and without its accent; 0 where
// it begins with something else.
func letterOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(norm.NFD.String(s))
	if !unicode.IsLetter(r) {
		return 0
	}
	return unicode.ToLower(r)
}

// flip takes the row of the cursor, or lets go of it.
func (l *picker) flip() string { return l.set(1 - min(l.marks[l.at], 1)) }

// set takes n copies of the row of the cursor, if so many may be taken.
func (l *picker) set(n int) string {
	if n > l.most {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marks[l.at] = n
	return uiNothing
}

// add takes one copy more or less.
func (l *picker) add(n int) string {
	if l.marks == nil || l.most < 2 {
		return ""
	}
	return l.set(min(max(l.marks[l.at]+n, 0), l.most))
}

// row is a row as it is read, its number or mark in front.
func (l *picker) row(i int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.marks != nil {
		return l.mark(i) + l.names[i]
	}
	width := len(strconv.Itoa(l.options))
	n := strconv.Itoa(i + 1)
	if i >= l.options {
		n = string([]rune(l.keys)[i-l.options])
	}
	return strings.Repeat(" ", width-len(n)) + n + "  " + l.names[i]
}

// mark tells how many copies of a row are taken; nothing where one row is picked.
func (l *picker) mark(i int) string {
	switch {
	case l.marks == nil:
		return ""
	case l.marks[i] == 0:
		return "[ ] "
	case l.most < 2:
		return "[x] "
	}
	return "[" + strconv.Itoa(l.marks[i]) + "] "
}

// taken are the marks as they are now.
func (l *picker) taken() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]int{}, l.marks...)
}
