package store

import (
	"errors"
	"iter"
	"time"
)

// Who played what, and how it went for them. This is a projection, which saves reading every log; the rules can make it
// again from the logs.

// A Played is one person's finished game.
type Played struct {
	Name string
	At   time.Time // when it was finished
	Game string    // its id
	How  string    // how it went for that person, as it was written
}

// A past is what the file said of a game before a line was added.
type past struct {
	people  string // JSON; an empty list if it is damaged
	changed int64
	at      int64 // when it was finished; 0: it was not
	hidden  bool  // deleted, and so in no statistics
}

func before(tx *transaction, id string) (p past) {
	tx.get(`SELECT CASE WHEN json_valid(people) THEN people ELSE '[]' END, changed, coalesce(finished, 0), deleted IS NOT NULL
		FROM games WHERE id = ?`, []any{id}, &p.people, &p.changed, &p.at, &p.hidden)
	return p
}

// projectPlayed updates who played a game. Its row in games is up to date already.
func projectPlayed(tx *transaction, id string, old past, p Projection) {
	now := before(tx, id)
	if now.people == old.people && now.at == 0 && old.at == 0 || now.hidden {
		return
	}
	forget(tx, id, old)
	tx.do(`UPDATE games SET stale = 0 WHERE id = ? AND stale`, id)
	for seat, name := range p.People {
		how := ""
		if now.at != 0 && seat < len(p.How) {
			how = p.How[seat]
		}
		tx.do(`INSERT INTO played (name, at, game, how) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, name, now.at, id, how)
	}
}

// forget removes a game's rows from played.
func forget(tx *transaction, id string, old past) {
	tx.do(`DELETE FROM played WHERE name IN (SELECT value FROM json_each(?1)) AND at IN (0, ?2) AND game = ?3`, old.people, old.at, id)
}

// Stale returns the games of which Played knows nothing yet, and those that are Wrong.
func (s History) Stale() ([]string, error) {
	return s.texts("stale games", `SELECT id FROM games WHERE stale = 1 AND deleted IS NULL UNION SELECT id FROM games WHERE stale = 2 ORDER BY id`)
}

// Wrong returns the games for which lists are out of date, since somebody was renamed.
func (s History) Wrong() ([]string, error) {
	return s.texts("stale games", `SELECT id FROM games WHERE stale = 2 ORDER BY id`)
}

// Refresh stores projections that were made again, in one transaction, except those of games that have moved on
// meanwhile. lines has the number of lines behind each projection, by id.
func (s History) Refresh(made map[string]Projection, lines map[string]int) error {
	return s.wrapErr("refresh", s.inTx(func(tx *transaction) error {
		for id, p := range made {
			var stands bool
			tx.get(`SELECT EXISTS (SELECT 1 `+still+` AND g.named = ?2)`, []any{id, p.Names, lines[id]}, &stands)
			if !stands {
				continue // gone, or another window was faster
			}
			p.quiet = true // the game itself has not changed
			project(tx, id, time.Time{}, p)
			tx.do(`UPDATE games SET stale = 0 WHERE id = ?`, id)
		}
		return nil
	}))
}

// Played yields the finished games of some people in the order in which they were finished. The store must not be used
// until the loop ends.
func (s History) Played(names ...string) iter.Seq2[Played, error] {
	return func(yield func(Played, error) bool) {
		if err := s.played(names, func(p Played) bool { return yield(p, nil) }); err != nil {
			yield(Played{}, s.wrapErr("played", err))
		}
	}
}

func (s *file) played(names []string, yield func(Played) bool) error {
	if len(names) == 0 {
		return nil
	}
	who, by := `name IN (SELECT value FROM json_each(?))`, jsonOf(names)
	if len(names) == 1 { // the primary key has that order already
		who, by = `name = ?`, names[0]
	}
	rows, err := s.query(`SELECT name, at, game, how FROM played WHERE `+who+` ORDER BY at, game, name`, by)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err returns its error
	var total int64
	for rows.Next() {
		var p Played
		var at int64
		if err := fits(rows.Scan(&p.Name, &at, &p.Game, &p.How)); err != nil {
			return err
		}
		total += sumOf(p.Name, at, p.Game, p.How)
		p.At = time.Unix(0, at)
		if at == 0 || p.How == "" { // it is not over, or not made again yet
			continue
		}
		if !yield(p) {
			return nil
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	return s.agrees(`SELECT count(*) FROM people p WHERE `+who+` HAVING coalesce(sum(total), 0) <> ? OR NOT coalesce(min(sum = sum_of`+summedPerson+`), true)`, by, total)
}

// summedPlayed checks everything that is known of what some people played, and that their games exist. ErrUnsummed:
// something is wrong.
func (s *file) summedPlayed(names []string) error {
	return s.agrees(wrongPerson+` AND p.name IN (SELECT value FROM json_each(?1))
		UNION ALL SELECT 1 FROM played w LEFT JOIN games g ON g.id = w.game WHERE w.name IN (SELECT value FROM json_each(?1)) AND g.id IS NULL`, jsonOf(names))
}

// A Person is somebody who has played.
type Person struct {
	Name  string
	Games int       // finished or not
	Last  time.Time // when they last played
}

// Persons returns everybody who ever played, those of the last game first.
func (s People) Persons() ([]Person, error) { return s.persons(`p.last DESC, p.games DESC, p.name`) }

func (s *file) persons(order string) ([]Person, error) {
	rows, err := s.query(`SELECT p.name, p.games, p.last, p.sum = sum_of` + summedPerson + ` FROM people p WHERE p.last <> 0 ORDER BY ` + order)
	out, err := all(rows, err, func(scan func(...any) error) (Person, error) {
		var p Person
		var right bool
		err := scan(&p.Name, &p.Games, (*moment)(&p.Last), &right)
		if err == nil && !right {
			err = ErrUnsummed
		}
		return p, err
	})
	return out, s.wrapErr("people", err)
}
