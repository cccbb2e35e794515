package versus

import (
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

const (
	keyWrong  = "wrong"
	keyAmulet = "amulet"
	stands    = "stands"
)

// Next asks for the next event. It keeps up with a slap game: the slapper is a key, the receiver of the second gem another,
// and people who are out are added to that. After the slap that ended the game it asks whether that slap counts.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	if scoring.Over(s) {
		return s.askLast(a)
	}
	keys := []ask.Option{{ID: keyWrong, Key: "p", Text: lang.T("Wrong slap: a penalty")}}
	if _, slapped := s.last(); slapped {
		keys = append(keys, ask.Option{ID: keyAmulet, Key: "x", Text: lang.T("amulet: the last slap does not count")})
	}
	old, _ := was.(Slap)
	q := ask.Question{ID: "versus.slap", Text: lang.T("Who slapped?"), Own: scoring.ItWasMe, Suggest: string(old.By),
		Keys: keys, Shape: ask.Pick{Options: ask.Names(s.in())}}
	v, err := ask.Put(a, q, nil, s.show()...)
	switch {
	case err != nil:
		return nil, err
	case v.Key == keyWrong:
		return s.askWrong(a, was)
	case v.Key == keyAmulet:
		return Amulet{}, nil
	}
	return s.askGift(a, scoring.Name(v.Line), old)
}

// askGift asks for the receiver of the second gem and, at the end of the line, the people who are out. The slapper can be
// neither.
func (s State) askGift(a ask.Asker, by scoring.Name, was Slap) (scoring.Event, error) {
	others := s.in(by)
	out := ask.Many{}
	for _, n := range others {
		out.Options = append(out.Options, ask.Option{ID: string(n), Who: string(n), Text: lang.T("{name} is out").With("name", n)})
	}
	gives := ask.Question{ID: "versus.gift", Text: lang.T("{name} slapped. Who gets the second gem?").With("name", by),
		Suggest: string(was.Gives), Shape: ask.Pick{Options: ask.Names(others)}}
	gone := ask.Question{ID: "versus.out", Text: lang.T("Is anybody out?"), Suggest: setup.Listed(append([]scoring.Name{}, was.Out...)), Shape: out}
	g := ask.Group{
		Text:  lang.T("{name} slapped. Who gets the second gem? Who is out comes behind.").With("name", by),
		Asked: []ask.Question{gives, gone}, Example: []string{string(others[0]), setup.Listed([]scoring.Name{})},
	}
	if len(others) > 2 {
		g.Example[1] = setup.Listed(others[1:2])
	}
	if s.slaps() == 0 {
		g.Notes = []lang.Text{lang.T("Anyone who has played their last Versus card, and did not make this slap, is out.")}
	}
	v, err := ask.All(a, g, nil)
	if err != nil {
		return nil, err
	}
	e := Slap{By: by, Gives: scoring.Name(v[0].Line)}
	for _, n := range v[1].IDs {
		e.Out = append(e.Out, scoring.Name(n))
	}
	return e, nil
}

// askWrong asks for the slapper and the penalty. The penalty's demand is shown above the next question.
func (s State) askWrong(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	old, _ := was.(WrongSlap)
	by, err := ask.Put(a, ask.Question{ID: "versus.wrong", Text: lang.T("Who made the wrong slap?"), Own: scoring.ItWasMe, Suggest: string(old.By),
		Shape: ask.Pick{Options: ask.Names(s.in())}}, nil)
	if err != nil {
		return nil, err
	}
	pick := ask.Pick{}
	for _, c := range cards {
		pick.Options = append(pick.Options, ask.Option{ID: c.id, Text: c.name})
	}
	card, err := ask.Put(a, ask.Question{ID: "versus.penalty", Text: lang.T("Which penalty came up?"), Suggest: old.Penalty, Shape: pick}, nil)
	if err != nil {
		return nil, err
	}
	return WrongSlap{By: scoring.Name(by.Line), Penalty: card.Line}, nil
}

