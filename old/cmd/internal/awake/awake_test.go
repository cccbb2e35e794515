//go:build unix

package awake

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/scoring/laws"
)

// TestMain runs this binary again as a program that keeps the machine awake until it is killed.
func TestMain(m *testing.M) {
	if os.Getenv("AWAKE_HOLDS") != "" {
		l := New(System, "a game")
		l.Want("a test", true)
		fmt.Println("holds")
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

// standIn replaces the system's inhibitors on the path. Their arguments are in the file said, and the file held exists
// while the program they were given runs.
func standIn(t *testing.T, script string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"systemd-inhibit", "caffeinate"} {
		laws.Need(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o700))
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("AWAKE_DIR", dir)
	return dir
}

const holds = `echo "$@" > "$AWAKE_DIR/said"
while [ "${1#-}" != "$1" ]; do shift; done
touch "$AWAKE_DIR/held"
"$@"
rm "$AWAKE_DIR/held"
`

// until waits until the inhibitor is held, or not.
func until(t *testing.T, dir string, held bool) {
	t.Helper()
	for begun := time.Now(); holding(dir) != held; time.Sleep(2 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("held is never %v", held)
		}
	}
}

func holding(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "held"))
	return err == nil
}

// One program holds the inhibitor for as long as anything wants it.
func TestHeldWhileSomethingWantsIt(t *testing.T) {
	dir := standIn(t, holds)
	l := New(System, "a game is being played")
	if l.Lacks() {
		t.Error("there is one")
	}
	until(t, dir, false)
	l.Want("phones", true)
	l.Want("clock", true)
	until(t, dir, true)
	l.Want("clock", false)
	l.Want("clock", false)
	time.Sleep(50 * time.Millisecond)
	if !holding(dir) {
		t.Error("phones are in, and it was given back")
	}
	l.Want("phones", false)
	until(t, dir, false)
	l.Want("clock", true)
	until(t, dir, true)
	l.Want("clock", false)
	until(t, dir, false)
	if said, err := os.ReadFile(filepath.Join(dir, "said")); err != nil || !strings.Contains(string(said), "-") {
		t.Errorf("%s %v", said, err)
	}
}

// The inhibitor goes away with a program that is killed.
func TestGoneWithTheProgram(t *testing.T) {
	dir := standIn(t, holds)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "AWAKE_HOLDS=1")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	laws.Need(t, err)
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "holds\n" {
		t.Fatal(line, err)
	}
	until(t, dir, true)
	laws.Need(t, c.Process.Signal(syscall.SIGKILL))
	begun := time.Now()
	until(t, dir, false)
	t.Log("gone after", time.Since(begun))
	_ = c.Wait()
}

// If the system has no inhibitor, or refuses it, that is said once and nothing fails.
func TestNothingKeepsItAwake(t *testing.T) {
	for name, script := range map[string]string{"it says no": "echo 'Access denied' >&2\nexit 1\n", "there is none": ""} {
		dir := standIn(t, script)
		if script == "" {
			t.Setenv("PATH", filepath.Join(dir, "nothing"))
		}
		l := New(System, "a game")
		l.Want("clock", true)
		if !l.Lacks() || l.Lacks() {
			t.Errorf("%s: it is not said once", name)
		}
		l.Want("clock", false)
		l.Want("clock", true)
		l.Want("clock", false)
	}
	none := New(nil, "")
	none.Want("clock", true)
	if none != nil || none.Lacks() {
		t.Error("who has no machine needs nothing")
	}
}
