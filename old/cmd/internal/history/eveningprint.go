package history

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The report of an evening: its games, a row for each person, the verdict, and unfinished games.

var (
	eveningOf  = lang.Msg("history.evening-of", "Evening of {day}")
	countGames = lang.Plural("history.count-games", "{n} game", "{n} games")
	countHeads = lang.Plural("history.count-people", "{n} person", "{n} people")
	headWins   = lang.Msg("history.wins", "Wins")
	headSum    = lang.Msg("history.sum", "Sum")
	headPoints = lang.Msg("history.points", "{game}, points")
	share      = lang.Msg("history.share", "%: how many of the others at the table somebody was ahead of, on average; a tie counts half. It decides between people who won equally often.")
	notShown   = lang.Plural("history.not-shown", "Game 1 counts too; the window is too narrow to show it.", "Games 1 to {n} count too; the window is too narrow to show them.")
	leads      = lang.Plural("history.leads", "{name} is ahead with {n} win.", "{name} is ahead with {n} wins.")
	leadsBy    = lang.Plural("history.leads-by", "{name} is ahead: {n} win, like {others}, but more of the others beaten.", "{name} is ahead: {n} wins, like {others}, but more of the others beaten.")
	shared     = lang.Plural("history.level", "{names} share first place, with {n} win each.", "{names} share first place, with {n} wins each.")
	noneWon    = lang.Msg("history.none-won", "Nobody has won a game.")
	openTie    = lang.Msg("history.open-tie", "{game} · a tie is open")
	notBeside  = lang.Msg("history.not-beside", "Nobody played with anybody else, so nobody is ahead.")
	noneOver   = lang.Msg("history.none-over", "No game of this evening is over yet.")
	unfinished = lang.Msg("history.unfinished", "Not over, and not counted: {game}")
	unreadable = lang.Msg("history.unreadable", "Cannot be read, and is not counted: {id}")
	spoken     = lang.Plural("history.aloud", "{name}, {place}, {n} win, {percent}%: {games}.", "{name}, {place}, {n} wins, {percent}%: {games}.")
	spokenGame = lang.Plural("history.aloud-game", "game {game} {place} with {n} point", "game {game} {place} with {n} points")
	soFar      = lang.Msg("history.so-far", "The evening, {games}, by wins:")
)

// Evening returns the report of an evening.
func (p Reporter) Evening(e Evening) report.Doc {
	d := report.Doc{
		Title: []lang.Text{eveningOf.With("day", p.day(e.Began)), lang.Literal(fromTo(e.Began, e.Ended))},
		JSON:  func(func(lang.Text) string) any { return eveningJSON(e) }, Grid: p.grid(e),
	}
	for _, g := range e.Games {
		d.Items = append(d.Items, report.Item{Say: told(g)})
	}
	if len(e.Games) == 0 {
		d.Grid, d.Data, d.After = nil, d.Grid, []report.After{{Say: noneOver}}
	} else {
		d.Title = append(d.Title, countGames.With("n", len(e.Games)), countHeads.With("n", len(e.People)))
		d.After = []report.After{{Say: e.verdict()}, {Say: share}}
	}
	for _, g := range e.Unfinished {
		say := unfinished.With("game", told(g))
		if g.Damaged {
			say = unreadable.With("id", g.ID)
		}
		d.After = append(d.After, report.After{Say: say, Item: true})
	}
	return d
}

// told returns a game in one line: its name, time and id, and whether a tie is open.
func told(g Game) lang.Text {
	line := lang.Literal("{name} · {when} · {id}").With("name", g.mode(), "when", fromTo(g.Began, g.Ended), "id", g.ID)
	if g.any().Open {
		return openTie.With("game", line)
	}
	return line
}

// verdict says who is ahead, and what decided it.
func (e Evening) verdict() lang.Text {
	wins, first, level := e.People[0].Won.N, 0, 0 // first and level count people: in first place, and with as many wins
	for _, s := range e.People {
		if s.Rank == 1 {
			first++
		}
		if s.Won.N == wins {
			level++
		}
	}
	switch {
	case !slices.ContainsFunc(e.People, func(s Stats) bool { return s.Won.Of > 0 }):
		return notBeside
	case wins == 0:
		return noneWon
	case first > 1:
		return shared.With("n", wins, "names", lang.Names(names(e.People[:first])))
	case level > 1:
		return leadsBy.With("n", wins, "name", e.People[0].Name, "others", lang.Names(names(e.People[1:level])))
	}
	return leads.With("n", wins, "name", e.People[0].Name)
}

func names(people []Stats) (out []string) {
	for _, s := range people {
		out = append(out, s.Name)
	}
	return out
}

