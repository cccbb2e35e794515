// Package laws is for tests: rules as lines of a text file, and laws that hold for every game.
package laws

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Evenings returns how many random evenings of a game are played: 20, or 2,000 with GATE=1, or as many as EVENINGS says.
func Evenings() int {
	if n, err := strconv.Atoi(os.Getenv("EVENINGS")); err == nil {
		return n
	}
	if os.Getenv("GATE") != "" {
		return 2000
	}
	return 20
}

// Check plays random evenings of a game, at tables with odd names, and holds everything to the laws of every game, and its
// folder to two languages if it has a handbook. EVENING=n plays that one. brought reads the file that a sheet brings along,
// where there is one.
func Check(t *testing.T, g scoring.Game, brought ...scoring.Find) {
	t.Helper()
	if len(g.Kinds) == 0 || g.Paper == nil || g.Events == nil {
		t.Fatalf("%s: Kinds, Paper and Events of the game have to be set: without them nothing happens, and no sheet can be read", g.ID)
	}
	if g.Handbook != nil && g.File == nil {
		words(t, g)
	}
	first, last := 0, Evenings()
	if n, err := strconv.Atoi(os.Getenv("EVENING")); err == nil {
		first, last = n, n+1
	}
	for n := first; n < last && !t.Failed(); n++ {
		e := evening{T: t, game: g, brought: brought, no: n, rand: rand.New(rand.NewPCG(uint64(n), 7))}
		e.player = Player{Rand: e.rand, Seen: e.letters, Named: map[string]string{}}
		e.play()
	}
}

// An evening is a game being played.
type evening struct {
	*testing.T
	game    scoring.Game
	brought []scoring.Find
	no      int
	rand    *rand.Rand
	player  Player

	table   setup.Table
	events  []scoring.Event
	states  []scoring.State // states[i] is the one before events[i]
	written []string        // JSON of the states, as they were at first
	renamed bool
}

func (e *evening) fail(format string, args ...any) {
	e.Helper()
	e.Fatalf("%s, evening %d, after %d events: %s", e.game.ID, e.no, len(e.events), fmt.Sprintf(format, args...))
}

func (e *evening) need(err error, what string) {
	e.Helper()
	if err != nil {
		e.fail("%s: %v", what, err)
	}
}

// longest is how many characters of an option a window of 40 columns shows.
const longest = 33

// letters: the keys of a question differ, and a list has something to choose, in words that fit into a narrow window.
func (e *evening) letters(g ask.Group) {
	for _, q := range g.Asked {
		pick, is := q.Shape.(ask.Pick)
		if is && len(pick.Options) == 0 {
			e.fail("%s has nothing to choose", q.ID)
		}
		for _, o := range pick.Options {
			for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
				if said := l.Say(o.Text); o.Text.Other != "" && !strings.Contains(o.Text.Other, "{") && utf8.RuneCountInString(said) > longest {
					e.fail("%s: “%s” is too long for a narrow window", q.ID, said)
				}
			}
		}
	}
	if len(g.Asked) > 1 && g.Text.Empty() {
		e.fail("a group of several without a text: %s", g.Asked[0].ID)
	}
	for _, q := range g.Asked {
		e.need(Letters(q), "letters")
	}
}

func (e *evening) play() {
	was := setup.Table{Played: e.rand.IntN(4) == 0}
	if e.rand.IntN(2) == 0 {
		for _, n := range e.player.Names(e.game.Min + e.rand.IntN(e.game.Max-e.game.Min+1)) {
			was.Players = append(was.Players, scoring.Name(n))
		}
	}
	table, kept := e.ask("table", func(a ask.Asker) (scoring.Event, error) { return e.game.Agree(a, was) })
	e.drafts("table", kept, table, func(a ask.Asker) (scoring.Event, error) { return e.game.Agree(a, was) })
	e.table = table.(setup.Table)
	s, err := e.game.Begin(e.table)
	e.need(err, "begin")
	e.come(s)
	for range 4 + e.rand.IntN(20) {
		if !e.game.Waits(e.now()) {
			break
		}
		e.next()
		e.among()
	}
	e.sheet()
	e.unchanged()
	e.rename()
}

