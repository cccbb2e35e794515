package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var made = time.Date(2026, 11, 22, 8, 15, 0, 0, time.UTC)

// need ends a test at an error.
func need(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func some() []file {
	return []file{{"tablemate", []byte("program"), true}, {"README.md", []byte("read"), false}, {"man/pt_BR/man1/tablemate.1", []byte(".TH"), false}}
}

// listed returns the content of an archive, a line for each file.
func listed(t *testing.T, body []byte, isZip bool) string {
	t.Helper()
	var b strings.Builder
	line := func(name string, mode fs.FileMode, at time.Time, from io.Reader) {
		text, err := io.ReadAll(from)
		need(t, err)
		fmt.Fprintf(&b, "%s %s %s %s\n", mode, at.UTC().Format(time.RFC3339), name, text)
	}
	if isZip {
		r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		need(t, err)
		for _, f := range r.File {
			in, err := f.Open()
			need(t, err)
			line(f.Name, f.Mode(), f.Modified, in)
		}
		return b.String()
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	need(t, err)
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return b.String()
		}
		need(t, err)
		if h.Uname != "" || h.Uid != 0 {
			t.Errorf("%s is %s's", h.Name, h.Uname)
		}
		line(h.Name, h.FileInfo().Mode(), h.ModTime, r)
	}
}

// Both kinds of archive have the same content, and packing again gives the same bytes.
func TestArchives(t *testing.T) {
	const want = `-rwxr-xr-x 2026-11-22T08:15:00Z t_1/tablemate program
-rw-r--r-- 2026-11-22T08:15:00Z t_1/README.md read
-rw-r--r-- 2026-11-22T08:15:00Z t_1/man/pt_BR/man1/tablemate.1 .TH
`
	for isZip, pack := range map[bool]func(string, []file, time.Time) ([]byte, error){false: tarred, true: zipped} {
		a, err := pack("t_1", some(), made)
		need(t, err)
		b, err := pack("t_1", some(), made)
		if got := listed(t, a, isZip); err != nil || got != want || !bytes.Equal(a, b) {
			t.Errorf("zip %t: %v\n%s", isZip, err, got)
		}
	}
}

func TestFilesUnderAFolder(t *testing.T) {
	dir := t.TempDir()
	need(t, os.MkdirAll(filepath.Join(dir, "pt_BR", "man1"), 0o755))
	need(t, os.WriteFile(filepath.Join(dir, "pt_BR", "man1", "x.1"), []byte("page"), 0o600))
	all, err := under(dir, "man")
	if err != nil || len(all) != 1 || all[0].path != "man/pt_BR/man1/x.1" || string(all[0].body) != "page" || all[0].runs {
		t.Error(all, err)
	}
}

// Every file that a README shows or links to is in the archives, and none is there twice.
func TestWhatREADMEsNameIsThere(t *testing.T) {
	t.Chdir("../..")
	all, err := toRead()
	need(t, err)
	there := map[string]bool{}
	for _, f := range all {
		if there[f.path] {
			t.Errorf("%s is there twice", f.path)
		}
		there[f.path] = true
	}
	for _, f := range all {
		if !strings.HasPrefix(f.path, "README") {
			continue
		}
		named := regexp.MustCompile(`\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"|\b(docs/[\w/.-]+\w)`).FindAllStringSubmatch(string(f.body), -1)
		if len(named) < 10 {
			t.Errorf("%s names only %q", f.path, named)
		}
		for _, m := range named {
			path, _, _ := strings.Cut(m[1]+m[2]+m[3], "#")
			inside := strings.HasPrefix(path, "docs/") && slices.ContainsFunc(all, func(f file) bool { return strings.HasPrefix(f.path, path+"/") })
			if path != "" && !strings.Contains(path, "://") && !there[path] && !inside {
				t.Errorf("%s names %s", f.path, path)
			}
		}
	}
}

func TestReleaseRefuses(t *testing.T) {
	if err := release(filepath.Join(t.TempDir(), "dist"), []string{"plan9/amd64"}); err == nil || !strings.Contains(err.Error(), "linux/amd64") {
		t.Error(err)
	}
	if err := release(t.TempDir(), []string{"linux/amd64"}); err == nil {
		t.Error("a folder that is there is written into")
	}
}

// `go install` accepts no module whose go.mod has a replace or an exclude.
func TestTheModuleCanBeInstalled(t *testing.T) {
	raw, err := os.ReadFile("../../go.mod")
	need(t, err)
	for l := range strings.Lines(string(raw)) {
		if word, _, _ := strings.Cut(strings.TrimSpace(l), " "); word == "replace" || word == "exclude" {
			t.Error(l)
		}
	}
}
