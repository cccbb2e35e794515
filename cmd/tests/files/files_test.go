// Package files has the tests of what is kept: damaged, killed, copied, rescued, taken in, given out, and told of by many commands.
package files

import (
	"testing"

	"github.com/tablemate/tablemate/cmd"
	"github.com/tablemate/tablemate/cmd/internal/ttytest/parlor"
)

func TestMain(m *testing.M) { parlor.Main(m, cmd.Main, cmd.Run, cmd.Catalogs) }
