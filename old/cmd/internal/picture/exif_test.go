package picture

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// An entry is a field of a TIFF directory with a single short value.
type entry struct{ tag, kind, value uint16 }

// tiff returns a TIFF with one directory.
func tiff(order binary.AppendByteOrder, entries ...entry) []byte {
	b := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint16(order.AppendUint32(b, 8), uint16(len(entries)))
	for _, e := range entries {
		b = order.AppendUint16(order.AppendUint16(b, e.tag), e.kind)
		b = order.AppendUint16(order.AppendUint16(order.AppendUint32(b, 1), e.value), 0)
	}
	return order.AppendUint32(b, 0)
}

// A picture taken with the phone on its side or upside down is stored upright.
func TestAPictureIsUpright(t *testing.T) {
	const w, h = 48, 32
	for orientation, want := range map[uint16]string{ // the corners r g b k as they end up (TIFF 6.0)
		0: "rgbk", 1: "rgbk", 2: "grkb", 3: "kbgr", 4: "bkrg", 5: "rbgk", 6: "brkg", 7: "kgbr", 8: "gkrb", 9: "rgbk", 0xffff: "rgbk",
	} {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			exif := append([]byte("Exif\x00\x00"), tiff(order, entry{0x010f, 2, 7}, entry{tagOrientation, typeShort, orientation})...)
			img := kept(t, with(asJPEG(t, corners(w, h), 95), appOne, exif))
			wide := w
			if orientation >= 5 && orientation <= 8 {
				wide = h
			}
			if got := cornersOf(img); got != want || img.Bounds().Dx() != wide || img.Bounds().Dy() != w+h-wide {
				t.Errorf("%v %d: %s, %v, want %s", order, orientation, got, img.Bounds(), want)
			}
		}
	}
}

func TestOrientation(t *testing.T) {
	small := asJPEG(t, corners(8, 8), 90)
	six := append([]byte("Exif\x00\x00"), tiff(binary.LittleEndian, entry{tagOrientation, typeShort, 6})...)
	at := func(offset uint32) []byte {
		return binary.LittleEndian.AppendUint32([]byte("Exif\x00\x00II*\x00"), offset)
	}
	many := bytes.Clone(six)
	binary.LittleEndian.PutUint16(many[6+8:], 0xffff)
	filled := append([]byte{0xff, 0xd8, 0xff, 0xff}, with(small, appOne, six)[2:]...)
	for name, c := range map[string]struct {
		body []byte
		want int
	}{
		"on its side":                          {with(small, appOne, six), 6},
		"behind another segment":               {with(with(small, appOne, six), 0xe0, []byte("JFIF\x00")), 6},
		"behind XMP":                           {with(with(small, appOne, six), appOne, []byte("http://ns.adobe.com/xap/1.0/\x00")), 6},
		"behind what fills up":                 {filled, 6},
		"a count that is too large":            {with(small, appOne, many), 6},
		"nothing of the kind":                  {small, 1},
		"a PNG":                                {asPNG(t, corners(8, 8)), 1},
		"in a segment of another kind":         {with(small, 0xe2, six), 1},
		"behind the pixels":                    {append(bytes.Clone(small), with(small, appOne, six)[2:]...), 1},
		"no TIFF":                              {with(small, appOne, []byte("Exif\x00\x00JJ*\x00\x08\x00\x00\x00\x01\x00")), 1},
		"ends at once":                         {with(small, appOne, []byte("Exif\x00\x00")), 1},
		"ends in its head":                     {with(small, appOne, []byte("Exif\x00\x00II*\x00\x08")), 1},
		"ends before its directory":            {with(small, appOne, at(8)), 1},
		"ends in its directory":                {with(small, appOne, six[:len(six)-8]), 1},
		"a directory far away":                 {with(small, appOne, at(0xffffffff)), 1},
		"a directory at the very end":          {with(small, appOne, at(7)), 1},
		"a value of another type":              {with(small, appOne, append([]byte("Exif\x00\x00"), tiff(binary.LittleEndian, entry{tagOrientation, 4, 6})...)), 1},
		"no directory":                         {with(small, appOne, append([]byte("Exif\x00\x00"), tiff(binary.LittleEndian)...)), 1},
		"a segment that is longer than it is":  {[]byte("\xff\xd8\xff\xe1\xff\xffExif\x00\x00II*\x00"), 1},
		"a segment that is shorter than short": {[]byte("\xff\xd8\xff\xe1\x00\x01Exif\x00\x00II*\x00"), 1},
		"only markers":                         {[]byte("\xff\xd8\xff\xff\xff\xff\xff"), 1},
		"hardly a beginning":                   {[]byte("\xff\xd8\xff"), 1},
	} {
		if got := orientation(c.body); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func FuzzOrientation(f *testing.F) {
	six := append([]byte("Exif\x00\x00"), tiff(binary.LittleEndian, entry{tagOrientation, typeShort, 6})...)
	f.Add(with([]byte("\xff\xd8\xff\xda"), appOne, six))
	f.Add([]byte("\xff\xd8\xff\xff\xff\xe1\x00\x02"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if o := orientation(body); o < 1 || o > 8 {
			t.Error(o)
		}
		if o := oriented(body); o < 1 || o > 8 {
			t.Error(o)
		}
	})
}
