package color

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// enough is the least contrast between text and its background (WCAG 2.2, 1.4.3).
const enough = 4.5

// linear returns the linear red, green and blue of a color, 0 to 1 each.
func linear(t *testing.T, css string) (out [3]float64) {
	t.Helper()
	if len(css) == 4 {
		css = "#" + strings.Repeat(css[1:2], 2) + strings.Repeat(css[2:3], 2) + strings.Repeat(css[3:4], 2)
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(css, "#"), 16, 32)
	if err != nil || len(css) != 7 {
		t.Fatalf("%q is no color", css)
	}
	for i, shift := range []int{16, 8, 0} {
		v := float64(n>>shift&0xff) / 255
		if out[i] = v / 12.92; v > 0.04045 {
			out[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return out
}

func luminance(t *testing.T, css string) float64 {
	c := linear(t, css)
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// faint mixes a color over another with an opacity, as browsers do.
func faint(t *testing.T, front, back string, opacity float64) string {
	t.Helper()
	mixed := "#"
	for i := 1; i < 7; i += 2 {
		a, err := strconv.ParseUint(front[i:i+2], 16, 8)
		b, other := strconv.ParseUint(back[i:i+2], 16, 8)
		if err != nil || other != nil {
			t.Fatal(front, back)
		}
		mixed += fmt.Sprintf("%02x", int(math.Round(float64(a)*opacity+float64(b)*(1-opacity))))
	}
	return mixed
}

func TestContrast(t *testing.T) {
	if got := contrast(t, "#fff", "#767676"); math.Abs(got-4.54) > 0.01 { // the value others compute
		t.Fatal(got)
	}
	for _, c := range All {
		for what, pair := range map[string][2]string{
			"a letter on its ground": {c.Letter(), c.Ground()}, "a line by day": {c.Day, "#ffffff"}, "a line by night": {c.Night, "#101216"},
		} {
			if got := contrast(t, pair[0], pair[1]); got < enough {
				t.Errorf("%s: %s has %.2f", c.ID, what, got)
			}
		}
	}
}

// The colors in the style sheets of both pages have enough contrast.
func TestContrastOfPages(t *testing.T) {
	pairs := map[string][]string{
		"../phones/app.css":  {"fg bg", "fg card", "on go", "go bg", "go card", "bad bg", "bad card", "good bg", "good card", "bg bad"},
		"../report/page.css": {"fg bg", "dim bg", "good bg", "go bg"},
	}
	for file, all := range pairs {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		css := string(body)
		themes := regexp.MustCompile(`:root\{([^}]*--fg[^}]*)\}`).FindAllStringSubmatch(css, -1)
		if len(themes) != 2 {
			t.Fatalf("%s has %d themes", file, len(themes))
		}
		for theme, found := range themes {
			its := map[string]string{}
			for _, v := range regexp.MustCompile(`--(\w+):(#\w+)`).FindAllStringSubmatch(found[1], -1) {
				if its[v[1]] = v[2]; len(v[2]) == 4 {
					its[v[1]] = "#" + strings.Repeat(v[2][1:2], 2) + strings.Repeat(v[2][2:3], 2) + strings.Repeat(v[2][3:4], 2)
				}
			}
			for _, pair := range all {
				front, back, _ := strings.Cut(pair, " ")
				if got := contrast(t, its[front], its[back]); got < enough {
					t.Errorf("%s, theme %d: %s has %.2f", file, theme, pair, got)
				}
			}
			for _, m := range regexp.MustCompile(`\{opacity:(\.\d+)|;opacity:(\.\d+)`).FindAllStringSubmatch(css, -1) {
				opacity, _ := strconv.ParseFloat(m[1]+m[2], 64)
				for _, back := range []string{"bg", "card"} {
					if its[back] == "" {
						continue
					}
					if got := contrast(t, faint(t, its["fg"], its[back], opacity), its[back]); got < enough {
						t.Errorf("%s, theme %d: words at %v on %s have %.2f", file, theme, opacity, back, got)
					}
				}
			}
		}
	}
}

// So do the words of the picture and the chart, in colors of their own.
func TestContrastOfPictures(t *testing.T) {
	for file, back := range map[string]string{"../report/picture.svg": "#f2f4f8", "../report/chart.svg": "#ffffff"} {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := regexp.MustCompile(`<(?:text|g|svg)[^>]* fill="(#\w+)"`).FindAllStringSubmatch(string(body), -1)
		if len(words) == 0 {
			t.Errorf("%s has no words", file)
		}
		for _, m := range words {
			if got := contrast(t, m[1], back); got < enough {
				t.Errorf("%s: %s has %.2f", file, m[1], got)
			}
		}
	}
}

// eyes holds what people see who lack one kind of cones (Machado, Oliveira, Fernandes 2009, severity 1).
var eyes = map[string][3][3]float64{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a color in a space in which equal steps look equal (CIE 1976).
func lab(t *testing.T, css string, eye [3][3]float64) (out [3]float64) {
	c := linear(t, css)
	var seen [3]float64
	for i, row := range eye {
		seen[i] = min(1, max(0, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.95047)
	y := f(0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2])
	z := f((0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Backgrounds can be told apart at a glance, the first eight by all eyes. The letters tell apart the rest.
func TestGroundsAreToldApart(t *testing.T) {
	for name, eye := range eyes {
		for i, a := range All {
			for k, b := range All[:i] {
				p, q := lab(t, a.Ground(), eye), lab(t, b.Ground(), eye)
				apart := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
				if least := map[bool]float64{true: 18, false: 8}[i < 8]; apart < least {
					t.Errorf("%s: %s and %s are %.0f apart (%d, %d)", name, a.ID, b.ID, apart, i, k)
				}
			}
		}
	}
}

// The background is the color that terminals show for its number.
func TestGround(t *testing.T) {
	for id, want := range map[string]string{"red": "#d70000", "blue": "#005faf", "yellow": "#ffd700", "white": "#ffffff", "black": "#000000", "brown": "#875f00", "grey": "#878787"} {
		i := slices.IndexFunc(All, func(c Color) bool { return c.ID == id })
		if got := All[i].Ground(); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	en, pt := lang.NewLocalizer("en", Texts), lang.NewLocalizer("pt-BR", Texts)
	for _, c := range []struct {
		word  string
		voice *lang.Localizer
		want  string
	}{{"red", en, "red"}, {" Red ", pt, "red"}, {"VERMELHO", pt, "red"}, {"gray", en, "grey"}, {"vermelho", en, ""}, {"", en, ""}, {"re", en, ""}} {
		got := ""
		if i := Named(c.word, c.voice); i >= 0 {
			got = All[i].ID
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.word, got, c.want)
		}
	}
}

func TestLetters(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"Ana Bia Caio", "A B C"},
		{"Ana Ivo Bia Bartholomew", "A I B R"}, // Bartholomew has other letters, and gives up B
		{"Ana Aldo Lia", "N A L"},              // first letters go first
		{"Lia Aldo Ana", "L A N"},              // wherever people sit
		{"Ana ana. Anaa", "A N 3"},             // then other letters of the name, then the seat
		{"Érica éder Ñato", "R E N"},           // without accents
		{"日本 太郎 Bia", "1 2 B"},                 // those are two columns wide
		{"👨‍👩‍👧 🐇 7 Zé", "1 2 7 Z"},
		{"Юлия Ωmega", "Ю Ω"},
		{"3 日 本", "3 2 1"}, // the number of the seat is taken
		{"A A A A A A A A A A A A", "A 2 3 4 5 6 7 8 9 0 1 B"},
	} {
		if got := strings.Join(letters(strings.Fields(c.names)), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.names, got, c.want)
		}
	}
}

// Nobody shares a letter or a color at a table, whatever colors are kept, and a person whose kept color nobody before
// them has gets it.
func TestMarks(t *testing.T) {
	ids := []string{"", "plaid"}
	for _, c := range All {
		ids = append(ids, c.ID)
	}
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.String(), 1, len(All), rapid.ID).Draw(t, "names")
		kept, first := Kept{}, map[string]string{}
		for _, n := range names {
			kept[n] = rapid.SampledFrom(ids).Draw(t, "color")
			if _, taken := first[kept[n]]; !taken {
				first[kept[n]] = n
			}
		}
		letters, colors := map[string]bool{}, map[int]bool{}
		for i, m := range Marks(names, kept) {
			if letters[m.Letter] || colors[m.Color] || ansi.StringWidth(m.Letter) != 1 || m.Color < 0 || m.Color >= len(All) {
				t.Fatalf("%q has %+v", names[i], m)
			}
			letters[m.Letter], colors[m.Color] = true, true
			if id := kept[names[i]]; id != "" && id != "plaid" && first[id] == names[i] && All[m.Color].ID != id {
				t.Fatalf("%q has %s, not %s", names[i], All[m.Color].ID, id)
			}
		}
	})
	many := make([]string, 40)
	for i := range many {
		many[i] = fmt.Sprint("A", i)
	}
	taken := map[string]int{}
	for _, m := range Marks(many, nil) {
		taken[m.Letter]++
	}
	if all := Marks(many, nil); len(taken) != 37 || taken["·"] != 4 || all[39].Color != 3 {
		t.Error(taken, all[39])
	}
	if own := Own([]string{"Ana", "Bia", "Caio"}, Kept{"Ana": "pink", "Bia": "pink"}); !slices.Equal(own, []Mark{{"A", 7}, {"B", 7}, {"C", -1}}) {
		t.Error(own)
	}
}

func TestDraw(t *testing.T) {
	red, yellow := Mark{"A", 0}, Mark{"B", 2}
	for got, want := range map[string]string{
		red.Draw(Painted): "\x1b[38;5;231;48;5;160mA\x1b[39;49m", yellow.Draw(Painted): "\x1b[38;5;16;48;5;220mB\x1b[39;49m",
		red.Draw(None): "A", red.Before(None): "", Mark{"C", -1}.Before(Painted): "C ",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCSS(t *testing.T) {
	css := CSS()
	day, night, ok := strings.Cut(css, "@media screen and (prefers-color-scheme:dark){")
	night, paper, _ := strings.Cut(night, "@media print{")
	if !ok || strings.Count(css, "{") != strings.Count(css, "}") {
		t.Fatal(css)
	}
	for i, c := range All {
		for _, want := range []string{fmt.Sprintf(".k%d{background:%s;color:%s}", i, c.Ground(), c.Letter()), fmt.Sprintf(".l%d{stroke:%s}.d%d{fill:%s}", i, c.Day, i, c.Day)} {
			if !strings.Contains(day, want) {
				t.Errorf("no %s", want)
			}
		}
		if want := fmt.Sprintf(".l%d{stroke:%s}.d%d{fill:%s}", i, c.Night, i, c.Night); !strings.Contains(night, want) {
			t.Errorf("no %s by night", want)
		}
		if want := fmt.Sprintf(".k%d{border-color:%s}", i, c.Day); !strings.Contains(paper, want) {
			t.Errorf("no %s on paper", want)
		}
	}
}
