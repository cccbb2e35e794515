package counted

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
)

// What happens. A line of the log is the piece of the sheet.
type (
	// A Round is everything told of one round, by field. Who is in none of them sat it out.
	Round map[string]Entry
	// A Count is what was told at the end, by field: some of them, or all.
	Count map[string]Entry
	// Asked are numbers that settle ties, by what was asked for.
	Asked map[string]Entry
	// Counting ends the rounds at the table's word; the count at the end follows.
	Counting struct{}
	// Won is the table's word on who has won.
	Won struct {
		Winners []scoring.Name `json:"winners"`
	}
	// Start is what somebody who came late begins with.
	Start struct {
		Name   scoring.Name `json:"name"`
		Points int          `json:"points" sheet:"-99999..99999"`
	}
)

func (Round) Kind() string    { return "round" }
func (Count) Kind() string    { return "count" }
func (Asked) Kind() string    { return "asked" }
func (Counting) Kind() string { return "counting" }
func (Won) Kind() string      { return "won" }
func (Start) Kind() string    { return "start" }

// Who has left is counted at the end with all others.
func (Count) Anyone() {}
func (Asked) Anyone() {}
func (Won) Anyone()   {}
func (Start) Anyone() {}

// Missing returns who sat a round out.
func (e Round) Missing(all []scoring.Name) []scoring.Name { return missing(e, all) }

// Missing returns who is not counted.
func (e Count) Missing(all []scoring.Name) []scoring.Name { return missing(e, all) }

// missing returns who is named in no entry, if any of them names people.
func missing(part map[string]Entry, all []scoring.Name) []scoring.Name {
	named, told := map[scoring.Name]bool{}, false
	for _, it := range part {
		told = told || it.By != nil
		for n := range it.By {
			named[n] = true
		}
	}
	return slices.DeleteFunc(all, func(n scoring.Name) bool { return !told || named[n] })
}

// An Entry is one field as it was told: of each person, or, where there is one for all, who has it.
type Entry struct {
	Who *scoring.Name
	By  map[scoring.Name]sheet.Value
}

// SheetValue returns the entry as it stands in a sheet.
func (e Entry) SheetValue() any {
	if e.By != nil {
		return e.By
	}
	return e.Who
}

// ReadSheet reads an object, a name, or null for nobody.
func (e *Entry) ReadSheet(v sheet.Value) error {
	switch v.Kind() {
	case sheet.Object:
		return v.Read(&e.By)
	case sheet.Null:
		return nil
	case sheet.Text:
		e.Who = new(scoring.Name)
		return v.Read(e.Who)
	}
	return fault.New(lang.T("an object with a value for each person belongs here, not {it}").With("it", v.Found()))
}

// A State is a counted game in progress.
type State struct {
	scoring.Frame
	Rounds  []Round
	Starts  []Began         // who began with points of their own, as a sheet told
	Count   Count           // nil before anything is told
	Counts  bool            // the table ended the rounds
	Asked   Asked           // nil before anything is
	Won     *Won            // nil before the table said it
	Counted []scoring.Name  // who is in the count at the end, from the first field that names people
	Seen    []scoring.Name  // who was told of somewhere
	Played  []scoring.Name  // who played a round
	Amounts map[string]have // what counts in a tie, by field
	Paid    map[string]have // what the fields at the end pay
	Deals   scoring.Name    // whose turn it is to deal

	file *File
	pad  bool // the file is made of what the table agreed on
}

// A have is an amount of each person.
type have map[scoring.Name]int

// Play returns the state after an event.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case Round:
		return s.round(e)
	case Count:
		return s.count(e)
	case Counting:
		if s.file.AtEnd == nil || s.file.EachRound == nil || s.Count != nil {
			return s, fault.New(lang.T("this game has rounds, and nothing is counted at its end"))
		}
		s.Counts = true
		return s, nil
	case Asked:
		return s.asked(e)
	case Won:
		return s.won(e)
	case Start:
		return s.start(e)
	}
	return s, nil
}

var (
	noRounds  = lang.T("this game has no rounds")
	nobodyIn  = lang.T("everybody sits this round out: give somebody points, 0 at least, or leave the round out")
	isMissing = lang.T("{name} is missing here")
	isOver    = lang.T("the rounds are over; nothing more can be scored in one")
)

