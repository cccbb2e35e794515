package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// corners returns a picture with a color in each corner, in reading order: red, green, blue, black.
func corners(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	four := []color.RGBA{{0xff, 0, 0, 0xff}, {0, 0xff, 0, 0xff}, {0, 0, 0xff, 0xff}, {0, 0, 0, 0xff}}
	for y := range h {
		for x := range w {
			img.Set(x, y, four[2*y/h*2+2*x/w])
		}
	}
	return img
}

// cornersOf returns the colors of the four corners: r, g, b, k, and w for white.
func cornersOf(img image.Image) string {
	b, out := img.Bounds(), ""
	for _, p := range []image.Point{{0, 0}, {b.Dx() - 1, 0}, {0, b.Dy() - 1}, {b.Dx() - 1, b.Dy() - 1}} {
		red, green, blue, _ := img.At(b.Min.X+p.X, b.Min.Y+p.Y).RGBA()
		name := map[[3]bool]string{{true, false, false}: "r", {false, true, false}: "g", {false, false, true}: "b", {false, false, false}: "k", {true, true, true}: "w"}
		out += name[[3]bool{red > 0x8000, green > 0x8000, blue > 0x8000}]
	}
	return out
}

func noise(w, h int) *image.RGBA {
	img, r := image.NewRGBA(image.Rect(0, 0, w, h)), rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		if img.Pix[i] = byte(r.Uint32()); i%4 == 3 {
			img.Pix[i] = 0xff
		}
	}
	return img
}

func asJPEG(t testing.TB, img image.Image, quality int) []byte {
	t.Helper()
	var b bytes.Buffer
	laws.Need(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}))
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	laws.Need(t, (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img))
	return b.Bytes()
}

func asGIF(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	laws.Need(t, gif.Encode(&b, corners(8, 8), nil))
	return b.Bytes()
}

// claims returns a gray PNG that claims to be w by h, and holds this many zero bytes of data.
func claims(w, h uint32, data int) []byte {
	var zipped bytes.Buffer
	z := zlib.NewWriter(&zipped)
	_, _ = z.Write(make([]byte, data)) // memory does not fail
	_ = z.Close()
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, c := range []struct {
		kind string
		body []byte
	}{{"IHDR", append(head, 8, 0, 0, 0, 0)}, {"IDAT", zipped.Bytes()}, {"IEND", nil}} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(c.body)))
		named := append([]byte(c.kind), c.body...)
		out = binary.BigEndian.AppendUint32(append(out, named...), crc32.ChecksumIEEE(named))
	}
	return out
}

// with returns a JPEG with a segment inserted at the beginning.
func with(body []byte, marker byte, segment []byte) []byte {
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, marker}, uint16(len(segment)+2))
	return append(append(head, segment...), body[2:]...)
}

// padded returns a JPEG padded behind its end to a size.
func padded(body []byte, size int) []byte {
	return append(bytes.Clone(body), make([]byte, size-len(body))...)
}

