package prompt

import (
	"cmp"
	"strings"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/internal/ask"
)

// An outcome says why a form ended: the wish of the key that ended it, or that the key did nothing.
type outcome = keyboard.Wish

const (
	goesOn  = keyboard.NoWish
	taken   = keyboard.Take
	barred  = outcome(-1) // a key that picks nothing; the keys after it are dropped
	unready = outcome(-2) // an Enter while nothing is chosen; the keys after it count
)

// errs holds the errors of forms that ended without an answer.
var errs = map[outcome]error{
	keyboard.Back: ask.ErrBack, keyboard.Now: ask.ErrNow, keyboard.More: &ask.Aside{}, keyboard.Undo: &ask.Aside{Want: ask.Undo},
	keyboard.Leave: ErrInterrupt, keyboard.Finish: ask.ErrQuit,
}

// elsewhere returns the wish of a character that leads to other questions and cannot mean anything else.
func elsewhere(r rune) outcome {
	switch w := keyboard.WishOf(string(r)); w {
	case keyboard.Back, keyboard.Now, keyboard.More:
		return w
	}
	return goesOn
}

// leadsBack reports whether a line ends in a lone <, and returns the text before it.
func leadsBack(line string) (rest string, is bool) {
	const between = " ,;"
	before, is := strings.CutSuffix(strings.TrimRight(line, between), "<")
	rest = strings.TrimRight(before, between)
	return rest, is && (rest == "" || rest != before)
}

// wordPause is how long a word may wait for its next letter.
const wordPause = 500 * time.Millisecond

// lineLimit is the most characters of a line: more than the longest answer, the names of a whole table. Further
// characters are not taken, and a longer plain line is refused.
const lineLimit = 1000

// An editor holds the line being typed, split at the caret. It moves and deletes by whole characters as they
// appear.
type editor struct {
	before, after string
	marked        int  // this many bytes after the caret are wrong: the next character starts the line over, editing keys keep it
	refused       bool // Ctrl-U clears all of it, wherever the caret is
	touched       bool // the person has edited the suggestion
	words         bool // any sign may be part of the text
	plain         bool // takes no text: Enter and space go on
	keys          string
	stray         string // a character that does nothing here
	label         string // in front of it
	secret        bool   // shown as dots
}

// press handles a key.
func (l *editor) press(k keyboard.Key) outcome {
	if k.Kind == keyboard.Character {
		return l.write(k.Rune)
	}
	rest, back := leadsBack(l.typed())
	switch w := keyboard.WishOf(k.String()); {
	case w == taken && l.words && back: // < is nobody's name
		l.before, l.after = rest, ""
		return keyboard.Back
	case w == taken, w == keyboard.Finish && l.typed() == "":
		return w
	case !l.plain:
		l.touched = true
		l.edit(k.Kind)
	}
	return goesOn
}

func (l *editor) write(r rune) outcome {
	if !l.words || l.typed() == "" || !l.touched || l.marked > 0 {
		if w := elsewhere(r); w != goesOn {
			return w
		}
	}
	if l.plain {
		return l.writePlain(r)
	}
	if len([]rune(l.before))+len([]rune(l.after)) >= lineLimit {
		return goesOn
	}
	switch {
	case l.marked > 0 && strings.ContainsRune(" ,;", r): // something is added to the line
		l.move(len(l.after))
		l.marked = 0
	case l.marked > 0:
		l.before, l.after, l.marked = "", "", 0
	case !l.touched: // typing replaces a suggestion, editing keys keep it
		l.before = ""
	}
	l.touched = true
	l.before += string(r)
	return goesOn
}

// writePlain takes a space for Enter, and a letter of the question for its answer.
func (l *editor) writePlain(r rune) outcome {
	if r == ' ' {
		return taken
	}
	r = unicode.ToLower(r)
	if strings.ContainsRune(l.keys, r) {
		l.before = string(r)
		return taken
	}
	l.stray = string(r)
	return barred
}

// edit moves the caret behind the mark, removes the mark, and handles an editing key.
func (l *editor) edit(k keyboard.Kind) {
	l.move(l.marked)
	l.marked = 0
	switch k {
	case keyboard.Left:
		l.move(-len(lastCluster(l.before)))
	case keyboard.Right:
		l.move(len(firstCluster(l.after)))
	case keyboard.Home:
		l.move(-len(l.before))
	case keyboard.End:
		l.move(len(l.after))
	case keyboard.Backspace:
		l.before = l.before[:len(l.before)-len(lastCluster(l.before))]
	case keyboard.KillBefore:
		l.before = ""
		if l.refused {
			l.after = ""
		}
	case keyboard.KillWord:
		l.before = beforeWord(l.before)
	case keyboard.Delete, keyboard.EndOfInput:
		l.after = l.after[len(firstCluster(l.after)):]
	case keyboard.KillAfter:
		l.after = ""
	}
}

// move moves the caret n bytes to the right.
func (l *editor) move(n int) {
	text, at := l.before+l.after, len(l.before)+n
	l.before, l.after = text[:at], text[at:]
}

// typed returns the whole line.
func (l *editor) typed() string { return l.before + l.after }

// shown returns the line with a caret over a whole character, or over all that is marked.
func (l *editor) shown() string {
	if l.plain {
		return l.typed()
	}
	over := firstCluster(l.after)
	if l.marked > len(over) {
		over = l.after[:l.marked]
	}
	before, under, after := l.before, cmp.Or(over, " "), l.after[len(over):]
	if l.secret {
		hidden := func(s string) string { return strings.Repeat("•", len([]rune(s))) }
		before, under, after = hidden(before), cmp.Or(hidden(over), " "), hidden(after)
	}
	return before + caretOn + under + caretOff + after
}

// needs returns the fewest lines that the line takes.
func (l *editor) needs(int) int { return 1 }

// lines returns the line as promptui draws it, cut to the width.
func (l *editor) lines(width, _ int) (lines []string) {
	for _, line := range l.drawn() {
		lines = append(lines, fit(line, width))
	}
	return lines
}

func firstCluster(s string) string {
	c, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return c
}

func lastCluster(s string) string {
	last := ""
	for s != "" {
		last = firstCluster(s)
		s = s[len(last):]
	}
	return last
}

// beforeWord returns a line without its last word and the blanks after it.
func beforeWord(s string) string {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	return strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsSpace(r) })
}
