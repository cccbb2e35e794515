package evenings

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// A step is one thing that a hand does: a line, or an action that no line can express.
type step struct {
	Line   string
	Ahead  bool            // typed together with the line before, whatever is asked next
	Answer *ask.Answer     // pictures
	Clock  *screen.Outcome // how a clock ended
}

// A hand sits at the laptop and types lines: answers in any notation, typed ahead or not, and lines that nobody in their right mind
// would type. It keeps its steps, which can be replayed.
type hand struct {
	*laws.Anybody
	quiet
	lines *prompt.Lines
	names []string // people who may sit down
	given []step   // the steps to replay
	again bool     // it replays given, and makes nothing up
	looks bool     // it only looks, and changes nothing
	plain bool     // it only answers, with one fitting line a question
	most  int      // questions before it leaves
	steps []step   // the steps it took
	q     ask.Question
	meant *ask.Answer // the answer that the line means, if it means one and nothing else was typed
	watch observer
}

// An observer sees every question and its answer, and tells when the evening has to end.
type observer interface {
	asked(q ask.Question) (over bool)
	told(q ask.Question, meant *ask.Answer, a ask.Answer, err error)
}

// sits puts the hand at plain lines.
func (h *hand) sits(out io.Writer, voice *lang.Localizer) *hand {
	h.lines = prompt.NewLines(h, out, voice, 80, false)
	return h
}

func (h *hand) Ask(q ask.Question) (ask.Answer, error) {
	h.most--
	if h.watch.asked(q) {
		return ask.Answer{}, ask.ErrQuit
	}
	h.q, h.meant = q, nil
	a, err := h.answers(q)
	h.watch.told(q, h.meant, a, err)
	return a, err
}

func (h *hand) answers(q ask.Question) (ask.Answer, error) {
	if ask.As[ask.Show](q).Pictures && !h.looks && !h.plain && (h.again && len(h.given) > 0 && h.given[0].Answer != nil || !h.again && h.IntN(2) == 0) {
		s := h.take(func() step { a := h.Answer(q); return step{Answer: &a} })
		return *s.Answer, nil
	}
	return h.lines.Ask(q)
}

// errNotRead reports that a line with a valid answer was not read as one.
var errNotRead = errors.New("the line is not read as an answer")

// take returns the next given step, or makes one up.
func (h *hand) take(made func() step) step {
	s := step{}
	if !h.again {
		s = made()
	} else if len(h.given) > 0 {
		s, h.given = h.given[0], h.given[1:]
	}
	h.steps = append(h.steps, s)
	return s
}

// Read returns what the keyboard types next.
func (h *hand) Read(p []byte) (int, error) {
	h.most--
	if h.meant != nil {
		h.watch.told(h.q, h.meant, ask.Answer{}, errNotRead)
	}
	h.meant = nil
	if h.most < 0 || h.again && len(h.given) == 0 {
		return 0, io.EOF
	}
	text := h.take(func() step { return step{Line: h.line()} }).Line + "\n"
	for h.again && len(h.given) > 0 && h.given[0].Ahead || !h.again && !h.looks && !h.plain && h.IntN(12) == 0 {
		text += h.take(func() step { return step{Line: h.slip(), Ahead: true} }).Line + "\n"
		h.meant = nil
	}
	return copy(p, text), nil
}

