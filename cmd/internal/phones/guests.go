package phones

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A guest is a phone, or a screen that shows the board.
type guest struct {
	ID    string       `json:"id"`   // hash of its cookie's value
	Name  setup.Name   `json:"name"` // of its owner; "": it has none
	Was   []setup.Name `json:"was,omitempty"`
	Keeps bool         `json:"keeps,omitempty"`
	Board bool         `json:"board,omitempty"` // it shows the board, and is nobody's
	At    string       `json:"at"`              // address and port where it came in: its cookie is good nowhere else

	old    bool      // a board of an earlier game: it goes on showing the board, and takes part in nothing
	polls  int       // how many of its requests wait
	seen   time.Time // when the last one came or ended
	lang   lang.Lang // in which it is served
	again  bool      // its owner is in for another game
	parted bool      // it was given the last page
}

// A lobby holds the phones that came. Its SavedPhones outlive the program.
type lobby struct {
	SavedPhones
	hosts   []string        // that requests may name
	lost    map[string]bool // those of them whose address this computer does not have now
	adrift  bool            // the address that is shown was taken because the one before was lost
	resumes bool            // a game goes on
	news    []lang.Text     // for the laptop, which has not said it yet
	hints   bool            // the usual causes are to be named, unless a phone comes before the laptop says them
	moved   bool            // the laptop has not shown the new code yet
}

// SavedPhones are the content of a small file: the code and the key of question numbers, which are the same after a crash, and
// phones by name, which outlive games.
type SavedPhones struct {
	Key    []byte   `json:"key"`
	Word   string   `json:"word"`
	Host   string   `json:"host"` // address and port that are shown
	Guests []*guest `json:"guests"`
}

// Bounds of the phones that strangers can make the laptop remember.
const (
	mostGuests = 32 // phones with a name that nobody at the table has
	mostOthers = 64 // phones without a name, boards
)

// load takes in the small file. A table that begins anew has a new code, so that strangers who saw the old one stay
// out; a phone that was in needs none. Boards stay through games: a television is not asked for a code every time.
func (b *lobby) load(c Config) {
	if c.Load == nil || c.Load(&b.SavedPhones) != nil || len(b.Key) != sha256.Size {
		b.SavedPhones = SavedPhones{}
	}
	b.resumes = c.Resumes
	b.Guests = slices.DeleteFunc(b.Guests, func(g *guest) bool { return g == nil || g.ID == "" || g.Name == "" && !c.Resumes && !g.Board })
	for _, g := range b.Guests {
		g.old = g.Name == "" && !c.Resumes
	}
	if b.Key == nil {
		b.Key = make([]byte, sha256.Size)
		_, _ = rand.Read(b.Key) // it never fails
	}
	if b.Word == "" || !c.Resumes {
		b.Word = secret(wordBytes)
	}
}

// wordBytes make a word that nobody guesses, in ten letters.
const wordBytes = 6

func secret(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw)
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:16])
}

// seat runs a change of the phones that are here, and keeps it. If that fails, phones are asked for their names once more after a crash: no
// loss.
func (h *Hub) seat(do func(*lobby)) {
	h.change(func() {
		do(&h.lobby)
		if h.config.Save != nil {
			_ = h.config.Save(h.lobby.SavedPhones)
		}
	})
}

// enter gives a phone that came with the code at an address a cookie. Of too many without a name the one that came first
// goes.
func (h *Hub) enter(at string) (token string) {
	token = secret(20)
	h.seat(func(b *lobby) {
		nobodys := 0
		for _, g := range b.Guests {
			if g.Name == "" {
				nobodys++
			}
		}
		if nobodys >= mostOthers {
			b.drop(func(g *guest) bool { return g.Name == "" })
		}
		b.Guests = append(b.Guests, &guest{ID: hash(token), At: at, seen: h.config.Now()})
	})
	return token
}

// drop forgets the first phone of a kind, if there is one.
func (b *lobby) drop(is func(*guest) bool) {
	if i := slices.IndexFunc(b.Guests, is); i >= 0 {
		b.Guests = slices.Delete(b.Guests, i, i+1)
	}
}

