package prompt

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manifoldco/promptui/list"
	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A row is a line of a list.
type row struct {
	mark   string // its key, in front
	name   string
	option int    // of the question; -1 for its letters and barred lines
	why    string // why it cannot be picked, or ""
}

// A picker is a list to pick from: its rows and the state of the cursor.
type picker struct {
	rows   []row
	at     int    // the row of the cursor
	page   int    // rows per page
	typed  string // the digits of a number that may continue
	word   string // the letters of a name, or of a menu's word, that may continue
	words  bool   // letters typed fast make a word
	undo   bool   // Backspace undoes; never while something is only read again
	moved  bool   // Enter takes the row: one was suggested, or the cursor was moved
	keys   string // letters that answer in place of a row
	letter string // the one of them that was pressed
	picked bool   // by its key, not by Enter
	want   string // a word that begins no row
	beyond bool   // such a word goes to the list behind the last row
	why    lang.Text

	copies []int // how many of each row are taken; nil if one row is picked
	most   int   // of one row

	label  string              // above the rows
	code   func(string) string // of a color, "" without colors
	list   *list.List          // decides which rows are visible
	listed int                 // the page that list was made for
}

var (
	noLine = lang.Msg("prompt.no-line", "“{typed}” is not on this list.")
	twoFit = lang.Msg("prompt.two-fit", "“{typed}” fits more than one line.")
	noneAt = lang.Msg("prompt.none-at", "Enter takes nothing yet: press the key in front of a line, or go to one with ↑ and ↓ first.")
)

// press handles a key.
func (l *picker) press(k keyboard.Key) outcome {
	if k.Kind != keyboard.Character {
		return l.control(k.Kind)
	}
	if k.Rune < '0' || k.Rune > '9' {
		l.typed = ""
	}
	if !l.words && !unicode.IsLetter(k.Rune) && k.Rune != ' ' {
		l.word = ""
	}
	return l.write(k.Rune)
}

// control handles a key that is not a character.
func (l *picker) control(k keyboard.Kind) outcome {
	l.typed = ""
	if l.collecting() && k == keyboard.Enter {
		return l.pause()
	}
	if l.collecting() && k == keyboard.Backspace {
		_, size := utf8.DecodeLastRuneInString(l.word)
		l.word = l.word[:len(l.word)-size]
		return goesOn
	}
	l.word = ""
	switch w := keyboard.WishOf(keyboard.Key{Kind: k}.String()); {
	case w == taken && l.ready(), w == keyboard.Undo && l.undo, w == keyboard.Finish: // one Enter too many books nothing
		return w
	case w == taken:
		l.why = noneAt
		return unready
	}
	switch k {
	case keyboard.Up:
		l.step(-1)
	case keyboard.Down:
		l.step(1)
	case keyboard.Home:
		l.moveOn(0, 1)
	case keyboard.End:
		l.moveOn(len(l.rows)-1, -1)
	case keyboard.PageUp:
		l.moveOn(max(l.at-l.page, 0), 1)
	case keyboard.PageDown:
		l.moveOn(min(l.at+l.page, len(l.rows)-1), -1)
	}
	return goesOn
}

// pick takes the row whose key was pressed. A barred row says why instead, and the cursor stays.
func (l *picker) pick(row int) outcome {
	if why := l.rows[row].why; why != "" {
		return l.refuse(lang.Literal("{why}").With("why", why))
	}
	l.move(row)
	if l.copies != nil {
		l.flip()
		return goesOn
	}
	l.picked = true
	return taken
}

// refuse takes nothing, and says why. The next Enter takes nothing either: the person meant something other
// than the suggestion.
func (l *picker) refuse(why lang.Text) outcome {
	l.typed, l.word, l.moved, l.why = "", "", false, why
	return barred
}

// long reports whether a key of the list may continue with another digit, and otherwise waits for Enter.
func (l *picker) long() bool {
	return slices.ContainsFunc(l.rows, func(r row) bool { _, longer := l.marked(r.mark); return longer })
}

// step moves the cursor one row, wrapping around and skipping barred rows.
func (l *picker) step(by int) { l.moveOn((l.at+by+len(l.rows))%len(l.rows), by) }

// moveOn moves the cursor to a row, or to the next one that can be picked.
func (l *picker) moveOn(to, by int) {
	for range l.rows {
		if l.rows[to].why == "" {
			l.move(to)
			return
		}
		to = (to + by + len(l.rows)) % len(l.rows)
	}
}

