package cmd

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
)

// Walks: evenings that only look. Going back is reading, so whoever goes back and forth
// over what was answered, and changes no answer, leaves the game as it was: the export and
// the log are the same to the byte, wherever the walk ends.
//
// A walk goes by the rules of the keys: "<" is one question back, Enter on an answer that
// was read is one forward, ">" is straight back to now, and an aside ends where it began.
// At now Enter may be an answer, so a walk never has more Enters than "<" since it was
// last there.
//
// The walks are the same every time. WALKS=500 takes so many through every evening in
// place of the usual few, SEED=7 others.

// strolls are evenings in which every line is one answer, so that one can go back as
// often as there are lines; half told at any place but the first few.
var strolls = []struct{ args, lines string }{
	{"play picture-perfect --score-only", "Ana, Bia, Caio|1|1|3 3 0 +1|n|Rex|2 2 -|r|3 3|2|1|2|2"},
	{"play picture-perfect --score-only", "Ana, Bia|1|2|3 1|1 3|0 0 +1|r|12 12|2 2|1|1 -"},
	{"play picture-perfect", "Ana, Bia, Caio|1|2|1||||||2|||||||7|||2||3|3|n|||n||c|3 4 5|13 10 7||n|||11|1||2|2||2|4|||1|0||f||" +
		"3 3 0 +1|n|Rex|2 2 -|r|13 14 3"},
	{"play dixit", "Ana, Bia, Caio, Davi|1||1|1||||||2|3|1 3 4|3 1|2|2 2 2|o|1|4|1 4 1"},
	{"play dixit --score-only", "Ana, Bia, Caio, Davi, Eva, Gil|1|3||1|2|||Foxes||1|2 3|-|1 2|2|1 3|4|3 2|1|2 3|-|3 1"},
	{"play dixit --score-only", "Ana, Bia, Caio, Davi|1||2|1|1|2|2|3|1|2||1|3|1|1|1|2|4"},
	{"play spyfall --score-only", "Ana, Bia, Caio|1|2|1||1|1|2|0|2|1|4|1||3|2 1 1|2|4"},
	{"play spyfall", "Ana, Bia, Caio, Davi|1|2||2|1|||||||a|1|3|0 1|s|2|3|1||a|2|3|a|4|2"},
	{"play pad", "Ana, Bia, Caio|1|Azul|1|2|5|1|12 5 -|3 -14 20|20 5 1"},
	{"play pad", "Ana, Bia|1||2|birds, eggs|2|2|3|9 1|7 3"},
	{"play versus", "Ana, Bia, Caio|1|1||||||||1|2||w|1|2||2|3||x||1|2|3|2"},
}

// A step is the lines that make one move, and how many questions it goes back.
type step struct {
	lines []string
	back  int
}

var (
	backward = step{[]string{"<"}, 1}
	forward  = step{[]string{""}, -1}
	toNow    = step{[]string{">"}, -1 << 30}
	glances  = []step{{[]string{"?", "<"}, 0}, {[]string{"?standings"}, 0}, {[]string{"?why"}, 0}}
)

// A walk is taken after so many answers.
type walk struct {
	answers int
	steps   []step
}

// fair reports whether it stays between the first answer and now.
func (w walk) fair() bool {
	at := 0
	for _, s := range w.steps {
		at += s.back
		if s.back == toNow.back {
			at = 0
		}
		if at < 0 || at > w.answers {
			return false
		}
	}
	return true
}

func (w walk) lines() []string {
	var out []string
	for _, s := range w.steps {
		out = append(out, s.lines...)
	}
	return out
}

// stroll is a walk at random, often far back, with Enter only where forth says so.
func stroll(r *rand.Rand, answers int, forth bool) walk {
	w := walk{answers: answers}
	for end := 2 + r.IntN(14); len(w.steps) < end; {
		next := backward
		switch x := r.IntN(100); {
		case x < 30 && forth:
			next = forward
		case x < 40:
			next = toNow
		case x < 55:
			next = glances[r.IntN(len(glances))]
		}
		if longer := (walk{answers, append(slices.Clip(w.steps), next)}); longer.fair() {
			w = longer
		}
	}
	return w
}

// shortest is the walk without the steps that it does not need to change something.
func (w walk) shortest(changes func(walk) bool) walk {
	for i := len(w.steps) - 1; i >= 0; i = min(i-1, len(w.steps)-1) {
		less := walk{w.answers, slices.Concat(w.steps[:i], w.steps[i+1:])}
		if less.fair() && changes(less) {
			w, i = less, len(w.steps)
		}
	}
	return w
}