// guest returns the phone with the hash of a cookie.
func (h *Hub) guest(id string) (guest, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if g := h.lobby.find(id); g != nil {
		return *g, true
	}
	return guest{}, false
}

// find returns the phone with the hash of a cookie, or nil.
func (b *lobby) find(id string) *guest {
	return first(b.Guests, func(g *guest) bool { return g.ID == id })
}

// by returns somebody's phone, or nil.
func (b *lobby) by(n setup.Name) *guest {
	return first(b.named(), func(g *guest) bool { return g.Name == n })
}

// named returns the phones that are somebody's and that can come back by themselves, in the order in which they came.
func (b *lobby) named() (all []*guest) {
	for _, g := range b.Guests {
		if g.Name != "" && b.reaches(g) {
			all = append(all, g)
		}
	}
	return all
}

// reaches reports whether a phone's cookie is good at an address that this computer has now. After a change of networks it
// is not until the computer is back in the old one.
func (b *lobby) reaches(g *guest) bool { return slices.Contains(b.hosts, g.At) && !b.lost[g.At] }

// holds reports whether a phone keeps its name from others: it was here this evening, or the game it played goes on.
func (b *lobby) holds(g *guest) bool { return b.reaches(g) && (!g.seen.IsZero() || b.resumes) }

func first(all []*guest, is func(*guest) bool) *guest {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}

// join gives a phone a name: a free one at the table, as the table writes it, or a new one.
func (h *Hub) join(id, name string) (err error) {
	name = strings.TrimSpace(lang.Sanitize(name))
	h.seat(func(b *lobby) {
		me := b.find(id)
		names := h.scene.names()
		switch fit := lang.Same(names, name); len(fit) {
		case 0:
		case 1:
			name = string(names[fit[0]])
		default:
			err = fault.New(lang.T("“{name}” may be one of several: {names}").With("name", name, "names", lang.Names(among(names, fit))))
			return
		}
		if err = b.refuses(me, name, h.scene); err != nil || me.Name != "" {
			return
		}
		// Nobody holds the name: a phone that still has it is of an earlier evening, or of a network that is gone.
		for _, g := range b.Guests {
			if lang.Alike(g.Name) == lang.Alike(setup.Name(name)) {
				g.leave()
			}
		}
		if len(b.Guests) > mostGuests+mostOthers {
			b.drop(func(g *guest) bool { return !b.reaches(g) })
		}
		me.Name, me.Was = setup.Name(name), nil
		say := lang.T("{name}'s phone is here.").With("name", name)
		if len(h.scene.Table.Players) == 0 && !slices.Contains(h.scene.Named, me.Name) {
			say = lang.Text{} // the laptop's question is asked anew, and names them
		}
		b.news = append(b.news, say)
	})
	return err
}

// refuses returns why a phone cannot have a name.
func (b *lobby) refuses(me *guest, name string, s Scene) error {
	same := func(n setup.Name) bool { return lang.Alike(n) == lang.Alike(setup.Name(name)) }
	strangers := 0
	for _, g := range b.named() {
		if !slices.ContainsFunc(s.names(), func(n setup.Name) bool { return n == g.Name }) {
			strangers++
		}
	}
	wrong := setup.CheckName(name)
	switch {
	case me == nil, me.old:
		return errNobody
	case wrong != nil:
		return wrong
	case slices.ContainsFunc(b.Guests, func(g *guest) bool { return g != me && same(g.Name) && b.holds(g) }):
		return fault.New(lang.T("{name} has a phone already. Another {name}? Add a letter. The same one? The laptop frees the name with ? f").With("name", name))
	case strings.ContainsAny(name, ",;") && !seated(s.Table, setup.Name(name)): // a sheet may have one
		return fault.New(lang.T("one name, please, without a comma"))
	case strangers >= mostGuests && !slices.ContainsFunc(s.names(), same): // the people of the table always have room
		return fault.New(lang.T("no more phones fit at this table"))
	}
	return nil
}

// among returns the names at some places.
func among(names []setup.Name, places []int) (out []setup.Name) {
	for _, i := range places {
		out = append(out, names[i])
	}
	return out
}

