package cmd

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

var (
	wordGame    = lang.M("cmd.word-game", "GAME")
	shortSetup  = lang.M("cmd.short-setup", "What to lay out before a game, as a list on paper")
	flagPlayers = lang.M("cmd.flag-players", "`how` many play")
	flagOption  = lang.M("cmd.flag-option", "{question} `One` of: {values} ({games})")
	flagYes     = lang.M("cmd.flag-yes", "{question} If so, name this flag ({games})")
	flagDraw    = lang.M("cmd.flag-draw", "the program draws what is drawn at random ({games})")
	flagHave    = lang.M("cmd.flag-have", "with --draw: the `cards` to draw from, by id, separated by commas, a kind twice if it is there twice")
	flagSeed    = lang.M("cmd.flag-seed", "with --draw: the same `seed` draws the same again")
	whichGame   = lang.M("cmd.which-game", "which game ({games})")
	noPlayers   = lang.M("cmd.no-players", "--players is missing: how many play? {game} is for {lo} to {hi}")
	badPlayers  = lang.M("cmd.bad-players", "--players {n}: {game} is for {lo} to {hi}")
	badOption   = lang.M("cmd.bad-option", "--{flag} {it}: it may be one of: {values}")
	notFor      = lang.M("cmd.not-for", "--{flag} is not for {game}")
	noDraw      = lang.M("cmd.no-draw", "--{flag} is only for --draw")
)

// setupWish is what the command line of `setup` says.
type setupWish struct {
	players int
	format  string
	draw    bool
	have    []string // nil: not named
	seed    *int64
	choices map[string]string // by option id, only what was named
}

func newSetup(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "setup " + a.voice.Say(wordGame), Short: a.voice.Say(shortSetup), ValidArgs: completions(a),
		Args:    words(1, 1, whichGame.With("games", strings.Join(gameIDs(), ", "))),
		Example: "  tablemate setup picture-perfect --players 4 --auction\n  tablemate setup picture-perfect --players 4 --draw --format json",
	}
	w := setupWish{choices: map[string]string{}}
	c.Flags().IntVar(&w.players, "players", 0, a.voice.Say(flagPlayers))
	c.Flags().BoolVar(&w.draw, "draw", false, a.voice.Say(flagDraw.With("games", thatDraw())))
	have := c.Flags().String("have", "", a.voice.Say(flagHave))
	seed := c.Flags().Int64("seed", 0, a.voice.Say(flagSeed))
	format := formatFlag(a, c)
	optionFlags(a, c)
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		hideForeign(a, c, args)
		c.Root().HelpFunc()(c, args)
	})
	c.RunE = func(c *cobra.Command, args []string) error {
		w.format = *format
		if c.Flags().Changed("have") {
			w.have = strings.FieldsFunc(*have, func(r rune) bool { return r == ',' || r == ' ' })
			if w.have == nil {
				w.have = []string{}
			}
		}
		if c.Flags().Changed("seed") {
			w.seed = seed
		}
		g, err := gameNamed(a.voice, args[0])
		if err != nil {
			return err
		}
		if err := namedOptions(c, g, w.choices); err != nil {
			return err
		}
		return setUp(c.Context(), a, g, w, c.Flags().Changed("players"))
	}
	return c
}

func completions(a *app) []cobra.Completion {
	var out []cobra.Completion
	for _, g := range games {
		out = append(out, cobra.CompletionWithDesc(g.ID, a.voice.Say(g.Name)))
	}
	return out
}

// onPaper are the options of all games that change what is laid out, each a flag: a
// yes-or-no choice is a switch, one among several a word, a number stays out.
func onPaper() map[string][]setup.Option {
	out := map[string][]setup.Option{}
	for _, g := range games {
		for _, o := range g.Options {
			if len(o.Values) > 0 && o.Lays {
				out[o.ID] = append(out[o.ID], o)
			}
		}
	}
	return out
}

func isSwitch(o setup.Option) bool { return len(o.Values) == 2 && o.Values[0].ID == setup.No }

func optionFlags(a *app, c *cobra.Command) {
	for id, options := range onPaper() {
		o := options[0]
		if isSwitch(o) {
			c.Flags().Bool(id, false, a.voice.Say(flagYes.With("question", o.Ask, "games", thatHave(id))))
			continue
		}
		c.Flags().String(id, "", a.voice.Say(flagOption.With("question", o.Ask, "values", valueIDs(o), "games", thatHave(id))))
	}
}

