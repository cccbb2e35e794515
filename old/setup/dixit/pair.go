package dixit

import (
	"slices"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	whoTogether = lang.Msg("dixit.lay.together", "Who plays together?")
	opposite    = lang.Msg("dixit.lay.opposite", "Those who sit opposite each other: {pairs}")
	oneByOne    = lang.Msg("dixit.lay.one-by-one", "We choose, pair by pair")
	duo         = lang.Msg("dixit.lay.duo", "{first} with {second}")
	whoWith     = lang.Msg("dixit.lay.with", "Who plays with {who}?")
	newSeats    = lang.Msg("dixit.lay.new-seats", "Please sit down in this order, clockwise: {order}.")
	teamName    = lang.Msg("dixit.lay.team-name", "What is the team of {first} and {second} called?")
)

// Pair forms the teams of Team Dixit (Dixit em Times, Preparação da Partida): it asks who plays together and how
// each team is called, and seats partners opposite each other. The table it returns has new Teams and, if the
// players chose their pairs, new seats; First stays with the same person. Outside Team it returns the table as it
// is.
func Pair(a ask.Asker, t setup.Table) (setup.Table, error) {
	if f := Check(t); f != nil {
		return t, f
	}
	if Mode(t) != Team {
		return t, nil
	}
	t = t.Clone()
	how, err := ask.PickOne(a, whoTogether.ID, whoTogether, []lang.Text{opposite.With("pairs", across(t)), oneByOne}, 0)
	if err != nil {
		return t, err
	}
	if how == 1 {
		t, err = choosePairs(a, t)
		if err != nil {
			return t, err
		}
	}
	half := len(t.Players) / 2
	t.Teams = nil
	for i := range half {
		name, err := askName(a, t, i, i+half)
		if err != nil {
			return t, err
		}
		t.Teams = append(t.Teams, setup.Team{Name: name, Seats: []int{i, i + half}})
	}
	return t, nil
}

// across names the pairs as the players sit.
func across(t setup.Table) lang.List {
	half := len(t.Players) / 2
	var l lang.List
	for i := range half {
		l = append(l, duo.With("first", t.Players[i], "second", t.Players[i+half]))
	}
	return l
}

// choosePairs asks every player without a partner, in seat order, and seats the table anew: first one player of
// each pair, then their partners in the same order.
func choosePairs(a ask.Asker, t setup.Table) (setup.Table, error) {
	free := t.Turn(0)
	var first, second []int
	for len(free) > 2 {
		one, rest := free[0], free[1:]
		k, err := ask.PickOne(a, whoWith.ID, whoWith.With("who", t.Players[one]), lang.Names(setup.Named(t.Players, rest)), -1)
		if err != nil {
			return t, err
		}
		first, second = append(first, one), append(second, rest[k])
		free = slices.Delete(slices.Clone(rest), k, k+1)
	}
	first, second = append(first, free[0]), append(second, free[1])
	old := t.Clone()
	for seat, was := range append(first, second...) {
		t.Players[seat] = old.Players[was]
		if was == old.First {
			t.First = seat
		}
	}
	return t, ask.Tell(a, newSeats.ID, lang.Text{}, newSeats.With("order", lang.Names(t.Players)))
}

func askName(a ask.Asker, t setup.Table, one, other int) (string, error) {
	h := ask.Head{ID: teamName.ID, Text: teamName.With("first", t.Players[one], "second", t.Players[other])}
	if usual := t.Players[one] + " & " + t.Players[other]; utf8.RuneCountInString(usual) <= setup.NameLength {
		h.Suggest = ask.UsualWords(usual)
	}
	return ask.Accept(a, h, ask.Words{}, func(name string) (string, error) {
		var names []string
		for _, team := range t.Teams {
			names = append(names, team.Name)
		}
		if f := setup.CheckNames(append(names, name)); f != nil {
			return "", fault.New(f.Say)
		}
		if somebodys(name, t.Players) {
			return "", fault.New(playerToo.With("name", name))
		}
		return name, nil
	})
}
