package dixit

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
)

// sheetOf returns a sheet with some of its text replaced: old, new, old, new.
func sheetOf(sheet string, changes ...string) string {
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(sheet, changes[i]) {
			panic("the sheet has no " + changes[i])
		}
		sheet = strings.Replace(sheet, changes[i], changes[i+1], 1)
	}
	return sheet
}

const (
	baseSheet = `{"game": "dixit", "mode": "base", "players": ["Ana", "Bia", "Caio", "Davi"], "target": 30,
"rounds": [{"storyteller": "Ana", "storyteller_card": 2, "cards": {"1": "Bia", "2": "Ana", "3": "Davi", "4": "Caio"},
"votes": {"Bia": [2], "Caio": [1], "Davi": [2]}}]}`
	sevenSheet = `{"game": "dixit", "players": ["A", "B", "C", "D", "E", "F", "G"], "lone_vote_bonus": "always",
"rounds": [{"storyteller": "A", "storyteller_card": 1, "cards": {"1": "A", "2": "B", "12": "C"},
"votes": {"B": [1], "C": [1, 2], "D": [12, 1], "E": [1], "F": [1], "G": [2]}}]}`
	partySheet = `{"game": "dixit", "mode": "party", "players": ["A", "B", "C", "D", "E", "F"], "laps": 1,
"rounds": [{"storyteller": "B", "red": 6, "votes": {"A": [3], "B": [3], "C": [3], "D": [3], "E": [5], "F": [5]}}]}`
	teamSheet = `{"game": "dixit", "mode": "team", "players": ["A", "B", "C", "D", "E", "F"],
"teams": [{"name": "T1", "players": ["A", "D"]}, {"name": "T2", "players": ["B", "E"]}, {"name": "T3", "players": ["C", "F"]}],
"rounds": [{"storyteller": "A", "storyteller_card": 1, "cards": {"1": "T1", "2": "T2", "3": "T3", "4": "T1"}, "votes": {"T2": [3], "T3": [2]}}]}`
)

func TestSheetsTaken(t *testing.T) {
	for _, sheet := range []string{
		baseSheet, sevenSheet, partySheet, teamSheet,
		sheetOf(baseSheet, `"mode": "base", `, ""), sheetOf(baseSheet, `, "target": 30`, ""),
		sheetOf(baseSheet, `, "4": "Caio"`, ""), sheetOf(baseSheet, `"target"`, `"lone_vote_bonus": "unless_all_found", "target"`),
		sheetOf(partySheet, `"laps": 1`, `"lone_vote_bonus": "always"`),
		sheetOf(partySheet, `"B": [3]`, `"B": [5]`), sheetOf(teamSheet, `, "4": "T1"`, ""),
		sheetOf(teamSheet, `["A", "D"]`, `["D", "B"]`, `["B", "E"]`, `["A", "E"]`, `"storyteller": "A"`, `"storyteller": "B"`),
		sheetOf(baseSheet, `"target": 30`, `"target": 2147483647, "over": true, "setup": {"x": null}`),
		sheetOf(baseSheet, `"target": 30`, `"target": 5, "over": true`),
		`{"game": "dixit", "players": ["Ana", "Bia", "Caio"], "rounds": []}`,
		"game: dixit\nplayers: [Ana, Bia, Caio]\nrounds:\n- storyteller: Ana\n  storyteller_card: 2\n  cards: {1: Bia, 2: Ana, 4: Bia, 3: Caio, 5: Caio}\n  votes: {Bia: [2], Caio: [4]}\n",
	} {
		if _, err := scoring.ReadSheet([]byte(sheet), []scoring.Game{Game}); err != nil {
			t.Errorf("%s\n%v", sheet, err)
		}
	}
}

