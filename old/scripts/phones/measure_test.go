package phones

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A client is a phone without a browser: it keeps a stream open, and answers.
type client struct {
	t      *testing.T
	host   string
	name   string
	cookie string
	http   http.Client

	mu   sync.Mutex
	face string
	at   time.Time // when face came
	stop context.CancelFunc
	ctx  context.Context
}

func joins(t *testing.T, link, name string) *client {
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, host: u.Host, name: name}
	c.ctx, c.stop = context.WithCancel(t.Context())
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http.Transport = &http.Transport{DialContext: (&net.Dialer{Timeout: time.Second}).DialContext}
	r, err := c.post("/sit", url.Values{"door": {strings.TrimPrefix(u.Path, "/")}, "typed": {name}})
	if err != nil || len(r.Cookies()) == 0 {
		t.Fatalf("%s cannot join: %v %v", name, r, err)
	}
	r.Body.Close()
	c.cookie = r.Cookies()[0].Value
	go c.listens()
	return c
}

func (c *client) request(method, path string, form url.Values) (*http.Request, error) {
	r, err := http.NewRequest(method, "http://"+c.host+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Origin", "http://"+c.host)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/fragment")
	if c.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "tablemate-" + c.host[strings.LastIndex(c.host, ":")+1:], Value: c.cookie})
	}
	return r, nil
}

func (c *client) post(path string, form url.Values) (*http.Response, error) {
	r, err := c.request("POST", path, form)
	if err != nil {
		return nil, err
	}
	return c.http.Do(r)
}

// listens keeps a stream open, as the page does.
func (c *client) listens() {
	for c.ctx.Err() == nil {
		r, err := c.request("GET", "/live", nil)
		if err != nil {
			return
		}
		got, err := c.http.Do(r.WithContext(c.ctx))
		if err != nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		var b strings.Builder
		for lines := bufio.NewScanner(got.Body); lines.Scan(); {
			line := lines.Text()
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				b.WriteString(data + "\n")
				continue
			}
			if line == "" && b.Len() > 2 {
				c.mu.Lock()
				c.face, c.at = b.String(), time.Now()
				c.mu.Unlock()
			}
			b.Reset()
		}
		got.Body.Close()
	}
}

func (c *client) seen() (string, time.Time) { c.mu.Lock(); defer c.mu.Unlock(); return c.face, c.at }

var slip = regexp.MustCompile(`(?s)data-no="([^"]*)" data-state="([^"]*)">\s*<h1>(.*?)</h1>`)

// asked returns the number of the open question with a text in it, once there is one.
func (c *client) asked(text string) string {
	c.t.Helper()
	no := c.askedBut("", text, 2000)
	if no == "" {
		face, _ := c.seen()
		c.t.Errorf("%s is never asked %q: %s", c.name, text, face)
	}
	return no
}

// askedBut returns the number of an open question other than the one before, or "" if none comes in so many looks.
func (c *client) askedBut(before, text string, looks int) string {
	for range looks {
		face, _ := c.seen()
		if m := slip.FindStringSubmatch(face); m != nil && m[1] != before && m[2] == "open" && strings.Contains(html.UnescapeString(m[3]), text) {
			return m[1]
		}
		time.Sleep(5 * time.Millisecond)
	}
	return ""
}

