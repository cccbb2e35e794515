package phones

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

var pair = setup.Table{Players: []setup.Name{"Ana", "Bia"}}

// toldTable returns a table whose turns pay points, and the clock that says when they are revealed.
func toldTable(t *testing.T) (h *Hub, now *time.Time, doc func(who setup.Name, board bool) Doc, show func(shown string, points int, change func(*Scene))) {
	t.Helper()
	h, _ = newHub(pair)
	at := time.Unix(100, 0)
	h.config.Now = func() time.Time { return at }
	show = func(shown string, points int, change func(*Scene)) {
		s := Scene{Table: pair, Begun: true, Shown: shown, Lines: 2, New: true, Board: func(lang.Lang) Board {
			return Board{
				Where: fmt.Sprint(30-points, " more"), Told: []string{"Bia's story was card 2", "Ana found it"}, Paid: true,
				Rows: []Row{{Rank: 1, Name: "Ana", Points: points, Gain: "+3", Why: "found it"}, {Rank: 2, Name: "Bia", Points: 2}},
				Was:  []Row{{Rank: 1, Name: "Bia", Points: 2}, {Rank: 2, Name: "Ana", Points: points - 3}},
			}
		}}
		if change != nil {
			change(&s)
		}
		h.Show(s)
	}
	doc = func(who setup.Name, board bool) Doc { return h.view(guest{Name: who}, board, lang.English) }
	return h, &at, doc, show
}

// A reveal comes first: as long as it is fresh, no document has the order, the totals or the points that are missing to the
// end. It goes when the next question has been answered, and the next turn has one of its own, in any game.
func TestRevealedInItsOwnTime(t *testing.T) {
	h, now, doc, show := toldTable(t)
	show("game one 7", 5, nil)
	for _, board := range []bool{false, true} {
		d := doc("Ana", board)
		if !d.Reveal.Fresh || d.Board.Where != "" || d.Board.Rows[0].Name != "Bia" || d.Board.Rows[1].Points != 2 || d.Board.Rows[1].Gain != "" {
			t.Errorf("fresh, board %v: %+v, %+v", board, d.Reveal, d.Board)
		}
	}
	if a, b := doc("Ana", false).Reveal, doc("Bia", false).Reveal; a.Gain != "+3" || a.Why != "found it" || b.Gain != "+0" {
		t.Errorf("their own: %+v, %+v", a, b)
	}
	*now = now.Add(time.Minute)
	if d := doc("Ana", false); d.Reveal == nil || d.Reveal.Fresh || d.Board.Where != "25 more" || d.Board.Rows[0].Name != "Ana" {
		t.Errorf("when it has been read: %+v, %+v", d.Reveal, d.Board)
	}
	show("game one 7", 5, nil)
	if doc("Ana", false).Reveal.Fresh {
		t.Error("the same is told as new")
	}
	group := ask.Group{Asked: []ask.Question{{ID: "card", Who: "Ana", Shape: ask.Number{Hi: 3}}}}
	h.lift(h.post("1", group), true)
	if doc("Bia", false).Reveal == nil {
		t.Error("it goes when a question is only left for the menu")
	}
	h.lift(h.post("1", group), false)
	if a, b := doc("Bia", false).Reveal, doc("", true).Reveal; a != nil || b != nil {
		t.Errorf("the next question has been answered: %+v, %+v", a, b)
	}
	show("game two 7", 5, nil)
	if d := doc("Ana", false); d.Reveal == nil || !d.Reveal.Fresh {
		t.Errorf("in another game: %+v", d.Reveal)
	}
	show("game two 3", 5, func(s *Scene) { s.New = false })
	if d := doc("Ana", false); d.Reveal == nil || d.Reveal.Fresh {
		t.Errorf("after an undo: %+v", d.Reveal)
	}
}

// The last turn is told too, before the laptop shows the result: without the totals, however long that takes.
func TestTheLastTurnIsTold(t *testing.T) {
	_, now, doc, show := toldTable(t)
	show("game 9", 30, func(s *Scene) { s.Held = true; s.Read = func(string, lang.Lang) (it Reading) { return it } })
	*now = now.Add(time.Hour)
	for _, board := range []bool{false, true} {
		d := doc("Ana", board)
		if d.Reveal == nil || len(d.Reveal.Told) != 2 || d.Board.Where != "" || d.Board.Rows[0].Name != "Bia" {
			t.Errorf("board %v: %+v, %+v", board, d.Reveal, d.Board)
		}
		if slices.ContainsFunc(d.More, func(o Option) bool { return o.Line == "why" }) {
			t.Error("the totals can be read")
		}
	}
}

