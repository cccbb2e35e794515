//go:build unix

package screen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/term"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// The tests of the screen run this test binary again, as a program on a terminal of its own. TABLEMATE_SCENE
// names the clock it shows.
func TestMain(m *testing.M) {
	if scene := os.Getenv("TABLEMATE_SCENE"); scene != "" {
		os.Exit(play(scene))
	}
	os.Exit(m.Run())
}

// play shows a clock as a program does; the exit code tells how it ended.
func play(scene string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	keys, err := keyboard.Open(os.Stdin, false)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer keys.Give()
	size := func() (int, int) {
		cols, rows, _ := term.GetSize(int(os.Stdin.Fd()))
		return cols, rows
	}
	o, err := scenes(scene).OnTerminal(ctx, Terminal{Keys: keys, Out: os.Stdout, Size: size, Color: os.Getenv("NO_COLOR") == ""})
	keys.Give()
	fmt.Println("=", o.End, o.Option, o.Muted, err)
	return 40 + int(o.End)
}

func scenes(name string) Clock {
	pt := os.Getenv("TABLEMATE_LANG") == "pt-BR"
	say := func(english, portuguese string) lang.Text {
		if pt {
			return lang.Literal(portuguese)
		}
		return lang.Literal(english)
	}
	c := Clock{
		Text:    say("Round 1 of 5. Beatriz asks the first question.", "Rodada 1 de 5. Beatriz faz a primeira pergunta."),
		Options: []lang.Text{say("Somebody accuses", "Alguém acusa"), say("The spy steps forward", "O espião se apresenta")},
		Notes: []lang.Text{
			say("Zoë accused Ana; not everybody agreed.", "Zoë acusou Ana; nem todos concordaram."),
			say("Can still accuse: Ana, Beatriz, Caio and 日本.", "Ainda podem acusar: Ana, Beatriz, Caio e 日本."),
		},
		Limit: 8 * time.Minute, Left: 8 * time.Minute, Runs: true, Linger: Stays, Table: true,
		Voice: lang.NewLocalizer(lang.Match(os.Getenv("TABLEMATE_LANG")), lang.Texts, Texts), Now: frozen,
	}
	switch name {
	case "last":
		c.Left, c.Muted = 9*time.Second, true
	case "minute":
		c.Left = time.Minute
	case "up":
		c.Left = 0
	case "away":
		c.Left, c.Away, c.Runs = 5*time.Minute+23*time.Second, 72*time.Second, false
	case "refused":
		c.Left, c.Runs, c.Fault = 80*time.Minute, false, errors.New("the disk is full: please answer once more")
	case "crowd":
		c.Notes = nil
		for i := range 7 {
			c.Notes = append(c.Notes, say("Accusation "+strconv.Itoa(i+1)+" came to nothing: not everybody agreed.", ""))
		}
		c.Notes = append(c.Notes, say("Can still accuse: Bartholomew, Wilhelmina.", ""))
	case "alone":
		c.Text, c.Notes, c.Options, c.Table, c.Linger, c.Limit, c.Left = lang.Literal("Photos"), nil, nil, false, 0, 90*time.Second, 90*time.Second
	case "turns", "dozen", "over":
		c.Text, c.Notes, c.Options, c.Table, c.Linger = lang.Text{}, nil, nil, false, 0
		c.Turns = &timer.Turns{People: []string{"Ana", "Beatriz", "Caio"}, Bank: 10 * time.Minute, Moves: []timer.Move{{At: 90 * time.Second}, {At: 100 * time.Second, Out: true}}}
		c.Left = timer.Longest - 5*time.Minute
		if name == "dozen" {
			c.Turns.People = []string{"Ana", "Beatriz", "Caio", "Davi", "Eva", "Fábio", "Guilhermina", "Helena", "Ícaro", "Joana", "Kauã", "日本 Zé"}
		}
		if name == "over" {
			c.Left -= 7 * time.Minute
		}
	case "real":
		c.Now = timer.Reader(time.Now)
	case "ends":
		c.Now, c.Left = timer.Reader(time.Now), 50*time.Millisecond
	case "end":
		c.Now, c.Left, c.Linger = timer.Reader(time.Now), 50*time.Millisecond, 0
	case "broken":
		c.Save = func(s timer.Snapshot) error {
			if !s.Runs {
				panic("the table fell over")
			}
			return nil
		}
	case "broken-key":
		c.Now = func() timer.Moment {
			if strings.Contains(string(debug.Stack()), "(*window).read") {
				panic("the keyboard fell down")
			}
			return frozen()
		}
	}
	return c
}

func start(t *testing.T, scene, language string, cols, rows int, env ...string) *ttytest.Terminal {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), "TABLEMATE_SCENE="+scene, "TABLEMATE_LANG="+language, "NO_COLOR=")
	c.Env = append(c.Env, env...)
	return ttytest.Start(t, cols, rows, c)
}

