import { webhookServer } from '../../../support/webhookServer';
import { CREDENTIAL, deliver, eventOf } from './delivery';

it('says at the level debug that an event was dropped which had started a run before', async () => {
	const server = await webhookServer(CREDENTIAL);
	try {
		const event = eventOf('EnvelopeSealed');
		await deliver(server.url, event);
		await deliver(server.url, event);

		expect(server.runs).toHaveLength(1);
		expect(server.log.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('an event was dropped, because its ID had already been received'),
		);
	} finally {
		await server.close();
	}
});
