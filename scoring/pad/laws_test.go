package pad_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/pad"
)

func TestLaws(t *testing.T) { laws.Check(t, pad.Game) }
