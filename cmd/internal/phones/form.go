package phones

import (
	"maps"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// form returns a question as a phone shows it.
func form(l lang.Lang, q ask.Question, text lang.Text) *Form {
	q = ask.Sorted(l, ask.Group{Asked: []ask.Question{q}}).Asked[0]
	f := &Form{Text: l.Say(text), Keys: options(l, q.Keys), In: q.In, Secret: q.Secret}
	if !q.Secret {
		f.Suggest = q.Suggest
	}
	switch s := q.Shape.(type) {
	case ask.Pick:
		f.Kind, f.Options = "pick", options(l, s.Options)
	case ask.Watch:
		f.Kind, f.Options = "pick", options(l, s.Options)
	case ask.Many:
		f.Kind, f.Options, f.Most = "many", options(l, s.Options), s.Most
	case ask.Words:
		f.Kind, f.Max, f.Blank = "words", s.Max, s.Blank
		f.Suggest = listed(q, s, f.Suggest)
	case ask.Number:
		f.Kind, f.Lo, f.Hi, f.Cards = "number", s.Lo, s.Hi, s.Cards
		f.Least, f.Most = s.Least, max(s.Most, 1)
		f.Blank = s.Blank || s.Least == 0 && s.Most > 0
		f.Barred = slices.Sorted(maps.Keys(s.Barred))
	}
	return f
}

// listed returns a kept list of names as it is typed.
func listed(q ask.Question, s ask.Words, line string) string {
	v, err := q.Read(line)
	if err != nil || !s.List {
		return line
	}
	return strings.Join(v.IDs, ", ")
}

func options(l lang.Lang, all []ask.Option) (out []Option) {
	for _, o := range all {
		text := o.Text
		if text.Empty() {
			text = lang.Literal(o.ID)
		}
		out = append(out, Option{Line: o.ID, Text: l.Say(text), Why: l.Say(o.Why), Final: o.Final})
	}
	return out
}

// lead returns the keyboard's turn as one form: a row a question.
func lead(l lang.Lang, token string, g ask.Group) *Form {
	g.Asked = slices.Clone(g.Asked)
	for i, q := range g.Asked {
		if n, is := q.Shape.(ask.Number); is && q.Secret {
			n.Barred = nil // they may tell what somebody played; the player hears why after answering
			g.Asked[i].Shape = n
		}
	}
	first := g.Asked[0]
	f := form(l, first, orElse(first.Text, orElse(g.Text, first.Own)))
	if len(g.Asked) > 1 {
		f = &Form{Kind: "rows", Text: l.Say(orElse(g.Text, first.Text))}
		for _, q := range g.Asked {
			row := form(l, q, orElse(q.Text, g.Text))
			row.Who, row.Keys = orWords(q.Who, l.Say(q.As), row.Text), nil
			f.Rows = append(f.Rows, row)
			f.Keys = append(f.Keys, fresh(f.Keys, options(l, q.Keys))...)
		}
	} else if who := handed(g); who != "" {
		f.Hand = who
		f.Notes = append(f.Notes, l.Say(lang.T("This phone goes to {who}. Everybody else looks away.").With("who", who)))
	}
	if len(f.Options) > 1 && f.Options[0].Line == wait && !g.Again { // a phone waits by itself
		f.Options, f.Suggest = f.Options[1:], ""
	}
	f.Token, f.Notes, f.Back = token, append(f.Notes, l.All(g.Notes)...), true
	// Another answer to a question that is read back would drop all that came after it.
	f.Forward, f.Final = g.Again, f.Final || g.Again
	if g.Fault != nil {
		f.Fault = fault.Aloud(l, g.Fault)
	}
	return f
}

// handed returns to whom a keyboard goes for a secret, or "".
func handed(g ask.Group) string {
	if len(g.Asked) > 1 || !g.Asked[0].Secret {
		return ""
	}
	return g.Asked[0].Who
}

// orWords returns the name of a row: its person, else its question.
func orWords(who, as, text string) string {
	switch {
	case as != "":
		return as
	case who != "":
		return who
	}
	return text
}

func orElse(t, other lang.Text) lang.Text {
	if t.Empty() {
		return other
	}
	return t
}

// fresh returns the options that are not among others.
func fresh(others, all []Option) []Option {
	return slices.DeleteFunc(all, func(o Option) bool {
		return slices.ContainsFunc(others, func(other Option) bool { return other.Line == o.Line })
	})
}
