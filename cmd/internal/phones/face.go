package phones

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A voice says and reads in one language, for any goroutine.
type voice struct {
	mu sync.Mutex
	v  *lang.Localizer
}

func (v *voice) say(t lang.Text) string { v.mu.Lock(); defer v.mu.Unlock(); return v.v.Say(t) }

func (v *voice) says(all []lang.Text) []string {
	var out []string
	for _, t := range all {
		out = append(out, v.say(t))
	}
	return out
}

func (v *voice) aloud(err error) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return fault.Aloud(v.v, err)
}

// read is the keyboard's own reader: one set of bounds, one set of sentences.
func (v *voice) read(q ask.Question, line string) (ask.Answer, error) {
	q = v.said(q)
	q.Stands, q.Suggest = false, nil // an empty line is no answer here
	a, err := q.Read(strings.TrimSpace(line))
	if err == nil && !q.Fits(a) {
		err = fault.New(badAnswer)
	}
	return a, err
}

func (v *voice) said(q ask.Question) ask.Question {
	v.mu.Lock()
	defer v.mu.Unlock()
	return q.Said(v.v)
}

// words are what the pages say themselves.
var words = map[string]lang.Text{
	"who":     lang.Msg("phones.who", "Who are you?"),
	"name":    lang.Msg("phones.name", "Your name"),
	"join":    lang.Msg("phones.join", "Join"),
	"look":    lang.Msg("phones.look", "I am only looking on"),
	"taken":   lang.Msg("phones.taken", "Has a phone already; ask to take over:"),
	"asks":    lang.Msg("phones.asks", "You asked for the place of {who}. Say so at the laptop: “?phones” lets you in. The other phone can do it too."),
	"in":      lang.Msg("phones.in", "✔ In. It can be changed until the last one is in."),
	"change":  lang.Msg("phones.change", "Change it"),
	"sent":    lang.Msg("phones.sent", "✔ Sent."),
	"held":    lang.Msg("phones.held", "✔ Sent. The table is looking something up."),
	"here":    lang.Msg("phones.here", "This is being answered at the laptop."),
	"send":    lang.Msg("phones.send", "Send"),
	"go":      lang.Msg("phones.go", "Go on"),
	"none":    lang.Msg("phones.none", "None"),
	"yes":     lang.Msg("phones.yes", "Yes"),
	"no":      lang.Msg("phones.no", "No"),
	"sure":    lang.Msg("phones.sure", "Yes, now"),
	"waiting": lang.Msg("phones.waiting", "Waiting for: {who}"),
	"nothing": lang.Msg("phones.nothing", "Nothing is asked of you just now."),
	"looking": lang.Msg("phones.looking", "You are looking on."),
	"paused":  lang.Msg("phones.paused", "The clock stands."),
	"scores":  lang.Msg("phones.scores", "Standings"),
	"points":  lang.Msg("phones.points", "Points"),
	"pts":     lang.Msg("phones.pts", "Pts"),
	"place":   lang.Msg("phones.place", "#"),
	"player":  lang.Msg("phones.player", "Name"),
	"rules":   lang.Msg("phones.rules", "Rules of the game"),
	"back":    lang.Msg("phones.back", "Back to the game"),
	"leave":   lang.Msg("phones.leave", "This is not me: choose again"),
	"other":   lang.Msg("phones.other-language", "Português"),
	"scan":    lang.Msg("phones.scan", "Scan the code at the laptop: “?phones” shows it."),
	"shut":    lang.Msg("phones.shut", "The door is shut. Somebody at the laptop opens it: “?phones”."),
	"full":    lang.Msg("phones.full", "There are too many phones at this table already."),
	"gone":    lang.Msg("phones.gone", "This was answered meanwhile."),
	"notyou":  lang.Msg("phones.not-you", "you cannot do this any more"),
	"again":   lang.Msg("phones.again", "the table has changed, and what you sent was not taken: send it again"),
	"busy":    lang.Msg("phones.busy", "The table is at something else: send it again in a moment."),
	"lost":    lang.Msg("phones.lost", "The laptop does not answer. Trying again …"),
	"later":   lang.Msg("phones.later", "Not sent yet. Trying again …"),
	"wants":   lang.Msg("phones.wants", "Another phone wants to be {who}."),
	"give":    lang.Msg("phones.give", "Let it: this phone leaves"),
	"open":    lang.Msg("phones.open-net", "This page is not encrypted: who listens to this Wi-Fi can read it."),
	"missing": lang.Msg("phones.missing", "Nobody of that name sits at this table."),
}

var badAnswer = lang.Msg("phones.bad-answer", "that does not fit here")

// A view is what one phone shows: plain strings, escaped where they are drawn.
type view struct {
	voice *voice
	Lang  string
	Me    string
	Looks bool   // nobody at the table has this name
	Wants string // the place that is asked for
	Open  bool   // the page is not encrypted
	Game  string
	Where string
	Clock *clockView
	Slips []slipView
	Wait  string
	Rival bool // another phone wants this place
	Rows  []rowView
	Told  []string
	Rules bool
}

