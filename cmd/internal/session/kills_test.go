//go:build unix

package session

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The program dies, the disk is full, the file is damaged: nothing that was acknowledged is lost or there twice, and the
// same is asked again. KILLS=n kills n times, SEED=n begins with that evening.

// A model is an evening that nothing happened to: its file, and by number of lines what was asked and how the game stood.
type model struct {
	steps    []step
	file     []byte
	asked    map[int][]string
	standing []string // after each line, from 1
}

func newModel(t *testing.T, e *evening, seed uint64, n int) *model {
	m := &model{steps: evenings(seed, n), asked: map[int][]string{}}
	e.light = true
	e.shown = func(g ask.Group) {
		if !g.Again {
			m.asked[e.s.Lines()] = who(g)
		}
	}
	if err := e.begin(seed); err != nil {
		t.Fatal(err)
	}
	if err := e.play(m.steps); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(e.path)
	if err != nil {
		t.Fatal(err)
	}
	m.file = file
	for i := range e.s.moments {
		s := *e.s
		s.moments, s.states = e.s.moments[:i+1:i+1], []scoring.State{nil}
		states, _, err := s.fold(s.last().items)
		if err != nil {
			t.Fatal(err)
		}
		s.states = states
		m.standing = append(m.standing, standing(&s))
	}
	if err := e.s.Close(); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestChild plays the evening of a parent, and says the number of lines after all that was acknowledged.
func TestChild(t *testing.T) {
	path, seed := os.Getenv("CHILD_PATH"), uint64(number("CHILD_SEED", 0))
	if path == "" {
		t.Skip("nobody's child")
	}
	if most := number("CHILD_BYTES", 0); most > 0 { // dies in the middle of a line
		limit(t, uint64(most))
	}
	g, err := find(os.Getenv("CHILD_GAME"), nil)
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{game: g, path: path, light: true}
	e.heard = func() { fmt.Println("in", e.s.Lines()) }
	if err := e.begin(seed); err != nil {
		t.Fatal(err)
	}
	e.heard()
	if err := e.play(evenings(seed, 40)); err != nil {
		t.Fatal(err)
	}
	fmt.Println("end")
}

// atMost returns the lower of two limits. FreeBSD has the system's in a number with a sign, others in one without.
func atMost[N int64 | uint64](system N, most uint64) N { return N(min(uint64(system), most)) }

func limit(t *testing.T, most uint64) {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
		t.Fatal(err)
	}
	now.Cur = atMost(now.Max, most)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
		t.Fatal(err)
	}
}

func TestKills(t *testing.T) {
	const each = 20 // kills an evening
	all := games()
	n := many("KILLS", 10, 1000)
	acknowledged, torn := 0, 0
	for seed := number("SEED", 1); n > 0; seed++ {
		g := all[seed%len(all)]
		e := &evening{game: g, path: filepath.Join(t.TempDir(), "test.jsonl")}
		m := newModel(t, e, uint64(seed), 40)
		for k := range min(n, each) {
			r := rand.New(rand.NewPCG(uint64(seed), uint64(k)))
			path := filepath.Join(t.TempDir(), "test.jsonl")
			in := kill(t, r, path, g.ID, seed, m)
			if file, _ := os.ReadFile(path); !bytes.HasSuffix(file, []byte("\n")) {
				torn++
			}
			if err := m.survives(path, g.ID, in); err != nil {
				t.Fatalf("%s, seed %d, kill %d, acknowledged %d: %v", g.ID, seed, k, in, err)
			}
			acknowledged += in
		}
		n -= each
	}
	t.Log("acknowledged lines:", acknowledged, "torn:", torn)
}

