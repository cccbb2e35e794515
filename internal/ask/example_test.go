package ask_test

import (
	"fmt"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A reader answers with typed lines, as a keyboard does.
type reader []string

func (r *reader) Put(g ask.Group, got ask.Got) error {
	fmt.Println(g.Text)
	for {
		if len(*r) == 0 {
			return ask.Leave
		}
		typed := (*r)[0]
		*r = (*r)[1:]
		answers, err := g.Read(lang.English, typed)
		if err == nil {
			err = got(answers...)
		}
		if !fault.Is(err) {
			return err
		}
		fmt.Println("  not", typed+":", fault.Aloud(lang.English, err))
	}
}

// Two people bid. The table leaves after the first question, and comes back to the second one.
func Example() {
	bids := func(a ask.Asker) (winner string, err error) {
		people := []string{"Ana", "Bia"}
		begins, err := ask.All(a, ask.Group{Text: lang.T("Who begins?"), Asked: []ask.Question{
			{ID: "begins", Shape: ask.Pick{Options: ask.Names(people)}},
		}}, nil)
		if err != nil {
			return "", err
		}
		g := ask.Group{Text: lang.T("What do they bid?")}
		for _, who := range people {
			g.Asked = append(g.Asked, ask.Question{ID: "bid", Who: who, Shape: ask.Number{Hi: 20}})
		}
		bid, err := ask.All(a, g, func(v []ask.Value) error {
			if v[0].Given() && v[1].Given() && v[0].One() == v[1].One() {
				return fault.New(lang.T("two bid the same"))
			}
			return nil
		})
		switch {
		case err != nil:
			return "", err
		case bid[1].One() > bid[0].One():
			return "Bia, and " + begins[0].Line + " began", nil
		}
		return "Ana, and " + begins[0].Line + " began", nil
	}

	var disk []ask.Entry
	keep := func(from int, answers []ask.Entry) error {
		disk = append(disk[:from:from], answers...)
		return nil
	}
	for _, typed := range []reader{{"b"}, {"7", "7 30", "7 7", "7 3+5"}} {
		winner, err := ask.Run(&typed, &ask.Dialog{Kept: disk, Keep: keep}, bids)
		fmt.Println(winner, err, len(disk))
	}
	// Output:
	// Who begins?
	// What do they bid?
	//  the table wants to move: leave 1
	// What do they bid?
	//   not 7: an answer is missing: Bia
	//   not 7 30: Bia: “30” is not a whole number from 0 to 20
	//   not 7 7: two bid the same
	// Bia, and Bia began <nil> 3
}
