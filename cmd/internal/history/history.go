// Package history is what became of all kept games: a list of them, who won how often, alone and against whom, and which
// games belong to one evening. Everything is made of the games themselves, and nothing is kept but to be quicker.
package history

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Book looks into the games of a folder.
type Book struct {
	Folder store.Folder
	Find   scoring.Find
	Lang   lang.Lang
	Now    func() time.Time
}

// A Game is a kept game and what became of it, in the language of the Book. Its JSON is the derived list's, and short.
type Game struct {
	Entry   `json:"-"`
	Kind    string   `json:"k"` // scoring.Game.ID
	Name    string   `json:"n"`
	Mode    []string `json:"m,omitempty"` // how it is played, if not as usual: “Party”
	Players []string `json:"p,omitempty"`
	Sides   []Side   `json:"s,omitempty"` // as they sit
	Over    bool     `json:"o,omitempty"`
	Decided bool     `json:"d,omitempty"` // as Decided has it
	Fewest  bool     `json:"f,omitempty"` // the fewest points win
	Word    bool     `json:"w,omitempty"` // the table said who won, and no points were counted
	Far     string   `json:"h,omitempty"` // how far it is, and whether its file is damaged
}

// An Entry is a game in the derived list: when it was played. The rest is packed, since most commands look into a few games
// of thousands.
type Entry struct {
	ID     string
	Began  time.Time // the zero time: nobody knows the day
	Ended  time.Time // its last line so far
	Kept   time.Time // when its file began: for a game played here, as it began
	packed json.RawMessage
}

// A Side is a row of the standings, somebody or a team.
type Side struct {
	Name   string   `json:"n"`
	Team   []string `json:"t,omitempty"`
	Points int      `json:"p"`
	Rank   int      `json:"r"`
	Won    bool     `json:"w,omitempty"`
}

// People returns who plays on a side.
func (s Side) People() []string {
	if s.Team != nil {
		return s.Team
	}
	return []string{s.Name}
}

// Title returns the name of a game with its mode: “Dixit Odyssey, Party”.
func (g Game) Title() string { return strings.Join(append([]string{g.Name}, g.Mode...), ", ") }

// Winners returns the names of the sides that won.
func (g Game) Winners() (names []string) {
	for _, s := range g.Sides {
		if s.Won {
			names = append(names, s.Name)
		}
	}
	return names
}

// Minutes returns how long a game took; 0 if that is unknown, or if it was left and taken up again.
func (g Game) Minutes() int {
	if took := g.Ended.Sub(g.Began); g.Over && took < oneSitting {
		return int(took.Round(time.Minute).Minutes())
	}
	return 0
}

const (
	oneSitting = 12 * time.Hour // the longest time that a game takes in one go
	pause      = 5 * time.Hour  // how long nobody plays between two evenings
)

// Of returns what became of a game that is open.
func (b Book) Of(s *session.Session) Game {
	game, t := s.Game(), s.Table()
	g := Game{Entry: played(s), Kind: game.ID, Name: b.Lang.Say(game.Name), Mode: b.Lang.All(setup.Tags(game.Options, t))}
	g.Far = b.Lang.Say(lang.T("being set up"))
	for _, n := range t.Players {
		g.Players = append(g.Players, string(n))
	}
	if s.State() == nil {
		return g
	}
	r := game.Result(s.State())
	g.Over, g.Decided, g.Fewest, g.Word, g.Far = r.Over, Decided(r), r.Fewest, !r.Counted(), b.Lang.Say(howFar(r))
	for i, row := range r.Rows {
		side := Side{Name: string(row), Points: r.Points[row], Rank: r.Ranks[row], Won: slices.Contains(r.Winners, row)}
		if r.Teams {
			for _, n := range t.Teams[i].Players {
				side.Team = append(side.Team, string(n))
			}
		}
		g.Sides = append(g.Sides, side)
	}
	return g
}

// played returns when a game was played. A sheet says when that was, or nobody knows; it may have gone on here.
func played(s *session.Session) Entry {
	h := s.Head()
	e := Entry{ID: h.ID, Kept: s.Began(), Began: s.Began()}
	for _, it := range s.Items() {
		if it.At.After(e.Ended) {
			e.Ended = it.At
		}
	}
	if h.Sheet {
		e.Began, _ = time.Parse(time.RFC3339, h.Played)
		if e.Ended.Sub(e.Kept) < time.Minute {
			e.Ended = e.Began
		}
	}
	return e
}

// Decided reports whether a game is over with a result: something was scored, or the table said who won, and no tie waits
// for the table.
func Decided(r scoring.Result) bool {
	return r.Over && r.Needs == "" && (len(r.Parts) > 0 || !r.Counted())
}

// howFar returns how much of a game was scored that is not decided.
func howFar(r scoring.Result) lang.Text {
	switch n := len(r.Parts); {
	case Decided(r):
		return lang.Text{}
	case n > 0:
		return lang.T("{n} scored").With("n", n)
	case r.Over:
		return lang.T("over, nothing was scored")
	}
	return lang.T("not begun yet")
}

// A Wish says which games to look at. The zero Wish means all.
type Wish struct {
	Kind    string    // scoring.Game.ID
	Since   time.Time // the end of a game
	Evening bool      // those of one evening:
	Day     time.Time // the last one that began on this day; the latest, if zero
}

