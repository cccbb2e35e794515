package setup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// NameLength is the limit for a name, in code points without surrounding blanks.
const NameLength = 40

var (
	noName      = lang.Msg("setup.no-name", "a name is missing: 1 to {most} characters, please")
	longName    = lang.Msg("setup.long-name", "“{name}” has {count} characters: at most {most} are allowed")
	controlName = lang.Msg("setup.control-name", "“{name}” contains the control character {code}: letters, digits and signs, please")
	brokenName  = lang.Msg("setup.broken-name", "“{name}” is not valid text")
	nameTwice   = lang.Msg("setup.name-twice", "“{name}” is there twice: each name only once, please")
	sameName    = lang.Msg("setup.same-name", "“{name}” is there twice (as “{other}”): each name only once, please")
)

// CheckName refuses a name that is empty, too long or contains control characters.
func CheckName(name string) *fault.Fault { return CheckNameOf(name, NameLength) }

// CheckNameOf is CheckName with another limit.
func CheckNameOf(name string, most int) *fault.Fault {
	trimmed := strings.TrimSpace(name)
	if !utf8.ValidString(name) {
		return fault.New(brokenName.With("name", strings.ToValidUTF8(name, "�")))
	}
	for _, r := range name {
		if unicode.Is(unicode.Cc, r) {
			visible := strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Cc, r) {
					return '�'
				}
				return r
			}, name)
			return fault.New(controlName.With("name", visible, "code", CodeOf(r)))
		}
	}
	switch n := utf8.RuneCountInString(trimmed); {
	case n == 0:
		return fault.New(noName.With("most", most))
	case n > most:
		return fault.New(longName.With("name", string([]rune(trimmed)[:12])+"…", "count", n, "most", most))
	}
	return nil
}

// CodeOf returns the code of a control character: U+001B.
func CodeOf(r rune) string {
	const hex = "0123456789ABCDEF"
	return "U+00" + string(hex[r>>4&15]) + string(hex[r&15])
}

// CheckNames refuses a list with an invalid name or two that are alike. The fault names the index.
func CheckNames(names []string) *fault.Fault {
	seen := make(map[string]string, len(names))
	for i, n := range names {
		if f := CheckName(n); f != nil {
			return f.Under(fault.Index(i))
		}
		k := Alike(n)
		if other, twice := seen[k]; twice {
			n, other = strings.TrimSpace(n), strings.TrimSpace(other)
			say := sameName.With("name", n, "other", other)
			if n == other {
				say = nameTwice.With("name", n)
			}
			return fault.New(say, fault.Index(i))
		}
		seen[k] = n
	}
	return nil
}

// Alike returns a key that is equal for names that people would call the same: after Unicode NFC, trimming and case
// folding.
func Alike(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// Named returns the names at several seats, which must exist.
func Named(players []string, seats []int) []string {
	out := make([]string, len(seats))
	for i, seat := range seats {
		out[i] = players[seat]
	}
	return out
}