// round takes in a round.
func (s State) round(e Round) (scoring.State, error) {
	switch {
	case s.file.EachRound == nil:
		return s, fault.New(noRounds)
	case s.counting():
		return s, fault.New(isOver)
	}
	cols, err := s.roundOf(e)
	if err != nil {
		return s, err
	}
	people := len(s.Table.Players)
	before := s.Points()
	s.Begin(lang.T("Round {n}").With("n", len(s.Rounds)+1))
	s.Amounts = maps.Clone(s.Amounts)
	for i, c := range cols {
		short := c.Name.Text
		if len(cols) == 1 {
			short = lang.Literal("")
		}
		s.pay(&cols[i], short, len(cols) > 1)
	}
	for _, n := range s.Present() {
		s.past(n, before[scoring.Row(n)], people)
	}
	s.Played, s.Seen = s.with(s.Played, s.Present()), s.with(s.Seen, s.Present())
	s.Deals = s.after(s.dealer())
	s.Rounds = append(slices.Clip(s.Rounds), e)
	return s, nil
}

// roundOf returns everything told of a round, with what it pays.
func (s State) roundOf(e Round) (cols []column, err error) {
	in := s.Present()
	if len(in) == 0 {
		return nil, fault.New(nobodyIn)
	}
	if err := known(e, s.file.EachRound); err != nil {
		return nil, err
	}
	for i := range s.file.EachRound {
		f := &s.file.EachRound[i]
		c := column{Field: f, who: in}
		it, there := e[f.key()]
		switch {
		case f.derived():
			c.rows = s.sums(f, in, cols)
		case !there:
			return nil, fault.New(missingKey, f.key())
		default:
			c.rows, err = s.rows(f, it, in)
			if err == nil {
				err = s.adds(c, len(s.Rounds)+1)
			}
		}
		if err == nil {
			c, err = c.count(len(s.Table.Players))
		}
		if err != nil {
			return nil, fault.Under(err, f.key())
		}
		cols = append(cols, c)
	}
	return cols, nil
}

// known refuses the names of fields that are not told.
func known(e map[string]Entry, fields []Field) error {
	var keys lang.List
	for i := range fields {
		if !fields[i].derived() {
			keys = append(keys, fields[i].key())
		}
	}
	for _, key := range slices.Sorted(maps.Keys(e)) {
		f := find(fields, key)
		switch {
		case f == nil:
			return fault.New(unknownKey.With("keys", keys), key)
		case f.derived():
			return fault.New(lang.T("nothing is told here: it is counted from other fields"), key)
		}
	}
	return nil
}

// rows returns what was told of exactly the people who are in.
func (s State) rows(f *Field, it Entry, in []scoring.Name) ([]row, error) {
	if f.One != nil {
		return ones(it, in)
	}
	if it.By == nil {
		return nil, fault.New(lang.T("an object with a value for each person belongs here"))
	}
	for _, n := range s.Table.Players {
		if _, there := it.By[n]; there && !slices.Contains(in, n) {
			return nil, fault.New(lang.T("{name} has an entry here, but none in another field").With("name", n), string(n))
		}
	}
	rows := make([]row, len(in))
	for i, n := range in {
		v, there := it.By[n]
		if !there {
			return nil, fault.New(isMissing.With("name", n), string(n))
		}
		r, err := f.read(v)
		if err != nil {
			return nil, fault.Under(err, string(n))
		}
		rows[i] = r
	}
	return rows, nil
}

// ones returns 1 for the person who has it.
func ones(it Entry, in []scoring.Name) ([]row, error) {
	if it.By != nil {
		return nil, fault.New(lang.T("one name belongs here, or null for nobody"))
	}
	if it.Who != nil && !slices.Contains(in, *it.Who) {
		return nil, fault.New(lang.T("{name} sits this round out, and has no points in it").With("name", *it.Who))
	}
	rows := make([]row, len(in))
	for i, n := range in {
		rows[i] = row{0}
		if it.Who != nil && *it.Who == n {
			rows[i][0] = 1
		}
	}
	return rows, nil
}

