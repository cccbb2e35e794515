package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// asking is the dialog of an evening: the state of the game, and the asker.
type asking struct {
	State
	a ask.Asker
}

// Next asks for the next thing that happened, from the first envelope to the winner.
func (s State) Next(a ask.Asker) (scoring.Event, error) {
	t := asking{s, a}
	switch s.phase {
	case laying:
		deck, alone, err := lay.Walk(a, s.Table)
		return Laid{deck, alone}, err
	case turning:
		return t.guide().askRound()
	case bidding:
		return t.guide().askTurn()
	case posing:
		return askPhotos(t.a, t.people())
	case judging:
		return t.askGuest()
	case counting:
		return t.askDecorations()
	case unfinished:
		if t.judged() == counting {
			return t.askDecorations()
		}
		return scoring.Stop{}, ask.Tell(t.a, "pp.all-told", allTold)
	}
	r := t.Result()
	if r.Needs == ByEnvelopes {
		return t.askEnvelopes(r)
	}
	return t.askVote(r)
}

// guide returns the dialog of the rounds.
func (t asking) guide() guide { return guide{t.rounds, t.a} }

var (
	photoTime  = lang.Msg("pp.photo-time", "The final photo. One last look into your own envelopes, then place your guests:")
	photoVIP   = lang.Msg("pp.photo-vip", "- a VIP card may still go into one of your own envelopes at this last look;")
	photoStand = lang.Msg("pp.photo-stand", "- as many guests as you like, each with the stand completely inside a guest space, one per space;")
	photoFace  = lang.Msg("pp.photo-face", "- upright, facing the camera;")
	photoEdge  = lang.Msg("pp.photo-edge", "- the camera not above the top edge of the shield;")
	photoOnly  = lang.Msg("pp.photo-only", "- nothing but the game in the picture, and at least a part of every placed guest.")
	photoAgain = lang.Msg("pp.photo-again", "A photo that breaks a rule is taken again.")
	allTaken   = lang.Msg("pp.all-taken", "All photos taken? Then open the first envelope.")
)

func askPhotos(a ask.Asker, p people) (scoring.Event, error) {
	h := p.ask("pp.photos", allTaken)
	h.Notes = []lang.Text{photoTime, photoVIP, photoStand, photoFace, photoEdge, photoOnly, photoAgain}
	pictures, err := ask.Put(a, h, ask.Show{Pictures: true})
	return Photos{given(pictures)}, err
}

var (
	openFirst  = lang.Msg("pp.how-guest", "Open one envelope after the other. Type how many of its 3 cards everybody fulfilled, in seat order; “-” for anyone who did not place the guest; +1 at the end for a VIP card in the envelope.")
	everyGuest = lang.Msg("pp.every-guest", "{guest}: how many of the 3 cards does each photo fulfill?")
	yourGuest  = lang.Msg("pp.your-guest", "{guest}: how many of this guest's 3 cards does your photo fulfill?")
	openOne    = lang.Msg("pp.open-one", "Open one envelope after the other.")
	guestLine  = lang.Msg("pp.guest-line", "0–3 fulfilled · - not placed")
	guestVIPs  = lang.Plural("pp.guest-vips", "0–3 fulfilled · - not placed · +1 VIP card ({n} left)", "0–3 fulfilled · - not placed · +1 VIP card ({n} left)")
	notPlaced  = lang.Msg("pp.not-placed", "Not in my photo")
	noVIPHere  = lang.Msg("pp.no-vip-here", "No VIP card in it")
	askVIP     = lang.Msg("pp.ask-vip", "Was there a VIP card?")
	oneVIPHere = lang.Msg("pp.one-vip-here", "A VIP card in it")
	keyRest    = lang.Msg("pp.key-rest", "nobody placed the rest")
	keyName    = lang.Msg("pp.key-name", "name this guest")
	nameGuest  = lang.Msg("pp.name-guest", "What is guest {n} called?")
)

