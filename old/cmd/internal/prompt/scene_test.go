//go:build unix

package prompt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/term"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// The tests of a terminal run this test binary again, as a program on a terminal of its own. TABLEMATE_SCENE
// names the questions it puts.
func TestMain(m *testing.M) {
	if scene := os.Getenv("TABLEMATE_SCENE"); scene != "" {
		if os.Getenv("TABLEMATE_BURST") == "" {
			keyboard.Burst = 0 // tests need no time to read
		} else {
			keyboard.Burst = time.Hour
		}
		os.Exit(play(scene))
	}
	os.Exit(laws.InMemory{M: m}.Run())
}

// play uses a Terminal as a program does: with a context that signals end, restored whatever happens, and an
// exit code that tells why.
func play(scene string) int {
	voice := lang.NewLocalizer(lang.Match(os.Getenv("TABLEMATE_LANG")), lang.Texts, ask.Texts, keyboard.Texts, Texts)
	tidy := Tidy(os.Stdin, os.Stdout)
	ctx, stop := Until(context.Background(), func() { tidy(os.Getenv("TABLEMATE_QUIET") == "") })
	defer stop()
	keys, err := keyboard.Open(os.Stdin, false)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	size := func() (int, int) {
		cols, rows, _ := term.GetSize(int(os.Stdin.Fd()))
		return cols, rows
	}
	t := NewTerminal(ctx, keys, os.Stdout, size, voice, os.Getenv("NO_COLOR") == "")
	defer t.Restore()
	err = perform(t, scene)
	t.Restore()
	if code, ok := ExitCode(err); ok {
		fmt.Println("come back any time")
		return code
	}
	if err != nil {
		fmt.Println("=", err)
		return 1
	}
	return 0
}

func perform(t *Terminal, scene string) error {
	name, arg, _ := strings.Cut(scene, ":")
	switch name {
	case "ask": // each question once, then the answers
		var got []string
		for _, q := range strings.Split(arg, ",") {
			a, err := t.Ask(questions(q))
			got = append(got, tell(a, err))
			if _, over := ExitCode(err); over {
				return err
			}
		}
		fmt.Println("=", strings.Join(got, " | "))
	case "panic":
		if _, err := t.Ask(questions("name")); err != nil {
			return err
		}
		panic("the table fell over")
	case "deaf": // a program that ignores its context
		if _, err := t.Ask(questions("name")); err != nil {
			return err
		}
		fmt.Println("busy")
		for t.ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		fmt.Println("told so")
		select {}
	case "lend":
		return lend(t)
	case "many":
		return manyTimes(t, arg)
	case "refuse": // refused as a game refuses an answer
		r, err := ask.Insist(t, questions(arg), func(a ask.Answer) error {
			if a.Text == "Ana" || a.Value() == 0 {
				return fault.New(lang.Literal("that one is taken already"))
			}
			return nil
		})
		fmt.Println("=", tell(r, err))
	case "discard":
		if _, err := t.Ask(questions("name")); err != nil {
			return err
		}
		t.keyboard.Drop()
		a, err := t.Ask(questions("points"))
		fmt.Println("=", tell(a, err))
	}
	return nil
}

func tell(a ask.Answer, err error) string {
	var aside *ask.Aside
	switch {
	case errors.As(err, &aside):
		return "aside"
	case errors.Is(err, ask.ErrNow):
		return "forward"
	case errors.Is(err, ask.ErrBack):
		return "back"
	case errors.Is(err, ErrInterrupt):
		return "interrupt"
	case errors.Is(err, ask.ErrQuit):
		return "quit"
	case err != nil:
		return err.Error()
	}
	s := fmt.Sprintf("%v", a.Values)
	if len(a.Values) == 0 {
		s = `"` + a.Text + `"`
	}
	if a.Plus > 0 {
		s += fmt.Sprintf("+%d", a.Plus)
	}
	return s + a.Key
}

