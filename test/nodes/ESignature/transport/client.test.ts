import { sleep } from 'n8n-workflow';
import fc from 'fast-check';

import { type NewEnvelope, ENDPOINTS, type Route } from '../../../../nodes/ESignature/api';
import { fakeHost, ID, type Reply } from './fakeHost';
import { resolvePath } from '../../../../nodes/ESignature/transport/client';
import { draws } from '../../../support/draws';
import { nodeError, type NodeError } from '../../../../nodes/ESignature/errors/nodeError';
import { caught, UserError } from '../../../../nodes/ESignature/errors/userError';
import { node } from '../sampleNode';
import { anyIdInput, ID as SAMPLE } from '../hostileIds';

const GET = 'GET /sign/envelopes/{envelopeID}';
const CREATE = 'POST /sign/envelopes';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
const ENVELOPE = { body: JSON.stringify({ ID, name: 'Lease', status: 'sent' }) };
const NEW = { name: 'Lease', mode: 'esign' } as unknown as NewEnvelope;
const refusing = (status: number): Reply => ({ status, body: '{"detail":"No."}' });
const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });

/** The error as a user sees it. */
const thrownBy = async (promise: Promise<unknown>): Promise<Partial<NodeError>> =>
	await promise.then(
		() => ({}),
		(error: unknown) => nodeError(node, caught(error)),
	);

