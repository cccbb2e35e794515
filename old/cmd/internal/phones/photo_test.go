package phones

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/picture"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// A room is a darkroom in memory.
type room struct {
	mu   sync.Mutex
	kept map[string][]byte // by game and id
	fail error
}

// develops gives the table a darkroom.
func (tb *table) develops() *room {
	r := &room{kept: map[string][]byte{}}
	voices := func(tag string) *lang.Localizer {
		return lang.NewLocalizer(tag, Texts, ask.Texts, lang.Texts, picture.Texts)
	}
	tb.h = (&Server{Hub: tb.hub, Host: host, Config: Config{Voices: voices, Photos: Darkroom{
		Keep: func(play, id string, body []byte) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.fail == nil {
				r.kept[play+"/"+id] = body
			}
			return r.fail
		},
		Show: func(play, id string) ([]byte, error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if body, ok := r.kept[play+"/"+id]; ok {
				return body, nil
			}
			return nil, errors.New("it is not there")
		},
	}}}).Handler()
	return r
}

// photo returns a picture of a single color.
func photo(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	var b bytes.Buffer
	laws.Need(t, jpeg.Encode(&b, img, nil))
	return b.Bytes()
}

// develop returns a picture as it is stored, and its id.
func develop(t *testing.T, sent []byte) (id string, body []byte) {
	t.Helper()
	body, err := picture.Clean(bytes.NewReader(sent))
	laws.Need(t, err)
	return picture.ID(body), body
}

// bomb returns a small PNG that claims to be huge.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	laws.Need(t, png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.Black})))
	body := b.Bytes()
	binary.BigEndian.PutUint32(body[16:], 30_000)
	binary.BigEndian.PutUint32(body[20:], 30_000)
	binary.BigEndian.PutUint32(body[29:], crc32.ChecksumIEEE(body[12:29]))
	return body
}

// sends sends a file as the answer to a question.
func (p *phone) sends(no string, file []byte, change ...func(*http.Request)) *httptest.ResponseRecorder {
	p.tb.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	laws.Need(p.tb.t, w.WriteField("no", no))
	f, err := w.CreateFormFile("photo", "../../etc/passwd.exe")
	if err == nil {
		_, err = f.Write(file)
	}
	laws.Need(p.tb.t, errors.Join(err, w.Close()))
	set := func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(&b), int64(b.Len())
		r.Header.Set("Content-Type", w.FormDataContentType())
		r.Header.Set("Accept", "text/fragment")
	}
	return p.do("POST", "/photo", nil, append([]func(*http.Request){set}, change...)...)
}

// final asks for everybody's photo.
var final = ask.Question{
	Head:  ask.Head{ID: "photos", People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}, Text: lang.Literal("Your final photo")},
	Shape: ask.Show{Pictures: true},
	Place: "g/1/next/9",
}

func (tb *table) photographs(k *keyboard) <-chan outcome {
	tb.change(func(h *Hub) { h.board.Play = "g" })
	return tb.asks(k, final)
}

