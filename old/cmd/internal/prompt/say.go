package prompt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// This file writes the lines around a question: those above that help to answer it, the keys below, and the one
// line that stays afterward.

var (
	keysShow   = lang.Msg("prompt.keys-show", "Enter to continue")
	keysLine   = lang.Msg("prompt.keys-line", "Enter to confirm")
	keysPick   = lang.Msg("prompt.keys-pick", "the key in front picks · ↑ ↓ and Enter too")
	keysLong   = lang.Msg("prompt.keys-long", "the key in front picks, with Enter if a digit may follow · ↑ ↓ and Enter too")
	keysWord   = lang.Msg("prompt.keys-word", "a letter or a word picks · ↑ ↓ and Enter too")
	keysMany   = lang.Msg("prompt.keys-many", "↑ ↓ · Space or its number toggles · Enter confirms")
	keysCopies = lang.Msg("prompt.keys-copies", "↑ ↓ · 0 to {most} sets how many · Enter confirms")

	handTo = lang.Msg("prompt.hand-to-one", "The keyboard goes to {who}. Everybody else looks away.")

	notation     = lang.Msg("prompt.notation", "for example {spaced} or {tight}")
	notationWide = lang.Msg("prompt.notation-wide", "for example {spaced}")
	lettersTen   = lang.Msg("prompt.letters-ten", "a is 10")
	lettersEl    = lang.Msg("prompt.letters-eleven", "a and b are 10 and 11")
	lettersTw    = lang.Msg("prompt.letters-twelve", "a, b and c are 10, 11 and 12")
	severalEach  = lang.Msg("prompt.several", "up to {most} each: {example}")
	severalOne   = lang.Msg("prompt.several-one", "up to {most}: {example}")
	plusAtEnd    = lang.Msg("prompt.plus", "+1 to +{most} may follow")
	plusOne      = lang.Msg("prompt.plus-one", "+1 may follow")
	addUp        = lang.Msg("prompt.add-up", "{of} in all: the last number may be left out")
	takesLeft    = lang.Msg("prompt.takes-left", "Enter takes {n} for {who}")
	blankEach    = lang.Msg("prompt.blank", "- for anyone who sits out")
)

// SGR codes. Each comes with a sign or a word that says the same.
const (
	strong = "1"
	chosen = "1;36"
	done   = "32"
	wrong  = "31"
	quiet  = "2"
)

func (t *Terminal) code(c string) string {
	if !t.color {
		return ""
	}
	return c
}

func (t *Terminal) say(m lang.Text) string { return t.voice.Say(m) }

// handed returns the sentence that hands over the keyboard.
func handed(q ask.Question) lang.Text { return handTo.With("who", lang.Names(q.Names)) }

// Above sets the line above every question: where the table is, and who is ahead if there is room.
func (t *Terminal) Above(where, ahead string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.above = [2]string{where, ahead}
}

// top returns the line above every question, or nothing in a window so low that a list needs all of it.
func (t *Terminal) top() []styled {
	t.mu.Lock()
	where, ahead := t.above[0], t.above[1]
	t.mu.Unlock()
	cols, high := t.renderer.size()
	if where == "" || high < 10 {
		return nil
	}
	if both := where + layout.Dot + ahead; ahead != "" && layout.Width(both) < cols {
		where = both
	}
	return t.in(quiet, where)
}

// in returns a text in a color, or nothing if it is empty.
func (t *Terminal) in(code, text string) []styled {
	if text == "" {
		return nil
	}
	return []styled{{text: text, code: t.code(code)}}
}

func (t *Terminal) notes(q ask.Question) []styled {
	var out []styled
	for _, n := range slices.Concat(q.Notes, q.Written) {
		out = append(out, styled{text: t.say(n)})
	}
	return out
}

// fault returns the reason for a refusal, which turns into blank lines as soon as something else is typed.
func (t *Terminal) fault(err error, refused string) []styled {
	if err == nil {
		return nil
	}
	why := "✗ " + fault.Aloud(t.voice, err)
	return []styled{{why, t.code(wrong), func(typed string) string {
		if typed != refused {
			return ""
		}
		return why
	}}}
}

// keys returns the letters of a question in one line.
func (t *Terminal) keys(q ask.Question) []styled { return t.in(quiet, keyList(t.voice, q)) }

func keyList(v *lang.Localizer, q ask.Question) string {
	var out []string
	for _, k := range q.Keys {
		out = append(out, k.Letter+"  "+v.Say(k.Text))
	}
	return strings.Join(out, layout.Dot)
}

func letters(q ask.Question) string {
	s := ""
	for _, k := range q.Keys {
		s += k.Letter
	}
	return s
}

