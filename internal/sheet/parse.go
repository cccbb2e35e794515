package sheet

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Limits that no real document comes near. They bound what a hostile one costs.
const (
	maxDepth = 200
	maxNodes = 200_000
	maxJSON  = 16 << 20 // bytes
	maxYAML  = 64 << 10
)

const bom = "\xef\xbb\xbf" // some editors begin a file with it

// Parse reads a document: JSON if it starts with “{”, else YAML, at most 64 kB of that, without anchors, aliases and tags.
// A syntax fault names line and column.
func Parse(doc []byte) (Value, error) {
	doc = bytes.TrimPrefix(doc, []byte(bom))
	trimmed := bytes.TrimSpace(doc)
	if len(trimmed) == 0 {
		return Value{}, fault.New(lang.T("the sheet is empty"))
	}
	read := readYAML
	if trimmed[0] == '{' {
		read = readJSON
	}
	n, err := read(doc)
	return Value{n: n}, err
}

// checkUTF8 refuses what is no text.
func checkUTF8(doc []byte) error {
	if utf8.Valid(doc) {
		return nil
	}
	n := 0
	for r, size := utf8.DecodeRune(doc); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(doc[n:]) {
		n += size
	}
	return at(doc, n).fault(lang.T("this is not UTF-8 text"))
}

// at returns the place of a byte.
func at(doc []byte, offset int) place {
	offset = min(max(offset, 0), len(doc))
	line := bytes.Count(doc[:offset], []byte("\n"))
	return place{1 + line, 1 + utf8.RuneCount(doc[bytes.LastIndexByte(doc[:offset], '\n')+1:offset])}
}

// readJSON reads a document whose syntax encoding/json approves.
func readJSON(doc []byte) (*node, error) {
	if len(doc) > maxJSON {
		return nil, fault.New(lang.T("the document is too large"))
	}
	if err := checkUTF8(doc); err != nil {
		return nil, err
	}
	if !json.Valid(doc) {
		return nil, oddJSON(doc)
	}
	s := scanner{doc: doc, place: place{1, 1}}
	return s.value(0)
}

// oddJSON returns the fault of a document that is not JSON.
func oddJSON(doc []byte) error {
	var s *json.SyntaxError
	var whole json.RawMessage
	if !errors.As(json.Unmarshal(doc, &whole), &s) || s.Error() == "unexpected end of JSON input" {
		return at(doc, len(doc)).fault(lang.T("the document ends in the middle"))
	}
	offset := min(max(int(s.Offset)-1, 0), len(doc))
	r, _ := utf8.DecodeRune(doc[offset:])
	it := string(r)
	if lang.IsControl(r) {
		it = strconv.QuoteRune(r)
	}
	ends := func(why string) bool { return strings.HasSuffix(s.Error(), why) }
	why := lang.T("“{it}” does not belong here")
	switch {
	case ends("after object key"):
		why = lang.T("a colon is missing before “{it}”")
	case ends("after object key:value pair"), ends("after array element"):
		why = lang.T("a comma or the closing bracket is missing before “{it}”")
	case ends("looking for beginning of object key string"):
		why = lang.T("a key in quotes is missing before “{it}”")
	case ends("in string literal"):
		why = lang.T("quoted text does not end before {it}")
	case ends("after top-level value"):
		why = lang.T("unexpected content after the end of the document")
	case ends("exceeded max depth"):
		why = lang.T("too many levels of nesting")
	}
	return at(doc, offset).fault(why.With("it", it))
}

// A scanner builds the tree of JSON that is known to be valid.
type scanner struct {
	doc   []byte
	next  int // byte
	place     // of next
	nodes int
}

// skip goes on by some bytes.
func (s *scanner) skip(bytes int) {
	for _, c := range s.doc[s.next : s.next+bytes] {
		switch {
		case c == '\n':
			s.line, s.column = s.line+1, 1
		case utf8.RuneStart(c):
			s.column++
		}
	}
	s.next += bytes
}

// peek goes on to the next token and returns its first byte.
func (s *scanner) peek() byte {
	rest := s.doc[s.next:]
	s.skip(len(rest) - len(bytes.TrimLeft(rest, " \t\r\n,:")))
	return s.doc[s.next]
}