// A correction is told on every phone that it touches, and to all on a board, until the next question has been answered.
func TestCorrectionsAreTold(t *testing.T) {
	h, now, doc, show := toldTable(t)
	show("game 9", 5, nil)
	*now = now.Add(time.Minute)
	h.Corrected([]Fix{{"Ana", lang.T("{was} → {n}").With("was", 10, "n", 8)}, {"", lang.Literal("Turn 1: Ana 10 → 8")}, {}})
	a, b, board := doc("Ana", false).Corrected, doc("Bia", false).Corrected, doc("", true).Corrected
	if fmt.Sprint(a, b, board) != "[10 → 8] [] [Turn 1: Ana 10 → 8]" {
		t.Error(a, b, board)
	}
	h.lift(h.post("2", ask.Group{Asked: []ask.Question{{ID: "card", Who: "Ana", Shape: ask.Number{Hi: 3}}}}), false)
	if left := doc("Ana", false).Corrected; left != nil {
		t.Error(left)
	}
}

// Reading back is for those who read back: phones keep their question, which waits, and hear where the laptop is. The
// scorekeeper's phone may go on as well as back, and is asked whether it is sure.
func TestReadingBackIsNoQuestionOnPhones(t *testing.T) {
	h, tokens := newHub(pair)
	h.Keep("Bia", true)
	cards := ask.Group{Text: lang.Literal("Which card?")}
	for _, n := range pair.Players {
		cards.Asked = append(cards.Asked, ask.Question{ID: "card", Who: string(n), Secret: true, Shape: ask.Number{Lo: 1, Hi: 5}})
	}
	first := ask.Group{Again: true, Asked: []ask.Question{{ID: "teller", Text: lang.Literal("Who tells?"), Own: lang.Literal("It was me"),
		In: true, Suggest: "Ana", Shape: ask.Pick{Options: ask.Names(pair.Players)}}}}
	posted := h.post("turn 1", cards)
	posted.took([]ask.Answer{{To: 0, Line: "2"}}, "Ana")
	h.lift(posted, true)
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	done := make(chan error, 1)
	go func() {
		done <- (&Both{Keyboard: l, Hub: h, Lang: lang.English}).Game("turn 1", first, func(...ask.Answer) error {
			t.Error("something was answered")
			return nil
		})
	}()
	<-l.asks
	ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
	bia := phone{T: t, to: ana.to, cookie: &http.Cookie{Name: cookie(host), Value: tokens["Bia"]}}
	d := ana.doc()
	if len(d.Mine) != 1 || d.Mine[0].Token != posted.tokens[0] || !d.Mine[0].In || d.Now != "At the laptop somebody looks at earlier answers." {
		t.Errorf("Ana's phone: %+v, %q", d.Mine, d.Now)
	}
	teller := h.lobby.number([]string{"turn 1", "teller", ""}, 0)
	if w := ana.send(http.MethodPost, "/say", saying1(teller, "Ana")); w.Code != http.StatusConflict {
		t.Errorf("a tap on what is read back: %d", w.Code)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(posted.tokens[0], "3")); w.Code != http.StatusServiceUnavailable {
		t.Errorf("another answer meanwhile: %d, and is sent again", w.Code)
	}
	lead := bia.doc().Lead
	if lead == nil || !lead.Back || !lead.Forward || !lead.Final {
		t.Fatalf("the scorekeeper's phone: %+v", lead)
	}
	if w := bia.send(http.MethodPost, "/say", fmt.Sprintf(`{"token":%q,"want":">"}`, lead.Token)); w.Code != http.StatusOK {
		t.Errorf("forward: %d", w.Code)
	}
	if err := <-done; err != ask.Now {
		t.Error(err)
	}
	if again := h.post("turn 1", cards); again.sent[0].by != "Ana" {
		t.Error("what was in is forgotten")
	}
}

