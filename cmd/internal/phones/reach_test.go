package phones

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/page"
	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A place is a computer that is carried from one network to another.
type place struct {
	addresses []netip.Addr
	saved     []byte
	tried     []string
	taken     string // an address with a port that another program has
}

func (p *place) at(addresses ...string) {
	p.addresses = nil
	for _, a := range addresses {
		p.addresses = append(p.addresses, netip.MustParseAddr(a))
	}
}

// config returns the facts of the computer that phones need.
func (p *place) config(wish string, resumes bool) Config {
	return Config{
		Wish: wish, Resumes: resumes,
		Now:       func() time.Time { return time.Unix(1, 0) },
		Addresses: func() []netip.Addr { return p.addresses },
		Holds:     func(a netip.Addr) bool { return slices.Contains(p.addresses, a) || a.IsLoopback() },
		Listen: func(_, host string) (net.Listener, error) {
			at := netip.MustParseAddrPort(host)
			p.tried = append(p.tried, host)
			switch {
			case host == p.taken:
				return nil, syscall.EADDRINUSE
			case at.Addr().IsLoopback() && at.Addr() != netip.MustParseAddr("127.0.0.1"):
				return nil, syscall.EADDRNOTAVAIL
			case at.Port() == 0:
				at = netip.AddrPortFrom(at.Addr(), 40000)
			}
			return quiet{addr: net.TCPAddrFromAddrPort(at), shut: make(chan struct{})}, nil
		},
		Load: func(into *SavedPhones) error {
			if p.saved == nil {
				return errors.New("nothing is saved")
			}
			return json.Unmarshal(p.saved, into)
		},
		Save: func(k SavedPhones) (err error) {
			p.saved, err = json.Marshal(k)
			return err
		},
	}
}

// opened returns a hub with Ana, Bia and Caio at its table.
func (p *place) opened(t *testing.T, resumes bool) (*Hub, func()) {
	t.Helper()
	h, end, err := Open(p.config("", resumes))
	if err != nil {
		t.Fatal(err)
	}
	h.Show(Scene{Table: setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}}, Begun: true})
	return h, end
}

// A visitor is a phone at one address.
type visitor struct {
	phone
	host string
}

func visits(t *testing.T, h *Hub) *visitor {
	v := &visitor{phone{T: t, to: server{h}.handler()}, reach.HostOf(h.lobby.Host)}
	if code := v.get("/" + h.lobby.Word); code != http.StatusSeeOther {
		t.Fatalf("the code: %d", code)
	}
	return v
}

func (v *visitor) at(r *http.Request) {
	r.Host = v.host
	r.Header.Set("Origin", "http://"+v.host)
}

func (v *visitor) get(path string) int { return v.send(http.MethodGet, path, "", v.at).Code }

func (v *visitor) joins(name string) int {
	return v.send(http.MethodPost, "/join", fmt.Sprintf(`{"name":%q}`, name), v.at).Code
}

func (v *visitor) document() Doc {
	var got struct{ Doc Doc }
	if err := json.Unmarshal(v.send(http.MethodGet, "/doc", "", v.at).Body.Bytes(), &got); err != nil {
		v.Fatal(err)
	}
	return got.Doc
}

