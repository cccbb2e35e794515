package page

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// The page is small, as a phone gets it, and says the same as the files that people read.
func TestPageIsSmall(t *testing.T) {
	sum := 0
	var zipped bytes.Buffer
	z, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	for _, name := range []string{"page.html", "app.js", "app.css"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got := slim(name, raw)
		sum += len(got)
		_, _ = z.Write(got)
		if strings.Contains(string(got), "\n//") || strings.Contains(string(got), "\n ") {
			t.Errorf("%s still has comments or indents", name)
		}
	}
	_ = z.Close()
	if sum > 37_500 || zipped.Len() > 13_800 {
		t.Errorf("the page has %d bytes, %d zipped", sum, zipped.Len())
	}
	t.Logf("%d bytes, %d zipped", sum, zipped.Len())
	js := "const a = 1; // one\n// all of it\n  b('x: {y}, http://z', `${a + 1} + ${a ? 'b' : c}`, d => a + -1); // c\n"
	if got := string(slim("a.js", []byte(js))); got != "const a=1;b('x: {y}, http://z',`${a + 1} + ${a ? 'b' : c}`,d=>a+-1);" {
		t.Errorf("%q", got)
	}
}

// The page is served as its author wrote it, but for blanks: a mistake in shortening it would show in a browser alone.
func TestPageIsServed(t *testing.T) {
	for name, kind := range kinds {
		w := httptest.NewRecorder()
		Serve(name)(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind || w.Header().Get("ETag") == "" || w.Body.Len() < 400 {
			t.Errorf("%s: %d, %v", name, w.Code, w.Header())
		}
	}
}
