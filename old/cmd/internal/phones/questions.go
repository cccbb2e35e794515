package phones

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The questions on phones: the hub lays them there, notes what becomes of them, and hands over the answers.

// number identifies a question as it is put to one person, with the choices it has. Nobody can guess it, and it is the
// same after a crash.
func (h *Hub) number(q ask.Question) string {
	choices := lang.Literal("{it}").With("it", lang.List(q.List().Options))
	return h.unguessed(q.Place, "|", q.ID, "|", q.People, "|", q.Names, "|", choices.String())
}

// unguessed derives a number from parts and the evening's key.
func (h *Hub) unguessed(parts ...any) string {
	m := hmac.New(sha256.New, []byte(h.key))
	fmt.Fprint(m, parts...)
	return base32.StdEncoding.EncodeToString(m.Sum(nil))[:numberLetters]
}

const numberLetters = 12

// lay lays a question on the phones of a seat, in place of an earlier one, and returns its number. The scorekeeper's
// number stays the same until somebody answers; put again after that, the same question gets a new one.
func (h *Hub) lay(q ask.Question, seat int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Lobby.filterHeld(func(one *Held) bool { return !one.handed })
	return h.place(q, seat).no
}

func (h *Hub) place(q ask.Question, seat int) *slip {
	no := h.number(q)
	if seat == scorekeeper {
		no = h.unguessed("lead|", h.begun.UnixNano(), "|", h.leads, "|", q.Place, "|", q.ID)
	}
	s := &slip{no: no, q: covered(q, seat), seat: seat, state: slipOpen, why: q.Fault}
	h.slips = append(slices.DeleteFunc(h.slips, func(old *slip) bool { return old.seat == seat }), s)
	h.laid = true
	h.wake()
	return s
}

// layAll lays questions on the phone of each one's person, in place of all that were there. It returns the answers that
// came in while those rested.
func (h *Hub) layAll(qs []ask.Question) (nos []string, held []submission) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.slips
	h.slips, h.resting = nil, false
	for _, q := range qs {
		s := h.place(q, q.People[0])
		s.quiet = quietly(qs)
		if q.In {
			s.state, s.gave = slipKept, q.Suggest
		}
		if i := slices.IndexFunc(before, func(old *slip) bool { return old.no == s.no }); i >= 0 && s.why == nil {
			s.why = before[i].why // the table only looked something up
		}
		nos = append(nos, s.no)
	}
	return nos, h.Lobby.takeUp(h.slips)
}

// quietly reports whether only some of a group are asked again, and nobody may learn who.
func quietly(qs []ask.Question) bool {
	return slices.ContainsFunc(qs, func(q ask.Question) bool { return q.In && q.Suggest == nil })
}

// keepPart saves one person's answer to a question for several people, in place of an earlier one.
func (h *Hub) keepPart(part Part) error {
	e := &h.Lobby.e
	return h.Lobby.change(func() error {
		e.Parts = append(slices.DeleteFunc(e.Parts, func(p Part) bool { return p.No == part.No }), part)
		return nil
	})
}

// parts returns the saved parts of some questions, and drops the parts of all others.
func (h *Hub) parts(nos []string) map[string]Part {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Lobby.e.Parts = slices.DeleteFunc(h.Lobby.e.Parts, func(p Part) bool { return !slices.Contains(nos, p.No) })
	kept := map[string]Part{}
	for _, p := range h.Lobby.e.Parts {
		kept[p.No] = p
	}
	return kept
}

// passed clears the phones because the game asks something at the laptop alone. The scorekeeper's question stays until
// it is replaced, since it may be the same one.
func (h *Hub) passed() {
	h.close(scorekeeper)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Lobby.takeUp(nil)
}

// close takes the questions from all phones but those of some seats.
func (h *Hub) close(but ...int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.slips {
		if s.state == slipKept {
			h.remember(s.no, s.line)
		}
	}
	h.slips = slices.DeleteFunc(h.slips, func(s *slip) bool { return !slices.Contains(but, s.seat) })
	h.wake()
}

// answered takes away the scorekeeper's question, and what was printed before it. by is the submission that counted, or
// nil if the laptop answered.
func (h *Hub) answered(by *submission) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if by != nil {
		h.remember(by.no, by.line)
	}
	h.slips = slices.DeleteFunc(h.slips, func(s *slip) bool { return s.seat == scorekeeper || by != nil && s.no == by.no })
	h.leads++
	h.printed = ""
	h.wake()
}

