package phones

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A state is what a question does on a phone:
//
//	open ──▶ kept ──▶ kept      said on the phone, of a group; it may be changed
//	open ──▶ here ──▶ …         typed at the laptop; back unused, it is as it was
//	open ──▶ held ──▶ …         said while the table looks something up; handed over when it lies there again
//
// A question to one person alone is gone with the first answer, wherever that came from.
type state string

const (
	slipOpen state = "open"
	slipHere state = "here" // it is being answered at the laptop
	slipKept state = "kept" // it counts
	slipHeld state = "held" // the answer waits: for the table to come back, then for its verdict
)

// A slip is a question as it lies on the phones of a seat: of one person, or of whoever keeps the score.
type slip struct {
	no      string
	q       ask.Question // without what is not theirs to see
	seat    int
	state   state
	quiet   bool        // nobody may learn whether it is asked once more
	decides bool        // on what a phone asks for: nobody else is asked
	gave    *ask.Answer // what counts; nil: nothing, or what only is to be looked at
	line    string      // what counts, as it was said
	why     error       // why it was refused
}

// scorekeeper is the seat of who keeps the score.
const scorekeeper = -1

// said is an answer on its way from a phone to whoever asks.
type submission struct {
	no    string
	seat  int
	who   string
	line  string
	along string                                 // the ID of the question behind it that is answered along with it
	read  func(ask.Question) (ask.Answer, error) // of the question as it lies there now: a list may be shorter than the one that was seen
	reply chan error
}

// photo reports whether the answer is a picture, which comes another way.
func (s *slip) photo() bool { return s.seat != scorekeeper && ask.As[ask.Show](s.q).Pictures }

// covered returns a question as the phones of a seat may have it. An answer suggested to the laptop is nobody's on a
// phone of their own, but for one that was refused; the scorekeeper has it as it stands there, but for what one person alone may see. Either reads
// it in words for phones.
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

// reads returns how a form answers a question as it lies there: in place of an answer, whoever keeps the score may also
// go back, or to something else.
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

// lineOf returns what the fields of a form say together, as it would be typed: the buttons that were pressed or ticked, where “-” is no
// answer whatever else is; or what each of many gives and what follows; of a list how many of each, said last. What a field
// that was left empty gives fits nobody, and so those behind it are nobody else's.
func lineOf(form url.Values) string {
	if want := form.Get("want"); want != "" {
		return "|" + want // no answer: the scorekeeper goes back, or to something else
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

// together returns what several fields of one person say.
func together(fields []string) string {
	if slices.Contains(fields, "-") {
		return "-"
	}
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return f == "" }), "+"))
}

// keyLine is the key of that list for all answers in one line, which no phone has.
var keyLine = lang.Msg("phones.key-line", "l")

// WhoIsIn names the list of who is in, which is no question of the game.
const WhoIsIn = "phones.who-is-in"
