package files

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// A program that crashes says so and how to come back, and writes down why; the game is as it was.
func TestAProgramThatFails(t *testing.T) {
	p := aGuest(t, "")
	var out, errs bytes.Buffer
	sizes := 0
	env := p.Env(strings.NewReader("11\n?standings\n"), &out, &errs)
	env.Size = func() (int, int) {
		if sizes++; sizes > 4 {
			panic("no window")
		}
		return 80, 24
	}
	if code := cmd.Run(context.Background(), env, []string{"--plain", "resume"}); code != parlor.Failed {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	said := errs.String()
	if !strings.Contains(said, "went wrong") || !strings.Contains(said, "tablemate resume ") {
		t.Error(said)
	}
	traces, err := filepath.Glob(filepath.Join(p.Dir, "failed-*.txt"))
	if err != nil || len(traces) != 1 {
		t.Fatal(traces, err)
	}
	if b, _ := os.ReadFile(traces[0]); !strings.Contains(string(b), "no window") || !strings.Contains(string(b), "goroutine") {
		t.Errorf("%s", b)
	}
	if f, err := os.Stat(traces[0]); err != nil || f.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("what failed, with names in it, may be read by others: %v %v", f.Mode(), err)
	}
	if h := p.Run("", "show", "--format", "csv"); !strings.Contains(h.Out, "Total,7,4") && !strings.Contains(h.Out, "Total,6,3") {
		t.Errorf("%+v", h)
	}
}

// A dialog that cannot be replayed can be discarded. Here a damaged file made it up.
func TestAConversationThatCannotBeRead(t *testing.T) {
	p := aGuest(t, "n\nRex\n")
	st := opened(t, p.Dir)
	kept := parlor.Must(st.History.List(store.Filter{}))
	d, err := st.Drafts.Draft(kept[0].ID, "next")
	if err != nil || d.Body == nil {
		t.Fatal(d, err)
	}
	parlor.Check(t, st.Drafts.Keep(kept[0].ID, kept[0].Lines, "next", d.Number, []byte(`[]`), time.Now()))
	parlor.Check(t, st.Close())
	if h := p.Run("2\n", "resume"); h.Code != parlor.Done || !strings.Contains(h.Out, "cannot go on") {
		t.Errorf("%+v", h)
	}
	if h := p.Run("1\n22\n", "resume"); h.Code != parlor.Done || !strings.Contains(h.Out, "Guest 2: Ana 9 (+3)") {
		t.Errorf("%+v", h)
	}
}

// A window is told if another one has the same game open.
func TestTwoWindowsAreTold(t *testing.T) {
	t.Parallel()
	p := aGuest(t, "")
	if h := p.Run("", "resume"); strings.Contains(h.Out, "Another window") {
		t.Errorf("nobody else is there:\n%s", h.Out)
	}
	st := opened(t, p.Dir)
	kept := parlor.Must(st.History.List(store.Filter{}))
	_, leave, err := st.Sit(kept[0].ID)
	parlor.Check(t, err)
	if h := p.Run("", "resume"); !strings.Contains(h.Out, "open in another window too") {
		t.Errorf("%s", h.Out)
	}
	leave()
}
