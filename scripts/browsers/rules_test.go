package browsers

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Above the rules is a field that finds a rule; each part is a heading, folded.
func TestRulesOnAPhone(t *testing.T) {
	l := start(t, t.TempDir(), "play", "dixit")
	l.types("Ana, Bia, Caio", "")
	l.waits("laid out?")
	all, _ := come(t, l, "Ana", "Bia", "Caio")
	ana := all[0]
	ana.run(chromedp.Evaluate(`read('rules')`, nil))
	ana.until("has the rules", `document.querySelectorAll('details[data-k]').length > 20`)
	ana.run(chromedp.SendKeys(`input[data-k="find"]`, "own card", chromedp.ByQuery))
	ana.until("finds the vote first", `document.querySelector('main summary').textContent === 'The vote' && document.querySelectorAll('main details').length <= 3`)
	ana.until("keeps what is typed", `document.querySelector('input[data-k="find"]').value === 'own card'`)
	ana.look("rules")
}