// head returns everything above a line, including the question.
func (t *Terminal) head(q ask.Question, fault error, typed string) []styled {
	return slices.Concat(t.notes(q), t.in(strong, t.say(q.Text)), t.helps(q), t.fault(fault, typed))
}

// helps returns the options, the people in order, the notation and the letters.
func (t *Terminal) helps(q ask.Question) []styled {
	each, ok := q.Shape.(ask.Each)
	if !ok {
		return t.keys(q)
	}
	out := t.in("", optionList(q))
	if showsWho(t.voice, q) {
		out = append(out, t.people(q))
	}
	return slices.Concat(out, t.in(quiet, how(t.voice, q, each)), t.keys(q))
}

// showsWho reports whether the people who answer are listed below the question: if there are several, or for a
// secret whose question does not name its person.
func showsWho(v *lang.Localizer, q ask.Question) bool {
	words := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
	}
	return len(q.Names) > 1 || len(q.Names) == 1 && q.Secret && !strings.Contains(words(v.Say(q.Text)), words(q.Names[0]))
}

// people returns the people who answer, with the answers so far; the next one is in brackets. If a letter is
// typed, its meaning is shown instead. Secret answers are not shown.
func (t *Terminal) people(q ask.Question) styled {
	if q.Secret {
		return styled{text: order(t.voice, q)}
	}
	said := q
	live := func(typed string) string {
		if key, ok := q.Keyed(typed); ok {
			return t.say(key.Text)
		}
		said.Names = slices.Clone(q.Names)
		next := strings.TrimSpace(typed) != ""
		each, plus := q.Typed(typed)
		for k, given := range each {
			switch {
			case given != "":
				said.Names[k] += givenAs(q) + lang.Sanitize(given)
			case next:
				said.Names[k], next = "["+said.Names[k]+"]", false
			}
		}
		if n, ok := q.Offers(typed); ok {
			last := len(q.Names) - 1
			said.Names[last] = "[" + q.Names[last] + " " + strconv.Itoa(n) + "]"
		}
		if plus > 0 {
			said.Names = append(said.Names, "+"+strconv.Itoa(plus))
		}
		return order(t.voice, said)
	}
	usual, _ := example(q, ask.As[ask.Each](q))
	return styled{text: live(usual), live: live}
}

// givenAs separates a person from the answer: an arrow points at a name.
func givenAs(q ask.Question) string {
	if len(q.List().Options) > 0 {
		return "→"
	}
	return " "
}

// order returns the people in the order in which they answer.
func order(v *lang.Localizer, q ask.Question) string {
	names := strings.Join(q.Names, layout.Dot)
	first := ask.As[ask.Each](q).Order
	if first.Empty() {
		return names
	}
	return v.Say(first) + " " + names
}

func optionList(q ask.Question) string {
	var out []string
	list := q.List()
	for i, o := range list.Options {
		out = append(out, list.Mark(i)+" "+layout.OneLine(o.Other))
	}
	return strings.Join(out, layout.Dot)
}

// headAndLabel puts a short question in front of the line, and a long one, or one with helps, above it.
func (t *Terminal) headAndLabel(q ask.Question, fault error, text string) ([]styled, string) {
	said := t.say(q.Text)
	cols, _ := t.renderer.size()
	room := cols - 1 - layout.Width(said) - layout.Width(text) - 3
	if ask.Is[ask.Each](q.Shape) || len(q.Keys) > 0 || said == "" || strings.Contains(said, "\n") || room < 16 {
		return t.head(q, fault, text), "› "
	}
	return append(t.notes(q), t.fault(fault, text)...), layout.Paint(t.code(strong), said) + " › "
}

// how explains how to write the answers of several people on one line, in the words of the question or in
// general.
func how(v *lang.Localizer, q ask.Question, each ask.Each) string {
	if !each.How.Empty() {
		return v.Say(each.How)
	}
	spaced, tight := example(q, each)
	var parts []lang.Text
	switch {
	case len(q.People) < 2, each.Sum != nil && each.Example == nil:
	case q.OneKey() && each.Most < 2:
		parts = append(parts, notation.With("spaced", spaced, "tight", tight))
	default:
		parts = append(parts, notationWide.With("spaced", spaced))
	}
	if each.Blank {
		parts = append(parts, blankEach)
	}
	if each.Sum != nil {
		parts = append(parts, addUp.With("of", each.All()))
	}
	_, hi := q.Bounds()
	switch hi {
	case 10:
		parts = append(parts, lettersTen)
	case 11:
		parts = append(parts, lettersEl)
	case 12:
		parts = append(parts, lettersTw)
	}
	if each.Most > 1 && each.Least < 2 {
		several := severalEach
		if len(q.People) == 1 {
			several = severalOne
		}
		parts = append(parts, several.With("most", each.Most, "example", q.Several()))
	}
	switch {
	case each.Most > 1:
	case each.Plus == 1:
		parts = append(parts, plusOne)
	case each.Plus > 1:
		parts = append(parts, plusAtEnd.With("most", each.Plus))
	}
	return dotted(v, parts...)
}

