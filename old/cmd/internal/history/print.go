package history

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	ofGames    = lang.Plural("history.of-games", "{who}: {n} game since {since}", "{who}: {n} games since {since}")
	ofWon      = lang.Plural("history.of-won", "{n} won, {rate} (likely between {low} and {high})", "{n} won, {rate} (likely between {low} and {high})")
	longestRun = lang.Plural("history.longest", "Longest run of wins: {n} game", "Longest run of wins: {n} games")
	runsNow    = lang.Plural("history.runs-now", "the last {n} game was won", "the last {n} games were won")
	overTime   = lang.Msg("history.over-time", "Wins over time, a sign for {n} games: {line}")
	spokenTime = lang.Plural("history.spoken-time", "Wins in every game, from the first on: {line}", "Wins in every {n} games, from the first on: {line}")
	playedTo   = lang.Plural("history.played-alone", "{n} game was played alone, and counts by itself.", "{n} games were played alone, and count by themselves.")
	onlyAlone  = lang.Plural("history.only-alone", "{who}: {n} game since {since}, played alone.", "{who}: {n} games since {since}, all played alone.")
	byOneself  = lang.Msg("history.by-oneself", "alone")
	noGames    = lang.Msg("history.no-games", "{who}: no finished game.")
	noneOfAll  = lang.Msg("history.none-finished", "No finished game is kept yet.")
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

// mostRivals is the number of rivals in a table. Other formats have all of them.
const mostRivals = 12

// Stats returns the statistics of one person.
func (p Reporter) Stats(s Stats) report.Doc {
	d := report.Doc{JSON: func(func(lang.Text) string) any { return p.value(s) }}
	switch {
	case len(s.Kinds) == 0:
		d.Lead = []lang.Text{noGames.With("who", s.Name)}
		return d
	case s.Won.Of == 0:
		d.Lead = []lang.Text{onlyAlone.With("who", s.Name, "n", s.Alone, "since", p.day(s.First))}
	default:
		low, high := s.Won.Sure()
		d.Lead = append([]lang.Text{
			ofGames.With("who", s.Name, "n", s.Won.Of, "since", p.day(s.First)),
			ofWon.With("n", s.Won.N, "rate", p.rate(s.Won.Rate()), "low", p.rate(low), "high", p.rate(high)),
		}, p.runs(s)...)
		if s.Alone > 0 {
			d.Lead = append(d.Lead, playedTo.With("n", s.Alone))
		}
	}
	d.Grid, d.Sections = p.kinds(s), append(p.tallies(s), p.pairs(s))
	return d
}

// Everybody returns a row of statistics for each person, in the order given.
func (p Reporter) Everybody(all []Stats) report.Doc {
	g := &report.Grid{Columns: []report.Column{
		{Kind: report.People, Head: report.Player}, {Head: headPlayed}, {Head: victories}, {Head: rateOf}, {Head: likely, Spare: 2}, {Head: lastDay, Spare: 1}, {Kind: report.Signs, Spare: 3},
	}}
	names, values := marked(p.Kept, all, func(s Stats) string { return s.Name }), make([]statsJSON, len(all))
	for i, s := range all {
		values[i] = p.value(s)
		won, rate, sure, cells := p.won(s.Won)
		add(g, names[i], s.Won.Of, won, rate, sure, p.day(s.Last), cells)
	}
	d := report.Doc{Grid: g, JSON: func(func(lang.Text) string) any { return values }}
	if len(all) == 0 {
		d.Lead = []lang.Text{noneOfAll}
	}
	return d
}

// Persons returns everybody who ever played. A name written in several ways appears once, in its latest spelling.
func (p Reporter) Persons(all []store.Person) report.Doc {
	all = joined(all)
	slices.SortStableFunc(all, func(a, b store.Person) int {
		return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.Games, a.Games), strings.Compare(lang.Plain(a.Name), lang.Plain(b.Name)))
	})
	g := &report.Grid{Columns: []report.Column{{Kind: report.People, Head: report.Player}, {Head: gamesOf}, {Head: lastDay, Spare: 1}, {Head: colorOf, Spare: 2}}}
	names, values := marked(p.Kept, all, func(x store.Person) string { return x.Name }), make([]personJSON, len(all))
	for i, x := range all {
		values[i] = personJSON{x.Name, x.Games, x.Last.Local().Format(time.RFC3339), p.Kept[x.Name]}
		its := lang.Text{}
		if n := color.Named(p.Kept[x.Name], p.Voice); n >= 0 {
			its = color.All[n].Name
		}
		add(g, names[i], x.Games, p.day(x.Last), its)
	}
	d := report.Doc{Grid: g, JSON: func(func(lang.Text) string) any { return values }}
	if len(all) == 0 {
		d.Lead = []lang.Text{nobodyYet}
	}
	return d
}

