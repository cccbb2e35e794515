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

const (
	endKey = "end"
	nobody = "nobody" // in place of a name, behind a letter: a person may be called so
)

// Next asks for a round, field by field, or for the next field of the count at the end; for who has won where nothing is
// counted; for a number that settles a tie.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	q := asking{State: s, Asker: a}
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
	case s.open() == nil:
		return q.stop()
	}
	return q.count(nil)
}

// An asking is a dialog about a round, or about fields of the count at the end.
type asking struct {
	State
	ask.Asker
	in    []scoring.Name // who has a share in it
	said  bool           // it was told who
	notes []lang.Text    // above the next question
	keys  []ask.Option   // letters in place of the first answer
	check func(f *Field, told Entry) error
	was   map[string]Entry
}

// round asks for a round. A dash sits it out.
func (q asking) round(was Round) (scoring.Event, error) {
	q.in, q.was = q.Present(), was
	if q.file.Deals {
		q.notes = []lang.Text{lang.T("{name} deals.").With("name", q.dealer())}
	}
	switch {
	case q.file.Ends.By != "":
	case q.file.AtEnd != nil:
		q.keys = []ask.Option{{ID: endKey, Key: lang.Key("e", "f"), Text: lang.T("the rounds are over: now the final count")}}
	default:
		q.keys = []ask.Option{{ID: endKey, Key: lang.Key("e", "f"), Text: lang.T("the game ends here")}}
	}
	told := Round{}
	fields := tellable(q.file.EachRound)
	for i, f := range fields {
		q.check = func(_ *Field, it Entry) error {
			next := maps.Clone(told)
			next[f.key()] = it
			return q.fits(f, next, i == len(fields)-1)
		}
		it, ended, err := q.field(f, q.title(f))
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

// title returns what a field of a round is called in a question.
func (q asking) title(f *Field) lang.Text {
	return lang.T("Round {n}, {it}").With("n", len(q.Rounds)+1, "it", f.Name.Text)
}

// tellable returns the fields that are told.
func tellable(fields []Field) (all []*Field) {
	for i := range fields {
		if !fields[i].derived() {
			all = append(all, &fields[i])
		}
	}
	return all
}

// fits refuses what cannot be told of a field in a round, and a whole round that cannot be.
func (q asking) fits(f *Field, told Round, whole bool) error {
	s := q.State
	s.Away = append(slices.Clip(s.Away), told.Missing(s.Present())...)
	if whole {
		_, err := s.roundOf(told)
		return q.aloud(err)
	}
	if len(s.Present()) == 0 {
		return fault.New(nobodyIn)
	}
	c := column{Field: f, who: s.Present()}
	rows, err := s.rows(f, told[f.key()], c.who)
	if err == nil {
		c.rows = rows
		err = s.adds(c, len(s.Rounds)+1)
	}
	return q.aloud(err)
}

// aloud returns a fault behind the name of whose answer it is about, which is in its path.
func (q asking) aloud(err error) error {
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

// count asks for a field of the count at the end: the one that was told, or the next.
func (q asking) count(was Count) (scoring.Event, error) {
	f := q.open()
	for _, it := range tellable(q.file.AtEnd) {
		if _, told := was[it.key()]; told {
			f = it
			break
		}
	}
	if f == nil {
		return q.stop()
	}
	q.in, q.was, q.said = q.whoCounts(), was, true
	if q.Count == nil && len(q.Played) == 0 && q.file.EachRound == nil {
		q.in = q.Present()
	}
	s := q.State
	q.check = func(_ *Field, it Entry) error {
		s := s
		if !s.roundsOver() {
			s.Counts = true
		}
		_, err := s.count(Count{f.key(): it})
		return q.aloud(err)
	}
	it, _, err := q.field(f, f.Name.Text)
	if err != nil {
		return nil, err
	}
	told := maps.Clone(was) // several fields at once come out of a sheet
	if told == nil {
		told = Count{}
	}
	told[f.key()] = it
	return told, nil
}

// stop ends a game in which all is told.
func (q asking) stop() (scoring.Event, error) {
	_, err := ask.Put(q, ask.Question{ID: "counted.stop", Text: lang.T("Everything is counted."), Suggest: setup.Yes,
		Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Text: lang.T("The game ends here")}}}}, nil)
	return scoring.Stop{}, err
}

