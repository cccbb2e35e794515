// Tablemate keeps score at a real table.
package main

import (
	"os"

	"github.com/tablemate/tablemate/cmd"
)

func main() { os.Exit(cmd.Main(os.Args[1:])) }
