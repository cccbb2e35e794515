package spyfall

import (
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// A Location is one of the thirty, by its name in sheets. Name is said in the
// language of the table; Brazilian is as the Brazilian edition prints it.
type Location struct {
	ID        string
	Brazilian string
	Name      lang.Text
}

// Locations are the thirty locations in the order of the English edition.
// Source: rulebook, the middle pages; Portuguese and English pair off one by one.
var Locations = []Location{
	{"airplane", "Avião", lang.M("spyfall.loc-airplane", "Airplane")},
	{"amusement-park", "Parque de Diversões", lang.M("spyfall.loc-amusement-park", "Amusement Park")},
	{"bank", "Banco", lang.M("spyfall.loc-bank", "Bank")},
	{"beach", "Praia", lang.M("spyfall.loc-beach", "Beach")},
	{"carnival", "Baile de Máscaras", lang.M("spyfall.loc-carnival", "Carnival")},
	{"casino", "Cassino", lang.M("spyfall.loc-casino", "Casino")},
	{"circus-tent", "Circo", lang.M("spyfall.loc-circus-tent", "Circus Tent")},
	{"corporate-party", "Festa da Empresa", lang.M("spyfall.loc-corporate-party", "Corporate Party")},
	{"crusader-army", "Exército de Cruzados", lang.M("spyfall.loc-crusader-army", "Crusader Army")},
	{"day-spa", "Day Spa", lang.M("spyfall.loc-day-spa", "Day Spa")},
	{"embassy", "Embaixada", lang.M("spyfall.loc-embassy", "Embassy")},
	{"hospital", "Hospital", lang.M("spyfall.loc-hospital", "Hospital")},
	{"hotel", "Hotel", lang.M("spyfall.loc-hotel", "Hotel")},
	{"military-base", "Base Militar", lang.M("spyfall.loc-military-base", "Military Base")},
	{"movie-studio", "Estúdio de Cinema", lang.M("spyfall.loc-movie-studio", "Movie Studio")},
	{"nightclub", "Casa Noturna", lang.M("spyfall.loc-nightclub", "Nightclub")},
	{"ocean-liner", "Transatlântico", lang.M("spyfall.loc-ocean-liner", "Ocean Liner")},
	{"passenger-train", "Trem de Passageiros", lang.M("spyfall.loc-passenger-train", "Passenger Train")},
	{"pirate-ship", "Navio Pirata", lang.M("spyfall.loc-pirate-ship", "Pirate Ship")},
	{"polar-station", "Estação Polar", lang.M("spyfall.loc-polar-station", "Polar Station")},
	{"police-station", "Delegacia", lang.M("spyfall.loc-police-station", "Police Station")},
	{"restaurant", "Restaurante", lang.M("spyfall.loc-restaurant", "Restaurant")},
	{"school", "Escola", lang.M("spyfall.loc-school", "School")},
	{"service-station", "Oficina", lang.M("spyfall.loc-service-station", "Service Station")},
	{"space-station", "Estação Espacial", lang.M("spyfall.loc-space-station", "Space Station")},
	{"submarine", "Submarino", lang.M("spyfall.loc-submarine", "Submarine")},
	{"supermarket", "Supermercado", lang.M("spyfall.loc-supermarket", "Supermarket")},
	{"theater", "Teatro", lang.M("spyfall.loc-theater", "Theater")},
	{"university", "Universidade", lang.M("spyfall.loc-university", "University")},
	{"zoo", "Zoológico", lang.M("spyfall.loc-zoo", "Zoo")},
}

// is reports whether a text names this location, in either language.
func (l Location) is(text string) bool {
	text = setup.Alike(text)
	return text == setup.Alike(l.ID) || text == setup.Alike(l.Brazilian) || text == setup.Alike(l.Name.Other)
}

// Played reports whether a location was played in this match: it is crossed off.
// Source: rulebook, Final da Rodada (the last paragraph).
func (s State) Played(l Location) bool {
	for _, r := range s.rounds {
		if l.is(r.ending.Location) {
			return true
		}
	}
	return false
}

// split are the locations that may still come, and those crossed off.
func (s State) split() (open, crossed []Location) {
	for _, l := range Locations {
		if s.Played(l) {
			crossed = append(crossed, l)
		} else {
			open = append(open, l)
		}
	}
	return open, crossed
}

func locationNames(locations []Location) lang.List {
	names := make(lang.List, len(locations))
	for i, l := range locations {
		names[i] = l.Name
	}
	return names
}