// adds refuses numbers that do not add up, and bids above what there is to be made.
func (s State) adds(c column, round int) error {
	if c.Sum == nil {
		return nil
	}
	sums := c.Sum.of(len(s.Table.Players)).in(round)
	sum := 0
	for i, r := range c.rows {
		sum += r[len(r)-1]
		for k, n := range r {
			if c.Bid != nil && n > sums[0] {
				return fault.New(lang.N("{n} tricks: there is {most} in this round", "{n} tricks: there are {most} in this round").
					With("n", n, "most", sums[0]), string(c.who[i]), fault.Index(k))
			}
		}
	}
	if slices.Contains(sums, sum) {
		return nil
	}
	if len(sums) > 1 {
		return fault.New(lang.T("that makes {sum} in all, not {of}").With("sum", sum, "of", join(sums, ", ")))
	}
	return fault.New(short(sum, sums[0]))
}

// short says what is missing to a sum, or too many.
func short(sum, of int) lang.Text {
	say := lang.N("that makes {sum} in all, not {of}: {n} is missing", "that makes {sum} in all, not {of}: {n} are missing")
	n := of - sum
	if n < 0 {
		n = -n
		say = lang.N("that makes {sum} in all, not {of}: {n} too many", "that makes {sum} in all, not {of}: {n} too many")
	}
	return say.With("n", n, "sum", sum, "of", of)
}

// sums returns what several fields paid each person who is in.
func (s State) sums(f *Field, in []scoring.Name, cols []column) []row {
	rows := make([]row, len(in))
	for i, n := range in {
		rows[i] = row{0}
		for _, c := range cols {
			if _, p, there := c.of(n); there && slices.Contains(f.Of, c.key()) {
				rows[i][0] = min(max(rows[i][0]+p.points, -mostAdded), mostAdded)
			}
		}
	}
	return rows
}

// pay pays a column in the part that was begun last.
func (s *State) pay(c *column, short lang.Text, several bool) {
	amounts := maps.Clone(s.Amounts[c.key()])
	if amounts == nil {
		amounts = have{}
	}
	for i, n := range c.who {
		r, p := c.rows[i], c.got[i]
		amounts[n] += c.amount(r, p)
		if c.One != nil && r[0] == 0 {
			continue
		}
		l := scoring.Line{Row: scoring.Row(n), Points: p.points, Where: s.file.source(c.Field), Why: c.why(r, p), Short: short}
		switch {
		case p.whole:
			l.Why = s.wholly(*c)
			l.Short = l.Why
		case c.form() == isPlain && len(s.file.EachRound) == 1 && s.Count == nil:
			l.Why = lang.T("written down in round {n}").With("n", len(s.Rounds)+1)
		}
		if several {
			l.Head = c.Name.Text
		}
		s.Pay(l)
	}
	if s.Amounts == nil {
		s.Amounts = map[string]have{}
	}
	s.Amounts[c.key()] = amounts
}

// wholly says who has all of it.
func (s State) wholly(c column) lang.Text {
	n := c.Sum.of(len(s.Table.Players)).Of[0]
	who := c.who[slices.IndexFunc(c.rows, func(r row) bool { return r[0] == n })]
	return lang.T("{name} has all {n}").With("name", who, "n", n)
}

// past takes who went past the mark back.
func (s *State) past(n scoring.Name, was, people int) {
	e := s.file.Ends
	if e.By != isExactly {
		return
	}
	mark, sum := e.N.of(people), s.Points()[scoring.Row(n)]
	up := mark >= s.file.Start.of(people)
	if up && sum <= mark || !up && sum >= mark {
		return
	}
	now := e.Instead
	if e.Stay {
		now = was
	}
	if now != sum {
		s.Pay(scoring.Line{Row: scoring.Row(n), Points: now - sum, Where: s.file.source(nil),
			Why: lang.N("past {mark}: back to {n} point", "past {mark}: back to {n} points").With("mark", mark, "n", now)})
	}
}

// source says where the rule for a field is written.
func (f *File) source(of *Field) lang.Text {
	switch {
	case of != nil && !of.Source.Empty():
		return of.Source.Text
	case !f.Source.Empty():
		return f.Source.Text
	case f.ID == padID:
		return lang.T("the table’s own rule")
	}
	return f.Name.Text
}

// with returns a list of people with more of them, in seat order.
func (s State) with(list, more []scoring.Name) []scoring.Name {
	return slices.DeleteFunc(slices.Clone(s.Table.Players), func(n scoring.Name) bool {
		return !slices.Contains(list, n) && !slices.Contains(more, n)
	})
}

