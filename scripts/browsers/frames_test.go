package browsers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Whole evenings, to be looked at from beginning to end: FRAMES is a folder, which gets a picture a second of the board, of a phone
// and of the laptop. Everybody else is played.

// A player is somebody's phone without a picture: it answers what it is asked, each time after a while.
type player struct {
	t      *testing.T
	name   string
	no     int // from 0
	link   *url.URL
	client http.Client
	told   int // own cards that it has named: everybody names another one
}

type asked struct {
	Doc struct {
		Reveal struct{ Fresh bool }
		Mine   []struct {
			Token, Kind string
			Text        string
			In          bool
			Lo, Hi      int
			Barred      []int
			Options     []struct{ Line, Why string }
		}
	}
}

func comes(t *testing.T, link, name string, no int) *player {
	t.Helper()
	at, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	p := &player{t: t, name: name, no: no, link: at, client: http.Client{Jar: jar, Timeout: 25 * time.Second}}
	if r, err := p.client.Get(link); err != nil || r.Body.Close() != nil {
		t.Fatal(err)
	}
	if code := p.send("/join", map[string]string{"name": name}); code != http.StatusOK {
		t.Fatalf("%s cannot join: %d", name, code)
	}
	return p
}

func (p *player) send(path string, body any) int {
	raw, _ := json.Marshal(body)
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+p.link.Host+path, bytes.NewReader(raw))
	if err != nil {
		p.t.Error(err)
		return 0
	}
	r.Header.Set("Origin", "http://"+p.link.Host)
	w, err := p.client.Do(r)
	if err != nil {
		return 0
	}
	_ = w.Body.Close()
	return w.StatusCode
}

// looks returns what stands on the phone; nothing if the laptop is gone.
func (p *player) looks() (a asked) {
	w, err := p.client.Get("http://" + p.link.Host + "/doc")
	if err != nil {
		return a
	}
	defer w.Body.Close()
	_ = json.NewDecoder(w.Body).Decode(&a)
	return a
}

// says answers the next question.
func (p *player) says(line string) {
	p.t.Helper()
	for range 1000 {
		for _, q := range p.looks().Doc.Mine {
			if !q.In && p.send("/say", map[string]string{"token": q.Token, "line": line}) == http.StatusOK {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatalf("%s is never asked what %q answers: %+v", p.name, line, p.looks())
}

// plays answers until the context ends. The first one alone says that it was them.
func (p *player) plays(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(500 * time.Millisecond)
		a := p.looks()
		for _, q := range a.Doc.Mine {
			if q.In || a.Doc.Reveal.Fresh || q.Kind == "pick" && len(q.Options) == 1 && p.no > 0 {
				continue
			}
			time.Sleep(time.Duration(700+400*p.no) * time.Millisecond)
			owns := strings.Contains(q.Text, "yours")
			for i := range 12 {
				line := strconv.Itoa(q.Lo + (p.no*p.no+p.told+i)%max(1, q.Hi-q.Lo+1))
				switch {
				case q.Kind == "pick":
					line = q.Options[(p.no+i)%len(q.Options)].Line
				case owns:
					p.told++
					line = strconv.Itoa(1 + (p.no+p.told)%q.Hi)
				}
				if n, err := strconv.Atoi(line); err == nil && slices.Contains(q.Barred, n) {
					continue
				}
				if p.send("/say", map[string]string{"token": q.Token, "line": line}) != http.StatusUnprocessableEntity {
					break
				}
			}
		}
	}
}

// films takes a picture a second.
func films(ctx context.Context, t *testing.T, folder string, w window, screens ...*screen) *sync.WaitGroup {
	var all sync.WaitGroup
	began := time.Now()
	every := func(take func(second string)) {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second)))
				n = max(n, int(time.Since(began).Seconds()))
				take(fmt.Sprintf("%03d", n))
			}
		})
	}
	keep := func(name string, raw []byte) {
		if err := os.WriteFile(filepath.Join(folder, name), raw, 0o600); err != nil {
			t.Error(err)
		}
	}
	for _, s := range screens {
		every(func(second string) { keep(s.name+"-"+second+".png", s.raw()) })
	}
	every(func(second string) {
		keep("laptop-"+second+".txt", []byte(w.tmux("capture-pane", "-p", "-e", "-t", w.name)))
	})
	return &all
}

