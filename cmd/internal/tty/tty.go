// Package tty is what a question and a window do alike with a terminal.
package tty

import "time"

// AfterEsc is how long the rest of a key may be behind its Esc: on a slow line an arrow comes in pieces. Nobody feels it
// behind an Esc alone.
const AfterEsc = 150 * time.Millisecond
