package counted

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The events. A line of the log is the piece of the sheet.
type (
	// A Round has the answers of one round, by field. People who are in none of them sat it out.
	Round map[string]Entry
	// A Count has answers of the count at the end, by field: some of them, or all.
	Count map[string]Entry
	// Asked are numbers that settle ties, by the question that asked for them.
	Asked map[string]Entry
	// Counting ends the rounds at the table's word; the count at the end follows.
	Counting struct{}
	// Won is the table's word on the winners.
	Won struct {
		Winners []scoring.Name `json:"winners"`
	}
	// Start has the points that a newcomer begins with, after so many rounds.
	Start struct {
		Name   scoring.Name `json:"name"`
		After  int          `json:"after" sheet:"0.."`
		Points int          `json:"points" sheet:"-99999..99999"`
		By     string       `json:"by,omitempty"` // means nothing
	}
)

func (Round) Kind() string    { return "round" }
func (Count) Kind() string    { return "count" }
func (Asked) Kind() string    { return "asked" }
func (Counting) Kind() string { return "counting" }
func (Won) Kind() string      { return "won" }
func (Start) Kind() string    { return "start" }

// People who have left are counted at the end with all others.
func (Count) Anyone() {}
func (Asked) Anyone() {}
func (Won) Anyone()   {}
func (Start) Anyone() {}

// Missing returns the people who sat a round out: those in no entry, if any entry names people.
func (e Round) Missing(all []scoring.Name) []scoring.Name {
	told := false
	for _, it := range e {
		told = told || it.By != nil
		all = slices.DeleteFunc(all, func(n scoring.Name) bool { _, named := it.By[n]; return named })
	}
	if !told {
		return nil
	}
	return all
}

// An Entry is the answer to one field: a value for each person, or the one person who has a thing that there is only once.
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
	return fault.New(byPerson)
}

// A State is a counted game in progress.
type State struct {
	scoring.Frame
	Rounds  []Round
	Starts  []Start          // newcomers with points of their own, out of a sheet
	Count   Count            // nil before anything is told
	Closed  bool             // the table ended the rounds
	Asked   Asked            // nil before anything is
	Won     *Won             // nil before the table said it
	Played  []scoring.Name   // the people who were in a round
	Counted []scoring.Name   // the people in the count at the end, from the first field that names people
	Amounts map[string]tally // the numbers that break a tie, by field
	Paid    map[string]tally // the points of the fields of this round, or of those at the end
	Deals   scoring.Name     // the dealer

	file *File
	pad  bool // the file is made of the table's options
}

// A tally is an amount of each person.
type tally map[scoring.Name]int

// begin returns a game in which nothing is told.
func (f *File) begin(t setup.Table) State {
	return State{Frame: scoring.Frame{Table: t}, file: f, Deals: t.First}.usual(t.Players)
}

// People gives newcomers the points that everybody begins with.
func (s State) People() scoring.State { return s.usual(s.Late) }

// usual gives people the points that everybody begins with, unless they begin with others.
func (s State) usual(people []scoring.Name) State {
	base := map[scoring.Row]int{}
	for _, n := range people {
		base[scoring.Row(n)] = s.file.Start.of(len(s.Table.Players))
	}
	maps.Copy(base, s.Base)
	s.Base = base
	return s
}

// Fixed returns why nobody may come or leave: people may, between two rounds, if nothing depends on how many they are.
func (s State) Fixed() (why lang.Text) {
	switch f := s.file; {
	case !f.counts():
	case f.EachRound == nil:
		why = lang.T("Categories are counted at the end, once for everybody who began: enter 0 for anyone who has gone. To play with other people, begin another game.")
	case f.varies():
		why = lang.T("This game counts by how many people began. To play with other people, begin another game.")
	case !slices.ContainsFunc(f.EachRound.told(), (*Field).names):
		why = lang.T("The entry of a round does not say who played it. To play with other people, begin another game.")
	}
	return why
}

// MayStart reports whether newcomers may begin with points.
func (s State) MayStart() bool { return s.file.EachRound != nil }

// varies reports whether any count depends on the number of people.
func (f *File) varies() bool {
	varies := f.Start.varies() || f.Ends.At.varies() || f.Ends.After.varies()
	for _, it := range slices.Concat(f.EachRound, f.AtEnd) {
		varies = varies || it.Sum.varies() || it.Whole.varies() || it.Most.varies() || it.Least.varies()
	}
	return varies
}

