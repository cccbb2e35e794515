package phones

import (
	"context"
	"errors"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
)

// Watch asks the question of a clock: show shows the clock at the laptop until an option is chosen there, or its time is
// up. taken says that a phone's option came first, and that got has it on the disk; else got is for the caller.
func (b *Both) Watch(place string, g ask.Group, got ask.Got, show func(context.Context) (string, error)) (option string, taken bool, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	laid := b.Hub.lay(place, g)
	lead := b.Hub.leads(g)
	left := false
	defer func() { b.Hub.lift(laid, left) }()
	type shown struct {
		option string
		err    error
	}
	done := make(chan shown, 1)
	go func() {
		option, err := show(ctx)
		done <- shown{option, err}
	}()
	stop := func() {
		cancel()
		<-done
	}
	for {
		select {
		case at := <-done:
			var to ask.Move
			left = errors.As(at.err, &to) && to != ask.Back || at.err == nil && at.option == ""
			return at.option, false, at.err
		case s := <-b.Hub.said:
			err := b.tapped(laid, lead, got, s)
			var to ask.Move
			switch {
			case errors.As(err, &to):
				s.reply <- nil
				stop()
				left = to != ask.Back
				return "", false, to
			case serious(err) && err != errGone:
				s.reply <- errBusy
				stop()
				return "", false, err
			}
			s.reply <- err
			if err == nil {
				stop()
				return s.Line, true, nil
			}
		}
	}
}

// tapped has got judge and keep what a phone chose.
func (b *Both) tapped(laid, lead *asked, got ask.Got, s said) error {
	in, _, err := b.Hub.answers(laid, lead, s)
	if err != nil {
		return err
	}
	err = got(in...)
	switch {
	case err == ask.Gone:
		return errGone
	case err == nil:
		b.Hub.took(laid, in)
	case !fault.Is(err):
		return err
	}
	return err
}