// Games returns games, the latest first. Those whose day nobody knows come last. What cannot be read comes as errors.
func (b Book) Games(w Wish) (games []Game, broken []error, err error) {
	all, broken, err := b.entries()
	if err != nil {
		return nil, nil, err
	}
	if w.Evening {
		all = evening(all, func(e Entry) bool { return w.Day.IsZero() || sameDay(e.Began, w.Day) })
	}
	games, err = b.unpacked(slices.DeleteFunc(all, func(e Entry) bool { return e.Ended.Before(w.Since) }))
	return slices.DeleteFunc(games, func(g Game) bool { return w.Kind != "" && w.Kind != g.Kind }), broken, err
}

// entries returns the derived list, the latest game first.
func (b Book) entries() (all []Entry, broken []error, err error) {
	f := b.Folder
	f.Build += " " + string(b.Lang)
	listed, err := store.List(f, b.read)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range listed {
		switch {
		case l.Err != nil:
			broken = append(broken, l.Err)
		case !l.Copy:
			l.Row.ID = l.ID
			all = append(all, l.Row.Entry)
		}
	}
	slices.SortFunc(all, func(x, y Entry) int { return cmp.Or(y.Ended.Compare(x.Ended), strings.Compare(x.ID, y.ID)) })
	return all, broken, nil
}

// unpacked returns the games of entries, with the names that people have now.
func (b Book) unpacked(all []Entry) ([]Game, error) {
	names, err := b.Folder.Names()
	if err != nil {
		return nil, err
	}
	const some = 512 // are unpacked one after the other
	games := make([]Game, len(all))
	errs := make([]error, len(all)/some+1)
	var wait sync.WaitGroup
	for n := range errs {
		wait.Go(func() {
			for i := n * some; i < min((n+1)*some, len(all)); i++ {
				games[i].Entry = all[i]
				if err := json.Unmarshal(all[i].packed, &games[i]); err != nil {
					errs[n] = err
				}
			}
		})
	}
	wait.Wait()
	for i := range games {
		if len(names.Renamed) > 0 {
			games[i] = renamed(games[i], names)
		}
	}
	return games, errors.Join(errs...)
}

// A row is how an Entry is kept.
type row struct{ Entry }

// MarshalJSON writes when the game was played, in seconds, and then the game.
func (e row) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d,%d,%s]", e.Began.Unix(), e.Ended.Unix(), e.Kept.Unix(), e.packed), nil
}

// UnmarshalJSON reads the times alone.
func (e *row) UnmarshalJSON(raw []byte) error {
	parts := strings.SplitN(strings.Trim(string(raw), "[]"), ",", 4)
	for i, t := range []*time.Time{&e.Began, &e.Ended, &e.Kept} {
		sec, err := strconv.ParseInt(parts[min(i, len(parts)-1)], 10, 64)
		if err != nil {
			return err
		}
		*t = time.Unix(sec, 0)
	}
	e.packed = json.RawMessage(parts[len(parts)-1])
	if !json.Valid(e.packed) {
		return errors.New("history: a row is broken off")
	}
	return nil
}

// read makes a row of the list of a file. A damaged game is what it was before the damage.
func (b Book) read(path string) (string, row, error) {
	s, err := session.Read(path, b.Find)
	if s == nil {
		return "", row{}, err
	}
	g := b.Of(s)
	if err != nil {
		g.Far = b.Lang.Say(lang.T("damaged from there on"))
	}
	g.packed, err = json.Marshal(g)
	return g.ID, row{g.Entry}, err
}

// renamed returns a game with the names that people have now.
func renamed(g Game, names store.Names) Game {
	now := names.Together(g.Players, g.Kept)
	change := func(all []string) {
		for i, n := range all {
			all[i] = cmp.Or(now[n], n)
		}
	}
	change(g.Players)
	for i, s := range g.Sides {
		if s.Team == nil {
			g.Sides[i].Name = cmp.Or(now[s.Name], s.Name)
		}
		change(s.Team)
	}
	return g
}

func sameDay(a, b time.Time) bool {
	return a.Local().Format(time.DateOnly) == b.Local().Format(time.DateOnly)
}

// evening returns the latest evening that has a game for which is is true, the latest game first. It expects all games,
// the latest first. A game belongs to the evening in which it ended.
func evening(all []Entry, is func(Entry) bool) []Entry {
	all = slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return e.Ended.IsZero() })
	for len(all) > 0 {
		n := 1
		for began := all[0].start(); n < len(all) && began.Sub(all[n].Ended) < pause; n++ {
			if s := all[n].start(); s.Before(began) {
				began = s
			}
		}
		if slices.ContainsFunc(all[:n], is) {
			return all[:n]
		}
		all = all[n:]
	}
	return nil
}

// start returns when a game began, or ended, if it had been left on another evening.
func (e Entry) start() time.Time {
	if e.Ended.Sub(e.Began) < oneSitting {
		return e.Began
	}
	return e.Ended
}

// Tonight says who won how often in the evening of a game, “Tonight: Ana 2, Bia 1”; "" if it was the only one.
func (b Book) Tonight(id string) (string, error) {
	all, _, err := b.entries()
	if err != nil {
		return "", err
	}
	all = evening(all, func(e Entry) bool { return e.ID == id })
	games, err := b.unpacked(all)
	if err != nil || len(games) < 2 {
		return "", err
	}
	var won []string
	for _, p := range everybody(games) {
		if p.Won > 0 {
			won = append(won, p.Name+" "+strconv.Itoa(p.Won))
		}
	}
	if len(won) == 0 {
		return "", nil
	}
	say := lang.T("That evening: {wins}")
	if b.Now().Sub(games[0].Ended) < pause {
		say = lang.T("Tonight: {wins}")
	}
	return b.Lang.Say(say.With("wins", strings.Join(won, ", "))), nil
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