// Play returns the state after an event.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case Round:
		return s.round(e)
	case Count:
		return s.count(e)
	case Asked:
		return s.asked(e)
	case Won:
		return s.won(e)
	case Start:
		return s.start(e)
	}
	if s.file.AtEnd == nil || s.file.EachRound == nil || s.Count != nil {
		return s, fault.New(lang.T("this game has rounds, and nothing is counted at its end"))
	}
	s.Closed = true
	return s, nil
}

var (
	noRounds  = lang.T("this game has no rounds")
	nobodyIn  = lang.T("nobody plays this round: 0 would do")
	isMissing = lang.T("{name} is missing here")
	byPerson  = lang.T("an object with a value for each person belongs here")
)

// round takes in a round.
func (s State) round(e Round) (State, error) {
	switch {
	case s.file.EachRound == nil:
		return s, fault.New(noRounds)
	case s.counting():
		return s, fault.New(lang.T("the rounds are over; nothing more can be scored in one"))
	case len(s.Present()) == 0:
		return s, fault.New(nobodyIn)
	}
	if err := known(e, s.file.EachRound); err != nil {
		return s, err
	}
	for _, f := range s.file.EachRound.told() {
		if _, there := e[f.key()]; !there {
			return s, fault.New(sheet.MissingKey, f.key())
		}
	}
	before, in := s.Points(), s.Present()
	s.BeginNumbered(lang.T("Round {n}").With("n", len(s.Rounds)+1))
	s.Paid = nil
	if err := s.payAll(s.file.EachRound, e, func(*Field, Entry) []scoring.Name { return in }); err != nil {
		return s, err
	}
	// The mark is judged by the whole round: several fields may take somebody past it and back.
	for _, n := range in {
		s.past(scoring.Row(n), before[scoring.Row(n)])
	}
	s.Deals = s.Table.Turn(s.dealer())[1%len(s.Table.Players)]
	s.Rounds = append(slices.Clip(s.Rounds), e)
	s.Played = slices.Concat(s.Played, slices.DeleteFunc(in, func(n scoring.Name) bool { return slices.Contains(s.Played, n) }))
	return s, nil
}

// payAll pays those of some fields that can be counted and are not paid yet; in returns the people of a field.
func (s *State) payAll(fields Fields, told map[string]Entry, in func(*Field, Entry) []scoring.Name) error {
	// States share maps, so these are copied before a field is added.
	amounts, paid := map[string]tally{}, map[string]tally{}
	maps.Copy(amounts, s.Amounts)
	maps.Copy(paid, s.Paid)
	s.Amounts, s.Paid = amounts, paid
	lacks := func(key string) bool { return paid[key] == nil }
	for _, f := range fields {
		// A derived field is paid as soon as all fields that it is made of are.
		it, there := told[f.key()]
		if !lacks(f.key()) || !there && (!f.derived() || slices.ContainsFunc(f.Of, lacks)) {
			continue
		}
		c, err := s.column(f, it, in(f, it))
		if err != nil {
			return fault.Under(err, f.key())
		}
		s.pay(c, len(fields) > 1 && s.Count == nil)
		if payTooMuch(s.Parts) {
			return fault.New(beyond, f.key())
		}
	}
	return nil
}

// known refuses the names of fields that are not told.
func known(e map[string]Entry, fields Fields) error {
	for _, key := range slices.Sorted(maps.Keys(e)) {
		switch f := fields.find(key); {
		case f == nil:
			var keys []string
			for _, f := range fields.told() {
				keys = append(keys, f.key())
			}
			return sheet.Unknown(key, keys...)
		case f.derived():
			return fault.New(lang.T("nothing is told here: it is counted from other fields"), key)
		}
	}
	return nil
}

// column returns a field with the answers of the people who are in, ready to be paid.
func (s State) column(f *Field, it Entry, in []scoring.Name) (c column, err error) {
	c = column{Field: f, who: in}
	if err := s.checkEntry(f, it, in); err != nil {
		return c, err
	}
	for _, n := range in {
		r := numbers{0}
		switch {
		case f.derived():
			for _, key := range f.Of {
				r[0] += s.Paid[key][n]
			}
		case f.One == nil:
			if r, err = f.read(it.By[n]); err != nil {
				return c, fault.Under(err, string(n))
			}
		case it.Who != nil && *it.Who == n:
			r[0] = 1
		}
		c.numbers = append(c.numbers, r)
	}
	if c.Sum != nil {
		err = c.adds(c.Sum.of(len(s.Table.Players)).in(len(s.Rounds)+1), len(s.Table.Players))
	}
	if err == nil {
		c.got, err = c.count(len(s.Table.Players))
	}
	return c, err
}

