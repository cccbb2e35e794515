// Package ask is one question to the table and its answer, as plain values.
// It draws nothing and waits for nothing itself: an Asker does.
package ask

import (
	"embed"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
)

// An Asker puts questions and waits. Going back, drafts, the script of a test and the
// phones each wrap or implement only this.
type Asker interface {
	// Ask puts one question.
	Ask(Question) (Answer, error)
	// Gather puts several at once, each to its own person, and is done when all but those
	// that are In have been answered, in whatever order. Who can only ask one after the
	// other does it InOrder. ErrBack is one answer back, ErrBackAll back to before all.
	Gather(qs []Question, got Got) error
}

// A Question is all that an Asker needs to put it. It is plain data in three parts: its head,
// which every question has; its shape, with the letters that may be pressed in its place; and
// what the engine adds when it is put. A game states a Head and a Kind, and never sees the rest.
type Question struct {
	Head
	Shape Shape
	Keys  []Key // one-letter answers in place of the usual one

	Stands bool   // it is answered already and only read again: Enter leaves the answer as it is
	Place  string // which time this is put in what is kept: the same after a crash, another one whenever it is put anew; empty where nothing is kept
	In     bool   // of a group: it is answered already, and nobody has to be asked; the answer, Suggest, may be changed until the last one is in. In without Suggest: it stands from a group before, and nobody may learn who else is asked once more
	Fault  error  // why the last try was refused; Suggest holds what was answered
	Hidden bool   // others may still answer on phones: of the answer only its person stays to be read

	check Check // what the game has against an answer; taken out before a keyboard or a phone sees the question
}

// A Head is what every question has, whatever its answer is.
type Head struct {
	ID      string      // of the sentence; never changes; an answer kept from before fits only the same ID
	Notes   []lang.Text // what to read before it, a paragraph each
	Todo    []lang.Text // what the table does before it, a paragraph each, above the Notes; it is gone where the question is only read again or corrected
	Text    lang.Text   // the question itself, short
	People  []int       // seats that answer
	Names   []string    // where People are named: their names
	Secret  bool        // one person alone; the answer is not shown and never suggested
	Suggest *Answer     // Enter takes it
	Written []lang.Text // how the line is written, a paragraph each, below the Notes; phones have buttons, and show Phone.Notes there
	Phone   Phone       // how phones put it
}

// A Phone is how phones put a question, where people press buttons and nobody types a line. An empty text reads as Text, and
// that as at the keyboard.
type Phone struct {
	Text   lang.Text   // to who keeps the score
	One    lang.Text   // to one of the People, on a phone of their own
	Others lang.Text   // to who is not asked: what goes on
	Notes  []lang.Text // in place of what is Written
	Along  Along
	Best   int         // from 1, the option that stands out there, in place of the one that Enter takes; 0: that one
	Known  []string    // names that a tap there writes into the line, with commas between them
	Pair   []lang.Text // what the two numbers of each pair of the line say, which have a row of fields there; nil: it has none
}

// An Along is a switch beside the answer of who keeps the score. Unless it is on, the question behind it, known by its ID, is
// answered along with this one, by what it suggests.
type Along struct {
	ID   string // "": there is none
	Text lang.Text
}

// A Key is a letter that answers a question in place of its usual answer.
type Key struct {
	Letter string // one lower-case letter
	Text   lang.Text
}

// A Barred line stands in a list, but cannot be picked; Why says so to whoever tries.
type Barred struct {
	Before int       // the option that it stands in front of; the number of options: at the end
	Mark   lang.Text // its key, as Marks
	Text   lang.Text
	Why    lang.Text
}

// An Answer is plain data: it is stored, replayed and sent to phones as it is.
type Answer struct {
	By     int           `json:"by"` // seat that answered, Scorekeeper for whoever types
	Values [][]int       `json:"values,omitempty"`
	Plus   int           `json:"plus,omitempty"`
	Key    string        `json:"key,omitempty"` // the letter of the Key that was pressed
	Text   string        `json:"text,omitempty"`
	Left   time.Duration `json:"left,omitempty"`

	Pictures []string `json:"pictures,omitempty"` // their ids: Pictures[k] is what People[k] gave, "" for none; nil: nobody gave any

	Typed []string `json:"typed,omitempty"` // the sums as which numbers were typed: Typed[k] is that of Values[k], "" for a plain number; nil: there are none

	Same bool `json:"-"` // the answer that stands is left as it is, without naming it; of a secret one only this is said
}

// Scorekeeper is the By of the person at the keyboard.
const Scorekeeper = -1

// One returns the answer of a single value.
func One(v int) Answer { return Answer{By: Scorekeeper, Values: [][]int{{v}}} }

// Value returns the single value of an answer, -1 where it has none.
func (a Answer) Value() int {
	if len(a.Values) == 0 || len(a.Values[0]) == 0 {
		return -1
	}
	return a.Values[0][0]
}

// Equal reports whether two answers say the same. Who typed it and how, and how a clock stood
// meanwhile, say nothing.
func (a Answer) Equal(b Answer) bool {
	return a.Key == b.Key && a.Text == b.Text && a.Plus == b.Plus && slices.Equal(a.Pictures, b.Pictures) && slices.EqualFunc(a.Values, b.Values, slices.Equal)
}

// What an Asker returns in place of an answer. Games return these untouched.
var (
	ErrBack = errors.New("ask: one question back")
	ErrNow  = errors.New("ask: forward to what is not answered yet")
	ErrQuit = errors.New("ask: the table left")

	// ErrYielded is a question that was given up, since somebody else answered it.
	ErrYielded = errors.New("ask: somebody else answered")
)

// Undo is the Want of a key that takes the last thing back at once.
const Undo = "undo"

// An Aside is a wish for something else first: undo, standings, rules …; the
// evening's loop knows what. Want is what was typed behind "?", often nothing.
type Aside struct{ Want string }

func (*Aside) Error() string { return "ask: something else first" }

// A Func is an asker that is only a function: it asks one question after the other.
type Func func(Question) (Answer, error)

// Ask calls f.
func (f Func) Ask(q Question) (Answer, error) { return f(q) }

// Gather asks in order.
func (f Func) Gather(qs []Question, got Got) error { return InOrder(f, qs, got) }

// Chance answers draws, and nothing else: the same ones for the same two seeds.
func Chance(seed, more uint64) Asker {
	r := rand.New(rand.NewPCG(seed, more))
	return Func(func(q Question) (Answer, error) { return One(r.IntN(As[Draw](q).Hi + 1)), nil })
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "ask", Files: files}
