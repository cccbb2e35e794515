package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// People and seats in the middle of a game. Names in another order may mean that people changed seats (their points go
// with them), or that the names stood at the wrong seats (the points of a seat stay there). Only the table knows, so it
// is asked, and sees both totals, before anything changes.

var (
	whoseOrder  = lang.Msg("play.whose-order", "The names are in another order now. Do the points go with the people, or stay with the seats?")
	withPeople  = lang.Msg("play.with-people", "With the people: {totals}")
	withSeats   = lang.Msg("play.with-seats", "With the seats: {totals}")
	joinsNow    = lang.Plural("play.joins-now", "{names} joins from now on, with no points so far.", "{names} join from now on, with no points so far.")
	whoIsGone   = lang.Plural("play.who-is-gone", "{names} is not on the list any more. What happened?", "{names} are not on the list any more. What happened?")
	leavesNow   = lang.Msg("play.leaves-now", "They leave now, and keep their points")
	neverPlayed = lang.Msg("play.never-played", "They never played: take them off the list")
)

// corrected settles a correction that was answered to its end, or handles the error that ended it.
func (c corrections) corrected(p *session.Proposal, err error) error {
	switch {
	case errors.Is(err, session.ErrHalf):
		return c.leaveHalf()
	case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow):
		return c.leaveHalf() // of an insertion, which has nothing before it
	case err != nil || p == nil:
		return err
	}
	if t, is := tableOf(p.Put); is && len(p.Dropped) == 1 {
		return c.settleTable(p, t)
	}
	return c.settle(p)
}

func (c corrections) settleTable(p *session.Proposal, now setup.Table) error {
	p, err := c.columns(p)
	if err != nil || p == nil {
		return err
	}
	was, _ := tableOf(p.Dropped)
	to := seatsOf(was.Players, now.Players)
	switch {
	case len(now.Players) == len(was.Players) && slices.IsSorted(to), replacedToo(was.Players, now.Players):
		return c.settle(p) // corrected names, or rules; or nothing was entered yet
	case len(now.Players) == len(was.Players):
		return c.settleOrder(p, to)
	case len(now.Players) > len(was.Players):
		return c.settleMore(p, was, now, to)
	}
	return c.settleFewer(p, was, now)
}

// seatsOf returns, by old seat, the person's seat now. A person with a new name gets the first seat that nobody else
// has.
func seatsOf(was, now []string) []int {
	to := make([]int, len(was))
	for i, name := range was {
		to[i] = seatOf(now, name)
	}
	for i := range to {
		if to[i] < 0 && i < len(now) && !slices.Contains(to, i) {
			to[i] = i
		}
	}
	for seat := range now {
		if i := slices.Index(to, -1); i >= 0 && !slices.Contains(to, seat) {
			to[i] = seat
		}
	}
	return to
}

var (
	whatBecame = lang.Msg("play.what-became", "“{it}” is not on the list any more. What happened?")
	calledNow  = lang.Msg("play.called-now", "It is called “{it}” now")
	struckOut  = lang.Msg("play.struck-out", "It is struck out: {points}")
)

// columns asks for each name that is gone what became of its points: they count under a new name, or are struck out. If
// no name is new, there is no doubt. It returns nil if the table turned to something else.
func (c corrections) columns(p *session.Proposal) (*session.Proposal, error) {
	was, now, to := p.Before.Columns(), p.After.Columns(), p.Columns()
	for i, it := range was {
		fresh := scoring.Present(len(now), to)
		points := counted(p.Before, it)
		if to == nil || to[i] != scoring.Gone || len(fresh) == 0 || len(points) == 0 {
			continue
		}
		var options []lang.Text
		for _, k := range fresh {
			options = append(options, calledNow.With("it", now[k]))
		}
		options = append(options, struckOut.With("points", points))
		suggested := -1
		if len(was) == len(now) {
			suggested = slices.Index(fresh, i)
		}
		k, err := c.choose(p, ask.Head{ID: "play.what-became", Text: whatBecame.With("it", it)}, options, suggested)
		if err != nil {
			return nil, c.unsettled(err)
		}
		if k < len(fresh) {
			to[i] = fresh[k]
		}
	}
	if slices.Equal(to, p.Columns()) {
		return p, nil
	}
	q, err := c.at.s.InColumns(p, to)
	if err != nil {
		return nil, c.refused(p, err)
	}
	return q, nil
}

