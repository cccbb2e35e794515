package play

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/board"
	"github.com/tablemate/tablemate/cmd/internal/people"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// setting returns a table that plays in a folder.
func setting(l lang.Lang, keys tty.Keyboard, dir string) *Room {
	at, seed := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC), uint64(0)
	return &Room{
		Lang: l, Keys: keys, Print: report.Printer{W: io.Discard, Plain: true}, Folder: store.Folder{Data: dir},
		Games: append(slices.Clone(shelf.Games), toy), Find: find,
		Now:     func() time.Time { return at },
		Seed:    func() uint64 { seed++; return seed },
		Score:   func(string) (scoring.Game, scoring.State, error) { return scoring.Game{}, nil, os.ErrNotExist },
		Awake:   func(string) func() { return func() {} },
		Command: func(words ...string) string { return "tablemate " + strings.Join(words, " ") },
	}
}

// typed runs the program on plain lines, and returns what it said.
func typed(t *testing.T, dir string, l lang.Lang, run func(*Room) error, lines ...string) string {
	t.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	if len(lines) == 0 {
		in = strings.NewReader("")
	}
	k := tty.NewLines(in, &out, l, 100, false)
	defer k.Close()
	if err := run(setting(l, k, dir)); err != nil && err != ask.Leave {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

func menu(s *Room) error   { return s.Menu(context.Background()) }
func resume(s *Room) error { return s.Resume(context.Background(), "") }

// holds fails unless a text has some pieces, in this order.
func holds(t *testing.T, text string, pieces ...string) {
	t.Helper()
	rest := text
	for _, p := range pieces {
		_, after, there := strings.Cut(rest, p)
		if !there {
			t.Fatalf("there is no %q in\n%s\nof\n%s", p, rest, text)
		}
		rest = after
	}
}

// events returns all events of the only game in a folder, as they are stored.
func events(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("%d games", len(files))
	}
	s, err := session.Read(files[0], find)
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range s.Items() {
		raw, err := sheet.Write(it.Event)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(raw))
	}
	return all
}

// An evening that is cut off after any line, and resumed, is the same evening.
func TestCutAnywhere(t *testing.T) {
	lines := []string{
		"n", "dixit", "Ana, Bia, Caio", "t", "6", "", "l", "", "", "", "", "", "", "2", "o", "1", "2 a cat", "23", "3", "<", "3", "21", "", "",
	}
	whole := t.TempDir()
	typed(t, whole, lang.English, menu, lines...)
	want := events(t, whole)
	if len(want) != 4 {
		t.Fatalf("the evening has %d events: %q", len(want), want)
	}
	for cut := 4; cut < len(lines); cut++ { // before, nothing was begun
		dir := t.TempDir()
		typed(t, dir, lang.English, menu, lines[:cut]...)
		if files, _ := filepath.Glob(filepath.Join(dir, "games", "*")); len(files) == 0 {
			continue
		}
		typed(t, dir, lang.Portuguese, resume, lines[cut:]...)
		if got := events(t, dir); !slices.Equal(got, want) {
			t.Errorf("cut after line %d, %q: %q, want %q", cut, lines[cut-1], got, want)
		}
	}
}

// Whatever is typed, the program goes on, says what it means, and every game can be read.
func TestAnything(t *testing.T) {
	words := []string{
		"", "", "", "1", "2", "3", "1", "2", "3", "4", "23", "21", "12", "113", "<", "<", ">", "?", "?undo", "?undo", "?redo", "?c", "?c", "?t", "?p", "?e", "?why",
		"?standings", "?rules vote", "?zzz", "k", "l", "y", "n", "i", "x", "w", "a", "o", "r", "s", "p", "Ana, Bia, Caio", "Bia, Ana, Caio, Davi", "Eva",
		"ana", "5", "?q",
	}
	open := regexp.MustCompile(`\{\w+\}|%!`)
	for seed := range uint64(laws.Evenings()) {
		dir, chance := t.TempDir(), rand.New(rand.NewPCG(seed, 1))
		l := []lang.Lang{lang.English, lang.Portuguese}[seed%2]
		for run := range 4 {
			lines := []string{"n", fmt.Sprint(1 + chance.IntN(3)), "Ana, Bia, Caio", "", "", "1"}
			if run > 0 {
				lines = nil
			}
			for range 120 {
				lines = append(lines, words[chance.IntN(len(words))])
			}
			out := typed(t, dir, l, menu, lines...)
			if bad := open.FindString(out); bad != "" {
				t.Fatalf("seed %d: %s in\n%s", seed, bad, out)
			}
		}
		files, _ := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
		for _, f := range files {
			if s, err := session.Read(f, find); err != nil || s.State() == nil {
				t.Fatalf("seed %d: %s cannot be read: %v", seed, f, err)
			}
		}
	}
}

// No two letters of the menus are the same.
func TestLetters(t *testing.T) {
	pick := ask.Pick{}
	for _, c := range commands() {
		pick.Options = append(pick.Options, ask.Option{ID: c.word, Key: c.key})
	}
	var start []ask.Option
	typed(t, t.TempDir(), lang.English, func(s *Room) error {
		start = options(s.offers(context.Background()))
		return nil
	})
	for _, p := range []ask.Pick{pick, {Options: start}} {
		if err := laws.Letters(ask.Question{ID: "menu", Shape: p}); err != nil {
			t.Error(err)
		}
	}
}

