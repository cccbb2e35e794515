//go:build unix

package cmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
)

// A laptop is the program on plain lines, with phones.
type laptop struct {
	testing.TB
	cmd  *exec.Cmd
	in   io.WriteCloser
	mu   sync.Mutex
	said strings.Builder
	read int // up to where waits has read
}

func start(t testing.TB, data string, args ...string) *laptop {
	t.Helper()
	l := &laptop{TB: t, cmd: exec.Command(os.Args[0], append(args, "--share", "--plain", "--lang", "en", "--data", data)...)}
	l.cmd.Env = append(os.Environ(), "TABLEMATE_TESTED=1")
	var err error
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	l.cmd.Stderr = l.cmd.Stdout
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.kill)
	go func() {
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			l.mu.Lock()
			l.said.WriteString(line)
			l.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return l
}

func (l *laptop) kill() { _ = l.cmd.Process.Kill(); _ = l.cmd.Wait() }

// waits waits until the program says a phrase, after the one that was waited for before, and returns the match.
func (l *laptop) waits(phrase string) string {
	l.Helper()
	for range 12_000 { // a minute
		l.mu.Lock()
		text := l.said.String()
		l.mu.Unlock()
		if at := regexp.MustCompile(phrase).FindStringIndex(text[l.read:]); at != nil {
			from := l.read
			l.read += at[1]
			return text[from+at[0] : l.read]
		}
		time.Sleep(5 * time.Millisecond)
	}
	l.Fatalf("the laptop never says %q:\n%s", phrase, l.said.String()[l.read:])
	return ""
}

func (l *laptop) types(lines ...string) {
	for _, s := range lines {
		if _, err := io.WriteString(l.in, s+"\n"); err != nil {
			l.Fatal(err)
		}
	}
}

// A phone asks and answers as the page does.
type phone struct {
	testing.TB
	http.Client
	name, host string
	v          string
	board      string // "board=1&" on a screen that shows the board
	doc        phones.Doc
}

// scan opens a link, as a phone does whose owner has chosen no name yet.
func scan(t testing.TB, link, name string) *phone {
	t.Helper()
	p := &phone{TB: t, name: name, host: strings.Join(strings.Split(link, "/")[:3], "/")}
	p.Jar, _ = cookiejar.New(nil)
	w, err := p.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	_ = w.Body.Close()
	return p
}

func join(t testing.TB, link, name string) *phone {
	t.Helper()
	p := scan(t, link, name)
	if code := p.post("/join", map[string]string{"name": name}); code != http.StatusOK {
		t.Fatalf("%s is not let in: %d", name, code)
	}
	return p
}

// post returns the status of the answer, or 0 if there is none.
func (p *phone) post(path string, body map[string]string) int {
	raw, _ := json.Marshal(body)
	r, err := http.NewRequest(http.MethodPost, p.host+path, strings.NewReader(string(raw)))
	if err != nil {
		p.Fatal(err)
	}
	r.Header.Set("Origin", p.host)
	r.Header.Set("Content-Type", "application/json")
	w, err := p.Do(r)
	if err != nil {
		return 0
	}
	defer w.Body.Close()
	return w.StatusCode
}

// look asks for the phone's document once, or waits for another one than it has.
func (p *phone) look(path string) bool {
	w, err := p.Get(p.host + path + p.v)
	if err != nil {
		return false
	}
	defer w.Body.Close()
	var got struct {
		V   string     `json:"v"`
		Doc phones.Doc `json:"doc"`
	}
	if w.StatusCode != http.StatusOK || json.NewDecoder(w.Body).Decode(&got) != nil {
		return false
	}
	p.v, p.doc = got.V, got.Doc
	return true
}

// until waits for a document.
func (p *phone) until(what string, is func(phones.Doc) bool) {
	p.Helper()
	p.v = ""
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if !p.look("/doc?" + p.board + "v=") {
			time.Sleep(5 * time.Millisecond)
		} else if is(p.doc) {
			return
		}
	}
	p.Fatalf("%s never %s: %+v", p.name, what, p.doc)
}

// asked waits for a secret that is asked of the phone.
func (p *phone) asked() {
	p.Helper()
	p.until("is asked", func(d phones.Doc) bool { return len(d.Mine) == 1 && d.Mine[0].Secret && !d.Mine[0].In })
}

