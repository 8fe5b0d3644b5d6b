import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
	appendFileSync,
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TimeStampAuthority } from '../support/timeStampAuthority';

const SCRIPT = join(__dirname, '..', '..', 'examples', 'check-archive.sh');
const NIGHTS = 3;
const LEDGER_NOT_PROVEN =
	'The ledger itself is not proven, so it does not prove the other files.\n';
const DAY = 86_400_000;
const home = mkdtempSync(join(tmpdir(), 'esignature-archive-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const lineName = (line: number) => `ledger-${String(line).padStart(6, '0')}-20261118T050000Z.txt`;

/** One envelope, as the examples store it; the entry of its manifest. */
function storeEvidence(folder: string, id = randomUUID(), content = 'signed'): string {
	const list = ['sealed.zip', 'audit-trail.pdf'].map((file) => {
		const name = `${id}-Vertrag-mit-Müller-${sha256(content + file).slice(0, 16)}-${file}`;
		writeFileSync(join(folder, name), content + file);
		return `${sha256(content + file)}  ${name}\n`;
	});
	const sum = sha256(list.join(''));
	const manifest = `${id}-Vertrag-mit-Müller-${sum.slice(0, 16)}-manifest-sha256.txt`;
	writeFileSync(join(folder, manifest), list.join(''));
	return `${sum}  ${manifest}`;
}

/** The next line of a ledger, as the example writes it. */
function addLine(folder: string, entries: string[], time = new Date(), missing = ''): void {
	const lines = readdirSync(folder).filter((name) => /^ledger-.*txt$/.test(name));
	const last = lineName(lines.length);
	const chain = lines.length > 0 ? [`${sha256(readFileSync(join(folder, last)))}  ${last}`] : [];
	const text = [
		`# time: ${time.toISOString()}`,
		...(missing ? [missing] : []),
		...entries,
		...chain,
	];
	writeFileSync(join(folder, lineName(lines.length + 1)), `${text.join('\n')}\n`);
}

function newArchive(begin = new Date(Date.now() - NIGHTS * 1_000)): string {
	const folder = mkdtempSync(join(home, 'archive-'));
	for (let night = 0; night < NIGHTS; night++) {
		addLine(folder, [storeEvidence(folder), storeEvidence(folder)], begin);
	}
	return folder;
}

const good = newArchive();
const head = sha256(readFileSync(join(good, lineName(NIGHTS))));

function copied(): string {
	const folder = mkdtempSync(join(home, 'copy-'));
	cpSync(good, folder, { recursive: true });
	return folder;
}

const named = (folder: string, ending: string) =>
	readdirSync(folder).find((name) => name.endsWith(ending)) as string;

function check(folder: string, ...options: string[]) {
	const { status, stdout, stderr } = spawnSync('bash', [SCRIPT, folder, ...options], {
		encoding: 'utf8',
	});
	return { status, said: `${stdout}${stderr}` };
}

it('finds nothing in an archive that is as it was', () => {
	expect(check(good, '-s', head.toUpperCase())).toEqual({
		status: 0,
		said: 'Nothing has changed: 6 manifests, 12 files, 3 ledger lines.\n',
	});
	expect(check(good).said).toContain(
		`To prove the last line later, store this SHA-256 elsewhere: ${head}\n`,
	);
});

it('finds nothing in the archive beside itself', () => {
	const folder = copied();
	cpSync(SCRIPT, join(folder, 'check-archive.sh'));
	const { status } = spawnSync('bash', ['check-archive.sh', '.'], { cwd: folder });
	expect(status).toBe(0);
});

type Change = (folder: string) => string;
const at = (folder: string, name: string) => join(folder, name);

it.each<[string, Change]>([
	[
		'an altered file',
		(folder) => {
			const name = named(folder, '-sealed.zip');
			appendFileSync(at(folder, name), 'x');
			return `altered: ${name}`;
		},
	],
	[
		'a missing file',
		(folder) => {
			const name = named(folder, '-audit-trail.pdf');
			rmSync(at(folder, name));
			return `missing: ${name}`;
		},
	],
	[
		'a link in the place of a file',
		(folder) => {
			const name = named(folder, '-sealed.zip');
			renameSync(at(folder, name), at(home, name));
			symlinkSync(at(home, name), at(folder, name));
			return `not a regular file: ./${name}`;
		},
	],
	[
		'a pipe in the place of a file',
		(folder) => {
			const name = named(folder, '-sealed.zip');
			rmSync(at(folder, name));
			execFileSync('mkfifo', [at(folder, name)]);
			return `not a regular file: ./${name}`;
		},
	],
	[
		'a missing manifest',
		(folder) => {
			const name = named(folder, '-manifest-sha256.txt');
			rmSync(at(folder, name));
			return `missing: ${name}`;
		},
	],
	[
		'a manifest that fits its altered file',
		(folder) => {
			const name = named(folder, '-manifest-sha256.txt');
			const [entry = ''] = readFileSync(at(folder, name), 'utf8').split('\n');
			writeFileSync(at(folder, entry.slice(66)), 'forged');
			writeFileSync(at(folder, name), `${sha256('forged')}  ${entry.slice(66)}\n`);
			return `altered: ${name}`;
		},
	],
	[
		'evidence that no line names',
		(folder) => {
			const name = storeEvidence(folder).slice(66);
			return `not proven: envelope ${name.slice(0, 36)} (3 files): its manifest is not in the ledger`;
		},
	],
	[
		'a line that was rewritten',
		(folder) => {
			appendFileSync(at(folder, lineName(1)), `${storeEvidence(folder)}\n`);
			return `altered: ${lineName(1)}`;
		},
	],
	[
		'a line that is gone',
		(folder) => {
			rmSync(at(folder, lineName(2)));
			return `missing: ${lineName(2)}`;
		},
	],
	[
		'a line that does not list the one before',
		(folder) => {
			writeFileSync(at(folder, lineName(NIGHTS + 1)), '# time: 2026-11-18T05:00:00Z\n');
			return `altered: ${lineName(NIGHTS + 1)} does not list ${lineName(NIGHTS)}`;
		},
	],
	[
		'an envelope that was not archived',
		(folder) => {
			addLine(folder, [], new Date(), '# missing: 2f0c Contract with Ada');
			return `not archived when ${lineName(NIGHTS + 1)} was written: 2f0c Contract with Ada`;
		},
	],
	[
		'what a terminal would obey',
		(folder) => {
			writeFileSync(at(folder, 'x\u001b[2J'), '');
			return 'not proven: x?[2J: no manifest in the ledger lists it';
		},
	],
])('reports %s', (_, change) => {
	const folder = copied();
	const expected = change(folder);
	const { status, said } = check(folder);
	expect(said).toContain(expected);
	expect(status).toBe(1);
});

it('reports a ledger that was written anew, by the checksum of a line that was kept elsewhere', () => {
	const { status, said } = check(newArchive(), '-s', head);
	expect(said).toContain(`no line of the ledger has the SHA-256 ${head}`);
	expect(status).toBe(1);
});

it('says which lines came after the one whose checksum was kept', () => {
	const folder = copied();
	addLine(folder, [storeEvidence(folder)]);
	const { status, said } = check(folder, '-s', head);
	expect(said).toContain(`Not proven by that SHA-256: the lines after ${lineName(NIGHTS)}`);
	expect(status).toBe(0);
});

it.each<[string, (folder: string, manifest: string) => void]>([
	['altered', (folder, manifest) => appendFileSync(at(folder, manifest), '\n')],
	['missing', (folder, manifest) => rmSync(at(folder, manifest))],
])('counts the files of a manifest that is %s once, and what is unchanged', (what, change) => {
	const folder = copied();
	const manifest = named(folder, '-manifest-sha256.txt');
	change(folder, manifest);
	expect(check(folder).said).toBe(
		[
			`${what}: ${manifest}`,
			`not proven: envelope ${manifest.slice(0, 36)} (2 files): its manifest is altered or missing`,
			'All others unchanged: 5 manifests, 10 files.\n',
		].join('\n'),
	);
});

it('says what is so of each file that the ledger does not prove', () => {
	const folder = copied();
	const ids = [randomUUID(), randomUUID()].sort();
	for (const id of ids) storeEvidence(folder, id);
	const stray = `${ids[0]}-notes.txt`;
	writeFileSync(at(folder, stray), 'listed nowhere');
	const why = 'its manifest is not in the ledger';
	expect(check(folder).said).toBe(
		[
			...ids.map((id) => `not proven: envelope ${id} (3 files): ${why}`),
			`not proven: ${stray}: no manifest in the ledger lists it`,
			'All others unchanged: 6 manifests, 12 files.\n',
		].join('\n'),
	);
});

it('does not call anything unchanged if the ledger itself has changed', () => {
	const folder = copied();
	appendFileSync(at(folder, lineName(1)), '# x\n');
	expect(check(folder).said).toBe(`altered: ${lineName(1)}\n${LEDGER_NOT_PROVEN}`);
});

it('counts one of each in the singular', () => {
	const folder = mkdtempSync(join(home, 'one-'));
	writeFileSync(at(folder, 'a.pdf'), '');
	writeFileSync(at(folder, 'a-manifest-sha256.txt'), `${sha256('')}  a.pdf\n`);
	addLine(folder, [`${sha256(`${sha256('')}  a.pdf\n`)}  a-manifest-sha256.txt`]);
	expect(check(folder).said).toContain('Nothing has changed: 1 manifest, 1 file, 1 ledger line.\n');
});

describe('arguments', () => {
	const run = (args: string[]) => {
		const { status, stdout, stderr } = spawnSync('bash', [SCRIPT, ...args], { encoding: 'utf8' });
		return { status, stdout, stderr };
	};
	const asked = ['-s', head];
	const right = [[[good]], [[good], asked], [asked, [good]]];

	it('may stand in any order', () => {
		for (const parts of right) expect([parts, run(parts.flat()).status]).toEqual([parts, 0]);
	});

	const wrong = [['l'], [''], [good], ['--help'], [`-s${head}`], ['-s'], ['-s', ''], ['-t', '']];
	it.each(wrong)('that cannot be used end the check with 2 and one sentence: %s %s', (...given) => {
		const cases = right.flatMap((parts) =>
			[...parts, []].map((_, place) => [...parts.slice(0, place), given, ...parts.slice(place)]),
		);
		for (const parts of cases) {
			expect([parts, run(parts.flat())]).toEqual([
				parts,
				{ status: 2, stdout: '', stderr: expect.stringMatching(/^[A-Z][^\n]+\.\n$/) as string },
			]);
		}
	});

	it.each([
		[[], 'Usage: bash check-archive.sh <folder> [-s <SHA-256 of a ledger line>] [-t <PEM file>].'],
		[asked, 'Enter the folder to check.'],
		[['/no/such'], "There is no folder '/no/such'."],
		[[good, 'l', head], "Give only one folder: 'l' is one too many."],
		[[good, '-x'], "There is no option '-x', only -s and -t."],
		[[good, '-s', ''], "After -s, enter a SHA-256 of 64 digits and letters, not ''."],
		[[good, ...asked, ...asked], 'Give only one SHA-256 after -s.'],
		[[good, '-t', 'x'], "After -t, enter a file with certificates: there is no file 'x'."],
		[[good, '-t', SCRIPT], `There is no certificate in PEM format in '${SCRIPT}'.`],
		[[`${good}\n`], 'A name with a line break cannot be used. Rename the folder or file.'],
		[[__dirname], 'Could not check everything: there is no ledger in this folder.'],
	])('%j: %s', (given, sentence) => {
		expect(run(given)).toEqual({ status: 2, stdout: '', stderr: `${sentence}\n` });
	});
});

// The authority of these tests is openssl itself, which not every machine has.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const stamped = hasOpenssl ? describe : describe.skip;

stamped(`time stamps${hasOpenssl ? '' : ' (skipped: there is no openssl)'}`, () => {
	let authority: TimeStampAuthority;
	beforeAll(() => (authority = new TimeStampAuthority()));

	const stamp = (folder: string, line: number) => {
		const request = `30390201013031300d060960864801650304020105000420${sha256(readFileSync(join(folder, lineName(line))))}0101ff`;
		const answer = authority.answer(Buffer.from(request, 'hex'));
		writeFileSync(join(folder, lineName(line).replace('.txt', '.tsr')), answer);
	};
	const checked = (folder: string, by = authority) => check(folder, '-t', by.certificates);

	it('prove every line, if the last one has one within a week', () => {
		const folder = copied();
		stamp(folder, NIGHTS);
		expect(checked(folder)).toMatchObject({
			status: 0,
			said: expect.stringContaining('Time stamps prove its first line since 20') as string,
		});
	});

	it('are missed where the last line has none', () => {
		const folder = copied();
		stamp(folder, NIGHTS - 1);
		expect(checked(folder)).toEqual({
			status: 1,
			said: `not proven: neither ${lineName(NIGHTS)} nor a later line has a time stamp\n${LEDGER_NOT_PROVEN}`,
		});
	});

	it('show a past that was written today', () => {
		const folder = newArchive(new Date(Date.now() - 30 * DAY));
		stamp(folder, 1);
		stamp(folder, NIGHTS);
		const { status, said } = checked(folder);
		expect(said).toMatch(/^not proven: ledger-000001-\w+.txt says that it was written on 20/m);
		expect(status).toBe(1);
	});

	it('belong to one line, and come from one authority', () => {
		const folder = copied();
		stamp(folder, NIGHTS);
		expect(checked(folder, new TimeStampAuthority()).said).toContain(
			'Z.tsr is not a valid time stamp of ledger-000003',
		);
		const stampName = (line: number) => lineName(line).replace('.txt', '.tsr');
		cpSync(join(folder, stampName(3)), join(folder, stampName(2)));
		expect(checked(folder).said).toBe(
			`altered: ${stampName(2)} is not a valid time stamp of ${lineName(2)}\n${LEDGER_NOT_PROVEN}`,
		);
	});
});