func (e *evening) now() scoring.State { return e.states[len(e.states)-1] }

// come takes in a state, and looks at it from all sides.
func (e *evening) come(s scoring.State) {
	e.states, e.written = append(e.states, s), append(e.written, e.json(s))
	e.result(s)
	if e.rand.IntN(4) == 0 {
		e.sheet()
	}
}

func (e *evening) json(v any) string {
	raw, err := json.Marshal(v)
	e.need(err, "JSON")
	return string(raw)
}

// ask runs a dialog at the random player's.
func (e *evening) ask(what string, f func(ask.Asker) (scoring.Event, error)) (scoring.Event, []ask.Entry) {
	d := &ask.Dialog{Seed: uint64(e.no)}
	var kept []ask.Entry
	d.Keep = func(from int, answers []ask.Entry) error {
		kept = append(kept[:from:from], answers...)
		return nil
	}
	event, err := ask.Run(e.player, d, f)
	e.need(err, what)
	// A kept answer is found by its question's ID and person, so no two questions may have the same.
	found := map[string]bool{}
	for _, k := range kept {
		if by := k.ID + "\x00" + k.Who; found[by] {
			e.fail("%s: two questions with the ID %q, of %q", what, k.ID, k.Who)
		} else {
			found[by] = true
		}
	}
	return event, kept
}

// drafts: cut anywhere and asked on, in any order of arrival, a dialog gives the same event.
func (e *evening) drafts(what string, kept []ask.Entry, want scoring.Event, f func(ask.Asker) (scoring.Event, error)) {
	for _, cut := range append(e.rand.Perm(len(kept))[:min(len(kept), 2)], 0, len(kept)) {
		d := &ask.Dialog{Seed: uint64(e.no), Kept: slices.Clone(kept[:cut]), Keep: func(int, []ask.Entry) error { return nil }}
		got, err := ask.Run(&script{e.rand, slices.Clone(kept[cut:])}, d, f)
		e.need(err, fmt.Sprintf("%s cut at %d of %v", what, cut, kept))
		if e.json(got) != e.json(want) {
			e.fail("%s cut at %d of %v: %s, not %s", what, cut, kept, e.json(got), e.json(want))
		}
	}
}

// next asks for an event and takes it in.
func (e *evening) next() {
	s := e.now()
	f := func(a ask.Asker) (scoring.Event, error) { return e.game.Next(s, a, nil) }
	event, kept := e.ask("next", f)
	e.drafts("next", kept, event, f)
	e.apply(event)
	e.need(e.again(s, event), "asked again")
	e.damage(s, event)
}

func (e *evening) apply(event scoring.Event) {
	s := e.now()
	next, err := e.game.Apply(s, event)
	e.need(err, "apply "+e.json(event))
	if e.json(s) != e.written[len(e.written)-1] {
		e.fail("Play of %s wrote to a map or list of the state before: clone it first", e.json(event))
	}
	raw, err := sheet.Write(event)
	e.need(err, "write")
	same, err := Decode(e.game, event.Kind(), raw)
	e.need(err, "read "+string(raw))
	again, err := e.game.Apply(s, same)
	e.need(err, "apply what was read: "+string(raw))
	if e.json(again) != e.json(next) {
		e.fail("%s leads elsewhere once it was written", raw)
	}
	e.tell(s, event)
	e.reveal(s, event)
	e.numbers(scoring.FrameOf(s), scoring.FrameOf(next), event)
	e.events = append(e.events, event)
	e.come(next)
}

// numbers: everybody at the table has a number of their own, and keeps it under any name.
func (e *evening) numbers(before, after scoring.Frame, event scoring.Event) {
	people, _ := event.(scoring.People)
	for _, n := range before.Table.Players {
		if now := e.called([]scoring.Name{n}, people.Renamed)[0]; after.Number(now) != before.Number(n) {
			e.fail("%s was number %d and is %d after %s", n, before.Number(n), after.Number(now), e.json(event))
		}
	}
	if came := slices.Sorted(slices.Values(after.Came)); !slices.Equal(came, slices.Sorted(slices.Values(after.Table.Players))) {
		e.fail("%v came, and %v sit at the table", after.Came, after.Table.Players)
	}
}

