package machine

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

// networked reads interfaces: “eth0 192.168.1.5/24; wg0 -> 10.8.0.2/32; eth1 off 10.0.0.1/8”.
func networked(t *testing.T, text string) (all []network) {
	t.Helper()
	for line := range strings.SplitSeq(text, "; ") {
		one := network{carrier: true}
		var name []string
		for word := range strings.FieldsSeq(line) {
			p, err := netip.ParsePrefix(word)
			switch {
			case word == "->":
				one.direct = true
			case word == "off":
				one.carrier = false
			case err == nil:
				one.addresses = append(one.addresses, p)
			default:
				name = append(name, word)
			}
		}
		one.name = strings.Join(name, " ")
		all = append(all, one)
	}
	return all
}

// The first address is the one that a phone at the table most likely reaches, on every system.
func TestReached(t *testing.T) {
	for _, c := range []struct{ networks, route, want string }{
		// The default route's interface is first, with any address.
		{"vboxnet0 192.168.56.1/24; wlan0 10.1.2.3/16", "10.1.2.3", "10.1.2.3"},
		{"VirtualBox Host-Only Network 192.168.56.1/24; Wi-Fi 192.168.0.17/24", "192.168.0.17", "192.168.0.17"},
		{"Ethernet 2 192.168.56.1/24; Wi-Fi 172.20.10.2/28", "172.20.10.2", "172.20.10.2 192.168.56.1"},
		{"eth0 192.168.1.5/24; wlan0 172.16.0.9/16", "172.16.0.9", "172.16.0.9 192.168.1.5"},
		{"wlan0 10.0.0.4/8 10.0.0.5/8; eth0 192.168.1.5/24", "10.0.0.5", "10.0.0.5 10.0.0.4 192.168.1.5"},
		{"en0 203.0.113.7/24; en1 192.168.1.5/24", "203.0.113.7", "203.0.113.7 192.168.1.5"},
		{"br-lan 192.168.1.1/24; eth1 10.0.0.2/8", "192.168.1.1", "192.168.1.1 10.0.0.2"}, // a bridge with the way out is no container's
		{"vEthernet (External) 192.168.1.5/24", "192.168.1.5", "192.168.1.5"},
		// Without a route those with a carrier come first, then real ones, then homes' usual networks.
		{"eth0 off 192.168.1.5/24; wlan0 10.42.0.1/24", "", "10.42.0.1 192.168.1.5"},
		{"br0 192.168.1.5/24; wlan0 172.16.0.9/16", "", "172.16.0.9 192.168.1.5"},
		{"bridge100 192.168.2.1/24; en0 169.254.3.4/16", "", "192.168.2.1 169.254.3.4"},
		{"Local Area Connection* 10 192.168.137.1/24; vEthernet (WSL (Hyper-V firewall)) 172.28.80.1/20", "", "192.168.137.1"},
		{"eth0 10.0.0.2/8; eth1 192.168.1.5/24; eth2 203.0.113.7/24", "", "192.168.1.5 10.0.0.2 203.0.113.7"},
		// A VPN is not where the phones are, even if all goes through it.
		{"wg0 -> 192.168.9.2/32; wlan0 10.1.2.3/16", "192.168.9.2", "10.1.2.3 192.168.9.2"},
		{"office 192.168.9.2/32; wlan0 10.1.2.3/16", "192.168.9.2", "10.1.2.3 192.168.9.2"},
		{"tap0 192.168.9.2/24; wlan0 203.0.113.7/24", "192.168.9.2", "203.0.113.7 192.168.9.2"},
		{"OpenVPN Wintun 192.168.9.2/24; WLAN 10.1.2.3/16; Tailscale 100.64.0.1/32", "192.168.9.2", "10.1.2.3 192.168.9.2 100.64.0.1"},
		{"utun4 -> 100.64.0.1/32", "", "100.64.0.1"}, // better than none
		// Containers and virtual machines are passed over.
		{"docker0 172.17.0.1/16; virbr0 192.168.122.1/24; podman0 10.88.0.1/16; eth0 10.0.0.2/8", "10.0.0.2", "10.0.0.2"},
		{"lxdbr0 10.1.1.1/24; incusbr0 10.2.2.1/24; lxcbr0 10.0.3.1/24; br-3f2a 172.18.0.1/16; vmnet8 192.168.8.1/24", "", ""},
		{"VMware Network Adapter VMnet8 192.168.8.1/24; vEthernet (Default Switch) 172.28.80.1/20; Wi-Fi 10.1.2.3/16", "", "10.1.2.3"},
		// IPv6 counts where there is nothing else.
		{"wlan0 fe80::1/64 fd00::5/64 2001:db8::5/64", "", "fd00::5"},
		{"wlan0 fd00::5/64 2001:db8::5/128", "2001:db8::5", "2001:db8::5"},
		{"wlan0 10.1.2.3/16 fd00::5/64", "10.1.2.3 fd00::5", "10.1.2.3"},
		{"wlan0 169.254.3.4/16 fd00::5/64", "", "fd00::5 169.254.3.4"},
		{"wlan0 fe80::1/64", "", ""},
	} {
		var sources []netip.Addr
		for a := range strings.FieldsSeq(c.route) {
			sources = append(sources, netip.MustParseAddr(a))
		}
		if got := strings.Trim(fmt.Sprint(reached(networked(t, c.networks), sources)), "[]"); got != c.want {
			t.Errorf("%s, route %q: %s, want %s", c.networks, c.route, got, c.want)
		}
	}
}

// Loopback always answers, an address of nobody never.
func TestHolds(t *testing.T) {
	for word, want := range map[string]bool{"127.0.0.1": true, "::1": true, "203.0.113.77": false, "0.0.0.0": false, "255.255.255.255": false} {
		if got := holds(netip.MustParseAddr(word)); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}
