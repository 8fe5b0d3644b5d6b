import { readAccount } from '../../../../nodes/ESignature/transport/session';
import { Secrets } from '../../../../nodes/ESignature/transport/secrets';

const credentials = {
	baseUrl: 'https://api.example.com',
	clientId: 'client-of-mine',
	clientSecret: 'secret-of-mine',
	accessToken: 'token-of-mine',
};

let secrets: Secrets;
beforeEach(() => (secrets = new Secrets(readAccount(credentials), credentials)));

it.each(['secret-of-mine', 'token-of-mine'])('hides %s from the start', (secret) => {
	expect(secrets.hideIn(`The service said ${secret}.`)).not.toContain(secret);
});

it('hides an access code once it was sent, however deep it stood in the request', () => {
	const answer = 'The code 73915 is too simple.';
	expect(secrets.hideIn(answer)).toBe(answer);
	secrets.learn({ items: [{ authentication: { type: 'accessCode', accessCode: '73915' } }] });
	expect(secrets.hideIn(answer)).not.toContain('73915');
});

it('does not look for codes in a file, nor in texts that are none', () => {
	const before = [...secrets.all];
	secrets.learn({ file: Buffer.from('accessCode'), name: 'accessCode', accessCode: 4711 });
	secrets.learn(undefined);
	expect(secrets.all).toEqual(before);
});
