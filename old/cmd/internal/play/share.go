package play

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/old/cmd/internal/awake"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Phones at the table: questions lie on them as well as at the host, and the evening tells them the state of the game.

// A Sharing is a host that adds phones once the table wants them.
type Sharing struct {
	Host
	Open  func() (*phones.Desk, error)
	Say   func(lang.Text) // prints a line
	Print func(string)    // prints text that is laid out already
	Color bool
	ASCII bool // the code to scan cannot be drawn
	After func(time.Duration) <-chan time.Time
	Awake *awake.Lock // keeps the machine awake while phones are in or a clock runs

	desk  *phones.Desk // nil: the table has not shared yet
	both  *phones.Both
	heard bool // the table asked for the lines being printed
}

// Close says good-bye on all phones.
func (s *Sharing) Close() {
	if s.On() {
		s.desk.Close()
	}
}

// On reports whether the table shares.
func (s *Sharing) On() bool { return s != nil && s.desk != nil }

// Ask asks at the host and, if the table shares, on phones.
func (s *Sharing) Ask(q ask.Question) (ask.Answer, error) {
	if s.On() {
		return s.both.Ask(q)
	}
	return s.Host.Ask(q)
}

// Gather asks all people at once if they have phones.
func (s *Sharing) Gather(qs []ask.Question, got ask.Got) error {
	if s.On() {
		return s.both.Gather(qs, got)
	}
	return s.Host.Gather(qs, got)
}

// soonOver is how long a clock may run without a machine falling asleep.
const soonOver = time.Minute

// Watch shows the clock on all phones too, where anybody may press its options.
func (s *Sharing) Watch(c screen.Clock) (screen.Outcome, error) {
	c.Awake = func(runs bool) { s.Awake.Want("clock", runs) }
	if c.Left > soonOver && s.Awake.Lacks() {
		c.Notes = append(slices.Clip(c.Notes), mayDoze)
	}
	if !s.On() || c.Phones.Place == "" {
		return s.Host.Watch(c)
	}
	presses, over := make(chan screen.Typed), make(chan struct{})
	shown := phones.Clock{Watch: c.Phones.Watch, Place: c.Phones.Place, Text: c.Text, Notes: c.Notes, Left: c.Left, Runs: c.Runs, Turns: c.Turns}
	stop := s.desk.Watch(shown, func(seat int, key string) bool {
		pressed := []screen.Typed{screen.Line(key)}
		if key == "early" { // the phone asked for confirmation
			pressed = []screen.Typed{{Option: len(c.Options) + 1}, {Text: "enter"}}
		}
		for _, k := range pressed {
			took := make(chan struct{})
			k.At, k.Seat, k.Took = c.Now(), seat+1, func() { close(took) }
			select {
			case presses <- k:
			case <-over:
				return false
			}
			select { // a press counts once it is kept: then the phone hears so
			case <-took:
			case <-over:
			}
		}
		return true
	})
	c.Phones.Presses, c.Phones.Tell = presses, s.desk.Tick
	o, err := s.Host.Watch(c)
	close(over)
	stop()
	return o, err
}

// Recap shows answers again, but not those that the laptop may not show.
func (s *Sharing) Recap(all []ask.Answered) { s.Host.Recap(s.hide(all)) }

// hide hides answers that may have come by phone, and cards that people on phones may not know yet, until the part has
// been entered.
func (s *Sharing) hide(all []ask.Answered) []ask.Answered {
	if s.On() {
		all = slices.Clone(all)
		for i, a := range all {
			all[i].Hidden = phones.Hides(a.Question) || len(a.People) == 1 && a.People[0] >= 0
		}
	}
	return all
}

