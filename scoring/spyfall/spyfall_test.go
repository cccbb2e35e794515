package spyfall_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/spyfall"
)

func TestLaws(t *testing.T) { laws.Check(t, spyfall.Game) }
