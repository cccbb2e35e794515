package phones

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// A view is what one phone shows, as plain strings that are escaped when they are drawn.
type view struct {
	voice    *voice
	Marks    map[string]*color.Mark // by name
	Page     string                 // the page's name, if it is nobody's
	Open     bool                   // the page is not encrypted
	Why      string                 // why the answer sent just now does not count
	Seat     seatView
	Table    tableView
	Moment   string // what everybody should look at now
	Clock    *clockView
	Stood    string // the clock's time, while something that stopped it is being settled
	Lobby    *Here  // how to come in and who has, before a game and at the door
	Gone     string // text of the last page; empty while the program goes on
	Slips    []*slipView
	Wait     string
	Asked    []askedPerson // everybody who is being asked now
	Lead     *slipView
	First    bool        // Lead comes before all else
	Rest     []*slipView // questions that the scorekeeper may answer for people without a phone
	Now      string      // what the table is asked meanwhile
	NowNotes []string    // with its notes, for everybody to read
	Ticks    []noteView  // a list whose lines anybody may tick
	Printed  string
}

// A seatView says whose phone this is, and what they may do about that.
type seatView struct {
	Me           string
	Names        []string   // the people it belongs to
	Mine         []standing // their lines of the standings
	Looks        bool       // nobody at the table has this name
	Wants        string     // the place it asks for
	Free, Taken  []string   // people who could share it
	Keeps        bool       // it keeps the score
	MayAsk, Asks bool       // to keep the score
	Refused      bool       // a petition was refused a moment ago
}

// A tableView is what everybody may see of the game.
type tableView struct {
	Game    string
	Where   string
	Rows    []standing
	Goal    int // where the bars end; 0 for no bars
	Told    []string
	Paid    []string
	OnTable []string
	Rules   bool
	Over    bool
	Turning bool // Told is not complete yet
	Photos  []Photo
	Album   []Photo // the pictures that the table is deciding about
	BGStats string
}

// A standing is a line of the standings, with what the person got last and why, or "" if nothing is told.
type standing struct {
	report.Standing
	Gain, Why string
}

// tells reports whether the line says more than who plays.
func (s standing) tells() bool { return s.Points != 0 || s.Got || s.Rank == 0 }

// Class returns the style of the points: a gain, a loss, or neither.
func (s standing) Class() string {
	switch {
	case s.Paid.Points < 0:
		return "gain lost"
	case s.Paid.Points == 0:
		return "gain even"
	}
	return "gain"
}

// An askedPerson is somebody who is being asked.
type askedPerson struct {
	Name string
	In   bool // has answered
}

type clockView struct {
	No      string
	Text    string
	Notes   []string
	Face    string
	Left    int64  // in milliseconds
	Below   string // the sign before a time below 0: “-” for overdrawn, “up” for a clock that counts up; empty if there are no such times
	Runs    bool
	Stands  bool // it is paused
	Up      bool // time is up
	Options []option
	Cards   []cardView
	Keeps   bool
	Early   string
	Table   []option // what the scorekeeper may press for somebody else
	Strike  []string // a list to strike out, which stays on the phone
}

// An option is what one person may press at a clock.
type option struct {
	Value, Text string
	Dim         string // why this person may not press it, if everybody knows that
	Seat, Who   string // Who: a name, if several people share the phone
}

// A cardView is what only one person may look at.
type cardView struct{ Text, Who string }

// Lang returns the language of the page.
func (out view) Lang() string { return out.voice.v.Tag() }

// Say returns one of words, about the person whose phone this is.
func (out view) Say(id string) string { return out.SayTo(id, cmp.Or(out.Seat.Wants, out.Seat.Me)) }

// SayTo returns one of words, about somebody.
func (out view) SayTo(id, who string) string { return out.voice.say(words[id].With("who", who)) }

