package session

import "github.com/tablemate/tablemate/old/internal/ask"

// Watched returns the part whose clock the dialog about the next event asked for last, whether it runs, was stopped by
// an answer, or is up; "" if it asked for none. Nobody is asked, and nothing is kept.
func (drafts *Drafts) Watched() (part string) {
	if drafts.log.state == nil {
		return ""
	}
	t := drafts.nextTalk()
	d, err := drafts.kept(t)
	if err != nil {
		return ""
	}
	var put ask.Question // the question that waits
	_, _ = drafts.run(ask.Func(func(q ask.Question) (ask.Answer, error) { put = q; return ask.Answer{}, ask.ErrQuit }), d, t)
	for _, was := range append(d.Given, ask.Answered{Question: put}) {
		if clock, ok := was.Shape.(ask.Watch); ok {
			part = clock.Part
		}
	}
	return part
}
