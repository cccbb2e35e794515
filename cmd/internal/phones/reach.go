package phones

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

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

// The ports that are tried, and the one that an address without a port means.
const (
	firstPort = 8087
	lastPort  = 8096
	usualPort = 80
)

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
	wish, err := c.wished()
	if err != nil {
		return nil, nil, err
	}
	h = NewHub(c)
	web := server{h}.web()
	h.serve = func(l net.Listener) { go func() { _ = web.Serve(l) }() }
	hosts := h.lobby.tried(c.Addresses())
	switch {
	case wish.said: // a port too
		hosts = []netip.AddrPort{wish.host}
	case wish.host.IsValid():
		hosts = h.lobby.tried([]netip.Addr{wish.host.Addr()})
	case len(hosts) == 0:
		return nil, nil, errNoAddress
	}
	if err := h.listen(hosts); err != nil {
		return nil, nil, c.absent(err)
	}
	over := make(chan struct{})
	go watch(h, over)
	// A table that sees no phone come does not know whether to wait.
	hint := time.AfterFunc(silence, h.Hint)
	return h, sync.OnceFunc(func() {
		close(over)
		hint.Stop()
		h.Close()
		ctx, cancel := context.WithTimeout(context.Background(), goodBye)
		defer cancel()
		_ = web.Shutdown(ctx)
		_ = web.Close() // phones that do not listen now never will
	}), nil
}

// A wish is an address that the table asked for.
type wish struct {
	host netip.AddrPort
	said bool // its port was said as well; it may be 0, for any that is free
}

// wished reads the wish for an address: one of this machine, with or without a port. An address that stands for all of
// them could not be shown, and so could not one that only goes with the name of an interface.
func (c Config) wished() (w wish, err error) {
	if c.Wish == "" {
		return w, nil
	}
	w.host, err = netip.ParseAddrPort(c.Wish)
	w.said = err == nil
	if !w.said {
		var a netip.Addr
		a, err = netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(c.Wish, "["), "]"))
		w.host = netip.AddrPortFrom(a, 0)
	}
	a := w.host.Addr().Unmap()
	w.host = netip.AddrPortFrom(a, w.host.Port())
	if err != nil || a.IsUnspecified() || a.Zone() != "" || !c.holds(a) {
		return w, c.refused()
	}
	return w, nil
}

// holds reports whether an address is one of this machine's now.
func (c Config) holds(a netip.Addr) bool {
	if c.Holds == nil {
		return slices.Contains(c.Addresses(), a)
	}
	return c.Holds(a)
}

// refused returns the fault of a wish for an address that cannot be.
func (c Config) refused() error {
	var all lang.List
	for _, a := range c.Addresses() {
		all = append(all, a.String())
	}
	if len(all) == 0 {
		return fault.New(lang.T("--addr {it}: an address of this computer, please, with or without a port; it is in no network that a phone could reach").
			With("it", c.Wish))
	}
	return fault.New(lang.N("--addr {it}: an address of this computer, please, with or without a port: {addresses}",
		"--addr {it}: an address of this computer, please, with or without a port: one of {addresses}").With("n", len(all), "it", c.Wish, "addresses", all))
}

// absent returns a refusal of the wish if an error says that this machine has no such address, as it is with loopback ones
// beside the usual one. Windows has a number of its own for that.
func (c Config) absent(err error) error {
	const onWindows = syscall.Errno(10049)
	if c.Wish != "" && (errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, onWindows)) {
		return c.refused()
	}
	return err
}

// tried returns addresses with ports: first what phones know already.
func (b *lobby) tried(addresses []netip.Addr) (all []netip.AddrPort) {
	known, err := parseHost(b.Host)
	if err == nil && slices.Contains(addresses, known.Addr()) {
		all = append(all, known)
	}
	for _, a := range addresses {
		if err == nil && a != known.Addr() {
			all = append(all, netip.AddrPortFrom(a, known.Port()))
		}
		for port := firstPort; port <= lastPort; port++ {
			all = append(all, netip.AddrPortFrom(a, uint16(port)))
		}
	}
	return all
}

// parseHost reads the host of a request or of an address that was shown. Browsers leave out port 80.
func parseHost(host string) (netip.AddrPort, error) {
	at, err := netip.ParseAddrPort(host)
	if err != nil {
		var a netip.Addr
		a, err = netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
		at = netip.AddrPortFrom(a, usualPort)
	}
	return at, err
}

// hostOf returns a host as it is compared and kept, with its port; "" for one that is no address.
func hostOf(host string) string {
	at, err := parseHost(host)
	if err != nil {
		return ""
	}
	return at.String()
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
			host, begin = hostOf(l.Addr().String()), func() { h.serve(l) }
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
		if at, err := parseHost(host); err == nil && !h.config.holds(at.Addr()) {
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
	shown, _ := parseHost(b.Host)
	switch {
	case b.lost[b.Host]:
		return b.tried(all)
	case b.adrift && len(all) > 0 && all[0] != shown.Addr() && !slices.ContainsFunc(b.Guests, func(g *guest) bool { return g.At == b.Host }):
		return b.tried(all[:1])
	}
	return nil
}

// Others returns this computer's addresses besides the one that is shown.
func (h *Hub) Others() (all []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	shown, _ := parseHost(h.lobby.Host)
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
	hosts := h.lobby.tried([]netip.Addr{a})
	h.lobby.adrift = false // the table chose it
	h.mu.Unlock()
	return h.listen(hosts)
}

// Hint has the laptop name the usual causes if no phone came.
func (h *Hub) Hint() {
	h.change(func() {
		if !slices.ContainsFunc(h.lobby.Guests, func(g *guest) bool { return !g.seen.IsZero() }) {
			h.lobby.news = append(h.lobby.news, lang.T("No phone has come yet."), Unopened,
				lang.T("The menu shows the code, and other addresses of this computer: ? f"))
		}
	})
}

// Unopened names the usual causes when a phone does not open its page.
var Unopened = lang.T("It does not open? Then the phone is in another network, or the Wi-Fi keeps its guests apart: the hotspot of any phone will do. Or a firewall asks on this computer: allow private networks.")

// Address returns the address that a phone opens.
func (h *Hub) Address() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lobby.address()
}

// address leaves out the port that browsers leave out.
func (b *lobby) address() string {
	return "http://" + strings.TrimSuffix(b.Host, ":"+strconv.Itoa(usualPort)) + "/" + b.Word
}
