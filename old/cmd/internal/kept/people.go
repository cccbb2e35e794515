package kept

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The people who play here: a name misspelled long ago is corrected in all games, and two names of one person become
// one. No log changes: a rename is a row of the file, and so is taking it back.

var (
	nobodyCalled = lang.Msg("kept.nobody-called", "nobody called “{it}” played any game that is kept")
	playsHere    = lang.Msg("kept.plays-here", "{now} plays here already. If both are one person: {command}")
	isNotThere   = lang.Msg("kept.is-not-there", "nobody called “{it}” plays here; a name that is only put right: {command}")
	satTogether  = lang.Msg("kept.sat-together", "{was} and {now} played together ({ids}), so they are two people; nothing was changed")
	sameName     = lang.Msg("kept.same-name", "{was} is written like that already")
	isNow        = lang.Plural("kept.is-now", "{was} is {now} now, in {n} game.", "{was} is {now} now, in {n} games.")
	isBack       = lang.Plural("kept.is-back", "{now} is {was} again, in {n} game.", "{now} is {was} again, in {n} games.")
	wentOn       = lang.Plural("kept.went-on", "In {n} game something was done since, and the name stays: {ids}", "In {n} games something was done since, and the name stays: {ids}")
	leftOut      = lang.Plural("kept.left-out", "{n} game cannot be read, and could not be changed: {ids}", "{n} games cannot be read, and could not be changed: {ids}")
	noRename     = lang.Msg("kept.no-rename", "there is no rename to take back")
)

// Called returns the spellings of a name in the games, without regard to case.
func Called(st *store.Store, name string) ([]string, error) {
	all, err := st.People.Names()
	for _, names := range history.Ways(all) {
		if setup.Alike(names[0]) == setup.Alike(name) {
			return names, err
		}
	}
	return nil, cmp.Or[error](err, &fault.Failed{Say: nobodyCalled.With("it", name)})
}

// A Rename is the outcome of a rename, or of taking one back.
type Rename struct {
	Say  []lang.Text // what is true now; empty: nothing was done
	Left bool        // some games could not be read, and were named
}

// Rename corrects a name in all games. With merge set, the new name must be that of somebody who plays here.
func (f *File) Rename(ctx context.Context, st *store.Store, was, now string, merge bool) (out Rename, err error) {
	was, now, err = f.whoIsMeant(st, was, now, merge)
	if err != nil {
		return out, err
	}
	sits, err := renamed(st, was)
	if err != nil {
		return out, err
	}
	var all, both []string
	for _, g := range sits {
		all = append(all, g.ID)
		if session.SitsWith(g.People, was, now) {
			both = append(both, g.ID)
		}
	}
	if len(both) > 0 {
		return out, &fault.Failed{Say: satTogether.With("was", was, "now", now, "ids", Some(both))}
	}
	r := store.Rename{At: f.Now(), Was: was, Now: now}
	if err := session.Rename(st, f.All(), r, all); err != nil {
		return out, err
	}
	return f.listed(ctx, st, all, isNow.With("was", was, "now", now))
}

// whoIsMeant returns both names as they are spelled in the games. Unless names are merged, the new one must be
// nobody's.
func (f *File) whoIsMeant(st *store.Store, was, now string, merge bool) (string, string, error) {
	here, err := st.People.Names()
	if err != nil {
		return "", "", err
	}
	if !slices.Contains(here, was) {
		alike, err := Called(st, was)
		if err != nil {
			return "", "", err
		}
		was = alike[0]
	}
	is := slices.IndexFunc(here, func(n string) bool { return n != was && setup.Alike(n) == setup.Alike(now) })
	command := func(way string) string { return f.Command("people", way, Quoted(was), Quoted(now)) }
	switch {
	case was == now:
		return "", "", &fault.Failed{Say: sameName.With("was", was)}
	case merge && is < 0:
		return "", "", &fault.Failed{Say: isNotThere.With("it", now, "command", command("rename"))}
	case merge:
		now = here[is]
	case is >= 0:
		return "", "", &fault.Failed{Say: playsHere.With("now", here[is], "command", command("merge"))}
	}
	return was, now, nil
}

// renamed returns the games of somebody with this name, deleted ones included.
func renamed(st *store.Store, name string) ([]store.Game, error) {
	all, err := st.History.List(store.Filter{With: [][]string{{name}}, Begun: true})
	if err != nil {
		return nil, err
	}
	gone, err := st.History.List(store.Filter{With: [][]string{{name}}, Begun: true, Deleted: true})
	return append(all, gone...), err
}

// listed updates the lists after a rename, and reports the number of games that could be read.
func (f *File) listed(ctx context.Context, st *store.Store, all []string, say lang.Text) (Rename, error) {
	err := f.Refresh(ctx, st)
	wrong, broken := st.History.Wrong()
	wrong = slices.DeleteFunc(wrong, func(id string) bool { return !slices.Contains(all, id) })
	if err != nil || broken != nil {
		return Rename{Say: []lang.Text{say.With("n", len(all))}}, cmp.Or(err, broken)
	}
	if len(wrong) > 0 {
		f.Note(leftOut.With("n", len(wrong), "ids", Some(wrong)))
	}
	return Rename{[]lang.Text{say.With("n", len(all)-len(wrong))}, len(wrong) > 0}, nil
}

// Unrename takes back the last rename or merge, in all games.
func (f *File) Unrename(ctx context.Context, st *store.Store) (out Rename, err error) {
	r, about, ok, err := st.People.LastRename()
	switch {
	case err != nil:
		return out, err
	case !ok:
		return out, &fault.Failed{Say: noRename}
	}
	about, stays, err := session.Unrename(st, f.All(), r, about, f.Now())
	if err != nil {
		return out, err
	}
	out, err = f.listed(ctx, st, slices.Sorted(maps.Keys(about)), isBack.With("was", r.Was, "now", r.Now))
	if len(stays) > 0 {
		out.Say = append(out.Say, wentOn.With("n", len(stays), "ids", Some(stays)))
	}
	return out, err
}

// Recolor gives a person who has played here a color by its ID, whatever colors others have, and returns the person's
// name.
func Recolor(st *store.Store, name, color string) (string, error) {
	names, err := Called(st, name)
	if err != nil {
		return "", err
	}
	its := map[string]string{}
	for _, n := range names {
		its[n] = color
	}
	return names[0], st.People.KeepColors(its)
}