// evening plays a game that a window has begun: its board, the first person's phone, and everybody else. answers is called
// until the game is over.
func evening(t *testing.T, w window, names string, answers func(screen string) (keys string)) {
	t.Helper()
	folder := os.Getenv("FRAMES")
	screens := func() string { return w.tmux("capture-pane", "-p", "-t", w.name) }
	for !address.MatchString(screens()) {
		time.Sleep(100 * time.Millisecond)
	}
	link := address.FindString(screens())
	board := open(t, "board", link+"/board", look{1280, 720, os.Getenv("DARK") != "", "en"})
	ctx, stop := context.WithTimeout(t.Context(), 600*time.Second)
	defer stop()
	var all []*player
	phone := open(t, "phone", link, look{390, 844, true, "en"})
	for i, name := range strings.Split(names, ", ") {
		if i == 0 {
			phone.tap(name)
			phone.reads(name + " ·")
			jar, _ := cookiejar.New(nil)
			at, _ := url.Parse(link)
			for _, c := range phone.cookies() {
				jar.SetCookies(at, []*http.Cookie{{Name: c.Name, Value: c.Value}})
			}
			all = append(all, &player{t: t, name: name, link: at, client: http.Client{Jar: jar, Timeout: 25 * time.Second}})
			continue
		}
		all = append(all, comes(t, link, name, i))
	}
	film := films(ctx, t, folder, w, board, phone)
	for _, p := range all {
		film.Go(func() { p.plays(ctx) })
	}
	over := false
	for ctx.Err() == nil {
		now := screens()
		switch {
		case strings.Contains(now, "What now?") && !over:
			over = true
			time.Sleep(12 * time.Second)
			for _, p := range all[:len(all)-1] {
				p.send("/again", struct{}{})
				time.Sleep(time.Second)
			}
			w.tmux("send-keys", "-t", w.name, "-l", "a")
			time.Sleep(5 * time.Second)
			stop()
		case strings.Contains(now, "Show the result"):
			time.Sleep(9 * time.Second)
			w.tmux("send-keys", "-t", w.name, "-l", "\r")
			time.Sleep(time.Second)
		default:
			if keys := answers(now); keys != "" {
				w.tmux("send-keys", "-t", w.name, "-l", keys)
			}
			time.Sleep(time.Second)
		}
	}
	film.Wait()
	if !over {
		t.Errorf("it never ended:\n%s", screens())
	}
}

func filmed(t *testing.T) {
	t.Helper()
	if os.Getenv("FRAMES") == "" {
		t.Skip("FRAMES is the folder for the pictures")
	}
}

// An evening of Dixit with six people and six phones, to twelve points.
func TestFramesOfDixit(t *testing.T) {
	filmed(t)
	const names = "Ana, Bia, Caio, Dudu, 🦊, Zé"
	w := openWindow(t, 80, 24, "--data", t.TempDir(), "play", "dixit", "--share", "--addr", "192.168.77.1")
	w.answers("Who plays?", names+"\r")
	w.answers("t ", "t")
	w.answers("How many points", "12\r")
	w.answers("✓ How many points", "\r")
	w.answers("▸ Go on", "")
	evening(t, w, names, func(screen string) string {
		if strings.Contains(screen, "laid out?") {
			return "\r"
		}
		return ""
	})
}

// An evening of Picture Perfect with four people, secret auctions, and the guests one by one.
func TestFramesOfPicturePerfect(t *testing.T) {
	filmed(t)
	const names = "Ana, Bia, Caio, Davi"
	w := openWindow(t, 80, 24, "--data", t.TempDir(), "play", "picture-perfect", "--share", "--addr", "192.168.77.1")
	w.answers("Who plays?", names+"\r")
	w.answers("selfie", "1")
	for _, key := range []string{"a", "2", "d", "2", "\r"} {
		w.answers("menu", key)
	}
	w.answers("▸ Go on", "\r")
	evening(t, w, names, func(screen string) string {
		for line := range strings.SplitSeq(screen, "\n") {
			for said, keys := range map[string]string{"laid out?": "\r", "which card is turned over?": "b", "photos valid?": "\r", "In already: Ana, Bia, Caio and Davi": "\r"} {
				if strings.Contains(line, said) && !strings.Contains(line, "✓") {
					return keys
				}
			}
		}
		return ""
	})
}
