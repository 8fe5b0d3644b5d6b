import type { INode, IWorkflowSettings } from 'n8n-workflow';

import type { CredentialReference } from '../../../host/host';
import { ARCHIVE_STEP, archiveEnvelope, finishedEnvelopes, writeFiles } from './archiving';
import { chain, type NewWorkflow, type Step } from '../../../host/workflows';

export interface NightlyOptions {
	credential: CredentialReference;
	/** Where the files go. n8n must be allowed to write there: N8N_RESTRICT_FILE_ACCESS_TO. */
	folder: string;
	/** One rule of the Schedule Trigger; every night if not given. */
	every?: INode['parameters'];
	/** Envelopes that are archived, written and recorded together: what a crash costs at most. */
	batchSize?: number;
	settings?: IWorkflowSettings;
}

export const ARCHIVE_RECORD = 'Archived envelopes';
const TABLE = 'Archive Record';
const BATCHES = 'Batches';
const RECORD = 'Record as Archived';

/**
 * Archives finished envelopes on a schedule, each state of an envelope once. An envelope is recorded when
 * its files are on disk, and not before: a run that ends anywhere leaves nothing out, since the next one
 * takes up all that is not recorded and writes the same files under the same names.
 */
export function nightlyArchive(options: NightlyOptions): NewWorkflow {
	const { credential, folder, every = { field: 'days', triggerAtHour: 3 } } = options;
	const workflow = chain(
		'Archive finished envelopes every night',
		[
			{
				name: 'Schedule',
				type: 'n8n-nodes-base.scheduleTrigger',
				typeVersion: 1.3,
				parameters: { rule: { interval: [every] } },
			},
			recordTable,
			finishedEnvelopes(credential),
			dataTable('Not Yet Archived', { operation: 'rowNotExists', ...sameState('$json') }),
			{
				name: BATCHES,
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: options.batchSize ?? 25 },
			},
			archiveEnvelope(credential),
			...writeFiles(folder),
			oneItemPerEnvelope,
			dataTable(RECORD, {
				operation: 'upsert',
				...sameState('$json.envelope'),
				columns: columnsFrom('$json.envelope'),
			}),
		],
		// A run ends before the next one begins, so that two never work on the same envelopes.
		{ executionOrder: 'v1', executionTimeout: 3600, ...options.settings },
	);
	// The loop's second output is the next batch, its first the end of all.
	workflow.connections[BATCHES] = { main: [[], [{ node: ARCHIVE_STEP, type: 'main', index: 0 }]] };
	workflow.connections[RECORD] = { main: [[{ node: BATCHES, type: 'main', index: 0 }]] };
	return workflow;
}

const recordTable: Step = {
	name: TABLE,
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1.1,
	parameters: {
		resource: 'table',
		operation: 'create',
		tableName: ARCHIVE_RECORD,
		columns: { column: ['envelopeId', 'lastModifiedAt'].map((name) => ({ name, type: 'string' })) },
		options: { createIfNotExists: true },
	},
};

const dataTable = (name: string, parameters: INode['parameters']): Step => ({
	name,
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1.1,
	parameters: {
		resource: 'row',
		dataTableId: { __rl: true, mode: 'id', value: `={{ $('${TABLE}').first().json.id }}` },
		...parameters,
	},
});

/** An envelope that changed after it was archived is another state of it, archived again. */
const sameState = (envelope: string) => ({
	matchType: 'allConditions',
	filters: {
		conditions: [
			{ keyName: 'envelopeId', condition: 'eq', keyValue: `={{ ${envelope}.ID }}` },
			{
				keyName: 'lastModifiedAt',
				condition: 'eq',
				keyValue: `={{ ${envelope}.lastModifiedAt }}`,
			},
		],
	},
});

const columnsFrom = (envelope: string) => ({
	mappingMode: 'defineBelow',
	value: {
		envelopeId: `={{ ${envelope}.ID }}`,
		lastModifiedAt: `={{ ${envelope}.lastModifiedAt }}`,
	},
	matchingColumns: [],
	schema: ['envelopeId', 'lastModifiedAt'].map((id) => ({
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		display: true,
		type: 'string',
		canBeUsedToMatch: true,
	})),
});

const oneItemPerEnvelope: Step = {
	name: 'One Item per Envelope',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 1.1,
	parameters: { compare: 'selectedFields', fieldsToCompare: 'envelope.ID' },
};
