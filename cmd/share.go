package cmd

import (
	"context"
	"net/netip"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
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
	c.PreRunE = a.checkShare
	offer.Flag(c, "addr", a.offerAddresses)
	_ = c.MarkFlagFilename("cert", "pem", "crt", "cer")
	_ = c.MarkFlagFilename("key", "pem", "key")
}

func (a *app) checkShare(*cobra.Command, []string) error {
	if at, err := netip.ParseAddr(a.addr); a.addr != "" && (err != nil || !at.Is4() || at.IsUnspecified()) {
		return &usage{Say: badAddr.With("it", a.addr)}
	}
	if (a.cert == "") != (a.key == "") {
		return &usage{Say: halfCert}
	}
	return nil
}

// sharing is a host that phones may join. They use the file of games by themselves: a game may be closed
// while its phones stay.
func (a *app) sharing(ctx context.Context, h play.Host, color bool) *play.Sharing {
	named, _ := netip.ParseAddr(a.addr) // it was checked
	return play.Door{
		Host: h, Out: a.Out, Color: color, ASCII: a.asciiOnly(), Width: a.width, Voice: a.voice, Now: a.Now, Games: games,
		Address: named, Cert: a.cert, Key: a.key, Interfaces: a.Interfaces, Listen: a.Listen,
		Store:  func() (*store.Store, error) { return a.open(ctx) },
		Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, catalogs()...) },
	}.Sharing(ctx)
}

// offerAddresses offers the addresses of this machine that phones may reach.
func (a *app) offerAddresses(*cobra.Command, []string, string) (out []cobra.Completion, how cobra.ShellCompDirective) {
	for _, way := range a.Interfaces() {
		for _, at := range way.Addresses {
			if way.Up && !way.Local && at.Is4() {
				out = append(out, cobra.CompletionWithDesc(at.String(), way.Name))
			}
		}
	}
	return out, offer.InOrder
}
