package pictureperfect

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// A Card is a kind of exchange card. Source: handbook, Exchanges and Auction cards.
type Card struct {
	ID      string
	Auction bool
	Name    lang.Text
	Does    lang.Text // what everybody has to do
}

// Cards lists the twelve kinds: six normal ones, then six auctions.
var Cards = []Card{
	{"dance", false, lang.Msg("pp.dance", "Dance"),
		lang.Msg("pp.dance-does", "Everybody puts all envelopes but one, of their choice, into the middle. Shuffle the whole middle and deal everybody back as many as they put in. The rest stays in the middle.")},
	{"gifts", false, lang.Msg("pp.gifts", "Gifts"),
		lang.Msg("pp.gifts-does", "Everybody gives one envelope, of their choice, to each neighbor. Anyone who has only one chooses the left or the right neighbor.")},
	{"revelations", false, lang.Msg("pp.revelations", "Revelations"),
		lang.Msg("pp.revelations-does", "Shuffle the envelopes in the middle and pick two blindly. Open one after the other, show its preference cards to all, and put them back.")},
	{"rumors", false, lang.Msg("pp.rumors", "Rumors"),
		lang.Msg("pp.rumors-does", "Everybody looks into any one envelope, from the middle or of another player, and gives it back. Several may choose the same one.")},
	{"choose-your-partner", false, lang.Msg("pp.choose", "Choose your Partner"),
		lang.Msg("pp.choose-does", "From the starting player on, clockwise: take any two envelopes from the middle, then return any two of yours. They may be the same.")},
	{"theft", false, lang.Msg("pp.theft", "Theft"),
		lang.Msg("pp.theft-does", "All at once: everybody takes an envelope of their choice from their left neighbor, but not the one that this neighbor has just taken.")},
	{"open-auction", true, lang.Msg("pp.open", "Open Auction"),
		lang.Msg("pp.open-does", "In turn, everybody offers one of their own envelopes. The others call higher and higher bids in decorations, in no order. The highest bid pays the seller and takes the envelope.")},
	{"shared-auction", true, lang.Msg("pp.shared", "Shared Auction"),
		lang.Msg("pp.shared-does", "First everybody puts one of their own envelopes into the middle. Then, in turn: choose one envelope from the middle; the others bid in player order until all but one have passed; sell it to the highest bidder, or buy it yourself and pay that bidder exactly the bid. Anyone who cannot pay must sell.")},
	{"single-round-auction", true, lang.Msg("pp.single", "Single Round Auction"),
		lang.Msg("pp.single-does", "In turn, everybody offers one of their own envelopes. From the left, clockwise, each of the others bids once. The highest bid pays the seller and takes the envelope.")},
	{"fixed-price-auction", true, lang.Msg("pp.fixed", "Fixed Price Auction"),
		lang.Msg("pp.fixed-does", "In turn, everybody offers one of their own envelopes and names a price. Anyone who pays it may look inside at once. The envelope stays where it is.")},
	{"secret-auction", true, lang.Msg("pp.secret", "Secret Auction"),
		lang.Msg("pp.secret-does", "In turn, everybody offers one of their own envelopes. The others hide a number of decorations in the hand, none if they like, and open together. The highest pays and takes it. Tied bids are made again, at least as high; tied once more, the seller keeps the envelope.")},
	{"unfair-secret-auction", true, lang.Msg("pp.unfair", "Unfair Secret Auction"),
		lang.Msg("pp.unfair-does", "In turn, everybody offers one of their own envelopes. The others hide a number of decorations in the hand, none if they like, and open together. The highest pays and takes it; every loser pays half of their own bid, rounded down, to the seller. Tied bids are made again, at least as high; tied once more, the seller keeps the envelope and nobody pays.")},
}

func kinds() []setup.Value {
	var out []setup.Value
	for _, c := range Cards {
		out = append(out, setup.Value{ID: c.ID, Text: c.Name})
	}
	return out
}

