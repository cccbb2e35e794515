package versus_test

import (
	"testing"

	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/versus"
)

func TestLaws(t *testing.T) { laws.Check(t, versus.Game) }