// A file that is no picture is refused with a reason, is not stored, and answers nothing.
func TestWhatIsNoPhoto(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio-")
	r, k := tb.develops(), newKeyboard()
	done := tb.photographs(k)
	no, bia := p[0].waits("open"), p[1].waits("open")
	good := photo(t, 100)
	kind := func(s string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Content-Type", s) }
	}
	body := func(b []byte) func(*http.Request) {
		return func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b)) }
	}
	for _, c := range []struct {
		name   string
		p      *phone
		no     string
		file   []byte
		change []func(*http.Request)
		code   int
		why    string
	}{
		{"no picture", p[0], no, []byte("hello"), nil, 422, "this picture cannot be read"},
		{"a page", p[0], no, []byte("<html><script>alert(1)</script>"), nil, 422, "this picture cannot be read"},
		{"a drawing", p[0], no, []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), nil, 422, "this picture cannot be read"},
		{"a picture cut short", p[0], no, good[:len(good)/2], nil, 422, "this picture cannot be read"},
		{"a bomb", p[0], no, bomb(t), nil, 422, "30000 × 30000 pixels"},
		{"empty", p[0], no, nil, nil, 422, "no picture came"},
		{"more than may be", p[0], no, bytes.Repeat([]byte{0xff}, picture.Most+1), nil, 422, "more than 500 KB"},
		{"huge", p[0], no, make([]byte, 2*mostPhoto), nil, 413, ""},
		{"huge in many fields", p[0], no, nil, []func(*http.Request){kind("multipart/form-data; boundary=x"), body([]byte(strings.Repeat("--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n", 20_000)))}, 409, "answered meanwhile"},
		{"no form", p[0], no, good, []func(*http.Request){kind("image/jpeg")}, 409, "answered meanwhile"},
		{"half a form", p[0], no, good, []func(*http.Request){body([]byte("--x\r\n"))}, 409, "answered meanwhile"},
		{"a form without a file", p[0], no, good, []func(*http.Request){kind("application/x-www-form-urlencoded"), body([]byte("no=" + no))}, 409, "answered meanwhile"},
		{"no number", p[0], "", good, nil, 409, "answered meanwhile"},
		{"another's number", p[0], bia, good, nil, 409, "answered meanwhile"},
		{"an old number", p[0], "AAAAAAAAAAAA", good, nil, 409, "answered meanwhile"},
		{"a stranger", &phone{tb: tb}, no, good, nil, 401, ""},
		{"a stranger with much", &phone{tb: tb}, no, make([]byte, 2*mostPhoto), nil, 401, ""},
		{"from elsewhere", p[0], no, good, []func(*http.Request){func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }}, 403, ""},
		{"from nowhere", p[0], no, good, []func(*http.Request){func(r *http.Request) { r.Header.Del("Origin") }}, 403, ""},
	} {
		w := c.p.sends(c.no, c.file, c.change...)
		if w.Code != c.code || !strings.Contains(w.Body.String(), c.why) {
			t.Errorf("%s: %d %.300s", c.name, w.Code, w.Body)
		}
		if len(r.kept) > 0 {
			t.Fatalf("%s: it is kept", c.name)
		}
	}
	p[0].says(409, no, "") // photos come another way
	p[0].lang = "pt-BR"
	if w := p[0].sends(no, []byte("oi")); !strings.Contains(w.Body.String(), "imagem") && !strings.Contains(w.Body.String(), "foto") {
		t.Error(w.Body)
	}
	k.line("")
	if o := tb.ends(done); o.err != nil || o.a.Pictures != nil {
		t.Error(o)
	}
	if w := p[0].sends(no, good); w.Code != 409 || len(r.kept) > 0 {
		t.Error("too late, and kept:", w.Code)
	}
}