// A word behind “?” is a letter, a word in either language, or the beginning of one.
func TestWords(t *testing.T) {
	for word, want := range map[string]string{
		"?s": "standings", "?stand": "standings", "?placar": "standings", "?desfazer": "undo", "?corrigir": "correct", "?Sair": "leave",
		"?regra cartas": "rules", "?go on": "go on", "?pessoas": "", "?": "", "?zz": "",
	} {
		c, found := named(lang.Portuguese, word)
		if c.word != want || found != (want != "") {
			t.Errorf("%s is %q, want %q", word, c.word, want)
		}
	}
}

// A toy is a game with a clock: in every round somebody may stop it, or the time is up.
type toyState struct {
	scoring.Frame
	Rounds []rang
}

type rang struct {
	By scoring.Name `json:"by,omitempty"`
}

func (rang) Kind() string { return "rang" }

var toy = scoring.Define[toyState](scoring.Game{
	ID: "toy", Name: lang.Literal("Toy"), Min: 2, Max: 4,
	Kinds: []scoring.Kind{{Event: rang{}}},
	New:   func(setup.Table) (scoring.State, error) { return toyState{}, nil },
})

func find(id string, file *sheet.Value) (scoring.Game, error) {
	if id == toy.ID {
		return toy, nil
	}
	return shelf.Find(id, file)
}

func (toyState) Tell(e scoring.Event) (say lang.Text) {
	if _, is := e.(rang); is {
		say = lang.Literal("it rang")
	}
	return say
}

func (toyState) MayStart() bool { return true }

func (s toyState) Play(e scoring.Event) (scoring.State, error) {
	r := e.(rang)
	s.Rounds = append(slices.Clip(s.Rounds), r)
	s.Begin(lang.Literal("Round"))
	if r.By != "" {
		s.Pay(scoring.Line{Row: scoring.Row(r.By), Points: 1, Why: lang.Literal("rang")})
	}
	return s, nil
}

func (s toyState) Ended() bool                            { return len(s.Rounds) > 2 }
func (s toyState) Decide(r scoring.Result) scoring.Result { return r }
func (s toyState) Paper() scoring.Paper                   { return map[string]any{} }

func (s toyState) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	q := ask.Question{ID: "toy.clock", Text: lang.Literal("The clock of the toy"), Shape: ask.Watch{
		Limit: 8 * time.Minute, Options: ask.Names(s.Present()),
	}}
	v, err := ask.Put(a, q, nil)
	return rang{By: scoring.Name(v.Line)}, err
}

// The clock beside a game goes on while the table is in the menu, and comes back paused after the program ended. Put right,
// or in a game that is only scored, it is a list.
func TestClock(t *testing.T) {
	dir := t.TempDir()
	out := typed(t, dir, lang.English, menu, "n", "toy", "Ana, Bia", "", "?standings", "?s", "2", "?why")
	holds(t, out, "The clock of the toy", "No points yet.", "The clock of the toy", "Bia +1: rang", "The clock of the toy", "All is kept")
	if all, _ := filepath.Glob(filepath.Join(dir, "state", "clock-*")); len(all) != 1 {
		t.Errorf("%d clocks are kept", len(all))
	}
	out = typed(t, dir, lang.English, resume, "1", "?c", "1", "2", "", "2", "")
	holds(t, out, "8:00 left.", "Ana +1", "The clock of the toy", "Enter keeps: Bia", "Ana 1 → 2, Bia 1 → 0", "The game is over.")
	if all, _ := filepath.Glob(filepath.Join(dir, "state", "clock-*")); len(all) != 0 {
		t.Errorf("%d clocks are kept", len(all))
	}
	scored := t.TempDir()
	out = typed(t, scored, lang.English, menu, "p", "toy", "Ana, Bia", "", "1", "?p", "n", "Caio", "1", "7")
	holds(t, out, "The clock of the toy", "1 The time was up", "2 Ana", "With how many points does Caio begin?", "Caio sits down.")
	if got := events(t, scored); len(got) != 3 || !strings.Contains(got[2], `"begin":{"Caio":7}`) {
		t.Errorf("%q", got)
	}
}

// TestAwayLeftOut lists a table without who is away, in other seats, and with everybody.
func TestAwayLeftOut(t *testing.T) {
	players, away := []setup.Name{"Ana", "Bia", "Caio", "Duda"}, []setup.Name{"Ana", "Caio"}
	for said, want := range map[string]string{
		"Bia Duda": "Ana Bia Caio Duda", "Duda Bia": "Ana Duda Caio Bia", "Eva Duda": "Ana Eva Caio Duda",
		"Bia Ana Caio Duda": "Bia Ana Caio Duda", "Ana Duda": "Ana Duda", "Bia": "Bia",
	} {
		var names []setup.Name
		for _, n := range strings.Fields(said) {
			names = append(names, setup.Name(n))
		}
		var got []string
		for _, n := range people.WithAway(players, away, names) {
			got = append(got, string(n))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, not %s", said, got, want)
		}
	}
}

