package lang

import "embed"

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = Catalog{Prefix: "lang", Files: files}
