//go:build linux || darwin

package cmd

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// BenchmarkShelf holds what people wait for with many games against the same with a hundred: x-NAME is the
// one over the other, at the median of the whole program's time, and MB-NAME the memory that it takes with many.
// GAMES says how many (100,000 by hand), SHELF a folder in which the file is kept for the next time.
//
//	GAMES=100000 SHELF=/tmp/shelf go test ./cmd -run xxx -bench Shelf -benchtime 20x -timeout 1h
func BenchmarkShelf(b *testing.B) {
	many := 2000
	if n, err := strconv.Atoi(os.Getenv("GAMES")); err == nil {
		many = n
	}
	program := filepath.Join(b.TempDir(), "tablemate")
	if said, err := exec.Command("go", "build", "-o", program, "./tablemate").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, said)
	}
	folders := map[bool]string{}
	for _, large := range []bool{false, true} {
		folders[large] = shelved(b, map[bool]int{false: 100, true: many}[large])
	}
	names := []string{"games", "show", "menu", "play"}
	took := map[string]map[bool][]float64{}
	most := map[string]int64{}
	for _, name := range names {
		took[name] = map[bool][]float64{}
	}
	for b.Loop() {
		for _, name := range names {
			for _, large := range []bool{false, true} {
				t, rss := waited(b, program, folders[large], lines[name]...)
				took[name][large] = append(took[name][large], t)
				if large {
					most[name] = max(most[name], rss)
				}
			}
		}
	}
	for _, name := range names {
		b.ReportMetric(median(took[name][true])/median(took[name][false]), "x-"+name)
		b.ReportMetric(float64(most[name])/1024, "MB-"+name)
	}
}

// lines are the command lines that are timed; those that ask meet the end of their input at the first question.
var lines = map[string][]string{"games": {"games"}, "show": {"show"}, "menu": nil, "play": {"play", "dixit", "--score-only"}}

// shelved is a folder with a file of so many games.
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
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	events := fill(b, path, n, 5)
	b.Logf("%d games, %d events, %.0f s", n, events, time.Since(began).Seconds())
	return dir
}

// waited is how many seconds a command line took, and how many kilobytes of memory.
func waited(b *testing.B, program, folder string, args ...string) (seconds float64, kilobytes int64) {
	c := exec.Command(program, append(args, "--data", folder, "--plain")...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	began := time.Now()
	err := c.Run()
	took := time.Since(began)
	if c.ProcessState.ExitCode() > 1 {
		b.Fatal(fmt.Sprint(args), err, said.String())
	}
	used, _ := c.ProcessState.SysUsage().(*syscall.Rusage)
	return took.Seconds(), used.Maxrss
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
