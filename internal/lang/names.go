package lang

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Meant returns the places of the names that a text means. The name that is written exactly so is meant before one that
// differs by case or by invisible characters, then names that begin so, then a name without its accents, then names that
// begin so without accents. Several places fit equally well, and the table has to be asked.
func Meant[S ~string](names []S, text string) []int { return fitting(names, text, true) }

// Same is Meant for whole names alone: a beginning is another name.
func Same[S ~string](names []S, text string) []int { return fitting(names, text, false) }

// fitting returns the places of the names that fit a text best. With beginnings, a name fits that begins with the text.
func fitting[S ~string](names []S, text string, beginnings bool) []int {
	exact, alike, plain := spaced(text), folded(text), Plain(spaced(text))
	isMeant := []func(name string) bool{
		func(name string) bool { return strings.TrimSpace(spaced(name)) == strings.TrimSpace(exact) },
		func(name string) bool { return Alike(name) == strings.TrimSpace(alike) },
		func(name string) bool { return beginnings && strings.HasPrefix(folded(name), alike) },
		func(name string) bool {
			return plain != "" && Plain(strings.TrimSpace(name)) == strings.TrimSpace(plain)
		},
		func(name string) bool {
			return plain != "" && beginnings && strings.HasPrefix(Plain(spaced(name)), plain)
		},
	}
	for _, is := range isMeant {
		var places []int
		for i, n := range names {
			if is(string(n)) {
				places = append(places, i)
			}
		}
		if places != nil {
			return places
		}
	}
	return nil
}

// Alike returns a key that is equal for names that look the same to people: after Unicode NFC, trimming and case folding,
// and without characters that cannot be seen.
func Alike[S ~string](name S) string { return strings.TrimSpace(folded(string(name))) }

// folded is Alike without trimming at the end, so that a text that is still being typed keeps its blank.
func folded(s string) string {
	s = spaced(Visible(s))
	if isASCII(s) {
		return strings.ToLower(s)
	}
	letters := strings.Map(func(r rune) rune {
		// The dotless ı of Turkish is no other case of i.
		if r == 'ı' {
			return r
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, norm.NFD.String(s))
	return norm.NFC.String(longer.Replace(letters))
}

// longer has the letters that are several in the other case (Unicode, CaseFolding.txt, status F).
var longer = strings.NewReplacer("ß", "ss", "ŉ", "ʼn", "ẚ", "aʾ", "ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st",
	"և", "եւ", "ﬓ", "մն", "ﬔ", "մե", "ﬕ", "մի", "ﬖ", "վն", "ﬗ", "մխ")

// spaced returns a text with one blank for each run of blanks, and none in front.
func spaced(s string) string {
	words := strings.Join(strings.Fields(s), " ")
	if words != "" && strings.TrimRightFunc(s, unicode.IsSpace) != s {
		words += " "
	}
	return words
}

// Visible returns a text without the characters that leave no mark on a screen. Joiners and variation selectors are among
// them: they shape their neighbors, and tell no two names apart.
func Visible(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
			r == brailleBlank {
			return -1
		}
		return r
	}, s)
}

// brailleBlank is a Braille cell without a dot, which Unicode counts as a symbol.
const brailleBlank = '\u2800'

// Plain returns a text in lower case without accents, to compare and to order by. A mark that makes another letter stays:
// vowels of Thai and Hindi, the dakuten of kana, the breve of й.
func Plain(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	// NFD has marks behind their letter, and the letter says which of them are accents.
	var letter rune
	for _, r := range norm.NFD.String(Visible(s)) {
		if !unicode.Is(unicode.Mn, r) {
			letter = r
		} else if isAccent(r, letter) {
			continue
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strokes.Replace(b.String())
}

// isAccent reports whether people leave a mark out when they write in haste.
func isAccent(mark, letter rune) bool {
	switch {
	case unicode.In(letter, unicode.Latin, unicode.Greek):
		return true
	// Stress, and the dots of ё. On г and к the same stroke makes another letter, ѓ and ќ.
	case unicode.Is(unicode.Cyrillic, letter):
		return mark == '\u0300' || mark == '\u0301' && !slices.Contains([]rune("гкГК"), letter) ||
			mark == '\u0308' && slices.Contains([]rune("еЕ"), letter)
	// Vowels, which everyday Hebrew and Arabic leave out.
	case unicode.Is(unicode.Hebrew, letter):
		return mark >= '\u0591' && mark <= '\u05BB' || mark == '\u05BD'
	case unicode.Is(unicode.Arabic, letter):
		return mark >= '\u064B' && mark <= '\u0652' || mark == '\u0670'
	}
	return false
}

// strokes has letters whose accent Unicode does not take apart.
var strokes = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ı", "i", "ß", "ss", "æ", "ae", "œ", "oe")

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
