//go:build unix

package tty

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// The tests of the window run this binary in one, with a program by name.
func TestMain(m *testing.M) {
	name := os.Getenv("TTY_PROGRAM")
	if name == "" {
		os.Exit(m.Run())
	}
	k, err := Open(os.Stdin, os.Stdout, lang.Lang(os.Getenv("TTY_LANG")), false, os.Getenv("NO_COLOR") == "")
	if err != nil {
		panic(err)
	}
	defer k.Close()
	programs[name](k)
}

// window starts a program in a window.
func window(t *testing.T, columns, rows int, program string, env ...string) *ttytest.Window {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "TTY_PROGRAM="+program), env...)
	return ttytest.Start(t, columns, rows, cmd)
}

var programs = map[string]func(Keyboard){
	"turn":   turn,
	"places": func(k Keyboard) { show(k, one(ask.Question{Text: lang.T("Where was everybody?"), Shape: ask.Pick{Options: many(12)}})) },
	"pays": func(k Keyboard) {
		options := ask.Names([]string{"Ana", "Ben", "Cleo", "Dan", "Eva"})
		options[1].Why = lang.T("nobody pays themselves")
		show(k, one(ask.Question{Text: lang.T("Who pays 3 decorations to Ben?"), Keys: []ask.Option{{ID: "none", Key: lang.T("x"), Text: lang.T("nobody")}}, Shape: ask.Many{Options: options, Most: 3}}))
	},
	"words":  func(k Keyboard) { show(k, one(ask.Question{Text: lang.T("Who plays?"), Shape: ask.Words{List: true}})) },
	"secret": secret,
	"menu": func(k Keyboard) {
		letters := []ask.Option{{ID: "standings", Key: lang.T("s"), Text: lang.T("standings")}, {ID: "again", Key: lang.T("a"), Text: lang.T("once more")}, {ID: "go", Key: lang.T("g"), Text: lang.T("go on")}}
		for range 2 {
			show(k, one(ask.Question{Text: lang.T("What now?"), Suggest: "go", Shape: ask.Pick{Options: letters}}))
		}
	},
	"crash": func(k Keyboard) {
		_ = k.Put(one(ask.Question{Text: lang.T("Crash?"), Shape: ask.Words{}}), func(...ask.Answer) error { panic("a bug") })
	},
}

func one(q ask.Question) ask.Group { return ask.Group{Asked: []ask.Question{q}} }

func many(n int) (options []ask.Option) {
	for i := range n {
		options = append(options, ask.Option{ID: fmt.Sprint("id", i), Text: lang.Literal(fmt.Sprintf("%c-place", 'A'+i))})
	}
	return options
}

// show asks and prints what came.
func show(k Keyboard, g ask.Group) bool {
	vs, err := ask.All(k, g, nil)
	var m ask.Move
	if errors.As(err, &m) {
		k.Say("MOVE " + string(m))
		return false
	}
	said := "GOT"
	for _, v := range vs {
		said += fmt.Sprintf(" %q", v.Line+v.Key)
	}
	k.Say(said)
	return true
}

var people = []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Zoé"}

// turn is a turn of Dixit aloud, over and over.
func turn(k Keyboard) {
	for n := 1; ; n++ {
		k.Say(fmt.Sprintf("Turn %d. Ana 3, Bia 2.", n))
		if !show(k, one(ask.Question{Text: lang.T("Who tells?"), Suggest: "Bia", Shape: ask.Pick{Options: ask.Names(people)}})) {
			return
		}
		if !show(k, one(ask.Question{Text: lang.T("Which card was it?"), Shape: ask.Number{Lo: 1, Hi: 6, Cards: true}})) {
			return
		}
		votes := ask.Group{Text: lang.T("Who votes for which card?")}
		for _, p := range people[:5] {
			votes.Asked = append(votes.Asked, ask.Question{ID: "vote", Who: p, Text: lang.T("Which card?"), Shape: ask.Number{Lo: 1, Hi: 6, Cards: true}})
		}
		_, err := ask.All(k, votes, func(vs []ask.Value) error {
			if vs[0].Given() && vs[0].One() == 4 {
				return fault.New(lang.T("Ana cannot vote for card 4: it is theirs"))
			}
			return nil
		})
		if err != nil {
			k.Say("MOVE " + err.Error())
			return
		}
	}
}

func secret(k Keyboard) {
	g := ask.Group{Text: lang.T("Everybody bids.")}
	for _, p := range people[:3] {
		g.Asked = append(g.Asked, ask.Question{ID: "bid", Who: p, Secret: true, Text: lang.T("Your bid, {who}?").With("who", p), Shape: ask.Number{Lo: 0, Hi: 30}})
	}
	show(k, g)
}
