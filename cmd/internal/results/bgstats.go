package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A push is a finished game as the app BG Stats takes it in: its makers document the keys at
// https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. Its Android version refuses a person
// without startPlayer or winner, so those always stand there.
type push struct {
	SourceName   string   `json:"sourceName"`
	SourcePlayID string   `json:"sourcePlayId"` // the same whenever the same game is pushed
	PlayDate     string   `json:"playDate"`     // when it was over, in UTC
	Game         pushed   `json:"game"`
	Players      []pusher `json:"players"`
}

type pushed struct {
	Name         string `json:"name"`
	SourceGameID string `json:"sourceGameId"` // the app remembers which of its games that is, and so with people
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

type pusher struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId,omitempty"`
	StartPlayer    bool   `json:"startPlayer"`
	Score          *int   `json:"score,omitempty"` // nil: no points are counted
	Rank           int    `json:"rank"`
	Winner         bool   `json:"winner"`
	Team           string `json:"team,omitempty"`
}

// BGStats returns the link by which BG Stats takes in a game with a result, which was over at some time. Following it asks there
// before anything is kept; nothing is sent before that. What takes it beyond longestLink is left out: names are enough to know people by.
func BGStats(g scoring.Game, t setup.Table, r scoring.Result, id string, over time.Time) string {
	p := push{SourceName: "tablemate", SourcePlayID: id + "-" + over.UTC().Format("20060102"), PlayDate: over.UTC().Format(time.DateTime)}
	p.Game = pushed{Name: g.Name.String(), SourceGameID: g.ID, HighestWins: !r.Fewest, NoPoints: r.Uncounted}
	if g.Called != nil {
		if called := g.Called(t); called.ID == "" && !called.Empty() { // what the table calls it
			p.Game.Name, p.Game.SourceGameID = called.String(), g.ID+"-"+short(called.String())
		}
	}
	known := !g.First.Empty() && g.FirstIs != scoring.AskedLater && !t.Played()
	for seat, name := range t.Players {
		row, team := seat, ""
		if i := slices.IndexFunc(t.Teams, func(its setup.Team) bool { return slices.Contains(its.Seats, seat) }); i >= 0 {
			row, team = i, t.Teams[i].Name
		}
		one := pusher{Name: name, SourcePlayerID: short(name), StartPlayer: known && seat == t.First, Rank: r.Ranks[row], Winner: slices.Contains(r.Winners, row), Team: team}
		if !r.Uncounted {
			one.Score = &r.Points[row]
		}
		p.Players = append(p.Players, one)
	}
	link := p.link()
	for _, leave := range []func(*pusher){func(one *pusher) { one.SourcePlayerID = "" }, func(one *pusher) { one.Team = "" }} {
		for i := 0; len(link) >= longestLink && i < len(p.Players); i++ {
			leave(&p.Players[i])
		}
		link = p.link()
	}
	return link
}

// longestLink is fewer characters than some systems hand on in a link.
const longestLink = 8000

func (p push) link() string {
	data, _ := json.Marshal(p) // plain data
	return "https://app.bgstatsapp.com/createPlay.html?data=" + strings.ReplaceAll(url.QueryEscape(string(data)), "+", "%20")
}

// short returns a few letters that a name always has, however it is typed.
func short(name string) string {
	sum := sha256.Sum256([]byte(setup.Alike(name)))
	return hex.EncodeToString(sum[:6])
}
