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

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Limits that no real sheet comes near. They bound what a hostile one costs.
const (
	maxDepth = 200
	maxNodes = 200_000
	maxYAML  = 64 << 10 // bytes; a real sheet stays under 20 kB
)

var (
	syntax     = lang.Msg("sheet.syntax", "line {line}, column {column}: {why}")
	empty      = lang.Msg("sheet.empty", "the sheet is empty")
	notUTF8    = lang.Msg("sheet.not-utf8", "this is not UTF-8 text")
	endsEarly  = lang.Msg("sheet.ends-early", "the document ends in the middle")
	noColon    = lang.Msg("sheet.no-colon", "a colon is missing before “{it}”")
	noComma    = lang.Msg("sheet.no-comma", "a comma or the closing bracket is missing before “{it}”")
	noKey      = lang.Msg("sheet.no-key", "a key in quotes is missing before “{it}”")
	inText     = lang.Msg("sheet.in-text", "quoted text does not end before {it}")
	stray      = lang.Msg("sheet.stray", "“{it}” does not belong here")
	aTab       = lang.Msg("sheet.a-tab", "there is a tab here; YAML is indented with spaces")
	openText   = lang.Msg("sheet.open-text", "quoted text does not end")
	oneBracket = lang.Msg("sheet.one-bracket", "a bracket has no partner")
	unformed   = lang.Msg("sheet.unformed", "this is not well-formed")
	more       = lang.Msg("sheet.more", "unexpected content after the end of the document")
	repeated   = lang.Msg("sheet.repeated", "duplicate key “{key}”")
	tooDeep    = lang.Msg("sheet.too-deep", "too many levels of nesting")
	tooLarge   = lang.Msg("sheet.too-large", "the document is too large")
	largeYAML  = lang.Msg("sheet.large-yaml", "the document is too large: {most} kB at most are read as YAML")
	noAlias    = lang.Msg("sheet.no-alias", "YAML anchors, aliases and tags are not supported")
	halfChar   = lang.Msg("sheet.half-character", "there is half a character here (an unpaired surrogate)")
	badKey     = lang.Msg("sheet.bad-key", "a key must be text or a whole number")
)

const bom = "\xef\xbb\xbf" // some editors begin a file with it

func parse(b []byte) (value, error) {
	b = bytes.TrimPrefix(b, []byte(bom))
	if !utf8.Valid(b) {
		n := 0
		for r, size := utf8.DecodeRune(b); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(b[n:]) {
			n += size
		}
		return value{}, at(b, n, notUTF8)
	}
	if trimmed := bytes.TrimSpace(b); len(trimmed) == 0 {
		return value{}, fault.New(empty)
	} else if trimmed[0] == '{' {
		return parseJSON(b)
	}
	return parseYAML(b)
}

// at returns a syntax fault at a byte offset.
func at(b []byte, offset int, why lang.Text) *fault.Fault {
	offset = min(max(offset, 0), len(b))
	line := 1 + bytes.Count(b[:offset], []byte("\n"))
	column := 1 + utf8.RuneCount(b[bytes.LastIndexByte(b[:offset], '\n')+1:offset])
	return located(place{line, column}, why)
}

// located returns a syntax fault at a line and a column.
func located(p place, why lang.Text) *fault.Fault {
	return fault.New(syntax.With("line", p.line, "column", p.column, "why", why))
}

type jsonReader struct {
	src     []byte
	dec     *json.Decoder
	nodes   int
	written bool // the document has U+FFFD itself
}

func parseJSON(b []byte) (value, error) {
	r := &jsonReader{src: b, dec: json.NewDecoder(bytes.NewReader(b))}
	r.written = bytes.ContainsRune(b, utf8.RuneError) || bytes.Contains(bytes.ToLower(b), []byte(`\ufffd`))
	r.dec.UseNumber()
	v, err := r.value(0)
	if err != nil {
		return v, err
	}
	end := int(r.dec.InputOffset())
	if rest := bytes.TrimLeft(b[end:], " \t\r\n"); len(rest) > 0 {
		return v, at(b, len(b)-len(rest), more)
	}
	return v, nil
}

