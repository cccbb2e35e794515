package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"slices"
	"time"
)

// A Game is an entry of the list of games.
type Game struct {
	ID, Kind  string
	Purpose   string            // what the table began it for, as Create was told
	People    []string          // in seat order
	Choices   map[string]string // as the table agreed on them
	Started   time.Time         // zero: unknown
	Changed   time.Time         // when the last line was told, or the last answer of a draft
	Finished  time.Time         // zero: it is still being played
	Deleted   time.Time         // zero: it is not deleted
	Lines     int               // of its log; 0: it is still being set up
	Standings []byte            // the result, as the window that played it wrote it; nil: none yet
	Wrong     bool              // People and Standings are out of date, since somebody was renamed
}

// Game returns one game. ErrNone: there is no such game.
func (s History) Game(id string) (Game, error) {
	games, err := s.readGames(listed+` AND g.id = ?`, id)
	if err == nil && len(games) == 0 {
		err = s.absent(id)
	}
	if err != nil {
		return Game{}, s.wrapErr("game "+id, err)
	}
	return games[0], nil
}

// absent says why a game is not found: ErrNone, or ErrDamaged if it has lines and no sound row says that it is gone.
func (s *file) absent(id string) error {
	lost, err := s.one(`SELECT 1 FROM log WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = ?1 AND g.sum = sum_of`+summedGame+`) LIMIT 1`, []any{id}, new(any))
	if err == nil && lost {
		err = ErrDamaged
	}
	return cmp.Or(err, ErrNone)
}

// scanGame reads a row of listed.
func scanGame(read func(...any) error) (Game, error) {
	var g Game
	var standings sql.NullString
	var right bool
	err := read(&g.ID, &g.Kind, &g.Purpose, decoded[[]string]{&g.People}, decoded[map[string]string]{&g.Choices},
		(*moment)(&g.Started), (*moment)(&g.Finished), (*moment)(&g.Deleted), &standings, (*moment)(&g.Changed), &g.Lines, &g.Wrong, &right)
	switch {
	case err != nil:
	case !right:
		err = ErrUnsummed
	case g.Lines == 0 && len(g.People) > 0: // its lines cannot be found
		err = ErrDamaged
	}
	if standings.Valid {
		g.Standings = []byte(standings.String)
	}
	return g, err
}

// Create makes room for a game and returns its id: short, easy to say and to type, and never used again, not even for a
// game that was dropped. kind is the game played, purpose what the table begins it for, as any text; pick returns a
// whole number from 0 to n-1.
func (s Log) Create(kind, purpose string, now time.Time, pick func(n int) int) (string, error) {
	var id string
	err := s.inTx(func(tx *transaction) error {
		id = newID(tx, pick)
		tx.do(`INSERT INTO games (id, kind, purpose, started, changed) VALUES (?, ?, ?, ?, ?)`, id, kind, purpose, now.UnixNano(), now.UnixNano())
		return nil
	})
	if err != nil {
		return "", s.wrapErr("create", err)
	}
	return id, nil
}

// The letters of an id: none looks like another letter or a digit in any common typeface, and none sounds like another.
const (
	consonants = "bdfghjkmnprstvz"
	vowels     = "aeu"
)

// unsaid are ids that nobody should have to read aloud.
var unsaid = []string{"suka", "puta", "teta", "nega", "kaka", "pede", "peda", "muda"}

func newID(tx *transaction, pick func(n int) int) string {
	return freeID(func(id string) (is bool) {
		tx.get(`SELECT EXISTS (SELECT 1 FROM games WHERE id = ?)`, []any{id}, &is)
		return is
	}, pick)
}

const tries = 4

// freeID returns an id of four letters, or a longer one if those it tries are taken.
func freeID(taken func(string) bool, pick func(n int) int) string {
	pair := len(consonants) * len(vowels)
	for pairs, all := 2, pair*pair; ; pairs, all = pairs+1, all*pair {
		n := pick(all)
		for k := range tries {
			id := spell((n+k)%all, pairs)
			if !slices.Contains(unsaid, id) && !taken(id) {
				return id
			}
		}
	}
}

func spell(n, pairs int) string {
	var id []byte
	for range pairs {
		id = append(id, consonants[n%len(consonants)])
		n /= len(consonants)
		id = append(id, vowels[n%len(vowels)])
		n /= len(vowels)
	}
	return string(id)
}

// DeleteUnstarted drops a game that was set up but never begun, with all that is kept of it. ErrPlayed: it has a log.
// ErrNone: there is no such game.
func (s Log) DeleteUnstarted(id string) error { return s.drop(id, 0) }

// DeleteUntouched drops a game in which nothing was told but its table; otherwise it is like DeleteUnstarted.
func (s Log) DeleteUntouched(id string) error { return s.drop(id, 1) }

// drop drops a game that has at most so many lines. The lines stay in the log, and nothing reads them any more.
func (s *file) drop(id string, most int) error {
	defer s.spare(id)
	return s.wrapErr("forget "+id, s.inTx(func(tx *transaction) error {
		if last(tx, id) > most {
			return ErrPlayed
		}
		forget(tx, id, before(tx, id))
		tx.do(`DELETE FROM drafts WHERE game = ?`, id)
		tx.do(`DELETE FROM clocks WHERE game = ?`, id)
		tx.do(`DELETE FROM pictures WHERE game = ?`, id)
		tx.do(`UPDATE games SET gone = 1 WHERE id = ?`, id)
		return nil
	}))
}

// Names returns the names of everybody who ever played, those of the last game first.
func (s People) Names() ([]string, error) {
	all, err := s.persons(`p.last DESC, p.rowid`)
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names, err
}

const choicesOf = `SELECT choices FROM games WHERE kind = ? AND NOT gone AND deleted IS NULL ORDER BY changed DESC, id LIMIT ?`

// latest is how many games Choices looks at.
const latest = 200

// Choices returns the choices of the latest tables of a game, the last one played first. Damaged games, and games in
// which nothing was chosen yet, are left out.
func (s History) Choices(kind string) ([]map[string]string, error) {
	all, err := s.texts("choices", choicesOf, kind, latest)
	var out []map[string]string
	for _, text := range all {
		var choices map[string]string
		if json.Unmarshal([]byte(text), &choices) == nil && len(choices) > 0 {
			out = append(out, choices)
		}
	}
	return out, err
}
