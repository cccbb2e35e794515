package ask_test

import (
	"errors"
	"fmt"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// keyboard answers with one line after the other, and leaves at their end.
type keyboard struct{ lines []string }

func (k *keyboard) Ask(q ask.Question) (ask.Answer, error) {
	if len(k.lines) == 0 {
		return ask.Answer{}, ask.ErrQuit
	}
	line := k.lines[0]
	k.lines = k.lines[1:]
	fmt.Println(q.Text, line)
	return q.Read(line)
}

// A dialog is code that asks. It may be left and resumed at any question: earlier answers are stored, and
// replayed in silence.
func ExampleRunDialog() {
	apples := func(a ask.Asker) (int, error) {
		sum := 0
		for i, name := range []string{"Ana", "Bia"} {
			r, err := a.Ask(ask.Question{
				Head:  ask.Head{ID: fmt.Sprint("apples.", i), Text: lang.Literal("How many apples for " + name + "?")},
				Shape: ask.Number{Hi: 9},
			})
			if err != nil {
				return 0, err
			}
			sum += r.Value()
		}
		return sum, nil
	}
	var disk ask.Draft
	keep := func(d ask.Draft) error { disk = d; return nil }

	_, err := ask.RunDialog(&keyboard{[]string{"3"}}, &ask.Dialog{}, keep, apples)
	fmt.Println(errors.Is(err, ask.ErrQuit))

	sum, err := ask.RunDialog(&keyboard{[]string{"4"}}, &ask.Dialog{Draft: disk, At: len(disk.Entries)}, keep, apples)
	fmt.Println(sum, err)
	// Output:
	// How many apples for Ana? 3
	// true
	// How many apples for Bia? 4
	// 7 <nil>
}

func (k *keyboard) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(k, qs, got) }
