package parlor

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// OldFile is a file of games of an earlier version, with several games.
const OldFile = "testdata/old/format-2-phones.db"

// CopyFile copies a file, for its owner alone.
func CopyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	Check(t, err)
}

// Migrated returns a copy of a file of games, migrated to the current schema, so that not every walk has to do
// it.
func Migrated(t *testing.T, file string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	CopyFile(t, file, path)
	st, err := store.Open(t.Context(), path)
	if err == nil {
		err = errors.Join(session.Refresh(st, shelf.Games, func(int) error { return nil }), st.Close())
	}
	Check(t, err)
	return path
}

// Snapshot returns a small JPEG, a different one for each number.
func Snapshot(n int) []byte {
	img := image.NewGray(image.Rect(0, 0, 16, 12))
	for i := range img.Pix {
		img.Pix[i] = uint8(n * 12)
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, img, nil) // into memory
	return b.Bytes()
}
