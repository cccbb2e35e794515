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
	Lang  string            `json:"lang"`            // en, pt-BR
	Say   map[string]string `json:"say,omitempty"`   // sentences that the page says by itself
	Me    string            `json:"me,omitempty"`    // the phone's owner
	Join  []string          `json:"join,omitempty"`  // names to choose from, of a phone that is nobody's
	Mine  []*Form           `json:"mine,omitempty"`  // questions to me
	Lead  *Form             `json:"lead,omitempty"`  // the laptop's question, for the scorekeeper
	Wants string            `json:"wants,omitempty"` // token of the laptop's question: to go elsewhere with
	Menu  []Option          `json:"menu,omitempty"`  // likewise: words of the menu, as a want
	Waits bool              `json:"waits,omitempty"` // the laptop is asked something else: an answer sent now goes in later
	Now   string            `json:"now,omitempty"`   // the question or event that everybody waits for
	Notes []string          `json:"notes,omitempty"`
	Asked []Person          `json:"asked,omitempty"` // people who are asked; In: they have answered
	About *Tile             `json:"about,omitempty"` // the thing on the table that they are asked about
	Clock *ClockDoc         `json:"clock,omitempty"`
	Card  *CardDoc          `json:"card,omitempty"`
	Board Board             `json:"board"`
	Marks map[string]Mark   `json:"marks,omitempty"` // the color and letter of everybody

	Reveal    *Reveal  `json:"reveal,omitempty"`    // of the last turn; it goes when the next question has been answered
	Corrected []string `json:"corrected,omitempty"` // how a correction changed my points; on a board everybody's
	More      []Option `json:"more,omitempty"`      // things to read: as a “what”, or with a link
	Langs     []Option `json:"langs,omitempty"`     // other languages
	Welcome
	Ending
}

// A Welcome is shown as long as the game has not begun, or somebody may still come.
type Welcome struct {
	Hello []string `json:"hello,omitempty"`
	Here  []Person `json:"here,omitempty"` // people at the table; In: with a phone; Gone: away, or asleep
	Code  *Code    `json:"code,omitempty"`
}

// An Ending is shown when the game has ended, or the laptop has closed the table.
type Ending struct {
	You   string   `json:"you,omitempty"`   // how it ended for me
	Total []string `json:"total,omitempty"` // my points, piece by piece
	Best  string   `json:"best,omitempty"`  // my best turn
	Often string   `json:"often,omitempty"` // the person from whom I had most points of a kind
	Again []Person `json:"again,omitempty"` // people at the table; In: for another game
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
	Token   string   `json:"token"`
	Kind    string   `json:"kind"` // pick, many, number, words, rows
	Text    string   `json:"text"`
	Notes   []string `json:"notes,omitempty"`
	Who     string   `json:"who,omitempty"` // the person who answers, in a row
	Options []Option `json:"options,omitempty"`
	Keys    []Option `json:"keys,omitempty"`  // in place of an answer, sent as a key
	Rows    []*Form  `json:"rows,omitempty"`  // of several people, for the scorekeeper
	Blank   bool     `json:"blank,omitempty"` // “-” or nothing may stand in place of an answer
	Max     int      `json:"max,omitempty"`   // letters of words
	Suggest string   `json:"suggest,omitempty"`
	Secret  bool     `json:"secret,omitempty"`
	In      bool     `json:"in,omitempty"`      // it is on the disk; it can be changed until the last one is
	Said    string   `json:"said,omitempty"`    // the answer that is in, for the phone that sent it
	Final   bool     `json:"final,omitempty"`   // “Sure?”
	Grid    bool     `json:"grid,omitempty"`    // of the names on the dealt card
	Fault   string   `json:"fault,omitempty"`   // why it is asked again
	Back    bool     `json:"back,omitempty"`    // “<” may be wanted
	Forward bool     `json:"forward,omitempty"` // “>” may be wanted: it is read back
	Of      string   `json:"of,omitempty"`      // stays while the token of a lead changes with the answers that are in
	Numbers
}

