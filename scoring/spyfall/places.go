package spyfall

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
)

// A place is a location of the box. Its ID is its name on score sheets.
type place struct {
	id        string
	name      lang.Text
	brazilian string // as the Brazilian edition prints it
}

// places are the thirty locations, in the order of the English edition. The names of both editions pair off one by one.
var places = []place{
	{"airplane", lang.T("Airplane"), "Avião"},
	{"amusement-park", lang.T("Amusement Park"), "Parque de Diversões"},
	{"bank", lang.T("Bank"), "Banco"},
	{"beach", lang.T("Beach"), "Praia"},
	{"carnival", lang.T("Carnival"), "Baile de Máscaras"},
	{"casino", lang.T("Casino"), "Cassino"},
	{"circus-tent", lang.T("Circus Tent"), "Circo"},
	{"corporate-party", lang.T("Corporate Party"), "Festa da Empresa"},
	{"crusader-army", lang.T("Crusader Army"), "Exército de Cruzados"},
	{"day-spa", lang.T("Day Spa"), "Day Spa"},
	{"embassy", lang.T("Embassy"), "Embaixada"},
	{"hospital", lang.T("Hospital"), "Hospital"},
	{"hotel", lang.T("Hotel"), "Hotel"},
	{"military-base", lang.T("Military Base"), "Base Militar"},
	{"movie-studio", lang.T("Movie Studio"), "Estúdio de Cinema"},
	{"nightclub", lang.T("Nightclub"), "Casa Noturna"},
	{"ocean-liner", lang.T("Ocean Liner"), "Transatlântico"},
	{"passenger-train", lang.T("Passenger Train"), "Trem de Passageiros"},
	{"pirate-ship", lang.T("Pirate Ship"), "Navio Pirata"},
	{"polar-station", lang.T("Polar Station"), "Estação Polar"},
	{"police-station", lang.T("Police Station"), "Delegacia"},
	{"restaurant", lang.T("Restaurant"), "Restaurante"},
	{"school", lang.T("School"), "Escola"},
	{"service-station", lang.T("Service Station"), "Oficina"},
	{"space-station", lang.T("Space Station"), "Estação Espacial"},
	{"submarine", lang.T("Submarine"), "Submarino"},
	{"supermarket", lang.T("Supermarket"), "Supermercado"},
	{"theater", lang.T("Theater"), "Teatro"},
	{"university", lang.T("University"), "Universidade"},
	{"zoo", lang.T("Zoo"), "Zoológico"},
}

// is reports whether a text names this place, in either language.
func (p place) is(text string) bool {
	text = lang.Alike(text)
	return text == p.id || text == lang.Alike(p.brazilian) || text == lang.Alike(lang.English.Say(p.name))
}

// placeName returns a place in the table's language, or the text as a sheet has it.
func placeName(text string) lang.Text {
	if i := slices.IndexFunc(places, func(p place) bool { return p.is(text) }); i >= 0 {
		return places[i].name
	}
	return lang.Literal(text)
}

// split returns the places that may still come, and those that were played.
func (s State) split() (open, played []place) {
	for _, p := range places {
		if slices.ContainsFunc(s.Rounds, func(r Round) bool { return p.is(r.Location) }) {
			played = append(played, p)
		} else {
			open = append(open, p)
		}
	}
	return open, played
}

// placeNames lists places by name, in the language of the reader.
func placeNames(of []place) func(lang.Lang) string {
	return func(l lang.Lang) string {
		names := make([]string, len(of))
		for i, p := range of {
			names[i] = l.Say(p.name)
		}
		slices.SortFunc(names, func(a, b string) int { return strings.Compare(lang.Plain(a), lang.Plain(b)) })
		return l.Say(lang.Only(lang.Names(names)))
	}
}
