import { openSession } from '../../../../../nodes/ESignature/transport/session/session';
import { newCredential, tokenAnswer, tokenEndpoint } from './service';

let now = 1_750_000_000_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

describe('a session that did not work', () => {
	interface Known {
		sessionExpiresAt: number;
		sessionIssuedAt: number;
		key: string;
	}

	/** A process that knows the session "known", and a store that holds another one. */
	async function withKnown(stored: (known: Known) => object) {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('known'), tokenAnswer('fresh'));
		const credential = newCredential();
		const { tokenIssuedFor: key, ...known } = await openSession(helpers, credential);
		const values = stored({ ...known, key });
		const { accessToken } = await openSession(helpers, { ...credential, ...values });
		return { accessToken, exchanges: asked.length };
	}

	it.each([
		['is missing', () => ({})],
		[
			'is older than the known one',
			({ sessionExpiresAt, sessionIssuedAt, key }: Known) => ({
				accessToken: 'old',
				sessionExpiresAt,
				sessionIssuedAt: sessionIssuedAt - 1,
				tokenIssuedFor: key,
			}),
		],
		[
			'is older, though it was to live longer, as before lifetimes were shortened',
			({ sessionExpiresAt, sessionIssuedAt, key }: Known) => ({
				accessToken: 'old',
				sessionExpiresAt: sessionExpiresAt + 24 * HOUR,
				sessionIssuedAt: sessionIssuedAt - 1,
				tokenIssuedFor: key,
			}),
		],
		[
			'is for another secret, though newer',
			({ sessionExpiresAt, sessionIssuedAt }: Known) => ({
				accessToken: 'other',
				sessionExpiresAt: sessionExpiresAt + HOUR,
				sessionIssuedAt: sessionIssuedAt + HOUR,
				tokenIssuedFor: 'another',
			}),
		],
	])('is replaced by the known one when it %s', async (_, stored) => {
		expect(await withKnown(stored)).toEqual({ accessToken: 'known', exchanges: 1 });
	});

	it.each([
		['is the known one', 'known', 0],
		['is newer than the known one', 'newer', 1],
		['is as new as the known one', 'twin', 0],
		['is of unknown age', 'ageless', NaN],
	])('is replaced by a new one when it %s', async (_, accessToken, later) => {
		const result = await withKnown(({ sessionExpiresAt, sessionIssuedAt, key }) => ({
			accessToken,
			// Lifetimes were shortened: the younger one ends first.
			sessionExpiresAt: sessionExpiresAt - 600 * SECOND,
			sessionIssuedAt: Number.isNaN(later) ? 0 : sessionIssuedAt + later,
			tokenIssuedFor: key,
		}));

		expect(result).toEqual({ accessToken: 'fresh', exchanges: 2 });
	});

	it('is replaced by the known one that was issued after it, though the clock was set back in between', async () => {
		const { asked, helpers } = tokenEndpoint(tokenAnswer('first'), tokenAnswer('second'));
		const credential = newCredential();
		const first = { ...credential, ...(await openSession(helpers, credential)) };
		now -= 2 * HOUR;
		const answers = [await openSession(helpers, first), await openSession(helpers, first)];

		expect(answers.map(({ accessToken }) => accessToken)).toEqual(['second', 'second']);
		expect(asked).toHaveLength(2);
	});

	it('is not replaced by one that did not work either', async () => {
		const { helpers } = tokenEndpoint(
			tokenAnswer('first'),
			tokenAnswer('second'),
			tokenAnswer('third'),
		);
		const credential = newCredential();
		const first = { ...credential, ...(await openSession(helpers, credential)) };
		const second = { ...credential, ...(await openSession(helpers, first)) };
		const renewed = await Promise.all([openSession(helpers, second), openSession(helpers, first)]);

		expect(renewed.map(({ accessToken }) => accessToken)).toEqual(['third', 'third']);
	});

	it('is replaced by a new one when the known one is over', async () => {
		const result = await withKnown(() => {
			now += HOUR;
			return {};
		});

		expect(result).toEqual({ accessToken: 'fresh', exchanges: 2 });
	});
});
