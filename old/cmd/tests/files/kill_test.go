package files

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// Every acknowledged answer survives kill -9: a real process is killed at random moments, many times, and the guests
// are counted.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	data := t.TempDir()
	first := "Ana, Bia, Caio\n\n"
	args := []string{"play", "picture-perfect", "--score-only"}
	for range laws.Evenings(t, 32) {
		acknowledged := scoreUntilKilled(t, data, args, first, r)
		kept := guestsKept(t, data)
		if kept < acknowledged || kept > acknowledged+1 { // the answer under way may have been kept
			t.Fatalf("%d guests were acknowledged, %d are there", acknowledged, kept)
		}
		if alone := sparedGuests(t, data); alone < acknowledged {
			t.Fatalf("%d guests were acknowledged, the spare log alone has %d", acknowledged, alone)
		}
		args, first = []string{"resume"}, ""
		if kept >= 13 {
			data = t.TempDir()
			args, first = []string{"play", "picture-perfect", "--score-only"}, "Ana, Bia, Caio\n\n"
		}
	}
}

// sparedGuests returns how many guests can be rescued from the spare logs alone.
func sparedGuests(t *testing.T, data string) int {
	t.Helper()
	alone := t.TempDir()
	if err := os.CopyFS(filepath.Join(alone, "logs"), os.DirFS(filepath.Join(data, "logs"))); err != nil {
		return 0 // no line was told yet
	}
	if said, err := parlor.PlainProgram(alone, "rescue").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return guestsKept(t, alone)
}

// scoreUntilKilled types guests until a random moment, and returns how many the program has acknowledged.
func scoreUntilKilled(t *testing.T, data string, args []string, first string, r *rand.Rand) int {
	c := parlor.PlainProgram(data, args...)
	in, read := parlor.Talks(t, c)
	fmt.Fprint(in, first)
	// An answer that was kept just before the last kill is replayed, not asked again.
	from := nextGuest(t, read) - 1
	for last := min(from+r.IntN(4), 13); from < last; {
		fmt.Fprintln(in, "32-")
		from = nextGuest(t, read) - 1
	}
	fmt.Fprintln(in, "1-1")
	time.Sleep(time.Duration(r.IntN(3000)) * time.Microsecond) // somewhere within the next answer
	_ = c.Process.Kill()
	_ = c.Wait()
	return from
}

// nextGuest reads up to the next question about a guest, and returns its number.
func nextGuest(t *testing.T, r *bufio.Reader) int {
	t.Helper()
	for {
		s, err := r.ReadString('\n')
		if number, ok := strings.CutPrefix(s, "Guest "); ok {
			if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil {
				return n
			}
		}
		if err != nil {
			t.Fatalf("no guest is asked about: %v", err)
		}
	}
}

func guestsKept(t *testing.T, data string) int {
	t.Helper()
	out := parlor.Must(parlor.PlainProgram(data, "export").Output())
	var sheet struct{ Guests []json.RawMessage }
	parlor.Check(t, json.Unmarshal(out, &sheet))
	return len(sheet.Guests)
}
