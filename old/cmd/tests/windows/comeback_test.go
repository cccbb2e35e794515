//go:build unix

package windows

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
)

// A table that comes back in the middle of a turn, or corrects an earlier one, sees where that is and what was
// answered already.
func TestComingBackInAWindow(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "pt_BR.UTF-8"} {
		for _, size := range [][2]int{{80, 24}, {40, 24}, {40, 12}} {
			t.Run(fmt.Sprint(language, size), func(t *testing.T) { t.Parallel(); comingBack(t, language, size[0], size[1]) })
		}
	}
}

func comingBack(t *testing.T, language string, cols, high int) {
	says := map[string][]string{
		"en":          {"Who plays?", "as you want it?", "which card was it?", "The votes, in", "Who played", ": which", "be corrected?", "Answer it again", "Correcting:"},
		"pt_BR.UTF-8": {"Quem joga?", "tudo certo?", "qual era a carta?", "Os votos,", "De quem", " narra: qual", "ser corrigido?", "Responder de novo", "Corrigindo:"},
	}[language]
	name := fmt.Sprintf("-%s-%dx%d", strings.Split(language, "_")[0], cols, high)
	data := t.TempDir()
	x := tt.Start(t, cols, high, parlor.Program(t, data, language, "play", "dixit", "--score-only"))
	for i, keys := range []string{"Ana Bia Caio Davi", "", "1", "231", "32"} {
		x.Wait(says[i])
		x.Send(keys + tt.Enter)
	}
	x.Wait("Bia" + says[5]) // the next storyteller
	x.Press("2"+tt.Enter, "Bia 2\n")
	x.Wait(says[3])
	x.Signal(syscall.SIGKILL)
	x.Exit()

	x = tt.Start(t, cols, high, parlor.Program(t, data, language, "resume"))
	x.Wait(says[3])
	x.Golden("resume" + name)
	x.Press("?", "▸")
	x.Press("c", says[6])
	x.Press(tt.Enter, says[7])
	x.Press(tt.Enter, says[8])
	x.Golden("correction" + name)
	x.Send(tt.CtrlC)
	x.Sane()
}

// When two windows answer the same question, the slower one shows the other's answer, and does not take what
// was typed for the next question.
func TestTwoWindowsAnswerAtOnce(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	first := plays(t, 80, 24, data, "versus", "Ana Bia Caio Davi")
	first.Wait("Who slapped?")
	second := tt.Start(t, 80, 24, parlor.Program(t, data, "en", "resume"))
	second.Wait("Who slapped?")
	second.Press("2", "Bia slapped. Who gets")
	second.Press("1", "Is anybody out?")
	first.Press("14", "Another window")
	first.Wait("✔ Who slapped?  Bia\n✔ Bia slapped. Who gets the second gem?  Ana")
	first.Wait("[ ] Davi")
	if s := first.History(); strings.Contains(s, "✔ Who slapped?  Ana") || strings.Contains(s, "[x]") {
		t.Errorf("an answer that does not count is seen:\n%s", s)
	}
	first.Send(tt.CtrlC)
	first.Sane()
	second.Send(tt.CtrlC)
	second.Sane()
}
