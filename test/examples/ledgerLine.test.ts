/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs the code of an example */
import { runInNewContext } from 'node:vm';

import { exampleFile } from '../../host/examples';
import { Chance } from '../nodes/ESignature/trigger/random';
import { idOf, sha256 } from './archive';

const chance = new Chance(20_261_118);
const HOUR = 3_600_000;
const now = Date.now();
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const manifestOf = (id: string) => `${id}-manifest-sha256.txt`;

/** What the nodes before *New Line* have read. */
interface Reading {
	/** Names and checksums of the manifests in the folder. */
	folder: Array<{ fileName: string; sha256: string }>;
	table: object[];
	service: object[];
	/** Lines that are there. */
	ledger: object[];
	/** When the folder was read. */
	time: string;
}

interface Line {
	missing: string[];
	lost: string[];
	altered: string[];
	unrecorded: string[];
	manifests: Record<string, string>;
	time: string;
}

/** The line that the example writes about what it has read. */
function lineAbout(reading: Partial<Reading>): Line {
	const { folder = [], table = [], service = [], ledger = [], time = ago(0) } = reading;
	const read: Record<string, object[]> = {
		Settings: [{ graceHours: 26 }],
		'Time of Reading': [{ time }],
		Checksums: folder,
		'All Envelopes': service,
		Archived: table,
		Ledger: ledger.map((_, at) => ({ fileName: `line ${at}` })),
		'Checksums of the Lines': ledger.map((content) => ({ content, sha256: sha256('a line') })),
	};
	const { nodes } = JSON.parse(String(exampleFile('archive-ledger.json'))) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find(({ name }) => name === 'New Line')?.parameters.jsCode;
	const newLine = runInNewContext(`(($) => {${code}\n})`) as (
		$: (name: string) => object,
	) => Array<{ json: { text: string } }>;
	const itemsOf = (name: string) => (read[name] ?? []).map((json) => ({ json }));
	const items = newLine((name) => ({ all: () => itemsOf(name), first: () => itemsOf(name)[0] }));
	return JSON.parse(items[0]?.json.text ?? '') as Line;
}

const stored = (id: string) => ({ fileName: manifestOf(id), sha256: sha256(id) });
const row = (envelopeId: string, updated = 48 * HOUR) => ({
	envelopeId,
	status: 'sealed',
	updatedAt: ago(updated),
});
const sealed = (ID: string, modified = 48 * HOUR) => ({
	ID,
	status: 'sealed',
	lastModifiedAt: ago(modified),
});
const CLEAN = { missing: [], lost: [], altered: [], unrecorded: [] };

it('about 10,000 envelopes that are where they belong, nothing is reported, and all are entered', () => {
	const ids = Array.from({ length: 10_000 }, () => idOf(chance));
	// Some are no longer in the service, some are not yet in the line before, and some are in capitals.
	const line = lineAbout({
		folder: ids.map(stored),
		table: ids.map((id, at) => row(at % 7 ? id : id.toUpperCase())),
		service: ids.filter((_, at) => at % 5).map((id, at) => sealed(at % 3 ? id : id.toUpperCase())),
		ledger: [
			{
				line: 1,
				time: ago(24 * HOUR),
				manifests: Object.fromEntries(
					ids.slice(0, 9_000).map((id) => [manifestOf(id), sha256(id)]),
				),
			},
		],
	});

	expect(line).toMatchObject(CLEAN);
	expect(Object.keys(line.manifests)).toEqual(ids.slice(9_000).map(manifestOf).sort());
});

