// Package shelf is the only package that names every game.
package shelf

import (
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
	"github.com/tablemate/tablemate/old/scoring/versus"
)

// Games lists the games written in Go, in the order of menus. A new game is one line here, and its import.
var Games = framed(none, []scoring.Game{
	pictureperfect.Game,
	dixit.Game,
	spyfall.Game,
	versus.Game,
	pad.Game,
})
