package history

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
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
	store.GameFile `json:"-"`
	session.Span   `json:"-"`
	Kept           time.Time `json:"-"` // when its file began: for a game played here, as it began
	GameID         string    `json:"-"` // scoring.Game.ID
	Waits          bool      `json:"-"` // something is to be asked: it goes on, or a tie waits for the table
	Seated         bool      `json:"-"` // the table has agreed who plays
	// Called has other names that the table gave to people in the game, by those of before.
	Called map[string]string `json:"-"`

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
	rows, faults := make([]Row, len(files)), map[int]error{}
	lines, fresh := 0, false
	for i, f := range files {
		r, known := was.row(f)
		if !known {
			r, faults[i] = h.read(f)
			fresh = true
		}
		if r.rest != "" {
			lines++
		}
		f.ID = r.ID
		files[i], r.GameFile = f, f
		rows[i] = r
	}
	// A file that is gone leaves its row in the list: then the list is written anew as well.
	if h.Cache != "" && (fresh || was.lines != lines) {
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

// Newest returns the games that fit, the one whose file changed last first.
func (l Listing) Newest(fits func(Row) bool) (rows []*Row) {
	for i, r := range l.Rows {
		if fits(r) {
			rows = append(rows, &l.Rows[i])
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return b.Changed.Compare(a.Changed) })
	return rows
}

// latestFirst returns the places of rows in the order in which they are listed.
func latestFirst(rows []Row) []int {
	places := make([]int, len(rows))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(x, y int) int {
		a, b := &rows[x], &rows[y]
		return cmp.Or(b.Ended.Compare(a.Ended), b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID))
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
		again, _ := h.read(r.GameFile)
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

// derived returns the file of the list, one for each folder and language, and its key. Only the executable that wrote a list
// has the same key, since another one may pay other points.
func (h Games) derived() (file, key string) {
	path, err := filepath.Abs(h.Folder.Data)
	if err != nil {
		path = h.Folder.Data
	}
	name := fnv.New64a()
	fmt.Fprintf(name, "%s %t %s", path, h.Folder.IsGone(), h.Lang)
	return filepath.Join(h.Cache, fmt.Sprintf("list-%x", name.Sum64())), "2 " + h.Build
}

// Each line of the list is a row: fields with tabs between them, the game as JSON at the end. The first line is the key. The
// rows stand in the order of their files, so that the list is read along with the folder.
const fields = 13

// A rowList is a derived list that is read from its beginning to its end.
type rowList struct {
	lines      int    // the number of its rows
	name, line string // the file's name in the next row, and the rest of that row
	text       string // all that stands behind that row
}

// readList opens a list. One that cannot be read, or that another executable made, has no lines.
func readList(path, key string) *rowList {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return &rowList{}
	}
	f, err := os.Open(path)
	if err != nil {
		return &rowList{}
	}
	defer f.Close()
	var raw strings.Builder
	raw.Grow(int(info.Size()))
	_, _ = io.Copy(&raw, f)
	first, text, _ := strings.Cut(raw.String(), "\n")
	if first != key || text == "" {
		return &rowList{}
	}
	l := &rowList{lines: strings.Count(text, "\n") + 1, text: text}
	l.next()
	return l
}

// next goes to the next row; behind the last one there is none.
func (l *rowList) next() {
	l.line, l.text, _ = strings.Cut(l.text, "\n")
	l.name, l.line, _ = strings.Cut(l.line, "\t")
}

// row returns the row of a file, and whether the list has it as the file is now. Files are asked for in their order.
func (l *rowList) row(f store.GameFile) (r Row, known bool) {
	base := filepath.Base(f.Path)
	for l.text != "" && l.name < base {
		l.next()
	}
	if l.name != base || strings.Count(l.line, "\t") != fields-2 {
		return r, false
	}
	line, right := l.line, true
	text := func() (field string) {
		field, line, _ = strings.Cut(line, "\t")
		return field
	}
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		right = right && err == nil
		return n
	}
	at := func() time.Time {
		if t := text(); t != "" {
			return time.Unix(number(t), 0)
		}
		return time.Time{}
	}
	size, changed := number(text()), number(text())
	if size != f.Size || changed != f.Changed.UnixNano() {
		return r, false
	}
	r.ID, r.GameID = text(), text()
	r.Began, r.Ended, r.Kept = at(), at(), at()
	r.DayAlone, r.Waits, r.Seated = text() == yes, text() == yes, text() == yes
	if called := text(); called != "" {
		right = right && json.Unmarshal([]byte(called), &r.Called) == nil
	}
	r.rest = text()
	return r, right
}

const yes = "y"

// otherNames returns other names as a field of the list.
func otherNames(names map[string]string) string {
	if len(names) == 0 {
		return ""
	}
	// Strings can always be written.
	raw, _ := json.Marshal(names)
	return string(raw)
}

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
			filepath.Base(r.Path), strconv.FormatInt(r.Size, 10), strconv.FormatInt(r.Changed.UnixNano(), 10), r.ID, r.GameID,
			at(r.Began), at(r.Ended), at(r.Kept), is(r.DayAlone), is(r.Waits), is(r.Seated), otherNames(r.Called), r.rest,
		}
		if r.rest != "" && !strings.ContainsAny(f[0]+f[3]+f[4], "\t\n") {
			out = append(append(out, '\n'), strings.Join(f, "\t")...)
		}
	}
	return out
}
