package cmd

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
	whoPlays   = lang.M("cmd.who-plays", "Who plays?")
	whoNote    = lang.M("cmd.who-note", "Names in seat order, clockwise, with commas between them.")
	whoKnown   = lang.M("cmd.who-known", "Seen before, a number will do: {people}")
	countNames = lang.N("cmd.count-names", "one name: {game} is for {lo} to {hi}", "{n} names: {game} is for {lo} to {hi}")
	noPerson   = lang.M("cmd.no-person", "there is no person number {n}: type the name")
	inOrder    = lang.M("cmd.in-order", "Clockwise: {names}. Right?")
	right      = lang.M("cmd.right", "Right, go on")
	change     = lang.M("cmd.change", "Change names or order")
)

// mostKnown is how many people seen before are shown: one line of a narrow window or two.
const mostKnown = 12

// knowing turns numbers into names in the answer to who plays.
type knowing struct {
	ask.Asker
	people []string
}

func (k knowing) Ask(q ask.Question) (ask.Answer, error) {
	for {
		r, err := k.Asker.Ask(q)
		if err != nil || q.ID != "cmd.who-plays" {
			return r, err
		}
		names, wrong := k.names(r.Text)
		if wrong == nil {
			r.Text = strings.Join(names, ", ")
			return r, nil
		}
		q.Fault, q.Suggest = wrong, &r
	}
}

// names cuts a line into names; words that are numbers only are people seen before.
// Without a comma, numbers may stand side by side with blanks: 1 3 2.
func (k knowing) names(line string) ([]string, *fault.Fault) {
	parts := strings.Split(line, ",")
	if fields := strings.Fields(line); len(parts) == 1 && !slices.ContainsFunc(fields, func(f string) bool { return !isNumber(f) }) {
		parts = fields
	}
	var names []string
	for _, p := range parts {
		p = strings.TrimSpace(p)
		if p == "" {
			continue
		}
		if isNumber(p) {
			n, err := strconv.Atoi(p)
			if err != nil || n < 1 || n > len(k.people) {
				return nil, fault.New(noPerson.With("n", p))
			}
			p = k.people[n-1]
		}
		names = append(names, p)
	}
	return names, nil
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// sit asks for a table: who, the game's options, who begins. was is the table that
// is being corrected, or one that only holds what is settled already.
func sit(a ask.Asker, g scoring.Game, people []string, was setup.Table) (setup.Table, error) {
	t := was.Clone()
	names, err := askNames(a, g, people, was.Players)
	if err != nil {
		return t, err
	}
	t.Players = names
	asked := map[string]bool{}
	for _, o := range g.Options {
		if o.Applies != nil && !o.Applies(t) {
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
	if !g.First.Empty() && !t.Played() {
		if t.First, err = ask.PickOne(a, "cmd.first", g.First, lang.Names(t.Players), min(was.First, len(names)-1)); err != nil {
			return t, err
		}
	}
	_, err = g.New(t)
	return t, err
}

func askNames(a ask.Asker, g scoring.Game, people, was []string) ([]string, error) {
	q := ask.Question{ID: "cmd.who-plays", Kind: ask.Words, Text: whoPlays, Notes: []lang.Text{whoNote}}
	if len(people) > 0 {
		q.Notes = append(q.Notes, whoKnown.With("people", numbered(people)))
	}
	if len(was) > 0 {
		q.Suggest = &ask.Answer{By: ask.Keeper, Text: strings.Join(was, ", ")}
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
	if n := len(names); n < g.Least || n > g.Most {
		return fault.New(countNames.With("n", n, "game", g.Name, "lo", g.Least, "hi", g.Most))
	}
	return nil
}

func askOption(a ask.Asker, o setup.Option, was setup.Table) (string, error) {
	if len(o.Values) == 0 {
		usual := ask.One(was.Int(o.ID, o.Usual))
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