// manyTimes asks over and over, and prints how many goroutines are left over.
func manyTimes(t *Terminal, n string) error {
	times, err := strconv.Atoi(n)
	if err != nil {
		return err
	}
	before := runtime.NumGoroutine()
	for range times {
		for _, q := range []string{"name", "points"} {
			if _, err := t.Ask(questions(q)); err != nil {
				return err
			}
		}
	}
	fmt.Println("left behind:", leftOver(before))
	for range times {
		if _, err := t.Ask(questions("pick")); err != nil {
			return err
		}
	}
	fmt.Println("and:", leftOver(before+times))
	return nil
}

// leftOver returns how many more goroutines there are than expected, after waiting for those about to end.
func leftOver(expected int) int {
	for range 1000 {
		if runtime.NumGoroutine() <= expected {
			return 0
		}
		time.Sleep(10 * time.Millisecond)
	}
	return runtime.NumGoroutine() - expected
}

// lend shows a live screen between two questions.
func lend(t *Terminal) error {
	a, err := t.Ask(questions("name"))
	if err != nil {
		return err
	}
	keys := ""
	if err := t.Suspend(func() error {
		for !strings.HasSuffix(keys, "q") {
			fmt.Print("\rthe clock runs ", keys)
			k, err := t.keyboard.Next(t.ctx, -1)
			if err != nil {
				return err
			}
			keys += k.String()
		}
		fmt.Print("\r\n")
		return nil
	}); err != nil {
		return err
	}
	b, err := t.Ask(questions("points"))
	if err != nil {
		return err
	}
	fmt.Println("=", a.Text, keys, b.Value())
	return nil
}

var (
	four  = []string{"Ana", "Bia", "Caio", "Davi"}
	cards = []string{"Dance", "Day", "Érica", "Gifts", "Rumors", "Theft", "Open", "Shared", "Fixed", "Secret", "Unfair", "Single"}
)

func texts(s ...string) []lang.Text { return lang.Names(s) }

const long = "Who of you all has taken a picture of yourself most recently, with whatever device, wherever that was and whoever else was in it?"

