package play

import (
	"slices"
	"testing"
)

func TestNamesIn(t *testing.T) {
	people := []string{"Ana", "Bia", "Caio Lima"}
	for line, want := range map[string][]string{
		"Ana, Bia":                    {"Ana", "Bia"},
		"Ana Bia Caio":                {"Ana", "Bia", "Caio"},
		"Ana, Bia Lima, Caio":         {"Ana", "Bia Lima", "Caio"},
		"Ana e Bia e Caio":            {"Ana", "Bia", "Caio"},
		"Ana, Bia e Caio":             {"Ana", "Bia", "Caio"},
		"Ana, Bia, and Caio":          {"Ana", "Bia", "and Caio"},
		"Ana, Zé da Silva & Bia Reis": {"Ana", "Zé da Silva", "Bia Reis"},
		"A B C D E":                   {"A", "B", "C", "D", "E"},
		"Ana & Bia":                   {"Ana", "Bia"},
		"Ana; Bia":                    {"Ana", "Bia"},
		"Ana Maria,":                  {"Ana Maria"},
		"3 1":                         {"Caio Lima", "Ana"},
		"3, Zoe, 1":                   {"Caio Lima", "Zoe", "Ana"},
		"3 Zoe":                       {"Caio Lima", "Zoe"},
		" ":                           nil,
	} {
		if got, wrong := namesIn(line, people); wrong != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v, want %q", line, got, wrong, want)
		}
	}
	for _, line := range []string{"4 1", "0, 1", "Ana, 9"} {
		if got, wrong := namesIn(line, people); wrong == nil {
			t.Errorf("%q: %q", line, got)
		}
	}
}
