#!/usr/bin/env bash
# Checks an archive of envelopes and its ledger as a whole, without n8n.
#
#   bash check-archive.sh <folder> [<SHA-256 of the last line of the ledger, or of an earlier one, as you keep it elsewhere>]
#
# Needs sha256sum and jq. Names each file that is missing, altered or added, the lines of the ledger among them, what
# the last line itself reports, and each line that comes after the one whose SHA-256 was given. Ends with 0 if there is
# nothing, or only such lines that add new evidence; with 1 if there is more; and with 2 if it could not check everything.
set -Eeuo pipefail
export LC_ALL=C
# Otherwise cd may go to another folder of the same name.
unset CDPATH
work=''
problems=''
# A step that failed has found nothing, which must not pass for a good archive.
give_up() {
	# A subshell only fails: whoever started it speaks.
	if [ "$BASH_SUBSHELL" = 0 ]; then
		if [ -n "$problems" ]; then cat "$problems" 2> /dev/null || :; fi
		printf 'check-archive.sh could not check everything: %s\n' "$*" >&2
	fi
	exit 2
}
trap 'give_up "a step failed in line $LINENO of the script; see the message above, and whether the disk of ${TMPDIR:-/tmp} is full."' ERR
trap 'if [ -n "$work" ]; then rm -rf "$work" || :; fi' EXIT

folder=${1:-}
if [ -z "$folder" ]; then give_up 'usage: bash check-archive.sh <folder> [<SHA-256 of the last line>]'; fi
for tool in sha256sum jq awk cat comm cut find grep mkdir mktemp realpath rm sed sort tr wc; do
	if ! command -v "$tool" > /dev/null; then give_up "$tool is needed, and is not on the PATH."; fi
done
# Some programs print checksums in capitals.
head=$(printf '%s' "${2:-}" | tr 'A-F' 'a-f')
script=$(realpath "$0")
if [ "${folder#/}" = "$folder" ]; then folder=./$folder; fi
if ! cd "$folder"; then give_up "$folder is no folder that can be opened."; fi
if ! work=$(mktemp -d); then give_up "no folder can be made in ${TMPDIR:-/tmp}."; fi
: > "$work/problems"
problems=$work/problems
say() { printf '%s\n' "$*" >> "$problems"; }
sha() {
	local sum
	sum=$(sha256sum < "$1")
	printf '%s' "${sum%% *}"
}
count() { wc -l < "$1" | tr -d ' '; }
matching() { grep -aE "$1" || [ $? = 1 ]; } # none is no failure

# --- the tools, on what is known -------------------------------------------------------------------------

printf 'abc' > "$work/abc"
known=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
if [ "$(sha "$work/abc")" != "$known" ]; then give_up 'sha256sum does not compute SHA-256.'; fi
# A list as sha256sum writes it, checked, into $work/results: each line of it has to be answered.
check_list() {
	local status=0
	sha256sum -c "$1" > "$work/results" 2> "$work/complaints" || status=$?
	sed -n 's/: FAILED.*$//p' "$work/results" > "$work/failed"
	sed -n 's/: OK$//p' "$work/results" > "$work/passed"
	local all failed passed
	all=$(count "$1")
	failed=$(count "$work/failed")
	passed=$(count "$work/passed")
	# It fails exactly if a file does.
	if [ $((failed + passed)) = "$all" ] && [ "$status" = $((failed > 0)) ]; then return; fi
	cat "$work/complaints" >&2
	give_up "sha256sum answered $((failed + passed)) of $all files, and ended with $status."
}
printf '%s  %s\n' "$known" "$work/abc" "${known//a/b}" "$work/abc" > "$work/list"
check_list "$work/list"
if [ "$(cat "$work/failed")" != "$work/abc" ] || [ "$(cat "$work/passed")" != "$work/abc" ]; then
	give_up 'sha256sum does not tell an altered file.'
fi
if [ "$(printf '{"a":{"b":"c"}}' | jq -rs '.[0] | objects | .a | to_entries[] | "\(.value | strings) \(.key)"')" != 'c b' ]; then
	give_up 'jq does not read JSON.'
fi

