package cmd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring/spyfall"
)

// The monkey: evenings of lines that nobody in their right mind would type, in one
// sitting or in two. Whatever is typed,
//
//   - nothing panics, and playing ends with exit code 0;
//   - the game can be listed, shown, and sat down to again;
//   - what is shown is what the exported sheet scores to.
//
// An evening that breaks this is cut down to its shortest form, as a line for a shell.
// The evenings are the same every time. MONKEY=20000 plays so many in place of the usual
// few, SEED=7 others.

const monkeyWorkers = 2

// usually is how many there are if nobody says so: a few seconds of them, which under the
// race detector are fewer.
func usually(many, raced int) int {
	if underRace() {
		return raced
	}
	return many
}

// oneByOne is for a test in which nothing happens at once: under the race detector it would only take its time.
func oneByOne(t *testing.T) {
	t.Helper()
	if underRace() {
		t.Skip("nothing happens at once in it")
	}
}

func underRace() bool {
	build, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// A script is an evening on plain lines.
type script struct {
	Args  []string
	Lines []string
	Cut   int // the lines from here on are typed after coming back; their number: none is
}

// without is the evening without the lines from i to j.
func (s script) without(i, j int) script {
	return script{s.Args, slices.Concat(s.Lines[:i], s.Lines[j:]), s.Cut - max(0, min(s.Cut, j)-i)}
}

// String is the evening as lines for a shell, where TABLEMATE_DATA is an empty folder, or, where a
// table sits already, that of TestMonkey's den.
// Cards that the program draws are other ones there.
func (s script) String() string {
	said := sitting(s.Lines[:s.Cut], s.Args)
	if s.Cut < len(s.Lines) {
		said += "\n" + sitting(s.Lines[s.Cut:], []string{"resume"})
	}
	return said
}

func sitting(lines, args []string) string {
	command := strings.Join(append([]string{"tablemate", "--plain"}, args...), " ")
	if len(lines) == 0 {
		return command + " </dev/null"
	}
	typed := ""
	for _, l := range lines {
		typed += " '" + strings.ReplaceAll(l, "'", `'\''`) + "'"
	}
	return `printf '%s\n'` + typed + " | " + command
}

// typed is lines as they come from a keyboard.
func typed(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// A den is where evenings are played one after the other, each in an empty file, or in one where a
// table sits that plays Spyfall without cards.
type den struct{ dir, empty, dealt string }

// inMemory is a folder that is gone after the test, in memory where the system has room there.
func inMemory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "tablemate")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// newDen is in memory where the system has room there: every answer waits for the disk.
func newDen(t *testing.T) den {
	t.Helper()
	dir := inMemory(t)
	d := den{filepath.Join(dir, "data"), filepath.Join(dir, "empty"), filepath.Join(dir, "dealt")}
	if err := os.Mkdir(d.dealt, 0o700); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), filepath.Join(d.dealt, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	phonesDeal(t, session.Start(st, spyfall.Game, play.ToPlay, func() time.Time { return parlorTime }, (&parlor{seed: 7}).random), spyfall.Game, []string{"A", "B", "C", "D"})
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if h := (&parlor{dir: d.empty}).run("", "play", "dixit"); h.code != exitDone {
		t.Fatalf("%+v", h)
	}
	return d
}

// open is a parlor with an empty file of games; a copy costs less than making one.
func (d den) open() *parlor { return d.with(d.empty) }

// with is a parlor with the file of games of a folder.
func (d den) with(folder string) *parlor {
	b, err := os.ReadFile(filepath.Join(folder, "games.db"))
	for _, do := range []func() error{
		func() error { return err },
		func() error { return os.RemoveAll(d.dir) },
		func() error { return os.MkdirAll(d.dir, 0o700) },
		func() error { return os.WriteFile(filepath.Join(d.dir, "games.db"), b, 0o600) },
	} {
		if err := do(); err != nil {
			panic(err) // the machine of the test, and nothing of ours
		}
	}
	signal.Reset(os.Interrupt) // every run listens for Ctrl-C until its process ends
	return &parlor{dir: d.dir, seed: 7}
}

// wrong is what goes wrong in an evening and after it, one sentence a kind. It goes on
// until enough says so of a kind.
func (s script) wrong(d den, enough func(kind string) bool) []string {
	p := d.open()
	if slices.Equal(s.Args, sits) {
		p = d.with(d.dealt)
	}
	var kinds []string
	stop := false
	note := func(kind string) {
		if kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
			stop = stop || enough(kind)
		}
	}
	hear := func(typed string, args ...string) heard {
		if stop {
			return heard{code: exitFailed}
		}
		h := p.run(typed, args...)
		note(h.fault(args))
		return h
	}
	hear(typed(s.Lines[:s.Cut]), s.Args...)
	if s.Cut < len(s.Lines) {
		hear(typed(s.Lines[s.Cut:]), "resume")
	}
	if shown := hear("", "show", "--why", "--format", "json"); shown.code == exitDone {
		hear("", "show", "--log")
		note(p.scoresTo(shown.out, hear("", "export")))
	} else {
		hear("", "games")
	}
	hear("", "resume")
	return kinds
}

