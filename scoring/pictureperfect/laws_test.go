package pictureperfect_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
)

func TestLaws(t *testing.T) {
	laws.Check(t, pictureperfect.Game, "turned", "opened", "offer", "counted")
}
