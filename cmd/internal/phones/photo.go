package phones

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/picture"
)

// Photos that people take with their phones. The rules:
//
//   - What a phone sent is drawn anew before anything is kept: nothing else than a picture is ever stored
//     or shown.
//   - It is on the disk before it is an answer, and an answer before its person is told.
//   - Everybody sees their own; the others' once the game has them all.

// How long a photo may take to come, and how large a form with one may be.
const (
	photoTime = time.Minute
	mostPhoto = picture.Most + 8<<10
	mostHeard = 16 << 20 // of one that is too large
)

// errLarge is a photo that is too large.
var errLarge = errors.New("phones: the photo is too large")

// A Darkroom keeps the pictures of a game.
type Darkroom struct {
	Keep func(play, id string, body []byte) error
	Show func(play, id string) ([]byte, error)
}

// mayShow returns the game of a picture that somebody may see: their own, or one that everybody may.
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

func isPhoto(r *http.Request) bool { return r.URL.Path == "/photo" && r.Method == http.MethodPost }

// form reads the form of a request: of a photo a large one, that may take its time.
func form(w http.ResponseWriter, r *http.Request) error {
	if !isPhoto(r) {
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		return r.ParseForm()
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(photoTime)) // where it cannot be set, the usual time holds
	sent := r.Body
	r.Body = http.MaxBytesReader(w, sent, mostPhoto)
	err := r.ParseMultipartForm(mostPhoto)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		_, _ = io.CopyN(io.Discard, sent, mostHeard) // a phone that is cut off in the middle never reads why
		return err
	}
	return nil // a body that is no form has no number, and is refused for that
}

const mostBody = 4 << 10
