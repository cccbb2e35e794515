package machine

import (
	"runtime"
	"sync"
	"syscall"
)

// Awake keeps the machine awake until release, with a requirement of one of this program's threads. Windows drops it
// with the thread.
func Awake(string) (release func()) {
	const continuous, systemRequired = 0x80000000, 0x00000001
	set := syscall.NewLazyDLL("kernel32.dll").NewProc("SetThreadExecutionState")
	over := make(chan struct{})
	go func() {
		// Never unlocked, the thread ends with this goroutine, and Windows drops the requirement.
		runtime.LockOSThread()
		if set.Find() == nil {
			_, _, _ = set.Call(continuous | systemRequired)
		}
		<-over
	}()
	return sync.OnceFunc(func() { close(over) })
}
