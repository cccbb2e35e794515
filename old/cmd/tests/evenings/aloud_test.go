package evenings

import (
	"errors"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// looks are the lines a table types at the end of a half-told evening to see more.
const looks = "\n?standings\n?why\n?copy\n?\n<\n<\n>\nwhat is this?\n"

// A stroll is a short evening of a game in which every question gets one plain answer, to check how it is printed and read aloud.
type stroll struct {
	args  []string
	typed string
}

// strollOf plays a stroll once. One name at the table needs more than ASCII.
func strollOf(t *testing.T, g scoring.Game, number uint64) stroll {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	s := stroll{args: []string{"play", g.ID}}
	purpose := play.ToPlay
	if number%2 == 0 {
		purpose, s.args = play.OnlyScore, append(s.args, "--score-only")
	}
	a := laws.New(number, 9)
	h := &hand{Anybody: a, names: namesFor(g, a), plain: true, most: 160, watch: unwatched{}}
	h.names[0] = "Zoë"
	if err := play.New(seatedAt(st, h, shelf.Games, func(why string) { t.Error(why) }), session.Start(st, g, purpose, now, (&parlor.Home{Seed: 7}).Random)).Run(); err != nil && !errors.Is(err, ask.ErrQuit) {
		t.Fatal(g.ID, err)
	}
	if all, err := st.History.List(store.Filter{Begun: true}); err != nil || len(all) != 1 || all[0].Lines < 3 {
		t.Fatalf("%s: nothing was told in %d lines: %v", g.ID, len(h.steps), err)
	}
	for _, step := range h.steps {
		if step.Clock != nil {
			step.Line = strconv.Itoa(step.Clock.Option + 1)
		}
		s.typed += step.Line + "\n"
	}
	return s
}

// printedBy returns all that a stroll and the command lines after it print.
func printedBy(t *testing.T, p *parlor.Home, s stroll, after ...string) string {
	t.Helper()
	h := p.Run(s.typed+looks, s.args...)
	if h.Code != parlor.Done {
		t.Fatalf("%s: %+v", s.args, h)
	}
	printed := h.Out + h.Errs
	for _, line := range after {
		h := p.Run("", strings.Fields(line)...)
		if h.Code < 0 {
			t.Fatalf("%s: %s", line, h.Crash)
		}
		printed += h.Out + h.Errs
	}
	return printed
}

// In a locale without Unicode only ASCII is printed, at the same width.
func TestNothingButASCII(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for _, vars := range []map[string]string{{"LC_ALL": "C"}, {"LANG": "pt_BR.ISO-8859-1"}} {
		p := &parlor.Home{Dir: t.TempDir(), Vars: vars}
		printed := printedBy(t, p, strollOf(t, shelf.Games[0], 0), "show --why", "stats Zoë", "rules GAME a", "show nothing")
		if i := strings.IndexFunc(printed, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			t.Errorf("%v: %s", vars, printed[max(0, i-40):min(len(printed), i+40)])
		}
		if !strings.Contains(printed, "| Zoe |") || !strings.Contains(printed, "+-----+") {
			t.Errorf("%v: %s", vars, printed)
		}
	}
}

// Data is the same in every locale.
func TestDataInALocaleWithoutUnicode(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	p := &parlor.Home{Dir: t.TempDir()}
	if h := p.Run("Zoë, João\n\n32\n11\n?", "play", "picture-perfect", "--score-only"); h.Code != parlor.Done {
		t.Fatalf("%+v", h)
	}
	for line, data := range map[string]bool{
		"show": false, "show --format table": false, "show --format markdown": true, "show --format csv": true, "show --format json": true, "export": true,
		"export --format html": true, "export --format svg": true, "export --format text": true, "games --format csv": true,
	} {
		p.Vars = nil
		was := p.Run("", strings.Fields(line)...)
		p.Vars = map[string]string{"LC_ALL": "C"}
		if h := p.Run("", strings.Fields(line)...); (h.Out == was.Out) != data || !strings.Contains(was.Out, "João") || strings.Contains(h.Out, "João") != data {
			t.Errorf("%s:\n%s\n%s", line, was.Out, h.Out)
		}
	}
}

// ornament matches what a screen reader would spell out or rattle off.
var ornament = regexp.MustCompile("[\u2190-\u21ff\u2500-\u257f\u2580-\u259f\u25a0-\u25ff\u2600-\u26ff\u2700-\u27bf•›‹·]|[-=_*#+|~.<>]{3}")

// A listener hears no box, no track and no chart, in any game.
func TestNoOrnamentAloud(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for n, tag := range []string{"en", "pt-BR", "en", "pt-BR"}[:2*min(2, laws.Evenings(t, 8))] {
		p := &parlor.Home{Dir: t.TempDir(), Vars: map[string]string{"ACCESSIBLE": "1", "LANG": tag}}
		printed := ""
		for _, g := range shelf.Games {
			printed += printedBy(t, p, strollOf(t, g, uint64(n+n/2)), "show --why", "setup --players 4 "+g.ID)
		}
		for _, line := range []string{"games", "stats", "stats Zoë", "evening", "people", "board", "rules dixit a", "--help", "show nothing"} {
			h := p.Run("", strings.Fields(line)...)
			printed += h.Out + h.Errs
		}
		if n := strings.Count(printed, "(<)"); n != len(shelf.Games) {
			t.Errorf("%s: how to go back is said %d times", tag, n)
		}
		for _, at := range ornament.FindAllStringIndex(printed, 20) {
			t.Errorf("%s: %q", tag, printed[max(0, at[0]-60):min(len(printed), at[1]+40)])
		}
	}
}
