package pictureperfect

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// Handbook, Scoring: fulfilled 0, 1, 2, 3 pay -3, 1, 3, 6, and as much again for every VIP card.
func TestPoints(t *testing.T) {
	for _, c := range []struct{ fulfilled, vips, want int }{
		{0, 0, -3}, {1, 0, 1}, {2, 0, 3}, {3, 0, 6},
		{0, 2, -9}, {3, 1, 12}, {3, 6, 42}, {2, 3, 12},
		{NotPlaced, 0, 0}, {NotPlaced, 6, 0},
	} {
		if got := guestPoints(c.fulfilled, c.vips); got != c.want {
			t.Errorf("%d fulfilled, %d VIPs: %d, want %d", c.fulfilled, c.vips, got, c.want)
		}
	}
}

func table(auction string, names ...string) setup.Table {
	return setup.Table{Players: names, Origin: setup.AfterTheFact, Choices: map[string]string{lay.Auction: auction}}
}

func play(t *testing.T, tb setup.Table, events ...scoring.Event) scoring.State {
	t.Helper()
	s, i, err := Game.Fold(tb, events)
	if err != nil {
		t.Fatalf("event %d: %v", i, err)
	}
	return s
}

func TestRefusals(t *testing.T) {
	ana := func(v, n int) Guest { return Guest{VIPs: v, Fulfilled: []int{n, 0}} }
	for _, c := range []struct {
		name string
		done []scoring.Event
		e    scoring.Event
		want string
	}{
		{"four fulfilled", nil, ana(0, 4), "fulfilled.Ana: 4 fulfilled cards: 0 to 3 are possible, or the guest was not placed"},
		{"less than not placed", nil, ana(0, -2), "fulfilled.Ana: -2 fulfilled"},
		{"a player forgotten", nil, Guest{Fulfilled: []int{1}}, "fulfilled: 1 value for 2 players"},
		{"more VIPs than people", nil, ana(3, 0), "vips: 3 VIP cards in this envelope: only 2 are left, one per player"},
		{"more VIPs than are left", []scoring.Event{ana(1, 0)}, ana(2, 0), "vips: 2 VIP cards in this envelope: only one is left, one per player"},
		{"all VIPs gone", []scoring.Event{ana(2, 0)}, ana(1, 0), "vips: a VIP card in this envelope: all of them have turned up already, one per player"},
		{"a name twice", []scoring.Event{Guest{Name: "Zoé", Fulfilled: []int{1, 1}}}, Guest{Name: " zoe\u0301", Fulfilled: []int{1, 1}}, "name: guest 1 is already called “Zoé”"},
		{"after the last guest", []scoring.Event{NoMoreGuests{}}, ana(0, 1), "the table said that nobody placed the rest: no more guests are scored"},
		{"a fifteenth guest", slices.Repeat([]scoring.Event{ana(0, 1)}, 14), ana(0, 1), "all 14 guests have already been scored"},
		{"too many decorations", nil, Decorations{[]int{30, 3}}, "decorations: 33 decorations in all: there are only 32 in the game"},
		{"negative decorations", nil, Decorations{[]int{-1, 3}}, "decorations.Ana: -1: there cannot be fewer than 0"},
		{"too many envelopes", nil, Envelopes{[]int{10, 5}}, "envelopes: 15 envelopes in all: there are only 14"},
		{"nobody votes", nil, Vote{For: []int{Unknown, Unknown}}, "photo_votes: nobody has voted yet: one vote at least, please"},
		{"a vote for nobody at the table", nil, Vote{For: []int{1, 99}}, "photo_votes.Bia: this names somebody who is not at this table"},
		{"votes counted for too few", nil, VoteCounts{[]int{1}}, "photo_counts: 1 value for 2 players"},
		{"more votes than people", nil, VoteCounts{[]int{2, 1}}, "photo_counts: 3 votes in all: one per player, so 2 at most"},
		{"fewer votes than none", nil, VoteCounts{[]int{2, -2}}, "photo_counts.Bia: -2: there cannot be fewer than 0"},
		{"no vote among those counted", nil, VoteCounts{[]int{0, Unknown}}, "photo_counts: nobody has voted yet: one vote at least, please"},
		{"a vote for nobody below", nil, Vote{For: []int{-2, 0}}, "photo_votes.Ana: this names somebody who is not at this table"},
		{"two numbers that come out as a small one", nil, Decorations{[]int{math.MaxInt, math.MaxInt}}, "decorations: 9223372036854775807 decorations in all: there are only 32 in the game"},
		{"a card after the photos", nil, Turned{Card: "dance"}, "card: the photos were taken: no more cards are turned over"},
		{"an auction after the photos", nil, Opened{Card: "open-auction"}, "card: the photos were taken: no more cards are turned over"},
	} {
		s := play(t, table(setup.Yes, "Ana", "Bia"), c.done...)
		_, err := Game.Apply(s, c.e)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// If a tie comes down to the vote, only the tied photos may get votes.
func TestVoteOnlyForTheTied(t *testing.T) {
	all := Guest{Fulfilled: []int{1, 1, 0}}
	s := play(t, table(setup.No, "Ana", "Bia", "Caio"), all, NoMoreGuests{}, Envelopes{[]int{3, 3, Unknown}})
	if r := s.Result(); r.Needs != ByPhotoVote || !slices.Equal(r.Tied, []int{0, 1}) || r.Winners != nil {
		t.Fatalf("%+v", r)
	}
	_, err := Game.Apply(s, Vote{For: []int{1, 2, Unknown}})
	if err == nil || err.Error() != "photo_votes.Bia: Caio's photo is not among the tied ones: Ana and Bia" {
		t.Error(err)
	}
	s, err = Game.Apply(s, Vote{For: []int{1, 0, 1}})
	laws.Need(t, err)
	r := s.Result()
	if r.DecidedBy != ByPhotoVote || !slices.Equal(r.Winners, []int{1}) || !slices.Equal(r.Ranks, []int{2, 1, 3}) {
		t.Errorf("%+v", r)
	}
}

// After a tied vote the players with the most votes share the victory, not all who were level.
func TestTiedVoteIsShared(t *testing.T) {
	s := play(t, table(setup.No, "Ana", "Bia", "Caio", "Davi"),
		Guest{Fulfilled: []int{1, 1, 1, 0}}, NoMoreGuests{}, Envelopes{[]int{3, 3, 3, Unknown}}, Vote{For: []int{1, 0, 1, 0}})
	r := s.Result()
	if r.DecidedBy != scoring.Shared || !slices.Equal(r.Winners, []int{0, 1}) || !slices.Equal(r.Ranks, []int{1, 1, 3, 4}) || len(r.Readings) != 1 {
		t.Errorf("%+v", r)
	}
}

// A table that ends the game is asked for decorations that were not counted: silence does not mean that nobody has
// any.
func TestEnding(t *testing.T) {
	guest, counted := Guest{Fulfilled: []int{3, 2}}, Decorations{[]int{2, 1}}
	laid := []scoring.Event{Laid{}}
	for name, c := range map[string]struct {
		table  setup.Table
		before []scoring.Event
		want   scoring.Event // nil: it is over as soon as they are counted
	}{
		"with auctions":         {table(setup.Yes, "Ana", "Bia"), []scoring.Event{guest}, NoMoreGuests{}},
		"in the rounds":         {setup.Table{Players: []string{"Ana", "Bia"}}.With(lay.Auction, setup.Yes), laid, NoMoreGuests{}},
		"while they are asked":  {table(setup.Yes, "Ana", "Bia"), []scoring.Event{guest, NoMoreGuests{}}, nil},
		"when they are counted": {table(setup.Yes, "Ana", "Bia"), []scoring.Event{guest, counted}, scoring.Stop{}},
		"without auctions":      {table(setup.No, "Ana", "Bia"), []scoring.Event{guest}, scoring.Stop{}},
	} {
		s := play(t, c.table, c.before...)
		e, why := s.Ending()
		if !reflect.DeepEqual(e, c.want) || why.Empty() != (e != nil) {
			t.Errorf("%s: %v, %v", name, e, why)
		}
		if e != nil {
			next, err := Game.Apply(s, e)
			if err != nil || !next.Result().Over && next.(State).phase != counting {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestStillPlaying(t *testing.T) {
	s := play(t, table(setup.Yes, "Ana", "Bia"), Guest{Fulfilled: []int{3, 3}}, scoring.Playing{}, Decorations{[]int{4, 4}}, Vote{For: []int{1, 1}})
	if r := s.Result(); r.Over || r.Needs != "" || r.Winners != nil || !slices.Equal(r.Ranks, []int{1, 1}) || r.Points[0] != 8 {
		t.Errorf("%+v", r)
	}
}

// The phases of an evening. A table may also tell things out of order, as a correction does: then they count, and
// are not asked for again.
func TestPhases(t *testing.T) {
	all := slices.Repeat([]scoring.Event{Guest{Fulfilled: []int{1, 1}}}, 14)
	six := slices.Repeat([]scoring.Event{Turned{Card: "dance"}}, 6)
	judged := func(events ...scoring.Event) []scoring.Event { return append(slices.Clone(all), events...) }
	for _, c := range []struct {
		name   string
		events []scoring.Event
		want   phase
	}{
		{"at the beginning", nil, laying},
		{"laid out", []scoring.Event{Laid{}}, turning},
		{"laid out, and played without the program", []scoring.Event{Laid{Alone: true}}, posing},
		{"a card before the table was laid", six[:1], turning},
		{"an auction", []scoring.Event{Laid{}, Opened{Card: "open-auction"}}, bidding},
		{"laid once more in the middle of an auction", []scoring.Event{Opened{Card: "open-auction"}, Laid{}}, bidding},
		{"an auction of nothing", []scoring.Event{Laid{}, Counted{[]int{0, 0}, []int{10, 10}}, Opened{Card: "open-auction"}}, turning},
		{"nothing left in an auction", []scoring.Event{Laid{}, Opened{Card: "open-auction"}, Counted{[]int{0, 0}, []int{10, 10}}}, turning},
		{"six cards", append([]scoring.Event{Laid{}}, six...), posing},
		{"a deck of one card", []scoring.Event{Laid{Deck: []string{"dance"}}, six[0]}, posing},
		{"a card of a table that plays without the program", []scoring.Event{Laid{Alone: true}, six[0]}, posing},
		{"the photos in the middle of an auction", []scoring.Event{Opened{Card: "open-auction"}, Photos{}}, judging},
		{"a guest before anything else", all[:1], judging},
		{"laid out when the guests are judged", []scoring.Event{all[0], Laid{}}, judging},
		{"all guests", all, counting},
		{"no more guests", []scoring.Event{all[0], NoMoreGuests{}}, counting},
		{"photos once more", judged(Photos{}), counting},
		{"all counted", judged(Decorations{[]int{1, 2}}), done},
		{"counted before the last guest", append([]scoring.Event{Decorations{[]int{1, 2}}}, all[:13]...), judging},
		{"counted before the last guest, and then that one", append([]scoring.Event{Decorations{[]int{1, 2}}}, all...), done},
		{"stopped at once", []scoring.Event{scoring.Stop{}}, done},
		{"stopped in an auction", []scoring.Event{Opened{Card: "open-auction"}, scoring.Stop{}}, done},
		{"still at it after some guests", []scoring.Event{all[0], scoring.Playing{}}, judging},
		{"still at it after all guests", judged(scoring.Playing{}), unfinished},
		{"still at it, and counted", judged(scoring.Playing{}, Decorations{[]int{1, 2}}, scoring.Playing{}), unfinished},
		{"all counted, and still at it", judged(Decorations{[]int{1, 2}}, scoring.Playing{}), unfinished},
		{"still at it, and then stopped", judged(scoring.Playing{}, scoring.Stop{}), done},
	} {
		s := play(t, setup.Table{Players: []string{"Ana", "Bia"}, Choices: map[string]string{lay.Auction: setup.Yes}}, c.events...).(State)
		if s.phase != c.want {
			t.Errorf("%s: phase %d, want %d", c.name, s.phase, c.want)
		}
		if over := s.Result().Over; over != (c.want == done) {
			t.Errorf("%s: over %v", c.name, over)
		}
		if _, active := s.rounds.active(); active != (c.want == bidding) || s.Between() != (c.want != bidding) {
			t.Errorf("%s: somebody's turn %v", c.name, active)
		}
	}
	plain := play(t, setup.Table{Players: []string{"Ana", "Bia"}}, all...).(State)
	if plain.phase != done {
		t.Error("without auctions nothing is counted:", plain.phase)
	}
}

// The chain of the handbook in another way: sort the players by points, then placed, then envelopes, then votes.
func oracle(g []Guest, left, held, votes []int, n int, auction bool) (points, winners []int) {
	type row struct{ seat, points, placed, held, votes int }
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{seat: i, held: held[i]}
		for _, x := range g {
			if x.Fulfilled[i] >= 0 {
				rows[i].placed++
				for range 1 + x.VIPs {
					rows[i].points += []int{-3, 1, 3, 6}[x.Fulfilled[i]]
				}
			}
		}
		for d := 2; auction && d <= left[i]; d += 2 {
			rows[i].points++
		}
		points = append(points, rows[i].points)
	}
	for _, v := range votes {
		rows[v].votes++
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		for _, d := range []int{b.points - a.points, b.placed - a.placed, b.held - a.held, b.votes - a.votes} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
	top := rows[0]
	for _, r := range rows {
		if r.points == top.points && r.placed == top.placed && r.held == top.held && r.votes == top.votes {
			winners = append(winners, r.seat)
		}
	}
	return points, winners
}

// drawGame returns the facts of a random evening; low numbers make ties likely.
func drawGame(t *rapid.T, n int) []Guest {
	vips := n
	return rapid.Custom(func(t *rapid.T) []Guest {
		var out []Guest
		for i := range rapid.IntRange(0, 14).Draw(t, "guests") {
			g := Guest{Fulfilled: make([]int, n), VIPs: rapid.IntRange(0, min(1, vips)).Draw(t, "vips")}
			vips -= g.VIPs
			for seat := range g.Fulfilled {
				g.Fulfilled[seat] = rapid.IntRange(NotPlaced, rapid.SampledFrom([]int{0, 1, 3}).Draw(t, "most")).Draw(t, "fulfilled")
			}
			if rapid.Bool().Draw(t, "named") {
				g.Name = fmt.Sprint("G", i)
			}
			out = append(out, g)
		}
		return out
	}).Draw(t, "game")
}

func TestAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "players")
		auction := rapid.Bool().Draw(t, "auction")
		tb := table(map[bool]string{true: setup.Yes, false: setup.No}[auction], []string{"A", "B", "C", "D", "E", "F"}[:n]...)
		g := drawGame(t, n)
		few := func(hi int, label string) []int {
			return rapid.SliceOfN(rapid.IntRange(0, hi), n, n).Draw(t, label)
		}
		left, held := few(5, "left"), few(2, "held")
		events := []scoring.Event{}
		for _, x := range g {
			events = append(events, x)
		}
		events = append(events, NoMoreGuests{}, Decorations{left}, Envelopes{held})
		s, _, err := Game.Fold(tb, events)
		laws.Need(t, err)
		var votes []int
		if r := s.Result(); r.Needs == ByPhotoVote {
			votes = rapid.SliceOfN(rapid.SampledFrom(r.Tied), n, n).Draw(t, "votes")
			if s, err = Game.Apply(s, Vote{For: votes}); err != nil {
				t.Fatal(err)
			}
		}
		r := s.Result()
		points, winners := oracle(g, left, held, votes, n, auction)
		slices.Sort(winners)
		if !slices.Equal(r.Points, points) || !slices.Equal(r.Winners, winners) || !r.Finished() {
			t.Fatalf("%+v\nwant %v, winners %v", r, points, winners)
		}
	})
}

// A vote about one tie does not decide another: after a correction the table votes again, and the sheet leaves the
// old votes out.
func TestVoteOfAnotherTie(t *testing.T) {
	tb := table(setup.No, "Ana", "Bia", "Caio", "Davi")
	events := []scoring.Event{
		Guest{Fulfilled: []int{0, 0, 1, 1}}, NoMoreGuests{}, Envelopes{[]int{3, 3, Unknown, Unknown}}, Vote{For: []int{1, 0, 1, 0}},
		Envelopes{[]int{Unknown, Unknown, 3, 3}},
	}
	s := play(t, tb, events...)
	if r := s.Result(); r.Needs != ByPhotoVote || !slices.Equal(r.Tied, []int{2, 3}) || r.Winners != nil {
		t.Errorf("%+v", r)
	}
	sheet, err := Game.WriteSheet(tb, events, s, timeOfNoGame, func(t lang.Text) string { return t.String() })
	laws.Need(t, err)
	if back, err := scoring.ReadSheet(sheet, []scoring.Game{Game}); err != nil || back.State.Result().Needs != ByPhotoVote {
		t.Errorf("%v\n%s", err, sheet)
	}
}
