package phones

import (
	"cmp"
	"context"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Config holds the parts of the machine that phones need.
type Config struct {
	Addresses func() []netip.Addr   // where phones may reach it now, likeliest first
	Holds     func(netip.Addr) bool // whether an address is its own now; nil: those of Addresses are
	Listen    func(network, address string) (net.Listener, error)
	Wish      string // an address, with or without a port, in place of these
	Resumes   bool   // a game goes on: the code is the same as before
	Now       func() time.Time
	Load      func(into *SavedPhones) error // reads the small file; may be nil
	Save      func(SavedPhones) error       // may be nil
	Awake     func() (release func())
	Marks     func(names []string) map[string]Mark // of people in the order in which they came; nil: nobody has one
}

func (c Config) machine() reach.Machine {
	return reach.Machine{Addresses: c.Addresses, Holds: c.Holds, Wish: c.Wish}
}

// errNoAddress is the error of a machine that is in no network.
var errNoAddress error = &fault.Failed{Say: lang.T("this computer is in no network that a phone could reach; connect it, or name its address with --addr")}

const (
	// silence is how long the laptop waits for a first phone until it names the usual causes.
	silence = 45 * time.Second
	// roaming is how often the laptop looks whether its network has changed.
	roaming = 2 * time.Second
)

// Open serves phones until the returned function ends it, at the first address that it can have. A wish that is no address
// of this machine is a fault.
func Open(c Config) (h *Hub, end func(), err error) {
	m := c.machine()
	wish, err := m.Wished()
	if err != nil {
		return nil, nil, err
	}
	h = NewHub(c)
	web := server{h}.web()
	h.serve = func(l net.Listener) { go func() { _ = web.Serve(l) }() }
	hosts := reach.Tried(h.lobby.Host, c.Addresses())
	switch {
	case wish.Said: // a port too
		hosts = []netip.AddrPort{wish.Host}
	case wish.Host.IsValid():
		hosts = reach.Tried(h.lobby.Host, []netip.Addr{wish.Host.Addr()})
	case len(hosts) == 0:
		return nil, nil, errNoAddress
	}
	if err := h.listen(hosts); err != nil {
		return nil, nil, m.Absent(err)
	}
	over := make(chan struct{})
	go watch(h, over)
	// A table that sees no phone come does not know whether to wait.
	hint := time.AfterFunc(silence, h.Hint)
	return h, sync.OnceFunc(func() {
		close(over)
		hint.Stop()
		h.Close()
		// A page that has just got something else asks once more before it hears that the table is closed.
		parting, done := context.WithTimeout(context.Background(), goodBye)
		defer done()
		for !parted(h) && parting.Err() == nil {
			time.Sleep(collect)
		}
		ctx, cancel := context.WithTimeout(context.Background(), goodBye)
		defer cancel()
		_ = web.Shutdown(ctx)
		_ = web.Close() // phones that do not listen now never will
	}), nil
}

// listen serves phones at the first of some addresses with ports that it can have, and shows that one from now on. Phones
// that came in at another one stay.
func (h *Hub) listen(hosts []netip.AddrPort) (err error) {
	for _, at := range hosts {
		host, begin := at.String(), func() {}
		if !(server{h}).serves(host) {
			l, failed := h.config.Listen("tcp", host)
			if failed != nil {
				err = cmp.Or(err, failed)
				continue
			}
			host, begin = reach.HostOf(l.Addr().String()), func() { h.serve(l) }
		}
		h.seat(func(b *lobby) {
			b.Host = host
			if !slices.Contains(b.hosts, host) {
				b.hosts = append(b.hosts, host)
			}
			delete(b.lost, host)
		})
		begin()
		return nil
	}
	return &fault.Failed{Say: lang.T("phones cannot be served at {host}: {why}").With("host", hosts[0].String(), "why", fault.Why(err)), Err: err}
}

// watch looks after the network until over is closed.
func watch(h *Hub, over <-chan struct{}) {
	t := time.NewTicker(roaming)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			h.Roam()
		case <-over:
			return
		}
	}
}

// Roam notes at which addresses this computer can still be reached. If the one that is shown is none of them any more, it
// serves phones at the likeliest one that there is now, and the laptop shows that.
func (h *Hub) Roam() {
	h.mu.Lock()
	hosts := slices.Clone(h.lobby.hosts)
	h.mu.Unlock()
	lost := map[string]bool{}
	for _, host := range hosts {
		if at, err := reach.ParseHost(host); err == nil && !h.config.machine().Has(at.Addr()) {
			lost[host] = true
		}
	}
	h.mu.Lock()
	same := maps.Equal(lost, h.lobby.lost)
	h.mu.Unlock()
	if !same {
		h.change(func() { h.lobby.lost = lost })
	}
	h.mu.Lock()
	next := h.lobby.onward(h.config.Addresses())
	h.mu.Unlock()
	// Where none of them can be had, as while a new address is still being checked by the network, the next look finds it.
	if len(next) == 0 || h.listen(next) != nil {
		return
	}
	h.change(func() {
		h.lobby.adrift, h.lobby.moved = true, true
		h.lobby.news = append(h.lobby.news, lang.T("This computer has another address now. Phones come in with this code; whoever had a name takes it again."))
	})
}

// onward returns where phones could be served in place of the address that is shown, if it is gone. While a computer wakes
// up, its Wi-Fi comes back after all else: an address that was only taken for want of a better one, and at which nobody
// came, makes room for the likeliest.
func (b *lobby) onward(all []netip.Addr) []netip.AddrPort {
	shown, _ := reach.ParseHost(b.Host)
	switch {
	case b.lost[b.Host]:
		return reach.Tried(b.Host, all)
	case b.adrift && len(all) > 0 && all[0] != shown.Addr() && !slices.ContainsFunc(b.Guests, func(g *guest) bool { return g.At == b.Host }):
		return reach.Tried(b.Host, all[:1])
	}
	return nil
}

// Others returns this computer's addresses besides the one that is shown.
func (h *Hub) Others() (all []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	shown, _ := reach.ParseHost(h.lobby.Host)
	for _, a := range h.config.Addresses() {
		if a != shown.Addr() {
			all = append(all, a.String())
		}
	}
	return all
}

// Reach shows another address of this computer, and serves phones there as well.
func (h *Hub) Reach(address string) error {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return err
	}
	h.mu.Lock()
	hosts := reach.Tried(h.lobby.Host, []netip.Addr{a})
	h.lobby.adrift = false // the table chose it
	h.mu.Unlock()
	return h.listen(hosts)
}

// Hint has the laptop name the usual causes if no phone came.
func (h *Hub) Hint() { h.change(func() { h.lobby.hints = !h.lobby.visited() }) }

// visited reports whether a phone came this evening.
func (b *lobby) visited() bool {
	return slices.ContainsFunc(b.Guests, func(g *guest) bool { return !g.seen.IsZero() })
}

// Unopened names the usual causes when a phone does not open its page.
var Unopened = lang.T("It does not open? Then the phone is in another network, or the Wi-Fi keeps its guests apart: the hotspot of any phone will do. Or a firewall asks on this computer: allow private networks.")

// Address returns the address that a phone opens.
func (h *Hub) Address() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return reach.URL(h.lobby.Host, h.lobby.Word)
}
