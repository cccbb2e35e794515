// Package lang holds the program's sentences. A Text is a sentence in English, which is its own key, with the values of its
// places; a Lang says it. Portuguese stands in a file pt.json beside the code that speaks. The package prints
// nothing, and never asks which language a machine is set to.
package lang

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Lang is a language that the program speaks.
type Lang string

// The languages. Both are complete.
const (
	English    Lang = "en"
	Portuguese Lang = "pt-BR"
)

// A Text is one sentence and the values of its {places}: strings, whole numbers, other Texts, a List, Joined, errors. Nested
// texts are said in the same language.
type Text struct {
	One, Other string         // English for exactly one, if the text counts {n}; English else
	Args       map[string]any // by place
	In         string         // tells apart the few sentences with two translations; "" for most

	by map[Lang]string // translations that the text brought along
}

// T returns a text from its English.
func T(english string) Text { return Text{Other: english} }

// N returns a text that counts {n}, from its English for one and for any other number.
func N(one, other string) Text { return Text{One: one, Other: other} }

// Literal returns a text that reads the same in every language: a name, a number, a symbol.
func Literal(s string) Text { return Only(s) }

// Only returns a text that is nothing but one thing: a list, an error, another text.
func Only(it any) Text { return Text{Other: literal, Args: map[string]any{"it": it}} }

const literal = "{it}"

// In returns a text whose English has more than one translation, told apart by where it stands.
func In(context, english string) Text { return Text{Other: english, In: context} }

// Of returns a text that brought its translations along, as game files do: English, and any other language.
func Of(by map[Lang]string) Text { return Text{Other: by[English], by: by} }

// With returns the text with its places filled, given as name, value, name, value. The place "n" of a text that counts
// is its count.
func (t Text) With(pairs ...any) Text {
	args := maps.Clone(t.Args)
	if args == nil {
		args = make(map[string]any, len(pairs)/2)
	}
	for i := 0; i < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	t.Args = args
	return t
}

// Empty reports whether there is nothing to say.
func (t Text) Empty() bool { return t.Other == "" }

// String returns the English text, for Go errors and test failures.
func (t Text) String() string { return English.Say(t) }

// A List is said as “Ana, Bia and Caio”. Its entries are Texts, or strings of any type.
type List []any

// Names returns a list of names, which keep their type.
func Names[S ~string](names []S) List {
	l := make(List, len(names))
	for i, n := range names {
		l[i] = n
	}
	return l
}

// Joined are texts one after the other, with something between them.
type Joined struct {
	All     []Text
	Between string
}

// Join returns texts one after the other, with something between them: “Ana 4, Caio 2”; a dash if there are none.
func Join(between string, all []Text) Text {
	if len(all) == 0 {
		return Literal("–")
	}
	return Only(Joined{all, between})
}

// Parts returns the texts that Join has joined, or the text itself.
func (t Text) Parts() []Text {
	if j, is := t.Args["it"].(Joined); is {
		return j.All
	}
	return []Text{t}
}

// Say returns the text in this language, or in English if its translation is missing. Nothing in it can move the cursor
// or reverse a line: control characters and bidirectional controls are dropped.
func (l Lang) Say(t Text) string { return Sanitize(l.say(t)) }

// All returns texts in this language.
func (l Lang) All(texts []Text) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = l.Say(t)
	}
	return out
}

func (l Lang) say(t Text) string {
	if t.Empty() {
		return ""
	}
	args := make(map[string]string, len(t.Args))
	for k, a := range t.Args {
		args[k] = l.word(a)
	}
	return fill(l.sentence(t), args)
}

// sentence returns the sentence of a text with its places still open.
func (l Lang) sentence(t Text) string {
	if own, there := t.by[l]; there {
		return own
	}
	n, counts := t.Args["n"].(int)
	counts = counts && t.One != ""
	if l == Portuguese && t.Other != literal {
		if pt, there := portuguese(key(t)); there {
			if counts && (n == 0 || n == 1) && pt.One != "" {
				return pt.One
			}
			return pt.Other
		}
	}
	if counts && n == 1 {
		return t.One
	}
	return t.Other
}

// word says the value of a place.
func (l Lang) word(a any) string {
	switch a := a.(type) {
	case Text:
		return l.say(a)
	case List:
		return l.list(a)
	case Joined:
		said := make([]string, len(a.All))
		for i, t := range a.All {
			said[i] = l.say(t)
		}
		return strings.Join(said, a.Between)
	// A fault or a failure is said in the language of the sentence around it.
	case interface{ Text() Text }:
		return l.say(a.Text())
	case func(Lang) string:
		return a(l)
	}
	return fmt.Sprint(a)
}

func (l Lang) list(all List) string {
	said := make([]string, len(all))
	for i, a := range all {
		said[i] = l.word(a)
	}
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	n := len(said) - 1
	return l.say(T("{head} and {last}").With("head", strings.Join(said[:n], ", "), "last", said[n]))
}

// At returns a text, or an error, behind the place that it is about: a path in a sheet, a file, a name.
func At(place, say any) Text { return T("{at}: {say}").With("at", place, "say", say) }

// fill puts arguments in the place of {name}. Places without one stay as they are.
func fill(s string, args map[string]string) string {
	if len(args) == 0 {
		return s
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, ok := strings.Cut(rest, "}")
		if v, known := args[name]; ok && known {
			b.WriteString(v)
			s = after
			continue
		}
		b.WriteByte('{')
		s = rest
	}
}

// key returns the key of a text in a catalog: its English, after its context if it has one.
func key(t Text) string {
	if t.In == "" {
		return t.Other
	}
	return t.In + "|" + t.Other
}

// A translation is an entry of a pt.json: a string, or {"one": …, "other": …} for a text that counts.
type translation struct{ One, Other string }

// A catalog is a pt.json, and its entries once it was read.
type catalog struct {
	pt   []byte
	said map[string]any
}

var (
	catalogs []*catalog
	reading  sync.Mutex
)

// Catalog takes in the pt.json of a package, when the program starts and before anything is said. The result is for a
// package-level variable, and means nothing.
func Catalog(pt []byte) bool {
	catalogs = append(catalogs, &catalog{pt: pt})
	return true
}

// portuguese looks a sentence up. Catalogs are read as far as they are needed, those of the command line first: a page of
// help is printed before a game's were read.
func portuguese(key string) (translation, bool) {
	reading.Lock()
	defer reading.Unlock()
	for _, c := range slices.Backward(catalogs) {
		if t := read(c.entries()[key]); t.Other != "" {
			return t, true
		}
	}
	return translation{}, false
}

// entries reads a catalog. A test catches a broken one; at the table its English is better than a panic.
func (c *catalog) entries() map[string]any {
	if c.said == nil {
		c.said = map[string]any{}
		_ = json.Unmarshal(c.pt, &c.said)
	}
	return c.said
}

func read(entry any) (t translation) {
	switch e := entry.(type) {
	case string:
		t.Other = e
	case map[string]any:
		t.One, _ = e["one"].(string)
		t.Other, _ = e["other"].(string)
	}
	return t
}
