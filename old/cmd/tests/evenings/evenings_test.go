// Package evenings has the tests that play whole evenings of every game: at random, through pipes and with phones, and on top of
// files that older versions kept.
package evenings

import (
	"testing"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

func TestMain(m *testing.M) { parlor.Main(m, cmd.Main, cmd.Run, cmd.Catalogs) }
