package evenings

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/setup/pad"
)

// A law over all games: however the table changes, earlier events pay the same people the same points, and are asked about with
// the same questions to the same people, with the same answers.
func TestAnOldTurnKeepsItsTable(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	for _, g := range parlor.EveryGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			st, err := store.Open(context.Background(), filepath.Join(t.TempDir(), g.ID+".db"))
			parlor.Check(t, err)
			defer st.Close()
			for i := range laws.Evenings(t, 4) {
				playAtManyTables(t, st, g, laws.New(laws.Seed(t), uint64(i)))
				if t.Failed() {
					t.Fatalf("game %d", i)
				}
			}
		})
	}
}

// playAtManyTables plays a game in which the table changes in every way at any moment.
func playAtManyTables(t *testing.T, st *store.Store, g scoring.Game, r *laws.Anybody) {
	t.Helper()
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "José"}[:max(g.MinPlayers, min(g.MaxPlayers, 3+r.IntN(3)))]
	s := session.Start(st, g, play.ToPlay, time.Now, r.Uint64)
	parlor.Check(t, s.Begin(r, func(ask.Asker) (setup.Table, error) { return severalColumns(laws.TableOf(t, g, r, names)), nil }))
	var sat [][]string // by item, the people at the table when it began
	moments := 12
	if laws.InGate() {
		moments = 25
	}
	for range moments {
		if s.Log.State().Result().Over {
			return
		}
		began, _ := s.Log.Table()
		if r.IntN(3) == 0 { // it goes on where it was, also if somebody came meanwhile
			if _, err := s.Next(&laws.Leaver{Anybody: r, Left: 1 + r.IntN(3), How: ask.ErrQuit}); err != nil && !errors.Is(err, ask.ErrQuit) {
				t.Fatal(err)
			}
		}
		was, told := bygoneTurns(t, s), halfTold(s)
		change := seatOtherwise(t, s, r)
		now := bygoneTurns(t, s)
		if diff := sameAs(was, now); diff != "" && change != "corrected" {
			t.Errorf("%s: %s", change, diff)
		}
		for i, it := range s.Log.Items()[1:] {
			if i >= len(sat) {
				continue
			}
			for _, name := range strangers(sat[i], s) {
				if asked := strings.Join(now[fmt.Sprint("item ", it.ID)], "\n"); strings.Contains(plain(asked), plain(name)) {
					t.Errorf("%s: %s was not there, and is asked about:\n%s", change, name, asked)
				}
			}
		}
		if now := halfTold(s); plain(told) != plain(now) && change != "leaves" && change != "corrected" {
			t.Errorf("%s: what is half told was\n%s\nand is\n%s", change, told, now)
		}
		if !s.Drafts.Begun() {
			began, _ = s.Log.Table()
		}
		if s.Log.State().Result().Over {
			return
		}
		if _, err := s.Next(r); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		for len(sat) < len(s.Log.Items())-1 {
			sat = append(sat, began.Players)
		}
	}
}

// severalColumns returns a table with several categories if it has any.
func severalColumns(t setup.Table) setup.Table {
	if t.Choices[pad.Categories] != "" {
		t = t.With(pad.Categories, "eggs, food, birds, cards, tiles")
		delete(t.Choices, pad.Tie)
	}
	return t
}

// seatOtherwise changes the table in one of many ways, and tells in which.
func seatOtherwise(t *testing.T, s *session.Session, r *laws.Anybody) string {
	t.Helper()
	now, _ := s.Log.Table()
	fixed := s.Log.Game().Fixed != nil && !s.Log.Game().Fixed(now).Empty()
	to := now.Turn(0)
	what := []string{"other chairs", "another name", "somebody new", "leaves", "corrected", "other columns"}[r.IntN(6)]
	if len(s.Log.State().Columns()) > 0 && r.IntN(3) > 0 {
		what = "other columns"
	}
	switch what {
	case "other chairs":
		to = r.Perm(len(to))
		was := now.Clone()
		for seat, next := range to {
			now.Players[next] = was.Players[seat]
		}
		now.First = to[was.First]
		for _, team := range now.Teams {
			for k, seat := range team.Seats {
				team.Seats[k] = to[seat]
			}
		}
	case "another name":
		seat := r.IntN(len(to))
		now.Players[seat] = strings.TrimRight(now.Players[seat], "*") + strings.Repeat("*", 1+r.IntN(2)*len(s.Log.Items())%7)
		if other := len(slices.Compact(slices.Sorted(slices.Values(now.Players)))); other < len(to) {
			return what
		}
	case "somebody new":
		if fixed || len(to) == s.Log.Game().MaxPlayers {
			return what
		}
		k := r.IntN(len(to) + 1)
		now.Players = slices.Insert(now.Players, k, fmt.Sprint("Novo ", len(s.Log.Items()), len(to)))
		for seat := range to {
			if to[seat] >= k {
				to[seat]++
			}
		}
		now.First = to[now.First]
	case "leaves":
		_ = s.Do(scoring.Here{Away: []int{r.IntN(len(to))}}) // if the game allows it
		return what
	case "corrected":
		correctOne(t, s, r)
		return what
	case "other columns":
		names := strings.Split(now.Choices[pad.Categories], ", ")
		if len(s.Log.State().Columns()) == 0 {
			return what
		}
		r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		now = now.With(pad.Categories, pad.Join(names))
	}
	p, err := s.Reseat(now, to)
	if err == nil && len(p.Later) > 0 {
		t.Errorf("%s: %v is refused: %v", what, p.Later[0].Event, p.Later[0].Why)
	}
	if err == nil {
		err = s.Make(p)
	}
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return what
}