// When the network changes under an evening, the new address is shown by itself, and whoever had a name takes it again
// there. Back in the old network the phones that were in need nothing.
func TestNetworkChanges(t *testing.T) {
	p := &place{}
	p.at("192.168.1.5")
	h, end := p.opened(t, false)
	defer end()
	ana, bia := visits(t, h), visits(t, h)
	if code := ana.joins("Ana"); code != http.StatusOK || bia.joins("Bia") != http.StatusOK {
		t.Fatal(code)
	}
	h.takeNews()
	for range 2 { // nothing has changed
		h.Roam()
	}
	if news := h.takeNews(); len(news) > 0 || h.lobby.moved {
		t.Errorf("nothing has changed, and the laptop says %v", news)
	}
	if code := visits(t, h).joins("Ana"); code != http.StatusUnprocessableEntity {
		t.Errorf("the name of a phone that is here is given to another one: %d", code)
	}
	p.at() // the laptop leaves the Wi-Fi
	h.Roam()
	if news := h.takeNews(); len(news) > 0 {
		t.Errorf("there is no network, and the laptop says %v", news)
	}
	p.at("10.0.0.9")
	h.Roam()
	if got := h.Address(); got != "http://10.0.0.9:8087/"+h.lobby.Word || !h.lobby.moved || len(h.takeNews()) != 1 {
		t.Errorf("the laptop shows %s", got)
	}
	again := visits(t, h)
	if names := again.document().Join; !slices.Equal(names, []string{"Ana", "Bia", "Caio"}) {
		t.Errorf("names on offer: %q", names)
	}
	if code := again.joins("Ana"); code != http.StatusOK || again.document().Me != "Ana" || !h.Has("Ana") || h.Has("Bia") || !h.Knows("Bia") {
		t.Errorf("Ana at the new address: %d", code)
	}
	if code := visits(t, h).joins("ana"); code != http.StatusUnprocessableEntity {
		t.Errorf("Ana's name is given away at the new address: %d", code)
	}
	p.at("192.168.1.5") // and back
	h.Roam()
	if got := h.Address(); got != "http://192.168.1.5:8087/"+h.lobby.Word || bia.document().Me != "Bia" {
		t.Errorf("back: %s, %+v", got, bia.document())
	}
	if me := ana.document(); me.Me != "" || !slices.Contains(me.Join, "Ana") || ana.joins("Ana") != http.StatusOK || ana.document().Me != "Ana" {
		t.Errorf("Ana is back: %+v", me)
	}
}

// While a computer wakes up its Wi-Fi comes back last: what was taken meanwhile makes room for it, unless somebody came.
func TestWakesUp(t *testing.T) {
	p := &place{}
	p.at("10.1.2.3", "192.168.56.1")
	h, end := p.opened(t, false)
	defer end()
	for _, c := range []struct {
		now  []string
		want string
	}{
		{[]string{"192.168.56.1"}, "192.168.56.1"},
		{[]string{"192.168.56.1"}, "192.168.56.1"},
		{[]string{"10.1.2.3", "192.168.56.1"}, "10.1.2.3"},
		{[]string{"172.16.0.4", "10.1.2.3"}, "172.16.0.4"}, // nobody has come yet
		{[]string{}, "172.16.0.4"},
		{[]string{"172.16.0.4"}, "172.16.0.4"},
	} {
		p.at(c.now...)
		h.Roam()
		if shown, _ := reach.ParseHost(h.lobby.Host); shown.Addr().String() != c.want {
			t.Errorf("at %v: %s, want %s", c.now, shown, c.want)
		}
	}
	visits(t, h)
	p.at("192.168.1.5", "172.16.0.4")
	h.Roam()
	if shown, _ := reach.ParseHost(h.lobby.Host); shown.Addr().String() != "172.16.0.4" {
		t.Errorf("somebody came, and %s is shown", shown)
	}
}

// The next evening, elsewhere: the code is shown, and names are free. Where it was, the phones that were in are known.
func TestNextEvening(t *testing.T) {
	p := &place{}
	p.at("192.168.1.5")
	h, end := p.opened(t, false)
	ana := visits(t, h)
	ana.joins("Ana")
	end()
	for _, c := range []struct {
		address string
		resumes bool
		has     bool
		code    int // for another phone that says it is Ana's
	}{
		{"192.168.1.5", true, true, http.StatusUnprocessableEntity},
		{"10.0.0.9", true, false, http.StatusOK},
		{"10.0.0.9", false, false, http.StatusOK},
		{"192.168.1.5", false, true, http.StatusOK}, // nobody has come yet this evening
	} {
		kept := p.saved
		p.at(c.address)
		h, end := p.opened(t, c.resumes)
		if has := h.Has("Ana"); has != c.has || !h.Knows("Ana") {
			t.Errorf("%+v: Ana has a phone: %v", c, has)
		}
		if code := visits(t, h).joins("Ana"); code != c.code {
			t.Errorf("%+v: another phone: %d", c, code)
		}
		end()
		p.saved = kept
	}
	h, end = p.opened(t, false)
	defer end()
	ana.to = server{h}.handler()
	if me := ana.document().Me; me != "Ana" {
		t.Errorf("her own phone comes first, and is %q's", me)
	}
	if code := visits(t, h).joins("Ana"); code != http.StatusUnprocessableEntity {
		t.Errorf("then another one: %d", code)
	}
}

