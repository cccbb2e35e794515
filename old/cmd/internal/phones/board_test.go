package phones

import (
	"html"
	"image/png"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/timer"
)

// line returns a line of the standings.
func line(rank int, name string, points int, winner bool, m color.Mark) report.Standing {
	return report.Standing{Standing: scoring.Standing{Rank: rank, Name: name, Points: points, Winner: winner}, Mark: m}
}

// Points look like a gain or a loss, and zero points like neither.
func TestHowPointsLook(t *testing.T) {
	for points, want := range map[int]string{-2: "gain lost", 0: "gain even", 4: "gain"} {
		if got := (standing{Standing: report.Standing{Paid: report.Line{Points: points}}}).Class(); got != want {
			t.Errorf("%d: %s, want %s", points, got, want)
		}
	}
}

// board returns the page of the board.
func (p *phone) board() string {
	p.tb.t.Helper()
	w := p.do("GET", "/board", nil)
	if w.Code == 500 {
		p.tb.t.Fatal("page.html cannot draw the board: ", w.Body)
	}
	return w.Body.String()
}

// The board shows what Show was given and who is waited for. It has no form, and nothing of anybody's answers,
// questions or secrets.
func TestTheBoard(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	p := tb.sits("Ana", "Bia", "")
	tb.keeps(p[0])
	tv := p[2]
	if w := (&phone{tb: tb}).do("GET", "/board", nil); w.Code != 401 || strings.Contains(w.Body.String(), "Ana") {
		t.Error(w.Code, w.Body)
	}
	if w := (&phone{tb: tb, cookie: "AAAA"}).do("GET", "/board", nil); w.Code != 401 {
		t.Error(w.Code)
	}
	tb.hub.Show([]string{"Ana", "Bia", "Caio"}, nil, "g/1/", Board{
		ID: "dixit", Game: lang.Literal("Dixit"), Where: lang.Literal("Turn 3"), Goal: 30, Rows: []report.Standing{line(1, "Ana", 12, false, color.Mark{Letter: "A", Color: 3}), line(2, "<b>Bia", 7, false, color.Mark{Letter: "B"})},
		Marks: []color.Mark{{Letter: "A", Color: 3}}, OnTable: []lang.Text{lang.Literal("five cards")}, Told: []lang.Text{lang.Literal("Ana told")}, Play: "g", Photos: []Photo{{"deadbeef", "Ana"}},
	})
	tb.hub.Print("what the laptop printed")
	qs := voters()
	for i := range qs {
		qs[i].Text, qs[i].Notes = lang.Literal("the secret question"), []lang.Text{lang.Literal("a secret note")}
		qs[i] = qs[i].With(ask.List{Options: lang.Names([]string{"xylophone", "yacht", "zebra"})})
	}
	k := newKeyboard()
	done := tb.gathers(k, qs, func(i int, _ ask.Answer) error {
		if i == 1 {
			return fault.New(lang.Literal("not your own"))
		}
		return nil
	})
	p[0].say(p[0].waits("open"), "3")
	p[1].say(p[1].waits("open"), "2")
	board := func(p *phone) string { return html.UnescapeString(p.board()) }
	for i, one := range p { // the board is the same for everybody
		page := board(one)
		for _, want := range []string{"Dixit", "Turn 3", "Ana", "12", "<b>Bia", `<i class="k k3" aria-hidden=true>A</i> Ana`, "five cards", "Ana told", "Waiting for: Bia and Caio"} {
			if !strings.Contains(page, want) {
				t.Errorf("%d: no %q", i, want)
			}
		}
		for _, never := range []string{"<form", "<button", "<input", "method=post", "secret", "xylophone", "zebra", "yacht", "own", "what the laptop printed", tb.hub.slips[0].no, "keep=", p[0].cookie} {
			if strings.Contains(page, never) {
				t.Errorf("%d: %q is on the board", i, never)
			}
		}
		if page != board(tv) {
			t.Errorf("%d: another board", i)
		}
	}
	for i, chips := range []string{`<i class="k k3" aria-hidden=true>A</i> <b>Ana</b>`, `<b>Bia</b>`, `<b></b>`} { // people at the table have their mark beside their name
		if page := p[i].page(); !strings.Contains(page, "<header>"+chips) {
			t.Errorf("%d: no %s in %s", i, chips, page)
		}
	}
	if raw := tv.board(); strings.Contains(raw, "<b>Bia") {
		t.Error("a name is markup")
	}
	tb.leaves(k, done)
}

