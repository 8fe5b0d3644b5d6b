import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { n8nVersion } from '../../host/install/manifest';
import { SCENARIOS } from '../operations/scenarios';
import { Node, type World } from '../operations/scenario';
import { byId, envelopeParameters } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { NODE, prepareHarness, type RunOptions } from './support/harness';
import { fileStep } from './support/steps';

const harness = prepareHarness();

/** Pinned items have no files: a step before ours makes them. */
const inputOf = (items: INodeExecutionData[]): RunOptions =>
	items.some(({ binary }) => binary)
		? {
				before: [fileStep()],
				items: items.map(({ json, binary }) => ({
					...json,
					content: binary?.data?.data ?? '',
					fileName: binary?.data?.fileName ?? '',
				})),
			}
		: { items: items.map(({ json }) => json) };

const world = (): World => ({
	sandbox: harness.sandbox,
	run: async (parameters, { items }) => {
		const run = await harness.run(parameters, items && inputOf(items));
		return { items: run.items(NODE), error: run.error as never };
	},
	readBinary: async (data) => await harness.host.file(data),
});

// Others do not look again for the sub-workflow of a run that sleeps.
const [, minor = 0, patch = 0] = n8nVersion().split('.').map(Number);
const canWait = minor >= 41 || (minor === 39 && patch >= 8);

/** One that reads, one that writes, one that fetches a file: n8n's engine runs all of them (test/operations). */
const SOME = ['envelope/get', 'envelope/createAndSend', 'envelope/downloadSealed'];
/** An older n8n runs all of them, since its engine is another one. */
const { HOST_N8N_VERSION: older } = process.env;
const chosen = Object.entries(SCENARIOS).filter(([path]) =>
	older ? canWait || path !== 'envelope/waitUntilSigned' : SOME.includes(path),
);

it.each(chosen)(
	'%s does its work in n8n',
	async (path, { run }) => await run(new Node(world(), path)),
);

if (!canWait) {
	it.each([
		envelopeParameters('waitUntilSigned', randomUUID()),
		{
			resource: 'envelope',
			operation: 'createAndSend',
			name: 'Lease',
			participants: { participant: [{ email: 'ada@example.com', role: 'signer' }] },
			options: { waitUntilSigned: true },
		},
	])('$operation refuses to wait before anything is sent', async (parameters) => {
		const before = harness.sandbox.log.count();
		const { error } = await harness.run(parameters, inputOf([withFile(pdf(), 'lease.pdf')]));
		expect(error?.message).toBe('This version of n8n cannot wait until an envelope is signed');
		expect(harness.sandbox.log.count()).toBe(before);
	});
}

it.each([
	['get', 'success'],
	['cancel', 'error'],
])(
	'notes its ID with the execution, so that the run can be found by it: %s, %s',
	async (operation, end) => {
		// A draft cannot be canceled.
		const { ID } = harness.sandbox.control.envelope();
		const run = await harness.run({ resource: 'envelope', operation, envelopeId: byId(ID) });
		const { customData } = await harness.host.rest<{ customData?: object }>(
			'GET',
			`/rest/executions/${run.id}`,
		);
		expect([run.status, customData]).toEqual([end, { envelopeID: ID }]);
	},
);
