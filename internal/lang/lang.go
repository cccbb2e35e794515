// Package lang is what the program says, before it is said: a Text is a message
// with its arguments, and a Localizer says it in one language. English stands in the
// code; every other language is a catalog in the folder of the package that
// speaks. It never prints anything and never asks which language a machine has.
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
	"golang.org/x/text/language"
)

// A Text is one message and what fills its {places}. Arguments are strings,
// whole numbers, other Texts, or a List or Sorted of them; nested Texts are said in the
// same language, and a function of a Localizer says what no message can. A Text without an ID is the same in every language.
type Text struct {
	ID    string         `json:"id,omitempty"`
	One   string         `json:"one,omitempty"` // English for exactly one; only where the message counts
	Other string         `json:"other"`         // English
	Args  map[string]any `json:"args,omitempty"`

	In map[string]string `json:"in,omitempty"` // in each language, by its tag, where no catalog says it: of a text that brought its translations along
}

// A List is said as "Ana, Bia and Caio".
type List []Text

// Sorted is a List that is said in the order of what is said, whatever the language.
type Sorted List

// Msg returns a message: its ID, which never changes, and its English.
func Msg(id, english string) Text { return Text{ID: id, Other: english} }

// Plural returns a message that counts {n}: English for one and for any other number.
func Plural(id, one, other string) Text { return Text{ID: id, One: one, Other: other} }

// Literal returns text that is the same in every language: a name, a number, a symbol.
func Literal(s string) Text { return Text{Other: s} }

// With returns the message with places filled: name, value, name, value … For a
// counting message the place "n" is the count.
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

// Capital returns the text with a capital at its beginning, whatever stands there.
func Capital(t Text) Text {
	return Literal("{it}").With("it", func(v *Localizer) string {
		said := v.say(t)
		_, size := utf8.DecodeRuneInString(said)
		return strings.ToUpper(said[:size]) + said[size:]
	})
}

// Empty reports whether there is nothing to say.
func (t Text) Empty() bool { return t.Other == "" }

// Of returns a text that brought its translations along, by language: English where one is missing, else the first in the
// alphabet.
func Of(byTag map[string]string) Text {
	first := slices.Sorted(maps.Keys(byTag))[0]
	if _, there := byTag[Languages[0]]; there {
		first = Languages[0]
	}
	return Text{Other: byTag[first], In: byTag}
}

// Names returns texts that are the same in every language.
func Names(names []string) List {
	l := make(List, len(names))
	for i, n := range names {
		l[i] = Literal(n)
	}
	return l
}

// A Catalog holds the translations of one package: a file pt-BR.json in its
// folder, whose messages all begin with Prefix and a dot. The two packages of one
// game (scoring and setup) may share a prefix.
type Catalog struct {
	Prefix string
	Files  embed.FS
}

// Languages that are complete, the first one the language of the code.
var Languages = []string{"en", "pt-BR"}

// A Localizer says texts in one language. A catalog is read when the first of its
// messages is wanted, English reads none. It is not for several goroutines.
type Localizer struct {
	Aloud bool // texts are heard, not seen: sentences in place of tables, tracks and charts

	tag      string
	bundle   *i18n.Bundle
	local    *i18n.Localizer
	catalogs map[string][]Catalog // by prefix, not read yet
}

// NewLocalizer speaks the language of tag, one of Languages, with the catalogs of
// every package that may be heard.
func NewLocalizer(tag string, catalogs ...Catalog) *Localizer {
	v := &Localizer{tag: tag, catalogs: map[string][]Catalog{}}
	if tag != Languages[0] {
		for _, c := range catalogs {
			v.catalogs[c.Prefix] = append(v.catalogs[c.Prefix], c)
		}
	}
	return v
}

// prepare makes what English needs only to count: reading the rules of all languages takes longer
// than saying a whole page.
func (v *Localizer) prepare() {
	if v.bundle != nil {
		return
	}
	v.bundle = i18n.NewBundle(language.English)
	v.bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	v.local = i18n.NewLocalizer(v.bundle, v.tag)
	if v.tag != Languages[0] {
		// The bundle must know the language before its first message is loaded.
		_ = v.bundle.AddMessages(language.MustParse(v.tag), &i18n.Message{ID: "lang", Other: v.tag})
	}
}

// Tag returns the language that is spoken: "en" or "pt-BR".
func (v *Localizer) Tag() string { return v.tag }

// Say returns the text in the voice's language; in English where the catalog lacks it.
// Whatever people typed into it cannot move the cursor or turn the line around:
// control characters and bidirectional controls are left out.
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
	v.prepare()
	v.load(t.ID)
	s, err := v.local.Localize(&i18n.LocalizeConfig{
		DefaultMessage: &i18n.Message{ID: t.ID, One: t.One, Other: t.Other},
		PluralCount:    count, TemplateData: args, TemplateParser: places{},
	})
	if s == "" && err != nil {
		return fill(t.Other, args)
	}
	return s
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
	case interface{ Text() Text }: // a fault, say
		return v.Say(a.Text())
	}
	return fmt.Sprint(a)
}

var (
	and = Msg("lang.and", "{head} and {last}")
	at  = Msg("lang.at", "{at}: {say}")
)

// At returns a text and the place that it is about: a path in a sheet, a key, a string or a Text.
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

// Day returns a day as the language writes it: 2026-11-22, 22/11/2026.
func (v *Localizer) Day(t time.Time) string {
	if v.tag == "pt-BR" {
		return t.Format("02/01/2006")
	}
	return t.Format(time.DateOnly)
}

// DayAndTime returns a day as the language writes it, and the time of day: 2026-11-22 21:30, 22/11/2026 21:30.
func (v *Localizer) DayAndTime(t time.Time) string { return v.Day(t) + t.Format(" 15:04") }

func (v *Localizer) load(id string) {
	prefix, _, _ := strings.Cut(id, ".")
	for _, c := range v.catalogs[prefix] {
		// A catalog that is missing or broken is found by the tests; at the table
		// its English is better than a panic.
		_, _ = v.bundle.LoadMessageFileFS(c.Files, v.tag+".json")
	}
	delete(v.catalogs, prefix)
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = Catalog{Prefix: "lang", Files: files}
