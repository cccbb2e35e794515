package rack

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/setup"
)

// pad returns the table of a score pad with categories.
func pad(categories string) setup.Table {
	return setup.Table{Choices: map[string]string{"style": "categories", "categories": categories}}
}

// all returns the files in a folder.
func all(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if d.Type()&fs.ModeSymlink != 0 {
			raw, err = []byte("a link"), nil
		}
		found[path] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// linkToNowhere fails where such a link cannot be made, or cannot be seen (as in Wine).
func linkToNowhere(shelf string) error {
	link := filepath.Join(shelf, "beer-castle.json")
	if err := os.Symlink("nowhere", link); err != nil {
		return err
	}
	_, err := os.Lstat(link)
	return err
}

// Rules that are put on the shelf take nothing's place there: a file that is called so already stays as it is, used or not.
func TestShelveOverwritesNothing(t *testing.T) {
	game := "game_file: 1\nid: other\nname: Other\nplayers: 2-4\nat_end: [{name: gold}]\n"
	for name, put := range map[string]func(shelf string) error{
		"nothing":                func(string) error { return nil },
		"broken":                 func(s string) error { return os.WriteFile(s+"/beer-castle.json", []byte("{"), 0o600) },
		"empty":                  func(s string) error { return os.WriteFile(s+"/beer-castle.json", nil, 0o600) },
		"of another game":        func(s string) error { return os.WriteFile(s+"/beer-castle.yaml", []byte(game), 0o600) },
		"of the other ending":    func(s string) error { return os.WriteFile(s+"/beer-castle.yml", []byte("?"), 0o600) },
		"large":                  func(s string) error { return os.WriteFile(s+"/beer-castle.json", make([]byte, 80<<10), 0o600) },
		"a folder":               func(s string) error { return os.Mkdir(s+"/beer-castle.json", 0o700) },
		"a link to nowhere":      linkToNowhere,
		"in capitals":            func(s string) error { return os.WriteFile(s+"/Beer-Castle.json", []byte(game), 0o600) },
		"an ending in capitals":  func(s string) error { return os.WriteFile(s+"/beer-castle.JSON", []byte("mine"), 0o600) },
		"something of one's own": func(s string) error { return os.WriteFile(s+"/beer-castle.txt", []byte("notes"), 0o600) },
	} {
		f := store.Folder{Data: t.TempDir()}
		if err := os.MkdirAll(f.Shelf(), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := put(f.Shelf()); err != nil {
			t.Log(name, err) // links need a right on Windows
			continue
		}
		before := all(t, f.Shelf())
		r := Rack{Folder: f, Warn: func(string, error) {}}
		shelve := func(categories string) string {
			g, err := r.Shelve(pad(categories), "Beer Castle")
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return g.ID
		}
		first, again, other := shelve("beer, gold"), shelve("beer, gold"), shelve("beer")
		if first != again || first == other || (first == "beer-castle") != (name == "nothing") {
			t.Errorf("%s: the game is %s, the same rules are %s, others %s", name, first, again, other)
		}
		after := all(t, f.Shelf())
		for path, was := range before {
			if after[path] != was {
				t.Errorf("%s: %s was written over", name, path)
			}
		}
		if len(after) != len(before)+2 {
			t.Errorf("%s: %d files, before %d", name, len(after), len(before))
		}
		for _, id := range []string{first, other} {
			fresh := Rack{Folder: f, Warn: func(string, error) {}}
			if _, err := fresh.Find(id, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
