import { Chance } from '../nodes/ESignature/trigger/random';
import { idOf, sha256 } from './archive';
import { ago, CLEAN, HOUR, lineAbout, manifestOf, named, row, sealed, stored } from './ledgerLine';

const chance = new Chance(20_261_118);

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

it('a copy of a known manifest under its name in other capitals is no new one either', () => {
	const id = idOf(chance);
	const copy = { fileName: manifestOf(id.toUpperCase()), sha256: sha256(id) };
	const ledger = [{ line: 1, time: ago(24 * HOUR), manifests: { [manifestOf(id)]: sha256(id) } }];

	expect(lineAbout({ folder: [stored(id), copy], table: [row(id)], ledger })).toMatchObject({
		altered: [copy.fileName],
		manifests: {},
	});
});

describe('what is stored while the ledger reads', () => {
	const id = idOf(chance);
	const [time, later] = [ago(5 * 60_000), 4 * 60_000];
	const name = named(id, id).fileName;

	it('is not lost if its row came after the reading of the folder', () => {
		const reading = { service: [{ ...sealed(id), status: 'rejected' }], time };
		const rowOf = (updated: number) => ({ ...row(id, updated), status: 'rejected' });

		expect(lineAbout({ ...reading, table: [rowOf(later)] })).toMatchObject(CLEAN);
		expect(lineAbout({ ...reading, table: [rowOf(6 * 60_000)] }).lost).toEqual([name]);
	});

	it('is not looked for if the service no longer has its envelope and no line has it', () => {
		expect(lineAbout({ time, table: [row(id)] })).toMatchObject(CLEAN);
	});
});

describe('of an envelope that is archived, the line enters the manifest that its row names', () => {
	const id = idOf(chance);
	const [first, second, planted] = [named(id, 'first'), named(id, 'second'), named(id, 'planted')];
	const ledger = [{ line: 1, time: ago(24 * HOUR), manifests: { [first.fileName]: first.sha256 } }];
	const [firstRow, secondRow] = [row(id, 48 * HOUR, first.sha256), row(id, HOUR, second.sha256)];
	const reading = { service: [sealed(id, HOUR)] };

	it('and no other beside it, though the envelope was stored only now', () => {
		const table = [row(id, 0, first.sha256)];

		expect(lineAbout({ ...reading, table, folder: [first, planted] })).toMatchObject({
			...CLEAN,
			unrecorded: [planted.fileName],
			manifests: ledger[0]?.manifests,
		});
	});

	it('and none in its place', () => {
		expect(lineAbout({ ...reading, table: [firstRow], folder: [planted] })).toMatchObject({
			...CLEAN,
			lost: [first.fileName],
			unrecorded: [planted.fileName],
			manifests: {},
		});
	});

	it('and none under the name that it has', () => {
		const instead = { ...first, sha256: planted.sha256 };

		expect(lineAbout({ ...reading, table: [firstRow], folder: [instead] })).toMatchObject({
			lost: [first.fileName],
			unrecorded: [first.fileName],
			manifests: {},
		});
	});

	it('also in capitals, as a table of your own may have it', () => {
		const table = [row(id.toUpperCase(), HOUR, first.sha256.toUpperCase())];

		expect(lineAbout({ ...reading, table, folder: [first] })).toMatchObject({
			...CLEAN,
			manifests: ledger[0]?.manifests,
		});
	});

	it('and one more if it was archived again, whose row came beside the first', () => {
		const table = [firstRow, secondRow];

		expect(lineAbout({ ...reading, ledger, table, folder: [first, second] })).toMatchObject({
			...CLEAN,
			manifests: { [second.fileName]: second.sha256 },
		});
		expect(lineAbout({ ...reading, ledger, table, folder: [second] }).lost).toEqual([
			first.fileName,
		]);
	});

	it('and both if two runs have stored it at the same time', () => {
		const table = [firstRow, row(id, 48 * HOUR, second.sha256)];

		expect(
			Object.keys(lineAbout({ ...reading, table, folder: [first, second] }).manifests).sort(),
		).toEqual([first.fileName, second.fileName].sort());
	});

	it('and none if it was archived without files, however long ago', () => {
		for (const modified of [HOUR, 48 * HOUR])
			expect(
				lineAbout({
					service: [{ ...sealed(id, modified), status: 'cancelled' }],
					table: [{ ...row(id, modified, ''), status: 'cancelled' }],
					folder: [planted],
				}),
			).toMatchObject({ ...CLEAN, unrecorded: [planted.fileName], manifests: {}, withoutFiles: 1 });
	});

	it('which never changes, whatever the rows say', () => {
		const changed = { ...first, sha256: second.sha256 };
		const table = [firstRow, secondRow];

		expect(lineAbout({ ...reading, ledger, table, folder: [changed] })).toMatchObject({
			altered: [first.fileName],
			manifests: {},
		});
	});
});

describe('a manifest without a checksum in its name, as older versions of the examples wrote it,', () => {
	const id = idOf(chance);
	const ledger = [{ line: 1, time: ago(24 * HOUR), manifests: { [manifestOf(id)]: 'old' } }];
	const old = { ...stored(id), sha256: 'old' };

	it('stays what it is if a line has it, though its row names none', () => {
		const reading = { service: [sealed(id)], table: [row(id, 48 * HOUR, null)], ledger };

		expect(lineAbout({ ...reading, folder: [old] })).toMatchObject({ ...CLEAN, withoutFiles: 0 });
		expect(lineAbout({ ...reading, folder: [] }).lost).toEqual([manifestOf(id)]);
	});

	it('is not entered if its row names none, until somebody enters its checksum there', () => {
		const folder = [stored(id)];

		expect(lineAbout({ folder, table: [row(id, 0, null)] })).toMatchObject({
			unrecorded: [manifestOf(id)],
			manifests: {},
		});
		expect(lineAbout({ folder, table: [row(id)] })).toMatchObject({
			...CLEAN,
			manifests: { [manifestOf(id)]: sha256(id) },
		});
	});

	it('may differ from the line only if its row names what is there now', () => {
		const folder = [stored(id)];

		expect(lineAbout({ folder, table: [row(id)], ledger })).toMatchObject({
			...CLEAN,
			manifests: { [manifestOf(id)]: sha256(id) },
		});
		for (const other of [null, '', sha256('other')])
			expect(lineAbout({ folder, table: [row(id, 0, other)], ledger }).altered).toEqual([
				manifestOf(id),
			]);
	});

	it('is missed if its envelope is sealed and there is none at all', () => {
		const table = [row(id, 48 * HOUR, null)];

		expect(lineAbout({ service: [sealed(id)], table }).lost).toEqual([manifestOf(id)]);
	});
});

it('a table without the column for manifests is refused, with what to do', () => {
	const { manifestSha256, ...older } = row(idOf(chance));

	expect(manifestSha256).toBeDefined();
	expect(() => lineAbout({ table: [older] })).toThrow("Add the column 'manifestSha256'");
});
