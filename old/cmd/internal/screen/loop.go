package screen

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// The loop below the screen looks at the clock, reports when the picture has changed, and waits for a key or
// the next second. It neither draws nor reads.

// step is the time that one key adds or takes.
const step = 30 * time.Second

// stillness is how long the face may stand still before the table is told.
const stillness = 2 * time.Second

// ponder is how long the table has to confirm that time is called early.
const ponder = 15 * time.Second

// When the table is warned.
const (
	firstWarning = 60 // seconds left
	lastWarning  = 10
)

// How often the bell rings when time is up, and at what interval.
const (
	bellCount = 3
	bellEvery = 300 * time.Millisecond
)

// When time is up the whole window flashes, slower than could harm anybody, for a while or until a key is
// pressed.
const (
	flashCount = 20
	flashEvery = 500 * time.Millisecond
)

// A frame holds everything that is shown and changes.
type frame struct {
	seconds      int
	turns        *timer.Turns  // never changed in place
	whole        time.Duration // the length of the full bar
	runs         bool
	up           bool
	late         time.Duration // how long time had been up when that was noticed
	dark         bool          // the half of a flash in which the window is not inverted
	muted        bool
	jumped       bool          // stopped because the clocks of the machine drifted apart
	away         time.Duration // how long nobody watched, by the time of day; 0: somebody did
	deducts      bool          // one key deducts that time: it is less than the time left
	still        time.Duration // how long the face stood still while the clock ran
	back         time.Duration // how much of that one key gives back
	early        bool          // calling time early has to be confirmed with Enter
	short        bool          // too little was left to take any
	bells        int           // how often the bell has rung
	why          string        // why the table is asked again
	unkept       string        // why the clock could not be saved
	unknown      string        // a line without a meaning here
	unknownCount int           // how many of them there were
	asked        int           // how often the time was asked for
}

type loop struct {
	Clock
	keys      []string // of the options
	clock     timer.Clock
	begun     timer.Moment
	last      timer.Moment // of the last look
	kept      int          // the second that was saved last
	keeper    keeper
	bellsLeft int // rings left once time is up
	rang      timer.Moment
	flashes   int // how many are left
	flashed   timer.Moment
	ended     timer.Moment // when time was up
	called    timer.Moment // when somebody called time early
	pic       frame
	awake     bool // the machine is kept awake
	over      bool
	end       Outcome
}

func newLoop(c Clock) *loop {
	l := &loop{Clock: c, clock: timer.New(c.Left), keys: c.letters(), last: c.Now(), keeper: keeper{with: c.Save, came: make(chan saved, 1)}}
	l.begun = l.last
	l.pic.muted, l.pic.away, l.pic.whole = c.Muted, c.Away, max(c.Limit, c.Left)
	if c.Turns != nil {
		l.pic.turns, l.pic.whole = c.Turns, c.Turns.Bank
	}
	if c.Fault != nil {
		l.pic.why = fault.Said(c.Voice, c.Fault)
	}
	if c.Runs {
		l.clock = l.clock.Start(l.last)
	}
	l.pic.runs, l.pic.seconds = l.clock.Runs, l.seconds(l.last)
	l.offerDeduction(l.last)
	return l
}

// run watches the clock until something ends it. It calls typed for the channel of the next key each time, so
// that no key is taken that is not wanted, and show with each new picture.
func (l *loop) run(ctx context.Context, typed func() <-chan Typed, show func(frame)) Outcome {
	defer l.keeper.close()
	switch {
	case l.clock.Runs:
		l.save(l.last)
	case l.Phones.Tell != nil:
		l.Phones.Tell(l.seen(l.last))
	}
	wake := time.NewTimer(0)
	defer wake.Stop()
	var shown *frame
	for {
		now := l.begun // the first picture is of the beginning, however late it is
		if shown != nil {
			l.drain(typed)
			now = l.Now()
		}
		l.look(now)
		if l.Awake != nil && l.awake != l.clock.Runs {
			l.awake = l.clock.Runs
			l.Awake(l.awake)
		}
		if p := l.pic; !l.over && (shown == nil || *shown != p) {
			shown = &p
			show(p)
		}
		if l.over {
			return l.end
		}
		wake.Reset(l.wait(l.Now()))
		select {
		case <-ctx.Done():
			l.leave(Outcome{End: Stopped}, l.Now())
		case k := <-typed():
			l.press(k)
		case k := <-l.Phones.Presses:
			l.press(k)
		case s := <-l.keeper.came:
			l.saveDone(s)
		case <-wake.C:
		}
	}
}

