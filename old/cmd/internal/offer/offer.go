// Package offer completes words and flag values for shells. It runs at every press of Tab, so it reads lists, never all logs.
// It writes nothing and creates no file or folder. If something is missing or cannot be read, it offers nothing.
package offer

import (
	"embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/handbook"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/playable"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

// Directives: offer no files, and keep the order.
const (
	Only    = cobra.ShellCompDirectiveNoFileComp
	InOrder = Only | cobra.ShellCompDirectiveKeepOrder
)

// Anywhere is any number of words.
const Anywhere = math.MaxInt

// most is the number of games or people offered: a screen of them.
const most = 30

var (
	offerGame      = lang.Msg("offer.game", "{game}: {names}, {day}")
	offerOpen      = lang.Msg("offer.open", "{game}: {names}, {day}, not over")
	offerEmpty     = lang.Msg("offer.empty", "{game}, {day}, being set up")
	offerYesterday = lang.Msg("offer.yesterday", "yesterday")
	offerDays      = lang.Plural("offer.days", "the last day", "the last {n} days")
)

// Asked reports whether a command line is a shell's request for completions. Its last word is still being typed.
func Asked(line []string) bool {
	return len(line) > 1 && (line[0] == cobra.ShellCompRequestCmd || line[0] == cobra.ShellCompNoDescRequestCmd)
}

// A Shell completes words from the games that can be played and the games that are kept.
type Shell struct{ Shelf playable.Shelf }

// A list returns the completions of a word, given the words before it.
type list = func(c *cobra.Command, args []string, word string) []cobra.Completion

// upTo completes that many words, or a flag, from a list.
func upTo(words int, of list) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= words {
			return nil, Only
		}
		return of(c, args, word), InOrder
	}
}

// Fixed completes one word with constant values.
func Fixed(all ...cobra.Completion) cobra.CompletionFunc {
	return upTo(1, func(*cobra.Command, []string, string) []cobra.Completion { return slices.Clone(all) })
}

// Flag sets the completion of an existing flag.
func Flag(c *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // no command line gets here
	}
}

// Values completes a flag with constant values.
func Values(all ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, InOrder)
}

// Numbers completes a flag with the numbers from lo to hi.
func Numbers(lo, hi int) cobra.CompletionFunc {
	var all []cobra.Completion
	for n := lo; n <= hi; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return Values(all...)
}

