// Package phones lets people answer on their phones, and shows a board on any screen of the house. A phone gets one JSON
// document, made for it alone, and asks again whenever it may have changed; an answer is in when it is on the disk.
package phones

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A Hub holds all that phones and the game's goroutine share: questions, answers, and the scene. Requests come from many
// goroutines.
type Hub struct {
	mu     sync.Mutex
	wake   chan struct{} // closed at every change, and another one takes its place
	lobby  lobby
	scene  Scene
	boards map[lang.Lang]Board // of the scene, as they were made
	posted *PostedGroup        // of the game; it stays while the table is elsewhere
	aside  lang.Text           // where the table is instead
	reveal reveal
	fixes  []Fix             // effects of a correction, until the next question has been answered
	lead   *PostedGroup      // the keyboard's turn
	turns  int               // how often it asked
	before map[sender]string // answers that counted in the group before: a repeated one hears so
	clock  *Clock
	bye    bool // the laptop has closed the table
	awake  func()

	submissions chan Submission
	config      Config
	serve       func(net.Listener) // requests
}

// A sender is a phone's owner with the question that they answered. Several may answer one question, and one alone counts.
type sender struct {
	token string
	name  setup.Name
}

// A Scene is all that phones know of a game besides its questions.
type Scene struct {
	Table setup.Table  // no people as long as the table has not agreed
	Named []setup.Name // before it has: the names that it is about to agree on
	Away  []setup.Name
	Begun bool                                   // something was played
	Shut  lang.Text                              // why nobody can join now; empty: somebody can
	Marks map[string]Mark                        // of everybody at the table, and of their teams
	Tiles bool                                   // it is revealed in tiles
	Brief bool                                   // the table has seen many of its kind
	Shown string                                 // another one for each thing that is revealed, in any game
	Lines int                                    // how many lines that takes
	New   bool                                   // it happened just now
	Past  bool                                   // something has been told or answered since
	Held  bool                                   // the game is over, and the laptop has not shown the result yet
	Over  bool                                   // likewise, and it has
	Aloud bool                                   // the places are being read out: no order is shown
	Name  lang.Text                              // of the game
	Board func(lang.Lang) Board                  // it is made once in each language
	Card  func(setup.Name, lang.Lang) *CardDoc   // the card that was dealt to somebody; nil: none
	Menu  func(lang.Lang) []Option               // for the scorekeeper
	Read  func(what string, l lang.Lang) Reading // things to read; empty if there is no such thing
}

// A Reading is something to read: a text, or the rules part by part, which can be searched.
type Reading struct {
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Find  string    `json:"find,omitempty"` // the request, before the words, that brings the parts which the words find
	Parts []Reading `json:"parts,omitempty"`
}

// names returns the names that phones may choose from.
func (s Scene) names() []setup.Name { return append(slices.Clip(s.Table.Players), s.Named...) }

// left returns how much time is left; 0 if there is no clock.
func (c *Clock) left(now time.Time) time.Duration {
	switch {
	case c == nil:
		return 0
	case c.Runs:
		return max(0, c.ends().Sub(now))
	}
	return c.Left
}

// most reports whether most people at the table have a phone.
func (h *Hub) most() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.scene.Table.Players
	have := slices.DeleteFunc(slices.Clone(all), func(n setup.Name) bool { return h.lobby.by(n) == nil })
	return 2*len(have) > len(all)
}

// up reports whether there is a clock whose time is up.
func (c *Clock) up(now time.Time) bool { return c != nil && c.left(now) == 0 }

// up reports whether the time of the table's clock is up.
func (h *Hub) up() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clock.up(h.config.Now())
}

// A Clock is the clock of the table.
type Clock struct {
	Left  time.Duration // time that was left at At
	Whole time.Duration // of one that nobody has touched
	At    time.Time
	Runs  bool
}

// A PostedGroup is a group of questions on phones, to be answered there.
type PostedGroup struct {
	ask.Group
	tokens []string     // of each question
	token  string       // of all of them, for the scorekeeper
	waits  bool         // the table is elsewhere: answers are sent again
	was    *PostedGroup // the keyboard's turn before this one, about the same group; nil: none
	sent   []answer     // the answer that counted, of each question
}

