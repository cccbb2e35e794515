//go:build ignore

// Measure runs the clock of the program on pseudo-terminals and holds it against its
// bars. See scripts/clock.sh.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/creack/pty"
)

const (
	length = 20 * time.Second
	runs   = 5
	late   = 50 * time.Millisecond // of the median run, at most
	share  = 0.5                   // of the processor time of the other program, at most
)

func main() {
	if len(os.Args) != 3 {
		fatal(fmt.Errorf("two programs are measured: tablemate and often"))
	}
	a, b := exact(os.Args[1]), cost(os.Args[1], os.Args[2])
	if !a || !b {
		os.Exit(1)
	}
}

// exact lets the clock run with three pauses and looks how much later or earlier than
// their sum it ends.
func exact(program string) bool {
	var off []time.Duration
	for n := range runs {
		d := paused(program)
		fmt.Printf("run %d: %+.1f ms\n", n+1, d.Seconds()*1000)
		off = append(off, d.Abs())
	}
	slices.Sort(off)
	median := off[len(off)/2]
	fmt.Printf("median: %.1f ms off, at most %v allowed\n", median.Seconds()*1000, late)
	return median <= late
}

// paused is by how much one run ended later than 20 seconds and its pauses.
func paused(program string) time.Duration {
	begin := time.Now()
	c := exec.Command(program, "timer", length.String())
	p := start(c)
	defer p.Close()
	want := length
	for i := range 3 {
		time.Sleep(3*time.Second + time.Duration(i)*170*time.Millisecond)
		press(p)
		from := time.Now()
		time.Sleep(500*time.Millisecond + time.Duration(i)*230*time.Millisecond)
		press(p)
		want += time.Since(from)
	}
	if err := c.Wait(); err != nil {
		fatal(err)
	}
	return time.Since(begin) - want
}

// cost compares the processor time of the clock with that of the other program, both
// at the same time.
func cost(program, other string) bool {
	ours, theirs := exec.Command(program, "timer", length.String()), exec.Command(other, length.String())
	for _, c := range []*exec.Cmd{ours, theirs} {
		p := start(c)
		defer p.Close()
	}
	for _, c := range []*exec.Cmd{ours, theirs} {
		if err := c.Wait(); err != nil {
			fatal(err)
		}
	}
	us, them := spent(ours), spent(theirs)
	fmt.Printf("processor: %v, the other %v: %.2f of it, at most %.2f allowed\n", us, them, us.Seconds()/them.Seconds(), share)
	return us.Seconds() <= share*them.Seconds()
}

func spent(c *exec.Cmd) time.Duration { return c.ProcessState.UserTime() + c.ProcessState.SystemTime() }

// start runs a program on a terminal of 80 by 24 whose output is read and forgotten.
func start(c *exec.Cmd) *os.File {
	c.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=en_US.UTF-8")
	p, err := pty.StartWithSize(c, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, p) }()
	return p
}

func press(p *os.File) {
	if _, err := p.Write([]byte("p")); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "measure:", err)
	os.Exit(2)
}
