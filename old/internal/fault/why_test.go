package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
)

func TestWhy(t *testing.T) {
	_, gone := os.Open(filepath.Join(t.TempDir(), "nothing"))
	for _, c := range []struct {
		err                 error
		english, portuguese string
	}{
		{gone, "there is no such file or folder", "não existe esse arquivo nem essa pasta"},
		{&fs.PathError{Op: "read", Path: "x", Err: syscall.EISDIR}, "it is a folder", "é uma pasta"},
		{fmt.Errorf("listen: %w", os.NewSyscallError("bind", syscall.EADDRINUSE)), "another program is there already", "outro programa já está lá"},
		{&fs.PathError{Op: "open", Path: "x", Err: errors.New("it \x1b[2Jrains")}, "it [2Jrains", "it [2Jrains"},
		{errors.New("it rains"), "it rains", "it rains"},
	} {
		for tag, want := range map[string]string{"en": c.english, "pt-BR": c.portuguese} {
			if got := lang.NewLocalizer(tag, Texts).Say(Why(c.err)); got != want {
				t.Errorf("%v: %q, want %q", c.err, got, want)
			}
		}
	}
}
