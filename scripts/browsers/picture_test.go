package browsers

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A window is the program in a terminal of tmux.
type window struct {
	t    *testing.T
	name string
}

func openWindow(t *testing.T, wide, high int, args ...string) window {
	t.Helper()
	w := window{t, "picture"}
	t.Setenv("TMUX_TMPDIR", t.TempDir())
	program := append([]string{"env", "LANG=C.UTF-8", "COLORTERM=truecolor", os.Getenv("TABLEMATE")}, args...)
	w.tmux(append([]string{"-f", "/dev/null", "new-session", "-d", "-s", w.name, "-x", fmt.Sprint(wide), "-y", fmt.Sprint(high)}, program...)...)
	t.Cleanup(func() { w.tmux("kill-server") })
	return w
}

func (w window) tmux(args ...string) string {
	w.t.Helper()
	out, err := exec.CommandContext(w.t.Context(), "tmux", args...).CombinedOutput()
	if err != nil && args[0] != "kill-server" {
		w.t.Fatalf("tmux %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}

// answers types keys once a text is on the screen.
func (w window) answers(said, keys string) {
	w.t.Helper()
	for range 300 {
		if strings.Contains(w.tmux("capture-pane", "-p", "-t", w.name), said) {
			w.tmux("send-keys", "-t", w.name, "-l", "--", keys)
			time.Sleep(time.Second) // an Enter right behind a letter that chose would go with it
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.t.Fatalf("%q never comes:\n%s", said, w.tmux("capture-pane", "-p", "-t", w.name))
}

// page returns the screen as a piece of a page. freeze would let a color run on to the end of its line; aha does not.
func (w window) page() string {
	w.t.Helper()
	aha := exec.CommandContext(w.t.Context(), "aha", "--black", "--no-header")
	aha.Stdin = strings.NewReader(w.tmux("capture-pane", "-p", "-e", "-t", w.name))
	out, err := aha.Output()
	if err != nil {
		w.t.Fatal(err)
	}
	return string(out)
}

// png returns what a screen shows, as the address of a picture.
func (s *screen) png() string {
	s.t.Helper()
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(s.raw())
}

// raw returns what a screen shows, as a picture.
func (s *screen) raw() (raw []byte) {
	s.t.Helper()
	s.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		raw, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatPng).Do(ctx)
		return err
	}))
	return raw
}

// screens is a page with the laptop, the board and a phone side by side: the terminal as text, two pictures.
const screens = `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; width: 1400px; height: 960px; overflow: hidden; position: relative; background: linear-gradient(#e9edf5, #ccd3e2) }
div { position: absolute; overflow: hidden }
img { display: block }
.board { left: 24px; top: 24px; border: 12px solid #17191d; border-radius: 10px }
.phone { left: 1066px; top: 110px; border: 11px solid #17191d; border-radius: 38px }
.laptop { left: 24px; top: 540px; border: 13px solid #2b2e35; border-bottom-width: 22px; border-radius: 12px; background: #1b1b1d; padding: 6px 10px; color: #ddd }
pre { margin: 0; font: 13px/16px "DejaVu Sans Mono", monospace }
</style><div class="board"><img src="%s"></div><div class="phone"><img src="%s"></div><div class="laptop"><pre>%s</pre></div>`

// One moment of an evening on laptop, phone and board, as the READMEs show it: PICTURES is the folder. scripts/picture makes
// them smaller.
func TestPictures(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		t.Skip("scripts/picture runs this")
	}
	for language, says := range map[string]struct{ who, how, code, laid, first, tells, votes, clue string }{
		"en": {"Who plays?", "How are the votes", "Phones come in", "laid out?", "clue first?", "%s tells.", "The votes for %s", "almost home"},
		"pt": {"Quem joga?", "Como os votos", "Os celulares entram", "Tudo na mesa?", "primeiro em uma dica?", "%s narra.", "Os votos na história de %s", "quase em casa"},
	} {
		t.Run(language, func(t *testing.T) {
			w := openWindow(t, 80, 23, "--lang", language, "--data", t.TempDir(), "play", "dixit", "--share", "--addr", "192.168.77.1")
			w.answers(says.who, "Ana, Bia, Caio, Dudu, Eva\r")
			w.answers("v ", "v")
			w.answers(says.how, "2")
			w.answers("✓ "+says.how, "\r")
			w.answers(says.code, "")
			link := address.FindString(w.tmux("capture-pane", "-p", "-t", w.name))
			w.answers("▸", "\r")
			w.answers(says.laid, "\r")
			w.answers(says.first, "1")
			board := open(t, "board", link+"/board", look{1000, 562, false, language})
			phone := open(t, "phone", link, look{350, 780, true, language})
			phone.run(emulation.SetDeviceMetricsOverride(350, 780, .8, true))
			phone.tap("Ana")
			phone.reads("Ana ·")
			for _, turn := range [][]string{
				{"Ana", "3", "3135", "#1 · #5", "23"}, {"Bia", "1", "1121", "2?", "1"}, {"Caio", "5", "5515", "1?", "2"},
				{"Dudu", "4 " + says.clue, "4214", "#1 · #2", "13"},
			} {
				w.answers(fmt.Sprintf(says.tells, turn[0]), turn[1]+"\r")
				w.answers(fmt.Sprintf(says.votes, turn[0]), turn[2]+"\r")
				w.answers(turn[3], turn[4]+"\r")
			}
			w.answers(fmt.Sprintf(says.tells, "Eva"), "")
			for _, s := range []*screen{board, phone} {
				s.until("has told the turn", `document.querySelector('.told') && !document.querySelector('.run') && document.getAnimations().every(a => a.playState === 'finished')`)
			}
			whole := fmt.Sprintf(screens, board.png(), phone.png(), w.page())
			file := filepath.Join(t.TempDir(), "screens.html")
			if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
				t.Fatal(err)
			}
			all := open(t, "all", "file://"+file, look{1400, 960, false, language})
			raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(all.png(), "data:image/png;base64,"))
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, "three-"+language+".png"), raw, 0o644) //nolint:gosec // a picture for everybody
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
