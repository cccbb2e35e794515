package tty

import (
	"encoding/json"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/manifoldco/promptui"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A list is a question with options on the screen.
type list struct {
	d           *questionView
	options     []ask.Option
	marks       []string // the number or letter of each, in plain letters
	names       []string // to find them by
	many        bool
	on          []bool // the ticks of a check list
	home        int    // where the cursor stands as long as nobody moves it
	at          int    // where promptui's cursor is
	cursorShown bool   // Enter picks where the cursor is
	typed       string // a word that Enter judges
	afterComma  bool   // the last key was a comma, or ticked something: a blank behind it only separates
	size        int    // rows that are shown
}

func newList(d *questionView, options []ask.Option, marks []string) *list {
	l := &list{d: d, options: options, on: make([]bool, len(options)), cursorShown: len(options) == 1}
	for i, o := range options {
		l.marks, l.names = append(l.marks, lang.Plain(marks[i])), append(l.names, o.Name(d.t.l))
	}
	if _, l.many = d.f.q.Shape.(ask.Many); l.many {
		l.cursorShown, l.on = true, l.suggested()
		return l
	}
	at := slices.IndexFunc(options, func(o ask.Option) bool { return o.ID == d.f.q.Suggest })
	if at >= 0 && !d.f.secret() {
		l.home, l.at, l.cursorShown = at, at, true
	}
	return l
}

// suggested returns the first ticks of a check list. A suggestion that does not fit ticks nothing.
func (l *list) suggested() []bool {
	on := make([]bool, len(l.options))
	v, _ := l.d.f.q.Read(l.d.f.q.Suggest)
	for i, o := range l.options {
		on[i] = slices.Contains(v.IDs, o.ID)
	}
	return on
}

// changed returns the IDs of the ticked options, or nil if they are the suggested ones.
func (l *list) changed() []string {
	if !l.many || slices.Equal(l.on, l.suggested()) {
		return nil
	}
	return l.ticked(l.on)
}

// resume goes on with the word and the ticks of the time before the question was left.
func (l *list) resume(was interrupted) {
	l.typed = was.typed
	for i, o := range l.options {
		if was.ticks != nil {
			l.on[i] = slices.Contains(was.ticks, o.ID)
		}
	}
}

// run runs promptui's list. The error is usually the end of the input.
func (l *list) run(f *promptuiIO) error {
	f.press = l.press
	_, rows := l.d.t.size()
	// Two rows stay free for a refusal, so that it never pushes out the lines above the list.
	under := len(l.d.hint(l.d.t.Width()-1)) + 2
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
				"active": locked(func(i int) string { return l.row(i, l.cursorShown) }),
				"row":    locked(func(i int) string { return l.row(i, false) }),
			},
		},
	}
	_, _, err := s.RunCursorAt(l.at, max(0, l.at-l.size+1))
	return err
}

// top returns the line above the options: the question, and the word that is typed. Its end is always seen.
func (l *list) top() string {
	switch {
	case l.typed == "":
		return l.d.label
	case l.d.f.secret():
		return l.d.label + " " + strings.Repeat("•", len([]rune(l.typed)))
	}
	typed := l.d.label + " " + l.typed + "…"
	if width := l.d.t.Width() - 2; ansi.StringWidth(typed) > width {
		return "…" + ansi.TruncateLeft(typed, ansi.StringWidth(typed)-width+1, "")
	}
	return typed
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
		if on, _ := l.judged(); on[i] {
			box = "[x] "
		}
	}
	if !o.Why.Empty() {
		return cursor + t.dim(l.marks[i]+" "+box+name+" – "+t.say(o.Why))
	}
	return cursor + t.key(l.marks[i]) + " " + box + name
}

// heard gives the meaning of a word that waits for Enter, if the list itself does not show it.
func (l *list) heard() string {
	if l.typed == "" || l.d.f.secret() {
		return ""
	}
	if heard := l.d.f.g.Heard(l.d.f.l, l.typed); l.d.f.words() && heard != "" {
		return heard
	}
	if l.known(l.typed) {
		return ""
	}
	return l.d.t.wrong(l.unlisted(l.typed))
}

func (l *list) unlisted(typed string) string {
	return l.d.t.say(lang.T("“{it}” is not on the list.").With("it", typed))
}

// known reports whether a word may become an answer: a number or letter, a name, or the beginning of one; at a check list
// several, and at the table the names of new people.
func (l *list) known(typed string) bool {
	plain := lang.Plain(typed)
	begins := func(s string) bool { return strings.HasPrefix(s, plain) }
	if slices.ContainsFunc(l.marks, begins) || len(lang.Meant(l.names, typed)) > 0 || l.d.f.isKey(typed) || l.d.f.words() {
		return true
	}
	_, err := l.d.f.q.Typed(l.d.f.l, typed)
	return err == nil
}

