//go:build unix

package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/internal/lang"
)

var blocks = regexp.MustCompile("(?s)```sh\n(.*?)```")

// commandsOf are the lines of all command blocks of a document, each without what is said of it.
func commandsOf(t *testing.T, doc string) []string {
	t.Helper()
	raw, err := os.ReadFile("../" + doc)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range blocks.FindAllStringSubmatch(string(raw), -1) {
		for _, line := range strings.Split(strings.TrimSpace(m[1]), "\n") {
			line, _, _ = strings.Cut(line, " #")
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

var pictured = regexp.MustCompile(`(?:src|srcset)="([^"]+)"`)

// picturesOf are the pictures of a document, as it names them.
func picturesOf(t *testing.T, doc string) (out []string) {
	t.Helper()
	raw, err := os.ReadFile("../" + doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range pictured.FindAllStringSubmatch(string(raw), -1) {
		out = append(out, m[1])
	}
	return out
}

// around stands in front of the commands of a README. Nobody types anything: a game ends where its input does, and what would
// go on until somebody leaves it is left after a while. The commands of Go are run where README_GO=1 (scripts/readme.sh), but for the tests.
const around = `set -em -o pipefail
tablemate() {
	case "$*" in
	timer*|board*|*--share*)
		"$TABLEMATE" "$@" </dev/null & p=$!
		sleep 1
		kill -INT $p 2>/dev/null || true
		wait $p || [ $? = 130 ] ;;
	*) "$TABLEMATE" "$@" </dev/null ;;
	esac
}
go() {
	case "$1" in
	test) ;;
	run) [ -z "$README_GO" ] || command go "$@" </dev/null ;;
	*) [ -z "$README_GO" ] || { command go "$@" && TABLEMATE=$PWD/tablemate; } ;;
	esac
}
`

// Every command of both READMEs does what it should as it is written, one after the other, in a clone where nobody
// has played yet.
func TestREADMEs(t *testing.T) {
	oneByOne(t)
	for _, doc := range []string{"README.md", "README.pt-BR.md"} {
		t.Run(doc, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			needed := "docs/examples"
			if os.Getenv("README_GO") != "" {
				needed = "." // the whole clone
			}
			if err := os.CopyFS(filepath.Join(dir, needed), os.DirFS(filepath.Join("..", needed))); err != nil {
				t.Fatal(err)
			}
			c := exec.Command("bash", "-c", around+strings.Join(commandsOf(t, doc), "\necho \"--- $?\"\n"))
			c.Dir = dir
			c.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "TABLEMATE_") }),
				"TABLEMATE_AS_PROGRAM=1", "TABLEMATE="+os.Args[0], "HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir(), "LANG=en", covered())
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// The evening that both READMEs look back at is that of the example, in whatever zone somebody tries it.
func TestTheEveningOfTheREADMEIsOneDayEverywhere(t *testing.T) {
	sheet := string(must(os.ReadFile("../docs/examples/evening.yaml")))
	at := must(time.Parse(time.RFC3339, regexp.MustCompile(`(?m)^played: (\S+)`).FindStringSubmatch(sheet)[1]))
	for hours := -10; hours <= 13; hours++ {
		line := "tablemate evening --date " + at.In(time.FixedZone("", hours*3600)).Format(time.DateOnly)
		if !slices.Contains(commandsOf(t, "README.md"), line) {
			t.Errorf("at %+d hours it is no %q", hours, line)
		}
	}
}

// Both READMEs have the same commands in the same order, and the same pictures in their own language.
func TestREADMEsAreAlike(t *testing.T) {
	en, pt := commandsOf(t, "README.md"), commandsOf(t, "README.pt-BR.md")
	if !slices.Equal(en, pt) {
		t.Errorf("%q\n%q", en, pt)
	}
	en, pt = picturesOf(t, "README.md"), picturesOf(t, "README.pt-BR.md")
	for i, name := range en {
		en[i] = strings.Replace(name, "-en", "-pt", 1)
	}
	if !slices.Equal(en, pt) || len(en) == 0 {
		t.Errorf("%q\n%q", en, pt)
	}
}

// The keys of both READMEs are those of the table by which questions and clocks go.
func TestKeysOfTheREADMEs(t *testing.T) {
	for tag, doc := range map[string]string{"en": "README.md", "pt-BR": "README.pt-BR.md"} {
		raw, voice := must(os.ReadFile("../"+doc)), lang.NewLocalizer(tag, catalogs()...)
		_, rest, _ := strings.Cut(string(raw), "\n|---|---|\n| Enter")
		rows := strings.Split("| Enter"+rest, "\n")
		for i, e := range keyboard.Table {
			if want := "| " + voice.Say(e.Named) + " | " + voice.Say(e.Does); !strings.HasPrefix(rows[i], want) {
				t.Errorf("%s: %q, want %q", doc, rows[i], want)
			}
		}
		if strings.HasPrefix(rows[len(keyboard.Table)], "|") {
			t.Errorf("%s: %q is no key", doc, rows[len(keyboard.Table)])
		}
	}
}
