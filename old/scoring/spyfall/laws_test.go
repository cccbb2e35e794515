package spyfall_test

import (
	"testing"

	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
)

func TestLaws(t *testing.T) { laws.Check(t, spyfall.Game) }
