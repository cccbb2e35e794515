// Package page holds the page that phones and boards open, shortened for them, and limits how often they may ask. It knows
// nothing of games.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"regexp"
	"strings"
	"time"
)

//go:embed page.html app.js app.css
var files embed.FS

// kinds are the parts of the page.
var kinds = map[string]string{
	"page.html": "text/html; charset=utf-8",
	"app.js":    "text/javascript; charset=utf-8",
	"app.css":   "text/css; charset=utf-8",
}

// Serve serves a part of the page, which a phone asks for again only after it has changed.
func Serve(name string) http.HandlerFunc {
	body, err := files.ReadFile(name)
	if err != nil {
		panic("page: " + err.Error()) // it is part of the program
	}
	body = slim(name, body)
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kinds[name])
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	}
}

const (
	comments = `(?m)^\s+|(?:^|[ \t]+)// .*$`
	// Texts stand first, so that a sign in one of them is left alone.
	signs = "'(?:[^'\\\\\n]|\\\\.)*'|`[^`]*`|" + ` (=>|===|!==|==|=|\|\|=|&&|\|\||\?|:|\+|-|<|>|\*) | ?[;{,([]\n+|\n+\} ?| ?[{}] ?| [([]|(,|;|:) `
)

// slim returns a file as phones get it: without comments and the blanks that people read it by. Its patterns are compiled here,
// since most commands never serve a page.
func slim(name string, body []byte) []byte {
	body = regexp.MustCompile(comments).ReplaceAll(body, nil)
	switch {
	case strings.HasSuffix(name, ".css"):
		around := strings.NewReplacer("; ", ";", ", ", ",", ": ", ":", " > ", ">", " {", "{", "{ ", "{", " }", "}", "\n", "", ";}", "}", "; }", "}")
		return []byte(around.Replace(string(body)))
	case strings.HasSuffix(name, ".js"):
		return regexp.MustCompile(signs).ReplaceAllFunc(body, func(found []byte) []byte {
			if found[0] == '\'' || found[0] == '`' {
				return found
			}
			return bytes.Trim(found, " \n")
		})
	}
	return body
}
