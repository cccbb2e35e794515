package pictureperfect

import (
	"maps"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A question never only waits: what the last event means stands above the next question, and Backspace takes it back. One
// does wait, for the photos, since envelopes that are open cannot be closed. Lists hold only who can, and nobody is asked
// where one answer is possible. A secret of the table is never asked for: what is in an envelope, who has used a VIP card.

// An asking is an event that is being told.
type asking struct {
	State
	a   ask.Asker
	was scoring.Event // what is asked about once more, or nil
}

// The keys in place of an answer.
const (
	keyNobody  = "nobody"
	keyCount   = "count"
	keyAlone   = "alone"
	keyPhotos  = "photos"
	keyName    = "name"
	keyRest    = "rest"
	keySecret  = "secret"
	keyEvery   = "all"
	keyHolding = "envelopes"
)

// Next asks for the next thing that happened.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	q := asking{State: s, a: a, was: was}
	switch {
	case scoring.Over(s):
		return q.tie()
	case !s.posed():
		return q.round()
	case !s.judged():
		return q.guest()
	case s.Going && (!s.auctions() || s.Left != nil):
		_, err := q.one(nil, ask.Question{ID: "pp.told", Text: lang.T("Everything is counted. With that the game ends."), Suggest: setup.Yes,
			Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Text: lang.T("Yes")}}}})
		return Closed{}, err
	}
	text := lang.T("How many decorations does everybody still own, in this order? There are {n} in the game.").With("n", s.allDecorations())
	g := ask.Group{Text: text, Notes: s.notes()}
	own := lang.T("How many decorations do you still own?")
	d, err := q.numbers(g, tally{"pp.left", own, s.Table.Players, s.suggestLeft(was), s.allDecorations(), s.fewDecorations})
	return Decorations(d), err
}

// suggestLeft returns the decorations that were told before, or those of the books.
func (s State) suggestLeft(was scoring.Event) map[name]int {
	if d, is := was.(Decorations); is {
		return d
	}
	if s.followed() {
		return s.Books.Decorations
	}
	return nil
}

// put asks a group, with what the table should know above it, and returns a key that was pressed in place of an answer.
func (q asking) put(g ask.Group, check func([]ask.Value) error) (v []ask.Value, key string, err error) {
	v, err = ask.All(q.a, g, check)
	for _, one := range v {
		if one.Key != "" {
			key = one.Key
		}
	}
	return v, key, err
}

// one asks a single question in a group with notes.
func (q asking) one(notes []lang.Text, one ask.Question) (ask.Value, error) {
	v, _, err := q.put(ask.Group{Text: one.Text, Notes: notes, Asked: []ask.Question{one}}, nil)
	if err != nil {
		return ask.Value{}, err
	}
	return v[0], nil
}

// A tally is a number of each of several people, on one line. check sees those that are there.
type tally struct {
	id      string
	own     lang.Text
	of      []name
	suggest map[name]int
	most    int
	check   func(map[name]int) error
}

// numbers asks for a tally.
func (q asking) numbers(g ask.Group, t tally) (map[name]int, error) {
	for _, n := range t.of {
		one := ask.Question{ID: t.id, Who: string(n), Text: lang.T("{name}: how many?").With("name", n), Own: t.own, Shape: ask.Number{Hi: t.most}}
		if k, known := t.suggest[n]; known {
			one.Suggest = strconv.Itoa(k)
		}
		g.Asked = append(g.Asked, one)
	}
	var all map[name]int
	_, _, err := q.put(g, func(v []ask.Value) error {
		all = map[name]int{}
		for k, n := range t.of {
			if v[k].Given() {
				all[n] = v[k].One()
			}
		}
		return t.check(all)
	})
	return all, err
}

// round asks for a card, a turn of an auction, or the photos.
func (q asking) round() (scoring.Event, error) {
	c, count := q.was.(Count)
	_, photos := q.was.(Photos)
	switch {
	case count && c.Over == (c.Over && q.Open != ""):
		return q.counted(c.Over)
	case photos || q.Open == "" && len(q.Cards) == rounds:
		return q.photos()
	case q.Open != "":
		return q.turn()
	}
	return q.card()
}