// named returns the first option whose letter, number or name begins with a word, or -1.
func (l *list) named(word string) int {
	begins := func(s string) bool { return strings.HasPrefix(s, lang.Plain(word)) }
	if i := slices.IndexFunc(l.marks, begins); i >= 0 {
		return i
	}
	if fit := lang.Meant(l.names, word); len(fit) > 0 {
		return fit[0]
	}
	return -1
}

// mode returns the state in which a key finds the list.
func (l *list) mode() mode {
	switch {
	case l.typed != "":
		return typing
	case l.many:
		return ticking
	}
	return idle
}

// press takes a key at a list; "" is a pause.
func (l *list) press(key string) (feed string, over bool) {
	if text, is := strings.CutPrefix(key, keys.Pasted); is {
		l.d.why, l.d.held = "", false
		return l.word(l.typed + l.d.pasted(text)), false
	}
	if key == "" {
		return l.act(l.typed)
	}
	does := l.mode().deed(key)
	// A Backspace behind a refusal takes that away, as it would take a letter: it undoes no turn.
	if does == doUndo && l.d.why != "" {
		l.d.why = ""
		l.d.rubbed(true)
		return same, false
	}
	if l.d.move(does) {
		return "", true
	}
	was := *l
	refused := l.d.why != ""
	l.d.why, l.d.left, l.d.held, l.afterComma = "", "", false, false
	steps := map[deed]int{doUp: -1, doDown: 1, doPageUp: -l.size, doPageDown: l.size, doFirst: -len(l.options), doLast: len(l.options)}
	switch step := steps[does]; {
	case step != 0:
		l.typed, l.cursorShown = "", true
		return l.goTo(l.at + step), false
	case was.typed != "":
		return l.atWord(does, key)
	case l.many:
		return l.atChecks(does, key, was.afterComma, refused)
	}
	return l.atRest(does, key)
}

// atRest takes a key at a list at which nothing is typed: Enter picks, a letter or number acts alone, and any other
// character begins a word.
func (l *list) atRest(does deed, key string) (feed string, over bool) {
	switch {
	case does == doType:
		return l.begin(key)
	case does != doEnter:
		return same, false
	case l.cursorShown:
		return l.d.enter(l.marks[l.at])
	case !l.d.f.g.Again && l.d.f.entered() == "":
		which := lang.T("Which one? Type its number.")
		if slices.ContainsFunc(l.marks, func(m string) bool { return strings.Trim(m, "0123456789") != "" }) {
			which = lang.T("Which one? Type its number or letter.")
		}
		l.d.why = l.d.t.say(which)
		return same, false
	}
	return l.d.enter("")
}

// atChecks takes a key at a check list at which nothing is typed: Enter confirms, Space ticks, and so does a number or
// letter; any other character begins a word.
func (l *list) atChecks(does deed, key string, afterComma, refused bool) (feed string, over bool) {
	switch {
	// The refused word was not ticked, and somebody may not have seen that: an Enter typed on behind it ends nothing.
	case does == doEnter && refused:
	case does == doEnter:
		return l.confirm(l.on)
	case does == doSeparate:
		l.afterComma = true
	case does == doTick && !afterComma:
		return l.tick(l.marks[l.at]), false
	case does == doType:
		return l.begin(key)
	}
	return same, false
}

// atWord takes a key while a word is typed: it grows and shrinks, and Enter judges it whole.
func (l *list) atWord(does deed, key string) (feed string, over bool) {
	letters := []rune(l.typed)
	switch does {
	case doEnter:
		return l.judge()
	case doErase:
		l.typed = string(letters[:len(letters)-1])
	case doEraseWord:
		l.typed = string(letters[:wordBefore(letters)])
	case doClearAll:
		l.typed = ""
	case doType, doIgnore:
		if does == doIgnore && key != keys.Tab {
			return same, false
		}
		feed = l.word(l.typed + strings.ReplaceAll(key, keys.Tab, " "))
		// The second digit of a number makes it whole, and a number acts alone.
		if l.whole(l.typed) && len(letters) > 0 && !l.d.f.secret() && !l.d.t.keys.BeginsWord(key) {
			acted, over := l.act(l.typed)
			return feed + acted, over
		}
		return feed, false
	}
	l.d.rubbed(does == doErase && l.typed == "")
	if l.typed == "" { // where the word led leads nothing any more
		return l.goTo(l.home), false
	}
	return same, false
}

