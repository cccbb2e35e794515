package scoring

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/setup"
)

// A Located is an event from a sheet with its place there.
type Located struct {
	Event
	At []string
}

var (
	badTime    = lang.Msg("scoring.bad-time", "“{it}” is not a date and time (RFC 3339): 2026-11-21T21:04:05-03:00, for example")
	isGameFile = lang.Msg("scoring.is-game-file", "this is a game file, and no score sheet: “tablemate shelf add” takes it")
	notPlaying = lang.Msg("scoring.not-playing", "false says that the game goes on, but by the rules it is over: write true, or leave this key out")
	noPlayer   = lang.Msg("scoring.no-player", "“{it}” is not at the table; at the table are: {names}")
	stranger   = lang.Plural("scoring.players", "{n} player: {game} is for {lo} to {hi}", "{n} players: {game} is for {lo} to {hi}")
)

// A Sheet is a score sheet that was read and played through.
type Sheet struct {
	Game   Game
	Table  setup.Table
	Events []Event   // the events for a log, with Playing only if it changed anything
	Played time.Time // zero if the sheet does not say
	State  State     // the state that the events lead to
}

// ReadSheet reads a whole score sheet of one of the games and plays it through. The error is a *Fault with the place in
// the sheet.
func ReadSheet(b []byte, games []Game) (Sheet, error) {
	o, err := sheet.Open(b)
	if err != nil {
		return Sheet{}, err
	}
	if !o.Has("game") && o.Has("id") {
		return Sheet{}, fault.New(isGameFile)
	}
	s := Sheet{Game: readGame(o, games)}
	if err := o.Err(); err != nil {
		return Sheet{}, err
	}
	events, err := s.read(o)
	if err != nil {
		return Sheet{Game: s.Game}, err
	}
	err = s.play(events)
	return s, err
}

// read reads everything but the game's name.
func (s *Sheet) read(o *sheet.Object) ([]Located, error) {
	laid, g := "", s.Game
	if it, ok := o.Maybe("setup"); ok {
		it.AnyObject()
		laid = it.JSON()
	}
	if it, ok := o.Maybe("played"); ok {
		text := it.Text()
		s.Played, ok = readTime(text)
		if !ok {
			it.Fail(badTime.With("it", text))
		}
	}
	names := Names(o.Get("players"), 0, sheet.MaxInt)
	if n := len(names); o.Err() == nil && (n < g.MinPlayers || n > g.MaxPlayers) {
		o.Get("players").Fail(stranger.With("n", n, "game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers))
	}
	over, given := o.Maybe("over")
	done := given && over.Bool()
	if err := o.Err(); err != nil {
		return nil, err
	}
	s.Table = setup.Table{Players: names, Origin: setup.AfterTheFact, Setup: laid}
	events := g.Read(o, &s.Table)
	o.Done()
	if err := o.Err(); err != nil {
		return nil, err
	}
	if given && done {
		events = append(events, Located{Stop{}, []string{"over"}})
	} else if given && !slices.ContainsFunc(events, func(e Located) bool { return e.Event == Playing{} }) {
		events = append(events, Located{Playing{}, []string{"over"}})
	}
	return events, nil
}

// play applies the events.
func (s *Sheet) play(events []Located) error {
	state, err := s.Game.New(s.Table)
	if err != nil {
		return err
	}
	for _, e := range events {
		next, err := s.Game.Apply(state, e.Event)
		if f, ok := err.(*Fault); ok {
			if (e.Event == Playing{}) {
				f = fault.New(notPlaying)
			}
			return f.Under(e.At...)
		} else if err != nil {
			return err
		}
		if e.Event != (Playing{}) || !reflect.DeepEqual(state, next) {
			s.Events = append(s.Events, e.Event)
		}
		state = next
	}
	s.State = state
	return nil
}

// rfc3339 is stricter than time.Parse (two digits everywhere, a point before fractions, offsets below a day) but also
// takes lower-case letters and leap seconds.
var rfc3339 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
}) // most runs read none

// readTime returns a time, and false if the text is not one.
func readTime(s string) (time.Time, bool) {
	m := rfc3339().FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false
	}
	const seconds = len("2026-11-21T21:04:")
	s, leap := strings.ToUpper(s), time.Duration(0)
	if m[3] == "60" {
		s, leap = s[:seconds]+"59"+s[seconds+2:], time.Second
	}
	t, err := time.Parse(time.RFC3339, s)
	return t.Add(leap), err == nil
}

// Names reads a list of lo to hi names, exactly as written.
func Names(it sheet.Item, lo, hi int) []string {
	var names []string
	for _, e := range it.List(lo, hi) {
		names = append(names, e.Text())
	}
	if it.Err() == nil {
		if f := setup.CheckNames(names); f != nil {
			it.Report(f)
		}
	}
	return names
}

// Find returns the index of a name, which must be one of names, written exactly so.
func Find(it sheet.Item, name string, names []string) int {
	if i := slices.Index(names, name); i >= 0 {
		return i
	}
	it.Fail(noPlayer.With("it", name, "names", lang.Names(names)))
	return 0
}

// Seat returns the seat of the name that an item holds.
func Seat(it sheet.Item, names []string) int {
	return Find(it, it.Text(), names)
}

// Seats returns the seats of the names in a list, in its order; the key may be missing.
func Seats(o *sheet.Object, key string, names []string) []int {
	it, there := o.Maybe(key)
	if !there {
		return nil
	}
	return SeatList(it, names)
}

// SeatList returns the seats of the names in a list, in its order.
func SeatList(it sheet.Item, names []string) []int {
	var out []int
	for _, who := range it.List(0, sheet.MaxInt) {
		out = append(out, Seat(who, names))
	}
	return out
}

// ByName reads an object whose keys are names. It returns the values by seat, with otherwise for a name that is no key.
func ByName[T any](it sheet.Item, names []string, otherwise T, read func(sheet.Field) T) []T {
	out := slices.Repeat([]T{otherwise}, len(names))
	for _, f := range it.Fields() {
		if seat, it := Find(f.Item, f.Key, names), read(f); f.Err() == nil {
			out[seat] = it
		}
	}
	return out
}

// WriteSheet returns the score sheet of a game: its table, its events, the state they lead to, and when it was played.
// Reading the sheet always gives the same result.
func (g Game) WriteSheet(t setup.Table, events []Event, s State, played time.Time, say func(lang.Text) string) ([]byte, error) {
	head := struct {
		Game    string   `json:"game"`
		Players []string `json:"players"`
		Played  string   `json:"played,omitempty"`
		Over    *bool    `json:"over,omitempty"`
	}{Game: g.ID, Players: t.Players}
	if !played.IsZero() {
		head.Played = played.Format(time.RFC3339)
	}
	stopped := slices.ContainsFunc(events, func(e Event) bool { _, closes := e.(interface{ Closes() }); return closes })
	if over := s.Result().Over; !over || stopped {
		head.Over = &over
	}
	parts := []any{head, s.Write(say)}
	if t.Setup != "" && t.Played() { // the game itself writes no setup then
		parts = append(parts, Ordered{{"setup", json.RawMessage(t.Setup)}})
	}
	return joined(parts)
}

// joined merges objects into one, indented.
func joined(objects []any) ([]byte, error) {
	var keys []string
	for _, it := range objects {
		own, err := compact(it)
		if err != nil {
			return nil, err
		}
		if own != "{}" {
			keys = append(keys, own[1:len(own)-1])
		}
	}
	var out bytes.Buffer
	if err := json.Indent(&out, []byte("{"+strings.Join(keys, ",")+"}"), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func compact(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSpace(b.String()), err
}
