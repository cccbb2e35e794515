package cmdline

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
)

// Completes reports whether a shell asks how a line may go on.
func Completes(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// First returns the first word behind a command, or "" if there is none.
func First(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// Value returns the value of a flag that is needed before the commands can be built; "" if there is none.
func Value(args []string, flag string) (value string) {
	for i, arg := range args {
		it, is := strings.CutPrefix(arg, flag+"=")
		switch {
		case arg == "--":
			return value
		case is:
			value = it
		case arg == flag && i+1 < len(args):
			value = args[i+1]
		}
	}
	return value
}

// WithDay returns a line in which a day behind a flag is its value. Cobra takes a value that may be missing only behind “=”.
func WithDay(args []string, flag string, now time.Time) []string {
	i := slices.Index(args, flag)
	if i < 0 || i+1 == len(args) {
		return args
	}
	if _, is := Day(now, args[i+1]); !is {
		return args
	}
	return slices.Replace(slices.Clone(args), i, i+2, flag+"="+args[i+1])
}

// mostBack is how many days a number of days may go back: a hundred years.
const mostBack = 36525

// Day returns the beginning of a day: a date, today, yesterday, or a number of days ago.
func Day(now time.Time, word string) (time.Time, bool) {
	y, m, d := now.Local().Date()
	back, err := strconv.Atoi(strings.TrimSuffix(word, "d"))
	switch word {
	case "today", "hoje":
		back, err = 0, nil
	case "yesterday", "ontem":
		back, err = 1, nil
	}
	if err == nil && back >= 0 && back <= mostBack {
		return time.Date(y, m, d-back, 0, 0, 0, 0, time.Local), true
	}
	for _, layout := range []string{time.DateOnly, "02/01/2006"} {
		if day, err := time.ParseInLocation(layout, word, time.Local); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}

// Copyable returns a line that can be copied to a shell, for the same data folder; "" is that of the system.
func Copyable(data string, words ...string) string {
	line := strings.Join(words, " ")
	if data == "" {
		return line
	}
	dir, err := filepath.Abs(data)
	if err != nil {
		dir = data
	}
	return line + " --data " + shellWord(dir, runtime.GOOS == "windows")
}

// shellWord returns a path as it is typed to the shells of a system, in quotes where it needs them. On Windows these are
// cmd and PowerShell, which agree on double quotes; only PowerShell reads a $ in them, so such a path is written for it.
func shellWord(path string, windows bool) string {
	marks := "/-_.:+@%~"
	if windows {
		marks = `\` + marks
	}
	special := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(marks, r)
	}
	switch {
	case path != "" && !strings.ContainsFunc(path, special):
		return path
	case !windows:
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	case strings.ContainsAny(path, "$`"):
		return "'" + strings.ReplaceAll(path, "'", "''") + "'"
	}
	return `"` + path + `"`
}