// drain handles the keys typed while the loop was busy, before it looks at the time: a pause that was pressed
// in time counts, however late the loop learns of it.
func (l *loop) drain(typed func() <-chan Typed) {
	for !l.over {
		select {
		case k := <-typed():
			l.press(k)
			continue
		default:
		}
		return
	}
}

// wait returns how long nothing changes by itself.
func (l *loop) wait(now timer.Moment) time.Duration {
	if l.clock.Runs && l.seconds(now) != l.pic.seconds { // the picture is late already
		return 0
	}
	d := time.Hour
	if l.clock.Next(now) > 0 {
		reads := l.reads(now)
		d = reads - time.Duration(timer.Below(reads)-1)*time.Second
	}
	behind := func(due bool, since timer.Moment, by time.Duration) {
		if due {
			d = min(d, max(0, by-(now.Steady-since.Steady)))
		}
	}
	behind(l.bellsLeft > 0, l.rang, bellEvery)
	behind(l.flashes > 0, l.flashed, flashEvery)
	behind(l.pic.up && l.Linger > 0, l.ended, l.Linger)
	behind(l.pic.early, l.called, ponder)
	return d
}

// look brings the picture up to date.
func (l *loop) look(now timer.Moment) {
	if l.over {
		return
	}
	if now.Steady < l.last.Steady {
		now = l.last // a key that was pressed before the last look
	}
	before := l.pic.seconds
	clock, away, jumped := l.reconcile(now)
	ran := l.clock.Runs
	if ran && !jumped {
		l.stall(now)
	}
	l.clock, l.last = clock, now
	l.pic.runs, l.pic.seconds = clock.Runs, l.seconds(now)
	l.pic.early = l.pic.early && now.Steady-l.called.Steady < ponder
	defer l.offerDeduction(now)
	l.beat(now)
	l.flash(now)
	switch {
	case jumped:
		l.pic.jumped, l.pic.away, l.pic.still, l.pic.back = true, away, 0, 0
		l.save(now)
		l.ring()
	case clock.Up(now) && !l.pic.up:
		l.timeUp(now)
	case l.pic.up && l.Linger > 0 && now.Steady-l.ended.Steady >= l.Linger:
		l.leave(Outcome{End: TimeUp}, now)
	case l.pic.up:
	case ran:
		l.warn(before, l.pic.seconds)
		if l.pic.seconds != l.kept {
			l.save(now)
		}
	}
}

// reconcile returns the clock as it is now. A clock that is up at a time of day goes by that alone.
func (l *loop) reconcile(now timer.Moment) (clock timer.Clock, away time.Duration, jumped bool) {
	if l.clock.Runs && !l.Until.IsZero() {
		return timer.New(l.Until.Sub(now.Wall)).Start(now), 0, false
	}
	return l.clock.Reconcile(l.last, now)
}

// stall notes that the face stood still while the clock ran, because the program was stopped or the screen was
// slow.
func (l *loop) stall(now timer.Moment) {
	if gap := now.Steady - l.last.Steady; gap > stillness {
		left := l.clock.At(l.last)
		l.pic.late = max(0, gap-left)
		l.pic.still += gap
		if !l.Until.IsZero() {
			return
		}
		l.pic.back += left - l.clock.At(now)
	}
}

// offerDeduction offers to deduct the time away only if some would be left, so that one key never ends a round.
func (l *loop) offerDeduction(now timer.Moment) {
	l.pic.deducts = l.pic.away > 0 && l.pic.away < l.clock.At(now)
}

