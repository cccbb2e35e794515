package ownfiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

var errBad = errors.New("no game file")

// folder returns a folder whose files name their game in the first word.
func folder(t *testing.T) Folder {
	t.Helper()
	return Folder{filepath.Join(t.TempDir(), "shelf"), func(file string) (scoring.Game, error) {
		id, _, _ := strings.Cut(strings.TrimSpace(strings.Trim(file, "{}")), " ")
		if id == "bad" || id == "" {
			return scoring.Game{}, errBad
		}
		return scoring.Game{ID: id}, nil
	}}
}

func TestAFolder(t *testing.T) {
	d := folder(t)
	if _, err := d.Find("golf"); !errors.Is(err, fs.ErrNotExist) || d.IDs() != nil || d.All() != nil {
		t.Error("there is no folder yet", err)
	}
	add := func(text string, wants bool) {
		t.Helper()
		f := d.From("a file", strings.NewReader(text))
		if before, err := d.Add(f); err != nil || before != wants {
			t.Errorf("%q: %v %v", text, before, err)
		}
	}
	add("golf one", false)
	add("golf two", true)
	add("{golf three}", true) // with another ending: the old file goes
	add("duel", false)
	if f, err := d.Find("golf"); err != nil || f.Text != "{golf three}" || filepath.Ext(f.Path) != ".json" {
		t.Errorf("%+v %v", f, err)
	}
	info, err := os.Stat(filepath.Join(d.Dir, "duel.yaml"))
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v %v", info, err)
	}
	for name, text := range map[string]string{"theirs.yml": "mine or theirs", "wrong.yaml": "bad", "note.txt": "golf", ".new-1": "golf"} {
		laws.Need(t, os.WriteFile(filepath.Join(d.Dir, name), []byte(text), 0o600))
	}
	if ids := d.IDs(); !slices.Equal(ids, []string{"duel", "golf", "theirs", "wrong"}) {
		t.Error(ids)
	}
	if f, err := d.Find("mine"); err != nil || f.Game.ID != "mine" {
		t.Errorf("a file by another name: %+v %v", f, err)
	}
	if f, err := d.Find("wrong"); !errors.Is(err, errBad) || f.Path == "" {
		t.Errorf("one that is wrong: %+v %v", f, err)
	}
	for _, id := range []string{"golf", "wrong", "mine"} {
		if err := d.Remove(id); err != nil {
			t.Error(id, err)
		}
	}
	if err := d.Remove("golf"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if ids := d.IDs(); !slices.Equal(ids, []string{"duel"}) {
		t.Error(ids)
	}
}

// Lines says the same as the file, an entry a line.
func TestLines(t *testing.T) {
	got, err := Lines(`{"game_file":1,"id":"golf","name":{"en":"a: \"b\", c\\"},"each_round":[{"name":"x","table":{"0":1,"1":3}},"y"],"rules":{"The end: now":{"en":"z"}}}`)
	want := "game_file: 1\nid: golf\nname: {en: 'a: \"b\", c\\'}\neach_round:\n  - {name: x, table: {\"0\": 1, \"1\": 3}}\n  - y\nrules:\n  'The end: now': {en: z}\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := Lines(`{"a": [`); err == nil {
		t.Error("half a file")
	}
}

// An endless file is not read to its end, and a failed write leaves everything as it was.
func TestWhatCannotBe(t *testing.T) {
	d := folder(t)
	if f := d.From("long", strings.NewReader(strings.Repeat("golf ", 1<<16))); len(f.Text) != most {
		t.Error(len(f.Text))
	}
	if f := d.Open(filepath.Join(d.Dir, "none.yaml")); !errors.Is(f.Err, fs.ErrNotExist) {
		t.Error(f.Err)
	}
	laws.Need(t, os.WriteFile(d.Dir, nil, 0o600))
	if _, err := d.Add(d.From("a file", strings.NewReader("golf"))); err == nil {
		t.Error("it lies in a file")
	}
	for word, is := range map[string]bool{"golf": false, "./golf": true, "golf.yaml": true, "golf.JSON": true, `games\golf`: true, "7 wonders": false} {
		if Named(word) != is {
			t.Error(word)
		}
	}
}