// CardByID finds a kind; ok is false if there is none with that id.
func CardByID(id string) (Card, bool) {
	i := slices.IndexFunc(Cards, func(c Card) bool { return c.ID == id })
	if i < 0 {
		return Card{}, false
	}
	return Cards[i], true
}

// oneOfEach returns every kind once: the cards that fit the table unless it says otherwise.
func oneOfEach() map[string]int {
	have := make(map[string]int, len(Cards))
	for _, c := range Cards {
		have[c.ID] = 1
	}
	return have
}

var (
	noCard      = lang.Msg("pp.no-card", "“{it}” is not an exchange card; choose from: {all}")
	tooFewPlain = lang.Plural("pp.too-few-plain", "one normal exchange card is missing: the deck takes {want}, {have} show this number of players", "{n} normal exchange cards are missing: the deck takes {want}, {have} show this number of players")
	tooFewBids  = lang.Plural("pp.too-few-auctions", "one auction card is missing: the deck takes {want}, {have} show this number of players", "{n} auction cards are missing: the deck takes {want}, {have} show this number of players")
)

// cardsIn counts the kinds that a line names by id or name, separated by commas. A kind named twice counts twice.
func cardsIn(line string) (map[string]int, error) {
	have := map[string]int{}
	for it := range strings.SplitSeq(line, ",") {
		card, ok := cardNamed(it)
		switch {
		case ok:
			have[card.ID]++
		case strings.TrimSpace(it) != "":
			all := make(lang.List, len(Cards))
			for i, c := range Cards {
				all[i] = c.Name
			}
			return nil, fault.New(noCard.With("it", strings.TrimSpace(it), "all", all))
		}
	}
	return have, nil
}

// cardNamed finds a kind by its id, or by its name in any language of the program.
func cardNamed(it string) (Card, bool) {
	if c, ok := CardByID(it); ok {
		return c, true
	}
	want := loose(it)
	for _, tag := range lang.Languages {
		voice := lang.NewLocalizer(tag, Texts)
		for _, c := range Cards {
			if want == loose(c.ID) || want == loose(voice.Say(c.Name)) {
				return c, true
			}
		}
	}
	return Card{}, false
}

// loose makes two spellings of a name equal if they differ only in accents, capitals, blanks and hyphens.
func loose(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

// enough refuses a box whose fitting cards do not make a deck, with a *fault.Fault that tells how many are
// missing. have counts the fitting cards of each kind.
func enough(have map[string]int, auction bool) error {
	plain, bids := deckOf(auction)
	lack := func(kind bool, want int, say lang.Text) error {
		n := len(pile(have, kind))
		if n >= want {
			return nil
		}
		return fault.New(say.With("n", want-n, "want", want, "have", n))
	}
	return cmp.Or(lack(false, plain, tooFewPlain), lack(true, bids, tooFewBids))
}

// deckOf returns how many normal and auction cards make up the deck of six. Source: handbook, Auction game setup,
// step 5, and the summary on the back page.
func deckOf(auction bool) (plain, bids int) {
	if auction {
		return 3, 3
	}
	return 6, 0
}

func pile(have map[string]int, auction bool) []string {
	var ids []string
	for _, c := range Cards {
		if c.Auction == auction {
			ids = append(ids, slices.Repeat([]string{c.ID}, have[c.ID])...)
		}
	}
	return ids
}

// Draw builds the exchange deck, top card first, unless enough refuses the box.
func Draw(a ask.Asker, have map[string]int, auction bool) ([]string, error) {
	if err := enough(have, auction); err != nil {
		return nil, err
	}
	plain, bids := deckOf(auction)
	deck, err := take(a, pile(have, false), plain)
	if err != nil {
		return nil, err
	}
	more, err := take(a, pile(have, true), bids)
	if err != nil {
		return nil, err
	}
	return take(a, append(deck, more...), plain+bids)
}

// take draws n cards from a pile, one after the other.
func take(a ask.Asker, from []string, n int) ([]string, error) {
	from = slices.Clone(from)
	var drawn []string
	for range n {
		i, err := ask.Toss(a, len(from))
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, from[i])
		from = slices.Delete(from, i, i+1)
	}
	return drawn, nil
}