var wrongNumbers = lang.T("the numbers are wrong: count")

// card asks which card was turned over; that of a drawn deck is turned over by Enter.
func (q asking) card() (scoring.Event, error) {
	old, _ := q.was.(Round)
	one := ask.Question{ID: "pp.card", Suggest: old.Card, Keys: []ask.Option{
		{ID: keyCount, Key: lang.Key("x", "x"), Text: wrongNumbers},
		{ID: keyPhotos, Key: lang.Key("f", "f"), Text: lang.T("straight to the final photos")},
	}}
	text := lang.T("Round {n} of {all}, {name} starts: which card is turned over?")
	var pick ask.Pick
	if drawn := len(q.Deck) > len(q.Cards); drawn {
		text, one.Suggest = lang.T("Round {n} of {all}, {name} starts: Enter turns the card over"), setup.Yes
		pick.Options = []ask.Option{{ID: setup.Yes, Text: lang.T("Turn it over")}}
	}
	for _, c := range cards {
		if len(q.Deck) > len(q.Cards) || c.auction && !q.auctions() {
			continue
		}
		o := ask.Option{ID: c.id, Text: c.name}
		if n := len(pick.Options); n >= 9 {
			o.Key = lang.Literal(string(rune('a' + n - 9)))
		}
		pick.Options = append(pick.Options, o)
	}
	one.Text, one.Shape = text.With("n", q.number(), "all", rounds, "name", q.Starter), pick
	notes := q.notes()
	if len(q.Cards) == 0 {
		notes = append([]lang.Text{
			lang.T("First, everybody may look into their own envelopes, one at a time, and move their guests."),
			lang.T("Anybody may leave their VIP card in one of them, and need not say so."),
		}, notes...)
	}
	v, err := q.one(notes, one)
	switch {
	case err != nil:
		return nil, err
	case v.Key == keyCount:
		return q.counted(false)
	case v.Key == keyPhotos:
		return q.photos()
	case len(q.Deck) > len(q.Cards):
		return q.gifts(q.Deck[len(q.Cards)], old)
	}
	return q.gifts(v.Line, old)
}

// gifts asks who gets a single envelope, if somebody has to choose.
func (q asking) gifts(id string, old Round) (scoring.Event, error) {
	e, choose := Round{Card: id}, q.choosers()
	if id != gifts || len(choose) == 0 {
		return e, nil
	}
	text := lang.N("Gifts: {names} has a single envelope. Who gets it?", "Gifts: {names} have a single envelope each. Who gets it, in this order?")
	c, _ := cardOf(gifts)
	g := ask.Group{Text: text.With("n", len(choose), "names", lang.Names(choose)), Notes: []lang.Text{c.does}}
	for _, n := range choose {
		left, right := q.neighbors(n)
		g.Asked = append(g.Asked, ask.Question{ID: "pp.gift", Who: string(n), Text: text.With("n", 1, "names", n), Suggest: string(old.To[n]),
			Own: lang.T("Who gets your only envelope?"), Shape: ask.Pick{Options: []ask.Option{
				{ID: string(left), Text: lang.T("{name}, on the left").With("name", left)},
				{ID: string(right), Text: lang.T("{name}, on the right").With("name", right)},
			}}})
	}
	v, _, err := q.put(g, nil)
	if err != nil {
		return nil, err
	}
	e.To = map[name]name{}
	for k, n := range choose {
		e.To[n] = name(v[k].Line)
	}
	return e, nil
}

// turn asks what becomes of an offer. Nobody bids, or the numbers are wrong, or the table goes on alone: one key each.
func (q asking) turn() (scoring.Event, error) {
	by := q.active()
	e, key, err := q.ending(by)
	switch {
	case err != nil:
		return nil, err
	case key == keyCount:
		return q.counted(false)
	case key == keyAlone:
		return q.counted(true)
	}
	return e, nil
}

// ending asks for an offer, by its card; nobody is who pays nothing.
func (q asking) ending(by name) (Offer, string, error) {
	old, _ := q.was.(Offer)
	if old.By != by {
		old = Offer{}
	}
	switch q.Open {
	case fixedAuction:
		return q.fixed(by, old)
	case secretAuction, unfairAuction:
		return q.hands(by, old)
	}
	return q.sale(by, old)
}

