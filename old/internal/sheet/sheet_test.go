package sheet

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/fault"
)

// A malformed document is refused with line and column.
func TestSyntax(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{"", "the sheet is empty"},
		{" \n\t", "the sheet is empty"},
		{`{"a":1,"a":2}`, "line 1, column 9: duplicate key “a”"},
		{"{\"a\":{\"b\":1,\n\"b\":2}}", "line 2, column 2: duplicate key “b”"},
		{`{"a":}`, "line 1, column 6: “}” does not belong here"},
		{"{\"a\":1,\n", "line 2, column 1: the document ends in the middle"},
		{`{"a":1`, "line 1, column 7: the document ends in the middle"},
		{"{} x", "line 1, column 4: unexpected content after the end"},
		{"{}\n{}", "line 2, column 1: unexpected content after the end"},
		{`{"a":[1,]}`, "line 1, column 9: “]” does not belong here"},
		{`{"a":[1 2]}`, "line 1, column 9: a comma or the closing bracket is missing before “2”"},
		{`{"a":1 "b":2}`, "line 1, column 8: a comma or the closing bracket is missing before “\""},
		{`{"a" 1}`, "line 1, column 6: a colon is missing before “1”"},
		{"{\"a\": \"x\n\"}", "line 1, column 9: quoted text does not end before '\\n'"},
		{"{\"é\": \xff}", "line 1, column 7: this is not UTF-8 text"},
		{"a: 1\na: 2\n", "line 2, column 1: duplicate key “a”"},
		{"k: {1: x, \"1\": y}", "duplicate key “1”"},
		{"- a\n b: [", "line 2, column 3"},
		{"a: &x 1\nb: *x", "YAML anchors, aliases and tags are not supported"},
		{"a: !!str 5", "YAML anchors, aliases and tags"},
		{"a: ! 5", "YAML anchors, aliases and tags"},
		{"a: 1\n---\nb: 2", "unexpected content after the end"},
		{"<<: {a: 1}", "a key must be text or a whole number"},
		{"? [a]\n: b", "line 1, column 3: a key must be text"},
		{"- 1\n- 2", "expected an object with keys, not a list"},
		{"{\"a\":\n\n\n@}", "line 4, column 1: “@” does not belong here"},
		{"{\n \"a\": 1,\n}", "line 3, column 1: a key in quotes is missing before “}”"},
		{"{\"game\":\"dixit\",\n \"é\":x}", "line 2, column 6: “x” does not belong here"},
		{`{"a": "\ud800"}`, "half a character"},
		{"a: }", "this is not well-formed"},
		{"a:\n  b: 1\n\tc: 2\n", "there is a tab here"},
		{"a: \"x\nb: 1\n", "quoted text does not end"},
		{"a: [1, 2\nb: 1\n", "a bracket has no partner"},
		{"a: b: c", "this is not well-formed"},
		{strings.Repeat("[", 100000), "too large"},
		{"just words", "expected an object with keys, not the text “just words”"},
		{`{"a":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "}", "too many levels of nesting"},
	} {
		_, err := Open([]byte(c.doc))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.doc, err, c.want)
		}
	}
	for _, doc := range []string{"{}", "\ufeff{}", " \n{\"a\": null}", "%YAML 1.2\n---\na: 1\n", "a: 'x'\n...\n", "{\"a\": \"\ufffd\"}", `{"a": "\uFFFD"}`} {
		if _, err := Open([]byte(doc)); err != nil {
			t.Errorf("%q: %v", doc, err)
		}
	}
}

// A value of the wrong kind, or out of range, is named with its path.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		doc  string
		read func(o *Object)
		want string
	}{
		{`{"n": 3}`, func(o *Object) { o.Get("n").Int(0, 3) }, ""},
		{`{"n": -0}`, func(o *Object) { o.Get("n").Int(0, 3) }, ""},
		{`{"n": 4}`, func(o *Object) { o.Get("n").Int(0, 3) }, "n: 4 is out of range: from 0 to 3"},
		{`{"n": 1.0}`, func(o *Object) { o.Get("n").Int(0, 3) }, "n: expected a whole number from 0 to 3, not the number 1.0"},
		{`{"n": 1e0}`, func(o *Object) { o.Get("n").Int(0, 3) }, "not the number 1e0"},
		{`{"n": true}`, func(o *Object) { o.Get("n").Int(0, 3) }, "n: expected a whole number from 0 to 3, not true"},
		{`{"n": "1"}`, func(o *Object) { o.Get("n").Int(0, 3) }, "not the text “1”"},
		{`{"n": null}`, func(o *Object) { o.Get("n").Int(0, 3) }, "not null"},
		{`{"n": 2147483648}`, func(o *Object) { o.Get("n").Int(0, MaxInt) }, "n: 2147483648 is out of range"},
		{"n: 017", func(o *Object) { o.Get("n").Int(0, 30) }, "not the number 017"},
		{"n: 0x1", func(o *Object) { o.Get("n").Int(0, 30) }, "not the number 0x1"},
		{"n: 1_0", func(o *Object) { o.Get("n").Int(0, 30) }, "n: "},
		{"n: 1e0", func(o *Object) { o.Get("n").Int(0, 3) }, "n: expected a whole number from 0 to 3"},
		{"n: 1.0e0", func(o *Object) { o.Get("n").Text() }, "n: expected text, not the number 1.0e0"},
		{"n: 1e3", func(o *Object) { o.Get("n").Text() }, ""},
		{"n: 18446744073709551616", func(o *Object) { o.Get("n").Text() }, "n: expected text"},
		{"n: '1e0'", func(o *Object) { o.Get("n").Text() }, ""},
		{"n: {true: 1}", func(o *Object) { o.Get("n").Fields() }, "n.true: a key must be text or a whole number"},
		{"n: {1.5: 1, a: {true: 2}}", func(o *Object) { o.Get("n").AnyObject() }, ""},
		{"? n\n: 1", func(o *Object) { o.Get("n").Int(0, 1) }, ""},
		{"{\"n\": {\"\\u202e\": 1}}", func(o *Object) { o.Get("n").Object().Done() }, "n.\\u202e: unknown key"},
		{`{"n": {"[x": 1, "": 2}}`, func(o *Object) { o.Get("n").Fields()[0].Text() }, "n.[x: expected text"},
		{`{"n": {"": 2}}`, func(o *Object) { o.Get("n").Fields()[0].Text() }, `n."": expected text`},
		{"n: 'C\r\n  D'", func(o *Object) { o.Get("n").OneOf("C D") }, ""},
		{"%YAML 1.2\n---\nn: 1", func(o *Object) { o.Get("n").Int(1, 1) }, ""},
		{"n: \u00a0C", func(o *Object) { o.Get("n").OneOf("\u00a0C") }, ""},
		{"n:\n- 1\n-\nm: 2", func(o *Object) { o.Get("n").List(2, 2)[1].Int(0, 1); o.Get("m") }, "n[1]: expected a whole number"},
		{"n: .inf", func(o *Object) { o.Get("n").Int(0, 30) }, "n: expected a whole number"},
		{`{}`, func(o *Object) { o.Get("n").Int(0, 3) }, "n: this key is missing"},
		{`{"n": 1}`, func(o *Object) { o.Get("n").Bool() }, "n: expected true or false, not the number 1"},
		{`{"n": "x"}`, func(o *Object) { o.Get("n").OneOf("a", "b") }, "n: the text “x” is not one of: a, b"},
		{`{"n": {}}`, func(o *Object) { o.Get("n").List(0, 9) }, "n: expected a list, not an object"},
		{`{"n": [1,2]}`, func(o *Object) { o.Get("n").List(3, 9) }, "n: 2 entries: 3 to 9 are allowed"},
		{`{"n": [1,{"x":"y"}]}`, func(o *Object) { o.Get("n").List(0, 9)[1].Object().Get("x").Int(0, 1) }, "n[1].x: expected a whole number"},
		{`{"n": 1, "m": 2}`, func(o *Object) { o.Get("m") }, "n: unknown key; the keys known here are: m"},
		{`{"n": {"Bia": [0]}}`, func(o *Object) {
			for _, f := range o.Get("n").Fields() {
				for _, e := range f.List(1, 2) {
					e.Int(1, 12)
				}
			}
		}, "n.Bia[0]: 0 is out of range: from 1 to 12"},
		{`{"n": 7, "m": 8}`, func(o *Object) { o.Get("n").Int(0, 1); o.Get("m").Int(0, 1) }, "n: 7"}, // only the first fault
	} {
		o, err := Open([]byte(c.doc))
		if err != nil {
			t.Fatal(c.doc, err)
		}
		c.read(o)
		o.Done()
		err = o.Err()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.doc, err, c.want)
		}
	}
}

// YAML of the largest size costs no more than that size justifies, whatever it contains.
func TestHostileYAML(t *testing.T) {
	long := strings.Repeat("k", 20_000)
	for name, c := range map[string]struct{ head, unit, want string }{
		"dashes":           {"", "- ", "too many levels"},
		"dashes in a key":  {"a:\n  ", "- ", "too many levels"},
		"brackets":         {"a: ", "[", "too many levels"},
		"braces":           {"a: ", "{a: ", "too many levels"},
		"under a long key": {long + ":\n", "- a\n", ""},
		"beside its dash":  {"- " + long + ":\n", "  - a\n", ""},
		"explicit key":     {"? " + long + " # x\n: - a\n", "  - a\n", ""},
		"anchored key":     {"&x " + long + ":\n", "  - a\n", ""},
		"in brackets":      {long + ": [", "1,", ""},
		"many keys":        {"", "k: 1\n", ""},
		"many ?":           {"", "? k\n", ""},
		"many entries":     {"", "-\n", ""},
		"many in braces":   {"a: {", "1,", ""},
		"documents":        {"", "---\na\n", ""},
		"endings":          {"", "!\n...\n", ""},
		"open documents":   {"[", "a\n---\n", ""},
		"merges":           {"a: ", "<", ""},
		"tabs":             {"a: \"", "\t", ""},
		"blank lines":      {"a: |\n", "\n", ""},
		"blank with CR":    {"a: |\n", " \r", ""},
	} {
		doc := []byte(c.head + strings.Repeat(c.unit, (maxYAML-len(c.head))/len(c.unit)))
		var err error
		if n := allocated(func() { _, err = Open(doc) }); n > 150<<20 { // three times what it takes without the race detector
			t.Errorf("%s: %d MB", name, n>>20)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// allocated returns how many bytes f allocates in total.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// YAML above the limit is never parsed; JSON of the same length is fine.
func TestLargeYAML(t *testing.T) {
	dashes := []byte(strings.Repeat("- ", 300_000))
	var err error
	if n := testing.AllocsPerRun(1, func() { _, err = Open(dashes) }); n > 50 {
		t.Errorf("%v allocations", n)
	}
	if err == nil || err.Error() != "the document is too large: 64 kB at most are read as YAML" {
		t.Error(err)
	}
	if _, err := Open([]byte(`{"a": "` + strings.Repeat("x", 600_000) + `"}`)); err != nil {
		t.Error(err)
	}
}

// The longest evening that a real table could write by hand is read: thirty rounds with every accusation, long names,
// blank lines and comments.
func TestLongEvening(t *testing.T) {
	var b strings.Builder
	b.WriteString("# by hand\nplayers: [Ana]\nrounds:\n")
	for range 30 {
		b.WriteString("\n- dealer: Maximiliano da Silva e Souza\n  failed_accusations:\t# none was right\n")
		for range 7 {
			b.WriteString("  - accuser: Maximiliano da Silva e Souza\n    suspect: Guilhermina de Orleans e Bragança\n" +
				"    agree:\n    - Ana\n    - 'Pedro de Alcântara, o Jovem'\n    - [Bia, {x: 1}]\n")
		}
		b.WriteString("  ending: {type: time_up, votes: {Ana: Bia, Bia: Ana, Caio: Ana}}\n")
	}
	if n := b.Len(); n < maxYAML/2 || n > maxYAML {
		t.Fatal(n, "bytes")
	}
	o, err := Open([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(o.Get("rounds").List(0, MaxInt)); n != 30 {
		t.Error(n, "rounds")
	}
}

func FuzzOpen(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}]}`, "a: [1, {b: ~}]\n", "a: |\n x\n", "- x", "\ufeff{}", "a: &b 1", "? x\n: y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, err := Open([]byte(s))
		var fault *fault.Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		}
	})
}

