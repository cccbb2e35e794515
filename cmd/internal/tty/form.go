package tty

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A form is the unit that a keyboard puts at once: a question, or a group that one line answers.
type form struct {
	l     lang.Lang
	g     ask.Group
	q     ask.Question // the only question, or the first
	got   ask.Got
	whole bool // one line answers all of g
}

// forms puts a group, form by form. Secrets are asked one by one; before a page that only one person may see stands one
// that hands them the keyboard.
func forms(l lang.Lang, g ask.Group, got ask.Got, put func(form) error) error {
	g = ask.Sorted(l, g)
	if slices.ContainsFunc(g.Asked, func(q ask.Question) bool { return !q.In }) && !g.Again {
		g, got = ask.Rest(l, g, got)
	}
	covered := func(f form) error {
		if f.secret() && f.page() {
			if err := put(f.cover()); err != nil {
				return err
			}
		}
		return put(f)
	}
	if len(g.Asked) == 1 || g.Line() {
		return covered(form{l: l, g: g, q: g.Asked[0], got: got, whole: g.Line()})
	}
	first := true
	return ask.InOrder(g, got, func(q ask.Question, take func(ask.Answer) error) error {
		f := form{l: l, g: g, q: q}
		f.g.Asked = []ask.Question{q}
		if !first {
			f.g.Notes, f.g.Fault = nil, nil
		}
		first = false
		f.got = func(in ...ask.Answer) error {
			if len(in) == 0 { // it stays as it is
				return take(ask.Answer{Line: q.Suggest})
			}
			return take(in[0])
		}
		return covered(f)
	})
}

// cover returns the notice that hands the keyboard to the person who alone may see the form.
func (f form) cover() form { return f.notice(f.hand(), lang.T("show it")) }

// notice returns a form with a text and nothing to choose. It comes before another form, and leaves nothing behind.
func (f form) notice(text string, on lang.Text) form {
	q := ask.Question{Text: lang.Literal(text), Secret: f.q.Secret, Shape: ask.Pick{Options: []ask.Option{{ID: "on", Text: on}}}}
	return form{l: f.l, q: q, g: ask.Group{Asked: []ask.Question{q}}, got: func(...ask.Answer) error { return nil }}
}

// same returns a key by which a question is known when it is put again, to go on with its half typed line.
func (f form) same() string {
	is := f.text()
	for _, q := range f.g.Asked {
		is += "\n" + q.ID + "\n" + q.Who
	}
	return is
}

// secret reports whether nobody else may see the answer.
func (f form) secret() bool { return f.q.Secret }

// text returns the question as a sentence.
func (f form) text() string {
	if f.whole || f.q.Text.Empty() {
		return f.l.Say(f.g.Text)
	}
	return f.l.Say(f.q.Text)
}

// hand returns the sentence that hands the keyboard to the person whose secret is asked next.
func (f form) hand() string {
	return f.l.Say(lang.T("The keyboard goes to {who}. Everybody else looks away.").With("who", f.q.Who))
}

// names returns the people who answer a line, in order, with the numbers by which they are chosen if they are.
func (f form) names() string {
	var names []string
	numbers := f.g.Numbers()
	for i, q := range f.g.Asked {
		if called := f.l.Say(q.Called()); called != "" && f.whole {
			names = append(names, strings.TrimSpace(numbers[i]+"\u00a0"+called))
		}
	}
	if len(names) < 2 {
		return ""
	}
	return strings.Join(names, " · ")
}

// choices returns the lists from which a line of several chooses, each once: “1 Bia · 2 Caio”. People who stand in one list
// with their numbers are not said again in the next.
func (f form) choices() (lists []string) {
	shown := map[string]bool{}
	for i, number := range f.g.Numbers() {
		shown[number+" "+f.g.Asked[i].Who] = true
	}
	for _, q := range f.g.Asked {
		var list []string
		fresh := false
		options, marks := form{l: f.l, q: q}.options()
		for i, o := range options {
			list = append(list, marks[i]+" "+o.Name(f.l))
			who := marks[i] + " " + cmp.Or(o.Who, o.Name(f.l))
			fresh = fresh || !shown[who]
			shown[who] = true
		}
		if f.whole && fresh {
			lists = append(lists, dots(list...))
		}
	}
	return lists
}

