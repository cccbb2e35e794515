package reach

import (
	"strings"
	"testing"
)

// The picture of a code has every dot of it, two to a sign, dark on light or, without color, light in a dark window.
func TestPicture(t *testing.T) {
	const address = "http://192.168.0.7:8080/abcdef"
	c := Code(address)
	halves := map[rune][2]bool{'█': {true, true}, '▀': {true, false}, '▄': {false, true}, ' ': {false, false}}
	for _, color := range []bool{true, false} {
		picture := strings.NewReplacer("\x1b[38;2;0;0;0;48;2;255;255;255m", "", "\x1b[0m", "").Replace(Picture(address, color))
		lines := strings.Split(strings.TrimSuffix(picture, "\n"), "\n")
		if len(lines) != (c.Size+2*margin+1)/2 {
			t.Fatalf("%d lines for %d dots", len(lines), c.Size)
		}
		for i, line := range lines {
			for x, sign := range []rune(line) {
				half, known := halves[sign]
				for k, filled := range half {
					if dark := c.Black(x-margin, 2*i+k-margin); !known || filled != (dark == color) {
						t.Fatalf("color %v: %q in line %d, column %d", color, sign, i, x)
					}
				}
			}
		}
	}
}
