package spyfall

import "testing"

// A length is stored as minutes, or as minutes and seconds, however it was typed.
func TestReadLength(t *testing.T) {
	for typed, want := range map[string]string{
		"8": "8", " 12 ": "12", "7:30": "7:30", "8:00": "8", "90s": "1:30", "8m30": "8:30", "8MIN": "8", "2h": "120", "1:20:00": "80", "0:01": "0:01", "1.5m": "1:30", "1,5": "1:30", "7.5": "7:30", "8,0": "8", "90.4s": "1:30",
	} {
		if got, f := readLength(typed); f != nil || got != want {
			t.Errorf("%q is kept as %q, %v; want %q", typed, got, f, want)
		}
	}
	for _, typed := range []string{"", "0", "121", "2:00:01", "999ms", "soon", "-8", "8:60", "25h"} {
		if got, f := readLength(typed); f == nil || len(f.At) > 0 {
			t.Errorf("%q is kept as %q, %v", typed, got, f)
		}
	}
}
