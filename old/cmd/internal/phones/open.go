package phones

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"
)

// The range of ports to try.
const (
	firstPort = 8087
	lastPort  = 8096
)

// A Desk is the place where phones come in: a hub, served at an address.
type Desk struct {
	*Hub
	c    Config
	ctx  context.Context
	at   netip.Addr // the address on offer
	port int
	l    net.Listener

	server *Server // serves that address
	leave  func()  // ends ctx
	over   sync.WaitGroup
}

// ErrNoAddress is the error of a machine that is in no network.
var ErrNoAddress = errors.New("phones: this machine is in no network that a phone could reach")

// Open serves phones until ctx ends, at the first address and port that it can have.
func Open(ctx context.Context, c Config) (*Desk, error) {
	all := c.Addresses()
	if len(all) == 0 {
		return nil, ErrNoAddress
	}
	d := &Desk{c: c}
	d.ctx, d.leave = context.WithCancel(ctx)
	var failed error
	for _, d.port = range ports(c.Load, c.Now()) {
		d.Hub = New(lately(c.Load, d.port, c.Now()), d.keep, c.Now)
		failed = d.serve(all[0])
		if failed == nil && c.Awake != nil {
			go d.stayAwake()
		}
		if failed == nil {
			return d, nil
		}
	}
	return nil, failed
}

func (d *Desk) keep(e Evening) error {
	body, err := json.Marshal(e)
	if err != nil || d.c.Keep == nil {
		return err
	}
	return d.c.Keep(d.port, body)
}

// unheard is how long all phones may be silent before the machine may fall asleep. It is long because phones sleep too
// while people think.
const unheard = 30 * time.Minute

// stayAwake keeps telling whether phones are in, until ctx ends.
func (d *Desk) stayAwake() {
	changed, stop := d.changes()
	defer stop()
	for d.ctx.Err() == nil {
		d.c.Awake(d.Lobby.heardWithin(unheard))
		select {
		case <-d.ctx.Done():
		case <-changed:
		case <-time.After(time.Minute):
		}
	}
}

// serve serves the hub at an address. If that fails, nothing changes.
func (d *Desk) serve(at netip.Addr) error {
	s := &Server{Config: d.c, Hub: d.Hub, Host: net.JoinHostPort(at.String(), strconv.Itoa(d.port))}
	l, err := d.c.Listen("tcp4", s.Host)
	if err != nil {
		return err
	}
	d.at, d.l, d.server = at, l, s
	d.over.Go(func() { _ = s.serve(d.ctx, l) }) // it ends with the listener
	return nil
}

// Close says good-bye on every page, and returns when that is sent.
func (d *Desk) Close() {
	d.leave()
	d.over.Wait()
}

// ports returns the ports to try. The one at which phones were heard from last comes first, since they look for the
// table there.
func ports(load func(port int) ([]byte, error), now time.Time) (all []int) {
	seen := map[int]time.Time{}
	for port := firstPort; port <= lastPort; port++ {
		all = append(all, port)
		if kept := lately(load, port, now); len(kept.Guests) > 0 {
			seen[port] = kept.Seen
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return seen[b].Compare(seen[a]) })
	return all
}

// lately returns the evening saved for a port, or an empty one if that is over. load reads what was saved.
func lately(load func(port int) ([]byte, error), port int, now time.Time) (kept Evening) {
	if load == nil {
		return kept
	}
	body, err := load(port)
	if err != nil || json.Unmarshal(body, &kept) != nil || now.Sub(kept.Seen) >= eveningEnds {
		return Evening{}
	}
	return kept
}

// Were reports whether phones were at this table recently.
func Were(load func(port int) ([]byte, error), now time.Time) bool {
	return len(lately(load, ports(load, now)[0], now).Guests) > 0
}

// Next moves to the next address of this machine. If that fails, nothing changes.
func (d *Desk) Next() error {
	if !d.Several() {
		return nil
	}
	before, all := d.l, d.c.Addresses()
	i := slices.Index(all, d.at) // -1 if the machine has changed networks
	if err := d.serve(all[(i+1)%len(all)]); err != nil {
		return err
	}
	_ = before.Close() // no longer served
	return nil
}

// Several reports whether there is another address to offer.
func (d *Desk) Several() bool {
	all := d.c.Addresses()
	return len(all) > 1 || len(all) == 1 && all[0] != d.at
}

// URL returns the address that people type on a phone.
func (d *Desk) URL() string {
	if d.c.Boards {
		return d.server.url("board")
	}
	word, _ := d.Lobby.Door()
	return d.server.url(word)
}

// QR returns that address as a QR code.
func (d *Desk) QR(color bool) string { return blocks(qrCode(d.URL()), color) }
