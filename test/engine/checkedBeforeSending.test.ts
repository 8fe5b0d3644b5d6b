import type { INodeExecutionData } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/ESignature/actions';
import { byId, prepareHarness } from '../support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../support/samples';
import { jsonJob } from './createAndSendJob';

const harness = prepareHarness();
const VALUE = '={{ $json.value }}';

const person = [{ email: 'ada@example.com', role: 'signer' }];
const copy = { inputMode: 'json', participantsJson: JSON.stringify(person), name: 'Lease' };
const whole = (more: object) =>
	jsonJob({ people: person, fields: [] }, { binaryPropertyNames: 'data', ...more });
const create = { mode: 'parallel', notificationsManagedBy: 'sender', name: VALUE };
const download = { binaryPropertyName: VALUE };
const wait = { waitUntilProcessed: true, maxWait: VALUE };
const code = { authentication: 'accessCode', accessCode: '12345678' };

/** For each operation that works item by item inputs, and a good and a wrong value for one of them. */
const CASES: Array<[operation: string, inputs: object, good: unknown, wrong: unknown]> = [
	['envelope create', create, 'Lease', ' '],
	['envelope createFromTemplate', { ...copy, name: VALUE }, 'Lease', ' '],
	['envelope createFromTemplate', { ...copy, participantsJson: VALUE }, person, [{ email: 'a' }]],
	['envelope createAndSend', whole({ name: VALUE }), 'Lease', ''],
	['envelope createAndSend', whole({ participantsJson: VALUE }), person, [{ email: 'ada' }]],
	['envelope createAndSend', whole({ binaryPropertyNames: VALUE }), 'data', 'annex'],
	['envelope createAndSend', whole({ options: { maxWait: VALUE } }), 1, 'soon'],
	['envelope get', { envelopeId: byId(VALUE) }, UNKNOWN_ID, 'first'],
	['envelope update', { updateFields: { mode: VALUE } }, 'parallel', 'other'],
	['envelope update', { updateFields: { subject: VALUE } }, 'Hello', ''],
	['envelope getAll', { returnAll: false, limit: VALUE }, 1, 1.5],
	['envelope getAll', { filters: { modifiedAfter: VALUE } }, '2026-01-01', 'yesterday'],
	['envelope remind', { subject: VALUE, body: 'Please' }, 'Hello', ''],
	['envelope send', { options: { maxWait: VALUE } }, 1, 'soon'],
	['envelope send', { options: { allowSignersWithoutFields: VALUE } }, 'true', 'yes'],
	['envelope downloadEvidence', { include: VALUE }, ['sealed'], ['seal']],
	['envelope downloadAuditTrail', download, 'file', ' '],
	['envelope downloadOriginal', download, 'file', ' '],
	['envelope downloadSealed', download, 'file', ' '],
	['document add', { binaryPropertyName: 'data', contentType: VALUE }, 'text/csv', 'a/b\r\nX: 1'],
	['document add', { binaryPropertyName: 'data', options: wait }, 1, 'soon'],
	['document downloadSealed', download, 'file', ' '],
	['document rename', { name: VALUE }, 'a.pdf', ' '],
	['document reorder', { documentIds: VALUE }, UNKNOWN_ID, 'first'],
	['participant update', { ...code, accessCode: VALUE }, '12345678', ' '],
	['participant update', { ...code, options: { includeAccessCodes: VALUE } }, 'false', 'no'],
	['field update', { updateFields: { page: VALUE } }, 2, 0.5],
	['field update', { updateFields: { width: VALUE } }, 20, 'wide'],
];

it('covers every single-item operation that has inputs', () => {
	const expected = RESOURCES.flatMap(({ value, operations }) =>
		Object.entries(operations)
			.filter(([, operation]) => !('bulk' in operation))
			.filter(([, { properties = [] }]) =>
				properties.some(({ type }) => !['hidden', 'notice'].includes(type)),
			)
			.map(([name]) => `${value} ${name}`),
	);
	expect(CASES.map(([operation]) => operation)).toEqual(expect.arrayContaining(expected));
});

const IDS = Object.fromEntries(
	['envelopeId', 'documentId', 'participantId', 'fieldId', 'templateId'].map((name) => [
		name,
		byId(UNKNOWN_ID),
	]),
);

it.each(CASES)(
	'%s sends nothing at all if only the last item is wrong, and says what is wrong in it',
	async (path, inputs, good, wrong) => {
		const [resource, operation] = path.split(' ');
		const items: INodeExecutionData[] = [good, good, wrong].map((value) =>
			withFile(pdf(), 'a.pdf', 'application/pdf', { value: value as string }),
		);
		const { error } = await harness.engine.run(
			{ ...IDS, ...inputs, resource, operation },
			{ items },
		);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		const quoted = String(wrong).replace('\r\n', ' ').trim();
		if (typeof wrong !== 'object' && quoted !== '') expect(error?.message).toContain(`'${quoted}'`);
		expect(error?.description).toContain('Nothing was sent.');
		expect(harness.sandbox.log.requests).toEqual([]);
	},
);
