package machine

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// A network is a network interface of this machine.
type network struct {
	name      string
	carrier   bool // its cable or its Wi-Fi is connected
	direct    bool // it leads to one other machine, as a tunnel does
	addresses []netip.Prefix
}

// networks returns the interfaces that are up, without loopback.
func networks() (out []network) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, i := range all {
		if i.Flags&(net.FlagUp|net.FlagLoopback) != net.FlagUp {
			continue
		}
		one := network{name: i.Name, carrier: i.Flags&net.FlagRunning != 0, direct: i.Flags&net.FlagPointToPoint != 0}
		// An interface whose addresses cannot be read is like one without any.
		addrs, _ := i.Addrs()
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				one.addresses = append(one.addresses, netip.PrefixFrom(p.Addr().Unmap(), p.Bits()))
			}
		}
		out = append(out, one)
	}
	return out
}

// sources returns the addresses from which this machine would reach the world: those on the interfaces of its default
// routes. The far ends are addresses for documents, which belong to nobody, and connecting over UDP sends nothing.
func sources() (all []netip.Addr) {
	for _, far := range []struct{ network, address string }{{"udp4", "192.0.2.1:9"}, {"udp6", "[2001:db8::1]:9"}} {
		c, err := net.Dial(far.network, far.address)
		if err != nil {
			// The error says that there is no route of this kind.
			continue
		}
		if near, err := netip.ParseAddrPort(c.LocalAddr().String()); err == nil {
			all = append(all, near.Addr().Unmap())
		}
		_ = c.Close()
	}
	return all
}

func addresses() []netip.Addr { return reached(networks(), sources()) }

// holds reports whether an address is one of this machine's at this moment.
func holds(a netip.Addr) bool {
	if a.IsLoopback() {
		return true
	}
	all, err := net.InterfaceAddrs()
	return err == nil && slices.ContainsFunc(all, func(one net.Addr) bool {
		p, err := netip.ParsePrefix(one.String())
		return err == nil && p.Addr().Unmap() == a
	})
}

// The names of interfaces, in small letters.
var (
	// inside holds the beginnings of names of networks inside this machine, between it and its containers and virtual
	// machines: no phone is there. bridge100 and “Local Area Connection* 10” are none of them, but hotspots.
	inside = []string{
		"docker", "br-", "veth", "virbr", "vnet", "vboxnet", "virtualbox", "vmnet", "vmware", "vmenet", "podman", "cni", "lxdbr", "lxcbr",
		"incusbr", "mpqemubr", "waydroid", "nerdctl", "flannel", "cali", "kube", "dummy", "vethernet", "hyper-v", "wsl", "npcap",
	}
	// bridges and tunnels hold the beginnings of names of networks behind which a phone may be, though it rarely is.
	bridges = []string{"br", "bridge"}
	tunnels = []string{
		"tun", "tap", "utun", "wg", "ppp", "ipsec", "tailscale", "zt", "zerotier", "nordlynx", "proton", "wireguard", "openvpn", "hamachi",
	}
)

func (n network) called(names []string) bool {
	name := strings.ToLower(n.name)
	return slices.ContainsFunc(names, func(p string) bool { return strings.HasPrefix(name, p) })
}

// Kinds of networks, likeliest first.
const (
	real = iota
	bridge
	tunnel
	alone // the machine gave itself an address, since nobody else did
)

// A candidate is an address at which phones may reach this machine. Its fields weigh in this order.
type candidate struct {
	addr    netip.Addr
	route   int // 0: of a default route, 1: on such an interface, 2: on another one
	offline int // 1: the interface has no carrier
	kind    int
	private int // as private says
}

// reached returns where phones may reach this machine, likeliest first: the default route's interface, then interfaces
// with a carrier, real ones before bridges and tunnels. A tunnel is never first because of its route: it is a VPN's, and
// the phones are in the Wi-Fi below it. An interface that only has IPv6 counts with one address.
func reached(all []network, sources []netip.Addr) []netip.Addr {
	var found []candidate
	for _, i := range all {
		routed := slices.ContainsFunc(i.addresses, func(p netip.Prefix) bool { return slices.Contains(sources, p.Addr()) })
		// A bridge on the way out of the house is the house's own, also under a name that containers use.
		if i.called(inside) && !routed {
			continue
		}
		for _, p := range i.offered(sources) {
			c := candidate{addr: p.Addr(), route: 2, kind: i.kind(p), private: private(p.Addr())}
			if !i.carrier {
				c.offline = 1
			}
			switch {
			case c.kind == tunnel:
			case slices.Contains(sources, c.addr):
				c.route = 0
			case routed:
				c.route = 1
			}
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(a.route-b.route, a.offline-b.offline, a.kind-b.kind, a.private-b.private)
	})
	var out []netip.Addr
	for _, c := range found {
		if !slices.Contains(out, c.addr) {
			out = append(out, c.addr)
		}
	}
	return out
}

// offered returns the addresses of an interface that a phone could open: those of IPv4, or one of IPv6 where there is
// none. An IPv6 address of the link alone goes with the name of an interface, which no browser takes.
func (n network) offered(sources []netip.Addr) (four []netip.Prefix) {
	var six []netip.Prefix
	for _, p := range n.addresses {
		switch a := p.Addr(); {
		case a.Is4():
			four = append(four, p)
		case a.Is6() && !a.IsLinkLocalUnicast():
			six = append(six, p)
		}
	}
	usable := slices.ContainsFunc(four, func(p netip.Prefix) bool { return !p.Addr().IsLinkLocalUnicast() })
	if usable || len(six) == 0 {
		return four
	}
	best := func(p netip.Prefix) int {
		if slices.Contains(sources, p.Addr()) {
			return -1
		}
		return private(p.Addr())
	}
	return append(four, slices.MinFunc(six, func(a, b netip.Prefix) int { return best(a) - best(b) }))
}

// kind returns the sort of network that an address leads to.
func (n network) kind(p netip.Prefix) int {
	switch {
	case p.Addr().IsLinkLocalUnicast():
		return alone
	// A network of one IPv4 address is a tunnel's. One of IPv6 is not: DHCP gives such.
	case n.direct || p.Addr().Is4() && p.IsSingleIP() || n.called(tunnels):
		return tunnel
	case n.called(bridges):
		return bridge
	}
	return real
}

// private returns 0 for the private networks that homes have most, 1 for other private ones, and 2 for public ones.
func private(a netip.Addr) int {
	switch {
	case a.Is4() && a.As4()[0] == 192 && a.IsPrivate():
		return 0
	case a.IsPrivate():
		return 1
	}
	return 2
}
