import type { INodeExecutionData } from 'n8n-workflow';

import type { EnvelopeStatus } from '../../nodes/ESignature/api';
import type { StoredDocument } from '../../sandbox/service/records';
import { byId, prepareGround } from '../support/ground';
import { pdf, withFile } from '../support/samples';
import { read } from './repository';
import { OPERATIONS, schemaFaults, SCHEMAS, unusedKeys, type Schema } from './schemas';

const ground = prepareGround();

const NEW = { name: 'Lease', mode: 'parallel', subject: 'Please sign', body: 'Here it is.' };
const PHONE = { countryCode: '+49', phoneNumber: '1701234567' };
const SIGNER = { email: 'a@example.com', role: 'signer', authentication: 'sms', ...PHONE };
const BOX = { page: 1, x: 72, y: 72, width: 150, height: 40.5 };
const FIELDS = [
	{ type: 'custom', label: 'Customer number', ...BOX },
	{ type: 'date', format: 'YYYY-MM-DD', modifiable: true, ...BOX },
];
const FIELD_IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const FAILED: Partial<StoredDocument> = { status: 'failed', failureReason: 'PageLimitReached' };

const list = (values: object[]) => JSON.stringify(values);

/** An envelope in which every key of the contract is in use. */
function scene(status: EnvelopeStatus = 'drafted', change: Partial<StoredDocument> = {}) {
	const { ID, documents, participants } = ground.sandbox.control.envelope({
		status,
		documents: 2,
		participants: [{ authentication: { type: 'SMS', ...PHONE } }],
	});
	const [document] = documents as [StoredDocument];
	const participantID = participants[0]?.ID ?? '';
	const fields = FIELDS.map(({ page, x, y, width, height, ...field }, index) => ({
		...{ ID: FIELD_IDS[index], documentID: document.ID, participantID, required: true },
		...{ page, boundingBox: [x, y, width, height], ...field },
	}));
	Object.assign(document, { fields, ...change });
	return { ID, documents, document, participantID };
}

interface Run {
	parameters: object;
	items?: INodeExecutionData[];
}

/** In an envelope of that status: its first document, its participant and its first field. */
function within(more: object = {}, ...given: Parameters<typeof scene>): Run {
	const { ID, document, participantID } = scene(...given);
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

/** Runs that show every key of an output. What is not here needs no more than a draft. */
const RUNS: Record<string, () => Run> = {
	'envelope/downloadEvidence': () => ({
		parameters: {
			envelopeId: byId('={{ $json.ID }}'),
			include: ['sealed', 'auditTrail', 'documents', 'original'],
		},
		items: [scene('sealed'), scene('cancelled')].map(({ ID }) => ({ json: { ID } })),
	}),
	'envelope/cancel': () => within({}, 'sent'),
	'envelope/create': () => ({ parameters: NEW }),
	'envelope/createAndSend': () => ({
		parameters: {
			...NEW,
			inputMode: 'json',
			participantsJson: list([SIGNER]),
			fieldsJson: list(FIELDS.map((field) => ({ ...field, participantEmail: SIGNER.email }))),
		},
		items: [withFile(pdf(), 'lease.pdf')],
	}),
	'envelope/downloadAuditTrail': () => within({}, 'sealed'),
	'envelope/downloadSealed': () => within({}, 'sealed'),
	'envelope/remind': () => within({}, 'sent'),
	'envelope/update': () => within({ updateFields: { name: 'Another' } }),
	'document/add': () => ({
		...within({ options: { waitUntilProcessed: true } }),
		items: [withFile(pdf(), 'lease.pdf')],
	}),
	'document/downloadSealed': () => within({}, 'sealed'),
	'document/get': () => within({}, 'drafted', FAILED),
	'document/rename': () => within({ name: 'Another' }, 'drafted', FAILED),
	'document/reorder': () => {
		const { ID, documents } = scene();
		return { parameters: { envelopeId: byId(ID), documentIds: documents.map((one) => one.ID) } };
	},
	'participant/create': () => within(SIGNER),
	'participant/createMany': () => within({ inputMode: 'json', participantsJson: list([SIGNER]) }),
	'participant/getSigningUrls': () => within({}, 'sent'),
	'participant/update': () => within({ authentication: 'sms', ...PHONE }),
	'field/create': () => ({
		...within({ type: '={{ $json.type }}', label: '={{ $json.label }}' }),
		items: FIELDS.map((field) => ({ json: field })),
	}),
	'field/createMany': () => {
		const { ID, document, participantID } = scene();
		const ids = { envelopeId: byId(ID), documentId: byId(document.ID) };
		const rows = FIELDS.map((field) => ({ ...field, participantID }));
		return { parameters: { ...ids, inputMode: 'json', fieldsJson: list(rows) } };
	},
	'field/update': () => ({
		...within({ fieldId: byId('={{ $json.ID }}'), updateFields: { x: 20.5 } }),
		items: FIELD_IDS.map((ID) => ({ json: { ID } })),
	}),
};

it.each(OPERATIONS)('the output of %s is what its preview shows', async (path) => {
	const schema = JSON.parse(read(`${SCHEMAS}/${path}.json`)) as Schema;
	const [resource, operation] = path.split('/');
	const { parameters, items } = RUNS[path]?.() ?? within();
	const outcome = await ground.engine.run({ resource, operation, ...parameters }, { items });
	const outputs = outcome.items.map(({ json }) => json);

	expect(outcome.error).toBeUndefined();
	expect(outputs.length).toBeGreaterThan(0);
	expect(outputs.flatMap((output) => schemaFaults(schema, output))).toEqual([]);
	expect(unusedKeys(schema, outputs)).toEqual([]);
});