// scoresTo is what is wrong about the export of a game; "": nothing.
func (p *parlor) scoresTo(shown string, sheet heard) string {
	if sheet.code != exitDone {
		return "" // that was noted
	}
	score := []string{"score", "--why", "--format", "json"}
	switch scored := p.run(sheet.out, score...); {
	case scored.fault(score) != "":
		return scored.fault(score)
	case scored.out != shown:
		return "what is shown is not what the export scores to"
	}
	return ""
}

// expected are the failures that there may be: nobody sat down, or nobody has to go on.
var expected = []string{"no game is kept yet", "Nobody sits at the table yet", "there is no unfinished game"}

// fault is what is wrong about how a command ended; "": nothing. A crash is the same
// whichever command comes upon it.
func (h heard) fault(args []string) string {
	if h.crash != "" {
		return "it panics: " + h.crash
	}
	if strings.Contains(h.out, play.CannotGoOn.Other[:40]) {
		return "a conversation makes the program fail"
	}
	if h.code == exitDone || h.code == exitFailed && slices.ContainsFunc(expected, func(e string) bool { return strings.Contains(h.errs, e) }) {
		return ""
	}
	return fmt.Sprintf("%q ends with %d: %s", strings.Join(args, " "), h.code, strings.TrimSpace(h.errs))
}

// shortest is the evening without all that it does not need to go wrong in this way, in
// one sitting where that will do.
func (s script) shortest(d den, kind string) script {
	is := func(k string) bool { return k == kind }
	goes := func(s script) bool { return slices.ContainsFunc(s.wrong(d, is), is) }
	if once := (script{s.Args, s.Lines, len(s.Lines)}); goes(once) {
		s = once
	}
	return s.fewer(goes).plainer(goes).fewer(goes)
}

// fewer leaves lines out, many at a time as long as that goes.
func (s script) fewer(goes func(script) bool) script {
	for size := max(1, len(s.Lines)/2); ; {
		shorter := false
		for i := len(s.Lines) - size; i >= 0; i = min(i-1, len(s.Lines)-size) {
			if less := s.without(i, i+size); goes(less) {
				s, shorter = less, true
			}
		}
		switch {
		case shorter:
		case size == 1:
			return s
		default:
			size /= 2
		}
	}
}

// plainer has Enter or 1 for lines of which something must be there, whatever it is.
func (s script) plainer(goes func(script) bool) script {
	for i, line := range s.Lines {
		for _, plain := range []string{"", "1"} {
			other := script{s.Args, slices.Concat(s.Lines[:i], []string{plain}, s.Lines[i+1:]), s.Cut}
			if line != "" && line != "1" && goes(other) {
				s = other
				break
			}
		}
	}
	return s
}

