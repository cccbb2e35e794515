package store

import (
	"maps"
	"testing"
)

func haveColors(t *testing.T, s *Store, want map[string]string) {
	t.Helper()
	if got, err := s.People.Colors(); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v %v, want %v", got, err, want)
	}
}

func TestColors(t *testing.T) {
	s, path := fresh(t)
	haveColors(t, s, nil)
	must(t, s.People.KeepColors(nil))
	must(t, s.People.KeepColors(map[string]string{"Ana": "red", "Bai": "blue"}))
	must(t, s.People.KeepColors(map[string]string{"Ana": "pink"}))
	haveColors(t, s, map[string]string{"Ana": "pink", "Bai": "blue"})
	must(t, s.People.Rename(Rename{At: noon, Was: "Bai", Now: "Bia"}, nil, nil)) // the color goes along
	haveColors(t, s, map[string]string{"Ana": "pink", "Bai": "blue", "Bia": "blue"})
	must(t, s.People.Rename(Rename{At: noon, Was: "Bai", Now: "Ana"}, nil, nil)) // the new name keeps its own
	haveColors(t, s, map[string]string{"Ana": "pink", "Bai": "blue", "Bia": "blue"})
	must(t, s.Close())
	s = reads(t, path)
	haveColors(t, s, map[string]string{"Ana": "pink", "Bai": "blue", "Bia": "blue"})
	wants(t, s.People.KeepColors(map[string]string{"Ana": "red"}), ErrReadOnly)
}
