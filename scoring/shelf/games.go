// Package shelf names every game that the program knows. Nothing else does.
package shelf

import (
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/scoring/versus"
)

// Games are all of them that are written in Go, as they are listed. A new one is one line here.
var Games = framed(none, []scoring.Game{
	pictureperfect.Game,
	dixit.Game,
	spyfall.Game,
	versus.Game,
	pad.Game,
})