// leave makes a phone nobody's: its owner took the wrong name, or another phone may have it.
func (g *guest) leave() {
	if g != nil {
		g.Name, g.Keeps = "", false
	}
}

// follow has phones go by the names that their people have now. A name may have been typed on the phone before the table
// wrote it, and a rename or its undo may have changed it.
func (b *lobby) follow(t setup.Table) {
	b.recognize(t)
	for _, g := range b.Guests {
		if g.Name == "" || seated(t, g.Name) {
			continue
		}
		i := slices.IndexFunc(g.Was, func(n setup.Name) bool { return seated(t, n) && b.by(n) == nil })
		if i >= 0 {
			g.Name, g.Was[i] = g.Was[i], g.Name
		}
	}
}

// recognize gives phones of nobody at the table the name of somebody who has no phone, where each fits the other alone.
func (b *lobby) recognize(t setup.Table) {
	free := slices.DeleteFunc(slices.Clone(t.Players), func(n setup.Name) bool { return b.by(n) != nil })
	strangers := slices.DeleteFunc(b.named(), func(g *guest) bool { return seated(t, g.Name) })
	called := make([]setup.Name, len(strangers))
	for i, g := range strangers {
		called[i] = g.Name
	}
	for _, n := range free {
		fit := lang.Same(called, string(n))
		if len(fit) == 1 && len(lang.Same(free, string(called[fit[0]]))) == 1 {
			strangers[fit[0]].Name = n
		}
	}
}

// Renamed has phones go by new names.
func (h *Hub) Renamed(to map[setup.Name]setup.Name) {
	h.seat(func(b *lobby) {
		for _, g := range b.Guests {
			if n, is := to[g.Name]; is {
				g.Was, g.Name = append(g.Was, g.Name), n
			}
		}
	})
}

// A Phone is somebody's phone, for the laptop.
type Phone struct {
	Name  setup.Name
	Keeps bool
}

// Phones returns the phones that are somebody's, in the order in which they came.
func (h *Hub) Phones() (all []Phone) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.lobby.named() {
		all = append(all, Phone{g.Name, g.Keeps})
	}
	return all
}

// Knows reports whether somebody had a phone here, if perhaps in a network that is gone: they will come back.
func (h *Hub) Knows(n setup.Name) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.lobby.Guests, func(g *guest) bool { return g.Name == n })
}

// Has reports whether somebody has a phone here.
func (h *Hub) Has(n setup.Name) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lobby.by(n) != nil
}

// Newcomers returns the owners of phones that came this evening, if they do not sit at the table.
func (h *Hub) Newcomers() (all []setup.Name) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.lobby.named() {
		if !seated(h.scene.Table, g.Name) && !g.seen.IsZero() {
			all = append(all, g.Name)
		}
	}
	return all
}

// Free lets another phone take a name.
func (h *Hub) Free(n setup.Name) { h.seat(func(b *lobby) { b.by(n).leave() }) }

// Keep says whether somebody's phone is one more keyboard.
func (h *Hub) Keep(n setup.Name, keeps bool) {
	h.seat(func(b *lobby) {
		if g := b.by(n); g != nil {
			g.Keeps = keeps
		}
	})
}

// takeNews returns the sentences that the laptop has to say about phones and networks, once.
func (h *Hub) takeNews() (news []lang.Text) {
	h.mu.Lock()
	defer h.mu.Unlock()
	news, h.lobby.news = h.lobby.news, nil
	if h.lobby.hints && !h.lobby.visited() {
		news = append(news, lang.T("No phone has come yet."), Unopened,
			lang.T("The menu shows the code, and other addresses of this computer: ? f"))
	}
	h.lobby.hints = false
	return news
}

// news says at the laptop what phones and networks did, and shows a new code.
func (b *Both) news() {
	for _, n := range slices.DeleteFunc(b.Hub.takeNews(), lang.Text.Empty) {
		b.Say(b.Lang.Say(n))
	}
	b.Hub.mu.Lock()
	moved := b.Hub.lobby.moved
	b.Hub.lobby.moved = false
	b.Hub.mu.Unlock()
	if moved && b.Code != nil {
		b.Code()
	}
}
