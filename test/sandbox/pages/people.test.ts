import type { FieldType } from '../../../nodes/ESignature/api';
import { createSandbox, type EnvelopeFixture, type Sandbox } from '../../../sandbox';
import { Client } from '../client';
import { isAuthentic, listen } from '../receiver';
import { readable, Visitor } from './visitor';

let sandbox: Sandbox;
let visitor: Visitor;
beforeEach(async () => {
	sandbox = await createSandbox({ sealingMs: 600_000 });
	visitor = new Visitor(sandbox);
});
afterEach(async () => await sandbox.close());

/** An envelope with every type of field for each signer, and the links of its participants. */
function sent(wanted: EnvelopeFixture = {}) {
	const { control } = sandbox;
	const envelope = control.envelope({ status: 'sent', fields: 'all', ...wanted });
	const links = envelope.participants.map(({ ID }) => control.signingUrl(envelope.ID, ID));
	return { envelope, links, link: links[0] ?? '', signer: envelope.participants[0]! };
}

const ENTERED: Partial<Record<FieldType, string>> = {
	signature: 'Ada Lovelace',
	initials: 'AL',
	name: 'Augusta Ada King',
	company: 'Analytical Engines & Co.',
	title: 'Countess of Lovelace',
	custom: 'CC-1843 \u2013 Gr\u00f6\u00dfe',
	checkbox: 'X',
};

/** The form as a signer fills it in. */
const filledIn = (
	{ envelope }: ReturnType<typeof sent>,
	who = 0,
	changes: typeof ENTERED = {},
): Record<string, string> => ({
	action: 'sign',
	...Object.fromEntries(
		(envelope.documents[0]?.fields ?? [])
			.filter(({ participantID }) => participantID === envelope.participants[who]?.ID)
			.map(({ ID, type }) => [`field-${ID}`, { ...ENTERED, ...changes }[type] ?? '']),
	),
});

