#!/usr/bin/env bash
# Checks an archive of envelopes and its ledger, without n8n.
#
#   bash check-archive.sh <folder> [-s <SHA-256 of a line of the ledger>] [-t <certificates of the time-stamping authority, PEM>]
#
# Lists each file that is missing or altered, each envelope that is not proven, and what the last line of the ledger
# reports as missing. Exits with 0 if there is nothing to report, with 1 if there is, and with 2 if it could not check
# everything, or does not understand what to check.
set -Eeuo pipefail
export LC_ALL=C
printable() { printf '%s\n' "${*//[[:cntrl:]]/?}"; }
refuse() {
	printable "$*" >&2
	exit 2
}
give_up() { refuse "Could not check everything: $*"; }
trap 'give_up "a command failed in line $LINENO of the script."' ERR

[ $# -gt 0 ] || refuse 'Usage: bash check-archive.sh <folder> [-s <SHA-256 of a ledger line>] [-t <PEM file>].'
[[ $* != *$'\n'* ]] || refuse 'A name with a line break cannot be used. Rename the folder or file.'
folder=''
known=''
certificates=''
while [ $# -gt 0 ]; do
	case $1 in
		-s)
			[ -z "$known" ] || refuse 'Give only one SHA-256 after -s.'
			[[ ${2:-} =~ ^[0-9a-fA-F]{64}$ ]] || refuse "After -s, enter a SHA-256 of 64 digits and letters, not '${2:-}'."
			known=${2,,}
			shift
			;;
		-t)
			[ -z "$certificates" ] || refuse 'Give only one file after -t.'
			[ -f "${2:-}" ] || refuse "After -t, enter a file with certificates: there is no file '${2:-}'."
			certificates=$(realpath -- "$2")
			shift
			;;
		-*) refuse "There is no option '$1', only -s and -t." ;;
		*)
			[ -z "$folder" ] || refuse "Give only one folder: '$1' is one too many."
			[ -d "$1" ] || refuse "There is no folder '$1'."
			folder=$(realpath -- "$1")
			;;
	esac
	shift
done
[ -n "$folder" ] || refuse 'Enter the folder to check.'
if [ -n "$certificates" ]; then
	command -v openssl > /dev/null || give_up 'openssl is needed for time stamps.'
	openssl x509 -inform PEM -in "$certificates" -noout 2> /dev/null || refuse "There is no certificate in PEM format in '$certificates'."
fi
script=$(realpath "$0")
cd "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: > "$work/problems"
problem() { printable "$@" >> "$work/problems"; }
counted() { if [ "$1" -eq 1 ]; then printf '1 %s' "$2"; else printf '%d %ss' "$1" "$2"; fi; }

# A pipe or a device never ends, and what a link points to is not in the archive.
find . ! -type d ! -type f | while IFS= read -r name; do problem "not a regular file: $name"; done
if [ -s "$work/problems" ]; then
	cat "$work/problems"
	exit 1
fi

# Entries as sha256sum writes them. All files are in this folder, and no name starts with a hyphen.
entries() { cat -- "$@" | { grep -aE '^[0-9a-f]{64}  [^/-][^/]*$' || :; } | sort -u; }
# Checks such entries, and reports the files that are missing or altered. The second file gets the names of the others.
check() {
	: > "$2"
	[ -s "$1" ] || return 0
	sha256sum -c "$1" > "$work/results" 2> "$work/errors" || :
	[ "$(wc -l < "$work/results")" -eq "$(wc -l < "$1")" ] || give_up "sha256sum did not check every file. $(tail -n 1 "$work/errors")"
	sed -n 's/: OK$//p' "$work/results" | sort > "$2"
	{ grep -a ': FAILED' "$work/results" || :; } | while IFS= read -r result; do
		name=${result%: FAILED*}
		if [ -e "$name" ]; then problem "altered: $name"; else problem "missing: $name"; fi
	done
}
# The entries of the manifests whose names it reads.
listed() { xargs -d '\n' -r cat -- | entries -; }
# Reports the files whose names it reads as not proven, once for each envelope. Its ID begins their names.
report_envelopes() {
	sort | comm -12 "$work/others" - | tee "$work/reported" | cut -c1-36 | uniq -c | while read -r count id; do
		problem "not proven: envelope $id ($(counted "$count" file)): $1"
	done
	comm -23 "$work/others" "$work/reported" > "$work/rest"
	mv "$work/rest" "$work/others"
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
xargs -d '\n' cat -- < "$work/lines" | entries - > "$work/entries"
{ grep -a '^.\{64\}  ledger-' "$work/entries" || :; } > "$work/chain"
check "$work/chain" "$work/unchanged"
if [ -n "$known" ] && [ -z "$proven" ]; then problem "altered or missing: no line of the ledger has the SHA-256 $known"; fi

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

ledger_is_proven=true
if [ -s "$work/problems" ]; then ledger_is_proven=false; fi

# The manifests that the ledger lists, and the files that these list.
envelope='[0-9a-f]\{8\}-[0-9a-f]\{4\}-[0-9a-f]\{4\}-[0-9a-f]\{4\}-[0-9a-f]\{12\}'
manifest='-manifest-sha256\.txt$'
comm -23 "$work/entries" "$work/chain" > "$work/manifests"
check "$work/manifests" "$work/unchanged"
{ grep -a -- "$manifest" "$work/unchanged" || :; } > "$work/good"
listed < "$work/good" > "$work/files"
check "$work/files" "$work/unchanged"

# Everything else.
{
	cat "$work/lines"
	sed 's/txt$/tsr/' "$work/lines"
	cut -c67- "$work/manifests" "$work/files"
} | sort -u > "$work/named"
find . -type f ! -samefile "$script" | sed 's#^\./##' | sort | comm -13 "$work/named" - > "$work/others"
{ grep -a "^$envelope.*$manifest" "$work/others" || :; } > "$work/new"
{ cat "$work/new"; listed < "$work/new" | cut -c67-; } | { grep -a "^$envelope" || :; } | report_envelopes 'its manifest is not in the ledger'
cut -c67- "$work/manifests" | sort | comm -23 - "$work/good" | { grep -ao "^$envelope" || :; } | sed 's/^/^/' > "$work/envelopes"
{ grep -a -f "$work/envelopes" "$work/others" || :; } | report_envelopes 'its manifest is altered or missing'
while IFS= read -r name; do problem "not proven: $name: no manifest in the ledger lists it"; done < "$work/others"

# What the last line itself reports.
{ grep -a '^# missing: ' "$last" || :; } | while IFS= read -r line; do problem "not archived when $last was written: ${line#\# missing: }"; done

unchanged="$(counted "$(wc -l < "$work/good")" manifest), $(counted "$(wc -l < "$work/unchanged")" file)"
if [ -s "$work/problems" ]; then
	cat "$work/problems"
	if $ledger_is_proven; then echo "All others unchanged: $unchanged."; else echo 'The ledger itself is not proven, so it does not prove the other files.'; fi
	exit 1
fi
echo "Nothing has changed: $unchanged, $(counted "$number" 'ledger line')."
if [ -n "$certificates" ]; then echo "Time stamps prove its first line since $(date -u -d "@$stamped" +%F)."; fi
if [ -n "$proven" ] && [ "$proven" != "$last" ]; then echo "Not proven by that SHA-256: the lines after $proven."; fi
if [ -z "$proven" ] && [ -z "$certificates" ]; then
	echo "To prove the last line later, store this SHA-256 elsewhere: $(sha256sum < "$last" | cut -c1-64)"
fi
