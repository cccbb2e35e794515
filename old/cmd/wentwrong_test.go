package cmd

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// wentWrong are the shortest forms of evenings that once failed, as random evenings found them: the command line, its
// lines, and those after coming back.
var wentWrong = []struct{ args, lines, again string }{
	// leaving while a different storyteller is being named
	{"play dixit --score-only", "A, B, C|1||||o", ""},
	// an unfinished answer, and then fewer or other people at the table
	{"play dixit --score-only", "A, B, C, D, E|1||2|?table|A, B, C, D|1|||?undo|5|?undo", ""},
	{"play dixit", "A, B, C, D, E|1||1|1||||||1|o|5|?correct|2|A, B, C, D|1||||", ""},
	{"play spyfall", "A, B, C, D, E, F|1|||||||||||1|4|?table|2 1 6|||||", ""},
	{"play spyfall", "A, B, C, D, E, F|1|1||1||||||||1|1|5|?table|A, B, C, D|1||||", ""},
	{"play spyfall --score-only", "A, B, C, D, E, F, G, H|1||||2|5|?table|A, B, C, D|1||", ""},
	{"play spyfall --score-only", "A, B, C, D, E|1||2||3|5|?table|A, B, C|1||1", ""},
	{"play versus --score-only", "A, B, C, D, E, F, G|1|1|6|?table|A, B, C, D|1", ""},
	{"play versus --score-only", "A, B, C|1|1|2||?correct||||?table|A, B, C, D, E, F|1|||", ""},
	{"play versus --score-only", "A, B, C, D, E|1|w|4|?table|A, B, C|1", ""},
	{"play picture-perfect", "A, B, C|1|1|||||||?correct||||2|", ""},
	// the first player no longer sits at the table
	{"play picture-perfect", "A, B, C, D|1||4|?table|A, B|1||", ""},
	{"play spyfall", "A, B, C, D, E, F, G, H|1|||1|4|?table|A, B, C|1", "||1|"},
	{"play spyfall", "A, B, C, D, E|1||||4|||||||?|n|1|?undo|3 4 2|1||||", ""},
	{"play versus", "A, B, C, D, E, F, G|1|4|?correct||A, B, C|1|", ""},
	// a mode that this number of people cannot play
	{"play dixit", "A, B, C, D, E, F|1|1|1|1|||?correct|1||1|3|||1||||||?table|A, B, C, D, E, F, G|1|", ""},
	// the same sentence forever, and no question
	{"play dixit", "A, B, C, D, E|1||2||||||5|?table|A, B, C, D||||", ""},
	{"play dixit --score-only", "A, B, C, D|1|6|1||o", ""},                                        // another storyteller, and back
	{"play dixit --score-only", "Ana, Bia, Caio|1|30|1|1|o|<", ""},                                //
	{"play dixit --score-only", "A, B, C, D, E|1|30|1|1|1|o|5|3|?table|A, B, C, D||||", ""},       // the storyteller is gone
	{"play versus --score-only", "A, B, C, D, E|1|1|5|?table|A, B, C|1|1", ""},                    // the slapper is gone
	{"play versus", "A, B, C, D, E, F, G, H|1|4|?table|C, B, A||", ""},                            // the dealer is gone, and is suggested
	{"play picture-perfect", "A, B, C, D, E, F|1|1|6|?table|C, B, A||||", ""},                     //
	{"play picture-perfect", "A, B, C|1|2|1||||||||6=0|?table|A, B, C|1|1|", ""},                  // auctions are switched after the cards were counted
	{"play spyfall --score-only", "A, B, C, D, E|1|5|1||1|5|4|?table|A, B, C|||", ""},             // the accuser is gone
	{"play spyfall --score-only", "A, B, C, D|1|5|1||1|1|2|000|1|4|3|?correct|2|2|1|2|3|00|", ""}, // one accuser less on the list
}

func TestEveningsThatWentWrong(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for _, e := range wentWrong {
		p := &parlor.Home{Dir: t.TempDir(), Seed: 7}
		for _, line := range [][]string{{e.lines, e.args}, {e.again, "resume"}, {"", "show --log"}, {"", "resume"}} {
			args := strings.Fields(line[1])
			if wrong := p.Run(strings.ReplaceAll(line[0], "|", "\n")+"\n", args...).Fault(args); wrong != "" {
				t.Errorf("%s: %q: %s", e.args, e.lines, wrong)
			}
		}
	}
}
