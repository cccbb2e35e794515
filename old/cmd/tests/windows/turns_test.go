package windows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// turnsTold is the final output of a turn clock.
type turnsTold struct {
	Clock  string
	People []struct {
		Name   string
		Turns  int
		UsedMS int64  `json:"used_ms"`
		LeftMS *int64 `json:"left_ms"`
		Out    bool
	}
}

// Killed at any moment, a turn clock stands, and everybody's bank is at most a second off, or more by as much
// as the machine is slow right now. EVENINGS says how often.
func TestTurnsKilled(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(27, 9))
	data, worst, late := t.TempDir(), time.Duration(0), time.Duration(0)
	people := []string{"Ana", "Bia", "Caio"}
	for n := range laws.Evenings(t, 8) {
		used, on := make([]time.Duration, len(people)), 0
		args := []string{"timer", "--turns", strings.Join(people, ","), "10m"}
		for range 1 + n%2 { // killed again after it was continued
			c := parlor.PlainProgram(data, args...)
			in, out := parlor.Talks(t, c)
			told := func() time.Time {
				for {
					line, err := out.ReadString('\n')
					parlor.Check(t, err)
					if strings.Contains(line, "It is "+people[on]+"'s turn") {
						return time.Now()
					}
				}
			}
			since := told()
			if args[1] == "--continue" { // it is stopped
				on = (on + 1) % len(people)
				fmt.Fprintln(in)
				since = told()
			}
			for range r.IntN(3) {
				time.Sleep(time.Duration(r.IntN(700)) * time.Millisecond)
				now := time.Now()
				fmt.Fprintln(in)
				used[on] += now.Sub(since)
				on, since = (on+1)%len(people), now
				late = max(late, told().Sub(now))
			}
			time.Sleep(time.Duration(r.IntN(2200)) * time.Millisecond)
			used[on] += time.Since(since)
			_ = c.Process.Kill()
			_ = c.Wait()
			args = []string{"timer", "--continue"}
		}
		c := parlor.PlainProgram(data, "timer", "--continue", "--format", "json")
		c.Stdin = strings.NewReader("q\n")
		b, err := c.Output()
		var got turnsTold
		if err != nil || json.NewDecoder(bytes.NewReader(b)).Decode(&got) != nil || len(got.People) != len(people) {
			t.Fatalf("%v: %s", err, b)
		}
		for i, p := range got.People {
			off := (time.Duration(*p.LeftMS)*time.Millisecond - (10*time.Minute - used[i])).Abs()
			worst = max(worst, off)
			if off > time.Second+10*late || *p.LeftMS+p.UsedMS != 600_000 {
				t.Errorf("clock %d: %s has %d ms, and used %v: %v off", n, p.Name, *p.LeftMS, used[i], off)
			}
		}
	}
	t.Logf("at most %v off, where a key is heard after %v at most", worst, late)
}
