//go:build unix

package windows

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// These tests have the laptop in a real window, and phones next to it.

// A handset is a phone of the real program, without JavaScript.
type handset struct {
	t    *testing.T
	http http.Client
	link *url.URL
}

func joins(t *testing.T, link, name string) *handset {
	t.Helper()
	u, err := url.Parse(link)
	parlor.Check(t, err)
	h := &handset{t: t, link: u}
	h.http.Jar, err = cookiejar.New(nil)
	parlor.Check(t, err)
	h.post("/sit", url.Values{"door": {strings.Trim(u.Path, "/")}, "typed": {name}})
	return h
}

func (h *handset) post(path string, form url.Values) string {
	h.t.Helper()
	return h.does(http.MethodPost, path, form)
}

func (h *handset) does(method, path string, form url.Values) string {
	h.t.Helper()
	r, err := http.NewRequest(method, "http://"+h.link.Host+path, strings.NewReader(form.Encode()))
	parlor.Check(h.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://"+h.link.Host)
	got, err := h.http.Do(r)
	parlor.Check(h.t, err)
	body, err := io.ReadAll(got.Body)
	parlor.Check(h.t, got.Body.Close())
	parlor.Check(h.t, err)
	return string(body)
}

var openForm = regexp.MustCompile(`(?s)data-no="([^"]*)" data-state="open">\s*<h1>(.*?)</h1>`)

// answers waits for a question, answers it, and returns the next page.
func (h *handset) answers(question, line string) string {
	h.t.Helper()
	no := ""
	comes(h.t, question, func() (string, bool) {
		page := h.does(http.MethodGet, "/", nil)
		m := openForm.FindStringSubmatch(page)
		if m == nil || !strings.Contains(html.UnescapeString(m[2]), question) {
			return page, false
		}
		no = m[1]
		return page, true
	})
	return h.post("/say", url.Values{"no": {no}, "line": {line}})
}

// shows waits until a page holds a text.
func (h *handset) shows(text string) {
	h.t.Helper()
	comes(h.t, text, func() (string, bool) {
		page := html.UnescapeString(h.does(http.MethodGet, "/", nil))
		return page, strings.Contains(page, text)
	})
}

// comes waits until ok, and returns the page or text seen then.
func comes(t *testing.T, what string, seen func() (last string, ok bool)) string {
	t.Helper()
	last := ""
	for end := time.Now().Add(tt.Deadline); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		got, ok := seen()
		if ok {
			return got
		}
		last = got
	}
	t.Fatalf("no %q in\n%s", what, last)
	return ""
}

var onScreen = regexp.MustCompile(`http://127(\.\d+){3}:\d+/[a-z0-9]{10}`)

// addresses counts the tests with an address of their own.
var addresses atomic.Int32

// besideOthers runs a test in parallel, at a loopback address that no other test uses, since a killed program
// must find its port free again. If there is only one address, the tests run one by one.
func besideOthers(t *testing.T) (address string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return "127.0.0.1"
	}
	t.Parallel()
	pid := os.Getpid()
	return fmt.Sprintf("127.%d.%d.%d", 1+(pid>>16&63)*3+int(addresses.Add(1))%3, pid>>8&255, pid&255)
}

// In a turn of Dixit everybody plays on the phone, and the host only names the storyteller. The laptop does not
// show what phones said before the turn is complete, and what is typed there for a question that a phone
// answers ends up in no other question. The program is killed in the middle, and again after a phone was told
// that its answer is sent while the laptop shows the menu; everybody goes on. The phones speak English,
// whatever the laptop speaks.
func TestPhonesInAWindow(t *testing.T) {
	address := besideOthers(t)
	for _, c := range []struct {
		language string
		cols     int
		says     []string
	}{
		{"en", 80, []string{"In: nobody yet", "In: Ana, Bia and Caio", "Who plays?", "in secret, everybody", "Who is the storyteller?", "Waiting for the phones", "✓ Caio", "Which two cards", "Which card", "do you think is", "story was card 5: nobody found it.", "What would you like to do?"}},
		{"pt_BR.UTF-8", 40, []string{"Ninguém entrou ainda", "Entraram: Ana, Bia e Caio", "Quem joga?", "em segredo", "Quem narra?", "Esperando os celulares", "✓ Caio", "Which two cards", "Which card", "do you think is", "story was card 5: nobody found it.", "O que vocês querem fazer?"}},
	} {
		t.Run(fmt.Sprint(c.language, c.cols), func(t *testing.T) {
			says, data := c.says, t.TempDir()
			x := tt.Start(t, c.cols, 24, parlor.Program(t, data, c.language, "play", "dixit", "--share", "--addr", address, "--score-only"))
			x.Wait(says[0])
			if code := strings.Count(x.Screen(), "█"); code < 50 {
				t.Errorf("there is no code to scan:\n%s", x.Screen())
			}
			x.Wait("? m") // the last line: everything is drawn
			link := onScreen.FindString(strings.ReplaceAll(x.Screen(), "\n", ""))
			phones := map[string]*handset{}
			for _, name := range []string{"Ana", "Bia", "Caio"} {
				phones[name] = joins(t, link, name)
			}
			x.Wait(says[1])
			x.Send(map[string]string{"en": "g"}[c.language] + map[string]string{"pt_BR.UTF-8": "c"}[c.language])
			for _, question := range says[2:4] {
				x.Wait(question)
				x.Send(tt.Enter)
			}
			x.Wait(says[4])
			x.Press("2"+tt.Enter, says[5])
			phones["Caio"].answers(says[7], "3+4")
			x.Wait(says[6])
			phones["Ana"].answers(says[7], "1+2")
			x.Send("2") // Bia's cards are typed here: the first digit
			x.Send("5")
			x.Signal(syscall.SIGKILL)
			x.Exit()
			x = tt.Start(t, c.cols, 24, parlor.Program(t, data, c.language, "resume", "--share", "--addr", address))
			x.Wait(says[6])
			if strings.Contains(x.Screen(), "1+2") {
				t.Errorf("the laptop tells what a phone said:\n%s", x.Screen())
			}
			x.Press("?", says[11])
			if page := phones["Bia"].answers(says[8], "5"); !strings.Contains(page, "✔ Sent.") {
				t.Errorf("Bia's answer does not wait: %s", page)
			}
			x.Signal(syscall.SIGKILL)
			x.Exit()
			x = tt.Start(t, c.cols, 24, parlor.Program(t, data, c.language, "resume", "--share", "--addr", address))
			x.Wait(says[5])
			if page := phones["Ana"].answers(says[9], "1"); !strings.Contains(page, "class=why") {
				t.Errorf("Ana may vote for her own card: %s", page)
			}
			phones["Ana"].answers(says[9], "3")
			phones["Caio"].answers(says[9], "2")
			x.Wait(" 1\n  +")
			phones["Bia"].shows(says[10])
		})
	}
}

