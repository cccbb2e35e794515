package asktest

import "github.com/tablemate/tablemate/old/internal/ask"

// Talk runs ask.RunDialog from a draft to its end, reading nothing again. The answers of was are suggested.
func Talk[E any](a ask.Asker, d, was ask.Draft, keep func(ask.Draft) error, f func(ask.Asker) (E, error)) (E, ask.Draft, error) {
	dialog := &ask.Dialog{Draft: d, At: len(d.Entries)}
	dialog.Was, _, _ = ask.Replay(was, f)
	e, err := ask.RunDialog(a, dialog, keep, f)
	return e, dialog.Draft, err
}
