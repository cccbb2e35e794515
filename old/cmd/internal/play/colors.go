package play

import (
	"errors"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// People's colors. Nobody is asked for one: at their first table everybody gets a free color, and keeps it. A color
// belongs to a person, so it is stored beside the logs, and no game mentions it.

// giveColors stores a color for everybody at the table who had none. A person whose name was corrected keeps theirs.
func (at *sitting) giveColors() {
	t, ok := at.s.Log.Table()
	if !ok || slices.Equal(at.colored, t.Players) {
		return
	}
	kept, fresh := Colors(at.in.Store), map[string]string{}
	if at.colored != nil {
		for was, now := range at.s.Log.Renamed(at.coloredTo) {
			if kept[now] == "" && kept[was] != "" {
				kept[now], fresh[now] = kept[was], kept[was]
			}
		}
	}
	maps.Copy(fresh, kept.Uncolored(t.Players))
	at.colored, at.coloredTo = t.Players, at.s.Log.Lines()
	_ = at.in.Store.People.KeepColors(fresh) // if it fails, they are given out again
}

var (
	whoseColor = lang.Msg("play.whose-color", "Whose color changes?")
	whichColor = lang.Msg("play.which-color", "Which color is {name}'s?")
	hasColor   = lang.Msg("play.has-color", "{name}: {color}")
	colorOf    = lang.Msg("play.color-of", "{color} (now {name}'s)")
	colorsDone = lang.Msg("play.colors-done", "Done")
	keyColored = lang.Msg("play.key-colors-done", "d")
)

// changeColors lists everybody's color and changes it. A person who loses a color to somebody gets that person's in
// exchange.
func changeColors(at *sitting) error {
	t, _ := at.s.Log.Table()
	for {
		marks := color.Marks(t.Players, Colors(at.in.Store))
		h := ask.Head{ID: "play.whose-color", Text: whoseColor, Suggest: ask.Usual(len(t.Players))}
		said := make([]string, len(marks))
		seats := make([]int, len(marks))
		for seat, m := range marks {
			seats[seat] = seat
			said[seat] = at.in.Voice.Say(hasColor.With("name", t.Players[seat], "color", color.All[m.Color].Name))
		}
		done := ask.Pick{Options: []lang.Text{colorsDone}, Marks: []lang.Text{keyColored}}
		seat, err := scoring.PickSeat(at.now, h, done, scoring.Among{Players: said, Seats: seats})
		if err != nil || seat == scoring.Gone {
			return leaveCommand(err)
		}
		if err := recolor(at, t.Players, marks, seat); err != nil && !errors.Is(err, ask.ErrBack) {
			return leaveCommand(err)
		}
	}
}

// recolor asks for one person's color, and stores everybody's.
func recolor(at *sitting, players []string, marks []color.Mark, seat int) error {
	options := make([]lang.Text, len(color.All))
	holder := map[int]int{}
	for other, m := range marks {
		holder[m.Color] = other
	}
	for c, its := range color.All {
		options[c] = its.Name
		if other, taken := holder[c]; taken && other != seat {
			options[c] = colorOf.With("color", its.Name, "name", players[other])
		}
	}
	c, err := ask.PickOne(at.now, "play.which-color", whichColor.With("name", players[seat]), options, marks[seat].Color)
	if err != nil {
		return err
	}
	if other, taken := holder[c]; taken {
		marks[other].Color = marks[seat].Color
	}
	marks[seat].Color = c
	kept := map[string]string{}
	for i, m := range marks {
		kept[players[i]] = color.All[m.Color].ID
	}
	return at.in.Store.People.KeepColors(kept)
}
