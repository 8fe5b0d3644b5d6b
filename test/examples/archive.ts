/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- a test, never inside n8n */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Chance } from '../nodes/ESignature/trigger/random';

const SCRIPT = join(__dirname, '..', '..', 'examples', 'check-archive.sh');
const FILES = ['sealed.zip', 'audit-trail.pdf'];

export const sha256 = (content: string | Buffer): string =>
	createHash('sha256').update(content).digest('hex');

const idOf = (chance: Chance): string =>
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
			const list = FILES.map((file) => {
				const content = `${file} of ${id}`;
				writeFileSync(join(folder, `${id}-${file}`), content);
				return `${sha256(content)}  ${id}-${file}\n`;
			}).join('');
			writeFileSync(join(folder, `${id}-manifest-sha256.txt`), list);
			manifests[`${id}-manifest-sha256.txt`] = sha256(list);
		}
		const text = `${JSON.stringify({ line, time: '', service: {}, archived: 0, missing: [], lost: [], manifests, previous })}\n`;
		writeFileSync(join(folder, `ledger-${String(line).padStart(6, '0')}.json`), text);
		previous = sha256(text);
	}
	return previous;
}

export function check(folder: string, head = ''): { status: number | null; lines: string[] } {
	const { status, stdout } = spawnSync('bash', [SCRIPT, folder, head], { encoding: 'utf8' });
	return { status, lines: stdout.trim().split('\n') };
}

const LINE = /^ledger-/;

/** Does one thing to an archive that nobody should do; says what, and which files a report may name. */
export function manipulate(folder: string, chance: Chance): { what: string; names: string[] } {
	const files = readdirSync(folder).sort();
	const file = chance.pick(chance.oneIn(2) ? files.filter((one) => LINE.test(one)) : files);
	const path = join(folder, file);
	const content = readFileSync(path);
	const next = file.replace(/\d{6}/, (number) => String(Number(number) + 1).padStart(6, '0'));
	const names = [file, ...(LINE.test(file) ? [next, 'the last line of the ledger'] : [])];
	switch (chance.whole(7)) {
		case 0:
			rmSync(path);
			return { what: `removed ${file}`, names };
		case 1: {
			const at = chance.whole(content.length);
			content[at] = (content[at] ?? 0) ^ (1 << chance.whole(8));
			writeFileSync(path, content);
			return { what: `one bit of ${file}`, names };
		}
		case 2:
			writeFileSync(path, content.subarray(0, chance.whole(content.length)));
			return { what: `cut ${file}`, names };
		case 3:
			writeFileSync(
				path,
				Buffer.concat([content, Buffer.from(chance.pick(['\0', ' ', '\n', 'x']))]),
			);
			return { what: `added to ${file}`, names };
		case 4: {
			const added = chance.pick([
				'notes.txt',
				`${idOf(chance)}-sealed.zip`,
				'ledger-000099.json',
				'.hidden',
				'a b.pdf',
			]);
			writeFileSync(join(folder, added), chance.pick(['', 'x', content.toString()]));
			return { what: `added ${added}`, names: [added, 'ledger-'] };
		}
		case 5:
			renameSync(path, `${path}.old`);
			return { what: `renamed ${file}`, names: [...names, `${file}.old`] };
		default: {
			const other = chance.pick(files.filter((one) => one !== file));
			const kept = readFileSync(join(folder, other));
			writeFileSync(path, kept);
			writeFileSync(join(folder, other), content);
			return { what: `exchanged ${file} and ${other}`, names: [...names, other] };
		}
	}
}
