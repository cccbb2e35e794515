//go:build !windows

package keys

import (
	"io"
	"os"
)

// Source returns the bytes of a terminal for a Reader: the terminal itself.
func Source(in *os.File) io.Reader { return in }
