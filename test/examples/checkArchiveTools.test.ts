/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { Chance } from '../nodes/ESignature/trigger/random';
import { check, checkIn, pathWith, sha256, TOOLS, writeArchive } from './archive';

const home = mkdtempSync(join(tmpdir(), 'esignature-tools-'));
const good = join(home, 'good');
const altered = join(home, 'altered');
let head: string;
let file: string;
let paths = 0;

beforeAll(() => {
	head = writeArchive(good, { nights: 3, envelopes: 2, chance: new Chance(20_261_117) });
	cpSync(good, altered, { recursive: true });
	file = readdirSync(good).find((name) => name.endsWith('-sealed.zip')) as string;
	writeFileSync(join(altered, file), 'other');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const needed = ['bash', 'env', ...TOOLS];
const place = (instead: Record<string, string>, tools = needed) => ({
	env: { PATH: pathWith(join(home, `path-${++paths}`), tools, instead) },
});

describe('check-archive.sh, with tools that fail', () => {
	it('finds all tools that it calls on a PATH that has no others', () => {
		expect(checkIn(place({}), good, head)).toMatchObject({ status: 0, complaint: '' });
	});

	it.each(TOOLS)('says that it needs %s', (tool) => {
		const without = place(
			{},
			needed.filter((one) => one !== tool),
		);
		expect(checkIn(without, good, head)).toMatchObject({
			status: 2,
			lines: [''],
			complaint: expect.stringContaining(`${tool} is needed, and is not on the PATH`),
		});
	});

	it.each(TOOLS.filter((tool) => tool !== 'rm'))('does not pass if %s fails', (tool) => {
		const { status, lines } = checkIn(place({ [tool]: 'exit 3' }), altered, head);
		expect([status, lines.join('\n')]).toEqual([2, expect.not.stringContaining('All is')]);
	});

	it.each(TOOLS.filter((tool) => !['rm', 'jq', 'grep'].includes(tool)))(
		'does not pass if %s fails from its second call on',
		(tool) => {
			const called = join(home, `called-${tool}`);
			const later = place({
				[tool]: `[ ! -e ${called} ] || exit 3; : > ${called}; exec REAL "$@"`,
			});
			const { status, lines } = checkIn(later, altered, head);
			expect([status, lines.join('\n')]).toEqual([
				expect.any(Number),
				expect.not.stringContaining('All is'),
			]);
			expect(status).not.toBe(0);
		},
	);

	it('takes a sha256sum that has no long options, as that of BusyBox', () => {
		const plain = place({
			sha256sum:
				'for one; do case $one in --*) echo "unrecognized option: $one" >&2; exit 1;; esac; done; exec REAL "$@"',
		});
		expect(checkIn(plain, good, head)).toMatchObject({ status: 0 });
		expect(checkIn(plain, altered, head)).toMatchObject({
			status: 1,
			lines: [`altered: ${file}`],
		});
	});

	it.each([
		[
			'that cannot check lists',
			'case $* in *-c*) echo "unknown option" >&2; exit 1;; esac; exec REAL "$@"',
		],
		[
			'that calls all files good',
			'case $* in *-c*) sed "s/^.\\{66\\}//; s/$/: OK/" "$2"; exit 0;; esac; exec REAL "$@"',
		],
		['that computes something else', 'echo "0000  -"'],
		// Only then, so that the test at the start passes.
		['that leaves out a file', 'REAL "$@" | grep -v sealed'],
	])('does not trust a sha256sum %s', (_, text) => {
		const { status, complaint } = checkIn(place({ sha256sum: text }), altered, head);
		expect([status, complaint]).toEqual([2, expect.stringContaining('sha256sum')]);
	});

	it.each([
		['missing', 'exit 127'],
		['that prints nothing', 'exit 0'],
	])('does not trust a jq %s', (_, text) => {
		expect(checkIn(place({ jq: text }), good, head)).toMatchObject({ status: 2 });
	});

	it.each([0, 1])('does not pass if the disk takes only %i KiB of a file', (mostKiB) => {
		for (const folder of [good, altered]) {
			const { status, lines, complaint } = checkIn({ mostKiB }, folder, head);
			expect([status, complaint]).toEqual([
				2,
				expect.stringContaining('could not check everything'),
			]);
			expect(lines.join('\n')).not.toContain('All is');
		}
	});

	it('says that it cannot write at all', () => {
		const env = { TMPDIR: join(home, 'none') };
		expect(checkIn({ env }, good, head)).toMatchObject({
			status: 2,
			complaint: expect.stringContaining('no folder can be made'),
		});
	});
});

describe('check-archive.sh, as it is called', () => {
	it('takes the checksum of the last line in capitals', () => {
		expect(check(good, head.toUpperCase())).toEqual(check(good, head));
		expect(check(good, sha256('').toUpperCase())).toMatchObject({ status: 1 });
	});

	it('checks the folder that is here, whatever CDPATH names', () => {
		const elsewhere = join(home, 'elsewhere');
		mkdirSync(elsewhere);
		cpSync(good, join(elsewhere, 'altered'), { recursive: true });
		const called = { cwd: dirname(altered), env: { CDPATH: elsewhere } };

		expect(checkIn(called, 'altered', head)).toMatchObject({
			status: 1,
			lines: [`altered: ${file}`],
		});
	});

	it('takes a folder whose name begins with a hyphen', () => {
		cpSync(altered, join(home, '-'), { recursive: true });
		expect(checkIn({ cwd: home }, '-', head).lines).toEqual([`altered: ${file}`]);
	});

	it.each(['', 'nowhere'])('says that %j is no folder', (folder) => {
		expect(checkIn({ cwd: home }, folder)).toMatchObject({ status: 2, lines: [''] });
	});
});

describe('check-archive.sh, about what the ledger reports', () => {
	const withLine = (name: string, reported: object) => {
		const folder = join(home, name);
		cpSync(good, folder, { recursive: true });
		const line = { line: 4, manifests: {}, previous: head, ...reported };
		writeFileSync(join(folder, 'ledger-000004.json'), `${JSON.stringify(line)}\n`);
		return folder;
	};
	const reported = {
		missing: ['an ID'],
		lost: ['a manifest'],
		altered: ['another\n\u001b[2J'],
		unrecorded: ['one more'],
	};

	it('names what the last line names', () => {
		expect(check(withLine('reports', reported))).toEqual({
			status: 1,
			lines: [
				'missing, says ledger-000004.json: an ID',
				'lost, says ledger-000004.json: a manifest',
				'altered, says ledger-000004.json: another??[2J',
				'unrecorded, says ledger-000004.json: one more',
			],
		});
	});

	it('does not name what only an earlier line names', () => {
		const folder = withLine('reported', reported);
		const before = sha256(
			`${JSON.stringify({ line: 4, manifests: {}, previous: head, ...reported })}\n`,
		);
		const line = {
			line: 5,
			missing: [],
			lost: [],
			altered: [],
			unrecorded: [],
			manifests: {},
			previous: before,
		};
		writeFileSync(join(folder, 'ledger-000005.json'), `${JSON.stringify(line)}\n`);

		expect(check(folder)).toMatchObject({ status: 0 });
	});
});
