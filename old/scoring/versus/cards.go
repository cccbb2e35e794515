package versus

import "github.com/tablemate/tablemate/old/internal/lang"

// A Penalty is one of the four penalty cards, by its name in sheets.
type Penalty string

// The four penalties. Source: rulebook, Penalidades.
const (
	HandBehindBack   Penalty = "hand-behind-back"
	EyeClosed        Penalty = "eye-closed"
	CardsForEveryone Penalty = "cards-for-everyone"
	TwoInARow        Penalty = "two-in-a-row"
)

// A Card is a penalty card in the words of the table.
type Card struct {
	ID   Penalty
	Name lang.Text
	Does lang.Text
	Note lang.Text // a house reading, where the card cannot be read; may be empty
}

// Cards are the four penalties, in the order of the rulebook.
var Cards = []Card{
	{ID: HandBehindBack, Name: lang.Msg("versus.hand", "Hand behind back"), Does: lang.Msg("versus.hand-does", "One hand stays behind your back.")},
	{ID: EyeClosed, Name: lang.Msg("versus.eye", "Eye closed"), Does: lang.Msg("versus.eye-does", "One eye stays shut while you play. If it will not, cover it with a hand.")},
	{
		ID: CardsForEveryone, Name: lang.Msg("versus.all", "Cards for everyone"),
		Does: lang.Msg("versus.all-does", "Give one of your Versus cards to every other player."),
		Note: lang.Msg("versus.all-note", "Too few cards? Give what you have, the nearest on your left first. (The end of this card cannot be read; this is how we play it.)"),
	},
	{ID: TwoInARow, Name: lang.Msg("versus.two", "Two in a row"), Does: lang.Msg("versus.two-does", "On your turn, open two cards, one right after the other.")},
}

// Card returns the card of a penalty; ok is false for a penalty that does not exist.
func (p Penalty) Card() (Card, bool) {
	for _, c := range Cards {
		if c.ID == p {
			return c, true
		}
	}
	return Card{}, false
}

func cardNames() lang.List {
	var out lang.List
	for _, c := range Cards {
		out = append(out, c.Name)
	}
	return out
}
