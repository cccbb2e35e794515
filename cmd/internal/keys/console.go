package keys

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// A keyRecord is the report of one key by a console of Windows (KEY_EVENT_RECORD).
type keyRecord struct {
	down    bool
	repeat  uint16 // how often it was pressed, if it is held
	virtual uint16 // the key
	char    uint16 // the character that it types, in UTF-16; 0 for most keys that type none
	state   uint32 // the keys that are held along with it
}

// Virtual keys, and bits of a record's state.
const (
	vkBack = 0x08
	vkTab  = 0x09
	vkMenu = 0x12 // Alt

	rightAlt  = 0x01
	leftAlt   = 0x02
	anyAlt    = rightAlt | leftAlt
	anyCtrl   = 0x04 | 0x08
	anyShift  = 0x10
	notNumPad = 0x100 // an arrow, or a key above the arrows, and not the same on the number pad
)

// vkNumPad0 and vkNumPad9 are the number pad's digits; vkClear is its 5 without Num Lock.
const (
	vkClear   = 0x0c
	vkNumPad0 = 0x60
	vkNumPad9 = 0x69
)

// consoleKeys has the keys that type no character, as a terminal sends them: the letter or the number of their escape code.
var consoleKeys = map[uint16]string{
	0x25: "D", 0x26: "A", 0x27: "C", 0x28: "B", 0x24: "H", 0x23: "F", // arrows, Home, End
	0x21: "5", 0x22: "6", 0x2e: "3", 0x2d: "2", // the pages, Delete, Insert
}

// A consoleTyping turns records into the bytes that a terminal elsewhere sends for the same keys. It goes by the keys that
// each record reports as held, and remembers none: the release of a key may go to another window.
type consoleTyping struct {
	high uint16 // the first half of a character, if the last record had one; else 0
}

// bytes returns the bytes of a key, "" if it types nothing.
func (c *consoleTyping) bytes(k keyRecord) string {
	// Alt and digits of the number pad spell a character, which comes with the release of Alt.
	spelled := !k.down && k.virtual == vkMenu && k.char != 0
	if !k.down && !spelled || k.down && k.spells() {
		return ""
	}
	typed := ""
	switch {
	case k.char != 0:
		typed = c.character(k)
	case k.down:
		typed = k.code()
	}
	return strings.Repeat(typed, max(int(k.repeat), 1))
}

// character returns the character of a key, and Esc in front of it if Alt is held. AltGr is the right Alt along with a Ctrl
// that nobody holds, and part of the character, as both together are on the left side.
func (c *consoleTyping) character(k keyRecord) string {
	high := c.high
	c.high = 0
	switch r := rune(k.char); {
	case utf16.IsSurrogate(r) && r < 0xdc00:
		c.high = k.char
		return ""
	// Half a character: the other half never came.
	case utf16.IsSurrogate(r) && high == 0:
		return ""
	case utf16.IsSurrogate(r):
		return string(utf16.DecodeRune(rune(high), r))
	case k.virtual == vkTab && k.state&anyShift != 0:
		return "\x1b[Z"
	case k.virtual == vkBack:
		r = '\x7f'
		fallthrough
	default:
		if k.down && k.state&anyAlt != 0 && (k.state&anyCtrl == 0 || r < ' ' || k.virtual == vkBack) {
			return "\x1b" + string(r)
		}
		return string(r)
	}
}

// spells reports whether a key is part of a character that is spelled with Alt and digits.
func (k keyRecord) spells() bool {
	digit := k.virtual >= vkNumPad0 && k.virtual <= vkNumPad9 || k.virtual == vkClear
	// Without Num Lock the digits of the key pad come as arrows, and spell all the same.
	_, same := consoleKeys[k.virtual]
	return k.state&anyAlt != 0 && k.state&anyCtrl == 0 && (digit || same && k.state&notNumPad == 0)
}

// code returns the escape code of a key that types no character.
func (k keyRecord) code() string {
	it, known := consoleKeys[k.virtual]
	if !known {
		return ""
	}
	held := 1
	if k.state&anyShift != 0 {
		held++
	}
	if k.state&anyAlt != 0 {
		held += 2
	}
	if k.state&anyCtrl != 0 {
		held += 4
	}
	letter := it[0] >= 'A'
	switch {
	case letter && held == 1:
		return "\x1b[" + it
	case letter:
		return "\x1b[1;" + strconv.Itoa(held) + it
	case held == 1:
		return "\x1b[" + it + "~"
	}
	return "\x1b[" + it + ";" + strconv.Itoa(held) + "~"
}
