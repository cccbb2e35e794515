package browsers

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Above the rules is a field that finds a rule; each part is a heading, folded.
func TestRulesOnAPhone(t *testing.T) {
	_, all, _ := begins(t, "dixit", "laid out?", []string{"Ana, Bia, Caio", ""}, "Ana", "Bia", "Caio")
	ana := all[0]
	ana.run(chromedp.Evaluate(`read('rules')`, nil))
	ana.until("has the rules", `document.querySelectorAll('details[data-k]').length > 20`)
	ana.run(chromedp.SendKeys(`input[data-k="find"]`, "own card", chromedp.ByQuery))
	ana.until("finds the vote first", `document.querySelector('main summary').textContent === 'The vote' && document.querySelectorAll('main details').length <= 3`)
	ana.until("keeps what is typed", `document.querySelector('input[data-k="find"]').value === 'own card'`)
	ana.look("rules")

	// A phone's own Back closes what is read, and stays at the table; so does the button, and neither leaves a step behind.
	const read, table = `!!document.querySelector('input[data-k="find"]')`, `!document.querySelector('input[data-k="find"]') && document.body.innerText.includes('Ana')`
	var before, after int
	ana.run(chromedp.NavigateBack())
	ana.until("is at the table again", table)
	for range 2 {
		ana.run(chromedp.Evaluate(`history.length`, &before), chromedp.Evaluate(`read('rules')`, nil))
		ana.until("reads again", read)
		ana.until("has closed it", `document.querySelector('section[data-k="page"] button')?.click() || `+table)
	}
	ana.run(chromedp.Evaluate(`read('rules')`, nil))
	ana.until("reads once more", read)
	ana.run(chromedp.Evaluate(`history.length`, &after), chromedp.NavigateBack())
	ana.until("goes back", table)
	if after > before+1 {
		t.Errorf("the phone has %d steps to go back, and had %d", after, before)
	}
}
