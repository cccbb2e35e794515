// Package dixit lays out Dixit Odyssey before the first story: the modes that fit a table, the teams, the deal and
// the board. It shuffles nothing and scores nothing.
package dixit

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The modes, as the values of the choice "mode".
const (
	Base  = "base"  // 3 to 12 players; two votes from 7 on
	Party = "party" // 6 to 12 players
	Team  = "team"  // 3 to 6 pairs
)

// The contents of the box (Conteúdo), and the limits of a table.
const (
	Images     = 84 // image cards
	Spaces     = 12 // numbered spaces for cards on the score track
	MinPlayers = 3
	MaxPlayers = 12
)

// Mode returns the mode of a table, Base by default.
func Mode(t setup.Table) string { return t.Choice("mode", Base) }

// Fits reports whether so many people can play a mode.
func Fits(mode string, people int) bool {
	switch mode {
	case Base:
		return people >= MinPlayers && people <= MaxPlayers
	case Party:
		return people >= 6 && people <= MaxPlayers
	case Team:
		return people >= 6 && people <= MaxPlayers && people%2 == 0
	}
	return false
}

// TwoVotes reports whether everybody at a table may vote for a second card (Encontrar a carta
// do narrador com 7 jogadores ou mais).
func TwoVotes(t setup.Table) bool { return Mode(t) == Base && len(t.Players) >= 7 }

// Laid tells what lies on the table before the first turn. Its JSON is the output of `tablemate setup dixit
// --format json`.
type Laid struct {
	Players    int    `json:"players"`
	Mode       string `json:"mode"`
	CardsEach  int    `json:"cards_each"`           // in every hand: 4 to 7
	VotesEach  int    `json:"votes_each"`           // voting pegs of a person, or of a team: 1 or 2, without the red one of Party
	CardsShown int    `json:"cards_shown"`          // on the board in every turn; in Team the partner's card may be one more
	LapTurns   int    `json:"laps_turns,omitempty"` // turns until everybody has told once; Party and Team
}

// Lay counts what has to be laid out (Preparação da Partida of each mode, Partida com 3 Jogadores). It looks only
// at the number of players and at the mode; if that does not fit, the fault is at "mode" or "players".
func Lay(t setup.Table) (Laid, error) {
	if f := Check(t); f != nil {
		return Laid{}, f
	}
	n := len(t.Players)
	l := Laid{Players: n, Mode: Mode(t), CardsEach: 6, VotesEach: 1, CardsShown: n}
	switch {
	case l.Mode == Party:
		l.CardsEach, l.LapTurns = 5, n
	case l.Mode == Team:
		l.CardsEach, l.CardsShown, l.LapTurns = 4, n/2, n
	case n == 3:
		l.CardsEach, l.CardsShown = 7, 5
	case TwoVotes(t):
		l.VotesEach = 2
	}
	return l, nil
}

var (
	noMode    = lang.Msg("dixit.lay.no-mode", "“{mode}” is not a way to play Dixit; choose base, party or team")
	notBase   = lang.Plural("dixit.lay.not-base", "{n} player: the base game is for 3 to 12", "{n} players: the base game is for 3 to 12")
	notParty  = lang.Plural("dixit.lay.not-party", "{n} player: Dixit Party is for 6 to 12", "{n} players: Dixit Party is for 6 to 12")
	notTeam   = lang.Plural("dixit.lay.not-team", "{n} player: Team Dixit is for 6, 8, 10 or 12", "{n} players: Team Dixit is for 6, 8, 10 or 12")
	noTeams   = lang.Plural("dixit.lay.no-teams", "{n} team: {want} pairs are needed, with everybody in exactly one", "{n} teams: {want} pairs are needed, with everybody in exactly one")
	noPair    = lang.Plural("dixit.lay.no-pair", "{n} person in this team: a team is a pair", "{n} people in this team: a team is a pair")
	noSeat    = lang.Msg("dixit.lay.no-seat", "there is no such seat at this table")
	twoTeams  = lang.Msg("dixit.lay.two-teams", "{who} is in a team already")
	playerToo = lang.Msg("dixit.lay.player-too", "“{name}” is the name of a player; a team needs one of its own")
)

// Check refuses a mode that does not exist or does not fit the number of players; the fault is at "mode" or
// "players".
func Check(t setup.Table) *fault.Fault {
	n := len(t.Players)
	mode := Mode(t)
	if Fits(mode, n) {
		return nil
	}
	switch mode {
	case Base:
		return fault.New(notBase.With("n", n), "players")
	case Party:
		return fault.New(notParty.With("n", n), "players")
	case Team:
		return fault.New(notTeam.With("n", n), "players")
	}
	return fault.New(noMode.With("mode", mode), "mode")
}

// CheckTeams refuses teams that are not pairs, leave a player out, seat one twice, or have an invalid name or the
// name of a player; the paths are those of a sheet: "teams[1].players[0]". Only in Team does it look at t.Teams.
func CheckTeams(t setup.Table) *fault.Fault {
	if Mode(t) != Team {
		return nil
	}
	if f := checkPairs(t); f != nil {
		return f
	}
	names := make([]string, len(t.Teams))
	for i, team := range t.Teams {
		names[i] = team.Name
	}
	if f := setup.CheckNames(names); f != nil {
		return fault.New(f.Say, "teams", f.At[0], "name")
	}
	for i, name := range names {
		if somebodys(name, t.Players) {
			return fault.New(playerToo.With("name", name), "teams", fault.Index(i), "name")
		}
	}
	return nil
}

func checkPairs(t setup.Table) *fault.Fault {
	if want := len(t.Players) / 2; len(t.Teams) != want {
		return fault.New(noTeams.With("n", len(t.Teams), "want", want), "teams")
	}
	seen := make([]bool, len(t.Players))
	for i, team := range t.Teams {
		at := []string{"teams", fault.Index(i), "players"}
		if n := len(team.Seats); n != 2 {
			return fault.New(noPair.With("n", n), at...)
		}
		for k, seat := range team.Seats {
			if seat < 0 || seat >= len(seen) {
				return fault.New(noSeat, append(at, fault.Index(k))...)
			}
			if seen[seat] {
				return fault.New(twoTeams.With("who", t.Players[seat]), append(at, fault.Index(k))...)
			}
			seen[seat] = true
		}
	}
	return nil
}

func somebodys(name string, players []string) bool {
	return slices.ContainsFunc(players, func(player string) bool { return setup.Alike(player) == setup.Alike(name) })
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "dixit", Files: files}