// askGuest takes one line for the whole table. Keys close the remaining guests in one go, or name the guest first.
func (t asking) askGuest() (scoring.Event, error) {
	cards := ask.Each{Hi: 3, Blank: true, Nothing: notPlaced, Plus: len(t.people()), How: guestLine} // judge refuses one VIP card too many, and tells how many are left
	if n := t.guests.vipsLeft(t.people()); n > 0 {
		cards.How, cards.NoPlus, cards.OnePlus, cards.AskPlus = guestVIPs.With("n", n), noVIPHere, oneVIPHere, askVIP
	}
	h := t.guestHead("pp.guest", t.guests.name(len(t.guests)))
	if len(t.guests) == 0 {
		h.Written, h.Phone.Notes = []lang.Text{openFirst}, []lang.Text{openOne}
	}
	name := ""
	judged := func(l ask.Line) (scoring.Event, error) {
		g := Guest{Name: name, VIPs: l.Plus, Fulfilled: l.Each(NotPlaced)}
		_, err := t.judge(g)
		return g, err
	}
	const named, rest = "n", "r"
	e, err := ask.Accept(t.a, h, ask.Or(cards, ask.Key{Letter: named, Text: keyName}, ask.Key{Letter: rest, Text: keyRest}), func(r ask.Keyed[ask.Line]) (scoring.Event, error) {
		switch r.Key {
		case named:
			return nil, nil
		case rest:
			return NoMoreGuests{}, nil
		}
		return judged(r.Value)
	})
	if e != nil || err != nil {
		return e, err
	}
	name, err = t.askName()
	if err != nil {
		return nil, err
	}
	return ask.Accept(t.a, t.guestHead("pp.guest-named", lang.Literal(name)), cards, judged)
}

// guestHead asks how many cards of a guest each photo fulfills.
func (t asking) guestHead(id string, guest lang.Text) ask.Head {
	h := t.people().ask(id, guest)
	h.Phone = ask.Phone{Text: everyGuest.With("guest", guest), One: yourGuest.With("guest", guest)}
	return h
}

func (t asking) askName() (string, error) {
	h := ask.Head{ID: "pp.name", Text: nameGuest.With("n", len(t.guests)+1)}
	return ask.Accept(t.a, h, ask.Words{}, func(name string) (string, error) {
		_, err := t.judge(Guest{Name: name, Fulfilled: unknown(len(t.people()))})
		return name, err
	})
}

var (
	decorationsLeft = lang.Msg("pp.decorations-left", "Decorations left")
	unaccounted     = lang.Plural("pp.unaccounted", "{n} of the {most} decorations is unaccounted for. Is that right?", "{n} of the {most} decorations are unaccounted for. Is that right?")
	howDecorations  = lang.Msg("pp.how-decorations", "How many decorations does everybody still own, in seat order? There are {most} in the game.")
	yourDecorations = lang.Msg("pp.your-decorations", "How many decorations do you still own?")
	thereAre        = lang.Msg("pp.there-are", "There are {most} in the game.")
	yourEnvelopes   = lang.Msg("pp.your-envelopes", "How many envelopes do you hold?")
	envelopesHeld   = lang.Msg("pp.envelopes-held", "Envelopes in hand")
	offBooks        = lang.Msg("pp.off-books", "As recorded, it should be {line}. Is this count right all the same?")
	asCounted       = lang.Msg("pp.as-counted", "Yes, it is right")
	bestPhoto       = lang.Msg("pp.best-photo", "Whose photo is the best?")
	photoVote       = lang.Msg("pp.photo-vote", "{lo}–{hi} or a name · - no vote")
	everybodyVotes  = lang.Msg("pp.everybody-votes", "Everybody votes, in seat order, for one of the tied photos; “-” for anyone who does not vote.")
	howToVote       = lang.Msg("pp.how-to-vote", "How do you vote?")
	openly          = lang.Msg("pp.openly", "By show of hands")
	noVote          = lang.Msg("pp.my-no-vote", "I do not vote")
	voteAgain       = lang.Msg("pp.vote-again", "The vote starts again.")
	secretly        = lang.Msg("pp.secretly", "In secret, everybody alone")
)