// Of the latest games those are passed over, by name, whose rules nobody has any more.
func TestResumePassesOver(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2")
	typed(t, dir, lang.English, menu, "n", "toy", "Ana, Bia", "")
	out := typed(t, dir, lang.English, func(s *Room) error {
		s.Find = shelf.Find
		return resume(s)
	})
	holds(t, out, ".jsonl: line 1 cannot be used", "toy", "Versus: Ana, Bia and Caio")
}

// What happens to the table in the middle of a turn says that it does not touch the turn: who leaves, who is called
// otherwise, what is agreed.
func TestInTheMiddleOfATurn(t *testing.T) {
	dir := t.TempDir()
	out := typed(t, dir, lang.English, menu, "n", "dixit", "Ana, Bia, Caio, Davi", "", "", "1", "2", // the votes are missing
		"?p", "davi", "2", "?t", "n", "Ana, Bia, Eva, Davi", "?t", "a", "t", "20", "")
	holds(t, out, "Davi leaves.", "Davi still counts in this turn: somebody else answers.", "Bia · Caio · Davi", "Caio is called Eva.", "Bia · Eva · Davi",
		"as it was agreed before", "Bia · Eva · Davi")
	out = typed(t, dir, lang.Portuguese, resume, "1 3 3", "3", "?p", "davi", "?p", "bia", "")
	if _, after, left := strings.Cut(out, "Bia vai embora.\n"); !left || strings.Contains(after, "em andamento") {
		t.Errorf("between two turns:\n%s", out)
	}
}

// Where a card was named twice in secret, only the last cards are asked about when the turn is put right, all in one line.
func TestNamedTwicePutRight(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "dixit", "Ana, Bia, Caio, Davi", "v", "2", "", "", "1", "2", "1", "1", "3", "1", "4", "2", "2", "1")
	for l, says := range map[lang.Lang][3]string{
		lang.English:    {"Which card did each of them lay?", "Bia and Davi named the same card: once more, please.", "The votes for Ana"},
		lang.Portuguese: {"Que carta cada um jogou?", "o mesmo número: de novo, por favor.", "Os votos na história de Ana"},
	} {
		out := typed(t, dir, l, resume, "?c", "1", "2 3 4 3", "", "", "?c", "1", "", "")
		_, out, _ = strings.Cut(out, says[0])
		holds(t, out, says[1], "Ana 2, Bia 1, Caio 4, Davi 3", says[2])
		if n := strings.Count(out, "Caio 4, Davi 3"); n < 2 {
			t.Errorf("the last cards are suggested %d times:\n%s", n, out)
		}
	}
}

// A choice with which the game would be over is refused at its question, which stays.
func TestChoiceTooLow(t *testing.T) {
	for l, want := range map[lang.Lang]string{lang.English: "✗ with that the game would be over already", lang.Portuguese: "✗ com isso a partida já estaria no fim"} {
		dir := t.TempDir()
		holds(t, typed(t, dir, l, menu, "n", "dixit", "Ana, Bia, Caio", "", "", "1", "2", "23", "", "?t", "a", "t", "1", "20"), want)
		if all := events(t, dir); all[len(all)-1] != `{"choices":{"target":"20"}}` {
			t.Errorf("%q", all)
		}
	}
}

// What is put in stands under a heading, at each of its questions, and the menu does not end the game meanwhile.
func TestInsertedUnderAHeading(t *testing.T) {
	for l, want := range map[lang.Lang][2]string{
		lang.English:    {"Forgotten, and put in before: Slap 2: Bia slapped", "First what was forgotten"},
		lang.Portuguese: {"Esquecido, incluído antes de: Batida 2: Bia bateu", "Primeiro o que foi esquecido"},
	} {
		out := typed(t, t.TempDir(), l, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2", "2", "1", "?c", "i", "2", "?e", "3")
		holds(t, out, want[0], "Caio", want[1], want[0], "Caio", want[0])
	}
}

// What a letter said for everybody is undone as nobody's own answer.
func TestUndoOfALetterForAll(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "spyfall", "Ana, Bia, Caio, Davi", "", "", "a", "bia", "caio", "a")
	out := typed(t, dir, lang.English, resume, "?undo")
	holds(t, out, "Undone: the last answer\n")
}

// A game of which nothing was answered is not offered.
func TestNothingWasAnswered(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2")
	typed(t, dir, lang.English, func(s *Room) error {
		g, err := s.create(plan{game: toy})
		if err != nil {
			return err
		}
		return g.Close() // as after a kill
	})
	out := typed(t, dir, lang.English, menu)
	if strings.Contains(out, "not begun") || !strings.Contains(out, "1 Carry on: Versus") {
		t.Error(out)
	}
	holds(t, typed(t, dir, lang.English, resume), "Versus: Ana, Bia and Caio")
}

// A finished game that is resumed since none is open is said to be the last one.
func TestNoGameIsOpen(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "toy", "Ana, Bia", "", "", "1", "?e", "1", "q")
	typed(t, dir, lang.English, menu, "n", "spyfall", "Ana, Bia, Caio", "")
	holds(t, typed(t, dir, lang.English, resume), "No game is open. This was the last one:", "Toy")
	holds(t, typed(t, dir, lang.Portuguese, resume), "Nenhuma partida está em andamento. Esta foi a última:")
}

