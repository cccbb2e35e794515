package cmd

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var (
	shortImport   = lang.Msg("cmd.short-import", "Takes score sheets in among the kept games")
	longImport    = lang.Msg("cmd.long-import", "Takes score sheets in among the kept games, where they can be shown, corrected, carried on with and counted like any other.\n\nA FILE is a sheet (JSON or YAML), JSON Lines (.jsonl, a sheet a line), a folder with all such files in it and below, or - for standard input.\n\nThe same game is never taken twice, however its sheet is written, and not if it was played here and exported either; one that was deleted stays deleted. Two sheets that say the very same, day included, are one game: so write “played” into sheets of different evenings. Without it the day of a game is unknown, and it is listed by when it was taken in.")
	exampleImport = lang.Msg("cmd.example-import", "tablemate import evening.yaml\ntablemate import sheets all.jsonl")
	wordSheets    = lang.Msg("cmd.word-sheets", "FILE…")
	whichSheets   = lang.Msg("cmd.which-sheets", "which file or folder; - is standard input")
	wrongSheet    = lang.Msg("cmd.wrong-sheet", "{place}: {why}")
	wrongYear     = lang.Msg("cmd.wrong-year", "games are kept of the years {lo} to {hi}")
)

func newImport(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "import " + a.voice.Say(wordSheets), Long: a.voice.Say(longImport),
		Example: a.example(exampleImport),
		Args:    cmdline.Words(1, math.MaxInt, whichSheets), ValidArgsFunction: offer.Files(offer.Anywhere, "json", "yaml", "yml", "jsonl"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.take(c.Context(), args)
		},
	}
}

// batch is how many games are written in one transaction.
const batch = 400

// An intake takes papers in.
type intake struct {
	*app
	st      *store.Store
	english *lang.Localizer // whose words a sum is over
	all     []*lang.Localizer

	waiting []store.Whole // to be written
	places  []lang.Text   // of some that are wrong
	line    progress

	in, here, wrong, unread int
}

// take takes the sheets of files and folders in.
func (a *app) take(ctx context.Context, args []string) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	i := &intake{app: a, st: st, line: a.progress()}
	for _, tag := range lang.Languages {
		i.all = append(i.all, lang.NewLocalizer(tag, catalogs()...))
	}
	i.english = i.all[0]
	found := make(chan papers.Paper)
	go func() { // a pipe may be silent for ever
		defer close(found)
		for p := range papers.All(args, a.In) {
			select {
			case found <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	err = i.each(ctx, found)
	i.line.clear()
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.Out, a.voice.Say(importStopped.With("sum", i.summary())))
	case err == nil || i.in > 0:
		fmt.Fprintln(a.Out, a.voice.Say(i.summary()))
	}
	switch {
	case err != nil:
		return err
	case i.unread > 0:
		return &told{exitFailed}
	case i.wrong > 0:
		return &told{exitSheet}
	}
	return nil
}

// each takes papers in until there are no more, or ctx ends; what is written then stays.
func (i *intake) each(ctx context.Context, found <-chan papers.Paper) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case p, more := <-found:
			switch {
			case !more && ctx.Err() != nil: // that is why
				return context.Cause(ctx)
			case !more:
				return i.write()
			}
			if err := i.one(p); err != nil {
				return cmp.Or(context.Cause(ctx), err)
			}
		}
		i.line.show(i.reading)
	}
}

