package store

import (
	"bytes"
	"path/filepath"
	"testing"
)

// holds looks at a picture; nil: there is none.
func holds(t *testing.T, s *Store, game, id string, want []byte) {
	t.Helper()
	body, err := s.Picture(game, id)
	if want == nil {
		wants(t, err, ErrNone)
		return
	}
	if err != nil || !bytes.Equal(body, want) {
		t.Fatalf("%s of %s: %d bytes, %v", id, game, len(body), err)
	}
}

func TestPicturesAreKept(t *testing.T) {
	s, path := fresh(t)
	a, b := create(t, s), create(t, s)
	large := bytes.Repeat([]byte{0, 0xff, '\n'}, 500<<10/3)
	must(t, s.KeepPicture(a, "p", large))
	must(t, s.KeepPicture(b, "p", large)) // two games may have the same one
	must(t, s.KeepPicture(a, "q", []byte{1}))
	must(t, s.KeepPicture(a, "q", []byte{1}))
	holds(t, s, b, "q", nil)
	holds(t, s, "none", "p", nil)
	wants(t, s.KeepPicture("none", "p", large), ErrNone)
	must(t, s.Close())
	s = reads(t, path)
	holds(t, s, a, "p", large)
	holds(t, s, b, "p", large)
	holds(t, s, a, "q", []byte{1})
	onlyLooks(t, s, a, ErrReadOnly)
}

// An id means the same bytes for ever, and what was read is nobody else's.
func TestAPictureStaysAsItIs(t *testing.T) {
	s, _ := fresh(t)
	id := create(t, s)
	must(t, s.KeepPicture(id, "p", []byte("one")))
	must(t, s.KeepPicture(id, "p", []byte("two")))
	body, err := s.Picture(id, "p")
	must(t, err)
	body[0] = 'x'
	holds(t, s, id, "p", []byte("one"))
}

func TestPicturesThatNobodyWantsGo(t *testing.T) {
	s, _ := fresh(t)
	a, b := create(t, s), create(t, s)
	for _, game := range []string{a, b} {
		for _, id := range []string{"p", "q", "'); DROP TABLE pictures; --"} {
			must(t, s.KeepPicture(game, id, []byte(id)))
		}
	}
	must(t, s.DropPictures(a, []string{"q", "none", ""}))
	holds(t, s, a, "p", nil)
	holds(t, s, a, "q", []byte("q"))
	holds(t, s, b, "p", []byte("p"))
	must(t, s.DropPictures(a, nil))
	holds(t, s, a, "q", nil)
	must(t, s.DropPictures("none", nil))
	must(t, s.KeepPicture(a, "p", []byte("p"))) // and may come again
	holds(t, s, a, "p", []byte("p"))
}

func TestPicturesGoWithAGameThatNeverBegan(t *testing.T) {
	s, _ := fresh(t)
	id, other := create(t, s), create(t, s)
	must(t, s.KeepPicture(id, "p", []byte("p")))
	must(t, s.KeepPicture(other, "p", []byte("p")))
	must(t, s.DeleteUnstarted(id))
	holds(t, s, id, "p", nil)
	holds(t, s, other, "p", []byte("p"))
	wants(t, s.KeepPicture(id, "p", []byte("p")), ErrNone)
}

func TestNoPictureWhereNoFileIs(t *testing.T) {
	holds(t, reads(t, filepath.Join(t.TempDir(), "games.db")), "zena", "p", nil)
}

// A picture that cannot be read is damage, and costs nothing but itself.
func TestADamagedPicture(t *testing.T) {
	for name, query := range map[string]string{
		"a NULL": `UPDATE pictures SET body = NULL WHERE id = 'p'`, "no bytes": `UPDATE pictures SET body = 'p' WHERE id = 'p'`,
	} {
		t.Run(name, func(t *testing.T) {
			s, path := fresh(t)
			id := create(t, s)
			must(t, s.Append(id, 0, noon, []byte(`{}`), Projection{}))
			must(t, s.KeepPicture(id, "p", []byte("p")))
			must(t, s.KeepPicture(id, "q", []byte("q")))
			loose(t, path, "pictures", query)
			_, err := s.Picture(id, "p")
			wants(t, err, ErrDamaged)
			holds(t, s, id, "q", []byte("q"))
			if lines, err := s.Log(id); err != nil || len(lines) != 1 {
				t.Error(lines, err)
			}
		})
	}
}

func TestAPictureOnAFullDisk(t *testing.T) {
	s, _ := fresh(t)
	id := create(t, s)
	_, err := s.db.Exec(`PRAGMA max_page_count = 1`) // SQLite makes of it: what is there, no page more
	must(t, err)
	wants(t, s.KeepPicture(id, "p", make([]byte, 100<<10)), ErrFull)
	holds(t, s, id, "p", nil)
}
