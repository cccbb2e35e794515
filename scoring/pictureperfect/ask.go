package pictureperfect

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A question never only waits: the meaning of the last event stands above the next question, and Backspace takes it back.
// One does wait, for the photos, since opened envelopes cannot be closed again. Lists have only people who can be the
// answer, and nobody is asked where a single answer is possible. A secret of the table is never asked for: the contents of
// an envelope, the owner of a used VIP card.

// An eventDialog asks for one event, answer by answer.
type eventDialog struct {
	State
	a   ask.Asker
	was scoring.Event // the event that is asked about once more, or nil
	on  int           // how often the table chose the photos, and then played on
}

// The keys in place of an answer.
const (
	keyCount  = "count"
	keyAlone  = "alone"
	keyPhotos = "photos"
	keyName   = "name"
	keyRest   = "rest"
	keySecret = "secret"
)

// Next asks for the next thing that happened.
func (s State) Next(a ask.Asker, was scoring.Event) (scoring.Event, error) {
	q := eventDialog{State: s, a: a, was: was}
	switch {
	case scoring.Over(s):
		return q.tie()
	case !s.posed():
		return q.round()
	case !s.judged():
		return q.guest()

	}
	left, told := was.(Decorations)
	if !told && followed(s) {
		left = s.Books.Decorations
	}
	text := lang.T("How many decorations does everybody still own, in this order? There are {n} in the game.").With("n", s.Books.All)
	one := howMany("pp.left", lang.T("How many decorations do you still own?"), s.Books.All)
	d, _, err := q.each(ask.Group{Text: text, Notes: s.notes()}, s.Table.Players, one, left, s.Books.fewDecorations)
	return Decorations(d), err
}

// put asks a group, and returns a key that was pressed in place of an answer.
func (q eventDialog) put(g ask.Group, check func([]ask.Value) error) (v []ask.Value, key string, err error) {
	v, err = ask.All(q.a, g, check)
	return v, keyOf(v), err
}

// each asks several people for a number, on one line. It suggests what was told before, and check sees what is given.
func (q eventDialog) each(g ask.Group, of []name, one func(name) ask.Question, was map[name]int, check func(map[name]int) error) (all map[name]int, key string, err error) {
	for _, n := range of {
		asked := one(n)
		if k, told := was[n]; told {
			asked.Suggest = strconv.Itoa(k)
		}
		g.Asked = append(g.Asked, asked)
	}
	_, key, err = q.put(g, func(v []ask.Value) error {
		all = map[name]int{}
		for k, n := range of {
			if v[k].Given() {
				all[n] = v[k].One()
			}
		}
		return check(all)
	})
	return all, key, err
}

// howMany returns the question of each person how many of something they have.
func howMany(id string, own lang.Text, most int) func(name) ask.Question {
	return func(n name) ask.Question {
		return ask.Question{ID: id, Who: string(n), Text: lang.T("{name}: how many?").With("name", n), Own: own, Shape: ask.Number{Hi: most}}
	}
}

// lettered gives the options behind the ninth letters, so that each is one key.
func lettered(options []ask.Option) ask.Pick {
	for i := range options {
		// A guest may have the name of somebody at the table, and must not get that person's number.
		options[i].Who = ""
	}
	for i := 9; i < len(options); i++ {
		options[i].Key = string(rune('a' + i - 9))
	}
	return ask.Pick{Options: options}
}

