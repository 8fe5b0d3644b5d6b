import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import { isN8nFrom } from '../../host/install/version';
import { SCENARIOS } from '../operations/scenarios';
import { Node, type World } from '../operations/scenario';
import { byId, envelopeParameters } from '../support/harness';
import { pdf, SEND_AND_WAIT, withFile } from '../support/samples';
import { NODE, prepareHarness, type RunOptions } from './support/harness';
import { fileStep } from './support/steps';
import { until } from './support/until';
import { canWait } from './support/waiting';

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

/** One that reads, one that writes, one that fetches a file: n8n's engine runs all of them (test/operations). */
const SOME = ['envelope/get', 'envelope/createAndSend', 'envelope/downloadSealed'];
/** Another n8n runs all of them, since its engine is another one. */
const { HOST_N8N_VERSION, HOST_N8N_IMAGE } = process.env;
const isOther = HOST_N8N_VERSION !== undefined || HOST_N8N_IMAGE !== undefined;
const chosen = Object.entries(SCENARIOS).filter(([path]) =>
	isOther ? canWait || path !== 'envelope/waitUntilSigned' : SOME.includes(path),
);

it.each(chosen)(
	'%s does its work in n8n',
	async (path, { run }) => await run(new Node(world(), path)),
);

if (!canWait) {
	it.each([envelopeParameters('waitUntilSigned', randomUUID()), SEND_AND_WAIT])(
		'$operation refuses to wait before anything is sent',
		async (parameters) => {
			const before = harness.sandbox.log.count();
			const { error } = await harness.run(parameters, inputOf([withFile(pdf(), 'lease.pdf')]));
			expect(error?.message).toBe('This version of n8n cannot wait until an envelope is signed');
			expect(harness.sandbox.log.count()).toBe(before);
		},
	);
}

// Versions before 2.16 keep no custom data with an execution.
(isN8nFrom(2, 16) ? it : it.skip).each([
	['get', 'success'],
	['cancel', 'error'],
])(
	'notes its ID with the execution, so that the run can be found by it: %s, %s',
	async (operation, end) => {
		// A draft cannot be canceled.
		const { ID } = harness.sandbox.control.envelope();
		const run = await harness.run({ resource: 'envelope', operation, envelopeId: byId(ID) });
		// n8n stores it a moment after the status.
		const noted = await until('the ID is noted', async () => {
			const path = `/rest/executions/${run.id}`;
			const { customData = {} } = await harness.host.rest<{ customData?: object }>('GET', path);
			return Object.keys(customData).length > 0 && customData;
		});
		expect([run.status, noted]).toEqual([end, { envelopeID: ID }]);
	},
);
