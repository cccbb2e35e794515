package screen

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

var fourteen = []string{
	"Ana", "Bernardo de Alcântara", "Caio", "Davi", "日本 太郎", "Fabiana Maria", "Gil", "Heitor", "Inês", "Júlia", "Kátia", "Luís", "Zoé 🎲", "Otávio",
}

// seen is a board as a window shows it, without colors.
func seen(b Board, t tick, cols, rows int) string {
	return ansi.Strip(sight{b, t, lang.NewLocalizer("en", Texts).Say}.draw(cols, rows))
}

// crowded is a board of so many people, each with other points.
func crowded(people, goal int) Board {
	b := Board{ID: "kobe", Game: "Dixit Odyssey", Where: "Turn 8", Goal: goal}
	for i, name := range fourteen[:people] {
		b.Places = append(b.Places, Place{Rank: i + 1, Name: name, Points: 40 - 3*i})
	}
	return b
}

// said are texts of a few words, each with a beginning and an end of its own.
func said(t *rapid.T, what string, most int) (out []string) {
	for i := range rapid.IntRange(0, most).Draw(t, what) {
		words := strings.Repeat(" word", rapid.IntRange(1, 30).Draw(t, "words"))
		out = append(out, fmt.Sprintf("<%s%d%s>", what, i, words))
	}
	return out
}

// Whatever happens and however large the window is: nothing is wider or higher than it, a note
// stands there whole or not at all, and as far as the usual windows go everybody is seen.
func TestABoardInAnyWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(10, 200).Draw(t, "cols"), rapid.IntRange(3, 70).Draw(t, "rows")
		b := crowded(rapid.IntRange(2, 14).Draw(t, "people"), rapid.SampledFrom([]int{0, 30}).Draw(t, "goal"))
		if rapid.Bool().Draw(t, "letters") {
			for i := range b.Places {
				b.Places[i].Mark = string(rune('a'+i)) + " "
			}
		}
		b.Last, b.OnTable = said(t, "last", 14), said(t, "open", 4)
		b.Over, b.Reason = rapid.Bool().Draw(t, "over"), strings.Join(said(t, "why", 1), "")
		b.Places[0].Winner = b.Over
		var at tick
		if rapid.Bool().Draw(t, "clock") {
			b.Clock = &timer.Snapshot{}
			at.seconds, at.runs = rapid.IntRange(0, 90*60).Draw(t, "seconds"), rapid.Bool().Draw(t, "runs")
		}
		text := seen(b, at, cols, rows)
		lines := strings.Split(text, "\n")
		if len(lines) > rows || slices.ContainsFunc(lines, func(l string) bool { return layout.Width(l) > cols }) {
			t.Fatalf("more than %dx%d:\n%s", cols, rows, text)
		}
		if strings.Count(text, "<") != strings.Count(text, ">") {
			t.Errorf("half a note at %dx%d:\n%s", cols, rows, text)
		}
		for _, p := range b.Places {
			if begin := string([]rune(p.Name)[:2]); cols >= 40 && (rows >= 20 || rows >= 12 && len(b.Places) <= 8) && !strings.Contains(text, begin) {
				t.Errorf("no %s at %dx%d:\n%s", p.Name, cols, rows, text)
			}
		}
	})
}

// The clock is large where there is room, and nobody gives way to it.
func TestTheClockOnABoard(t *testing.T) {
	b := crowded(8, 0)
	b.Clock = &timer.Snapshot{}
	for _, c := range []struct {
		cols, rows int
		at         tick
		want       string
		large      bool
	}{
		{80, 24, tick{seconds: 300, runs: true}, "The clock is running", true},
		{40, 12, tick{seconds: 300}, "Paused", true},
		{40, 12, tick{seconds: 300, silent: true}, "The program was closed", true},
		{40, 24, tick{seconds: 45, runs: true}, "! The last minute", true},
		{40, 24, tick{seconds: 9, runs: true}, "!! The last ten seconds", true},
		{40, 24, tick{}, "TIME IS UP", true},
		{40, 7, tick{seconds: 300, runs: true}, "5:00 · The clock is running", false},
	} {
		text := seen(b, c.at, c.cols, c.rows)
		if !strings.Contains(text, c.want) || strings.Contains(text, "██") != c.large {
			t.Errorf("%+v:\n%s", c, text)
		}
	}
}

