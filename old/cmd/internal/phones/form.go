package phones

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A slipView is a question as a form, for one person or for the scorekeeper.
type slipView struct {
	No, Text, Why string
	State         state // for the scorekeeper's question, it changes whenever the form does
	Lead          bool  // the scorekeeper is asked
	Notes         []string
	Who           string // whom it asks, if several people share the phone
	Cover         string // the words that cover it until they are tapped, if nobody else may see it
	Kind          string // show, card, photo, choose, several, many, number, words, pairs, rows; "" if there is no form
	Choices       []choice
	Keys          []choice  // instead of an answer
	Phoned        []choice  // people with a phone, for whom the scorekeeper may answer
	Rows          []rowView // one for each person, or for each line of a list
	Lo, Hi        int
	Blank         string // what no answer is called; "" if there has to be one
	Hint          string // how many may be chosen
	Along         string // label of a switch beside the answer
	Tools         string // number for going back or asking for something else; "" if that is not offered
	Value         string // the suggested or current answer, as it is typed; the secret to look at; the photo that was given
	Gave          string // the current answer, in words
	Stays         bool   // an empty answer leaves what stands
	Quick         bool   // hands fly, so the buttons are as large as possible
}

type choice struct {
	Value, Text string
	Photo       string // id of its picture, if it has one
	Given       bool   // it is the current answer
	Dim         bool   // it cannot be picked now; picking it tells why
	On          bool   // it is suggested
}

// A rowView is one person's part of a line, or one line of a list.
type rowView struct {
	Name, Field, Value string
	Choices            []choice // none for a number
	Several            bool     // more than one may be chosen
	Kind               string   // words, or else a number …
	Lo, Hi             int      // … from Lo to Hi, which is shown unless it is 0
	Must               bool     // it may not be empty
}

// long is how many letters fit on a button in a column.
const long = 14

// Wide reports whether the buttons have to be wide. If hands fly, only the long ones are, unless half of them are long,
// as in a menu.
func (p slipView) Wide() bool {
	all := 0
	for _, c := range p.Choices {
		if c.long() {
			all++
		}
	}
	return all > 0 && (!p.Quick || 2*all >= len(p.Choices))
}

func (c choice) long() bool { return c.Photo == "" && utf8.RuneCountInString(c.Text) > long }

// Typed reports whether the form has anything but buttons that answer at once.
func (p slipView) Typed() bool { return p.Kind != "" && p.Kind != "choose" }

// Buttons reports whether the form has buttons that answer at once.
func (p slipView) Buttons() bool {
	return len(p.Choices) > 0 && p.Kind != "several" && p.Kind != "words"
}

// Class returns the style of a button. If the scorekeeper has a suggestion, nothing else stands out.
func (p slipView) Class(c choice) (class string) {
	switch {
	case c.Given:
		class = "given"
	case c.Dim:
		class = "quiet dim"
	case p.Lead && !c.On && slices.ContainsFunc(p.Choices, func(c choice) bool { return c.On }):
		class = "quiet"
	}
	if !p.Wide() && c.long() {
		class += " long"
	}
	return class
}

// Line returns the form's field to type in.
func (p slipView) Line() rowView {
	return rowView{Name: cmp.Or(p.Who, p.Text), Field: "line", Value: p.Value, Kind: p.Kind, Lo: p.Lo, Hi: p.Hi, Must: p.Kind == "number" && !p.Lead}
}

// refill puts what was typed back into a form whose answer was refused.
func (p *slipView) refill(form url.Values) {
	if p.Kind == "number" || p.Kind == "words" {
		p.Value = together(form["line"])
	}
	for i, row := range p.Rows {
		fields := form[row.Field]
		p.Rows[i].Value = together(fields)
		for k := range row.Choices {
			row.Choices[k].On = slices.Contains(fields, row.Choices[k].Value)
			if p.Kind == "pairs" && k < len(fields) {
				row.Choices[k].Value = fields[k]
			}
		}
	}
}

// KeyNo returns the number to send a key with. The scorekeeper's keys belong to the table's question.
func (p slipView) KeyNo() string { return cmp.Or(p.Tools, p.No) }

