package phones

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A petition is what a phone asks of the table: to keep the score, to come in, or to have another phone's place. It is
// a question like any other. The laptop is asked in between, and the scorekeeper on a phone; the person who has the
// place may give it up.
type petition struct {
	id    string // identifies the phone and its wish, and cannot be guessed; "" if there is no petition
	text  lang.Text
	place string // name of the person whose place is wanted; "" to keep the score
}

var (
	wantsKeep  = lang.Msg("phones.wants-keep", "{who} asks to keep the score on the phone.")
	wantsIn    = lang.Msg("phones.wants-in", "{who} asks to come in by phone.")
	wantsPlace = lang.Msg("phones.wants-place", "Another phone asks for the place of {who}.")
	wantsYours = lang.Msg("phones.wants", "Another phone wants to be {who}.")
	giveIt     = lang.Msg("phones.give", "Let it: this phone leaves")
	letThem    = lang.Msg("phones.let-them", "Yes")
	notNow     = lang.Msg("phones.not-now", "No")
	keyLet     = lang.Msg("phones.key-let", "y")
	keyNotNow  = lang.Msg("phones.key-not-now", "n")
)

// question returns the petition as the scorekeeper is asked. Enter does not answer it, since it may have been meant for
// the question before.
func (p petition) question() ask.Question {
	return ask.Question{
		Head:  ask.Head{ID: "phones.petition", Text: p.text},
		Shape: ask.Pick{Quick: true, Options: []lang.Text{letThem, notNow}, Marks: []lang.Text{keyLet, keyNotNow}},
	}
}

// yours returns the petition as the phone that has the place is asked. It may only say yes.
func (p petition) yours(who string) ask.Question {
	return ask.Question{Head: ask.Head{ID: "phones.wanted", Text: wantsYours.With("who", who)}, Shape: ask.Pick{Options: []lang.Text{giveIt}}}
}

// petition returns what a phone asks for now. Its id reveals nothing about the cookie.
func (l *Lobby) petition(g Guest) (p petition) {
	who := g.Wants
	switch {
	case who == "" && !g.Asks:
		return p
	case who == "":
		who = g.who()
		p.text = wantsKeep.With("who", who)
	case l.holder(who) != nil:
		p.text, p.place = wantsPlace.With("who", who), who
	default:
		p.text, p.place = wantsIn.With("who", who), who
	}
	p.id = hash(fmt.Sprint(g.Token, "|", p.place == "", "|", who))[:16]
	return p
}

// petitions returns the petitions that a phone may decide on, as slips.
func (l *Lobby) petitions(g Guest) (all []*slip) {
	for _, other := range l.e.Guests {
		p := l.petition(other)
		mine := seatOf(g.Names, p.place)
		if p.id == "" || !g.Keeps && mine < 0 {
			continue
		}
		s := &slip{no: p.id, q: p.question(), seat: scorekeeper, state: slipOpen, decides: true}
		if !g.Keeps {
			s.q = p.yours(g.Names[mine])
		}
		all = append(all, s)
	}
	return all
}

// petition returns the first petition, if there is any.
func (h *Hub) petition() (p petition) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.Lobby.e.Guests {
		p = h.Lobby.petition(g)
		if p.id != "" {
			break
		}
	}
	return p
}

// decide takes a phone's decision on a petition.
func (h *Hub) decide(t submission, yes bool) error {
	if errors.Is(h.Lobby.decide(t.no, yes), errNoOne) { // a failed save lasts until the next start
		return errGone
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.remember(t.no, t.line)
	return nil
}

// decide grants or refuses a petition.
func (l *Lobby) decide(id string, yes bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.e.Guests, func(g Guest) bool { p := l.petition(g); return p.id != "" && p.id == id })
	if i < 0 {
		return errNoOne
	}
	switch g := &l.e.Guests[i]; {
	case yes && g.Wants != "":
		l.grantPlace(i)
	case g.Knocks:
		l.denied[g.Token], l.refused = l.now(), l.now()
		l.e.Guests = slices.Delete(l.e.Guests, i, i+1)
	case g.Wants != "":
		g.Wants, l.denied[g.Token] = "", l.now()
	case yes:
		g.Asks, g.Keeps = false, true
	default:
		g.Asks, l.denied[g.Token] = false, l.now()
	}
	return l.store()
}