// Before all places are told nothing gives them away.
func TestWhatIsNotToldYet(t *testing.T) {
	b := crowded(4, 30)
	b.Over, b.Reason, b.Last, b.Places[0].Winner = true, "Ana wins.", []string{"Ana got the rest"}, true
	b.Places[0].Mark, b.Places[2].Mark = "X ", "Y "
	text := seen(b, tick{first: 3}, 80, 24)
	for name, told := range map[string]bool{"Ana": false, "X": false, "Y Caio": true, "Bernardo": false, "Caio": true, "Davi": true, "40": false, "34": true, "★": false} {
		if strings.Contains(text, name) != told {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	if !strings.Contains(text, "1  ·") || !strings.Contains(text, "2  ·") {
		t.Errorf("no room for them:\n%s", text)
	}
}

// A name is drawn in large letters with its marks, or, where one of its signs is not known,
// stands there as it is spelt.
func TestLargeNames(t *testing.T) {
	won := func(names ...string) string {
		b := Board{ID: "kobe", Game: "Dixit", Over: true, Reason: "That is that."}
		for _, n := range names {
			b.Places = append(b.Places, Place{Rank: 1, Name: n, Points: 9, Winner: true})
		}
		return seen(b, tick{}, 80, 24)
	}
	if text := won("Zoë"); strings.Count(text, "█") < 100 || strings.Contains(text, "★ Zoë") {
		t.Errorf("%s", text)
	}
	if text := won("Ana", "Bia"); strings.Count(text, "█") < 60 {
		t.Errorf("%s", text)
	}
	for _, names := range [][]string{{"日本 太郎"}, {"Ana", "Zoé 🎲"}} {
		if text := won(names...); strings.Contains(text, "█") || strings.Count(text, "★ "+names[0]+" ★") != 1 {
			t.Errorf("%s", text)
		}
	}
	if text := won(slices.Repeat([]string{"Bernardo de Alcântara e Bragança"}, 6)...); strings.Contains(text, "█") || !strings.Contains(text, "That is that.") {
		t.Errorf("%s", text)
	}
	rows, ok := lettered("Conceição")
	if !ok || len(rows) != high+2 || slices.ContainsFunc(rows, func(r string) bool { return len(r) != len(rows[0]) }) {
		t.Errorf("%v\n%s", ok, strings.Join(rows, "\n"))
	}
	for _, none := range []string{"", " ", "\u0301"} {
		if _, ok := lettered(none); ok {
			t.Errorf("%q is drawn", none)
		}
	}
	for r, cells := range letters {
		for _, row := range cells {
			if len(row) != len(cells[0]) {
				t.Errorf("%c is crooked", r)
			}
		}
	}
}

// On plain lines everything stands there at once, the clock in a sentence.
func TestAPlainBoard(t *testing.T) {
	b := crowded(2, 30)
	b.Last, b.OnTable, b.Fault = []string{"1. Ana told", "+3 Ana: found"}, []string{"Bia deals."}, "the disk is away"
	b.Clock = &timer.Snapshot{Left: time.Minute}
	s := sight{b, tick{seconds: 60, runs: true}, lang.NewLocalizer("en", Texts).Say}
	same(t, s.plain(40, true), "Dixit Odyssey · Turn 8", "1. Ana told", "+3 Ana: found", "Bia deals.", "1:00 left. The clock is running.", "1 Ana 40", "2 Bernardo de Alcântara 37", "✗ the disk is away")
	s.Over, s.Where, s.Reason, s.Last, s.OnTable, s.Fault, s.Places[0].Winner = true, "", "Ana wins.", nil, nil, "", true
	same(t, s.plain(40, true), "Dixit Odyssey · The game is over.", "1 Ana 40 ★", "2 Bernardo de Alcântara 37", "Ana wins.")
	s = sight{Board{Wait: "No game yet."}, tick{}, s.say}
	same(t, s.plain(40, true), "No game yet.")
}

// The clock of a board is seen from afar without any color.
func TestBoardAlarm(t *testing.T) {
	for at, want := range map[tick]bool{
		{seconds: 61, runs: true}: false, {seconds: 60, runs: true}: true, {seconds: 60}: false, {seconds: 10, runs: true}: false, {seconds: 9, runs: true}: true, {seconds: 9}: false, {}: true,
	} {
		if got := strings.HasSuffix((sight{tick: at}).code(), ";7"); got != want {
			t.Errorf("%+v: %v", at, got)
		}
	}
}
