package handbook

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/portuguese"

	"github.com/tablemate/tablemate/internal/lang"
)

// A tongue is how one language is searched: words are compared by their stems, some weigh nothing, some mean the same.
type tongue struct {
	stemmer func(*snowballstem.Env) bool
	silent  map[string]bool   // plain words that weigh nothing
	same    map[string]string // stem to the stem that stands for it
}

//go:embed words.txt
var words string

// tongues reads how both languages are searched.
func tongues() map[lang.Lang]*tongue {
	all := map[lang.Lang]*tongue{
		lang.English:    {english.Stem, map[string]bool{}, map[string]string{}},
		lang.Portuguese: {portuguese.Stem, map[string]bool{}, map[string]string{}},
	}
	for line := range strings.Lines(words) {
		f := strings.Fields(line)
		l, _ := lang.Known(f[0])
		t := all[l]
		switch f[1] {
		case "-":
			for _, w := range f[2:] {
				t.silent[lang.Plain(w)] = true
			}
		case "=":
			for _, w := range f[2:] {
				// A word in two groups stands for the first one.
				if _, has := t.same[t.bare(w)]; !has {
					t.same[t.bare(w)] = t.bare(f[2])
				}
			}
		}
	}
	return all
}

// bare returns the stem of a word, without accents.
func (t *tongue) bare(word string) string {
	env := snowballstem.NewEnv(word)
	t.stemmer(env)
	return lang.Plain(env.Current())
}

// stem returns the form of a word under which texts are compared: its own stem, or that of a word with the same meaning.
func (t *tongue) stem(word string) string {
	stem := t.bare(word)
	if first, has := t.same[stem]; has {
		return first
	}
	return stem
}

// split returns the words of a text in lower case, with their accents.
func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// A phrase is a name of an entry, as stems.
type phrase struct {
	letter string // as it is written
	stems  []string
	worth  float64
}

// An entryCount is an entry in one language, with its words counted for a search.
type entryCount struct {
	id, mode string
	phrases  []phrase
	said     map[string]float64 // stem to how often text and names have it
	length   float64            // of the text, in words
}

// An index is the entries of a game in one language, made searchable.
type index struct {
	*tongue
	entries []entryCount
	stems   map[string]string  // plain word to its stem, so that words typed without accents are found
	weight  map[string]float64 // of a stem: much if few entries have it
	usual   float64            // length of a text
}

// The weights of names, headings and text beside each other.
const (
	worthName  = 1.0
	worthCited = 0.6 // headings of the printed book: several entries may lie under one
	worthText  = 0.8
	worthExact = 0.8 // more, for a name to the letter
)

func newIndex(t *tongue, entries []Entry) *index {
	x := &index{tongue: t, stems: map[string]string{}, weight: map[string]float64{}}
	in := map[string]int{}
	for _, e := range entries {
		p := entryCount{id: e.ID, mode: e.Mode, said: map[string]float64{}}
		for _, name := range e.names {
			p.phrases = append(p.phrases, phrase{x.letter(name), x.read(name), worthName})
		}
		for _, heading := range e.cited() {
			p.phrases = append(p.phrases, phrase{x.letter(heading), x.read(heading), worthCited})
		}
		for _, s := range x.read(strings.Join(e.text(), "\n")) {
			p.said[s]++
			p.length++
		}
		p.countNames()
		for s := range p.said {
			in[s]++
		}
		x.usual += p.length / float64(len(entries))
		x.entries = append(x.entries, p)
	}
	for s, n := range in {
		x.weight[s] = rarity(n, len(entries))
	}
	return x
}

// rarity returns the weight of a stem that so many of all entries have.
func rarity(n, of int) float64 { return math.Log(1 + (float64(of-n)+0.5)/(float64(n)+0.5)) }

// countNames adds the stems of names to those of the text: each name counts as if the text said it twice, three names at
// most.
func (p *entryCount) countNames() {
	named := map[string]float64{}
	for _, ph := range p.phrases {
		for i, s := range ph.stems {
			if !slices.Contains(ph.stems[:i], s) {
				named[s] += 2 * ph.worth
			}
		}
	}
	for s, n := range named {
		p.said[s] += min(n, 6)
	}
}

// plain returns the words of a text without accents and marks.
func plain(s string) string { return lang.Plain(strings.Join(split(s), " ")) }

// letter returns a text to the letter, but for words that weigh nothing; all of it if there are no others.
func (t *tongue) letter(s string) string {
	words := strings.Fields(plain(s))
	if loud := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return t.silent[w] }); len(loud) > 0 {
		words = loud
	}
	return strings.Join(words, " ")
}

// read returns the stems of a text that is searched later.
func (x *index) read(s string) (stems []string) {
	for _, w := range split(s) {
		if plain := lang.Plain(w); !x.silent[plain] {
			stem := x.stem(w)
			x.stems[plain] = stem
			stems = append(stems, stem)
		}
	}
	return stems
}

// A typedWord is a word of a look-up.
type typedWord struct {
	stems  map[string]float64 // the stems that may be meant, and how surely
	weight float64
}

