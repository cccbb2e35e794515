package history

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// Days in the expected texts are those of UTC, wherever the tests run.
func init() { time.Local = time.UTC }

// made returns games that are over out of texts like “golf: Ana 3 1, Bia+Caio 5 2”: a game, its sides with points and ranks.
// In golf the fewest win.
func made(text ...string) (games []Game) {
	for _, line := range text {
		kind, sides, _ := strings.Cut(line, ": ")
		g := Game{Row: Row{GameID: kind}, Name: strings.ToUpper(kind), Over: true, Decided: true, Fewest: kind == "golf"}
		for side := range strings.SplitSeq(sides, ", ") {
			f := strings.Fields(side)
			s := Side{Name: f[0]}
			if strings.Contains(f[0], "+") {
				s.Team = strings.Split(f[0], "+")
			}
			s.Points, _ = strconv.Atoi(f[1])
			s.Rank, _ = strconv.Atoi(f[2])
			s.Won = s.Rank == 1
			g.Sides = append(g.Sides, s)
		}
		games = append(games, g)
	}
	return games
}

// People with more victories come first, then those with a larger share of them, then by name; however a name is written, it is one person.
func TestEverybody(t *testing.T) {
	games := made("a: Zoé 3 1, Ana 2 2", "b: Ana 3 1, bia 2 2, Caio 1 3", "a: Bia 9 1, Ana 3 2, ZOÉ 3 2", "a: Ana 5 1")
	games = append(games, Game{Sides: games[0].Sides, Over: true}) // a tie waits
	var got []string
	for _, p := range everybody(games) {
		got = append(got, fmt.Sprint(p.Name, " ", p.Won, "/", p.Played))
	}
	if want := []string{"bia 1/2", "Zoé 1/2", "Ana 1/3", "Caio 0/1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// People who left before the end have played, and no more: no best result, no average, nobody was ahead or behind.
func TestLeaver(t *testing.T) {
	people := everybody(made("golf: Ana 5 2, Bia 3 1, Caio 1 0", "golf: Ana 4 1, Caio 9 2"))
	at := slices.IndexFunc(people, func(p *Person) bool { return p.Name == "Caio" })
	caio := people[at]
	if k := *caio.Games[0]; k.Played != 2 || k.Won != 0 || k.Left != 1 || k.Points != 9 || k.Best != 9 {
		t.Errorf("Caio: %+v", k)
	}
	if len(caio.Rivals) != 1 || *caio.Rivals[0] != (Rival{Name: "Ana", Behind: 1}) {
		t.Errorf("Caio against others: %+v", caio.Rivals[0])
	}
}

// Rivals are those on other sides; the best result is the lowest where the fewest points win.
func TestPerson(t *testing.T) {
	people := everybody(made("golf: Ana 5 2, Bia 3 1", "golf: Bia 9 2, Ana 4 1", "x: Ana+Bia 7 1, Caio+Davi 7 1", "x: Ana 2 1, Caio 1 2"))
	at := slices.IndexFunc(people, func(p *Person) bool { return p.Name == "Ana" })
	ana := *people[at]
	kinds := []*PerGame{{Game: "golf", Name: "GOLF", Played: 2, Won: 1, Points: 9, Best: 4}, {Game: "x", Name: "X", Played: 2, Won: 2, Points: 9, Best: 7}}
	rivals := []*Rival{{"Bia", 1, 0, 1}, {"Caio", 1, 1, 0}, {"Davi", 0, 1, 0}}
	if ana.Played != 4 || ana.Won != 3 || !reflect.DeepEqual(ana.Games, kinds) || !reflect.DeepEqual(ana.Rivals, rivals) {
		t.Errorf("%+v %+v %+v", ana, *ana.Games[0], *ana.Rivals[0])
	}
}

// An evening ends when nobody has played for five hours, and a game belongs to that in which it ended. A game of which only
// the day is known belongs to the last evening of that day.
func TestEvening(t *testing.T) {
	at := func(text string) time.Time {
		when, err := time.ParseInLocation("2006 2 15:04", "2026 "+text, time.Local)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	games := func(all ...string) (rows []Row) {
		for _, g := range all {
			f := strings.FieldsFunc(g[:len(g)-2], func(r rune) bool { return r == '–' })
			r := Row{GameFile: store.GameFile{ID: g[len(g)-1:]}}
			switch r.Began = at(f[0]); len(f) {
			case 1:
				r.Ended, r.DayAlone = r.Began, true
			default:
				r.Ended = at(f[1])
			}
			rows = append(rows, r)
		}
		return append(rows, Row{GameFile: store.GameFile{ID: "unknown"}})
	}
	timed := []string{"4 01:30–4 02:00 f", "3 20:00–3 21:00 e", "2 23:30–3 15:01 d", "3 00:01–3 04:30 c", "2 20:00–2 22:00 b", "2 14:00–2 15:00 a"}
	for _, c := range []struct {
		all  []Row
		want map[string]string
	}{
		{games(timed...), map[string]string{"": "fed", "f": "fed", "c": "cb", "b": "cb", "a": "a", "unknown": "", "zzz": ""}},
		{games(append(timed, "2 12:00 x", "2 12:00 y", "9 12:00 z")...), map[string]string{"": "z", "x": "cbxy", "a": "a", "z": "z", "f": "fed"}},
		{games("9 12:00 x", "9 12:00 y", "8 12:00 z", "7 23:00–7 23:30 a"), map[string]string{"": "xy", "z": "z", "a": "a"}},
		{games("9 19:00–9 19:10 a", "9 12:00 x", "9 09:00–9 09:10 b"), map[string]string{"x": "ax", "b": "b"}},
	} {
		for of, want := range c.want {
			got := ""
			for _, e := range evening(c.all, func(e Row) bool { return of == "" || e.ID == of }) {
				got += e.ID
			}
			if got != want {
				t.Errorf("%q: %s, want %s", of, got, want)
			}
		}
	}
}

// kept keeps games from sheets in a new folder.
func kept(t *testing.T, sheets ...string) Games {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC) }
	h := Games{Folder: store.Folder{Data: t.TempDir()}, Cache: t.TempDir(), Build: "one", Find: shelf.Find, Lang: lang.English, Now: now}
	for i, raw := range sheets {
		s, err := scoring.ReadSheet(shelf.Find, []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		id := "g" + strconv.Itoa(i)
		if err := session.Add(h.Folder.Game(id), session.Head{ID: id, Seed: 1, Sheet: true}, s, h.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

var sheets = []string{
	`{"game":"versus","players":["Ana","Bia","Caio"],"events":[{"type":"slap","by":"Ana","gives":"Bia"}],"over":true,"played":"2026-11-22T21:00:00Z"}`,
	`{"game":"versus","players":["Bai","Ana","Caio"],"events":[{"type":"slap","by":"Bai","gives":"Ana"}],"over":true,"played":"2026-11-22T20:00:00Z"}`,
	`{"game":"versus","players":["Ana","Bia","Caio"],"events":[{"type":"slap","by":"Caio","gives":"Bia"}],"over":true}`,
	`{"game":"versus","players":["Ana","Bia","Bai"],"events":[],"over":false,"played":"2026-01-01T20:00:00Z"}`,
}

func told(h Games, w Wish) (lines []string, broken int) {
	games, l, err := h.Select(w)
	if err != nil {
		panic(err)
	}
	for _, g := range games {
		lines = append(lines, g.ID+" "+strings.Join(g.Players, ",")+" "+h.how(g)+" "+strings.Join(g.Winners(), ","))
	}
	return lines, len(l.Broken)
}

// The list is the same with its cache, without, and when that is broken; a game that changed is looked at again.
func TestGames(t *testing.T) {
	h := kept(t, sheets...)
	want := []string{
		"g0 Ana,Bia,Caio won by Ana and Bia with 1 point Ana,Bia", "g1 Bai,Ana,Caio won by Bai and Ana with 1 point Bai,Ana",
		"g3 Ana,Bia,Bai not begun yet ", "g2 Ana,Bia,Caio won by Bia and Caio with 1 point Bia,Caio",
	}
	for _, change := range []func(path string){func(string) {}, func(path string) { _ = os.Remove(path) }, func(path string) { _ = os.WriteFile(path, []byte("{"), 0o600) }} {
		if got, _ := told(h, Wish{}); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		lists, _ := filepath.Glob(h.Cache + "/*")
		if len(lists) != 1 {
			t.Fatal(lists)
		}
		change(lists[0])
	}
	if got, _ := told(h, Wish{GameID: "dixit"}); got != nil {
		t.Errorf("%q", got)
	}
	if got, _ := told(h, Wish{Since: time.Date(2026, 11, 22, 20, 30, 0, 0, time.UTC)}); !slices.Equal(got, want[:1]) {
		t.Errorf("%q", got)
	}
	if got, _ := told(h, Wish{Evening: true}); !slices.Equal(got, want[:2]) {
		t.Errorf("%q", got)
	}
	if got, _ := told(h, Wish{Evening: true, Day: time.Date(2026, 1, 1, 12, 0, 0, 0, time.Local)}); !slices.Equal(got, want[2:3]) {
		t.Errorf("%q", got)
	}
	raw, _ := os.ReadFile(h.Folder.Game("g1"))
	for name, text := range map[string]string{"g1.sync-conflict": string(raw), "g0": "no game\n"} {
		if err := os.WriteFile(h.Folder.Game(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, broken := told(h, Wish{}); broken != 1 || !slices.Equal(got, want[1:]) {
		t.Errorf("%q, %d broken", got, broken)
	}
}

// A line names the winners with their points, if that is one number, and says how long the game took.
func TestLine(t *testing.T) {
	h := kept(t, `{"game":"versus","players":["Ana","Bia","Caio"],"events":[],"over":true,"played":"2026-11-22T21:00:00Z"}`)
	if got, _ := told(h, Wish{}); !strings.Contains(got[0], "over, nothing was scored") {
		t.Errorf("%q", got)
	}
	if games, _, _ := h.Select(Wish{}); len(everybody(games)) > 0 {
		t.Error("a game without a point counts")
	}
	games := made("x: Ana 3 1, Bia 2 1, Caio 1 3", "x: Ana 3 1, Bia 3 1", "x: Ana 3 2")
	games[0].Began = time.Date(2026, 11, 22, 20, 0, 0, 0, time.Local)
	games[0].Ended = games[0].Began.Add(90 * time.Minute)
	games[1].Began, games[1].Ended = games[0].Began, games[0].Began.Add(20*time.Hour)
	want := []string{"won by Ana and Bia · 2026-11-22 21:30, 90 minutes", "won by Ana and Bia with 3 points · 2026-11-23 16:00", "over, nobody won · day unknown"}
	for i, g := range games {
		if got := h.Line(g); !strings.HasSuffix(got, want[i]) {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
}

// Days and hours are those of the clock on the wall, in any time zone.
func TestZones(t *testing.T) {
	defer func(was *time.Location) { time.Local = was }(time.Local)
	for zone, want := range map[string]string{
		"-11h": "2026-11-22 10:00", "0s": "2026-11-22 21:00", "5h45m": "2026-11-23 02:45", "13h": "2026-11-23 10:00", "14h": "2026-11-23 11:00",
	} {
		east, err := time.ParseDuration(zone)
		if err != nil {
			t.Fatal(err)
		}
		time.Local = time.FixedZone(zone, int(east.Seconds()))
		h := kept(t, sheets[0])
		day, err := time.ParseInLocation(time.DateTime, want+":00", time.Local)
		if err != nil {
			t.Fatal(err)
		}
		for back, n := range []int{1, 0} {
			games, _, err := h.Select(Wish{Evening: true, Day: day.AddDate(0, 0, -back)})
			if err != nil || len(games) != n {
				t.Errorf("%s: %d games %d days before %s (%v)", zone, len(games), back, want, err)
			}
			if n == 1 && !strings.HasSuffix(h.Line(games[0]), " · "+want) {
				t.Errorf("%s: %s", zone, h.Line(games[0]))
			}
		}
	}
}

// Somebody whose name was put right is one person in lists and statistics; two at one table keep two names.
func TestRenamed(t *testing.T) {
	h := kept(t, sheets...)
	err := h.Folder.ChangeNames(func(n *store.Names) error {
		n.Renamed = append(n.Renamed, store.Rename{At: h.Now(), Was: "bai", Now: "Bia"})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := told(h, Wish{}); got[1] != "g1 Bia,Ana,Caio won by Bia and Ana with 1 point Bia,Ana" || !strings.HasPrefix(got[2], "g3 Ana,Bia,Bai") {
		t.Errorf("%q", got)
	}
	l, err := h.Look()
	if got := h.Tonight(l, "g1"); err != nil || got != "Tonight: Ana 2, Bia 2" {
		t.Error(got, err)
	}
	games, _, _ := h.Select(Wish{})
	if d, err := h.Stats(games, "BIA"); err != nil || d.Blocks[0] != report.Lead("Bia: 3 games since 2026-11-22, 3 won (100%).") {
		t.Error(d, err)
	}
	if _, err := h.Stats(games, "Bai"); err == nil || !strings.Contains(err.Error(), "there are Bia, Ana and Caio") {
		t.Error(err)
	}
}

// The derived list notices every change of a file among the games: it says the same as the files, and reads no file that did
// not change.
func TestListNoticesEverything(t *testing.T) {
	h := kept(t, slices.Repeat(sheets, 6)...)
	reads := 0
	h.Find = func(id string, file *sheet.Value) (scoring.Game, error) { reads++; return shelf.Find(id, file) }
	path, dir := h.Folder.Game, filepath.Dir(h.Folder.Game("x"))
	read := func(id string) []byte {
		raw, err := os.ReadFile(path(id))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	put := func(name string, raw []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	move := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	list := func() string {
		lists, _ := filepath.Glob(h.Cache + "/*")
		if len(lists) != 1 {
			t.Fatal(lists)
		}
		return lists[0]
	}
	rows := func() []string {
		raw, _ := os.ReadFile(list())
		return strings.Split(string(raw), "\n")
	}
	for what, change := range map[string]func() (newly int){
		"nothing":                     func() int { return 0 },
		"the first file goes":         func() int { move(path("g0"), t.TempDir()+"/x"); return 0 },
		"the last file goes":          func() int { move(path("g9"), t.TempDir()+"/x"); return 0 },
		"a game grows":                func() int { put("g3.jsonl", append(read("g3"), ' ', '\n')); return 1 },
		"a game of the same size":     func() int { return touch(t, path("g5"), time.Hour) },
		"a time an instant later":     func() int { return touch(t, path("g6"), 1) },
		"an older time":               func() int { return touch(t, path("g7"), -100*time.Hour) },
		"a copy before all":           func() int { put("a.jsonl", read("g4")); return 1 },
		"a copy behind all":           func() int { put("z.jsonl", read("g4")); return 1 },
		"a copy with an odd name":     func() int { _ = os.WriteFile(path("g4 (Ana's\tcopy)\n"), read("g4"), 0o600); return 1 }, // not on Windows
		"a copy between":              func() int { put("g4 – cópia.jsonl", read("g4")); return 1 },
		"only a copy is left":         func() int { move(path("g10"), path("g10-LAPTOP")); return 1 },
		"no game":                     func() int { put("b.jsonl", []byte("x")); return 1 },
		"nothing in it":               func() int { put("c.jsonl", nil); return 1 },
		"a folder":                    func() int { _ = os.Mkdir(path("d"), 0o700); return 0 },
		"a link to nowhere":           func() int { _ = os.Symlink("nowhere", path("e")); return 0 },
		"a link to a game elsewhere":  func() int { move(path("g11"), dir+"/../x"); _ = os.Symlink("../x", path("g11")); return 0 },
		"another order of the list":   func() int { l := rows(); slices.Reverse(l[1:]); return write(t, list(), l) },
		"a row too many of the list":  func() int { l := rows(); return write(t, list(), append(l, l[2])) },
		"a row of the list is broken": func() int { l := rows(); l[3] = l[3][:40]; return write(t, list(), l) },
		"the list is cut off":         func() int { l := rows(); return write(t, list(), l[:len(l)/2]) },
		"numbers that are none":       func() int { l := rows(); l[2] = strings.Replace(l[2], "\t", "\tx", 1); return write(t, list(), l) },
	} {
		t.Run(what, func(t *testing.T) {
			// A file whose name cannot stand in the list is read each time.
			_, _ = told(h, Wish{})
			reads = 0
			_, _ = told(h, Wish{})
			always := reads
			most := always + change()
			reads = 0
			got, gotErr := told(h, Wish{})
			if reads > most {
				t.Errorf("%d files were read, %d changed", reads, most)
			}
			without := h
			without.Cache = ""
			want, wantErr := told(without, Wish{})
			if !slices.Equal(got, want) || gotErr != wantErr {
				t.Errorf("%q and %d broken, the files say %q and %d", got, gotErr, want, wantErr)
			}
			again, _ := h.Look()
			alone, _ := without.Look()
			if len(again.Copies) != len(alone.Copies) || len(again.Rows) != len(alone.Rows) {
				t.Errorf("%d games and %d copies, not %d and %d", len(again.Rows), len(again.Copies), len(alone.Rows), len(alone.Copies))
			}
			for i, r := range again.Rows {
				is := alone.Rows[i]
				r.rest, is.rest = "", ""
				if fmt.Sprint(r) != fmt.Sprint(is) {
					t.Errorf("the row is %+v, not %+v", r, is)
				}
			}
		})
	}
}

// touch moves the time of a file.
func touch(t *testing.T, path string, by time.Duration) (changed int) {
	t.Helper()
	info, err := os.Stat(path)
	if err == nil {
		err = os.Chtimes(path, time.Time{}, info.ModTime().Add(by))
	}
	if err != nil {
		t.Fatal(err)
	}
	return 1
}

// write writes the lines of a list, and returns how many files there may be to read.
func write(t *testing.T, path string, lines []string) (most int) {
	t.Helper()
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return len(lines) + 10
}