// Title returns the title of the page: whose it is, and of which game.
func (out view) Title() string {
	parts := slices.DeleteFunc([]string{out.Page, out.Seat.Me, out.Table.Game, "tablemate"}, func(s string) bool { return s == "" })
	return strings.Join(parts[:min(2, len(parts))], " · ")
}

// Again returns after how many seconds a page without scripts reloads. It waits longer if that would lose what somebody
// is typing, or start the end of a game again.
func (out view) Again() int {
	typed := func(s *slipView) bool { return s.State != slipKept && (s.Kind != "choose" || s.Cover != "") }
	if out.Table.Over || out.Lead != nil || slices.ContainsFunc(out.Slips, typed) {
		return 60
	}
	return 5
}

// Idle reports whether a person at the table is asked nothing.
func (out view) Idle() bool {
	return len(out.Slips) == 0 && out.Clock == nil && !out.Seat.Looks && out.Seat.Wants == "" && out.Lead == nil && out.Gone == "" && !out.Table.Over
}

// refuse shows why an answer does not count: at its question, with what was typed there, or else above all questions.
func (out *view) refuse(form url.Values, why string) {
	for _, p := range append(slices.Concat(out.Slips, out.Rest), out.Lead) {
		if p != nil && p.No == form.Get("no") && why != "" {
			p.Why = why
			p.refill(form)
			return
		}
	}
	out.Why = why
}

// view builds what one phone shows, only from what its people may know.
func (h *Hub) view(g Guest, v *voice) view {
	h.mu.Lock()
	defer h.mu.Unlock()
	if g.Knocks {
		return view{voice: v, Seat: seatView{Wants: g.Wants}}
	}
	seats := g.seats(h.Lobby.names)
	named := len(g.Names) > 0
	out := view{voice: v, Seat: seatView{
		Me: strings.Join(g.Names, " · "), Names: g.Names, Looks: len(seats) == 0 && (len(h.Lobby.names) > 0 || !named), Wants: g.Wants,
		Keeps: g.Keeps, Refused: g.Refused, MayAsk: named && !g.Keeps && !g.Asks && !g.Refused, Asks: g.Asks,
	}}
	if slices.ContainsFunc(h.Lobby.e.Held, func(one Held) bool { return one.Lost && g.has(one.Who) }) {
		out.Why = v.say(words["again"])
	}
	out.fill(h)
	for _, r := range out.Table.Rows {
		if g.has(r.Name) {
			out.Seat.Mine = append(out.Seat.Mine, r)
		}
	}
	out.showOwn(h.slips, seats, h.Lobby.names)
	asked := len(out.Slips) > 0
	for _, s := range h.Lobby.petitions(g) { // below their own questions, which stay in place
		out.Slips = append(out.Slips, v.slip(s))
	}
	if h.clock != nil {
		out.Clock = h.clockView(v, g, seats)
		out.Table.OnTable = without(out.Table.OnTable, out.Clock.Notes)
	}
	switch {
	case g.Keeps:
		out.Printed = h.printed
		out.showLead(h, seats)
	case !asked:
		out.showMeanwhile(h)
	}
	if q, open := h.publicQuestion(); open && len(seats) > 0 {
		out.showTicks(q, h.ticks(q))
	}
	if len(g.Names) > 0 && len(g.Names) < mostShare {
		out.Seat.Free, out.Seat.Taken = h.Lobby.places(slices.DeleteFunc(h.Lobby.present(), g.has))
		if g.Refused {
			out.Seat.Taken = nil
		}
	}
	return out
}

// showOwn shows the questions to this phone's people.
func (out *view) showOwn(slips []*slip, seats []int, names []string) {
	for _, s := range slips {
		if slices.Contains(seats, s.seat) {
			one := out.voice.slip(s)
			if len(seats) > 1 {
				one.ofSeveral(out.voice, s.q, names[s.seat])
			}
			out.Slips = append(out.Slips, one)
			out.Table.OnTable = without(out.Table.OnTable, one.Notes)
		}
	}
}