// dealer returns who deals this round.
func (s State) dealer() scoring.Name {
	turn := s.Table.Turn(s.Deals)
	for _, n := range turn {
		if !slices.Contains(s.Away, n) {
			return n
		}
	}
	return turn[0]
}

// after returns who sits on somebody's left.
func (s State) after(n scoring.Name) scoring.Name {
	turn := s.Table.Turn(n)
	return turn[1%len(turn)]
}

// totals returns what everybody has of the start and the rounds.
func (s State) totals() map[scoring.Row]int {
	f := s.Frame
	f.Parts = f.Parts[:min(len(s.Rounds), len(f.Parts))]
	return f.Points()
}

// roundsOver reports whether the rounds are over.
func (s State) roundsOver() bool {
	e, people := s.file.Ends, len(s.Table.Players)
	mark := e.N.of(people)
	switch {
	case s.Counts || s.file.EachRound == nil:
		return true
	case e.By == isAfter:
		return len(s.Rounds) >= mark
	case e.By == isAt:
		return slices.Max(slices.Collect(maps.Values(s.totals()))) >= mark
	case e.By == isExactly:
		return len(s.Rounds) > 0 && slices.Contains(slices.Collect(maps.Values(s.totals())), mark)
	}
	return false
}

// counting reports whether no more rounds are played: they are over, or the count at the end has begun.
func (s State) counting() bool { return s.roundsOver() || s.Count != nil }

// Ended reports whether the game is over by its file.
func (s State) Ended() bool {
	if !s.file.counts() {
		return s.Won != nil
	}
	return s.roundsOver() && s.open() == nil
}

// open returns the first field that is not counted yet at the end, or nil.
func (s State) open() *Field {
	for i := range s.file.AtEnd {
		f := &s.file.AtEnd[i]
		if _, told := s.Count[f.key()]; !told && !f.derived() {
			return f
		}
	}
	return nil
}

// count takes in fields of the count at the end.
func (s State) count(e Count) (scoring.State, error) {
	if s.file.AtEnd == nil {
		return s, fault.New(lang.T("nothing is counted at the end of this game"))
	}
	if err := known(e, s.file.AtEnd); err != nil {
		return s, err
	}
	told := maps.Clone(s.Count)
	if told == nil {
		told = Count{}
	}
	for i := range s.file.AtEnd {
		f := &s.file.AtEnd[i]
		it, there := e[f.key()]
		if !there {
			continue
		}
		if _, twice := s.Count[f.key()]; twice {
			return s, fault.New(lang.T("“{it}” is counted already").With("it", f.Name.Text), f.key())
		}
		if !s.roundsOver() && s.file.Ends.By != "" {
			return s, fault.New(lang.T("rounds are still to be played"), f.key())
		}
		told[f.key()] = it
	}
	first := s.Count == nil
	s.Count = told
	return s.payCount(first)
}

// payCount pays the fields at the end that can be counted now.
func (s State) payCount(first bool) (State, error) {
	if err := s.countedNames(); err != nil {
		return s, err
	}
	s.Counted = s.whoCounts()
	s.Amounts, s.Paid = maps.Clone(s.Amounts), maps.Clone(s.Paid)
	if s.Paid == nil {
		s.Paid = map[string]have{}
	}
	for i := range s.file.AtEnd {
		f := &s.file.AtEnd[i]
		it, told := s.Count[f.key()]
		_, paid := s.Paid[f.key()]
		if paid || !told && !s.derives(f) {
			continue
		}
		c, err := s.countOf(f, it)
		if err != nil {
			return s, fault.Under(err, f.key())
		}
		s.Begin(f.Name.Text)
		part := &s.Parts[len(s.Parts)-1]
		part.Joins, first = !first, false
		part.There = nil
		for _, n := range c.who {
			part.There = append(part.There, scoring.Row(n))
		}
		s.pay(&c, lang.Literal(""), true)
		got := have{}
		for i, n := range c.who {
			got[n] = c.got[i].points
			if f.names() || c.rows[i][0] == 1 && f.One != nil {
				s.Seen = s.with(s.Seen, c.who[i:i+1])
			}
		}
		s.Paid[f.key()] = got
	}
	s.Stopped = s.Stopped || s.Counts && s.open() == nil // its end was the table's word, which a sheet says
	return s, nil
}

