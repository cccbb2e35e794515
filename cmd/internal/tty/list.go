package tty

import (
	"encoding/json"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A list is a question with options on the screen.
type list struct {
	d       *drawn
	options []ask.Option
	marks   []string // what is pressed for each
	names   []string // to find them by
	many    bool
	on      []bool // what is ticked
	at      int    // where promptui's cursor is
	lit     bool   // the cursor is shown, and Enter picks there
	typed   string // the beginning of a key or name
	apart   bool   // the last key was a comma, or ticked something: a blank behind it only separates
	size    int    // rows that are shown
}

func newList(d *drawn, options []ask.Option, marks []string) *list {
	l := &list{d: d, options: options, on: make([]bool, len(options)), lit: len(options) == 1}
	for i, o := range options {
		l.marks, l.names = append(l.marks, lang.Plain(marks[i])), append(l.names, o.Name(d.t.l))
	}
	if _, l.many = d.f.q.Shape.(ask.Many); l.many {
		l.lit = true
		v, _ := d.f.q.Read(d.f.q.Suggest) // what does not fit ticks nothing
		for i, o := range options {
			l.on[i] = slices.Contains(v.IDs, o.ID)
		}
		return l
	}
	at := slices.IndexFunc(options, func(o ask.Option) bool { return o.ID == d.f.q.Suggest })
	if at >= 0 && !d.f.secret() {
		l.at, l.lit = at, true
	}
	return l
}

// run runs promptui's list. The error is usually the end of the input.
func (l *list) run(f *front) error {
	f.press = l.press
	_, rows := l.d.t.size()
	under := len(l.d.hint(l.d.t.Width()-1)) + 2 // and a refusal
	l.size = min(len(l.options), max(2, rows-under-2-l.d.head))
	items := make([]int, len(l.options))
	for i := range items {
		items[i] = i
	}
	locked := func(say func(i int) string) func(int) string {
		return func(i int) string {
			f.mu.Lock()
			defer f.mu.Unlock()
			return say(i)
		}
	}
	s := promptui.Select{
		Label: 0, Items: items, Size: l.size, HideHelp: true, Stdin: f, Stdout: f,
		Templates: &promptui.SelectTemplates{
			Label: "{{ top . }}", Active: "{{ active . }}", Inactive: "{{ row . }}", Selected: " ", Help: " ",
			FuncMap: template.FuncMap{
				"top":    locked(func(int) string { return l.top() }),
				"active": locked(func(i int) string { return l.row(i, l.lit) }),
				"row":    locked(func(i int) string { return l.row(i, false) }),
			},
		},
	}
	_, _, err := s.RunCursorAt(l.at, max(0, l.at-l.size+1))
	return err
}

// top returns the line above the options: the question, and what is typed.
func (l *list) top() string {
	switch {
	case l.typed == "":
		return l.d.label
	case l.d.f.secret():
		return l.d.label + " " + strings.Repeat("•", len([]rune(l.typed)))
	}
	return l.d.label + " " + l.typed + "…"
}

// row returns an option.
func (l *list) row(i int, here bool) string {
	o, t := l.options[i], l.d.t
	name, cursor, box := o.Name(t.l), "  ", ""
	if here {
		name, cursor = t.bold(name), "▸ "
	}
	if l.d.f.page() {
		return cursor + name
	}
	if l.many {
		box = "[ ] "
		if found := l.named(l.typed); l.on[i] || l.typed != "" && len(found) == 1 && found[0] == i {
			box = "[x] "
		}
	}
	if !o.Why.Empty() {
		return cursor + t.dim(l.marks[i]+" "+box+name+" – "+t.say(o.Why))
	}
	return cursor + t.key(l.marks[i]) + " " + box + name
}

// named returns the options whose names a text fits best.
func (l *list) named(text string) []int { return lang.Meant(l.names, text) }

// press takes a key at a list.
func (l *list) press(key string) (feed string, over bool) {
	begun := l.d.rubbed(key, l.typed != "") || l.typed != ""
	if l.d.move(key, begun) {
		return "", true
	}
	apart, refused := l.apart, l.d.why != ""
	l.d.why, l.apart = "", key == ","
	steps := map[string]int{up: -1, down: 1, pageUp: -l.size, pageDown: l.size, home: -len(l.options), end: len(l.options)}
	switch step := steps[key]; {
	case step != 0:
		l.typed, l.lit = "", true
		return l.goTo(l.at + step), false
	case key == enter && l.many && refused && l.typed == "": // what was typed is not ticked: look first
		return same, false
	case key == enter:
		return l.enter()
	case key == backspace:
		letters := []rune(l.typed)
		l.typed = string(letters[:max(0, len(letters)-1)])
		return same, false
	case !printable(key):
		l.typed = ""
		return same, false
	case l.many && l.typed == "" && (key == "," || apart && key == " "):
		return same, false
	case l.many && key == " " && l.typed == "":
		return l.tick(l.marks[l.at]), false
	case l.many && (key == "," || key == " " && len(l.named(l.typed+" ")) == 0):
		l.apart = true
		return l.tick(l.typed), false
	}
	return l.letter(key)
}

// goTo moves the cursor.
func (l *list) goTo(to int) (feed string) {
	was := l.at
	l.at = min(max(to, 0), len(l.options)-1)
	return same + strings.Repeat("\x10", max(0, was-l.at)) + strings.Repeat("\x0e", max(0, l.at-was))
}

// letter takes a character: the key of an option or of the question, or the beginning of either or of a name.
func (l *list) letter(key string) (feed string, over bool) {
	typed := l.typed + key
	mark := lang.Plain(typed)
	exact := slices.Index(l.marks, mark)
	longer := slices.IndexFunc(l.marks, func(m string) bool { return strings.HasPrefix(m, mark) && m != mark })
	found := l.named(typed)
	switch {
	case l.d.f.secret(): // nothing of it is shown, and it can be changed until Enter
		l.typed += key
		return same, false
	case longer >= 0: // it waits for more
		found = []int{max(exact, 0)}
		if exact < 0 {
			found[0] = longer
		}
	case exact >= 0 && l.many:
		l.apart = true
		return l.tick(typed), false
	case exact >= 0, l.d.f.isKey(mark):
		l.typed = ""
		l.d.t.picked = l.d.t.pressed
		return l.d.enter(mark)
	case len(found) == 0:
		l.typed = ""
		if word := []rune(typed); len(word) > 1 && unicode.IsLetter(word[0]) {
			l.d.t.word = l.d.t.pressed
		}
		l.d.why = l.d.t.say(lang.T("“{it}” is not on the list.").With("it", typed))
		return same, false
	}
	l.typed = typed
	return l.goTo(found[0]), false
}

// enter takes what is typed, or where the cursor is; of several, what is ticked.
func (l *list) enter() (feed string, over bool) {
	typed := l.typed
	l.typed = ""
	switch {
	case l.many && typed != "":
		feed = l.tick(typed)
		if l.d.why != "" || slices.Contains(l.marks, lang.Plain(typed)) { // a number only ends
			return feed, false
		}
		return l.confirm()
	case l.many:
		return l.confirm()
	case typed == "" && l.lit:
		typed = l.marks[l.at]
	case typed == "" && !l.d.f.g.Again && l.d.f.entered() == "":
		l.d.why = l.d.t.say(lang.T("Which one? Type its number or letter."))
		return same, false
	}
	return l.d.enter(typed)
}

// tick ticks the option that is meant, or takes its tick away.
func (l *list) tick(typed string) (feed string) {
	l.typed = ""
	q, was := l.d.f.q, slices.Clone(l.on)
	a, err := q.Typed(l.d.f.l, typed)
	if err == nil {
		v, _ := q.Read(a.Line) // it was read already
		i := slices.IndexFunc(l.options, func(o ask.Option) bool { return slices.Contains(v.IDs, o.ID) })
		if i < 0 {
			return same
		}
		if q.Shape.(ask.Many).Most == 1 {
			clear(l.on)
		}
		l.on[i] = !was[i]
		feed = l.goTo(i)
		_, err = q.Read(l.chosen())
	}
	if err != nil {
		l.on, l.d.why = was, fault.Aloud(l.d.f.l, err)
	}
	return feed + same
}

// chosen returns the line of what is ticked.
func (l *list) chosen() string {
	ids := []string{}
	for i, o := range l.options {
		if l.on[i] {
			ids = append(ids, o.ID)
		}
	}
	line, _ := json.Marshal(ids) // strings
	return string(line)
}

// confirm ends a check list.
func (l *list) confirm() (feed string, over bool) {
	in := []ask.Answer{{Line: l.chosen()}}
	l.d.give = func() ([]ask.Answer, error) { return in, l.d.f.got(in...) }
	return "", true
}
