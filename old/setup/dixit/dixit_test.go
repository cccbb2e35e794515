package dixit

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/setup"
)

var names = []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo", "Ines", "Joca", "Katia", "Leo", "Mia"}

func table(n int, mode string) setup.Table {
	return setup.Table{Players: slices.Clone(names[:n])}.With("mode", mode)
}

func TestPreparacaoDaPartida(t *testing.T) {
	for _, c := range []struct {
		n    int
		mode string
		want string
	}{
		{3, Base, `{"players":3,"mode":"base","cards_each":7,"votes_each":1,"cards_shown":5}`},
		{4, Base, `{"players":4,"mode":"base","cards_each":6,"votes_each":1,"cards_shown":4}`},
		{6, Base, `{"players":6,"mode":"base","cards_each":6,"votes_each":1,"cards_shown":6}`},
		{7, Base, `{"players":7,"mode":"base","cards_each":6,"votes_each":2,"cards_shown":7}`},
		{12, Base, `{"players":12,"mode":"base","cards_each":6,"votes_each":2,"cards_shown":12}`},
		{6, Party, `{"players":6,"mode":"party","cards_each":5,"votes_each":1,"cards_shown":6,"laps_turns":6}`},
		{12, Party, `{"players":12,"mode":"party","cards_each":5,"votes_each":1,"cards_shown":12,"laps_turns":12}`},
		{6, Team, `{"players":6,"mode":"team","cards_each":4,"votes_each":1,"cards_shown":3,"laps_turns":6}`},
		{12, Team, `{"players":12,"mode":"team","cards_each":4,"votes_each":1,"cards_shown":6,"laps_turns":12}`},
	} {
		l, err := Lay(table(c.n, c.mode))
		got, _ := json.Marshal(l)
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v\nwant %s", got, err, c.want)
		}
	}
	onPaper := setup.Table{Players: make([]string, 8), Choices: map[string]string{"mode": Party}}
	if l, err := OnPaper(onPaper, nil); err != nil || l.Facts.(Laid).CardsEach != 5 || len(l.Steps) != 6 {
		t.Errorf("%+v, %v", l, err)
	}
	onPaper.Players = onPaper.Players[:5]
	if _, err := OnPaper(onPaper, nil); err == nil {
		t.Error("Party for five")
	}
	if l, err := Lay(setup.Table{Players: names[:5]}); err != nil || l.Mode != Base {
		t.Errorf("no mode chosen: %+v, %v", l, err)
	}
}

func TestModes(t *testing.T) {
	want := map[int][]string{
		3: {Base}, 4: {Base}, 5: {Base}, 6: {Base, Party, Team}, 7: {Base, Party}, 8: {Base, Party, Team},
		9: {Base, Party}, 10: {Base, Party, Team}, 11: {Base, Party}, 12: {Base, Party, Team},
	}
	for n := range 15 {
		for _, mode := range []string{Base, Party, Team} {
			tb := setup.Table{Players: make([]string, n)}.With("mode", mode)
			f := Check(tb)
			if fits := slices.Contains(want[n], mode); fits != (f == nil) || !fits && f.Path() != "players" {
				t.Errorf("%d people, %s: %v", n, mode, f)
			}
		}
	}
	if f := Check(table(6, "solo")); f == nil || f.Path() != "mode" {
		t.Error(f)
	}
}

// said returns the checklist, each step with its notes.
func said(steps []setup.Step) []string {
	var out []string
	for _, s := range steps {
		line := s.Text.String()
		for _, n := range s.Notes {
			line += " / " + n.String()
		}
		out = append(out, line)
	}
	return out
}

func TestSteps(t *testing.T) {
	team := table(6, Team)
	team.Teams = []setup.Team{{Name: "Foxes", Seats: []int{0, 3}}, {Name: "Owls", Seats: []int{1, 4}}, {Name: "Bears", Seats: []int{2, 5}}}
	for _, c := range []struct {
		table setup.Table
		want  []string // parts of the steps, in order
	}{
		{table(3, Base), []string{"score track", "on 0", "one voting peg", "deal 7 to everybody. / The other 63", "1 to 5 of the track. / The storyteller hands in one card", "is the first storyteller"}},
		{table(12, Base), []string{"score track", "on 0", "two voting pegs", "deal 6 to everybody. / The other 12", "1 to 12", "is the first storyteller"}},
		{table(8, Party), []string{"score track", "on 0", "green voting peg. / The first storyteller also takes a red one", "deal 5 to everybody. / The other 44", "1 to 8", "is the first storyteller. / The clue comes before"}},
		{team, []string{"opposite each other. / Foxes: Ana and Davi / Owls: Bia and Eva / Bears: Caio and Fabi", "score track", "Every team takes one voting board", "one voting peg", "deal 4 to everybody. / The other 60", "1 to 3 of the track. / If the storyteller and the partner both hand in a card, space 4", "is the first storyteller"}},
		{table(6, Team), []string{"opposite each other.", "score track", "Every team", "one voting peg", "deal 4", "1 to 3", "is the first storyteller"}},
	} {
		got := said(Steps(c.table))
		if len(got) != len(c.want) {
			t.Errorf("%q", got)
			continue
		}
		for i, part := range c.want {
			if !strings.Contains(got[i], part) {
				t.Errorf("step %d: %q, want %q", i+1, got[i], part)
			}
		}
	}
}

