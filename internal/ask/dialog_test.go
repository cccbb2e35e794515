package ask

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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

func (f turn) ask(a Asker) (string, error) {
	var said []any
	teller := "Ana"
	for round := 1; ; round++ {
		q := Question{ID: fmt.Sprint("card ", round), Who: teller, Shape: Number{Lo: 1, Hi: f.card, Cards: true}}
		q.Keys = []Option{{ID: "other", Key: lang.Key("o", "o")}}
		card, err := Put(a, q, nil)
		if err != nil {
			return "", err
		}
		said = append(said, teller, card.Line)
		if card.Key == "" {
			break
		}
		who, err := Put(a, Question{ID: fmt.Sprint("teller ", round), Shape: Pick{Names(f.people)}}, nil)
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
	mine, err := All(a, votes, distinct)
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

// A table answers, and remembers what is on the disk.
type table struct {
	t    *testing.T
	disk []Entry
	says map[string]string // by ID and who: a line, or "key …"
	move func(g Group) error
	seen []Group
	put  int // how many answers were given
	late Got // of a group that was put away
	mix  *rand.Rand
}

func (x *table) keep(from int, answers []Entry) error {
	if from > len(x.disk) {
		x.t.Fatalf("kept from %d on, and only %d are there", from, len(x.disk))
	}
	x.disk = slices.Concat(x.disk[:from], answers)
	return nil
}

func (x *table) Put(g Group, got Got) error {
	x.seen = append(x.seen, g)
	if x.late != nil && !errors.Is(x.late(Answer{Line: "1"}), Gone) {
		x.t.Error("an answer to a group that was put away was taken")
	}
	x.late = got
	for _, q := range g.Asked {
		if q.Secret && q.Suggest != "" {
			x.t.Errorf("%s: a secret is handed back", q.ID)
		}
	}
	if x.move != nil {
		if err := x.move(g); err != nil {
			return err
		}
	}
	if g.Again {
		return got()
	}
	order := make([]int, len(g.Asked))
	for i := range order {
		order[i] = i
	}
	if x.mix != nil {
		x.mix.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for _, i := range order {
		q := g.Asked[i]
		line := x.says[strings.TrimSpace(q.ID+" "+q.Who)]
		if q.In || line == "" {
			continue
		}
		if x.put--; x.put == -1 {
			return Leave
		}
		a := Answer{To: i, Line: line}
		if key, is := strings.CutPrefix(line, "key "); is {
			a = Answer{To: i, Key: key}
		}
		for range 2 { // the second time changes nothing
			before := slices.Clone(x.disk)
			if err := got(a); err != nil {
				return err
			}
			if x.put < 0 && len(x.disk) == len(before) && !slices.Equal(x.disk, before) {
				x.t.Error("the same line, sent twice, was written twice")
			}
		}
	}
	return nil
}

func (x *table) run(f turn, d Dialog) (string, error) {
	d.Seed, d.Keep = 7, x.keep
	if d.Kept == nil {
		d.Kept = slices.Clone(x.disk)
	}
	x.late = nil
	return Run(x, &d, f.ask)
}

var evening = turn{people: []string{"Ana", "Bia", "Caio"}, card: 6}

func answers() map[string]string {
	return map[string]string{
		"card 1 Ana": "key other", "teller 1": "Bia", "card 2 Bia": "3",
		"mine Bia Ana": "5", "mine Bia Bia": "2", "mine Bia Caio": "4",
		"each Ana": "4+1", "each Bia": "2", "each Caio": "2", "why": "so",
	}
}

// TestReplay holds three laws: any order of arrival gives the same; cut anywhere and resumed, it is the same question and
// the same end; reading back changes nothing.
func TestReplay(t *testing.T) {
	whole := &table{t: t, says: answers(), put: 99}
	want, err := whole.run(evening, Dialog{})
	if err != nil || len(whole.disk) != 10 || !strings.Contains(want, "Bia 3") {
		t.Fatal(want, err, whole.disk)
	}
	for cut := range 11 {
		x := &table{t: t, says: answers(), put: cut, mix: rand.New(rand.NewPCG(uint64(cut), 2))}
		got, err := x.run(evening, Dialog{})
		if cut < 10 && !errors.Is(err, Leave) {
			t.Fatalf("cut at %d: %q, %v", cut, got, err)
		}
		last := x.seen[len(x.seen)-1]
		x.seen, x.put = nil, 99
		if got, err = x.run(evening, Dialog{}); got != want || err != nil {
			t.Fatalf("cut at %d: %q, %v, want %q", cut, got, err, want)
		}
		if cut < 10 && x.seen[0].Asked[0].ID != last.Asked[0].ID {
			t.Errorf("cut at %d, %s is asked in place of %s", cut, x.seen[0].Asked[0].ID, last.Asked[0].ID)
		}
	}
	for range thousands(5000) {
		x := &table{t: t, says: answers(), put: 99, mix: rand.New(rand.NewPCG(rand.Uint64(), 3))}
		x.move = func(g Group) error {
			moves := []Move{Back, Now, ""}
			if m := moves[x.mix.IntN(3)]; m == Back || m == Now && g.Again {
				return m
			}
			return nil
		}
		got, err := x.run(evening, Dialog{})
		for errors.Is(err, Back) {
			got, err = x.run(evening, Dialog{})
		}
		if got != want || err != nil || len(x.disk) != 10 {
			t.Fatalf("%q, %v, want %q", got, err, want)
		}
	}
}

// TestReadingBack follows a correction: from the first answer, from the last one back, and what a changed answer does to
// the ones after it.
func TestReadingBack(t *testing.T) {
	x := &table{t: t, says: answers(), put: 99}
	want, _ := x.run(evening, Dialog{})
	ids := func() (all []string) {
		for _, g := range x.seen {
			id, _, _ := strings.Cut(g.Asked[0].ID, " ")
			if g.Again {
				id += "!"
			}
			all = append(all, id)
		}
		x.seen = nil
		return all
	}
	ids()
	back, writes := 0, slices.Clone(x.disk)
	x.move = func(Group) error {
		if back--; back >= 0 {
			return Back
		}
		return nil
	}
	for _, c := range []struct {
		d    Dialog
		back int
		want string
	}{
		{Dialog{Read: true, Told: true}, 0, "card! teller! card! mine! each! why!"},
		{Dialog{Read: true, Last: true}, 0, "why!"},
		{Dialog{Read: true, Last: true}, 2, "why! each! mine! each! why!"},
		{Dialog{Read: true}, 1, "card! <"},
		{Dialog{}, 0, ""},
	} {
		back = c.back
		got, err := x.run(evening, c.d)
		seen := strings.Join(ids(), " ")
		if errors.Is(err, Back) {
			seen += " <"
		} else if got != want || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if seen != c.want {
			t.Errorf("%v: read %s, want %s", c.d, seen, c.want)
		}
	}
	if !slices.Equal(writes, x.disk) {
		t.Error("reading wrote something")
	}

	// 4+1, 2, 2 cannot become 3, 4, 2 one by one; and what Ana says of her card takes the question why away.
	x.move = func(g Group) error {
		for _, q := range g.Asked {
			if !g.Told || q.Secret || g.Again && q.Suggest == "" && q.ID != "card 1" {
				t.Errorf("%s is not told openly: %+v", q.ID, q)
			}
		}
		switch {
		case g.Again && g.Asked[0].ID == "mine Bia":
			err := x.late(Answer{Line: "2"})
			if !fault.Is(err) {
				t.Errorf("two named the same: %v", err)
			}
			return x.late(Answer{Line: "1"})
		case g.Asked[0].ID == "each":
			if g.Again || g.Asked[0].Suggest != "4+1" {
				t.Errorf("a later answer is not suggested: %+v", g)
			}
			if err := x.late(Answer{0, "3", "", ""}, Answer{1, "3", "", ""}, Answer{2, "2", "", ""}); !fault.Is(err) {
				t.Errorf("8 in all was taken: %v", err)
			}
			return x.late(Answer{0, "3", "", ""}, Answer{1, "4", "", ""}, Answer{2, "2", "", ""})
		}
		return nil
	}
	x.says = nil
	got, err := x.run(evening, Dialog{Read: true, Told: true, Was: x.disk})
	if err != nil || strings.Contains(got, "so") || !strings.HasSuffix(got, "1 3 2 4 4 2\n") || len(x.disk) != 9 {
		t.Errorf("%q, %v, %v", got, err, x.disk)
	}

	// A card in place of the key: the one after it is another question.
	x.move = func(g Group) error {
		if g.Again && g.Asked[0].ID == "card 1" {
			return x.late(Answer{Line: "2"})
		}
		return nil
	}
	x.says = map[string]string{"mine Ana Ana": "1", "mine Ana Bia": "2", "mine Ana Caio": "3", "each Ana": "9", "each Bia": "0", "each Caio": "0"}
	x.put = 99
	if got, err = x.run(evening, Dialog{Read: true}); err != nil || !strings.HasPrefix(got, "Ana 2") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFit checks what is left of a draft when the table or the game is another one now.
func TestFit(t *testing.T) {
	x := &table{t: t, says: answers(), put: 6}
	x.run(evening, Dialog{})
	draft := slices.Clone(x.disk)
	came := turn{people: []string{"Ana", "Duda", "Bia"}, card: 6}
	x.says["mine Bia Duda"], x.says["each Duda"], x.put, x.seen = "4", "2", 1, nil
	if _, err := x.run(came, Dialog{}); !errors.Is(err, Leave) {
		t.Fatal(err)
	}
	if g := x.seen[0]; !g.Asked[0].In || g.Asked[1].In || !g.Asked[2].In {
		t.Errorf("Caio left, Duda came: %+v", g)
	}
	if len(x.disk) != 6 || slices.ContainsFunc(x.disk, func(e Entry) bool { return e.Who == "Caio" }) {
		t.Errorf("on the disk: %v", x.disk)
	}
	x.disk, x.put, x.seen = draft, 0, nil
	low := turn{people: evening.people, card: 2}
	if _, err := x.run(low, Dialog{}); !errors.Is(err, Leave) || !slices.Equal(x.disk, draft) {
		t.Errorf("a run without answers wrote something: %v", err)
	}
	if g := x.seen[0]; g.Asked[0].ID != "card 2" || g.Fault == nil || g.Asked[0].Suggest != "" {
		t.Errorf("card 3 is not there any more: %+v", g)
	}
}

// TestFailures checks a disk that fails, an end that the rules refuse, and an asker that gives up.
func TestFailures(t *testing.T) {
	x := &table{t: t, says: answers(), put: 99}
	full := errors.New("the disk is full")
	d := Dialog{Keep: func(from int, _ []Entry) error {
		if from == 3 {
			return full
		}
		return nil
	}}
	if _, err := Run(x, &d, evening.ask); !errors.Is(err, full) || len(d.Kept) != 3 {
		t.Errorf("%v, %d are kept", err, len(d.Kept))
	}

	strict := evening
	strict.refuse = "so"
	x.move = func(g Group) error {
		if g.Asked[0].ID != "why" || !g.Again {
			return nil
		}
		if g.Fault == nil {
			t.Error("the reason is not shown")
		}
		return x.late(Answer{Line: "well"})
	}
	if got, err := x.run(strict, Dialog{}); err != nil || !strings.Contains(got, "well") {
		t.Errorf("%q, %v", got, err)
	}

	x = &table{t: t, put: 99}
	if _, err := x.run(evening, Dialog{}); !errors.Is(err, errUnanswered) {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a toss without a dialog")
		}
	}()
	Toss(x, 6)
}

// TestKeyInAGroup checks that a key ends a group of several, and that it may be taken back.
func TestKeyInAGroup(t *testing.T) {
	g := each(Number{Hi: 9}, "Ana", "Bia")
	g.Asked[1].Keys = []Option{{ID: "off"}}
	f := func(a Asker) ([]Value, error) { return All(a, g, distinct) }
	x := &table{t: t, put: 99, says: map[string]string{"each Ana": "1", "each Bia": "key off"}}
	d := Dialog{Keep: x.keep}
	if v, err := Run(x, &d, f); err != nil || v[1].Key != "off" || v[0].One() != 1 {
		t.Fatal(v, err)
	}
	x.move = func(g Group) error {
		if g.Again {
			if err := x.late(Answer{To: 0, Line: "3"}); err != nil {
				return err
			}
			return x.late(Answer{To: 1, Line: "2"})
		}
		return nil
	}
	d.Read = true
	if v, err := Run(x, &d, f); err != nil || v[1].One() != 2 || v[0].One() != 3 || len(x.disk) != 2 {
		t.Fatal(v, err, x.disk)
	}
}