var (
	exactly = lang.Plural("phones.exactly", "Choose one.", "Choose {n}.")
	rowEach = lang.Msg("phones.row-each", "A row for each: {one} × {other}.")
	addUp   = lang.Msg("phones.add-up", "{of} in all: a field that is left empty gets the rest.")
	upTo    = lang.Plural("phones.up-to", "Choose one.", "Choose one, or up to {n}.")
)

// slip returns a question as a form, with its answers in whole words.
func (v *voice) slip(s *slip) *slipView {
	q := v.said(s.q).Fitted()
	p := &slipView{
		No: s.no, Text: q.Text.Other, Notes: v.says(slices.Concat(s.q.Todo, s.q.Notes)), State: s.state,
		Lead: s.seat == scorekeeper && !s.decides, Stays: s.q.Stands, Quick: ask.As[ask.Pick](s.q).Quick, Along: v.say(s.q.Phone.Along.Text),
	}
	if s.why != nil {
		p.Why = v.aloud(s.why)
	}
	if q.Suggest != nil {
		p.Value = written(q, *q.Suggest)
	}
	v.shape(p, s, q)
	if p.Lead || !ask.Is[ask.Each](q.Shape) {
		for _, k := range q.Keys {
			p.Keys = append(p.Keys, choice{Value: k.Letter, Text: v.say(k.Text)})
		}
	}
	if s.state == slipKept && s.gave != nil {
		v.showGiven(p, q, *s.gave)
	}
	if p.Lead {
		p.Tools = p.No
		sum := fnv.New32()
		fmt.Fprintf(sum, "%+v", *p)
		p.State = state("lead" + strconv.FormatUint(uint64(sum.Sum32()), 36))
	}
	return p
}

// ofSeveral says whom the question asks, on a phone of several people. A secret is covered.
func (p *slipView) ofSeveral(v *voice, q ask.Question, who string) {
	p.Who = who
	if q.Secret {
		p.Cover = v.say(words["hand"].With("who", who))
	}
	if p.Kind == "card" || !names(p.Text, who) {
		p.Text = who + ": " + p.Text
	}
}

// names reports whether a text says a name. Case does not matter, since a name at the beginning gets a capital.
func names(text, who string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(who))
}

// shape fills in what the question's shape needs.
func (v *voice) shape(p *slipView, s *slip, q ask.Question) {
	switch shape := q.Shape.(type) {
	case ask.Show:
		v.show(p, s)
	case ask.Pick:
		best := p.Value
		if n := q.Phone.Best; n > 0 {
			best = q.List().Mark(n - 1)
		}
		list := q.List()
		if q.ID == WhoIsIn || len(list.Options)+len(list.Barred) > mostShown { // the marks show who is in
			list.Barred = nil
		}
		p.Kind, p.Choices = "choose", suggest(rows(list, shape.Album), best)
	case ask.Many:
		p.Kind, p.Rows = "many", copies(shape, q)
	case ask.Each:
		if len(q.People) == 1 {
			v.each(p, q, shape)
		} else {
			v.line(p, q, shape)
		}
	case ask.Number:
		p.Kind, p.Lo, p.Hi = "number", shape.Lo, shape.Hi
		if shape.Hi-shape.Lo < mostButtons {
			p.Kind, p.Choices = "choose", numbers(max(shape.Lo, shape.Least), shape.Hi, nil)
			if shape.Least > 0 {
				p.Choices = append(p.Choices, choice{Value: "0", Text: v.say(shape.Zero)})
			}
			suggest(p.Choices, p.Value)
		}
	default:
		p.Kind = "words"
		if pair := q.Phone.Pair; pair != nil {
			p.Kind, p.Hint, p.Rows = "pairs", v.say(rowEach.With("one", pair[0], "other", pair[1])), pairs(v.says(pair), p.Value)
		}
		for _, name := range q.Phone.Known {
			p.Choices = append(p.Choices, choice{Text: name, On: slices.Contains(strings.Split(p.Value, ", "), name)})
		}
	}
}

