package laws

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// GameFile returns a random game file, as its contract allows.
func (a *Anybody) GameFile() string {
	lo := 1 + a.IntN(4)
	f := file{a, lo, min(12, lo+a.IntN(5)), map[string]any{}, 0}
	f.it = map[string]any{"game_file": 1, "id": fmt.Sprint("game-", a.IntN(1000)), "name": f.text("Game"), "players": fmt.Sprintf("%d-%d", f.lo, f.hi)}
	f.maybe(3, "deals", true)
	f.maybe(2, "source", f.text("a page"))
	f.maybe(2, "setup", []any{f.text("Sit down"), map[string]any{"for": f.lo, "do": "Stand up"}, map[string]any{"do": "Take {n}", "n": f.each(func() any { return a.IntN(9) })}})
	f.maybe(4, "clock", map[string]any{"round": "3m"})
	f.maybe(2, "rules", map[string]any{"War": f.text("# War is over.\n\nAlso: peace"), "The end {#x}": "It ends."})
	switch a.IntN(8) {
	case 0:
		f.it["wins"] = "word"
	case 1:
		f.it["wins"] = "together"
	default:
		f.counted()
	}
	text, _ := json.Marshal(f.it)
	return string(text)
}

// A file is a random game file in the making.
type file struct {
	*Anybody
	lo, hi int
	it     map[string]any
	fields int
}

// maybe sets a key once in so many times.
func (f *file) maybe(in int, key string, it any) {
	if f.IntN(in) == 0 {
		f.it[key] = it
	}
}

// text returns a text in one language or several.
func (f *file) text(s string) any {
	switch f.IntN(3) {
	case 0:
		return map[string]any{"en": s, "pt-BR": s + " em português"}
	case 1:
		return map[string]any{"de": s + " auf Deutsch", "fr": s}
	}
	return s
}

// each returns one value for each number of people.
func (f *file) each(it func() any) map[string]any {
	out := map[string]any{}
	for n := f.lo; n <= f.hi; n++ {
		out[strconv.Itoa(n)] = it()
	}
	return out
}

// by returns a value, or now and then one for each number of people.
func (f *file) by(it func() any) any {
	if f.IntN(5) == 0 {
		return f.each(it)
	}
	return it()
}

// counted adds what is counted.
func (f *file) counted() {
	f.maybe(3, "wins", "fewest")
	start := 0
	if f.IntN(4) == 0 {
		start = f.IntN(60) - 20
		f.it["start"] = start
	}
	where := f.IntN(3)
	var rounds, end []any
	if where != 1 {
		rounds = f.list(true)
		f.it["each_round"] = rounds
		switch f.IntN(4) {
		case 0:
			f.it["ends"] = map[string]any{"at": f.by(func() any { return start + 1 + f.IntN(30) })}
		case 1:
			f.it["ends"] = map[string]any{"after": f.by(func() any { return 1 + f.IntN(6) })}
		case 2:
			rounds = []any{map[string]any{"name": "steps", "from": 0, "to": 3}}
			f.it["each_round"] = rounds
			f.it["ends"] = map[string]any{"exactly": start + 10, "past": []any{"stay", start + 9, start + 10}[f.IntN(3)]}
		}
	}
	if where != 0 {
		end = f.list(false)
		f.it["at_end"] = end
	}
	if f.IntN(2) == 0 {
		var ties []any
		for _, it := range append(append([]any{}, end...), rounds...) {
			name := it.(map[string]any)["name"].(string)
			if f.IntN(2) == 0 {
				ties = append(ties, []any{name, map[string]any{"field": name, "wins": "fewest"}}[f.IntN(2)])
			}
		}
		f.it["ties"] = append(ties, map[string]any{"ask": "cards in hand", "wins": []any{"most", "fewest"}[f.IntN(2)]})
	}
}

// list returns some fields.
func (f *file) list(round bool) (all []any) {
	var plain []any
	for range 1 + f.IntN(4) {
		f.fields++
		name := fmt.Sprint("field ", f.fields)
		it := f.field(round)
		if len(plain) > 0 && f.IntN(4) == 0 {
			it = []map[string]any{
				{"each": 2, "per": 3},
				{"table": map[string]any{"0": 1, "20": 5}, "steps": true},
				{"most": []int{6, 3}, "least": []int{-6}},
			}[f.IntN(3)]
			it["of"] = plain
		}
		it["name"] = name
		plain = append(plain[:len(plain):len(plain)], name)
		all = append(all, it)
	}
	return all
}

// field returns a field with an entry.
func (f *file) field(round bool) map[string]any {
	switch f.IntN(11) {
	case 0:
		return map[string]any{"each": f.IntN(7) - 2, "per": 1 + f.IntN(4)}
	case 1:
		table := map[string]any{"-2": 1}
		for n := -1; n < 10; n++ {
			table[strconv.Itoa(n)] = f.IntN(20) - 5
		}
		return map[string]any{"table": table, "steps": true}
	case 2:
		return map[string]any{"times": []any{f.text("fields"), "crowns"}}
	case 3:
		return map[string]any{"sets": []any{"a", f.text("b"), "c"}[:1+f.IntN(3)], "square": f.IntN(2) == 0, "set": f.IntN(9)}
	case 4, 5:
		prizes := func() any { return []int{6, 3, -2, 1}[:f.IntN(5)] }
		it := map[string]any{"most": f.by(prizes), "level": []string{"all", "split", "pool"}[f.IntN(3)]}
		if f.IntN(2) == 0 {
			it["least"] = f.by(prizes)
		}
		if f.IntN(2) == 0 {
			it["same"] = "none"
		}
		return it
	case 6:
		return map[string]any{"bid": map[string]any{"made": 20, "trick": 10, "miss": -10}}
	case 7:
		return map[string]any{"one": 2}
	case 8:
		return map[string]any{"yes": 5}
	case 9:
		if round {
			return map[string]any{"from": -3, "to": 8}
		}
	}
	return map[string]any{}
}
