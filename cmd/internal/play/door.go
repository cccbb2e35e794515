package play

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/awake"
	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A Door is what phones need of a machine, so that they may come in.
type Door struct {
	Host       Host
	Out        io.Writer
	Color      bool
	ASCII      bool       // Out shows ASCII only: no code to scan can be drawn
	Width      func() int // of Out, in columns
	Voice      *lang.Localizer
	Now        func() time.Time
	Games      []scoring.Game
	Address    netip.Addr // that phones reach, where somebody named one
	Cert, Key  string     // files that encrypt the pages; "": nothing does
	Interfaces func() []phones.Interface
	Listen     func(network, address string) (net.Listener, error)
	Awake      *awake.Lock                      // keeps the machine from falling asleep
	Store      func() (*store.Store, error)     // opens the file of games
	Voices     func(tag string) *lang.Localizer // one more for the pages of a language
}

// Sharing returns the door's host, which phones may join until ctx ends.
func (d Door) Sharing(ctx context.Context) *Sharing {
	return &Sharing{
		Host: d.Host, Color: d.Color, ASCII: d.ASCII, After: time.After, Awake: d.Awake,
		Open:  func() (*phones.Desk, error) { return d.open(ctx) },
		Say:   func(t lang.Text) { fmt.Fprintln(d.Out, layout.Wrap(d.Voice.Say(t), d.Width())) },
		Print: func(s string) { fmt.Fprint(d.Out, s) },
	}
}

func (d Door) open(ctx context.Context) (*phones.Desk, error) {
	st, err := d.Store()
	if err != nil {
		return nil, err
	}
	c := phones.Config{
		Addresses: d.addresses, Listen: d.Listen, Now: d.Now, Cert: d.Cert, Key: d.Key,
		Voices: d.Voices, Rules: d.rules, Load: st.Phones.Evening, Keep: st.Phones.KeepEvening,
		Photos: phones.Darkroom{Keep: st.Drafts.KeepPicture, Show: st.Drafts.Picture},
	}
	if d.Awake != nil {
		c.Awake = func(on bool) { d.Awake.Want("phones", on) }
	}
	return phones.Open(ctx, c)
}

// addresses returns where phones may reach this machine, the one that was named first.
func (d Door) addresses() []netip.Addr {
	var all []netip.Addr
	if d.Interfaces != nil {
		all = phones.Addresses(d.Interfaces())
	}
	if d.Address.IsValid() {
		all = append([]netip.Addr{d.Address}, slices.DeleteFunc(all, func(x netip.Addr) bool { return x == d.Address })...)
	}
	return all
}

// rules returns the reference of a game in one language.
func (d Door) rules(id, tag string) []phones.Section {
	g, known := scoring.GameOf(d.Games, id)
	if !known {
		return nil
	}
	b, err := handbook.Of(g, tag)
	if err != nil {
		return nil // a test reads them all
	}
	var out []phones.Section
	for _, e := range b.Entries {
		out = append(out, phones.Section{Title: e.Title, Body: handbook.Plain(e.Body)})
	}
	return out
}
