// Package pad is a score pad for any game that the program does not know: rounds of points, or categories that are
// counted at the end. It turns what a table agrees on into the file of a counted game, which is stored nowhere.
package pad

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pad"
)

const id = "pad"

// Game is the score pad.
var Game = scoring.Define[counted.State](scoring.Game{
	ID: id, Name: lay.Title, MinPlayers: lay.MinPlayers, MaxPlayers: lay.MaxPlayers,
	Texts: counted.Texts, Setup: setup.Laying{Texts: lay.Texts}, Handbook: files, Views: []scoring.View{scoring.Summary, scoring.Chart},
	New: begin,
	Events: slices.Concat(
		scoring.Kinds(counted.Round{}, counted.Category{}, counted.Person{}, counted.Start{}, counted.Won{}), scoring.Late(counted.Running{})),
	Options: lay.Options(), Called: lay.Called, Longer: lay.Longer, Fixed: fixed, Reseat: counted.Reseat, Read: read,
})

// begin returns an empty pad.
func begin(t setup.Table) (scoring.State, error) {
	f, wrong := File(t)
	if wrong != nil {
		return nil, wrong
	}
	return f.Begin(t)
}

// File returns a counted game with the rules that a table agreed on. It refuses what lay.Check refuses, with a *Fault at the
// key of the score sheet.
func File(t setup.Table) (*counted.File, *scoring.Fault) {
	wrong := lay.Check(t)
	if wrong != nil {
		return nil, wrong
	}
	f, wrong := counted.Read(text(t, id, lay.Title.Other))
	if wrong != nil {
		return nil, wrong
	}
	f.Agreed, f.PerPerson, f.Pad = true, t.Choices[lay.Told] == lay.PerPerson, write
	return f, nil
}

// Shelved returns the rules of a table as a game file for the shelf, under the name of the game and an ID from idOf; ""
// if File would refuse them.
func Shelved(t setup.Table, idOf func(name string) string) string {
	switch name := t.Choices[lay.Name]; {
	case lay.Check(t) != nil:
		return ""
	case name != "":
		return string(text(t, idOf(name), name))
	}
	return string(text(t, idOf("our game"), map[string]string{"en": "Our game", "pt-BR": "Nosso jogo"}))
}

// text returns the rules of a table as a game file, with an ID and a name in one or more languages.
func text(t setup.Table, id string, name any) []byte {
	low, uncounted := t.Choices[lay.Wins] == lay.Low, t.Choices[lay.Uncounted]
	var file scoring.Ordered
	file.Add(true, "game_file", 1)
	file.Add(true, "id", id)
	file.Add(true, "name", name)
	file.Add(true, "players", fmt.Sprintf("%d-%d", lay.MinPlayers, lay.MaxPlayers))
	file.Add(uncounted != "", "wins", uncounted)
	file.Add(low, "wins", counted.Fewest)
	var fields []any
	for _, it := range lay.Split(t.Choices[lay.Categories]) {
		fields = append(fields, map[string]any{"name": it})
	}
	file.Add(fields == nil && uncounted == "", "each_round", []any{map[string]any{"name": map[string]string{"en": "points", "pt-BR": "pontos"}}})
	target, rounds := t.Int(lay.Target, 0), t.Int(lay.Planned, 0)
	file.Add(target > 0, "ends", map[string]int{"at": target})
	file.Add(rounds > 0, "ends", map[string]int{"after": rounds})
	file.Add(fields != nil, "at_end", fields)
	tie, settled := t.Choices[lay.Tie]
	file.Add(settled && !low, "ties", []string{tie})
	file.Add(settled && low, "ties", []any{map[string]any{"field": tie, "wins": counted.Fewest}})
	clock, ticks := t.Choices[lay.Clock]
	file.Add(ticks, "clock", map[string]string{"round": clock})
	b, _ := json.Marshal(file) // marshaling texts and numbers cannot fail
	return b
}

// fixed returns why nobody may come or go; usually people may, between two rounds.
func fixed(t setup.Table) (why lang.Text) {
	if f, wrong := File(t); wrong == nil {
		why = f.Fixed(t)
	}
	return why
}

//go:embed handbook/*.md
var files embed.FS
