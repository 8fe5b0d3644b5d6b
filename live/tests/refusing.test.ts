import type { Fault } from '../../sandbox';
import { live } from '../live';
import { IMPATIENT, visitTo, withoutWaiting } from './visits';

withoutWaiting();

const page = '<!doctype html><title>Sign in</title>';

it.each<[string, Fault, RegExp]>([
	[
		'refuses everything',
		{ kind: 'status', status: 403 },
		/^The service refuses this client ID and secret: 403 \(Forbidden: .+\)\.$/,
	],
	[
		'answers with a sign-in page',
		{ kind: 'body', body: page, contentType: 'text/html' },
		/^The Base URL does not lead to the API: .+\.$/,
	],
	[
		'redirects to a sign-in page',
		{ kind: 'redirect', location: 'https://login.example/' },
		/^The Base URL does not lead to the API: .+\.$/,
	],
	[
		'limits the rate',
		{ kind: 'rateLimit', retryAfter: 1 },
		/^The service limits the rate of requests at the moment \(429\): .+\.$/,
	],
	[
		'is in trouble',
		{ kind: 'status', status: 503 },
		/^The service has trouble at the moment \(503\): .+\.$/,
	],
	['never answers', { kind: 'stall' }, /^The Base URL gives no answer: .+\.$/],
])('says in one sentence that a service %s, and makes nothing', async (_, fault, sentence) => {
	for (const target of ['*', 'GET /sign/envelopes'] as const) {
		const { ended, changed } = await visitTo(
			{},
			{ pace: IMPATIENT, prepare: ({ faults }) => faults.always(target, fault) },
		);

		expect(ended).toEqual({
			problem: expect.stringMatching(target === '*' ? sentence : /^The (service|Base URL) .+\.$/),
		});
		expect(changed).toEqual([]);
	}
});

it('says in one sentence that the secret is wrong', async () => {
	const { ended } = await visitTo({}, { secret: 'another-secret' });

	expect(ended).toEqual({
		problem:
			'The service refuses this client ID and secret: 401 (The client ID or the client secret is wrong.).',
	});
});

it('sends no secret to an address without https', async () => {
	const account = {
		baseUrl: 'http://service.example',
		clientId: 'me',
		clientSecret: 'canary-4711',
	};

	await expect(live({ account, say: () => {} })).rejects.toThrow(
		/^The 'Base URL' of the E-Signature credential does not start with https:/,
	);
});

it('does not show a secret that the service repeats', async () => {
	const body = { error: 'invalid_client', error_description: 'The secret canary-4711 is wrong' };
	const { ended } = await visitTo(
		{ clientSecret: 'canary-4711' },
		{ prepare: ({ faults }) => faults.always('*', { kind: 'body', status: 401, body }) },
	);

	expect(ended).toEqual({
		problem:
			'The service refuses this client ID and secret: 401 (The secret (client secret) is wrong).',
	});
});