// line returns a line for the question q.
func (h *hand) line() string {
	q := h.q
	switch x := h.IntN(100); {
	case h.looks:
		return h.glance()
	case h.plain && q.ID == "cmd.who-plays":
		return strings.Join(h.names, ", ")
	case h.plain && q.ID != setup.AsksAgreed:
		return q.Write(h.Answer(q))
	case q.ID == "cmd.who-plays":
		return h.whoPlays()
	case q.ID == setup.AsksAgreed && x < 60:
		return ""
	case x < 6:
		return h.slip()
	case q.ID == "play.who-comes" && x < 50: // somebody new
		return strconv.Itoa(len(q.List().Options))
	case q.ID == "play.new-name":
		return "Yara " + strconv.Itoa(h.IntN(100))
	case strings.HasPrefix(q.ID, "play.") && ask.Is[ask.Words](q.Shape):
		return "theft"
	case strings.HasPrefix(q.ID, "play.") && x > 12:
		return q.Write(h.Answer(q))
	case x < 16:
		return "<"
	case x < 19:
		return ">"
	case x < 22:
		return []string{"?standings", "?why", "?", "?rules theft"}[h.IntN(4)]
	case x < 30:
		return "?" + []string{"undo", "redo", "correct", "table", "people", "correct", "end", "go"}[h.IntN(8)]
	case q.Stands && x < 80:
		return ""
	}
	return h.fits()
}

// glance returns a line that only looks; Enter only on an answer that stands.
func (h *hand) glance() string {
	switch x := h.IntN(100); {
	case strings.HasPrefix(h.q.ID, "play."):
		return "<"
	case x < 35:
		return "<"
	case x < 45:
		return ">"
	case x < 58:
		return []string{"?", "?standings", "?why"}[h.IntN(3)]
	case h.q.Stands && h.q.Fault == nil && !h.q.Secret: // a secret one is stored anew in a correction
		return ""
	}
	return "<"
}

// fits returns an answer to q in one of its notations: with blanks, with commas, or with nothing in between.
func (h *hand) fits() string {
	a := h.Answer(h.q)
	line := h.q.Write(a)
	switch h.q.Shape.(type) {
	case ask.Pick, ask.Number, ask.Each:
		if a.Key == "" {
			h.meant = &a
		}
	}
	if !ask.Is[ask.Each](h.q.Shape) || a.Plus > 0 {
		return line
	}
	switch h.IntN(4) {
	case 0:
		line = strings.ReplaceAll(line, " ", ", ")
	case 1:
		line = strings.ReplaceAll(line, " ", ",")
	case 2:
		line, h.meant = strings.ReplaceAll(line, " ", ""), nil
	}
	return line
}

// whoPlays names people. At a table that sits already it sometimes names others, in other seats, or fewer.
func (h *hand) whoPlays() string {
	names := slices.Clone(h.names)
	if h.q.Suggest != nil {
		if h.q.Fault != nil {
			return ">"
		}
		switch h.IntN(24) {
		case 0:
			return "<"
		case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11:
			return ""
		}
		names = strings.Split(h.q.Suggest.Text, ", ")
		switch at := h.IntN(len(names)); h.IntN(4) {
		case 0:
			h.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		case 1:
			names[at] = "Zoë " + strconv.Itoa(h.IntN(100))
		case 2:
			names = slices.Insert(names, at, "Yara "+strconv.Itoa(h.IntN(100)))
		case 3:
			if names = slices.Delete(names, at, at+1); len(names) == 0 {
				names = h.names
			}
		}
	}
	return strings.Join(names, ", ")
}

// slip returns a line that hardly ever fits.
func (h *hand) slip() string {
	switch h.IntN(5) {
	case 0:
		return strconv.Itoa(1 + h.IntN(6))
	case 1:
		return ""
	case 2:
		values := make([]string, 2+h.IntN(6))
		for i := range values {
			values[i] = string("0112233456-"[h.IntN(11)])
		}
		return strings.Join(values, " ") + []string{"", "", " +1"}[h.IntN(3)]
	}
	slips := strings.Split("  |1|2|9|0|-|a|b|c|d|n|r|s|t|o|x|p|m|+|++|+1|~|"+
		"1 2|11|00|01|10|111|222|1111|2222|12|21|123|321|1234|2341|12 +1|111 +1|3 3 3|- - -|---|1-1|10 10 10|0 0 0|0 0 0 0|5 5|"+
		"1=2|2=3|3=0|1 1=0|=1|99|100|30|13|14|12345678901234567890|-1|1+2|1+|1+2 3+4 5|x y z|1,2,3|1;2;3|"+
		"1 1 1 1 1 1|2 2 2 2 2 2|1 2 3 4 5 6|A, B|C, B, A|A, B, D, C|A, A|Zoë|,|<|>|< |<<|>>|"+
		"?|? u|?undo|?redo|?standings|?why|?table|?end|?correct|?drop|?go|?people|?people A|?rules|?rules theft|?zzz|??|?leave now", "|")
	return slips[h.IntN(len(slips))]
}