// begin takes the first character: alone it is an answer, or it begins a word.
func (l *list) begin(key string) (feed string, over bool) {
	if i := ask.Options(l.options).Line(key); i >= 0 {
		key = l.marks[i]
	}
	feed = l.word(key)
	switch acts := l.whole(key) || l.d.f.isKey(key); {
	// A secret waits for Enter: nothing of it is shown, so it has to be possible to change it.
	case !acts || l.d.f.secret() || l.d.t.keys.BeginsWord(key):
	// The letter may be the first one of a new table's names. A pause tells that it is not.
	case l.d.f.words() && unicode.IsLetter([]rune(key)[0]):
		l.d.held = true
	default:
		acted, over := l.act(key)
		return feed + acted, over
	}
	return feed, false
}

// word sets the word that is typed, and shows where it leads.
func (l *list) word(typed string) (feed string) {
	l.typed = typed
	if at := l.named(typed); at >= 0 && typed != "" && !l.d.f.secret() {
		return l.goTo(at)
	}
	return same
}

// whole reports whether a word is the letter or number of an option, and no longer one begins with it.
func (l *list) whole(typed string) bool {
	plain := lang.Plain(typed)
	longer := func(m string) bool { return m != plain && strings.HasPrefix(m, plain) }
	return slices.Contains(l.marks, plain) && !slices.ContainsFunc(l.marks, longer)
}

// act takes a letter or number that is an answer without Enter: it ticks, or ends the question.
func (l *list) act(typed string) (feed string, over bool) {
	l.d.held, l.typed = false, ""
	if l.many && slices.Contains(l.marks, lang.Plain(typed)) {
		l.afterComma = true
		return l.tick(typed), false
	}
	return l.d.pick(typed)
}

// goTo moves the cursor.
func (l *list) goTo(to int) (feed string) {
	was := l.at
	l.at = min(max(to, 0), len(l.options)-1)
	return same + strings.Repeat("\x10", max(0, was-l.at)) + strings.Repeat("\x0e", max(0, l.at-was))
}

// judge takes the typed word. At a check list it ticks the people it names and ends the question, unless it is only a
// number; a word that is refused changes nothing.
func (l *list) judge() (feed string, over bool) {
	typed := l.typed
	switch {
	case !l.many, l.d.f.isKey(typed):
		l.typed = ""
		return l.d.enter(typed)
	case slices.Contains(l.marks, lang.Plain(typed)):
		return l.tick(typed), false
	}
	on, err := l.judged()
	l.typed = ""
	if err != nil {
		l.d.why = fault.Aloud(l.d.f.l, err)
		return same, false
	}
	return l.confirm(on)
}

// judged returns the ticks once the typed word counts. It ticks the options that it names, or takes their ticks away.
func (l *list) judged() (on []bool, err error) {
	q := l.d.f.q
	if l.typed == "" || !l.many {
		return l.on, nil
	}
	a, err := q.Typed(l.d.f.l, l.typed)
	if err != nil {
		return l.on, err
	}
	v, _ := q.Read(a.Line)
	on = slices.Clone(l.on)
	if q.Shape.(ask.Many).Most == 1 && len(v.IDs) > 0 {
		clear(on)
	}
	for i, o := range l.options {
		if slices.Contains(v.IDs, o.ID) {
			on[i] = !l.on[i]
		}
	}
	if _, err = q.Read(l.line(on)); err != nil {
		return l.on, err
	}
	return on, nil
}

// tick ticks an option by its letter or number, or takes its tick away.
func (l *list) tick(mark string) (feed string) {
	l.typed = mark
	on, err := l.judged()
	l.typed = ""
	if l.on = on; err != nil {
		l.d.why = fault.Aloud(l.d.f.l, err)
		return same
	}
	return same + l.goTo(slices.Index(l.marks, lang.Plain(mark)))
}

// refused keeps a list of names that was refused, to be put right. A word is gone, and so is the place where it led.
func (l *list) refused(typed string) {
	if !l.many {
		l.at = l.home
	}
	if l.d.f.words() && strings.ContainsFunc(typed, separates) {
		l.typed = typed
	}
}

// ticked returns the IDs of options that are on.
func (l *list) ticked(on []bool) []string {
	ids := []string{}
	for i, o := range l.options {
		if on[i] {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// line returns the answer of options that are on.
func (l *list) line(on []bool) string {
	line, _ := json.Marshal(l.ticked(on)) // strings
	return string(line)
}

// confirm ends a check list.
func (l *list) confirm(on []bool) (feed string, over bool) {
	l.on, l.typed = on, ""
	in := []ask.Answer{{Line: l.line(on)}}
	l.d.give = func() ([]ask.Answer, error) { return in, l.d.f.got(in...) }
	return "", true
}
