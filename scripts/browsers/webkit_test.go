package browsers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A safari is a phone in WebKit, the engine of every iPhone, at the other end of WebDriver.
type safari struct {
	t       *testing.T
	session string // its address
}

// openWebKit starts WebKit, on a screen that nobody sees. Where there is none the test is left out.
func openWebKit(t *testing.T, url string) *safari {
	t.Helper()
	mini, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
	for _, tool := range []string{"WebKitWebDriver", "Xvfb"} {
		if _, err := exec.LookPath(tool); err != nil || len(mini) == 0 {
			t.Skipf("no %s: WebKit is left out (Debian: webkit2gtk-driver, xvfb)", tool)
		}
	}
	home := t.TempDir()
	run := func(name string, args ...string) {
		c := exec.Command(name, args...)
		c.Env = append(os.Environ(), "DISPLAY=:77", "HOME="+home, "XDG_RUNTIME_DIR="+home, "LC_ALL=en_US.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1",
			"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	}
	run("Xvfb", ":77", "-screen", "0", "800x900x24", "-nolisten", "tcp")
	time.Sleep(time.Second)
	run("WebKitWebDriver", "--port=9877", "--host=127.0.0.1")
	s := &safari{t: t, session: "http://127.0.0.1:9877"}
	options := map[string]any{"binary": mini[0], "args": []string{"--automation"}}
	var made struct {
		ID string `json:"sessionId"`
	}
	for range 60 {
		if s.send("/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}}, &made) == nil {
			break
		}
		time.Sleep(500 * time.Millisecond)
	}
	if made.ID == "" {
		t.Skip("WebKit does not start here: it is left out")
	}
	s.session += "/session/" + made.ID
	t.Cleanup(func() {
		r, _ := http.NewRequest(http.MethodDelete, s.session, nil)
		if w, err := http.DefaultClient.Do(r); err == nil {
			_ = w.Body.Close()
		}
	})
	s.must("/url", map[string]any{"url": url}, nil)
	return s
}

// send sends a command, and reads its value.
func (s *safari) send(path string, body, value any) error {
	raw, _ := json.Marshal(body)
	client := http.Client{Timeout: time.Minute}
	w, err := client.Post(s.session+path, "application/json", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	defer w.Body.Close()
	raw, _ = io.ReadAll(w.Body)
	if w.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d %s", path, w.StatusCode, raw)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(raw, &struct {
		Value any `json:"value"`
	}{value})
}

func (s *safari) must(path string, body, value any) {
	s.t.Helper()
	if err := s.send(path, body, value); err != nil {
		s.t.Fatal(err)
	}
}

// runs returns the value of some JavaScript.
func (s *safari) runs(js string) (value any) {
	s.t.Helper()
	s.must("/execute/sync", map[string]any{"script": "return " + js, "args": []any{}}, &value)
	return value
}

// until waits for a condition.
func (s *safari) until(what, js string) {
	s.t.Helper()
	for range 600 {
		if s.runs("!!("+js+")") == true {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("WebKit never %s:\n%v", what, s.runs("document.body.innerText"))
}

// element returns the address of an element, once it is there.
func (s *safari) element(xpath string) string {
	s.t.Helper()
	var found map[string]string
	var err error
	for range 300 {
		if err = s.send("/element", map[string]any{"using": "xpath", "value": xpath}, &found); err == nil {
			for _, id := range found {
				return "/element/" + id
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("%v\n%v", err, s.runs("document.body.innerText"))
	return ""
}

// tap clicks a button, as soon as it takes taps.
func (s *safari) tap(label string) {
	s.t.Helper()
	e := s.element(fmt.Sprintf(`//main//button[normalize-space()=%q]`, label))
	time.Sleep(400 * time.Millisecond)
	s.must(e+"/click", map[string]any{}, nil)
}

// changes taps “Change it” until it takes the tap, which it does not in its first half second.
func (s *safari) changes() {
	s.t.Helper()
	for range 10 {
		s.tap("Change it")
		for range 20 {
			if s.runs(`!document.querySelector('.given')`) == true {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	s.t.Fatalf("“Change it” takes no tap:\n%v", s.runs("document.body.innerText"))
}

// types presses keys in a field.
func (s *safari) types(xpath, keys string) {
	s.t.Helper()
	s.must(s.element(xpath)+"/value", map[string]any{"text": keys}, nil)
}

// On an iPhone's engine one comes in, types a number with a mistake put right, and it counts.
func TestWebKitTypes(t *testing.T) {
	l := start(t, t.TempDir(), "play", "pad")
	l.types("Ana, Bia", "")
	l.waits("points?")
	s := openWebKit(t, l.link())
	s.tap("Bia")
	s.until("is Bia's", `document.body.innerText.includes('Bia ·')`)
	if s.runs("isSecureContext") == true {
		t.Error("this is no page of a Wi-Fi: it proves nothing")
	}
	const backspace, enter = "\ue003", "\ue007"
	s.types(`//section[contains(@class,"mine")]//input`, "149"+backspace)
	s.until("holds 14", `document.querySelector('.mine input').value === '14'`)
	s.types(`//section[contains(@class,"mine")]//input`, enter)
	s.until("is in", `document.querySelector('.given')`)
	l.types("3")
	s.until("tells the round", `document.querySelector('.told')`)
	if told, _ := s.runs("document.querySelector('.told').innerText").(string); !strings.Contains(told, "+14") {
		t.Error(told)
	}
}

// There one votes, too, and changes the vote.
func TestWebKitVotes(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall")
	l.types("Ana, Bia, Caio", "", "")
	l.waits("left")
	s := openWebKit(t, l.link())
	s.tap("Bia")
	s.until("has the clock", `document.querySelector('.clock')`)
	l.types("v")
	s.until("votes", `document.querySelector('.mine .grid button')`)
	s.tap("Ana")
	s.until("is in", `document.querySelector('.given')`)
	s.changes()
	s.until("is asked once more", `document.querySelector('.mine .grid button')`)
	s.tap("Caio")
	s.until("is in", `document.querySelector('.given')`)
	l.types("b b")
	l.waits("Who was the spy?")
}