// say answers until there is a verdict, as the page's script does.
func (c *client) say(no, line string) int {
	for range 400 {
		r, err := c.post("/say", url.Values{"no": {no}, "line": {line}})
		if err == nil {
			r.Body.Close()
			if r.StatusCode < 500 && r.StatusCode != http.StatusTooManyRequests {
				return r.StatusCode
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return 0
}

func names(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprint("P", string(rune('a'+i))))
	}
	return out
}

// table starts a game of Dixit with n people who all have phones and vote in secret, and more onlookers.
func table(t *testing.T, n int, order string, more int) (*laptop, []*client, string) {
	data := t.TempDir()
	l, link := shares(t, data, "dixit", "--score-only")
	var all []*client
	for _, name := range names(n) {
		all = append(all, joins(t, link, name))
	}
	for i := range more { // onlookers
		c := joins(t, link, "")
		c.name = fmt.Sprint("looks on ", i)
		all = append(all, c)
	}
	l.types("g", strings.Join(names(n), ","), "c", "t", "100")
	if order == "1" { // votes first
		l.types("c", "o")
	}
	l.types("", "1")
	l.waits("Whose answer is typed here?")
	return l, all, data
}

func measuring(t *testing.T) {
	if os.Getenv("TABLEMATE") == "" || os.Getenv("MEASURE") == "" {
		t.Skip("MEASURE=1 scripts/phones/run runs this")
	}
}

// TestMeasure prints how long a vote takes with twelve phones, how soon the others see it, and what the program uses
// while nothing happens.
func TestMeasure(t *testing.T) {
	measuring(t)
	const people, looking = 12, 4
	l, all, _ := table(t, people, "1", looking)
	var posts, sights []time.Duration
	for turn := range 12 {
		teller := turn % people
		var voters []*client
		for i, c := range all[:people] {
			if i != teller {
				voters = append(voters, c)
			}
		}
		nos := make([]string, len(voters))
		for i, c := range voters {
			nos[i] = c.asked("do you think")
		}
		for i, c := range voters[:len(voters)/2] { // one after the other, to see how soon others see it
			begun := time.Now()
			if code := c.say(nos[i], "1"); code != 200 {
				t.Fatal(code)
			}
			posts = append(posts, time.Since(begun))
			time.Sleep(60 * time.Millisecond)
			_, at := voters[len(voters)-1].seen()
			sights = append(sights, at.Sub(begun))
		}
		var together sync.WaitGroup
		var mu sync.Mutex
		for i := len(voters) / 2; i < len(voters); i++ { // and all at once
			together.Go(func() {
				begun := time.Now()
				voters[i].say(nos[i], "2")
				mu.Lock()
				defer mu.Unlock()
				posts = append(posts, time.Since(begun))
			})
		}
		together.Wait()
		no := all[teller].asked("Which card is yours")
		all[teller].say(no, "3") // nobody found it
		l.waits("Who played cards 1 and 2")
		l.types(fmt.Sprintf("%s %s", voters[len(voters)-1].name, voters[0].name)) // nobody voted for their own
		l.waits(fmt.Sprintf("Turn %d\n", turn+2))
		l.types("")
	}
	slices.Sort(posts)
	slices.Sort(sights)
	at := func(all []time.Duration, p float64) time.Duration {
		return all[int(float64(len(all)-1)*p)].Round(100 * time.Microsecond)
	}
	t.Logf("%d votes: p50 %v, p99 %v; seen by others: p50 %v, p99 %v", len(posts), at(posts, .5), at(posts, .99), at(sights, .5), at(sights, .99))
	t.Logf("%d phones: %s resident", people+looking, memory(t, l.cmd.Process.Pid))
	time.Sleep(20 * time.Second) // until the last votes are unveiled
	before := used(t, l.cmd.Process.Pid)
	const idle = 2 * time.Minute
	time.Sleep(idle)
	t.Logf("while nothing happens: %.3f %% of a processor", 100*(used(t, l.cmd.Process.Pid)-before).Seconds()/idle.Seconds())
}

func memory(t *testing.T, pid int) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(regexp.MustCompile(`VmRSS:(.*)`).FindStringSubmatch(string(b))[1])
}

// used returns how long a process has run on any processor.
func used(t *testing.T, pid int) time.Duration {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		t.Fatal(err)
	}
	sum := time.Duration(0)
	for _, file := range threads {
		b, err := os.ReadFile(file)
		if err != nil {
			continue // this thread has ended
		}
		ns, _ := strconv.ParseInt(strings.Fields(string(b))[0], 10, 64)
		sum += time.Duration(ns)
	}
	return sum
}

