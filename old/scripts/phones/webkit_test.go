package phones

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A webkit is a browser with Safari's engine, driven over WebDriver.
type webkit struct {
	t       *testing.T
	session string
}

const driver = "http://127.0.0.1:4567"

func (w *webkit) call(method, path string, body any) json.RawMessage {
	w.t.Helper()
	value, err := w.try(method, path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	return value
}

func (w *webkit) try(method, path string, body any) (json.RawMessage, error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest(method, driver+path, bytes.NewReader(sent))
	if err != nil {
		return nil, err
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	all, err := io.ReadAll(got.Body)
	if err != nil {
		return nil, err
	}
	if got.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s", method, path, all)
	}
	var said struct{ Value json.RawMessage }
	err = json.Unmarshal(all, &said)
	return said.Value, err
}

func (w *webkit) find(xpath string) (string, error) {
	v, err := w.try("POST", w.session+"/element", map[string]string{"using": "xpath", "value": xpath})
	if err != nil {
		return "", err
	}
	var e map[string]string
	err = json.Unmarshal(v, &e)
	for _, id := range e {
		return w.session + "/element/" + id, err
	}
	return "", err
}

// does waits for an element, and does something with it.
func (w *webkit) does(xpath, what string, body any) json.RawMessage {
	w.t.Helper()
	var err error
	for range 100 {
		var e string
		if e, err = w.find(xpath); err == nil {
			method := "POST"
			if body == nil {
				method = "GET"
			}
			var v json.RawMessage
			if v, err = w.try(method, e+"/"+what, body); err == nil {
				return v
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.t.Fatal(err)
	return nil
}

func (w *webkit) waits(phrase string) {
	w.t.Helper()
	text := ""
	for range 100 {
		_ = json.Unmarshal(w.does("//main", "text", nil), &text)
		if strings.Contains(text, phrase) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.t.Fatalf("WebKit never reads %q: %s", phrase, text)
}

// TestWebKit joins, names its own card, is refused a vote for that, votes, and changes the vote, all in Safari's
// engine.
func TestWebKit(t *testing.T) {
	for _, tool := range []string{"WebKitWebDriver", "xvfb-run"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool)
		}
	}
	d := exec.Command("xvfb-run", "-a", "WebKitWebDriver", "--port=4567")
	d.Env = append(d.Environ(), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1") // it opens our own page, and no other
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = exec.Command("pkill", "WebKitWebDriver").Run(); _ = d.Wait() })
	w := &webkit{t: t}
	var session struct{ SessionID string }
	for range 100 {
		if v, err := w.try("POST", "/session", map[string]any{"capabilities": map[string]any{}}); err == nil {
			if err := json.Unmarshal(v, &session); err != nil {
				t.Fatal(err)
			}
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if session.SessionID == "" {
		t.Skip("WebKit does not start here")
	}
	w.session = "/session/" + session.SessionID
	l, link := shares(t, t.TempDir(), "dixit", "--score-only")
	w.call("POST", w.session+"/url", map[string]string{"url": link})
	w.does(`//input[@id="typed"]`, "value", map[string]string{"text": "Ana"})
	w.does(`//button[normalize-space()="Join"]`, "click", map[string]string{})
	w.waits("Ana")
	bia, caio := joins(t, link, "Bia"), joins(t, link, "Caio")
	l.types("g", "Ana, Bia, Caio", "", "2")
	w.waits("Which two cards are yours?")
	w.does(`//label[normalize-space()="1"]`, "click", map[string]string{})
	w.does(`//label[normalize-space()="2"]`, "click", map[string]string{})
	w.does(`//main//button[normalize-space()="Send"]`, "click", map[string]string{})
	bia.say(bia.asked("card is yours"), "3")
	caio.say(caio.asked("Which two cards"), "4+5")
	w.waits("do you think is")
	w.does(`//main//button[normalize-space()="1"]`, "click", map[string]string{})
	w.waits("nobody votes for their own card")
	w.does(`//main//button[normalize-space()="3"]`, "click", map[string]string{})
	w.waits("It can be changed")
	w.does(`//summary[normalize-space()="Change it"]`, "click", map[string]string{})
	w.does(`//main//button[normalize-space()="4"]`, "click", map[string]string{})
	time.Sleep(300 * time.Millisecond)
	caio.say(caio.asked("do you think"), "3")
	w.waits("Bia's story was card 3: Caio found it.")
	_, _ = w.try("DELETE", w.session, nil)
}
