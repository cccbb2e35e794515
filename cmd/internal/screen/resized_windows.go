package screen

import "os"

// whenResized tells nothing here: another size is an event of the console.
func whenResized() (resized <-chan os.Signal, stop func()) { return nil, func() {} }
