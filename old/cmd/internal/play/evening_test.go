package play

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/setup"
)

// A talker answers line by line, and writes down what is asked, said and recapped.
type talker struct {
	asking
	out strings.Builder
}

func (k *talker) Above(where, ahead string) {
	k.out.WriteString("ABOVE " + where + "\n")
}

func (k *talker) Recap(all []ask.Answered) {
	for _, a := range all {
		k.out.WriteString("RECAP " + a.Question.ID + "\n")
	}
}

// talks plays an evening at a table in which then answers the questions, one after the other, and returns all that is
// printed.
func talks(t *testing.T, g scoring.Game, table setup.Table, events []scoring.Event, then ...func(*session.Session, ask.Question) (ask.Answer, error)) string {
	t.Helper()
	st := fileOf(t)
	s := gameOf(t, st, g, ToPlay, time.Now, table, events...)
	voice, n, k := lang.NewLocalizer("en", Texts, lang.Texts, scoring.Texts, g.Texts), 0, &talker{}
	k.asking = func(q ask.Question) (ask.Answer, error) {
		for _, text := range q.Notes {
			k.out.WriteString(voice.Say(text) + "\n")
		}
		for _, o := range q.List().Options {
			k.out.WriteString("  " + voice.Say(o) + "\n")
		}
		k.out.WriteString("ASKS " + q.ID + "\n")
		if n++; n > len(then) {
			return ask.Answer{}, ask.ErrQuit
		}
		return then[n-1](s, q)
	}
	where := settingOf(st, k, &k.out)
	where.Voice = voice
	if err := New(where, s).Run(); !errors.Is(err, ask.ErrQuit) {
		t.Fatal(err)
	}
	return k.out.String()
}

