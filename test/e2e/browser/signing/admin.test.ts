import { isAuthentic, listen } from '../../../sandbox/receiver';
import { preparePerson } from './person';

/** Someone who sets up the webhook with the keyboard: each test goes on where the one before it stopped. */
const person = preparePerson({ viewport: { width: 1200, height: 740 } });
const CHOSEN = 'EnvelopeSealed';

let receiver: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
	receiver = await listen();
});
afterAll(async () => await receiver.close());

const url = () => person.page.getByLabel('Webhook URL');
const events = () => person.page.getByRole('group', { name: 'Events' }).getByRole('checkbox');
const received = () => receiver.received.map(({ event }) => event.type);

it('refuses an address elsewhere in a sentence, and keeps what was typed', async () => {
	await person.visit('/admin');
	expect(await person.button('Send test event').isDisabled()).toBe(true);
	await person.types(url(), 'https://example.com');
	await person.presses(person.button('Save webhook'), 'Enter');
	await person.reads('Webhook URL: enter an http:// address on 127.0.0.1 or localhost.');
	expect(await person.focusIsOn(person.page.getByRole('alert'))).toBe(true);
	expect(await url().inputValue()).toBe('https://example.com');
});

it('takes an address and the events that are chosen', async () => {
	await person.tabsTo(url());
	await person.page.keyboard.press('Control+A');
	await person.page.keyboard.type(receiver.url);
	for (const event of await events().all()) {
		if ((await event.getAttribute('value')) !== CHOSEN) await person.presses(event, 'Space');
	}
	await person.presses(person.button('Save webhook'), 'Enter');
	await person.reads('The webhook was saved.');
	expect(await person.focusIsOn(person.page.getByRole('status'))).toBe(true);
	await person.visit('/admin');
	expect(await url().inputValue()).toBe(receiver.url);
	expect(await events().count()).toBeGreaterThan(10);
	for (const event of await events().all()) {
		expect(await event.isChecked()).toBe((await event.getAttribute('value')) === CHOSEN);
	}
});

it('sends a signed test event and shows that it arrived', async () => {
	await person.presses(person.button('Send test event'), 'Enter');
	await person.reads(/^Test event .* was sent/);
	await person.sandbox.control.idle();
	expect(received()).toEqual(['TestEvent']);
	const { clientId: id, clientSecret: secret } = person.sandbox;
	expect(await isAuthentic(receiver.received[0]!, { id, secret })).toBe(true);
	await person.presses(person.page.getByRole('link', { name: 'Refresh' }), 'Enter');
	await person.page
		.getByRole('row')
		.filter({ hasText: receiver.received[0]!.event.id })
		.getByText('Delivered (200)')
		.waitFor();
});

it('sends of all that happens to an envelope what was chosen', async () => {
	const { ID } = person.receives();
	person.sandbox.control.signAll(ID);
	await person.sandbox.control.idle();
	expect(received()).toEqual(['TestEvent', CHOSEN]);
});
