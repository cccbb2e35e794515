package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// newSetup returns the command with a subcommand for each game, whose flags are what that game's layout depends on.
func newSetup(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "setup [" + a.say(lang.T("GAME")) + "]",
		Short:   a.say(lang.T("What to lay out before a game, as a checklist")),
		Example: "  tablemate setup dixit --players 6\n  tablemate setup versus --players 4 --format json",
		Args:    cobra.ArbitraryArgs,
	}
	f := a.formatted(c)
	var l laying
	a.counted(c, &l.players)
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.layOut(l, *f)
		}
		g, err := a.game(args[0])
		if err != nil {
			return err
		}
		if len(args) > 1 {
			return wrong(lang.T("unexpected argument “{it}”").With("it", args[1]))
		}
		l.game = g
		return a.layOut(l, *f)
	}
	for _, g := range shelf.Games { // others have no flags of their own
		if g.Layout != nil && slices.Contains(a.args, c.Name()) { // a page of help does without
			c.AddCommand(setupOf(a, g))
		}
	}
	return c
}

// A laying is what a line says about the table that is laid out.
type laying struct {
	game    scoring.Game
	players int // 0: the line does not say
	choices map[string]string
	draw    bool // the program draws the deck
	have    string
	seed    *uint64
}

func setupOf(a *app, g scoring.Game) *cobra.Command {
	c := &cobra.Command{
		Use: g.ID, Short: a.say(g.Name), Args: words(0, 0),
		Example: fmt.Sprintf("  tablemate setup %s --players %d", g.ID, g.Max),
	}
	l := laying{game: g, choices: map[string]string{}}
	f := a.formatted(c)
	a.counted(c, &l.players)
	for _, o := range g.Options {
		ids := values(o, l.table())
		chosen := func(it string) error { l.choices[o.ID] = it; return nil }
		switch {
		case !o.Lays:
		case slices.Contains(ids, setup.Yes):
			c.Flags().BoolFunc(o.ID, a.say(o.Ask), func(it string) error {
				yes, err := strconv.ParseBool(it)
				return errors.Join(err, chosen(map[bool]string{true: setup.Yes, false: setup.No}[yes]))
			})
		default:
			a.chosen(c, o.ID, chosen, o.Ask, ids...)
		}
	}
	if g.Draw != nil {
		a.drawn(c, &l)
	}
	c.RunE = func(*cobra.Command, []string) error { return a.layOut(l, *f) }
	return c
}

// drawn adds the flags of a deck that the program draws.
func (a *app) drawn(c *cobra.Command, l *laying) {
	c.Flags().BoolVar(&l.draw, "draw", false, a.say(lang.T("draw the deck")))
	c.Flags().StringVar(&l.have, "have", "", a.say(lang.T("with --draw: the `cards` to draw from, with commas between them, a kind twice if it is there twice")))
	c.Flags().Func("seed", a.say(lang.T("with --draw: the same `seed` draws the same deck again")), func(it string) error {
		n, err := strconv.ParseUint(it, 10, 64)
		l.seed = &n
		return err
	})
}

// lay returns what to lay out for a table, with the deck if the program draws it.
func (l laying) lay(a *app, t setup.Table) (setup.Layout, error) {
	if !l.draw {
		if l.have != "" || l.seed != nil {
			return setup.Layout{}, wrong(lang.T("--have and --seed go only with --draw"))
		}
		return l.game.Layout(t)
	}
	seed := a.Random()
	if l.seed != nil {
		seed = *l.seed
	}
	return l.game.Draw(t, l.have, rand.New(rand.NewPCG(seed, 0)).IntN)
}

// counted adds --players.
func (a *app) counted(c *cobra.Command, players *int) {
	c.Flags().IntVar(players, "players", 0, a.say(lang.T("for `N` people")))
	_ = c.RegisterFlagCompletionFunc("players", cobra.NoFileCompletions)
}

// fits refuses a number of people for whom the game is not.
func (l laying) fits() error {
	n, g := l.players, l.game
	if n < g.Min || n > g.Max {
		return wrong(lang.T("--players {n}: {game} is for {lo} to {hi}").With("n", n, "game", g.Name, "lo", g.Min, "hi", g.Max))
	}
	return nil
}

