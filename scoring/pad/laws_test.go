package pad_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/laws"
)

func TestLaws(t *testing.T) { laws.Check(t, pad.Game) }
