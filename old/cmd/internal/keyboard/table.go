package keyboard

import (
	"embed"
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Wish is the meaning of a key at any question: at a line, a list or a clock.
type Wish int

// The wishes.
const (
	NoWish Wish = iota
	Take
	Back
	Now
	More
	Undo
	Leave
	Finish
)

// An Entry of the table names the keys of a wish, and what they do.
type Entry struct {
	Wish  Wish
	Keys  []string // by their names
	Named lang.Text
	Does  lang.Text
	Hint  lang.Text // for below a question; empty if the question itself mentions the key
}

// Table holds what keys mean at any question. Lines, lists and clocks go by it; the hints below a question, the
// man page and the tables in the manuals are drawn from it.
var Table = []Entry{
	{Take, []string{"enter"}, lang.Literal("Enter"), lang.Msg("keyboard.take", "takes what is suggested"), lang.Text{}},
	{Back, []string{"<", "esc"}, lang.Msg("keyboard.back-keys", "`<` or Esc"), lang.Msg("keyboard.back", "reads one question back, any number of times, into the events before too; Enter leads forward again"), lang.Msg("keyboard.back-hint", "< back")},
	{Now, []string{">"}, lang.Literal("`>`"), lang.Msg("keyboard.now", "straight back to the first question that is not answered yet"), lang.Msg("keyboard.now-hint", "> to now")},
	{NoWish, nil, lang.Msg("keyboard.pick-keys", "the key in front of a line"), lang.Msg("keyboard.pick", "picks it, in every list, with Enter if another digit may follow; an Enter typed along with it answers nothing else. A line that cannot be picked is dim and says why; a key that is no line says so, and what was typed behind it is dropped"), lang.Text{}},
	{Undo, []string{"backspace"}, lang.Literal("Backspace"), lang.Msg("keyboard.undo", "if the last line says so: takes the last answer back, or the last thing done"), lang.Msg("keyboard.undo-hint", "Backspace undoes")},
	{More, []string{"?"}, lang.Literal("`?`"), lang.Msg("keyboard.more", "a menu with a letter for each line; a word typed at speed is a word (`?reveal`, `?rules theft`)"), lang.Msg("keyboard.more-hint", "? more")},
	{NoWish, nil, lang.Msg("keyboard.number-keys", "a number"), lang.Msg("keyboard.number", "waits for Enter if it is an answer; in every list of people, for the whole game, it is the person at that seat; people who cannot be named now are dim"), lang.Text{}},
	{Leave, []string{"ctrl+c"}, lang.Literal("Ctrl-C"), lang.Msg("keyboard.leave", "leaves; everything answered is kept, and the last line says how to come back"), lang.Text{}},
	{Finish, []string{"ctrl+d"}, lang.Literal("Ctrl-D"), lang.Msg("keyboard.finish", "leaves too, if nothing is typed yet"), lang.Text{}},
}

// WishOf returns the wish of a key, by its name.
func WishOf(name string) Wish {
	i := slices.IndexFunc(Table, func(e Entry) bool { return slices.Contains(e.Keys, name) })
	if i < 0 {
		return NoWish
	}
	return Table[i].Wish
}

// Hints returns the hints of some wishes, in this order.
func Hints(wishes ...Wish) (hints []lang.Text) {
	for _, w := range wishes {
		i := slices.IndexFunc(Table, func(e Entry) bool { return e.Wish == w })
		hints = append(hints, Table[i].Hint)
	}
	return hints
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "keyboard", Files: files}
