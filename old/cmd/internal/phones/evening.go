package phones

import (
	"crypto/rand"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
)

// An Evening is what is saved about the phones, so that a phone that was let in stays in when the program is started
// again.
type Evening struct {
	Door   string    `json:"door"`           // the word that lets a phone in; ten letters
	Was    []string  `json:"was,omitempty"`  // earlier door words
	Key    string    `json:"key"`            // question numbers are derived from it
	Play   string    `json:"play,omitempty"` // id of the game at the table
	Open   bool      `json:"open"`           // new phones are let in
	Guests []Guest   `json:"guests"`
	Parts  []Part    `json:"parts,omitempty"` // answers to a question for several people that is not complete yet
	Held   []Held    `json:"held,omitempty"`  // answers that wait for the table to come back
	Seen   time.Time `json:"seen"`            // when any phone was last heard from
}

// A Part is one person's answer to a question for several people.
type Part struct {
	No     string     `json:"no"` // number of the question
	Answer ask.Answer `json:"answer"`
}

// A Held is an answer that somebody sent while the table was looking something up.
type Held struct {
	Part
	Who   string `json:"who"`
	Line  string `json:"line,omitempty"` // as it was sent
	Place string `json:"place"`          // where in the log the question was put
	Lost  bool   `json:"lost,omitempty"` // the question is gone, and its person has to be told

	handed bool // it went to the game: by the time anything else is put, it has counted or been refused
}

// asleep is how long a phone may be silent before the table is told that it is asleep.
const asleep = 45 * time.Second

// mostGuests is how many phones a table takes. People who sit at it get in even beyond that.
const mostGuests = 32

// doorLetters out of an alphabet of 32 make 50 bits.
const doorLetters = 10

// newWord changes the door word, so that a photo of the old one is worth nothing.
func (e *Evening) newWord() { e.Was, e.Door = append(slices.Clip(e.Was), e.Door), newDoor() }

func newDoor() string { return rand.Text()[:doorLetters] }

// afresh changes the door word and shows out phones that only looked on. People and boards stay.
func (e *Evening) afresh() {
	e.newWord()
	e.Guests = slices.DeleteFunc(slices.Clone(e.Guests), func(g Guest) bool { return g.looksOn() && !g.Board })
}

// eveningEnds is how long all phones have to be silent for the evening to be over.
const eveningEnds = 8 * time.Hour

// A Guest is a phone that was let in, with the people it belongs to. It only looks on if it belongs to nobody.
type Guest struct {
	Token string   `json:"token"`           // hash of the phone's cookie
	Names []string `json:"names,omitempty"` // the first one owns the phone
	Wants string   `json:"wants,omitempty"` // name of somebody who has a phone already; this one asks for the place
	Board bool     `json:"board,omitempty"` // a television: it belongs to nobody, and only shows the board

	Knocks bool `json:"knocks,omitempty"` // it came when the door was shut, and sees nothing until somebody lets it in

	Keeps   bool `json:"keeps,omitempty"` // it keeps the score
	Asks    bool `json:"asks,omitempty"`  // it asks to keep the score
	Refused bool `json:"-"`               // it was told no, and may not ask again yet
}
