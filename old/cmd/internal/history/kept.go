package history

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	aRow        = lang.Msg("history.row", "{game} · {names} · {how} · {when}")
	settingUp   = lang.Msg("history.setting-up", "being set up")
	notBegun    = lang.Msg("history.not-begun", "not begun yet")
	scoredParts = lang.Msg("history.scored-parts", "{n} scored")
	halfDone    = lang.Msg("history.half-done", "{how}, a correction is not finished")
	isDamaged   = lang.Msg("history.is-damaged", "cannot be read")
	wonBy       = lang.Plural("history.won-by", "won by {names} with {n} point", "won by {names} with {n} points")
	wonTogether = lang.Msg("history.won-together", "won by {names}")
	wonByNobody = lang.Msg("history.won-by-nobody", "over, nobody won")
	since       = lang.Msg("history.since", "since {when}")
	took        = lang.Plural("history.took", "{when}, {n} minute", "{when}, {n} minutes")
	nobodySits  = lang.Msg("history.nobody-sits", "nobody yet")
	isToday     = lang.Msg("history.is-today", "today at {time}")
	dayUnknown  = lang.Msg("history.day-unknown", "day unknown")
	headID      = lang.Msg("history.head-id", "ID")
	headWhen    = lang.Msg("history.head-when", "Date")
	headMode    = lang.Msg("history.head-mode", "Mode")
	headPeople  = lang.Msg("history.head-people", "People")
	headWinner  = lang.Msg("history.head-winner", "Winner")
	headMinutes = lang.Msg("history.head-minutes", "Minutes")
	headHow     = lang.Msg("history.head-how", "State")
)

// A Game is a kept game and what became of it.
type Game struct {
	store.Game               // its people are those at the table now
	Damaged      bool        // it cannot be read
	Waits        bool        // a tie or a correction is unfinished
	Began, Ended time.Time   // within its evening
	title        lang.Text   // of the game that is played
	tags         []lang.Text // its mode
	how          lang.Text   // how far it is, or the winners
	over         bool
	winners      []string
	hows         map[string]session.How // by name; empty if it is not over
}

// read reads a kept game from its log. A damaged game is marked as such, and has no log.
func read(st *store.Store, games []scoring.Game, kept store.Game) (Game, *session.Log) {
	g := Game{Game: kept, how: settingUp, over: !kept.Finished.IsZero()}
	game, _ := scoring.Listed(games, kept.Kind, kept.Choices)
	g.title = game.Name
	if len(g.People) == 0 {
		g.People = named(st, g.ID)
	}
	if len(g.People) > 0 {
		g.how = notBegun
	}
	s, err := session.Open(st, games, g.ID, nil, nil)
	g.Damaged = err != nil
	switch {
	case g.Damaged:
		g.how = isDamaged
		return g, nil
	case s.Log.State() == nil:
		g.title = s.Log.Game().Name
	default:
		t, _ := s.Log.Table()
		r := s.Log.State().Result()
		g.title, g.tags, g.People, g.how = s.Log.Game().Title(t), setup.Tags(s.Log.Game().Options, t), t.Players, howFar(s.Log.Game(), s.Log.State())
		g.over, g.winners = r.Over, setup.Named(r.Rows, r.Winners)
		_, half := s.Drafts.Unfinished()
		g.Waits = half || r.Needs != ""
		if half {
			g.how = halfDone.With("how", g.how)
		}
	}
	return g, s.Log
}

// named returns the people named so far at a table that is still being set up.
func named(st *store.Store, id string) []string {
	slots, _ := st.Drafts.Slots(id) // a draft that cannot be read names nobody
	for _, slot := range slots {
		kept, _ := st.Drafts.Draft(id, slot)
		told, _ := session.Told(kept.Body)
		for _, answered := range told.Entries {
			if answered.ID == setup.AsksWho {
				return strings.Split(answered.Answer.Text, ", ") // separated as the question writes them
			}
		}
	}
	return nil
}

// howFar returns the winners, or where the game says it is.
func howFar(g scoring.Game, s scoring.State) lang.Text {
	r := s.Result()
	if r.Over && r.Needs == "" {
		return winners(r)
	}
	if where := g.Where(s); !where.Empty() && where.ID != scoring.SettingUp.ID {
		return where
	}
	if n := len(r.Parts); n > 0 {
		return scoredParts.With("n", n)
	}
	return notBegun
}

// winners returns the winners, with their points if those are all the same.
func winners(r scoring.Result) lang.Text {
	if len(r.Winners) == 0 {
		return wonByNobody
	}
	who := scoring.Whos(r.Rows, r.Winners)
	for _, row := range r.Winners {
		if r.Uncounted || r.Points[row] != r.Points[r.Winners[0]] {
			return wonTogether.With("names", who)
		}
	}
	return wonBy.With("names", who, "n", r.Points[r.Winners[0]])
}

// mode returns the game and its mode.
func (g Game) mode() lang.Text { return setup.Tagged(g.title, g.tags) }

// oneSitting is the longest time that a game takes in one go. A longer one was left and resumed.
const oneSitting = 12 * time.Hour

