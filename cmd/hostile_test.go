package cmd

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// hostile are names that a table may have, and that a format could take for more than text.
var hostile = []string{
	"<script>alert(1)</script>", `=HYPERLINK("x","y")`, "+1+1", "@SUM(A1)", "a|b", "\u202eevil\u2066", "\u200fx", "*b*_i_`c`", "# h", "{{.}}", "%s%d",
	strings.Repeat("👩", 40), "</style><img src=x>", "&lt;b&gt;", `\u0041"'`, "[l](javascript:x)", "-2", "1. x",
}

// evenings returns a sheet in which everybody of them played, three at a time, the first of whom won.
func evenings(t *testing.T) []byte {
	t.Helper()
	var all bytes.Buffer
	e := json.NewEncoder(&all)
	for i := range hostile {
		names := []string{hostile[i], hostile[(i+1)%len(hostile)], hostile[(i+2)%len(hostile)]}
		sheet := map[string]any{"game": "versus", "players": names, "over": true, "events": []any{map[string]any{"type": "slap", "by": names[0], "gives": names[1]}}}
		if err := e.Encode(sheet); err != nil {
			t.Fatal(err)
		}
	}
	return all.Bytes()
}

// Names of any kind are text in every format of every command, do nothing to a terminal, a browser or a
// spreadsheet, and are written in full where a program reads them.
func TestHostileNames(t *testing.T) {
	data := t.TempDir()
	run := func(in []byte, args ...string) string {
		t.Helper()
		var out, said bytes.Buffer
		env := environment(bytes.NewReader(in), &out, &said)
		if code := Run(context.Background(), env, append(args, "--data", data)); code != exitDone || said.Len() > 0 {
			t.Fatalf("%v: exit code %d, %s", args, code, said.String())
		}
		acts := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
		if at := strings.IndexFunc(out.String(), acts); at >= 0 {
			t.Errorf("%v: a character acts in %q", args, out.String()[max(at-40, 0):at+20])
		}
		return out.String()
	}
	run(evenings(t), "import", "-")
	var games []struct {
		ID      string
		Players []string
	}
	if err := json.Unmarshal([]byte(run(nil, "games", "--format", "json")), &games); err != nil || len(games) != len(hostile) {
		t.Fatal(len(games), err)
	}
	for _, g := range games {
		for _, line := range []string{"show ID", "show ID --log", "show ID --why", "show ID --plain", "export ID --format text", "export ID --format bgstats"} {
			run(nil, strings.Fields(strings.Replace(line, "ID", g.ID, 1))...)
		}
		var sheet struct{ Players []string }
		if err := json.Unmarshal([]byte(run(nil, "export", g.ID)), &sheet); err != nil || !slices.Equal(sheet.Players, g.Players) {
			t.Errorf("%q %q %v", g.Players, sheet.Players, err)
		}
		if !slices.Contains(hostile, g.Players[0]) {
			t.Errorf("%q is nobody's name", g.Players[0])
		}
		page := run(nil, "export", g.ID, "--format", "html")
		said := regexp.MustCompile(` (aria-label|data-l)="[^"]*"`) // names in them are escaped
		tags := regexp.MustCompile(`<[^>]*>`).FindAllString(said.ReplaceAllString(page, ""), -1)
		if slices.ContainsFunc(tags, func(tag string) bool { return regexp.MustCompile(`script|img|<b>|HYPER|evil`).MatchString(tag) }) ||
			strings.Count(page, "</style>") != 1 {
			t.Errorf("%q is markup in\n%s", g.Players, page)
		}
	}
	id := games[0].ID
	for _, line := range []string{"games", "stats", "show " + id, "show " + id + " --why"} {
		words := strings.Fields(line)
		run(nil, words...)
		run(nil, append(words, "--plain")...)
		if out := run(nil, append(words, "--format", "json")...); !json.Valid([]byte(out)) {
			t.Errorf("%s: no JSON: %s", line, out)
		}
		rows, err := csv.NewReader(strings.NewReader(run(nil, append(words, "--format", "csv")...))).ReadAll()
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		for _, cell := range slices.Concat(rows...) {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@") && !regexp.MustCompile(`^-?\d+$`).MatchString(cell) {
				t.Errorf("%s: a spreadsheet computes %q", line, cell)
			}
		}
		columns := 0
		bare := regexp.MustCompile(`\\.`).ReplaceAllString(run(nil, append(words, "--format", "markdown")...), "")
		for row := range strings.Lines(bare) {
			switch n := strings.Count(row, "|"); {
			case !strings.HasPrefix(row, "|"):
				columns = 0
			case columns == 0:
				columns = n
			case n != columns:
				t.Errorf("%s: another number of cells in %s", line, row)
			}
		}
		if strings.ContainsAny(bare, "<[`") {
			t.Errorf("%s: markup in\n%s", line, bare)
		}
	}
	for _, n := range hostile {
		if n[0] != '-' {
			run(nil, "stats", n)
		}
	}
}