describe('a refusal', () => {
	it('costs no second request, and is not done', async () => {
		const { client, asked } = fakeHost([refusing(404), ENVELOPE]);
		const { message, context } = await thrownBy(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toEqual([`PUT /sign/envelopes/${ID}:cancel`]);
		expect(message).not.toContain('status');
		expect(context?.outcome).toBe('notDone');
	});

	it('because of a conflict is explained with the state of the envelope', async () => {
		const { client, asked } = fakeHost([refusing(409), ENVELOPE]);
		const { message } = await thrownBy(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toEqual([`PUT /sign/envelopes/${ID}:cancel`, `GET /sign/envelopes/${ID}`]);
		expect(message).toContain("(its status is 'sent')");
	});

	it('because of a conflict stands without a state that cannot be read', async () => {
		const { client, asked } = fakeHost([refusing(409), refusing(500)]);
		const { message } = await thrownBy(client.request(CANCEL, { envelopeID: ID }));

		expect(asked()).toHaveLength(2);
		expect(message).not.toContain('status');
	});

	it('because of a conflict asks for no state where there is no envelope yet, or it was asked for', async () => {
		const creation = fakeHost([refusing(409), ENVELOPE]);
		await thrownBy(creation.client.request(CREATE, { body: NEW }));
		const reading = fakeHost([refusing(409), ENVELOPE]);
		await thrownBy(reading.client.request(GET, { envelopeID: ID }));

		expect([...creation.asked(), ...reading.asked()]).toEqual([
			'POST /sign/envelopes',
			`GET /sign/envelopes/${ID}`,
		]);
	});
});

it('reports a write whose answer was lost as unknown, with where to look', async () => {
	const { client, asked } = fakeHost([lost]);
	const error = await thrownBy(client.request(CANCEL, { envelopeID: ID }));

	expect(asked()).toHaveLength(1);
	expect(error.context?.outcome).toBe('unknown');
	expect(error.description).toContain('It is not known whether the service carried out this step');
	expect(error.description).toContain(`Check the envelope ${ID}.`);
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
	await thrownBy(client.request(route, { envelopeID: ID, body: body as never }));
	const { description } = await thrownBy(client.request(CANCEL, { envelopeID: ID }));

	expect(description).toContain('The code [hidden] is known');
});

it('does not take an answer that is none for the envelope', async () => {
	const { client } = fakeHost([{ body: '<html>Sign in</html>' }]);
	const error = await thrownBy(client.request(CREATE, { body: NEW }));

	expect(error.description).toContain('The response is a web page');
	expect(error.context?.outcome).toBe('unknown');
});

it('sends a document as a form, and all else as it is', async () => {
	const { client, sent } = fakeHost([{ body: JSON.stringify({ ID, name: 'a.pdf' }) }]);
	const body = {
		metadata: { name: 'a.pdf', contentType: 'application/pdf' },
		payload: Buffer.from('%PDF'),
		fileName: 'a.pdf',
	};
	const route = 'POST /sign/envelopes/{envelopeID}/documents';
	await thrownBy(client.request(route, { envelopeID: ID, body: body as never }));
	await thrownBy(client.request(CREATE, { body: NEW }));

	expect(sent.map(({ headers }) => headers?.['Content-Type'])).toEqual([
		expect.stringMatching(/^multipart\/form-data; boundary=/),
		undefined,
	]);
	expect(sent.map((request) => Buffer.isBuffer(request.body))).toEqual([true, false]);
	expect(sent[1]?.body).toBe(NEW);
});

describe('a client of a canceled execution', () => {
	const canceled = () => fakeHost([ENVELOPE], AbortSignal.abort());

	it('sends nothing', async () => {
		const { client, asked } = canceled();
		await expect(client.request(GET, { envelopeID: ID })).rejects.toThrow('canceled');
		expect(asked()).toEqual([]);
	});

	it('can be detached, and then ends with its own time limit', async () => {
		const { client, asked } = canceled();
		await client.detached(60_000).request(GET, { envelopeID: ID });
		expect(asked()).toHaveLength(1);
		const late = client.detached(1);
		await sleep(20);
		await expect(late.request(GET, { envelopeID: ID })).rejects.toThrow('canceled');
	});
});

it('shares what the service allows with the other clients of the account, in whatever execution they are', () => {
	const [{ client: one }, { client: other }] = [fakeHost([]), fakeHost([])];

	expect(other.traffic.limit).toBe(one.traffic.limit);
	expect(one.detached(20).traffic.limit).toBe(one.traffic.limit);
});

describe('a path', () => {
	const WITH_IDS = (Object.keys(ENDPOINTS) as Route[]).filter((route) => route.includes('{'));
	const NAMES = ['envelopeID', 'documentID', 'participantID', 'fieldID'] as const;
	const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

	const resolve = (route: Route, ids: Record<string, unknown>) => resolvePath(route, ids as never);

	/** A pattern for the path: the template with UUIDs in place of the names. */
	const pattern = (route: Route) =>
		new RegExp(`^${route.slice(route.indexOf(' ') + 1).replace(/\{\w+\}/g, UUID)}$`);

	it('is the template with the IDs in it', () => {
		const [envelopeID, documentID, participantID, fieldID] = [1, 2, 3, 4].map((last) =>
			SAMPLE.replace(/0$/, String(last)),
		);
		const ids = { envelopeID, documentID, participantID, fieldID };

		expect(
			resolve('DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}', ids),
		).toEqual({
			method: 'DELETE',
			path: `/sign/envelopes/${envelopeID}/documents/${documentID}/fields/${fieldID}`,
		});
	});

	it('equals its template whatever the IDs are, or is not made at all', () => {
		const ids = fc.record(
			Object.fromEntries(
				NAMES.map((name) => [name, fc.oneof({ weight: 3, arbitrary: fc.uuid() }, anyIdInput)]),
			),
			{ requiredKeys: [] },
		);
		let made = 0;
		fc.assert(
			fc.property(fc.constantFrom(...WITH_IDS), ids, (route, given) => {
				let path: string;
				try {
					({ path } = resolve(route, given));
				} catch (error) {
					return error instanceof UserError;
				}
				made++;
				// A URL parser sees the same path: nothing in it is decoded, joined or cut off.
				return pattern(route).test(path) && new URL(path, 'https://a.example').pathname === path;
			}),
			{ numRuns: draws(20_000) },
		);
		expect(made).toBeGreaterThan(draws(1_000));
	});

	it('names the ID that is wrong', () => {
		const route = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

		expect(() => resolve(route, { envelopeID: SAMPLE, documentID: '..' })).toThrow(
			"The documentID '..' from the service is not a valid ID",
		);
	});
});