// minutes returns how long a finished game took, or 0 if that is unknown.
func (g Game) minutes() int {
	took := g.Finished.Sub(g.Started)
	if g.Finished.IsZero() || took > oneSitting {
		return 0
	}
	return int(took.Round(time.Minute).Minutes())
}

// A Reporter makes reports of kept games: lists, evenings, statistics.
type Reporter struct {
	Store *store.Store
	Games []scoring.Game // every known game
	Voice *lang.Localizer
	Now   func() time.Time
	Kept  color.Kept // colors by name
}

// Read reads a kept game. A damaged one says so.
func (p Reporter) Read(kept store.Game) Game {
	g, _ := read(p.Store, p.Games, kept)
	return g
}

// Row returns a game in one line: its name, the people, how far it is or the winners, the date, and how long it took.
func (p Reporter) Row(g Game) lang.Text {
	names := nobodySits
	if len(g.People) > 0 {
		names = lang.Literal("{l}").With("l", lang.Names(g.People))
	}
	return aRow.With("game", g.mode(), "names", names, "how", g.how, "when", p.played(g))
}

// Named returns the Row of a game behind its ID.
func (p Reporter) Named(g Game) lang.Text {
	return lang.Literal("{id}  {row}").With("id", g.ID, "row", p.Row(g))
}

// Heading returns the name and date of a game.
func (p Reporter) Heading(g Game) lang.Text {
	return lang.Literal("{game} · {when}").With("game", g.mode(), "when", p.played(g))
}

// played returns when a game was played, and how long it took.
func (p Reporter) played(g Game) lang.Text {
	when := since.With("when", p.when(g.Started.Local()))
	if !g.Finished.IsZero() {
		when = lang.Literal(p.when(g.Finished.Local()))
		if p.today(g.Finished.Local()) {
			when = isToday.With("time", when)
		}
	}
	if n := g.minutes(); n > 0 {
		when = took.With("when", when, "n", n)
	}
	if g.Started.IsZero() {
		when = dayUnknown
	}
	return when
}

// when returns date and time in the voice's language, or the time alone if it is today.
func (p Reporter) when(t time.Time) string {
	if p.today(t) {
		return t.Format("15:04")
	}
	return p.Voice.DayAndTime(t)
}

// today reports whether a time is today.
func (p Reporter) today(t time.Time) bool {
	return t.Format(time.DateOnly) == p.Now().Local().Format(time.DateOnly)
}

// List returns a row for each kept game. It fails when ctx ends.
func (p Reporter) List(ctx context.Context, all []store.Game) (report.Doc, error) {
	g, values := &report.Grid{Flows: true}, []listed{}
	for _, head := range []lang.Text{headID, headWhen, byGame, headMode, headPeople, headWinner, headMinutes, headHow} {
		g.Columns = append(g.Columns, report.Column{Head: head})
	}
	for _, kept := range all {
		game := p.Read(kept)
		if ctx.Err() != nil {
			return report.Doc{}, context.Cause(ctx)
		}
		value := p.listed(game)
		g.Rows, values = append(g.Rows, report.Row{Cells: game.cells(value), Said: p.Named(game)}), append(values, value)
	}
	return report.Doc{Grid: g, JSON: func(func(lang.Text) string) any { return values }}, nil
}

// A listed is the JSON of a kept game.
type listed struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Mode     []string `json:"mode,omitempty"`
	Players  []string `json:"players"`
	Over     bool     `json:"over"`
	Winners  []string `json:"winners"`
	Started  string   `json:"started,omitempty"` // only if the date is known
	Finished string   `json:"finished,omitempty"`
	Deleted  string   `json:"deleted,omitempty"`
	Minutes  int      `json:"minutes,omitempty"`
}

func (p Reporter) listed(g Game) listed {
	return listed{
		ID: g.ID, Game: g.Kind, Mode: p.said(g.tags), Players: append([]string{}, g.People...), Over: g.over, Winners: append([]string{}, g.winners...),
		Started: stamp(g.Started), Finished: stamp(g.Finished), Deleted: stamp(g.Deleted), Minutes: g.minutes(),
	}
}

// said returns texts in the voice's language.
func (p Reporter) said(texts []lang.Text) (out []string) {
	for _, t := range texts {
		out = append(out, p.Voice.Say(t))
	}
	return out
}

// stamp returns a time in RFC 3339, or "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.RFC3339)
}

// cells returns the row of a game in CSV. The date is unknown if the beginning is.
func (g Game) cells(l listed) []report.Cell {
	when, took, day := g.Started, "", ""
	if !g.Finished.IsZero() {
		when = g.Finished
	}
	if l.Minutes > 0 {
		took = strconv.Itoa(l.Minutes)
	}
	if !g.Started.IsZero() {
		day = when.Local().Format("2006-01-02 15:04")
	}
	return []report.Cell{g.ID, day, g.title, strings.Join(l.Mode, ", "), strings.Join(l.Players, ", "), strings.Join(l.Winners, ", "), took, g.how}
}
