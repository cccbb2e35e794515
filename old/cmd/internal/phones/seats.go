package phones

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// People and their phones. The rules:
//
//   - A phone belongs to names, not to seats. It follows them from game to game, and waits while a name is not at the
//     table.
//   - Several people may share a phone, but nobody has two. A person whose place is taken asks for it.

// has reports whether the phone belongs to somebody of that name.
func (g Guest) has(name string) bool { return seatOf(g.Names, name) >= 0 }

// looksOn reports whether the phone belongs to nobody and asks for no place.
func (g Guest) looksOn() bool { return len(g.Names) == 0 && g.Wants == "" }

// who returns the name of the phone's owner, the first of several people, or "".
func (g Guest) who() string {
	if len(g.Names) == 0 {
		return ""
	}
	return g.Names[0]
}

// seats returns the seats of those people of the phone who are at the table.
func (g Guest) seats(names []string) []int {
	var out []int
	for _, n := range g.Names {
		if seat := seatOf(names, n); seat >= 0 {
			out = append(out, seat)
		}
	}
	return out
}

// A Lobby holds the people who have come and their phones, with what those ask for, and the door. It shares its hub's
// lock. Exported methods take it, and so do those that a request or an asker calls; the rest expect it to be held.
type Lobby struct {
	mu      *sync.Mutex
	e       Evening
	names   []string // by seat; nil until somebody sits
	left    []int    // seats of people who have left, and need no phone
	known   []string // people seen before, whose names phones may pick
	live    map[string]int
	heard   map[string]time.Time
	fresh   map[string]bool      // phones let in and not heard from since
	came    bool                 // a phone has opened a page since the program began
	denied  map[string]time.Time // when a phone's petition was last refused
	refused time.Time            // when a phone at the door was last refused
	keep    func(Evening) error
	now     func() time.Time
	wake    func() // has everybody who waits look again
}

// Door returns the word that lets a phone in, and whether the door is open.
func (l *Lobby) Door() (word string, open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.e.Door, l.e.Open
}

// sameWord compares door words. Neither case nor dashes matter.
func sameWord(said, word string) bool {
	return strings.EqualFold(strings.ReplaceAll(said, "-", ""), word)
}

// unopened returns the page for a word that opens nothing. Only a word from earlier this evening is told that the door
// is shut: a guessed one learns no more than any other.
func (l *Lobby) unopened(said string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.e.Open && slices.ContainsFunc(l.e.Was, func(word string) bool { return sameWord(said, word) }) {
		return "shut"
	}
	return "scan"
}

// A Here lists the people who have come by phone.
type Here struct {
	Word    string   // door word, in lower case
	Names   []string // in order of arrival
	Keeping []string // the people whose phones keep the score
	Looking int      // how many phones only look on, boards among them
	Open    bool     // the door is open
	Reached bool     // a phone has opened a page since the program began
}

// Here returns the people who have come by phone.
func (l *Lobby) Here() Here {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.here()
}

func (l *Lobby) here() Here {
	here := Here{Word: strings.ToLower(l.e.Door), Open: l.e.Open, Reached: l.came}
	for _, g := range l.e.Guests {
		here.Names = append(here.Names, g.Names...)
		if g.Keeps {
			here.Keeping = append(here.Keeping, g.who())
		}
		if g.looksOn() {
			here.Looking++
		}
	}
	return here
}

// SetDoor opens or shuts the door. Shutting it changes the door word and shows onlookers out.
func (l *Lobby) SetDoor(open bool) error {
	return l.change(func() error {
		if l.e.Open && !open {
			l.e.afresh()
		}
		l.e.Open = open
		return nil
	})
}

// change alters the evening and saves it. It undoes a change that cannot be saved.
func (l *Lobby) change(f func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.e
	l.e.Guests, l.e.Parts = slices.Clone(l.e.Guests), slices.Clone(l.e.Parts)
	err := f()
	if err == nil {
		err = l.store()
	}
	if err != nil {
		l.e = before
	}
	return err
}

// store saves the evening and wakes everybody.
func (l *Lobby) store() error {
	l.e.Seen = l.now()
	err := l.keep(l.e)
	l.wake()
	return err
}

// reached notes that a phone has opened a page.
func (l *Lobby) reached() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.came {
		l.came = true
		l.wake()
	}
}

// wish notes that a phone wants to keep the score, or to stop keeping it.
func (l *Lobby) wish(g Guest, keep bool) error {
	return l.change(func() error {
		x := l.find(g.Token)
		if x == nil || len(g.Names) == 0 {
			return errNoOne
		}
		x.Asks, x.Keeps = keep && !x.Keeps && !l.hushed(x.Token), x.Keeps && keep
		return nil
	})
}

