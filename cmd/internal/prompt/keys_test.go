package prompt

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/manifoldco/promptui"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// typed gives bytes that are all there; where they end, so does the input.
type typed struct{ left string }

func (s *typed) read(time.Duration) (byte, error) {
	if s.left == "" {
		return 0, io.EOF
	}
	b := s.left[0]
	s.left = s.left[1:]
	return b, nil
}

// paused gives bytes with a pause where a dot, a bar or a line stands: 60, 400 and 1200 ms. Its clock is its own: no time passes.
type paused struct {
	typed
	waited time.Duration // of the pause that stands in front
}

func (s *paused) read(wait time.Duration) (byte, error) {
	for {
		length, paused := map[byte]time.Duration{'.': 60 * time.Millisecond, '|': 400 * time.Millisecond, '_': 1200 * time.Millisecond}[(s.left + " ")[0]]
		switch {
		case !paused:
			return s.typed.read(wait)
		case wait >= 0 && s.waited+wait < length:
			s.waited += wait
			return 0, errNoByte
		}
		s.left, s.waited = s.left[1:], 0
	}
}

func TestPauses(t *testing.T) {
	for _, c := range []struct {
		bytes string
		want  string
	}{
		{"\x1b.[A", "up"}, // a slow line
		{"\x1b.[.A", "up"},
		{"\x1b.[.3.~", "other"},
		{"\x1b.O.A", "up"},
		{"\x1b|[A", "esc"}, // slower than any: the rest is no text
		{"\x1b|[.A.x", "esc x"},
		{"\x1b|[1;5Ax", "esc x"},
		{"\x1b|OAx", "esc x"},
		{"\x1b|[|A", "esc [ A"}, // a person
		{"\x1b|[x", "esc [ x"},
		{"\x1b|Os", "esc O s"},
		{"\x1b|O|A", "esc O A"},
		{"\x1b_[A", "esc [ A"},
		{"\x1b_x", "esc x"},
		{"\x1b|\x1b[A", "esc up"},
		{"\x1b|x[A", "esc x [ A"},
		{"\x1b[|A", "A"},
		{"\x1b[1;|5A", "5 A"},
		{"\x1b\x1b[A|x", "esc up x"},
		{"\x1bO|x", "x"},
		{"\x1b]11;rgb|x", "x"},
		{"\x1b]11;rgb\x03", "^C"},
		{"\xe2\x82|a", "a"},
		{"\xe2a", "a"},
		{"a\x1b", "a esc"},
		{"\r\nx\n\r", "enter x enter enter"},
		{"\x1b\r", "esc enter"},
		{"\x1bé", ""},
		{"\x1b[\r", "enter"},
		{"\x1b[[Ax", "x"},
		{"\x1b[M|x", "x"},
	} {
		k := &keyboard{src: &paused{typed: typed{c.bytes}}}
		var got []string
		for {
			key, err := k.next(-1)
			if err != nil {
				break
			}
			got = append(got, named(key))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %s, want %s", c.bytes, s, c.want)
		}
	}
}

// givesUp is a source that fails once, at its third read, as where a question is given up.
type givesUp struct {
	paused
	reads int
}

func (s *givesUp) read(wait time.Duration) (byte, error) {
	if s.reads++; s.reads == 3 {
		return 0, ask.ErrYielded
	}
	return s.paused.read(wait)
}

// A question that is given up behind an Esc leaves the rest of a slow key to nobody.
func TestGivenUpBehindAnEsc(t *testing.T) {
	k := &keyboard{src: &givesUp{paused: paused{typed: typed{"\x1b|[Ax"}}}}
	var got []string
	for range 3 {
		key, err := k.next(-1)
		if err != nil {
			got = append(got, "given up")
			continue
		}
		got = append(got, named(key))
	}
	if s := strings.Join(got, ", "); s != "esc, given up, x" {
		t.Errorf("%s", s)
	}
}

// A terminal of Latin-1 sends a byte a letter; what is UTF-8 all the same is read as that.
func TestLatin(t *testing.T) {
	for bytes, want := range map[string]string{
		"Jo\xe3o": "J o ã o", "Zo\xeb|": "Z o ë", "\xe9\xe8a": "é è a", "João": "J o ã o", "\xe2\x82|a": "â a", "\xffx": "ÿ x", "\xa3": "£",
	} {
		k := &keyboard{src: &paused{typed: typed{bytes}}, latin: true}
		var got []string
		for key, err := k.next(-1); err == nil; key, err = k.next(-1) {
			got = append(got, named(key))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %s, want %s", bytes, s, want)
		}
		if strings.Contains(bytes, "|") {
			continue
		}
		l, _ := lines(bytes+"\n", "en")
		l.Latin()
		if a, err := l.Ask(lineQuestions()["words"]); a.Text != strings.ReplaceAll(want, " ", "") || err != nil {
			t.Errorf("%q: %q, %v", bytes, a.Text, err)
		}
	}
}

func named(k key) string {
	switch k.kind {
	case character:
		return string(k.r)
	case escape:
		return "esc"
	case up:
		return "up"
	case enter:
		return "enter"
	case interrupt:
		return "^C"
	}
	return "other"
}

