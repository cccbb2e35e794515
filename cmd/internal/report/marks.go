package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/internal/lang"
)

// A Mark tells a person from the others before anybody has read the name: a letter on a color, the same on every screen.
type Mark struct {
	Name   string
	Letter string // the shortest beginning of the name that nobody who came before has
	Color  string // for a page, “#rrggbb”
	Ink    string // of the letter on it
	lead   int    // bytes of the name that a terminal paints
	tone
}

// A tone is a color in a terminal: of a letter with its ground, and of a bar. Terminals of sixteen colors have few.
type tone struct{ many, few, bar, fewBar string }

const (
	white = "#fff"
	black = "#000"
)

// palette has twelve colors, which the first people get. Each has 3:1 against a white and against a dark page, so that it
// is the same on both, and its letter 4.5:1 on it. The first six are far apart for people who see no red or no green, too.
var palette = []Mark{
	{Color: "#bd3403", Ink: white, tone: tone{"38;5;231;48;5;160", "97;41", "38;5;160", "31"}},
	{Color: "#7480fa", Ink: black, tone: tone{"38;5;16;48;5;105", "97;44", "38;5;105", "34"}},
	{Color: "#f06397", Ink: black, tone: tone{"38;5;16;48;5;168", "97;45", "38;5;168", "35"}},
	{Color: "#8f4880", Ink: white, tone: tone{"38;5;231;48;5;90", "30;43", "38;5;90", "33"}},
	{Color: "#18804d", Ink: white, tone: tone{"38;5;231;48;5;29", "30;42", "38;5;29", "32"}},
	{Color: "#6f39f0", Ink: white, tone: tone{"38;5;231;48;5;93", "30;46", "38;5;93", "36"}},
	{Color: "#879e1d", Ink: black, tone: tone{"38;5;16;48;5;106", "4;97;41", "38;5;106", "31"}},
	{Color: "#45a29e", Ink: black, tone: tone{"38;5;16;48;5;37", "4;97;44", "38;5;37", "34"}},
	{Color: "#9e946a", Ink: black, tone: tone{"38;5;16;48;5;144", "4;97;45", "38;5;144", "35"}},
	{Color: "#877077", Ink: black, tone: tone{"38;5;231;48;5;95", "4;30;43", "38;5;95", "33"}},
	{Color: "#8571ab", Ink: black, tone: tone{"38;5;231;48;5;97", "4;30;42", "38;5;97", "32"}},
	{Color: "#556558", Ink: white, tone: tone{"38;5;231;48;5;241", "4;30;46", "38;5;241", "36"}},
}

// Marks are the marks of everybody at a table, and of their teams.
type Marks []Mark

// MarksOf returns the marks of people in the order in which they came.
func MarksOf(names []string) Marks {
	all := make(Marks, len(names))
	for i, name := range names {
		all[i] = palette[i%len(palette)]
		all[i].Name = oneLine(name)
		all[i].Letter, all[i].lead = letter(all[i].Name, all[:i])
	}
	return all
}

// letter returns the first character of a name, two if somebody has the first, and else a number that nobody has.
func letter(name string, before Marks) (letter string, lead int) {
	taken := func(l string) bool {
		return slices.ContainsFunc(before, func(m Mark) bool { return lang.Plain(m.Letter) == lang.Plain(l) })
	}
	one, _ := ansi.FirstGraphemeCluster(name, ansi.GraphemeWidth)
	two, _ := ansi.FirstGraphemeCluster(name[len(one):], ansi.GraphemeWidth)
	switch {
	case !taken(one):
		return strings.ToUpper(one), len(one)
	case strings.TrimSpace(two) != "" && !taken(one+two):
		return strings.ToUpper(one) + two, len(one + two)
	}
	n := len(before) + 1
	for taken(strconv.Itoa(n)) {
		n++
	}
	return strconv.Itoa(n), len(one)
}

// With returns the marks with those of teams added: a team has the color of its first person.
func (m Marks) With(teams, first []string) Marks {
	all := slices.Clone(m)
	for i, team := range MarksOf(teams) {
		if one, known := m.Of(first[i]); known {
			team.Color, team.Ink, team.tone = one.Color, one.Ink, one.tone
		}
		all = append(all, team)
	}
	return all
}

// Of returns the mark of a name.
func (m Marks) Of(name string) (Mark, bool) {
	i := slices.IndexFunc(m, func(one Mark) bool { return one.Name == oneLine(name) })
	if i < 0 {
		return Mark{}, false
	}
	return m[i], true
}

// unpainted ends the colors of a letter, and leaves bold and dim letters as they are.
const unpainted = "\x1b[24;39;49m"

// Painter returns a function that paints the first letter of every name that stands in a text as a word. No text gets wider by it, and
// escape sequences stay. few: the terminal has sixteen colors.
func (m Marks) Painter(few bool) func(string) string {
	longest := slices.Clone(m)
	slices.SortStableFunc(longest, func(a, b Mark) int { return len(b.Name) - len(a.Name) })
	return func(s string) string {
		var out strings.Builder
		for inWord := false; s != ""; {
			if s[0] == ansi.ESC {
				_, _, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
				out.WriteString(s[:n])
				s = s[n:]
				continue
			}
			if i := slices.IndexFunc(longest, func(one Mark) bool { return !inWord && one.begins(s) }); i >= 0 {
				one := longest[i]
				out.WriteString("\x1b[" + one.code(few) + "m" + one.Name[:one.lead] + unpainted + one.Name[one.lead:])
				s, inWord = s[len(one.Name):], true
				continue
			}
			r, n := utf8.DecodeRuneInString(s)
			out.WriteString(s[:n])
			s, inWord = s[n:], inner(r)
		}
		return out.String()
	}
}

// begins reports whether a text begins with the name, and the name is not the beginning of a longer word.
func (m Mark) begins(s string) bool {
	if m.Name == "" || !strings.HasPrefix(s, m.Name) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[len(m.Name):])
	return !inner(next)
}

// inner reports whether a character belongs to a word or, as joiners and skin tones do, to the character before it.
func inner(r rune) bool {
	const joiner = '\u200d'
	return r == joiner || unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Sk)
}

func (t tone) code(few bool) string {
	if few {
		return t.few
	}
	return t.many
}

// paint returns cells of a bar in the color of the mark.
func (t tone) paint(cells string, few bool) string {
	code := t.bar
	if few {
		code = t.fewBar
	}
	if code == "" || cells == "" {
		return cells
	}
	return "\x1b[" + code + "m" + cells + "\x1b[39m"
}
