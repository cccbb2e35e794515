package history

import (
	"bytes"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/spyfall"
)

// For who listens statistics and evenings are sentences, a line a game and a line a person.
func TestGoldenAloud(t *testing.T) {
	here(t)
	for _, tag := range lang.Languages {
		var out bytes.Buffer
		p := Printer{table.Printer{Out: &out, Voice: lang.NewLocalizer(tag, Texts, table.Texts, dixit.Game.Texts, spyfall.Game.Texts, lang.Texts), Width: 80}}
		p.Voice.Aloud = true
		for _, err := range []error{p.Stats(ana(), table.Table), p.Everybody([]Stats{ana(), ana()}, table.Table), p.Evening(shelf()["1 two of a kind"], table.Table)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		golden(t, "aloud-"+tag+".golden", out.Bytes())
	}
}