// settleOrder asks whether the points go with the people or stay with the seats. Until an event names a seat there is
// nothing to ask: people are themselves.
func (c corrections) settleOrder(p *session.Proposal, to []int) error {
	q, err := c.at.s.Seated(p, to)
	if err != nil {
		return c.settle(p) // these people cannot play at this table
	}
	ours, theirs := points(q.After.Result()), points(p.After.Result())
	if slices.Equal(slices.Sorted(slices.Values(ours)), slices.Sorted(slices.Values(theirs))) { // the points do not tell them apart, but their things may
		ours, theirs = c.onlyIn(q, p), c.onlyIn(p, q)
	}
	if !c.at.s.Moves(to, p) {
		return c.settle(q)
	}
	k, err := c.choose(p, ask.Head{ID: "play.whose-order", Text: whoseOrder}, []lang.Text{
		withPeople.With("totals", strings.Join(ours, " · ")), withSeats.With("totals", strings.Join(theirs, " · ")),
	}, -1)
	switch {
	case err != nil:
		return c.unsettled(err)
	case k == 0:
		return c.settle(q)
	}
	return c.settle(p)
}

// onlyIn returns what lies on the table with one proposal and not with the other, or the points if that is nothing.
func (c corrections) onlyIn(p, other *session.Proposal) (lines []string) {
	there := other.After.OnTable()
	for _, l := range p.After.OnTable() {
		if !slices.ContainsFunc(there, func(o lang.Text) bool { return o.String() == l.String() }) {
			lines = append(lines, c.at.in.Voice.Say(l))
		}
	}
	if lines == nil {
		return points(p.After.Result())
	}
	return lines
}

func points(r scoring.Result) []string {
	out := make([]string, len(r.Rows))
	for i, name := range r.Rows {
		out[i] = name + " " + strconv.Itoa(r.Points[i])
	}
	return out
}

func (c corrections) settleMore(p *session.Proposal, was, now setup.Table, to []int) error {
	if why := c.at.fixed(was); !why.Empty() && len(c.at.s.Log.State().Result().Parts) > 0 {
		return c.refused(p, fault.New(why))
	}
	q, err := c.at.s.Seated(p, to)
	if err != nil {
		return c.refused(p, err)
	}
	return c.settleJoined(q, now, scoring.Present(len(now.Players), to))
}

// settleJoined settles people who are new at some seats. If the game has a choice of what they begin with, they are
// asked.
func (c corrections) settleJoined(p *session.Proposal, t setup.Table, seats []int) error {
	var starts []scoring.Event
	for _, seat := range seats {
		h, pick, options := p.After.Joining(seat)
		if len(options) == 0 || len(p.Later) > 0 {
			continue
		}
		k, err := c.choose(p, h, pick.Options, h.Suggest.Value())
		if err != nil {
			return c.unsettled(err)
		}
		err = c.insist(p, func() (err error) {
			options[k], err = scoring.Whole(options[k], c.at.now)
			return err
		})
		if err != nil {
			return c.unsettled(err)
		}
		starts = append(starts, options[k])
	}
	if len(starts) < len(seats) {
		c.at.say(joinsNow.With("n", len(seats), "names", lang.Names(setup.Named(t.Players, seats))))
	}
	q, err := c.at.s.With(p, starts)
	if err != nil {
		return err
	}
	lines := c.at.s.Log.Lines()
	if err := c.settle(q); err != nil || c.at.s.Log.Lines() == lines {
		return err
	}
	c.at.goesOnAs()
	return nil
}

