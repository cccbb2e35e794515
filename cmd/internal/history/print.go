package history

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A gameJSON is a kept game as JSON has it.
type gameJSON struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Mode     []string `json:"mode,omitempty"`
	Players  []string `json:"players"`
	Over     bool     `json:"over"`
	Winners  []string `json:"winners"`
	Started  string   `json:"started,omitempty"` // only if the date is known
	Finished string   `json:"finished,omitempty"`
	Minutes  int      `json:"minutes,omitempty"`
}

// List returns a line a game, or a row a game in a format that has rows.
func (h Games) List(games []Game, f report.Format) report.Doc {
	switch f {
	case report.CSV, report.Markdown:
		return report.Doc{Blocks: []report.Block{h.table(games)}}
	case report.JSON:
		return report.Doc{Data: data(games)}
	}
	var list report.List
	for _, g := range games {
		list.Items = append(list.Items, h.Line(g))
	}
	return report.Doc{Blocks: []report.Block{list}}
}

func (h Games) table(games []Game) report.Table {
	t := report.Table{Words: 7, Columns: h.Lang.All([]lang.Text{
		lang.T("ID"), lang.T("Date"), lang.T("Game"), lang.T("Mode"), lang.T("People"), lang.T("Winner"), lang.T("State"), lang.T("Minutes"),
	})}
	for _, g := range games {
		mode, minutes := strings.Join(g.Mode, ", "), ""
		if n := g.Minutes(); n > 0 {
			minutes = strconv.Itoa(n)
		}
		t.Rows = append(t.Rows, []string{
			g.ID, g.when("2006-01-02 15:04"), g.Name, mode, strings.Join(g.Players, ", "), strings.Join(g.Winners(), ", "), h.how(g), minutes,
		})
	}
	return t
}

func data(games []Game) []gameJSON {
	all := []gameJSON{}
	for _, g := range games {
		it := gameJSON{ID: g.ID, Game: g.GameID, Mode: g.Mode, Players: append([]string{}, g.Players...), Over: g.Over, Winners: append([]string{}, g.Winners()...)}
		it.Minutes = g.Minutes()
		if it.Started = g.when(time.RFC3339); !g.DayAlone && !g.Began.IsZero() {
			it.Started = g.Began.Local().Format(time.RFC3339)
		}
		if g.Over {
			it.Finished = g.when(time.RFC3339)
		}
		all = append(all, it)
	}
	return all
}

// Line returns a game in one line: its name, the people, the winner or how far it is, and when it was played.
func (h Games) Line(g Game) string {
	when := h.Lang.Say(lang.T("day unknown"))
	switch {
	case g.DayAlone:
		when = h.SayDay(g.Ended)
	case !g.Ended.IsZero():
		when = h.SayDay(g.Ended) + g.Ended.Local().Format(" 15:04")
	}
	if n := g.Minutes(); n > 0 {
		when = h.Lang.Say(lang.N("{when}, {n} minute", "{when}, {n} minutes").With("when", when, "n", n))
	}
	line := []string{g.ID, g.Title()}
	// Before the table has agreed, nobody is known.
	if len(g.Players) > 0 {
		line = append(line, h.Lang.Say(lang.Only(lang.Names(g.Players))))
	}
	return strings.Join(append(line, h.how(g), when), " · ")
}

// how names the winners, with their points if all have the same, or says how far a game is.
func (h Games) how(g Game) string {
	say, who := lang.T("over, nobody won"), g.Winners()
	if first := slices.IndexFunc(g.Sides, func(s Side) bool { return s.Won }); first >= 0 {
		n := g.Sides[first].Points
		say = lang.N("won by {names} with {n} point", "won by {names} with {n} points").With("names", lang.Names(who), "n", n)
		if g.Word || slices.ContainsFunc(g.Sides, func(s Side) bool { return s.Won && s.Points != n }) {
			say = lang.T("won by {names}").With("names", lang.Names(who))
		}
	}
	switch {
	case !g.Decided:
		return g.Far
	case g.Far != "":
		return h.Lang.Say(say) + ", " + g.Far
	}
	return h.Lang.Say(say)
}

// Heading returns the title of a kept game: “Dixit Odyssey, 2026-11-22 (kobe)”.
func (h Games) Heading(g Game) string {
	heading := g.Title()
	if day := h.SayDay(g.Ended); day != "" {
		heading += ", " + day
	}
	return lang.Sanitize(heading + " (" + g.ID + ")")
}

// IDs returns the games that are kept, for a shell.
func (h Games) IDs() (offers []string) {
	// A shell offers nothing where the games cannot be listed; the command itself says why.
	games, _, _ := h.Select(Wish{})
	for _, g := range games {
		offers = append(offers, strings.Replace(lang.Sanitize(h.Line(g)), " · ", "\t", 1))
	}
	return offers
}

