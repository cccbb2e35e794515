package sheet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A malformed document is refused with line and column.
func TestSyntax(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{"", "the sheet is empty"},
		{" \n\t", "the sheet is empty"},
		{`{"a":1,"a":2}`, "a: line 1, column 8: duplicate key “a”"},
		{"{\"a\":{\"b\":1,\n\"b\":2}}", "a.b: line 2, column 1: duplicate key “b”"},
		{"{\"é\": [{\"a\":1, \"\\u0061\":2}]}", "é[0].a: line 1, column 16: duplicate key “a”"},
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
		{"{\"a\":\n\n\n@}", "line 4, column 1: “@” does not belong here"},
		{"{\n \"a\": 1,\n}", "line 3, column 1: a key in quotes is missing before “}”"},
		{"{\"game\":\"dixit\",\n \"é\":x}", "line 2, column 6: “x” does not belong here"},
		{`{"a": "\ud800"}`, "line 1, column 7: there is half a character"},
		{`{"a": {"\ud800": 1}}`, "a: line 1, column 8: there is half a character"},
		{`{"a": "\ud800\\ufffd"}`, "half a character"},
		{`{"a": "\ud800\ud800\udc00"}`, "half a character"},
		{`{"a": "\ud800\u00e9"}`, "half a character"},
		{`{"a": ["\udc00"]}`, "a[0]: line 1, column 8: there is half a character"},
		{`{"a": "\ud83d\u12`, "line 1, column 18: the document ends in the middle"},
		{`{"a": "\x41"}`, "line 1, column 9: “x” does not belong here"},
		{`{"a": "\u12é4"}`, "line 1, column 12: “é” does not belong here"},
		{`{"a": "\`, "line 1, column 9: the document ends in the middle"},
		{"{\"a\": \"x\ty\"}", `line 1, column 9: quoted text does not end before '\t'`},
		{"{\"a\": \"é\x00\"}", `line 1, column 9: quoted text does not end before '\x00'`},
		{"{\"a\": \u202e1}", `line 1, column 7: “'\u202e'” does not belong here`},
		{"{\"a\":\u00a01}", "line 1, column 6: “\u00a0” does not belong here"},
		{`{"a": tru}`, "line 1, column 10: “}” does not belong here"},
		{`{"a": nil}`, "line 1, column 8: “i” does not belong here"},
		{`{"a": falsee}`, "line 1, column 12: a comma or the closing bracket is missing before “e”"},
		{`{"a": True}`, "line 1, column 7: “T” does not belong here"},
		{`{"a": nul`, "line 1, column 10: the document ends in the middle"},
		{`{"a": 017}`, "line 1, column 8: “1” does not belong here"},
		{`{"a": -}`, "line 1, column 8: “}” does not belong here"},
		{`{"a": +1}`, "line 1, column 7: “+” does not belong here"},
		{`{"a": .5}`, "line 1, column 7: “.” does not belong here"},
		{`{"a": 1.}`, "line 1, column 9: “}” does not belong here"},
		{`{"a": 1e+}`, "line 1, column 10: “}” does not belong here"},
		{`{"a": 0x1F}`, "line 1, column 8: a comma or the closing bracket is missing before “x”"},
		{`{'a': 1}`, "line 1, column 2: a key in quotes is missing before “'”"},
		{`{a: 1}`, "line 1, column 2: a key in quotes is missing before “a”"},
		{`{1: 1}`, "line 1, column 2: a key in quotes is missing before “1”"},
		{`{,}`, "line 1, column 2: a key in quotes is missing before “,”"},
		{`{"a"::1}`, "line 1, column 6: “:” does not belong here"},
		{`{"a":1,,"b":2}`, "line 1, column 8: a key in quotes is missing before “,”"},
		{`{"a":[,1]}`, "line 1, column 7: “,” does not belong here"},
		{`{"a":[1}}`, "line 1, column 8: a comma or the closing bracket is missing before “}”"},
		{`{"a":1]`, "line 1, column 7: a comma or the closing bracket is missing before “]”"},
		{`{"a"`, "line 1, column 5: the document ends in the middle"},
		{"{\"a\": 1, // one\n\"b\": 2}", "line 1, column 10: a key in quotes is missing before “/”"},
		{"{}\x00", `line 1, column 3: unexpected content after the end of the document`},
		{"\xff\xfe{\x00}", "line 1, column 1: this is not UTF-8 text"},
		{"{\x00}\x00", `line 1, column 2: a key in quotes is missing before “'\x00'”`},
		{"\xff\xfe{\x00\"\x00\x3d\xd8", "line 1, column 4: the document ends in the middle"},
		{"a: }", "this is not well-formed"},
		{"a:\n  b: 1\n\tc: 2\n", "there is a tab here"},
		{"a: \"x\nb: 1\n", "quoted text does not end"},
		{"a: [1, 2\nb: 1\n", "a bracket has no partner"},
		{"a: b: c", "this is not well-formed"},
		{strings.Repeat("[", 100000), "too large"},
		{`{"a":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + "}", "too many levels of nesting"},
		{`{"a":` + strings.Repeat("[", 1<<20), "the document ends in the middle|too many levels of nesting"},
		{`{"a":[` + strings.Repeat("1,", maxNodes) + "1]}", "the document is too large"},
	} {
		_, err := Parse([]byte(c.doc))
		if !says(err, c.want) {
			t.Errorf("%.200q: %v, want %s", c.doc, err, c.want)
		}
	}
	for _, doc := range []string{"\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00\"\xd8\x3d\xde\x00\x00\"\x00:\x001\x00}", "\xff\xfea\x00:\x00 \x00\xe9\x00\r\x00\n\x00", "{}", "\ufeff{}", " \n{\"a\": null}", "%YAML 1.2\n---\na: 1\n", "a: 'x'\n...\n", "{\"a\": \"\ufffd\"}",
		`{"a": "\uFFFD\\\uD83D\uDE00"}`} {
		if _, err := Parse([]byte(doc)); err != nil {
			t.Errorf("%q: %v", doc, err)
		}
	}
}

// says reports whether an error is a fault with one of the texts in it; "" wants none.
func says(err error, want string) bool {
	if err == nil || want == "" {
		return err == nil && want == ""
	}
	for w := range strings.SplitSeq(want, "|") {
		if fault.Is(err) && strings.Contains(err.Error(), w) {
			return true
		}
	}
	return false
}

type (
	name string
	part struct {
		Away []name `json:"away,omitempty"`
	}
	turn struct {
		Teller name `json:"teller"`
		part
		Cards map[int]name   `json:"cards,omitempty" sheet:"1..12"`
		Votes map[name][]int `json:"votes" sheet:"1..12"`
	}
	end struct {
		Type    string        `json:"type" sheet:"slap|wrong|none"`
		By      name          `json:"by" when:"slap|wrong"`
		Out     []name        `json:"out" may:"slap"`
		Penalty string        `json:"penalty" when:"wrong" sheet:"hand|eye"`
		Full    map[name]*int `json:"full,omitempty" sheet:"0..3,null"`
	}
	doc struct {
		N     int             `json:"n,omitempty" sheet:"..3"`
		M     int             `json:"m,omitempty"`
		Big   uint64          `json:"big,string,omitempty"`
		Pair  [2]int          `json:"pair,omitzero"`
		Text  string          `json:"text,omitempty"`
		Yes   bool            `json:"yes,omitempty"`
		Turns []turn          `json:"turns,omitzero"`
		Ends  []end           `json:"ends,omitempty"`
		One   *name           `json:"one,omitempty" sheet:"null"`
		By    by              `json:"by,omitzero" sheet:"-5..5"`
		Table map[int]int     `json:"table,omitempty" sheet:"-9..9"`
		Free  map[int]int     `json:"free,omitempty"`
		Keep  *Value          `json:"keep,omitempty"`
		Any   map[name]part   `json:"any,omitempty"`
		Raw   json.RawMessage `json:"raw,omitempty"`
		inner
	}
	inner struct {
		end
	}
	by struct {
		One  int
		Many map[int]int
	}
)

func (b *by) ReadSheet(v Value) error {
	if v.Kind() == Object {
		return v.Read(&b.Many)
	}
	return v.Read(&b.One)
}

func (b by) MarshalJSON() ([]byte, error) {
	if b.Many != nil {
		return Write(b.Many)
	}
	return Write(b.One)
}

// Values that the tags do not allow are refused with their path; all others read as they are written again.
func TestRead(t *testing.T) {
	const ok = ""
	for _, c := range []struct{ doc, want string }{
		{`{"n": 3}`, ok}, {`{"n": -0}`, "="}, {`{"n": -2147483648}`, ok},
		{`{"n": 4}`, "n: 4 is out of range: 3 or less"},
		{`{"n": 1.0}`, "n: expected a whole number 3 or less, not the number 1.0"},
		{`{"n": 1e0}`, "not the number 1e0"},
		{`{"n": true}`, "not true"},
		{`{"n": "1"}`, "not the text “1”"},
		{`{"n": null}`, "not null"},
		{`{"m": 2147483648}`, "m: 2147483648 is out of range: from -2147483648 to 2147483647"},
		{`{"m": 99999999999999999999999}`, "m: 99999999999999999999999 is out of range"},
		{"n: 017", "not the number 017"}, {"n: 0x1", "not the number 0x1"}, {"n: 1_0", "n: expected"}, {"n: 1e0", "n: expected"},
		{"n: .inf", "n: expected a whole number"}, {"n: +2", "="},
		{"text: 1.0e0", "text: expected text, not the number 1.0e0"}, {"text: 1e3", "="}, {"text: 18446744073709551616", "text: expected text"},
		{"text: 2026-01-02T10:00:00Z", "="}, {"text: '12'", "="}, {"text: true", "expected text, not true"}, {"text: yes", "="},
		{`{"yes": 1}`, "yes: expected true or false, not the number 1"},
		{`{"big": "18446744073709551615"}`, ok}, {`{"big": "18446744073709551616"}`, "big: expected a whole number in quotes"},
		{`{"big": 5}`, "big: expected a whole number in quotes"}, {`{"big": "05"}`, "big: expected a whole number in quotes"},
		{`{"pair": [1,2]}`, ok}, {`{"pair": [1]}`, "pair: 1 entry: 2 are needed"},
		{`{"N": 1}`, "N: unknown key; the keys known here are: n, m"},
		{`{"turns": {}}`, "turns: expected a list, not an object"},
		{`{"turns": []}`, ok},
		{`{"turns": [{"teller": "Bia"}]}`, "turns[0].votes: this key is missing"},
		{`{"turns": [{"teller": "Bia", "votes": {}}]}`, ok},
		{`{"turns": [{"teller": "Bia", "vots": {}}]}`, "turns[0].vots: unknown key; the keys known here are: teller, away, cards, votes"},
		{`{"turns": [{"teller": "Bia", "away": ["Ana"], "cards": {"2": "Bia"}, "votes": {"Ana": [2], "Zoé": []}}]}`, ok},
		{"turns:\n- {teller: Bia, cards: {10: Bia, 2: Ana}, votes: {1: [2]}}", "="},
		{`{"turns": [{"teller": "Bia", "votes": {"Ana": [2, 13]}}]}`, "turns[0].votes.Ana[1]: 13 is out of range: from 1 to 12"},
		{`{"turns": [{"teller": "Bia", "cards": {"13": "Bia"}, "votes": {}}]}`, "turns[0].cards.13: 13 is out of range: from 1 to 12"},
		{`{"turns": [{"teller": "Bia", "cards": {"02": "Bia"}, "votes": {}}]}`, "turns[0].cards.02: expected a whole number from 1 to 12 as the key"},
		{`{"turns": [{"teller": "Bia", "cards": {"+2": "Bia"}, "votes": {}}]}`, "turns[0].cards.+2: expected a whole number"},
		{`{"turns": [{"teller": "Bia", "cards": {"2": null}, "votes": {}}]}`, "turns[0].cards.2: expected text, not null"},
		{"turns: [{teller: Bia, votes: {true: []}}]", "turns[0].votes.true: a key must be text or a whole number"},
		{`{"table": {"-3": -9}}`, ok}, {`{"table": {"-0": 1}}`, "table.-0: expected"}, {`{"table": {"3": 10}}`, "table.3: 10 is out"},
		{`{"free": {"0": -1}}`, ok}, {`{"free": {"-1": 1}}`, "free.-1: -1 is out of range: 0 or more"}, {`{"free": {"2147483648": 1}}`, "free.2147483648: expected"},
		{`{"ends": [{"type": "slap", "by": "Ana"}, {"type": "slap", "by": "Ana", "out": ["Bia"]}, {"type": "none"}]}`, ok},
		{`{"ends": [{"by": "Ana"}]}`, "ends[0].type: this key is missing"},
		{`{"ends": [{"type": "x", "by": "Ana"}]}`, "ends[0].type: the text “x” is not one of: slap, wrong, none"},
		{`{"ends": [{"type": "slap"}]}`, "ends[0].by: this key is missing"},
		{`{"ends": [{"type": "none", "by": "Ana"}]}`, "ends[0].by: unknown key; the keys known here are: type, full"},
		{`{"ends": [{"type": "wrong", "by": "Ana", "penalty": "hand", "out": []}]}`, "ends[0].out: unknown key"},
		{`{"ends": [{"type": "wrong", "by": "Ana", "penalty": "nose"}]}`, "ends[0].penalty: the text “nose” is not one of: hand, eye"},
		{`{"ends": [{"type": "none", "full": {"Ana": null, "Bia": 3}}]}`, ok},
		{`{"ends": [{"type": "none", "full": {"Ana": 4}}]}`, "ends[0].full.Ana: 4 is out of range: from 0 to 3"},
		{`{"ends": [{"type": "none", "full": null}]}`, "ends[0].full: expected an object with keys, not null"},
		{`{"one": null}`, "="}, {`{"one": "Ana"}`, ok}, {`{"one": 1}`, "one: expected text"},
		{`{"by": 5}`, ok}, {`{"by": 6}`, "by: 6 is out of range"}, {`{"by": {"3": 6}}`, "by.3: 6 is out of range: from -5 to 5"}, {`{"by": {"3": 4}}`, ok},
		{`{"keep": {"z": 1.50, "b": [true, null, "<&>\n"], "": []}}`, ok}, {`{"keep": null}`, "keep: null has no place here"},
		{`{"any": {"Ana": {"x": 1}}}`, "any.Ana.x: unknown key"}, {`{"any": {"": {"x": 1}}}`, `any."".x: unknown key`},
		{"{\"any\": {\"\\u202e\": 1}}", "any.\\u202e: expected an object"},
		{`{"raw": [1, {"x": null}]}`, ok},
		{"- 1", "expected an object with keys, not a list"}, {"just words", "not the text “just words”"},
	} {
		v, err := Parse([]byte(c.doc))
		if err != nil {
			t.Fatal(c.doc, err)
		}
		v = v.with("type", "none") // of the union in place
		var d doc
		err = v.Read(&d)
		if c.want == "=" || c.want == ok {
			got, werr := Write(d)
			wrote, _ := v.MarshalJSON()
			if err != nil || werr != nil || c.want == ok && string(got) != string(wrote) {
				t.Errorf("%s: %v %v, wrote %s", c.doc, err, werr, got)
			}
			continue
		}
		if !says(err, c.want) {
			t.Errorf("%s: %v, want %q", c.doc, err, c.want)
		}
	}
}

// with returns an object with one more text at its end.
func (v Value) with(key, text string) Value {
	n := *v.n
	if n.kind == Object {
		n.fields = append(n.fields[:len(n.fields):len(n.fields)], entry{key: key, val: &node{kind: Text, text: text}})
	}
	return Value{n: &n}
}

// A value keeps the document as it was, from either syntax; YAML's whole-number keys are text as written.
func TestKept(t *testing.T) {
	const same = `{"n":{"1":"Bia","02":"x"},"l":[1,-3,true,null,"yes","a\nb\n"],"t":"2026-01-02T10:00:00Z"}`
	for doc, want := range map[string]string{
		same: same,
		"n:\n  1: Bia\n  02: x\nl:\n- 1\n- -3\n- true\n- ~\n- yes\n- |\n  a\n  b\nt: 2026-01-02T10:00:00Z\n": same,
		"{z: 0x1F, true: .5, 7: 1e3, b: .inf, c: '12', d: -0, e: 017, f: ~, g: +5}":                          "{z",
		"z: 0x1F\ntrue: .5\n7: 1e3\nb: .inf\nc: '12'\nd: -0\ne: 017\nf: ~\ng: +5":                            `{"z":"0x1F","true":".5","7":"1e3","b":".inf","c":"12","d":-0,"e":"017","f":null,"g":5}`,
		"a: \"<&>\\u2028\\u202e\\x07\\x7f\"":                                                                 `{"a":"<&>\u2028\u202e\u0007\u007f"}`,
	} {
		v, err := Parse([]byte(doc))
		if strings.HasPrefix(doc, "{z") { // it starts with a brace, so it is JSON
			if !says(err, "a key in quotes is missing") {
				t.Error(err)
			}
			continue
		}
		got, _ := v.MarshalJSON()
		if err != nil || string(got) != want {
			t.Errorf("%s is %s, want %s (%v)", doc, got, want, err)
		}
	}
	v, _ := Parse([]byte(`{"a": 1, "b": [true, "x"], "c": {}}`))
	b, _ := v.Key("b")
	_, has := v.Without("a", "c").Key("c")
	var none Value
	if fmt.Sprintln(v.Keys(), b.Kind() == List, v.Without("a", "c").Keys(), has, none.Kind(), none.Keys()) !=
		"[a b c] true [b] false 0 []\n" {
		t.Error(v.Keys(), has, v.Without("a", "c").Keys())
	}
}

// A fault gets the line and column of the value that its path leads to.
func TestPlaced(t *testing.T) {
	for _, doc := range []string{"a:\n- {x: 1, y: 2}\n- 3\nb: [4]\n", "{\"a\":\n[ {\"x\" :1,\"y\": 2},\n  3]\n,\"b\": [4]}"} {
		v, err := Parse([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string][2]string{
			"a [0] y":     {"a[0].y: line 2, column 13: what", "a[0].y: line 2, column 16: what"},
			"a [1]":       {"a[1]: line 3, column 3: what", "a[1]: line 3, column 3: what"},
			"a [7] x":     {"a[7].x: line 2, column 1: what", "a[7].x: line 2, column 1: what"},
			"a [0] z":     {"a[0].z: line 2, column 3: what", "a[0].z: line 2, column 3: what"},
			"b":           {"b: line 4, column 4: what", "b: line 4, column 7: what"},
			"b [1]":       {"b[1]: line 4, column 4: what", "b[1]: line 4, column 7: what"},
			"b [0] x [0]": {"b[0].x[0]: line 4, column 5: what", "b[0].x[0]: line 4, column 8: what"},
		} {
			got := v.Placed(fault.New(lang.T("what"), strings.Fields(path)...)).Error()
			if got != want[0] && doc[0] == 'a' || got != want[1] && doc[0] == '{' {
				t.Errorf("%s: %s", path, got)
			}
		}
	}
	v, _ := Parse([]byte("a: {b: 1}"))
	var into struct {
		A struct{} `json:"a"`
	}
	if err := v.Placed(v.Read(&into)); !strings.HasPrefix(err.Error(), "a.b: line 1, column 5: unknown key") {
		t.Error(err)
	}
}

// A document has its fields in order, numeric keys by size, and nothing that acts on a terminal.
func TestWrite(t *testing.T) {
	one, null := 1, (*int)(nil)
	at := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		v    any
		want string
	}{
		{turn{Teller: "Bia", Cards: map[int]name{10: "x", 9: "y"}}, `{"teller":"Bia","cards":{"9":"y","10":"x"},"votes":{}}`},
		{&turn{part: part{Away: []name{"Ana"}}, Votes: map[name][]int{"é": nil, "Z": {1}}}, `{"teller":"","away":["Ana"],"votes":{"Z":[1],"é":[]}}`},
		{end{Type: "wrong", Out: []name{"Ana"}}, `{"type":"wrong","by":"","penalty":""}`},
		{end{Type: "slap", By: "Bia", Penalty: "x", Full: map[name]*int{"a": &one, "b": null}}, `{"type":"slap","by":"Bia","full":{"a":1,"b":null}}`},
		{doc{Turns: []turn{}, Big: 1 << 63, inner: inner{end{Type: "none"}}}, `{"big":"9223372036854775808","turns":[],"type":"none"}`},
		{map[string]any{"b": "<\u202e\u2028\x7f\x1b\xff>", "a": []any{nil, true, uint8(3), at}}, `{"a":[null,true,3,"2026-11-24T20:00:00Z"],"b":"<\u202e\u2028\u007f\u001b\ufffd>"}`},
		{struct {
			A, B time.Time `json:",omitzero"`
		}{B: at}, `{"B":"2026-11-24T20:00:00Z"}`},
		{"\b\f\n\r\t\x01\"\\/\u2029\u0085é😀", `"\b\f\n\r\t\u0001\"\\/\u2029\u0085é😀"`},
		{nil, `null`}, {Value{}, `null`}, {[2]bool{}, `[false,false]`},
		{map[string]json.RawMessage{"a": json.RawMessage("{\"x\":\n\"\u202e\"}")}, `{"a":{"x":"\u202e"}}`},
	} {
		if got, err := Write(c.v); err != nil || string(got) != c.want {
			t.Errorf("%#v: %s, want %s (%v)", c.v, got, c.want, err)
		}
	}
	for _, bad := range []any{1.5, map[string]any{"a": func() {}}, []any{json.RawMessage("{")}} {
		if got, err := Write(bad); err == nil {
			t.Errorf("%v is written as %s", bad, got)
		}
	}
}

// A walk sees everything that would be written; a replacement changes all of it in a copy.
func TestWalk(t *testing.T) {
	three := 3
	d := struct {
		Turns []turn
		Ends  []end
		Any   any
		Ptr   *name
		skip  int
		Text  lang.Text
	}{
		Turns: []turn{{Teller: "Bia", part: part{Away: []name{"Ana"}}, Cards: map[int]name{2: "Bia"}, Votes: map[name][]int{"Ana": {1}, "Bia": nil}}},
		Ends:  []end{{Type: "none", By: "Eva", Full: map[name]*int{"Ana": &three}}}, Any: map[string]any{"x": []name{"Ana"}}, Ptr: new(name), skip: 7,
		Text: lang.T("{who}").With("who", name("Ana")),
	}
	*d.Ptr = "Ana"
	seen := func(v any) string {
		var b strings.Builder
		if err := Walk(v, func(path []string, x reflect.Value) error {
			if n, ok := x.Interface().(name); ok {
				fmt.Fprint(&b, strings.Join(path, "."), "=", n, " ")
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const before = "Turns.[0].teller=Bia Turns.[0].away.[0]=Ana Turns.[0].cards.2=Bia Turns.[0].votes.Ana=Ana Turns.[0].votes.Bia=Bia " +
		"Ends.[0].full.Ana=Ana Any.x.[0]=Ana Ptr=Ana Text.Args.who=Ana "
	if got := seen(d); got != before {
		t.Error(got)
	}
	swap := map[name]name{"Ana": "Bia", "Bia": "Ana"}
	swapped := Replace(d, func(n name) name { return swap[n] })
	const after = "Turns.[0].teller=Ana Turns.[0].away.[0]=Bia Turns.[0].cards.2=Ana Turns.[0].votes.Ana=Ana Turns.[0].votes.Bia=Bia " +
		"Ends.[0].full.Bia=Bia Any.x.[0]=Bia Ptr=Bia Text.Args.who=Bia "
	if got := seen(swapped); got != after {
		t.Error("replaced:", got)
	}
	if got := seen(d); got != before {
		t.Error("the old value after the replacement:", got)
	}
	if swapped.skip != 7 || swapped.Turns[0].Votes["Bia"][0] != 1 || swapped.Text.String() != "Bia" {
		t.Error("replaced:", swapped)
	}
	shown := Replace[fmt.Stringer](d.Text, func(n name) name { return "Zoé" })
	if shown.String() != "Zoé" {
		t.Error(shown)
	}
	err := Walk(d, func(path []string, x reflect.Value) error {
		if x.Kind() == reflect.Slice && x.Len() == 0 {
			return fault.New(lang.T("nothing"), "here")
		}
		return nil
	})
	if err == nil || err.Error() != "Turns[0].votes.Bia.here: nothing" {
		t.Error(err)
	}
	err = Walk(map[name]int{"Zoé": 1}, func(path []string, x reflect.Value) error {
		if x.Type() == reflect.TypeFor[name]() {
			return fault.New(lang.T("nobody"))
		}
		return nil
	})
	if err == nil || err.Error() != "Zoé: nobody" {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a name that cannot be replaced went unnoticed")
		}
	}()
	Replace(struct{ hidden []name }{}, func(n name) name { return n })
}

// YAML of the largest size costs no more than that size justifies, with any content; a larger one is never parsed.
func TestHostileYAML(t *testing.T) {
	long := strings.Repeat("k", 20_000)
	for name, c := range map[string]struct{ head, unit, want string }{
		"dashes":           {"", "- ", "too many levels"},
		"brackets":         {"a: ", "[", "too many levels"},
		"braces":           {"a: ", "{a: ", "too many levels"},
		"under a long key": {long + ":\n", "- a\n", ""},
		"explicit key":     {"? " + long + " # x\n: - a\n", "  - a\n", ""},
		"anchored key":     {"&x " + long + ":\n", "  - a\n", "anchors"},
		"in brackets":      {long + ": [", "1,", "no partner"},
		"many keys":        {"", "k: 1\n", "duplicate"},
		"documents":        {"", "---\na\n", "unexpected content"},
		"endings":          {"", "!\n...\n", "empty"},
		"blank with CR":    {"a: |\n", " \r", ""},
		"too much":         {strings.Repeat("- ", 300_000), "", "64 kB at most are read as YAML"},
	} {
		doc := []byte(c.head + strings.Repeat(c.unit, max(0, maxYAML-len(c.head))/max(1, len(c.unit))))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse(doc)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 150<<20 { // three times the cost without the race detector
			t.Errorf("%s: %d MB", name, n>>20)
		}
		if !says(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// beyondSyntax has the faults of documents that are JSON.
const beyondSyntax = "duplicate key|half a character|too many levels|too large|not UTF-8"

// A document that is parsed is written so that it reads the same; every other is refused with a fault.
func FuzzSheet(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}]}`, "a: [1, {b: ~}]\n", "a: |\n x\n", "- x", "\ufeff{}", "a: &b 1", "? x\n: y",
		`{"turns":[{"teller":"Bia","cards":{"1":"Ana"},"votes":{"Ana":[2]}}],"by":{"3":1},"type":"slap","out":[]}`,
		"ends: [{type: none, full: {Ana: ~}}]\none: ~\nbig: '5'\npair: [1, 2]\ntype: wrong\npenalty: eye\nkeep: {1: x}\nraw: [x]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse([]byte(s))
		if strings.HasPrefix(s, "{") && (err == nil || !says(err, beyondSyntax)) && json.Valid([]byte(s)) != (err == nil) {
			t.Fatal("encoding/json sees it otherwise: ", err)
		}
		if err != nil {
			if !fault.Is(err) || err.Error() == "" {
				t.Fatal(err)
			}
			return
		}
		again(t, v, func(b []byte) (any, error) {
			v, err := readJSON(b)
			return Value{n: v}, err
		})
		var d doc
		if err := v.Read(&d); err != nil {
			if !fault.Is(err) || v.Placed(err).Error() == "" {
				t.Fatal(err)
			}
			return
		}
		again(t, d, func(b []byte) (any, error) {
			v, err := Parse(b)
			if err != nil {
				return nil, err
			}
			var d doc
			err = v.Read(&d)
			return d, err
		})
	})
}

// again reads a value that was written, and writes it once more.
func again(t *testing.T, v any, read func([]byte) (any, error)) {
	first, err := Write(v)
	if err != nil || !json.Valid(first) || bytes.ContainsAny(first, "\n\u202e\u2028") {
		t.Fatalf("%s %v", first, err)
	}
	w, err := read(first)
	if err != nil {
		t.Fatalf("%s: %v", first, err)
	}
	if second, err := Write(w); err != nil || !bytes.Equal(first, second) {
		t.Fatalf("%s\n%s\n%v", first, second, err)
	}
}
