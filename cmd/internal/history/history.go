// Package history is what became of all kept games: a list of them, who won how often, alone and against whom, and which
// games belong to one evening. Everything is made of the games themselves, and nothing is kept but to be quicker.
package history

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
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

// A Game is a kept game and what became of it, in the language of the Book.
type Game struct {
	ID      string    `json:"-"`
	Kind    string    `json:"kind"` // scoring.Game.ID
	Name    string    `json:"name"`
	Mode    []string  `json:"mode,omitempty"` // how it is played, if not as usual: “Party”
	Players []string  `json:"players"`
	Sides   []Side    `json:"sides,omitempty"` // as they sit
	Over    bool      `json:"over,omitempty"`
	Decided bool      `json:"decided,omitempty"` // no tie waits for the table
	Fewest  bool      `json:"fewest,omitempty"`  // the fewest points win
	How     string    `json:"how"`               // who won, or how far it is
	Kept    time.Time `json:"kept"`              // when its table agreed, or its sheet was taken in
	Began   time.Time `json:"began"`             // the zero time: nobody knows the day
	Ended   time.Time `json:"ended"`             // its last line so far
}

// A Side is a row of the standings, somebody or a team.
type Side struct {
	Name   string   `json:"name"`
	Team   []string `json:"team,omitempty"`
	Points int      `json:"points"`
	Rank   int      `json:"rank"`
	Won    bool     `json:"won,omitempty"`
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
	g := Game{ID: s.Head().ID, Kind: game.ID, Name: b.Lang.Say(game.Name), Mode: b.Lang.All(setup.Tags(game.Options, t))}
	g.Kept, g.Began, g.Ended = played(s)
	g.How = b.Lang.Say(lang.T("being set up"))
	for _, n := range t.Players {
		g.Players = append(g.Players, string(n))
	}
	if s.State() == nil {
		return g
	}
	r := game.Result(s.State())
	g.Over, g.Decided, g.Fewest, g.How = r.Over, r.Over && r.Needs == "", r.Fewest, b.Lang.Say(howFar(r))
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

// played returns when a game was kept, began and ended. A sheet says when it was played, or nobody knows; it may have gone
// on here.
func played(s *session.Session) (kept, began, ended time.Time) {
	kept, began = s.Began(), s.Began()
	for _, it := range s.Items() {
		if it.At.After(ended) {
			ended = it.At
		}
	}
	if h := s.Head(); h.Sheet {
		began, _ = time.Parse(time.RFC3339, h.Played)
		if ended.Sub(kept) < time.Minute {
			ended = began
		}
	}
	return kept, began, ended
}

// howFar returns who won, with the points if all winners have the same, or how much was scored.
func howFar(r scoring.Result) lang.Text {
	switch {
	case !r.Over || r.Needs != "":
		if len(r.Parts) == 0 {
			return lang.T("not begun yet")
		}
		return lang.T("{n} scored").With("n", len(r.Parts))
	case len(r.Winners) == 0:
		return lang.T("over, nobody won")
	}
	who, n := lang.Names(r.Winners), r.Points[r.Winners[0]]
	if slices.ContainsFunc(r.Winners, func(w scoring.Row) bool { return r.Points[w] != n }) {
		return lang.T("won by {names}").With("names", who)
	}
	return lang.N("won by {names} with {n} point", "won by {names} with {n} points").With("names", who, "n", n)
}

// A Wish says which games to look at. The zero Wish means all.
type Wish struct {
	Kind    string    // scoring.Game.ID
	Since   time.Time // the end of a game
	Evening bool      // those of one evening:
	Day     time.Time // the last one that began on this day; the latest, if zero
}

// Games returns games, the latest first. Those whose day nobody knows come last. What cannot be read comes as errors.
func (b Book) Games(w Wish) (games []Game, broken []store.Listed[Game], err error) {
	names, err := b.Folder.Names()
	if err != nil {
		return nil, nil, err
	}
	f := b.Folder
	f.Build += " " + string(b.Lang)
	all, err := store.List(f, b.read)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range all {
		switch g := l.Row; {
		case l.Err != nil:
			broken = append(broken, l)
		case !l.Copy && (w.Kind == "" || w.Kind == g.Kind) && !g.Ended.Before(w.Since):
			g.ID = l.ID
			games = append(games, renamed(g, names))
		}
	}
	slices.SortFunc(games, func(x, y Game) int { return cmp.Or(y.Ended.Compare(x.Ended), strings.Compare(x.ID, y.ID)) })
	if w.Evening {
		games = evening(games, func(g Game) bool { return w.Day.IsZero() || sameDay(g.Began, w.Day) })
	}
	return games, broken, nil
}

// read makes a row of the list of a file. A damaged game is what it was before the damage.
func (b Book) read(path string) (string, Game, error) {
	s, err := session.Read(path, b.Find)
	if s == nil {
		return "", Game{}, err
	}
	g := b.Of(s)
	if err != nil {
		g.How = b.Lang.Say(lang.T("{how}, and damaged from there on").With("how", g.How))
	}
	return g.ID, g, nil
}

// renamed returns a game with the names that people have now.
func renamed(g Game, names store.Names) Game {
	if len(names.Renamed) == 0 {
		return g
	}
	now := map[string]string{}
	for _, n := range g.Players {
		now[n] = names.Of(n, g.Kept)
	}
	if setup.CheckNames(slices.Collect(maps.Values(now))) != nil {
		return g // two people at one table keep two names
	}
	change := func(all []string) {
		for i, n := range all {
			all[i] = now[n]
		}
	}
	change(g.Players)
	for i, s := range g.Sides {
		if s.Team == nil {
			g.Sides[i].Name = now[s.Name]
		}
		change(s.Team)
	}
	return g
}

func sameDay(a, b time.Time) bool {
	return a.Local().Format(time.DateOnly) == b.Local().Format(time.DateOnly)
}

// evening returns the games of the latest evening that has one for which is is true, the latest first. It expects all
// games, the latest first. A game belongs to the evening in which it ended.
func evening(games []Game, is func(Game) bool) (found []Game) {
	known := slices.IndexFunc(games, func(g Game) bool { return g.Ended.IsZero() })
	if known >= 0 {
		games = games[:known]
	}
	for len(games) > 0 {
		n := 1
		for began := games[0].start(); n < len(games) && began.Sub(games[n].Ended) < pause; n++ {
			if s := games[n].start(); s.Before(began) {
				began = s
			}
		}
		if slices.ContainsFunc(games[:n], is) {
			return games[:n]
		}
		games = games[n:]
	}
	return nil
}

// start returns when a game began, or ended, if it had been left on another evening.
func (g Game) start() time.Time {
	if g.Ended.Sub(g.Began) < oneSitting {
		return g.Began
	}
	return g.Ended
}

// Tonight says who won how often in the evening of a game, “Tonight: Ana 2, Bia 1”; "" if it was the only one.
func (b Book) Tonight(id string) (string, error) {
	games, _, err := b.Games(Wish{})
	if err != nil {
		return "", err
	}
	games = slices.DeleteFunc(evening(games, func(g Game) bool { return g.ID == id }), func(g Game) bool { return !g.Decided })
	if len(games) < 2 {
		return "", nil
	}
	var won lang.List
	for _, p := range everybody(games) {
		if p.Won > 0 {
			won = append(won, b.Lang.Say(lang.T("{name} {n}").With("name", p.Name, "n", p.Won)))
		}
	}
	say := lang.T("That evening: {wins}")
	if b.Now().Sub(games[0].Ended) < pause {
		say = lang.T("Tonight: {wins}")
	}
	if len(won) == 0 {
		return "", nil
	}
	return b.Lang.Say(say.With("wins", won)), nil
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
