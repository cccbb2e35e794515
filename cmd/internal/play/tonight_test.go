package play

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/setup"
)

// What a table hears of its evening while it plays and at the end, by how long ago the games before were over.
func TestTonight(t *testing.T) {
	games := []scoring.Game{pictureperfect.Game}
	for name, c := range map[string]struct {
		before []time.Duration // how long before now a game was finished, the first one first
		now    bool            // the game at the table is over
		told   string          // ?evening
		end    string          // below the result
	}{
		"nothing before":            {nil, false, "No game of this evening is over yet.", ""},
		"the first one":             {nil, true, "1 game · 2 people", ""},
		"the second one":            {[]time.Duration{time.Hour}, true, "2 games · 2 people", "The evening, 2 games, by wins: 1 Ana 2 · 2 Bia 0"},
		"while the second goes on":  {[]time.Duration{time.Hour}, false, "1 game · 2 people", ""},
		"the other one was earlier": {[]time.Duration{6 * time.Hour}, true, "1 game · 2 people", ""},
		"and nothing is over today": {[]time.Duration{6 * time.Hour}, false, "No game of this evening is over yet.", ""},
		"no pause between":          {[]time.Duration{9 * time.Hour, 5 * time.Hour, time.Hour}, true, "4 games", "The evening, 4 games"},
	} {
		st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
		if err != nil {
			t.Fatal(err)
		}
		now := time.Date(2031, 5, 4, 23, 0, 0, 0, time.UTC)
		plays := func(at time.Time, over bool) *session.Session {
			s := session.Start(st, games[0], OnlyScore, func() time.Time { return at }, func() uint64 { return uint64(at.Unix()) })
			err := s.Begin(nil, func(ask.Asker) (setup.Table, error) {
				return setup.Table{Players: []string{"Ana", "Bia"}, Origin: setup.AfterTheFact}, nil
			})
			if err == nil {
				err = s.Do(pictureperfect.Guest{Fulfilled: []int{3, 1}})
			}
			if err == nil && over {
				err = s.Do(scoring.Stop{})
			}
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		for _, ago := range c.before {
			plays(now.Add(-ago), true)
		}
		if !c.now && len(c.before) > 0 && c.before[0] > history.Pause { // nobody sat down yet
			now = now.Add(time.Minute)
		}
		s := plays(now, c.now)
		if !c.now && len(c.before) > 0 && c.before[0] > history.Pause {
			if err := st.Delete(s.ID(), now); err != nil {
				t.Fatal(err)
			}
		}
		var out strings.Builder
		voice := lang.NewLocalizer("en", Texts, history.Texts, table.Texts, lang.Texts, scoring.Texts, games[0].Texts)
		e := New(Setting{Host: &talker{}, Store: st, Games: games, Out: &out, Width: func() int { return 80 }, Voice: voice, Now: func() time.Time { return now }}, s)
		if err := e.wholeEvening(""); err != nil || !strings.Contains(out.String(), c.told) || e.looked != c.now {
			t.Errorf("%s: %v, looked %v\n%s", name, err, e.looked, out.String())
		}
		out.Reset()
		if err := e.soFar(); err != nil || !strings.Contains(out.String(), c.end) || (c.end == "") != (out.String() == "") {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
		_ = st.Close()
	}
}
