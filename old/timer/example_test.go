package timer_test

import (
	"fmt"
	"time"

	"github.com/tablemate/tablemate/old/timer"
)

// A clock is a value: given a moment, it tells the time left then.
func Example() {
	at := func(seconds int) timer.Moment {
		d := time.Duration(seconds) * time.Second
		return timer.Moment{Steady: d, Wall: time.Date(2026, time.March, 7, 21, 0, 0, 0, time.UTC).Add(d)}
	}
	clock := timer.New(8 * time.Minute).Start(at(0))
	fmt.Println(timer.Face(clock.At(at(90))))

	clock = clock.Stop(at(100)) // somebody rings the bell
	fmt.Println(timer.Face(clock.At(at(500))))

	clock = clock.Add(-6*time.Minute, at(500)).Start(at(500))
	fmt.Println(timer.Face(clock.At(at(510))), clock.Up(at(520)))
	// Output:
	// 6:30
	// 6:20
	// 0:10 true
}
