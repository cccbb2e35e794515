package pictureperfect

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
)

func TestRules(t *testing.T) { laws.Rules(t, Game, "rules.txt") }

func TestLaws(t *testing.T) { laws.Check(t, Game) }
