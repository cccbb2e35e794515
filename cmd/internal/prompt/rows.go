package prompt

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/internal/lang"
)

// A row is a line of a list.
type row struct {
	mark   string // its key, as it stands in front
	name   string
	option int    // of the question; -1 for a letter that answers in place of one, and for a line that is barred
	why    string // it cannot be picked; "" where it can
}

// A picker is a list from which is picked: where the cursor is, and what stands in
// its rows. promptui keeps a cursor of its own, which is led here step by step.
type picker struct {
	rows   []row
	at     int    // the row of the cursor
	page   int    // rows of a page
	typed  string // the digits of a number that may go on
	word   string // the letters of a name, or of a word of the menu, that may go on
	words  bool   // letters typed at speed are a word
	undo   bool   // Backspace undoes the last thing; not while something is only read again
	moved  bool   // Enter takes a row: one was suggested, or the cursor was moved
	keys   string // letters that answer in place of a row
	letter string // the one of them that was pressed
	picked bool   // by a key in front of a row, not by Enter
	want   string // the word that no row begins with
	why    lang.Text

	mu     sync.Mutex // promptui draws on a goroutine of its own
	copies []int      // of each row that are taken; nil where one row is picked
	most   int        // of one row
}

var (
	noLine = lang.Msg("prompt.no-line", "“{typed}” is not on this list.")
	twoFit = lang.Msg("prompt.two-fit", "“{typed}” fits more than one line.")
)

func (l *picker) press(k keyboard.Key) (string, outcome) {
	if k.Kind != keyboard.Character || k.Rune < '0' || k.Rune > '9' {
		l.typed = ""
	}
	if l.words && l.word != "" {
		switch k.Kind {
		case keyboard.Enter:
			return l.pause()
		case keyboard.Backspace:
			_, size := utf8.DecodeLastRuneInString(l.word)
			l.word = l.word[:len(l.word)-size]
			return "", goesOn
		}
	}
	if k.Kind != keyboard.Character || !l.words && !unicode.IsLetter(k.Rune) && k.Rune != ' ' {
		l.word = ""
	}
	switch k.Kind {
	case keyboard.Enter:
		if l.copies == nil && !l.moved { // an Enter too many books nothing
			return "", goesOn
		}
		return "", taken
	case keyboard.EndOfInput:
		return "", atEnd
	case keyboard.Up:
		return l.step(-1), goesOn
	case keyboard.Down:
		return l.step(1), goesOn
	case keyboard.Home:
		return l.moveOn(0, 1), goesOn
	case keyboard.End:
		return l.moveOn(len(l.rows)-1, -1), goesOn
	case keyboard.PageUp:
		return l.moveOn(max(l.at-l.page, 0), 1), goesOn
	case keyboard.PageDown:
		return l.moveOn(min(l.at+l.page, len(l.rows)-1), -1), goesOn
	case keyboard.Left:
		return l.add(-1), goesOn
	case keyboard.Right:
		return l.add(1), goesOn
	case keyboard.Backspace:
		if l.undo {
			return "", tookBack
		}
	case keyboard.Character:
		return l.write(k.Rune)
	}
	return "", goesOn
}

// pick takes a row whose key was pressed; one that is barred says why, and the cursor stays.
func (l *picker) pick(row int) (string, outcome) {
	if why := l.rows[row].why; why != "" {
		return l.refuse(lang.Literal("{why}").With("why", why))
	}
	if l.copies != nil {
		return l.move(row) + l.flip(), goesOn
	}
	l.picked = true
	return l.move(row), taken
}

// refuse takes nothing, and says why.
func (l *picker) refuse(why lang.Text) (string, outcome) {
	l.typed, l.word, l.why = "", "", why
	return "", barred
}

// step is one row up or down, round and round, over those that cannot be picked.
func (l *picker) step(by int) string {
	return l.moveOn((l.at+by+len(l.rows))%len(l.rows), by)
}

// moveOn leads both cursors to a row, or to the next one that can be picked.
func (l *picker) moveOn(to, by int) string {
	for range l.rows {
		if l.rows[to].why == "" {
			return l.move(to)
		}
		to = (to + by + len(l.rows)) % len(l.rows)
	}
	return ""
}

