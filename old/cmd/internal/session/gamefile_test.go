package session

import (
	"errors"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// framed returns games with one that frames files: a file is the name of a game with the rules of purse.
func framed() []scoring.Game {
	frame := purse
	frame.Files.Read = func(file string) (scoring.Game, error) {
		if file == "" || strings.Contains(file, "?") {
			return scoring.Game{}, errors.New("no file")
		}
		g := purse
		g.ID, g.Name, g.Files.Own = "wallet", lang.Literal(file), file
		return g, nil
	}
	return []scoring.Game{frame}
}

func ofWallet(t *testing.T, file string) scoring.Game {
	t.Helper()
	g := need(scoring.OfFile(framed(), file))
	return g
}

// A game of a file follows its own copy of the file from the first answer on. Only the first line holds it, neither the
// entry in lists nor a corrected table.
func TestAGameOfAFile(t *testing.T) {
	st := opened(t, file(t))
	s := Start(st, ofWallet(t, "Old Wallet"), "", watch(), dice())
	if err := s.Begin(say(t, "name.0=Ana"), askTable); err == nil {
		t.Fatal("the script ends in the midst of the table")
	}
	half := need(Open(st, framed(), s.Log.ID(), watch(), dice()))
	if name := half.Log.Game().Name.String(); name != "Old Wallet" {
		t.Errorf("half told: %s", name)
	}
	must(t, half.Begin(say(t, "name.1=Bia", "short=1"), askTable))
	must(t, half.Do(move{Who: 0, Amount: 7}))
	seated := table(half)
	seated.Players = []string{"Ana", "Bea"}
	must(t, makeIt(half)(half.Reseat(seated, nil)))
	again := need(Open(st, framed(), s.Log.ID(), watch(), dice()))
	if again.Log.Game().Name.String() != "Old Wallet" || gold(again) != "7 0" || table(again).Players[1] != "Bea" || table(again).GameFile != "" {
		t.Errorf("%s, %s, %+v", again.Log.Game().Name, gold(again), table(again))
	}
	if all := on(t, again); strings.Count(all, `"game_file":"Old Wallet"`) != 1 {
		t.Error(all)
	}
	kept := need(st.History.Game(s.Log.ID()))
	if g, known := scoring.Listed(framed(), kept.Kind, kept.Choices); !known || g.Name.String() != "Old Wallet" || kept.Choices["short"] != setup.No || len(kept.Choices) != 2 {
		t.Errorf("%+v %v", kept, known)
	}
	lines := need(st.Log.After(s.Log.ID(), 0))
	if read, p := Teller(framed())("wallet", s.Log.ID(), lines, nil); read != len(lines) || p.Choices["game"] == "" {
		t.Errorf("%d of %d lines are told, %+v", read, len(lines), p)
	}
	must(t, again.Do(scoring.Stop{}))
	if h := again.Log.Hows()["Ana"]; h.Game != "wallet" || h.Name == nil || h.Name.String() != "Old Wallet" {
		t.Errorf("%+v", h)
	}
}

// A game whose file is missing or empty cannot be read, and says so. A game that is added whole has its file.
func TestAGameWithoutItsFile(t *testing.T) {
	st := opened(t, file(t))
	id := need(st.Log.Create("wallet", "", noon, func(int) int { return 0 }))
	must(t, st.Log.Append(id, 0, noon, []byte(`{"kind":"change","put":[{"kind":"table","event":{"players":["Ana","Bia"],"first":0}}]}`), store.Projection{}))
	_, err := Open(st, framed(), id, watch(), dice())
	wants(t, err, scoring.ErrUnknown)
	bad := need(st.Log.Create("wallet", "", noon, func(int) int { return 1 }))
	must(t, st.Log.Append(bad, 0, noon, []byte(`{"kind":"change","put":[{"kind":"table","event":{"players":["Ana","Bia"],"first":0,"game_file":"?"}}]}`), store.Projection{}))
	_, err = Open(st, framed(), bad, watch(), dice())
	wants(t, err, store.ErrDamaged)
	w := need(Whole(ofWallet(t, "New Wallet"), setup.Table{Players: []string{"Ana", "Bia"}}, []scoring.Event{move{Who: 1, Amount: 3}}, noon, noon))
	ids := need(st.Log.Add([]store.Whole{w}, func(int) int { return 2 }))
	s, err := Open(st, framed(), ids[0], watch(), dice())
	if err != nil || s.Log.Game().Name.String() != "New Wallet" || gold(s) != "0 3" {
		t.Errorf("%v", err)
	}
}
