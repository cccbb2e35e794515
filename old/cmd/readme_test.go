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

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A readable is a document for players, in English and Portuguese.
type readable struct{ en, pt string }

var readables = []readable{{"README.md", "README.pt-BR.md"}, {"docs/manual.md", "docs/manual.pt-BR.md"}}

// words returns the text of a document.
func words(t *testing.T, doc string) string {
	t.Helper()
	raw, err := os.ReadFile("../../" + doc)
	parlor.Check(t, err)
	return string(raw)
}

var blocks = regexp.MustCompile("(?s)```sh\n(.*?)```")

// commandsOf returns the lines of all command blocks of a document, without their comments.
func commandsOf(t *testing.T, doc string) (out []string) {
	t.Helper()
	for _, m := range blocks.FindAllStringSubmatch(words(t, doc), -1) {
		for _, line := range strings.Split(strings.TrimSpace(m[1]), "\n") {
			line, _, _ = strings.Cut(line, " #")
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

var pictured = regexp.MustCompile(`(?:src|srcset)="([^"]+)"`)

// picturesOf returns the pictures in a document by their names there.
func picturesOf(t *testing.T, doc string) (out []string) {
	t.Helper()
	for _, m := range pictured.FindAllStringSubmatch(words(t, doc), -1) {
		out = append(out, m[1])
	}
	return out
}

// around precedes the commands of a document. Nobody types anything: a game ends with its input, and a command that
// would run on is stopped after a while. Go's commands run if README_GO=1 (scripts/readme.sh), except tests.
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
	env) command go "$@" ;;
	run) [ -z "$README_GO" ] || command go "$@" </dev/null ;;
	*) [ -z "$README_GO" ] || { command go "$@" && TABLEMATE=$(command go env GOPATH)/bin/tablemate; } ;;
	esac
}
`

// follows runs lines of a document as they are written, and returns their output.
func follows(t *testing.T, dir, language, lines string) string {
	t.Helper()
	c := exec.Command("bash", "-c", around+lines)
	c.Dir = dir
	c.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "TABLEMATE_") }),
		"TABLEMATE_AS_PROGRAM=1", "TABLEMATE="+os.Args[0], "HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir(), "LC_ALL=", "LANG="+language, "TZ=UTC", parlor.Covered())
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return string(out)
}

// clone returns a folder with the parts of this repository that documents need.
func clone(t *testing.T) string {
	t.Helper()
	dir, needed := t.TempDir(), []string{"docs/examples", "docs/games"}
	if os.Getenv("README_GO") != "" {
		needed = []string{"."} // everything
	}
	for _, folder := range needed {
		parlor.Check(t, os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("../..", folder))))
	}
	return dir
}

// Every command in the READMEs and manuals works as written, one after the other, in a fresh clone.
func TestREADMEs(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for _, r := range append(readables[:len(readables):len(readables)], readable{"old/docs/game-files.md", "old/docs/game-files.md"}) {
		for _, doc := range slices.Compact([]string{r.en, r.pt}) {
			t.Run(doc, func(t *testing.T) {
				t.Parallel()
				follows(t, clone(t), "en_US.UTF-8", strings.Join(commandsOf(t, doc), "\necho \"--- $?\"\n"))
			})
		}
	}
}

var shownBelow = regexp.MustCompile("(?s)```sh\n([^`]*)```\n\n```text\n(.*?)```")

// The output shown below a command in a README is what the command prints in the README's language.
func TestREADMEsShowWhatIsPrinted(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for language, doc := range map[string]string{"en_US.UTF-8": "README.md", "pt_BR.UTF-8": "README.pt-BR.md"} {
		t.Run(doc, func(t *testing.T) {
			t.Parallel()
			dir, found := clone(t), shownBelow.FindAllStringSubmatch(words(t, doc), -1)
			if len(found) != 3 {
				t.Errorf("%d commands are shown with what they print", len(found))
			}
			for _, m := range found {
				if is := strings.Trim(follows(t, dir, language, m[1]), "\n") + "\n"; is != m[2] {
					t.Errorf("%s prints\n%s, want\n%s", m[1], is, m[2])
				}
			}
		})
	}
}

// The evening in both manuals is that of the example, whatever the reader's time zone.
func TestTheEveningOfTheManualIsOneDayEverywhere(t *testing.T) {
	sheet := string(parlor.Must(os.ReadFile("../../docs/examples/evening.yaml")))
	at := parlor.Must(time.Parse(time.RFC3339, regexp.MustCompile(`(?m)^played: (\S+)`).FindStringSubmatch(sheet)[1]))
	for hours := -10; hours <= 13; hours++ {
		line := "tablemate evening --date " + at.In(time.FixedZone("", hours*3600)).Format(time.DateOnly)
		if !slices.Contains(commandsOf(t, "docs/manual.md"), line) {
			t.Errorf("at %+d hours it is no %q", hours, line)
		}
	}
}

// Both languages have the same commands in the same order, the same levels of headings, and the same
// pictures in their own language. Every picture exists, and every existing one is used.
func TestREADMEsAreAlike(t *testing.T) {
	drawn := map[string]bool{}
	for _, path := range parlor.Must(filepath.Glob("../../docs/pictures/*.svg")) {
		drawn[filepath.Base(path)] = false
	}
	for _, r := range readables {
		if en, pt := commandsOf(t, r.en), commandsOf(t, r.pt); !slices.Equal(en, pt) {
			t.Errorf("%s, %s: %q\n%q", r.en, r.pt, en, pt)
		}
		if en, pt := headings.FindAllString(words(t, r.en), -1), headings.FindAllString(words(t, r.pt), -1); !slices.Equal(en, pt) || len(en) < 5 {
			t.Errorf("%s, %s: %q\n%q", r.en, r.pt, en, pt)
		}
		en, pt := picturesOf(t, r.en), picturesOf(t, r.pt)
		for i, name := range en {
			drawn[filepath.Base(name)] = true
			en[i] = strings.Replace(name, "-en", "-pt", 1)
			drawn[filepath.Base(en[i])] = true
			if f, err := os.Stat(filepath.Join("../..", filepath.Dir(r.en), name)); err != nil || f.Size() > 250_000 {
				t.Errorf("%s: %v, or too large", name, err)
			}
		}
		if !slices.Equal(en, pt) || len(en) == 0 {
			t.Errorf("%s, %s: %q\n%q", r.en, r.pt, en, pt)
		}
	}
	for name, isShown := range drawn {
		if !isShown {
			t.Errorf("no document shows %s", name)
		}
	}
}

// headings finds the level of each heading. Lines in code blocks are indented, or do not begin with "# ".
var headings = regexp.MustCompile(`(?m)^#+ `)

// A README takes a few minutes to read.
func TestREADMEsAreShort(t *testing.T) {
	for _, doc := range []string{"README.md", "README.pt-BR.md"} {
		if words := len(strings.Fields(words(t, doc))); words > 1000 {
			t.Errorf("%s: %d words", doc, words)
		}
	}
}

// The keys in both manuals are those of the table that questions and clocks use.
func TestKeysOfTheManuals(t *testing.T) {
	for tag, doc := range map[string]string{"en": "docs/manual.md", "pt-BR": "docs/manual.pt-BR.md"} {
		voice := lang.NewLocalizer(tag, Catalogs()...)
		_, rest, _ := strings.Cut(words(t, doc), "\n|---|---|\n| Enter")
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
