package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"slices"
	"time"
)

// A Game is what the list of games says about one of them.
type Game struct {
	ID, Kind  string
	Purpose   string            // what the table began it for, as it was given to Create
	People    []string          // in seat order
	Choices   map[string]string // as they were agreed on
	Started   time.Time         // zero: nobody knows
	Changed   time.Time         // the last line or the last answer of a draft
	Finished  time.Time         // zero: still being played
	Deleted   time.Time         // zero: it is not
	Lines     int               // of its log; 0: still being set up
	Standings []byte            // the result, as whoever played it wrote it; nil: none yet
	Wrong     bool              // People and Standings say what was so before somebody was called otherwise
}

// Game returns one game. ErrNone: there is none with this id.
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

// absent returns why a game is not found: ErrNone, or ErrDamaged where there are lines of it, and nothing sound that says it is gone.
func (s *file) absent(id string) error {
	lost, err := s.one(`SELECT 1 FROM log WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = ?1 AND g.sum = sum_of`+summedGame+`) LIMIT 1`, []any{id}, new(any))
	if err == nil && lost {
		err = ErrDamaged
	}
	return cmp.Or(err, ErrNone)
}

// scanGame reads a game from a row of listed.
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
	case g.Lines == 0 && len(g.People) > 0: // its lines are no longer found
		err = ErrDamaged
	}
	if standings.Valid {
		g.Standings = []byte(standings.String)
	}
	return g, err
}

// Create makes room for a game and returns its id: short, easy to say and to type,
// and never given to another game, not even to one that was forgotten. kind is the
// game that is played, purpose what the table begins it for, any text or none; pick
// returns a whole number from 0 to n-1.
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

// The letters of an id: none that looks like another one or like a digit, in any
// usual type, and none that sounds like another one.
const (
	consonants = "bdfghjkmnprstvz"
	vowels     = "aeu"
)

// unsaid are ids that nobody should have to read aloud.
var unsaid = []string{"suka", "puta", "teta", "nega", "kaka", "pede", "peda", "muda"}

// newID returns a free id.
func newID(tx *transaction, pick func(n int) int) string {
	return freeID(func(id string) (is bool) {
		tx.get(`SELECT EXISTS (SELECT 1 FROM games WHERE id = ?)`, []any{id}, &is)
		return is
	}, pick)
}

// tries is how many ids of one length are looked at before longer ones are.
const tries = 4

// freeID returns an id of four letters, or of more where those that were looked at are taken.
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

// DeleteUnstarted drops a game that was set up but never begun, with all that is kept of it. ErrPlayed: it
// has a log. ErrNone: there is no such game.
func (s Log) DeleteUnstarted(id string) error { return s.drop(id, 0) }

// DeleteUntouched drops a game of which nothing was told but its table, as DeleteUnstarted does.
func (s Log) DeleteUntouched(id string) error { return s.drop(id, 1) }

// drop drops a game with at most so many lines; a line stays where it is, and nobody looks at it again.
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

// Names returns the names of all who ever played, those of the last game first.
func (s People) Names() ([]string, error) {
	all, err := s.persons(`p.last DESC, p.rowid`)
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names, err
}

const choicesOf = `SELECT choices FROM games WHERE kind = ? AND NOT gone AND deleted IS NULL ORDER BY changed DESC, id LIMIT ?`

// latest is how many games are looked at for what their tables agreed on.
const latest = 200

// Choices returns what the latest tables of a game agreed on, those played last first; of a damaged one,
// and of one where nothing was settled yet, nothing.
func (s History) Choices(kind string) ([]map[string]string, error) {
	all, err := s.texts(choicesOf, kind, latest)
	var out []map[string]string
	for _, text := range all {
		var choices map[string]string
		if json.Unmarshal([]byte(text), &choices) == nil && len(choices) > 0 {
			out = append(out, choices)
		}
	}
	return out, s.wrapErr("choices", err)
}
