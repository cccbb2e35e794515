package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Row has the facts by which one game is chosen among others. Rows are quick to read from the derived list, where the rest of
// a game stays undecoded until somebody looks at it.
type Row struct {
	ID      string    `json:"-"`
	Path    string    `json:"-"` // of its file
	Changed time.Time `json:"-"` // when its file did
	session.Span
	Kept   time.Time `json:"-"` // when its file began: for a game played here, as it began
	GameID string    `json:"-"` // scoring.Game.ID
	Waits  bool      `json:"-"` // something is to be asked: it goes on, or a tie waits for the table
	Seated bool      `json:"-"` // the table has agreed who plays

	file store.GameFile
	rest string // the game as JSON; "" if nobody could read it
}

// A Listing has all files of games: rows of games, the latest first; copies of games, which do not count; and the faults of
// files that cannot be read.
type Listing struct {
	Rows   []Row
	Copies []store.GameFile
	Broken []error
}

// Look looks at all games. It reads only files that changed since they were looked at.
func (h Games) Look() (l Listing, err error) {
	files, err := h.Folder.Files()
	if err != nil {
		return l, err
	}
	list, key := h.derived()
	was := readList(list, key)
	rows, faults, fresh := make([]Row, len(files)), make([]error, len(files)), make([]bool, len(files))
	for i, f := range files {
		r, known := was[filepath.Base(f.Path)]
		if known && r.file.Size == f.Size && r.file.Changed.Equal(f.Changed) {
			rows[i] = r
		} else {
			rows[i], faults[i] = h.read(f)
			fresh[i] = true
		}
		files[i].ID = rows[i].ID
		rows[i].file, rows[i].Path, rows[i].Changed = files[i], f.Path, f.Changed
	}
	lines := 0
	for _, r := range rows {
		if r.rest != "" {
			lines++
		}
	}
	// A file that is gone leaves its row in the list: then the list is written anew as well.
	if h.Cache != "" && (slices.Contains(fresh, true) || len(was) != lines) {
		// A list that cannot be saved costs time alone: the games are read once more.
		_ = store.SaveQuickly(list, written(key, rows))
	}
	store.MarkCopies(files)
	l.Rows = make([]Row, 0, len(files))
	for _, i := range latestFirst(rows) {
		f := files[i]
		switch {
		case faults[i] != nil:
			l.Broken = append(l.Broken, faults[i])
		// The program ended before anything was answered: such a file is no game.
		case f.ID == "":
		case f.Copy:
			l.Copies = append(l.Copies, f)
		default:
			l.Rows = append(l.Rows, rows[i])
		}
	}
	return l, nil
}

// latestFirst returns the places of rows in the order in which they are listed.
func latestFirst(rows []Row) []int {
	places := make([]int, len(rows))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(x, y int) int {
		return cmp.Or(rows[y].Ended.Compare(rows[x].Ended), strings.Compare(rows[x].ID, rows[y].ID))
	})
	return places
}

// read makes the row of a file. A damaged game counts as it was before the damage.
func (h Games) read(f store.GameFile) (Row, error) {
	s, err := session.Read(f.Path, h.Find)
	switch {
	case s == nil && err == store.ErrEmpty, err == nil && s.Lines() == 1:
		return Row{}, nil
	case s == nil:
		return Row{}, err
	}
	g := h.GameOf(s)
	if err != nil {
		g.Far = h.Lang.Say(lang.T("damaged from there on"))
	}
	raw, err := json.Marshal(g)
	g.rest = string(raw)
	return g.Row, err
}

// game decodes a row, with the names that people have now. If the derived list is broken there, the file is read.
func (h Games) game(r Row, names store.Names) (g Game) {
	if json.Unmarshal([]byte(r.rest), &g) != nil {
		// The file could be read when the list was made.
		again, _ := h.read(r.file)
		_ = json.Unmarshal([]byte(again.rest), &g)
	}
	g.Row = r
	return renamed(g, names)
}

// decoded returns the games of rows.
func (h Games) decoded(rows []Row) []Game {
	games, names := make([]Game, len(rows)), h.Folder.Names()
	for i, r := range rows {
		games[i] = h.game(r, names)
	}
	return games
}

// derived returns the file of the list, one for each folder and language, and the key of those who can use it: this very
// executable, since another one may pay otherwise.
func (h Games) derived() (file, key string) {
	path, err := filepath.Abs(h.Folder.Data)
	if err != nil {
		path = h.Folder.Data
	}
	name := fnv.New64a()
	fmt.Fprintf(name, "%s %t %s", path, h.Folder.IsGone(), h.Lang)
	return filepath.Join(h.Cache, fmt.Sprintf("list-%x", name.Sum64())), "1 " + h.Build
}

// Each line of the list is a row: fields with tabs between them, the game as JSON at the end. The first line is the key.
const fields = 12

// readList returns the rows of the list, by the names of their files. Rows that cannot be read are made again.
func readList(path, key string) map[string]Row {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	raw, _ := os.ReadFile(path)
	first, data, _ := strings.Cut(string(raw), "\n")
	if first != key {
		return nil
	}
	rows := make(map[string]Row, strings.Count(data, "\n")+1)
	for line := range strings.SplitSeq(data, "\n") {
		var text [fields]string
		right := strings.Count(line, "\t") == fields-1
		for i := range text {
			text[i], line, _ = strings.Cut(line, "\t")
		}
		number := func(text string) int64 {
			n, err := strconv.ParseInt(text, 10, 64)
			right = right && err == nil
			return n
		}
		at := func(text string) time.Time {
			if text == "" {
				return time.Time{}
			}
			return time.Unix(number(text), 0)
		}
		r := Row{ID: text[1], GameID: text[4], rest: text[fields-1]}
		r.file.Size, r.file.Changed = number(text[2]), time.Unix(0, number(text[3]))
		r.Began, r.Ended, r.Kept = at(text[5]), at(text[6]), at(text[7])
		r.DayAlone, r.Waits, r.Seated = text[8] == yes, text[9] == yes, text[10] == yes
		if right {
			rows[text[0]] = r
		}
	}
	return rows
}

const yes = "y"

// written returns rows as the text of a list.
func written(key string, rows []Row) []byte {
	out := []byte(key)
	for _, r := range rows {
		at := func(t time.Time) string {
			if t.IsZero() {
				return ""
			}
			return strconv.FormatInt(t.Unix(), 10)
		}
		is := func(it bool) string { return map[bool]string{true: yes}[it] }
		f := []string{
			filepath.Base(r.file.Path), r.ID, strconv.FormatInt(r.file.Size, 10), strconv.FormatInt(r.file.Changed.UnixNano(), 10), r.GameID,
			at(r.Began), at(r.Ended), at(r.Kept), is(r.DayAlone), is(r.Waits), is(r.Seated), r.rest,
		}
		if r.rest != "" && !strings.ContainsAny(f[0]+f[1]+f[4], "\t\n") {
			out = append(append(out, '\n'), strings.Join(f, "\t")...)
		}
	}
	return out
}
