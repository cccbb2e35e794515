package phones

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A state is what happens to a question on a phone:
//
//	open ──▶ kept ──▶ kept      answered on the phone, in a group; may be changed
//	open ──▶ here ──▶ …         being typed at the laptop; unchanged if the laptop gives up
//	open ──▶ held ──▶ …         answered while the table looks something up; handed over when it is put again
//
// A question to one person alone goes away with its first answer, wherever that came from.
type state string

const (
	slipOpen state = "open"
	slipHere state = "here" // it is being answered at the laptop
	slipKept state = "kept" // its answer counts
	slipHeld state = "held" // its answer waits for the table to come back, and then for the verdict
)

// A slip is a question on the phones of one seat: those of one person, or those of the scorekeeper.
type slip struct {
	no      string
	q       ask.Question // without what that seat may not see
	seat    int
	state   state
	quiet   bool        // nobody may learn whether this person is asked again
	decides bool        // it decides on another phone's petition, which nobody else is asked about
	gave    *ask.Answer // the answer that counts; nil for none yet, or for something that is only looked at
	line    string      // the answer that counts, as it was sent
	why     error       // why the last answer was refused
}

// scorekeeper is the seat number of the scorekeeper.
const scorekeeper = -1

// A submission is an answer on its way from a phone to the asker.
type submission struct {
	no    string
	seat  int
	who   string
	line  string
	along string                                 // ID of the next question, if it is answered along with this one
	read  func(ask.Question) (ask.Answer, error) // reads the answer against the question as it is open now, whose list may have become shorter
	reply chan error
}

// photo reports whether the answer is a picture, which arrives in a form of its own.
func (s *slip) photo() bool { return s.seat != scorekeeper && ask.As[ask.Show](s.q).Pictures }

// covered returns a question as phones of a seat may see it, in the words for phones. A person's own phone does not see
// what the laptop suggests, unless that is an answer that was refused. The scorekeeper sees what the laptop shows,
// except what only one person may see.
func covered(q ask.Question, seat int) ask.Question {
	say := q.Phone.Text
	if seat != scorekeeper && !q.Phone.One.Empty() {
		say = q.Phone.One
	}
	if !say.Empty() {
		q.Text = say
	}
	q.Notes, q.Written, q.Phone.Notes = slices.Concat(q.Notes, q.Phone.Notes), nil, nil
	switch {
	case seat != scorekeeper:
		q.Stands = false
		if q.Fault == nil {
			q.Suggest = nil
		}
	case q.Secret:
		q.Suggest = nil
		if ask.Is[ask.Show](q.Shape) {
			q.Text, q.Notes, q.Todo, q.Keys = words["at-laptop"], nil, nil, nil
		}
	}
	return q
}

var (
	errGone = errors.New("phones: that was answered meanwhile")
	errBusy = errors.New("phones: the table is at something else")
	errHeld = errors.New("phones: kept until the table is back")
)

// reads returns a function that reads a form as the answer to a question. Instead of answering, the scorekeeper may
// also go back or ask for something else.
func (s *slip) reads(form url.Values, v *voice) func(ask.Question) (ask.Answer, error) {
	return func(q ask.Question) (ask.Answer, error) {
		if s.seat != scorekeeper {
			a, err := v.read(covered(q, s.seat), lineOf(form))
			a.By = s.seat
			return a, err
		}
		switch form.Get("want") {
		case "back":
			return ask.Answer{}, ask.ErrBack
		case "now":
			return ask.Answer{}, ask.ErrNow
		case "menu":
			return ask.Answer{}, &ask.Aside{}
		}
		return v.read(covered(q, s.seat), lineOf(form))
	}
}

// lineOf returns a form as the line that would be typed for it: pressed or ticked buttons, in which “-” overrides all
// others; or one answer for each of several people, and what follows them; or how many of each line of a list, where
// the last field counts. An empty field becomes a “?” that fits nobody, so that no answer moves to another person.
func lineOf(form url.Values) string {
	if want := form.Get("want"); want != "" {
		return "|" + want // no answer: the scorekeeper goes back or asks for something else
	}
	if fields, ok := form["line"]; ok {
		return together(fields)
	}
	var all []string
	for k := 0; form.Has("line-" + strconv.Itoa(k)); k++ {
		all = append(all, cmp.Or(together(form["line-"+strconv.Itoa(k)]), "?"))
	}
	for k := 0; form.Has("pair-" + strconv.Itoa(k)); k++ {
		if pair := strings.Join(form["pair-"+strconv.Itoa(k)], "x"); pair != "x" {
			all = append(all, pair)
		}
	}
	if form.Has("pair-0") && all == nil {
		return "0"
	}
	if plus := form.Get("plus"); plus != "" && plus != "0" {
		all = append(all, "+"+plus)
	}
	for _, field := range slices.Sorted(maps.Keys(form)) {
		if mark, ok := strings.CutPrefix(field, "many-"); ok {
			all = append(all, mark+"="+form[field][len(form[field])-1])
		}
	}
	return strings.Join(all, " ")
}

// together joins the fields of one person.
func together(fields []string) string {
	if slices.Contains(fields, "-") {
		return "-"
	}
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return f == "" }), "+"))
}

// keyLine is the key for all answers in one line, which no phone offers.
var keyLine = lang.Msg("phones.key-line", "l")

// WhoIsIn is the ID of the list of people who have answered. It belongs to no game.
const WhoIsIn = "phones.who-is-in"