// field asks for one field of everybody who is in. ended says that a letter was pressed instead.
func (q *asking) field(f *Field, it lang.Text) (told Entry, ended bool, err error) {
	switch f.form() {
	case isOne:
		return q.one(f, it)
	case isYes:
		return q.yes(f, it)
	case isTimes:
		told, err = q.pairs(f, it)
		return told, false, err
	}
	lines := q.lines(f, it)
	rows := map[scoring.Name]row{}
	for i, l := range lines {
		last := i == len(lines)-1
		ended, err = q.line(f, l, rows, last)
		if ended || err != nil {
			return told, ended, err
		}
		if f.Bid != nil && !last {
			q.notes = []lang.Text{lang.T("The bids: {points}.").With("points", q.had(rows))}
		}
	}
	return f.entry1(rows), false, nil
}

// had says what everybody has: “Ana 1 and Bia 0”.
func (q *asking) had(rows map[scoring.Name]row) (out lang.List) {
	for _, n := range q.in {
		out = append(out, lang.T("{name}\u00a0{n}").With("name", n, "n", rows[n][0]))
	}
	return out
}

// entry1 returns rows as they stand in a sheet.
func (f *Field) entry1(rows map[scoring.Name]row) Entry {
	e := Entry{By: map[scoring.Name]sheet.Value{}}
	for n, r := range rows {
		e.By[n] = f.write(r)
	}
	return e
}

// A line is a question that asks everybody for a number.
type line struct {
	id         string
	place      int // in a row
	text, mine lang.Text
	lo, hi     int
	sum        int
	some       []int // for an example
}

// Numbers for examples: of points, and of things.
var (
	somePoints = []int{12, 5, 0, 8}
	someThings = []int{2, 0, 1, 3}
)

// lines returns the questions for the numbers of a row.
func (q *asking) lines(f *Field, it lang.Text) []line {
	lo, hi := f.bounds()
	l := line{id: "counted " + f.key(), lo: lo, hi: hi, some: someThings,
		text: lang.T("{it}: how many?").With("it", it), mine: lang.T("{it}: how many do you have?").With("it", it)}
	sums := f.Sum.of(len(q.Table.Players)).in(len(q.Rounds) + 1)
	switch f.form() {
	case isSets:
		all := make([]line, len(f.Names))
		for i, name := range f.Names {
			l.id, l.place = "counted "+f.key()+" "+name.Key, i
			of := lang.T("{it}, {name}").With("it", it, "name", name.Text)
			l.text, l.mine = lang.T("{it}: how many?").With("it", of), lang.T("{it}: how many do you have?").With("it", of)
			all[i] = l
		}
		return all
	case isBid:
		made := l
		if len(sums) > 0 {
			l.hi, made.hi, made.sum = min(hi, sums[0]), min(hi, sums[0]), sums[0]
		}
		l.id, made.id, made.place = l.id+" bid", l.id+" made", 1
		l.text, l.mine = lang.T("{it}: how many were bid?").With("it", it), lang.T("{it}: how many do you bid?").With("it", it)
		made.text, made.mine = lang.T("{it}: how many were made?").With("it", it), lang.T("{it}: how many did you make?").With("it", it)
		return []line{l, made}
	case isPlain:
		l.some = somePoints
		if len(sums) == 1 {
			l.sum = sums[0]
		}
		l.text, l.mine = lang.T("{it}: how many points?").With("it", it), lang.T("{it}: how many points do you have?").With("it", it)
		if !q.said && len(q.file.EachRound) == 1 {
			n := len(q.Rounds) + 1
			l.text, l.mine = lang.T("Round {n}: how many points?").With("n", n), lang.T("Round {n}: how many points do you have?").With("n", n)
		}
	}
	return []line{l}
}

