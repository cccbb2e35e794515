package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// names are hard to draw: wide, combined, long, and with characters that act on a terminal.
var names = []string{
	"Ana", "Bernardo de Alcântara e Souza Neto Filho", "日本 太郎", "Jose\u0301", "Zoé 🎲", "a|b", "\x1b[2J\u202eevil", "x\ny",
}

func wide(parts int) Table {
	t := Table{Columns: []string{"Name"}, Short: []string{"Name"}, Words: 1, Parts: parts}
	for i := range parts {
		t.Columns, t.Short = append(t.Columns, fmt.Sprintf("Turn %d", i+1)), append(t.Short, fmt.Sprint(i+1))
	}
	t.Columns, t.Short = append(t.Columns, "Total"), append(t.Short, "Total")
	for k, n := range names {
		row, sum := []string{n}, 0
		for i := range parts {
			row = append(row, fmt.Sprint(k-i%3))
			sum += k - i%3
		}
		t.Rows = append(t.Rows, append(row, fmt.Sprint(sum)))
	}
	return t
}

// running returns a race of everybody who is hard to draw, with reasons for some.
func running(turns int) Race {
	r := Race{Goal: 30}
	for k, n := range names {
		one := Runner{Name: n, Head: fmt.Sprintf("%d. %s", k+1, n), Gain: fmt.Sprintf("%+d", k-3), Why: strings.Repeat("found it ", k)}
		for i := range turns {
			one.Steps = append(one.Steps, k-i%3)
		}
		r.Rows = append(r.Rows, one)
	}
	return r
}

