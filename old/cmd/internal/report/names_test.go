package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"io"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// rendered returns Markdown as HTML, as GitHub renders it.
func rendered(tb testing.TB, md string) string {
	tb.Helper()
	var b strings.Builder
	laws.Need(tb, showing().Convert([]byte(md), &b))
	return b.String()
}

var showing = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList))
})

// within returns the text between the first of one tag and the last of another, with blanks squeezed, or an error if there is
// more than text.
func within(shows, open, shut string) string {
	_, rest, ok := strings.Cut(shows, open)
	k := strings.LastIndex(rest, shut)
	if !ok || k < 0 || strings.Contains(rest[:k], "<") {
		return "none: " + shows
	}
	return squeezed(html.UnescapeString(rest[:k]))
}

func squeezed(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

// Whatever a name is: printed, it acts on no terminal and fits its line; in CSV it is no formula; in JSON it is itself; and
// in a cell of Markdown it cannot end the cell.
func FuzzNames(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, uint8(7))
	}
	p := Printer{Out: io.Discard, Voice: lang.NewLocalizer("en", Texts, lang.Texts), Width: 80}
	f.Fuzz(func(t *testing.T, name string, width uint8) {
		if len(name) > 200 {
			return
		}
		said := lang.Sanitize(name)
		if lang.Sanitize(said) != said || !utf8.ValidString(said) || strings.ContainsFunc(said, func(r rune) bool { return r != '\n' && lang.IsControl(r) }) {
			t.Fatalf("%q is printed as %q", name, said)
		}
		ok := setup.CheckName(name) == nil
		if again := setup.CheckName(strings.TrimSpace(name)) == nil; ok && !again {
			t.Fatalf("%q is a name only with its blanks", name)
		}
		if ok && setup.CheckNames([]string{name, strings.TrimSpace(name)}) == nil {
			t.Fatalf("%q is another one without its blanks", name)
		}
		shown, w := p.name(name), int(width%40)+2
		if got := layout.Width(layout.Cut(shown, w)); got > w {
			t.Fatalf("%q is %d columns wide, not %d", shown, got, w)
		}
		for _, line := range layout.Lines(shown, w) {
			if layout.Width(line) > w {
				t.Fatalf("%q is broken to %q, wider than %d", shown, line, w)
			}
		}
		if cell := bare(shown); strings.Count(strings.ReplaceAll(cell, `\\`, ""), "|") != strings.Count(strings.ReplaceAll(cell, `\\`, ""), `\|`) {
			t.Fatalf("%q ends its cell: %q", name, cell)
		}
		cell := harmless(shown)
		if first, _ := utf8.DecodeRuneInString(cell); strings.ContainsRune("=+-@\t\r＝＋－＠", first) && !counts(cell) || strings.TrimPrefix(cell, "'") != strings.TrimPrefix(shown, "'") {
			t.Fatalf("%q is %q in CSV", name, cell)
		}
		doc, err := json.Marshal(name)
		doc = lang.SafeJSON(doc)
		var back string
		if err != nil || json.Unmarshal(doc, &back) != nil || back != name && utf8.ValidString(name) || strings.ContainsFunc(string(doc), lang.IsControl) {
			t.Fatalf("%q in JSON is %q", name, doc)
		}
	})
}

// Whatever a name is: rendered Markdown shows it as text, and CSV reads back as it was written.
func FuzzMarkdown(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	voice := lang.NewLocalizer("en", Texts, lang.Texts)
	f.Fuzz(func(t *testing.T, name string) {
		if len(name) > 100 {
			return
		}
		var b bytes.Buffer
		p := Printer{Out: &b, Voice: voice, Width: 1000} // wide enough for any word
		shown := p.name(name)
		list := Doc{Grid: &Grid{Columns: []Column{{Head: lang.Literal("Who")}, {Head: lang.Literal("Points")}}, Rows: []Row{{Cells: []Cell{name, "2"}}}}, JSON: func(func(lang.Text) string) any { return name }}
		laws.Need(t, p.Print(list, Markdown))
		if got := within(rendered(t, b.String()), "<tbody>\n<tr>\n<td style=\"text-align:left\">", "</td>\n<td style=\"text-align:right\">2</td>"); got != squeezed(shown) {
			t.Fatalf("%q in Markdown is\n%s\nwhich is %q", name, b.String(), got)
		}
		if got := within(rendered(t, "- "+item(shown)), "<ul>\n<li>", "</li>\n</ul>"); got != squeezed(shown) {
			t.Fatalf("%q in a list is %s, which is %q", name, item(shown), got)
		}
		if got := within(rendered(t, p.paragraph(shown)), "<p>", "</p>"); got != squeezed(shown) && squeezed(shown) != "" {
			t.Fatalf("%q by itself is %s, which is %q", name, p.paragraph(shown), got)
		}
		b.Reset()
		laws.Need(t, p.Print(list, CSV))
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(rows) != 2 || rows[1][0] != harmless(shown) {
			t.Fatalf("%q in CSV is %q, %v", name, rows, err)
		}
		b.Reset()
		var back string
		if err := p.Print(list, JSON); err != nil || json.Unmarshal(b.Bytes(), &back) != nil || back != name && utf8.ValidString(name) {
			t.Fatalf("%q in JSON is %s", name, b.String())
		}
	})
}

