package laws

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Odd has names that the program might take for a number, a key, a list, a path or a place in a sentence.
var Odd = []string{
	"Ana", "Bia", "Caio", "2", "n", "-", "?", "<", "Ana 2", "a, b", "Ana & Bia", "Jose\u0301", "José B", "w", "x", "#1",
	strings.Repeat("🦄", 40), strings.Repeat("🦄", 39) + "x", "null", "away", "over", "[0]", "{n}", "\"q\"", "ß", "1+1",
}

// A Player answers any question at random, by its shape.
type Player struct {
	Rand *rand.Rand
	Seen func(ask.Group) // may be nil

	// Named has the cards that people named in secret, so that few name the same ones: a table that guessed would name some
	// twice forever. It may be nil.
	Named map[string]string
}

var errStuck = errors.New("laws: nothing is taken as an answer")

// Put answers a group, one question after the other in any order, or together.
func (p Player) Put(g ask.Group, got ask.Got) error {
	if p.Seen != nil {
		p.Seen(g)
	}
	// A new turn begins without named cards. Where some people name theirs once more, the cards of the others stay named.
	if len(g.Asked) > 2 && !strings.Contains(g.Asked[0].ID, "once more") {
		clear(p.Named)
	}
	given := map[int]bool{}
	for i, q := range g.Asked {
		if q.In {
			given[i] = true
		}
	}
	for range 3000 {
		answers := p.answers(g, given)
		switch err := got(answers...); {
		case fault.Is(err):
			continue
		case err != nil:
			return err
		}
		for _, a := range answers {
			given[a.To] = true
			if a.Key != "" {
				return nil
			}
		}
		if len(given) == len(g.Asked) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s", errStuck, g.Asked[0].ID)
}

// answers answers one question, mostly one that is open, or all where numbers must add up.
func (p Player) answers(g ask.Group, given map[int]bool) []ask.Answer {
	if g.Sum > 0 {
		return p.sum(g)
	}
	i := p.Rand.IntN(len(g.Asked))
	for given[i] && p.Rand.IntN(20) > 0 {
		i = (i + 1) % len(g.Asked)
	}
	q := g.Asked[i]
	if n := len(q.Keys); n > 0 && p.Rand.IntN(6) == 0 {
		return []ask.Answer{{To: i, Key: q.Keys[p.Rand.IntN(n)].ID}}
	}
	if n, is := q.Shape.(ask.Number); is && p.Own(q) && p.Rand.IntN(20) > 0 {
		p.Named[q.Who] = p.unnamed(q, n)
		return []ask.Answer{{To: i, Line: p.Named[q.Who]}}
	}
	if _, words := q.Shape.(ask.Words); words && i < len(g.Example) && p.Rand.IntN(2) == 0 {
		return []ask.Answer{{To: i, Line: g.Example[i]}}
	}
	return []ask.Answer{{To: i, Line: p.Line(q)}}
}

// Own reports whether somebody is asked for their own card, in secret or, where a turn is put right, aloud.
func (p Player) Own(q ask.Question) bool {
	return p.Named != nil && strings.HasPrefix(q.ID, "dixit.mine")
}

// unnamed returns cards that nobody else has named, if there are enough.
func (p Player) unnamed(q ask.Question, n ask.Number) string {
	taken := map[string]bool{}
	for who, line := range p.Named {
		for _, card := range strings.Fields(line) {
			taken[card] = taken[card] || who != q.Who
		}
	}
	var free []string
	for _, card := range p.Rand.Perm(n.Hi - n.Lo + 1) {
		if c := strconv.Itoa(n.Lo + card); !taken[c] {
			free = append(free, c)
		}
	}
	if most := max(1, n.Least); len(free) >= most {
		return strings.Join(free[:most], " ")
	}
	return p.Line(q)
}

func (p Player) sum(g ask.Group) (all []ask.Answer) {
	left := g.Sum
	for i, q := range g.Asked {
		s := q.Shape.(ask.Number)
		n := left
		if i < len(g.Asked)-1 {
			n = s.Lo + p.Rand.IntN(max(1, min(s.Hi, left)-s.Lo+1))
		}
		left -= n
		all = append(all, ask.Answer{To: i, Line: strconv.Itoa(n)})
	}
	return all
}

// Line returns an answer to a question, mostly one that is taken.
func (p Player) Line(q ask.Question) string {
	if q.Suggest != "" && p.Rand.IntN(3) == 0 {
		return q.Suggest
	}
	switch s := q.Shape.(type) {
	case ask.Pick:
		return s.Options[p.Rand.IntN(len(s.Options))].ID
	case ask.Watch:
		return s.Options[p.Rand.IntN(len(s.Options))].ID
	case ask.Many:
		ids := []string{}
		for _, o := range s.Options {
			if p.Rand.IntN(4) == 0 {
				ids = append(ids, o.ID)
			}
		}
		return list(ids)
	case ask.Number:
		if s.Blank && p.Rand.IntN(4) == 0 {
			return "-"
		}
		n := max(1, s.Least) + p.Rand.IntN(max(1, s.Most)-max(1, s.Least)+1)
		words := make([]string, n)
		for i := range words {
			words[i] = strconv.FormatInt(int64(s.Lo)+p.Rand.Int64N(min(30, int64(s.Hi)-int64(s.Lo)+1)), 10)
		}
		return strings.Join(words, " ")
	case ask.Words:
		if s.List {
			return list(p.Names(1 + p.Rand.IntN(12)))
		}
		return []string{"monday morning", "x", "", "4 5", "-", "x" + strconv.Itoa(p.Rand.IntN(1000))}[p.Rand.IntN(6)]
	}
	return ""
}

// Names returns different odd names.
func (p Player) Names(n int) []string {
	var names []string
	for _, i := range p.Rand.Perm(len(Odd))[:n] {
		names = append(names, Odd[i])
	}
	return names
}

func list(ids []string) string {
	// IDs are text, and text can always be written.
	line, _ := json.Marshal(ids)
	return string(line)
}

// A script answers with kept lines, one answer after the other in another order.
type script struct {
	rand *rand.Rand
	kept []ask.Entry
}

// Put answers the questions of a group that are open.
func (s *script) Put(g ask.Group, got ask.Got) error {
	var answers []ask.Answer
	for i, q := range g.Asked {
		for k, e := range s.kept {
			if e.ID == q.ID && e.Who == q.Who && !q.In {
				answers = append(answers, ask.Answer{To: i, Line: e.Line, Key: e.Key})
				s.kept = append(append([]ask.Entry{}, s.kept[:k]...), s.kept[k+1:]...)
				break
			}
		}
	}
	if len(answers) == 0 {
		return fmt.Errorf("laws: %s was not asked before", g.Asked[0].ID)
	}
	if g.Sum > 0 {
		return got(answers...)
	}
	s.rand.Shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	// A key ends the group, so it comes last.
	slices.SortStableFunc(answers, func(a, b ask.Answer) int { return strings.Compare(a.Key, b.Key) })
	for _, a := range answers {
		if err := got(a); err != nil {
			return fmt.Errorf("laws: %s of %s in another order: %w", a.Line, g.Asked[a.To].ID, err)
		}
	}
	return nil
}

// A Hand types lines at a keyboard, one after the other, and then leaves.
type Hand struct {
	Lang    lang.Lang // English if empty
	Lines   []string
	Asked   []string // IDs of the questions that were asked
	Shown   []string // texts and notes
	Refused []string
}

// Put types until a group is answered.
func (h *Hand) Put(g ask.Group, got ask.Got) error {
	l := h.Lang
	if l == "" {
		l = lang.English
	}
	h.Shown = append(h.Shown, strings.Join(l.All(append([]lang.Text{g.Text}, g.Notes...)), "\n"))
	if len(g.Asked) > 1 && !g.Line() {
		g, got = ask.Rest(l, g, got)
		return ask.InOrder(g, got, func(q ask.Question, got func(ask.Answer) error) error {
			return h.Put(ask.Group{Asked: []ask.Question{q}}, func(in ...ask.Answer) error { return got(in[0]) })
		})
	}
	for _, q := range g.Asked {
		h.Asked = append(h.Asked, q.ID)
	}
	for len(h.Lines) > 0 {
		typed := h.Lines[0]
		h.Lines = h.Lines[1:]
		answers, err := g.Read(l, typed)
		if err == nil {
			err = got(answers...)
		}
		if !fault.Is(err) {
			return err
		}
		h.Refused = append(h.Refused, fault.Aloud(l, err))
	}
	return ask.Leave
}