// A bar is as long as its points, has a shade a turn where there are no reasons, and is never longer than its place.
func TestRace(t *testing.T) {
	r := Race{Goal: 20, Rows: []Runner{
		{Name: "Ana", Head: "1. Ana", Gain: "+4", Steps: []int{0, 11}, Why: "found it +3, fooled Caio +1"},
		{Name: "Bia", Head: "2. Bia", Steps: []int{0, 10}}, {Name: "Caio", Head: "3. Caio", Gain: "-3", Steps: []int{0, -3}},
	}, Said: []Block{Text("as sentences")}}
	for width, want := range map[int]string{
		72: ` 1. Ana  +4 11 ███████████·········  found it +3, fooled Caio +1
 2. Bia     10 ██████████··········
 3. Caio -3 -3 ····················`,
		32: ` 1. Ana  +4 11 █████████▎·······
    found it +3, fooled Caio +1
 2. Bia     10 ████████▌········
 3. Caio -3 -3 ·················`,
	} {
		if got := (Printer{Width: width}).Text(Doc{Blocks: []Block{r}}); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	if got := (Printer{Plain: true}).Text(Doc{Blocks: []Block{r}}); got != "as sentences" {
		t.Error(got)
	}
	end := Race{Rows: []Runner{{Head: "1. Ana", Steps: []int{0, 20, 20, 20}}, {Head: "2. Bia", Steps: []int{0, 10, 0, 35}}, {Head: "3. Caio", Steps: []int{0}}}}
	want := " 1. Ana  60 " + strings.Repeat("█", 20) + strings.Repeat("▒", 20) + strings.Repeat("█", 20) + "\n 2. Bia  45 " +
		strings.Repeat("█", 10) + strings.Repeat("▒", 35) + strings.Repeat("·", 15) + "\n 3. Caio  0 " + strings.Repeat("·", 60)
	if got := (Printer{}).Text(Doc{Blocks: []Block{end}}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A report fits the window and does nothing to it, and a table's lines are equally wide.
func TestEverythingFits(t *testing.T) {
	for _, width := range []int{40, 41, 57, 80, 200} {
		for _, parts := range []int{0, 1, 2, 5, 12, 33} {
			d := Doc{Title: strings.Repeat("A title ", 8), Blocks: []Block{
				Head(strings.Repeat("head ", 30)), Text(strings.Join(names, " ") + "\nnew line " + strings.Repeat("word ", 40)),
				List{Head: "List", Numbered: true, Items: append([]string{strings.Repeat("x", 300)}, names...)},
				List{Bullets: true, Items: names}, wide(parts), running(parts), Winner(strings.Join(names, " ")),
			}, Marks: MarksOf(names)}
			for _, p := range []Printer{{Width: width}, {Width: width, Plain: true}, {Width: width, Color: true}} {
				said := p.Text(d)
				for line := range strings.SplitSeq(said, "\n") {
					if ansi.StringWidth(line) > width {
						t.Fatalf("%d columns, %d parts: %q has %d", width, parts, line, ansi.StringWidth(line))
					}
				}
				if strings.ContainsAny(said, "\u202e") || strings.Contains(said, "\x1b[2J") {
					t.Fatalf("%q acts on the terminal", said)
				}
			}
			drawn := strings.Split(Printer{Width: width}.Text(Doc{Blocks: []Block{wide(parts)}}), "\n")
			for _, line := range drawn {
				if ansi.StringWidth(line) != ansi.StringWidth(drawn[0]) {
					t.Fatalf("%d columns, %d parts: ragged\n%s", width, parts, strings.Join(drawn, "\n"))
				}
			}
		}
	}
}

// Columns that a narrow table leaves out are summed up, and words are cut before.
// Names that begin alike keep what tells them apart where a table is too wide.
func TestNamesThatBeginAlike(t *testing.T) {
	d := Table{Columns: []string{"", "Ana", "Bia"}, Words: 1, Rows: [][]string{
		{"Lady in yellow with a hat", "6", "3"}, {"Lady in yellow with a dog", "6", "3"}, {"An older gentleman in gray", "1", "1"}}}
	said := Printer{Width: 30}.Text(Doc{Blocks: []Block{d}})
	for _, want := range []string{"│ Lady i…h a hat ", "│ Lady i…h a dog ", "│ An older gent… "} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

func TestNarrowTables(t *testing.T) {
	d := Table{Columns: []string{"Name", "1", "2", "3", "Total"}, Words: 1, Parts: 3, Rows: [][]string{
		{"1. Bernardo de Alcântara", "10", "–", "3", "13"}, {"2. Ana", "–", "–", "2", "2"}}}
	for _, c := range []struct {
		width      int
		want, lack string
	}{
		{0, "│ 1. Bernardo de Alcântara │ 10 │ – │ 3 │    13 │", "…"},
		{40, "│ 1. Bernardo de… │ 10 │ – │ 3 │    13 │", "Alc"},
		{30, "│1. Bernardo de…│10│–│3│   13│", "│ 10"},
		{26, "│1. Bernardo…│ 10│3│   13│", "│–│3"},
		{20, "│1. Bern…│ 13│   13│", "│ 10│"},
	} {
		said := Printer{Width: c.width}.Text(Doc{Blocks: []Block{d}})
		if !strings.Contains(said, c.want) || strings.Contains(said, c.lack) {
			t.Errorf("%d columns: no %s in\n%s", c.width, c.want, said)
		}
	}
	said := Printer{Width: 26}.Text(Doc{Blocks: []Block{d}})
	if !strings.Contains(said, "│1–2│") || !strings.Contains(said, "│  –│2│    2│") {
		t.Error(said)
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	err := Printer{W: &b}.Print(Doc{Data: map[string]any{"a": "<\u0085\u202e\x01>"}}, JSON)
	if want := "{\n  \"a\": \"<\\u0085\\u202e\\u0001>\"\n}\n"; err != nil || b.String() != want {
		t.Errorf("%v %q, want %q", err, b.String(), want)
	}
}

// Each kind of block, as text and as sentences; an empty block leaves no gap.
func TestText(t *testing.T) {
	d := Doc{Title: "Title", Blocks: []Block{
		Text(""), List{}, Head("Head"), Text("one two three four five\n  six seven eight nine"),
		List{Head: "Steps", Numbered: true, Items: []string{"first step of it all\nnote", "second"}},
		List{Bullets: true, Items: []string{"a b c d e f g h i j"}},
		List{Items: []string{"abcdefghijklmnopqrstuvwxyz"}},
		Table{Columns: []string{"Name", "Points", "Won"}, Words: 1, Rows: [][]string{{"Ana", "3", ""}}},
		Table{Columns: []string{"Name"}, Words: 1, Rows: [][]string{{"Bia"}}},
	}}
	want := `Title

Head
────
one two three
four five
  six seven
  eight nine

Steps
  1. first step
     of it all
     note
  2. second

  - a b c d e f
    g h i j

  abcdefghijkl
    mnopqrstuvwx
    yz

╭────┬─────┬───╮
│Name│Poin…│Won│
├────┼─────┼───┤
│Ana │    3│   │
╰────┴─────┴───╯

╭──────╮
│ Name │
├──────┤
│ Bia  │
╰──────╯`
	if got := (Printer{Width: 16}).Text(d); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	said := Printer{Plain: true}.Text(d)
	if !strings.HasPrefix(said, "Title\n\nHead\none two three four five\n  six") ||
		!strings.HasSuffix(said, "\n\nAna. Points: 3.\n\nBia.") {
		t.Error(said)
	}
	whole := Table{Columns: []string{"", "What"}, Rows: [][]string{{"1", "Bia sells."}}}
	if got := (Printer{Plain: true}).Text(Doc{Blocks: []Block{whole}}); got != "1. What: Bia sells." {
		t.Errorf("%q", got)
	}
	colored := Doc{Blocks: []Block{Head("a head to see")}}
	if got := (Printer{Color: true, Width: 10}).Text(colored); got != "\x1b[1ma head to\x1b[m\n\x1b[1msee\x1b[m" {
		t.Errorf("%q", got)
	}
}

// Names of any kind are text in every format, and a spreadsheet computes nothing.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{
		"a|b", "x, y", `"q"`, "<script>alert(1)</script>", "=1+1", "＝1", "-2+3", "@x", "*b*", "_i_", "# h", "1. x", "> q", "[l](u)", "&lt;", "`c`",
		"\u202eevil", "👩‍👩‍👧", "a\nb", `\`, "~~s~~", "- x", "{{.}}", "</style>",
	} {
		d := Doc{Title: name, Blocks: []Block{
			Head(name), Lead(name), Text(name), List{Head: name, Items: []string{name}},
			Table{Columns: []string{name, "N"}, Words: 1, Rows: [][]string{{name, "-3"}}}, Winner(name),
			Podium{Steps: []Step{{Mark: MarksOf([]string{name})[0], Rank: 1}}}, Chart{Say: name, Lines: []Line{{Mark: MarksOf([]string{name})[0], At: []int{0, 1}}}},
			List{Head: name, Items: []string{name}, Folded: true},
		}, Marks: MarksOf([]string{name})}
		clean := strings.ReplaceAll(strings.ReplaceAll(name, "\u202e", ""), "\n", " ")
		var out [4]strings.Builder
		for i, f := range []Format{CSV, Markdown, HTML, Terminal} {
			if err := (Printer{W: &out[i]}).Print(d, f); err != nil || strings.Contains(out[i].String(), "\u202e") {
				t.Errorf("%q as %s: %v %s", name, f, err, out[i].String())
			}
		}
		rows, err := csv.NewReader(strings.NewReader(out[0].String())).ReadAll()
		if err != nil || len(rows) != 2 || rows[1][1] != "-3" {
			t.Fatalf("%q: the table as CSV is %q, %v", name, rows, err)
		}
		if cell := rows[1][0]; strings.TrimPrefix(cell, "'") != clean {
			t.Errorf("%q is %q in CSV", name, cell)
		} else if strings.ContainsAny(cell[:1], "=@-") || strings.HasPrefix(cell, "＝") {
			t.Errorf("%q is a formula in CSV: %q", name, cell)
		}
		md := out[1].String()
		if bare := regexp.MustCompile(`\\.`).ReplaceAllString(strings.ReplaceAll(md, "**", ""), ""); strings.ContainsAny(bare, "<`_[~&") ||
			regexp.MustCompile(`(?m)^(> |1\. |# |- - )`).MatchString(bare) || strings.Count(bare, "|") != 9 {
			t.Errorf("%q is markup in\n%s", name, md)
		}
		page := out[2].String()
		if strings.Contains(page, "<script") || strings.Count(page, "</style>") != 1 {
			t.Errorf("%q is markup in\n%s", name, page)
		}
		if !strings.Contains(page, template.HTMLEscapeString(strings.ReplaceAll(clean, "+", ""))) && !strings.ContainsAny(name, "+\n") {
			t.Errorf("%q is not in\n%s", name, page)
		}
	}
}

// Without a table CSV has the lists.
func TestListsAsCSV(t *testing.T) {
	got, err := asCSV(Doc{Blocks: []Block{Text("x"), List{Items: []string{"a, b\nnote", "=c"}}}})
	if want := "1,\"a, b note\"\n2,'=c\n"; err != nil || got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A page loads nothing and runs nothing.
func TestPageLoadsNothing(t *testing.T) {
	page, err := page(Doc{Title: "T", Blocks: []Block{Text("a\nb"), wide(12), List{Numbered: true, Items: []string{"x"}}}}, "pt-BR")
	if err != nil || regexp.MustCompile(`(?i)src=|href=|url\(|@import|<link|<script|http`).MatchString(page) {
		t.Errorf("%v\n%s", err, page)
	}
	for _, want := range []string{`<html lang="pt-BR">`, "a<br>b", `<table class="many">`, "<ol>", `<th scope="row">Ana</th>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// Exchanged rows and columns have the same cells.
func TestTurned(t *testing.T) {
	got := Table{Columns: []string{"Name", "1", "2"}, Rows: [][]string{{"Ana", "3", "4"}, {"Bia", "5", "6"}}}.Turned()
	if want := "[ Ana Bia] [[1 3 5] [2 4 6]]"; fmt.Sprint(got.Columns, got.Rows) != want {
		t.Errorf("%v %v, want %s", got.Columns, got.Rows, want)
	}
}

// A path is there to be copied: at any width no line is broken in it.
func TestPathsStayWhole(t *testing.T) {
	for _, path := range []string{
		"/Users/ana/Library/Application-Support/tablemate/games/kobe.jsonl", `C:\Users\Ana\AppData\Local\tablemate\games`,
		"http://192.168.0.17:8080/a-b-c-d", `"Z:\w\Jogos da Júlia\tablemate"`, "'/home/ana/Jogos à mesa/tablemate'", "/a",
	} {
		for _, around := range []string{"%s", "The copy: %s", "  Files of your own lie in %s: what is put there is on the shelf.", "- %s\n- %s, and more"} {
			text := strings.ReplaceAll(around, "%s", path)
			for width := 5; width < 120; width++ {
				got := Wrap(text, width)
				if strings.Count(got, path) != strings.Count(text, path) {
					t.Errorf("%d columns:\n%s", width, got)
				}
				for line := range strings.SplitSeq(got, "\n") {
					if ansi.StringWidth(line) > width && !strings.Contains(line, path) {
						t.Errorf("%d columns: %q is too long", width, line)
					}
				}
				if strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(text), "") {
					t.Errorf("%d columns: other words in\n%s", width, got)
				}
			}
		}
	}
}
