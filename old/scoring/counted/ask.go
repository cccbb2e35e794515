package counted

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	askRound    = lang.Msg("counted.round", "Round {n}: how many points?")
	askRoundOf  = lang.Msg("counted.round-of", "Round {n}: how many points for {name}?")
	askPoints   = lang.Msg("counted.category", "{it}: how many points?")
	askPointsOf = lang.Msg("counted.category-of", "{it}: how many points for {name}?")
	askMany     = lang.Msg("counted.how-many", "{it}: how many?")
	askManyOf   = lang.Msg("counted.how-many-of", "{it}: how many for {name}?")
	askBid      = lang.Msg("counted.bid", "{it}: how many were bid?")
	askBidOf    = lang.Msg("counted.bid-of", "{it}: how many did {name} bid?")
	theBids     = lang.Msg("counted.the-bids", "The bids: {points}.")
	askMade     = lang.Msg("counted.made", "{it}: how many were made?")
	askMadeOf   = lang.Msg("counted.made-of", "{it}: how many did {name} make?")
	askPairs    = lang.Msg("counted.pairs", "{it} of {name}?")
	pairsNote   = lang.Msg("counted.pairs-note", "{one} times {other}, one after the other: 3x2 4x1. 0 where there are none.")
	askOne      = lang.Msg("counted.who-one", "{it}: who?")
	askYes      = lang.Msg("counted.who-yes", "{it}: who has it?")
	nobody      = lang.Msg("counted.nobody", "nobody")
	askTie      = lang.Msg("counted.tie", "{tied} are level. {it}: how many?")
	askWon      = lang.Msg("counted.who-won", "Who has won?")
	askAllWon   = lang.Msg("counted.all-won-ask", "Have you won, all together?")
	yesWon      = lang.Msg("counted.yes-won", "yes, we have")
	noWon       = lang.Msg("counted.no-won", "no, the game has")
	allCounted  = lang.Msg("counted.all-counted", "Everything is counted. The game ends here.")
	ofNobody    = lang.Msg("counted.of-nobody", "{it}: nobody is counted here, as in the category before.")
	sitsOut     = lang.Msg("counted.sits-out", "I sit this round out")
	myRound     = lang.Msg("counted.my-round", "Round {n}: how many points do you have?")
	myPoints    = lang.Msg("counted.my-points", "{it}: how many points do you have?")
	myMany      = lang.Msg("counted.my-many", "{it}: how many do you have?")
	myBid       = lang.Msg("counted.my-bid", "{it}: how many do you bid?")
	myMade      = lang.Msg("counted.my-made", "{it}: how many did you make?")
	itEnds      = lang.Msg("counted.it-ends", "the game ends here")
	nowCount    = lang.Msg("counted.now-count", "the rounds are over: now the final count")
	inRound     = lang.Msg("counted.in-round", "Round {n}, {it}")
	askPerson   = lang.Msg("counted.person", "{name}: how many points in each category?")
	soFar       = lang.Msg("counted.so-far", "So far: {points}")
	noPairs     = lang.Msg("counted.no-pairs", "two numbers for each, please: {one} and {other}, up to {most}")
)

// endKey is the letter that ends rounds which go on until the table says so.
const endKey = "e"

// An asking is a game together with the Asker for its questions.
type asking struct {
	s State
	a ask.Asker
}

// Next asks for the next event.
func (s State) Next(a ask.Asker) (scoring.Event, error) {
	t := asking{s, a}
	if e, is, err := t.askAgain(); is {
		return e, err
	}
	_, round := s.again.(Round)
	_, category := s.again.(Category)
	switch r := s.Result(); {
	case !s.file.Counts():
		return t.askWon()
	case r.Needs == ByAsked:
		return t.askTie(r)
	case scoring.IsOver(s):
		return t.askRunning(s.left())
	case round || !category && !s.counting():
		return t.askRound()
	case s.open() < 0:
		return scoring.Stop{}, ask.Tell(a, "counted.all", allCounted)
	case s.file.PerPerson:
		return t.askPerson()
	}
	return t.askCategory()
}

