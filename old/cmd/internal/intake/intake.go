// Package intake imports score sheets into the kept games, each game once, and says what became of them. Package papers
// finds the sheets.
package intake

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// A sheet belongs to a kept game if that game was imported from it, however it was written. It also does if the game
// began in the same second, or both are of unknown days, and the game says, or ever said, what the sheet says. Two
// sheets say the same if the program would write them identically in any of its languages.

var wrongYear = lang.Msg("intake.wrong-year", "only games of the years {lo} to {hi} can be kept")

// Batch is how many games are written in one transaction, so that nobody who plays meanwhile waits for long.
const Batch = 400

// An Intake imports papers.
type Intake struct {
	Store   *store.Store
	Games   []scoring.Game
	Voices  []*lang.Localizer // one for each language, English first
	Now     func() time.Time
	Random  func() uint64
	Refused func(lang.Text) // called for each paper that is not imported, with the reason

	In, Here int // how many games were imported, and how many were here before
	refused

	waiting []store.Whole       // not written yet
	undated map[string][]string // by kind: the games of unknown days that were changed here
	pasts   map[string]*past    // by id
}

// A past is what the sheet of a kept game has ever been.
type past struct {
	lines   int             // of its log that have yet to be looked at, from the first one on
	renames int             // that apply to it
	sums    map[string]bool // of the sheets after the other lines, under all names
}

// Take imports papers until there are no more, or ctx ends; games written by then stay. did is called after each paper.
// The error is the store's, or why ctx ended.
func (i *Intake) Take(ctx context.Context, all iter.Seq[papers.Paper], did func()) error {
	i.undated, i.pasts = map[string][]string{}, map[string]*past{}
	for p := range papers.Until(ctx, all) {
		if err := i.one(p); err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		did()
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return i.write()
}

// one imports a paper. The error is the store's.
func (i *Intake) one(p papers.Paper) error {
	s, err := i.read(p)
	if err != nil {
		i.refuse(p, err)
		return nil
	}
	origin, err := sum(s, i.Voices[0])
	if err != nil {
		return err
	}
	known, err := i.known(origin, s)
	switch {
	case err != nil:
		return err
	case known:
		i.Here++
		return nil
	}
	at := s.Played
	if at.IsZero() {
		at = i.Now()
	}
	w, err := session.Whole(s.Game, s.Table, s.Events, s.Played, at)
	if err != nil {
		i.refuse(p, err)
		return nil
	}
	w.Origin = origin
	i.waiting = append(i.waiting, w)
	if len(i.waiting) == Batch {
		return i.write()
	}
	return nil
}

// The years of which games are kept. Other times do not fit the file.
const firstYear, lastYear = 1971, 2200

func (i *Intake) read(p papers.Paper) (scoring.Sheet, error) {
	if p.Err != nil {
		return scoring.Sheet{}, p.Err
	}
	s, err := scoring.ReadSheet(p.Body, i.Games)
	if y := s.Played.UTC().Year(); err == nil && !s.Played.IsZero() && (y < firstYear || y > lastYear) {
		err = fault.New(wrongYear.With("lo", firstYear, "hi", lastYear), "played")
	}
	return s, err
}

// write writes the waiting games, and gives new people a color, as a table does.
func (i *Intake) write() error {
	if len(i.waiting) == 0 {
		return nil
	}
	ids, err := i.Store.Log.Add(i.waiting, func(n int) int { return int(i.Random() % uint64(n)) })
	if err != nil {
		return err
	}
	kept, err := i.Store.People.Colors()
	if err != nil {
		return err
	}
	fresh := map[string]string{}
	for k, id := range ids {
		if id == "" {
			i.Here++
		} else {
			i.In++
		}
		for name, its := range color.Kept(kept).Uncolored(i.waiting[k].People) {
			kept[name], fresh[name] = its, its
		}
	}
	i.waiting = i.waiting[:0]
	return i.Store.People.KeepColors(fresh)
}

func (i *Intake) known(origin string, s scoring.Sheet) (bool, error) {
	known, err := i.Store.Log.Known(origin)
	if known || err != nil {
		return known, err
	}
	ids, err := i.twins(s)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		if was, err := i.was(id, origin, s.Played); was || err != nil {
			return was, err
		}
	}
	return false, nil
}

// twins returns the games that began when a sheet says, and may be what it says. Games of unknown days are looked up
// once.
func (i *Intake) twins(s scoring.Sheet) ([]string, error) {
	if !s.Played.IsZero() {
		return i.Store.Log.Twins(s.Game.ID, s.Played.Truncate(time.Second))
	}
	ids, looked := i.undated[s.Game.ID]
	if looked {
		return ids, nil
	}
	ids, err := i.Store.Log.Twins(s.Game.ID, time.Time{})
	i.undated[s.Game.ID] = ids
	return ids, err
}

// was reports whether the sheet of a kept game ever had an origin. That of an unreadable game never did.
func (i *Intake) was(id, origin string, played time.Time) (bool, error) {
	p := i.pasts[id]
	if p == nil {
		g, err := i.Store.History.Game(id)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return false, err
		}
		names, err := i.Store.Log.Names(id)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return false, err
		}
		p = &past{g.Lines, len(names), map[string]bool{}}
		i.pasts[id] = p
	}
	for ; !p.sums[origin] && p.lines > 0; p.lines-- {
		for renames := p.renames; renames >= 0; renames-- {
			kept, err := session.OpenAs(i.Store, i.Games, id, p.lines, renames)
			if err != nil {
				continue
			}
			t, _ := kept.Log.Table()
			then := scoring.Sheet{Game: kept.Log.Game(), Table: t, Events: kept.Log.Events(), State: kept.Log.State(), Played: played}
			for _, voice := range i.Voices {
				if written, err := sum(then, voice); err == nil {
					p.sums[written] = true
				}
			}
		}
	}
	return p.sums[origin], nil
}

// sum identifies what a sheet says, whatever its key order, blanks or format. A game file counts by the results it
// leads to. voice names everything that has no name of its own.
func sum(s scoring.Sheet, voice *lang.Localizer) (string, error) {
	b, err := s.Game.WriteSheet(s.Table, s.Events, s.State, s.Played.UTC(), voice.Say)
	if own := s.Game.Files.Own != ""; err == nil && (own || bytes.Contains(b, []byte(`"setup"`))) { // all other keys come in a fixed order
		b, err = ordered(b)
		if own {
			r := s.State.Result()
			b = fmt.Appendln(b, r.Over, r.Points, r.Ranks)
		}
	}
	whole := sha256.Sum256(b)
	return "sheet " + hex.EncodeToString(whole[:16]), err
}

// ordered returns a sheet without its game file, with sorted keys.
func ordered(b []byte) ([]byte, error) {
	var said map[string]any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err := d.Decode(&said)
	delete(said, "game_file")
	if err != nil {
		return nil, err
	}
	return json.Marshal(said)
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "intake", Files: files}
