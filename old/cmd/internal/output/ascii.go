package output

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// In a locale without Unicode all output is ASCII. Every character keeps its width, because the output has been
// laid out already: tables stay straight, and lines stay as long as they are.
//
//   - Letters lose their accents; rules and blocks become the signs that typewriters drew with.
//   - Other characters become a question mark for each of their columns.
//   - Terminal codes are ASCII, and pass.

// alike pairs signs of one column with their likeness. The middle dot is in dot.
const alike = "" +
	"“\"”\"„\"«\"»\"‘'’'‚'′'″\"–-—-‒-―-−-‑-…~•*×x÷/→>←<↑^↓v↩<›>‹<¿?¡!§S©c®r€E£L°o¹1²2³3" +
	"✔+✓+✗!✘!★*☆*▸>▹-▶>◀<●o○o◆*◇*" +
	"─-━-═-│|┃|║|┌+┐+└+┘+├+┤+┬+┴+┼+╭+╮+╯+╰+╔+╗+╚+╝+╠+╣+╦+╩+╬+╴-╵|╶-╷|" +
	"▁_▂.▃:▄-▅=▆+▇*█#▀#▌#▐#░.▒:▓#" +
	"ßsæaÆAœoŒOøoØOłlŁLđdĐDðdÐDþtÞTıi"

// medals are two columns wide.
var medals = map[string]string{"🥇": "1.", "🥈": "2.", "🥉": "3."}

// inASCII returns a text for a terminal that only knows ASCII.
func inASCII(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return s
	}
	var b strings.Builder
	before := byte(' ')
	for i := 0; i < len(s); {
		c, width := s[i:i+1], 1
		if alone := i+1 == len(s) || s[i+1] < utf8.RuneSelf; !(s[i] < utf8.RuneSelf && alone) && s[i] >= ' ' {
			c, width = ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		}
		i += len(c)
		c = likeness(c, width, before)
		b.WriteString(c)
		if c != "" {
			before = c[len(c)-1]
		}
	}
	return b.String()
}

// likeness returns a character in ASCII, of the same width.
func likeness(c string, width int, before byte) string {
	r, size := utf8.DecodeRuneInString(c)
	switch {
	case r < ' ', size == len(c) && r < utf8.RuneSelf:
		return c
	case width == 0:
		return ""
	case r < utf8.RuneSelf:
	case r == '·':
		r = dot(before)
	case medals[c] != "":
		return medals[c]
	default:
		r = letter(c)
	}
	if r == '?' {
		return strings.Repeat("?", width)
	}
	return string(r) + strings.Repeat(" ", width-1)
}

// dot returns the sign for a middle dot: a separator after a blank, else a leader.
func dot(before byte) rune {
	if before == ' ' {
		return '|'
	}
	return '.'
}

// letter returns the sign that looks like a character, or its letter without marks, or a question mark.
func letter(c string) rune {
	_, size := utf8.DecodeRuneInString(c)
	if i := strings.Index(alike, c[:size]); i >= 0 {
		return rune(alike[i+size])
	}
	base, rest := rune('?'), norm.NFKD.String(c)
	for i, r := range rest {
		switch {
		case i == 0 && r < utf8.RuneSelf:
			base = r
		case !unicode.In(r, unicode.Mn, unicode.Cf):
			return '?'
		}
	}
	return base
}