// move moves the cursor to a row, which then looks chosen.
func (l *picker) move(to int) { l.at, l.moved = to, true }

// ready reports whether Enter takes something.
func (l *picker) ready() bool { return l.copies != nil || l.moved }

func (l *picker) write(r rune) outcome {
	switch digit := int(r - '0'); {
	case l.collecting():
		return l.collect(r)
	case elsewhere(r) != goesOn:
		return elsewhere(r)
	case r == ' ' && l.copies != nil:
		l.flip()
	case r >= '0' && r <= '9' && l.most > 1 && digit <= l.most:
		l.set(digit)
	case r >= '0' && r <= '9' && l.most == 1:
		return l.number(r)
	case !unicode.IsLetter(r) && r != ' ':
		return l.refuse(noLine.With("typed", string(r)))
	case l.words:
		return l.collect(r)
	default:
		return l.letters(r)
	}
	return goesOn
}

// letters handles a letter: one of the question's, the key of a row, or the beginning of a name.
func (l *picker) letters(r rune) outcome {
	if strings.ContainsRune(l.keys, unicode.ToLower(r)) {
		l.letter, l.picked = string(unicode.ToLower(r)), true
		return taken
	}
	if to := l.lettered(r); to >= 0 {
		return l.pick(to)
	}
	if !l.beyond && l.lettered(0) >= 0 || l.keys != "" || r == ' ' && l.word == "" { // where letters are commands, none begins a name
		return l.refuse(noLine.With("typed", string(r)))
	}
	return l.begins(r)
}

// collect adds to a word. The cursor follows.
func (l *picker) collect(r rune) outcome {
	l.word += string(r)
	to := l.lettered(r)
	if len([]rune(l.word)) > 1 {
		to, _ = l.beginning(lettersOf(l.word), 0)
	}
	if to >= 0 && l.rows[to].why == "" {
		l.move(to)
	}
	return goesOn
}

// collecting reports whether a word may continue.
func (l *picker) collecting() bool { return l.words && l.word != "" }

// ends reports whether a character ends the word, and so belongs to the next question.
func (l *picker) ends(r rune) bool {
	return l.collecting() && !unicode.IsLetter(r) && r != ' ' && !strings.Contains(l.word, " ")
}

// pause ends a word: a single letter is the key of a row, more letters begin a row's name, or are a request for
// something else.
func (l *picker) pause() outcome {
	word := strings.TrimSpace(l.word)
	l.word = ""
	if len([]rune(word)) == 1 {
		return l.letters([]rune(word)[0])
	}
	switch to, found := l.beginning(lettersOf(word), 0); found {
	case 0:
		l.want = word
		return keyboard.More
	case 1:
		return l.pick(to)
	}
	return l.refuse(twoFit.With("typed", word))
}

// number handles a digit. If a longer number is possible, it waits for a second digit or Enter. Where several
// rows may be taken, it toggles the row.
func (l *picker) number(r rune) outcome {
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
		return goesOn
	case l.copies == nil && !longer, l.rows[to].why != "" && !longer:
		return l.pick(to)
	case l.rows[to].why != "":
		return goesOn
	case l.copies == nil:
		l.move(to)
		return goesOn
	}
	if first, _ := l.marked(before); first >= 0 { // the first digit was not meant by itself
		l.at = first
		l.flip()
	}
	l.move(to)
	l.flip()
	return goesOn
}

// marked returns the row with a key, or -1, and whether longer keys begin with it.
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

// lettered returns the row whose key is a letter, or -1; with 0, the first row that has a letter at all.
func (l *picker) lettered(r rune) int {
	return slices.IndexFunc(l.rows, func(one row) bool {
		return r == 0 && letterOf(one.mark) != 0 || r != 0 && one.mark == string(unicode.ToLower(r))
	})
}

// begins moves to the next row that begins with a letter, or with the letters before and this one, ignoring
// accents and blanks: “sub” finds the submarine. Enter takes it.
func (l *picker) begins(r rune) outcome {
	letter := letterOf(string(r))
	if letter == 0 {
		return goesOn
	}
	next, found := -1, 0
	if l.word != "" {
		next, found = l.beginning(l.word+string(letter), l.at)
		if found > 0 {
			l.word += string(letter)
		}
	}
	if found == 0 && l.beyond && l.word != "" {
		return l.leadOn(l.word + string(letter))
	}
	if found == 0 {
		l.word = string(letter)
		next, found = l.beginning(l.word, l.at+1)
	}
	if found == 0 && l.beyond {
		return l.leadOn(l.word)
	}
	if found == 0 || l.rows[next].why != "" {
		return l.refuse(noLine.With("typed", string(r)))
	}
	l.move(next)
	return goesOn
}

