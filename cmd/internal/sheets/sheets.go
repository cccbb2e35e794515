// Package sheets writes kept games as score sheets, and keeps games from sheets, each game once.
package sheets

import (
	"cmp"
	_ "embed"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// SheetOf returns a kept game as a sheet, with the names that people have now.
func SheetOf(f store.Folder, s *session.Session) (scoring.Sheet, error) {
	if s.State() == nil {
		return scoring.Sheet{}, &fault.Failed{Say: lang.T("nothing has been played in this game yet")}
	}
	return called(s, f.Names()), nil
}

// called returns a game with the names that people have now.
func called(s *session.Session, names store.Names) scoring.Sheet {
	out, f := s.Sheet(), scoring.FrameOf(s.State())
	var then []string
	for _, n := range f.Table.Players {
		then = append(then, string(n))
	}
	changed := names.Together(then, s.Began())
	if len(changed) == 0 {
		return out
	}
	p := scoring.People{Players: slices.Clone(f.Table.Players), Absent: scoring.Absent{Away: slices.Clone(f.Away)}, Renamed: map[setup.Name]setup.Name{}}
	for was, now := range changed {
		p.Renamed[setup.Name(was)] = setup.Name(now)
	}
	for _, all := range [][]setup.Name{p.Players, p.Away} {
		for i, n := range all {
			all[i] = cmp.Or(p.Renamed[n], n)
		}
	}
	out.Events = append(slices.Clip(out.Events), p)
	return out
}

// Write returns the sheet of a kept game as JSON on one line.
func Write(f store.Folder, s *session.Session) ([]byte, error) {
	sheet, err := SheetOf(f, s)
	if err != nil {
		return nil, err
	}
	raw, err := sheet.Write()
	return lang.SafeJSON(raw), err
}

// WriteAll gives the sheets of all kept games to write, the game that changed last at the end, and files that cannot be read
// to unread. It returns how many those are.
func WriteAll(f store.Folder, find scoring.Find, write func([]byte) error, unread func(path string, err error)) (left int, err error) {
	all, err := f.Files()
	if err != nil {
		return 0, err
	}
	slices.SortStableFunc(all, func(a, b store.GameFile) int { return a.Changed.Compare(b.Changed) })
	lines, faults := make([][]byte, len(all)), make([]error, len(all))
	for i, g := range all {
		s, err := session.Read(g.Path, find)
		switch {
		case err == store.ErrEmpty:
		case err != nil:
			faults[i] = err
		case s.State() != nil:
			all[i].ID = s.Head().ID
			lines[i], faults[i] = Write(f, s)
		}
	}
	store.MarkCopies(all)
	for i, g := range all {
		switch {
		case faults[i] != nil:
			left++
			unread(g.Path, faults[i])
		case lines[i] != nil && !g.Copy:
			if err := write(append(lines[i], '\n')); err != nil {
				return left, err
			}
		}
	}
	return left, nil
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
