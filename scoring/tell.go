package scoring

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Tell returns a sentence about an event, given the state before it (nil before the table). The rules may refuse it.
func (g Game) Tell(before State, e Event) lang.Text {
	if t, is := e.(setup.Table); is {
		return lang.T("The table: {names}").With("names", lang.Names(t.Players))
	}
	say := before.Tell(e)
	if !say.Empty() {
		return say
	}
	switch e := e.(type) {
	case People:
		say = tellPeople(before.frame(), e)
	case Choices:
		say = g.tellChoices(before.frame(), e)
	case Laid:
		say = lang.T("Everything was laid out")
	case Stop:
		say = lang.T("The game ended here")
	case Leavers:
		say = lang.T("Everybody is ranked, whoever left too")
		if len(e.Left) > 0 {
			say = lang.N("{names} left before the end, and is not ranked", "{names} left before the end, and are not ranked").
				With("n", len(e.Left), "names", lang.Names(e.Left))
		}
	case Playing:
		say = lang.T("The game goes on")
	}
	return say
}

// A Tile is one thing that an event brings to light: a card with its votes, an opened hand, a person who was named.
type Tile struct {
	Face lang.Text // its large text: “3”; empty: the name of its owner, and the note is the verdict
	Of   Row       // its owner, or the person it stands for; "" for nobody
	On   []Row     // the people who chose it, one after the other
	Note lang.Text // small, below
	Last bool      // the truth: it is turned over after all others
	Late bool      // it is not on the table before the truth: that it lies there would tell
}

// Reveal returns an event as tiles, given the state before it; nil if it has nothing to turn over. They say no more than Tell.
func (g Game) Reveal(before State, e Event) []Tile {
	own, does := before.(interface{ Reveal(Event) []Tile })
	if !does {
		return nil
	}
	return own.Reveal(e)
}

// ItWasMe is a person's answer on their own phone, in place of their name.
var ItWasMe = lang.T("It was me")

// Has says a name and its number, “Ana 3”, with a blank at which no line is broken.
func Has[S ~string](name S, what any) lang.Text {
	return lang.T("{name}\u00a0{n}").With("name", name, "n", what)
}

// tellPeople says new names, arrivals and departures in one line. The state may have the new names already.
func tellPeople(f Frame, e People) lang.Text {
	var said []lang.Text
	for _, now := range e.Players {
		for old, name := range e.Renamed {
			if name == now {
				said = append(said, lang.T("{old} is called {name}").With("old", old, "name", now))
			}
		}
	}
	names, rows := renaming(f, e)
	for _, t := range f.Table.Teams {
		if now, called := rows[t.Name]; called && now != t.Name {
			said = append(said, lang.T("{old} is called {name}").With("old", t.Name, "name", now))
		}
	}
	was := renamed(f.Table.Players, names, nil)
	left, away := renamed(f.Away, names, nil), among(e.Players, e.Away)
	for _, c := range []struct {
		say lang.Text
		who []Name
	}{
		{lang.N("{names} sits down", "{names} sit down"), without(e.Players, was)},
		{lang.N("{names} leaves", "{names} leave"), without(away, left)},
		{lang.N("{names} is back", "{names} are back"), without(left, away)},
	} {
		if len(c.who) > 0 {
			said = append(said, c.say.With("n", len(c.who), "names", lang.Names(c.who)))
		}
	}
	if stay := among(e.Players, was); !slices.Equal(stay, was) {
		said = append(said, lang.T("Clockwise: {names}").With("names", lang.Names(e.Players)))
	}
	if len(said) == 0 {
		return lang.T("Nobody leaves, and nobody comes")
	}
	return lang.Join("; ", said)
}

// tellChoices says the options that the table changed.
func (g Game) tellChoices(f Frame, e Choices) lang.Text {
	t := f.Table
	var said []lang.Text
	for _, id := range slices.Sorted(maps.Keys(e.Choices)) {
		t = t.With(id, e.Choices[id])
	}
	for _, o := range g.Options {
		if _, chosen := e.Choices[o.ID]; chosen {
			said = append(said, o.Said(t))
		}
	}
	return lang.Join(", ", said)
}
