import { update } from '../../../../../nodes/ESignature/actions/participant/update.operation';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const authentication = { type: 'accessCode', accessCode: '1234' };

/** What is made of a lost answer, if the list shows this afterwards. */
async function settled(items: object[]): Promise<unknown> {
	let settlement: unknown;
	const request = async (route: string, { settle }: { settle?: () => Promise<unknown> }) => {
		if (route.startsWith('GET ')) return { items };
		settlement = await settle?.();
		throw new Error('enough');
	};
	const call = { ids: { envelopeID: ID, participantID: ID }, request, pause: async () => {} };
	await expect(update.run(call as never, authentication as never)).rejects.toThrow('enough');
	return settlement;
}

describe('a change of the authentication whose answer was lost', () => {
	it('has happened if the participant has it', async () => {
		expect(await settled([{ ID: ID.toUpperCase(), authentication }])).toMatchObject({
			reply: { authentication, reconciled: true },
		});
	});

	it('is made again if the participant has another one', async () => {
		expect(await settled([{ ID, authentication: { type: 'sms' } }])).toBe('repeat');
	});

	it('is not known to have happened if the participant is not listed', async () => {
		expect(await settled([])).toBe('unknown');
	});
});
