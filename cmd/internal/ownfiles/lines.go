package ownfiles

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Lines returns a game file as people read and change it: YAML, an entry a line. file is in the form that a kept game holds, and
// says the same.
func Lines(file string) (string, error) {
	var out strings.Builder
	err := entries(json.RawMessage(file), func(key string, it json.RawMessage) error {
		out.WriteString(key + ":")
		switch {
		case it[0] == '[':
			var all []json.RawMessage
			err := json.Unmarshal(it, &all)
			for _, one := range all {
				out.WriteString("\n  - " + spaced(one))
			}
			out.WriteString("\n")
			return err
		case key == "rules":
			err := entries(it, func(title string, text json.RawMessage) error {
				quoted, err := json.Marshal(title)
				out.WriteString("\n  " + string(quoted) + ": " + spaced(text))
				return err
			})
			out.WriteString("\n")
			return err
		}
		out.WriteString(" " + spaced(it) + "\n")
		return nil
	})
	return out.String(), err
}

// entries goes through what is in an object, in its order.
func entries(object json.RawMessage, see func(key string, it json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(object))
	_, err := d.Token()
	for err == nil && d.More() {
		var key json.Token
		var it json.RawMessage
		key, err = d.Token()
		if err == nil {
			err = d.Decode(&it)
		}
		if name, is := key.(string); err == nil && is {
			err = see(name, it)
		}
	}
	return err
}

// spaced returns JSON with a blank behind every colon and comma that stands in no text.
func spaced(it json.RawMessage) string {
	var out strings.Builder
	text, escaped := false, false
	for _, c := range it {
		out.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case text && c == '\\':
			escaped = true
		case c == '"':
			text = !text
		case !text && (c == ':' || c == ','):
			out.WriteByte(' ')
		}
	}
	return out.String()
}
