package store

import (
	"bytes"
	"testing"
)

// holds checks a picture; nil: there is none.
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
	s, path, a := begun(t)
	b := create(t, s)
	large := bytes.Repeat([]byte{0, 0xff, '\n'}, 500<<10/3)
	must(t, s.Drafts.KeepPicture(a, "p", large))
	must(t, s.Drafts.KeepPicture(b, "p", large)) // two games may have the same picture
	must(t, s.Drafts.KeepPicture(a, "q", []byte{1}))
	must(t, s.Drafts.KeepPicture(a, "q", []byte{2})) // an id means the same bytes for ever
	body := need(s.Drafts.Picture(a, "q"))
	body[0] = 3 // and the caller has a copy of them
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

func TestPicturesGoWithAGameThatNeverBegan(t *testing.T) {
	s, _, id := begun(t)
	other := create(t, s)
	must(t, s.Drafts.KeepPicture(id, "p", []byte("p")))
	must(t, s.Drafts.KeepPicture(other, "p", []byte("p")))
	must(t, s.Log.DeleteUnstarted(id))
	holds(t, s, id, "p", nil)
	holds(t, s, other, "p", []byte("p"))
	wants(t, s.Drafts.KeepPicture(id, "p", []byte("p")), ErrNone)
}
