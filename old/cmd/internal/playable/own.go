package playable

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/ownfiles"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// The user's own files: read, added, and taken off the shelf. Score sheets are read here too, since they may be of such
// a game.

var (
	notYours  = lang.Msg("playable.not-yours", "{game} comes with the program, and stays")
	noneOwn   = lang.Msg("playable.none-own", "there is no game “{it}” of your own; “{shelf}” lists what there is")
	hasNoFile = lang.Msg("playable.has-no-file", "{game} has rules of its own in the program, and no file")
)

// Given reads a game file from a path, or from in for "-".
func (s Shelf) Given(path string, in io.Reader) (f ownfiles.File, err error) {
	if path == papers.Input {
		f = s.Own().From(path, in)
	} else {
		f = s.Own().Open(path)
	}
	_, err = ofFile(f)
	return f, err
}

// Add puts a game file from a path, or from in, among the user's own. before reports whether it replaces one.
func (s Shelf) Add(path string, in io.Reader) (g scoring.Game, before bool, err error) {
	f, err := s.Given(path, in)
	if err == nil {
		_, err = ofFile(withFreeID(f, slices.Concat(s.Kept.Games, shelf.Shipped)))
	}
	if err != nil {
		return f.Game, false, err
	}
	before, err = s.Own().Add(f)
	if err != nil {
		err = kept.Unwritten(s.Own().Dir, err)
	}
	return f.Game, before, err
}

// Sheet reads a score sheet from a file, or from in for "-". If ctx ends first, the error is its cause.
func (s Shelf) Sheet(ctx context.Context, file string, in io.Reader) (scoring.State, error) {
	var p papers.Paper
	for one := range papers.Until(ctx, func(yield func(papers.Paper) bool) { yield(papers.One(file, in)) }) {
		p = one
	}
	err := cmp.Or(p.Err, context.Cause(ctx))
	var none *fault.Fault
	switch {
	case errors.As(err, &none):
		return nil, &papers.Bad{Err: none}
	case err != nil:
		return nil, papers.Unread(file, err)
	}
	sheet, err := scoring.ReadSheet(p.Body, s.All())
	if err != nil {
		return nil, &papers.Bad{Err: err}
	}
	return sheet.State, nil
}

// Shelve puts a game file made by the program among the user's own.
func (s Shelf) Shelve(file string) (scoring.Game, error) {
	lines, err := ownfiles.Lines(file)
	if err != nil {
		return scoring.Game{}, err
	}
	f := s.Own().From("", strings.NewReader(lines))
	if f.Err != nil {
		return f.Game, f.Err
	}
	if _, err := s.Own().Add(f); err != nil {
		return f.Game, fault.New(kept.Unwritten(s.Own().Dir, err).Say) // and the table goes on
	}
	return f.Game, nil
}

// Text returns the file of a game as it is written.
func (s Shelf) Text(word string) (string, error) {
	g, err := s.Named(word)
	switch {
	case err != nil:
		return "", err
	case g.Files.Own == "":
		return "", &fault.Failed{Say: hasNoFile.With("game", g.Name)}
	}
	text, shipped := shelf.File(g.ID)
	if f, err := s.Own().Find(g.ID); !shipped && err == nil {
		text = f.Text
	}
	return text, nil
}

// FileOf returns the file of the game being played, in lines.
func FileOf(s *session.Session) (string, error) {
	t, _ := s.Log.Table()
	g := s.Log.Game()
	file := g.File(t)
	if file == "" {
		return "", &fault.Failed{Say: hasNoFile.With("game", g.Name)}
	}
	return ownfiles.Lines(file)
}

// Remove takes one of the user's own games off the shelf, and returns its name.
func (s Shelf) Remove(id string) (name lang.Text, err error) {
	if g, ships := scoring.GameOf(slices.Concat(s.Kept.Games, shelf.Shipped), id); ships {
		return name, &fault.Failed{Say: notYours.With("game", g.Name)}
	}
	f, err := s.Own().Find(id)
	if f.Path == "" {
		return name, &fault.Failed{Say: noneOwn.With("it", id, "shelf", s.Kept.Command("shelf")), Err: err}
	}
	if err := s.Own().Remove(id); err != nil {
		return name, papers.Unread(f.Path, err)
	}
	if f.Game.Name.Empty() {
		return lang.Literal(id), nil
	}
	return f.Game.Name, nil
}
