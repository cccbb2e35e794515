package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Listed is a row of the list of games.
type Listed[R any] struct {
	ID      string // as its first line says
	Path    string
	Changed time.Time
	Copy    bool // of a game that is there, under another name: named, and not counted
	Row     R
	Err     error // why it cannot be read
}

// kept is a row in the cache. It is good while size and time of the file are the same.
type kept[R any] struct {
	Name string `json:"f"` // of the file
	ID   string `json:"i"`
	Size int64  `json:"s"`
	Time int64  `json:"t"` // in nanoseconds
	Row  R      `json:"r"`
}

// readKept returns the cache, by the names of files: a line each, under the key of those who can use it. What cannot be
// read is made again.
func readKept[R any](path, key string) map[string]kept[R] {
	data, _ := os.ReadFile(path)
	first, data, _ := bytes.Cut(data, []byte("\n"))
	if string(first) != key {
		return nil
	}
	lines := bytes.Split(data, []byte("\n"))
	rows := make([]kept[R], len(lines))
	each(len(lines), func(i int) {
		if json.Unmarshal(lines[i], &rows[i]) != nil {
			rows[i] = kept[R]{}
		}
	})
	all := make(map[string]kept[R], len(rows))
	for _, k := range rows {
		all[k.Name] = k
	}
	return all
}

func writeKept[R any](path, key string, all []kept[R]) error {
	out := []byte(key)
	for _, k := range all {
		line, err := json.Marshal(k)
		if err != nil {
			return err
		}
		out = append(append(out, '\n'), line...)
	}
	return whole(path, out, true, sys.rename)
}

// each does something for all numbers below n, some at the same time.
func each(n int, do func(i int)) {
	const some = 256 // are done one after the other
	var wait sync.WaitGroup
	for from := 0; from < n; from += some {
		wait.Go(func() {
			for i := from; i < min(from+some, n); i++ {
				do(i)
			}
		})
	}
	wait.Wait()
}

// infos returns what is known of files, in their order; nil of one that was deleted in between.
func infos(all []os.DirEntry) []os.FileInfo {
	out := make([]os.FileInfo, len(all))
	each(len(all), func(i int) {
		if info, err := all[i].Info(); err == nil {
			out[i] = info
		}
	})
	return out
}

// List returns a row a game, in the order of their files' names. read makes a row of a file and says which game it is;
// rows are kept as JSON until the file changes.
func List[R any](f Folder, read func(path string) (id string, row R, err error)) ([]Listed[R], error) {
	all, err := f.games()
	if err != nil {
		return nil, err
	}
	cache, key := f.cache(*new(R))
	was := map[string]kept[R]{}
	if f.Cache != "" {
		was = readKept[R](cache, key)
	}
	out, now := make([]Listed[R], 0, len(all)), make([]kept[R], 0, len(all))
	changed := false
	for i, info := range infos(all) {
		if info == nil {
			continue
		}
		name := all[i].Name()
		l := Listed[R]{Path: filepath.Join(f.dir(), name), Changed: info.ModTime()}
		k, known := was[name]
		if !known || k.Size != info.Size() || k.Time != l.Changed.UnixNano() {
			k = kept[R]{Name: name, Size: info.Size(), Time: l.Changed.UnixNano()}
			k.ID, k.Row, l.Err = read(l.Path)
			changed = true
		}
		l.ID, l.Row = k.ID, k.Row
		if errors.Is(l.Err, ErrEmpty) {
			continue
		}
		if l.Err == nil {
			now = append(now, k)
		}
		out = append(out, l)
	}
	markCopies(out)
	if f.Cache != "" && (changed || len(was) != len(now)) {
		_ = writeKept(cache, key, now)
	}
	return out, nil
}

// markCopies marks all files of a game but one: the one that is named after it, or else the first.
func markCopies[R any](all []Listed[R]) {
	best := make(map[string]int, len(all))
	for i, l := range all {
		if b, has := best[l.ID]; l.Err == nil && (!has || named(l) && !named(all[b])) {
			best[l.ID] = i
		}
	}
	for i, l := range all {
		all[i].Copy = l.Err == nil && best[l.ID] != i
	}
}

func named[R any](l Listed[R]) bool { return idOf(filepath.Base(l.Path)) == l.ID }

// cache returns the file of kept rows, one for each data folder and type of a row, and the key under which they are kept:
// that of a program and the shape of a row.
func (f Folder) cache(row any) (file, key string) {
	path, err := filepath.Abs(f.Data)
	if err != nil {
		path = f.Data
	}
	name, shape := fnv.New64a(), fnv.New64a()
	fmt.Fprintf(name, "%s %t %T", path, f.gone, row)
	fmt.Fprintf(shape, "%s %#v", f.Build, row)
	return filepath.Join(f.Cache, fmt.Sprintf("list-%x", name.Sum64())), fmt.Sprintf("%x", shape.Sum64())
}
