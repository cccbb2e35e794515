package tty

import "os"

// WhenResumed tells nothing here: nobody stops a program and lets it go on.
func WhenResumed() (resumed <-chan os.Signal, stop func()) { return nil, func() {} }

// StopHere does nothing: a console has no Ctrl-Z of that kind.
func StopHere(<-chan os.Signal) {}