// The lines around the questions come in their order.
func TestWhatIsPrinted(t *testing.T) {
	type step = func(*session.Session, ask.Question) (ask.Answer, error)
	typed := func(line string) step {
		return func(_ *session.Session, q ask.Question) (ask.Answer, error) { return q.Read(line) }
	}
	aside := func(want string) step {
		return func(*session.Session, ask.Question) (ask.Answer, error) { return ask.Answer{}, &ask.Aside{Want: want} }
	}
	menu := func(*session.Session, ask.Question) (ask.Answer, error) { return ask.Answer{}, &ask.Aside{} }
	refused := func(*session.Session, ask.Question) (ask.Answer, error) { return ask.Answer{}, session.ErrMoved }
	two, four := setup.Table{Players: []string{"Ana", "Bia"}, Origin: setup.AfterTheFact}, setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}}
	back := func(*session.Session, ask.Question) (ask.Answer, error) { return ask.Answer{}, ask.ErrBack }
	guest, story := pictureperfect.Guest{Fulfilled: []int{3, 1}}, dixit.Turn{Card: 1, Cards: map[int]int{1: 0, 2: 1}, Votes: [][]int{nil, {1}, {1}, {2}}}
	for name, c := range map[string]struct {
		game     scoring.Game
		table    setup.Table
		events   []scoring.Event
		say      []step
		has, not string
	}{
		"after another window the standings": {
			pictureperfect.Game, two, []scoring.Event{guest}, []step{refused},
			`(?s)Ana 6.*ASKS pp.guest\nAnother window.*Ana 6 \(\+6\).*ASKS pp.guest`, "",
		},
		"nothing half told of a game that is over": {
			pictureperfect.Game, two, []scoring.Event{guest}, []step{
				typed("n"), typed("Rex"), func(s *session.Session, _ ask.Question) (ask.Answer, error) {
					if err := s.Do(scoring.Stop{}); err != nil {
						return ask.Answer{}, err
					}
					return ask.Answer{}, session.ErrMoved
				},
			}, `ASKS play.what-now`, `(?s)RECAP.*ASKS play.what-now`,
		},
		"what is done between two turns, at the table": {
			dixit.Game, four, []scoring.Event{scoring.Laid{}, story}, nil, `Everybody draws back up to 6 cards.\nASKS dixit.which-card`, "",
		},
		"what was done between two turns, read again": {
			dixit.Game, four, []scoring.Event{scoring.Laid{}, story}, []step{typed("1"), typed("1 1 2"), typed("1"), back, back, back}, `(?s)Reading again: .*ASKS dixit.which-card`, `(?s)Reading again: .*Everybody draws`,
		},
		"what was done between two turns, corrected": {
			dixit.Game, four, []scoring.Event{scoring.Laid{}, story, story}, []step{func(s *session.Session, _ ask.Question) (ask.Answer, error) {
				s.Place.Open(s.Log.Items()[3].ID)
				return ask.Answer{}, &ask.Aside{Want: "go"}
			}, typed("2")}, `(?s)Correcting: .*ASKS dixit.which-card.*Correcting: .*ASKS`, `(?s)Correcting: .*Everybody draws`,
		},
		"what is put in is left without a word, where nothing of it was told": {
			pictureperfect.Game, two, []scoring.Event{guest}, []step{func(s *session.Session, _ ask.Question) (ask.Answer, error) {
				s.Place.PutIn(s.Log.Items()[1].ID)
				return ask.Answer{}, &ask.Aside{Want: "go"}
			}, back}, `Put in before: Guest 1 of 14\nASKS pp.guest\nABOVE Guest 2 of 14\nASKS pp.guest\n`, `ASKS play.go-on-or-drop`,
		},
		"what is removed is said to be, and brought back and removed again": {
			pictureperfect.Game, two, []scoring.Event{guest}, []step{aside("correct"), typed("1"), typed("3"), typed("1"), aside("undo"), aside("redo")},
			`(?s)play.in-the-way\nRemoved: Guest 1: Ana 3, Bia 1\n.*Restored: Guest 1: Ana 3, Bia 1\n.*Removed: Guest 1: Ana 3, Bia 1\n`, "",
		},
		"a game that is over is left, not kept for later": {
			pictureperfect.Game, two, []scoring.Event{guest, scoring.Stop{}}, []step{menu}, `\n  Leave\n`, `Keep it for later`,
		},
		"a game that is over is neither ended nor dropped": {
			pictureperfect.Game, two, []scoring.Event{guest, scoring.Stop{}}, []step{menu}, `ASKS play.what-else`, `End the game|Drop this game`,
		},
		"another game is for a game that is over": {
			pictureperfect.Game, two, []scoring.Event{guest}, []step{menu, typed("o")}, `This game goes on`, `Which game`,
		},
		"a game that goes on is kept for later": {
			pictureperfect.Game, two, []scoring.Event{guest}, []step{menu}, `\n  Keep it for later and leave\n`, `\n  Leave\n`,
		},
		"the reasons of a turn stand last": {
			dixit.Game, four, []scoring.Event{scoring.Laid{}}, []step{typed("1"), typed("1"), typed("2 3 4"), typed("3 4 2")},
			`(?s)goal 30.*\+1  Caio: fooled Bia.*ASKS dixit.which-card`, "",
		},
		"no word lists what there is, and none again leaves": {
			pictureperfect.Game, two, nil, []step{menu, typed("l"), typed(""), typed("")},
			`(?s)ASKS play.which-word\nPicture Perfect\n.*  Setup\n.*ASKS play.which-word\nABOVE Guest 1 of 14\n.*ASKS pp.guest`, `To look something up`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := talks(t, c.game, c.table, c.events, c.say...)
			if !regexp.MustCompile(c.has).MatchString(got) || c.not != "" && regexp.MustCompile(c.not).MatchString(got) {
				t.Errorf("%s\nwant %s\nnot %s", got, c.has, c.not)
			}
		})
	}
}

// A game that another window deleted can be played on. That is said at once, and again at the end.
func TestADeletedGame(t *testing.T) {
	st := fileOf(t)
	s := gameOf(t, st, pictureperfect.Game, OnlyScore, time.Now, setup.Table{Players: []string{"Ana", "Bia"}, Origin: setup.AfterTheFact})
	var out strings.Builder
	n := 0
	host := asking(func(q ask.Question) (ask.Answer, error) {
		if n++; n == 3 {
			return ask.Answer{}, ask.ErrQuit
		}
		if n == 1 {
			if err := st.History.Delete(s.Log.ID(), time.Now()); err != nil {
				t.Error(err)
			}
		}
		return q.Read("1 1")
	})
	e := New(settingOf(st, host, &out, Texts), s)
	e.farewell(e.Run())
	if got := out.String(); strings.Count(got, "Another window deleted this game") != 2 || strings.Count(got, "  tablemate undelete "+s.Log.ID()) != 2 || strings.Contains(got, "resume") {
		t.Error(got)
	}
}