// askLast asks whether the slap that ended the game counts.
func (s State) askLast(a ask.Asker) (scoring.Event, error) {
	q := ask.Question{ID: "versus.last", Text: lang.T("Does the last slap count?"), Suggest: stands, Shape: ask.Pick{Options: []ask.Option{
		{ID: stands, Text: lang.T("Yes, the game is over")},
		{ID: keyAmulet, Text: lang.T("No, somebody plays an amulet")},
	}}}
	why := lang.T("With this slap the game is over, unless somebody plays an amulet now: that takes it back.")
	v, err := ask.Put(a, q, nil, append(s.show(), why)...)
	switch {
	case err != nil:
		return nil, err
	case v.Line == keyAmulet:
		return Amulet{}, nil
	}
	return scoring.Stop{}, nil
}

// Tell says an event in one line.
func (s State) Tell(e scoring.Event) (say lang.Text) {
	switch e := e.(type) {
	case Slap:
		say = lang.T("Slap {n}: {name} slapped; the second gem went to {other}")
		if len(e.Out) > 0 {
			say = lang.T("Slap {n}: {name} slapped; the second gem went to {other}; out: {out}").With("out", lang.Names(e.Out))
		}
		say = say.With("n", s.slaps()+1, "name", e.By, "other", e.Gives)
	case WrongSlap:
		say = lang.T("{name} made a wrong slap: {card}").With("name", e.By, "card", cardOf(e.Penalty).name)
	case Amulet:
		say = lang.T("An amulet took the slap back")
	case scoring.Stop:
		if s.Ended() {
			say = lang.T("The last slap counts")
		}
	}
	return say
}

// show returns the gems, the pile, the penalty in force, and the meaning of an amulet.
func (s State) show() []lang.Text {
	var gems lang.List
	points := s.Points()
	for _, n := range s.Table.Players {
		has := scoring.Has(n, points[scoring.Row(n)])
		if s.inPlay(n) != nil {
			has = lang.T("{it} (out)").With("it", has)
		}
		gems = append(gems, has)
	}
	lines := []lang.Text{
		lang.T("Gems: {gems}").With("gems", gems),
		lang.N("On the pile: {pile}, for {n} slap at most", "On the pile: {pile}, for {n} slaps at most").With("pile", s.pile(), "n", s.pile()/gemsASlap),
	}
	amulet := len(s.Past) > 0 && s.Past[len(s.Past)-1] == (scoring.Event(Amulet{}))
	if amulet {
		lines = append(lines, lang.T("The slap does not count: both gems go back on the pile, and anyone who went out with it is in play again."),
			lang.T("The person who had opened the matching card puts it under their own pile and opens another one."))
	}
	p := s.Now.Penalty
	if p == nil {
		return lines
	}
	c := cardOf(p.Penalty)
	// The table heard the whole card before the slap that an amulet took back; its name is enough.
	if amulet {
		return append(lines, lang.T("{name}: {card} is valid again (a house reading: the slap that ended it does not count).").With("name", p.By, "card", c.name))
	}
	lines = append(lines, lang.T("{name}: {card}. {does} Until the next slap.").With("name", p.By, "card", c.name, "does", c.does))
	if !c.note.Empty() {
		lines = append(lines, c.note)
	}
	return lines
}

// Reveal shows the people who got the gems, and those who are out.
func (s State) Reveal(e scoring.Event) (tiles []scoring.Tile) {
	const gem = "💎"
	switch e := e.(type) {
	case Slap:
		by := scoring.Row(e.By)
		tiles = []scoring.Tile{{Face: lang.Literal(gem), Of: by, Note: lang.T("slapped")},
			{Face: lang.Literal(gem), Of: scoring.Row(e.Gives), On: []scoring.Row{by}}}
		for _, n := range e.Out {
			tiles = append(tiles, scoring.Tile{Face: lang.T("out"), Of: scoring.Row(n), Last: true})
		}
	case WrongSlap:
		tiles = []scoring.Tile{{Face: cardOf(e.Penalty).name, Of: scoring.Row(e.By), Note: lang.T("Wrong slap"), Last: true}}
	case Amulet:
		tiles = []scoring.Tile{{Face: lang.T("Amulet"), Note: lang.T("takes the slap back"), Last: true}}
	}
	return tiles
}
