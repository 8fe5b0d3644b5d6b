import { Secrets } from '../../../../nodes/ESignature/transport/secrets';
import { readAccount } from '../../../../nodes/ESignature/transport/session/account';
import { signRequest } from '../../../../nodes/ESignature/transport/session/session';

describe('secrets', () => {
	const credentials = {
		baseUrl: 'https://api.example.com',
		clientId: 'client-of-mine',
		clientSecret: 'secret-of-mine',
		accessToken: 'token-of-mine',
	};

	let secrets: Secrets;
	beforeEach(() => (secrets = new Secrets(readAccount(credentials))));

	it.each(['secret-of-mine', 'token-of-mine'])('hides %s from the start', (secret) => {
		expect(secrets.hideIn(`The service said ${secret}.`)).not.toContain(secret);
	});

	it('hides an access code once it was sent, however deep it stood in the request', () => {
		const answer = 'The codes 73915 and 73916 are too simple.';
		expect(secrets.hideIn(answer)).toBe(answer);
		const authentication = { type: 'accessCode', accessCode: '73915' };
		secrets.learn([{ items: [{ authentication }] }, [{ accessCode: '73916' }]]);
		expect(secrets.hideIn(answer)).toBe('The codes [hidden] and [hidden] are too simple.');
	});

	it('prepares each access code once, however many are sent one after the other and refused', () => {
		secrets.hideIn('the first text prepares the secrets of the account');
		const prepared = jest.spyOn(JSON, 'stringify');
		for (let n = 0; n < 100; n++) {
			secrets.learn({ accessCode: `code-${n}` });
			expect(secrets.hideIn(`code-${n} is too simple`)).toBe('[hidden] is too simple');
		}
		expect(prepared.mock.calls.length).toBeLessThanOrEqual(100);
		prepared.mockRestore();
	});

	it('hides a token that came into use in the middle of the run', () => {
		const account = readAccount(credentials);
		expect(secrets.hideIn('a-newer-token')).toBe('a-newer-token');
		const session = { accessToken: 'a-newer-token', sessionExpiresAt: Date.now() + 60_000 };
		const tokenIssuedFor = account.key;
		signRequest({ ...credentials, ...session, tokenIssuedFor }, { url: credentials.baseUrl });
		expect(secrets.hideIn('a-newer-token')).toBe('[hidden]');
	});

	it('hides also the first letters of a secret that reaches over the end of what is shown', () => {
		const shown = secrets.hideIn(`${'x'.repeat(493)} secret-of-mine`);
		expect(shown).not.toContain('sec');
		expect(shown).toHaveLength(500);
	});

	it('does not look for codes in a file, nor in texts that are none', () => {
		secrets.learn({ file: Buffer.from('accessCode'), name: 'accessCode', accessCode: 4711 });
		secrets.learn(undefined);
		secrets.learn({ label: null });
		expect(secrets.hideIn('accessCode 4711')).toBe('accessCode 4711');
		expect(secrets.hideIn({ accessCode: '4711' })).toBe('');
	});
});
