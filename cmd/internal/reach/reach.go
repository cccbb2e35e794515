// Package reach decides at which addresses of this machine phones may come in. It serves nothing, and asks the network
// nothing.
package reach

import (
	_ "embed"
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// The ports that are tried, and the one that an address without a port means.
const (
	firstPort = 8087
	lastPort  = 8096
	usualPort = 80
)

// A Machine knows its own addresses.
type Machine struct {
	Addresses func() []netip.Addr   // where phones may reach it now, likeliest first
	Holds     func(netip.Addr) bool // whether an address is its own now; nil: those of Addresses are
	Wish      string                // an address, with or without a port, in place of these
}

// A Wish is an address that the table asked for.
type Wish struct {
	Host netip.AddrPort
	Said bool // its port was said as well; it may be 0, for any that is free
}

// Wished reads the wish for an address: one of this machine, with or without a port. An address that stands for all of
// them could not be shown, and so could not one that only goes with the name of an interface. The error is a fault.
func (m Machine) Wished() (w Wish, err error) {
	if m.Wish == "" {
		return w, nil
	}
	w.Host, err = netip.ParseAddrPort(m.Wish)
	w.Said = err == nil
	if !w.Said {
		var a netip.Addr
		a, err = netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(m.Wish, "["), "]"))
		w.Host = netip.AddrPortFrom(a, 0)
	}
	a := w.Host.Addr().Unmap()
	w.Host = netip.AddrPortFrom(a, w.Host.Port())
	if err != nil || a.IsUnspecified() || a.Zone() != "" || !m.Has(a) {
		return w, m.refused()
	}
	return w, nil
}

// Has reports whether an address is one of this machine's now.
func (m Machine) Has(a netip.Addr) bool {
	if m.Holds == nil {
		return slices.Contains(m.Addresses(), a)
	}
	return m.Holds(a)
}

// refused returns the fault of a wish for an address that cannot be.
func (m Machine) refused() error {
	var all lang.List
	for _, a := range m.Addresses() {
		all = append(all, a.String())
	}
	if len(all) == 0 {
		return fault.New(lang.T("--addr {it}: an address of this computer, please, with or without a port; it is in no network that a phone could reach").
			With("it", m.Wish))
	}
	return fault.New(lang.N("--addr {it}: an address of this computer, please, with or without a port: {addresses}",
		"--addr {it}: an address of this computer, please, with or without a port: one of {addresses}").With("n", len(all), "it", m.Wish, "addresses", all))
}

// Absent returns a refusal of the wish if an error says that this machine has no such address, as it is with loopback ones
// beside the usual one. Windows has a number of its own for that.
func (m Machine) Absent(err error) error {
	const onWindows = syscall.Errno(10049)
	if m.Wish != "" && (errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, onWindows)) {
		return m.refused()
	}
	return err
}

// Tried returns addresses with the ports to try: first the host that phones know already, if there is one.
func Tried(host string, addresses []netip.Addr) (all []netip.AddrPort) {
	known, err := ParseHost(host)
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

// ParseHost reads the host of a request or of an address that was shown. Browsers leave out port 80.
func ParseHost(host string) (netip.AddrPort, error) {
	at, err := netip.ParseAddrPort(host)
	if err != nil {
		var a netip.Addr
		a, err = netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
		at = netip.AddrPortFrom(a, usualPort)
	}
	return at, err
}

// HostOf returns a host as it is compared and kept, with its port; "" for one that is no address.
func HostOf(host string) string {
	at, err := ParseHost(host)
	if err != nil {
		return ""
	}
	return at.String()
}

// URL returns the address that a phone opens: a host and the word of its code. Browsers leave out port 80.
func URL(host, word string) string {
	return "http://" + strings.TrimSuffix(host, ":"+strconv.Itoa(usualPort)) + "/" + word
}
