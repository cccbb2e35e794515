package play

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

var (
	aRow        = lang.Msg("play.row", "{game} · {names} · {how} · {when}")
	settingUp   = lang.Msg("play.setting-up", "being set up")
	notBegun    = lang.Msg("play.not-begun", "not begun yet")
	scoredParts = lang.Msg("play.scored-parts", "{n} scored")
	halfDone    = lang.Msg("play.half-done", "{how}, a correction is not finished")
	isDamaged   = lang.Msg("play.is-damaged", "cannot be read")
	wonBy       = lang.Plural("play.won-by", "won by {names} with {n} point", "won by {names} with {n} points")
	wonTogether = lang.Msg("play.won-together", "won by {names}")
	wonByNobody = lang.Msg("play.won-by-nobody", "over, nobody won")
	since       = lang.Msg("play.since", "since {when}")
	took        = lang.Plural("play.took", "{when}, {n} minute", "{when}, {n} minutes")
	nobodyYet   = lang.Msg("play.nobody-yet", "nobody yet")
	isToday     = lang.Msg("play.is-today", "today at {time}")
	dayUnknown  = lang.Msg("play.day-unknown", "day unknown")
)

// An entry is what a list says of a kept game.
type entry struct {
	store.Game
	name    lang.Text // of the game that is played
	tags    []lang.Text
	people  []string
	how     lang.Text // how far it is, or who won
	over    bool
	winners []string
}

func (w Setting) entry(g store.Game) entry {
	e := entry{Game: g, name: scoring.GameName(w.Games, seen(g.Kind)), people: g.People, how: settingUp, over: !g.Finished.IsZero()}
	if len(e.people) == 0 {
		e.people = w.named(g.ID)
	}
	if len(e.people) > 0 {
		e.how = notBegun
	}
	switch s, err := session.Open(w.Store, w.Games, g.ID, w.Now, w.Random); {
	case err != nil:
		e.how = isDamaged
	case s.Log.State() != nil:
		t, _ := s.Log.Table()
		r := s.Log.State().Result()
		e.name, e.people, e.how, e.tags = s.Log.Game().Title(t), t.Players, howFar(s.Log.Game(), s.Log.State()), setup.Tags(s.Log.Game().Options, t)
		e.over, e.winners = r.Over, setup.Named(r.Rows, r.Winners)
		if _, half := s.Drafts.Unfinished(); half {
			e.how = halfDone.With("how", e.how)
		}
	}
	return e.printable()
}

// printable is an entry of which nothing is printed but what can be seen: what a damaged file says may be anything.
func (e entry) printable() entry {
	e.ID, e.people = seen(e.ID), slices.Clone(e.people)
	for k, name := range e.people {
		e.people[k] = seen(name)
	}
	return e
}

// seen is a text as it is, or, where it holds what cannot be seen, in quotes with what that is.
func seen(text string) string {
	if strings.ContainsFunc(text, lang.IsControl) || !utf8.ValidString(text) {
		return strconv.Quote(text)
	}
	return text
}

// Row is a kept game in one line: which, who, how far or who won, the day, and how long it took.
func (w Setting) Row(g store.Game) lang.Text {
	e, names := w.entry(g), nobodyYet
	if len(e.people) > 0 {
		names = lang.Literal("{l}").With("l", lang.Names(e.people))
	}
	return aRow.With("game", e.mode(), "names", names, "how", e.how, "when", w.day(g))
}

// Heading is which game a kept one is, and its day.
func (w Setting) Heading(g store.Game) lang.Text {
	return lang.Literal("{game} · {when}").With("game", w.entry(g).mode(), "when", w.day(g))
}

// mode is the game that is played, and how.
func (e entry) mode() lang.Text { return setup.Tagged(e.name, e.tags) }

// day is when a game was played, and how long it took.
func (w Setting) day(g store.Game) lang.Text {
	when := since.With("when", w.when(g.Started.Local()))
	if !g.Finished.IsZero() {
		when = lang.Literal(w.when(g.Finished.Local()))
		if w.today(g.Finished.Local()) {
			when = isToday.With("time", when)
		}
	}
	if n := minutes(g); n > 0 {
		when = took.With("when", when, "n", n)
	}
	if g.Started.IsZero() {
		when = dayUnknown
	}
	return when
}

// oneSitting is how long a game may take in one go; what takes longer was left and taken up again.
const oneSitting = 12 * time.Hour

// minutes are how long a finished game took; 0 where that says nothing.
func minutes(g store.Game) int {
	took := g.Finished.Sub(g.Started)
	if g.Finished.IsZero() || took > oneSitting {
		return 0
	}
	return int(took.Round(time.Minute).Minutes())
}

// named are the people who were named at a table that is not settled yet.
func (w Setting) named(id string) []string {
	slots, _ := w.Store.Drafts(id) // what cannot be read names nobody
	for _, slot := range slots {
		kept, err := w.Store.Draft(id, slot)
		if err != nil {
			continue
		}
		told, err := session.Told(kept.Body)
		if err != nil {
			continue
		}
		for _, answered := range told.Entries {
			if answered.ID == asksWho {
				return strings.Split(answered.Answer.Text, ", ") // as the book of names writes them
			}
		}
	}
	return nil
}

// howFar is who won, or where a game is as the game says it.
func howFar(g scoring.Game, s scoring.State) lang.Text {
	r := s.Result()
	if r.Over && r.Needs == "" {
		return winners(r)
	}
	if g.Where != nil {
		if where := g.Where(s); !where.Empty() && where.ID != scoring.SettingUp.ID {
			return where
		}
	}
	if n := len(r.Parts); n > 0 {
		return scoredParts.With("n", n)
	}
	return notBegun
}

// winners is who won, with how many points where they have the same.
func winners(r scoring.Result) lang.Text {
	if len(r.Winners) == 0 {
		return wonByNobody
	}
	who := scoring.Whos(r.Rows, r.Winners)
	for _, row := range r.Winners {
		if r.Points[row] != r.Points[r.Winners[0]] {
			return wonTogether.With("names", who)
		}
	}
	return wonBy.With("names", who, "n", r.Points[r.Winners[0]])
}

// when writes a day and a time as the voice's language does; of today, the time alone.
func (w Setting) when(t time.Time) string {
	if w.today(t) {
		return t.Format("15:04")
	}
	return w.Voice.DayAndTime(t)
}

// today reports whether a time is one of today.
func (w Setting) today(t time.Time) bool {
	return t.Format(time.DateOnly) == w.Now().Local().Format(time.DateOnly)
}