// lastKey returns the last key in each window: once it is there, everything is.
func lastKey(language string) string {
	return map[string]string{"en": "leave", "pt-BR": "sair"}[language]
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		for _, language := range lang.Languages {
			for _, scene := range []string{"round", "last", "up", "away"} {
				name := fmt.Sprintf("%s-%s-%dx%d", scene, language, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					x := start(t, scene, language, size[0], size[1])
					x.Wait(lastKey(language))
					x.Golden(name)
					x.Send(ttytest.CtrlC)
					x.Ends(40 + int(Interrupted))
				})
			}
		}
	}
}

func TestOtherScreens(t *testing.T) {
	for _, c := range []struct {
		scene      string
		cols, rows int
	}{{"refused", 40, 12}, {"refused", 80, 24}, {"crowd", 40, 12}, {"crowd", 80, 24}, {"alone", 80, 24}, {"round", 200, 60}, {"round", 240, 67}, {"round", 300, 80}, {"last", 330, 90}, {"up", 200, 56},
		{"turns", 80, 24}, {"turns", 40, 24}, {"dozen", 80, 24}, {"dozen", 40, 24}, {"dozen", 40, 12}, {"over", 80, 24}} {
		name := fmt.Sprintf("%s-%dx%d", c.scene, c.cols, c.rows)
		t.Run(name, func(t *testing.T) {
			x := start(t, c.scene, "en", c.cols, c.rows)
			x.Wait("q ") // the last key
			x.Golden(name)
		})
	}
}

// The title of the window is the clock, and nothing else is sent. The shell gets its own title back, however
// the clock ends.
func TestTitle(t *testing.T) {
	for _, c := range []struct {
		scene, language string
		env             []string
		said            []string // in this order
	}{
		{"round", "en", nil, []string{"\x1b[22;2t\x1b]2;8:00 · Round 1 of 5\x1b\\", "\x1b]2;\x1b\\\x1b[23;2t"}},
		{"away", "pt-BR", []string{"TERM=linux"}, []string{"\x1b[22;2t\x1b]2;5:23 · Pausado · Rodada 1 de 5\x1b\\", "\x1b[23;2t"}},
		{"ends", "en", []string{"TERM_PROGRAM=ghostty", "TERM_PROGRAM_VERSION=1.2.3"}, []string{"\x1b[22;2t", "\x1b]2;TIME IS UP · Round 1 of 5\x1b\\", "\x1b[23;2t"}},
		{"away", "en", []string{"WT_SESSION=1"}, []string{"\x1b]2;5:23 · Paused · Round 1 of 5\x1b\\", "\x1b[23;2t"}},
	} {
		for _, end := range []syscall.Signal{0, syscall.SIGTERM} {
			x := start(t, c.scene, c.language, 80, 24, c.env...)
			x.Wait(lastKey(c.language))
			if c.scene == "ends" {
				x.Wait("TIME IS UP")
			}
			if x.Send("m"); end == 0 {
				x.Send("q")
			} else {
				x.Signal(end)
			}
			x.Sane()
			all := x.Bytes()
			for _, want := range c.said {
				_, rest, found := strings.Cut(all, want)
				if !found {
					t.Errorf("%s %v: %q is missing or too early in %q", c.scene, c.env, want, all)
				}
				all = rest
			}
			if strings.Contains(x.Bytes(), "\x1b]9;") {
				t.Errorf("%s %v: progress or a notification in %q", c.scene, c.env, x.Bytes())
			}
		}
	}
}

// In a tiny window the time is still there, and nothing breaks.
func TestTiny(t *testing.T) {
	x := start(t, "round", "en", 16, 4)
	x.Wait("8:00")
	x.Resize(80, 24)
	x.Golden("round-en-80x24")
	x.Resize(40, 12)
	x.Golden("round-en-40x12")
	x.Resize(1, 1)
	x.Send("m")
	x.Resize(80, 24)
	x.Wait("The clock is running · muted")
	x.Send("q")
	x.Sane()
}

func TestWithoutColor(t *testing.T) {
	x := start(t, "up", "en", 80, 24, "NO_COLOR=1")
	x.Wait("leave")
	x.Golden("up-en-80x24")
	for _, code := range []string{"31m", "33m", ";31", ";33"} {
		if strings.Contains(x.Bytes(), code) {
			t.Errorf("a color: %q", code)
		}
	}
	if !strings.Contains(x.Bytes(), "\x1b[7m") {
		t.Error("light and dark are not turned around")
	}
}

// turned matches the code that swaps light and dark.
var turned = regexp.MustCompile(`\x1b\[([\d;]*;)?7m`)

