//go:build unix

package play

import (
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/reach"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// The tests of the window run this binary in one, as the program without a command.
func TestMain(m *testing.M) {
	dir := os.Getenv("PLAY_DATA")
	if dir == "" {
		os.Exit(m.Run())
	}
	l := lang.Lang(os.Getenv("PLAY_LANG"))
	k, err := tty.Open(os.Stdin, os.Stdout, l, false, false)
	if err != nil {
		panic(err)
	}
	s := setting(l, k, dir)
	s.Print.Plain = false
	if os.Getenv("PLAY_SHARE") != "" {
		defer shares(s)()
	}
	err = menu(s)
	if closed := k.Close(); closed != nil {
		panic(closed)
	}
	switch err {
	case nil:
		os.Exit(0)
	case ask.Leave:
		os.Exit(130)
	}
	panic(err)
}

// shares lets phones in at a table, up to the end.
func shares(s *Room) (end func()) {
	here := func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} }
	hub, end, err := phones.Open(phones.Config{Addresses: here, Listen: net.Listen, Wish: "127.0.0.1:0", Now: time.Now, Awake: func() func() { return func() {} }})
	if err != nil {
		panic(err)
	}
	s.Share(hub)
	return end
}

// window starts the program in a window, and waits for its first question.
func window(t *testing.T, columns, rows int, dir string, l lang.Lang) *ttytest.Window {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PLAY_DATA="+dir, "PLAY_LANG="+string(l))
	x := ttytest.Start(t, columns, rows, cmd)
	x.Wait("▸")
	return x
}

// keys types one thing after the other, waiting for what it leads to, and returns how many keys that took.
func keys(x *ttytest.Window, pairs ...string) (n int) {
	for i := 0; i < len(pairs); i += 2 {
		n += utf8.RuneCountInString(pairs[i])
		x.Press(pairs[i], pairs[i+1])
	}
	return n
}

const enter = ttytest.Enter

// An evening costs few keys: each of them, with Enter, is counted.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	x := window(t, 80, 24, dir, lang.English)
	count := func(what string, most, n int) {
		t.Helper()
		if n > most {
			t.Errorf("%s: %d keys, at most %d", what, n, most)
		}
	}
	n := keys(x, "n", "Which game?", "1", "Who plays?")
	keys(x, "Ana, Bia, Caio, Davi, Eva, Fabi"+enter, "is this right?")
	n += keys(x, enter, "Everything laid out?", enter, "Who thought of a clue first?")
	count("a new table, without its names", 4, n)
	keys(x, "1", "which card was it?", "2"+enter, "The votes", "22222"+enter, "Bia tells")
	count("a turn of Dixit with six people", 13, keys(x, "2"+enter, "The votes", "34534"+enter, "Who laid", "345"+enter, "Caio tells"))
	count("standings", 2, keys(x, "?", "What would you like to do?", "s", "need 24"))
	keys(x, "?", "What would", "e", "End the game now?", "1", "The game is over.", "1", "What now?", "q", "tablemate show")
	if code := x.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x = window(t, 80, 24, dir, lang.Portuguese)
	count("a known table", 3, keys(x, enter, "está certo assim?", enter, "Tudo na mesa, como antes?", enter, "Quem pensou primeiro"))
	x.Press("1", "qual era a carta?")
	x.Press(ttytest.CtrlC, "tablemate resume")
	if code := x.Exit(); code != 130 {
		t.Errorf("exit code %d after Ctrl-C", code)
	}
}

// A slap of Versus is three keys.
func TestKeysOfASlap(t *testing.T) {
	dir := t.TempDir()
	x := window(t, 80, 24, dir, lang.English)
	keys(x, "n", "Which game?", "2", "Who plays?", "Ana, Bia, Caio"+enter, "is this right?", enter, "Everything laid out?", enter, "Who slapped?")
	if n := keys(x, "1", "Who gets the second gem", "3"+enter, "Caio +1"); n > 3 {
		t.Errorf("a slap takes %d keys", n)
	}
	if got := events(t, dir); len(got) != 3 || got[2] != `{"by":"Ana","gives":"Caio"}` {
		t.Errorf("%q", got)
	}
}

