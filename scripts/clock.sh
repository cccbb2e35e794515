#!/usr/bin/env bash
# Measures the clock of the real program on a real terminal: how exactly it ends, with
# three pauses, and what it costs next to a program that redraws ten times a second.
# It takes about three minutes and fails where a bar is missed. It runs on Linux and
# macOS; nothing else should keep the machine busy meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/tablemate" ./cmd/tablemate
go build -o "$tmp/often" scripts/clock/often.go
go run scripts/clock/measure.go "$tmp/tablemate" "$tmp/often"
