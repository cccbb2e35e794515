package timer

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// plain is a turn clock kept by hand at the table: a number for each person, counted second by second, and a
// copy of everything before each move.
type plain struct {
	used, left []time.Duration
	turns      []int
	out        []bool
	on         int
	before     []plain
}

func (p plain) copied() plain {
	p.used, p.left, p.turns, p.out = append([]time.Duration{}, p.used...), append([]time.Duration{}, p.left...), append([]int{}, p.turns...), append([]bool{}, p.out...)
	return p
}

func (p *plain) spend(d, bank time.Duration) {
	p.used[p.on] += d
	if bank > 0 {
		p.left[p.on] -= d
	}
}

func (p plain) others() (n int) {
	for i, out := range p.out {
		if i != p.on && !out {
			n++
		}
	}
	return n
}

// Whatever keys are pressed, and however often the clock is stored and read, everybody has the time they would
// have on paper, and all of it belongs to somebody.
func TestTurnsAgainstPaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(FewestPeople, MostPeople).Draw(t, "people")
		clock := Turns{People: make([]string, n)}
		if rapid.Bool().Draw(t, "banks") {
			clock.Bank, clock.Add = 20*time.Second, time.Duration(rapid.IntRange(0, 5000).Draw(t, "add"))*time.Millisecond
		}
		p := plain{used: make([]time.Duration, n), left: make([]time.Duration, n), turns: make([]int, n), out: make([]bool, n)}
		p.turns[0] = 1
		for i := range p.left {
			p.left[i] = clock.Bank
		}
		passed, since := time.Duration(0), time.Duration(0)
		for range rapid.IntRange(0, 60).Draw(t, "keys") {
			d := time.Duration(rapid.IntRange(0, 9000).Draw(t, "ms")) * time.Millisecond
			passed += d
			since += d
			p.spend(d, clock.Bank)
			switch key := rapid.SampledFrom([]string{"pass", "pass", "pass", "out", "back", "kept"}).Draw(t, "key"); key {
			case "pass", "out":
				after, ok := clock.Leave(passed)
				if ok != (p.others() > 0) {
					t.Fatalf("put out: %v with %d others", ok, p.others())
				}
				if key == "pass" {
					after, ok = clock.Pass(passed), true
				}
				if !ok {
					continue
				}
				was := p.copied()
				was.used[p.on] -= since // giving a move back gives its time back
				if clock.Bank > 0 {
					was.left[p.on] += since
				}
				p = p.copied()
				p.before = append(append([]plain{}, p.before...), was)
				p.before[len(p.before)-1].before = nil
				clock = after
				p.out[p.on] = key == "out"
				if clock.Bank > 0 && key == "pass" {
					p.left[p.on] += clock.Add
				}
				for first := true; first || p.out[p.on]; first = false {
					p.on = (p.on + 1) % n
				}
				p.turns[p.on]++
				since = 0
			case "back":
				before, ok := clock.Return()
				if ok != (len(p.before) > 0) {
					t.Fatalf("given back: %v", ok)
				}
				if ok {
					was, all := p.before[len(p.before)-1].copied(), p.before
					was.before = all[:len(all)-1]
					clock, p = before, was
					since = passed
					if m := len(clock.Moves); m > 0 {
						since = passed - clock.Moves[m-1].At
					}
					p.spend(since, clock.Bank)
				}
			case "kept":
				b, err := json.Marshal(clock)
				var again Turns
				if err != nil || json.Unmarshal(b, &again) != nil {
					t.Fatal(err)
				}
				clock = again
			}
			shares, on := clock.Shares(passed)
			sum := time.Duration(0)
			for i, s := range shares {
				if want := (Share{p.turns[i], p.used[i], p.left[i], p.out[i]}); s != want {
					t.Fatalf("person %d has %+v, on paper %+v", i, s, want)
				}
				sum += s.Used
			}
			if on != p.on || sum != passed {
				t.Fatalf("on turn %d, on paper %d; %v of %v is somebody's", on, p.on, sum, passed)
			}
		}
	})
}

// A turn clock is a value: later moves never change it.
func TestTurnsAreValues(t *testing.T) {
	clock := Turns{People: []string{"Ana", "Bia", "Caio"}, Bank: time.Minute}
	a := clock.Pass(time.Second).Pass(2 * time.Second)
	was, on := a.Shares(3 * time.Second)
	back, _ := a.Return()
	_ = back.Pass(9 * time.Second)
	if again, still := a.Shares(3 * time.Second); !reflect.DeepEqual(again, was) || on != still || on != 2 {
		t.Errorf("%+v became %+v", was, again)
	}
}

func TestBelowZero(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "0:01", time.Millisecond: "0:01", 0: "0:00", -time.Millisecond: "0:00", -999 * time.Millisecond: "0:00",
		-time.Second: "-0:01", -1999 * time.Millisecond: "-0:01", -75 * time.Second: "-1:15", -2 * time.Hour: "-2:00:00",
	} {
		if got := FaceBelow(Below(d)); got != want {
			t.Errorf("%v reads %s, want %s", d, got, want)
		}
	}
}
