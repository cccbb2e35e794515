package phones

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A view is what one phone shows: plain strings, escaped where they are drawn.
type view struct {
	voice    *voice
	Marks    map[string]*color.Mark // letters and colors, by name
	Page     string                 // its name, where it is nobody's
	Open     bool                   // the page is not encrypted
	Why      string                 // the answer sent just now does not count
	Seat     seatView
	Table    tableView
	Moment   string // what everybody looks at just now
	Clock    *clockView
	Stood    string // the clock, while it waits for what stopped it
	Lobby    *Here  // before a game, and where a phone comes in: how it does, and who has
	Gone     string // what the last page says; empty: the program goes on
	Slips    []*slipView
	Wait     string
	Asked    []askedPerson // everybody of whom something is asked at once
	Lead     *slipView
	First    bool        // its question comes before all else
	Rest     []*slipView // what whoever keeps the score says for those without a phone
	Now      string      // what whoever keeps the score is asked meanwhile
	NowNotes []string    // and what stands there to be read by everybody
	Ticks    []noteView  // a list of which anybody may tick what is done
	Printed  string
}

// A seatView is whose phone it is, and what they may do about that.
type seatView struct {
	Me           string
	Names        []string   // of the people it belongs to
	Mine         []standing // of the standings, those of its people
	Looks        bool       // nobody at the table has this name
	Wants        string     // the place that is asked for
	Free, Taken  []string   // who might share it
	Keeps        bool       // it keeps the score
	MayAsk, Asks bool       // to
	Refused      bool       // a wish, a moment ago
}

// A tableView is what everybody may see of the game.
type tableView struct {
	Game    string
	Where   string
	Rows    []standing
	Goal    int // the end of the bars; 0: there are none
	Told    []string
	Paid    []string
	OnTable []string
	Rules   bool
	Over    bool
	Turning bool // Told is not all of it yet
	Photos  []Photo
	Album   []Photo // those that the table decides about
	BGStats string
}

// A standing is a line of the standings, with what somebody got last and why: "" where nothing is told.
type standing struct {
	report.Standing
	Gain, Why string
}

// tells reports whether the line says more than who plays.
func (s standing) tells() bool { return s.Points != 0 || s.Got || s.Rank == 0 }

// Class says how points look: as a gain, as a loss, or plain.
func (s standing) Class() string {
	switch {
	case s.Paid.Points < 0:
		return "gain lost"
	case s.Paid.Points == 0:
		return "gain even"
	}
	return "gain"
}

// An asked is somebody of whom something is asked.
type askedPerson struct {
	Name string
	In   bool // they have answered
}

type clockView struct {
	No      string
	Text    string
	Notes   []string
	Face    string
	Left    int64  // milliseconds
	Below   string // the sign before a time below 0: - where it is over, up where it counts up; empty: there is none
	Runs    bool
	Stands  bool // it is paused
	Up      bool // time is
	Options []option
	Cards   []cardView
	Keeps   bool
	Early   string
	Table   []option // what who keeps the score presses for somebody
	Strike  []string // is struck out on the phone, and kept there alone
}

// An option is what one person may press at a clock.
type option struct {
	Value, Text string
	Dim         string // why this person may not press it, as everybody knows; "": they may
	Seat, Who   string // Who: where several people share the phone
}

// A cardView is what only one person may look at.
type cardView struct{ Text, Who string }

// Lang returns the language of the page.
func (out view) Lang() string { return out.voice.v.Tag() }

// Say returns a word of the page.
func (out view) Say(id string) string { return out.SayTo(id, cmp.Or(out.Seat.Wants, out.Seat.Me)) }

// SayTo returns a word of the page about somebody.
func (out view) SayTo(id, who string) string { return out.voice.say(words[id].With("who", who)) }

// Title names the page: whose it is, and of which game.
func (out view) Title() string {
	parts := slices.DeleteFunc([]string{out.Page, out.Seat.Me, out.Table.Game, "tablemate"}, func(s string) bool { return s == "" })
	return strings.Join(parts[:min(2, len(parts))], " · ")
}

// Again is after how many seconds a page without scripts is loaded again: later where that would take
// from somebody what they are just typing, or begin the end of a game once more.
func (out view) Again() int {
	typed := func(s *slipView) bool { return s.State != slipKept && (s.Kind != "choose" || s.Cover != "") }
	if out.Table.Over || out.Lead != nil || slices.ContainsFunc(out.Slips, typed) {
		return 60
	}
	return 5
}

// Idle reports whether nothing is asked of somebody at the table.
func (out view) Idle() bool {
	return len(out.Slips) == 0 && out.Clock == nil && !out.Seat.Looks && out.Seat.Wants == "" && out.Lead == nil && out.Gone == "" && !out.Table.Over
}

