import type { NewEnvelope } from '../../../../nodes/ESignature/api';
import { fakeHost, ID, type Reply } from './fakeHost';

const GET = 'GET /sign/envelopes/{envelopeID}';
const CREATE = 'POST /sign/envelopes';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
const ENVELOPE = { body: JSON.stringify({ ID, name: 'Lease', status: 'sent' }) };
const NEW = { name: 'Lease', mode: 'esign' } as unknown as NewEnvelope;
const refusing = (status: number): Reply => ({ status, body: '{"detail":"No."}' });
const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });

interface Raised {
	description?: string;
	context: Record<string, unknown>;
}
const raised = async (promise: Promise<unknown>): Promise<Raised> =>
	await promise.then(
		() => ({ context: {} }),
		(error: Raised) => error,
	);

describe('a refusal', () => {
	it.each([400, 403, 404, 410, 422])('with %d costs no second request', async (status) => {
		const { client, asked } = fakeHost([refusing(status), ENVELOPE]);
		const { description } = await raised(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toEqual([`PUT /sign/envelopes/${ID}:cancel`]);
		expect(description).not.toContain('has the status');
	});

	it('because of a conflict is explained with the state of the envelope', async () => {
		const { client, asked } = fakeHost([refusing(409), ENVELOPE]);
		const { description } = await raised(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toEqual([`PUT /sign/envelopes/${ID}:cancel`, `GET /sign/envelopes/${ID}`]);
		expect(description).toContain("The envelope has the status 'sent'.");
	});

	it('because of a conflict stands without a state that cannot be read', async () => {
		const { client, asked } = fakeHost([refusing(409), refusing(500)]);
		const { description } = await raised(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toHaveLength(2);
		expect(description).not.toContain('has the status');
	});

	it('because of a conflict asks for no state where there is no envelope yet, or it was asked for', async () => {
		const creation = fakeHost([refusing(409), ENVELOPE]);
		const made = await raised(creation.client.request(CREATE, { body: NEW }));
		const reading = fakeHost([refusing(409), ENVELOPE]);
		const read = await raised(reading.client.request(GET, { envelopeID: ID }));

		for (const { description } of [made, read]) {
			expect(description).toContain('The service says: No.');
			expect(description).not.toContain('has the status');
		}
		expect([...creation.asked(), ...reading.asked()]).toEqual([
			'POST /sign/envelopes',
			`GET /sign/envelopes/${ID}`,
		]);
	});
});

describe('a write whose answer was lost', () => {
	it('is reported as uncertain, with where to look', async () => {
		const { client, asked } = fakeHost([lost]);
		const error = await raised(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toHaveLength(1);
		expect(error.context.outcome).toBe('unknown');
		expect(error.description).toContain(
			'It is not known whether the service carried out this step',
		);
		expect(error.description).toContain(`Check the envelope ${ID}.`);
	});

	it('names no envelope where none is known', async () => {
		const { client } = fakeHost([lost]);
		const error = await raised(client.request(CREATE, { body: NEW }));

		expect(error.context.outcome).toBe('unknown');
		expect(error.description).not.toContain('Look at');
	});
});

it('says that a write which was refused was not done', async () => {
	const { client } = fakeHost([refusing(404)]);
	const error = await raised(client.request(CANCEL, { envelopeID: ID }));

	expect(error.context.outcome).toBe('notDone');
});

it('does not show an access code that an earlier request sent', async () => {
	const { client } = fakeHost([{ status: 400, body: '{"detail":"The code canary-1 is known"}' }]);
	const body = {
		firstName: 'A',
		lastName: 'B',
		email: 'a@example.com',
		role: 'signer' as const,
		authentication: { type: 'accessCode', accessCode: 'canary-1' },
	};
	const route = 'POST /sign/envelopes/{envelopeID}/participants';
	await raised(client.request(route, { envelopeID: ID, body: body as never }));
	const { description } = await raised(client.request(CANCEL, { envelopeID: ID }));

	expect(description).toContain('The code [hidden] is known');
});

it('does not take an answer that is none for the envelope', async () => {
	const { client } = fakeHost([{ body: '<html>Sign in</html>' }]);
	const error = await raised(client.request(CREATE, { body: NEW }));

	expect(error.description).toContain('The response is a web page');
	expect(error.context.outage).toBe(true);
});

it('sends a document as a form, and all else as it is', async () => {
	const { client, sent } = fakeHost([{ body: JSON.stringify({ ID, name: 'a.pdf' }) }]);
	const body = {
		metadata: { name: 'a.pdf', contentType: 'application/pdf' },
		payload: Buffer.from('%PDF'),
		fileName: 'a.pdf',
	};
	const route = 'POST /sign/envelopes/{envelopeID}/documents';
	await raised(client.request(route, { envelopeID: ID, body: body as never }));
	await raised(client.request(CREATE, { body: NEW }));

	expect(sent.map(({ headers }) => headers?.['Content-Type'])).toEqual([
		expect.stringMatching(/^multipart\/form-data; boundary=/),
		undefined,
	]);
	expect(sent.map((request) => Buffer.isBuffer(request.body))).toEqual([true, false]);
	expect(sent[1]?.body).toBe(NEW);
});
