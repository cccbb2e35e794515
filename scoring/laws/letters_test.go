package laws

import (
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

func TestLetters(t *testing.T) {
	good := ask.Question{Keys: []ask.Option{{Key: lang.Key("o", "q")}}, Shape: ask.Pick{Options: []ask.Option{{Key: lang.Key("q", "o")}, {}}}}
	if err := Letters(good); err != nil {
		t.Error(err)
	}
	for _, k := range []lang.Text{lang.Key("o", "o"), lang.Key("a", "1"), lang.Key("?", "a"), lang.Key("ab", "a")} {
		bad := good
		bad.Shape = ask.Many{Options: []ask.Option{{Key: k}}}
		if Letters(bad) == nil {
			t.Errorf("%v is taken", k)
		}
	}
}
