package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// Only commands that look for a game open the user's own game files. Starting costs the same with a full shelf.
func TestNoFileIsOpenedUnasked(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "shelf", "farkle.yaml")
	parlor.Check(t, os.Mkdir(filepath.Dir(file), 0o700))
	parlor.Check(t, os.WriteFile(file, []byte("{game_file: 1, id: farkle, name: Farkle, players: 2-8, each_round: [{name: points}], ends: {at: 10000}}"), 0o600))
	for words, opens := range map[string]bool{
		"": false, "--help": false, "games": false, "stats": false, "people": false, "rules spyfall Ties": false, "setup dixit --players 5": false, "export lost": false,
		"setup farkle --players 3": true, "shelf": true,
	} {
		if got := opened(t, file, func() { parlor.Line(80, home, strings.Fields(words)...) }); got != opens {
			t.Errorf("tablemate %s opens the file of a game: %v, want %v", words, got, opens)
		}
	}
}

// opened reports whether do opens a file.
func opened(t *testing.T, file string, do func()) bool {
	watch, err := unix.InotifyInit1(unix.IN_NONBLOCK)
	if err != nil {
		t.Skip("this machine watches no files: ", err)
	}
	defer func() { _ = unix.Close(watch) }()
	if _, err := unix.InotifyAddWatch(watch, file, unix.IN_OPEN); err != nil {
		t.Fatal(err)
	}
	do()
	n, _ := unix.Read(watch, make([]byte, 4096)) // nothing to read is an error
	return n > 0
}
