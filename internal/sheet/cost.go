package sheet

import "github.com/goccy/go-yaml/token"

// What the YAML library would cost. It writes into every node the path that leads
// there, copies a list or a map once more for every entry, and reads some texts again
// and again: 64 kB of dashes, a key of 32 kB, a page of blank lines took gigabytes or
// half a minute. So that is counted before the library does it: never too little where
// it would get far, at times too much where it would refuse.

const (
	maxYAML   = 64 << 10 // bytes; a real sheet stays under 20 kB
	maxCost   = 16 << 20 // bytes of paths and copies: a list of 2,000 entries reaches it
	maxTiring = 1000     // tabs and "<" in one line
	maxBlank  = 100      // blank lines in a row
)

// tiring reports whether a text would be read again and again: a run of "<" from each
// of them, a line from every tab of it, a text for each of the blank lines after it.
func tiring(b []byte) bool {
	signs, blank := 0, 0
	for _, c := range b {
		switch c {
		case '\n', '\r':
			signs = 0
			blank++
		case ' ':
		case '\t', '<':
			signs++
		default:
			blank = 0
		}
		if signs > maxTiring || blank > maxBlank {
			return true
		}
	}
	return false
}

const (
	indexCost = len("[65535]")
	keyCost   = len(".''") // and the key itself
	copyCost  = 8          // one entry that is copied
)

// An opening is what stands open where a token stands: an entry of a list, the value
// of a key, a bracket.
type opening struct {
	// Twice that of the key or the dash, and one more for a dash, as a list may stand
	// right under its key; 0 for a bracket, inside which columns mean nothing.
	column  int
	path    int // bytes of the path to what is inside
	entries int // of the list or map, up to this one
}

type costs struct {
	open      []opening
	brackets  int
	documents int
	start     int // column where the key stands, if it is a key
	sum       int
}

// checkCost refuses a document at the token where it becomes too dear.
func checkCost(tokens token.Tokens) error {
	c, last := &costs{}, &token.Token{Type: token.DocumentHeaderType}
	for _, t := range tokens {
		if t.Type == token.CommentType {
			continue
		}
		switch last.Type {
		case token.DocumentHeaderType, token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
			c.start = t.Position.Column
		default:
			if t.Position.Line != last.Position.Line {
				c.start = t.Position.Column
			}
		}
		c.add(t, last)
		if c.sum > maxCost {
			return yamlFault(t, tooBig(len(c.open)))
		}
		last = t
	}
	return nil
}

func (c *costs) add(t, last *token.Token) {
	switch t.Type {
	case token.DocumentHeaderType, token.DocumentEndType: // whatever was open, and copied as entries are
		c.documents++
		c.sum += c.documents * copyCost
		c.open, c.brackets = c.open[:0], 0
	case token.SequenceEntryType:
		c.next(2*t.Position.Column+1, indexCost)
	case token.MappingKeyType:
		c.next(2*t.Position.Column, 0)
	case token.MappingValueType:
		c.next(2*c.start, keyCost+len(last.Value))
	case token.SequenceStartType, token.MappingStartType:
		c.brackets++
		c.enter(0, indexCost, 0)
	case token.CollectEntryType:
		c.leave(1)
		if c.brackets > 0 {
			bracket := &c.open[len(c.open)-1]
			bracket.entries++
			c.sum += bracket.entries * copyCost
		}
	case token.SequenceEndType, token.MappingEndType:
		c.leave(1)
		if c.brackets > 0 {
			c.open = c.open[:len(c.open)-1]
			c.brackets--
		}
	}
	if n := len(c.open); n > 0 {
		c.sum += c.open[n-1].path
	}
}

// next opens the next entry at a column, whose part of the path has step bytes.
func (c *costs) next(column, step int) {
	entries := 0
	if c.brackets == 0 {
		entries = c.leave(column) + 1
	}
	c.enter(column, step, entries)
}

func (c *costs) enter(column, step, entries int) {
	c.sum += entries * copyCost
	if n := len(c.open); n > 0 {
		step += c.open[n-1].path
	}
	c.open = append(c.open, opening{column, step, entries})
}

// leave closes all that stands at a column or to the right of it, up to a bracket, and
// returns how many entries there were up to what it closed last.
func (c *costs) leave(column int) (entries int) {
	for n := len(c.open) - 1; n >= 0 && c.open[n].column >= column; n-- {
		entries, c.open = c.open[n].entries, c.open[:n]
	}
	return entries
}
