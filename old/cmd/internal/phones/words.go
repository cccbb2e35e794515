package phones

import (
	"strings"
	"sync"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A voice speaks and reads one language. It is safe for concurrent use.
type voice struct {
	mu sync.Mutex
	v  *lang.Localizer
}

func (v *voice) say(t lang.Text) string { v.mu.Lock(); defer v.mu.Unlock(); return v.v.Say(t) }

func (v *voice) says(all []lang.Text) []string {
	var out []string
	for _, t := range all {
		out = append(out, v.say(t))
	}
	return out
}

// sorted says texts in the alphabetical order of the language.
func (v *voice) sorted(all []lang.Text) []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var out []string
	for _, at := range v.v.Order(all) {
		out = append(out, v.v.Say(all[at]))
	}
	return out
}

func (v *voice) aloud(err error) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return fault.Aloud(v.v, err)
}

// read reads a line as the keyboard does, with the same bounds and the same sentences.
func (v *voice) read(q ask.Question, line string) (ask.Answer, error) {
	q = v.said(q).Fitted()
	a, err := q.Read(oneLine(line))
	if err == nil && !a.Same && !q.Fits(a) {
		err = fault.New(badAnswer)
	}
	return a, err
}

// oneLine returns what a phone sent as a keyboard could have typed it.
func oneLine(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(lang.Sanitize(s), "\n", " "))
}

func (v *voice) said(q ask.Question) ask.Question {
	v.mu.Lock()
	defer v.mu.Unlock()
	return q.Said(v.v)
}

