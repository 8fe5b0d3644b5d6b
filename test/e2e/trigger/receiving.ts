import type { CredentialReference, Host } from '../../../host/host';
import type { Sandbox } from '../../../sandbox';
import { envelopeParameters } from '../../support/harness';
import { byHand, NODE } from '../support/harness';
import { until } from '../support/until';
import { Listener } from './listener';

export interface Receiver {
	host: Host;
	sandbox: Sandbox;
	credential: CredentialReference;
}

/** Tests of the trigger for a running n8n in any mode. */
export function receivesEvents(receiver: () => Receiver): void {
	let listener: Listener;
	beforeAll(async () => {
		listener = await Listener.start(receiver().host, receiver().credential);
	});
	afterAll(async () => await listener.stop());
	afterEach(() => receiver().sandbox.control.setWebhook(undefined));

	const listen = (more: object = {}) =>
		receiver().sandbox.control.setWebhook({ url: listener.url, ...more });
	const delivered = (IDs?: string[]) =>
		receiver().sandbox.control.deliveries.filter(({ event }) => !IDs || IDs.includes(event.id));

	/** One of our operations, run in n8n by hand. */
	const act = async (operation: string, ID?: string, more: object = {}) => {
		const { host, credential } = receiver();
		const parameters = envelopeParameters(operation, ID, more);
		const run = await host.execute(byHand(parameters, credential));
		expect(run.error).toBeUndefined();
		return run.json(NODE)[0];
	};

	it('starts one run for each thing that happens to an envelope, and for what is not known yet', async () => {
		const { sandbox } = receiver();
		const before = (await listener.events()).length;
		listen();
		const created = await act('create', undefined, {
			name: 'New',
			mode: 'parallel',
			notificationsManagedBy: 'sender',
		});
		const draft = String(created?.ID);
		const signed = sandbox.control.envelope({ fields: true });
		await act('send', signed.ID);
		sandbox.control.signAll(signed.ID);
		const declined = sandbox.control.envelope({ status: 'sent' });
		sandbox.control.decline(declined.ID, String(declined.participants[0]?.ID), 'No');
		const canceled = sandbox.control.envelope({ status: 'sent' });
		await act('cancel', canceled.ID);
		sandbox.control.emit('EnvelopeStapled', { envelopeID: draft });
		const expected = [
			['EnvelopeCreated', draft],
			['EnvelopeSentForSignature', signed.ID],
			['SignatureRequestSigned', signed.ID],
			['EnvelopeSigningCompleted', signed.ID],
			['EnvelopeSealed', signed.ID],
			['SignatureRequestDeclined', declined.ID],
			['EnvelopeCancelled', canceled.ID],
			['EnvelopeStapled', draft],
		];
		await listener.hasRun(before + expected.length);
		await sandbox.control.idle();
		const events = (await listener.events()).slice(before);
		expect(events.map(({ type, envelopeId }) => [type, envelopeId]).sort()).toEqual(
			expected.sort(),
		);
		expect(events.map(({ id }) => id).sort()).toEqual(
			delivered()
				.map(({ event }) => event.id)
				.sort(),
		);
		expect(delivered().map(({ status }) => status)).toEqual(expected.map(() => 200));
	});

	it('starts one run for an event that is delivered twice', async () => {
		const { sandbox } = receiver();
		const before = (await listener.events()).length;
		listen({ twice: true });
		const first = sandbox.control.emit('EnvelopeSealed', {});
		await until('both deliveries', () => delivered([first]).length === 2);
		listen();
		const last = sandbox.control.emit('EnvelopeSealed', {});
		await listener.hasRun(before + 2);
		expect(delivered([first]).map(({ status }) => status)).toEqual([200, 200]);
		const events = (await listener.events()).slice(before);
		expect(events.map(({ id }) => id)).toEqual([first, last]);
	});

	it('asks for a forged event again and starts nothing', async () => {
		const { sandbox } = receiver();
		const before = (await listener.events()).length;
		listen({ secret: 'made up' });
		const forged = sandbox.control.emit('EnvelopeSealed', {});
		await until('its second delivery', () => delivered([forged]).length >= 2);
		listen();
		const real = sandbox.control.emit('EnvelopeSealed', {});
		await listener.hasRun(before + 1);
		const answers = new Set(delivered([forged]).map(({ status, text }) => `${status} ${text}`));
		expect([...answers]).toEqual([
			expect.stringContaining("503 The event's signature does not match"),
		]);
		expect((await listener.events()).slice(before).map(({ id }) => id)).toEqual([real]);
	});
}
