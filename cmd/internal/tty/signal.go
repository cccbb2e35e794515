package tty

import (
	"os"
	"os/signal"
	"slices"
	"sync"
)

// listen calls again after a signal that the window has another size or that the stopped program goes on, and end, once,
// after one that ends the program: then the table leaves, and reads how to come back. stop returns that signal,
// to be raised once the terminal is as it was. A second one ends the program at once, after restore. A signal that was
// ignored from the beginning, as under nohup, stays so.
func listen(again, end, restore func()) (stop func() os.Signal) {
	c, done := make(chan os.Signal, 4), make(chan struct{})
	for _, s := range slices.Concat(endings, redraws) {
		if !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
	var last os.Signal
	go func() {
		defer close(done)
		for s := range c {
			switch {
			case slices.Contains(redraws, s):
				again()
			case last == nil:
				last = s
				end()
			default:
				restore()
				signal.Reset(endings...)
				raise(s)
			}
		}
	}()
	return sync.OnceValue(func() os.Signal {
		signal.Stop(c)
		close(c)
		<-done
		signal.Reset(endings...)
		return last
	})
}