// An input is a round, or a field of the final count, while it is being entered.
type input struct {
	asking
	in    []int       // the seats that have a share in it
	notes []lang.Text // the bids, once all are known
	keys  []ask.Key   // letters in place of the first answer
	blank bool        // a dash in the first answer, if that is a line, sits the round out
}

// askRound asks for one round, field by field, everybody in seat order; a dash sits it out.
func (t asking) askRound() (scoring.Event, error) {
	fields, n := t.s.file.EachRound, t.s.rounds.Len()+1
	if err := scoring.Beside(t.a, n, t.s.file.Clock); err != nil {
		return nil, err
	}
	l := input{asking: t, in: scoring.Present(len(t.s.Table.Players), t.s.Away), blank: true}
	switch {
	case t.s.file.Ends.By == AtWord && t.s.file.AtEnd != nil:
		l.keys = []ask.Key{{Letter: endKey, Text: nowCount}}
	case t.s.file.Ends.By == AtWord:
		l.keys = []ask.Key{{Letter: endKey, Text: itEnds}}
	}
	e, last := Round{Told: make([][][]int, len(fields))}, lastTold(fields)
	for i, field := range fields[:last+1] {
		if field.Derived() {
			continue
		}
		next := Round{}
		_, ended, err := l.field(field, inRound.With("n", n, "it", field.Name), func(rows [][]int, in []int) *scoring.Fault {
			next = Round{Told: slices.Clone(e.Told), Away: scoring.Present(len(rows), in)}
			next.Told[i] = rows
			if i < last {
				return t.s.checker().checkRows(field, rows, in)
			}
			next = next.short(fields)
			_, f := t.s.add(next)
			return f
		})
		switch {
		case err != nil:
			return nil, err
		case ended && t.s.file.AtEnd != nil:
			return Counting{}, nil
		case ended:
			return scoring.Stop{}, nil
		}
		e = next
	}
	return e, nil
}

// lastTold returns the index of the last field that people enter.
func lastTold(fields []Field) int {
	for i, f := range slices.Backward(fields) {
		if !f.Derived() {
			return i
		}
	}
	return 0
}

// short returns a round as it is stored: one number per person, if there is no more to it.
func (e Round) short(fields []Field) Round {
	if !single(fields) || e.Told[0] == nil {
		return e
	}
	return Round{Points: numbersOf(e.Told[0]), Away: e.Away}
}

// numbersOf returns everybody's single number, 0 for a person without one.
func numbersOf(rows [][]int) []int {
	out := make([]int, len(rows))
	for seat, row := range rows {
		out[seat] = append(row[:len(row):len(row)], 0)[0]
	}
	return out
}

// askCategory asks for the next field of the final count, for everybody who played.
func (t asking) askCategory() (scoring.Event, error) {
	c := t.s.open()
	field := t.s.end.fields[c]
	if in, told := t.s.end.named(); told && in == nil && field.names() {
		return Category{Category: c, Told: make([][]int, len(t.s.totals))}, ask.Tell(t.a, "counted.of-nobody", ofNobody.With("it", field.Name))
	}
	l := input{asking: t, in: t.s.toCount()}
	rows, _, err := l.field(field, field.Name, func(rows [][]int, _ []int) *scoring.Fault {
		_, f := t.s.category(t.s.file.category(c, rows))
		return f
	})
	return t.s.file.category(c, rows), err
}

// toCount returns the seats that the final count is about: those that an earlier field names, or else those that played a
// round.
func (s State) toCount() []int {
	if in, _ := s.end.named(); in != nil {
		return in
	}
	if in := s.inRounds(); in != nil {
		return in
	}
	return scoring.Present(len(s.Table.Players), nil)
}

// A question is put to everybody, to a person who plays alone, or to each person on a phone.
type question struct {
	id             string
	all, one, mine lang.Text
	some           []int // example of an answer
}

