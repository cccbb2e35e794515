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
	addresses []netip.Addr
}

// networks returns the interfaces that are up, without loopback and point-to-point ones.
func networks() (out []network) {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, i := range all {
		if i.Flags&(net.FlagUp|net.FlagLoopback|net.FlagPointToPoint) != net.FlagUp {
			continue
		}
		one := network{name: i.Name}
		addrs, _ := i.Addrs() // without addresses it is of no use
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				one.addresses = append(one.addresses, p.Addr().Unmap())
			}
		}
		out = append(out, one)
	}
	return out
}

// virtual holds name prefixes of interfaces that no phone is behind. bridge100 is not one of them: it is a Mac's
// hotspot.
var virtual = []string{"docker", "br-", "veth", "virbr", "utun", "vmnet", "tailscale", "zt"}

func addresses() []netip.Addr { return reached(networks()) }

// reached returns where phones may reach this machine, likeliest first: IPv4 only, private networks before public ones,
// link-local addresses last.
func reached(all []network) []netip.Addr {
	var out []netip.Addr
	for _, i := range all {
		if slices.ContainsFunc(virtual, func(p string) bool { return strings.HasPrefix(i.name, p) }) {
			continue
		}
		for _, a := range i.addresses {
			if a.Is4() && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b netip.Addr) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// rank returns how soon to try an address; 0 is first.
func rank(a netip.Addr) int {
	switch b := a.As4(); {
	case b[0] == 192 && b[1] == 168:
		return 0
	case a.IsPrivate():
		return 1
	case a.IsLinkLocalUnicast():
		return 3
	}
	return 2
}
