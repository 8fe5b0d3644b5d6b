import type { JsonRoute } from '../../../../nodes/ESignature/api';
import { normalize, readReply } from '../../../../nodes/ESignature/transport/reply';

const ID = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const ids = { envelopeID: ID, documentID: ID };

const read = (
	route: JsonRoute,
	body: unknown,
	{ status = 200, sent = undefined as unknown } = {},
) =>
	readReply(
		{ route, ids, body: sent },
		{ status, text: typeof body === 'string' ? body : JSON.stringify(body) },
	);

const GET = 'GET /sign/envelopes/{envelopeID}';
const LIST = 'GET /sign/envelopes/{envelopeID}/documents';
const CREATE = 'POST /sign/envelopes';
const FIELDS = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const BATCH = 'POST /sign/envelopes/{envelopeID}/participants:batch-delete';
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';
const URLS = 'GET /sign/envelopes/{envelopeID}/participants/signing-urls';

describe('a thing of the service', () => {
	it('is read in each spelling that the publisher has shown', () => {
		expect(normalize({ id: ID, statue: 'uploaded' })).toEqual({ ID, status: 'uploaded' });
		expect(normalize({ fieldID: ID, type: 'date' })).toEqual({ ID, type: 'date' });
		expect(normalize({ ID, role: 'SIGNER' })).toEqual({ ID, role: 'signer' });
	});

	it('passes as it came otherwise, with unknown keys and values', () => {
		const thing = { ID, id: 7, statue: 'x', status: 'frozen', role: 'WITNESS', Name: ['a'] };
		expect(normalize(thing)).toEqual(thing);
	});

	it('is an answer if it has the ID that was asked for, in either case of letters', () => {
		expect(read(GET, { id: ID.toUpperCase(), status: 'sent' })).toEqual({
			value: { ID: ID.toUpperCase(), status: 'sent' },
		});
	});
});

describe('a list', () => {
	it('is an answer with its items and whatever stands beside them', () => {
		expect(read(LIST, { items: [{ ID, statue: 'uploaded' }], total: 1 })).toEqual({
			value: { items: [{ ID, status: 'uploaded' }], total: 1 },
		});
		expect(read(LIST, { items: [] })).toEqual({ value: { items: [] } });
	});

	it('needs IDs, except for signing URLs', () => {
		const items = [{ userId: 'u', signingUrl: 'https://x' }];
		expect(read(LIST, { items })).toHaveProperty('reason');
		expect(read(URLS, { items })).toEqual({ value: { items } });
	});

	it('is what several things are answered with', () => {
		const sent = { items: [{ type: 'date' }] };
		const items = [{ ID: OTHER, documentID: ID }];
		expect(read(FIELDS, { items }, { sent })).toEqual({ value: { items } });
		expect(read(FIELDS, items[0], { sent })).toHaveProperty('reason');
	});
});

describe('a success that does not show what was asked for', () => {
	it.each<[string, JsonRoute, unknown, RegExp]>([
		['nothing', GET, '', /empty/],
		['a web page', GET, '\n<html>Sign in</html>', /web page/],
		['JSON that was cut', GET, '{"ID":"', /not JSON/],
		['a list', GET, [], /not a JSON object/],
		['no ID', GET, { status: 'sent' }, /no ID/],
		['a problem', GET, { title: 'Not Found', status: 404 }, /no ID/],
		['another ID', GET, { ID: OTHER }, /is about .*2, but .*1 was requested/],
		['no list', LIST, { ID }, /no list of items/],
		['a list of other things', LIST, { items: ['a'] }, /not an object/],
		['a web page for what has no answer', REMIND, '<html>', /web page/],
	])('is malformed: %s', (_, route, body, reason) => {
		expect(read(route, body)).toEqual({ reason: expect.stringMatching(reason) });
	});

	it.each<[string, JsonRoute, unknown, number]>([
		['a creation that was only accepted', CREATE, '', 202],
		['a creation without a word', CREATE, '', 204],
		['a creation elsewhere', FIELDS, { ID, documentID: OTHER }, 201],
		['a deletion that was only accepted', DELETE, '', 202],
		['a deletion with an answer', DELETE, { ID, status: 'drafted' }, 200],
		['a deletion of several with an answer', BATCH, { deleted: 1 }, 200],
	])('has arrived, but must be read back: %s', (_, route, body, status) => {
		expect(read(route, body, { status })).toEqual({ reason: expect.any(String), unproven: true });
	});
});

it.each<[string, JsonRoute, unknown, number]>([
	['a deletion', DELETE, '', 204],
	['a deletion of several', BATCH, '', 200],
	['a reminder', REMIND, '', 202],
	['a reminder with an answer', REMIND, { sent: 2 }, 200],
])('%s is done when the service says nothing against it', (_, route, body, status) => {
	expect(read(route, body, { status })).toEqual({ value: undefined });
});
