package fault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

func TestPath(t *testing.T) {
	err := Under(Under(New(lang.T("this is wrong"), "votes", "Bia\u202e"), Index(2)), "rounds")
	if want := `rounds[2].votes.Bia\u202e: this is wrong`; err.Error() != want {
		t.Errorf("%s, want %s", err, want)
	}
	if !Is(fmt.Errorf("reading: %w", err)) {
		t.Error("a fault inside another error is none")
	}
	for _, other := range []error{io.EOF, nil} {
		if Is(other) || Under(other, "rounds") != other {
			t.Errorf("%v is a fault, or has a path", other)
		}
	}
	for keys, want := range map[string]string{"": `""`, "a,[b]": "a.[b]", "[],[0]": "[][0]", "[1": "[1"} {
		f := &Fault{At: strings.Split(keys, ",")}
		if f.Path() != want {
			t.Errorf("%q is %s", keys, f.Path())
		}
	}
}

func TestSaid(t *testing.T) {
	wrong := New(lang.T("it is a folder"), "file")
	failed := &Failed{Say: lang.T("the name is too long"), Err: wrong}
	for _, c := range []struct {
		err         error
		said, aloud string
	}{
		{wrong, "file: é uma pasta", "é uma pasta"},
		{fmt.Errorf("x: %w", wrong), "file: é uma pasta", "é uma pasta"},
		{failed, "o nome é comprido demais", "o nome é comprido demais"},
		{errors.New("odd\x1b[2J"), "odd[2J", "odd[2J"},
	} {
		if said, aloud := Said(lang.Portuguese, c.err), Aloud(lang.Portuguese, c.err); said != c.said || aloud != c.aloud {
			t.Errorf("%q, %q", said, aloud)
		}
	}
	nested := lang.T("{at}: {say}").With("at", "x", "say", failed)
	if said := lang.Portuguese.Say(nested); said != "x: o nome é comprido demais" || !errors.Is(failed, wrong) {
		t.Error(said)
	}
}

func TestWhy(t *testing.T) {
	_, missing := os.Open("no such file")
	for code, want := range map[syscall.Errno]string{
		1: "it is a folder", 112: "the disk is full", 39: "the disk is full", 32: "another program has it open", 123: "nothing can be called so there", 10048: "another program is there already",
	} {
		if got := why(&fs.PathError{Op: "read", Path: "x", Err: code}, true).String(); got != want {
			t.Errorf("code %d of Windows: %s, want %s", code, got, want)
		}
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{missing, "there is no such file or folder"},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "the disk is full"},
		{&fs.PathError{Op: "write", Path: "secret", Err: errors.New("odd")}, "odd"},
		{io.EOF, "EOF"},
	} {
		if got := Why(c.err).String(); got != c.want {
			t.Errorf("%v: %s", c.err, got)
		}
	}
	for _, w := range whys {
		if !errors.Is(w.err, w.err) || w.say.Empty() || lang.Portuguese.Say(w.say) == w.say.String() {
			t.Errorf("%v is not said in Portuguese", w.err)
		}
	}
}