// dotted joins texts with dots.
func dotted(v *lang.Localizer, texts ...lang.Text) string {
	said := make([]string, len(texts))
	for i, t := range texts {
		said[i] = v.Say(t)
	}
	return strings.Join(said, layout.Dot)
}

// example returns an answer of as many people as are asked, with and without blanks.
func example(q ask.Question, each ask.Each) (spaced, tight string) {
	if each.Example != nil {
		spaced = q.Write(ask.Answer{Values: each.Example})
		return spaced, strings.ReplaceAll(spaced, " ", "")
	}
	lo, hi := q.Bounds()
	l, span := q.List(), min(hi-lo, 4)+1
	nth := func(n int) string { return strconv.Itoa(lo + n%span) }
	if len(l.Options) > 0 {
		nth = func(n int) string { return l.Mark(n % min(len(l.Options), 5)) }
	}
	var out []string
	for k := range q.People {
		given := nth(k*2 + 1)
		for i := 1; i < each.Least; i++ {
			given += "+" + nth(k*2+1+i)
		}
		out = append(out, given)
	}
	if each.Blank && len(out) > 2 {
		out[len(out)-2] = "-"
	}
	return strings.Join(out, " "), strings.Join(out, "")
}

// keysOf returns the line about the keys of a list.
func keysOf(q ask.Question, l *picker) lang.Text {
	switch {
	case ask.As[ask.Many](q).Most > 1:
		return keysCopies.With("most", ask.As[ask.Many](q).Most)
	case ask.Is[ask.Many](q.Shape):
		return keysMany
	case l.words:
		return keysWord
	case l.long():
		return keysLong
	}
	return keysPick
}

// hint returns the line about the keys: those of the question, and those that are the same at any.
func (t *Terminal) hint(q ask.Question, keys lang.Text) []styled {
	hints := dotted(t.voice, keyboard.Hints(wishesAt(q)...)...)
	line := styled{text: t.say(keys) + layout.Dot + hints, code: t.code(quiet)}
	if q.Reckons() && !q.Secret {
		line.live = func(typed string) string {
			now := t.say(keys)
			if n, ok := q.Offers(typed); ok {
				now = t.say(takesLeft.With("n", n, "who", q.Names[len(q.Names)-1]))
			}
			if sum := q.Comes(typed); sum != "" && len(q.People) < 2 {
				now = "= " + sum + layout.Dot + now
			}
			return now + layout.Dot + hints
		}
	}
	return []styled{line}
}

// wishesAt returns the wishes to mention below a question.
func wishesAt(q ask.Question) (wishes []keyboard.Wish) {
	if undoes(q) {
		wishes = append(wishes, keyboard.Undo)
	}
	wishes = append(wishes, keyboard.Back)
	if q.Stands {
		wishes = append(wishes, keyboard.Now)
	}
	return append(wishes, keyboard.More)
}

// close removes a question and leaves one line of it: the answer, or that it was taken back.
func (t *Terminal) close(q ask.Question, a ask.Answer, err error) {
	text := layout.OneLine(t.say(q.Text))
	if shownAlone(q) { // its text is for one person alone
		text = answerText(t.voice, q, a)
	}
	cols, _ := t.renderer.size()
	if err != nil || ask.As[ask.Pick](q).Screen {
		t.turned = err == nil && turns(q, a)
	}
	switch {
	case err == ask.ErrBack:
		t.renderer.keep(layout.Paint(t.code(quiet), layout.Cut("↩ "+text, cols-1)))
	case err != nil, turns(q, a):
		t.renderer.keep()
	case ask.Is[ask.Pick](q.Shape) && len(q.List().Options) == 1 && a.Key == "": // it only let the table go on
		t.renderer.keep()
		t.kept = q.ID
	default:
		kept := wrapped(t.stays(q), cols-1)
		kept = kept[min(len(kept), max(0, t.scrolled-len(wrapped(t.top(), cols-1)))):] // without what has scrolled away
		if answer := answerText(t.voice, q, a); !ask.Is[ask.Show](q.Shape) && text+answer != "" {
			kept = append(kept, t.outcome(text, answer, cols-1)...)
		}
		t.renderer.keep(kept...)
		t.kept = q.ID
	}
}

