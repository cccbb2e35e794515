package phones

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

var wonBy = lang.Plural("phones.won", "{names} wins!", "{names} win!")

// A view is what one phone shows: plain strings, escaped where they are drawn.
type view struct {
	voice    *voice
	Lang     string
	Page     string // its name, where it is nobody's
	Open     bool   // the page is not encrypted
	Why      string // what was sent just now does not count
	Seat     seatView
	Table    tableView
	Clock    *clockView
	Slips    []slipView
	Wait     string
	Lead     *slipView
	First    bool       // what it asks comes before all else
	Rest     []slipView // what whoever keeps the score says for those without a phone
	Now      string     // what whoever keeps the score is asked meanwhile
	NowNotes []string   // and what stands there to be read by everybody
	Ticks    []noteView // a list of which anybody may tick what is done
	Printed  string
}

// A seatView is whose phone it is, and what they may do about that.
type seatView struct {
	Me           string
	Mine         []report.Standing // of the standings, whose people hold the phone
	Named        bool              // it belongs to somebody
	Looks        bool              // nobody at the table has this name
	Wants        string            // the place that is asked for
	Free, Taken  []string          // who might share it
	Keeps        bool              // it keeps the score
	MayAsk, Asks bool              // to
}

// A tableView is what everybody may see of the game.
type tableView struct {
	Game    string
	Where   string
	Rows    []report.Standing
	Goal    int // the end of the bars; 0: there are none
	Told    []string
	OnTable []string
	Rules   bool
	Over    bool
	Won     string // who did, once it is over
	Reason  string // what decided it
	Photos  []Photo
	BGStats string
}

type clockView struct {
	No      string
	Text    string
	Notes   []string
	Face    string
	Left    int64  // milliseconds
	Below   string // what stands before a time below 0: - where it is over, up where it counts up; empty: there is none
	Runs    bool
	Stands  bool // it is paused
	Options []option
	Cards   []cardView
	Keeps   bool
	Early   string
}

// An option is what one person may press at a clock.
type option struct {
	Value, Text string
	Dim         bool   // this person may not press it, as everybody knows
	Seat, Who   string // Who: where several people share the phone
}

// A cardView is what only one person may look at.
type cardView struct{ Text, Who string }

// Say returns a word of the page.
func (v view) Say(id string) string { return v.voice.say(words[id].With("who", v.who())) }

// SayTo returns a word of the page about somebody.
func (v view) SayTo(id, who string) string { return v.voice.say(words[id].With("who", who)) }

// Title names the page: whose it is, and of which game.
func (v view) Title() string {
	parts := slices.DeleteFunc([]string{v.Page, v.Seat.Me, v.Table.Game, "tablemate"}, func(s string) bool { return s == "" })
	return strings.Join(parts[:min(2, len(parts))], " · ")
}

// Again is after how many seconds a page without scripts is loaded again: later where that would take
// from somebody what they are just typing, or begin the end of a game once more.
func (v view) Again() int {
	typed := func(s slipView) bool { return s.State != slipKept && (s.Kind != "choose" || s.Cover != "") }
	if v.Table.Over || v.Lead != nil || slices.ContainsFunc(v.Slips, typed) {
		return 60
	}
	return 5
}

// Idle reports whether nothing is asked of somebody at the table.
func (v view) Idle() bool {
	return len(v.Slips) == 0 && v.Clock == nil && !v.Seat.Looks && v.Seat.Wants == "" && v.Lead == nil
}