// The scorekeeper's phone starts, pauses and changes the clock, and goes on when time is up. Others do not, and hear who does.
func TestWinding(t *testing.T) {
	g := ask.Group{Asked: []ask.Question{{ID: "clock", Text: lang.Literal("Talk"), Shape: ask.Watch{Options: []ask.Option{{ID: "accuse"}}, Limit: time.Minute}}}}
	h, tokens := newHub(pair)
	h.Keep("Bia", true)
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 99)}
	var wound []string
	done := make(chan error, 1)
	b := &Both{Keyboard: l, Hub: h, Lang: lang.English, Wind: func(want string) { wound = append(wound, want) }}
	go func() { done <- b.Game("1", g, func(...ask.Answer) error { return nil }) }()
	<-l.asks
	h.Tick(&Clock{Left: time.Minute, At: h.config.Now()})
	ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
	bia := phone{T: t, to: ana.to, cookie: &http.Cookie{Name: cookie(host), Value: tokens["Bia"]}}
	clock := bia.doc().Clock
	if still := ana.doc().Clock.Still; still != "The clock stands still. Bia starts it, or the laptop." || len(ana.doc().Clock.Winds) > 0 {
		t.Errorf("Ana reads %q", still)
	}
	for _, o := range clock.Winds {
		body := fmt.Sprintf(`{"token":%q,"want":%q}`, clock.Token, o.Line)
		if w := ana.send(http.MethodPost, "/say", body); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("Ana's %s: %d", o.Line, w.Code)
		}
		if w := bia.send(http.MethodPost, "/say", body); w.Code != http.StatusOK {
			t.Errorf("Bia's %s: %d", o.Line, w.Code)
		}
	}
	if w := bia.send(http.MethodPost, "/say", fmt.Sprintf(`{"token":%q,"want":"?undo"}`, clock.Token)); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("what no clock does: %d", w.Code)
	}
	h.Tick(&Clock{Runs: true, Left: time.Second, At: h.config.Now()})
	if strings.Join(wound, " ") != "start - +" || ana.doc().Clock.Still != "" || bia.doc().Clock.Winds[0].Line != WindPause {
		t.Errorf("%q, then %+v", wound, bia.doc().Clock)
	}
	if w := bia.send(http.MethodPost, "/say", saying1(clock.Token, "")); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("on, before time is up: %d", w.Code)
	}
	h.Tick(&Clock{})
	for who, code := range map[*phone]int{&ana: http.StatusUnprocessableEntity, &bia: http.StatusOK} {
		if who == &bia {
			if o := bia.doc().Clock.Options; len(o) != 1 || o[0].Line != "" {
				t.Errorf("when time is up: %+v", o)
			}
			continue
		}
		if w := who.send(http.MethodPost, "/say", saying1(clock.Token, "")); w.Code != code {
			t.Errorf("on: %d", w.Code)
		}
	}
	if w := bia.send(http.MethodPost, "/say", saying1(clock.Token, "")); w.Code != http.StatusOK {
		t.Errorf("the scorekeeper goes on: %d", w.Code)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Of two who press what only one can do, the second is told that it did not count.
func TestTheSecondOfTwo(t *testing.T) {
	g := ask.Group{Asked: []ask.Question{{ID: "clock", Shape: ask.Watch{Options: []ask.Option{{ID: "accuse"}}, Limit: time.Minute}}}}
	h, tokens := newHub(pair)
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	done := make(chan error, 1)
	go func() {
		done <- (&Both{Keyboard: l, Hub: h, Lang: lang.English}).Game("1", g, func(...ask.Answer) error { return nil })
	}()
	<-l.asks
	h.Tick(&Clock{Runs: true, Left: time.Minute, At: h.config.Now()})
	all := map[string]*phone{}
	for _, n := range []string{"Ana", "Bia"} {
		all[n] = &phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens[setup.Name(n)]}}
	}
	token := all["Ana"].doc().Clock.Token
	first := all["Ana"].send(http.MethodPost, "/say", saying1(token, "accuse"))
	if err := <-done; err != nil || first.Code != http.StatusOK {
		t.Fatal(err, first.Code)
	}
	if w := all["Bia"].send(http.MethodPost, "/say", saying1(token, "accuse")); w.Code != http.StatusConflict {
		t.Errorf("the second: %d", w.Code)
	}
	if w := all["Ana"].send(http.MethodPost, "/say", saying1(token, "accuse")); w.Code != http.StatusOK {
		t.Errorf("the first once more: %d", w.Code)
	}
}

