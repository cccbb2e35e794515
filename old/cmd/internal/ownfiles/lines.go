package ownfiles

import (
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Lines returns a game file as people read and edit it: in YAML, an entry a line. file has the form in which games are
// kept, and says the same.
func Lines(file string) (string, error) {
	d := json.NewDecoder(strings.NewReader(file))
	d.UseNumber()
	top, err := node(d)
	if err != nil {
		return "", err
	}
	top.Style = 0
	for i, it := range top.Content {
		if it.Kind == yaml.SequenceNode || i > 0 && top.Content[i-1].Value == "rules" {
			it.Style = 0
		}
	}
	out, err := yaml.Dump(top, yaml.WithV3Defaults(), yaml.WithIndent(2), yaml.WithLineWidth(-1))
	return string(out), err
}

// node reads a value. Nested lists and objects are written on one line.
func node(d *json.Decoder) (*yaml.Node, error) {
	token, err := d.Token()
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(token)}
	switch it := token.(type) {
	case string:
		n.SetString(it)
	case json.Delim:
		n = &yaml.Node{Kind: map[json.Delim]yaml.Kind{'{': yaml.MappingNode, '[': yaml.SequenceNode}[it], Style: yaml.FlowStyle}
		for err == nil && d.More() {
			var inner *yaml.Node
			inner, err = node(d)
			n.Content = append(n.Content, inner)
		}
		if err == nil {
			_, err = d.Token()
		}
	}
	return n, err
}
