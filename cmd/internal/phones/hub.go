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

// A Hub is what phones and the game's goroutine share: questions, answers, and what phones may know. Requests come from
// many goroutines.
type Hub struct {
	mu     sync.Mutex
	wake   chan struct{} // closed at every change, and another one takes its place
	lobby  lobby
	scene  Scene
	boards map[lang.Lang]Board // of the scene, as they were made
	laid   *laid               // of the game; it stays while the table is in the menu
	lead   *laid               // what the laptop asks
	turns  int                 // how often it asked
	last   map[string]string   // what counted in the group before, by whose it was: a repeated answer hears so
	clock  *Clock
	bye    bool // the laptop has closed the table
	awake  func()

	said   chan said
	config Config
	serve  func(net.Listener) // requests
}

// A Scene is what phones know of a game besides its questions.
type Scene struct {
	Table setup.Table  // no people as long as the table has not agreed
	Named []setup.Name // before it has: the names that it is about to agree on
	Away  []setup.Name
	Begun bool                                                // something was played
	Name  lang.Text                                           // of the game
	Board func(lang.Lang) Board                               // it is made once in each language
	Card  func(setup.Name, lang.Lang) *CardDoc                // what was dealt to somebody; nil: nothing
	Menu  func(lang.Lang) []Option                            // for whoever keeps the score
	Read  func(what string, l lang.Lang) (title, text string) // things to read; "" if there is no such thing
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

// A Clock is the clock of the table.
type Clock struct {
	Left time.Duration // what was left at At
	At   time.Time
	Runs bool
}

// A laid group of questions lies on phones, to be answered there.
type laid struct {
	ask.Group
	nos   []string // of each question
	no    string   // of all of them, for whoever keeps the score
	waits bool     // the table is in the menu: answers are sent again
	lines []string // what phones gave here, so that a repeated answer hears that it counts
}

// A said is what a phone sent.
type said struct {
	guest guest
	lang  lang.Lang
	saying
	reply chan error
}

// A saying is the body of an answer.
type saying struct {
	No   string `json:"no"`
	Line string `json:"line"`
	Key  string `json:"key"`
	Want string `json:"want"`
}

// What a phone hears, besides a *fault.Fault and nil.
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
	h := &Hub{wake: make(chan struct{}), said: make(chan said), config: c}
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
	h.stayAwake()
}

// stayAwake holds the machine awake while phones are in.
func (h *Hub) stayAwake() {
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

// Show brings another scene.
func (h *Hub) Show(s Scene) {
	h.change(func() {
		h.scene, h.boards = s, map[lang.Lang]Board{}
		h.lobby.follow(s.Table)
	})
}

// Expect offers phones the names that the table is about to agree on.
func (h *Hub) Expect(names []setup.Name) { h.change(func() { h.scene.Named = names }) }

// Tick shows a clock; nil shows none. A clock that goes on as it was is no change.
func (h *Hub) Tick(c *Clock) {
	h.mu.Lock()
	was := h.clock
	h.mu.Unlock()
	if was != nil && c != nil && was.Runs == c.Runs && (was.ends().Sub(c.ends()).Abs() < time.Second && c.Runs || was.Left == c.Left) {
		return
	}
	h.change(func() { h.clock = c })
}

func (c *Clock) ends() time.Time { return c.At.Add(c.Left) }

// Close shows everybody the last page.
func (h *Hub) Close() { h.change(func() { h.bye = true }) }

// Forget makes answers that counted unknown: an undo took something back.
func (h *Hub) Forget() { h.change(func() { h.last = nil }) }

// Rest takes what the laptop asked off the scorekeeper's phone: it asks something that is for its keyboard alone.
func (h *Hub) Rest() { h.change(func() { h.lead = nil }) }

// lay puts a group on phones. place says where in the game it is asked; with it the same question has the same number
// after a crash, and another one after an undo.
func (h *Hub) lay(place string, g ask.Group) *laid {
	a := &laid{Group: g, lines: make([]string, len(g.Asked))}
	a.Asked = slices.Clone(g.Asked)
	parts := []string{place}
	for _, q := range g.Asked {
		parts = append(parts, q.ID, q.Who)
	}
	h.change(func() {
		a.no = h.number(parts, -1)
		for i := range g.Asked {
			a.nos = append(a.nos, h.number(parts, i))
		}
		if h.laid == nil || h.laid.no != a.no {
			h.laid = a
			return
		}
		a.lines = h.laid.lines
		h.laid = a
	})
	return a
}

// number returns the number of a question, which nobody can guess, not even whether a name is in it.
func (h *Hub) number(parts []string, i int) string {
	mac := hmac.New(sha256.New, h.lobby.Key)
	for _, p := range append(slices.Clip(parts), fmt.Sprint(i)) {
		fmt.Fprintf(mac, "%d %s", len(p), p)
	}
	return hex.EncodeToString(mac.Sum(nil)[:10])
}

// lift takes a group from the phones: what it was answered is remembered until the next one is lifted. A group that was
// left for the menu stays.
func (h *Hub) lift(a *laid, left bool) {
	h.change(func() {
		if h.laid != a {
			return
		}
		if left {
			a.waits = true
			return
		}
		h.laid, h.last = nil, map[string]string{}
		for i, line := range a.lines {
			if line != "" {
				h.last[a.nos[i]] = line
			}
		}
	})
}

// took notes that answers of a group are in.
func (h *Hub) took(a *laid, in []ask.Answer) {
	h.change(func() {
		for _, one := range in {
			a.Asked[one.To] = a.Asked[one.To].Answered(one)
			a.lines[one.To] = lineOf(one)
		}
	})
}

func lineOf(a ask.Answer) string { return a.Key + "\n" + a.Line }

// say hands what a phone sent to the game, and returns its verdict: nil is on the disk.
func (h *Hub) say(g guest, l lang.Lang, s saying) error {
	if repeated, err := h.stands(g, s); repeated || err != nil {
		return err
	}
	one := said{guest: g, lang: l, saying: s, reply: make(chan error, 1)}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case h.said <- one:
	case <-late.C:
		return errBusy
	}
	select {
	case err := <-one.reply:
		return err
	case <-late.C:
		return errBusy
	}
}

