package ask

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tidy returns a typed or pasted text without characters that nobody sees, and with the digits and signs of wide
// keyboards as usual ones. Joiners and selectors stay in letters and pictures, which they shape.
func Tidy(typed string) string {
	var before rune
	return strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return -1
		case r >= '０' && r <= '９', strings.ContainsRune("＋－，；：？＜＞＊", r):
			// Unicode has the wide forms in the order of ASCII.
			r -= 0xfee0
		case r == '、':
			r = ','
		case r == '\u3000':
			r = ' '
		case shapes(r) && before > unicode.MaxASCII:
			return r
		case shapes(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1
		}
		before = r
		return r
	}, strings.ToValidUTF8(typed, ""))
}

// shapes reports whether a character only changes the look of the one in front of it.
func shapes(r rune) bool {
	return r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r)
}