// thatHave are the games with an option that is a flag, thatDraw those from which
// something is drawn.
func thatHave(id string) lang.List {
	return gamesThat(func(g scoring.Game) bool { _, ok := optionOf(g, id); return ok })
}

func thatDraw() lang.List { return gamesThat(func(g scoring.Game) bool { return g.Draws }) }

func gamesThat(which func(scoring.Game) bool) (names lang.List) {
	for _, g := range games {
		if which(g) {
			names = append(names, g.Name)
		}
	}
	return names
}

// hideForeign leaves only its own flags in the help of a game that the line names.
func hideForeign(a *app, c *cobra.Command, args []string) {
	for _, arg := range args {
		g, err := gameNamed(a.voice, arg)
		if err != nil {
			continue
		}
		for id := range onPaper() {
			_, ok := optionOf(g, id)
			c.Flags().Lookup(id).Hidden = !ok
		}
		for _, flag := range []string{"draw", "have", "seed"} {
			c.Flags().Lookup(flag).Hidden = !g.Draws
		}
		return
	}
}

func valueIDs(o setup.Option) string {
	ids := make([]string, len(o.Values))
	for i, v := range o.Values {
		ids[i] = v.ID
	}
	return strings.Join(ids, ", ")
}

// namedOptions collects the choices that were named, and refuses those of other games.
func namedOptions(c *cobra.Command, g scoring.Game, into map[string]string) error {
	for id := range onPaper() {
		f := c.Flags().Lookup(id)
		if !f.Changed {
			continue
		}
		o, ok := optionOf(g, id)
		if !ok {
			return &usage{notFor.With("flag", id, "game", g.Name)}
		}
		value := f.Value.String()
		if isSwitch(o) {
			value = map[string]string{"true": setup.Yes, "false": setup.No}[value]
		}
		if !strings.Contains(", "+valueIDs(o)+",", ", "+value+",") {
			return &usage{badOption.With("flag", id, "it", value, "values", valueIDs(o))}
		}
		into[id] = value
	}
	return nil
}

func optionOf(g scoring.Game, id string) (setup.Option, bool) {
	for _, o := range g.Options {
		if o.ID == id {
			return o, true
		}
	}
	return setup.Option{}, false
}

// setUp prints what a number of players lays out.
func setUp(_ context.Context, a *app, g scoring.Game, w setupWish, named bool) error {
	format, err := checkFormat(w.format)
	if err != nil {
		return err
	}
	switch {
	case !named:
		return &usage{noPlayers.With("game", g.Name, "lo", g.Least, "hi", g.Most)}
	case w.players < g.Least || w.players > g.Most:
		return &usage{badPlayers.With("n", w.players, "game", g.Name, "lo", g.Least, "hi", g.Most)}
	case w.draw && !g.Draws:
		return &usage{notFor.With("flag", "draw", "game", g.Name)}
	case !w.draw && w.have != nil:
		return &usage{noDraw.With("flag", "have")}
	case !w.draw && w.seed != nil:
		return &usage{noDraw.With("flag", "seed")}
	}
	var draw *setup.Draw
	if w.draw {
		draw = &setup.Draw{Chance: chance{a.chance(w.seed)}, Have: w.have}
	}
	l, err := g.Lay(setup.Table{Choices: w.choices}, w.players, draw)
	if err != nil {
		return wrongWish(err)
	}
	return a.page().Layout(g.Name, l, format)
}

// wrongWish is a fault of the rules in something that the command line asked for.
func wrongWish(err error) error {
	if f, ok := err.(*fault.Fault); ok {
		return &usage{f.Text()}
	}
	return err
}

// chance answers draws, and nothing else.
type chance struct{ *rand.Rand }

func (c chance) Ask(q ask.Question) (ask.Answer, error) { return ask.One(c.IntN(q.Hi + 1)), nil }

func (a *app) chance(seed *int64) *rand.Rand {
	if seed != nil {
		return rand.New(rand.NewPCG(uint64(*seed), 0))
	}
	return rand.New(rand.NewPCG(a.Random(), a.Random()))
}
