package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// emptyCobra is the smallest program with a cobra command: what a start costs at least.
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

// BenchmarkHelp starts the program and an empty cobra program in turn and prints
// how many times longer the start takes, as the median of the pairs. At most 2 is promised.
func BenchmarkHelp(b *testing.B) {
	dir := b.TempDir()
	source, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	inside, err := filepath.Abs(filepath.Join("empty", "main.go")) // a folder of this module, so that cobra is known; it is never made
	if err != nil {
		b.Fatal(err)
	}
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {inside: source}})
	if err != nil {
		b.Fatal(err)
	}
	for file, text := range map[string]string{source: emptyCobra, overlay: string(replaced)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	build := func(name, from string) string {
		out := filepath.Join(dir, name)
		if said, err := exec.Command("go", "build", "-overlay", overlay, "-o", out, from).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, said)
		}
		return out
	}
	full, empty := build("tablemate", "./tablemate"), build("empty", "./empty")
	start := func(program string) time.Duration {
		began := time.Now()
		if err := exec.Command(program, "--help").Run(); err != nil {
			b.Fatal(err)
		}
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
