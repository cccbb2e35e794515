package versus_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/versus"
)

func TestRules(t *testing.T) { laws.Rules(t, versus.Game, "rules.txt") }

func TestLaws(t *testing.T) { laws.Check(t, versus.Game) }
