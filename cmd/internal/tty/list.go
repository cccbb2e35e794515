package tty

import (
	"encoding/json"
	"slices"
	"strings"
	"text/template"

	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A list is a question with options on the screen.
type list struct {
	d       *drawn
	options []ask.Option
	marks   []string // what is pressed for each, in lower case
	names   []string // to find them by, without accents
	many    bool
	most    int
	on      []bool // what is ticked
	at      int    // where promptui's cursor is
	lit     bool   // the cursor is shown, and Enter picks there
	typed   string // the beginning of a key or name
	size    int    // rows that are shown
}

func newList(d *drawn, options []ask.Option, marks []string) *list {
	l := &list{d: d, options: options, on: make([]bool, len(options))}
	for i, o := range options {
		l.marks = append(l.marks, strings.ToLower(marks[i]))
		l.names = append(l.names, lang.Plain(d.f.option(o)))
	}
	chosen := []string{d.f.q.Suggest}
	if m, many := d.f.q.Shape.(ask.Many); many {
		l.many, l.lit, l.most = true, true, m.Most
		if json.Unmarshal([]byte(d.f.q.Suggest), &chosen) != nil {
			chosen = nil
		}
	}
	for i, o := range options {
		l.on[i] = slices.Contains(chosen, o.ID)
		if l.on[i] && !l.many && !d.f.secret() {
			l.at, l.lit = i, true
		}
	}
	l.lit = l.lit || len(options) == 1
	return l
}

// run runs promptui's list. The error is usually the end of the input.
func (l *list) run(f *front) error {
	f.press = l.press
	_, rows := l.d.t.size()
	l.size = min(len(l.options), max(2, rows-l.d.head-max(2, len(l.d.below()))-2))
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
	if l.typed == "" {
		return l.d.label
	}
	return l.d.label + " " + l.typed + "…"
}

// row returns an option.
func (l *list) row(i int, here bool) string {
	o, t := l.options[i], l.d.t
	cursor := "  "
	if here {
		cursor = "▸ "
	}
	if len(l.options) == 1 && !l.many {
		return cursor + l.d.f.option(o)
	}
	box := ""
	if l.many {
		box = "[ ] "
		if l.on[i] || l.begins() == i {
			box = "[x] "
		}
	}
	name := l.d.f.option(o)
	if !o.Why.Empty() {
		return cursor + t.dim(l.marks[i]+" "+box+name+" – "+t.say(o.Why))
	}
	if here {
		name = t.bold(name)
	}
	return cursor + l.marks[i] + " " + box + name
}

// begins returns the only option whose name begins with what is typed, or -1.
func (l *list) begins() int {
	found := l.named(l.typed)
	if l.typed == "" || len(found) != 1 || slices.Contains(l.marks, l.typed) {
		return -1
	}
	return found[0]
}

// named returns the options whose name begins with a text.
func (l *list) named(text string) (found []int) {
	for i, n := range l.names {
		if strings.HasPrefix(n, lang.Plain(text)) {
			found = append(found, i)
		}
	}
	return found
}

// press takes a key at a list.
func (l *list) press(key string) (feed string, over bool) {
	if l.d.move(key, l.typed != "") {
		return "", true
	}
	l.d.why = ""
	steps := map[string]int{up: -1, down: 1, pageUp: -l.size, pageDown: l.size, home: -len(l.options), end: len(l.options)}
	switch step := steps[key]; {
	case step != 0:
		l.typed, l.lit = "", true
		return l.goTo(l.at + step), false
	case key == enter:
		return l.enter()
	case key == backspace:
		letters := []rune(l.typed)
		l.typed = string(letters[:len(letters)-1])
		return same, false
	case key == left, key == esc:
		l.typed = ""
		return same, false
	case strings.HasPrefix(key, "\x1b"), key < " ":
		return same, false
	case l.many && (key == "," || key == " " && len(l.named(l.typed+" ")) == 0 || key == " " && l.typed == ""):
		return l.tick(), false
	}
	return l.letter(key)
}

// goTo moves the cursor.
func (l *list) goTo(to int) (feed string) {
	to = min(max(to, 0), len(l.options)-1)
	by := to - l.at
	l.at = to
	if by < 0 {
		return strings.Repeat("\x10", -by)
	}
	if by > 0 {
		return strings.Repeat("\x0e", by)
	}
	return same
}

// letter takes a character: the key of an option or of the question, or the beginning of either or of a name.
func (l *list) letter(key string) (feed string, over bool) {
	typed := l.typed + strings.ToLower(key)
	exact := slices.Index(l.marks, typed)
	longer := slices.IndexFunc(l.marks, func(m string) bool { return strings.HasPrefix(m, typed) && m != typed })
	_, isKey := l.d.f.key(typed)
	switch found := l.named(typed); {
	case longer >= 0:
		l.typed = typed
		if exact < 0 {
			exact = longer
		}
		return l.goTo(exact), false
	case exact >= 0:
		return l.pick(exact)
	case isKey:
		l.d.t.picked = l.d.t.pressed
		return l.d.enter(typed)
	case len(found) > 0:
		l.typed = typed
		return l.goTo(found[0]), false
	}
	l.typed = ""
	l.d.why = l.d.t.say(lang.T("“{it}” is not on the list.").With("it", typed))
	return same, false
}

// pick takes an option by its key.
func (l *list) pick(i int) (feed string, over bool) {
	if l.many {
		l.toggle(i)
		return l.goTo(i), false
	}
	l.typed = ""
	l.d.t.picked = l.d.t.pressed
	return l.d.enter(l.marks[i])
}

// enter takes what is typed, or where the cursor is; of several, what is ticked.
func (l *list) enter() (feed string, over bool) {
	typed := l.typed
	switch {
	case l.many && slices.Contains(l.marks, typed): // it only ends the number
		return l.tick(), false
	case l.many:
		if typed != "" {
			l.tick()
		}
		if l.d.why != "" {
			return same, false
		}
		return l.confirm()
	case typed != "":
		l.typed = ""
		return l.d.enter(typed)
	case l.lit:
		return l.d.enter(l.marks[l.at])
	}
	if l.d.f.g.Again || l.d.f.entered() != "" {
		return l.d.enter("")
	}
	l.d.why = l.d.t.say(lang.T("Which one? The key in front picks."))
	return same, false
}

// tick ends what is typed: it ticks a name, or toggles a number, or the place of the cursor if nothing is typed.
func (l *list) tick() (feed string) {
	typed := l.typed
	l.typed = ""
	i := slices.Index(l.marks, typed)
	if typed == "" {
		i = l.at
	}
	if i >= 0 {
		l.toggle(i)
		return l.goTo(i)
	}
	found := l.named(typed)
	if len(found) != 1 {
		_, err := l.d.f.q.Typed(l.d.f.l, typed)
		if err == nil {
			return same
		}
		l.d.why = fault.Aloud(l.d.f.l, err)
		return same
	}
	if !l.on[found[0]] {
		l.toggle(found[0])
	}
	return l.goTo(found[0])
}

// toggle ticks an option, or not.
func (l *list) toggle(i int) {
	l.typed = ""
	o, n := l.options[i], 0
	for _, on := range l.on {
		if on {
			n++
		}
	}
	switch {
	case !o.Why.Empty():
		l.d.why = l.d.t.say(o.Why)
	case !l.on[i] && l.most == 1:
		clear(l.on)
		l.on[i] = true
	case !l.on[i] && l.most > 0 && n >= l.most:
		l.d.why = l.d.t.say(lang.N("Only {n} may be chosen.", "Only {n} may be chosen.").With("n", l.most))
	default:
		l.on[i] = !l.on[i]
	}
}

// confirm ends a check list.
func (l *list) confirm() (feed string, over bool) {
	chosen := []string{}
	for i, o := range l.options {
		if l.on[i] {
			chosen = append(chosen, o.ID)
		}
	}
	line, _ := json.Marshal(chosen) // strings
	l.d.give = func() ([]ask.Answer, error) {
		in := []ask.Answer{{Line: string(line)}}
		return in, l.d.f.got(in...)
	}
	return "", true
}