// An answer is a line that counted, with the owner of the phone that sent it; "" for the laptop.
type answer struct {
	line string
	by   setup.Name
}

// A Submission is an answer or a wish of a phone, on its way to the game.
type Submission struct {
	guest   guest
	lang    lang.Lang
	verdict chan error
	submissionBody
}

// A submissionBody is the JSON that a phone sends: an answer to the question with a token, or a wish of the scorekeeper's to
// go elsewhere.
type submissionBody struct {
	Token string `json:"token"`
	Line  string `json:"line"`
	Key   string `json:"key"`
	Want  string `json:"want"`
}

// The verdicts that a phone hears, besides a *fault.Fault and nil.
var (
	errGone   = errors.New("phones: that is not asked any more")
	errBusy   = errors.New("phones: the table looks something up; send it again")
	errNobody = errors.New("phones: that phone is nobody's")

	errUp      = fault.New(lang.T("time is up"))
	errForeign = fault.New(lang.T("that is for somebody else to say"))
)

// patience is how long a phone waits for a verdict until it sends its answer again.
const patience = 2 * time.Second

// NewHub returns a hub with the phones that were in before. Nothing serves it yet.
func NewHub(c Config) *Hub {
	h := &Hub{wake: make(chan struct{}), submissions: make(chan Submission), config: c}
	h.lobby.load(c)
	return h
}

// change runs a change, and has every phone look whether its document is another one.
func (h *Hub) change(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
	close(h.wake)
	h.wake = make(chan struct{})
	// The machine stays awake while phones are in.
	want := !h.bye && len(h.lobby.named()) > 0
	switch {
	case want && h.awake == nil && h.config.Awake != nil:
		h.awake = h.config.Awake()
	case !want && h.awake != nil:
		h.awake()
		h.awake = nil
	}
}

// changed returns a channel that is closed at the next change.
func (h *Hub) changed() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.wake
}

// A reveal is how far what a turn told has come.
type reveal struct {
	until time.Time // it is fresh: everybody reads it before they see what follows
	gone  bool      // the next question has been answered, also before the program began
}

// A Fix is the effect of a correction on somebody's points.
type Fix struct {
	Row string // "": it is said on the board
	Say lang.Text
}

// Corrected tells those whose points a correction has changed.
func (h *Hub) Corrected(fixes []Fix) { h.change(func() { h.fixes = fixes }) }

// The time of a reveal: for each line, and to read them. Tiles take the same time however many they are, and less once
// the table knows them.
const (
	lineTime  = 800 * time.Millisecond
	readTime  = 3 * time.Second
	tileTime  = 6500 * time.Millisecond
	briefTime = 3500 * time.Millisecond
)

// takes returns how long the reveal of a scene takes.
func (s Scene) takes() time.Duration {
	switch {
	case s.Tiles && s.Brief:
		return briefTime
	case s.Tiles:
		return tileTime
	}
	return time.Duration(s.Lines+1)*lineTime + readTime
}

// wantSkip is the scorekeeper's wish to end the reveal that runs: the table has seen it.
const wantSkip = "reveal"

// Show brings another scene.
func (h *Hub) Show(s Scene) {
	h.change(func() {
		if s.Shown != h.scene.Shown {
			h.reveal = reveal{gone: s.Past}
			if s.New && s.Lines > 0 {
				h.reveal.until = h.config.Now().Add(s.takes())
				time.AfterFunc(s.takes()+lineTime/10, func() { h.change(func() {}) })
			}
		}
		h.scene, h.boards = s, map[lang.Lang]Board{}
		h.lobby.follow(s.Table)
		if !s.Over {
			h.lobby.forgetAgain()
		}
	})
}

// SkipReveal ends the reveal that runs, and reports whether there was one.
func (h *Hub) SkipReveal() (ran bool) {
	h.change(func() {
		ran = h.config.Now().Before(h.reveal.until)
		h.reveal.until = time.Time{}
	})
	return ran
}

// Expect offers phones the names that the table is about to agree on.
func (h *Hub) Expect(names []setup.Name) { h.change(func() { h.scene.Named = names }) }