// warn rings if there is a warning between two looks; one bell is enough for both.
func (l *loop) warn(before, after int) {
	if l.Turns != nil && !l.Rises && before > 0 && after <= 0 {
		l.ringThrice(l.last)
		return
	}
	for _, w := range []int{firstWarning, lastWarning} {
		if before > w && after <= w && !l.Rises {
			l.ring()
			return
		}
	}
	if mark := l.mark(); l.Rises && before > mark && after <= mark {
		l.ringThrice(l.last)
	}
}

// mark returns the seconds left when a stopwatch reaches its mark, or -1 if it has none.
func (c Clock) mark() int {
	if c.Limit <= 0 {
		return -1
	}
	return timer.Seconds(timer.Longest - c.Limit)
}

func (l *loop) ring() {
	if !l.pic.muted {
		l.pic.bells++
	}
}

func (l *loop) timeUp(now timer.Moment) {
	l.clock = timer.New(0)
	l.pic.up, l.pic.runs, l.pic.jumped, l.pic.away = true, false, false, 0
	l.ringThrice(now)
	l.flashes, l.flashed, l.ended = flashCount, now, now
	l.save(now)
	if l.Linger == 0 {
		l.leave(Outcome{End: TimeUp}, now)
	}
}

// ringThrice rings, and twice more soon.
func (l *loop) ringThrice(now timer.Moment) {
	l.bellsLeft, l.rang = bellCount-1, now
	l.ring()
}

// beat rings again if it is time.
func (l *loop) beat(now timer.Moment) {
	if l.bellsLeft > 0 && now.Steady-l.rang.Steady >= bellEvery {
		l.bellsLeft, l.rang = l.bellsLeft-1, now
		l.ring()
	}
}

// flash swaps light and dark if it is time.
func (l *loop) flash(now timer.Moment) {
	if l.flashes > 0 && now.Steady-l.flashed.Steady >= flashEvery {
		l.flashes, l.flashed = l.flashes-1, now
		l.pic.dark = !l.pic.dark
	}
}

// save hands over a snapshot to be saved. If the clock is stopped it waits briefly.
func (l *loop) save(now timer.Moment) {
	l.kept = l.seconds(now)
	s := l.seen(now)
	if l.Phones.Tell != nil {
		l.Phones.Tell(s)
	}
	l.keeper.save(s)
	if !l.clock.Runs { // nobody notices that the face waits
		l.settle()
	}
}

// leave ends the watching. It stops and saves a running clock, and also saves one that came back and was left
// as it stood, so that no more time counts as missed.
func (l *loop) leave(how Outcome, now timer.Moment) {
	how.Ran = l.clock.Runs
	switch {
	case how.Ran:
		l.clock = l.clock.Stop(now)
		l.save(now)
	case l.pic.away > 0:
		l.save(now)
	default:
		l.settle()
	}
	how.Unkept = l.settled(now)
	how.Left, how.Muted, how.Turns = l.clock.Left, l.pic.muted, l.Turns
	l.over, l.end = true, how
}

// press handles a key or a line.
func (l *loop) press(k Typed) {
	if k.Took != nil {
		defer func() {
			if !l.over {
				k.Took()
			}
		}()
	}
	at := k.At
	switch {
	case k.own != nil:
		k.own()
		return
	case at == timer.Moment{}:
		at = l.Now()
	case at.Steady < l.begun.Steady: // typed ahead
		at = l.begun
	}
	l.look(at)
	if l.over {
		return
	}
	sure := l.pic.early
	l.flashes, l.pic.dark = 0, false
	l.pic.unknown, l.pic.why, l.pic.early, l.pic.short = "", "", false, false
	text := strings.ToLower(strings.TrimSpace(k.Text))
	if k.Option > 0 && k.Option <= len(l.keys) {
		text = l.keys[k.Option-1]
	}
	if l.Turns != nil && k.Seat > 0 { // the only button that a phone has
		text = "enter"
	}
	switch {
	case k.End:
		l.leave(Outcome{End: Quit}, at)
	case sure && isEnter(text):
		l.leave(Outcome{End: TimeUp}, at)
	case l.offTurn(k.Seat):
	case l.ends(text, at, k.Seat), l.changes(text, at):
		l.look(at)
	default:
		l.pic.unknown = strings.TrimSpace(k.Text)
		l.pic.unknownCount++
	}
}

