package pictureperfect_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/scoring/laws"
)

func TestLaws(t *testing.T) { laws.Check(t, pictureperfect.Game, "turned", "opened", "offer", "counted") }
