package history

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

var (
	ofGames    = lang.Plural("history.of-games", "{who}: {n} game since {since}", "{who}: {n} games since {since}")
	ofWon      = lang.Plural("history.of-won", "{n} won, {rate} (likely between {low} and {high})", "{n} won, {rate} (likely between {low} and {high})")
	longestRun = lang.Plural("history.longest", "Longest run of victories: {n} game", "Longest run of victories: {n} games")
	runsNow    = lang.Plural("history.runs-now", "the last {n} game was won", "the last {n} games were won")
	overTime   = lang.Msg("history.over-time", "Victories over time, a sign for {n} games: {line}")
	spokenTime = lang.Plural("history.spoken-time", "Victories in every game, from the first on: {line}", "Victories in every {n} games, from the first on: {line}")
	playedTo   = lang.Plural("history.played-alone", "{n} game was played alone, and counts by itself.", "{n} games were played alone, and count by themselves.")
	onlyAlone  = lang.Plural("history.only-alone", "{who}: {n} game since {since}, played alone.", "{who}: {n} games since {since}, all played alone.")
	byOneself  = lang.Msg("history.by-oneself", "alone")
	noGames    = lang.Msg("history.no-games", "{who}: no finished game.")
	byGame     = lang.Msg("history.by-game", "Game")
	headPlayed = lang.Msg("history.played", "Played")
	victories  = lang.Msg("history.victories", "Won")
	rateOf     = lang.Msg("history.rate", "Rate")
	likely     = lang.Msg("history.likely", "Likely")
	best       = lang.Msg("history.best", "Best")
	mean       = lang.Msg("history.mean", "Mean")
	rivals     = lang.Msg("history.rivals", "Rival")
	ahead      = lang.Msg("history.ahead", "Ahead")
	headLevel  = lang.Msg("history.head-level", "Level")
	behind     = lang.Msg("history.behind", "Behind")
	inTeam     = lang.Plural("history.in-team", "In a team with {who}: {won} of {n} game", "In a team with {who}: {won} of {n} games")
	others     = lang.Plural("history.others", "and {n} more", "and {n} more")
	person     = lang.Msg("history.person", "Name")
	lastDay    = lang.Msg("history.last-day", "Last played")
	gamesOf    = lang.Msg("history.games-of", "Games")
	colorOf    = lang.Msg("history.color-of", "Color")
	nobodyYet  = lang.Msg("history.nobody-yet", "Nobody has played yet.")
	partOf     = lang.Msg("history.part-of", "{what}: {n} of {of}, {rate} (likely {low} to {high})")
	meanOf     = lang.Msg("history.mean-of", "{what}: {mean} ({n} in {of})")
	counted    = lang.Msg("history.counted", "{what}: {n}")
	percent    = lang.Msg("history.percent", "{n}%")
	bounds     = lang.Msg("history.bounds", "{low}–{high}%")
)

// none is a share of nothing.
const none = "–"

// mostRivals are named in a table; all of them in other formats.
const mostRivals = 12

// Stats prints how somebody plays.
func (p Printer) Stats(s Stats, f table.Format) error {
	switch f {
	case table.JSON:
		return p.JSON(p.value(s))
	case table.CSV, table.Markdown:
		return p.List(p.flat(s), f)
	}
	switch {
	case len(s.Kinds) == 0:
		p.say(noGames.With("who", s.Name))
		return nil
	case s.Won.Of == 0:
		p.say(onlyAlone.With("who", s.Name, "n", s.Alone, "since", p.day(s.First)))
	default:
		low, high := s.Won.Sure()
		p.say(ofGames.With("who", s.Name, "n", s.Won.Of, "since", p.day(s.First)))
		p.say(ofWon.With("n", s.Won.N, "rate", p.rate(s.Won.Rate()), "low", p.rate(low), "high", p.rate(high)))
		p.runs(s)
		if s.Alone > 0 {
			p.say(playedTo.With("n", s.Alone))
		}
	}
	fmt.Fprintln(p.Out)
	if err := p.List(p.kinds(s), f); err != nil {
		return err
	}
	p.tallies(s)
	return p.pairs(s)
}

