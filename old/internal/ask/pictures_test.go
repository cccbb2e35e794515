package ask

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

// photos returns a question at which everybody may give a picture.
func photos(names ...string) Question {
	q := Question{Head: Head{ID: "photos", Names: names}, Shape: Show{Pictures: true}}
	for i := range names {
		q.People = append(q.People, i)
	}
	return q
}

func TestPicturesAreWhatWasSaid(t *testing.T) {
	a, b := Answer{Pictures: []string{"p", ""}}, Answer{By: 1, Pictures: []string{"p", ""}}
	if !a.Equal(b) || a.Equal(Answer{}) || a.Equal(Answer{Pictures: []string{"", "p"}}) || !(Answer{}).Equal(Answer{Pictures: []string{}}) {
		t.Error("who gave which picture is the answer")
	}
	if kept, err := json.Marshal(Answer{By: Scorekeeper}); err != nil || string(kept) != `{"by":-1}` {
		t.Errorf("without pictures: %s, %v", kept, err)
	}
}

// A line typed while pictures are taken is not an answer: the pictures stay.
func TestReadingOnKeepsThePictures(t *testing.T) {
	given := Answer{By: Scorekeeper, Pictures: []string{"p", ""}}
	q := photos("Ana", "Bia")
	q.Keys = []Key{{Letter: "x"}}
	for _, c := range []struct {
		line    string
		suggest *Answer
		want    Answer
	}{
		{"", &given, given},
		{"ok", &given, given},
		{"x", &given, Answer{By: Scorekeeper, Key: "x"}},
		{"", nil, Answer{By: Scorekeeper}},
		{"ok", nil, Answer{By: Scorekeeper}},
		{"ok", &Answer{Key: "x"}, Answer{By: Scorekeeper}},
		{"", &Answer{Pictures: []string{"p"}}, Answer{By: Scorekeeper}}, // of another table
		{"ok", &Answer{Pictures: []string{"p"}}, Answer{By: Scorekeeper}},
	} {
		q.Suggest = c.suggest
		if got, err := q.Read(c.line); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v, %v, want %+v", c.line, got, err, c.want)
		}
	}
}

// Pictures stay when their question is read again, whatever is typed, and are suggested when an earlier answer
// has changed.
func TestPicturesAreKeptInADialog(t *testing.T) {
	given := Answer{By: 1, Pictures: []string{"p", ""}}
	talk := func(a Asker) (Answer, error) {
		if _, err := a.Ask(Question{Head: Head{ID: "a"}, Shape: Words{}}); err != nil {
			return Answer{}, err
		}
		r, err := a.Ask(photos("Ana", "Bia"))
		if err != nil {
			return r, err
		}
		_, err = a.Ask(Question{Head: Head{ID: "b"}, Shape: Words{}})
		return r, err
	}
	said := Draft{Entries: []Entry{{"a", Answer{Text: "1"}}, {"photos", given}}}
	for name, c := range map[string]struct {
		say  []string
		asks int // the position of the photos among the questions
	}{
		"given in silence":         {[]string{"2"}, -1},
		"read again":               {[]string{"<", "=", "2"}, 1},
		"an answer before changed": {[]string{"<", "<", "one", "=", "2"}, 3},
	} {
		l := &line{say: c.say}
		d := &Dialog{Draft: said, At: 2}
		r, err := RunDialog(l, d, keepNothing, talk)
		if err != nil || !r.Equal(given) || !d.Entries[1].Answer.Equal(given) {
			t.Errorf("%s: %+v, %v, %+v", name, r, err, d.Entries)
		}
		if c.asks >= 0 && (l.seen[c.asks].Suggest == nil || !l.seen[c.asks].Suggest.Equal(given)) {
			t.Errorf("%s: %+v", name, l.seen[c.asks])
		}
	}
	read, _, whole := Replay(Draft{Entries: append(slices.Clone(said.Entries), Entry{"b", Answer{Text: "2"}})}, talk)
	if !whole || !read[1].Answer.Equal(given) {
		t.Error(read)
	}
}

// Pictures stay with their people by name, wherever they sit.
func TestPicturesAreCarriedByName(t *testing.T) {
	old := Answered{photos("Ana", "Bia", "Caio"), Entry{"photos", Answer{By: 1, Pictures: []string{"p", "q", ""}}}}
	for _, c := range []struct {
		q       Question
		renamed map[string]string
		want    []string
	}{
		{photos("Caio", "Bia", "Ana"), nil, []string{"", "q", "p"}},
		{photos("Ana", "Beatriz", "Caio"), map[string]string{"Bia": "Beatriz"}, []string{"p", "q", ""}},
		{photos("Novo", "Bia"), nil, []string{"", "q"}},
		{photos("Novo", "Caio"), nil, nil},
		{Question{Head: Head{ID: "photos", People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}}, Shape: Show{}}, nil, nil},
	} {
		if got, ok := c.q.Carry(old, c.renamed); !ok || !slices.Equal(got.Pictures, c.want) || got.By != 1 {
			t.Errorf("%v: %+v, %v", c.q.Names, got, ok)
		}
	}
	if got, ok := photos("Ana").Carry(Answered{photos("Ana"), Entry{"photos", Answer{}}}, nil); !ok || got.Pictures != nil {
		t.Errorf("%+v, %v", got, ok)
	}
	if got := old.Answer.Pictures; !slices.Equal(got, []string{"p", "q", ""}) {
		t.Error("the old answer was changed:", got)
	}
}

// A person who votes alone sees the whole album, and one who takes a picture alone gives one.
func TestOneOfManyKeepsTheAlbum(t *testing.T) {
	q := Question{Head: Head{ID: "v", People: []int{2, 0}, Names: []string{"Caio", "Ana"}}, Shape: Each{Album: []string{"p", ""}}}
	if one := q.To(1); !slices.Equal(As[Each](one).Album, As[Each](q).Album) || one.ID != "v.0" {
		t.Errorf("%+v", one)
	}
	if one := photos("Ana", "Bia").To(1); !one.Fits(Answer{Pictures: []string{"p"}}) || one.Fits(Answer{Pictures: []string{"p", "q"}}) {
		t.Errorf("%+v", one)
	}
}