// ends handles the keys that leave the clock.
func (l *loop) ends(text string, at timer.Moment, seat int) bool {
	want, aside := strings.CutPrefix(text, "?")
	how := Outcome{Seat: seat}
	switch wish := keyboard.WishOf(text); {
	case wish == keyboard.Leave:
		how.End = Interrupted
	case text == keyLeaves && l.Turns != nil:
		how.End = TimeUp
	case text == keyLeaves:
		how.End = Quit
	case l.Table && wish == keyboard.Back:
		how.End = Back
	case l.Table && wish == keyboard.Now:
		how.End = Now
	case l.again(text) && l.Stood > len(l.Options):
		how.End = TimeUp
	case l.again(text):
		how.End, how.Option = Pressed, l.Stood-1
	case l.Table && aside:
		how.End, how.Want = Aside, strings.TrimSpace(want)
	case l.pic.up && !l.Sand && (isEnter(text) || text == "space"):
		how.End = TimeUp
	default:
		k := l.option(text)
		if k < 0 || k == len(l.Options) || l.pic.up {
			return false
		}
		how.End, how.Option = Pressed, k
	}
	l.leave(how, at)
	return true
}

// isEnter reports whether a key or a line is Enter.
func isEnter(text string) bool { return text == "" || keyboard.WishOf(text) == keyboard.Take }

// again reports whether a key takes the same option as before.
func (l *loop) again(text string) bool {
	return l.Stood > 0 && !l.pic.up && isEnter(text)
}

// A clockKey is a key that every clock may have.
type clockKey struct {
	names string                           // separated by blanks
	says  func(c Clock, p frame) lang.Text // returns its hint; empty: it means nothing now
	does  func(l *loop, key string, at timer.Moment)
}

// clockKeys holds the keys of every clock, in the order in which they are shown; the options come before the
// last two.
var clockKeys = []clockKey{
	{"p space run stop", Clock.saysPause, (*loop).toggle}, // phones send the word on their button
	{"d", Clock.saysDeduct, (*loop).deduct},
	{"+ = -", Clock.saysAdd, (*loop).add},
	{"m", Clock.saysMute, (*loop).mute},
}

// keyLeaves is the key that leaves a clock for good.
const keyLeaves = "q"

// changes handles the keys that stay at the clock.
func (l *loop) changes(text string, at timer.Moment) bool {
	for _, k := range append(slices.Clip(turnKeys), clockKeys...) {
		named := slices.Contains(strings.Fields(k.names), text) || strings.HasSuffix(k.names, "enter") && isEnter(text)
		if named && !k.says(l.Clock, l.pic).Empty() {
			k.does(l, text, at)
			return true
		}
	}
	switch {
	case isEnter(text):
		l.pic.asked++
	case l.option(text) == len(l.Options) && !l.Early.Empty() && !l.pic.up:
		l.pic.early, l.called = true, at
	default:
		return false
	}
	return true
}

func (l *loop) mute(string, timer.Moment) { l.pic.muted = !l.pic.muted }

// add gives time or takes it, but never the last, so that nobody ends a round by mistake.
func (l *loop) add(key string, at timer.Moment) {
	by := step
	if key == "-" {
		by = -step
	}
	l.pic.short = by < 0 && l.clock.At(at) <= step
	if !l.pic.short {
		l.set(l.clock.Add(by, at), at)
	}
}

