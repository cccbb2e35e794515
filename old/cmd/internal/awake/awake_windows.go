package awake

import (
	"runtime"
	"syscall"
)

// Flags of SetThreadExecutionState.
const (
	continuous     = 0x80000000
	systemRequired = 0x00000001
)

// System keeps the machine awake with a requirement of one of this program's threads. Windows drops it with the thread.
func System(string) (release func(), held func() bool) {
	set := syscall.NewLazyDLL("kernel32.dll").NewProc("SetThreadExecutionState")
	over, first := make(chan struct{}), make(chan bool, 1)
	go func() {
		runtime.LockOSThread() // and never unlocks it, so the thread ends with this goroutine
		ok := set.Find() == nil
		if ok {
			was, _, _ := set.Call(continuous | systemRequired)
			ok = was != 0
		}
		first <- ok
		<-over
	}()
	return func() { close(over) }, func() bool { return <-first }
}
