package scoring

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// A Sheet is a score sheet: a game, its table at the start, its events.
type Sheet struct {
	Game   Game
	Table  setup.Table
	Events []Event
	Played string // a time (RFC 3339), a day alone (2026-11-21), or ""
	Setup  *sheet.Value

	doc   sheet.Value
	state State
}

// The keys of a sheet that the engine reads for every game.
const (
	keyGame    = "game"
	keyPlayers = "players"
	keyTeams   = "teams"
	keySetup   = "setup"
	keyPlayed  = "played"
	keyOver    = "over"
	keyLeft    = "left"
	keyFile    = "game_file"
)

// ReadSheet reads a score sheet and plays it through. A fault has the path in the sheet.
func ReadSheet(find Find, data []byte) (Sheet, error) {
	doc, err := sheet.Parse(data)
	s := Sheet{doc: doc}
	if err != nil {
		return s, err
	}
	if _, is := doc.Key("id"); is {
		if _, is := doc.Key(keyGame); !is {
			return s, fault.New(lang.T("this is a game file, not a score sheet: “tablemate play” plays it"))
		}
	}
	var head struct {
		Game string `json:"game"`
	}
	if err := only(doc, keyGame).Read(&head); err != nil {
		return s, err
	}
	var file *sheet.Value
	if f, brought := doc.Key(keyFile); brought {
		file = &f
	}
	g, err := find(head.Game, file)
	if err != nil {
		return s, err
	}
	s.Game = g
	if err := s.readTable(); err != nil {
		return s, err
	}
	return s.play()
}

// only returns an object with some of its keys.
func only(doc sheet.Value, keys ...string) sheet.Value {
	return doc.Without(without(doc.Keys(), keys)...)
}

// readTable reads everything but the game's own part.
func (s *Sheet) readTable() error {
	var head struct {
		Players []Name       `json:"players"`
		Teams   []setup.Team `json:"teams,omitempty"`
		Setup   *sheet.Value `json:"setup,omitempty"`
		Played  string       `json:"played,omitempty"`
	}
	if err := only(s.doc, keyPlayers, keyTeams, keySetup, keyPlayed).Read(&head); err != nil {
		return err
	}
	if head.Setup != nil && head.Setup.Kind() != sheet.Object {
		return fault.New(lang.T("an object belongs here, not {it}").With("it", head.Setup.Found()), keySetup)
	}
	if _, there := s.doc.Key(keyPlayed); there {
		if _, _, ok := When(head.Played); !ok {
			return fault.New(lang.T("“{it}” is not a day, or a date and time (RFC 3339): 2026-11-21, or 2026-11-21T21:04:05-03:00").
				With("it", head.Played), keyPlayed)
		}
	}
	s.Table = setup.Table{Players: head.Players, Teams: head.Teams, Played: true}
	s.Setup, s.Played = head.Setup, head.Played
	return s.readChoices()
}

// When returns the time that a sheet's “played” says, by RFC 3339, which also takes small letters and leap seconds. Of a day
// alone it is noon, wherever the program runs.
func When(played string) (at time.Time, day, ok bool) {
	if at, err := time.ParseInLocation(time.DateOnly, played, time.Local); err == nil {
		return at.Add(12 * time.Hour), true, true
	}
	err := at.UnmarshalText([]byte(strings.Replace(strings.ToUpper(played), ":60", ":59", 1)))
	return at, false, err == nil
}

// readChoices reads the options of a sheet. All are read before any is refused: one, such as the mode, may decide whether
// another belongs there.
func (s *Sheet) readChoices() error {
	for _, o := range s.Game.Options {
		v, there := s.doc.Key(o.Sheet)
		if o.Sheet == "" || !there {
			continue
		}
		choice, err := readChoice(o, v, s.Table)
		if err != nil {
			return fault.Under(err, o.Sheet)
		}
		s.Table = s.Table.With(o.ID, choice)
	}
	for _, o := range s.Game.Options {
		if _, there := s.Table.Choices[o.ID]; there && !o.Loose && !o.Asked(s.Table) {
			return fault.New(lang.T("this key belongs to another way to play"), o.Sheet)
		}
	}
	if _, there := s.doc.Key(keyTeams); there && (s.Game.Teams == nil || !s.Game.Teams(s.Table)) {
		return fault.New(setup.NoTeams, keyTeams)
	}
	return nil
}

