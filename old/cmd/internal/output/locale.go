package output

import (
	"slices"
	"strings"
)

// A Locale is the environment's choice of letters: its name, and its charset in lower case without hyphens, or
// "".
type Locale struct{ Name, Charset string }

// LocaleOf reads the first variable that is set.
func LocaleOf(getenv func(string) string) (l Locale) {
	for _, v := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		l.Name = getenv(v)
		if l.Name != "" {
			break
		}
	}
	name, _, _ := strings.Cut(l.Name, "@")
	name, charset, _ := strings.Cut(name, ".")
	return Locale{name, strings.ToLower(strings.ReplaceAll(charset, "-", ""))}
}

// OnlyASCII reports whether the locale has no Unicode. A locale without a charset is taken to be UTF-8, as
// terminals are today, unless it is C or POSIX.
func (l Locale) OnlyASCII() bool {
	if l.Charset == "" {
		return l.Name == "C" || l.Name == "POSIX"
	}
	return l.Charset != "utf8"
}

// Latin reports whether letters may be typed in Latin-1, a byte each.
func (l Locale) Latin() bool {
	return slices.Contains([]string{"iso88591", "iso885915", "latin1", "latin9", "cp1252", "windows1252"}, l.Charset)
}