// Everybody prints how all play, a line each, in the order given.
func (p Printer) Everybody(all []Stats, f table.Format) error {
	if f == table.JSON {
		out := make([]statsJSON, len(all))
		for i, s := range all {
			out[i] = p.value(s)
		}
		return p.JSON(out)
	}
	c := []table.Column{{Head: person}, {Head: headPlayed}, {Head: victories}, {Head: rateOf}, {Head: likely, Spare: 2}, {Head: lastDay, Spare: 1}, {Spare: 3}}
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
		won, rate, sure, cells := p.won(s.Won)
		add(c, s.Name, s.Won.Of, won, rate, sure, p.day(s.Last), cells)
	}
	c[0].Marks = color.Own(names, p.Kept)
	if f != table.Table {
		c = c[:len(c)-1]
	}
	return p.List(c, f)
}

// Persons prints who ever played, who is written in several ways once: as they were last.
func (p Printer) Persons(all []store.Person, f table.Format) error {
	all = joined(all)
	if f == table.JSON {
		out := []personJSON{}
		for _, x := range all {
			out = append(out, personJSON{x.Name, x.Games, x.Last.Local().Format(time.RFC3339), p.Kept[x.Name]})
		}
		return p.JSON(out)
	}
	if len(all) == 0 && f == table.Table {
		p.say(nobodyYet)
		return nil
	}
	c := []table.Column{{Head: person}, {Head: gamesOf}, {Head: lastDay, Spare: 1}, {Head: colorOf, Spare: 2}}
	for _, x := range all {
		its := ""
		if n := color.Named(p.Kept[x.Name], p.Voice); n >= 0 {
			its = p.Voice.Say(color.All[n].Name)
		}
		add(c, x.Name, x.Games, p.day(x.Last), its)
	}
	c[0].Marks = color.Own(c[0].Cells, p.Kept)
	return p.List(c, f)
}

// joined are people of whom each stands there once; those who played last come first.
func joined(all []store.Person) []store.Person {
	var out []store.Person
	met, at := people{}, map[string]int{}
	for _, x := range all {
		who := met.who(x.Name)
		if k, again := at[who]; again {
			out[k].Games += x.Games
			continue
		}
		at[who], out = len(out), append(out, x)
	}
	return out
}

func (p Printer) runs(s Stats) {
	if s.Run > 1 {
		say := longestRun.With("n", s.Run)
		if s.Now > 1 {
			say = lang.Literal("{run}; {now}").With("run", say, "now", runsNow.With("n", s.Now))
		}
		p.say(say)
	}
	if len(s.Form) > 0 {
		say, line := overTime, spark(s.Form, s.Piece)
		if p.Voice.Aloud {
			say, line = spokenTime, strings.ReplaceAll(strings.Trim(fmt.Sprint(s.Form), "[]"), " ", ", ")
		}
		p.say(say.With("n", s.Piece, "line", line))
	}
}

// spark is a line of signs, each as high as its part of most.
func spark(parts []int, most int) string {
	signs := []rune("▁▂▃▄▅▆▇█")
	out := make([]rune, len(parts))
	for i, n := range parts {
		out[i] = signs[n*(len(signs)-1)/most]
	}
	return string(out)
}

// bar is a share of ten cells.
func bar(s Share) string {
	full := (s.N*20 + s.Of) / (2 * max(s.Of, 1)) // rounded
	return strings.Repeat("█", full) + strings.Repeat("░", 10-full)
}

func (p Printer) kinds(s Stats) []table.Column {
	c := []table.Column{{Head: byGame}, {Head: headPlayed}, {Head: victories}, {Head: rateOf, Spare: 2}, {Head: likely, Spare: 5}, {Head: best, Spare: 1}, {Head: mean, Spare: 3}, {Spare: 4}}
	for _, k := range s.Kinds {
		won, rate, sure, cells := p.won(k.Won)
		add(c, p.called(k), k.Games, won, rate, sure, k.Best, p.number(k.Mean), cells)
	}
	return c
}

