import { readAccount, signRequest } from '../../../../nodes/ESignature/transport/session/session';
import { Secrets } from '../../../../nodes/ESignature/transport/client';

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
	const answer = 'The code 73915 is too simple.';
	expect(secrets.hideIn(answer)).toBe(answer);
	secrets.learn({ items: [{ authentication: { type: 'accessCode', accessCode: '73915' } }] });
	expect(secrets.hideIn(answer)).not.toContain('73915');
});

it('hides the codes of a list of requests', () => {
	secrets.learn([{ accessCode: '73915' }, [{ accessCode: '73916' }]]);
	expect(secrets.hideIn('73915 and 73916')).toBe('[hidden] and [hidden]');
});

it('hides a token that came into use in the middle of the run', () => {
	const account = readAccount(credentials);
	expect(secrets.hideIn('a-younger-token')).toBe('a-younger-token');
	const session = { accessToken: 'a-younger-token', sessionExpiresAt: Date.now() + 60_000 };
	const tokenIssuedFor = account.key;
	signRequest({ ...credentials, ...session, tokenIssuedFor }, { url: credentials.baseUrl });
	expect(secrets.hideIn('a-younger-token')).toBe('[hidden]');
});

it('hides also the first letters of a secret that reaches over the end of what is shown', () => {
	const shown = secrets.hideIn(`${'x'.repeat(493)} secret-of-mine`);
	expect(shown).not.toContain('sec');
	expect(shown).toHaveLength(500);
});

it('does not look for codes in a file, nor in texts that are none', () => {
	const before = [...secrets.all];
	secrets.learn({ file: Buffer.from('accessCode'), name: 'accessCode', accessCode: 4711 });
	secrets.learn(undefined);
	expect([...secrets.all]).toEqual(before);
});

it('shows the same list for ever, so that it is prepared only once', () => {
	const list = secrets.all;
	secrets.learn({ accessCode: '73915' });
	expect(secrets.all).toBe(list);
	expect(list).toContain('73915');
});