// answer answers the secret that is asked.
func (p *phone) answer(line string) {
	p.Helper()
	p.asked()
	if code := p.post("/say", map[string]string{"token": p.doc.Mine[0].Token, "line": line}); code != http.StatusOK {
		p.Fatalf("%s's answer %q: %d", p.name, line, code)
	}
}

func somebodyIsAsked(d phones.Doc) bool { return len(d.Asked) > 0 }

// dixit begins a game in which everybody votes in secret, on phones.
func dixit(t testing.TB, data string, names ...string) (l *laptop, link string, all []*phone) {
	t.Helper()
	l = start(t, data, "play", "dixit", "--addr", "127.0.0.1:0")
	l.types(strings.Join(names, ", "), "t", "500", "", "")
	link = l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Who thought of a clue first")
	for _, n := range names {
		all = append(all, join(t, link, n))
	}
	return l, link, all
}

// Somebody who comes with a phone is taken in with one yes, and is at the table at once, on every screen. What is
// being put right just then is put right first.
func TestNewcomer(t *testing.T) {
	l, link, all := dixit(t, t.TempDir(), "Ana", "Bia", "Caio")
	eva := join(t, link, "Eva")
	eva.until("is told that the laptop asks", func(d phones.Doc) bool { return len(d.Hello) > 0 })
	l.waits("Does Eva join in")
	l.types("1")
	l.waits("clue first")
	eva.until("is at the table", func(d phones.Doc) bool { return len(d.Hello) == 0 && len(d.Board.Rows) == 4 })
	all[0].until("sees Eva", func(d phones.Doc) bool { return len(d.Board.Rows) == 4 })

	l.types("Ana")
	for i, p := range append(all, eva) {
		p.answer(strconv.Itoa(i + 1))
	}
	for _, p := range append(all[1:], eva) {
		p.answer("1")
	}
	l.waits("everybody found it") // keys typed before belong to the votes
	l.waits("Bia, which card is yours|Waiting for Bia")
	l.types("?c", "1")
	l.waits("Which card did each of them lay")
	gil := join(t, link, "Gil")
	gil.until("is told that the laptop asks", func(d phones.Doc) bool { return len(d.Hello) > 0 })
	l.waits("Gil's phone is here")
	l.types("", "", "k")
	l.waits("Does Gil join in")

	// In the middle of a turn nothing comes between the table and its answers.
	l.types("1")
	l.waits("Waiting for")
	all = append(all, eva, gil)
	all[0].answer("1")
	join(t, link, "Ivo")
	l.waits("Ivo's phone is here")
	for i, p := range all[1:] {
		p.answer(strconv.Itoa(i + 2))
	}
	for i, p := range all {
		if i != 1 {
			p.answer("2")
		}
	}
	l.waits("everybody found it")
	l.waits("Does Ivo join in")

	// Who was left out waits in the menu.
	l.types("2", "?people")
	l.waits("Ivo sits down: the phone is here already")
	l.types("ivo", "gil")
	l.waits("Ivo begins with 0 points")
}

// Phones choose from the names that the table is about to agree on, before it has.
func TestNamesBeforeTheGame(t *testing.T) {
	l := start(t, t.TempDir(), "play", "versus", "--addr", "127.0.0.1:0")
	link := l.waits(`http://127[\d.:]+/\w+`)
	bia := scan(t, link, "Bia")
	bia.until("may say a name", func(d phones.Doc) bool { return len(d.Join) == 0 && d.Say["who"] != "" })
	l.types("Ana, Bia, Caio")
	bia.until("sees who plays", func(d phones.Doc) bool { return slices.Equal(d.Join, []string{"Ana", "Bia", "Caio"}) })
	if code := bia.post("/join", map[string]string{"name": "bia"}); code != http.StatusOK {
		t.Fatal(code)
	}
	l.waits("Bia's phone is here")
	l.types("", "")
	bia.until("is at the table", func(d phones.Doc) bool { return d.Me == "Bia" && len(d.Board.Rows) == 3 })
}

