package page

import (
	"net"
	"sync"
	"time"
)

// Bounds of the requests of one address, which several phones may share.
const (
	perSecond = 50
	Burst     = 200 // at once
)

// Limits track how much each address asked lately.
type Limits struct {
	mu  sync.Mutex
	per map[string]*bucket
}

type bucket struct {
	left float64
	at   time.Time
}

// mostAddresses is how many are remembered. Beyond that all are forgotten, which gives each a new burst.
const mostAddresses = 256

// Allow reports whether an address may ask once more.
func (l *Limits) Allow(remote string, now time.Time) bool {
	host, _, _ := net.SplitHostPort(remote) // a connection has both
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.per == nil || len(l.per) > mostAddresses {
		l.per = map[string]*bucket{}
	}
	b := l.per[host]
	if b == nil {
		b = &bucket{left: Burst, at: now}
		l.per[host] = b
	}
	b.left = min(Burst, b.left+perSecond*now.Sub(b.at).Seconds())
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