// The board shows the clock, with nothing to press and nobody's card.
func TestTheClockOnTheBoard(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia-")
	stop := tb.hub.Watch(Clock{
		Place: "g/2", Text: lang.Literal("Round 2"), Notes: []lang.Text{lang.Literal("nobody has accused")},
		Watch: ask.Watch{Early: lang.Literal("End it"), Options: []lang.Text{lang.Literal("Accuse")}, Cards: lang.Names([]string{"the beach", "the spy"})},
	}, func(int, string) bool { return true })
	tb.hub.Tick(timer.Snapshot{Left: 90 * time.Second, Runs: true})
	tb.pass(30 * time.Second)
	page := p[0].board()
	for _, want := range []string{"Round 2", "nobody has accused", `data-left="60000" data-runs="true"`, "1:00"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	for _, never := range []string{"Accuse", "the beach", "the spy", "End it", "<form"} {
		if strings.Contains(page, never) {
			t.Errorf("%q is on the board", never)
		}
	}
	stop()
	if strings.Contains(p[0].board(), "timer") {
		t.Error("the clock is there still")
	}
}

// At the end the board says who won and why, in the viewer's language.
func TestTheBoardAtTheEnd(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana")[0]
	b := Board{Game: lang.Literal("Dixit"), Rows: []report.Standing{line(1, "Ana", 30, true, color.Mark{}), line(1, "Bia", 30, true, color.Mark{})}, Over: true, Outcome: lang.Msg("phones.over", "thirty points")}
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", b)
	if page := p.board(); !strings.Contains(page, "<h1 class=moment>thirty points</h1>") {
		t.Error(page)
	}
	p.lang = "pt-BR"
	if page := p.board(); !strings.Contains(page, "<h1 class=moment>A partida acabou.</h1>") {
		t.Error(page)
	}
	b.Over = false
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", b)
	if page := p.board(); strings.Contains(page, "<h1") {
		t.Error(page)
	}
}

// If only the board is served, everybody who reaches the address sees it, and nothing else.
func TestABoardWithoutADoor(t *testing.T) {
	tb := newTable(t, "Ana")
	tb.h = (&Server{Hub: tb.hub, Host: host, Config: Config{Voices: func(tag string) *lang.Localizer { return lang.NewLocalizer(tag) }, Boards: true}}).Handler()
	tb.hub.Show([]string{"Ana"}, nil, "", Board{Game: lang.Literal("Dixit"), Rows: []report.Standing{line(1, "Ana", 30, false, color.Mark{})}, Fault: lang.Literal("the disk is away")})
	p := &phone{tb: tb}
	if page := p.board(); !strings.Contains(page, "Ana") || !strings.Contains(page, "the disk is away") || strings.Contains(page, "<form") {
		t.Error(page)
	}
	for _, path := range []string{"GET /", "GET /rules", "GET /photo/x", "POST /sit", "POST /say", "POST /keep"} {
		method, path, _ := strings.Cut(path, " ")
		if w := p.do(method, path, nil); w.Code != 404 && w.Code != 405 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// skips tells the next line or place at once.
func (tb *table) skips() {
	tb.hub.mu.Lock()
	defer tb.hub.mu.Unlock()
	tb.hub.unveils.next.Stop()
	tb.hub.unveils.left--
	tb.hub.unveils.goOn()
}

// Lines are told one by one, then what they paid, and at the end the places from the last one up. Before that, nothing
// of it is in any page or stream. Looking in between starts nothing again.
func TestNothingIsToldBeforeItIs(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	p := tb.sits("Ana", "")
	tb.keeps(p[0])
	before := Board{Play: "g", Happens: 2, Game: lang.Literal("Dixit"), Rows: []report.Standing{line(1, "Caio", 5, false, color.Mark{}), line(2, "Ana", 4, false, color.Mark{}), line(2, "Bia", 4, false, color.Mark{})}}
	after := Board{
		Play: "g", Happens: 3, Game: lang.Literal("Dixit"), Rows: []report.Standing{line(1, "Bia", 31, true, color.Mark{}), line(2, "Ana", 27, false, color.Mark{}), line(2, "Caio", 27, false, color.Mark{})},
		Told: []lang.Text{lang.Literal("the first line"), lang.Literal("the second line")}, Paid: []lang.Text{lang.Literal("why it paid")}, Over: true, Outcome: lang.Literal("Bia wins"), BGStats: "https://bgstats.test/Bia",
	}
	for i := range after.Rows {
		after.Rows[i].Paid, after.Rows[i].Got = report.Line{Points: 23, Say: lang.Literal("found it")}, true
	}
	show := func(b Board) { tb.hub.Show([]string{"Ana", "Bia", "Caio"}, nil, "g/1/", b) }
	show(before)
	show(after)
	all := []string{"the first line", "the second line", ">5<", "27<", ">31<", "+23", "why it paid", "Bia wins", "bgstats.test"}
	steps := []string{"the first line >5<", "the first line the second line >5<", "the first line the second line", "the first line the second line 27<", "the first line the second line 27< >31< +23 why it paid Bia wins bgstats.test"}
	for n, want := range steps {
		show(after) // as at every question
		for _, page := range []string{p[0].page(), p[1].page(), p[1].board()} {
			page = html.UnescapeString(page)
			onBoard := strings.Contains(page, "class=board")
			for _, it := range all {
				says := strings.Contains(want, it) || it == "+23" && n == 3
				if onBoard && says && (it == "why it paid" || it == "bgstats.test" || it == "+23" || strings.HasSuffix(it, "line") && n > 1) {
					continue // a board has reasons only while the game goes on, and never the rules
				}
				if strings.Contains(page, it) != says {
					t.Errorf("step %d: %q is there: %v in %s", n, it, !says, page)
				}
			}
		}
		if n+1 < len(steps) {
			tb.skips()
		}
	}
	if page := p[1].board(); !strings.Contains(page, `<li class="won">`) || strings.Contains(page, "veiled") {
		t.Error(page)
	}
	later := after
	later.Happens, later.Told = 2, nil
	show(later) // it was taken back
	if page := p[1].board(); !strings.Contains(page, "Bia wins") {
		t.Error("what is taken back is told again", page)
	}
	later.Over, later.Told = false, after.Told
	show(later) // the reasons are beside the people, and only there
	if page := p[1].board(); !strings.Contains(page, "found it") || strings.Contains(page, "the first line") {
		t.Error(page)
	}
}

// The steps come by themselves, and stop for a board that is replaced.
func TestItIsToldByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, "Ana", "Bia")
		told := func(play string, n int, lines ...string) {
			tb.hub.Show([]string{"Ana", "Bia"}, nil, "g/1/", Board{Play: play, Happens: n, Told: lang.Names(lines)})
		}
		left := func() int { synctest.Wait(); tb.hub.mu.Lock(); defer tb.hub.mu.Unlock(); return tb.hub.unveils.left }
		told("g", 1)
		told("g", 2, "a", "b", "c")
		time.Sleep(lineStands)
		if n := left(); n != 2 {
			t.Error(n)
		}
		told("g", 3, "d", "e")
		time.Sleep(lineStands)
		if n := left(); n != 1 {
			t.Error(n)
		}
		time.Sleep(lastWaits)
		if n := left(); n != 0 {
			t.Error(n)
		}
		told("another", 9, "f", "g") // a new board is told at once
		if n := left(); n != 0 {
			t.Error(n)
		}
	})
}

