package prompt

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A row is a line of a list.
type row struct {
	mark   string // its key, as it stands in front
	name   string
	option int    // of the question; -1 for a letter that answers in place of one, and for a line that is barred
	why    string // it cannot be picked; "" where it can
}

// A picker is one from which is picked: where the cursor is, and what stands in
// its rows. promptui keeps a cursor of its own, which is led here step by step.
type picker struct {
	rows   []row
	at     int    // the row of the cursor
	page   int    // rows of a page
	typed  string // the digits of a number that may go on
	word   string // the letters of a name that may go on
	quick  bool   // a digit or letter that means one row takes it
	undo   bool   // Backspace undoes the last thing; not while something is only read again
	moved  bool   // Enter takes a row: one was suggested, or the cursor was moved
	keys   string // letters that answer in place of a row
	letter string // the one of them that was pressed

	mu     sync.Mutex // promptui draws on a goroutine of its own
	copies []int      // of each row that are taken; nil where one row is picked
	most   int        // of one row
}

func (l *picker) press(k key) (string, outcome) {
	if k.kind != character || k.r < '0' || k.r > '9' {
		l.typed = ""
	}
	if k.kind != character || !unicode.IsLetter(k.r) && k.r != ' ' {
		l.word = ""
	}
	switch k.kind {
	case enter:
		if l.copies == nil && !l.moved { // an Enter too many books nothing
			return "", goesOn
		}
		return "", l.take()
	case endOfInput:
		return "", atEnd
	case up:
		return l.move(l.at - 1), goesOn
	case down:
		return l.move(l.at + 1), goesOn
	case home:
		return l.move(0), goesOn
	case end:
		return l.move(len(l.rows) - 1), goesOn
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
			return "", tookBack
		}
	case character:
		return l.write(k.r)
	}
	return "", goesOn
}

// take is what becomes of a row that is picked: one that is barred says why.
func (l *picker) take() outcome {
	if l.copies == nil && l.rows[l.at].why != "" {
		return barred
	}
	return taken
}

// move leads both cursors to a row.
func (l *picker) move(to int) string {
	to = min(max(to, 0), len(l.rows)-1)
	step, n := uiDown, to-l.at
	if n < 0 {
		step, n = uiUp, -n
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.moved = to, true
	return strings.Repeat(step, n)
}

// ready reports whether Enter takes something.
func (l *picker) ready() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.copies != nil || l.moved
}

func (l *picker) write(r rune) (string, outcome) {
	switch {
	case r == '<':
		return "", wentBack
	case r == '>':
		return "", wentNow
	case r == '?':
		return "", aside
	case r == ' ' && l.copies != nil:
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
	if to := l.lettered(r); to >= 0 {
		keys := l.move(to)
		if l.quick || l.rows[to].why != "" {
			return keys, l.take()
		}
		return keys, goesOn
	}
	return l.begins(r)
}

// number jumps to the row with a number; where a longer one begins with it, a second digit
// behind the first makes one number with it. Where several rows may be taken, it takes the
// row or lets go of it.
func (l *picker) number(r rune) (string, outcome) {
	before := l.typed
	l.typed += string(r)
	to, longer := l.marked(l.typed)
	if to < 0 && !longer {
		before, l.typed = "", string(r)
		to, longer = l.marked(l.typed)
	}
	switch {
	case to < 0 && !longer:
		l.typed = ""
		return "", goesOn
	case to < 0:
		return "", goesOn
	}
	if l.copies != nil {
		if first, _ := l.marked(before); first >= 0 { // it was not meant
			l.at = first
			l.flip()
		}
		keys := l.move(to)
		return keys + l.flip(), goesOn
	}
	keys := l.move(to)
	if l.quick && !longer || l.rows[to].why != "" {
		return keys, l.take()
	}
	return keys, goesOn
}

// marked is the row with a key, -1 where there is none, and whether the keys of others are
// longer and begin with it.
func (l *picker) marked(key string) (at int, longer bool) {
	at = -1
	for i, r := range l.rows {
		switch {
		case key == "":
		case r.mark == key:
			at = i
		case strings.HasPrefix(r.mark, key):
			longer = true
		}
	}
	return at, longer
}

// lettered is the row whose key is a letter, -1 where there is none.
func (l *picker) lettered(r rune) int {
	return slices.IndexFunc(l.rows, func(one row) bool { return one.mark == string(unicode.ToLower(r)) })
}

// begins jumps to the next row that begins with a letter, or with the letters before it and this one, accents and
// blanks aside: “sub” is the submarine. A row with a letter of its own has that one only.
func (l *picker) begins(r rune) (string, outcome) {
	letter := letterOf(string(r))
	if letter == 0 {
		return "", goesOn
	}
	next, found := -1, 0
	if l.word != "" {
		if next, found = l.beginning(l.word+string(letter), l.at); found > 0 {
			l.word += string(letter)
		}
	}
	if found == 0 {
		l.word = string(letter)
		next, found = l.beginning(l.word, l.at+1)
	}
	if found == 0 {
		return "", goesOn
	}
	keys := l.move(next)
	if l.quick && l.copies == nil && found == 1 {
		return keys, l.take()
	}
	return keys, goesOn
}

// beginning is the first row from one on, round and round, whose name begins with a word, and how many do.
func (l *picker) beginning(word string, from int) (next, found int) {
	for i := range l.rows {
		at := (from + i) % len(l.rows)
		if letterOf(l.rows[at].mark) != 0 || !strings.HasPrefix(lettersOf(l.rows[at].name), word) {
			continue
		}
		if found++; found == 1 {
			next = at
		}
	}
	return next, found
}

// lettersOf is a name in small letters, without accents and whatever is no letter behind the first one.
func lettersOf(s string) string {
	if letterOf(s) == 0 {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
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
func (l *picker) flip() string { return l.set(1 - min(l.copies[l.at], 1)) }

// set takes n copies of the row of the cursor, if so many may be taken.
func (l *picker) set(n int) string {
	if n > l.most || l.rows[l.at].why != "" {
		return ""
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.copies[l.at] = n
	return uiNothing
}

// add takes one copy more or less.
func (l *picker) add(n int) string {
	if l.copies == nil || l.most < 2 {
		return ""
	}
	return l.set(min(max(l.copies[l.at]+n, 0), l.most))
}

// row is a row as it is read: its key in front, or how many copies of it are taken, or both.
func (l *picker) row(i int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	box := l.box(i)
	if l.copies != nil && l.most > 1 { // a digit says how many
		return box + l.rows[i].name
	}
	width := 1
	for _, r := range l.rows {
		width = max(width, len(r.mark))
	}
	return strings.Repeat(" ", width-len(l.rows[i].mark)) + l.rows[i].mark + "  " + box + l.rows[i].name
}

// box tells how many copies of a row are taken; nothing where one row is picked.
func (l *picker) box(i int) string {
	switch {
	case l.copies == nil:
		return ""
	case l.copies[i] == 0:
		return "[ ] "
	case l.most < 2:
		return "[x] "
	}
	return "[" + strconv.Itoa(l.copies[i]) + "] "
}

// taken are the copies of the options as they are now.
func (l *picker) taken() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]int, 0, len(l.rows))
	for i, r := range l.rows {
		if r.option >= 0 {
			out = append(out, make([]int, max(0, r.option+1-len(out)))...)
			out[r.option] = l.copies[i]
		}
	}
	return out
}
