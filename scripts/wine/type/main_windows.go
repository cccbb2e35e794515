// Command type starts a program in its own console, and types at it as a console reports keys. It waits for
// texts on the screen, and ends with the program's exit code.
//
//	type.exe KEYS.txt PROGRAM ARGUMENT…
//
// A line of KEYS.txt is one of:
//
//	wait TEXT     until the console has the text
//	text WORDS    characters, half by half as Windows stores them
//	altgr CHAR    a character behind AltGr: left Ctrl and right Alt
//	alttab        Alt goes down, and its release goes to another window
//	key NAME      enter, escape, back, home, end, delete, ctrl-c
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode/utf16"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	kernel     = windows.NewLazySystemDLL("kernel32.dll")
	writeInput = kernel.NewProc("WriteConsoleInputW")
	readOutput = kernel.NewProc("ReadConsoleOutputCharacterW")
)

// A record is an INPUT_RECORD with a key.
type record struct {
	event, _                      uint16
	down                          int32
	repeat, virtual, _scan, char_ uint16
	state                         uint32
}

func main() {
	code, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Println("type:", err)
		os.Exit(125)
	}
	os.Exit(code)
}

func run(script string, program []string) (int, error) {
	keys, err := os.Open(script)
	if err != nil {
		return 0, err
	}
	in, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	c := exec.Command(program[0], program[1:]...)
	c.Stdin, c.Stdout, c.Stderr = in, out, out
	if err := c.Start(); err != nil {
		return 0, err
	}
	t := console{windows.Handle(in.Fd()), windows.Handle(out.Fd())}
	for lines := bufio.NewScanner(keys); lines.Scan(); {
		verb, rest, _ := strings.Cut(lines.Text(), " ")
		if err := t.do(verb, rest); err != nil {
			_ = c.Process.Kill()
			return 0, fmt.Errorf("%s %s: %w", verb, rest, err)
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err = <-ended:
	case <-time.After(time.Minute):
		_ = c.Process.Kill()
		return 0, errors.New("the program does not end")
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return c.ProcessState.ExitCode(), nil
}

type console struct{ in, out windows.Handle }

// names has keys with the character that they type.
var names = map[string][3]uint16{
	"enter": {0x0d, '\r', 0}, "escape": {0x1b, 0x1b, 0}, "back": {0x08, '\b', 0}, "ctrl-c": {'C', 3, 0x08},
	"home": {0x24, 0, 0x100}, "end": {0x23, 0, 0x100}, "delete": {0x2e, 0, 0x100},
}

func (c console) do(verb, rest string) error {
	switch verb {
	case "wait":
		return c.wait(rest)
	case "text":
		for _, unit := range utf16.Encode([]rune(rest)) {
			if err := c.press(0, unit, 0); err != nil {
				return err
			}
		}
		return nil
	case "altgr":
		if err := c.send(true, 0x11, 0, 0x08); err != nil {
			return err
		}
		return errors.Join(c.send(true, 0x12, 0, 0x09), c.press('W', utf16.Encode([]rune(rest))[0], 0x09), c.send(false, 0x12, 0, 0))
	case "alttab":
		return c.send(true, 0x12, 0, 0x02)
	case "key":
		if k, known := names[rest]; known {
			return c.press(k[0], k[1], uint32(k[2]))
		}
	}
	return errors.New("unknown")
}

func (c console) press(virtual, char uint16, state uint32) error {
	return errors.Join(c.send(true, virtual, char, state), c.send(false, virtual, char, state))
}

func (c console) send(down bool, virtual, char uint16, state uint32) error {
	r := record{event: windows.KEY_EVENT, repeat: 1, virtual: virtual, char_: char, state: state}
	if down {
		r.down = 1
	}
	var n uint32
	if ok, _, err := writeInput.Call(uintptr(c.in), uintptr(unsafe.Pointer(&r)), 1, uintptr(unsafe.Pointer(&n))); ok == 0 {
		return err
	}
	return nil
}

// wait reads the console until it has a text.
func (c console) wait(text string) error {
	seen := ""
	for range 1200 {
		buffer := make([]uint16, 1<<15)
		var n uint32
		_, _, _ = readOutput.Call(uintptr(c.out), uintptr(unsafe.Pointer(&buffer[0])), uintptr(len(buffer)), 0, uintptr(unsafe.Pointer(&n)))
		seen = windows.UTF16ToString(buffer[:n])
		if strings.Contains(seen, text) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("the console has only %q", strings.Join(strings.Fields(seen), " "))
}
