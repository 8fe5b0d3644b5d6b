import { openSession } from '../../../../../nodes/ESignature/transport/session';
import { newCredential, tokenAnswer, tokenEndpoint } from './service';

let now = 1_750_000_000_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

describe('a session that did not work', () => {
	/** A process that knows the session "known", and a store that holds another one. */
	async function withKnown(stored: (known: { sessionExpiresAt: number; key: string }) => object) {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('known'), tokenAnswer('fresh'));
		const credential = newCredential();
		const { sessionExpiresAt, sessionIssuedFor: key } = await openSession(helpers, credential);
		const values = stored({ sessionExpiresAt, key });
		const { accessToken } = await openSession(helpers, { ...credential, ...values });
		return { accessToken, exchanges: asked.length };
	}

	it.each([
		['is missing', () => ({})],
		[
			'is older than the known one',
			({ sessionExpiresAt, key }: { sessionExpiresAt: number; key: string }) => ({
				accessToken: 'old',
				sessionExpiresAt: sessionExpiresAt - 1,
				sessionIssuedFor: key,
			}),
		],
		[
			'is for another secret, though newer',
			({ sessionExpiresAt }: { sessionExpiresAt: number }) => ({
				accessToken: 'other',
				sessionExpiresAt: sessionExpiresAt + HOUR,
				sessionIssuedFor: 'another',
			}),
		],
	])('is replaced by the known one when it %s', async (_, stored) => {
		expect(await withKnown(stored)).toEqual({ accessToken: 'known', exchanges: 1 });
	});

	it.each([
		['is the known one', 'known', 0],
		['is newer than the known one', 'newer', 1],
		['is as new as the known one', 'twin', 0],
	])('is replaced by a new one when it %s', async (_, accessToken, later) => {
		const result = await withKnown(({ sessionExpiresAt, key }) => ({
			accessToken,
			sessionExpiresAt: sessionExpiresAt + later,
			sessionIssuedFor: key,
		}));

		expect(result).toEqual({ accessToken: 'fresh', exchanges: 2 });
	});

	it('is replaced by a new one when the known one is over', async () => {
		const result = await withKnown(() => {
			now += HOUR;
			return {};
		});

		expect(result).toEqual({ accessToken: 'fresh', exchanges: 2 });
	});
});
