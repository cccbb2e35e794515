package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Two builds that pay differently never take each other's list of games: `games` and `stats` agree with `show`.
func TestTwoBuilds(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	rules, err := filepath.Abs("../scoring/versus/rules.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	const pays = "Points: 1, Where: atGame, Head: firstToSlap"
	other := strings.Replace(string(source), pays, strings.Replace(pays, "1", "7", 1), 1)
	if other == string(source) {
		t.Fatal("the rules do not pay as they did")
	}
	changed, overlay := filepath.Join(dir, "rules.go"), filepath.Join(dir, "overlay.json")
	raw, _ := json.Marshal(map[string]any{"Replace": map[string]string{rules: changed}})
	for path, text := range map[string]string{
		changed: other, overlay: string(raw),
		filepath.Join(dir, "sheet.yaml"): "game: versus\nplayers: [Ana, Bia, Caio]\nevents: [{type: slap, by: Ana, gives: Bia, out: [Caio, Bia]}]\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	built := func(name string, flags ...string) string {
		program := filepath.Join(dir, name, "tablemate.exe")
		args := append(append([]string{"build"}, flags...), "-o", program, "./tablemate")
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return program
	}
	one, two := built("one"), built("two", "-overlay", overlay)
	run := func(program, line string) string {
		t.Helper()
		c := exec.Command(program, strings.Fields(line)...)
		c.Dir = dir
		c.Env = append(os.Environ(), "TABLEMATE_DATA="+filepath.Join(dir, "data"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "LANG=en_US.UTF-8", "LC_ALL=")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	run(one, "import sheet.yaml")
	for range 2 {
		for program, points := range map[string]string{one: "1 point", two: "7 points"} {
			for range 2 {
				if out := strings.Join(strings.Fields(run(program, "games --lang en")), " "); !strings.Contains(out, "won by Ana with "+points+" ") {
					t.Errorf("%s: %s", points, out)
				}
			}
			if out := run(program, "show --lang en --format json"); !strings.Contains(out, `"points": `+points[:1]) {
				t.Errorf("%s: %s", points, out)
			}
			if out := run(program, "stats Ana --lang en --format json"); !strings.Contains(out, `"points": `+points[:1]) {
				t.Errorf("%s: %s", points, out)
			}
		}
	}
}
