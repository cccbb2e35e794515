//go:build unix

package ownfiles

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Nothing waits for a pipe in the folder.
func TestAPipeInTheFolder(t *testing.T) {
	d := folder(t)
	if err := os.MkdirAll(d.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(d.Dir, "golf.yaml"), 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := d.Find("golf"); err == nil || len(d.All())+len(d.IDs()) != 0 {
		t.Error(err)
	}
}