// A game that is resumed says where phones come in, also when everybody's phone is known; the board on the laptop itself
// needs no code.
func TestResumedAddress(t *testing.T) {
	data := t.TempDir()
	l, link, all := dixit(t, data, "Ana", "Bia", "Caio")
	all[0].until("is asked who begins", func(d phones.Doc) bool { return len(d.Mine) > 0 })
	l.kill()
	l = start(t, data, "resume", "--addr", strings.TrimPrefix(all[0].host, "http://"))
	if again := l.waits(`Phones come in at http://127[\d.:]+/\w+`); !strings.HasSuffix(again, link) {
		t.Errorf("the code was %s, and now %s", link, again)
	}
	l.waits(`http://127[\d.:]+/\w+/board`)
	for _, p := range all {
		p.until("is back", func(d phones.Doc) bool { return d.Me == p.name })
	}
	board := scan(t, all[0].host+"/board", "the board")
	board.board = "board=1&"
	board.until("shows the table", func(d phones.Doc) bool { return len(d.Board.Rows) == 3 })
}

// Whoever was left out of the table a moment ago is asked about with a No, and somebody new with a Yes.
func TestLeftOut(t *testing.T) {
	data := t.TempDir()
	l := start(t, data, "play", "dixit", "--addr", "127.0.0.1:0")
	l.types("Ana, Bia, Caio, Davi", "", "", "1", "2")
	l.waits("Bia, which card is yours")
	l.kill()
	l = start(t, data, "play", "dixit", "--addr", "127.0.0.1:0")
	l.waits("is this right")
	l.types("n")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.types("Ana, Bia, Caio")
	l.waits("is this right")
	join(t, link, "Davi")
	l.waits("Davi is here with a phone, and not in the game")
	l.types("")
	l.waits(`Does Davi join in\?\n1 Yes\n2 No\nEnter: No`)
	join(t, link, "Eva")
	l.types("")
	l.waits(`Does Eva join in\?\n1 Yes\n2 No\nEnter: Yes`)
}

// People who are in the lobby and not in the game are told so, and the laptop asks about them once it has begun.
func TestInTheLobby(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit", "--addr", "127.0.0.1:0")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Who plays")
	l.types("Ana, Bia, Caio")
	l.waits("is this right")
	eva := join(t, link, "Eva")
	eva.until("is told", func(d phones.Doc) bool {
		return len(d.Hello) == 2 && strings.HasPrefix(d.Hello[1], "You are not among those who play: Ana, Bia and Caio.")
	})
	l.waits("Eva is here with a phone, and not in the game")
	l.types("")
	l.waits("Does Eva join in")
	eva.until("is told what the laptop asks", func(d phones.Doc) bool { return strings.Contains(d.Now, "Does Eva join in") })
	l.types("1")
	eva.until("is at the table", func(d phones.Doc) bool { return len(d.Hello) == 0 && len(d.Board.Rows) == 4 })
}

// The laptop says once who comes into the lobby: the question names them, or a sentence does where it leaves them out.
func TestLobbyIsSaidOnce(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit", "--addr", "127.0.0.1:0")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Who plays")
	join(t, link, "Ana")
	l.waits(`Enter: Ana\.`)
	join(t, link, "Bia")
	l.waits(`Enter: Ana and Bia\.`)
	l.types("Ana, Bia, Caio")
	l.waits("is this right")
	join(t, link, "Eva")
	l.waits("Eva is here with a phone, and not in the game")
	join(t, link, "Caio")
	l.waits("Caio's phone is here")
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range []string{"Ana", "Bia", "Eva"} {
		if said := n + "'s phone is here"; strings.Contains(l.said.String(), said) {
			t.Errorf("the laptop says also: %s", said)
		}
	}
}