// Files completes files with these extensions, and folders.
func Files(words int, endings ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= words {
			return nil, Only
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// OfGames completes the IDs of games.
func (s Shell) OfGames(words int) cobra.CompletionFunc {
	return upTo(words, func(*cobra.Command, []string, string) []cobra.Completion { return s.games() })
}

func (s Shell) games() []cobra.Completion {
	var out []cobra.Completion
	for _, g := range s.Shelf.Kept.Games {
		out = append(out, cobra.CompletionWithDesc(g.ID, s.Shelf.Kept.Voice.Say(g.Name)))
	}
	return append(out, s.files()...)
}

// files returns the IDs of games that have a file.
func (s Shell) files() (out []cobra.Completion) {
	for _, g := range shelf.Shipped {
		out = append(out, cobra.CompletionWithDesc(g.ID, s.Shelf.Kept.Voice.Say(g.Name)))
	}
	return append(out, s.Shelf.Own().IDs()...)
}

// OfFiles completes the IDs of games that have a file.
func (s Shell) OfFiles() cobra.CompletionFunc {
	return upTo(1, func(*cobra.Command, []string, string) []cobra.Completion { return s.files() })
}

// OfOwn completes the IDs of the person's own games.
func (s Shell) OfOwn() cobra.CompletionFunc {
	return upTo(1, func(*cobra.Command, []string, string) []cobra.Completion { return s.Shelf.Own().IDs() })
}

// Play completes what can be played: a game or, with --again, also a kept game.
func (s Shell) Play() cobra.CompletionFunc {
	return upTo(1, func(c *cobra.Command, args []string, word string) []cobra.Completion {
		out := append(s.games(), s.fromFile(c, s.named)...)
		if again, _ := c.Flags().GetBool("again"); again {
			kept, _ := s.Kept(1, store.Filter{Begun: true})(c, args, word)
			out = append(out, kept...)
		}
		return out
	})
}

// named returns the names that tables here gave to games on a score pad.
func (s Shell) named(st *store.Store) (out []cobra.Completion) {
	for _, name := range play.CalledHere(s.Shelf.Kept.Games, st) {
		out = append(out, lang.Sanitize(name))
	}
	return out[:min(len(out), most)]
}

// fromFile returns what find finds in the file of games, opened without changing it, or nothing if it cannot be read.
func (s Shell) fromFile(c *cobra.Command, find func(*store.Store) []cobra.Completion) []cobra.Completion {
	st, err := s.Shelf.Kept.OpenAsItIs(c.Context())
	if err != nil {
		return nil
	}
	defer st.Close()
	return find(st)
}

// Kept completes the IDs of kept games, the last changed first.
func (s Shell) Kept(words int, f store.Filter) cobra.CompletionFunc {
	return upTo(words, func(c *cobra.Command, args []string, word string) []cobra.Completion {
		return s.fromFile(c, func(st *store.Store) (out []cobra.Completion) {
			for _, g := range begun(st, f, word) {
				if !slices.Contains(args, g.ID) {
					out = append(out, cobra.CompletionWithDesc(g.ID, s.Shelf.Kept.Voice.Say(s.described(g))))
				}
			}
			return out
		})
	})
}

// begun returns games whose ID begins with a word, damaged ones included.
func begun(st *store.Store, f store.Filter, word string) []store.Game {
	if word == "" {
		f.Limit = most
		all, _ := st.History.List(f) // nothing, if the list cannot be read
		return all
	}
	ids, _ := st.History.Beginning(strings.ToLower(word))
	var out []store.Game
	for _, id := range ids[:min(len(ids), most)] {
		if g, err := st.History.Game(id); err == nil && f.Wants(g) {
			out = append(out, g)
		}
	}
	return out
}

// described returns a kept game in a few words: which, who and when.
func (s Shell) described(g store.Game) lang.Text {
	say, when := offerGame, g.Finished
	if g.Finished.IsZero() {
		say, when = offerOpen, g.Changed
	}
	if len(g.People) == 0 {
		say = offerEmpty
	}
	game, _ := scoring.Listed(s.Shelf.Kept.Games, g.Kind, g.Choices)
	return say.With("game", game.Name, "names", lang.Names(g.People), "day", s.Shelf.Kept.Voice.Day(when.Local()))
}

// People completes the names of people, each once.
func (s Shell) People(words int) cobra.CompletionFunc {
	return upTo(words, func(c *cobra.Command, args []string, word string) []cobra.Completion {
		with, _ := c.Flags().GetStringArray("with") // empty if the command has no such flag
		said := map[string]bool{}
		for _, name := range append(with, args...) {
			said[setup.Alike(name)] = true
		}
		return s.fromFile(c, func(st *store.Store) (out []cobra.Completion) {
			names, _ := st.People.Names() // empty if they cannot be read
			for _, name := range names {
				if alike := setup.Alike(name); !said[alike] && strings.HasPrefix(alike, setup.Alike(word)) && len(out) < most {
					said[alike] = true
					out = append(out, lang.Sanitize(name))
				}
			}
			return out
		})
	})
}

// Topics completes a game and then an entry of its reference, in the voice's language.
func (s Shell) Topics() cobra.CompletionFunc {
	return upTo(2, func(_ *cobra.Command, args []string, _ string) (out []cobra.Completion) {
		if len(args) == 0 {
			return s.games()
		}
		g, err := s.Shelf.Named(args[0])
		if err != nil {
			return nil
		}
		book, err := handbook.Of(g, s.Shelf.Kept.Voice.Tag())
		if err != nil {
			return nil
		}
		for _, e := range book.Entries {
			out = append(out, cobra.CompletionWithDesc(e.Word(), e.Title))
		}
		return out
	})
}

// Evenings completes the dates of the latest evenings, each once, for a flag.
func (s Shell) Evenings() cobra.CompletionFunc {
	return upTo(Anywhere, func(c *cobra.Command, _ []string, _ string) []cobra.Completion {
		return s.fromFile(c, func(st *store.Store) (out []cobra.Completion) {
			days, _ := history.Begun(st, 10)
			for _, day := range days {
				out = append(out, day.Local().Format(time.DateOnly))
			}
			return slices.Compact(out)
		})
	})
}

// Since completes spans of days, and yesterday, for a flag.
func (s Shell) Since() cobra.CompletionFunc {
	var out []cobra.Completion
	for _, n := range []int{7, 30, 90, 365} {
		out = append(out, cobra.CompletionWithDesc(strconv.Itoa(n)+"d", s.Shelf.Kept.Voice.Say(offerDays.With("n", n))))
	}
	return Values(append(out, s.Shelf.Kept.Voice.Say(offerYesterday))...)
}

// Option completes the values of an option, or the next part of one that is a list.
func (s Shell) Option(o setup.Option) cobra.CompletionFunc {
	if o.Hi > 0 {
		return Numbers(o.Lo, o.Hi)
	}
	return func(_ *cobra.Command, _ []string, word string) (out []cobra.Completion, how cobra.ShellCompDirective) {
		for _, value := range o.Values {
			out = append(out, cobra.CompletionWithDesc(value.ID, s.Shelf.Kept.Voice.Say(value.Text)))
		}
		if o.Typed != nil {
			out = append(out, o.Typed.Usual)
		}
		if o.Parts == nil {
			return out, InOrder
		}
		said := word[:strings.LastIndexByte(word, ',')+1]
		for _, part := range o.Parts() {
			out = append(out, cobra.CompletionWithDesc(said+part.ID, s.Shelf.Kept.Voice.Say(part.Text)))
		}
		return out, InOrder | cobra.ShellCompDirectiveNoSpace
	}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "offer", Files: files}
