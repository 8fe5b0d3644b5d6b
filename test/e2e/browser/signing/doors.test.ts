import type { Locator } from 'playwright-core';

import type { EnvelopeStatus } from '../../../../nodes/ESignature/api';
import { preparePerson } from './person';

/** What stands between a link and a signature, met with the keyboard. */
const person = preparePerson({ viewport: { width: 1200, height: 740 } });
const WRONG = 'This is not the right code. Check it and try again.';
const NAME = 'Secret plan';

async function enters(input: Locator, code: string): Promise<void> {
	await person.types(input, code);
	await person.page.keyboard.press('Enter');
}

it('asks for the access code, refuses a wrong one in a sentence, and opens with the right one', async () => {
	const authentication = { type: 'AccessCode', accessCode: 'open sesame' } as const;
	await person.follows(person.receives({ name: NAME, participants: [{ authentication }] }));
	await person.reads('The sender has given you an access code.');
	expect(await person.page.content()).not.toContain(NAME);
	const input = person.page.getByLabel('Access code');
	await enters(input, 'open barley');
	await person.reads(WRONG);
	expect(await person.focusIsOn(person.page.getByRole('alert'))).toBe(true);
	expect(await person.page.content()).not.toContain(NAME);
	await enters(input, 'open sesame');
	await person.sees(`Sign ${NAME}`);
});

it('sends the SMS code to the simulated phone, refuses another, and opens with this one', async () => {
	const authentication = { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' } as const;
	await person.follows(person.receives({ name: NAME, participants: [{ authentication }] }));
	await person.reads('A code was sent to the phone number that ends with 567.');
	const opened = person.page.waitForEvent('popup');
	await person.presses(person.page.getByRole('link', { name: 'simulated phone' }), 'Enter');
	const phone = await opened;
	const message = await phone.getByText(`Your code for ${NAME} is`).innerText();
	await phone.close();
	const code = /\d{6}$/.exec(message)?.[0] ?? '';
	const input = person.page.getByLabel('SMS code');
	await enters(input, code === '000000' ? '111111' : '000000');
	await person.reads(WRONG);
	await enters(input, code);
	await person.sees(`Sign ${NAME}`);
});

it('lets a signer decline with a reason, asks for one, and keeps what was filled in', async () => {
	const envelope = person.receives({ name: NAME });
	await person.opens(envelope);
	const fullName = person.page.getByLabel('Full name');
	await person.types(fullName, 'Ada Lovelace');
	await person.presses(person.page.getByText('I do not want to sign'), 'Enter');
	await person.presses(person.button('Decline to sign'), 'Enter');
	await person.reads('Reason: say in a few words why you do not want to sign.');
	expect(await fullName.inputValue()).toBe('Ada Lovelace');
	await person.types(person.page.getByLabel('Reason for declining'), 'The price is wrong');
	await person.presses(person.button('Decline to sign'), 'Enter');
	await person.sees('You declined to sign');
	expect(envelope.status).toBe('rejected');
	await person.visit('/');
	await person.presses(person.page.getByText(`Events of ${NAME}`).first(), 'Enter');
	await person.reads('Declined: The price is wrong');
});

it('tells the second signer to wait for the first, and for no longer', async () => {
	const envelope = person.receives({
		name: NAME,
		mode: 'sequential',
		participants: [{ email: 'first@example.com' }, { email: 'second@example.com' }],
	});
	await person.follows(envelope, 1);
	await person.sees('It is not your turn yet');
	await person.reads('Now it is the turn of first@example.com.');
	expect(await person.page.locator('input, button').count()).toBe(0);
	person.sandbox.control.sign(envelope.ID, envelope.participants[0]!.ID);
	await person.opens(envelope, 1);
	await person.page.getByLabel('Signature').waitFor();
});

it.each<[EnvelopeStatus, string]>([
	['sealed', 'Everyone has signed and the documents are sealed.'],
	['rejected', 'You declined to sign on'],
	['cancelled', 'The sender has cancelled this envelope.'],
])('says of an envelope that it is %s, and has nothing to fill in', async (status, sentence) => {
	await person.follows(person.receives({ status }));
	await person.reads(sentence);
	expect(await person.page.locator('input, button').count()).toBe(0);
});
