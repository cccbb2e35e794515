package history

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
)

// here makes the local time zone that of the tests.
func here(t *testing.T) {
	t.Helper()
	was := time.Local
	time.Local = time.UTC
	t.Cleanup(func() { time.Local = was })
}

// shelf returns evenings that are hard to print.
func shelf() map[string]Evening {
	twelve := "Ana 30, Bernardo 28, Caio 28, Davi 25, Eva 20, Flor 19, Gil 12, Heitor 11, Ian 10, Maria-Antonieta 9, Júlia|Lu 8, Kátia 0"
	open := Game{Game: store.Game{ID: "zena"}, title: lang.Literal("Spyfall"), Began: at(3.5), Ended: at(4)}
	return map[string]Evening{
		"1 two of a kind":         Of(boxes, []Game{played("kobe", "Versus", 1, "Ana 3, Bia 5, Caio 0"), played("tuma", "Versus", 2, "Bia 3, Ana 5, Caio 1"), open}),
		"2 twelve people":         Of(boxes, []Game{played("kobe", "Dixit Odyssey", 1, twelve), played("tuma", "Versus", 2, "Ana 3, Bernardo 5, Caio 0"), played("nasu", "Dixit Odyssey", 3, twelve)}),
		"3 as long as nobody can": Of(boxes, many(twelve, 14)),
		"4 nobody was done":       Of(boxes, []Game{open, {Game: store.Game{ID: "kaka"}, Damaged: true, Began: at(3.6), Ended: at(3.6)}}),
	}
}

func many(result string, n int) []Game {
	var out []Game
	for k := range n {
		out = append(out, played(fmt.Sprintf("g%03d", k), "Dixit Odyssey", float64(k+1)/2, result))
	}
	return out
}

// hard lists the names of those evenings in order.
var hard = []string{"1 two of a kind", "2 twelve people", "3 as long as nobody can", "4 nobody was done"}

// printer returns printers with all texts of these tests. With a width of 0 it speaks to a listener.
func printer(out *bytes.Buffer, tag string, width int) (report.Printer, Reporter) {
	voice := lang.NewLocalizer(tag, Texts, report.Texts, results.Texts, dixit.Game.Texts, spyfall.Game.Texts, lang.Texts)
	voice.Aloud = width == 0
	return report.Printer{Out: out, Voice: voice, Width: cmp.Or(width, 80)}, Reporter{Voice: voice}
}

// said prints reports in a format.
func said(t *testing.T, p report.Printer, f report.Format, docs ...report.Doc) {
	t.Helper()
	for _, d := range docs {
		laws.Need(t, p.Print(d, f))
	}
}

// fits fails a test if a line is wider than the window.
func fits(t *testing.T, printed []byte, width int) {
	t.Helper()
	for line := range bytes.Lines(printed) {
		if layout.Width(string(line)) > width {
			t.Fatalf("%d columns: %s", width, line)
		}
	}
}

func TestGoldenEvenings(t *testing.T) {
	here(t)
	all := shelf()
	for _, tag := range lang.Languages {
		for _, width := range []int{80, 40} {
			var out bytes.Buffer
			p, r := printer(&out, tag, width)
			for _, name := range hard {
				fmt.Fprintf(&out, "=== %s\n", name)
				said(t, p, report.Table, r.Evening(all[name]))
				fmt.Fprintf(&out, "--- %s\n", p.Glance(r.SoFar(all[name])))
			}
			if width == 80 {
				said(t, p, report.Markdown, r.Evening(all[hard[1]]))
				said(t, p, report.CSV, r.Evening(all[hard[1]]))
			}
			ttytest.Golden(t, fmt.Sprintf("evening-%s-%d.golden", tag, width), out.String())
		}
	}
}

func TestGoldenStats(t *testing.T) {
	here(t)
	for _, tag := range lang.Languages {
		for _, width := range []int{80, 40} {
			var out bytes.Buffer
			p, r := printer(&out, tag, width)
			said(t, p, report.Table, r.Stats(ana()), r.Stats(Stats{Name: "Bia"}), r.Everybody([]Stats{ana(), ana()}))
			ttytest.Golden(t, fmt.Sprintf("stats-%s-%d.golden", tag, width), out.String())
			fits(t, out.Bytes(), width)
		}
	}
}

// For listeners, statistics and evenings are sentences, one for each game and person.
func TestGoldenAloud(t *testing.T) {
	here(t)
	for _, tag := range lang.Languages {
		var out bytes.Buffer
		p, r := printer(&out, tag, 0)
		said(t, p, report.Table, r.Stats(ana()), r.Everybody([]Stats{ana(), ana()}), r.Evening(shelf()[hard[0]]))
		ttytest.Golden(t, "aloud-"+tag+".golden", out.String())
	}
}

// No line is wider than the window, everybody has a row, and points are added up only if all games are alike.
func TestEveningsFit(t *testing.T) {
	here(t)
	random := rand.New(rand.NewPCG(9, 9))
	for range laws.Evenings(t, 200) {
		e := Of(boxes, anEvening(random))
		for _, tag := range lang.Languages {
			var out bytes.Buffer
			p, r := printer(&out, tag, 40+random.IntN(60))
			said(t, p, report.Table, r.Evening(e))
			rows, sums := strings.Count(out.String(), "│\n"), strings.Contains(out.String(), p.Voice.Say(headSum))
			if rows != len(e.People)+1 || sums != (e.Alike && len(e.Games) > 1) {
				t.Fatalf("%d rows for %d people, points are summed: %v\n%s", rows, len(e.People), sums, out.String())
			}
			fmt.Fprintln(&out, p.Glance(r.SoFar(e)))
			fits(t, out.Bytes(), p.Width)
		}
	}
}

func TestEveningAsJSON(t *testing.T) {
	var out bytes.Buffer
	games := []Game{played("kobe", "versus", 1, "Ana 3, Bia 5"), played("tuma", "dixit", 2, "Caio 3, Bia 5"), {Game: store.Game{ID: "zena"}, Began: at(3), Ended: at(3)}}
	p, r := printer(&out, "en", 40)
	said(t, p, report.JSON, r.Evening(Of(boxes, games)))
	var flat bytes.Buffer
	laws.Need(t, json.Compact(&flat, out.Bytes()))
	const want = `{"began":"2031-05-04T20:30:00Z","ended":"2031-05-04T23:00:00Z",` +
		`"games":[{"id":"kobe","game":"versus","began":"2031-05-04T20:30:00Z","ended":"2031-05-04T21:00:00Z","places":[{"name":"Bia","rank":1,"points":5,"winner":true},{"name":"Ana","rank":2,"points":3,"winner":false}]},` +
		`{"id":"tuma","game":"dixit","began":"2031-05-04T21:30:00Z","ended":"2031-05-04T22:00:00Z","places":[{"name":"Bia","rank":1,"points":5,"winner":true},{"name":"Caio","rank":2,"points":3,"winner":false}]}],` +
		`"people":[{"rank":1,"name":"Bia","games":2,"wins":2,"beaten":1},{"rank":2,"name":"Ana","games":1,"wins":0,"beaten":0},{"rank":2,"name":"Caio","games":1,"wins":0,"beaten":0}],"unfinished":["zena"]}`
	if flat.String() != want {
		t.Error(flat.String())
	}
}
