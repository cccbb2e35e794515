package output

import (
	"slices"
	"strings"
)

// A Locale is what the environment says of letters: its name, and its charset in small letters without hyphens; "" where none
// is named.
type Locale struct{ Name, Charset string }

// LocaleOf reads the first of the three variables that says anything.
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

// OnlyASCII reports whether the locale has ASCII only, or letters of its own that are not Unicode's. One without a charset is
// read as today's terminals are.
func (l Locale) OnlyASCII() bool {
	if l.Charset == "" {
		return l.Name == "C" || l.Name == "POSIX"
	}
	return l.Charset != "utf8"
}

// Latin reports whether letters that are typed may be those of Latin-1, a byte each.
func (l Locale) Latin() bool {
	return slices.Contains([]string{"iso88591", "iso885915", "latin1", "latin9", "cp1252", "windows1252"}, l.Charset)
}