// A torn source gives bytes with a pause before the n-th wherever bit n of a mask is set.
type torn struct {
	typed
	pauses uint64
	at     int
	paused bool
}

func (s *torn) read(wait time.Duration) (byte, error) {
	if wait >= 0 && !s.paused && s.pauses>>(s.at%64)&1 != 0 {
		s.paused = true
		return 0, errNoByte
	}
	s.paused = false
	s.at++
	return s.typed.read(wait)
}

// Whatever a terminal sends, and however it comes in pieces: reading it ends, plain text is what was
// typed, no control character is text, a line and a list stand what is pressed, and Ctrl-C behind a pause is heard.
func FuzzKeyboard(f *testing.F) {
	for i, s := range []string{"Ana\r", "\x1b[3~\x1bOH\x1b[1;5C", "\x1b]11;rgb\x1b\\x", "\x1bP1\x1b", "\xff\xc3\x28", "\x1b[M !!", "é日🎲\u202e\u2028", "\x1b[200~a\rb\x1b[201~",
		"\x1b[?1;2c", "\x1b[<0;1;1M", "a\x17\x15\x0b\x04\x01\x05", "\x1b[A\x1b[B \r12=3", "\x1b\x1b\x1b[", "\x1bOM\x1b[57414u", "\r\n\n\r", "👩\u200d👩\x7fe\u0301\x7f"} {
		f.Add(s, uint64(0))
		f.Add(s, uint64(1)<<i|2)
	}
	list := ask.Question{Shape: ask.Many{Most: 3, Options: lang.Names([]string{"Ana", "Bia", "Caio"}), Marks: lang.Names([]string{"1", "3", "12"})}}
	f.Fuzz(func(t *testing.T, s string, pauses uint64) {
		if len(s) > 200 {
			return
		}
		k := &keyboard{src: &torn{typed: typed{s}, pauses: pauses}}
		line, rows, text := &editor{}, rows(list), ""
		for n := 0; ; n++ {
			key, err := k.next(-1)
			if err != nil {
				break
			}
			if n > 2*len(s) {
				t.Fatal("more keys than bytes")
			}
			if key.kind == character {
				if unicode.IsControl(key.r) || key.r == unicode.ReplacementChar {
					t.Fatalf("%q gives %q", s, key.r)
				}
				text += string(key.r)
			}
			line.press(key)
			rows.press(key)
			if !utf8.ValidString(line.before) || !utf8.ValidString(line.after) || rows.at < 0 || rows.at >= len(rows.rows) {
				t.Fatalf("%q makes a line of %q|%q, and is at row %d", s, line.before, line.after, rows.at)
			}
			if taken := rows.taken(); slices.Min(taken) < 0 || slices.Max(taken) > ask.As[ask.Many](list).Most {
				t.Fatalf("%q takes %v", s, taken)
			}
		}
		if plain := !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }); plain && text != s {
			t.Fatalf("%q is read as %q", s, text)
		}
		k = &keyboard{src: &paused{typed: typed{strings.NewReplacer("|", "", ".", "", "_", "").Replace(s) + "_\x03"}}}
		for {
			key, err := k.next(-1)
			if err != nil {
				t.Fatalf("behind %q no Ctrl-C is heard: %v", s, err)
			}
			if key.kind == interrupt && len(k.src.(*paused).left) == 0 {
				return
			}
		}
	})
}

// Whatever is pressed, promptui has in its line what the line here says: its own
// cursor, fed with the keys made for it, is the judge.
func TestLineAndPromptuiAgree(t *testing.T) {
	pieces := []rune("aé日🎲 \u0301\u200d👩🇧🇷")
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.StringOfN(rapid.SampledFrom(pieces), 0, 6, -1).Draw(t, "start")
		l := &editor{before: start, touched: true}
		ui := promptui.NewCursor(start, caret, false)
		for range rapid.IntRange(1, 30).Draw(t, "keys") {
			k := key{kind: rapid.SampledFrom([]keyKind{character, left, right, home, end, backspace, deleteKey, killBefore, killAfter, killWord, endOfInput}).Draw(t, "key")}
			if k.kind == character {
				k.r = rapid.SampledFrom(pieces).Draw(t, "r")
			}
			out, why := l.press(k)
			for _, r := range out {
				switch s := string(r); s {
				case uiLeft, uiRight, uiBackspace:
					ui.Listen([]rune{}, 0, r)
				default:
					ui.Listen([]rune{r}, 0, r)
				}
			}
			if got := ui.Get(); got != l.before+l.after || ui.Position != len([]rune(l.before)) {
				t.Fatalf("promptui has %q at %d, the line %q|%q", got, ui.Position, l.before, l.after)
			}
			if why != goesOn && l.before+l.after != "" {
				t.Fatalf("%v ended a line with text in it", k)
			}
		}
	})
}

func TestVeryLongLineIsCut(t *testing.T) {
	l := &editor{}
	n := 0
	for range 2 * lineLimit {
		s, _ := l.press(key{kind: character, r: 'x'})
		n += len(s)
	}
	if n != lineLimit || len(l.before) != lineLimit {
		t.Error(n, len(l.before))
	}
}

