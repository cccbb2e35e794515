package history

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	rules "github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/versus"
	"github.com/tablemate/tablemate/old/setup"
)

// A kept game in one line: game and mode, people, how far it is or the winners, and the date.
func TestRow(t *testing.T) {
	six := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi"}
	party := setup.Table{Players: six}.With(dixit.Mode, "party")
	story := dixit.Turn{Red: 6, Votes: [][]int{{1}, {1}, {1}, {1}, {1}, {1}}}
	guest := pictureperfect.Guest{Fulfilled: []int{3, 1}}
	for _, c := range []struct {
		game   scoring.Game
		table  setup.Table
		events []scoring.Event
		en, pt string
	}{
		{dixit.Game, party, nil, "Dixit Odyssey, Party · Ana, Bia, Caio, Davi, Eva and Fabi · not begun yet · since 20:00", "Dixit Odyssey, Party · Ana, Bia, Caio, Davi, Eva e Fabi · ainda não começou · desde 20:00"},
		{dixit.Game, party, []scoring.Event{scoring.Laid{}, story}, "Dixit Odyssey, Party · Ana, Bia, Caio, Davi, Eva and Fabi · Turn 2 of 6 · since 20:00", "Dixit Odyssey, Party · Ana, Bia, Caio, Davi, Eva e Fabi · Turno 2 de 6 · desde 20:00"},
		{
			pictureperfect.Game, setup.Table{Players: six[:2], Origin: setup.AfterTheFact}.With("auction", setup.Yes), []scoring.Event{guest, scoring.Stop{}},
			"Picture Perfect, with auctions · Ana and Bia · won by Ana with 6 points · today at 20:00", "Foto Perfeita, com leilões · Ana e Bia · vitória de Ana com 6 pontos · hoje às 20:00",
		},
		{
			pictureperfect.Game, setup.Table{Players: six[:2], Origin: setup.AfterTheFact}, []scoring.Event{pictureperfect.Guest{Fulfilled: []int{1, 1}}, scoring.Stop{}},
			"Picture Perfect · Ana and Bia · The tie · today at 20:00", "Foto Perfeita · Ana e Bia · O desempate · hoje às 20:00",
		},
		{
			pictureperfect.Game, setup.Table{Players: six[:3], First: 1}.With("auction", setup.Yes), []scoring.Event{pictureperfect.Laid{}, pictureperfect.Opened{Card: "open-auction"}},
			"Picture Perfect, with auctions · Ana, Bia and Caio · Round 1 of 6 · Open Auction · Bia offers · since 20:00",
			"Foto Perfeita, com leilões · Ana, Bia e Caio · Rodada 1 de 6 · Leilão Aberto · oferta de Bia · desde 20:00",
		},
		{
			pad.Game, setup.Table{Players: six[:2]}.With("name", "Azul"), []scoring.Event{rules.Round{Points: []int{3, 4}}},
			"Score pad, Azul · Ana and Bia · Round 2 · since 20:00", "Bloco de pontos, Azul · Ana e Bia · Rodada 2 · desde 20:00",
		},
		{
			pad.Game, setup.Table{Players: six[:2]}.With("ends", "rounds").With("rounds_planned", "3"), nil,
			"Score pad, 3 rounds · Ana and Bia · Round 1 of 3 · since 20:00", "Bloco de pontos, 3 rodadas · Ana e Bia · Rodada 1 de 3 · desde 20:00",
		},
		{versus.Game, setup.Table{Players: six[:3]}, []scoring.Event{scoring.Stop{}}, "Versus · Ana, Bia and Caio · won by Ana, Bia and Caio with 0 points · today at 20:00", "Versus · Ana, Bia e Caio · vitória de Ana, Bia e Caio com 0 ponto · hoje às 20:00"},
	} {
		st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
		laws.Need(t, err)
		now := func() time.Time { return time.Date(2031, 5, 4, 20, 0, 0, 0, time.Local) }
		s := session.Start(st, c.game, "", now, func() uint64 { return 9 })
		laws.Need(t, s.Begin(nil, func(ask.Asker) (setup.Table, error) { return c.table, nil }))
		for _, e := range c.events {
			laws.Need(t, s.Do(e))
		}
		all, err := st.History.List(store.Filter{})
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		for tag, want := range map[string]string{"en": c.en, "pt-BR": c.pt} {
			voice := lang.NewLocalizer(tag, Texts, lang.Texts, scoring.Texts, c.game.Texts, c.game.Setup.Texts)
			p := Reporter{Store: st, Games: []scoring.Game{c.game}, Voice: voice, Now: now}
			if got := voice.Say(p.Row(p.Read(all[0]))); got != want {
				t.Errorf("%q\nwant %q", got, want)
			}
		}
		st.Close()
	}
}

// Winners come with their points if those are all the same.
func TestWinners(t *testing.T) {
	r := scoring.Result{Over: true, Rows: []string{"Ana", "Bia", "Caio"}, Points: []int{1, 2, 1}}
	for want, who := range map[string][]int{"won by Ana with 1 point": {0}, "won by Ana and Caio with 1 point": {0, 2}, "won by Ana and Bia": {0, 1}, "over, nobody won": nil} {
		r.Winners = who
		if got := winners(r).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
