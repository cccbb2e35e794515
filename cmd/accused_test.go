//go:build unix

package cmd

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/phones"
)

// accused plays Spyfall up to an accusation on Ana's phone. The board is the last of the screens.
func accused(t *testing.T) (l *laptop, ana, bia, caio, board *phone) {
	t.Helper()
	l = start(t, t.TempDir(), "play", "spyfall", "--addr", "127.0.0.1:0")
	l.types("Ana, Bia, Caio", "r", "2", "", "")
	link := l.waits(`http://127[\d.:]+/\w+`)
	l.waits("Can still accuse")
	ana, bia, caio, board = join(t, link, "Ana"), join(t, link, "Bia"), join(t, link, "Caio"), scan(t, link+"/board", "the board")
	board.board = "board=1&"
	ana.stops("accuse")
	ana.until("is asked whom she accuses", func(d phones.Doc) bool { return len(d.Mine) == 1 && strings.Contains(d.Mine[0].Text, "do you accuse") })
	return l, ana, bia, caio, board
}

// stops stops the clock, once it runs.
func (p *phone) stops(line string) {
	p.Helper()
	p.until("has the clock", func(d phones.Doc) bool { return d.Clock != nil && d.Clock.Runs && len(d.Clock.Options) > 0 })
	if code := p.post("/say", map[string]string{"token": p.doc.Clock.Token, "line": line}); code != http.StatusOK {
		p.Fatalf("%s stops the clock: %d", p.name, code)
	}
}

// While somebody accuses, everybody still sees how much time is left, and nobody can stop the clock. It goes on after that, and
// also while the table is in the menu.
func TestClockWhileSomebodyAccuses(t *testing.T) {
	l, ana, bia, caio, board := accused(t)
	stands := func(d phones.Doc) bool {
		return d.Clock != nil && !d.Clock.Runs && d.Clock.Left > 0 && len(d.Clock.Options)+len(d.Clock.Winds) == 0 && d.Clock.Still != ""
	}
	runs := func(d phones.Doc) bool { return d.Clock != nil && d.Clock.Runs }
	var left []int64
	see := func(p *phone) {
		t.Helper()
		p.until("sees the clock stand still", stands)
		left = append(left, p.doc.Clock.Left)
	}
	for _, p := range []*phone{ana, bia, board} {
		see(p)
	}
	if code := bia.post("/say", map[string]string{"token": bia.doc.Clock.Token, "line": "reveal"}); code != http.StatusConflict {
		t.Errorf("a clock that stands is stopped once more: %d", code)
	}
	ana.says(ana.doc.Mine[0], "line", "Bia")
	caio.until("is asked whether he agrees", func(d phones.Doc) bool { return len(d.Mine) == 1 })
	see(caio)
	see(board)
	caio.says(caio.doc.Mine[0], "line", "no")
	for _, p := range []*phone{ana, board} {
		p.until("sees the clock run", runs)
	}
	l.waits("Can still accuse")
	for _, n := range left {
		if n != left[0] || n < ana.doc.Clock.Left {
			t.Errorf("time that was left: %v, and now %d", left, ana.doc.Clock.Left)
		}
	}
	l.types("?")
	l.waits("What would you like|menu|Menu")
	board.until("sees it run while the table is in the menu", func(d phones.Doc) bool { return runs(d) && d.Now != "" && len(d.Clock.Options) == 0 })
	l.types("?end")
	l.waits("End the game now")
	l.types("1")
	l.waits("The game is over")
	board.until("has no clock any more", func(d phones.Doc) bool { return d.Clock == nil })
}

// An accuser takes the accusation back, also after naming a suspect, until somebody has agreed or disagreed: on their phone, and
// at the laptop. The accusation is then not used up.
func TestNamedAndTakenBack(t *testing.T) {
	l, ana, bia, caio, _ := accused(t)
	back := func(f *phones.Form) string {
		for _, k := range f.Keys {
			if strings.Contains(k.Text, "take it back") {
				return k.Line
			}
		}
		return ""
	}
	mine := func(phrase string) func(phones.Doc) bool {
		return func(d phones.Doc) bool {
			return len(d.Mine) == 1 && !d.Mine[0].In && strings.Contains(d.Mine[0].Text, phrase)
		}
	}
	ana.says(ana.doc.Mine[0], "line", "Bia")
	caio.until("is asked", mine("Ana accuses Bia"))
	bia.until("is named", func(d phones.Doc) bool { return strings.Contains(d.Now, "Ana accuses Bia") && len(d.Mine) == 0 })
	ana.until("may take it back", mine("accuse Bia"))
	if code := caio.post("/say", map[string]string{"token": ana.doc.Mine[0].Token, "key": "<"}); code != http.StatusConflict {
		t.Errorf("Caio takes Ana's accusation back: %d", code)
	}
	ana.says(ana.doc.Mine[0], "key", back(ana.doc.Mine[0]))
	ana.until("is asked once more", mine("do you accuse"))
	ana.says(ana.doc.Mine[0], "key", back(ana.doc.Mine[0]))
	ana.stops("accuse") // the clock goes on, and it is not used up
	ana.until("is asked once more", mine("do you accuse"))
	ana.says(ana.doc.Mine[0], "line", "Caio")
	bia.until("is asked", mine("Ana accuses Caio"))
	l.waits("Ana accuses Caio")
	l.types("<")
	l.waits("Who does Ana accuse")
	l.types("<")
	ana.stops("accuse")
	ana.until("is asked once more", mine("do you accuse"))
	ana.says(ana.doc.Mine[0], "line", "Bia")
	caio.until("is asked", mine("Ana accuses Bia"))
	ana.until("may take it back", mine("accuse Bia"))
	late := ana.doc.Mine[0].Token
	caio.says(caio.doc.Mine[0], "line", "no")
	if code := ana.post("/say", map[string]string{"token": late, "key": "<"}); code != http.StatusConflict {
		t.Errorf("it is taken back after the answer: %d", code)
	}
	l.waits("Ana accused Bia; not everybody agreed")
}