type rowView struct {
	Row
	Most int // of the bar; 0: none
}

type clockView struct {
	No      string
	Text    string
	Notes   []string
	Face    string
	Left    int64 // milliseconds
	Runs    bool
	Options []choice
}

type slipView struct {
	No, Text, Why           string
	Notes                   []string
	Kind                    string // show, choose, several, number, line
	Choices                 []choice
	Lo, Hi                  int
	Blank                   bool
	Kept, Sent, Here, Rests bool
}

type choice struct{ Value, Text string }

// Say is a word of the page.
func (v view) Say(id string) string { return v.voice.say(words[id].With("who", v.who())) }

func (v view) who() string {
	if v.Wants != "" {
		return v.Wants
	}
	return v.Me
}

// view builds all that one phone shows, from nothing but what its person may know.
func (h *Hub) view(g Guest, v *voice) view {
	h.mu.Lock()
	defer h.mu.Unlock()
	seat := seatOf(h.names, g.Name)
	if g.Name == "" {
		seat = -1
	}
	out := view{voice: v, Lang: v.v.Tag(), Me: g.Name, Looks: seat < 0, Wants: g.Wants, Rules: h.board.ID != ""}
	out.Game, out.Where, out.Told = v.say(h.board.Game), v.say(h.board.Where), v.says(h.board.Events)
	for _, r := range h.board.Rows {
		out.Rows = append(out.Rows, rowView{r, max(h.board.Goal, 0)})
	}
	for _, other := range h.e.Guests {
		out.Rival = out.Rival || g.Name != "" && strings.EqualFold(other.Wants, g.Name)
	}
	var wait lang.List
	for _, s := range h.slips {
		if s.seat == seat && seat >= 0 {
			out.Slips = append(out.Slips, v.slip(s))
		}
		if !s.kept && !s.sent && s.seat < len(h.names) {
			wait = append(wait, lang.Literal(h.names[s.seat]))
		}
	}
	if len(wait) > 0 {
		out.Wait = v.say(words["waiting"].With("who", wait))
	}
	if h.clock != nil {
		out.Clock = h.clockView(v, seat >= 0)
	}
	return out
}

func (h *Hub) clockView(v *voice, may bool) *clockView {
	c := h.clock
	left := c.at(h.now())
	out := &clockView{No: h.clockNumber(), Text: v.say(c.Text), Notes: v.says(c.Notes), Face: timer.Face(left), Left: left.Milliseconds(), Runs: c.runs}
	for i, o := range c.Options {
		if may && (left > 0 || !c.told) {
			out.Options = append(out.Options, choice{strconv.Itoa(i), v.say(o)})
		}
	}
	return out
}

// slip is a question as a form: its kind, and its answers as whole words.
func (v *voice) slip(s *slip) slipView {
	q := v.said(s.q)
	p := slipView{
		No: s.no, Text: v.say(s.q.Text), Notes: v.says(s.q.Notes), Lo: q.Lo, Hi: q.Hi, Blank: q.Kind == ask.Each && q.Blank,
		Kept: s.kept, Sent: s.sent, Here: s.here, Rests: s.rests && s.held != nil,
	}
	if s.why != nil {
		p.Why = v.aloud(s.why)
	}
	switch q.Kind {
	case ask.Show:
		p.Kind = "show"
	case ask.Pick:
		p.Kind, p.Choices = "choose", marked(q)
	case ask.Each:
		p.Kind, p.Choices = v.each(q)
	case ask.Number:
		p.Kind = "number"
	default:
		p.Kind = "line"
	}
	if len(q.People) == 1 && q.Kind != ask.Each {
		for _, k := range q.Keys {
			p.Choices = append(p.Choices, choice{k.Letter, v.say(k.Text)})
		}
	}
	return p
}

// marked are the options of a list, with the key of each.
func marked(q ask.Question) []choice {
	var out []choice
	for i, o := range q.Options {
		out = append(out, choice{q.Mark(i), o.Other})
	}
	return out
}

// mostButtons numbers stand as buttons; more are typed.
const mostButtons = 16

// each is what one person may give to a line of many.
func (v *voice) each(q ask.Question) (kind string, out []choice) {
	kind = "choose"
	if q.Most > 1 {
		kind = "several"
	}
	switch {
	case len(q.Options) > 0:
		out = marked(q)
		if q.Own && len(q.Names) == 1 {
			out = except(out, q.Names[0])
		}
	case q.Lo == 0 && q.Hi == 1:
		out = []choice{{"1", v.say(words["yes"])}, {"0", v.say(words["no"])}}
	case q.Hi-q.Lo < mostButtons:
		for n := q.Lo; n <= q.Hi; n++ {
			out = append(out, choice{fmt.Sprint(n), fmt.Sprint(n)})
		}
	default:
		kind = "number"
	}
	return kind, out
}

func except(all []choice, text string) []choice {
	var out []choice
	for _, c := range all {
		if c.Text != text {
			out = append(out, c)
		}
	}
	return out
}
