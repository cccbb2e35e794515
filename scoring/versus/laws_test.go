package versus_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/versus"
	"github.com/tablemate/tablemate/scoring/laws"
)

func TestLaws(t *testing.T) { laws.Check(t, versus.Game) }