// Numbers has the bounds of a question that is answered with numbers, or of several options.
type Numbers struct {
	Lo     int    `json:"lo"`
	Hi     int    `json:"hi"`
	Least  int    `json:"least,omitempty"` // how many numbers
	Most   int    `json:"most,omitempty"`  // likewise; of a choice: how many options
	Cards  bool   `json:"cards,omitempty"` // the numbers are cards
	Barred []int  `json:"barred,omitempty"`
	Fold   bool   `json:"fold,omitempty"` // of a lead: everybody answers for themselves
	Hand   string `json:"hand,omitempty"` // of a secret that the laptop asks: to whom the phone goes first
}

// An Option is something to tap.
type Option struct {
	Line  string `json:"line"`
	Text  string `json:"text"`
	Why   string `json:"why,omitempty"` // it cannot be chosen
	Href  string `json:"href,omitempty"`
	Final bool   `json:"final,omitempty"` // “Sure?”
}

// A ClockDoc is the clock of the table. Its options are answered like any question; beside another question it has none.
type ClockDoc struct {
	Token   string   `json:"token,omitempty"`
	Text    string   `json:"text,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Still   string   `json:"still,omitempty"` // why it stands still, and how it starts
	Winds   []Option `json:"winds,omitempty"` // for the scorekeeper, as a want
	Left    int64    `json:"left"`            // milliseconds, when the document was sent
	Whole   int64    `json:"whole"`           // milliseconds of a clock that nobody has touched
	Runs    bool     `json:"runs,omitempty"`
	Options []Option `json:"options,omitempty"`

	ends int64 // in place of Left in the version of a clock that runs
}

// A CardDoc is the card that the program dealt to a person.
type CardDoc struct {
	Deal   string   `json:"deal"` // another one for another deal
	Text   string   `json:"text"`
	Places []string `json:"places,omitempty"`
}

// A Mark is somebody's letter on a color, by which people tell them.
type Mark struct {
	Letter string `json:"l"`
	Color  string `json:"c"`
	Ink    string `json:"ink"` // of the letter
}

// A Tile is a piece of a reveal, as it lay on the table. The sentences say as much.
type Tile struct {
	Face string   `json:"face"` // "": its owner's name
	Of   string   `json:"of,omitempty"`
	On   []string `json:"on,omitempty"`
	Note string   `json:"note,omitempty"`
	Last bool     `json:"last,omitempty"`
	Late bool     `json:"late,omitempty"` // that it lies there would tell
}

// A Reveal tells the last turn and its points. While it is fresh the board holds back the order and the totals that follow.
type Reveal struct {
	No    string   `json:"no"`   // another one for each thing that is revealed, in any game
	Told  []string `json:"told"` // one after the other
	Tiles []Tile   `json:"tiles,omitempty"`
	Takes int64    `json:"takes"` // milliseconds, until what follows from it is seen
	Gain  string   `json:"gain,omitempty"`
	Why   string   `json:"why,omitempty"`
	Fresh bool     `json:"fresh,omitempty"`
}

// A Board is how the game stands: the same for everybody.
type Board struct {
	Game  string   `json:"game,omitempty"`
	Where string   `json:"where,omitempty"` // the way that is left to the end, or the winners
	Rows  []Row    `json:"rows,omitempty"`  // leaders first
	Over  bool     `json:"over,omitempty"`
	Mark  int      `json:"mark,omitempty"`  // points that fill a bar
	Chart string   `json:"chart,omitempty"` // at the end: how it went, as a picture
	Most  []string `json:"most,omitempty"`  // likewise: since when the winner led, and the people who did most

	Link  string   `json:"-"` // where the result can be kept
	Told  []string `json:"-"` // the lines that the last turn told
	Tiles []Tile   `json:"-"` // the same, as it lay on the table
	Paid  bool     `json:"-"` // it paid points
	Was   []Row    `json:"-"` // how the game stood before it
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
	Away   bool     `json:"away,omitempty"`
	Was    int      `json:"was,omitempty"` // its place in the list before the last turn, from 1
	Had    int      `json:"had,omitempty"` // its points before
	Best   string   `json:"-"`             // its best turn; for those whose row it is
	Often  string   `json:"-"`             // the person from whom it had most points of a kind; likewise
	Total  []string `json:"-"`             // its points, piece by piece; for those whose row it is
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
