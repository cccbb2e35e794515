package files

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// hostile are names that a sheet may bring, and that do harm if they are printed carelessly.
var hostile = []string{
	"Ana\u202eaiB", "a|b|c", "=1+1", "<script>alert(1)</script>", "`*_~x~_*`", "# a", "+x", "- a", "1. a", "\u2066@SUM(A1)\u2069", "-2+3", "a\u200b\u200db", "\u200fe" + strings.Repeat("\u0301", 30),
	`"><img src=x>`, `\`, "[x](http://x.example)", "&lt;b&gt;", "{{.}}%s%n", "👩‍👩‍👧‍👦日本", "--- |", "\u061c", "] ", "&#x1b;[2J", "'a", "＝1", "**", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
}

// typedWord matches words that chance types for guests, categories and teams, and words of a random game file.
var typedWord = regexp.MustCompile(`"(word|field) \d+"|"(Game|a page|Sit down|cards in hand)"`)

// hostileSheets writes sheets of every game with such names, guests and teams.
func hostileSheets(t *testing.T, dir string) (files []string) {
	t.Helper()
	called := 0
	for k, g := range tales(t, parlor.EveryGame(t, 1), rand.New(rand.NewPCG(7, 3)), min(2, laws.Evenings(t, 4))) {
		for i := range g.table.Players {
			g.table.Players[i] = hostile[called%len(hostile)]
			called++
		}
		for i := range g.table.Teams {
			g.table.Teams[i].Name = hostile[(5*k+i+15)%len(hostile)]
		}
		s, _, err := g.g.Fold(g.table, g.events)
		parlor.Check(t, err)
		b := parlor.Must(g.g.WriteSheet(g.table, g.events, s, parlor.Time, parlor.Voices()[0].Say))
		words := map[string]string{}
		b = typedWord.ReplaceAllFunc(b, func(w []byte) []byte {
			if words[string(w)] == "" {
				words[string(w)] = string(parlor.Must(json.Marshal(hostile[len(words)%len(hostile)])))
			}
			return []byte(words[string(w)])
		})
		file := filepath.Join(dir, fmt.Sprintf("%d.json", k))
		parlor.Check(t, os.WriteFile(file, b, 0o600))
		files = append(files, file)
	}
	if called < len(hostile) {
		t.Errorf("only %d of %d names are anybody's", called, len(hostile))
	}
	return files
}

// Whatever the names in a sheet are, each command prints them in each of its formats so that they act on no terminal,
// become no formula, markup or part of a page, and are the same again for a program.
func TestHostileNames(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // shares nothing
	data, sheets := t.TempDir(), t.TempDir()
	files := hostileSheets(t, sheets)
	prints := func(format string, args ...string) string {
		t.Helper()
		out, wrong, code := parlor.Line(80, "", append(args, "--data", data)...)
		if code != 0 || strings.ContainsFunc(out+wrong, func(r rune) bool { return r != '\n' && lang.IsControl(r) }) {
			t.Errorf("%q: code %d\n%q\n%q", args, code, out, wrong)
		}
		reads(t, format, out)
		return out
	}
	formats := func(all string, args ...string) {
		t.Helper()
		for format := range strings.FieldsSeq(all) {
			for _, voice := range lang.Languages {
				prints(format, append(args, "--format", format, "--lang", voice)...)
			}
		}
	}
	prints("", append([]string{"import"}, files...)...)
	for k, file := range files {
		formats("table markdown csv json", "score", file)
		prints("", "score", file, "--why")
		prints("markdown", "score", file, "--why", "--format", "markdown")
		sheet := parlor.Must(os.ReadFile(file))
		var said struct{ Players []string }
		parlor.Check(t, json.Unmarshal(sheet, &said))
		var result struct{ Standings []struct{ Name string } }
		parlor.Check(t, json.Unmarshal([]byte(prints("json", "score", file, "--format", "json")), &result))
		for _, row := range result.Standings {
			if !slices.Contains(hostile, row.Name) {
				t.Errorf("game %d: %q is nobody's name", k, row.Name)
			}
		}
	}
	var kept []struct{ ID string }
	if err := json.Unmarshal([]byte(prints("json", "games", "--format", "json")), &kept); err != nil || len(kept) != len(files) {
		t.Fatal(err, len(kept))
	}
	formats("table markdown csv json", "games")
	if page := renders(t, prints("markdown", "games", "--format", "markdown")); !strings.Contains(page, `<th style="text-align:left">People</th>`) || !strings.Contains(page, `<th style="text-align:right">Minutes</th>`) {
		t.Errorf("words stand to the left and numbers to the right, not so:\n%s", page)
	}
	formats("table markdown csv json", "stats")
	formats("table markdown csv json", "stats", hostile[0])
	formats("table markdown csv json", "evening")
	prints("", "people")
	prints("", "games", "--with", "=1+1")
	for i, g := range kept {
		prints("json", "export", g.ID)
		formats("html svg text", "export", g.ID)
		if i < 3 {
			formats("table markdown csv json", "show", g.ID)
			formats("markdown json", "show", g.ID, "--why")
			prints("", "board", g.ID)
			prints("", "delete", g.ID)
			prints("", "undelete", g.ID)
		}
	}
	for _, g := range shelf.Games { // typed at the table, as far as a script without knowledge gets
		var out, wrong bytes.Buffer
		env := parlor.QuietEnv(80, "", &out, &wrong)
		env.In = strings.NewReader(strings.Join(hostile[:5], ", ") + strings.Repeat("\n1\n", 30) + "?\n1\n?p\n")
		cmd.Run(context.Background(), env, []string{"play", g.ID, "--plain", "--data", data})
		if said := out.String() + wrong.String(); strings.ContainsFunc(said, func(r rune) bool { return r != '\n' && lang.IsControl(r) }) || !strings.Contains(said, "=1+1") {
			t.Errorf("%s: %q", g.ID, said)
		}
	}
	prints("", "people", "rename", hostile[2], hostile[0]+"x")
	prints("", "people", "undo")
}

// reads parses what was printed as its reader would, and returns the words of a page or a picture.
func reads(t *testing.T, format, out string) (said string) {
	t.Helper()
	switch format {
	case "json":
		for d := json.NewDecoder(strings.NewReader(out)); ; {
			var v any
			if err := d.Decode(&v); err == io.EOF {
				return ""
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, out)
			}
		}
	case "csv":
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil {
			t.Errorf("%v in\n%s", err, out)
		}
		for _, row := range rows {
			for _, cell := range row {
				if cell != "" && strings.ContainsRune("=+-@＝", []rune(cell)[0]) && strings.Trim(cell[1:], "0123456789.") != "" {
					t.Errorf("%q is a formula in\n%s", cell, out)
				}
			}
		}
	case "markdown":
		renders(t, out)
	case "html", "svg":
		d := xml.NewDecoder(strings.NewReader(out))
		d.Strict, d.AutoClose, d.Entity = format == "svg", xml.HTMLAutoClose, xml.HTMLEntity
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				return said
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, out)
			}
			switch token := token.(type) {
			case xml.CharData:
				said += string(token)
			case xml.StartElement:
				if slices.Contains([]string{"script", "img", "image", "a", "foreignObject", "iframe", "b&gt;"}, token.Name.Local) {
					t.Errorf("there is a <%s> in\n%s", token.Name.Local, out)
				}
			}
		}
	}
	return said
}

// tag matches a tag with its attributes.
var tag = regexp.MustCompile(`<(/?[a-z0-9]+)[^>]*>`)

// together returns a sentence with a list right under it, which some renderers take for part of the sentence; "" if
// there is none. The second line of a list item is no such sentence.
func together(out string) string {
	var before string // the line of a sentence that goes on
	item := false
	for line := range strings.Lines(out) {
		starts := strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "- ")
		if starts && before != "" {
			return before
		}
		item = line != "\n" && (item || starts)
		before = ""
		if r := []rune(line)[0]; !item && unicode.IsLetter(r) {
			before = line
		}
	}
	return ""
}

// renders renders Markdown, and checks that the page has tables, lists and headings, and nothing that was not written
// as such.
func renders(t *testing.T, out string) string {
	t.Helper()
	var b strings.Builder
	parlor.Check(t, goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(out), &b))
	page := b.String()
	allowed := strings.Fields("table thead tbody tr th td p ul ol li h2 h3 input a")
	for _, m := range tag.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(allowed, strings.TrimPrefix(m[1], "/")) {
			t.Errorf("%s in\n%s\nof\n%s", m[0], page, out)
			break
		}
	}
	for table := range strings.SplitSeq(page, "<table>") { // every row of a table has as many cells as its head
		if table, _, is := strings.Cut(table, "</table>"); is {
			head, body, _ := strings.Cut(table, "</thead>")
			cells := strings.Count(head, "<th") - 1 // without <thead>
			for row := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(body), "</tbody>"), "</tr>") {
				if n := strings.Count(row, "<td"); n > 0 && n != cells {
					t.Errorf("%d cells, not %d, in\n%s\nof\n%s", n, cells, row, out)
				}
			}
		}
	}
	if run := together(out); run != "" {
		t.Errorf("a list right under a sentence: %q in\n%s", run, out)
	}
	if strings.Contains(page, " | ") && !strings.Contains(page, "--- |") || strings.Contains(page, "|---") || strings.Contains(page, "<p>|") {
		t.Errorf("a table that is none in\n%s\nof\n%s", page, out)
	}
	return page
}