func (r *jsonReader) token() (json.Token, error) {
	t, err := r.dec.Token()
	if err == nil {
		// \ud800 alone decodes to U+FFFD, and two different names could become the same.
		if s, ok := t.(string); ok && !r.written && strings.ContainsRune(s, utf8.RuneError) {
			return nil, at(r.src, int(r.dec.InputOffset())-1, halfChar)
		}
		return t, nil
	}
	// The offset in a token's own error counts from the token before it. Parsing the whole document again gives the offset
	// from the start.
	var s *json.SyntaxError
	var whole json.RawMessage
	if errors.As(json.Unmarshal(r.src, &whole), &s) && s.Error() != "unexpected end of JSON input" {
		return nil, at(r.src, int(s.Offset)-1, odd(r.src, int(s.Offset)-1, s.Error()))
	}
	return nil, at(r.src, len(r.src), endsEarly)
}

// odd translates a message of encoding/json about the character at an offset.
func odd(src []byte, offset int, why string) lang.Text {
	it, _ := utf8.DecodeRune(src[min(max(offset, 0), len(src)):])
	said := lang.Literal(string(it))
	if lang.IsControl(it) {
		said = lang.Literal(strconv.QuoteRune(it))
	}
	for _, known := range []struct {
		ends string
		say  lang.Text
	}{
		{"after object key", noColon}, {"after object key:value pair", noComma}, {"after array element", noComma},
		{"looking for beginning of object key string", noKey}, {"in string literal", inText},
	} {
		if strings.HasSuffix(why, known.ends) {
			return known.say.With("it", said)
		}
	}
	return stray.With("it", said)
}

func (r *jsonReader) value(depth int) (value, error) {
	r.nodes++
	if depth > maxDepth || r.nodes > maxNodes {
		return value{}, at(r.src, int(r.dec.InputOffset()), tooBig(depth))
	}
	v := value{place: r.next()}
	t, err := r.token()
	if err != nil {
		return v, err
	}
	switch t := t.(type) {
	case string:
		v.kind, v.text = text, t
	case json.Number:
		v.kind, v.text = number, t.String()
	case bool:
		v.kind, v.text = boolean, strconv.FormatBool(t)
	case json.Delim:
		if t == '[' {
			return r.list(v, depth)
		}
		return r.object(v, depth)
	}
	return v, nil
}

// next returns the place where the next token begins.
func (r *jsonReader) next() place {
	at := int(r.dec.InputOffset())
	return place{column: len(r.src) - len(bytes.TrimLeft(r.src[at:], " \t\r\n,:"))}
}

func (r *jsonReader) list(v value, depth int) (value, error) {
	v.kind = list
	for r.dec.More() {
		e, err := r.value(depth + 1)
		if err != nil {
			return v, under(err, fault.Index(len(v.list)))
		}
		v.list = append(v.list, e)
	}
	_, err := r.token()
	return v, err
}

func (r *jsonReader) object(v value, depth int) (value, error) {
	v.kind = object
	seen := map[string]bool{}
	for r.dec.More() {
		place := r.next()
		t, err := r.token()
		if err != nil {
			return v, err
		}
		key := t.(string)
		if seen[key] {
			return v, at(r.src, int(r.dec.InputOffset())-len(key)-1, repeated.With("key", short(key))).Under(key)
		}
		seen[key] = true
		e, err := r.value(depth + 1)
		if err != nil {
			return v, under(err, key)
		}
		v.fields = append(v.fields, field{place: place, key: key, val: e})
	}
	_, err := r.token()
	return v, err
}

// under puts a key in front of a fault's path.
func under(err error, key string) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Under(key)
	}
	return err
}

func tooBig(depth int) lang.Text {
	if depth > maxDepth {
		return tooDeep
	}
	return tooLarge
}

func parseYAML(b []byte) (value, error) {
	if len(b) > maxYAML {
		return value{}, fault.New(largeYAML.With("most", maxYAML>>10))
	}
	if rest, ok := bytes.CutPrefix(b, []byte("%YAML 1.2")); ok { // the library knows only 1.1
		b = append([]byte("%YAML 1.1"), rest...)
	}
	loader, err := yaml.NewLoader(bytes.NewReader(b), yaml.WithUniqueKeys(false)) // the loop below reports duplicate keys in our words
	if err != nil {
		return value{}, err
	}
	var sheet *yaml.Node
	for {
		doc := &yaml.Node{}
		err := loader.Load(doc)
		switch {
		case errors.Is(err, io.EOF) && sheet == nil:
			return value{}, fault.New(empty)
		case errors.Is(err, io.EOF):
			return yamlValue(sheet, 0)
		case err != nil:
			return value{}, oddYAML(b, err)
		case len(doc.Content) == 0 || blank(doc.Content[0]):
		case sheet != nil:
			return value{}, yamlFault(doc.Content[0], more)
		default:
			sheet = doc.Content[0]
		}
	}
}

