// Package lang holds what the program says: a Text is a message with its arguments, and a Localizer says it in one
// language. English is in the code; every other language is a catalog in the folder of the package that speaks. The
// package never prints, and never asks which language a machine is set to.
package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
)

// A Text is one message and the arguments for its {places}: strings, whole numbers, other Texts, a List or a Sorted, a
// *fault.Fault, or a function of a Localizer for what no message can say. Nested Texts are said in the same language. A
// Text without an ID reads the same in every language.
type Text struct {
	ID    string         `json:"id,omitempty"`
	One   string         `json:"one,omitempty"` // English for exactly one; set only if the message counts
	Other string         `json:"other"`         // English
	Args  map[string]any `json:"args,omitempty"`

	In map[string]string `json:"in,omitempty"` // translations by language tag, for a text that brought its own
}

// A List is said as "Ana, Bia and Caio".
type List []Text

// Sorted is a List in alphabetical order of the language in which it is said.
type Sorted List

// Msg returns a message from its ID, which never changes, and its English.
func Msg(id, english string) Text { return Text{ID: id, Other: english} }

// Plural returns a message that counts {n}, with English for one and for any other number.
func Plural(id, one, other string) Text { return Text{ID: id, One: one, Other: other} }

// Literal returns text that reads the same in every language: a name, a number, a symbol.
func Literal(s string) Text { return Text{Other: s} }

// With returns the message with its places filled, given as name, value, name, value. The place "n" of a Plural is its
// count.
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

// String returns the English text, for Go errors and test failures.
func (t Text) String() string { return NewLocalizer(Languages[0]).Say(t) }

// Capital returns the text with its first letter in upper case, even if an argument comes first.
func Capital(t Text) Text {
	return Literal("{it}").With("it", func(v *Localizer) string {
		said := v.say(t)
		_, size := utf8.DecodeRuneInString(said)
		return strings.ToUpper(said[:size]) + said[size:]
	})
}

// Empty reports whether there is nothing to say.
func (t Text) Empty() bool { return t.Other == "" }

// Of returns a text from its translations by language tag. A missing language falls back to English, and without English
// to the first tag in alphabetical order.
func Of(byTag map[string]string) Text {
	first := slices.Sorted(maps.Keys(byTag))[0]
	if _, there := byTag[Languages[0]]; there {
		first = Languages[0]
	}
	return Text{Other: byTag[first], In: byTag}
}

// Names returns texts that read the same in every language.
func Names(names []string) List {
	l := make(List, len(names))
	for i, n := range names {
		l[i] = Literal(n)
	}
	return l
}

// A Catalog holds the translations of one package: a file pt-BR.json in its folder. The ID of every message begins with
// Prefix and a dot. The scoring and setup packages of one game may share a prefix.
type Catalog struct {
	Prefix string
	Files  embed.FS
}

// Languages lists the complete languages. The first is the one in the code.
var Languages = []string{"en", "pt-BR"}

// A Localizer says texts in one language. It reads a catalog when it first needs one of its messages; English needs none.
// It is not safe for concurrent use.
type Localizer struct {
	Aloud bool // a screen reader is listening: sentences in place of tables, tracks and charts

	tag      string
	bundle   *i18n.Bundle
	local    *i18n.Localizer
	catalogs map[string][]Catalog // unread catalogs by prefix
}

// NewLocalizer returns a Localizer for tag, one of Languages, with the catalogs of all packages whose messages it may say.
func NewLocalizer(tag string, catalogs ...Catalog) *Localizer {
	v := &Localizer{tag: tag, catalogs: map[string][]Catalog{}}
	if tag != Languages[0] {
		for _, c := range catalogs {
			v.catalogs[c.Prefix] = append(v.catalogs[c.Prefix], c)
		}
	}
	return v
}

// Tag returns the language: "en" or "pt-BR".
func (v *Localizer) Tag() string { return v.tag }

// Say returns the text in the voice's language, or in English if the catalog lacks it. Nothing in it can move the cursor
// or reverse the line: control characters and bidirectional controls that people typed are dropped.
func (v *Localizer) Say(t Text) string { return Sanitize(v.say(t)) }

func (v *Localizer) say(t Text) string {
	args := make(map[string]string, len(t.Args))
	var count any
	for k, a := range t.Args {
		if k == "n" && t.One != "" {
			count = a
		}
		args[k] = v.word(a)
	}
	if own, there := t.In[v.tag]; there {
		return fill(own, args)
	}
	if t.ID == "" || v.tag == Languages[0] && t.One == "" {
		return fill(t.Other, args)
	}
	v.load(t.ID)
	s, err := v.local.Localize(&i18n.LocalizeConfig{
		DefaultMessage: &i18n.Message{ID: t.ID, One: t.One, Other: t.Other},
		PluralCount:    count, TemplateParser: template.IdentityParser{}, // fill knows our placeholders
	})
	if s == "" && err != nil {
		s = t.Other
	}
	return fill(s, args)
}

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

func (v *Localizer) word(a any) string {
	switch a := a.(type) {
	case Text:
		return v.say(a)
	case List:
		return v.List(a)
	case Sorted:
		sorted := make(List, len(a))
		for i, at := range v.Order(a) {
			sorted[i] = a[at]
		}
		return v.List(sorted)
	case func(*Localizer) string:
		return a(v)
	case interface{ Text() Text }: // a fault
		return v.Say(a.Text())
	}
	return fmt.Sprint(a)
}

var (
	and = Msg("lang.and", "{head} and {last}")
	at  = Msg("lang.at", "{at}: {say}")
)

// At returns a text behind the place that it is about: a path in a sheet, a file, a name.
func At(place any, say Text) Text { return at.With("at", place, "say", say) }

// List says several texts as one: "Ana, Bia and Caio".
func (v *Localizer) List(l List) string {
	said := make([]string, len(l))
	for i, t := range l {
		said[i] = v.Say(t)
	}
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	n := len(said) - 1
	return v.Say(and.With("head", strings.Join(said[:n], ", "), "last", said[n]))
}

// Day returns a date as the language writes it: 2026-11-22, 22/11/2026.
func (v *Localizer) Day(t time.Time) string {
	if v.tag == "pt-BR" {
		return t.Format("02/01/2006")
	}
	return t.Format(time.DateOnly)
}

// DayAndTime returns a date and the time of day as the language writes them: 2026-11-22 21:30, 22/11/2026 21:30.
func (v *Localizer) DayAndTime(t time.Time) string { return v.Day(t) + t.Format(" 15:04") }

// load reads the catalogs with a message. English needs plural rules only to count, and reading those takes longer than saying
// a whole page, so all of it waits until then.
func (v *Localizer) load(id string) {
	if v.bundle == nil {
		v.bundle = i18n.NewBundle(language.English)
		v.bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
		v.local = i18n.NewLocalizer(v.bundle, v.tag)
		if v.tag != Languages[0] {
			// The bundle has to know the language before it loads a message.
			_ = v.bundle.AddMessages(language.MustParse(v.tag), &i18n.Message{ID: "lang", Other: v.tag})
		}
	}
	prefix, _, _ := strings.Cut(id, ".")
	for _, c := range v.catalogs[prefix] {
		// Tests catch a missing or broken catalog; at the table its English is better than a panic.
		_, _ = v.bundle.LoadMessageFileFS(c.Files, v.tag+".json")
	}
	delete(v.catalogs, prefix)
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = Catalog{Prefix: "lang", Files: files}