// questions returns the question of a scene.
func questions(name string) ask.Question {
	suggest := func(row ...int) *ask.Answer { return &ask.Answer{By: ask.Scorekeeper, Values: [][]int{row}} }
	switch name {
	case "name":
		return ask.Question{Head: ask.Head{ID: "t.name", Text: lang.Literal("Who is it?")}, Shape: ask.Words{}}
	case "again":
		return ask.Question{Head: ask.Head{ID: "t.name", Text: lang.Literal("Who is it?"), Suggest: &ask.Answer{Text: "João"}}, Shape: ask.Words{}}
	case "long":
		return ask.Question{Head: ask.Head{ID: "t.long", Text: lang.Literal(long)}, Shape: ask.Words{}}
	case "points":
		return ask.Question{Head: ask.Head{ID: "t.points", Text: lang.Literal("How many points?")}, Shape: ask.Number{Lo: 0, Hi: 30}}
	case "pick":
		return ask.Question{Head: ask.Head{ID: "t.pick", Text: lang.Literal("Who told the story?"), Suggest: suggest(1)}, Shape: ask.Pick{Options: texts(four...)}}
	case "quick":
		q := questions("pick")
		asktest.Reshape(&q, func(list *ask.Pick) { list.Quick = true })
		return q
	case "menu":
		q := questions("pick")
		return q.With(ask.List{
			Options: texts("Go on", "Undo", "Phones", "Photos", "Reveal the places"), Marks: texts("g", "u", "t", "f", "a"),
			Barred: []ask.Barred{{Before: 2, Mark: lang.Literal("r"), Text: lang.Literal("Redo"), Why: lang.Literal("nothing was undone")}},
		})
	case "slap":
		q := questions("barred")
		list := q.List()
		list.Add(lang.Literal("w"), lang.Literal("wrong slap"))
		return q.With(list)
	case "barred":
		q := questions("pick")
		q.Suggest = nil
		return q.With(ask.List{
			Options: texts("Ana", "Caio", "Davi"), Marks: texts("1", "3", "4"),
			Barred: []ask.Barred{{Before: 1, Mark: lang.Literal("2"), Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}},
		})
	case "keyed":
		q := questions("pick")
		q.Keys = []ask.Key{{Letter: "x", Text: lang.Literal("nobody")}}
		return q
	case "keyed-again":
		q := questions("keyed")
		q.Suggest = &ask.Answer{By: ask.Scorekeeper, Key: "x"}
		return q
	case "cards":
		return ask.Question{Head: ask.Head{ID: "t.cards", Text: lang.Literal("Which card?"), Suggest: suggest(0)}, Shape: ask.Pick{Options: texts(cards...)}}
	case "games":
		return ask.Question{Head: ask.Head{ID: "t.games", Text: lang.Literal("Which game?")}, Shape: ask.Pick{Options: texts("Spyfall", "Score pad", "Another game"), Marks: texts("1", "2", "o"), Beyond: true}}
	case "cards-quick":
		q := questions("cards")
		q.Suggest = nil
		return q
	case "wide":
		return ask.Question{Head: ask.Head{ID: "t.wide", Text: lang.Literal(long)}, Shape: ask.Pick{Options: texts(long, "nobody\nat all", "日本🎲 "+long)}}
	case "many":
		return ask.Question{Head: ask.Head{ID: "t.many", Text: lang.Literal("Which cards are in the box?"), Suggest: suggest(1, 0, 1, 0)}, Shape: ask.Many{Options: texts(cards[:4]...)}}
	case "copies":
		return ask.Question{Head: ask.Head{ID: "t.copies", Text: lang.Literal("How many of each?"), Suggest: suggest(1, 2, 0, 0)}, Shape: ask.Many{Options: texts(cards[:4]...), Most: 4}}
	}
	return moreQuestions(name)
}

