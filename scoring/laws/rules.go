package laws

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Rules plays a file of rules. Its lines:
//
//	# Heading                        of the rulebook
//	A sentence                       begins a case: the rule in words
//	  table {players: [Ana, Bia]}    a table; of the lines under a heading, before the first case: for all of them
//	  slap {by: Ana, gives: Bia}     an event: its kind, and its JSON as YAML has it in one line ({} may be left out)
//	  refused gives: part of why     the event before is refused, with this path (. for none)
//	  pays Ana 1, Bia -1             what the event before paid, everybody else nothing
//	  points Ana 3                   how somebody stands
//	  why Ana: part of it            a reason that the event before paid somebody for, or its heading
//	  ranks Ana 1, Bia 2
//	  wins Ana, Bia                  the game is over; “wins -”: nobody wins, or not yet
//	  decided points                 how the contract calls it; “decided -”: not
//	  needs photo_vote Ana, Bia      what a tie lacks, and of whom
//	  going                          the game is not over
//	  reason, reading, step, missing, shows, tells: part of the text
//	  away Caio                      people event: from now on they are away
//
// A line may be followed by a blank and “// a comment”.
func Rules(t *testing.T, g scoring.Game, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rules{game: g}
	for i, line := range strings.Split(string(raw), "\n") {
		if err := r.line(line); err != nil {
			t.Errorf("%s:%d: %s: %v", path, i+1, r.name, err)
		}
	}
	if err := r.settle(); err != nil {
		t.Errorf("%s: %s: %v", path, r.name, err)
	}
}

// rules is a file being played.
type rules struct {
	game    scoring.Game
	heading string
	name    string
	usual   setup.Table // of a heading
	state   scoring.State
	before  scoring.State // the state before the last event
	event   scoring.Event
	refused error // why the last event was refused, until a line says that it had to be
}

func (r *rules) line(line string) error {
	line, _, _ = strings.Cut(line, " // ")
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		return nil
	case strings.HasPrefix(line, "#"):
		err := r.settle()
		r.heading, r.name, r.state, r.usual = text, text, nil, setup.Table{}
		return err
	case line[0] != ' ' && line[0] != '\t':
		return r.begin(text)
	}
	word, rest, _ := strings.Cut(text, " ")
	if word = strings.TrimSuffix(word, ":"); word == "refused" {
		return r.refusal(rest)
	}
	if err := r.settle(); err != nil {
		return err
	}
	if word == "table" {
		return r.table(rest)
	}
	if r.state == nil {
		return fmt.Errorf("no table")
	}
	return r.step(word, strings.TrimSpace(rest))
}

// begin begins a case at the table of the heading.
func (r *rules) begin(name string) (err error) {
	err = r.settle()
	r.name, r.state, r.event = name, nil, nil
	if len(r.usual.Players) > 0 && err == nil {
		r.state, err = r.game.Begin(r.usual)
	}
	return err
}

// settle returns the refusal that no line said had to be.
func (r *rules) settle() error {
	err := r.refused
	r.refused = nil
	return err
}

func (r *rules) table(text string) (err error) {
	var t setup.Table
	if err := flow(text).Read(&t); err != nil {
		return err
	}
	if r.name == r.heading {
		r.usual = t
	}
	r.state, r.refused = r.game.Begin(t)
	return nil
}

// flow reads YAML that stands in one line.
func flow(text string) sheet.Value {
	if text == "" {
		text = "{}"
	}
	doc, err := sheet.Parse([]byte("it: " + text))
	if err != nil {
		panic(err)
	}
	it, _ := doc.Key("it")
	return it
}

func (r *rules) refusal(text string) error {
	at, why, _ := strings.Cut(text, ":")
	if r.refused == nil {
		return fmt.Errorf("nothing was refused")
	}
	f, is := r.settle().(*fault.Fault)
	switch {
	case !is:
		return fmt.Errorf("%v is no fault", f)
	case f.Path() != strings.Trim(at, ".") || !strings.Contains(f.Say.String(), strings.TrimSpace(why)):
		return fmt.Errorf("refused with %q", f)
	}
	return nil
}

