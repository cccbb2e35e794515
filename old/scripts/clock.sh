#!/usr/bin/env bash
# Measures the clock of the real program on a real terminal: how exactly it ends, with
# three pauses, what it costs next to the least that counts down with bubbletea's own timer, and
# what it costs while it is paused. It takes about five minutes and fails where a bar is missed. It runs on Linux and
# macOS; nothing else should keep the machine busy meanwhile.
set -euo pipefail
cd "$(dirname "$0")/../.."

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/tablemate" ./cmd/tablemate
(cd old/scripts/clock/countdown && go build -o "$tmp/countdown" .)
go run old/scripts/clock/measure.go "$tmp/tablemate" "$tmp/countdown"
