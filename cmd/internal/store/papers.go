package store

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// mostOwn is the most bytes of a game file.
const mostOwn = 64 << 10

// A Paper is a file or a line of one, undecoded.
type Paper struct {
	Line int // of JSON Lines, counted from 1; 0: the file is one paper
	Text []byte
}

// Papers returns a file's papers: one a line if it is JSON Lines, which its name says, or else two objects, one below the
// other.
func Papers(name string, data []byte) (all []Paper) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !strings.EqualFold(filepath.Ext(name), ending) && !manyLines(data) {
		return []Paper{{Text: data}}
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			all = append(all, Paper{n, line})
		}
	}
	return all
}

// manyLines reports whether a line that is an object is followed by one that begins like one.
func manyLines(data []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	first = bytes.TrimSpace(first)
	return bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(first, []byte("}")) &&
		bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{"))
}

// An OwnFile is a game file of one's own, undecoded.
type OwnFile struct {
	ID   string // as the file is named
	Path string
	Text []byte
	Err  error // why it cannot be read
}

// Own returns one's own game files.
func (f Folder) Own() (all []OwnFile) {
	found, _ := os.ReadDir(f.Shelf()) // without the folder there are none
	for _, e := range found {
		path := filepath.Join(f.Shelf(), e.Name())
		ext := filepath.Ext(path)
		info, err := os.Stat(path) // follows links
		if strings.HasPrefix(e.Name(), ".") || !slices.Contains([]string{".yaml", ".yml", ".json"}, ext) ||
			err == nil && !info.Mode().IsRegular() {
			continue
		}
		text, err := readOwn(path)
		all = append(all, OwnFile{strings.TrimSuffix(e.Name(), ext), path, text, err})
	}
	return all
}

func readOwn(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unread(path, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostOwn+1))
	if err == nil && len(text) > mostOwn {
		return nil, &fault.Failed{Say: lang.T("{file} is larger than 64 kB: too large for a game file").With("file", path)}
	}
	return text, unread(path, err)
}
