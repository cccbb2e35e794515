package phones

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A number may be typed as a sum on a phone: with keys beside the field that show the total, and without scripts as
// plain text. Answers from others take away neither the keys nor what is being typed.
func TestSums(t *testing.T) {
	l, url := shares(t, t.TempDir(), "pad", "--score-only")
	ana, bia := newPhone(t, "Ana", 320, false, true), newPhone(t, "Bia", 390, true, false)
	allJoin(url, ana, bia)
	l.types("g", "", "y")
	ana.waits("how many points")
	ana.run(chromedp.SendKeys(`input[name=line]`, "12", chromedp.ByQuery))
	ana.press("×")
	ana.run(chromedp.KeyEvent("5"))
	ana.waitsHere("= 60")
	ana.press("−")
	ana.run(chromedp.KeyEvent("7"))
	ana.waitsHere("= 53")
	ana.shot("sum-" + ana.shotName())
	bia.waits("how many points")
	bia.shot("sum-" + bia.shotName())
	bia.run(chromedp.SendKeys(`input[name=line]`, "3*4+x", chromedp.ByQuery))
	bia.press("Send")
	bia.waits("is not a number from")
	var typed string
	if bia.run(chromedp.AttributeValue(`input[name=line]`, "value", &typed, nil, chromedp.ByQuery)); typed != "3*4+x" {
		t.Errorf("what does not count became %q", typed)
	}
	bia.run(chromedp.SetValue(`input[name=line]`, "3*4+2", chromedp.ByQuery))
	bia.press("Send")
	bia.waits("✔ In.")
	ana.waitsHere("= 53")
	value := ""
	ana.eval(`document.querySelector('input[name=line]').value`, &value)
	if value != "12×5−7" {
		t.Errorf("what was typed is %q", value)
	}
	ana.press("Send")
	ana.until("told how", `document.querySelector("main").textContent.includes("12×5−7 = 53")`) // it is folded away
	ana.waits("Round 2")
	ana.until("keys of sums that work again", `!!document.querySelector(".ops button:enabled")`)
	for typed, want := range map[string]string{"12": "", "12+": "", "-10*3": "= -30", "3*-2": "= -6", "2+3*4": "= 14", "12−5": "= 7", "3x4": "= 12", "+5+3": "= 8", "12--5": "", "1 + 2": ""} {
		got := ""
		if ana.eval(`reckon(`+"`"+typed+"`"+`)`, &got); got != want {
			t.Errorf("%s %s, want %s", typed, got, want)
		}
	}
	l.types("?leave")
}
