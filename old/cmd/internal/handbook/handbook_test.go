package handbook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// shelf returns every game's books by folder, in the order of lang.Languages.
func shelf(t testing.TB) map[string][]Handbook {
	t.Helper()
	folders, err := filepath.Glob("../../../scoring/*/handbook")
	laws.Need(t, err)
	books := map[string][]Handbook{}
	for _, dir := range folders {
		for _, tag := range lang.Languages {
			raw, err := os.ReadFile(filepath.Join(dir, tag+".md"))
			laws.Need(t, err)
			game := filepath.Base(filepath.Dir(dir))
			books[game] = append(books[game], read(string(raw)))
		}
	}
	return books
}

func ids(b Handbook) []string {
	var out []string
	for _, e := range b.Entries {
		out = append(out, e.ID)
	}
	return out
}

// body returns the text without the paragraph that names the source.
func (e Entry) body() string { return e.Body[:strings.LastIndex(e.Body, "\n\n")] }

// wanted lists the entries that every table needs, by folder.
var wanted = map[string]string{
	"pictureperfect": `overview setup components exchange-deck round active-player starting-player envelopes vip-cards
		dance gifts revelations rumors choose-your-partner theft auctions bids won-envelopes rescue-gift
		open-auction shared-auction single-round-auction fixed-price-auction secret-auction unfair-secret-auction
		preference-cards in-this-area next-to-guest not-next-to nobody-in-front face-hidden hides-face
		placement photo scoring not-placed duplicates vip-scoring decoration-points ties`,
	"dixit": `overview setup storyteller clue cards vote second-vote scoring scoring-seven lone-vote cap three-players
		end ties party party-setup party-vote party-scoring party-end team team-setup team-cards team-vote team-scoring team-end`,
	"spyfall": `overview setup dealer dealing example strategy questions clock accusation spy-guess time-up closing-accusations scoring
		locations match-end ties editions`,
	"versus": `overview name setup turn slap second-gem elimination wrong-slap hand-behind-back eye-closed
		cards-for-everyone two-in-a-row amulet end winner ties readings`,
	"pad": `overview begin rounds categories end ties people`,
}

func TestBooksExplainWhatATableLooksUp(t *testing.T) {
	books := shelf(t)
	for game, list := range wanted {
		for _, id := range strings.Fields(list) {
			for i, b := range books[game] {
				if _, ok := b.Entry(id); !ok {
					t.Errorf("%s, %s: no entry %q", game, lang.Languages[i], id)
				}
			}
		}
		if len(books[game]) != len(lang.Languages) {
			t.Errorf("%s: %d books", game, len(books[game]))
		}
	}
}

var number = regexp.MustCompile(`\d+`)

// Entries have the same numbers in both languages (pages excepted), and as many paragraphs and list items. The laws of a game
// hold that both languages have the same entries.
func TestBooksAgreeInAllLanguages(t *testing.T) {
	for game, books := range shelf(t) {
		for _, e := range books[0].Entries {
			o, _ := books[1].Entry(e.ID)
			if a, b := numbers(e.body()), numbers(o.body()); !slices.Equal(a, b) {
				t.Errorf("%s: %s: the numbers are %v, and %v", game, e.ID, a, b)
			}
			if a, b := strings.Count(e.Body, "\n"), strings.Count(o.Body, "\n"); a != b {
				t.Errorf("%s: %s: %d line breaks, and %d", game, e.ID, a, b)
			}
		}
	}
}

func numbers(s string) []string {
	n := number.FindAllString(s, -1)
	slices.Sort(n)
	return n
}

var isID = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

// Every entry has a title and its own ID, and its body consists of paragraphs and list items of one line each. The mark of
// the source is in the language of the book, in its own paragraph.
func TestBooksHaveTheirForm(t *testing.T) {
	for game, books := range shelf(t) {
		for i, b := range books {
			where := game + ", " + lang.Languages[i] + ": "
			checkBody(t, where+"intro", b.Intro)
			for k, e := range b.Entries {
				if e.Title == "" || e.Title != strings.TrimSpace(e.Title) || !isID.MatchString(e.ID) || slices.Contains(ids(b)[:k], e.ID) || slices.Contains(e.Also, "") {
					t.Errorf("%sno heading like “## Title {#id}”: %q, %q, also %q", where, e.Title, e.ID, e.Also)
				}
				checkBody(t, where+e.ID, e.Body)
				if at := strings.LastIndex(e.Body, "\n\n"); at < 0 || !strings.HasPrefix(e.Body[at+2:], sourceMarks[i]) {
					t.Errorf("%s%s: no source at its end", where, e.ID)
				}
			}
		}
	}
}