// blank reports whether a node is an empty plain scalar.
func blank(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == "" }

// oddYAML translates an error of the YAML library.
func oddYAML(b []byte, err error) error {
	var odd *yaml.LoadError
	if !errors.As(err, &odd) || odd.Mark.Line == 0 {
		return fault.New(unformed)
	}
	lines := bytes.Split(b, []byte("\n"))
	line := lines[min(odd.Mark.Line, len(lines))-1]
	it, _ := utf8.DecodeRune(line[min(odd.Mark.Column-1, len(line)):])
	why := unformed
	switch {
	case strings.Contains(odd.Message, "max depth"):
		why = tooDeep
	case odd.Stage == yaml.ComposerStage:
		why = noAlias
	case it == '\t':
		why = aTab
	case strings.Contains(odd.ContextMsg, "quoted scalar"):
		why = openText
	case strings.Contains(odd.ContextMsg, "flow"):
		why = oneBracket
	case strings.Contains(odd.Message, "cannot start any token"):
		why = stray.With("it", lang.Literal(string(it)))
	}
	return located(place{odd.Mark.Line, odd.Mark.Column}, why)
}

func yamlFault(n *yaml.Node, why lang.Text) *fault.Fault { return located(where(n), why) }

func where(n *yaml.Node) place { return place{n.Line, n.Column} }

// yamlNumber matches plain scalars that every version of YAML reads as numbers. 1e3 is a number only in some, so here it is
// text; as a number it would be refused anyway.
var yamlNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([-+]?[0-9]+|[-+]?(\.[0-9]+|[0-9]+\.[0-9]*)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
}) // compiled on first use: most runs need none

func yamlValue(n *yaml.Node, depth int) (value, error) {
	if depth > maxDepth {
		return value{}, yamlFault(n, tooDeep)
	}
	if n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Tag == "!" {
		return value{}, yamlFault(n, noAlias)
	}
	switch n.Kind {
	case yaml.ScalarNode:
		return scalar(n), nil
	case yaml.SequenceNode:
		v := value{place: where(n), kind: list}
		for i, e := range n.Content {
			x, err := yamlValue(e, depth+1)
			if err != nil {
				return v, under(err, fault.Index(i))
			}
			v.list = append(v.list, x)
		}
		return v, nil
	case yaml.MappingNode:
		return yamlObject(n, depth)
	}
	return value{}, yamlFault(n, noAlias)
}

// scalar returns the value of a scalar node. Quoted and block scalars are always text.
func scalar(n *yaml.Node) value {
	v := value{place: where(n), kind: text, text: n.Value}
	switch {
	case n.Style != 0:
	case n.Tag == "!!null":
		v.kind, v.text = null, ""
	case n.Tag == "!!bool":
		v.kind, v.text = boolean, strings.ToLower(n.Value)
	case yamlNumber().MatchString(n.Value):
		v.kind = number
	}
	return v
}

// yamlObject reads a mapping, whose content alternates between keys and values.
func yamlObject(n *yaml.Node, depth int) (value, error) {
	v := value{place: where(n), kind: object}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		key, err := yamlValue(k, depth)
		switch {
		case err != nil:
			return v, err
		case key.kind == list || key.kind == object || k.Tag == "!!merge":
			return v, yamlFault(k, badKey)
		case seen[k.Value]:
			return v, yamlFault(k, repeated.With("key", short(k.Value))).Under(k.Value)
		}
		seen[k.Value] = true
		e, err := yamlValue(n.Content[i+1], depth+1)
		if err != nil {
			return v, under(err, k.Value)
		}
		// A whole number counts as the text it is written with. Other keys that are not text may occur only in `setup`, which
		// is kept as it is.
		odd := key.kind != text && !wholeNumber().MatchString(k.Value)
		v.fields = append(v.fields, field{where(k), k.Value, e, odd})
	}
	return v, nil
}

var wholeNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[-+]?[0-9]+$`) }) // compiled on first use: most runs need none
