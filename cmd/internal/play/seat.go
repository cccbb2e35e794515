package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Who sits down: the questions before every game. People that were seen before are
// numbered, and a number is turned into its name before the answer is kept, so that
// a draft means the same names whoever played in another window meanwhile.

var (
	whoPlays   = lang.Msg("play.who-plays", "Who plays?")
	whoNote    = lang.Msg("play.who-note", "Names in seat order, clockwise, with commas between them.")
	whoKnown   = lang.Msg("play.who-known", "Played here before (a number will do): {people}")
	countNames = lang.Plural("play.count-names", "{n} name: {game} is for {lo} to {hi}", "{n} names: {game} is for {lo} to {hi}")
	noPerson   = lang.Msg("play.no-person", "there is no person number {n}: type the name")
	inOrder    = lang.Msg("play.in-order", "Clockwise: {names}. Right?")
	right      = lang.Msg("play.right", "Right, go on")
	change     = lang.Msg("play.change", "Change names or order")
)

// mostKnown is how many people seen before are shown: one line of a narrow window or two.
const mostKnown = 12

// asksWho is the question whose answer are the names of the table.
//
// The ids of the questions in this file begin with "cmd", which asked them once: they are
// kept with every game, and never change.
const asksWho = "cmd.who-plays"

// A nameBook shows who was seen before in the question who plays, and turns numbers in
// its answer into names.
type nameBook struct {
	ask.Asker
	people func() ([]string, error) // seen before, those seen last first
}

func (k nameBook) Ask(q ask.Question) (ask.Answer, error) {
	if q.ID != asksWho {
		return k.Asker.Ask(q)
	}
	people, err := k.people()
	if err != nil {
		return ask.Answer{}, err
	}
	if len(people) > 0 {
		q.Notes = append(slices.Clip(q.Notes), whoKnown.With("people", numbered(people)))
	}
	var stood []string
	if q.Suggest != nil {
		stood = strings.Split(q.Suggest.Text, ", ")
	}
	for {
		r, err := k.Asker.Ask(q)
		if err != nil {
			return r, err
		}
		names, wrong := namesIn(r.Text, people)
		if wrong == nil {
			r.Text = strings.Join(spelled(names, people, stood), ", ")
			return r, nil
		}
		q.Fault, q.Suggest = wrong, &r
	}
}

// spelled are names as they are known: who played as Ana is nobody else where ana is typed. Whose name stood
// there already is being put right.
func spelled(names, people, stood []string) []string {
	for i, name := range names {
		alike := func(n string) bool { return setup.Alike(n) == setup.Alike(name) }
		if known := slices.IndexFunc(people, alike); known >= 0 && !slices.Contains(people, name) && !slices.ContainsFunc(stood, alike) {
			names[i] = people[known]
		}
	}
	return names
}

// namesIn cuts a line into names; words that are numbers only are people seen before.
// Without a comma every word is somebody, but for an “and”: the next question shows who was
// understood.
func namesIn(line string, people []string) ([]string, *fault.Fault) {
	parts := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' })
	if !strings.ContainsAny(line, ",;") {
		parts = slices.DeleteFunc(strings.Fields(line), isAnd)
	}
	parts = slices.Concat(parts[:max(0, len(parts)-1)], lastTwo(parts))
	var names []string
	for _, p := range parts {
		p = strings.TrimSpace(p)
		if p == "" {
			continue
		}
		if isNumber(p) {
			n, err := strconv.Atoi(p)
			if err != nil || n < 1 || n > len(people) {
				return nil, fault.New(noPerson.With("n", p))
			}
			p = people[n-1]
		}
		names = append(names, p)
	}
	return names, nil
}

func isAnd(word string) bool { return slices.Contains([]string{"&", "+", "and", "e"}, word) }

// lastTwo are the last of some names, two where an “and” stands between them, as a list is read aloud.
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

// Phoned reports whether everybody of some names has a phone at the table.
type Phoned func(names []string) bool

// Sit asks for a table: who, the game's options, who begins. was is the table that
// is being corrected, or one that only holds what is settled already. What only suits people
// with phones is asked where they have some, and where it was settled before: so it can be
// settled otherwise when the phones are gone.
func Sit(a ask.Asker, g scoring.Game, was setup.Table, phoned Phoned) (setup.Table, error) {
	t := was.Clone()
	names, err := askNames(a, g, was.Players)
	if err != nil {
		return t, err
	}
	t.Players = names
	asked := map[string]bool{}
	for _, o := range g.Options {
		if o.Applies != nil && !o.Applies(t) || o.OnPhones && was.Choices[o.ID] == "" && !phoned(t.Players) {
			continue
		}
		v, err := askOption(a, o, was)
		if err != nil {
			return t, err
		}
		t, asked[o.ID] = t.With(o.ID, v), true
	}
	for _, o := range g.Options { // what no longer applies was not agreed
		if !asked[o.ID] {
			delete(t.Choices, o.ID)
		}
	}
	if g.Seat != nil {
		if t, err = g.Seat(a, t); err != nil {
			return t, err
		}
	}
	if !g.First.Empty() && !g.FirstLater && !t.Played() {
		if t.First, err = ask.PickOne(a, "cmd.first", g.First, lang.Names(t.Players), min(was.First, len(names)-1)); err != nil {
			return t, err
		}
	}
	_, err = g.New(t)
	return t, err
}

