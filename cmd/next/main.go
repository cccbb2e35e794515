// Next starts the new program until it takes the place of the old one.
package main

import (
	"os"

	"github.com/tablemate/tablemate/cmd"
)

func main() { os.Exit(cmd.Main(os.Args[1:])) }
