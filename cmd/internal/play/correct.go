package play

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Put has the evening ask.
func (c *corrections) Put(g ask.Group, got ask.Got) error {
	head, what := lang.T("Correcting: {what}"), c.ev.tells(c.item(c.ID))
	switch {
	case c.walk:
		head = lang.T("Back before: {what}")
		// The answer that is read back stands in the question below.
		if title := c.titleOf(c.place(c.ID)); !title.Empty() {
			what = title
		}
	case c.Insert:
		head = lang.T("Forgotten, and put in before: {what}")
	}
	g.Notes = append([]lang.Text{head.With("what", what)}, g.Notes...)
	err := c.asker.Put(g, got)
	c.now = err == ask.Now
	return err
}

// underWay reports whether there is a task.
func (c *corrections) underWay() bool { return c.ID != 0 }

// half reports whether something of the task was told already.
func (c *corrections) half() bool { return slices.Contains(c.ev.game.Half(), c.Half) }

// item returns an item of the game.
func (c *corrections) item(id session.ItemID) session.Item { return c.ev.game.Items()[c.place(id)] }

// place returns where an item stands in the game.
func (c *corrections) place(id session.ItemID) int {
	return slices.IndexFunc(c.ev.game.Items(), func(it session.Item) bool { return it.ID == id })
}

// back reads the event before the one that is read, from its last answer back.
func (c *corrections) back() error {
	at := c.task
	if err := c.drop(); err != nil {
		return err
	}
	// Something forgotten has no place in the game yet: before it lies the question that the table left for it.
	if at.Insert {
		return nil
	}
	items := c.ev.game.Items()
	i := len(items)
	if at.ID != 0 {
		i = c.place(at.ID)
	}
	for i--; i >= 0; i-- {
		if c.readable(items[i]) {
			c.task = task{Half: session.Half{ID: items[i].ID}, last: true, walk: true}
			return nil
		}
	}
	c.ev.room.say(lang.T("There is nothing before it."))
	c.task, c.last = at, false
	return nil
}

// readable reports whether somebody was asked for an item: then it can be asked about once more.
func (c *corrections) readable(it session.Item) bool {
	_, table := it.Event.(setup.Table)
	return table || c.ev.game.Game().Asks(it.Event)
}

// drop gives up the task, and says so if something of it was half told.
func (c *corrections) drop() error {
	half, err := c.forget()
	if half {
		c.ev.room.say(lang.T("The change above was not finished: nothing of it counts."))
	}
	return err
}

// forget gives up the task, and reports whether something of it was half told.
func (c *corrections) forget() (half bool, err error) {
	was := c.Half
	half = c.half()
	c.task, c.out = task{}, 0
	if half {
		err = c.ev.game.Forget(was)
	}
	return half, err
}

// undone ends the task if an undo took all of it back.
func (c *corrections) undone() {
	if c.out != 0 && c.ev.game.Before(c.out) == nil {
		c.out = 0
	}
	if !c.half() {
		c.task = task{}
	}
}

// run asks about the task's item, and settles the change.
func (c *corrections) run(asker ask.Asker) error {
	c.asker = asker
	dialog := c.ev.game.Correct
	if c.Insert {
		dialog = c.ev.game.Insert
	}
	change, err := dialog(c, c.ID, c.last)
	switch to, _ := follow(err); {
	case to == fails:
		c.task = task{}
		return err
	case err != nil:
		return err
	case !change.Changes():
		c.onward()
		return c.ev.game.Make(change)
	}
	kept, err := c.settle(change)
	switch {
	case err == ask.Back:
		// The question about keeping the change comes after its last answer, so a step back leads to that one.
		c.last = true
		return nil
	case err != nil || kept:
		return err
	}
	_, err = c.forget()
	return err
}

// onward reads the next item after a task that changed nothing, as long as the table reads back and does not want to be
// where the game is.
func (c *corrections) onward() {
	t := c.task
	c.task = task{}
	if !t.walk || c.now {
		return
	}
	for _, it := range c.ev.game.Items()[c.place(t.ID)+1:] {
		if c.readable(it) {
			c.task = task{Half: session.Half{ID: it.ID}, walk: true}
			return
		}
	}
}

