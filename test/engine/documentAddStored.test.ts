import type { INodeExecutionData } from 'n8n-workflow';

import { addition, envelopeParameters, prepareHarness } from '../support/harness';
import { sha256 } from '../support/samples';

const LIMIT = 20_000_000;

describe.each(['default', 'filesystem'] as const)(
	'n8n keeps files in the mode %s',
	(binaryMode) => {
		const harness = prepareHarness({ engine: { binaryMode } });

		/** A file as an earlier step leaves it: here a download of the size asked for. */
		async function stored(bytes?: number): Promise<INodeExecutionData> {
			const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
			if (bytes) harness.sandbox.control.fileSize(ID, bytes, 'auditTrail');
			const { items } = await harness.engine.run(
				envelopeParameters('downloadAuditTrail', ID, { binaryPropertyName: 'data' }),
			);
			return items[0] as INodeExecutionData;
		}

		it('uploads a file that an earlier step has stored', async () => {
			const { ID } = harness.sandbox.control.envelope({ documents: 0 });
			const file = await stored();
			expect(file.binary?.data?.id === undefined).toBe(binaryMode === 'default');
			const { items } = await harness.engine.run(addition(ID), { items: [file] });
			expect(items[0]?.json).toMatchObject({ name: file.json.name, status: 'pending' });
			const content = await harness.engine.readBinary(file.binary?.data as never);
			expect(harness.sandbox.log.requests.at(-1)?.body).toMatchObject({
				payload: { sha256: sha256(content), size: file.json.bytes },
			});
		});

		it('explains the refusal of a file of one byte more than 20 MB with the published limit', async () => {
			const { ID } = harness.sandbox.control.envelope({ documents: 0 });
			const file = await stored(LIMIT + 1);
			expect(file.json.bytes).toBe(LIMIT + 1);
			harness.sandbox.log.clear();
			const { error } = await harness.engine.run(addition(ID), { items: [file] });
			expect(error).toMatchObject({
				message: 'The document is too large for the service',
				description: expect.stringContaining('The published limits are 20 MB and 250 pages'),
				context: { itemIndex: 0 },
			});
			expect(harness.sandbox.control.get(ID).documents).toEqual([]);
		});

		it('takes a file of exactly 20 MB', async () => {
			const { ID } = harness.sandbox.control.envelope({ documents: 0 });
			const file = await stored(LIMIT);
			expect(file.json.bytes).toBe(LIMIT);
			const { items } = await harness.engine.run(addition(ID), { items: [file] });
			expect(items[0]?.json).toMatchObject({ status: 'pending' });
			expect(harness.sandbox.control.get(ID).documents[0]?.sizeBytes).toBe(LIMIT);
		});
	},
);
