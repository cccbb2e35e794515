package cmd

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// What a shell offers where a word or a value is typed. It is asked for with every key, so it only looks: at lists, never at all
// logs. It writes nothing, makes no file and no folder, and where something is missing or cannot be read it offers nothing.

// What is offered is all there is; in this order.
const (
	onlyThese = cobra.ShellCompDirectiveNoFileComp
	inOrder   = onlyThese | cobra.ShellCompDirectiveKeepOrder
)

// mostOffered games or people are offered: a screen of them.
const mostOffered = 30

var (
	offerGame    = lang.Msg("cmd.offer-game", "{game}: {names}, {day}")
	offerOpen    = lang.Msg("cmd.offer-open", "{game}: {names}, {day}, not over")
	offerEmpty   = lang.Msg("cmd.offer-empty", "{game}, {day}, being set up")
	offerDays    = lang.Plural("cmd.offer-days", "the last day", "the last {n} days")
	offerMinutes = lang.Plural("cmd.offer-minutes", "one minute", "{n} minutes")
)

// offers reports whether a shell asks what to offer.
func offers(args []string) bool {
	return len(args) > 1 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// offerFlag says what is offered for the value of a flag, which the command has.
func offerFlag(c *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // no line of any user gets here
	}
}

// offerFiles offers files with these endings, and folders.
func offerFiles(most int, endings ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, onlyThese
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// offerGames offers the games by their ids, for one word or a flag.
func (a *app) offerGames(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, g := range games {
		out = append(out, cobra.CompletionWithDesc(g.ID, a.voice.Say(g.Name)))
	}
	return out, inOrder
}

func (a *app) offerGame(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, onlyThese
	}
	return a.offerGames(c, args, word)
}

// offerAgain offers what can be played: a game, and with --again those that were played, too.
func (a *app) offerAgain(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	out, how := a.offerGame(c, args, word)
	if len(args) == 0 {
		out = append(out, a.fromFile(c.Context(), calledHere)...)
	}
	if again, _ := c.Flags().GetBool("again"); again {
		kept, _ := a.offerKept(1, store.Filter{Begun: true})(c, args, word)
		out = append(out, kept...)
	}
	return out, how
}

// calledHere finds what tables here called what they played on a frame for other games, the latest first.
func calledHere(st *store.Store) (out []cobra.Completion) {
	for _, g := range games {
		if g.Called == nil {
			continue
		}
		all, _ := st.Choices(g.ID) // what cannot be read is not offered
		for _, choices := range all {
			name := g.Called(setup.Table{Choices: choices})
			if said := lang.Sanitize(name.String()); name.ID == "" && said != "" && !strings.Contains(said, ",") && len(out) < mostOffered && !slices.Contains(out, said) {
				out = append(out, said)
			}
		}
	}
	return out
}

// fromFile is what somebody finds in the file of games, without changing it; nothing where it cannot be read.
func (a *app) fromFile(ctx context.Context, find func(*store.Store) []cobra.Completion) []cobra.Completion {
	st, err := a.openToRead(ctx)
	if err != nil {
		return nil
	}
	defer st.Close()
	a.looked = nil // who is offered something is told nothing of damage
	return find(st)
}

// offerKept offers the ids of kept games for up to most words, the one that was changed last first.
func (a *app) offerKept(most int, f store.Filter) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, onlyThese
		}
		return a.fromFile(c.Context(), func(st *store.Store) []cobra.Completion {
			var out []cobra.Completion
			for _, g := range keptGames(st, f, word) {
				if !slices.Contains(args, g.ID) {
					out = append(out, cobra.CompletionWithDesc(g.ID, a.voice.Say(a.offered(g))))
				}
			}
			return out
		}), inOrder
	}
}

// keptGames are games whose id begins with a word; a damaged one is among them.
func keptGames(st *store.Store, f store.Filter, word string) []store.Game {
	if word == "" {
		f.Limit = mostOffered
		all, _ := st.List(f) // what cannot be listed is not offered
		return all
	}
	ids, _ := st.Beginning(strings.ToLower(word))
	var out []store.Game
	for _, id := range ids[:min(len(ids), mostOffered)] {
		if g, err := st.Game(id); err == nil && f.Wants(g) {
			out = append(out, g)
		}
	}
	return out
}

// offered is a kept game in a few words: which, who, and when.
func (a *app) offered(g store.Game) lang.Text {
	say, when := offerGame, g.Finished
	if g.Finished.IsZero() {
		say, when = offerOpen, g.Changed
	}
	if len(g.People) == 0 {
		say = offerEmpty
	}
	return say.With("game", scoring.GameName(games, g.Kind), "names", lang.Names(g.People), "day", a.voice.Day(when.Local()))
}

