// Package papers finds score sheets in files, in folders, and line by line. It holds one at a time, and does not know
// what a sheet says.
package papers

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Paper is an undecoded sheet, or why it cannot be read.
type Paper struct {
	File lang.Text
	Line int // of JSON Lines, from 1; 0: the file is one sheet
	Body []byte
	Err  error // a *fault.Fault if it is no sheet, any other error if the file cannot be read
}

// Most is the largest size of a sheet, in bytes; real ones stay under 20 kB.
const Most = 1 << 20

const byLines = ".jsonl"

// Endings are the endings of files that hold sheets.
var Endings = []string{".json", ".yaml", ".yml", byLines}

// Input stands for standard input in place of a file name.
const Input = "-"

var (
	aLine      = lang.Msg("papers.a-line", "{file}, line {n}")
	standardIn = lang.Msg("papers.standard-in", "standard input")
	unread     = lang.Msg("papers.no-file", "{file} cannot be read: {why}")
	huge       = lang.Msg("papers.huge-sheet", "this is larger than 1 MB: too large for a sheet")
)

// Bad is the error for a sheet, or a game file, that is invalid or against the rules.
type Bad struct{ Err error }

func (b *Bad) Error() string { return b.Err.Error() }

// Unwrap returns what is wrong with it.
func (b *Bad) Unwrap() error { return b.Err }

// ErrNone is the error for a folder without sheets.
var ErrNone = errors.New("papers: no sheet in a folder")

// Place returns where a paper was found.
func (p Paper) Place() lang.Text {
	if p.Line == 0 {
		return p.File
	}
	return aLine.With("file", p.File, "n", p.Line)
}

// Unread says why a file cannot be read; file is its name, as text of any kind.
func Unread(file any, err error) *fault.Failed {
	return &fault.Failed{Say: unread.With("file", file, "why", fault.Why(err)), Err: err}
}

// One reads a file as one sheet, or in if the name is Input.
func One(file string, in io.Reader) Paper {
	p := Paper{File: named(file)}
	if file == Input {
		return p.read(in)
	}
	f, err := os.Open(file)
	if err != nil {
		p.Err = err
		return p
	}
	defer f.Close()
	return p.read(f)
}

// read reads all of a stream as the body.
func (p Paper) read(in io.Reader) Paper {
	p.Body, p.Err = io.ReadAll(io.LimitReader(in, Most+1))
	if p.Err == nil && len(p.Body) > Most {
		p.Body, p.Err = nil, fault.New(huge)
	}
	return p
}

// All yields the papers in files and folders, and in in if Input is named.
func All(args []string, in io.Reader) iter.Seq[Paper] {
	return func(take func(Paper) bool) {
		for _, arg := range args {
			if !at(arg, in, take) {
				return
			}
		}
	}
}

// Until yields a sequence until ctx ends, even while a silent pipe blocks it.
func Until(ctx context.Context, all iter.Seq[Paper]) iter.Seq[Paper] {
	found := make(chan Paper)
	go func() {
		defer close(found)
		for p := range all {
			select {
			case found <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	return func(yield func(Paper) bool) {
		for {
			select {
			case <-ctx.Done():
				return
			case p, more := <-found:
				if !more || !yield(p) {
					return
				}
			}
		}
	}
}

func at(arg string, in io.Reader, take func(Paper) bool) (more bool) {
	if arg == Input {
		return inStream(standardIn, "", in, take)
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return take(Paper{File: named(arg), Err: err})
	case info.IsDir():
		return under(arg, take)
	}
	return ofFile(arg, take)
}

// under searches a folder and everything below it, except what is hidden. A link to a file counts as that file; a link
// to a folder is not followed, so loops do no harm.
func under(dir string, take func(Paper) bool) (more bool) {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		root = dir
	}
	more, found := true, false
	_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		shown := dir + strings.TrimPrefix(path, root)
		switch {
		case err != nil:
			found = true
			more = take(Paper{File: named(shown), Err: err})
		case path != root && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
		case !e.IsDir() && slices.Contains(Endings, strings.ToLower(filepath.Ext(path))) && isFile(path):
			found = true
			more = ofFile(shown, take)
		}
		if !more {
			return fs.SkipAll
		}
		return nil
	})
	if !found {
		return take(Paper{File: named(dir), Err: ErrNone})
	}
	return more
}

// isFile reports whether a path leads to a file rather than, say, a pipe. A broken link counts, so that it is reported
// as unreadable.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

func ofFile(path string, take func(Paper) bool) (more bool) {
	name := named(path)
	f, err := os.Open(path)
	if err != nil {
		return take(Paper{File: name, Err: err})
	}
	defer f.Close()
	return inStream(name, strings.ToLower(filepath.Ext(path)), f, take)
}

// named returns a path as it is printed, in one line.
func named(path string) lang.Text {
	if strings.ContainsFunc(path, lang.IsControl) || !utf8.ValidString(path) {
		path = strconv.Quote(path)
	}
	return lang.Literal("{path}").With("path", path)
}

// inStream reads a stream. JSON Lines are recognized by the ending of the name or, if that says nothing, by a first
// line that is a complete object.
func inStream(name lang.Text, ext string, in io.Reader, take func(Paper) bool) (more bool) {
	r := bufio.NewReaderSize(in, 64<<10)
	lines := ext == byLines
	if !slices.Contains(Endings, ext) {
		ahead, err := r.Peek(r.Size())
		lines = beginsWithLine(ahead)
		if err == io.EOF { // so that a person who types it has to end it only once
			r.Reset(bytes.NewReader(bytes.Clone(ahead)))
		}
	}
	if lines {
		return inLines(name, r, take)
	}
	return take(Paper{File: name}.read(r))
}

// beginsWithLine reports whether the first line of a stream is an object and the next one starts like one.
func beginsWithLine(ahead []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(ahead, byteOrder), " \t\r\n"), []byte("\n"))
	first = bytes.TrimRight(first, " \t\r")
	return bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(first, []byte("}")) && bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte("{"))
}

// byteOrder is the mark that some editors put before a text.
var byteOrder = []byte("\xef\xbb\xbf")

func inLines(name lang.Text, r *bufio.Reader, take func(Paper) bool) (more bool) {
	for n := 1; ; n++ {
		line, err := nextLine(r)
		p := Paper{File: name, Line: n, Body: bytes.TrimSpace(bytes.TrimPrefix(line, byteOrder))}
		if err != nil && err != io.EOF {
			return take(Paper{File: name, Err: err})
		}
		if len(line) > Most {
			p.Body, p.Err = nil, fault.New(huge)
		}
		if (len(p.Body) > 0 || p.Err != nil) && !take(p) {
			return false
		}
		if err != nil {
			return true
		}
	}
}

// nextLine returns the next line with its end, but only the beginning of a line that is too long.
func nextLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= Most {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "papers", Files: files}