// tall returns a JPEG whose frame claims a size.
func tall(body []byte, w, h uint16) []byte {
	out := bytes.Clone(body)
	at := bytes.Index(out, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(out[at+5:], h)
	binary.BigEndian.PutUint16(out[at+7:], w)
	return out
}

// kept returns the picture as it is stored, and makes sure that it is a small JPEG without metadata.
func kept(t testing.TB, body []byte) image.Image {
	t.Helper()
	out, err := Clean(bytes.NewReader(body))
	laws.Need(t, err)
	img, err := jpeg.Decode(bytes.NewReader(out))
	if err != nil || len(out) > Most {
		t.Fatalf("%d bytes: %v", len(out), err)
	}
	for at := 2; out[at+1] != startOfScan; at += 2 + int(binary.BigEndian.Uint16(out[at+2:])) {
		if m := out[at+1]; m >= 0xe0 && m <= 0xef || m == 0xfe {
			t.Errorf("a segment %x is left", m)
		}
	}
	if !bytes.HasSuffix(out, []byte{0xff, 0xd9}) {
		t.Error("something follows the end")
	}
	return img
}

func TestWhatIsTaken(t *testing.T) {
	small := asJPEG(t, corners(40, 20), 90)
	page := "<html><script>alert(1)</script>"
	for name, c := range map[string]struct {
		body []byte
		w, h int
	}{
		"a JPEG":                                 {small, 40, 20},
		"a JPEG without colors":                  {asJPEG(t, image.NewGray(image.Rect(0, 0, 9, 7)), 90), 9, 7},
		"a PNG":                                  {asPNG(t, corners(40, 20)), 40, 20},
		"one pixel":                              {asPNG(t, corners(1, 1)), 1, 1},
		"a JPEG with 40 KB of EXIF":              {with(small, appOne, append([]byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00"), bytes.Repeat([]byte("GPS 52.5N"), 4500)...)), 40, 20},
		"a JPEG with a comment":                  {with(small, 0xfe, []byte(page)), 40, 20},
		"a JPEG that is a page, too":             {append(bytes.Clone(small), page...), 40, 20},
		"a PNG that is a page, too":              {append(asPNG(t, corners(40, 20)), page...), 40, 20},
		"exactly as many bytes as may be":        {padded(small, Most), 40, 20},
		"exactly as many pixels as may be":       {claims(2000, 1500, 2001*1500), 2000, 1500},
		"exactly as wide as may be":              {claims(4096, 1, 4097), 4096, 1},
		"exactly as high as may be":              {claims(1, 4096, 2*4096), 1, 4096},
		"a JPEG of 3 million pixels":             {asJPEG(t, image.NewGray(image.Rect(0, 0, 2000, 1500)), 50), 2000, 1500},
		"a JPEG of many scans, and not too many": {append(bytes.Clone(small), bytes.Repeat([]byte{0xff, startOfScan}, mostScans-1)...), 40, 20},
	} {
		t.Run(name, func(t *testing.T) {
			if b := kept(t, c.body).Bounds(); b.Dx() != c.w || b.Dy() != c.h {
				t.Errorf("%d × %d, want %d × %d", b.Dx(), b.Dy(), c.w, c.h)
			}
			out, _ := Clean(bytes.NewReader(c.body))
			if bytes.Contains(out, []byte("GPS")) || bytes.Contains(out, []byte("<html>")) {
				t.Error("what was written into it is still there")
			}
		})
	}
}

func TestWhatIsRefused(t *testing.T) {
	small := asJPEG(t, corners(40, 20), 90)
	const none = "this picture cannot be read: a whole JPEG or PNG, please"
	many := func(size string) string {
		return "this picture has " + size + " pixels: 3 million in all at most, and 4096 on a side"
	}
	for name, c := range map[string]struct {
		body []byte
		want string
	}{
		"nothing":                           {nil, "no picture came: choose one first, please"},
		"one byte too many":                 {padded(small, Most+1), "this picture has more than 500 KB: a smaller one, please"},
		"text":                              {[]byte("hello"), none},
		"zero bytes":                        {make([]byte, 1000), none},
		"a page":                            {[]byte("<!doctype html><img src=x>"), none},
		"an SVG":                            {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), none},
		"a GIF":                             {asGIF(t), none},
		"the beginning of a JPEG":           {small[:3], none},
		"half a JPEG":                       {small[:len(small)/2], none},
		"a JPEG without its end":            {small[:len(small)-40], none},
		"half a PNG":                        {asPNG(t, noise(40, 20))[:800], none},
		"a JPEG of nothing":                 {tall(small, 40, 0), none},
		"a JPEG without width":              {tall(small, 0, 20), none},
		"a PNG of nothing":                  {claims(0, 10, 10), none},
		"a JPEG bomb":                       {tall(small, 65535, 65535), many("65535 × 65535")},
		"a PNG bomb":                        {claims(65535, 65535, 10), many("65535 × 65535")},
		"a narrow PNG bomb":                 {claims(1, 3000001, 10), many("1 × 3000001")},
		"the largest PNG bomb":              {claims(1<<31-1, 1, 10), many("2147483647 × 1")},
		"one pixel too wide":                {claims(4097, 1, 4098), many("4097 × 1")},
		"one row too many":                  {claims(2000, 1501, 10), many("2000 × 1501")},
		"a PNG that is larger than it says": {claims(4, 4, 50<<20), none},
		"a PNG that is smaller":             {claims(1000, 1000, 10), none},
		"a JPEG that goes on and on":        {append(bytes.Clone(small), bytes.Repeat([]byte{0xff, startOfScan}, mostScans)...), none},
		"a picture behind something else":   {append([]byte(" "), small...), none},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := Clean(bytes.NewReader(c.body))
			var f *fault.Fault
			if out != nil || !errors.As(err, &f) || err.Error() != c.want {
				t.Errorf("%d bytes, %v, want %s", len(out), err, c.want)
			}
			if pt := lang.NewLocalizer("pt-BR", Texts); f != nil && pt.Say(f.Say) == c.want {
				t.Error("not translated")
			}
		})
	}
}

// No more is read than it takes to see that it is too much, and an error while reading is not blamed on the picture.
func TestNoMoreIsReadThanNeeded(t *testing.T) {
	endless := &counted{Reader: rand.NewChaCha8([32]byte{})}
	var f *fault.Fault
	if _, err := Clean(endless); !errors.As(err, &f) || endless.n != Most+1 {
		t.Errorf("%v after %d bytes", err, endless.n)
	}
	gone := errors.New("the phone is gone")
	if _, err := Clean(io.MultiReader(strings.NewReader("\xff\xd8\xff"), iotest.ErrReader(gone))); !errors.Is(err, gone) || errors.As(err, &f) && f.Say.ID == "" {
		t.Error(err)
	}
}

type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += n
	return n, err
}