// Alone takes the score from all phones, and leaves it to the laptop.
func (l *Lobby) Alone() error {
	return l.change(func() error {
		for i := range l.e.Guests {
			l.e.Guests[i].Keeps = false
		}
		return nil
	})
}

// Rename follows people whose names were corrected, so that their phones stay theirs.
func (l *Lobby) Rename(names map[string]string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	changed := false
	put := func(name *string) {
		for was, is := range names {
			if strings.EqualFold(was, *name) && is != *name {
				*name, changed = is, true
				return
			}
		}
	}
	for i := range l.e.Guests {
		g := &l.e.Guests[i]
		g.Names = slices.Clone(g.Names)
		for k := range g.Names {
			put(&g.Names[k])
		}
		put(&g.Wants)
	}
	for i := range l.e.Held {
		put(&l.e.Held[i].Who)
	}
	if !changed {
		return nil
	}
	return l.store()
}

// shut closes the door once every seat has its phone. Phones that look on stay.
func (l *Lobby) shut() {
	free, _ := l.places(l.present())
	if len(l.names) > 0 && l.e.Open && free == nil {
		l.e.Open = false
		l.e.newWord()
	}
}

// present returns the names of the people at the table, without those who have left.
func (l *Lobby) present() (names []string) {
	for seat, name := range l.names {
		if !slices.Contains(l.left, seat) {
			names = append(names, name)
		}
	}
	return names
}

func hash(token string) string {
	s := sha256.Sum256([]byte(token))
	return hex.EncodeToString(s[:])
}

var (
	errShut  = errors.New("phones: the door is shut")
	errFull  = errors.New("phones: too many phones")
	errNoOne = errors.New("phones: nobody of that name sits here")
)

// cleanName returns a name without invisible characters and needless blanks.
func cleanName(name string) string { return strings.Join(strings.Fields(lang.Sanitize(name)), " ") }

// sit lets a phone in under a name, and returns the token for its cookie. If somebody else has the place, the phone
// asks for it; if the name is not at the table, it looks on until it is. was is the token hash of the same phone's
// earlier seat, or "": nobody sits twice. Without a name the phone looks on, or is a board.
func (l *Lobby) sit(name, was string, board bool) (token string, err error) {
	name = cleanName(name)
	err = l.change(func() error {
		others := slices.DeleteFunc(l.e.Guests, func(g Guest) bool {
			return g.Token == was || name != "" && g.who() == name && l.fresh[g.Token] // tapped twice: the first cookie was lost
		})
		switch {
		case !l.e.Open && (name == "" || was != "" || !l.mayKnock()):
			return errShut
		case len(others) >= mostGuests && !l.awaits(name):
			return errFull
		case len([]rune(name)) > mostName:
			return errNoOne
		}
		token = rand.Text()
		l.e.Guests = append(others, Guest{Token: hash(token), Board: name == "" && board})
		g := &l.e.Guests[len(l.e.Guests)-1]
		l.heard[g.Token], l.fresh[g.Token] = l.now(), true
		if l.e.Open {
			l.assign(g, name)
		} else {
			g.Wants, g.Knocks = name, true
		}
		return nil
	})
	return token, err
}

// awaits reports whether somebody of that name sits at the table without a phone.
func (l *Lobby) awaits(name string) bool {
	return seatOf(l.names, name) >= 0 && l.holder(name) == nil
}

// Limits on petitions: how many phones may wait at a shut door, and how long a refusal keeps new phones, or the same
// one, from asking.
const (
	mostKnock = 3
	quiet     = 30 * time.Second
)

// mayKnock reports whether a phone may ask to come in at a shut door. The table is asked about each, and has to be able
// to go on playing.
func (l *Lobby) mayKnock() bool {
	waiting := 0
	for _, g := range l.e.Guests {
		if g.Knocks {
			waiting++
		}
	}
	return waiting < mostKnock && l.now().Sub(l.refused) > quiet
}

// assign gives a phone one more person, or lets it ask for one who has a phone already.
func (l *Lobby) assign(g *Guest, name string) {
	switch {
	case name == "":
	case l.holder(name) != nil:
		g.Wants = name
	default:
		g.Names = append(slices.Clip(g.Names), name)
		l.shut()
	}
}

// mostShare is how many people may share a phone.
const mostShare = 6

// addPerson adds a person to a phone.
func (l *Lobby) addPerson(g Guest, name string) error {
	name = cleanName(name)
	return l.change(func() error {
		x := l.find(g.Token)
		if x == nil || x.Knocks || seatOf(l.names, name) < 0 || len(x.Names) >= mostShare || x.has(name) {
			return errNoOne
		}
		if l.holder(name) != nil && l.hushed(x.Token) {
			return errNoOne
		}
		l.assign(x, name)
		return nil
	})
}