// line asks everybody who is in for one number, and adds it to their rows. The first line of a round may have dashes.
func (q *asking) line(f *Field, l line, rows map[scoring.Name]row, last bool) (ended bool, err error) {
	g := ask.Group{Text: l.text, Notes: q.notes, Sum: l.sum}
	blank := !q.said && len(q.Table.Players) > 1
	for i, n := range q.in {
		one := ask.Question{ID: l.id, Who: string(n), Text: lang.T("{it} ({name})").With("it", l.text, "name", n), Own: l.mine,
			Shape: ask.Number{Lo: l.lo, Hi: l.hi, Blank: blank}, Keys: q.keys}
		one.Suggest = q.suggested(f, n, l.place, blank)
		g.Asked = append(g.Asked, one)
		g.Example = append(g.Example, strconv.Itoa(min(max(l.some[i%len(l.some)], l.lo), l.hi)))
	}
	if l.sum != 0 {
		g.Example = nil
	}
	var next map[scoring.Name]row
	v, err := ask.All(q, g, func(v []ask.Value) error {
		next = map[scoring.Name]row{}
		for i, n := range q.in {
			switch {
			case !v[i].Given():
				return nil
			case len(v[i].Nums) > 0:
				next[n] = append(slices.Clone(rows[n]), v[i].One())
			}
		}
		if len(next) == 0 {
			return fault.New(nobodyIn)
		}
		if !last {
			return nil
		}
		return q.check(f, f.entry1(next))
	})
	if err != nil {
		return false, err
	}
	for _, it := range v {
		if it.Key != "" {
			return true, nil
		}
	}
	clear(rows)
	maps.Copy(rows, next)
	q.in = slices.DeleteFunc(slices.Clone(q.in), func(n scoring.Name) bool { return next[n] == nil })
	q.said, q.keys, q.notes = true, nil, nil
	return false, nil
}

// suggested returns the line of what was told before.
func (q *asking) suggested(f *Field, n scoring.Name, place int, blank bool) string {
	v, told := q.was[f.key()].By[n]
	switch r, err := f.read(v); {
	case told && err == nil && place < len(r):
		return strconv.Itoa(r[place])
	case blank && q.was[f.key()].By != nil:
		return "-"
	}
	return ""
}

// one asks who has it, or nobody.
func (q *asking) one(f *Field, it lang.Text) (told Entry, ended bool, err error) {
	key := ask.Option{ID: nobody, Key: lang.Key("n", "n"), Text: lang.T("nobody")}
	one := ask.Question{ID: "counted " + f.key(), Text: lang.T("{it}: who?").With("it", it), Keys: append(slices.Clip(q.keys), key),
		Shape: ask.Pick{Options: ask.Names(q.in)}}
	if was := q.was[f.key()].Who; was != nil {
		one.Suggest = string(*was)
	}
	v, err := ask.All(q, ask.Group{Text: one.Text, Notes: q.notes, Asked: []ask.Question{one}}, nil)
	q.notes, q.keys = nil, nil
	switch {
	case err != nil:
		return told, false, err
	case v[0].Key == endKey:
		return told, true, nil
	case v[0].Key == "":
		who := scoring.Name(v[0].Line)
		told.Who = &who
	}
	return told, false, nil
}

// yes asks who has it, any number of people.
func (q *asking) yes(f *Field, it lang.Text) (told Entry, ended bool, err error) {
	one := ask.Question{ID: "counted " + f.key(), Text: lang.T("{it}: who has it?").With("it", it), Keys: q.keys,
		Shape: ask.Many{Options: ask.Names(q.in)}}
	var had []scoring.Name
	for _, n := range q.in {
		if v, there := q.was[f.key()].By[n]; there && v.Text() == "true" {
			had = append(had, n)
		}
	}
	if had != nil {
		one.Suggest = setup.Listed(had)
	}
	v, err := ask.All(q, ask.Group{Text: one.Text, Notes: q.notes, Asked: []ask.Question{one}}, nil)
	q.notes, q.keys, q.said = nil, nil, true
	if err != nil || v[0].Key != "" {
		return told, err == nil, err
	}
	rows := map[scoring.Name]row{}
	for _, n := range q.in {
		rows[n] = row{0}
		if slices.Contains(v[0].IDs, string(n)) {
			rows[n] = row{1}
		}
	}
	return f.entry1(rows), false, nil
}

// pairs asks everybody for their own pairs.
func (q *asking) pairs(f *Field, it lang.Text) (Entry, error) {
	note := lang.T("{one} times {other}, one after the other: 3x2 4x1. 0 where there are none.").With("one", f.Times[0].Text, "other", f.Times[1].Text)
	g := ask.Group{Text: it, Notes: append(slices.Clip(q.notes), note)}
	for _, n := range q.in {
		one := ask.Question{ID: "counted " + f.key(), Who: string(n), Text: lang.T("{it} of {name}?").With("it", it, "name", n),
			Own: lang.T("{it}: how many do you have?").With("it", it), Shape: ask.Words{}}
		if v, told := q.was[f.key()].By[n]; told {
			if r, err := f.read(v); err == nil {
				one.Suggest = typedPairs(r)
			}
		}
		g.Asked, g.Example = append(g.Asked, one), append(g.Example, "3x2 4x1")
	}
	rows := map[scoring.Name]row{}
	_, err := ask.All(q, g, func(v []ask.Value) error {
		rows = map[scoring.Name]row{}
		for i, n := range q.in {
			if !v[i].Given() {
				continue
			}
			r, err := f.readPairs(v[i].Line)
			if err != nil {
				return err
			}
			rows[n] = r
		}
		return nil
	})
	q.notes, q.keys, q.said = nil, nil, true
	return f.entry1(rows), err
}

