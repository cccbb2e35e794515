package cmd

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

const twoSheets = `{"game": "dixit", "players": ["Ana", "Bia", "Zé Maria"], "played": "2026-11-20T20:00:00Z", "rounds": [{"storyteller": "Ana", "storyteller_card": 1, "cards": {"1": "Ana", "2": "Bia", "3": "Zé Maria"}, "votes": {"Bia": [1], "Zé Maria": [2]}}]}
{"game": "pad", "players": ["Bia", "Ana"], "name": "Azul", "played": "2026-10-02T20:00:00Z", "style": "categories", "categories": [{"name": "tiles", "points": [40, 35]}]}
`

// offered returns the completions of a line, and the directive in the last line of output.
func offered(t *testing.T, home string, words ...string) (all []string, how string) {
	t.Helper()
	out, errs, code := parlor.Line(80, home, append([]string{"__complete"}, words...)...)
	all = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	how = all[len(all)-1]
	if code != exitDone || !strings.HasPrefix(how, ":") || !strings.HasPrefix(errs, "Completion ended with directive") {
		t.Errorf("%q: exit code %d\n%s%s", words, code, out, errs)
	}
	return all[:len(all)-1], how
}

// shelfOf returns a folder with the games of some sheets, and their ids by game.
func shelfOf(t *testing.T, sheets string) (home string, ids map[string]string) {
	t.Helper()
	home = t.TempDir()
	file := filepath.Join(t.TempDir(), "sheets.jsonl")
	parlor.Check(t, os.WriteFile(file, []byte(sheets), 0o600))
	if out, errs, code := parlor.Line(80, home, "import", file); code != exitDone {
		t.Fatal(out, errs)
	}
	list, _, _ := parlor.Line(80, home, "games", "--format", "csv")
	ids = map[string]string{}
	for _, l := range strings.Split(list, "\n")[1:] {
		for _, g := range []string{"dixit", "pad"} {
			if name := map[string]string{"dixit": "Dixit", "pad": "Azul"}[g]; strings.Contains(l, name) {
				ids[g], _, _ = strings.Cut(l, ",")
			}
		}
	}
	return home, ids
}

