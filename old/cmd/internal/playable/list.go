package playable

import (
	"context"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

var (
	headGame    = lang.Msg("playable.head-game", "Game")
	headPlayers = lang.Msg("playable.head-players", "Players")
	headFrom    = lang.Msg("playable.head-from", "Where from")
	headWord    = lang.Msg("playable.head-word", "To play it")
	fromCode    = lang.Msg("playable.from-code", "with its rules, in the program")
	fromShipped = lang.Msg("playable.from-shipped", "a file that comes with the program")
	fromOwn     = lang.Msg("playable.from-own", "your own file")
	fromPad     = lang.Msg("playable.from-pad", "played on the score pad here")
	fromBroken  = lang.Msg("playable.from-broken", "your own file, and it is wrong")
)

// A listed game is a row of the list.
type listed struct {
	ID      string `json:"id,omitempty"`
	Name    string `json:"name"`
	Least   int    `json:"min_players,omitempty"`
	Most    int    `json:"max_players,omitempty"`
	From    string `json:"from"` // program, file, own or pad
	Problem string `json:"problem,omitempty"`
	from    lang.Text
}

// List returns everything that can be played, and a sentence about each faulty file of the user's own.
func (s Shelf) List(ctx context.Context) (d report.Doc, problems []string) {
	var all []listed
	var shipped []scoring.Game
	for _, it := range shelf.Shipped {
		g, _ := scoring.OnShelf(s.Kept.Games, it.ID) // a test reads them all
		shipped = append(shipped, g)
	}
	mine := s.Owned()
	for _, its := range []struct {
		games []scoring.Game
		from  string
		say   lang.Text
	}{{s.Kept.Games, "program", fromCode}, {shipped, "file", fromShipped}, {mine, "own", fromOwn}} {
		for _, g := range its.games {
			all = append(all, listed{ID: g.ID, Name: s.Kept.Voice.Say(g.Name), Least: g.MinPlayers, Most: g.MaxPlayers, From: its.from, from: its.say})
		}
	}
	for _, file := range s.Own().All() {
		if _, err := ofFile(file); err != nil {
			say := s.Kept.Voice.Say(s.Kept.Explain(err))
			problems = append(problems, say)
			all = append(all, listed{Name: file.Path, From: "own", Problem: say, from: fromBroken})
		}
	}
	for _, name := range s.onPads(ctx) {
		if !slices.ContainsFunc(mine, play.IsCalled(s.Kept.Voice, name)) {
			all = append(all, listed{Name: name, From: "pad", from: fromPad})
		}
	}
	return report.Doc{Grid: grid(all), JSON: func(func(lang.Text) string) any { return all }}, problems
}

// onPads returns the games played here on frames, the latest first, or nothing if the file of games cannot be read.
func (s Shelf) onPads(ctx context.Context) []string {
	st, err := s.Kept.OpenToRead(ctx)
	if err != nil {
		return nil
	}
	defer st.Close()
	return play.CalledHere(s.Kept.Games, st)
}

func grid(all []listed) *report.Grid {
	g := &report.Grid{}
	for i, head := range []lang.Text{headGame, headWord, headPlayers, headFrom} {
		g.Columns = append(g.Columns, report.Column{Head: head, Spare: max(0, i-1)})
	}
	for _, it := range all {
		word, people := it.ID, ""
		if it.From == "pad" {
			word = kept.Quoted(it.Name)
		}
		if it.Most > 0 {
			people = Numbers(it.Least, it.Most)
		}
		g.Rows = append(g.Rows, report.Row{Cells: []report.Cell{it.Name, word, people, it.from}})
	}
	return g
}

// Numbers returns a range of players: 3–7, or 3.
func Numbers(lo, hi int) string {
	if lo == hi {
		return strconv.Itoa(lo)
	}
	return strconv.Itoa(lo) + "–" + strconv.Itoa(hi)
}
