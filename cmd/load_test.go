//go:build linux

package cmd

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
)

// Plays one evening of load: twelve phones vote through TURNS turns (200), the laptop sleeps in the middle of a vote, and is
// killed at the end. The cost of late turns is told against that of early ones, and of coming back against a new game.
func BenchmarkTwelvePhones(b *testing.B) {
	turns := 200
	if n, err := strconv.Atoi(os.Getenv("TURNS")); err == nil {
		turns = n
	}
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabio", "Gil", "Hugo", "Ines", "Jonas", "Karin", "Lia"}
	for b.Loop() {
		data := b.TempDir()
		l, _, all := dixit(b, data, names...)
		for i, p := range all { // one address asks less often than these do
			at := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(i+2))}}
			p.Transport = &http.Transport{DialContext: at.DialContext}
		}
		l.types("Ana")
		var verdicts, reveals []time.Duration
		for turn := range turns {
			teller := turn % len(names)
			for i, p := range all {
				p.answer(strconv.Itoa(i + 1))
			}
			if turn == turns/2 {
				slept := time.Now()
				_ = l.cmd.Process.Signal(syscall.SIGSTOP)
				time.Sleep(3 * time.Second)
				_ = l.cmd.Process.Signal(syscall.SIGCONT)
				all[(teller+1)%len(all)].asked()
				b.Logf("asleep for 3 s in turn %d, asked again after %v", turn+1, time.Since(slept)-3*time.Second)
			}
			var last time.Time
			for i, p := range all {
				if i != teller {
					p.asked()
					last = time.Now()
					card := teller // one finds it, and the others vote for one card: so nobody wins for 200 turns
					if i != (teller+1)%len(names) {
						card = (teller + 2) % len(names)
					}
					if card == i {
						card = (i + 1) % len(names)
					}
					if code := p.post("/say", map[string]string{"token": p.doc.Mine[0].Token, "line": strconv.Itoa(card + 1)}); code != http.StatusOK {
						b.Fatalf("%s's vote: %d", p.name, code)
					}
					verdicts = append(verdicts, time.Since(last))
				}
			}
			for _, p := range all {
				p.until("is asked for the next turn", func(d phones.Doc) bool {
					return len(d.Mine) == 1 && !d.Mine[0].In && strings.Contains(d.Mine[0].Text, "yours")
				})
			}
			reveals = append(reveals, time.Since(last))
			time.Sleep(150 * time.Millisecond) // one address is served 50 times a second
		}
		file := kept(b, data)
		info, err := os.Stat(file)
		if err != nil {
			b.Fatal(err)
		}
		raw, _ := os.ReadFile(file)
		memory, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.cmd.Process.Pid))
		for line := range strings.SplitSeq(string(memory), "\n") {
			if strings.HasPrefix(line, "VmHWM") {
				b.Log(line)
			}
		}
		l.kill()
		back := time.Now()
		l = start(b, data, "resume", "--addr", strings.TrimPrefix(all[0].host, "http://"))
		for _, p := range all {
			p.until("is back", somebodyIsAsked)
		}
		b.Logf("%d turns: a file of %d lines, %d kB; back after %v", turns, strings.Count(string(raw), "\n"), info.Size()/1000, time.Since(back))
		tenth := max(len(reveals)/10, 1)
		first, late := reveals[:tenth], reveals[len(reveals)-tenth:]
		b.ReportMetric(float64(middle(late))/float64(middle(first)), "last-tenth/first")
		b.ReportMetric(float64(slices.Max(reveals))/float64(middle(reveals)), "slowest/middle")
		b.ReportMetric(float64(middle(reveals).Microseconds())/1000, "ms/reveal")
		b.ReportMetric(float64(middle(verdicts).Microseconds())/1000, "ms/verdict")
		l.kill()
	}
}

func middle(d []time.Duration) time.Duration {
	d = slices.Clone(d)
	slices.Sort(d)
	return d[len(d)/2]
}

// kept returns the only game's file.
func kept(t testing.TB, data string) string {
	t.Helper()
	files, err := filepath.Glob(data + "/games/*.jsonl")
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	return files[0]
}

// Keeps thousands of games and tells the cost of the commands that look at all of them, against the same with one game.
func BenchmarkKeptGames(b *testing.B) {
	games := 5000
	if n, err := strconv.Atoi(os.Getenv("GAMES")); err == nil {
		games = n
	}
	took := func(data, line string) time.Duration {
		var out, faults strings.Builder
		from := time.Now()
		env := environment(strings.NewReader(""), &out, &faults)
		env.Getenv = func(name string) string { return map[string]string{"TABLEMATE_DATA": data, "TERM": "xterm"}[name] }
		env.Cache, env.Random = data+"/cache", rand.Uint64
		if code := Run(context.Background(), env, strings.Fields(line)); code != exitDone {
			b.Fatalf("%s: %s", line, faults.String())
		}
		return time.Since(from)
	}
	few, many := b.TempDir(), b.TempDir()
	took(few, "import ../docs/examples/evening.yaml")
	var lines strings.Builder
	for i := range games {
		at := time.Date(2010, 1, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(i) * 9 * time.Hour)
		fmt.Fprintf(&lines, `{"game":"picture-perfect","players":["Ana","Bia","Caio"],"auction":true,"guests":[{"name":"Lady in yellow","vips":1,"fulfilled":{"Ana":%d,"Bia":%d,"Caio":2}}],"decorations":{"Ana":7,"Bia":10,"Caio":4},"played":%q}`+"\n", i%4, i/4%4, at.Format(time.RFC3339))
	}
	file := filepath.Join(b.TempDir(), "games.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d games imported in %v", games, took(many, "import "+file))
	b.Logf("the first list of them: %v", took(many, "games"))
	for _, line := range []string{"games", "stats", "show", "export --all --format jsonl"} {
		b.Run(line, func(b *testing.B) {
			var one, all time.Duration
			for b.Loop() {
				one += took(few, line)
				all += took(many, line)
			}
			b.ReportMetric(float64(all)/float64(one), "all/one")
		})
	}
}
