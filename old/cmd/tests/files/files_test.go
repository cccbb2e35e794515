// Package files tests what is kept: damaged, killed, copied, rescued, imported, exported, and read by many commands.
package files

import (
	"path/filepath"
	"testing"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

func TestMain(m *testing.M) { parlor.Main(m, cmd.Main, cmd.Run, cmd.Catalogs) }

// done runs a command that has to succeed.
func done(t *testing.T, p *parlor.Home, typed string, args ...string) parlor.Heard {
	t.Helper()
	h := p.Run(typed, args...)
	if h.Code != parlor.Done {
		t.Fatalf("%q: %+v", args, h)
	}
	return h
}

// aGuest returns a home in which Ana and Bia have scored one guest, and then typed more.
func aGuest(t *testing.T, more string) *parlor.Home {
	t.Helper()
	p := &parlor.Home{Dir: t.TempDir()}
	done(t, p, "Ana, Bia\n\n32\n"+more, "play", "picture-perfect", "--score-only")
	return p
}

// opened opens the file of games in a folder until the test ends.
func opened(t testing.TB, dir string) *store.Store {
	t.Helper()
	st := parlor.Must(store.Open(t.Context(), filepath.Join(dir, "games.db")))
	t.Cleanup(func() { _ = st.Close() }) // some tests close it themselves
	return st
}

// toRead opens a file of games for reading until the test ends.
func toRead(t testing.TB, path string) *store.Store {
	t.Helper()
	st := parlor.Must(store.OpenToRead(t.Context(), path))
	t.Cleanup(func() { _ = st.Close() }) // likewise
	return st
}
