package counted

import (
	"encoding/json"
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Faults in the sheet of a pad, which has lists in seat order.
var (
	OneByOne = lang.Msg("counted.one-by-one", "everybody’s points are needed here, or the key is left out")
	AllOfOne = lang.Msg("counted.all-of-one", "{name} has points in some categories: all of them are needed, or none")
)

// A sheetOf is a sheet being read.
type sheetOf struct {
	*File
	names []string
}

// read reads the game's own part of a sheet.
func (f *File) read(o *sheet.Object, t *setup.Table) []scoring.Located {
	s := sheetOf{f, t.Players}
	t.GameFile = f.Text
	if it, there := o.Maybe("game_file"); there {
		it.AnyObject()
	}
	if !f.Counts() {
		return ReadWinners(o, t.Players)
	}
	var events []scoring.Located
	if f.EachRound != nil {
		events = ReadRounds(o, t.Players, s.readRound)
	}
	return slices.Concat(events, s.readEnd(o), ReadOut(o, t.Players), s.readTies(o))
}

// ReadWinners reads the table's word on who won.
func ReadWinners(o *sheet.Object, names []string) []scoring.Located {
	it, there := o.Maybe("winners")
	if !there {
		return nil
	}
	won := Won{scoring.Ascending(scoring.SeatList(it, names))}
	return []scoring.Located{{Event: won}}
}

// ReadOut reads who left and is not ranked.
func ReadOut(o *sheet.Object, names []string) []scoring.Located {
	out := scoring.Seats(o, "out", names)
	if out == nil {
		return nil
	}
	return []scoring.Located{{Event: Running{Out: scoring.Ascending(out)}, At: []string{"out"}}}
}

// ReadRounds reads all rounds, with the starts of latecomers between them.
func ReadRounds(o *sheet.Object, names []string, read func(sheet.Item) Round) []scoring.Located {
	items := o.Get("rounds").List(0, sheet.MaxInt)
	starts := readStarts(o, len(items), names)
	events := starts[0]
	for i, it := range items {
		events = append(events, scoring.Located{Event: read(it), At: []string{"rounds", fault.Index(i)}})
		events = append(events, starts[i+1]...)
	}
	return events
}

// readStarts reads the starts of latecomers, by the number of rounds before them.
func readStarts(o *sheet.Object, rounds int, names []string) [][]scoring.Located {
	out := make([][]scoring.Located, rounds+1)
	it, there := o.Maybe("starts")
	if !there {
		return out
	}
	for i, it := range it.List(0, sheet.MaxInt) {
		c := it.Object()
		e := Start{scoring.Seat(c.Get("name"), names), c.Get("points").Int(-MostPoints, MostPoints), c.Get("by").Text()}
		after := c.Get("after").Int(0, rounds)
		c.Done()
		if o.Err() == nil {
			out[after] = append(out[after], scoring.Located{Event: e, At: []string{"starts", fault.Index(i)}})
		}
	}
	return out
}

// readRound reads one round, in which all fields name the same people.
func (s sheetOf) readRound(it sheet.Item) Round {
	o := it.Object()
	e := Round{Told: make([][][]int, len(s.EachRound))}
	in := scoring.Present(len(s.names), nil)
	for i, field := range s.EachRound {
		if field.Derived() {
			continue
		}
		e.Told[i] = s.readField(field, o.Get(field.Key()))
		if field.names() {
			in = within(e.Told[i])
		}
	}
	o.Done()
	for i, field := range s.EachRound {
		if field.Form == One && e.Told[i] != nil {
			e.Told[i] = only(e.Told[i], in)
		}
	}
	e.Away = scoring.Present(len(s.names), in)
	return e.short(s.EachRound)
}

// only drops the rows of people without a share in a part. If one of them is the person who has it, the row stays, and the
// rules refuse it.
func only(rows [][]int, in []int) [][]int {
	rows = slices.Clone(rows)
	for seat, row := range rows {
		if !slices.Contains(in, seat) && row != nil && row[0] == 0 {
			rows[seat] = nil
		}
	}
	return rows
}

// readField reads the rows of a field, by seat.
func (s sheetOf) readField(f Field, it sheet.Item) [][]int {
	if f.Form == One {
		var those []int
		if !it.Null() {
			those = []int{scoring.Seat(it, s.names)}
		}
		return signs(len(s.names), scoring.Present(len(s.names), nil), those)
	}
	return scoring.ByName(it, s.names, nil, func(it sheet.Field) []int { return f.readRow(it.Item) })
}

// readRow reads one person's row.
func (f Field) readRow(it sheet.Item) []int {
	count, lo, hi := f.bounds()
	row := []int{}
	switch f.Form {
	case Times:
		for _, pair := range it.List(0, mostPairs) {
			for _, n := range pair.List(2, 2) {
				row = append(row, n.Int(lo, hi))
			}
		}
	case Sets:
		o := it.Object()
		for _, name := range f.Names {
			row = append(row, o.Get(name.Other).Int(lo, hi))
		}
		o.Done()
	case Bid:
		for _, n := range it.List(count, count) {
			row = append(row, n.Int(lo, hi))
		}
	case Yes:
		row = append(row, 0)
		if it.Bool() {
			row[0] = 1
		}
	default:
		row = append(row, it.Int(lo, hi))
	}
	return row
}

// readEnd reads the final count.
func (s sheetOf) readEnd(o *sheet.Object) (events []scoring.Located) {
	if s.AtEnd == nil {
		return nil
	}
	it, there := o.Maybe("at_end")
	if !there {
		return nil
	}
	c, whole, told := it.Object(), true, make([][][]int, len(s.AtEnd))
	for i, field := range s.AtEnd {
		switch {
		case field.Derived():
		case !c.Has(field.Key()):
			whole = false
		default:
			told[i] = s.readField(field, c.Get(field.Key()))
		}
	}
	c.Done()
	over, said := o.Maybe("over")
	stopped := said && over.Bool()
	for i := range s.AtEnd {
		if told[i] == nil {
			continue
		}
		if events == nil && s.EachRound != nil && (stopped || s.Ends.By == AtWord && !whole) {
			events = append(events, scoring.Located{Event: Counting{}, At: []string{"at_end"}})
		}
		events = append(events, scoring.Located{Event: s.category(i, told[i]), At: []string{"at_end"}})
	}
	return events
}

// readTies reads the numbers of people who were level.
func (s sheetOf) readTies(o *sheet.Object) (events []scoring.Located) {
	it, there := o.Maybe("ties")
	if !there {
		return nil
	}
	c := it.Object()
	for i, t := range s.Ties {
		if t.Field != "" || !c.Has(t.Ask.Other) {
			continue
		}
		rows := scoring.ByName(c.Get(t.Ask.Other), s.names, nil, func(it sheet.Field) []int { return []int{it.Int(-MostPoints, MostPoints)} })
		events = append(events, scoring.Located{Event: Asked{i, rows}})
	}
	c.Done()
	return events
}

// A WrittenStart is a Start in a sheet.
type WrittenStart struct {
	Name   string `json:"name"`
	After  int    `json:"after"` // rounds
	Points int    `json:"points"`
	By     string `json:"by"`
}

// Write returns the game's own part of a sheet, keys in the order of the contract.
func (s State) Write(func(lang.Text) string) any {
	if s.file.Pad != nil {
		return s.file.Pad(s)
	}
	names, f := s.Table.Players, s.file
	rounds, ties := []any{}, scoring.Ordered{}
	for _, r := range s.rounds.All() {
		rounds = append(rounds, writtenPart(r.part, names))
	}
	for i, rows := range s.asked {
		ties.Add(rows != nil, f.Ties[i].Ask.Other, Field{}.write(rows, names))
	}
	starts, end, out, won := s.Starts(), writtenPart(s.end, names), s.Out(), s.Winners()
	var w scoring.Ordered
	w.Add(true, "game_file", json.RawMessage(f.Text))
	w.Add(f.EachRound != nil, "rounds", rounds)
	w.Add(starts != nil, "starts", starts)
	w.Add(len(end) > 0, "at_end", end)
	w.Add(len(out) > 0, "out", out)
	w.Add(len(ties) > 0, "ties", ties)
	w.Add(won != nil, "winners", won)
	return w
}

// Winners returns the names of the winners, if the table said who won; else nil.
func (s State) Winners() []string {
	if !s.said {
		return nil
	}
	return setup.Named(s.Table.Players, s.won)
}

// Rounds returns the rows of each round's first field, by seat.
func (s State) Rounds() (out [][][]int) {
	for _, r := range s.rounds.All() {
		out = append(out, r.rows[0])
	}
	return out
}

// AtEnd returns the rows of each field of the final count, by seat; nil before it is entered.
func (s State) AtEnd() [][][]int { return s.end.rows }

// Starts returns the starts of latecomers for a sheet.
func (s State) Starts() (out []WrittenStart) {
	for _, b := range s.starts {
		out = append(out, WrittenStart{s.Table.Players[b.Seat], b.after, b.Points, b.By})
	}
	return out
}

// Out returns the names of people who left and are not ranked.
func (s State) Out() []string {
	return setup.Named(s.Table.Players, scoring.RowsWith(s.verdicts, outOfIt))
}

// writtenPart returns a part, by the keys of its fields.
func writtenPart(p part, names []string) scoring.Ordered {
	out := scoring.Ordered{}
	for i, field := range p.fields {
		if !field.Derived() && p.rows[i] != nil {
			out.Add(true, field.Key(), field.write(p.rows[i], names))
		}
	}
	return out
}

// write returns a field's rows, by name.
func (f Field) write(rows [][]int, names []string) any {
	if f.Form == One {
		for seat, row := range rows {
			if row != nil && row[0] == 1 {
				return names[seat]
			}
		}
		return (*string)(nil)
	}
	out := scoring.Ordered{}
	for seat, row := range rows {
		if row != nil {
			out.Add(true, names[seat], f.writeRow(row))
		}
	}
	return out
}

// writeRow returns one person's row.
func (f Field) writeRow(row []int) any {
	switch f.Form {
	case Times:
		return slices.AppendSeq([][]int{}, slices.Chunk(row, 2))
	case Sets:
		out := scoring.Ordered{}
		for i, n := range row {
			out.Add(true, f.Names[i].Other, n)
		}
		return out
	case Bid:
		return row
	case Yes:
		return row[0] == 1
	}
	return row[0]
}
