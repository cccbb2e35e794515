package counted

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

const endKey = "end"

var nobodyKey = ask.Option{ID: setup.Nobody, Key: "n", Text: lang.T("nobody")}

// Next asks for a round, field by field, or for the next field of the count at the end; for the winners where nothing is
// counted; for a number that settles a tie.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	q := entryDialog{State: s, Asker: a}
	switch e := was.(type) {
	case Round:
		return q.round(e)
	case Count:
		return q.count(e)
	case Counting:
		return q.round(nil)
	}
	asked, _ := was.(Asked)
	won, _ := was.(Won)
	switch {
	case !s.file.counts():
		return q.won(won)
	case scoring.Over(s):
		return q.tie(asked)
	case !s.counting():
		return q.round(nil)
	}
	return q.count(nil)
}

// An entryDialog is a dialog about a round, about fields of the count at the end, or about a tie.
type entryDialog struct {
	State
	ask.Asker
	in      []scoring.Name // the people with a share in it
	settled bool           // it is known who has a share
	notes   []lang.Text    // above the next question
	keys    []ask.Option   // letters in place of the first answer
	was     map[string]Entry
	check   func(Entry) error
}

// round asks for a round. A dash sits it out.
func (q entryDialog) round(was Round) (scoring.Event, error) {
	q.in, q.was = q.Present(), was
	if q.file.Deals {
		q.notes = []lang.Text{lang.T("{name} deals.").With("name", q.dealer())}
	}
	if q.file.byTable() || q.file.AtEnd != nil {
		say := lang.T("the game ends here")
		if q.file.AtEnd != nil {
			say = lang.T("the rounds are over: now the final count")
		}
		q.keys = []ask.Option{{ID: endKey, Key: "e", Text: say, Table: true}}
	}
	told := Round{}
	fields := q.file.EachRound.told()
	for i, f := range fields {
		q.check = func(it Entry) error {
			next := maps.Clone(told)
			next[f.key()] = it
			away := next.Missing(q.Present())
			if i == len(fields)-1 {
				return q.fits(next, away)
			}
			s := q.State
			s.Away = append(slices.Clip(s.Away), away...)
			_, err := s.column(f, it, s.Present())
			return err
		}
		it, ended, err := q.field(f, lang.T("Round {n}, {it}").With("n", len(q.Rounds)+1, "it", f.Name.Text))
		switch {
		case err != nil:
			return nil, err
		case ended && q.file.AtEnd != nil:
			return Counting{}, nil
		case ended:
			return scoring.Stop{}, nil
		}
		told[f.key()] = it
	}
	return told, nil
}

// fits refuses an event that cannot come next.
func (q entryDialog) fits(e scoring.Event, away []scoring.Name) error {
	s := q.State
	s.Parts, s.Away = slices.Clip(s.Parts), append(slices.Clip(s.Away), away...)
	_, err := s.Play(e)
	return err
}

// count asks for a field of the count at the end: the one that was told, or the next.
func (q entryDialog) count(was Count) (scoring.Event, error) {
	f := q.open()
	for _, it := range q.file.AtEnd.told() {
		if _, told := was[it.key()]; told {
			f = it
			break
		}
	}
	if f == nil {
		_, err := ask.Put(q, ask.Question{ID: "counted.stop", Text: lang.T("Everything is counted."), Suggest: setup.Yes,
			Shape: setup.Confirm(lang.T("The game ends here"))}, nil)
		return scoring.Stop{}, err
	}
	// A sheet's count has several fields in one event; those that are not corrected stay in it.
	told := Count{}
	maps.Copy(told, was)
	q.in, q.was, q.settled = q.inCount(), was, true
	q.check = func(it Entry) error { return q.fits(Count{f.key(): it}, nil) }
	it, _, err := q.field(f, f.Name.Text)
	told[f.key()] = it
	return told, err
}

// field asks everybody in q.in for one field. ended says that a letter was pressed instead.
func (q *entryDialog) field(f *Field, it lang.Text) (told Entry, ended bool, err error) {
	if f.form == isOne || f.form == isYes {
		return q.who(f, it)
	}
	lines := q.lines(f, it)
	given := map[scoring.Name]numbers{}
	for i, l := range lines {
		if i == 1 && f.Bid != nil {
			var bids lang.List
			for _, n := range q.in {
				bids = append(bids, scoring.Has(n, given[n][0]))
			}
			q.notes = []lang.Text{lang.T("The bids: {points}.").With("points", bids)}
		}
		given, ended, err = q.line(f, l, i, given, i == len(lines)-1)
		if ended || err != nil {
			return told, ended, err
		}
	}
	return f.entry(given), false, nil
}

// entry returns everybody's numbers as a sheet has them.
func (f *Field) entry(given map[scoring.Name]numbers) Entry {
	e := Entry{By: map[scoring.Name]sheet.Value{}}
	for n, r := range given {
		e.By[n] = f.write(r)
	}
	return e
}

