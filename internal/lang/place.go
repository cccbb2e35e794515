package lang

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// places parses messages with {name} as placeholder, so there is nothing to escape and no template code for a translator
// to run.
type places struct{}

func (places) Cacheable() bool { return false }

func (places) Parse(src, _, _ string) (template.ParsedTemplate, error) { return message(src), nil }

type message string

func (m message) Execute(data any) (string, error) {
	args, _ := data.(map[string]string)
	return fill(string(m), args), nil
}

func fill(s string, args map[string]string) string {
	if len(args) == 0 {
		return s
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, ok := strings.Cut(rest, "}")
		if v, known := args[name]; ok && known {
			b.WriteString(v)
			s = after
			continue
		}
		b.WriteByte('{')
		s = rest
	}
}
