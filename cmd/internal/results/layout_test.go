package results

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// scored returns the game and the end of a sheet.
func scored(t *testing.T, sheet string) (scoring.Game, scoring.State) {
	t.Helper()
	s, err := scoring.ReadSheet(shelf.Find, []byte(sheet))
	if err != nil {
		t.Fatal(err)
	}
	now, err := s.Score()
	if err != nil {
		t.Fatal(err)
	}
	return s.Game, now
}

// people returns so many names.
func people(n int) []string {
	return []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo", "Ida", "João", "Kai", "Lia"}[:n]
}

// Categories have their names at any number of people, in each width and language, in full or, where people fit beside
// each other, at the beginning of a row. No line is wider than the window.
func TestCategories(t *testing.T) {
	const field = "game_file: 1, id: ours, name: Ours, players: 1-12, wins: most, at_end: [{name: harbours}, {name: lighthouses}, {name: long roads}, {name: sheep}]"
	for n := 1; n <= 12; n++ {
		all := people(n)
		sheet := fmt.Sprintf("game: ours\nplayers: [%s]\ngame_file: {%s}\nat_end:\n", strings.Join(all, ", "), field)
		for _, category := range []string{"harbours", "lighthouses", "long roads", "sheep"} {
			var has []string
			for i, name := range all {
				has = append(has, fmt.Sprintf("%s: %d", name, 10+i))
			}
			sheet += fmt.Sprintf("  %s: {%s}\n", category, strings.Join(has, ", "))
		}
		g, now := scored(t, sheet)
		for _, width := range []int{40, 80, 120} {
			for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
				text := report.Printer{Width: width}.Text(Result(l, g, now, With{}))
				flat := strings.Join(strings.Fields(strings.ReplaceAll(text, "\u00a0", " ")), " ")
				for _, category := range []string{"harbours", "lighthouse", "long roads", "sheep"} {
					if !strings.Contains(flat, category) {
						t.Errorf("%d people, %d columns: no %s in\n%s", n, width, category, text)
					}
				}
				for line := range strings.Lines(text) {
					if ansi.StringWidth(strings.TrimRight(line, "\n")) > width {
						t.Errorf("%d people, %d columns: %s", n, width, line)
					}
				}
			}
		}
	}
	var wonders strings.Builder
	wonders.WriteString("game: seven-wonders\nplayers: [Ana, Bia, Caio, Davi, Eva, Fabi, Gil]\nat_end:\n")
	for _, field := range []string{"war", "coins", "wonder", "civic", "trade", "guilds"} {
		fmt.Fprintf(&wonders, "  %s: {Ana: 1, Bia: 2, Caio: 3, Davi: 4, Eva: 5, Fabi: 6, Gil: 7}\n", field)
	}
	g, now := scored(t, wonders.String())
	for _, width := range []int{40, 80} {
		if text := (report.Printer{Width: width}).Text(Result(lang.English, g, now, With{})); !strings.Contains(text, "guilds") {
			t.Errorf("7 Wonders with seven, %d columns:\n%s", width, text)
		}
	}
}

// The game says whether its parts are rounds or have names; the words of their titles do not.
func TestLayout(t *testing.T) {
	for sheet, named := range map[string]bool{
		"game: hearts\nplayers: [Ana, Bia, Caio]\nrounds: [{points: {Ana: 0, Bia: 13, Caio: 13}}]": false,
		"game: versus\nplayers: [Ana, Bia, Caio]\nevents: [{type: slap, by: Ana, gives: Bia}]":     false,
	} {
		_, now := scored(t, sheet)
		for _, p := range scoring.FrameOf(now).Parts {
			if p.Numbered == named {
				t.Errorf("%s: %s is numbered: %v", sheet, p.Title, p.Numbered)
			}
		}
	}
	p := play(t, "picture-perfect.yaml")
	for _, part := range scoring.FrameOf(p.after).Parts {
		if part.Numbered {
			t.Errorf("the guest %s is a round", part.Title)
		}
	}
}

// A game that paid nothing has no winner who could share a victory.
func TestNothingScored(t *testing.T) {
	for _, sheet := range []string{
		"game: pad\nplayers: [Ana, Bia]\ngame_file: {game_file: 1, id: pad, name: Pad, players: 1-12, wins: most, each_round: [{name: points}]}\nrounds: []\nover: true", "game: skyjo\nplayers: [Ana, Bia]\nrounds: []\nover: true",
		"game: versus\nplayers: [Ana, Bia, Caio]\nevents: []\nover: true", "game: dixit\nplayers: [Ana, Bia, Caio]\nrounds: []\nover: true",
	} {
		g, now := scored(t, sheet)
		for l, want := range map[lang.Lang]string{lang.English: "before anything was scored", lang.Portuguese: "antes de qualquer ponto"} {
			out := Outcome(l, g, now) + Chat(l, g, now, With{})
			if !strings.Contains(out, want) || strings.Contains(out, "🥇") {
				t.Errorf("%s: %s", sheet, out)
			}
		}
	}
}

// BG Stats hears of the first player: the person whom the table named, or the one to the dealer's left.
func TestStartPlayer(t *testing.T) {
	const slap, points, tricks = "events: [{type: slap, by: Ana, gives: Bia}]", "rounds: [{points: {Ana: 0, Bia: 13, Caio: 13}}]", "rounds: [{tricks: {Ana: [0, 0], Bia: [1, 1], Caio: [0, 0]}}]"
	for _, c := range []struct {
		game, told    string
		first, starts setup.Name
	}{
		{"versus", slap, "Bia", "Caio"}, {"versus", slap, "Caio", "Ana"}, {"versus", slap, "", ""}, {"hearts", points, "Ana", "Bia"}, {"wizard", tricks, "Caio", "Ana"},
		{"spyfall", "rounds: []", "Caio", "Caio"}, {"skyjo", "rounds: []", "", ""},
	} {
		s, err := scoring.ReadSheet(shelf.Find, []byte("game: "+c.game+"\nplayers: [Ana, Bia, Caio]\n"+c.told+"\nover: true"))
		if err != nil {
			t.Fatal(err)
		}
		s.Table.First = c.first
		g := s.Game
		begun, err := g.Begin(s.Table)
		if err != nil {
			t.Fatal(err)
		}
		now, err := g.Fold(begun, s.Events)
		if err != nil {
			t.Fatal(err)
		}
		link := BGStats(g, now, "kobe", time.Unix(0, 0))
		_, data, _ := strings.Cut(link, "?data=")
		raw, err := url.QueryUnescape(data)
		var pushed bgPlay
		if err != nil || json.Unmarshal([]byte(raw), &pushed) != nil {
			t.Fatal(err, raw)
		}
		for _, p := range pushed.Players {
			if p.StartPlayer != (p.Name == string(c.starts)) {
				t.Errorf("%s, %s: %s starts: %v", c.game, c.first, p.Name, p.StartPlayer)
			}
		}
	}
}