// Questions for one number from each person.
var (
	ofRound  = question{"pad.round", askRound, askRoundOf, myRound, somePoints}
	ofPoints = question{"pad.category", askPoints, askPointsOf, myPoints, somePoints}
	ofMany   = question{askMany.ID, askMany, askManyOf, myMany, someThings}
	ofBids   = question{askBid.ID, askBid, askBidOf, myBid, someThings}
	ofTricks = question{askMade.ID, askMade, askMadeOf, myMade, someThings}
	ofTie    = question{askTie.ID, askTie, askMany, myMany, someThings}
)

// Numbers that serve as examples: of points, and of things that are counted.
var (
	somePoints = []int{12, 5, -3}
	someThings = []int{2, 0, 1}
)

// with returns the question with one of its places filled in.
func (q question) with(place string, it any) question {
	q.all, q.one, q.mine = q.all.With(place, it), q.one.With(place, it), q.mine.With(place, it)
	return q
}

// A checking refuses the rows of a field; in lists the seats that have one.
type checking func(rows [][]int, in []int) *scoring.Fault

// field asks for one field of everybody who is in. ended says that a letter was pressed instead.
func (t *input) field(f Field, it lang.Text, check checking) (rows [][]int, ended bool, err error) {
	rows = make([][]int, len(t.s.Table.Players))
	_, lo, hi := f.bounds()
	line := ask.Each{Lo: lo, Hi: hi, Sum: f.Sum.Of(len(rows))}
	switch {
	case f.Form == Times:
		rows, err = t.pairs(f, it, check)
		return rows, false, err
	case f.Form == One || f.Form == Yes:
		return t.who(f, it, check)
	case f.Form == Sets:
		for k, name := range f.Names {
			last := checking(nil)
			if k == len(f.Names)-1 {
				last = check
			}
			of := lang.Literal("{it}, {name}").With("it", it, "name", name)
			rows, ended, err = t.line(ofMany.with("it", of), line, rows, last)
			if ended || err != nil {
				break
			}
		}
		return rows, ended, err
	case f.Form == Bid:
		rows, ended, err = t.line(ofBids.with("it", it), line, rows, nil)
		if ended || err != nil {
			return rows, ended, err
		}
		t.notes = []lang.Text{theBids.With("points", had(t.s.Table.Players, t.in, numbersOf(rows)))}
		return t.line(ofTricks.with("it", it), line, rows, check)
	case f.Form == Plain && t.blank && len(t.s.file.EachRound) == 1:
		return t.line(ofRound.with("n", t.s.rounds.Len()+1), line, rows, check)
	case f.Form == Plain:
		return t.line(ofPoints.with("it", it), line, rows, check)
	}
	return t.line(ofMany.with("it", it), line, rows, check)
}

// line asks everybody who is in for one number and appends it to their rows. A person who is in alone is asked by name for a
// number, so that a phone shows the letters of the question, too.
func (t *input) line(q question, line ask.Each, rows [][]int, check checking) (next [][]int, ended bool, err error) {
	h := ask.Head{ID: q.id, Text: q.all, Notes: t.notes, People: t.in, Names: setup.Named(t.s.Table.Players, t.in), Phone: ask.Phone{One: q.mine}}
	if t.blank {
		line.Blank, line.Nothing = true, sitsOut
	}
	kind := ask.Kind[ask.Line](example(line, len(t.in), q.some))
	if len(t.in) == 1 {
		h.Text, kind = q.one.With("name", h.Names[0]), ask.Number{Lo: line.Lo, Hi: line.Hi}.Line()
	}
	of := func(l ask.Line) (next [][]int, in []int) {
		next = make([][]int, len(rows))
		for k, seat := range t.in {
			if row := l.Row(k); len(row) > 0 {
				next[seat], in = append(slices.Clip(rows[seat]), row[0]), append(in, seat)
			}
		}
		return next, in
	}
	r, err := ask.Accept(t.a, h, ask.Or(kind, t.keys...), func(r ask.Keyed[ask.Line]) (ask.Keyed[ask.Line], error) {
		rows, in := of(r.Value)
		switch {
		case r.Key != "":
		case in == nil:
			return r, fault.New(nobodyIn)
		case check != nil:
			return r, check(rows, in).Err()
		}
		return r, nil
	})
	if err != nil || r.Key != "" {
		return nil, r.Key != "", err
	}
	next, t.in = of(r.Value)
	t.keys, t.notes, t.blank = nil, nil, false
	return next, false, nil
}