// Recap shows earlier answers again, each in its line.
func (t *Terminal) Recap(all []ask.Answered) {
	t.asking.Lock()
	defer t.asking.Unlock()
	cols, _ := t.renderer.size()
	for _, a := range all {
		q := a.Said(t.voice)
		if answer := answerText(t.voice, q, a.Answer); !ask.Is[ask.Show](q.Shape) && answer != "" {
			t.renderer.keep(t.outcome(layout.OneLine(t.say(q.Text)), answer, cols-1)...)
			t.kept = q.ID // if the answer is refused later, its line is removed, even if it came from a phone
		}
	}
}

// shownAlone reports whether a question only shows something to one person.
func shownAlone(q ask.Question) bool { return ask.Is[ask.Show](q.Shape) && q.Secret }

// stays returns the notes of a page, which stay to be read.
func (t *Terminal) stays(q ask.Question) []styled {
	if !ask.Is[ask.Show](q.Shape) || q.Secret {
		return nil
	}
	return t.notes(q)
}

// outcome returns the question, cut if there is no room for both, with all of the answer behind it, or below it
// if it is too long.
func (t *Terminal) outcome(text, answer string, width int) []string {
	tick := layout.Paint(t.code(done), "✔") + " "
	room := max(width-4-layout.Width(answer), width*2/5)
	cut := layout.Cut(text, room)
	if cut != "" && answer != "" {
		cut += "  "
	}
	if layout.Width(cut)+layout.Width(answer)+2 <= width {
		return []string{tick + cut + layout.Paint(t.code(strong), answer)}
	}
	lines := []string{tick + layout.Cut(text, width-2)}
	for _, l := range strings.Split(layout.Flow(answer, width-2, ""), "\n") {
		lines = append(lines, "  "+layout.Paint(t.code(strong), l))
	}
	return lines
}

// hides reports whether an answer must not be readable by the people at the screen. A letter may be.
func hides(q ask.Question, a ask.Answer) bool { return q.Hidden && a.Key == "" }

// answerText returns an answer as it is shown afterward. A secret or hidden one only says who gave it.
func answerText(v *lang.Localizer, q ask.Question, a ask.Answer) string {
	if q.Secret || hides(q, a) {
		return strings.TrimSpace(strings.Join(q.Names, ", ") + " •••")
	}
	if key, is := q.Keyed(a.Key); is {
		return v.Say(key.Text)
	}
	var said string
	switch q.Shape.(type) {
	case ask.Pick:
		said = option(q, a.Value())
	case ask.Many:
		said = manyText(q, a)
	case ask.Each:
		said = eachText(q, a)
	case ask.Number:
		said = cmp.Or(strings.Join(a.Reckoned(), ""), written(q, a))
	case ask.Words:
		said = written(q, a)
	}
	return layout.OneLine(said)
}

// Answered returns an answer with its question, in one line. A secret one only says who gave it.
func Answered(v *lang.Localizer, a ask.Answered) string {
	q := a.Said(v)
	return strings.TrimSpace(layout.OneLine(v.Say(q.Text)) + " " + answerText(v, q, a.Answer))
}

// written returns an answer as it is typed, sanitized, since people may type anything.
func written(q ask.Question, a ask.Answer) string { return lang.Sanitize(q.Write(a)) }

func option(q ask.Question, i int) string { return q.List().Options[i].Other }

func manyText(q ask.Question, a ask.Answer) string {
	var out []string
	for _, row := range a.Values {
		for i, n := range row {
			switch {
			case n == 1:
				out = append(out, option(q, i))
			case n > 1:
				out = append(out, option(q, i)+" ×"+strconv.Itoa(n))
			}
		}
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, ", ")
}

func eachText(q ask.Question, a ask.Answer) string {
	var out []string
	for k, row := range a.Values {
		var given []string
		for _, n := range row {
			if len(q.List().Options) > 0 {
				given = append(given, option(q, n))
				continue
			}
			given = append(given, strconv.Itoa(n))
		}
		switch {
		case len(given) == 0:
			given = []string{"–"}
		case k < len(a.Typed) && a.Typed[k] != "":
			given[0] = a.Typed[k] + " = " + given[0]
		}
		who := ""
		if k < len(q.Names) {
			who = q.Names[k] + givenAs(q)
		}
		out = append(out, who+strings.Join(given, "+"))
	}
	if a.Plus > 0 {
		out = append(out, "+"+strconv.Itoa(a.Plus))
	}
	return strings.Join(out, layout.Dot)
}