func checkBody(t *testing.T, where, body string) {
	t.Helper()
	if !utf8.ValidString(body) || strings.ContainsAny(body, "#|`*<>\t") {
		t.Errorf("%s: there is something that is no plain text", where)
	}
	before := ""
	for line := range strings.SplitSeq(body, "\n") {
		if point := strings.HasPrefix(line, "- "); before != "" && line != "" && point != strings.HasPrefix(before, "- ") {
			t.Errorf("%s: no blank line before %q", where, line)
		} else if before != "" && line != "" && !point {
			t.Errorf("%s: a paragraph goes on in a second line: %q", where, line)
		}
		if line != strings.TrimSpace(line) || line == "" && before == "" {
			t.Errorf("%s: a blank too many: %q", where, line)
		}
		before = line
	}
}

// Every name in either language finds its entry and no other, from either language.
func TestEveryNameFindsItsEntry(t *testing.T) {
	for game, books := range shelf(t) {
		reversed := slices.Clone(books)
		slices.Reverse(reversed)
		for _, from := range [][]Handbook{books, reversed} {
			for _, e := range from[0].Entries {
				for _, name := range append(namesOf(from, e.ID), e.ID, e.Word(), strings.ToUpper(e.Title)) {
					found, near := Look(from, name)
					if len(found) != 1 || found[0].ID != e.ID || near != nil {
						t.Errorf("%s: %q of %s finds %q, near %q", game, name, e.ID, ids(Handbook{Entries: found}), near)
					}
				}
			}
		}
	}
}

// cited matches what surrounds the headings in a citation: the book, the page, and words in between.
var cited = regexp.MustCompile(`^[^,]*(handbook|[Rr]ulebook|rules|manual|Manual|[Ll]ivro de regras|Regras|Odyssey|regras)[^,:]*[,:] |[,;]? (and|e) |, (p|pág)\. [0-9]+|; |\.?$`)

// Every heading that the program cites can be looked up in the same language.
func TestEveryCitationCanBeLookedUp(t *testing.T) {
	for game, books := range shelf(t) {
		for i, in := range []struct{ files, citation string }{
			{"*.go", `"[a-z]+\.(?:at|where)-[a-z-]+", "([^"]*(?:book|rules|Odyssey), [^"]*)"`},
			{"pt-BR.json", `"[a-z]+\.(?:at|where)-[a-z-]+": "([^"]*(?:anual|Odyssey|egras)[^"]*, [^"]*)"`},
		} {
			from := []Handbook{books[i], books[1-i]}
			files, _ := filepath.Glob("../../../scoring/" + game + "/" + in.files) // the score pad cites nothing
			for _, file := range files {
				text, err := os.ReadFile(file)
				laws.Need(t, err)
				for _, m := range regexp.MustCompile(in.citation).FindAllStringSubmatch(string(text), -1) {
					for _, heading := range cited.Split(m[1], -1) {
						if found, _ := Look(from, heading); heading != "" && len(found) == 0 {
							t.Errorf("%s, %s: nothing is found of %q in %q", game, lang.Languages[i], heading, m[1])
						}
					}
				}
			}
		}
	}
}

// Books call the cards what the rest of the program calls them.
func TestBooksCallCardsByTheirNames(t *testing.T) {
	for file, cards := range map[string]map[string]string{
		"../../../setup/pictureperfect/pt-BR.json": {
			"pp.dance": "dance", "pp.gifts": "gifts", "pp.revelations": "revelations", "pp.rumors": "rumors",
			"pp.choose": "choose-your-partner", "pp.theft": "theft", "pp.open": "open-auction",
			"pp.shared": "shared-auction", "pp.single": "single-round-auction", "pp.fixed": "fixed-price-auction",
			"pp.secret": "secret-auction", "pp.unfair": "unfair-secret-auction",
		},
		"../../../scoring/versus/pt-BR.json": {
			"versus.hand": "hand-behind-back", "versus.eye": "eye-closed",
			"versus.all": "cards-for-everyone", "versus.two": "two-in-a-row",
		},
	} {
		raw, err := os.ReadFile(file)
		laws.Need(t, err)
		said := map[string]any{}
		laws.Need(t, json.Unmarshal(raw, &said))
		book := shelf(t)[filepath.Base(filepath.Dir(file))][1]
		for message, id := range cards {
			if e, _ := book.Entry(id); e.Title != said[message] {
				t.Errorf("%s: %q in the book, %q at the table", id, e.Title, said[message])
			}
		}
	}
}

