// Package ttytest runs a real program on a pseudo-terminal whose output a terminal
// emulator reads, so that a test sees what a person would see: the screen, not the
// bytes. It is for tests only, and it never sleeps: it waits for what must come.
// Windows has no pseudo-terminal of this kind; there the package has its flag only.
package ttytest

import "flag"

var update = flag.Bool("update", false, "write golden screens anew")

// Update reports whether golden files are to be written anew: the flag -update.
func Update() bool { return *update }