// example returns a line with an example for n people.
func example(line ask.Each, n int, some []int) ask.Each {
	for k := range n {
		if line.Sum == nil {
			line.Example = append(line.Example, []int{min(max(some[k%len(some)], line.Lo), line.Hi)})
		}
	}
	return line
}

// who asks which person or people have it: for One a person or nobody, for Yes any number of people.
func (t *input) who(f Field, it lang.Text, check checking) (rows [][]int, ended bool, err error) {
	among := scoring.Among{Players: t.s.Table.Players, Seats: t.in}
	of := func(those []int) [][]int { return signs(len(t.s.Table.Players), t.in, those) }
	key := ""
	if f.Form == One {
		h := ask.Head{ID: askOne.ID, Text: askOne.With("it", it)}
		pick := scoring.At(ask.Pick{Options: []lang.Text{nobody}, Marks: []lang.Text{lang.Literal("0")}}, among)
		rows, err = ask.Accept(t.a, h, ask.Or(pick, t.keys...), func(r ask.Keyed[int]) ([][]int, error) {
			key = r.Key
			rows := of([]int{among.Seat(r.Value)})
			return rows, check(rows, t.in).Err()
		})
	} else {
		h := ask.Head{ID: askYes.ID, Text: askYes.With("it", it)}
		rows, err = ask.Accept(t.a, h, ask.Or(scoring.At(ask.Many{}, among), t.keys...), func(r ask.Keyed[ask.Counts]) ([][]int, error) {
			key = r.Key
			rows := of(r.Value.Of(t.in))
			return rows, check(rows, t.in).Err()
		})
	}
	t.keys, t.blank = nil, false
	return rows, key != "", err
}

// signs returns a row for each person who is in: 1 for some of them, 0 for the others.
func signs(people int, in, those []int) [][]int {
	rows := make([][]int, people)
	for _, seat := range in {
		rows[seat] = []int{0}
		if slices.Contains(those, seat) {
			rows[seat] = []int{1}
		}
	}
	return rows
}

// pairs asks each person for their own pairs, all at once if they have phones.
func (t *input) pairs(f Field, it lang.Text, check checking) ([][]int, error) {
	h := ask.Head{ID: askPairs.ID, Written: []lang.Text{pairsNote.With("one", f.Names[0], "other", f.Names[1])}, Phone: ask.Phone{Pair: f.Names}, People: t.in, Names: setup.Named(t.s.Table.Players, t.in)}
	var group []ask.Alone[string]
	for k, name := range h.Names {
		one := ask.Alone[string]{Head: h.To(k), Kind: ask.Words{}}
		one.Text = askPairs.With("it", it, "name", name)
		group = append(group, one)
	}
	all, err := ask.All(t.a, group, func(_ int, typed string) error {
		_, wrong := f.readPairs(typed)
		return wrong.Err()
	})
	if err != nil {
		return nil, err
	}
	rows := make([][]int, len(t.s.Table.Players))
	for k, seat := range t.in {
		row, wrong := f.readPairs(all[k])
		if wrong != nil {
			return nil, wrong
		}
		rows[seat] = row
	}
	t.blank = false
	return rows, check(rows, t.in).Err()
}