// A find is the first evening that goes wrong in one way.
type find struct {
	Script        script
	Number, Times int
}

func TestMonkey(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	evenings, seed := wished(t, "MONKEY", usually(200, 25)), wished(t, "SEED", 1)
	if file := os.Getenv("MONKEY_FINDS"); file != "" {
		keepFinds(t, file, playSome(t, seed, wished(t, "MONKEY_FROM", 0), wished(t, "MONKEY_TO", 0)))
		return
	}
	finds := map[string]find{}
	some := min(500, (evenings+monkeyWorkers-1)/monkeyWorkers)
	var mu sync.Mutex
	var all sync.WaitGroup
	for worker := range monkeyWorkers {
		all.Go(func() {
			for from := worker * some; from < evenings; from += monkeyWorkers * some {
				found := inProcess(t, from, min(from+some, evenings))
				mu.Lock()
				for kind, f := range found {
					finds[kind] = f.and(finds[kind])
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	report(t, finds, evenings)
}

// and is the earlier of two finds of one kind, and how many there are together.
func (f find) and(other find) find {
	if other.Times > 0 && other.Number < f.Number {
		f, other = other, f
	}
	f.Times += other.Times
	return f
}

// playSome plays the evenings from one number to another.
func playSome(t *testing.T, seed, from, to int) map[string]find {
	d, finds := newDen(t), map[string]find{}
	for n := from; n < to; n++ {
		fmt.Println("evening", n) // so that the last one is known, should it break the process down
		s := monkeys(rand.New(rand.NewPCG(uint64(seed), uint64(n))))
		for _, kind := range s.wrong(d, func(string) bool { return false }) {
			finds[kind] = find{s, n, 1}.and(finds[kind])
		}
	}
	return finds
}

// inProcess is playSome in a process of its own: what the program keeps until it ends, it
// keeps for some evenings only, and nothing in it is made for two at the same time.
func inProcess(t *testing.T, from, to int) map[string]find {
	file := filepath.Join(t.TempDir(), "finds")
	c := exec.Command(os.Args[0], "-test.run=^TestMonkey$", "-test.timeout=0")
	if end, ok := t.Deadline(); ok {
		c.Args[2] = "-test.timeout=" + (time.Until(end) * 9 / 10).String()
	}
	c.Env = append(os.Environ(), "MONKEY_FINDS="+file, "MONKEY_FROM="+strconv.Itoa(from), "MONKEY_TO="+strconv.Itoa(to))
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("evenings %d to %d: %v\n%.3000s", from, to, err, out[max(0, bytes.LastIndex(out, []byte("evening "))):])
		return nil
	}
	var finds map[string]find
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, &finds)
	}
	if err != nil {
		t.Errorf("evenings %d to %d: %v", from, to, err)
	}
	return finds
}

func keepFinds(t *testing.T, file string, finds map[string]find) {
	b, err := json.Marshal(finds)
	if err == nil {
		err = os.WriteFile(file, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// report fails with every kind, the most frequent first.
func report(t *testing.T, finds map[string]find, evenings int) {
	kinds := slices.SortedFunc(maps.Keys(finds), func(a, b string) int {
		return cmp.Or(finds[b].Times-finds[a].Times, strings.Compare(a, b))
	})
	if len(kinds) == 0 {
		return
	}
	d := newDen(t)
	for _, kind := range kinds {
		f := finds[kind]
		t.Errorf("%d of %d evenings: %s\n%v", f.Times, evenings, kind, f.Script.shortest(d, kind))
	}
}

// wished is a number in the environment, or the usual one.
func wished(t *testing.T, name string, usual int) int {
	t.Helper()
	said := os.Getenv(name)
	if said == "" {
		return usual
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		t.Fatalf("%s=%s: %v", name, said, err)
	}
	return n
}
