package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// NameLength is the limit for a name, in code points without surrounding blanks.
const NameLength = 40

// CheckName refuses a name that is empty, too long, or invisible, or contains control characters or line ends.
func CheckName[S ~string](name S) error { return CheckText(string(name), NameLength) }

// CheckText is CheckName with another limit.
func CheckText(text string, most int) error {
	if !utf8.ValidString(text) {
		return fault.New(lang.T("“{name}” is not valid text").With("name", strings.ToValidUTF8(text, "�")))
	}
	for _, r := range text {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) {
			return fault.New(lang.T("there is a control character in this text ({code})").With("code", fmt.Sprintf("U+%04X", r)))
		}
	}
	trimmed := strings.TrimSpace(text)
	switch n := utf8.RuneCountInString(trimmed); {
	case n == 0:
		return fault.New(lang.T("a name is missing: 1 to {most} characters, please").With("most", most))
	case strings.TrimSpace(lang.Visible(text)) == "":
		return fault.New(lang.T("nobody can see this: a letter or a sign, please"))
	case n > most:
		return fault.New(lang.T("“{name}” has {count} characters: at most {most} are allowed").
			With("name", string([]rune(trimmed)[:12])+"…", "count", n, "most", most))
	}
	return nil
}

// CheckNames refuses a list with an invalid name or two that are alike. The fault names the index.
func CheckNames[S ~string](names []S) error {
	seen := make(map[string]S, len(names))
	for i, n := range names {
		if err := CheckName(n); err != nil {
			return fault.Under(err, fault.Index(i))
		}
		other, twice := seen[lang.Alike(n)]
		switch {
		case twice && n == other:
			return fault.New(lang.T("“{name}” is there twice: each name only once, please").With("name", string(n)), fault.Index(i))
		case twice:
			return fault.New(lang.T("“{name}” is there twice (as “{other}”): each name only once, please").
				With("name", trim(n), "other", trim(other)), fault.Index(i))
		}
		seen[lang.Alike(n)] = n
	}
	return nil
}

func trim[S ~string](name S) string { return strings.TrimSpace(string(name)) }

// CheckTeams refuses teams that are not pairs, leave somebody out, seat one twice, or have an invalid name or the name of
// a player. The fault is at a path below “teams”.
func CheckTeams(t Table) error {
	if want := len(t.Players) / 2; len(t.Teams) != want || len(t.Players)%2 != 0 {
		return fault.New(lang.N("{n} team: {want} pairs are needed, with everybody in exactly one",
			"{n} teams: {want} pairs are needed, with everybody in exactly one").With("n", len(t.Teams), "want", want))
	}
	seen := map[Name]bool{}
	for i, team := range t.Teams {
		at := []string{fault.Index(i), "players"}
		if n := len(team.Players); n != 2 {
			return fault.New(lang.N("{n} person in this team: a team is a pair", "{n} people in this team: a team is a pair").With("n", n), at...)
		}
		for k, who := range team.Players {
			switch at := append(at, fault.Index(k)); {
			case !slices.Contains(t.Players, who):
				return fault.New(NoPlayer.With("it", who, "names", lang.Names(t.Players)), at...)
			case seen[who]:
				return fault.New(lang.T("{who} is in a team already").With("who", who), at...)
			}
			seen[who] = true
		}
	}
	return checkTeamNames(t)
}

// Refusals that the engine shares: of a name that is not in the list of the table, of teams in a game without them.
var (
	NoPlayer = lang.T("“{it}” is not at the table; at the table are: {names}")
	NoTeams  = lang.T("nobody plays in teams here")
)

func checkTeamNames(t Table) error {
	names := make([]Row, len(t.Teams))
	for i, team := range t.Teams {
		names[i] = team.Name
		at := []string{fault.Index(i), "name"}
		var f *fault.Fault
		if errors.As(CheckNames(names[:i+1]), &f) {
			return fault.New(f.Say, at...)
		}
		for _, p := range t.Players {
			if lang.Alike(p) == lang.Alike(team.Name) {
				return fault.New(lang.T("“{name}” is the name of a player; a team needs one of its own").With("name", team.Name), at...)
			}
		}
	}
	return nil
}