// again: an event can be asked about once more, and Enter after Enter gives the same event, where all is suggested.
func (e *evening) again(s scoring.State, event scoring.Event) error {
	if !e.game.Asks(event) {
		return nil
	}
	_, err := ask.Run(e.player, &ask.Dialog{Seed: uint64(e.no), Keep: func(int, []ask.Entry) error { return nil }},
		func(a ask.Asker) (scoring.Event, error) { return e.game.Next(s, a, event) })
	return err
}

// tell: every place of a sentence is filled, in both languages.
func (e *evening) tell(s scoring.State, event scoring.Event) {
	for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
		said := l.Say(e.game.Tell(s, event))
		if said == "" || strings.Contains(strings.ReplaceAll(said, "{n}", ""), "{") {
			e.fail("%s is told as %q", e.json(event), said)
		}
	}
}

// reveal: tiles name nobody, and say no number of anybody's, that the sentence of the event does not; in both languages.
func (e *evening) reveal(s scoring.State, event scoring.Event) {
	for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
		said := l.Say(e.game.Tell(s, event))
		for _, tile := range e.game.Reveal(s, event) {
			face := l.Say(tile.Face)
			for _, row := range append(slices.Clone(tile.On), tile.Of) {
				if !strings.Contains(said, lang.Sanitize(string(row))) {
					e.fail("a tile shows %q, and the sentence does not: %q", row, said)
				}
			}
			for _, number := range strings.FieldsFunc(face, func(r rune) bool { return r < '0' || r > '9' }) {
				if tile.Of != "" && !strings.Contains(said, number) {
					e.fail("a tile of %q says %q, and the sentence does not: %q", tile.Of, face, said)
				}
			}
			if face == "" && tile.Of == "" || strings.Contains(face+l.Say(tile.Note), "{") {
				e.fail("a tile of %s shows %q, %q", e.json(event), face, l.Say(tile.Note))
			}
		}
	}
}

// among lets people come, leave, swap seats, change names, agree on something else, or stop.
func (e *evening) among() {
	s := e.now()
	f := scoring.FrameOf(s)
	people := scoring.People{Players: slices.Clone(f.Table.Players), Absent: scoring.Absent{Away: f.Away}}
	var event scoring.Event
	switch e.rand.IntN(24) {
	case 0: // somebody comes
		for _, n := range Odd {
			if !slices.Contains(people.Players, scoring.Name(n)) {
				people.Players = slices.Insert(people.Players, e.rand.IntN(len(people.Players)+1), scoring.Name(n))
				break
			}
		}
		event = people
	case 1: // somebody leaves or is back
		n := people.Players[e.rand.IntN(len(people.Players))]
		if i := slices.Index(people.Away, n); i >= 0 {
			people.Away = slices.Delete(slices.Clone(people.Away), i, i+1)
		} else {
			people.Away = append(slices.Clone(people.Away), n)
		}
		event = people
	case 2: // two swap seats
		people.Players = append(people.Players[1:], people.Players[0])
		event = people
	case 3:
		event = e.turnNames(people, f)
		e.renamed = true
	case 4:
		choices := map[string]string{}
		for _, o := range e.game.Options {
			if o.Later {
				choices[o.ID] = strconv.Itoa(o.Default + e.rand.IntN(9) - 4)
			}
		}
		event = scoring.Choices{Choices: choices}
	case 5:
		if e.rand.IntN(3) > 0 {
			return
		}
		event = scoring.Stop{}
	default:
		return
	}
	if _, err := e.game.Apply(s, event); err == nil {
		e.apply(event)
	} else if !fault.Is(err) {
		e.need(err, "people")
	}
}

