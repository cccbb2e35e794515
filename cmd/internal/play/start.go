package play

import (
	"context"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// mostOpen is how many unfinished games the start menu lists.
const mostOpen = 3

// An offer is something that the table may choose.
type offer struct {
	ask.Option
	do func() error
}

// newOffer returns an offer. Its letter is the same in both languages.
func newOffer(key string, text lang.Text, do func() error) offer {
	return offer{ask.Option{ID: key, Key: key, Text: text}, do}
}

// listed returns offers as a list to choose from, chosen the one that was chosen.
func listed(offers []offer) (list ask.Pick) {
	for _, o := range offers {
		list.Options = append(list.Options, o.Option)
	}
	return list
}

func chosen(offers []offer, v ask.Value) offer {
	return offers[slices.IndexFunc(offers, func(o offer) bool { return o.ID == v.Line })]
}

// Menu runs the program as it is started without a command. A step back from the first question of what was chosen leads
// back to it.
func (s Setting) Menu(ctx context.Context) error {
	for {
		offers := s.offers(ctx)
		v, err := s.ask(ask.Question{Text: lang.T("What shall we do?"), Suggest: offers[0].ID, Shape: listed(offers)}, nil)
		if err != nil {
			return left(err)
		}
		err = chosen(offers, v).do()
		switch {
		case err == errLeft, err == ask.Leave, err == ask.Gone:
			return left(err)
		case err != nil && err != ask.Back && err != ask.Now: // the table does something else
			s.Keys.Say(fault.Aloud(s.Lang, err))
		}
	}
}

// offers returns the lines of the start menu, the most likely first.
func (s Setting) offers(ctx context.Context) (all []offer) {
	kept, _ := s.kept() // what cannot be read is said by the commands that list games
	for _, k := range kept {
		if len(all) == mostOpen || !k.Waits {
			continue
		}
		if g, _ := session.Read(k.Path, s.Find); g != nil {
			say := lang.T("Carry on: {what}").With("what", said(g))
			all = append(all, newOffer(strconv.Itoa(len(all)+1), say, func() error { return s.play(ctx, plan{id: k.ID}) }))
		}
	}
	if p, err := s.again(Wish{}, kept); err == nil {
		say := lang.T("Again: {game} · {names}").With("game", p.game.Name, "names", lang.Names(p.was.Players))
		p.after = "" // there is no evening to come back to
		all = append(all, newOffer("a", say, func() error { return s.play(ctx, p) }))
	}
	return append(all,
		newOffer("n", lang.T("New game"), func() error { return s.begin(ctx, "", false) }),
		newOffer("p", lang.T("Score a game already played"), func() error { return s.begin(ctx, "", true) }),
		newOffer("s", lang.T("Score a sheet: a file"), s.scoreSheet),
		newOffer("l", lang.T("Only set up a game"), s.setUp),
		newOffer("t", lang.T("Only a clock"), func() error { return s.onlyClock(ctx) }),
		newOffer("q", lang.T("Leave"), func() error { return errLeft }))
}

// begin begins a game: by its ID, or one that the table chooses. A step back from the table's first question leads to the
// choice.
func (s Setting) begin(ctx context.Context, id string, played bool) error {
	for {
		g, err := s.choose(id)
		if err != nil {
			return err
		}
		t := s.lastTable(g)
		t.Played = played
		if err = s.play(ctx, plan{game: g, was: t}); err != ask.Back || id != "" {
			return err
		}
	}
}

// choose returns a game: by its ID, or as the table chooses.
func (s Setting) choose(id string) (scoring.Game, error) {
	if id != "" {
		return s.Find(id, nil)
	}
	v, err := s.ask(whichGame(s.Games), nil)
	if err != nil {
		return scoring.Game{}, err
	}
	return s.Find(v.Line, nil)
}

// whichGame asks for one of some games, and says how many may play each.
func whichGame(games []scoring.Game) ask.Question {
	pick := ask.Pick{}
	for _, g := range games {
		pick.Options = append(pick.Options, ask.Option{ID: g.ID, Text: lang.T("{game} ({lo} to {hi})").With("game", g.Name, "lo", g.Min, "hi", g.Max)})
	}
	return ask.Question{ID: "game", Text: lang.T("Which game?"), Shape: pick}
}

// scoreSheet scores a sheet in a file.
func (s Setting) scoreSheet() error {
	var g scoring.Game
	var st scoring.State
	_, err := s.ask(ask.Question{Text: lang.T("Which file?"), Shape: ask.Words{Max: 1000}}, func(v ask.Value) (err error) {
		g, st, err = s.Score(v.Line)
		if err != nil {
			err = fault.New(lang.Literal(fault.Said(s.Lang, err)))
		}
		return err
	})
	if err == nil {
		s.show(results.Result(s.Lang, g, st, results.With{Title: s.Lang.Say(g.Name), Why: true}))
	}
	return err
}