// settleFewer asks whether somebody leaves now, or was never there.
func (c corrections) settleFewer(p *session.Proposal, was, now setup.Table) error {
	var gone []string
	to := make([]int, len(was.Players))
	for i, n := range was.Players {
		to[i] = seatOf(now.Players, n)
		if to[i] < 0 {
			gone = append(gone, n)
		}
	}
	k := 1
	if len(c.at.s.Log.State().Result().Parts) > 0 {
		leaves := leavesNow
		h := ask.Head{ID: "play.who-is-gone", Text: whoIsGone.With("n", len(gone), "names", lang.Names(gone))}
		if why := c.at.fixed(was); !why.Empty() {
			h.Notes, leaves = []lang.Text{why}, leaveIt
		}
		var err error
		k, err = c.choose(p, h, []lang.Text{leaves, neverPlayed}, -1)
		switch {
		case err != nil:
			return c.unsettled(err)
		case k == 0 && leaves.ID == leaveIt.ID:
			return c.at.s.Leave(p)
		}
	}
	if k == 0 {
		away := slices.Clone(scoring.Away(c.at.s.Log.State()))
		for i := range to {
			if to[i] < 0 && !slices.Contains(away, i) {
				away = append(away, i)
			}
		}
		return errors.Join(c.at.s.Leave(p), c.setAway(away))
	}
	q, err := c.at.s.Seated(p, to)
	if err != nil {
		return c.refused(p, err)
	}
	return c.settle(q)
}

// refused leaves everything as it was, and returns why.
func (c corrections) refused(p *session.Proposal, why error) error {
	if err := c.at.s.Leave(p); err != nil {
		return err
	}
	return why
}

var (
	whoComes   = lang.Msg("play.who-comes", "Who comes or goes?")
	goesNow    = lang.Msg("play.goes-now", "{name} leaves")
	isBack     = lang.Msg("play.is-back", "{name} is back")
	somebodyIn = lang.Msg("play.somebody-in", "Somebody new sits down")
	oneName    = lang.Msg("play.one-name", "one name, please: one person after the other")
	newName    = lang.Msg("play.new-name", "What is the new person called?")
	whereSits  = lang.Msg("play.where-sits", "To whose left does {name} sit down?")
)

func (c corrections) comeAndGo() error {
	t, _ := c.at.s.Log.Table()
	away := slices.Clone(scoring.Away(c.at.s.Log.State()))
	options := make([]lang.Text, 0, len(t.Players)+1)
	for seat, name := range t.Players {
		say := goesNow
		if slices.Contains(away, seat) {
			say = isBack
		}
		options = append(options, say.With("name", name))
	}
	k, err := ask.PickOne(c.at.now, "play.who-comes", whoComes, append(options, somebodyIn), -1)
	if err != nil {
		return leaveCommand(err)
	}
	if k == len(t.Players) {
		return c.newcomer(t)
	}
	if i := slices.Index(away, k); i >= 0 {
		return c.setAway(slices.Delete(away, i, i+1))
	}
	return c.setAway(append(away, k))
}

// setAway records who is away from now on.
func (c corrections) setAway(away []int) error {
	slices.Sort(away)
	if err := c.at.s.Do(scoring.Here{Away: away}); err != nil {
		return err
	}
	items := c.at.s.Log.Items()
	c.at.say(c.at.about(items[len(items)-1]))
	c.at.goesOnAs()
	return nil
}

func (c corrections) newcomer(t setup.Table) error {
	h := ask.Head{ID: "play.new-name", Text: newName}
	for _, name := range c.at.in.Phones.joined() { // a person who came by phone and waits for a seat
		if h.Suggest == nil && !slices.ContainsFunc(t.Players, func(p string) bool { return strings.EqualFold(p, name) }) {
			h.Suggest = ask.UsualWords(name)
		}
	}
	name, err := ask.Accept(c.at.now, h, ask.Words{}, func(name string) (string, error) {
		if strings.ContainsAny(name, ",;") {
			return "", fault.New(oneName)
		}
		return name, checkNames(c.at.s.Log.Game(), append(slices.Clone(t.Players), name))
	})
	if err != nil {
		return leaveCommand(err)
	}
	k, err := ask.PickOne(c.at.now, "play.where-sits", whereSits.With("name", name), lang.Names(t.Players), len(t.Players)-1)
	if err != nil {
		return leaveCommand(err)
	}
	next, to := t.Clone(), make([]int, len(t.Players))
	next.Players = slices.Insert(next.Players, k+1, strings.TrimSpace(name))
	for seat := range to {
		to[seat] = seat
		if seat > k {
			to[seat]++
		}
	}
	next.First = to[t.First]
	p, err := c.at.s.Reseat(next, to)
	if err != nil {
		return err
	}
	return c.settleJoined(p, next, []int{k + 1})
}
