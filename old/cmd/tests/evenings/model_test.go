package evenings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/setup"
)

// A model folds a log as text, and undoes by keeping whole states.
type model struct {
	states [][]entry
	top    int
}

type entry struct {
	id    int
	event string
}

// A part of a line puts items in the place of others, in front of one, or at the end.
type part struct {
	Drop   []int
	Before int
	Put    []struct {
		Kind  string
		Event json.RawMessage
	}
}

// apply applies the part to items. New items get the ids from id on; it returns the next free one.
func (p part) apply(items []entry, id int) ([]entry, int) {
	next, at := slices.Clone(items), len(items)
	find := func(id int) int { return slices.IndexFunc(next, func(e entry) bool { return e.id == id }) }
	if p.Before != 0 {
		at = find(p.Before)
	} else if len(p.Drop) > 0 {
		at = find(p.Drop[0])
	}
	for k, put := range p.Put {
		next = slices.Insert(next, at+k, entry{id + k, put.Kind + string(put.Event)})
	}
	next = slices.DeleteFunc(next, func(e entry) bool { return slices.Contains(p.Drop, e.id) })
	return next, id + len(p.Put)
}

func fold(log []string) (m model, reseated bool, err error) {
	m.states = [][]entry{nil}
	for n, text := range log {
		var l struct {
			part
			Kind           string
			Seats, Columns []int
			More           []part
		}
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			return m, reseated, err
		}
		switch l.Kind {
		case "undo":
			m.top--
			continue
		case "redo":
			m.top++
			continue
		}
		reseated = reseated || l.Seats != nil || l.Columns != nil
		next, id := m.states[m.top], (n+1)*100
		for _, p := range append([]part{l.part}, l.More...) {
			next, id = p.apply(next, id)
		}
		m.states, m.top = append(m.states[:m.top+1], next), m.top+1
	}
	return m, reseated, nil
}

// agrees compares a session with the model of its log, and what the store has of who played with what the log says. It returns the
// first difference.
func agrees(d disk, st *store.Store, s *session.Session) string {
	m, reseated, err := fold(d.log)
	if err != nil {
		return err.Error()
	}
	items := s.Log.Items()
	if len(items) != len(m.states[m.top]) {
		return fmt.Sprintf("%d items, the model has %d", len(items), len(m.states[m.top]))
	}
	for i, it := range items {
		raw, err := json.Marshal(it.Event)
		if err != nil {
			return err.Error()
		}
		want := m.states[m.top][i]
		if t := (setup.Table{}); it.Event.Kind() == t.Kind() && json.Unmarshal([]byte(strings.TrimPrefix(want.event, t.Kind())), &t) == nil {
			t.GameFile = "" // only the first line of a log holds it
			want.event = t.Kind() + string(parlor.Must(json.Marshal(t)))
		}
		if it.ID != want.id || !reseated && it.Event.Kind()+string(raw) != want.event {
			return fmt.Sprintf("item %d is %d %s, the model has %d %s", i, it.ID, raw, want.id, want.event)
		}
	}
	if half := len(d.drafts) > 0; !half && s.CanUndo() != (m.top > 1) || m.top > 1 && !s.CanUndo() || !half && m.top < len(m.states)-1 && !s.CanRedo() {
		return fmt.Sprintf("undo %v, redo %v; the model is at %d of %d", s.CanUndo(), s.CanRedo(), m.top, len(m.states)-1)
	}
	want := s.Log.Hows()
	t, _ := s.Log.Table()
	got := map[string]session.How{}
	for p, err := range st.History.Played(t.Players...) {
		if err == nil && p.Game == s.Log.ID() {
			got[p.Name], err = session.ReadHow(p.How)
		}
		if err != nil {
			return err.Error()
		}
	}
	if !bytes.Equal(parlor.Must(json.Marshal(want)), parlor.Must(json.Marshal(got))) {
		return fmt.Sprintf("the store says %v, the log %v", got, want)
	}
	return ""
}
