package lang

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

func TestSay(t *testing.T) {
	Catalog([]byte(`{"{n} apples of {who}": {"one": "{n} maçã de {who}", "other": "{n} maçãs de {who}"}, "day|second": "segundo"}`))
	Catalog([]byte(`{"hello": 7}`))
	Catalog([]byte(`{"hello"`))
	Catalog([]byte(`{"hello": "olá", "second": "segundo (tempo)"}`))
	apples := N("one apple of {who}", "{n} apples of {who}").With("who", "Ana {n}")
	names := Names([]string{"Ana", "Bia", "Caio"})
	for _, c := range []struct {
		t      Text
		en, pt string
	}{
		{T("hello"), "hello", "olá"},
		{T("nobody translated {this}"), "nobody translated {this}", "nobody translated {this}"},
		{apples.With("n", 1), "one apple of Ana {n}", "1 maçã de Ana {n}"},
		{apples.With("n", 0), "0 apples of Ana {n}", "0 maçã de Ana {n}"},
		{apples.With("n", 2), "2 apples of Ana {n}", "2 maçãs de Ana {n}"},
		{In("day", "second"), "second", "segundo"},
		{T("second"), "second", "segundo (tempo)"},
		{Literal("Ana: {it}"), "Ana: {it}", "Ana: {it}"},
		{Only(names), "Ana, Bia and Caio", "Ana, Bia e Caio"},
		{Only(names[:1]), "Ana", "Ana"},
		{Only(List{}), "", ""},
		{Only(List{T("hello"), Literal("x")}), "hello and x", "olá e x"},
		{Join("; ", []Text{T("hello"), Literal("x")}), "hello; x", "olá; x"},
		{Join("; ", nil), "–", "–"},
		{At("rounds[2]", T("hello")), "rounds[2]: hello", "rounds[2]: olá"},
		{Only(func(l Lang) string { return string(l) }), "en", "pt-BR"},
		{Only(errors.New("odd")), "odd", "odd"},
		{Of(map[Lang]string{English: "here", Portuguese: "aqui"}), "here", "aqui"},
		{Of(map[Lang]string{English: "here", "fr": "ici"}), "here", "here"},
		{T("{{who} of {").With("who", "Ana"), "{Ana of {", "{Ana of {"},
		{Literal("\x1b[2J\u202eAna\tBia\u0085"), "[2JAna Bia", "[2JAna Bia"},
	} {
		if en, pt := English.Say(c.t), Portuguese.Say(c.t); en != c.en || pt != c.pt {
			t.Errorf("%q, %q; want %q, %q", en, pt, c.en, c.pt)
		}
	}
	with := T("{a} {b}").With("a", 1)
	if with.With("b", 2); with.String() != "1 {b}" {
		t.Errorf("With changed what it was given: %q", with)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		wishes []string
		want   Lang
	}{
		{[]string{"", " ", "pt_BR.UTF-8", "en"}, Portuguese},
		{[]string{"PT"}, Portuguese},
		{[]string{"pt_PT@euro"}, Portuguese},
		{[]string{"C", "pt"}, English},
		{[]string{"de_DE", "pt"}, English},
		{nil, English},
	} {
		if got := Match(c.wishes...); got != c.want {
			t.Errorf("%q: %s", c.wishes, got)
		}
	}
	if _, known := Known("ptolemy"); known {
		t.Error("ptolemy is no language")
	}
	day := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	if English.Day(day) != "2026-11-02" || Portuguese.Day(day) != "02/11/2026" {
		t.Error(English.Day(day), Portuguese.Day(day))
	}
}

// An accent is left out, and a mark that makes another letter stays.
func TestPlain(t *testing.T) {
	for typed, want := range map[string]string{
		"Fátima": "fatima", "FA\u0301TIMA": "fatima", "Ñandú": "nandu", "❤️": "❤", "": "", "Nguyễn": "nguyen", "Ångström": "angstrom",
		"Łódź": "lodz", "Ørsted": "orsted", "İpek": "ipek", "Ηλίας": "ηλιας", "Алёна": "алена", "מִרְיָם": "מרים", "مُحَمَّد": "محمد", "A\u200bna": "ana",
	} {
		if got := Plain(typed); got != want {
			t.Errorf("%q is %q", typed, got)
		}
	}
	for _, two := range [][2]string{
		{"กิ", "กี"}, {"กา", "กั"}, {"कि", "की"}, {"क", "के"}, {"த", "தி"}, {"ক", "কি"}, {"は", "ば"}, {"ハ", "パ"}, {"각", "가"}, {"Андрей", "Андреи"}, {"Ї", "І"}, {"שׁ", "שׂ"}, {"أ", "ا"},
	} {
		if Plain(two[0]) == Plain(two[1]) {
			t.Errorf("%q and %q are %q", two[0], two[1], Plain(two[0]))
		}
	}
}

