// Package color gives everybody at a table a color and a letter, the same wherever they appear: in tables, on the
// track, in the chart, on phones and on pages. It prints and stores nothing.
//
//   - A color is never alone: the letter stands on it, or beside it.
//   - A letter has a background of its own, so that it can be read on any window or page. Lines and words on a page,
//     which have none, have one color for light pages and one for dark ones.
//   - Terminals get numbers from the 256 colors, which no theme changes.
package color

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// A Color is a color that people can have, usually that of their piece.
type Color struct {
	ID    string // as it is stored
	Name  lang.Text
	Index int    // background, among a terminal's 256 colors: 16 to 231
	Dark  bool   // the background is dark and the letter white; otherwise the letter is black
	Day   string // CSS color of lines and words on a light page
	Night string // the same on a dark page
	Dash  string // SVG dash pattern of lines in colors that pages cannot show; "" for solid
}

// All lists the colors in the order in which they are given out. The first ones are told apart best, also by
// color-blind people.
var All = []Color{
	{ID: "red", Name: lang.Msg("color.red", "red"), Index: 160, Dark: true, Day: "#b3261e", Night: "#ff8a80"},
	{ID: "blue", Name: lang.Msg("color.blue", "blue"), Index: 25, Dark: true, Day: "#0b57b7", Night: "#8ab8ff"},
	{ID: "yellow", Name: lang.Msg("color.yellow", "yellow"), Index: 220, Day: "#7a6100", Night: "#ffdd4d"},
	{ID: "green", Name: lang.Msg("color.green", "green"), Index: 35, Day: "#0f6b2f", Night: "#6fd68a"},
	{ID: "purple", Name: lang.Msg("color.purple", "purple"), Index: 92, Dark: true, Day: "#6b2fa0", Night: "#cfa8ff"},
	{ID: "orange", Name: lang.Msg("color.orange", "orange"), Index: 208, Day: "#a84300", Night: "#ffa352"},
	{ID: "turquoise", Name: lang.Msg("color.turquoise", "turquoise"), Index: 44, Day: "#00696b", Night: "#6fd6d6"},
	{ID: "pink", Name: lang.Msg("color.pink", "pink"), Index: 213, Day: "#b0307a", Night: "#ffb3d9"},
	{ID: "grey", Name: lang.Msg("color.grey", "grey"), Index: 102, Day: "#4b515c", Night: "#b3bac6", Dash: "7 4"},
	{ID: "white", Name: lang.Msg("color.white", "white"), Index: 231, Day: "#656b76", Night: "#ffffff", Dash: "2 5"},
	{ID: "black", Name: lang.Msg("color.black", "black"), Index: 16, Dark: true, Day: "#000000", Night: "#9aa1ac"},
	{ID: "brown", Name: lang.Msg("color.brown", "brown"), Index: 94, Dark: true, Day: "#6b4423", Night: "#c9a27a"},
}

// Ground returns the background as a CSS color.
func (c Color) Ground() string {
	level := func(n int) int { return []int{0, 95, 135, 175, 215, 255}[n] }
	n := c.Index - 16 // in a cube of six levels each of red, green and blue
	return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
}

// Letter returns the color of a letter on the background, as a CSS color.
func (c Color) Letter() string {
	if c.Dark {
		return "#ffffff"
	}
	return "#000000"
}

// Named returns the index in All of a color, given its id or its name in voice's language, or -1.
func Named(word string, voice *lang.Localizer) int {
	word = setup.Alike(word)
	if word == "gray" {
		word = "grey"
	}
	return slices.IndexFunc(All, func(c Color) bool { return word == c.ID || word == setup.Alike(voice.Say(c.Name)) })
}

// CSS returns the style of everything on a page in a person's color: the chip with the letter (class k, and k with the
// index in All), lines (l) and words (d). On paper, the color is around the letter.
func CSS() string {
	var b, night, paper strings.Builder
	b.WriteString(Chips())
	for i, c := range All {
		fmt.Fprintf(&b, ".l%d{stroke:%s}.d%d{fill:%s}\n", i, c.Day, i, c.Day)
		fmt.Fprintf(&night, ".l%d{stroke:%s}.d%d{fill:%s}", i, c.Night, i, c.Night)
		fmt.Fprintf(&paper, ".k%d{border-color:%s}", i, c.Day)
	}
	fmt.Fprintf(&b, "@media screen and (prefers-color-scheme:dark){%s}\n", night.String())
	fmt.Fprintf(&b, "@media print{%s.k[class]{background:none;color:inherit;line-height:1}}\n", paper.String())
	return b.String()
}

// Chips returns the style of the chips alone.
func Chips() string {
	var b strings.Builder
	b.WriteString(".k{display:inline-block;box-sizing:border-box;min-width:1.5em;padding:0 .2em;border:1px solid var(--line);border-radius:.3em;text-align:center;font-weight:700;font-style:normal;line-height:1.35}\n")
	for i, c := range All {
		fmt.Fprintf(&b, ".k%d{background:%s;color:%s}\n", i, c.Ground(), c.Letter())
	}
	return b.String()
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "color", Files: files}