describe('a new manifest without a row in the table is not entered', () => {
	const id = idOf(chance);

	it.each<[string, object[]]>([
		['the service does not have its envelope', []],
		['its envelope is not finished', [{ ...sealed(id, 0), status: 'sent' }]],
		['its envelope has been finished for long', [sealed(id)]],
		['nobody knows since when its envelope is finished', [{ ID: id, status: 'sealed' }]],
	])('and is reported if %s', (_, service) => {
		expect(lineAbout({ folder: [stored(id)], service })).toMatchObject({
			unrecorded: [manifestOf(id)],
			manifests: {},
		});
	});

	it('and is not reported while its envelope may just be being stored', () => {
		const service = [sealed(id.toUpperCase(), HOUR)];

		expect(lineAbout({ folder: [stored(id)], service })).toMatchObject({ ...CLEAN, manifests: {} });
	});

	it('and is reported again by the line after', () => {
		const ledger = [{ line: 1, time: ago(24 * HOUR), unrecorded: [manifestOf(id)], manifests: {} }];

		expect(lineAbout({ folder: [stored(id)], ledger }).unrecorded).toEqual([manifestOf(id)]);
	});

	it('also if its name only begins with the ID of an envelope that has one', () => {
		const folder = [stored(id), stored(`${id}-2`)];

		expect(lineAbout({ folder, table: [row(id)] })).toMatchObject({
			unrecorded: [manifestOf(`${id}-2`)],
			manifests: { [manifestOf(id)]: sha256(id) },
		});
	});
});

it('the name of a known manifest in other capitals is no new one', () => {
	const id = idOf(chance);
	const planted = stored(id.toUpperCase());
	const ledger = [{ line: 1, time: ago(24 * HOUR), manifests: { [manifestOf(id)]: sha256(id) } }];

	expect(lineAbout({ folder: [stored(id), planted], table: [row(id)], ledger })).toMatchObject({
		altered: [planted.fileName],
		manifests: {},
	});
});

describe('what is stored while the ledger reads', () => {
	const id = idOf(chance);
	const [time, later] = [ago(5 * 60_000), 4 * 60_000];

	it('is not lost if its row came after the reading of the folder', () => {
		const reading = { service: [sealed(id)], time };

		expect(lineAbout({ ...reading, table: [row(id, later)] })).toMatchObject(CLEAN);
		expect(lineAbout({ ...reading, table: [row(id, 6 * 60_000)] }).lost).toEqual([manifestOf(id)]);
	});

	it('counts as archived again in the next line', () => {
		const before = lineAbout({
			folder: [{ ...stored(id), sha256: 'old' }],
			table: [row(id)],
			time,
		});
		const next = { folder: [stored(id)], ledger: [{ ...before, line: 1 }] };

		expect(lineAbout({ ...next, table: [row(id, later)] })).toMatchObject({
			...CLEAN,
			manifests: { [manifestOf(id)]: sha256(id) },
		});
		expect(lineAbout({ ...next, table: [row(id)] }).altered).toEqual([manifestOf(id)]);
	});
});

describe('a manifest with a checksum in its name', () => {
	const id = idOf(chance);
	const named = (content: string) => ({
		fileName: `${id}-${sha256(content).slice(0, 16)}-manifest-sha256.txt`,
		sha256: sha256(content),
	});
	const [first, second] = [named('first'), named('second')];
	const ledger = [{ line: 1, time: ago(24 * HOUR), manifests: { [first.fileName]: first.sha256 } }];
	const reading = { service: [sealed(id)], ledger };

	it('is entered if its envelope has a row', () => {
		const line = lineAbout({ ...reading, ledger: [], folder: [first], table: [row(id)] });

		expect(line).toMatchObject({ ...CLEAN, manifests: ledger[0]?.manifests });
	});

	it('is one more if its envelope was archived again, and the earlier one stays', () => {
		const table = [row(id, HOUR)];

		expect(lineAbout({ ...reading, table, folder: [first, second] })).toMatchObject({
			...CLEAN,
			manifests: { [second.fileName]: second.sha256 },
		});
		expect(lineAbout({ ...reading, table, folder: [second] }).lost).toEqual([first.fileName]);
	});

	it('is not entered beside another one if its envelope was not archived again', () => {
		expect(lineAbout({ ...reading, table: [row(id)], folder: [first, second] })).toMatchObject({
			unrecorded: [second.fileName],
			manifests: {},
		});
	});

	it('never changes, whatever the row says', () => {
		const changed = { ...first, sha256: second.sha256 };

		expect(lineAbout({ ...reading, table: [row(id, 0)], folder: [changed] })).toMatchObject({
			altered: [first.fileName],
			manifests: {},
		});
	});
});
