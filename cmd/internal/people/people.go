// Package people puts names right in all games at once, and makes two names one person's.
package people

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A person is somebody who played, with their games.
type person struct {
	name  string // as it is written in the latest of them
	games []string
}

// everybody returns all people, those of deleted games too, by lang.Alike of their names, and when the last of all games began.
// Files that cannot be read count for nobody.
func everybody(kept history.Games) (all map[string]person, last time.Time, err error) {
	gone := kept
	gone.Folder = gone.Folder.Gone()
	all = map[string]person{}
	for _, h := range []history.Games{gone, kept} {
		games, _, err := h.Select(history.Wish{})
		if err != nil {
			return nil, last, err
		}
		// The games come latest first. Read backward, the spelling of the latest game is the one that stays.
		for _, g := range slices.Backward(games) {
			if g.Kept.After(last) {
				last = g.Kept
			}
			for _, n := range g.Players {
				all[lang.Alike(n)] = person{n, append(all[lang.Alike(n)].games, g.ID)}
			}
		}
	}
	return all, last, nil
}

// Rename puts a name right in all games that were begun until now, and returns the names as they are written, and in how
// many games. If somebody has the new name already, sure asks whether the two are one person; its error is returned.
func Rename(kept history.Games, was, now string, sure func(lang.Text) error) (_ store.Rename, games int, err error) {
	r := store.Rename{At: kept.Now().Truncate(time.Second), Now: now}
	if err := check(now); err != nil {
		return r, 0, err
	}
	all, last, err := everybody(kept)
	if err != nil {
		return r, 0, err
	}
	// A clock may run behind the games. The rename counts for all games that are there all the same.
	if last.After(r.At) {
		r.At = last
	}
	old, err := meant(all, was)
	if err != nil {
		return r, 0, err
	}
	other, taken := all[lang.Alike(now)]
	taken = taken && lang.Alike(old.name) != lang.Alike(now)
	both := slices.DeleteFunc(slices.Clone(old.games), func(id string) bool { return !slices.Contains(other.games, id) })
	switch {
	case old.name == now:
		return r, 0, &fault.Failed{Say: lang.T("{was} is written like that already").With("was", now)}
	case taken && len(both) > 0:
		return r, 0, &fault.Failed{Say: lang.T("{was} and {now} played together ({ids}), so they are two people; nothing was changed").
			With("was", old.name, "now", other.name, "ids", some(both))}
	case taken:
		r.Now = other.name
		if err := sure(lang.T("{now} plays here already. Are {was} and {now} one person?").With("was", old.name, "now", r.Now)); err != nil {
			return r, 0, err
		}
	}
	r.Was = old.name
	return r, len(old.games), kept.Folder.ChangeNames(func(n *store.Names) error {
		n.Renamed = append(n.Renamed, r)
		return nil
	})
}

// meant returns the person who has a name, which may lack its accents where only one person fits.
func meant(all map[string]person, name string) (person, error) {
	names := make([]string, 0, len(all))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		names = append(names, all[key].name)
	}
	fit := lang.Same(names, name)
	switch len(fit) {
	case 0:
		return person{}, &fault.Failed{Say: lang.T("nobody called “{it}” played any game that is kept").With("it", name)}
	case 1:
		return all[lang.Alike(names[fit[0]])], nil
	}
	several := lang.List{}
	for _, i := range fit {
		several = append(several, names[i])
	}
	return person{}, &fault.Failed{Say: lang.T("“{it}” may be one of several: {names}").With("it", name, "names", several)}
}

// check refuses a name that could not be typed at a table.
func check(name string) error {
	if strings.Contains(name, ",") {
		return fault.New(lang.T("“{it}” has a comma: they stand between names").With("it", name))
	}
	return setup.CheckName(name)
}

// some returns IDs, the first few of them.
func some(ids []string) string {
	if len(ids) > 5 {
		return strings.Join(ids[:5], ", ") + " …"
	}
	return strings.Join(ids, ", ")
}

// Undo takes the last rename back, and returns it.
func Undo(f store.Folder) (last store.Rename, _ error) {
	err := f.ChangeNames(func(n *store.Names) error {
		if len(n.Renamed) == 0 {
			return &fault.Failed{Say: lang.T("there is no rename to take back")}
		}
		end := len(n.Renamed) - 1
		last, n.Renamed = n.Renamed[end], n.Renamed[:end]
		return nil
	})
	return last, err
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
