package session

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
)

// The end of a log is believed where the row of its game, its result and its drafts know no later one.
func TestLast(t *testing.T) {
	at := time.Unix(5, 0)
	p := store.Projection{Standings: []byte("[1]")}
	log := []store.Line{{Seq: 1, At: at}}
	for name, c := range map[string]struct {
		r    store.Remains
		want bool
	}{
		"whole":                {store.Remains{Row: true, Changed: at, Standings: []byte("[1]")}, true},
		"without a result":     {store.Remains{Row: true, Changed: at}, true},
		"changed later":        {store.Remains{Row: true, Changed: at.Add(1), Standings: []byte("[1]")}, false},
		"another result":       {store.Remains{Row: true, Changed: at, Standings: []byte("[2]")}, false},
		"a later draft":        {store.Remains{Row: true, Changed: at, Drafts: []store.Kept{{Draft: store.Draft{Seq: 2}}}}, false},
		"no row, its result":   {store.Remains{Standings: []byte("[1]")}, true},
		"no row, cut":          {store.Remains{Standings: []byte("[1]"), Cut: true}, false},
		"no row and no result": {store.Remains{}, false},
		"a name put right":     {store.Remains{Row: true, Changed: at, Standings: []byte("[1]"), Log: []store.Line{{Seq: 2, At: at.Add(time.Hour)}}}, true},
		"changed, not told":    {store.Remains{Row: true, Changed: at.Add(1), Standings: []byte("[1]"), Log: []store.Line{{Seq: 2, At: at.Add(time.Hour)}}}, false},
	} {
		c.r.Log = slices.Concat(log, c.r.Log)
		if got := last(&c.r, p); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// People keep their colors where a damaged file is taken apart.
func TestRescueTakesColors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	st, err := store.Open(t.Context(), path)
	if err == nil {
		err = errors.Join(st.KeepColors(map[string]string{"Ana": "red"}), st.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	from, err := store.OpenWreck(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := store.Freshen(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Drop()
	if all, err := Rescue(from, to, nil); err != nil || len(all) > 0 {
		t.Fatal(all, err)
	}
	if got, err := to.Colors(); err != nil || got["Ana"] != "red" {
		t.Error(got, err)
	}
}
