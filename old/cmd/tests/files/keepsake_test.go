package files

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

// evil are names that contain markup, or are too long.
var evil = []string{
	"<script>alert(1)</script>", `"><img src=x onerror=alert(2)>`, "Bernardo de Alcântara Machado e Oliveira", "日本 太郎", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Zoé 🎲👨‍👩‍👧 & {{.}}",
	"]]></title></style>", "Ana", "Bia", "Caio", "Davi\ufffe", "Eva",
}

// playedOut returns a random game of some people, at or near its end.
func playedOut(t *testing.T, g scoring.Game, names []string, seed uint64) results.Game {
	t.Helper()
	a := laws.New(seed, 11)
	tb := laws.TableOf(t, g, a, names)
	_, s := laws.Play(t, g, tb, a, 150)
	return results.Game{Name: g.Name, Tags: setup.Tags(g.Options, tb), Day: parlor.Time, Table: tb, State: s}
}

// Every point of every game is on its page, in order, with its reason and its place in the rulebook. Names are always
// text, and the picture is well-formed.
func TestKeepsakesTellEveryPoint(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for _, g := range parlor.EveryGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			for seed := range uint64(4) {
				n := g.MinPlayers + int(seed)*(g.MaxPlayers-g.MinPlayers)/3
				e := playedOut(t, g, evil[:n], seed)
				for _, voice := range parlor.Voices() {
					pageTellsAll(t, e, voice)
					pictureIsWhole(t, e, voice)
				}
			}
		})
	}
}

func pageTellsAll(t *testing.T, g results.Game, voice *lang.Localizer) {
	t.Helper()
	var out strings.Builder
	parlor.Check(t, (report.Printer{Out: &out, Voice: voice}).Print(results.Keepsake(g), report.HTML))
	page := out.String()
	for _, no := range []string{"<script", "<img", "onerror=alert(2)>", "ZgotmplZ", "http:", "https:", "{{", "\ufffe"} {
		if strings.Contains(strings.ReplaceAll(page, "&amp; {{.}}", ""), no) {
			t.Errorf("%q stands in\n%s", no, page)
		}
	}
	_, rest, _ := strings.Cut(page, "<details>")
	r := g.State.Result()
	for _, l := range g.State.Ledger() {
		line := fmt.Sprintf("<li><b>%s</b> %s: %s", written(fmt.Sprintf("%+d", l.Points)), written(inXML(r.Rows[l.Row])), written(inXML(voice.Say(l.Why))))
		if !l.Where.Empty() {
			line += " <small>" + written(inXML(voice.Say(l.Where))) + "</small>"
		}
		var found bool
		if _, rest, found = strings.Cut(rest, line+"</li>"); !found {
			t.Fatalf("no %s in\n%s", line, page)
		}
	}
	for _, p := range r.Parts {
		if !strings.Contains(page, `<th scope="row">`+written(inXML(voice.Say(p.Name)))) {
			t.Errorf("no row for %s", voice.Say(p.Name))
		}
	}
}

// inXML returns a text as XML may contain it.
func inXML(s string) string { return strings.ReplaceAll(s, "\ufffe", "\ufffd") }

// written returns a text as a page contains it.
func written(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "+", "&#43;")
}

func pictureIsWhole(t *testing.T, g results.Game, voice *lang.Localizer) {
	t.Helper()
	var out strings.Builder
	parlor.Check(t, (report.Printer{Out: &out, Voice: voice}).Print(results.Keepsake(g), report.SVG))
	said := reads(t, "svg", out.String())
	for _, s := range g.State.Result().Standings() {
		if !strings.Contains(said, inXML(s.Name)) {
			t.Errorf("no %s in %s", s.Name, said)
		}
	}
}

// PAGES=FOLDER writes the pages for old/scripts/pages: each game with six people, and with as many as it takes.
func TestWritePages(t *testing.T) {
	dir := os.Getenv("PAGES")
	if dir == "" {
		t.Skip("PAGES names no folder")
	}
	for _, g := range shelf.Games {
		for name, people := range map[string][]string{"six": {"Ana", "Bernardo de Alcântara", "日本 太郎", "Davi", "Zoé 🎲", "<script>alert(1)</script>"}, "all": evil[:g.MaxPlayers]} {
			e := playedOut(t, g, people, 3)
			for i := 0; e.State.TakesPictures() && i < len(people); i++ {
				e.Photos = append(e.Photos, report.Photo{Name: people[i], JPEG: parlor.Snapshot(i)})
			}
			for _, voice := range parlor.Voices() {
				for ext, f := range map[string]report.Format{"html": report.HTML, "svg": report.SVG, "txt": report.Chat} {
					var out bytes.Buffer
					file := filepath.Join(dir, fmt.Sprintf("%s-%s-%s.%s", g.ID, name, voice.Tag(), ext))
					parlor.Check(t, errors.Join((report.Printer{Out: &out, Voice: voice}).Print(results.Keepsake(e), f), os.WriteFile(file, out.Bytes(), 0o600)))
				}
			}
		}
	}
}

// Export writes the sheet by default, and any other format on request.
func TestExportFormats(t *testing.T) {
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	id := photographed(t, p, []bool{true, false, true}, judged, scoring.Stop{})
	sheet := p.Run("", "export", id)
	for _, format := range []string{"sheet", "json"} {
		if h := p.Run("", "export", id, "--format", format); h != sheet || h.Code != parlor.Done {
			t.Errorf("%s: %+v", format, h)
		}
	}
	day := parlor.Time.Local().Format(time.DateOnly)
	for format, want := range map[string]string{
		"html": `<img src="data:image/jpeg;base64,`,
		"svg":  `<svg xmlns="http://www.w3.org/2000/svg"`,
		"text": "Picture Perfect · " + day + "\n🥇 Ana 6\n🥈 Bia 1\n🥉 Caio -3\n",
	} {
		if h := p.Run("", "export", id, "--format", format); h.Code != parlor.Done || h.Errs != "" || !strings.Contains(h.Out, want) {
			t.Errorf("%s: %+v", format, h)
		}
	}
	if h := p.Run("", "export", id, "--format", "html"); strings.Count(h.Out, "<img") != 2 || !strings.Contains(h.Out, `alt="Photo of Caio"`) {
		t.Errorf("%+v", h)
	}
	if h := p.Run("?copy\n\n", "resume", id); h.Code != parlor.Done || !strings.Contains(h.Out, "To be copied and sent:\n\nPicture Perfect · "+day) || strings.Contains(h.Out, "\x1b") {
		t.Errorf("on plain lines: %+v", h)
	}
	loseThePhotos(t, p, id)
	if h := p.Run("", "export", id, "--format", "html"); h.Code != parlor.Done || strings.Contains(h.Out, "<img") || !strings.Contains(h.Out, "Caio: this photo cannot be read any more") {
		t.Errorf("%+v", h)
	}
	for _, format := range []string{"pdf", "csv"} {
		if h := p.Run("", "export", id, "--format", format); h.Code != parlor.Usage || h.Out != "" || !strings.Contains(h.Errs, "choose one of: sheet, json, html, svg, text, bgstats") {
			t.Errorf("%+v", h)
		}
	}
}

func loseThePhotos(t *testing.T, p *parlor.Home, id string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(p.Dir, "games.db"))
	if err == nil {
		_, err = db.Exec(`DELETE FROM pictures WHERE game = ?`, id)
		err = errors.Join(err, db.Close())
	}
	parlor.Check(t, err)
}