func moreQuestions(name string) ask.Question {
	people := []int{0, 1, 2, 3}
	switch name {
	case "bid":
		return ask.Question{Head: ask.Head{ID: "t.bid", Text: lang.Literal("How many does Ana bid?"), Suggest: &ask.Answer{By: ask.Scorekeeper, Values: [][]int{{3}}}}, Shape: ask.Number{Lo: 3, Hi: 17}, Keys: []ask.Key{{Letter: "p", Text: lang.Literal("passes")}}}
	case "adds", "sums", "hidden":
		q := ask.Question{Head: ask.Head{ID: "t.adds", Text: lang.Literal("How many hearts?"), People: people, Names: four, Secret: name == "hidden"}, Shape: ask.Each{Hi: 26, Sum: []int{26, 78}}}
		if name != "adds" {
			q.People, q.Names, q.Shape = people[:1], four[:1], ask.Each{Hi: 26}
		}
		return q
	case "each":
		return ask.Question{
			Head:  ask.Head{ID: "t.each", Text: lang.Literal("Guest 3: how many cards are fulfilled?"), People: people, Names: four},
			Shape: ask.Each{Hi: 3, Blank: true, Plus: 4},
			Keys:  []ask.Key{{Letter: "r", Text: lang.Literal("nobody placed the rest")}},
		}
	case "votes":
		return ask.Question{
			Head: ask.Head{
				ID:      "t.votes",
				Text:    lang.Literal("Whose card is it?"),
				People:  people[1:],
				Names:   four[1:],
				Suggest: &ask.Answer{By: ask.Scorekeeper, Values: [][]int{{0}, {1, 2}, {3}}},
			},
			Shape: ask.Each{Options: texts(four...), Most: 2},
		}
	case "numbers":
		return ask.Question{Head: ask.Head{ID: "t.numbers", Text: lang.Literal("Which card was voted for?"), People: people[:3], Names: four[:3]}, Shape: ask.Each{Lo: 1, Hi: 12}}
	case "chips":
		return ask.Question{Head: ask.Head{ID: "t.chips", Text: lang.Literal("How many are left?"), People: people, Names: four}, Shape: ask.Each{Hi: 40}}
	case "screen":
		return ask.Question{Head: ask.Head{ID: "t.screen", Text: lang.Literal("All as you want it?"), Suggest: &ask.Answer{Values: [][]int{{0}}, Text: "all"}}, Shape: ask.Pick{Quick: true, Screen: true, Options: texts("Yes", "To 30 points"), Marks: texts("y", "t")}}
	case "show":
		return ask.Question{Head: ask.Head{ID: "t.show", Text: lang.Literal("Shuffle the cards"), Notes: texts("There are 84 of them.", long)}, Shape: ask.Show{}}
	case "notes":
		return ask.Question{Head: ask.Head{ID: "t.notes", Text: lang.Literal("And now?"), Notes: texts(strings.Repeat(long+" ", 6), "THE END")}, Shape: ask.Pick{Options: texts(four...)}}
	case "secret":
		return ask.Question{Head: ask.Head{ID: "t.secret.1", Text: lang.Literal("Who is the spy?"), People: people[1:2], Names: four[1:2], Secret: true}, Shape: ask.Each{Hi: 9, Lo: 1}}
	case "secret-pick":
		return ask.Question{Head: ask.Head{ID: "t.secret.2", Text: lang.Literal("Who is the spy?"), People: people[2:3], Names: four[2:3], Secret: true}, Shape: ask.Pick{Options: texts(four...)}}
	case "covered":
		return ask.Question{Head: ask.Head{ID: "t.covered", Text: lang.Literal("Which card?"), People: people[1:2], Names: four[1:2]}, Hidden: true, Shape: ask.Each{Lo: 1, Hi: 9, Cards: true}, Keys: []ask.Key{{Letter: "o", Text: lang.Literal("somebody else")}}}
	case "secret-show", "secret-show-next":
		k := map[string]int{"secret-show": 1, "secret-show-next": 2}[name]
		return ask.Question{Head: ask.Head{ID: "t.secret-show." + strconv.Itoa(k), Notes: texts("Only you see this."), Text: lang.Literal("You are at: Beach"), People: people[k : k+1], Names: four[k : k+1], Secret: true}, Shape: ask.Show{}}
	case "evil-again":
		return ask.Question{Head: ask.Head{ID: "t.evil-again", Text: lang.Literal("Who?"), Suggest: &ask.Answer{By: ask.Scorekeeper, Text: "\u202eA\x1b[2Jna"}}, Shape: ask.Words{}}
	case "evil":
		return ask.Question{Head: ask.Head{ID: "t.evil", Text: lang.Literal("One\nor\x1b[2Jtwo\u202e?")}, Shape: ask.Pick{Options: texts("a\x1b[31mb", "{{ . }}", "c\x07")}}
	case "watch":
		return ask.Question{Head: ask.Head{ID: "t.watch"}, Shape: ask.Watch{Limit: time.Minute}}
	}
	panic("no such question: " + name)
}

// start runs a scene on a terminal.
func start(t *testing.T, cols, rows int, tag, scene string, env ...string) *ttytest.Terminal {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append([]string{"TABLEMATE_SCENE=" + scene, "TABLEMATE_LANG=" + tag, "GORACE=exitcode=66 atexit_sleep_ms=0"}, env...)...)
	return ttytest.Start(t, cols, rows, cmd)
}

// begun runs a scene, and waits for its first question.
func begun(t *testing.T, cols, rows int, tag, scene string, env ...string) *ttytest.Terminal {
	t.Helper()
	x := start(t, cols, rows, tag, scene, env...)
	x.Wait(ready)
	return x
}
