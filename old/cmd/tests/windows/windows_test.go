// Package windows holds the tests that look at the program in an emulated terminal, as a person does, and at
// phones next to it.
package windows

import (
	"testing"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

func TestMain(m *testing.M) { parlor.Main(m, cmd.Main, cmd.Run, cmd.Catalogs) }
