/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- a test, never inside n8n */
import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { Chance } from '../nodes/ESignature/trigger/random';
import { check, contentsOf, faultsOf, manipulate, sha256, writeArchive } from './archive';
import { SampleArchive } from './sampleArchive';

/** All 1,500 take a quarter of an hour and more: MANIPULATIONS=1500. With SEED, others. */
const MANIPULATIONS = Number(process.env.MANIPULATIONS ?? 5);
const chance = new Chance(Number(process.env.SEED ?? 20_261_116));
const sample = new SampleArchive(chance);
const { home, good, head } = sample;
const copied = () => sample.copied();
const named = (ending: string, at = 0) => sample.named(ending, at);

describe('check-archive.sh', () => {
	it('reports nothing about an archive that is as it was', () => {
		expect(check(good, head)).toEqual({
			status: 0,
			lines: ['All is as it was: 8 envelopes, 16 files, 4 lines of the ledger.'],
		});
	});

	it('takes the checksum of an earlier line, and then says what the last one would prove', () => {
		const earlier = sha256(readFileSync(join(good, named('.json', -2))));
		const { status, lines } = check(good, earlier);
		expect(status).toBe(0);
		expect(lines.at(-1)).toContain(head);
	});

	it('reports evidence that was replaced by a link to the same content, and a file with its own name', () => {
		const folder = copied();
		const name = named('-sealed.zip');
		const elsewhere = join(home, 'elsewhere');
		cpSync(join(folder, name), elsewhere);
		rmSync(join(folder, name));
		symlinkSync(elsewhere, join(folder, name));
		writeFileSync(join(folder, 'check-archive.sh'), 'added');

		const { status, lines } = check(folder, head);
		expect(status).toBe(1);
		expect(lines).toEqual([`altered: ${name} (not a regular file)`, 'added: check-archive.sh']);
	});

	it('says without the checksum of the last line what that would prove', () => {
		expect(check(good).lines[1]).toContain(head);
	});

	it('names what is missing, altered and added', () => {
		const folder = copied();
		rmSync(join(folder, named('sealed.zip')));
		writeFileSync(join(folder, named('audit-trail.pdf', -1)), 'other');
		writeFileSync(join(folder, 'new.txt'), '');

		expect(check(folder, head)).toEqual({
			status: 1,
			lines: [
				`missing: ${named('sealed.zip')}`,
				`altered: ${named('audit-trail.pdf', -1)}`,
				'added: new.txt',
			],
		});
	});

	it.each(['\0', '\xff', '\0\n\0'])(
		'names what happened to other envelopes if one manifest has %j in it',
		(bytes) => {
			const folder = copied();
			const manifest = named('manifest-sha256.txt');
			appendFileSync(join(folder, manifest), Buffer.from(bytes, 'latin1'));
			rmSync(join(folder, named('sealed.zip', -1)));

			const id = manifest.slice(0, 36);
			const others = readdirSync(good).filter((name) => name.startsWith(id) && name !== manifest);
			expect(others).toHaveLength(2);
			expect(check(folder, head).lines).toEqual([
				`altered: ${manifest}`,
				`missing: ${named('sealed.zip', -1)}`,
				...others.sort().map((name) => `cannot be checked without its manifest: ${name}`),
			]);
		},
	);

	it('names what an altered manifest still names and what is not there', () => {
		const folder = copied();
		const [manifest, file] = [named('manifest-sha256.txt'), named('sealed.zip')];
		appendFileSync(join(folder, manifest), '\0');
		rmSync(join(folder, file));

		expect(check(folder, head).lines).toContain(
			`cannot be checked without its manifest: ${file} (not there)`,
		);
	});

	it.each(['sealed.zip', 'manifest-sha256.txt', 'ledger-000002.json'])(
		'does not open a pipe, a device, a directory or a link in place of %s',
		(ending) => {
			const name = named(ending);
			for (const put of [
				(path: string) => execFileSync('mkfifo', [path]),
				(path: string) => symlinkSync('/dev/zero', path),
				(path: string) => mkdirSync(path),
				(path: string) => symlinkSync(join(good, name), path),
			]) {
				const folder = copied();
				rmSync(join(folder, name));
				put(join(folder, name));

				expect(check(folder, head).lines).toContain(`altered: ${name} (not a regular file)`);
			}
		},
	);

	it('does not let the name of an added file pass for two known ones', () => {
		const folder = copied();
		writeFileSync(join(folder, `\n${named('sealed.zip')}`), '');

		expect(check(folder, head).lines).toEqual([`added: ?${named('sealed.zip')}`]);
	});

	it('names a line that was removed', () => {
		const folder = copied();
		rmSync(join(folder, 'ledger-000002.json'));

		expect(check(folder, head).lines.slice(0, 2)).toEqual([
			'cannot be checked without the line after it: ledger-000001.json',
			'missing: ledger-000002.json',
		]);
	});

	it.each([
		['a number after its text', (text: string) => `${text.trim()}5`],
		['a word after its text', (text: string) => `${text.trim()} null`],
		['a second text', (text: string) => `${text}{}`],
		['a second text that never ends', (text: string) => `${text}{"x":[`],
		['nothing', () => ''],
	])('does not take a line with %s for a line', (_, changed) => {
		const folder = copied();
		const last = join(folder, 'ledger-000004.json');
		writeFileSync(last, changed(readFileSync(last, 'utf8')));

		expect(check(folder)).toEqual({
			status: 1,
			lines: expect.arrayContaining([
				'altered or added: ledger-000004.json (it is not line 4 of a ledger)',
			]) as string[],
		});
	});

	it('does not take two files for lines that only together are JSON', () => {
		const folder = copied();
		const [third, fourth] = ['ledger-000003.json', 'ledger-000004.json'];
		const text = `${readFileSync(join(folder, third), 'utf8')}{"x":[`;
		writeFileSync(join(folder, third), text);
		const line = JSON.parse(readFileSync(join(folder, fourth), 'utf8')) as object;
		const rest = JSON.stringify({ ...line, previous: sha256(text) }).slice(1);
		writeFileSync(join(folder, fourth), `],${rest}\n`);

		expect(check(folder).lines.filter((said) => said.startsWith('altered or added'))).toEqual([
			`altered or added: ${third} (it is not line 3 of a ledger)`,
			`altered or added: ${fourth} (it is not line 4 of a ledger)`,
		]);
	});

	it('reads more lines than one command takes', () => {
		// One takes 300.
		const nights = 310;
		const folder = join(home, 'many-lines');
		const last = writeArchive(folder, { nights, envelopes: 0, chance });

		expect(check(folder, last)).toEqual({
			status: 0,
			lines: [`All is as it was: 0 envelopes, 0 files, ${nights} lines of the ledger.`],
		});
	});

	it('names a line that was changed, with all lines after it made to fit', () => {
		const folder = copied();
		let previous = '';
		for (const file of [
			'ledger-000001.json',
			'ledger-000002.json',
			'ledger-000003.json',
			'ledger-000004.json',
		]) {
			const line = JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
			const text = `${JSON.stringify({ ...line, archived: 7, previous })}\n`;
			writeFileSync(join(folder, file), text);
			previous = sha256(text);
		}

		expect(check(folder).status).toBe(0);
		expect(check(folder, head).lines).toEqual([
			expect.stringContaining('the last line of the ledger'),
		]);
	});

	it('accepts a manifest that a later line has replaced', () => {
		const folder = copied();
		const [manifest, file] = [named('manifest-sha256.txt'), named('sealed.zip')];
		const list = readFileSync(join(folder, manifest), 'utf8');
		const text = list.replace(/^\w+(?=.*sealed)/m, sha256('again'));
		writeFileSync(join(folder, file), 'again');
		writeFileSync(join(folder, manifest), text);
		const line = { line: 5, manifests: { [manifest]: sha256(text) }, previous: head };
		writeFileSync(join(folder, 'ledger-000005.json'), `${JSON.stringify(line)}\n`);

		expect(check(folder).lines[0]).toMatch(/^All is as it was/);
	});

	describe('of an envelope that was archived again', () => {
		/** A second manifest that names one file of the first, and a new one. */
		function again() {
			const folder = copied();
			const [file, id] = [named('sealed.zip'), named('sealed.zip').slice(0, 36)];
			const trail = `${id}-${sha256('again').slice(0, 16)}-audit-trail.pdf`;
			const sum = sha256(readFileSync(join(folder, file)));
			const list = `${sum}  ${file}\n${sha256('again')}  ${trail}\n`;
			const manifest = `${id}-${sha256(list).slice(0, 16)}-manifest-sha256.txt`;
			writeFileSync(join(folder, trail), 'again');
			writeFileSync(join(folder, manifest), list);
			const line = { line: 5, manifests: { [manifest]: sha256(list) }, previous: head };
			writeFileSync(join(folder, 'ledger-000005.json'), `${JSON.stringify(line)}\n`);
			return { folder, file, trail, manifest };
		}

		it('accepts both manifests, and counts what they share once', () => {
			expect(check(again().folder).lines[0]).toBe(
				'All is as it was: 8 envelopes, 17 files, 5 lines of the ledger.',
			);
		});

		it('names what they share once if it is altered', () => {
			const { folder, file } = again();
			writeFileSync(join(folder, file), 'other');

			expect(check(folder).lines).toEqual([`altered: ${file}`]);
		});

		it('still checks what the other one names if one is altered', () => {
			const { folder, file, trail, manifest } = again();
			appendFileSync(join(folder, manifest), ' ');
			writeFileSync(join(folder, file), 'other');

			expect(check(folder).lines).toEqual([
				...[`altered: ${file}`, `altered: ${manifest}`].sort(),
				`cannot be checked without its manifest: ${trail}`,
			]);
		});
	});

	it.each([1, 2])(
		`reports exactly what was done, in ${MANIPULATIONS} archives with %i manipulations`,
		(times) => {
			const before = contentsOf(good);
			const wrong: string[] = [];
			for (let n = 0; n < MANIPULATIONS; n++) {
				const folder = copied();
				const what = Array.from({ length: times }, () => manipulate(folder, chance)).join(', ');
				const { status, lines } = check(folder, head);
				const now = contentsOf(folder);
				// The second may have undone the first.
				const isChanged = !isDeepStrictEqual(now, before);
				const faults = faultsOf(isChanged ? lines : [], before, now);
				if (status !== Number(isChanged)) faults.push(`ended with ${status}`);
				if (faults.length > 0) wrong.push([what, ...faults].join('\n'));
				rmSync(folder, { recursive: true });
			}
			process.stderr.write(
				`${MANIPULATIONS} archives with ${times} manipulations each: ${wrong.length} not reported exactly\n`,
			);

			expect(wrong).toEqual([]);
		},
		3_600_000,
	);

	it('raises no alarm about 10,000 good files', () => {
		const folder = join(home, 'large');
		const last = writeArchive(folder, { nights: 20, envelopes: 167, chance });

		expect(readdirSync(folder).length).toBeGreaterThan(10_000);
		expect(check(folder, last)).toMatchObject({ status: 0 });
	}, 120_000);
});