// The places are read out from the scorekeeper's phone, which shows each of them.
func TestReadOutOnAPhone(t *testing.T) {
	l := start(t, t.TempDir(), "play", "versus", "--addr", "127.0.0.1:0")
	l.types("Ana, Bia, Caio", "", "")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Who slapped")
	ana := join(t, link, "Ana")
	l.types("?phones")
	l.waits("What about the phones")
	l.types("Ana")
	l.waits("It keeps the score")
	l.types("1")
	ana.says(ana.leads("Who slapped"), "line", "Bia")
	ana.says(ana.leads("second gem"), "line", `["Caio","[]"]`)
	ana.says(ana.leads("Who slapped"), "want", "?end")
	ana.says(ana.leads("End the game now"), "line", "yes")
	over := ana.leads("The game is over")
	if board := ana.doc.Board; board.Over || board.Where != "" {
		t.Errorf("the phone knows before it is read out: %+v", board)
	}
	ana.says(over, "key", "read")
	for _, place := range []string{"Ana", "Bia and Caio"} {
		ana.says(ana.leads(place), "line", "go on")
	}
	ana.until("has the result", func(d phones.Doc) bool { return d.Board.Over })
	// Once more from the menu: nobody sees on a screen what is still to be read out, and then everybody does.
	bia, board := join(t, link, "Bia"), scan(t, link+"/board", "the board")
	board.board = "board=1&"
	if code := bia.post("/again", map[string]string{}); code != http.StatusOK {
		t.Fatal(code)
	}
	l.waits("What now")
	l.types("r")
	for _, p := range []*phone{bia, board, ana} {
		p.until("waits", func(d phones.Doc) bool { return strings.Contains(d.Now, "read out") })
		if b := p.doc.Board; b.Over || b.Chart != "" || b.Where != "" || b.Rows != nil {
			t.Errorf("%s's board knows the result before it is read out: %+v", p.name, b)
		}
		if d := p.doc; d.You != "" || d.Total != nil {
			t.Errorf("%s knows their own result before it is read out: %q, %q", p.name, d.You, d.Total)
		}
	}
	l.types("", "")
	for _, p := range []*phone{bia, board} {
		p.until("has the result, and those who play again", func(d phones.Doc) bool {
			return d.Board.Over && slices.ContainsFunc(d.Again, func(one phones.Person) bool { return one.Name == "Bia" && one.In })
		})
	}
	// A page that does not ask at that very moment hears that the table is closed, too.
	time.Sleep(100 * time.Millisecond)
	l.types("q")
	time.Sleep(200 * time.Millisecond)
	for _, p := range []*phone{bia, board} {
		p.until("hears that the table is closed", func(d phones.Doc) bool { return d.Bye != "" && d.Now == "" })
	}
}

// A signal that ends the program ends it at the table: it says how to come back.
func TestTerminated(t *testing.T) {
	l, _, _ := dixit(t, t.TempDir(), "Ana", "Bia", "Caio")
	l.types("Ana")
	l.waits("Waiting for")
	if err := l.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	l.waits("All is kept")
	l.waits(`resume \w+ --share --addr 127\.0\.0\.1:0`)
}

// The program is killed in the middle of votes, KILLS times: an answer whose phone heard “In” is in, and nobody is asked for it
// again.
func TestKilledUnderVotes(t *testing.T) {
	kills := 3
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		kills = n
	}
	data, r := t.TempDir(), rand.New(rand.NewPCG(1, 7))
	l, _, all := dixit(t, data, "Ana", "Bia", "Caio", "Davi")
	l.types("Ana")
	in := map[string]string{} // the answers that count, by the number of their question
	votes := map[string][]string{}
	acknowledged, last := 0, time.Now()
	var slowest time.Duration
	for range kills {
		var mu sync.Mutex
		var wait sync.WaitGroup
		for i, p := range all {
			if i == r.IntN(2*len(all)) {
				continue
			}
			p.until("is back", somebodyIsAsked)
			if len(p.doc.Mine) == 0 { // the storyteller, while the others vote
				continue
			}
			f := p.doc.Mine[0]
			mu.Lock()
			was, is := in[f.Token]
			mu.Unlock()
			if is != f.In {
				t.Fatalf("%s answered %q, but their phone says %v", p.name, was, f.In)
			}
			if f.In {
				continue
			}
			line, votes1 := strconv.Itoa(i+1), !strings.Contains(f.Text, "yours")
			if votes1 {
				line = strconv.Itoa((i+1+r.IntN(len(all)-1))%len(all) + 1)
			}
			wait.Go(func() {
				if p.post("/say", map[string]string{"token": f.Token, "line": line}) != http.StatusOK {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				in[f.Token] = line
				acknowledged++
				if votes1 {
					votes[p.name] = append(votes[p.name], line)
				}
			})
		}
		slowest = max(slowest, time.Since(last))
		time.Sleep(time.Duration(r.IntN(6000)) * time.Microsecond)
		l.kill()
		wait.Wait()
		l = start(t, data, "resume", "--addr", strings.TrimPrefix(all[0].host, "http://"))
		last = time.Now()
		for _, p := range all { // an answer that was written but not acknowledged is in as well
			p.until("is back", somebodyIsAsked)
			if m := p.doc.Mine; len(m) > 0 && m[0].In && in[m[0].Token] == "" {
				in[m[0].Token] = "?"
			}
		}
	}
	l.kill()
	t.Logf("%d kills, %d acknowledged, back after %v at most", kills, acknowledged, slowest.Round(time.Millisecond))
	for _, p := range all {
		kept := cast(t, data, p.name)
		for i, v := range votes[p.name] { // an answer that was written and not acknowledged is between them
			if at := slices.Index(kept, v); at < 0 {
				t.Errorf("%s voted %q, and %q is kept from number %d on", p.name, votes[p.name], kept, i)
				break
			} else {
				kept = kept[at+1:]
			}
		}
	}
}

