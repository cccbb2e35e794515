package phones

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/ask"
)

// A leadView is a question as who keeps the score sees it on a phone.
type leadView struct {
	No, Ver   string // Ver: another one whenever it looks otherwise
	Text, Why string
	Notes     []string
	Kind      string // show, choose, many, number, words, line
	Choices   []choice
	People    []personView // many, line: what each gives
	Hint      string       // how a line is written
	Value     string       // what is suggested
	Lo, Hi    int
	Plus      []choice // line: what may follow
	Hand      string   // whose eyes it is for alone
	For       string   // who is asked it on a phone of their own
	Stays     bool     // an empty answer leaves what stands
	Quick     bool     // hands fly: the buttons are as large as they get
}

// Wide reports whether the answers need wide buttons.
func (l leadView) Wide() bool {
	return slices.ContainsFunc(l.Choices, func(c choice) bool { return utf8.RuneCountInString(c.Text) > long })
}

// A personView is one person of a line, or one row of a list of which any may be taken.
type personView struct {
	Name, Field, Value string
	Choices            []choice // none: it is typed
}

type petitionView struct{ ID, Text string }

// leadsView is what who keeps the score sees besides: the question that lies there, what the laptop
// has printed, and who asks for what.
func (h *Hub) leadsView(out *view, v *voice, mine []int) {
	for _, p := range h.Lobby.petitions() {
		out.Petitions = append(out.Petitions, petitionView{p.id, v.say(p.text())})
	}
	out.Printed = h.printed
	if h.leading == nil {
		return
	}
	q := h.leading.q
	if len(q.People) == 1 && slices.ContainsFunc(h.slips, func(s *slip) bool {
		return s.seat == q.People[0] && slices.Contains(mine, s.seat) && !h.resting && s.state != slipHere
	}) {
		return // it lies on this phone already
	}
	out.Lead = v.lead(h.leading.no, q)
	said := slices.Clone(out.Lead.Notes)
	for _, s := range out.Slips {
		out.Lead.Notes = slices.DeleteFunc(out.Lead.Notes, func(note string) bool { return note == s.Text || slices.Contains(s.Notes, note) })
	}
	out.Table.OnTable = slices.DeleteFunc(out.Table.OnTable, func(line string) bool { return slices.Contains(said, line) })
	if len(q.People) == 1 && h.Lobby.guestAt(q.People[0]) != nil {
		out.Lead.For = h.Lobby.names[q.People[0]]
	}
}

// lead is a question as a form of who keeps the score: as it stands at the keyboard.
func (v *voice) lead(no string, q ask.Question) *leadView {
	p := &leadView{No: no, Text: v.say(q.Text), Notes: v.says(slices.Concat(q.Todo, q.Notes)), Stays: q.Stands, Quick: ask.As[ask.Pick](q).Quick}
	if q.Fault != nil {
		p.Why = v.aloud(q.Fault)
	}
	if q.Secret && ask.Is[ask.Show](q.Shape) { // the question itself is what nobody else may see
		return &leadView{No: no, Kind: "laptop"}
	}
	if q.Secret && len(q.Names) == 1 {
		p.Hand = q.Names[0]
	}
	q = v.said(q).Fitted()
	v.leadKind(p, q)
	for _, k := range q.Keys {
		p.Choices = append(p.Choices, choice{Value: k.Letter, Text: v.say(k.Text)})
	}
	sum := fnv.New32()
	fmt.Fprintf(sum, "%+v", *p)
	p.Ver = strconv.FormatUint(uint64(sum.Sum32()), 36)
	return p
}

