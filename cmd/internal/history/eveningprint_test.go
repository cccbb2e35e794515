package history

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// here are the times of the tests where they are printed.
func here(t *testing.T) {
	t.Helper()
	was := time.Local
	time.Local = time.UTC
	t.Cleanup(func() { time.Local = was })
}

func printer(out *bytes.Buffer, tag string, width int) report.Printer {
	return report.Printer{Out: out, Voice: lang.NewLocalizer(tag, Texts, report.Texts, results.Texts, lang.Texts), Width: width}
}

// shelf are evenings that are hard to print.
func shelf() map[string]Evening {
	twelve := "Ana 30, Bernardo 28, Caio 28, Davi 25, Eva 20, Flor 19, Gil 12, Heitor 11, Ian 10, Maria-Antonieta 9, Júlia|Lu 8, Kátia 0"
	open := Game{Game: store.Game{ID: "zena"}, title: lang.Literal("Spyfall"), Began: at(3.5), Ended: at(4)}
	return map[string]Evening{
		"1 two of a kind":         Of(boxes, []Game{played("kobe", "Versus", 1, "Ana 3, Bia 5, Caio 0"), played("tuma", "Versus", 2, "Bia 3, Ana 5, Caio 1"), open}),
		"2 twelve people":         Of(boxes, []Game{played("kobe", "Dixit Odyssey", 1, twelve), played("tuma", "Versus", 2, "Ana 3, Bernardo 5, Caio 0"), played("nasu", "Dixit Odyssey", 3, twelve)}),
		"3 as long as nobody can": Of(boxes, many(twelve, 14)),
		"4 nobody was done":       Of(boxes, []Game{open, {Game: store.Game{ID: "kaka", Damaged: true}, Began: at(3.6), Ended: at(3.6)}}),
	}
}

func many(result string, n int) []Game {
	var out []Game
	for k := range n {
		out = append(out, played(fmt.Sprintf("g%03d", k), "Dixit Odyssey", float64(k+1)/2, result))
	}
	return out
}

func TestGoldenEvenings(t *testing.T) {
	here(t)
	for _, tag := range lang.Languages {
		for _, width := range []int{80, 40} {
			var out bytes.Buffer
			all := shelf()
			for _, name := range []string{"1 two of a kind", "2 twelve people", "3 as long as nobody can", "4 nobody was done"} {
				fmt.Fprintf(&out, "=== %s\n", name)
				p := printer(&out, tag, width)
				if err := p.Print(Reporter{Voice: p.Voice}.Evening(all[name]), report.Table); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&out, "--- %s\n", p.Glance(Reporter{Voice: p.Voice}.SoFar(all[name])))
			}
			if width == 80 {
				for _, f := range []report.Format{report.Markdown, report.CSV} {
					if err := printer(&out, tag, width).Print(Reporter{Voice: lang.NewLocalizer(tag, Texts, results.Texts)}.Evening(all["2 twelve people"]), f); err != nil {
						t.Fatal(err)
					}
				}
			}
			file := fmt.Sprintf("testdata/evening-%s-%d.golden", tag, width)
			if *update {
				if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || out.String() != string(want) {
				t.Errorf("%s: %v\n%s", file, err, out.String())
			}
		}
	}
}

// Whatever was played, no line is wider than the window, everybody stands there, and who won how often takes two lines, or as many as name the winners.
func TestEveningsFit(t *testing.T) {
	here(t)
	r := rand.New(rand.NewPCG(9, 9))
	for k := range 200 {
		e := Of(boxes, anEvening(r))
		if k%10 == 0 {
			e = shelf()["3 as long as nobody can"]
		}
		for _, tag := range lang.Languages {
			var out bytes.Buffer
			p := printer(&out, tag, 40+r.IntN(60))
			if err := p.Print(Reporter{Voice: p.Voice}.Evening(e), report.Table); err != nil {
				t.Fatal(err)
			}
			for _, s := range e.People {
				if !strings.Contains(out.String(), layout.Cut(s.Name, 8)[:1]) {
					t.Fatalf("%s is missing\n%s", s.Name, out.String())
				}
			}
			if rows := strings.Count(out.String(), "│\n"); rows != len(e.People)+1 {
				t.Fatalf("%d rows for %d people\n%s", rows, len(e.People), out.String())
			}
			if sums := strings.Contains(out.String(), p.Voice.Say(headSum)); sums != (e.Alike && len(e.Games) > 1) {
				t.Fatalf("points are summed: %v\n%s", sums, out.String())
			}
			so := p.Glance(Reporter{Voice: p.Voice}.SoFar(e))
			if so != "" && len(e.Games) < 2 || strings.Contains(so+" ·", " 0 ·") {
				t.Fatal(so)
			}
			for _, line := range strings.Split(out.String()+so, "\n") {
				if layout.Width(line) > p.Width {
					t.Fatalf("%d columns: %s", p.Width, line)
				}
			}
		}
	}
}

func TestEveningAsJSON(t *testing.T) {
	var out bytes.Buffer
	games := []Game{played("kobe", "versus", 1, "Ana 3, Bia 5"), played("tuma", "dixit", 2, "Caio 3, Bia 5"), {Game: store.Game{ID: "zena"}, Began: at(3), Ended: at(3)}}
	if err := printer(&out, "en", 40).Print(Reporter{Voice: lang.NewLocalizer("en")}.Evening(Of(boxes, games)), report.JSON); err != nil {
		t.Fatal(err)
	}
	var flat bytes.Buffer
	if err := json.Compact(&flat, out.Bytes()); err != nil {
		t.Fatal(err)
	}
	const want = `{"began":"2031-05-04T20:30:00Z","ended":"2031-05-04T23:00:00Z",` +
		`"games":[{"id":"kobe","game":"versus","began":"2031-05-04T20:30:00Z","ended":"2031-05-04T21:00:00Z","places":[{"name":"Bia","rank":1,"points":5,"winner":true},{"name":"Ana","rank":2,"points":3,"winner":false}]},` +
		`{"id":"tuma","game":"dixit","began":"2031-05-04T21:30:00Z","ended":"2031-05-04T22:00:00Z","places":[{"name":"Bia","rank":1,"points":5,"winner":true},{"name":"Caio","rank":2,"points":3,"winner":false}]}],` +
		`"people":[{"rank":1,"name":"Bia","games":2,"wins":2,"beaten":1},{"rank":2,"name":"Ana","games":1,"wins":0,"beaten":0},{"rank":2,"name":"Caio","games":1,"wins":0,"beaten":0}],"unfinished":["zena"]}`
	if flat.String() != want {
		t.Error(flat.String())
	}
}
