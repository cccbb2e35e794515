#!/usr/bin/env bash
# Draws the pictures of the READMEs and manuals anew: docs/pictures, from the real program on a pseudo-terminal. Look at them before
# they are committed.
set -euo pipefail
cd "$(dirname "$0")/.."
go test ./old/cmd/tests/windows -run '^Test(Pictures|Film)$' -update
