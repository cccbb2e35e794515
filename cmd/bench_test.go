package cmd

import (
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
	inside := filepath.Join("..", "cmd", "empty-for-benchmark")
	if err := os.MkdirAll(inside, 0o755); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(inside) }()
	if err := os.WriteFile(filepath.Join(inside, "main.go"), []byte(emptyCobra), 0o644); err != nil {
		b.Fatal(err)
	}
	build := func(name, from string) string {
		out := filepath.Join(dir, name)
		if said, err := exec.Command("go", "build", "-o", out, from).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, said)
		}
		return out
	}
	full, empty := build("tablemate", "./tablemate"), build("empty", "./empty-for-benchmark")
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
