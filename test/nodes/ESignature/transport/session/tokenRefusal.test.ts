import { SECRET } from './service';
import { problem, signIn } from './signIn';

describe('what the service says about a refusal', () => {
	it.each([
		['problem+json', { title: 'Unauthorized', detail: 'Unknown client' }],
		['the form of OAuth', { error: 'invalid_client', error_description: 'Unknown client' }],
		[
			'an error with a word of its own',
			{ error: 'unauthorized', error_description: 'Unknown client' },
		],
		['an error beside a title', { title: 'Unauthorized', status: 401, error: 'Unknown client' }],
	])('is passed on: %s', async (_, members) => {
		expect((await signIn(problem(members))).error.description).toBe(
			'The service says: Unknown client',
		);
	});

	it('is passed on without the secret that it echoes', async () => {
		const { error } = await signIn(problem({ status: 401, detail: `No client has ${SECRET}!` }));

		expect(error.description).toBe('The service says: No client has [hidden]!');
	});

	it('is passed on without the first half of a secret, where the text is cut', async () => {
		const { error } = await signIn(problem({ detail: `${'x'.repeat(485)}${SECRET}` }));

		expect(error.description).not.toContain(SECRET.slice(0, 8));
	});

	it('is left out when it is no JSON', async () => {
		expect((await signIn({ status: 401, body: '<b>No</b>' })).error.description).toBeFalsy();
	});
});
