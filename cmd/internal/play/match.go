package play

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A match is a table with the game that it plays: what all parts of an evening share.
type match struct {
	Setting
	S *session.Session
}

// close closes the game. One that was never begun leaves no file.
func (m *match) close() error {
	err := m.S.Close()
	if m.S.State() == nil {
		if removed := os.Remove(m.S.Path()); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}
	return err
}

// do puts an event that nobody was asked for, and says it.
func (m *match) do(e scoring.Event) error {
	say := m.S.Game().Tell(m.S.State(), e)
	if err := m.S.Do(e); err != nil {
		return err
	}
	m.say(lang.T("{what}.").With("what", say))
	return nil
}

// standing shows the standings of a game that goes on, if there are any.
func (m *match) standing() {
	if parts(m.S.State()) > 0 && m.S.Game().Waits(m.S.State()) {
		m.Keys.Say(m.standings(m.S.Game(), m.S.State()))
	}
}

// tells says an event: as it stands in the game, or as it would come next.
func (m *match) tells(it session.Item) lang.Text {
	before := m.S.Before(it.ID)
	if before == nil {
		before = m.S.State()
	}
	return m.S.Game().Tell(before, it.Event)
}

// deed says what a step takes back or brings back. Answers may be secret, so that only whose they are is said.
func (m *match) deed(st session.Step) lang.Text {
	switch {
	case len(st.Items) > 0 && len(st.Dropped) > 0:
		it := st.Items[0]
		if before := m.S.Before(st.Dropped[0].ID); before != nil { // where it will stand
			return lang.T("the correction: {what}").With("what", m.S.Game().Tell(before, it.Event))
		}
		return lang.T("the correction: {what}").With("what", m.tells(it))
	case len(st.Items) > 0:
		return m.tells(st.Items[0])
	case len(st.Dropped) > 0:
		return lang.T("taken out: {what}").With("what", m.tells(st.Dropped[0]))
	}
	var who []string
	for _, a := range st.Answers {
		if a.Who != "" && a.Key == "" && !slices.Contains(who, a.Who) {
			who = append(who, a.Who)
		}
	}
	if len(who) == 0 {
		return lang.T("the last answer")
	}
	return lang.T("the last answer, by {names}").With("names", lang.Names(who))
}

func parts(st scoring.State) int { return len(scoring.Of(st).Parts) }