// turnKeys are the letters in place of the outcome of an offer.
func turnKeys(none lang.Text) []ask.Option {
	return []ask.Option{
		{ID: keyNobody, Key: lang.Key("n", "n"), Text: none},
		{ID: keyCount, Key: lang.Key("x", "x"), Text: wrongNumbers},
		{ID: keyAlone, Key: lang.Key("w", "s"), Text: lang.T("go on without the program, and count at the end")},
	}
}

// offered returns the sentence that asks about an offer.
func (q asking) offered(by name, ask lang.Text) lang.Text {
	say, n := lang.N("{card}: {name} puts up the only envelope. {ask}", "{card}: {name} puts up 1 envelope of {n}. {ask}"), q.Books.offers(by)
	if q.Open == sharedAuction {
		say, n = lang.N("{card}: {name} chooses the only envelope in the middle. {ask}", "{card}: {name} chooses 1 envelope of {n} in the middle. {ask}"), q.Books.middle()
	}
	return say.With("card", cardName(q.Open), "name", by, "n", n, "ask", ask)
}

// owners returns those of several people who own so many decorations.
func (q asking) owners(of []name, least int) []name {
	return slices.DeleteFunc(slices.Clone(of), func(n name) bool { return q.Books.Decorations[n] < least })
}

// sale asks who gets the envelope, and for how much.
func (q asking) sale(by name, old Offer) (Offer, string, error) {
	e, owns, can := Offer{By: by}, q.Books.Decorations, q.owners(q.others(by), 1)
	pick := ask.Pick{Options: ask.Names(can)}
	if q.Open == sharedAuction && owns[by] > 0 {
		pick.Options = append(pick.Options, ask.Option{ID: string(by), Text: lang.T("{name}, for as much as the highest bid").With("name", by)})
	}
	v, err := q.one(q.notes(), ask.Question{ID: "pp.sale " + string(by), Text: q.offered(by, lang.T("Who gets it?")), Suggest: string(old.To),
		Keys: turnKeys(lang.T("nobody")), Shape: pick})
	if err != nil || v.Key != "" {
		return e, v.Key, err
	}
	e.To = name(v.Line)
	most := owns[e.To]
	if e.To == by {
		e.Bidder, err = q.bidder(can, old.Bidder)
		if err != nil {
			return e, "", err
		}
		most = min(most, owns[e.Bidder])
	}
	e.Price = 1
	if most > 1 {
		e.Price, err = q.price(lang.T("For how much? {name}: 1 to {n}").With("name", e.To, "n", most), string(e.To), old.Price, 1, most)
	}
	return e, "", err
}

// bidder asks who had the highest bid under a Shared Auction.
func (q asking) bidder(can []name, old name) (name, error) {
	if len(can) == 1 {
		return can[0], nil
	}
	v, err := q.one(nil, ask.Question{ID: "pp.bidder", Text: lang.T("Who had the highest bid, and is paid?"), Suggest: string(old),
		Shape: ask.Pick{Options: ask.Names(can)}})
	return name(v.Line), err
}

// price asks for a number of decorations.
func (q asking) price(text lang.Text, about string, old, least, most int) (int, error) {
	one := ask.Question{ID: "pp.price " + about, Text: text, Shape: ask.Number{Lo: least, Hi: most}}
	if old > 0 {
		one.Suggest = strconv.Itoa(old)
	}
	v, err := q.one(nil, one)
	return v.One(), err
}

// fixed asks who pays the price and looks inside.
func (q asking) fixed(by name, old Offer) (Offer, string, error) {
	e := Offer{By: by}
	one := ask.Question{ID: "pp.looks " + string(by), Keys: turnKeys(lang.T("nobody")), Shape: ask.Many{Options: ask.Names(q.others(by))}}
	one.Text = q.offered(by, lang.T("Who pays the price and looks inside?"))
	if len(old.Looks) > 0 {
		one.Suggest = setup.Listed(old.Looks)
	}
	v, err := q.one(q.notes(), one)
	if err != nil || v.Key != "" || len(v.IDs) == 0 {
		return e, v.Key, err
	}
	most := q.allDecorations()
	for _, id := range v.IDs {
		e.Looks = append(e.Looks, name(id))
		most = min(most, q.Books.Decorations[name(id)])
	}
	if most > 0 {
		text := lang.N("What does {name} get for it? 0 to {most}", "What does {name} get from each? 0 to {most}")
		e.Price, err = q.price(text.With("n", len(e.Looks), "name", by, "most", most), "of a look", old.Price, 0, most)
	}
	return e, "", err
}