// --addr takes an address of this computer, with or without a port. Anything else is refused, with those that could be.
func TestWish(t *testing.T) {
	p := &place{taken: "192.168.1.5:8087"}
	for wish, want := range map[string]string{
		"192.168.1.5":       "http://192.168.1.5:8088/", // another program has the first port
		"192.168.1.5:9000":  "http://192.168.1.5:9000/",
		"192.168.1.5:80":    "http://192.168.1.5/",
		"192.168.1.5:0":     "http://192.168.1.5:40000/",
		"fd00::5":           "http://[fd00::5]:8087/",
		"[fd00::5]":         "http://[fd00::5]:8087/",
		"[fd00::5]:9000":    "http://[fd00::5]:9000/",
		"[fd00::5]:80":      "http://[fd00::5]/",
		"FD00:0::5":         "http://[fd00::5]:8087/",
		"::ffff:172.17.0.1": "http://172.17.0.1:8087/",
		"127.0.0.1":         "http://127.0.0.1:8087/",
		"0.0.0.0":           "", "0.0.0.0:8087": "", "::": "", "[::]:8087": "", "255.255.255.255": "", "224.0.0.1": "", "10.9.9.9": "", "127.0.0.9": "",
		"192.168.1.5:": "", ":8087": "", "8087": "", "192.168.1.5:70000": "", "192.168.1.5:-1": "", "192.168.1.5:http": "", "192.168.1.5/24": "",
		"192.168.1": "", "192.168.01.5": "", "fe80::1%eth0": "", "fd00::5:8087x": "", "localhost": "", "laptop.local:8087": "", "http://192.168.1.5:8087/": "", " ": "", "ü": "",
		strings.Repeat("9", 5000): "",
	} {
		p.saved = nil
		p.at("192.168.1.5", "fd00::5", "172.17.0.1")
		h, end, err := Open(p.config(wish, false))
		switch {
		case want == "" && (!fault.Is(err) || !strings.Contains(err.Error(), "one of 192.168.1.5, fd00::5 and 172.17.0.1")):
			t.Errorf("--addr %s: %v", wish, err)
		case want == "" && strings.Contains(fault.Said(lang.Portuguese, err), "please"):
			t.Errorf("--addr %s, in Portuguese: %s", wish, fault.Said(lang.Portuguese, err))
		case want != "" && err != nil:
			t.Errorf("--addr %s: %v", wish, err)
		case want != "":
			if got := h.Address(); got != want+h.lobby.Word {
				t.Errorf("--addr %s: %s, want %s", wish, got, want)
			}
			if visits(t, h).joins("Ana") != http.StatusOK {
				t.Errorf("--addr %s: nobody comes in", wish)
			}
			end()
		}
	}
	p.at()
	if _, _, err := Open(p.config("10.9.9.9", false)); !fault.Is(err) || !strings.Contains(err.Error(), "in no network") {
		t.Errorf("without a network: %v", err)
	}
	if _, _, err := Open(p.config("", false)); err != errNoAddress {
		t.Errorf("without a network or a wish: %v", err)
	}
}