// want returns the meaning of typed words here, and reports whether all of them are known.
func (x *index) want(typed string) (want []typedWord, all bool) {
	all = true
	words := split(typed)
	loud := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return x.silent[lang.Plain(w)] })
	for i, w := range loud {
		means := x.means(w, i == len(loud)-1)
		weight := 0.0
		if len(means) == 0 {
			all, weight = false, rarity(1, len(x.entries))
		}
		for s, sure := range means {
			weight = max(weight, sure*x.weight[s])
		}
		want = append(want, typedWord{means, weight})
	}
	return want, all
}

// means returns the stems that a typed word may mean: its own; else those of words that begin with it; else of those that
// are one or two slips of the finger away. The last word may still be typed at.
func (x *index) means(word string, last bool) map[string]float64 {
	plain, found := lang.Plain(word), map[string]float64{}
	stem, known := x.stems[plain]
	if !known {
		stem = x.stem(word)
	}
	if x.weight[stem] > 0 {
		found[stem] = 1
		return found
	}
	for w, s := range x.stems {
		if strings.HasPrefix(w, plain) {
			found[s] = 0.8
		}
	}
	if len(found) > 0 {
		return found
	}
	for w, s := range x.stems {
		if slips := len([]rune(plain)) / 4; distance(w, plain, slips) <= slips {
			found[s] = 0.6
		}
	}
	return found
}

// distance returns how many letters have to be put in, taken out or changed to make one word of another; more than most
// if it is more.
func distance(a, b string, most int) int {
	from, to := []rune(a), []rune(b)
	if most == 0 || len(from)-len(to) > most || len(to)-len(from) > most {
		return most + 1
	}
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, f := range from {
		corner := row[0]
		row[0] = i + 1
		for j, t := range to {
			step := corner
			if f != t {
				step = 1 + min(corner, row[j], row[j+1])
			}
			corner, row[j+1] = row[j+1], step
		}
	}
	return row[len(to)]
}

// A hit is an entry that answers.
type hit struct {
	id    string
	score float64
}

// search scores the entries for some words. fits says how much an entry about a way to play counts.
func (x *index) search(typed string, fits func(mode string) float64) (hits []hit, all bool) {
	want, all := x.want(typed)
	// The weights are divided by their sum. Words that weigh nothing may still be a name to the letter, so the sum is never 0.
	total := math.SmallestNonzeroFloat32
	for _, w := range want {
		total += w.weight
	}
	whole := x.letter(typed)
	for _, p := range x.entries {
		h := hit{id: p.id}
		for _, ph := range p.phrases {
			score := x.called(ph, want, total)
			if ph.letter == whole {
				score += worthExact * ph.worth
			}
			h.score = max(h.score, score)
		}
		h.score += worthText * x.says(p, want, total)
		h.score *= fits(p.mode)
		hits = append(hits, h)
	}
	return hits, all
}

// called returns how well words fit a name of an entry, from 0 to 1: how many of the words are in the name, and how much of
// the name they are. Words that stand side by side there count a little more.
func (x *index) called(p phrase, want []typedWord, total float64) float64 {
	var asked, there, whole float64
	before, row := -1, 0
	// Each stem of the phrase answers one word alone: a bit says that it is taken.
	var taken uint64
	for _, w := range want {
		best, sure := -1, 0.0
		for i, s := range p.stems {
			if taken&(1<<i) == 0 && w.stems[s] > sure {
				best, sure = i, w.stems[s]
			}
		}
		if best < 0 {
			continue
		}
		taken |= 1 << best
		asked += w.weight * sure
		there += x.weight[p.stems[best]]
		if before >= 0 && best == before+1 {
			row++
		}
		before = best
	}
	if asked == 0 {
		return 0
	}
	for _, s := range p.stems {
		whole += x.weight[s]
	}
	fits := asked / total
	score := p.worth * fits * fits * (0.5 + 0.5*there/whole)
	if len(want) > 1 {
		score *= 1 + 0.15*float64(row)/float64(len(want)-1)
	}
	return score
}

// says returns how well words fit an entry as a whole, text and names, as BM25 has it: from 0 to about 1.
func (x *index) says(p entryCount, want []typedWord, total float64) float64 {
	const often, long = 1.2, 0.5
	sum := 0.0
	for _, w := range want {
		n := 0.0
		for s, sure := range w.stems {
			n = max(n, sure*p.said[s])
		}
		sum += w.weight * n / (n + often*(1-long+long*p.length/x.usual))
	}
	return sum / total
}

// line returns the sentence of an entry that has most of the words.
func (x *index) line(e Entry, typed string) string {
	want, _ := x.want(typed)
	best, most := "", -1.0
	for _, p := range e.text() {
		for s := range strings.SplitAfterSeq(strings.TrimPrefix(p, item), ". ") {
			has := 0.0
			for _, word := range strings.Fields(plain(s)) {
				for _, w := range want {
					has += w.weight * w.stems[x.stems[word]]
				}
			}
			if has > most {
				best, most = s, has
			}
		}
	}
	return strings.TrimSpace(best)
}