var doneForm = regexp.MustCompile(`action=/press><input type=hidden name=no value="([^"]*)"><button name=option value="0">`)

// On a turn clock with phones a tap passes the turn on once, and is on the disk before the phone hears of it.
// If the phone sends it again after a kill, it does not count twice.
func TestTurnsOnPhones(t *testing.T) {
	address := besideOthers(t)
	data := t.TempDir()
	x := tt.Start(t, 80, 24, parlor.Program(t, data, "pt_BR.UTF-8", "timer", "--turns", "Ana,Bia", "10m", "--share", "--addr", address))
	x.Wait("? m") // the last line: everything is drawn
	link := onScreen.FindString(strings.ReplaceAll(x.Screen(), "\n", ""))
	ana, bia := joins(t, link, "Ana"), joins(t, link, "Bia")
	x.Wait("Entraram: Ana e Bia")
	x.Press("c", "É a vez de Ana")
	ana.shows("It is your turn")
	bia.shows("It is Ana's turn")
	tap := url.Values{"option": {"0"}, "no": {doneForm.FindStringSubmatch(ana.does(http.MethodGet, "/", nil))[1]}}
	if page := ana.post("/press", tap); !strings.Contains(page, "It is Bia&#39;s turn") {
		t.Errorf("the tap did not count: %s", page)
	}
	x.Signal(syscall.SIGKILL)
	x.Exit()
	x = tt.Start(t, 80, 24, parlor.Program(t, data, "pt_BR.UTF-8", "timer", "--continue", "--share", "--addr", address))
	x.Wait("É a vez de Bia")
	x.Wait("Pausado")
	bia.shows("It is your turn")
	if page := ana.post("/press", tap); strings.Contains(page, "your turn") {
		t.Errorf("it counted twice: %s", page)
	}
	bia.post("/press", url.Values{"option": {"0"}, "no": {doneForm.FindStringSubmatch(bia.does(http.MethodGet, "/", nil))[1]}})
	x.Wait("É a vez de Ana")
	x.Wait("O cronômetro está correndo")
	x.Send("q")
	x.Ends(0)
	if !regexp.MustCompile(`Ana +│ +2 │(?s:.*)Bia +│ +1 │`).MatchString(x.Screen()) {
		t.Errorf("%s", x.Screen())
	}
}

// The start menu offers the stopped clock.
func TestTurnsInTheMenu(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for _, leave := range []func(x *tt.Terminal){func(x *tt.Terminal) { x.Send(tt.CtrlC); x.Ends(130) }, func(x *tt.Terminal) { x.Signal(syscall.SIGTERM); x.Ends(143) }} {
		x := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "timer", "--turns", "Ana,Bia"))
		x.Wait("It is Ana's turn")
		x.Press(" ", "It is Bia's turn")
		leave(x)
		if !strings.Contains(x.Screen(), "The clock is paused. To go on with it:\n  tablemate timer --continue") {
			t.Errorf("%s", x.Screen())
		}
		x = tt.Start(t, 80, 24, parlor.Program(t, data, "en"))
		x.Wait("c  Carry on: the clock of Ana and Bia")
		x.Press("c", "It is Bia's turn")
		x.Wait("Paused")
		x.Press(tt.Backspace, "It is Ana's turn")
		x.Send("q")
		x.Ends(0)
		if !strings.Contains(x.Screen(), "Turn clock") {
			t.Errorf("%s", x.Screen())
		}
	}
}

// A clock that another window has cannot be continued.
func TestTurnsInTwoWindows(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	x := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "timer", "--turns", "Ana,Bia"))
	x.Wait("It is Ana's turn")
	isKept(t, data, func(st *store.Store) bool { return len(parlor.Must(st.Drafts.Turns())) > 0 })
	y := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "timer", "--continue"))
	y.Ends(1)
	if !strings.Contains(y.Screen(), "another window has that clock") {
		t.Errorf("%s", y.Screen())
	}
	x.Send("q")
	x.Ends(0)
}