// values returns what may be chosen, for a shell.
func values(o setup.Option, t setup.Table) (ids []string) {
	if o.Values != nil {
		for _, v := range o.Values(t) {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// table returns a table of that many people, called by numbers; of as many as may play as long as nobody said.
func (l laying) table() setup.Table {
	t := setup.Table{Choices: l.choices}
	for i := range cmp.Or(l.players, l.game.Max) {
		t.Players = append(t.Players, setup.Name(strconv.Itoa(i+1)))
	}
	return t
}

// layOut prints what to lay out. What the line does not say is asked.
func (a *app) layOut(l laying, f report.Format) error {
	l, err := a.ask(l)
	if err != nil {
		return err
	}
	d, err := a.checklist(l)
	if err != nil {
		return err
	}
	return a.print(d, f)
}

// checklist returns what to lay out.
func (a *app) checklist(l laying) (report.Doc, error) {
	g := l.game
	t := l.table()
	for _, o := range g.Options {
		if choice, said := t.Choices[o.ID]; said && !o.May(t, choice) {
			return report.Doc{}, notOne(o.ID, choice, values(o, t))
		}
	}
	t = setup.Settle(g.Options, t)
	if g.Teams != nil && g.Teams(t) {
		t.Teams = setup.Opposite(t.Players)
	}
	lay, err := l.lay(a, t)
	if fault.Is(err) {
		err = wrong(lang.Literal(fault.Aloud(a.lang, err)))
	}
	return results.Checklist(a.lang, a.say(g.Name), lay), err
}

// lay asks for a table, and returns what to lay out for it.
func (a *app) lay(k ask.Asker) (report.Doc, error) {
	l, err := a.asked(k, laying{})
	if err != nil {
		return report.Doc{}, err
	}
	return a.checklist(l)
}

// ask asks for what a line leaves open. The questions go where errors go, so that a result in a file stays clean.
func (a *app) ask(l laying) (laying, error) {
	if l.players != 0 && l.game.ID != "" {
		return l, l.fits()
	}
	k, err := tty.Open(a.In, a.Err, a.lang, a.plainly(), a.colors())
	if err != nil {
		return l, err
	}
	defer k.Close()
	for {
		all, err := a.asked(k, l)
		switch {
		case err == nil:
			return all, nil
		case err == ask.Leave && a.Keyboard == nil: // the input ended, as in a script
			return all, all.missing()
		case err == ask.Leave, !errors.As(err, new(ask.Move)):
			return all, err
		}
	}
}

// missing says what a line had to say.
func (l laying) missing() error {
	if l.game.ID == "" {
		return wrong(lang.T("missing argument: which game ({games})").With("games", shelf.IDs()))
	}
	return wrong(lang.T("--players is missing: how many play? {game} is for {lo} to {hi}").
		With("game", l.game.Name, "lo", l.game.Min, "hi", l.game.Max))
}

// asked asks for the game, for how many play, and for the options that have more than one value.
func (a *app) asked(k ask.Asker, l laying) (laying, error) {
	if l.game.ID == "" {
		var pick ask.Pick
		for _, g := range a.games() {
			if g.Layout != nil {
				pick.Options = append(pick.Options, ask.Option{ID: g.ID, Text: g.Name})
			}
		}
		v, err := ask.Put(k, ask.Question{ID: "game", Text: lang.T("Which game?"), Shape: pick}, nil)
		if err != nil {
			return l, err
		}
		l.game, _ = a.find(v.Line, nil)
	}
	if err := l.fits(); l.players != 0 && err != nil {
		return l, err
	}
	if l.players == 0 {
		v, err := ask.Put(k, ask.Question{ID: "players", Text: lang.T("How many play?"),
			Shape: ask.Number{Lo: l.game.Min, Hi: l.game.Max}}, nil)
		if err != nil {
			return l, err
		}
		l.players = v.One()
	}
	for _, o := range l.game.Options {
		t := setup.Settle(l.game.Options, l.table())
		if _, said := l.choices[o.ID]; said || !o.Lays || !o.Asked(t) || o.Values != nil && len(o.Values(t)) < 2 {
			continue
		}
		choice, err := o.Put(k, o.ID, t)
		if err != nil {
			return l, err
		}
		if l.choices == nil {
			l.choices = map[string]string{}
		}
		l.choices[o.ID] = choice
	}
	return l, nil
}
