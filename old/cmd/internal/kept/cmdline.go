package kept

import (
	"errors"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Command returns a command line for the file of games in a folder. data is "" if the folder need not be named.
func Command(data string, words ...string) string {
	line := "tablemate " + strings.Join(words, " ")
	if data == "" {
		return line
	}
	dir, err := filepath.Abs(data)
	if err != nil {
		dir = data
	}
	return line + " --data " + Quoted(dir)
}

// Quoted returns a word as this system's shells read it.
func Quoted(word string) string { return quoted(runtime.GOOS, word) }

// quoted returns a word for a POSIX shell, or for both shells of Windows, where a backslash is plain and cmd knows
// double quotes only. Within those, PowerShell expands $ and `, so words with these characters are quoted for
// PowerShell alone.
func quoted(system, word string) string {
	switch {
	case system != "windows":
		if strings.ContainsAny(word, " \t'\"$&;()*?[]<>|`\\") {
			return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	case strings.ContainsAny(word, "$`\""):
		return "'" + strings.ReplaceAll(word, "'", "''") + "'"
	case strings.ContainsAny(word, " \t'&;,=()[]{}<>|^!~+%@"):
		return `"` + word + `"`
	}
	return word
}

var (
	damagedAt    = lang.Msg("kept.damaged-at", "game {id} is damaged at line {n} of its log. It was left as it is, and the other games are not affected. “{rescue}” rebuilds the file from the logs beside it. What comes before that line can be seen and exported:")
	damagedWhole = lang.Msg("kept.damaged-whole", "game {id} is damaged: its log leads to another result than the one that was kept. It was left as it is, and the other games are not affected. What its log says can be seen and exported:")
	damagedLost  = lang.Msg("kept.damaged-lost", "game {id} is damaged from its first line on. It was left as it is, and the other games are not affected. “{rescue}” rebuilds the file from the logs beside it.")
	damagedLines = lang.Msg("kept.damaged-lines", "{say}{lines}")
)

// Explain returns any error as a sentence. For a damaged game or file it says what helps.
func (f *File) Explain(err error) lang.Text {
	var could *fault.Failed
	var damaged *session.Damaged
	isDamaged := errors.Is(err, store.ErrDamaged)
	switch {
	case isDamaged && errors.As(err, &damaged):
		return f.damage(damaged)
	case errors.As(err, &could):
		return could.Say
	case isDamaged: // the damage was found after opening
		return f.bad(f.Path(), err).Say
	}
	return session.Explain(err)
}

// damage names a damaged game, the place of the damage, and the remedy.
func (f *File) damage(d *session.Damaged) lang.Text {
	until := d.Line - 1
	say, rescue := damagedAt, f.Command("rescue")
	switch d.Line {
	case 1:
		return damagedLost.With("id", d.Game, "rescue", rescue)
	case 0:
		say, until = damagedWhole, d.Whole
	}
	lines := "\n  " + f.Command("show", d.Game, "--until", strconv.Itoa(until)) + "\n  " + f.Command("export", d.Game, "--until", strconv.Itoa(until))
	return damagedLines.With("say", say.With("id", d.Game, "n", d.Line, "rescue", rescue), "lines", lines)
}
