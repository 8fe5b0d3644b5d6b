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
# Nothing else is opened: a pipe never ends, a device may not, and what a link points to is not in the archive.
is_regular() { [ -f "$1" ] && [ ! -L "$1" ]; }
kind() { if ! is_regular "$1"; then printf ' (not a regular file)'; fi; }

# --- the ledger: each line is a file, with its number and the SHA-256 of the line before -----------------

lines=0
proven=0
before=''
: > "$work/readable-lines"
find . -maxdepth 1 -name 'ledger-[0-9][0-9][0-9][0-9][0-9][0-9].json' | sed 's#^\./##' | sort > "$work/lines"
unproven() { # the line before this one, whose checksum is not to be had
	if [ -n "$before" ] && [ "$before" != 'missing' ] && [ "$before" != "$head" ]; then
		say "$(printf 'cannot be checked without the line after it: ledger-%06d.json' "$1")"
	fi
}
while IFS= read -r file; do
	number=$((10#${file:7:6}))
	while [ $((lines + 1)) -lt "$number" ]; do
		unproven "$lines"
		lines=$((lines + 1))
		say "$(printf 'missing: ledger-%06d.json' "$lines")"
		before='missing'
	done
	lines=$number
	if ! is_regular "$file"; then
		unproven $((number - 1))
		say "altered: $file$(kind "$file")"
		before='missing'
		continue
	fi
	printf '%s\n' "$file" >> "$work/readable-lines"
	fields=$(jq -rs 'if length == 1 then .[0] else empty end | objects | "\(.line) \(.previous)"' "$file" 2> /dev/null)
	if [ "${fields%% *}" != "$number" ]; then
		unproven $((number - 1))
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
done < "$work/readable-lines" |
	grep -aE '^[0-9a-f]{64}  [0-9A-Za-z-]{36}-manifest-sha256\.txt$' |
	awk '{ last[$2] = $0 } END { for (name in last) print last[name] }' | sort -k2 > "$work/manifests"
compare() { # a list as sha256sum writes it, checked; the names of what fails
	: > "$work/regular"
	while IFS= read -r line; do
		if is_regular "${line:66}"; then
			printf '%s\n' "$line" >> "$work/regular"
		else
			printf '%s\n' "${line:66}"
		fi
	done < "$1"
	if [ ! -s "$work/regular" ]; then return; fi
	sha256sum -c --quiet "$work/regular" 2> /dev/null | sed -n 's/: FAILED.*$//p'
}
compare "$work/manifests" | sort > "$work/bad-manifests"

# --- the files, as the manifests name them; a manifest that is not the one of the ledger proves nothing ----

# One manifest may hold any bytes, and must not hide what the others name: hence -a.
named() {
	while IFS= read -r name; do
		if is_regular "$name"; then
			cat "$name"
			echo
		fi
	done | grep -aE '^[0-9a-f]{64}  [0-9A-Za-z-]{36}-[0-9A-Za-z._-]+$'
}
cut -c67- "$work/manifests" | sort > "$work/names"
comm -23 "$work/names" "$work/bad-manifests" | named > "$work/files"
compare "$work/files" > "$work/bad-files"
sort -u "$work/bad-manifests" "$work/bad-files" > "$work/bad"
while IFS= read -r name; do
	if [ -e "$name" ] || [ -L "$name" ]; then say "altered: $name$(kind "$name")"; else say "missing: $name"; fi
done < "$work/bad"

# --- what nobody has named ---------------------------------------------------------------------------------

{
	cat "$work/lines" "$work/names"
	cut -c67- "$work/files"
} | sort -u > "$work/known"
find . ! -type d -print0 | while IFS= read -r -d '' file; do
	if [ ! "$file" -ef "$script" ] || [ -L "$file" ]; then
		name=${file#./}
		# A name may have several lines, or what a terminal obeys.
		printf '%s\n' "${name//[[:cntrl:]]/?}"
	fi
done | sort > "$work/there"
comm -13 "$work/known" "$work/there" | while IFS= read -r name; do
	if grep -aqxF -- "${name:0:36}-manifest-sha256.txt" "$work/bad-manifests"; then
		say "cannot be checked without its manifest: $name"
	else
		say "added: $name"
	fi
done
named < "$work/bad-manifests" | cut -c67- | sort -u | comm -23 - "$work/known" | comm -23 - "$work/there" |
	while IFS= read -r name; do say "cannot be checked without its manifest: $name (not there)"; done

# --- the result ------------------------------------------------------------------------------------------

if [ -s "$problems" ]; then
	cat "$problems"
	exit 1
fi
echo "All is as it was: $(wc -l < "$work/names" | tr -d ' ') envelopes, $(wc -l < "$work/files" | tr -d ' ') files, $lines lines of the ledger."
if [ "$proven" != "$lines" ]; then
	echo "The last line of the ledger is proven only by its SHA-256, if you keep that elsewhere: $before"
fi