// stands returns an error if what a phone sent is not asked of it now. repeated: it counted in the group before.
func (h *Hub) stands(g guest, s saying) (repeated bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	repeated = s.Want == "" && h.last[s.No] == lineOf(ask.Answer{Line: s.Line, Key: s.Key})
	switch {
	case h.bye:
		return false, errGone
	case h.lead != nil && g.Keeps && h.lead.no == s.No:
		return false, nil
	case h.laid == nil || h.laid.find(h.scene.Table, g, s.No) < 0:
		if repeated {
			return true, nil
		}
		return false, errGone
	case h.laid.waits:
		return false, errBusy
	case isWatch(h.laid.Asked[0]) && s.Line != "" && h.clock != nil && h.clock.left(h.config.Now()) == 0:
		return false, errUp // a spy may not name the place any more
	}
	return false, nil
}

// find returns the place of the question with a number that somebody may answer, or -1.
func (a *laid) find(t setup.Table, g guest, no string) int {
	for i, q := range a.Asked {
		if a.nos[i] == no && (owns(t, g.Name, q) || selfie(g.Name, q) || isWatch(q) && seated(t, g.Name)) {
			return i
		}
	}
	return -1
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

// answers returns what a phone sent as answers to a group, or where it wants to go.
func (a *laid) answers(s said, to int) ([]ask.Answer, error) {
	if s.Want != "" {
		return nil, ask.Move(s.Want)
	}
	if to >= 0 {
		q := a.Asked[to]
		if selfie(s.guest.Name, q) && s.Line != string(s.guest.Name) {
			return nil, errForeign
		}
		choice, of := s.Key, personal(q.Keys, s.guest.Name, false)
		w, clock := q.Shape.(ask.Watch)
		if clock {
			choice, of = s.Line, personal(w.Options, s.guest.Name, s.guest.Keeps)
		}
		if (clock || choice != "") && !slices.ContainsFunc(of, func(o ask.Option) bool { return o.ID == choice }) {
			return nil, errForeign
		}
		one := ask.Answer{To: to, Line: s.Line, Key: s.Key}
		if clock {
			one.By = string(s.guest.Name)
		}
		return []ask.Answer{one}, nil
	}
	if s.Key != "" {
		for i, q := range a.Asked {
			if slices.ContainsFunc(q.Keys, func(k ask.Option) bool { return k.ID == s.Key }) {
				return []ask.Answer{{To: i, Key: s.Key}}, nil
			}
		}
		return nil, errGone
	}
	if len(a.Asked) == 1 {
		line, err := typed(s.lang, a.Asked[0], s.Line)
		return []ask.Answer{{Line: line}}, err
	}
	var lines []string
	if json.Unmarshal([]byte(s.Line), &lines) != nil || len(lines) != len(a.Asked) {
		return nil, errGone
	}
	var all []ask.Answer
	for i, line := range lines {
		if _, words := a.Asked[i].Shape.(ask.Words); line != "" || words {
			all = append(all, ask.Answer{To: i, Line: line})
		}
	}
	if len(all) == 0 {
		return nil, fault.New(lang.T("nothing is answered yet"))
	}
	return all, nil
}

// typed returns the line of what a phone sent: a list of names is typed with commas.
func typed(l lang.Lang, q ask.Question, line string) (string, error) {
	if w, is := q.Shape.(ask.Words); is && w.List {
		a, err := q.Typed(l, line)
		return a.Line, err
	}
	return line, nil
}