// refuse says what is wrong with an answer where its question stands, with what was typed there, or else above all of them.
func (out *view) refuse(form url.Values, why string) {
	for _, p := range append(slices.Concat(out.Slips, out.Rest), out.Lead) {
		if p != nil && p.No == form.Get("no") && why != "" {
			p.Why = why
			p.stays(form)
			return
		}
	}
	out.Why = why
}

// view builds all that one phone shows, from nothing but what its people may know.
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
	out.fill(h, v)
	for _, r := range out.Table.Rows {
		if g.has(r.Name) {
			out.Seat.Mine = append(out.Seat.Mine, r)
		}
	}
	asked := out.showOwn(h.slips, seats, h.Lobby.names)
	for _, s := range h.Lobby.petitions(g) { // below one's own, which stays where it is
		out.Slips = append(out.Slips, v.slip(s))
	}
	if h.clock != nil {
		out.Clock = h.clockView(v, g, seats)
		out.Table.OnTable = without(out.Table.OnTable, out.Clock.Notes)
	}
	switch {
	case g.Keeps:
		out.Printed = h.printed
		out.showLead(h, v, seats)
	case !asked:
		out.showMeanwhile(h, v)
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

// asks shows what is asked of the people of this phone, and reports whether anything is.
func (out *view) showOwn(slips []*slip, seats []int, names []string) (asked bool) {
	for _, s := range slips {
		if slices.Contains(seats, s.seat) {
			one := out.voice.slip(s)
			if len(seats) > 1 {
				one.ofSeveral(out.voice, s.q, names[s.seat])
			}
			out.Slips, asked = append(out.Slips, one), true
			out.Table.OnTable = without(out.Table.OnTable, one.Notes)
		}
	}
	return asked
}

// ticks shows a list to tick, in place of its notes.
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

// meanwhile shows what whoever keeps the score is asked, for who has nothing to answer: it stands at the
// laptop for all to see. What it tells is read there, and nowhere else on the page.
func (out *view) showMeanwhile(h *Hub, v *voice) {
	out.Now = v.say(goingOn(h))
	switch q, open := h.publicQuestion(); {
	case open && ask.Is[ask.Show](q.Shape):
		out.NowNotes, out.Table.OnTable = without(v.says(q.Notes), []string{out.Now}), nil
	case open && q.Phone.Others.Empty(): // it looks like a question to this phone, which cannot answer
		out.Now = v.say(lang.At(words["printed"], goingOn(h)))
	}
}

// goesOn returns what the table is at, in a sentence for who is not asked.
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

// openly returns what whoever keeps the score is asked, where everybody may see it.
func (h *Hub) publicQuestion() (q ask.Question, open bool) {
	lead := h.lead()
	if lead == nil {
		return q, false
	}
	q = lead.q
	return q, q.Place != "" && !q.Secret && q.ID != WhoIsIn && (len(q.People) != 1 || h.Lobby.guestAt(q.People[0]) == nil)
}

// leads shows who keeps the score what the laptop is asked. What it tells stands nowhere else on the page.
func (out *view) showLead(h *Hub, v *voice, mine []int) {
	s := h.lead()
	if s == nil {
		return
	}
	q := s.q
	lead := v.slip(s)
	if len(q.People) == 1 {
		for _, own := range h.slips {
			if own.seat == q.People[0] && slices.Contains(mine, own.seat) && !h.resting && own.state != slipHere { // it lies on this phone already
				if i := slices.IndexFunc(out.Slips, func(p *slipView) bool { return p.No == own.no }); i >= 0 {
					p := out.Slips[i]
					p.Tools, p.Stays, p.Keys = lead.No, lead.Stays, lead.Keys
				}
				return
			}
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
		lead.Cover = v.say(words["instead"].With("who", h.Lobby.names[q.People[0]]))
	case q.Secret && len(q.Names) == 1 && lead.Kind != "":
		lead.Cover = v.say(words["hand"].With("who", q.Names[0]))
	case !q.Secret && len(q.People) == 1 && q.People[0] >= 0 && !names(lead.Text, q.Names[0]):
		lead.Text = q.Names[0] + ": " + lead.Text
	}
}

// listed makes the list of who is in a page of its own, on which the missing answer comes first and the rare things are small. There, the scorekeeper
// can say what is missing, answer for those
// without a phone, a tap each, and, as the rare thing, for somebody else.
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

// without returns those lines that others do not say.
func without(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}

// fill fills in what everybody sees.
func (out *view) fill(h *Hub, v *voice) {
	b, t := h.unveils.told(h.board), &out.Table
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
	if q, open := h.publicQuestion(); open && ask.Is[ask.Show](q.Shape) && len(q.Notes) > 0 { // its notes are later than the board of the game
		t.OnTable = v.says(q.Notes)
	}
	if slices.ContainsFunc(h.slips, func(s *slip) bool { return s.photo() }) { // the rounds are over
		t.Where, t.OnTable = v.say(words["photos"]), nil
	}
	for _, p := range b.Photos {
		if slices.ContainsFunc(h.slips, func(s *slip) bool {
			return slices.Contains(slices.Concat(ask.As[ask.Pick](s.q).Album, ask.As[ask.Each](s.q).Album), p.ID)
		}) {
			t.Album = append(t.Album, p)
		}
	}
	out.showWaiting(h, v)
	out.showMoment(h, v, b)
	switch {
	case h.gone && b.Over:
		out.Gone = v.say(words["bye"])
	case h.gone:
		out.Gone = v.say(words["until"])
	}
}

// waiting says who is asked just now, and who of them is missing.
func (out *view) showWaiting(h *Hub, v *voice) {
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
		out.Wait = v.say(words["waiting"].With("who", wait))
	case len(out.Asked) > 0:
		out.Wait = v.say(words["all-in"])
	}
}

// moment says large what everybody looks at just now: how it came out, or that time is up.
func (out *view) showMoment(h *Hub, v *voice, b Board) {
	clock := cmp.Or(h.clock, h.stood)
	switch {
	case b.Over && h.unveils.left > 0:
		out.Moment = v.say(words["over"])
	case b.Over && !b.Outcome.Empty():
		out.Moment = v.say(b.Outcome)
	case clock != nil && clock.up(h.now()):
		out.Moment, out.Table.OnTable = v.say(words["time-up"]), nil // what could be done at the clock cannot
	case clock == h.stood && clock != nil:
		out.Stood, out.Table.OnTable = timer.Face(clock.left), nil
	}
	if !b.Over && !b.Outcome.Empty() {
		out.Table.OnTable = append(out.Table.OnTable, v.say(b.Outcome))
	}
}

// boardView builds what everybody may see, large: it asks nothing.
func (h *Hub) boardView(v *voice) view {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := view{voice: v, Page: v.say(words["board"]), Why: v.say(h.board.Fault)}
	out.fill(h, v)
	if h.clock != nil {
		out.Clock = h.clockView(v, Guest{}, nil)
	}
	if out.Moment == "" && !out.Table.Turning {
		out.Moment = v.say(goingOn(h))
		out.Table.OnTable = without(out.Table.OnTable, []string{out.Moment})
	}
	if slices.ContainsFunc(out.Table.Rows, func(r standing) bool { return r.Gain != "" }) { // that says it beside each person
		out.Table.Told = nil
	}
	if (out.Clock != nil || len(out.Table.OnTable) > 0) && !slices.ContainsFunc(out.Table.Rows, standing.tells) {
		out.Table.Rows = nil // what lies there has the room
	}
	if h.board.Game.Empty() && h.board.OnTable == nil && h.clock == nil && !h.gone {
		here := h.Lobby.here()
		out.Lobby = &here
	}
	return out
}

// clockView builds the clock with what each person of a phone may press.
func (h *Hub) clockView(v *voice, g Guest, seats []int) *clockView {
	c := h.clock
	left := c.at(h.now())
	out := &clockView{No: h.clockNumber(), Text: v.say(c.Text), Notes: v.says(c.Notes), Face: timer.Face(left), Left: left.Milliseconds(), Runs: c.runs, Up: c.up(h.now()), Keeps: g.Keeps, Strike: v.sorted(c.Strike)}
	out.Stands = !c.runs && !out.Up && !(c.Runs && !c.told)
	for i, o := range c.Options {
		if i < len(c.Table) {
			o = c.Table[i]
		}
		if g.Keeps && !out.Up {
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
			if !out.Up {
				why, known := c.barred(i, seat)
				if why != nil && c.Turns != nil {
					continue
				}
				one := option{Value: strconv.Itoa(i), Text: v.say(o), Seat: strconv.Itoa(seat), Who: who}
				if known && why != nil {
					one.Dim = v.aloud(why)
				}
				out.Options = append(out.Options, one)
			}
		}
		if seat < len(c.Cards) {
			out.Cards = append(out.Cards, cardView{v.say(c.Cards[seat]), who})
		}
	}
	if g.Keeps && !out.Up && !c.Early.Empty() {
		out.Early = v.say(c.Early)
	}
	return out
}
