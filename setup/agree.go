package setup

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Game holds the facts of a game that setting up needs.
type Game struct {
	Name     lang.Text
	Min, Max int
	Options  []Option
	Teams    func(Table) bool // whether people score in pairs; nil: never
	First    *Opening         // asks for the person who begins, where that is said before the first turn
}

// An Opening asks for the person who begins, a line on the screen where the table agrees.
type Opening struct {
	Ask, Line lang.Text // Line puts it: {name}
	Key       string    // letter that changes it on that screen
	Must      bool      // it is asked, as nobody can be suggested
	Deals     bool      // it asks for the dealer: the person to their left has the first turn
}

// The questions of a table, by ID. Asked again in one dialog, a number follows: “begin 2”.
const (
	AskPlayers = "players"
	AskFirst   = "first"
	AskTeams   = "teams"
	AskBegin   = "begin"
)

// Agree asks for the table and its options: one screen that shows everything, where a letter changes a line and Enter
// agrees. Names are asked first if was has none that fit the game.
func Agree(a ask.Asker, g Game, was Table) (Table, error) {
	d := agreement{Asker: a, game: g, ids: idCounter{}, apart: map[string]bool{}}
	// The wish also has choices that do not apply just now: a table that changes its mode, and changes it back, finds them again.
	wish, what := was, AskBegin
	if g.CheckPlayers(was.Players) != nil {
		what = AskPlayers
	}
	for {
		if what != AskBegin {
			now, err := d.change(wish, what)
			if err != nil {
				return Table{}, err
			}
			// Other people, or another way to play, lie otherwise on the table.
			now.Again = wish.Again && slices.Equal(now.Players, wish.Players) && maps.Equal(now.Choices, wish.Choices)
			// Of two names that were one person's only one is left.
			if wish = now; what == AskPlayers && g.CheckPlayers(wish.Players) != nil {
				continue
			}
		}
		// A game that has to know the first player asks for them before the screen is shown.
		t := g.settled(wish)
		var err error
		switch {
		case g.First == nil || !g.First.Must || t.First != "":
			var names []Name
			what, names, err = d.begin(t)
			if err != nil || what == "" {
				return t, err
			}
			if names != nil {
				if wish.Players, err = d.twins(names); err != nil {
					return t, err
				}
				what = AskBegin
				if g.CheckPlayers(wish.Players) != nil {
					what = AskPlayers
				}
			}
		default:
			// The list may be the one of the game before, which nobody confirmed yet: names can be changed here.
			if wish.First, what, err = d.first(t, d.whoPlays(t)); err != nil {
				return t, err
			}
			what = cmp.Or(what, AskBegin)
		}
	}
}

// change asks for one thing anew.
func (d agreement) change(wish Table, what string) (_ Table, err error) {
	if what == AskPlayers {
		if wish.Players, err = d.players(wish); err == nil {
			wish.Players, err = d.twins(wish.Players)
		}
		return wish, err
	}
	t := d.game.settled(wish)
	switch what {
	case AskFirst:
		wish.First, _, err = d.first(t)
	case AskTeams:
		wish.Teams, err = d.teams(t)
	default:
		return d.option(wish, t, what)
	}
	return wish, err
}

// settled returns the table with exactly the choices, the first player and the teams that apply to it.
func (g Game) settled(t Table) Table {
	t = WithDefaults(g.Options, t)
	switch {
	case g.First == nil:
		t.First = ""
	case slices.Contains(t.Players, t.First):
	case g.First.Must:
		t.First = ""
	default:
		t.First = t.Players[0]
	}
	switch {
	case g.Teams == nil || !g.Teams(t):
		t.Teams = nil
	case CheckTeams(t) != nil:
		t.Teams = Opposite(t.Players)
	}
	return t
}

// An agreement is the dialog in which a table agrees.
type agreement struct {
	ask.Asker
	game  Game
	ids   idCounter
	apart map[string]bool // names that differ by accents alone, and are two people
}

// twins asks once about names that differ by accents alone, such as João and Joao, whether they are two people. If they are
// one, the first name stays.
func (d agreement) twins(names []Name) ([]Name, error) {
	for j, other := range names {
		i := slices.IndexFunc(names[:j], func(n Name) bool { return lang.Plain(string(n)) == lang.Plain(string(other)) })
		if i < 0 || d.apart[string(names[i])+","+string(other)] {
			continue
		}
		say := lang.T("{name} and {other}: two people?").With("name", names[i], "other", other)
		v, err := ask.Put(d, ask.Question{ID: d.ids.id("twins"), Text: say, Suggest: Yes,
			Shape: YesOrNo(lang.T("Yes, two people"), lang.T("No, the same person: {name}").With("name", names[i]))}, nil)
		switch {
		case err != nil:
			return names, err
		case v.Line == No:
			return d.twins(slices.Delete(slices.Clone(names), j, j+1))
		}
		d.apart[string(names[i])+","+string(other)] = true
	}
	return names, nil
}

