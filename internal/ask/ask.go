// Package ask is how a game talks to the table. A game puts groups of questions to an Asker, with ordinary if and for;
// the Asker (a keyboard, phones, a script) answers with lines. A line is kept as it is, and
// Question.Read is its only meaning. The package asks nobody itself, and keeps nothing.
//
// The path of an answer: a keyboard translates what was typed to a line of IDs (Typed), hands it to got; got reads the
// line, lets the game judge it, has it kept, and only nil from got means that it is on the disk.
//
// A hand may type:
//
//   - An option by its letter or number, else by its whole name, or a beginning that no other name has, in this order.
//     A person has one number in all lists, by order of coming. Accents do not count. Of several options each,
//     separated by blanks or commas.
//   - A number, or a sum of numbers without blanks and brackets: 12+5, 12-5, 3*4+2. Cards up to 12 may be a, b, c.
//   - Two cards of one person with a plus: 3+5; also 35 where no card has two digits. Asked alone also 3 5.
//   - A minus where there may be no answer.
//   - A line for several people: an answer each, separated by blanks or commas. Without any, each character is an
//     answer where one character can say all: 32-0; then a, b, c are people 10, 11, 12. The last number may be left out
//     where the sum is known. A question with Plus stands at the end and may be left out: 3210+1. Words, or any number of options, stand at the end and may
//     be missing: 4 monday morning.
package ask