// checkEntry refuses an entry that does not name exactly the people in a part. A field of one names one of them, or nobody.
func (s State) checkEntry(f *Field, it Entry, in []scoring.Name) error {
	switch {
	case f.One != nil && it.By != nil:
		return fault.New(lang.T("one name belongs here, or null for nobody"))
	case f.One != nil && it.Who != nil && !slices.Contains(in, *it.Who):
		return fault.New(lang.T("{name} sits this round out, and has no points in it").With("name", *it.Who))
	case f.One != nil || f.derived():
		return nil
	case it.By == nil:
		return fault.New(byPerson)
	}
	for _, n := range s.Table.Players {
		_, there := it.By[n]
		switch is := slices.Contains(in, n); {
		case there && !is:
			return fault.New(lang.T("{name} has an entry here, but none in another field").With("name", n), string(n))
		case !there && is:
			return fault.New(isMissing.With("name", n), string(n))
		}
	}
	return nil
}

// payTooMuch reports whether sums of the ledger may not fit into an int, in any order in which they are made.
func payTooMuch(parts []scoring.Part) bool {
	sums := map[scoring.Row]int64{}
	for _, p := range parts {
		for _, l := range p.Lines {
			if sums[l.Row] += int64(max(l.Points, -l.Points)); sums[l.Row] > mostPaid {
				return true
			}
		}
	}
	return false
}

// pay pays a column in the part that was begun last, one of several in it or alone.
func (s *State) pay(c column, several bool) {
	amounts, paid := tally{}, tally{}
	maps.Copy(amounts, s.Amounts[c.key()])
	for i, n := range c.who {
		// The person without the one thing gets no line: a table of six would read five times that they do not have it.
		r, p := c.numbers[i], c.got[i]
		amounts[n] += c.amount(r, p.points)
		paid[n] = p.points
		if c.One != nil && r[0] == 0 {
			continue
		}
		l := scoring.Line{Row: scoring.Row(n), Points: p.points, Where: s.file.source(c.Field), Why: p.why}
		if several || s.Count != nil {
			l.Head = c.Name.Text
		}
		switch {
		case p.whole:
		case several:
			l.Short = c.Name.Text
		// Where the points are the number that was told, a reason would only say it twice.
		case c.form == isPlain || c.form == isEach && p.points == r[0]:
			l.Short = lang.Literal("")
		}
		s.Pay(l)
	}
	s.Amounts[c.key()], s.Paid[c.key()] = amounts, paid
}

// past resets the score of a row that went past the mark.
func (s *State) past(n scoring.Row, was int) {
	e, sum := s.file.Ends, s.Points()[n]
	if e.Exactly == nil {
		return
	}
	// A game may count up to its mark, or down to it.
	mark := *e.Exactly
	up := mark >= s.file.Start.of(len(s.Table.Players))
	now := e.Past.has
	switch {
	case up && sum <= mark, !up && sum >= mark:
		return
	case e.Past.stay:
		now = was
	}
	if now != sum {
		s.Pay(scoring.Line{Row: n, Points: now - sum, Where: s.file.source(&Field{}),
			Why: lang.N("past {mark}: back to {n} point", "past {mark}: back to {n} points").With("mark", mark, "n", now)})
	}
}

// source says where the rule for a field is written.
func (f *File) source(of *Field) lang.Text {
	switch {
	case !of.Source.Empty():
		return of.Source.Text
	case !f.Source.Empty():
		return f.Source.Text
	case f.ID == padID:
		return lang.T("the table’s own rule")
	}
	return f.Name.Text
}

// dealer returns the dealer of this round.
func (s State) dealer() scoring.Name {
	turn := s.Table.Turn(s.Deals)
	return turn[max(0, slices.IndexFunc(turn, func(n scoring.Name) bool { return !slices.Contains(s.Away, n) }))]
}

