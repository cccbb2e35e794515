// Package store keeps text files: one a game, a line a moment, written and synced before it is acknowledged; small
// files beside them; and the list of games. It knows no game.
package store

import "time"

// A File is a game's file, open for writing. Nobody else writes it meanwhile.
type File struct{}

// Create makes a new file with its first line, on the disk when Create returns nil.
func Create(path string, first any) (*File, error) { panic("unwritten") }

// Open opens a file to go on with and returns its lines. It returns ErrBusy if somebody else has it open for writing,
// and *Damaged, with the lines before the damage, if a line's sum is wrong.
func Open(path string) (*File, [][]byte, error) { panic("unwritten") }

// Read returns the lines of a file without opening it for writing; *Damaged as Open.
func Read(path string) ([][]byte, error) { panic("unwritten") }

// Mend copies a damaged file whole to ID.damaged-DATE, synced, and only then cuts it off before the damaged line.
func Mend(path string, now time.Time) (copy string, err error) { panic("unwritten") }

// Append writes one more line. It returns nil when the line is on the disk.
func (f *File) Append(v any) error { panic("unwritten") }

// Close closes the file and lets others write it.
func (f *File) Close() error { panic("unwritten") }

// Damaged says which line of a file is damaged. Lines before it are good.
type Damaged struct {
	Path string
	Line int // counted from 1
}

func (d *Damaged) Error() string { panic("unwritten") }

// Save replaces a small file: temporary file, sync, rename, sync of the folder. quick leaves out the syncs.
func Save(path string, v any, quick bool) error { panic("unwritten") }

// Load reads a small file; it leaves into as it was if there is none or it is broken.
func Load(path string, into any) error { panic("unwritten") }
