package sheet

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// readYAML reads the one document of a stream.
func readYAML(doc []byte) (*node, error) {
	if len(doc) > maxYAML {
		return nil, fault.New(lang.T("the document is too large: {most} kB at most are read as YAML").With("most", maxYAML>>10))
	}
	if err := checkUTF8(doc); err != nil {
		return nil, err
	}
	// The library takes the directive of 1.1 alone.
	if rest, ok := bytes.CutPrefix(doc, []byte("%YAML 1.2")); ok {
		doc = append([]byte("%YAML 1.1"), rest...)
	}
	// yamlObject refuses repeated keys, in our words and with their place.
	loader, err := yaml.NewLoader(bytes.NewReader(doc), yaml.WithUniqueKeys(false))
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
// is text; as a number it would be refused anyway. Most runs of the program read no YAML, so it is compiled on first use.
var yamlNumber = sync.OnceValue(func() *regexp.Regexp {
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

// yamlObject reads a mapping. Its content alternates between keys and values.
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
		// A whole number counts as the text it is written with. Other keys that are not text may stand only in a Value,
		// which keeps a document as it is.
		e.odd = key.kind != Text && (key.kind != Number || strings.Trim(e.key, "+-0123456789") != "")
		if e.val, err = yamlValue(n.Content[i+1], depth+1); err != nil {
			return fault.Under(err, e.key)
		}
		v.fields = append(v.fields, e)
	}
	return nil
}

func badKey() lang.Text { return lang.T("a key must be text or a whole number") }