// show fills in what is to be read, looked at, or answered with a photo.
func (v *voice) show(p *slipView, s *slip) {
	switch {
	case s.seat == scorekeeper && s.q.Secret: // it is shown at the laptop only
	case s.photo():
		p.Kind, p.Value, p.Text = "photo", s.line, v.say(words["your-photo"])
	case s.q.Secret:
		p.Kind, p.Value, p.Text = "card", p.Text, v.say(words["card"])
	default:
		p.Kind = "show"
	}
}

// showGiven tells the current answer, and marks it among the choices.
func (v *voice) showGiven(p *slipView, q ask.Question, a ask.Answer) {
	var gave []string
	for _, value := range values(q, a) {
		text := value
		if value == "-" {
			text = p.Blank
		}
		for i := range p.Choices {
			if c := &p.Choices[i]; c.Value == value {
				c.Given, text = true, c.Text
			}
		}
		gave = append(gave, text)
	}
	p.Gave = strings.Join(gave, ", ")
	if p.Kind == "pairs" {
		p.Gave, p.Rows = strings.ReplaceAll(p.Gave, "x", "×"), pairs(v.says(q.Phone.Pair), p.Gave)
	}
	if a.Key == "" && p.Gave != p.Blank && (p.Kind == "number" || p.Kind == "words") {
		p.Value = p.Gave
	}
}

// written returns an answer as it stands in a field. Letters for 10, 11 and 12 are only for keyboards.
func written(q ask.Question, a ask.Answer) string {
	if ask.Is[ask.Each](q.Shape) && a.Typed == nil && len(q.People) == 1 {
		return strings.Join(values(q, a), "+")
	}
	return q.Write(a)
}

// values returns one person's answer as the values of buttons.
func values(q ask.Question, a ask.Answer) (out []string) {
	switch {
	case a.Key != "" || ask.Is[ask.Words](q.Shape):
		return []string{a.Key + a.Text}
	case len(a.Values) > 0 && len(a.Values[0]) == 0:
		return []string{"-"}
	case len(a.Values) == 0:
		return nil
	}
	for _, n := range a.Values[0] {
		value := strconv.Itoa(n)
		if list := q.List(); len(list.Options) > 0 {
			value = list.Mark(n)
		}
		out = append(out, value)
	}
	return out
}

// mostShown is the length up to which a list also shows what cannot be picked. Nobody misses that in a longer one.
const mostShown = 13

// rows returns the lines of a list in order, with those that cannot be picked now.
func rows(list ask.List, album []string) []choice {
	var out []choice
	for i := 0; i <= len(list.Options); i++ {
		for _, b := range list.Barred {
			if b.Before == i {
				out = append(out, choice{Value: b.Mark.Other, Text: b.Text.Other, Dim: true})
			}
		}
		if i == len(list.Options) {
			break
		}
		one := choice{Value: list.Mark(i), Text: list.Options[i].Other}
		if i < len(album) {
			one.Photo = album[i]
		}
		out = append(out, one)
	}
	return out
}

// copies returns the lines of a list from which any may be taken, some more than once.
func copies(many ask.Many, q ask.Question) []rowView {
	var out []rowView
	for i, o := range many.Options {
		now := 0
		if q.Suggest != nil && q.Suggest.Key == "" {
			now = q.Suggest.Values[0][i]
		}
		all := suggest(numbers(0, max(1, many.Most), nil), strconv.Itoa(now))
		if many.Most <= 1 { // a tick
			all = all[1:]
		}
		out = append(out, rowView{Name: o.Other, Field: "many-" + q.List().Mark(i), Choices: all, Several: many.Most <= 1})
	}
	return out
}

// mostPairs is how many pairs a line may have.
const mostPairs = 20

// pairs returns a row of two fields for each pair that a line may have, filled from line.
func pairs(names []string, line string) (rows []rowView) {
	had := strings.FieldsFunc(line, func(r rune) bool { return r < '0' || r > '9' })
	if len(had) == 1 { // a single 0 says that there are none
		had = nil
	}
	had = append(had, make([]string, 2*mostPairs)...)
	for k := range mostPairs {
		rows = append(rows, rowView{Field: "pair-" + strconv.Itoa(k), Choices: []choice{{Text: names[0], Value: had[2*k]}, {Text: names[1], Value: had[2*k+1]}}})
	}
	return rows
}