// cast returns somebody's votes in all turns that are over, and in the file behind them.
func cast(t *testing.T, data, name string) (all []string) {
	t.Helper()
	files, err := os.ReadDir(data + "/games")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(data + "/games/" + f.Name())
		if err != nil || !strings.HasSuffix(f.Name(), ".jsonl") {
			continue
		}
		for line := range strings.SplitSeq(string(raw), "\n") {
			for _, m := range regexp.MustCompile(fmt.Sprintf(`"id":"dixit.vote[^"]*","who":%q,"line":"(\d+)"`, name)).FindAllStringSubmatch(line, -1) {
				all = append(all, m[1])
			}
		}
	}
	return all
}

// People without a phone see the card that was dealt at the laptop, after the others looked away; so does everybody when the
// game goes on without phones.
func TestDealtAtTheLaptop(t *testing.T) {
	data := t.TempDir()
	l := start(t, data, "play", "spyfall", "--addr", "127.0.0.1:0")
	link := l.waits(`http://127[\d.:]+/\w+`)
	ana := join(t, link, "Ana")
	l.waits("Enter: Ana")
	l.types("Ana, Bia, Caio", "c", "2", "", "", "")
	board := scan(t, link+"/board", "the board")
	board.board = "board=1&"
	for _, name := range []string{"Bia", "Caio"} {
		l.waits("The keyboard goes to " + name)
		board.until("says what is to do", func(d phones.Doc) bool { return d.Now == "Everybody looks at their own card: "+name+" at the laptop." })
		l.types("")
		l.waits("You are (at|the spy)")
		l.types("")
	}
	l.waits("looked at their card")
	ana.until("has a card", func(d phones.Doc) bool { return d.Card != nil })
	l.kill()
	l = start(t, data, "resume", "--addr", "127.0.0.1:0")
	l.waits("The keyboard goes to Bia")
	l.types("<")
	l.waits("looked at their card")
}

// says sends a form's answer, or something else in place of one.
func (p *phone) says(f *phones.Form, what, line string) {
	p.Helper()
	if code := p.post("/say", map[string]string{"token": f.Token, what: line}); code != http.StatusOK {
		p.Fatalf("%s says %q to %q: %d", p.name, line, f.Text, code)
	}
}

// leads waits until the phone that keeps the score is asked something.
func (p *phone) leads(phrase string) *phones.Form {
	p.Helper()
	p.until("is asked: "+phrase, func(d phones.Doc) bool { return d.Lead != nil && strings.Contains(d.Lead.Text, phrase) })
	return p.doc.Lead
}

