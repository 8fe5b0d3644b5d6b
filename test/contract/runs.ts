import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { EnvelopeStatus } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import type { StoredDocument } from '../../sandbox/service/records';
import { SCENARIOS } from '../dialects/cells';
import type { Engine } from '../support/engine';
import { byId, type Harness } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import type { Pair } from './parameters';

const NEW = { name: 'Lease', mode: 'parallel', subject: 'Please sign', body: 'Here it is.' };
const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };
const SIGNER = { email: 'a@example.com', role: 'signer', authentication: 'sms', ...PHONE };
const BOX = { page: 1, x: 72, y: 72, width: 150, height: 40.5 };
const FIELDS = [
	{ type: 'custom', label: 'Customer number', ...BOX },
	{ type: 'date', format: 'YYYY-MM-DD', modifiable: true, ...BOX, y: 172 },
];
/** Beside them, since a field over another one of the same signer is refused. */
const BESIDE = { x: 300 };
const FIELD_IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const FAILED: Partial<StoredDocument> = { status: 'failed', failureReason: 'PageLimitReached' };

const list = (values: object[]) => JSON.stringify(values);

/** An envelope in which every key of the contract is in use. */
function scene(
	{ control }: Sandbox,
	status: EnvelopeStatus = 'drafted',
	change: Partial<StoredDocument> = {},
) {
	const { ID, documents, participants } = control.envelope({
		status,
		documents: 2,
		participants: [{ authentication: { type: 'SMS', ...PHONE } }],
	});
	const [document] = documents as [StoredDocument];
	const participantID = participants[0]?.ID ?? '';
	const fields = FIELDS.map(({ type, page, x, y, width, height, ...field }, index) => ({
		ID: FIELD_IDS[index],
		documentID: document.ID,
		type,
		participantID,
		boundingBox: [x, y, width, height],
		page,
		required: true,
		...field,
	}));
	Object.assign(document, { fields, ...change });
	return { ID, documents, document, participantID };
}

interface Run {
	parameters: object;
	items?: INodeExecutionData[];
}

/** In an envelope of that status: its first document, its participant and its first field. */
function within(
	sandbox: Sandbox,
	more: object = {},
	status?: EnvelopeStatus,
	change?: Partial<StoredDocument>,
): Run {
	const { ID, document, participantID } = scene(sandbox, status, change);
	return {
		parameters: {
			envelopeId: byId(ID),
			documentId: byId(document.ID),
			participantId: byId(participantID),
			fieldId: byId(FIELD_IDS[0]),
			...more,
		},
	};
}

/**
 * Runs that show every key of an output. What is not here is run in a draft or, where IDs and a draft are not
 * enough, in its scenario for the dialects.
 */
