package store

import "encoding/json"

// KeepPicture keeps a picture of a game; it is on the disk when KeepPicture returns. An id means the
// same bytes for ever: one that is there already stays as it is. ErrNone: there is no such game.
func (s *Store) KeepPicture(game, id string, body []byte) error {
	n, err := s.write(`INSERT INTO pictures (game, id, body) SELECT g.id, ?2, ?3 FROM games g WHERE g.id = ?1 AND NOT g.gone
		ON CONFLICT (game, id) DO NOTHING`, game, id, body)
	if err != nil || n == 1 {
		return s.wrapErr("keep a picture of "+game, err)
	}
	_, err = s.Game(game)
	return err
}

// Picture is a picture of a game. ErrNone: there is none with this id.
func (s *Store) Picture(game, id string) ([]byte, error) {
	st, err := s.prepared(`SELECT body FROM pictures WHERE game = ? AND id = ?`)
	if err != nil {
		return nil, s.wrapErr("picture of "+game, err)
	}
	var body blob
	err = st.QueryRowContext(s.ctx, game, id).Scan(&body)
	return body, s.wrapErr("picture of "+game, err)
}

// DropPictures removes all pictures of a game but some. What any line of its log names, or a
// draft, may be wanted again after an undo: whoever calls it spares those.
func (s *Store) DropPictures(game string, but []string) error {
	spared, err := json.Marshal(append([]string{}, but...))
	if err != nil {
		return s.wrapErr("pictures of "+game, err)
	}
	_, err = s.write(`DELETE FROM pictures WHERE game = ? AND id NOT IN (SELECT value FROM json_each(?))`, game, string(spared))
	return s.wrapErr("pictures of "+game, err)
}