// offerPeople offers who plays here for up to most words, or for a flag; nobody twice.
func (a *app) offerPeople(most int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, onlyThese
		}
		said := map[string]bool{}
		for _, name := range args {
			said[setup.Alike(name)] = true
		}
		if with, err := c.Flags().GetStringArray("with"); err == nil {
			for _, name := range with {
				said[setup.Alike(name)] = true
			}
		}
		return a.fromFile(c.Context(), func(st *store.Store) []cobra.Completion {
			names, _ := st.People() // whom it cannot name it does not offer
			var out []cobra.Completion
			for _, name := range names {
				if alike := setup.Alike(name); !said[alike] && strings.HasPrefix(alike, setup.Alike(word)) && len(out) < mostOffered {
					said[alike] = true
					out = append(out, lang.Sanitize(name))
				}
			}
			return out
		}), inOrder
	}
}

// offerTopics offers the games, and then what the reference of one explains, under the names of the language.
func (a *app) offerTopics(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return a.offerGames(c, args, word)
	}
	g, err := gameNamed(a.voice, args[0])
	if err != nil || len(args) > 1 {
		return nil, onlyThese
	}
	book, err := handbook.Of(g, a.voice.Tag())
	if err != nil {
		return nil, onlyThese
	}
	var out []cobra.Completion
	for _, e := range book.Entries {
		out = append(out, cobra.CompletionWithDesc(e.Word(), e.Title))
	}
	return out, inOrder
}

// offerEvenings offers the latest evenings: their days, or how many there are after them.
func (a *app) offerEvenings(back bool) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return a.fromFile(c.Context(), func(st *store.Store) []cobra.Completion {
			days, _ := history.Begun(st, 10)
			var out []cobra.Completion
			for i, day := range days {
				iso := day.Local().Format(time.DateOnly)
				if back {
					iso = cobra.CompletionWithDesc(strconv.Itoa(i), a.voice.Day(day.Local()))
				}
				if !slices.Contains(out, iso) { // two evenings of a day are one that is named by it
					out = append(out, iso)
				}
			}
			return out
		}), inOrder
	}
}

// offerSince offers some spans of days.
func (a *app) offerSince(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, n := range []int{7, 30, 90, 365} {
		out = append(out, cobra.CompletionWithDesc(strconv.Itoa(n)+"d", a.voice.Say(offerDays.With("n", n))))
	}
	return out, inOrder
}

// offerLengths offers some lengths of time, for one word.
func (a *app) offerLengths(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, onlyThese
	}
	var out []cobra.Completion
	for _, n := range []int{1, 3, 5, 8, 10, 15} {
		out = append(out, cobra.CompletionWithDesc(strconv.Itoa(n)+"m", a.voice.Say(offerMinutes.With("n", n))))
	}
	return out, inOrder
}

// offerTimes offers the next half hours of the day.
func (a *app) offerTimes(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const half = 30 * time.Minute
	now := a.Now()
	next := now.Add(half - time.Duration(now.Minute()%30)*time.Minute)
	var out []cobra.Completion
	for n := range 8 {
		out = append(out, next.Add(time.Duration(n)*half).Format("15:04"))
	}
	return out, inOrder
}

// offerLines offers the lines of the log of the game that is named, the last one first.
func (a *app) offerLines(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return a.fromFile(c.Context(), func(st *store.Store) []cobra.Completion {
		id, err := latest(st)
		if len(args) > 0 {
			id, err = idOf(st, args[0])
		}
		if err != nil {
			return nil
		}
		g, err := st.Game(id)
		if err != nil {
			return nil
		}
		var out []cobra.Completion
		for n := g.Lines; n > 0 && len(out) < mostOffered; n-- {
			out = append(out, strconv.Itoa(n))
		}
		return out
	}), inOrder
}

// offerAddresses offers the addresses of this machine that phones may reach.
func (a *app) offerAddresses(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, way := range a.Interfaces() {
		for _, at := range way.Addresses {
			if way.Up && !way.Local && at.Is4() {
				out = append(out, cobra.CompletionWithDesc(at.String(), way.Name))
			}
		}
	}
	return out, inOrder
}

// offerLanguages offers the languages, each in its own name.
func (a *app) offerLanguages(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"en\tEnglish", "pt-BR\tPortuguês do Brasil"}, inOrder
}

// offerNumbers offers the whole numbers from lo to hi.
func offerNumbers(lo, hi int) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var out []cobra.Completion
		for n := lo; n <= hi; n++ {
			out = append(out, strconv.Itoa(n))
		}
		return out, inOrder
	}
}