// readPairs reads pairs as people type them: 3x2 4x1, 3*2+4*1; 0 for none.
func (f Field) readPairs(typed string) (row []int, wrong *scoring.Fault) {
	refused := fault.New(noPairs.With("one", f.Names[0], "other", f.Names[1], "most", mostTold))
	row = []int{}
	if strings.TrimSpace(typed) == "0" {
		return row, nil
	}
	for _, pair := range strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' || r == '+' }) {
		one, other, _ := strings.Cut(strings.NewReplacer("*", "x", "×", "x").Replace(pair), "x")
		a, errA := strconv.Atoi(one)
		b, errB := strconv.Atoi(other)
		if errA != nil || errB != nil {
			return nil, refused
		}
		row = append(row, a, b)
	}
	if len(row) == 0 {
		return nil, refused
	}
	return row, f.check(row)
}

// askPerson asks for all points of the next person at the end. That cannot be split among phones, so the scorekeeper answers.
func (t asking) askPerson() (scoring.Event, error) {
	seat := t.s.open()
	h := ask.Head{ID: "pad.person", Text: askPerson.With("name", t.s.Table.Players[seat]), Names: t.s.Columns()}
	h.People = slices.Repeat([]int{ask.Scorekeeper}, len(h.Names))
	if told := had(t.s.Table.Players, scoring.RowsWith(t.s.seen, true), t.s.points()); len(told) > 0 {
		h.Notes = []lang.Text{soFar.With("points", told)}
	}
	l, err := ask.Put(t.a, h, example(ask.Each{Lo: -MostPoints, Hi: MostPoints}, len(h.Names), somePoints))
	return Person{seat, l.Each(0)}, err
}

// askTie asks the people who are level for the number that settles their tie.
func (t asking) askTie(r scoring.Result) (scoring.Event, error) {
	k, at := account{t.s}, 0
	for _, _, known := k.tie(at, r.Tied); known || t.s.file.Ties[at].Field != ""; _, _, known = k.tie(at, r.Tied) {
		at++
	}
	l := input{asking: t, in: r.Tied}
	it := lang.Literal("{it}").With("it", t.s.file.Ties[at].Ask)
	q := ofTie.with("it", it).with("tied", scoring.Whos(r.Rows, r.Tied))
	rows, _, err := l.line(q, ask.Each{Lo: -MostPoints, Hi: MostPoints}, make([][]int, len(r.Rows)), nil)
	return Asked{at, rows}, err
}

// askWon asks the table who won.
func (t asking) askWon() (scoring.Event, error) {
	if t.s.file.Wins == Together {
		k, err := ask.Put(t.a, ask.Head{ID: askAllWon.ID, Text: askAllWon}, ask.Pick{Options: []lang.Text{yesWon, noWon}})
		if k != 0 {
			return Won{}, err
		}
		return Won{t.s.Table.Turn(0)}, err
	}
	all := t.s.Table.Turn(0)
	these, err := ask.Put(t.a, ask.Head{ID: askWon.ID, Text: askWon}, scoring.At(ask.Many{}, scoring.Among{Players: t.s.Table.Players, Seats: all}))
	return Won{these.Of(all)}, err
}

// dealer returns the seat that deals the next round, the next one to the left of the last dealer; deals is false if nobody does.
func (s State) dealer() (seat int, deals bool) {
	if !s.file.Deals {
		return 0, false
	}
	n, seat := len(s.Table.Players), s.Table.First
	for _, r := range s.rounds.All() {
		seat = scoring.NextPresent(n, r.Away, seat) + 1
	}
	return scoring.NextPresent(n, s.Away, seat%n), true
}

// BeginsNext returns the seat that deals first in the next game.
func (s State) BeginsNext() int {
	if seat, deals := s.dealer(); deals {
		return seat
	}
	return s.Frame.BeginsNext()
}

// Ending returns the event by which a table ends the game here: if there is a final count, it only ends the rounds.
func (s State) Ending() (scoring.Event, lang.Text) {
	if s.file.AtEnd != nil && !s.counting() {
		return Counting{}, lang.Text{}
	}
	return s.Frame.Ending()
}
