//go:build ignore

// Measure runs the program's clock on pseudo-terminals and compares it with its bars. See old/scripts/clock.sh.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/creack/pty"
)

const (
	length = 20 * time.Second
	runs   = 5
	late   = 50 * time.Millisecond // the most for the median run
	share  = 0.3                   // the most, of the other program's processor time

	people       = "Ana,Bia,Caio,Davi,Eva,Fabio,Gil,Helena,Icaro,Joana,Kaua,Lia"
	shareOfTurns = 0.22

	pause = 30 * time.Second     // how long a clock is paused
	idle  = 5 * time.Millisecond // the most processor time meanwhile
)

func main() {
	if len(os.Args) != 3 {
		fatal(fmt.Errorf("two programs are measured: tablemate and countdown"))
	}
	data, err := os.MkdirTemp("", "clock")
	if err != nil {
		fatal(err)
	}
	defer os.RemoveAll(data)
	turns := []string{"timer", "--data", data, "--turns", people, "10m"}
	right := exact(os.Args[1])
	right = cost(os.Args[1], os.Args[2], share, "timer", "8m0s") && right
	right = cost(os.Args[1], os.Args[2], shareOfTurns, turns...) && right
	right = stands(os.Args[1], "timer", "8m") && right
	right = stands(os.Args[1], turns...) && right
	if !right {
		os.Exit(1)
	}
}

// exact runs the clock with three pauses, and measures how far from their sum it ends.
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

// paused returns how much later than 20 seconds and its pauses one run ended.
func paused(program string) time.Duration {
	begin := time.Now()
	c := exec.Command(program, "timer", length.String(), "--stay")
	p, up := start(c)
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
	<-up
	over := time.Since(begin)
	if _, err := p.Write([]byte("\r")); err != nil {
		fatal(err)
	}
	if err := c.Wait(); err != nil {
		fatal(err)
	}
	return over - want
}

// stands measures the processor time of a paused clock, as the system counts it for its threads.
func stands(program string, args ...string) bool {
	if runtime.GOOS != "linux" {
		fmt.Println("paused: not measured here")
		return true
	}
	c := exec.Command(program, args...)
	p, _ := start(c)
	defer p.Close()
	time.Sleep(2 * time.Second)
	press(p)
	time.Sleep(2 * time.Second)
	before, woken := threads(c.Process.Pid)
	time.Sleep(pause)
	after, again := threads(c.Process.Pid)
	if _, err := p.Write([]byte("q")); err != nil {
		fatal(err)
	}
	_ = c.Wait() // it was left, or ended
	d := after - before
	fmt.Printf("paused for %v: %v of the processor, at most %v allowed; %d wake-ups\n", pause, d, idle, again-woken)
	return d <= idle
}

// threads returns how long the threads of a process ran, and how often they were scheduled.
func threads(pid int) (ran time.Duration, times int) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(files) == 0 {
		fatal(fmt.Errorf("process %d cannot be looked at: %v", pid, err))
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			fatal(err)
		}
		var on, waited time.Duration
		var n int
		if _, err := fmt.Sscan(string(b), &on, &waited, &n); err != nil {
			fatal(err)
		}
		ran, times = ran+on, times+n
	}
	return ran, times
}

// cost compares the processor time of the clock with that of the other program, both on screen for the same time.
func cost(program, other string, share float64, args ...string) bool {
	ours, theirs := exec.Command(program, args...), exec.Command(other, "8m0s")
	for _, c := range []*exec.Cmd{ours, theirs} {
		p, _ := start(c)
		defer p.Close()
	}
	time.Sleep(length)
	for _, c := range []*exec.Cmd{ours, theirs} {
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			fatal(err)
		}
		_ = c.Wait() // it reports that it was stopped
	}
	us, them := spent(ours), spent(theirs)
	fmt.Printf("processor: %v, the other %v: %.2f of it, at most %.2f allowed\n", us, them, us.Seconds()/them.Seconds(), share)
	return us.Seconds() <= share*them.Seconds()
}

func spent(c *exec.Cmd) time.Duration { return c.ProcessState.UserTime() + c.ProcessState.SystemTime() }

// start runs a program on a terminal of 80 by 24 and discards its output. up is closed with the second bell, since the first
// rings at ten seconds.
func start(c *exec.Cmd) (p *os.File, up <-chan struct{}) {
	c.Env = append(os.Environ(), "TERM=xterm-256color", "LANG=en_US.UTF-8")
	p, err := pty.StartWithSize(c, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		fatal(err)
	}
	rang := make(chan struct{})
	go func() {
		buf, bells := make([]byte, 32<<10), 0
		for {
			n, err := p.Read(buf)
			if err != nil {
				return
			}
			was := bells
			bells += bytes.Count(buf[:n], []byte{7})
			if was < 2 && bells >= 2 {
				close(rang)
			}
		}
	}()
	return p, rang
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