func (s *scanner) value(depth int) (*node, error) {
	n := &node{}
	first := s.peek()
	n.place = s.place
	s.nodes++
	switch {
	case depth > maxDepth:
		return n, s.fault(lang.T("too many levels of nesting"))
	case s.nodes > maxNodes:
		return n, s.fault(lang.T("the document is too large"))
	}
	var err error
	switch first {
	case '{':
		n.kind, err = Object, s.object(n, depth)
	case '[':
		n.kind, err = List, s.list(n, depth)
	case '"':
		n.kind = Text
		n.text, err = s.text()
	default:
		end := bytes.IndexAny(s.doc[s.next:], " \t\r\n,:]}")
		if end < 0 {
			end = len(s.doc) - s.next
		}
		n.text = string(s.doc[s.next : s.next+end])
		s.skip(end)
		switch first {
		case 't', 'f':
			n.kind = Bool
		case 'n':
			n.text = ""
		default:
			n.kind = Number
		}
	}
	return n, err
}

func (s *scanner) object(n *node, depth int) error {
	seen := map[string]bool{}
	for s.skip(1); s.peek() != '}'; {
		e := entry{place: s.place}
		var err error
		if e.key, err = s.text(); err != nil {
			return err
		}
		if seen[e.key] {
			return repeated(e)
		}
		seen[e.key] = true
		if e.val, err = s.value(depth + 1); err != nil {
			return fault.Under(err, e.key)
		}
		n.fields = append(n.fields, e)
	}
	s.skip(1)
	return nil
}

func repeated(e entry) error {
	return fault.Under(e.fault(lang.T("duplicate key “{key}”").With("key", short(e.key))), e.key)
}

func (s *scanner) list(n *node, depth int) error {
	for s.skip(1); s.peek() != ']'; {
		e, err := s.value(depth + 1)
		if err != nil {
			return fault.Under(err, fault.Index(len(n.list)))
		}
		n.list = append(n.list, e)
	}
	s.skip(1)
	return nil
}

func (s *scanner) text() (string, error) {
	end := s.next + 1
	for s.doc[end] != '"' {
		if s.doc[end] == '\\' {
			end++
		}
		end++
	}
	raw, from := s.doc[s.next:end+1], s.place
	s.skip(len(raw))
	if !bytes.ContainsRune(raw, '\\') {
		return string(raw[1 : len(raw)-1]), nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", err
	}
	if halves(string(raw), text) {
		return "", from.fault(lang.T("there is half a character here (an unpaired surrogate)"))
	}
	return text, nil
}

// halves reports whether a text has U+FFFD where it is not written so: \ud800 alone is read like that, and two different
// names could become the same.
func halves(raw, text string) bool {
	const sign = string(utf8.RuneError)
	raw = strings.ToLower(strings.ReplaceAll(raw, `\\`, ""))
	return strings.Count(text, sign) != strings.Count(raw, sign)+strings.Count(raw, `\ufffd`)
}

// readYAML reads the one document of a stream.
func readYAML(doc []byte) (*node, error) {
	if len(doc) > maxYAML {
		return nil, fault.New(lang.T("the document is too large: {most} kB at most are read as YAML").With("most", maxYAML>>10))
	}
	if err := checkUTF8(doc); err != nil {
		return nil, err
	}
	if rest, ok := bytes.CutPrefix(doc, []byte("%YAML 1.2")); ok { // the library knows only 1.1
		doc = append([]byte("%YAML 1.1"), rest...)
	}
	loader, err := yaml.NewLoader(bytes.NewReader(doc), yaml.WithUniqueKeys(false)) // object reports them in our words
	if err != nil {
		return nil, err
	}
	var only *yaml.Node
	for {
		n := &yaml.Node{}
		err := loader.Load(n)
		switch {
		case errors.Is(err, io.EOF) && only == nil:
			return nil, fault.New(lang.T("the sheet is empty"))
		case errors.Is(err, io.EOF):
			return yamlValue(only, 0)
		case err != nil:
			return nil, oddYAML(doc, err)
		case len(n.Content) == 0 || blank(n.Content[0]):
		case only != nil:
			return nil, where(n.Content[0]).fault(lang.T("unexpected content after the end of the document"))
		default:
			only = n.Content[0]
		}
	}
}