// A watched is a keyboard that looks whether the machine is held awake while a clock is shown.
type watched struct {
	tty.Keyboard
	held *int
	seen *[]int
}

func (w watched) Watch(ctx context.Context, c *tty.Countdown) (string, error) {
	*w.seen = append(*w.seen, *w.held)
	return w.Keyboard.Watch(ctx, c)
}

// A clock beside a game, and one alone, keep the machine awake as long as they are shown, and no longer.
func TestAwake(t *testing.T) {
	for keys, run := range map[string]func(*Room) error{
		"n toy Ana,Bia y ?standings 2": menu,
		"q":                            func(s *Room) error { return s.Clock(t.Context(), time.Minute, nil) },
		"n e":                          func(s *Room) error { return s.Clock(t.Context(), time.Minute, []string{"Ana", "Bia"}) },
	} {
		held, seen := 0, []int(nil)
		typed(t, t.TempDir(), lang.English, func(s *Room) error {
			s.Keys = watched{s.Keys, &held, &seen}
			s.Awake = func(string) func() {
				held++
				return func() { held-- }
			}
			return run(s)
		}, strings.Fields(keys)...)
		if held != 0 || len(seen) == 0 || slices.ContainsFunc(seen, func(n int) bool { return n != 1 }) {
			t.Errorf("%s: it is held awake %d times at clocks, %d at the end", keys, seen, held)
		}
	}
}

// Who left does not sit down for the next game, unless it needs them; the next person begins.
func TestAgainWithWhoIsThere(t *testing.T) {
	dir := t.TempDir()
	out := typed(t, dir, lang.English, menu, "n", "dixit", "Ana, Bia, Caio, Davi", "", "", "1", "2", "1 3 3", "3", "?p", "davi", "", "?e", "1", "", "", "a", "<", "q")
	holds(t, out, "The game is over.", "is this right?", "Clockwise: Ana, Bia and Caio\n")
	out = typed(t, t.TempDir(), lang.English, menu, "n", "spyfall", "Ana, Bia, Caio, Davi", "d", "bia", "", "", "?e", "1", "", "a")
	holds(t, out, "Bia begins", "The game is over.", "is this right?", "Caio begins")
}

// A failing keyboard has something happen after an answer was taken, and before something is asked.
type failing struct {
	tty.Keyboard
	taken, asked func(ask.Group)
	said         func()
}

func (k failing) Say(p ...string) {
	k.said()
	k.Keyboard.Say(p...)
}

func (k failing) Put(g ask.Group, got ask.Got) error {
	k.asked(g)
	return k.Keyboard.Put(g, func(in ...ask.Answer) error {
		err := got(in...)
		if err == nil && len(in) > 0 {
			k.taken(g)
		}
		return err
	})
}

// A disk that refuses what nobody is asked for any more is not asked again and again: the table says when, and hears why.
// After a crash it is the same.
func TestTryAgain(t *testing.T) {
	dir := t.TempDir()
	var path string
	damage := func() {
		files, _ := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
		path = files[0]
		raw, _ := os.ReadFile(path)
		_ = os.WriteFile(path, append(raw, "more"...), 0o600)
	}
	repair := func() {
		raw, _ := os.ReadFile(path)
		_ = os.WriteFile(path, []byte(strings.TrimSuffix(string(raw), "more")), 0o600)
	}
	// tried plays, and repairs the disk when the table is asked for the second time. It returns how often the table was asked.
	tried := func(play func(s *Room) error, k failing, lines ...string) (out string, tries int) {
		said := 0
		k.asked = func(g ask.Group) {
			if len(g.Asked) != 1 || g.Asked[0].Text.Other != "Try again?" {
				return
			}
			if tries++; tries == 2 {
				repair()
			}
		}
		greet := k.said
		k.said = func() {
			greet()
			if said++; said > 50 {
				t.Fatal("it says the same for ever")
			}
		}
		out = typed(t, dir, lang.English, func(s *Room) error {
			k.Keyboard = s.Keys
			s.Keys = k
			return play(s)
		}, lines...)
		return out, tries
	}
	slapped := failing{said: func() {}, taken: func(g ask.Group) {
		if len(g.Asked) == 2 { // both questions of a slap, whose event comes next
			damage()
		}
	}}
	out, tries := tried(menu, slapped, "n", "versus", "Ana, Bia, Caio", "", "", "1", "3", "", "")
	holds(t, out, "Not done: another program has changed the file", "Try again?", "Try again?", "Caio +1: from Ana")
	if tries != 2 {
		t.Errorf("asked %d times", tries)
	}

	_, tries = tried(menu, slapped, "", "1", "2", "") // the input ends, as a program that is killed
	if repair(); tries == 0 {
		t.Error("the disk did not refuse")
	}
	first := true
	resumed := failing{taken: func(ask.Group) {}, said: func() {
		if first {
			damage()
		}
		first = false
	}}
	out, tries = tried(func(s *Room) error { return s.Resume(t.Context(), "") }, resumed, "", "")
	holds(t, out, "Not done: another program has changed the file", "Try again?", "Try again?", "Bia +1: from Ana")
	if tries != 2 {
		t.Errorf("asked %d times after a crash", tries)
	}
}