// showTicks shows a list to tick in place of its notes.
func (out *view) showTicks(q ask.Question, all []noteView) {
	if all == nil {
		return
	}
	for i := range all {
		all[i].Text = out.voice.say(q.Notes[i])
	}
	out.Ticks, out.NowNotes = all, nil
	if out.Lead != nil {
		out.Lead.Notes = nil
	}
}

// showMeanwhile shows a phone with nothing to answer what the laptop is asked for all to see. What that says is left
// out of the rest of the page.
func (out *view) showMeanwhile(h *Hub) {
	out.Now = out.voice.say(goingOn(h))
	switch q, open := h.publicQuestion(); {
	case open && ask.Is[ask.Show](q.Shape):
		out.NowNotes, out.Table.OnTable = without(out.voice.says(q.Notes), []string{out.Now}), nil
	case open && q.Phone.Others.Empty(): // without a form it must not read as a question
		out.Now = out.voice.say(lang.At(words["printed"], goingOn(h)))
	}
}

// goingOn returns what the table is doing, in a sentence for people who are not asked.
func goingOn(h *Hub) lang.Text {
	q, open := h.publicQuestion()
	i := slices.IndexFunc(h.slips, func(s *slip) bool { return !s.q.Phone.Others.Empty() })
	switch {
	case open && q.Phone.Others.Empty():
		return lang.Capital(q.Text)
	case i >= 0:
		return h.slips[i].q.Phone.Others
	}
	return lang.Text{}
}

// publicQuestion returns the laptop's question, if everybody may see it.
func (h *Hub) publicQuestion() (q ask.Question, open bool) {
	lead := h.lead()
	if lead == nil {
		return q, false
	}
	q = lead.q
	return q, q.Place != "" && !q.Secret && q.ID != WhoIsIn && (len(q.People) != 1 || h.Lobby.guestAt(q.People[0]) == nil)
}

// showLead shows the scorekeeper what the laptop is asked. What that says is left out of the rest of the page.
func (out *view) showLead(h *Hub, mine []int) {
	s := h.lead()
	if s == nil {
		return
	}
	q := s.q
	lead := out.voice.slip(s)
	for _, own := range h.slips {
		if len(q.People) == 1 && own.seat == q.People[0] && slices.Contains(mine, own.seat) && !h.resting && own.state != slipHere { // it is on this phone already
			p := out.Slips[slices.IndexFunc(out.Slips, func(p *slipView) bool { return p.No == own.no })]
			p.Tools, p.Stays, p.Keys = lead.No, lead.Stays, lead.Keys
			return
		}
	}
	if q.ID == WhoIsIn {
		out.showWhoIsIn(lead, h.Lobby, h.slips)
	}
	out.Lead, out.First = lead, !slices.ContainsFunc(out.Slips, func(p *slipView) bool { return p.State == slipOpen && !p.Lead })
	out.Table.OnTable = without(out.Table.OnTable, lead.Notes)
	for _, s := range out.Slips {
		lead.Notes = without(lead.Notes, append(s.Notes, s.Text))
	}
	switch {
	case len(q.People) == 1 && h.Lobby.guestAt(q.People[0]) != nil:
		lead.Cover = out.voice.say(words["instead"].With("who", h.Lobby.names[q.People[0]]))
	case q.Secret && len(q.Names) == 1 && lead.Kind != "":
		lead.Cover = out.voice.say(words["hand"].With("who", q.Names[0]))
	case !q.Secret && len(q.People) == 1 && q.People[0] >= 0 && !names(lead.Text, q.Names[0]):
		lead.Text = q.Names[0] + ": " + lead.Text
	}
}