// A question that nobody can answer on a phone is none there, and everybody in the lobby hears whether they are in the game.
func TestWhatItIsAbout(t *testing.T) {
	h, _ := newHub(pair)
	doc := func(who setup.Name) Doc { return h.view(guest{Name: who}, false, lang.English) }
	sum := ask.Group{Text: lang.Literal("Round 1?"), Sum: 26}
	for _, n := range pair.Players {
		sum.Asked = append(sum.Asked, ask.Question{Who: string(n), Shape: ask.Number{Hi: 26}})
	}
	h.post("1", sum)
	if d := doc("Ana"); len(d.Mine)+len(d.Asked) > 0 || d.Now != "At the laptop: Round 1?" {
		t.Errorf("%+v", d)
	}
	h.Show(Scene{Named: pair.Players})
	if in, out := doc("Ana").Hello[1], doc("Zé").Hello[1]; strings.Contains(in, "not among") || !strings.Contains(out, "You are not among those who play: Ana and Bia.") {
		t.Errorf("%q, %q", in, out)
	}
	h.Show(Scene{Table: pair, Begun: true, Away: []setup.Name{"Bia"}, Board: func(lang.Lang) Board { return Board{Rows: []Row{{Name: "Ana"}, {Name: "Bia"}}} }})
	if d := doc("Bia"); len(d.Hello) == 0 || d.Board.Rows[0].Away || !d.Board.Rows[1].Away {
		t.Errorf("Bia is away: %+v", d)
	}
}

// A phone that came too late reads the reason, and two winners read each other's names.
func TestTooLateAndTogether(t *testing.T) {
	h, _ := newHub(pair)
	doc := func(who setup.Name) Doc { return h.view(guest{Name: who}, false, lang.English) }
	h.Show(Scene{Table: pair, Begun: true, Shut: lang.Literal("All the cards are dealt.")})
	if d := doc("Zé"); len(d.Hello) != 2 || d.Hello[1] != "You are not in this game: All the cards are dealt." {
		t.Errorf("%q", d.Hello)
	}
	for _, others := range []bool{false, true} {
		h.Show(Scene{Table: pair, Board: func(lang.Lang) Board {
			return Board{Over: true, Rows: []Row{{Rank: 1, Name: "Ana", Won: true}, {Rank: 1, Name: "Bia", Won: others}}}
		}})
		want := map[bool]string{false: "You win!", true: "You and Bia share the victory"}[others]
		if d := doc("Ana"); d.You != want {
			t.Errorf("%q, not %q", d.You, want)
		}
	}
}

// A number that cannot be somebody's answer looks like any other on their phone: a neighbor would know whose card it is. It is
// refused, and says why.
func TestNeighbors(t *testing.T) {
	h, tokens := newHub(pair)
	g := ask.Group{}
	for _, n := range pair.Players {
		g.Asked = append(g.Asked, ask.Question{ID: "vote", Who: string(n), Secret: true,
			Shape: ask.Number{Lo: 1, Hi: 5, Barred: map[int]lang.Text{2: lang.Literal("that is your own card")}}})
	}
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	go func() {
		_ = (&Both{Keyboard: l, Hub: h, Lang: lang.English}).Game("1", g, func(in ...ask.Answer) error {
			_, err := g.Asked[in[0].To].Read(in[0].Line)
			return err
		})
	}()
	<-l.asks
	ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
	mine := ana.doc().Mine
	if len(mine) != 1 || mine[0].Barred != nil {
		t.Fatalf("%+v", mine)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(mine[0].Token, "2")); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "your own card") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	close(l.leave)
}

// The rows of others are folded on the scorekeeper's phone as long as everybody answers for themselves.
func TestKeeperFolds(t *testing.T) {
	h, _ := newHub(setup.Table{Players: []setup.Name{"Ana", "Bia"}})
	h.Keep("Ana", true)
	g := ask.Group{Text: lang.Literal("Points?")}
	for _, n := range []string{"Ana", "Bia"} {
		g.Asked = append(g.Asked, ask.Question{ID: "points", Who: n, Shape: ask.Number{Hi: 50}})
	}
	for _, c := range []struct {
		free bool
		fold bool
	}{{false, true}, {true, false}} {
		if c.free {
			h.Free("Bia")
		}
		h.post("1", g)
		h.ask(g, nil)
		if d := h.view(guest{Name: "Ana", Keeps: true}, false, lang.English); d.Lead.Fold != c.fold || len(d.Mine) != 1 || d.Wants != d.Lead.Token {
			t.Errorf("%+v: %+v", c, d.Lead)
		}
	}
}

