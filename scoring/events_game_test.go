package scoring_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/scoring/versus"
	"github.com/tablemate/tablemate/setup"
)

// Whatever a log says, one event a line: every game tells it, moves it, and takes it or
// says what is wrong. Nothing that a game does is a panic.

func FuzzPicturePerfectEvents(f *testing.F) {
	fuzzEvents(f, pictureperfect.Game, []setup.Table{people(2), people(2).With("auction", setup.Yes), people(4).With("auction", setup.Yes), people(6)},
		`laid {"deck":["dance","gifts","theft","revelations","rumors","choose-your-partner"]}
turned {"card":"dance"}
turned {"card":"gifts","to":[-1,0,3,2]}
photos {"pictures":["a","","c","a"]}
photos {}
photos {"pictures":["a"]}
guest {"name":"dog","vips":1,"fulfilled":[0,1,2,-1]}
here {"away":[1]}
stop {}
envelopes {"held":[3,3,-1,-1]}
vote {"for":[1,0,1,-1],"secret":true}`,
		`laid {}
opened {"card":"open-auction"}
offer {"seat":0,"calls":[{"by":1,"bid":2},{"by":2,"bid":3}]}
counted {"envelopes":[3,3,3,3],"decorations":[1,2,3,4]}
offer {"seat":1}
opened {"card":"shared-auction","hands":true}
offer {"seat":1,"calls":[{"by":2,"bid":1}],"buys":true}
playing {}
decorations {"left":[1,2,3,4]}`,
		`laid {"alone":true}
opened {"card":"unfair-secret-auction"}
offer {"seat":0,"bids":[-1,2,2,1],"again":[-1,2,3,-1]}
opened {"card":"fixed-price-auction"}
offer {"seat":1,"price":2,"viewers":[0,2]}`)
}

func FuzzDixitEvents(f *testing.F) {
	team := people(6).With("mode", "team")
	for i, name := range []string{"Foxes", "Owls", "Hares"} {
		team.Teams = append(team.Teams, setup.Team{Name: name, Seats: []int{i, i + 3}})
	}
	fuzzEvents(f, dixit.Game, []setup.Table{people(3), people(4), people(8), people(6).With("mode", "party"), team},
		`laid {}
turn {"storyteller":0,"card":2,"cards":{"1":1,"2":0,"3":3,"4":2},"votes":[null,[2],[1],[2]]}
here {"away":[3]}
turn {"storyteller":1,"card":1,"cards":{"1":1,"2":0},"votes":[[1],null,[2],null],"away":[3]}
stop {}`,
		`here {"away":[7,3]}
turn {"storyteller":0,"card":1,"cards":{"1":0,"2":1,"12":2},"votes":[null,[1],[1,2],[12,1],[1],[1],[2],[1,2]]}`,
		`turn {"storyteller":1,"red":6,"votes":[[3],[3],[3],[3],[5],[5]]}`,
		`turn {"storyteller":0,"card":1,"cards":{"1":0,"2":1,"3":2,"4":0},"votes":[null,[3],[2]]}`)
}

func FuzzSpyfallEvents(f *testing.F) {
	fuzzEvents(f, spyfall.Game, []setup.Table{people(3), people(5), people(8).With("time_up", "accusations")},
		`laid {}
deal {"dealer":0}
accusation {"accuser":1,"suspect":3,"agree":[0]}
ending {"how":"accusation","spy":2,"location":"beach","accuser":0,"suspect":2}
here {"away":[1,4]}
deal {"dealer":2,"away":[1,4]}
ending {"how":"time_up","spy":3,"votes":[3,-1,3,2,-1],"accuser":-1,"suspect":-1}
deal {"dealer":-1}
ending {"how":"spy_guess","spy":0,"accuser":-1,"suspect":-1,"correct":true,"guess":"zoo"}
deal {"dealer":-1}
ending {"how":"accusations_at_time_up","spy":0,"accuser":-1,"suspect":-1}
stop {}`)
}

func FuzzVersusEvents(f *testing.F) {
	fuzzEvents(f, versus.Game, []setup.Table{people(3), people(4), people(8)},
		`laid {}
slap {"by":0,"gives":1,"out":[2]}
amulet {"of":{"by":0,"gives":1,"out":[2]}}
wrong_slap {"by":1,"penalty":"eye-closed"}
slap {"by":1,"gives":0}
here {"away":[1]}
amulet {}
stop {}`)
}

func FuzzPadEvents(f *testing.F) {
	counted := people(3).With("style", "categories").With("categories", "birds, eggs").With("tie", "eggs")
	fuzzEvents(f, pad.Game, []setup.Table{people(3), people(2).With("ends", "target").With("target", "20").With("wins", "low"), counted, counted.With("told", "person")},
		`round {"points":[12,-5,0]}
here {"away":[1]}
round {"points":[3,0,9],"away":[1]}
stop {}`,
		`round {"points":[12,5]}
round {"points":[12,5]}`,
		`category {"category":0,"points":[1,2,3]}
category {"category":1,"points":[3,2,1]}`,
		`person {"seat":0,"points":[1,2]}
person {"seat":2,"points":[2,1]}`)
}

func people(n int) setup.Table {
	return setup.Table{Players: slices.Clone([]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo"}[:n])}
}

// nobody answers nothing.
type nobody struct{}

func (nobody) Ask(ask.Question) (ask.Answer, error) { return ask.Answer{}, ask.ErrQuit }

var aNumber = regexp.MustCompile(`-?\b[0-9]+\b`)

// withWrongNumbers is a log with each of its numbers replaced in turn.
func withWrongNumbers(log string) []string {
	var out []string
	for _, at := range aNumber.FindAllStringIndex(log, -1) {
		for _, n := range []string{"-9223372036854775808", "-2", "-1", "0", "3", "99", "9223372036854775807"} {
			out = append(out, log[:at[0]]+n+log[at[1]:])
		}
	}
	return out
}

func fuzzEvents(f *testing.F, g scoring.Game, tables []setup.Table, logs ...string) {
	for i := range tables {
		for _, log := range logs {
			f.Add(byte(i), log)
			for _, spoilt := range withWrongNumbers(log) {
				f.Add(byte(i), spoilt)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which byte, log string) {
		table := tables[int(which)%len(tables)]
		s, err := g.New(table)
		if err != nil {
			t.Fatal(err)
		}
		var events []scoring.Event
		for line := range bytes.Lines([]byte(log)) {
			kind, raw, _ := bytes.Cut(line, []byte(" "))
			e, err := g.Decode(string(kind), raw)
			if err != nil {
				continue
			}
			if g.Tell(s, e).Empty() {
				t.Errorf("%#v cannot be told", e)
			}
			_ = g.Rest(s, e).String()
			now := tables[int(which+1)%len(tables)]
			g.Move(e, table, now, now.Turn(1))
			next, err := s.Apply(e)
			var fault *scoring.Fault
			switch {
			case err == nil:
				s, events = next, append(events, e)
			case !errors.As(err, &fault):
				t.Fatalf("%s: %v", line, err)
			}
		}
		if got, want := scoring.Totals(s.Ledger(), len(s.Result().Rows)), s.Result().Points; !slices.Equal(got, want) {
			t.Errorf("the ledger sums to %v, the standings are %v", got, want)
		}
		if _, err := g.WriteSheet(table, events, s, time.Time{}, lang.Text.String); err != nil {
			t.Errorf("what the rules took has no sheet: %v", err)
		}
		_, _ = g.Ask(nobody{}, s)
	})
}

func (x nobody) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(x, qs, got) }
