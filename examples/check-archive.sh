#!/usr/bin/env bash
# Checks an archive of envelopes and its ledger, without n8n.
#
#   bash check-archive.sh <folder> [-s <SHA-256 of a line of the ledger>] [-t <certificates of the time-stamping authority, PEM>]
#
# Lists each file that is missing, altered or not proven, and what the last line of the ledger reports as missing.
# Exits with 0 if there is nothing to report, with 1 if there is, and with 2 if it could not check everything.
set -Eeuo pipefail
export LC_ALL=C
usage='Usage: bash check-archive.sh <folder> [-s <SHA-256 of a line>] [-t <certificates.pem>]'
stop_at_usage() {
	printf '%s\n' "$usage" >&2
	exit 2
}
give_up() {
	printf 'Could not check everything: %s\n' "$*" >&2
	exit 2
}
trap 'give_up "a command failed in line $LINENO of the script."' ERR

folder=${1:-}
[ -d "$folder" ] || stop_at_usage
shift
known=''
certificates=''
while getopts 's:t:' option; do
	case $option in
		s) known=$(printf '%s' "$OPTARG" | tr A-F a-f) ;;
		t) certificates=$(realpath "$OPTARG") ;;
		*) stop_at_usage ;;
	esac
done
[ -z "$certificates" ] || command -v openssl > /dev/null || give_up 'openssl is needed for time stamps.'
script=$(realpath "$0")
cd -- "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$work/problems"
problem() { printf '%s\n' "${*//[[:cntrl:]]/?}" >> "$work/problems"; }

# A pipe or a device never ends, and what a link points to is not in the archive.
find . ! -type d ! -type f | while IFS= read -r name; do problem "not a regular file: $name"; done
if [ -s "$work/problems" ]; then
	cat "$work/problems"
	exit 1
fi

# Entries as sha256sum writes them. All files are in this folder, and no name starts with a hyphen.
entries() { cat -- "$@" | { grep -aE '^[0-9a-f]{64}  [^/-][^/]*$' || :; } | sort -u; }
# Checks such entries, and reports the files that are missing or altered.
check() {
	[ -s "$1" ] || return 0
	sha256sum -c "$1" > "$work/results" 2> "$work/errors" || :
	[ "$(wc -l < "$work/results")" -eq "$(wc -l < "$1")" ] || give_up "sha256sum did not check every file. $(tail -n 1 "$work/errors")"
	{ grep -a ': FAILED' "$work/results" || :; } | while IFS= read -r result; do
		name=${result%: FAILED*}
		if [ -e "$name" ]; then problem "altered: $name"; else problem "missing: $name"; fi
	done
}

# The ledger: each line is a file that lists new manifests and the previous line.
find . -maxdepth 1 -name 'ledger-[0-9][0-9][0-9][0-9][0-9][0-9]-*.txt' | sed 's#^\./##' | sort > "$work/lines"
[ -s "$work/lines" ] || give_up 'there is no ledger in this folder.'
last=$(tail -n 1 "$work/lines")
proven=''
number=0
before=''
while IFS= read -r line; do
	number=$((number + 1))
	[ $((10#${line:7:6})) = "$number" ] || problem "missing or added: a line of the ledger before $line"
	number=$((10#${line:7:6}))
	if [ -n "$before" ] && ! cut -c65- "$line" | grep -aqxF "  $before"; then problem "altered: $line does not list $before"; fi
	before=$line
	if [ -n "$known" ] && [ "$(sha256sum < "$line" | cut -c1-64)" = "$known" ]; then proven=$line; fi
done < "$work/lines"
# The names are numbers, so they are in order.
xargs -d '\n' cat -- < "$work/lines" | entries - > "$work/manifests"
check "$work/manifests"
if [ -n "$known" ] && [ -z "$proven" ]; then problem "altered or missing: no line of the ledger has the SHA-256 $known"; fi

# The files that the manifests list.
cut -c67- "$work/manifests" | { grep -a -- '-manifest-sha256\.txt$' || :; } | while IFS= read -r name; do
	if [ -f "$name" ]; then printf '%s\0' "$name"; fi
done | xargs -0 -r cat -- | entries - > "$work/files"
check "$work/files"

# Everything else.
{
	cat "$work/lines"
	sed 's/txt$/tsr/' "$work/lines"
	cut -c67- "$work/manifests" "$work/files"
} | sort -u > "$work/named"
find . -type f ! -samefile "$script" | sed 's#^\./##' | sort | comm -13 "$work/named" - | while IFS= read -r name; do
	problem "not proven: $name is not listed in the ledger or in a manifest"
done

# What the last line itself reports.
{ grep -a '^# missing: ' "$last" || :; } | while IFS= read -r line; do problem "not archived when $last was written: ${line#\# missing: }"; done

# Time stamps. Each proves that its line, and every earlier one, existed at that time. It must be within a week of the
# time that these lines state: anyone who rewrites the past can get only a stamp of today.
week=$((7 * 24 * 3600))
stamped=''
if [ -n "$certificates" ]; then
	tac "$work/lines" > "$work/backwards"
	while IFS= read -r line; do
		stamp=${line%.txt}.tsr
		if [ -e "$stamp" ]; then
			if openssl ts -verify -data "$line" -in "$stamp" -CAfile "$certificates" > /dev/null 2>&1; then
				stamped=$(date -d "$(openssl ts -reply -in "$stamp" -text 2> /dev/null | sed -n 's/^Time stamp: //p')" +%s)
			else
				problem "altered: $stamp is not a valid time stamp of $line"
			fi
		fi
		stated=$(sed -n 's/^# time: \([0-9TZ:.-]*\)$/\1/p;T;q' "$line")
		stated=$(date -d "${stated:-1970-01-01}" +%s)
		if [ -z "$stamped" ]; then
			problem "not proven: neither $line nor a later line has a time stamp"
		elif [ $((stamped - stated)) -gt "$week" ] || [ $((stated - stamped)) -gt "$week" ]; then
			problem "not proven: $line says that it was written on $(date -u -d "@$stated" +%F), but the time stamp is from $(date -u -d "@$stamped" +%F)"
		fi
	done < "$work/backwards"
fi

if [ -s "$work/problems" ]; then
	cat "$work/problems"
	exit 1
fi
# A count and its noun: 1 file, 2 files.
count() { if [ "$1" = 1 ]; then echo "1 $2"; else echo "$1 ${2}s"; fi; }
manifests=$(cut -c67- "$work/manifests" | { grep -ac -- '-manifest-sha256\.txt$' || :; })
echo "Nothing has changed: $(count "$manifests" manifest), $(count "$(wc -l < "$work/files")" file), $(count "$number" 'ledger line')."
if [ -n "$certificates" ]; then echo "Time stamps prove its first line since $(date -u -d "@$stamped" +%F)."; fi
if [ -n "$proven" ] && [ "$proven" != "$last" ]; then echo "Not proven by that SHA-256: the lines after $proven."; fi
if [ -z "$proven" ] && [ -z "$certificates" ]; then
	echo "To prove the last line later, store this SHA-256 elsewhere: $(sha256sum < "$last" | cut -c1-64)"
fi
