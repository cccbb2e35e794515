package output

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// In a locale without Unicode everything that is printed is ASCII. Every character takes as many columns as it did
// before, because what is printed has been laid out already: tables stay straight, and lines as long as they are.
//
//   - Letters lose their accents, rules and blocks become the signs that typewriters drew with.
//   - What has no likeness is a question mark for each of its columns.
//   - Codes of terminals are ASCII, and pass.

// alike are signs of one column. A middle dot is not here: see dot.
const alike = "" +
	"“\"”\"„\"«\"»\"‘'’'‚'′'″\"–-—-‒-―-−-‑-…~•*×x÷/→>←<↑^↓v↩<›>‹<¿?¡!§S©c®r€E£L°o¹1²2³3" +
	"✔+✓+✗!✘!★*☆*▸>▹-▶>◀<●o○o◆*◇*" +
	"─-━-═-│|┃|║|┌+┐+└+┘+├+┤+┬+┴+┼+╭+╮+╯+╰+╔+╗+╚+╝+╠+╣+╦+╩+╬+╴-╵|╶-╷|" +
	"▁_▂.▃:▄-▅=▆+▇*█#▀#▌#▐#░.▒:▓#" +
	"ßsæaÆAœoŒOøoØOłlŁLđdĐDðdÐDþtÞTıi"

// medals are two columns wide.
var medals = map[string]string{"🥇": "1.", "🥈": "2.", "🥉": "3."}

// inASCII returns a text for a terminal that knows ASCII only.
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

// likeness returns a character in ASCII, as wide as it is.
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

// dot parts what stands on a line, or leads to the end of one.
func dot(before byte) rune {
	if before == ' ' {
		return '|'
	}
	return '.'
}

// letter returns the sign that is like a character, or its letter without marks; a question mark where it has none.
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