// seats is the shape of names in seat order.
var seats = &ask.Words{List: true, Least: 2, Max: 1000}

// begin shows everything that is agreed, and returns the ID of the line to be changed, or "". Names that are typed there
// are those of a new table.
func (d agreement) begin(t Table) (what string, names []Name, err error) {
	players := d.whoPlays(t)
	players.Words = seats
	keys := []ask.Option{players}
	if f := d.game.First; f != nil {
		keys = append(keys, ask.Option{ID: AskFirst, Key: f.Key, Text: f.Line.With("name", t.First)})
	}
	for _, o := range d.game.Options {
		if o.Asked(t) && !o.Free && (o.Values == nil || o.Names > 0 || len(o.Values(t)) > 1) {
			keys = append(keys, ask.Option{ID: o.ID, Key: o.Key, Text: o.Said(t)})
		}
	}
	if len(t.Teams) > 0 {
		var teams lang.List
		for _, team := range t.Teams {
			teams = append(teams, team.Said())
		}
		keys = append(keys, ask.Option{ID: AskTeams, Key: "p", Text: lang.T("Teams: {teams}").With("teams", teams)})
	}
	v, err := ask.Put(d, ask.Question{
		ID: d.ids.id(AskBegin), Text: lang.T("{game}: is this right?").With("game", d.game.Name), Suggest: Yes, Keys: keys,
		Names: ids(t.Players), Shape: Confirm(lang.T("Yes, begin")),
	}, func(v ask.Value) error {
		if len(v.IDs) == 0 {
			return nil
		}
		return d.game.CheckPlayers(added(v.IDs, t.Players))
	})
	if len(v.IDs) > 0 {
		names = added(v.IDs, t.Players)
	}
	return v.Key, names, err
}

// players asks for names in seat order.
func (d agreement) players(t Table) ([]Name, error) {
	notes := []lang.Text{lang.T("Names in seat order, clockwise, with commas between them.")}
	was := t.Players
	if len(was) > d.game.Max {
		notes = append(notes, lang.T("At the table last: {names}.").With("names", lang.Names(was)))
		was = nil
	}
	return d.names(AskPlayers, lang.T("Who plays?"), notes, was, d.game.CheckPlayers)
}

// names asks for a list of names.
func (d agreement) names(id string, text lang.Text, notes []lang.Text, was []Name, check func([]Name) error) (names []Name, err error) {
	q := ask.Question{ID: d.ids.id(id), Text: text, Shape: *seats}
	if len(was) > 0 {
		q.Suggest = Listed(was)
	}
	g := ask.Group{Text: text, Notes: notes, Asked: []ask.Question{q}, Example: []string{Listed([]Name{"Ana", "Bia", "Caio"})}}
	_, err = ask.All(d, g, func(v []ask.Value) error {
		names = added(v[0].IDs, was)
		return check(names)
	})
	return names, err
}

// Listed returns names as the line of an answer.
func Listed(names []Name) string {
	// Names are text, and text can always be written.
	line, _ := json.Marshal(names)
	return string(line)
}

// added returns the names of an answer. Those behind a plus sit down beside the others: “+ Edu”.
func added(ids []string, was []Name) []Name {
	names := Named(ids)
	first, plus := strings.CutPrefix(string(names[0]), "+")
	if !plus {
		return names
	}
	names[0] = Name(strings.TrimSpace(first))
	if names[0] == "" {
		names = names[1:]
	}
	return slices.Concat(was, names)
}

// ids returns names as a question has them.
func ids(names []Name) []string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = string(n)
	}
	return all
}

// Named returns the answers of a list, or the Names of a question, as names.
func Named(ids []string) []Name {
	names := make([]Name, len(ids))
	for i, id := range ids {
		names[i] = Name(id)
	}
	return names
}

// option asks for another choice.
func (d agreement) option(wish, t Table, id string) (Table, error) {
	o := d.game.Options[slices.IndexFunc(d.game.Options, func(o Option) bool { return o.ID == id })]
	choice, err := o.Put(d, d.ids.id(id), t, nil)
	return wish.With(id, choice), err
}

