import { randomBytes, randomUUID } from 'node:crypto';

import { readExample } from '../../host/examples';
import type { Host } from '../../host/host';
import { chain, manualTrigger, START, type Step } from '../../host/workflows';

/** n8n's own limit for all data tables, unless it is set otherwise. */
const LIMIT = 200 * 1024 * 1024;
const BATCH = 1_000;
const LOOK_UPS = 200;
const LOOK_UP = 'Not Yet Archived';

/** Without it n8n remembers sizes for five seconds. */
export const FRESH_SIZES = { N8N_DATA_TABLES_SIZE_CHECK_CACHE_DURATION_MS: '0' };

const newRow = () => ({
	envelopeId: randomUUID(),
	lastModifiedAt: '2026-01-02T03:04:05.678Z',
	status: 'sealed',
	name: 'Employment contract of Ada Lovelace',
	manifestSha256: randomBytes(32).toString('hex'),
});

const nodeOf = (example: string, name: string): Step =>
	readExample(example).nodes.find((node) => node.name === name) as Step;

/** Fills the table of the archiving examples; after each number of rows: its size, and how long a look-up takes. */
export async function measureTable(
	host: Host,
	database: string,
	counts: number[],
	print: (line: string) => void,
): Promise<void> {
	const record = nodeOf('store-evidence', 'Archive Record');
	await host.execute(chain('Create the table', [manualTrigger, record]));
	const { data } = await host.rest<{ data: Array<{ id: string; projectId: string }> }>(
		'GET',
		'/rest/data-tables-global',
	);
	const { id, projectId } = data[0] as { id: string; projectId: string };
	const insert = `/rest/projects/${projectId}/data-tables/${id}/insert`;
	let rows = 0;
	for (const count of counts) {
		for (; rows < count; rows += BATCH) {
			const batch = Array.from({ length: BATCH }, newRow);
			await host.rest('POST', insert, { data: batch, returnType: 'count' });
		}
		const bytes = (await sizeOf(host, id)) / rows;
		const full = Math.floor(LIMIT / bytes / 1_000) * 1_000;
		const each = await lookUp(host, record);
		print(
			`${database}, ${rows} rows: ${Math.round(bytes)} bytes each, so that 200 MiB hold ${full}; a look-up takes ${each.toFixed(1)} ms`,
		);
	}
}

async function sizeOf(host: Host, id: string): Promise<number> {
	const { dataTables } = await host.rest<{ dataTables: Record<string, { sizeBytes: number }> }>(
		'GET',
		'/rest/data-tables-global/limits',
	);
	return dataTables[id]?.sizeBytes ?? NaN;
}

/** Of envelopes that are not in it, as the nightly example looks for each envelope that has ended. */
async function lookUp(host: Host, record: Step): Promise<number> {
	const items = Array.from({ length: LOOK_UPS }, () => {
		const { envelopeId: ID, lastModifiedAt } = newRow();
		return { json: { ID, lastModifiedAt } };
	});
	const ended: Step = {
		name: 'Ended',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return $('${START}').all();` },
	};
	const steps = [manualTrigger, { ...record, executeOnce: true }, ended];
	const run = await host.execute({
		...chain('Look up', [...steps, nodeOf('nightly-archive', LOOK_UP)]),
		pinData: { [START]: items },
	});
	const found = run.json(LOOK_UP).length;
	if (run.error || found !== LOOK_UPS) throw new Error(`${found} look-ups, ${run.error?.message}`);
	return run.milliseconds(LOOK_UP) / LOOK_UPS;
}