func TestOnlyLooking(t *testing.T) {
	oneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	walks, seed := wished(t, "WALKS", 6), wished(t, "SEED", 1)
	d := newDen(t)
	for n, e := range strolls {
		t.Run(fmt.Sprint(n+1), func(t *testing.T) {
			args, lines := strings.Fields(e.args), strings.Split(e.lines, "|")
			r := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
			first := satDown(t, d, args, lines)
			bad, example := 0, walk{}
			changes := func(w walk) bool { return changed(d, args, lines, w) != "" }
			for range walks {
				if w := stroll(r, first+r.IntN(len(lines)-first+1), true); changes(w) {
					bad, example = bad+1, w
				}
			}
			if bad > 0 {
				w := example.shortest(changes)
				s := script{args, slices.Concat(lines[:w.answers], w.lines()), w.answers}
				t.Errorf("%d of %d walks change something:\n%v\n%s", bad, walks, s, changed(d, args, lines, w))
			}
		})
	}
}

// satDown is after how many lines of an evening there is a game to look at; it fails
// where a line is not an answer.
func satDown(t *testing.T, d den, args, lines []string) int {
	t.Helper()
	h := d.open().run(typed(lines), args...)
	if before, _, refused := strings.Cut(h.out, "✗"); h.code != exitDone || refused {
		t.Fatalf("%v no longer fits the questions: %d %s %s", args, h.code, h.crash, before[max(0, len(before)-400):])
	}
	for n := range lines {
		p := d.open()
		if p.run(typed(lines[:n]), args...); p.run("", "export").code == exitDone {
			return n
		}
	}
	t.Fatalf("%v: nobody sits down", args)
	return 0
}

// changed is what a walk changes; "": nothing.
func changed(d den, args, lines []string, w walk) string {
	p := d.open()
	p.run(typed(lines[:w.answers]), args...)
	id, _, _ := strings.Cut(p.run("", "games").out, " ")
	return p.changedBy(w.lines(), id)
}

// changedBy is what lines change that are typed after coming back to a game.
func (p *parlor) changedBy(lines []string, id string) string {
	looks := [][]string{{"export", id}, {"show", id, "--log"}}
	var before []heard
	for _, look := range looks {
		before = append(before, p.run("", look...))
	}
	sit := []string{"resume", id}
	if wrong := p.run(typed(lines), sit...).fault(sit); wrong != "" {
		return wrong
	}
	for i, look := range looks {
		if after := p.run("", look...); after != before[i] {
			return strings.Join(look, " ") + ": " + firstChange(before[i].out, after.out+after.crash)
		}
	}
	return ""
}

// firstChange is the first line that two texts do not share.
func firstChange(before, after string) string {
	was, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	n := 0
	for n < min(len(was), len(now)) && was[n] == now[n] {
		n++
	}
	line := func(all []string) string { return strings.Join(all[n:min(n+1, len(all))], "") }
	return fmt.Sprintf("line %d was %q, and is %q", n+1, line(was), line(now))
}

// migrated is a copy of a file of games as this program has it, so that not every walk has to bring it there.
func migrated(t *testing.T, file string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	copyFile(t, file, path)
	st, err := store.Open(t.Context(), path)
	if err == nil {
		err = errors.Join(session.Refresh(st, games, func(int) error { return nil }), st.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The games of earlier commits, with all that was corrected, taken back and left half
// done in them. How many questions lie behind their now nobody knows here, so these walks
// go back or to now, and never forward.
func TestOnlyLookingAtOldGames(t *testing.T) {
	oneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	files, _ := filepath.Glob("testdata/old/*.db")
	seed := wished(t, "SEED", 1)
	for _, file := range files {
		games := bygones(t, strings.TrimSuffix(file, ".db")+".json")
		d := newDen(t)
		file = migrated(t, file)
		var bad []string
		example := ""
		for n, id := range slices.Sorted(maps.Keys(games)) {
			if games[id].Show == nil || n%8 != 0 {
				continue
			}
			w := stroll(rand.New(rand.NewPCG(uint64(seed), uint64(n))), 1<<20, false)
			p := d.open()
			copyFile(t, file, filepath.Join(p.dir, "games.db"))
			if diff := p.changedBy(w.lines(), id); diff != "" {
				bad, example = append(bad, id), fmt.Sprintf("%s (%s), with %q: %s", id, games[id].About, w.lines(), diff)
			}
		}
		if len(bad) > 0 {
			t.Errorf("%s: only looking changes %d of %d games: %v\n%s", file, len(bad), len(games), bad, example)
		}
	}
}
