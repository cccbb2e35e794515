package output

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestASCII(t *testing.T) {
	for s, want := range map[string]string{
		"João, Zoë, Ærø, Łódź, Straße": "Joao, Zoe, Aro, Lodz, Strase",
		"Joa\u0303o":                   "Joao", // a combining accent
		"A–Z — “quoted” ‘so’ …":        `A-Z - "quoted" 'so' ~`,
		"1 Ana 3 · 2 Bia 2":            "1 Ana 3 | 2 Bia 2",
		"───●···":                      "---o...",
		"╭─┬─╮\n│a│ã│\n╰─┴─╯\n":        "+-+-+\n|a|a|\n+-+-+\n",
		"█░ ▁▂▃▄▅▆▇█":                  "#. _.:-=+*#",
		"✔ ✗ ★ ▸ ›":                    "+ ! * > >",
		"日本, 🎲, 🥇 Ana, 👨‍👩‍👧, 1️⃣!":    "????, ??, 1. Ana, ??, 1 !",
		"Ａb":                                  "A b",
		"½":                                   "?",
		"\x1b[1mé\x1b[0m\r\n\a":               "\x1b[1me\x1b[0m\r\n\a",
		"\x1b]52;c;QW5h\x07ü":                 "\x1b]52;c;QW5h\x07u",
		"a\nã\n":                              "a\na\n",
		"broken \xff \xe2":                    "broken ? ",
		"left\u00a0\u202fright\u200b, \u20ac": "left  right, E",
	} {
		var b strings.Builder
		out, _ := Edge(&b, true, "")
		if n, err := out.Write([]byte(s)); n != len(s) || err != nil || b.String() != want {
			t.Errorf("%q: %d %v %q, want %q", s, n, err, b.String(), want)
		}
	}
}

// Any text, however it is cut, becomes ASCII of the same width.
func TestASCIIKeepsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("│é日🎲·… a\u0303\u200d")))).Draw(t, "text")
		if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Skip("codes of terminals")
		}
		got := inASCII(s)
		if ansi.StringWidth(got) != ansi.StringWidth(s) {
			t.Fatalf("%q is %d wide, %q %d", s, ansi.StringWidth(s), got, ansi.StringWidth(got))
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Fatalf("%q", got)
		}
	})
}

// Every character of the texts in code, catalogs and handbooks has a likeness.
func TestAllTextsHaveALikeness(t *testing.T) {
	const root = "../../.."
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "phones" || d.Name() == "ttytest" || d.Name() == "output" || d.Name() == "scripts" || d.Name() == ".git") {
			return fs.SkipDir
		}
		text := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") || d.Name() == "pt-BR.json" || strings.Contains(path, "/handbook/") && strings.HasSuffix(path, ".md")
		if err != nil || !text {
			return err
		}
		b, err := os.ReadFile(path)
		for _, r := range string(b) {
			if r < utf8.RuneSelf || r == '·' {
				continue
			}
			seen++
			if letter(string(r)) == '?' && !strings.ContainsRune("?¿�🥇🥈🥉", r) {
				t.Errorf("%s: %q", path, r)
			}
		}
		return err
	})
	if err != nil || seen < 1000 {
		t.Error(seen, err)
	}
}

func TestAloud(t *testing.T) {
	var b strings.Builder
	out, _ := Edge(&b, false, "to")
	_, _ = out.Write([]byte("✗ no\n✔ Who plays?  Ana\n1 Ana 3 ·\n  2 Bia 2 · 3 Caio 1\nAna 10 → 8, Bia→Caio ★\nAna •••\n› "))
	if want := "no\nWho plays?  Ana\n1 Ana 3;\n  2 Bia 2; 3 Caio 1\nAna 10 to 8, Bia to Caio\nAna\n> "; b.String() != want {
		t.Errorf("%q", b.String())
	}
}

// A console's mode is set by its descriptor.
func TestFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "window"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out, _ := Edge(f, true, "")
	window, ok := out.(interface {
		Fd() uintptr
		Write([]byte) (int, error)
	})
	if !ok || window.Fd() != f.Fd() {
		t.Fatal("it is no window")
	}
	_, _ = window.Write([]byte("ã"))
	if b, err := os.ReadFile(f.Name()); string(b) != "a" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}