var (
	scanIt     = lang.Msg("play.share-scan", "Phones: scan the code, or type {url}")
	heardKeys  = lang.Msg("play.heard-keys", "At any question a question mark (?) opens the menu, and a less-than sign (<) goes one question back. Enter alone takes what is suggested.")
	comeHere   = lang.Msg("play.share-come", "More phones come in at {url}")
	typeIt     = lang.Msg("play.share-type", "Phones: type {url} where the browser shows addresses")
	joinedBy   = lang.Msg("play.share-joined", "In: {names}")
	nobodyIn   = lang.Msg("play.share-nobody", "In: nobody yet")
	lookOn     = lang.Msg("play.share-look-on", "Only looking on: {n}")
	whoLooks   = lang.Msg("play.share-who-looks", "the phones that look on ({n})")
	doorShut   = lang.Msg("play.share-shut", "The door is shut: no new phone comes in.")
	shareOn    = lang.Msg("play.share-on", "Go on")
	shareNext  = lang.Msg("play.share-next", "Another address of this laptop")
	shareShut  = lang.Msg("play.share-shut-it", "Shut the door")
	shareOpen  = lang.Msg("play.share-open-it", "Open the door")
	shareOut   = lang.Msg("play.share-out", "Show a phone out")
	keyNext    = lang.Msg("play.key-share-next", "n")
	keyDoor    = lang.Msg("play.key-share-door", "d")
	keyOut     = lang.Msg("play.key-share-out", "o")
	keyGo      = lang.Msg("play.key-share-go", "g")
	outWhom    = lang.Msg("play.share-out-whom", "Whose phone goes?")
	keepsToo   = lang.Msg("play.share-keeps", "Keeping the score on the phone: {names}")
	shareAlone = lang.Msg("play.share-alone", "Keep the score at the laptop only")
	keyAlone   = lang.Msg("play.key-share-alone", "l")
	notReached = lang.Msg("play.share-not-reached", "No phone has come yet. Is it on the same Wi-Fi? A guest Wi-Fi keeps devices apart: open a hotspot on any phone, it needs no internet (Android: stay connected). If a firewall asks: private networks.")
	orNext     = lang.Msg("play.share-or-next", "Or another address: {key}.")
	noShare    = lang.Msg("play.no-share", "Phones cannot come: {why}")
	noNetwork  = lang.Msg("play.no-network", "this laptop is not on a network that a phone could reach")
	mayDoze    = lang.Msg("play.may-doze", "This laptop may fall asleep by itself: nothing was found on it that keeps it awake.")
	lidOpen    = lang.Msg("play.share-lid", "Do not close the laptop.")
)

// patience is how long a phone may take to come before the page names possible reasons.
const patience = 45 * time.Second

// Page opens the table to phones, if it is not open yet, and shows who comes until somebody goes on.
func (s *Sharing) Page() error {
	if err := s.begin(); err != nil {
		return err
	}
	s.draw()
	if s.Awake.Lacks() {
		s.Say(mayDoze)
	}
	late, slow := s.After(patience), false
	for {
		was := s.shown()
		q, list := s.page(slow)
		r, err := s.both.AskWhile(q, func() bool { return s.shown() == was }, late)
		var aside *ask.Aside
		switch {
		case errors.Is(err, ask.ErrYielded):
			slow = slow || s.shown() == was
			continue
		case errors.Is(err, ask.ErrBack), errors.As(err, &aside), errors.Is(err, ask.ErrNow):
			return nil
		case err != nil:
			return err
		}
		on, err := list.Of(r)()
		if errors.Is(err, ask.ErrQuit) || on {
			return err
		}
		if err != nil { // the table goes on, whatever the phones can do
			s.Say(noShare.With("why", fault.Why(err)))
		}
	}
}

// welcome opens the door and shows the code, unless everybody at the table has a phone: then nobody has to scan
// anything, and the table goes on at once.
func (s *Sharing) welcome(players []string) error {
	if len(players) > 0 && s.covers(players) {
		s.Say(typeIt.With("url", s.desk.URL()))
		return nil
	}
	if err := s.desk.Lobby.SetDoor(true); err != nil {
		return unshared(err)
	}
	return s.Page()
}

func (s *Sharing) begin() error {
	if s.On() {
		return nil
	}
	d, err := s.Open()
	if err != nil {
		return unshared(err)
	}
	s.desk, s.both = d, &phones.Both{Keyboard: s.Host, Hub: d.Hub, Say: s.Say, Told: s.echo}
	return nil
}

func unshared(err error) error {
	why := fault.Why(err)
	if errors.Is(err, phones.ErrNoAddress) {
		why = noNetwork
	}
	return &fault.Failed{Say: noShare.With("why", why), Err: err}
}

// echo shows at the laptop what the scorekeeper answered on a phone, as if it had been typed.
func (s *Sharing) echo(q ask.Question, a ask.Answer) {
	if q.Secret || a.Same || q.ID == phones.WhoIsIn {
		return
	}
	s.Host.Recap([]ask.Answered{{Question: q, Entry: ask.Entry{ID: q.ID, Answer: a}}})
}