// mostPast is how many answers are remembered.
const mostPast = 64

// remember notes an answer from a phone to a question that is closed now.
func (h *Hub) remember(no, line string) {
	h.past = append(h.past, no+"|"+line)
	h.past = h.past[max(0, len(h.past)-mostPast):]
}

// counts reports whether a question is closed, and this very answer to it counted.
func (h *Hub) counts(no, line string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Contains(h.past, no+"|"+line) && !slices.ContainsFunc(h.slips, func(s *slip) bool { return s.no == no })
}

// rest leaves the questions on the phones while the table looks something up.
func (h *Hub) rest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.resting = true
	for _, s := range h.slips {
		if s.state == slipHere {
			s.state = slipOpen
		}
	}
	h.wake()
}

func (h *Hub) mark(no string, f func(*slip)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.slips {
		if s.no == no {
			f(s)
		}
	}
	h.wake()
}

// lead returns the scorekeeper's question, or nil if there is none.
func (h *Hub) lead() *slip {
	if i := slices.IndexFunc(h.slips, func(s *slip) bool { return s.seat == scorekeeper }); i >= 0 {
		return h.slips[i]
	}
	return nil
}

// starting is how long the program may take after its start until it puts the question again at which it ended. Until
// then an answer is too early rather than too late.
const starting = 5 * time.Second

// late returns the error for an answer to a question that is not open.
func (h *Hub) late(no string) error {
	if !h.laid && len(no) == numberLetters && h.now().Sub(h.begun) < starting {
		return errBusy
	}
	return errGone
}

// say hands over the answer in a phone's form. It returns nil if the answer counts, is on its way to the rules, or
// counted before: its verdict may have got lost, or the button may have been pressed twice. It returns a *fault.Fault
// if the answer does not fit.
func (h *Hub) say(g Guest, form url.Values, v *voice) error {
	no, line := form.Get("no"), lineOf(form)
	s, who, err := h.answerable(g, no)
	switch {
	case h.counts(no, line), err == nil && s.state == slipKept && s.line == line:
		return nil
	case err != nil:
		return err
	case s.photo():
		return errGone
	}
	t := submission{no: no, seat: s.seat, who: who, line: line, read: s.reads(form, v), reply: make(chan error, 1)}
	if s.seat == scorekeeper && !form.Has("along") {
		t.along = s.q.Phone.Along.ID
	}
	a, err := t.read(s.q)
	f, refused := errors.AsType[*fault.Fault](err)
	switch {
	case refused:
		return f
	case s.decides && err != nil: // a wish for something else decides nothing
		return errGone
	case s.decides:
		return h.decide(t, a.Value() == 0)
	}
	return h.hand(t)
}

// answerable returns a copy of the question with a number, if this phone may answer it now, and for whom.
func (h *Hub) answerable(g Guest, no string) (_ slip, who string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := g.seats(h.Lobby.names)
	for _, s := range append(slices.Clip(h.slips), h.Lobby.petitions(g)...) {
		switch {
		case s.no != no || s.state == slipHere:
		case s.decides, s.seat == scorekeeper && g.Keeps:
			return *s, g.who(), nil
		case slices.Contains(mine, s.seat), g.Keeps && h.Lobby.answersFor(s):
			return *s, h.Lobby.names[s.seat], nil
		}
	}
	return slip{}, "", h.late(no)
}

// answersFor reports whether the scorekeeper may answer a question for somebody without a phone.
func (l *Lobby) answersFor(s *slip) bool {
	return s.seat >= 0 && !s.q.Secret && !s.quiet && s.state != slipHere && l.guestAt(s.seat) == nil
}

// patience is how long an answer waits for the asker.
const patience = 2 * time.Second

// hand gives an answer to the asker and waits for the verdict. An answer to a question that rests is held.
func (h *Hub) hand(t submission) error {
	if err := h.hold(t); err != nil {
		return err
	}
	err := errBusy
	select {
	case h.submitted <- t:
		select {
		case err = <-t.reply:
		case <-time.After(5 * patience):
		}
	case <-time.After(patience):
	}
	if h.counts(t.no, t.line) { // pressed twice, and the other press counted meanwhile
		return nil
	}
	if errors.Is(err, errGone) { // the table turned to something else while it was on its way
		err = cmp.Or(h.hold(t), err)
	}
	return err
}