// A photo is drawn anew and saved before it counts. Only its owner sees it until the game shows all of them. It may be
// taken again, and the game goes on with the photos that are in.
func TestPhotos(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio-")
	r, k := tb.develops(), newKeyboard()
	done := tb.photographs(k)
	no := p[0].waits("open")
	first, second := photo(t, 50), photo(t, 200)
	old, _ := develop(t, first)
	id, body := develop(t, second)
	sees := func(p *phone, id string) int { return p.do("GET", "/photo/"+id, nil).Code }
	for range 2 { // sent twice
		if w := p[0].sends(no, first); w.Code != 200 {
			t.Fatal(w.Code, w.Body)
		}
	}
	if s := p[0].sees().Slips[0]; s.State != slipKept || s.Value != old || s.Kind != "photo" {
		t.Errorf("%+v", s)
	}
	if w := p[0].sends(p[0].waits("kept"), second); w.Code != 200 {
		t.Fatal(w.Code)
	}
	if s := p[0].sees().Slips[0]; s.Value != id || sees(p[0], old) != 404 {
		t.Errorf("%+v", s)
	}
	r.fail = errors.New("the disk is full")
	if w := p[0].sends(no, first); w.Code != 503 || p[0].sees().Slips[0].Value != id {
		t.Error(w.Code)
	}
	r.fail = nil
	tb.full(true)
	if w := p[0].sends(no, first); w.Code != 422 || p[0].sees().Slips[0].Value != id {
		t.Error(w.Code)
	}
	tb.full(false)
	w := p[0].do("GET", "/photo/"+id, nil)
	if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), body) || w.Header().Get("Content-Type") != "image/jpeg" || !strings.Contains(w.Header().Get("Cache-Control"), "private") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Error(w.Code, w.Header())
	}
	waitFor(t, func() bool { n := k.last().Notes; return len(n) == 1 && n[0].String() == "Photos: Ana" })
	for i, c := range []struct {
		p    *phone
		path string
		code int
	}{
		{p[1], "/photo/" + id, 404},
		{&phone{tb: tb}, "/photo/" + id, 401},
		{p[0], "/photo/", 404}, {p[0], "/photo/.." + "%2f" + id, 404}, {p[0], "/photo/g%2f" + id, 404}, {p[0], "/photo/" + strings.ToUpper(id), 404}, {p[0], "/photo/%00", 404}, {p[0], "/photo/" + id + "%00", 404},
		{p[0], "/photo/" + strings.Repeat("a", 5000), 404},
	} {
		if w := c.p.do("GET", c.path, nil); w.Code != c.code {
			t.Errorf("%d %s: %d", i, c.path, w.Code)
		}
	}
	tb.start() // killed and started again
	tb.develops()
	k2 := newKeyboard()
	tb.leaves(k, done)
	done = tb.photographs(k2)
	if p[0].waits("kept") != no || p[0].sees().Slips[0].Value != id {
		t.Error("after a restart it is not in")
	}
	k2.line("")
	if o := tb.ends(done); o.err != nil || !slices.Equal(o.a.Pictures, []string{id, "", ""}) || !final.Fits(o.a) {
		t.Error(o)
	}
}

// Pictures on the board are shown to every phone that is in, while they are there.
func TestPhotosOfAll(t *testing.T) {
	tb := newTable(t, "Ana", "Bia")
	p := tb.sits("Ana", "")
	r := tb.develops()
	id, body := develop(t, photo(t, 9))
	r.kept["g/"+id] = body
	gone, _ := develop(t, photo(t, 99))
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{Play: "g", Photos: []Photo{{id, "Bia"}, {gone, "Ana"}}})
	for i, c := range []struct {
		p    *phone
		id   string
		code int
	}{{p[0], id, 200}, {p[1], id, 200}, {p[0], gone, 404}, {&phone{tb: tb}, id, 401}} {
		if w := c.p.do("GET", "/photo/"+c.id, nil); w.Code != c.code {
			t.Errorf("%d: %d", i, w.Code)
		}
	}
	tb.hub.lay(ask.Question{Shape: ask.Each{Album: []string{id, ""}}}, 0) // a tie between people of whom one has a photo
	if v := p[0].sees(); len(v.Table.Photos) != 2 || v.Table.Photos[0].Name != "Bia" || fmt.Sprint(v.Table.Album) != "[{"+id+" Bia}]" || strings.Contains(p[0].board(), gone) {
		t.Error(v.Table.Photos, v.Table.Album)
	}
	tb.hub.Show([]string{"Ana", "Bia"}, nil, "", Board{Play: "h"})
	if w := p[0].do("GET", "/photo/"+id, nil); w.Code != 404 {
		t.Error("the game is over, and its photos are shown:", w.Code)
	}
}

