package scoring

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Tell returns a sentence about an event, given the state before it (nil before the table): “Bia told; Ana 4, Caio 2”. The rules may refuse it.
func (g Game) Tell(before State, e Event) lang.Text {
	switch e := e.(type) {
	case setup.Table:
		return lang.T("The table: {names}").With("names", lang.Names(e.Players))
	case People:
		return tellPeople(before.frame(), e)
	case Choices:
		return g.tellChoices(before.frame(), e)
	case Laid:
		return lang.T("Everything was laid out")
	case Stop, Playing:
		if own := g.tellOwn(before, e); !own.Empty() {
			return own
		}
		if e == (Stop{}) {
			return lang.T("The game ended here")
		}
		return lang.T("The game goes on")
	}
	if own := g.tellOwn(before, e); !own.Empty() {
		return own
	}
	k, _ := g.kind(e.Kind())
	return filled(k.Say, before.frame(), e)
}

func (g Game) tellOwn(s State, e Event) (say lang.Text) {
	if own, does := s.(interface{ Tell(Event) lang.Text }); does {
		say = own.Tell(e)
	}
	return say
}

// filled returns a sentence with the event's values in its places.
func filled(say lang.Text, f Frame, e Event) lang.Text {
	v := reflect.Indirect(reflect.ValueOf(e))
	if v.Kind() == reflect.Map {
		return say.With("it", f.said(v))
	}
	if v.Kind() != reflect.Struct {
		return say
	}
	for _, field := range reflect.VisibleFields(v.Type()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && field.IsExported() {
			say = say.With(name, f.said(v.FieldByIndex(field.Index)))
		}
	}
	return say
}

// said returns a value as it reads in a sentence: a list of names, “Ana 4, Caio 2” in seat order.
func (f Frame) said(v reflect.Value) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return "–"
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice:
		var list lang.List
		for i := range v.Len() {
			list = append(list, f.said(v.Index(i)))
		}
		return list
	case reflect.Map:
		var said []lang.Text
		for _, k := range f.ordered(v) {
			said = append(said, lang.T("{name} {it}").With("name", k.Interface(), "it", f.said(v.MapIndex(k))))
		}
		return lang.Join(", ", said)
	}
	return v.Interface()
}

// ordered returns the keys of a map: names in seat order, all else by itself.
func (f Frame) ordered(v reflect.Value) []reflect.Value {
	seats := f.Table.Players
	for _, r := range f.Rows() {
		seats = append(slices.Clip(seats), Name(r))
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.CanInt() {
			return cmp.Compare(a.Int(), b.Int())
		}
		x, y := a.String(), b.String()
		return cmp.Or(cmp.Compare(slices.Index(seats, Name(x)), slices.Index(seats, Name(y))), cmp.Compare(x, y))
	})
	return keys
}

// tellPeople says who is called otherwise, who comes and who leaves, in one line.
func tellPeople(f Frame, e People) lang.Text {
	var said []lang.Text
	for _, old := range f.Table.Players {
		if now, called := e.Renamed[old]; called {
			said = append(said, lang.T("{old} is called {name}").With("old", old, "name", now))
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

// tellChoices says what the table agreed on.
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
