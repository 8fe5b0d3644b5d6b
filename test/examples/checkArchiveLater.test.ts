/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Chance } from '../nodes/ESignature/trigger/random';
import { check, forge, idOf, sha256 } from './archive';
import { SampleArchive } from './sampleArchive';

const chance = new Chance(20_261_117);
const sample = new SampleArchive(chance);
const { head } = sample;
const copied = () => sample.copied();
const named = (ending: string) => sample.named(ending);

describe('check-archive.sh, given the checksum of a line that others come after,', () => {
	it('does not let a line after the known one replace what that proves', () => {
		const folder = copied();
		const manifest = named('manifest-sha256.txt');
		const { line } = forge(folder, manifest.slice(0, 36));

		expect(check(folder)).toMatchObject({ status: 0 });
		expect(check(folder, head)).toEqual({
			status: 1,
			lines: [
				`replaced: ${manifest} (by ${line}, which comes after the known line)`,
				`not proven by that SHA-256: ${line}`,
			],
		});
	});

	it.each([
		['with a checksum in its name', /^.{36}-[0-9a-f]{16}-manifest/],
		['without one', /^.{36}-manifest/],
	])('does not let it enter other evidence beside a manifest %s', (_, kind) => {
		const folder = copied();
		const proven = readdirSync(folder).find((name) => kind.test(name)) as string;
		const { line, manifest } = forge(folder, proven.slice(0, 36), 'beside');

		expect(check(folder, head)).toEqual({
			status: 1,
			lines: [
				`replaced: ${manifest} (by ${line}, which comes after the known line)`,
				`not proven by that SHA-256: ${line}`,
			],
		});
	});

	it('does not mind a line after the known one that enters the same manifest again', () => {
		const folder = copied();
		const manifest = named('manifest-sha256.txt');
		const manifests = { [manifest]: sha256(readFileSync(join(folder, manifest))) };
		const line = { line: 5, manifests, previous: head };
		writeFileSync(join(folder, 'ledger-000005.json'), `${JSON.stringify(line)}\n`);

		expect(check(folder, head)).toMatchObject({ status: 0 });
	});

	it('does not let a line after the known one enter the same envelope in other capitals', () => {
		const folder = copied();
		const plain = readdirSync(folder).find((name) => /^.{36}-manifest/.test(name)) as string;
		const id = plain.slice(0, 36).toUpperCase();
		const { line } = forge(folder, id);

		expect(check(folder, head).lines).toContain(
			`replaced: ${id}-manifest-sha256.txt (by ${line}, which comes after the known line)`,
		);
	});

	it('names each line after the known one, which may add new evidence', () => {
		const folder = copied();
		const lines = [forge(folder, idOf(chance)).line, forge(folder, idOf(chance), 'beside').line];

		expect(check(folder, head)).toEqual({
			status: 0,
			lines: [
				'All is as it was: 10 envelopes, 20 files, 6 lines of the ledger.',
				'Lines after the known one, ledger-000004.json: 2, with 2 envelopes.',
				...lines.map((line) => `not proven by that SHA-256: ${line}`),
				expect.stringContaining(sha256(readFileSync(join(folder, 'ledger-000006.json')))),
			],
		});
	});

	it('does not take a copy of the known line under another number for that line', () => {
		const folder = copied();
		cpSync(join(folder, 'ledger-000004.json'), join(folder, 'ledger-000005.json'));
		const { line } = forge(folder, named('manifest-sha256.txt').slice(0, 36));

		expect(check(folder, head).lines).toContain(`not proven by that SHA-256: ${line}`);
	});
});