// readChoice reads one option: a number, true or false, or a word.
func readChoice(o setup.Option, v sheet.Value, t setup.Table) (string, error) {
	if o.Values == nil {
		var n int32
		err := v.Read(&n)
		return strconv.Itoa(int(n)), err
	}
	if yesNo(o, t) {
		var yes bool
		err := v.Read(&yes)
		return map[bool]string{true: setup.Yes, false: setup.No}[yes], err
	}
	var choice string
	return choice, v.Read(&choice)
}

// yesNo reports whether an option is true or false in a sheet.
func yesNo(o setup.Option, t setup.Table) bool {
	return o.Values != nil && slices.ContainsFunc(o.Values(t), func(v setup.Value) bool { return v.ID == setup.Yes })
}

// play reads the game's own part, and plays it.
func (s Sheet) play() (Sheet, error) {
	state, err := s.Game.Begin(s.Table)
	if err != nil {
		return s, err
	}
	placed, err := s.read()
	if err != nil {
		return s, err
	}
	for _, p := range placed {
		next, err := s.Game.Apply(state, p.Event)
		if _, goes := p.Event.(Playing); goes && fault.Is(err) {
			return s, fault.New(lang.T("false says that the game goes on, but by the rules it is over: write true, or leave this key out"), keyOver)
		}
		if err != nil {
			return s, fault.Under(err, p.At...)
		}
		s.Events, state = append(s.Events, p.Event), next
	}
	s.state = state
	return s, nil
}

// read returns the events of a sheet.
func (s Sheet) read() ([]Placed, error) {
	// The game's own part is read strictly, and would refuse the keys of the engine.
	engines := []string{keyGame, keyPlayers, keySetup, keyPlayed, keyOver, keyLeft}
	if s.Game.File != nil {
		engines = append(engines, keyFile)
	}
	if s.Game.Teams != nil {
		engines = append(engines, keyTeams)
	}
	for _, o := range s.Game.Options {
		if o.Sheet != "" {
			engines = append(engines, o.Sheet)
		}
	}
	paper := reflect.New(reflect.TypeOf(s.Game.Paper).Elem()).Interface()
	if err := s.doc.Without(engines...).Read(paper); err != nil {
		return nil, known(err, engines)
	}
	left, err := s.readLeft()
	if err != nil {
		return nil, err
	}
	var over *bool
	if v, said := s.doc.Key(keyOver); said {
		over = new(bool)
		if err := v.Read(over); err != nil {
			return nil, fault.Under(err, keyOver)
		}
	}
	placed, err := s.Game.Events(paper, s.Table, over)
	switch {
	case err != nil:
		return nil, err
	case over == nil:
	case *over:
		placed = append(placed, Placed{Stop{}, []string{keyOver}})
	default:
		placed = append(placed, Placed{Playing{}, []string{keyOver}})
	}
	return append(placed, left...), nil
}

// readLeft returns the event that names people without a rank.
func (s Sheet) readLeft() ([]Placed, error) {
	v, said := s.doc.Key(keyLeft)
	if !said {
		return nil, nil
	}
	var e Leavers
	if err := v.Read(&e.Left); err != nil {
		return nil, fault.Under(err, keyLeft)
	}
	return []Placed{{Event: e}}, nil
}

// known adds the engine's keys to a fault that lists the keys of a sheet.
func known(err error, engines []string) error {
	var f *fault.Fault
	if errors.As(err, &f) && len(f.At) == 1 && f.Known != nil {
		return sheet.Unknown(f.At[0], append(engines, f.Known...)...)
	}
	return err
}

// Listed returns events that stand under a key of a sheet, one after the other.
func Listed[E Event](key string, events []E) []Placed {
	all := make([]Placed, len(events))
	for i, e := range events {
		all[i] = Placed{e, []string{key, fault.Index(i)}}
	}
	return all
}

// Score returns the state after the last event of a sheet.
func (s Sheet) Score() (State, error) {
	if s.state != nil {
		return s.state, nil
	}
	state, err := s.Game.Begin(s.Table)
	if err != nil {
		return nil, err
	}
	return s.Game.Fold(state, s.Events)
}

