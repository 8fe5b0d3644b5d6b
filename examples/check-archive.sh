#!/usr/bin/env bash
# Checks an archive of envelopes and its ledger as a whole, without n8n.
#
#   bash check-archive.sh <folder> [<SHA-256 of the last line of the ledger, or of an earlier one, as you keep it elsewhere>]
#
# Needs sha256sum and jq. Names each file that is missing, altered or added, the lines of the ledger among them.
# Ends with 0 if there is none.
set -u
export LC_ALL=C
head=${2:-}
script=$(realpath "$0")
if ! cd "${1:?usage: bash check-archive.sh <folder> [<SHA-256 of the last line>]}"; then exit 2; fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
problems=$work/problems
: > "$problems"
say() { printf '%s\n' "$*" >> "$problems"; }
sha() { sha256sum < "$1" | cut -d' ' -f1; }

# --- the ledger: each line is a file, with its number and the SHA-256 of the line before -----------------

lines=0
proven=0
before=''
find . -maxdepth 1 -type f -name 'ledger-[0-9][0-9][0-9][0-9][0-9][0-9].json' | sed 's#^\./##' | sort > "$work/lines"
while IFS= read -r file; do
	number=$((10#${file:7:6}))
	while [ $((lines + 1)) -lt "$number" ]; do
		lines=$((lines + 1))
		say "$(printf 'missing: ledger-%06d.json' "$lines")"
		before='missing'
	done
	lines=$number
	fields=$(jq -rs 'if length == 1 then .[0] else empty end | objects | "\(.line) \(.previous)"' "$file" 2> /dev/null)
	if [ "${fields%% *}" != "$number" ]; then
		say "altered or added: $file (it is not line $number of a ledger)"
	elif [ "$before" != 'missing' ] && [ "${fields#* }" != "$before" ]; then
		say "$(printf 'altered: ledger-%06d.json or %s (they do not follow each other)' $((number - 1)) "$file")"
	fi
	before=$(sha "$file")
	if [ "$before" = "$head" ]; then proven=$number; fi
done < "$work/lines"
if [ "$lines" = 0 ]; then say 'missing: the ledger'; fi
if [ -n "$head" ] && [ "$proven" = 0 ]; then
	say "altered, added or missing: the last line of the ledger (no line has that SHA-256; the last one here is line $lines, with ${before:-nothing})"
fi

# --- the manifests, as the ledger names them; a later line replaces an earlier one ----------------------

while IFS= read -r file; do
	jq -r 'objects | .manifests | objects | to_entries[] | "\(.value | strings)  \(.key)"' "$file" 2> /dev/null
done < "$work/lines" |
	grep -E '^[0-9a-f]{64}  [0-9A-Za-z-]{36}-manifest-sha256\.txt$' |
	awk '{ last[$2] = $0 } END { for (name in last) print last[name] }' | sort -k2 > "$work/manifests"
compare() { # a list as sha256sum writes it, checked; the names of what fails
	if [ ! -s "$1" ]; then return; fi
	sha256sum -c --quiet "$1" 2> /dev/null | sed -n 's/: FAILED.*$//p'
}
compare "$work/manifests" > "$work/bad-manifests"

# --- the files, as the manifests name them ---------------------------------------------------------------

cut -c67- "$work/manifests" > "$work/names"
while IFS= read -r name; do
	if [ -f "$name" ]; then cat "$name"; echo; fi
done < "$work/names" | grep -E '^[0-9a-f]{64}  [0-9A-Za-z-]{36}-[0-9A-Za-z._-]+$' > "$work/files"
compare "$work/files" > "$work/bad-files"
sort -u "$work/bad-manifests" "$work/bad-files" > "$work/bad"
while IFS= read -r name; do
	if [ -f "$name" ]; then say "altered: $name"; else say "missing: $name"; fi
done < "$work/bad"

# --- what nobody has named; files of an envelope whose manifest is not the one of the ledger prove nothing --

{
	cat "$work/lines" "$work/names"
	cut -c67- "$work/files"
} | sort -u > "$work/known"
find . ! -type d | while IFS= read -r file; do
	if [ ! "$file" -ef "$script" ] || [ -L "$file" ]; then printf '%s\n' "${file#./}"; fi
done | sort > "$work/there"
# What a link points to is not in the archive.
find . -type l | sed 's#^\./##' | sort | while IFS= read -r name; do say "altered or added: $name (a link)"; done
comm -13 "$work/known" "$work/there" | while IFS= read -r name; do
	if grep -qxF -- "${name:0:36}-manifest-sha256.txt" "$work/bad-manifests"; then
		say "cannot be checked without its manifest: $name"
	else
		say "added: $name"
	fi
done

# --- the result ------------------------------------------------------------------------------------------

if [ -s "$problems" ]; then
	cat "$problems"
	exit 1
fi
echo "All is as it was: $(wc -l < "$work/names" | tr -d ' ') envelopes, $(wc -l < "$work/files" | tr -d ' ') files, $lines lines of the ledger."
if [ "$proven" != "$lines" ]; then
	echo "The last line of the ledger is proven only by its SHA-256, if you keep that elsewhere: $before"
fi
