package play

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/setup"
)

// plays enters a game of one guest at some moment.
func plays(t *testing.T, st *store.Store, at time.Time, over bool) *session.Session {
	t.Helper()
	events := []scoring.Event{pictureperfect.Guest{Fulfilled: []int{3, 1}}}
	if over {
		events = append(events, scoring.Stop{})
	}
	table := setup.Table{Players: []string{"Ana", "Bia"}, Origin: setup.AfterTheFact}
	return gameOf(t, st, pictureperfect.Game, OnlyScore, func() time.Time { return at }, table, events...)
}

// tonight returns a table that looks at a game.
func tonight(st *store.Store, s *session.Session, out *strings.Builder, now time.Time) *Evening {
	g := pictureperfect.Game
	w := settingOf(st, &talker{}, out, Texts, history.Texts, results.Texts, lang.Texts, scoring.Texts, g.Texts)
	w.Games, w.Now = []scoring.Game{g}, func() time.Time { return now }
	return New(w, s)
}

// A game from long ago does not mention later evenings. Its own evening is shown until there is another.
func TestAnOldGameIsLookedAt(t *testing.T) {
	st := fileOf(t)
	now := time.Date(2031, 5, 4, 23, 0, 0, 0, time.UTC)
	old, _, last := plays(t, st, now.Add(-30*time.Hour), true), plays(t, st, now.Add(-2*time.Hour), true), plays(t, st, now, true)
	var out strings.Builder
	if err := tonight(st, old, &out, now).at.soFar(); err != nil || out.Len() > 0 {
		t.Error(err, out.String())
	}
	if err := showEvening(tonight(st, last, &out, now.Add(20*time.Hour)).at); err != nil || !strings.Contains(out.String(), "2 games · 2 people") {
		t.Error(err, out.String())
	}
	out.Reset()
	if err := showEvening(tonight(st, old, &out, now.Add(20*time.Hour)).at); err != nil || !strings.Contains(out.String(), "No game of this evening") {
		t.Error(err, out.String())
	}
}

// During and after a game the table hears of its evening, which depends on when earlier games ended.
func TestTonight(t *testing.T) {
	for name, c := range map[string]struct {
		before []time.Duration // how long ago each earlier game ended
		now    bool            // the table's own game is over
		told   string          // by ?evening
		end    string          // below the result
	}{
		"nothing before":            {nil, false, "No game of this evening is over yet.", ""},
		"the first one":             {nil, true, "1 game · 2 people", ""},
		"the second one":            {[]time.Duration{time.Hour}, true, "2 games · 2 people", "The evening, 2 games, by wins: Ana 2"},
		"while the second goes on":  {[]time.Duration{time.Hour}, false, "1 game · 2 people", ""},
		"the other one was earlier": {[]time.Duration{6 * time.Hour}, true, "1 game · 2 people", ""},
		"and nothing is over today": {[]time.Duration{6 * time.Hour}, false, "No game of this evening is over yet.", ""},
		"no pause between":          {[]time.Duration{9 * time.Hour, 5 * time.Hour, time.Hour}, true, "4 games", "The evening, 4 games"},
	} {
		st := fileOf(t)
		now := time.Date(2031, 5, 4, 23, 0, 0, 0, time.UTC)
		for _, ago := range c.before {
			plays(t, st, now.Add(-ago), true)
		}
		if !c.now && len(c.before) > 0 && c.before[0] > history.Pause { // no table yet
			now = now.Add(time.Minute)
		}
		s := plays(t, st, now, c.now)
		if !c.now && len(c.before) > 0 && c.before[0] > history.Pause {
			laws.Need(t, st.History.Delete(s.Log.ID(), now))
		}
		var out strings.Builder
		e := tonight(st, s, &out, now)
		if err := showEvening(e.at); err != nil || !strings.Contains(out.String(), c.told) || e.at.looked != c.now {
			t.Errorf("%s: %v, looked %v\n%s", name, err, e.at.looked, out.String())
		}
		out.Reset()
		if err := e.at.soFar(); err != nil || !strings.Contains(out.String(), c.end) || (c.end == "") != (out.String() == "") {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
}

// A game begun on another evening belongs to the evening on which it ended, from the time the table came back to it. A
// game that this program does not know is listed as damaged.
func TestBegunOnAnotherEvening(t *testing.T) {
	st := fileOf(t)
	now := time.Date(2031, 5, 3, 22, 0, 0, 0, time.UTC)
	s := gameOf(t, st, pictureperfect.Game, OnlyScore, func() time.Time { return now }, setup.Table{Players: []string{"Ana", "Bia"}, Origin: setup.AfterTheFact})
	for _, e := range []scoring.Event{pictureperfect.Guest{Fulfilled: []int{3, 1}}, pictureperfect.Guest{Fulfilled: []int{3, 1}}, scoring.Stop{}} {
		laws.Need(t, s.Do(e))
		now = now.Add(10 * time.Hour)
	}
	ended := now.Add(-10 * time.Hour)
	e, err := history.Find(st, []scoring.Game{pictureperfect.Game}, time.Time{}, 0)
	if err != nil || len(e.Games) != 1 || !e.Games[0].Began.Equal(ended) || !e.Ended.Equal(ended) {
		t.Errorf("%+v %v", e, err)
	}
	if _, err := history.Find(st, []scoring.Game{pictureperfect.Game}, time.Time{}, 1); !errors.Is(err, history.ErrNone) {
		t.Error(err)
	}
	if e, err := history.Find(st, nil, time.Time{}, 0); err != nil || len(e.Unfinished) != 1 || !e.Unfinished[0].Damaged {
		t.Errorf("%+v %v", e, err)
	}
}