// One phone keeps the score: it has each question of the laptop, goes back, and has the menu; the laptop is not touched. The
// board shows it without a name. A name that is taken is given again on that phone.
func TestKeeper(t *testing.T) {
	l := start(t, t.TempDir(), "play", "versus", "--addr", "127.0.0.1:0")
	l.types("Ana, Bia, Caio", "", "")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Who slapped")
	ana, bia, board := join(t, link, "Ana"), join(t, link, "Bia"), scan(t, link+"/board", "the board")
	board.board = "board=1&"
	l.types("?phones")
	l.waits("What about the phones")
	l.types("Ana")
	l.waits("It keeps the score")
	l.types("1")
	ana.says(ana.leads("Who slapped"), "line", "Ana")
	ana.says(ana.leads("second gem"), "want", "<")
	ana.says(ana.leads("Who slapped"), "line", "Bia")
	ana.says(ana.leads("second gem"), "line", `["Caio","[]"]`)
	slapped := func(d phones.Doc) bool { return len(d.Board.Rows) == 3 && d.Board.Rows[0].Name == "Bia" }
	bia.until("sees the slap", slapped)
	board.until("sees the slap", slapped)
	for _, p := range []*phone{board, bia} {
		if p.doc.Lead != nil || len(p.doc.Menu) > 0 {
			t.Errorf("%q keeps the score as well: %+v, %+v", p.doc.Me, p.doc.Lead, p.doc.Menu)
		}
	}
	if board.doc.Me != "" {
		t.Errorf("the board has a name: %q", board.doc.Me)
	}
	ana.says(ana.leads("Who slapped"), "want", "?undo")
	bia.until("sees nothing of it", func(d phones.Doc) bool { return len(d.Board.Rows) == 3 && d.Board.Rows[0].Name == "Ana" })

	if code := board.post("/join", map[string]string{"name": "Bia"}); code != http.StatusUnprocessableEntity {
		t.Errorf("a name that is taken is given again: %d", code)
	}
	ana.says(ana.leads("Who slapped"), "want", "?phones")
	ana.says(ana.leads("What about the phones"), "line", optionOf(ana.doc.Lead, "Bia"))
	ana.says(ana.leads("Bia's phone"), "line", optionOf(ana.doc.Lead, "Free"))
	ana.leads("Who slapped")
	if code := board.post("/join", map[string]string{"name": "Bia"}); code != http.StatusOK {
		t.Errorf("a name that was freed is not given again: %d", code)
	}
	bia.until("is nobody's", func(d phones.Doc) bool { return d.Me == "" })
}

// optionOf returns the line of an option by a phrase of its text.
func optionOf(f *phones.Form, phrase string) string {
	for _, o := range f.Options {
		if strings.Contains(o.Text, phrase) {
			return o.Line
		}
	}
	return "no " + phrase
}

// anaTells plays the first turn of four people on their phones: Ana tells, the cards are 1 to 4, and two voters find hers.
func anaTells(l *laptop, all []*phone) {
	l.types("Ana")
	for i, card := range []string{"1", "2", "3", "4"} {
		all[i].answer(card)
	}
	for i, vote := range []string{"1", "1", "2"} {
		all[i+1].answer(vote)
	}
}

// An answer that a phone held back while it was cut off counts only where it was asked: after resume it does, and not after
// an undo, a correction, or in the next game.
func TestHeldBack(t *testing.T) {
	const undo, itself, correction, rematch, resumed = "an undo", "an undo of the answer itself", "a correction", "a rematch", "resume"
	for _, what := range []string{undo, itself, correction, rematch, resumed} {
		t.Run(what, func(t *testing.T) {
			data := t.TempDir()
			l, _, all := dixit(t, data, "Ana", "Bia", "Caio", "Davi")
			anaTells(l, all)
			l.waits("Waiting for Bia, Ana")
			bia := all[1]
			bia.asked()
			held := map[string]string{"token": bia.doc.Mine[0].Token, "line": "4"}
			counts := http.StatusConflict
			switch what {
			case undo: // the whole turn before
				l.types("?undo")
				l.waits("Undone: Turn 1")
				l.types("Ana")
				l.waits("Waiting for Ana, Bia")
			case itself: // the laptop has it, and the phone did not hear so
				bia.answer("4")
				l.types("?undo")
				l.waits("Undone: the last answer, by Bia")
				l.waits("Waiting for Bia")
			case correction:
				l.types("?c", "1", "", "3 1 2", "", "k")
				l.waits("Caio needs")
				l.waits("Waiting for Bia")
				board := scan(t, bia.host+"/board", "the board")
				board.board = "board=1&"
				board.until("says the turn, the points and the cause once", func(d phones.Doc) bool {
					return len(d.Corrected) == 2 && strings.HasPrefix(d.Corrected[0], "Turn 1 (Ana) put right: ") && strings.Contains(d.Corrected[0], " → ") &&
						strings.Contains(d.Corrected[1], "votes") && !strings.Contains(d.Corrected[1], "→")
				})
			case rematch:
				l.types("?e", "1", "", "a", "", "", "Ana")
				l.waits("clue first")
				l.waits("Waiting for Ana")
			case resumed:
				l.kill()
				l = start(t, data, "resume", "--addr", strings.TrimPrefix(bia.host, "http://"))
				l.waits("Waiting for Bia")
				counts = http.StatusOK
			}
			if code := bia.post("/say", held); code != counts {
				t.Errorf("it is told %d", code)
			}
			if counts != http.StatusOK {
				bia.asked()
				return
			}
			bia.until("hears that it counts", func(d phones.Doc) bool { return len(d.Mine) == 1 && d.Mine[0].In })
			l.waits("Waiting for Ana, Caio and Davi")
		})
	}
}

