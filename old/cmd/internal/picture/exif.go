package picture

import (
	"bytes"
	"encoding/binary"
)

// Markers of a JPEG (ITU T.81, table B.1), and the values of EXIF that are read (CIPA DC-008, section 4.6.4).
const (
	startOfScan = 0xda
	appOne      = 0xe1

	tagOrientation = 0x0112
	typeShort      = 3
)

// orientation returns a JPEG's EXIF orientation, 1 to 8, or 1 if it has none. Nothing else that phones write into a
// picture is read.
func orientation(body []byte) int {
	if !isJPEG(body) {
		return 1
	}
	for at := 2; at+4 <= len(body) && body[at] == 0xff; {
		marker, size := body[at+1], int(binary.BigEndian.Uint16(body[at+2:]))
		if marker == 0xff { // fill bytes may come before a marker
			at++
			continue
		}
		if marker == startOfScan || size < 2 || at+2+size > len(body) {
			return 1
		}
		if exif, ok := bytes.CutPrefix(body[at+4:at+2+size], []byte("Exif\x00\x00")); ok && marker == appOne {
			return oriented(exif)
		}
		at += 2 + size
	}
	return 1
}

// oriented returns the orientation in the first directory of a TIFF, or 1.
func oriented(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
	default:
		return 1
	}
	at, size := int64(order.Uint32(tiff[4:])), int64(len(tiff))
	if at+2 > size {
		return 1
	}
	entries := tiff[at+2:]
	for n := order.Uint16(tiff[at:]); n > 0 && len(entries) >= 12; n-- {
		if order.Uint16(entries) == tagOrientation && order.Uint16(entries[2:]) == typeShort {
			if v := order.Uint16(entries[8:]); v >= 1 && v <= 8 {
				return int(v)
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
