package screen

import "os"

// whenResumed tells nothing here: nobody stops a program and lets it go on.
func whenResumed() (resumed <-chan os.Signal, stop func()) { return nil, func() {} }

// stopHere does nothing: a console has no Ctrl-Z of that kind.
func stopHere(<-chan os.Signal) {}
