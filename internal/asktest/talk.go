package asktest

import "github.com/tablemate/tablemate/internal/ask"

// Talk is ask.RunDialog for a conversation of which nothing is read again: from a draft to its end.
// was is the draft whose answers are suggested, if any.
func Talk[E any](a ask.Asker, d, was ask.Draft, keep func(ask.Draft) error, f func(ask.Asker) (E, error)) (E, ask.Draft, error) {
	dialog := &ask.Dialog{Draft: d, At: len(d.Entries)}
	dialog.Was, _, _ = ask.Replay(was, f)
	e, err := ask.RunDialog(a, dialog, keep, f)
	return e, dialog.Draft, err
}