// Whatever is typed or pasted with a shown address still comes in, and a host is the same in all its spellings.
func TestComesIn(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}})
	h.lobby.hosts = append(h.lobby.hosts, "192.168.77.1:80", "[fd00::5]:8087")
	w := h.lobby.Word
	for path, to := range map[string]string{
		"/" + w: "/?in", "/" + strings.ToLower(w): "/?in", "/" + w + "/": "/?in", "/" + w + ".": "/?in", "/" + w + "/.": "", "/" + w + ",": "/?in",
		"/" + w + "%20": "/?in", "/" + w + "%0A": "/?in", "/" + w + "%E2%80%9D.": "/?in", "/" + w + ")": "/?in", "/(" + w + ")": "/?in", "/" + w + "?fbclid=1": "/?in",
		"/" + w + "/board": "/board?in", "/" + w + "/board/": "/board?in", "/" + w + "/Board.": "/board?in", "/" + w + "/board%C2%A0": "/board?in",
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			p := phone{T: t, to: server{h}.handler()}
			got := p.send(method, path, "")
			if to == "" { // the server cleans the path first
				path = got.Header().Get("Location")
				got, to = p.send(method, path, ""), "/?in"
			}
			if got.Code != http.StatusSeeOther || got.Header().Get("Location") != to || p.cookie == nil {
				t.Errorf("%s %s: %d to %q", method, path, got.Code, got.Header().Get("Location"))
			}
			page := p.send(method, to, "")
			if page.Code != http.StatusOK || (page.Body.Len() == 0) != (method == http.MethodHead) {
				t.Errorf("%s %s then: %d", method, path, page.Code)
			}
		}
	}
	for shown, others := range map[string][]string{
		"192.168.77.1":   {"192.168.77.1:80"},
		"[fd00::5]:8087": {"[FD00::5]:8087", "[fd00:0:0::5]:8087"},
	} {
		for i, host := range append(others, shown) {
			p := phone{T: t, to: server{h}.handler()}
			there := func(r *http.Request) { r.Host = host; r.Header.Set("Origin", "http://"+shown) }
			if code := p.send(http.MethodGet, "/"+w, "", there).Code; code != http.StatusSeeOther {
				t.Errorf("%s: %d", host, code)
			}
			if code := p.send(http.MethodPost, "/join", fmt.Sprintf(`{"name":"Zé%s%d"}`, shown[:3], i), there).Code; code != http.StatusOK {
				t.Errorf("%s, a name: %d", host, code)
			}
		}
	}
}

// The board needs no code on the laptop itself, and elsewhere it does. With cookies off the page says so.
func TestBoardAlone(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana"}})
	for from, code := range map[string]int{
		"127.0.0.1:4000": http.StatusSeeOther, "[::1]:4000": http.StatusSeeOther, "192.168.77.1:4000": http.StatusSeeOther,
		"192.168.77.2:4000": http.StatusUnauthorized, "[fd00::5]:4000": http.StatusUnauthorized,
	} {
		for _, path := range []string{"/board", "/board/", "/board."} {
			p := phone{T: t, to: server{h}.handler()}
			here := func(r *http.Request) { r.RemoteAddr = from }
			w := p.send(http.MethodGet, path, "", here)
			if w.Code != code {
				t.Errorf("%s from %s: %d", path, from, w.Code)
			}
			if code == http.StatusSeeOther && (w.Header().Get("Location") != "/board?in" || p.send(http.MethodGet, "/board", "", here).Code != http.StatusOK) {
				t.Errorf("%s from %s leads to %q", path, from, w.Header().Get("Location"))
			}
		}
		p := phone{T: t, to: server{h}.handler()}
		if w := p.send(http.MethodGet, "/", "", func(r *http.Request) { r.RemoteAddr = from }); w.Code != http.StatusUnauthorized {
			t.Errorf("/ from %s: %d", from, w.Code)
		}
	}
	for _, to := range []string{"/?in", "/board?in"} {
		p := phone{T: t, to: server{h}.handler()}
		if w := p.send(http.MethodGet, to, ""); w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), "keeps no cookies") {
			t.Errorf("%s without a cookie: %d %s", to, w.Code, w.Body)
		}
	}
}

