package store

import (
	"bytes"
	"path/filepath"
	"testing"
)

// holds looks at a picture; nil: there is none.
func holds(t *testing.T, s *Store, game, id string, want []byte) {
	t.Helper()
	body, err := s.Drafts.Picture(game, id)
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
	must(t, s.Drafts.KeepPicture(a, "p", large))
	must(t, s.Drafts.KeepPicture(b, "p", large)) // two games may have the same one
	must(t, s.Drafts.KeepPicture(a, "q", []byte{1}))
	must(t, s.Drafts.KeepPicture(a, "q", []byte{1}))
	holds(t, s, b, "q", nil)
	holds(t, s, "none", "p", nil)
	wants(t, s.Drafts.KeepPicture("none", "p", large), ErrNone)
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
	must(t, s.Drafts.KeepPicture(id, "p", []byte("one")))
	must(t, s.Drafts.KeepPicture(id, "p", []byte("two")))
	body, err := s.Drafts.Picture(id, "p")
	must(t, err)
	body[0] = 'x'
	holds(t, s, id, "p", []byte("one"))
}

func TestPicturesGoWithAGameThatNeverBegan(t *testing.T) {
	s, _ := fresh(t)
	id, other := create(t, s), create(t, s)
	must(t, s.Drafts.KeepPicture(id, "p", []byte("p")))
	must(t, s.Drafts.KeepPicture(other, "p", []byte("p")))
	must(t, s.Log.DeleteUnstarted(id))
	holds(t, s, id, "p", nil)
	holds(t, s, other, "p", []byte("p"))
	wants(t, s.Drafts.KeepPicture(id, "p", []byte("p")), ErrNone)
}

func TestNoPictureWhereNoFileIs(t *testing.T) {
	holds(t, reads(t, filepath.Join(t.TempDir(), "games.db")), "zena", "p", nil)
}

// A picture that cannot be read is damage, and costs nothing but itself.
func TestADamagedPicture(t *testing.T) {
	s, path := fresh(t)
	id := create(t, s)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}))
	must(t, s.Drafts.KeepPicture(id, "p", []byte("p")))
	must(t, s.Drafts.KeepPicture(id, "q", []byte("q")))
	loose(t, path, "pictures", `UPDATE pictures SET body = NULL WHERE id = 'p'`)
	_, err := s.Drafts.Picture(id, "p")
	wants(t, err, ErrDamaged)
	holds(t, s, id, "q", []byte("q"))
	if lines, err := s.Log.After(id, 0); err != nil || len(lines) != 1 {
		t.Error(lines, err)
	}
}

func TestAPictureOnAFullDisk(t *testing.T) {
	s, _ := fresh(t)
	id := create(t, s)
	_, err := s.db.Exec(`PRAGMA max_page_count = 1`) // SQLite makes of it: what is there, no page more
	must(t, err)
	wants(t, s.Drafts.KeepPicture(id, "p", make([]byte, 100<<10)), ErrFull)
	holds(t, s, id, "p", nil)
}
