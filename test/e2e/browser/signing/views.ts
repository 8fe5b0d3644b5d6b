import type { EnvelopeStatus } from '../../../../nodes/ESignature/api';
import type { Person } from './person';

const ENDED: EnvelopeStatus[] = ['drafted', 'processing', 'sealed', 'rejected', 'cancelled'];
const SMS = { type: 'SMS', countryCode: '+1', phoneNumber: '5550100' } as const;
const LONG_CODE = { type: 'AccessCode', accessCode: 'W'.repeat(32) } as const;
/** Neither has a place to break it at. */
const LONG_NAME = `Lease_of_${'the_harbour_'.repeat(8)}office`;
const LONG_ADDRESS = `ada.${'of.the.engines.'.repeat(4)}lovelace@example.com`;

/** Each page with everything on it that it can show; names and addresses are as long as they may be. */
export const VIEWS: Record<string, (person: Person) => Promise<void>> = {
	'the inbox': async (person) => {
		const { control } = person.sandbox;
		for (const status of ENDED) control.envelope({ name: LONG_NAME, status });
		const { ID, participants } = person.receives({
			name: 'With a code',
			participants: [
				{ authentication: SMS },
				{ email: LONG_ADDRESS, authentication: LONG_CODE },
				{ role: 'cc' },
			],
		});
		control.smsCode(ID, participants[0]!.ID);
		await person.visit('/');
		await person.reads('Simulated phone');
		await person.page.getByText('Events of With a code').click();
	},

	'the signing page': async (person) => {
		await person.opens(awkward(person));
		await person.page.getByText('I do not want to sign').click();
	},

	'the signing page with everything forgotten': async (person) => {
		await person.opens(awkward(person));
		await person.button('Sign').click();
		await person.reads('Nothing has been signed yet');
		await person.painted();
	},

	'the signing page of a document that cannot be shown': async (person) => {
		const envelope = person.receives();
		envelope.documents[0]!.pdf = Buffer.from('not a PDF');
		await person.follows(envelope);
		await person.reads('This page cannot be shown');
	},

	'the page that asks for a code, after a wrong one': async (person) => {
		await person.follows(person.receives({ participants: [{ authentication: SMS }] }));
		await person.page.getByLabel('SMS code').fill('nonsense');
		await person.button('Continue').click();
		await person.reads('This is not the right code.');
	},

	'the page that thanks': async (person) => {
		const envelope = person.receives({ participants: [{}, { email: LONG_ADDRESS }] });
		const [{ ID } = { ID: '' }] = envelope.participants;
		person.sandbox.control.sign(envelope.ID, ID);
		await person.visit(`${person.sandbox.control.signingUrl(envelope.ID, ID)}/done`);
		await person.sees('Thank you');
	},

	'the page of a sealed envelope': async (person) => {
		await person.follows(person.receives({ name: LONG_NAME, status: 'sealed' }));
		await person.painted();
	},

	'the administration page after a test event': async (person) => {
		const { control, url, clientSecret } = person.sandbox;
		control.setWebhook({ url: `${url}/${LONG_NAME}`, retryDelaysMs: [] });
		await person.visit('/admin');
		await person.button('Send test event').click();
		await person.reads(/^Test event .* was sent/);
		await control.idle();
		await person.button('Show client secret').click();
		await person.reads(clientSecret);
		await person.reads('Refused (404)');
	},

	'the administration page that refuses an address': async (person) => {
		await person.visit('/admin');
		await person.page.getByLabel('Webhook URL').fill('https://example.com');
		await person.button('Save webhook').click();
		await person.reads('The webhook was not saved');
	},
};

/** With a long label on a field at the right edge of the paper. */
function awkward(person: Person) {
	const envelope = person.receives({ name: LONG_NAME, participants: [{ email: LONG_ADDRESS }] });
	const custom = envelope.documents[0]!.fields.find(({ type }) => type === 'custom');
	Object.assign(custom!, {
		boundingBox: [515, 400, 80, 22],
		label: 'Cost centre that pays for the lease of the harbour office until the end of the year',
	});
	return envelope;
}
