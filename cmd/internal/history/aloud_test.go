package history

import (
	"bytes"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/spyfall"
)

// For who listens statistics and evenings are sentences, a line a game and a line a person.
func TestGoldenAloud(t *testing.T) {
	here(t)
	for _, tag := range lang.Languages {
		var out bytes.Buffer
		p := report.Printer{Out: &out, Voice: lang.NewLocalizer(tag, Texts, report.Texts, results.Texts, dixit.Game.Texts, spyfall.Game.Texts, lang.Texts), Width: 80}
		p.Voice.Aloud = true
		for _, err := range []error{p.Print(Reporter{Voice: p.Voice}.Stats(ana()), report.Table), p.Print(Reporter{Voice: p.Voice}.Everybody([]Stats{ana(), ana()}), report.Table), p.Print(Reporter{Voice: p.Voice}.Evening(shelf()["1 two of a kind"]), report.Table)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		golden(t, "aloud-"+tag+".golden", out.Bytes())
	}
}