// When the time is up neither the spy's phone names a location, nor does anybody's accuse: the laptop's clock still stands
// there, and goes on as if nobody had pressed anything.
func TestTooLateForTheSpy(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall", "--addr", "127.0.0.1:0")
	link := l.waits(`http://127[\d.:]+/\w+`)
	var all []*phone
	for _, name := range []string{"Ana", "Bia", "Caio"} {
		all = append(all, join(t, link, name))
		l.waits("Enter: .*" + name)
	}
	l.types("", "m", "1s", "c", "2", "", "", "", "")
	l.waits("Time is up|Time's up|TIME")
	for _, p := range all {
		p.until("has the clock", func(d phones.Doc) bool { return d.Card != nil && d.Clock != nil && d.Clock.Left == 0 })
		for _, line := range []string{"reveal", "accuse"} {
			if code := p.post("/say", map[string]string{"token": p.doc.Clock.Token, "line": line}); code != http.StatusUnprocessableEntity {
				t.Errorf("%s says %s when time is up: %d", p.name, line, code)
			}
		}
	}
	l.types("")
	l.waits("Who does each of you suspect|Waiting for")
}

// Somebody who accuses by mistake takes it back on their phone: the clock goes on, and the others are asked nothing.
func TestAccusationTakenBack(t *testing.T) {
	l := start(t, t.TempDir(), "play", "spyfall", "--addr", "127.0.0.1:0")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.types("Ana, Bia, Caio", "", "")
	l.waits("left")
	ana, bia := join(t, link, "Ana"), join(t, link, "Bia")
	ana.until("has the clock", func(d phones.Doc) bool { return d.Clock != nil && d.Clock.Runs })
	token := ana.doc.Clock.Token
	if code := ana.post("/say", map[string]string{"token": token, "line": "accuse"}); code != http.StatusOK {
		t.Fatal(code)
	}
	ana.until("is asked whom", func(d phones.Doc) bool { return len(d.Mine) == 1 && len(d.Mine[0].Keys) == 1 })
	f := ana.doc.Mine[0]
	if f.Keys[0].Text != "Nobody: I take it back" || !f.Final {
		t.Errorf("%+v", f)
	}
	if code := bia.post("/say", map[string]string{"token": f.Token, "key": "<"}); code == http.StatusOK {
		t.Error("Bia takes it back")
	}
	ana.says(f, "key", "<")
	for _, p := range []*phone{ana, bia} {
		p.until("has the clock again", func(d phones.Doc) bool {
			return d.Clock != nil && d.Clock.Runs && len(d.Mine) == 0 && len(d.Clock.Options) > 1
		})
	}
}