// showWhoIsIn turns the list of who is in into what the scorekeeper can do about it. The missing answer comes first,
// people without a phone have a row of buttons each, and answering for others is folded away.
func (out *view) showWhoIsIn(lead *slipView, l *Lobby, slips []*slip) {
	all := lead.Choices
	lead.Choices = nil
	for _, s := range slips {
		if l.answersFor(s) {
			one := out.voice.slip(s)
			one.Who = l.names[s.seat]
			out.Rest = append(out.Rest, one)
		}
	}
	said := slices.ContainsFunc(all, func(c choice) bool { return strings.HasPrefix(c.Text, "✓") })
	for _, c := range all {
		n, err := strconv.Atoi(c.Value)
		switch seat := n - 1; {
		case c.Value == "0" || c.Value == "+": // what follows the line
			c.On, c.Given = c.Value == "0" && !said, strings.HasPrefix(c.Text, "✓")
			c.Text = strings.TrimPrefix(c.Text, "✓ ")
			lead.Choices = append(lead.Choices, c)
		case err == nil && slices.ContainsFunc(out.Rest, func(p *slipView) bool { return p.Who == l.names[seat] }):
		case err == nil && l.guestAt(seat) == nil:
			c.Text = out.voice.say(words["hand"].With("who", l.names[seat]))
			lead.Choices = append(lead.Choices, c)
		case err == nil:
			lead.Phoned = append(lead.Phoned, c)
		case c.Value != out.voice.say(keyLine):
			lead.Keys = append(lead.Keys, c)
		}
	}
}

// without returns those lines that are not among others.
func without(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}

// fill fills in what everybody sees.
func (out *view) fill(h *Hub) {
	b, t, v := h.unveils.told(h.board), &out.Table, out.voice
	out.Marks = map[string]*color.Mark{}
	for seat := range min(len(h.Lobby.names), len(h.board.Marks)) {
		out.Marks[h.Lobby.names[seat]] = &h.board.Marks[seat]
	}
	*t = tableView{
		Game: v.say(b.Game), Where: v.say(b.Where), Told: v.says(b.Told), Paid: v.says(b.Paid), OnTable: v.says(b.OnTable), Goal: max(b.Goal, 0),
		Rules: b.ID != "", Over: b.Over, Turning: h.unveils.turning(), Photos: b.Photos, BGStats: b.BGStats,
	}
	for _, r := range b.Rows {
		line := standing{Standing: r}
		if r.Got {
			line.Gain, line.Why = fmt.Sprintf("%+d", r.Paid.Points), r.Paid.Reasons(v.say)
		}
		t.Rows = append(t.Rows, line)
	}
	if q, open := h.publicQuestion(); open && ask.Is[ask.Show](q.Shape) && len(q.Notes) > 0 { // its notes are newer than the game's board
		t.OnTable = v.says(q.Notes)
	}
	if slices.ContainsFunc(h.slips, func(s *slip) bool { return s.photo() }) { // the rounds are over
		t.Where, t.OnTable = v.say(words["photos"]), nil
	}
	var album []string
	for _, s := range h.slips {
		album = slices.Concat(album, ask.As[ask.Pick](s.q).Album, ask.As[ask.Each](s.q).Album)
	}
	t.Album = slices.DeleteFunc(slices.Clone(b.Photos), func(p Photo) bool { return !slices.Contains(album, p.ID) })
	out.showWaiting(h)
	out.showMoment(h, b)
	switch {
	case h.gone && b.Over:
		out.Gone = v.say(words["bye"])
	case h.gone:
		out.Gone = v.say(words["until"])
	}
}

// showWaiting shows who is being asked, and who is missing.
func (out *view) showWaiting(h *Hub) {
	var wait lang.List
	for _, s := range h.slips {
		if s.seat < 0 || s.seat >= len(h.Lobby.names) {
			continue
		}
		one := askedPerson{Name: h.Lobby.names[s.seat], In: !s.quiet && s.state != slipOpen && s.state != slipHere}
		out.Asked = append(out.Asked, one)
		if !one.In {
			wait = append(wait, lang.Literal(one.Name))
		}
	}
	switch {
	case len(wait) > 0:
		out.Wait = out.voice.say(words["waiting"].With("who", wait))
	case len(out.Asked) > 0:
		out.Wait = out.voice.say(words["all-in"])
	}
}