// A new name is whoever sat there and is gone, or else the next one who is; who is away may be left out of the list.
func TestNewNames(t *testing.T) {
	for said, want := range map[string]string{
		"Bia, Davi, Eva, Fabi": `{"players":["Fabi","Bia","Eva","Davi"],"renamed":{"Ana":"Fabi","Caio":"Eva"}} {"players":["Bia","Davi","Eva","Fabi"]}`,
		"Caio, Ana, Bia":       `{"players":["Caio","Ana","Bia","Davi"],"away":["Davi"]}`,
		"Ana, Bia, Eva":        `{"players":["Ana","Bia","Eva","Davi"],"away":["Davi"],"renamed":{"Caio":"Eva"}}`,
	} {
		dir := t.TempDir()
		lines := []string{"n", "dixit", "Ana, Bia, Caio, Davi", "", "", "1", "2", "133", "3"}
		if strings.Contains(want, "away") {
			lines = append(lines, "?p", "davi", "")
		}
		typed(t, dir, lang.English, menu, append(lines, "?t", "n", said)...)
		all := events(t, dir)
		if got := strings.Join(all[len(all)-1-strings.Count(want, "} {"):], " "); got != want {
			t.Errorf("%s: %s, not %s", said, got, want)
		}
	}
}

// A team that is called after its people is called after their new names, and a team with a name of its own keeps it.
func TestTeamsKeepTheirNames(t *testing.T) {
	table := setup.Table{Teams: setup.Pairs([]setup.Name{"Ana", "Caio", "Bia", "Davi"})}
	table.Teams[1].Name = "Reds"
	renamed := map[setup.Name]setup.Name{"Ana": "Eva", "Bia": "Rui"}
	now := people.Teams(table, func(n setup.Name) setup.Name {
		if to, is := renamed[n]; is {
			return to
		}
		return n
	})
	if got := fmt.Sprint(now); got != "[{Eva & Caio [Eva Caio]} {Reds [Rui Davi]}]" {
		t.Error(got)
	}
}

// Phones and the board learn how a game ended when the laptop shows it, and what happened in each turn at once, the last too.
func TestPhonesLearnTheEndAfterTheLaptop(t *testing.T) {
	k := tty.NewLines(strings.NewReader(""), io.Discard, lang.English, 80, false)
	defer k.Close()
	s := setting(lang.English, k, t.TempDir())
	g, err := s.create(plan{game: toy})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	m := newEvening(t.Context(), s, g, setup.Table{})
	stands := func(told bool) string {
		v := board.Of(m.game, told)
		b := v.Board(lang.English)
		rows := b.Rows
		if v.Held {
			rows = b.Was
		}
		return fmt.Sprint(b.Over, " ", rows[0].Name, " ", rows[0].Points, " ", b.Told)
	}
	if err := g.Do(setup.Table{Players: []setup.Name{"Ana", "Bia"}}, rang{"Ana"}, rang{"Ana"}); err != nil {
		t.Fatal(err)
	}
	if got := stands(false); got != "false Ana 2 [it rang]" {
		t.Error("while it goes on:", got)
	}
	if err := g.Do(rang{"Ana"}); err != nil {
		t.Fatal(err)
	}
	if got := stands(false); got != "false Ana 2 [it rang]" {
		t.Error("before the laptop shows it:", got)
	}
	if got := stands(true); got != "true Ana 3 [it rang]" {
		t.Error("afterwards:", got)
	}
}

// A clock beside a game runs on while the table looks something up, and stands still after the program ended.
func TestTheClockRunsOnInTheMenu(t *testing.T) {
	dir := t.TempDir()
	out := typed(t, dir, lang.English, menu, "n", "toy", "Ana, Bia", "", "?rules", "", "?why", "?p", "<")
	if strings.Contains(out, "Paused") || strings.Count(out, "8:00 left. The clock is running.") < 2 {
		t.Error(out)
	}
	holds(t, typed(t, dir, lang.English, resume), "8:00 left. Paused.")
}