// A cut name of a part keeps its number.
func TestMarked(t *testing.T) {
	for _, c := range []struct {
		name, mark string
		width      int
		want       string
	}{
		{"Guest 12", "+2", 20, "Guest 12 +2"},
		{"Guest 12", "+2", 11, "Guest 12 +2"},
		{"Guest 12", "+2", 10, "G12 +2"},
		{"Convidado 4", "+1", 8, "C4 +1"},
		{"Convidado 4", "", 8, "C4"},
		{"Lady in yellow", "+1", 8, "Lady… +1"},
		{"Lady in yellow", "", 8, "Lady in…"},
		{"Lady in yellow 2", "", 8, "Lady … 2"},
		{"👩\u200d👩 12", "×", 6, "👩\u200d👩12 ×"},
	} {
		if got := marked(c.name, c.mark, c.width); got != c.want {
			t.Errorf("%s %s in %d: %q, want %q", c.name, c.mark, c.width, got, c.want)
		}
	}
}

// A cell that looks like a formula becomes text, and a number stays a number.
func TestCellsThatBeginLikeAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		`=HYPERLINK("x")`: `'=HYPERLINK("x")`, "+1+1": "'+1+1", "-Ana": "'-Ana", "-2+3|x": "'-2+3|x", "@sum": "'@sum", "\tx": "'\tx", "\rx": "'\rx", "-": "'-",
		"-3": "-3", "+3": "+3", "0": "0", "–": "–", "Ana=1": "Ana=1", "": "",
	} {
		if got := harmless(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

// No name and no reason is markup, be it in a cell, at the beginning of a line or in its middle.
func TestMarkdownIsWhatItSays(t *testing.T) {
	for s, want := range map[string]string{
		"a|b": `a\|b`, "*a*": `\*a\*`, "_a_": `\_a\_`, "<b>": `\<b>`, "`a`": "\\`a\\`", "[a](b)": `\[a\](b)`, `a\|b`: `a\\\|b`, "~~a~~": `\~\~a\~\~`,
		"&amp; &#65;": `\&amp; \&#65;`, "Ana & Bia": "Ana & Bia", "Joana #2": "Joana #2", "Rock'n'Roll, 1.": "Rock'n'Roll, 1.", "d'Ávila-Sá": "d'Ávila-Sá",
	} {
		if got := bare(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]string{
		"# a": `\# a`, "#a": "#a", "1. a": `1\. a`, "12) a": `12\) a`, "1.5": "1.5", "- a": `\- a`, "-a": "-a", "+ a": `\+ a`, "+3 a": "+3 a", "> a": `\> a`,
		"---": `\---`, "a\n===": "a\n\\===", "a\n2. b": "a\n2\\. b", "a - b": "a - b",
	} {
		if got := begun(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// counts reports whether every spreadsheet reads a cell as a number.
func counts(cell string) bool { return strings.Trim(cell, "+-0123456789") == "" && len(cell) > 1 }

// hostile has names that turn into something else when printed carelessly.
var hostile = []string{
	"Ana", "\x1b[2J\x1b]0;x\a", "\u009b31m", "Ana\u202eaiB", "\u2066x\u2069", "a\u200bb\u200d", strings.Repeat("e\u0301\u0302\u0303", 12), "👩‍👩‍👧‍👦", "a|b", "`x`", "*a*", "_a_", "# a", "#", "<script>alert(1)</script>",
	"&lt;", "&amp", "a&b", "=1+1", "@SUM(A1)", "+1", "-1", "+x", "-x", "＝1", "a\tb", "a\nb", `"a"`, `\`, `\|`, "a\\", "[a](http://x)", "![a](b)", "~~a~~", "1. a", "1) a", "- a", "+ a", "> a", "---", "===", "| - |", ":-", "    a", "http://x.example",
	"$a$", ":smile:", "<!-- a", "\ufeffa", "\u2028a", "a\u00a0", "'=1", "{{.}}", "%s%n", "](x)", "a  ", "a\\\n", "- [ ] a", "[ ] a", "[x] a", "-- -", "* * *", "***", "a*b*c", "__", "٣. a",
}
