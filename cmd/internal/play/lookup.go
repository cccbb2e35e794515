package play

import (
	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// rules looks something up. Without words it shows the contents, and asks for some, until one entry is clearly meant: of
// several that are near, a number opens one.
func (e *Evening) rules(words string) error {
	book, err := e.book()
	if err != nil {
		return e.aloud(err)
	}
	l, st := e.room.Lang, e.game.State()
	d, err := book.LookUp(l, st, words)
	if err != nil {
		return e.aloud(err)
	}
	found := book.Find(l, st, words)
	for {
		e.room.show(d)
		if found.Clear || words != "" {
			return nil
		}
		near := found
		v, err := e.room.ask(ask.Question{
			Text: lang.T("Which rule, card or word?"), Shape: ask.Words{Blank: true},
			Near: func(l lang.Lang, typed string) string {
				if entry, is := near.Choice(typed); is {
					return entry.Title
				}
				return book.Find(l, st, typed).Titles()
			},
		}, func(v ask.Value) (err error) {
			if entry, is := near.Choice(v.Line); is {
				d, found = handbook.Doc([]handbook.Entry{entry}), handbook.Finding{Clear: true}
				return nil
			}
			found = book.Find(l, st, v.Line)
			d, err = book.LookUp(l, st, v.Line)
			return err
		})
		if err != nil || v.Line == "" {
			return err
		}
	}
}

// aloud says a fault to the table, and returns any other error.
func (e *Evening) aloud(err error) error {
	if !fault.Is(err) {
		return err
	}
	e.room.say(lang.Literal(fault.Aloud(e.room.Lang, err)))
	return nil
}
