// Package offer says what a shell offers where a word or a value is typed. It is asked with every key, so it only looks: at
// lists, never at all logs. It writes nothing, makes no file and no folder, and where something is missing or cannot be
// read it offers nothing.
package offer

import (
	"embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/playable"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// What is offered is all there is; in this order.
const (
	Only    = cobra.ShellCompDirectiveNoFileComp
	InOrder = Only | cobra.ShellCompDirectiveKeepOrder
)

// Anywhere is for words or values of which there may be any number.
const Anywhere = math.MaxInt

// most games or people are offered: a screen of them.
const most = 30

var (
	offerGame      = lang.Msg("offer.game", "{game}: {names}, {day}")
	offerOpen      = lang.Msg("offer.open", "{game}: {names}, {day}, not over")
	offerEmpty     = lang.Msg("offer.empty", "{game}, {day}, being set up")
	offerYesterday = lang.Msg("offer.yesterday", "yesterday")
	offerDays      = lang.Plural("offer.days", "the last day", "the last {n} days")
)

// Asked reports whether a line asks what to offer: its last word is being typed.
func Asked(line []string) bool {
	return len(line) > 1 && (line[0] == cobra.ShellCompRequestCmd || line[0] == cobra.ShellCompNoDescRequestCmd)
}

// A Shell asks what may be typed.
type Shell struct{ Shelf playable.Shelf }

// A list says what may stand where a word is begun, behind others.
type list = func(c *cobra.Command, args []string, word string) []cobra.Completion

// upTo offers what a list says, for so many words or for a flag.
func upTo(words int, of list) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= words {
			return nil, Only
		}
		return of(c, args, word), InOrder
	}
}

// Fixed offers what is always the same, for one word.
func Fixed(all ...cobra.Completion) cobra.CompletionFunc {
	return upTo(1, func(*cobra.Command, []string, string) []cobra.Completion { return slices.Clone(all) })
}

// Flag says what is offered for the value of a flag, which the command has.
func Flag(c *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // no line of any user gets here
	}
}

// Values offers what is always the same, for a flag.
func Values(all ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, InOrder)
}

// Numbers offers the whole numbers from lo to hi, for a flag.
func Numbers(lo, hi int) cobra.CompletionFunc {
	var all []cobra.Completion
	for n := lo; n <= hi; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return Values(all...)
}

// Files offers files with these endings, and folders.
func Files(words int, endings ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= words {
			return nil, Only
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// OfGames offers the games by their ids.
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

// files are the games of files by their ids.
func (s Shell) files() (out []cobra.Completion) {
	for _, g := range shelf.Shipped {
		out = append(out, cobra.CompletionWithDesc(g.ID, s.Shelf.Kept.Voice.Say(g.Name)))
	}
	return append(out, s.Shelf.Own().IDs()...)
}

// OfFiles offers the games that have a file.
func (s Shell) OfFiles() cobra.CompletionFunc {
	return upTo(1, func(*cobra.Command, []string, string) []cobra.Completion { return s.files() })
}

// OfOwn offers the person's own games.
func (s Shell) OfOwn() cobra.CompletionFunc {
	return upTo(1, func(*cobra.Command, []string, string) []cobra.Completion { return s.Shelf.Own().IDs() })
}

// Play offers what can be played: a game, and with --again those that were played, too.
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

// named offers the names that tables here gave to games on a frame for others, as a shell may show them.
func (s Shell) named(st *store.Store) (out []cobra.Completion) {
	for _, name := range play.CalledHere(s.Shelf.Kept.Games, st) {
		out = append(out, lang.Sanitize(name))
	}
	return out[:min(len(out), most)]
}

// fromFile returns what is found in the file of games, without changing it; nothing where it cannot be read.
func (s Shell) fromFile(c *cobra.Command, find func(*store.Store) []cobra.Completion) []cobra.Completion {
	st, err := s.Shelf.Kept.OpenAsItIs(c.Context())
	if err != nil {
		return nil
	}
	defer st.Close()
	return find(st)
}

// Kept offers the ids of kept games, the one that was changed last first.
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

// begun returns games whose id begins with a word; a damaged one is among them.
func begun(st *store.Store, f store.Filter, word string) []store.Game {
	if word == "" {
		f.Limit = most
		all, _ := st.History.List(f) // what cannot be listed is not offered
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

// described returns a kept game in a few words: which, who, and when.
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

// People offers who plays here; nobody twice.
func (s Shell) People(words int) cobra.CompletionFunc {
	return upTo(words, func(c *cobra.Command, args []string, word string) []cobra.Completion {
		with, _ := c.Flags().GetStringArray("with") // none where the command has no such flag
		said := map[string]bool{}
		for _, name := range append(with, args...) {
			said[setup.Alike(name)] = true
		}
		return s.fromFile(c, func(st *store.Store) (out []cobra.Completion) {
			names, _ := st.People.Names() // whom it cannot name it does not offer
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

// Topics offers the games, and then what the reference of one explains, under the names of the language.
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

// Evenings offers the days of the latest evenings, each once, for a flag.
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

// Since offers some spans of days, and yesterday, for a flag.
func (s Shell) Since() cobra.CompletionFunc {
	var out []cobra.Completion
	for _, n := range []int{7, 30, 90, 365} {
		out = append(out, cobra.CompletionWithDesc(strconv.Itoa(n)+"d", s.Shelf.Kept.Voice.Say(offerDays.With("n", n))))
	}
	return Values(append(out, s.Shelf.Kept.Voice.Say(offerYesterday))...)
}

// Option offers what an option may be; of a list, its next part.
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
