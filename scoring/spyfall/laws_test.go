package spyfall_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/scoring/laws"
)

func TestLaws(t *testing.T) { laws.Check(t, spyfall.Game) }