// A line asks everybody for one of their numbers in a field, or for all of them in a field of times.
type line struct {
	ask.Question           // Text asks all together
	one          lang.Text // asks one person
	sum          int
	sums         []int // that the numbers may add up to; none: any
	some         []int // numbers for examples, if they are within the bounds
}

// lines returns the questions for a field.
func (q *entryDialog) lines(f *Field, it lang.Text) []line {
	id, one := "counted "+f.key(), lang.T("{it} ({name})")
	lo, hi := f.bounds()
	var sum int
	sums := f.Sum.of(len(q.Table.Players)).in(len(q.Rounds) + 1)
	if len(sums) == 1 {
		sum = sums[0]
		if f.Bid != nil {
			hi = min(hi, sum)
		}
	}
	some := []int{2, 0, 1, 3}
	if f.form == isPlain {
		some = []int{12, 5, 0, 8}
	}
	number := func(id string, text lang.Text, sum int) line {
		text = text.With("it", it)
		return line{Question: ask.Question{ID: id, Text: text, Shape: ask.Number{Lo: lo, Hi: hi}}, one: one.With("it", text), sum: sum, some: some}
	}
	adds := func(l line) []line {
		l.sums = sums
		return []line{l}
	}
	switch {
	case f.Times != nil:
		all := ask.Question{ID: id, Text: it, Shape: ask.Words{}}
		q.notes = append(slices.Clip(q.notes), lang.T("{one} times {other}, one after the other: 3x2 4x1. 0 where there are none.").
			With("one", f.Times[0].Text, "other", f.Times[1].Text))
		return []line{{Question: all, one: lang.T("{it} of {name}?").With("it", it)}}
	case f.Names != nil:
		var all []line
		for _, name := range f.Names {
			all = append(all, number(id+" "+name.Key, lang.T("{it}, {name}: how many?").With("name", name.Text), 0))
		}
		return all
	case f.Bid != nil:
		return []line{
			// In a narrow window only the beginning of the question stays beside its answer.
			number(id+" bid", lang.T("Bid. {it}: how many?"), 0), number(id+" made", lang.T("Made. {it}: how many?"), sum),
		}
	case f.form != isPlain:
		return []line{number(id, lang.T("{it}: how many?"), 0)}
	case q.file.asks.find(f.key()) != nil && q.Ended():
		return []line{number(id, lang.T("{tied} are level. {it}: how many?").With("tied", lang.Names(q.in)), 0)}
	case !q.settled && len(q.file.EachRound) == 1:
		return adds(number(id, lang.T("Round {n}: how many points?").With("n", len(q.Rounds)+1), sum))
	}
	return adds(number(id, lang.T("{it}: how many points?"), sum))
}

// examples returns lines for some people that a question takes: numbers within its bounds that add up as they should.
func (l line) examples(people int) (lines []string) {
	number, is := l.Shape.(ask.Number)
	if !is {
		return slices.Repeat([]string{"3x2 4x1"}, people)
	}
	left := append(slices.Clip(l.sums), 0)[0]
	for i := range people {
		n := l.some[i%len(l.some)]
		// The example has to be a line that the rules take: the others must be able to have exactly the rest.
		if others := people - i - 1; len(l.sums) > 0 {
			n = min(max(n, left-others*number.Hi), left-others*number.Lo)
		}
		n = min(max(n, number.Lo), number.Hi)
		left -= n
		lines = append(lines, strconv.Itoa(n))
	}
	return lines
}

// line asks everybody in q.in for one more of their numbers, at a place behind the given ones, and returns all so far. In the
// first line of a round a dash sits the round out.
func (q *entryDialog) line(f *Field, l line, place int, given map[scoring.Name]numbers, last bool) (next map[scoring.Name]numbers, ended bool, err error) {
	g := ask.Group{Text: l.Text, Notes: q.notes, Sum: l.sum}
	if f.Whole != nil {
		whole := f.Whole.of(len(q.Table.Players))
		g.Whole = whole[:]
	}
	if l.sum == 0 {
		g.Example = l.examples(len(q.in))
	}
	number, is := l.Shape.(ask.Number)
	number.Blank = is && !q.settled && len(q.Table.Players) > 1
	if is {
		l.Shape = number
	}
	for _, n := range q.in {
		one := l.Question
		one.Who, one.Text, one.Own = string(n), l.one.With("name", n), l.Text
		one.Keys, one.Suggest = q.keys, q.suggested(f, n, place, number.Blank)
		g.Asked = append(g.Asked, one)
	}
	v, err := ask.All(q, g, func(v []ask.Value) (err error) {
		next = map[scoring.Name]numbers{}
		whole := true
		for i, n := range q.in {
			whole = whole && v[i].Given()
			switch {
			case f.Times != nil && v[i].Given() && err == nil:
				next[n], err = f.readPairs(v[i].Line)
			case len(v[i].Nums) > 0:
				next[n] = append(slices.Clip(given[n]), v[i].One())
			}
		}
		switch {
		case err != nil || !whole:
			return err
		case len(next) == 0:
			return fault.New(nobodyIn)
		case !last:
			return nil
		}
		return q.aloud(q.check(f.entry(next)))
	})
	if err != nil || slices.ContainsFunc(v, func(v ask.Value) bool { return v.Key != "" }) {
		return nil, true, err
	}
	q.in = slices.DeleteFunc(slices.Clone(q.in), func(n scoring.Name) bool { return next[n] == nil })
	q.settled, q.keys, q.notes = true, nil, nil
	return next, false, nil
}