// deduct takes the time away, or gives back the time that the face stood still.
func (l *loop) deduct(_ string, at timer.Moment) {
	if !l.pic.deducts {
		l.set(l.clock.Add(l.pic.back, at), at)
		return
	}
	l.set(l.clock.Add(-l.pic.away, at), at)
	l.pic.away, l.pic.jumped = 0, false
}

// Stopwatches, and clocks that are up at a time of day, take no changes of their length; the latter cannot be
// stopped either.

func (c Clock) saysPause(p frame) lang.Text {
	switch {
	case p.up || !c.Until.IsZero():
		return lang.Text{}
	case p.runs:
		return keyPause
	case c.waits(p):
		return keyStart
	}
	return keyOn
}

func (c Clock) saysDeduct(p frame) lang.Text {
	switch {
	case !c.Until.IsZero():
		return lang.Text{}
	case p.deducts:
		return keyDeduct.With("time", timer.Face(p.away))
	case p.back > 0:
		return keyGive.With("time", timer.Face(p.back))
	}
	return lang.Text{}
}

func (c Clock) saysAdd(frame) lang.Text {
	if c.Rises || !c.Until.IsZero() || c.Turns != nil {
		return lang.Text{}
	}
	return keyAdd
}

func (c Clock) saysMute(p frame) lang.Text {
	if p.muted {
		return keyBell
	}
	return keyMute
}

// toggle stops or starts the clock.
func (l *loop) toggle(key string, at timer.Moment) {
	switch {
	case key == "run" && l.clock.Runs, key == "stop" && !l.clock.Runs: // it is so already
		return
	case l.clock.Runs:
		l.set(l.clock.Stop(at), at)
		return
	}
	l.pic.away, l.pic.jumped = 0, false
	l.set(l.clock.Start(at), at)
}

func (l *loop) set(c timer.Clock, at timer.Moment) {
	l.clock = c
	if c.At(at) > 0 {
		l.pic.up, l.bellsLeft, l.pic.late = false, 0, 0
	}
	l.pic.still, l.pic.back = 0, 0
	if l.Turns == nil {
		l.pic.whole = max(l.pic.whole, c.At(at))
	}
	l.save(at)
}

// option returns the option with a key or a beginning, or -1.
func (l *loop) option(text string) int {
	for i, k := range l.keys {
		if text == k {
			return i
		}
	}
	if len([]rune(text)) < 2 {
		return -1
	}
	found := -1
	for i, o := range l.named() {
		if strings.HasPrefix(strings.ToLower(l.say(o)), text) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// named returns the options, followed by the one that calls time early.
func (c Clock) named() []lang.Text {
	if c.Early.Empty() {
		return c.Options
	}
	return append(slices.Clip(c.Options), c.Early)
}

// letters returns the key of each option: its first letter or digit that is free, or its number.
func (c Clock) letters() []string {
	used := keyLeaves
	for _, k := range clockKeys {
		used += k.names[:1]
	}
	keys := make([]string, len(c.named()))
	for i, o := range c.named() {
		keys[i] = strconv.Itoa(i + 1)
		for _, r := range strings.ToLower(c.say(o)) {
			if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !strings.ContainsRune(used, r) {
				keys[i] = string(r)
				break
			}
		}
		used += keys[i]
	}
	return keys
}

// Answer returns the outcome as an answer to a Watch, or as the error that an Asker returns instead. ok is
// false if it is neither: Interrupted and Stopped.
func (o Outcome) Answer() (a ask.Answer, err error, ok bool) {
	switch o.End {
	case TimeUp:
		return ask.Answer{By: ask.Scorekeeper, Left: o.Left}, nil, true
	case Pressed:
		a = ask.One(o.Option)
		a.By, a.Left = o.Seat-1, o.Left // Seat 0 gives Scorekeeper
		return a, nil, true
	case Back:
		return a, ask.ErrBack, true
	case Now:
		return a, ask.ErrNow, true
	case Aside:
		return a, &ask.Aside{Want: o.Want}, true
	case Quit:
		return a, ask.ErrQuit, true
	}
	return a, nil, false
}
