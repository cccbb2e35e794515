//go:build unix

package windows

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	tt "github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/setup"
)

// The film for the READMEs shows the last turn of a game of Dixit, on the laptop and on Caio's phone.
func TestFilm(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel()
	for language, says := range map[string][]string{
		"en":          {"In: Ana, Bia and Caio", "which card was it?", "✓ Caio", "✓ Ana", "card 2?", "wins with", "g", "How the game went", "The game is over."},
		"pt_BR.UTF-8": {"Entraram: Ana, Bia e Caio", "qual era a carta?", "✓ Caio", "✓ Ana", "carta 2?", "vence com", "c", "Como foi a partida", "A partida acabou."},
	} {
		short, _, _ := strings.Cut(language, "_")
		t.Run(short, func(t *testing.T) {
			t.Parallel()
			film(t, language, short, says)
		})
	}
}

func film(t *testing.T, language, short string, says []string) {
	data := t.TempDir()
	table := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, Choices: map[string]string{dixit.Target: "12"}, Origin: setup.AfterTheFact}
	id := keep(t, data, dixit.Game, table, []scoring.Event{
		dixit.Turn{Storyteller: 0, Card: 4, Cards: map[int]int{1: 1, 2: 2, 3: 3, 4: 0}, Votes: [][]int{nil, {4}, {1}, {4}}},
		dixit.Turn{Storyteller: 1, Card: 1, Cards: map[int]int{1: 1, 2: 0, 3: 3, 4: 2}, Votes: [][]int{{1}, nil, {1}, {2}}},
		dixit.Turn{Storyteller: 2, Card: 2, Cards: map[int]int{1: 1, 2: 2, 3: 3, 4: 0}, Votes: [][]int{{2}, {3}, nil, {2}}},
	})
	x := tt.Start(t, 64, 70, parlor.Program(t, data, language, "resume", id, "--share", "--addr", "127.0.0.1"))
	x.Wait("? m")
	link := onScreen.FindString(x.Screen())
	phones := map[string]*handset{}
	for _, name := range table.Players[:3] {
		phones[name] = joins(t, link, name)
		phones[name].post("/lang", url.Values{"lang": {map[string]string{"en": "en", "pt": "pt-BR"}[short]}})
	}
	x.Wait(says[0])
	x.Press(says[6], says[1])
	x.Press("3"+tt.Enter, "… Ana")
	f := x.Film(pictures, "turn-"+short, 17)
	caio := phones["Caio"]
	asked := caio.page()
	f.Scene(2.5, "Dixit Odyssey:", "", asked)
	asked.Pressed = 2
	f.Scene(1, "Dixit Odyssey:", "", asked)
	caio.answers("", asked.Buttons[asked.Pressed])
	x.Wait(says[2])
	caio.shows("class=in")
	in := caio.page()
	f.Scene(1.5, "Dixit Odyssey:", "", in)
	phones["Ana"].answers("", "3")
	x.Wait(says[3])
	f.Scene(1.5, "Dixit Odyssey:", "", in)
	phones["Bia"].answers("", "2")
	x.Wait(says[4])
	caio.shows(says[4])
	waits := caio.page()
	f.Scene(1.5, "Dixit Odyssey:", "", waits)
	x.Press("3", "› 3")
	f.Scene(1, "Dixit Odyssey:", "", waits)
	x.Press(tt.Enter, says[5])
	caio.shows("★")
	over := caio.page()
	f.Scene(5, "#2", says[7], over)
	f.Scene(5, "╭─────────┬", says[8], over)
	f.Ends()
	x.Send(tt.Enter)
	x.Ends(0)
}

// page returns the page of a phone for a film.
func (h *handset) page() (p tt.Phone) {
	page := h.does(http.MethodGet, "/", nil)
	one := func(pattern string) (parts []string) {
		if parts = regexp.MustCompile("(?s)" + pattern).FindStringSubmatch(page); parts == nil {
			parts = make([]string, 9)
		}
		return parts[1:]
	}
	all := func(pattern string) (found []string) {
		for _, m := range regexp.MustCompile("(?s)"+pattern).FindAllStringSubmatch(page, -1) {
			found = append(found, html.UnescapeString(m[1]))
		}
		return found
	}
	who := one(`<i class="k k(\d)"[^>]*>(.*?)</i> <b>(.*?)</b> <span>(.*?)</span>`)
	p.Mark, p.Name, p.Where = who[1], who[2], who[3]
	style := h.does(http.MethodGet, one(`href="(/s/app[^"]*css)"`)[0], nil)
	colors := regexp.MustCompile(`\.k` + who[0] + `\{background:(#\w+);color:(#\w+)\}`).FindStringSubmatch(style)
	p.Ground, p.Ink = colors[1], colors[2]
	p.Asks, p.In, p.Says = html.UnescapeString(one("<h1>(.*?)</h1>")[0]), one("<p class=in[^>]*>(.*?)</p>")[0], one("<p class=idle>(.*?)</p>")[0]
	p.Pressed = -1
	if p.In == "" {
		p.Buttons = all("<button name=line [^>]*>(.*?)</button>")
	}
	for _, told := range all("<li>(.*?)</li>") {
		told, _, _ = strings.Cut(told, " (Dixit")
		p.Told = append(p.Told, told)
	}
	if p.Asks != "" {
		p.Told = nil // below the edge of the screen
		return p
	}
	p.Heading, p.Points = one("<caption>(.*?)</caption>")[0], all("<td>(\\d+)</td></tr>")
	p.Places = all("<th scope=row><i[^>]*>.*?</i> ([^<]*)<")
	return p
}
