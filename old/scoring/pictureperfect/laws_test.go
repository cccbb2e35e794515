package pictureperfect_test

import (
	"testing"

	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
)

func TestLaws(t *testing.T) {
	laws.Check(t, pictureperfect.Game, "turned", "opened", "offer", "counted")
}
