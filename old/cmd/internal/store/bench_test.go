package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkKeep stores a draft that grows as in an evening, and next to each writes the same bytes to a bare file and
// syncs it. x-fsync is the ratio of the medians; x-worst is the slowest of a thousand to the median of the bare file.
func BenchmarkKeep(b *testing.B) {
	s, path, id := begun(b)
	f, err := os.Create(filepath.Join(filepath.Dir(path), "bare"))
	must(b, err)
	defer func() { must(b, f.Close()) }()
	var kept, bare []time.Duration
	for n := 0; b.Loop(); n++ {
		draft := fmt.Appendf(nil, `{"seed":%d,"said":[%s]}`, n, bytes.Repeat([]byte(`{"id":"dixit.votes","answer":{"by":-1,"values":[[2]]}},`), n%12))
		t0 := time.Now()
		_, err := f.Write(draft)
		must(b, err)
		must(b, f.Sync())
		t1 := time.Now()
		must(b, s.Drafts.Keep(id, 0, "next", n, draft, noon))
		bare, kept = append(bare, t1.Sub(t0)), append(kept, time.Since(t1))
	}
	slices.Sort(bare)
	slices.Sort(kept)
	mid := float64(bare[len(bare)/2])
	b.ReportMetric(float64(kept[len(kept)/2])/mid, "x-fsync")
	b.ReportMetric(float64(kept[len(kept)-1-len(kept)/1000])/mid, "x-worst")
}
