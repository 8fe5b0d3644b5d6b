/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- a test, never inside n8n */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { Chance } from '../nodes/ESignature/trigger/random';

const SCRIPT = join(__dirname, '..', '..', 'examples', 'check-archive.sh');
const FILES = ['sealed.zip', 'audit-trail.pdf'];
const LINE = /^ledger-/;
const MANIFEST = '-manifest-sha256.txt';
const lineName = (line: number): string => `ledger-${String(line).padStart(6, '0')}.json`;

export const sha256 = (content: string | Buffer): string =>
	createHash('sha256').update(content).digest('hex');

export const idOf = (chance: Chance): string =>
	'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => chance.whole(16).toString(16));

/** An archive with its ledger, as the examples write them; gives the checksum of the last line. */
export function writeArchive(
	folder: string,
	{ nights, envelopes, chance }: { nights: number; envelopes: number; chance: Chance },
): string {
	mkdirSync(folder, { recursive: true });
	let previous = '';
	for (let line = 1; line <= nights; line++) {
		const manifests: Record<string, string> = {};
		for (let n = 0; n < envelopes; n++) {
			const id = idOf(chance);
			// Archives of older versions of the examples have no checksums in names, and go on.
			const named = (file: string, content: string) =>
				n % 2 === 0 ? `${id}-${file}` : `${id}-${sha256(content).slice(0, 16)}-${file}`;
			const contentOf = (file: string) => `${file} of ${id}`;
			Object.assign(manifests, writeEvidence(folder, named, contentOf));
		}
		const empty = { time: '', service: {}, archived: 0, missing: [], lost: [] };
		const text = `${JSON.stringify({ line, ...empty, manifests, previous })}\n`;
		writeFileSync(join(folder, lineName(line)), text);
		previous = sha256(text);
	}
	return previous;
}

/** The files of an envelope and their manifest; gives the name and the checksum of that. */
function writeEvidence(
	folder: string,
	named: (file: string, content: string) => string,
	contentOf: (file: string) => string,
): Record<string, string> {
	const list = FILES.map((file) => {
		const content = contentOf(file);
		writeFileSync(join(folder, named(file, content)), content);
		return `${sha256(content)}  ${named(file, content)}\n`;
	}).join('');
	const manifest = named('manifest-sha256.txt', list);
	writeFileSync(join(folder, manifest), list);
	return { [manifest]: sha256(list) };
}

interface Forged {
	line: string;
	manifest: string;
}

/**
 * Other evidence for an envelope, with a line after the last one that enters it, as the ledger would: in the place of
 * what is there, if anything is, or beside it under names with its own checksums.
 */
export function forge(folder: string, id: string, place: 'instead' | 'beside' = 'instead'): Forged {
	const last = readdirSync(folder)
		.filter((file) => LINE.test(file))
		.sort()
		.at(-1);
	const number = Number(last?.slice(7, 13) ?? 0) + 1;
	const there = readdirSync(folder);
	const named = (file: string, content: string) =>
		place === 'beside'
			? `${id}-${sha256(content).slice(0, 16)}-${file}`
			: (there.find((name) => name.startsWith(id) && name.endsWith(`-${file}`)) ?? `${id}-${file}`);
	const manifests = writeEvidence(folder, named, (file) => `forged ${file}`);
	const previous = last === undefined ? '' : sha256(readFileSync(join(folder, last)));
	const line = { line: number, missing: [], lost: [], altered: [], manifests, previous };
	writeFileSync(join(folder, lineName(number)), `${JSON.stringify(line)}\n`);
	return { line: lineName(number), manifest: Object.keys(manifests)[0] as string };
}

/** Far more than it takes: for what never ends. */
const MOST_MS = 60_000;

interface Result {
	status: number | null;
	lines: string[];
}

/** In a place of its own: another PATH, another folder, or a disk that takes only some KiB in each file. */
interface Place {
	env?: NodeJS.ProcessEnv;
	cwd?: string;
	mostKiB?: number;
}

export function checkIn(
	{ env, cwd, mostKiB }: Place,
	folder: string,
	head = '',
): Result & { complaint: string } {
	const limit = mostKiB === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostKiB}; `;
	const { status, stdout, stderr, error } = spawnSync(
		'bash',
		['-c', `${limit}exec "$BASH" "$@"`, 'bash', SCRIPT, folder, head],
		{ encoding: 'utf8', timeout: MOST_MS, cwd, env: { ...process.env, ...env } },
	);
	if (error) throw error;
	return { status, lines: stdout.trim().split('\n'), complaint: stderr };
}

export function check(folder: string, head = ''): Result {
	const { status, lines } = checkIn({}, folder, head);
	return { status, lines };
}

/** The tools that the script calls, as it names them itself. */
export const TOOLS = (
	/^for tool in (.*); do$/m.exec(readFileSync(SCRIPT, 'utf8'))?.[1] ?? ''
).split(' ');

const places = new Map<string, string>();

function placeOf(tool: string): string {
	const known = places.get(tool);
	if (known !== undefined) return known;
	const found = execFileSync('bash', ['-c', `type -P ${tool}`], { encoding: 'utf8' }).trim();
	places.set(tool, found);
	return found;
}

/** A PATH that has these tools and no others; of some, what stands in their place. */
export function pathWith(folder: string, tools: string[], instead: Record<string, string>): string {
	mkdirSync(folder);
	for (const tool of tools) {
		const real = placeOf(tool);
		const text = instead[tool]?.replaceAll('REAL', real);
		if (text === undefined) symlinkSync(real, join(folder, tool));
		else writeFileSync(join(folder, tool), `#!/usr/bin/env bash\n${text}\n`, { mode: 0o755 });
	}
	return folder;
}