// typedPairs returns pairs as they are typed.
func typedPairs(r row) string {
	if len(r) == 0 {
		return "0"
	}
	return strings.NewReplacer("×", "x", " + ", " ").Replace(products(r))
}

// readPairs reads pairs as people type them: 3x2 4x1, 3*2+4*1; 0 for none.
func (f *Field) readPairs(typed string) (r row, _ error) {
	refused := fault.New(lang.T("two numbers for each, please: {one} and {other}, up to {most}").
		With("one", f.Times[0].Text, "other", f.Times[1].Text, "most", mostTold))
	if strings.TrimSpace(typed) == "0" {
		return row{}, nil
	}
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;+", r) }
	for _, pair := range strings.FieldsFunc(strings.ToLower(typed), between) {
		one, other, _ := strings.Cut(strings.NewReplacer("*", "x", "×", "x").Replace(pair), "x")
		a, errA := strconv.Atoi(one)
		b, errB := strconv.Atoi(other)
		if errA != nil || errB != nil {
			return nil, refused
		}
		r = append(r, a, b)
	}
	if len(r) == 0 {
		return nil, refused
	}
	return r, f.check1(r)
}

// tie asks those who are level for the number that settles it.
func (q asking) tie(was Asked) (scoring.Event, error) {
	r := q.Decide(scoring.Result{Over: true, Rows: q.Rows(), Points: q.Points()}.Rank())
	var tied []scoring.Name
	for _, row := range r.Tied {
		tied = append(tied, scoring.Name(row))
	}
	for _, t := range q.file.Ties {
		if t.Field != "" {
			continue
		}
		_, known := q.step(t, r.Tied)
		if _, again := was[t.Ask.Key]; known && !again {
			continue
		}
		f := &Field{Name: t.Ask, Plain: Plain{From: -mostPoints, To: mostPoints}}
		q.in, q.said, q.was = tied, true, was
		if again := was[t.Ask.Key].By; again != nil {
			q.in = slices.DeleteFunc(slices.Clone(q.Table.Players), func(n scoring.Name) bool { _, is := again[n]; return !is })
		}
		q.check = func(*Field, Entry) error { return nil }
		l := line{id: "counted.tie " + t.Ask.Key, lo: -mostPoints, hi: mostPoints, some: someThings, mine: lang.T("{it}: how many do you have?").With("it", t.Ask.Text),
			text: lang.T("{tied} are level. {it}: how many?").With("tied", lang.Names(q.in), "it", t.Ask.Text)}
		rows := map[scoring.Name]row{}
		_, err := q.line(f, l, rows, true)
		return Asked{t.Ask.Key: f.entry1(rows)}, err
	}
	return nil, nil
}

// won asks the table who has won.
func (q asking) won(was Won) (scoring.Event, error) {
	if q.file.Wins == Together {
		one := ask.Question{ID: "counted.won", Text: lang.T("Have you won, all together?"), Shape: ask.Pick{Options: []ask.Option{
			{ID: setup.Yes, Key: lang.Key("y", "s"), Text: lang.T("yes, we have")}, {ID: setup.No, Key: lang.Key("n", "n"), Text: lang.T("no, the game has")},
		}}}
		v, err := ask.Put(q, one, nil)
		if v.Line != setup.Yes {
			return Won{[]scoring.Name{}}, err
		}
		return Won{slices.Clone(q.Table.Players)}, err
	}
	one := ask.Question{ID: "counted.won", Text: lang.T("Who has won?"), Shape: ask.Many{Options: ask.Names(q.Table.Players)}}
	if was.Winners != nil {
		one.Suggest = setup.Listed(was.Winners)
	}
	v, err := ask.Put(q, one, nil)
	winners := []scoring.Name{}
	for _, id := range v.IDs {
		winners = append(winners, scoring.Name(id))
	}
	return Won{winners}, err
}
