package machine

import (
	"errors"
	"testing"
)

// The line that brings somebody back starts the program as it was started: with go run where that built it for a while.
func TestProgram(t *testing.T) {
	for path, want := range map[string]string{
		"/usr/local/bin/tablemate":                         "tablemate",
		"/home/ana/go/bin/tablemate":                       "tablemate",
		"/home/ana/go-build/tablemate":                     "tablemate",
		"/tmp/go-build3141592/b001/exe/tablemate":          "go run ./cmd/tablemate",
		"/home/ana/.cache/go-build/5a/abc-d/exe/tablemate": "go run ./cmd/tablemate",
		"": "tablemate",
	} {
		if got := program(path, nil); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
	if got := program("/tmp/go-build1/b001/exe/tablemate", errors.New("no path")); got != "tablemate" {
		t.Error(got)
	}
}