func (t asking) askDecorations() (scoring.Event, error) {
	most := t.rounds.allDecorations()
	h := t.people().ask("pp.decorations", decorationsLeft)
	h.Written, h.Phone = []lang.Text{howDecorations.With("most", most)}, ask.Phone{One: yourDecorations, Notes: []lang.Text{thereAre.With("most", most)}}
	if t.rounds.followed() {
		h.Suggest = ask.Usual(t.rounds.holdings.Decorations...)
	}
	for {
		d, err := ask.Accept(t.a, h, ask.Each{Hi: most}, func(l ask.Line) (Decorations, error) {
			d := Decorations{l.Each(Unknown)}
			_, err := t.count(d)
			return d, err
		})
		if err != nil {
			return nil, err
		}
		if again, err := t.guide().askRest("pp.decorations-rest", unaccounted, d.Left); err != nil || !again {
			return d, err
		}
		h.Suggest = ask.Usual(d.Left...)
	}
}

// askEnvelopes asks only the tied players. Their count decides who wins, so it is asked for again if it differs
// from the books.
func (t asking) askEnvelopes(r scoring.Result) (scoring.Event, error) {
	h := ask.Head{
		ID: "pp.envelopes", Text: envelopesHeld, Notes: []lang.Text{r.Reason},
		People: r.Tied, Names: setup.Named(t.people(), r.Tied), Phone: ask.Phone{One: yourEnvelopes},
	}
	book := t.rounds.holdings.Envelopes
	if t.rounds.followed() {
		var held []int
		for _, seat := range r.Tied {
			held = append(held, book[seat])
		}
		h.Suggest = ask.Usual(held...)
	}
	for {
		e, err := ask.Accept(t.a, h, ask.Each{Hi: lay.Guests}, func(l ask.Line) (Envelopes, error) {
			e := Envelopes{unknown(len(t.people()))}
			for k, n := range l.Each(Unknown) {
				e.Held[r.Tied[k]] = n
			}
			_, f := t.tie.hold(e)
			return e, f.Err()
		})
		off := func(seat int) bool { return e.Held[seat] != book[seat] }
		if err != nil || !t.rounds.followed() || !slices.ContainsFunc(r.Tied, off) {
			return e, err
		}
		k, err := ask.PickOne(t.a, "pp.off-books", offBooks.With("line", t.people().each(book, r.Tied)), []lang.Text{restAgain, asCounted}, 1)
		if err != nil || k == 1 {
			return e, err
		}
	}
}

// askVote lets the whole table choose among the tied photos.
func (t asking) askVote(r scoring.Result) (scoring.Event, error) {
	how := ask.Head{ID: "pp.how-to-vote", Text: howToVote, Suggest: ask.Usual(0), Notes: []lang.Text{r.Reason}}
	chosen, err := ask.Put(t.a, how, ask.Pick{Options: []lang.Text{openly, secretly}})
	if err != nil {
		return nil, err
	}
	h := t.people().ask("pp.vote", bestPhoto)
	h.Phone.Others = bestPhoto
	photos := ask.Each{
		Options: t.people().names(r.Tied), Album: t.album(r.Tied), Blank: true, Nothing: noVote,
		How: photoVote.With("lo", 1, "hi", len(r.Tied)),
	}
	h.Secret, h.Notes = chosen == 1, []lang.Text{r.Reason}
	vote := func(seats []int) (v scoring.Event, err error) {
		for voter, k := range seats {
			if k != Unknown {
				seats[voter] = r.Tied[k]
			}
		}
		v = Vote{For: seats}
		if h.Secret {
			v = VoteCounts{t.people().perPhoto(seats)}
		}
		_, err = t.Play(v)
		return v, err
	}
	if !h.Secret {
		h.Written = []lang.Text{everybodyVotes}
		return ask.Accept(t.a, h, photos, func(l ask.Line) (scoring.Event, error) { return vote(l.Each(Unknown)) })
	}
	h.ID = "pp.secret-vote"
	for {
		votes, err := ask.InTurn(t.a, h, photos, nil)
		if err != nil {
			return nil, err
		}
		seats := make([]int, len(votes))
		for k, v := range votes {
			seats[k] = v.One()
		}
		if v, err := vote(seats); err == nil {
			return v, nil
		}
		if err := ask.Tell(t.a, "pp.vote-again", voteAgain, nobodyVoted); err != nil {
			return nil, err
		}
	}
}

// album returns the photos of several seats; nil if none of them is kept.
func (t asking) album(seats []int) []string {
	var out []string
	for _, seat := range seats {
		id := ""
		if t.pictures != nil {
			id = t.pictures[seat]
		}
		out = append(out, id)
	}
	return given(out)
}
