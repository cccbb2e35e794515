package store

import "testing"

// pipe does nothing: there, a pipe is no file in a folder.
func pipe(*testing.T, string) {}
