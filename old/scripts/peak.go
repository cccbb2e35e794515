//go:build ignore

// This program runs a command and writes to a file how many bytes of memory it took at most: peak FILE COMMAND ARGS… It is a program of
// its own because one that is begun counts what the program that begins it has.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func main() {
	c := exec.Command(os.Args[2], os.Args[3:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	_ = c.Run() // how it ended is its exit code
	used, known := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !known {
		os.Exit(125)
	}
	unit := int64(1)
	if runtime.GOOS == "linux" {
		unit = 1024
	}
	if err := os.WriteFile(os.Args[1], fmt.Append(nil, used.Maxrss*unit), 0o600); err != nil {
		os.Exit(125)
	}
	os.Exit(c.ProcessState.ExitCode())
}
