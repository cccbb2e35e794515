package versus_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/versus"
)

func TestLaws(t *testing.T) { laws.Check(t, versus.Game) }