// joined adds up the spellings of each name, keeping the first.
func joined(all []store.Person) []store.Person {
	var out []store.Person
	met, at := identities{}, map[string]int{}
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

// runs returns sentences about the longest run of wins, and wins over time.
func (p Reporter) runs(s Stats) (out []lang.Text) {
	if s.Run > 1 {
		say := longestRun.With("n", s.Run)
		if s.Now > 1 {
			say = lang.Literal("{run}; {now}").With("run", say, "now", runsNow.With("n", s.Now))
		}
		out = append(out, say)
	}
	if len(s.Form) > 0 {
		say, line := overTime, spark(s.Form, s.Piece)
		if p.Voice.Aloud {
			say, line = spokenTime, strings.ReplaceAll(strings.Trim(fmt.Sprint(s.Form), "[]"), " ", ", ")
		}
		out = append(out, say.With("n", s.Piece, "line", line))
	}
	return out
}

// spark draws numbers as a line of bars; most is the highest bar.
func spark(parts []int, most int) string {
	signs := []rune("▁▂▃▄▅▆▇█")
	out := make([]rune, len(parts))
	for i, n := range parts {
		out[i] = signs[n*(len(signs)-1)/most]
	}
	return string(out)
}

// bar draws a share as ten cells.
func bar(s Share) string {
	full := (s.N*20 + s.Of) / (2 * max(s.Of, 1)) // rounded
	return strings.Repeat("█", full) + strings.Repeat("░", 10-full)
}

func (p Reporter) kinds(s Stats) *report.Grid {
	g := &report.Grid{Columns: []report.Column{{Head: byGame}, {Head: headPlayed}, {Head: victories}, {Head: rateOf, Spare: 2}, {Head: likely, Spare: 5}, {Head: best, Spare: 1}, {Head: mean, Spare: 3}, {Kind: report.Signs, Spare: 4}}}
	for _, k := range s.Kinds {
		won, rate, sure, cells := p.won(k.Won)
		add(g, k.called(), k.Games, won, rate, sure, k.Best, p.number(k.Mean), cells)
	}
	return g
}

// won returns the number of wins, the rate, its bounds, and a bar, or dashes if there are no games.
func (p Reporter) won(s Share) (n, rate, sure, cells string) {
	if s.Of == 0 {
		return report.Absent, report.Absent, report.Absent, ""
	}
	return strconv.Itoa(s.N), p.rate(s.Rate()), p.sure(s), bar(s)
}

// marked returns names as cells, each with a mark that no other has.
func marked[T any](kept color.Kept, all []T, name func(T) string) []report.Cell {
	names, cells := make([]string, len(all)), make([]report.Cell, len(all))
	for i, x := range all {
		names[i] = name(x)
	}
	for i, mark := range color.Own(names, kept) {
		cells[i] = report.Name{Name: names[i], Mark: &mark}
	}
	return cells
}

// add appends a row.
func add(g *report.Grid, cells ...report.Cell) { g.Rows = append(g.Rows, report.Row{Cells: cells}) }

// called returns a game with the name that a table gave it, its mode, and whether it was played alone.
func (k Kind) called() lang.Text {
	tags := slices.Clone(k.Tags)
	if k.Name != "" {
		tags = slices.Insert(tags, 0, lang.Literal("{it}").With("it", k.Name))
	}
	if k.Alone {
		tags = append(tags, byOneself)
	}
	return setup.Tagged(k.Game.Name, tags)
}

func (p Reporter) tallies(s Stats) (out []report.Section) {
	for _, k := range s.Kinds {
		section := report.Section{Head: k.called()}
		for _, t := range k.Tally {
			section.Lines = append(section.Lines, report.Line{Say: p.tally(t)})
		}
		if len(section.Lines) > 0 {
			out = append(out, section)
		}
	}
	return out
}

func (p Reporter) tally(t Tally) lang.Text {
	switch low, high := t.Sure(); {
	case t.Tally.Of == "":
		return counted.With("what", t.Say, "n", t.N)
	case t.Mean:
		return meanOf.With("what", t.Say, "mean", p.number(t.Rate()), "n", t.N, "of", t.Share.Of)
	default:
		return partOf.With("what", t.Say, "n", t.N, "of", t.Share.Of, "rate", p.rate(t.Rate()), "low", p.rate(low), "high", p.rate(high))
	}
}

// mostPartners is the number of partners named, those with the most games.
const mostPartners = 3

// pairs returns rivals as a grid, and teammates in sentences.
func (p Reporter) pairs(s Stats) (out report.Section) {
	g := &report.Grid{Columns: []report.Column{{Kind: report.People, Head: rivals}, {Head: headPlayed, Spare: 2}, {Head: ahead}, {Head: headLevel, Spare: 1}, {Head: behind}, {Head: rateOf, Spare: 3}, {Kind: report.Signs, Spare: 4}}}
	all := slices.DeleteFunc(slices.Clone(s.Pairs), func(r Pair) bool { return r.Games() == 0 })
	shown := all[:min(len(all), mostRivals)]
	names := marked(p.Kept, append([]Pair{{Name: s.Name}}, shown...), func(r Pair) string { return r.Name })[1:]
	for i, r := range shown {
		_, rate, _, cells := p.won(Share{r.Ahead, r.Ahead + r.Behind})
		add(g, names[i], r.Games(), r.Ahead, r.Level, r.Behind, rate, cells)
	}
	if len(shown) > 0 {
		out.Grid = g
	}
	if more := len(all) - len(shown); more > 0 {
		out.Lines = []report.Line{{Say: others.With("n", more)}}
	}
	with := slices.DeleteFunc(slices.Clone(s.Pairs), func(r Pair) bool { return r.Team.Of == 0 })
	slices.SortStableFunc(with, func(a, b Pair) int { return b.Team.Of - a.Team.Of })
	for _, r := range with[:min(len(with), mostPartners)] {
		out.Lines = append(out.Lines, report.Line{Say: inTeam.With("who", r.Name, "won", r.Team.N, "n", r.Team.Of)})
	}
	return out
}

func (p Reporter) rate(r float64) string {
	return p.Voice.Say(percent.With("n", strconv.Itoa(int(r*100+.5))))
}

func (p Reporter) sure(s Share) string {
	low, high := s.Sure()
	return p.Voice.Say(bounds.With("low", int(low*100+.5), "high", int(high*100+.5)))
}

// number returns a number with one decimal.
func (p Reporter) number(n float64) string {
	text := strconv.FormatFloat(n, 'f', 1, 64)
	if p.Voice.Tag() == "pt-BR" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// day returns a date in local time.
func (p Reporter) day(t time.Time) string { return p.Voice.Day(t.Local()) }