// Write returns the score sheet as JSON on one line, such that reading and scoring it gives the same result. Rounds from
// before somebody came name that person as away, and everybody has their last name.
func (s Sheet) Write() ([]byte, error) {
	state, err := s.Score()
	if err != nil {
		return nil, err
	}
	// A sheet has one list of players: for newcomers the game is told as if they had been away from the start.
	paper := state
	if len(state.frame().Late) > 0 {
		paper, err = s.fromTheStart(state.frame())
		if err != nil {
			return nil, err
		}
	}
	all := state.frame().Table.Players
	own := sheet.Replace(paper.Paper(), func(a Absent) Absent { return Absent{among(all, a.Away), among(all, a.Midway)} })
	return merged(s.head(state), s.choices(state.frame().Table), own, s.foot(state))
}

// head returns the keys that every sheet begins with.
func (s Sheet) head(state State) any {
	t := state.frame().Table
	return struct {
		Game    string       `json:"game"`
		Players []Name       `json:"players"`
		Teams   []setup.Team `json:"teams,omitempty"`
	}{s.Game.ID, t.Players, t.Teams}
}

// choices returns the agreed options, by the keys of a sheet.
func (s Sheet) choices(t setup.Table) map[string]any {
	chosen := map[string]any{}
	for _, o := range s.Game.Options {
		choice, said := t.Choices[o.ID]
		n, err := strconv.Atoi(choice)
		switch {
		case o.Sheet == "" || !said || !o.Loose && !o.Asked(t):
		case o.Values == nil && err == nil:
			chosen[o.Sheet] = n
		case yesNo(o, t):
			chosen[o.Sheet] = choice == setup.Yes
		default:
			chosen[o.Sheet] = choice
		}
	}
	return chosen
}

// foot returns the keys that every sheet ends with.
func (s Sheet) foot(state State) any {
	foot := struct {
		Setup  *sheet.Value `json:"setup,omitempty"`
		Played string       `json:"played,omitempty"`
		Left   []Name       `json:"left,omitempty"`
		Over   *bool        `json:"over,omitempty"`
		File   *sheet.Value `json:"game_file,omitempty"`
	}{s.Setup, s.Played, state.frame().Unranked, nil, cmp.Or(s.Game.File, s.Game.Made(state))}
	if over := Over(state); !over || state.frame().Stopped {
		foot.Over = &over
	}
	return foot
}

// merged writes several objects as one.
func merged(objects ...any) ([]byte, error) {
	var keys [][]byte
	for _, o := range objects {
		doc, err := sheet.Write(o)
		if err != nil {
			return nil, err
		}
		if own := doc[1 : len(doc)-1]; len(own) > 0 {
			keys = append(keys, own)
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(keys, []byte(",")), []byte("}")), nil
}

// fromTheStart plays a game again at the table of its end, where newcomers are away until they came: a sheet has one list
// of players.
func (s Sheet) fromTheStart(last Frame) (State, error) {
	all, err := s.happened()
	if err != nil {
		return nil, err
	}
	state, err := s.Game.Begin(last.Table)
	if err != nil {
		return nil, err
	}
	for i, m := range all {
		f := state.frame()
		f.Away = without(last.Table.Players, m.There)
		f.Base = maps.Clone(last.Base)
		maps.Copy(f.Base, m.Base)
		state, err = s.Game.Apply(s.Game.put(state, f), m.Event)
		if err != nil {
			return nil, fault.Under(err, fault.Index(i))
		}
	}
	f := state.frame()
	f.Base = last.Base
	return s.Game.put(state, f), nil
}

// A happening is an event of a game, with the people who were there and the points that everybody had begun with by then.
type happening struct {
	Event
	There []Name
	Base  map[Row]int
}

// happened returns the events of a game but for changes of people, with everybody's last name.
func (s Sheet) happened() (all []happening, err error) {
	state, err := s.Game.Begin(s.Table)
	if err != nil {
		return nil, err
	}
	for _, e := range s.Events {
		f := state.frame()
		if p, is := e.(People); is {
			names, rows := renaming(f, p)
			all = renamed(all, names, rows)
		} else {
			all = append(all, happening{e, f.Present(), f.Base})
		}
		state, err = s.Game.Apply(state, e)
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