// grid returns a row for each person: the place in every game, and the sums.
func (p Reporter) grid(e Evening) *report.Grid {
	g := &report.Grid{Cut: notShown, Columns: []report.Column{{Kind: report.Ranks, Head: report.Number}, {Kind: report.People, Head: report.Player}}}
	for k := range e.Games {
		game := lang.Literal(strconv.Itoa(k + 1))
		g.Columns = append(g.Columns, report.Column{Kind: report.Parts, Head: game, Points: headPoints.With("game", game)})
	}
	g.Columns = append(g.Columns, report.Column{Kind: report.Sums, Head: headWins}, report.Column{Kind: report.Sums, Head: lang.Literal("%")})
	sums := e.Alike && len(e.Games) > 1
	if sums {
		g.Columns = append(g.Columns, report.Column{Kind: report.Sums, Head: headSum})
	}
	marks := p.marks(e)
	for _, s := range e.People {
		cells := []report.Cell{s.Rank, report.Name{Name: s.Name, Mark: marks[s.Name]}}
		for _, g := range e.Games {
			h, played := g.of(s.Name)
			cells = append(cells, report.Place{Rank: h.Rank, Points: h.Points, Played: played, Alone: played && h.Alone()})
		}
		cells = append(cells, s.Won.N, s.percent())
		if sums {
			cells = append(cells, s.Points)
		}
		g.Rows = append(g.Rows, report.Row{Cells: cells, Said: p.spoken(e, s)})
	}
	return g
}

// percent returns Beaten in percent, rounded.
func (s Stats) percent() string {
	f, _ := s.Beaten().Float64()
	return strconv.Itoa(int(f*100 + 0.5))
}

// spoken returns a person's evening in a sentence: place, wins, and game by game.
func (p Reporter) spoken(e Evening, s Stats) lang.Text {
	var games []string
	for k, g := range e.Games {
		if h, played := g.of(s.Name); played {
			games = append(games, p.Voice.Say(spokenGame.With("game", k+1, "place", results.Place(h.Rank), "n", h.Points)))
		}
	}
	return spoken.With("name", s.Name, "place", results.Place(s.Rank), "n", s.Won.N, "percent", s.percent(), "games", strings.Join(games, ", "))
}

// marks returns everybody's mark by name. Marks do not depend on who is ahead.
func (p Reporter) marks(e Evening) map[string]*color.Mark {
	byName := slices.Sorted(slices.Values(names(e.People))) // seats differ from game to game
	out := map[string]*color.Mark{}
	for i, m := range color.Marks(byName, p.Kept) {
		out[byName[i]] = &m
	}
	return out
}

// SoFar returns how many games people won, the most first, or nothing before the second game is over or somebody has won. It
// shows no letters, since among more people than one table has they could differ.
func (p Reporter) SoFar(e Evening) report.Doc {
	var d report.Doc
	for _, s := range e.People {
		if s.Won.N > 0 && len(e.Games) > 1 {
			d.Title = []lang.Text{soFar.With("games", countGames.With("n", len(e.Games)))}
			d.Ranking = append(d.Ranking, report.Standing{Standing: scoring.Standing{Rank: s.Rank, Name: s.Name, Points: s.Won.N}})
		}
	}
	return d
}

// fromTo returns two times of day, or one if they are the same.
func fromTo(from, to time.Time) string {
	const clock = "15:04"
	a, b := from.Local().Format(clock), to.Local().Format(clock)
	if a == b {
		return a
	}
	return a + "–" + b
}

// The JSON of an evening, keys in this order.
type (
	writtenEvening struct {
		Began      time.Time         `json:"began"`
		Ended      time.Time         `json:"ended"`
		Games      []writtenGame     `json:"games"`
		People     []writtenStanding `json:"people"`
		Unfinished []string          `json:"unfinished"` // IDs
	}
	writtenGame struct {
		ID     string            `json:"id"`
		Game   string            `json:"game"`
		Mode   map[string]string `json:"mode,omitempty"`
		Began  time.Time         `json:"began"`
		Ended  time.Time         `json:"ended"`
		Places []writtenPlace    `json:"places"`
	}
	writtenPlace struct {
		Name   string `json:"name"`
		Rank   int    `json:"rank"`
		Points int    `json:"points"`
		Winner bool   `json:"winner"`
	}
	writtenStanding struct {
		Rank   int     `json:"rank"`
		Name   string  `json:"name"`
		Games  int     `json:"games"`
		Wins   int     `json:"wins"`
		Beaten float64 `json:"beaten"`           // 0 to 1
		Points *int    `json:"points,omitempty"` // only if points can be added up
	}
)

func eveningJSON(e Evening) writtenEvening {
	w := writtenEvening{e.Began.UTC(), e.Ended.UTC(), []writtenGame{}, []writtenStanding{}, []string{}}
	for _, g := range e.Games {
		of := g.any()
		out := writtenGame{g.ID, of.Game, of.Mode, g.Began.UTC(), g.Ended.UTC(), []writtenPlace{}}
		for _, s := range e.People {
			if h, played := g.of(s.Name); played {
				out.Places = append(out.Places, writtenPlace{s.Name, h.Rank, h.Points, h.Won})
			}
		}
		w.Games = append(w.Games, out)
	}
	for _, s := range e.People {
		beaten, _ := s.Beaten().Float64()
		out := writtenStanding{s.Rank, s.Name, s.Won.Of, s.Won.N, beaten, nil}
		if e.Alike {
			out.Points = &s.Points
		}
		w.People = append(w.People, out)
	}
	for _, g := range e.Unfinished {
		w.Unfinished = append(w.Unfinished, g.ID)
	}
	return w
}
