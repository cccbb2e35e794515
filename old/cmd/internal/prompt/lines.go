package prompt

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Lines asks on plain lines: for pipes, screen readers, and terminals without codes. Each question is text,
// each answer one line. It writes no escape codes and redraws nothing.
type Lines struct {
	in    *bufio.Reader // one for the life of the program, so that lines read ahead are not lost
	out   io.Writer
	voice *lang.Localizer
	width int
	latin bool
	typed string // a line for the next question

	where, ahead string // above the next question
	led          string // the value of where that was printed last; "": print it again, with who is ahead
}

// NewLines reads answers from in and writes questions to out, wrapped to width columns. With latin, a line that
// is not UTF-8 is read as Latin-1.
func NewLines(in io.Reader, out io.Writer, voice *lang.Localizer, width int, latin bool) *Lines {
	return &Lines{in: bufio.NewReaderSize(in, 4*lineLimit), out: out, voice: voice, width: max(20, width), latin: latin}
}

// letters returns the bytes of a line as text.
func (l *Lines) letters(s string) string {
	if !l.latin || utf8.ValidString(s) {
		return strings.ToValidUTF8(s, "")
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

var (
	tooLong    = lang.Msg("prompt.too-long", "this line is too long: at most {most} characters, please")
	lineMany   = lang.Msg("prompt.line-many", "type the numbers to switch, all in one line; Enter leaves it as it is")
	lineCopies = lang.Msg("prompt.line-copies", "type the changes, all in one line: 3 switches line 3, 3=2 takes two of it, {most} at most; Enter leaves it as it is")
	isTaken    = lang.Plural("prompt.is-taken", "{line}, taken", "{line}, taken {n} times")
	lineTakes  = lang.Msg("prompt.line-takes", "Enter takes: {it}.")
	lineSeen   = lang.Msg("prompt.line-seen", "On plain lines what is typed can be seen.")
	lineStays  = lang.Msg("prompt.line-stays", "On plain lines what is shown stays above: please do not scroll back.")
)

// wiped is the number of lines that push a secret out of any window.
const wiped = 60

// Ask puts a question and reads lines until one is an answer. Errors: ask.ErrBack, ask.ErrNow, *ask.Aside with
// the text after the question mark, ask.ErrQuit at the end of input, and those of in and out.
func (l *Lines) Ask(q ask.Question) (ask.Answer, error) {
	if shownAlone(q) {
		return l.showAlone(q)
	}
	q = q.Said(l.voice).Fitted()
	if q.Secret || q.Fault != nil { // a refused answer is not offered again
		q.Suggest = nil
	}
	l.Lead()
	text := l.question(q)
	if q.Fault != nil {
		text += l.fault(q.Fault)
	}
	for {
		if _, err := io.WriteString(l.out, text+l.mark(q)); err != nil {
			return ask.Answer{}, err
		}
		a, err := l.answer(q)
		var f *fault.Fault
		if !errors.As(err, &f) {
			l.reckoned(q, a)
			if (q.Secret || hides(q, a)) && err == nil {
				err = l.wipe(nil)
			}
			return a, err
		}
		text = l.fault(f)
		if l.voice.Aloud { // a listener cannot look up, and hears the question again
			text += l.wrap(l.voice.Say(q.Text))
		}
	}
}

func (l *Lines) fault(err error) string { return l.wrap("✗ " + fault.Aloud(l.voice, err)) }

// reckoned prints the values of sums, and the number that was left for the last person of a line that has to
// add up: nobody has seen them yet.
func (l *Lines) reckoned(q ask.Question, a ask.Answer) {
	if len(a.Reckoned()) > 0 || len(a.Values) > 0 && ask.As[ask.Each](q).Sum != nil {
		_, _ = io.WriteString(l.out, l.wrap("✔ "+answerText(l.voice, q, a))) // the next question reports an error of the output
	}
}

// wipe pushes a secret out of the window before somebody else looks.
func (l *Lines) wipe(err error) error {
	_, wrong := io.WriteString(l.out, strings.Repeat("\n", wiped))
	return cmp.Or(err, wrong)
}

// showAlone waits until one person has the keyboard, shows what only that person may see, and wipes it away.
func (l *Lines) showAlone(q ask.Question) (ask.Answer, error) {
	cover := q
	cover.Secret, cover.Notes, cover.Written, cover.Text = false, nil, nil, handed(q)
	if _, err := l.Ask(cover); err != nil {
		return ask.Answer{}, err
	}
	q.Secret, q.Fault, q.Notes = false, nil, append([]lang.Text{lineStays}, q.Notes...)
	a, err := l.Ask(q)
	return a, l.wipe(err)
}

// answer reads one line.
func (l *Lines) answer(q ask.Question) (ask.Answer, error) {
	typed, err := l.line()
	if err != nil {
		return ask.Answer{}, err
	}
	_, back := leadsBack(typed)
	switch {
	case typed == "<", back && ask.Is[ask.Words](q.Shape):
		return ask.Answer{}, ask.ErrBack
	case typed == ">":
		return ask.Answer{}, ask.ErrNow
	}
	if want, ok := strings.CutPrefix(typed, "?"); ok {
		return ask.Answer{}, &ask.Aside{Want: strings.TrimSpace(want)}
	}
	a, err := q.Read(typed)
	if list := ask.As[ask.Pick](q); err != nil && list.Beyond && letterOf(typed) != 0 {
		l.typed = typed
		return ask.One(len(list.Options) - 1), nil
	}
	return a, err
}

// line returns the next line without its end, control characters and surrounding blanks. A last line without an
// end counts.
func (l *Lines) line() (string, error) {
	if typed := l.typed; typed != "" {
		l.typed = ""
		return typed, nil
	}
	part, long, err := l.in.ReadLine()
	switch {
	case err == io.EOF:
		return "", ask.ErrQuit
	case err != nil:
		return "", err
	}
	line := l.letters(string(part))
	for more := long; more && err == nil; {
		_, more, err = l.in.ReadLine()
	}
	typed := strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if !keyboard.Writable(r) {
			return -1
		}
		return r
	}, line)
	typed = strings.TrimSpace(typed)
	if long || len([]rune(typed)) > lineLimit {
		return "", fault.New(tooLong.With("most", lineLimit))
	}
	return typed, nil
}