// slip returns the question of a number; nil where none is shown.
func (v view) slip(no string) *slipView {
	if v.Lead != nil && v.Lead.No == no {
		return v.Lead
	}
	for _, all := range [][]slipView{v.Slips, v.Rest} {
		if i := slices.IndexFunc(all, func(s slipView) bool { return s.No == no }); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

func (v view) who() string {
	if v.Seat.Wants != "" {
		return v.Seat.Wants
	}
	return v.Seat.Me
}

// view builds all that one phone shows, from nothing but what its people may know.
func (h *Hub) view(g Guest, v *voice) view {
	h.mu.Lock()
	defer h.mu.Unlock()
	if g.Knocks {
		return view{voice: v, Lang: v.v.Tag(), Seat: seatView{Wants: g.Wants}}
	}
	seats := g.seats(h.Lobby.names)
	named := len(g.Names) > 0
	out := view{voice: v, Lang: v.v.Tag(), Seat: seatView{
		Me: strings.Join(g.Names, " · "), Named: named, Looks: len(seats) == 0 && (len(h.Lobby.names) > 0 || !named), Wants: g.Wants,
		Keeps: g.Keeps, MayAsk: named && !g.Keeps && !g.Asks && !g.Refused, Asks: g.Asks,
	}}
	out.Table.Rules = h.board.ID != ""
	h.fill(&out, v)
	for _, r := range h.board.Rows {
		if g.has(r.Name) {
			out.Seat.Mine = append(out.Seat.Mine, r)
		}
	}
	for _, s := range h.Lobby.petitions(g) {
		out.Slips = append(out.Slips, v.slip(s))
	}
	asked := false
	for _, s := range h.slips {
		if slices.Contains(seats, s.seat) {
			one := v.slip(s)
			if len(seats) > 1 {
				one.ofSeveral(v, s.q, h.Lobby.names[s.seat])
			}
			out.Slips, asked = append(out.Slips, one), true
		}
	}
	if h.clock != nil {
		out.Clock = h.clockView(v, g, seats)
		out.Table.OnTable = without(out.Table.OnTable, out.Clock.Notes)
	}
	switch {
	case g.Keeps:
		out.Printed = h.printed
		h.leadView(&out, v, seats)
	case !asked:
		h.meanwhile(&out, v)
	}
	h.marked(out.Slips)
	h.marked(out.Rest)
	if out.Lead != nil {
		h.marked([]slipView{*out.Lead})
	}
	if q, open := h.openly(); open && len(seats) > 0 {
		out.ticks(q, h.ticks(q))
	}
	if len(g.Names) > 0 && len(g.Names) < mostShare {
		out.Seat.Free, out.Seat.Taken = h.Lobby.places(slices.DeleteFunc(slices.Clone(h.Lobby.names), g.has))
	}
	return out
}

// marked puts the color and letter of people where their names stand.
func (h *Hub) marked(all []slipView) {
	of := map[string]*color.Mark{}
	for i, r := range h.board.Rows {
		of[r.Name] = &h.board.Rows[i].Mark
	}
	for k := range all {
		p := &all[k]
		p.Mark = of[p.Who]
		for i := range p.Rows {
			p.Rows[i].Mark = of[p.Rows[i].Name]
			for j := range p.Rows[i].Choices {
				p.Rows[i].Choices[j].Mark = of[p.Rows[i].Choices[j].Text]
			}
		}
		for i := range p.Choices {
			p.Choices[i].Mark = of[p.Choices[i].Text]
		}
	}
}

// ticks shows a list to tick, in place of its notes.
func (v *view) ticks(q ask.Question, all []noteView) {
	if all == nil {
		return
	}
	for i := range all {
		all[i].Text = v.voice.say(q.Notes[i])
	}
	v.Ticks, v.NowNotes = all, nil
	if v.Lead != nil {
		v.Lead.Notes = nil
	}
}

// meanwhile shows what whoever keeps the score is asked, for who has nothing to answer: it stands at the
// laptop for all to see. What it tells is read there, and nowhere else on the page.
func (h *Hub) meanwhile(out *view, v *voice) {
	q, open := h.openly()
	if !open {
		if i := slices.IndexFunc(h.slips, func(s *slip) bool { return !s.q.Phone.Others.Empty() }); i >= 0 {
			out.Now = v.say(h.slips[i].q.Phone.Others)
		}
		return
	}
	out.Now = v.say(q.Text)
	if !q.Phone.Others.Empty() {
		out.Now = v.say(q.Phone.Others)
	}
	if ask.Is[ask.Show](q.Shape) {
		out.NowNotes, out.Table.OnTable = v.says(q.Notes), nil
	}
}

// openly returns what whoever keeps the score is asked, where everybody may see it.
func (h *Hub) openly() (q ask.Question, open bool) {
	lead := h.lead()
	if lead == nil {
		return q, false
	}
	q = lead.q
	return q, q.Place != "" && !q.Secret && q.ID != WhoIsIn && (len(q.People) != 1 || h.Lobby.guestAt(q.People[0]) == nil)
}

// leadView shows who keeps the score what the laptop is asked. What it tells stands nowhere else on the page.
func (h *Hub) leadView(out *view, v *voice, mine []int) {
	s := h.lead()
	if s == nil {
		return
	}
	q := s.q
	lead := v.slip(s)
	if len(q.People) == 1 {
		for _, own := range h.slips {
			if own.seat == q.People[0] && slices.Contains(mine, own.seat) && !h.resting && own.state != slipHere { // it lies on this phone already
				if i := slices.IndexFunc(out.Slips, func(p slipView) bool { return p.No == own.no }); i >= 0 {
					p := &out.Slips[i]
					p.Tools, p.Stays, p.Keys = lead.No, lead.Stays, lead.Keys
				}
				return
			}
		}
	}
	if q.ID == WhoIsIn {
		h.listed(out, &lead, v)
	}
	out.Lead, out.First = &lead, !slices.ContainsFunc(out.Slips, func(p slipView) bool { return p.State == slipOpen && !p.Lead })
	out.Table.OnTable = without(out.Table.OnTable, lead.Notes)
	for _, s := range out.Slips {
		lead.Notes = without(lead.Notes, append(s.Notes, s.Text))
	}
	switch {
	case len(q.People) == 1 && h.Lobby.guestAt(q.People[0]) != nil:
		lead.Cover = v.say(words["instead"].With("who", h.Lobby.names[q.People[0]]))
	case q.Secret && len(q.Names) == 1 && lead.Kind != "":
		lead.Cover = v.say(words["hand"].With("who", q.Names[0]))
	}
}

// listed makes of the list who is in what whoever keeps the score can do about it: say what is missing, answer for those
// without a phone, a tap each, and, as the rare thing, for somebody else.
func (h *Hub) listed(out *view, lead *slipView, v *voice) {
	all := lead.Choices
	lead.Choices = nil
	for _, s := range h.slips {
		if h.answersFor(s) {
			one := v.slip(s)
			one.Who = h.Lobby.names[s.seat]
			out.Rest = append(out.Rest, one)
		}
	}
	said := slices.ContainsFunc(all, func(c choice) bool { return !c.Dim && strings.HasPrefix(c.Text, "✓") })
	for _, c := range all {
		n, err := strconv.Atoi(c.Value)
		switch seat := n - 1; {
		case c.Value == "0" || c.Value == "+": // what follows the line
			c.On, c.Given = c.Value == "0" && !said, strings.HasPrefix(c.Text, "✓")
			c.Text = strings.TrimPrefix(c.Text, "✓ ")
			lead.Choices = append(lead.Choices, c)
		case err == nil && !c.Dim && slices.ContainsFunc(out.Rest, func(p slipView) bool { return p.Who == h.Lobby.names[seat] }):
		case err == nil && !c.Dim && h.Lobby.guestAt(seat) == nil:
			c.Text = v.say(words["hand"].With("who", h.Lobby.names[seat]))
			lead.Choices = append(lead.Choices, c)
		case err == nil:
			lead.Phoned = append(lead.Phoned, c)
		case c.Value != v.say(keyLine):
			lead.Keys = append(lead.Keys, c)
		}
	}
}

// without returns those lines that others do not say.
func without(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}

// fill fills in what everybody sees.
func (h *Hub) fill(out *view, v *voice) {
	b := h.board
	out.Table.Photos, out.Table.BGStats = b.Photos, b.BGStats
	out.Table.Game, out.Table.Where, out.Table.Told, out.Table.OnTable, out.Table.Over = v.say(b.Game), v.say(b.Where), v.says(b.Events), v.says(b.OnTable), b.Over
	if q, open := h.openly(); open && ask.Is[ask.Show](q.Shape) && len(q.Notes) > 0 { // what is told there is later than what the game knows
		out.Table.OnTable = v.says(q.Notes)
	}
	if slices.ContainsFunc(h.slips, func(s *slip) bool { return s.photo() }) { // the rounds are over
		out.Table.Where, out.Table.OnTable = v.say(words["photos"]), nil
	}
	if !b.Reason.Empty() {
		out.Table.Reason = v.say(b.Reason)
		out.Table.Told = append(out.Table.Told, out.Table.Reason)
	}
	var won []string
	out.Table.Rows, out.Table.Goal = b.Rows, max(b.Goal, 0)
	for _, r := range b.Rows {
		if r.Winner {
			won = append(won, r.Name)
		}
	}
	if b.Over && len(won) > 0 {
		out.Table.Won = v.say(wonBy.With("n", len(won), "names", lang.Names(won)))
	}
	var wait lang.List
	for _, s := range h.slips {
		if (s.quiet || s.state == slipOpen || s.state == slipHere) && s.seat >= 0 && s.seat < len(h.Lobby.names) {
			wait = append(wait, lang.Literal(h.Lobby.names[s.seat]))
		}
	}
	if len(wait) > 0 {
		out.Wait = v.say(words["waiting"].With("who", wait))
	}
}

// boardView builds what everybody may see, large: it asks nothing.
func (h *Hub) boardView(v *voice) view {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := view{voice: v, Lang: v.v.Tag(), Page: v.say(words["board"]), Why: v.say(h.board.Fault)}
	h.fill(&out, v)
	if h.clock != nil {
		out.Clock = h.clockView(v, Guest{}, nil)
	}
	return out
}

// clockView builds the clock with what each person of a phone may press.
func (h *Hub) clockView(v *voice, g Guest, seats []int) *clockView {
	c := h.clock
	left := c.at(h.now())
	out := &clockView{No: h.clockNumber(), Text: v.say(c.Text), Notes: v.says(c.Notes), Face: timer.Face(left), Left: left.Milliseconds(), Runs: c.runs, Stands: !c.runs, Keeps: g.Keeps}
	if c.Turns != nil {
		h.turnView(out, v, seats)
	}
	for _, seat := range seats {
		who := ""
		if len(seats) > 1 {
			who = h.Lobby.names[seat]
		}
		for i, o := range c.Options {
			if left > 0 || !c.told {
				why, known := c.barred(i, seat)
				if why != nil && c.Turns != nil {
					continue
				}
				out.Options = append(out.Options, option{strconv.Itoa(i), v.say(o), why != nil && known, strconv.Itoa(seat), who})
			}
		}
		if seat < len(c.Cards) {
			out.Cards = append(out.Cards, cardView{v.say(c.Cards[seat]), who})
		}
	}
	if g.Keeps && !c.Early.Empty() {
		out.Early = v.say(c.Early)
	}
	return out
}