// Every page says in large letters that time is up, and offers nothing of what the running clock did: the scorekeeper
// goes on. A clock that somebody stopped stays on the page until something has happened. One that was only watched does
// not.
func TestTimeIsUp(t *testing.T) {
	tb, p, _ := setUp(t, "Ana+", "Bia")
	b := Board{Play: "g", Happens: 2, Game: lang.Literal("Spyfall"), OnTable: lang.Names([]string{"who may accuse"}), Rows: []report.Standing{line(1, "Ana", 0, false, color.Mark{})}}
	show := func() { tb.hub.Show([]string{"Ana", "Bia"}, nil, "g/1/", b) }
	show()
	pressed := ""
	watch := func(press func(int, string) bool) (stop func()) {
		return tb.hub.Watch(Clock{Place: "g/1/", Text: lang.Literal("Round 2"), Notes: lang.Names([]string{"who may accuse"}), Watch: ask.Watch{Options: lang.Names([]string{"Accuse"})}, Left: time.Minute}, press)
	}
	stop := watch(func(_ int, key string) bool { pressed = key; return true })
	pages := func() []string {
		return []string{p[0].page(), p[1].page(), p[1].board()}
	}
	says := func(when string, wants ...string) {
		t.Helper()
		for i, page := range pages() {
			for _, want := range wants {
				it, not := strings.CutPrefix(want, "!")
				if strings.Contains(page, it) == not {
					t.Errorf("%s, page %d: %s in %s", when, i, want, page)
				}
			}
		}
	}
	tb.hub.Tick(timer.Snapshot{Left: time.Minute, Runs: true})
	says("it runs", "who may accuse", "1:00", "!Time is up", "!The clock stands", "!class=rows")
	stop()
	says("it was stopped", "<b class=stood>1:00</b> The clock is paused.", "!role=timer")
	stop = watch(func(_ int, key string) bool { pressed = key; return true })
	tb.hub.Tick(timer.Snapshot{})
	says("time is up", "<h1 class=moment>Time is up!</h1>", "!who may accuse", "!Accuse", "!The clock stands")
	keeper := pages()[0]
	no := regexp.MustCompile(`name=no value="([^"]*)"`).FindStringSubmatch(keeper)
	if no == nil || !strings.Contains(keeper, "value=enter>Go on") || strings.Contains(keeper, "Let it run") || strings.Contains(pages()[1], "value=enter") {
		t.Fatal(keeper)
	}
	if p[0].do("POST", "/press", url.Values{"no": {no[1]}, "seat": {"score"}, "option": {"enter"}}); pressed != "enter" {
		t.Errorf("%q was pressed", pressed)
	}
	stop()
	says("they vote", "Time is up!", "!who may accuse")
	b.Happens++
	show()
	says("something happened", "!Time is up", "who may accuse", "!stands")
	watch(nil)()
	says("it was only seen", "!stands")
}

