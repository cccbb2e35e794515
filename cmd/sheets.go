package cmd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// exportSheet writes the score sheet of a kept game.
func (a *app) exportSheet(s *session.Session) error {
	raw, err := a.sheetOf(s)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return err
	}
	_, err = a.Out.Write(append(out.Bytes(), '\n'))
	return err
}

// exportAll writes the score sheet of every kept game, a line each, the game that changed last at the end. What cannot be
// read is named, and the rest written.
func (a *app) exportAll() error {
	f := a.folder()
	f.Cache = ""
	all, err := store.List(f, func(path string) (string, []byte, error) {
		s, err := session.Read(path, a.find)
		if err != nil || s.State() == nil {
			return "", nil, err
		}
		raw, err := a.sheetOf(s)
		return s.Head().ID, raw, err
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b store.Listed[[]byte]) int { return a.Changed.Compare(b.Changed) })
	unread := 0
	for _, l := range all {
		switch {
		case l.Err != nil:
			unread++
			fmt.Fprintln(a.Err, "tablemate: "+a.say(lang.At(l.Path, lang.Literal(fault.Said(a.lang, l.Err)))))
		case l.Row != nil && !l.Copy:
			if _, err := a.Out.Write(append(l.Row, '\n')); err != nil {
				return err
			}
		}
	}
	if unread > 0 {
		return &fault.Failed{Say: lang.N("{n} game was left out", "{n} games were left out").With("n", unread)}
	}
	return nil
}

// sheetOf returns the score sheet of a kept game on one line, with the names that people have now.
func (a *app) sheetOf(s *session.Session) ([]byte, error) {
	names, err := a.folder().Names()
	if err != nil {
		return nil, err
	}
	if s.State() == nil {
		return nil, &fault.Failed{Say: lang.T("nothing has been played in this game yet")}
	}
	raw, err := called(s, names).Write()
	return lang.SafeJSON(raw), err
}

// called returns a kept game as a sheet, with the names that people have now. Two people at one table keep two names.
func called(s *session.Session, names store.Names) scoring.Sheet {
	out, f := s.Sheet(), scoring.Of(s.State())
	now := func(n setup.Name) setup.Name { return setup.Name(names.Of(string(n), s.Began())) }
	p := scoring.People{Renamed: map[setup.Name]setup.Name{}}
	for _, n := range f.Table.Players {
		p.Players = append(p.Players, now(n))
		if now(n) != n {
			p.Renamed[n] = now(n)
		}
	}
	if len(p.Renamed) == 0 || setup.CheckNames(p.Players) != nil {
		return out
	}
	for _, n := range f.Away {
		p.Away = append(p.Away, now(n))
	}
	out.Events = append(slices.Clip(out.Events), p)
	return out
}

// mark returns what a sheet says in a few bytes, however it is written. The day counts; what was drawn, and how a game
// file is written, does not.
func mark(s scoring.Sheet) (string, error) {
	state, err := s.Score()
	if err != nil {
		return "", err
	}
	if at, err := time.Parse(time.RFC3339, s.Played); err == nil {
		s.Played = at.UTC().Format(time.RFC3339)
	}
	s.Setup, s.Game.File = nil, nil
	raw, err := s.Write()
	r := s.Game.Result(state)
	sum := sha256.Sum256(fmt.Appendln(raw, r.Over, scoring.Of(state).Points()))
	return hex.EncodeToString(sum[:16]), err
}

// marks returns those of all games, the deleted ones too, with the names in their files and with those of now.
func (a *app) marks() (map[string]bool, error) {
	f := a.folder()
	names, err := f.Names()
	if err != nil {
		return nil, err
	}
	f.Build += fmt.Sprint(names.Renamed)
	known := map[string]bool{}
	for _, f := range []store.Folder{f, f.Gone()} {
		all, err := store.List(f, func(path string) (string, []string, error) {
			s, err := session.Read(path, a.find)
			if s == nil || s.State() == nil {
				return "", nil, err
			}
			one, _ := mark(s.Sheet()) // what cannot be written is no other game
			two, _ := mark(called(s, names))
			return s.Head().ID, []string{one, two}, nil
		})
		if err != nil {
			return nil, err
		}
		for _, l := range all {
			for _, m := range l.Row {
				known[m] = true
			}
		}
	}
	return known, nil
}
