package store

import (
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

// An OwnFile is a game file of one's own, undecoded.
type OwnFile struct {
	Path string
	Text []byte
	Err  error // why it cannot be read
}

// Own returns one's own game files.
func (f Folder) Own() (all []OwnFile) {
	// Without the folder there are no files of one's own.
	found, _ := os.ReadDir(f.Shelf())
	for _, e := range found {
		path := filepath.Join(f.Shelf(), e.Name())
		ext := filepath.Ext(path)
		// A link to a file elsewhere is a file of one's own, too: Stat follows it.
		info, err := os.Stat(path)
		if strings.HasPrefix(e.Name(), ".") || !slices.Contains([]string{".yaml", ".yml", ".json"}, ext) ||
			err == nil && !info.Mode().IsRegular() {
			continue
		}
		text, err := readOwn(path)
		all = append(all, OwnFile{path, text, err})
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
	return lang.UTF8(text), unread(path, err)
}