// No line is wider than the window, and the caret is always in sight.
func TestFit(t *testing.T) {
	pieces := []rune("aé日🎲 \u0301-")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom(pieces), 0, 60, -1).Draw(t, "text")
		tail := rapid.StringOfN(rapid.SampledFrom(pieces), 0, 60, -1).Draw(t, "tail")
		under := rapid.SampledFrom([]string{" ", "x", "日", "🎲"}).Draw(t, "under")
		width := rapid.IntRange(6, 50).Draw(t, "width")
		got := fit("\x1b[1mlabel\x1b[0m › "+text+caretOn+under+caretOff+tail, width, 0)
		if w := ansi.StringWidth(got); w > width {
			t.Fatalf("%q is %d wide, not %d", got, w, width)
		}
		if !strings.Contains(got, caretOn) || !strings.Contains(ansi.Strip(got[strings.Index(got, caretOn):]), under) {
			t.Fatalf("%q lost the caret", got)
		}
		if w := ansi.StringWidth(fit(text+tail, width, 0)); w > width {
			t.Fatalf("%q is %d wide", text+tail, w)
		}
	})
}

// The renderer keeps the lines that promptui means, however its writes are cut.
func TestSlateFollowsPieces(t *testing.T) {
	frames := "\x1b[?25l\x1b[2K\rone\n\x1b[2K\rtwo é\n\x1b[J\x1b[2K\r \b\x07x\x1b[1A\x1b[2K\r\x1b[1A\x1b[2K\r\x1b[2K\rONE\n\x1b[2K\rTWO é日\n"
	rapid.Check(t, func(t *rapid.T) {
		s := &renderer{out: io.Discard, size: func() (int, int) { return 80, 24 }}
		s.begin(nil, nil, false)
		for rest := frames; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			_, _ = s.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		if got := strings.Join(s.rows[:s.at], "|"); got != "ONE|TWO é日" {
			t.Fatalf("%q", got)
		}
	})
}

// Backspace undoes the last thing where the next one is asked for; where something is only
// read again there is nothing on the screen that it would undo.
func TestBackspaceUndoesNothingThatIsRead(t *testing.T) {
	next := ask.Question{Shape: ask.Pick{Quick: true, Options: lang.Names([]string{"Ana", "Bia"})}}
	again := next
	again.Stands = true
	for _, c := range []struct {
		name string
		q    ask.Question
		want outcome
		keys string
	}{
		{"the next slap", next, tookBack, keysUndo.With("keys", keysPick).String()},
		{"one that stands", again, goesOn, keysPick.String()},
	} {
		l := rows(c.q)
		if _, why := l.press(key{kind: backspace}); why != c.want || keysOf(c.q, l).String() != c.keys {
			t.Errorf("%s: %v, %v", c.name, why, keysOf(c.q, l))
		}
	}
}

// Space lets go of a row however many copies of it are taken, and takes one otherwise.
func TestSpaceFlips(t *testing.T) {
	l := &picker{rows: []row{{mark: "1", name: "Ana"}}, copies: []int{3}, most: 4}
	for _, want := range []int{0, 1, 0} {
		if l.press(key{kind: character, r: ' '}); l.copies[0] != want {
			t.Errorf("%d copies, want %d", l.copies[0], want)
		}
	}
}

// An Enter too many takes no row that was neither suggested nor chosen.
func TestEnterTakesNothingByItself(t *testing.T) {
	two := []row{{mark: "1", name: "Ana"}, {mark: "2", name: "Bia", option: 1}}
	for name, c := range map[string]struct {
		l    *picker
		want outcome
	}{
		"a list":               {&picker{rows: two, page: 2}, goesOn},
		"a row is suggested":   {&picker{rows: two, page: 2, moved: true}, taken},
		"several may be taken": {&picker{rows: two, page: 2, copies: []int{0, 0}}, taken},
	} {
		if _, got := c.l.press(key{kind: enter}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	l := &picker{rows: two, page: 2}
	if _, got := l.press(key{kind: down}); got != goesOn {
		t.Error(got)
	}
	if _, got := l.press(key{kind: enter}); got != taken || l.at != 1 {
		t.Error(got, l.at)
	}
}

// In a list of several people a number takes who sits there, or lets go; who cannot be named
// is not taken, and a longer number takes the place of its first digit.
func TestNumbersTakeSeats(t *testing.T) {
	q := ask.Question{
		Shape: ask.Many{Options: lang.Names([]string{"Ana", "Caio", "Luís"}), Marks: []lang.Text{lang.Literal("1"), lang.Literal("3"), lang.Literal("12")}, Barred: []ask.Barred{{Mark: lang.Literal("2"), Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}}},
	}
	for keys, want := range map[string][]int{"3": {0, 1, 0}, "33": {0, 0, 0}, "2": {0, 0, 0}, "1": {1, 0, 0}, "12": {0, 0, 1}, "123": {0, 1, 1}, "13": {1, 1, 0}} {
		l := rows(q)
		for _, r := range keys {
			l.press(key{kind: character, r: r})
		}
		if got := l.taken(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", keys, got, want)
		}
	}
}
