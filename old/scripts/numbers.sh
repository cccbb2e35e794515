#!/usr/bin/env bash
# Prints what is promised of the program's speed and size, as ratios that are measured now and here. Nothing else should
# keep the machine busy meanwhile. It takes about a quarter of an hour, most of it for the file of 100,000 games and for
# the clock; GAMES=2000 old/scripts/numbers.sh is quick, SHELF=FOLDER keeps the large file for the next time, and where there
# is a Chromium the phones are measured too. It fails where a bar is missed, or a number is not there, and says which.
set -euo pipefail
cd "$(dirname "$0")/../.."
export GAMES=${GAMES:-100000}

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# bench FOLDER NAME TIMES: the metrics of a benchmark, as NAME VALUE in lines.
bench() {
	go test "$1" -run '^$' -bench "^$2\$" -benchtime "$3" -timeout 2h >"$tmp/out" || { cat "$tmp/out"; exit 1; }
	awk '/^Benchmark/ { for (i = 3; i < NF; i += 2) print $(i + 1), $i }' "$tmp/out" >"$tmp/metrics"
}

missed=0

# tell METRIC WORDS [BAR]: a line of the result.
tell() {
	awk -v m="$1" -v words="$2" -v bar="${3:-}" '
		$1 == m { told = 1; printf "%8.2f  %s%s\n", $2, words, bar == "" ? "" : " (at most " bar ")"; if (bar != "" && $2 > bar + 0) { print "MISSED: " words; bad = 1 } }
		END { if (!told) print "MISSED: no number for " words; exit bad || !told }' "$tmp/metrics" || missed=1
}

echo "the program against an empty cobra program"
bench ./old/cmd BenchmarkHelp 100x
tell x-empty-cobra "times its start, --help" 2.0
bench ./old/cmd BenchmarkSize 1x
tell x-size "times its size"
tell MB "megabytes"

echo "keeping and scoring"
bench ./old/cmd/internal/store BenchmarkKeep 2000x
tell x-fsync "times a bare write and fsync, to keep an answer" 1.6
tell x-worst "times it, the slowest of a thousand answers"
bench ./old/cmd BenchmarkScore 3000x
tell x-json "times as long as json.Unmarshal of the same sheet, to score the longest example"

echo "$GAMES kept games against 100"
bench ./old/cmd/tests/files BenchmarkShelf 20x
for what in games show menu; do
	tell "x-$what" "$what" 1.5
done
tell x-play play 2.0
tell x-key "keeping an answer" 2.0
tell ms-stats "milliseconds, the statistics of who played most" 300
for what in games show menu play stats; do
	tell "MB-$what" "megabytes of memory, $what" 64
done

echo "the clock"
old/scripts/clock.sh || missed=1

if command -v chromium >/dev/null; then
	echo "phones"
	MEASURE=1 old/scripts/phones/run || missed=1
fi
exit $missed