// hands asks for the bids of a secret auction, and for the second ones of a tie.
func (q asking) hands(by name, old Offer) (Offer, string, error) {
	e := Offer{By: by}
	text := q.offered(by, lang.T("All open their hands: the bids?"))
	bids, key, err := q.bids("pp.bid "+string(by), text, q.others(by), old.Bids, map[name]int{}, q.notes())
	switch {
	case err != nil || key == keyCount || key == keyAlone:
		return e, key, err
	case key == keyNobody:
		bids = map[name]int{}
		for _, n := range q.others(by) {
			bids[n] = 0
		}
	}
	e.Bids = bids
	top := q.highest(by, bids)
	if len(top) < 2 {
		return e, "", nil
	}
	say := lang.T("Tied at {n}: {names} bid once more, at least as high. The bids? Tied again, {name} keeps the envelope.")
	say = say.With("n", bids[top[0]], "names", lang.Names(top), "name", by)
	e.Again, key, err = q.bids("pp.again "+string(by), say, top, old.Again, bids, nil)
	if key == keyNobody || key == "" {
		key = ""
	}
	return e, key, err
}

// bids asks for the bids of some people, from what they bid before to what they own: on one line once the hands are open,
// or unseen. Who cannot bid more is not asked. The letters stand where all bids are on the table.
func (q asking) bids(id string, text lang.Text, of []name, old, before map[name]int, notes []lang.Text) (map[name]int, string, error) {
	g, hidden := ask.Group{Text: text, Notes: notes}, q.Table.On(secret.ID)
	all := map[name]int{}
	var asked []name
	for _, n := range of {
		least, most := before[n], q.Books.Decorations[n]
		if all[n] = least; least == most {
			if most > 0 {
				g.Notes = append(slices.Clip(g.Notes), lang.T("{name} has only {n} and stays at {n}.").With("name", n, "n", most))
			}
			continue
		}
		one := ask.Question{ID: id, Who: string(n), Secret: hidden, Shape: ask.Number{Lo: least, Hi: most},
			Text: lang.T("{name}, your bid: {least} to {most}").With("name", n, "least", least, "most", most),
			Own:  lang.T("Your bid, from {least} to {most}?").With("least", least, "most", most), Rest: lang.T("Everybody bids in secret.")}
		if bid, told := old[n]; told {
			one.Suggest = strconv.Itoa(bid)
		}
		g.Asked, asked = append(g.Asked, one), append(asked, n)
	}
	if len(asked) == 0 {
		return all, "", nil
	}
	if !hidden && len(before) == 0 {
		g.Asked[0].Keys = turnKeys(lang.T("all hands are empty"))
	}
	v, key, err := q.put(g, nil)
	if err != nil || key != "" {
		return nil, key, err
	}
	for k, n := range asked {
		all[n] = v[k].One()
	}
	return all, "", nil
}

// counted asks for what is wrong in the books: a name and how many more or fewer, or everything anew.
func (q asking) counted(over bool) (scoring.Event, error) {
	e := Count{Envelopes: q.Books.Envelopes, Decorations: q.Books.Decorations, Over: over}
	if over {
		return q.countAll(e)
	}
	key := ""
	if q.auctions() {
		all, pressed, err := q.wrong(lang.T("Who has more or fewer decorations than that? Ana +2, for example."), q.Books.Decorations, func(n map[name]int) Count {
			return Count{Envelopes: q.Books.Envelopes, Decorations: n}
		}, []ask.Option{{ID: keyHolding, Key: lang.Key("e", "e"), Text: lang.T("the envelopes are wrong")}})
		if err != nil || pressed == "" {
			return all, err
		}
		key = pressed
	}
	if key != keyEvery {
		all, pressed, err := q.wrong(lang.T("Who has more or fewer envelopes than that? Ana +2, for example."), q.Books.Envelopes, func(n map[name]int) Count {
			return Count{Envelopes: n, Decorations: q.Books.Decorations}
		}, nil)
		if err != nil || pressed == "" {
			return all, err
		}
	}
	return q.countAll(e)
}