// What the table reads anyway is not said again as an error: an offer says what is missing of it, or who has only so much.
func TestOfferInAWindow(t *testing.T) {
	x := window(t, 80, 24, t.TempDir(), lang.English)
	keys(x, "n", "Which game?", "3", "Who plays?", "Ana, Bia, Caio"+enter, "latest selfie?", "1", "this right?", "a", "auctions?", "2", "this right?",
		"d", "How is the", "2", "shuffled by hand\ns Secret", "1", "laid out?", "1", "turned over?", "7", "Who gets it")
	keys(x, "2 3 4"+enter, "✗ “4” is left over: 2 answers, please", "2 15"+enter, "✗ nobody has more than 10")
	keys(x, "2"+enter, "✗ For how many decorations?", ttytest.Backspace+ttytest.Backspace+enter, "›\n✗ type something, please")
}

// The latest selfie is asked about once it is known who plays: people of the last game are not on the list.
func TestSelfie(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "picture", "Ana, Bia, Caio", "2", "", "", "", "")
	for l, says := range map[lang.Lang][3]string{
		lang.English:    {"6 Toy", "this right?", "Who took the latest selfie?"},
		lang.Portuguese: {"6 Toy", "certo assim?", "Quem tirou a selfie"},
	} {
		x := window(t, 80, 24, dir, l)
		keys(x, "n", says[0], "3", says[1], "Duda, Edu, Fabi"+enter, says[2])
		if screen := x.Screen(); !strings.Contains(screen, "1 Duda\n    2 Edu\n    3 Fabi") || strings.Contains(screen, "Ana") {
			t.Errorf("the list is not that of who plays:\n%s", screen)
		}
		keys(x, "2", says[1])
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// What is read back says which turn it is, in one line, and not all that was told in it.
func TestBackInAWindow(t *testing.T) {
	for l, says := range map[lang.Lang][7]string{
		lang.English:    {"6 Toy", "this right?", "laid out?", "clue first?", "was it?\n", "Bia tells", "Back before: Turn 1 (Ana)\nThe votes for"},
		lang.Portuguese: {"6 Toy", "assim?", "na mesa?", "uma dica?", "carta?\n", "Bia narra", "De volta: Turno 1 (Ana)\nOs votos na"},
	} {
		columns := map[lang.Lang]int{lang.English: 40, lang.Portuguese: 80}[l]
		x := window(t, columns, 24, t.TempDir(), l)
		keys(x, "n", says[0], "1", "›\n", "Ana, Bia, Caio"+enter, says[1], enter, "▸", "1", says[3], "1", says[4], "2 a cat"+enter, "Bia · Caio", "23"+enter, says[5])
		x.Press("<", says[6])
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// A game that is killed in the middle of a turn is at the same question afterwards; one whose table did not agree is not
// there after Ctrl-C.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	x := window(t, 40, 22, dir, lang.English)
	keys(x, "n", "Which game?", "1", "Who plays?", "Ana, Bia, Caio"+enter, "this right?", enter, "laid out?", enter, "clue first?")
	keys(x, "1", "was it?", "2"+enter, "The votes for")
	x.Send("2")
	x.Signal(syscall.SIGKILL)
	x.Exit()
	x = window(t, 40, 22, dir, lang.English)
	keys(x, enter, "The votes for", "23"+enter, "Bia  +4")
	x.Press(ttytest.CtrlC, "tablemate resume")
	x.Exit()

	x = window(t, 40, 22, dir, lang.English)
	keys(x, "n", "Which game?", "2", "Ana, Bia", ttytest.CtrlC, "Nothing was begun.")
	x.Exit()
	if got := events(t, dir); len(got) != 3 {
		t.Errorf("%q", got)
	}
}

// Keys typed faster than anybody reads, with an Enter too many, do what they say.
func TestImpatient(t *testing.T) {
	dir := t.TempDir()
	x := window(t, 80, 24, dir, lang.English)
	x.Send("n1Ana, Bia, Caio" + enter + enter + enter + "1" + "2" + enter + "23" + enter)
	x.Wait("Bia tells")
	x.Send(enter + "?" + "c" + "1" + "3" + enter + enter)
	x.Wait("What shall be done?")
	x.Send("1" + enter) // its lines are k and l, and the first and the second all the same
	x.Wait("Bia tells")
	x.Send(ttytest.Backspace)
	x.Wait("Undone: the correction")
	want := []string{`"players"`, `{}`, `"storyteller_card":2`}
	for i, e := range events(t, dir) {
		if i >= len(want) || !strings.Contains(e, want[i]) {
			t.Errorf("event %d is %s", i, e)
		}
	}
}

// What the table looks up while a clock runs stands there until it goes back to the clock.
func TestReadBesideTheClock(t *testing.T) {
	for l, says := range map[lang.Lang][]string{
		lang.English:    {"Which game?", "Who plays?", "this right?", "laid out?", "Space pauses", "What would", "Which rule", "Back to the clock?"},
		lang.Portuguese: {"Qual jogo?", "Quem joga?", "está certo assim?", "Tudo na mesa?", "Espaço pausa", "O que vocês", "Qual regra", "De volta ao relógio?"},
	} {
		x := window(t, 80, 24, t.TempDir(), l)
		keys(x, "n", says[0], "spyfall"+enter, says[1], "Ana, Bia, Caio, Davi"+enter, says[2], enter, says[3], enter, says[4])
		keys(x, "?", says[5], "l", says[6], "7"+enter, says[7], enter, says[4], "?", says[5], "g", says[4])
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// Screens as they are read at the table.
func TestScreens(t *testing.T) {
	dir := t.TempDir()
	x := window(t, 80, 24, dir, lang.English)
	x.Golden("start")
	keys(x, "n", "Which game?", "1", "Who plays?", "Ana, Bia, Caio, Davi, Eva"+enter, "this right?", enter, "laid out?", enter, "clue first?")
	keys(x, "1", "was it?", "2"+enter, "The votes for", "3245"+enter, "Who laid", "324"+enter, "Bia tells")
	keys(x, "?", "What would")
	x.Golden("menu")
	keys(x, "q", "tablemate resume")
	x.Exit()
	x = window(t, 40, 22, dir, lang.Portuguese)
	keys(x, enter, "Bia narra", "?", "O que vocês", "c", "O que precisa", "1", "Ana narra", "2"+enter, "Os votos na", "5245"+enter, "#4", "24"+enter, "O que fazer?")
	x.Golden("change")
	keys(x, "k", "Bia narra", "?", "O que vocês", "e", "Encerrar", "1", "acabou", "1", "E agora?")
	x.Golden("end")
}

// Two turns of six people stand in a window of 80 columns and 24 rows with the question after them: each reason has one line.
func TestTwoTurnsOfSix(t *testing.T) {
	for l, says := range map[lang.Lang][]string{
		lang.English:    {"Which game?", "Who plays?", "this right?", "laid out?", "clue first?", "was it?", "The votes for", "Who laid", "✓ Ana tells", "Bia tells", "Caio tells"},
		lang.Portuguese: {"Qual jogo?", "Quem joga?", "está certo assim?", "Tudo na mesa?", "em uma dica?", "a carta?", "Os votos na", "De quem é", "✓ Ana narra", "Bia narra", "Caio narra"},
	} {
		x := window(t, 80, 24, t.TempDir(), l)
		keys(x, "n", says[0], "1", says[1], "Ana, Bia, Caio, Dudu, Eva, Zé"+enter, says[2], enter, says[3], enter, says[4], "1", says[5],
			"3"+enter, says[6], "33331"+enter, says[7], "2"+enter, says[9], "1"+enter, says[6], "11114"+enter, says[7], "1"+enter, says[10])
		for _, line := range append(strings.Split(x.Screen(), "\n"), says[8]) {
			if !strings.Contains(x.Screen(), says[8]) || strings.HasPrefix(line, strings.Repeat(" ", 20)) {
				t.Errorf("a reason goes on below, or the first turn does not stand there any more: %q in\n%s", line, x.Screen())
				break
			}
		}
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// The code for phones stands whole in the window, with its address, before anything is laid out, and again from the menu.
func TestCodeAlone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 22}} {
		for l, says := range map[lang.Lang][4]string{
			lang.English:    {"this right?", "laid out?", "clue first?", "▸ Go on"},
			lang.Portuguese: {"está certo assim?", "Tudo na mesa?", "primeiro em uma", "▸ Continuar"},
		} {
			t.Setenv("PLAY_SHARE", "1")
			x := window(t, size[0], size[1], t.TempDir(), l)
			keys(x, "n", "6 Toy", "1", "127.0.0.1", "Ana, Bia, Caio"+enter, says[0], enter, says[3])
			whole(t, x)
			if size[1] < 24 && l == lang.Portuguese { // the list of what to lay out has pages
				nothingOfTheCode(t, x, enter, "▸ ler mais")
			} else {
				nothingOfTheCode(t, x, enter, says[1])
			}
			if size[1] == 24 {
				keys(x, "<", says[0], enter, says[1], enter, says[2], "?", "▸ g", "f", says[3])
				whole(t, x)
				nothingOfTheCode(t, x, ">", says[2])
			}
			x.Press(ttytest.CtrlC, map[lang.Lang]string{lang.English: "Nothing was begun.", lang.Portuguese: "Nenhuma partida foi iniciada."}[l])
			x.Exit()
		}
	}
}

// The page of the code ends by itself once everybody of the table is in, and nothing of it is left.
func TestEverybodyIsIn(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 22}} {
		t.Setenv("PLAY_SHARE", "1")
		x := window(t, size[0], size[1], t.TempDir(), lang.English)
		keys(x, "n", "6 Toy", "6", "127.0.0.1", "Ana, Bia"+enter, "this right?", enter, "▸ Go on")
		address := whole(t, x)
		joins(t, address, "Ana")
		joins(t, address, "Bia")
		x.Wait("The clock of the toy")
		if screen := x.Screen(); strings.ContainsAny(screen, "▄") {
			t.Errorf("a part of the code is left:\n%s", screen)
		}
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// joins lets a phone come in at an address under a name.
func joins(t *testing.T, address, name string) (phone *http.Client, at string) {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	phone = &http.Client{Jar: jar}
	in, err := phone.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = in.Body.Close()
	at = "http://" + in.Request.URL.Host
	if err := sends(phone, at, "/join", fmt.Sprintf(`{"name":%q}`, name)); err != nil {
		t.Fatal(err)
	}
	return phone, at
}

// sends has a phone send something. The error says why it does not count.
func sends(phone *http.Client, at, path, body string) error {
	r, _ := http.NewRequest(http.MethodPost, at+path, strings.NewReader(body))
	r.Header.Set("Origin", at)
	said, err := phone.Do(r)
	if err != nil {
		return err
	}
	defer said.Body.Close()
	if said.StatusCode != http.StatusOK {
		return fmt.Errorf("%s of %s: %s", path, body, said.Status)
	}
	return nil
}

// nothingOfTheCode leaves the page of the code, and fails if a part of it is still in the window.
func nothingOfTheCode(t *testing.T, x *ttytest.Window, key, leadsTo string) {
	t.Helper()
	x.Press(key, leadsTo)
	if screen := x.Screen(); strings.ContainsAny(screen, "▀▄█") {
		t.Errorf("a part of the code is left:\n%s", screen)
	}
}

// whole waits until the window shows a code with its white edge above its address, and returns that.
func whole(t *testing.T, x *ttytest.Window) string {
	t.Helper()
	screen := ""
	for range 100 {
		screen = x.Screen()
		_, below, _ := strings.Cut(screen, "http://")
		address, _, _ := strings.Cut("http://"+below, " ")
		address, _, _ = strings.Cut(address, "\n")
		if picture := strings.TrimRight(reach.Picture(address, false), "\n"); address != "http://" && strings.Contains(screen, picture) {
			return address
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("the code is not whole:\n%s", screen)
	return ""
}

// A table that stands in the window is drawn anew when the window gets another size.
func TestTableInAWindowOfAnotherSize(t *testing.T) {
	for l, says := range map[lang.Lang][]string{
		lang.English:    {"Which game?", "Who plays?", "this right?", "laid out?", "slapped?", "second gem", "What would"},
		lang.Portuguese: {"Qual jogo?", "Quem joga?", "está certo assim?", "Tudo na mesa?", "bateu?", "segunda Gema", "O que vocês"},
	} {
		x := window(t, 80, 24, t.TempDir(), l)
		keys(x, "n", says[0], "2", says[1], "Ana, Bernardo Augusto, Caio, Maria Eduarda"+enter, says[2], enter, says[3], enter, says[4])
		for range 3 {
			keys(x, "1", says[5], "3"+enter, says[4])
		}
		keys(x, "?", says[6], "s", "╯")
		wide := box(x)
		for _, size := range [][2]int{{40, 22}, {50, 30}, {30, 30}, {80, 24}} {
			x.Resize(size[0], size[1])
			for i := 0; box(x) == "" || size[0] == 80 && box(x) != wide; i++ {
				if i == 100 {
					t.Fatalf("%s, %v: no table stands there as\n%s\nbut\n%s", l, size, wide, x.Screen())
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
		x.Send(ttytest.CtrlC)
		x.Exit()
	}
}

// box returns the last table on a screen, whose beginning may lie above it, or "" if a line of it is broken.
func box(x *ttytest.Window) string {
	screen := x.Screen()
	from, to := max(0, strings.LastIndex(screen, "╭")), strings.LastIndex(screen, "╯")
	if to < from {
		return ""
	}
	table := screen[from : to+len("╯")]
	width := -1
	for line := range strings.SplitSeq(table, "\n") {
		n := utf8.RuneCountInString(line)
		if width = max(width, n); n != width || !strings.ContainsRune("╮│┤╯", []rune(line)[n-1]) {
			return ""
		}
	}
	return table
}