// A name is meant by exactly itself, then by its beginning, then without accents; names that fit equally well come together.
func TestMeant(t *testing.T) {
	for _, c := range []struct{ names, typed, meant, same string }{
		{"Luís,Luis,Ana", "Luís", "Luís", "Luís"},
		{"Luís,Luis,Ana", "Luis", "Luis", "Luis"},
		{"Luís,Luis,Ana", "LUÍS", "Luís", "Luís"},
		{"Luís,Luis,Ana", "Lui\u0301s", "Luís", "Luís"},
		{"Luís,Luis,Ana", "lu", "Luís,Luis", ""},
		{"Luís,Luis,Ana", "luí", "Luís", ""},
		{"Luís,Luísa", "luis", "Luís", "Luís"},
		{"Luís,Luisa", "luis", "Luisa", "Luís"},
		{"José,Josè", "Jose", "José,Josè", "José,Josè"},
		{"José,Ana", "Jose", "José", "José"},
		{"José,Ana", "Ana Maria", "", ""},
		{"Ana,Ana Maria", "Ana ", "Ana", "Ana"},
		{"Bia,Ana Maria", "Ana ", "Ana Maria", ""},
		{"Ana  Maria,Ana", "ana maria", "Ana  Maria", "Ana  Maria"},
		{"A\u200bna,Bia", "Ana", "A\u200bna", "A\u200bna"},
		{"❤,❤️", "❤️", "❤️", "❤️"},
		{"👩‍🦰 Ana,👩 Ana", "👩‍🦰 Ana", "👩‍🦰 Ana", "👩‍🦰 Ana"},
		{"กิ,กี", "กิ", "กิ", "กิ"},
		{"กิ,กี", "ก", "กิ,กี", ""},
		{"ばば,はは", "は", "はは", ""},
		{"Ana,Bia", "\u0301", "", ""},
		{"Ana,Bia", "\u200b", "Ana,Bia", ""},
		{"Straße,Strasse", "strasse", "Straße,Strasse", "Straße,Strasse"},
	} {
		names := strings.Split(c.names, ",")
		called := func(places []int) string {
			var all []string
			for _, i := range places {
				all = append(all, names[i])
			}
			return strings.Join(all, ",")
		}
		if meant, same := called(Meant(names, c.typed)), called(Same(names, c.typed)); meant != c.meant || same != c.same {
			t.Errorf("%q of %s means %q, and is %q", c.typed, c.names, meant, same)
		}
	}
}

// Case folding is Unicode's, letter by letter. Cherokee alone has the other case for its key.
func TestAlike(t *testing.T) {
	fold := cases.Fold()
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.Is(unicode.Cherokee, r) {
			continue
		}
		s := "Aa" + string(r) + "e"
		if want := norm.NFC.String(fold.String(norm.NFC.String(s))); want != s && Visible(s) == s && Alike(s) != want {
			t.Errorf("%U %q is %q, not %q", r, s, Alike(s), want)
		}
	}
	for _, two := range [][2]string{{"Ꭰꮝ", "ꭰᏍ"}, {"ᾼ\u0301", "ά\u0345"}, {"ﬄ", "FFL"}, {"Σίσυφος", "ΣΊΣΥΦΟΣ"}, {"İpek", "i\u0307pek"}, {"ſ", "S"}, {"K", "k"}} {
		if Alike(two[0]) != Alike(two[1]) {
			t.Errorf("%q and %q are %q and %q", two[0], two[1], Alike(two[0]), Alike(two[1]))
		}
	}
	if Alike("ırmak") == Alike("irmak") {
		t.Error("a dot tells Turkish letters apart")
	}
}

// FuzzSafe checks that nothing safe acts on a terminal, and that escaped JSON means the same.
func FuzzSafe(f *testing.F) {
	f.Add("a\x7f\u200e\u0085b\tc\nd")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Sanitize(s) {
			if IsControl(r) && r != '\n' {
				t.Errorf("%U is left", r)
			}
		}
		doc, _ := json.Marshal(s)
		var back, want string
		json.Unmarshal(doc, &want)
		safe := SafeJSON(doc)
		for _, r := range string(safe) {
			if IsControl(r) {
				t.Errorf("%U is left in %s", r, safe)
			}
		}
		if err := json.Unmarshal(safe, &back); err != nil || back != want {
			t.Errorf("%s: %q, %v", safe, back, err)
		}
	})
}

// A file is read whatever mark its editor began it with.
func TestUTF8(t *testing.T) {
	for doc, want := range map[string]string{
		"": "", "é": "é", "\xef\xbb\xbfé": "é", "\xff\xfe": "", "\xff\xfe\xe9\x00\r\x00\n\x00": "é\r\n", "\xfe\xff\x00\xe9": "é",
		"\xff\xfe\x3d\xd8\x00\xde": "😀", "\xff\xfea": "\xff\xfea", "\xff\xfe\x3d\xd8": "\ufffd",
	} {
		if got := string(UTF8([]byte(doc))); got != want {
			t.Errorf("%q: %q, want %q", doc, got, want)
		}
	}
}
