package machine

import (
	"fmt"
	"os"
)

// build tells this executable from any other: one that was built anew has another time or size.
func build() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return path
	}
	return fmt.Sprintf("%q %d %d", path, info.Size(), info.ModTime().UnixNano())
}
