package phones

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
)

// A state is what a question does on the phone of its person:
//
//	open ──▶ here ──▶ kept      typed at the laptop; back unused, it is open again
//	open ──▶ kept ──▶ kept      said on the phone, of a group; it may be changed
//	open ──▶ sent               said on the phone, to one person alone
//	open ──▶ held ──▶ …         said while the table looks something up; then handed over
type state string

const (
	slipOpen state = "open"
	slipHere state = "here" // it is being answered at the laptop
	slipSent state = "sent" // it was handed over
	slipKept state = "kept" // it counts
	slipHeld state = "held" // it waits for the table to come back
)

// A slip is a question as it lies open for one person, or for whoever keeps the score.
type slip struct {
	no    string
	q     ask.Question
	seat  int // scorekeeper: of whoever keeps the score
	state state
	quiet bool        // nobody may learn whether it is asked once more
	gave  *ask.Answer // what counts; nil: nothing, or what only is to be looked at
	line  string      // what was said, as it would be typed
	held  *said       // what was said while the table looked something up
	why   error       // why it was refused when it was delivered
}

// scorekeeper is the seat of who keeps the score.
const scorekeeper = -1

// said is an answer on its way from a phone to whoever asks.
type said struct {
	no    string
	seat  int
	who   string
	line  string
	read  func(ask.Question) (ask.Answer, error) // of the question as it lies there now: a list may be shorter than the one that was seen
	reply chan error
}

// key is who is asked what, whenever it is put.
func (s *slip) key() string { return s.q.ID + "|" + strconv.Itoa(s.seat) }

// photo reports whether the answer is a picture, which comes another way.
func (s *slip) photo() bool { return ask.As[ask.Show](s.q).Pictures }

// typed returns what a form says, as it would be typed.
func (s *slip) typed(form url.Values) string {
	if s.seat == scorekeeper {
		return leadLine(form) + "|" + form.Get("want")
	}
	return lineOf(form["line"])
}

// says reads a form: in place of an answer, whoever keeps the score may also go back, or to something else.
func (s *slip) says(form url.Values, v *voice) func(ask.Question) (ask.Answer, error) {
	if s.seat != scorekeeper {
		return func(q ask.Question) (ask.Answer, error) {
			q.Stands, q.Suggest = false, nil // an empty line is no answer here
			a, err := v.read(q, lineOf(form["line"]))
			a.By = s.seat
			return a, err
		}
	}
	return func(q ask.Question) (ask.Answer, error) {
		switch form.Get("want") {
		case "back":
			return ask.Answer{}, ask.ErrBack
		case "now":
			return ask.Answer{}, ask.ErrNow
		case "menu":
			return ask.Answer{}, &ask.Aside{}
		}
		return v.read(covered(q), leadLine(form))
	}
}

// covered returns a question of who keeps the score without what nobody else may see of it.
func covered(q ask.Question) ask.Question {
	if !q.Secret {
		return q
	}
	q.Suggest = nil
	if ask.Is[ask.Show](q.Shape) {
		q.Text, q.Notes, q.Todo = words["at-laptop"], nil, nil
	}
	return q
}

// leadLine is what the fields of who keeps the score say together, as it would be typed: a button of its
// own, or what each of many gives and what follows; of a list how many of each. What a field
// that was left empty gives fits nobody, and so those behind it are nobody else's.
func leadLine(form url.Values) string {
	if line, ok := form["line"]; ok {
		return strings.Join(line, "")
	}
	var all []string
	for k := 0; form.Has("line-" + strconv.Itoa(k)); k++ {
		all = append(all, cmp.Or(strings.TrimSpace(form.Get("line-"+strconv.Itoa(k))), "?"))
	}
	if plus := form.Get("plus"); plus != "" && plus != "0" {
		all = append(all, "+"+plus)
	}
	for _, field := range slices.Sorted(maps.Keys(form)) {
		if mark, ok := strings.CutPrefix(field, "many-"); ok {
			all = append(all, mark+"="+form.Get(field))
		}
	}
	return strings.Join(all, " ")
}

// lineOf is what the fields of a form say together; "-" is no answer, whatever else is ticked.
func lineOf(fields []string) string {
	if slices.Contains(fields, "-") {
		return "-"
	}
	return strings.Join(slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return f == "" }), "+")
}