// Whoever takes back all that was changed in a correction is out of it.
func TestUndoEndsACorrection(t *testing.T) {
	out := typed(t, t.TempDir(), lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2", "?c", "1", "2", "?undo")
	_, after, undone := strings.Cut(out, "Undone:")
	if !undone || strings.Contains(after, "Correcting") {
		t.Error(out)
	}
}

// The end is announced once. What is corrected after it shows the new result, and asks what comes next.
func TestTheEndIsAnnouncedOnce(t *testing.T) {
	out := typed(t, t.TempDir(), lang.English, menu, "n", "toy", "Ana, Bia", "", "1", "1", "1", "", "?c", "1", "3", "k")
	holds(t, out, "Show the result", "What now?", "Ana 3 → 2, Bia 0 → 1", "What now?")
	if n := strings.Count(out, "1 Show the result"); n != 1 {
		t.Errorf("announced %d times in\n%s", n, out)
	}
}

// A change says whether it ends the game, who would win then, or that it opens the game again.
func TestAChangeSaysWhatItDoesToTheEnd(t *testing.T) {
	over := []string{"n", "toy", "Ana, Bia", "", "1", "2", "1", ""}
	out := typed(t, t.TempDir(), lang.English, menu, append(over, "?c", "1", "3", "k", "?c", "x", "1", "l")...)
	holds(t, out, "Ana wins", "Bia 1 → 2, Ana 2 → 1", "Then Bia would win.", "Bia wins", "Bia 2 → 1", "Then the game would not be over.", "Everything is as it was.")
	out = typed(t, t.TempDir(), lang.Portuguese, menu, append(over, "?c", "1", "2", "")...)
	if strings.Contains(out, "Assim") {
		t.Error("nothing changed:\n", out)
	}
}

// rename gives somebody another name in all games of a folder.
func rename(t *testing.T, dir, was, now string) {
	t.Helper()
	err := store.Folder{Data: dir}.ChangeNames(func(n *store.Names) error {
		n.Renamed = []store.Rename{{At: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), Was: was, Now: now}}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Another game is for the people at the table, whoever played it last; and a table is suggested with the names of now.
func TestTheTableOfTheNextGame(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "versus", "Ana, Bai, Caio", "", "", "1", "2")
	out := typed(t, dir, lang.English, menu, "n", "toy", "n", "Davi, Eva, Fabi", "", "1", "1", "1", "", "o", "versus")
	holds(t, out, "What now?", "Which game?", "Versus: is this right?", "Clockwise: Davi, Eva and Fabi")

	rename(t, dir, "Bai", "Bia")
	holds(t, typed(t, dir, lang.English, menu, "n", "versus"), "Clockwise: Ana, Bia and Caio")
}

// Nothing is put in before the table, nor taken out where there is nothing else.
func TestNothingToTakeOut(t *testing.T) {
	out := typed(t, t.TempDir(), lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "?c", "i", "<", "g", "1", "2", "?c", "i")
	holds(t, out, "What needs correcting?", "“i” is not on the list", "i put in something forgotten", "What came right after it?")
}

// A correction under way goes on where it was when something else was about to be taken out, and was not.
func TestNotTakenOutInTheMiddleOfACorrection(t *testing.T) {
	for _, no := range []string{"l", "<"} {
		lines := []string{"n", "versus", "Ana, Bia, Caio", "", "", "1", "2", "?c", "1", "2", "?c", "x", "1", no}
		if no == "<" {
			lines = append(lines, "g") // back in the menu
		}
		out := typed(t, t.TempDir(), lang.English, menu, append(lines, "?undo")...)
		holds(t, out, "Correcting:", "What is taken out?", "What shall be done?", "Correcting:", "Who gets the second gem", "Undone: the last answer")
	}
}

// A game that goes on after its end was undone gives its new end away no sooner than the first.
func TestTheEndIsAnnouncedAnewOnceTheGameGoesOn(t *testing.T) {
	out := typed(t, t.TempDir(), lang.English, menu, "n", "toy", "Ana, Bia", "", "1", "1", "?e", "y", "", "?u", "2")
	holds(t, out, "The game is over.", "What now?", "Undone:", "The clock of the toy", "The game is over.")
}

// Where there is no game, the menu's sign and its words ask once more, and its word for leaving leaves.
func TestNoMenuWithoutAGame(t *testing.T) {
	out := typed(t, t.TempDir(), lang.English, menu, "l", "?", "dixit", "?undo", "?q")
	holds(t, out, "Which game?", "Which game?", "How many play?", "How many play?")
	if strings.Contains(out, "wants") || strings.Count(out, "What shall we do?") != 1 {
		t.Error(out)
	}
}

// The table of the game played last is suggested, not that of an old one that was imported since.
func TestTheTableOfAnImportedGameIsNotTheLast(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2")
	old := `{"game":"versus","players":["Davi","Eva","Fabi"],"events":[],"over":false,"played":"2020-01-01T20:00:00Z"}`
	s, err := scoring.ReadSheet(shelf.Find, []byte(old))
	if err != nil {
		t.Fatal(err)
	}
	path := store.Folder{Data: dir}.Game("kobe")
	if err := session.Add(path, session.Head{ID: "kobe", Seed: 1}, s, time.Date(2020, 1, 1, 20, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	holds(t, typed(t, dir, lang.English, menu, "n", "versus"), "Clockwise: Ana, Bia and Caio")
}

// A game without a turn leaves nothing behind when it is left, however far it was laid out. What was told of a turn stays,
// and so does a deck that the table drew.
func TestNothingIsLeftBehind(t *testing.T) {
	for _, c := range []struct {
		keys string
		kept int
	}{
		{"n|versus|Ana, Bia, Caio||", 0},
		{"n|versus|Ana, Bia, Caio|", 0},
		{"n|dixit|Ana, Bia, Caio|||?t|n|Ana, Bia, Eva|?q", 0},
		{"n|versus|Ana, Bia, Caio|||?p|n|Duda|", 0},
		{"n|spyfall|Ana, Bia, Caio|", 0},
		{"n|dixit|Ana, Bia, Caio|||1", 1},
		{"n|versus|Ana, Bia, Caio|||1|2|?undo|?q", 1},
		{"n|toy|Ana, Bia|", 1},
	} {
		dir := t.TempDir()
		out := typed(t, dir, lang.English, menu, strings.Split(c.keys, "|")...)
		if all, _ := filepath.Glob(filepath.Join(dir, "*", "*.jsonl")); len(all) != c.kept || (c.kept == 0) != strings.Contains(out, "Nothing was begun.") {
			t.Errorf("%s: %d games are kept, want %d:\n%s", c.keys, len(all), c.kept, out)
		}
	}
}

// Two games of the start menu that look alike are told apart by day and time; others are not told with them.
func TestLookalikes(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 11, 22, 20, 0, 0, 0, time.Local)
	for i, game := range []string{"versus", "versus", "toy"} {
		typed(t, dir, lang.English, func(s *Room) error {
			s.Now = func() time.Time { return at.Add(time.Duration(i) * 25 * time.Hour) }
			return menu(s)
		}, "n", game, "n", "Ana, Bia, Caio", "", "", "1", "2")
	}
	for l, want := range map[lang.Lang][]string{
		lang.English:    {"Carry on: Toy: Ana, Bia and Caio\n", "Bia and Caio · 2026-11-23 21:00\n", "Bia and Caio · 2026-11-22 20:00\n"},
		lang.Portuguese: {"Toy: Ana, Bia e Caio\n", "Bia e Caio · 23/11/2026 21:00\n", "Bia e Caio · 22/11/2026 20:00\n"},
	} {
		out := typed(t, dir, l, menu)
		for _, line := range want {
			if !strings.Contains(out, line) {
				t.Errorf("there is no %q in\n%s", line, out)
			}
		}
	}
}

// “Again” is for people by the names that they have now, whichever game that was put right in.
func TestAgainWithNamesOfNow(t *testing.T) {
	dir := t.TempDir()
	lines := []string{"n", "toy", "Ana, Bia", "", "1", "1"}
	typed(t, dir, lang.English, menu, lines...)
	rename(t, dir, "Bia", "Beatriz")
	out := typed(t, dir, lang.English, resume, "1", "", "a")
	holds(t, out, "What now?", "is this right?", "Clockwise: Ana and Beatriz")
}

// A name that is put right in the middle of a turn is right in what that turn was told, in what is corrected, after "Again",
// and at the table of another game; the renames of all games reach an old game when it goes on.
func TestNamesEverywhere(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2")
	out := typed(t, dir, lang.English, menu, "n", "dixit", "", "", "1", "2 a cat", "?t", "n", "Bea, Ana, Caio", "23", "?t", "n", "Ana, Bea, Caio", "?c", "1", ">",
		"?t", "n", "Anna, Bea, Caio", "3", "?c", "1", ">", "?e", "y", "", "a")
	holds(t, out, "Ana tells", "Bia is called Bea", "The votes for Ana", "Bea · Caio", "What needs correcting?", "Ana's story", "the votes: Bea 2, Caio 3",
		"Ana is called Anna", "Correcting: Turn 1: Anna's story “a cat” was card 2; the votes: Bea 2, Caio 3", "Clockwise: Anna, Bea and Caio")
	holds(t, typed(t, dir, lang.English, menu, "n", "versus"), "Clockwise: Anna, Bea and Caio")

	rename(t, dir, "Bia", "Beatriz")
	for range 2 {
		out = typed(t, dir, lang.English, menu, "1", "2", "?c", "1", ">")
		holds(t, out, "Versus: Ana, Beatriz and Caio", "Who slapped?", "2 Beatriz", "slapped", "Who gets")
	}
}

// Turn 5 is number 5 of what can be corrected, put in or taken out, the latest first; what is no turn comes behind all of them.
func TestTurnNumbers(t *testing.T) {
	for l, says := range map[lang.Lang]string{lang.English: "Turn", lang.Portuguese: "Turno"} {
		lines := []string{"n", "dixit", "Ana, Bia, Caio, Davi", "", "", "1", "2", "222", "?p", "4", "", "2", "22", "2", "22", "?c", "x", "<", "g"}
		out := typed(t, t.TempDir(), l, menu, append(lines, "?c", "2", "3")...)
		holds(t, out, "\n3 "+says+" 3: ", "\n2 "+says+" 2: ", "\n1 "+says+" 1: ", "\n4 ", "\n3 ", "\n2 ", "\n4 Davi", "\n1 ", "\n4 ", ": "+says+" 2: ")
	}
}

// Before the first question of a game that the command line chose lies nothing: no step back leads out of the program.
func TestNothingBefore(t *testing.T) {
	play := func(r *Room) error { return r.Play(t.Context(), Wish{Game: "dixit"}) }
	out := typed(t, t.TempDir(), lang.English, play, "<", "Ana, Bia, Caio", "<", "<", "", "", "", "<", "<", "<", "<", "")
	holds(t, out, "Who plays?", "There is nothing before it.", "Who plays?", "is this right?", "Who plays?", "laid out?", "There is nothing before it.", "is this right?")
}

// A look at the menu leaves a question about taking something out as it stands; only an answer, or a step back, ends it.
func TestTakenOutAfterALook(t *testing.T) {
	dir := t.TempDir()
	out := typed(t, dir, lang.English, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2", "2", "3", "?c", "x", "1", "?why", "?rules pile", "k")
	holds(t, out, "What is taken out?", "What shall be done?", "got the second gem from", "What shall be done?", "Nearest to", "What shall be done?", "Who slapped?")
	if got := events(t, dir); len(got) != 3 {
		t.Errorf("%q", got)
	}
	out = typed(t, t.TempDir(), lang.Portuguese, menu, "n", "versus", "Ana, Bia, Caio", "", "", "1", "2", "2", "3", "?c", "x", "1", "?placar", "<", "?undo")
	holds(t, out, "O que fazer?", "O que fazer?", "Desfeito: Batida 2")
}

// Everybody has the number that they came with in the lists of the menu, wherever they sit.
func TestNumbersInTheMenu(t *testing.T) {
	out := typed(t, t.TempDir(), lang.English, menu, "n", "dixit", "Ana, Bia, Caio", "", "", "1", "2", "23", "", "?p", "n", "Davi", "1", "?p", "4", "", "?p", "n", "Eva", "<", "g")
	holds(t, out, "Davi sits down", "Davi begins with 0 points.", "1 Ana leaves", "2 Bia leaves", "3 Caio leaves", "4 Davi leaves", "Does Davi leave?", "Davi leaves.",
		"To whose left does Eva sit down?", "1 Ana", "2 Bia", "3 Caio", "4 Davi")
}

// A plus before names adds people to those that are suggested, and is nobody's name.
func TestMorePeople(t *testing.T) {
	dir := t.TempDir()
	typed(t, dir, lang.English, menu, "n", "dixit", "Ana, Bia, Caio", "", "", "1", "2", "23")
	for said, want := range map[string]string{
		"+ Edu": "Clockwise: Ana, Bia, Caio and Edu\n", "+Edu, Fabi": "Clockwise: Ana, Bia, Caio, Edu and Fabi\n",
		"+ Ana Maria": "Clockwise: Ana, Bia, Caio and Ana Maria\n", "+": "✗ type something, please\n",
	} {
		holds(t, typed(t, dir, lang.English, menu, "n", "dixit", "n", said), "Names in seat order", want)
	}
	holds(t, typed(t, t.TempDir(), lang.English, menu, "n", "dixit", "+ Ana, Bia, Caio"), "Clockwise: Ana, Bia and Caio\n")
}

// Where nobody may come or leave, other seats are refused as seats, in each game that does; new names are taken.
func TestSeatsStay(t *testing.T) {
	for game, say := range map[string]string{"2": "1|3", "3": ""} {
		for l, want := range map[lang.Lang]string{lang.English: "everybody keeps their seat", lang.Portuguese: "cada um fica no seu lugar"} {
			lines := []string{"n", game, "Ana, Bia, Caio"}
			if game == "3" { // who took the last selfie
				lines = append(lines, "1")
			}
			lines = append(append(lines, "", ""), strings.Split(say, "|")...)
			out := typed(t, t.TempDir(), l, menu, append(lines, "?t", "n", "Bia, Ana, Caio", "Ana, Bia, Eva")...)
			if !strings.Contains(out, want) || strings.Contains(out, "joined") || !strings.Contains(out, "Eva") {
				t.Errorf("%s: %s", game, out)
			}
		}
	}
}

// A rematch is laid out on one line as long as it lies as before: not with somebody more, somebody less, other options, or
// after a game that was only scored here.
func TestLaidOutAsBefore(t *testing.T) {
	for keys, short := range map[string]bool{
		"n|dixit|Ana, Bia, Caio, Davi|||1|2|1 3 3|3|?e|y||a||":            true,
		"n|dixit|Ana, Bia, Caio, Davi|||1|2|1 3 3|3|?p|n|Eva|1|?e|y||a||": false,
		"n|dixit|Ana, Bia, Caio, Davi|||1|2|1 3 3|3|?p|4||?e|y|||a||":     false,
		"n|dixit|Ana, Bia, Caio, Davi|||1|2|1 3 3|3|?e|y||a|v|2||":        false,
		"n|dixit|Ana, Bia, Caio, Davi|||1|2|1 3 3|3|?e|y||a|n|+ Eva||":    false,
		"p|dixit|Ana, Bia, Caio, Davi||1|2|1 3 3|3|?e|y||a||":             false,
	} {
		out := typed(t, t.TempDir(), lang.English, menu, strings.Split(keys, "|")...)
		_, after, _ := strings.Cut(out, "What now?")
		if strings.Contains(after, "Everything laid out, as before?") != short || !strings.Contains(after, "Everything laid out") {
			t.Errorf("%s:\n%s", keys, after)
		}
	}
}

// One person who left is away in the singular, and two are in the plural.
func TestHowManyAreAway(t *testing.T) {
	for keys, want := range map[string]string{"?p|4|": "Ausente: Davi.", "?p|4||?p|5|": "Ausentes: Davi e Eva."} {
		lines := "n|dixit|Ana, Bia, Caio, Davi, Eva|||1|2|1 3 3 3|3|" + keys + "|?e|1|" + strings.Repeat("2|", strings.Count(keys, "?p"))
		if out := typed(t, t.TempDir(), lang.Portuguese, menu, strings.Split(lines, "|")...); !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
}
