import type { Envelope, Items, Participant } from '../../../../nodes/ESignature/api';
import { UserError } from '../../../../nodes/ESignature/core';
import { resolvePath, type Client } from '../../../../nodes/ESignature/transport/client';

// Half of each test is done by the compiler: a line marked `@ts-expect-error` that compiles is an error.

const envelopeID = '123e4567-e89b-42d3-a456-426614174000';
const PARTICIPANTS = 'POST /sign/envelopes/{envelopeID}/participants';
const ada = { email: 'ada@example.com', role: 'signer' } as const;
const added: Participant = { ID: envelopeID, ...ada };

/** Typed as the client is; answers `{ items }` to `{ items }`, like the service. */
const request: Client['request'] = async (route, args) => {
	resolvePath(route, args);
	const many = typeof args.body === 'object' && args.body !== null && 'items' in args.body;
	return (many ? { items: [added] } : added) as never;
};

it('wants the path parameters of the route, by their names', async () => {
	// @ts-expect-error the envelope ID is missing
	const missing = request('GET /sign/envelopes/{envelopeID}', {});
	// @ts-expect-error another name
	const misnamed = request('GET /sign/envelopes/{envelopeID}', { envelopeId: envelopeID });
	const one = { envelopeID };
	// @ts-expect-error one of two is missing
	const half = request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', one);

	for (const refused of [missing, misnamed, half]) {
		await expect(refused).rejects.toThrow(UserError);
	}
	// @ts-expect-error a number is no ID
	await expect(request('GET /sign/envelopes/{envelopeID}', { envelopeID: 7 })).rejects.toThrow(
		UserError,
	);
});

it('knows no route beside those of the table', async () => {
	// @ts-expect-error the path does not exist
	await expect(request('GET /sign/envelopes/{envelopeID}/secrets', {})).rejects.toThrow();
	// @ts-expect-error the verb does not exist for this path
	await expect(request('POST /sign/envelopes/{envelopeID}', { envelopeID })).resolves.toEqual(
		added,
	);
});

it('leaves files to the download', async () => {
	const route = 'GET /sign/envelopes/{envelopeID}:download-sealed';

	// @ts-expect-error a file is not JSON
	await expect(request(route, { envelopeID })).resolves.toEqual(added);
});

it('answers one with one and many with many', async () => {
	const one: Participant = await request(PARTICIPANTS, { envelopeID, body: ada });
	const many: Items<Participant> = await request(PARTICIPANTS, {
		envelopeID,
		body: { items: [ada] },
	});
	// @ts-expect-error one in, one out
	const wrongMany: Items<Participant> = await request(PARTICIPANTS, { envelopeID, body: ada });
	// @ts-expect-error many in, many out
	const wrongOne: Participant = await request(PARTICIPANTS, { envelopeID, body: { items: [ada] } });

	expect([one, many]).toEqual([added, { items: [added] }]);
	expect([wrongMany, wrongOne]).toEqual([added, { items: [added] }]);
});

it('refuses a body that is missing, wrong or not wanted', async () => {
	// @ts-expect-error the body is missing
	await request(PARTICIPANTS, { envelopeID });
	// @ts-expect-error 'witness' is no role
	await request(PARTICIPANTS, { envelopeID, body: { ...ada, role: 'witness' } });
	// @ts-expect-error the role is missing
	await request(PARTICIPANTS, { envelopeID, body: { items: [{ email: 'a@b.c' }] } });
	// @ts-expect-error a GET has no body
	const read = await request('GET /sign/envelopes/{envelopeID}', { envelopeID, body: ada });
	const status: Envelope['status'] = read.status;

	expect(status).toBeUndefined();
});

it('offers a query only where the route has one', async () => {
	await request('GET /sign/envelopes', { query: { pageAfter: 'x' } });
	// @ts-expect-error no such query
	await request('GET /sign/envelopes', { query: { page: 2 } });
	const read = request('GET /sign/envelopes/{envelopeID}', {
		envelopeID,
		// @ts-expect-error this route has no query
		query: { pageAfter: 'x' },
	});

	await expect(read).resolves.toEqual(added);
});