// turnNames calls everybody as their neighbor was called, and one by a name that nobody has.
func (e *evening) turnNames(people scoring.People, f scoring.Frame) scoring.People {
	people.Renamed = map[scoring.Name]scoring.Name{}
	for i, n := range f.Table.Players {
		people.Renamed[n] = f.Table.Players[(i+1)%len(f.Table.Players)]
	}
	people.Renamed[f.Table.Players[0]], people.Renamed[f.Table.Players[len(f.Table.Players)-1]] = "Zoë", people.Renamed[f.Table.Players[0]]
	if slices.Contains(f.Table.Players, "Zoë") {
		people.Renamed = nil
	}
	people.Players, people.Away = e.called(people.Players, people.Renamed), e.called(people.Away, people.Renamed)
	return people
}

func (e *evening) called(names []scoring.Name, by map[scoring.Name]scoring.Name) []scoring.Name {
	return sheet.Replace(names, func(n scoring.Name) scoring.Name {
		if now, has := by[n]; has {
			return now
		}
		return n
	})
}

// A standing holds the parts of a result that two ways of scoring have to agree on.
func (e *evening) standing(s scoring.State) string {
	r := e.game.Result(s)
	return e.json([]any{r.Over, r.DecidedBy, r.Needs, r.Tied, r.Standings(), r.Rounds()})
}

// result: it says the same at each look, somebody wins or a fact is missing, and rounds and points agree.
func (e *evening) result(s scoring.State) {
	r := e.game.Result(s)
	if once := e.standing(s); once != e.standing(s) {
		e.fail("two looks, two results")
	}
	if r.Over && r.Reason.Empty() && r.Needs == "" {
		e.fail("the result has no reason")
	}
	if !r.Over && (len(r.Winners) > 0 || r.DecidedBy != "") {
		e.fail("%v win before the end", r.Winners)
	}
	sums := maps.Clone(scoring.FrameOf(s).Base)
	if sums == nil {
		sums = map[scoring.Row]int{}
	}
	for _, round := range r.Rounds() {
		for row, n := range round {
			sums[row] += n
		}
	}
	for _, row := range r.Rows {
		least := 1
		if slices.Contains(scoring.FrameOf(s).Unranked, scoring.Name(row)) {
			least = 0
		}
		if sums[row] != r.Points[row] || r.Ranks[row] < least || r.Ranks[row] > len(r.Rows)*least {
			e.fail("%s: %d points, %d in the rounds, rank %d", row, r.Points[row], sums[row], r.Ranks[row])
		}
	}
	if len(r.Rows) != len(r.Points) {
		e.fail("points of somebody who is not in the standings: %v", r.Points)
	}
}

// sheet: written and read, it has the same result, and is written the same again.
func (e *evening) sheet() {
	find := func(id string, file *sheet.Value) (scoring.Game, error) {
		if file != nil && len(e.brought) > 0 {
			return e.brought[0](id, file)
		}
		return e.game, nil
	}
	doc, err := scoring.Sheet{Game: e.game, Table: e.table, Events: e.events}.Write()
	e.need(err, "write the sheet")
	read, err := scoring.ReadSheet(find, doc)
	e.need(err, "read "+string(doc))
	s, err := read.Score()
	e.need(err, "score "+string(doc))
	if got, want := e.standing(s), e.standing(e.now()); got != want {
		e.fail("the sheet says %s, not %s\n%s", got, want, doc)
	}
	again, err := read.Write()
	e.need(err, "write again")
	if string(again) != string(doc) {
		e.fail("written again, the sheet is\n%s, not\n%s", again, doc)
	}
}

// unchanged: a remembered state is as it was, also after other events from there on.
func (e *evening) unchanged() {
	for i, s := range e.states {
		if i < len(e.events) {
			_, err := e.game.Apply(s, e.events[i])
			e.need(err, "once more")
		}
		if e.game.Waits(s) {
			event, err := ask.Run(e.player, &ask.Dialog{Keep: func(int, []ask.Entry) error { return nil }},
				func(a ask.Asker) (scoring.Event, error) { return e.game.Next(s, a, nil) })
			e.need(err, "branch")
			_, err = e.game.Apply(s, event)
			e.need(err, "branch")
		}
	}
	for i, s := range e.states {
		if e.json(s) != e.written[i] {
			e.fail("state %d changed:\n%s\nwas\n%s", i, e.json(s), e.written[i])
		}
	}
}