// A picture that would come out too large is drawn at a lower quality, and then at a smaller size.
func TestItFits(t *testing.T) {
	for _, c := range []struct{ w, h, quality, wide int }{
		{700, 700, 1, 700}, // hardly anything is left of the noise
		{700, 700, 60, 700},
	} {
		body := asJPEG(t, noise(c.w, c.h), c.quality)
		if b := kept(t, body).Bounds(); b.Dx() != c.wide {
			t.Errorf("%+v from %d bytes: %v", c, len(body), b)
		}
	}
	for _, side := range []int{1300, 1301} {
		out := encode(noise(side, side))
		if len(out) > Most {
			t.Fatal(len(out))
		}
		c, err := jpeg.DecodeConfig(bytes.NewReader(out))
		if err != nil || c.Width != (side+1)/2 || c.Height != c.Width {
			t.Errorf("%d: %+v, %v", side, c, err)
		}
	}
}

func TestHalf(t *testing.T) {
	for _, side := range []int{4, 64, 65} {
		img := half(corners(side, side))
		if b := img.Bounds(); b.Dx() != (side+1)/2 || cornersOf(img) != "rgbk" {
			t.Errorf("%d: %v %s", side, b, cornersOf(img))
		}
	}
	if b := half(corners(5, 1)).Bounds(); b.Dx() != 3 || b.Dy() != 1 {
		t.Error(b)
	}
}

// Transparent parts become white, in any kind of PNG.
func TestWhatCanBeSeenThroughIsWhite(t *testing.T) {
	glass := image.NewNRGBA(image.Rect(0, 0, 32, 32))
	red := image.NewNRGBA64(glass.Rect)
	colors := image.NewPaletted(glass.Rect, color.Palette{color.NRGBA{0, 0xff, 0, 0xff}, color.NRGBA{0xff, 0, 0, 0}})
	for y := range 32 {
		for x := range 32 {
			red.Set(x, y, color.NRGBA64{0xffff, 0, 0, 0xffff})
		}
	}
	colors.SetColorIndex(0, 0, 1)
	for want, img := range map[string]image.Image{"wwww": glass, "rrrr": red, "gggg": colors} {
		if got := cornersOf(kept(t, asPNG(t, img))); got[1:] != want[1:] {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestID(t *testing.T) {
	if got := ID(nil); got != "e3b0c44298fc1c149afbf4c8996fb924" {
		t.Error(got)
	}
	a, b := asJPEG(t, corners(8, 8), 90), asJPEG(t, corners(8, 9), 90)
	if ID(a) != ID(bytes.Clone(a)) || ID(a) == ID(b) || len(ID(a)) != 32 {
		t.Error(ID(a), ID(b))
	}
}

// Cleaning a usual picture of 3 million pixels allocates less than 40 MB in all.
func TestMemory(t *testing.T) {
	const w, h = 2000, 1500
	plain := corners(w, h)
	deep := image.NewNRGBA64(plain.Rect)
	for i := range deep.Pix {
		deep.Pix[i] = byte(i >> 12)
	}
	exif := append([]byte("Exif\x00\x00"), tiff(binary.BigEndian, entry{tagOrientation, typeShort, 6})...)
	for name, body := range map[string][]byte{
		"a JPEG":         asJPEG(t, plain, 90),
		"a JPEG on edge": with(asJPEG(t, plain, 90), appOne, exif),
		"a PNG":          asPNG(t, plain),
		"a deep PNG":     asPNG(t, deep),
		"a bomb":         claims(65535, 65535, 1<<20),
	} {
		if len(body) > Most {
			t.Fatalf("%s has %d bytes", name, len(body))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Clean(bytes.NewReader(body))
		runtime.ReadMemStats(&after)
		used := (after.TotalAlloc - before.TotalAlloc) >> 20
		t.Logf("%s: %d MB, %v", name, used, err)
		if used >= 40 || name == "a bomb" && used > 2 {
			t.Errorf("%s takes %d MB", name, used)
		}
	}
}

// Any input is refused, or becomes a picture within the limits.
func FuzzClean(f *testing.F) {
	small := asJPEG(f, corners(16, 8), 50)
	exif := append([]byte("Exif\x00\x00"), tiff(binary.LittleEndian, entry{tagOrientation, typeShort, 5})...)
	for _, body := range [][]byte{
		nil, small, small[:len(small)/2], with(small, appOne, exif), asPNG(f, corners(16, 8)), asGIF(f),
		claims(65535, 65535, 10), claims(4, 4, 1000), tall(small, 17, 9), []byte("<svg/>"),
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		out, err := Clean(bytes.NewReader(body))
		var refused *fault.Fault
		if errors.As(err, &refused) {
			return
		}
		if err != nil || len(out) > Most {
			t.Fatal(len(out), err)
		}
		c, err := jpeg.DecodeConfig(bytes.NewReader(out))
		if err != nil || c.Width > mostSide || c.Height > mostSide || c.Width*c.Height > mostArea {
			t.Fatal(c, err)
		}
	})
}