// aloud puts a person's name before a fault whose path has it.
func (q *entryDialog) aloud(err error) error {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return err
	}
	for _, n := range q.in {
		if slices.Contains(f.At, string(n)) {
			return fault.New(lang.At(n, f.Say))
		}
	}
	return fault.New(f.Say)
}

// suggested returns the line of the earlier answer.
func (q *entryDialog) suggested(f *Field, n scoring.Name, place int, blank bool) string {
	v, told := q.was[f.key()].By[n]
	switch r, err := f.read(v); {
	case told && err == nil && f.Times != nil:
		return strings.NewReplacer("×", "x", " + ", " ").Replace(products(r))
	case told && err == nil && place < len(r):
		return strconv.Itoa(r[place])
	case blank && q.was[f.key()].By != nil:
		return "-"
	}
	return ""
}

// who asks for the people of a field that names them: a person or nobody for one, any number of people for yes.
func (q *entryDialog) who(f *Field, it lang.Text) (told Entry, ended bool, err error) {
	was := q.was[f.key()]
	one := ask.Question{ID: "counted " + f.key(), Text: lang.T("{it}: who has it?").With("it", it), Keys: q.keys}
	if f.One != nil {
		one.Shape = ask.Pick{Options: ask.Names(q.in)}
		one.Keys = append(slices.Clip(q.keys), nobodyKey)
		if was.Who != nil {
			one.Suggest = string(*was.Who)
		}
	} else {
		one.Shape = ask.Many{Options: ask.Names(q.in)}
		if was.By != nil {
			one.Suggest = setup.Listed(slices.DeleteFunc(slices.Clone(q.in), func(n scoring.Name) bool { return was.By[n].Text() != "true" }))
		}
	}
	v, err := ask.Put(q, one, nil, q.notes...)
	q.notes, q.keys = nil, nil
	switch {
	case err != nil || v.Key == endKey:
		return told, true, err
	case v.Key == setup.Nobody:
		return told, false, nil
	case f.One != nil:
		who := scoring.Name(v.Line)
		return Entry{Who: &who}, false, nil
	}
	q.settled = true
	given := map[scoring.Name]numbers{}
	for _, n := range q.in {
		given[n] = numbers{0}
		if slices.Contains(v.IDs, string(n)) {
			given[n] = numbers{1}
		}
	}
	return f.entry(given), false, nil
}

// readPairs reads pairs as people type them: 3x2 4x1, 3*2+4*1; 0 for none.
func (f *Field) readPairs(typed string) (r numbers, err error) {
	if strings.TrimSpace(typed) == "0" {
		return numbers{}, nil
	}
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;+", r) }
	pairs := strings.FieldsFunc(strings.NewReplacer("*", "x", "×", "x", "X", "x").Replace(typed), between)
	for _, pair := range pairs {
		one, other, _ := strings.Cut(pair, "x")
		a, errA := strconv.Atoi(one)
		b, errB := strconv.Atoi(other)
		if errA == nil && errB == nil {
			r = append(r, a, b)
		}
	}
	if len(pairs) == 0 || len(r) < 2*len(pairs) {
		return nil, fault.New(lang.T("pairs like 3x2, please, up to {most}").With("most", mostTold))
	}
	return f.read(f.write(r))
}

// tie asks those who are level for the number that settles it: the one that was told, or the next.
func (q entryDialog) tie(was Asked) (scoring.Event, error) {
	r := q.Decide(scoring.Result{Over: true, Rows: q.Ranked(), Points: q.Points()}.Rank())
	for _, f := range q.file.asks {
		again := was[f.key()].By
		if _, _, known := q.facts(Tie{Ask: f.Name}, r.Tied); known && again == nil {
			continue
		}
		q.settled, q.was, q.check = true, was, func(Entry) error { return nil }
		q.in = slices.DeleteFunc(slices.Clone(q.Table.Players), func(n scoring.Name) bool {
			_, had := again[n]
			return !had && (again != nil || !slices.Contains(r.Tied, scoring.Row(n)))
		})
		it, _, err := q.field(f, f.Name.Text)
		return Asked{f.key(): it}, err
	}
	return nil, nil
}

