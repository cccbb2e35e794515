package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// read turns a sheet into events: the guests, the word that there are no more of them (unless the table still
// plays), decorations, envelopes, votes.
func read(o *sheet.Object, t *setup.Table) []scoring.Located {
	names := t.Players
	auction := o.Has("auction") && o.Get("auction").Bool()
	playing := o.Has("over") && !o.Get("over").Bool()
	t.Choices = map[string]string{lay.Auction: setup.No}
	if auction {
		t.Choices[lay.Auction] = setup.Yes
	}
	events := readGuests(o, names)
	if playing {
		events = append(events, scoring.Located{Event: scoring.Playing{}, At: []string{"over"}})
	} else if len(events) < lay.Guests { // after the last one nobody has to say so
		events = append(events, scoring.Located{Event: NoMoreGuests{}, At: []string{"over"}})
	}
	if it, there := o.Maybe("decorations"); there || auction && !playing {
		if !there {
			it = o.Get("decorations") // which reports that it is missing
		}
		left := scoring.ByName(it, names, Unknown, anyNumber)
		if missing := slices.Index(left, Unknown); missing >= 0 {
			it.Fail(needed, names[missing])
		}
		events = append(events, scoring.Located{Event: Decorations{left}})
	}
	if it, there := o.Maybe("envelopes"); there {
		events = append(events, scoring.Located{Event: Envelopes{scoring.ByName(it, names, Unknown, anyNumber)}})
	}
	if it, there := o.Maybe("photo_votes"); there && len(it.Fields()) > 0 {
		votes := scoring.ByName(it, names, Unknown, func(f sheet.Field) int { return scoring.Seat(f.Item, names) })
		events = append(events, scoring.Located{Event: Vote{For: votes}})
	}
	if it, there := o.Maybe("photo_counts"); there && len(it.Fields()) > 0 {
		if _, both := events[len(events)-1].Event.(Vote); both {
			it.Fail(bothVotes)
		}
		events = append(events, scoring.Located{Event: VoteCounts{scoring.ByName(it, names, Unknown, anyNumber)}})
	}
	return events
}

var (
	bothVotes = lang.Msg("pp.both-votes", "photo_votes is there too: a sheet has one of the two")
	needed    = lang.Msg("pp.needed", "every player's number is needed here")
	notYet    = lang.Msg("pp.not-yet", "{n} guests: 0 to {most} are possible")
)

func readGuests(o *sheet.Object, names []string) []scoring.Located {
	var events []scoring.Located
	list := o.Get("guests")
	items := list.List(0, sheet.MaxInt)
	if n := len(items); n > lay.Guests {
		list.Fail(notYet.With("n", n, "most", lay.Guests))
		return nil
	}
	for i, it := range items {
		g := it.Object()
		e := Guest{Name: g.Get("name").Text(), VIPs: g.IntOr("vips", 0, len(names), 0)}
		e.Fulfilled = scoring.ByName(g.Get("fulfilled"), names, NotPlaced, placed)
		g.Done()
		events = append(events, scoring.Located{Event: e, At: []string{"guests", fault.Index(i)}})
		if f := setup.CheckName(e.Name); f != nil {
			it.Report(f.Under("name"))
		}
	}
	return events
}

func anyNumber(f sheet.Field) int { return f.Int(0, sheet.MaxInt) }

// placed reads what one player fulfilled of a guest. null means not placed, like a missing name.
func placed(f sheet.Field) int {
	if f.Null() {
		return NotPlaced
	}
	return f.Int(0, 3)
}

// The game's own part of a sheet, with the keys in the contract's order.
type written struct {
	Auction     bool            `json:"auction"`
	Guests      []writtenGuest  `json:"guests"`
	Decorations scoring.Ordered `json:"decorations,omitzero"`
	Envelopes   scoring.Ordered `json:"envelopes,omitzero"`
	Votes       scoring.Ordered `json:"photo_votes,omitzero"`
	Counts      scoring.Ordered `json:"photo_counts,omitzero"`
	Setup       map[string]any  `json:"setup,omitempty"`
}

type writtenGuest struct {
	Name      string          `json:"name"`
	VIPs      int             `json:"vips,omitempty"`
	Fulfilled scoring.Ordered `json:"fulfilled"`
}

// Write fills the game's own part of a sheet. Guests without a name go by their number.
func (s State) Write(say func(lang.Text) string) any {
	w := written{Auction: s.rounds.auctions, Guests: []writtenGuest{}, Setup: s.drawn()}
	for i, g := range s.guests {
		w.Guests = append(w.Guests, writtenGuest{s.guests.freeName(i, say), g.VIPs, s.people().bySeat(g.Fulfilled)})
	}
	if s.left != nil {
		w.Decorations = s.people().bySeat(s.left)
	}
	if held := s.people().bySeat(s.tie.envelopes); len(held) > 0 {
		w.Envelopes = held
	}
	switch {
	case s.tie.votes == nil, s.Result().Needs == ByPhotoVote: // the votes of another tie decide nothing
	case s.tie.voters == nil:
		w.Counts = s.people().bySeat(s.tie.votes)
	default:
		for voter, c := range s.tie.voters {
			if c != Unknown {
				w.Votes = append(w.Votes, scoring.Pair{Key: s.Table.Players[voter], Value: s.Table.Players[c]})
			}
		}
	}
	return w
}

// freeName returns the name of a guest. A guest without one gets its number, with a mark if somebody gave that
// very name to another guest.
func (g guests) freeName(i int, say func(lang.Text) string) string {
	name := say(g.name(i))
	taken := func(n string) bool {
		return slices.ContainsFunc(g, func(one Guest) bool { return setup.Alike(one.Name) == setup.Alike(n) })
	}
	for g[i].Name == "" && taken(name) {
		name += "*"
	}
	return name
}

// drawn returns what everybody at the table knows of the setup: who began, the exchange cards turned over so far,
// who holds how much; the rest of the deck only after the photos.
func (s State) drawn() map[string]any {
	if s.Table.Played() {
		return nil
	}
	out := map[string]any{"starting_player": s.Table.Players[s.Table.First]}
	known := s.rounds.cards
	if s.rounds.closed && s.rounds.deck != nil {
		known = s.rounds.deck
	}
	if len(known) > 0 {
		out["exchange_cards"] = known
	}
	if r := s.rounds; r.known && !r.alone && (!r.closed || r.followed()) {
		out["envelopes"], out["envelopes_middle"] = r.people.bySeat(r.holdings.Envelopes), r.holdings.Middle
		if r.auctions {
			out["decorations"], out["decoration_supply"] = r.people.bySeat(r.holdings.Decorations), r.holdings.Supply
		}
	}
	return out
}