// A value comes back as one line of JSON and in order. YAML makes the same tree; its whole-number keys are text as written.
func TestJSON(t *testing.T) {
	const same = `{"n":{"1":"Bia","02":"x"},"l":[1,-3,true,null,"yes","a\nb\n"],"t":"2026-01-02T10:00:00Z"}`
	for doc, want := range map[string]string{
		`{"a": ` + same + `}`: same,
		"a:\n n:\n  1: Bia\n  02: x\n l:\n - 1\n - -3\n - true\n - ~\n - yes\n - |\n  a\n  b\n t: 2026-01-02T10:00:00Z\n": same,
		`{"a": {"z": 1.50, "b": [true, null, "<&>\n", {}], "": []}}`:                                                      `{"z":1.50,"b":[true,null,"<&>\n",{}],"":[]}`,
		"a: {z: 0x1F, true: .5, 7: 1e3, b: .inf, c: '12', d: -0, e: 017, f: ~}":                                           `{"z":"0x1F","true":".5","7":"1e3","b":".inf","c":"12","d":-0,"e":"017","f":null}`,
		`{"b": 1}`: ``,
	} {
		o, err := Open([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		if it, _ := o.Maybe("a"); it.JSON() != want {
			t.Errorf("%s is %s, want %s", doc, it.JSON(), want)
		}
	}
}
