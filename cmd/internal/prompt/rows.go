package prompt

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manifoldco/promptui/list"
	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/cmd/internal/layout"
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
// its rows.
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
	beyond bool   // it is for the list behind the last row
	why    lang.Text

	copies []int // of each row that are taken; nil where one row is picked
	most   int   // of one row

	label  string              // above them
	code   func(string) string // of a color, "" where there is none
	list   *list.List          // which of them are seen
	listed int                 // at a time
}

var (
	noLine = lang.Msg("prompt.no-line", "“{typed}” is not on this list.")
	twoFit = lang.Msg("prompt.two-fit", "“{typed}” fits more than one line.")
	noneAt = lang.Msg("prompt.none-at", "Enter takes nothing yet: press the key in front of a line, or go to one with ↑ and ↓ first.")
)

// press does what a key says.
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

// control does what a key says that is no character.
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
	case w == taken && l.ready(), w == keyboard.Undo && l.undo, w == keyboard.Finish: // an Enter too many books nothing
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
	case keyboard.Left:
		l.add(-1)
	case keyboard.Right:
		l.add(1)
	}
	return goesOn
}

// pick takes a row whose key was pressed; one that is barred says why, and the cursor stays.
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

// refuse takes nothing, and says why. An Enter behind it takes nothing either: the person meant something else than what is suggested.
func (l *picker) refuse(why lang.Text) outcome {
	l.typed, l.word, l.moved, l.why = "", "", false, why
	return barred
}

// long reports whether a key of the list may go on with one more digit, and else waits for Enter.
func (l *picker) long() bool {
	return slices.ContainsFunc(l.rows, func(r row) bool { _, longer := l.marked(r.mark); return longer })
}

// step is one row up or down, round and round, over those that cannot be picked.
func (l *picker) step(by int) { l.moveOn((l.at+by+len(l.rows))%len(l.rows), by) }

// moveOn leads the cursor to a row, or to the next one that can be picked.
func (l *picker) moveOn(to, by int) {
	for range l.rows {
		if l.rows[to].why == "" {
			l.move(to)
			return
		}
		to = (to + by + len(l.rows)) % len(l.rows)
	}
}

// move leads the cursor to a row, which looks chosen from now on.
func (l *picker) move(to int) { l.at, l.moved = to, true }

// ready reports whether Enter takes something.
func (l *picker) ready() bool { return l.copies != nil || l.moved }

func (l *picker) write(r rune) outcome {
	switch digit := int(r - '0'); {
	case l.collecting():
		return l.collect(r)
	case turn(r) != goesOn:
		return turn(r)
	case r == ' ' && l.copies != nil:
		l.flip()
	case r == '+' && l.most > 1:
		l.add(1)
	case r == '-' && l.most > 1:
		l.add(-1)
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

// letters takes what a letter answers: in place of a row, as its key, or as the beginning of its name.
func (l *picker) letters(r rune) outcome {
	if strings.ContainsRune(l.keys, unicode.ToLower(r)) {
		l.letter, l.picked = string(unicode.ToLower(r)), true
		return taken
	}
	if to := l.lettered(r); to >= 0 {
		return l.pick(to)
	}
	if !l.beyond && l.lettered(0) >= 0 || l.keys != "" || r == ' ' && l.word == "" { // where letters are commands, one of a name is none
		return l.refuse(noLine.With("typed", string(r)))
	}
	return l.begins(r)
}

// collect adds to the word of a menu. Its cursor follows.
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

// collecting reports whether a word may go on.
func (l *picker) collecting() bool { return l.words && l.word != "" }

// ends reports whether a key is none that a word goes on with: it is the next question's.
func (l *picker) ends(r rune) bool {
	return l.collecting() && !unicode.IsLetter(r) && r != ' ' && !strings.Contains(l.word, " ")
}

// pause returns the end of a word: one letter is the key in front of a row, more of them are a word that one row begins with,
// or else that the table wants.
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

// number returns the row with a number. Where a longer one begins with it, it waits for a second digit, or Enter. Where several
// rows may be taken, it takes the row or lets go of it.
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
	if first, _ := l.marked(before); first >= 0 { // it was not meant
		l.at = first
		l.flip()
	}
	l.move(to)
	l.flip()
	return goesOn
}

// marked returns the row with a key, -1 where there is none, and whether the keys of others are
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

// lettered returns the row whose key is a letter, any letter where that is 0; -1 where there is none.
func (l *picker) lettered(r rune) int {
	return slices.IndexFunc(l.rows, func(one row) bool {
		return r == 0 && letterOf(one.mark) != 0 || r != 0 && one.mark == string(unicode.ToLower(r))
	})
}

// begins moves to the next row that begins with a letter, or with the letters before it and this one, accents and
// blanks aside: “sub” is the submarine. Enter takes it.
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

// leadOn takes the last row, and what was typed goes to the list behind it.
func (l *picker) leadOn(typed string) outcome {
	l.move(len(l.rows) - 1)
	l.want = typed
	return taken
}

// beginning returns the first row from one on, round and round, whose name begins with a word, -1 where none does, and how
// many do.
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

// lettersOf returns a name in small letters, without accents and whatever is no letter behind the first one.
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

// letterOf returns the first letter of a name, small and without its accent; 0 where
// it begins with something else.
func letterOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(norm.NFD.String(s))
	if !unicode.IsLetter(r) {
		return 0
	}
	return unicode.ToLower(r)
}

// flip takes the row of the cursor, or lets go of it.
func (l *picker) flip() { l.set(1 - min(l.copies[l.at], 1)) }

// set takes n copies of the row of the cursor, if so many may be taken.
func (l *picker) set(n int) {
	if n <= l.most && l.rows[l.at].why == "" {
		l.copies[l.at] = n
	}
}

// add takes one copy more or less.
func (l *picker) add(n int) {
	if l.copies != nil && l.most > 1 {
		l.set(min(max(l.copies[l.at]+n, 0), l.most))
	}
}

// The mark of the row with the cursor: full where Enter takes it, hollow before anything
// was suggested or chosen.
const (
	fullMark   = "▸ "
	hollowMark = "▹ "
)

// before are the columns in front of a row: promptui's arrow and the cursor.
const before = 4

// row returns a row as it stands in the list. One that cannot be picked is dim.
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

// text returns a row as it is read: its key in front, or how many copies of it are taken, or both.
func (l *picker) text(i int) string {
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

// taken returns the copies of the options as they are now.
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

// needs returns how many lines the list takes at least.
func (l *picker) needs(width int) int { return len(layout.Lines(l.label, width)) + min(len(l.rows), 5) }

// lines returns the list as promptui draws it, wrapped, with as many rows as have room, whichever they are.
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
