package session

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
)

// BenchmarkAnswer answers in a game of 200 turns, and beside each answer writes a draft to a bare file and syncs it:
// x-fsync is the one over the other, at the median. x-abouts is what a line of the list of corrections costs in a
// game of 4,000 turns over one of 400.
func BenchmarkAnswer(b *testing.B) {
	st := opened(b, file(b))
	s := begun(b, st)
	for range 200 {
		must(b, s.Do(move{Amount: 1}))
	}
	f, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	must(b, err)
	defer func() { must(b, f.Close()) }()
	var kept, bare []time.Duration
	draft := slices.Repeat([]byte(`{"id":"purse.amount","answer":{"by":-1,"values":[[2]]}},`), 3)
	for n := 0; b.Loop(); n++ {
		if n%12 == 0 {
			must(b, s.Drafts.dropSlot(slotNext)) // another turn
		}
		t0 := time.Now()
		_, err := f.Write(draft)
		must(b, err)
		must(b, f.Sync())
		t1 := time.Now()
		_, err = st.History.Game(s.Log.ID()) // so does the evening, before each question
		must(b, err)
		must(b, s.Drafts.keep(slotNext, ask.Draft{Seed: 1, Entries: slices.Repeat([]ask.Entry{{ID: "purse.amount", Answer: ask.One(2)}}, 1+n%12)}))
		bare, kept = append(bare, t1.Sub(t0)), append(kept, time.Since(t1))
	}
	slices.Sort(bare)
	slices.Sort(kept)
	b.ReportMetric(float64(kept[len(kept)/2])/float64(bare[len(bare)/2]), "x-fsync")
	each := func(turns int) float64 {
		all := append(s.Log.Items()[:1], slices.Repeat([]Item{{Event: move{Amount: 1}}}, turns)...)
		t0 := time.Now()
		for range 100 {
			s.Log.Abouts(all)
		}
		return float64(time.Since(t0)) / float64(turns)
	}
	b.ReportMetric(each(4000)/each(400), "x-abouts")
}
