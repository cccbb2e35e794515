package ask

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A turn is a dialog as a game has it: a key that leads elsewhere, a secret group in which no two may say the same, a
// number that must add up, a question that depends on answers, chance.
type turn struct {
	people []string
	card   int // the highest
	refuse string
}

var evening = turn{people: []string{"Ana", "Bia", "Caio"}, card: 6}

func (f turn) ask(a Asker) (string, error) {
	var said []any
	teller := f.people[0]
	for {
		q := Question{ID: "card", Who: teller, Shape: Number{Lo: 1, Hi: f.card, Cards: true}}
		q.Keys = []Option{{ID: "other", Key: "o"}}
		card, err := Put(a, q, nil)
		if err != nil {
			return "", err
		}
		said = append(said, teller, card.Line)
		if card.Key == "" {
			break
		}
		who, err := Put(a, Question{ID: "teller", Shape: Pick{Options: Names(f.people)}}, nil)
		if err != nil {
			return "", err
		}
		teller = who.Line
	}
	said = append(said, Toss(a, 1000))
	votes := each(Number{Lo: 1, Hi: 9, Cards: true}, f.people...)
	for i := range votes.Asked {
		votes.Asked[i].ID, votes.Asked[i].Secret = "mine "+teller, true
	}
	votes.Asked[1].Keys = []Option{{ID: "anew", Key: "z"}}
	mine, err := All(a, votes, distinct)
	for err == nil && mine[1].Key != "" { // they begin anew
		mine, err = All(a, votes, distinct)
	}
	if err != nil {
		return "", err
	}
	points := each(Number{Lo: 0, Hi: 9}, f.people...)
	points.Sum = 9
	adds, err := All(a, points, nil)
	if err != nil {
		return "", err
	}
	said = append(said, Toss(a, 1000))
	if mine[0].One() > 4 {
		why, err := Put(a, Question{ID: "why", Shape: Words{}}, nil)
		if err != nil {
			return "", err
		}
		said = append(said, why.Line)
	}
	for i := range mine {
		said = append(said, mine[i].One(), adds[i].One())
	}
	if f.refuse != "" && strings.Contains(fmt.Sprint(said...), f.refuse) {
		return "", fault.New(lang.T("the rules refuse that"))
	}
	return fmt.Sprintln(said...), nil
}

func distinct(v []Value) error {
	for i := range v {
		for j := range i {
			if v[i].Given() && v[j].Given() && v[i].One() == v[j].One() {
				return fault.New(lang.T("two named the same card"))
			}
		}
	}
	return nil
}

// An evening's hand answers at random, in any order, through Rest and InOrder or not; it goes back and forth, changes
// answers, and leaves. It remembers what is on the disk.
type hand struct {
	*rand.Rand
	t       *testing.T
	d       Dialog
	disk    []Entry
	writes  int
	changed bool
	last    string // the question at which it left, with the answers that were in
	old     Got    // of a group that was put away
	busy    bool   // it answers all, and goes nowhere
}

func (h *hand) keep(from int, answers []Entry) error {
	h.disk = slices.Concat(h.disk[:from], answers)
	h.writes++
	return nil
}

// any returns some answer to a question.
func (h *hand) any(q Question) Answer {
	if q.Keys != nil && h.IntN(3) == 0 {
		return Answer{Key: q.Keys[0].ID}
	}
	switch s := q.Shape.(type) {
	case Pick:
		return Answer{Line: s.Options[h.IntN(len(s.Options))].ID}
	case Number:
		return Answer{Line: strconv.Itoa(s.Lo + h.IntN(s.Hi-s.Lo+1))}
	}
	return Answer{Line: "so", By: "Bia"}
}

// say answers one question until it is taken.
func (h *hand) say(q Question, take func(Answer) error) error {
	for range 300 {
		a, before := h.any(q), h.writes
		err := take(a)
		if fault.Is(err) {
			continue
		}
		if err == nil {
			h.changed = true
			if h.writes > before && !slices.Equal(h.disk, h.d.Kept) {
				h.t.Fatalf("on the disk is %v, in memory %v", h.disk, h.d.Kept)
			}
			writes := h.writes
			if err = take(a); h.writes != writes {
				h.t.Error("the same answer, sent twice, was written twice")
			}
		}
		return err
	}
	return Leave // no sum is possible any more
}

