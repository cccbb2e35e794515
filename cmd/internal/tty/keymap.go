package tty

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	"github.com/tablemate/tablemate/internal/lang"
)

// A mode is the state in which a key finds a question. A binding holds in several modes together.
type mode int

const (
	idle    mode = 1 << iota // a list at which nothing is typed
	ticking                  // a check list at which nothing is typed
	typing                   // a list, of either kind, at which a word is typed
	empty                    // a line on which nothing stands
	editing                  // a line on which something stands

	nothingTyped = idle | ticking | empty
	anyList      = idle | ticking | typing
	anywhere     = nothingTyped | typing | editing
)

// A deed is the effect of a key.
type deed int

const (
	doType   deed = iota // the key stands for itself: a character of an answer
	doIgnore             // the key does nothing here
	doEnter
	doBack
	doNow
	doMenu
	doUndo
	doLeave
	doRedraw
	doErase
	doEraseNext
	doEraseWord
	doClear // up to the beginning of the line
	doClearAll
	doTick
	doSkip // ends what others watch
	doSeparate
	doUp
	doDown
	doPageUp
	doPageDown
	doFirst
	doLast
	doLeft
	doRight
)

// A binding gives keys a deed in some modes, and the manual its words for both.
type binding struct {
	keys  []string
	in    mode
	does  deed
	named lang.Text // the keys in the manual; empty if it leaves them out
	says  lang.Text // their effect, in the manual
	hint  lang.Text // the keys on the bottom line of a question; empty if they do not stand there
}

// bindings is the one table of keys. The first binding counts that has a key in a mode; a character without any is typed.
// The manual's table of keys and the bottom line of questions are made from it.
var bindings = []binding{
	{keys: []string{keys.Enter}, in: anywhere, does: doEnter, named: lang.T("Enter"), says: lang.T("takes what is suggested, or what is typed")},
	{named: lang.T("the number or letter in front of a line"), says: lang.T("picks it at once, as long as nothing is typed")},
	{named: lang.T("anything else"), says: lang.T("is one word, up to Enter: a name, or its beginning; a word that fits nothing does nothing, and nor does its Enter")},
	{keys: []string{"<", keys.Esc, keys.Left}, in: nothingTyped, does: doBack, named: lang.T("`<` or Esc"),
		says: lang.T("reads one question back, into earlier turns too; Enter leads forward again"), hint: lang.T("< back")},
	{keys: []string{"<"}, in: typing | editing, does: doBack},
	{keys: []string{">"}, in: anywhere, does: doNow, named: lang.T("`>`"), says: lang.T("straight to the question that is open")},
	{keys: []string{keys.Backspace}, in: nothingTyped, does: doUndo, named: lang.T("Backspace, on an empty line"), says: lang.T("takes the last answer back")},
	{keys: []string{keys.KillWord}, in: typing | editing, does: doEraseWord, named: lang.T("Ctrl-W or Alt-Backspace"), says: lang.T("deletes a word")},
	{keys: []string{"?"}, in: anywhere, does: doMenu, named: lang.T("`?`"), hint: lang.T("? menu"),
		says: lang.T("the menu: go on, standings, why, undo, redo, correct, table, people, rules, phones, end, leave; a line that is half typed is there again afterwards")},
	{keys: []string{keys.Interrupt, keys.Ending}, in: anywhere, does: doLeave, named: lang.T("Ctrl-C"),
		says: lang.T("leaves; everything is kept, and the last line says how to come back")},
	{named: lang.T("Ctrl-Z"), says: lang.T("stops the program, `fg` brings it back")}, // between the questions, in Terminal.next
	{keys: []string{keys.Redraw}, in: anywhere, does: doRedraw},

	{keys: []string{" ", keys.Tab}, in: ticking, does: doTick},
	{keys: []string{","}, in: ticking, does: doSeparate},
	{keys: []string{" "}, in: idle | empty, does: doSkip, named: lang.T("Space, where nothing is typed"),
		says: lang.T("ends what phones and the board are revealing, and answers nothing")},
	{keys: []string{keys.Tab}, in: idle, does: doIgnore},
	{keys: []string{keys.Up}, in: anyList, does: doUp},
	{keys: []string{keys.Down}, in: anyList, does: doDown},
	{keys: []string{keys.PageUp}, in: anyList, does: doPageUp},
	{keys: []string{keys.PageDown}, in: anyList, does: doPageDown},
	{keys: []string{keys.Home}, in: anyList, does: doFirst},
	{keys: []string{keys.End}, in: anyList, does: doLast},

	{keys: []string{keys.Backspace}, in: typing | editing, does: doErase},
	{keys: []string{keys.Esc, keys.KillLine}, in: typing, does: doClearAll},
	{keys: []string{keys.Esc}, in: editing, does: doClearAll},
	{keys: []string{keys.KillLine}, in: editing, does: doClear},
	{keys: []string{keys.Remove}, in: editing, does: doEraseNext},
	{keys: []string{keys.Left}, in: editing, does: doLeft},
	{keys: []string{keys.Right}, in: editing, does: doRight},
	{keys: []string{keys.Home}, in: editing, does: doFirst},
	{keys: []string{keys.End}, in: editing, does: doLast},
}

// deed returns the effect of a key.
func (m mode) deed(key string) deed {
	for _, b := range bindings {
		if b.in&m != 0 && slices.Contains(b.keys, key) {
			return b.does
		}
	}
	if keys.Printable(key) {
		return doType
	}
	return doIgnore
}

// hints returns the keys that stand on the bottom line of a question: the first one has no way back.
func hints(first, noMenu bool) (hints []lang.Text) {
	for _, b := range bindings {
		if !b.hint.Empty() && (b.does != doBack || !first) && (b.does != doMenu || !noMenu) {
			hints = append(hints, b.hint)
		}
	}
	return hints
}

// KeyTable returns the manual's table of keys, in Markdown.
func KeyTable(l lang.Lang) string {
	var b strings.Builder
	row := func(key, does lang.Text) { b.WriteString("| " + l.Say(key) + " | " + l.Say(does) + " |\n") }
	row(lang.T("key"), lang.T("at any question"))
	b.WriteString("|---|---|\n")
	for _, one := range bindings {
		if !one.named.Empty() {
			row(one.named, one.says)
		}
	}
	return b.String()
}