describe('the signing page', () => {
	it('takes all eight types of fields, once', async () => {
		const scene = sent({ participants: [{}, {}] });
		const { envelope, link } = scene;
		await visitor.get(link);
		expect((await visitor.post(link, filledIn(scene))).status).toBe(303);
		const [document] = envelope.documents;
		const values = document!.fields.flatMap(({ ID, type }) =>
			document!.values[ID] === undefined ? [] : [[type, document!.values[ID]]],
		);
		expect(Object.fromEntries(values)).toEqual({
			...ENTERED,
			date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
		});
		expect((await visitor.post(link, filledIn(scene))).status).toBe(409);
	});

	it('signs nothing while something is missing, says what, and keeps the rest', async () => {
		const scene = sent();
		const form = filledIn(scene, 0, { signature: ' ', checkbox: '' });
		const { status, html } = await visitor.post(scene.link, form);
		expect(status).toBe(422);
		expect(readable(html)).toMatch('Checkbox: tick the box.Signature: fill in this field.');
		expect(html).toMatch('value="Analytical Engines &amp; Co."');
		expect(scene.signer.signedAt).toBeUndefined();
	});

	it('keeps the order of a sequential envelope', async () => {
		const scene = sent({ mode: 'sequential', participants: [{}, {}] });
		const [first = '', second = ''] = scene.links;
		expect(readable((await visitor.get(second)).html)).toMatch('It is not your turn yet');
		expect((await visitor.post(second, filledIn(scene, 1))).status).toBe(409);
		await visitor.post(first, filledIn(scene));
		expect((await visitor.post(second, filledIn(scene, 1))).status).toBe(303);
		expect(scene.envelope.status).toBe('processing');
	});

	it('declines with a reason, and not without one', async () => {
		const { envelope, link } = sent();
		expect((await visitor.post(link, { action: 'decline', reason: ' ' })).status).toBe(422);
		expect(envelope.status).toBe('sent');
		await visitor.post(link, { action: 'decline', reason: 'Wrong price' });
		expect(envelope.status).toBe('rejected');
		expect(envelope.audit.at(-1)?.what).toBe('Declined: Wrong price');
	});

	it('asks for the access code first, and opens in this browser only', async () => {
		const authentication = { type: 'AccessCode', accessCode: 'open sesame' } as const;
		const { envelope, link } = sent({ name: 'Secret plan', participants: [{ authentication }] });
		expect((await visitor.get(link)).html).not.toMatch('Secret plan');
		expect((await visitor.get(`${link}/documents/${envelope.documents[0]!.ID}`)).status).toBe(403);
		const enter = async (code: string) => await visitor.post(link, { action: 'enterCode', code });
		expect((await enter('open barley')).status).toBe(422);
		expect((await enter('open sesame')).status).toBe(303);
		expect((await visitor.get(link)).html).toMatch('<h1>Sign Secret plan</h1>');
		expect((await new Visitor(sandbox).get(link)).html).not.toMatch('Secret plan');
	});

	it('sends an SMS code to the simulated phone of the inbox', async () => {
		const authentication = { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' } as const;
		const { link } = sent({ name: 'Secret plan', participants: [{ authentication }] });
		await visitor.get(link);
		const inbox = readable((await visitor.get('/')).html);
		const [, code = ''] = /Your code for Secret plan is (\d{6})/.exec(inbox) ?? [];
		expect((await visitor.post(link, { action: 'enterCode', code })).status).toBe(303);
	});
});

describe('the inbox', () => {
	it('offers to sign to those whose turn it is, and to nobody else', async () => {
		const participants = [{ email: 'first@example.com' }, { email: 'second@example.com' }];
		const { envelope } = sent({ mode: 'sequential', participants });
		const signLinks = async () =>
			[...(await visitor.get('/')).html.matchAll(/>Sign as (\S+?)</g)].map(([, email]) => email);
		expect(await signLinks()).toEqual(['first@example.com']);
		sandbox.control.sign(envelope.ID, envelope.participants[0]!.ID);
		expect(await signLinks()).toEqual(['second@example.com']);
	});

	it('escapes what names and addresses contain', async () => {
		const hostile = `"><script>alert('x')</script>`;
		const { link } = sent({ name: hostile, participants: [{ email: `${hostile}@example.com` }] });
		for (const path of ['/', link]) {
			expect((await visitor.get(path)).html).not.toMatch('<script>alert');
		}
	});
});

describe('the administration page', () => {
	let receiver: Awaited<ReturnType<typeof listen>>;
	beforeEach(async () => {
		receiver = await listen();
	});
	afterEach(async () => await receiver.close());

	const save = async (url: string, events = ['EnvelopeSealed']) =>
		await visitor.post('/admin', { action: 'save', url, events });

	it('sets an address on this machine, and sends a signed test event to it', async () => {
		expect((await save('http://example.com/hook')).status).toBe(422);
		expect((await save(receiver.url)).status).toBe(200);
		await visitor.post('/admin', { action: 'test' });
		await sandbox.control.idle();
		const [message] = receiver.received;
		expect(message?.event.type).toBe('TestEvent');
		const key = { id: sandbox.clientId, secret: sandbox.clientSecret };
		expect(await isAuthentic(message!, key)).toBe(true);
	});

	it('rotates the secret: the old one opens nothing and signs nothing', async () => {
		const { clientId, clientSecret: old } = sandbox;
		await save(receiver.url);
		await visitor.post('/admin', { action: 'rotate' });
		const asBefore = { clientID: clientId, clientSecret: old };
		const refused = await new Client(sandbox).call('POST /oauth/token', asBefore);
		expect(refused.status).toBe(401);
		sandbox.control.sendTestEvent();
		await sandbox.control.idle();
		const [message] = receiver.received;
		expect(await isAuthentic(message!, { id: clientId, secret: old })).toBe(false);
		const current = { id: clientId, secret: sandbox.clientSecret };
		expect(await isAuthentic(message!, current)).toBe(true);
	});
});