import (
	_ "embed"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// An Asker takes answers to a group of questions. Put returns nil once got has taken an answer to everything; else a
// Move, or an error of the disk. It never returns a *fault.Fault: a fault from got goes back to the person who answered, and
// the group stays.
type Asker interface {
	Put(g Group, got Got) error
}

// An AskerFunc is a function that asks.
type AskerFunc func(g Group, got Got) error

// Put asks a group.
func (f AskerFunc) Put(g Group, got Got) error { return f(g, got) }

// Got judges and keeps answers, together or not at all. A *fault.Fault refuses them; nil means that they are on the
// disk; Gone means that the group was put away, and nothing was kept. No answers at all leave what is in as it is.
type Got func(in ...Answer) error

// An Answer is one person's word to one question of a group.
type Answer struct {
	To   int    // place in the group with which this Got came
	Line string // as kept: options by ID
	Key  string // ID of one of the question's Keys, pressed in place of an answer; with a Line, of its Words
	By   string // the owner of the phone that ended a Watch; "" for the laptop
	Up   bool   // of a Watch: its time was up already
}

// A Group is asked together: one question, or one of each of several people, answered in any order.
type Group struct {
	Text    lang.Text   // the question of a keyboard to all of them; needed for several
	Notes   []lang.Text // shown above
	Retract Retraction  // the word of somebody that the others are asked about; empty: none
	About   Thing       // the thing on the table that it is about, which phones and the board show large; empty: none
	Sum     int         // if not 0: the numbers add up to it, and the last may be left out
	Whole   []int       // numbers that a table may write down for the person with all of Sum, and for the others; nil: those they have
	Example []string    // lines that might be answered, one a question: a keyboard shows how to type them
	Again   bool        // all is answered: it is read back, changed or left (set by the recorder)
	NoMenu  bool        // it is asked beside the game: “?” leads nowhere
	First   bool        // nothing lies before it
	Told    bool        // it happened, and is put right: no secrets, at the keyboard alone (set by the recorder)
	Fault   error       // why what was kept does not fit any more; shown once (set by the recorder)
	After   int         // how many answers of the dialog come before it (set by the recorder)
	People  []string    // everybody at the table by order of coming, which numbers them in lists (set by Numbered)
	Asked   []Question
}

// A Thing lies on the table, and is somebody's: an envelope that is sold. The texts of a group that is about it say so.
type Thing struct{ Face, Of string }

// A Retraction is open to Who until one of the others has answered: their phone shows Text and a button Back, which leads to
// the question before, as if nobody had answered it.
type Retraction struct {
	Who        string
	Text, Back lang.Text
}

// A Question has one answer: a line.
type Question struct {
	ID      string                                 // the sentence and its subject: "dixit.vote Bia"; with Who it finds the kept answer
	Who     string                                 // the row that answers, by name; "" for the scorekeeper
	As      lang.Text                              // how a line of several calls it, if not Who: “#3”
	Joined  lang.Text                              // in front of its answer where a line of several is said, if nothing calls it: “for”
	Plus    bool                                   // it stands at the end of a line of several, behind a plus, and may be left out
	Text    lang.Text                              // at the keyboard
	Own     lang.Text                              // the question on Who's phone; of a Pick without Who, the button with which people name themselves: “It was me”
	Rest    lang.Text                              // on everybody else's phone
	Secret  bool                                   // nobody else may see the answer: masked at the keyboard, never handed back
	In      bool                                   // it is answered (set by the recorder)
	Ends    bool                                   // all that the game misses before it is passed over: phones do not say that any more
	Final   bool                                   // a phone asks whether one is sure
	Back    lang.Text                              // on the phone of the person who is asked: “I take it back”, and Back it is; empty: their phone has no such button
	Suggest string                                 // a line, as kept, that Enter takes; never of a secret
	Keys    []Option                               // letters in place of an answer: they end the group
	Names   []string                               // the people whom it shows while the table still agrees
	Near    func(l lang.Lang, typed string) string // of words: returns their nearest finds, shown while they are typed; nil: the words are shown
	Shape
}

// The shapes.
type (
	// Pick is one of Options. Its line is the option's ID.
	Pick struct {
		Options
		Sorted bool // shown by name, in the language of the person who is asked
	}
	// Many is any number of Options, Most at most (0: all). Its line is a JSON list of IDs, in the order of Options.
	Many struct {
		Options
		Most int
	}
	// Number is a whole number from Lo to Hi, or Least to Most different ones, blank-separated (“3 5”). Sums are kept
	// as typed (“12+5”). With a Least of 0 there may be none, as with Blank.
	Number struct {
		Lo, Hi      int
		Least, Most int               // how many numbers; 0 and 0 mean exactly one
		Blank       bool              // "-" may stand in place of a number: none
		Cards       bool              // the numbers are cards on the table, not amounts: no sums
		Barred      map[int]lang.Text // numbers that cannot be the answer, and why
		Label       int               // how many characters of words may stand behind the number, and name what is counted; 0: none
		Beyond      lang.Text         // why no number above Hi can be the answer; empty: the bounds are said
	}
	// Words is free text of one line, 1 to Max characters (0: 200).
	Words struct {
		Blank bool // may be empty
		List  bool // names with commas between them, kept as a JSON list; Value.IDs has them
		Least int  // of a List: where more than one is needed, and no comma is there, blanks separate them
		Max   int
	}
	// Watch is a running clock. Its line is the ID of the option that ended it, or "" when the time was up.
	Watch struct {
		Options
		Limit time.Duration
		Keeps bool // an option only stops it: asked again, the same question's clock goes on from there
	}
)

// An Option is something to choose. Key and No are pressed, and may change; ID is kept.
type Option struct {
	ID   string
	Key  string // the letter that chooses it, the same in every language; "" for a number
	No   int    // the number; 0: the option's place in the list, or where others have a No the next one that is free
	Who  string // the person for whom the option stands; it has their number (Options.Numbered)
	Text lang.Text
	Why  lang.Text // if not empty, it cannot be chosen, for this reason

	Alias string // a word that means it as well, the same in every language: a game's ID
	None  bool   // of a Key: a minus means it too, as “nobody”
	Words *Words // of a Key: text that is typed in its place, and answers what the key would lead to; a check sees it

	Own    lang.Text // of a Watch, on somebody's own phone: “I accuse”; Text if empty
	By     []string  // of a Watch: the people whose phones show it; nil: all
	Table  bool      // for the table to choose, not for one person on their phone
	Final  bool      // a phone asks whether one is sure
	Phones bool      // of a Key: where most people have a phone it is chosen by itself; reading back leads to the others
}

// A Value is the meaning of a line. Key is set if a letter was pressed in place of an answer.
type Value struct {
	Line string   // the ID chosen, the words, or "" for a blank
	Key  string   // ID of the key; with IDs or Line, its Words were typed
	Who  string   // the owner of the phone that ended a Watch; "" for the laptop
	Up   bool     // of a Watch: its time was up already
	IDs  []string // of a Many, or the entries of a list of Words
	Nums []int    // of a Number
	Name string   // of a Number with a Label: those words
	ok   bool
}

// Given reports whether there is an answer: in a check of several, the others may still be missing.
func (v Value) Given() bool { return v.ok }

// One returns the only number, or 0 if it was left blank.
func (v Value) One() int {
	if len(v.Nums) == 0 {
		return 0
	}
	return v.Nums[0]
}

// Options are the things that may be chosen.
type Options []Option

// Names returns an option for each of these people.
func Names[S ~string](names []S) []Option {
	options := make([]Option, len(names))
	for i, n := range names {
		options[i] = Option{ID: string(n), Who: string(n), Text: lang.Literal(string(n))}
	}
	return options
}

// A Move is an error that no answer was given: the table wants to go elsewhere.
type Move string

// The moves. Any other one begins with "?" and is a command of the menu: "?why". A bare "?" is the menu.
const (
	Back  Move = "<" // read the question before
	Now   Move = ">" // where the game is now
	Leave Move = "leave"
	Gone  Move = "gone" // the group was put away
	Anew  Move = "anew" // a group that is read back is asked as if nobody had answered it
)

func (m Move) Error() string { return "the table wants to move: " + string(m) }
