/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Chance } from '../nodes/ESignature/trigger/random';
import { check, manipulate, sha256, writeArchive } from './archive';

/** All 1,500 take a quarter of an hour and more: MANIPULATIONS=1500. With SEED, others. */
const MANIPULATIONS = Number(process.env.MANIPULATIONS ?? 12);
const chance = new Chance(Number(process.env.SEED ?? 20_261_116));
const home = mkdtempSync(join(tmpdir(), 'esignature-ledger-'));
const good = join(home, 'good');
let head: string;
let copies = 0;

beforeAll(() => {
	head = writeArchive(good, { nights: 4, envelopes: 2, chance });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function copied(): string {
	const folder = join(home, `copy-${++copies}`);
	cpSync(good, folder, { recursive: true });
	return folder;
}

const named = (ending: string, at = 0) =>
	readdirSync(good)
		.sort()
		.filter((file) => file.endsWith(ending))
		.at(at) as string;

describe('check-archive.sh', () => {
	it('reports nothing about an archive that is as it was', () => {
		expect(check(good, head)).toEqual({
			status: 0,
			lines: ['All is as it was: 8 envelopes, 16 files, 4 lines of the ledger.'],
		});
	});

	it('takes the checksum of an earlier line, and then says what the last one would prove', () => {
		const earlier = sha256(readFileSync(join(good, named('.json', -2))));
		expect(check(good, earlier)).toMatchObject({ status: 0 });
		expect(check(good, earlier).lines[1]).toContain(head);
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
		expect(lines).toEqual([`altered or added: ${name} (a link)`, 'added: check-archive.sh']);
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

	it('names a line that was removed', () => {
		const folder = copied();
		rmSync(join(folder, 'ledger-000002.json'));

		expect(check(folder, head).lines[0]).toBe('missing: ledger-000002.json');
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

	it(`reports each of ${MANIPULATIONS} manipulations by name`, () => {
		const silent: string[] = [];
		for (let n = 0; n < MANIPULATIONS; n++) {
			const folder = copied();
			const { what, names } = manipulate(folder, chance);
			const { status, lines } = check(folder, head);
			const report = lines.join('\n');
			if (status !== 1 || !names.some((name) => report.includes(name)))
				silent.push(`${what}: ${report}`);
			rmSync(folder, { recursive: true });
		}
		process.stderr.write(
			`${MANIPULATIONS} manipulations of archive and ledger: ${silent.length} not reported by name\n`,
		);

		expect(silent).toEqual([]);
	}, 3_600_000);

	it('raises no alarm about 10,000 good files', () => {
		const folder = join(home, 'large');
		const last = writeArchive(folder, { nights: 20, envelopes: 167, chance });

		expect(readdirSync(folder).length).toBeGreaterThan(10_000);
		expect(check(folder, last)).toMatchObject({ status: 0 });
	}, 120_000);
});