// wrong asks for a name and a difference, and who has as many fewer or more: somebody else, or nobody.
func (q asking) wrong(text lang.Text, book map[name]int, count func(map[name]int) Count, keys []ask.Option) (e Count, key string, err error) {
	id, rest, most := "pp.wrong", q.aside(), q.allDecorations()
	if keys == nil {
		id, rest, most = "pp.wrong envelopes", q.Books.middle(), guests
	}
	keys = append(keys, ask.Option{ID: keyEvery, Key: lang.Key("c", "c"), Text: lang.T("count everything anew")})
	g := ask.Group{Text: text, Notes: q.books(), Asked: []ask.Question{
		{ID: id, Text: lang.T("Who?"), Keys: keys, Shape: ask.Pick{Options: ask.Names(q.Table.Players)}},
		{ID: id + " by", Text: lang.T("How many more, or fewer (-2)?"), Shape: ask.Number{Lo: -most, Hi: most}},
	}}
	all := maps.Clone(book)
	v, key, err := q.put(g, func(v []ask.Value) error {
		if v[0].Given() && v[1].Given() && book[name(v[0].Line)]+v[1].One() < 0 {
			return fault.New(lang.T("{name} holds only {most}").With("name", v[0].Line, "most", book[name(v[0].Line)]))
		}
		return nil
	})
	if err != nil || key != "" {
		return e, key, err
	}
	who, by := name(v[0].Line), v[1].One()
	all[who] += by
	say := lang.T("Who has {n} fewer?")
	if by < 0 {
		say = lang.T("Who has {n} more?")
	}
	var pick ask.Pick
	for _, o := range ask.Names(q.others(who)) {
		if book[name(o.ID)] >= by {
			pick.Options = append(pick.Options, o)
		}
	}
	if rest >= by {
		pick.Options = append(pick.Options, ask.Option{ID: nobody, Text: lang.T("nobody: they lie in the middle, or aside")})
	}
	if by == 0 || len(pick.Options) == 0 {
		return count(book), "", nil
	}
	other, err := q.one(nil, ask.Question{ID: id + " other", Text: say.With("n", max(by, -by)), Shape: pick})
	if other.Line != nobody {
		all[name(other.Line)] -= by
	}
	return count(all), "", err
}

// nobody is the choice of none of the people. Nobody is called so.
const nobody = ""

// countAll asks for everything that people hold.
func (q asking) countAll(e Count) (scoring.Event, error) {
	old, _ := q.was.(Count)
	suggest := func(old, book map[name]int) map[name]int {
		if old != nil {
			return old
		}
		return book
	}
	g := ask.Group{Text: lang.T("Envelopes in hand, in this order? The rest of the {n} lies in the middle.").With("n", guests)}
	var err error
	e.Envelopes, err = q.numbers(g, tally{"pp.envelopes", ownEnvelopes, q.Table.Players, suggest(old.Envelopes, e.Envelopes), guests, q.fewEnvelopes})
	if err != nil || !q.auctions() {
		return e, err
	}
	most := q.allDecorations()
	g.Text = lang.T("Decorations, in this order? Of the {n} in the game, the others are set aside.").With("n", most)
	own := lang.T("How many decorations do you own?")
	e.Decorations, err = q.numbers(g, tally{"pp.decorations", own, q.Table.Players, suggest(old.Decorations, e.Decorations), most, q.fewDecorations})
	return e, err
}

var ownEnvelopes = lang.T("How many envelopes do you hold?")

