package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Where sheets are found: in files, in folders, line by line. One at a time is in memory.

// A paper is a sheet that nobody has read yet, or why it cannot be read.
type paper struct {
	file lang.Text
	line int // of JSON Lines, from 1; 0: the file is one sheet
	body []byte
	err  error // a *fault.Fault: it is no sheet; any other: the file cannot be read
}

// mostSheet is how many bytes a sheet may have; a real one stays under 20 kB.
const mostSheet = 1 << 20

const sheetLines = ".jsonl"

var sheetFiles = []string{".json", ".yaml", ".yml", sheetLines}

var (
	aLine      = lang.Msg("cmd.a-line", "{file}, line {n}")
	standardIn = lang.Msg("cmd.standard-in", "standard input")
	hugeSheet  = lang.Msg("cmd.huge-sheet", "this is larger than 1 MB, and no sheet is")
	noSheets   = lang.Msg("cmd.no-sheets", "there is no sheet in {folder} ({all})")
)

var errNoSheets = errors.New("cmd: no sheet in a folder")

// place is where a paper was found.
func (p paper) place() lang.Text {
	if p.line == 0 {
		return p.file
	}
	return aLine.With("file", p.file, "n", p.line)
}

// papersOf are the papers of files and folders; "-" is in. It ends where take returns false.
func papersOf(args []string, in io.Reader, take func(paper) bool) {
	for _, arg := range args {
		if !papersAt(arg, in, take) {
			return
		}
	}
}

func papersAt(arg string, in io.Reader, take func(paper) bool) (more bool) {
	if arg == "-" {
		return papersIn(standardIn, "", in, take)
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return take(paper{file: named(arg), err: err})
	case info.IsDir():
		return papersUnder(arg, take)
	}
	return papersOfFile(arg, take)
}

// papersUnder looks into a folder and all below it, and leaves out what is hidden. A link to a file is that
// file; one to a folder is not followed, so that no loop has no end.
func papersUnder(dir string, take func(paper) bool) (more bool) {
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
			more = take(paper{file: named(shown), err: err})
		case path != root && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
		case !e.IsDir() && slices.Contains(sheetFiles, strings.ToLower(filepath.Ext(path))) && isFile(path):
			found = true
			more = papersOfFile(shown, take)
		}
		if !more {
			return fs.SkipAll
		}
		return nil
	})
	if !found {
		return take(paper{file: named(dir), err: errNoSheets})
	}
	return more
}

// isFile reports whether a name leads to a file, not to a pipe that nobody writes to. A link that leads
// nowhere does: it is said that it cannot be read.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

func papersOfFile(path string, take func(paper) bool) (more bool) {
	name := named(path)
	f, err := os.Open(path)
	if err != nil {
		return take(paper{file: name, err: err})
	}
	defer f.Close()
	return papersIn(name, strings.ToLower(filepath.Ext(path)), f, take)
}

// named is a path as it is printed, in one line.
func named(path string) lang.Text {
	if strings.ContainsFunc(path, lang.IsControl) || !utf8.ValidString(path) {
		path = strconv.Quote(path)
	}
	return lang.Literal("{path}").With("path", path)
}

// papersIn reads a stream. JSON Lines are known by the end of the name, and where the name says nothing by
// a first line that is a whole object.
func papersIn(name lang.Text, ext string, in io.Reader, take func(paper) bool) (more bool) {
	r := bufio.NewReaderSize(in, 64<<10)
	byLine := ext == sheetLines
	if !slices.Contains(sheetFiles, ext) {
		ahead, err := r.Peek(r.Size())
		byLine = beginsWithLine(ahead)
		if err == io.EOF { // whoever types it ends it once
			r.Reset(bytes.NewReader(bytes.Clone(ahead)))
		}
	}
	if byLine {
		return papersByLine(name, r, take)
	}
	p := paper{file: name}
	p.body, p.err = io.ReadAll(io.LimitReader(r, mostSheet+1))
	if p.err == nil && len(p.body) > mostSheet {
		p.body, p.err = nil, fault.New(hugeSheet)
	}
	return take(p)
}

// beginsWithLine reports whether the first line of the beginning of a stream is an object, and the next one begins so.
func beginsWithLine(ahead []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimLeft(bytes.TrimPrefix(ahead, byteOrder), " \t\r\n"), []byte("\n"))
	first = bytes.TrimRight(first, " \t\r")
	return bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(first, []byte("}")) && bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte("{"))
}

// byteOrder is the mark that some editors put before a text.
var byteOrder = []byte("\xef\xbb\xbf")

func papersByLine(name lang.Text, r *bufio.Reader, take func(paper) bool) (more bool) {
	for n := 1; ; n++ {
		line, err := nextLine(r)
		p := paper{file: name, line: n, body: bytes.TrimSpace(bytes.TrimPrefix(line, byteOrder))}
		if err != nil && err != io.EOF {
			return take(paper{file: name, err: err})
		}
		if len(line) > mostSheet {
			p.body, p.err = nil, fault.New(hugeSheet)
		}
		if (len(p.body) > 0 || p.err != nil) && !take(p) {
			return false
		}
		if err != nil {
			return true
		}
	}
}

// nextLine is the next line with its end, which of one that is too long is only the beginning.
func nextLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= mostSheet {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}
