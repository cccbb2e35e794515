package phones

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A turn is one question to the keyboard, as long as nothing changes it.
type turn struct {
	ask.Group
	places []int        // of its questions in the whole group
	key    turnKey      // tells it from another one
	lead   *PostedGroup // the same on the scorekeeper's phone
}

// A turnKey tells one turn from another.
type turnKey struct {
	waits bool   // only phones are asked: the keyboard says which people answer here instead
	marks string // a mark for each question of the group: asked, in, or left to a phone
}

// The marks of a turnKey.
const (
	markAsked = 'o'
	markIn    = 'x'
	markPhone = '.'
)

// onPhone reports whether a question is a secret that somebody's phone asks for.
func (c *Conversation) onPhone(i int) bool {
	q := c.group.Asked[i]
	return q.Secret && !c.here[i] && c.posted != nil && !c.group.Told && c.group.Sum == 0 && c.reaches(q)
}

// reaches reports whether somebody who may answer a question has a phone here.
func (c *Conversation) reaches(q ask.Question) bool {
	h := c.both.Hub
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.lobby.named(), func(g *guest) bool { return owns(h.scene.Table, g.Name, q) })
}

// turn returns the keyboard's part of the group: everything, but secrets that phones ask for. While there are such, answers of
// others that are in do not stand on the laptop either.
func (c *Conversation) turn() (t turn) {
	t.Group = c.group
	t.Asked = nil
	secret := c.hidden()
	marks := make([]byte, len(c.group.Asked))
	for i, q := range c.group.Asked {
		if marks[i] = markPhone; c.onPhone(i) || secret && q.In && !c.typed[i] && !c.group.Again {
			continue
		}
		marks[i] = markAsked
		switch {
		case c.typed[i]:
			q.In = false
		case q.In:
			marks[i] = markIn
			if q.Who != "" && len(c.group.Asked) > 1 && !c.group.Again { // a vote is not shown before all have voted
				q.Suggest = ""
			}
		}
		t.Asked, t.places = append(t.Asked, q), append(t.places, i)
	}
	t.key.marks = string(marks)
	if len(t.Asked) == 0 {
		return c.waiting()
	}
	return t
}

// hidden reports whether phones ask for a secret.
func (c *Conversation) hidden() bool {
	for i := range c.group.Asked {
		if c.onPhone(i) {
			return true
		}
	}
	return false
}

// The keyboard's answers while only phones are asked.
const (
	wait  = "wait"
	whose = "whose "
)

// waiting returns the turn while only phones are asked: people who do not answer hold up nobody. Each keeps their number
// while others answer.
func (c *Conversation) waiting() (t turn) {
	on := ask.Option{ID: wait, Key: "w", Text: lang.T("wait for the phones")}
	var names []string
	var here ask.Options
	marks := make([]byte, len(c.group.Asked))
	for i, q := range c.group.Asked {
		if marks[i] = markIn; !q.In || c.group.Again {
			marks[i] = markPhone
			names = append(names, q.Who)
			here = append(here, ask.Option{ID: whose + strconv.Itoa(i), No: i + 1, Who: q.Who, Text: lang.T("{name} answers here").With("name", q.Who)})
		}
	}
	t.Text = lang.T("Waiting for {names}").With("names", lang.Names(names))
	if c.group.Again {
		t.Text, on.Text = lang.T("Everybody's answer is in"), lang.T("leave it as it is")
	}
	t.Notes, t.key = c.group.Notes, turnKey{waits: true, marks: string(marks)}
	t.Asked = []ask.Question{{Text: t.Text, Suggest: wait, Shape: ask.Pick{Options: append(ask.Options{on}, here.Numbered(c.group.People)...)}}}
	return t
}