// Tick shows a clock; nil shows none. A clock that goes on as it was is no change.
func (h *Hub) Tick(c *Clock) {
	h.mu.Lock()
	was := h.clock
	h.mu.Unlock()
	if was == nil && c == nil || was != nil && c != nil && was.Runs == c.Runs && (was.ends().Sub(c.ends()).Abs() < time.Second && c.Runs || was.Left == c.Left) {
		return
	}
	h.change(func() { h.clock = c })
}

func (c *Clock) ends() time.Time { return c.At.Add(c.Left) }

// Close shows everybody the last page.
func (h *Hub) Close() { h.change(func() { h.bye = true }) }

// Forget makes answers that counted unknown: an undo took something back.
func (h *Hub) Forget() { h.change(func() { h.before = nil }) }

// Beside shows a sentence about the table while the laptop asks one person a question that no phone can answer.
func (h *Hub) Beside(what lang.Text) { h.change(func() { h.lead, h.aside = nil, what }) }

// Rest takes the laptop's question off the scorekeeper's phone: the next one is for the keyboard alone.
func (h *Hub) Rest() { h.change(func() { h.lead = nil }) }

// post puts a group on phones. place says where in the game it is asked; with it the same question has the same token after
// a crash, and another one after an undo. A group that is read back or put right is asked at the laptop, and on the
// scorekeeper's phone: a tap elsewhere would drop answers that are in. One whose answers do not go together is asked again of
// all.
func (h *Hub) post(place string, g ask.Group) *PostedGroup {
	p := &PostedGroup{Group: g, sent: make([]answer, len(g.Asked))}
	p.Asked = slices.Clone(g.Asked)
	parts := []string{place}
	for _, q := range g.Asked {
		parts = append(parts, q.ID, q.Who)
	}
	h.change(func() {
		p.token = h.lobby.number(parts, -1)
		for i := range g.Asked {
			p.tokens = append(p.tokens, h.lobby.number(parts, i))
		}
		switch {
		case g.Told:
			h.aside = lang.T("Something earlier is being corrected.")
			return
		case g.Again && g.Fault == nil:
			h.aside = lang.T("At the laptop somebody looks at earlier answers.")
			return
		case h.posted != nil && h.posted.token == p.token:
			p.sent = h.posted.sent
		}
		h.posted, h.aside = p, lang.Text{}
	})
	return p
}

// ask puts the keyboard's turn on the scorekeeper's phone.
func (h *Hub) ask(g ask.Group, was *PostedGroup) *PostedGroup {
	p := &PostedGroup{Group: g, was: was}
	h.change(func() {
		h.turns++
		p.token = h.lobby.number([]string{"lead"}, h.turns)
		h.lead = p
	})
	return p
}

// number returns the token of a question, which nobody can guess, not even whether a name is in it.
func (b *lobby) number(parts []string, i int) string {
	mac := hmac.New(sha256.New, b.Key)
	for _, p := range append(slices.Clip(parts), fmt.Sprint(i)) {
		fmt.Fprintf(mac, "%d %s", len(p), p)
	}
	return hex.EncodeToString(mac.Sum(nil)[:10])
}

// lift takes a group from the phones: its answers are remembered until the next one is lifted. A group that was left, for
// the menu or to read back, stays.
func (h *Hub) lift(p *PostedGroup, left bool) {
	h.change(func() {
		if h.posted != p {
			return
		}
		if left {
			p.waits = true
			return
		}
		h.posted, h.before = nil, map[sender]string{}
		h.reveal, h.fixes = reveal{gone: true}, nil
		for i, a := range p.sent {
			if a.line != "" {
				h.before[sender{p.tokens[i], a.by}] = a.line
			}
		}
	})
}

// took notes that answers of a group are in, with the owner of the phone that sent them.
func (p *PostedGroup) took(in []ask.Answer, by setup.Name) {
	for _, one := range in {
		p.Asked[one.To] = p.Asked[one.To].Answered(one)
		p.sent[one.To] = answer{lineOf(one), by}
	}
}

func lineOf(a ask.Answer) string { return a.Key + "\n" + a.Line }