// The page has all steps except the first storyteller, for whom the game asks, and then what to check.
func TestWalk(t *testing.T) {
	tb := table(7, Base)
	steps := Steps(tb)
	if last := steps[len(steps)-1]; !reflect.DeepEqual(last, Begin(tb)) {
		t.Errorf("%+v", last)
	}
	script := asktest.NewScript(t, asktest.Said{ID: "dixit.setup.laid-out"})
	if err := Walk(script, tb); err != nil {
		t.Fatal(err)
	}
	q := script.Seen[0]
	if got := q.Notes[len(q.Notes)-1].String(); len(q.Notes) != len(steps) || len(ask.As[ask.Show](q).Steps) != len(steps)-1 || got != "To check: 6 cards in every hand, 42 in the draw pile, the spaces 1 to 7 free, every rabbit on 0." {
		t.Errorf("%+v", q.Notes)
	}
}

func TestPairAsTheTableSits(t *testing.T) {
	script := asktest.NewScript(t, asktest.Said{ID: "dixit.lay.together"}, asktest.Said{ID: "dixit.lay.team-name"},
		asktest.Said{ID: "dixit.lay.team-name", Line: "ana & davi"}, asktest.Said{ID: "dixit.lay.team-name", Line: "Caio"},
		asktest.Said{ID: "dixit.lay.team-name", Line: "Owls"}, asktest.Said{ID: "dixit.lay.team-name", Line: ""},
	)
	got, err := Pair(script, table(6, Team))
	if err != nil {
		t.Fatal(err)
	}
	want := []setup.Team{{Name: "Ana & Davi", Seats: []int{0, 3}}, {Name: "Owls", Seats: []int{1, 4}}, {Name: "Caio & Fabi", Seats: []int{2, 5}}}
	if !reflect.DeepEqual(got.Teams, want) || CheckTeams(got) != nil || !slices.Equal(got.Players, names[:6]) {
		t.Errorf("%+v", got)
	}
	for i, want := range []string{"“ana & davi” is there twice (as “Ana & Davi”)", "“Caio” is the name of a player"} {
		// the fault comes with the question after the refused one
		if f := script.Seen[3+i].Fault; f == nil || !strings.Contains(f.Error(), want) {
			t.Errorf("%v, want %s", f, want)
		}
	}
}

func TestPairOneByOne(t *testing.T) {
	tb := table(6, Team)
	tb.First = 1 // Bia
	script := asktest.NewScript(t, asktest.Said{ID: "dixit.lay.together", Line: "2"},
		asktest.Said{ID: "dixit.lay.with", Line: "Bia"}, asktest.Said{ID: "dixit.lay.with", Line: "Fabi"},
		asktest.Said{ID: "dixit.lay.new-seats"}, asktest.Said{ID: "dixit.lay.team-name"},
		asktest.Said{ID: "dixit.lay.team-name"}, asktest.Said{ID: "dixit.lay.team-name"})
	got, err := Pair(script, tb)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Ana", "Caio", "Davi", "Bia", "Fabi", "Eva"}; !slices.Equal(got.Players, want) {
		t.Errorf("%v, want %v", got.Players, want)
	}
	if got.Players[got.First] != "Bia" || !slices.Equal(tb.Players, names[:6]) {
		t.Errorf("first is %s; the table before is now %v", got.Players[got.First], tb.Players)
	}
	for i, want := range []string{"Ana & Bia", "Caio & Fabi", "Davi & Eva"} {
		if got.Teams[i].Name != want || !slices.Equal(got.Teams[i].Seats, []int{i, i + 3}) {
			t.Errorf("%+v, want %s", got.Teams[i], want)
		}
	}
}

func TestPairElsewhere(t *testing.T) {
	base := table(6, Base)
	if got, err := Pair(asktest.NewScript(t), base); err != nil || !reflect.DeepEqual(got, base) {
		t.Error(got, err)
	}
	if _, err := Pair(asktest.NewScript(t), table(7, Team)); err == nil {
		t.Error("seven people have been paired")
	}
}

// A name that is too long for a team is not suggested.
func TestLongNamesAreNotSuggested(t *testing.T) {
	tb := table(6, Team)
	tb.Players[0], tb.Players[3] = strings.Repeat("a", 20), strings.Repeat("b", 18) // 41 with the sign between them
	tb.Players[1], tb.Players[4] = strings.Repeat("c", 20), strings.Repeat("d", 17)
	script := asktest.NewScript(t, asktest.Said{ID: "dixit.lay.together"}, asktest.Said{ID: "dixit.lay.team-name", Line: "Ab"},
		asktest.Said{ID: "dixit.lay.team-name"}, asktest.Said{ID: "dixit.lay.team-name"})
	if _, err := Pair(script, tb); err != nil {
		t.Fatal(err)
	}
	if script.Seen[1].Suggest != nil || script.Seen[2].Suggest == nil {
		t.Error("suggested: ", script.Seen[1].Suggest, script.Seen[2].Suggest)
	}
}
