#!/usr/bin/env bash
# Runs every command of both READMEs, those of Go as well.
cd "$(dirname "$0")/.." && README_GO=1 go test ./cmd -run '^TestREADMEs$' -count=1 "$@"