// Before a game the board shows who has come in, and how to do so while the door is open.
func TestTheLobbyOnTheBoard(t *testing.T) {
	tb := newTable(t)
	p := tb.sits("Ana", "Bia", "")
	tb.hub.Show(nil, nil, "", Board{})
	word, _ := tb.hub.Lobby.Door()
	code := func() int { return p[2].do("GET", "/code/"+word, nil).Code }
	page := p[2].board()
	for _, want := range []string{"http://" + host + "/" + strings.ToLower(word), `src="/code/` + strings.ToLower(word), "<li>Ana</li>", "<li>Bia</li>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	w := p[2].do("GET", "/code/"+word, nil)
	if _, err := png.Decode(w.Body); err != nil || w.Header().Get("Content-Type") != "image/png" {
		t.Error(w.Code, err)
	}
	if w := (&phone{tb: tb}).do("GET", "/code/"+word, nil); w.Code != 401 {
		t.Error("a stranger gets the code:", w.Code)
	}
	laws.Need(t, tb.hub.Lobby.SetDoor(false))
	page = p[0].board() // phones that only looked on are out
	if strings.Contains(page, "http://") || !strings.Contains(page, "<li>Ana</li>") || !strings.Contains(page, "The door is shut") {
		t.Error(page)
	}
	if code() != 401 || p[0].do("GET", "/code/"+word, nil).Code != 404 {
		t.Error("a shut door has a code")
	}
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{Game: lang.Literal("Dixit"), Play: "g"})
	if page := p[0].board(); strings.Contains(page, "class=lobby") {
		t.Error(page)
	}
}
