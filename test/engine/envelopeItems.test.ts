import type { INodeExecutionData } from 'n8n-workflow';

import type { EnvelopeStatus } from '../../nodes/ESignature/api';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { job, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
const UNKNOWN = '00000000-0000-4000-8000-000000000001';

interface Case {
	parameters: object;
	/** An item that works; its number stands in the result. */
	good: (n: number) => INodeExecutionData | Promise<INodeExecutionData>;
	bad: () => INodeExecutionData | Promise<INodeExecutionData>;
	/** What the result of a good item shows of it. */
	shows: (json: INodeExecutionData['json'], input: INodeExecutionData['json']) => unknown;
	message: string;
}

/** An operation on an envelope that exists; the bad one does not. */
const onEnvelope = (
	operation: string,
	status: EnvelopeStatus,
	more: object = {},
	IDof = (json: INodeExecutionData['json']): unknown => json.ID,
): Case => ({
	parameters: envelopeParameters(operation, '={{ $json.id }}', more),
	good: () => ({ json: { id: harness.sandbox.control.envelope({ status }).ID } }),
	bad: () => ({ json: { id: UNKNOWN } }),
	shows: (json, input) => IDof(json) === input.id,
	message: 'The envelope was not found',
});

const envelopeID = (json: INodeExecutionData['json']) => json.envelopeID;

const CASES: Record<string, Case> = {
	create: {
		parameters: {
			resource: 'envelope',
			operation: 'create',
			mode: 'parallel',
			notificationsManagedBy: 'sender',
			name: '={{ $json.name }}',
		},
		good: (n) => ({ json: { name: `Lease ${n}` } }),
		bad: () => ({ json: {} }),
		shows: (json, input) => json.name === input.name,
		message: "The 'Name' is empty",
	},
	getAll: {
		parameters: {
			resource: 'envelope',
			operation: 'getAll',
			returnAll: true,
			filters: { modifiedAfter: '={{ $json.after }}', nameContains: '={{ $json.name }}' },
		},
		good: (n) => ({ json: { name: harness.sandbox.control.envelope({ name: `No ${n}` }).name } }),
		bad: () => ({ json: { after: 'soon' } }),
		shows: (json, input) => json.name === input.name,
		message: "The filter 'Modified After' is not a date",
	},
	update: onEnvelope('update', 'drafted', { updateFields: { name: 'New' } }),
	send: onEnvelope('send', 'drafted'),
	remind: onEnvelope('remind', 'sent', {}, envelopeID),
	cancel: onEnvelope('cancel', 'sent'),
	delete: onEnvelope('delete', 'drafted', {}, envelopeID),
	downloadOriginal: onEnvelope(
		'downloadOriginal',
		'sent',
		{ binaryPropertyName: 'data' },
		envelopeID,
	),
	archive: onEnvelope(
		'downloadEvidence',
		'sealed',
		{ include: ['auditTrail'] },
		({ envelope }) => (envelope as { ID: string }).ID,
	),
	createAndSend: {
		parameters: job({ name: '={{ $json.name }}' }),
		good: async (n) => await withFiles({ name: `Lease ${n}` }),
		bad: () => ({ json: { name: 'Lease' } }),
		shows: (json, input) => json.name === input.name && json.status === 'sent',
		message: 'This item has no file',
	},
};

describe.each(Object.entries(CASES))('%s', (_, { parameters, good, bad, shows, message }) => {
	beforeEach(() => processAtOnce(harness.sandbox));

	/** Item 2 of 5 is bad. */
	const some = async () => [
		await good(0),
		await good(1),
		await bad(),
		...(await Promise.all([3, 4].map(good))),
	];
	const run = async (onError?: 'continueRegularOutput' | 'continueErrorOutput') => {
		const items = await some();
		return { items, outcome: await harness.engine.run(parameters as never, { items, onError }) };
	};
	const paired = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

	it('ends the run at the item that fails, and names it', async () => {
		const { outcome } = await run();
		expect(outcome.items).toEqual([]);
		expect(`${outcome.error?.message} ${outcome.error?.description}`).toContain(message);
		expect(outcome.error?.context.itemIndex).toBe(2);
	});

	it('answers each item in its place when it is to go on', async () => {
		const { items, outcome } = await run('continueRegularOutput');
		expect(outcome.items.map(paired)).toEqual([0, 1, 2, 3, 4]);
		expect(outcome.items[2]?.json.error).toContain(message);
		expect(outcome.items[2]?.binary).toBeUndefined();
		expect(
			outcome.items.map(({ json }, n) => n === 2 || shows(json, items[n]?.json ?? {})),
		).toEqual(items.map(() => true));
	});

	it('sends only the item that fails to the error output', async () => {
		const { items, outcome } = await run('continueErrorOutput');
		expect(outcome.items.map(paired)).toEqual([0, 1, 3, 4]);
		expect(outcome.items.map((item) => shows(item.json, items[paired(item)]?.json ?? {}))).toEqual([
			true,
			true,
			true,
			true,
		]);
		expect(outcome.errorItems.map(paired)).toEqual([2]);
		expect(outcome.errorItems[0]?.json.error).toContain(message);
	});
});
