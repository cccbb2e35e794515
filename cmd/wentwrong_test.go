package cmd

import (
	"strings"
	"testing"
)

// wentWrong are evenings that once locked a game or lost something, at their shortest: the
// command line, and the lines.
var wentWrong = []struct{ args, lines string }{
	{"play dixit --score-only", "A, B, C, D|1|6|1||o"},                                          // another storyteller, and back
	{"play dixit --score-only", "Ana, Bia, Caio|1|30|1|1|o|<"},                                  //
	{"play dixit --score-only", "A, B, C, D, E|1|30|1|1|1|o|5|3|?table|A, B, C, D||||"},         // who tells is gone
	{"play versus --score-only", "A, B, C, D, E|1|1|4|?table|A, B, C|1|1"},                      // who slapped is gone
	{"play versus", "A, B, C, D, E, F, G, H|1|4|?table|C, B, A||"},                              // who dealt is gone, and suggested
	{"play picture-perfect", "A, B, C, D, E, F|1|1|6|?table|C, B, A||||"},                       //
	{"play picture-perfect", "A, B, C|1|2|1||||||||6=0|?table|A, B, C|1|1|"},                    // auctions switched after the cards were counted
	{"play spyfall --score-only", "A, B, C, D, E|1|5|8|1||1|5|4|?table|A, B, C||||"},            // who accuses is gone
	{"play spyfall --score-only", "A, B, C, D|1|5|8|1||1|1|2|000|1|4|3|?correct|2|2|1|2|3|00|"}, // one accuser less on the list
}

func TestEveningsThatWentWrong(t *testing.T) {
	d := newDen(t)
	for _, e := range wentWrong {
		lines := strings.Split(e.lines, "|")
		s := script{strings.Fields(e.args), lines, len(lines)}
		for _, kind := range s.wrong(d, func(string) bool { return false }) {
			t.Errorf("%s\n%v", kind, s)
		}
	}
}
