package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// A backup taken while another process keeps score has every answer that was acknowledged before it, and so has the
// game, even though that process is killed.
func TestABackupWhileSomebodyPlays(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 1))
	for n := range laws.Evenings(t, 12) {
		data, to := t.TempDir(), filepath.Join(t.TempDir(), "games.db")
		c := parlor.PlainProgram(data, "play", "picture-perfect", "--score-only")
		in, read := parlor.Talks(t, c)
		fmt.Fprint(in, "Ana, Bia, Caio\n\n")
		from := nextGuest(t, read) - 1
		answer := func(upTo int) {
			for from < upTo {
				fmt.Fprintln(in, "32-")
				from = nextGuest(t, read) - 1
			}
		}
		answer(1 + r.IntN(4))
		acknowledged := from
		copying := parlor.PlainProgram(data, "backup", to)
		parlor.Check(t, copying.Start())
		answer(from + r.IntN(6))
		fmt.Fprintln(in, "1-1")
		time.Sleep(time.Duration(r.IntN(5000)) * time.Microsecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		if err := copying.Wait(); err != nil {
			t.Fatalf("try %d: %v", n, err)
		}
		if kept := guestsKept(t, filepath.Dir(to)); kept < acknowledged || kept > from+1 {
			t.Fatalf("try %d: %d guests were acknowledged before, %d after, %d are in the backup", n, acknowledged, from, kept)
		}
		if kept := guestsKept(t, data); kept < from {
			t.Fatalf("try %d: %d guests were acknowledged, %d are there", n, from, kept)
		}
	}
}

// Whenever a backup, a restore or a rescue is killed, there is a whole file of games, and no half backup.
func TestKilledWhileCopying(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 1))
	from := sparedFolder(t)
	good, sick := filepath.Join(from, "games.db"), filepath.Join(t.TempDir(), "sick.db")
	games := len(albumOf(t, good))
	b := parlor.Must(os.ReadFile(good))
	copy(b[50*aPage:], bytes.Repeat([]byte{0xa7}, aPage))
	parlor.Check(t, os.WriteFile(sick, b, 0o600))
	took := map[string]time.Duration{}
	for n := range laws.Evenings(t, 4) + 1 {
		for _, c := range []struct{ what, file string }{{"backup", good}, {"restore", good}, {"rescue", sick}} {
			data := t.TempDir()
			file, to := filepath.Join(data, "games.db"), filepath.Join(data, "b.db")
			parlor.Check(t, os.CopyFS(filepath.Join(data, "logs"), os.DirFS(filepath.Join(from, "logs"))))
			parlor.CopyFile(t, c.file, file)
			p := parlor.PlainProgram(data, map[string][]string{"backup": {"backup", to}, "restore": {"restore", good, "--yes"}, "rescue": {"rescue"}}[c.what]...)
			began := time.Now()
			parlor.Check(t, p.Start())
			if n > 0 { // the first one runs to its end
				time.Sleep(time.Duration(r.Int64N(int64(took[c.what]))))
				_ = p.Process.Kill()
			}
			if _ = p.Wait(); n == 0 {
				took[c.what] = time.Since(began)
			}
			if left := parlor.Must(os.ReadFile(file)); n > 0 && c.what == "rescue" && bytes.Equal(left, b) {
				continue
			}
			if err := store.Intact(context.Background(), file); err != nil {
				t.Fatalf("try %d: %s: %v", n, c.what, err)
			}
			if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) && store.Intact(context.Background(), to) != nil {
				t.Fatalf("try %d: half a backup", n)
			}
			if is := albumOf(t, file); len(is) != games {
				t.Fatalf("try %d: %s: %d games", n, c.what, len(is))
			}
		}
	}
}

// If the copy of the day cannot be made, the players are told at the end, and a person who wants one back is told why
// there is none.
func TestUncopied(t *testing.T) {
	p := &parlor.Home{Dir: t.TempDir()}
	p.Run(slaps, "import", "-")
	parlor.Check(t, os.WriteFile(filepath.Join(p.Dir, "backups"), nil, 0o600))
	if h := p.Run("", "resume"); !strings.Contains(strings.Join(strings.Fields(h.Errs), " "), "could not be written to "+filepath.Join(p.Dir, "backups")+": "+pastAFile+".") {
		t.Errorf("%+v", h)
	}
	if h := p.Run("", "restore"); h.Code != parlor.Failed || h.Errs != "tablemate: "+filepath.Join(p.Dir, "backups")+" cannot be read: "+pastAFile+"\n" {
		t.Errorf("%+v", h)
	}
}
