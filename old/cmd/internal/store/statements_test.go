package store

import (
	"errors"
	"slices"
	"testing"
)

// Two queries of the same text that are read at once do not mix their rows, and one that failed or was left can be run
// again.
func TestTheSameStatementTwiceAtOnce(t *testing.T) {
	s := newStore(t.Context(), dial("file::memory:"), "")
	const numbers = `SELECT value FROM json_each(?)`
	must(t, s.inTx(func(tx *transaction) error {
		for range 2 {
			var got []int
			one := need(tx.Query(numbers, `[1, 2]`))
			two := need(tx.Query(numbers, `[3, 4, 5]`))
			for one.Next() && two.Next() {
				var a, b int
				must(t, errors.Join(one.Scan(&a), two.Scan(&b)))
				got = append(got, a, b)
			}
			must(t, errors.Join(two.Close(), one.Close())) // one was not read to its end
			if !slices.Equal(got, []int{1, 3, 2, 4}) {
				t.Error(got)
			}
			if found, err := scanStrings(tx.Query(numbers, `[`)); err == nil {
				t.Error(found)
			}
		}
		return nil
	}))
	must(t, s.Close())
}
