package ask

import "github.com/tablemate/tablemate/internal/lang"

// Put asks one question. check judges the answer; it may run often, and must replace what it sets. It may be nil.
func Put(a Asker, q Question, check func(Value) error) (Value, error) { panic("unwritten") }

// All asks a group. check sees the values that are given so far (Value.Given), in the order of g.Asked. It may run
// often, and must replace what it sets. It may be nil.
func All(a Asker, g Group, check func([]Value) error) ([]Value, error) { panic("unwritten") }

// Read returns what a line means: kept, or sent by a phone. Options are named by their ID.
func (q Question) Read(line string) (Value, error) { panic("unwritten") }

// Typed translates what a hand typed to a line: letters, places in a list, whole names, then beginnings that only one has.
func (q Question) Typed(l lang.Lang, typed string) (Answer, error) { panic("unwritten") }

// Read translates a line typed for all of a group, “3 2 - 0”, to answers. A line with fewer answers than questions is
// a fault that says whose are missing.
func (g Group) Read(l lang.Lang, typed string) ([]Answer, error) { panic("unwritten") }

// Line reports whether a group can be answered by one line, a word or number a question.
func (g Group) Line() bool { panic("unwritten") }

// Heard returns what a typed line means, by name, to be shown before Enter: “Ana 3, Bia 2, Caio –”; "" if nothing yet.
func (g Group) Heard(l lang.Lang, typed string) string { panic("unwritten") }

// Short reports whether a typed line is right so far and only lacks answers: then it is typed on, else typed anew.
func (g Group) Short(l lang.Lang, typed string) bool { panic("unwritten") }

// Say returns a kept line as a person would say it in a language.
func (q Question) Say(l lang.Lang, line string) string { panic("unwritten") }

// Rest returns a group with only what is not answered yet, and the Got that fits it. A note says what is in already.
func Rest(l lang.Lang, g Group, got Got) (Group, Got) { panic("unwritten") }

// InOrder asks the questions of a group one by one, for keyboards. put asks one of them and hands every answer to its
// got; its error ends the whole.
func InOrder(g Group, got Got, put func(Question, func(Answer) error) error) error {
	panic("unwritten")
}

// An Entry is a kept answer.
type Entry struct {
	ID   string `json:"id"`
	Who  string `json:"who,omitempty"`
	Line string `json:"line,omitempty"`
	Key  string `json:"key,omitempty"`
	By   string `json:"by,omitempty"`
}

// A Dialog is the state of a dialog that is replayed rather than saved.
type Dialog struct {
	Seed uint64                                // of Toss
	Kept []Entry                               // what was answered so far; the recorder gives it back silently
	Was  []Entry                               // what was answered when this was asked before: suggested, an Enter a group; no secrets
	Read bool                                  // read from the first answer on (a correction)
	Last bool                                  // with Read: from the last answer back
	Told bool                                  // what is asked happened, and is put right: groups are marked Told
	Keep func(from int, answers []Entry) error // puts answers on the disk: they replace those from that place on
}

// Run runs a dialog: f asks, and depends on nothing but the asker. What is kept is fitted to f first: entries that f
// would not ask for, or refuses, are dropped in memory and stay on the disk, so that an undo brings them back. Then f
// runs with kept answers given back and all others asked of a. Back and Now within the dialog are followed here; Back
// from the first group, and every other Move, is returned.
func Run[E any](a Asker, d *Dialog, f func(Asker) (E, error)) (E, error) { panic("unwritten") }

// Toss returns a number from 0 to n-1, the same each time the dialog is replayed.
func Toss(a Asker, n int) int { panic("unwritten") }