// round asks for a card, a turn of an auction, or the photos.
func (q eventDialog) round() (scoring.Event, error) {
	c, count := q.was.(Count)
	_, photos := q.was.(Photos)
	switch {
	case count && (!c.Over || q.Open != ""):
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
func (q eventDialog) card() (scoring.Event, error) {
	old, _ := q.was.(Round)
	one := ask.Question{ID: q.once("pp.card"), Suggest: old.Card, Keys: []ask.Option{
		{ID: keyCount, Key: "x", Text: wrongNumbers},
		{ID: keyPhotos, Key: "f", Text: lang.T("straight to the final photos")},
	}}
	text, drawn := lang.T("Round {n} of {all}, {name} starts: which card is turned over?"), q.drawn()
	var options []ask.Option
	for _, c := range cards {
		if drawn == "" && (!c.auction || q.auctions()) {
			options = append(options, ask.Option{ID: c.id, Text: c.name})
		}
	}
	if drawn != "" {
		text, one.Suggest = lang.T("Round {n} of {all}, {name} starts. Turn the card over?"), setup.Yes
		options = []ask.Option{{ID: setup.Yes, Text: lang.T("Turn it over")}}
	}
	one.Text, one.Shape = text.With("n", q.number(), "all", rounds, "name", q.Starter), lettered(options)
	notes := q.notes()
	if len(q.Cards) == 0 {
		notes = append([]lang.Text{
			lang.T("First, everybody may look into their own envelopes, one at a time, and move their guests."),
			lang.T("Anybody may leave their VIP card in one of them, and need not say so."),
		}, notes...)
	}
	v, err := ask.Put(q.a, one, nil, notes...)
	switch {
	case err != nil:
		return nil, err
	case v.Key == keyCount:
		return q.counted(false)
	case v.Key == keyPhotos:
		return q.straight()
	}
	return q.gifts(Round{Card: cmp.Or(drawn, v.Line)}, old)
}

// once returns the ID of a question that may come again in the same dialog, after the photos were chosen by mistake.
func (q eventDialog) once(id string) string {
	if q.on == 0 {
		return id
	}
	return id + " " + strconv.Itoa(q.on)
}

// straight asks whether the rounds that are left are not played. If they are, the card is asked for once more.
func (q eventDialog) straight() (scoring.Event, error) {
	v, err := ask.Put(q.a, ask.Question{ID: q.once("pp.straight"), Text: lang.T("Straight to the photos? The rounds that are left are not played."),
		Suggest: setup.No, Shape: setup.YesOrNo(lang.T("Yes, to the photos"), lang.T("No, the rounds are played"))}, nil)
	switch {
	case err != nil:
		return nil, err
	case v.Line == setup.No:
		q.on++
		return q.card()
	}
	return q.photos()
}

// gifts asks for the receiver of a single envelope, if somebody has to choose.
func (q eventDialog) gifts(e, old Round) (scoring.Event, error) {
	choose := q.Books.choosers(q.order())
	if e.Card != gifts || len(choose) == 0 {
		return e, nil
	}
	text := lang.N("Gifts: {names} has a single envelope. Who gets it?", "Gifts: {names} have a single envelope each. Who gets it, in this order?")
	c, _ := cardOf(gifts)
	g := ask.Group{Text: text.With("n", len(choose), "names", lang.Names(choose)), Notes: []lang.Text{c.does}}
	for _, n := range choose {
		left, right := q.Books.neighbors(n)
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

// turn asks for the outcome of an offer, by its card. Three answers have a key each: nobody bids, the numbers are wrong, the
// table goes on alone.
func (q eventDialog) turn() (scoring.Event, error) {
	e := Offer{By: q.auction().active()}
	old, _ := q.was.(Offer)
	if old.By != e.By {
		old = Offer{}
	}
	outcome := q.sale
	switch q.Open {
	case fixedAuction:
		outcome = q.fixed
	case secretAuction, unfairAuction:
		outcome = q.hands
	}
	e, key, err := outcome(e, old)
	switch {
	case err != nil:
		return nil, err
	case key == keyCount || key == keyAlone:
		return q.counted(key == keyAlone)
	}
	return e, nil
}

// about says that a question is about somebody's envelope.
func about(seller name) ask.Thing { return ask.Thing{Face: sealed, Of: string(seller)} }

// turnKeys returns the keys in place of the outcome of an offer.
func turnKeys(none lang.Text) []ask.Option {
	return []ask.Option{
		{ID: setup.Nobody, Key: "n", None: true, Text: none, Table: true},
		{ID: keyCount, Key: "x", Text: wrongNumbers, Table: true},
		{ID: keyAlone, Key: "p", Text: lang.T("go on without the program, and count at the end"), Table: true},
	}
}

// offered returns the sentence that asks about an offer.
func (q eventDialog) offered(by name, ask lang.Text) lang.Text {
	say, n := lang.N("{card}: {name} puts up 1 envelope. {ask}", "{card}: {name} puts up 1 envelope of {n}. {ask}"), q.Books.offers(by)
	if q.Open == sharedAuction {
		say, n = lang.N("{card}: {name} chooses the only envelope in the middle. {ask}", "{card}: {name} chooses 1 envelope of {n} in the middle. {ask}"), q.Books.middle()
	}
	return say.With("card", cardName(q.Open), "name", by, "n", n, "ask", ask)
}

// sale asks in one line for the buyer of the envelope and the price.
func (q eventDialog) sale(e, old Offer) (Offer, string, error) {
	owns, by := q.Books.Decorations, e.By
	can := slices.DeleteFunc(q.Books.others(by), func(n name) bool { return owns[n] == 0 })
	pick := ask.Pick{Options: ask.Names(can)}
	if q.Open == sharedAuction && owns[by] > 0 {
		pick.Options = append(pick.Options, ask.Option{ID: string(by), Who: string(by), Text: lang.T("{name}, for the highest bid").With("name", by)})
	}
	most := 0
	for _, o := range pick.Options {
		most = max(most, owns[name(o.ID)])
	}
	who := ask.Question{ID: "pp.sale " + string(by), Text: q.offered(by, lang.T("Who gets it?")), Suggest: string(old.To),
		Keys: turnKeys(lang.T("nobody")), Shape: pick}
	price := ask.Question{ID: "pp.price " + string(by), Joined: lang.T("for"), Text: lang.T("For how many decorations?"),
		Shape: ask.Number{Lo: 1, Hi: max(1, most), Beyond: lang.T("nobody has more than {n}").With("n", most)}}
	if old.Price > 0 {
		price.Suggest = strconv.Itoa(old.Price)
	}
	g := ask.Group{Text: q.offered(by, lang.T("Who gets it, and for how much?")), About: about(by), Notes: q.notes(), Asked: []ask.Question{who, price}}
	if len(can) > 0 {
		g.Example = []string{string(can[0]), strconv.Itoa(min(7, owns[can[0]]))}
	}
	v, err := ask.All(q.a, g, func(v []ask.Value) error {
		to := name(v[0].Line)
		bid := func(n name) bool { return owns[n] >= v[1].One() }
		switch {
		case !v[0].Given() || !v[1].Given():
		case !bid(to):
			return fault.New(lang.T("{name} holds only {most}").With("name", to, "most", owns[to]))
		case to == by && !slices.ContainsFunc(can, bid):
			return fault.New(lang.T("nobody else holds {n}").With("n", v[1].One()))
		}
		return nil
	})
	if err != nil || v[0].Key != "" {
		return e, keyOf(v), err
	}
	e.To, e.Price = name(v[0].Line), v[1].One()
	if e.To == by {
		e.Bidder, err = q.bidder(old, slices.DeleteFunc(can, func(n name) bool { return owns[n] < e.Price }))
	}
	return e, "", err
}

// keyOf returns the letter that ended a group, or "".
func keyOf(v []ask.Value) string {
	for _, one := range v {
		if one.Key != "" {
			return one.Key
		}
	}
	return ""
}

// bidder asks for the highest bidder, among people who own as much.
func (q eventDialog) bidder(old Offer, can []name) (name, error) {
	if len(can) == 1 {
		return can[0], nil
	}
	v, err := ask.Put(q.a, ask.Question{ID: "pp.bidder", Text: lang.T("Who had the highest bid, and is paid?"), Suggest: string(old.Bidder),
		Shape: ask.Pick{Options: ask.Names(can)}}, nil)
	return name(v.Line), err
}

// fixed asks in one line for the people who pay the price and look inside, and for the price. A payer without decorations would
// make it free for all: they are not on the list, unless nobody has any.
func (q eventDialog) fixed(e, old Offer) (Offer, string, error) {
	owns, most := q.Books.Decorations, 0
	can := slices.DeleteFunc(q.Books.others(e.By), func(n name) bool { return owns[n] == 0 })
	for _, n := range can {
		most = max(most, owns[n])
	}
	who := ask.Question{ID: "pp.looks " + string(e.By), Text: q.offered(e.By, lang.T("Who pays and looks inside?")),
		Keys: turnKeys(lang.T("nobody")), Shape: ask.Many{Options: ask.Names(can)}}
	price := ask.Question{ID: "pp.price of a look", Joined: lang.T("for"), Text: lang.T("What does {name} get from each?").With("name", e.By),
		Shape: ask.Number{Hi: most, Beyond: lang.T("nobody has more than {n}").With("n", most)}}
	if len(old.Looks) > 0 {
		who.Suggest, price.Suggest = setup.Listed(old.Looks), strconv.Itoa(old.Price)
	}
	all := q.offered(e.By, lang.T("Who pays and looks inside, and how much each?"))
	g := ask.Group{Text: all, About: about(e.By), Notes: q.notes(), Asked: []ask.Question{who, price}}
	if len(can) == 0 {
		g.Text = q.offered(e.By, lang.T("Who looks inside? Nobody has a decoration to pay with."))
		who.Text, who.Shape = g.Text, ask.Many{Options: ask.Names(q.Books.others(e.By))}
		g.Asked = []ask.Question{who}
	} else {
		g.Example = []string{setup.Listed(can[:1]), strconv.Itoa(min(7, owns[can[0]]))}
	}
	v, err := ask.All(q.a, g, func(v []ask.Value) error {
		for _, id := range v[0].IDs {
			if n := name(id); owns[n] < v[len(v)-1].One() {
				return fault.New(lang.T("{name} holds only {most}").With("name", n, "most", owns[n]))
			}
		}
		return nil
	})
	if err != nil || len(v[0].IDs) == 0 {
		return e, keyOf(v), err
	}
	for _, id := range v[0].IDs {
		e.Looks = append(e.Looks, name(id))
	}
	e.Price = v[len(v)-1].One()
	return e, "", err
}

// hands asks for the bids of a secret auction, and for the second ones of a tie.
func (q eventDialog) hands(e, old Offer) (_ Offer, key string, err error) {
	g := ask.Group{Text: q.offered(e.By, lang.T("All open their hands: the bids?")), About: about(e.By), Notes: q.notes()}
	e.Bids, key, err = q.bids(e.By, "pp.bid "+string(e.By), g, q.Books.others(e.By), old.Bids, nil)
	if err != nil || key == keyCount || key == keyAlone {
		return e, key, err
	}
	top := q.Books.highest(e.By, e.Bids)
	if len(top) < 2 {
		return e, "", nil
	}
	say := lang.T("Tied at {n}: {names} bid once more, at least as high. The bids? Tied again, {name} keeps the envelope.")
	g = ask.Group{Text: say.With("n", e.Bids[top[0]], "names", lang.Names(top), "name", e.By), About: about(e.By)}
	e.Again, key, err = q.bids(e.By, "pp.again "+string(e.By), g, top, old.Again, e.Bids)
	return e, key, err
}

// bids asks for the bids of some people, each from their bid before to all they own: on one line once the hands are open,
// or unseen. People who cannot bid more are not asked. The letters stand where all bids are on the table.
func (q eventDialog) bids(seller name, id string, g ask.Group, of []name, old, before map[name]int) (all map[name]int, key string, err error) {
	hidden, all := q.Table.On(secret.ID), map[name]int{}
	var asked []name
	var stay []lang.Text
	for _, n := range of {
		all[n] = before[n]
		switch most := q.Books.Decorations[n]; {
		case before[n] < most:
			asked = append(asked, n)
		case most > 0:
			stay = append(stay, lang.T("{name} has only {n} and stays at {n}.").With("name", n, "n", most))
		}
	}
	switch len(asked) {
	case 0:
		return all, "", nil
	// A group of one question has no line of its own: its subject stands above the question.
	case 1:
		g.Notes = append(slices.Clip(g.Notes), g.Text)
	}
	g.Notes = append(slices.Clip(g.Notes), stay...)
	one := func(n name) ask.Question {
		one := q.bid(seller, n, of, before)
		if one.ID = id; !hidden && before == nil && n == asked[0] {
			one.Keys = turnKeys(lang.T("all hands are empty"))
		}
		return one
	}
	bids, key, err := q.each(g, asked, one, old, func(map[name]int) error { return nil })
	if key == "" {
		maps.Copy(all, bids)
	}
	return all, key, err
}

// bid returns the question for somebody's bid on an envelope. The line of several that are aloud has a text of its own.
func (q eventDialog) bid(seller, n name, of []name, before map[name]int) ask.Question {
	text := lang.T("{seller}'s envelope. {name}, your bid, {least} to {most}?")
	own, rest := lang.T("{seller}'s envelope. You have {most}: your bid, from {least} to {most}?"), lang.T("{seller}'s envelope: everybody bids in secret.")
	// A second round of bids is for those who were tied, all at the same bid.
	if before != nil {
		text = lang.T("{seller}'s envelope, tied at {least}. {name}, once more, {least} to {most}?")
		own = lang.T("{seller}'s envelope, tied at {least}: once more, from {least} to {most}?")
		rest = lang.T("{seller}'s envelope, tied at {tied}: {names} bid once more.").With("tied", before[of[0]], "names", lang.Names(of))
	}
	least, most := before[n], q.Books.Decorations[n]
	return ask.Question{
		Who: string(n), Secret: q.Table.On(secret.ID), Shape: ask.Number{Lo: least, Hi: most, Beyond: lang.T("only {n} are there to bid").With("n", most)},
		Text: text.With("seller", seller, "name", n, "least", least, "most", most),
		Own:  own.With("seller", seller, "least", least, "most", most), Rest: rest.With("seller", seller)}
}

// counted asks for everything that people hold. The numbers of the books are suggested, so that an Enter takes a line that is
// right.
func (q eventDialog) counted(over bool) (scoring.Event, error) {
	e := Count{Over: over}
	old, told := q.was.(Count)
	if !told {
		old = Count{Envelopes: q.Books.Envelopes, Decorations: q.Books.Decorations}
	}
	g := ask.Group{Text: lang.T("Envelopes in hand, in this order? The rest of the {n} lies in the middle.").With("n", guests)}
	var err error
	e.Envelopes, _, err = q.each(g, q.Table.Players, howMany("pp.envelopes", ownEnvelopes, guests), old.Envelopes, q.Books.fewEnvelopes)
	if err != nil || !q.auctions() {
		return e, err
	}
	g.Text = lang.T("Decorations, in this order? Of the {n} in the game, the others are set aside.").With("n", q.Books.All)
	one := howMany("pp.decorations", lang.T("How many decorations do you own?"), q.Books.All)
	e.Decorations, _, err = q.each(g, q.Table.Players, one, old.Decorations, q.Books.fewDecorations)
	return e, err
}

var ownEnvelopes = lang.T("How many envelopes do you hold?")

// photos waits for the photos.
func (q eventDialog) photos() (scoring.Event, error) {
	valid := ask.Question{ID: "pp.photos", Text: lang.T("All photos valid?"), Suggest: setup.Yes, Ends: true,
		Shape: setup.Confirm(lang.T("Yes, open the first envelope"))}
	_, err := ask.Put(q.a, valid, nil, append(q.notes(),
		lang.T("The final photo. One last look into your own envelopes, then place your guests:"),
		lang.T("- a VIP card may still go into one of your own envelopes at this last look;"),
		lang.T("- as many guests as you like, each with the stand completely inside a guest space, one per space;"),
		lang.T("- upright, facing the camera;"),
		lang.T("- the camera not above the top edge of the shield;"),
		lang.T("- nothing but the game in the picture, and at least a part of every placed guest."),
		lang.T("A photo that breaks a rule is taken again."))...)
	return Photos{}, err
}

// guest asks how many cards of a guest everybody fulfilled, and for its VIP cards, on one line. Keys close the rest, or name
// the guest first.
func (q eventDialog) guest() (scoring.Event, error) {
	old, again := q.was.(Guest)
	g := q.fulfillment(q.once(fulfilled), old, again)
	g.Asked[len(g.Asked)-1].Keys = []ask.Option{
		{ID: keyName, Key: "n", Text: lang.T("name this guest"), Table: true},
		{ID: keyRest, Key: "r", Text: lang.T("nobody placed the rest"), Table: true},
	}
	if len(q.Guests) == 0 {
		g.Notes = append(g.Notes, lang.T("Open one envelope after the other. The guest's name may stand behind the row: +1 lady in yellow."))
	}
	e, key, err := q.putGuest(g, old)
	switch {
	case err != nil:
		return nil, err
	case key == keyRest && len(e.Fulfilled) == 0:
		return q.rest()
	// If phones have placed this guest already, the letter says that nobody else did.
	case key != keyName:
		return e, nil
	}
	if old.Name, err = q.naming(old.Name); err != nil {
		return nil, err
	}
	e, _, err = q.putGuest(q.fulfillment(q.once(fulfilledNamed), old, again), old)
	return e, err
}

// rest asks whether nobody placed the guests that are left, unless it is the last one. If somebody did, this one is asked for once
// more.
func (q eventDialog) rest() (scoring.Event, error) {
	left, likely := guests-len(q.Guests), setup.No
	if left == 1 {
		return Closed{}, nil
	}
	if _, told := q.was.(Closed); told {
		likely = setup.Yes
	}
	v, err := ask.Put(q.a, ask.Question{ID: q.once("pp.rest"), Text: lang.T("Did nobody place any of the {n} guests that are left?").With("n", left), Suggest: likely,
		Shape: setup.YesOrNo(lang.T("Yes, nobody placed them"), lang.T("No, the next guest comes"))}, nil)
	if err == nil && v.Line == setup.No {
		q.on++
		return q.guest()
	}
	return Closed{}, err
}

// fulfilled is the ID of a row in which the guest may be named at the end, fulfilledNamed that of a guest who has a name.
const (
	fulfilled      = "pp.fulfilled"
	fulfilledNamed = "pp.fulfilled named"
)

// fulfillment returns the questions about a guest.
func (q eventDialog) fulfillment(id string, old Guest, again bool) ask.Group {
	number, left := len(q.Guests)+1, q.Guests.vipsLeft(len(q.Table.Players))
	guest := Guest{Name: old.Name}.title(number)
	g := ask.Group{Text: lang.T("{guest}: how many of the 3 cards does each photo fulfill? ({n} of {all})").With("guest", guest, "n", number, "all", guests)}
	for _, n := range q.Table.Players {
		one := ask.Question{ID: id, Who: string(n), Text: lang.T("{guest}: how many of the 3 cards does {name}'s photo fulfill?").With("guest", guest, "name", n),
			Own: lang.T("{guest}: how many of the 3 cards does your photo fulfill?").With("guest", guest), Shape: ask.Number{Hi: 3, Blank: true}}
		if k := old.Fulfilled[n]; k != nil {
			one.Suggest = strconv.Itoa(*k)
		} else if again {
			one.Suggest = "-"
		}
		g.Asked = append(g.Asked, one)
	}
	cards := ask.Number{Hi: left}
	// Where no card is left none can be chosen, and a table that types one hears why.
	if left == 0 {
		cards.Hi, cards.Barred = len(q.Table.Players), map[int]lang.Text{}
		for n := 1; n <= cards.Hi; n++ {
			cards.Barred[n] = noVIPs.With("n", n)
		}
	}
	usual := strconv.Itoa(min(old.VIPs, left))
	if named := strings.HasPrefix(id, fulfilledNamed); !named {
		cards.Label, usual = setup.NameLength, strings.TrimSpace(usual+" "+old.Name)
	}
	vip := lang.N("VIP cards in the envelope? ({n} left)", "VIP cards in the envelope? ({n} left)").With("n", left)
	g.Asked = append(g.Asked, ask.Question{ID: id + " vips", Plus: true, Text: vip, Suggest: usual, Shape: cards})
	signs := lang.T("0–3 fulfilled · - not placed")
	if left > 0 {
		signs = lang.N("0–3 fulfilled · - not placed · +1 VIP card ({n} left)", "0–3 fulfilled · - not placed · +1 VIP card ({n} left)").With("n", left)
	}
	g.Notes = []lang.Text{signs}
	return g
}

// putGuest puts the questions about a guest.
func (q eventDialog) putGuest(g ask.Group, old Guest) (e Guest, key string, err error) {
	told := func(v []ask.Value) Guest {
		vips := v[len(v)-1]
		e := Guest{Name: cmp.Or(vips.Name, old.Name), Fulfilled: map[name]*int{}, VIPs: vips.One()}
		for k, n := range q.Table.Players {
			if len(v[k].Nums) > 0 {
				e.Fulfilled[n] = &v[k].Nums[0]
			}
		}
		return e
	}
	v, key, err := q.put(g, func(v []ask.Value) error { return q.checkGuest(told(v)) })
	if err == nil {
		e = told(v)
	}
	return e, key, err
}

// naming asks for the name of a guest.
func (q eventDialog) naming(old string) (string, error) {
	if left := q.Guests.unused(q.Table); len(left) > 0 {
		v, err := ask.Put(q.a, ask.Question{ID: "pp.known", Text: lang.T("Which guest is it?"), Suggest: old, Shape: lettered(ask.Names(left)),
			Keys: []ask.Option{{ID: keyName, Key: "o", Text: lang.T("another name")}}}, nil)
		if err != nil || v.Key == "" {
			return v.Line, err
		}
	}
	one := ask.Question{ID: "pp.name", Text: lang.T("What is guest {n} called?").With("n", len(q.Guests)+1), Suggest: old,
		Shape: ask.Words{Max: setup.NameLength}}
	v, err := ask.Put(q.a, one, func(v ask.Value) error { return q.Guests.mayName(v.Line) })
	return v.Line, err
}

// tie asks for the fact that a tie for first place lacks.
func (q eventDialog) tie() (scoring.Event, error) {
	r := Game.Result(q.State)
	if r.Needs == byVote {
		return q.ballot(r)
	}
	was, told := q.was.(Envelopes)
	if !told && followed(q.State) {
		was = q.Books.Envelopes
	}
	g := ask.Group{Text: lang.T("How many envelopes does each of them hold?"), Notes: []lang.Text{r.Reason}}
	held, _, err := q.each(g, names(r.Tied), howMany("pp.held", ownEnvelopes, guests), was, func(n map[name]int) error {
		_, err := q.hold(n)
		return err
	})
	return Envelopes(held), err
}

// ballot lets the whole table choose among the tied photos: by show of hands, or in secret.
func (q eventDialog) ballot(r scoring.Result) (scoring.Event, error) {
	old, _ := q.was.(Counts)
	up := names(r.Tied)
	one := func(n name) ask.Question {
		one := ask.Question{ID: "pp.hands " + string(n), As: lang.Literal(string(n)), Text: lang.T("How many hands for {name}'s photo?").With("name", n),
			Shape: ask.Number{Hi: len(q.Table.Players)}}
		if n == up[0] {
			one.Keys = []ask.Option{{ID: keySecret, Key: "s", Text: lang.T("in secret, one by one"), Table: true, Phones: true}}
		}
		return one
	}
	counts, key, err := q.each(ask.Group{Text: lang.T("How many hands for each photo?"), Notes: []lang.Text{r.Reason}}, up, one, old, func(n map[name]int) error {
		if len(n) < len(up) {
			return nil
		}
		_, err := q.vote(nil, n)
		return err
	})
	if err != nil || key == "" {
		return Counts(counts), err
	}
	return q.secretBallot(r)
}

// secretBallot keeps the number of votes for each photo, and never the voters. One vote at least is needed. The last voter is not
// refused for that, as it would say that nobody else voted either: everybody is asked once more.
func (q eventDialog) secretBallot(r scoring.Result) (scoring.Event, error) {
	notes := []lang.Text{r.Reason}
	for n := 1; ; n++ {
		counts, err := q.secretVotes(n, r, notes)
		if err != nil || sum(counts) > 0 {
			return counts, err
		}
		notes = []lang.Text{lang.T("Nobody voted for any photo: everybody once more, please.")}
	}
}

// secretVotes asks everybody for a vote, the n-th time.
func (q eventDialog) secretVotes(n int, r scoring.Result, notes []lang.Text) (Counts, error) {
	id := "pp.vote"
	if n > 1 {
		id += " " + strconv.Itoa(n)
	}
	g := ask.Group{Text: lang.T("Whose photo is the best?"), Notes: notes}
	// An option, and no key: a key would end the group of the ballot.
	pick := ask.Pick{Options: append(ask.Names(r.Tied), ask.Option{ID: setup.Nobody, Text: lang.T("no vote")})}
	for _, n := range q.Table.Players {
		g.Asked = append(g.Asked, ask.Question{ID: id, Who: string(n), Text: lang.T("{name}, whose photo is the best?").With("name", n),
			Own: g.Text, Rest: lang.T("The table votes for the best photo."), Secret: true, Shape: pick})
	}
	var counts Counts
	_, _, err := q.put(g, func(in []ask.Value) error {
		counts = Counts{}
		for _, n := range names(r.Tied) {
			counts[n] = 0
		}
		for _, one := range in {
			if one.Given() && one.Line != setup.Nobody {
				counts[name(one.Line)]++
			}
		}
		return nil
	})
	return counts, err
}

// Tell says an event in one line.
func (s State) Tell(e scoring.Event) (say lang.Text) {
	switch e := e.(type) {
	case Round:
		say = lang.T("Round {n}: {card}").With("n", len(s.Cards)+1, "card", cardName(e.Card))
	case Offer:
		say = lang.T("Round {n}: {name} offers an envelope")
		if _, deal, err := s.outcome(e); err == nil {
			offers := lang.T("Round {n}: {name} offers.").With("n", len(s.Cards), "name", e.By)
			return lang.Join(" ", append([]lang.Text{offers}, deal...))
		}
		say = say.With("n", len(s.Cards), "name", e.By)
	case Count:
		say = lang.T("Counted: envelopes {line}")
		if e.Decorations != nil {
			say = lang.T("Counted: envelopes {line}; decorations {decorations}").With("decorations", s.Books.line(e.Decorations))
		}
		say = say.With("line", s.Books.line(e.Envelopes))
	case Guest:
		say = lang.Join(": ", []lang.Text{e.title(len(s.Guests) + 1), e.line(s.Table.Players)})
	case Photos:
		say = lang.T("The photos were taken")
	case Closed:
		say = lang.T("Nobody placed the rest")
	case Decorations:
		say = lang.T("Decorations left: {it}").With("it", s.Books.line(e))
	case Envelopes:
		say = lang.T("Envelopes in hand: {it}").With("it", s.Books.line(e))
	case Votes:
		say = lang.T("Votes for the best photo: {it}").With("it", s.Books.line(photoVotes(e, nil)))
	case Counts:
		say = lang.T("Votes for the best photo: {it}").With("it", s.Books.line(e))
	}
	return say
}

// Reveal shows a guest's points in each photo, the outcome of an offered envelope, and the vote.
func (s State) Reveal(e scoring.Event) (tiles []scoring.Tile) {
	switch e := e.(type) {
	case Offer:
		if _, _, err := s.outcome(e); err == nil {
			return s.auction().opened(e)
		}
	case Guest:
		for _, n := range s.Table.Players {
			face := "–"
			if k := e.Fulfilled[n]; k != nil {
				face = strings.Repeat("★", *k) + strings.Repeat("☆", max(0, 3-*k))
			}
			tiles = append(tiles, scoring.Tile{Face: lang.Literal(face), Of: row(n)})
		}
	case Votes:
		return ballots(s.Table.Players, photoVotes(e, nil))
	case Counts:
		return ballots(s.Table.Players, e)
	}
	return tiles
}

// sealed is the face of an envelope that nobody has opened.
const sealed = "✉"

// opened shows the seller's envelope, all hands that were opened together with the fate of each bid, and the buyer or the
// people who look inside.
func (a auction) opened(e Offer) []scoring.Tile {
	tiles := []scoring.Tile{{Face: lang.Literal(sealed), Of: row(e.By)}}
	top := a.highest(e.By, e.Bids)
	if e.Again != nil {
		top = a.highest(e.By, e.Again)
	}
	for _, n := range a.others(e.By) {
		bid, made := e.Bids[n]
		tile, last := scoring.Tile{Face: lang.Literal(strconv.Itoa(bid)), Of: row(n), Last: len(top) == 1 && top[0] == n}, bid
		if again, twice := e.Again[n]; twice {
			tile.Face, last = lang.T("{n}, tied: {again}").With("n", bid, "again", again), again
		}
		switch half := last / 2; {
		case tile.Last:
			tile.Note = takesIt
		case a.card == unfairAuction && len(top) == 1 && half > 0:
			tile.Note = lang.T("pays {n}").With("n", half)
		}
		// When all hands are empty, the sentence names nobody, and so do the tiles.
		if made && len(top) > 0 {
			tiles = append(tiles, tile)
		}
	}
	if e.To != "" {
		tiles = append(tiles, scoring.Tile{Face: lang.Literal(strconv.Itoa(e.Price)), Of: row(e.To), Note: takesIt, Last: true})
	}
	for _, n := range e.Looks {
		tiles = append(tiles, scoring.Tile{Face: lang.Literal(strconv.Itoa(e.Price)), Of: row(n), Note: lang.T("looks inside")})
	}
	if e.To == "" && len(e.Looks) == 0 && len(top) != 1 {
		tiles[0].Note, tiles[0].Last = lang.T("keeps the envelope"), true
	}
	return tiles
}

var takesIt = lang.T("takes the envelope")

// ballots shows how many votes each photo has, the best last.
func ballots(all []name, votes map[name]int) (tiles []scoring.Tile) {
	most := 0
	for _, k := range votes {
		most = max(most, k)
	}
	for _, n := range all {
		if k := votes[n]; k > 0 {
			tiles = append(tiles, scoring.Tile{Face: lang.Literal(strconv.Itoa(k)), Of: row(n), Last: k == most})
		}
	}
	return tiles
}
