package reach

import (
	"strings"

	"rsc.io/qr"
)

// margin is the width of the white edge, in dots.
const margin = 2

// Code returns an address as a QR code. Capitals take the fewest dots, and no address here is too long.
func Code(address string) *qr.Code {
	c, err := qr.Encode(strings.ToUpper(address), qr.L)
	if err != nil {
		panic("reach: " + err.Error())
	}
	return c
}

// Picture draws the QR code of an address in half blocks, two dots to a line. With color it is dark on light whatever the theme.
// Without, the light dots are the filled ones, which is right in a dark window.
func Picture(address string, color bool) string {
	c := Code(address)
	signs := map[[2]bool]string{{true, true}: "█", {true, false}: "▀", {false, true}: "▄", {false, false}: " "}
	var b strings.Builder
	for y := -margin; y < c.Size+margin; y += 2 {
		if color {
			b.WriteString("\x1b[38;2;0;0;0;48;2;255;255;255m")
		}
		for x := -margin; x < c.Size+margin; x++ {
			b.WriteString(signs[[2]bool{c.Black(x, y) == color, c.Black(x, y+1) == color}])
		}
		if color {
			b.WriteString("\x1b[0m")
		}
		b.WriteString("\n")
	}
	return b.String()
}