func TestSheetsRefused(t *testing.T) {
	for _, c := range []struct{ sheet, want string }{
		{sheetOf(baseSheet, `"base"`, `"Base"`), "mode: the text “Base” is not one of: base, party, team"},
		{sheetOf(baseSheet, `"base"`, `"party"`, `, "target": 30`, ""), "players: 4 players: Dixit Party is for 6 to 12"},
		{sheetOf(baseSheet, `"target": 30`, `"target": 0`), "target: 0 is out of range: from 1 to 2147483647"},
		{sheetOf(baseSheet, `"target": 30`, `"target": 30.0`), "target: expected a whole number from 1"},
		{sheetOf(baseSheet, `"target": 30`, `"laps": 1`), "laps: only Party and Team count laps"},
		{sheetOf(partySheet, `"laps": 1`, `"target": 30`), "target: only the base game is played to a target"},
		{sheetOf(baseSheet, `"target": 30`, `"teams": []`), "teams: only Team Dixit has teams"},
		{sheetOf(sevenSheet, `"always"`, `"never"`), "lone_vote_bonus: the text “never” is not one of: always, unless_all_found"},
		{sheetOf(partySheet, `"laps": 1`, `"lone_vote_bonus": "sometimes"`), "lone_vote_bonus: the text “sometimes” is not one of"},
		{sheetOf(baseSheet, `"rounds"`, `"runds"`), "rounds: this key is missing"},
		{sheetOf(baseSheet, `"rounds"`, `"extra": 1, "rounds"`), "extra: unknown key"},
		{sheetOf(baseSheet, `"storyteller": "Ana"`, `"storyteller": "ana"`), "rounds[0].storyteller: “ana” is not at the table"},
		{sheetOf(baseSheet, `"storyteller": "Ana", `, ""), "rounds[0].storyteller: this key is missing"},
		{sheetOf(baseSheet, `"storyteller_card": 2`, `"storyteller_card": "2"`), "rounds[0].storyteller_card: expected a whole number from 1 to 12"},
		{sheetOf(baseSheet, `"storyteller_card": 2`, `"storyteller_card": 1`), "rounds[0].storyteller_card: card 1 is Bia's"},
		{sheetOf(baseSheet, `"storyteller_card": 2`, `"storyteller_card": 2, "red": 1`), "rounds[0].red: unknown key"},
		{sheetOf(baseSheet, `"1": "Bia"`, `"01": "Bia"`), "rounds[0].cards.01: “01” is not the number of a card"},
		{sheetOf(baseSheet, `"1": "Bia"`, `"13": "Bia"`), "rounds[0].cards.13: “13” is not the number of a card"},
		{sheetOf(baseSheet, `"1": "Bia"`, `"0": "Bia"`), "rounds[0].cards.0: “0” is not the number of a card"},
		{sheetOf(baseSheet, `"1": "Bia"`, `"+1": "Bia"`), "rounds[0].cards.+1: “+1” is not the number of a card"},
		{sheetOf(baseSheet, `"1": "Bia"`, `"1": "Bea"`), "rounds[0].cards.1: “Bea” is not at the table"},
		{sheetOf(baseSheet, `"1": "Bia"`, `"1": null`), "rounds[0].cards.1: expected text, not null"},
		{sheetOf(baseSheet, `"3": "Davi"`, `"1": "Davi"`), "duplicate key “1”"},
		{sheetOf(baseSheet, `"Caio": [1]`, `"Caio": [13]`), "rounds[0].votes.Caio[0]: 13 is out of range: from 1 to 12"},
		{sheetOf(baseSheet, `"Caio": [1]`, `"Caio": []`), "rounds[0].votes.Caio: the vote of Caio is missing"},
		{sheetOf(baseSheet, `"Caio": [1]`, `"Caio": 1`), "rounds[0].votes.Caio: expected a list"},
		{sheetOf(baseSheet, `"Caio": [1]`, `"Caio": [true]`), "rounds[0].votes.Caio[0]: expected a whole number"},
		{sheetOf(baseSheet, `"Caio": [1]`, `"Caio": [1], "Eva": [1]`), "rounds[0].votes.Eva: “Eva” is not at the table"},
		{sheetOf(baseSheet, `"target": 30`, `"target": 1`, `"rounds": [`, `"rounds": [{"storyteller": "Ana", "storyteller_card": 2, "cards": {"2": "Ana"}, "votes": {"Bia": [2], "Caio": [2], "Davi": [2]}}, `), "rounds[1]: the game is over"},
		{sheetOf(baseSheet, `"target": 30`, `"target": 1, "over": false`), "over: false says that the game goes on"},
		{sheetOf(partySheet, `"red": 6`, `"red": 7`), "rounds[0].red: 7 is out of range: from 1 to 6"},
		{sheetOf(partySheet, `"red": 6`, `"red": 6, "cards": {}`), "rounds[0].cards: unknown key"},
		{sheetOf(teamSheet, `["A", "D"]`, `["A", "B"]`), "teams[1].players[0]: B is in a team already"},
		{sheetOf(teamSheet, `["A", "D"]`, `["A", "X"]`), "teams[0].players[1]: “X” is not at the table"},
		{sheetOf(teamSheet, `"name": "T1", `, ""), "teams[0].name: this key is missing"},
		{sheetOf(teamSheet, `"name": "T1", `, `"name": "T1", "color": 1, `), "teams[0].color: unknown key"},
		{sheetOf(teamSheet, `"storyteller": "A"`, `"storyteller": "T1"`), "rounds[0].storyteller: “T1” is not at the table"},
		{sheetOf(teamSheet, `"2": "T2"`, `"2": "B"`), "rounds[0].cards.2: “B” is not at the table; at the table are: T1, T2 and T3"},
	} {
		_, err := scoring.ReadSheet([]byte(c.sheet), []scoring.Game{Game})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v\nwant %s", c.sheet, err, c.want)
		}
	}
}
