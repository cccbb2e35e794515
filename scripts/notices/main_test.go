package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

const root = "../.."

// Every module of the program, on any system, is there with its whole license, and Go too.
func TestNotices(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	modules, err := parts(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		if m.dir == "" || strings.Contains(m.dir, "/vendor/") {
			t.Skip("archives are made from the module cache, not from a vendor folder")
		}
	}
	var out strings.Builder
	if err := write(&out, modules); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	for _, m := range append(modules, part{"github.com/spf13/cobra", ""}, part{"github.com/inconshreveable/mousetrap", ""}, part{"golang.org/x/sys", ""}) {
		_, notice, found := strings.Cut(said, strings.Repeat("=", 80)+"\n"+m.name)
		notice, _, _ = strings.Cut(notice, strings.Repeat("=", 80))
		if !found || len(notice) < 500 || !regexp.MustCompile(`(?i)copyright|apache license`).MatchString(notice) {
			t.Errorf("%s: %q", m.name, notice)
		}
	}
	if !strings.Contains(said, "This product") && !strings.Contains(said, "NOTICE") {
		t.Error("the notice of an Apache license is missing")
	}
}

// A module without a license is refused, and every file that may be one is found.
func TestLicenses(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"LICENSE", "LICENCE.txt", "License.md", "COPYING", "NOTICE", "PATENTS", "LICENSE-MIT", "README.md", "license.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "copyright"), 0o700); err != nil {
		t.Fatal(err)
	}
	paths, err := licenses(dir)
	if err != nil || len(paths) != 7 {
		t.Errorf("%q %v", paths, err)
	}
	if paths, err := licenses(t.TempDir()); err != nil || paths != nil {
		t.Errorf("%q %v", paths, err)
	}
}

// Every file that a document in an archive links to is in it, and so are the licenses and the completions.
func TestArchives(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Archives []struct{ Files []struct{ Src, Dst string } }
	}
	if err := yaml.Unmarshal(raw, &c); err != nil || len(c.Archives) != 1 {
		t.Fatal(err, len(c.Archives))
	}
	inside := func(file string) bool {
		for _, f := range c.Archives[0].Files {
			for src := range strings.SplitSeq(strings.Trim(f.Src, "{}"), ",") {
				if is, _ := path.Match(src, file); is || strings.HasPrefix(file, src+"/") {
					return true
				}
			}
		}
		return false
	}
	want := []string{"LICENSE", "NOTICES.txt", "CHANGELOG.md", "docs/install.md", "docs/install.pt-BR.md", "README.md", "README.pt-BR.md",
		"completions/tablemate.bash", "completions/_tablemate", "completions/tablemate.fish", "completions/tablemate.ps1"}
	links := regexp.MustCompile(`\]\(([^)#:{]+)(?:#[^)]*)?\)`)
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		docs, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(docs) < 3 {
			t.Fatal(docs, err)
		}
		for _, doc := range docs {
			text, err := os.ReadFile(doc)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, doc)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, filepath.ToSlash(rel))
			for _, m := range links.FindAllStringSubmatch(string(text), -1) {
				want = append(want, path.Join(path.Dir(filepath.ToSlash(rel)), m[1]))
			}
		}
	}
	for _, file := range want {
		if !inside(file) && !strings.HasPrefix(file, "scoring/") && !strings.HasPrefix(file, "cmd/") {
			t.Errorf("%s is in no archive", file)
		}
	}
}

// Archives are built with the newest patch of Go: a version file would name the oldest that will do.
func TestNewestGo(t *testing.T) {
	for _, name := range []string{"ci", "release"} {
		raw, err := os.ReadFile(filepath.Join(root, ".github/workflows", name+".yml"))
		if err != nil {
			t.Fatal(err)
		}
		said := string(raw)
		if n := strings.Count(said, "actions/setup-go@"); n == 0 || strings.Count(said, "check-latest: true") != n || strings.Contains(said, "go-version-file") {
			t.Errorf("%s.yml takes a Go that has no patches", name)
		}
		if name == "release" && !strings.Contains(said, "go-version: stable") {
			t.Error("a release takes an old Go")
		}
	}
}
