package laws

import (
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
)

func TestLetters(t *testing.T) {
	good := ask.Question{Keys: []ask.Option{{Key: "o"}}, Shape: ask.Pick{Options: []ask.Option{{Key: "q"}, {}}}}
	if err := Letters(good); err != nil {
		t.Error(err)
	}
	for _, k := range []string{"o", "O", "1", "?", "ab"} {
		bad := good
		bad.Shape = ask.Many{Options: []ask.Option{{Key: k}}}
		if Letters(bad) == nil {
			t.Errorf("%q is taken", k)
		}
	}
}