/** Does one thing to an archive that nobody should do; says what. */
export function manipulate(folder: string, chance: Chance): string {
	const files = readdirSync(folder).sort();
	const file = chance.pick(chance.oneIn(2) ? files.filter((one) => LINE.test(one)) : files);
	const path = join(folder, file);
	const content = readFileSync(path);
	switch (chance.whole(8)) {
		case 0:
			rmSync(path);
			return `removed ${file}`;
		case 1: {
			const at = chance.whole(content.length);
			content[at] = (content[at] ?? 0) ^ (1 << chance.whole(8));
			writeFileSync(path, content);
			return `one bit of ${file}`;
		}
		case 2:
			writeFileSync(path, content.subarray(0, chance.whole(content.length)));
			return `cut ${file}`;
		case 3:
			writeFileSync(
				path,
				Buffer.concat([content, Buffer.from(chance.pick(['\0', ' ', '\n', 'x', '\xff']))]),
			);
			return `added to ${file}`;
		case 4: {
			const added = chance.pick([
				'notes.txt',
				`${idOf(chance)}-sealed.zip`,
				'ledger-000099.json',
				'.hidden',
				'a b.pdf',
			]);
			writeFileSync(join(folder, added), chance.pick(['', 'x', content.toString()]));
			return `added ${added}`;
		}
		case 5:
			renameSync(path, `${path}.old`);
			return `renamed ${file}`;
		case 6: {
			const manifest = chance.pick(files.filter((one) => one.endsWith(MANIFEST)));
			const place = chance.pick(['instead', 'beside'] as const);
			const { line } = forge(folder, manifest.slice(0, 36), place);
			return `forged evidence ${place} of ${manifest}, entered by ${line}`;
		}
		default: {
			const other = chance.pick(files.filter((one) => one !== file));
			const kept = readFileSync(join(folder, other));
			writeFileSync(path, kept);
			writeFileSync(join(folder, other), content);
			return `exchanged ${file} and ${other}`;
		}
	}
}

/** Name -> content. */
type Contents = Map<string, string>;

export const contentsOf = (folder: string): Contents =>
	new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')]));

/** The whole report about an archive whose ledger is as it was, told from what the archive was. */
function expectedReport(good: Contents, now: Contents): string[] {
	const isSame = (name: string) => now.get(name) === good.get(name);
	const bad = [...good.keys()].filter((name) => name.endsWith(MANIFEST) && !isSame(name));
	const badIds = new Set(bad.map((name) => name.slice(0, 36)));
	const isBad = (name: string) => badIds.has(name.slice(0, 36));
	const isKnown = (name: string) => good.has(name) && (name.endsWith(MANIFEST) || !isBad(name));
	const changed = [...good.keys()]
		.filter((name) => isKnown(name) && !isSame(name))
		.map((name) => `${now.has(name) ? 'altered' : 'missing'}: ${name}`);
	const unknown = [...now.keys()]
		.filter((name) => !isKnown(name))
		.map((name) => `${isBad(name) ? 'cannot be checked without its manifest' : 'added'}: ${name}`);
	const onlyNamed = bad
		.flatMap((name) => (now.get(name) ?? '').split('\n'))
		.flatMap((line) => /^[0-9a-f]{64} {2}([0-9A-Za-z-]{36}-[0-9A-Za-z._-]+)$/.exec(line)?.[1] ?? [])
		.filter((name) => !now.has(name) && !isKnown(name))
		.map((name) => `cannot be checked without its manifest: ${name} (not there)`);
	return [...changed, ...unknown, ...new Set(onlyNamed)];
}

/**
 * What is wrong with a report; nothing if it is exact. Of lines of the ledger that were changed it has to name each,
 * or the last one; whatever only they prove, or claim, is left out of account.
 */
export function faultsOf(report: string[], good: Contents, now: Contents): string[] {
	const touched = [...new Set([...good.keys(), ...now.keys()])].filter(
		(name) => LINE.test(name) && good.get(name) !== now.get(name),
	);
	const claimed = touched
		.flatMap((name) => [good.get(name) ?? '', now.get(name) ?? ''])
		.flatMap((text) =>
			[...text.matchAll(/"([0-9A-Za-z-]{36})(?:-[0-9a-f]{16})?-manifest/g)].map(
				([, id]) => id ?? '',
			),
		);
	const isCertain = (line: string) =>
		!/ledger/.test(line) && !claimed.some((id) => line.includes(id));
	const certain = report.filter(isCertain);
	const expected = expectedReport(good, now).filter(isCertain);
	const whole = report.join('\n');
	return [
		...certain.filter((line) => !expected.includes(line)).map((line) => `wrong: ${line}`),
		...expected.filter((line) => !certain.includes(line)).map((line) => `lacks: ${line}`),
		...touched
			.filter((name) => !whole.includes(name) && !whole.includes('the last line of the ledger'))
			.map((name) => `lacks: ${name}`),
		...(touched.length === 0 && /ledger/.test(whole) ? [`wrong: ${whole}`] : []),
	];
}