// photos waits for the photos.
func (q asking) photos() (scoring.Event, error) {
	notes := append(q.notes(),
		lang.T("The final photo. One last look into your own envelopes, then place your guests:"),
		lang.T("- a VIP card may still go into one of your own envelopes at this last look;"),
		lang.T("- as many guests as you like, each with the stand completely inside a guest space, one per space;"),
		lang.T("- upright, facing the camera;"),
		lang.T("- the camera not above the top edge of the shield;"),
		lang.T("- nothing but the game in the picture, and at least a part of every placed guest."),
		lang.T("A photo that breaks a rule is taken again."))
	_, err := q.one(notes, ask.Question{ID: "pp.photos", Text: lang.T("All photos valid?"), Suggest: setup.Yes,
		Shape: ask.Pick{Options: []ask.Option{{ID: setup.Yes, Text: lang.T("Yes, open the first envelope")}}}})
	return Photos{}, err
}

// guest asks how many cards of a guest everybody fulfilled, and for its VIP cards, on one line. Keys close the rest, or name
// the guest first.
func (q asking) guest() (scoring.Event, error) {
	old, again := q.was.(Guest)
	g := q.fulfillment("pp.fulfilled", old, again)
	last := len(g.Asked) - 1
	g.Asked[last].Keys = []ask.Option{
		{ID: keyName, Key: lang.Key("n", "n"), Text: lang.T("name this guest")},
		{ID: keyRest, Key: lang.Key("r", "r"), Text: lang.T("nobody placed the rest")},
	}
	if len(q.Guests) == 0 {
		g.Notes = append(g.Notes, lang.T("Open one envelope after the other. “-” is for anyone who did not place the guest; +1 at the end for a VIP card in the envelope."))
	}
	e, key, err := q.judged(g, old)
	switch {
	case err != nil:
		return nil, err
	case key == keyRest:
		return Closed{}, nil
	case key == "":
		return e, nil
	}
	e.Name, err = q.naming(old.Name)
	if err != nil {
		return nil, err
	}
	e.VIPs, e.Fulfilled = old.VIPs, old.Fulfilled
	e, _, err = q.judged(q.fulfillment("pp.fulfilled named", e, again), e)
	return e, err
}

// fulfillment returns the questions about a guest.
func (q asking) fulfillment(id string, old Guest, again bool) ask.Group {
	guest := q.guestName(len(q.Guests), old.Name)
	text := lang.T("{guest}: how many of the 3 cards does each photo fulfill? ({n} of {all})").With("guest", guest, "n", len(q.Guests)+1, "all", guests)
	g := ask.Group{Text: text}
	for _, n := range q.Table.Players {
		one := ask.Question{ID: id, Who: string(n), Text: lang.T("{guest}: how many of the 3 cards does {name}'s photo fulfill?").With("guest", guest, "name", n),
			Own: lang.T("{guest}: how many of this guest's 3 cards does your photo fulfill?").With("guest", guest), Shape: ask.Number{Hi: 3, Blank: true}}
		if again {
			one.Suggest = "-"
		}
		if k := old.Fulfilled[n]; k != nil {
			one.Suggest = strconv.Itoa(*k)
		}
		g.Asked = append(g.Asked, one)
	}
	vip := lang.N("VIP cards in the envelope? ({n} left)", "VIP cards in the envelope? ({n} left)").With("n", q.vipsLeft())
	g.Asked = append(g.Asked, ask.Question{ID: id + " vips", As: "+", Text: vip, Suggest: strconv.Itoa(old.VIPs), Shape: ask.Number{Hi: len(q.Table.Players)}})
	g.Notes = []lang.Text{lang.T("0–3 fulfilled · - not placed")}
	if n := q.vipsLeft(); n > 0 {
		signs := lang.N("0–3 fulfilled · - not placed · +1 VIP card ({n} left)", "0–3 fulfilled · - not placed · +1 VIP card ({n} left)")
		g.Notes = []lang.Text{signs.With("n", n)}
	}
	return g
}

// judged puts the questions about a guest.
func (q asking) judged(g ask.Group, old Guest) (e Guest, key string, err error) {
	last := len(g.Asked) - 1
	_, key, err = q.put(g, func(v []ask.Value) error {
		e = Guest{Name: old.Name, Fulfilled: map[name]*int{}}
		if v[last].Given() {
			e.VIPs = v[last].One()
		}
		for k, n := range q.Table.Players {
			if v[k].Given() && len(v[k].Nums) > 0 {
				n1 := v[k].One()
				e.Fulfilled[n] = &n1
			}
		}
		return q.checkGuest(e)
	})
	return e, key, err
}