// A letter that ends a whole group may come from the scorekeeper's phone too: it goes to the question that has it.
func TestKeeperEndsAGroup(t *testing.T) {
	over := ask.Option{ID: "over", Key: "e"}
	p := PostedGroup{Group: ask.Group{Asked: []ask.Question{{Who: "Ana"}, {Who: "Bia", Keys: []ask.Option{over}}}}}
	in, err := p.answers(Submission{submissionBody: submissionBody{Key: "over"}}, -1)
	if want := []ask.Answer{{To: 1, Key: "over"}}; err != nil || !slices.Equal(in, want) {
		t.Errorf("%+v, %v, want %+v", in, err, want)
	}
	if _, err := p.answers(Submission{submissionBody: submissionBody{Key: "other"}}, -1); err != errGone {
		t.Errorf("a letter that nothing has: %v", err)
	}
}

// A board keeps its page when another game begins, though the code is a new one then; it takes part in nothing. A phone that
// was nobody's has to scan again.
func TestBoardsStayThroughGames(t *testing.T) {
	var kept []byte
	hub := func(resumes bool) (*Hub, http.Handler) {
		h := NewHub(Config{
			Now: func() time.Time { return time.Unix(1, 0) }, Resumes: resumes,
			Load: func(into *SavedPhones) error { return json.Unmarshal(kept, into) },
			Save: func(k SavedPhones) (err error) { kept, err = json.Marshal(k); return err },
		})
		h.lobby.Host, h.lobby.hosts = host, []string{host}
		h.Show(Scene{Table: pair, Begun: true})
		return h, server{h}.handler()
	}
	h, door := hub(false)
	word := h.lobby.Word
	screens := map[string]*phone{}
	for _, what := range []string{"board", "phone"} {
		token := h.enter(host)
		screens[what] = &phone{T: t, to: door, cookie: &http.Cookie{Name: cookie(host), Value: token}}
	}
	if w := screens["board"].send(http.MethodGet, "/doc?board=1", ""); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	h, door = hub(false)
	if h.lobby.Word == word {
		t.Error("the code of a new table is the old one")
	}
	for what, want := range map[string]int{"board": http.StatusOK, "phone": http.StatusUnauthorized} {
		p := screens[what]
		p.to = door
		if w := p.send(http.MethodGet, "/doc?board=1", ""); w.Code != want {
			t.Errorf("the %s gets %d", what, w.Code)
		}
		if w := p.send(http.MethodPost, "/join", `{"name":"Ana"}`); w.Code != http.StatusUnauthorized {
			t.Errorf("the %s joins: %d", what, w.Code)
		}
	}
	if body := screens["board"].send(http.MethodGet, "/doc", "").Body.String(); strings.Contains(body, "join") {
		t.Errorf("an old board is offered names: %s", body)
	}
}

// Answers that do not go together are asked again of all, each on their own phone, with the reason; one change is enough.
func TestAskedAgainOfAll(t *testing.T) {
	h, tokens := newHub(pair)
	g := ask.Group{Again: true, Fault: fault.New(lang.Literal("that makes 20, not 26")), Text: lang.Literal("Points?")}
	for _, n := range pair.Players {
		g.Asked = append(g.Asked, ask.Question{ID: "points", Who: string(n), In: true, Suggest: "10", Shape: ask.Number{Hi: 26}})
	}
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	var in []ask.Answer
	done := make(chan error, 1)
	go func() {
		done <- (&Both{Keyboard: l, Hub: h, Lang: lang.English}).Game("1", g, func(a ...ask.Answer) error { in = a; return nil })
	}()
	<-l.asks
	ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
	mine := ana.doc().Mine
	if len(mine) != 1 || mine[0].Fault != "that makes 20, not 26" {
		t.Fatalf("%+v", mine)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(mine[0].Token, "16")); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if err := <-done; err != nil || len(in) != 1 || in[0].Line != "16" {
		t.Error(err, in)
	}
}

