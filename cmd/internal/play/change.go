package play

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	whichItem = lang.Msg("play.which-item", "What should be corrected?")
	putRight  = lang.Msg("play.put-right", "Answer it again")
	putBefore = lang.Msg("play.put-before", "Add something forgotten before it")
	takeAway  = lang.Msg("play.take-away", "Remove it")
	nothingIt = lang.Msg("play.nothing-changed", "Nothing: go back")
)

// correct changes, removes or precedes anything that happened, the table included.
func (c corrections) correct() error {
	items := c.at.s.Log.Items()
	options := c.at.s.Log.Abouts(items)
	slices.Reverse(options) // the latest first: it is the one that is wrong most often
	at, err := ask.PickOne(c.at.now, "play.which-item", whichItem, options, 0)
	if err != nil {
		return orNothing(err)
	}
	it := items[len(items)-1-at]
	if it.ID == items[0].ID {
		return changeTable(c.at)
	}
	k, err := ask.PickOne(c.at.now, "play.what-to-do", c.at.about(it), []lang.Text{putRight, putBefore, takeAway, nothingIt}, 0)
	switch {
	case errors.Is(err, ask.ErrBack):
		return c.correct()
	case err != nil:
		return orNothing(err)
	}
	switch k {
	case 0:
		c.at.s.Place.Open(it.ID)
	case 1:
		c.at.s.Place.PutIn(it.ID)
	case 2:
		p, err := c.at.s.Remove(it.ID)
		return c.corrected(p, err)
	}
	return nil
}