// roundsOver reports whether the rounds are over.
func (s State) roundsOver() bool {
	e, f, people := s.file.Ends, s.Frame, len(s.Table.Players)
	// Points of the count at the end do not end the rounds.
	f.Parts = f.Parts[:min(len(s.Rounds), len(f.Parts))]
	points := slices.Collect(maps.Values(f.Points()))
	switch {
	case s.Closed || s.file.EachRound == nil:
		return true
	case e.After != nil:
		return len(s.Rounds) >= e.After.of(people)
	case e.At != nil:
		return slices.Max(points) >= e.At.of(people)
	case e.Exactly != nil:
		return len(s.Rounds) > 0 && slices.Contains(points, *e.Exactly)
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
	for _, f := range s.file.AtEnd.told() {
		if _, told := s.Count[f.key()]; !told {
			return f
		}
	}
	return nil
}

// count takes in fields of the count at the end.
func (s State) count(e Count) (State, error) {
	if s.file.AtEnd == nil {
		return s, fault.New(lang.T("nothing is counted at the end of this game"))
	}
	if err := known(e, s.file.AtEnd); err != nil {
		return s, err
	}
	told, joins := Count{}, s.Count != nil
	maps.Copy(told, s.Count)
	for _, f := range s.file.AtEnd.told() {
		it, there := e[f.key()]
		_, twice := s.Count[f.key()]
		switch {
		case !there:
			continue
		case twice:
			return s, fault.New(lang.T("“{it}” is counted already").With("it", f.Name.Text), f.key())
		case !s.roundsOver() && !s.file.byTable():
			return s, fault.New(lang.T("rounds are still to be played"), f.key())
		}
		// The first field that names people settles who is counted: everybody who was in a round has to be among them.
		told[f.key()] = it
		if s.Counted == nil && f.names() && it.By != nil {
			s.Counted = slices.Sorted(maps.Keys(it.By))
			for _, n := range s.Played {
				if _, is := it.By[n]; !is {
					return s, fault.New(isMissing.With("name", n), f.key(), string(n))
				}
			}
		}
	}
	s.Count = told
	err := s.payAll(s.file.AtEnd, told, func(f *Field, it Entry) []scoring.Name {
		in := s.inCount()
		// Without a field that names people, the owner of the one thing may be somebody who sat all rounds out.
		if it.Who != nil && !slices.Contains(in, *it.Who) {
			in = append(in, *it.Who)
		}
		s.Begin(f.Name.Text)
		part := &s.Parts[len(s.Parts)-1]
		part.Joins, joins, part.There = joins, true, nil
		for _, n := range in {
			part.There = append(part.There, scoring.Row(n))
		}
		return in
	})
	// Rounds that ended at the table's word make a game that did: its sheet has to say so.
	s.Stopped = s.Stopped || s.Closed && s.open() == nil
	return s, err
}

// inCount returns the people in the count at the end, in today's seat order: those whom a field names, else those who
// played, else everybody.
func (s State) inCount() []scoring.Name {
	in := s.Table.Players
	switch {
	case s.Counted != nil:
		in = s.Counted
	case s.Played != nil:
		in = s.Played
	}
	return slices.DeleteFunc(slices.Clone(s.Table.Players), func(n scoring.Name) bool { return !slices.Contains(in, n) })
}

// asked takes in numbers of people who are level.
func (s State) asked(e Asked) (State, error) {
	all := Asked{}
	maps.Copy(all, s.Asked)
	for _, key := range slices.Sorted(maps.Keys(e)) {
		f := s.file.asks.find(key)
		switch {
		case f == nil:
			return s, fault.New(lang.T("no tie is settled by such a question"), key)
		case e[key].By == nil:
			return s, fault.New(byPerson, key)
		}
		for _, n := range slices.Sorted(maps.Keys(e[key].By)) {
			if _, err := f.read(e[key].By[n]); err != nil {
				return s, fault.Under(err, key, string(n))
			}
		}
		all[key] = e[key]
	}
	s.Asked = all
	return s, nil
}

// won takes in the table's word on the winners.
func (s State) won(e Won) (State, error) {
	n := len(e.Winners)
	switch {
	case s.file.counts():
		return s, fault.New(lang.T("here points decide who wins"))
	case s.file.Wins == Together && n != 0 && n != len(s.Table.Players):
		return s, fault.New(lang.T("all win together, or nobody does"), "winners")
	}
	s.Won = &e
	return s, nil
}

// start gives somebody who came late their own points to begin with.
func (s State) start(e Start) (State, error) {
	if s.file.EachRound == nil {
		return s, fault.New(noRounds)
	}
	s.Base = maps.Clone(s.Base)
	s.Base[scoring.Row(e.Name)] = e.Points
	s.Starts = append(slices.Clip(s.Starts), e)
	return s, nil
}