// submit hands a phone's answer to the game, and returns its verdict: nil is on the disk.
func (s server) submit(g guest, l lang.Lang, body submissionBody) error {
	if g.Keeps && body.Want == wantSkip {
		s.SkipReveal()
		return nil
	}
	if repeated, err := s.stands(g, body); repeated || err != nil {
		return err
	}
	one := Submission{guest: g, lang: l, submissionBody: body, verdict: make(chan error, 1)}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case s.submissions <- one:
	case <-late.C:
		return errBusy
	}
	select {
	case err := <-one.verdict:
		return err
	case <-late.C:
		return errBusy
	}
}

// stands returns an error if a phone answers a question that it is not asked now. repeated: the answer counted in the group
// before.
func (s server) stands(g guest, body submissionBody) (repeated bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	repeated = body.Want == "" && s.before[sender{body.Token, g.Name}] == lineOf(ask.Answer{Line: body.Line, Key: body.Key})
	switch {
	case s.bye:
		return false, errGone
	case s.lead != nil && g.Keeps && s.lead.earlier(body) != nil:
		return false, nil
	case s.posted == nil || s.posted.find(s.scene.Table, g, body.Token) < 0 && !s.posted.retracts(g, body):
		if repeated {
			return true, nil
		}
		return false, errGone
	case s.posted.waits:
		return false, errBusy
	case isWatch(s.posted.Asked[0]):
		return false, clocked(s.clock.up(s.config.Now()), g, body)
	}
	return false, nil
}

// clocked returns an error if a phone's wish for the clock is not its owner's to have. When time is up nobody stops it any more: a spy
// could still name the place. The scorekeeper's phone starts and stops it, and goes on when time is up.
func clocked(up bool, g guest, s submissionBody) error {
	switch {
	case s.Want != "" && (!g.Keeps || !slices.Contains(winds, s.Want)):
		return errForeign
	case s.Want != "":
		return nil
	case s.Line == "" && (!up || !g.Keeps):
		return errForeign
	case s.Line != "" && up:
		return errUp
	}
	return nil
}

// The wishes of a scorekeeper's phone for the clock.
const (
	WindStart = "start"
	WindPause = "pause"
	WindMore  = "+"
	WindLess  = "-"
)

var winds = []string{WindStart, WindPause, WindMore, WindLess}

// find returns the place of the question with a token that somebody may answer, or -1.
func (p *PostedGroup) find(t setup.Table, g guest, token string) int {
	for i, q := range p.Asked {
		if p.tokens[i] == token && (owns(t, g.Name, q) || selfie(g.Name, q) || isWatch(q) && seated(t, g.Name)) {
			return i
		}
	}
	return -1
}

// retractable reports whether somebody may take back the word that the group is about.
func (p *PostedGroup) retractable(n setup.Name) bool {
	return n != "" && p.Retract.Who == string(n) && !slices.ContainsFunc(p.Asked, func(q ask.Question) bool { return q.In })
}

// retracts reports whether a phone takes that word back.
func (p *PostedGroup) retracts(g guest, s submissionBody) bool {
	return p.retractable(g.Name) && s.Token == p.token && s.Key == string(ask.Back)
}

// owns reports whether a question is asked of somebody: by name, or as one of a team.
func owns(t setup.Table, n setup.Name, q ask.Question) bool {
	if n == "" || q.Who == "" {
		return false
	}
	return q.Who == string(n) || slices.ContainsFunc(t.Teams, func(team setup.Team) bool {
		return string(team.Name) == q.Who && slices.Contains(team.Players, n)
	})
}

// selfie reports whether somebody may say “it was me” to a question that is asked of nobody.
func selfie(n setup.Name, q ask.Question) bool {
	p, pick := q.Shape.(ask.Pick)
	return n != "" && q.Who == "" && !q.Own.Empty() && pick && !q.Secret &&
		slices.ContainsFunc(p.Options, func(o ask.Option) bool { return o.ID == string(n) && o.Why.Empty() })
}

func isWatch(q ask.Question) bool {
	_, is := q.Shape.(ask.Watch)
	return is
}

func seated(t setup.Table, n setup.Name) bool { return n != "" && slices.Contains(t.Players, n) }

