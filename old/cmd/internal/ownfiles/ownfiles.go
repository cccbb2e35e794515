// Package ownfiles has a person's own games: game files in one folder, each named by the id in it. It opens a file on
// demand, and knows only its name until then.
package ownfiles

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/scoring"
)

// endings are the endings of game files.
var endings = []string{".yaml", ".yml", ".json"}

// most is how many bytes of a file are read: one more than a game file may have, so that a longer one is refused.
const most = 64<<10 + 1

// A Folder has the game files; Read decodes one.
type Folder struct {
	Dir  string
	Read func(file string) (scoring.Game, error)
}

// A File is one of them, as it is on the disk.
type File struct {
	Path, Text string
	Game       scoring.Game
	Err        error // it cannot be read, or is no game file
}

// Named reports whether a word is the path of a game file rather than an id.
func Named(word string) bool {
	return strings.ContainsAny(word, `/\`) || slices.Contains(endings, strings.ToLower(filepath.Ext(word)))
}

// Open reads the file at any path.
func (d Folder) Open(path string) File {
	in, err := os.Open(path)
	if err != nil {
		return File{Path: path, Err: err}
	}
	defer in.Close()
	return d.From(path, in)
}

// From reads an open file.
func (d Folder) From(path string, in io.Reader) File {
	b, err := io.ReadAll(io.LimitReader(in, most))
	f := File{Path: path, Text: string(b), Err: err}
	if err == nil {
		f.Game, f.Err = d.Read(f.Text)
	}
	return f
}

// names returns the sorted names of the files, without folders and pipes.
func (d Folder) names() (names []string) {
	all, _ := os.ReadDir(d.Dir) // without the folder there are none
	for _, e := range all {
		info, err := os.Stat(filepath.Join(d.Dir, e.Name())) // follows links
		if slices.Contains(endings, filepath.Ext(e.Name())) && (err != nil || info.Mode().IsRegular()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// IDs returns the ids according to the file names; it opens no file.
func (d Folder) IDs() (ids []string) {
	for _, name := range d.names() {
		ids = append(ids, strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return slices.Compact(ids)
}

// All reads all files.
func (d Folder) All() (files []File) {
	for _, name := range d.names() {
		files = append(files, d.Open(filepath.Join(d.Dir, name)))
	}
	return files
}

// Find returns the file of a game: the one with its id as the name, or any other one with the id in it. The error is
// fs.ErrNotExist, or what is wrong with the file of that name.
func (d Folder) Find(id string) (File, error) {
	names := d.names()
	for _, ext := range endings {
		if !slices.Contains(names, id+ext) {
			continue
		}
		if f := d.Open(filepath.Join(d.Dir, id+ext)); f.Err != nil || f.Game.ID == id {
			return f, f.Err
		}
	}
	for _, f := range d.All() {
		if f.Err == nil && f.Game.ID == id {
			return f, nil
		}
	}
	return File{}, fs.ErrNotExist
}

// Add puts a file into the folder as it is written, in place of one with the same id; before says whether there was
// one. The old file stays until the new one is complete.
func (d Folder) Add(f File) (before bool, err error) {
	if err := os.MkdirAll(d.Dir, 0o700); err != nil {
		return false, err
	}
	old, missing := d.Find(f.Game.ID)
	before = missing == nil
	ext := ".yaml"
	if strings.HasPrefix(strings.TrimSpace(f.Text), "{") {
		ext = ".json"
	}
	to := filepath.Join(d.Dir, f.Game.ID+ext)
	if err := write(to, f.Text); err != nil {
		return before, err
	}
	if before && old.Path != to {
		err = os.Remove(old.Path)
	}
	return before, err
}

// write writes a file atomically.
func write(to, text string) error {
	f, err := os.CreateTemp(filepath.Dir(to), ".new-*") // 0600, and not named like a game file
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), to)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Remove removes the file of a game.
func (d Folder) Remove(id string) error {
	f, err := d.Find(id)
	if f.Path == "" {
		return err
	}
	return os.Remove(f.Path) // even if it is unreadable
}