// Put asks a table for a choice, with the one that it made suggested. check may be nil, and refuses what the option itself
// allows.
func (o Option) Put(a ask.Asker, id string, t Table, check func(choice string) error) (choice string, err error) {
	q := ask.Question{ID: id, Text: o.Ask, Suggest: t.Choice(o.ID, o.Usual(t))}
	switch {
	case o.Names == 1:
		q.Shape = ask.Words{Blank: true, Max: NameLength}
	case o.Names > 1:
		q.Shape = ask.Words{List: true, Max: NameLength}
		if q.Suggest != "" {
			q.Suggest = Listed(Named(Split(q.Suggest)))
		}
	case o.Time:
		q.Text, q.Shape = lang.T("{question} (8, 7:30, 90s)").With("question", o.Ask), ask.Words{}
	case o.Values == nil:
		q.Shape = ask.Number{Lo: o.Lo, Hi: cmp.Or(o.Hi, math.MaxInt32)}
	default:
		var pick ask.Pick
		for _, v := range o.Values(t) {
			pick.Options = append(pick.Options, ask.Option{ID: v.ID, Text: v.Text})
		}
		q.Shape = pick
	}
	_, err = ask.Put(a, q, func(v ask.Value) error {
		choice = v.Line
		switch q.Shape.(type) {
		case ask.Number:
			// A number may be typed as a sum, and is agreed on as its value.
			choice = strconv.Itoa(v.One())
		case ask.Words:
			if o.Names > 1 {
				choice = strings.Join(v.IDs, between)
			}
		}
		if err := o.Check(t, choice); err != nil || check == nil {
			return err
		}
		return check(choice)
	})
	return choice, err
}

// Change asks a table that plays for another choice, where it may agree on one; nil if nothing can be changed. check refuses
// choices that do not go with what was played.
func Change(a ask.Asker, g Game, t Table, check func(choices map[string]string) error) (map[string]string, error) {
	d := agreement{Asker: a, game: g, ids: idCounter{}}
	var pick ask.Pick
	for _, o := range g.Options {
		if o.Later && o.Asked(t) {
			pick.Options = append(pick.Options, ask.Option{ID: o.ID, Key: o.Key, Text: o.Said(t)})
		}
	}
	if len(pick.Options) == 0 {
		return nil, nil
	}
	id := pick.Options[0].ID
	if len(pick.Options) > 1 {
		v, err := ask.Put(d, ask.Question{ID: "change", Text: lang.T("What changes?"), Shape: pick}, nil)
		if err != nil {
			return nil, err
		}
		id = v.Line
	}
	o := g.Options[slices.IndexFunc(g.Options, func(o Option) bool { return o.ID == id })]
	choice, err := o.Put(d, d.ids.id(id), t, func(choice string) error { return check(map[string]string{id: choice}) })
	return map[string]string{id: choice}, err
}

// first asks for the person who begins, and returns the key if one is pressed in place of an answer.
func (d agreement) first(t Table, keys ...ask.Option) (who Name, key string, err error) {
	v, err := ask.Put(d, ask.Question{
		ID: d.ids.id(AskFirst), Text: d.game.First.Ask, Suggest: string(t.First), Keys: keys,
		Names: ids(t.Players), Shape: ask.Pick{Options: ask.Names(t.Players)},
	}, nil)
	return Name(v.Line), v.Key, err
}

// whoPlays returns the line that has the people of the table, and changes them.
func (d agreement) whoPlays(t Table) ask.Option {
	return ask.Option{ID: AskPlayers, Key: "n", Text: lang.T("Clockwise: {names}").With("names", lang.Names(t.Players))}
}

// teams asks for the pairs.
func (d agreement) teams(t Table) ([]Team, error) {
	notes := []lang.Text{lang.T("Names with commas between them: the first two play together, then the next two.")}
	var was []Name
	for _, team := range t.Teams {
		was = append(was, team.Players...)
	}
	names, err := d.names(AskTeams, lang.T("Who plays together?"), notes, was, func(names []Name) error {
		return CheckTeams(Table{Players: t.Players, Teams: Pairs(names)})
	})
	return Pairs(names), err
}

// Opposite returns teams of people who sit opposite each other.
func Opposite(players []Name) []Team {
	half := len(players) / 2
	var names []Name
	for i := range half {
		names = append(names, players[i], players[i+half])
	}
	return Pairs(names)
}

// Pairs returns teams of the first two, the next two, and so on, called by their names where that is a name of its own.
func Pairs(names []Name) (teams []Team) {
	taken := map[string]bool{}
	for _, n := range names {
		taken[lang.Alike(n)] = true
	}
	for pair := range slices.Chunk(names, 2) {
		// “Ana & Bia” may be too long, or the name of a person or of another pair; “#1” is not.
		name := together(pair)
		for k := 1; CheckName(name) != nil || taken[lang.Alike(name)]; k++ {
			name = Row(strings.Repeat("#", k) + strconv.Itoa(len(teams)+1))
		}
		taken[lang.Alike(name)] = true
		teams = append(teams, Team{Name: name, Players: slices.Clone(pair)})
	}
	return teams
}

// together returns names as that of a team.
func together(names []Name) Row {
	name := Row(names[0])
	for _, n := range names[1:] {
		name += " & " + Row(n)
	}
	return name
}

// Said returns a team's name, with its people where the name does not say them.
func (t Team) Said() lang.Text {
	if t.Name == together(t.Players) {
		return lang.Literal(string(t.Name))
	}
	return lang.T("{team} ({names})").With("team", t.Name, "names", lang.Names(t.Players))
}
