package phones

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"

	"github.com/tablemate/tablemate/internal/lang"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// A Doc is all that one phone may know.
type Doc struct {
	Lang  string            `json:"lang"`           // en, pt-BR
	Say   map[string]string `json:"say,omitempty"`  // sentences that the page says by itself
	Me    string            `json:"me,omitempty"`   // whose phone it is
	Join  []string          `json:"join,omitempty"` // names to choose from, of a phone that is nobody's
	New   bool              `json:"new,omitempty"`  // another name may be typed
	Mine  []*Form           `json:"mine,omitempty"` // what is asked of me
	Lead  *Form             `json:"lead,omitempty"` // what is asked at the laptop, for whoever keeps the score
	Menu  []Option          `json:"menu,omitempty"` // likewise: words of the menu, as a want
	Now   string            `json:"now,omitempty"`  // what is going on
	Notes []string          `json:"notes,omitempty"`
	Asked []Person          `json:"asked,omitempty"` // who is waited for; In: answered
	Clock *ClockDoc         `json:"clock,omitempty"`
	Card  *CardDoc          `json:"card,omitempty"`
	Board Board             `json:"board"`
	More  []Option          `json:"more,omitempty"`  // things to read: as a “what”, or with a link
	Langs []Option          `json:"langs,omitempty"` // other languages
	Welcome
	Ending
}

// A Welcome is what is shown as long as the game has not begun, or somebody may still come.
type Welcome struct {
	Hello []string `json:"hello,omitempty"`
	Here  []Person `json:"here,omitempty"` // who is at the table; In: with a phone; Gone: away, or asleep
	Code  *Code    `json:"code,omitempty"`
}

// An Ending is what is shown when the game has ended, or the laptop has closed the table.
type Ending struct {
	You   string   `json:"you,omitempty"`   // how it ended for me
	Total []string `json:"total,omitempty"` // my points, piece by piece
	Bye   string   `json:"bye,omitempty"`
}

// A Person is a name in a list.
type Person struct {
	Name string `json:"name"`
	In   bool   `json:"in,omitempty"`
	Gone bool   `json:"gone,omitempty"`
}

// A Code is where phones come in.
type Code struct {
	Image   string `json:"image"` // path of a picture
	Address string `json:"address"`
}

// A Form is a question on a phone.
type Form struct {
	No      string   `json:"no"`
	Kind    string   `json:"kind"` // pick, many, number, words, rows
	Text    string   `json:"text"`
	Notes   []string `json:"notes,omitempty"`
	Who     string   `json:"who,omitempty"` // whose answer it is, in a row
	Options []Option `json:"options,omitempty"`
	Keys    []Option `json:"keys,omitempty"`  // in place of an answer, sent as a key
	Rows    []*Form  `json:"rows,omitempty"`  // of several people, for whoever keeps the score
	Blank   bool     `json:"blank,omitempty"` // “-” or nothing may stand in place of an answer
	Max     int      `json:"max,omitempty"`   // letters of words
	Suggest string   `json:"suggest,omitempty"`
	Secret  bool     `json:"secret,omitempty"`
	In      bool     `json:"in,omitempty"`    // it is on the disk; it can be changed until the last one is
	Final   bool     `json:"final,omitempty"` // “Sure?”
	Grid    bool     `json:"grid,omitempty"`  // of the names on the dealt card
	Fault   string   `json:"fault,omitempty"` // why it is asked again
	Back    bool     `json:"back,omitempty"`  // “<” may be wanted
	Of      string   `json:"of,omitempty"`    // of a lead whose number changes with what is in: the same all the while
	Numbers
}

// Numbers are what may be answered with a number.
type Numbers struct {
	Lo     int    `json:"lo"`
	Hi     int    `json:"hi"`
	Least  int    `json:"least,omitempty"` // how many numbers
	Most   int    `json:"most,omitempty"`  // likewise; of a choice: how many options
	Cards  bool   `json:"cards,omitempty"` // the numbers are cards
	Barred []int  `json:"barred,omitempty"`
	Hand   string `json:"hand,omitempty"` // of a secret that the laptop asks: to whom the phone goes first
}

// An Option is something to tap.
type Option struct {
	Line  string `json:"line"`
	Text  string `json:"text"`
	Why   string `json:"why,omitempty"` // it cannot be chosen
	Href  string `json:"href,omitempty"`
	Final bool   `json:"final,omitempty"`
}

// A ClockDoc is the clock of the table. Its options are answered like any question.
type ClockDoc struct {
	No      string   `json:"no"`
	Text    string   `json:"text"`
	Notes   []string `json:"notes,omitempty"`
	Left    int64    `json:"left"` // milliseconds, when the document was sent
	Runs    bool     `json:"runs,omitempty"`
	Options []Option `json:"options,omitempty"`

	ends int64 // in place of Left in the version of a clock that runs
}

// A CardDoc is what the program dealt to a person.
type CardDoc struct {
	No     string   `json:"no"` // another one for another deal
	Text   string   `json:"text"`
	Places []string `json:"places,omitempty"`
}

// A Board is how the game stands: the same for everybody.
type Board struct {
	Game  string   `json:"game,omitempty"`
	Where string   `json:"where,omitempty"` // what is missing to the end, or who won
	Told  []string `json:"told,omitempty"`  // what the last turn told and paid, one after the other
	Rows  []Row    `json:"rows,omitempty"`  // leaders first
	Shown int      `json:"shown,omitempty"` // another one for each thing that is revealed
	Over  bool     `json:"over,omitempty"`
	Link  string   `json:"-"` // where the result can be kept
}

// A Row is a line of the standings.
type Row struct {
	Rank   int      `json:"rank"`
	Name   string   `json:"name"`
	Points int      `json:"points"`
	Gain   string   `json:"gain,omitempty"` // “+3”
	Why    string   `json:"why,omitempty"`
	Me     bool     `json:"me,omitempty"`
	Won    bool     `json:"won,omitempty"`
	Total  []string `json:"-"` // its points, piece by piece; for those whose row it is
}

// version returns the hash of a document, apart from time that only goes by.
func (d Doc) version() string {
	if d.Clock != nil {
		c := *d.Clock
		if c.Runs {
			c.Left = c.ends
		}
		d.Clock = &c
	}
	raw, _ := json.Marshal(d) // strings, numbers and maps of strings
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}