// Every refusal says in the language of the phone what is wrong.
func TestRefusalsSpeak(t *testing.T) {
	h, tokens := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	door := server{h}.handler()
	known := &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}
	for _, c := range []struct {
		method, path, body string
		change             func(*http.Request)
		code               int
		en, pt             string
	}{
		{http.MethodGet, "/", "", func(r *http.Request) { r.Host = "tablemate.example" }, 421, "has another address", "tem outro endereço"},
		{http.MethodGet, "/doc", "", func(r *http.Request) { r.Host = "192.168.77.1" }, 421, "has another address", "tem outro endereço"},
		{http.MethodPost, "/say", "{}", func(r *http.Request) { r.Header.Del("Origin") }, 403, "Another page sent this", "veio de outra página"},
		{http.MethodPost, "/join", "{}", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403, "Another page sent this", "veio de outra página"},
		{http.MethodDelete, "/", "", func(r *http.Request) { r.Header.Del("Origin") }, 403, "Another page sent this", "veio de outra página"},
		{http.MethodPut, "/say", "{}", nil, 404, "There is nothing here", "não há nada"},
		{http.MethodPost, "/", "", nil, 404, "There is nothing here", "não há nada"},
		{http.MethodGet, "/say", "", nil, 404, "code is an old one", "código é antigo"},
		{http.MethodGet, "/WRONG", "", nil, 404, "code is an old one", "código é antigo"},
		{http.MethodGet, "/a/b", "", nil, 404, "There is nothing here", "não há nada"},
		{http.MethodGet, "/", "", nil, 401, "Scan the code", "Leia o código"},
		{http.MethodGet, "/doc", "", nil, 401, "Scan the code", "Leia o código"},
		{http.MethodGet, "/board", "", nil, 401, "letters of the code", "letras do código"},
		{http.MethodPost, "/say", "{", func(r *http.Request) { r.AddCookie(known) }, 400, "cannot be understood", "Não deu para entender"},
		{http.MethodPost, "/say", strings.Repeat("9", 9000), func(r *http.Request) { r.AddCookie(known) }, 400, "cannot be understood", "Não deu para entender"},
		{http.MethodPost, "/say", `{"token":"1","line":"2"}`, func(r *http.Request) { r.AddCookie(known) }, 409, "Too late", "Tarde demais"},
		{http.MethodGet, "/more?what=rules", "", func(r *http.Request) { r.AddCookie(known) }, 404, "nothing to read", "nada para ler"},
	} {
		for accepts, want := range map[string]string{"en-US,en;q=0.9": c.en, "pt-BR,pt;q=0.9": c.pt} {
			p := phone{T: t, to: door}
			w := p.send(c.method, c.path, c.body, func(r *http.Request) {
				r.Header.Set("Accept-Language", accepts)
				if c.change != nil {
					c.change(r)
				}
			})
			if w.Code != c.code || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s %s, %s: %d %s, want %d %q", c.method, c.path, accepts, w.Code, w.Body, c.code, want)
			}
		}
	}
	for _, path := range []string{"/", "/doc"} {
		w := http.StatusOK
		p, flood := phone{T: t, to: server{h}.handler()}, ""
		for range page.Burst + 1 {
			r := p.send(http.MethodGet, path, "", func(r *http.Request) { r.Header.Set("Accept-Language", "pt") })
			w, flood = r.Code, r.Body.String()
		}
		if w != http.StatusTooManyRequests || !strings.Contains(flood, "demais de uma vez") {
			t.Errorf("a flood of %s: %d %s", path, w, flood)
		}
	}
}

// Strangers with names of their own never take the room of the people of the table.
func TestRoomForTheTable(t *testing.T) {
	h, _ := newHub(setup.Table{})
	h.Show(Scene{Table: setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio", "Davi", "Eva"}}, Begun: true})
	joins := func(name string) int {
		p := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: h.enter(host)}}
		return p.send(http.MethodPost, "/join", fmt.Sprintf(`{"name":%q}`, name)).Code
	}
	in := 0
	for i := range 200 {
		if joins(fmt.Sprint("stranger ", i)) == http.StatusOK {
			in++
		}
	}
	if in != mostGuests {
		t.Errorf("%d strangers are in", in)
	}
	for _, n := range []string{"Ana", "bia", "Caio", "Davi", "Eva"} {
		if code := joins(n); code != http.StatusOK {
			t.Errorf("%s: %d", n, code)
		}
	}
	if w := joins("Ana"); w != http.StatusUnprocessableEntity {
		t.Errorf("another Ana: %d", w)
	}
	g := &guest{ID: "x"}
	h.lobby.Guests = append(h.lobby.Guests, g)
	if err := h.lobby.refuses(g, "Ana", h.scene); err == nil || !strings.Contains(fault.Said(lang.English, err), "Another Ana? Add a letter") {
		t.Errorf("another Ana hears %v", err)
	}
}
