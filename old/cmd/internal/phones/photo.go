package phones

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/picture"
)

// Photos that people take with their phones. The rules:
//
//   - What a phone sends is drawn anew before it is saved, so only pictures are ever stored or shown.
//   - A photo is on the disk before it counts as an answer, and counts before its person is told.
//   - People see their own photo at once, and the others' when the game has them all.

// Limits on what phones send: on photos, and on all other forms.
const (
	mostBody  = 4 << 10
	photoTime = time.Minute
	mostPhoto = picture.Most + 8<<10
	mostHeard = 16 << 20 // how much of an oversized one is read
)

// errLarge is the error of a photo that is too large.
var errLarge = errors.New("phones: the photo is too large")

// A Darkroom stores the pictures of games.
type Darkroom struct {
	Keep func(play, id string, body []byte) error
	Show func(play, id string) ([]byte, error)
}

// mayShow returns the game of a picture, and whether this phone may see it: it has to be its own, or on the board.
func (h *Hub) mayShow(g Guest, id string) (play string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	seats := g.seats(h.Lobby.names)
	ok = slices.ContainsFunc(h.board.Photos, func(p Photo) bool { return p.ID == id }) ||
		slices.ContainsFunc(h.slips, func(s *slip) bool {
			return s.photo() && slices.Contains(seats, s.seat) && s.line == id
		})
	return h.board.Play, ok
}

// tooLarge reads the form of a photo, which may be larger and take longer than others, and reports whether it is too large
// even so. A body that is no form has no number, and is refused for that.
func tooLarge(w http.ResponseWriter, r *http.Request) bool {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(photoTime)) // if it cannot be set, the usual deadline holds
	sent := r.Body
	r.Body = http.MaxBytesReader(w, sent, mostPhoto)
	_, large := errors.AsType[*http.MaxBytesError](r.ParseMultipartForm(mostPhoto))
	if large {
		_, _ = io.CopyN(io.Discard, sent, mostHeard) // a phone that is cut off in the middle never reads why
	}
	return large
}