// hearing passes printed lines on to the scorekeepers' phones until over is called. It is for lines that the table
// asked for; anything else is on the phones' pages already.
func (s *Sharing) hearing() (over func()) {
	if s == nil {
		return func() {}
	}
	s.heard = true
	return func() { s.heard = false }
}

// Tee returns a writer to out that copies lines to the scorekeepers' phones while the table has asked for them.
func (s *Sharing) Tee(out io.Writer) io.Writer { return tee{out, s} }

type tee struct {
	out io.Writer
	s   *Sharing
}

func (t tee) Write(p []byte) (int, error) {
	if t.s.On() && t.s.heard {
		t.s.desk.Print(ansi.Strip(string(p)))
	}
	return t.out.Write(p)
}

func (s *Sharing) draw() {
	if s.drawn() {
		s.Print(s.desk.QR(s.Color))
	}
}

func (s *Sharing) drawn() bool { return s.Covers() && !s.ASCII }

// page returns the question below the code: it names the people who are in, and lists what can be done.
func (s *Sharing) page(late bool) (q ask.Question, list ask.Menu[func() (bool, error)]) {
	how := typeIt
	if s.drawn() {
		how = scanIt
	}
	q.Head, list.Quick = ask.Head{ID: "play.share", Text: how.With("url", s.desk.URL()), Phone: ask.Phone{Text: comeHere.With("url", s.desk.URL())}, Suggest: ask.Usual(0)}, true
	here := s.desk.Lobby.Here()
	who := nobodyIn
	if len(here.Names) > 0 {
		who = joinedBy.With("names", lang.Names(here.Names))
	}
	q.Notes = []lang.Text{who, lidOpen}
	if here.Looking > 0 {
		q.Notes = []lang.Text{who, lookOn.With("n", here.Looking), lidOpen}
	}
	if late && !here.Reached && len(here.Names) == 0 {
		q.Notes = []lang.Text{notReached}
		if s.desk.Several() {
			q.Notes = append(q.Notes, orNext.With("key", keyNext))
		}
	}
	list.Add(keyGo, shareOn, func() (bool, error) { return true, nil })
	if s.desk.Several() {
		list.Add(keyNext, shareNext, func() (bool, error) { err := s.desk.Next(); s.draw(); return false, err })
	}
	if here.Open {
		list.Add(keyDoor, shareShut, func() (bool, error) { return false, s.desk.Lobby.SetDoor(false) })
	} else {
		q.Notes = append(q.Notes, doorShut)
		list.Add(keyDoor, shareOpen, func() (bool, error) { err := s.desk.Lobby.SetDoor(true); s.draw(); return false, err })
	}
	if len(here.Keeping) > 0 {
		q.Notes = append(q.Notes, keepsToo.With("names", lang.Names(here.Keeping)))
		list.Add(keyAlone, shareAlone, func() (bool, error) { return false, s.desk.Lobby.Alone() })
	}
	if len(here.Names)+here.Looking > 0 {
		list.Add(keyOut, shareOut, func() (bool, error) { return false, s.showOut(here.Names, here.Looking) })
	}
	q.Shape = list.Pick
	return q, list
}

// showOut asks whose phone has to go, and shows it out. Phones that only look on go all at once.
func (s *Sharing) showOut(names []string, looking int) error {
	whose := lang.Names(names)
	if looking > 0 {
		names, whose = append(names, ""), append(whose, whoLooks.With("n", looking))
	}
	k, err := ask.PickOne(s, "play.share-out", outWhom, whose, -1)
	if errors.Is(err, ask.ErrBack) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.desk.Lobby.Out(names[k])
}

// shown returns what the page shows of the phones, for comparison.
func (s *Sharing) shown() string { return fmt.Sprint(s.desk.Lobby.Here(), s.desk.URL()) }

func (s *Sharing) joined() []string {
	if !s.On() {
		return nil
	}
	return s.desk.Lobby.Here().Names
}

// covers reports whether the phones of all these people have come.
func (s *Sharing) covers(names []string) bool {
	in := s.joined()
	has := func(name string) bool {
		return slices.ContainsFunc(in, func(n string) bool { return strings.EqualFold(n, name) })
	}
	return s.On() && !slices.ContainsFunc(names, func(name string) bool { return !has(name) })
}
