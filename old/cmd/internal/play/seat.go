package play

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Sitting down: the questions before every game. People seen before are numbered. A number becomes a name before the
// answer is kept, so that a draft means the same people whatever another window plays in the meantime.

var (
	whoPlays   = lang.Msg("play.who-plays", "Who plays?")
	whoNote    = lang.Msg("play.who-note", "Names in seat order, clockwise, with commas between them.")
	whoKnown   = lang.Msg("play.who-known", "Played here before (a number will do): {people}")
	countNames = lang.Plural("play.count-names", "{n} name: {game} is for {lo} to {hi}", "{n} names: {game} is for {lo} to {hi}")
	noPerson   = lang.Msg("play.no-person", "there is no person number {n}: type the name")
)

// mostKnown limits the people listed: a line or two of a narrow window.
const mostKnown = 12

// The ids of the questions in this file begin with "cmd", after the package that once asked them. They are kept with
// every game, and never change.

// spelled returns names as they are known: somebody who played as Ana is meant where ana is typed. A name that stood
// there before is being corrected, and stays as typed.
func spelled(names, people, stood []string) []string {
	for i, name := range names {
		alike := func(n string) bool { return setup.Alike(n) == setup.Alike(name) }
		if known := slices.IndexFunc(people, alike); known >= 0 && !slices.Contains(people, name) && !slices.ContainsFunc(stood, alike) {
			names[i] = people[known]
		}
	}
	return names
}

// namesIn splits a line into names. Words of digits are the numbers of people seen before. Without a comma every word
// is a person, except “and”: the next question shows how it was understood.
func namesIn(line string, people []string) ([]string, *fault.Fault) {
	parts := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' })
	if !strings.ContainsAny(line, ",;") {
		parts = slices.DeleteFunc(strings.Fields(line), isAnd)
	}
	parts = slices.Concat(parts[:max(0, len(parts)-1)], lastTwo(parts))
	var names []string
	for _, part := range parts {
		words := strings.Fields(part)
		if slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) }) {
			words = []string{strings.TrimSpace(part)} // one name; but several numbers are several people
		}
		for _, w := range words {
			if isNumber(w) {
				n, err := strconv.Atoi(w)
				if err != nil || n < 1 || n > len(people) {
					return nil, fault.New(noPerson.With("n", w))
				}
				w = people[n-1]
			}
			names = append(names, w)
		}
	}
	return names, nil
}

func isAnd(word string) bool { return slices.Contains([]string{"&", "+", "and", "e"}, word) }