// move leads both cursors to a row. The row where they are already is drawn once more: it looks chosen from now on.
func (l *picker) move(to int) string {
	step, n := uiDown, to-l.at
	if n < 0 {
		step, n = uiUp, -n
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at, l.moved = to, true
	if n == 0 {
		return uiNothing
	}
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
	case l.collecting():
		return l.collect(r)
	case r == '<':
		return "", wentBack
	case r == '>':
		return "", wentNow
	case r == '?':
		return "", aside
	case r == ' ' && l.copies != nil:
		return l.flip(), goesOn
	case r == '+' && l.most > 1:
		return l.add(1), goesOn
	case r == '-' && l.most > 1:
		return l.add(-1), goesOn
	case r >= '0' && r <= '9' && l.most > 1 && int(r-'0') <= l.most:
		return l.set(int(r - '0')), goesOn
	case r >= '0' && r <= '9' && l.most == 1:
		return l.number(r)
	case !unicode.IsLetter(r) && r != ' ':
		return l.refuse(noLine.With("typed", string(r)))
	case l.words:
		return l.collect(r)
	case strings.ContainsRune(l.keys, unicode.ToLower(r)):
		l.letter, l.picked = string(unicode.ToLower(r)), true
		return "", taken
	}
	if to := l.lettered(r); to >= 0 {
		return l.pick(to)
	}
	if l.lettered(0) >= 0 || l.keys != "" || r == ' ' && l.word == "" { // where letters are commands, one of a name is none
		return l.refuse(noLine.With("typed", string(r)))
	}
	return l.begins(r)
}

// collect adds to the word of a menu. Its cursor follows.
func (l *picker) collect(r rune) (string, outcome) {
	l.word += string(r)
	to := l.lettered(r)
	if len([]rune(l.word)) > 1 {
		to, _ = l.beginning(lettersOf(l.word), 0)
	}
	if to < 0 || l.rows[to].why != "" {
		return "", goesOn
	}
	return l.move(to), goesOn
}

// collecting reports whether a word may go on.
func (l *picker) collecting() bool { return l.words && l.word != "" }

// ends reports whether a key is none that a word goes on with: it is the next question's.
func (l *picker) ends(r rune) bool {
	return l.collecting() && !unicode.IsLetter(r) && r != ' ' && !strings.Contains(l.word, " ")
}

// pause is the end of a word: one letter is the key in front of a row, more of them are a word that one row begins with,
// or else that the table wants.
func (l *picker) pause() (string, outcome) {
	word := strings.TrimSpace(l.word)
	l.word = ""
	if len([]rune(word)) == 1 {
		r := unicode.ToLower([]rune(word)[0])
		if strings.ContainsRune(l.keys, r) {
			l.letter, l.picked = string(r), true
			return "", taken
		}
		if to := l.lettered(r); to >= 0 {
			return l.pick(to)
		}
		return l.refuse(noLine.With("typed", word))
	}
	switch to, found := l.beginning(lettersOf(word), 0); found {
	case 0:
		l.want = word
		return "", aside
	case 1:
		return l.pick(to)
	}
	return l.refuse(twoFit.With("typed", word))
}

// number is the row with a number. Where a longer one begins with it, it waits for a second digit, or Enter. Where several
// rows may be taken, it takes the row or lets go of it.
func (l *picker) number(r rune) (string, outcome) {
	before := l.typed
	l.typed += string(r)
	to, longer := l.marked(l.typed)
	if to < 0 && !longer && l.copies != nil {
		before, l.typed = "", string(r)
		to, longer = l.marked(l.typed)
	}
	switch {
	case to < 0 && !longer:
		return l.refuse(noLine.With("typed", l.typed))
	case to < 0:
		return "", goesOn
	case l.copies == nil && !longer, l.rows[to].why != "" && !longer:
		return l.pick(to)
	case l.rows[to].why != "":
		return "", goesOn
	case l.copies == nil:
		return l.move(to), goesOn
	}
	if first, _ := l.marked(before); first >= 0 { // it was not meant
		l.at = first
		l.flip()
	}
	keys := l.move(to)
	return keys + l.flip(), goesOn
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

// lettered is the row whose key is a letter, any letter where that is 0; -1 where there is none.
func (l *picker) lettered(r rune) int {
	return slices.IndexFunc(l.rows, func(one row) bool {
		return r == 0 && letterOf(one.mark) != 0 || r != 0 && one.mark == string(unicode.ToLower(r))
	})
}

// begins moves to the next row that begins with a letter, or with the letters before it and this one, accents and
// blanks aside: “sub” is the submarine. Enter takes it.
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
	if found == 0 || l.rows[next].why != "" {
		return l.refuse(noLine.With("typed", string(r)))
	}
	return l.move(next), goesOn
}

// beginning is the first row from one on, round and round, whose name begins with a word, -1 where none does, and how
// many do.
func (l *picker) beginning(word string, from int) (next, found int) {
	next = -1
	for i := range l.rows {
		at := (from + i) % len(l.rows)
		if word == "" || !strings.HasPrefix(lettersOf(l.rows[at].name), word) {
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
