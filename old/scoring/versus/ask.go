package versus

import (
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// Next asks for the next thing that happened. It has to keep up with a slap game, so a slap costs two keys and
// Enter.
//
// After the slap that ended the game it asks whether that slap counts, since an amulet may still take it back.
func (s State) Next(a ask.Asker) (scoring.Event, error) {
	if scoring.IsOver(s) {
		return s.askLast(a)
	}
	return s.askSlap(a)
}

var (
	whoSlapped  = lang.Msg("versus.who-slapped", "Who slapped?")
	wrong       = lang.Msg("versus.wrong", "Wrong slap: a penalty")
	wrongKey    = lang.Msg("versus.wrong-key", "w")
	noAmulet    = lang.Msg("versus.no-amulet", "An amulet takes back the last slap only, before anything else happens.")
	playAmulet  = lang.Msg("versus.play-amulet", "amulet: the last slap does not count")
	whoGets     = lang.Msg("versus.who-gets", "{name} slapped. Who gets the second gem?")
	isOutToo    = lang.Msg("versus.is-out-too", "Somebody goes out with this slap")
	whoIsOut    = lang.Msg("versus.who-is-out", "Is anybody out?")
	howOut      = lang.Msg("versus.how-out", "Anyone who has played their last Versus card, and did not make this slap, is out.")
	staysIn     = lang.Msg("versus.stays-in", "{name} made this slap, and stays in")
	whoWasWrong = lang.Msg("versus.who-was-wrong", "Who made the wrong slap?")
	whatCard    = lang.Msg("versus.what-card", "Which penalty came up?")
)

const amuletKey = "x"

// askSlap asks who slapped. It shows the gems, the pile and the penalty above the question, and lists the wrong
// slap after the players.
func (s State) askSlap(a ask.Asker) (scoring.Event, error) {
	in := s.inPlay(-1)
	hands := scoring.At(ask.Pick{Quick: true, Options: []lang.Text{wrong}, Marks: []lang.Text{wrongKey}}, scoring.Among{Players: s.Table.Players, Seats: in, Why: s.isOut})
	var keys []ask.Key
	if s.canTakeBack() {
		keys = []ask.Key{{Letter: amuletKey, Text: playAmulet}}
	} else {
		hands.Barred = append(hands.Barred, ask.Barred{Before: len(hands.Options), Mark: lang.Literal(amuletKey), Text: playAmulet, Why: noAmulet})
	}
	r, err := ask.Put(a, ask.Head{ID: "versus.slap", Text: whoSlapped, Notes: s.OnTable()}, ask.Or(hands, keys...))
	switch {
	case err != nil:
		return nil, err
	case r.Key == amuletKey:
		return s.tellAmulet(a)
	case r.Value < len(in):
		return s.askGem(a, in[r.Value])
	}
	return s.askWrong(a)
}

// isOut returns why a player cannot be named any more.
func (s State) isOut(seat int) lang.Text {
	return isOut.With("name", s.Table.Players[seat], "names", s.names(s.inPlay(-1)))
}

// askGem asks who gets the second gem and who goes out; the slapper can be neither.
func (s State) askGem(a ask.Asker, by int) (scoring.Event, error) {
	others := s.inPlay(by)
	why := func(own lang.Text) func(seat int) lang.Text {
		return func(seat int) lang.Text {
			if seat == by {
				return own.With("name", s.Table.Players[seat])
			}
			return s.isOut(seat)
		}
	}
	among := scoring.Among{Players: s.Table.Players, Seats: others, Why: why(ownGift)}
	gives, err := scoring.PickSeat(a, ask.Head{ID: "versus.gives", Text: whoGets.With("name", s.Table.Players[by]), Phone: ask.Phone{Along: ask.Along{ID: "versus.out", Text: isOutToo}}}, ask.Pick{Quick: true}, among)
	if err != nil {
		return nil, err
	}
	among.Why = why(staysIn)
	nobody := ask.UsualRow(make([]int, len(others))...)
	out, err := ask.Put(a, ask.Head{ID: "versus.out", Text: whoIsOut, Notes: []lang.Text{howOut}, Suggest: nobody}, scoring.At(ask.Many{}, among))
	if err != nil {
		return nil, err
	}
	return Slap{By: by, Gives: gives, Out: out.Of(others)}, nil
}

var (
	penaltyFor   = lang.Msg("versus.penalty-for", "{name}: {card}")
	penaltyUntil = lang.Msg("versus.penalty-until", "Until somebody slaps again, rightly or wrongly.")
	penaltyBack  = lang.Msg("versus.penalty-back", "The card goes back under the penalties.")
	allSeen      = lang.Msg("versus.all-seen", "Has everybody seen it?")
)

// askWrong asks who slapped and which card came up, and shows what the card demands and for how long.
func (s State) askWrong(a ask.Asker) (scoring.Event, error) {
	in := scoring.Among{Players: s.Table.Players, Seats: s.inPlay(-1), Why: s.isOut}
	by, err := scoring.PickSeat(a, ask.Head{ID: "versus.wrong-by", Text: whoWasWrong}, ask.Pick{Quick: true}, in)
	if err != nil {
		return nil, err
	}
	k, err := ask.Put(a, ask.Head{ID: "versus.penalty", Text: whatCard}, ask.Pick{Quick: true, Options: cardNames()})
	if err != nil {
		return nil, err
	}
	card := Cards[k]
	notes := []lang.Text{penaltyFor.With("name", s.Table.Players[by], "card", card.Name), card.Does, penaltyUntil, penaltyBack}
	if !card.Note.Empty() {
		notes = append(notes, card.Note)
	}
	return WrongSlap{By: by, Penalty: card.ID}, ask.Tell(a, "versus.show-penalty", allSeen, notes...)
}

var (
	amuletGems = lang.Msg("versus.amulet-gems", "The slap does not count: both gems go back on the pile, and anyone who went out with it is in play again.")
	amuletCard = lang.Msg("versus.amulet-card", "The person who had opened the matching card puts it under their own pile and opens another one.")
	amuletDone = lang.Msg("versus.amulet-done", "Done?")
)

// tellAmulet returns an amulet that takes the last slap back, and says what the table has to do.
func (s State) tellAmulet(a ask.Asker) (scoring.Event, error) {
	last, _ := s.lastSlap()
	return Amulet{Of: &last}, ask.Tell(a, "versus.amulet", amuletDone, amuletGems, amuletCard)
}

var (
	whyAsked  = lang.Msg("versus.why-asked", "With this slap the game is over, unless somebody plays an amulet now: that takes it back.")
	lastSlap  = lang.Msg("versus.last-slap", "Does the last slap count?")
	itCounts  = lang.Msg("versus.it-counts", "Yes, the game is over")
	itDoesNot = lang.Msg("versus.it-does-not", "No, somebody plays an amulet")
)

// askLast asks whether the slap that ended the game counts.
func (s State) askLast(a ask.Asker) (scoring.Event, error) {
	h := ask.Head{ID: "versus.last-slap", Text: lastSlap, Notes: append(s.OnTable(), whyAsked), Suggest: ask.Usual(0)}
	k, err := ask.Put(a, h, ask.Pick{Options: []lang.Text{itCounts, itDoesNot}})
	switch {
	case err != nil:
		return nil, err
	case k == 0:
		return SlapStands{}, nil
	}
	return s.tellAmulet(a)
}
