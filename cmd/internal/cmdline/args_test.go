package cmdline

import (
	"os/exec"
	"runtime"
	"testing"
	"time"
)

func TestDay(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 59, 0, 0, time.Local)
	for word, want := range map[string]string{
		"today": "2026-11-22", "hoje": "2026-11-22", "0": "2026-11-22", "yesterday": "2026-11-21", "ontem": "2026-11-21", "30d": "2026-10-23",
		"2026-01-02": "2026-01-02", "02/01/2026": "2026-01-02", "soon": "", "-1": "", "1.5": "",
	} {
		day, is := Day(now, word)
		if is != (want != "") || is && day.Format(time.DateOnly) != want {
			t.Errorf("%s: %v, %v", word, day, is)
		}
	}
}

// A path can be typed to the shells of its system as it is shown.
func TestShellWord(t *testing.T) {
	for _, c := range []struct{ path, unix, windows string }{
		{"/home/ana/jogos", "/home/ana/jogos", ""},
		{"/home/júlia/Jogos à mesa", "'/home/júlia/Jogos à mesa'", ""},
		{"/tmp/pr$HOME x", "'/tmp/pr$HOME x'", ""},
		{"/tmp/pr$HOME", "'/tmp/pr$HOME'", ""},
		{"/tmp/Ana's \"games\" `id` \\ !!", `'/tmp/Ana'\''s "games" ` + "`id` \\ !!'", ""},
		{"/tmp/a*b", "'/tmp/a*b'", ""},
		{`C:\Users\ana`, "", `C:\Users\ana`},
		{`Z:\w\Jogos da Júlia`, "", `"Z:\w\Jogos da Júlia"`},
		{`\\server\share\Ana's (2)`, "", `"\\server\share\Ana's (2)"`},
		{`C:\a&b`, "", `"C:\a&b"`},
		{`C:\price $5`, "", `'C:\price $5'`},
		{`C:\Ana's $5`, "", `'C:\Ana''s $5'`},
	} {
		want := c.unix + c.windows
		if got := shellWord(c.path, c.windows != ""); got != want {
			t.Errorf("%s: %s, want %s", c.path, got, want)
		}
		if c.unix == "" || runtime.GOOS == "windows" {
			continue
		}
		if heard, err := exec.Command("sh", "-c", "printf %s "+want).Output(); err != nil || string(heard) != c.path {
			t.Errorf("a shell hears %s as %s (%v)", want, heard, err)
		}
	}
}
