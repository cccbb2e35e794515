// Package shelf is the only package that names every game.
package shelf

import (
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/scoring/versus"
)

// Games lists the games written in Go, in the order of menus. A new game is one line here, and its import.
var Games = framed(none, []scoring.Game{
	pictureperfect.Game,
	dixit.Game,
	spyfall.Game,
	versus.Game,
	pad.Game,
})
