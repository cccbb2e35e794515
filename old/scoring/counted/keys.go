package counted

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/setup"
)

// may reads an optional key; without it the value at the pointer stays.
func may[T any](o *sheet.Object, key string, at *T, read func(sheet.Item) T) {
	if it, there := o.Maybe(key); there {
		*at = read(it)
	}
}

// refuse reports a fault at a key if wrong is true.
func refuse(o *sheet.Object, key string, wrong bool, say lang.Text) {
	if wrong {
		o.Get(key).Fail(say)
	}
}

// from returns a reader for a whole number from lo to hi.
func from(lo, hi int) func(sheet.Item) int {
	return func(it sheet.Item) int { return it.Int(lo, hi) }
}

// oneOf returns a reader for one of several words.
func oneOf[T ~string](allowed ...T) func(sheet.Item) T {
	words := make([]string, len(allowed))
	for i, it := range allowed {
		words[i] = string(it)
	}
	return func(it sheet.Item) T { return T(it.OneOf(words...)) }
}

// list returns a reader for a list; it returns nil for an empty one.
func list[T any](lo, hi int, read func(sheet.Item) T) func(sheet.Item) []T {
	return func(it sheet.Item) (all []T) {
		for _, it := range it.List(lo, hi) {
			all = append(all, read(it))
		}
		return all
	}
}

// numbered returns a reader for an object whose keys are whole numbers from lo to hi.
func numbered[T any](lo, hi int, read func(sheet.Item) T) func(sheet.Item) map[int]T {
	return func(it sheet.Item) map[int]T {
		out := map[int]T{}
		for _, f := range it.Fields() {
			n, ok := whole(f.Key)
			if !ok || n < lo || n > hi {
				f.Fail(badKey.With("it", f.Key, "lo", lo, "hi", hi))
			}
			out[n] = read(f.Item)
		}
		return out
	}
}

// by returns a reader for a value, or for one value for each number of people that may play, and no other number.
func by[T any](f *File, read func(sheet.Item) T) func(sheet.Item) By[T] {
	return func(it sheet.Item) By[T] {
		if !it.IsObject() {
			return By[T]{all: read(it)}
		}
		by := numbered(1, MaxPlayers, read)(it)
		for n := 1; n <= MaxPlayers; n++ {
			_, there := by[n]
			switch plays := n >= f.Players.Lo && n <= f.Players.Hi; {
			case plays && !there:
				it.Fail(lacksFor.With("n", n))
			case !plays && there:
				it.Fail(notFor.With("n", n), strconv.Itoa(n))
			}
		}
		return By[T]{by: by}
	}
}

var isID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9-]{1,39}$`) }) // most runs read none

var isTag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`) })

// readID reads the ID of a game.
func readID(it sheet.Item) string {
	if !isID().MatchString(it.Text()) {
		it.Fail(badID.With("it", it.Text()))
	}
	return it.Text()
}

// readText reads a text in one language, or a text for each of several.
func readText(it sheet.Item) lang.Text {
	if !it.IsObject() {
		t := lang.Literal(it.Text())
		checkText(it, t.Other)
		return t
	}
	by := map[string]string{}
	for _, f := range it.Fields() {
		if !isTag().MatchString(f.Key) {
			f.Fail(badTag.With("it", f.Key))
		}
		by[f.Key] = f.Text()
		checkText(f.Item, by[f.Key])
	}
	if len(by) == 0 {
		it.Fail(noText)
		return lang.Text{}
	}
	return lang.Of(by)
}

// checkText refuses a blank text and one with control characters.
func checkText(it sheet.Item, text string) {
	if strings.TrimSpace(text) == "" {
		it.Fail(noText)
	}
	for _, r := range text {
		if unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' {
			it.Fail(badText.With("code", setup.CodeOf(r)))
		}
	}
}

// mostTitle limits the characters in the name of a game.
const mostTitle = 80

// name returns a reader for a name, checked like any name in each language.
func name(most int) func(sheet.Item) lang.Text {
	return func(it sheet.Item) lang.Text {
		t := readText(it)
		for _, name := range spoken(t) {
			if f := setup.CheckNameOf(name, most); f != nil {
				it.Report(f)
			}
		}
		return t
	}
}

// spoken returns a text in all of its languages.
func spoken(t lang.Text) []string {
	out := []string{t.Other}
	for _, tag := range slices.Sorted(maps.Keys(t.In)) {
		out = append(out, t.In[tag])
	}
	return out
}

// names returns a reader for a list of different names.
func names(lo, hi int) func(sheet.Item) []lang.Text {
	taken := map[string]bool{}
	return list(lo, hi, func(it sheet.Item) lang.Text {
		t := name(setup.NameLength)(it)
		takeName(it, t.Other, taken)
		return t
	})
}

// takeName refuses a name that is taken.
func takeName(it sheet.Item, name string, taken map[string]bool) {
	if taken[setup.Alike(name)] {
		it.Fail(nameTwice.With("it", name))
	}
	taken[setup.Alike(name)] = true
}

// anybody is the largest range of people.
var anybody = People{1, MaxPlayers}

// readPeople reads a number of people, or a range.
func readPeople(it sheet.Item) People {
	if !it.IsText() {
		n := it.Int(1, MaxPlayers)
		return People{n, n}
	}
	from, to, _ := strings.Cut(it.Text(), "-")
	lo, okLo := whole(from)
	hi, okHi := whole(to)
	if !okLo || !okHi || lo < 1 || hi > MaxPlayers || lo > hi {
		it.Fail(badPeople.With("it", it.Text(), "most", MaxPlayers))
	}
	return People{lo, hi}
}

// whole returns a whole number; ok is false for a plus sign or leading zeros.
func whole(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && strconv.Itoa(n) == s
}
