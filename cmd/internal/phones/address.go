package phones

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// An Interface is a way out of this machine, as the system names it.
type Interface struct {
	Name      string
	Addresses []netip.Addr
}

// Interfaces returns those of this machine that are up, and lead to more than itself or one other.
func Interfaces() []Interface {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var out []Interface
	for _, i := range all {
		if i.Flags&(net.FlagUp|net.FlagLoopback|net.FlagPointToPoint) != net.FlagUp {
			continue
		}
		one := Interface{Name: i.Name}
		addrs, _ := i.Addrs() // without any it is no way out
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				one.Addresses = append(one.Addresses, p.Addr().Unmap())
			}
		}
		out = append(out, one)
	}
	return out
}

// virtual are the names of networks that no phone is in. bridge100 is not among them: it is the
// hotspot of a Mac.
var virtual = []string{"docker", "br-", "veth", "virbr", "utun", "vmnet", "tailscale", "zt"}

// Addresses returns where phones may reach this machine, the likeliest first: IPv4 only, private
// networks before others, those that a machine gave itself last.
func Addresses(all []Interface) []netip.Addr {
	var out []netip.Addr
	for _, i := range all {
		if slices.ContainsFunc(virtual, func(p string) bool { return strings.HasPrefix(i.Name, p) }) {
			continue
		}
		for _, a := range i.Addresses {
			if a.Is4() && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b netip.Addr) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// likely returns how likely a phone is in the network of an address; small is likely.
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
