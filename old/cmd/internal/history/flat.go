package history

import (
	"encoding/json"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Statistics for programs: one flat list, and JSON.

var (
	section = lang.Msg("history.section", "About")
	what    = lang.Msg("history.what", "What")
	lowest  = lang.Msg("history.low", "Low")
	upmost  = lang.Msg("history.high", "High")
	inAll   = lang.Msg("history.in-all", "All games")
	aRival  = lang.Msg("history.a-rival", "Against {who}")
	aTeam   = lang.Msg("history.a-team", "With {who}")
)

// Shares returns a row for everything that can be a share. Rates are in percent.
func (p Reporter) Shares(s Stats) report.Doc {
	g := &report.Grid{Columns: []report.Column{{Head: section}, {Head: what}, {Head: headPlayed}, {Head: victories}, {Head: rateOf}, {Head: lowest}, {Head: upmost}, {Head: best}, {Head: mean}}}
	row := func(about report.Cell, say lang.Text, s Share, best, mean report.Cell) {
		low, high := s.Sure()
		add(g, about, say, s.Of, s.N, p.number(s.Rate()*100), p.number(low*100), p.number(high*100), best, mean)
	}
	row(s.Name, inAll, s.Won, "", "")
	for _, k := range s.Kinds {
		if k.Alone {
			add(g, s.Name, k.called(), k.Games, "", "", "", "", k.Best, p.number(k.Mean))
		} else {
			row(s.Name, k.called(), k.Won, k.Best, p.number(k.Mean))
		}
		for _, t := range k.Tally {
			switch {
			case t.Tally.Of == "":
				add(g, k.called(), t.Say, "", t.N, "", "", "", "", "")
			case t.Mean:
				add(g, k.called(), t.Say, t.Share.Of, t.N, "", "", "", "", p.number(t.Rate()))
			default:
				row(k.called(), t.Say, t.Share, "", "")
			}
		}
	}
	for _, r := range s.Pairs {
		if r.Games() > 0 {
			row(s.Name, aRival.With("who", r.Name), Share{r.Ahead, r.Ahead + r.Behind}, "", "")
		}
		if r.Team.Of > 0 {
			row(s.Name, aTeam.With("who", r.Name), r.Team, "", "")
		}
	}
	return report.Doc{Grid: g, JSON: func(func(lang.Text) string) any { return p.value(s) }}
}

// MarshalJSON writes a share with its rate and bounds.
func (s Share) MarshalJSON() ([]byte, error) {
	low, high := s.Sure()
	return json.Marshal(struct {
		N    int     `json:"n"`
		Of   int     `json:"of"`
		Rate float64 `json:"rate"`
		Low  float64 `json:"low"`
		High float64 `json:"high"`
	}{s.N, s.Of, s.Rate(), low, high})
}

type (
	personJSON struct {
		Name  string `json:"name"`
		Games int    `json:"games"`
		Last  string `json:"last"`
		Color string `json:"color,omitempty"`
	}
	meanJSON struct {
		N    int     `json:"n"`
		Of   int     `json:"of"`
		Mean float64 `json:"mean"`
	}
	kindJSON struct {
		Game    string         `json:"game"`
		Name    string         `json:"name,omitempty"` // the name given on a score pad
		Mode    []string       `json:"mode,omitempty"`
		Alone   bool           `json:"alone,omitempty"` // nobody else played, so nobody could win
		Games   int            `json:"games"`
		Won     Share          `json:"won"`
		Best    int            `json:"best"`
		Mean    float64        `json:"mean"`
		Counted map[string]any `json:"counted,omitempty"` // shares, means and numbers
	}
	statsJSON struct {
		Name  string     `json:"name"`
		Won   Share      `json:"won"`
		Alone int        `json:"alone,omitempty"` // games that nobody else played
		First string     `json:"first,omitempty"`
		Last  string     `json:"last,omitempty"`
		Run   int        `json:"longest_run"`
		Now   int        `json:"run"`
		Games []kindJSON `json:"games"`
		Pairs []Pair     `json:"pairs"`
	}
)

func (p Reporter) value(s Stats) statsJSON {
	out := statsJSON{Name: s.Name, Won: s.Won, Alone: s.Alone, First: stamp(s.First), Last: stamp(s.Last), Run: s.Run, Now: s.Now, Games: []kindJSON{}, Pairs: append([]Pair{}, s.Pairs...)}
	for _, k := range s.Kinds {
		j := kindJSON{Game: k.Game.ID, Name: k.Name, Mode: p.said(k.Tags), Alone: k.Alone, Games: k.Games, Won: k.Won, Best: k.Best, Mean: k.Mean, Counted: map[string]any{}}
		for _, t := range k.Tally {
			switch {
			case t.Tally.Of == "":
				j.Counted[t.ID] = t.N
			case t.Mean:
				j.Counted[t.ID] = meanJSON{t.N, t.Share.Of, t.Rate()}
			default:
				j.Counted[t.ID] = t.Share
			}
		}
		out.Games = append(out.Games, j)
	}
	return out
}
