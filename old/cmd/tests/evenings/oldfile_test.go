package evenings

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/picture"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

// Every kind of event that a game may store is in a checked-in file. A new kind, or a new way to store one, needs another pair
// (TestKeepAPair).
func TestEveryKindIsInAnOldFile(t *testing.T) {
	seen := map[string]bool{}
	files, err := filepath.Glob("testdata/old/*.db")
	parlor.Check(t, err)
	for _, file := range files {
		kindsIn(t, file, seen)
	}
	want := []string{"line change", "line undo", "line redo", "more", "seats", "pictures", "sums", "dixit here", "spyfall here", "spyfall dealt", "pad here"}
	for _, k := range counted.Events {
		want = append(want, "file "+k.Name)
	}
	for _, g := range shelf.Games {
		want = append(want, g.ID+" table", g.ID+" stop")
		for _, k := range g.Events {
			want = append(want, g.ID+" "+k.Name)
		}
	}
	for _, kind := range want {
		if !seen[kind] {
			t.Errorf("no file of testdata/old has: %s", kind)
		}
	}
}

// kindsIn notes every kind of event in a file, except in lines of the first version.
func kindsIn(t *testing.T, file string, seen map[string]bool) {
	t.Helper()
	dir := t.TempDir()
	parlor.CopyFile(t, file, filepath.Join(dir, "games.db"))
	st, err := store.OpenToRead(context.Background(), filepath.Join(dir, "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	kept, err := st.History.List(store.Filter{})
	parlor.Check(t, err)
	for _, k := range kept {
		lines, err := st.Log.After(k.ID, 0)
		parlor.Check(t, err)
		for _, l := range lines {
			seen["sums"] = seen["sums"] || bytes.Contains(l.Body, []byte(`"typed":[`))
			type puts struct {
				Put []struct {
					Kind  string
					Event struct {
						Pictures []string
						Dealt    *struct{}
					}
				}
			}
			var w struct {
				puts
				V     int
				Kind  string
				Seats []int
				More  []puts
			}
			parlor.Check(t, json.Unmarshal(l.Body, &w))
			if w.V < 2 {
				continue
			}
			seen["line "+w.Kind] = true
			seen["seats"] = seen["seats"] || w.Seats != nil
			seen["more"] = seen["more"] || w.More != nil
			for _, m := range w.More {
				w.Put = append(w.Put, m.Put...)
			}
			for _, p := range w.Put {
				seen[k.Kind+" "+p.Kind] = true
				seen["file "+p.Kind] = true // only games of files have some of them
				seen["pictures"] = seen["pictures"] || p.Event.Pictures != nil
				seen[k.Kind+" dealt"] = seen[k.Kind+" dealt"] || p.Event.Dealt != nil
			}
		}
	}
}

// TestKeepAPair makes another pair for TestOldFiles, from random evenings:
//
//	TABLEMATE_KEEP=testdata/old/NAME go test ./cmd/tests/evenings -run TestKeepAPair
//
// With TABLEMATE_ONLY=GAME it has only that game.
func TestKeepAPair(t *testing.T) {
	name := os.Getenv("TABLEMATE_KEEP")
	if name == "" {
		t.Skip("only to make another pair")
	}
	p := &parlor.Home{Dir: t.TempDir()}
	file := filepath.Join(p.Dir, "games.db")
	st, err := store.Open(context.Background(), file)
	parlor.Check(t, err)
	only := os.Getenv("TABLEMATE_ONLY")
	for n, g := range parlor.EveryGame(t, 8) {
		if only != "" && only != g.ID {
			continue
		}
		for i := range uint64(12) {
			if n < len(shelf.Games) {
				playEveningOn(t, st, p, g, anybody(rand.New(rand.NewPCG(i, 2026))), evening{Number: int(i)})
				playAtManyTables(t, st, g, anybody(rand.New(rand.NewPCG(i, 11))))
			}
			r := rand.New(rand.NewPCG(i, 7))
			playThrough(t, st, g, laws.Table(t, g, &laws.Anybody{Rand: r}), r)
		}
	}
	if only == "" || only == pictureperfect.Game.ID {
		playAuctions(t, st)
		playTie(t, st, pictureperfect.Vote{For: []int{1, 0, 1}})
		playTie(t, st, pictureperfect.VoteCounts{Votes: []int{1, 2, -1}})
	}
	kept, err := st.History.List(store.Filter{})
	parlor.Check(t, err)
	photos := keepPhotos(t, st, kept)
	parlor.Check(t, st.Close())
	pairs := map[string]bygone{}
	for _, k := range kept {
		say := func(args ...string) (v any) {
			_ = json.Unmarshal([]byte(p.Run("", args...).Out), &v) // nothing if nobody sat down
			return v
		}
		pairs[k.ID] = bygone{
			About: k.Kind, Show: say("show", k.ID, "--format", "json"),
			Why: say("show", k.ID, "--why", "--format", "json"), Export: say("export", k.ID), Photos: photos[k.ID],
		}
	}
	b, err := json.Marshal(pairs)
	parlor.Check(t, err)
	if len(kept) == 0 {
		t.Fatalf("no game of %q", only)
	}
	parlor.CopyFile(t, file, name+".db")
	parlor.Check(t, os.WriteFile(name+".json", b, 0o600))
}

// keepPhotos stores the photos as if they had come from phones, and returns their ids by game and player.
func keepPhotos(t *testing.T, st *store.Store, kept []store.Game) map[string]map[string]string {
	t.Helper()
	out := map[string]map[string]string{}
	for _, k := range kept {
		s, err := session.Open(st, shelf.Games, k.ID, time.Now, nil)
		parlor.Check(t, err)
		for _, p := range play.Photographed(s) {
			for n := range snapshots {
				if body := parlor.Snapshot(n); picture.ID(body) == p.ID {
					parlor.Check(t, st.Drafts.KeepPicture(k.ID, p.ID, body))
					if out[k.ID] == nil {
						out[k.ID] = map[string]string{}
					}
					out[k.ID][p.Name] = p.ID
				}
			}
		}
	}
	return out
}

// playThrough plays a game to its end, or for a long while.
func playThrough(t *testing.T, st *store.Store, g scoring.Game, tb setup.Table, r *rand.Rand) {
	t.Helper()
	s := session.Start(st, g, play.ToPlay, time.Now, r.Uint64)
	parlor.Check(t, s.Begin(anybody(r), func(ask.Asker) (setup.Table, error) { return tb, nil }))
	for n := range 60 {
		if s.Log.State().Result().Finished() {
			return
		}
		if n == 3 {
			_ = s.Do(scoring.Here{Away: []int{1}}) // if the game allows it
			comesLate(s)
		}
		if _, err := s.Next(anybody(r)); err != nil {
			t.Fatal(err)
		}
	}
}

// comesLate seats somebody late, with the average of the others to begin with, if the game asks for that.
func comesLate(s *session.Session) {
	was, _ := s.Log.Table()
	now := was.Clone()
	now.Players = append(now.Players, "Zé")
	p, err := s.Reseat(now, was.Turn(0))
	if err != nil {
		return
	}
	if _, _, options := p.After.Joining(len(was.Players)); options != nil {
		if p, err = s.With(p, options[1:2]); err == nil {
			_ = s.Make(p)
		}
	}
}

// anybody returns a player who gives snapshots when pictures are asked for.
func anybody(r *rand.Rand) *laws.Anybody {
	a := &laws.Anybody{Rand: r}
	for n := range snapshots {
		a.Photos = append(a.Photos, picture.ID(parlor.Snapshot(n)))
	}
	return a
}

// snapshots is the number of different small JPEGs.
const snapshots = 20

var three = []string{"Ana", "Bia", "Caio"}

// playAuctions plays Picture Perfect with the program as auctioneer.
func playAuctions(t *testing.T, st *store.Store) {
	t.Helper()
	g, tb := pictureperfect.Game, setup.Table{Players: three, Choices: map[string]string{"auction": setup.Yes}}
	for i := range 6 {
		playThrough(t, st, g, tb, rand.New(rand.NewPCG(uint64(i), 3)))
	}
}

// playTie plays Picture Perfect down the whole chain of a tie.
func playTie(t *testing.T, st *store.Store, vote scoring.Event) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	s := session.Start(st, pictureperfect.Game, play.OnlyScore, time.Now, r.Uint64)
	parlor.Check(t, s.Begin(anybody(r), func(ask.Asker) (setup.Table, error) {
		return setup.Table{Players: three, Origin: setup.AfterTheFact}, nil
	}))
	for _, e := range []scoring.Event{
		pictureperfect.Guest{Fulfilled: []int{3, 3, 0}}, pictureperfect.NoMoreGuests{},
		pictureperfect.Envelopes{Held: []int{4, 4, -1}}, vote,
	} {
		parlor.Check(t, s.Do(e))
	}
}
