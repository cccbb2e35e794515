//go:build linux || darwin

package files

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// BenchmarkShelf compares what people wait for with many games to the same with a hundred: x-NAME is the ratio of the
// medians of the whole program's time, and MB-NAME its memory with many games. GAMES is how many (100,000 by hand), SHELF
// a folder that keeps the file for the next time.
//
//	GAMES=100000 SHELF=/tmp/shelf go test ./old/cmd/tests/files -run xxx -bench Shelf -benchtime 20x -timeout 1h
func BenchmarkShelf(b *testing.B) {
	many := 2000
	if n, err := strconv.Atoi(os.Getenv("GAMES")); err == nil {
		many = n
	}
	programs := b.TempDir()
	for _, source := range []string{"../../cmd/tablemate", "../scripts/peak.go"} {
		if said, err := exec.Command("go", "build", "-o", programs, source).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, said)
		}
	}
	folders := map[bool]string{}
	for _, large := range []bool{false, true} {
		folders[large] = shelved(b, map[bool]int{false: 100, true: many}[large])
	}
	names := []string{"games", "show", "menu", "play", "stats"}
	took := map[string]map[bool][]float64{}
	for _, name := range names {
		took[name] = map[bool][]float64{}
	}
	for b.Loop() {
		for _, name := range names {
			for _, large := range []bool{false, true} {
				took[name][large] = append(took[name][large], waited(b, programs, "tablemate", folders[large], lines[name]...))
			}
		}
	}
	b.ReportMetric(median(keeping(b, folders[true]))/median(keeping(b, folders[false])), "x-key")
	b.ReportMetric(1000*median(took["stats"][true]), "ms-stats")
	for _, name := range names {
		b.ReportMetric(median(took[name][true])/median(took[name][false]), "x-"+name)
		peak := filepath.Join(programs, "bytes")
		waited(b, programs, "peak", folders[true], append([]string{peak, filepath.Join(programs, "tablemate")}, lines[name]...)...)
		bytes, err := os.ReadFile(peak)
		n, wrong := strconv.Atoi(string(bytes))
		parlor.Check(b, errors.Join(err, wrong))
		b.ReportMetric(float64(n)/(1<<20), "MB-"+name)
	}
}

// lines are the command lines that are timed. Those that ask questions end at the first one, since there is no input.
var lines = map[string][]string{"games": {"games"}, "show": {"show"}, "menu": nil, "play": {"play", "dixit", "--score-only"}, "stats": {"stats", "Ana"}}

// shelved returns a folder with a file of n games.
func shelved(b *testing.B, n int) string {
	dir := b.TempDir()
	if kept := os.Getenv("SHELF"); kept != "" {
		dir = filepath.Join(kept, strconv.Itoa(n))
	}
	path := filepath.Join(dir, "games.db")
	if _, err := os.Stat(path); err == nil {
		return dir
	}
	began := time.Now()
	parlor.Check(b, os.MkdirAll(dir, 0o700))
	events := fill(b, path, n, 5)
	b.Logf("%d games, %d events, %.0f s", n, events, time.Since(began).Seconds())
	return dir
}

// waited returns how long a command took.
func waited(b *testing.B, programs, name, folder string, args ...string) (seconds float64) {
	b.Helper()
	c := exec.Command(filepath.Join(programs, name), append(args, "--data", folder, "--plain")...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	began := time.Now()
	err := c.Run()
	took := time.Since(began)
	if c.ProcessState == nil || c.ProcessState.ExitCode() > 1 {
		b.Fatal(fmt.Sprint(args), err, said.String())
	}
	return took.Seconds()
}

// keeping returns how long it takes to keep an answer, many times.
func keeping(b *testing.B, folder string) (seconds []float64) {
	st, err := store.Open(b.Context(), filepath.Join(folder, "games.db"))
	parlor.Check(b, err)
	defer st.Close()
	id, err := st.Log.Create("dixit", "", time.Now(), rand.IntN)
	for n := 0; n < 300 && err == nil; n++ {
		began := time.Now()
		err = st.Drafts.Keep(id, 0, "next", n, bytes.Repeat([]byte(`{"id":"dixit.votes"}`), n%20), began)
		seconds = append(seconds, time.Since(began).Seconds())
	}
	if err == nil {
		err = st.Log.DeleteUnstarted(id)
	}
	parlor.Check(b, err)
	return seconds
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
