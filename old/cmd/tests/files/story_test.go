package files

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/intake"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// storySheets returns sheets of every game as tables leave them: unfinished, over, ended by the table, continued by the
// table. Each has its own people and day; for every fifth the day is unknown.
func storySheets(t *testing.T, each int) (out []string) {
	t.Helper()
	day := func(k int) string { return parlor.Time.AddDate(0, 0, -k-1).Format(time.RFC3339) }
	for _, tale := range tales(t, parlor.EveryGame(t, 1), rand.New(rand.NewPCG(7, 22)), each) {
		for seat := range tale.table.Players {
			tale.table.Players[seat] = fmt.Sprintf("%d of %d", seat, len(out))
		}
		s, _, err := tale.g.Fold(tale.table, tale.events)
		parlor.Check(t, err)
		b := parlor.Must(tale.g.WriteSheet(tale.table, tale.events, s, time.Time{}, parlor.Voices()[0].Say))
		sheet := map[string]any{}
		parlor.Check(t, json.Unmarshal(b, &sheet))
		switch len(out) % 5 {
		case 1, 2: // if the rules allow it
			sheet["over"] = len(out)%5 == 1
			b = parlor.Must(json.Marshal(sheet))
			if h := (&parlor.Home{Dir: t.TempDir()}).Run(string(b), "score", "-"); h.Code != parlor.Done {
				delete(sheet, "over")
			}
		}
		if len(out)%5 != 3 {
			sheet["played"] = day(len(out))
		}
		out = append(out, parlor.JSON(t, sheet))
	}
	guests := strings.Repeat(`{"name": "G", "fulfilled": {"0 of N": 3, "1 of N": 3}},`, 14)
	for i := range 14 {
		guests = strings.Replace(guests, `"G"`, fmt.Sprintf(`"%d"`, i), 1)
	}
	guests = strings.TrimSuffix(guests, ",")
	for _, rare := range []string{
		`{"game": "picture-perfect", "players": ["0 of N", "1 of N"], "guests": [` + guests + `]}`, // a tie waits
		`{"game": "picture-perfect", "players": ["0 of N", "1 of N"], "guests": [` + guests + `], "over": false}`,
		`{"game": "picture-perfect", "players": ["0 of N", "1 of N"], "auction": true, "guests": [` + guests + `], "over": false, "photo_votes": {"0 of N": "1 of N"}}`,
		`{"game": "picture-perfect", "players": ["0 of N", "1 of N"], "auction": true, "guests": [` + guests + `], "decorations": {"0 of N": 1, "1 of N": 9}, "over": false}`,
		`{"game": "versus", "players": ["0 of N", "1 of N", "2 of N"], "events": [{"type": "slap", "by": "0 of N", "gives": "1 of N", "out": ["2 of N"]}]}`,
		`{"game": "versus", "players": ["0 of N", "1 of N", "2 of N"], "events": [], "over": true}`, // nothing was scored
		`{"game": "pad", "players": ["0 of N"], "style": "rounds", "rounds": [[4]], "over": true}`,
	} {
		rare = strings.ReplaceAll(rare, " of N", fmt.Sprint(" of ", len(out)))
		out = append(out, strings.Replace(rare, `"players"`, `"played": "`+day(len(out))+`", "players"`, 1))
	}
	return out
}

// A storyOf is what a command says of a game: whether it is over, who won it, and everybody's points.
type storyOf struct {
	Over   bool
	Won    map[string]bool
	Points map[string]int
}

// people returns a story with people in place of teams.
func (s storyOf) people(sheet string) storyOf {
	var teams struct {
		Teams []struct {
			Name    string
			Players []string
		}
	}
	_ = json.Unmarshal([]byte(sheet), &teams) // it was scored before
	out := storyOf{s.Over, map[string]bool{}, map[string]int{}}
	for name, points := range s.Points {
		of := []string{name}
		for _, team := range teams.Teams {
			if team.Name == name {
				of = team.Players
			}
		}
		for _, who := range of {
			out.Won[who], out.Points[who] = s.Won[name], points
		}
	}
	return out
}

// toldOf runs a command and decodes its JSON.
func toldOf[T any](t *testing.T, p *parlor.Home, typed string, args ...string) (out T) {
	t.Helper()
	h := p.Run(typed, append(args, "--format", "json")...)
	if err := json.Unmarshal([]byte(h.Out), &out); err != nil {
		t.Fatalf("%v: %v\n%+v\n%s", args, err, h, typed)
	}
	return out
}

// resultOf returns what score and show say.
func resultOf(t *testing.T, p *parlor.Home, typed string, args ...string) storyOf {
	t.Helper()
	r := toldOf[struct {
		Over      bool
		Standings []struct {
			Name   string
			Points int
			Winner bool
		}
	}](t, p, typed, args...)
	out := storyOf{r.Over, map[string]bool{}, map[string]int{}}
	for _, row := range r.Standings {
		out.Won[row.Name], out.Points[row.Name] = row.Winner, row.Points
	}
	return out
}

