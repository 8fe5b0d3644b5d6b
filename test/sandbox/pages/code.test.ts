import { createSandbox, type Sandbox, type StoredEnvelope } from '../../../sandbox';
import { Visitor, readable } from './visitor';

let clock = Date.parse('2026-05-04T10:00:00.000Z');
let sandbox: Sandbox;
let visitor: Visitor;

beforeAll(async () => {
	sandbox = await createSandbox({ now: () => clock });
});
beforeEach(async () => {
	await sandbox.reset();
	visitor = new Visitor(sandbox);
});
afterAll(async () => await sandbox.close());

const withAccessCode = () =>
	sandbox.control.envelope({
		name: 'Secret plan',
		status: 'sent',
		participants: [{ authentication: { type: 'AccessCode', accessCode: 'open sesame' } }],
	});

const withSms = () =>
	sandbox.control.envelope({
		name: 'Secret plan',
		status: 'sent',
		participants: [
			{ authentication: { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' } },
		],
	});

const urlOf = ({ ID, participants }: StoredEnvelope) =>
	sandbox.control.signingUrl(ID, participants[0]!.ID);

const enter = async (url: string, code: string, by = visitor) =>
	await by.post(url, { action: 'enterCode', code });

const trail = ({ ID }: StoredEnvelope) => sandbox.control.auditTrail(ID).map(({ what }) => what);

it('asks for the access code first and shows nothing of the envelope before', async () => {
	const envelope = withAccessCode();
	const url = urlOf(envelope);
	const page = await visitor.get(url);
	expect(page.html).toMatch(/<label for="code">Access code<\/label>/);
	expect(page.html).not.toMatch('Secret plan');
	expect((await visitor.get(`${url}/documents/${envelope.documents[0]!.ID}`)).status).toBe(403);
	expect((await visitor.get(`${url}/audit-trail`)).status).toBe(403);
	expect((await visitor.post(url, { action: 'sign' })).status).toBe(409);
	expect(envelope.participants[0]!.signedAt).toBeUndefined();
});

it('opens with the right code, in this browser only', async () => {
	const envelope = withAccessCode();
	const url = urlOf(envelope);
	const passed = await enter(url, ' open sesame ');
	expect(passed).toMatchObject({ status: 303, location: new URL(url).pathname });
	expect(passed.headers.get('set-cookie')).toMatch(/; Path=\/signing\/.*; HttpOnly; SameSite=Lax/);
	expect((await visitor.get(url)).html).toMatch('<h1>Sign Secret plan</h1>');
	await visitor.pdf(`${url}/documents/${envelope.documents[0]!.ID}`);
	const another = await new Visitor(sandbox).get(url);
	expect(another.html).toMatch('<h1>Enter your code</h1>');
	expect(trail(envelope)).toEqual(
		expect.arrayContaining(['Authentication passed: access code', 'Opened the documents']),
	);
	expect(trail(envelope).join()).not.toMatch('sesame');
});

it('tells the access code in the inbox, since no sender does, and opens with it', async () => {
	const url = urlOf(withAccessCode());
	const page = await visitor.get(url);
	expect(page.html).not.toMatch('sesame');
	const [, inbox] = /<a href="([^"]+)" target="_blank">read the code/.exec(page.html) ?? [];
	const told = readable((await visitor.get(String(inbox))).html);
	const [, code] = /person1@example.com .*? access code (\w+ \w+) Sign as person1/.exec(told) ?? [];
	expect((await enter(url, String(code))).status).toBe(303);
});

it('tells no access code of a draft, which opens to nobody', async () => {
	sandbox.control.envelope({
		participants: [{ authentication: { type: 'AccessCode', accessCode: 'open sesame' } }],
	});
	const { html } = await visitor.get('/');
	expect(readable(html)).toMatch('signer, asks for an access code Not sent yet');
	expect(html).not.toMatch('sesame');
});

it('refuses a wrong code kindly, and takes a break after five', async () => {
	const envelope = withAccessCode();
	const url = urlOf(envelope);
	for (let i = 1; i <= 4; i += 1) {
		const refused = await enter(url, 'open barley');
		expect(refused.status).toBe(422);
		expect(readable(refused.html)).toMatch('This is not the right code. Check it and try again.');
	}
	expect(readable((await enter(url, '')).html)).toMatch('Wait 60 seconds');
	clock += 20_000;
	expect(readable((await enter(url, 'open sesame')).html)).toMatch('Wait 40 seconds');
	clock += 40_000;
	expect((await enter(url, 'open sesame')).status).toBe(303);
	expect(trail(envelope).filter((what) => what.includes('wrong access code'))).toHaveLength(5);
});

it('sends an SMS code to the simulated phone of the inbox, once it is needed', async () => {
	const envelope = withSms();
	const url = urlOf(envelope);
	expect((await visitor.get('/')).html).not.toMatch('Simulated phone');
	const page = readable((await visitor.get(url)).html);
	expect(page).toMatch('the phone number that ends with 567');
	expect(page).not.toMatch('1701234567');
	const inbox = readable((await visitor.get('/')).html);
	const code = /To \+49 1701234567: Your code for Secret plan is (\d{6})/.exec(inbox)?.[1];
	expect(code).toBe(sandbox.control.smsCode(envelope.ID, envelope.participants[0]!.ID));
	expect((await enter(url, String(code))).status).toBe(303);
	expect((await visitor.get(url)).html).toMatch('<h1>Sign Secret plan</h1>');
	expect((await visitor.get('/')).html).not.toMatch('Simulated phone');
	expect(trail(envelope)).toEqual(
		expect.arrayContaining(['SMS code sent to +49 1701234567', 'Authentication passed: SMS code']),
	);
});

it('takes an SMS code once, and replaces it when a new one is asked for', async () => {
	const envelope = withSms();
	const url = urlOf(envelope);
	const code = () => sandbox.control.smsCode(envelope.ID, envelope.participants[0]!.ID);
	await visitor.get(url);
	const first = code();
	expect((await visitor.post(url, { action: 'renewCode' })).status).toBe(303);
	const second = code();
	expect((await enter(url, first)).status).toBe(422);
	expect((await enter(url, second)).status).toBe(303);
	expect((await enter(url, second, new Visitor(sandbox))).status).toBe(422);
});

it('does not change when the envelope was last modified, and writes nothing after the end', async () => {
	const envelope = withAccessCode();
	const url = urlOf(envelope);
	const { lastModifiedAt } = envelope;
	clock += 5000;
	await enter(url, 'wrong');
	await enter(url, 'open sesame');
	await visitor.get(url);
	expect(envelope.lastModifiedAt).toBe(lastModifiedAt);
	sandbox.control.signAll(envelope.ID);
	sandbox.control.seal(envelope.ID);
	const before = trail(envelope);
	await enter(url, 'wrong', new Visitor(sandbox));
	await visitor.get(url);
	expect(trail(envelope)).toEqual(before);
});