func (h *hand) Put(g Group, got Got) error {
	if h.old != nil && !errors.Is(h.old(Answer{Line: "1"}), Gone) {
		h.t.Error("an answer to a group that was put away was taken")
	}
	h.old, h.last = got, ""
	open := ""
	for _, q := range g.Asked {
		in := slices.ContainsFunc(h.disk, func(e Entry) bool { return e.to(q) && (q.Secret || e.Line == q.Suggest) })
		if q.In && !in || q.Secret && q.Suggest != "" {
			h.t.Errorf("%+v: on the disk is %v", q, h.disk)
		}
		open += fmt.Sprint(q.ID, q.Who, q.In, " ")
	}
	if !h.busy {
		switch h.IntN(9) {
		case 0:
			return Back
		case 1:
			if g.Again {
				return Now
			}
		case 2:
			if !g.Again {
				h.last = open
			}
			return Leave
		}
	}
	if g.Again && h.IntN(3) > 0 {
		return got()
	}
	if h.IntN(2) == 0 {
		g, got = Rest(lang.English, g, got)
	}
	if h.IntN(2) == 0 {
		return InOrder(g, got, func(q Question, take func(Answer) error) error {
			switch {
			case !h.busy && h.IntN(9) == 0:
				return Back
			case q.In && h.IntN(2) == 0:
				return nil
			}
			return h.say(q, take)
		})
	}
	key := false
	for _, i := range h.Perm(len(g.Asked)) {
		if q := g.Asked[i]; !key && (!q.In || g.Again) {
			err := h.say(q, func(a Answer) error {
				a.To, key = i, a.Key != ""
				return got(a)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// run runs the dialog until its end or until the hand leaves.
func (h *hand) run(f turn, d Dialog) (string, error) {
	h.changed, h.old, h.last = false, nil, ""
	for {
		h.d = d
		h.d.Kept, h.d.Keep = slices.Clone(h.disk), h.keep
		said, err := Run(h, &h.d, f.ask)
		if !errors.Is(err, Back) {
			return said, err
		}
	}
}

// TestDialogs holds the laws of dialogs over random ones: answers that are in are on the disk and in memory; reading alone
// writes nothing; a dialog that was left asks the same again; and the disk says the same as the whole dialog, without a
// question.
func TestDialogs(t *testing.T) {
	for seed := range uint64(thousands(3000)) {
		h := &hand{t: t, Rand: rand.New(rand.NewPCG(seed, 5))}
		f, d, ends := evening, Dialog{Seed: seed}, 0
		for ends < 3 {
			before := h.writes
			said, err := h.run(f, d)
			if !h.changed && h.writes != before {
				t.Fatalf("%d: reading wrote %v", seed, h.disk)
			}
			switch again, asked := reread(f, h.disk, seed); {
			case err != nil && !errors.Is(err, Leave):
				t.Fatal(seed, err)
			case h.last != "" && asked != h.last:
				t.Fatalf("%d: asked was %s, and then %s", seed, h.last, asked)
			case err == nil && again != said:
				t.Fatalf("%d: %q, and from the disk %q, asked %q", seed, said, again, asked)
			}
			d = Dialog{Seed: seed, Was: slices.Clone(h.disk)}
			if err == nil { // it is corrected
				ends++
				d.Read, d.Last, d.Told = true, h.IntN(2) == 0, h.IntN(2) == 0
			}
			h.busy = h.IntN(3) == 0
			if h.IntN(8) == 0 {
				k := h.IntN(3)
				f.people = slices.Clone(f.people)
				f.people[k] = [][]string{{"Ana", "Duda"}, {"Bia", "Eva"}, {"Caio", "Fábio"}}[k][h.IntN(2)]
			}
		}
	}
}

// reread returns the result of a dialog over the disk, and its first question.
func reread(f turn, disk []Entry, seed uint64) (said, asked string) {
	said, _ = Run(AskerFunc(func(g Group, _ Got) error {
		for _, q := range g.Asked {
			asked += fmt.Sprint(q.ID, q.Who, q.In, " ")
		}
		return Leave
	}), &Dialog{Seed: seed, Kept: disk}, f.ask)
	return said, asked
}

// scripted answers from a map by ID and person, as far as it goes; do may answer in its place.
func scripted(says map[string]string, do func(Group, Got) (done bool, err error)) AskerFunc {
	return func(g Group, got Got) error {
		if do != nil {
			if done, err := do(g, got); done {
				return err
			}
		}
		for i, q := range g.Asked {
			line := says[strings.TrimSpace(q.ID+" "+q.Who)]
			a := Answer{To: i, Line: line}
			if key, is := strings.CutPrefix(line, "key "); is {
				a = Answer{To: i, Key: key}
			}
			if line != "" && !q.In {
				if err := got(a); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

var says = map[string]string{
	"card Ana": "key other", "teller": "Bia", "card Bia": "3", "mine Bia Ana": "5", "mine Bia Bia": "2", "mine Bia Caio": "4",
	"each Ana": "4+1", "each Bia": "2", "each Caio": "2", "why": "so",
}

// told returns the disk after a dialog.
func told(t *testing.T, a AskerFunc, f turn, d Dialog) (said string, disk []Entry, err error) {
	disk = slices.Clone(d.Kept)
	d.Seed = 7
	d.Keep = func(from int, answers []Entry) error {
		if from > len(disk) {
			t.Fatalf("kept from %d on, and only %d are there", from, len(disk))
		}
		disk = slices.Concat(disk[:from], answers)
		return nil
	}
	said, err = Run(a, &d, f.ask)
	return said, disk, err
}

// TestReadingBack follows what is read of a dialog that is told: from the first answer on, and from the last one back.
func TestReadingBack(t *testing.T) {
	want, disk, err := told(t, scripted(says, nil), evening, Dialog{})
	if err != nil || len(disk) != 10 {
		t.Fatal(want, disk, err)
	}
	for _, c := range []struct {
		d     Dialog
		moves string // one for each group; the others are left as they are
		want  string
	}{
		{Dialog{Read: true, Told: true}, "", "card! teller! card! mine! each! why!"},
		{Dialog{Read: true}, "_>", "card! teller!"},
		{Dialog{Read: true, Last: true}, "", "why!"},
		{Dialog{Read: true, Last: true}, "<<", "why! each! mine! each! why!"},
		{Dialog{Read: true, Last: true}, "<<>", "why! each! mine!"},
		{Dialog{Read: true}, "<", "card! moved <"},
		{Dialog{}, "", ""},
		{Dialog{Read: true, Last: true, Kept: disk[:9]}, "", "why"},
	} {
		if c.d.Kept == nil {
			c.d.Kept = disk
		}
		var seen []string
		said, after, err := told(t, func(g Group, got Got) error {
			id, _, _ := strings.Cut(g.Asked[0].ID, " ")
			if g.Again {
				id += "!"
			}
			seen = append(seen, id)
			if n := len(seen); n <= len(c.moves) && c.moves[n-1] != '_' {
				return Move(c.moves[n-1 : n])
			}
			if !g.Again {
				return scripted(says, nil)(g, got)
			}
			return got()
		}, evening, c.d)
		if move := Move(""); errors.As(err, &move) {
			seen = append(seen, "moved "+string(move))
		} else if said != want || err != nil {
			t.Errorf("%q, %v", said, err)
		}
		if got := strings.Join(seen, " "); got != c.want || !slices.Equal(after, disk) {
			t.Errorf("read %s, want %s; on the disk %v", got, c.want, after)
		}
	}
}

// TestCorrection changes an answer of a dialog that is told: later answers are only suggested, and nothing is secret.
func TestCorrection(t *testing.T) {
	_, disk, _ := told(t, scripted(says, nil), evening, Dialog{})
	do := func(g Group, got Got) (bool, error) {
		for _, q := range g.Asked {
			if !g.Told || q.Secret || g.Again && q.Suggest == "" && q.Keys == nil {
				t.Errorf("%s is not told openly: %+v", q.ID, q)
			}
		}
		switch g.Asked[0].ID {
		case "mine Bia":
			if err := got(Answer{Line: "2"}); !fault.Is(err) {
				t.Errorf("two named the same: %v", err)
			}
			return true, got(Answer{Line: "1"})
		case "each":
			if g.Again || g.Asked[0].Suggest != "4+1" {
				t.Errorf("a later answer is not suggested: %+v", g)
			}
			if err := got(Answer{To: 0, Line: "3"}, Answer{To: 1, Line: "3"}, Answer{To: 2, Line: "2"}); !fault.Is(err) {
				t.Errorf("8 in all was taken: %v", err)
			}
			return true, got(Answer{To: 0, Line: "3"}, Answer{To: 1, Line: "4"}, Answer{To: 2, Line: "2"})
		}
		return true, got()
	}
	said, after, err := told(t, scripted(nil, do), evening, Dialog{Kept: disk, Read: true, Told: true})
	if err != nil || strings.Contains(said, "so") || !strings.HasSuffix(said, "1 3 2 4 4 2\n") || len(after) != 9 {
		t.Errorf("%q, %v, %v", said, err, after)
	}
	card := func(g Group, got Got) (bool, error) {
		switch {
		case g.Asked[0].Who == "Ana" && g.Asked[0].Keys != nil:
			return true, got(Answer{Line: "2"}) // in place of the key
		case g.Asked[0].ID == "each" && g.Asked[0].Suggest != "4+1":
			t.Errorf("what is asked again is not suggested: %+v", g)
		}
		return true, Leave
	}
	if _, after, _ = told(t, scripted(nil, card), evening, Dialog{Kept: disk, Read: true}); len(after) != 1 {
		t.Errorf("on the disk is %v", after)
	}
}

// TestAnew has a group that is read back asked as if nobody had answered it: so it is on the disk, too.
func TestAnew(t *testing.T) {
	_, disk, _ := told(t, scripted(says, nil), evening, Dialog{})
	asked := 0
	_, after, err := told(t, func(g Group, _ Got) error {
		switch asked++; {
		case g.Asked[0].ID != "each":
			return Back
		case g.Again:
			return Anew
		case g.Asked[0].In:
			t.Error("it is in")
		}
		return Leave
	}, evening, Dialog{Kept: disk, Read: true, Last: true})
	if err != Leave || asked != 3 || !slices.Equal(after, disk[:6]) {
		t.Errorf("%v, asked %d times, on the disk is %v", err, asked, after)
	}
}

// TestFit checks what is left of a draft when the table or the game is another one now.
func TestFit(t *testing.T) {
	draft := []Entry{
		{ID: "card", Who: "Ana", Key: "other"}, {ID: "teller", Line: "Bia"}, {ID: "card", Who: "Bia", Line: "3"},
		{ID: "mine Bia", Who: "Ana", Line: "5"}, {ID: "mine Bia", Who: "Caio", Line: "4"}, {ID: "mine Bia", Who: "Bia", Line: "2"},
	}
	came := turn{people: []string{"Ana", "Duda", "Bia"}, card: 6}
	_, disk, err := told(t, func(g Group, got Got) error {
		if g.Asked[0].ID != "mine Bia" || !g.Asked[0].In || g.Asked[1].In || !g.Asked[2].In {
			return fmt.Errorf("Caio left, Duda came: %+v", g)
		}
		if err := got(Answer{To: 1, Line: "1"}); err != nil {
			return err
		}
		return Leave
	}, came, Dialog{Kept: draft})
	if !errors.Is(err, Leave) || len(disk) != 6 || disk[4] != draft[5] || disk[5].Who != "Duda" {
		t.Errorf("%v; on the disk: %v", err, disk)
	}
	_, disk, err = told(t, func(g Group, _ Got) error {
		if g.Asked[0].Keys == nil || g.Fault == nil || g.Asked[0].Suggest != "" {
			return fmt.Errorf("card 3 is not there any more: %+v", g)
		}
		return Leave
	}, turn{people: evening.people, card: 2}, Dialog{Kept: draft})
	if !errors.Is(err, Leave) || !slices.Equal(disk, draft) {
		t.Errorf("%v; on the disk: %v", err, disk)
	}
}

// TestFailures checks a disk that fails, an end that the rules refuse, an asker that gives up, a toss without a dialog.
func TestFailures(t *testing.T) {
	full := errors.New("the disk is full")
	d := Dialog{Keep: func(from int, _ []Entry) error {
		if from == 3 {
			return full
		}
		return nil
	}}
	broken := func(g Group, got Got) error {
		if err := scripted(says, nil)(g, got); err != nil && !errors.Is(got(Answer{Line: "1"}), full) {
			t.Error("a disk that failed is written again")
		}
		return nil
	}
	if _, err := Run(AskerFunc(broken), &d, evening.ask); !errors.Is(err, full) || len(d.Kept) != 3 {
		t.Errorf("%v, %d are kept", err, len(d.Kept))
	}

	strict, shown := evening, 0
	strict.refuse = "so"
	said, _, err := told(t, scripted(says, func(g Group, got Got) (bool, error) {
		switch {
		case g.Fault != nil:
			shown++
			return true, Back
		case !g.Again:
			return false, nil
		case g.Asked[0].ID == "why":
			return true, got(Answer{Line: "well"})
		}
		return true, got()
	}), strict, Dialog{})
	if err != nil || !strings.Contains(said, "well") || shown != 1 {
		t.Errorf("%q, %v, the reason is shown %d times", said, err, shown)
	}

	if _, _, err = told(t, scripted(nil, nil), evening, Dialog{}); !errors.Is(err, errUnanswered) {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a toss without a dialog")
		}
	}()
	Toss(scripted(nil, nil), 6)
}

// TestKeys checks that a key ends a group of several without a check, stands last, and may be taken back.
func TestKeys(t *testing.T) {
	g := each(Number{Hi: 9}, "Ana", "Bia", "Caio")
	g.Sum = 9
	g.Asked[1].Keys = []Option{{ID: "off", Key: "o"}, {ID: "no", Why: lang.T("not now")}}
	var disk []Entry
	keep := func(from int, answers []Entry) error {
		disk = slices.Concat(disk[:from], answers)
		return nil
	}
	ask := func(a AskerFunc, read bool) ([]Value, error) {
		return Run(a, &Dialog{Kept: disk, Read: read, Keep: keep}, func(a Asker) ([]Value, error) {
			return All(a, g, func(v []Value) error {
				if v[1].Key != "" {
					t.Error("a key is judged")
				}
				return nil
			})
		})
	}
	v, err := ask(func(_ Group, got Got) error {
		if !fault.Is(got(Answer{To: 1, Key: "no"})) || !fault.Is(got(Answer{To: 0, Key: "off"})) || !fault.Is(got(Answer{To: 7})) {
			t.Error("a key that is not there")
		}
		err := errors.Join(got(Answer{To: 1, Key: "off"}), got(Answer{To: 0, Line: "2", By: "Ana"}))
		if !fault.Is(got()) || len(disk) != 1 {
			t.Errorf("an answer came after the key, and on the disk is %v", disk)
		}
		return errors.Join(err, got(Answer{To: 2, Line: "3"}, Answer{To: 1, Key: "off"}, Answer{To: 0, Line: "1", By: "Ana"}), got())
	}, false)
	if err != nil || v[1].Key != "off" || v[0].One() != 1 || v[0].Who != "Ana" || disk[2].Key != "off" {
		t.Fatal(v, err, disk)
	}
	err = InOrder(g, func(...Answer) error { return nil }, func(q Question, take func(Answer) error) error {
		if q.Who == "Caio" {
			t.Error("after a key somebody is asked")
		}
		return take([]Answer{{Line: "1"}, {Key: "off"}}[len(q.Keys)/2])
	})
	if err != nil {
		t.Error(err)
	}
	v, err = ask(func(g Group, got Got) error {
		return errors.Join(got(Answer{To: 0, Line: "3"}), got(Answer{To: 1, Line: "2"}), got(Answer{To: 2, Line: "4"}))
	}, true)
	if err != nil || v[1].One() != 2 || v[0].One() != 3 || len(disk) != 3 {
		t.Fatal(v, err, disk)
	}
	disk = nil
	v, err = ask(func(_ Group, got Got) error { // in place of an answer
		return errors.Join(got(Answer{To: 1, Line: "2"}), got(Answer{To: 0, Line: "3"}), got(Answer{To: 1, Key: "off"}), got())
	}, false)
	if err != nil || v[1].Key != "off" || v[0].One() != 3 || len(disk) != 2 || disk[1].Key != "off" {
		t.Fatal(v, err, disk)
	}
}

// TestLate checks that nothing is taken once a group is put away.
func TestLate(t *testing.T) {
	var late Got
	g := each(Number{Hi: 9}, "Ana")
	v, err := All(AskerFunc(func(_ Group, got Got) error {
		late = got
		return got(Answer{Line: "3"})
	}), g, nil)
	if err != nil || late(Answer{Line: "4"}) != Gone || v[0].One() != 3 {
		t.Error(v, err)
	}
}

// TestToss checks that tosses differ, stay within their bounds, and fall alike.
func TestToss(t *testing.T) {
	seen := map[int]int{}
	for seed := range uint64(100) {
		Run(scripted(nil, nil), &Dialog{Seed: seed}, func(a Asker) (any, error) {
			for range 60 {
				seen[Toss(a, 6)]++
			}
			return nil, nil
		})
	}
	for side := range 6 {
		if n := seen[side]; len(seen) != 6 || n < 850 || n > 1150 {
			t.Errorf("%d of 6000 tosses: %v", n, seen)
		}
	}
}

// TestRest checks the questions of a keyboard after others have answered, and the note that tells of them.
func TestRest(t *testing.T) {
	g := each(Number{Hi: 9}, "Ana", "Bia", "Caio")
	g.Sum, g.Asked[1].In, g.Asked[1].Suggest = 9, true, "4"
	var to int
	rest, got := Rest(lang.Portuguese, g, func(in ...Answer) error { to = in[0].To; return nil })
	got(Answer{To: 1})
	if len(rest.Asked) != 2 || rest.Sum != 5 || to != 2 || lang.Portuguese.Say(rest.Notes[0]) != "Já responderam: Bia 4" {
		t.Errorf("%+v, to %d", rest, to)
	}
	g.Asked[1].Secret = true
	if rest, _ = Rest(lang.English, g, got); rest.Notes[0].String() != "In already: Bia" || rest.Sum != 9 {
		t.Errorf("%+v", rest)
	}
	g.Asked[1].Secret, g.Sum = false, 0
	if rest, _ = Rest(lang.English, g, got); rest.Sum != 0 {
		t.Errorf("%+v", rest)
	}
	g.Again = true // after a key: not all are in, and all are read
	if rest, _ = Rest(lang.English, g, got); len(rest.Asked) != 3 {
		t.Errorf("%+v", rest)
	}
}

// TestInOrder checks that a keyboard leads back and forth within a group, and suggests what was answered if it is no secret.
func TestInOrder(t *testing.T) {
	g := each(Number{Hi: 9}, "Ana", "Bia", "Caio", "Duda")
	g.Asked[2].Secret = true
	moves := []Move{"", "", "", Back, Back, Back, "", "", "", ""}
	var seen []string
	err := InOrder(g, func(...Answer) error { return nil }, func(q Question, take func(Answer) error) error {
		seen = append(seen, q.Who+q.Suggest)
		move := moves[0]
		moves = moves[1:]
		switch {
		case move != "":
			return move
		case q.In:
			return nil
		}
		return take(Answer{Line: "7"})
	})
	if got := strings.Join(seen, " "); err != nil || got != "Ana Bia Caio Duda Caio Bia7 Ana7 Bia7 Caio Duda" {
		t.Error(got, err)
	}
	n := 0
	again := Group{Again: true, Asked: []Question{{In: true}, {In: true}}}
	if err := InOrder(again, nil, func(Question, func(Answer) error) error { n++; return nil }); err != nil || n != 2 {
		t.Errorf("%v, %d are read back", err, n)
	}
}

// A check sets its results by the answers that were taken, though others were refused after them.
func TestRefusedLast(t *testing.T) {
	read := AskerFunc(func(_ Group, got Got) error {
		if err := got(Answer{Line: "4"}); err != nil {
			return err
		}
		if got(Answer{Line: "5"}) == nil {
			t.Error("5 was taken")
		}
		return got() // Enter leaves it as it is
	})
	set := ""
	v, err := Put(read, Question{ID: "card", Shape: Number{Lo: 1, Hi: 9}}, func(v Value) error {
		if set = v.Line; set == "5" {
			return fault.New(lang.T("not this one"))
		}
		return nil
	})
	if v.Line != "4" || set != "4" || err != nil {
		t.Error(v.Line, set, err)
	}
}
