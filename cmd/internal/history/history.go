// Package history is what became of all the games that are kept: how people play, alone and beside each
// other. It reads what the store has beside the logs, and computes nothing that the rules have not said.
package history

import (
	"embed"

	"github.com/tablemate/tablemate/internal/lang"
)

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "history", Files: files}
