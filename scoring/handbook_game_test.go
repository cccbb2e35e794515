package scoring_test

import (
	"errors"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
)

// A game finds its own book in every language, and none in a language that it does
// not speak.
func TestGameHasItsBook(t *testing.T) {
	for _, tag := range lang.Languages {
		book, err := pictureperfect.Game.Book(tag)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := book.Entry("vip-cards"); !ok {
			t.Errorf("%s: no VIP cards among %d entries", tag, len(book.Entries))
		}
	}
	if _, err := pictureperfect.Game.Book("tlh"); !errors.Is(err, scoring.ErrHandbook) {
		t.Error(err)
	}
}