func TestLook(t *testing.T) {
	books := shelf(t)
	for _, c := range []struct {
		game, word string
		pt         bool
		found      string // IDs
		near       string // names, separated by bars
	}{
		{game: "pictureperfect", word: "Dance", found: "dance"},
		{game: "pictureperfect", word: "danca", found: "dance"},
		{game: "pictureperfect", word: "  DANÇA! ", found: "dance"},
		{game: "pictureperfect", word: "dance", pt: true, found: "dance"},
		{game: "pictureperfect", word: "Leilao Secreto Injusto", found: "unfair-secret-auction"},
		{game: "pictureperfect", word: "choose your", found: "choose-your-partner"},
		{game: "pictureperfect", word: "injus", pt: true, found: "unfair-secret-auction"},
		{game: "pictureperfect", word: "auction unfair", found: "unfair-secret-auction"},
		{game: "pictureperfect", word: "vip c", found: "vip-cards vip-scoring"},
		{game: "pictureperfect", word: "dnce", near: "Dance"},
		{game: "pictureperfect", word: "rumros", near: "Rumors"},
		{game: "pictureperfect", word: "decoratons", near: "Decorations"},
		{game: "pictureperfect", word: "injsto", pt: true, near: "injusto"},
		{game: "pictureperfect", word: "prefernces", near: "preferences"},
		{game: "pictureperfect", word: "VOP", near: "VIP"},
		{game: "pictureperfect", word: "aucton", near: "auction"},
		{game: "spyfall", word: "acusaçõa", near: "Accusing somebody"},
		{game: "pictureperfect", word: "xylophone"},
		{game: "versus", word: "meow"},
		{game: "versus", word: "gem", found: "second-gem components slap winner"},
		{game: "dixit", word: "votação", pt: true, found: "vote party-vote team-vote components"},
		{game: "dixit", word: "vote", found: "vote"},
		{game: "pictureperfect", word: "expansion", found: "setup"},
		{game: "pictureperfect", word: "expansão", pt: true, found: "setup"},
		{game: "pictureperfect", word: " -!"},
		{game: "pictureperfect", word: ""},
		{game: "dixit", word: "narrador", found: "storyteller"},
		{game: "dixit", word: "lone_vote_bonus", found: "lone-vote"},
		{game: "versus", word: "mão para trás", found: "hand-behind-back"},
		{game: "spyfall", word: "location", found: "locations"},
		{game: "spyfall", word: "local", pt: true, found: "locations"},
		{game: "dixit", word: "Contagem de pontos com 7 jogadores ou mais", found: "scoring-seven lone-vote"},
		{game: "pictureperfect", word: "Buying/Selling Envelopes", found: "bids"},
		{game: "pictureperfect", word: "ance", near: "Dance|Bids and payment"}, // no word begins with it
		{game: "spyfall", word: "espi", pt: true, found: "overview spy-guess scoring components"},
	} {
		b := slices.Clone(books[c.game])
		if c.pt {
			slices.Reverse(b)
		}
		found, near := Look(b, c.word)
		if got := strings.Join(ids(Handbook{Entries: found}), " "); got != c.found {
			t.Errorf("%s: %q finds %q, want %q", c.game, c.word, got, c.found)
		}
		if got := strings.Join(near, "|"); got != c.near {
			t.Errorf("%s: %q is near %q, want %q", c.game, c.word, got, c.near)
		}
	}
	if found, near := Look(nil, "dance"); found != nil || near != nil {
		t.Error("no book finds something")
	}
}

// Entries that fit equally well come in the order of the book; a title that begins with the word comes before one that
// contains it, both before another name, and an exact name comes alone.
func TestLookPutsTheBestFirst(t *testing.T) {
	book := []Handbook{{Entries: []Entry{
		{ID: "a", Title: "No red vote"}, {ID: "b", Title: "Red card"}, {ID: "c", Title: "Green", Also: []string{"redress"}}, {ID: "d", Title: "Blue"},
		{ID: "e", Title: "Reddish", Also: []string{"the blue one"}}, {ID: "f", Title: "The blue", Also: []string{"Greenest"}},
	}}}
	for word, want := range map[string]string{"r": "b e c a", "blu": "d f e", "the blue": "f", "green": "c"} {
		if found, _ := Look(book, word); strings.Join(ids(Handbook{Entries: found}), " ") != want {
			t.Errorf("%s: %v, want %s", word, ids(Handbook{Entries: found}), want)
		}
	}
	if found, _ := Look(book, "red"); strings.Join(ids(Handbook{Entries: found}), " ") != "b e a c" {
		t.Error(found)
	}
	if found, _ := Look(book, "red card"); len(found) != 1 || found[0].ID != "b" {
		t.Error(found)
	}
}

// Whatever the word, all that is found is in the book, and every name offered instead finds something.
func FuzzLook(f *testing.F) {
	for _, w := range []string{"", "vip", "dnce", "leilao injst", "ção", "a b c", "\xff", "éééé", "decoratons", "carta vpi"} {
		f.Add(w)
	}
	books := shelf(f)["pictureperfect"]
	f.Fuzz(func(t *testing.T, word string) {
		found, near := Look(books, word)
		for _, e := range found {
			if _, ok := books[0].Entry(e.ID); !ok {
				t.Errorf("%q finds %q, which is not in the book", word, e.ID)
			}
		}
		if len(near) > 3 || len(near) > 0 && len(found) > 0 {
			t.Errorf("%q: %d found, %q near", word, len(found), near)
		}
		for _, n := range near {
			if again, _ := Look(books, n); len(again) == 0 {
				t.Errorf("%q offers %q, which finds nothing", word, n)
			}
		}
	})
}