// A seating asks for the table of a game, given what is settled already.
type seating = func(ask.Asker, scoring.Game, setup.Table, Phoned) (setup.Table, error)

// sitOnward is the table that played before, without what suits phones where they are gone; nobody is
// asked who begins.
func sitOnward(_ ask.Asker, g scoring.Game, was setup.Table, phoned Phoned) (setup.Table, error) {
	t := was.Clone()
	for _, o := range g.Options {
		if o.OnPhones && !phoned(t.Players) {
			delete(t.Choices, o.ID)
		}
	}
	if g.First.Empty() || g.FirstLater || t.Played() { // if ever, it is asked when the cards are dealt
		t.First = 0
	}
	return t, nil
}

// sitAgain is sitOnward, and asks who begins where that is asked before the cards are dealt.
func sitAgain(a ask.Asker, g scoring.Game, was setup.Table, phoned Phoned) (setup.Table, error) {
	t, err := sitOnward(a, g, was, phoned)
	if err == nil && !g.First.Empty() && !g.FirstLater && !t.Played() {
		t.First, err = ask.PickOne(a, "cmd.first", g.First, lang.Names(t.Players), t.First)
	}
	return t, err
}

func askNames(a ask.Asker, g scoring.Game, was []string) ([]string, error) {
	q := ask.Question{ID: asksWho, Kind: ask.Words, Text: whoPlays, Notes: []lang.Text{whoNote}}
	if len(was) > 0 {
		q.Suggest = &ask.Answer{By: ask.Scorekeeper, Text: strings.Join(was, ", ")}
	}
	for {
		r, err := ask.Put(a, q, func(r ask.Answer) error { return checkNames(g, split(r.Text)) })
		if err != nil {
			return nil, err
		}
		names := split(r.Text)
		first := ask.One(0)
		ok, err := ask.Put(a, ask.Question{
			ID: "cmd.in-order", Kind: ask.Pick, Text: inOrder.With("names", lang.Names(names)),
			Options: []lang.Text{right, change}, Suggest: &first,
		}, backToNames)
		if err != nil || ok.Value() == 0 {
			return names, err
		}
		q.Suggest = &r // a conversation of the first version kept that they were to change
	}
}

// backToNames is one question back where the names are to change: so no conversation
// holds names that nobody means any more.
func backToNames(r ask.Answer) error {
	if r.Value() == 1 {
		return ask.ErrBack
	}
	return nil
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
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func checkNames(g scoring.Game, names []string) error {
	if f := setup.CheckNames(names); f != nil {
		f.At = nil // which name it is, the sentence says
		return f
	}
	if n := len(names); n < g.MinPlayers || n > g.MaxPlayers {
		return fault.New(countNames.With("n", n, "game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers))
	}
	return nil
}

func askOption(a ask.Asker, o setup.Option, was setup.Table) (string, error) {
	if o.Typed != nil {
		return askTyped(a, o, was.Choice(o.ID, o.Typed.Usual))
	}
	if len(o.Values) == 0 {
		usual := ask.One(was.Int(o.ID, o.Default))
		r, err := a.Ask(ask.Question{ID: "cmd.option." + o.ID, Kind: ask.Number, Text: o.Ask, Lo: o.Lo, Hi: o.Hi, Suggest: &usual})
		return strconv.Itoa(r.Value()), err
	}
	options := make([]lang.Text, len(o.Values))
	chosen := 0
	for i, v := range o.Values {
		options[i] = v.Text
		if v.ID == was.Choices[o.ID] {
			chosen = i
		}
	}
	k, err := ask.PickOne(a, "cmd.option."+o.ID, o.Ask, options, chosen)
	if err != nil {
		return "", err
	}
	return o.Values[k].ID, nil
}

// askTyped asks for an option in words. The first version asked for the same one by number,
// so the question has an id of its own: a number that was kept is asked again.
func askTyped(a ask.Asker, o setup.Option, was string) (choice string, err error) {
	q := ask.Question{
		ID: "cmd.typed-option." + o.ID, Kind: ask.Words, Text: o.Ask, Notes: []lang.Text{o.Typed.How},
		Suggest: &ask.Answer{By: ask.Scorekeeper, Text: was},
	}
	_, err = ask.Put(a, q, func(r ask.Answer) error {
		it, wrong := o.Typed.Read(r.Text)
		choice = it
		return wrong.Err()
	})
	return choice, err
}