// TestKill kills the program again and again at random moments while six phones vote, half the time while the laptop
// looks something up. Every vote that a phone was told counts or is sent is there afterwards, once, and its person is
// not asked again.
func TestKill(t *testing.T) {
	measuring(t)
	kills, _ := strconv.Atoi(os.Getenv("KILLS"))
	if kills == 0 {
		kills = 25
	}
	r := rand.New(rand.NewPCG(1, 2))
	sent := 0
	for done := 0; done < kills; done += killsAGame {
		sent += killed(t, r, min(killsAGame, kills-done))
	}
	t.Log(kills, "kills, all votes there,", sent, "of them sent while the laptop looked something up")
}

// killsAGame is so low that nobody has won by then.
const killsAGame = 75

// killed plays one game with a number of kills, and returns how many votes were held for the laptop.
func killed(t *testing.T, r *rand.Rand, kills int) (sent int) {
	const people = 6
	l, all, data := table(t, people, "1", 0)
	for done, turn := 0, 0; done < kills; turn++ {
		teller := turn % people
		var mu sync.Mutex
		told := map[string]bool{} // people who were told that their vote counts
		var want []string         // how the log tells the turn
		var wg sync.WaitGroup
		for i, c := range all {
			if i == teller {
				continue
			}
			card := strconv.Itoa(1 + (i+teller)%2)
			want = append(want, c.name+" "+card)
			pause := time.Duration(r.IntN(40)) * time.Millisecond
			wg.Go(func() {
				time.Sleep(pause)
				for before := ""; ; {
					no := c.askedBut(before, "do you think", 400)
					if no == "" {
						return // all are in, as the turn shows
					}
					if code := c.say(no, card); code < 300 {
						mu.Lock()
						told[c.name] = true
						if code == http.StatusAccepted {
							sent++
						}
						mu.Unlock()
						return
					}
					before = no // of the turn before, from a stream that was cut
				}
			})
		}
		for range 3 {
			looks := exec.Command(os.Getenv("TABLEMATE"), "stats", "--data", data) // in another terminal, which opens and closes the file
			if said, err := looks.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			if r.IntN(2) == 0 {
				l.types("?")
			}
			time.Sleep(time.Duration(r.IntN(30)) * time.Millisecond)
			_ = l.cmd.Process.Kill()
			_ = l.cmd.Wait()
			for held, err := net.Dial("tcp", all[0].host); err == nil; held, err = net.Dial("tcp", all[0].host) {
				held.Close() // a child that it was just starting still has its port
			}
			done++
			mu.Lock()
			before := slices.Collect(maps.Keys(told))
			mu.Unlock()
			l = start(t, data, "resume", "--share")
			s := l.waits("›")
			if strings.Contains(s, "Who is the storyteller?\n1") { // it had not got that far
				l.types("")
			}
			for _, name := range before {
				if strings.Contains(s, "typed here") && !strings.Contains(s, "✓ "+name) && strings.Contains(s, "… "+name) {
					t.Fatalf("%s's vote was told to count, and is asked for again:\n%s", name, s)
				}
			}
		}
		wg.Wait()
		all[teller].say(all[teller].asked("Which card is yours"), "3")
		l.waits("Who played card")
		l.types(fmt.Sprintf("%s %s", names(people)[(teller+1)%people], names(people)[(teller+2)%people]))
		l.waits(fmt.Sprintf("Turn %d\n", turn+2))
		line := fmt.Sprintf("Turn %d: %s's story was card 3; the votes: %s", turn+1, names(people)[teller], strings.Join(want, ", "))
		log, err := exec.Command(os.Getenv("TABLEMATE"), "show", "--log", "--data", data).CombinedOutput()
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(log)), " "), line) {
			t.Fatalf("not %q: %v, %s", line, err, log)
		}
		l.types("")
	}
	for _, c := range all {
		c.stop()
	}
	_ = l.cmd.Process.Kill()
	_ = l.cmd.Wait()
	return sent
}