func (v *voice) leadKind(p *leadView, q ask.Question) {
	if q.Suggest != nil {
		p.Value = q.Write(*q.Suggest)
	}
	switch s := q.Shape.(type) {
	case nil, ask.Show:
		p.Kind = "show"
	case ask.Pick:
		p.Kind, p.Choices = "choose", rows(q.List(), q.Suggest)
	case ask.Many:
		p.Kind, p.People = "many", copies(s, q)
	case ask.Number:
		p.Kind, p.Lo, p.Hi = "number", s.Lo, s.Hi
		if s.Hi-s.Lo < mostButtons {
			p.Kind = "choose"
			for n := s.Lo; n <= s.Hi; n++ {
				s := strconv.Itoa(n)
				p.Choices = append(p.Choices, choice{Value: s, Text: s, On: s == p.Value})
			}
		}
	case ask.Words:
		p.Kind = "words"
	case ask.Each:
		v.line(p, q, s)
	}
}

// rows are the lines of a list in their order, with those that cannot be picked now.
func rows(list ask.List, suggested *ask.Answer) []choice {
	var out []choice
	dim := func(before int) {
		for _, b := range list.Barred {
			if b.Before == before {
				out = append(out, choice{Value: b.Mark.Other, Text: b.Text.Other, Dim: true})
			}
		}
	}
	for i, o := range list.Options {
		dim(i)
		out = append(out, choice{Value: list.Mark(i), Text: o.Other, On: suggested != nil && suggested.Value() == i})
	}
	dim(len(list.Options))
	return out
}

// copies are the rows of a list of which any may be taken, some more than once.
func copies(many ask.Many, q ask.Question) []personView {
	var out []personView
	for i, o := range many.Options {
		now := 0
		if q.Suggest != nil {
			now = q.Suggest.Values[0][i]
		}
		one := personView{Name: o.Other, Field: "many-" + q.List().Mark(i)}
		for n := range max(1, many.Most) + 1 {
			s := strconv.Itoa(n)
			one.Choices = append(one.Choices, choice{Value: s, Text: s, On: n == now})
		}
		out = append(out, one)
	}
	return out
}

// mostListed numbers stand in a list; more are typed.
const mostListed = 60

// line is what many people give together, a field each, and what may follow.
func (v *voice) line(p *leadView, q ask.Question, each ask.Each) {
	p.Kind = "line"
	if !each.How.Empty() {
		p.Hint = v.say(each.How)
	}
	for k, name := range q.Names {
		one := personView{Name: name, Field: "line-" + strconv.Itoa(k)}
		var now []int
		if q.Suggest != nil {
			now = append([]int{}, q.Suggest.Values[k]...)
			one.Value = q.To(k).Write(ask.Answer{Values: [][]int{now}})
		}
		if each.Most <= 1 && (len(each.Options) > 0 || each.Hi-each.Lo <= mostListed) {
			one.Choices = given(each, q.List(), now)
		}
		p.People = append(p.People, one)
	}
	plus := 0
	if q.Suggest != nil {
		plus = q.Suggest.Plus
	}
	for n := 0; n <= each.Plus && each.Plus > 0; n++ {
		text := "+" + strconv.Itoa(n)
		switch {
		case n == 0 && !each.NoPlus.Empty():
			text = v.say(each.NoPlus)
		case n == 1 && !each.OnePlus.Empty():
			text = v.say(each.OnePlus)
		}
		p.Plus = append(p.Plus, choice{Value: strconv.Itoa(n), Text: text, On: n == plus})
	}
}

// given are what one person may give to a line, as a list; now is what is suggested, nil where
// nothing is.
func given(each ask.Each, list ask.List, now []int) []choice {
	var out []choice
	add := func(value, text string, on bool) {
		out = append(out, choice{Value: value, Text: text, On: on})
	}
	if now == nil {
		add("", "", true)
	}
	if each.Blank {
		add("-", "–", now != nil && len(now) == 0)
	}
	has := func(n int) bool { return len(now) > 0 && now[0] == n }
	for i, o := range each.Options {
		add(list.Mark(i), o.Other, has(i))
	}
	for n := each.Lo; len(each.Options) == 0 && n <= each.Hi; n++ {
		add(strconv.Itoa(n), strconv.Itoa(n), has(n))
	}
	return out
}
