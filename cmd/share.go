package cmd

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Phones at the table: the flags, and what their pages need of this machine.

var (
	flagShare = lang.Msg("cmd.flag-share", "phones may come to the table: shows a code to scan")
	flagAddr  = lang.Msg("cmd.flag-addr", "`address` of this machine that phones reach")
	flagCert  = lang.Msg("cmd.flag-cert", "`file` of the certificate, for pages that are encrypted; with --key")
	flagKey   = lang.Msg("cmd.flag-key", "`file` of the certificate's key")
	badAddr   = lang.Msg("cmd.bad-addr", "--addr “{it}”: it is no address like 192.168.0.7")
	halfCert  = lang.Msg("cmd.half-cert", "--cert and --key go together")
)

// shareFlags are those of the commands that play.
func (a *app) shareFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&a.share, "share", false, a.voice.Say(flagShare))
	f.StringVar(&a.addr, "addr", "", a.voice.Say(flagAddr))
	f.StringVar(&a.cert, "cert", "", a.voice.Say(flagCert))
	f.StringVar(&a.key, "key", "", a.voice.Say(flagKey))
	c.PreRunE = func(*cobra.Command, []string) error { return a.checkShare() }
}

func (a *app) checkShare() error {
	if at, err := netip.ParseAddr(a.addr); a.addr != "" && (err != nil || !at.Is4() || at.IsUnspecified()) {
		return &usage{badAddr.With("it", a.addr)}
	}
	if (a.cert == "") != (a.key == "") {
		return &usage{halfCert}
	}
	return nil
}

// sharing is a host that phones may join.
func (a *app) sharing(ctx context.Context, h play.Host, color bool) *play.Sharing {
	return &play.Sharing{
		Host: h, Color: color, After: time.After,
		Open:  func() (*phones.Desk, error) { return a.desk(ctx) },
		Say:   func(t lang.Text) { fmt.Fprintln(a.Out, layout.Wrap(a.voice.Say(t), a.width())) },
		Print: func(s string) { fmt.Fprint(a.Out, s) },
	}
}

// desk serves phones. The file of games is opened once more: a game may be closed while its phones
// stay.
func (a *app) desk(ctx context.Context) (*phones.Desk, error) {
	st, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	return phones.Open(ctx, phones.Config{
		Addresses: a.addresses, Listen: a.Listen, Now: a.Now, Cert: a.cert, Key: a.key,
		Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, catalogs()...) },
		Rules:  rulesFor, Load: st.Evening, Keep: st.KeepEvening,
	})
}

// addresses are where phones may reach this machine, the one that was named first.
func (a *app) addresses() []netip.Addr {
	var all []netip.Addr
	if a.Interfaces != nil {
		all = phones.Addresses(a.Interfaces())
	}
	if named, err := netip.ParseAddr(a.addr); err == nil {
		all = append([]netip.Addr{named}, slices.DeleteFunc(all, func(x netip.Addr) bool { return x == named })...)
	}
	return all
}

// rulesFor is the reference of a game in one language.
func rulesFor(id, tag string) []phones.Section {
	i := slices.IndexFunc(games, func(g scoring.Game) bool { return g.ID == id })
	if i < 0 {
		return nil
	}
	b, err := handbook.Of(games[i], tag)
	if err != nil {
		return nil // a test reads them all
	}
	var out []phones.Section
	for _, e := range b.Entries {
		out = append(out, phones.Section{Title: e.Title, Body: handbook.Plain(e.Body)})
	}
	return out
}