func (h *hand) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(h, qs, got) }

func (h *hand) AskUntil(_ <-chan struct{}, q ask.Question) (ask.Answer, error) { return h.Ask(q) }

func (h *hand) Forget()              {}
func (h *hand) Above(string, string) {}
func (h *hand) Recap([]ask.Answered) {}
func (h *hand) Restore()             {}

// Watch lets a random part of the round pass.
func (h *hand) Watch(c screen.Clock) (screen.Outcome, error) {
	q := ask.Question{Head: ask.Head{ID: "clock"}, Shape: ask.Watch{Options: c.Options, Limit: c.Limit}}
	if h.most--; h.watch.asked(q) || h.most < 0 || h.again && len(h.given) == 0 {
		return screen.Outcome{End: screen.Quit}, nil
	}
	s := h.take(func() step { o := h.ends(c); return step{Clock: &o} })
	if s.Clock == nil { // other steps were cut out, and a line is left here
		s.Clock = &screen.Outcome{End: screen.TimeUp}
	}
	var err error
	switch s.Clock.End {
	case screen.Back:
		err = ask.ErrBack
	case screen.Aside:
		err = &ask.Aside{Want: s.Clock.Want}
	}
	h.watch.told(q, nil, ask.Answer{}, err)
	return *s.Clock, nil
}

// ends returns a random end of a clock.
func (h *hand) ends(c screen.Clock) screen.Outcome {
	left := time.Duration(h.Int64N(int64(c.Limit) + 1))
	switch x := h.IntN(100); {
	case h.plain && len(c.Options) > 0:
		return screen.Outcome{End: screen.Pressed, Option: h.IntN(len(c.Options)), Left: left}
	case h.plain:
		return screen.Outcome{End: screen.Quit, Left: left}
	case h.looks, x < 15:
		return screen.Outcome{End: screen.Back, Left: left}
	case x < 25:
		return screen.Outcome{End: screen.Aside, Want: []string{"standings", "correct", "undo"}[h.IntN(3)], Left: left}
	case x < 60 && len(c.Options) > 0:
		return screen.Outcome{End: screen.Pressed, Option: h.IntN(len(c.Options)), Left: left}
	}
	return screen.Outcome{End: screen.TimeUp, Left: left * time.Duration(h.IntN(2))}
}

// looked tells whether the answer to a question changes nothing on disk, and whether it is a command that may change something.
func looked(q ask.Question, a ask.Answer, err error) (looked, asked bool) {
	var aside *ask.Aside
	switch {
	case errors.As(err, &aside):
		word, _, _ := strings.Cut(aside.Want, " ")
		looked = slices.Contains([]string{"", "standings", "why", "rules", "go"}, word)
		return looked, !looked
	case err != nil:
		return true, false
	case strings.HasPrefix(q.ID, "play."):
		return false, true
	}
	return q.Stands && !q.Secret && (a.Same || q.Suggest != nil && a.Equal(*q.Suggest)), false // a secret one may stand only in a correction
}

// typedIn returns a sitting as a line for a shell; steps that no line can express are in brackets.
func typedIn(steps []step, command string) string {
	var b strings.Builder
	for _, s := range steps {
		switch {
		case s.Answer != nil:
			fmt.Fprintf(&b, " [%+v]", *s.Answer)
		case s.Clock != nil:
			fmt.Fprintf(&b, " [clock: %+v]", *s.Clock)
		default:
			b.WriteString(" '" + strings.ReplaceAll(s.Line, "'", `'\''`) + "'")
		}
	}
	return `printf '%s\n'` + b.String() + " | tablemate --plain " + command
}