// one takes a paper in, or says what is wrong with it. The error is the store's.
func (i *intake) one(p papers.Paper) error {
	if p.Err != nil {
		i.tell(p, p.Err)
		return nil
	}
	s, err := scoring.OpenSheet(p.Body, games)
	if err == nil {
		err = keepable(s.Played)
	}
	if err != nil {
		i.tell(p, err)
		return nil
	}
	origin, err := i.sum(s.Game, s, i.english)
	if err != nil {
		return err
	}
	known, err := i.known(origin, s)
	if known || err != nil {
		i.here += one(known)
		return err
	}
	at := s.Played
	if at.IsZero() {
		at = i.Now()
	}
	w, err := session.Whole(s.Game, s.Table, s.Events, s.Played, at)
	if err != nil {
		i.tell(p, err)
		return nil
	}
	w.Origin = origin
	i.waiting = append(i.waiting, w)
	if len(i.waiting) == batch {
		return i.write()
	}
	return nil
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Years of which games are kept: times before and after do not fit the file.
const firstYear, lastYear = 1971, 2200

func keepable(played time.Time) error {
	if y := played.UTC().Year(); !played.IsZero() && (y < firstYear || y > lastYear) {
		return fault.New(wrongYear.With("lo", firstYear, "hi", lastYear), "played")
	}
	return nil
}

// write writes what waits.
func (i *intake) write() error {
	if len(i.waiting) == 0 {
		return nil
	}
	ids, err := i.st.Add(i.waiting, func(n int) int { return int(i.Random() % uint64(n)) })
	for _, id := range ids {
		i.in += one(id != "")
		i.here += one(id == "")
	}
	if err == nil {
		err = i.giveColors()
	}
	i.waiting = i.waiting[:0]
	return err
}

// giveColors gives those a color who came in with the games that waited, as at a table where they play.
func (i *intake) giveColors() error {
	kept, fresh := play.Colors(i.st), map[string]string{}
	for _, w := range i.waiting {
		for name, its := range play.Uncolored(w.People, kept) {
			kept[name], fresh[name] = its, its
		}
	}
	return i.st.KeepColors(fresh)
}

// sum names what a sheet says, however it is written: keys in another order, blanks, YAML. voice names what has
// no name of its own.
func (i *intake) sum(g scoring.Game, s scoring.Sheet, voice *lang.Localizer) (string, error) {
	b, err := g.WriteSheet(s.Table, s.Events, s.State, s.Played.UTC(), voice.Say)
	if err == nil && bytes.Contains(b, []byte(`"setup"`)) { // all else is in an order of its own
		b, err = ordered(b)
	}
	sum := sha256.Sum256(b)
	return "sheet " + hex.EncodeToString(sum[:16]), err
}

// ordered is a sheet with its keys in alphabetical order.
func ordered(b []byte) ([]byte, error) {
	var said any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&said); err != nil {
		return nil, err
	}
	return json.Marshal(said)
}

// known reports whether a sheet is that of a game that is kept: that was taken in, or is what a game that was begun in
// the same second is now or once was, whatever its people were called.
func (i *intake) known(origin string, s scoring.Sheet) (bool, error) {
	known, err := i.st.Known(origin)
	switch {
	case known || err != nil:
		return known, err
	case s.Played.IsZero():
		return i.knownByOtherNames(s)
	}
	from := s.Played.Truncate(time.Second)
	ids, err := i.st.Twins(s.Game.ID, from, from.Add(time.Second))
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		if was, err := i.was(id, origin, s); was || err != nil {
			return was, err
		}
	}
	return false, nil
}

// mostNames is how many tables of former names are looked at for a sheet.
const mostNames = 64

// knownByOtherNames reports whether a sheet was taken in before names in it were put right.
func (i *intake) knownByOtherNames(s scoring.Sheet) (bool, error) {
	renames, err := i.st.Renames()
	if err != nil {
		return false, err
	}
	tables := [][]string{s.Table.Players}
	for _, r := range renames {
		for _, names := range tables {
			seat := slices.Index(names, r.Now)
			if seat < 0 || len(tables) == mostNames {
				continue
			}
			former := slices.Clone(names)
			former[seat] = r.Was
			tables = append(tables, former)
			then := s
			then.Table = s.Table.Clone()
			then.Table.Players = former
			state, _, err := s.Game.Fold(then.Table, then.Events)
			if err != nil {
				continue
			}
			then.State = state
			origin, err := i.sum(s.Game, then, i.english)
			if err != nil {
				return false, err
			}
			if known, err := i.st.Known(origin); known || err != nil {
				return known, err
			}
		}
	}
	return false, nil
}

// was reports whether the sheet of a kept game ever was the one of an origin. A game that cannot be read never was.
func (i *intake) was(id, origin string, s scoring.Sheet) (bool, error) {
	g, err := i.st.Game(id)
	if errors.Is(err, store.ErrDamaged) {
		return false, nil
	}
	for line := g.Lines; line > 0 && err == nil; line-- {
		kept, bad := session.OpenUntil(i.st, games, id, line)
		if bad != nil {
			continue
		}
		t, _ := kept.Log.Table()
		then := scoring.Sheet{Table: t, Events: kept.Log.Events(), State: kept.Log.State(), Played: s.Played}
		for _, voice := range i.all {
			sum, bad := i.sum(s.Game, then, voice)
			if bad == nil && sum == origin {
				return true, nil
			}
		}
	}
	return false, err
}
