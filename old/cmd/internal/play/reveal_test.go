package play

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/setup"
)

// played3 returns an evening after some guests of Ana, Bia and Caio, and its output. answer answers its questions.
func played3(t *testing.T, answer func(ask.Question) (ask.Answer, error), events ...scoring.Event) (*Evening, *bytes.Buffer) {
	t.Helper()
	st := fileOf(t)
	now := func() time.Time { return time.Date(2031, 5, 4, 12, 0, 0, 0, time.Local) }
	s := gameOf(t, st, pictureperfect.Game, OnlyScore, now, setup.Table{Players: []string{"Ana", "Bia", "Caio"}, Origin: setup.AfterTheFact}, events...)
	var out bytes.Buffer
	return New(settingOf(st, asking(answer), &out, Texts, results.Texts, report.Texts, pictureperfect.Game.Texts), s), &out
}

var level = []scoring.Event{pictureperfect.Guest{Fulfilled: []int{3, 2, 2}}, pictureperfect.Guest{Fulfilled: []int{2, pictureperfect.NotPlaced, pictureperfect.NotPlaced}}, scoring.Stop{}}

func TestReveal(t *testing.T) {
	last := "Place 1: Ana with 9 | Ana wins with 9 points."
	first, second := "Guest 1: Ana +6, Bia +3 and Caio +3 | So far: Ana 6, Bia 3 and Caio 3", "Guest 2: Ana +3, Bia – and Caio – | So far: Ana 9, Bia 3 and Caio 3"
	how, places := "How shall it be read?", "Place 2: Bia with 3 and Caio with 3"
	for name, c := range map[string]struct {
		keys string // the answers, a key each
		want []string
	}{
		"a key a place":           {"1..", []string{how, places, last}},
		"a key a part":            {"2...", []string{how, first, second, last}},
		"one back is a step back": {"2.<...", []string{how, first, second, first, second, last}},
		"one back at first":       {"1<", []string{how, places}},
		"left in the middle":      {"2?", []string{how, first}},
	} {
		var asked []string
		e, out := played3(t, func(q ask.Question) (ask.Answer, error) {
			var said []string
			for _, text := range append(q.Notes, q.Text) {
				said = append(said, text.String())
			}
			asked = append(asked, strings.Join(said, " | "))
			if len(asked) > len(c.keys) {
				return ask.Answer{}, ask.ErrQuit
			}
			switch c.keys[len(asked)-1] {
			case '2':
				return ask.One(1), nil
			case '<':
				return ask.Answer{}, ask.ErrBack
			case '?':
				return ask.Answer{}, &ask.Aside{}
			}
			return ask.One(0), nil
		}, level...)
		if err := withoutMenu(reveal(e.at)); err != nil || strings.Join(asked, "\n") != strings.Join(c.want, "\n") || out.Len() > 0 {
			t.Errorf("%s: %v\n%s\nwant\n%s\nprinted %s", name, err, strings.Join(asked, "\n"), strings.Join(c.want, "\n"), out)
		}
	}
}

// Anything that gives the end away moves out of sight first. On a terminal, the places read so far stay.
func TestRevealOnATerminal(t *testing.T) {
	asked, cleared := 0, 0
	e, out := played3(t, func(ask.Question) (ask.Answer, error) {
		if asked++; asked == 2 && cleared != 1 {
			t.Error("the result is in sight")
		}
		return ask.One(0), nil
	}, level...)
	e.at.in.Clear = func() { cleared++ }
	if err := reveal(e.at); err != nil || asked != 3 || cleared != 1 || out.String() != "Place 2: Bia with 3 and Caio with 3\n" {
		t.Errorf("%v, asked %d, cleared %d:\n%s", err, asked, cleared, out)
	}
}

// With a single part there is no choice of how to read, and before the end there is nothing to read.
func TestWhatCannotBeRevealed(t *testing.T) {
	asked := ""
	e, _ := played3(t, func(q ask.Question) (ask.Answer, error) { asked += q.ID + " "; return ask.One(0), nil }, level[0], level[2])
	if err := reveal(e.at); err != nil || asked != "play.reveal-0 play.reveal-1 " {
		t.Error(err, asked)
	}
	for want, events := range map[string][]scoring.Event{"This game goes on": level[:1], "Nothing has paid": level[2:]} {
		e, out := played3(t, nil, events...)
		if err := e.menu().aside("reveal"); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v: %s", err, out)
		}
	}
}

func TestCopy(t *testing.T) {
	lines := "Picture Perfect · 2031-05-04\n🥇 Ana 9\n🥈 Bia 3\n🥈 Caio 3\nAna wins with 9 points."
	asked := ""
	answer := func(q ask.Question) (ask.Answer, error) { asked += q.ID; return ask.Answer{}, ask.ErrBack }
	e, out := played3(t, answer, level...)
	if err := e.menu().aside("copy"); err != nil || asked != "" || out.String() != "To be copied and sent:\n\n"+lines+"\n\n" {
		t.Errorf("on lines: %v %s\n%s", err, asked, out)
	}
	copied := ""
	out.Reset()
	e.at.in.Copy, e.at.in.Clear = func(text string) { copied = text }, func() {}
	if err := e.menu().aside("copy"); err != nil || asked != "play.copied" || copied != lines || !strings.HasPrefix(out.String(), "Copied, if your terminal allows it") || !strings.HasSuffix(out.String(), "\n\n"+lines+"\n\n") {
		t.Errorf("on a terminal: %v %s %q\n%s", err, asked, copied, out)
	}
	asked = ""
	e, out = played3(t, answer, level[:1]...)
	if e.at.in.Clear = func() {}; e.menu().aside("copy") != nil || asked != "" || !strings.Contains(out.String(), "The game is not over.") {
		t.Errorf("in between: %s\n%s", asked, out)
	}
	if e, out := played3(t, answer); e.menu().aside("copy") != nil || !strings.Contains(out.String(), "Nothing has paid") {
		t.Errorf("at first: %s", out)
	}
}
