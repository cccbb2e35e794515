package handbook_test

import (
	"errors"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
)

// A game finds its own book in every language, and none in a language that it does
// not speak.
func TestGameHasItsBook(t *testing.T) {
	for _, tag := range lang.Languages {
		book, err := handbook.Of(pictureperfect.Game, tag)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := book.Entry("vip-cards"); !ok {
			t.Errorf("%s: no VIP cards among %d entries", tag, len(book.Entries))
		}
	}
	if _, err := handbook.Of(pictureperfect.Game, "tlh"); !errors.Is(err, handbook.ErrHandbook) {
		t.Error(err)
	}
}
