// Package pad is a score pad for any game that the program does not know: rounds of points, or
// categories that are counted at the end. What its table agrees on is the file of a counted game that lies nowhere.
package pad

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pad"
)

const id = "pad"

var points = lang.Of(map[string]string{"en": "points", "pt-BR": "pontos"})

// Game is the pad, whole.
var Game = scoring.Define[counted.State](scoring.Game{
	ID: id, Name: lay.Title, MinPlayers: lay.MinPlayers, MaxPlayers: lay.MaxPlayers,
	Texts: counted.Texts, Setup: setup.Laying{Texts: lay.Texts}, Handbook: files, Views: []scoring.View{scoring.Summary, scoring.Chart},
	New: begin,
	Events: slices.Concat(
		scoring.Kinds(counted.Round{}, counted.Category{}, counted.Person{}, counted.Start{}, counted.Won{}), scoring.Late(counted.Running{})),
	Options: lay.Options, Called: lay.Called, Longer: lay.Longer, Fixed: fixed, Reseat: counted.Reseat, Read: read,
})

// begin returns an empty pad. It refuses what File refuses.
func begin(t setup.Table) (scoring.State, error) {
	f, wrong := File(t)
	if wrong != nil {
		return nil, wrong
	}
	return f.Begin(t)
}

// File returns what a table agreed on as the file of a game. It refuses what lay.Of refuses, with a *Fault at the key of a sheet.
func File(t setup.Table) (*counted.File, *scoring.Fault) {
	m, wrong := lay.Of(t)
	if wrong != nil {
		return nil, wrong
	}
	f := &counted.File{
		ID: id, Name: lang.Literal(m.Name), Players: counted.People{Lo: lay.MinPlayers, Hi: lay.MaxPlayers}, Wins: counted.Most,
		Agreed: true, PerPerson: m.PerPerson, Pad: write, Ends: counted.End{By: counted.AtWord}, Clock: m.Clock,
	}
	if m.Low {
		f.Wins = counted.Fewest
	}
	switch {
	case m.Uncounted == lay.ByWord:
		f.Wins = counted.Word
	case m.Uncounted == lay.ByAll:
		f.Wins = counted.Together
	case m.Target > 0:
		f.Ends = counted.End{By: counted.At, N: counted.Always(m.Target)}
	case m.Rounds > 0:
		f.Ends = counted.End{By: counted.After, N: counted.Always(m.Rounds)}
	}
	if m.Categories == nil && m.Uncounted == "" {
		f.EachRound = []counted.Field{counted.Number(points)}
	}
	for _, it := range m.Categories {
		f.AtEnd = append(f.AtEnd, counted.Number(lang.Literal(it)))
	}
	if m.Tie >= 0 {
		f.Ties = []counted.Tie{{Field: m.Categories[m.Tie], Wins: f.Wins}}
	}
	return f, nil
}

// fixed returns why nobody may come or go: between two rounds anybody may.
func fixed(t setup.Table) (why lang.Text) {
	if f, wrong := File(t); wrong == nil {
		why = f.Fixed(t)
	}
	return why
}

//go:embed handbook/*.md
var files embed.FS