// leadOn takes the last row, and passes the typed word to the list behind it.
func (l *picker) leadOn(typed string) outcome {
	l.move(len(l.rows) - 1)
	l.want = typed
	return taken
}

// beginning returns the first row, from one on and wrapping around, whose name begins with a word, or -1, and
// how many there are.
func (l *picker) beginning(word string, from int) (next, found int) {
	next = -1
	for i := range l.rows {
		at := (from + i) % len(l.rows)
		if word == "" || !strings.HasPrefix(lettersOf(l.rows[at].name), word) {
			continue
		}
		found++
		if found == 1 {
			next = at
		}
	}
	return next, found
}

// lettersOf returns the letters of a name in lower case and without accents, or "" if it begins with something
// else.
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

// letterOf returns the first letter of a name in lower case and without its accent, or 0 if it begins with
// something else.
func letterOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(norm.NFD.String(s))
	if !unicode.IsLetter(r) {
		return 0
	}
	return unicode.ToLower(r)
}

// flip toggles the row of the cursor.
func (l *picker) flip() { l.set(1 - min(l.copies[l.at], 1)) }

// set takes n copies of the row of the cursor, if that many are allowed.
func (l *picker) set(n int) {
	if n <= l.most && l.rows[l.at].why == "" {
		l.copies[l.at] = n
	}
}

// The mark of the row with the cursor: full if Enter takes it, hollow before anything was suggested or chosen.
const (
	fullMark   = "▸ "
	hollowMark = "▹ "
)

// before is the width of promptui's arrow and the cursor in front of a row.
const before = 4

// row returns a row as it is shown. Barred rows are dim.
func (l *picker) row(i int) string {
	code := ""
	switch {
	case i == l.at && !l.ready():
		return hollowMark + l.text(i)
	case i == l.at:
		return layout.Paint(l.code(chosen), fullMark+l.text(i))
	case l.rows[i].why != "":
		code = l.code(quiet)
	}
	return "  " + layout.Paint(code, l.text(i))
}

// text returns the text of a row: its key, or the number of copies taken, or both, and its name.
func (l *picker) text(i int) string {
	box := l.box(i)
	if l.copies != nil && l.most > 1 { // digits set the number of copies
		return box + l.rows[i].name
	}
	width := 1
	for _, r := range l.rows {
		width = max(width, len(r.mark))
	}
	return strings.Repeat(" ", width-len(l.rows[i].mark)) + l.rows[i].mark + "  " + box + l.rows[i].name
}

// box shows the number of copies taken, or nothing if one row is picked.
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

// taken returns the number of copies of each option.
func (l *picker) taken() []int {
	out := make([]int, 0, len(l.rows))
	for i, r := range l.rows {
		if r.option >= 0 {
			out = append(out, make([]int, max(0, r.option+1-len(out)))...)
			out[r.option] = l.copies[i]
		}
	}
	return out
}

// needs returns the fewest lines that the list takes.
func (l *picker) needs(width int) int { return len(layout.Lines(l.label, width)) + min(len(l.rows), 5) }

// lines returns the list as promptui draws it, wrapped, with as many rows as there is always room for.
func (l *picker) lines(width, room int) (lines []string) {
	l.page = l.fitting(width, room-len(layout.Lines(l.label, width)))
	for i, line := range l.drawn() {
		if i == 0 {
			lines = layout.Lines(line, width)
			continue
		}
		lines = append(lines, hung(line, width)...)
	}
	return lines
}

// fitting returns how many rows have room at a time, whichever they are.
func (l *picker) fitting(width, room int) int {
	heights, high, first, least := make([]int, len(l.rows)), 0, 0, len(l.rows)
	for i := range heights {
		heights[i] = len(hung(strings.Repeat(" ", before)+l.text(i), width))
		for high += heights[i]; high > max(room, 3); first++ {
			high -= heights[first]
			least = min(least, i-first)
		}
	}
	return max(least, 1)
}
