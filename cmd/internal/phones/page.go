package phones

import (
	"slices"
	"strconv"
	"strings"
)

// The scorekeeper's page: the missing answer comes first, then the people without a phone, a row each, and the rare things are small.

// listed makes of the list who is in what whoever keeps the score can do about it: say what is missing, answer for those
// without a phone, a tap each, and, as the rare thing, for somebody else.
func (out *view) listed(lead *slipView, l *Lobby, slips []*slip) {
	all := lead.Choices
	lead.Choices = nil
	for _, s := range slips {
		if l.answersFor(s) {
			one := out.voice.slip(s)
			one.Who = l.names[s.seat]
			out.Rest = append(out.Rest, one)
		}
	}
	said := slices.ContainsFunc(all, func(c choice) bool { return strings.HasPrefix(c.Text, "✓") })
	for _, c := range all {
		n, err := strconv.Atoi(c.Value)
		switch seat := n - 1; {
		case c.Value == "0" || c.Value == "+": // what follows the line
			c.On, c.Given = c.Value == "0" && !said, strings.HasPrefix(c.Text, "✓")
			c.Text = strings.TrimPrefix(c.Text, "✓ ")
			lead.Choices = append(lead.Choices, c)
		case err == nil && slices.ContainsFunc(out.Rest, func(p *slipView) bool { return p.Who == l.names[seat] }):
		case err == nil && l.guestAt(seat) == nil:
			c.Text = out.voice.say(words["hand"].With("who", l.names[seat]))
			lead.Choices = append(lead.Choices, c)
		case err == nil:
			lead.Phoned = append(lead.Phoned, c)
		case c.Value != out.voice.say(keyLine):
			lead.Keys = append(lead.Keys, c)
		}
	}
}
