package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// A line of a file is a JSON object whose last key is its sum: 12 hexadecimal digits of SHA-256 over the sum of the line
// before and the line up to the comma in front of the key.
const (
	sumKey = `,"sum":"`
	sumEnd = `"}`
	digits = 12
)

func sumOf(before string, line []byte) string {
	h := sha256.New()
	h.Write([]byte(before))
	h.Write(line)
	return hex.EncodeToString(h.Sum(nil))[:digits]
}

// seal returns an object as a line with its sum, and the sum.
func seal(object []byte, before string) (line []byte, sum string, err error) {
	body, isObject := bytes.CutSuffix(object, []byte("}"))
	if !isObject || len(body) < 2 || bytes.ContainsAny(object, "\n\r") || !json.Valid(object) {
		return nil, "", fmt.Errorf("store: no object on one line: %.80q", object)
	}
	sum = sumOf(before, body)
	return fmt.Appendf(nil, "%s%s%s%s\n", body, sumKey, sum, sumEnd), sum, nil
}

// unseal returns the object of the line that data begins with, its sum, and the bytes behind that; nil if no sum in the
// line is right. Later lines are not looked at.
func unseal(data []byte, before string) (object []byte, sum string, rest []byte) {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	for from := 0; ; {
		at := bytes.Index(line[from:], []byte(sumKey))
		if at < 0 {
			return nil, "", data
		}
		body, tail := line[:from+at], line[from+at+len(sumKey):]
		if len(tail) >= digits+len(sumEnd) && string(tail[digits:digits+len(sumEnd)]) == sumEnd {
			if sum = sumOf(before, body); sum == string(tail[:digits]) {
				return append(bytes.Clone(body), '}'), sum, data[len(body)+len(sumKey)+digits+len(sumEnd):]
			}
		}
		from += at + 1
	}
}

// parse returns the objects of all good lines from the first on, and where they end. It reports whether that is all, but
// for a line that was never acknowledged. A byte order mark, empty lines and other line ends mean nothing: editors and sync
// programs put them in.
func parse(data []byte) (objects [][]byte, end tail, good bool) {
	rest := cutBlank(bytes.TrimPrefix(data, byteOrderMark))
	for {
		object, sum, behind := unseal(rest, end.sum)
		if object == nil {
			return objects, end, torn(rest)
		}
		objects = append(objects, object)
		end = tail{sum: sum}
		rest, end.open = cutLineEnd(behind)
		if !end.open {
			rest = cutBlank(rest)
		}
		end.size = int64(len(data) - len(rest))
	}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// cutBlank returns the data behind the blank lines at its beginning.
func cutBlank(data []byte) []byte {
	for {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		if !ended || len(bytes.TrimSpace(line)) > 0 {
			return data
		}
		data = rest
	}
}

// cutLineEnd returns the data behind a line end, and whether there is none.
func cutLineEnd(data []byte) ([]byte, bool) {
	for _, e := range []string{"\n", "\r\n"} {
		if rest, ok := bytes.CutPrefix(data, []byte(e)); ok {
			return rest, false
		}
	}
	return data, true
}

// torn reports whether what stands behind the last good line is nothing, or a line that was being written when the
// machine stopped: it has no line end, or blocks of it never reached the disk, which are zeros. No single wrong bit in a
// whole line looks like that.
func torn(rest []byte) bool {
	line, ended := bytes.CutSuffix(rest, []byte("\n"))
	switch {
	case len(rest) == 0:
		return true
	case bytes.IndexByte(line, '\n') >= 0:
		return false
	case !ended || len(line) == 0:
		return true
	}
	return line[0] == 0 || line[len(line)-1] == 0 || bytes.Contains(line, []byte{0, 0})
}
