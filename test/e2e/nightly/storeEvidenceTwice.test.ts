/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Execution } from '../../../host/execution';
import { readExample } from '../../../host/examples';
import { chain, manualTrigger, type Step } from '../../../host/workflows';
import { sha256 } from '../../examples/archive';
import { archivedIn, fetchedFrom } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { FileStore, wholeIn } from '../support/fileStore';
import { prepareGround } from '../support/ground';
import { addColumn, recordedOf, recordedStates, rowsOf } from '../support/record';
import { STORES } from '../support/stores';

const ground = prepareGround();
const VARIANTS = Object.keys(STORES) as Array<keyof typeof STORES>;
let store: FileStore;

beforeEach(async () => {
	await ground.sandbox.reset();
	store = await FileStore.start();
});
afterEach(async () => await store.stop());

const sealed = () => ground.sandbox.control.envelope({ status: 'sealed' }).ID;

/** A service may list the downloads in the audit trail, and leave the time of change as it is. */
function changeAuditTrail(ID: string): void {
	const { audit } = ground.sandbox.control.get(ID);
	audit.push({ ...(audit.at(-1) as (typeof audit)[number]) });
}

async function imported(variant: keyof typeof STORES) {
	const credentials = await STORES[variant](ground.host, store);
	const example = await Example.import(ground, variant, { credentials });
	await example.activate();
	return example;
}

async function onDisk() {
	const folder = newArchive();
	const example = await Example.import(ground, 'store-evidence', {
		settings: { archiveFolder: folder },
	});
	await example.activate();
	return { folder, example };
}

/** Calls it as the archiving examples do; the step after it shows what the caller gets. */
async function stored({ id }: Example, ID: string): Promise<Execution> {
	const { nodes } = readExample('form-to-archive');
	const call = nodes.find(({ name }) => name === 'Store Evidence') as Step;
	const workflowId = { __rl: true, mode: 'id', value: id };
	const inputs = call.parameters.workflowInputs as object;
	const workflowInputs = { ...inputs, value: { envelopeId: ID } };
	const parameters = { ...call.parameters, workflowId, workflowInputs };
	return await ground.host.execute(
		chain('Caller', [manualTrigger, { ...call, parameters } as Step]),
	);
}

const callersItem = (run: Execution) => {
	const [{ envelopeId, lastModifiedAt, status, name, manifestSha256, ...rest } = {}, ...more] =
		run.json('Store Evidence');
	return { envelopeId, lastModifiedAt, status, name, manifestSha256, isRow: 'id' in rest, more };
};

it.each(VARIANTS)(
	'%s: writes nothing for an envelope that is recorded, and gives its caller the same',
	async (variant) => {
		const ID = sealed();
		const example = await imported(variant);
		const first = await stored(example, ID);
		expect([first.error, wholeIn(store)]).toEqual([undefined, [ID]]);
		changeAuditTrail(ID);
		ground.sandbox.log.clear();
		const { writes } = store;
		store.losesEach = 3;

		const second = await stored(example, ID);
		expect(second.error).toBeUndefined();
		expect(callersItem(second)).toEqual(callersItem(first));
		expect(callersItem(second)).toMatchObject({ envelopeId: ID, isRow: true, more: [] });
		expect([store.writes, fetchedFrom(ground.sandbox)]).toEqual([writes, []]);
		expect([await recordedOf(ground.host, [ID]), wholeIn(store)]).toEqual([[ID], [ID]]);
	},
);

it('disk: writes nothing for an envelope that is recorded, and gives its caller the same', async () => {
	const ID = sealed();
	const { folder, example } = await onDisk();
	const first = await stored(example, ID);
	expect([first.error, archivedIn(folder)]).toEqual([undefined, [ID]]);
	const files = readdirSync(folder);
	changeAuditTrail(ID);

	const second = await stored(example, ID);
	expect(second.error).toBeUndefined();
	expect(callersItem(second)).toEqual(callersItem(first));
	expect(readdirSync(folder)).toEqual(files);
});

