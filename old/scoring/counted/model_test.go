package counted_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// A model reads file and sheet as plain JSON and counts by the words of the contract, as naively as possible.
type model struct {
	file, sheet map[string]any
	players     []string
	points      map[string]int
	told        map[string]bool
}

type object = map[string]any

// by returns a value for the number of people who play.
func (m *model) by(it any) any {
	if by, is := it.(object); is {
		return by[strconv.Itoa(len(m.players))]
	}
	return it
}

func num(it any) int { n, _ := it.(float64); return int(n) }

// in returns the values of people with a share in a part: those it names, or everybody if it names nobody.
func in(fields []any, told object, everybody []string, values map[string]int) map[string]int {
	out := map[string]int{}
	for _, f := range fields {
		row, _ := told[f.(object)["name"].(string)].(object)
		for who := range row {
			out[who] = values[who]
		}
	}
	if len(out) == 0 {
		for _, who := range everybody {
			out[who] = values[who]
		}
	}
	return out
}

// part counts a round or the end and returns everybody's points.
func (m *model) part(fields []any, told object, everybody []string) map[string]int {
	paid, per := map[string]int{}, map[string]map[string]int{}
	for _, it := range fields {
		f := it.(object)
		name := f["name"].(string)
		row, there := told[name].(object)
		if one, is := f["one"]; is {
			per[name] = map[string]int{}
			if who, somebody := told[name].(string); somebody {
				per[name][who], m.told[who] = num(one), true
			}
			paid = add(paid, per[name])
			continue
		}
		values := map[string]int{}
		if of, is := f["of"].([]any); is {
			for _, other := range of {
				for who, n := range per[other.(string)] {
					values[who] += n
				}
				if _, counted := per[other.(string)]; !counted {
					values = nil
					break
				}
			}
			there = values != nil
			if there {
				values = in(fields, told, everybody, values)
			}
		}
		if !there {
			continue
		}
		per[name] = map[string]int{}
		for who, v := range row {
			m.told[who] = true
			values[who] = num(v)
			if n, is := simple(f, v); is {
				per[name][who] = n
			}
		}
		if len(per[name]) == 0 {
			per[name] = m.compare(f, values)
		}
		paid = add(paid, per[name])
	}
	return paid
}

func add(a, b map[string]int) map[string]int {
	for who, n := range b {
		a[who] += n
	}
	return a
}

// simple counts the forms that have several numbers, or none.
func simple(f object, v any) (sum int, is bool) {
	switch {
	case f["times"] != nil:
		for _, pair := range v.([]any) {
			sum += num(pair.([]any)[0]) * num(pair.([]any)[1])
		}
		return sum, true
	case f["sets"] != nil:
		least := math.MaxInt
		for _, n := range v.(object) {
			least = min(least, num(n))
			if f["square"] == true {
				sum += num(n) * num(n)
			}
		}
		return sum + num(f["set"])*least, true
	case f["bid"] != nil:
		bid, tricks, b := num(v.([]any)[0]), num(v.([]any)[1]), f["bid"].(object)
		if bid == tricks {
			return num(b["made"]) + num(b["trick"])*tricks, true
		}
		return num(b["miss"]) * int(math.Abs(float64(bid-tricks))), true
	case f["yes"] != nil:
		if v == true {
			return num(f["yes"]), true
		}
		return 0, true
	}
	return 0, false
}

// compare counts the forms that have one number.
func (m *model) compare(f object, values map[string]int) map[string]int {
	out := map[string]int{}
	for who, v := range values {
		switch {
		case f["each"] != nil:
			per := max(1, num(f["per"]))
			out[who] = num(f["each"]) * int(math.Floor(float64(v)/float64(per)))
		case f["table"] != nil:
			best := math.MinInt
			for key, pays := range f["table"].(object) {
				if n, _ := strconv.Atoi(key); n <= v && n > best {
					best, out[who] = n, num(pays)
				}
			}
		case f["most"] == nil:
			out[who] = v
		}
	}
	if f["most"] == nil {
		return out
	}
	var different []int
	for _, v := range values {
		if !slices.Contains(different, v) {
			different = append(different, v)
		}
	}
	sort.Ints(different)
	if f["same"] == "none" && len(different) < 2 {
		return out
	}
	held := map[string]bool{}
	give := func(prizes any, v, at int, least bool) int {
		list, _ := m.by(prizes).([]any)
		var who []string
		for one, has := range values {
			if has == v {
				who = append(who, one)
			}
		}
		sum, first := 0, 0
		for k := at; k < at+len(who) && k < len(list); k++ {
			sum += num(list[k])
		}
		if at < len(list) {
			first = num(list[at])
		}
		level, _ := f["level"].(string)
		share := map[string]int{"": first, "all": first, "split": first / len(who), "pool": sum / len(who)}[level]
		for _, one := range who {
			if at < len(list) && !(least && held[one]) {
				out[one] += share
				held[one] = held[one] || !least
			}
		}
		return at + len(who)
	}
	at := 0
	for _, v := range slices.Backward(different) {
		if v > 0 {
			at = give(f["most"], v, at, false)
		}
	}
	at = 0
	for _, v := range different[:max(0, len(different)-1)] {
		at = give(f["least"], v, at, true)
	}
	return out
}