// Another game is for those who said “I'm in” on their phones, and for those who have none. The table that changes is asked about.
func TestWhoIsIn(t *testing.T) {
	l := start(t, t.TempDir(), "play", "pad", "--addr", "127.0.0.1:0")
	l.types("Ana, Bia, Caio", "")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("points")
	ana, bia := join(t, link, "Ana"), join(t, link, "Bia")
	ends := func() {
		t.Helper()
		l.types("1 2 3")
		l.waits("Round 2")
		l.types("?end")
		l.waits("End the game now")
		l.types("1")
		l.waits("The game is over")
		l.types("1")
		l.waits("What now")
	}
	ends()
	ana.until("may say so", func(d phones.Doc) bool { return len(d.Again) == 3 })
	if code := ana.post("/again", map[string]string{}); code != http.StatusOK {
		t.Fatal(code)
	}
	l.waits("Ana is in for another game")
	l.types("a")
	l.waits("is this right")
	l.waits("Clockwise: Ana and Caio")
	bia.until("is not in it", func(d phones.Doc) bool { return len(d.Hello) == 2 && strings.Contains(d.Hello[1], "Ana and Caio") })
}

// Once everybody has answered, phones and the board say what the laptop is still asked.
func TestWhatTheLaptopIsStillAsked(t *testing.T) {
	l := start(t, t.TempDir(), "play", "picture-perfect", "--score-only", "--addr", "127.0.0.1:0")
	l.types("Ana, Bia", "1", "")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Guest 1")
	for _, n := range []string{"Ana", "Bia"} {
		p := join(t, link, n)
		p.until("is asked", func(d phones.Doc) bool { return len(d.Mine) == 1 && strings.HasPrefix(d.Mine[0].Text, "Guest 1") })
		p.says(p.doc.Mine[0], "line", "2")
	}
	board := scan(t, link+"/board", "the board")
	board.board = "board=1&"
	board.until("says for what it waits", func(d phones.Doc) bool {
		return strings.HasPrefix(d.Now, "Guest 1") && strings.Contains(d.Now, " At the laptop: VIP cards in the envelope?")
	})
	l.types("")
	l.waits("Guest 2")
}

// A turn that was told, and after which somebody has answered, is not told once more after a crash.
func TestToldOnce(t *testing.T) {
	data := t.TempDir()
	l, link, all := dixit(t, data, "Ana", "Bia", "Caio", "Davi")
	anaTells(l, all)
	board := scan(t, link+"/board", "the board")
	board.board = "board=1&"
	board.until("tells the turn", func(d phones.Doc) bool { return d.Reveal != nil && d.Reveal.Fresh })
	again := func() {
		l.kill()
		l = start(t, data, "resume", "--addr", strings.TrimPrefix(all[0].host, "http://"))
		for _, p := range append(slices.Clone(all), board) {
			p.until("is back", somebodyIsAsked)
		}
	}
	again() // nobody has answered since: it stands there, and not as new
	if r := board.doc.Reveal; r == nil || r.Fresh {
		t.Errorf("before the next answer: %+v", r)
	}
	for _, p := range all {
		if len(p.doc.Mine) == 1 && p.doc.Mine[0].Secret && !p.doc.Mine[0].In {
			p.answer("2")
			break
		}
	}
	board.until("has forgotten the turn", func(d phones.Doc) bool { return true })
	again()
	for _, p := range append(slices.Clone(all), board) {
		if p.doc.Reveal != nil {
			t.Errorf("%s is told the turn once more: %+v", p.name, p.doc.Reveal)
		}
	}
}

// A file of the phones in which something else stands is named, and copied before it is written; the
// evening goes on with a code of its own.
func TestPhonesFileNobodyCanRead(t *testing.T) {
	for _, was := range []string{"<<<<<<< HEAD\n{}\n=======\n", "[1", `"text"`, "\x00\x00\x00\x00"} {
		data := t.TempDir()
		state := filepath.Join(data, "state")
		if err := os.MkdirAll(state, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(state, "phones.json"), []byte(was), 0o600); err != nil {
			t.Fatal(err)
		}
		l := start(t, data, "play", "dixit", "--addr", "127.0.0.1:0")
		l.waits(`phones\.json cannot be read: something else stands in it`)
		join(t, l.waits(`http://127[\d.:]+/\w+`), "Ana").until("is in", func(d phones.Doc) bool { return d.Me == "Ana" })
		l.kill()
		copies, _ := filepath.Glob(filepath.Join(state, "phones.damaged*"))
		if len(copies) != 1 {
			t.Fatalf("%q: copies %q", was, copies)
		}
		if raw, _ := os.ReadFile(copies[0]); string(raw) != was {
			t.Errorf("%q: the copy is %q", was, raw)
		}
	}
}
