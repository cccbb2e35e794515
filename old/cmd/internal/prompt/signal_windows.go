package prompt

import (
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// ending holds the signals that end a program whose terminal must be restored.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM}

// dieOf ends the program as the signal would have done.
func dieOf(os.Signal) {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
}

// prepare makes the console understand escape codes.
func prepare(out io.Writer) {
	f, ok := out.(interface{ Fd() uintptr })
	if !ok {
		return
	}
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil {
		_ = windows.SetConsoleMode(windows.Handle(f.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}