// settle shows the points before and after a change, with the later events that it rules out, and makes it if the table
// keeps it.
func (c *corrections) settle(change *session.Change) (kept bool, err error) {
	keep, leave := lang.T("Keep the change"), lang.T("Leave it as it was")
	notes := []lang.Text{lang.Literal(results.Difference(c.ev.room.Lang, c.ev.game.Game(), change.Before, change.After))}
	if len(change.Refused) > 0 {
		keep = lang.T("Keep the change and take those out")
		notes = append(notes, lang.T("With this change the rules no longer allow what came later:"))
		for _, r := range change.Refused {
			why := lang.Literal(fault.Aloud(c.ev.room.Lang, r.Why))
			notes = append(notes, lang.T("- {event}. Why: {why}.").With("event", c.ev.tells(r.Item), "why", why))
		}
	}
	notes = append(notes, c.ending(change)...)
	v, err := ask.Put(c.ev.room.asker(), ask.Question{
		ID: "keep", Text: lang.T("What shall be done?"), Suggest: setup.Yes,
		Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Key: "k", Text: keep}, {ID: setup.No, Key: "l", Text: leave}}},
	}, nil, notes...)
	switch {
	case err != nil:
		return false, err
	case v.Line == setup.No:
		c.ev.room.say(lang.T("Everything is as it was."))
		return false, nil
	}
	// The item gets another ID by the change, and keeps its place; a removed one has none afterwards.
	i := -1
	if c.ID != 0 {
		i = c.place(c.ID)
	}
	was := c.toldAt(i)
	c.task = task{}
	if err := c.ev.game.Make(change); err != nil {
		return false, err
	}
	c.tellPhones(change, c.titleOf(i), was, c.toldAt(i))
	c.ev.standing()
	return true, nil
}

// toldAt returns the sentences of the item at a place of the game.
func (c *corrections) toldAt(i int) []lang.Text {
	if items := c.ev.game.Items(); i >= 0 && i < len(items) {
		return c.ev.tells(items[i]).Parts()
	}
	return nil
}

// titleOf returns the title of the part of which the item at a place of the game is; empty if it paid none.
func (c *corrections) titleOf(i int) (title lang.Text) {
	items, after := c.ev.game.Items(), c.ev.game.State()
	switch {
	case i < 0 || i >= len(items):
		return title
	case i+1 < len(items):
		after = c.ev.game.Before(items[i+1].ID)
	}
	if before := c.ev.game.Before(items[i].ID); before != nil && parts(before) < parts(after) {
		title = scoring.FrameOf(after).Parts[parts(before)].Title
	}
	return title
}

// tellPhones tells people whose points have changed their old and new points, and the sentences that read otherwise now. The
// board says each once.
func (c *corrections) tellPhones(change *session.Change, part lang.Text, was, now []lang.Text) {
	b := c.ev.room.shared
	if b == nil {
		return
	}
	otherwise := slices.DeleteFunc(slices.Clone(now), func(t lang.Text) bool {
		return slices.ContainsFunc(was, func(old lang.Text) bool { return old.String() == t.String() })
	})
	var fixes []phones.Fix
	before, after := c.ev.game.Game().Result(change.Before), c.ev.game.Game().Result(change.After)
	for row, n := range after.Points {
		if before.Points[row] == n {
			continue
		}
		say := lang.N("{n} point now, not {was}", "{n} points now, not {was}")
		if len(otherwise) > 0 {
			say = lang.N("{n} point now, not {was}: {what}", "{n} points now, not {was}: {what}").With("what", lang.Join("; ", otherwise))
		}
		fixes = append(fixes, phones.Fix{Row: string(row), Say: say.With("was", before.Points[row], "n", n)})
	}
	if len(fixes) > 0 {
		head := lang.T("{what} put right: {points}").With("what", part)
		if part.Empty() {
			head = lang.T("Put right: {points}")
		}
		points := results.Difference(c.ev.room.Lang, c.ev.game.Game(), change.Before, change.After)
		fixes = append(fixes, phones.Fix{Say: head.With("points", points)}, phones.Fix{Say: lang.Join("; ", otherwise)})
	}
	b.Hub.Corrected(fixes)
}

