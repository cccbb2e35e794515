package browsers

import "testing"

// Whoever left stands on no podium and is not asked for another game, which comes after the winner; people who share a place stand
// beside each other. A reason has a line of its own below a name, and the total stays beside it.
func TestEnds(t *testing.T) {
	l := start(t, t.TempDir(), "play", "pad")
	l.types("Ana, Bia, Caio, Dudu, Tatá", "")
	l.waits("points?")
	_, board := seats(t, l, "Ana", "Bia", "Caio", "Tatá")
	board.until("has the code", `document.querySelector('.code img')?.naturalWidth && document.querySelectorAll('.rows li').length === 5`)
	board.everywhere("end-code", televisions...)
	phone := open(t, "phone", l.link(), look{390, 844, false, "pt-BR"})
	phone.tap("Dudu")
	l.types("5 4 3 3 6", "?people", "Tatá", "")
	l.waits("Tatá leaves.")
	l.types("4 4 3 3")
	board.until("has the second round", `[...document.querySelectorAll('.gain')].filter(e => e.textContent === '+4').length === 2 && [...document.querySelectorAll('.rows li')].every(e => e.getBoundingClientRect().height < innerHeight / 5)`)
	board.everywhere("end-round", televisions...)
	phone.everywhere("end-round", looks[:2]...)
	l.types("?end", "1", "", "1")
	board.until("shows the end", `document.querySelector('.podium')`)
	if got := board.text(); !board.is(`[...document.querySelectorAll('.podium li b')].map(e => e.textContent).sort().join() === 'Ana,Bia,Caio,Dudu'`) ||
		board.is(`document.querySelector('.again').textContent.includes('Tatá')`) {
		t.Errorf("the podium: %s", got)
	}
	if !board.is(`getComputedStyle(document.querySelector('.again')).animationDelay >= getComputedStyle(document.querySelector('.outcome p')).animationDelay`) {
		t.Error("another game is asked for before the winner is named")
	}
	phone.reads("Mais uma partida")
	board.everywhere("end", televisions...)
	phone.everywhere("end", looks[:2]...)
}