// words are the texts of the pages themselves, by the names that page.html uses.
var words = map[string]lang.Text{
	"who":        lang.Msg("phones.who", "Who are you?"),
	"name":       lang.Msg("phones.name", "Your name"),
	"join":       lang.Msg("phones.join", "Join"),
	"look":       lang.Msg("phones.look", "I am only looking on"),
	"taken":      lang.Msg("phones.taken", "Has a phone already; ask to take over:"),
	"asks":       lang.Msg("phones.asks", "You asked to be {who}. Somebody at the table says yes or no."),
	"refused":    lang.Msg("phones.refused", "Somebody at the table said no. You may ask again in a while."),
	"knock":      lang.Msg("phones.knock", "The door is shut: somebody at the table has to let you in."),
	"none-of":    lang.Msg("phones.none-of", "None of them"),
	"strike":     lang.Msg("phones.strike", "Strike out what it cannot be"),
	"wait":       lang.Msg("phones.wait", "Everybody answers."),
	"answer-for": lang.Msg("phones.answer-for", "Answer for somebody"),
	"without":    lang.Msg("phones.without", "Without a phone:"),
	"none":       lang.Msg("phones.none", "None"),
	"in":         lang.Msg("phones.in", "✔ In. It can be changed until the last one is in."),
	"change":     lang.Msg("phones.change", "Change it"),
	"gave":       lang.Msg("phones.gave", "Hold to see your answer"),
	"held":       lang.Msg("phones.held", "✔ Sent. The table is looking something up."),
	"here":       lang.Msg("phones.here", "This is being answered at the laptop."),
	"send":       lang.Msg("phones.send", "Send"),
	"go":         lang.Msg("phones.go", "Go on"),
	"yes":        lang.Msg("phones.yes", "Yes"),
	"no":         lang.Msg("phones.no", "No"),
	"sure":       lang.Msg("phones.sure", "Yes, now"),
	"waiting":    lang.Msg("phones.waiting", "Waiting for: {who}"),
	"all-in":     lang.Msg("phones.all-in", "Everybody is in."),
	"bye":        lang.Msg("phones.bye", "That was it for today."),
	"until":      lang.Msg("phones.until", "The table has stopped here. Everything is kept."),
	"retry":      lang.Msg("phones.retry", "Try again"),
	"buzz":       lang.Msg("phones.buzz", "This phone may vibrate"),
	"over":       lang.Msg("phones.over", "The game is over."),
	"time-up":    lang.Msg("phones.time-up", "Time is up!"),
	"told":       lang.Msg("phones.told", "What happened"),
	"why-paid":   lang.Msg("phones.why-paid", "Every point and its rule"),
	"shut-door":  lang.Msg("phones.shut-door", "The door is shut: no new phone comes in."),
	"come-in":    lang.Msg("phones.come-in", "Scan the code, or type the address"),
	"nothing":    lang.Msg("phones.nothing", "Nothing is asked of you just now."),
	"looking":    lang.Msg("phones.looking", "You are looking on."),
	"paused":     lang.Msg("phones.paused", "The clock is paused."),
	"scores":     lang.Msg("phones.scores", "Standings"),
	"points":     lang.Msg("phones.points", "Points"),
	"pts":        lang.Msg("phones.pts", "Pts"),
	"place":      lang.Msg("phones.place", "#"),
	"player":     lang.Msg("phones.player", "Name"),
	"rules":      lang.Msg("phones.rules", "Rules of the game"),
	"back":       lang.Msg("phones.back", "Back to the game"),
	"leave":      lang.Msg("phones.leave", "This is not me: choose again"),
	"sure-leave": lang.Msg("phones.sure-leave", "Yes, leave"),
	"other":      lang.Msg("phones.other-language", "Português"),
	"scan":       lang.Msg("phones.scan", "Scan the code at the laptop. Its menu shows it, at “Phones at the table”."),
	"shut":       lang.Msg("phones.shut", "The door is shut. Somebody at the laptop opens it again: “Open the door” at “Phones at the table”, in the menu behind “?”. Then scan the new code."),
	"full":       lang.Msg("phones.full", "There are too many phones at this table already."),
	"gone":       lang.Msg("phones.gone", "This was answered meanwhile."),
	"notyou":     lang.Msg("phones.not-you", "you cannot do this any more"),
	"notyours":   lang.Msg("phones.not-yours", "your card does not let you do this"),
	"again":      lang.Msg("phones.again", "the table has changed, and what you sent was not taken"),
	"busy":       lang.Msg("phones.busy", "The table is at something else: send it again in a moment."),
	"lost":       lang.Msg("phones.lost", "The laptop does not answer. Trying again …"),
	"later":      lang.Msg("phones.later", "Not sent yet. Trying again …"),
	"open":       lang.Msg("phones.open-net", "This page is not encrypted: anyone who listens to this Wi-Fi can read it."),
	"your-photo": lang.Msg("phones.your-photo", "The photo of your table"),
	"photo":      lang.Msg("phones.photo", "Take the photo"),
	"retake":     lang.Msg("phones.retake", "Take it again"),
	"photos":     lang.Msg("phones.photos", "The photos"),
	"board":      lang.Msg("phones.board", "The board"),
	"show-board": lang.Msg("phones.show-board", "Only show the board: a television, a tablet"),
	"another":    lang.Msg("phones.another", "Another name"),
	"not-yet":    lang.Msg("phones.not-yet", "You are not at this table yet. The scorekeeper takes you in, at “Somebody comes late” in the menu."),
	"keep":       lang.Msg("phones.keep", "Keep the score on this phone"),
	"asked":      lang.Msg("phones.asked", "You asked to keep the score: somebody at the laptop says yes or no."),
	"unkeep":     lang.Msg("phones.unkeep", "Stop keeping the score"),
	"also":       lang.Msg("phones.also", "Who else shares this phone?"),
	"keeping":    lang.Msg("phones.keeping", "You keep the score"),
	"seats":      lang.Msg("phones.seats", "This phone"),
	"hand":       lang.Msg("phones.hand", "For {who} alone: hand over the phone"),
	"instead":    lang.Msg("phones.instead", "Answer for {who}"),
	"menu":       lang.Msg("phones.menu", "Menu …"),
	"back-one":   lang.Msg("phones.back-one", "← Back"),
	"to-now":     lang.Msg("phones.to-now", "On to what is open"),
	"stays":      lang.Msg("phones.stays", "Leave it as it is"),
	"printed":    lang.Msg("phones.printed", "On the laptop"),
	"done":       lang.Msg("phones.done", "I'm done"),
	"on-turn":    lang.Msg("phones.on-turn", "It is {who}'s turn"),
	"your-turn":  lang.Msg("phones.your-turn", "It is your turn"),
	"pause":      lang.Msg("phones.pause", "Stop the clock"),
	"run":        lang.Msg("phones.run", "Let it run"),
	"card":       lang.Msg("phones.card", "Your card"),
	"peek":       lang.Msg("phones.peek", "Hold to look"),
	"looked":     lang.Msg("phones.looked", "I have looked"),
	"at-laptop":  lang.Msg("phones.at-laptop", "This is shown at the laptop only."),
	"bgstats":    lang.Msg("phones.bgstats", "Keep it in BG Stats"),
	"missing":    lang.Msg("phones.missing", "Nobody by that name sits at this table."),
}

var badAnswer = lang.Msg("phones.bad-answer", "that does not fit here")