// spelled reports whether an answer may be any text, or a name.
func (f form) spelled() (text, name bool) {
	for _, q := range f.g.Asked {
		switch q.Shape.(type) {
		case ask.Words:
			text = true
		case ask.Pick:
			name = true
		}
	}
	return text, name
}

// keys returns the letters that may be pressed in place of an answer.
func (f form) keys() (keys []ask.Option) {
	for _, q := range f.g.Asked {
		for _, o := range q.Keys {
			if !slices.ContainsFunc(keys, func(k ask.Option) bool { return k.ID == o.ID }) {
				keys = append(keys, o)
			}
		}
	}
	return keys
}

// isKey reports whether a letter is one of the keys.
func (f form) isKey(letter string) bool {
	return slices.ContainsFunc(f.keys(), func(o ask.Option) bool { return o.Means(letter) })
}

// take reads a typed line and hands on its answers. It returns a fault if they are refused.
func (f form) take(typed string) (in []ask.Answer, err error) {
	if typed != "" || !f.g.Again {
		in, err = f.read(typed)
	}
	if err != nil {
		return nil, err
	}
	return in, f.got(in...)
}

// read returns the answers of a typed line. An empty line takes the suggestion, or the only option.
func (f form) read(typed string) ([]ask.Answer, error) {
	if p, _ := f.q.Shape.(ask.Pick); typed == "" && f.page() {
		return []ask.Answer{{Line: p.Options[0].ID}}, nil
	}
	return f.g.Read(f.l, typed)
}

// entered returns the meaning of Enter alone, by name; "" if it has none.
func (f form) entered() string {
	if f.secret() {
		return ""
	}
	if _, err := f.read(""); err != nil && !f.g.Again {
		return ""
	}
	return f.g.Heard(f.l, "")
}

// onEnter announces the effect of Enter alone; "" if it has none.
func (f form) onEnter() string {
	says, it := lang.T("Enter: {it}"), f.entered()
	switch {
	case f.page():
		options, _ := f.options()
		it = options[0].Name(f.l)
	case f.g.Again && it == "":
		says = lang.T("Enter keeps it as it is")
	case f.g.Again:
		says = lang.T("Enter keeps: {it}")
	case it == "":
		return ""
	case it == "–":
		says = lang.T("Enter: nothing")
	}
	return f.l.Say(says.With("it", it))
}

// example says how a line may look, if the game knows a good one. A list needs none.
func (f form) example() string {
	options, _ := f.options()
	if it := f.g.Write(f.l, f.g.Example...); len(options) == 0 && len(f.g.Example) > 0 && it != "" {
		return f.l.Say(lang.T("for example {it}").With("it", it))
	}
	return ""
}

// said returns answers as they are shown afterwards: “Ana 3, Bia 2”. Of a secret it says only whose it is. Where there was
// only one option nothing is said, and nor is anything of questions apart from a game: they have no ID.
func (f form) said(in []ask.Answer) string {
	switch {
	case f.q.ID == "", f.sole() && !f.secret():
		return ""
	case f.secret():
		return f.q.Who
	case len(in) == 0:
		return f.entered()
	}
	return f.g.Said(f.l, in...)
}

// options returns the options of a list, and the number or letter of each.
func (f form) options() (options ask.Options, marks []string) {
	switch s := f.q.Shape.(type) {
	case ask.Pick:
		options = s.Options
	case ask.Many:
		options = s.Options
	}
	if f.whole {
		options = nil
	}
	return options, options.Marks()
}

// sole reports whether there is only one option.
func (f form) sole() bool {
	p, pick := f.q.Shape.(ask.Pick)
	return pick && len(p.Options) == 1 && !f.whole
}

// turnsOver reports whether Enter shows or does something here that nobody may have meant who pressed it at the question
// before: somebody's card, what comes right behind one, or the same thing once more.
func (f form) turnsOver(before form) bool {
	switch {
	case !f.sole() || f.g.Again:
		return false
	case f.secret() || before.secret():
		return true
	}
	return f.q.ID != "" && before.q.ID == f.q.ID && before.sole()
}

// page reports whether there is nothing to choose: the table reads, and goes on.
func (f form) page() bool { return f.sole() && len(f.q.Keys) == 0 }

// words reports whether names that are typed are an answer of a list: those of a new table.
func (f form) words() bool {
	return slices.ContainsFunc(f.q.Keys, func(o ask.Option) bool { return o.Words != nil })
}