// Decode reads an event from its JSON. Unknown kinds and keys are refused.
func Decode(g scoring.Game, kind string, raw []byte) (scoring.Event, error) {
	v, err := sheet.Parse(raw)
	if err != nil {
		return nil, err
	}
	return g.Read(kind, v)
}

// damage: an event with something else in one place is refused or taken, and never breaks anything.
func (e *evening) damage(s scoring.State, event scoring.Event) {
	raw, err := sheet.Write(event)
	e.need(err, "write")
	for range 4 {
		var v any
		e.need(json.Unmarshal(raw, &v), "JSON")
		broken, err := json.Marshal(e.broken(v, 1+e.rand.IntN(8)))
		e.need(err, "JSON")
		got, err := Decode(e.game, event.Kind(), broken)
		if err != nil {
			continue
		}
		e.tell(s, got)
		if next, err := e.game.Apply(s, got); err == nil {
			e.game.Result(next)
			e.tell(next, got)
		} else if !fault.Is(err) {
			e.fail("%s: %v", broken, err)
		}
	}
}

// broken returns a document with something else in the place that is so many steps away.
func (e *evening) broken(v any, steps int) any {
	if steps == 0 {
		return []any{"Eva", "", 0, 1, -1, 13, nil, "Ana", []any{}, map[string]any{}}[e.rand.IntN(10)]
	}
	switch v := v.(type) {
	case map[string]any:
		if keys := slices.Sorted(maps.Keys(v)); len(keys) > 0 {
			k := keys[e.rand.IntN(len(keys))]
			if e.rand.IntN(6) == 0 {
				v["Eva"] = v[k]
			}
			if v[k] = e.broken(v[k], steps-1); e.rand.IntN(6) == 0 {
				delete(v, k)
			}
		}
		return v
	case []any:
		if len(v) > 0 {
			i := e.rand.IntN(len(v))
			if v[i] = e.broken(v[i], steps-1); e.rand.IntN(3) == 0 {
				v = append(v, v[i])
			}
		}
		return v
	}
	return e.broken(v, 0)
}

// rename: an evening that ends with other names is told as if they had been called so from the start.
func (e *evening) rename() {
	if e.renamed || len(scoring.FrameOf(e.now()).Late) > 0 {
		return
	}
	f := scoring.FrameOf(e.now())
	people := e.turnNames(scoring.People{Players: f.Table.Players, Absent: scoring.Absent{Away: f.Away}}, f)
	late, err := e.game.Apply(e.now(), people)
	e.need(err, "rename")
	name := func(n scoring.Name) scoring.Name { return e.called([]scoring.Name{n}, people.Renamed)[0] }
	row := func(r scoring.Row) scoring.Row {
		if f.Teams {
			return r
		}
		return scoring.Row(name(scoring.Name(r)))
	}
	early, err := e.game.Begin(sheet.Replace(e.table, name))
	e.need(err, "begin")
	early, err = e.game.Fold(early, sheet.Replace(sheet.Replace(e.events, name), row))
	e.need(err, "fold")
	if !reflect.DeepEqual(e.said(early), e.said(late)) {
		e.fail("called otherwise from the start\n%s\nand at the end\n%s", e.said(early), e.said(late))
	}
}

// said returns everything that a result says.
func (e *evening) said(s scoring.State) string {
	r := e.game.Result(s)
	all := append([]lang.Text{r.Reason, r.Missing}, slices.Concat(r.Readings, r.Steps)...)
	if e.game.Show != nil {
		all = append(all, e.game.Show(s)...)
	}
	for _, p := range r.Parts {
		all = append(all, p.Title)
		for _, l := range p.Lines {
			all = append(all, lang.Literal(string(l.Row)), l.Why, l.Short, l.Where)
		}
	}
	return e.standing(s) + strings.Join(lang.Portuguese.All(all), "\n")
}