// kill plays an evening in another process, and kills that soon after something was acknowledged, or lets it die in the
// middle of a line. It returns the number of lines that were acknowledged.
func kill(t *testing.T, r *rand.Rand, path, game string, seed int, m *model) (in int) {
	c := exec.Command(os.Args[0], "-test.run=^TestChild$")
	c.Env = append(os.Environ(), "CHILD_PATH="+path, "CHILD_GAME="+game, "CHILD_SEED="+strconv.Itoa(seed))
	until := r.IntN(len(m.standing))
	if r.IntN(3) == 0 {
		c.Env = append(c.Env, "CHILD_BYTES="+strconv.Itoa(1+r.IntN(len(m.file))))
		until = len(m.standing) + 1
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	wait := time.Duration(r.IntN(2000)) * time.Microsecond
	for lines := bufio.NewScanner(out); lines.Scan(); {
		n, is := strings.CutPrefix(lines.Text(), "in ")
		if !is {
			continue
		}
		in, _ = strconv.Atoi(n)
		if in > until {
			until = len(m.standing) + 1
			time.AfterFunc(wait, func() { _ = c.Process.Kill() })
		}
	}
	_ = c.Wait() // it was killed
	return in
}

// survives reports what is wrong with a file after its program died.
func (m *model) survives(path, game string, in int) error {
	s, err := Open(path, find, noon)
	if in == 0 && err != nil {
		return nil // there was no game yet
	}
	if err != nil {
		return err
	}
	n := s.Lines()
	g, _ := find(game, nil)
	e := &evening{game: g, path: path, s: s, seen: map[string]bool{}}
	defer func() { _ = e.s.Close() }()
	if err := m.is(s); err != nil || n < in {
		return fmt.Errorf("%d lines are left: %v", n, err)
	}
	for i := range s.moments {
		e.seen[told(&Session{timeline: timeline{moments: s.moments[:i+1]}})] = true
	}
	return e.play(evenings(uint64(n), 3)[1:])
}

// is reports how a game differs from the evening as it was after as many lines.
func (m *model) is(s *Session) error {
	n := s.Lines()
	if n > len(m.standing) {
		return fmt.Errorf("%d lines, there never were more than %d", n, len(m.standing))
	}
	if now := standing(s); now != m.standing[n-1] {
		return fmt.Errorf("after line %d:\n%s\nit was:\n%s", n, now, m.standing[n-1])
	}
	was, known := m.asked[n]
	if !known {
		return nil
	}
	e := evening{s: s, game: s.game}
	if now := who(asks(s, inNext, e.was())); !reflect.DeepEqual(now, was) {
		return fmt.Errorf("after line %d it asks %v, it was %v", n, now, was)
	}
	return nil
}

// TestCuts cuts a file at every byte, as it is, with zeros, and with zeros and a line end behind.
func TestCuts(t *testing.T) {
	for i, g := range games() {
		e := &evening{game: g, path: filepath.Join(quick(t), "test.jsonl")}
		m := newModel(t, e, uint64(number("SEED", 1)+i), 12)
		every := many("CUTS", 41, 1)
		for at := 0; at < len(m.file); at += every {
			for _, tail := range []string{"", "\x00\x00\x00", "\x00\x00\n"} {
				if err := os.WriteFile(e.path, append(m.file[:at:at], tail...), 0o600); err != nil {
					t.Fatal(err)
				}
				whole := bytes.Count(m.file[:at], []byte("\n"))
				s, err := Read(e.path, find)
				if s == nil && whole == 0 {
					continue
				}
				if err != nil {
					t.Fatalf("%s cut at %d, %q behind: %v", g.ID, at, tail, err)
				}
				if err = m.is(s); err == nil && at%16 == 0 { // and is gone on with
					err = m.survives(e.path, g.ID, whole)
				}
				if err != nil || s.Lines() < whole {
					t.Fatalf("%s cut at %d, %q behind: %d of %d lines, %v", g.ID, at, tail, s.Lines(), whole, err)
				}
			}
		}
		t.Log(g.ID, len(m.file), "bytes")
	}
}

// TestFlips flips bits: the line is named, and the game is read up to it; or it makes no difference.
func TestFlips(t *testing.T) {
	n := many("FLIPS", 50, 5000)
	named := 0
	for i, g := range games() {
		e := &evening{game: g, path: filepath.Join(quick(t), "test.jsonl")}
		m := newModel(t, e, uint64(number("SEED", 1)+i), 12)
		r := rand.New(rand.NewPCG(uint64(i), 5))
		for range n / len(games()) {
			at, bit := r.IntN(len(m.file)), r.IntN(8)
			file := slices.Clone(m.file)
			file[at] ^= 1 << bit
			if err := os.WriteFile(e.path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			line := bytes.Count(m.file[:at], []byte("\n")) + 1
			s, err := Read(e.path, find)
			var damaged *store.Damaged
			switch {
			case errors.As(err, &damaged) && damaged.Line <= line+1, unusable(err) > 0 && unusable(err) <= line+1:
				named++
			case err != nil:
				t.Fatalf("%s, bit %d of byte %d: %v", g.ID, bit, at, err)
			}
			if s == nil && line == 1 {
				continue
			}
			least := line - 1
			if err == nil {
				least = len(m.standing) - 1 // the end of the last line
			}
			if s == nil || s.Lines() < least {
				t.Fatalf("%s, bit %d of byte %d in line %d: %v, too little is left", g.ID, bit, at, line, err)
			}
			if err := m.is(s); err != nil {
				t.Fatalf("%s, bit %d of byte %d: %v", g.ID, bit, at, err)
			}
		}
	}
	t.Log(named, "of", n, "named")
}

// TestWrongLines flips bits of a line before its sum is made: a line that means nothing is named, and nothing panics.
func TestWrongLines(t *testing.T) {
	n, named := many("FLIPS", 50, 5000), 0
	for i, g := range games() {
		e := &evening{game: g, path: filepath.Join(quick(t), "test.jsonl")}
		newModel(t, e, uint64(number("SEED", 1)+i), 12)
		lines, err := store.Read(e.path)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(i), 7))
		for range n / len(games()) {
			bad, at := slices.Clone(lines), 1+r.IntN(len(lines)-1)
			bad[at] = slices.Clone(bad[at])
			bad[at][r.IntN(len(bad[at]))] ^= 1 << r.IntN(5)
			if !json.Valid(bad[at]) {
				continue
			}
			path := file(t, bad)
			s, err := Read(path, find)
			switch {
			case err == nil:
				asks(s, inNext, setup.Table{})
			case unusable(err) == 0 || s == nil:
				t.Fatalf("%s: %v", bad[at], err)
			default:
				named++
			}
			_ = os.RemoveAll(filepath.Dir(path))
		}
	}
	t.Log(named, "named")
}

