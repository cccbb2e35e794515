package phones

import (
	"strings"

	"rsc.io/qr"
)

// margin is the white edge around a code, in dots.
const margin = 2

// codePNG returns an address as a picture of its QR code; nil where the address is too long.
func codePNG(address string) []byte {
	c, err := qr.Encode(address, qr.L)
	if err != nil {
		return nil
	}
	return c.PNG()
}

// Code returns an address as a QR code of half blocks: two dots a line. It is dark on light
// whatever the theme, where colors may be used; without them the light dots are the filled
// ones, which is right on a dark window. "" where the address is too long.
func Code(address string, color bool) string {
	c, err := qr.Encode(address, qr.L)
	if err != nil {
		return ""
	}
	signs := map[[2]bool]string{{true, true}: "█", {true, false}: "▀", {false, true}: "▄", {false, false}: " "}
	var b strings.Builder
	for y := -margin; y < c.Size+margin; y += 2 {
		if color {
			b.WriteString("\x1b[38;2;0;0;0;48;2;255;255;255m")
		}
		for x := -margin; x < c.Size+margin; x++ {
			b.WriteString(signs[[2]bool{c.Black(x, y) == color, (c.Black(x, y+1) && y+1 < c.Size+margin) == color}])
		}
		if color {
			b.WriteString("\x1b[0m")
		}
		b.WriteString("\n")
	}
	return b.String()
}
