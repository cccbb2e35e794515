package history

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/lang"
)

// An evening as it is printed: its games, a row for each person, who is ahead, and what is not over.

var (
	eveningOf  = lang.Msg("history.evening-of", "Evening of {day}")
	countGames = lang.Plural("history.count-games", "{n} game", "{n} games")
	countHeads = lang.Plural("history.count-people", "{n} person", "{n} people")
	headNumber = lang.Msg("history.number", "#")
	headName   = lang.Msg("history.name", "Name")
	headWins   = lang.Msg("history.wins", "Wins")
	headSum    = lang.Msg("history.sum", "Sum")
	headPoints = lang.Msg("history.points", "{game}, points")
	share      = lang.Msg("history.share", "%: how many of the others at the table somebody was ahead of, on average; who is level counts half. It decides between those who won as often.")
	notShown   = lang.Plural("history.not-shown", "Game 1 counts too; the window is too narrow to show it.", "Games 1 to {n} count too; the window is too narrow to show them.")
	leads      = lang.Plural("history.leads", "{name} is ahead with {n} win.", "{name} is ahead with {n} wins.")
	leadsBy    = lang.Plural("history.leads-by", "{name} is ahead: {n} win, like {others}, but more of the others beaten.", "{name} is ahead: {n} wins, like {others}, but more of the others beaten.")
	level      = lang.Plural("history.level", "{names} share the first place, with {n} win each.", "{names} share the first place, with {n} wins each.")
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

// A Printer prints evenings.
type Printer struct{ table.Printer }

// Evening prints an evening in any format.
func (p Printer) Evening(e Evening, f table.Format) error {
	switch f {
	case table.JSON:
		return p.JSON(eveningJSON(e))
	case table.CSV:
		head, lines := p.grid(e, 0, apart)
		return p.Rows(head, lines, f)
	case table.Markdown:
		return p.page(e, f, func() (int, error) {
			head, lines := p.grid(e, 0, both)
			return 0, p.Rows(head, lines, f)
		})
	}
	return p.page(e, f, func() (int, error) { return p.fitted(e) })
}

// page is what stands around the table of an evening; rows prints that, and says how many games it left out.
func (p Printer) page(e Evening, f table.Format, rows func() (left int, err error)) error {
	mark, indent := "", "  "
	if f == table.Markdown {
		mark, indent = "## ", ""
	}
	head := []string{p.Voice.Say(eveningOf.With("day", p.day(e.Began))), fromTo(e.Began, e.Ended)}
	if len(e.Games) > 0 {
		head = append(head, p.Voice.Say(countGames.With("n", len(e.Games))), p.Voice.Say(countHeads.With("n", len(e.People))))
	}
	fmt.Fprintf(p.Out, "%s%s\n\n", mark, layout.Join(head, p.Width-len(mark), ""))
	for k, g := range e.Games {
		fmt.Fprint(p.Out, p.Item(fmt.Sprintf("%s%d. ", indent, k+1), p.told(g), f))
	}
	if len(e.Games) == 0 {
		p.print(noneOver, f)
		return p.left(e, f)
	}
	fmt.Fprintln(p.Out)
	left, err := rows()
	if err != nil {
		return err
	}
	if left > 0 {
		p.say(notShown.With("n", left))
	}
	if f != table.Markdown {
		fmt.Fprintln(p.Out)
	}
	p.print(e.verdict(), f)
	p.print(share, f)
	return p.left(e, f)
}

// print prints a sentence as a format has it.
func (p Printer) print(t lang.Text, f table.Format) {
	fmt.Fprint(p.Out, p.Paragraph(p.Voice.Say(t), f))
}

func (p Printer) say(t lang.Text) { fmt.Fprintln(p.Out, layout.Wrap(p.Voice.Say(t), p.Width)) }

// told is a game in one line: which, when, its id, and whether a tie is open.
func (p Printer) told(g Game) string {
	line := strings.Join([]string{p.Voice.Say(g.Name), fromTo(g.Began, g.Ended), g.ID}, layout.Dot)
	if anyOf(g.Hows).Open {
		return p.Voice.Say(openTie.With("game", line))
	}
	return line
}

// left names the games that do not count.
func (p Printer) left(e Evening, f table.Format) error {
	var b strings.Builder
	for _, g := range e.Unfinished {
		say := unfinished.With("game", p.told(g))
		if g.Damaged {
			say = unreadable.With("id", g.ID)
		}
		if f == table.Markdown {
			if b.Len() == 0 {
				b.WriteString("\n")
			}
			b.WriteString(p.Item("- ", p.Voice.Say(say), f))
			continue
		}
		fmt.Fprintln(&b, layout.Flow(p.Voice.Say(say), p.Width, "  "))
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

// verdict is who is ahead, and what decided it.
func (e Evening) verdict() lang.Text {
	first := e.Leaders()
	wins := first[0].Wins
	switch {
	case !slices.ContainsFunc(e.People, func(s Standing) bool { return s.Played > 0 }):
		return notBeside
	case wins == 0:
		return noneWon
	case len(first) > 1:
		return level.With("n", wins, "names", names(first))
	}
	n := 1
	for n < len(e.People) && e.People[n].Wins == wins {
		n++
	}
	if n > 1 {
		return leadsBy.With("n", wins, "name", first[0].Name, "others", names(e.People[1:n]))
	}
	return leads.With("n", wins, "name", first[0].Name)
}

func names(people []Standing) lang.List {
	var out []string
	for _, s := range people {
		out = append(out, s.Name)
	}
	return lang.Names(out)
}

// cells are how a game of somebody is shown.
type cells int

const (
	place cells = iota // 1
	both               // 1 (12)
	apart              // 1 and 12, in two columns
)

// absent stands where somebody did not play.
const absent = "–"

func (c cells) of(h session.How, played bool) []string {
	rank, points := strconv.Itoa(h.Rank), strconv.Itoa(h.Points)
	switch {
	case c == apart && !played:
		return []string{"", ""}
	case c == apart && h.Alone():
		return []string{"", points}
	case c == apart:
		return []string{rank, points}
	case !played:
		return []string{absent}
	case h.Alone() && c == both: // a place among others is none
		return []string{"(" + points + ")"}
	case h.Alone():
		return []string{absent}
	case c == both:
		return []string{rank + " (" + points + ")"}
	}
	return []string{rank}
}

// grid is an evening as text, people down; games before first are left out.
func (p Printer) grid(e Evening, first int, c cells) (head []string, lines [][]string) {
	head = []string{p.Voice.Say(headNumber), p.Voice.Say(headName)}
	for k := range e.Games[first:] {
		game := strconv.Itoa(first + k + 1)
		if head = append(head, game); c == apart {
			head = append(head, p.Voice.Say(headPoints.With("game", game)))
		}
	}
	head = append(head, p.Voice.Say(headWins), "%")
	sums := e.Alike && len(e.Games) > 1
	if sums {
		head = append(head, p.Voice.Say(headSum))
	}
	for _, s := range e.People {
		line := []string{strconv.Itoa(s.Rank), s.Name}
		for _, g := range e.Games[first:] {
			how, played := g.Hows[s.Name]
			line = append(line, c.of(how, played)...)
		}
		line = append(line, strconv.Itoa(s.Wins), s.percent())
		if sums {
			line = append(line, strconv.Itoa(s.Points))
		}
		lines = append(lines, line)
	}
	return head, lines
}

// percent is Beaten as a whole number.
func (s Standing) percent() string {
	f, _ := s.Beaten.Float64()
	return strconv.Itoa(int(f*100 + 0.5))
}

// fitted prints as much of an evening as the window lets it: places and points, else the places alone,
// else those of the last games.
func (p Printer) fitted(e Evening) (left int, err error) {
	if p.Voice.Aloud {
		p.spoken(e)
		return 0, nil
	}
	show := func(left int, what cells) (bool, error) {
		head, lines := p.grid(e, left, what)
		return p.People(head, lines, p.marks(e))
	}
	if fits, err := show(0, both); fits || err != nil {
		return 0, err
	}
	for left := 0; left < len(e.Games); left++ {
		if fits, err := show(left, place); fits || err != nil {
			return left, err
		}
	}
	_, err = show(len(e.Games), place)
	return len(e.Games), err
}

// spoken is everybody in a sentence: the place, the wins, and game by game.
func (p Printer) spoken(e Evening) {
	for _, s := range e.People {
		var games []string
		for k, g := range e.Games {
			if h, played := g.Hows[s.Name]; played {
				games = append(games, p.Voice.Say(spokenGame.With("game", k+1, "place", table.Place(h.Rank), "n", h.Points)))
			}
		}
		p.say(spoken.With("name", p.Name(s.Name), "place", table.Place(s.Rank), "n", s.Wins, "percent", s.percent(), "games", strings.Join(games, ", ")))
	}
}

// marks are those of the people of an evening, in their order. Who is ahead changes nobody's.
func (p Printer) marks(e Evening) []color.Mark {
	names := make([]string, len(e.People))
	for i, s := range e.People {
		names[i] = s.Name
	}
	byName := slices.Sorted(slices.Values(names)) // seats differ from game to game
	marks, out := color.Marks(byName, p.Kept), make([]color.Mark, len(names))
	for i, name := range names {
		out[i] = marks[slices.Index(byName, name)]
	}
	return out
}

// SoFar says who won how many games, in two lines or, where more people than that won one, in as many as name them all; ""
// where fewer than two games are over.
func (p Printer) SoFar(e Evening) string {
	if len(e.Games) < 2 {
		return ""
	}
	var items []string
	marks, won := p.marks(e), 1
	for i, s := range e.People {
		rank, wins := strconv.Itoa(s.Rank)+". "+marks[i].Before(p.Ink), " "+strconv.Itoa(s.Wins)
		if s.Wins > 0 {
			won = i + 1
		}
		items = append(items, rank+layout.Cut(p.Name(s.Name), p.Width-layout.Width("  "+rank+wins+layout.Dot))+wins)
	}
	head := p.Voice.Say(soFar.With("games", countGames.With("n", len(e.Games))))
	for n := len(items); ; n-- {
		shown := slices.Clone(items[:n])
		if n < len(items) {
			shown = append(shown, "…")
		}
		if out := headed(head, shown, p.Width); n == won || strings.Count(out, "\n") < 2 {
			return out
		}
	}
}

// headed is a line of items behind its head, which stands alone where it leaves no room.
func headed(head string, items []string, width int) string {
	const indent = "  "
	if layout.Width(head+" "+items[0]+layout.Dot) > width {
		return layout.Wrap(head, width) + "\n" + indent + layout.Join(items, width-len(indent), "")
	}
	return layout.Join(append([]string{head + " " + items[0]}, items[1:]...), width, indent)
}

// fromTo are two times of day, or one where they are the same.
func fromTo(from, to time.Time) string {
	const clock = "15:04"
	a, b := from.Local().Format(clock), to.Local().Format(clock)
	if a == b {
		return a
	}
	return a + "–" + b
}

// day is the day that it was here.
func (p Printer) day(t time.Time) string { return p.Voice.Day(t.Local()) }

// What --format json prints, keys in this order.
type (
	writtenEvening struct {
		Began      time.Time         `json:"began"`
		Ended      time.Time         `json:"ended"`
		Games      []writtenGame     `json:"games"`
		People     []writtenStanding `json:"people"`
		Unfinished []string          `json:"unfinished"` // ids
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
		Points *int    `json:"points,omitempty"` // only where they can be summed
	}
)

func eveningJSON(e Evening) writtenEvening {
	w := writtenEvening{e.Began.UTC(), e.Ended.UTC(), []writtenGame{}, []writtenStanding{}, []string{}}
	for _, g := range e.Games {
		of := anyOf(g.Hows)
		out := writtenGame{g.ID, of.Game, of.Mode, g.Began.UTC(), g.Ended.UTC(), []writtenPlace{}}
		for _, s := range e.People {
			if h, played := g.Hows[s.Name]; played {
				out.Places = append(out.Places, writtenPlace{s.Name, h.Rank, h.Points, h.Won})
			}
		}
		w.Games = append(w.Games, out)
	}
	for _, s := range e.People {
		beaten, _ := s.Beaten.Float64()
		out := writtenStanding{s.Rank, s.Name, s.Played, s.Wins, beaten, nil}
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