// The last minute and the last seconds have their own shape, even without color.
func TestAlarmWithoutColor(t *testing.T) {
	for scene, sign := range map[string]string{"minute": "! The last minute", "last": "!! The last ten seconds · muted"} {
		x := start(t, scene, "en", 80, 24, "NO_COLOR=1")
		x.Wait("leave")
		if !strings.Contains(x.Screen(), sign) || !turned.MatchString(x.Bytes()) {
			t.Errorf("%s:\n%s", scene, x.Screen())
		}
	}
	x := start(t, "round", "en", 80, 24)
	x.Wait("leave")
	if turned.MatchString(x.Bytes()) || strings.Contains(x.Screen(), "!") {
		t.Errorf("there is no hurry:\n%s", x.Screen())
	}
}

func TestKeys(t *testing.T) {
	x := start(t, "real", "en", 80, 24)
	x.Wait("The clock is running")
	x.Press("p", "Paused")
	x.Press("m", "Paused · muted")
	x.Press(" ", "The clock is running · muted")
	x.Send("T")
	x.Ends(40 + int(Pressed))
	if !strings.Contains(x.Screen(), "= 1 1 true <nil>") {
		t.Errorf("%s", x.Screen())
	}
}

func TestBells(t *testing.T) {
	x := start(t, "up", "en", 80, 24)
	x.Wait("TIME IS UP")
	x.Send(ttytest.Enter)
	if code := x.Exit(); code != 40+int(TimeUp) || x.Bells() > 1 {
		t.Errorf("code %d, %d bells", code, x.Bells())
	}
	x = start(t, "end", "en", 80, 24)
	x.Ends(40 + int(TimeUp))
}

func TestDying(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(s.String(), func(t *testing.T) {
			x := start(t, "real", "en", 80, 24)
			x.Wait("leave")
			x.Signal(s)
			x.Ends(40 + int(Stopped))
			if !strings.Contains(x.Screen(), "= 6 0 false <nil>") {
				t.Errorf("%s", x.Screen())
			}
		})
	}
	for scene, why := range map[string]string{"broken": "the table fell over", "broken-key": "the keyboard fell down"} {
		t.Run(scene, func(t *testing.T) {
			x := start(t, scene, "en", 80, 24)
			x.Wait("leave")
			x.Send("p")
			x.Exit()
			x.Sane()
			if _, end, _ := strings.Cut(x.Bytes(), "8:00"); !strings.Contains(end, untitled) {
				t.Errorf("the title stays: %q", end)
			}
			if !strings.Contains(x.History(), why) {
				t.Errorf("%s", x.History())
			}
		})
	}
}

// A program that was stopped and resumed draws its window again, and obeys.
func TestStoppedAndResumed(t *testing.T) {
	x := start(t, "round", "en", 80, 24)
	x.Wait("leave")
	for range 2 {
		x.Signal(syscall.SIGSTOP)
		x.Shell("$ fg")
		x.Wait("$ fg")
		x.Signal(syscall.SIGCONT)
		x.Golden("round-en-80x24")
	}
	if n := strings.Count(x.Bytes(), "\x1b[22;2t\x1b]2;8:00 · Round 1 of 5"); n != 3 {
		t.Errorf("the title was shown %d times", n)
	}
	mutes(x)
}

// Ctrl-Z returns the shell's terminal, and fg takes the window again.
func TestCtrlZ(t *testing.T) {
	cmd := exec.Command("sh", "-c", `set -m; "$0"; stty -a | tr ' ;' '\n\n' | grep -x -e echo -e icanon -e -echo -e -icanon | tr '\n' ' '; read go; fg`, os.Args[0])
	cmd.Env = append(os.Environ(), "TABLEMATE_SCENE=round", "TABLEMATE_LANG=en", "GORACE=exitcode=66 atexit_sleep_ms=0")
	x := ttytest.Start(t, 80, 24, cmd)
	x.Wait("leave")
	x.Press("\x1a", "icanon echo")
	if s := x.Screen(); strings.Contains(s, "leave") {
		t.Errorf("the clock still fills the window:\n%s", s)
	}
	x.Send("\n")
	x.Golden("round-en-80x24")
	mutes(x)
}

// mutes presses a key that is obeyed, and leaves.
func mutes(x *ttytest.Terminal) {
	x.Press("m", "The clock is running · muted")
	x.Send("q")
	x.Ends(40 + int(Quit))
}

// If no shell could resume the program, Ctrl-Z does not stop it.
func TestCtrlZWithoutAShell(t *testing.T) {
	x := start(t, "round", "en", 80, 24)
	x.Wait("leave")
	x.Send("\x1a")
	x.Writes("\x1b[?1049h", 2)
	x.Golden("round-en-80x24")
	x.Send("q")
	x.Sane()
}

// Keys without a meaning change nothing.
func TestOtherKeys(t *testing.T) {
	x := start(t, "round", "en", 80, 24)
	x.Wait("leave")
	x.Press(ttytest.Up+ttytest.Delete+"xé"+"\x1b[200~q\x1b[201~"+"m", "The clock is running · muted")
	x.Send("m")
	x.Golden("round-en-80x24")
	x.Send("q")
	x.Sane()
}
