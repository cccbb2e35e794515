package scoring

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A Frame holds the engine's facts about a game in progress. Every State embeds one.
type Frame struct {
	Table    setup.Table // as it is from now on
	Away     []Name      // people who are away from now on, in seat order; during Play, those who are away in this event
	Midway   []Name      // people in Away who left in the middle of the next turn
	Came     []Name      // everybody in order of coming: first the seats of the beginning, then newcomers; a rename keeps the place
	Late     []Name      // newcomers: they came after the game had begun
	Judged   []Name      // people who were away at the end when the table said who is ranked
	Unranked []Name      // those of them who are not ranked
	Base     map[Row]int // points that a row began with
	Laid     bool        // everything is laid out
	Stopped  bool        // the table ended the game

	Deck  []string // the deck drawn when the table was laid out
	Parts []Part   // the ledger
	Teams bool     // rows are teams
}

func (f Frame) frame() Frame { return f } //nolint:unused // every State has it, by its Frame

func (f *Frame) set(now Frame) { *f = now }

// Decide leaves a result as it is: the most points win, and a tie is a shared victory.
func (f Frame) Decide(r Result) Result { return r }

// Fixed lets people come and leave.
func (f Frame) Fixed() lang.Text { return lang.Text{} }

// MayStart lets nobody begin with points.
func (f Frame) MayStart() bool { return false }

// FrameOf returns the frame of a state.
func FrameOf(s State) Frame { return s.frame() }

// Recalled returns the table of a game, with the choices that the next one begins with.
func Recalled(s State) setup.Table {
	t := s.frame().Table.Clone()
	t.Again = false
	if own, does := s.(interface{ Recall() map[string]string }); does {
		for id, choice := range own.Recall() {
			t = t.With(id, choice)
		}
	}
	return t
}

// A Part is a piece of the game that pays: a round, a guest, a slap.
type Part struct {
	Title lang.Text
	There []Row // rows that took part, in the order of Rows
	Lines []Line
	Joins bool // it is one round of the result with the part before it: a category of the count at the end

	Aside    bool // it never pays anything: tables of points leave it out
	Numbered bool // it is one of many alike, told apart by its number: the rounds of a game, and not guests or categories
}

// A Line is the points that one row got for one reason. A line of 0 points says why a row got none where it might have
// expected some.
type Line struct {
	Row    Row
	Points int
	Where  lang.Text // heading of the rulebook, and page where it has pages; or the person or group that decided
	Why    lang.Text // the whole reason: “every point”, --why
	Short  lang.Text // the reason in a few words, read by the table after the turn; Why if empty
	Head   lang.Text // the heading under which the evening is summed up: “Fooled”; empty if none
	From   []Row     // the people who caused it, where Head counts them: those who were fooled
}

// Begin begins a part of the ledger.
func (f *Frame) Begin(title lang.Text) {
	there := slices.DeleteFunc(f.Rows(), func(r Row) bool { return slices.Contains(f.Away, Name(r)) })
	f.Parts = append(f.Parts, Part{Title: title, There: there})
}

// BeginNumbered begins a part of the ledger that is one of many alike, such as a round.
func (f *Frame) BeginNumbered(title lang.Text) {
	f.Begin(title)
	f.Parts[len(f.Parts)-1].Numbered = true
}

// Pay pays a row in the part that was begun last. It panics if none was.
func (f *Frame) Pay(l Line) {
	if len(f.Parts) == 0 {
		panic("scoring: Pay before Begin")
	}
	part := &f.Parts[len(f.Parts)-1]
	part.Lines = append(part.Lines, l)
}

// own returns a frame with a ledger of its own: states share slices, and Pay appends to the last part.
func (f Frame) own() Frame {
	f.Parts = slices.Clone(f.Parts)
	if n := len(f.Parts); n > 0 {
		f.Parts[n-1].Lines = slices.Clone(f.Parts[n-1].Lines)
	}
	return f
}

// Rows returns the rows of the standings: people in seat order, or teams.
func (f Frame) Rows() []Row {
	if f.Teams {
		rows := make([]Row, len(f.Table.Teams))
		for i, t := range f.Table.Teams {
			rows[i] = t.Name
		}
		return rows
	}
	rows := make([]Row, len(f.Table.Players))
	for i, p := range f.Table.Players {
		rows[i] = Row(p)
	}
	return rows
}

// RowOf returns the row of a person: themselves, or their team.
func (f Frame) RowOf(n Name) Row {
	if f.Teams {
		for _, t := range f.Table.Teams {
			if slices.Contains(t.Players, n) {
				return t.Name
			}
		}
	}
	return Row(n)
}

// Present returns the people who are there, in seat order.
func (f Frame) Present() []Name { return without(f.Table.Players, f.Away) }

// Number returns the number of a person, from 1, or 0 if nobody has that name. It goes by order of coming and stays theirs
// for the whole game: no newcomer, change of seats or rename moves it. Lists, colors and letters go by it.
func (f Frame) Number(n Name) int { return slices.Index(f.Came, n) + 1 }

// Left returns the next person on somebody's left who is there; n may be away.
func (f Frame) Left(n Name) Name {
	turn := without(f.Table.Turn(n), f.Away)
	if len(turn) > 1 && turn[0] == n {
		return turn[1]
	}
	return turn[0]
}

// Points returns the points of each row: its base and every line.
func (f Frame) Points() map[Row]int {
	points := map[Row]int{}
	for _, r := range f.Rows() {
		points[r] = f.Base[r]
	}
	for _, p := range f.Parts {
		for _, l := range p.Lines {
			points[l.Row] += l.Points
		}
	}
	return points
}

// without returns names that are not among others, in their order.
func without[S ~string](names, others []S) []S {
	return slices.DeleteFunc(slices.Clone(names), func(n S) bool { return slices.Contains(others, n) })
}

// among returns names that are among others, in their order.
func among[S ~string](names, others []S) []S {
	return slices.DeleteFunc(slices.Clone(names), func(n S) bool { return !slices.Contains(others, n) })
}