// SayDay returns the day of a time; "" for none.
func (h Games) SayDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return h.Lang.Day(t.Local())
}

// when returns the time of a game's last turn in a layout, or its day if only that is known; "" for none.
func (g Game) when(layout string) string {
	switch {
	case g.Ended.IsZero():
		return ""
	case g.DayAlone:
		layout = time.DateOnly
	}
	return g.Ended.Local().Format(layout)
}

// order says how everybody is listed.
var order = lang.T("Ordered by games won, then by the share of games won, then by name.")

// Everybody returns the victories of each person.
func (h Games) Everybody(games []Game) report.Doc {
	people, say := everybody(games), order
	if len(people) == 0 {
		people, say = []*Person{}, lang.T("No game against others is over yet.")
	}
	table := report.Table{Words: 1, Columns: h.Lang.All([]lang.Text{
		lang.T("Name"), lang.T("Played"), lang.T("Won"), lang.T("Share"), lang.T("Last played")})}
	for _, p := range people {
		table.Rows = append(table.Rows, []string{p.Name, strconv.Itoa(p.Played), strconv.Itoa(p.Won), share(p.Won, p.Played), cmp.Or(h.SayDay(p.Last), report.None)})
	}
	return report.Doc{Blocks: []report.Block{table, report.Text(h.Lang.Say(say))}, Data: people}
}

// Stats returns how somebody plays, game by game, and against whom.
func (h Games) Stats(games []Game, name string) (report.Doc, error) {
	people := everybody(games)
	fit := lang.Meant(called(people), name)
	if len(fit) != 1 {
		say := lang.T("“{name}” finished none of these games against others; there are {names}")
		switch {
		case len(fit) > 1:
			say, people = lang.T("“{name}” may be one of several: {names}"), picked(people, fit)
		case len(people) == 0:
			say = lang.T("“{name}” finished none of these games against others")
		}
		return report.Doc{}, &fault.Failed{Say: say.With("name", name, "names", lang.Names(called(people)))}
	}
	p := people[fit[0]]
	lead := lang.N("{name}: {n} game, {won} won ({share}).", "{name}: {n} games, {won} won ({share}).")
	if !p.First.IsZero() {
		lead = lang.N("{name}: {n} game since {day}, {won} won ({share}).", "{name}: {n} games since {day}, {won} won ({share}).")
	}
	lead = lead.With("name", p.Name, "n", p.Played, "won", p.Won, "share", share(p.Won, p.Played), "day", h.SayDay(p.First))
	return report.Doc{Data: p, Blocks: []report.Block{report.Lead(h.Lang.Say(lead)), h.perGame(p), h.rivals(p)}}, nil
}

func called(people []*Person) []string {
	names := make([]string, len(people))
	for i, p := range people {
		names[i] = p.Name
	}
	return names
}

// picked returns the people at some places.
func picked(people []*Person, places []int) (out []*Person) {
	for _, i := range places {
		out = append(out, people[i])
	}
	return out
}

func (h Games) perGame(p *Person) report.Table {
	t := report.Table{Words: 1, Columns: h.Lang.All([]lang.Text{
		lang.T("Game"), lang.T("Played"), lang.T("Won"), lang.T("Share"), lang.T("Best"), lang.T("On average")})}
	for _, k := range p.Games {
		best, mean := report.None, report.None
		if k.ended() > 0 {
			best, mean = strconv.Itoa(k.Best), strconv.FormatFloat(float64(k.Points)/float64(k.ended()), 'f', 1, 64)
		}
		if h.Lang == lang.Portuguese {
			mean = strings.Replace(mean, ".", ",", 1)
		}
		title := Game{Name: k.Name, Mode: k.Mode}.Title()
		t.Rows = append(t.Rows, []string{title, strconv.Itoa(k.Played), strconv.Itoa(k.Won), share(k.Won, k.Played), best, mean})
	}
	return t
}

func (h Games) rivals(p *Person) report.Table {
	t := report.Table{Words: 1, Columns: h.Lang.All([]lang.Text{
		lang.T("Against"), lang.T("Played"), lang.T("Ahead"), lang.T("Level"), lang.T("Behind")})}
	for _, r := range p.Rivals {
		t.Rows = append(t.Rows, []string{r.Name, strconv.Itoa(r.played()), strconv.Itoa(r.Ahead), strconv.Itoa(r.Level), strconv.Itoa(r.Behind)})
	}
	return t
}

func share(n, of int) string { return strconv.Itoa((200*n+of)/(2*of)) + "%" }