// eveningOf returns what the evening of a day says of its only game, and what stats says of its people.
func eveningOf(t *testing.T, p *parlor.Home, day string, want storyOf) (evening, stats storyOf) {
	t.Helper()
	evening, stats = storyOf{false, map[string]bool{}, map[string]int{}}, storyOf{false, map[string]bool{}, map[string]int{}}
	for name := range want.Points {
		s := toldOf[struct {
			Games []struct {
				Alone bool
				Best  int
				Won   struct{ N int }
			}
		}](t, p, "", "stats", name)
		if stats.Over = len(s.Games) == 1; stats.Over {
			stats.Won[name], stats.Points[name] = s.Games[0].Won.N == 1 || s.Games[0].Alone, s.Games[0].Best
		}
	}
	if day == "" {
		return stats, stats
	}
	e := toldOf[struct {
		Games []struct {
			Places []struct {
				Name   string
				Points int
				Winner bool
			}
		}
	}](t, p, "", "evening", "--date", day[:len(time.DateOnly)])
	if evening.Over = len(e.Games) == 1; evening.Over {
		for _, row := range e.Games[0].Places {
			evening.Won[row.Name], evening.Points[row.Name] = row.Winner, row.Points
		}
	}
	return evening, stats
}

// All commands tell the same story of a game. An import is what its sheet was, an import of its export too, and neither
// is imported twice. EVENINGS=100 is the long version.
func TestOneStory(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	here, there := &parlor.Home{Dir: t.TempDir()}, &parlor.Home{Dir: t.TempDir(), Seed: 5}
	sheets := storySheets(t, laws.Evenings(t, 4))
	all := strings.Join(sheets, "\n")
	many, _, _ := strings.Cut(parlor.Voices()[0].Say((&intake.Intake{In: len(sheets)}).Sum()), ";")
	if h := here.Run(all, "import", "-"); h.Out != many+"; 0 were here already.\n" {
		t.Fatalf("%+v", h)
	}
	type entry struct {
		ID, Started string
		Over        bool
		Players     []string
		Winners     []string
	}
	games := map[string]entry{}
	for page := 1; len(games) < len(sheets); page++ {
		for _, g := range toldOf[[]entry](t, here, "", "games", "--page", fmt.Sprint(page)) {
			games[g.Players[0]] = g
		}
	}
	var exports []string
	for k, sheet := range sheets {
		g := games[fmt.Sprint("0 of ", k)]
		export := here.Run("", "export", g.ID).Out
		exports = append(exports, oneLine(t, []byte(export)))
		score := resultOf(t, here, sheet, "score", "-")
		told := map[string]storyOf{
			"show":      resultOf(t, here, "", "show", g.ID),
			"an export": resultOf(t, here, export, "score", "-"),
		}
		listed := storyOf{g.Over, map[string]bool{}, score.Points}
		for name := range score.Won {
			listed.Won[name] = slices.Contains(g.Winners, name)
		}
		told["games"] = listed
		persons := score.people(sheet)
		want := persons
		if !want.Over {
			want = storyOf{false, map[string]bool{}, map[string]int{}}
		}
		evening, stats := eveningOf(t, here, g.Started, persons)
		for command, says := range told {
			if !reflect.DeepEqual(says, score) {
				t.Errorf("score says %+v, and %s %+v, of\n%s", score, command, says, sheet)
			}
		}
		if !reflect.DeepEqual(evening, want) || !reflect.DeepEqual(stats, want) {
			t.Errorf("score says %+v, evening %+v, and stats %+v, of\n%s", want, evening, stats, sheet)
		}
	}
	again := strings.Join(exports, "\n")
	none := strings.Replace(strings.Replace(many, "were imported", "were here already", 1), "games ", "", 1)
	for _, p := range []*parlor.Home{here, there, there} {
		h := p.Run(again, "import", "-")
		if want := "No game was imported; " + none + ".\n"; h.Out != want && (p == here || h.Out != many+"; 0 were here already.\n") {
			t.Errorf("%+v", h)
		}
	}
	if h := here.Run("", "evening", "--date", parlor.Time.Format(time.DateOnly)); h.Code != parlor.Failed {
		t.Errorf("what was taken in today was played today: %+v", h)
	}
	if h := here.Run(all, "import", "-"); h.Out != "No game was imported; "+none+".\n" {
		t.Errorf("a second time: %+v", h)
	}
	for page, seen := 1, 0; seen < len(sheets); page++ {
		for _, g := range toldOf[[]entry](t, there, "", "games", "--page", fmt.Sprint(page)) {
			var k int
			if _, err := fmt.Sscanf(g.Players[0], "0 of %d", &k); err != nil {
				t.Fatal(g.Players, err)
			}
			if got := oneLine(t, []byte(there.Run("", "export", g.ID).Out)); got != exports[k] {
				t.Errorf("an export\n%s\nis another one once it was taken in\n%s", exports[k], got)
			}
			seen++
		}
	}
}
