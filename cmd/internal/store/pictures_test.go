package store

import (
	"bytes"
	"fmt"
	"os"
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

// ofVersion is the path of a file as an earlier version left it, with the game zena, closed.
func ofVersion(t *testing.T, version int) string {
	t.Helper()
	path := versionOne(t)
	db := raw(t, path, migrations[1:version]...)
	_, err := db.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, version))
	must(t, err)
	must(t, db.Close())
	return path
}

// A file of before there were pictures is read as it is, and gets room for them where it is written.
func TestFilesOfBeforeThereWerePictures(t *testing.T) {
	for version := 1; version < sincePictures; version++ {
		path := ofVersion(t, version)
		isLeft := leaves(t, path)
		s := reads(t, path)
		isAsItWas(t, s)
		holds(t, s, "zena", "p", nil)
		onlyLooks(t, s, "zena", ErrReadOnly)
		must(t, s.Close())
		isLeft()
		s = open(t, path)
		isAsItWas(t, s)
		must(t, s.KeepPicture("zena", "p", []byte("p")))
		must(t, s.Close())
		holds(t, reads(t, path), "zena", "p", []byte("p"))
	}
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

// A file that lost pages of a picture tells its games, and of the picture that it is damaged.
func TestLostPagesOfAPicture(t *testing.T) {
	s, path := fresh(t)
	id := create(t, s)
	must(t, s.Append(id, 0, noon, []byte(`{}`), Projection{}))
	must(t, s.KeepPicture(id, "p", bytes.Repeat([]byte("p"), 400<<10)))
	must(t, s.Close())
	info, err := os.Stat(path)
	must(t, err)
	must(t, os.Truncate(path, info.Size()-100<<10))
	s = open(t, path)
	wants(t, s.Damage(), ErrDamaged)
	if lines, err := s.Log(id); err != nil || len(lines) != 1 {
		t.Error(lines, err)
	}
	_, err = s.Picture(id, "p")
	wants(t, err, ErrDamaged)
	onlyLooks(t, s, id, ErrDamaged)
}

func TestAPictureOnAFullDisk(t *testing.T) {
	s, _ := fresh(t)
	id := create(t, s)
	_, err := s.db.Exec(`PRAGMA max_page_count = 1`) // SQLite makes of it: what is there, no page more
	must(t, err)
	wants(t, s.KeepPicture(id, "p", make([]byte, 100<<10)), ErrFull)
	holds(t, s, id, "p", nil)
}