// hushed reports whether a phone was told no too recently to ask again.
func (l *Lobby) hushed(token string) bool { return l.now().Sub(l.denied[token]) <= quiet }

// dropName takes a name from all phones but one, whether they have it or ask for it. A phone left without a name goes.
func (l *Lobby) dropName(name, but string) {
	var left []Guest
	for _, g := range l.e.Guests {
		had := g.has(name) || strings.EqualFold(g.Wants, name)
		if g.Token != but && had {
			g.Names = slices.DeleteFunc(slices.Clone(g.Names), func(n string) bool { return strings.EqualFold(n, name) })
			if strings.EqualFold(g.Wants, name) {
				g.Wants = ""
			}
		}
		if g.Token == but || !had || len(g.Names) > 0 {
			left = append(left, g)
		}
	}
	l.e.Guests = left
}

// mostName is how many characters a name may have.
const mostName = 40

// seatOf returns the seat of a name, or -1 if nobody has it.
func seatOf(names []string, name string) int {
	return slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// guest returns the guest with a cookie. If no guest has it, the result says only whether it was refused.
func (l *Lobby) guest(token string) (Guest, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.find(hash(token))
	if g == nil {
		return Guest{Refused: !l.denied[hash(token)].IsZero()}, false
	}
	if l.away(g.Token) {
		defer l.wake()
	}
	l.heard[g.Token], l.came = l.now(), true
	delete(l.fresh, g.Token)
	if l.now().Sub(l.e.Seen) > time.Hour {
		_ = l.store() // somebody is still here, so the evening is not over
	}
	is := *g
	is.Refused = l.hushed(g.Token)
	return is, true
}

// find returns the guest with a token hash, or nil.
func (l *Lobby) find(token string) *Guest {
	return l.first(func(g Guest) bool { return g.Token == token })
}

// holder returns the guest whose phone belongs to somebody of that name, or nil.
func (l *Lobby) holder(name string) *Guest {
	return l.first(func(g Guest) bool { return g.has(name) })
}

func (l *Lobby) first(is func(Guest) bool) *Guest {
	if i := slices.IndexFunc(l.e.Guests, is); i >= 0 {
		return &l.e.Guests[i]
	}
	return nil
}

// seats returns the names that a new phone may choose from: those without a phone, and those with one.
func (l *Lobby) seats() (free, taken []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := l.present()
	if len(l.names) == 0 {
		names = slices.Clone(l.known)
	}
	for _, g := range l.e.Guests {
		for _, n := range g.Names {
			if seatOf(names, n) < 0 {
				names = append(names, n)
			}
		}
	}
	return l.places(names)
}

// places splits names into those without a phone and those with one.
func (l *Lobby) places(names []string) (free, taken []string) {
	for _, n := range names {
		if l.holder(n) != nil {
			taken = append(taken, n)
		} else {
			free = append(free, n)
		}
	}
	return free, taken
}

// grantPlace gives the i-th guest the place it asks for. The phone that had it loses it, and passes on the score if its
// owner goes.
func (l *Lobby) grantPlace(i int) {
	name, token := l.e.Guests[i].Wants, l.e.Guests[i].Token
	keeps := false
	if old := l.holder(name); old != nil {
		k := seatOf(old.Names, name)
		name, keeps = old.Names[k], old.Keeps && k == 0
	}
	l.dropName(name, token)
	g := l.find(token)
	g.Names, g.Wants, g.Knocks, g.Keeps = append(slices.Clip(g.Names), name), "", false, g.Keeps || keeps
}

// Out shows the phone of a name out. "" shows out all phones that only look on.
func (l *Lobby) Out(name string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dropName(name, "")
	return l.store()
}

func (l *Lobby) leave(g Guest) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.e.Guests = slices.DeleteFunc(l.e.Guests, func(x Guest) bool { return x.Token == g.Token })
	return l.store()
}

// guestAt returns the guest whose phone a seat has, or nil.
func (l *Lobby) guestAt(seat int) *Guest {
	if seat < 0 || seat >= len(l.names) {
		return nil
	}
	return l.holder(l.names[seat])
}

// phone reports whether a seat has a phone, and whether it is awake.
func (l *Lobby) phone(seat int) (has, awake bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.guestAt(seat)
	return g != nil, g != nil && !l.away(g.Token)
}

// heardWithin reports whether any phone is connected, or was heard from within d.
func (l *Lobby) heardWithin(d time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.e.Guests, func(g Guest) bool { return l.live[g.Token] > 0 || l.now().Sub(l.heard[g.Token]) < d })
}

// away reports whether a phone has been silent for too long.
func (l *Lobby) away(token string) bool {
	return l.live[token] == 0 && l.now().Sub(l.heard[token]) > asleep
}