// ending says if a change ends the game, or opens it again.
func (c *corrections) ending(change *session.Change) (notes []lang.Text) {
	g := c.ev.game.Game()
	was, is := g.Result(change.Before), g.Result(change.After)
	switch {
	case is.Over && (!was.Over || !slices.Equal(was.Winners, is.Winners)) && len(is.Winners) > 0:
		notes = append(notes, lang.T("Then {names} would win.").With("names", lang.Names(is.Winners)))
	case was.Over && !is.Over:
		notes = append(notes, lang.T("Then the game would not be over."))
	}
	return notes
}

// correct has the table choose what is asked about once more, the last first, and asks it openly.
func (c *corrections) correct() error {
	var beside []offer
	if len(c.happened()) > 1 { // not the table alone
		beside = []offer{
			lettered("i", lang.T("put in something forgotten"), c.insert),
			lettered("x", lang.T("take something out"), c.remove),
		}
	}
	asked := slices.DeleteFunc(c.happened(), func(it session.Item) bool { return !c.readable(it) })
	return c.among(lang.T("What needs correcting?"), asked, func(id session.ItemID) error {
		c.task = task{Half: session.Half{ID: id}}
		return nil
	}, beside...)
}

// insert asks where something was forgotten, and has it told in front of that.
func (c *corrections) insert() error {
	return c.among(lang.T("What came right after it?"), c.happened()[1:], func(id session.ItemID) error {
		c.task = task{Half: session.Half{ID: id, Insert: true}}
		return nil
	})
}

// remove asks for something to take out. A correction that is half told stays.
func (c *corrections) remove() error {
	return c.among(lang.T("What is taken out?"), c.happened()[1:], func(id session.ItemID) error {
		c.out = id
		return c.takeOut()
	})
}

// takeOut shows the points without an item, and takes it out if the table wants that. The question stands as long as the
// table only looks something up.
func (c *corrections) takeOut() error {
	change, err := c.ev.game.Remove(c.out)
	if err == nil {
		_, err = c.settle(change)
	}
	if to, _ := follow(err); to != opensMenu {
		c.out = 0
	}
	return err
}

// happened returns the items that the table may be asked about, itself first. A checklist that only was confirmed is none
// of them, and nor are other names.
func (c *corrections) happened() []session.Item {
	return slices.DeleteFunc(slices.Clone(c.ev.game.Items()), func(it session.Item) bool {
		laid, is := it.Event.(scoring.Laid)
		return is && len(laid.Deck) == 0 || it.Named()
	})
}

// among has the table choose one of some items, the last first, and does something with its ID. Turn 5 is number 5; what is no
// turn has a number behind all of them.
func (c *corrections) among(text lang.Text, items []session.Item, do func(id session.ItemID) error, beside ...offer) error {
	turns := map[session.ItemID]int{}
	for _, it := range c.ev.game.Items() {
		if c.ev.game.Game().Owns(it.Event) {
			turns[it.ID] = len(turns) + 1
		}
	}
	var list []offer
	for _, it := range slices.Backward(items) {
		line := numbered(fmt.Sprint(it.ID), c.ev.tells(it), func() error { return do(it.ID) })
		line.No = turns[it.ID]
		list = append(list, line)
	}
	return choose(c.ev.room, ask.Question{Text: text}, list, beside...)
}

// goOn asks whether a change that was left in the middle is gone on with.
func (c *corrections) goOn(h session.Half) error {
	say := lang.T("A correction was left in the middle: {what}")
	if h.Insert {
		say = lang.T("Something forgotten was about to be put in before: {what}")
	}
	v, err := ask.Put(c.ev.room.asker(), ask.Question{
		ID: "go on", Text: lang.T("Go on with it?"), Suggest: setup.Yes,
		Shape: setup.YesOrNo(lang.T("Yes, to its end"), lang.T("No, drop it: everything stays as it was")),
	}, nil, say.With("what", c.ev.tells(c.item(h.ID))))
	switch {
	case err == ask.Back:
		return nil
	case err != nil:
		return err
	case v.Line == setup.No:
		return c.ev.game.Forget(h)
	}
	c.task = task{Half: h}
	return nil
}
