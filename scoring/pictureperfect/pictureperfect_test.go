package pictureperfect

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
)

func TestLaws(t *testing.T) { laws.Check(t, Game) }