// answers returns a submission as answers to a group, or as a move. to is the place of the phone's own question; less than 0:
// it answers for everybody.
func (p *PostedGroup) answers(s Submission, to int) ([]ask.Answer, error) {
	switch {
	case s.Want != "":
		return nil, ask.Move(s.Want)
	case to >= 0:
		return p.own(s, to)
	case s.Key != "":
		for i, q := range p.Asked {
			if slices.ContainsFunc(q.Keys, func(k ask.Option) bool { return k.ID == s.Key }) {
				return []ask.Answer{{To: i, Key: s.Key}}, nil
			}
		}
		return nil, errGone
	case len(p.Asked) == 1:
		line, err := lineTyped(s.lang, p.Asked[0], s.Line)
		return []ask.Answer{{Line: line}}, err
	}
	return p.rows(s)
}

// own returns an answer of somebody's own, if it is one that they may give.
func (p *PostedGroup) own(s Submission, to int) ([]ask.Answer, error) {
	q := p.Asked[to]
	if selfie(s.guest.Name, q) && s.Line != string(s.guest.Name) {
		return nil, errForeign
	}
	if s.Key == string(ask.Back) && !q.Back.Empty() {
		return nil, ask.Back
	}
	one := ask.Answer{To: to, Line: s.Line, Key: s.Key}
	choice, of := s.Key, personal(q.Keys, s.guest.Name, false)
	if w, clock := q.Shape.(ask.Watch); clock {
		choice, of = s.Line, personal(w.Options, s.guest.Name, s.guest.Keeps)
		one.By = string(s.guest.Name)
	}
	if choice != "" && !slices.ContainsFunc(of, func(o ask.Option) bool { return o.ID == choice }) {
		return nil, errForeign
	}
	return []ask.Answer{one}, nil
}

// rows returns the answers of a list of lines, one a question. Empty ones are none.
func (p *PostedGroup) rows(s Submission) (all []ask.Answer, _ error) {
	var lines []string
	if json.Unmarshal([]byte(s.Line), &lines) != nil || len(lines) != len(p.Asked) {
		return nil, errGone
	}
	for i, line := range lines {
		if _, words := p.Asked[i].Shape.(ask.Words); line != "" || words && !p.Asked[i].In {
			all = append(all, ask.Answer{To: i, Line: line})
		}
	}
	if len(all) == 0 {
		return nil, p.missing()
	}
	return all, nil
}

// missing says which people have not answered yet.
func (p *PostedGroup) missing() error {
	var names []string
	for _, q := range p.Asked {
		if q.Who != "" && !q.In {
			names = append(names, q.Who)
		}
	}
	if len(names) == 0 {
		return fault.New(lang.T("nothing is answered yet"))
	}
	return fault.New(lang.T("still without an answer: {names}").With("names", lang.Names(names)))
}

// earlier returns the keyboard's turn that a scorekeeper's phone answers: this one or, with rows, one before it, since somebody
// else's answer may come in while a finger is on its way. nil: none of them.
func (p *PostedGroup) earlier(s submissionBody) *PostedGroup {
	for one := p; one != nil; one = one.was {
		if one.token == s.Token && (one == p || s.Want == "" && s.Key == "" && len(one.Asked) > 1) {
			return one
		}
	}
	return nil
}

// still turns the rows that were filled in for an earlier turn into answers to this one. Rows of people who have answered
// meanwhile are left out: their own answer stays.
func (p *PostedGroup) still(s Submission, was *PostedGroup) (all []ask.Answer, _ error) {
	in, _ := was.rows(s) // none is chosen: none is left
	for _, one := range in {
		q := was.Asked[one.To]
		one.To = slices.IndexFunc(p.Asked, func(now ask.Question) bool { return now.ID == q.ID && now.Who == q.Who && !now.In })
		if one.To >= 0 {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil, p.missing()
	}
	return all, nil
}

// lineTyped returns the line that a phone's text means: a list of names is typed with commas.
func lineTyped(l lang.Lang, q ask.Question, line string) (string, error) {
	if w, is := q.Shape.(ask.Words); is && w.List {
		a, err := q.Typed(l, line)
		return a.Line, err
	}
	return line, nil
}