// lastTwo returns the last of some names, or the last two if an “and” joins them, as in a list read aloud.
func lastTwo(parts []string) []string {
	if len(parts) == 0 {
		return nil
	}
	words := strings.Fields(parts[len(parts)-1])
	if k := slices.IndexFunc(words, isAnd); len(parts) > 1 && k > 0 && k < len(words)-1 {
		return []string{strings.Join(words[:k], " "), strings.Join(words[k+1:], " ")}
	}
	return parts[len(parts)-1:]
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// A Seating asks for the table of a game: the people and, on one screen, the choices they agree on.
type Seating struct {
	Game   scoring.Game
	Was    setup.Table                                                  // the choices made already, or the table being changed
	Phoned func(names []string) bool                                    // reports whether all of these people have a phone
	Last   func(people []string) (choices map[string]string, err error) // returns what these people agreed on last; nil: the table is not new
	Known  bool                                                         // the people are known, and not asked for
	Played bool                                                         // events exist: names may be corrected, or people come or go, but not both
	Begins bool                                                         // the first player is known, and not asked for
	Brief  bool                                                         // lines are read out: a sentence first, and the list only for changes
}

var (
	agreed    = lang.Msg("play.agreed", "{game}: all as you want it?")
	otherwise = lang.Msg("play.agreed-other", "Change something")
	whatOther = lang.Msg("play.agreed-what", "What would you change?")
	begin     = lang.Msg("play.agreed-begin", "Yes, begin")
	asItIs    = lang.Msg("play.agreed-keep", "Yes, go on")
	keyBegin  = lang.Msg("play.key-agreed", "y")
	lineWho   = lang.Msg("play.line-who", "Clockwise: {names}")
	lineFirst = lang.Msg("play.line-first", "{question} {name}")
	lineTeams = lang.Msg("play.line-teams", "Teams: {teams}")
	oneTeam   = lang.Msg("play.line-team", "{team} ({names})")
)

// The keys of the lines that every game has are the same in all languages.
const (
	keyOther = "c" // of the sentence
	keyWho   = "p"
	keyFirst = "b"
	keyTeams = "e"
)

// Sit asks for the table. A choice that only suits phones is listed if everybody has one, or if it was made before: so
// it can still be changed when the phones are gone.
func (w Seating) Sit(a ask.Asker) (setup.Table, error) {
	t, suggested := w.Was.Clone(), w.Was.First
	var err error
	if !w.Known {
		suggested = -1
		t.Players, err = w.askNames(a, t.Players)
	}
	if err == nil && w.Last != nil {
		t, err = w.remembered(t)
	}
	if err != nil {
		return t, err
	}
	if w.Game.FirstIs == scoring.AskedFirst && !w.Begins && !t.Played() {
		t.First, err = ask.PickOne(a, "cmd.first", w.Game.First, lang.Names(t.Players), suggested) // at a rematch, the next in turn
		if err != nil {
			return t, err
		}
	}
	for {
		t, err = w.settled(a, t)
		if err != nil {
			return t, err
		}
		line, err := w.agree(a, &t)
		if err != nil {
			return t, err
		}
		if line == nil {
			break
		}
		was := t
		t, err = line.change(a, t)
		if err != nil {
			return t, err
		}
		if t.Choices[setup.List] == setup.OnlyCheck && !maps.Equal(was.Choices, t.Choices) && !w.laysAlike(was, t) {
			t = t.With(setup.List, setup.OnePage) // nobody has set up this one yet
		}
	}
	return t, nil
}

// laysAlike reports whether two tables lay out the same, step by step.
func (w Seating) laysAlike(one, other setup.Table) bool {
	if w.Game.Setup.Lay == nil {
		return true
	}
	undrawn := ask.Func(func(ask.Question) (ask.Answer, error) { return ask.Answer{}, errUnsuggested })
	a, wrong := w.Game.Setup.Lay(one, undrawn)
	b, err := w.Game.Setup.Lay(other, undrawn)
	return wrong == nil && err == nil && reflect.DeepEqual(a.Steps, b.Steps)
}

// remembered returns a new table with what these people agreed on last, unless choices were made already, and without
// choices that need phones if people lack them.
func (w Seating) remembered(t setup.Table) (_ setup.Table, err error) {
	if len(w.Was.Choices) == 0 {
		t.Choices, err = w.Last(t.Players)
		if err != nil {
			return t, err
		}
	}
	for _, o := range w.Game.Options {
		if o.OnPhones && !w.Phoned(t.Players) {
			delete(t.Choices, o.ID)
		}
	}
	return t, nil
}

// settled returns the table with every choice that it needs, and its teams.
func (w Seating) settled(a ask.Asker, t setup.Table) (setup.Table, error) {
	t = setup.Settle(w.Game.Options, t, w.Phoned(t.Players))
	t.First = min(t.First, len(t.Players)-1)
	for _, o := range w.Game.Options {
		if o.Needed && t.Choices[o.ID] == "" && (o.Applies == nil || o.Applies(t)) {
			choice, err := o.Choose(a, t)
			if err != nil {
				return t, err
			}
			t = t.With(o.ID, choice)
		}
	}
	if w.Game.Seat == nil {
		return t, nil
	}
	alone := t
	alone.Teams = nil
	for _, t := range []setup.Table{alone, t} { // a mode without teams drops them
		if _, err := w.Game.New(t); err == nil {
			return t, nil
		}
	}
	suggested, err := w.Game.Seat(ask.Func(func(q ask.Question) (ask.Answer, error) {
		switch {
		case ask.Is[ask.Show](q.Shape):
			return ask.Answer{By: ask.Scorekeeper}, nil
		case q.Suggest == nil:
			return ask.Answer{}, errUnsuggested
		}
		return *q.Suggest, nil
	}), t)
	if errors.Is(err, errUnsuggested) {
		return w.Game.Seat(a, t)
	}
	return suggested, err
}

var errUnsuggested = errors.New("play: nothing is suggested")

// A line of the screen has a text, and a question that changes it.
type line struct {
	key    string
	text   lang.Text
	change func(ask.Asker, setup.Table) (setup.Table, error)
	open   bool // no choice was made, and none is needed
}

// agree shows the screen once. It returns the line to change, or nil if everything is agreed, and stores the answered
// table in t.
func (w Seating) agree(a ask.Asker, t *setup.Table) (*line, error) {
	q, err := w.screen(*t)
	if err != nil {
		return nil, err
	}
	r, err := ask.Insist(a, q, func(r ask.Answer) error {
		if r.Key != "" || r.Value() > 0 {
			return nil
		}
		_, err := w.Game.New(w.answered(*t, r))
		return err
	})
	if err != nil {
		return nil, err
	}
	*t = w.answered(*t, r)
	lines, k := w.lines(*t), r.Value()-1
	if r.Key != "" {
		k, err = ask.Put(a, ask.Head{ID: "play.agreed-what", Text: whatOther}, ask.From(ask.Pick{Quick: true}, onLines(ask.List{}, lines)))
		if err != nil {
			return nil, err
		}
	}
	if k < 0 || k >= len(lines) {
		return nil, nil
	}
	return &lines[k], nil
}

// screen returns the question of what is agreed. Enter's answer has the whole table as its text. For lines read out it
// has a single key for all changes, so its answers and those to the list do not fit each other.
func (w Seating) screen(t setup.Table) (ask.Question, error) {
	whole, err := json.Marshal(t)
	enter, first := ask.Usual(0), begin
	enter.Text = string(whole)
	if w.Last == nil {
		first = asItIs
	}
	q := ask.Question{
		Head:  ask.Head{ID: setup.AsksAgreed, Text: agreed.With("game", w.Game.Title(t)), Suggest: enter},
		Shape: ask.Pick{Quick: true, Screen: true, Options: []lang.Text{first}, Marks: []lang.Text{keyBegin}},
	}
	if lines := w.lines(t); w.Brief {
		q.Notes, q.Keys = []lang.Text{sentence(lines)}, []ask.Key{{Letter: keyOther, Text: otherwise}}
	} else {
		q = q.With(onLines(q.List(), lines))
	}
	return q, err
}

// answered returns the table in an answer to the screen. A table that is being changed stays as it is.
func (w Seating) answered(t setup.Table, r ask.Answer) setup.Table {
	said := setup.Table{}
	if w.Last != nil && json.Unmarshal([]byte(r.Text), &said) == nil && len(said.Players) > 0 {
		return said
	}
	return t
}

func onLines(list ask.List, lines []line) ask.List {
	for _, l := range lines {
		list.Add(lang.Literal(l.key), l.text)
	}
	return list
}

// sentence joins the lines that say something.
func sentence(lines []line) lang.Text {
	say := lines[0].text
	for _, l := range lines[1:] {
		if !l.open {
			say = lang.Literal("{said} · {line}").With("said", say, "line", l.text)
		}
	}
	return say
}

// lines returns what can be changed, in the order of the screen.
func (w Seating) lines(t setup.Table) []line {
	out := []line{{key: keyWho, text: lineWho.With("names", lang.Names(t.Players)), change: w.otherPeople}}
	if w.Game.FirstIs != scoring.AskedLater && !w.Game.First.Empty() && !t.Played() {
		out = append(out, line{key: keyFirst, text: lineFirst.With("question", w.Game.First, "name", t.Players[t.First]), change: w.otherFirst})
	}
	for _, o := range w.Game.Options {
		if _, chosen := t.Choices[o.ID]; !chosen && o.OnPhones || o.Applies != nil && !o.Applies(t) {
			continue
		}
		out = append(out, line{o.Key, o.Said(t), func(a ask.Asker, t setup.Table) (setup.Table, error) { return chosenAnew(a, o, t) }, t.Choices[o.ID] == ""})
	}
	if len(t.Teams) > 0 {
		var teams lang.List
		for _, team := range t.Teams {
			teams = append(teams, oneTeam.With("team", team.Name, "names", lang.Names(setup.Named(t.Players, team.Seats))))
		}
		out = append(out, line{key: keyTeams, text: lineTeams.With("teams", teams), change: w.Game.Seat})
	}
	return out
}

func (w Seating) otherPeople(a ask.Asker, t setup.Table) (setup.Table, error) {
	names, err := w.askNames(a, t.Players)
	if err == nil && !slices.Equal(names, t.Players) {
		t = t.Clone()
		t.Players, t.Teams = names, nil
	}
	return t, err
}

func (w Seating) otherFirst(a ask.Asker, t setup.Table) (_ setup.Table, err error) {
	t.First, err = ask.PickOne(a, "cmd.first", w.Game.First, lang.Names(t.Players), t.First)
	return t, err
}

// chosenAnew returns the table with another choice: of two values the other one, or else the answer to a question.
func chosenAnew(a ask.Asker, o setup.Option, t setup.Table) (setup.Table, error) {
	values := o.Of(t)
	if o.Choose == nil && len(values) == 2 {
		other := values[0]
		if t.Choices[o.ID] == other.ID {
			other = values[1]
		}
		return t.With(o.ID, other.ID), nil
	}
	choice, err := askOption(a, o, t)
	if whole, is := setup.ReadChosen(choice); is { // all that an earlier table agreed on
		t = t.Clone()
		t.Choices = whole
		return t, err
	}
	return t.With(o.ID, choice), err
}

func (w Seating) askNames(a ask.Asker, was []string) ([]string, error) {
	h := ask.Head{ID: setup.AsksWho, Text: whoPlays, Notes: []lang.Text{whoNote}}
	if len(was) > 0 {
		h.Suggest = ask.UsualWords(strings.Join(was, ", "))
	}
	return ask.Accept(a, h, ask.Words{}, func(line string) ([]string, error) { return split(line), w.checkNames(split(line)) })
}

func numbered(people []string) string {
	if len(people) > mostKnown {
		people = people[:mostKnown]
	}
	said := make([]string, len(people))
	for i, p := range people {
		said[i] = strconv.Itoa(i+1) + " " + p
	}
	return strings.Join(said, " · ")
}

func split(line string) []string {
	var out []string
	for _, p := range strings.Split(line, ",") {
		p = strings.TrimSpace(p)
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

var onceAtATime = lang.Msg("play.once-at-a-time", "One thing at a time, please: first put the names right, then say who comes or goes.")

// checkNames refuses names that cannot sit at the table.
func (w Seating) checkNames(names []string) error {
	if err := checkNames(w.Game, names); err != nil {
		return err
	}
	if w.Played && replacedToo(w.Was.Players, names) {
		return fault.New(onceAtATime)
	}
	return nil
}

// replacedToo reports whether the number of people changed and some were replaced as well.
func replacedToo(was, now []string) bool {
	gone := func(some, all []string) bool {
		return slices.ContainsFunc(some, func(n string) bool { return seatOf(all, n) < 0 })
	}
	return len(was) != len(now) && gone(was, now) && gone(now, was)
}

// seatOf returns the seat of the person with a name, or -1.
func seatOf(players []string, name string) int {
	return slices.IndexFunc(players, func(n string) bool { return setup.Alike(n) == setup.Alike(name) })
}

func checkNames(g scoring.Game, names []string) error {
	if f := setup.CheckNames(names); f != nil {
		f.At = nil // the sentence says which name it is
		return f
	}
	if n := len(names); n < g.MinPlayers || n > g.MaxPlayers {
		return fault.New(countNames.With("n", n, "game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers))
	}
	return nil
}

func askOption(a ask.Asker, o setup.Option, was setup.Table) (string, error) {
	switch values := o.Of(was); {
	case o.Choose != nil:
		return o.Choose(a, was)
	case o.Typed != nil:
		// The first version asked for this by number. The question has an id of its own, so that a number kept back
		// then is asked again.
		h := ask.Head{ID: "cmd.typed-option." + o.ID, Text: o.Ask, Notes: []lang.Text{o.Typed.How}, Suggest: ask.UsualWords(was.Choice(o.ID, o.Typed.Usual))}
		return ask.Accept(a, h, ask.Words{}, func(typed string) (string, error) {
			it, wrong := o.Typed.Read(typed)
			return it, wrong.Err()
		})
	case len(values) > 0:
		options, chosen := make([]lang.Text, len(values)), 0
		for i, v := range values {
			options[i] = v.Text
			if v.ID == was.Choices[o.ID] {
				chosen = i
			}
		}
		k, err := ask.PickOne(a, "cmd.option."+o.ID, o.Ask, options, chosen)
		if err != nil {
			return "", err
		}
		return values[k].ID, nil
	}
	h := ask.Head{ID: "cmd.option." + o.ID, Text: o.Ask, Suggest: ask.Usual(was.Int(o.ID, o.Default))}
	n, err := ask.Put(a, h, ask.Number{Lo: o.Lo, Hi: o.Hi})
	return strconv.Itoa(n), err
}