// numbers returns buttons from lo to hi, dim where barred.
func numbers(lo, hi int, barred []ask.Barred) (out []choice) {
	for n := lo; n <= hi; n++ {
		s := strconv.Itoa(n)
		out = append(out, choice{Value: s, Text: s, Dim: slices.ContainsFunc(barred, func(b ask.Barred) bool { return b.Mark.Other == s })})
	}
	return out
}

// mostButtons is how many numbers get buttons; more get a field.
const mostButtons = 16

// each fills in one person's part of a line.
func (v *voice) each(p *slipView, q ask.Question, each ask.Each) {
	p.Kind, p.Lo, p.Hi = "choose", each.Lo, each.Hi
	p.Choices = v.answers(q, each, p.Value)
	switch {
	case p.Choices == nil:
		p.Kind = "number"
	case each.Most > 1 && each.Least == each.Most:
		p.Kind, p.Hint = "several", v.say(exactly.With("n", each.Most))
	case each.Most > 1:
		p.Kind, p.Hint = "several", v.say(upTo.With("n", each.Most))
	}
	switch {
	case !each.Blank:
	case each.Nothing.Empty():
		p.Blank = v.say(words["none"])
	default:
		p.Blank = v.say(each.Nothing)
	}
}

// answers returns the choices for one person's part, or nil if there are too many numbers. suggested is written as it
// is typed.
func (v *voice) answers(q ask.Question, each ask.Each, suggested string) (out []choice) {
	switch {
	case len(each.Options) > 0:
		out = rows(ask.List{Options: each.Options, Marks: each.Marks}, each.Album)
		if each.Own && len(q.Names) == 1 {
			out = slices.DeleteFunc(out, func(c choice) bool { return c.Text == q.Names[0] })
		}
	case each.Lo == 0 && each.Hi == 1:
		out = []choice{{Value: "1", Text: v.say(words["yes"])}, {Value: "0", Text: v.say(words["no"])}}
	case each.Hi-each.Lo < mostButtons:
		out = numbers(each.Lo, each.Hi, each.Barred)
	}
	if each.Most > 1 {
		return suggest(out, strings.Split(suggested, "+")...)
	}
	return suggest(out, suggested)
}

// suggest marks the suggested choices, by how they are typed.
func suggest(all []choice, typed ...string) []choice {
	for i := range all {
		all[i].On = slices.Contains(typed, all[i].Value)
	}
	return all
}

// line fills in a row for each person, and what may follow the line.
func (v *voice) line(p *slipView, q ask.Question, each ask.Each) {
	p.Kind = "rows"
	if each.Sum != nil {
		p.Hint = v.say(addUp.With("of", each.All()))
	}
	plus := 0
	for k, name := range q.Names {
		one := rowView{Name: name, Field: "line-" + strconv.Itoa(k), Several: each.Most > 1, Lo: each.Lo}
		if q.Suggest != nil && q.Suggest.Key == "" { // else a letter stands there in place of a line
			plus = q.Suggest.Plus
			one.Value = written(q.To(k), q.Suggest.Of(k))
		}
		one.Choices = v.answers(q, each, one.Value)
		if one.Choices != nil && each.Blank {
			one.Choices = append(one.Choices, choice{Value: "-", Text: "–", On: one.Value == "-"})
		}
		p.Rows = append(p.Rows, one)
	}
	if each.Plus > 0 && !each.NoPlus.Empty() {
		p.Rows = append(p.Rows, rowView{Field: "plus", Choices: v.plus(each, plus)})
	}
}

// plus returns what may follow a line: nothing, one, or how many.
func (v *voice) plus(each ask.Each, now int) []choice {
	out := suggest(numbers(0, each.Plus, nil), strconv.Itoa(now))
	out[0].Text, out[1].Text = v.say(each.NoPlus), v.say(each.OnePlus)
	return out
}