// TestFull has the disk full in the middle of a line, again and again. Lines that were not acknowledged are not there, and the
// game goes on.
func TestFull(t *testing.T) {
	if os.Getenv("CHILD_FULL") == "" { // the limit is one of a process
		c := exec.Command(os.Args[0], "-test.run=^TestFull$", "-test.v")
		c.Env = append(os.Environ(), "CHILD_FULL=yes")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	full := 0
	for seed := number("SEED", 1); full < many("FULL", 10, 100); seed++ {
		g := games()[seed%len(games())]
		e := &evening{game: g, path: filepath.Join(quick(t), "test.jsonl")}
		if err := e.begin(uint64(seed)); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		for i, st := range evenings(uint64(seed), 20) {
			file, err := os.ReadFile(e.path)
			if err != nil {
				t.Fatal(err)
			}
			heard := e.s.Lines()
			e.heard = func() { heard = e.s.Lines() }
			limit(t, uint64(len(file)+r.IntN(400)))
			err = e.do(st)
			limit(t, 1<<62)
			e.note()
			switch {
			case errors.Is(err, syscall.EFBIG):
				full++
			case err != nil:
				t.Fatalf("%s, seed %d, step %d %v: %v", g.ID, seed, i, st, err)
			}
			if read, err := Read(e.path, find); err != nil || read.Lines() != e.s.Lines() || e.s.Lines() < heard {
				t.Fatalf("%s, seed %d, step %d %v: heard %d, %v", g.ID, seed, i, st, heard, err)
			}
			if err := e.same(); err != nil {
				t.Fatalf("%s, seed %d, step %d %v: %v", g.ID, seed, i, st, err)
			}
		}
		if err := e.s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Log("the disk was full", full, "times")
}
