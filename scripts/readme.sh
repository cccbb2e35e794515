#!/usr/bin/env bash
# Runs every command of the READMEs and manuals, those of Go as well, which keep their caches though HOME is another one.
cd "$(dirname "$0")/.." && export GOCACHE=$(go env GOCACHE) GOMODCACHE=$(go env GOMODCACHE) &&
	README_GO=1 go test ./old/cmd -run '^TestREADMEs$' -count=1 -timeout 30m "$@"
