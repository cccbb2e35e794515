//go:build unix

package tty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// The tests of the window run this binary in one, with a program by name.
func TestMain(m *testing.M) {
	name := os.Getenv("TTY_PROGRAM")
	if name == "" {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt) // the first one must be outside of any bubble
		os.Exit(m.Run())
	}
	k, err := Open(os.Stdin, os.Stdout, lang.Lang(os.Getenv("TTY_LANG")), os.Getenv("TTY_PLAIN") != "", os.Getenv("NO_COLOR") == "")
	if err != nil {
		panic(err)
	}
	defer k.Close()
	programs[name](k)
}

// window starts a program in a window, and waits for its first question.
func window(t *testing.T, columns, rows int, program string, env ...string) *ttytest.Window {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "TTY_PROGRAM="+program), env...)
	x := ttytest.Start(t, columns, rows, cmd)
	x.Wait(" ")
	t.Cleanup(func() {
		if x.Count("DATA RACE") > 0 {
			t.Errorf("a data race in the window:\n%s", x.Screen())
		}
	})
	return x
}

var programs = map[string]func(Keyboard){
	"turn":  turn,
	"cards": func(k Keyboard) { card(k, 12) },
	"places": func(k Keyboard) {
		show(k, one(ask.Question{Text: lang.T("Where was everybody?"), Shape: ask.Pick{Options: places(30)}}))
	},
	"first": func(k Keyboard) {
		g := one(ask.Question{ID: "card", Text: lang.T("Which card was it?"), Shape: ask.Number{Lo: 1, Hi: 12, Cards: true}})
		g.First = true
		show(k, g)
		g.First, g.Again, g.Asked[0].In = false, true, true
		show(k, g)
	},
	"deck": func(k Keyboard) {
		for n := 1; ; n++ {
			pick := ask.Pick{Options: []ask.Option{{ID: "yes", Text: lang.T("Turn it over")}}}
			photos := []ask.Option{{ID: "photos", Key: "f", Text: lang.T("photos")}}
			if !show(k, one(ask.Question{ID: "card", Text: lang.T("Round {n}?").With("n", n), Suggest: "yes", Keys: photos, Shape: pick})) {
				return
			}
		}
	},
	"twins": func(k Keyboard) {
		pick := ask.Pick{Options: ask.Names([]string{"Luis", "Luís", "กิ", "กี", "はは", "ばば", "José"})}
		for show(k, one(ask.Question{Text: lang.T("Who?"), Shape: pick})) {
		}
	},
	"pays": func(k Keyboard) {
		options := ask.Names([]string{"Ana", "Ben", "Cleo", "Dan", "Eva"})
		options[1].Why = lang.T("nobody pays themselves")
		nobody := []ask.Option{{ID: "none", Key: "x", Text: lang.T("nobody")}}
		for show(k, one(ask.Question{Text: lang.T("Who pays 3 decorations to Ben?"), Keys: nobody, Shape: ask.Many{Options: options, Most: 3}})) {
		}
	},
	"owners": func(k Keyboard) {
		g := votes()
		for i := range g.Asked {
			g.Asked[i].Keys = []ask.Option{{ID: "out", Key: "o", Text: lang.T("somebody is out")}}
		}
		g.Example = []string{"3", "2", "1", "6", "5"}
		show(k, g)
	},
	"words": func(k Keyboard) {
		for show(k, one(ask.Question{Text: lang.T("Who plays?"), Shape: ask.Words{List: true}})) {
		}
	},
	"slap": func(k Keyboard) {
		g := ask.Group{Text: lang.T("Who wins the gem, and who is penalized?")}
		for _, as := range []string{"gem", "penalty"} {
			g.Asked = append(g.Asked, ask.Question{ID: as, As: lang.Literal(as), Shape: ask.Pick{Options: ask.Names(people)}})
		}
		g.Asked = append(g.Asked, ask.Question{ID: "cards", As: lang.Literal("cards"), Shape: ask.Number{Hi: 9}}, ask.Question{ID: "note", Shape: ask.Words{Blank: true}})
		show(k, g)
	},
	"far": func(k Keyboard) {
		show(k, one(ask.Question{Text: lang.T("Where?"), Suggest: "id12", Shape: ask.Pick{Options: places(12)}}))
		show(k, one(ask.Question{Text: lang.T("Which one of them?"), Shape: ask.Many{Options: places(12), Most: 1}}))
	},
	"secret": secret,
	"vote": func(k Keyboard) {
		g := ask.Group{Notes: []lang.Text{lang.T("All draw a card.")}}
		for _, p := range people[:2] {
			g.Asked = append(g.Asked, ask.Question{ID: "vote", Who: p, Secret: true, Text: lang.T("Your vote, {who}?").With("who", p), Shape: ask.Pick{Options: ask.Names(people)}})
		}
		show(k, g)
	},
	"deal": func(k Keyboard) {
		if t, window := k.(*Terminal); window {
			t.calm = 0
		}
		deal(k)
	},
	"hidden": func(k Keyboard) { // likewise, and no Enter comes late enough
		k.(*Terminal).calm = time.Hour
		deal(k)
	},
	"again": func(k Keyboard) {
		g := votes()
		g.Again = true
		for i := range g.Asked {
			g.Asked[i].In, g.Asked[i].Suggest = true, fmt.Sprint(i+1)
		}
		err := k.Put(g, func(in ...ask.Answer) error { k.Say(fmt.Sprintf("GOT %v", in)); return nil })
		k.Say(fmt.Sprint("END ", err))
	},
	"rest": func(k Keyboard) {
		g := votes()
		g.Asked[0].In, g.Asked[0].Suggest, g.Asked[3].In, g.Asked[3].Suggest = true, "6", true, "5"
		err := k.Put(g, func(in ...ask.Answer) error { k.Say(fmt.Sprintf("GOT %v", in)); return nil })
		k.Say(fmt.Sprint("END ", err))
	},
	"menu": func(k Keyboard) {
		letters := []ask.Option{
			{ID: "standings", Key: "s", Text: lang.T("standings")}, {ID: "again", Key: "a", Text: lang.T("once more")},
			{ID: "go", Key: "g", Text: lang.T("go on")},
		}
		for show(k, one(ask.Question{Text: lang.T("What now?"), Suggest: "go", Shape: ask.Pick{Options: letters}})) {
		}
	},
	"long": func(k Keyboard) { // what is laid out, longer than the window
		var notes []lang.Text
		notes = append(notes, lang.Literal(strings.Repeat("word ", 200)))
		for i := range 30 {
			notes = append(notes, lang.Literal(fmt.Sprintf("%d. Everybody takes %d cards and {nothing} else.", i+1, i+2)))
		}
		q := ask.Question{ID: "laid", Text: lang.T("Everything laid out?"), Suggest: "yes", Shape: ask.Pick{Options: ask.Names([]string{"yes"})}}
		q.Keys = []ask.Option{{ID: "line", Key: "l", Text: lang.T("one step after the other")}}
		show(k, ask.Group{Notes: notes, Asked: []ask.Question{q}})
	},
	"page": func(k Keyboard) {
		k.Say("Lay out the board in the middle of the table.\nGive each of you 7 cards.")
		page := ask.Pick{Options: []ask.Option{{ID: "on", Text: lang.T("it is laid out")}}}
		show(k, ask.Group{Notes: []lang.Text{lang.T("The smallest of you begins.")}, Asked: []ask.Question{{Shape: page}}})
		show(k, one(ask.Question{Text: lang.T("And your name, please, as it shall stand on the screen all evening?"), Shape: ask.Words{}}))
	},
	"taken": func(k Keyboard) { // a phone answers first
		if t, window := k.(*Terminal); window {
			t.surprise = 0
		}
		gone(k, "Which card?")
		show(k, one(ask.Question{Text: lang.T("And now?"), Shape: ask.Words{}}))
	},
	"deaf": func(k Keyboard) { // likewise, and nobody can have seen it
		k.(*Terminal).surprise = time.Hour
		gone(k, "Which card?")
		show(k, one(ask.Question{Text: lang.T("And now?"), Shape: ask.Pick{Options: places(3)}}))
	},
	"stopped": func(k Keyboard) { // a phone stops the clock
		k.(*Terminal).surprise = time.Hour
		ctx, stop := context.WithCancel(context.Background())
		time.AfterFunc(time.Second/10, stop)
		_, err := k.Watch(ctx, &Countdown{
			Text: lang.T("Round 2 of Spyfall"), Whole: time.Minute, Now: timer.Reader(time.Now), Clock: timer.New(time.Minute),
			Save: func(timer.Seen, bool) error { return nil },
		})
		k.Say("FIRST " + err.Error())
		show(k, one(ask.Question{Text: lang.T("And now?"), Shape: ask.Pick{Options: places(3)}}))
	},
	"notes": func(k Keyboard) { // a phone answers
		g := one(ask.Question{Text: lang.T("Waiting for Ana and Ben"), Shape: ask.Words{}})
		g.Notes = []lang.Text{lang.T("The deck lies face down.")}
		k.Say("FIRST " + k.Put(g, func(...ask.Answer) error { return ask.Gone }).Error())
		g.Asked[0].Text = lang.T("Waiting for Ben")
		show(k, g)
	},
	"half": func(k Keyboard) { // a phone comes
		gone(k, "And now?")
		k.Say("Ben's phone is here.")
		show(k, one(ask.Question{Text: lang.T("And now?"), Shape: ask.Words{}}))
	},
	"elsewhere": func(k Keyboard) { // ? leads to a menu, and back to the question
		many := ask.Many{Options: ask.Names(people)}
		for _, g := range []ask.Group{votes(), one(ask.Question{Text: lang.T("Who pays?"), Shape: many}), one(ask.Question{Text: lang.T("Where?"), Shape: ask.Pick{Options: places(12)}})} {
			for {
				_, err := ask.All(k, g, nil)
				if err == nil {
					k.Say("TAKEN")
					break
				}
				if err != ask.Move("?") || !show(k, one(ask.Question{Text: lang.T("What would you like?"), Shape: ask.Pick{Options: places(3)}})) {
					return
				}
			}
		}
	},
	"table": func(k Keyboard) {
		for show(k, table()) {
		}
	},
	"stuck": func(k Keyboard) {
		card(k, 9)
		time.Sleep(time.Hour)
	},
	"vanished": func(k Keyboard) { // a phone answers, and a clock comes
		k.(*Terminal).surprise = time.Hour
		gone(k, "Who agrees?")
		accuse := []ask.Option{{ID: "accuse", Key: "a", Text: lang.T("accuse")}}
		clock(k, &Countdown{Text: lang.T("Round 2 of Spyfall"), Whole: time.Minute, Options: accuse})
	},
	"crash": func(k Keyboard) {
		_ = k.Put(one(ask.Question{Text: lang.T("Crash?"), Shape: ask.Words{}}), func(...ask.Answer) error { panic("a bug") })
	},
	"clock": func(k Keyboard) {
		accuse := []ask.Option{{ID: "accuse", Key: "a", Text: lang.T("accuse")}, {ID: "vote", Key: "v", Text: lang.T("vote"), Why: lang.T("Nobody votes yet.")}}
		clock(k, &Countdown{Text: lang.T("Round 2 of Spyfall"), Notes: []lang.Text{lang.T("Davi may not accuse any more.")}, Whole: 8 * time.Minute, Options: accuse})
	},
	"timer": func(k Keyboard) { clock(k, &Countdown{Whole: time.Second, Again: true}) },
	"drawn": func(k Keyboard) { // as wide as the window
		k.Show(func(columns int) string { return "|" + strings.Repeat("-", columns-3) + "|" })
		card(k, 9)
		clock(k, &Countdown{Whole: time.Minute, Again: true})
		card(k, 9)
	},
	"banks": func(k Keyboard) { clock(k, &Countdown{Whole: 10 * time.Minute, Again: true, Names: people[:3]}) },
}

