//go:build unix

package play

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// An onlooker is a keyboard at which something happens while it shows a clock, until a phone stops that.
type onlooker struct {
	tty.Keyboard
	meanwhile func() error
}

func (o onlooker) Watch(ctx context.Context, c *tty.Countdown) (string, error) {
	_ = c.Save(c.Clock.Seen(c.Now()), false) // as each second does
	if err := o.meanwhile(); err != nil {
		return "", err
	}
	<-ctx.Done()
	return "", ask.Gone
}

// A clock that a phone stops is kept with the time left at that moment.
func TestKeptAsAPhoneStoppedIt(t *testing.T) {
	k := tty.NewLines(strings.NewReader(""), io.Discard, lang.English, 80, false)
	defer k.Close()
	s := setting(lang.English, k, t.TempDir())
	now := time.Now() // phones have the same
	s.Now = func() time.Time { return now }
	defer shares(s)()
	g, err := s.create(plan{game: toy})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Do(setup.Table{Players: []setup.Name{"Ana", "Bia"}}); err != nil {
		t.Fatal(err)
	}
	e := newEvening(t.Context(), s, g, setup.Table{})
	e.phones.reveal()
	ana, at := joins(t, s.shared.Hub.Address(), "Ana")
	s.Keys = onlooker{k, func() error {
		var had struct{ Doc phones.Doc }
		got, err := ana.Get(at + "/doc")
		if err != nil {
			return err
		}
		defer got.Body.Close()
		if err := json.NewDecoder(got.Body).Decode(&had); err != nil || had.Doc.Clock == nil {
			return fmt.Errorf("Ana's phone has no clock: %+v, %w", had, err)
		}
		now = now.Add(time.Minute)
		return sends(ana, at, "/say", fmt.Sprintf(`{"token":%q,"line":"stop"}`, had.Doc.Clock.Token))
	}}
	w := ask.Watch{Limit: 8 * time.Minute, Keeps: true, Options: ask.Options{{ID: "stop", Own: lang.Literal("Stop")}}}
	group := ask.Group{Asked: []ask.Question{{ID: "clock", Text: lang.Literal("Talk"), Shape: w}}}
	if err := e.clock.watch(t.Context(), group, w, func(...ask.Answer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var kept storedClock
	if err := store.Load(e.clock.file(), &kept); err != nil || kept.Seen.Runs || kept.Seen.Banks[0] != 7*time.Minute {
		t.Errorf("%+v, %v", kept, err)
	}
}