func TestWhatAShellOffers(t *testing.T) {
	parlor.OneByOne(t)
	home, ids := shelfOf(t, twoSheets)
	open, pad := ids["dixit"], ids["pad"]
	if open == "" || pad == "" {
		t.Fatal(ids)
	}
	lineOf := map[string]string{
		"open": open + "\tDixit Odyssey: Ana, Bia and Zé Maria, 2026-11-20, not over",
		"pad":  pad + "\tScore pad: Bia and Ana, 2026-10-02",
	}
	if _, errs, code := parlor.Line(80, home, "delete", pad); code != exitDone {
		t.Fatal(errs)
	}
	const these, files, folders = ":36", ":8", ":16"
	for _, c := range []struct {
		words string
		want  string // "…" at the end: and more
		how   string
	}{
		{"show ", lineOf["open"], these},
		{"resume " + open[:1], lineOf["open"], these},
		{"resume zz", "", these},
		{"resume " + open + " ", "", ":4"},
		{"undelete ", lineOf["pad"], these},
		{"undelete " + pad[:2], lineOf["pad"], these},
		{"undelete " + pad + " ", "", these},
		{"delete ", lineOf["open"], these},
		{"delete " + open + " ", "", these},
		{"play ", "picture-perfect\tPicture Perfect|…", these},
		{"play --again v", "picture-perfect\tPicture Perfect|…", these},
		{"play dixit ", "", ":4"},
		{"setup dixit --mode ", "base\tThe base game: guess the storyteller's card|party\tDixit Party: vote for the most popular card|team\tTeam Dixit: the base game in pairs", these},
		{"setup dixit --players ", "3|4|5|6|7|8|9|10|11|12", these},
		{"setup spyfall --minutes ", "8", these},
		{"setup picture-perfect --draw --have dance,g", "dance,dance\tDance|dance,gifts\tGifts|…", ":38"},
		{"rules pic ", "the-game-at-a-glance\tThe game at a glance|…", these},
		{"rules pic a ", "", ":4"},
		{"--lang pt-BR rules pic ", "o-jogo-em-resumo\tO jogo em resumo|…", these},
		{"stats ", "Ana|Bia|Zé Maria", these},
		{"stats z", "Zé Maria", these},
		{"games --with ana --with ", "Bia|Zé Maria", these},
		{"people rename ", "Ana|Bia|Zé Maria", these},
		{"people rename Ana ", "", ":4"},
		{"people merge Ana ", "Bia|Zé Maria", these},
		{"games --game d", "picture-perfect\tPicture Perfect|…", these},
		{"games --since ", "7d\tthe last 7 days|…", these},
		{"games --format ", "table|markdown|csv|json", these},
		{"export --format ", "sheet|json|html|svg|text|bgstats|game|jsonl", these},
		{"export --photos ", "", folders},
		{"score ", "json|yaml|yml", files},
		{"import a ", "json|yaml|yml|jsonl", files},
		{"backup ", "db", files},
		{"man ", "", folders},
		{"--data ", "", folders},
		{"--lang p", "en\tEnglish|pt-BR\tPortuguês do Brasil", these},
		{"play --cert ", "pem|crt|cer", files},
		{"completion ", "bash|zsh|fish|powershell", these},
		{"timer ", "", ":4"},
		{"timer --at ", "", ":4"},
		{"help ", "play\tBegins a new game: who plays, setting up, scoring|…", these},
		{"help people rename ", "", these},
		{"--lang pt-BR games --da", "--data\tpasta em que as partidas ficam guardadas…", ":4"},
	} {
		all, how := offered(t, home, strings.Split(c.words, " ")...)
		got := strings.Join(all, "|")
		if begins, more := strings.CutSuffix(c.want, "…"); how != c.how || got != c.want && (!more || !strings.HasPrefix(got, begins) || got == begins) {
			t.Errorf("%q: %s %q, want %s %q", c.words, how, got, c.how, c.want)
		}
	}
}

// With --again, finished games are offered as well.
func TestOffersAGameOnceMore(t *testing.T) {
	home, ids := shelfOf(t, twoSheets)
	all, _ := offered(t, home, "play", "--again", "")
	if !slices.ContainsFunc(all, func(l string) bool { return strings.HasPrefix(l, ids["pad"]+"\t") }) {
		t.Errorf("%q", all)
	}
}

// Completion never offers files where none are meant, and every flag has an answer.
func TestEveryValueIsOffered(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	free := map[string]bool{"label": true, "page": true, "seed": true, "add": true, "at": true, "turns": true, "back": true, "until": true} // these take any text
	everyCommand(func(a *app, c *cobra.Command, words []string) {
		if a.voice.Tag() != "en" {
			return
		}
		if _, how := offered(t, "", append(words, "")...); !slices.Contains([]string{":4", ":36", ":8", ":16"}, how) {
			t.Errorf("%v: %s", words, how)
		}
		for _, f := range shownFlags(c) {
			if f.NoOptDefVal != "" {
				continue
			}
			_, how := offered(t, "", append(words, "--"+f.Name, "")...)
			if how == ":4" && !free[f.Name] || !slices.Contains([]string{":4", ":36", ":38", ":8", ":16"}, how) {
				t.Errorf("%v --%s: %s", words, f.Name, how)
			}
		}
	})
}

