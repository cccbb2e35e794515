//go:build unix

package tty

import "testing"

func TestTry(t *testing.T) {
	x := window(t, 80, 24, "turn")
	x.Wait("menu")
	t.Log("\n" + x.Screen())
	x.Send("3")
	x.Wait("Which card was")
	t.Log("\n" + x.Screen())
	x.Send("4")
	x.Wait("Who votes")
	x.Send("42")
	x.Wait("Bia 2")
	t.Log("\n" + x.Screen())
	x.Send("\r")
	x.Wait("✗")
	t.Log("\n" + x.Screen())
	x.Send("3215 6\r")
	t.Log("\n" + x.Screen())
	x.Send("\x153215")
	x.Wait("Davi 5")
	x.Send("\r")
	x.Wait("✗")
	t.Log("\n" + x.Screen())
	x.Send("6\r")
	x.Wait("Turn 2")
	x.Send("\x03")
	x.Exit()
	t.Log("\n" + x.Screen())
}
