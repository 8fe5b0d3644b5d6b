import { hasEnded } from '../../../host/execution';
import type { Host } from '../../../host/host';

interface Table {
	id: string;
	name: string;
	projectId: string;
}

export interface RecordedState {
	envelopeId: string;
	lastModifiedAt: string;
	/** Of what the examples have stored; empty if there was no file. */
	manifestSha256?: string;
}

const ARCHIVE_RECORD = 'Archived envelopes';
const PAGE = 100;

/** Recorded by the archiving workflow. */
export const recordedStates = async (host: Host): Promise<RecordedState[]> =>
	await rowsOf<RecordedState>(host, ARCHIVE_RECORD);

/** Those of these envelopes that are recorded, once for each record. */
export const recordedOf = async (host: Host, IDs: string[]): Promise<string[]> =>
	(await recordedStates(host))
		.map(({ envelopeId }) => String(envelopeId))
		.filter((ID) => IDs.includes(ID))
		.sort();

async function addressOf(host: Host, tableName: string): Promise<string | undefined> {
	const tables = await host.rest<Paged<Table>>('GET', '/rest/data-tables-global');
	const table = tables.data.find(({ name }) => name === tableName);
	return table && `/rest/projects/${table.projectId}/data-tables/${table.id}`;
}

/** All rows of a data table, read as the editor reads them; none while there is no such table. */
async function rowsOf<Row>(host: Host, tableName: string): Promise<Row[]> {
	const table = await addressOf(host, tableName);
	if (!table) return [];
	const rows = `${table}/rows`;
	const found: Row[] = [];
	for (;;) {
		const query = `skip=${found.length}&take=${PAGE}&sortBy=id:asc`;
		const page = await host.rest<Paged<Row>>('GET', `${rows}?${query}`);
		found.push(...page.data);
		if (page.data.length < PAGE) return found;
	}
}

interface Paged<Entry> {
	data: Entry[];
}

export interface Run {
	id: string;
	status: string;
	mode: string;
}

/** A workflow's runs, the newest first; n8n lists a hundred at once. */
export async function allRunsOf(host: Host, workflowId: string): Promise<Run[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const found: Run[] = [];
	for (let cursor = ''; ;) {
		const { results, nextCursor } = await host.rest<{ results: Run[]; nextCursor?: string }>(
			'GET',
			`/rest/executions?limit=100&filter=${filter}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
		);
		found.push(...results);
		// A run that ends meanwhile may be listed twice.
		if (!nextCursor) return [...new Map(found.map((run) => [run.id, run])).values()];
		cursor = nextCursor;
	}
}

/** How many runs of a workflow there were; undefined while one goes on. */
export async function ranOf(host: Host, workflowId: string): Promise<number | undefined> {
	const runs = await allRunsOf(host, workflowId);
	return runs.every(({ status }) => hasEnded(status)) ? runs.length : undefined;
}