// People who share a phone give a photo each. Back at the laptop is one step back. An aside leaves the questions, and a
// photo sent meanwhile is in afterwards.
func TestPhotosMeanwhile(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia-", "Caio")
	p[0].posts("/also", also("Bia"))
	tb.develops()
	k := newKeyboard()
	done := tb.photographs(k)
	p[0].waits("open")
	v := p[0].sees().Slips
	a, _ := develop(t, photo(t, 10))
	b, _ := develop(t, photo(t, 20))
	if w := p[0].sends(v[1].No, photo(t, 10)); w.Code != 200 {
		t.Error(w.Code)
	}
	k.fails(ask.ErrBack)
	if o := tb.ends(done); !errors.Is(o.err, ask.ErrBack) || errors.Is(o.err, ask.ErrBackAll) {
		t.Error(o)
	}
	done = tb.photographs(k)
	p[0].waits("open")
	waitFor(t, func() bool { n := k.last().Notes; return len(n) == 1 && n[0].String() == "Photos: Bia" })
	k.fails(&ask.Aside{})
	tb.ends(done)
	for _, s := range v[:2] {
		if w := p[0].sends(s.No, photo(t, 20)); w.Code != 202 {
			t.Error(w.Code)
		}
	}
	done = tb.photographs(k)
	waitFor(t, func() bool { n := k.last().Notes; return len(n) == 1 && n[0].String() == "Photos: Ana and Bia" })
	for _, s := range p[0].sees().Slips {
		if s.State != slipKept || s.Value != b {
			t.Errorf("%+v, not %s", s, a)
		}
	}
	k.line("")
	if o := tb.ends(done); !slices.Equal(o.a.Pictures, []string{b, b, ""}) {
		t.Error(o)
	}
}

// Photos given before the table went back stay for people who do not take theirs again.
func TestPhotosThatWereGiven(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio-")
	tb.develops()
	k := newKeyboard()
	id, _ := develop(t, photo(t, 30))
	q := final
	q.Suggest = &ask.Answer{By: ask.Scorekeeper, Pictures: []string{"a", "b", ""}}
	done := tb.asks(k, q)
	if p[0].sends(p[0].waits("kept"), photo(t, 30)).Code != 200 || p[1].sees().Slips[0].Value != "b" {
		t.Errorf("%+v", p[1].sees().Slips)
	}
	k.line("")
	if o := tb.ends(done); !slices.Equal(o.a.Pictures, []string{id, "b", ""}) {
		t.Error(o)
	}
	q.Suggest = &ask.Answer{By: ask.Scorekeeper}
	q.Place = "g/2"
	done = tb.asks(k, q)
	p[0].waits("open")
	k.line("")
	if o := tb.ends(done); o.a.Pictures != nil {
		t.Error(o)
	}
	q.Stands, q.Suggest = true, &ask.Answer{By: ask.Scorekeeper, Pictures: []string{"a", "", ""}}
	done = tb.asks(k, q)
	waitFor(t, func() bool { return k.last().Stands })
	if len(p[0].sees().Slips) > 0 {
		t.Error("what stands is asked again on phones")
	}
	k.line("")
	if o := tb.ends(done); !slices.Equal(o.a.Pictures, []string{"a", "", ""}) {
		t.Error(o)
	}
	k.last()
	done = tb.photographs(k)
	k.fails(ask.ErrQuit)
	if o := tb.ends(done); !errors.Is(o.err, ask.ErrQuit) {
		t.Error(o.err)
	}
}

// A drain counts how much of it is read.
type drain struct {
	n int64
	r io.Reader
}

func (d *drain) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.n += int64(n)
	return n, err
}

