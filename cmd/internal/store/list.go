package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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
type kept struct {
	id         string
	size, time int64
	row        []byte // JSON
}

// readKept returns the cache, by the names of files: a line each, under the key of those who can use it. What cannot be
// read is made again.
func readKept(path, key string) map[string]kept {
	data, _ := os.ReadFile(path)
	first, data, _ := bytes.Cut(data, []byte("\n"))
	if string(first) != key {
		return nil
	}
	all := make(map[string]kept, bytes.Count(data, []byte("\n")))
	for line := range bytes.Lines(data) {
		f := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"), 5)
		if len(f) < 5 {
			continue
		}
		size, _ := strconv.ParseInt(string(f[2]), 10, 64)
		time, _ := strconv.ParseInt(string(f[3]), 10, 64)
		all[string(f[0])] = kept{string(f[1]), size, time, f[4]}
	}
	return all
}

func writeKept(path, key string, all map[string]kept) error {
	out := []byte(key + "\n")
	for name, k := range all {
		if !strings.ContainsAny(name+k.id, "\t\n") {
			out = fmt.Appendf(out, "%s\t%s\t%d\t%d\t%s\n", name, k.id, k.size, k.time, bytes.TrimSpace(k.row))
		}
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
	was, now := map[string]kept(nil), make(map[string]kept, len(all))
	if f.Cache != "" {
		was = readKept(cache, key)
	}
	found, rows, good := infos(all), make([]R, len(all)), make([]bool, len(all))
	each(len(all), func(i int) {
		k, known := was[all[i].Name()]
		same := known && found[i] != nil && k.size == found[i].Size() && k.time == found[i].ModTime().UnixNano()
		good[i] = same && json.Unmarshal(k.row, &rows[i]) == nil
	})
	out := make([]Listed[R], 0, len(all))
	changed, dir := false, f.dir()
	for i, info := range found {
		if info == nil {
			continue
		}
		name := all[i].Name()
		k := was[name]
		l := Listed[R]{ID: k.id, Path: dir + string(filepath.Separator) + name, Changed: info.ModTime(), Row: rows[i]}
		if !good[i] {
			l.ID, l.Row, l.Err = read(l.Path)
			k = kept{l.ID, info.Size(), l.Changed.UnixNano(), nil}
			changed = true
		}
		if errors.Is(l.Err, ErrEmpty) {
			continue
		}
		if l.Err == nil && k.row == nil {
			k.row, l.Err = json.Marshal(l.Row)
		}
		if l.Err == nil {
			now[name] = k
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