// showMoment says in large letters what everybody should look at: how it came out, or that time is up.
func (out *view) showMoment(h *Hub, b Board) {
	clock := cmp.Or(h.clock, h.stood)
	switch {
	case b.Over && h.unveils.left > 0:
		out.Moment = out.voice.say(words["over"])
	case b.Over && !b.Outcome.Empty():
		out.Moment = out.voice.say(b.Outcome)
	case clock != nil && clock.up(h.now()):
		out.Moment, out.Table.OnTable = out.voice.say(words["time-up"]), nil // the clock allows nothing any more
	case clock == h.stood && clock != nil:
		out.Stood, out.Table.OnTable = timer.Face(clock.left), nil
	}
	if !b.Over && !b.Outcome.Empty() {
		out.Table.OnTable = append(out.Table.OnTable, out.voice.say(b.Outcome))
	}
}

// boardView builds the board, for everybody to see. It asks nothing.
func (h *Hub) boardView(v *voice) view {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := view{voice: v, Page: v.say(words["board"]), Why: v.say(h.board.Fault)}
	out.fill(h)
	if h.clock != nil {
		out.Clock = h.clockView(v, Guest{}, nil)
	}
	if out.Moment == "" && !out.Table.Turning {
		out.Moment = v.say(goingOn(h))
		out.Table.OnTable = without(out.Table.OnTable, []string{out.Moment})
	}
	if slices.ContainsFunc(out.Table.Rows, func(r standing) bool { return r.Gain != "" }) { // each person's row says it
		out.Table.Told = nil
	}
	if (out.Clock != nil || len(out.Table.OnTable) > 0) && !slices.ContainsFunc(out.Table.Rows, standing.tells) {
		out.Table.Rows = nil // to give its room to what lies on the table
	}
	if h.board.Game.Empty() && h.board.OnTable == nil && h.clock == nil && !h.gone {
		here := h.Lobby.here()
		out.Lobby = &here
	}
	return out
}

// clockView builds the clock, with what each of the phone's people may press.
func (h *Hub) clockView(v *voice, g Guest, seats []int) *clockView {
	c := h.clock
	left := c.at(h.now())
	out := &clockView{No: h.clockNumber(), Text: v.say(c.Text), Notes: v.says(c.Notes), Face: timer.Face(left), Left: left.Milliseconds(), Runs: c.runs, Up: c.up(h.now()), Keeps: g.Keeps, Strike: v.sorted(c.Strike)}
	out.Stands = !c.runs && !out.Up && !(c.Runs && !c.told)
	if g.Keeps && !out.Up {
		out.Early = v.say(c.Early)
		for i, o := range c.Options {
			if i < len(c.Table) {
				o = c.Table[i]
			}
			out.Table = append(out.Table, option{Value: strconv.Itoa(i + 1), Text: v.say(o)})
		}
	}
	switch {
	case c.Turns != nil:
		out.showTurns(c.Turns, left, v, seats)
	case out.Up:
		out.Notes = nil
	}
	for _, seat := range seats {
		who := ""
		if len(seats) > 1 {
			who = h.Lobby.names[seat]
		}
		for i, o := range c.Options {
			why, known := c.barred(i, seat)
			if out.Up || why != nil && c.Turns != nil {
				continue
			}
			one := option{Value: strconv.Itoa(i), Text: v.say(o), Seat: strconv.Itoa(seat), Who: who}
			if known && why != nil {
				one.Dim = v.aloud(why)
			}
			out.Options = append(out.Options, one)
		}
		if seat < len(c.Cards) {
			out.Cards = append(out.Cards, cardView{v.say(c.Cards[seat]), who})
		}
	}
	return out
}
