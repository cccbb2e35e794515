//go:build unix

package windows

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// The pictures of the READMEs and manuals show an evening of Dixit, and the clock of Spyfall, in a window.
// scripts/pictures.sh draws them anew.

const pictures = "../../docs/pictures"

func TestPictures(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for _, language := range []string{"en", "pt_BR.UTF-8"} {
		short, _, _ := strings.Cut(language, "_")
		t.Run(short, func(t *testing.T) {
			dixitInPictures(t, language, short)
			clockInAPicture(t, language, short)
		})
	}
}

// A shot types keys once a text is in the window, after taking a picture from a line on, if it has a name.
type shot struct{ wait, picture, from, keys string }

// dixitInPictures plays an evening of Dixit: three turns, a vote that was entered wrong, the end.
func dixitInPictures(t *testing.T, language, short string) {
	says := map[string][]string{
		"en": {"Who plays?", "as you want it?", "How many points", "To 12 points", "Storyteller %s", "this order, for", "Who played card 1?\n", "Who played card 2?\n", "What should happen", "What should be", "game is over"},
		"pt": {"Quem joga?", "tudo certo?", "quantos pontos", "Até 12 pontos", "%s narra", "nesta ordem, na", "De quem é a carta 1?\n", "De quem é a carta 2?\n", "O que fazer?", "precisa ser corrigido", "A partida acabou"},
	}[short]
	who, right, goal, set, votes, one, two, happens, which, over := says[0], says[1], says[2], says[3], says[5], says[6], says[7], says[8], says[9], says[10]
	teller := func(name string) string { return strings.ReplaceAll(says[4], "%s", name) }
	x := tt.Start(t, 80, 26, parlor.Program(t, t.TempDir(), language, "play", "dixit", "--score-only"))
	for _, s := range []shot{
		{who, "", "", "Ana Bia Caio Davi\r"}, {right, "", "", "t"}, {goal, "", "", wipe + "12\r"}, {set, "", "", "\r"},
		{teller("Ana"), "", "", "3\r"}, {votes, "", "", "313\r"}, {one, "", "", "4\r"},
		{teller("Bia"), "", "", "1\r"}, {votes, "", "", "11"}, {"[Davi]", "vote", "╭", "2\r"}, {two, "", "", "3\r"},
		{teller("Caio"), "", "", "?c"}, {which, "", "", "2"}, {"▸ 1", "", "", "\r"}, {teller("Ana"), "", "", "\r"}, {votes, "", "", wipe + "311\r"},
		{happens, "correction", which, "\r"}, {teller("Caio"), "", "", "2\r"}, {votes, "", "", "222\r"},
		{teller("Davi"), "", "", "4\r"}, {votes, "", "", "441\r"}, {one, "", "", "2\r"},
		{over, "result", "╭", "\r"},
	} {
		x.Wait(s.wait)
		if s.picture != "" {
			x.Picture(pictures, s.picture+"-"+short, s.from)
		}
		x.Send(s.keys)
	}
	x.Ends(0)
}

// clockInAPicture shows the stopped clock of a round of Spyfall.
func clockInAPicture(t *testing.T, language, short string) {
	g, table, events := eightPeople()
	table.Players = table.Players[:5]
	data := t.TempDir()
	id := keep(t, data, g, table, events)
	stand(t, data, id, "round-2", 6*time.Minute+12*time.Second)
	c, awake := parlor.Program(t, data, language, "resume", id), t.TempDir() // the picture must not depend on whether this machine can be kept awake
	for _, holder := range []string{"systemd-inhibit", "caffeinate"} {
		parlor.Check(t, os.WriteFile(filepath.Join(awake, holder), []byte("#!/bin/sh\necho\nexec cat\n"), 0o700))
	}
	c.Env = append(c.Env, "PATH="+awake+":"+os.Getenv("PATH"))
	x := tt.Start(t, 80, 26, c)
	x.Wait("██")
	x.Picture(pictures, "clock-"+short, "")
	x.Send(tt.CtrlC)
	x.Exit()
}

// wipe empties a line.
const wipe = "\x15"