// won asks the table who has won.
func (q entryDialog) won(was Won) (scoring.Event, error) {
	if q.file.Wins == Together {
		one := ask.Question{ID: "counted.won", Text: lang.T("Have you won, all together?"), Shape: ask.Pick{Options: []ask.Option{
			{ID: setup.Yes, Text: lang.T("yes, we have")}, {ID: setup.No, Text: lang.T("no, the game has")},
		}}}
		if was.Winners != nil {
			one.Suggest = map[bool]string{true: setup.Yes, false: setup.No}[len(was.Winners) > 0]
		}
		v, err := ask.Put(q, one, nil)
		if v.Line != setup.Yes {
			return Won{[]scoring.Name{}}, err
		}
		return Won{slices.Clone(q.Table.Players)}, err
	}
	one := ask.Question{ID: "counted.won", Text: lang.T("Who has won?"), Shape: ask.Many{Options: ask.Names(q.Table.Players)}, Keys: []ask.Option{nobodyKey}}
	if len(was.Winners) > 0 {
		one.Suggest = setup.Listed(was.Winners)
	}
	v, err := ask.Put(q, one, func(v ask.Value) error {
		// An Enter too many must not end the game.
		if len(v.IDs) == 0 {
			return fault.New(lang.T("name somebody, or n for nobody"))
		}
		return nil
	})
	winners := []scoring.Name{}
	for _, id := range v.IDs {
		winners = append(winners, scoring.Name(id))
	}
	return Won{winners}, err
}

// Tell says an event that would come next. The rules may refuse it.
func (s State) Tell(e scoring.Event) lang.Text {
	switch e := e.(type) {
	case Round:
		return lang.Join(": ", []lang.Text{lang.T("Round {n}").With("n", len(s.Rounds)+1), s.tell(s.file.EachRound, e)})
	case Count:
		return s.tell(s.file.AtEnd, e)
	case Asked:
		return s.tell(s.file.asks, e)
	case Counting:
		return lang.T("The rounds are over: now the final count")
	case Won:
		return s.word(e)
	case Start:
		return lang.N("{name} begins with {n} point", "{name} begins with {n} points").With("name", e.Name, "n", e.Points)
	}
	return lang.Text{}
}

// Reveal shows everybody's number of a round or of the count at the end, where each has one, and how each bid ended. Of
// several fields it shows nothing, since the points that follow say what each field paid.
func (s State) Reveal(e scoring.Event) (tiles []scoring.Tile) {
	fields, part := s.file.EachRound, map[string]Entry{}
	switch e := e.(type) {
	case Round:
		part = e
	case Count:
		fields, part = s.file.AtEnd, e
	}
	told := slices.DeleteFunc(slices.Clone(fields.told()), func(f *Field) bool { _, there := part[f.key()]; return !there })
	if len(told) != 1 || !slices.Contains([]string{isPlain, isEach, isTable, isMost, isBid}, told[0].form) {
		return nil
	}
	f := told[0]
	for _, n := range s.Table.Players {
		v, there := part[f.key()].By[n]
		r, err := f.read(v)
		if !there || err != nil {
			continue
		}
		tile := scoring.Tile{Face: lang.Literal(strconv.Itoa(r[len(r)-1])), Of: scoring.Row(n)}
		if f.Bid != nil {
			tile.Note, tile.Last = lang.T("bid {n}").With("n", r[0]), r[0] == r[1]
		}
		tiles = append(tiles, tile)
	}
	return tiles
}

// tell says the answers field by field; unreadable ones are left out.
func (s State) tell(fields Fields, part map[string]Entry) lang.Text {
	var told []lang.Text
	for _, f := range fields.told() {
		it, there := part[f.key()]
		if !there {
			continue
		}
		say := lang.T("{points}")
		if len(s.file.EachRound) != 1 || f != s.file.EachRound[0] {
			say = lang.T("{it}: {points}").With("it", f.Name.Text)
		}
		told = append(told, say.With("points", s.tellField(f, it)))
	}
	if told == nil {
		return lang.T("nothing")
	}
	return lang.Join("; ", told)
}

// tellField says everybody's answer in a field.
func (s State) tellField(f *Field, it Entry) any {
	var all lang.List
	if it.Who != nil {
		all = lang.List{*it.Who}
	}
	for _, n := range s.Table.Players {
		v, there := it.By[n]
		switch r, err := f.read(v); {
		case !there || err != nil || f.One != nil:
		case f.Yes == nil:
			all = append(all, scoring.Has(n, f.told(r)))
		case r[0] == 1:
			all = append(all, n)
		}
	}
	if all == nil {
		return lang.T("nobody")
	}
	return all
}