// countedNames refuses to leave out somebody who played a round, or who is in another field.
func (s State) countedNames() error {
	var others []scoring.Name
	told := false
	for i := range s.file.AtEnd {
		f := &s.file.AtEnd[i]
		it, there := s.Count[f.key()]
		if !there || !f.names() {
			continue
		}
		if it.By == nil {
			return fault.New(lang.T("an object with a value for each person belongs here"), f.key())
		}
		for _, n := range s.Table.Players {
			_, is := it.By[n]
			was := slices.Contains(others, n)
			switch {
			case !is && (told && was || slices.Contains(s.Played, n)):
				return fault.New(isMissing.With("name", n), f.key(), string(n))
			case is && told && !was:
				return fault.New(lang.T("{name} has an entry here, but none in another field").With("name", n), f.key(), string(n))
			case is && !told:
				others = append(others, n)
			}
		}
		told = true
	}
	return nil
}

// whoCounts returns who is in the count at the end: those whom a field names, else those who played, else everybody.
func (s State) whoCounts() []scoring.Name {
	for i := range s.file.AtEnd {
		f := &s.file.AtEnd[i]
		it, told := s.Count[f.key()]
		if told && f.names() {
			return slices.DeleteFunc(slices.Clone(s.Table.Players), func(n scoring.Name) bool { _, is := it.By[n]; return !is })
		}
	}
	if len(s.Played) > 0 {
		return s.Played
	}
	return s.Table.Players
}

// derives reports whether a field is counted from others that are all paid.
func (s State) derives(f *Field) bool {
	return f.derived() && !slices.ContainsFunc(f.Of, func(key string) bool { _, paid := s.Paid[key]; return !paid })
}

// countOf returns a field at the end, with what it pays.
func (s State) countOf(f *Field, it Entry) (c column, err error) {
	c = column{Field: f, who: s.Counted}
	switch {
	case f.derived():
		c.rows = make([]row, len(c.who))
		for i, n := range c.who {
			c.rows[i] = row{0}
			for _, key := range f.Of {
				c.rows[i][0] = min(max(c.rows[i][0]+s.Paid[key][n], -mostAdded), mostAdded)
			}
		}
	case f.One != nil && it.Who != nil && !slices.Contains(c.who, *it.Who): // nobody else tells whether they are in
		c.who = []scoring.Name{*it.Who}
		c.rows = []row{{1}}
	default:
		c.rows, err = s.rows(f, it, c.who)
	}
	if err != nil {
		return c, err
	}
	return c.count(len(s.Table.Players))
}

// asked takes in numbers of people who are level.
func (s State) asked(e Asked) (scoring.State, error) {
	all := maps.Clone(s.Asked)
	if all == nil {
		all = Asked{}
	}
	number := &Field{Plain: Plain{From: -mostPoints, To: mostPoints}}
	for _, key := range slices.Sorted(maps.Keys(e)) {
		at := []string{key}
		if !slices.ContainsFunc(s.file.Ties, func(t Tie) bool { return t.Field == "" && t.Ask.Key == key }) {
			return s, fault.New(lang.T("no tie is settled by such a question"), at...)
		}
		if e[key].By == nil {
			return s, fault.New(lang.T("an object with a value for each person belongs here"), at...)
		}
		for _, n := range s.Table.Players {
			if v, there := e[key].By[n]; there {
				if _, err := number.read(v); err != nil {
					return s, fault.Under(err, append(at, string(n))...)
				}
			}
		}
		all[key] = e[key]
	}
	s.Asked = all
	return s, nil
}

// won takes in the table's word on who has won.
func (s State) won(e Won) (scoring.State, error) {
	if s.file.counts() {
		return s, fault.New(lang.T("here points decide who wins"))
	}
	if n := len(e.Winners); s.file.Wins == Together && n != 0 && n != len(s.Table.Players) {
		return s, fault.New(lang.T("all win together, or nobody does"), "winners")
	}
	s.Won = &e
	return s, nil
}

// start gives somebody who came late their own points to begin with.
func (s State) start(e Start) (scoring.State, error) {
	if s.file.EachRound == nil {
		return s, fault.New(noRounds)
	}
	s.Base = maps.Clone(s.Base)
	if s.Base == nil {
		s.Base = map[scoring.Row]int{}
	}
	s.Base[scoring.Row(e.Name)] = e.Points
	s.Starts = append(slices.Clip(s.Starts), Began{Name: e.Name, After: len(s.Rounds), Points: e.Points})
	return s, nil
}