# Nothing else is opened: a pipe never ends, a device may not, and what a link points to is not in the archive.
is_regular() { [ -f "$1" ] && [ ! -L "$1" ]; }
kind() { if ! is_regular "$1"; then printf ' (not a regular file)'; fi; }

# --- the ledger: each line is a file, with its number and the SHA-256 of the line before -----------------

lines=0
proven=0
before=''
: > "$work/manifest-rows"
rows=''
is_json=no
find . -maxdepth 1 -name 'ledger-[0-9][0-9][0-9][0-9][0-9][0-9].json' | sed 's#^\./##' | sort > "$work/lines"
# All that a line has to say. Each JSON text of a file begins with a row of its own; the rows of texts before a fault in
# it are there, too.
rows_program='
	def plain: explode | map(if . < 32 or (. > 126 and . < 160) then 63 else . end) | implode;
	def rows($file): "document", (objects |
		"fields \([.line, .previous] | map(tostring | plain) | join(" "))",
		(.manifests | objects | to_entries[] | "manifest \(.value | strings | plain)  \(.key | plain)"),
		({ missing, lost, altered, unrecorded } | to_entries[] | .key as $what |
			.value | arrays | .[] | strings | "report \($what), says \($file): \(plain)"));
'
read_line() { jq -r --arg file "$1" "$rows_program"'rows($file)' "$1" 2> /dev/null; }
# Lines that are one JSON text each, many in one go: to start jq takes longer than all else here. Any other line is left
# out, and so are all by a jq before 1.6: they are read one by one.
mkdir "$work/rows"
read_lines() {
	jq -rn "$@" "$rows_program"'
		$ARGS.named | to_entries[] | .key as $file |
		.value | (try fromjson catch empty) | rows($file) | "\($file) \(.)"
	' 2> /dev/null | awk -v folder="$work/rows" '
		{
			file = folder "/" substr($0, 1, 18)
			if (file != last) { if (last) close(last); last = file }
			print substr($0, 20) >> file
		}
	' || rm -rf "$work/rows"
}
read_all() {
	local file files=()
	while IFS= read -r file; do
		if is_regular "$file"; then files+=(--rawfile "$file" "$file"); fi
		if [ "${#files[@]}" = 600 ]; then
			read_lines "${files[@]}"
			files=()
		fi
	done < "$work/lines"
	if [ "${#files[@]}" != 0 ]; then read_lines "${files[@]}"; fi
}
read_all
newline='
'
# Whether these are the rows of one JSON text; by bash itself, since there are as many lines as nights.
is_one() {
	case $1 in
		*"$newline"document*) return 1 ;;
		document*) ;;
		*) return 1 ;;
	esac
}
rows_of() { printf '%s\n' "$rows" | sed -n "s/^$1 //p"; }
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
	# What is no JSON, or more than one text, is no line, which is said below.
	is_json=yes
	if [ -e "$work/rows/$file" ]; then
		rows=$(< "$work/rows/$file")
	else
		rows=$(read_line "$file") || is_json=no
	fi
	fields=''
	if [ "$is_json" = yes ] && is_one "$rows"; then
		second=${rows#*"$newline"}
		second=${second%%"$newline"*}
		if [ "${second#fields }" != "$second" ]; then fields=${second#fields }; fi
	fi
	rows_of manifest | sed "s/^/$number /" >> "$work/manifest-rows"
	if [ "${fields%% *}" != "$number" ]; then
		unproven $((number - 1))
		say "altered or added: $file (it is not line $number of a ledger)"
	elif [ "$before" != 'missing' ] && [ "${fields#* }" != "$before" ]; then
		say "$(printf 'altered: ledger-%06d.json or %s (they do not follow each other)' $((number - 1)) "$file")"
	fi
	before=$(sha "$file")
	# A copy of the known line under another number is not that line.
	if [ "${fields%% *}" = "$number" ] && [ "$before" = "$head" ]; then proven=$number; fi
done < "$work/lines"
if [ "$lines" = 0 ]; then say 'missing: the ledger'; fi
if [ -n "$head" ] && [ "$proven" = 0 ]; then
	say "altered, added or missing: the last line of the ledger (no line has that SHA-256; the last one here is line $lines, with ${before:-nothing})"
fi

# --- the manifests, as the ledger names them; a later line replaces an earlier one ----------------------

matching '^[0-9]+ [0-9a-f]{64}  [0-9A-Za-z-]{36}(-[0-9a-f]{16})?-manifest-sha256\.txt$' < "$work/manifest-rows" > "$work/entries"
# As a list for sha256sum, of the lines up to one of them.
latest() { awk -v up_to="$1" '$1 <= up_to { last[$3] = $2 "  " $3 } END { for (name in last) print last[name] }' "$work/entries" | sort -k2; }
latest "$lines" > "$work/manifests"

# Anyone who can write to the folder can add a line after the known one. It must not replace what that proves, nor
# enter other evidence of the same envelope beside it. The names of manifests differ, so envelopes are told by their IDs.
: > "$work/later-lines"
if [ "$proven" != 0 ]; then
	awk -v known="$proven" 'substr($0, 8, 6) + 0 > known' "$work/lines" > "$work/later-lines"
	awk -v known="$proven" '
		{ id = tolower(substr($3, 1, 36)) }
		$1 <= known { proven[$2 $3]; envelopes[id]; next }
		id in envelopes && !(($2 $3) in proven) {
			printf "replaced: %s (by ledger-%06d.json, which comes after the known line)\n", $3, $1
		}
	' "$work/entries" >> "$problems"
fi
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
	check_list "$work/regular"
	cat "$work/failed"
}
compare "$work/manifests" | sort > "$work/bad-manifests"

# --- the files, as the manifests name them; a manifest that is not the one of the ledger proves nothing ----

# One manifest may hold any bytes, and must not hide what the others name: hence -a.
entries() { grep -ahE '^[0-9a-f]{64}  [0-9A-Za-z-]{36}-[0-9A-Za-z._-]+$' -- "$@" || [ $? = 1 ]; }
named() {
	local name manifests=()
	while IFS= read -r name; do
		if is_regular "$name"; then manifests+=("$name"); fi
		# Many in one command, since a command for each would take most of the time; all might be too many for one.
		if [ "${#manifests[@]}" = 500 ]; then
			entries "${manifests[@]}"
			manifests=()
		fi
	done
	if [ "${#manifests[@]}" != 0 ]; then entries "${manifests[@]}"; fi
}
cut -c67- "$work/manifests" | sort > "$work/names"
# Several manifests of an envelope may name the same file.
comm -23 "$work/names" "$work/bad-manifests" | named | sort -u > "$work/files"
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
cut -c1-36 "$work/bad-manifests" | sort -u > "$work/bad-envelopes"
comm -13 "$work/known" "$work/there" | while IFS= read -r name; do
	if grep -aqxF -- "${name:0:36}" "$work/bad-envelopes"; then
		say "cannot be checked without its manifest: $name"
	else
		say "added: $name"
	fi
done
named < "$work/bad-manifests" | cut -c67- | sort -u | comm -23 - "$work/known" | comm -23 - "$work/there" |
	while IFS= read -r name; do say "cannot be checked without its manifest: $name (not there)"; done

# --- what the last line itself reports: it knows the service and the table, which are not here ------------------

if [ "$is_json" = yes ]; then rows_of report >> "$problems"; fi

# --- the result ------------------------------------------------------------------------------------------

not_proven() { sed 's/^/not proven by that SHA-256: /' "$work/later-lines"; }
if [ -s "$problems" ]; then
	cat "$problems"
	not_proven
	exit 1
fi
ids() { cut -c1-36 | tr A-F a-f | sort -u | wc -l | tr -d ' '; }
envelopes=$(ids < "$work/names")
files=$(count "$work/files")
echo "All is as it was: $envelopes envelopes, $files files, $lines lines of the ledger."
if [ -s "$work/later-lines" ]; then
	known=$(latest "$proven" | cut -c67- | ids)
	printf 'Lines after the known one, ledger-%06d.json: %i, with %i envelopes.\n' \
		"$proven" "$(count "$work/later-lines")" $((envelopes - known))
	not_proven
fi
if [ "$proven" != "$lines" ]; then
	echo "The last line of the ledger is proven only by its SHA-256, if you keep that elsewhere: $before"
fi