// gone asks until a line is entered, which comes too late.
func gone(k Keyboard, text string) {
	err := k.PutUntil(context.Background(), one(ask.Question{Text: lang.Literal(text), Shape: ask.Words{}}), func(...ask.Answer) error { return ask.Gone })
	k.Say("FIRST " + err.Error())
}

func places(n int) (options []ask.Option) {
	for i := range n {
		options = append(options, ask.Option{ID: fmt.Sprint("id", i+1), Text: lang.Literal(fmt.Sprintf("%c-place %d", 'A'+i%26, i+1))})
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

var people = []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Zoé 日本🎲"}

func card(k Keyboard, most int) bool {
	return show(k, one(ask.Question{Text: lang.T("Which card was it?"), Shape: ask.Number{Lo: 1, Hi: most, Cards: true}}))
}

func votes() ask.Group {
	g := ask.Group{Text: lang.T("Who votes for which card?")}
	for _, p := range people[:5] {
		g.Asked = append(g.Asked, ask.Question{ID: "vote", Who: p, Text: lang.T("Which card?"), Shape: ask.Number{Lo: 1, Hi: 6, Cards: true}})
	}
	return g
}

// turn is a turn of Dixit aloud, over and over.
func turn(k Keyboard) {
	for n := 1; ; n++ {
		k.Say(fmt.Sprintf("Turn %d", n))
		if !show(k, one(ask.Question{Text: lang.T("Who tells?"), Suggest: "Bia", Shape: ask.Pick{Options: ask.Names(people)}})) || !card(k, 6) {
			return
		}
		_, err := ask.All(k, votes(), func(vs []ask.Value) error {
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

// deal shows two people their cards.
func deal(k Keyboard) {
	g := ask.Group{}
	for _, p := range people[:2] {
		page := ask.Pick{Options: []ask.Option{{ID: "seen", Text: lang.T("hide it again")}}}
		g.Asked = append(g.Asked, ask.Question{ID: "deal", Who: p, Secret: true, Text: lang.T("{who} is the spy.").With("who", p), Shape: page})
	}
	show(k, g)
}

func secret(k Keyboard) {
	g := ask.Group{Text: lang.T("Everybody bids.")}
	for _, p := range people[:3] {
		g.Asked = append(g.Asked, ask.Question{ID: "bid", Who: p, Secret: true, Text: lang.T("Your bid, {who}?").With("who", p), Shape: ask.Number{Hi: 30}})
	}
	show(k, g)
}

// clock shows a clock and prints how it ended.
func clock(k Keyboard, w *Countdown) {
	w.Now = timer.Reader(time.Now)
	w.Clock = timer.New(slices.Repeat([]time.Duration{w.Whole}, max(1, len(w.Names)))...)
	if w.Again && w.Names == nil {
		w.Clock = w.Clock.Start(w.Now())
	}
	saves := 0
	w.Save = func(timer.Seen, bool) error { saves++; return nil }
	option, err := k.Watch(context.Background(), w)
	k.Say(fmt.Sprintf("CLOCK %q %v %s runs %v", option, err, timer.Face(w.Clock.At(w.Now())), w.Clock.Runs))
}