// count returns everybody's points.
func (m *model) count() {
	start := num(m.by(m.file["start"]))
	for _, who := range m.players {
		m.points[who] = start
	}
	ends, _ := m.file["ends"].(object)
	rounds, _ := m.sheet["rounds"].([]any)
	var played []string
	for _, r := range rounds {
		for who, n := range m.part(m.file["each_round"].([]any), r.(object), m.players) {
			if !slices.Contains(played, who) {
				played = append(played, who)
			}
			was := m.points[who]
			m.points[who] += n
			if mark, is := ends["exactly"]; is && m.points[who] > num(mark) {
				m.points[who] = num(ends["past"])
				if ends["past"] == "stay" {
					m.points[who] = was
				}
			}
		}
	}
	if end, is := m.sheet["at_end"].(object); is {
		if played == nil {
			played = m.players
		}
		add(m.points, m.part(m.file["at_end"].([]any), end, played))
	}
}

// Random files at random tables come to what the naive model counts.
func TestModel(t *testing.T) {
	a := laws.New(laws.Seed(t), 7)
	for range laws.Evenings(t, 400) {
		text := a.GameFile()
		f, wrong := counted.Read([]byte(text))
		if wrong != nil {
			t.Fatal(wrong)
		}
		if !f.Counts() {
			continue
		}
		g := f.Game()
		table := laws.Table(t, g, a)
		events, s := laws.Play(t, g, table, a, 40)
		if next, err := g.Apply(s, scoring.Stop{}); err == nil && a.IntN(3) == 0 { // the table stops here
			events, s = append(events, scoring.Stop{}), next
		}
		sheet, err := g.WriteSheet(table, events, s, time.Time{}, lang.Text.String)
		laws.Need(t, err)
		if back, err := scoring.ReadSheet(sheet, []scoring.Game{g}); err != nil || !slices.Equal(back.State.Result().Ranks, s.Result().Ranks) || back.State.Result().DecidedBy != s.Result().DecidedBy {
			t.Fatalf("%v in\n%s", err, sheet)
		}
		m := &model{players: table.Players, points: map[string]int{}, told: map[string]bool{}}
		laws.Need(t, json.Unmarshal(sheet, &m.sheet))
		m.file = m.sheet["game_file"].(object)
		m.count()
		r := s.Result()
		for seat, who := range table.Players {
			if r.Points[seat] != m.points[who] {
				t.Fatalf("%s has %d, the model says %d in\n%s", who, r.Points[seat], m.points[who], sheet)
			}
		}
		m.ranks(t, r, string(sheet))
	}
}

// ranks checks the order before the end, or if no tie was broken: by points, people without an entry last.
func (m *model) ranks(t *testing.T, r scoring.Result, sheet string) {
	t.Helper()
	sign := 1
	if m.file["wins"] == "fewest" {
		sign = -1
	}
	out, _ := m.sheet["out"].([]any)
	better := func(a, b string) bool {
		inA, inB := m.told[a] && !slices.Contains(out, any(a)), m.told[b] && !slices.Contains(out, any(b))
		if inA != inB {
			return inA
		}
		return sign*m.points[a] > sign*m.points[b]
	}
	named := slices.ContainsFunc(append(list(m.file["each_round"]), list(m.file["at_end"])...), func(f any) bool { return f.(object)["one"] == nil && f.(object)["of"] == nil })
	for _, who := range m.players {
		m.told[who] = m.told[who] || !named
	}
	for seat, who := range m.players {
		rank := 1
		for _, other := range m.players {
			if better(other, who) {
				rank++
			}
		}
		if got := r.Ranks[seat]; got != rank && (rank > 1 || r.DecidedBy == "" || r.DecidedBy == "points") {
			t.Fatalf("%s has rank %d, the model says %d (%s) in\n%s", who, got, rank, fmt.Sprint(r.DecidedBy), sheet)
		}
		if over, _ := m.sheet["over"].(bool); m.sheet["over"] != nil && over != r.Over {
			t.Fatalf("over is %v in\n%s", r.Over, sheet)
		}
	}
}

func list(it any) []any { l, _ := it.([]any); return l }
