package store

import (
	"bytes"
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/timer"
)

// loose runs a query on a table without its constraints, as a bad disk might.
func loose(t *testing.T, path, table, query string) {
	t.Helper()
	db := raw(t, path, `PRAGMA writable_schema = ON`)
	var made string
	must(t, db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, table).Scan(&made))
	bare := strings.NewReplacer("NOT NULL", "", ") STRICT, WITHOUT", ") WITHOUT", ") STRICT", ")").Replace(made)
	set := `UPDATE sqlite_schema SET sql = ? WHERE name = ?`
	need(db.Exec(set, bare, table))
	must(t, db.Close())
	db = raw(t, path, `PRAGMA foreign_keys = OFF`, query, `PRAGMA writable_schema = ON`)
	need(db.Exec(set, made, table))
	must(t, db.Close())
}

func TestADamagedLineSaysWhichOneItIs(t *testing.T) {
	for name, c := range map[string]struct{ query, want string }{
		"a NULL":        {`UPDATE log SET line = NULL WHERE seq = 3`, "log of baba: line 3: "},
		"no time":       {`UPDATE log SET at = 'noon' WHERE seq = 1`, "log of baba: line 1: "},
		"no number":     {`UPDATE log SET seq = 'x' WHERE seq = 4`, "log of baba: line 4: "},
		"one missing":   {`DELETE FROM log WHERE seq = 2`, "log of baba: line 2 is missing: "},
		"the first one": {`DELETE FROM log WHERE seq = 1`, "log of baba: line 1 is missing: "},
	} {
		t.Run(name, func(t *testing.T) {
			s, path, id := begun(t)
			for n := range 4 {
				must(t, s.Log.Append(id, n, noon, []byte(`{}`), Projection{}))
			}
			raw(t, path, `DROP TRIGGER log_is_never_changed`, `DROP TRIGGER log_is_never_removed`)
			loose(t, path, "log", c.query)
			_, err := s.Log.After(id, 0)
			wants(t, err, ErrDamaged)
			if !strings.HasPrefix(err.Error(), "store: "+c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// A flipped bit may rename a column: then the file is intact, but cannot be queried.
func TestAColumnOfAnotherNameIsDamage(t *testing.T) {
	s, path := fresh(t)
	create(t, s)
	must(t, s.Close())
	raw(t, path, `PRAGMA writable_schema = ON`, `UPDATE sqlite_schema SET sql = replace(sql, 'was ', 'wes ') WHERE name = 'renames'`)
	_, err := Open(t.Context(), path)
	wants(t, err, ErrDamaged)
	_, err = OpenToRead(t.Context(), path)
	wants(t, err, ErrDamaged)
}

// Whatever cannot be read is damage, and affects nothing else.
func TestWhatCannotBeReadIsDamage(t *testing.T) {
	s, path, id := begun(t)
	must(t, s.Drafts.Keep(id, 0, "next", 0, []byte(`{}`), noon))
	must(t, s.Drafts.SetClock(id, "1", timer.Snapshot{Left: time.Minute, Runs: true, At: noon}))
	must(t, s.Drafts.KeepPicture(id, "p", []byte("p")))
	must(t, s.Drafts.KeepPicture(id, "q", []byte("q")))
	must(t, s.People.KeepColors(map[string]string{"Ana": "red"}))
	for _, c := range []struct {
		table, query string
		read         func() error
	}{
		{"drafts", `UPDATE drafts SET draft = NULL`, func() error { _, err := s.Drafts.Draft(id, "next"); return err }},
		{"clocks", `UPDATE clocks SET since = 'x'`, func() error { _, _, err := s.Drafts.Clock(id, "1"); return err }},
		{"pictures", `UPDATE pictures SET body = NULL WHERE id = 'p'`, func() error { _, err := s.Drafts.Picture(id, "p"); return err }},
		{"colors", `UPDATE colors SET color = NULL`, func() error { _, err := s.People.Colors(); return err }},
	} {
		must(t, c.read())
		loose(t, path, c.table, c.query)
		wants(t, c.read(), ErrDamaged)
	}
	holds(t, s, id, "q", []byte("q"))
}

// evenings returns the path of a closed file with many games, and their logs.
func evenings(t *testing.T, games, lines int) (path string, logs map[string][]Line) {
	t.Helper()
	s, path := fresh(t)
	_, err := s.db.Exec(`PRAGMA synchronous = OFF`) // for speed
	must(t, err)
	logs = map[string][]Line{}
	for g := range games {
		id := create(t, s)
		for n := range lines {
			must(t, s.Log.Append(id, n, noon.Add(time.Duration(g)*time.Hour), fmt.Appendf(nil, `{"%s":"%03500d"}`, id, n), Projection{
				People: []string{"Ana", "Bia", fmt.Sprint("Caio ", g)}, Standings: []byte(`[1]`)}))
		}
		must(t, s.Drafts.Keep(id, lines, "next", 0, fmt.Appendf(nil, `{"%s":"%0200d"}`, id, g), noon))
		logs[id] = need(s.Log.After(id, 0))
	}
	must(t, s.Close())
	return path, logs
}

// onlyLooks checks that a store refuses every write.
func onlyLooks(t *testing.T, s *Store, id string, want error) {
	t.Helper()
	_, cerr := s.Log.Create("dixit", "", noon, first)
	others, leave, serr := s.Sit(id)
	if leave(); others {
		t.Error("others are there")
	}
	for name, err := range map[string]error{
		"create": cerr, "sit": serr, "keep": s.Drafts.Keep(id, 0, "next", 0, nil, noon), "append": s.Log.Append(id, 0, noon, nil, Projection{}),
		"forget": s.Log.DeleteUnstarted(id), "set clock": s.Drafts.SetClock(id, "1", timer.Snapshot{At: noon}),
		"keep picture": s.Drafts.KeepPicture(id, "p", []byte("x")),
	} {
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}

// A damaged file is not migrated, however large it is.
func TestADamagedFileIsNotMigrated(t *testing.T) {
	path := versionOne(t)
	db := raw(t, path)
	_, err := db.Exec(`WITH RECURSIVE more (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM more WHERE n < 4199)
		INSERT INTO log SELECT 'zena', n, 1, ? FROM more`, strings.Repeat("x", 500))
	must(t, err)
	must(t, db.Close())
	if info, err := os.Stat(path); err != nil || info.Size() < readThrough {
		t.Fatal(info, err)
	}
	loose(t, path, "games", `UPDATE games SET kind = NULL WHERE id = 'badu'`)
	isLeft := leaves(t, path)
	_, err = Open(t.Context(), path)
	wants(t, err, ErrDamaged)
	isLeft()
}

// In a file that is too large to be read through, reads report a wrong sum.
func TestWhatHasNotItsSumIsDamage(t *testing.T) {
	list := func(f Filter) func(*Store) error {
		return func(s *Store) error { _, err := s.History.List(f); return err }
	}
	all, some, bia := list(Filter{}), list(Filter{Limit: 9}), list(Filter{With: [][]string{{"Bia"}}})
	game := func(s *Store) error { _, err := s.History.Game("baba"); return err }
	log := func(s *Store) error { _, err := s.Log.After("baba", 0); return err }
	moments := func(s *Store) error { _, err := s.Log.Moments("baba"); return err }
	draft := func(s *Store) error { _, err := s.Drafts.Draft("baba", "next"); return err }
	for query, reads := range map[string][]func(*Store) error{
		`UPDATE games SET kind = 'chess'`:                                           {all, some, list(Filter{Kind: "dixit"}), list(Filter{Kind: "dixit", Limit: 9})},
		`UPDATE games SET finished = finished + 1`:                                  {game},
		`UPDATE games SET finished = 7 WHERE finished IS NULL`:                      {list(Filter{Open: true}), list(Filter{Open: true, Limit: 9})},
		`UPDATE games SET gone = 1`:                                                 {all, some, bia, game},
		`UPDATE games SET deleted = 7`:                                              {all, some, bia},
		`UPDATE games SET changed = 7 WHERE finished IS NULL`:                       {list(Filter{Since: noon}), list(Filter{Since: noon, Limit: 9})},
		`PRAGMA foreign_keys = OFF; UPDATE games SET id = 'bebe' WHERE id = 'baba'`: {all, some, game, log},
		`PRAGMA foreign_keys = OFF; UPDATE log SET game = 'x' || game`:              {all, some, bia, list(Filter{Begun: true, Limit: 9}), game},
		`UPDATE people SET last = last + 1`:                                         {func(s *Store) error { _, err := s.People.Persons(); return err }},
		`UPDATE played SET how = 'won' WHERE at`:                                    {lastOf},
		`UPDATE played SET name = 'Bna' WHERE name = 'Ana'`:                         {lastOf},
		`UPDATE played SET name = 'Bib' WHERE name = 'Bia'`:                         {bia},
		`UPDATE games SET people = '[Ana,Bia]'`:                                     {bia},
		`PRAGMA foreign_keys = OFF; DELETE FROM games WHERE id = 'baba'`:            {bia, game, log},
		`UPDATE drafts SET draft = '{"said":[1]}'`:                                  {draft},
		`DELETE FROM played WHERE name = 'Ana'`:                                     {lastOf},
		`UPDATE log SET at = at + 1 WHERE seq = 1`:                                  {moments},
		`UPDATE log SET line = replace(line, '7', 8)`:                               {moments},
	} {
		s, path := fresh(t)
		for n, id := range []string{create(t, s), create(t, s)} {
			body := []byte(`{"n":7}`)
			line := append(body[:len(body)-1:len(body)-1], `,"sum":"`+Sum(id, noon, body)+`"}`...)
			must(t, s.Log.Append(id, 0, noon, line, Projection{People: []string{"Ana", "Bia"}, Finished: n == 0, How: []string{"lost", "drew"}}))
			if n == 0 {
				must(t, s.Drafts.Keep(id, 1, "next", 0, []byte(`{"said":[2]}`), noon))
			}
		}
		for _, read := range reads {
			must(t, read(s))
		}
		must(t, flipped(t, path, query).Close())
		for n, read := range reads {
			if err := read(s); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v of read %d", query, err, n)
			}
		}
		must(t, s.Close())
		if !strings.Contains(query, " log ") { // the rules check those
			_, err := Open(t.Context(), path)
			wants(t, err, ErrDamaged)
		}
	}
}

// flipped runs a query on a file as a bad disk might: sums and the indexes of games do not follow.
func flipped(t *testing.T, path, query string) *sql.DB {
	t.Helper()
	const those = ` FROM sqlite_schema WHERE type = 'index' AND name LIKE 'games%'`
	db := raw(t, path)
	triggers := need(scanStrings(db.Query(`SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'`)))
	for _, do := range slices.Concat(triggers, []string{
		`PRAGMA writable_schema = ON`, `CREATE TEMP TABLE hidden AS SELECT *` + those, `DELETE` + those, `PRAGMA writable_schema = RESET`,
		query,
		`PRAGMA writable_schema = ON`, `INSERT INTO sqlite_schema SELECT * FROM hidden`, `PRAGMA writable_schema = RESET`,
	}) {
		need(db.Exec(do))
	}
	return db
}

func lastOf(s *Store) (wrong error) {
	for _, err := range s.History.Played("Ana") {
		wrong = err
	}
	return wrong
}

// Lists use indexes of games. An index that disagrees with the games, or lacks one, is noticed and rebuilt.
func TestAnIndexThatIsWrongIsMadeAgain(t *testing.T) {
	for name, c := range map[string]struct {
		column string
		read   func(*Store) ([]Game, error)
	}{
		"games_latest": {"changed", func(s *Store) ([]Game, error) { return s.History.List(Filter{Limit: 9}) }},
		"games_open":   {"changed", func(s *Store) ([]Game, error) { return s.History.List(Filter{Open: true, Limit: 9}) }},
		"games_open ":  {"changed", func(s *Store) ([]Game, error) { return s.History.Ended(time.Time{}, 0, 9) }},
		"games_kind":   {"changed", func(s *Store) ([]Game, error) { return s.History.List(Filter{Kind: "dixit", Limit: 9}) }},
		"games_over":   {"finished", func(s *Store) ([]Game, error) { return s.History.Ended(time.Time{}, 0, 9) }},
	} {
		index := strings.TrimSpace(name)
		s, path, id := begun(t)
		must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{People: []string{"Ana"}, Finished: index == "games_over"}))
		must(t, s.Drafts.KeepPicture(id, "large", make([]byte, readThrough)))
		var made string
		must(t, s.db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, index).Scan(&made))
		become := func(other string) {
			t.Helper()
			must(t, raw(t, path, `DROP INDEX `+index, other, `PRAGMA writable_schema = ON`, `UPDATE sqlite_schema SET sql = '`+made+`' WHERE name = '`+index+`'`).Close())
		}
		isMended := func() {
			t.Helper()
			_, err := Open(t.Context(), path)
			wants(t, err, ErrUnsummed)
			must(t, Mend(t.Context(), path))
			if games, err := c.read(open(t, path)); err != nil || len(games) != 1 {
				t.Errorf("%s: %d games, %v", index, len(games), err)
			}
		}
		become(strings.Replace(made, c.column+" DESC", c.column+" + 1 DESC", 1))
		_, err := c.read(s)
		wants(t, err, ErrUnsummed)
		must(t, s.Close())
		isMended()
		bare, where, _ := strings.Cut(made, " WHERE ")
		become(bare + ` WHERE id <> '` + id + `' AND ` + cmp.Or(where, "true"))
		isMended()
	}
}

// Drafts are found by an index too, in a file that is too large to be read through.
func TestAHalfToldGameIsFound(t *testing.T) {
	const page, leafOfAnIndex = 4096, 0x0a // sqlite.org/fileformat2.html, section 1.6
	s, path, id := begun(t)
	must(t, s.Drafts.Keep(id, 0, "table", 0, []byte(`{"n":1}`), noon))
	must(t, s.Drafts.KeepPicture(id, "large", make([]byte, readThrough)))
	must(t, s.Close())
	b := need(os.ReadFile(path))
	for at := 0; at < len(b); at += page {
		if n := bytes.Index(b[at:at+page], []byte(id+"table")); b[at] == leafOfAnIndex && n >= 0 {
			b[at+n+len(id)] ^= 1
		}
	}
	must(t, os.WriteFile(path, b, 0o600))
	_, err := Open(t.Context(), path)
	wants(t, err, ErrUnsummed)
	must(t, Mend(t.Context(), path))
	has(t, open(t, path), id, "table", 1, `{"n":1}`)
}
