package cmd

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/awake"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Phones at the table: the flags, and what their pages need from this machine.

var (
	flagShare = lang.Msg("cmd.flag-share", "phones may come to the table: shows a code to scan")
	flagAddr  = lang.Msg("cmd.flag-addr", "`address` of this machine that phones reach")
	flagCert  = lang.Msg("cmd.flag-cert", "`file` of the certificate, for pages that are encrypted; with --key")
	flagKey   = lang.Msg("cmd.flag-key", "`file` of the certificate's key")
	badAddr   = lang.Msg("cmd.bad-addr", "--addr “{it}”: this is not an address; 192.168.0.7 is one, for example")
	whyAwake  = lang.Msg("cmd.why-awake", "a game is being played")
	halfCert  = lang.Msg("cmd.half-cert", "--cert and --key go together")
)

// flags adds the flags of the commands that play.
func (o *shareOptions) flags(a *app, c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.share, "share", false, a.voice.Say(flagShare))
	f.StringVar(&o.addr, "addr", "", a.voice.Say(flagAddr))
	f.StringVar(&o.cert, "cert", "", a.voice.Say(flagCert))
	f.StringVar(&o.key, "key", "", a.voice.Say(flagKey))
	c.PreRunE = func(*cobra.Command, []string) error { return o.check() }
	offer.Flag(c, "addr", func(*cobra.Command, []string, string) (out []cobra.Completion, how cobra.ShellCompDirective) {
		for _, way := range a.Interfaces() {
			for _, at := range way.Addresses {
				if at.Is4() {
					out = append(out, cobra.CompletionWithDesc(at.String(), way.Name))
				}
			}
		}
		return out, offer.InOrder
	})
	_ = c.MarkFlagFilename("cert", "pem", "crt", "cer")
	_ = c.MarkFlagFilename("key", "pem", "key")
}

func (o *shareOptions) check() error {
	if at, err := netip.ParseAddr(o.addr); o.addr != "" && (err != nil || !at.Is4() || at.IsUnspecified()) {
		return &usage{Say: badAddr.With("it", o.addr)}
	}
	if (o.cert == "") != (o.key == "") {
		return &usage{Say: halfCert}
	}
	return nil
}

// host returns a host that phones may join until ctx ends. Phones open the file of games for themselves, since they
// stay when a game is closed.
func (o *shareOptions) host(ctx context.Context, a *app, h play.Host) *play.Sharing {
	lock := awake.New(a.Awake, a.voice.Say(whyAwake))
	return &play.Sharing{
		Host: h, Color: a.Getenv("NO_COLOR") == "", ASCII: a.ASCIIOnly(), After: time.After, Awake: lock,
		Say: a.line, Print: func(s string) { fmt.Fprint(a.Out, s) },
		Open: func() (*phones.Desk, error) {
			st, err := a.kept.Open(ctx)
			if err != nil {
				return nil, err
			}
			return phones.Open(ctx, phones.Config{
				Addresses: func() []netip.Addr { return o.addresses(a) }, Listen: a.Listen, Now: a.Now, Cert: o.cert, Key: o.key,
				Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag, Catalogs()...) },
				Rules:  func(id, tag string) []phones.Section { return play.Rules(games, id, tag) },
				Load:   st.Phones.Evening, Keep: st.Phones.KeepEvening,
				Photos: phones.Darkroom{Keep: st.Drafts.KeepPicture, Show: st.Drafts.Picture},
				Awake:  func(on bool) { lock.Want("phones", on) },
			})
		},
	}
}

// addresses returns this machine's addresses for phones, the one from --addr first.
func (o *shareOptions) addresses(a *app) []netip.Addr {
	all := phones.Addresses(a.Interfaces())
	named, err := netip.ParseAddr(o.addr)
	if err != nil { // none was given, as check has passed
		return all
	}
	return append([]netip.Addr{named}, slices.DeleteFunc(all, func(x netip.Addr) bool { return x == named })...)
}