const RUNS: Record<string, (sandbox: Sandbox) => Run> = {
	'envelope/downloadEvidence': (sandbox) => ({
		parameters: {
			envelopeId: byId('={{ $json.ID }}'),
			include: ['sealed', 'auditTrail', 'documents', 'original'],
		},
		items: [scene(sandbox, 'sealed'), scene(sandbox, 'cancelled')].map(({ ID }) => ({
			json: { ID },
		})),
	}),
	'envelope/cancel': (sandbox) => within(sandbox, {}, 'sent'),
	'envelope/createAndSend': () => ({
		parameters: {
			...NEW,
			inputMode: 'json',
			participantsJson: list([SIGNER]),
			fieldsJson: list(FIELDS.map((field) => ({ ...field, participantEmail: SIGNER.email }))),
		},
		items: [withFile(pdf(), 'lease.pdf')],
	}),
	'envelope/createFromTemplate': (sandbox) => ({
		parameters: {
			templateId: byId(scene(sandbox).ID),
			name: 'Copy',
			inputMode: 'json',
			participantsJson: list([SIGNER]),
		},
	}),
	'envelope/downloadAuditTrail': (sandbox) => within(sandbox, {}, 'sealed'),
	'envelope/downloadSealed': (sandbox) => within(sandbox, {}, 'sealed'),
	'envelope/remind': (sandbox) => within(sandbox, {}, 'sent'),
	'envelope/waitUntilSigned': (sandbox) => within(sandbox, {}, 'sealed'),
	'envelope/update': (sandbox) => within(sandbox, { updateFields: { name: 'Another' } }),
	'document/add': (sandbox) => ({
		...within(sandbox, { options: { waitUntilProcessed: true } }),
		items: [withFile(pdf(), 'lease.pdf')],
	}),
	'document/downloadSealed': (sandbox) => within(sandbox, {}, 'sealed'),
	'document/get': (sandbox) => within(sandbox, {}, 'drafted', FAILED),
	'document/rename': (sandbox) => within(sandbox, { name: 'Another' }, 'drafted', FAILED),
	'participant/create': (sandbox) => within(sandbox, SIGNER),
	'participant/createMany': (sandbox) =>
		within(sandbox, { inputMode: 'json', participantsJson: list([SIGNER]) }),
	'participant/getSigningUrls': (sandbox) => within(sandbox, {}, 'sent'),
	'participant/update': (sandbox) => within(sandbox, { authentication: 'sms', ...PHONE }),
	'field/create': (sandbox) => ({
		...within(sandbox, {
			...BOX,
			...BESIDE,
			type: '={{ $json.type }}',
			label: '={{ $json.label }}',
			y: '={{ $json.y }}',
		}),
		items: FIELDS.map((field) => ({ json: field })),
	}),
	'field/createMany': (sandbox) => {
		const { ID, document, participantID } = scene(sandbox);
		const ids = { envelopeId: byId(ID), documentId: byId(document.ID) };
		const rows = FIELDS.map((field) => ({ ...field, ...BESIDE, participantID }));
		return { parameters: { ...ids, inputMode: 'json', fieldsJson: list(rows) } };
	},
	'field/update': (sandbox) => ({
		...within(sandbox, { fieldId: byId('={{ $json.ID }}'), updateFields: { x: 20.5 } }),
		items: FIELD_IDS.map((ID) => ({ json: { ID } })),
	}),
};

/** A step of adding an operation is still to do; the message says which. */
export class Forgotten extends Error {}

/** What `resource/operation` puts out, with every key that it can have. */
export async function outputsOf(harness: Harness, path: string): Promise<IDataObject[]> {
	const [resource = '', operation = ''] = path.split('/');
	const { parameters, items } = (RUNS[path] ?? within)(harness.sandbox);
	const chosen = { resource, operation, ...parameters } as INodeParameters;
	const outcome = await harness.engine.run(chosen, { items });
	if (outcome.error && RUNS[path]) throw outcome.error;
	const outputs = outcome.error
		? await runScenario(harness, { resource, operation }, outcome.error)
		: outcome.items.map(({ json }) => json);
	if (outputs.length === 0) throw new Error(`${path} put out nothing`);
	return outputs;
}

/** All that it puts out in the scenario in which the dialects try it. */
async function runScenario(
	{ sandbox, engine }: Harness,
	pair: Pair,
	inDraft: Error,
): Promise<IDataObject[]> {
	const name = `${pair.resource}: ${pair.operation}`;
	const scenario = SCENARIOS.find(({ operation }) => operation === name);
	if (!scenario) {
		throw new Forgotten(
			`The preview of '${name}' needs a scenario in test/dialects/operations/${pair.resource}.ts: run in a plain draft, the operation says "${inDraft.message.replace(/\s+/g, ' ')}"`,
		);
	}
	const outputs: IDataObject[] = [];
	const run: Engine['run'] = async (parameters, options) => {
		const outcome = await engine.run(parameters, options);
		const isMeant =
			parameters.resource === pair.resource && parameters.operation === pair.operation;
		if (isMeant) outputs.push(...outcome.items.map(({ json }) => json));
		return outcome;
	};
	await scenario.run({ sandbox, engine: { ...engine, run } });
	return outputs;
}
