package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring"
)

// emptyCobra is the smallest program with a cobra command: the least that a start can cost.
const emptyCobra = `package main

import (
	"os"

	"github.com/spf13/cobra"
)

func main() {
	if (&cobra.Command{Use: "empty", RunE: func(*cobra.Command, []string) error { return nil }}).Execute() != nil {
		os.Exit(1)
	}
}
`

// beside builds the program and an empty cobra program.
func beside(b *testing.B) (full, empty string) {
	b.Helper()
	dir := b.TempDir()
	source, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	inside, err := filepath.Abs(filepath.Join("empty", "main.go")) // never created, but a folder of this module, so that cobra resolves
	parlor.Check(b, err)
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {inside: source}})
	parlor.Check(b, err)
	for file, text := range map[string]string{source: emptyCobra, overlay: string(replaced)} {
		parlor.Check(b, os.WriteFile(file, []byte(text), 0o600))
	}
	build := func(name, from string) string {
		out := filepath.Join(dir, name)
		if said, err := exec.Command("go", "build", "-overlay", overlay, "-o", out, from).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, said)
		}
		return out
	}
	return build("tablemate", "../../cmd/tablemate"), build("empty", "./empty")
}

// BenchmarkHelp starts the program and an empty cobra program in turn. It reports the median ratio of their times; at
// most 2 is promised.
func BenchmarkHelp(b *testing.B) {
	full, empty := beside(b)
	start := func(program string) time.Duration {
		began := time.Now()
		parlor.Check(b, exec.Command(program, "--help").Run())
		return time.Since(began)
	}
	start(full)
	start(empty)
	var ratios []float64
	for b.Loop() {
		ratios = append(ratios, float64(start(full))/float64(start(empty)))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "x-empty-cobra")
}

// BenchmarkSize reports the size of the program as a multiple of an empty cobra program's: the rulebooks, SQLite and
// the phones' pages are in it.
func BenchmarkSize(b *testing.B) {
	full, empty := beside(b)
	size := func(file string) float64 {
		info, err := os.Stat(file)
		parlor.Check(b, err)
		return float64(info.Size())
	}
	for b.Loop() {
		b.ReportMetric(size(full)/size(empty), "x-size")
		b.ReportMetric(size(full)/1e6, "MB")
	}
}

// BenchmarkScore scores the longest worked example from its sheet, and also just parses the sheet's JSON. x-json is the
// median ratio of the two times.
func BenchmarkScore(b *testing.B) {
	var longest []byte
	for _, e := range workedExamples(b) {
		if !e.Invalid && len(e.Sheet) > len(longest) {
			longest = e.Sheet
		}
	}
	var ratios []float64
	for b.Loop() {
		began := time.Now()
		s, err := scoring.ReadSheet(longest, games)
		parlor.Check(b, err)
		s.State.Result()
		between := time.Now()
		var apart any
		parlor.Check(b, json.Unmarshal(longest, &apart))
		ratios = append(ratios, float64(between.Sub(began))/float64(time.Since(between)))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "x-json")
}
