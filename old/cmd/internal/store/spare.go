package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Each log has a spare copy in text: logs/ID.jsonl beside the file of games, with a line of JSON for each line of the log
// and what else the file knows of the game. A line is written after its commit and is not synced, so nobody waits for it.
//
//   - While the file of games is sound, it is the truth. A spare log that lacks lines gets them with the next line, or
//     with the copy of the day; one that contradicts the file is moved aside.
//   - Each line has a sum over itself and all lines before it. So a log of the first version of the program, whose own
//     lines have none, cannot change unnoticed here either.
//   - A writer holds a write lock on the file of games, so two windows write one after the other.
//   - Drafts, photos and colors are not in it.

// secrets is the first line of every spare log.
const secrets = `{"spare log of":"tablemate","secret":"What people told in secret stands here as they told it: votes, cards, bids."}` + "\n"

// facts are what the file knows of a game that its log does not tell. Times are nanoseconds since 1970; 0: never.
type facts struct {
	Kind     string `json:"kind"`
	Purpose  string `json:"purpose,omitempty"`
	Origin   string `json:"origin,omitempty"`
	Started  int64  `json:"started"`
	Changed  int64  `json:"changed"`
	Finished int64  `json:"finished,omitempty"`
	Deleted  int64  `json:"deleted,omitempty"`
	Gone     bool   `json:"gone,omitempty"`
}

const factsOf = `SELECT kind, purpose, origin, started, changed, coalesce(finished, 0), coalesce(deleted, 0), gone FROM games g WHERE id = ?`

func (f *facts) scan(row *sql.Row) error {
	return row.Scan(&f.Kind, &f.Purpose, &f.Origin, &f.Started, &f.Changed, &f.Finished, &f.Deleted, &f.Gone)
}

// A spareLine is a line of a spare log. If only the facts have changed, the last line is repeated with the new ones.
type spareLine struct {
	Seq  int             `json:"seq"`
	At   int64           `json:"at"`
	Line json.RawMessage `json:"line"`
	Game facts           `json:"game"` // after the line
	Sum  string          `json:"sum"`
}

// text returns the line as it is written behind a line with the sum before, and its own sum. The line of the log stands
// in it byte for byte.
func (l spareLine) text(before string) ([]byte, string, error) {
	game, err := json.Marshal(l.Game)
	if err != nil || !json.Valid(l.Line) || bytes.ContainsRune(l.Line, '\n') {
		return nil, "", errors.Join(err, errNoLine)
	}
	text := fmt.Appendf(nil, `{"seq":%d,"at":%d,"line":%s,"game":%s`, l.Seq, l.At, l.Line, game)
	sum := Sum(before, time.Unix(0, l.At), text)
	return fmt.Appendf(text, ",\"sum\":%q}\n", sum), sum, nil
}

func spareDir(path string) string { return filepath.Join(filepath.Dir(path), "logs") }

func sparePath(path, id string) string {
	return filepath.Join(spareDir(path), url.PathEscape(id)+".jsonl")
}

// spare updates the spare logs of some games. A failure keeps nobody from playing: the game stays in the table behind.
func (s *file) spare(ids ...string) {
	_ = s.inTx(func(tx *transaction) error {
		var err error
		for _, id := range ids {
			err = errors.Join(err, spareIn(tx, s.path, id))
		}
		return err
	})
}

