package page

import (
	_ "embed"

	"github.com/tablemate/tablemate/internal/lang"
)

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)

// Words returns the page's own words.
func Words(l lang.Lang) map[string]string {
	out := map[string]string{}
	for word, t := range words {
		out[word] = l.Say(t)
	}
	return out
}

// The sentences that a refusal says, too.
var (
	Later = lang.T("Not sent yet: it is tried again.")
	Gone  = lang.T("Too late: that is not asked any more.")
)

var words = map[string]lang.Text{
	"who":      lang.T("Who are you?"),
	"new":      lang.T("Another name"),
	"name":     lang.T("Your name"),
	"come":     lang.T("Come in"),
	"on":       lang.T("Go on"),
	"for":      lang.T("Answer for somebody else"),
	"forward":  lang.T("Forward"),
	"asitis":   lang.T("Leave it as it is"),
	"away":     lang.T("away"),
	"asleep":   lang.T("(phone asleep)"),
	"send":     lang.T("Send"),
	"none":     lang.T("Nothing"),
	"change":   lang.T("Change it"),
	"in":       lang.T("✓ In"),
	"back":     lang.T("Back"),
	"menu":     lang.T("Menu"),
	"close":    lang.T("Close"),
	"more":     lang.T("More"),
	"about":    lang.T("More about it"),
	"find":     lang.T("Which rule, card or word?"),
	"notme":    lang.T("This is not my name"),
	"here":     lang.T("At the table"),
	"lost":     lang.T("No connection to the laptop. It is tried again and again. If the laptop is in another network now, scan the code on it: its menu shows it, ? f"),
	"later":    Later,
	"waits":    lang.T("The laptop is asked something else. Your answer goes in by itself when that is done."),
	"keeps":    lang.T("This phone keeps the score: it answers the laptop's questions, and has its menu."),
	"gone":     Gone,
	"sure":     lang.T("Sure?"),
	"hold":     lang.T("Hold to see your card"),
	"holdown":  lang.T("Hold to see your answer"),
	"places":   lang.T("Strike out where it cannot be"),
	"handover": lang.T("Answer here"),
	"up":       lang.T("Time is up"),
	"points":   lang.T("Point by point"),
	"again":    lang.T("Another game?"),
	"imin":     lang.T("I'm in"),
}