// naming asks what a guest is called.
func (q asking) naming(old string) (string, error) {
	if left := q.namesLeft(); len(left) > 0 {
		pick := ask.Pick{Options: ask.Names(left)}
		for i := 9; i < len(left); i++ {
			pick.Options[i].Key = lang.Literal(string(rune('a' + i - 9)))
		}
		v, err := q.one(nil, ask.Question{ID: "pp.known", Text: lang.T("Which guest is it?"), Suggest: old, Shape: pick,
			Keys: []ask.Option{{ID: keyName, Key: lang.Key("o", "o"), Text: lang.T("another name")}}})
		if err != nil || v.Key == "" {
			return v.Line, err
		}
	}
	one := ask.Question{ID: "pp.name", Text: lang.T("What is guest {n} called?").With("n", len(q.Guests)+1), Suggest: old,
		Shape: ask.Words{Max: setup.NameLength}}
	v, err := ask.Put(q.a, one, func(v ask.Value) error { return q.mayName(v.Line) })
	return v.Line, err
}

// tie asks for what a tie for first place lacks.
func (q asking) tie() (scoring.Event, error) {
	v := q.settle()
	if v.needs == byVote {
		return q.vote(v)
	}
	suggest, _ := q.was.(Envelopes)
	if suggest == nil && q.followed() {
		suggest = q.Books.Envelopes
	}
	g := ask.Group{Text: lang.T("How many envelopes does each of them hold?"), Notes: []lang.Text{v.reason}}
	held, err := q.numbers(g, tally{"pp.held", ownEnvelopes, names(v.level), suggest, guests, func(n map[name]int) error {
		_, err := q.hold(n)
		return err
	}})
	return Envelopes(held), err
}

// vote lets the whole table choose among the tied photos: by show of hands, or in secret.
func (q asking) vote(v verdict) (scoring.Event, error) {
	old, _ := q.was.(Counts)
	g := ask.Group{Text: lang.T("How many hands for each photo?"), Notes: []lang.Text{v.reason}}
	for _, r := range v.level {
		one := ask.Question{ID: "pp.hands " + string(r), As: string(r), Text: lang.T("How many hands for {name}'s photo?").With("name", r),
			Shape: ask.Number{Hi: len(q.Table.Players)}}
		if n, told := old[name(r)]; told {
			one.Suggest = strconv.Itoa(n)
		}
		g.Asked = append(g.Asked, one)
	}
	g.Asked[0].Keys = []ask.Option{{ID: keySecret, Key: lang.Key("s", "s"), Text: lang.T("in secret, everybody alone")}}
	var counts Counts
	_, key, err := q.put(g, func(in []ask.Value) error {
		counts = Counts{}
		for k, r := range v.level {
			if !in[k].Given() {
				return nil
			}
			counts[name(r)] = in[k].One()
		}
		_, err := q.countVotes(counts)
		return err
	})
	if err != nil || key == "" {
		return counts, err
	}
	return q.secretVote(v)
}

// secretVote keeps how many votes each photo got, and never whose.
func (q asking) secretVote(v verdict) (scoring.Event, error) {
	g := ask.Group{Text: lang.T("Whose photo is the best?"), Notes: []lang.Text{v.reason}}
	pick := ask.Pick{Options: append(ask.Names(v.level), ask.Option{ID: nobody, Text: lang.T("no vote")})}
	for _, n := range q.Table.Players {
		g.Asked = append(g.Asked, ask.Question{ID: "pp.vote", Who: string(n), Text: lang.T("{name}, whose photo is the best?").With("name", n),
			Own: g.Text, Rest: lang.T("The table votes for the best photo."), Secret: true, Shape: pick})
	}
	var counts Counts
	_, _, err := q.put(g, func(in []ask.Value) error {
		counts = Counts{}
		for _, r := range v.level {
			counts[name(r)] = 0
		}
		for _, one := range in {
			switch {
			case !one.Given():
				return nil
			case one.Line != nobody:
				counts[name(one.Line)]++
			}
		}
		_, err := q.countVotes(counts)
		return err
	})
	return counts, err
}
