package spyfall

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// A Location is one of the thirty. ID is its name in score sheets, Name is translated, and Brazilian is the name
// as the Brazilian edition prints it.
type Location struct {
	ID        string
	Brazilian string
	Name      lang.Text
}

// Locations lists the thirty locations in the order of the English edition. Source: rulebook, the middle pages;
// the Portuguese and English names pair off one by one.
var Locations = []Location{
	{"airplane", "Avião", lang.Msg("spyfall.loc-airplane", "Airplane")},
	{"amusement-park", "Parque de Diversões", lang.Msg("spyfall.loc-amusement-park", "Amusement Park")},
	{"bank", "Banco", lang.Msg("spyfall.loc-bank", "Bank")},
	{"beach", "Praia", lang.Msg("spyfall.loc-beach", "Beach")},
	{"carnival", "Baile de Máscaras", lang.Msg("spyfall.loc-carnival", "Carnival")},
	{"casino", "Cassino", lang.Msg("spyfall.loc-casino", "Casino")},
	{"circus-tent", "Circo", lang.Msg("spyfall.loc-circus-tent", "Circus Tent")},
	{"corporate-party", "Festa da Empresa", lang.Msg("spyfall.loc-corporate-party", "Corporate Party")},
	{"crusader-army", "Exército de Cruzados", lang.Msg("spyfall.loc-crusader-army", "Crusader Army")},
	{"day-spa", "Day Spa", lang.Msg("spyfall.loc-day-spa", "Day Spa")},
	{"embassy", "Embaixada", lang.Msg("spyfall.loc-embassy", "Embassy")},
	{"hospital", "Hospital", lang.Msg("spyfall.loc-hospital", "Hospital")},
	{"hotel", "Hotel", lang.Msg("spyfall.loc-hotel", "Hotel")},
	{"military-base", "Base Militar", lang.Msg("spyfall.loc-military-base", "Military Base")},
	{"movie-studio", "Estúdio de Cinema", lang.Msg("spyfall.loc-movie-studio", "Movie Studio")},
	{"nightclub", "Casa Noturna", lang.Msg("spyfall.loc-nightclub", "Nightclub")},
	{"ocean-liner", "Transatlântico", lang.Msg("spyfall.loc-ocean-liner", "Ocean Liner")},
	{"passenger-train", "Trem de Passageiros", lang.Msg("spyfall.loc-passenger-train", "Passenger Train")},
	{"pirate-ship", "Navio Pirata", lang.Msg("spyfall.loc-pirate-ship", "Pirate Ship")},
	{"polar-station", "Estação Polar", lang.Msg("spyfall.loc-polar-station", "Polar Station")},
	{"police-station", "Delegacia", lang.Msg("spyfall.loc-police-station", "Police Station")},
	{"restaurant", "Restaurante", lang.Msg("spyfall.loc-restaurant", "Restaurant")},
	{"school", "Escola", lang.Msg("spyfall.loc-school", "School")},
	{"service-station", "Oficina", lang.Msg("spyfall.loc-service-station", "Service Station")},
	{"space-station", "Estação Espacial", lang.Msg("spyfall.loc-space-station", "Space Station")},
	{"submarine", "Submarino", lang.Msg("spyfall.loc-submarine", "Submarine")},
	{"supermarket", "Supermercado", lang.Msg("spyfall.loc-supermarket", "Supermarket")},
	{"theater", "Teatro", lang.Msg("spyfall.loc-theater", "Theater")},
	{"university", "Universidade", lang.Msg("spyfall.loc-university", "University")},
	{"zoo", "Zoológico", lang.Msg("spyfall.loc-zoo", "Zoo")},
}

// is reports whether a text names this location in either language.
func (l Location) is(text string) bool {
	text = setup.Alike(text)
	return text == setup.Alike(l.ID) || text == setup.Alike(l.Brazilian) || text == setup.Alike(l.Name.Other)
}

// Played reports whether a location was played in this match, and so is crossed off. Source: rulebook, Final da
// Rodada (the last paragraph).
func (s State) Played(l Location) bool {
	for _, r := range s.rounds {
		if l.is(r.ending.Location) {
			return true
		}
	}
	return false
}

// split returns the locations that may still come, and those that are crossed off.
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