func (r *rules) step(word, rest string) error {
	result := r.game.Result(r.state)
	switch word {
	case "pays", "points", "ranks":
		return r.numbers(word, rest, result)
	case "why":
		return r.why(rest)
	case "going":
		return same(result.Over, false)
	case "wins":
		return same(lang.English.Say(lang.Only(lang.Names(result.Winners))), strings.Trim(rest, "-"))
	case "decided":
		return same(result.DecidedBy, strings.Trim(rest, "-"))
	case "needs":
		return same(fmt.Sprint(result.Needs, " ", strings.Trim(fmt.Sprint(result.Tied), "[]")), strings.ReplaceAll(rest, ",", ""))
	case "reason":
		return has(rest, result.Reason)
	case "reading":
		return has(rest, result.Readings...)
	case "step":
		return has(rest, result.Steps...)
	case "missing":
		return has(rest, result.Missing)
	case "shows":
		return has(rest, r.game.Show(r.state)...)
	case "hides":
		if has(rest, r.game.Show(r.state)...) == nil {
			return fmt.Errorf("%q is shown", rest)
		}
		return nil
	case "tells":
		return has(rest, r.game.Tell(r.before, r.event))
	case "away":
		var away []scoring.Name
		for n := range strings.SplitSeq(rest, ", ") {
			away = append(away, scoring.Name(n))
		}
		return r.apply(scoring.People{Players: scoring.FrameOf(r.state).Table.Players, Absent: scoring.Absent{Away: away}})
	}
	raw, err := sheet.Write(flow(rest))
	if err != nil {
		return err
	}
	e, err := Decode(r.game, word, raw)
	if errors.Is(err, scoring.ErrUnknown) {
		return fmt.Errorf("%q is neither a word of such a file nor a kind of event of the game", word)
	}
	if err != nil {
		r.refused = err
		return nil
	}
	return r.apply(e)
}

func (r *rules) apply(e scoring.Event) error {
	r.before, r.event = r.state, e
	s, err := r.game.Apply(r.state, e)
	if err == nil {
		r.state = s
	}
	r.refused = err
	return nil
}

// numbers compares what a line says of rows: “Ana 1, Bia -1”.
func (r *rules) numbers(word, rest string, result scoring.Result) error {
	said := map[scoring.Row]int{}
	for it := range strings.SplitSeq(rest, ", ") {
		cut := strings.LastIndex(it, " ")
		var n int
		if _, err := fmt.Sscan(it[cut+1:], &n); err != nil {
			return err
		}
		said[scoring.Row(it[:cut])] = n
	}
	for _, row := range result.Rows {
		got, want, told := 0, said[row], true
		switch word {
		case "pays":
			got = result.Points[row] - r.game.Result(r.before).Points[row]
		case "points":
			got = result.Points[row]
			_, told = said[row]
		case "ranks":
			got = result.Ranks[row]
			_, told = said[row]
		}
		if told && got != want {
			return fmt.Errorf("%s of %s: %d, not %d", word, row, got, want)
		}
		delete(said, row)
	}
	if len(said) > 0 {
		return fmt.Errorf("%v: nobody is called so", said)
	}
	return nil
}

// why looks for a reason among the lines that the last event paid.
func (r *rules) why(rest string) error {
	who, part, _ := strings.Cut(rest, ": ")
	var texts []lang.Text
	parts, old := scoring.FrameOf(r.state).Parts, scoring.FrameOf(r.before).Parts
	for i, p := range parts {
		lines := p.Lines
		if i < len(old) {
			lines = lines[len(old[i].Lines):]
		}
		for _, l := range lines {
			if string(l.Row) == who {
				texts = append(texts, l.Why, l.Where)
			}
		}
	}
	return has(part, texts...)
}

func has(part string, texts ...lang.Text) error {
	said := lang.English.All(texts)
	if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(strings.ReplaceAll(s, "\u00a0", " "), part) }) {
		return fmt.Errorf("%q is not in %q", part, said)
	}
	return nil
}

func same[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("%v, not %v", got, want)
	}
	return nil
}
