package evenings

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/picture"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// Files of games as earlier commits left them. Every later version opens them, and every game in them has the result that was
// printed then. Neither file of a pair ever changes; a later way to store games gets another pair.
//
//   - testdata/old/COMMIT.db is what that commit stored: finished games, games under way, and some left with an answer, a
//     correction or a clock half done.
//   - testdata/old/COMMIT.json is what it printed for each game. All of it must still be said; there may be more, and the
//     reason of a point may be worded better.

// A bygone game is what the old program printed about it.
type bygone struct {
	About             string            // what was played, for human readers
	Show, Why, Export any               // nil: nobody had sat down yet
	Kept, Asks        []string          // of drafts: the slots, and the first question; for human readers
	Photos            map[string]string `json:",omitempty"` // the ids of the photos, by player
}

func TestOldFiles(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	files, err := filepath.Glob("testdata/old/*.db")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		commit := strings.TrimSuffix(filepath.Base(file), ".db")
		t.Run(commit, func(t *testing.T) {
			old, p := &parlor.Home{Dir: t.TempDir()}, &parlor.Home{Dir: t.TempDir()} // as it was stored, and migrated
			parlor.CopyFile(t, file, filepath.Join(old.Dir, "games.db"))
			parlor.CopyFile(t, parlor.Migrated(t, file), filepath.Join(p.Dir, "games.db"))
			games := bygones(t, strings.TrimSuffix(file, ".db")+".json")
			listed := old.Run("", "games")
			onlyLookedAt(t, filepath.Join(p.Dir, "games.db"), games)
			every := laws.Sparsely(t, 8)
			for n, id := range slices.Sorted(maps.Keys(games)) {
				if n%every != 0 {
					continue
				}
				t.Run(id, func(t *testing.T) {
					if !strings.Contains(listed.Out, id+"  ") {
						t.Errorf("not listed:\n%+v", listed)
					}
					if n/every%2 == 0 { // an older format is read through on every opening
						asThen(t, old, id, games[id])
					} else {
						asThen(t, p, id, games[id])
					}
				})
			}
		})
	}
}

func bygones(t *testing.T, file string) map[string]bygone {
	t.Helper()
	raw, err := os.ReadFile(file)
	parlor.Check(t, err)
	var games map[string]bygone
	if err := json.Unmarshal(raw, &games); err != nil || len(games) == 0 {
		t.Fatalf("%s: %d games, %v", file, len(games), err)
	}
	return games
}

// asThen looks at a game, sits down to it and leaves at once, and looks at all of it: nothing has changed.
func asThen(t *testing.T, p *parlor.Home, id string, was bygone) {
	t.Helper()
	saysStill(t, p, was.Show, "show", id, "--format", "json")
	showsStill(t, p, was.Photos, id)
	if h := p.Run("", "resume", id); h.Code != parlor.Done {
		t.Errorf("%s: resume: %+v", was.About, h)
	}
	saysStill(t, p, was.Why, "show", id, "--why", "--format", "json")
	saysStill(t, p, was.Export, "export", id)
	showsStill(t, p, was.Photos, id)
}

// saysStill compares what a command prints with what it printed then; nil: it failed.
func saysStill(t *testing.T, p *parlor.Home, was any, args ...string) {
	t.Helper()
	h := p.Run("", args...)
	if was == nil {
		if h.Code != parlor.Failed {
			t.Errorf("%v of a game without a table: %+v", args, h)
		}
		return
	}
	var now any
	if err := json.Unmarshal([]byte(h.Out), &now); err != nil || h.Code != parlor.Done {
		t.Errorf("%v: %v: %+v", args, err, h)
		return
	}
	if diff := missing("", secretVotes(was, now), now); diff != "" {
		t.Errorf("%v: %s", args, diff)
	}
}

// secretVotes returns an old sheet with secret votes counted: older versions wrote who voted for whom, this one only writes the
// counts.
func secretVotes(was, now any) any {
	old, is := was.(map[string]any)
	sheet, too := now.(map[string]any)
	if !is || !too || old["photo_votes"] == nil || sheet["photo_counts"] == nil {
		return was
	}
	old = maps.Clone(old)
	counts := map[string]any{}
	for _, candidate := range old["photo_votes"].(map[string]any) {
		n, _ := counts[candidate.(string)].(float64)
		counts[candidate.(string)] = n + 1
	}
	delete(old, "photo_votes")
	old["photo_counts"] = counts
	return old
}

// showsStill checks the photos of a game.
func showsStill(t *testing.T, p *parlor.Home, was map[string]string, id string) {
	t.Helper()
	dir := t.TempDir()
	if h := p.Run("", "export", id, "--photos", dir); (h.Code == parlor.Done) != (was != nil) {
		t.Errorf("%s: photos: %+v", id, h)
	}
	for name, photo := range was {
		if body, err := os.ReadFile(filepath.Join(dir, name+".jpg")); err != nil || picture.ID(body) != photo {
			t.Errorf("%s: the photo of %s: %v", id, name, err)
		}
	}
}

// missing returns the first thing below a place that was said and is not any more, or "".
func missing(at string, was, now any) string {
	switch was := was.(type) {
	case map[string]any:
		there, _ := now.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(was)) {
			if diff := missing(at+"."+key, was[key], there[key]); diff != "" {
				return diff
			}
		}
		return ""
	case []any:
		there, _ := now.([]any)
		if len(was) != len(there) {
			return fmt.Sprintf("%s: there were %d, now %d", at, len(was), len(there))
		}
		for i := range was {
			if diff := missing(fmt.Sprintf("%s[%d]", at, i), was[i], there[i]); diff != "" {
				return diff
			}
		}
		return ""
	}
	if was != now && !alikeAt(at, was, now) {
		return fmt.Sprintf("%s: it was %v, now %v", at, was, now)
	}
	return ""
}

// alikeAt reports a difference that is allowed: a time in another zone, a reason in other words.
func alikeAt(at string, was, now any) bool {
	a, _ := was.(string)
	b, _ := now.(string)
	switch at[strings.LastIndex(at, ".")+1:] {
	case "played":
		then, err := time.Parse(time.RFC3339, a)
		again, err2 := time.Parse(time.RFC3339, b)
		return err == nil && err2 == nil && then.Equal(again)
	case "why", "where":
		return (a == "") == (b == "")
	}
	return false
}

// onlyLookedAt checks that looking at the games of an earlier commit changes nothing, even if something was corrected, undone or
// left half done in them.
func onlyLookedAt(t *testing.T, file string, kept map[string]bygone) {
	t.Helper()
	st, err := store.Open(t.Context(), file)
	parlor.Check(t, err)
	for n, id := range slices.Sorted(maps.Keys(kept)) {
		if kept[id].Show == nil || n%laws.Sparsely(t, 12) != 0 {
			continue
		}
		h := &hand{Anybody: laws.New(laws.Seed(t), uint64(n)), looks: true, most: 14, watch: unwatched{}}
		if changed := looksAround(t, st, shelf.Games, id, h, nil); changed != "" {
			t.Errorf("%s (%s): %s", id, kept[id].About, changed)
		}
	}
	parlor.Check(t, st.Close())
}

// unwatched is an observer that sees nothing.
type unwatched struct{}

func (unwatched) asked(ask.Question) bool                           { return false }
func (unwatched) told(ask.Question, *ask.Answer, ask.Answer, error) {}
