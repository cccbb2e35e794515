package phones

import (
	"crypto/rand"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
)

// An Evening is what is kept of the phones from one run of the program to the next: so a
// phone that was let in stays in.
type Evening struct {
	Door   string    `json:"door"`           // the word that lets a phone in; ten letters
	Was    []string  `json:"was,omitempty"`  // words that did so before
	Key    string    `json:"key"`            // of the numbers of questions
	Play   string    `json:"play,omitempty"` // the game at the table
	Open   bool      `json:"open"`           // phones that come new are let in
	Guests []Guest   `json:"guests"`
	Parts  []Part    `json:"parts,omitempty"` // of a line that many people give together, and that is not whole
	Held   []Held    `json:"held,omitempty"`  // answers that wait for the table to come back
	Seen   time.Time `json:"seen"`            // when a phone was heard last
}

// A Part is what one person gave to a line of many.
type Part struct {
	No     string     `json:"no"` // of the question
	Answer ask.Answer `json:"answer"`
}

// A Held is an answer that somebody sent while the table looked something up.
type Held struct {
	Part
	Who   string `json:"who"`
	Line  string `json:"line,omitempty"` // as it was said
	Place string `json:"place"`          // of the question
	Lost  bool   `json:"lost,omitempty"` // the question is gone, and its person has to be told

	handed bool // it was handed over: it counts, or is refused, as soon as anything else is put
}

// asleep is how long nothing is heard of a phone before the table is told.
const asleep = 45 * time.Second

// mostGuests phones may be at one table; a person who sits there always finds a place.
const mostGuests = 32

// doorLetters of 32 make 50 bits.
const doorLetters = 10

// newWord changes the word of the door: a photo of the one before is worth nothing.
func (e *Evening) newWord() { e.Was, e.Door = append(slices.Clip(e.Was), e.Door), newDoor() }

func newDoor() string { return rand.Text()[:doorLetters] }

// afresh changes the word of the door, and shows out whoever only looked on. People and boards stay.
func (e *Evening) afresh() {
	e.newWord()
	e.Guests = slices.DeleteFunc(slices.Clone(e.Guests), func(g Guest) bool { return g.looksOn() && !g.Board })
}

// eveningEnds is how long nothing is heard of any phone until the next one is a new evening.
const eveningEnds = 8 * time.Hour

// A Guest is who holds a phone: names at the table, or none for who only looks on.
type Guest struct {
	Token string   `json:"token"`           // the hash of what the phone's cookie holds
	Names []string `json:"names,omitempty"` // the first one is whose phone it is
	Wants string   `json:"wants,omitempty"` // the place of somebody who has a phone already
	Board bool     `json:"board,omitempty"` // a television: it is nobody's, and only shows the board

	Knocks bool `json:"knocks,omitempty"` // came when the door was shut, and sees nothing until somebody lets them in

	Keeps   bool `json:"keeps,omitempty"` // keeps the score
	Asks    bool `json:"asks,omitempty"`  // to keep the score
	Refused bool `json:"-"`               // was told no, and may not ask again just yet
}
