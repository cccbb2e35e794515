package play

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// An offer is a line of a menu, with the deed that choosing it does.
type offer struct {
	ask.Option
	do func() error
}

// lettered returns an offer with a letter, which is the same in both languages.
func lettered(key string, text lang.Text, do func() error) offer {
	return offer{ask.Option{ID: key, Key: key, Text: text}, do}
}

// numbered returns an offer that has its place in the list as its number. No other offer of the list has its ID.
func numbered(id string, text lang.Text, do func() error) offer {
	return offer{ask.Option{ID: id, Text: text}, do}
}

// options returns the lines of offers.
func options(offers []offer) (lines []ask.Option) {
	for _, o := range offers {
		lines = append(lines, o.Option)
	}
	return lines
}

// choose has the table choose one of some offers, listed or beside the list, and does it. Where the table chooses none,
// the error is that of the question.
func choose(a ask.Asker, q ask.Question, list []offer, beside ...offer) error {
	q.Shape, q.Keys = ask.Pick{Options: options(list)}, options(beside)
	v, err := ask.Put(a, q, nil)
	if err != nil {
		return err
	}
	if v.Key != "" {
		return chosen(beside, v.Key).do()
	}
	return chosen(list, v.Line).do()
}

// chosen returns the offer with an ID.
func chosen(list []offer, id string) offer {
	return list[slices.IndexFunc(list, func(o offer) bool { return o.ID == id })]
}