// Completion creates and changes no file, and stays silent if nothing can be read.
func TestOffersLeaveNoTrace(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	gone := filepath.Join(t.TempDir(), "never")
	broken := t.TempDir()
	parlor.Check(t, os.WriteFile(filepath.Join(broken, "games.db"), []byte("this is no file of games, whatever it is called"), 0o600))
	full, _ := shelfOf(t, twoSheets)
	old := t.TempDir()
	raw, err := os.ReadFile("testdata/old/format-2.db")
	parlor.Check(t, err)
	parlor.Check(t, os.WriteFile(filepath.Join(old, "games.db"), raw, 0o600))
	for _, dir := range []string{gone, broken, full, old} {
		before := contents(t, dir)
		for _, words := range []string{"show ", "show k", "resume ", "undelete ", "stats ", "games --with ", "evening --date ", "evening --back ", "show --until ", "play --again "} {
			all, _ := offered(t, "", append([]string{"--data", dir}, strings.Split(words, " ")...)...)
			if words != "play --again " && len(all) > 0 && (dir == gone || dir == broken) {
				t.Errorf("%s: %q", words, all)
			}
		}
		if after := contents(t, dir); after != before {
			t.Errorf("%s: %.200q, was %.200q", dir, after, before)
		}
	}
}

// contents returns the names and contents of all files in a folder, or "" without one.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			b.WriteString(contents(t, filepath.Join(dir, e.Name())))
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		parlor.Check(t, err)
		b.WriteString(e.Name() + "\n" + string(raw))
	}
	return b.String()
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range shells {
		out, _, code := parlor.Line(80, "", "completion", shell)
		if code != exitDone || !strings.Contains(out, "tablemate") || !strings.Contains(out, cobra.ShellCompRequestCmd) {
			t.Errorf("%s: exit code %d, %d bytes", shell, code, len(out))
		}
	}
}

// A name finds the game that comes with the program, even if a table here once gave it to a pad. But a file of the
// user's own with this name comes first.
func TestAPadCalledAsAShippedGame(t *testing.T) {
	home, _ := shelfOf(t, twoSheets)
	for _, args := range [][]string{{"rules", "azul"}, {"setup", "azul", "--players", "2"}} {
		if out, errs, code := parlor.Line(80, home, args...); code != exitDone || strings.Contains(out, "pad") {
			t.Errorf("%q: exit code %d\n%s%s", args, code, out, errs)
		}
	}
	file := filepath.Join(t.TempDir(), "ours.yaml")
	parlor.Check(t, os.WriteFile(file, []byte("game_file: 1\nid: ours\nname: Azul\nplayers: 2\nwins: word\n"), 0o600))
	if out, errs, code := parlor.Line(80, home, "shelf", "add", file); code != exitDone {
		t.Fatal(out, errs)
	}
	if out, errs, code := parlor.Line(80, home, "rules", "azul"); code != exitDone || !strings.Contains(out, "tablemate rules ours") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
}

// A game without points shows none. Only JSON and CSV, which programs read, have zeros.
func TestNoPointsAreShown(t *testing.T) {
	const sheet = `{"game": "pad", "players": ["Ana", "Bia"], "name": "Azul", "style": "word", "winners": ["Ana"], "played": "2026-10-02T20:00:00Z"}`
	home, ids := shelfOf(t, sheet)
	file := filepath.Join(t.TempDir(), "sheet.json")
	parlor.Check(t, os.WriteFile(file, []byte(sheet), 0o600))
	for format, want := range map[string]string{
		"markdown": "|      | Ana | Bia |\n|:-----|----:|----:|\n| Rank |   1 |   2 |\n\nAna has won.\n",
		"csv":      ",Ana,Bia\nTotal,0,0\nRank,1,2\n",
	} {
		if out, errs, code := parlor.Line(80, home, "score", file, "--format", format); code != exitDone || out != want {
			t.Errorf("%s: exit code %d\n%s%s", format, code, out, errs)
		}
	}
	for _, format := range []string{"html", "svg"} {
		out, errs, code := parlor.Line(80, home, "export", ids["pad"], "--format", format)
		if code != exitDone || strings.Contains(out, ">0<") || strings.Contains(out, "Points<") || strings.Contains(out, ">Total<") {
			t.Errorf("%s: exit code %d\n%s%s", format, code, out, errs)
		}
	}
}