// spareAll updates every spare log that may be behind.
func (s *file) spareAll() error {
	const some = 100 // at once, so that nobody who plays has to wait
	var wrong error
	for last := ""; s.ctx.Err() == nil; {
		ids, err := s.texts("spare logs", `SELECT game FROM behind WHERE game > ? ORDER BY game LIMIT ?`, last, some)
		if err != nil || len(ids) == 0 {
			return errors.Join(wrong, err)
		}
		last = ids[len(ids)-1]
		err = s.inTx(func(tx *transaction) error {
			for _, id := range ids {
				if err := spareIn(tx, s.path, id); err != nil {
					wrong = err // the other games may have more luck
					continue
				}
				tx.do(`DELETE FROM behind WHERE game = ?`, id)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.ctx.Err()
}

// spareIn updates the spare log of a game, or the spare list if id is theNames.
func spareIn(tx *transaction, path, id string) error {
	if id == theNames {
		return bring(path, namesPath(path), func(is tail) ([]byte, error) { return lackingNames(tx, path, is.end) })
	}
	var begun bool
	if err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM log WHERE game = ?)`, id).Scan(&begun); err != nil || !begun {
		return err
	}
	return bring(path, sparePath(path, id), func(is tail) ([]byte, error) { return lacking(tx, id, is) })
}

// bring updates a spare file of the file at path. lacking returns the text to append to the whole lines that are there,
// or errForked; then those lines are moved aside, and lacking is called again with an empty tail.
func bring(path, to string, lacking func(tail) ([]byte, error)) error {
	is, err := tailOf(to)
	if err != nil {
		return err
	}
	more, err := lacking(is)
	if errors.Is(err, errForked) {
		if err := putAside(path, to); err != nil {
			return err
		}
		is = tail{}
		more, err = lacking(is)
	}
	if err != nil || len(more) == 0 {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	err = f.Truncate(is.end)
	if err == nil {
		_, err = f.WriteAt(more, is.end)
	}
	return errors.Join(err, f.Close())
}

// A tail is the end of a spare file. An empty file has the zero tail.
type tail struct {
	end  int64  // the offset behind the last whole line; a kill may have left half a line there
	last []byte // that line without its line break
}

// tailOf reads a file from its end backward until it has the last whole line, so an answer costs the same in a long
// game as in a short one. A missing file has the zero tail.
func tailOf(path string) (tail, error) {
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		return tail{}, err
	}
	defer func() { _ = f.Close() }() // it was only read
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return tail{}, err
	}
	for some := int64(4096); ; some *= 2 {
		from := max(0, size-some)
		text := make([]byte, size-from)
		if _, err := f.ReadAt(text, from); err != nil {
			return tail{}, err
		}
		whole := text[:bytes.LastIndexByte(text, '\n')+1]
		line := bytes.TrimSuffix(whole, []byte("\n"))
		begin := bytes.LastIndexByte(line, '\n')
		if begin >= 0 || from == 0 {
			return tail{from + int64(len(whole)), line[begin+1:]}, nil
		}
	}
}

// A summedLine is a line of a spare file. text returns it as it is written behind a line with the sum before, and its
// own sum.
type summedLine interface {
	text(before string) (line []byte, sum string, err error)
}

// appendSpare appends lines to a text whose last line has the given sum.
func appendSpare[L summedLine](text []byte, sum string, lines []L) ([]byte, error) {
	for _, l := range lines {
		line, next, err := l.text(sum)
		if err != nil {
			return nil, err
		}
		text, sum = append(text, line...), next
	}
	return text, nil
}

// parseSpare returns the lines behind the first one, whose sum is given, as far as their sums are right. whole is true
// if that is all of them.
func parseSpare[L summedLine](text []byte, first, sum string) (lines []L, whole bool) {
	rest, known := bytes.CutPrefix(text, []byte(first))
	for known && len(rest) > 0 {
		line, behind, ended := bytes.Cut(rest, []byte("\n"))
		var l L
		if json.Unmarshal(line, &l) != nil {
			return lines, !ended // an unfinished line was never acknowledged
		}
		again, next, err := l.text(sum)
		if err != nil || !bytes.Equal(again[:len(again)-1], line) {
			return lines, false
		}
		lines, sum, rest = append(lines, l), next, behind
	}
	return lines, known
}

var (
	errForked = errors.New("store: a spare log is not that of the game")
	errNoLine = errors.New("store: this is no line of a log")
)

// lacking returns the lines that are missing behind a spare log's tail.
func lacking(tx *transaction, id string, is tail) ([]byte, error) {
	var g facts
	if err := g.scan(tx.QueryRow(factsOf, id)); err != nil {
		return nil, err
	}
	var last spareLine // the zero line if only the head is there
	if is.end > 0 && json.Unmarshal(is.last, &last) != nil {
		return nil, errForked
	}
	rows, err := tx.Query(`SELECT seq, at, line FROM log WHERE game = ? AND seq >= ? ORDER BY seq`, id, last.Seq)
	lines, err := all(rows, err, linesFrom(max(1, last.Seq)))
	if err != nil {
		return nil, err
	}
	var out []spareLine
	for _, l := range lines {
		out = append(out, spareLine{Seq: l.Seq, At: l.At.UnixNano(), Line: l.Body, Game: g})
	}
	switch {
	case last.Seq == 0:
	case len(out) == 0, out[0].At != last.At, !bytes.Equal(out[0].Line, last.Line):
		return nil, errForked
	case len(out) > 1 || last.Game == g:
		out = out[1:]
	}
	var text []byte
	if is.end == 0 {
		text = []byte(secrets)
	}
	return appendSpare(text, cmp.Or(last.Sum, id), out)
}

func spared(path string) bool { return len(sparedIDs(path)) > 0 }

// sparedIDs returns the ids of the games that have spare logs beside a file.
func sparedIDs(path string) (ids []string) {
	names, _ := os.ReadDir(spareDir(path)) // without the folder there are none
	for _, name := range names {
		escaped, is := strings.CutSuffix(name.Name(), ".jsonl")
		if id, err := url.PathUnescape(escaped); is && err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// unspare marks the spare logs of all games of a file as behind, since the file replaces another one.
func unspare(ctx context.Context, path string) error {
	s, err := begin(ctx, path)
	if err != nil {
		return err
	}
	_, err = s.db.Exec(`INSERT OR IGNORE INTO behind (game) SELECT DISTINCT game FROM log UNION SELECT 'renames'`)
	return errors.Join(err, s.db.Close())
}

// respare makes the spare logs beside a file match its games, as far as it can. A spare log of an unknown game is moved
// aside.
func respare(ctx context.Context, path string) {
	s := newStore(ctx, connect(path), path)
	for _, id := range sparedIDs(path) {
		if known, err := s.one(`SELECT 1 FROM games WHERE id = ?`, []any{id}, new(any)); err == nil && !known {
			_ = putAside(path, sparePath(path, id))
		}
	}
	_ = s.spareAll() // what is still missing stays in the table behind
	_ = s.db.Close() // everything is written
}

// putAside moves a spare log of the file at path to another name.
func putAside(path, spare string) error {
	dir, name := filepath.Join(spareDir(path), "aside"), filepath.Base(spare)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for n := 1; ; n++ {
		to := filepath.Join(dir, strconv.Itoa(n)+"-"+name)
		if _, err := os.Lstat(to); errors.Is(err, os.ErrNotExist) {
			return os.Rename(spare, to)
		}
	}
}

// readSpare reads the spare log of a game as far as its sums are right. whole is true if that is all of it.
func readSpare(path, id string) (lines []Line, g facts, whole bool, err error) {
	text, err := os.ReadFile(sparePath(path, id))
	if err != nil {
		return nil, g, false, err
	}
	all, whole := parseSpare[spareLine](text, secrets, id)
	for _, l := range all {
		switch l.Seq {
		case 0:
			return lines, g, false, nil
		case len(lines):
		case len(lines) + 1:
			lines = append(lines, Line{l.Seq, time.Unix(0, l.At), l.Line})
		default:
			return lines, g, false, nil
		}
		g = l.Game
	}
	return lines, g, whole, nil
}
