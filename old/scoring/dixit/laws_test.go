package dixit_test

import (
	"testing"

	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

func TestLaws(t *testing.T) { laws.Check(t, dixit.Game) }