// correctOne corrects one event, unless later events stand in the way.
func correctOne(t *testing.T, s *session.Session, r *laws.Anybody) {
	t.Helper()
	items := s.Log.Items()
	if len(items) < 2 {
		return
	}
	s.Place.Open(items[1+r.IntN(len(items)-1)].ID)
	p, err := s.Part(r, nil)
	if p != nil && err == nil && len(p.Later) == 0 {
		err = s.Make(p)
	} else if p != nil {
		err = s.Leave(p)
	}
	parlor.Check(t, err)
	s.Place.ToNow()
}

// strangers returns the people at the table who did not sit there then.
func strangers(then []string, s *session.Session) []string {
	now, _ := s.Log.Table()
	return slices.DeleteFunc(now.Players, func(name string) bool {
		return slices.ContainsFunc(then, func(was string) bool { return plain(was) == plain(name) })
	})
}

// plain returns a text without the stars that a rename adds to a name.
func plain(text string) string { return strings.ReplaceAll(text, "*", "") }

// A rereader leaves every answer as it is and notes the questions; at a question without an answer it leaves.
type rereader struct{ asked []string }

func (a *rereader) Ask(q ask.Question) (ask.Answer, error) {
	said := "nothing"
	if q.Stands && q.Suggest != nil {
		said = fmt.Sprint(q.Suggest.Values, q.Suggest.Key, q.Suggest.Text)
	}
	options := make([]string, len(q.List().Options))
	for i, o := range q.List().Options {
		options[i] = o.String()
	}
	lo, hi := q.Bounds()
	a.asked = append(a.asked, fmt.Sprint(q.ID, " ", q.Text, q.Names, options, lo, hi, ask.As[ask.Each](q).Most, " ", said))
	if !q.Stands {
		return ask.Answer{}, ask.ErrQuit
	}
	return ask.Answer{Same: true}, nil
}

func (a *rereader) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(a, qs, got) }

// bygoneTurns returns all events by the questions about them and by what they pay, with today's names.
func bygoneTurns(t *testing.T, s *session.Session) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, it := range s.Log.Items()[1:] {
		a := &rereader{}
		s.Place.Open(it.ID)
		if p, err := s.Part(a, nil); p != nil {
			t.Errorf("%#v was only read, and is a correction: %v %v", it.Event, p.Put, err)
		}
		s.Place.ToNow()
		out[fmt.Sprint("item ", it.ID)] = a.asked
	}
	r := s.Log.State().Result()
	for _, l := range s.Log.State().Ledger() {
		key := "points of " + r.Rows[l.Row]
		out[key] = append(out[key], fmt.Sprint(r.Parts[l.Part].Name, " ", l.Points))
	}
	for key := range out {
		if strings.HasPrefix(key, "points") {
			slices.Sort(out[key])
		}
	}
	return out
}

// halfTold returns the answers given for the next event, and the questions that are left.
func halfTold(s *session.Session) string {
	if !s.Drafts.Begun() {
		return ""
	}
	a := &rereader{}
	_, _ = s.Next(a)
	var said []string
	for _, g := range s.Drafts.Given() {
		said = append(said, fmt.Sprint(g.Text, g.Names, g.Answer.Values))
	}
	return strings.Join(append(said, a.asked...), "\n")
}

// sameAs returns the first difference, names of people aside, or "".
func sameAs(was, now map[string][]string) string {
	after := map[string]string{}
	for key, all := range now {
		after[plain(key)] = plain(strings.Join(all, "\n"))
	}
	for key, all := range was {
		if a, b := plain(strings.Join(all, "\n")), after[plain(key)]; a != b {
			return fmt.Sprintf("%s was\n%s\nand is\n%s", key, a, b)
		}
	}
	return ""
}
