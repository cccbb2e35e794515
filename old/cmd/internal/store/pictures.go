package store

// KeepPicture stores a picture of a game; it is on the disk when KeepPicture returns. An id stands for the same bytes
// for ever, so a picture that is there already stays as it is. ErrNone: there is no such game.
func (s Drafts) KeepPicture(game, id string, body []byte) error {
	n, err := s.write(`INSERT INTO pictures (game, id, body) SELECT g.id, ?2, ?3 FROM games g WHERE g.id = ?1 AND NOT g.gone
		ON CONFLICT (game, id) DO NOTHING`, game, id, body)
	if err != nil || n == 1 {
		return s.wrapErr("keep a picture of "+game, err)
	}
	_, err = History(s).Game(game)
	return err
}

// Picture returns a picture of a game. ErrNone: there is none with this id.
func (s Drafts) Picture(game, id string) ([]byte, error) {
	var body []byte
	found, err := s.one(`SELECT body FROM pictures WHERE game = ? AND id = ?`, []any{game, id}, &body)
	switch {
	case err == nil && !found:
		err = ErrNone
	case err == nil && body == nil:
		err = ErrDamaged
	}
	return body, s.wrapErr("picture of "+game, err)
}
