package fault

import (
	"embed"
	"errors"
	"io/fs"
	"syscall"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// whys lists errors of the operating system in plain words. The first match counts.
var whys = []struct {
	err error
	say lang.Text
}{
	{fs.ErrNotExist, lang.Msg("fault.not-there", "there is no such file or folder")},
	{fs.ErrPermission, lang.Msg("fault.locked", "this user may not do that")},
	{fs.ErrExist, lang.Msg("fault.there", "it is there already")},
	{syscall.EISDIR, lang.Msg("fault.folder", "it is a folder")},
	{syscall.ENOTDIR, lang.Msg("fault.no-folder", "it is not a folder")},
	{syscall.EROFS, lang.Msg("fault.read-only", "nothing can be written there")},
	{syscall.ENOSPC, lang.Msg("fault.full", "the disk is full")},
	{syscall.EIO, lang.Msg("fault.disk", "the disk does not answer as it should")},
	{syscall.EFBIG, lang.Msg("fault.too-large", "a file cannot be that large there")},
	{syscall.EMFILE, lang.Msg("fault.many-files", "too many files are open")},
	{syscall.EPIPE, lang.Msg("fault.pipe", "nobody reads it any more")},
	{syscall.ENAMETOOLONG, lang.Msg("fault.long", "the name is too long")},
	{syscall.EADDRINUSE, lang.Msg("fault.busy", "another program is there already")},
	{syscall.EADDRNOTAVAIL, lang.Msg("fault.no-address", "this machine has no such address")},
}

// Why returns the reason behind an error of the operating system, without file names: in plain words if the error is
// known, else as the system puts it.
func Why(err error) lang.Text {
	for _, w := range whys {
		if errors.Is(err, w.err) {
			return w.say
		}
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return lang.Literal("{why}").With("why", err.Error())
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "fault", Files: files}
