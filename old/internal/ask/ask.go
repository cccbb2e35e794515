// Package ask holds questions to the table and their answers, as plain values. It neither draws nor waits: an
// Asker does.
package ask

import (
	"embed"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// An Asker puts questions to people and waits for answers. The recorder of drafts, the phones, a terminal and a
// test's script each implement it.
type Asker interface {
	Ask(Question) (Answer, error)
	// Gather puts several questions at once, each to its own person, and returns when all have been answered
	// except those marked In, in any order. An asker that can only ask one after the other uses InOrder.
	// ErrBack goes back one answer, ErrBackAll to before the whole group.
	Gather(qs []Question, got Got) error
}

// A Question holds all that an Asker needs to put it, as plain data in three parts: the head that every
// question has; the shape, with the letters that may be pressed instead; and the fields that the engine fills
// in. A game states a Head and a Kind, and never sees the rest.
type Question struct {
	Head
	Shape Shape
	Keys  []Key // one-letter answers in place of the usual one

	Stands bool   // already answered and only read again: Enter leaves the answer as it is
	Place  string // identifies this asking of the question in the stored dialog: the same after a crash, a new one whenever it is asked anew; empty where nothing is stored
	In     bool   // in a group: already answered, and nobody has to be asked; the answer is in Suggest and may change until the group is complete. In without Suggest: answered in an earlier group, and nobody may learn who is asked again
	Fault  error  // why the last answer was refused; Suggest holds that answer
	Hidden bool   // others may still be answering on phones: only the name of the person stays on the screen, not the answer

	check Check // the game's objection to an answer; removed before a keyboard or a phone sees the question
}

// A Head holds what every question has, whatever its shape.
type Head struct {
	ID      string      // of the sentence; it never changes, and a stored answer only fits a question with its ID
	Notes   []lang.Text // to read before it, a paragraph each
	Todo    []lang.Text // for the table to do before it, a paragraph each, above the Notes; left out when the question is only read again or corrected
	Text    lang.Text   // the question itself, short
	People  []int       // the seats that answer
	Names   []string    // the names of People; nil if the question is not put to named people
	Secret  bool        // for one person alone: the answer is neither shown nor suggested
	Suggest *Answer     // the answer that Enter takes
	Written []lang.Text // how to write the line, a paragraph each, below the Notes; phones have buttons, and show Phone.Notes instead
	Phone   Phone       // the wording on phones
}

// A Phone is the wording of a question on phones, where people press buttons and nobody types a line. An empty
// text reads as Text, and an empty Text as the one at the keyboard.
type Phone struct {
	Text   lang.Text   // for the scorekeeper
	One    lang.Text   // for one of the People, on their own phone
	Others lang.Text   // for everyone who is not asked, to say what is going on
	Notes  []lang.Text // in place of Written
	Along  Along
	Best   int         // the option to highlight on phones, counted from 1; 0: the one that Enter takes
	Known  []string    // names that a tap adds to the line, separated by commas
	Pair   []lang.Text // labels for the two fields of each pair of numbers in the line; nil: the line has no pairs
}

// An Along is a switch next to the scorekeeper's answer. Unless it is on, the following question, known by its
// ID, is answered along with this one, as it suggests.
type Along struct {
	ID   string // "": there is no switch
	Text lang.Text
}

// A Key is a letter that answers a question in place of its usual answer.
type Key struct {
	Letter string // one lower-case letter
	Text   lang.Text
}

// A Barred line appears in a list but cannot be picked; Why is the reason given to anyone who tries.
type Barred struct {
	Before int       // the option that it precedes; the number of options: at the end
	Mark   lang.Text // its key, as in Marks
	Text   lang.Text
	Why    lang.Text
}

// An Answer is plain data: it is stored, replayed and sent to phones as it is.
type Answer struct {
	By     int           `json:"by"` // the seat that answered, or Scorekeeper
	Values [][]int       `json:"values,omitempty"`
	Plus   int           `json:"plus,omitempty"`
	Key    string        `json:"key,omitempty"` // the letter of the Key that was pressed
	Text   string        `json:"text,omitempty"`
	Left   time.Duration `json:"left,omitempty"`

	Pictures []string `json:"pictures,omitempty"` // ids: Pictures[k] is the picture of People[k], "" for none; nil: there are no pictures

	Typed []string `json:"typed,omitempty"` // Typed[k] is the sum that was typed for Values[k], "" for a plain number; nil: there are no sums

	Same bool `json:"-"` // leaves the standing answer as it is, without naming it; all that is said of a secret one
}

// Scorekeeper is the By of an answer from the keyboard.
const Scorekeeper = -1

// One returns an answer with a single value.
func One(v int) Answer { return Answer{By: Scorekeeper, Values: [][]int{{v}}} }

// Value returns the single value of an answer, or -1 if it has none.
func (a Answer) Value() int {
	if len(a.Values) == 0 || len(a.Values[0]) == 0 {
		return -1
	}
	return a.Values[0][0]
}

// Equal reports whether two answers say the same. By, Typed and Left do not matter.
func (a Answer) Equal(b Answer) bool {
	return a.Key == b.Key && a.Text == b.Text && a.Plus == b.Plus && slices.Equal(a.Pictures, b.Pictures) && slices.EqualFunc(a.Values, b.Values, slices.Equal)
}

// Errors that an Asker returns in place of an answer. Games pass them on untouched.
var (
	ErrBack = errors.New("ask: one question back")
	ErrNow  = errors.New("ask: forward to what is not answered yet")
	ErrQuit = errors.New("ask: the table left")

	// ErrYielded means that the question was given up because somebody else answered it.
	ErrYielded = errors.New("ask: somebody else answered")
)

// Undo is the Want of the key that takes back the last thing at once.
const Undo = "undo"

// An Aside is a request for something else first: undo, standings, rules … The loop of the evening knows what.
// Want is the text typed after "?", often empty.
type Aside struct{ Want string }

func (*Aside) Error() string { return "ask: something else first" }

// A Func is an asker that is a function: it asks one question after the other.
type Func func(Question) (Answer, error)

func (f Func) Ask(q Question) (Answer, error) { return f(q) }

func (f Func) Gather(qs []Question, got Got) error { return InOrder(f, qs, got) }

// Chance answers draws and nothing else, always the same for the same two seeds.
func Chance(seed, more uint64) Asker {
	r := rand.New(rand.NewPCG(seed, more))
	return Func(func(q Question) (Answer, error) { return One(r.IntN(As[Draw](q).Hi + 1)), nil })
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "ask", Files: files}