// An answer comes in a moment before the scorekeeper sends: the scorekeeper's other rows count, and that person's answer
// stays. If no row was filled in, the phone names the people who are missing.
func TestAMomentBefore(t *testing.T) {
	h, tokens := newHub(pair)
	h.Keep("Ana", true)
	g := ask.Group{Text: lang.Literal("Points?")}
	for _, n := range pair.Players {
		g.Asked = append(g.Asked, ask.Question{ID: "points", Who: string(n), Shape: ask.Number{Hi: 50}})
	}
	l := &listening{leave: make(chan struct{}), asks: make(chan struct{}, 9)}
	done, counted := make(chan error, 1), ""
	go func() {
		done <- (&Both{Keyboard: l, Hub: h, Lang: lang.English}).Game("1", g, func(in ...ask.Answer) error {
			for _, one := range in {
				counted += fmt.Sprint(one.To, ":", one.Line, " ")
			}
			return nil
		})
	}()
	<-l.asks
	ana := phone{T: t, to: server{h}.handler(), cookie: &http.Cookie{Name: cookie(host), Value: tokens["Ana"]}}
	bia := phone{T: t, to: ana.to, cookie: &http.Cookie{Name: cookie(host), Value: tokens["Bia"]}}
	token := ana.doc().Lead.Token
	if w := bia.send(http.MethodPost, "/say", saying1(bia.doc().Mine[0].Token, "5")); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	<-l.asks
	if ana.doc().Lead.Token == token {
		t.Error("the turn is the same: this proves nothing")
	}
	if w := ana.send(http.MethodPost, "/say", saying1(token, `["",""]`)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "without an answer: Ana\"") {
		t.Errorf("nothing was chosen: %d %s", w.Code, w.Body)
	}
	if w := ana.send(http.MethodPost, "/say", saying1(token, `["3","7"]`)); w.Code != http.StatusOK {
		t.Errorf("what still fits: %d %s", w.Code, w.Body)
	}
	if err := <-done; err != nil || counted != "1:5 0:3 " {
		t.Error(err, counted)
	}
}

// Where a question passes over all that is missing before it, phones do not say any more how much that is.
func TestPassedOver(t *testing.T) {
	h, now, doc, show := toldTable(t)
	show("game 9", 5, nil)
	*now = now.Add(time.Minute)
	for _, ends := range []bool{false, true} {
		h.post("1", ask.Group{Asked: []ask.Question{{ID: "photos", Ends: ends, Shape: setup.Confirm(lang.T("Yes"))}}})
		if a, board := doc("Ana", false).Board.Where, doc("", true).Board.Where; (a == "") != ends || (board == "") != ends {
			t.Errorf("%v: %q, %q", ends, a, board)
		}
	}
}

// After a restart of the program a person's own answer can be held on their phone again; their teammates' phones do not show it.
func TestAnswersAreHeldAfterResume(t *testing.T) {
	h, _ := newHub(pair)
	card := func(n string) ask.Question {
		return ask.Question{ID: "card", Who: n, Secret: true, In: n == "Ana", Suggest: map[string]string{"Ana": "4"}[n], Shape: ask.Number{Lo: 1, Hi: 5}}
	}
	h.post("1", ask.Group{Asked: []ask.Question{card("Ana"), card("Bia")}})
	for who, want := range map[setup.Name]string{"Ana": "4", "Bia": ""} {
		if d := h.view(guest{Name: who}, false, lang.English); len(d.Mine) != 1 || d.Mine[0].Said != want || d.Mine[0].Suggest != "" {
			t.Errorf("%s: %+v", who, d.Mine)
		}
	}
	if raw, _ := json.Marshal(h.view(guest{}, true, lang.English)); strings.Contains(string(raw), `"4"`) {
		t.Errorf("the board has it: %s", raw)
	}
}

// While the laptop is in its menu, phones hear that an answer sent now goes in later.
func TestPhonesHearOfTheMenu(t *testing.T) {
	h, _ := newHub(pair)
	p := h.post("1", ask.Group{Asked: []ask.Question{{ID: "card", Who: "Ana", Shape: ask.Number{Hi: 3}}}})
	h.lift(p, true)
	if d := h.view(guest{Name: "Ana"}, false, lang.English); !d.Waits || d.Say["waits"] == "" {
		t.Errorf("%+v", d)
	}
	h.post("1", p.Group)
	if h.view(guest{Name: "Ana"}, false, lang.English).Waits {
		t.Error("the laptop is back")
	}
}
