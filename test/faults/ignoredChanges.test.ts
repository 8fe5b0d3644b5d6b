import type { Envelope } from '../../nodes/ESignature/api';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';

skipPauses();
const harness = prepareHarness();
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const READ = `GET ${ENVELOPE}` as const;
const PATCH = `PATCH ${ENVELOPE}` as const;
const SEND = `POST ${ENVELOPE}:send-for-signing` as const;
const UNKNOWN = { details: { outcome: 'unknown' } };

const run = async (parameters: object) =>
	(
		await harness.engine.run(parameters as never, {
			items: [{ json: {} }],
			onError: 'continueRegularOutput',
		})
	).items[0]?.json;
const update = (ID: string, updateFields: object) =>
	envelopeParameters('update', ID, { updateFields });
const send = (ID: string) =>
	envelopeParameters('send', ID, { options: { waitForDocuments: false } });
const answer = (body: object, applied = false) =>
	({ kind: 'body', body: JSON.stringify(body), applied }) as const;

describe('a change that the service ignores', () => {
	it('is unknown where the answer shows nothing of it, but the envelope does', async () => {
		const notification = { subject: 'Pay 1.00 EUR', body: 'Text' };
		const envelope = harness.sandbox.control.envelope();
		const { ID } = Object.assign(envelope, { notification });
		harness.sandbox.faults.next(PATCH, answer({ ID, status: 'drafted' }));
		const told = await run(update(ID, { subject: 'Pay 100 EUR' }));
		expect(told).toMatchObject(UNKNOWN);
	});
});

describe('a write that is done is shown as done', () => {
	const lagging = (old: Partial<Envelope>, by: string) => {
		harness.sandbox.faults.choose = ({ route, path }) =>
			route === READ && harness.sandbox.log.count(by as never) > 0
				? answer({ ID: path.split('/').at(-1), mode: 'parallel', ...old })
				: undefined;
	};

	it('when the envelope that is read afterwards is still a draft', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Lease' });
		lagging({ name: 'Lease', status: 'drafted' }, SEND);
		expect(await run(send(ID))).toMatchObject({ ID, status: 'sent', mode: 'parallel' });
	});

	it('when the envelope that is read afterwards still has its old name', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Old' });
		lagging({ name: 'Old', status: 'drafted' }, PATCH);
		expect(await run(update(ID, { name: 'New' }))).toMatchObject({ ID, name: 'New' });
	});

	it('with a warning when nothing can be read afterwards', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Old' });
		harness.sandbox.faults.always(READ, { kind: 'status', status: 403 });
		const warnings = [expect.stringContaining('could not be read afterward')];
		expect(await run(update(ID, { name: 'New' }))).toMatchObject({ name: 'New', warnings });
		expect(await run(send(ID))).toMatchObject({ status: 'sent', warnings });
	});
});
