// Package history looks back at all kept games: a list of them, victories by person, alone and against others, and which
// games belong to one evening. Everything is made of the games themselves, and nothing is kept but to be quicker.
package history

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Games are those that are kept in a folder, told in a language.
type Games struct {
	Folder store.Folder
	Cache  string // folder for the derived list; "" keeps none
	Build  string // changes with the program: rows that another one made are made again
	Find   scoring.Find
	Lang   lang.Lang
	Now    func() time.Time
}

// A Game is a kept game with its result so far, in the language of Games. Its JSON is the derived list's, and short.
type Game struct {
	Row
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

// A Side is a row of the standings, somebody or a team.
type Side struct {
	Name   string   `json:"n"`
	Team   []string `json:"t,omitempty"`
	Points int      `json:"p"`
	Rank   int      `json:"r"`
	Won    bool     `json:"w,omitempty"`
}

// People returns the people of a side.
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
	if took := g.Ended.Sub(g.Began); g.Over && !g.DayAlone && took < oneSitting {
		return int(took.Round(time.Minute).Minutes())
	}
	return 0
}

const (
	oneSitting = 12 * time.Hour // the longest time that a game takes in one go
	pause      = 5 * time.Hour  // how long nobody plays between two evenings
)

// GameOf returns an open game as the list has it.
func (h Games) GameOf(s *session.Session) Game {
	game, t := s.Game(), s.Table()
	g := Game{Name: h.Lang.Say(game.Name), Mode: h.Lang.All(setup.Tags(game.Options, t))}
	g.Row = Row{Span: s.Span(), Kept: s.Began(), GameID: game.ID, Waits: true, Seated: len(t.Players) > 0}
	g.ID = s.Head().ID
	g.Far = h.Lang.Say(lang.T("being set up"))
	for _, n := range t.Players {
		g.Players = append(g.Players, string(n))
	}
	if s.State() == nil {
		return g
	}
	for _, it := range s.Items() {
		if people, are := it.Event.(scoring.People); are {
			for was, now := range people.Renamed {
				if g.Called == nil {
					g.Called = map[string]string{}
				}
				g.Called[string(was)] = string(now)
			}
		}
	}
	r := game.Result(s.State())
	g.Waits, g.Over, g.Decided, g.Fewest, g.Word = game.Waits(s.State()), r.Over, Decided(r), r.Fewest, !r.Counted()
	g.Far = h.Lang.Say(howFar(r, scoring.FrameOf(s.State()).Laid))
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

// Decided reports whether a game is over with a result: something was scored, or the table said who won, and no tie waits
// for the table.
func Decided(r scoring.Result) bool {
	return r.Over && r.Needs == "" && (len(r.Parts) > 0 || !r.Counted())
}

// howFar returns how much was scored of a game that is not decided. laid says that it has begun.
func howFar(r scoring.Result, laid bool) lang.Text {
	switch n := len(r.Parts); {
	case Decided(r):
		return lang.Text{}
	case r.Over && r.Needs != "":
		return lang.T("over, and a tie waits for the table")
	case n > 0:
		return lang.N("1 round", "{n} rounds").With("n", n)
	case r.Over:
		return lang.T("over, nothing was scored")
	case laid:
		return lang.T("nothing is scored yet")
	}
	return lang.T("not begun yet")
}

// A Wish says which games to look at. The zero Wish means all.
type Wish struct {
	GameID  string    // scoring.Game.ID
	Since   time.Time // the end of a game
	Evening bool      // only the games of one evening
	Day     time.Time // of the last evening that has a game of this day; zero: of the latest evening
}

// Select returns games, the latest first. Those whose day nobody knows come last.
func (h Games) Select(w Wish) ([]Game, Listing, error) {
	l, err := h.Look()
	if err != nil {
		return nil, l, err
	}
	rows := l.Rows
	if w.Evening {
		rows = evening(rows, func(r Row) bool { return w.Day.IsZero() || sameDay(r.start(), w.Day) || sameDay(r.Ended, w.Day) })
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Ended.Before(w.Since) || w.GameID != "" && w.GameID != r.GameID })
	return h.decoded(rows), l, nil
}

// renamed returns a game with the names that people have now.
func renamed(g Game, names store.Names) Game {
	if len(names.Renamed) == 0 {
		return g
	}
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

func sameDay(a, b time.Time) bool { return dayOf(a) == dayOf(b) }

func dayOf(t time.Time) string { return t.Local().Format(time.DateOnly) }

// evening returns the latest evening that has a game that fits, the latest game first. It expects all games, the latest
// first. A game belongs to the evening in which it ended; one of which only the day is known, to the last evening of that
// day.
func evening(all []Row, fits func(Row) bool) []Row {
	if unknown := slices.IndexFunc(all, func(r Row) bool { return r.Ended.IsZero() }); unknown >= 0 {
		all = all[:unknown]
	}
	all = timed(all)
	for len(all) > 0 {
		n := 1
		for began := all[0].start(); n < len(all) && began.Sub(all[n].Ended) < pause; n++ {
			if s := all[n].start(); s.Before(began) {
				began = s
			}
		}
		if slices.ContainsFunc(all[:n], fits) {
			return all[:n]
		}
		all = all[n:]
	}
	return nil
}

// timed gives games of which only the day is known the time at which the last other game of that day ended, if there is one.
func timed(all []Row) []Row {
	if !slices.ContainsFunc(all, func(r Row) bool { return r.DayAlone }) {
		return all
	}
	all = slices.Clone(all)
	late := map[string]time.Time{}
	for _, r := range all {
		if day := dayOf(r.Ended); !r.DayAlone && r.Ended.After(late[day]) {
			late[day] = r.Ended
		}
	}
	for i, r := range all {
		if known := late[dayOf(r.Ended)]; r.DayAlone && !known.IsZero() {
			all[i].Began, all[i].Ended = known, known
		}
	}
	slices.SortStableFunc(all, func(x, y Row) int { return y.Ended.Compare(x.Ended) })
	return all
}

// start returns when a game began, or ended, if it had been left on another evening.
func (r Row) start() time.Time {
	if r.Ended.Sub(r.Began) < oneSitting {
		return r.Began
	}
	return r.Ended
}

// Tonight counts victories in the evening of a game, “Tonight: Ana 2, Bia 1”; "" if it was the only one.
func (h Games) Tonight(l Listing, id string) string {
	rows := evening(l.Rows, func(r Row) bool { return r.ID == id })
	if len(rows) < 2 {
		return ""
	}
	games := h.decoded(rows)
	var won []string
	for _, p := range everybody(games) {
		if p.Won > 0 {
			won = append(won, p.Name+" "+strconv.Itoa(p.Won))
		}
	}
	if len(won) == 0 {
		return ""
	}
	say := lang.T("That evening: {wins}")
	if h.Now().Sub(games[0].Ended) < pause {
		say = lang.T("Tonight: {wins}")
	}
	return h.Lang.Say(say.With("wins", strings.Join(won, ", ")))
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