// question returns the text before the first answer.
func (l *Lines) question(q ask.Question) string {
	var said []string
	if q.Secret {
		said = append(said, l.voice.Say(handed(q))+" "+l.voice.Say(lineSeen))
	}
	for _, n := range slices.Concat(q.Notes, q.Written) {
		said = append(said, l.voice.Say(n))
	}
	said = append(said, l.voice.Say(q.Text))
	if ask.Is[ask.Each](q.Shape) && showsWho(l.voice, q) {
		said = append(said, order(l.voice, q))
	}
	list := rows(q)
	for i, r := range list.rows {
		if r.why == "" { // barred lines are not read aloud; their keys say why
			said = append(said, l.option(list, i))
		}
	}
	return l.wrap(append(said, keyList(l.voice, q), lineHelp(l.voice, q))...)
}

// option returns a line of a list.
func (l *Lines) option(list *picker, i int) string {
	r := list.rows[i]
	if !l.voice.Aloud || list.copies == nil {
		return r.mark + "  " + list.box(i) + r.name
	}
	if n := list.copies[i]; n > 0 {
		return r.mark + "  " + l.voice.Say(isTaken.With("line", r.name, "n", n))
	}
	return r.mark + "  " + r.name
}

func lineHelp(v *lang.Localizer, q ask.Question) string {
	switch s := q.Shape.(type) {
	case ask.Show:
		return v.Say(keysShow)
	case ask.Many:
		if s.Most > 1 {
			return v.Say(lineCopies.With("most", s.Most))
		}
		return v.Say(lineMany)
	case ask.Each:
		return how(v, q, s)
	}
	return ""
}

// mark returns the text in front of the answer: in brackets what Enter takes.
func (l *Lines) mark(q ask.Question) string {
	switch s := suggested(q); {
	case s == "":
		return "› "
	case l.voice.Aloud:
		return l.wrap(l.voice.Say(lineTakes.With("it", s))) + "› "
	default:
		return "[" + s + "] › "
	}
}

func suggested(q ask.Question) string {
	if q.Suggest == nil || q.Hidden || ask.Is[ask.Many](q.Shape) {
		return ""
	}
	if ask.Is[ask.Pick](q.Shape) && q.Suggest.Key == "" {
		return layout.OneLine(option(q, q.Suggest.Value()))
	}
	return layout.OneLine(written(q, *q.Suggest))
}

// wrap returns texts from a line each on; an empty one has none.
func (l *Lines) wrap(texts ...string) (lines string) {
	for _, s := range texts {
		if s != "" {
			lines += layout.Flow(s, l.width, "") + "\n"
		}
	}
	return lines
}

// Above sets where the table is, to be printed before the next question if it is new, or was last printed long
// ago.
func (l *Lines) Above(where, ahead string) { l.where, l.ahead = where, ahead }

// Lead prints the line above the next question, if it was not printed yet.
func (l *Lines) Lead() {
	if l.where == l.led {
		return
	}
	line := l.where
	if l.led == "" && l.ahead != "" {
		line += layout.Dot + l.ahead
	}
	l.led = l.where
	_, _ = io.WriteString(l.out, l.wrap(line)) // the next question reports an error of the output
}

// Recap prints earlier answers, a line each, below where the table is.
func (l *Lines) Recap(all []ask.Answered) {
	l.led = ""
	l.Lead()
	for _, a := range all {
		q := a.Said(l.voice)
		if answer := answerText(l.voice, q, a.Answer); !ask.Is[ask.Show](q.Shape) && answer != "" {
			_, _ = io.WriteString(l.out, l.wrap("✔ "+Answered(l.voice, a))) // the next question reports an error of the output
		}
	}
}

// Gather asks one question after the other.
func (l *Lines) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(l, qs, got) }

var _ ask.Asker = (*Lines)(nil)