// won is how many games of a share, the rate, its bounds and its bar; of none there is nothing to say.
func (p Printer) won(s Share) (n, rate, sure, cells string) {
	if s.Of == 0 {
		return none, none, none, ""
	}
	return strconv.Itoa(s.N), p.rate(s.Rate()), p.sure(s), bar(s)
}

// add is one row more.
func add(columns []table.Column, cells ...any) {
	for k, cell := range cells {
		columns[k].Cells = append(columns[k].Cells, fmt.Sprint(cell))
	}
}

// named is what was played with a frame for others, as far as it has a name.
func (k Kind) named() []lang.Text {
	if k.Name == "" {
		return nil
	}
	return []lang.Text{lang.Literal("{it}").With("it", k.Name)}
}

// called is a game with its mode, and whether nobody else played.
func (p Printer) called(k Kind) string {
	tags := slices.Concat(k.named(), k.Tags)
	if k.Alone {
		tags = append(tags, byOneself)
	}
	return p.Voice.Say(setup.Tagged(k.Game.Name, tags))
}

func (p Printer) tallies(s Stats) {
	for _, k := range s.Kinds {
		for i, t := range k.Tally {
			if i == 0 {
				fmt.Fprintf(p.Out, "\n%s\n", layout.Wrap(p.called(k), p.Width))
			}
			fmt.Fprintln(p.Out, layout.Hang("  "+p.Voice.Say(p.tally(t)), p.Width, "    "))
		}
	}
}

func (p Printer) tally(t Tally) lang.Text {
	switch low, high := t.Sure(); {
	case t.Tally.Of == "":
		return counted.With("what", t.Say, "n", t.N)
	case t.Mean:
		return meanOf.With("what", t.Say, "mean", p.number(t.Rate()), "n", t.N, "of", t.Share.Of)
	default:
		return partOf.With("what", t.Say, "n", t.N, "of", t.Share.Of, "rate", p.rate(t.Rate()), "low", p.rate(low), "high", p.rate(high))
	}
}

func (p Printer) pairs(s Stats) error {
	c := []table.Column{{Head: rivals}, {Head: headPlayed, Spare: 2}, {Head: ahead}, {Head: headLevel, Spare: 1}, {Head: behind}, {Head: rateOf, Spare: 3}, {Spare: 4}}
	shown, more := 0, 0
	for _, r := range s.Pairs {
		switch {
		case r.Games() == 0:
		case shown == mostRivals:
			more++
		default:
			shown++
			won := Share{r.Ahead, r.Ahead + r.Behind}
			rate, cells := none, ""
			if won.Of > 0 {
				rate, cells = p.rate(won.Rate()), bar(won)
			}
			add(c, r.Name, r.Games(), r.Ahead, r.Level, r.Behind, rate, cells)
		}
	}
	if shown > 0 {
		c[0].Marks = color.Own(append([]string{s.Name}, c[0].Cells...), p.Kept)[1:]
		fmt.Fprintln(p.Out)
		if err := p.List(c, table.Table); err != nil {
			return err
		}
	}
	if more > 0 {
		p.say(others.With("n", more))
	}
	p.teams(s)
	return nil
}

// mostPartners are named, those of most games.
const mostPartners = 3

func (p Printer) teams(s Stats) {
	with := slices.DeleteFunc(slices.Clone(s.Pairs), func(r Pair) bool { return r.Team.Of == 0 })
	slices.SortStableFunc(with, func(a, b Pair) int { return b.Team.Of - a.Team.Of })
	for _, r := range with[:min(len(with), mostPartners)] {
		p.say(inTeam.With("who", r.Name, "won", r.Team.N, "n", r.Team.Of))
	}
}

func (p Printer) rate(r float64) string {
	return p.Voice.Say(percent.With("n", strconv.Itoa(int(r*100+.5))))
}

func (p Printer) sure(s Share) string {
	low, high := s.Sure()
	return p.Voice.Say(bounds.With("low", int(low*100+.5), "high", int(high*100+.5)))
}

// number has one decimal.
func (p Printer) number(n float64) string {
	text := strconv.FormatFloat(n, 'f', 1, 64)
	if p.Voice.Tag() == "pt-BR" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}
