package phones

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Whoever keeps the score may do so from a phone. The rules:
//
//   - What the laptop's keyboard is asked lies on the phones of who keeps the score too, as it
//     stands there: what is covered there is covered here. The first answer counts.
//   - It is asked for on a phone, and granted at the laptop or by who has it. So is a place
//     that another phone has.
//   - An answer, one question back and a wish for something else are the same as at the keyboard.

// A petition is what a phone asks the table for.
type petition struct {
	id    string // of this phone and this wish; nobody can guess it
	who   string
	free  bool // nobody has the place: they only ask to come in
	keeps bool // to keep the score; else the place of who, which another phone has
}

// Keepers are the keyboard of the laptop, and the phones of who else keeps the score.
type Keepers struct {
	Keyboard
	Hub  *Hub
	Told func(q ask.Question, a ask.Answer, who string) // leaves at the laptop what was answered on a phone
}

// Ask asks at the keyboard and on the phones of who keeps the score.
func (k Keepers) Ask(q ask.Question) (ask.Answer, error) { return k.AskUntil(nil, q) }

// Gather asks one after the other: there is one keyboard.
func (k Keepers) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(k, qs, got) }

// AskUntil asks until somebody who keeps the score has answered. What phones ask the table for is
// asked at the laptop in between.
func (k Keepers) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	l := leading{Keepers: k, q: q, no: k.Hub.lead(q), done: done}
	changed, stop := k.Hub.Changes()
	defer stop()
	for !l.over {
		l.p, l.asks = k.Hub.petition()
		shown, done := k.Hub.left(q, k.Covers())
		l.ticked = done
		if l.asks {
			shown = l.p.question()
		}
		l.at = lay(k.Keyboard, shown)
		for l.at.open && !l.over {
			l.wait(changed)
		}
	}
	return l.t.a, l.t.err
}

// A leading is a question of who keeps the score under way.
type leading struct {
	Keepers
	q      ask.Question
	no     string
	done   <-chan struct{}
	at     *put
	p      petition // that the laptop is asked about just now
	asks   bool     // it is
	ticked int      // lines of a list are left out of what is shown
	t      typed    // what came of the question
	over   bool
}

// wait waits for the next thing that happens.
func (l *leading) wait(changed <-chan struct{}) {
	select {
	case t := <-l.at.back:
		l.typed(l.at.came(t))
	case <-l.done:
		l.stop()
		if !l.over {
			l.t, l.over = typed{err: ask.ErrYielded}, true
		}
	case s := <-l.Hub.led:
		s.reply <- l.heard(s)
	case <-changed:
		if now, asks := l.Hub.petition(); now != l.p || asks != l.asks {
			l.stop()
			if !l.over {
				l.Deafen() // what is typed just now was not meant for what comes
			}
		} else if _, done := l.Hub.left(l.q, l.Covers()); done != l.ticked {
			l.stop()
		}
	}
}

// stop takes from the laptop what lies there; what was answered in the same moment counts.
func (l *leading) stop() {
	if t := l.at.stop(); !errors.Is(t.err, ask.ErrYielded) {
		l.typed(t)
	}
}

// typed is what came from the laptop: what becomes of a petition, or the answer.
func (l *leading) typed(t typed) {
	if l.asks && l.decided(l.p, t) {
		return
	}
	l.t, l.over = t, true
	l.Hub.answered(l.no, nil)
}

// heard is what somebody said who keeps the score on a phone, and what they are told: nil where it
// counts.
func (l *leading) heard(s said) error {
	if s.no != l.no {
		return errGone
	}
	a, instead := s.read(l.q)
	var f *fault.Fault
	if errors.As(instead, &f) {
		return f
	}
	l.stop()
	if l.over { // the laptop was first
		return tooLate(l.t.err)
	}
	l.t, l.over = typed{a: a, err: instead}, true
	l.Hub.answered(l.no, &s)
	l.Deafen()
	if instead == nil && l.Told != nil {
		l.Told(l.q, a, s.who)
	}
	return nil
}

// decided is what the laptop says to what a phone asked for: anything but yes is no, for now. false: it
// says nothing to it, and leaves.
func (k Keepers) decided(p petition, t typed) bool {
	var aside *ask.Aside
	if t.err != nil && !errors.Is(t.err, ask.ErrBack) && !errors.Is(t.err, ask.ErrNow) && !errors.As(t.err, &aside) {
		return false
	}
	_ = k.Hub.Lobby.decide(p.id, t.err == nil && t.a.Value() == 0) // it may be gone meanwhile; what cannot be kept is so until the next start
	return true
}

var (
	wantsKeep  = lang.Msg("phones.wants-keep", "{who} asks to keep the score on the phone.")
	wantsIn    = lang.Msg("phones.wants-in", "{who} asks to come in by phone.")
	wantsPlace = lang.Msg("phones.wants-place", "Another phone asks for the place of {who}.")
	letThem    = lang.Msg("phones.let-them", "Yes")
	notNow     = lang.Msg("phones.not-now", "No")
	keyLet     = lang.Msg("phones.key-let", "y")
	keyNotNow  = lang.Msg("phones.key-not-now", "n")
)

// question is a petition as the laptop is asked; Enter is no answer, since it may have been meant
// for what stood there before.
func (p petition) question() ask.Question {
	return ask.Question{
		ID: "phones.petition", Shape: ask.Pick{Quick: true, Options: []lang.Text{letThem, notNow}, Marks: []lang.Text{keyLet, keyNotNow}}, Text: p.text(),
	}
}

func (p petition) text() lang.Text {
	if p.keeps {
		return wantsKeep.With("who", p.who)
	}
	if p.free {
		return wantsIn.With("who", p.who)
	}
	return wantsPlace.With("who", p.who)
}

// petition is what a phone asks the table for, the first one that does.
func (h *Hub) petition() (petition, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.Lobby.petitions()
	if len(all) == 0 {
		return petition{}, false
	}
	return all[0], true
}

// petition is what a phone asks the table for just now. Its id tells nothing of the cookie.
func (g Guest) petition() (p petition, asks bool) {
	switch {
	case g.Wants != "":
		p = petition{who: g.Wants}
	case g.Asks:
		p = petition{who: g.who(), keeps: true}
	default:
		return petition{}, false
	}
	p.id = hash(fmt.Sprint(g.Token, "|", p.keeps, "|", p.who))[:16]
	return p, true
}

// lead lays a question out for who keeps the score, and returns its number: the same as long as
// nobody has answered it, and another one whenever it is put anew.
func (h *Hub) lead(q ask.Question) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	no := h.unguessed("lead|", h.begun.UnixNano(), "|", h.leads, "|", q.Place, "|", q.ID)
	h.leading, h.laid = &slip{no: no, q: covered(q), seat: scorekeeper, state: slipOpen}, true
	h.wake()
	return no
}

// answered takes a question from the phones of who keeps the score, and what was printed
// before. by is what counted, nil where it came from the laptop.
func (h *Hub) answered(no string, by *said) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if by != nil {
		h.counted(slip{no: no, seat: scorekeeper, line: by.line})
	}
	if h.leading != nil && h.leading.no == no {
		h.leading = nil
	}
	h.leads++
	h.printed = ""
	h.wake()
}

// mostPrinted characters are shown to who keeps the score.
const mostPrinted = 6000

// Print shows who keeps the score on a phone what the laptop prints.
func (h *Hub) Print(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.printed += text
	if over := len(h.printed) - mostPrinted; over > 0 { // the last lines of it
		_, h.printed, _ = strings.Cut(h.printed[over:], "\n")
	}
	h.wake()
}