func (d *drain) Close() error { return nil }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// No more of an oversized body is read than allowed, and nothing of a stranger's photo.
func TestLargeBodies(t *testing.T) {
	tb := newTable(t, "Ana", "Bia", "Caio")
	p := tb.sits("Ana")[0]
	tb.develops()
	k := newKeyboard()
	done := tb.photographs(k)
	no := p.waits("open")
	head := func(no string) string {
		return "--x\r\nContent-Disposition: form-data; name=no\r\n\r\n" + no + "\r\n--x\r\nContent-Disposition: form-data; name=photo; filename=a\r\n\r\n"
	}
	for _, c := range []struct {
		p               *phone
		path, kind      string
		start           string
		code            int
		atMost, atLeast int64
	}{
		{p, "/photo", "multipart/form-data; boundary=x", head(no), 413, mostPhoto + mostHeard + 4096, picture.Most},
		{p, "/photo", "multipart/form-data; boundary=x", head(""), 413, mostPhoto + mostHeard + 4096, 0},
		{p, "/say", "application/x-www-form-urlencoded", "no=", 413, mostBody + 4096, 0},
		{p, "/keep", "application/x-www-form-urlencoded", "keep=1&x=", 413, mostBody + 4096, 0},
		{p, "/also", "application/x-www-form-urlencoded", "id=1&x=", 413, mostBody + 4096, 0},
		{p, "/also", "application/x-www-form-urlencoded", "name=Bia&x=", 413, mostBody + 4096, 0},
		{p, "/also", "multipart/form-data; boundary=x", head(""), 409, 0, 0},
		{&phone{tb: tb}, "/photo", "multipart/form-data; boundary=x", head(no), 401, 0, 0},
		{&phone{tb: tb, cookie: "AAAA"}, "/photo", "multipart/form-data; boundary=x", head(no), 401, 0, 0},
	} {
		for range 20 { // again and again
			d := &drain{r: io.MultiReader(strings.NewReader(c.start), zeros{})}
			w := c.p.do("POST", c.path, nil, func(r *http.Request) {
				r.Body, r.ContentLength = d, -1
				r.Header.Set("Content-Type", c.kind)
				r.RemoteAddr = fmt.Sprintf("10.1.%d.%d:1", len(c.path), c.code%250)
			})
			if w.Code != c.code || d.n > c.atMost || d.n < c.atLeast {
				t.Fatalf("%s %s: %d, %d bytes read", c.path, c.kind, w.Code, d.n)
			}
		}
	}
	if g := p.guest(); g.Asks || g.has("Bia") {
		t.Errorf("what was too large is done: %+v", g)
	}
	k.line("")
	tb.ends(done)
}

// A photo answers only a question that asks for one, and counts for its seat. Nobody sees a game's picture without
// being allowed to.
func TestPhotosElsewhere(t *testing.T) {
	tb, p, _ := setUp(t, "Ana", "Bia", "Caio-")
	r, k := tb.develops(), newKeyboard()
	word := ask.Question{Head: ask.Head{ID: "word"}, Shape: ask.Words{}, Place: "g/1"}
	word.People, word.Names = []int{0, 1}, []string{"Ana", "Bia"}
	qs := []ask.Question{word.To(0), word.To(1)}
	done := tb.gathers(k, qs, nil)
	no := p[0].waits("open")
	if w := p[0].sends(no, photo(t, 3)); w.Code != 409 || len(r.kept) > 0 {
		t.Error(w.Code, len(r.kept))
	}
	id, body := develop(t, photo(t, 4))
	r.kept["g/"+id] = body
	tb.change(func(h *Hub) { h.board.Play, h.board.Photos = "g", []Photo{{"another", "Bia"}} })
	p[0].say(no, id)
	if w := p[0].do("GET", "/photo/"+id, nil); w.Code != 404 {
		t.Error("who knows its name sees it:", w.Code)
	}
	tb.leaves(k, done)
	one := final
	one.People, one.Names, one.Stands = []int{1}, []string{"Bia"}, true
	done = tb.asks(k, one)
	if w := p[1].sends(p[1].waits("open"), photo(t, 5)); w.Code != 200 {
		t.Error(w.Code)
	}
	if o := tb.ends(done); o.a.By != 1 || len(o.a.Pictures) != 1 {
		t.Error(o)
	}
}