// blank reports whether a node is an empty plain scalar.
func blank(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == "" }

func where(n *yaml.Node) place { return place{n.Line, n.Column} }

// oddYAML puts an error of the YAML library into words.
func oddYAML(doc []byte, err error) error {
	var odd *yaml.LoadError
	if !errors.As(err, &odd) || odd.Mark.Line == 0 {
		return fault.New(lang.T("this is not well-formed"))
	}
	lines := bytes.Split(doc, []byte("\n"))
	line := lines[min(odd.Mark.Line, len(lines))-1]
	it, _ := utf8.DecodeRune(line[min(max(odd.Mark.Column-1, 0), len(line)):])
	why := lang.T("this is not well-formed")
	switch {
	case strings.Contains(odd.Message, "max depth"):
		why = lang.T("too many levels of nesting")
	case odd.Stage == yaml.ComposerStage:
		why = noAnchors()
	case it == '\t':
		why = lang.T("there is a tab here; YAML is indented with spaces")
	case strings.Contains(odd.ContextMsg, "quoted scalar"):
		why = lang.T("quoted text does not end")
	case strings.Contains(odd.ContextMsg, "flow"):
		why = lang.T("a bracket has no partner")
	case strings.Contains(odd.Message, "cannot start any token"):
		why = lang.T("“{it}” does not belong here").With("it", string(it))
	}
	return place{odd.Mark.Line, odd.Mark.Column}.fault(why)
}

func noAnchors() lang.Text { return lang.T("YAML anchors, aliases and tags are not supported") }

func yamlValue(n *yaml.Node, depth int) (*node, error) {
	v := &node{place: where(n)}
	switch {
	case depth > maxDepth:
		return nil, v.fault(lang.T("too many levels of nesting"))
	case n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Tag == "!":
		return nil, v.fault(noAnchors())
	}
	switch n.Kind {
	case yaml.ScalarNode:
		v.kind, v.text = scalar(n)
		return v, nil
	case yaml.SequenceNode:
		v.kind = List
		for i, e := range n.Content {
			x, err := yamlValue(e, depth+1)
			if err != nil {
				return nil, fault.Under(err, fault.Index(i))
			}
			v.list = append(v.list, x)
		}
		return v, nil
	case yaml.MappingNode:
		v.kind = Object
		return v, yamlObject(v, n, depth)
	}
	return nil, v.fault(noAnchors())
}

// yamlNumber matches plain scalars that every version of YAML reads as numbers. 1e3 is a number only in some, so here it
// is text; as a number it would be refused anyway.
var yamlNumber = sync.OnceValue(func() *regexp.Regexp { // compiled on first use: most runs need none
	return regexp.MustCompile(`^([-+]?[0-9]+|[-+]?(\.[0-9]+|[0-9]+\.[0-9]*)([eE][-+]?[0-9]+)?|` +
		`0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
})

// scalar returns the value of a scalar. Quoted and block scalars are always text.
func scalar(n *yaml.Node) (Kind, string) {
	switch {
	case n.Style != 0:
		return Text, n.Value
	case n.Tag == "!!null":
		return Null, ""
	case n.Tag == "!!bool":
		return Bool, strings.ToLower(n.Value)
	case yamlNumber().MatchString(n.Value):
		return Number, n.Value
	}
	return Text, n.Value
}

// yamlObject reads a mapping, whose content alternates between keys and values.
func yamlObject(v *node, n *yaml.Node, depth int) error {
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		e := entry{place: where(k), key: k.Value}
		key, err := yamlValue(k, depth)
		switch {
		case err != nil:
			return err
		case key.kind == List || key.kind == Object || k.Tag == "!!merge":
			return e.fault(badKey())
		case seen[e.key]:
			return repeated(e)
		}
		seen[e.key] = true
		// A whole number counts as the text it is written with. Other keys that are not text may stand only in what is kept
		// as it is.
		e.odd = key.kind != Text && (key.kind != Number || strings.Trim(e.key, "+-0123456789") != "")
		if e.val, err = yamlValue(n.Content[i+1], depth+1); err != nil {
			return fault.Under(err, e.key)
		}
		v.fields = append(v.fields, e)
	}
	return nil
}

func badKey() lang.Text { return lang.T("a key must be text or a whole number") }