it('disk: leaves what was archived as it is when the envelope has changed since', async () => {
	const ID = sealed();
	const { folder, example } = await onDisk();
	expect((await stored(example, ID)).error).toBeUndefined();
	const before = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
	changeAuditTrail(ID);
	ground.sandbox.control.get(ID).lastModifiedAt = new Date().toISOString();

	expect((await stored(example, ID)).error).toBeUndefined();
	expect(readdirSync(folder).length).toBeGreaterThan(before.length);
	for (const [name, content] of before)
		expect(readFileSync(join(folder, String(name)))).toEqual(content);
	expect(archivedIn(folder)).toEqual([ID]);
});

it.each(VARIANTS)(
	'%s: a run that breaks off leaves what another one has recorded meanwhile as it is',
	async (variant) => {
		const ID = sealed();
		const example = await imported(variant);
		const slow = await heldBeforeItsFirstFile(example, ID);
		changeAuditTrail(ID);
		const other = await stored(example, ID);
		expect([other.error, wholeIn(store)]).toEqual([undefined, [ID]]);
		expect(await recordedOf(ground.host, [ID])).toEqual([ID]);

		// The first file of the slow one is stored, and nothing after it.
		const { size } = store.files;
		store.losesAfter = store.writes + 1;
		expect((await slow.goesOn()).error).toBeDefined();
		expect([store.lost, store.files.size]).toEqual([1, size + 1]);
		expect(await recordedOf(ground.host, [ID])).toEqual([ID]);
		expect(wholeIn(store)).toEqual([ID]);
	},
);

/** The manifests of an envelope in the store, and those that its rows name. */
async function manifestsOf(ID: string) {
	const isManifest = (path: string) => path.includes(ID) && path.endsWith('-manifest-sha256.txt');
	const kept = [...store.files].filter(([path]) => isManifest(path));
	const rows = (await recordedStates(ground.host)).filter(({ envelopeId }) => envelopeId === ID);
	return {
		inStore: kept.map(([, content]) => sha256(content)).sort(),
		inRows: rows.map(({ manifestSha256 }) => manifestSha256).sort(),
	};
}

it.each(VARIANTS)('%s: the row names the manifest that is in the store', async (variant) => {
	const ID = sealed();
	expect((await stored(await imported(variant), ID)).error).toBeUndefined();

	const { inStore, inRows } = await manifestsOf(ID);
	expect(inStore).toHaveLength(1);
	expect(inRows).toEqual(inStore);
});

it.each(VARIANTS)(
	'%s: two runs that store different copies at the same time leave a row for each manifest',
	async (variant) => {
		const ID = sealed();
		const example = await imported(variant);
		const slow = await heldBeforeItsFirstFile(example, ID);
		changeAuditTrail(ID);
		expect((await stored(example, ID)).error).toBeUndefined();
		expect((await slow.goesOn()).error).toBeUndefined();

		const { inStore, inRows } = await manifestsOf(ID);
		expect(inStore).toHaveLength(2);
		expect(inRows).toEqual(inStore);
		expect(wholeIn(store)).toEqual([ID]);
	},
);

it('a table of an older version is refused with the name of the column that it lacks, and accepted once it has it', async () => {
	const ID = sealed();
	const tableName = `Older table ${ID}`;
	const column = ['envelopeId', 'lastModifiedAt', 'status', 'name'].map((name) => ({
		name,
		type: 'string',
	}));
	const example = await Example.import(ground, 'store-evidence', {
		settings: { archiveFolder: newArchive() },
		entered: { 'Archive Record': { tableName, columns: { column } } },
	});
	await example.activate();
	expect((await stored(example, ID)).error?.message).toContain('manifestSha256');
	expect(await rowsOf(ground.host, tableName)).toEqual([]);

	await addColumn(ground.host, tableName, 'manifestSha256');
	expect((await stored(example, ID)).error).toBeUndefined();
	expect(await rowsOf(ground.host, tableName)).toMatchObject([{ envelopeId: ID }]);
});

/** A run that has its files and waits to store the first of them. */
async function heldBeforeItsFirstFile(example: Example, ID: string) {
	const isHeld = signal();
	const isOver = signal();
	store.beforeWrite = async () => {
		store.beforeWrite = async () => {};
		isHeld.give();
		await isOver.given;
	};
	const run = stored(example, ID);
	await isHeld.given;
	const goesOn = async () => {
		isOver.give();
		return await run;
	};
	return { goesOn };
}

function signal() {
	let give = () => {};
	const given = new Promise<void>((resolve) => (give = resolve));
	return { given, give: () => give() };
}
