package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A bgPlay is a finished game in the format of the app BG Stats, documented by its makers at
// https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/. Its Android version rejects a
// person without startPlayer or winner, so those are never left out.
type bgPlay struct {
	SourceName   string     `json:"sourceName"`
	SourcePlayID string     `json:"sourcePlayId"` // the same each time the same game is pushed
	PlayDate     string     `json:"playDate"`     // when it ended, in UTC
	Game         bgGame     `json:"game"`
	Players      []bgPlayer `json:"players"`
}

type bgGame struct {
	Name         string `json:"name"`
	SourceGameID string `json:"sourceGameId"` // the app remembers which of its games this is; SourcePlayerID works alike
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

type bgPlayer struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId"`
	StartPlayer    bool   `json:"startPlayer"`
	Score          int    `json:"score"`
	Rank           int    `json:"rank"`
	Winner         bool   `json:"winner"`
	Team           string `json:"team,omitempty"`
}

// BGStats returns the link that hands a finished game to BG Stats, where id never changes for a game. The link sends nothing
// before somebody follows it, and the app asks before it keeps anything.
func BGStats(g scoring.Game, s scoring.State, id string, over time.Time) string {
	f, r := scoring.FrameOf(s), g.Result(s)
	p := bgPlay{SourceName: "tablemate", SourcePlayID: id, PlayDate: over.UTC().Format(time.DateTime)}
	p.Game = bgGame{Name: g.Called(s).String(), SourceGameID: g.ID, HighestWins: !r.Fewest, NoPoints: !r.Counted()}
	// Files and pads of other tables may have the same ID.
	if g.File != nil || g.Made(s) != nil {
		p.Game.SourceGameID += "-" + short(p.Game.Name)
	}
	first := f.Table.First
	if turn := f.Table.Turn(first); g.First != nil && g.First.Deals && first != "" && len(turn) > 1 {
		first = turn[1]
	}
	for _, n := range f.Table.Players {
		row := f.RowOf(n)
		one := bgPlayer{
			Name: string(n), SourcePlayerID: short(string(n)), StartPlayer: first == n,
			Score: r.Points[row], Rank: r.Ranks[row], Winner: slices.Contains(r.Winners, row),
		}
		if r.Teams {
			one.Team = string(row)
		}
		p.Players = append(p.Players, one)
	}
	// Texts, numbers and bools can always be written.
	data, _ := json.Marshal(p)
	return "https://app.bgstatsapp.com/createPlay.html?data=" + strings.ReplaceAll(url.QueryEscape(string(data)), "+", "%20")
}

// short returns a short hash of a name, the same for every spelling of it.
func short(name string) string {
	sum := sha256.Sum256([]byte(lang.Alike(name)))
	return hex.EncodeToString(sum[:6])
}
