package evenings

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/timer"
)

// The laptop's lid stays closed: whole games are played on phones alone, with the score kept on one of them.

// A lid is a laptop at which somebody lets one phone keep the score, and nobody does anything else.
type lid struct {
	*hostess
	tb      testing.TB
	people  int
	touched int
}

func (l *lid) Ask(q ask.Question) (ask.Answer, error) {
	l.tb.Errorf("the laptop alone is asked %s", q.ID)
	return ask.Answer{}, ask.ErrQuit
}

func (l *lid) Gather([]ask.Question, ask.Got) error {
	l.tb.Error("the laptop alone is asked several things")
	return ask.ErrQuit
}

func (l *lid) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	switch q.ID {
	case "phones.petition":
		l.touched++
		return ask.One(0), nil
	case "play.share":
		if strings.Count(q.Notes[0].String(), ",")+2 >= l.people { // all are in
			l.touched++
			return ask.One(0), nil
		}
	}
	select {
	case <-done:
		return ask.Answer{}, ask.ErrYielded
	case <-time.After(time.Minute):
		l.tb.Errorf("nobody answers %s: %v", q.ID, q.Text)
		return ask.Answer{}, ask.ErrQuit
	}
}

// Watch runs a clock that only phones can stop.
func (l *lid) Watch(c screen.Clock) (screen.Outcome, error) {
	c.Phones.Tell(timer.Snapshot{Left: c.Left, Runs: true})
	for {
		select {
		case k := <-c.Phones.Presses:
			if k.Took != nil {
				k.Took()
			}
			switch {
			case k.Seat > 0:
				return screen.Outcome{End: screen.Pressed, Option: int(k.Text[0] - '1'), Seat: k.Seat, Left: c.Left / 2}, nil
			case k.Text == "enter":
				return screen.Outcome{End: screen.TimeUp, Left: c.Left / 2}, nil
			}
		case <-time.After(time.Minute):
			return screen.Outcome{}, errors.New("nobody stops the clock")
		}
	}
}

// attends answers what this person is asked until the game is over. The scorekeeper does nothing else but go on.
func (g *guest) attends(over <-chan struct{}, keeps bool) {
	g.does("/sit", url.Values{"door": {g.door()}, "name": {g.name}})
	if keeps {
		g.does("/keep", url.Values{"keep": {"1"}})
	}
	for g.looks(over) {
		page := g.page
		if m := aPress.FindAllStringSubmatch(page, -1); m != nil && g.IntN(8) == 0 {
			press := m[g.IntN(len(m))]
			g.does("/press", url.Values{"no": {press[1]}, "option": {press[2]}})
		}
		if keeps && aClock.MatchString(page) && g.IntN(12) == 0 {
			g.does("/press", url.Values{"no": {aClock.FindStringSubmatch(page)[1]}, "seat": {"score"}, "option": {"early"}})
		}
		g.answers(page)
		g.leads(page, true)
	}
}

func TestClosedLid(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	for _, g := range parlor.EveryGame(t, 1) {
		for n := range laws.Evenings(t, 4) {
			t.Run(fmt.Sprint(g.ID, n), func(t *testing.T) { playClosed(t, g, laws.Seed(t), uint64(n)) })
		}
	}
}

func playClosed(t *testing.T, g scoring.Game, seed, n uint64) {
	r := rand.New(rand.NewPCG(seed, n))
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lid.db"))
	parlor.Check(t, err)
	defer st.Close()
	tb := laws.Table(t, g, &laws.Anybody{Rand: r})
	tb.Players = tb.Players[:min(len(tb.Players), max(g.MinPlayers, 3+int(n%2)))]
	for _, o := range g.Options { // a game to a hundred points is for the gate
		if o.Hi > 0 && !laws.InGate() {
			tb = tb.With(o.ID, strconv.Itoa(min(tb.Int(o.ID, o.Default), max(o.Lo, o.Default/3))))
		}
	}
	s := session.Start(st, g, play.ToPlay, time.Now, r.Uint64)
	host := &lid{tb: t, people: len(tb.Players), hostess: &hostess{hand: &hand{Anybody: &laws.Anybody{Rand: r}, watch: unwatched{}}}}
	network, desk, where := withPhones(t, st, host, r.Uint64)
	over := make(chan struct{})
	var all sync.WaitGroup
	for i, name := range tb.Players {
		one := comes(t, network, desk, name, rand.New(rand.NewPCG(seed, n<<8+uint64(i))))
		one.card = i + 1
		all.Go(func() { one.attends(over, i == 0) })
	}
	e := play.New(where, s)
	parlor.Check(t, e.Share())
	err = e.Run()
	close(over)
	_ = network.Close()
	all.Wait()
	parlor.Check(t, err)
	if !s.Log.State().Result().Finished() || host.touched > 2 {
		t.Errorf("the laptop was touched %d times; finished: %v", host.touched, s.Log.State().Result().Finished())
	}
}
